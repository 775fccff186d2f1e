"""Every rule of the verifier: a program that breaks it is rejected by name, and its repaired twin is accepted."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from parlour.core.nodes import (
    Ask,
    Assign,
    Call,
    Const,
    Convert,
    Function,
    Global,
    GlobalVariable,
    If,
    Invoke,
    Local,
    MakeBoard,
    MakeTuple,
    New,
    Op,
    Program,
    Question,
    Return,
    Variable,
    VirtualCall,
    YesNo,
)
from parlour.core.read.program import read_program
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, SYMBOL, BoardType, ListType, ObjectType, TupleType
from parlour.core.verify import InvalidCore, check, verify


@dataclass(frozen=True)
class Twin:
    """Two texts that differ in `bad` and `good` only, which go into `text` at `<here>`, or with a `|` between them at
    `<here>` and `<there>`."""

    rule: str
    says: str
    text: str
    bad: str
    good: str

    def program(self, part: str) -> Program:
        here, _, there = part.partition("|")
        text = self.text.replace("<here>", here).replace("<there>", there)
        return read_program(text if text.lstrip().startswith("program") else f"program p entry main\n{text}")


def main(*lines: str, locals: str = "", result: str = "none", more: str = "") -> str:
    """The text of a program whose entry has these statements."""
    body = "\n".join(f"  {line}" for line in lines)
    return f"{more}\nfunction main() -> {result} {{\n  locals ({locals})\n{body}\n}}\n"


CLASSES = """
class Piece {
  field owner: int
  method moves = piece_moves
}
class King extends Piece {
  field checked: bool unset
}
function piece_moves(self: object Piece, far: int) -> int {
  return add(self.owner, far)
}
"""

PICK = """
function pick() -> int {
  locals (answer: int)
  ask answer: whole seat 0 kind number
  return answer
}
"""

TWINS = {
    # names
    "a function is declared twice": Twin(
        "names",
        "`f` is declared twice",
        main(more="function f() -> none {\n}\nfunction <here>() -> none {\n}"),
        "f",
        "g",
    ),
    "a class is declared twice": Twin(
        "names", "declared twice", main(more="class C {\n}\nclass <here> {\n}"), "C", "D"
    ),
    "a global is declared twice": Twin(
        "names", "declared twice", main(more="global a: int\nglobal <here>: int"), "a", "b"
    ),
    "a symbol is declared twice": Twin("names", "declared twice", main(more="symbols (X, <here>)"), "X", "O"),
    "a local is declared twice": Twin("names", "declared twice", main(locals="a: int, <here>: int"), "a", "b"),
    "a parameter and a local share a name": Twin(
        "names", "declared twice", main(more="function f(a: int) -> none {\nlocals (<here>: int)\n}"), "a", "b"
    ),
    "a field hides an inherited one": Twin(
        "names",
        "field `a` of class `D` is declared twice",
        main(more="class C {\n field a: int\n}\nclass D extends C {\n field <here>: int\n}"),
        "a",
        "b",
    ),
    "a method is declared twice in a class": Twin(
        "names",
        "declared twice",
        main(more="class C {\n method a = f\n method <here> = f\n}\nfunction f(self: object C) -> none {\n}"),
        "a",
        "b",
    ),
    "a parameter may be unset": Twin(
        "names", "always has a value", main(more="function f(a: int<here>) -> none {\n}"), " unset", ""
    ),
    "a question names a prompt that does not exist": Twin(
        "names",
        "function `show` is not declared",
        main(
            "ask a: yes_no seat 0 kind choice prompt <here>",
            locals="a: bool",
            more='function shows() -> string {\n return ""\n}',
        ),
        "show",
        "shows",
    ),
    # classes and types
    "a parent is not declared": Twin(
        "classes", "which is not declared", main(more="class C extends <here> {\n}\nclass B {\n}"), "A", "B"
    ),
    "a class is its own ancestor": Twin(
        "classes", "its own ancestor", main(more="class C <here>{\n}\nclass D extends C {\n}"), "extends D ", ""
    ),
    "a method is a function that does not exist": Twin(
        "classes",
        "which is not declared",
        main(more="class C {\n method m = <here>\n}\nfunction f(self: object C) -> none {\n}"),
        "g",
        "f",
    ),
    "a method does not take its object": Twin(
        "classes",
        "first parameter must be one",
        main(more="class C {\n method m = f\n}\nclass D {\n}\nfunction f(self: object <here>) -> none {\n}"),
        "D",
        "C",
    ),
    "a type names a class that does not exist": Twin(
        "types", "there is no class `D`", main(more="class C {\n}\nglobal g: list[object <here>]"), "D", "C"
    ),
    "a type inside an expression names a class that does not exist": Twin(
        "types", "there is no class `D`", main("do list[object <here>]()", more="class C {\n}"), "D", "C"
    ),
    "an optional of an optional": Twin("types", "cannot be optional", main(more="global g: int<here>"), "??", "?"),
    "an optional any": Twin("types", "cannot be optional", main(more="global g: any<here>"), "?", ""),
    "a board without cells": Twin("types", "no cells", main(more="global g: board[int, <here> x 3]"), "0", "1"),
    "a table keyed by lists": Twin(
        "types", "its content changes", main(more="global g: table[(int, <here>), int]"), "list[int]", "string"
    ),
    "the entry is missing": Twin("entry", "no function `start`", f"program p entry <here>\n{main()}", "start", "main"),
    "the entry has parameters": Twin(
        "entry", "has parameters", "program p entry main\nfunction main(<here>) -> none {\n}\n", "a: int", ""
    ),
    # expressions
    "the sides of an `and` are numbers": Twin("types", "must be bool", main("do and(true, <here>)"), "1", "false"),
    "a choice depends on a number": Twin("types", "must be bool", main("do choose(<here>, 1, 2)"), "1", "true"),
    "the two sides of a choice differ": Twin("types", "second choice", main("do choose(true, 1, <here>)"), "1.5", "2"),
    "the elements of a list differ": Twin("types", "an element must be", main("do [1, <here>]"), '"a"', "2"),
    "a board has too few cells": Twin("types", "do not make", main("do board[int, 2 x 1](1<here>)"), "", ", 2"),
    "a cell of a board has another type": Twin(
        "types", "an element must be", main("do board[int, 2 x 1](1, <here>)"), "true", "2"
    ),
    "chance of a string": Twin("types", "chance is of", main("do chance(<here>)"), '"a"', "[1, 2]"),
    "the name of a seat is a number": Twin("types", "name of a seat", main("do new_seat(<here>)"), "1", '"Ada"'),
    "a symbol is not declared": Twin(
        "constants", "symbol `O` is not declared", main("do #<here>", more="symbols (X)"), "O", "X"
    ),
    "a negative zero": Twin("constants", "no -0.0", main("do <here>"), "-0.0", "0.0"),
    "half a character": Twin("constants", "lone surrogates", main('do "<here>"'), "\\ud800", "\\u20ac"),
    "a call with too few arguments": Twin(
        "calls",
        "`f` takes (int, int), not (int)",
        main("do f(1<here>)", more="function f(a: int, b: int) -> none {\n}"),
        "",
        ", 2",
    ),
    "a call with an argument of another type": Twin(
        "calls", "takes", main("do f(<here>)", more="function f(a: any) -> none {\n}"), "1", "convert[any](1)"
    ),
    "a virtual call that one class below does not understand": Twin(
        "virtual calls",
        "`go` of class `D` takes",
        main(
            "do new C().go(1)",
            more="class C {\n method go = c_go\n}\nclass D extends C {\n method <here> = d_go\n}\n"
            "function c_go(self: object C, a: int) -> none {\n}\nfunction d_go(self: object D) -> none {\n}",
        ),
        "go",
        "stay",
    ),
    "a virtual call with another argument": Twin(
        "virtual calls", "it is called as if", main("do new Piece(1).moves(<here>)", more=CLASSES), "true", "1"
    ),
    "a new object with too few fields": Twin(
        "objects", "has 2 fields, 1 are given", main("do new King(1<here>)", more=CLASSES), "", ", unset"
    ),
    "a field that must have a value is left unset": Twin(
        "objects", "field `owner` needs a value", main("do new King(<here>, unset)", more=CLASSES), "unset", "1"
    ),
    "a field is given a value of another type": Twin(
        "objects", "field `checked` is bool, not int", main("do new King(1, <here>)", more=CLASSES), "1", "true"
    ),
    "a conversion to an unrelated class": Twin(
        "conversions",
        "does not widen",
        main("do convert[object <here>](new King(1, unset))", more=CLASSES + "class Card {\n}\n"),
        "Card",
        "Piece",
    ),
    "a conversion that would have to be checked": Twin(
        "conversions", "does not widen", main("do <here>[int](convert[any](1))"), "convert", "narrow"
    ),
    "narrowing what is narrow already": Twin(
        "conversions", "does not narrow", main("do narrow[int](<here>)"), "1", "convert[int?](1)"
    ),
    "asking whether an int is a string": Twin(
        "conversions", "does not narrow", main("do is[string](<here>)"), "1", "convert[any](1)"
    ),
    # statements
    "a local receives a value of another type": Twin(
        "types", "local `a` is int", main("a = <here>", locals="a: int"), "true", "1"
    ),
    "a global receives a value of another type": Twin(
        "types", "global `g` must be int", main("@g = <here>", more="global g: int"), "true", "1"
    ),
    "a field receives a value of another type": Twin(
        "types", "field `owner` must be int", main("new Piece(1).owner = <here>", more=CLASSES), "true", "1"
    ),
    "a condition is a number": Twin("types", "a condition must be bool", main("if <here> {", "}"), "1", "true"),
    "a loop runs while a number": Twin("types", "a condition must be bool", main("while <here> {", "}"), "1", "false"),
    "a loop counts from a float": Twin(
        "types", "the start must be int", main("for i from <here> to 2 {", "}", locals="i: int"), "0.5", "0"
    ),
    "telling a number": Twin("types", "what is told", main("tell <here>"), "1", '"1"'),
    "telling to one seat instead of a list": Twin("types", "the audience", main('tell "" to <here>'), "1", "[1]"),
    "a ranking that is flat": Twin("types", "the ranking", main("finish [<here>]"), "1", "[1]"),
    "scores that are whole": Twin("types", "the scores", main("finish [[1]] scores [<here>]"), "1", "1.0"),
    "a reason that is a symbol": Twin(
        "types", "the reason", main("finish [[1]] reason <here>", more="symbols (X)"), "#X", '"X"'
    ),
    "an error without words": Twin("types", "the message", main("raise odd <here>"), "1", '"1"'),
    "an attempt that reports into a number": Twin(
        "types", "whether it went well", main("attempt ok {", "}", locals="ok: <here>"), "int", "bool"
    ),
    "a break outside every loop": Twin(
        "loops", "`break` stands outside", main("<here>", "break", "}"), "catch t {", "while true {"
    ),
    "a continue outside every loop": Twin(
        "loops", "`continue` stands outside", main("<here>", "continue", "}"), "if true {", "while true {"
    ),
    "a loop writes what it counts with": Twin(
        "loops",
        "cannot be written inside",
        main("for i from 0 to 2 {", "<here> = 1", "}", locals="i: int, j: int"),
        "i",
        "j",
    ),
    "an inner loop counts with the same local": Twin(
        "loops",
        "cannot be written inside",
        main("for i from 0 to 2 {", "for <here> from 0 to 2 {", "}", "}", locals="i: int, j: int"),
        "i",
        "j",
    ),
    "a counting loop waits for an answer": Twin(
        "loops",
        "cannot wait for an answer",
        main("<here>", "if true {", "ask a: yes_no seat 0 kind choice", "}", "}", locals="i: int, a: bool"),
        "for i from 0 to 2 {",
        "while true {",
    ),
    "a loop counts with a local that may be unset": Twin(
        "loops", "cannot be unset", main("for i from 0 to 2 {", "}", locals="i: int<here>"), " unset", ""
    ),
    # flow
    "a local is read before it is written": Twin(
        "assignment", "`a` may be read", main("<here>", "do a", locals="a: int"), "do 1", "a = 1"
    ),
    "a local is written on one branch only": Twin(
        "assignment",
        "`a` may be read",
        main("if true {", "a = 1", "} else {", "<here>", "}", "do a", locals="a: int"),
        "do 1",
        "a = 2",
    ),
    "a local is written on the last branch of a chain only": Twin(
        "assignment",
        "`a` may be read",
        main("if true {", "<here>", "} else if false {", "return", "} else {", "a = 1", "}", "do a", locals="a: int"),
        "do 1",
        'raise odd ""',
    ),
    "a local is written in the body of a loop only": Twin(
        "assignment",
        "`a` may be read",
        main("while <here> {", "a = 1", "break", "}", "do a", locals="a: int"),
        "false",
        "true",
    ),
    "a loop is left before a local is written": Twin(
        "assignment",
        "`a` may be read",
        main("while true {", "if false {", "<here>", "}", "a = 1", "break", "}", "do a", locals="a: int"),
        "break",
        "continue",
    ),
    "a counting loop may have no turn": Twin(
        "assignment",
        "`a` may be read",
        main("<here>", "for i from 0 to 1 {", "a = 1", "}", "do a", locals="a: int, i: int"),
        "do 1",
        "a = 0",
    ),
    "what counted a loop is read after it": Twin(
        "assignment",
        "`i` may be read",
        main("for i from 0 to 1 {", "}", "<here>", "do i", locals="i: int"),
        "do 1",
        "i = 1",
    ),
    "an inner loop takes the value of a local from the next turn": Twin(
        "assignment",
        "`i` may be read",
        main("i = 1", "while true {", "do i", "for <here> from 0 to 1 {", "}", "}", locals="i: int, j: int"),
        "i",
        "j",
    ),
    "a catch is left before a local is written": Twin(
        "assignment",
        "`a` may be read",
        main("catch t {", "if true {", "<here>", "}", "a = 1", "}", "do a", locals="a: int"),
        "abandon t",
        "return",
    ),
    "a called function abandons before a local is written": Twin(
        "assignment",
        "`a` may be read",
        main(
            "catch t {",
            "do <here>()",
            "a = 1",
            "}",
            "do a",
            locals="a: int",
            more="function stop() -> none {\nabandon t\n}\nfunction go() -> none {\n}",
        ),
        "stop",
        "go",
    ),
    "an attempt may undo the writing of a local": Twin(
        "assignment",
        "`a` may be read",
        main("<here>", "attempt ok {", "a = 1", "if true {", "fail", "}", "}", "do a", locals="a: int, ok: bool"),
        "do 1",
        "a = 0",
    ),
    "how an attempt went is read inside it": Twin(
        "assignment",
        "`ok` may be read",
        main("attempt ok {", "<here>", "}", "do ok", locals="ok: bool"),
        "do ok",
        "do 1",
    ),
    "a question is answered by a seat that has no value": Twin(
        "assignment",
        "`s` may be read",
        main("<here>", "ask a: yes_no seat s kind choice", locals="a: bool, s: int"),
        "do 1",
        "s = 0",
    ),
    "a function ends without its result": Twin(
        "returns", "reach the end", main("if true {", "return 1", "}", "<here>", result="int"), "do 1", "return 2"
    ),
    "a loop that ends is no return": Twin(
        "returns", "reach the end", main("while <here> {", "}", result="int"), "false", "true"
    ),
    "a caught abandon reaches the end": Twin(
        "returns",
        "reach the end",
        main("catch t {", "abandon t", "}", "<here>", result="int"),
        "do 1",
        "return 1",
    ),
    "a result of another type": Twin(
        "returns", "gives int, not bool", main("return <here>", result="int"), "true", "1"
    ),
    # asking
    "an expression calls a function that asks": Twin(
        "asking", "`pick` may ask", main("<here>", locals="a: int", more=PICK), "a = pick()", "invoke a = pick()"
    ),
    "a function asks through another one and a method": Twin(
        "asking",
        "may ask",
        main(
            "<here> through(new C())",
            more=PICK
            + "class C {\n method go = c_go\n}\nfunction c_go(self: object C) -> int {\n locals (a: int)\n"
            + " invoke a = pick()\n return a\n}\nfunction through(c: object C) -> none {\n invoke c.go()\n}\n",
        ),
        "do",
        "invoke",
    ),
    "an argument of an asking call asks itself": Twin(
        "asking",
        "`pick` may ask",
        main(
            "invoke a = pick()",
            "invoke f(<here>)",
            locals="a: int",
            more=PICK + "function f(a: int) -> none {\n invoke pick()\n}",
        ),
        "pick()",
        "a",
    ),
    "invoke of a function that never asks": Twin(
        "asking", "never does", main("<here> f()", more="function f() -> none {\n}"), "invoke", "do"
    ),
    "a routine asks": Twin(
        "routines",
        "never asks",
        main(more="<here> {\nlocals (a: bool)\nask a: yes_no seat 0 kind choice\n}"),
        "routine f() -> none charge 1",
        "function f() -> none",
    ),
    "a charge calls something": Twin(
        "routines",
        "a charge is a formula",
        main(more="routine f(n: list[int]) -> none charge <here> {\n}\nfunction g() -> int {\n return 1\n}"),
        "g()",
        "mul(2, list_length(n))",
    ),
    "a charge allocates": Twin(
        "routines",
        "a charge is a formula",
        main(more="routine f(n: list[int]) -> none charge list_length(<here>) {\n}"),
        "list_copy(n)",
        "n",
    ),
    "a charge of another type": Twin(
        "types", "a charge must be int", main(more="routine f(n: int) -> none charge <here> {\n}"), "true", "n"
    ),
    # questions
    "the seat is a float": Twin(
        "types", "the seat must be int", main("ask a: yes_no seat <here> kind choice", locals="a: bool"), "0.5", "-1"
    ),
    "the seat is computed in the question": Twin(
        "questions",
        "the seat must be a constant or a local",
        main("s = 1", "ask a: yes_no seat <here> kind choice", locals="a: bool, s: int"),
        "add(s, 1)",
        "s",
    ),
    "a bound is computed in the question": Twin(
        "questions",
        "a bound must be a constant or a local",
        main("ask a: whole(1, <here>) seat 0 kind number", locals="a: int"),
        "add(1, 1)",
        "2",
    ),
    "a bound is a string": Twin(
        "types", "a bound must be int", main("ask a: whole(<here>, 3) seat 0 kind number", locals="a: int"), '"1"', "1"
    ),
    "the options are no list": Twin(
        "questions",
        "options are a list",
        main("n = <here>", "ask a: options(n) seat 0 kind choice", locals="n: <there>, a: int"),
        "1|int",
        "[1]|list[int]",
    ),
    "an unknown symbol among the answers": Twin(
        "questions",
        "symbol `O` is not declared",
        main("ask a: one_of(X, <here>) seat 0 kind choice", locals="a: symbol", more="symbols (X, Y)"),
        "O",
        "Y",
    ),
    "no symbol to choose from": Twin(
        "questions",
        "nothing to choose from",
        main("ask a: one_of(<here>) seat 0 kind choice", locals="a: symbol", more="symbols (X, Y)"),
        "",
        "X",
    ),
    "neither of no domains": Twin(
        "questions",
        "nothing to choose from",
        main("ask a: either(<here>) seat 0 kind literal", locals="a: any"),
        "",
        "line",
    ),
    "a whole number is answered into a string": Twin(
        "types", "the answer is int", main("ask a: whole seat 0 kind number", locals="a: <here>"), "string", "int"
    ),
    "a pair is answered into something else": Twin(
        "types",
        "the answer is (int, bool)",
        main("ask a: each(whole, yes_no) seat 0 kind literal", locals="a: <here>"),
        "(int, int)",
        "(int, bool)",
    ),
    "an either is answered into a type of its own": Twin(
        "types",
        "the answer is any",
        main("ask a: either(whole, line) seat 0 kind literal", locals="a: <here>"),
        "int",
        "any",
    ),
    "characters are answered into a number": Twin(
        "types", "the answer is string", main("ask a: chars(3) seat 0 kind chars", locals="a: <here>"), "int", "string"
    ),
    "the answers of a group go to a single value": Twin(
        "types",
        "the answer is list[bool]",
        main("s = [0, 1]", "ask group a: yes_no seat s kind choice", locals="s: list[int], a: <here>"),
        "bool",
        "list[bool]",
    ),
    "a group with a single seat": Twin(
        "types",
        "the seat must be list[int]",
        main("s = <here>", "ask group a: yes_no seat s kind choice", locals="s: <there>, a: list[bool]"),
        "0|int",
        "[0]|list[int]",
    ),
    "a group whose options are one list for all": Twin(
        "questions",
        "options are a list of lists",
        main(
            "s = [0, 1]",
            "o = <here>",
            "ask group a: options(o) seat s kind choice",
            locals="s: list[int], o: <there>, a: list[int]",
        ),
        "[1]|list[int]",
        "[[1], [2]]|list[list[int]]",
    ),
    "a label for another type": Twin(
        "looking",
        "label `show` must take (int) and give string",
        main(
            "n = [1, 2]",
            "ask a: options(n, label show) seat 0 kind choice",
            locals="a: int, n: list[int]",
            more='function show(a: <here>) -> string {\n return ""\n}',
        ),
        "string",
        "int",
    ),
    "a prompt that gives no string": Twin(
        "looking",
        "must take () and give string",
        main(
            "ask a: yes_no seat 0 kind choice prompt <here>",
            locals="a: bool",
            more='function seven() -> int {\n return 7\n}\nfunction show() -> string {\n return "7"\n}',
        ),
        "seven",
        "show",
    ),
    # speculation
    "a speculation that asks": Twin(
        "speculation",
        "`pick` may ask",
        main("do speculate <here>()", more=PICK + "function seven() -> int {\n return 7\n}"),
        "pick",
        "seven",
    ),
    "a speculation that gives a list": Twin(
        "speculation",
        "gives list[int]",
        main(
            "do speculate <here>()",
            more="function f() -> list[int] {\n return [1]\n}\nfunction g() -> int {\n return 1\n}",
        ),
        "f",
        "g",
    ),
    "a speculation that abandons": Twin(
        "speculation",
        "would leave the speculation by `abandon t`",
        main("catch t {", "do speculate f()", "}", more="function f() -> int {\n <here>\n return 1\n}"),
        "abandon t",
        "do 1",
    ),
    # tags
    "an abandon without its catch": Twin(
        "catch", "`abandon t` is under no catch", main("catch <here> {", "abandon t", "}"), "u", "t"
    ),
    "a called function abandons past every catch": Twin(
        "catch",
        "`abandon t` is under no catch when `f` is called",
        main(
            "catch <here> {",
            "do f()",
            "}",
            more="function f() -> none {\n do g()\n}\nfunction g() -> none {\n abandon t\n}",
        ),
        "u",
        "t",
    ),
    "a catch in one of two callers": Twin(
        "catch",
        "when `f` is called",
        main("catch t {", "do f()", "}", "<here>", "do f()", "}", more="function f() -> none {\n abandon t\n}"),
        "if true {",
        "catch t {",
    ),
    "a method abandons past every catch": Twin(
        "catch",
        "when `go` is called",
        main(
            "<here>",
            "do new C().m()",
            "}",
            more="class C {\n method m = stay\n}\nclass D extends C {\n method m = go\n}\n"
            "function stay(self: object C) -> none {\n}\nfunction go(self: object C) -> none {\n abandon t\n}",
        ),
        "if true {",
        "catch t {",
    ),
    "a label abandons": Twin(
        "catch",
        "under no catch",
        main(
            "catch t {",
            "n = [1]",
            "ask a: options(n, label show) seat 0 kind choice",
            "}",
            locals="a: int, n: list[int]",
            more='function show(a: int) -> string {\n <here>\n return ""\n}',
        ),
        "abandon t",
        "do 1",
    ),
    "a fail without an attempt": Twin(
        "attempt",
        "`fail` is under no attempt",
        main("<here>", "fail", "}", locals="ok: bool"),
        "catch t {",
        "attempt ok {",
    ),
    "a called function fails outside every attempt": Twin(
        "attempt",
        "when `f` is called",
        main("attempt ok {", "<here>", "}", "<there>", locals="ok: bool", more="function f() -> none {\n fail\n}"),
        "do 1|do f()",
        "do f()|do 1",
    ),
    "a tag that core keeps for itself": Twin("catch", "core's own", main("catch `<here>fail` {", "}"), "\\x00", ""),
    # tail calls
    "a tail call inside a catch": Twin(
        "tail calls",
        "is not done when the call begins",
        main("catch t {", "<here> main()", "}"),
        "tail",
        "do",
    ),
    "a tail call inside an attempt": Twin(
        "tail calls", "is not done", main("<here>", "tail main()", "}", locals="ok: bool"), "attempt ok {", "if true {"
    ),
    "a tail call in a routine": Twin(
        "tail calls",
        "a routine keeps its frame",
        main(more="<here> {\n tail f()\n}"),
        "routine f() -> none charge 1",
        "function f() -> none",
    ),
    "a tail call of another type": Twin(
        "types",
        "the result must be int, not bool",
        main(
            "tail <here>()",
            result="int",
            more="function f() -> bool {\n return true\n}\nfunction g() -> int {\n return 1\n}",
        ),
        "f",
        "g",
    ),
    # hints
    "a hint that is no int": Twin(
        "classes",
        "`quick` of `C` is a hint, so it must be an int",
        main(more="class C {\n hint field quick: <here>\n}"),
        "string",
        "int",
    ),
    # presentation
    "a rule reads what is on display": Twin(
        "presentation",
        "`shown` is what is on display",
        main("do @<here>", more="presentation global shown: int\nglobal state: int"),
        "shown",
        "state",
    ),
    "a called function reads what is on display": Twin(
        "presentation",
        "on display",
        main("<here>", more="presentation global shown: int\nfunction f() -> int {\n return @shown\n}"),
        "do f()",
        "do 1",
    ),
    "a seat from what is on display": Twin(
        "presentation",
        "on display",
        main(
            "@shown = 0",
            "@state = 0",
            "s = <here>",
            "ask a: yes_no seat s kind choice",
            locals="a: bool, s: int",
            more="presentation global shown: int\nglobal state: int",
        ),
        "@shown",
        "@state",
    ),
    "a store to what is on display that draws": Twin(
        "presentation",
        "must not change anything",
        main("@shown = add(@shown, <here>)", more="presentation global shown: int"),
        "chance(6)",
        "@shown",
    ),
    "a store to what is on display that calls what tells": Twin(
        "presentation",
        "must not change anything",
        main(
            "@shown = f()",
            more="presentation global shown: int\nfunction f() -> int {\n <here>\n return 1\n}",
        ),
        'tell "hello"',
        "do 1",
    ),
    "a function that is both rule and prompt reads what is on display": Twin(
        "presentation",
        "on display",
        main(
            "ask a: yes_no seat 0 kind choice prompt show",
            "<here>",
            locals="a: bool",
            more="presentation global shown: string\nfunction show() -> string {\n return @shown\n}",
        ),
        "tell show()",
        "do 1",
    ),
}

LOOKING = {
    "asks": ("ask x: yes_no seat 0 kind choice", "asks"),
    "writes a global": ("@state = 1", "writes to what is older"),
    "writes to a list it was not given alone": ("do list_push(@log, 1)", "writes to what is older"),
    "writes to a field": ("@piece.owner = 1", "writes to what is older"),
    "draws": ("y = chance(6)", "draws"),
    "tells": ('tell "hello"', "tells"),
    "finishes": ("finish [[0]]", "finishes the game"),
    "adds a seat": ('y = new_seat("Ada")', "adds seats"),
    "calls what tells": ("do loud()", "tells"),
}
LOOKING_PROGRAM = """
program p entry main
class Piece {
  field owner: int
}
presentation global shown: string
global state: int
global log: list[int]
global piece: object Piece
function loud() -> none {
  tell "loud"
}
function show() -> string {
  locals (x: bool, y: int, parts: list[string])
  parts = [@shown]
  do list_push(parts, "!")
  if eq(@state, 7) {
    raise odd "seven"
  }
  <here>
  return join(parts)
}
function main() -> none {
  locals (a: bool)
  ask a: yes_no seat 0 kind choice prompt show
}
"""


@pytest.mark.parametrize("name", TWINS)
def test_a_program_that_breaks_a_rule_is_rejected_by_its_name_and_the_repaired_one_accepted(name: str) -> None:
    twin = TWINS[name]
    messages = [violation.message for violation in verify(twin.program(twin.bad))]
    assert any(message.startswith(f"{twin.rule}: ") and twin.says in message for message in messages), messages
    assert [str(violation) for violation in verify(twin.program(twin.good))] == []


@pytest.mark.parametrize("name", LOOKING)
def test_a_prompt_that_leaves_a_trace_is_rejected(name: str) -> None:
    statement, says = LOOKING[name]
    messages = [violation.message for violation in verify(read_program(LOOKING_PROGRAM.replace("<here>", statement)))]
    assert len(messages) == 1
    assert messages[0].startswith("looking: `show` is called whenever somebody looks")
    assert says in messages[0]


def test_a_prompt_may_read_what_is_on_display_raise_and_write_to_what_it_made() -> None:
    assert verify(read_program(LOOKING_PROGRAM.replace("<here>", "y = 1"))) == []


# Some mistakes cannot be written as text, because reading finds the types itself.

X = Local("x", INT)


def around(*body: object, locals: tuple[Variable, ...] = (), classes: tuple = (), symbols: tuple = ()) -> Program:  # type: ignore[type-arg]
    function = Function("main", (), NONE, body, locals)  # type: ignore[arg-type]
    return Program("p", (function,), "main", (GlobalVariable("g", INT),), classes, symbols)


ONE = Const(1, INT)
MARKED = {
    "an int that is marked float": ("constants", Const(1, FLOAT), Const(1.0, FLOAT)),
    "a bool that passes for an int": ("constants", Const(True, INT), Const(1, INT)),
    "an int that passes for a bool": ("constants", Const(1, BOOL), Const(True, BOOL)),
    "a number that needs more than 64 bits": ("constants", Const(2**63, INT), Const(2**63 - 1, INT)),
    "a none that is marked optional": ("constants", Const(None, ANY), Const(None, NONE)),
    "a string that is marked symbol": ("constants", Const("a", SYMBOL), Const("a", STRING)),
    "a pair that is marked a triple": (
        "constants",
        Const((1, 2), TupleType((INT, INT, INT))),
        Const((1, 2), TupleType((INT, INT))),
    ),
    "a board constant with too few cells": (
        "constants",
        Const((1, 2), BoardType(INT, 3, 1)),
        Const((1, 2), BoardType(INT, 2, 1)),
    ),
    "a local that is not declared": ("names", Local("y", INT), X),
    "a local marked with another type": ("types", Local("x", BOOL), X),
    "a global that is not declared": ("names", Global("h", INT), Global("g", INT)),
    "a global marked with another type": ("types", Global("g", BOOL), Global("g", INT)),
    "an operation that does not exist": ("operations", Op("plus", (ONE, ONE), INT), Op("add", (ONE, ONE), INT)),
    "an operation on other types": (
        "operations",
        Op("add", (ONE, Const(1.0, FLOAT)), INT),
        Op("add", (ONE, ONE), INT),
    ),
    "an operation marked with another result": ("types", Op("lt", (ONE, ONE), INT), Op("lt", (ONE, ONE), BOOL)),
    "a given type that does not fit": (
        "operations",
        Op("board_fill", (ONE,), BoardType(BOOL, 2, 2)),
        Op("board_fill", (ONE,), BoardType(INT, 2, 2)),
    ),
    "a call of a function that does not exist": ("names", Call("f", (), NONE), Call("main", (), NONE)),
    "a call marked with another result": ("types", Call("main", (), INT), Call("main", (), NONE)),
    "a virtual call on nothing": ("virtual calls", VirtualCall("m", (), NONE), Call("main", (), NONE)),
    "a virtual call on an int": ("virtual calls", VirtualCall("m", (ONE,), NONE), Call("main", (), NONE)),
    "an object of a class that does not exist": ("names", New("C", (), ObjectType("C")), ONE),
    "a tuple marked with another type": (
        "types",
        MakeTuple((ONE,), TupleType((BOOL,))),
        MakeTuple((ONE,), TupleType((INT,))),
    ),
    "a board that is marked a list": (
        "types",
        MakeBoard((ONE,), ListType(INT)),
        MakeBoard((ONE,), BoardType(INT, 1, 1)),
    ),
    "a conversion to the same type": ("conversions", Convert(ONE, INT), Convert(ONE, ANY)),
}


@pytest.mark.parametrize("name", MARKED)
def test_an_expression_with_a_wrong_mark_is_rejected_and_the_right_one_accepted(name: str) -> None:
    rule, bad, good = MARKED[name]
    for value, wanted in ((bad, rule), (good, None)):
        body = (Assign("x", ONE), If(((Const(True, BOOL), (Return(),)),)), Assign("a", value))
        program = around(*body, locals=(Variable("x", INT), Variable("a", good.type)))
        rules = {violation.message.split(":")[0] for violation in verify(program)}
        assert wanted in rules if wanted else not rules


def test_an_if_has_a_condition() -> None:
    assert [v.message for v in verify(around(If((), (Return(),))))] == [
        "statements: an `if` has at least one condition"
    ]


def test_only_functions_with_a_result_return_a_value() -> None:
    messages = [violation.message for violation in verify(around(Return(Const(None, NONE))))]
    assert messages == ["returns: a function that gives none returns without a value"]
    valued = replace(around(Return()).functions[0], result=INT)
    messages = [violation.message for violation in verify(Program("p", (valued,), "main"))]
    assert messages == ["returns: a value of type int is missing"]


def test_every_site_is_a_node_of_its_own() -> None:
    ask = Ask("a", Question(Const(0, INT), YesNo(), "choice"))
    locals = (Variable("a", BOOL),)
    assert verify(around(ask, replace(ask), locals=locals)) == []
    messages = [violation.message for violation in verify(around(ask, ask, locals=locals))]
    assert messages == ["asking: the same node stands in two places: every site needs a node of its own"]


def test_an_unknown_kind_of_question_is_rejected() -> None:
    ask = Ask("a", Question(Const(0, INT), YesNo(), "riddle"))  # type: ignore[arg-type]
    messages = [violation.message for violation in verify(around(ask, locals=(Variable("a", BOOL),)))]
    assert messages == ["questions: there is no kind of question `riddle`"]


def test_a_program_that_is_not_in_order_is_rejected_wherever_the_asking_call_hides() -> None:
    program = read_program(f"program p entry main\n{main('do 1', locals='x: int', more=PICK)}")
    pick = Call("pick", (), INT)
    hidden = Op("add", (ONE, Op("neg", (pick,), INT)), INT)
    entry = replace(program.functions[1], body=(Assign("x", hidden), Invoke("x", pick)))
    messages = [v.message for v in verify(replace(program, functions=(program.functions[0], entry)))]
    assert messages == ["asking: `pick` may ask, so it cannot be called inside an expression"]


def test_all_violations_are_reported_at_once_with_function_and_line() -> None:
    text = "program p entry main\nfunction f() -> int {\n  do #X\n}\nfunction main() -> none {\n  break\n}\n"
    with pytest.raises(InvalidCore) as caught:
        check(read_program(text, "game.core"))
    assert str(caught.value).splitlines() == [
        "'p' is no valid core program:",
        "  game.core:3: constants: symbol `X` is not declared (in `f`)",
        "  game.core:6: loops: `break` stands outside every loop (in `main`)",
        "  game.core:2: returns: control can reach the end of the function, which has a result (in `f`)",
    ]


def test_check_is_silent_for_a_valid_program() -> None:
    check(read_program(f"program p entry main\n{main('do 1')}"))


def test_names_in_messages_show_nothing_that_deceives() -> None:
    (violation,) = verify(Program("p", (), "\u202emain\n"))
    assert violation.message == "entry: there is no function `\\u202emain\\n` to begin with"


def test_deep_nesting_does_not_reach_the_limit_of_the_python_stack() -> None:
    blocks, expressions = 400, 800
    body = "".join(f"while eq(1, {n}) {{\ncatch t {{\nif true {{\n" for n in range(blocks // 4))
    deep = "neg(" * expressions + "1" + ")" * expressions
    text = main(body + f"a = {deep}\n" + "}\n" * (3 * (blocks // 4)), locals="a: int")
    assert verify(read_program(f"program p entry main\n{text}")) == []
