"""What a season does, in restricted Python (`core/routine/routine.py`): who is meant, phases, rounds, the end.

People, groups and counters are numbers (`names.py`). Where a routine needs an answer it calls a function that asks,
which `asking.py` writes; such routines have no charge, so their own turns are counted.

A list of people may name somebody several times, as section 5 of the language says; `once_each` drops that.
"""

from __future__ import annotations

from parlour.core.routine.routine import of_program, routine
from parlour.core.runtime.lists import contains, index_of
from parlour.core.runtime.shuffle import shuffle
from parlour.core.runtime.words import (
    Globals,
    Object,
    aside,
    called,
    draw,
    draw_weighted,
    fail,
    fill,
    float_power,
    join,
    show,
    tally,
)
from parlour.game.season import HABIT, SCORES, STRENGTHS
from parlour.languages.contest.lower.names import (
    ASK_AMOUNTS,
    ASK_BALLOTS,
    ASK_DIRECTION,
    ASK_ONE,
    ASK_SCORE,
    ASK_YES,
    CAST,
    LABEL,
    LEAST_SCORE,
    LOSER,
    MOST_SCORE,
    NOMINATE,
    OF_TEAMS,
    PROMPT,
    RESULTS,
    TIE,
    WEIGH_OPTION,
    WEIGH_SCORE,
    WINNER,
)

NOBODY = -1
# Of a tie that was never looked at.
NOT_BROKEN = -2

# What a number stands for that people are repeated by, or counters changed by.
NUMBER, COUNTER, COMPETITION, VOTE, ALLOCATION = 0, 1, 2, 3, 4
INCREASE, DECREASE, SET = 0, 1, 2

# How voters choose in a simulation.
STRONGEST, WEAKEST, LOYAL = 1, 2, 3
# A strength of 1 as a weight.
FULL = 1048576.0
# The largest weight.
MOST = 4294967296.0


class Contest(Object, name="competition"):
    """A competition of this round. `entrants` are people or teams; `winner` and `loser` as far as they are known;
    `scores` is empty if there were none."""

    is_team: bool
    winner: int
    loser: int
    entrants: list[int]
    scores: list[int]


class Vote(Object, name="vote"):
    """`broken` has two entries for each tie that was broken: which verdict with which tiebreaker, and who it was."""

    candidates: list[int]
    counts: list[int]
    broken: list[int]


class Season(Globals):
    """`names`, `group_names`, `counter_names`, `lows` and `highs` never change. Of the counters of a player, `amounts`,
    `has`, `lows` and `highs` have one entry after the other; of the groups, `joined` says when a player joined each,
    counted by `stamp`, or 0. `moments` says of everybody who is out when it was: those who left in one phase have the
    same. `scored` is who a score is asked for now: a policy wants to know."""

    names: list[str]
    group_names: list[str]
    counter_names: list[str]
    active: list[int]
    out: list[int]
    moments: list[int]
    left_in: list[int]
    is_active: list[bool]
    joined: list[int]
    stamp: int
    teams: list[int]
    amounts: list[int]
    has: list[bool]
    lows: list[int]
    highs: list[int]
    competitions: list[Contest]
    votes: list[Vote]
    allocations: list[list[int]]
    round: int
    winners: list[int]
    winning_teams: list[int] = called("winning teams")
    scored: int
    scored_team: bool = called("scored is a team")
    place: str = called("place")
    question: str = called("question")
    strengths: list[float] = called(STRENGTHS)
    habit: int = called(HABIT)
    scores: list[int] = called(SCORES)
    # Constants of a program; `size` bounds what it takes to go through everybody's groups.
    count: int
    group_count: int
    size: int
    nominee: int
    counter_count: int
    host: int
    open_votes: bool


# ------------------------------------------------------------------------------------------------- functions that ask


@of_program(ASK_ONE)
def ask_one(seat: int, options: list[tuple[int, int, int]]) -> int:
    raise NotImplementedError


@of_program(ASK_SCORE)
def ask_score() -> int:
    raise NotImplementedError


@of_program(ASK_YES)
def ask_yes(seat: int) -> bool:
    raise NotImplementedError


@of_program(ASK_DIRECTION)
def ask_direction(seat: int) -> bool:
    raise NotImplementedError


