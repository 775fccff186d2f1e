"""Which tiebreakers a season uses, in which order, and what their bodies mean.

They are in order of first use: rounds in playing order, then the win condition, each tiebreaker before those in its
own body. Those without a name are called `tiebreaker 1`, `tiebreaker 2`, … in that order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.history import Possible
from parlour.languages.contest.check.phases import Draft, Walk, finished_action
from parlour.languages.contest.check.world import Definition, World
from parlour.languages.contest.syntax import tree


@dataclass(slots=True)
class Used:
    """The tiebreakers that are used, by name and in order, and what each node `Tie` names, by its identity."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)


def used_in(parts: Iterable[tree.Node], world: World) -> Used:
    """All tiebreakers that these parts of a season use, themselves or in tiebreakers."""
    used = Used()
    seen: set[int] = set()
    unnamed = 0
    for part in parts:
        stack = [part]
        while stack:
            node = stack.pop()
            if isinstance(node, tree.Phase) and id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node, tree.Tie):
                if node.name is not None:
                    name, definition = node.name.text, world.tiebreakers.get(node.name.text)
                else:
                    definition = world.unnamed[id(node)]
                    name = used.names.get(id(node), "")
                    if not name:
                        unnamed += 1
                        name = f"tiebreaker {unnamed}"
                if definition is None:
                    continue  # it has no body, as has been reported
                used.names[id(node)] = name
                if name not in used.definitions:
                    used.definitions[name] = definition
                    stack.append(definition.body)
                continue
            stack.extend(reversed(list(tree.children(node))))
    return used


def check_tiebreakers(used: Used, draft: Draft, world: World, *, reports: bool) -> dict[str, meaning.Tiebreaker]:
    """The bodies of all tiebreakers, after everything that uses them has been walked through. First it is worked out
    what may have happened wherever each is used: a fixpoint, because they may use each other."""
    while draft.pending:
        name = draft.pending.popleft()
        walk = Walk(world, draft, Possible(draft.reached[name]), reports=False)
        _body(walk, name, used.definitions[name])
    made: dict[str, meaning.Tiebreaker] = {}
    for name, definition in used.definitions.items():
        made[name] = _body(Walk(world, draft, Possible(draft.reached[name]), reports), name, definition)
    return made


def _body(walk: Walk, name: str, definition: Definition) -> meaning.Tiebreaker:
    body = definition.body
    action = None if body.action is None else walk.action(body.action)
    return meaning.Tiebreaker(body.span, name, action, walk.one(body.chosen))


def finished(tiebreaker: meaning.Tiebreaker, draft: Draft) -> meaning.Tiebreaker:
    """The same tiebreaker, whose competitions know what is asked."""
    action = None if tiebreaker.action is None else finished_action(tiebreaker.action, draft)
    return meaning.Tiebreaker(tiebreaker.span, tiebreaker.name, action, tiebreaker.chosen)
