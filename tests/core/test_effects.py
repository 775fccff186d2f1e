"""The effects of functions, their own and those of all they call."""

from __future__ import annotations

from parlour.core.nodes import Call, Chance, Const, Evaluate, Function, Program, Stmt, Tell
from parlour.core.passes.effects import Effects, infer
from parlour.core.types import INT, NONE, STRING


def function(name: str, *calls: str, does: Stmt | None = None) -> Function:
    body: tuple[Stmt, ...] = tuple(Evaluate(Call(called, (), NONE)) for called in calls)
    return Function(name, (), NONE, body if does is None else (*body, does))


def test_functions_of_a_cycle_do_what_any_of_them_does_and_callers_what_is_called() -> None:
    draws, tells = Evaluate(Chance(Const(6, INT))), Tell(Const("x", STRING))
    chain = [function(f"f{n}", f"f{n + 1}") for n in range(300)]
    functions = (
        *chain,
        function("f300", "ping"),
        function("ping", "pong", does=draws),
        function("pong", "ping", "say"),
    )
    effects = infer(Program("p", (*functions, function("say", does=tells), function("idle")), entry="f0"))
    both = Effects(draws=True, tells=True)
    assert {name: found for name, found in effects.items() if found != both} == {
        "say": Effects(tells=True),
        "idle": Effects(),
    }