@of_program(ASK_BALLOTS)
def ask_ballots(seats: list[int], options: list[list[tuple[int, int, int]]]) -> list[int]:
    raise NotImplementedError


@of_program(ASK_AMOUNTS)
def ask_amounts(seats: list[int], lows: list[int], highs: list[int]) -> list[int]:
    raise NotImplementedError


# ----------------------------------------------------------------------------------------------------- lists of people


@routine(charge="len(people) * len(people)")
def once_each(people: list[int]) -> list[int]:
    found: list[int] = []
    for person in people:
        if not contains(found, person):
            found.append(person)
    return found


@routine(charge="len(people) * len(others)")
def without(people: list[int], others: list[int]) -> list[int]:
    found: list[int] = []
    for person in people:
        if not contains(others, person):
            found.append(person)
    return found


@routine(charge="len(people)")
def without_one(people: list[int], other: int) -> list[int]:
    found: list[int] = []
    for person in people:
        if person != other:
            found.append(person)
    return found


@routine(charge="1")
def is_in(person: int, group: int) -> bool:
    return Season.joined[person * Season.group_count + group] > 0


@routine(charge="Season.size")
def members_of(group: int) -> list[int]:
    """The active members."""
    found: list[int] = []
    for person in Season.active:
        if Season.joined[person * Season.group_count + group] > 0:
            found.append(person)
    return found


@routine(charge="len(people)")
def without_members(people: list[int], group: int) -> list[int]:
    """Those who are not active members of a group."""
    found: list[int] = []
    for person in people:
        if not Season.is_active[person] or Season.joined[person * Season.group_count + group] == 0:
            found.append(person)
    return found


@routine(charge="1")
def if_active(person: int) -> list[int]:
    found: list[int] = []
    if person >= 0 and Season.is_active[person]:
        found.append(person)
    return found


@routine()
def repeat(into: list[int], people: list[int], kind: int, number: int) -> None:
    """Adds everybody as often as the number that is meant says."""
    for person in people:
        times = amount_for(person, kind, number)
        while times > 0:
            into.append(person)
            times -= 1


@routine(charge="Season.size")
def team_of(person: int) -> int:
    """The first team in order that somebody is in."""
    for team in Season.teams:
        if is_in(person, team):
            return team
    return NOBODY


@routine(charge="len(people) * Season.size")
def share_team(people: list[int]) -> bool:
    """All of them are of one team."""
    team = team_of(people[0])
    shared = team >= 0
    for person in people:
        if team_of(person) != team:
            shared = False
    return shared


@routine(charge="len(people) * len(people)")
def drawn(people: list[int], count: int) -> list[int]:
    """So many different people, each as likely as often they are listed."""
    left = once_each(people)
    weights: list[int] = []
    for person in left:
        times = 0
        for other in people:
            if other == person:
                times += 1
        weights.append(times)
    found: list[int] = []
    while len(left) > 0 and len(found) < count:
        place = 0
        if len(left) > 1:
            place = draw_weighted(weights)
        found.append(left.pop(place))
        weights.pop(place)
    return found


@routine(charge="1")
def first_of(people: list[int]) -> int:
    return people[0] if len(people) > 0 else NOBODY


# ------------------------------------------------------------------------------------------------------------- results


@routine(charge="1")
def latest(place: int, count: int) -> int:
    """The index of a result: `place` from 1, or 0 for the latest; -1 if there is none."""
    if place > count:
        return NOBODY
    return place - 1 if place > 0 else count - 1


@routine(charge="Season.size")
def place_of(place: int, is_loser: bool) -> list[int]:
    """Who won or lost a competition."""
    index = latest(place, len(Season.competitions))
    if index < 0:
        return []
    held = Season.competitions[index]
    found = held.loser if is_loser else held.winner
    if found < 0:
        return []
    return members_of(found) if held.is_team else if_active(found)


@routine(charge="Season.size")
def score_of(person: int, place: int) -> int:
    index = latest(place, len(Season.competitions))
    if index < 0:
        return 0
    held = Season.competitions[index]
    if len(held.scores) == 0:
        return 0
    if not held.is_team:
        at = index_of(held.entrants, person)
        return held.scores[at] if at >= 0 else 0
    for team in Season.teams:
        if is_in(person, team):
            at = index_of(held.entrants, team)
            if at >= 0:
                return held.scores[at]
    return 0


