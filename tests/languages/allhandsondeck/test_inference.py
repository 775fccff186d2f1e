"""What is known of values before a program runs, seen in the types of its variables."""

from __future__ import annotations

from tests.languages.allhandsondeck.running import load

from parlour.core.types import ANY, INT, STRING, ObjectType, Type
from parlour.engines.python.engine import PythonEngine


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
