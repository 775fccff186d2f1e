"""Programs that nobody would write: long, deep and wide ones. They run, or they are refused with a message."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.running import codes, failure, play, printed

from parlour.game.position import Status


def test_long_chains_of_operators() -> None:
    assert printed("print(" + " + ".join(["1"] * 1000) + ")") == ["1000"]
    assert printed("x = True\nprint(" + " and ".join(["x"] * 200) + ")") == ["True"]
    assert printed("print(" + " < ".join(map(str, range(100))) + ")") == ["True"]


def test_long_lists_and_many_branches() -> None:
    assert printed(f"x = [{', '.join(['1'] * 1000)}]\nprint(x.size())") == ["1000"]
    arms = "".join(f"elif x == {n}:\n    print({n})\n" for n in range(100))
    assert printed(f"x = 99\nif x == -1:\n    pass\n{arms}") == ["99"]


@pytest.mark.parametrize(
    ("opening", "inner", "closing"),
    [
        ("[", "1", "]"),
        ("f(", "1", ")"),
        ("-", "1", ""),
        ("not ", "1", ""),
        ("x[", "0", "]"),
        ("x.index(", "0", ")"),
        ("(1 + ", "1", ")"),
        ("(do X(", "1", "))"),
        ("('a' in [", "1", "])"),
    ],
)
def test_deep_expressions_run_or_are_refused(opening: str, inner: str, closing: str) -> None:
    declared = "# declarations\nf(n): n\nwhen do X(n):\n    return n\nlet Box be Series with:\n    index(n): n\n"
    deep = f"x = Box(1)\nz = {opening * 9}{inner}{closing * 9}\n{declared}"
    assert play(deep).status in (Status.OVER, Status.FAILED)
    for depth in (60, 2000):
        text = f"x = Box(1)\nz = {opening * depth}{inner}{closing * depth}\n{declared}"
        assert set(codes(text)) == {"AH021"}


def test_comprehensions_over_comprehensions() -> None:
    assert printed(f"x = [1, 2]\nprint({'[i for i in ' * 15}x{']' * 15})") == ["[1, 2]"]


def test_deep_statements_run_or_are_refused() -> None:
    def nested(depth: int) -> str:
        lines = [f"{'    ' * n}if True:" for n in range(depth)]
        return "\n".join([*lines, f"{'    ' * depth}print('deep')"])

    assert printed(nested(40)) == ["deep"]
    assert set(codes(nested(300))) == {"AH021"}


def test_a_path_that_is_too_long_is_refused() -> None:
    assert codes("x = [1]\nprint(x" + ".copy()" * 2000 + ")") == ["AH021"]
    assert codes("x = [1]\ny = x" + " do CLEAR" * 2000) == ["AH021"]
    assert printed("x = [1]\nprint(x" + ".copy()" * 20 + ")") == ["[1]"]


def test_many_classes_and_actions() -> None:
    classes = "".join(f"let C{n} be {'Object' if n == 0 else f'C{n - 1}'} with:\n    a{n}: {n}\n" for n in range(30))
    actions = "".join(f"when C{n} x do SHOW:\n    print({n})\n" for n in range(30))
    assert printed(f"for x in [C0(), C15(), C29()]:\n    x do SHOW\n{classes}{actions}") == ["0", "15", "29"]


@pytest.mark.parametrize(
    "text",
    ["x = Series(1..999999999999)", "x = [1] * 999999999999", "x = 2 ** 5000", "for 999999999999 times:\n    pass"],
)
def test_huge_ranges_and_repetitions_end_in_a_budget(text: str) -> None:
    assert failure(text).code in ("steps", "memory", "overflow")


def test_collections_inside_themselves_end_in_a_budget_where_they_have_no_end() -> None:
    error = failure("x = [1]\ny = [1]\nx do INSERT(0, [x])\ny do INSERT(0, [y])\nprint(x == y)")
    assert error.kind in ("budget", "runtime")
