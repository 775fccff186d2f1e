"""All symbols of a game while it is checked: classes, functions, turns, and the types that their names stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.languages.tgdl import codes
from parlour.languages.tgdl.check import types
from parlour.languages.tgdl.check.files import File, path_between
from parlour.languages.tgdl.check.meaning import Attribute, Block, Class, Const, Function, Input, TableCall, Turn
from parlour.languages.tgdl.check.report import Report
from parlour.languages.tgdl.syntax import slips, tree
from parlour.languages.tgdl.syntax.scanner import COLLECTIONS, KIND_TYPES, PLAIN_TYPES
from parlour.syntax.source import Source, Span

_PLAIN: dict[str, types.Type] = {
    "number": types.NUMBER,
    "string": types.STRING,
    "bool": types.BOOL,
    "player": types.PLAYER,
    "group": types.GROUP,
}


@dataclass(frozen=True, slots=True, eq=False)
class Looking:
    """A block that only looks: what it is called, where its part begins, and what it does."""

    what: str
    kind: str
    part: Span
    body: Block


@dataclass(eq=False, slots=True)
class World:
    """What is known while the bodies are checked. `later` are the bodies, in the order of declaration."""

    report: Report
    files: list[File]
    choice_event: Class
    blank_tile: Class
    connection: Class
    classes: list[Class] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    strings: dict[str, None] = field(default_factory=dict)
    looking: list[Looking] = field(default_factory=list)
    later: list[Callable[[], None]] = field(default_factory=list)
    file_of: dict[Class, File] = field(default_factory=dict)
    setup: Block | None = None
    with_default: set[Input] = field(default_factory=set)
    table_calls: list[TableCall] = field(default_factory=list)
    # Numbers of players who win.
    named_winners: list[Const] = field(default_factory=list)
    # Strings with which the phase that is active is compared.
    compared_phases: list[Const] = field(default_factory=list)
    told_types: set[tuple[File, str]] = field(default_factory=set)
    told_names: set[tuple[object, str]] = field(default_factory=set)
    # Classes whose base has been complained about: what would follow from it is not said.
    baseless: set[Class] = field(default_factory=set)
    _derived: dict[Class, list[Class]] | None = None

    @property
    def built_in(self) -> dict[str, Class]:
        return {each.name: each for each in (self.choice_event, self.blank_tile)}

    def derived(self, class_: Class) -> list[Class]:
        """All that are derived from a class, itself left out. Only when all bases are known."""
        if self._derived is None:
            self._derived = {}
            for each in self.classes:
                for ancestor in each.line[1:]:
                    self._derived.setdefault(ancestor, []).append(each)
        return self._derived.get(class_, [])

    def class_named(self, file: File, name: str, qualifier: str | None) -> Class | None:
        """The class that a file means by a name; also one that is built in."""
        if qualifier is not None:
            other = file.aliases.get(qualifier)
            found = None if other is None else other.own.get(name)
        else:
            found = file.seen.get(name) or self.built_in.get(name)
        return found if isinstance(found, Class) else None

    def type_of(self, file: File, form: tree.TypeName) -> types.Type:
        """The type that is written; an unknown one is reported, and `BROKEN`."""
        if form.of is not None:
            of = self.type_of(file, form.of)
            kind = form.name
            assert kind in COLLECTIONS
            return types.BROKEN if of == types.BROKEN else types.Collection(kind, of)  # type: ignore[arg-type]
        if form.qualifier is None and form.name in PLAIN_TYPES:
            return _PLAIN[form.name]
        if form.qualifier is None and form.name in KIND_TYPES:
            return types.GROUP if form.name == "group" else types.OfKind(form.name)  # type: ignore[arg-type]
        found = self.class_named(file, form.name, form.qualifier)
        if found is not None:
            return types.Object(found)
        self.tell_unknown_type(file, form)
        return types.BROKEN

    def tell_unknown_type(self, file: File, form: tree.TypeName) -> None:
        name = form.span.text if form.qualifier else form.name
        if (file, name) in self.told_types:
            return
        self.told_types.add((file, name))
        if form.qualifier is not None and form.qualifier not in file.aliases:
            is_class = isinstance(file.seen.get(form.qualifier), Class)
            title = f"{name} is no type" if is_class else f"{form.qualifier} is not the name of an import"
            hint = f"put the conversion in brackets: `(… as {form.qualifier}).{form.name}`" if is_class else ""
            self.report.unknown.tell(codes.UNKNOWN_TYPE, title, form.qualifier, form.span, file.aliases, hint=hint)
            return
        symbols = file.seen if form.qualifier is None else file.aliases[form.qualifier].own
        known = [each for each, symbol in symbols.items() if isinstance(symbol, Class)]
        if form.qualifier is None:
            known += [*PLAIN_TYPES, *KIND_TYPES, *self.built_in]
        hint = slips.TYPE_WORDS.get(form.name, "")
        if form.name in symbols:
            symbol = symbols[form.name]
            hint = f"`{form.name}` is a {'turn' if isinstance(symbol, Turn) else 'function'}"
        elif form.qualifier is None and not hint:
            hint = self.not_imported(file, form.name)
        if self.report.lacks_names and form.name not in symbols:
            return
        title = f"{name} is not a known type"
        otherwise = "define it, or import the file that does" if form.qualifier is None else ""
        self.report.unknown.tell(codes.UNKNOWN_TYPE, title, form.name, form.span, known, hint=hint, otherwise=otherwise)

    def not_imported(self, file: File, name: str) -> str:
        """The advice to import what another file of the game defines, if one does: imports are not passed on."""
        for other in self.files:
            if other is not file and name in other.own:
                return f'{name} is in {other.source.name}: write `import "{path_between(file, other)}";` here, too'
        component = slips.COMPONENTS.get(name)
        if component:
            # One import is missing, however many names of its file are used.
            self.report.lost.update(
                other for other, path in slips.COMPONENTS.items() if path == component and other != name
            )
        return f'it comes with Parlour: write `import "{component}";` at the top' if component else ""


def built_in_classes() -> tuple[Class, Class, Class]:
    """PlayerChoiceEvent, BlankTile and the class of plain connections."""
    source = Source("TGDL", "PlayerChoiceEvent BlankTile connection active")
    choice = Class("PlayerChoiceEvent", "event", source.span(0, 17), 0, shown="PlayerChoiceEvent", is_built_in=True)
    choice.attributes["active"] = Attribute("active", choice, types.PLAYER, source.span(39, 45))
    blank = Class("BlankTile", "tile", source.span(18, 27), 1, shown="BlankTile", is_built_in=True)
    plain = Class("connection", "connection", source.span(28, 38), 2, shown="connection", is_built_in=True)
    return choice, blank, plain
