"""The nodes of core: the one program representation for procedural games.

A `Program` is a set of classes, globals and first-order functions. Expressions nest and are evaluated
strictly from left to right; they may fail, allocate, draw chance and call functions that never ask.
Asking is a statement (`Ask`, and `Invoke` of a function that may ask): `passes/order.py` brings programs into
that form, `verify.py` checks it, `text.py` prints it and reads it back.

Every node carries the span of the author's text it came from; spans do not take part in comparison.
Types stand on every expression so that no later stage has to work them out again; the verifier checks
that they agree with `ops.py` and the declarations. There is no implicit conversion: a value becomes
wider by `Convert`, narrower by the checked `Narrow`.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from parlour.core.types import BOOL, INT, NONE, Type
from parlour.dataclass import dataclass
from parlour.syntax.source import Span

# The value of a constant: an int, float, bool, string, none; a symbol by its name; a tuple of constants for
# a tuple or a board.
ConstValue = int | float | bool | str | None | tuple["ConstValue", ...]


def _span() -> Span | None:
    return field(default=None, compare=False, repr=False)


# ---------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Const:
    value: ConstValue
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Local:
    """A parameter or local variable of the function it stands in."""

    name: str
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Global:
    name: str
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Op:
    """A primitive operation of `ops.py`: arithmetic, comparison, strings, boards, lists, tables."""

    name: str
    args: tuple[Expr, ...]
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class And:
    left: Expr
    right: Expr
    span: Span | None = _span()

    @property
    def type(self) -> Type:
        return BOOL


@dataclass(frozen=True, slots=True)
class Or:
    left: Expr
    right: Expr
    span: Span | None = _span()

    @property
    def type(self) -> Type:
        return BOOL


@dataclass(frozen=True, slots=True)
class Choose:
    """`if condition then this else that`, as an expression; both sides have the node's type."""

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Call:
    function: str
    args: tuple[Expr, ...]
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class VirtualCall:
    """Calls the method that the class of the first argument has under this name."""

    method: str
    args: tuple[Expr, ...]
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class MakeTuple:
    items: tuple[Expr, ...]
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class TupleItem:
    """Component `index`, from 0, of a tuple."""

    tuple: Expr
    index: int
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class MakeBoard:
    """A board from all its cells, row by row."""

    items: tuple[Expr, ...]
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class MakeList:
    items: tuple[Expr, ...]
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class New:
    """An object of a class with all its fields (inherited ones first) in order; None leaves a field unset."""

    class_name: str
    args: tuple[Expr | None, ...]
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Field:
    object: Expr
    name: str
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Convert:
    """Widening that cannot fail: to `any`, to an optional, to an ancestor class."""

    value: Expr
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Narrow:
    """Checked: from `any`, from an optional, to a derived class. A value that does not fit is a `type` error,
    and none where a value is needed a `none` error."""

    value: Expr
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Is:
    """Would `Narrow` to this type succeed?"""

    value: Expr
    of: Type
    span: Span | None = _span()

    @property
    def type(self) -> Type:
        return BOOL


@dataclass(frozen=True, slots=True)
class Chance:
    """Draws from the match's chance: `0 <= result < n` uniformly, or an index of a list of int weights.

    `of` has type int or list[int]. A bound below 1, a negative weight and weights that are all 0 are errors."""

    of: Expr
    span: Span | None = _span()

    @property
    def type(self) -> Type:
        return INT


@dataclass(frozen=True, slots=True)
class Speculate:
    """Calls, keeps the result (which must be plain), and undoes everything the call did: writes, allocations,
    told lines, draws, seats. The function must not ask."""

    function: str
    args: tuple[Expr, ...]
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Tracked:
    """A new list of the objects of a class that globals (not presentation globals) reach, in creation order."""

    class_name: str
    type: Type
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class NewSeat:
    """Adds a seat with this name to the table; its number."""

    name: Expr
    span: Span | None = _span()

    @property
    def type(self) -> Type:
        return INT


Expr = (
    Const
    | Local
    | Global
    | Op
    | And
    | Or
    | Choose
    | Call
    | VirtualCall
    | MakeTuple
    | TupleItem
    | MakeBoard
    | MakeList
    | New
    | Field
    | Convert
    | Narrow
    | Is
    | Chance
    | Speculate
    | Tracked
    | NewSeat
)

Atom = Const | Local


