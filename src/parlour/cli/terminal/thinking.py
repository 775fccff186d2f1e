"""What people see of a search: one line while it goes on, on a terminal only, and what it found, in their own words."""

from __future__ import annotations

from types import TracebackType

from parlour.cli.console import Console
from parlour.game.question import Move
from parlour.game.search import Line, Search
from parlour.match import Match
from parlour.players.search import search
from parlour.players.thinkers import Effort, think
from parlour.syntax.display import visible, width

# So many moves are suggested, and so many moves of a line are told.
MOST_SUGGESTED = 3
MOST_TOLD = 6
# With fewer games, worths are chance.
FEW_GAMES = 50
_CLEAR = "\r\x1b[K"


class Thinking:
    """A line that says how far thinking is, written again and again; nothing where nobody sees it. Ctrl-C stops it like
    everything else. Of a player who `keeps_secrets` it is not told what is thought about, nor how good it seems."""

    def __init__(self, console: Console, who: str, *, keeps_secrets: bool = False) -> None:
        self.console = console
        self.who = who
        self.keeps_secrets = keeps_secrets
        self.is_shown = not console.is_quiet and console.err.isatty()
        self._is_written = False

    def __enter__(self) -> Thinking:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_written:
            self.console.err.write(_CLEAR)
            self.console.err.flush()

    def watch(self, found: Search) -> bool:
        if self.is_shown:
            best = [] if self.keeps_secrets else found.lines()[:1]
            words = "".join(f", {visible(line.move.label)} {worth_words(line)}" for line in best)
            text = f"{visible(self.who)} is thinking: {_games(found.iterations)}{words}"
            while width(text) >= self.console.width:
                text = text[:-1]
            self.console.err.write(_CLEAR + text)
            self.console.err.flush()
            self._is_written = True
        return True


def hints(console: Console, match: Match, seat: int | None, seed: int, effort: Effort) -> Search:
    """A search for the seat that is asked; raises `Unsearchable`."""
    found = search(match.game, match.position, seat, seed)
    with Thinking(console, "Parlour") as thinking:
        think(found, effort, thinking.watch)
    return found


def show_hints(console: Console, match: Match, found: Search) -> None:
    """The best moves, how sure they are, and how it would go on."""
    lines = found.lines()
    tried = max(sum(line.visits for line in lines), 1)
    for line in lines[:MOST_SUGGESTED]:
        share = f"{round(100 * line.visits / tried)} % of {_games(found.iterations)}"
        then = ", ".join(_told(match, move) for move in line.continuation[:MOST_TOLD])
        words = f"{visible(_whole(match, line.move))}  {worth_words(line)}, {share}"
        console.print(f"{words}; then {then}" if then else words)
    if found.iterations < FEW_GAMES and not any(line.proof for line in lines):
        console.print(f"(after {_games(found.iterations)} only: hardly more than a guess)")


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


def _whole(match: Match, move: Move) -> str:
    """A move that can be made. Where few games were played only how it begins was thought about: what is told of it
    is true of that, and the rest is an example."""
    begun = [option.value for option in move.answers]
    moves = match.position.moves(move.seat).moves
    found = next((each for each in moves if [option.value for option in each.answers[: len(begun)]] == begun), move)
    return found.label if len(found.answers) == len(begun) else f"{found.label} (only {move.label} was judged)"


def worth_words(line: Line) -> str:
    """How good a move is, and whether that is certain.

    >>> worth_words(Line(Move(0, ()), 7, 0.5, None)), worth_words(Line(Move(0, ()), 7, 1.0, "win"))
    ('worth 0.50', 'wins for sure')
    """
    match line.proof:
        case "win":
            return "wins for sure"
        case "loss":
            return "loses for sure"
        case "known":
            return f"worth {line.worth:.2f} for sure"
    return f"worth {line.worth:.2f}"


def _told(match: Match, move: Move) -> str:
    name = match.seat_name(move.seat)
    return visible(move.label if name is None else f"{name} {move.label}")
