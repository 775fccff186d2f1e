"""What `parlour show` says about a rule sheet: its roles, what facts and moves can be, its strata, and the size of its
net or why it has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.engines.logic.engine import LogicEngine
from parlour.game.game import Game
from parlour.logic.dependencies import Dependencies
from parlour.logic.domains import infer
from parlour.logic.grounding.grounding import Ungrounded, ground
from parlour.logic.net.net import build_net
from parlour.logic.rules import Compound, RuleSheet
from parlour.syntax.display import visible

# Longer domains are shown by their ends.
LONGEST_DOMAIN = 8


def logic_engine(game: Game) -> LogicEngine | None:
    return next((engine for engine in game.engines.values() if isinstance(engine, LogicEngine)), None)


def rule_lines(engine: LogicEngine) -> Iterator[str]:
    """The lines for people."""
    about = rule_fields(engine)
    yield f"roles     {visible(', '.join(about['roles']))}"
    for title, name in (("facts", "facts"), ("moves", "moves")):
        for number, line in enumerate(about[name]):
            yield f"{title if number == 0 else '':<9} {visible(line)}"
    yield f"rules     {len(engine.sheet.rules)}, in {_many(len(about['strata']), 'stratum', 'strata')}"
    for number, names in enumerate(about["strata"]):
        yield f"{'':<9} {number}: {visible(_cut(names))}"
    yield f"net       {visible(about['net'][0])}"


def rule_fields(engine: LogicEngine) -> dict[str, list[str]]:
    """The same for programs; `net` is a list of one text."""
    sheet = engine.sheet
    domains = infer(sheet.rules)
    return {
        "roles": [engine.table.label(role) for role in sheet.roles],
        "facts": [_form(engine, name, domains.fact(name, arity)) for name, arity in domains.facts],
        "moves": [_form(engine, name, domains.move(name, arity)) for name, arity in domains.moves],
        "strata": [", ".join(names) for names in _strata(sheet)],
        "net": [net_text(sheet)],
    }


def net_text(sheet: RuleSheet) -> str:
    """How large the net of a game is, or why it has none."""
    program = ground(sheet)
    found = program if isinstance(program, Ungrounded) else build_net(program)
    if isinstance(found, Ungrounded):
        where = ""
        if found.rule is not None and found.rule.span is not None:
            where = f", in the rule at line {found.rule.span.line}"
        return f"none, it does not ground: {found.reason}{where}. Engine rules plays it"
    moves = sum(map(len, found.moves))
    return f"{len(found.facts):,} facts, {moves:,} moves, {len(found.graph):,} nodes"


def _form(engine: LogicEngine, name: str, places: Sequence[Sequence[Compound]]) -> str:
    """A fact or a move with what can stand in it: `cell 1 … 8, a | b`."""
    label = engine.table.label
    if not places:
        return label(Compound(name))
    return f"{label(Compound(name))}: {' × '.join(_domain([label(term) for term in domain]) for domain in places)}"


def _domain(names: Sequence[str]) -> str:
    if not names:
        return "?"
    if len(names) > LONGEST_DOMAIN:
        return f"{{{names[0]} … {names[-1]}, {len(names)} in all}}"
    return f"{{{', '.join(names)}}}"


def _strata(sheet: RuleSheet) -> list[list[str]]:
    """The relations by their strata."""
    dependencies = Dependencies(sheet.rules)
    found: dict[int, dict[str, None]] = {}
    for (name, _), level in dependencies.strata.items():
        found.setdefault(level, {}).setdefault(name)
    return [list(found[level]) for level in sorted(found)]


def _many(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _cut(text: str, longest: int = 100) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