@routine(charge="Season.size")
def amount_for(person: int, kind: int, number: int) -> int:
    """What a value comes to for this person: a number, a counter, or a result."""
    if kind == NUMBER:
        return number
    if kind == COUNTER:
        return Season.amounts[person * Season.counter_count + number]
    if kind == COMPETITION:
        return score_of(person, number)
    if kind == VOTE:
        index = latest(number, len(Season.votes))
        if index < 0:
            return 0
        at = index_of(Season.votes[index].candidates, person)
        return Season.votes[index].counts[at] if at >= 0 else 0
    index = latest(number, len(Season.allocations))
    return Season.allocations[index][person] if index >= 0 else 0


@routine(charge="len(people)")
def extreme(people: list[int], values: list[int], is_lowest: bool) -> list[int]:
    """Those with the highest or lowest value."""
    found: list[int] = []
    best = 0
    for i in range(len(people)):
        value = values[i]
        if len(found) == 0 or (value < best if is_lowest else value > best):
            found.clear()
            best = value
        if value == best:
            found.append(people[i])
    return found


@routine(charge="len(people)")
def counters_of(people: list[int], counter: int) -> list[int]:
    found: list[int] = []
    for person in people:
        found.append(amount_for(person, COUNTER, counter))
    return found


@routine(charge="Season.size")
def tied_in(place: int, is_minority: bool) -> list[int]:
    """Those with the most or fewest votes."""
    index = latest(place, len(Season.votes))
    if index < 0:
        return []
    vote = Season.votes[index]
    return extreme(vote.candidates, vote.counts, is_minority)


@routine(charge="Season.size")
def broken(place: int, verdict: int) -> int:
    """Who a tie was broken for, if it was."""
    index = latest(place, len(Season.votes))
    if index >= 0:
        kept = Season.votes[index].broken
        i = 0
        while i < len(kept):
            if kept[i] == verdict:
                return kept[i + 1]
            i += 2
    return NOT_BROKEN


@routine(charge="1")
def keep_broken(place: int, verdict: int, person: int) -> None:
    kept = Season.votes[latest(place, len(Season.votes))].broken
    kept.append(verdict)
    kept.append(person)


@routine(charge="len(people)")
def lot(people: list[int]) -> int:
    """A fair draw among the tied."""
    tally("drawn lots", 1)
    return people[draw(len(people))]


@routine(charge="1")
def forget(competitions: int, votes: int, allocations: int) -> None:
    """What a branch or a tiebreaker has added to the results of the round is gone."""
    while len(Season.competitions) > competitions:
        Season.competitions.pop()
    while len(Season.votes) > votes:
        Season.votes.pop()
    while len(Season.allocations) > allocations:
        Season.allocations.pop()


# --------------------------------------------------------------------------------------------------------------- words


@routine(charge="len(people)")
def listed(people: list[int], words: list[str]) -> str:
    """`Ada, Ben, Cleo`."""
    parts: list[str] = []
    for person in people:
        if len(parts) > 0:
            parts.append(", ")
        parts.append(words[person])
    return join(parts)


@routine(charge="len(people)")
def together(people: list[int], words: list[str]) -> str:
    """`Ada, Ben and Cleo`."""
    parts: list[str] = []
    for i in range(len(people)):
        if i > 0:
            parts.append(" and " if i == len(people) - 1 else ", ")
        parts.append(words[people[i]])
    return join(parts)


@routine(charge="len(people)")
def with_numbers(people: list[int], numbers: list[int], words: list[str], skips_zero: bool) -> str:
    """`Ben 3, Cleo 1`, or `none`."""
    parts: list[str] = []
    for i in range(len(people)):
        if numbers[i] != 0 or not skips_zero:
            if len(parts) > 0:
                parts.append(", ")
            parts.append(words[people[i]])
            parts.append(" ")
            parts.append(str(numbers[i]))
    return join(parts) if len(parts) > 0 else "none"


@routine(charge="len(people)")
def options_of(kind: int, asked: int, people: list[int]) -> list[tuple[int, int, int]]:
    found: list[tuple[int, int, int]] = []
    for person in people:
        found.append((kind, asked, person))
    return found


