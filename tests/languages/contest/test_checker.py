"""What a season means, and what is wrong with it: each rule of sections 3, 4, 10 and 11 that needs no play."""

from __future__ import annotations

import pytest
from tests.languages.contest.reading import checked, errors, found_in, titles, warnings, whole, words

from parlour.languages.contest import codes
from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.rounds import MOST_PHASES, MOST_ROUNDS

# ------------------------------------------------------------------------------------------------------------- the cast


def test_players_are_in_order_of_entry_with_what_they_start_with() -> None:
    season = checked(
        whole(
            players="Ada with affiliation called red, counter called pts starting at 3, Ben all with counter called fun"
        )
    )
    fun = meaning.Counter("fun")
    assert season.players == (
        meaning.Player("Ada", ("red",), (meaning.Counter("pts", 3), fun)),
        meaning.Player("Ben", (), (fun,)),
    )


def test_score_resource_and_counter_mean_the_same() -> None:
    kinds = [
        checked(whole(players=f"Ada all with {word} called pts")).players for word in ("score", "resource", "counter")
    ]
    assert kinds[0] == kinds[1] == kinds[2]


def test_limits_are_kept() -> None:
    season = checked(whole(players="Ada with counter called c starting at -2 with minimum of -5 with maximum of 9"))
    assert season.players[0].counters == (meaning.Counter("c", -2, -5, 9),)


def test_what_a_player_has_alone_stands_before_what_all_have() -> None:
    players = "Ada with counter called c starting at 5, Ben all with counter called c, affiliation called red"
    season = checked(whole(players=players))
    assert [player.counters[0].start for player in season.players] == [5, 0]
    assert [player.groups for player in season.players] == [("red",), ("red",)]


def test_a_team_is_the_first_group_of_its_members() -> None:
    season = checked(whole(players="team Lynx: Ada with affiliation called red; team Otter: Ben"))
    assert [player.groups for player in season.players] == [("Lynx", "red"), ("Otter",)]
    assert season.teams == (meaning.Team("Lynx", False), meaning.Team("Otter", False))


def test_teams_are_declared_by_team_into_and_adding_and_made_by_merge() -> None:
    rounds = "merge Reef, Dune to Lagoon for everyone. swap Reef, Dune adding Cave for everyone. add coach for Ada"
    season = checked(whole(rounds, players="randomly divide Ada, Ben, Cleo into Reef, Dune"))
    assert season.divided == ("Reef", "Dune")
    assert [(team.name, team.is_made) for team in season.teams] == [
        ("Reef", False),
        ("Dune", False),
        ("Cave", False),
        ("Lagoon", True),
    ]
    assert set(season.groups) == {"nominee", "Reef", "Dune", "Cave", "Lagoon", "coach"}


def test_player_names_are_unique() -> None:
    assert errors(whole(players="Ada, Nora, Nora")) == [(codes.PLAYER_TWICE, "Nora is in the cast twice", "Nora")]
    assert titles(whole(players="team Lynx: Ada; team Otter: Ada")) == ["Ada is in the cast twice"]


def test_capitals_count_in_names() -> None:
    assert errors(whole(players="Ada, ada")) == []


@pytest.mark.parametrize(
    "season",
    [
        whole(players="Ada, Nora with affiliation called Nora"),
        whole(players="team Nora: Ada, Nora"),
        whole(players="randomly divide Ada, Nora into Nora, Dune"),
        whole("add Nora for Ada", players="Ada, Nora"),
        whole("change red to Nora for Ada", players="Ada, Nora all with affiliation called red"),
        whole("swap red adding Nora for Ada", players="Ada, Nora all with affiliation called red"),
        whole("merge red to Nora for Ada", players="Ada, Nora all with affiliation called red"),
        whole("remove Nora for Ada", players="Ada, Nora"),
        whole("merge Nora for Ada", players="Ada, Nora"),
    ],
)
def test_no_name_is_both_a_player_and_a_group(season: str) -> None:
    assert errors(season) == [
        (codes.PLAYER_AND_GROUP, "Nora is a player, so no group can be called that", "Nora"),
    ]


