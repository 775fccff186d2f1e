"""A match at the terminal: shows the table, says whose turn it is, takes answers and commands until it ends.

    loop:  whose question is open?  ── a computer player ──►  it answers, the move is told
                     │
                     └── a person ──►  table, prompt, a line:  answer | number of an option | command

What is typed is tried out on a copy first. Where the program would only reject it, or fails on it, the person is told,
and the match stays as it was: with all of the move that was given before this line.

A whole move can be typed at once: `e2e4` answers four questions for a character each, `play 3` two for a word each.
If the program refuses one of them, or something is left when the move is over, the whole line was wrong. What
`?` lists, `hint` suggests and computer players show are whole moves, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.cli.charting import show_charts
from parlour.cli.console import Console
from parlour.cli.exits import Exit, Failure
from parlour.cli.keeping import Keeper, keep, resume_command
from parlour.cli.seating import Seating, check_seats
from parlour.cli.terminal.commands import COMMANDS, Command, command, forced_answer, forced_command, help_text
from parlour.cli.terminal.curtain import Curtain
from parlour.cli.terminal.keyboard import Keyboard
from parlour.cli.terminal.pointing import Click, pointed
from parlour.cli.terminal.showing import show_ending, show_error, show_table
from parlour.cli.terminal.thinking import Thinking, hints, show_hints
from parlour.core.chance import derive
from parlour.core.values import Plain
from parlour.game.error import GameError, Refused
from parlour.game.outcome import Outcome
from parlour.game.position import Drawn, NeedsChance, Position, Status, Step
from parlour.game.question import Anchor, Legal, Move, Option, Question, joined
from parlour.game.scene import Scene
from parlour.game.search import Unsearchable
from parlour.game.view import Told
from parlour.match import CannotWrite, Journal, Match, save
from parlour.match.charts import charts_of
from parlour.match.events import Answered, Event
from parlour.match.notation import shortened
from parlour.match.record.record import Given, RecordedMove
from parlour.match.stuck import is_stuck, stuck_words
from parlour.match.typed import MOST_LISTED, first_answer, first_of_move, is_numbered, listed_moves
from parlour.players import NoOptions, let_answer, make_player
from parlour.players.player import Follower, Outsider, Player
from parlour.players.specification import HUMAN
from parlour.players.thinkers import Effort
from parlour.present.hits import hits
from parlour.present.text import draw
from parlour.syntax.display import visible
from parlour.syntax.display import width as width_of
from parlour.syntax.suggest import did_you_mean

_MOST_REFUSALS = 100
# So much of a move that goes on is shown before the next answer, in characters.
_LONGEST_BEGUN = 40
if TYPE_CHECKING:
    # Not every system has such terminals.
    from parlour.cli.terminal.mouse import Mouse

# How much is thought about a suggestion: as much as people like to wait for.
HINTED = Effort(400, 5.0)
# Answers that players give while nobody is asked who could stop them; a game may go on for ever.
LONGEST_ALONE = 10_000


class Dialogue:
    """One sitting. `name` is what saved matches are called; `file` is where this one is kept: the record it came from,
    or the file a person named. Without one, it is only kept if it stops before its end. `journal` is the one that the
    match broke off in, if it did."""

    def __init__(
        self,
        console: Console,
        match: Match,
        seating: Seating,
        *,
        name: str,
        file: Path | None = None,
        journal: Journal | None = None,
        mouse: Mouse | None = None,
    ) -> None:
        self.console = console
        self.match = match
        self.seating = seating
        self.name = name
        self.file = file
        self.keeper = Keeper(match, name, console.say, journal, file)
        self.keyboard = Keyboard()
        self.mouse = mouse
        self._clicks: list[Anchor] = []  # of a move that takes more than one
        self.curtain = Curtain(console, self.keyboard, seating)
        self._shown_at: int | None = None  # the number of events when the table was shown last
        self._asked_after: tuple[Event, ...] | None = None  # what had happened when somebody was asked last
        self._keys: list[bytes] = []  # those of the questions of this move, the open one last
        self._arrivals: list[Step] = []  # and what happened before each was asked
        self._typed = ""  # the rest of a line, for the questions that continue this one
        self._before = match.history_for(None)  # the lines before a move that a computer player is about to finish
        self._tried = 0  # so many answers of it were tried out already
        self._followers: dict[int, Follower] = {}  # players that follow the match, by seat
        self._drawn: tuple[int | None, Scene] | None = None  # the table as it was shown last, and to whom

    # ---- the match

    def play(self, unrun: RecordedMove | None = None) -> Exit:
        """Plays to the end of the match or of the person's patience. `unrun` is the answer at which a match broke off:
        it is given again."""
        try:
            stopped = self._play(unrun)
            if stopped is not None:
                self._stop()
        except KeyboardInterrupt:  # at any moment, also while stopping; there is only one (`interruptible`)
            stopped = Exit.INTERRUPTED
            self._stop()
        except Failure:
            self._stop()
            raise
        except Exception:  # a bug of ours, or an output that nobody reads any more
            self._break_off()
            raise
        finally:
            for follower in self._followers.values():
                follower.end()
        return self._conclude() if stopped is None else stopped

    def _play(self, unrun: RecordedMove | None) -> Exit | None:
        """Goes from question to question; an exit code if somebody stops before the end."""
        self._introduce()
        self._tell(self.match.opening, None)
        if unrun is not None:
            self._give_again(unrun)
        if not self.match.is_over:
            self._mention_unseated()
        alone = 0
        while not self.match.is_over:
            self.keeper.keep_up()
            question = self.match.questions[0]
            player = self.seating.player_of(self.match.seat_name(question.seat))
            if player != HUMAN:
                if alone == LONGEST_ALONE:
                    self.console.insist(f"the players have given {alone:,} answers, and this may go on for ever")
                    return Exit.WAITING
                self._let_play(question, player)
                alone += 1
                continue
            alone = 0
            stopped = self._ask_person(question)
            if stopped is not None:
                return stopped
        return None

    def _mention_unseated(self) -> None:
        """Tells of names that are not at the table when it is first asked: the seats may appear later, but hardly ever
        do. At the end it is wrong usage."""
        present = [seat.name for seat in self.match.position.seats]
        for name in self.match.unseated:
            hint = did_you_mean(name, present) or f"the seats are {', '.join(present)}"
            self.console.insist(visible(f"warning: --seat: there is no seat {name} at the table. {hint}"))

    def _introduce(self) -> None:
        info = self.match.game.info
        title = self.console.paint_out("bold", visible(info.title))
        self.console.print(f"{title} ({info.language}, seed {self.match.setting.seed})")
        if self._has_people:
            self.console.print("? lists the legal moves, help the commands")

    @property
    def _has_people(self) -> bool:
        seats: tuple[str | None, ...] = self.match.game.info.seats or (None, *self.seating.named)
        return any(self.seating.player_of(seat) == HUMAN for seat in seats)

    def _conclude(self) -> Exit:
        """The final table and the result. A seat that was given a player but never appeared is only known here."""
        self._show_table(None)
        if charts_of(self.match, None):
            self.console.print()
            show_charts(self.console, self.match, None, "text")
            self.console.print()
        code = show_ending(self.console, self.match)
        if self.file is not None:
            self.console.say(f"saved to {visible(str(self._keep_or_fail()))}")
        self.keeper.settle(self.file)
        check_seats(self.match.unseated, [seat.name for seat in self.match.position.seats])
        return code

    # ---- computer players

    def _let_play(self, question: Question, player: str) -> None:
        """A player is made anew for each question, from the seed and the question's number alone: a match that was
        taken back or resumed goes on just as it would have. Only those that follow the match from elsewhere stay."""
        seat = -1 if question.seat is None else question.seat
        seed = derive(self.match.setting.seed, 1, seat + 1, question.id)
        # What another one holds, or will answer at the same time, is a secret of the seat.
        is_secret = self.match.game.info.kind.is_hidden or len(self.match.questions) > 1
        who = self.match.seat_name(question.seat) or player
        thinking = Thinking(self.console, who, keeps_secrets=is_secret)
        made: Player = self._followers.get(seat) or make_player(
            player, seed, game=self.match.game, watch=thinking.watch
        )
        if isinstance(made, Follower):
            self._followers[seat] = made
        if self.match.position.move_depth == 0:
            self._before = self.match.history_for(None)
        try:
            for _ in range(_MOST_REFUSALS):
                try:
                    with thinking:
                        done = let_answer(self.match, question, made)
                except NoOptions as helpless:
                    words = str(helpless)
                    if is_stuck(self.match.position, question):
                        words = f"{stuck_words(question)}. `parlour explain stuck`"
                    raise Failure(Exit.FAILED, words) from None
                if isinstance(done, Refused):
                    continue
                self._show_answered(question, done)
                return
        finally:
            if isinstance(made, Outsider):
                made.close()
        raise Failure(Exit.FAILED, f"the player {player} found no answer that the game takes")

    def _show_answered(self, question: Question, done: Step | Outcome) -> None:
        """A computer's move, once it is whole. Meanwhile nobody wants to read what it is asked."""
        is_within = self._is_within_move(question)
        if not is_within:
            for line in self._news(self._before):
                self.console.print(line)
        if isinstance(done, Step) and not (is_within and _only_asks(done)):
            self._tell(done, None)

    def _is_within_move(self, question: Question) -> bool:
        """Whether the move that this question belongs to goes on with another one."""
        if self.match.is_over or self.match.position.move_depth == 0:
            return False
        return self.match.questions[0].seat == question.seat

    def _news(self, before: Sequence[str]) -> list[str]:
        """The lines of the public history that were not there before: none after an answer in secret, and all of them
        when those who answered together show what they have."""
        lines = self.match.history_for(None)
        return [line for number, line in enumerate(lines) if line not in before[number : number + 1]]

    # ---- people

    def _ask_person(self, question: Question) -> Exit | None:
        """Asks until the question is answered or the match went elsewhere; an exit code if the person stops."""
        depth = self.match.position.move_depth
        self._follow_move(depth)
        if self._typed and self._go_on_typing(question, depth):
            return None
        if question.seat is not None and self.curtain.hangs_before(self.match, question.seat):
            if not self.curtain.draw(self.match, question.seat):
                return Exit.WAITING
            self._shown_at = None
        # A click is found by how far above the prompt it is, so with a mouse the table has to be right there.
        if (
            self.mouse is not None
            or self._shown_at is None
            or (
                self._shown_at != len(self.match.events)
                and not (depth and self._drawn == self._table_for(question.seat))
            )
        ):
            self._show_table(question.seat)
        prompt, is_bold = self._prompt(question), self.console.out_has_color
        line: str | Click | Refused | None
        if self.mouse is None:
            line = self.keyboard.ask(prompt, is_bold=is_bold)
        else:
            line = self.mouse.ask(prompt, is_bold=is_bold, width=self.console.width)
        if line is None:
            return Exit.WAITING
        if isinstance(line, Click):
            self._point(question, line)
            return None
        self._clicks = []
        if isinstance(line, Refused):
            self.console.insist(visible(line.message))
            return None
        return self._take(question, line)

    def _follow_move(self, depth: int) -> None:
        """Finds out what the move that goes on here was asked; after a step back or a resumption, by replay."""
        events, position = self.match.events, self.match.position
        if not depth:
            self._keys, self._arrivals = [], []
        elif events == self._asked_after:
            return
        elif events[:-1] != self._asked_after or len(self._keys) != depth:
            line = [(each.position.key, each.position.last) for each in self.match.line(len(events) - depth)]
            self._keys, self._arrivals = [key for key, _ in line[:-1]], [last for _, last in line[:-1]]
        self._keys.append(position.key)
        self._arrivals.append(position.last)
        self._asked_after = events

    def _point(self, question: Question, click: Click) -> None:
        """A click on the table: it makes a move, begins one, or means nothing."""
        scene = self.match.scene(question.seat)
        names = [seat.name for seat in self.match.position.seats]
        drawn = draw(scene, color=False, ascii=self.console.is_ascii, width=self.console.width, seat_names=names)
        # Between the table and the prompt there is an empty line.
        line = drawn.count("\n") + 2 - click.above
        anchor = hits(scene, width=self.console.width, seat_names=names).get((line, click.column))
        moves = self.match.position.moves(question.seat).moves
        found = pointed(moves, [*self._clicks, anchor]) if anchor is not None else None
        if anchor is None or found is None or not found.moves:
            self.console.insist("this is no move" if not self._clicks else "it cannot go there: begin again")
            self._clicks = []
        elif found.is_whole:
            self._clicks = []
            # What no click can say (which man does a pawn become?) is asked for.
            first, *others = _common_answers(found.moves)
            self._typed = Move(question.seat, tuple(others)).label
            self._give(question, first.value)
        else:
            self._clicks.append(anchor)
            self.console.insist(f"{len(found.moves)} moves begin here: click where to")

    def _go_on_typing(self, question: Question, depth: int) -> bool:
        """Answers with what was typed ahead, if it is for this question."""
        line, self._typed = self._typed, ""
        tried, self._tried = self._tried, 0
        length = question.domain.length
        is_whole = length is None or len(line) >= length
        value, rest = first_answer(self.match.position, question, line) if depth and is_whole else (None, line)
        if value is None or isinstance(value, Refused):
            self.console.insist(f"not used: {visible(line)}")
            return False
        self._typed, self._tried = rest, tried
        self._give(question, value)
        return True

    def _prompt(self, question: Question) -> str:
        """Who is asked, what was answered of this move so far, and the last line of what: the lines before it were told
        already."""
        name = self.match.seat_name(question.seat)
        last = question.prompt.strip().rpartition("\n")[2]
        begun = self._begun(last)
        is_named = name is not None and re.match(rf"{re.escape(name)}\b", last) is not None
        if is_named:
            assert name is not None
            words = f"{name} {begun}{last.removeprefix(name)}" if begun else last
        else:
            is_sentence = last[:1].isupper() and " " in last
            who = " ".join(part for part in (name, begun) if part)
            words = (": " if is_sentence else ", " if begun else " ").join(part for part in (who, last) if part)
        return f"{visible(words)}> "

    def _begun(self, asked: str) -> str:
        """The answers to this move so far, unless the question names the last of them itself; of many the last ones."""
        depth = self.match.position.move_depth
        given = [event for event in self.match.events[-depth:] if isinstance(event, Answered)] if depth else []
        if not given or re.search(rf"(?<!\w){re.escape(given[-1].label)}(?!\w)", asked):
            return ""
        words = joined((event.label, event.is_run) for event in given)
        return words if len(words) <= _LONGEST_BEGUN else f"… {words[-_LONGEST_BEGUN:]}"

    def _take(self, question: Question, line: str) -> Exit | None:
        obeyed = forced_command(line) or self._command_for_text(question, line)
        if obeyed is not None:
            return self._obey(question, obeyed)
        line = (forced_answer(line) if question.kind in ("text", "chars") else None) or line
        value, self._typed = first_of_move(self.match.position, question, line)
        if not isinstance(value, Refused):
            self._give(question, value)
            return None
        obeyed = command(line)
        if obeyed is not None:
            return self._obey(question, obeyed)
        if line.strip().isdecimal() and is_numbered(self.match.position, question):
            self._refuse_number(question, line.strip(), value)
        else:
            self._explain(question, line, value)
        return None

    def _command_for_text(self, question: Question, line: str) -> Command | None:
        """Where text or characters are asked for, every word would do as an answer: a command is meant, unless the game
        takes just this."""
        obeyed = command(line) if question.kind in ("text", "chars") else None
        if obeyed is None or any(option.label == line.strip() for option in self.match.position.legal(question)):
            return None
        return obeyed

    def _refuse_number(self, question: Question, number: str, refused: Refused) -> None:
        """What is said to a number that no move has, where questions are not answered by numbers."""
        count = len(listed_moves(self.match.position, question).moves)
        if count:
            self.console.insist(
                f"there is no move number {shortened(number, _LONGEST_BEGUN)}: ? lists the {count} there are"
            )
        else:
            self.console.insist(visible(refused.message))

    def _explain(self, question: Question, line: str, refused: Refused) -> None:
        if not line.strip():
            example = question.domain.example
            wanted = f"{question.domain.type}, for example {example}," if example else question.domain.type
            self.console.insist(f"{visible(wanted)} is wanted; ? lists the legal moves, help the commands")
            return
        labels = [option.label for option in self.match.position.legal(question).options[:MOST_LISTED]]
        hint = did_you_mean(line.strip(), [*labels, *COMMANDS])
        self.console.insist(visible(f"{refused.message.rstrip('.')}. {hint}" if hint else refused.message))

    def _give(self, question: Question, value: Plain) -> None:
        """Gives an answer that can be read. Of a line that would only be sent back, or fail, nothing is given: what was
        typed before it stays, and what was taken back can still be played again."""
        self.keeper.intend(question, value)
        if self._tried:
            self._tried -= 1
        elif not self._is_taken(question, value):
            self._typed, self._tried = "", 0
            return
        before = self.match.history_for(None)
        step = self.match.answer(question, value)
        if isinstance(step, Refused):
            self.console.insist(visible(step.message))
            return
        # A person knows what they have answered; not what the others had.
        if len(news := self._news(before)) > 1:
            for line in news:
                self.console.print(line)
        # What is asked next is answered already where it was typed ahead.
        if not (self._typed and self._is_within_move(question) and _only_asks(step)):
            self._tell(step, question.seat)
        self._after()

    def _give_again(self, unrun: RecordedMove) -> None:
        """Gives the answer that was being worked on when the match broke off, if its question is open."""
        answer = unrun.answers[0]
        question = next((asked for asked in self.match.questions if asked.id == answer.question), None)
        if question is None or not isinstance(answer.answer, Given):
            return
        self.console.say("the answer that was given last is given again")
        self._follow_move(self.match.position.move_depth)
        self._give(question, answer.answer.value)

    def _is_taken(self, question: Question, value: Plain) -> bool:
        """Tries out an answer, and those that were typed behind it. If the program does not go on with one that nobody
        listed, says why. After a draw all is given, whatever comes of it: else somebody would see the dice, and take
        them or not."""
        trial = self.match.position.copy()
        keys, arrivals = list(self._keys), list(self._arrivals)
        rest = self._typed
        while True:
            legal = trial.legal(question)
            is_listed = legal.sure not in ("failing", "back", "dead") and any(one.value == value for one in legal)
            if is_listed and not rest:
                return True
            step = trial.answer(question, value)
            assert not isinstance(step, NeedsChance), "a copy draws its own chance"
            if isinstance(step, Refused):
                self.console.insist(visible(step.message))
                return False
            if step.has_drawn:
                return True
            if not is_listed and trial.error is not None:
                self._tell_failure(trial.error, legal)
                return False
            if not is_listed and trial.status is Status.OPEN and trial.key in keys:
                self._tell_refusal(step, question.seat, arrivals[keys.index(trial.key)])
                self._say_not_legal()
                return False
            if not rest and _is_dead_end(trial, question):
                self.console.insist("no legal move begins like this; ? lists them")
                return False
            if not (rest and trial.questions and trial.move_depth and trial.questions[0].seat == question.seat):
                return True
            question = trial.questions[0]
            keys.append(trial.key)
            arrivals.append(trial.last)
            further, rest = first_answer(trial, question, rest)
            if isinstance(further, Refused):
                return True
            value = further
            self._tried += 1

    def _tell_failure(self, error: GameError, legal: Legal) -> None:
        """What is said to an answer on which the program fails. Where it fails on all that are known, or was stopped,
        nobody at the table has done anything wrong, and whoever wrote it should see where."""
        if legal.sure == "failing" or error.kind == "budget":
            show_error(self.console, error)
            self.console.insist("the move was taken back: try another one")
            return
        where = "" if error.span is None else f" (line {error.span.line})"
        self._say_not_legal(visible(f"{error.message.rstrip('.')}{where}"))

    def _say_not_legal(self, why: str = "") -> None:
        reason = f": {why}" if why else ""
        undo = ", undo goes back" if self.match.position.move_depth else ""
        self.console.insist(f"not a legal move here{reason}; ? lists them{undo}")

    def _after(self) -> None:
        """If a person's move has made the program fail, it is taken back."""
        error = self.match.error
        if error is not None:
            show_error(self.console, error)
            self.match.undo()
            self.console.insist("the move was taken back: try another one")

    # ---- commands

    def _obey(self, question: Question, order: Command) -> Exit | None:
        match order.word:
            case "?":
                self._list_options(question)
            case "hint":
                self._hint(question)
            case "why":
                self._say_why(question, order.rest)
            case "undo":
                self._undo()
            case "redo":
                self._redo()
            case "history":
                lines = self.match.history_for(question.seat)
                none = "no moves that are known to you" if self.match.events else "no moves yet"
                self.console.print("\n".join(lines) if lines else none)
            case "board":
                self._show_table(question.seat)
            case "save":
                self._save(order.rest)
            case "help":
                self.console.print(help_text())
            case "quit":
                return Exit.FINE
        return None

    def _list_options(self, question: Question) -> None:
        legal = self.match.position.legal(question)
        domain = question.domain
        if not legal.options:
            example = f", for example {domain.example}" if domain.example else ""
            self.console.print(visible(f"the moves cannot be listed here; {domain.type} is wanted{example}"))
            return
        if legal.sure == "failing":
            self.console.print("every answer known here makes the program fail:")
        elif legal.sure == "dead":
            self.console.print("no move that is known goes on from here; these lead to dead ends, and undo goes back:")
        elif legal.sure == "back":
            self.console.print("no answer known here goes on; these lead back to the question before:")
        has_numbers = is_numbered(self.match.position, question)
        moves = listed_moves(self.match.position, question)
        labels = [visible(move.label) for move in moves.moves]
        shown = [f"{number:>3} {label}" if has_numbers else label for number, label in enumerate(labels, start=1)]
        self.console.print(columns(shown, self.console.width))
        if len(moves.moves) == MOST_LISTED:
            more = len(legal.options) - len(moves.moves)
            self.console.print(f"and {more} more" if more > 0 else "and perhaps more")

    def _hint(self, question: Question) -> None:
        legal = self.match.position.legal(question)
        if not legal.options or legal.sure in ("failing", "back", "dead"):
            gone = "" if legal.sure == "failing" else ": none goes on from here, undo goes back"
            self.console.print(f"no move to suggest is known here{gone}")
            return
        seed = derive(self.match.setting.seed, 2, question.id)
        try:
            found = hints(self.console, self.match, question.seat, seed, HINTED)
        except Unsearchable as reason:
            moves = listed_moves(self.match.position, question).moves
            chosen = moves[seed % len(moves)]
            self.console.print(f"a legal move, picked at random and not thought about: {visible(chosen.label)}")
            self.console.print(f"({visible(str(reason))})")
        else:
            show_hints(self.console, self.match, found)

    def _say_why(self, question: Question, words: str) -> None:
        """What keeps a seat from an action."""
        position = self.match.observed()
        found = None if position is None or question.seat is None else position.why(question.seat, words)
        lines = ["this game cannot say why: it has no actions with names"] if found is None else found
        self.console.print("\n".join(map(visible, lines)))

    def _undo(self) -> None:
        """Back to the last question that a person answered."""
        if not self.match.can_undo:
            self.console.insist("there is no move to take back")
            return
        self.match.undo()
        while self.match.can_undo and not self._is_persons_turn():
            self.match.undo()
        self._shown_at = None

    def _redo(self) -> None:
        if not self.match.can_redo:
            self.console.insist("there is no move to play again")
            return
        self.match.redo()
        while self.match.can_redo and not self.match.is_over and not self._is_persons_turn():
            self.match.redo()
        self._shown_at = None

    def _is_persons_turn(self) -> bool:
        return any(self.seating.player_of(self.match.seat_name(asked.seat)) == HUMAN for asked in self.match.questions)

    # ---- saving

    def _save(self, file: str) -> None:
        try:
            if file and not self.keeper.is_journal(Path(file)):
                save(self.match, file)
                self.file = Path(file)
            else:
                self._keep()
        except CannotWrite as trouble:
            self.console.insist(str(trouble))
        else:
            self.console.insist(f"saved to {visible(str(self.file))}")

    def _stop(self) -> None:
        """Keeps a match that is not over, and says how to go on with it."""
        # First of all it is saved: the terminal may be gone, and saying anything may fail.
        is_all_back = not self.match.events and self.match.can_redo
        while is_all_back and self.match.can_redo:
            self.match.redo()  # a record has no place for moves that were taken back
        path = self._keep_or_fail() if self.match.events else None
        if self.keyboard.is_terminal:
            self.console.print()  # the cursor still stands behind the prompt
        if path is None:
            self.keeper.settle(None)
            self.console.say("no moves were made, so nothing was saved")
        else:
            saved = "is saved with the moves that were taken back" if is_all_back else "is saved"
            self.console.insist(f"the match {saved}; go on with: {resume_command(path, self.match.setting.budget)}")

    def _keep(self) -> Path:
        self.file = keep(self.match, self.name, self.file, self.keeper.path)
        self.keeper.settle(self.file)
        return self.file

    def _keep_or_fail(self) -> Path:
        try:
            return self._keep()
        except CannotWrite as trouble:
            raise Failure(Exit.FILE, f"the match could not be saved: {trouble}", self.keeper.abandon()) from None

    def _break_off(self) -> None:
        """Leaves the journal behind and says so, where there is something to come back to."""
        words = self.keeper.abandon()
        if words:
            self.console.insist(words)

    # ---- showing

    def _show_table(self, viewer: int | None) -> None:
        self._shown_at = len(self.match.events)
        self._drawn = self._table_for(viewer)
        show_table(self.console, self.match, viewer)

    def _table_for(self, viewer: int | None) -> tuple[int | None, Scene]:
        return viewer, self.match.scene(viewer)

    def _tell(self, step: Step, viewer: int | None) -> None:
        """What the program said meanwhile, as far as this viewer may hear it; but not what it asks a computer."""
        told = _heard(step, viewer)
        if told and self.match.questions and not self._is_persons_turn() and _is_asked(told[-1]):
            del told[-1]
        for text in told:
            self.console.write_from_program(text)

    def _tell_refusal(self, step: Step, viewer: int | None, arrival: Step) -> None:
        """What the program said to an answer that led back to a question; it has asked it in the same words before."""
        told, before = _heard(step, viewer), _heard(arrival, viewer)
        while told and before and told[-1] == before[-1]:
            del told[-1], before[-1]
        for text in told:
            self.console.write_from_program(text)


