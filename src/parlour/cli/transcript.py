"""What happens when a program runs, event by event; `run` writes them out, as text or as JSON.

    events(game, position, answers)  ─►  say  ask  answer  say  chance  ask  refused  answer  …  value  end

When the answers of a seat make a whole move (`move_depth`), there is an event `move` with all of them, before what the
program says to it. Answers that the program sends back are none.

The events and their fields are an interface: scripts read them. An answer is only read after the caller has taken
the `ask` before it, so whoever writes the events out as they come writes every question in time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, field

from parlour.cli.answers import Answers
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import CallSite, GameError, Refused
from parlour.game.game import Game
from parlour.game.happening import TRACE, Happening, read_happening
from parlour.game.position import Drawn, NeedsChance, Position, Status, Step
from parlour.game.question import Domain, Question, joined
from parlour.game.view import Told
from parlour.languages.frontend import language
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.render import to_json
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Event:
    """One object of the stream. `cause` is what it was made from, for those who put it in words."""

    name: str
    fields: dict[str, object]
    cause: Question | Refused | GameError | Happening | None = field(default=None, compare=False)


def events(game: Game, position: Position, answers: Answers, shadow: Position | None = None) -> Iterator[Event]:
    """Runs the position to its end, or until the answers end. The last event is `end`. A `shadow` is a position of the
    observed game, which goes along and says what happens."""
    return _Run(game, position, answers, shadow).events()


def error_events(found: Iterable[Diagnostic]) -> Iterator[Event]:
    """The stream of a program whose text has errors: it never starts."""
    for diagnostic in found:
        yield Event(diagnostic.severity, {**to_json(diagnostic), "calls": []})
    yield Event("end", {"status": "error", "ranking": None, "scores": None, "state": {}})


class _Run:
    """One run. `asked` is the highest question number that was announced, `drawn` counts the chance events,
    `has_exited` says that the program ended itself, where its language has a word for that."""

    def __init__(self, game: Game, position: Position, answers: Answers, shadow: Position | None) -> None:
        self.shadow = shadow
        self.game = game
        self.position = position
        self.answers = answers
        self.asked = 0
        self.drawn = 0
        self.has_exited = False
        # The answers of the move that is being made, and the keys of their questions.
        self.move: list[tuple[int | float | str, str, bool]] = []
        self.keys: list[bytes] = []

    def events(self) -> Iterator[Event]:
        yield from self.traced()
        yield from self.happened(self.position.last)
        while self.position.status is Status.OPEN:
            yield from self.ask()
            answer = self.next_answer()
            if answer is None:
                yield self.end("waiting")
                return
            yield from self.answer(self.position.questions[0], answer)
        yield from self.close()

    def next_answer(self) -> str | Refused | None:
        """A line; of characters only as many as are asked for, and what is left of the line waits."""
        length = self.position.questions[0].domain.length
        return self.answers.next() if length is None else self.answers.characters(length)

    def happened(self, step: Step) -> Iterator[Event]:
        for event in step.events:
            if isinstance(event, Drawn):
                self.drawn += 1
                yield Event("chance", {"id": self.drawn, "of": event.of, "value": event.value})
            elif event.channel == "say":
                yield Event("say", {"text": event.text})
            elif event.channel == "aside":
                pass  # for those who sit at the table
            elif event.channel == "exit":
                self.has_exited = True
            else:
                yield Event(event.channel, {})

    def ask(self) -> Iterator[Event]:
        """The questions that were opened since the last time, in their order."""
        for question in self.position.questions:
            if question.id <= self.asked:
                continue
            self.asked = question.id
            fields: dict[str, object] = {
                "id": question.id,
                "seat": self.seat(question.seat),
                "prompt": question.prompt,
                "kind": question.kind,
            }
            if question.kind == "choice":
                fields["options"] = [option.label for option in self.position.legal(question)]
            else:
                fields["domain"] = _domain(question.domain)
            yield Event("ask", {**fields, **self.position.asking()}, question)

    def answer(self, question: Question, answer: str | Refused) -> Iterator[Event]:
        taken = answer if isinstance(answer, Refused) else self.take(question, answer)
        if isinstance(taken, Refused):
            yield Event("refused", {"id": question.id, "reason": taken.reason, "message": taken.message}, taken)
            return
        value, step = taken
        yield Event("answer", {"id": question.id, "seat": self.seat(question.seat), "value": value})
        yield from self.whole_move(question)
        yield from self.traced()
        yield from self.happened(step)

    def traced(self) -> Iterator[Event]:
        """What the observed game told in its last step."""
        for event in () if self.shadow is None else self.shadow.last.events:
            if isinstance(event, Told) and event.channel == TRACE:
                happening = read_happening(event.text)
                yield Event("trace", {**asdict(happening), "text": happening.text}, happening)

    def whole_move(self, question: Question) -> Iterator[Event]:
        """The move that the last answer has finished, if it has."""
        if self.position.status is Status.FAILED:
            return
        if self.position.status is Status.OPEN:
            key, asked = self.position.key, self.position.questions[0]
            if key in self.keys:  # back at a question of this move
                del self.move[self.keys.index(key) :]
                return
            if self.position.move_depth and asked.seat == question.seat:
                return
        answers = [value for value, _, _ in self.move]
        words = joined((label, is_run) for _, label, is_run in self.move)
        self.move, self.keys = [], []
        yield Event("move", {"seat": self.seat(question.seat), "answers": answers, "label": words})

    def take(self, question: Question, answer: str) -> tuple[int | float | str, Step] | Refused:
        """Gives an answer: what the event says of it, and what followed."""
        value = self.position.read_answer(question, answer)
        if isinstance(value, Refused):
            return value
        label = self.position.label(question, value)
        if isinstance(label, Refused):
            return label
        place = self.position.questions.index(question)
        key = self.position.key
        step = self.position.answer(question, value)
        if self.shadow is not None and isinstance(step, Step):
            self.shadow.answer(self.shadow.questions[place], value)
        assert not isinstance(step, NeedsChance), "a run draws its own chance"
        if isinstance(step, Refused):
            return step
        said = _value(question, value, label)
        self.keys = [*self.keys[: len(self.move)], key]
        self.move.append((said, label, question.domain.length is not None))
        return said, step

    def close(self) -> Iterator[Event]:
        error = self.position.error
        if error is not None:
            yield Event("error", _error(error), error)
            yield self.end("error")
            return
        ending = self.position.ending()
        if ending is not None:
            yield Event("value", ending)
        yield self.end("exit" if self.has_exited else "over")

    def end(self, status: str) -> Event:
        return Event("end", end_fields(self.game, self.position, status))

    def seat(self, number: int | None) -> int | str | None:
        return seat_term(self.game, self.position, number)


def end_fields(game: Game, position: Position, status: str) -> dict[str, object]:
    """How a program stands when nobody goes on with it."""
    outcome = position.outcome
    ranking = outcome.ranking if outcome else None
    terms = None if ranking is None else [[seat_term(game, position, seat) for seat in rank] for rank in ranking]
    scores = list(outcome.scores) if outcome and outcome.scores is not None else None
    return {"status": status, "ranking": terms, "scores": scores, "state": position.state()}


def seat_term(game: Game, position: Position, number: int | None) -> int | str | None:
    """A seat in the language's own terms; None where nobody in particular is meant."""
    if number is None or language(game.info.language).numbers_seats:
        return number
    return next(seat.name for seat in position.seats if seat.number == number)


def _value(question: Question, value: Plain, label: str) -> int | float | str:
    """An answer as the `answer` event has it: the label of a choice, else a number or text."""
    if question.kind == "choice" or isinstance(value, bool):
        return label
    if isinstance(value, int | float) or (question.kind in ("text", "chars") and isinstance(value, str)):
        return value
    return label


def _domain(domain: Domain) -> dict[str, object]:
    if domain.low is None and domain.high is None:
        return {"type": domain.type}
    return {"from": domain.low, "to": domain.high}


def _error(error: GameError) -> dict[str, object]:
    return {
        "kind": error.kind,
        "code": error.code,
        **_place(error.span),
        "message": error.message,
        **({} if error.seat is None else {"seat": error.seat.number}),
        "calls": [_call(call) for call in error.calls],
    }


def _call(call: CallSite) -> dict[str, object]:
    return {"name": call.name, **_place(call.span)}


def _place(span: Span | None) -> dict[str, object]:
    if span is None:
        return {"file": None, "line": None, "column": None}
    return {"file": span.source.name, "line": span.line, "column": span.column}
