"""Notes to Parlour, read for a language with three forms of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from parlour.languages.pragmas import EVERY_ANSWER, Form, Said, notes_in, notes_of, read_notes
from parlour.syntax.comments import Comment
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source


@dataclass(frozen=True)
class Pragmas:
    is_free: bool = False
    shown: tuple[str, ...] = ()
    score: str = ""
    first: int = 0


def first_player(pragmas: Pragmas, said: Said) -> Pragmas | None:
    return replace(pragmas, first=int(said["NUMBER"])) if said["NUMBER"].isdigit() else None


FORMS = (
    Form[Pragmas](EVERY_ANSWER, lambda pragmas, _: replace(pragmas, is_free=True)),
    Form[Pragmas]("show NAME, …", lambda pragmas, said: replace(pragmas, shown=(*pragmas.shown, *said.names("NAME")))),
    Form[Pragmas]("highest NAME wins", lambda pragmas, said: replace(pragmas, score=said["NAME"])),
    Form[Pragmas]("players from NUMBER", first_player),
)


def read(text: str) -> tuple[Pragmas, list[Diagnostic]]:
    found: list[Diagnostic] = []
    return read_notes(notes_in(Source("demo", text), "#;"), FORMS, Pragmas(), "XX161", found.append), found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# parlour: every answer is legal", Pragmas(is_free=True)),
        ("  ;;parlour:  every   answer is legal  \r\n", Pragmas(is_free=True)),
        ("# parlour: show deck , hand\n# parlour: show pot", Pragmas(shown=("deck", "hand", "pot"))),
        ("# parlour: highest score() wins", Pragmas(score="score")),
        ("# parlour: players from 1", Pragmas(first=1)),
        ("x = 1 # parlour: every answer is legal", Pragmas()),
        ("# about parlour: games", Pragmas()),
    ],
)
def test_what_notes_say_is_put_together(text: str, expected: Pragmas) -> None:
    assert read(text) == (expected, [])


@pytest.mark.parametrize(
    ("note", "hint"),
    [
        ("every answer is legall", "Did you mean every answer is legal?"),
        ("show", "there is: `every answer is legal`, `show NAME, …`, `highest NAME wins`, `players from NUMBER`"),
        ("shwo deck", "Did you mean show deck?"),
        ("hihgest score wins", "Did you mean highest score wins?"),
    ],
)
def test_a_note_in_no_form_is_a_warning_with_what_was_meant(note: str, hint: str) -> None:
    pragmas, found = read(f"x\n# parlour: {note}\n")
    assert pragmas == Pragmas()
    assert [(item.severity, item.span.line, item.span.column, item.hint) for item in found] == [("warning", 2, 1, hint)]


def test_the_comments_of_a_scanner_are_read_wherever_they_stand() -> None:
    source = Source("demo", "x = 1 -- parlour: every answer is legal")
    (note,) = notes_of(source, [Comment(6, len(source.text), source.text[6:])])
    assert (note.text, note.span.column) == ("every answer is legal", 7)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("# parlor: show deck", "write `# parlour: show deck`"),
        ("# Parlour: every answer is legal", "write `# parlour: every answer is legal`"),
        ("# parlour : show deck", "write `# parlour: show deck`"),
        ("# parlour show deck", "write `# parlour: show deck`"),
        (";palrour: highest score wins", "write `;parlour: highest score wins`"),
    ],
)
def test_a_note_whose_first_word_is_misspelt_is_none_and_is_told(line: str, hint: str) -> None:
    said, (told,) = read(line)
    assert said == Pragmas()
    assert (told.severity, told.hint) == ("warning", hint)
    assert told.span.text in line and "show" not in told.span.text


@pytest.mark.parametrize(
    "line",
    ["# Parlour games of 1890", "# parlor: a solitaire", "# player: show deck", "# parlour show me your deck, please?"],
)
def test_a_comment_for_people_is_no_note(line: str) -> None:
    assert read(line) == (Pragmas(), [])
