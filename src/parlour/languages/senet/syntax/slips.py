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

# What a type may begin with.
TYPE_WORDS = frozenset({"int", "bool", "str", "list", "void"})

# Those that give a variable a value made of its old one.
COUNTING = frozenset({"++", "--", "+=", "-=", "*=", "/=", "%="})

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
        ("elsif elseif else_if elseIf", "a further condition is written `elif (…) { … }`"),
        ("foreach repeat until do", _LOOP),
        ("switch case", "compare with `==` in a chain of `if (…) { … } elif (…) { … }`"),
        ("when", "write `if (…) { … }`"),
        ("unless", "write `if (not …) { … }`"),
    )
    for word in words.split()
}

# Words for `elif` elsewhere.
ELSE_IF = frozenset({"elsif", "elseif", "else_if", "elseIf"})

# Words for `else` elsewhere.
OTHERWISE = frozenset({"otherwise", "default"})

# Words that define a group elsewhere, and those that stand before its parent there.
GROUPS = frozenset({"class", "struct", "interface", "record", "type", "object"})
EXTENDS = frozenset({"extends", "implements", "inherits", "from", "is", "of", "be", ":", "<"})

# Words before the type of a function or variable elsewhere.
MODIFIERS = frozenset(
    {"public", "private", "protected", "static", "final", "virtual", "override", "abstract", "global", "local"}
    | {"const", "constexpr", "inline", "unsigned", "readonly", "mut", "final"}
)

# What to write where the player is meant whose turn it is.
ON_MOVE = "whose turn it is says `ON_MOVE`, the number of a player, from 0"

# Words that mean one of ours, by themselves: what to write instead.
NAMES: dict[str, str] = {
    word: advice
    for words, advice in (
        ("self me", "the instance whose method runs is called `this`"),
        ("null nil NULL nullptr undefined nothing Nothing", "write `None`"),
        ("yes YES Yes", "write `True`"),
        ("no NO No", "write `False`"),
        (
            "turn current current_player currentPlayer player_on_move onMove active active_player whose_turn "
            "CURRENT_PLAYER PLAYER TURN",
            ON_MOVE,
        ),
        (
            "n_players nplayers num_players players PLAYERS player_count numPlayers NUM_PLAYERS",
            "players are numbers from 0, of which there are `N_PLAYERS`; whose turn it is says `ON_MOVE`",
        ),
        ("quit stop endgame gameover game_over", "the game is over with `exit();`"),
    )
    for word in words.split()
}

# Numbers in words.
NUMBERS: dict[str, str] = {
    word: f"a number is written in digits: `{number}`"
    for number, word in enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"))
}

# Functions of other languages, and what to write instead.
CALLS: dict[str, str] = {
    word: advice
    for words, advice in (
        (
            "input readline read_line readLine getline get_input raw_input scanf gets getchar prompt ask answer cin",
            "`read(1)` asks for one character, `stoi(read(1))` for a digit; `print` the question before it",
        ),
        ("readInt read_int readint inputInt", "a digit is asked for by `stoi(read(1))`"),
        (
            "println printf puts write writeln say echo display show output log cout print_line",
            "a text is said by `print(…)`; a line ends with `\\n`",
        ),
        (
            "len length size count",
            "there is nothing that counts the elements of a list: keep their number in a variable",
        ),
        (
            "range xrange seq",
            "there is no counting loop: list the values, `for (int i in {0, 1, 2}) { … }`, or use `while`",
        ),
        (
            "random randint rand_int randrange roll dice randn choice shuffle Random rnd",
            "a number from 1 to 6 by chance is `rand() % 6 + 1`",
        ),
        ("parseInt atoi toInt to_int Integer integer number ord", "a number is made of a digit by `stoi(…)`"),
        ("toString to_string tostring String string itoa format chr", "a text is made of a number by `itos(…)`"),
        (
            "quit stop end end_game endGame finish gameover game_over endgame over done",
            "the game is over with `exit();`",
        ),
        ("reset replay again restart_game new_game", "the game begins anew with `restart();`"),
        (
            "next next_turn nextTurn end_turn endTurn next_player nextPlayer switch_player pass_turn change_turn",
            "the turn passes by itself at the end of a phase; to say who is next, set `ON_MOVE`",
        ),
        ("win wins won_by winner draw tie lose set_winner", "say it with `print(…)`, and end the game with `exit();`"),
        ("abs", "write `if (n < 0) { n = -n; }`"),
        ("max min", "compare the two: `if (a > b) { … } else { … }`"),
        ("sum any all map filter sorted sort", "go through the elements: `for (x in l) { … }`"),
        ("append push add insert remove pop", "a list keeps its length: write all its elements at once, `l = [a, b];`"),
        ("place put set move", "a piece is placed with `piece >> board [x, y]`"),
        ("clear", "`clear_input()` forgets what was typed too much"),
    )
    for word in words.split()
}

