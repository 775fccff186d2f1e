"""Evaluation functions: what the author of a program thinks a position is worth, to whoever is asked there.

A function of the program that gives a number and leaves no trace. It may read the program's globals, and its
parameters are variables that are alive where the program asks: each takes the value of the one with the same name and
type, of the function that asks or of those that wait for it, the innermost first. So it works where a language has
globals, and where everything is handed from function to function.

>>> from parlour.core.nodes import Const, Function, Program, Return
>>> from parlour.core.passes.suspension import plan
>>> from parlour.core.types import INT
>>> worth = Function("worth", (), INT, (Return(Const(1, INT)),), label="worth")
>>> find_evaluation(plan(Program("p", (worth,), "worth")), "wroth")
Traceback (most recent call last):
...
parlour.engines.core.evaluation.UnfitEvaluation: there is no function `wroth` in this game. Did you mean worth?
"""

from __future__ import annotations

from parlour.core.nodes import Variable
from parlour.core.passes.suspension import Plan
from parlour.core.types import FLOAT, INT
from parlour.dataclass import dataclass
from parlour.game.search import Unsearchable
from parlour.syntax.suggest import did_you_mean


class UnfitEvaluation(Unsearchable):
    """Why a function cannot say what positions of this game are worth, or this one."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The number of a function, and the variables that it wants."""

    name: str
    number: int
    wanted: tuple[Variable, ...]


def find_evaluation(plan: Plan, name: str) -> Evaluation:
    """The evaluation function of this name; `UnfitEvaluation` says why a function cannot be one."""
    program = plan.program
    # What has no label was made by the language, not by the author, who knows functions by their labels.
    functions = {each.label: number for number, each in enumerate(program.functions) if each.label is not None}
    if name not in functions:
        raise UnfitEvaluation(f"there is no function `{name}` in this game. {did_you_mean(name, functions)}".rstrip())
    function = program.functions[functions[name]]
    if function.result not in (INT, FLOAT):
        raise UnfitEvaluation(f"`{name}` cannot say what a position is worth: it must give a number")
    if not plan.effects[function.name].leaves_no_trace:
        raise UnfitEvaluation(
            f"`{name}` cannot say what a position is worth: it must not ask, tell, draw or change anything"
        )
    kept = _kept(plan)
    for variable in function.params:
        if (variable.name, variable.type) not in kept:
            hint = did_you_mean(variable.name, {known for known, type_ in kept if type_ == variable.type})
            raise UnfitEvaluation(
                f"`{name}` cannot say what a position is worth: it wants `{variable.name}`, and no variable of this"
                f" name and type is in use where something is asked. {hint}".rstrip()
            )
    return Evaluation(name, functions[name], tuple(function.params))


def _kept(plan: Plan) -> set[tuple[str, object]]:
    """Every variable that is in use where the program waits somewhere."""
    found: set[tuple[str, object]] = set()
    for function in plan.program.functions:
        types = {variable.name: variable.type for variable in (*function.params, *function.locals)}
        found.update((slot, types[slot]) for site in plan.sites.get(function.name, ()) for slot in site.slots)
    return found