def test_nobody_is_called_like_the_group_of_the_nominated_or_the_host() -> None:
    [(code, _, place)] = errors(whole(players="Ada, nominee"))
    assert (code, place) == (codes.PLAYER_AND_GROUP, "nominee")
    assert errors(whole(players="Ada, host")) == [(codes.NAME_OF_HOST, "no player can be called host", "host")]
    assert errors(whole(players="Ada, Host")) == []


@pytest.mark.parametrize(
    ("limits", "title"),
    [
        ("with minimum of 5 with maximum of 3", "the minimum of c is 5, above its maximum of 3"),
        ("starting at 4 with maximum of 3", "c starts at 4, above its maximum of 3"),
        ("starting at -1 with minimum of 0", "c starts at -1, below its minimum of 0"),
        ("with minimum of 2", "c starts at 0, below its minimum of 2"),
        ("starting at 1 starting at 2", "c starts twice"),
        ("with minimum of 0, with minimum of 0", "c has a minimum twice"),
        ("with maximum of 0 with maximum of 3", "c has a maximum twice"),
    ],
)
def test_limits_agree_with_each_other_and_with_the_start(limits: str, title: str) -> None:
    [(code, said, _)] = errors(whole(players=f"Ada all with counter called c {limits}"))
    assert (code, said) == (codes.BAD_LIMITS, title)


@pytest.mark.parametrize(
    "season",
    [
        whole(players="team Lynx: Ada; team Lynx: Ben"),
        whole(players="randomly divide Ada, Ben into Lynx, Lynx"),
        whole(players="Ada with counter called Lynx, counter called Lynx"),
        whole("swap Lynx, Lynx for everyone", players="team Lynx: Ada"),
        whole("swap Lynx adding Lynx for everyone", players="team Lynx: Ada"),
        whole("merge Lynx, Lynx for everyone", players="team Lynx: Ada"),
    ],
)
def test_nothing_is_listed_twice(season: str) -> None:
    assert errors(season) == [(codes.LISTED_TWICE, "Lynx is listed twice", "Lynx")]


# ---------------------------------------------------------------------------------------------------------------- names


def test_each_name_in_a_list_is_a_player_or_a_group() -> None:
    assert errors(whole("elimination of Nora")) == [
        (codes.UNKNOWN_PERSON_OR_GROUP, "nobody and no group is called Nora", "Nora")
    ]
    assert errors(whole("elimination of red, Ada, nominee")) == []


@pytest.mark.parametrize("update", ["remove blue", "change blue to red", "swap red, blue", "merge blue, red"])
def test_a_group_that_is_left_occurs_somewhere(update: str) -> None:
    assert errors(whole(f"{update} for everyone")) == [
        (codes.UNKNOWN_PERSON_OR_GROUP, "nobody and no group is called blue", "blue")
    ]


@pytest.mark.parametrize(
    "introduced",
    [
        "add blue for Ada",
        "change red to blue for Ada",
        "swap red adding blue for everyone",
        "merge red to blue for everyone",
    ],
)
def test_a_group_may_be_introduced_by_any_phase(introduced: str) -> None:
    """Also by a later one, and Win may name it."""
    assert errors(whole(f"elimination of blue. {introduced}", win="blue")) == []


def test_a_merge_without_a_name_makes_the_group_merged() -> None:
    season = checked(whole("merge red for everyone. competition between merged", win="winner of competition"))
    assert season.teams == (meaning.Team("merged", True),)


def test_names_that_nothing_has_come_with_what_may_be_meant() -> None:
    [item] = found_in(whole("elimination of Cloe"))
    assert item.hint == "Did you mean Cleo?"
    [item] = found_in(whole("elimination of evryone"))
    assert item.hint == "Did you mean everyone?"


@pytest.mark.parametrize(
    "season",
    [
        whole("increase coins by 1 for Ada"),
        whole("set pts to coins for Ada"),
        whole("allocation of coins by Ada"),
        whole("elimination of highest coins"),
        whole("elimination of Ada * coins"),
        whole(win="reach 3 coins"),
    ],
)
def test_each_counter_is_declared_for_somebody(season: str) -> None:
    assert errors(season) == [(codes.UNKNOWN_COUNTER, "nobody has a counter called coins", "coins")]