@routine(charge="1", name=LABEL)
def label(option: tuple[int, int, int]) -> str:
    if option[0] >= OF_TEAMS:
        return Season.group_names[option[2]]
    return Season.names[option[2]]


@routine(charge="1", name=PROMPT)
def prompt() -> str:
    return Season.place + Season.question


@routine(charge="Season.size", name=RESULTS)
def results() -> list[str]:
    """What this round has brought so far: a line for each competition and vote."""
    lines: list[str] = []
    for held in Season.competitions:
        words = Season.group_names if held.is_team else Season.names
        parts: list[str] = []
        if len(held.scores) > 0:
            parts.append("scores " + with_numbers(held.entrants, held.scores, words, False))
        if held.winner >= 0:
            parts.append(words[held.winner] + " won")
        if held.loser >= 0:
            parts.append(words[held.loser] + " lost")
        line = "Competition"
        for i in range(len(parts)):
            line = line + (": " if i == 0 else ", ") + parts[i]
        lines.append(line)
    for vote in Season.votes:
        lines.append("Votes: " + with_numbers(vote.candidates, vote.counts, Season.names, True))
    return lines


# -------------------------------------------------------------------------------------------------------- competitions


@routine(charge="len(people) * Season.size")
def teams_among(people: list[int]) -> list[int]:
    """The teams that have at least one member in a list, in their order."""
    found: list[int] = []
    for team in Season.teams:
        for person in people:
            if is_in(person, team):
                found.append(team)
                break
    return found


@routine(charge="1")
def need_entrants(entrants: list[int], phase: str) -> list[int]:
    if len(entrants) == 0:
        fail("nobody", "nobody is left to compete (round " + str(Season.round) + ", " + phase + ")")
    return entrants


@routine()
def choose_place(kind: int, is_team: bool, entrants: list[int], word: str) -> int:
    """The host says who won, lost, or takes a place; nobody is asked where there is no choice."""
    if len(entrants) == 1:
        return entrants[0]
    Season.question = word + listed(entrants, Season.group_names if is_team else Season.names)
    return ask_one(Season.host, options_of(kind + OF_TEAMS if is_team else kind, Season.host, entrants))


@routine()
def compete(entrants: list[int], is_team: bool, is_scored: bool, uses_winner: bool, uses_loser: bool) -> None:
    """A competition is held, and what came of it is told."""
    held = Contest(is_team=is_team, winner=NOBODY, loser=NOBODY, entrants=entrants, scores=[])
    if is_scored:
        for entrant in entrants:
            Season.scored = entrant
            Season.scored_team = is_team
            Season.question = "score of " + (Season.group_names[entrant] if is_team else Season.names[entrant])
            held.scores.append(ask_score())
        show(
            "Scores: "
            + with_numbers(entrants, held.scores, Season.group_names if is_team else Season.names, False)
            + "\n"
        )
        if uses_winner:
            held.winner = choose_place(
                TIE, is_team, extreme(entrants, held.scores, False), "who takes the first place: "
            )
        if uses_loser:
            last = extreme(entrants, held.scores, True)
            if len(last) > 1 and held.winner >= 0:
                last = without_one(last, held.winner)
            held.loser = choose_place(TIE, is_team, last, "who takes the last place: ")
    elif len(entrants) == 1:
        held.winner = entrants[0]
        held.loser = entrants[0]
    else:
        if uses_winner or not uses_loser:
            held.winner = choose_place(WINNER, is_team, entrants, "who won: ")
        if uses_loser:
            rest = without_one(entrants, held.winner) if held.winner >= 0 else entrants
            held.loser = choose_place(LOSER, is_team, rest, "who lost: ")
        if len(entrants) == 2:
            if held.winner < 0:
                held.winner = entrants[0] if held.loser == entrants[1] else entrants[1]
            if held.loser < 0:
                held.loser = entrants[0] if held.winner == entrants[1] else entrants[1]
    Season.competitions.append(held)
    is_pair = len(entrants) == 2 and not is_scored
    if held.winner >= 0 and (uses_winner or is_pair or not uses_loser):
        show((Season.group_names[held.winner] if is_team else Season.names[held.winner]) + " won\n")
    if held.loser >= 0 and (uses_loser or is_pair):
        show((Season.group_names[held.loser] if is_team else Season.names[held.loser]) + " lost\n")


