"""What people write in BoGL who have another language in their fingers, and what to tell them.

Tables only: the scanner, the parser and the checker look here before they complain in general terms.
"""

from __future__ import annotations

# Runs of operator characters that are operators elsewhere.
OPERATORS: dict[str, str] = {
    "&&": "to ask whether both are true, write `and(a, b)`, and of three `and(a, and(b, c))`",
    "||": "to ask whether one of them is true, write `or(a, b)`, and of three `or(a, or(b, c))`",
    "!=": "unequal is written `/=`",
    "<>": "unequal is written `/=`",
    "=/=": "unequal is written `/=`",
    "=/": "unequal is written `/=`",
    "=!": "unequal is written `/=`",
    "!==": "unequal is written `/=`",
    "~=": "unequal is written `/=`",
    "===": "equal is written `==`",
    "=<": "less or equal is written `<=`",
    "=>": "greater or equal is written `>=`",
    "::": "a name and its type are separated by a single `:`",
    ":=": "a definition has a single `=`",
    "<-": "a definition has a single `=`, and `let x = … in …` names a value; for a negative number write `a < -1`",
    "**": "there is no power operator: multiply, `a * a`",
    "^": "there is no power operator: multiply, `a * a`",
    "!!": "a board is looked up with a single `!`, as in `b!(x,y)`",
    "++": "to count up, write `n + 1`; there is no operator that joins strings",
    "+=": "nothing is assigned: the new value is written with `+` alone, as in `n + 1`",
    "-=": "nothing is assigned: the new value is written with `-` alone, as in `n - 1`",
    "*=": "nothing is assigned: the new value is written with `*` alone, as in `n * 2`",
    "%=": "nothing is assigned: the new value is written with `%` alone, as in `n % 2`",
    "?": "a choice is written `if … then … else …`",
    "\\": "functions always have a name: define this one with a signature and an equation",
    "$": "put the argument into parentheses",
    ".": "a cell is looked up with `b!(x,y)`, a function called with `f(b)`, a component of a tuple taken with `p # 1`",
    "~": "to ask whether something is false, write `not(a)`",
}

# What to read instead, so that one wrong sign is one error.
REPLACED_OPERATORS: dict[str, str] = {
    "!=": "/=",
    "<>": "/=",
    "=/=": "/=",
    "=/": "/=",
    "=!": "/=",
    "!==": "/=",
    "~=": "/=",
    "===": "==",
    "=<": "<=",
    "=>": ">=",
    "::": ":",
    ":=": "=",
}

# Names used between two operands.
INFIX_WORDS: dict[str, str] = {
    "mod": "the remainder is written `a % b`",
    "rem": "the remainder is written `a % b`",
    "div": "division is written `a / b`",
    "and": "it is a function: write `and(a, b)`, and of three `and(a, and(b, c))`",
    "or": "it is a function: write `or(a, b)`, and of three `or(a, or(b, c))`",
    "xor": "write `a /= b`",
    "is": "equal is written `==`",
}

# Words at the start of something that should be a definition.
DEFINITION_WORDS: dict[str, str] = {
    "def": "write a signature and an equation: `f : Int -> Int` and `f(x) = x + 1`",
    "fun": "write a signature and an equation: `f : Int -> Int` and `f(x) = x + 1`",
    "fn": "write a signature and an equation: `f : Int -> Int` and `f(x) = x + 1`",
    "func": "write a signature and an equation: `f : Int -> Int` and `f(x) = x + 1`",
    "function": "write a signature and an equation: `f : Int -> Int` and `f(x) = x + 1`",
    "data": "a type of symbols is written `type Name = {A, B}`",
    "newtype": "a type is written `type Name = …`",
    "enum": "a type of symbols is written `type Name = {A, B}`",
    "class": "BoGL has no classes",
    "import": "a program cannot load others: put shared definitions into a prelude",
    "module": "a program starts with `game Name`",
    "program": "a program starts with `game Name`",
    "let": "write a signature and an equation: `n : Int` and `n = 3`",
    "var": "write a signature and an equation: `n : Int` and `n = 3`",
    "const": "write a signature and an equation: `n : Int` and `n = 3`",
    "val": "write a signature and an equation: `n : Int` and `n = 3`",
    "where": "give a part of an expression a name with `let x = … in …`",
    "return": "a function gives the value of its expression: leave out `return`",
    "end": "nothing closes a definition: leave out `end`",
}