def test_tied_means_something_only_in_a_tiebreaker() -> None:
    assert errors(whole("elimination of tied")) == [
        (codes.TIED_OUTSIDE, "tied means something only in a tiebreaker", "tied")
    ]
    assert errors(whole("elimination of most pts tiebroken by lots: chance (tied)")) == []


def test_number_preserving_together_with_adding_is_refused() -> None:
    assert errors(whole("number preserving swap red adding blue for everyone")) == [
        (codes.PRESERVING_AND_ADDING, "a number preserving swap cannot add a group", "blue")
    ]


def test_referenced_tiebreakers_exist() -> None:
    assert errors(whole("elimination of most pts tiebroken by coin")) == [
        (codes.UNKNOWN_TIEBREAKER, "there is no tiebreaker called coin", "coin")
    ]


def test_a_tiebreaker_has_one_body() -> None:
    lots = "coin chance (tied)"
    rounds = "elimination of most pts tiebroken by coin"
    found = (codes.TWO_BODIES, "tiebreaker coin has two bodies", "coin")
    assert errors(whole(rounds, more=f"Tiebreaker: {lots} Tiebreaker: {lots}")) == [found]
    assert errors(whole(f"{rounds}: chance (tied)", more=f"Tiebreaker: {lots}")) == [found]
    assert errors(whole(f"{rounds}: chance (tied)", win=f"most pts tiebroken by {lots}")) == [found]


def test_a_body_in_place_can_be_used_again_by_its_name() -> None:
    rounds = "elimination of most pts tiebroken by coin. elimination of least pts tiebroken by coin: chance (tied)"
    season = checked(whole(rounds))
    assert list(season.tiebreakers) == ["coin"]


# --------------------------------------------------------------------------------------------- rounds and modifications


def test_a_block_is_written_out_as_often_as_it_says() -> None:
    season = checked(whole("elimination of Ada; elimination of Ben repeated 3 times; elimination of Cleo"))
    assert words(season) == [
        (1, 1, ["elimination of Ada"]),
        (2, 4, ["elimination of Ben"]),
        (5, 5, ["elimination of Cleo"]),
    ]


def test_a_block_repeated_0_times_is_not_played() -> None:
    season = checked(whole("elimination of Ada repeated 0 times; elimination of Ben"))
    assert words(season) == [(1, 1, ["elimination of Ben"])]


def test_a_block_that_is_not_played_is_checked_all_the_same() -> None:
    assert [code for code, _, _ in errors(whole("elimination of winner of competition repeated 0 times"))] == [
        codes.NO_SUCH_RESULT
    ]


A, B, C = (f"elimination of {name}" for name in ("Ada", "Ben", "Cleo"))


def modified(*modifiers: str, times: int = 3) -> list[tuple[int, int, list[str]]]:
    """Two phases, changed by modifiers."""
    return words(checked(whole(f"{A}. {B} repeated {times} times with modifications: {'. '.join(modifiers)}")))


def test_just_changes_one_round() -> None:
    assert modified(f"just round 2 before phase 1 insert {C}") == [(1, 1, [A, B]), (2, 2, [C, A, B]), (3, 3, [A, B])]


def test_from_changes_a_round_and_all_later_ones() -> None:
    assert modified(f"from round 2 before phase 1 insert {C}") == [(1, 1, [A, B]), (2, 3, [C, A, B])]


def test_neither_just_nor_from_means_just() -> None:
    assert modified(f"round 2 before phase 1 insert {C}") == modified(f"just round 2 before phase 1 insert {C}")


def test_before_after_and_instead_of() -> None:
    assert modified(f"from round 1 before phase 2 insert {C}") == [(1, 3, [A, C, B])]
    assert modified(f"from round 1 after phase 2 insert {C}") == [(1, 3, [A, B, C])]
    assert modified(f"from round 1 instead of phase 2 insert {C}") == [(1, 3, [A, C])]