# ----------------------------------------------------------------------------------------------------------- decisions


@routine(charge="len(people)")
def choices_of(kind: int, asked: int, people: list[int], includes_self: bool) -> list[tuple[int, int, int]]:
    """Whom somebody may name."""
    found: list[tuple[int, int, int]] = []
    for person in people:
        if includes_self or person != asked:
            found.append((kind, asked, person))
    return found


@routine(charge="len(people)")
def nominees_of(asked: int, people: list[int], includes_self: bool) -> list[tuple[int, int, int]]:
    """Whom somebody may nominate."""
    found: list[tuple[int, int, int]] = []
    for person in people:
        if (includes_self or person != asked) and not is_in(person, Season.nominee):
            found.append((NOMINATE, asked, person))
    return found


@routine()
def hold_vote(voters: list[int], candidates: list[int], includes_self: bool) -> None:
    """All votes are given at once; only their counts are told."""
    seats: list[int] = []
    options: list[list[tuple[int, int, int]]] = []
    for voter in voters:
        choices = choices_of(CAST, voter, candidates, includes_self)
        if len(choices) > 0:
            seats.append(voter)
            options.append(choices)
    Season.question = "your vote" + (" (" + together(seats, Season.names) + " vote)" if len(seats) > 1 else "")
    ballots: list[int] = []
    if len(seats) == 1:
        ballots.append(ask_one(seats[0], options[0]))
    else:
        ballots = ask_ballots(seats, options)
    vote = Vote(candidates=candidates, counts=fill(len(candidates), 0), broken=[])
    for i in range(len(ballots)):
        place = index_of(candidates, ballots[i])
        vote.counts[place] = vote.counts[place] + 1
        show_ballot(seats[i], " votes for ", ballots[i])
    end_vote(vote, len(ballots))


@routine()
def hold_directed_vote(voters: list[int], candidates: list[int], includes_self: bool) -> None:
    """Voter by voter: a name, then for or against."""
    vote = Vote(candidates=candidates, counts=fill(len(candidates), 0), broken=[])
    given = 0
    for voter in voters:
        choices = choices_of(CAST, voter, candidates, includes_self)
        if len(choices) > 0:
            Season.question = "whom your vote is about"
            about = ask_one(voter, choices)
            Season.question = "for or against " + Season.names[about]
            is_for = ask_direction(voter)
            place = index_of(candidates, about)
            vote.counts[place] = vote.counts[place] + (1 if is_for else -1)
            show_ballot(voter, " votes for " if is_for else " votes against ", about)
            given += 1
    end_vote(vote, given)


@routine(charge="1")
def show_ballot(voter: int, verb: str, about: int) -> None:
    """The host sees every ballot; everybody does where votes are open."""
    if Season.open_votes:
        show(Season.names[voter] + verb + Season.names[about] + "\n")
    else:
        aside(Season.names[voter] + verb + Season.names[about] + "\n", [Season.host])


@routine(charge="1")
def end_vote(vote: Vote, given: int) -> None:
    if given == 0:
        tally("empty votes", 1)
    Season.votes.append(vote)
    show("Votes: " + with_numbers(vote.candidates, vote.counts, Season.names, True) + "\n")


@routine()
def nominate(count: int, by: list[int], between: list[int], includes_self: bool) -> None:
    """Name by name: who is nominated already cannot be named again."""
    for person in by:
        for _ in range(count):
            free = nominees_of(person, between, includes_self)
            if len(free) > 0:
                Season.question = "whom you nominate"
                named = ask_one(person, free)
                enter(named, Season.nominee)
                show("Nominated: " + Season.names[named] + "\n")


@routine()
def allocate(counter: int, by: list[int]) -> None:
    """Everybody gives what they want of a counter, all at once."""
    given = fill(Season.count, 0)
    seats: list[int] = []
    lows: list[int] = []
    highs: list[int] = []
    for person in by:
        place = person * Season.counter_count + counter
        most = Season.amounts[place]
        if Season.lows[place] > -9223372036854775807:
            most -= Season.lows[place]
        if most > 0:
            seats.append(person)
            lows.append(0)
            highs.append(most)
    Season.question = "how much " + Season.counter_names[counter] + " you give"
    amounts = ask_amounts(seats, lows, highs)
    before = Season.amounts.copy()
    for i in range(len(amounts)):
        given[seats[i]] = amounts[i]
        set_counter(seats[i], counter, Season.amounts[seats[i] * Season.counter_count + counter] - amounts[i])
        aside(Season.names[seats[i]] + " gives " + str(amounts[i]) + "\n", [Season.host])
    Season.allocations.append(given)
    if Season.amounts != before:
        show(changed_counters(counter, before, Season.names, Season.counter_names))


