"""Policies: a core function that says how likely each answer is to be drawn in random playouts.

A policy is a function of one answer, `(T) -> int`, that leaves no trace. At questions whose answers have type T it
weighs the candidates that are left, in the state of the game at that moment; an answer is drawn as often as its weight
says. A weight below 0 counts as 0; when all are 0, and at all other questions, every answer is as likely as the others.

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

from dataclasses import dataclass

from parlour.core.nodes import Ask
from parlour.core.passes.suspension import Plan
from parlour.core.questions import answer_type
from parlour.core.types import INT, Type
from parlour.core.walk import walk_block
from parlour.game.game import UnfitPolicy
from parlour.syntax.suggest import did_you_mean

# A weight counts no more than this, so that no sum of weights is too large.
LARGEST_WEIGHT = 1 << 32


class PolicyFailed(UnfitPolicy):
    """A policy came to an error instead of a weight."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"the policy `{name}` failed: {reason}")


@dataclass(frozen=True, slots=True)
class Policy:
    """A function by its name and number, and the type of the answers it weighs."""

    name: str
    number: int
    type: Type

    def weighs(self, ask: Ask) -> bool:
        return answer_type(ask.question.domain, ask.group) == self.type


def find_policy(plan: Plan, name: str) -> Policy:
    """The policy of this name; `UnfitPolicy` says why a function cannot be one."""
    program = plan.program
    functions = {function.name: number for number, function in enumerate(program.functions)}
    if name not in functions:
        hint = did_you_mean(name, functions)
        raise UnfitPolicy(f"there is no policy `{name}` in this game: a policy is a function of it. {hint}".rstrip())
    function = program.functions[functions[name]]
    if len(function.params) != 1 or function.result != INT:
        raise UnfitPolicy(f"`{name}` cannot be a policy: it must take one answer and give a whole number, its weight")
    if not plan.effects[name].leaves_no_trace:
        raise UnfitPolicy(
            f"`{name}` cannot be a policy: weighing an answer must not ask, tell, draw or change anything"
        )
    policy = Policy(name, functions[name], function.params[0].type)
    asks = [stmt for each in program.functions for stmt in walk_block(each.body) if isinstance(stmt, Ask)]
    if not any(map(policy.weighs, asks)):
        types = {str(answer_type(ask.question.domain, ask.group)) for ask in asks}
        known = f"answers here are of type {', '.join(sorted(types))}" if types else "nothing is asked here"
        raise UnfitPolicy(f"`{name}` cannot be a policy: it weighs answers of type {policy.type}, but {known}")
    return policy
