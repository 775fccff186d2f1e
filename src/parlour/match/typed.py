"""What a person typed, as answers: one, or the first of several that make a move together.

    e2e4      four questions for a character each
    play 3    a word, and then a number

Characters are taken one after the other, blanks left out. Of words, an answer is the shortest beginning that is one.
Where any text would do as an answer, it is one that the game is known to take.

    >>> [text[start:end] for text in ["(1, 2),(3,4)(5,6)  X"] for start, end in words_of(text)]
    ['(1, 2)', '(3,4)', '(5,6)', 'X']
"""

from __future__ import annotations

from dataclasses import replace

from parlour.core.values import Plain
from parlour.game.error import Refused
from parlour.game.position import Position, Step
from parlour.game.question import Move, Moves, Question

_OPEN, _CLOSE, _QUOTE = "([{", ")]}", '"'
# More than a person reads.
MOST_LISTED = 60
# No answer of a game has more words than this.
_MOST_WORDS = 12


def first_answer(position: Position, question: Question, text: str) -> tuple[Plain | Refused, str]:
    """The first answer in a text, and what is left; else why there is none, with all of the text. Where any text would
    do and none that the game is known to take is found, all of it is the answer."""
    length = question.domain.length
    if length is not None:
        characters = "".join(text.split())
        return position.read_answer(question, characters[:length]), characters[length:]
    words = words_of(text)[:_MOST_WORDS]
    for _, end in words:
        value = _read(position, question, text[words[0][0] : end])
        if not isinstance(value, Refused):
            return value, text[end:].lstrip(" \t,")
    for start, end in words[:1]:
        found = _numbered(position, question, text[start:end])
        if found is not None:
            first, others = found
            return first, " ".join(part for part in (others, text[end:].lstrip(" \t,")) if part)
    whole = position.read_answer(question, text)
    return whole, text if isinstance(whole, Refused) else ""


def first_of_move(position: Position, question: Question, text: str) -> tuple[Plain | Refused, str]:
    """The same for somebody who types no more than one move: several words are only taken apart if all of them are of
    this move; characters always are."""
    if question.domain.length is not None:
        value, rest = first_answer(position, question, text)
        left = None if isinstance(value, Refused) or not rest else _left_over(position, question, value, rest)
        if left:
            done = "".join(text.split()).removesuffix(left)
            return Refused("form", f"after {done} the move is over: {left} is too much"), ""
        return value, rest
    whole = _read(position, question, text)
    if not isinstance(whole, Refused):
        return whole, ""
    value, rest = first_answer(position, question, text)
    if isinstance(value, Refused) or not rest:
        return value if not rest else position.read_answer(question, text), ""
    stopped = _stopped_at(position, question, value, rest)
    if stopped is None:
        return value, rest
    further, left = stopped
    if not isinstance(further, Refused):
        return position.read_answer(question, text), ""
    return replace(further, message=f"after {text.removesuffix(left).strip(' ,')}: {further.message}"), ""


def is_numbered(position: Position, question: Question) -> bool:
    """Whether options have numbers to choose them by. Where answers are numbers themselves, those would mislead: at
    cells `00` to `22`, a 1 is half an answer and not the first of them."""
    if not isinstance(position.read_answer(question, "1"), Refused):
        return False
    options = position.legal(question).options
    return not options or not all(option.label.isdecimal() for option in options)


def _read(position: Position, question: Question, text: str) -> Plain | Refused:
    """An answer; of any text that can be read, only one that the game is known to take, if it is known to take some."""
    value = position.read_answer(question, text)
    if isinstance(value, Refused) or question.kind != "text":
        return value
    options = position.legal(question).options
    if options and not any(option.value == value for option in options):
        return Refused("not-an-option", "the game is not known to take this")
    return value


def listed_moves(position: Position, question: Question) -> Moves:
    """The moves that begin with this question, as far as people read them; by their places here they have numbers."""
    found = position.moves(question.seat, MOST_LISTED)
    if found.moves and question == _first_for(position, question.seat):
        return found
    # A seat with two questions, or one whose moves nobody can list to their end.
    options = position.legal(question).options[:MOST_LISTED]
    return Moves(tuple(Move(question.seat, (option,)) for option in options), False)


def _first_for(position: Position, seat: int | None) -> Question | None:
    return next((asked for asked in position.questions if asked.seat == seat), None)


def _numbered(position: Position, question: Question, word: str) -> tuple[Plain, str] | None:
    """A move by its number, where moves have numbers: its first answer, and the others as they are typed."""
    if not (word.isascii() and word.isdecimal() and len(word) < 10 and is_numbered(position, question)):
        return None
    moves = listed_moves(position, question).moves
    if not 1 <= int(word) <= len(moves):
        return None
    first, *others = moves[int(word) - 1].answers
    return first.value, Move(question.seat, tuple(others)).label


def _stopped_at(position: Position, question: Question, value: Plain, rest: str) -> tuple[Refused | None, str] | None:
    """What keeps the rest of a text from answering the questions that continue this one, and what is left then; None
    if all of it does, as far as the next draw: what chance will bring must not show in what is refused. The refusal is
    None where nothing more is asked of this seat. Where the program fails, or sends the move back, it has words of its
    own for that."""
    trial = position.copy()
    keys = [position.key]
    while True:
        step = trial.answer(question, value)
        if not isinstance(step, Step):
            return None, rest
        if not rest.strip() or step.has_drawn or trial.error is not None or trial.key in keys:
            return None
        keys.append(trial.key)
        if not trial.questions or trial.move_depth == 0 or trial.questions[0].seat != question.seat:
            return None, rest
        question = trial.questions[0]
        left = rest
        read, rest = first_answer(trial, question, rest)
        if isinstance(read, Refused):
            return read, left
        value = read


def _left_over(position: Position, question: Question, value: Plain, rest: str) -> str:
    """The characters that are left when a move is over. None are if the program sends the move back, or fails on it:
    it has words of its own for that; nor behind a draw, which must not show in what is refused."""
    trial = position.copy()
    key = position.key
    while True:
        step = trial.answer(question, value)
        if not isinstance(step, Step) or step.has_drawn or not rest or trial.error is not None or trial.key == key:
            return ""
        if not trial.questions or trial.move_depth == 0 or trial.questions[0].seat != question.seat:
            return rest
        question = trial.questions[0]
        read, rest = first_answer(trial, question, rest)
        if isinstance(read, Refused):
            return ""
        value = read


def words_of(text: str) -> list[tuple[int, int]]:
    """Where each word begins and ends: blanks and commas are between them, except inside brackets and quotes; a bracket
    that is opened right behind a closed one begins another word."""
    places: list[tuple[int, int]] = []
    start: int | None = None
    depth, is_quoted = 0, False
    for at, character in enumerate(text):
        is_between = not depth and not is_quoted and (character.isspace() or character == ",")
        is_next = not depth and not is_quoted and character in _OPEN and text[at - 1 : at] in tuple(_CLOSE)
        if (is_between or is_next) and start is not None:
            places.append((start, at))
            start = at if is_next else None
        elif not is_between and start is None:
            start = at
        if character == _QUOTE:
            is_quoted = not is_quoted
        elif character in _OPEN and not is_quoted:
            depth += 1
        elif character in _CLOSE and not is_quoted:
            depth = max(0, depth - 1)
    return places if start is None else [*places, (start, len(text))]