# Words of BoGL in the middle of something: the word that begins it, and advice where that is missing.
_CHOICE = "a choice is written `if … then … else …`, and a further condition `else if … then …`"
BEGINNINGS: dict[str, tuple[str, str]] = {
    "then": ("if", _CHOICE),
    "else": ("if", _CHOICE),
    "do": ("while", "a loop is written `while … do …`"),
    "in": ("let", "a local name is written `let x = … in …`"),
}

# Words for `type` elsewhere.
TYPE_WORDS = frozenset({"typedef", "types"})

# Words that end an expression in other languages, or go on with something else.
ELSE_IF = ("elif", "elsif", "elseif")
STOP_WORDS = frozenset({*ELSE_IF, "where", "end", "endif", "fi"})

# Words at the start of a statement, where BoGL has expressions only.
STATEMENT_WORDS: dict[str, str] = {
    "return": "a function gives the value of its expression: leave out `return`",
    "print": "a program prints nothing itself: its boards are shown when it asks for input",
    "for": "a variable stands for every column or row, `b!(x,y) = …`; to repeat, write a function that calls itself",
    "unless": "write `if not(c) then … else …`",
    "not": "write `not(…)`: it is a function",
}

# Words of BoGL that begin an expression, as somebody writes them who starts a sentence or shouts.
CAPITAL_WORDS = frozenset({"If", "IF", "Let", "LET", "While", "WHILE"})

# Names and symbols that nobody defined, in an expression.
ASKING = "what a player answers is written `input`, without parentheses"
NAMES: dict[str, str] = {
    "true": "the truth value is written `True`",
    "false": "the truth value is written `False`",
    "TRUE": "the truth value is written `True`",
    "FALSE": "the truth value is written `False`",
    "None": "say it with a symbol of your own, as in `Int & {Nothing}`",
    "print": "a program prints nothing itself: its boards are shown when it asks for input",
    "len": "boards have a `width` and a `height`; nothing else has a length",
    "null": "say it with a symbol of your own, as in `Int & {Nothing}`",
    "nil": "say it with a symbol of your own, as in `Int & {Nothing}`",
    "undefined": "say it with a symbol of your own, as in `Int & {Nothing}`",
    "return": "a function gives the value of its expression: leave out `return`",
    "otherwise": "the last branch of an `if` is its `else`",
    "mod": "the remainder is written `a % b`",
    "div": "division is written `a / b`",
    "less": "write `a < b`",
    "leq": "write `a <= b`",
    "geq": "write `a >= b`",
    "greater": "write `a > b`",
    "equals": "write `a == b`",
    "fst": "the first component of a pair is written `p # 1`",
    "snd": "the second component of a pair is written `p # 2`",
    "remove": "put the symbol for an empty cell there: `place(Empty, b, (x,y))`",
    "isEmpty": "whether a cell is free is asked by `b!(x,y) == Empty`, of all cells by `countBoard(Empty, b)`",
    "isFree": "whether a cell is free is asked by `b!(x,y) == Empty`",
    "ask": ASKING,
    "prompt": ASKING,
    "read": ASKING,
    "readInt": ASKING,
    "readLine": ASKING,
    "getInput": ASKING,
    "getLine": ASKING,
    "random": "BoGL has no chance: everything follows from the answers",
}

# What takes a component of a pair elsewhere, and which one.
COMPONENTS: dict[str, int] = {"fst": 1, "snd": 2, "first": 1, "second": 2}

# What looks up a cell elsewhere, in small letters.
LOOKUPS = frozenset({"get", "at", "cell", "getcell", "get_cell", "lookup", "piece", "read", "value"})

# The functions of which a board is not the first argument, as they are called with one.
BOARD_CALLS: dict[str, str] = {
    "place": "place(X, {}, (x,y))",
    "inARow": "inARow(3, X, {})",
    **{name: f"{name}(X, {{}})" for name in ("count", "countBoard", "countRow", "countCol", "countDiag", "longestRow")},
    "countColumn": "countColumn(X, {}, 1)",
}

# Symbols for truth values that nobody defined.
TRUTHS: dict[str, str] = {"Yes": "True", "No": "False", "On": "True", "Off": "False"}

# Type names of other languages, and of early drafts of this one.
TYPES: dict[str, str] = {
    "int": "Int",
    "integer": "Int",
    "Integer": "Int",
    "Number": "Int",
    "Nat": "Int",
    "bool": "Bool",
    "boolean": "Bool",
    "Boolean": "Bool",
    "string": "String",
    "str": "String",
    "Text": "String",
    "Char": "String",
    "AnySymbol": "Symbol",
}
