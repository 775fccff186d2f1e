"""Both engines do the same: on programs that are generated to be heavy in values of unknown type.

Statements mix values of all kinds through the same few variables, so that inference can tell hardly any type and almost
every operation decides, or fails, when the program runs.
"""

from __future__ import annotations

from random import Random

import pytest
from tests.languages.allhandsondeck.running import load

from parlour.engines.native.engine import NativeEngine
from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Budget, Position, Status

NAMES = ("a", "b", "c", "d")
ATOMS = (
    "0",
    "1",
    "2",
    "-3",
    "1.5",
    "0.0",
    "True",
    "False",
    "None",
    "''",
    "'x'",
    "'Draw 2'",
    "[]",
    "[1, 'x']",
    "Stack(1, 2)",
    "1..3",
    "'a'..'c'",
    "Card(1, 'R')",
    "Ace('S')",
    "Deck(Card(2, 'B'))",
)
BINARY = ("==", "!=", "is", "is not", "and", "or")
DARING = ("+", "-", "*", "/", "//", "%", "<", ">=", "in", "==")
DECLARATIONS = """
let Card(rank, suit) be Object with:
    rank: rank
    suit: suit
    worth(): rank
let Ace(suit) be Card(1, suit) with:
    worth(): 11
let Deck be Stack<Card> with:
    owner: None
    worth(): size()
when Card card do FLIP(x):
    card.rank = x
    return card
when Collection c do FLIP(x):
    c do INSERT(0, x)
    return c.size()
when Series<int> c do FLIP(x):
    return 'ints'
when int n do FLIP(x):
    return n
pair(x, y): [x, y]
first(Series xs): xs[0]
"""


def expression(random: Random, depth: int) -> str:
    if depth == 0 or random.random() < 0.25:
        return random.choice(NAMES) if random.random() < 0.6 else random.choice(ATOMS)

    def part() -> str:
        return expression(random, depth - 1)

    match random.randrange(20):
        case 0 | 1 | 2 | 3:
            return f"({part()} {random.choice(BINARY)} {part()})"
        case 11:
            return f"({part()} {random.choice(DARING)} {part()})"
        case 4:
            return f"[{part()}, {part()}]"
        case 5:
            return f"pair({part()}, {part()})"
        case 6 | 12 | 13:
            return f"(not {part()})"
        case 7 | 14 | 15:
            return f"f'<{{{random.choice(NAMES)}}}>'"
        case 8:
            return f"[x for x in {part()}]"
        case 9:
            return f"{random.choice(NAMES)}[{random.randrange(-2, 3)}]"
        case 10:
            return f"({random.choice(NAMES)} do FLIP({part()}))"
        case 16 | 17 | 18:
            return f"Series({part()}, {part()})"
    return f"{random.choice(NAMES)}.{random.choice(('rank', 'worth()', 'size()', 'suit', 'copy()', 'top()', 'back()'))}"


def statement(random: Random) -> str:
    name = random.choice(NAMES)
    match random.randrange(10):
        case 0 | 1 | 2 | 8 | 9:
            return f"{name} = {expression(random, 2)}"
        case 3:
            return f"print({expression(random, 2)})"
        case 4:
            return f"if {expression(random, 2)}:\n        {name} = {expression(random, 1)}"
        case 5:
            return f"for each in {expression(random, 1)}:\n        {name} = [each, {name} == each]"
        case 6:
            return f"{name} {random.choice(('+=', '*=', '-='))} {expression(random, 1)}"
    return f"{name} = input([{expression(random, 1)}, {expression(random, 1)}])"


def program(seed: int) -> str:
    random = Random(seed)
    start = [f"{name} = {random.choice(ATOMS)}" for name in NAMES]
    body = "\n    ".join([*start, *(statement(random) for _ in range(random.randrange(3, 12)))])
    shown = "\n    ".join(f"print({name})" for name in NAMES)
    return f"main:\n    do GO\nwhen do GO:\n    {body}\n    {shown}\n{DECLARATIONS}"


def story(position: Position, seed: int) -> list[object]:
    """All that can be seen of a match played by random options: questions, options, keys, prints, and the end."""
    random = Random(seed)
    found: list[object] = []
    while position.status is Status.OPEN and len(found) < 60:
        question = position.questions[0]
        options = position.legal(question).options
        found.append((question.prompt, tuple(option.label for option in options), position.key))
        position.answer(question, random.choice(options).value)
    found.extend(told.text for told in position.view(None).log)
    error = position.error
    found.append(None if error is None else (error.kind, error.code, error.message, error.span and error.span.line))
    return found


def both(text: str) -> tuple[Position, Position]:
    engine = load(text).engines["python"]
    assert isinstance(engine, PythonEngine)
    return engine.start(3, {}, Budget()), NativeEngine(engine).start(3, {}, Budget())


@pytest.mark.parametrize("seed", (3, 14, 25))
def test_both_engines_tell_the_same_story_of_a_generated_program(seed: int) -> None:
    python, native = both(program(seed))
    assert story(native, seed) == story(python, seed)


def test_generated_programs_come_to_their_end_or_fail_for_a_reason() -> None:
    ends: set[str] = set()
    for seed in range(24):
        position = load(program(seed)).start(3, engine="python")
        story(position, seed)
        ends.add("over" if position.error is None else position.error.kind)
    assert {"over", "type"} <= ends