def test_modifiers_are_applied_in_the_order_written_and_count_what_earlier_ones_made() -> None:
    assert modified(f"from round 1 before phase 1 insert {C}", f"just round 1 instead of phase 3 insert {A}") == [
        (1, 1, [C, A, A]),
        (2, 3, [C, A, B]),
    ]


def test_rounds_that_two_modifiers_make_equal_are_together() -> None:
    one, two = (f"just round {number} before phase 1 insert {C}" for number in (1, 2))
    assert modified(one, two) == [(1, 2, [C, A, B]), (3, 3, [A, B])]


def test_equal_neighbours_of_two_blocks_stay_apart() -> None:
    assert words(checked(whole(f"{A}; {A}"))) == [(1, 1, [A]), (2, 2, [A])]


def test_round_numbers_count_inside_their_own_block() -> None:
    rounds = f"{A} repeated 2 times; {B} repeated 2 times with modifications: just round 1 after phase 1 insert {C}"
    assert words(checked(whole(rounds))) == [(1, 2, [A]), (3, 3, [B, C]), (4, 4, [B])]


@pytest.mark.parametrize("number", [0, 4, 7])
def test_a_round_number_past_the_block_is_an_error(number: int) -> None:
    rounds = f"{A} repeated 3 times with modifications: from round {number} before phase 1 insert {B}"
    assert errors(whole(rounds)) == [(codes.NO_SUCH_ROUND, f"round {number}: this block has 3 rounds", str(number))]


def test_a_phase_number_past_the_end_is_an_error() -> None:
    rounds = f"{A}. {B} repeated 3 times with modifications: just round 2 before phase 3 insert {C}"
    assert errors(whole(rounds)) == [(codes.NO_SUCH_PHASE, "phase 3: round 2 has 2 phases by then", "3")]
    longer = rounds.replace("just round 2", f"from round 2 after phase 2 insert {C}. just round 2")
    assert errors(whole(longer)) == []


def test_a_phase_number_counts_in_every_round_that_is_changed() -> None:
    first = f"just round 1 after phase 2 insert {C}"
    rounds = f"{A}. {B} repeated 3 times with modifications: {first}. from round 1 before phase 3 insert {C}"
    assert [title for _, title, _ in errors(whole(rounds))] == ["phase 3: round 2 has 2 phases by then"]


def test_a_million_repetitions_are_one_round() -> None:
    season = checked(whole("increase pts by 1 for everyone repeated 1000000 times", win="highest pts"))
    [each] = season.rounds
    assert (each.first, each.last, season.round_count) == (1, 1_000_000, 1_000_000)


def test_a_season_has_no_more_rounds_and_phases_than_can_be_counted() -> None:
    increase = "increase pts by 1 for everyone"
    long = f"{increase} repeated {MOST_ROUNDS} times; {increase}"
    assert [code for code, _, _ in errors(whole(long))] == [codes.TOO_LONG]
    changes = ". ".join(f"just round {number} after phase 1 insert {increase}" for number in range(1, 9_000, 2))
    many = f"{'. '.join([increase] * 5)} repeated 9000 times with modifications: {changes}"
    [(code, title, _)] = errors(whole(many))
    assert code == codes.TOO_LONG
    assert title.startswith("this season has more than")
    assert MOST_PHASES == 20_000


# -------------------------------------------------------------------------------------------------------------- results


def competitions(text: str) -> list[tuple[bool, bool]]:
    """What each competition of the first round is asked for: winner, loser."""
    phases = checked(text).rounds[0].phases
    return [(each.uses_winner, each.uses_loser) for each in phases if isinstance(each, meaning.Competition)]


def test_a_reference_without_a_number_means_the_latest() -> None:
    rounds = "competition between Ada, Ben. competition between Cleo, Dan. elimination of loser of competition"
    assert competitions(whole(rounds)) == [(False, False), (False, True)]
    assert competitions(whole(f"{rounds} 1")) == [(False, True), (False, False)]


