"""The grammar, rule by rule, and how reading goes on after an error."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.reading import declaration, expression, found_in, outline, program, statement

from parlour.languages.allhandsondeck.syntax.parser import parse_program
from parlour.languages.allhandsondeck.syntax.scanner import scan
from parlour.syntax.source import Source


def in_main(text: str) -> str:
    return f"main:\n    {text}\n"


# Declarations


def test_a_program_is_main_actions_helpers_and_classes():
    text = "main:\n    pass\nwhen do X:\n    pass\nf(): 1\nlet C be Object\n"
    assert [type(item).__name__ for item in program(text).declarations] == ["Main", "Action", "Helper", "Class"]


def test_an_action_may_have_a_receiver_and_parameters():
    read = outline(declaration("when Stack<Card> cards do DEAL(n, int k, Hand hand):\n    pass\n"))
    assert read[1:4] == (
        ("Parameter", ("TypeName", "Stack", ("TypeName", "Card", None)), "cards"),
        "DEAL",
        (
            ("Parameter", None, "n"),
            ("Parameter", ("TypeName", "int", None), "k"),
            ("Parameter", ("TypeName", "Hand", None), "hand"),
        ),
    )


def test_empty_parentheses_mean_nothing():
    assert declaration("when do X():\n    do X()\n") == declaration("when do X:\n    do X\n")


def test_a_helper_is_one_expression_or_a_block():
    assert outline(declaration("f(x): x\n")) == ("Helper", "f", (("Parameter", None, "x"),), "x")
    read = outline(declaration("f(x):\n    return x\n"))
    assert read[3] == ("Block", (("Return", "x"),))


def test_parameters_and_super_arguments_of_a_class_are_independent():
    heads = {
        "let A be Object": (None, None),
        "let A(x) be Object": (1, None),
        "let A() be Object": (0, None),
        "let A be Series(1, 2)": (None, 2),
        "let A(x, y) be Series<int>(x, y)": (2, 2),
    }
    for head, (parameters, arguments) in heads.items():
        read = declaration(f"{head}\n")
        counts = tuple(None if part is None else len(part) for part in (read.parameters, read.arguments))
        assert counts == (parameters, arguments)


def test_a_member_is_a_helper_or_an_attribute():
    text = "let A be Object with:\n    x: 1\n    const y: 2\n    int z: 3\n"
    text += "    const Card c:\n        return None\n    f(): x\n"
    assert outline(declaration(text))[5] == (
        ("AttributeDeclaration", False, None, "x", 1),
        ("AttributeDeclaration", True, None, "y", 2),
        ("AttributeDeclaration", False, ("TypeName", "int", None), "z", 3),
        ("AttributeDeclaration", True, ("TypeName", "Card", None), "c", ("Block", (("Return", ("Nothing",)),))),
        ("Helper", "f", (), "x"),
    )


def test_a_type_behind_a_parameter_is_a_warning_and_strictly_an_error():
    text = "main:\n    pass\nf(card: Card): card\n"
    read, [found] = parse_program(Source("demo.ah", text))
    assert read.is_sound and (found.code, found.severity) == ("AH040", "warning")
    assert read.declarations[1] == program("f(Card card): card\n").declarations[0]
    read, [found] = parse_program(Source("demo.ah", text), strict=True)
    assert not read.is_sound and (found.code, found.severity) == ("AH040", "error")


def test_main_may_stand_anywhere_with_a_warning_and_strictly_comes_first():
    text = "f(): 1\nmain:\n    pass\n"
    for strict, severity in ((False, "warning"), (True, "error")):
        _, [found] = parse_program(Source("demo.ah", text), strict=strict)
        assert (found.code, found.severity, found.span.text) == ("AH041", severity, "main")


# Statements


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("pass", ("Pass",)),
        ("return", ("Return", None)),
        ("return 1", ("Return", 1)),
        ("int n", ("Declare", ("TypeName", "int", None), "n", None)),
        ("int n = 1", ("Declare", ("TypeName", "int", None), "n", 1)),
        ("Stack<Card> d = x", ("Declare", ("TypeName", "Stack", ("TypeName", "Card", None)), "d", "x")),
        ("x", ("Evaluate", "x")),
        ("for x in y:\n    pass", ("For", "x", "y", ("Block", (("Pass",),)))),
        ("for 3 times:\n    pass", ("Repeat", 3, ("Block", (("Pass",),)))),
        ("while x:\n    pass", ("While", "x", ("Block", (("Pass",),)), None)),
        ("while x:\n    pass\nelse:\n    y", ("While", "x", ("Block", (("Pass",),)), ("Block", (("Evaluate", "y"),)))),
        (
            "if a:\n    pass\nelif b:\n    pass\nelse:\n    pass",
            (
                "If",
                (("Branch", "a", ("Block", (("Pass",),))), ("Branch", "b", ("Block", (("Pass",),)))),
                ("Block", (("Pass",),)),
            ),
        ),
    ],
)
def test_statements(text, tree):
    assert outline(statement(text)) == tree


def test_a_condition_that_assigns_can_be_read():
    assert found_in(in_main("if x = 1:\n        pass")) == []
    assert found_in(in_main("if (x = 1) == 1:\n        pass")) == []


# Expressions


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a or b and c", "a or (b and c)"),
        ("not a == b", "not (a == b)"),
        ("not a and b", "(not a) and b"),
        ("a == b do X", "a == (b do X)"),
        ("a + b do X", "(a + b) do X"),
        ("a do X do Y", "(a do X) do Y"),
        ("a | b ^ c & d", "a | (b ^ (c & d))"),
        ("a & b + c", "a & (b + c)"),
        ("a + b * c", "a + (b * c)"),
        ("1..9 + x", "(1..9) + x"),
        ("2 * 1..9", "2 * (1..9)"),
        ("0...n - 1", "(0...n) - 1"),
        ("-1..n", "(-1)..n"),
        ("-a ** b", "-(a ** b)"),
        ("a ** -b ** c", "a ** (-(b ** c))"),
        ("a ** b ** c", "a ** (b ** c)"),
        ("-a.b[0]", "-(a.b[0])"),
        ("a = b = c", "a = (b = c)"),
        ("a += b or c", "a += (b or c)"),
        ("x.hand[0] do FLIP", "(x.hand[0]) do FLIP"),
        ("n == deck do POP_TOP", "n == (deck do POP_TOP)"),
        ("a not in b", "(a) not in (b)"),
        ("not a in b", "not (a in b)"),
        ("a is not b", "a is not (b)"),
        ("a is (not b)", "a is (not b)"),
        ("~a & b", "(~a) & b"),
    ],
)
def test_operators_bind_as_the_grammar_says(text, same):
    assert expression(text) == expression(same)


@pytest.mark.parametrize(
    ("text", "other"),
    [("a - b - c", "a - (b - c)"), ("a < b < c", "(a < b) < c"), ("a is not b", "a is (not b)"), ("a..b", "a...b")],
)
def test_what_is_not_the_same(text, other):
    assert expression(text) != expression(other)


def test_chains_are_flat():
    assert outline(expression("a - b + c"))[2] == (("Link", "-", "b"), ("Link", "+", "c"))
    assert outline(expression("a < b == c")) == (
        *("Compare", "a", (("CompareLink", "<", "b"), ("CompareLink", "==", "c"))),
    )
    assert outline(expression("a or b or c")) == ("Logic", "or", ("a", "b", "c"))
    assert len(expression("x.a.b(1)[2].c").steps) == 4


def test_calls_take_arguments_with_and_without_names_slices_and_comprehensions():
    assert outline(expression("f(1, n = 2, a:b, x for x in y)")) == (
        "Call",
        "f",
        (
            ("Argument", None, 1),
            ("Argument", "n", 2),
            ("Argument", None, ("Slice", "a", "b", None)),
            ("Argument", None, ("Comprehension", "x", (("ForIn", "x", "y"),))),
        ),
    )


def test_comprehensions_have_any_number_of_clauses_of_both_kinds():
    assert outline(expression("[C() for x in a for 2 * n times for y in b]"))[1][0][2] == (
        ("ForIn", "x", "a"),
        ("ForTimes", ("Chain", 2, (("Link", "*", "n"),))),
        ("ForIn", "y", "b"),
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [("[:]", (None, None, None)), ("[1:]", (1, None, None)), ("[:2]", (None, 2, None)), ("[::3]", (None, None, 3))],
)
def test_slices_may_leave_out_every_part(text, parts):
    assert outline(expression(f"a{text}"))[2] == (("Element", ("Slice", *parts)),)


def test_new_before_a_class_is_passed_over_and_elsewhere_a_name():
    assert expression("new Hand()") == expression("Hand()")
    assert outline(expression("new = new + 1"))[1] == "new"


def test_a_word_of_capitals_is_an_action_after_do_and_a_class_everywhere_else():
    assert outline(expression("UNO() do UNO")) == (
        "Doing",
        ("Create", ("TypeName", "UNO", None), (), False),
        (("Act", "UNO", ()),),
    )


def test_a_class_may_be_created_of_something():
    assert outline(expression("Stack<Series<int>>(1)"))[1] == (
        *("TypeName", "Stack", ("TypeName", "Series", ("TypeName", "int", None))),
    )


def test_f_strings_hold_text_and_expressions():
    assert outline(expression("f'Player {i + 1}: {a.b}'")) == (
        *(
            "FormattedText",
            ("Player ", ("Chain", "i", (("Link", "+", 1),)), ": ", ("Path", "a", (("Attribute", "b"),))),
        ),
    )


def test_names_attributes_and_elements_can_be_assigned():
    for text in ("x = 1", "a.b = 1", "a[0] = 1", "a.b(1).c[2] -= 1"):
        expression(text)
    for text in ("1 = x", "a.b() = 1", "a[0:1] = 1", "a + b = 1", "Card(1) = 2"):
        assert [code for code, _ in found_in(in_main(text))] == ["AH026"]


def test_every_augmented_assignment():
    for sign in ("+=", "-=", "*=", "/=", "//=", "**=", "%=", "&=", "|=", "^="):
        assert expression(f"x {sign} 1").operator == sign


def test_pragmas_are_comments_for_parlour():
    read = program("# parlour: every answer is legal\nmain:\n    pass  # parlour:  so \n# parlour\n")
    assert [(note.text, note.span.line) for note in read.notes] == [("every answer is legal", 1), ("so", 3)]


# Errors


def test_several_errors_are_reported_each_in_its_line():
    text = """main:
    do INIT(4
    while not over() do
        x = = 1
        print 'x'
    if a == b
        y = 2
    else if c:
        pass
when do INIT n:
    x = [1, 2 3]
let card be Object with:
    rank: rank
f(x) = 3
"""
    assert found_in(text) == [
        ("AH020", 2),
        ("AH024", 3),
        ("AH020", 4),
        ("AH030", 5),
        ("AH020", 6),
        ("AH024", 8),
        ("AH030", 10),
        ("AH020", 11),
        ("AH023", 12),
        ("AH020", 14),
    ]


def test_what_could_not_be_read_is_known_to_be_lost():
    read, _ = parse_program(Source("demo.ah", "main:\n    total = = 1\nwhen do START_UP Card:\n    deck = 2\n"))
    assert not read.is_sound and read.lost >= {"total", "START_UP", "Card", "deck"}


def test_blocks_below_a_line_with_an_error_are_read():
    text = "main:\n    if a ==:\n        x = 1\n        y = ==\n    elif b:\n        z = 2\n    w = 3\n"
    read, found = parse_program(Source("demo.ah", text))
    assert [item.span.line for item in found] == [2, 4]
    assert [outline(item)[1][1] for item in read.declarations[0].body.statements] == ["x", "z", "w"]


@pytest.mark.parametrize(
    ("open_", "close"),
    [
        ("(", ")"),
        ("[", "]"),
        ("f(", ")"),
        ("-", ""),
        ("not ", ""),
        ("a.b(", ")"),
        ("a[", "]"),
        ("2 ** ", ""),
        ("x = ", ""),
    ],
)
def test_nesting_has_a_limit(open_, close):
    assert found_in(in_main(f"{open_ * 30}x{close * 30}")) == []
    for depth in (300, 20_000):
        assert [code for code, _ in found_in(in_main(f"{open_ * depth}x{close * depth}"))] == ["AH021"]


def test_f_strings_and_types_and_blocks_have_a_limit_too():
    text = "x"
    for _ in range(150):
        text = f"f'{{{text}}}'"
    assert {"AH010", "AH021"} & {code for code, _ in found_in(in_main(text))}
    assert [code for code, _ in found_in(in_main("Stack<" * 500 + "int" + ">" * 500 + " x"))] == ["AH021"]
    blocks = "main:\n" + "".join(f"{' ' * (depth + 1)}if x:\n" for depth in range(150)) + " " * 151 + "pass\n"
    assert "AH021" in {code for code, _ in found_in(blocks)}


@pytest.mark.parametrize("sign", [" + ", " and ", " < ", " == ", ".b", "[0]", " do X", ", "])
def test_what_is_merely_long_is_no_problem(sign):
    text = sign.join(["a"] * 5_000) if sign.startswith(" ") and "do" not in sign else "a" + sign * 5_000
    if sign == ", ":
        text = f"[{', '.join(['a'] * 5_000)}]"
    assert found_in(in_main(text)) == []


def test_a_long_run_of_branches_and_statements_is_no_problem():
    text = "main:\n    if a:\n        pass\n" + "    elif b:\n        pass\n" * 3_000 + "    x = 1\n" * 3_000
    assert found_in(text) == []


def test_a_text_of_more_than_a_megabyte_is_not_read():
    assert found_in("#" * 1_000_001) == [("AH001", 1)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", []),
        ("\n", []),
        ("# nothing", []),
        ("(", ["AH025"]),
        (")", ["AH042"]),
        ("main", ["AH020"]),
        ("main:", ["AH014"]),
        ("let", ["AH020"]),
        ("let A be", ["AH020"]),
        ("let A be Object with", ["AH020"]),
        ("let A be Object with:", ["AH014"]),
        ("when", ["AH020"]),
        ("f(", ["AH025"]),
        ("f(x", ["AH025"]),
        ("\\", ["AH012"]),
        ("\x00", ["AH002"]),
    ],
)
def test_a_text_with_next_to_nothing_in_it(text, codes):
    assert found_in(text) == [(code, 1) for code in codes]


# Every construct there is.
WHOLE = """# parlour: highest score wins
main:
    do DEAL(4, faces = ['J', "Q"])
    while not over() and 1 <= round < 3:
        for player in players: # each of them
            player do PLAY(-1, 1:2)
    else:
        for 2 times:
            print(f'{best().name} wins {{all}}\\n')

when do DEAL(int n, faces):
    deck = new Stack<Card>(Card(r, 'S') for r in 1..9 for n times)
    players = [Player(f'{n}', \\
        2.5e3)]
    round += 2 ** -1 // 3

when Player player do PLAY(i, cut):
    int k = input()
    if k == 0 or player.hand[k:].size() is not None:
        player.hand[0] = deck do POP_TOP(num = 1) do TURN
    elif k in [0...3]:
        pass
    else:
        return

best(): players[0]
over():
    return True

let Card(r, suit) be Object with:
    const string suit: suit
    bool faceup: False

let Player(name, float stake) be Actor with:
    name: name
    score():
        return (~3 & 1) | 2
    hand: Series()
"""


def test_wherever_a_text_is_cut_off_its_last_line_is_to_blame_for_one_thing():
    whole = scan(Source("demo.ah", WHOLE), print).tokens
    between = {offset for token in whole for offset in (token.span.start, token.span.end)}
    for end in range(len(WHOLE) + 1):
        text = WHOLE[:end]
        read, found = parse_program(Source("demo.ah", text))
        assert read.is_sound == (not found), text
        # Half a token may be wrong in itself, besides what is missing behind it.
        assert len(found) <= (1 if end in between else 2), text
        for item in found:
            assert item.is_error and item.span.line == text.rstrip().count("\n") + 1, text
            assert all(label.span.end <= end for label in item.labels), text
    assert read.is_sound
