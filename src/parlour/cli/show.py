"""`parlour show GAME`: what a game says of itself, before anybody plays it; and its table, as text or as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import click

from parlour.cli.console import Console
from parlour.cli.exits import Exit, wrong_usage
from parlour.cli.flags import ascii_flag, game_flags, json_flag, seed_flag, stream_flags
from parlour.cli.giving import give_all
from parlour.cli.opening import Found, core_after, find_game, open_game
from parlour.cli.seating import check_seats
from parlour.cli.terminal.showing import show_error
from parlour.cli.wording import error_text, kind_text, seats_text
from parlour.engines.python.engine import PythonEngine
from parlour.game.game import Game
from parlour.languages.frontend import language
from parlour.match import Match
from parlour.match.typed import MOST_LISTED
from parlour.present.palette import Theme
from parlour.present.text import draw
from parlour.syntax.display import visible


@click.command("show", short_help="Say what a game is.")
@click.argument("game", metavar="GAME")
@click.option("--core", "as_core", is_flag=True, help="Print the program as Parlour runs it.")
@click.option("--llvm", "as_llvm", is_flag=True, help="Print the program as LLVM gets it from the native engine.")
@click.option("--arena", "as_arena", is_flag=True, help="Print the native engine's memory in the words of core.")
@click.option(
    "--flow", "as_flow", is_flag=True, help="Say which phases pass to which, and who throws and hears events."
)
@click.option("--svg", "as_svg", is_flag=True, help="Write the table, or with --flow the flow, as an SVG picture.")
@click.option(
    "--theme",
    type=click.Choice(["light", "dark", "auto"]),
    default="auto",
    show_default=True,
    help="The ground of the picture; auto follows the screen it is seen on.",
)
@click.option(
    "--after",
    metavar="ANSWERS",
    help='The table after these answers, for example --after "(1,1) (2,2)"; with --core, the program after this pass.',
)
@click.option("--seat", metavar="NAME", help="The table as this seat sees it (else: as somebody who only looks on).")
@seed_flag
@game_flags
@json_flag
@ascii_flag
@stream_flags
@click.pass_obj
def command(
    console: Console,
    game: str,
    as_core: bool,
    as_llvm: bool,
    as_arena: bool,
    as_flow: bool,
    as_svg: bool,
    theme: Theme,
    after: str | None,
    seat: str | None,
    seed: int | None,
    options: Mapping[str, Any],
    as_json: bool,
) -> Exit:
    """Say what GAME is: title, language, seats, kind, options, its plan if its language has one, and the table at the
    start.

    With --after, the table after some answers; with --seat, as one of the players sees it; with --svg, the table
    alone as a picture, which --output writes to a file. --flow shows how turns and phases follow each other and how
    events are thrown and heard, in languages that have them; with --svg as a picture. --core, --llvm and --arena are
    for looking into a program: how Parlour runs it (with --after PASS, how one of the passes leaves it), what becomes
    of it on the native engine, and what lies in memory after some answers.
    """
    wanted = {"--core": as_core, "--llvm": as_llvm, "--json": as_json, "--arena": as_arena, "--svg": as_svg}
    _check_together(wanted)
    if as_flow:
        others = {"--core": as_core, "--llvm": as_llvm, "--arena": as_arena, "--after": after is not None}
        _check_together({"--flow": True, **others, "--seat": seat is not None, "--seed": seed is not None})
    if as_llvm or as_json:
        _check_together({"--llvm": as_llvm, "--json": as_json, "--after": after is not None})
    found = find_game(game)
    if as_core and after is not None:
        console.print(_core_after(found, after, options).rstrip("\n"))
        return Exit.FINE
    opened = open_game(found, options)
    if as_core or as_llvm:
        _print_program(console, opened, as_llvm=as_llvm)
        return Exit.FINE
    if as_flow:
        _print_flow(console, opened, theme, as_svg=as_svg, as_json=as_json)
        return Exit.FINE
    if as_json:
        console.event("game", **_fields(opened))
        return Exit.FINE
    if as_arena:
        return _print_arena(console, opened, seed or 0, after or "")
    match = Match.start(opened, seed=seed or 0)
    give_all(match, after or "")
    if match.error is not None and (as_svg or after is not None):
        show_error(console, match.error)
        return Exit.FAILED
    viewer = _viewer(match, seat)
    if as_svg:
        _write_svg(console, match, theme, viewer)
        return Exit.FINE
    lines = _lines(console, match, viewer) if after is None else _table_lines(console, match, viewer)
    console.print("\n".join(lines))
    return Exit.FINE


def _check_together(flags: Mapping[str, bool]) -> None:
    """At most one of these can be wanted at a time."""
    given = [name for name, is_given in flags.items() if is_given]
    if len(given) > 1:
        raise wrong_usage(f"{given[0]} and {given[1]} do not go together: choose one of them")


def _viewer(match: Match, seat: str | None) -> int | None:
    """The seat that looks, by its name; None for a spectator."""
    if seat is None:
        return None
    check_seats([seat], [known.name for known in match.position.seats])
    return next(known.number for known in match.position.seats if known.name == seat)


def _write_svg(console: Console, match: Match, theme: Theme, viewer: int | None) -> None:
    from parlour.present.svg.picture import svg

    drawn = svg(
        match.scene(viewer),
        seat_names=[seat.name for seat in match.position.seats],
        theme=theme,
        title=match.game.info.title,
    )
    _print_document(console, drawn)


def _print_document(console: Console, drawn: str) -> None:
    # A stream that cannot write every character must not spoil the document.
    console.print(drawn.encode("ascii", "xmlcharrefreplace").decode("ascii") if console.is_ascii else drawn)


def _print_flow(console: Console, game: Game, theme: Theme, *, as_svg: bool, as_json: bool) -> None:
    from parlour.present.flow import flow_lines

    if game.flow is None:
        raise wrong_usage(f"--flow: {language(game.info.language).title} games have no phases and events to show")
    flow = game.flow()
    if as_json:
        console.event("flow", **asdict(flow))
    elif as_svg:
        from parlour.present.svg.picture import flow_svg

        _print_document(console, flow_svg(flow, theme=theme, title=game.info.title))
    else:
        console.print("\n".join(flow_lines(flow, arrow="->" if console.is_ascii else "→")))


def _print_program(console: Console, game: Game, *, as_llvm: bool) -> None:
    """The program as the engines of core run it, or as LLVM gets it."""
    from parlour.cli.show_native import llvm_lines
    from parlour.core.text import print_program

    engine = _needs_core(game, "--llvm" if as_llvm else "--core")
    console.print("\n".join(llvm_lines(engine)) if as_llvm else print_program(engine.program).rstrip("\n"))


def _print_arena(console: Console, game: Game, seed: int, after: str) -> Exit:
    """The memory of a match after some answers, also of one that failed."""
    from parlour.cli.show_native import arena_lines

    _needs_core(game, "--arena")
    match = Match.start(game, seed=seed, engine="native")
    give_all(match, after)
    console.print("\n".join(arena_lines(match.position)))
    if match.error is None:
        return Exit.FINE
    show_error(console, match.error)
    return Exit.FAILED


def _needs_core(game: Game, flag: str) -> PythonEngine:
    """The engine that knows the program; without one, the flag is wrong usage."""
    engine = _core_engine(game)
    if engine is None:
        raise wrong_usage(f"{flag}: {game.info.language} games do not run on core")
    return engine


def _core_engine(game: Game) -> PythonEngine | None:
    return next((engine for engine in game.engines.values() if isinstance(engine, PythonEngine)), None)


def _core_after(found: Found, name: str, options: Mapping[str, Any]) -> str:
    """The program on its way to the engines."""
    from parlour.core.passes.pipeline import PASSES
    from parlour.core.text import print_program

    names = [each.name for each in PASSES]
    if name not in names:
        raise wrong_usage(f"--after: there is no pass `{name}`. The passes are {', '.join(names)}, in this order")
    program = core_after(found, name, options)
    if program is None:
        raise wrong_usage("--core: this game does not run on core")
    return print_program(program)


def _fields(game: Game) -> dict[str, object]:
    info, kind = game.info, game.info.kind
    return {
        "title": info.title,
        "language": info.language,
        "seats": None if info.seats is None else list(info.seats),
        "chance": kind.has_chance,
        "hidden": kind.is_hidden,
        "simultaneous": kind.is_simultaneous,
        "scores": kind.has_scores,
        "options": {name: str(value) for name, value in info.options.items()},
        "engines": list(game.engines),
        "about": info.about,
        **({} if info.plan is None else info.plan.fields),
    }


def _lines(console: Console, match: Match, viewer: int | None) -> Iterator[str]:
    info = match.game.info
    yield console.paint_out("bold", visible(info.title))
    yield f"language  {info.language}"
    yield f"seats     {visible(seats_text(info.seats, [seat.name for seat in match.position.seats]))}"
    yield f"kind      {kind_text(info.kind)}"
    for name, value in info.options.items():
        yield f"{visible(name):<9} {visible(str(value))}"
    yield from _rule_lines(match.game)
    if info.about:
        yield ""
        yield visible(info.about, keep="\n")
    if info.plan is not None:
        yield ""
        yield from info.plan.lines
    yield ""
    yield from _table_lines(console, match, viewer)


def _rule_lines(game: Game) -> Iterator[str]:
    """What there is to say about a rule sheet."""
    if "rules" in game.engines:
        from parlour.cli.show_rules import logic_engine, rule_lines

        engine = logic_engine(game)
        if engine is not None:
            yield from rule_lines(engine)


def _table_lines(console: Console, match: Match, viewer: int | None) -> Iterator[str]:
    """The table as somebody sees it; if the program failed, why."""
    if match.error is not None:
        yield error_text(match.error, color=console.out_has_color, width=console.width)
        return
    names = [seat.name for seat in match.position.seats]
    scene = match.scene(viewer)
    yield draw(scene, color=console.out_has_color, ascii=console.is_ascii, width=console.width, seat_names=names)
    yield from _begun_lines(match, viewer)


def _begun_lines(match: Match, viewer: int | None) -> Iterator[str]:
    """What was answered of a move that goes on, and what may follow, as far as the viewer may know it."""
    if match.is_over or not match.position.move_depth:
        return
    question = match.questions[0]
    if match.game.info.kind.is_hidden and question.seat != viewer:
        return
    yield ""
    yield f"begun     {visible(match.history()[-1])}"
    options = [option.label for option in match.position.legal(question).options]
    more = f" and {len(options) - MOST_LISTED:,} more" if len(options) > MOST_LISTED else ""
    if options:
        yield f"next      {visible(', '.join(options[:MOST_LISTED]))}{more}"
