"""What people write in TGDL who have another language in their fingers, or its older dialect, and what to tell them.

Tables only: the scanner, the parser and the checker look here before they complain in general terms.
"""

from __future__ import annotations

# Signs that are operators elsewhere: what to tell, and what to read instead, so that one wrong sign is one error
# (nothing: it is broken).
OPERATORS: dict[str, tuple[str, str]] = {
    "===": ("equal is written `==`", "=="),
    "!==": ("unequal is written `!=`", "!="),
    "<>": ("unequal is written `!=`", "!="),
    "=/=": ("unequal is written `!=`", "!="),
    "=<": ("less or equal is written `<=`", "<="),
    "=>": ("greater or equal is written `>=`", ">="),
    ":=": ("an assignment has a single `=`", "="),
    "->": ("a member is written with a point: `card.rank`", "."),
    "::": ("a member is written with a point: `card.rank`", "."),
    "++": ("to count up, write `n += 1`", ""),
    "--": ("to count down, write `n -= 1`", ""),
    "**": ("a power is written `a ^ b`", "^"),
    "^=": ("write `n = n ^ …`", ""),
    "&=": ("write `a = a & …`", ""),
    "|=": ("write `a = a | …`", ""),
    "<<": ("there are no shift operators: multiply by a power of two, `n * 2 ^ k`", ""),
    "~": ("the opposite of a bool is written `!a`", "!"),
    "?": ("a choice is written `if(…) { … } else { … }`", ""),
    "..": ("numbers are counted with `for(number i = 0; i < n; i += 1) { … }`", ""),
    "...": ("numbers are counted with `for(number i = 0; i < n; i += 1) { … }`", ""),
    "@": ("leave it out", ""),
    "$": ("leave it out", ""),
    "\\": ("leave it out; only in a string it begins an escape", ""),
    "`": ('a string stands between `"` and `"`', ""),
}

# Words between two operands or before one, and the operator that they are; `nand` has no operator of its own.
OPERATOR_WORDS: dict[str, tuple[str, str]] = {
    "and": ("write `a && b`", "&&"),
    "or": ("write `a || b`", "||"),
    "not": ("write `!a`", "!"),
    "xor": ("write `a ^ b`", "^"),
    "nand": ("write `!(a & b)`", "&"),
    "mod": ("the remainder is written `a % b`", "%"),
    "div": ("write `a / b`, and cut it if you need a whole number", "/"),
    "equals": ("equal is written `==`", "=="),
}
# Those that the older specification of TGDL has.
OLDER_OPERATORS = frozenset({"and", "or", "not", "xor", "nand"})

# Words of the older specification where a definition, statement or part begins: what to tell, and the word for it.
OLDER_WORDS: dict[str, tuple[str, str]] = {
    "state": ("what was a `state` is a `class` now", "class"),
    "required": ("write `require { … }`", "require"),
    "pass": ('control is passed on with `turn.pass(p, "phase");`', ""),
    "fail": ("there is no `fail`: write a `require`, or a filter that lets only good answers pass", ""),
    "cancel": ("there is no `cancel`: write a `require`, or a filter that lets only good answers pass", ""),
    "priority": ("write `prio 3;`", "prio"),
    "adjacency": ("squares and hexes are connected by themselves; in a graph, use `a.connect(b)`", ""),
}
OLDER_TYPES: dict[str, str] = {"decimal": "number"}

