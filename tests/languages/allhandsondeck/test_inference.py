"""What is known of values before a program runs, seen in the types of its variables."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.running import load

from parlour.core.types import ANY, INT, STRING, ObjectType, Type
from parlour.engines.python.engine import PythonEngine
from parlour.languages.allhandsondeck.check import values


def types(text: str) -> dict[str, Type]:
    engine = load(text).engines["python"]
    assert isinstance(engine, PythonEngine)
    return {variable.name: variable.type for variable in engine.program.globals}


def test_what_one_stack_holds_says_nothing_of_another() -> None:
    found = types("""
        words = Stack('calm', 'quick')
        things = Stack<Thing>(Thing(name) for name in ['tea', 'wind'])
        numbers = Series(1, 2)
        word = words do POP_TOP
        thing = things do POP_TOP
        number = numbers do POP_BACK
        let Thing(name) be Object with:
            name: name
    """)
    assert (found["word"], found["thing"], found["number"]) == (STRING, ObjectType("Thing"), INT)


def test_what_a_class_does_with_its_own_objects_counts_for_all_of_them() -> None:
    found = types("""
        one = Pile(1)
        other = Pile('x')
        taken = one do POP_TOP
        let Pile be Stack with:
            first: front_one()
            front_one(): top()
    """)
    assert found["taken"] == ANY


@pytest.mark.parametrize("is_upwards", [True, False])
def test_a_long_chain_of_helpers_is_gone_through_a_few_times(is_upwards: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of them comes first in the text: else the time would grow with the square of their number."""
    runs = 0
    run = values._Walk.run

    def counted(walk: values._Walk) -> None:
        nonlocal runs
        runs += 1
        run(walk)

    monkeypatch.setattr(values._Walk, "run", counted)
    helpers = [f"h{number}(x): h{number - 1}(x) + 1" if number else "h0(x): x" for number in range(60)]
    start = "main:\n    do GO\nwhen do GO:\n    answer = h59(2)"
    found = types("\n".join([start, *(helpers if is_upwards else reversed(helpers))]))
    assert found["answer"] == INT
    assert runs < 60 * 6