@routine(charge="1")
def use_words(count: int, answer: bool) -> str:
    if answer:
        return " uses it\n" if count == 1 else " use it\n"
    return " does not use it\n" if count == 1 else " do not use it\n"


@routine()
def decide(people: list[int]) -> bool:
    """Yes or no, once for all of them together; nobody means no."""
    if len(people) == 0:
        return False
    Season.question = "use it, " + together(people, Season.names)
    answer = ask_yes(people[0])
    show(together(people, Season.names) + use_words(len(people), answer))
    return answer


# ------------------------------------------------------------------------------------------------------------- updates


@routine(charge="1")
def set_counter(person: int, counter: int, value: int) -> None:
    """Within its limits."""
    place = person * Season.counter_count + counter
    if value < Season.lows[place]:
        value = Season.lows[place]
    if value > Season.highs[place]:
        value = Season.highs[place]
    Season.amounts[place] = value
    Season.has[place] = True


@routine(charge="len(before)")
def changed_counters(counter: int, before: list[int], people_names: list[str], counter_names: list[str]) -> str:
    """Whose counter has changed, and what it is now."""
    people: list[int] = []
    numbers: list[int] = []
    for person in range(Season.count):
        place = person * Season.counter_count + counter
        if Season.amounts[place] != before[place]:
            people.append(person)
            numbers.append(Season.amounts[place])
    return counter_names[counter] + ": " + with_numbers(people, numbers, people_names, False) + "\n"


@routine()
def adjust(word: int, counter: int, kind: int, number: int, people: list[int]) -> None:
    before = Season.amounts.copy()
    for person in people:
        value = amount_for(person, kind, number)
        now = Season.amounts[person * Season.counter_count + counter]
        if word == INCREASE:
            value = now + value
        elif word == DECREASE:
            value = now - value
        set_counter(person, counter, value)
    if Season.amounts != before:
        show(changed_counters(counter, before, Season.names, Season.counter_names))


@routine(charge="len(people)")
def eliminate(people: list[int]) -> None:
    moment = 1
    if len(Season.moments) > 0:
        moment = Season.moments[len(Season.moments) - 1] + 1
    gone: list[int] = []
    for person in people:
        if Season.is_active[person]:
            Season.is_active[person] = False
            Season.active.pop(index_of(Season.active, person))
            Season.out.append(person)
            Season.moments.append(moment)
            Season.left_in.append(Season.round)
            gone.append(person)
    if len(gone) > 0:
        show(together(gone, Season.names) + (" is out\n" if len(gone) == 1 else " are out\n"))


@routine(charge="1")
def leave(person: int, group: int) -> bool:
    """Was the person in it?"""
    was_in = is_in(person, group)
    Season.joined[person * Season.group_count + group] = 0
    return was_in


@routine(charge="1")
def enter(person: int, group: int) -> bool:
    """Was the person not in it?"""
    if is_in(person, group):
        return False
    Season.stamp += 1
    Season.joined[person * Season.group_count + group] = Season.stamp
    return True


@routine(charge="len(people)")
def join_group(group: int, people: list[int]) -> None:
    changed: list[int] = []
    for person in people:
        if enter(person, group):
            changed.append(person)
    if len(changed) > 0:
        show(
            together(changed, Season.names)
            + (" joins " if len(changed) == 1 else " join ")
            + Season.group_names[group]
            + "\n"
        )


@routine(charge="len(people)")
def leave_group(group: int, people: list[int]) -> None:
    changed: list[int] = []
    for person in people:
        if leave(person, group):
            changed.append(person)
    if len(changed) > 0:
        show(
            together(changed, Season.names)
            + (" leaves " if len(changed) == 1 else " leave ")
            + Season.group_names[group]
            + "\n"
        )


