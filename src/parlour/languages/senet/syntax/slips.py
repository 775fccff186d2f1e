"""What people write in Senet who have another language in their fingers, and what to tell them.

Tables only: the scanner and the parser look here before they complain in general terms.
"""

from __future__ import annotations

# Runs of operator characters that are operators elsewhere: what to tell, and what to read instead, so that one wrong
# sign is one error (nothing: it is broken).
OPERATORS: dict[str, tuple[str, str]] = {
    "===": ("equal is written `==`", "=="),
    "!==": ("unequal is written `!=`", "!="),
    "<>": ("unequal is written `!=`", "!="),
    "=/=": ("unequal is written `!=`", "!="),
    "=<": ("less or equal is written `<=`", "<="),
    "=>": ("greater or equal is written `>=`", ">="),
    ":=": ("an assignment has a single `=`", "="),
    "->": ("a field is written with a point: `piece.owner`", "."),
    "++": ("to count up, write `n = n + 1`", ""),
    "--": ("to count down, write `n = n - 1`", ""),
    "+=": ("write `n = n + …`", "="),
    "-=": ("write `n = n - …`", "="),
    "*=": ("write `n = n * …`", "="),
    "/=": ("unequal is written `!=`; to divide, write `n = n / …`", "!="),
    "%=": ("write `n = n % …`", "="),
    "**": ("there is no power operator: multiply, `a * a`", "*"),
    "&": ("to ask whether both are true, write `a and b`", "and"),
    "|": ("to ask whether one of them is true, write `a or b`", "or"),
    "^": ("there is no power operator: multiply, `a * a`", "*"),
    "~": ("to ask whether something is false, write `not a`", ""),
    "?": ("a choice is written `if (…) { … } else { … }`", ""),
    ":": ("a block stands in braces, `{ … }`, and a type before the name: `int n;`", ""),
    "..": ("the values of a `for` are listed one by one: `for (int i in {0, 1, 2}) { … }`", ""),
    "...": ("the values of a `for` are listed one by one: `for (int i in {0, 1, 2}) { … }`", ""),
}

_FUNCTION = "a function starts with the type of its value: `int next(int n) { … }`, or `void` if it has none"
_VARIABLE = "a variable is declared with its type: `int n;`"
_LOOP = "loops are `while (…) { … }` and `for (int i in {0, 1, 2}) { … }`"

# Words where a type should be: what people call types elsewhere, and words that begin a definition.
TYPES: dict[str, str] = {
    word: advice
    for words, advice in (
        ("def fun fn function action", _FUNCTION),
        ("var let const auto", _VARIABLE),
        ("string String char fstring", "the type of texts is called `str`"),
        ("integer Int Integer number long", "the type of numbers is called `int`"),
        ("float double", "there are whole numbers only: `int`"),
        ("boolean Bool Boolean", "the type of truth values is called `bool`"),
        ("List array Array", "a list of numbers is written `list<int>`"),
        ("interactable", "what can be taken and placed is written `group Stone (Piece) { … }`"),
        ("tile", "cells are not defined: a board has them"),
        ("board", "a board is written `group B (Boards.Rect(3, 3)) { … }`"),
        ("import", "a program cannot load others: put everything into one text"),
        ("new", "an instance is declared with its group and its arguments: `Boards.Rect b(3, 3);`"),
        ("elsif elseif", "a further condition is written `elif (…) { … }`"),
        ("foreach repeat until do", _LOOP),
        ("switch case", "compare with `==` in a chain of `if (…) { … } elif (…) { … }`"),
        ("when", "write `if (…) { … }`"),
        ("unless", "write `if (not …) { … }`"),
    )
    for word in words.split()
}

# Words that define a group elsewhere.
GROUPS = frozenset({"class", "struct", "interface", "record", "type", "object"})

# Names used between two operands.
INFIX_WORDS: dict[str, str] = {
    "mod": "the remainder is written `a % b`",
    "div": "division is written `a / b`",
    "is": "equal is written `==`",
    "xor": "write `a != b`",
}

# Words before a value or a statement.
VALUES: dict[str, str] = {
    "new": "an instance is declared with its group and its arguments: `Boards.Rect b(3, 3);`",
    "then": "the body of an `if` stands in braces: `if (…) { … }`",
    "do": "the body of a loop stands in braces: `while (…) { … }`",
}

# How texts of the other languages begin: the first word, and the language with the ending of its files.
OTHER_LANGUAGES: dict[str, tuple[str, str]] = {
    "game": ("BoGL or TGDL", ".bgl or .tgdl"),
    "main": ("AllHandsOnDeck", ".ah"),
    "when": ("AllHandsOnDeck", ".ah"),
    "let": ("AllHandsOnDeck", ".ah"),
    "Players": ("Contest", ".contest"),
    "players": ("TGDL", ".tgdl"),
    "setup": ("TGDL", ".tgdl"),
    "(": ("GDL", ".kif or .gdl"),
}