# Members that the older specification has, or that people look for, and what they are called.
OLDER_MEMBERS: dict[str, str] = {
    "push": "an element is added to a List with `xs.add(v)`",
    "pop": "the last of a List is `xs[xs.length - 1]`, and `xs.removeAt(i)` takes one out",
    "draw": "the top of a deck is taken with `pop()`",
    "top": "the top of a deck is taken with `pop()`",
    "move": "a piece is moved with `p.move_to(t)`",
    "x": "a tile has a place, a piece stands on one: `p.tile.x`",
    "y": "a tile has a place, a piece stands on one: `p.tile.y`",
    "pieces": "what stands on a tile is `t.placeables`",
    "neighbours": "a tile leads to others by `t.connections[i].to`",
    "neighbors": "a tile leads to others by `t.connections[i].to`",
    "transfer_to": "ownership is given with `x.assign(p)`",
    "assign_to": "ownership is given with `x.assign(p)`",
    "owner": "the owner is `x.player`, the members of a group are `x.players`",
    "size": "the number of elements is `length`",
    "count": "the number of elements is `length`",
    "push_back": "an element is added with `xs.add(v)` to a List, with `push(v)` to a Stack",
    "add": "an element is added to a List; a piece is put on a tile with `p.move_to(t)`",
    "isEmpty": "compare how many there are: `xs.length == 0`",
    "is_empty": "compare how many there are: `xs.length == 0`",
    "empty": "compare how many there are: `xs.length == 0`, or take all out with `clear()`",
    "first": "the first of a List is `xs[0]`",
    "last": "the last of a List is `xs[xs.length - 1]`",
    "insert": "an element is added at the end with `xs.add(v)`",
    "append_all": "another list is added with `xs.append(list)`",
    "has": "whether a List holds something is `xs.contains(v)`",
    "includes": "whether a List holds something is `xs.contains(v)`",
    "forEach": "go through a List by its indexes: `for(number i = 0; i < xs.length; i += 1) { … }`",
    "get": "an element is `xs[i]`, the value of a key `t[key]`",
    "set": "an element is stored with `xs[i] = v`, the value of a key with `t[key] = v`",
    "put": "an element is stored with `xs[i] = v`, the value of a key with `t[key] = v`",
    "containsKey": "whether a Table has a key is `t[key] != null`",
    "has_key": "whether a Table has a key is `t[key] != null`",
    "hasKey": "whether a Table has a key is `t[key] != null`",
    "removeAll": "all elements are taken out with `clear()`",
    "remove_all": "all elements are taken out with `clear()`",
    "delete": "an element is taken out of a List with `xs.remove(v)`, of a Table with `t[key] = null`",
    "discard_pile": "the discarded cards of a deck are its `discard_stack`",
    "peek": "take it with `pop()` and put it back with `push(v)`",
}

FUNCTION = "a function is written `function f { function input number n; returns number; effect { … } }`"
_VARIABLE = "a variable is declared with its type: `number n = 3;`"
_LOOP = "loops are `while(…) { … }` and `for(number i = 0; i < n; i += 1) { … }`"
_CHOICE = "choose with `if(…) { … } else if(…) { … } else { … }`"


def _table(*rows: tuple[str, str]) -> dict[str, str]:
    return {word: advice for words, advice in rows for word in words.split()}


# Words of other languages where a definition, statement or part begins.
STATEMENT_WORDS: dict[str, str] = _table(
    ("def fun fn func method void", FUNCTION),
    ("var let const", _VARIABLE),
    ("foreach repeat until do loop", _LOOP),
    ("switch case match unless", _CHOICE),
    ("elif elsif elseif", "write `else if(…) { … }`"),
    ("then", "leave it out: the condition stands in parentheses and the block in braces"),
    ("begin end", "a block stands in braces: `{ … }`"),
    ("print input say", "there is nothing to print: a table shows itself; a player is asked by `input Card c;`"),
    ("try raise throw assert", "an event is thrown with `event.throw(e);`; there are no exceptions"),
    ("delete del", "an object that nothing knows any more is gone: store null"),
    ("struct type object record", "a class is written `class Name { … }`"),
    ("enum", "write numbers or strings"),
    ("card piece token", "what players touch is written `interactable Name { … }`"),
    ("deck", "a deck is written `stack Name { returns Card; default { … } }`"),
    ("cell field space", "a place of a board is written `tile Name { … }`"),
    ("when on", "an action hears events: `action A { trigger E { return true; } effect { … } }`"),
    ("include using require_once from", "another file is read with `import \"cards.tgdl\";`"),
    ("public private protected static abstract final", "leave it out"),
    ("rule rules", "what players can do is an `action` of a class, `trigger PlayerChoiceEvent { return true; }`"),
    ("win wins", "the game ends with `winner p;`"),
    ("goto", "call a function instead"),
)  # fmt: skip

