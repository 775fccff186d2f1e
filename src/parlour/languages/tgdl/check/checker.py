"""The static rules of TGDL, all of them checked before anything runs.

Files first (`files.py`), then all symbols with their types (`declarations.py`), then every body (`statements.py`,
`values.py`), then what only looks and acts all the same (`looking.py`), and what is never used (`usage.py`). Out comes
a `Checked` program, in which every name is resolved, and all that was found on the way."""

from __future__ import annotations

from parlour.languages.pragmas import read_notes
from parlour.languages.tgdl import codes
from parlour.languages.tgdl.check import meaning
from parlour.languages.tgdl.check.declarations import declare, inherit_bodies
from parlour.languages.tgdl.check.files import File, load_files
from parlour.languages.tgdl.check.looking import check_looking
from parlour.languages.tgdl.check.meaning import Checked
from parlour.languages.tgdl.check.report import Report
from parlour.languages.tgdl.check.usage import warn_unused
from parlour.languages.tgdl.check.world import World
from parlour.languages.tgdl.pragmas import FORMS, Pragmas
from parlour.languages.tgdl.syntax import tree
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.files import Files
from parlour.syntax.suggest import did_you_mean

__all__ = ["Checked", "check_program"]


def check_program(
    program: tree.Program, files: Files, *, players: int | None = None, strict: bool = False
) -> tuple[Checked | None, list[Diagnostic]]:
    """The game of a main file with all that it imports, and what was found; None if there are errors. `players`: how
    many play if the program does not say it."""
    report = Report(strict)
    if not program.items and program.is_sound:
        hint = 'a game begins with `game "Name";`; `parlour new` writes one to start from'
        report.error(codes.EXPECTED, "there is nothing in this file", program.span, hint=hint)
        return None, report.found
    loaded = load_files(program, files, report)
    world = declare(loaded, report)
    for check in world.later:
        check()
    inherit_bodies(world)
    check_phases(world)
    pragmas = {file: notes(file, report) for file in loaded}
    check_looking(world, [span for each in pragmas.values() for span in each.trials])
    if report.has_errors or not program.is_sound:
        return None, report.found
    warn_unused(world)
    main = loaded[-1]
    count = players_of(main, pragmas[main], players, report)
    if count is not None:
        check_winners(world, count)
    if report.has_errors:
        return None, report.found
    return checked(world, main, pragmas[main], count), report.found


def checked(world: World, main: File, pragmas: Pragmas, players: int | None) -> Checked:
    game = next((item for item in main.program.items if isinstance(item, tree.Game)), None)
    name = main.source.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return Checked(
        title=name if game is None else game.title.value,
        sources=(main.source, *(file.source for file in world.files if file is not main)),
        classes=tuple(world.classes),
        functions=tuple(world.functions),
        turns=tuple(world.turns),
        strings=tuple(world.strings),
        choice_event=world.choice_event,
        blank_tile=world.blank_tile,
        connection=world.connection,
        setup=world.setup,
        players=players,
        seats=pragmas.seats,
        tries_answers=not pragmas.every_answer_is_legal,
    )


def notes(file: File, report: Report) -> Pragmas:
    return read_notes(file.program.notes, FORMS, Pragmas(), codes.UNKNOWN_PRAGMA, report.found.append)


def players_of(main: File, pragmas: Pragmas, given: int | None, report: Report) -> int | None:
    """How many play: what the program says, else what the loader says."""
    written = next((item for item in main.program.items if isinstance(item, tree.Players)), None)
    count = given if written is None else int(written.count.value)
    if pragmas.seats is not None and pragmas.seats_at is not None and count not in (None, len(pragmas.seats)):
        title = f"here are {len(pragmas.seats)} names for {count} players"
        report.error(codes.PLAYERS, title, pragmas.seats_at, hint="name every player, or none")
    return count


def check_winners(world: World, count: int) -> None:
    """A player who wins by number must be there."""
    for each in world.named_winners:
        if isinstance(each.value, float) and each.value >= count:
            title = f"there is no player {each.value:g}: of {count} players the last is {count - 1}"
            hint = "players are counted from 0; whose turn it is says `player.active()`"
            world.report.error(codes.TYPE, title, each.span, hint=hint, kind="type")


def check_phases(world: World) -> None:
    """Turns and phases that are named by constants must be there."""
    turns = {each.shown: each for each in world.turns}
    phases = {phase.name for each in world.turns for phase in each.phases}
    compared = {str(each.value): each.span for each in reversed(world.compared_phases) if each.value not in phases}
    for name, span in compared.items():
        hint = did_you_mean(name, phases) or (
            f"there is {', '.join(sorted(phases))}" if phases else "there are no phases"
        )
        if name and world.setup is not None:
            world.report.warn(codes.UNKNOWN_PHASE, f"no turn has a phase {name}", span, hint=hint)
    for call in world.table_calls:
        if call.name == "turn.pass":
            tell_phase(world, call.arguments[1], phases, "no turn")
        elif call.name == "turns.use":
            named = call.arguments[0]
            if isinstance(named, meaning.Const) and isinstance(named.value, str):
                turn = turns.get(named.value)
                if turn is None:
                    title = f"there is no turn {named.value}"
                    world.report.unknown.tell(codes.UNKNOWN_PHASE, title, named.value, named.span, turns)
                    continue
                tell_phase(world, call.arguments[1], {each.name for each in turn.phases}, f"turn {turn.shown}")


def tell_phase(world: World, phase: meaning.Expr | None, known: set[str], who: str) -> None:
    if isinstance(phase, meaning.Const) and isinstance(phase.value, str) and phase.value not in known:
        there = f"there is {', '.join(sorted(known))}" if known else "a phase is declared in its turn: `phase Buy;`"
        title = f"{who} has a phase {phase.value}" if who == "no turn" else f"{who} has no phase {phase.value}"
        world.report.unknown.tell(codes.UNKNOWN_PHASE, title, phase.value, phase.span, known, otherwise=there)
