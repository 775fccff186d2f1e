"""Policies: core functions that say how likely each answer is to be drawn in random playouts.

A policy is a *family*: the functions `NAME` and `NAME of …` of a program, one for each type of answer. Each is a
function of one answer, `(T) -> int`, that leaves no trace. At questions whose answers have type T it weighs the
candidates that are left, in the state of the game at that moment; an answer is drawn as often as its weight says. A
weight below 0 counts as 0; when all are 0, and at questions of other types, every answer is as likely as the others.

What it knows beside the game it reads in given globals: other data need no other code.

>>> from parlour.core.nodes import Const, Function, Program, Return, Variable
>>> from parlour.core.passes.suspension import plan
>>> from parlour.core.types import INT
>>> likes = Function("likes", (Variable("x", INT),), INT, (Return(Const(1, INT)),))
>>> find_policy(plan(Program("p", (likes,), "likes")), "like")
Traceback (most recent call last):
...
parlour.game.game.UnfitPolicy: there is no policy `like` in this game: a policy is a function of it. Did you mean likes?
"""

from __future__ import annotations

from parlour.core.nodes import Ask, Program
from parlour.core.passes.suspension import Plan
from parlour.core.questions import answer_type
from parlour.core.types import BOOL, FLOAT, INT, STRING, ListType, Type
from parlour.core.walk import walk_block
from parlour.dataclass import dataclass
from parlour.game.game import UnfitPolicy
from parlour.game.policy import Given
from parlour.syntax.suggest import did_you_mean

# A weight counts no more than this, so that no sum of weights is too large.
LARGEST_WEIGHT = 1 << 32


class PolicyFailed(UnfitPolicy):
    """A policy came to an error instead of a weight."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"the policy `{name}` failed: {reason}")


@dataclass(frozen=True, slots=True)
class Policy:
    """The functions of a family by their numbers, and the types of the answers they weigh."""

    name: str
    numbers: tuple[int, ...]
    types: tuple[Type, ...]

    def member(self, ask: Ask) -> int | None:
        """Which of its functions weighs the answers of a question."""
        type_ = answer_type(ask.question.domain, ask.group)
        return self.types.index(type_) if type_ in self.types else None


def family(program: Program, name: str) -> tuple[str, ...]:
    """The names of the functions that make up a policy."""
    return tuple(each.name for each in program.functions if each.name == name or each.name.startswith(f"{name} of "))


def find_policy(plan: Plan, name: str) -> Policy:
    """The policy of this name; `UnfitPolicy` says why functions cannot be one."""
    program = plan.program
    functions = {function.name: number for number, function in enumerate(program.functions)}
    members = family(program, name)
    if not members:
        hint = did_you_mean(name, functions)
        raise UnfitPolicy(f"there is no policy `{name}` in this game: a policy is a function of it. {hint}".rstrip())
    types: list[Type] = []
    for member in members:
        function = program.functions[functions[member]]
        if len(function.params) != 1 or function.result != INT:
            raise UnfitPolicy(
                f"`{member}` cannot be a policy: it must take one answer and give a whole number, its weight"
            )
        if not plan.effects[member].leaves_no_trace:
            raise UnfitPolicy(
                f"`{member}` cannot be a policy: weighing an answer must not ask, tell, draw or change anything"
            )
        if function.params[0].type in types:
            raise UnfitPolicy(f"`{member}` cannot be a policy: another of its family weighs the same answers")
        types.append(function.params[0].type)
    policy = Policy(name, tuple(functions[member] for member in members), tuple(types))
    asks = [stmt for each in program.functions for stmt in walk_block(each.body) if isinstance(stmt, Ask)]
    if not any(policy.member(ask) is not None for ask in asks):
        known = {str(answer_type(ask.question.domain, ask.group)) for ask in asks}
        here = f"answers here are of type {', '.join(sorted(known))}" if known else "nothing is asked here"
        raise UnfitPolicy(
            f"`{name}` cannot be a policy: it weighs answers of type {', '.join(map(str, types))}, but {here}"
        )
    return policy


def checked_data(program: Program, given: Given) -> Given:
    """The same data; `UnfitPolicy` says why a program cannot be given it."""
    known = {var.name: var.type for var in program.globals if var.is_given}
    for name, data in given.items():
        if name not in known:
            hint = did_you_mean(name, known)
            raise UnfitPolicy(f"this game takes no data called `{name}`. {hint}".rstrip())
        type_ = known[name]
        item = type_.item if isinstance(type_, ListType) else type_
        values = data if isinstance(data, list | tuple) else [data]
        is_list = isinstance(data, list | tuple)
        if is_list != isinstance(type_, ListType) or any(type(value) is not _PYTHON[item] for value in values):
            raise UnfitPolicy(f"`{name}` must be given as {type_}")
    return given


_PYTHON: dict[Type, type] = {INT: int, FLOAT: float, BOOL: bool, STRING: str}
