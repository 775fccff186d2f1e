"""Comparisons of one value with constants that cannot all hold: `n < 1 and n > 3`, where `or` is meant.

    >>> below, above = Comparison("n", "<", 1), Comparison("n", ">", 3)
    >>> contradict([below, above]), contradict([below, Comparison("m", ">", 3)])
    (True, False)
    >>> is_never([below, above], "and"), is_always([Comparison("n", "!=", 1), Comparison("n", "!=", 2)], "or")
    (True, True)

Constants that are no numbers are written as the program writes them; they can be equal or not, and nothing else.

    >>> contradict([Comparison("answer", "==", '"y"'), Comparison("answer", "==", '"n"')])
    True

A language says which parts of a condition are such comparisons; all others may be true or false, and change nothing of
what is found here.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.dataclass import dataclass

_OPPOSITES = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Comparison:
    """`subject operator value`; subjects are the same if their words are."""

    subject: str
    operator: str
    value: float | str

    @property
    def opposite(self) -> Comparison:
        return Comparison(self.subject, _OPPOSITES[self.operator], self.value)

    @property
    def turned(self) -> Comparison:
        """The same with the value on the left."""
        return Comparison(self.subject, _TURNED[self.operator], self.value)


def contradict(comparisons: Iterable[Comparison]) -> bool:
    """Whether no value of some subject makes all of its comparisons true."""
    found: dict[str, list[Comparison]] = {}
    for each in comparisons:
        found.setdefault(each.subject, []).append(each)
    return any(not _is_possible(of_one) for of_one in found.values())


def _is_possible(comparisons: list[Comparison]) -> bool:
    low, high = float("-inf"), float("inf")
    is_low_open, is_high_open = False, False
    equal = {each.value for each in comparisons if each.operator == "=="}
    if len(equal) > 1 or any(each.operator == "!=" and each.value in equal for each in comparisons):
        return False
    for each in comparisons:
        if isinstance(each.value, str):
            continue
        if each.operator in ("==", ">", ">=") and (each.value > low or (each.value == low and each.operator == ">")):
            low, is_low_open = each.value, each.operator == ">"
        if each.operator in ("==", "<", "<=") and (each.value < high or (each.value == high and each.operator == "<")):
            high, is_high_open = each.value, each.operator == "<"
    if low > high or (low == high and (is_low_open or is_high_open)):
        return False
    return not (low == high and any(each.operator == "!=" and each.value == low for each in comparisons))


def is_never(comparisons: Iterable[Comparison], joined_by: str) -> bool:
    """Whether a condition with these parts cannot be true."""
    return joined_by == "and" and contradict(comparisons)


def is_always(comparisons: Iterable[Comparison], joined_by: str) -> bool:
    """Whether a condition with these parts cannot be false."""
    return joined_by == "or" and contradict(each.opposite for each in comparisons)


def doubt(comparisons: Iterable[Comparison], joined_by: str) -> tuple[str, str] | None:
    """What to say of a condition that is always the same, and what to try; None if it is not."""
    known = list(comparisons)
    if is_never(known, joined_by):
        return "this is never true: no value does all of it at once", "is `or` meant instead of `and`?"
    if is_always(known, joined_by):
        return "this is always true: every value does one of it", "is `and` meant instead of `or`?"
    return None
