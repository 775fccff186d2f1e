"""Every name is declared once, and every declared type exists."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.core import types
from parlour.core.checks.report import Report, World, name_of
from parlour.core.nodes import Class, Function
from parlour.core.text import print_type
from parlour.syntax.source import Span

# What data from outside can consist of.
GIVEN = (types.INT, types.FLOAT, types.BOOL, types.STRING)


def check_declarations(world: World, report: Report) -> None:
    program = world.program
    report.function = None
    _unique("function", (function.name for function in program.functions), report)
    _unique("class", (class_.name for class_ in program.classes), report)
    _unique("global", (variable.name for variable in program.globals), report)
    _unique("symbol", program.symbols, report)
    for variable in program.globals:
        check_type(variable.type, world, report)
        if variable.is_count and (variable.type != types.INT or variable.is_presentation):
            report.add("counts", f"{name_of(variable.name)} is a count, so it must be an int that is not on display")
        if variable.is_given and (variable.is_count or variable.is_presentation or not _can_be_given(variable.type)):
            text = f"{name_of(variable.name)} is given from outside, so it must be a plain value or a list of such"
            report.add("given", text)
    for class_ in program.classes:
        _class(class_, world, report)
    for function in program.functions:
        report.function = function.name
        _function(function, world, report)
    report.function = None
    entry = world.functions.get(program.entry)
    if entry is None:
        report.add("entry", f"there is no function {name_of(program.entry)} to begin with")
    elif entry.params:
        report.add("entry", f"{name_of(entry.name)} has parameters, and nobody to give them", entry.span)


def _function(function: Function, world: World, report: Report) -> None:
    variables = (*function.params, *function.locals)
    _unique("local", (variable.name for variable in variables), report)
    for type_ in (*(variable.type for variable in variables), function.result):
        check_type(type_, world, report)
    for param in function.params:
        if param.may_be_unset:
            report.add("names", f"parameter {name_of(param.name)} always has a value, it cannot be unset")


def _class(class_: Class, world: World, report: Report) -> None:
    hierarchy = world.hierarchy
    name = name_of(class_.name)
    line = hierarchy.ancestors(class_.name)
    last_parent = hierarchy.classes[line[-1]].parent
    if class_.parent is not None and class_.parent not in hierarchy.classes:
        report.add("classes", f"{name} extends {name_of(class_.parent)}, which is not declared")
    elif last_parent in hierarchy.classes:
        report.add("classes", f"{name} would be its own ancestor")
    _unique("field", (field.name for field in hierarchy.fields(class_.name)), report, f" of class {name}")
    _unique("method", (method for method, _ in class_.methods), report, f" of class {name}")
    for field in class_.fields:
        check_type(field.type, world, report)
        if field.is_hint and (field.type != types.INT or field.may_be_unset):
            report.add("classes", f"{name_of(field.name)} of {name} is a hint, so it must be an int that is always set")
    for method, function_name in class_.methods:
        function = world.functions.get(function_name)
        if function is None:
            report.add(
                "classes", f"method {name_of(method)} of {name} is {name_of(function_name)}, which is not declared"
            )
        elif not function.params or not any(function.params[0].type == types.ObjectType(above) for above in line):
            report.add(
                "classes",
                f"{name_of(function_name)} is a method of {name}, so its first parameter must be one",
                function.span,
            )


def _unique(what: str, names: Iterable[str], report: Report, where: str = "") -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            report.add("names", f"{what} {name_of(name)}{where} is declared twice")
        seen.add(name)


def check_type(type_: types.Type, world: World, report: Report, span: Span | None = None) -> None:
    """The parts of a type must fit together; types are shallow, so this recurses."""
    match type_:
        case types.TupleType(items):
            for item in items:
                check_type(item, world, report, span)
        case types.ListType(item):
            check_type(item, world, report, span)
        case types.BoardType(item, width, height):
            check_type(item, world, report, span)
            if width < 1 or height < 1:
                report.add("types", f"{print_type(type_)} has no cells", span)
        case types.TableType(key, value):
            check_type(key, world, report, span)
            check_type(value, world, report, span)
            if _changes(key):
                report.add("types", f"{print_type(key)} cannot be the key of a table: its content changes", span)
        case types.ObjectType(name):
            if name not in world.hierarchy.classes:
                report.add("types", f"there is no class {name_of(name)}", span)
        case types.OptionalType(item):
            check_type(item, world, report, span)
            if item in (types.NONE, types.ANY) or isinstance(item, types.OptionalType):
                report.add("types", f"{print_type(item)} cannot be optional: it holds none already", span)
        case types.Scalar():
            pass


def _can_be_given(type_: types.Type) -> bool:
    return type_ in GIVEN or (isinstance(type_, types.ListType) and type_.item in GIVEN)


def _changes(type_: types.Type) -> bool:
    """Whether a value of this type is compared by a content that can change."""
    match type_:
        case types.ListType() | types.TableType():
            return True
        case types.TupleType(items):
            return any(map(_changes, items))
        case types.BoardType(item=item) | types.OptionalType(item=item):
            return _changes(item)
    return False
