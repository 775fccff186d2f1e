"""`--strict`: only what the language's manual allows is accepted; what an accepted program does is the same."""

from __future__ import annotations

from parlour.cli.exits import Exit

# By the letter of the manual, and the same without its braces and semicolons.
LETTER = """@setup {
    int count;
}

@turns {
    void begin() {
        str c;
        c = read(1);
        count = count + 1;
        if (c == "n") {
            exit();
        }
        print(c);
    }
}
"""
SLOPPY = LETTER.replace("void begin", "begin").replace("exit();", "exit()")


def test_by_default_tolerances_are_warnings_and_strictly_they_are_errors(inside, write):
    write("sloppy.senet", SLOPPY)
    tolerant = inside("check", "sloppy.senet")
    assert tolerant.code == Exit.FINE
    assert tolerant.err.endswith("1 file checked: 2 warnings\n")
    strict = inside("check", "--strict", "sloppy.senet")
    assert strict.code == Exit.TEXT
    assert "error[SN040]" in strict.err and "error[SN046]" in strict.err
    for verb in ("run", "show"):
        assert inside(verb, "--strict", "sloppy.senet").code == Exit.TEXT


def test_an_accepted_program_does_the_same(inside, write):
    write("letter.senet", LETTER)
    write("sloppy.senet", SLOPPY)
    for arguments in (("--strict", "letter.senet"), ("letter.senet",), ("-q", "sloppy.senet")):
        ended = inside("run", *arguments, stdin="a b n")
        assert (ended.code, ended.out) == (Exit.FINE, "ab")


def test_warnings_of_a_run_go_to_stderr_and_quiet_ones_nowhere(inside, write):
    write("sloppy.senet", SLOPPY)
    loud = inside("run", "sloppy.senet", stdin="an")
    assert loud.out == "a"
    assert "warning[SN040]" in loud.err
    assert inside("run", "-q", "sloppy.senet", stdin="an").err == ""


def test_a_strict_match_goes_on_as_a_strict_one(inside, write, tmp_path):
    write("letter.senet", LETTER)
    inside("play", "--strict", "letter.senet", stdin="a\n")
    assert '[Loaded "strict" true]' in (tmp_path / "letter-1.match").read_text(encoding="utf-8")
    assert inside("play", "--resume", "letter-1.match", stdin="n\n").code == Exit.FINE


def test_the_formatter_repairs_what_is_only_spelling(inside, write, tmp_path):
    write("sloppy.senet", SLOPPY)
    assert inside("fmt", "sloppy.senet").code == Exit.FINE
    assert (tmp_path / "sloppy.senet").read_text(encoding="utf-8") == LETTER
    assert inside("check", "--strict", "sloppy.senet").code == Exit.FINE


def test_an_option_of_another_language_is_wrong_usage(inside, write):
    write("letter.senet", LETTER)
    ended = inside("run", "letter.senet", "-e", "play")
    assert (ended.code, ended.out) == (Exit.USAGE, "")
    assert "--expression is no option of Senet" in ended.err


EXTENDED = """main:
    do BEGIN

when do BEGIN:
    cards = [3, 1, 2]
    cards do SORT
    print(cards.sorted())
    print(random(cards))
    print(random(1..1))
"""
OWN = """main:
    cards = Row(3, 1)
    cards do SORT
    print(cards.sorted())

let Row be Series with:
    sorted(): self_made()
    self_made(): 'mine'

when Row row do SORT:
    print('own')
"""


def test_extensions_of_allhandsondeck_are_refused_and_own_definitions_are_none(inside, write):
    write("extended.ah", EXTENDED)
    assert inside("check", "extended.ah").code == Exit.FINE
    strict = inside("check", "--strict", "extended.ah")
    assert strict.code == Exit.TEXT
    assert strict.err.count("error[AH160]") == 3
    assert "cards[random(0...cards.size())]" in strict.err
    write(
        "own.ah",
        OWN.replace("main:\n    cards = Row(3, 1)\n", "main:\n    do BEGIN\n\nwhen do BEGIN:\n    cards = Row(3, 1)\n"),
    )
    assert inside("check", "--strict", "own.ah").code == Exit.FINE
