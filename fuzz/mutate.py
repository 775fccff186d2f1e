"""Texts that nobody would write: those of the corpus, changed at a few places.

All comes from one seed, so a run can be repeated, and input 4711 of it can be made alone:

    >>> from mutate import mutated
    >>> mutated(7, 4711) == mutated(7, 4711)
    True

Half of the inputs are changed *gently*, by what often leaves a program valid (an operator for an operator, a name for a
name, a line more or less), so that engines have something to run; the other half by anything at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from corpus import PROGRAMS, RECORDS, Text, texts

from parlour.core.chance import Chance, derive

T = TypeVar("T")
Change = Callable[[Chance, str, str], str]

# How often a record is tried for one program.
RECORDS_OF = (1, 6)
LARGEST = 200_000
# How much more often a whole game is taken than an example from a page.
GAMES = 10

_TOKEN = re.compile(
    r"""
    (?P<comment> \{-.*?-\} | --[ -][^\n]* | (?<![!<>=])\#[^\n]* | ;[^\n]* | //[^\n]* | %[^\n]* )
  | (?P<line>    \r\n | \r | \n )
  | (?P<blank>   [^\S\r\n]+ )
  | (?P<string>  "(?:[^"\\\n]|\\.)*" )
  | (?P<number>  \d+(?:\.\d+)? )
  | (?P<variable>\?\w+ )
  | (?P<upper>   [A-Z]\w* )
  | (?P<word>    [^\W\d]\w* )
  | (?P<open>    [(\[{] )
  | (?P<close>   [)\]}] )
  | (?P<operator><=|>=|==|!=|/=|=/=|:-|->|>>|<<|\|\||&&|[-+*/%<>=!&|~:,;.@\#$^?\\'`] )
  | (?P<other>   . )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Input:
    """What is put through Parlour: the bytes of a file with this ending. `seed` chooses answers and flags."""

    name: str
    ending: str
    data: bytes
    seed: int


def tokens(text: str) -> list[Token]:
    """Roughly the tokens of any of the languages; together they are the text."""
    return [Token(match.lastgroup or "other", match.group()) for match in _TOKEN.finditer(text)]


def mutated(seed: int, number: int) -> Input:
    """Input `number` of the run with this seed."""
    chance = Chance(derive(seed, number))
    endings = RECORDS if chance.weighted(RECORDS_OF) == 0 else tuple(PROGRAMS)
    ending = endings[chance.below(len(endings))]
    start = chosen_text(chance, ending)
    text = start.text
    gently = chance.below(2) == 0
    for _ in range(1 + chance.weighted((8, 3, 1) if gently else (4, 3, 2, 1))):
        change = pick(chance, GENTLE if gently else GENTLE + WILD)
        text = change(chance, text, ending)[:LARGEST]
    data = text.encode("utf-8", "surrogatepass")
    if not gently and chance.below(12) == 0:
        data = _damaged(chance, data)
    return Input(f"{number}: {start.name}", ending, data, chance.below(10))


def chosen_text(chance: Chance, ending: str) -> Text:
    """One of the corpus; small ones more often, because they are tried sooner."""
    found = texts()[ending]
    return found[chance.weighted(_weights(ending))]


@cache
def _weights(ending: str) -> tuple[int, ...]:
    return tuple(
        (GAMES if text.name.startswith("src/parlour/library") else 1) * 10_000_000 // (1_500 + len(text.text))
        for text in texts()[ending]
    )


def pick(chance: Chance, values: Sequence[T]) -> T:
    return values[chance.below(len(values))]


# ----------------------------------------------------------------------------------- changes that often leave it valid

MEANINGFUL = ("string", "number", "variable", "upper", "word", "open", "close", "operator")
NAMED = ("variable", "upper", "word")


def _places(found: Sequence[Token], *kinds: str) -> list[int]:
    return [index for index, token in enumerate(found) if token.kind in kinds]


def _joined(found: Sequence[Token]) -> str:
    return "".join(token.text for token in found)


def replace_by_its_kind(chance: Chance, text: str, ending: str) -> str:
    """A token becomes another one of its kind, of this program or, now and then, of another one."""
    found = tokens(text)
    places = _places(found, "string", "number", "variable", "upper", "word", "operator")
    if not places:
        return text
    at = pick(chance, places)
    other = found if chance.below(4) else tokens(chosen_text(chance, ending).text)
    same = [token for token in other if token.kind == found[at].kind] or [found[at]]
    found[at] = pick(chance, same)
    return _joined(found)


def swap_two_of_a_kind(chance: Chance, text: str, ending: str) -> str:
    found = tokens(text)
    places = _places(found, *MEANINGFUL)
    if not places:
        return text
    one = pick(chance, places)
    near = [at for at in places if found[at].kind == found[one].kind and abs(at - one) < 60]
    other = pick(chance, near)
    found[one], found[other] = found[other], found[one]
    return _joined(found)


OPERATORS = (
    ("+", "-", "*", "/", "%"),
    ("<", ">", "<=", ">=", "==", "!=", "/="),
    ("and", "or", "xor"),
    ("True", "False"),
    ("true", "does", "init", "next", "legal"),
    ("if", "while"),
    ("break", "continue", "return", "pass"),
    ("not", ""),
)


def change_operator(chance: Chance, text: str, ending: str) -> str:
    found = tokens(text)
    places = [
        (at, group) for at, token in enumerate(found) for group in OPERATORS if token.text in group and token.text
    ]
    if not places:
        return text
    at, group = pick(chance, places)
    found[at] = Token(found[at].kind, pick(chance, group))
    return _joined(found)


def change_number(chance: Chance, text: str, ending: str) -> str:
    """A number becomes one beside it, or another small one."""
    found = tokens(text)
    places = _places(found, "number")
    if not places:
        return text
    at = pick(chance, places)
    value = int(found[at].text.partition(".")[0][:18])
    near = (value + 1, max(value - 1, 0), 0, 1, 2, value * 2, value * 10, 3 + chance.below(9))
    found[at] = Token("number", str(pick(chance, near)))
    return _joined(found)


def drop_line(chance: Chance, text: str, ending: str) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        del lines[chance.below(len(lines))]
    return "".join(lines)


def double_lines(chance: Chance, text: str, ending: str) -> str:
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    start, to = chance.below(len(lines)), chance.below(len(lines) + 1)
    taken = lines[start : start + 1 + chance.below(4)]
    return "".join((*lines[:to], *taken, *lines[to:]))


def swap_lines(chance: Chance, text: str, ending: str) -> str:
    lines = text.splitlines(keepends=True)
    if len(lines) < 2:
        return text
    one = chance.below(len(lines))
    other = min(one + 1, len(lines) - 1) if chance.below(2) else chance.below(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def swap_arguments(chance: Chance, text: str, ending: str) -> str:
    """The parts on both sides of a comma or blank inside brackets change places."""
    found = tokens(text)
    gaps = [at for at in range(1, len(found) - 1) if found[at].text == "," or found[at].kind == "blank"]
    if not gaps:
        return text
    at = pick(chance, gaps)
    left, right = _part_before(found, at), _part_after(found, at)
    return _joined((*found[:left], *found[at + 1 : right], *found[at : at + 1], *found[left:at], *found[right:]))


def _part_before(found: Sequence[Token], at: int) -> int:
    """Where the part that ends here begins: a token, or a bracket with all in it."""
    depth = 0
    for index in range(at - 1, -1, -1):
        depth += (found[index].kind == "close") - (found[index].kind == "open")
        if depth <= 0 and found[index].kind != "blank":
            return index if depth == 0 else index + 1
    return 0


def _part_after(found: Sequence[Token], at: int) -> int:
    depth = 0
    for index in range(at + 1, len(found)):
        depth += (found[index].kind == "open") - (found[index].kind == "close")
        if depth <= 0 and found[index].kind != "blank":
            return index + 1 if depth == 0 else index
    return len(found)


def move_part(chance: Chance, text: str, ending: str) -> str:
    """A bracket with all in it, or a token, is put in the place of another one."""
    found = tokens(text)
    places = _places(found, "number", "variable", "upper", "word", "open")
    if len(places) < 2:
        return text
    source, target = pick(chance, places), pick(chance, places)
    part = found[source : _part_after(found, source - 1)]
    return _joined((*found[:target], *part, *found[max(target + 1, _part_after(found, target - 1)) :]))


def rename(chance: Chance, text: str, ending: str) -> str:
    """A name is called otherwise everywhere, perhaps as another one is called already."""
    found = tokens(text)
    places = _places(found, *NAMED)
    if not places:
        return text
    old = found[pick(chance, places)]
    names = [token.text for token in found if token.kind == old.kind]
    new = pick(chance, ODD_NAMES.get(old.kind, ())) if chance.below(2) else pick(chance, names)
    return _joined([Token(token.kind, new) if token == old else token for token in found])


ODD_NAMES = {
    "variable": ("?v0", "?v1", "?x0", "?_", "?role", "?V", "?x?y", "?_v0"),
    "upper": ("A", "X", "None", "True", "Int", "Board", "Input", "Player", "Exception", "Empty"),
    "word": (
        *("main", "init", "play", "self", "this", "input", "lambda", "class", "def", "v0", "v17", "_", "__class__"),
        *("next", "true", "does", "role", "legal", "terminal", "goal", "sees", "random", "distinct", "not", "or"),
        *("free", "at", "place", "for", "while", "while_", "ask", "list", "str", "int", "bool", "parlour", "board"),
    ),
}

GENTLE: tuple[Change, ...] = (
    replace_by_its_kind,
    replace_by_its_kind,
    replace_by_its_kind,
    swap_two_of_a_kind,
    swap_two_of_a_kind,
    change_operator,
    change_operator,
    change_operator,
    change_number,
    change_number,
    drop_line,
    double_lines,
    swap_lines,
    swap_arguments,
    swap_arguments,
    move_part,
    move_part,
    rename,
)

# --------------------------------------------------------------------------------------------------- anything at all


def delete_tokens(chance: Chance, text: str, ending: str) -> str:
    found = tokens(text)
    if found:
        start = chance.below(len(found))
        del found[start : start + 1 + chance.weighted((8, 4, 2, 1, 1))]
    return _joined(found)


def double_token(chance: Chance, text: str, ending: str) -> str:
    found = tokens(text)
    if not found:
        return text
    at = chance.below(len(found))
    times = pick(chance, (2, 2, 2, 3, 10, 300))
    return _joined((*found[:at], *found[at : at + 1] * times, *found[at + 1 :]))


def swap_any(chance: Chance, text: str, ending: str) -> str:
    found = tokens(text)
    if found:
        one, other = chance.below(len(found)), chance.below(len(found))
        found[one], found[other] = found[other], found[one]
    return _joined(found)


def splice(chance: Chance, text: str, ending: str) -> str:
    """Some lines or tokens of another text, of this language or of any, here or there."""
    every = [*PROGRAMS, *RECORDS]
    other = chosen_text(chance, ending if chance.below(2) else pick(chance, every)).text
    if chance.below(2):
        here, there = text.splitlines(keepends=True), other.splitlines(keepends=True)
    else:
        here, there = [token.text for token in tokens(text)], [token.text for token in tokens(other)]
    start = chance.below(len(there) + 1)
    taken = there[start : start + 1 + chance.below(12)]
    at = chance.below(len(here) + 1)
    return "".join((*here[:at], *taken, *here[at + chance.below(6) :]))


HUGE = (
    *("0", "00", "1e9", "1.5", "0.1", "0x10", "1_000", "2147483647", "2147483648", "4294967296", "1000000"),
    *("999999999999999999", "1000000000000000000", "9223372036854775807", "9223372036854775808", "-1", "--1"),
    *("18446744073709551616", "9" * 40, "9" * 400, "9" * 5000, "1e400", "0." + "3" * 400, "1" + "0" * 18, "٣", "²"),
)


def huge_number(chance: Chance, text: str, ending: str) -> str:
    found = tokens(text)
    places = _places(found, "number", "string", "word", "upper")
    if not places:
        return text
    numbers = _places(found, "number")
    at = pick(chance, numbers if numbers and chance.below(4) else places)
    found[at] = Token("number", pick(chance, HUGE))
    return _joined(found)


NESTS = (
    *(("(", ")"), ("[", "]"), ("{", "}"), ("(not ", ")"), ("not ", ""), ("-", ""), ("(f ", ")"), ("f(", ")")),
    *(("(and ", ")"), ("{-", "-}"), ("[x for x in ", "]"), ("if True then ", " else 1"), ("let x = 1 in ", "")),
    *(("while True do ", ""), ('"', '"'), ("(1, ", ")"), ("x.", ""), ("x + ", ""), ("x == ", ""), ("", "[0]")),
    *(("(or ", ")"), ("(<= ", ")"), ("if (True) { ", " }"), ("x = ", ""), ("[1, ", "]"), ("", ".x()"), ("!", "")),
)


def nest(chance: Chance, text: str, ending: str) -> str:
    """A part stands in many brackets, or many operators before it."""
    found = tokens(text)
    places = _places(found, *MEANINGFUL)
    if not places:
        return text
    at = pick(chance, places)
    end = _part_after(found, at - 1) if chance.below(2) else at + 1
    before, after = pick(chance, NESTS)
    times = pick(chance, (5, 30, 90, 99, 101, 150, 1_000, 20_000))
    return "".join((_joined(found[:at]), before * times, _joined(found[at:end]), after * times, _joined(found[end:])))


def nest_blocks(chance: Chance, text: str, ending: str) -> str:
    """Lines within lines within lines, each further in than the one before."""
    lines = text.splitlines(keepends=True)
    at = chance.below(len(lines) + 1)
    head = pick(chance, ("if True:", "while x:", "for x in y:", "if (True) {", "when x:", "do", "let x ="))
    times = pick(chance, (5, 40, 99, 101, 300, 600))
    inner = [f"{' ' * (4 * depth)}{head}\n" for depth in range(times)]
    return "".join((*lines[:at], *inner, *lines[at:]))


ODD = (
    *("\0", "\x01", "\x07", "\x08", "\x1b[31m", "\x7f", "\x85", "\x0b", "\x0c", "\xa0", "\xad", "\ufeff", "\ufffe"),
    *("\u2028", "\u2029", "\u200b", "\u200d", "\u200f", "\u202e", "\u2066", "\u0301", "e" + "\u0301" * 50),
    *(
        "\ud800",
        "\udc00",
        "\udfff",
        "😀",
        "👨‍👩‍👧",
        "漢",
        "Ａ",
        "１",
        "ﬁ",
        "ß",
        "İ",
        "ı",
        "ǅ",
        "Ⅷ",
        "½",
        "′",
        "“",
        "”",
        "‘",
        "’",
    ),
    *(
        "\r",
        "\r\n",
        "\n\r",
        "\t",
        "\t ",
        "   \t",
        "\\",
        "\\x",
        "\\u",
        '"',
        "'",
        "`",
        "$",
        "\N{GREEK QUESTION MARK}",
        "−",
        "–",
    ),
    *("≠", "≤", "∧", "¬", "→", "×", "÷", "·", "…", "\U0010ffff", "\U000e0001", "\u3000", "\u180e", "٠", "۵", "߁", "𝟙"),
)


def odd_character(chance: Chance, text: str, ending: str) -> str:
    for _ in range(1 + chance.below(3)):
        at = chance.below(len(text) + 1)
        text = text[:at] + pick(chance, ODD) + text[at + chance.below(2) :]
    return text


def odd_in_name_or_text(chance: Chance, text: str, ending: str) -> str:
    """A name or a text gets a strange character wherever it stands."""
    found = tokens(text)
    places = _places(found, *NAMED, "string")
    if not places:
        return text
    old = found[pick(chance, places)]
    at = 1 + chance.below(max(len(old.text) - 1, 1))
    new = old.text[:at] + pick(chance, ODD) + old.text[at:]
    return _joined([Token(token.kind, new) if token == old else token for token in found])


def other_line_ends(chance: Chance, text: str, ending: str) -> str:
    match chance.below(6):
        case 0:
            return text.replace("\n", "\r\n")
        case 1:
            return text.replace("\n", "\r")
        case 2:
            return "\ufeff" + text
        case 3:
            return text.replace("    ", "\t")
        case 4:
            return text.replace("\n", "\u2028")
        case _:
            return text.replace("\n", " ")


def very_long(chance: Chance, text: str, ending: str) -> str:
    """A token, or what joins two, a great many times without a line end."""
    found = tokens(text)
    if not found:
        return text
    at = chance.below(len(found))
    times = pick(chance, (200, 3_000, 30_000))
    part = found[at].text
    match chance.below(5):
        case 0:
            long = part * times
        case 1:
            long = " ".join([part] * times)
        case 2:
            long = pick(chance, (" + ", ", ", " and ", " == ", " - ", " | ", " & ", ".", "; ", " : ")).join(
                [part] * times
            )
        case 3:
            long = "x" * times
        case _:
            long = '"' + "é" * times + '"'
    return _joined(found[:at]) + long[:150_000] + _joined(found[at + 1 :])


def cut_off(chance: Chance, text: str, ending: str) -> str:
    at = chance.below(len(text) + 1)
    return text[:at] if chance.below(3) else text[at:]


def indent_otherwise(chance: Chance, text: str, ending: str) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        at = chance.below(len(lines))
        lines[at] = pick(chance, ("", " ", "  ", "    ", "\t", "        ")) + lines[at].lstrip(" \t")
    return "".join(lines)


def _damaged(chance: Chance, data: bytes) -> bytes:
    """Bytes that are no text: one changed, or the end cut off in the middle of a character."""
    if not data:
        return data
    at = chance.below(len(data))
    return data[:at] if chance.below(2) else data[:at] + bytes([chance.below(256)]) + data[at + 1 :]


WILD: tuple[Change, ...] = (
    delete_tokens,
    delete_tokens,
    delete_tokens,
    double_token,
    double_token,
    swap_any,
    splice,
    splice,
    splice,
    huge_number,
    huge_number,
    nest,
    nest,
    nest_blocks,
    odd_character,
    odd_character,
    odd_in_name_or_text,
    odd_in_name_or_text,
    other_line_ends,
    very_long,
    cut_off,
    indent_otherwise,
)