def test_references_know_their_place() -> None:
    rounds = "vote by Ada between Ben. vote by Ben between Ada. elimination of majority of vote, minority of vote 1"
    [_, _, elimination] = checked(whole(rounds)).rounds[0].phases
    assert isinstance(elimination, meaning.Elimination)
    places = [item.one.reference.place for item in elimination.who.items if isinstance(item.one, meaning.Verdict)]
    assert places == [2, 1]


@pytest.mark.parametrize("kind", ["competition", "vote", "allocation"])
def test_a_reference_comes_after_what_it_refers_to_in_the_same_round(kind: str) -> None:
    actions = {
        "competition": "scored competition between everyone",
        "vote": "vote by Ada between Ben",
        "allocation": "allocation of pts by Ada",
    }
    use, title = f"set pts to results of {kind} for Ada", f"no {kind} comes before this in the round"
    assert errors(whole(f"{use}. {actions[kind]}")) == [(codes.NO_SUCH_RESULT, title, kind)]
    assert errors(whole(f"{actions[kind]}; {use}")) == [(codes.NO_SUCH_RESULT, title, kind)]
    assert errors(whole(f"{actions[kind]}. {use}")) == []
    assert errors(whole(f"{actions[kind]}. set pts to results of {kind} 2 for Ada")) == [
        (codes.NO_SUCH_RESULT, f"no {kind} 2 comes before this in the round", f"{kind} 2")
    ]
    assert [code for code, _, _ in errors(whole(f"{actions[kind]}. set pts to results of {kind} 0 for Ada"))] == [
        codes.NO_SUCH_RESULT
    ]


def test_only_scored_competitions_have_scores() -> None:
    rounds = "scored competition between everyone. competition between everyone. set pts to results of competition"
    assert errors(whole(f"{rounds} for Ada")) == [(codes.NO_SCORES, "competition 2 has no scores", "competition")]
    assert errors(whole(f"{rounds} 2 for Ada")) == [(codes.NO_SCORES, "competition 2 has no scores", "competition 2")]
    assert errors(whole(f"{rounds} 1 for Ada")) == []


def test_results_of_a_branch_are_forgotten_after_it_and_numbers_go_on_inside() -> None:
    branch = "uses? Ada then (competition between Cleo, Dan. elimination of loser of competition 2)"
    rounds = f"competition between Ada, Ben. {branch}. elimination of loser of competition"
    season = checked(whole(rounds))
    [first, uses, _] = season.rounds[0].phases
    assert isinstance(first, meaning.Competition) and isinstance(uses, meaning.Uses)
    inner = uses.then[0]
    assert isinstance(inner, meaning.Competition)
    assert [(each.uses_winner, each.uses_loser) for each in (first, inner)] == [(False, True), (False, True)]
    assert [title for _, title, _ in errors(whole(f"{rounds} 2"))] == [
        "no competition 2 comes before this in the round"
    ]


def test_both_branches_begin_where_the_round_is() -> None:
    rounds = (
        "uses? Ada then (vote by Ada between Ben. elimination of majority of vote)"
        " otherwise (elimination of majority of vote)"
    )
    assert [title for _, title, _ in errors(whole(rounds))] == ["no vote comes before this in the round"]


def test_a_branch_counts_as_a_use() -> None:
    assert competitions(whole("competition between everyone. uses? winner of competition then (add red for Ada)")) == [
        (True, False)
    ]


def test_a_tiebreaker_counts_as_a_use_of_what_came_before_it() -> None:
    rounds = (
        "competition between everyone. vote by Ada between everyone."
        " elimination of majority of vote tiebroken by fate: loser of competition"
    )
    assert competitions(whole(rounds)) == [(False, True)]


def test_in_a_tiebreaker_its_own_result_is_the_latest() -> None:
    rounds = (
        "competition between everyone. elimination of loser of competition."
        " elimination of most pts tiebroken by duel: competition between tied winner of competition"
    )
    season = checked(whole(rounds))
    assert competitions(whole(rounds)) == [(False, True)]
    action = season.tiebreakers["duel"].action
    assert isinstance(action, meaning.Competition)
    assert (action.uses_winner, action.uses_loser) == (True, False)


