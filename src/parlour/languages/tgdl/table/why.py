"""Why an action is not open: which require, trigger or filter says no, on which object, and what it looked at.

Of objects only those are named that the active player may use, and by what that player sees of them. Blocks are quoted
as they stand in the text, with the values of the attributes in them (`gold is 1`): of those alone that the player sees
at every step of the way, so that nothing is told that is hidden from a seat.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.game.position import ObjectView, State
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.explaining import why_name
from parlour.languages.tgdl.table.things import Eyes, Things
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

# More objects than this are counted, not named.
_MOST_NAMED = 5
_LONGEST_QUOTE = 90
_MOST_VALUES = 4
_DEEPEST = 3


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
        obstacle, block = _obstacle(action, str(said))
        groups.setdefault(obstacle + _values(eyes, thing, block), []).append(label)
    for obstacle, labels in groups.items():
        where = "" if action.owner.scope == "global" else f" on {_joined(labels)}"
        yield f"{name}{where} {obstacle}"


def _nothing_usable(action: m.Action) -> str:
    kind = action.owner.shown
    if action.owner.scope == "group":
        return f"{_full(action)}: you are member of no {kind}"
    return f"{_full(action)}: no {kind} that could be used is yours"


def _obstacle(action: m.Action, said: str) -> tuple[str, m.Block]:
    """What stands in the way, in words, and the block that says so."""
    word, *numbers = said.split()
    places = [int(number) for number in numbers]
    asked = [each for each in action.inputs if each.modifier != "function"]
    match word:
        case "open":
            return "is open: it is among the options when an action is asked for", ()
        case "require":
            body = action.requires[places[0]]
            return f"is not open: a require says no{_quoted(body, action.span)}", body
        case "trigger":
            trigger = next(each for each in action.triggers if each.event.is_built_in)
            return f"is not open: its trigger says no{_quoted(trigger.body, trigger.span)}", trigger.body
        case "empty":
            return f"is not open: there is nothing to choose from for input {asked[places[0]].name}", ()
        case "filter":
            each = asked[places[0]]
            body = each.filters[places[1]].body
            more = "" if places[1] == 0 else ", after those before it,"
            quoted = _quoted(body, each.span)
            return f"is not open: a filter of input {each.name}{more} lets nothing pass{quoted}", body
    each = asked[places[0]]
    before = [other.name for other in asked[: places[0]]]
    whatever = f", whatever is chosen for {_joined(before)}" if before else ""
    return f"is not open: input {each.name} cannot be filled{whatever}{_place(each.span)}", ()


# ------------------------------------------------------------------------------------------------------------- values


def _values(eyes: Eyes, this: ObjectView, block: m.Block) -> str:
    """What a block reads of `this` and of the global classes, as far as the viewer sees it."""
    found = dict(_read(eyes, this, block, ""))
    told = [f"{text} is {word}" for text, word in found.items()][:_MOST_VALUES]
    return f" ({', '.join(told)})" if told else ""


def _read(eyes: Eyes, this: ObjectView, block: m.Block, before: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """The texts of what a block reads, with their values. What functions read that it calls follows, with `before` it
    the object whose functions they are."""
    waiting = [part for stmt in walk.statements(block) for part in reversed(walk.own_expressions(stmt))][::-1]
    while waiting:
        expr = waiting.pop()
        word = _word(eyes, this, expr)
        if word is not None:
            yield f"{before if _is_of_this(expr) else ''}{_text(expr)}", word
            continue
        waiting += reversed(walk.children(expr))
        match expr:
            case m.FunctionCall(receiver=receiver, function=function) if receiver is not None and depth < _DEEPEST:
                held = _held(eyes, this, receiver)
                if held is not None and isinstance(held[0], ObjectView):
                    class_ = eyes.things.class_of(held[0])
                    version = None if class_ is None else class_.function(function.name)
                    prefix = before if isinstance(receiver, m.This) else f"{_text(receiver)}."
                    yield from _read(eyes, held[0], (version or function).body, prefix, depth + 1)


def _text(expr: m.Expr) -> str:
    text = " ".join(expr.span.source.text[expr.span.start : expr.span.end].split())
    return text.removeprefix("this.")


def _is_of_this(expr: m.Expr) -> bool:
    """Whether a way through attributes begins at the object whose block it stands in."""
    while isinstance(expr, m.Attr | m.BuiltInAttr | m.MethodCall):
        expr = expr.receiver if isinstance(expr, m.MethodCall) else expr.object
    return isinstance(expr, m.This)


def _word(eyes: Eyes, this: ObjectView, expr: m.Expr) -> str | None:
    """The value of an expression that is a way through attributes, in words; None of every other expression."""
    match expr:
        case m.Attr() | m.BuiltInAttr(name="player") if isinstance(expr.type, t.Plain):
            held = _held(eyes, this, expr)
            if held is not None:
                value = held[0]
                return f'"{value}"' if isinstance(value, str) else eyes.things.word(value, expr.type)
        case m.MethodCall(name="length", receiver=m.Attr() as receiver):
            held = _held(eyes, this, receiver)
            items = held[0] if held is not None else None
            if isinstance(items, ObjectView):
                items = items.fields.get(names.CARDS)
            if isinstance(items, list | dict):
                return str(len(items))
        case m.TableCall(name="turn.phase.active"):
            phase = eyes.state.call(names.PHASE_NAME)
            return f'"{phase}"' if isinstance(phase, str) else None
    return None


def _held(eyes: Eyes, this: ObjectView, expr: m.Expr) -> tuple[object] | None:
    """What an expression comes to, if the viewer sees it."""
    match expr:
        case m.This():
            return (this,)
        case m.GlobalObject(of=class_):
            return (eyes.state.read(names.instance_name(class_.shown)),)
        case m.Attr(object=subject, attribute=attribute):
            held = _held(eyes, this, subject)
            if held is not None and isinstance(held[0], ObjectView) and _is_seen(eyes, held[0], attribute):
                return (eyes.things.held(held[0], attribute),)
        case m.BuiltInAttr(object=subject, name="player"):
            held = _held(eyes, this, subject)
            if held is not None and isinstance(held[0], ObjectView):
                return (eyes.things.owner(held[0]),)
    return None


def _is_seen(eyes: Eyes, thing: ObjectView, attribute: m.Attribute) -> bool:
    is_back = eyes.things.kind_of(thing) == "interactable" and not eyes.sees(thing)
    return not is_back and not eyes.is_hidden(thing, attribute)


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
