"""The declarations of a program: which classes, ACTIONs and helpers there are, before any body is looked at.

In goes the tree, out comes a `World`, in which every declaration that makes sense has its place. What is declared
twice, extends nothing or has a type that does not exist is reported here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.check.arguments import counted
from parlour.languages.allhandsondeck.check.meaning import Attribute, Class, Function, Var, built_in_classes, class_line
from parlour.languages.allhandsondeck.check.report import Report
from parlour.languages.allhandsondeck.check.types import (
    ACTIONS,
    BUILT_IN,
    COLLECTION,
    FUNCTIONS,
    HELPERS,
    PRIMITIVES,
    WORDS,
    Type,
)
from parlour.languages.allhandsondeck.syntax import slips, tree
from parlour.syntax.source import Span
from parlour.syntax.suggest import suggest
from parlour.syntax.unknown import Unknown


@dataclass(eq=False)
class World:
    """What a program declares. `bodies` pairs every function with the tree it is to be filled from."""

    report: Report
    lost: frozenset[str]
    # All of the text could be read.
    is_sound: bool = True
    classes: dict[str, Class] = field(default_factory=built_in_classes)
    trees: dict[str, tree.Class] = field(default_factory=dict)
    actions: dict[str, list[Function]] = field(default_factory=dict)
    helpers: dict[str, Function] = field(default_factory=dict)
    main: Function | None = None
    bodies: list[tuple[Function, tree.Block | tree.Expr]] = field(default_factory=list)
    # Attributes whose value is an expression.
    values: list[tuple[Attribute, tree.Expr]] = field(default_factory=list)
    state: dict[str, None] = field(default_factory=dict)
    # The names of all helpers that belong to no class, whether they have been looked at or not.
    helper_names: frozenset[str] = frozenset()
    # Classes with a mistake in what they take or extend: nothing more is said of that.
    half_known: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.error = self.report.error
        self.unknown = Unknown(self.report.found.append, self.lost)

    def twice(self, code: str, title: str, again: Span, first: Span | None) -> None:
        """Something is declared that is there already."""
        hint = "leave one of them out, or give it another name"
        self.error(code, title, again, "declared again here", hint=hint, also=[(first, "declared here first")])

    # ------------------------------------------------------------------------------------------------- classes

    def line(self, name: str) -> tuple[str, ...]:
        return class_line(self.classes, name)

    def derives(self, name: str, ancestor: str) -> bool:
        return ancestor in self.line(name)

    def below(self, name: str) -> list[str]:
        """The class itself and all that extend it."""
        return [other for other in self.classes if name in self.line(other)]

    def attributes(self, class_name: str) -> dict[str, Attribute]:
        """Own and inherited ones by name."""
        found: dict[str, Attribute] = {}
        for ancestor in reversed(self.line(class_name)):
            found.update(self.classes[ancestor].attributes)
        return found

    def has_helper(self, class_name: str, name: str) -> bool:
        line = self.line(class_name)
        built_in = HELPERS.get(name)
        return any(name in self.classes[ancestor].helpers for ancestor in line) or (
            built_in is not None and built_in.on in line
        )

    def is_action(self, name: str) -> bool:
        return name in self.actions or name in ACTIONS

    def type(self, written: tree.TypeName | None) -> Type | None:
        """The type that is written; None if there is none, or no such one."""
        if written is None:
            return None
        name = WORDS.get(written.name, written.name)
        if name not in PRIMITIVES and name not in self.classes:
            if self.is_action(name):
                title = f"`{name}` is an ACTION: it is done, not called"
                hint = f"write `do {name}`, or `player do {name}`"
                self.error(codes.ACTION_CALLED, title, written.span, hint=hint)
                return None
            hint = slips.CLASSES.get(name, "") or self.unknown.suggestion(name, (*PRIMITIVES, *self.classes))
            if name.lower() in (*self.helper_names, *FUNCTIONS):
                hint = f"a helper is written in small letters: `{name.lower()}(…)`"
            hint = hint or f"declare it: `let {name} be Object with:`"
            start = written.span.start
            place = written.span.source.span(start, start + len(written.name))
            self.unknown.gather_name(codes.UNKNOWN_CLASS, f"there is no class {name}", name, place, hint)
            return None
        if written.of is None:
            return Type(name)
        of = self.type(written.of)
        if not self.derives(name, COLLECTION):
            self.error(
                codes.BAD_TEMPLATE,
                f"{name} holds no elements, so there is no {name}<{written.of.name}>",
                written.span,
                hint="only a Collection can be of something: Stack<Card>",
            )
            return None
        return None if of is None else Type(name, of)

    def template(self, type_: Type) -> str:
        """The class of `Stack<Card>()`: one of its own for each type it is made with."""
        name = str(type_)
        if name not in self.classes:
            base = self.classes[type_.name]
            self.classes[name] = Class(name, base.name, type_.of, shown=base.shown)
        return name

    def constructor(self, name: str) -> tuple[str, ...] | None:
        """The names of the parameters that making an object takes; None if it takes elements."""
        for ancestor in self.line(name):
            params = self.classes[ancestor].params
            if params is not None:
                return tuple(var.name for var in params)
            if ancestor == COLLECTION:
                return None
        return ()


def declare(program: tree.Program, report: Report) -> World:
    """All declarations of a program."""
    world = World(report, program.lost)
    helpers = (item.name.text for item in program.declarations if isinstance(item, tree.Helper))
    world.helper_names = frozenset(helpers)
    world.is_sound = program.is_sound
    classes = [item for item in program.declarations if isinstance(item, tree.Class)]
    for class_ in classes:
        _name_class(world, class_)
    for name in list(world.trees):
        _extend(world, name)
    for name, class_ in world.trees.items():
        _members(world, world.classes[name], class_)
    meant = _meant_as_main(program)
    for item in program.declarations:
        if meant is not None and item is meant[0]:
            hint = "it is neither an ACTION nor a helper: write `main:`"
            report.error(codes.NO_MAIN, "the program has no main", meant[0].name.span, hint=hint)
            _main(world, tree.Main(item.span, meant[1]))
            continue
        match item:
            case tree.Main():
                _main(world, item)
            case tree.Action():
                _action(world, item)
            case tree.Helper():
                _helper(world, item)
    if world.main is None and "main" not in program.lost:
        hint = "main says what happens: `main:` and, indented below it, the game"
        place = program.span.source.span(0, 0)
        report.error(codes.NO_MAIN, "the program has no main", place, hint=hint)
    return world


def _meant_as_main(program: tree.Program) -> tuple[tree.Action | tree.Helper, tree.Block] | None:
    """Where there is no main, an ACTION or a helper that is called almost so, or a helper that does ACTIONs; and its
    block."""
    if any(isinstance(item, tree.Main) for item in program.declarations) or "main" in program.lost:
        return None
    found = [item for item in program.declarations if isinstance(item, tree.Action | tree.Helper)]
    called = [item for item in found if suggest(item.name.text, ["main"]) is not None]
    doing = [item for item in found if isinstance(item, tree.Helper) and not item.parameters and _does(item.body)]
    return next(((item, item.body) for item in (*called, *doing) if isinstance(item.body, tree.Block)), None)


def _does(body: tree.Block | tree.Expr) -> bool:
    """Whether an ACTION is done there."""
    if not isinstance(body, tree.Block):
        return isinstance(body, tree.Doing)
    for statement in body.statements:
        if any(isinstance(part, tree.Doing) for part in tree.children(statement)):
            return True
        if any(_does(inner) for inner in tree.blocks(statement)):
            return True
    return False


# ---------------------------------------------------------------------------------------------------------- classes


def _name_class(world: World, item: tree.Class) -> None:
    name = item.name.text
    if name in BUILT_IN or name in PRIMITIVES:
        world.error(
            codes.DUPLICATE_CLASS, f"{name} is a class of the language", item.name.span, hint="choose another name"
        )
    elif name in world.trees:
        first = world.trees[name].name.span
        world.twice(codes.DUPLICATE_CLASS, f"there is a class {name} already", item.name.span, first)
    else:
        world.trees[name] = item
        world.classes[name] = Class(name, None, shown=name, span=item.name.span)


def _extend(world: World, name: str) -> None:
    """Finds out what a class extends."""
    item, class_ = world.trees[name], world.classes[name]
    base = WORDS.get(item.base.name, item.base.name)
    class_.base = "Object"
    if base in PRIMITIVES:
        title = f"{name} cannot extend {item.base.name}, which is no class"
        hint = "a class extends Object, Actor, Series, Stack or another class"
        world.error(codes.BAD_BASE, title, item.base.span, hint=hint)
        return
    if base not in world.classes and base in slips.PLAYERS:
        hint = f"who plays is an Actor: `let {name}{'(…)' if item.parameters else ''} be Actor with:`"
        world.unknown.gather_name(codes.UNKNOWN_CLASS, f"there is no class {base}", base, item.base.span, hint)
        world.half_known.add(name)
        return
    if base not in world.classes:
        world.type(tree.TypeName(item.base.span, base))
        world.half_known.add(name)
        return
    class_.base = base
    # A circle is looked for from the class that closes it, so it is reported once.
    line = world.line(name)
    if world.classes[line[-1]].base is not None:
        hint = "the chain of classes must end at Object, Actor, Series or Stack"
        if base == name:
            hint = f"say what it is: `be Object`, or `be Actor` if {name} plays"
        world.error(codes.CYCLIC_CLASS, f"{name} extends itself", item.base.span, hint=hint)
        world.half_known.add(name)
        class_.base = "Object"
        world.half_known.add(name)


def _members(world: World, class_: Class, item: tree.Class) -> None:
    if item.base.of is not None and class_.base is not None and item.base.name == class_.base:
        of = world.type(item.base)
        class_.element = None if of is None else of.of
    if item.parameters is not None:
        class_.params = _parameters(world, item.parameters, None)
    elif item.arguments is not None:
        class_.params = ()
    names: dict[str, Span] = {}
    for member in item.members:
        name = member.name.text
        if name in names:
            world.twice(
                codes.DUPLICATE_MEMBER, f"{class_.name} has a member {name} already", member.name.span, names[name]
            )
            continue
        names[name] = member.name.span
        if isinstance(member, tree.Helper):
            params = _parameters(world, member.parameters, None)
            helper = Function("helper", name, params, member.span, class_name=class_.name)
            class_.helpers[name] = helper
            world.bodies.append((helper, member.body))
        else:
            type_ = world.type(member.type)
            attribute = Attribute(class_.name, name, member.is_const, type_, member.name.span)
            class_.attributes[name] = attribute
            if isinstance(member.value, tree.Block):
                params = class_.params or ()
                block = Function("attribute", name, params, member.span, class_name=class_.name)
                attribute.value = block
                world.bodies.append((block, member.value))
            else:
                world.values.append((attribute, member.value))


# -------------------------------------------------------------------------------------------------------- functions


def _parameters(world: World, items: Sequence[tree.Parameter], receiver: tree.Parameter | None) -> tuple[Var, ...]:
    seen: dict[str, Span] = {} if receiver is None else {receiver.name.text: receiver.name.span}
    found: list[Var] = []
    for item in items:
        name = item.name.text
        if name in seen:
            title = f"there is a parameter '{name}' already"
            also, hint = [(seen[name], "the first one")], "leave one of them out, or give it another name"
            world.error(codes.DUPLICATE_PARAMETER, title, item.name.span, also=also, hint=hint)
        seen[name] = item.name.span
        found.append(Var(name, world.type(item.type), is_parameter=True))
    return tuple(found)


def _main(world: World, item: tree.Main) -> None:
    if world.main is not None:
        world.error(
            codes.TWO_MAINS,
            "there is a main already",
            item.span.source.span(item.span.start, item.span.start + len("main")),
            also=[(world.main.span.source.span(world.main.span.start, world.main.span.start + len("main")), "here")],
            hint="a program begins in one place: put both into one main",
        )
        return
    world.main = Function("main", "main", (), item.span)
    world.bodies.append((world.main, item.body))


def _action(world: World, item: tree.Action) -> None:
    name = item.name.text
    receiver = None
    if item.receiver is not None:
        type_ = world.type(item.receiver.type)
        receiver = Var(item.receiver.name.text, type_, is_parameter=True)
    params = _parameters(world, item.parameters, item.receiver)
    action = Function("action", name, params, item.name.span, receiver=receiver)
    named = world.actions.setdefault(name, [])
    for other in named:
        if (other.receiver is None) == (receiver is None) and (
            other.receiver is None or receiver is None or other.receiver.type == receiver.type
        ):
            who = "" if receiver is None or receiver.type is None else f" of {receiver.type}"
            world.twice(
                codes.DUPLICATE_ACTION, f"duplicate ACTION: there is a {name}{who} already", item.name.span, other.span
            )
            break
    else:
        named.append(action)
    world.bodies.append((action, item.body))


def _helper(world: World, item: tree.Helper) -> None:
    name = item.name.text
    helper = Function("helper", name, _parameters(world, item.parameters, None), item.span)
    if name in world.helpers:
        world.twice(
            codes.DUPLICATE_HELPER, f"there is a helper {name} already", item.name.span, world.helpers[name].span
        )
    else:
        world.helpers[name] = helper
    world.bodies.append((helper, item.body))


def constructor_text(world: World, name: str) -> str:
    """What making an object takes, in words."""
    names = world.constructor(name)
    if names is None:
        return "any number of elements"
    return f"{counted(len(names), 'argument')}{' (' + ', '.join(names) + ')' if names else ''}"
