"""What people write in AllHandsOnDeck who have another language in their fingers, and what to tell them.

Tables only: the scanner and the parser look here before they complain in general terms.
"""

from __future__ import annotations

# Signs that are operators elsewhere.
OPERATORS: dict[str, str] = {
    "&&": "to ask whether both hold, write `and`",
    "||": "to ask whether one of them holds, write `or`",
    "!": "the opposite is written `not`, and unequal `!=`",
    "===": "equal is written `==`",
    "!==": "unequal is written `!=`",
    "<>": "unequal is written `!=`",
    "=!": "unequal is written `!=`",
    "/=": "unequal is written `!=`",
    "=<": "less or equal is written `<=`",
    "=>": "greater or equal is written `>=`",
    ":=": "an assignment has a single `=`",
    "->": "an attribute is taken with `.`, and what a helper gives is not declared",
    "<<": "there are no shift operators: multiply by a power of two, `n * 2 ** k`",
    "++": "to count up, write `n += 1`",
    "--": "to count down, write `n -= 1`",
    "?": "a choice is written with `if` and `else`, each in a line of its own",
    "@": "leave it out",
    "$": "leave it out",
    "`": "a string stands between `'` and `'`, or between `\"` and `\"`",
    ";": "leave it out: a line end ends a statement",
    "{": "a block is what is indented below a `:`, and a list of values stands in `[ ]`",
    "}": "a block ends where the text is no longer indented",
}

# What to read instead, so that one wrong sign is one error.
REPLACED_OPERATORS: dict[str, str] = {
    "&&": "and",
    "||": "or",
    "!": "not",
    "===": "==",
    "!==": "!=",
    "<>": "!=",
    "=!": "!=",
    "=<": "<=",
    "=>": ">=",
    ":=": "=",
    "->": ".",
}

# Words at the start of a line that open a declaration or a statement elsewhere.
STATEMENT_WORDS: dict[str, str] = {
    **dict.fromkeys(
        ("def", "fun", "fn", "func", "function"), "a helper is written `name(x, y):`, without a word before it"
    ),
    "action": "an ACTION is declared by `when do NAME:` or `when Player player do NAME:`",
    **dict.fromkeys(
        ("class", "struct", "type", "record", "object"), "a class is declared by `let Card(rank, suit) be Object with:`"
    ),
    "game": "a program has no head: it begins with `main:`",
    "var": "a name is made by giving it a value: `n = 3`, or with its type `int n = 3`",
    "val": "a name is made by giving it a value: `n = 3`, or with its type `int n = 3`",
    "import": "a program cannot load others",
    "from": "a program cannot load others",
    "print": "write `print(…)`",
    "input": "write `name = input()`, or `int name = input()` for a number",
    "foreach": "a loop is written `for card in cards:`",
    "repeat": "a loop is written `for 3 times:`",
    "loop": "a loop is written `while …:` or `for 3 times:`",
    "until": "write `while not …:`",
    "unless": "write `if not …:`",
    "switch": "choose with `if`, `elif` and `else`",
    "case": "choose with `if`, `elif` and `else`",
    "match": "choose with `if`, `elif` and `else`",
    "elsif": "write `elif`",
    "elseif": "write `elif`",
    "otherwise": "write `else:`",
    "then": "leave it out: a `:` ends the condition",
    "end": "leave it out: a block ends where the text is no longer indented",
    "global": "leave it out: what an ACTION assigns is known everywhere",
    "del": "take an element out of a collection with `cards do DELETE(i)`",
    "call": "an ACTION is done with `do NAME`, and a helper called with `name(…)`",
    "set": "an assignment is written `name = value`",
    "new": "a new object is written `Card(1, 'S')`",
    "try": "there are no exceptions: ask first, with `if`",
    "assert": "ask with `if`",
    "raise": "there are no exceptions: `print` what is wrong and `return`",
}

FUNCTION_WORDS = frozenset({"def", "fun", "fn", "func", "function", "sub", "proc", "void"})
CLASS_WORDS = frozenset({"class", "struct", "type", "record", "object"})

# What other languages call those who play.
PLAYERS = ("Person", "Player", "User", "Human", "Agent")

# What other languages call what holds cards, and what it is called here.
_ROW = "a row of cards is a `Series<Card>()`, a pile a `Stack<Card>()`"
CLASSES: dict[str, str] = {
    **dict.fromkeys(
        [
            "List",
            "Array",
            "Deck",
            "Pile",
            "Hand",
            "Set",
            "Vector",
            "Queue",
            "Tuple",
            "Row",
            "Collection",
            "Dict",
            "Map",
            "Table",
        ],
        _ROW,
    ),
    **dict.fromkeys(["Integer", "Int", "Number", "Long"], "a whole number is an `int`"),
    **dict.fromkeys(["String", "Str", "Text", "Char"], "a text is a `string`"),
    **dict.fromkeys(["Bool", "Boolean"], "a truth value is a `bool`"),
    **dict.fromkeys(["Float", "Double", "Decimal"], "a number with a point is a `float`"),
    **dict.fromkeys(PLAYERS, "who plays is an Actor: `let Player(name) be Actor with:`"),
    **dict.fromkeys(
        ["Class", "Thing", "Struct", "Any"], "what is no Actor is an Object: `let Card(rank) be Object with:`"
    ),
}

