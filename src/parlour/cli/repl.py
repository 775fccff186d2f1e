"""`parlour repl [FILE]`: try a program out, expression by expression.

    loop:  nothing is asked ──►  a line, and more while something is open:  expression | definition | :command
           a question is open ─►  a line:  answer | :undo | :clear | any other :command

At a terminal there are prompts, history and completion, errors are shown and that is all. From a pipe there are no
prompts, and the first error decides the exit code. Answers and drawings go to standard output, all else to standard
error.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable, Sequence

import click

from parlour import __version__, library, pipeline
from parlour.cli.console import Console
from parlour.cli.exits import Exit, Failure, wrong_usage
from parlour.cli.flags import ascii_flag, engine_flags, option_flag, seed_flag, stream_flags
from parlour.cli.opening import check_engine
from parlour.cli.repl_commands import CLOSE_BLOCK, COMMANDS, OPEN_BLOCK, Unknown, help_text, read_command
from parlour.cli.terminal.commands import Command
from parlour.cli.terminal.keyboard import Keyboard
from parlour.cli.terminal.line_editing import History, complete_path, history_file, set_up
from parlour.cli.terminal.showing import show_ending
from parlour.cli.workspace import Workspace
from parlour.game.error import Refused
from parlour.game.position import Budget, Step
from parlour.game.scene import Scene
from parlour.game.view import Told
from parlour.languages.frontend import Rules
from parlour.languages.session import Defined
from parlour.match import Match
from parlour.present.text import draw
from parlour.syntax.diagnostic import Diagnostic, Diagnostics
from parlour.syntax.display import visible

_CONTINUED = "    | "


@click.command("repl", short_help="Try a program out, expression by expression.")
@click.argument("file", metavar="[FILE]", required=False)
@option_flag("prelude")
@seed_flag
@engine_flags
@ascii_flag
@stream_flags
@click.pass_obj
def command(
    console: Console,
    file: str | None,
    prelude: Sequence[str],
    seed: int | None,
    engine: str,
    budget: Budget | None,
) -> Exit:
    """Evaluate expressions with the definitions of FILE; without one, with those of the language alone.

    `:help` says what else can be typed.
    """
    repl = Repl(console, Workspace(prelude), seed=seed or 0, engine=engine, budget=budget)
    repl.begin(file)
    return repl.run()


class Repl:
    """One sitting. `match` is the evaluation of the last expression, whether it still asks or not; `board` is what was
    drawn last."""

    def __init__(
        self, console: Console, workspace: Workspace, *, seed: int, engine: str, budget: Budget | None
    ) -> None:
        self.console = console
        self.workspace = workspace
        self.keyboard = Keyboard()
        self.match: Match | None = None
        self.board: Scene | None = None
        self._seed = seed
        self._engine = engine
        self._budget = budget
        self._history = History(history_file() if self.keyboard.is_terminal else None)
        self._code = Exit.FINE

    def begin(self, file: str | None) -> None:
        """Loads the program. One with errors does not keep the REPL from starting: it is there to mend them."""
        if self.keyboard.is_terminal:
            set_up(self._history, self._complete)
            self.console.say(f"Parlour {__version__}, {self.workspace.language}; :help says what can be typed")
        try:
            self.workspace.load(file)
        except Diagnostics as program:
            self._tell_broken(program)
        else:
            self._show_warnings(self.workspace.session.warnings)

    def run(self) -> Exit:
        """Goes on until the input ends or somebody says so."""
        is_going_on = True
        while is_going_on:
            try:
                is_going_on = self._turn()
            except KeyboardInterrupt:
                if not self.keyboard.is_terminal:
                    raise
                self._interrupt()
        return self._code

    @property
    def _is_asking(self) -> bool:
        return self.match is not None and bool(self.match.questions)

    # ---- lines

    def _turn(self) -> bool:
        """Takes one text and does what it says; whether to go on."""
        line = self._ask(self._prompt())
        if line is None:
            return self._end_of_input()
        if isinstance(line, Refused):
            return True
        if line.strip() == OPEN_BLOCK and not self._is_asking:
            self._evaluate(self._block())
            return True
        order = read_command(line)
        if order is not None:
            return self._obey(order)
        if self._is_asking:
            self._answer(line)
        elif line.strip():
            self._evaluate(self._whole(line))
        return True

    def _ask(self, prompt: str) -> str | Refused | None:
        line = self.keyboard.ask(prompt, is_bold=self.console.out_has_color)
        if isinstance(line, Refused):
            self.console.insist(visible(line.message))
        elif line is not None:
            self._history.add(line)
        return line

    def _prompt(self) -> str:
        if self.match is not None and self.match.questions:
            question = self.match.questions[0]
            return f"{visible(question.prompt.strip() or f'input {question.domain.type}')}> "
        return f"{self.workspace.language}> "

    def _whole(self, line: str) -> str:
        """The line and those that belong to it; an empty line and the end of the input end the text."""
        text = line
        while self.workspace.session.is_unfinished(text):
            more = self._ask(_CONTINUED)
            if not isinstance(more, str) or not more.strip():
                break
            text += f"\n{more}"
        return text

    def _block(self) -> str:
        lines: list[str] = []
        while isinstance(line := self._ask(_CONTINUED), str) and line.strip() != CLOSE_BLOCK:
            lines.append(line)
        return "\n".join(lines)

    def _end_of_input(self) -> bool:
        if self.keyboard.is_terminal:
            self.console.print()  # the cursor still stands behind the prompt
        if self._is_asking:
            self.console.say("the answers ended, but the expression still asks")
            self._code = self._code or Exit.WAITING
        return False

    def _interrupt(self) -> None:
        """Ctrl-C: away from a question, from a half-written text, or out of an evaluation that takes too long."""
        self.console.print()
        # The match may have been interrupted in the middle of an answer; it is not used again.
        self.match = None

    def _note(self, code: Exit) -> None:
        """The first thing that went wrong decides the exit code; at a terminal it was seen, and that is enough."""
        if not self.keyboard.is_terminal:
            self._code = self._code or code

    # ---- expressions and definitions

    def _evaluate(self, text: str) -> None:
        if not self._is_up_to_date():
            return
        self.match = None
        try:
            result = self.workspace.session.evaluate(text)
        except Diagnostics as wrong:
            self._show_errors(wrong)
            return
        match result:
            case Defined(names, warnings):
                self._show_warnings(warnings)
                if names:
                    self.console.say(f"defined {visible(', '.join(names))}")
            case Rules() as rules:
                self._start(rules, text)

    def _start(self, rules: Rules, text: str) -> None:
        game = pipeline.make_game(rules, self.workspace.language)
        self._show_warnings(rules.warnings)
        check_engine(game, self._engine)
        self.match = Match.start(game, seed=self._seed, budget=self._budget, engine=self._engine)
        self._show(self.match, self.match.opening)

    def _answer(self, line: str) -> None:
        assert self.match is not None
        step = self.match.answer_text(self.match.questions[0], line)
        if isinstance(step, Refused):
            self.console.insist(visible(step.message))
            if line.strip() in COMMANDS:
                self.console.insist(f" hint: a command begins with a colon: `:{line.strip()}`")
        else:
            self._show(self.match, step)

    def _show(self, match: Match, step: Step) -> None:
        """What the program said, and then the question's board, the value or the error."""
        for event in step.events:
            if isinstance(event, Told) and event.channel == "say" and event.is_public:
                self.console.write_from_program(event.text)
        ending = match.position.ending()
        if match.questions:
            self._draw(self.workspace.session.scene_of(match.position, match.scene(None)), match)
        elif ending is None:
            self._note(show_ending(self.console, match))
        elif "rows" in ending:
            self._draw(self.workspace.session.scene_of(match.position, match.scene(None)), match)
        else:
            self.console.write_from_program(f"{ending['text']}\n")

    def _draw(self, scene: Scene, match: Match | None) -> None:
        """Draws what there is to draw; an empty table is not worth a line."""
        names = [] if match is None else [seat.name for seat in match.position.seats]
        console = self.console
        drawn = draw(scene, color=console.out_has_color, ascii=console.is_ascii, width=console.width, seat_names=names)
        if drawn:
            self.board = scene
            console.print(drawn)

    def _show_errors(self, wrong: Diagnostics) -> None:
        self.console.show_diagnostics(wrong.found)
        self._note(Exit.TEXT)
        if self.workspace.is_broken:
            self.console.insist("the program is not loaded, because it has errors; :reload shows them")

    # ---- files

    def _is_up_to_date(self) -> bool:
        """Loads files again that have changed; false if they have errors now, which were shown."""
        try:
            return not self.workspace.has_changed() or self._load(self.workspace.reload, "reloaded")
        except Failure as failure:
            self.console.fail(failure)
            self.console.insist("what was loaded before is still there")
            self._note(failure.code)
            return True

    def _load(self, load: Callable[[], None], done: str) -> bool:
        """Loads; whether there is a program now."""
        try:
            load()
        except Diagnostics as program:
            self._tell_broken(program)
        else:
            self.console.say(f"{done} {visible(self.workspace.name or 'the empty program')}")
            self._show_warnings(self.workspace.session.warnings)
        self.match = self.board = None
        return not self.workspace.is_broken

    def _tell_broken(self, program: Diagnostics) -> None:
        self.console.show_diagnostics(program.found)
        self._note(Exit.TEXT)
        self.console.insist("the program was not loaded; until it is mended, only the language's own words are known")

    def _show_warnings(self, warnings: Sequence[Diagnostic]) -> None:
        if not self.console.is_quiet:
            self.console.show_diagnostics(warnings)

    def _edit(self) -> None:
        file = self.workspace.file
        if file is None:
            hint = "copy it to a file of your own and :load that" if self.workspace.name else ":load FILE first"
            raise wrong_usage("there is no file to edit here", hint)
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        if not editor:
            raise wrong_usage("no editor is known", "set VISUAL or EDITOR to the name of one before you start parlour")
        try:
            subprocess.run([*shlex.split(editor), str(file)], check=False)
        except (OSError, ValueError) as trouble:
            raise wrong_usage(f"the editor {editor} cannot be started: {trouble}") from None
        self._load(self.workspace.reload, "reloaded")

    # ---- commands

    def _obey(self, order: Command | Unknown) -> bool:
        """Does what a command says; whether to go on."""
        try:
            match order:
                case Unknown(word, hint):
                    raise wrong_usage(f"there is no command :{word}", hint or ":help lists them")
                case Command("quit"):
                    return False
                case Command(word, rest):
                    self._obey_word(word, rest)
        except Failure as failure:
            self.console.fail(failure)
            self._note(failure.code)
        return True

    def _obey_word(self, word: str, rest: str) -> None:
        wanted = COMMANDS[word][0]
        if wanted and not rest:
            raise wrong_usage(f":{word} needs {wanted}", f"write :{word} {wanted}")
        if rest and not wanted:
            raise wrong_usage(f":{word} stands alone", f"write :{word}")
        match word:
            case "type":
                self._show_type(rest)
            case "load":
                self._load(lambda: self.workspace.load(rest), "loaded")
            case "reload":
                self._load(self.workspace.reload, "reloaded")
            case "edit":
                self._edit()
            case "names":
                for name, kind in self.workspace.session.names().items():
                    self.console.print(visible(f"{name} : {kind}"))
            case "board":
                self._show_board()
            case "undo":
                self._undo()
            case "clear":
                if not self._is_asking:
                    raise wrong_usage("nothing is asked, so there is nothing to leave")
                self.match = None
            case "help":
                self.console.print(help_text())

    def _show_type(self, text: str) -> None:
        # While a question is open, the program stays the one that asks.
        if not self._is_asking and not self._is_up_to_date():
            return
        try:
            kind = self.workspace.session.type_of(text)
        except Diagnostics as wrong:
            self._show_errors(wrong)
        else:
            self.console.print(visible(kind, keep="\n"))

    def _show_board(self) -> None:
        if self.board is None:
            raise wrong_usage("no board was shown yet", "type the name of a board, or an expression that asks")
        self._draw(self.board, self.match)

    def _undo(self) -> None:
        """Back to the question before, also from a value or an error that the last answer led to."""
        if self.match is None or not self.match.events:
            raise wrong_usage("there is no answer to take back")
        self.match = self.match.branch(len(self.match.events) - 1)
        self._show(self.match, Step())

    # ---- completion

    def _complete(self, line: str, word: str) -> list[str]:
        """What the word before the cursor may become: a file after `:load`, a command, a word of the program."""
        if line.startswith(":") and " " in line and read_command(line.split()[0]) == Command("load", ""):
            typed = line.partition(" ")[2].lstrip()
            names = [name for name in library.names() if name.startswith(typed)]
            return [*complete_path(typed, word), *(name[len(typed) - len(word) :] for name in names)]
        if line.lstrip() == word and word.startswith(":"):
            return [f":{known}" for known in COMMANDS if known.startswith(word[1:])]
        # A colon may stand without blanks between a name and its type.
        before, colon, name = word.rpartition(":")
        return [before + colon + known for known in self.workspace.session.complete(name)] if name else []
