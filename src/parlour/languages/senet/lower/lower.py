"""From a checked Senet program to core.

Groups become classes, methods functions with the instance as their first parameter, variables of `@setup` globals. A
value of a group is an optional object, since None fits every group; `this`, new instances and default instances are
objects for sure, and stay so as long as nobody wants more.
"""

from __future__ import annotations

from parlour.core.nodes import GlobalVariable, Program
from parlour.core.types import NONE
from parlour.dataclass import dataclass
from parlour.languages.senet.check.meaning import Checked
from parlour.languages.senet.lower import boards, outcome, scene, turns
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.names import ENTRY, SET_UP, core_type
from parlour.languages.senet.lower.statements import statements, write_function
from parlour.languages.senet.lower.values import expression
from parlour.languages.senet.syntax import tree


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program in core; `seats` are None if they only appear when it runs. `variables` are those of `@setup`, each
    with the function that writes it, if it holds instances. `lowering` tells the table what else was found out."""

    program: Program
    seats: tuple[str, ...] | None
    variables: dict[str, str | None]
    lowering: Lowering


def lower(checked: Checked, title: str) -> Lowered:
    lowering = Lowering(checked, expression)
    turns.declare(lowering)
    lowering.globals += [GlobalVariable(item.name, core_type(item.type)) for item in checked.globals.values()]
    boards.declare(lowering)
    for function in checked.bodies:
        write_function(lowering, function)
    with lowering.writing() as body:
        stmts = statements(lowering, tree.setup_statements(checked.program))
        lowering.add(body.build.function(SET_UP, NONE, turns.set_up(lowering, stmts)))
    turns.write_entry(lowering)
    outcome.write(lowering)
    scene.write(lowering)
    variables = scene.write_variables(lowering)
    functions = (*lowering.functions.values(), *lowering.linker.functions)
    classes = lowering.groups.classes({function.name for function in functions})
    program = Program(title, functions, ENTRY, tuple(lowering.globals), classes, seats=lowering.seats or ())
    return Lowered(program, lowering.seats, variables, lowering)