@routine(charge="len(people)")
def change_group(old: int, new: int, people: list[int]) -> None:
    changed: list[int] = []
    for person in people:
        if leave(person, old):
            enter(person, new)
            changed.append(person)
    if len(changed) > 0:
        verb = " moves from " if len(changed) == 1 else " move from "
        show(together(changed, Season.names) + verb + Season.group_names[old] + " to " + Season.group_names[new] + "\n")


@routine(charge="len(people) * len(groups)")
def leave_all(people: list[int], groups: list[int]) -> list[int]:
    """Those who are in one of the groups leave them all; who they are."""
    found: list[int] = []
    for person in people:
        was_in = False
        for group in groups:
            if leave(person, group):
                was_in = True
        if was_in:
            found.append(person)
    return found


@routine(charge="len(groups) * Season.size")
def tell_groups(groups: list[int]) -> None:
    for group in groups:
        show(Season.group_names[group] + ": " + listed(members_of(group), Season.names) + "\n")


@routine(charge="len(people) + len(groups)")
def deal(people: list[int], groups: list[int], sizes: list[int]) -> None:
    """Deals people at random; without sizes as evenly as can be, and who gets one more is random, too."""
    left = people.copy()
    shuffle(left)
    order = groups.copy()
    if len(sizes) == 0:
        shuffle(order)
    dealt = 0
    for i in range(len(order)):
        size = len(people) // len(groups)
        if len(sizes) > 0:
            size = sizes[i]
        elif i < len(people) % len(groups):
            size += 1
        while size > 0 and dealt < len(left):
            enter(left[dealt], order[i])
            dealt += 1
            size -= 1


@routine(charge="len(people) * len(groups)")
def swap_groups(keeps_sizes: bool, groups: list[int], adding: list[int], people: list[int]) -> None:
    sizes: list[int] = []
    if keeps_sizes:
        sizes = fill(len(groups), 0)
        for person in people:
            for i in range(len(groups)):
                if is_in(person, groups[i]):
                    sizes[i] = sizes[i] + 1
                    break
    dealt = leave_all(people, groups)
    targets = groups.copy()
    targets.extend(adding)
    deal(dealt, targets, sizes)
    tell_groups(targets)


@routine(charge="len(people) * len(groups)")
def merge_groups(groups: list[int], into: int, people: list[int]) -> None:
    for person in leave_all(people, groups):
        enter(person, into)
    if not contains(Season.teams, into):
        Season.teams.append(into)
    tell_groups([into])


# ---------------------------------------------------------------------------------------------------------- the season


@routine(charge="1")
def divide(groups: list[int]) -> None:
    """Before the first round everybody is dealt to a team."""
    sizes: list[int] = []
    deal(Season.active, groups, sizes)
    tell_groups(groups)


@routine(charge="1")
def begin_round() -> None:
    Season.round += 1
    tally("rounds", 1)
    Season.competitions.clear()
    Season.votes.clear()
    Season.allocations.clear()
    for person in range(Season.count):
        Season.joined[person * Season.group_count + Season.nominee] = 0
    show("Round " + str(Season.round) + "\n")


@routine(charge="len(goals)")
def who_reaches(goals: list[int], counters: list[int]) -> list[int]:
    """The active players who meet all goals."""
    found: list[int] = []
    for person in Season.active:
        meets_all = True
        for i in range(len(goals)):
            if Season.amounts[person * Season.counter_count + counters[i]] < goals[i]:
                meets_all = False
        if meets_all:
            found.append(person)
    return found


@routine(charge="1")
def jurors(count: int) -> list[int]:
    """The last who left, as many as there are."""
    first = len(Season.out) - count
    return Season.out[first if first > 0 else 0 : len(Season.out)]


@routine(charge="len(people)")
def win(people: list[int]) -> None:
    kept: list[int] = []
    for person in range(Season.count):
        if contains(people, person):
            kept.append(person)
    Season.winners = kept


@routine(charge="len(people) * Season.size")
def win_for_teams(people: list[int]) -> None:
    """The teams of these people win; who has no team stands for themself."""
    found: list[int] = []
    alone: list[int] = []
    for person in people:
        team = team_of(person)
        if team >= 0:
            found.append(team)
        else:
            alone.append(person)
    win(alone)
    kept: list[int] = []
    for team in Season.teams:
        if contains(found, team):
            kept.append(team)
    Season.winning_teams = kept


