"""The canonical layout of Senet, form by form, and where comments go."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour import library
from parlour.languages.senet.frontend import format
from parlour.languages.senet.syntax.parser import parse_program
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

DOCUMENTS = Path(__file__).parents[2] / "documents"
# The manual's own, whose bytes are kept.
AS_PRINTED = "tic-tac-toe-as-printed"


def formatted(text: str) -> str:
    printed = format(Source("demo.senet", text))
    assert format(Source("demo.senet", printed)) == printed
    return printed


def setup(text: str) -> str:
    """The layout of what stands in `@setup`, without its indentation."""
    printed = formatted(f"@setup {{\n{text}\n}}\n@turns {{ }}\n")
    inside = printed.removeprefix("@setup {\n").removesuffix("}\n\n@turns {\n}\n")
    return "\n".join(line.removeprefix("    ") for line in inside.split("\n"))


@pytest.mark.parametrize("entry", library.all(), ids=lambda entry: entry.name)
def test_the_games_of_the_library_are_laid_out_canonically(entry: library.LibraryGame) -> None:
    if entry.language == "senet" and AS_PRINTED not in entry.name:
        assert formatted(entry.text) == entry.text


def test_the_manuals_sample_is_repaired() -> None:
    sample = (DOCUMENTS / "senet-tic-tac-toe.senet").read_text(encoding="utf-8")
    printed = formatted(sample)
    left = {item.code for item in parse_program(Source("demo.senet", printed))[1]}
    assert left == {"SN050", "SN051", "SN052"}, "what needs another program, and not another spelling"
    assert printed.isascii()
    assert printed.count("#") == sample.count("#")


def test_a_whole_program_on_one_line_gets_its_lines() -> None:
    text = (
        "@setup{int n;group G(Piece){fixed=True;int m(int a,list<int>b){return a;}}G g;void f(){if(n==1){n=2;}"
        "elif(n==2){}else{while(n<3){break;}}for(int i in{1,2}){continue;}}}@turns{void begin(){g>>b[1,2];return;}}"
    )
    assert formatted(text) == (
        "@setup {\n"
        "    int n;\n"
        "\n"
        "    group G (Piece) {\n"
        "        fixed = True;\n"
        "\n"
        "        int m(int a, list<int> b) {\n"
        "            return a;\n"
        "        }\n"
        "    };\n"
        "\n"
        "    G g;\n"
        "\n"
        "    void f() {\n"
        "        if (n == 1) {\n"
        "            n = 2;\n"
        "        } elif (n == 2) {\n"
        "        } else {\n"
        "            while (n < 3) {\n"
        "                break;\n"
        "            }\n"
        "        }\n"
        "        for (int i in {1, 2}) {\n"
        "            continue;\n"
        "        }\n"
        "    }\n"
        "}\n"
        "\n"
        "@turns {\n"
        "    void begin() {\n"
        "        g >> b [1, 2];\n"
        "        return;\n"
        "    }\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("((6))*(7)", "6 * 7"),
        ("(a+b)*c", "(a + b) * c"),
        ("a+(b*c)", "a + b * c"),
        ("a-(b-c)", "a - (b - c)"),
        ("(a+b)+c", "(a + b) + c"),
        ("- - x", "- -x"),
        ("a - (-b)", "a - -b"),
        ("-(a+b)", "-(a + b)"),
        ("not(a==b)", "not a == b"),
        ("(not a)==b", "(not a) == b"),
        ("!a&&(b||c)", "not a and (b or c)"),
        ("a=(b=c)", "a = (b = c)"),
        ("a=b=c", "a = b = c"),
        ("(a.b)(c)[d]", "a.b(c)[d]"),
        ("(a+b).c", "(a + b).c"),
        ("[1,2][0]", "([1, 2])[0]"),
        ("007", "7"),
        ("'it\\'s'", '"it\'s"'),
        ("'say \"hi\"'", '"say \\"hi\\""'),
        ("'“hi”'", "'“hi”'"),
        ('"tab\\tnew\\n\\\\"', '"tab\\tnew\\n\\\\"'),
        ("p>>b>>[x,y]", "p >> b [x, y]"),
        ("p>>b>>l", "p >> b [l]"),
        ("p>>(bs[0])[x]", "p >> bs[0] [x]"),
        ("p>>(bs[0].b)[x]", "p >> (bs[0].b) [x]"),
        ("b<<(ps[0])", "b << (ps[0])"),
        ("b<<g[x]", "b << g [x]"),
        ("b<<[x]", "b << [x]"),
        ("not(p>>b[x])", "not p >> b [x]"),
        ("(p>>b[x])==True", "p >> b [x] == True"),
    ],
)
def test_an_expression_has_blanks_around_operators_and_no_needless_parentheses(written: str, canonical: str) -> None:
    assert setup(f"{written};") == f"{canonical};\n"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("if a f();", "if (a) {\n    f();\n}\n"),
        ("if (a) f(); else if b g(); else ;", "if (a) {\n    f();\n} elif (b) {\n    g();\n} else {\n}\n"),
        ("if (a) { } elif { f(); }", "if (a) {\n} else {\n    f();\n}\n"),
        ("while(a)f()", "while (a) {\n    f();\n}\n"),
        ("for (i in 1 2 { }", "for (i in {1, 2}) {\n}\n"),
        ("for (i in l) { }", "for (i in l) {\n}\n"),
        ("class G g(1);", "G g(1);\n"),
        ("list[list[int]] l;", "list<list<int>> l;\n"),
        ("{ f(); { } }", "{\n    f();\n    {\n    }\n}\n"),
        ("f();;;g();", "f();\ng();\n"),
        ("func f() { }", "void f() {\n}\n"),
        ("f() { return 1 < 2; }", "bool f() {\n    return 1 < 2;\n}\n"),
        ("f() { return g(); }", "f() {\n    return g();\n}\n"),
        ("f() { if (a) { return 1; } return; }", "f() {\n    if (a) {\n        return 1;\n    }\n    return;\n}\n"),
        ("group G () { int n = 1; }", "group G () {\n    int n = 1;\n};\n"),
    ],
)
def test_what_is_left_out_is_written_and_other_spellings_become_the_manuals(written: str, canonical: str) -> None:
    assert setup(written) == canonical


def test_what_does_not_fit_into_a_line_is_broken_at_its_brackets() -> None:
    name = "a_long_name"
    text = f"x = f([{', '.join([name] * 4)}], [{', '.join([name] * 8)}]);"
    assert setup(text) == (
        "x = f(\n"
        "    [a_long_name, a_long_name, a_long_name, a_long_name],\n"
        "    [\n" + f"        {name},\n" * 7 + f"        {name}\n"
        "    ]\n"
        ");\n"
    )


def test_a_long_condition_has_its_operators_at_the_ends_of_lines() -> None:
    name = "a_rather_long_name"
    assert setup(f"if ({' and '.join([f'{name} == {name}'] * 3)}) {{ }}") == (
        f"if (\n    {name} == {name} and\n    {name} == {name} and\n    {name} == {name}\n) {{\n}}\n"
    )


COMMENTS = """\
# The head