# Words before `class` and `interactable`, and what is written for them.
SCOPE_WORDS: dict[str, str] = _table(
    ("shared common team", "a class whose objects have several members is written `group class Name { … }`"),
    ("singleton single unique static", "a class of which there is exactly one is written `global class Name { … }`"),
    ("own personal", "a class whose objects have one owner is written `class Name { … }`"),
)

# Those of them that stand before a name where a type should be, and that nobody would call a class.
DECLARING_WORDS = frozenset({"def", "fun", "fn", "func", "void", "var", "let", "const", "static", "public", "private"})

# What types are called elsewhere.
TYPE_WORDS: dict[str, str] = _table(
    ("int integer Int Integer float double long Number real", "numbers have the type `number`"),
    ("str String text Text char", "texts have the type `string`"),
    ("boolean Bool Boolean", "truth values have the type `bool`"),
    ("list array Array vector Vector set Set", "a list is written `List<number>`"),
    ("dict map Map Dictionary table", "a table is written `Table<number>`, for any keys"),
    ("Player players", "players have the type `player`"),
    ("decimal", "what was `decimal` is `number` now"),
    ("any Any object Object", "write the class or the kind that is meant, such as `interactable`"),
    ("PlayerChoice ChoiceEvent PlayerEvent", "what players may choose hears `PlayerChoiceEvent`"),
    ("card Card_", "cards are objects of an `interactable`"),
)  # fmt: skip

# Names where a value is expected.
VALUE_WORDS: dict[str, str] = _table(
    ("none None nil undefined NULL Null", "no value is written `null`"),
    ("True TRUE yes", "write `true`"),
    ("False FALSE no", "write `false`"),
    ("self me", "the object itself is `this`"),
    ("super", "the version of the base class is `base.f(…)`"),
    ("random rand randint", 'shuffle a list and take its first element, or roll a die of "parlour/dice"'),
    ("throw raise emit fire trigger", "an event is thrown with `event.throw(e);`"),
    ("end_turn endTurn next_turn nextTurn pass pass_turn passTurn", "control is passed on with `turn.pass();`"),
    ("next_player nextPlayer", "the player who comes next is `player.active() + 1`"),
    ("current_player currentPlayer active_player activePlayer", "the player whose turn it is is `player.active()`"),
    ("shuffle", "a list or a deck shuffles itself: `xs.shuffle();`"),
    ("floor trunc int round", "what is behind the point goes with `n - n % 1`"),
    ("min max abs", "choose with an `if`"),
    ("str string toString", 'a number becomes a string with `text(n: …)` of "parlour/tokens"'),
    ("print log echo", "there is nothing to print: a table shows itself"),
    ("len length size count", "the number of elements is `xs.length`"),
    ("phase", "the active phase is `turn.phase.active()`"),
    ("players", "all players are `player.all()`"),
    ("win wins", "the game ends with `winner p;`"),
    ("game", "the game ends with `winner p;`, or with `winner {};` if nobody has won"),
)  # fmt: skip

# What people look for behind `player`, `turn` and `event`.
TABLE_WORDS: dict[str, str] = _table(
    ("player.next", "the player who comes next is `player.active() + 1`"),
    ("player.previous", "the player before is `player.active() - 1`"),
    ("player.count player.length player.size player.number", "how many play is `player.all().length`"),
    ("player.current player.turn turn.player turn.current", "the player whose turn it is is `player.active()`"),
    ("turn.next turn.end turn.over turn.finish turns.next turns.pass", "control is passed on with `turn.pass();`"),
    ("turn.start turn.begin turns.start turn.set turns.set", 'a turn is chosen with `turns.use("Day");`'),
    ("turn.phase", "the active phase is `turn.phase.active()`"),
    ("event.emit event.fire event.trigger event.raise", "an event is thrown with `event.throw(e);`"),
)  # fmt: skip

# What the components define that come with Parlour, so that a game that has forgotten an import is told.
COMPONENTS: dict[str, str] = _table(
    ("PlayingCard PlayingDeck ShortDeck draw deal of_suit highest sort", "parlour/cards"),
    ("Die roll_all sort_dice rolled tossed", "parlour/dice"),
    ("neighbours adjacent distance within is_free beside line", "parlour/grids"),
    ("Tokens heap text counted", "parlour/tokens"),
)  # fmt: skip
