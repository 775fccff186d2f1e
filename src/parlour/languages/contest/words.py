"""The canonical words of a season: one text for all texts that mean the same, made from the checked season.

`highest` for most, `of` after elimination and `for` after every other update, no list where everyone is meant, every
tiebreaker by its name. The plan speaks them (`parlour show`), and whoever has to name a phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from parlour.languages.contest.check import meaning


class Words:
    """Puts parts of a checked season in words; it has to know what the players are called."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players

    # Phases

    def phase(self, phase: meaning.Phase) -> str:
        match phase:
            case meaning.Competition(is_scored=is_scored, is_team=is_team, between=between):
                kind = f"{'scored ' if is_scored else ''}{'team ' if is_team else ''}competition"
                return f"{kind} between {self.who(between)}"
            case meaning.Vote(is_directed=is_directed, by=by, between=between, includes_self=includes_self):
                return f"{'directed ' if is_directed else ''}vote {self._ballot(by, between, includes_self)}"
            case meaning.Nomination(count=count, by=by, between=between, includes_self=includes_self):
                return f"nomination of {count} {self._ballot(by, between, includes_self)}"
            case meaning.Allocation(counter=counter, by=by):
                return f"allocation of {counter} by {self.who(by)}"
            case meaning.Uses(by=by, then=then, otherwise=otherwise):
                other = f" otherwise ({self._phases(otherwise)})" if otherwise else ""
                return f"uses? {self.one(by)} then ({self._phases(then)}){other}"
            case meaning.Elimination(who=who):
                return f"elimination of {self.who(who)}"
            case _:
                return f"{self._update(phase)} for {self.who(phase.who)}"

    def _phases(self, phases: Sequence[meaning.Phase]) -> str:
        return ". ".join(self.phase(phase) for phase in phases)

    def _ballot(self, by: meaning.Who, between: meaning.Who, includes_self: bool) -> str:
        return f"by {self.who(by)} between {self.who(between)}{' including self' if includes_self else ''}"

    def _update(
        self, update: meaning.Add | meaning.Remove | meaning.Change | meaning.Swap | meaning.Merge | meaning.Adjust
    ) -> str:
        match update:
            case meaning.Add(group=group):
                return f"add {group}"
            case meaning.Remove(group=group):
                return f"remove {group}"
            case meaning.Change(old=old, new=new):
                return f"change {old} to {new}"
            case meaning.Swap(keeps_sizes=keeps_sizes, groups=groups, adding=adding):
                added = f" adding {', '.join(adding)}" if adding else ""
                return f"{'number preserving ' if keeps_sizes else ''}swap {', '.join(groups)}{added}"
            case meaning.Merge(groups=groups, into=into):
                return f"merge {', '.join(groups)}{'' if into == meaning.MERGED else f' to {into}'}"
            case meaning.Adjust(word=word, counter=counter, value=value):
                return f"{word} {counter} {'to' if word == 'set' else 'by'} {self.value(value)}"
            case _:
                assert_never(update)

    # Who is meant

    def who(self, who: meaning.Who) -> str:
        items = ", ".join(self._item(item) for item in who.items)
        return f"{items} except {', '.join(map(self.one, who.excepted))}" if who.excepted else items

    def _item(self, item: meaning.Item) -> str:
        return self.one(item.one) + ("" if item.times is None else f" * {self.value(item.times)}")

    def one(self, one: meaning.One) -> str:
        match one:
            case meaning.Everyone():
                return "everyone"
            case meaning.Tied():
                return "tied"
            case meaning.Eliminated():
                return "eliminated"
            case meaning.PlayerNamed(index=index):
                return self._players[index]
            case meaning.GroupNamed(group=group):
                return "nominated" if group == meaning.NOMINEE else group
            case meaning.Chance(count=count, among=among):
                return f"chance{'' if count == 1 else f' {count}'}{self._among(among)}"
            case meaning.Place(which=which, reference=reference):
                return f"{which} of {self.reference(reference)}"
            case meaning.Verdict(which=which, reference=reference, tiebreaker=tiebreaker):
                return f"{which} of {self.reference(reference)}{self._tie(tiebreaker)}"
            case meaning.Extreme(which=which, counter=counter, among=among, tiebreaker=tiebreaker):
                return f"{which} {counter}{self._among(among)}{self._tie(tiebreaker)}"
            case _:
                assert_never(one)

    def _among(self, who: meaning.Who) -> str:
        return "" if who.is_everyone else f" ({self.who(who)})"

    def _tie(self, tiebreaker: str | None) -> str:
        return "" if tiebreaker is None else f" tiebroken by {tiebreaker}"

    def reference(self, reference: meaning.Reference) -> str:
        return reference.kind if reference.number is None else f"{reference.kind} {reference.number}"

    def value(self, value: meaning.Value) -> str:
        match value:
            case meaning.NumberValue(value=number):
                return str(number)
            case meaning.CounterValue(counter=counter):
                return counter
            case meaning.ResultsValue(reference=reference):
                return f"results of {self.reference(reference)}"
            case _:
                assert_never(value)

    # The end

    def win(self, win: meaning.Win) -> str:
        match win:
            case meaning.Reach(goals=goals, is_for_team=is_for_team):
                listed = ", ".join(f"{goal.amount} {goal.counter}" for goal in goals)
                return f"reach {listed}{' for team' if is_for_team else ''}"
            case meaning.FinalCompetition(is_team=is_team):
                return "team competition" if is_team else "competition"
            case meaning.Jury(count=count):
                return f"{count} member jury vote"
            case meaning.Survive():
                return "survive"
            case meaning.Chosen(who=who, is_for_team=is_for_team):
                return f"{self.who(who)}{' for team' if is_for_team else ''}"
            case _:
                assert_never(win)
