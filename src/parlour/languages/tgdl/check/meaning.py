"""A checked program: every name resolved, every type known, every implicit conversion written down.

The checker makes it from the trees of all files of a game, and the lowering reads it and nothing else. It is a tree of
its own. Nodes and symbols are compared by identity, so that whoever reads them can keep what he finds in tables.

Three things the checker has decided that the text leaves open:

* *Conversions.* `ToPlayer` makes a player of a number (cut, and brought into 0 … P-1), `ToNumber` a number of a player,
  `PlayerOf` the active player of a turn, `NameOf` its name. Where an operator meets a player, its operands are numbers
  here, and a `ToPlayer` stands around it. Nothing else converts; an object may stand wherever one of its base classes
  or kinds is expected. `null` stays null in every conversion.
* *Names.* A bare name of a member has become a member of `This`, a global class a `GlobalObject`, `board.G` and
  `board.groups["G"]` a `GroupOf`. `g[i][j]` is one `TileAt`.
* *Assignments* have no value, so they are statements: `Assign`, and `Update` for `+=` and its like.

What is null, whether an index is in place and which class an object has is known at run time only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal, TypeAlias

from parlour.dataclass import dataclass
from parlour.languages.tgdl.check.types import Collection, Kind, Type
from parlour.languages.tgdl.syntax.tree import Scope
from parlour.syntax.source import Source, Span

# Symbols


@dataclass(eq=False, slots=True)
class Var:
    """A variable of a block, an input, what a filter judges, the `event`, the `viewer`, or who is `asked`."""

    name: str
    type: Type
    span: Span


@dataclass(eq=False, slots=True)
class Attribute:
    """An attribute that a class declares. Its `value` is computed for each new object (with `This`), after those of the
    base class and those above it; None is null."""

    name: str
    owner: Class
    type: Type
    span: Span
    value: Expr | None = None


@dataclass(eq=False, slots=True)
class Filter:
    """What an input lets pass: `var` is what is judged, the body returns a bool."""

    var: Var
    body: Block
    span: Span


# Whom an input without an expression asks: the owner of `this` (no owner: the active player), the active player, or of
# a group the active player if a member, else a member drawn by chance (no member: the active player).
DefaultTarget: TypeAlias = Literal["owner", "active", "member"]


@dataclass(eq=False, slots=True)
class Input:
    """`optional player p input T x { … }`: of an action, function or phase, or as a statement (`Ask`).

    `var` is what the rest of the program reads; its type is `type`, but for a simultaneous input a list of it.
    `modifier` says who fills it: a player who is asked, `auto` the first match (of a list: all matches), `function` the
    caller. `target` is whom `player` asks; an expression of type player, or a list of players, who are then asked at
    once and secretly (`is_simultaneous`, with `asked` the player who would choose, for the filters).
    `value` is the default of a `function` input; without one, `is_optional` is null, else the caller must give it.

    A list input is chosen element by element: `filters` judge one element, `list_filters` the list chosen so far (of an
    `auto` list the whole list, once). For all others `list_filters` is empty."""

    var: Var
    type: Type
    modifier: Literal["player", "auto", "function"]
    span: Span
    is_optional: bool = False
    target: Expr | DefaultTarget = "active"
    asked: Var | None = None
    value: Expr | None = None
    filters: tuple[Filter, ...] = ()
    list_filters: tuple[Filter, ...] = ()
    information: Block | None = None

    @property
    def name(self) -> str:
        return self.var.name

    @property
    def is_list(self) -> bool:
        return isinstance(self.type, Collection)

    @property
    def is_simultaneous(self) -> bool:
        return self.asked is not None


@dataclass(eq=False, slots=True)
class Function:
    """A function of a file (`owner` is None) or of a class. `result` is None when it gives no value.

    An override has the inputs (the very same objects) and the result of what it `overrides`, the next version up.
    A function whose inputs cannot be filled returns null."""

    name: str
    owner: Class | None
    span: Span
    inputs: tuple[Input, ...] = ()
    result: Type | None = None
    overrides: Function | None = None
    body: Block = ()


@dataclass(eq=False, slots=True)
class Trigger:
    """`trigger E prio n { … }`: hears events of the class and of those derived from it; the body returns a bool, and in
    it `event` is the event itself, of that type. `priority` is already that of the action where none is written."""

    event: Class
    var: Var
    priority: float
    body: Block
    span: Span


@dataclass(eq=False, slots=True)
class Action:
    """An action of a class or interactable. An override has all but the `effect` from what it `overrides`: the very
    same inputs, requires and triggers. `order` is its place in the order of declaration; an override has that of its
    base.

    `event` is what the word means in requires, inputs and effect: the event that started it, null when it was called.
    Triggers are in the order of the text, with at most one for each class of events."""

    name: str
    owner: Class
    span: Span
    order: int
    event: Var
    priority: float = 0.0
    inputs: tuple[Input, ...] = ()
    requires: tuple[Block, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    information: Block | None = None
    overrides: Action | None = None
    effect: Block = ()

    def hears(self, event: Class) -> Trigger | None:
        """The trigger by which it hears events of exactly this class: the most derived one."""
        return next((each for class_ in event.line for each in self.triggers if each.event is class_), None)


@dataclass(eq=False, slots=True)
class Visible:
    """`visible { … }`: the attributes are seen by a viewer for whom the body returns true; without one, by nobody.
    `viewer` is a player, null for a spectator."""

    attributes: tuple[Attribute, ...]
    viewer: Var
    body: Block | None
    span: Span


Geometry: TypeAlias = Literal["square", "hex", "graph"]


@dataclass(eq=False, slots=True)
class Group:
    """A group of a board. `lines` are those of the grid as written, a place without a tile is None (`b`); a line is a
    row, but in a hex group of orientation `column` a column from top to bottom. `default` runs after the board is made,
    and in it `This` is the group."""

    name: str
    board: Class
    geometry: Geometry
    span: Span
    orientation: Literal["row", "column"] | None = None
    lines: tuple[tuple[Class | None, ...], ...] = ()
    default: Block | None = None


@dataclass(eq=False, slots=True)
class Class:
    """A class, interactable, deck (`stack`), tile, connection, event or board.

    `shown` is `name`, unless two files of the game have that name. Members are the class's own: see `attribute_line`
    and the like for all. `content` is what a deck holds; `default` runs after creation, of the base class first, with
    `This` the new object. `is_built_in`: PlayerChoiceEvent, BlankTile, and the class of plain connections,
    `connection`. `order` is the place in the order of declaration; built-in ones come first."""

    name: str
    kind: Kind
    span: Span
    order: int
    scope: Scope = "local"
    base: Class | None = None
    shown: str = ""
    attributes: dict[str, Attribute] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    visible: tuple[Visible, ...] = ()
    content: Class | None = None
    default: Block | None = None
    is_built_in: bool = False

    @property
    def line(self) -> tuple[Class, ...]:
        """The class and all its ancestors, nearest first."""
        found: list[Class] = [self]
        while found[-1].base is not None and found[-1].base not in found:
            found.append(found[-1].base)
        return tuple(found)

    def derives(self, ancestor: Class) -> bool:
        """Whether it is the ancestor or derived from it."""
        return ancestor in self.line

    def attribute_line(self) -> Iterator[Attribute]:
        """All attributes of an object, in the order in which they are computed: those of the base class first."""
        for class_ in reversed(self.line):
            yield from class_.attributes.values()

    def attribute(self, name: str) -> Attribute | None:
        return next((found for each in self.line if (found := each.attributes.get(name))), None)

    def function(self, name: str) -> Function | None:
        """The most derived version that an object of exactly this class has."""
        return next((found for each in self.line if (found := each.functions.get(name))), None)

    def action(self, name: str) -> Action | None:
        """The most derived version that an object of exactly this class has."""
        return next((found for each in self.line if (found := each.actions.get(name))), None)

    def group(self, name: str) -> Group | None:
        return next((found for each in self.line if (found := each.groups.get(name))), None)

    def all_actions(self) -> tuple[Action, ...]:
        """The actions of an object of exactly this class, each in its most derived version, in order of declaration."""
        found: dict[str, Action] = {}
        for class_ in self.line:
            for action in class_.actions.values():
                found.setdefault(action.name, action)
        return tuple(sorted(found.values(), key=lambda action: action.order))

    def all_groups(self) -> tuple[Group, ...]:
        """The groups of a board of exactly this class, those of the base class first."""
        return tuple(group for class_ in reversed(self.line) for group in class_.groups.values())

    @property
    def holds(self) -> Class | None:
        """What a deck holds: `returns` of the class or of an ancestor."""
        return next((each.content for each in self.line if each.content is not None), None)


@dataclass(eq=False, slots=True)
class Phase:
    """A phase of a turn. With an `effect` it is automatic: the inputs are asked of the active player on entering, then
    it runs. Without one (None) it waits for choices."""

    name: str
    span: Span
    inputs: tuple[Input, ...] = ()
    effect: Block | None = None


@dataclass(eq=False, slots=True)
class Turn:
    """A turn; without phases it has one waiting phase without a name. Its `default` may return a player or pass."""

    name: str
    span: Span
    shown: str = ""
    phases: tuple[Phase, ...] = ()
    default: Block = ()


@dataclass(eq=False, slots=True)
class Checked:
    """All files of a game, without errors.

    `classes`, `functions` and `turns` are in order of declaration: imported files first. Global classes are made in
    that order. `players` is the number that the program or the loader says; None where neither does (for `check`).
    `seats` are names from `// parlour: players …`. `strings` are the string constants in order of declaration, each
    once. `setup` is None for a component, which cannot be played. `tries_answers` is false when the author says that
    every answer is legal."""

    title: str
    sources: tuple[Source, ...]
    classes: tuple[Class, ...]
    functions: tuple[Function, ...]
    turns: tuple[Turn, ...]
    strings: tuple[str, ...]
    choice_event: Class
    blank_tile: Class
    connection: Class
    setup: Block | None = None
    players: int | None = None
    seats: tuple[str, ...] | None = None
    tries_answers: bool = True

    def globals(self) -> tuple[Class, ...]:
        return tuple(each for each in self.classes if each.scope == "global")

    def root_actions(self) -> list[Action]:
        """All actions that override none, in order of declaration."""
        found = [action for class_ in self.classes for action in class_.actions.values() if action.overrides is None]
        return sorted(found, key=lambda action: action.order)

    def derived(self, class_: Class) -> tuple[Class, ...]:
        """The class and all that are derived from it, in order of declaration."""
        return tuple(each for each in self.classes if each.derives(class_))


# Expressions


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Typed(Node):
    """An expression, and what it gives."""

    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Const(Typed):
    """A number (always a float), string or bool, by the type; None is null, of type NULL."""

    value: float | str | bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Local(Typed):
    """A variable, input, `event`, `viewer` or `asked`."""

    var: Var


@dataclass(frozen=True, slots=True, eq=False)
class This(Typed):
    """The object whose member is running, or which is being made; the group in its default."""


@dataclass(frozen=True, slots=True, eq=False)
class GlobalObject(Typed):
    """The one instance of a global class. Read before it is made, it is an error at run time."""

    of: Class


@dataclass(frozen=True, slots=True, eq=False)
class Attr(Typed):
    """`object.name`, of an attribute that a class declares (PlayerChoiceEvent's `active` too). Of null: an error."""

    object: Expr
    attribute: Attribute


# What every object of a kind has. All but `to` and `connections` are copies that nobody else sees.
#   class, interactable  player (local: the owner or null), players (group: the members, in order of assigning)
#   interactable         tile, discarded
#   deck                 discard_stack
#   tile                 group, connections, x, y, placeables
#   connection           to
#   board                groups (a Table by names)
#   group                tiles (List<tile>, reading order of the grid text, blank places left out)
BuiltInName: TypeAlias = Literal[
    "player", "players", "tile", "discarded", "discard_stack", "group", "connections", "x", "y", "placeables", "to",
    "groups", "tiles",
]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class BuiltInAttr(Typed):
    """`object.name`, of what every object of a kind has. Only `to` can be assigned."""

    object: Expr
    name: BuiltInName


@dataclass(frozen=True, slots=True, eq=False)
class GroupOf(Typed):
    """`board.G`, `board.groups["G"]`: the text shows which group."""

    board: Expr
    group: Group


@dataclass(frozen=True, slots=True, eq=False)
class GroupNamed(Typed):
    """`board.groups[name]`: the group of a name that is computed; null if there is none."""

    board: Expr
    name: Expr


@dataclass(frozen=True, slots=True, eq=False)
class TileAt(Typed):
    """`g[first][second]`, both numbers, cut: null for every pair that is no place, a BlankTile at a blank one."""

    group: Expr
    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ListItem(Typed):
    """`xs[i]`: the index is cut; outside it is null."""

    list: Expr
    index: Expr


@dataclass(frozen=True, slots=True, eq=False)
class TableItem(Typed):
    """`t[key]`: null when missing; a null key is an error. A key of type player is converted to a number: both are the
    same key."""

    table: Expr
    key: Expr


@dataclass(frozen=True, slots=True, eq=False)
class MakeList(Typed):
    """`{ a, b }` or `new List<T>() { a, b }` where a list is expected; its type is the list's."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MakeTable(Typed):
    """`{ {key, value}, … }`: the last equal key wins."""

    pairs: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True, eq=False)
class MakeStack(Typed):
    """`{ a, b }` where a stack is expected: the last is the top; nulls are left out."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FieldValue(Node):
    """`name = value` in the braces of a `new`; `to` of a connection is the one that is built in."""

    attribute: Attribute | Literal["to"]
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class New(Typed):
    """`new C() { … }`: attribute defaults, then the fields in their order, then the `default` blocks."""

    of: Class
    fields: tuple[FieldValue, ...]


# Operators


@dataclass(frozen=True, slots=True, eq=False)
class ToPlayer(Typed):
    """A number as a player: cut, then r % P, or (P - |r| % P) % P for negative r. NaN or infinite: an error."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ToNumber(Typed):
    """A player as a number."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class PlayerOf(Typed):
    """A turn where a player is expected: the active player."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class NameOf(Typed):
    """A turn where a string is compared with it: its name."""

    operand: Expr


ArithmeticOperator: TypeAlias = Literal["+", "-", "*", "/", "%", "^"]


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Typed):
    """Two numbers give a number, IEEE doubles; `%` keeps the sign of its left operand. Null: an error."""

    operator: ArithmeticOperator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Negative(Typed):
    """`-n` of a number."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Join(Typed):
    """Two strings, one after the other. Null: an error."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Order(Typed):
    """Both numbers, or both strings (by UTF-16 unit). Null: an error."""

    operator: Literal["<", ">", "<=", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Equal(Typed):
    """`==`, or `!=` when it `is_negated`: numbers, strings, bools and turns by value, all else by identity; null equals
    null alone. Operands have one type, or related ones, or one of them is null."""

    left: Expr
    right: Expr
    is_negated: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Logic(Typed):
    """Of bools. `&&` and `||` stop early; `&`, `|` and `^` do not. Null: an error."""

    operator: Literal["&&", "||", "&", "|", "^"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Not(Typed):
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class IsType(Typed):
    """`e is T`; null is of no type."""

    operand: Expr
    of: Type


@dataclass(frozen=True, slots=True, eq=False)
class AsType(Typed):
    """`e as T`, where T is a class, a kind or a collection and not wider than the operand's own type: null when it does
    not fit. A collection fits if every element does. Players and numbers have conversions of their own, an operand that
    fits anyway stands for itself, and what can never fit is a `Nowhere`."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Nowhere(Typed):
    """`e as T` where no value of e's type can be a T: e is evaluated, and the result is null."""

    operand: Expr


# Calls


@dataclass(frozen=True, slots=True, eq=False)
class Given(Node):
    """An argument: the `function` input it is for, and its value."""

    input: Input
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class FunctionCall(Typed):
    """Of a function of the program; arguments are evaluated in the order in which they are written. `receiver` is None
    for one that belongs to no class. The most derived version runs, but with `is_base` exactly this one."""

    function: Function
    receiver: Expr | None
    arguments: tuple[Given, ...]
    is_base: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ActionCall(Typed):
    """`x.act()`: its requires are judged, its inputs filled, its effect run; of type NOTHING. With `is_base` exactly
    this version's effect runs, with the inputs that have been filled already."""

    action: Action
    receiver: Expr
    is_base: bool = False


# The operations of lists, tables, stacks, decks, objects and groups: all have a receiver.
#   List     length add(v) append(list) clear contains(v) indexOf(v) remove(v) removeAt(i) shuffle copy
#   Table    length clear copy
#   Stack    length push(v) push_front(v) pop pop_front clone shuffle
#   deck     those of a Stack, and reshuffle; clone gives a plain Stack
#   object   assign(player), of a class or interactable that is not global
#   interactable  move_to(tile) discard(deck or Stack)
#   tile     connect(tile)
#   group    add(tile)
MethodName: TypeAlias = Literal[
    "length", "add", "append", "clear", "contains", "indexOf", "remove", "removeAt", "shuffle", "copy", "push",
    "push_front", "pop", "pop_front", "clone", "reshuffle", "assign", "move_to", "discard", "connect",
]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class MethodCall(Typed):
    """A built-in operation of its receiver, told by the name and the type of the receiver."""

    name: MethodName
    receiver: Expr
    arguments: tuple[Expr, ...]


# player.all()           the list of all players, a new one
# player.active()        the active player
# turn.active()          the active turn, null before there is one
# turn.phase.active()    the name of the active phase, or null
# turn.pass(p, phase)    notes a pass; without p, the default of the turn is run
# turns.use(turn, phase) switches at once
# event.throw(e), event.throw_sync(e)
TableCallName: TypeAlias = Literal[
    "player.all", "player.active", "turn.active", "turn.phase.active", "turn.pass", "turns.use", "event.throw",
    "event.throw_sync",
]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class TableCall(Typed):
    """An operation of the table itself. Arguments are in the order of the document's parameters; one that was not given
    is None."""

    name: TableCallName
    arguments: tuple[Expr | None, ...]


Operand: TypeAlias = (
    Const | Local | This | GlobalObject | Attr | BuiltInAttr | GroupOf | GroupNamed | TileAt | ListItem | TableItem
)  # fmt: skip
Making: TypeAlias = MakeList | MakeTable | MakeStack | New
Operation: TypeAlias = (
    ToPlayer | ToNumber | PlayerOf | NameOf | Arithmetic | Negative | Join | Order | Equal | Logic | Not | IsType
    | AsType | Nowhere
)  # fmt: skip
Calling: TypeAlias = FunctionCall | ActionCall | MethodCall | TableCall
Expr: TypeAlias = Operand | Making | Operation | Calling
Target: TypeAlias = Local | Attr | BuiltInAttr | TileAt | ListItem | TableItem


# Statements


@dataclass(frozen=True, slots=True, eq=False)
class Declare(Node):
    """`T x = value;`: a variable of the block; without a value it is null."""

    var: Var
    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Node):
    """`target = value;`, with the value in the target's type. The parts of the target are evaluated first."""

    target: Target
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Update(Node):
    """`target += value;`: the parts of the target are evaluated once. With strings, `+` joins. When the target is a
    player, its number is taken, and the result becomes a player again (as `ToPlayer` does)."""

    target: Target
    operator: ArithmeticOperator
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Evaluate(Node):
    """A call, whose value is not used."""

    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Nested(Node):
    """A block inside a block."""

    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Return(Node):
    """Of a function (value in its result type, None if it gives none), filter, require, trigger (bool), information
    (string) or the default of a turn (player, or None)."""

    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class If(Node):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@dataclass(frozen=True, slots=True, eq=False)
class While(Node):
    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class For(Node):
    """`for(start; condition; step) body`; without a condition it goes on for ever. `continue` goes to the step."""

    start: Stmt | None
    condition: Expr | None
    step: Stmt | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Break(Node):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Continue(Node):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Winner(Node):
    """Ends the game. The value is a player or a `List<List<player>>`, by its type."""

    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Ask(Node):
    """An input as a statement: its variable is known to the rest of the block. If it cannot be filled, the rest of the
    effect is skipped."""

    input: Input


Stmt: TypeAlias = (
    Declare | Assign | Update | Evaluate | Nested | Return | If | While | For | Break | Continue | Winner | Ask
)  # fmt: skip
Block: TypeAlias = tuple[Stmt, ...]