# Functions of the language that take something.
BUILT_IN_CALLS = ("print", "read", "stoi", "itos")

# What other languages do to a list, and what is done here.
_LENGTH = "a list keeps its length: write all its elements at once, `l = [a, b];`, and change them, `l[0] = c;`"
LIST_CALLS: dict[str, str] = {
    **dict.fromkeys(
        ["append", "add", "push", "insert", "extend", "push_back", "remove", "pop", "delete", "clear", "del"], _LENGTH
    ),
    **dict.fromkeys(
        ["len", "length", "size", "count"],
        "there is nothing that counts the elements of a list: keep their number in a variable",
    ),
    **dict.fromkeys(
        ["contains", "includes", "has", "index", "indexOf", "find"],
        "go through the elements: `for (x in l) { if (x == y) { … } }`",
    ),
    **dict.fromkeys(
        ["sort", "reverse", "shuffle", "map", "filter", "join"], "go through the elements: `for (x in l) { … }`"
    ),
}

# What takes an element of a list elsewhere, or gives it a value.
ELEMENT_CALLS = frozenset({"get", "at", "elementAt", "element_at", "item", "nth", "set"})

# What other boards can do, and how it is said here.
BOARD_CALLS: dict[str, str] = {
    word: advice
    for words, advice in (
        (
            "get at piece_at pieceAt piece cell getPiece get_piece",
            "what stands on a cell is `{0}.cells[{0}.toi([x, y])]`",
        ),
        ("set put add move play", "a piece is placed with `piece >> {0} [x, y]`"),
        (
            "empty isEmpty is_empty free is_free isFree occupied is_occupied",
            "an empty cell has no owner: `{0}.owns({0}.toi([x, y])) == -1`",
        ),
        ("owner get_owner getOwner owned", "whose piece stands on a cell says `{0}.owns({0}.toi([x, y]))`"),
        ("is_full isFull", "whether every cell is taken says `{0}.full()`"),
        ("clear reset", "pieces are taken off one by one: `{0}.remove({0}.toi([x, y]))`"),
        ("print draw show display render", "a board is drawn by itself; `print({0});` says it once more"),
        ("index coord to_index toIndex", "the number of a cell is `{0}.toi([x, y])`"),
    )
    for word in words.split()
}

# Names used between two operands.
INFIX_WORDS: dict[str, str] = {
    "mod": "the remainder is written `a % b`",
    "div": "division is written `a / b`",
    "is": "equal is written `==`",
    "equals": "equal is written `==`",
    "eq": "equal is written `==`",
    "xor": "write `a != b`",
    "minus": "write `a - b`",
    "plus": "write `a + b`",
    "times": "write `a * b`",
}

# Words before an assignment or a call.
STATEMENT_WORDS = frozenset({"set", "assign", "call", "put"})

# Words before a value or a statement.
VALUES: dict[str, str] = {
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