# of the text
@setup {  # behind a brace
    # alone

    # alone after an empty line
    int n;  # behind a declaration

    # before a function
    int f(int a) {  # behind its head
        # first
        a = 1;  # behind
        # last
    }
    # after everything
}

# between the sections

@turns {
    void begin() {
        x = [
            1,  # one
            # before two
            2
            # after two
        ];
        if (
            a and  # first
            b
        ) {  # second
            # nothing to do
        } else {
            f();
        }
    }
}
# the end
"""


def test_comments_stay_where_they_are() -> None:
    assert formatted(COMMENTS) == COMMENTS


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("f() # behind\n;", "f();  # behind\n"),
        ("if a # why\n f(); # what\ng();", "if (a) {  # why\n    f();  # what\n}\ng();\n"),
        ("void f() # head\n{ }", "void f() {  # head\n}\n"),
        ("if (a) { } # one\nelse { }", "if (a) {\n} else {  # one\n}\n"),
        ("for (i in 1, # one\n2 # two\n) { }", "for (i in {\n    1,  # one\n    2\n}) {  # two\n}\n"),
        ("x = a # first\n+ b;", "x = a +  # first\n    b;\n"),
        ("#a\n\n\n\n#b\nint n;\n\n\n\nint m;", "#a\n\n#b\nint n;\n\nint m;\n"),
    ],
)
def test_comments_are_kept_where_the_text_around_them_changes(written: str, canonical: str) -> None:
    assert setup(written) == canonical


def test_the_first_line_end_decides_about_all() -> None:
    text = "@setup {\r\n    int n;\n}\n\n@turns {\n}\n"
    assert formatted(text) == text.replace("\r\n", "\n").replace("\n", "\r\n")


def test_a_program_need_not_make_sense_to_be_laid_out() -> None:
    assert setup("int n = True + nobody;") == "int n = True + nobody;\n"


def test_a_text_with_errors_is_not_laid_out() -> None:
    with pytest.raises(Diagnostics):
        format(Source("demo.senet", "@setup { int 3; } @turns { }"))
