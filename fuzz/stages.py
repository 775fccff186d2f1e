"""What every text is put through, inside a child: all verbs that read one, by the entry of the executable itself.

A finding is whatever must not happen, whichever text it was: a bug that Parlour confesses (exit 70), a traceback, an
exit code that does not fit what was found before, a layout that changes when it is laid out again, engines that
disagree. That a child dies, hangs or grows is seen from outside (`children.py`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from pkgutil import walk_packages
from time import process_time

from corpus import PROGRAMS
from mutate import ODD, Input, pick, tokens
from sharing import share_games
from side_by_side import disagreements, optimise

import parlour
from parlour import pipeline
from parlour.cli.app import invoke
from parlour.cli.terminal import dialogue
from parlour.core.chance import Chance, derive
from parlour.engines.native.driver import simulator as native_simulator
from parlour.engines.python import simulator as python_simulator
from parlour.engines.rules import simulator as rules_simulator
from parlour.game.error import Refused
from parlour.game.position import Budget, NeedsChance, Position, Status
from parlour.languages.frontend import front_end
from parlour.players.thinkers import Effort
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

# Enough for any turn of a game, and little enough that a program which uses all of it every time is tried quickly.
SMALL = Budget(steps=60_000, told=60_000, memory=8_000_000)
# Every tenth input has what people have.
USUAL = 0
# Of a game that goes on for longer than this, only the beginning is played.
MOST_QUESTIONS = 25
MOST_CPU = 1.5
# Compiling a larger program takes longer than all other stages together.
LARGEST_COMPILED = 8_000
LARGEST_OUTPUT = 50_000_000

# A game that goes on for ever is given up sooner than people would.
LONGEST_GAME = 400
# A game may ask for several hints, each of which would be thought about for seconds.
HINTED = Effort(10, 0.5)

# All that a child may need is there before it is born: else each of them would import it again.
for _module in walk_packages(parlour.__path__, "parlour."):
    if _module.name != "parlour.__main__":
        import_module(_module.name)

At = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """`what` names the fault, so that two texts with the same one are known; `detail` is for whoever mends it."""

    stage: str
    what: str
    detail: str


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that has run: its exit code and what it wrote."""

    code: int
    out: bytes
    err: str


@dataclass(slots=True)
class Trial:
    """One input on its way through the stages."""

    input: Input
    at: At
    file: Path
    chance: Chance
    found: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def seed(self) -> str:
        return str(self.input.seed)

    @property
    def budget(self) -> Budget:
        return Budget() if self.input.seed == USUAL else SMALL

    @property
    def budget_flags(self) -> list[str]:
        if self.input.seed == USUAL:
            return []
        return ["--budget", f"steps={SMALL.steps},told={SMALL.told},memory={SMALL.memory}"]

    def run(self, stage: str, args: Sequence[str], *fitting: int, answers: Sequence[str] = ()) -> Ran:
        """Runs a command, which must end with one of the fitting codes."""
        self.at(stage)
        typed = "".join(line + "\n" for line in answers).encode("utf-8", "replace")
        done = command(args, typed)
        self.counts[f"{stage}: exit {done.code}"] += 1
        if done.code == 70 or "Traceback (most recent call last)" in done.err:
            self.note(stage, fault_in(done.err), done.err[-6_000:])
        elif done.code not in fitting:
            self.note(stage, f"exit {done.code}", f"{' '.join(args)}\n{done.err[-3_000:]}")
        return done

    def note(self, stage: str, what: str, detail: str) -> None:
        self.found.append(Finding(stage, what, detail))

    @contextmanager
    def inside(self, stage: str) -> Iterator[None]:
        """For what is tried without the executable: no exception may come out of it."""
        self.at(stage)
        self.counts[stage] += 1
        try:
            yield
        except Exception:
            said = traceback.format_exc()
            self.note(stage, fault_in(said), said[-6_000:])


