"""Who uses whom: which definitions may ask for input, and in which order boards can be filled.

Boards are filled once, when the program is loaded. So their equations cannot ask, and no board can need
itself, not even through a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from parlour.dataclass import dataclass
from parlour.languages.bogl import codes
from parlour.languages.bogl.check.scope import Global
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span

Mentions = Mapping[str, Mapping[str, Span]]


@dataclass(frozen=True, slots=True)
class Uses:
    """`asks`: the definitions that may ask for input; `board_order`: each board after those it needs."""

    asks: frozenset[str]
    board_order: tuple[str, ...]


def analyse(
    mentions: Mentions,
    boards: Sequence[str],
    defined: Mapping[str, Global],
    report: Callable[[Diagnostic], object],
) -> Uses:
    """Finds out from what each definition mentions, and where; reports boards that ask or need themselves."""
    asks: set[str] = set()
    order: list[str] = []
    is_board = frozenset(boards)
    for group in _groups(mentions):
        members = set(group)
        mentioned = {name for member in group for name in mentions[member]}
        if "input" in mentioned or mentioned & asks:
            asks |= members
        for board in group:
            if board not in is_board:
                continue
            order.append(board)
            through = next((name for name in mentions[board] if name in members), None)
            if through is not None:
                _report_circle(board, through, mentions[board][through], report)
    for board in boards:
        asking = next((name for name in mentions[board] if name == "input" or name in asks), None)
        if asking is not None:
            _report_asking(defined[board], asking, mentions[board][asking], report)
    return Uses(frozenset(asks), tuple(order))


def _groups(mentions: Mentions) -> Iterator[list[str]]:
    """Definitions that need each other, group by group, each after the groups it needs.

    Tarjan's strongly connected components, with a stack of its own instead of recursion.
    """
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    is_waiting: set[str] = set()
    for root in mentions:
        if root in number:
            continue
        path = [(root, iter(mentions[root]))]
        while path:
            name, others = path[-1]
            if name not in number:
                number[name] = lowest[name] = len(number)
                waiting.append(name)
                is_waiting.add(name)
            for other in others:
                if other not in mentions:
                    continue
                if other not in number:
                    path.append((other, iter(mentions[other])))
                    break
                if other in is_waiting:
                    lowest[name] = min(lowest[name], number[other])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[name])
                if lowest[name] == number[name]:
                    group = [waiting.pop()]
                    while group[-1] != name:
                        group.append(waiting.pop())
                    is_waiting.difference_update(group)
                    yield group


def _report_circle(board: str, through: str, place: Span, report: Callable[[Diagnostic], object]) -> None:
    way = "" if through == board else f", through `{through}`"
    report(
        Diagnostic(
            codes.CYCLIC_BOARD,
            f"the board `{board}` is defined by itself{way}",
            (Label(place),),
            hint="the cells of a board are all filled at once, so its equations cannot look at it",
        )
    )


def _report_asking(board: Global, asking: str, place: Span, report: Callable[[Diagnostic], object]) -> None:
    label = "this asks" if asking == "input" else f"`{asking}` asks for input"
    report(
        Diagnostic(
            codes.INPUT_IN_BOARD,
            f"the board `{board.name.text}` cannot ask for input",
            (Label(place, label),),
            hint="boards are filled when the program is loaded; a function can `place` an answer on one later",
        )
    )