def test_what_a_tiebreaker_does_is_forgotten_after_it() -> None:
    rounds = (
        "elimination of most pts tiebroken by duel: competition between tied winner of competition."
        " elimination of loser of competition"
    )
    assert [title for _, title, _ in errors(whole(rounds))] == ["no competition comes before this in the round"]


def test_a_tiebreaker_is_checked_wherever_it_is_used() -> None:
    """In the second round there is no competition for it to look at."""
    rounds = "competition between everyone. elimination of most pts tiebroken by fate; elimination of most pts"
    fate = "Tiebreaker: fate loser of competition"
    assert errors(whole(rounds, more=fate)) == []
    found = errors(whole(f"{rounds} tiebroken by fate", more=fate))
    assert [(code, title) for code, title, _ in found] == [
        (codes.NO_SUCH_RESULT, "no competition comes before this in the round")
    ]


def test_scores_are_asked_for_wherever_a_tiebreaker_is_used() -> None:
    rounds = (
        "scored competition between everyone. elimination of most pts tiebroken by worth;"
        " competition between everyone. elimination of most pts tiebroken by worth"
    )
    worth = "Tiebreaker: worth chance (everyone * results of competition)"
    assert [title for _, title, _ in errors(whole(rounds, more=worth))] == ["the latest competition has no scores"]


def test_a_tiebreaker_may_refer_to_itself() -> None:
    again = "Tiebreaker: again vote by everyone between tied majority of vote tiebroken by again"
    season = checked(
        whole("vote by Ada between everyone. elimination of majority of vote tiebroken by again", more=again)
    )
    assert list(season.tiebreakers) == ["again"]
    numbered = again.replace("majority of vote", "majority of vote 2")
    rounds = "vote by Ada between everyone. elimination of majority of vote tiebroken by again"
    assert errors(whole(rounds, more=numbered)) == []
    assert [code for code, _, _ in errors(whole(rounds, more=again.replace("of vote", "of vote 3")))] == [
        codes.NO_SUCH_RESULT
    ]


def test_tiebreakers_may_use_each_other() -> None:
    more = "Tiebreaker: a most pts (tied) tiebroken by b Tiebreaker: b least pts (tied) tiebroken by a"
    assert list(checked(whole("elimination of most pts tiebroken by b", more=more)).tiebreakers) == ["b", "a"]


def test_tiebreakers_without_a_name_are_numbered_in_order_of_first_use() -> None:
    rounds = (
        "elimination of most pts tiebroken by least pts (tied) tiebroken by chance (tied)."
        " elimination of least pts tiebroken by Ada"
    )
    # The last one is a reference: a name after `by` is the name of the tiebreaker.
    assert [code for code, _, _ in errors(whole(rounds))] == [codes.UNKNOWN_TIEBREAKER]
    season = checked(whole(rounds.replace("by Ada", "by: Ada")))
    assert list(season.tiebreakers) == ["tiebreaker 1", "tiebreaker 2", "tiebreaker 3"]
    assert words(season)[0][2] == [
        "elimination of highest pts tiebroken by tiebreaker 1",
        "elimination of lowest pts tiebroken by tiebreaker 3",
    ]


def test_tiebreakers_are_in_order_of_first_use_after_modifications() -> None:
    rounds = (
        "elimination of most pts tiebroken by one repeated 2 times with modifications:"
        " just round 1 before phase 1 insert elimination of least pts tiebroken by two"
    )
    more = "Tiebreaker: one chance (tied) Tiebreaker: two chance (tied) Tiebreaker: three chance (tied)"
    assert list(checked(whole(rounds, more=more)).tiebreakers) == ["two", "one"]


def test_in_win_the_results_of_the_last_round_are_still_there() -> None:
    rounds = "competition between everyone. elimination of loser of competition repeated 3 times"
    season = checked(whole(rounds, win="winner of competition"))
    assert [(each.first, each.last) for each in season.rounds] == [(1, 2), (3, 3)]
    asked = [each.phases[0] for each in season.rounds]
    assert [isinstance(each, meaning.Competition) and each.uses_winner for each in asked] == [False, True]
    assert errors(whole("elimination of Ada", win="winner of competition")) == [
        (codes.NO_SUCH_RESULT, "the last round has no competition", "competition")
    ]