def _common_answers(moves: Sequence[Move]) -> list[Option]:
    """The answers with which all of these moves begin."""
    first, *others = moves
    found = []
    for number, option in enumerate(first.answers):
        if any(move.answers[number : number + 1] != (option,) for move in others):
            break
        found.append(option)
    return found


def _is_dead_end(position: Position, before: Question) -> bool:
    """Whether a move has begun, and no answer that is known goes on with it. Somebody who has typed all of a move is
    told by the program itself what is wrong with it; somebody who types it piece by piece should not have to go on."""
    if position.move_depth == 0 or not position.questions or position.questions[0].seat != before.seat:
        return False
    return position.legal(position.questions[0]).sure in ("dead", "back")


def _heard(step: Step, viewer: int | None) -> list[str]:
    """What a program said in a step, as far as this viewer may hear it."""
    return [
        event.text
        for event in step.events
        if isinstance(event, Told) and event.channel in ("say", "aside") and event.reaches(viewer)
    ]


def _is_asked(told: str) -> bool:
    """What a program says last is what it asks, if it looks like that.

    >>> _is_asked("Black, which man? The column:\\n"), _is_asked("Check!\\n")
    (True, False)
    """
    return told.rstrip().endswith(("?", ":"))


def _only_asks(step: Step) -> bool:
    """Within a move, what a program says without rolling a die is what it asks next."""
    return not any(isinstance(event, Drawn) for event in step.events)


def columns(items: list[str], width: int) -> str:
    """Short texts side by side, as many as fit into a line.

    >>> print(columns(["one", "two", "three"], 12))
    one    two
    three
    """
    widest = max(width_of(item) for item in items)
    per_line = max(1, (width + 2) // (widest + 2))
    rows = [items[start : start + per_line] for start in range(0, len(items), per_line)]
    return "\n".join("  ".join(item + " " * (widest - width_of(item)) for item in row).rstrip() for row in rows)
