"""Programs that nobody would write: long, deep and wide ones. They run, or they are refused with a message."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.languages.allhandsondeck.running import codes, failure, lines_of, load, printed, program_of

from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Status
from parlour.languages.allhandsondeck.frontend import format
from parlour.syntax.source import Source

ENGINES = ("python", "native")

# Declarations for the programs below.
DECLARED = """
f(n):
    return n
when do X(n):
    return n
let Box be Series with:
    index(n): n
let Card(n) be Object with:
    n: n
"""


def ends(text: str, engine: str) -> list[str]:
    """What a program prints in an engine, whatever it asks; it must come to its end."""
    position = load(f"{text}\n# declarations{DECLARED}").start(engine=engine)
    while position.status is Status.OPEN:
        position.answer(position.questions[0], "yes")
    assert position.status is Status.OVER, position.error
    return lines_of(position)


def chain(word: str, operand: str, count: int = 1000) -> str:
    return f" {word} ".join([operand] * count)


@pytest.mark.parametrize("engine", ENGINES)
def test_long_chains_of_operators(engine: str) -> None:
    # LLVM takes a while for what becomes very long.
    n = 300 if engine == "python" else 30
    chains = {
        chain("+", "x"): "1000",
        chain("and", "x"): "True",
        chain("==", "x", n): "True",
        " < ".join(map(str, range(n))): "True",
        chain("+", "f(1)", n): str(n),
        chain("+", "(do X(1))", n): str(n),
        chain("or", "f(x == 2)", n): "False",
        chain("+", "input()", n): "yes" * n,
        "f'" + "{x}" * n + "'": "1" * n,
        f"[{', '.join(['1'] * 3 * n)}].size()": str(3 * n),
    }
    body = "\n".join(f"print({text})" for text in chains)
    assert ends(f"x = 1\n{body}", engine) == list(chains.values())


@pytest.mark.parametrize("engine", ENGINES)
def test_many_branches(engine: str) -> None:
    many = 1000 if engine == "python" else 100
    for tested, count in (("x", many), ("f(x)", many // 5), ("(do X(x))", many // 5)):
        arms = "".join(f"elif {tested} == {n}:\n    print({n})\n" for n in range(count))
        assert ends(f"x = {count - 1}\nif {tested} == -1:\n    pass\n{arms}", engine) == [str(count - 1)]


# What can be inside of itself: how it begins, what is innermost, how it ends, and how many levels one of them takes.
NESTED = {
    "parentheses": ("(", "1", ")", 1),
    "a list": ("[", "1", "]", 1),
    "a call": ("f(", "1", ")", 1),
    "a named argument": ("f(n = ", "1", ")", 1),
    "an object": ("new Card(", "1", ")", 1),
    "a collection": ("Series(", "1", ")", 1),
    "a minus": ("-", "1", "", 1),
    "a not": ("not ", "1", "", 1),
    "a power": ("1 ** ", "1", "", 1),
    "an assignment": ("y = ", "1", "", 1),
    "an element": ("x[", "0", "]", 1),
    "a bound of a slice": ("x[", "0", ":][0]", 2),
    "a helper of an object": ("x.index(", "0", ")", 1),
    "a sum": ("1 + (", "1", ")", 1),
    "a sum on the left": ("(", "1", " + 1)", 1),
    "a comparison": ("(1 == ", "1", ")", 1),
    "an and": ("(True and ", "1", ")", 1),
    "an or": ("(False or ", "1", ")", 1),
    "an in": ("(1 in [", "1", "])", 2),
    "an ACTION": ("(do X(", "1", "))", 2),
    "a comprehension of comprehensions": ("[", "1", " for 1 times]", 1),
    "a comprehension over comprehensions": ("[i for i in ", "x", "]", 1),
}


def nested(name: str, depth: int) -> str:
    opening, inner, closing, levels = NESTED[name]
    times = depth // levels
    return f"x = Box(0)\nz = {opening * times}{inner}{closing * times}\nprint('end')"


@pytest.mark.parametrize("engine", ENGINES)
def test_expressions_nest_to_a_hundred_levels(engine: str) -> None:
    """All in one program, one ACTION each; the ACTION and the assignment around them take some of the levels."""
    bodies = [indent(nested(name, 95), "    ") for name in NESTED]
    actions = "".join(f"when do N{number}:\n{body}\n" for number, body in enumerate(bodies))
    calls = "".join(f"do N{number}\n" for number in range(len(bodies)))
    assert ends(f"{calls}# declarations\n{actions}", engine) == ["end"] * len(bodies)


@pytest.mark.parametrize("name", NESTED)
def test_expressions_that_nest_deeper_are_refused(name: str) -> None:
    for depth in (250, 3000):
        assert set(codes(f"{nested(name, depth)}\n# declarations{DECLARED}")) == {"AH021"}


def formatted(depth: int) -> str:
    """An f-string in an f-string and so on, with the one quotation mark in the other by turns."""
    text = "1"
    for level in range(depth):
        quote = "'\""[level % 2]
        text = f"f{quote}{{{text}}}{quote}"
    return f"print({text})"


@pytest.mark.parametrize("engine", ENGINES)
def test_strings_in_strings(engine: str) -> None:
    assert ends(formatted(95), engine) == ["1"]


def test_too_many_strings_in_strings_are_refused() -> None:
    for depth in (110, 3000):
        assert codes(f"{formatted(depth)}\nprint('and on')") == ["AH021"]


HEADS = {
    "if": "if True:",
    "for": "for i in 1..1:",
    "times": "for 1 times:",
    "while": "while not done:",
    "else": "if False:\n{0}    pass\n{0}else:",
}


def blocks(head: str, depth: int, inner: str) -> str:
    lines = [f"{'    ' * level}{head.format('    ' * level)}" for level in range(depth)]
    innermost = indent(f"{inner}\ndone = True\nprint('end')", "    " * depth)
    return "\n".join(["done = False", *lines, innermost])


@pytest.mark.parametrize(("engine", "inner"), [("python", "pass"), *((engine, "x = input()") for engine in ENGINES)])
def test_blocks_nest_to_a_hundred_levels(engine: str, inner: str) -> None:
    """Also where something is asked in the innermost."""
    bodies = [indent(blocks(head, 95, inner), "    ") for head in HEADS.values()]
    actions = "".join(f"when do N{number}:\n{body}\n" for number, body in enumerate(bodies))
    calls = "".join(f"do N{number}\n" for number in range(len(bodies)))
    assert ends(f"{calls}# declarations\n{actions}", engine) == ["end"] * len(bodies)


@pytest.mark.parametrize("kind", HEADS)
def test_blocks_that_nest_deeper_are_refused(kind: str) -> None:
    for depth in (110, 300):
        assert set(codes(blocks(HEADS[kind], depth, "pass"))) == {"AH021"}


def test_a_host_that_is_deep_in_calls_itself_does_not_matter() -> None:
    def deeper(levels: int) -> list[str]:
        if levels:
            return deeper(levels - 1)
        assert format(Source("test.ah", program_of(nested("a collection", 95))))
        return ends(nested("a collection", 95), "python")

    assert deeper(600) == ["end"]


def test_a_path_that_is_too_long_is_refused() -> None:
    assert codes("x = [1]\nprint(x" + ".copy()" * 2000 + ")") == ["AH021"]
    assert codes("x = [1]\ny = x" + " do CLEAR" * 2000) == ["AH021"]
    assert printed("x = [1]\nprint(x" + ".copy()" * 20 + ")") == ["[1]"]


def test_a_long_line_of_classes_is_written_out_for_those_that_are_made_only() -> None:
    classes = "\n".join(f"let C{n}(a) be C{n - 1}(a) with:\n    x{n}: a" for n in range(1, 60))
    text = f"print(C59(7).x1)\n# declarations\nlet C0(a) be Object with:\n    x0: a\n{classes}"
    engine = load(text).engines["python"]
    assert isinstance(engine, PythonEngine)
    made = [function.name for function in engine.program.functions if function.name.startswith("new ")]
    assert made == ["new C59"]
    assert printed(text) == ["7"]


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


# Lists that are deep, or that have few parts and more words than anybody could read; and how each is shown.
GROWN = """
inside = [0, 0, 7]
inside[1] = inside
each = Card(Card([0]))
each.n.n[0] = each
deep = [0]
for 5000 times:
    deep = [deep]