def test_a_win_that_asks_for_nothing_more_leaves_the_rounds_together() -> None:
    rounds = "competition between everyone. elimination of loser of competition repeated 3 times"
    assert [(each.first, each.last) for each in checked(whole(rounds, win="loser of competition")).rounds] == [(1, 3)]


@pytest.mark.parametrize(
    ("win", "meant"),
    [
        ("reach 3 pts, -1 fun for team", "Reach"),
        ("competition", "FinalCompetition"),
        ("for team competition", "FinalCompetition"),
        ("0 member jury vote", "Jury"),
        ("survive", "Survive"),
        ("red except Ada for team", "Chosen"),
    ],
)
def test_every_win_condition_has_a_meaning(win: str, meant: str) -> None:
    season = checked(
        whole(win=win, players="Ada, Ben all with affiliation called red, score called pts, score called fun")
    )
    assert type(season.win).__name__ == meant


def test_a_goal_may_be_negative() -> None:
    win = checked(whole(win="reach -3 pts")).win
    assert isinstance(win, meaning.Reach)
    assert win.goals == (meaning.Goal(-3, "pts"),)


# ------------------------------------------------------------------------------------------------------------- warnings


def test_a_group_nobody_can_be_in_is_worth_a_warning() -> None:
    rounds = "change boss to guest for boss. change guest to boss for boss"
    assert warnings(whole(rounds, players="Ada, Ben")) == [
        (codes.EMPTY_GROUP, "nobody can ever be in guest", "guest"),
        (codes.EMPTY_GROUP, "nobody can ever be in boss", "boss"),
    ]
    assert warnings(whole(f"add guest for Ada. {rounds.replace('for boss', 'for everyone')}", players="Ada, Ben")) == []


def test_a_group_may_get_its_people_from_groups_that_come_later() -> None:
    chain = ". ".join(f"change g{number - 1} to g{number} for g{number - 1}" for number in range(9, 0, -1))
    assert warnings(whole(f"{chain}. add g0 for Ada", players="Ada, Ben")) == []
    # All ten are empty for one reason.
    found = warnings(whole(f"{chain}. add g0 for g9", players="Ada, Ben"))
    assert [title for _, title, _ in found] == ["nobody can ever be in g9"]


@pytest.mark.parametrize("asked", ["elimination of nominated", "elimination of nominee", "remove nominee for everyone"])
def test_nobody_is_nominated_where_nobody_nominates(asked: str) -> None:
    [(code, title, place)] = warnings(whole(asked, players="Ada, Ben"))
    assert (code, title) == (codes.EMPTY_GROUP, "nobody is ever nominated")
    assert place in ("nominated", "nominee", "remove nominee")
    assert warnings(whole(f"nomination of 1 by Ada between Ben. {asked}", players="Ada, Ben")) == []


def test_a_counter_nothing_reads_is_worth_a_warning() -> None:
    players = "Ada, Ben all with counter called pts"
    assert warnings(whole("increase pts by 1 for Ada", players=players)) == [
        (codes.UNREAD_COUNTER, "nothing reads pts", "pts")
    ]
    for reading in (
        "allocation of pts by Ada",
        "set pts to pts for Ada",
        "elimination of most pts",
        "add x for Ada * pts",
    ):
        assert warnings(whole(reading, players=players)) == []
    assert warnings(whole(win="reach 1 pts", players=players)) == []


@pytest.mark.parametrize("action", ["competition between everyone", "vote by Ada between Ben"])
def test_a_result_nothing_uses_is_worth_a_warning(action: str) -> None:
    kind = action.split()[0]
    players = "Ada, Ben"
    unused = (codes.UNUSED_RESULT, f"nothing uses the result of this {kind}", action)
    assert warnings(whole(action, players=players)) == [unused]
    assert warnings(whole(f"uses? Ada then ({action})", players=players)) == [unused]
    use = "loser of competition" if kind == "competition" else "minority of vote"
    assert warnings(whole(f"{action}. elimination of {use}", players=players)) == []
    assert warnings(whole(action, players=players, win=use)) == []


