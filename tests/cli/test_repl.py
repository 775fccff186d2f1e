"""`parlour repl` from a pipe: whole sittings as they are written down in `transcripts`, files that change, streams."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.cli.exits import Exit
from parlour.cli.terminal.line_editing import History, complete_path, history_file

TRANSCRIPTS = Path(__file__).parent / "transcripts"
ENVIRONMENT = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": "1"}
DOUBLE = "game Double\ndouble : Int -> Int\ndouble(x) = 2 * x\n"


@pytest.mark.parametrize("file", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda file: file.stem)
def test_a_sitting_goes_as_it_is_written_down(file, tmp_path):
    """The first line is the command, lines behind `>` are typed, the last line is the exit code; the rest is the
    output of both streams, at its place."""
    for program in TRANSCRIPTS.glob("*.bgl"):
        shutil.copy(program, tmp_path)
    command, *lines, ending = file.read_text(encoding="utf-8").splitlines()
    typed = [line[2:] for line in lines if line.startswith(">")]
    shown = [line for line in lines if not line.startswith(">")]
    done = subprocess.run(
        [sys.executable, "-m", *command.removeprefix("$ ").split()],
        input="".join(f"{line}\n" for line in typed).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=tmp_path,
        env=ENVIRONMENT,
        timeout=120,
    )
    assert done.stdout.decode().splitlines() == shown
    assert f"exit {done.returncode}" == ending


# Streams and exit codes


def test_stdout_has_the_answers_and_nothing_else(inside):
    ended = inside("repl", stdin="6 * 7\na : Int\na = 3\n:foo\na + True\na\n:type a\n")
    assert ended.out == "42\n3\nInt\n"
    assert "there is no command :foo" in ended.err
    assert ended.code == Exit.USAGE


@pytest.mark.parametrize(
    ("stdin", "code"),
    [
        ("", Exit.FINE),
        ("1\n", Exit.FINE),
        ("1 + True\n1 / 0\n", Exit.TEXT),
        ("1 / 0\n1 + True\n", Exit.FAILED),
        (":load nowhere.bgl\n1 / 0\n", Exit.FILE),
        ("input\n", Exit.WAITING),
        ("input\nTrue\n", Exit.WAITING),
        ("input\n3\n", Exit.FINE),
        ("input\n:clear\n", Exit.FINE),
        ("input\n:quit\n", Exit.FINE),
        ("1 / 0\ninput\n", Exit.FAILED),
        ("(1 + 2", Exit.TEXT),
        (":{\n1 +\n2", Exit.FINE),
    ],
)
def test_the_first_thing_that_goes_wrong_decides_the_exit_code(inside, stdin, code):
    assert inside("repl", stdin=stdin).code == code


def test_a_file_that_is_not_there_ends_it_before_it_begins(inside):
    ended = inside("repl", "nowhere.bgl", stdin="6 * 7\n")
    assert (ended.code, ended.out) == (Exit.FILE, "")


def test_wrong_usage_is_what_it_is_everywhere(inside, write):
    write("notes.md", "# Notes")
    assert inside("repl", "notes.md").code == Exit.USAGE
    assert inside("repl", "--engine", "steam", stdin="1\n").code == Exit.USAGE
    assert inside("repl", "--prelude", "nowhere.bgl").code == Exit.FILE


def test_names_that_no_file_can_have_do_not_end_it(inside):
    ended = inside("repl", stdin=f":load a\0b.bgl\n:load {'x' * 5000}.bgl\n6 * 7\n")
    assert ended.out == "42\n"
    assert ended.code == Exit.FILE


def test_lines_that_are_too_long_or_no_text_are_refused_and_it_goes_on(parlour):
    ended = parlour("repl", stdin=b"1" * 70_000 + b"\n\xff\xfe\n6 * 7\n")
    assert ended.out == "42\n"
    assert len(ended.err.splitlines()) == 2


def test_a_loop_without_end_is_stopped_by_the_budget(inside):
    loop = "let x = 1 in while True do x\n6 * 7\n"
    ended = inside("repl", "--budget", "steps=1000", stdin=loop)
    assert (ended.code, ended.out) == (Exit.FAILED, "42\n")
    assert "<repl>:1:14: error[steps]" in ended.err


def test_warnings_are_shown_where_they_arise_unless_people_want_quiet(inside, write):
    write("odd.bgl", "game Odd\ntype Input = Board\n")
    lines = "1\ntype Input = (Int, Board)\n2\n"
    ended = inside("repl", "odd.bgl", stdin=lines)
    assert (ended.code, ended.out) == (0, "1\n2\n")
    assert ended.err.count("warning[") == 2
    assert inside("repl", "--quiet", "odd.bgl", stdin=lines).err == ""


# Files that change


class Piped:
    """A REPL that reads from a pipe as it is written to."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parlour", "repl", *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=ENVIRONMENT,
            text=True,
            bufsize=1,
        )

    def answer_to(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def end(self, rest: str = "") -> tuple[str, str, int]:
        out, err = self.process.communicate(rest, timeout=60)
        return out, err, self.process.returncode


def test_a_changed_file_is_noticed_before_the_next_expression(write, tmp_path):
    write("game.bgl", DOUBLE)
    repl = Piped(tmp_path, "game.bgl")
    assert repl.answer_to("double(4)") == "8"
    write("game.bgl", DOUBLE.replace("2 * x", "2 + x"))
    assert repl.answer_to("double(4)") == "6"
    assert repl.end() == ("", "reloaded game.bgl\n", 0)


def test_a_changed_prelude_is_noticed_too(write, tmp_path):
    write("pre.bgl", "n : Int\nn = 1\n")
    write("game.bgl", DOUBLE)
    repl = Piped(tmp_path, "game.bgl", "--prelude", "pre.bgl")
    assert repl.answer_to("double(n)") == "2"
    write("pre.bgl", "n : Int\nn = 5\n")
    assert repl.answer_to(":type n") == "Int"
    assert repl.end("double(n)\n") == ("10\n", "reloaded game.bgl\n", 0)


def test_typed_definitions_live_until_the_next_load(write, tmp_path):
    write("game.bgl", DOUBLE)
    repl = Piped(tmp_path, "game.bgl")
    assert repl.answer_to("n : Int  n = 7\ndouble(n)") == "14"
    write("game.bgl", DOUBLE + "one : Int\none = 1\n")
    assert repl.answer_to("one") == "1"
    out, err, code = repl.end("n\n")
    assert (out, code) == ("", Exit.TEXT)
    assert "there is no value `n`" in err


def test_a_file_that_has_errors_now_leaves_nothing_stale(write, tmp_path):
    write("game.bgl", DOUBLE)
    repl = Piped(tmp_path, "game.bgl")
    assert repl.answer_to("double(4)") == "8"
    write("game.bgl", DOUBLE.replace("2 * x", "True"))
    assert repl.answer_to("double(4)\n6 * 7") == "42"  # the first expression is not evaluated with anything
    write("game.bgl", DOUBLE)
    assert repl.answer_to("double(5)") == "10"
    _, err, code = repl.end()
    assert code == Exit.TEXT
    assert err.count("error[") == 1
    assert "game.bgl:3:13: error[" in err


def test_a_file_that_is_gone_leaves_what_was_loaded(write, tmp_path):
    file = write("game.bgl", DOUBLE)
    repl = Piped(tmp_path, "game.bgl")
    assert repl.answer_to("double(4)") == "8"
    file.unlink()
    assert repl.answer_to("double(5)") == "10"
    _, err, code = repl.end()
    assert code == Exit.FILE
    assert err.startswith("error: there is no file game.bgl\n")


def test_while_a_question_is_open_the_program_stays_the_one_that_asks(write, tmp_path):
    write("game.bgl", DOUBLE)
    repl = Piped(tmp_path, "game.bgl")
    assert repl.answer_to("double(input) + 0 * input\n1\n:type 3") == "Int"
    write("game.bgl", DOUBLE.replace("2 * x", "2 + x"))
    assert repl.answer_to("9") == "2"
    assert repl.answer_to("double(9)") == "11"
    assert repl.end()[2] == 0


@pytest.mark.parametrize("variable", ["VISUAL", "EDITOR"])
def test_edit_calls_the_editor_and_loads_again(inside, write, tmp_path, variable):
    write("game.bgl", DOUBLE)
    script = (
        "import sys; new, path = sys.argv[1:]; text = open(path).read(); open(path, 'w').write(text.replace('2', new))"
    )
    editor = write("editor.py", script)
    env = {"VISUAL": "", "EDITOR": "", variable: f"'{sys.executable}' {editor} 5"}
    ended = inside("repl", "game.bgl", stdin="double(4)\n:edit\ndouble(4)\n", env=env)
    assert (ended.code, ended.out, ended.err) == (0, "8\n20\n", "reloaded game.bgl\n")


@pytest.mark.parametrize("editor", ["", "no-such-editor", "'unbalanced"])
def test_edit_without_a_usable_editor_says_so(inside, write, editor):
    write("game.bgl", DOUBLE)
    ended = inside("repl", "game.bgl", stdin=":edit\ndouble(4)\n", env={"VISUAL": "", "EDITOR": editor})
    assert (ended.code, ended.out) == (Exit.USAGE, "8\n")
    assert "editor" in ended.err


# History and completion of files


def test_the_history_is_kept_for_its_owner_alone(tmp_path):
    file = tmp_path / "state" / "parlour" / "repl-history"
    history = History(file)
    assert history.read() == []
    for line in ("6 * 7", "  ", 'double("ü")'):
        history.add(line)
    assert History(file).read() == ["6 * 7", 'double("ü")']
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_a_history_that_others_could_read_is_closed_to_them(tmp_path):
    file = tmp_path / "history"
    file.write_text("1\n")
    file.chmod(0o644)
    History(file).add("2")
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_text() == "1\n2\n"


def test_a_long_history_is_cut(tmp_path):
    file = tmp_path / "history"
    file.write_text("".join(f"{n}\n" for n in range(2500)))
    assert History(file).read()[0] == "1500"
    assert len(file.read_text().splitlines()) == 1000


def test_a_history_that_cannot_be_kept_harms_nobody(tmp_path):
    (tmp_path / "taken").write_text("a file where a folder should be")
    history = History(tmp_path / "taken" / "history")
    history.add("1")
    assert history.read() == []
    (tmp_path / "folder").mkdir()
    history = History(tmp_path / "folder")
    history.add("1")
    assert history.read() == []


def test_the_history_is_in_the_users_state_folder(monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert history_file() == Path("/state/parlour/repl-history")
    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/home/ada")
    assert history_file() == Path("/home/ada/.local/state/parlour/repl-history")


def test_files_are_completed_from_the_last_word_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "nim-2.bgl").touch()
    (tmp_path / "garden.bgl").touch()
    (tmp_path / ".hidden").touch()
    assert complete_path("ga", "ga") == ["games/", "garden.bgl"]
    assert complete_path("games/nim-", "") == ["2.bgl"]
    assert complete_path("", "") == ["games/", "garden.bgl"]
    assert complete_path("nowhere/x", "x") == []


def test_a_command_without_its_colon_at_a_question_is_pointed_to(inside):
    ended = inside("repl", stdin="input + 1\nclear\n:clear\n6 * 7\n")
    assert ended.out.endswith("42\n")
    assert "hint: a command begins with a colon: `:clear`" in ended.err