def command(args: Sequence[str], typed: bytes) -> Ran:
    """A command line as the executable would run it, with streams of its own."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = BytesIO(), BytesIO()
    sys.stdin = TextIOWrapper(BytesIO(typed), encoding="utf-8")
    sys.stdout = written = TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stderr = said = TextIOWrapper(err, encoding="utf-8", write_through=True)
    try:
        code = int(invoke(args))
    except BaseException:
        code = 70
        err.write(traceback.format_exc().encode("utf-8", "backslashreplace"))
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    # Else they would be closed with what was written to them.
    written.detach()
    said.detach()
    return Ran(code, out.getvalue(), err.getvalue().decode("utf-8", "replace"))


_FRAME = re.compile(r'File "[^"]*?/(?:src|fuzz)/([^"]*)", line \d+, in (\S+)')
_RAISED = re.compile(r"^(\w[\w.]*(?:Error|Exception|Interrupt|Exit|Needed|Failure|Policy\w*))\b", re.MULTILINE)


def fault_in(said: str) -> str:
    """The exception of a traceback and where it was raised."""
    frames = _FRAME.findall(said)
    raised = _RAISED.findall(said)
    confessed = re.findall(r"a bug in Parlour \((\w+)", said)
    name = (raised or confessed or ["unknown"])[-1]
    if name == "RecursionError":
        # Where the stack ends is an accident; who called whom on the way is not.
        usual = Counter(frames).most_common(1)
        return f"RecursionError in {usual[0][0][0]} {usual[0][0][1]}" if usual else name
    return f"{name} in {frames[-1][0]} {frames[-1][1]}" if frames else name


def try_input(given: Input, at: At) -> tuple[list[Finding], Counter[str]]:
    """Puts one input through all stages that fit it."""
    os.environ["PARLOUR_TRACEBACK"] = "1"
    _shorten(given)
    share_games(is_shared=given.seed != USUAL)
    for path in Path().iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    file = Path("game" + given.ending)
    file.write_bytes(given.data)
    trial = Trial(given, at, file, Chance(derive(given.seed, 77)))
    if given.ending in PROGRAMS:
        _try_program(trial)
    else:
        _try_record(trial)
    return trial.found, trial.counts


def _is_compiled(given: Input) -> bool:
    """Whether both engines play it: one input of five, if it is small."""
    return given.seed % 5 == 0 and len(given.data) < LARGEST_COMPILED


def _shorten(given: Input) -> None:
    """What the commands have no flags for: games that go on for ever end sooner, and simulation has budgets, too."""
    for simulator in (python_simulator, rules_simulator):
        simulator.LONGEST_GAME = LONGEST_GAME  # type: ignore[attr-defined]
    dialogue.LONGEST_ALONE = LONGEST_GAME
    dialogue.HINTED = HINTED
    optimise(given.seed)
    budget = Budget if given.seed == USUAL else lambda: SMALL
    for module in (python_simulator, native_simulator):
        module.Budget = budget  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------------- programs


def _try_program(trial: Trial) -> None:
    file = str(trial.file)
    checked = trial.run("check", ["check", file], 0, 1, 5)
    _try_layout(trial, checked.code)
    if checked.code == 5:
        _try_half_characters(trial)
        return
    if checked.code != 0:
        if checked.code == 1:
            trial.run("run of a wrong text", ["run", "--json", file], 1)
        return
    described = trial.run("show --json", ["show", "--json", file], 0, 2)
    if described.code == 2:  # it does not say where to begin
        trial.run("run of nothing", ["run", file], 2)
        return
    if described.code:
        return
    about = json.loads(described.out)
    answers, is_short = _try_positions(trial)
    _try_running(trial, answers, about["engines"])
    _try_playing(trial, answers, is_short=is_short)
    trial.run("show", ["show", file, "--seed", trial.seed], 0)
    trial.run("show --svg", ["show", "--svg", file, "--seed", trial.seed], 0, 3)
    if "python" in about["engines"]:
        trial.run("show --core", ["show", "--core", file], 0)
    if is_short:
        _try_simulating(trial, about["engines"])
    if _is_compiled(trial.input):
        _compare_engines(trial)


def _try_layout(trial: Trial, checked: int) -> None:
    """What is laid out means the same, and is laid out for good."""
    once = trial.run("fmt", ["fmt", "--stdout", str(trial.file)], 0, 1, 5)
    if checked == 0 and once.code == 1:
        trial.note("fmt", "a right text is not laid out", once.err[-2_000:])
    if once.code:
        return
    laid = Path("laid" + trial.input.ending)
    laid.write_bytes(once.out)
    twice = trial.run("fmt again", ["fmt", "--stdout", str(laid)], 0)
    if twice.code == 0 and twice.out != once.out:
        trial.note("fmt again", "the layout of a layout differs", once.out.decode() + "\n----\n" + twice.out.decode())
    again = trial.run("check of the layout", ["check", str(laid)], 0, 1)
    if again.code != checked:
        trial.note("check of the layout", f"{checked} became {again.code}", again.err[-3_000:])


def _try_half_characters(trial: Trial) -> None:
    """No file can hold half a surrogate, but the text of somebody who calls us as a library can."""
    text = trial.input.data.decode("utf-8", "surrogatepass" if _has_halves(trial.input.data) else "surrogateescape")
    kind = PROGRAMS[trial.input.ending]
    with trial.inside("check as a library"):
        found = pipeline.check(text, language=kind)
        if not any(item.is_error for item in found):
            try:
                front_end(kind).format(Source("text", text))
                game = pipeline.load(text, language=kind, name="text")
                game.start(1, budget=trial.budget).view(None)
            except (Diagnostics, ValueError):
                return


def _has_halves(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _try_positions(trial: Trial) -> tuple[list[str], bool]:
    """A random game as a player sees it; the answers that were given, and whether it came to an end, and soon."""
    labels: list[str] = []
    with trial.inside("positions"):
        game = pipeline.load(trial.file)
        position = game.start(trial.input.seed, budget=trial.budget)
        until = process_time() + MOST_CPU
        while position.status is Status.OPEN and len(labels) < MOST_QUESTIONS and process_time() < until:
            _look(trial, position)
            trial.at("positions")
            question = pick(trial.chance, position.questions)
            options = position.legal(question).options
            if not options:
                return labels, process_time() < until
            option = pick(trial.chance, options)
            read = position.read_answer(question, option.label)
            if isinstance(read, Refused):
                raise AssertionError(f"{option.label!r} is an option and cannot be read: {read.message}")
            labels.append(option.label)
            step = position.answer(question, option.value)
            if isinstance(step, Refused | NeedsChance):
                raise AssertionError(f"{option.label!r} is an option and is not taken: {step}")
        is_short = position.status is not Status.OPEN and process_time() < until
        _look(trial, position)
        return labels, is_short
    return labels, False


def _look(trial: Trial, position: Position) -> None:
    """All that can be asked of a position without changing it. What a seat may know can take seconds to find out."""
    assert position.copy().key == position.key
    for viewer in (None, *range(len(position.seats))[:4]):
        trial.at("positions")
        position.view(viewer)
    position.state()
    position.asking()
    position.ending()


def _lines(trial: Trial, labels: Sequence[str], extra: Sequence[str]) -> list[str]:
    """Answers to type: those that are right, and now and then one that is not."""
    words = [token.text for token in tokens(trial.input.data.decode("utf-8", "replace")) if token.text.strip()]
    odd = [*extra, *words[:200], *ODD[:20], "1", "(1,1)", "9" * 30, ""]
    lines: list[str] = []
    for label in labels:
        while trial.chance.below(4) == 0:
            lines.append(pick(trial.chance, odd))
        lines.append(label)
    return [*lines, pick(trial.chance, odd), pick(trial.chance, odd)]


def _try_running(trial: Trial, labels: Sequence[str], engines: Sequence[str]) -> None:
    answers = _lines(trial, labels, ())
    flags = [str(trial.file), "--seed", trial.seed, *trial.budget_flags]
    plain = trial.run("run", ["run", *flags], 0, 3, 4, answers=answers)
    told = trial.run("run --json", ["run", "--json", *flags], 0, 3, 4, answers=answers)
    if plain.code != told.code and 70 not in (plain.code, told.code):
        trial.note("run --json", f"exit {told.code} and without --json {plain.code}", told.err[-2_000:])
    _check_events(trial, told)
    if "native" in engines and _is_compiled(trial.input):
        other = trial.run("run native", ["run", "--json", "--engine", "native", *flags], 0, 3, 4, answers=answers)
        if other.out != told.out and other.code in (0, 3, 4) and told.code != 70:
            trial.note("run native", "the engines tell different stories", _first_difference(told.out, other.out))


def _check_events(trial: Trial, told: Ran) -> None:
    """Every line is an event, and the last one is the end."""
    if told.code == 70:
        return
    try:
        events = [json.loads(line) for line in told.out.decode().splitlines()]
    except ValueError:
        trial.note("run --json", "a line that is not JSON", told.out.decode("utf-8", "replace")[-2_000:])
        return
    if not events or events[-1]["event"] != "end":
        trial.note("run --json", "no end", str(events[-1:]))


def _first_difference(one: bytes, other: bytes) -> str:
    for left, right in zip(one.splitlines(), other.splitlines(), strict=False):
        if left != right:
            return f"{left.decode()[:1500]}\n{right.decode()[:1500]}"
    return f"{len(one)} and {len(other)} bytes"


COMMANDS = ("?", "hint", "undo", "redo", "history", "board", "help", ":undo", "1", "2", ":save", "save x.json")


def _try_playing(trial: Trial, labels: Sequence[str], *, is_short: bool) -> None:
    flags = [str(trial.file), "--seed", trial.seed, *trial.budget_flags]
    saved = ["--save", "kept.match"]
    if is_short:
        done = trial.run("play", ["play", *flags, "--seats", "random", *saved], 0, 3, 4)
    else:
        done = trial.run("play", ["play", *flags, *saved], 0, 3, 4, answers=_lines(trial, labels, COMMANDS * 4))
    if done.code == 70 or not Path("kept.match").exists():
        return
    again = trial.run("replay", ["replay", "kept.match"], 0)
    if again.code == 0:
        trial.run("replay --json", ["replay", "--json", "kept.match"], 0)
        trial.run("resume", ["play", "--resume", "kept.match"], 0, 3, 4, answers=["?", "undo", "redo", *labels[:3]])


def _try_simulating(trial: Trial, engines: Sequence[str]) -> None:
    flags = ["simulate", str(trial.file), "--json", "--jobs", "1", "--seed", trial.seed, "--games"]
    first = trial.run("simulate", [*flags, "4", "--engine", engines[0]], 0, 3)
    if not _is_compiled(trial.input):
        return
    if first.code not in (0, 3) or b'"unfinished"' in first.out:
        return
    # Not every rule sheet has a net; every program of core can be compiled.
    fitting = (0, 3) if engines[1] == "native" else (0, 2, 3)
    other = trial.run(f"simulate {engines[1]}", [*flags, "4", "--engine", engines[1]], *fitting)
    if other.code in (0, 3):
        counted = json.loads(other.out)
        if counted["notices"]:
            trial.note(f"simulate {engines[1]}", "machine code died, or is wrong", other.err[-2_000:])
    if engines[1] == "native" and other.code in (0, 3) and _tally(first) != _tally(other):
        trial.note("simulate native", "the engines count differently", f"{first.out!r}\n{other.out!r}")


def _compare_engines(trial: Trial) -> None:
    with trial.inside("both engines"):
        found = list(disagreements(pipeline.load(trial.file), trial.input.seed))
        if found:
            trial.note("both engines", "the engines differ", "\n".join(found)[:6_000])


def _tally(done: Ran) -> dict[str, object]:
    """What was counted, without the times it took."""
    counted = json.loads(done.out)
    return {
        name: value for name, value in counted.items() if name not in ("seconds", "games_per_second", "engine", "crash")
    }


# -------------------------------------------------------------------------------------------------------- records


def _try_record(trial: Trial) -> None:
    file = str(trial.file)
    done = trial.run("replay", ["replay", file], 0, 1, 2, 3, 5)
    trial.run("replay --json", ["replay", "--json", file], done.code)
    if done.code in (0, 3):
        trial.run("replay --step", ["replay", "--step", file], done.code)
    save = ["--save", "kept.json"] if trial.input.seed % 2 else []
    trial.run("resume", ["play", "--resume", file, *save], 0, 1, 2, 3, 4, 5, answers=["?", "hint", "undo", "1", "x"])