def test_a_result_that_one_of_the_rounds_uses_is_used() -> None:
    rounds = (
        "competition between everyone repeated 3 times with modifications:"
        " just round 3 after phase 1 insert elimination of loser of competition"
    )
    assert warnings(whole(rounds, players="Ada, Ben")) == []


def test_a_tiebreaker_never_used_is_worth_a_warning() -> None:
    more = "Tiebreaker: coin chance (tied)"
    assert (codes.UNUSED_TIEBREAKER, "tiebreaker coin is never used", "coin") in warnings(whole(more=more))


def test_a_goal_above_its_counters_maximum_is_worth_a_warning() -> None:
    players = "Ada, Ben all with counter called pts with maximum of 9"
    [(code, title, place)] = warnings(whole("increase pts by 1 for everyone", win="reach 10 pts", players=players))
    assert (code, place) == (codes.GOAL_ABOVE_MAXIMUM, "10 pts")
    assert title == "nobody can reach 10 pts: the maximum is 9"
    assert warnings(whole("increase pts by 1 for everyone", win="reach 9 pts", players=players)) == []


@pytest.mark.parametrize(
    ("rounds", "is_too_many"),
    [
        ("elimination of chance repeated 3 times", False),
        ("elimination of chance repeated 4 times", True),
        ("elimination of chance repeated 5 times", True),
        ("vote by everyone between everyone. elimination of majority of vote repeated 1000000 times", True),
        # The same person cannot leave twice.
        (
            "vote by everyone between everyone. elimination of majority of vote. elimination of majority of vote"
            " repeated 3 times",
            False,
        ),
        (
            "vote by Ada between everyone. elimination of majority of vote. vote by Ada between everyone."
            " elimination of majority of vote repeated 3 times",
            True,
        ),
        ("elimination of Ada repeated 9 times", False),
        ("elimination of Ada. elimination of chance repeated 4 times", True),
        # What depends on an answer, or on who is in a group, is not certain.
        ("uses? Ada then (elimination of chance) repeated 9 times", False),
        ("elimination of red repeated 9 times", False),
        ("elimination of everyone except Ada repeated 9 times", False),
    ],
)
def test_more_certain_eliminations_than_players_are_worth_a_warning(rounds: str, is_too_many: bool) -> None:
    found = [code for code, _, _ in warnings(whole(rounds, win="highest pts"))]
    assert found == ([codes.TOO_MANY_ELIMINATIONS] if is_too_many else [])


def test_a_player_called_like_a_group_but_for_capitals_is_worth_a_warning() -> None:
    found = warnings(whole("elimination of Red", players="Red, Ben all with affiliation called red"))
    assert found == [(codes.ALMOST_A_GROUP, "the player Red is called like the group red, but for capitals", "Red")]


def test_open_votes_are_a_note_to_parlour() -> None:
    assert checked("// parlour: open votes\n" + whole()).pragmas.open_votes
    assert not checked(whole()).pragmas.open_votes
    [(code, _, _)] = [
        each for each in warnings("// parlour: opne votes\n" + whole()) if each[0] == codes.UNKNOWN_PRAGMA
    ]
    assert code == codes.UNKNOWN_PRAGMA


# -------------------------------------------------------------------------------------------------------- bad company


def test_what_could_not_be_read_excuses_the_names_in_it() -> None:
    """The group Nora may be introduced by the phase that cannot be read."""
    assert [code for code, _, _ in errors(whole("add Nora everyone. elimination of Nora"))] == [codes.EXPECTED]


def test_an_unreadable_cast_is_one_error() -> None:
    assert [code for code, _, _ in errors(whole("elimination of Ada", players="Ada Ben, Cleo"))] == [codes.BAD_NAME]


def test_an_unreadable_modifier_does_not_make_the_next_one_wrong() -> None:
    modifiers = f"just round 1 after phase insert {B}. round 1 after phase 2 insert {C}"
    rounds = f"{A} repeated 2 times with modifications: {modifiers}"
    assert [code for code, _, _ in errors(whole(rounds))] == [codes.EXPECTED]