chain = 0
for 5000 times:
    chain = Card(chain)
cards = 0
for 8 times:
    cards = Card([cards, cards])
doubled = [0]
for 40 times:
    doubled = [doubled, doubled]
x = input()
"""
SHOWN = {
    "inside": "[0, …, 7]",
    "each": "Card(n=Card(n=[…]))",
    "deep": "[" * 5001 + "0" + "]" * 5001,
    "chain": "Card(n=" * 5000 + "0" + ")" * 5000,
    "cards": "Card(n=[" * 8 + "0, 0]), Card(n=[0, 0])]), ",
    "doubled": "[" * 41 + "0], [0]], [[0], [0]]], ",
}


def test_what_a_game_holds_is_shown_however_deep_or_shared_it_is() -> None:
    game = load(f"# parlour: show inside, each, deep, chain\n{GROWN}\n# declarations{DECLARED}")
    keys = []
    for engine in ENGINES:
        position = game.start(engine=engine)
        state = {name: str(value) for name, value in position.state().items() if name in SHOWN}
        assert {name: value[: len(SHOWN[name])] for name, value in state.items()} == SHOWN
        assert sum(map(len, state.values())) == 1_000_001 and state["doubled"].endswith("…")
        position.view(None)
        assert position.copy().key == position.key
        keys.append(position.key)
    assert keys[0] == keys[1]