# Words before an ACTION elsewhere.
ACTION_WORDS = frozenset(
    {"on", "upon", "def", "function", "func", "fun", "fn", "procedure", "proc", "action", "sub", "void"}
)

# Types in small letters that others have.
TYPES: dict[str, str] = {
    **dict.fromkeys(["integer", "number", "long", "num"], "a whole number is an `int`"),
    **dict.fromkeys(["str", "text", "char"], "a text is a `string`"),
    **dict.fromkeys(["boolean"], "a truth value is a `bool`"),
    **dict.fromkeys(["double", "decimal", "real"], "a number with a point is a `float`"),
    **dict.fromkeys(["list", "array", "vector"], "leave it out: `cards = [a, b]`; the class is called `Series`"),
    **dict.fromkeys(["auto", "any", "object"], "leave it out: a name is made by giving it a value"),
}

# Words before an attribute elsewhere.
MODIFIERS: dict[str, str] = {
    **dict.fromkeys(
        ["private", "public", "protected", "static", "mutable", "var", "val", "attribute", "field", "property"],
        "leave it out: an attribute is written `name: value`, or with its type `int name: value`",
    ),
    **dict.fromkeys(["final", "readonly", "constant"], "an attribute that never changes is `const`"),
}

# Words that are statements of their own elsewhere.
LONE_WORDS: dict[str, str] = {
    "break": "a `return` leaves a loop with the helper or ACTION around it; a `while` ends with its condition",
    "continue": "put the rest of the loop under an `if`",
    "end": "leave it out: a block ends where the text is no longer indented",
    "skip": "a statement that does nothing is written `pass`",
}

# Words between two operands.
INFIX_WORDS: dict[str, str] = {
    "mod": "the remainder is written `a % b`",
    "rem": "the remainder is written `a % b`",
    "div": "whole division is written `a // b`",
    "xor": "write `a != b`, or `a ^ b` for whole numbers",
    "equals": "equal is written `==`",
    "to": "a range is written `1..9`",
    "as": "leave it out",
    "of": "a type of what it holds is written `Stack<Card>`",
}

# Values that are called otherwise elsewhere.
VALUES: dict[str, str] = {
    "null": "nothing is written `None`",
    "nil": "nothing is written `None`",
    "undefined": "nothing is written `None`",
    "nothing": "nothing is written `None`",
    "self": "there is no self: attributes and helpers of the object are called by their names alone",
    "this": "there is no this: attributes and helpers of the object are called by their names alone",
    "yes": "the truth values are `True` and `False`",
    "no": "the truth values are `True` and `False`",
}

# Helpers of other languages that give a changed collection, or part of one, where an ACTION of this name changes it.
GIVEN: dict[str, str] = {
    "shuffle": "another collection in random order is `cards.shuffled()`; `cards do SHUFFLE` shuffles this one",
    "sort": "another collection in order is `cards.sorted()`; `cards do SORT` puts this one in order",
    "first": "the first element is `cards[0]`, or `cards.front()`",
    "last": "the last element is `cards[-1]`, or `cards.back()`",
    "reverse": "the other way round is `cards[::-1]`",
    "is_empty": "whether there is none is `cards.empty()`",
}

# Functions and methods of other languages.
CALLS: dict[str, str] = {
    word: advice
    for words, advice in (
        ("len length count get_size get_length num_cards", "how many there are is `cards.size()`"),
        ("str to_string repr format", "a text is made of a value by `f'{n}'`"),
        (
            "append add push extend add_all",
            "an element is added by `cards do PUSH_BACK(card)`, to a Stack by `PUSH_TOP`",
        ),
        ("prepend push_first unshift", "an element is put first by `cards do PUSH_FRONT(card)`"),
        ("pop draw take shift", "an element is taken by `cards do POP_BACK`, from a Stack by `POP_TOP`"),
        ("remove delete", "the element with the number i is taken out by `cards do DELETE(i)`"),
        ("insert", "an element is put before the number i by `cards do INSERT(i, card)`"),
        ("clear", "all elements are taken out by `cards do CLEAR`"),
        ("shuffle", "a collection is shuffled by `cards do SHUFFLE`; `cards.shuffled()` gives another one"),
        ("sort order", "a collection is put in order by `cards do SORT(card.rank for card in cards)`"),
        ("is_empty has_cards", "whether there is none is `cards.empty()`"),
        ("peek", "the uppermost element of a Stack is `deck.top()`"),
        ("contains includes has", "whether it is among them is `card in cards`"),
        ("randint randrange rand roll choice pick", "by chance, a number is `random(1..6)`, a card is `random(cards)`"),
        ("println say write echo log puts printf", "a line is said by `print(…)`"),
        ("read readline read_line prompt ask get_input", "a line is asked for by `input()`"),
        ("list array", "several values stand in square brackets: `[a, b]`"),
        ("exit quit stop", "the game is over when `main` ends"),
        ("abs", "write `if n < 0:` and `n = -n`"),
        ("max min", "compare two with `if a > b:`; of many, go through them: `for card in cards:`"),
        ("sum sorted", "go through the elements: `for card in cards:`"),
    )
    for word in words.split()
}
