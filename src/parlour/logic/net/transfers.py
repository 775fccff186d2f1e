"""What a move carries along: sums over moves and facts that many formulas share.

Whether a rook arrives on c4 is asked square by square: it was moved from c1 to c4 and stood on c1, or from a4 and stood
on a4, and so on; sixty-four such sums for a rook, with the same facts in all of them. Since exactly one move is made,
each is *a move to c4, and a rook stood where the move began*, and the second part is the same for all squares:

    or of (moves[i] and fact[i])  =  (any of the moves)  and  or of (all moves that are asked with fact[i] and fact[i])

This holds as long as no two of the formulas have a move in common: then a move of one of them is asked with a fact only
where that formula does so. Such formulas form a *transfer*.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from parlour.dataclass import dataclass

# A chooser, and for each fact the set of the moves that it is asked with, in order of the facts.
Sum = tuple[int, tuple[tuple[int, int], ...]]
# A sum of fewer parts is not worth the trouble.
FEWEST_PARTS = 4


@dataclass(slots=True)
class Transfer:
    """`sources` are the facts with all the moves they are asked with, `covered` the moves of all its formulas."""

    chooser: int
    covered: int = 0
    sources: dict[int, int] = field(default_factory=dict)
    formulas: list[Sum] = field(default_factory=list)

    def take(self, formula: Sum) -> None:
        self.covered |= moves_of(formula)
        self.formulas.append(formula)
        for fact, moves in formula[1]:
            self.sources[fact] = self.sources.get(fact, 0) | moves


class Transfers:
    """The transfers of some sums; `gain` is about how many gates they save."""

    def __init__(self, formulas: Iterable[Sum] = ()) -> None:
        found: list[Transfer] = []
        by_fact: dict[tuple[int, int], list[Transfer]] = {}
        for formula in formulas:
            chooser, parts = formula
            moves = moves_of(formula)
            own = by_fact.setdefault((chooser, parts[0][0]), [])
            home = next((transfer for transfer in own if not transfer.covered & moves), None)
            if home is None:
                home = Transfer(chooser)
                found.append(home)
            home.take(formula)
            for fact, _ in parts:
                others = by_fact.setdefault((chooser, fact), [])
                if not any(other is home for other in others):
                    others.append(home)
        self.gain = 0
        self._of: dict[Sum, Transfer] = {}
        unions: set[tuple[int, int]] = set()
        for transfer in found:
            before = sum(2 * len(parts) for _, parts in transfer.formulas)
            own_unions = {(transfer.chooser, moves) for moves in transfer.sources.values()}
            after = 2 * len(transfer.sources) + len(transfer.formulas)
            after += sum(moves.bit_count() for _, moves in own_unions - unions)
            if before > after:
                self.gain += before - after
                unions |= own_unions
                self._of.update(dict.fromkeys(transfer.formulas, transfer))

    def of(self, formula: Sum) -> Transfer | None:
        return self._of.get(formula)


def moves_of(formula: Sum) -> int:
    """All moves of a sum."""
    found = 0
    for _, moves in formula[1]:
        found |= moves
    return found
