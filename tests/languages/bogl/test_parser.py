"""Text in, tree out: the grammar of BoGL rule by rule, and what is said about texts that do not follow it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.languages.bogl import codes
from parlour.languages.bogl.syntax import tree
from parlour.languages.bogl.syntax.parser import STRENGTH, parse_expression, parse_prelude, parse_program
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.limits import HEIGHT_LIMIT
from parlour.syntax.source import Source


def program(text: str) -> tree.Program:
    """A program without errors or warnings."""
    parsed, found = parse_program(Source("demo.bgl", text))
    assert [item.title for item in found] == []
    assert parsed.is_sound
    return parsed


def values(text: str) -> list[tree.ValueDefinition]:
    definitions = program(f"game G {text}").definitions
    return [definition for definition in definitions if isinstance(definition, tree.ValueDefinition)]


def types(text: str) -> list[str]:
    """The type definitions of a program, sketched."""
    return [sketch_definition(definition) for definition in program(f"game G {text}").definitions]


def wrong(text: str) -> list[Diagnostic]:
    return parse_program(Source("demo.bgl", text))[1]


def mistakes(text: str) -> list[tuple[str, int]]:
    """The codes of what is wrong with a program, and the lines."""
    return [(item.code, item.span.line) for item in wrong(text)]


def expression(text: str) -> str:
    """An expression without errors, with every grouping shown."""
    parsed, found = parse_expression(Source("expression", text))
    assert [item.title for item in found] == []
    return sketch(parsed)


def mistake(text: str) -> Diagnostic:
    """The one thing that is wrong with an expression."""
    [found] = parse_expression(Source("expression", text))[1]
    return found


def sketch(expr: tree.Expr) -> str:
    match expr:
        case tree.Number(_, value) | tree.Truth(_, value):
            return str(value)
        case tree.Text(_, value):
            return f'"{value}"'
        case tree.Symbol(_, name) | tree.Variable(_, name):
            return name
        case tree.Call(_, function, arguments):
            return f"{function.text}({', '.join(map(sketch, arguments))})"
        case tree.Tuple(_, items):
            return f"<{', '.join(map(sketch, items))}>"
        case tree.Projection(_, subject, indexes):
            return f"{sketch(subject)}#{','.join(str(index.value) for index in indexes)}"
        case tree.Negation(_, operand):
            return f"(- {sketch(operand)})"
        case tree.Chain(_, first, links):
            return f"({sketch(first)}{''.join(f' {link.operator} {sketch(link.operand)}' for link in links)})"
        case tree.Block(_, clauses, result):
            return f"[{''.join(map(sketch_clause, clauses))}{sketch(result)}]"
        case tree.While(_, condition, body):
            return f"while {sketch(condition)} do {sketch(body)}"
        case tree.Broken():
            return "?"


def sketch_clause(clause: tree.Let | tree.If) -> str:
    match clause:
        case tree.Let(_, name, value):
            return f"let {name.text} = {sketch(value)}; "
        case tree.If(_, condition, result):
            return f"if {sketch(condition)}: {sketch(result)}; "


def sketch_type(kind: tree.Type | tree.FunctionType | None) -> str:
    match kind:
        case tree.NamedType(_, name):
            return name
        case tree.Enumeration(_, symbols):
            return f"{{{', '.join(symbol.text for symbol in symbols)}}}"
        case tree.TupleType(_, items):
            return f"<{', '.join(map(sketch_type, items))}>"
        case tree.ExtendedType(_, base, additions):
            return f"({sketch_type(base)} + {' + '.join(map(sketch_addition, additions))})"
        case tree.FunctionType(_, parameter, result):
            return f"{sketch_type(parameter)} -> {sketch_type(result)}"
    return "?"


def sketch_addition(addition: tree.Addition) -> str:
    match addition.added:
        case tree.Ident(_, symbol):
            return symbol
        case named:
            return sketch_type(named)


def sketch_definition(definition: tree.Definition) -> str:
    match definition:
        case tree.BoardType(_, width, height, content):
            assert width is not None
            assert height is not None
            return f"Board = {width.value}x{height.value} {sketch_type(content)}"
        case tree.TypeDefinition(_, name, kind):
            return f"{name.text} = {sketch_type(kind)}"
        case tree.ValueDefinition(_, name, signature, _):
            return f"{name.text} : {sketch_type(signature)}"


# The constructs of the syntax note of 2020


def test_game_definition() -> None:
    parsed = program("game Chess type Board = Array (8,8) of Int type Input = Int x : Int x = 1")
    assert parsed.name is not None
    assert parsed.name.text == "Chess"
    assert len(parsed.definitions) == 3


def test_board_type() -> None:
    assert types("type Board = Array (3,4) of Player|Empty") == ["Board = 3x4 (Player + Empty)"]


def test_input_type() -> None:
    assert types("type Input = Position") == ["Input = Position"]


def test_signature_and_value_equation() -> None:
    [definition] = values("size : Int size = 3")
    assert sketch_type(definition.signature) == "Int"
    assert isinstance(definition.equation, tree.ValueEquation)


def test_function_equation_with_a_parameter_list() -> None:
    [definition] = values("f : (Int, Bool) -> Int f(x, y) = x")
    assert sketch_type(definition.signature) == "<Int, Bool> -> Int"
    assert isinstance(definition.equation, tree.FunctionEquation)
    assert [parameter.text for parameter in definition.equation.parameters] == ["x", "y"]


def test_board_equations_for_positions_and_for_sets_of_positions() -> None:
    [definition] = values("b : Board b(1,1) = A b(x,2) = Empty b(x,y) = B")
    assert isinstance(definition.equation, tree.BoardEquations)
    positions = [(cell.column, cell.row) for cell in definition.equation.cells]
    span = definition.span
    assert positions == [
        (tree.Number(span, 1), tree.Number(span, 1)),
        (tree.Ident(span, "x"), tree.Number(span, 2)),
        (tree.Ident(span, "x"), tree.Ident(span, "y")),
    ]


def test_extended_types() -> None:
    assert types("type T = Int|Nothing type U = Player|Empty|Tie") == [
        "T = (Int + Nothing)",
        "U = (Player + Empty + Tie)",
    ]


def test_tuple_types_contain_extended_types() -> None:
    assert types("type T = (Int|Nope, (Bool, Player|Tie))") == ["T = <(Int + Nope), <Bool, (Player + Tie)>>"]


def test_function_types_have_plain_arguments_and_results() -> None:
    [definition] = values("f : (Player|Tie, Int) -> Player|Tie f(p, n) = p")
    assert sketch_type(definition.signature) == "<(Player + Tie), Int> -> (Player + Tie)"


def test_integer_string_symbol_and_variable() -> None:
    assert [expression(text) for text in ("42", '"hi"', "Empty", "x")] == ["42", '"hi"', "Empty", "x"]


def test_parenthesized_expression() -> None:
    assert expression("((x))") == "x"


def test_tuple() -> None:
    assert expression("(1, (x, Y), True)") == "<1, <x, Y>, True>"


def test_function_application() -> None:
    assert expression("place(A, b, (1,2))") == "place(A, b, <1, 2>)"


def test_infix_application_includes_array_lookup() -> None:
    assert expression("board!(x,y) == Empty") == "((board ! <x, y>) == Empty)"


def test_local_definition() -> None:
    assert expression("let x = 1 in x + 1") == "[let x = 1; (x + 1)]"


def test_conditional() -> None:
    assert expression("if a then b else c") == "[if a: b; c]"


def test_while_loop() -> None:
    assert expression("while a do b") == "while a do b"


# The forms of the tool of 2021


def test_enumerations_in_braces() -> None:
    assert types("type T = {X, O}") == ["T = {X, O}"]


def test_extension_by_an_enumeration_or_its_name() -> None:
    assert types("type T = Int & {X, O} & Side") == ["T = (Int + {X, O} + Side)"]


def test_both_signs_of_extension_may_be_mixed() -> None:
    assert types("type T = Int | X & {O} | Y") == ["T = (Int + X + {O} + Y)"]


def test_board_equations_with_an_exclamation_mark() -> None:
    [with_mark] = values("b : Board b!(x,2) = 1 b ! (1, y) = 2")
    [without] = values("b : Board b(x,2) = 1 b(1,y) = 2")
    assert with_mark == without


def test_braces_and_ampersands_may_stand_in_signatures() -> None:
    [definition] = values("f : Int -> Player & {Tie} f(n) = A")
    assert sketch_type(definition.signature) == "Int -> (Player + {Tie})"


def test_hexadecimal_and_octal_numbers() -> None:
    assert expression("0x10 + 0o17") == "(16 + 15)"


# The forms of the description of 2021


def test_projections() -> None:
    assert expression("p # 1 + q#(1, 3)") == "(p#1 + q#1,3)"
    assert expression("b!p#2") == "(b ! p#2)"
    assert expression("f(x)#1#2") == "f(x)#1#2"


def test_type_definitions_in_any_order_and_between_values() -> None:
    text = "type Input = T x : T x = A type Board = Array (1,1) of T type T = {A}"
    assert types(text) == ["Input = T", "x : T", "Board = 1x1 T", "T = {A}"]


# Layout and names


def test_a_whole_program_may_stand_in_one_line() -> None:
    names = [
        item.name.text for item in values("x : Int x = f(1) f : Int -> Int f(n) = n b : Board b(1,1) = x b(2,1) = x")
    ]
    assert names == ["x", "f", "b"]


def test_layout_does_not_count() -> None:
    text = "game G\nf : (Int, Int)\n-> Int\nf (a\n, b) =\n if a\n then b else\n f (b, a)"
    assert program(text) == program(" ".join(text.split()))


def test_comments_may_stand_anywhere() -> None:
    assert program("game{-a-}G--b\nx{-{-c-}-}:Int--d\nx={--}1") == program("game G x : Int x = 1")


def test_a_blank_before_the_arguments_changes_nothing() -> None:
    assert expression("f (2)") == "f(2)"


def test_a_game_may_have_no_definitions_at_all() -> None:
    assert program("game Empty").definitions == ()


# Operators


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("1 + 2 * 3 - 4", "(1 + (2 * 3) - 4)"),
        ("1 - 2 - 3", "(1 - 2 - 3)"),
        ("8 / 4 % 3 * 2", "(8 / 4 % 3 * 2)"),
        ("b!p * 2", "((b ! p) * 2)"),
        ("1 < 2 == True", "((1 < 2) == True)"),
        ("1 > 2 == False", "((1 > 2) == False)"),
        ("a == b /= c", "(a == b /= c)"),
        ("1 + 2 <= 3 * 4", "((1 + 2) <= (3 * 4))"),
        ("(1 + 2) * 3", "((1 + 2) * 3)"),
    ],
)
def test_operators_bind_as_listed_and_from_the_left(text: str, grouped: str) -> None:
    assert expression(text) == grouped


def test_let_if_and_while_may_be_right_operands_and_reach_far() -> None:
    assert expression("2 * let x = 3 in x + 1") == "(2 * [let x = 3; (x + 1)])"
    assert expression("if c then 1 else 2 + 3") == "[if c: 1; (2 + 3)]"
    assert expression("1 + while c do x - 1") == "(1 + while c do (x - 1))"
    assert expression("(while k < 50 do k * 3) + k") == "(while (k < 50) do (k * 3) + k)"


def test_a_sign_before_a_number_belongs_to_the_number() -> None:
    assert expression("-5") == "-5"
    assert expression("+5") == "5"
    assert expression("- 5") == "-5"
    assert expression("-7 / 2") == "(-7 / 2)"
    assert expression("1 - -2") == "(1 - -2)"
    assert expression("(1, -2)") == "<1, -2>"


def test_after_an_operand_a_sign_is_an_operator() -> None:
    assert expression("1 -2") == "(1 - 2)"
    assert expression("1\n- 2") == "(1 - 2)"


def test_a_minus_may_stand_before_anything_else_too() -> None:
    assert expression("-x") == "(- x)"
    assert expression("-(3)") == "(- 3)"
    assert expression("-b!p * 2") == "((- (b ! p)) * 2)"
    assert expression("- -x") == "(- (- x))"


def test_greedy_operator_characters() -> None:
    assert mistake("1+-2").code == codes.UNKNOWN_OPERATOR
    assert expression("1--2") == "1"


def test_a_line_that_starts_with_a_signed_number_is_warned_about() -> None:
    [found] = wrong("game G\nx : Int\nx = 1\n-2")
    assert (found.code, found.severity, found.span.line) == (codes.CONTINUED_LINE, "warning", 4)
    assert wrong("game G\nx : Int\nx = 1\n- 2") == []
    assert wrong("game G\nx : Int\nx = (1\n-2)") == []
    assert wrong("game G\nx : Int\nx = 1 -2") == []


# Preludes


def test_a_prelude_has_no_game_line() -> None:
    prelude, found = parse_prelude(Source("prelude.bgl", "type T = {A} f : T -> T f(x) = x"))
    assert (prelude.name, len(prelude.definitions), found) == (None, 2, [])
    [mistaken] = parse_prelude(Source("prelude.bgl", "game G\nx : Int\nx = 1"))[1]
    assert mistaken.code == codes.NOT_IN_PRELUDE


def test_a_prelude_cannot_define_the_board() -> None:
    prelude, [found] = parse_prelude(Source("prelude.bgl", "x : Int x = 1 type Board = Array (3,3) of Int"))
    assert found.code == codes.NOT_IN_PRELUDE
    assert [type(definition) for definition in prelude.definitions] == [tree.ValueDefinition]


# Mistakes, each with its own words


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("x : Int x = 1", codes.NO_GAME, "every program starts with: game Name"),
        ("", codes.NO_GAME, "every program starts with: game Name"),
        ("game garden", codes.WRONG_CASE, "`garden` must start with a capital letter here"),
        ("Game Garden", codes.WRONG_CASE, "`Game` is written `game`"),
        ("game Tic Tac Toe", codes.EXPECTED, "the name of a game is a single word"),
        ("game let", codes.RESERVED_WORD, "`let` is a reserved word"),
        ("game G game H", codes.EXPECTED, "the game line stands once, at the very start"),
        ("game G type t = Int", codes.WRONG_CASE, "`t` must start with a capital letter here"),
        ("game G type T = {x}", codes.WRONG_CASE, "`x` must start with a capital letter here"),
        ("game G Plot : Int Plot = 1", codes.WRONG_CASE, "`Plot` must start with a small letter here"),
        ("game G f : Int -> Int f(X) = 1", codes.WRONG_CASE, "`X` must start with a small letter here"),
        ("game G x : int x = 1", codes.WRONG_CASE, "`int` must start with a capital letter here"),
        ("game G T = {X}", codes.EXPECTED, "a type definition starts with `type`"),
        ("game G type T = {}", codes.EXPECTED, "expected a name with a capital letter after `{`"),
        ("game G type Int = Bool", codes.RESERVED_WORD, "`Int` is a reserved word"),
        ("game G type T = Array (3,3) of Int", codes.MISPLACED_ARRAY, "only the type `Board` can be an array, not `T`"),
        ("game G type Board = Int", codes.MISPLACED_ARRAY, "the type `Board` must be an array"),
        ("game G type Board = Grid(3,3) of Int", codes.MISPLACED_ARRAY, "a board is an `Array`, not a `Grid`"),
        ("game G type Board = Array 3 of Int", codes.MISPLACED_ARRAY, "expected `(` after `Array`"),
        ("game G type T = Int | Bool", codes.BAD_EXTENSION, "`Bool` cannot extend a type: only symbols can"),
        ("game G type T = Int -> Int", codes.BAD_FUNCTION_TYPE, "a type definition cannot be a function type"),
        ("game G f : Int -> Int -> Int f(x) = 1", codes.BAD_FUNCTION_TYPE, "a function type has one `->`"),
        ("game G f : (Int -> Int) -> Int f(x) = 1", codes.BAD_FUNCTION_TYPE, "a function cannot be passed around"),
        ("game G x = 1", codes.NO_SIGNATURE, "`x` has an equation but no signature"),
        ("game G x : Int", codes.NO_EQUATION, "`x` has a signature but no equation"),
        ("game G x : Int y : Int y = 1", codes.NO_EQUATION, "`x` has a signature but no equation"),
        (
            "game G plot : Int plow = 1",
            codes.WRONG_NAME,
            "this should be the equation for `plot`, but it defines `plow`",
        ),
        (
            "game G b : Board b!(x,y) = 1 c!(1,1) = 2",
            codes.WRONG_NAME,
            "this should be an equation for `b`, but it defines `c`",
        ),
        ("game G x : Int x = 1 x = 2", codes.REDEFINED, "`x` is already defined in line 1"),
        ("game G f : Int -> Int f x = 1", codes.BARE_ARGUMENT, "the parameters of `f` stand in parentheses"),
        ("game G f : Int -> Int f(0) = 1", codes.BAD_PARAMETER, "a parameter is a name, not a value"),
        ("game G f : Int -> Int f((a,b)) = 1", codes.BAD_PARAMETER, "a parameter is a single name"),
        ("game G f : Int -> Int f(a : Int) = 1", codes.BAD_PARAMETER, "a parameter has no signature of its own"),
        ("game G f : Int -> Int f() = 1", codes.BAD_PARAMETER, "there are no parameters here"),
        ("game G b : Board b(positions) = 1", codes.EQUATION_FORM, "a position on a board has two coordinates"),
        ("game G\ndef f(x): 1", codes.FOREIGN_WORD, "BoGL has no `def`"),
        ("game G x : Int x = 1 where", codes.FOREIGN_WORD, "BoGL has no `where`"),
        ("game G x : Int x = 1)", codes.EXPECTED, "this `)` closes nothing"),
    ],
)
def test_mistakes_in_definitions_have_their_own_words(text: str, code: str, words: str) -> None:
    assert [(item.code, item.title) for item in wrong(text)] == [(code, words)]


@pytest.mark.parametrize(
    ("text", "code", "advice"),
    [
        ("f x", codes.BARE_ARGUMENT, "`f(x)`"),
        ("(f x Y 3)", codes.BARE_ARGUMENT, "`f(x, Y, 3)`"),
        ("not x", codes.FOREIGN_WORD, "`not(x)`"),
        ("x and y", codes.FOREIGN_WORD, "`and(x, y)`"),
        ("7 mod 2", codes.FOREIGN_WORD, "`a % b`"),
        ("return x", codes.FOREIGN_WORD, "leave out `return`"),
        ("if a = b then 1 else 2", codes.SINGLE_EQUALS, "`==`"),
        ("x = 1 in x", codes.BAD_LET, "let x"),
        ("let x == 1 in x", codes.BAD_LET, "`=`"),
        ("let (a, b) = p in a", codes.BAD_LET, "p # 1"),
        ("let f(x) = 1 in 2", codes.BAD_LET, "`f`"),
        ("let x : Int = 1 in x", codes.BAD_LET, "leave out the type"),
        ("let x = 1, y = 2 in x", codes.BAD_LET, "one `let` after the other"),
        ("let input = 1 in 2", codes.INPUT_HIDDEN, "let move = input"),
        ("if a then b", codes.EXPECTED, "every `if` needs an `else`"),
        ("if a then b elif c then d else e", codes.EXPECTED, "`else if`"),
        ("()", codes.EXPECTED, "write a value between them, or leave them out"),
        ("Place(x)", codes.NOT_A_FUNCTION, "`place(…)`"),
        ("f(1)(2)", codes.NOT_A_FUNCTION, "all arguments stand together"),
        ("!x", codes.EXPECTED, "`not(…)`"),
        ("case x of", codes.RESERVED_WORD, "if … then"),
        ("Input", codes.EXPECTED, "write `input`"),
        ("p # x", codes.EXPECTED, "p # 1"),
        ("a ? b : c", codes.UNKNOWN_OPERATOR, "if … then … else"),
        ("1 2", codes.EXPECTED, "one expression"),
    ],
)
def test_mistakes_in_expressions_come_with_advice(text: str, code: str, advice: str) -> None:
    found = mistake(text)
    assert found.code == code
    assert advice in found.hint


def test_an_unclosed_parenthesis_is_shown_where_it_was_opened() -> None:
    found = mistake("f(1, (2 + 3)")
    assert found.title == "expected `,` or `)`"
    assert found.labels[1].span.text == "("


# Recovery


def test_several_errors_are_found_in_one_run_and_come_in_the_order_of_the_text() -> None:
    text = "game G\nx : Int\nx = )\ny : Int\ny = f 1\ntype t = Int\nz : Int\nz = 1 +\nu : Int\nu = (2\n"
    assert mistakes(text) == [
        (codes.EXPECTED, 3),
        (codes.BARE_ARGUMENT, 5),
        (codes.WRONG_CASE, 6),
        (codes.EXPECTED, 8),
        (codes.EXPECTED, 10),
    ]


def test_a_definition_that_cannot_be_read_keeps_its_signature() -> None:
    parsed, found = parse_program(Source("demo.bgl", "game G f : Int -> Bool f(x) = ) y : Int y = 1"))
    assert len(found) == 1
    assert [sketch_definition(definition) for definition in parsed.definitions] == ["f : Int -> Bool", "y : Int"]
    assert not parsed.is_sound


def test_one_wrong_equation_of_a_board_does_not_hide_the_others() -> None:
    text = "game G\nb : Board\nb!(1,1) = )\nb!(1,2) = 2\nb!(2 = 3\nb!(2,2) = 4\n"
    parsed, found = parse_program(Source("demo.bgl", text))
    assert [item.span.line for item in found] == [3, 5]
    [board] = parsed.definitions
    assert isinstance(board, tree.ValueDefinition)
    assert isinstance(board.equation, tree.BoardEquations)
    assert len(board.equation.cells) == 4


# Limits


def test_one_hundred_levels_of_nesting_are_the_limit() -> None:
    assert expression("(" * 99 + "x" + ")" * 99) == "x"
    assert mistake("(" * 300 + "x" + ")" * 300).code == codes.TOO_DEEP
    assert mistake("(" * 50_000).code == codes.TOO_DEEP
    assert mistake("if a then " * 300 + "b" + " else c" * 300).code == codes.TOO_DEEP
    assert [code for code, _ in mistakes("game G type T = " + "(" * 300)] == [codes.TOO_DEEP]


def test_no_tree_is_higher_than_its_limit() -> None:
    text = "(" * 95 + "x" + " * 2 + 3 < 4 == True)" * 95
    assert mistake(text).code == codes.TOO_DEEP
    assert mistake("x" + "#1" * (HEIGHT_LIMIT + 1)).code == codes.TOO_DEEP
    assert mistake("- " * 20_000 + "x").code == codes.TOO_DEEP


def test_a_chain_of_twenty_thousand_operators_is_one_flat_node() -> None:
    parsed, found = parse_expression(Source("chain", " + ".join(["1"] * 20_001)))
    assert found == []
    assert isinstance(parsed, tree.Chain)
    assert len(parsed.links) == 20_000


def test_hundreds_of_lets_and_else_ifs_are_one_flat_block() -> None:
    mixed = "".join(f"let a{n} = {n} in if a{n} == x then {n} else " for n in range(400)) + "0"
    parsed, found = parse_expression(Source("block", mixed))
    assert found == []
    assert isinstance(parsed, tree.Block)
    assert len(parsed.clauses) == 800


def test_a_text_of_more_than_a_megabyte_is_not_read() -> None:
    assert mistakes("game G " + " " * 1_000_000) == [(codes.TEXT_TOO_LARGE, 1)]
    assert mistake("1" + " " * 1_000_000).code == codes.TEXT_TOO_LARGE


def test_a_number_of_five_thousand_digits_is_one_error() -> None:
    assert mistakes(f"game G x : Int x = {'9' * 5_000}") == [(codes.LONG_NUMBER, 1)]
    assert mistakes(f"game G type Board = Array ({'9' * 5_000}, 2) of Int") == [(codes.LONG_NUMBER, 1)]


# Anything at all

WORDS = re.split(
    " ",
    "game type Board Array of Int Bool Input let in if then else while do True False case AnySymbol ( ) { } , = : ! "
    "+ - * / % == /= < <= > >= -> | & # x f b A X Empty Player input place countRow 1 -1 0x1F 999999999999999999999 "
    '"s" "s :: && [ ] ; \' ` “ ” ， \u200b mod where elif return Grid Content // /* -- {- -}',
)
soup = st.lists(st.sampled_from([*WORDS, "\n"]), max_size=60).map(" ".join)
nasty = st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS), st.integers(1, 3_000)).map(
    lambda parts: f"game G\nx : Int\nx = {f'{parts[0]} {parts[1]} ' * parts[2]}"
)


def is_inside(found: list[Diagnostic], text: str) -> bool:
    spans = [label.span for item in found for label in item.labels]
    return all(0 <= span.start <= span.end <= len(text) for span in spans)


@settings(deadline=None, max_examples=150)
@given(st.one_of(st.text(max_size=200), soup, soup.map("game G\n{}".format), nasty))
def test_reading_never_fails_whatever_the_text(text: str) -> None:
    for parse in (parse_program, parse_prelude, parse_expression):
        parsed, found = parse(Source("any.bgl", text))
        assert is_inside(found, text)
        if isinstance(parsed, tree.Program):
            assert parsed.is_sound == (not any(item.is_error for item in found))
        assert found == sorted(found, key=lambda item: item.span.start)


trees = st.recursive(
    st.sampled_from(["0", "7", "x", "Y", "True", '"s"', "input"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(sorted(STRENGTH)), inner).map("({0[0]} {0[1]} {0[2]})".format),
        st.tuples(inner, inner).map("({0[0]}, {0[1]})".format),
        st.lists(inner, min_size=1, max_size=3).map(lambda items: f"f({', '.join(items)})"),
        st.tuples(inner, inner).map("(let v = {0[0]} in {0[1]})".format),
        st.tuples(inner, inner, inner).map("(if {0[0]} then {0[1]} else {0[2]})".format),
        st.tuples(inner, inner).map("(while {0[0]} do {0[1]})".format),
        inner.map("{} # 1".format),
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(trees)
def test_blanks_and_comments_between_tokens_change_nothing(text: str) -> None:
    spread = re.sub(r" ", " {- a {- b -} -} \n -- c\n ", text)
    assert expression(spread) == expression(text)