@routine(charge="1")
def win_as_team(team: int) -> None:
    if team >= 0:
        Season.winning_teams = [team]


@routine(charge="Season.size")
def winner_words(people_names: list[str], group_names: list[str]) -> str:
    """`Ada wins`, `Ada, Ben and Cleo win`, `Nobody wins`."""
    parts: list[str] = []
    count = len(Season.winning_teams) + len(Season.winners)
    for i in range(count):
        if i > 0:
            parts.append(" and " if i == count - 1 else ", ")
        if i < len(Season.winning_teams):
            parts.append(group_names[Season.winning_teams[i]])
        else:
            parts.append(people_names[Season.winners[i - len(Season.winning_teams)]])
    if count == 0:
        return "Nobody wins\n"
    return join(parts) + (" wins\n" if count == 1 else " win\n")


@routine(charge="1")
def tell_winners() -> None:
    show(winner_words(Season.names, Season.group_names))


@routine(charge="Season.size")
def ranking() -> list[list[int]]:
    """The winners, then the other active players together, then those who are out, the last first."""
    ranks: list[list[int]] = []
    first = Season.winners.copy()
    for person in Season.active:
        if not contains(first, person):
            for team in Season.winning_teams:
                if is_in(person, team):
                    first.append(person)
                    break
    if len(first) == 0:
        return ranks
    ranks.append(first)
    others = without(Season.active, first)
    if len(others) > 0:
        ranks.append(others)
    i = len(Season.out) - 1
    while i >= 0:
        together_: list[int] = []
        moment = Season.moments[i]
        while i >= 0 and Season.moments[i] == moment:
            if not contains(first, Season.out[i]):
                together_.append(Season.out[i])
            i -= 1
        if len(together_) > 0:
            ranks.append(together_)
    return ranks


@routine(charge="1")
def left_round(person: int) -> int:
    """The round in which somebody left; 0 for those who never did."""
    place = index_of(Season.out, person)
    return Season.left_in[place] if place >= 0 else 0


@routine(charge="1")
def has_won(person: int) -> bool:
    return contains(Season.winners, person)


@routine(charge="1")
def has_team_won(team: int) -> bool:
    return contains(Season.winning_teams, team)


# ------------------------------------------------------------------------------------------------------- drawn answers
# The policy of a simulation. A weight is a strength times `FULL`.


@routine(charge="1")
def strength_of(person: int) -> float:
    return Season.strengths[person] if person < len(Season.strengths) else 1.0


@routine(charge="Season.size")
def strength_of_team(team: int) -> float:
    """The mean of its active members'."""
    total = 0.0
    count = 0
    for person in members_of(team):
        total = total + strength_of(person)
        count += 1
    return total / float(count) if count > 0 else 1.0


@routine(charge="Season.size", name=WEIGH_OPTION)
def weigh_option(option: tuple[int, int, int]) -> int:
    kind = option[0]
    strength = strength_of_team(option[2]) if kind >= OF_TEAMS else strength_of(option[2])
    if CAST <= kind <= NOMINATE:
        if Season.habit == LOYAL:
            team = team_of(option[1])
            return 0 if team >= 0 and team_of(option[2]) == team else 1
        if Season.habit == WEAKEST:
            strength = 1.0 / strength
        elif Season.habit != STRONGEST:
            strength = 1.0
    elif kind % OF_TEAMS == LOSER:
        strength = 1.0 / strength
    weight = strength * FULL
    if weight > MOST:
        return int(MOST)
    return int(weight) if weight > 1.0 else 1


@routine(charge="Season.size", name=WEIGH_SCORE)
def weigh_score(score: int) -> int:
    """As likely as the best of so many even draws as the strength says, which need be no whole number: the stronger of
    two then scores more with the chance that the stronger wins."""
    low = LEAST_SCORE
    high = MOST_SCORE
    if len(Season.scores) == 2:
        low = Season.scores[0]
        high = Season.scores[1]
    strength = strength_of_team(Season.scored) if Season.scored_team else strength_of(Season.scored)
    count = float(high - low + 1)
    upper = float_power(float(score - low + 1) / count, strength)
    lower = float_power(float(score - low) / count, strength)
    weight = (upper - lower) * MOST
    return int(weight) if weight > 1.0 else 1
