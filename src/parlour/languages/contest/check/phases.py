"""Phases of the tree with their histories in, phases of the checked season out.

A `Walk` goes through the phases of one stretch of rounds, or through the body of a tiebreaker, keeps the history, and
notes what every reference uses: a competition asks only for what something uses. What a competition of the checked
season says about that is filled in at the end (`finished`), when all uses are known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence, Set
from dataclasses import field, replace
from typing import assert_never

from parlour.dataclass import dataclass
from parlour.languages.contest import codes
from parlour.languages.contest.check import meaning, whereabouts
from parlour.languages.contest.check.history import KINDS, Certain, Found, Kind, Lines, Possible, Result, Use
from parlour.languages.contest.check.world import World
from parlour.languages.contest.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label

# For so many results that are missed the whole text is searched.
MOST_SEARCHED = 50
# What a season can end with instead of a result that its last round does not have.
_ENDS = {
    "competition": "for one more competition write `competition` alone",
    "vote": "for a vote of those who are out write `3 member jury vote`",
}


@dataclass(slots=True)
class Draft:
    """What the walks through a season have found so far.

    `names`: what each tiebreaker that is used is called, by the identity of its node `Tie`. `mentioned`: the numbers of
    results that tiebreakers refer to. `reached`: what may have happened where each tiebreaker is used. `pending`:
    tiebreakers that have to be walked through (again). `in_play`: the result of every action that is walked through,
    `asked` the one that each competition of the checked season leaves, by its identity."""

    names: Mapping[int, str]
    mentioned: Mapping[Kind, Set[int]]
    reached: dict[str, Lines] = field(default_factory=dict)
    pending: deque[str] = field(default_factory=deque)
    in_play: list[Result] = field(default_factory=list)
    in_tiebreakers: dict[int, Result] = field(default_factory=dict)
    asked: dict[int, Result] = field(default_factory=dict)

    def use_tiebreaker(self, name: str, lines: Lines) -> None:
        """A tiebreaker is used where this may have happened."""
        before = self.reached.get(name)
        after = lines if before is None else {kind: before[kind].join(lines[kind]) for kind in KINDS}
        if after != before:
            self.reached[name] = after
            if name not in self.pending:
                self.pending.append(name)


@dataclass(slots=True)
class Walk:
    """One way through phases. `reports`: whether references to nothing are told; not where a phase that could not be
    read may be what they mean."""

    world: World
    draft: Draft
    history: Certain | Possible
    reports: bool
    is_win: bool = False

    def phases(self, phases: Sequence[tree.Phase]) -> tuple[meaning.Phase, ...]:
        return tuple(self.phase(phase) for phase in phases if not isinstance(phase, tree.BrokenPhase))

    def phase(self, phase: tree.Action | tree.Progression) -> meaning.Phase:
        return self.progression(phase) if isinstance(phase, tree.Progression) else self.action(phase)

    def action(self, action: tree.Action) -> meaning.Action:
        match action:
            case tree.Competition(span, is_scored, is_team, between):
                people = self.who(between)
                result = self.push("competition", action)
                made = meaning.Competition(span, is_scored, is_team, people, False, False)
                self.draft.asked[id(made)] = result
                return made
            case tree.Vote(span, is_directed, by, between, includes_self):
                voters, candidates = self.who(by), self.who(between)
                self.push("vote", action)
                return meaning.Vote(span, is_directed, voters, candidates, includes_self)
            case tree.Nomination(span, count, by, between, includes_self):
                return meaning.Nomination(span, count.value, self.who(by), self.who(between), includes_self)
            case tree.Allocation(span, counter, by):
                givers = self.who(by)
                self.push("allocation", action)
                return meaning.Allocation(span, counter.text, givers)
            case tree.Uses(span, by, then, otherwise):
                asked = self.one(by)
                with self.history.branch():
                    first = self.phases(then)
                with self.history.branch():
                    second = self.phases(otherwise or ())
                return meaning.Uses(span, asked, first, second)
            case _:
                assert_never(action)

    def push(self, kind: Kind, action: tree.Competition | tree.Vote | tree.Allocation) -> Result:
        """An action has happened. In a tiebreaker it leaves the same result wherever that is used."""
        if isinstance(self.history, Possible):
            result = self.draft.in_tiebreakers.get(id(action)) or Result(kind, action)
            self.draft.in_tiebreakers[id(action)] = result
        else:
            result = Result(kind, action)
            self.draft.in_play.append(result)
        self.history.push(result)
        return result

    def progression(self, progression: tree.Progression) -> meaning.Update:
        span, update, people = progression.span, progression.update, self.who(progression.who)
        match update:
            case tree.Elimination():
                return meaning.Elimination(span, people)
            case tree.Add(group=group):
                return meaning.Add(span, group.text, people)
            case tree.Remove(group=group):
                return meaning.Remove(span, group.text, people)
            case tree.Change(old=old, new=new):
                return meaning.Change(span, old.text, new.text, people)
            case tree.Swap(keeps_sizes=keeps_sizes, groups=groups, adding=adding):
                return meaning.Swap(span, keeps_sizes, _texts(groups), _texts(adding), people)
            case tree.Merge(groups=groups, into=into):
                return meaning.Merge(span, _texts(groups), meaning.MERGED if into is None else into.text, people)
            case tree.Adjust(word=word, counter=counter, value=value):
                return meaning.Adjust(span, word, counter.text, self.value(value), people)
            case _:
                assert_never(update)

    # Who is meant

    def who(self, who: tree.Who) -> meaning.Who:
        items = tuple(meaning.Item(self.one(item.one), self.times(item.times)) for item in who.items)
        return meaning.Who(who.span, items, tuple(self.one(one) for one in who.excepted))

    def times(self, value: tree.Value | None) -> meaning.Value | None:
        """How often: once says nothing."""
        if value is None or (isinstance(value, tree.Number) and value.value == 1):
            return None
        return self.value(value)

    def one(self, one: tree.One) -> meaning.One:
        match one:
            case tree.Set(span, word):
                match word:
                    case "everyone":
                        return meaning.Everyone(span)
                    case "nominated":
                        return meaning.GroupNamed(span, meaning.NOMINEE)
                    case "tied":
                        return meaning.Tied(span)
                    case "eliminated":
                        return meaning.Eliminated(span)
            case tree.Named(span, name):
                index = self.world.numbers.get(name.text)
                return meaning.GroupNamed(span, name.text) if index is None else meaning.PlayerNamed(span, index)
            case tree.Chance(span, count, among):
                return meaning.Chance(span, 1 if count is None else count.value, self.among(one, among))
            case tree.Place(span, word, reference):
                return meaning.Place(span, word, self.reference(reference, word))
            case tree.Verdict(span, word, reference, tie):
                meant = self.reference(reference, word)
                return meaning.Verdict(span, word, meant, self.tie(tie))
            case tree.Extreme(span, word, counter, among, tie):
                people = self.among(one, among)
                which: meaning.Highest = "highest" if word in ("highest", "most") else "lowest"
                return meaning.Extreme(span, which, counter.text, people, self.tie(tie))
            case _:
                assert_never(one)

    def among(self, one: tree.One, who: tree.Who | None) -> meaning.Who:
        """A list that may be left out."""
        if who is not None:
            return self.who(who)
        return meaning.Who(one.span, (meaning.Item(meaning.Everyone(one.span)),))

    def value(self, value: tree.Value) -> meaning.Value:
        match value:
            case tree.Number(span, number):
                return meaning.NumberValue(span, number)
            case tree.CounterValue(span, name):
                return meaning.CounterValue(span, name.text)
            case tree.ResultsValue(span, reference):
                return meaning.ResultsValue(span, self.reference(reference, "results"))
            case _:
                assert_never(value)

    def tie(self, tie: tree.Tie | None) -> str | None:
        """The name of a tiebreaker, which is used here."""
        name = None if tie is None else self.draft.names.get(id(tie))
        if name is not None:
            self.draft.use_tiebreaker(name, self.history.lines(self.draft.mentioned))
        return name

    # References

    def reference(self, reference: tree.Reference, use: Use) -> meaning.Reference:
        kind, number = reference.kind, None if reference.number is None else reference.number.value
        found = self.history.find(kind, number)
        for result in found.results:
            result.uses.add(use)
        if self.reports:
            self._check(reference, use, found)
        return meaning.Reference(reference.span, kind, number, found.place)

    def _check(self, reference: tree.Reference, use: Use, found: Found) -> None:
        kind, number = reference.kind, reference.number
        named = kind if number is None else f"{kind} {number.value}"
        if found.may_lack:
            title, text = f"no {named} comes before this in the round", ""
            had = self.history.count(kind) if isinstance(self.history, Certain) else None
            self.world.missed += 1
            blocks = self.world.blocks if self.world.missed <= MOST_SEARCHED else ()
            hint, labels = whereabouts.advice(reference, had, blocks)
            if self.is_win:
                title, labels = f"the last round has no {named}", ()
                hint = "only the results of the last round are still there"
                if number is None and kind in _ENDS:
                    hint += f"; {_ENDS[kind]}"
            elif isinstance(self.history, Possible):
                text = "The tiebreaker is used in a place where there is none."
            places = (Label(reference.span), *labels)
            self.world.report(Diagnostic(codes.NO_SUCH_RESULT, title, places, hint=hint, text=text))
            return
        unscored = next((result for result in found.results if not result.has_scores), None)
        if use == "results" and unscored is not None:
            shown = "the latest competition" if found.place is None else f"competition {found.place}"
            self.world.tell(
                codes.NO_SCORES,
                f"{shown} has no scores",
                Label(reference.span),
                Label(unscored.action.span, "this competition is not scored"),
                hint="write `scored` before it, if its results are numbers",
            )


def _texts(names: Sequence[tree.Name]) -> tuple[str, ...]:
    return tuple(name.text for name in names)


def finished(phases: Sequence[meaning.Phase], draft: Draft) -> tuple[meaning.Phase, ...]:
    """The same phases, whose competitions know what is asked."""
    return tuple(_finished(phase, draft) for phase in phases)


def _finished(phase: meaning.Phase, draft: Draft) -> meaning.Phase:
    if isinstance(phase, meaning.Uses):
        return replace(phase, then=finished(phase.then, draft), otherwise=finished(phase.otherwise, draft))
    if isinstance(phase, meaning.Competition):
        uses = draft.asked[id(phase)].uses
        return replace(phase, uses_winner="winner" in uses, uses_loser="loser" in uses)
    return phase


def finished_action(action: meaning.Action, draft: Draft) -> meaning.Action:
    """An action of a tiebreaker, which knows what is asked."""
    phase = _finished(action, draft)
    assert not isinstance(phase, meaning.Update)
    return phase
