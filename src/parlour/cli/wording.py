"""What games say of themselves, put in words for people: errors, endings, whose turn it is.

Everything that comes out of here is safe to print.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.game.error import GameError
from parlour.game.game import Kind
from parlour.game.outcome import UNRANKED, Outcome, join, winner_words
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.display import visible
from parlour.syntax.render import render

# Of a deep recursion the first calls tell as much as all of them.
_MOST_CALLS = 6


def error_text(error: GameError, *, color: bool = False, width: int = 100) -> str:
    """A failure of the program: what happened, the line it happened in, how the program got there, and when."""
    whom = "" if error.seat is None else f"for {visible(error.seat.name)}"
    moment = "" if error.question is None else f"after answer {error.question}"
    circumstances = ", ".join(part for part in (whom, moment) if part)
    calls = "\n".join(part for part in (_calls_text(error), circumstances) if part)
    if error.span is None:
        lines = [f"error[{error.code}]: {visible(error.message)}", calls, f" hint: {error.hint}" if error.hint else ""]
        return "\n".join(line for line in lines if line)
    labels = (Label(error.span), *(Label(span, "and here") for span in error.others))
    shown = Diagnostic(error.code, error.message, labels, hint=error.hint, text=calls)
    return render(shown, color=color, width=width, explain=False)


def _calls_text(error: GameError) -> str:
    lines, calls = [], error.calls
    for call in calls[:_MOST_CALLS]:
        place = ""
        if call.span is not None:
            is_there = error.span is not None and call.span.source.name == error.span.source.name
            file = "" if is_there else f"{visible(call.span.source.name)} "
            place = f", {file}line {call.span.line}"
        lines.append(f"in {visible(call.name)}{place}")
    if len(calls) > _MOST_CALLS:
        before = sum(call.count for call in calls[_MOST_CALLS:])
        lines.append(f"and {before:,} calls before that" if before > 1 else "and 1 call before that")
    return "\n".join(lines)


def outcome_text(outcome: Outcome, name: Callable[[int], str]) -> str:
    """The result in words: `X wins`, `Draw`, a ranking, or what the program came to.

    >>> names = ["X", "O", "Z"].__getitem__
    >>> outcome_text(Outcome(((0,), (1,)), 2), names), outcome_text(Outcome(((0, 1),), 2), names)
    ('X wins', 'Draw')
    >>> outcome_text(Outcome(((0,), (1, 2)), 3), names), outcome_text(Outcome(((0, 2),), 3), names)
    ('X wins', 'X and Z win')
    >>> outcome_text(Outcome(((2,), (0,), (1,)), 3), names), outcome_text(Outcome(((2,), (0,)), 3), names)
    ('Z wins, then X, then O', 'Z wins, then X')
    >>> outcome_text(Outcome((), 3), names), outcome_text(Outcome(((0,),), 1), names)
    ('Nobody wins', 'X wins')
    >>> outcome_text(Outcome(None, 3, value="42"), names), outcome_text(Outcome(None, 3), names)
    ('The result is 42', 'The game is over')
    """
    scores = scores_text(outcome, name)
    reason = f": {outcome.reason}" if outcome.reason else ""
    return visible(_result(outcome, name) + reason) + (f" ({scores})" if scores else "")


def scores_text(outcome: Outcome, name: Callable[[int], str]) -> str:
    """What everybody scored; nothing where there are no scores.

    >>> scores_text(Outcome(None, 2, (3.0, 0.5)), ["X", "O"].__getitem__)
    'X 3, O 0.5'
    """
    return visible(", ".join(f"{name(seat)} {score:g}" for seat, score in enumerate(outcome.scores or ())))


def _result(outcome: Outcome, name: Callable[[int], str]) -> str:
    if outcome.ranking is None:
        return f"The result is {outcome.value}" if outcome.value is not None else "The game is over"
    said = winner_words(outcome, [name(seat) for seat in range(outcome.seats)])
    if not outcome.winners:
        return said.capitalize()
    later = [join(name(seat) for seat in rank) for rank in outcome.ranking if rank][1:]
    # Of two ranks that hold everybody the second one is clear; it needs no saying who lost.
    is_clear = len(later) == 1 and UNRANKED not in outcome.places
    return said + ("" if is_clear else "".join(f", then {rank}" for rank in later))


def seats_text(seats: Sequence[str] | None, present: Sequence[str]) -> str:
    """Who plays, in a few words. Where a game does not say who will, those who are present at the first question.

    >>> seats_text(("X", "O"), ("X", "O")), seats_text((), ())
    ('X, O', 'nobody in particular')
    >>> seats_text(None, ("Ada", "Ben")), seats_text(None, ())
    ('Ada, Ben (as the match begins)', 'known when the match runs')
    """
    if seats is None:
        return f"{', '.join(present)} (as the match begins)" if present else "known when the match runs"
    return ", ".join(seats) if seats else "nobody in particular"


def kind_text(kind: Kind) -> str:
    """What sort of game it is.

    >>> kind_text(Kind()), kind_text(Kind(has_chance=True, is_hidden=True))
    ('no chance, nothing hidden', 'chance, hidden information')
    """
    words = ["chance" if kind.has_chance else "no chance", "hidden information" if kind.is_hidden else "nothing hidden"]
    if kind.is_simultaneous:
        words.append("simultaneous moves")
    if kind.has_scores:
        words.append("scores")
    return ", ".join(words)