# ------------------------------------------------------------------------------------------------- questions


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number; bounds, both included, where they are known to the program. `worth`: the first and the last of
    the numbers worth trying, where the language knows them (a score from 0 to 10): these are offered and drawn, and any
    other within the bounds may be given all the same."""

    low: Expr | None = None
    high: Expr | None = None
    worth: tuple[Expr, Expr] | None = None


@dataclass(frozen=True, slots=True)
class YesNo:
    """A bool."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these symbols, by name."""

    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """One element of a list[T]; `label` names a pure function from T to string, called when somebody looks."""

    list: Expr
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text."""


@dataclass(frozen=True, slots=True)
class Chars:
    """So many characters, blanks left out. `among`: the characters worth trying, beside those that the answer is
    compared with, where the language knows them (the digits of a board's columns); any other may be given all the
    same."""

    count: Expr
    among: str | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """A tuple, component by component."""

    items: tuple[Domain, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """A value of any of these domains; the answer has type `any`."""

    domains: tuple[Domain, ...]


Domain = Whole | YesNo | OneOf | Options | Line | Chars | Each | Either

QuestionKind = Literal["choice", "number", "text", "chars", "literal"]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `seat` is an int (-1: nobody in particular); expressions here are constants or locals.

    In a group (`Ask.group`) `seat` and every expression of the domain are lists with one element for each
    question. `prompt` names a pure function () -> string over globals, called only when somebody looks."""

    seat: Expr
    domain: Domain
    kind: QuestionKind = "literal"
    prompt: str | None = None


# ------------------------------------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True)
class Assign:
    name: str
    value: Expr
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class SetGlobal:
    name: str
    value: Expr
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class SetField:
    object: Expr
    name: str
    value: Expr
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Evaluate:
    """An expression for its effect; the value is dropped."""

    value: Expr
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Invoke:
    """Calls a function that may ask. The result goes to a local, or nowhere."""

    target: str | None
    call: Call | VirtualCall
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class TailCall:
    """`return f(args)` that gives up its own frame first; set by `passes/tail_calls.py`, never by a front end."""

    call: Call | VirtualCall
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class If:
    """The first arm whose condition holds; a chain of any length is one node."""

    arms: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class While:
    condition: Expr
    body: Block
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class For:
    """`for name from start up to, not including, stop`; the bounds are evaluated once, the body may not assign name."""

    name: str
    start: Expr
    stop: Expr
    body: Block
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Break:
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Continue:
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Return:
    """Ends the function; `value` is None exactly in functions whose result type is `none`."""

    value: Expr | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Catch:
    """Runs the body; `Abandon` of this tag anywhere below, also in called functions, goes on after the body."""

    tag: str
    body: Block
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Abandon:
    tag: str
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Attempt:
    """Runs the body, which may ask. `Fail` anywhere below undoes every write and told line since the start of the
    body (chance stays drawn) and goes on after it. `target`, a bool local, says whether the body came to its end."""

    target: str
    body: Block
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Fail:
    """Gives up the innermost running `Attempt`."""

    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Ask:
    """Suspends until the question is answered; the answer goes to `target`.

    With `group` the seat and the domain's expressions are lists: all these questions are open at once, and the
    target receives the list of answers in that order. An empty group does not suspend."""

    target: str
    question: Question
    group: bool = False
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Tell:
    """Prints. Public when `audience` (a list[int] of seats) is None. `channel` is `say`; `aside` for what seats hear
    beside the prints of the program; or a word of the language's own for other events, such as `restart`.

    What is told *for show* is for people alone: bulk runs, to which nobody listens, leave it out, and do not even work
    out its text, which must therefore change nothing."""

    text: Expr
    audience: Expr | None = None
    channel: str = "say"
    for_show: bool = False
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Finish:
    """Sets the outcome: seats by rank, ties together (list[list[int]], perhaps not of all seats; None: the program does
    not say), scores by seat (list[float]). The program goes on; questions it still asks are housekeeping."""

    ranking: Expr | None
    scores: Expr | None = None
    reason: Expr | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Count:
    """Adds to a count of the program, for reports: `Tally.counts` says what the counts of many games came to. No rule
    can read it, it is outside the key, it never fails (it wraps around), and who undoes a run undoes it: a speculation,
    an attempt that fails, an answer that is refused."""

    name: str
    by: Expr = Const(1, INT)
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Raise:
    """Stops the match with a game error of this kind; the message is a string in the author's words."""

    kind: str
    message: Expr
    span: Span | None = _span()


Stmt = (
    Assign
    | SetGlobal
    | SetField
    | Evaluate
    | Invoke
    | TailCall
    | If
    | While
    | For
    | Break
    | Continue
    | Return
    | Catch
    | Abandon
    | Attempt
    | Fail
    | Ask
    | Tell
    | Finish
    | Count
    | Raise
)

Block = tuple[Stmt, ...]


# ---------------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Variable:
    """A local, global or field. Reading one that `may_be_unset` and has no value yet is an `unset` error. A field that
    is a *hint* only helps a program to be quick: whatever it holds, the same games follow, so it is outside the key. A
    *private* field is looked at by the program alone and by no table, so that passes may do without it."""

    name: str
    type: Type
    may_be_unset: bool = False
    is_hint: bool = False
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class GlobalVariable:
    """Unset until the program writes it. A presentation global is what is on display: rules never read it, it is
    outside the key, and bulk runs do not write it. A *count* is an int that begins at 0, and `Count` alone knows it. A
    *given* one is data from outside: whoever starts the program may give it, else it is 0, false, an empty text or an
    empty list; the program never writes it."""

    name: str
    type: Type
    is_presentation: bool = False
    is_count: bool = False
    is_given: bool = False


@dataclass(frozen=True, slots=True)
class Class:
    """`fields` are the class's own; `methods` maps a method's name to the function that implements it here."""

    name: str
    parent: str | None = None
    fields: tuple[Variable, ...] = ()
    methods: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Function:
    """`label` is the name the author knows it by, shown in call chains; None keeps it out of them.

    A *routine* has a `charge`: an int expression over its parameters, taken from the step budget on entry; its own
    loops and calls are then free, it must not ask, and an error inside it is blamed on the line that called it."""

    name: str
    params: tuple[Variable, ...]
    result: Type
    body: Block
    locals: tuple[Variable, ...] = ()
    label: str | None = None
    charge: Expr | None = None
    span: Span | None = _span()

    @property
    def is_routine(self) -> bool:
        return self.charge is not None


@dataclass(frozen=True, slots=True)
class Program:
    """A whole game. `entry` names a function without parameters; the match is over when it returns."""

    name: str
    functions: tuple[Function, ...]
    entry: str
    globals: tuple[GlobalVariable, ...] = ()
    classes: tuple[Class, ...] = ()
    symbols: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()


NO_VALUE = Const(None, NONE)
