"""The text form of core: programs printed for people, and for `read/program.py` to read back.

    function play(b: board[symbol, 3 x 3], p: symbol) -> symbol label "play" {
      locals (cell: int)
      ask cell: whole(0, 8) seat 0 kind number
      if eq(board_get(b, cell), #Empty) {
        @board = board_set(b, cell, p)
      }
      return p
    }

`@name` is a global, `#name` a symbol, `x.name` a field, `x.name(…)` a virtual call, `x.0` a component of a tuple;
everything else stands under its plain name. Types are written where reading could not find them again: at
declarations, and at operations whose arguments do not tell. A name that is no simple word stands in backquotes.
Whatever an author wrote, no control character and no bidirectional mark ever appears in the text: names and
strings show them as escapes.

For every program that passes the verifier, reading what was printed gives the same program. Lines end statements,
except inside brackets, where long ones are broken after a comma.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import assert_never

from parlour.core import nodes
from parlour.core import types as t
from parlour.core.nodes import Block, Const, Expr, Function, Local, Op, Program, Stmt
from parlour.core.ops import OPS
from parlour.core.walk import blocks
from parlour.syntax.display import visible, width

COLUMNS = 110

# Words that begin an expression without a bracket, so that no name may look like them.
RESERVED = frozenset({"true", "false", "none", "inf", "nan", "unset", "new", "speculate", "tracked"})

# Words that begin a statement, unless `=` or `.` follows.
_CONTROL = {"if", "else", "while", "for", "break", "continue", "return", "catch", "abandon", "attempt", "fail"}
_EFFECTS = {"do", "invoke", "tail", "ask", "tell", "show", "finish", "count", "raise"}
STATEMENTS = frozenset(_CONTROL | _EFFECTS)

# What may stand before an opening round bracket without being the name of a function.
HEADS = frozenset({"and", "or", "choose", "chance", "new_seat", "const"}) | STATEMENTS | OPS.keys()

_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")

# Text to print: strings are printed as they are, expressions are taken apart when their turn comes.
_Piece = str | Expr
_COMMA = ", "


def print_program(program: Program) -> str:
    """The whole program; declarations in the order in which the program has them."""
    parts = [f"program {_name(program.name)} entry {_name(program.entry)}"]
    for word, names in (("symbols", program.symbols), ("seats", program.seats)):
        if names:
            parts.append(_filled([f"{word} (", *_commas(map(_name, names)), ")"], 0))
    parts.extend(map(_class, program.classes))
    if program.globals:
        parts.append("\n".join(map(_global, program.globals)))
    parts.extend(map(print_function, program.functions))
    return "\n\n".join(parts) + "\n"


def print_function(function: Function) -> str:
    """One function or routine, its body indented."""
    word = "routine" if function.charge is not None else "function"
    pieces: list[_Piece] = [f"{word} {_name(function.name)}(", *_commas(map(_variable, function.params))]
    pieces.append(f") -> {print_type(function.result)}")
    if function.label is not None:
        pieces.append(f" label {quoted(function.label)}")
    if function.charge is not None:
        pieces.extend((" charge ", function.charge))
    lines = [_filled([*pieces, " {"], 0)]
    if function.locals:
        lines.append(_filled(["locals (", *_commas(map(_variable, function.locals)), ")"], 1))
    lines.extend(_block_lines(function.body, 1))
    return "\n".join([*lines, "}"])


def print_expr(expr: Expr) -> str:
    """An expression on one line."""
    return "".join(_flat([expr]))


def print_type(type_: t.Type) -> str:
    """A type as `str` gives it, with quotes around class names that need them."""
    match type_:
        case t.Scalar(name):
            return name
        case t.TupleType(items):
            return f"({', '.join(map(print_type, items))})"
        case t.BoardType(item, columns, rows):
            return f"board[{print_type(item)}, {columns} x {rows}]"
        case t.ListType(item):
            return f"list[{print_type(item)}]"
        case t.TableType(key, value):
            return f"table[{print_type(key)}, {print_type(value)}]"
        case t.ObjectType(name):
            return f"object {_name(name)}"
        case t.OptionalType(item):
            return f"{print_type(item)}?"
        case _:
            assert_never(type_)


def quoted(text: str, quote: str = '"') -> str:
    """A text in quotes with everything that could not be seen, or would end it, as an escape.

    >>> print(quoted("one\\nline \\u202e"))
    "one\\nline \\u202e"
    """
    escaped = text.replace("\\", "\\\\").replace(quote, "\\" + quote)
    return f"{quote}{visible(escaped)}{quote}"


def _name(name: str, avoid: frozenset[str] = RESERVED) -> str:
    return name if _SIMPLE.match(name) and name not in avoid else quoted(name, "`")


def _callee(name: str) -> str:
    return _name(name, RESERVED | HEADS)


def _commas(items: Iterable[_Piece]) -> list[_Piece]:
    pieces: list[_Piece] = []
    for item in items:
        pieces.extend((item, _COMMA))
    return pieces[:-1]


# ---------------------------------------------------------------------------------------------- declarations


def _class(class_: nodes.Class) -> str:
    parent = "" if class_.parent is None else f" extends {_name(class_.parent)}"
    lines = [f"class {_name(class_.name)}{parent} {{"]
    for field in class_.fields:
        marks = "hint " * field.is_hint + "private " * field.is_private
        lines.append(f"  {marks}field {_variable(field)}")
    lines.extend(f"  method {_name(method)} = {_name(function)}" for method, function in class_.methods)
    return "\n".join([*lines, "}"])


def _global(variable: nodes.GlobalVariable) -> str:
    marks = "presentation " * variable.is_presentation + "count " * variable.is_count + "given " * variable.is_given
    return f"{marks}global {_name(variable.name)}: {print_type(variable.type)}"


def _variable(variable: nodes.Variable) -> str:
    return f"{_name(variable.name)}: {print_type(variable.type)}{' unset' if variable.may_be_unset else ''}"


# ------------------------------------------------------------------------------------------------ statements


def _block_lines(block: Block, level: int) -> list[str]:
    """The lines of a block. Nested blocks wait on a stack, so their depth has no limit."""
    lines: list[str] = []
    # Statements and lines still to be printed, each with its level.
    stack: list[tuple[Stmt | list[_Piece], int]] = [(stmt, level) for stmt in reversed(block)]
    while stack:
        item, level = stack.pop()
        if isinstance(item, list):
            lines.append(_filled(item, level))
            continue
        inside = blocks(item)
        if isinstance(item, nodes.If) and not item.otherwise:
            inside = inside[:-1]
        first, *rest = _statement(item)
        lines.append(_filled(first, level))
        for inner, line in reversed(list(zip(inside, rest, strict=True))):
            stack.append((line, level))
            stack.extend((stmt, level + 1) for stmt in reversed(inner))
    return lines


def _statement(stmt: Stmt) -> list[list[_Piece]]:
    """The lines of a statement: one, or one more than it has blocks, which go between them."""
    match stmt:
        case nodes.Assign(name, value):
            return [[_name(name), " = ", value]]
        case nodes.SetGlobal(name, value):
            return [["@", _name(name), " = ", value]]
        case nodes.SetField(target, name, value):
            return [[target, f".{_name(name)} = ", value]]
        case nodes.Evaluate(value):
            return [["do ", value]]
        case nodes.Invoke(target, call):
            return [["invoke " if target is None else f"invoke {_name(target)} = ", call]]
        case nodes.TailCall(call):
            return [["tail ", call]]
        case nodes.If(arms, otherwise):
            lines: list[list[_Piece]] = []
            for condition, _ in arms:
                lines.append(["} else if " if lines else "if ", condition, " {"])
            if otherwise:
                lines.append(["} else {"])
            return [*lines, ["}"]]
        case nodes.While(condition):
            return [["while ", condition, " {"], ["}"]]
        case nodes.For(name, start, stop):
            return [[f"for {_name(name)} from ", start, " to ", stop, " {"], ["}"]]
        case nodes.Break():
            return [["break"]]
        case nodes.Continue():
            return [["continue"]]
        case nodes.Return(value):
            return [["return"] if value is None else ["return ", value]]
        case nodes.Catch(tag):
            return [[f"catch {_name(tag)} {{"], ["}"]]
        case nodes.Abandon(tag):
            return [[f"abandon {_name(tag)}"]]
        case nodes.Attempt(name):
            return [[f"attempt {_name(name)} {{"], ["}"]]
        case nodes.Fail():
            return [["fail"]]
        case nodes.Ask():
            return [_ask(stmt)]
        case nodes.Tell(text, audience, channel):
            to: list[_Piece] = [] if audience is None else [" to ", audience]
            word = "show " if stmt.for_show else "tell "
            return [[word, text, *to, *([] if channel == "say" else [f" channel {_name(channel)}"])]]
        case nodes.Finish(ranking, scores, reason):
            extras: list[_Piece] = ["unranked" if ranking is None else ranking]
            extras += [] if scores is None else [" scores ", scores]
            return [["finish ", *extras, *([] if reason is None else [" reason ", reason])]]
        case nodes.Count(name, amount):
            return [[f"count {_name(name)} by ", amount]]
        case nodes.Raise(kind, message):
            return [[f"raise {_name(kind)} ", message]]
        case _:
            assert_never(stmt)


def _ask(ask: nodes.Ask) -> list[_Piece]:
    question = ask.question
    pieces: list[_Piece] = [f"ask {'group ' if ask.group else ''}{_name(ask.target)}: ", *_domain(question.domain)]
    pieces.extend((" seat ", question.seat, f" kind {question.kind}"))
    if question.prompt is not None:
        pieces.append(f" prompt {_name(question.prompt)}")
    return pieces


def _domain(domain: nodes.Domain) -> list[_Piece]:
    match domain:
        case nodes.Whole(None, None, None):
            return ["whole"]
        case nodes.Whole(low, high, worth):
            tried: list[_Piece] = [] if worth is None else [", worth ", worth[0], _COMMA, worth[1]]
            return ["whole(", low or "unset", _COMMA, high or "unset", *tried, ")"]
        case nodes.YesNo():
            return ["yes_no"]
        case nodes.OneOf(symbols):
            return ["one_of(", *_commas(map(_name, symbols)), ")"]
        case nodes.Options(items, label):
            return ["options(", items, *([] if label is None else [_COMMA, f"label {_name(label)}"]), ")"]
        case nodes.Line():
            return ["line"]
        case nodes.Chars(count, among):
            known: list[_Piece] = [] if among is None else [_COMMA, "among ", Const(among, t.STRING)]
            return ["chars(", count, *known, ")"]
        case nodes.Each(parts) | nodes.Either(parts):
            pieces: list[_Piece] = ["each(" if isinstance(domain, nodes.Each) else "either("]
            for number, part in enumerate(parts):
                pieces.extend(([_COMMA] if number else []) + _domain(part))
            return [*pieces, ")"]
        case _:
            assert_never(domain)


# ---------------------------------------------------------------------------------------------- expressions


def _flat(pieces: Sequence[_Piece]) -> list[str]:
    """Takes expressions apart until only text is left."""
    texts: list[str] = []
    stack = list(reversed(pieces))
    while stack:
        piece = stack.pop()
        if isinstance(piece, str):
            texts.append(piece)
        else:
            stack.extend(reversed(_expression(piece)))
    return texts


def _filled(pieces: Sequence[_Piece], level: int) -> str:
    """A statement at a level of indentation, broken after commas where it would be too long."""
    texts = _flat(pieces)
    lines = ["  " * level]
    start = 0
    while start < len(texts):
        # One word: all texts up to the next comma, with it.
        end = start
        while end < len(texts) and texts[end] != _COMMA:
            end += 1
        word = "".join(texts[start : end + 1])
        if start and width(lines[-1]) + width(word.rstrip()) > COLUMNS:
            lines[-1] = lines[-1].rstrip()
            lines.append("  " * (level + 2))
        lines[-1] += word
        start = end + 1
    return "\n".join(lines)


def _expression(expr: Expr) -> list[_Piece]:
    match expr:
        case Const(value, type_):
            literal = _constant(value, type_)
            return ["const(", *literal, ")"] if isinstance(value, tuple) else literal
        case Local(name):
            return [_name(name)]
        case nodes.Global(name):
            return ["@", _name(name)]
        case Op(name, args, type_):
            given = f"[{print_type(type_)}]" if name in OPS and OPS[name].given else ""
            return [f"{_name(name)}{given}", *_bracketed(args)]
        case nodes.And(left, right):
            return ["and", *_bracketed((left, right))]
        case nodes.Or(left, right):
            return ["or", *_bracketed((left, right))]
        case nodes.Choose(condition, then, otherwise):
            return ["choose", *_bracketed((condition, then, otherwise))]
        case nodes.Call(function, args):
            return [_callee(function), *_bracketed(args)]
        case nodes.VirtualCall(method, args):
            return [*args[:1], f".{_name(method)}", *_bracketed(args[1:])]
        case nodes.MakeTuple(items):
            return _bracketed(items)
        case nodes.TupleItem(inner, index):
            return [inner, f".{index}"]
        case nodes.MakeBoard(items, type_):
            return [print_type(type_), *_bracketed(items)]
        case nodes.MakeList(items, type_):
            return ["[", *_commas(items), "]"] if items else [f"{print_type(type_)}()"]
        case nodes.New(class_name, args):
            return [f"new {_name(class_name)}", *_bracketed([arg or "unset" for arg in args])]
        case nodes.Field(inner, name):
            return [inner, f".{_name(name)}"]
        case nodes.Convert(value, type_):
            return [f"convert[{print_type(type_)}](", value, ")"]
        case nodes.Narrow(value, type_):
            return [f"narrow[{print_type(type_)}](", value, ")"]
        case nodes.Is(value, type_):
            return [f"is[{print_type(type_)}](", value, ")"]
        case nodes.Chance(of):
            return ["chance(", of, ")"]
        case nodes.Speculate(function, args):
            return [f"speculate {_callee(function)}", *_bracketed(args)]
        case nodes.Tracked(class_name):
            return [f"tracked {_name(class_name)}"]
        case nodes.NewSeat(name):
            return ["new_seat(", name, ")"]
        case _:
            assert_never(expr)


def _bracketed(items: Iterable[_Piece]) -> list[_Piece]:
    return ["(", *_commas(items), ")"]


def _constant(value: nodes.ConstValue, type_: t.Type) -> list[_Piece]:
    """A constant: a tuple or board of constants looks like one that is made at run time."""
    if isinstance(value, tuple):
        if isinstance(type_, t.BoardType):
            parts, head = [_constant(item, type_.item) for item in value], print_type(type_)
        else:
            types = type_.items if isinstance(type_, t.TupleType) else ()
            parts, head = [_constant(item, item_type) for item, item_type in zip(value, types, strict=True)], ""
        pieces: list[_Piece] = [f"{head}("]
        for number, part in enumerate(parts):
            pieces.extend(([_COMMA] if number else []) + part)
        return [*pieces, ")"]
    if isinstance(value, str):
        return [f"#{_name(value)}" if type_ == t.SYMBOL else quoted(value)]
    if isinstance(value, bool) or value is None:
        return [str(value).lower()]
    return [repr(value)]
