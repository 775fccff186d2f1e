"""Why an action is not open: which require, trigger or filter says no, on which object.

Of objects only those are named that the active player may use, and by what that player sees of them. Blocks are quoted
as they stand in the text: no value is told, so nothing that is hidden from a seat.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.game.position import ObjectView, State
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.explaining import why_name
from parlour.languages.tgdl.table.things import Eyes, Things
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

# More objects than this are counted, not named.
_MOST_NAMED = 5
_LONGEST_QUOTE = 90


def why(things: Things, state: State, seat: int, words: str) -> tuple[str, ...]:
    """Lines for people; `words` is the name of an action, with or without its class."""
    actions = list(enumerate(things.checked.root_actions()))
    wanted = " ".join(words.split()).lower()
    found = [each for each in actions if wanted in (each[1].name.lower(), _full(each[1]).lower())]
    if not found:
        known = [action.name for _, action in actions]
        hint = did_you_mean(words, known) or (f"there is {', '.join(dict.fromkeys(known))}" if known else "")
        return (f"there is no action {words}. {hint}".rstrip(". ") if words else f"which action? {hint}",)
    return tuple(line for number, action in found for line in _lines(things, state, seat, number, action))


def _full(action: m.Action) -> str:
    return f"{action.owner.shown}.{action.name}"


def _lines(things: Things, state: State, seat: int, number: int, action: m.Action) -> Iterator[str]:
    name = _full(action)
    if action.hears(things.checked.choice_event) is None:
        heard = ", ".join(dict.fromkeys(each.event.shown for each in action.triggers))
        yield f"{name} is never chosen: it starts when {heard} is thrown" if heard else f"{name} can only be called"
        return
    active = state.read(names.ACTIVE)
    if active != seat and isinstance(active, int):
        yield f"{name} is for the active player, and that is {state.seats[active].name}"
        return
    answer = state.call(why_name(number))
    pairs = answer if isinstance(answer, list) else []
    if not pairs:
        yield _nothing_usable(action) if isinstance(answer, list) else f"{name}: judging it fails: {answer}"
        return
    eyes = Eyes(things, state, seat)
    groups: dict[str, list[str]] = {}
    for said, thing in pairs:
        assert isinstance(thing, ObjectView)
        label = thing.class_name if eyes.hides_name(thing) else things.label(thing)
        groups.setdefault(str(said), []).append(label)
    for said, labels in groups.items():
        where = "" if action.owner.scope == "global" else f" on {_joined(labels)}"
        yield f"{name}{where} {_obstacle(action, said)}"


def _nothing_usable(action: m.Action) -> str:
    kind = action.owner.shown
    if action.owner.scope == "group":
        return f"{_full(action)}: you are member of no {kind}"
    return f"{_full(action)}: no {kind} that could be used is yours"


def _obstacle(action: m.Action, said: str) -> str:
    word, *numbers = said.split()
    places = [int(number) for number in numbers]
    asked = [each for each in action.inputs if each.modifier != "function"]
    match word:
        case "open":
            return "is open: it is among the options when an action is asked for"
        case "require":
            body = action.requires[places[0]]
            return f"is not open: a require says no{_quoted(body, action.span)}"
        case "trigger":
            trigger = next(each for each in action.triggers if each.event.is_built_in)
            return f"is not open: its trigger says no{_quoted(trigger.body, trigger.span)}"
        case "empty":
            return f"is not open: there is nothing to choose from for input {asked[places[0]].name}"
        case "filter":
            each = asked[places[0]]
            filter_ = each.filters[places[1]]
            more = "" if places[1] == 0 else ", after those before it,"
            return (
                f"is not open: a filter of input {each.name}{more} lets nothing pass{_quoted(filter_.body, each.span)}"
            )
    each = asked[places[0]]
    before = [other.name for other in asked[: places[0]]]
    whatever = f", whatever is chosen for {_joined(before)}" if before else ""
    return f"is not open: input {each.name} cannot be filled{whatever}{_place(each.span)}"


def _joined(words: list[str]) -> str:
    if len(words) > _MOST_NAMED:
        return f"{', '.join(words[:_MOST_NAMED])} and {len(words) - _MOST_NAMED} more"
    return ", ".join(words)


def _quoted(body: m.Block, otherwise: Span) -> str:
    """The place of a block, and its text on one line."""
    if not body:
        return _place(otherwise)
    source, start, end = body[0].span.source, body[0].span.start, body[-1].span.end
    text = " ".join(source.text[start:end].split())
    shown = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"
    return f"{_place(body[0].span)}: {shown}"


def _place(span: Span) -> str:
    return f", {span.source.name}:{span.line}"
