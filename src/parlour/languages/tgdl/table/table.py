"""How TGDL meets people: every question lists its options, and the table is the boards, decks and what seats own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.core import nodes
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import MEMORY_HINT, STEPS_HINT, CallSite, GameError, Refused
from parlour.game.position import ObjectView, State
from parlour.game.question import Anchor, Domain
from parlour.game.scene import Scene
from parlour.game.table import Face
from parlour.languages.remedies import remedy
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.table.answers import anchors_of
from parlour.languages.tgdl.table.scene import draw, faces
from parlour.languages.tgdl.table.things import Things
from parlour.languages.tgdl.table.why import why
from parlour.syntax.source import Span

# What the language calls errors that belong to the types of values.
_TYPE_ERRORS = frozenset({"type", "element"})
_HINTS = {
    "element": "look before with `is`, or make it for the wider class where it is made",
    "steps": STEPS_HINT,
    "depth": "does a function or action call itself without end?",
    "memory": MEMORY_HINT,
    "stuck": "an action needs a PlayerChoiceEvent trigger, an owner, and inputs that can be filled",
}
_QUEUE_HINT = "does an action throw the very event that starts it, again and again?"
_PHASES_HINT = "do phases that run by themselves follow each other without end? One without an effect waits for choices"
_TURN_HINT = "write a turn; with several of them, setup chooses one: `turns.use(…);`"


@dataclass(frozen=True, slots=True)
class TgdlTable:
    """See `parlour.game.table.Table`. `messages` say what is wrong where a value was null, by the place in the text;
    `misfits` where something that was read is not what its collection holds."""

    things: Things
    messages: dict[Span, str]
    misfits: dict[Span, str]

    def read(self, question: nodes.Question, text: str) -> Plain | Refused:
        return Refused("form", "choose one of the options")

    def label(self, question: nodes.Question, value: Plain) -> str:
        return str(value)

    def domain(self, question: nodes.Question) -> Domain:
        return Domain("one of the options")

    def anchors(self, question: nodes.Question, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        return anchors_of(self.things, values, state)

    def scene(self, state: State, viewer: int | None) -> Scene:
        return draw(self.things, state, viewer)

    def faces(self, state: State, viewer: int | None) -> Sequence[Face]:
        return faces(self.things, state, viewer)

    def drawn_from(self) -> Sequence[str] | None:
        if any(self.things.visible.values()):
            return None
        instances = (names.instance_name(each.shown) for each in self.things.checked.globals())
        return (*instances, names.OWNED)

    def state(self, state: State) -> dict[str, object]:
        """Each global class with its attributes."""
        found: dict[str, object] = {}
        for class_ in self.things.checked.globals():
            instance = state.read(names.instance_name(class_.shown))
            if isinstance(instance, ObjectView):
                found[class_.shown] = {
                    attribute.name: self._plain(value, attribute.type)
                    for attribute, value in self.things.attributes(instance)
                }
        return found

    def _plain(self, value: object, type_: t.Type) -> object:
        """A value as JSON has it; objects by their labels."""
        match value:
            case None | bool() | str():
                return value
            case float():
                return int(value) if value.is_integer() and abs(value) < 1e16 else value
            case int():
                return f"player {value}" if type_ == t.PLAYER else value
            case list() if isinstance(type_, t.Collection) and type_.kind == "Table":
                return [[self._plain(key, t.NULL), self._plain(each, type_.of)] for key, each in value]
            case list():
                item = type_.of if isinstance(type_, t.Collection) else t.NULL
                return [self._plain(each, item) for each in value]
            case dict():
                return []
            case ObjectView():
                return self._object(value)
        return str(value)

    def _object(self, thing: ObjectView) -> object:
        if thing.class_name == names.KEY:
            return self._plain(thing.fields[names.KEY_OF], t.NULL)
        match self.things.kind_of(thing):
            case "board":
                return thing.class_name
            case "stack":
                cards = thing.fields.get(names.CARDS)
                return f"{thing.class_name} ({len(cards) if isinstance(cards, list) else 0})"
        return self.things.label(thing)

    def asking(self, state: State) -> dict[str, object]:
        return {}

    def ending(self, result: object) -> dict[str, object] | None:
        return None

    def why(self, state: State, seat: int, words: str) -> tuple[str, ...]:
        return why(self.things, state, seat, words)

    def blamed(self, error: GameError, state: State) -> GameError:
        """Once there is a turn, the active player, and the phase; a program that failed between its blocks failed in
        the action that last came out of the queue, or else in the phase."""
        turn, phase, active, running = (
            state.read(name) for name in (names.TURN, names.PHASE, names.ACTIVE, names.RUNNING)
        )
        if not (isinstance(turn, int) and isinstance(phase, int) and isinstance(active, int)) or turn < 0:
            return error
        site = self._phase(turn, phase)
        calls = [*error.calls]
        hint = error.hint
        if isinstance(running, int) and running >= 0 and not any(each.name.startswith("action ") for each in calls):
            action = self.things.checked.root_actions()[running]
            calls.append(CallSite(f"action {action.name}", action.span))
            hint = _QUEUE_HINT if error.code == "steps" else hint
        elif error.code == "steps" and not calls:
            hint = _PHASES_HINT
        span = error.span if error.calls else (calls[0].span if calls else site.span)
        if site.name not in [each.name for each in calls]:
            calls.append(site)
        return replace(error, span=span, calls=tuple(calls), hint=hint, seat=state.seats[active])

    def _phase(self, turn: int, phase: int) -> CallSite:
        found = self.things.checked.turns[turn]
        if found.phases:
            return CallSite(f"phase {found.phases[phase].name}", found.phases[phase].span)
        return CallSite(f"turn {found.name}", found.span)

    def reword(self, error: GameError) -> GameError:
        """Null where a value is needed, in the words that belong to the place."""
        hint = error.hint or _HINTS.get(error.code, "") or remedy(error)
        message = self.messages.get(error.span) if error.span is not None else None
        match error.code:
            case "none" if message is not None:
                return replace(error, message=message, hint=hint)
            case "unset" if message is not None:
                return replace(error, message=message, hint=hint)
            case "type" if error.span is not None and error.span in self.misfits:
                return replace(error, kind="type", message=self.misfits[error.span], hint=hint)
            case "stuck":
                hint = hint if self.things.checked.turns else _TURN_HINT
                return replace(error, kind="stuck", hint=hint)
        return replace(error, kind="type" if error.code in _TYPE_ERRORS else error.kind, hint=hint)


def things_of(checked: m.Checked, visible: dict[m.Visible, str | None]) -> Things:
    return Things(checked, {each.shown: each for each in checked.classes}, visible)
