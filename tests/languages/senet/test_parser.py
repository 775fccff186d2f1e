"""Text in, tree out: the grammar of Senet rule by rule, and what is said about texts that do not follow it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.languages.senet import codes
from parlour.languages.senet.syntax import tree
from parlour.languages.senet.syntax.parser import parse_program
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.limits import HEIGHT_LIMIT
from parlour.syntax.source import Source


def parsed(text: str, *, strict: bool = False) -> tuple[tree.Program, list[Diagnostic]]:
    return parse_program(Source("demo.senet", text), strict=strict)


def with_setup(setup: str) -> str:
    return f"@setup {{ {setup} }} @turns {{ void begin() {{ }} }}"


def with_begin(statements: str) -> str:
    return f"@setup {{ }} @turns {{ void begin() {{ {statements} }} }}"


def setup(text: str) -> tree.SetupItem:
    """The one item of a `@setup`, whatever warnings it has."""
    program, found = parsed(with_setup(text))
    assert [item.title for item in found if item.is_error] == []
    [item] = program.setup
    return item


def statement(text: str) -> tree.Statement:
    """The one statement of `begin`, whatever warnings it has."""
    program, found = parsed(with_begin(text))
    assert [item.title for item in found if item.is_error] == []
    [item] = program.turns[0].body.statements
    return item


def expression(text: str) -> str:
    """An expression, with every grouping shown."""
    read = statement(f"{text};")
    assert isinstance(read, tree.Evaluate)
    return sketch(read.expr)


def errors(text: str) -> list[tuple[str, int]]:
    """The codes of the errors in a program, and their lines."""
    return [(item.code, item.span.line) for item in parsed(text)[1] if item.is_error]


def mistake(statements: str) -> Diagnostic:
    """The one error in the statements of `begin`."""
    [found] = [item for item in parsed(with_begin(statements))[1] if item.is_error]
    return found


def sketch(expr: tree.Expr | None) -> str:
    match expr:
        case tree.Number(_, value) | tree.Truth(_, value):
            return str(value)
        case tree.Text(_, value):
            return f'"{value}"'
        case tree.Nothing():
            return "None"
        case tree.This():
            return "this"
        case tree.Variable(_, name):
            return name
        case tree.ListLiteral(_, items):
            return f"[{', '.join(map(sketch, items))}]"
        case tree.Field(_, subject, name):
            return f"{sketch(subject)}.{name.text}"
        case tree.Call(_, function, arguments):
            return f"{sketch(function)}({', '.join(map(sketch, arguments))})"
        case tree.Element(_, subject, index):
            return f"{sketch(subject)}@{sketch(index)}"
        case tree.Negation(_, operand):
            return f"(- {sketch(operand)})"
        case tree.Not(_, operand):
            return f"(not {sketch(operand)})"
        case tree.Chain(_, first, links):
            return f"({sketch(first)}{''.join(f' {link.operator} {sketch(link.operand)}' for link in links)})"
        case tree.Assign(_, targets, value):
            return f"<{' = '.join(map(sketch, (*targets, value)))}>"
        case tree.Place(_, piece, board, at):
            return f"place({sketch(piece)}, {sketch(board)}, {sketch(at)})"
        case tree.Take(_, receiver, giver, at):
            return f"take({sketch(receiver)}, {sketch(giver)}, {sketch(at)})"
        case None:
            return "-"
    return "?"


def sketch_type(kind: tree.Type | None) -> str:
    match kind:
        case tree.BasicType(_, name):
            return name
        case tree.ListType(_, element):
            return f"list of {sketch_type(element)}"
        case tree.GroupType(_, name):
            return name.text
    return "-"


# ----------------------------------------------------------------------------------------------------- the program


def test_a_program_is_a_setup_and_turns() -> None:
    program, found = parsed("@setup { int n; n = 1; } @turns { void begin() { } int other(int x) { return x; } }")
    assert found == []
    assert program.is_sound
    assert [type(item).__name__ for item in program.setup] == ["Declaration", "Evaluate"]
    assert [phase.name.text for phase in program.turns] == ["begin", "other"]


def test_groups_functions_variables_and_statements_may_be_mixed_in_setup() -> None:
    program, found = parsed(with_setup("N_PLAYERS = 2; group G () { }; int n; void f() { } n = 1; { n = 2; }"))
    assert found == []
    names = [type(item).__name__ for item in program.setup]
    assert names == ["Evaluate", "Group", "Declaration", "Function", "Evaluate", "Block"]


def test_pragmas_are_kept_with_the_program() -> None:
    program, _ = parsed("# parlour: players from 1\n" + with_setup("") + "# parlour: outcome by score")
    assert [note.text for note in program.notes] == ["players from 1", "outcome by score"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", "every program starts with `@setup"),
        ("int n;", "every program starts with `@setup"),
        ("@setup { }", "no `@turns`"),
        ("@turns { void begin() { } }", "every program starts with `@setup"),
        ("int n; @setup { } @turns { void begin() { } }", "nothing can stand before `@setup`"),
        ("@setup { } int n; @turns { void begin() { } }", "expected `@turns`"),
        ("@setup { } @turns { void begin() { } } @turns { }", "a program has one `@turns`"),
    ],
)
def test_a_program_without_its_two_sections_is_told_so(text: str, title: str) -> None:
    [found] = parsed(text)[1]
    assert found.code == codes.SECTIONS
    assert title in found.title


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("game TicTacToe\n", "BoGL"),
        ("(role xplayer)\n", "GDL"),
        ("main:\n  pass\n", "AllHandsOnDeck"),
        ("Players: Ada, Ben", "Contest"),
        ("setup { }", "TGDL"),
    ],
)
def test_a_program_of_another_language_is_recognised(text: str, language: str) -> None:
    assert language in parsed(text)[1][0].hint


def test_a_brace_too_many_in_setup_is_told_and_the_rest_is_read() -> None:
    text = "@setup {\n void f() { } }\n int n;\n }\n @turns { void begin() { } }"
    program, found = parsed(text)
    assert [(item.code, item.span.line) for item in found] == [(codes.SECTIONS, 2)]
    assert [type(item).__name__ for item in program.setup] == ["Function", "Declaration"]
    assert len(program.turns) == 1


def test_a_brace_missing_before_turns_is_told_with_the_one_that_is_open() -> None:
    text = "@setup {\n void f() {\n if (True) { exit(); }\n}\n@turns { void begin() { } }"
    [found] = parsed(text)[1]
    assert (found.code, found.span.line) == (codes.SECTIONS, 5)
    assert [label.span.line for label in found.labels] == [5, 1]


# ------------------------------------------------------------------------------------------------------ definitions


@pytest.mark.parametrize(
    ("text", "parent", "arguments"),
    [
        ("group G () { }", None, None),
        ("group G (Piece) { };", "Piece", None),
        ("group G (Boards.Rect(3, 3)) { };", "Boards.Rect", ("3", "3")),
        ("group G (Rect()) { };", "Rect", ()),
    ],
)
def test_a_group_has_a_parent_perhaps_with_arguments(
    text: str, parent: str | None, arguments: tuple[str, ...] | None
) -> None:
    group = setup(text)
    assert isinstance(group, tree.Group)
    assert (group.parent.text if group.parent else None) == parent
    assert (None if group.arguments is None else tuple(map(sketch, group.arguments))) == arguments


def test_the_members_of_a_group_are_attributes_values_and_functions() -> None:
    group = setup('group G (Piece) { int n; fixed = True; str s = "x"; void f() { } assert g(int a) { a > 1; } }')
    assert isinstance(group, tree.Group)
    assert [type(member).__name__ for member in group.members] == [
        *("Declaration", "Default", "Declaration", "Function", "Function"),
    ]


@pytest.mark.parametrize(
    ("text", "type_", "formals"),
    [
        ("int f() { }", "int", []),
        ("f() { }", "-", []),
        ("void f(int a, list<str> b) { }", "void", ["int", "list of str"]),
        ("list<list<int>> f(Boards.Rect b) { }", "list of list of int", ["Boards.Rect"]),
        ("func f() { }", "-", []),
        ("func list[int] f(group G g) { }", "list of int", ["G"]),
        ("G f\n(G g)\n{ }", "G", ["G"]),
    ],
)
def test_a_function_has_a_type_or_none_a_name_and_formals(text: str, type_: str, formals: list[str]) -> None:
    function = setup(text)
    assert isinstance(function, tree.Function)
    assert (function.name.text, sketch_type(function.type), function.is_assert) == ("f", type_, False)
    assert [sketch_type(formal.type) for formal in function.formals] == formals


def test_an_assert_function_has_no_type() -> None:
    function = setup("assert f(int n) { n > 1; }")
    assert isinstance(function, tree.Function)
    assert (function.is_assert, function.type) == (True, None)


def test_a_call_is_no_function_unless_a_brace_follows() -> None:
    assert isinstance(setup("f();"), tree.Evaluate)
    assert isinstance(setup("f() { }"), tree.Function)
    assert isinstance(setup("B b(3);"), tree.Declaration)
    assert isinstance(setup("B b(int n) { }"), tree.Function)


@pytest.mark.parametrize(
    ("text", "type_", "value", "arguments"),
    [
        ("int n;", "int", "-", None),
        ("bool b = True;", "bool", "True", None),
        ("list<int> l = [];", "list of int", "[]", None),
        ("list<list<list<int>>> l;", "list of list of list of int", "-", None),
        ("list<list<Mark>>l;", "list of list of Mark", "-", None),
        ("Mark m;", "Mark", "-", None),
        ("Mark m();", "Mark", "-", ()),
        ("Boards.Rect b(3, 4);", "Boards.Rect", "-", ("3", "4")),
        ("class Mark m(1);", "Mark", "-", ("1",)),
        ("class m;", "class", "-", None),
        ("group Mark m;", "Mark", "-", None),
        ("list[list[int]] l;", "list of list of int", "-", None),
    ],
)
def test_a_declaration_has_a_type_and_perhaps_a_value_or_arguments(
    text: str, type_: str, value: str, arguments: tuple[str, ...] | None
) -> None:
    for read in (setup(text), statement(text)):
        assert isinstance(read, tree.Declaration)
        assert (sketch_type(read.type), sketch(read.value)) == (type_, value)
        assert (None if read.arguments is None else tuple(map(sketch, read.arguments))) == arguments


# ------------------------------------------------------------------------------------------------------- statements


def test_an_empty_statement_is_nothing() -> None:
    program, found = parsed(with_begin(";;"))
    assert (program.turns[0].body.statements, found) == ((), [])


def test_an_if_has_any_number_of_elifs_and_perhaps_an_else() -> None:
    read = statement("if (a) { f(); } elif (b) { } elif (c) { } else { g(); }")
    assert isinstance(read, tree.If)
    assert [sketch(branch.condition) for branch in read.branches] == ["a", "b", "c"]
    assert read.otherwise is not None
    assert statement("if (a) f(); elif b { } else if (c) ; else g();") == read


def test_a_bare_elif_is_an_else() -> None:
    assert statement("if (a) { } elif { f(); }") == statement("if (a) { } else { f(); }")


def test_an_else_belongs_to_the_nearest_if() -> None:
    assert statement("if (a) if (b) f(); else g();") == statement("if (a) { if (b) { f(); } else { g(); } }")


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("if (a) { }", "a"),
        ("if (a) and (b) { }", "(a and b)"),
        ("if (a).b { }", "a.b"),
        ("if a { }", "a"),
        ("if f(a)\nexit();", "f(a)"),
        ("if (a) exit();", "a"),
        ("if not (a) { }", "(not a)"),
    ],
)
def test_parentheses_with_a_brace_behind_them_hold_the_whole_condition(text: str, condition: str) -> None:
    read = statement(text)
    assert isinstance(read, tree.If)
    assert sketch(read.branches[0].condition) == condition


def test_a_while_loop_has_a_condition_and_a_body() -> None:
    read = statement("while (a < 3) { a = a + 1; break; continue; }")
    assert isinstance(read, tree.While)
    assert [type(inner).__name__ for inner in read.body.statements] == ["Evaluate", "Break", "Continue"]


@pytest.mark.parametrize(
    ("text", "type_", "items", "is_braced"),
    [
        ("for (int i in {1, 2}) { }", "int", ["1", "2"], True),
        ("for (i in {1}) { }", "-", ["1"], True),
        ("for (i in {}) { }", "-", [], True),
        ("for (i in 1, 2) { }", "-", ["1", "2"], True),
        ("for (i in l) { }", "-", ["l"], False),
        ("for (i in [1] [2], [3] { }", "-", ["[1]", "[2]", "[3]"], True),
        ("for (i in {[1][2]}) { }", "-", ["[1]", "[2]"], True),
        ("for (i in l[0] l[1]) { }", "-", ["l@0", "l@1"], True),
        ("for (i in {([1, 2])[0]}) { }", "-", ["[1, 2]@0"], True),
        ("for (i in f([1, 2][0])) { }", "-", ["f([1, 2]@0)"], False),
        ("for (list<int> i in {[1], [2]}) exit();", "list of int", ["[1]", "[2]"], True),
    ],
)
def test_a_for_loop_goes_over_listed_values(text: str, type_: str, items: list[str], is_braced: bool) -> None:
    read = statement(text)
    assert isinstance(read, tree.For)
    assert (sketch_type(read.type), [sketch(item) for item in read.items]) == (type_, items)
    assert read.is_braced is is_braced


@pytest.mark.parametrize(("text", "value"), [("return;", "-"), ("return 1 + 2;", "(1 + 2)"), ("return\n[1];", "[1]")])
def test_a_return_has_a_value_or_none(text: str, value: str) -> None:
    read = statement(text)
    assert isinstance(read, tree.Return)
    assert sketch(read.value) == value


def test_pass_and_end_are_ordinary_words_to_the_parser() -> None:
    assert expression("pass(begin, 1)") == "pass(begin, 1)"
    assert expression("end") == "end"


# ------------------------------------------------------------------------------------------------------ expressions


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("1 + 2 - 3", "(1 + 2 - 3)"),
        ("1 + 2 * 3", "(1 + (2 * 3))"),
        ("(1 + 2) * 3", "((1 + 2) * 3)"),
        ("8 / 4 % 3 * 2", "(8 / 4 % 3 * 2)"),
        ("- a * b", "((- a) * b)"),
        ("- - a", "(- (- a))"),
        ("a - -b", "(a - (- b))"),
        ("-a.b", "(- a.b)"),
        ("a < b + 1", "(a < (b + 1))"),
        ("a == b < c", "(a == (b < c))"),
        ("a == b != c", "(a == b != c)"),
        ("not a == b", "(not (a == b))"),
        ("not not a", "(not (not a))"),
        ("not a and b", "((not a) and b)"),
        ("a or b and c", "(a or (b and c))"),
        ("a and b or c and d", "((a and b) or (c and d))"),
        ("a && !b || c", "((a and (not b)) or c)"),
        ("a = b = c or d", "<a = b = (c or d)>"),
        ("a.b = c[0] = 1", "<a.b = c@0 = 1>"),
        ("a = (b = c)", "<a = <b = c>>"),
        ("f(a = 1, [b])", "f(<a = 1>, [b])"),
        ("this.owns(b.toi(l[0])) == player", "(this.owns(b.toi(l@0)) == player)"),
        ("l[0][1].f(2)[3]", "l@0@1.f(2)@3"),
        ('[[], [1, True], None, "x"]', '[[], [1, True], None, "x"]'),
        ("[1, 2][0]", "[1, 2]@0"),
    ],
)
def test_operators_bind_in_the_order_of_the_manuals_sections(text: str, grouped: str) -> None:
    assert expression(text) == grouped


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("Mark >> B [a, c]", "place(Mark, B, [a, c])"),
        ("p >> this.b [l]", "place(p, this.b, [l])"),
        ("p >> b >> [1, 2]", "place(p, b, [1, 2])"),
        ("p >> b >> l", "place(p, b, [l])"),
        ("p >> f(1).b [0]", "place(p, f(1).b, [0])"),
        ("p >> bs[0] [1, 2]", "place(p, bs@0, [1, 2])"),
        ("ps[0] >> (bs[0]) [1]", "place(ps@0, bs@0, [1])"),
        ("b << g [1, 2]", "take(b, g, [1, 2])"),
        ("b << p", "take(b, p, -)"),
        ("b << [1, 2]", "take(b, -, [1, 2])"),
        ("b << (ps[0])", "take(b, ps@0, -)"),
        ("not p >> b [1]", "(not place(p, b, [1]))"),
        ("p >> b [1] and q >> b [2]", "(place(p, b, [1]) and place(q, b, [2]))"),
        ("p >> b [1] == True", "(place(p, b, [1]) == True)"),
        ("x = p >> b [1]", "<x = place(p, b, [1])>"),
    ],
)
def test_a_board_operation_is_an_expression_that_ends_in_coordinates(text: str, grouped: str) -> None:
    assert expression(text) == grouped


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("p >> b;", codes.BAD_BOARD_OPERATION),
        ("p >> [1];", codes.BAD_BOARD_OPERATION),
        ("p >> b [1, 2] [3];", codes.BAD_BOARD_OPERATION),
        ("1 = 2;", codes.BAD_TARGET),
        ("f() = 2;", codes.BAD_TARGET),
        ("a == b = c;", codes.BAD_TARGET),
        ("a == not b;", codes.EXPECTED),
        ("a = ;", codes.EXPECTED),
        ("a + ;", codes.EXPECTED),
        ("f(1 2);", codes.EXPECTED),
        ("f(1,);", codes.EXPECTED),
        ("l[];", codes.EXPECTED),
        ("l[1, 2];", codes.EXPECTED),
        ("();", codes.EXPECTED),
        ("a.1;", codes.EXPECTED),
        ("a.if;", codes.RESERVED_WORD),
        ("a b;", None),
        ("int;", codes.EXPECTED),
        ("int while;", codes.RESERVED_WORD),
        ("int a, b;", codes.EXPECTED),
        ("int a[3];", codes.EXPECTED),
        ("f(int n);", codes.EXPECTED),
        ("x = 3 y = 4;", codes.EXPECTED),
        ("else { }", codes.MISPLACED),
        ("if (a) { } else { } else { }", codes.EXPECTED),
        ("if (a { }", codes.EXPECTED),
        ("while { }", codes.EXPECTED),
        ("for (int i = 0; i < 3; i = i + 1) { }", codes.EXPECTED),
        ("for i in {1} { }", codes.EXPECTED),
        ("for (int i in) { }", codes.EXPECTED),
        ("int f() { }", codes.MISPLACED),
        ("group G () { };", codes.MISPLACED),
        ("assert f() { }", codes.MISPLACED),
        ("list<int x;", codes.EXPECTED),
        ("list<int>> x;", codes.EXPECTED),
        ("a mod b;", codes.FOREIGN_WORD),
        ("string s;", codes.FOREIGN_WORD),
        ("foreach (x) { }", codes.FOREIGN_WORD),
        ("if (a) then f();", codes.FOREIGN_WORD),
        ("B b = new B(3);", codes.FOREIGN_WORD),
    ],
)
def test_a_mistake_in_a_statement_is_one_error_and_the_next_one_is_found_as_well(text: str, code: str | None) -> None:
    if code is None:
        assert isinstance(statement(text), tree.Declaration)
        return
    assert mistake(text).code == code
    found = errors(with_begin(f"{text}\nexit(;\n"))
    assert [line for _, line in found] == [1, 2]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("group G (Piece) { print(1); };", codes.MISPLACED),
        ("group G (Piece) { group H () { }; };", codes.MISPLACED),
        ("group G { int n; };", codes.EXPECTED),
        ("group (Piece) { };", codes.EXPECTED),
        ("group G (Piece, Board) { };", codes.EXPECTED),
        ("group if (Piece) { };", codes.RESERVED_WORD),
        ("int f(a, b) { }", codes.EXPECTED),
        ("int f(int) { }", codes.EXPECTED),
        ("int f(int a int b) { }", codes.EXPECTED),
        ("def f(int n) { }", codes.FOREIGN_WORD),
        ("function f() { }", codes.FOREIGN_WORD),
    ],
)
def test_a_mistake_in_a_definition_is_one_error_and_the_next_one_is_found_as_well(text: str, code: str) -> None:
    assert [found for found, _ in errors(with_setup(text))] == [code]
    found = errors(with_setup(f"{text}\nint f() {{ return (1; }}"))
    assert [line for _, line in found] == [1, 2]


@pytest.mark.parametrize("text", ["int n;", "n = 1;", "group G () { };"])
def test_only_functions_stand_in_turns(text: str) -> None:
    assert errors(f"@setup {{ }} @turns {{ {text}\nvoid begin() {{ }} }}") == [(codes.MISPLACED, 1)]


def test_words_of_other_languages_may_be_names_of_groups() -> None:
    program, found = parsed(with_setup("group tile (Piece) { }; tile t; tile f(tile t) { return t; }"))
    assert found == []
    assert len(program.setup) == 3


def test_what_could_not_be_read_is_lost_and_nobody_is_blamed_for_using_it() -> None:
    program, _ = parsed(with_setup("int f(a) { return 1; } int n = (; void g() { }"))
    assert {"f", "n"} <= program.lost
    assert not program.is_sound


# ------------------------------------------------------------------------------------------------------------ limits


def test_a_text_of_more_than_a_megabyte_is_not_read() -> None:
    [found] = parsed(with_setup("") + "#" * 1_000_000)[1]
    assert found.code == codes.TEXT_TOO_LARGE


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 5000 + "1" + ")" * 5000 + ";",
        "x = " + "[" * 5000 + "]" * 5000 + ";",
        "x = " + "f(" * 5000 + ")" * 5000 + ";",
        "{" * 5000 + "}" * 5000,
        "if (a) " * 5000 + "f();",
        "while (a) { " * 5000 + "}" * 5000,
        "x = a" + ".b" * 5000 + ";",
        "x = " + "-" * 5000 + "1;",
        "x = " + "not " * 5000 + "a;",
        "list<" * 5000 + "int" + ">" * 5000 + " x;",
        "x = " + "a[" * 5000 + "0" + "]" * 5000 + ";",
        "x = " + "(-1 + (2 * " * 60 + "1" + "))" * 60 + ";",
    ],
)
def test_what_is_nested_too_deeply_is_an_error_and_not_the_end_of_the_stack(text: str) -> None:
    found = [item for item in parsed(with_begin(text))[1] if item.is_error]
    assert codes.TOO_DEEP in {item.code for item in found}
    assert len(found) < 10


@pytest.mark.parametrize(
    "text",
    [
        "x = " + " + ".join(["1"] * 20_000) + ";",
        "x = " + " and ".join(["a < b"] * 20_000) + ";",
        "x = [" + ", ".join(["1"] * 20_000) + "];",
        " = ".join(["x"] * 20_000) + ";",
        "if (a) { } " + "elif (b) { } " * 10_000,
        "if (a) { } " + "else if (b) { } " * 10_000,
        "f();" * 20_000,
        "x = " + "(" * 90 + "1" + ")" * 90 + ";",
    ],
)
def test_what_is_merely_long_is_flat(text: str) -> None:
    program, found = parsed(with_begin(text))
    assert [item.title for item in found if item.is_error] == []
    assert program.is_sound


def test_no_part_of_an_expression_lies_deeper_than_the_limit() -> None:
    deepest = "x = " + "(-1 + " * 90 + "1" + ")" * 90 + ";"
    program, _ = parsed(with_begin(deepest))
    [read] = program.turns[0].body.statements
    assert isinstance(read, tree.Evaluate)
    level: tuple[tree.Expr, ...] = (read.expr,)
    depth = 0
    while level:
        level = tuple(child for parent in level for child in tree.children(parent))
        depth += 1
    assert 90 < depth <= HEIGHT_LIMIT


@pytest.mark.parametrize(
    "text", ["{", "}", "@setup", "@turns", "@setup @turns", "@setup { @turns {", "@", "\0", "group"]
)
def test_fragments_are_diagnosed_and_never_more(text: str) -> None:
    program, found = parsed(text)
    assert found
    assert not program.is_sound


WORDS = (
    *("@setup", "@turns", "{", "}", "(", ")", "[", "]", ";", ",", ".", "=", "==", ">>", "<<", "<", ">", "-", "+", "?"),
    *("group", "assert", "list", "int", "if", "elif", "else", "while", "for", "in", "return", "not", "and", "this"),
    *(
        "a",
        "B",
        "func",
        "class",
        "then",
        "1",
        "99999999999",
        '"text"',
        "“",
        "\u037e",
        "# comment",
        "\n",
        "$",
        "@",
        "/*",
    ),
)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(WORDS), max_size=40), st.booleans(), st.booleans())
def test_any_heap_of_words_is_read_or_diagnosed(words: list[str], is_framed: bool, strict: bool) -> None:
    text = with_begin(" ".join(words) + "\n") if is_framed else " ".join(words)
    program, found = parsed(text, strict=strict)
    assert program.is_sound is not any(item.is_error for item in found)
