"""Where a result is that something refers to in vain: why it is not there, and what to do about it.

Results are there from their action to the end of the round, and those of a branch to the end of the branch. So the
action that is meant stands further down, in a branch that is over, in a round before this one, or nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.languages.contest.check.history import Kind
from parlour.languages.contest.syntax import tree
from parlour.syntax.diagnostic import Label

_ACTIONS: dict[Kind, tuple[type[tree.Node], str]] = {
    "competition": (tree.Competition, "competition between …"),
    "vote": (tree.Vote, "vote by … between …"),
    "allocation": (tree.Allocation, "allocation of … by …"),
}
_ELSEWHERE = (
    "`;` ends a round, and what happened in other rounds is forgotten, as is what happened in a branch of "
    "`uses?`; between phases of one round stands a full stop"
)


def advice(reference: tree.Reference, had: int | None, blocks: Sequence[tree.Block]) -> tuple[str, tuple[Label, ...]]:
    """What to do about a reference to nothing, where so many of its kind have happened in the round (None: in a
    tiebreaker, used in several places perhaps), and the place that shows it."""
    kind, place = reference.kind, reference.span.start
    number = 0 if reference.number is None else reference.number.value
    if reference.number is not None and number < 1:
        return f"they are counted from 1 on: `{kind} 1` is the first of the round, `{kind}` alone the latest", ()
    if had is None:
        return _ELSEWHERE, ()
    if had:
        counted = f"there is one so far: `{kind}`" if had == 1 else f"there are {had} so far: the latest is `{kind}`"
        return f"{counted}, or `{kind} {had}`", ()
    here = next((block for block in blocks if _covers(block, place)), None)
    if here is None or any(_covers(modifier, place) for modifier in here.modifiers):
        return _ELSEWHERE, ()
    wanted, form = _ACTIONS[kind]
    before = [block for block in blocks if block.span.start < here.span.start]
    for part in _played(here):
        if isinstance(part, wanted) and any(_covers(modifier, part.span.start) for modifier in here.modifiers):
            return _ELSEWHERE, ()
        if isinstance(part, wanted) and part.span.start > place:
            return f"it has to happen first: put `{form}` before this phase", (Label(part.span, "it comes later"),)
        if isinstance(part, wanted):
            hint = "what happens in a branch of `uses?` is forgotten behind it: use it inside of the branch"
            return hint, (Label(part.span, "this is forgotten"),)
    for block in reversed(before):
        if found := [part for part in _played(block) if isinstance(part, wanted)]:
            hint = "`;` ends a round, and its results are forgotten; between phases of one round stands a full stop"
            return hint, (Label(found[-1].span, "this is in a round before"),)
    return f"write `{form}` before it", ()


def _played(node: tree.Node) -> Iterator[tree.Node]:
    """What happens in a round, in the order of the text; not what a tiebreaker does, which nothing else sees."""
    if not isinstance(node, tree.Body):
        yield node
        for inner in tree.children(node):
            yield from _played(inner)


def _covers(node: tree.Node, place: int) -> bool:
    return node.span.start <= place < node.span.end
