"""Reads core text: the other half of `text.py`, whose docstring shows the form.

Goes through the declarations first and skips the bodies, because a call may stand before the function it calls;
then reads the bodies. Types of expressions are found from the declarations and from `ops.py`, so a text whose
operations do not fit their arguments is refused here already; everything else is left to the verifier. Every node
gets the span of the text it was read from.

    >>> program = read_program('''
    ... program tiny entry main
    ... function main() -> int {
    ...   return add(1, 2)
    ... }
    ... ''')
    >>> program.functions[0].body[0].value.type
    Scalar(name='int')
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Class, Function, GlobalVariable, Program, Variable
from parlour.core.read.expressions import describe
from parlour.core.read.scanner import STRING_TEXT, CoreTextError
from parlour.core.read.statements import StmtReader
from parlour.core.types import Type
from parlour.syntax.source import Source
from parlour.syntax.token import END, Token

__all__ = ["CoreTextError", "read_program"]


def read_program(text: str, name: str = "core") -> Program:
    """The program that this text prints; `name` is what its spans call the text. Raises `CoreTextError`."""
    return _Reader(Source(name, text)).program()


@dataclass(slots=True)
class _Header:
    """A function whose body is still to be read: `body_index` is the token after its label."""

    start: Token
    name: str
    params: tuple[Variable, ...]
    result: Type
    label: str | None
    is_routine: bool
    body_index: int


class _Reader(StmtReader):
    """The grammar of declarations."""

    # program = "program" name "entry" name { declaration }
    # declaration = "symbols" names | "seats" names | class | global | function
    def program(self) -> Program:
        self.lines()
        self.expect("program")
        name = self.name("the name of the program")
        self.expect("entry")
        entry = self.name("the function to begin with")
        symbols: tuple[str, ...] = ()
        seats: tuple[str, ...] = ()
        classes: list[Class] = []
        variables: list[GlobalVariable] = []
        headers: list[_Header] = []
        while not self.at(END):
            self.line_end()
            match self.peek().text:
                case "":
                    continue
                case "symbols":
                    self.advance()
                    symbols = self.names("a symbol")
                case "seats":
                    self.advance()
                    seats = self.names("the name of a seat")
                case "class":
                    classes.append(self.class_())
                case "global" | "presentation":
                    variables.append(self.global_())
                case "function" | "routine":
                    headers.append(self.header())
                case _:
                    self.fail(f"expected a declaration, not {describe(self.peek())}")
        self.declared.hierarchy = Hierarchy(classes)
        self.declared.globals = {variable.name: variable.type for variable in variables}
        self.declared.results = {header.name: header.result for header in headers}
        functions = tuple(self.function(header) for header in headers)
        return Program(name, functions, entry, tuple(variables), tuple(classes), symbols, seats)

    # class = "class" name [ "extends" name ] "{" { field | "method" name "=" name } "}"
    # field = [ "hint" ] [ "private" ] "field" variable
    def class_(self) -> Class:
        self.expect("class")
        name = self.name("the name of a class")
        parent = self.name("the name of the parent class") if self.accept("extends") else None
        fields: list[Variable] = []
        methods: list[tuple[str, str]] = []
        self.expect("{")
        self.lines()
        while not self.accept("}"):
            is_hint = self.accept("hint") is not None
            is_private = self.accept("private") is not None
            if is_hint or is_private:
                self.expect("field")
                fields.append(replace(self.variable(), is_hint=is_hint, is_private=is_private))
            elif self.accept("field"):
                fields.append(self.variable())
            else:
                self.expect("method", "a field or a method")
                method = self.name("the name of a method")
                self.expect("=")
                methods.append((method, self.name("the function that implements it")))
            self.line_end()
        return Class(name, parent, tuple(fields), tuple(methods))

    # global = [ "presentation" ] "global" name ":" type
    def global_(self) -> GlobalVariable:
        is_presentation = self.accept("presentation") is not None
        self.expect("global")
        name = self.name("the name of a global")
        self.expect(":")
        return GlobalVariable(name, self.type(), is_presentation)

    # variable = name ":" type [ "unset" ]
    def variable(self) -> Variable:
        name = self.name("the name of a variable")
        self.expect(":")
        return Variable(name, self.type(), self.accept("unset") is not None)

    # variables = "(" [ variable { "," variable } ] ")"
    def variables(self) -> tuple[Variable, ...]:
        self.expect("(")
        found: list[Variable] = []
        while not self.accept(")"):
            if found:
                self.expect(",")
            found.append(self.variable())
        return tuple(found)

    # function = ( "function" | "routine" ) name variables "->" type [ "label" STRING ] [ "charge" expr ] body
    # body = "{" [ "locals" variables ] { statement } "}"
    def header(self) -> _Header:
        """A function up to its label; what follows is skipped."""
        start = self.advance()
        name = self.name("the name of a function")
        params = self.variables()
        self.expect("->")
        result = self.type()
        label = None
        if self.accept("label"):
            label = str(self.expect(STRING_TEXT, "the label in quotes").value)
        header = _Header(start, name, params, result, label, start.text == "routine", self.index)
        while not self.at("{", END):
            self.advance()
        opened = self.expect("{")
        depth = 1
        while depth:
            token = self.advance()
            if token.kind == END:
                self.fail("this bracket is never closed", opened)
            depth += (token.text == "{") - (token.text == "}")
        return header

    def function(self, header: _Header) -> Function:
        """The rest of a function, when all declarations are known."""
        self.index = header.body_index
        self.result = header.result
        self.locals = {variable.name: variable.type for variable in header.params}
        charge = None
        if header.is_routine:
            self.expect("charge", "`charge`, which every routine has")
            charge = self.expr()
        opened = self.expect("{")
        self.lines()
        variables: tuple[Variable, ...] = ()
        if self.at("locals") and self.peek(1).matches("("):
            self.advance()
            variables = self.variables()
            self.locals |= {variable.name: variable.type for variable in variables}
            self.line_end()
        body = self.block(opened)
        span = self.since(header.start)
        return Function(header.name, header.params, header.result, body, variables, header.label, charge, span)
