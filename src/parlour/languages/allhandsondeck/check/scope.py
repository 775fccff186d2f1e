"""Where a body stands: the names it knows and makes, its object, and of which classes its values can be.

What is said of a name that means nothing there stands below.

A loop variable or a declared name belongs to its whole function; the variable of a comprehension only to that. A bare
assignment inside an ACTION or main makes game state, inside a helper a local.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.declarations import World
from parlour.languages.allhandsondeck.check.meaning import Expr, Function, Var
from parlour.languages.allhandsondeck.check.types import ACTIONS, FUNCTIONS, HELPERS, PRIMITIVES, SERIES, Type
from parlour.languages.allhandsondeck.syntax import slips, tree
from parlour.syntax.source import Span
from parlour.syntax.suggest import distance, suggest

# The collection in the advice of `slips`, and how much of the program's own may stand there.
_SAMPLE = re.compile(r"(?<=`)(?:cards|deck)(?=[ .\[])|(?<= in )cards(?=`)")
SHOWN_COLLECTION = 40
_BEFORE_POINT = re.compile(r" (?=[,.:;!?])")
# How much of a text that is put together is shown.
SHOWN_TEXT = 70
# So many attributes of a class are listed.
SHOWN_ATTRIBUTES = 6


@dataclass
class Scope:
    """The body of a function, or an expression in a class. `params` are constructor parameters that hide attributes;
    `has_self`: there is an object; `inner` are the variables of the comprehensions around, innermost last; `attribute`
    is the one whose value the expression is."""

    world: World
    function: Function | None
    class_name: str | None = None
    params: dict[str, Var] = field(default_factory=dict)
    has_self: bool = False
    locals: dict[str, Var] = field(default_factory=dict)
    inner: list[dict[str, Var]] = field(default_factory=list)
    attribute: str | None = None

    @property
    def kind(self) -> str:
        """main, action, helper or attribute."""
        return "attribute" if self.function is None else self.function.kind

    @property
    def is_pure(self) -> bool:
        """The body must not change the game."""
        return self.kind in ("helper", "attribute")

    def local(self, name: str) -> Var | None:
        for variables in reversed(self.inner):
            if name in variables:
                return variables[name]
        return self.locals.get(name)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Variables that are added to `inner` end with the comprehension."""
        depth = len(self.inner)
        try:
            yield
        finally:
            del self.inner[depth:]

    def class_of(self, value: Expr) -> str | None:
        """The class or primitive type that a value surely has (or extends); None if that is open."""
        match value:
            case c.Local(_, Var(type=Type(name))):
                return name
            case c.Self():
                return self.class_name
            case c.Create(_, name):
                return name
            case c.Series():
                return SERIES
            case c.Const(_, bool()):
                return "bool"
            case c.Const(_, int()):
                return "int"
            case c.Const(_, float()):
                return "float"
            case c.Const(_, str()) | c.Format():
                return "string"
            case c.Range():
                return "Range"
        return None

    def possible(self, value: Expr) -> Sequence[str]:
        """The classes that a value may be an object of."""
        known = self.class_of(value)
        if known is None:
            return list(self.world.classes)
        return [] if known in PRIMITIVES else self.world.below(known)


# ------------------------------------------------------------------------------------------------- names that it makes


def statements(block: tree.Block) -> Iterator[tree.Statement]:
    """All statements of a block, those inside others too, in the order of the text."""
    stack = list(reversed(block.statements))
    while stack:
        statement = stack.pop()
        yield statement
        inner = [part for part_block in tree.blocks(statement) for part in part_block.statements]
        stack.extend(reversed(inner))


def declared(block: tree.Block) -> Iterator[tuple[tree.Ident, tree.TypeName | None]]:
    """Loop variables (without a type) and names with a typed declaration."""
    for statement in statements(block):
        match statement:
            case tree.For(_, name, _, _):
                yield name, None
            case tree.Declare(_, type_, name, _):
                yield name, type_


def assigned(body: tree.Block | tree.Expr) -> Iterator[tree.Variable]:
    """The bare names that are assigned, except where they are variables of a comprehension around."""
    if not isinstance(body, tree.Block):
        yield from _assigned(body, frozenset())
        return
    for statement in statements(body):
        for expr in tree.children(statement):
            yield from _assigned(expr, frozenset())


def _assigned(root: tree.Expr | tree.Comprehension | tree.Slice, bound: frozenset[str]) -> Iterator[tree.Variable]:
    stack: list[tuple[tree.Expr | tree.Comprehension | tree.Slice, frozenset[str]]] = [(root, bound)]
    while stack:
        expr, around = stack.pop()
        match expr:
            case tree.Assign(_, tree.Variable() as target, _, _) if target.name not in around:
                yield target
            case tree.Comprehension(_, _, clauses):
                around |= {clause.name.text for clause in clauses if isinstance(clause, tree.ForIn)}
        stack.extend((part, around) for part in reversed(list(tree.children(expr))))


# ------------------------------------------------------------------------------------------------------ unknown names


def unknown_name(scope: Scope, name: str, span: Span) -> None:
    """A name in small letters that is no variable."""
    world, class_name = scope.world, scope.class_name
    if name in world.helpers or name in FUNCTIONS:
        takes = world.helpers[name].params if name in world.helpers else True
        hint = f"call it: {name}({'…' if takes else ''})"
        world.error(codes.NOT_A_VALUE, f"{name} is a helper, not a value", span, hint=hint)
    elif class_name is not None and name in world.attributes(class_name):
        world.error(
            codes.UNKNOWN_NAME,
            f"the attribute '{name}' does not exist yet where the super class gets its arguments",
            span,
            hint="use the constructor's parameters here",
        )
    elif class_name is not None and scope.has_self and world.has_helper(class_name, name):
        world.error(codes.NOT_A_VALUE, f"{name} is a helper, not a value", span, hint=f"call it: {name}()")
    else:
        otherwise = f"a variable of the game is made by an assignment in an ACTION: `{name} = …`"
        known = [*world.state, *scope.locals, *scope.params]
        title = f"undeclared identifier '{name}'"
        if name not in world.lost:
            before = span.source.text[max(0, span.start - 4) : span.start]
            if before.rstrip(" ").endswith("//"):
                otherwise = "`//` divides whole numbers; a comment is written `# …`"
                known = []
            hint = _itself(scope, name, span) or slips.VALUES.get(name) or _in_brackets(name, span)
            hint = hint or _in_comprehension(name, span) or _attribute_of(scope, name) or _almost(scope, name, known)
            hint = hint or _other_parameter(scope, name) or _local_elsewhere(world, name) or _quoted(name, span)
            hint = hint or world.unknown.suggestion(name, known)
            if not hint and _COMPARED.search(span.source.text[max(0, span.start - 8) : span.start]):
                otherwise = f"a text stands in quotes, `'{name}'`; {otherwise}"
            world.unknown.gather(codes.UNKNOWN_NAME, title, span, hint or otherwise)


# What stands before a name that is compared.
_COMPARED = re.compile(r"(?:==|!=|\bin|\bis) *$")


def _itself(scope: Scope, name: str, span: Span) -> str:
    """What `self.hand` is in an ACTION: whoever does it has a name there."""
    receiver = None if scope.function is None else scope.function.receiver
    if name not in ("self", "this", "me") or receiver is None:
        return ""
    member = _MEMBER.match(span.source.text, span.end)
    return f"who does the ACTION is called `{receiver.name}` here: write `{receiver.name}{member[0] if member else ''}`"


_MEMBER = re.compile(r"\.[a-z][a-z0-9_]*")


def _in_brackets(name: str, span: Span) -> str:
    """`[i in 1..3]`, a comprehension of which the first half was forgotten."""
    before, after = span.source.text[: span.start].rstrip(), span.source.text[span.end : span.end + 4]
    if not before.endswith(("[", "(")) or not after.startswith(" in "):
        return ""
    return f"to go through several values, write `{name} for {name} in …`"


# The rest of the first half of a comprehension, behind one of its names.
_BEHIND_FIRST_HALF = re.compile(r"[^\[\]\n:=#]*\n?[ \t]*for [a-z]\w* in ")


def _in_comprehension(name: str, span: Span) -> str:
    """A name in the first half of a comprehension that goes through other values: `for … in …` is missing for it."""
    text = span.source.text
    opened = max(text.rfind("(", 0, span.start), text.rfind("[", 0, span.start))
    is_called = opened > 0 and text[opened] == "(" and text[opened - 1].isalnum()
    if (
        not is_called
        or _BEHIND_FIRST_HALF.match(text, span.end) is None
        or ")" not in text[span.end :].split("for ")[0]
    ):
        return ""
    return f"to go through its values, too, write `for {name} in …` behind the other `for`"


def _almost(scope: Scope, name: str, known: Sequence[str]) -> str:
    """A name of this body that differs in one letter: who writes it means that one, whatever others are called."""
    meant = suggest(name, known)
    is_here = meant is not None and (meant in scope.locals or meant in scope.params)
    return f"Did you mean {meant}?" if meant is not None and is_here and distance(name, meant) == 1 else ""


def _attribute_of(scope: Scope, name: str) -> str:
    """In an ACTION, an attribute or a helper of whoever does it is taken with a point."""
    receiver = None if scope.function is None else scope.function.receiver
    if receiver is None or receiver.type is None or receiver.type.name not in scope.world.classes:
        return ""
    if name in scope.world.attributes(receiver.type.name):
        return f"it is an attribute of {receiver.type}: write `{receiver.name}.{name}`"
    return ""


def _quoted(name: str, span: Span) -> str:
    """Advice about a name that is a text elsewhere in the program."""
    text = span.source.text
    is_text = f"'{name}'" in text or f'"{name}"' in text
    return f"a text stands in quotes: `'{name}'`" if is_text else ""


def _other_parameter(scope: Scope, name: str) -> str:
    """What the parameter is called that is an object of this kind: `c` in `fits(Card c)`, for who says `card`."""
    for known, var in (*scope.params.items(), *scope.locals.items()):
        if var.type is not None and var.type.name.casefold() == name.casefold():
            return f"the {var.type.name} is called `{known}` here"
    return ""


def _local_elsewhere(world: World, name: str) -> str:
    """What to do if another ACTION or helper has a variable of this name all for itself."""
    for function, body in world.bodies:
        for ident, written in declared(body) if isinstance(body, tree.Block) else ():
            if ident.text == name and written is not None:
                what, line = written.span.text, ident.span.line
                hint = f"it belongs to {function.name} alone, because line {line} gives it a type: "
                return hint + f"to make it a variable of the game, leave out `{what}` there"
    for function, _ in world.bodies:
        if any(parameter.name == name for parameter in function.params):
            return f"it is a parameter of {function.name} alone: hand it on, or keep it in a variable of the game"
    return ""


def bare_name(scope: Scope, name: str, span: Span) -> None:
    """The name of a class or an ACTION where a value should be."""
    world = scope.world
    if name in world.classes:
        hint = f"make an object of it: {name}(…)"
        if span.source.text[span.end : span.end + 1] == ".":
            hint = f"attributes belong to an object of it: `{name.lower()}.…`"
        world.error(codes.NOT_A_VALUE, f"{name} is a class, not a value", span, hint=hint)
    elif name in world.actions or name in ACTIONS:
        world.error(codes.NOT_A_VALUE, f"{name} is an ACTION, not a value", span, hint=f"do it: do {name}")
    else:
        meant = suggest(name, ["True", "False", "None"])
        hint = f"Did you mean `{meant}`?" if meant else slips.CLASSES.get(name, "")
        known = [*world.state, *scope.locals, *scope.params]
        if not hint and name.lower() in known:
            hint = f"a variable is written in small letters: `{name.lower()}`"
        hint = hint or _quoted(name, span)
        hint = hint or world.unknown.suggestion(name, [*world.classes, *(world.actions if name.isupper() else ())])
        hint = hint or f"a text stands in quotes, `'{name}'`; a name is written in small letters, `{name.lower()}`"
        world.unknown.gather_name(codes.UNKNOWN_CLASS, f"there is no class {name}", name, span, hint)


def unknown_attribute(scope: Scope, value: Expr, name: tree.Ident) -> None:
    """`value.name`, and nothing that the value can be has such an attribute."""
    world, known, possible = scope.world, scope.class_of(value), scope.possible(value)
    # What no class has is one mistake, wherever it is looked for.
    is_nowhere = not any(name.text in class_.attributes for class_ in world.classes.values())
    title = f"no class has an attribute '{name.text}'" if is_nowhere else f"{known} has no attribute '{name.text}'"
    others = {other for class_name in possible for other in world.attributes(class_name)}
    is_helper = any(world.has_helper(class_name, name.text) for class_name in possible)
    hint = f"it is a helper: call it, `.{name.text}()`" if is_helper else ""
    hint = hint or _counted(name.text) or _written_for(world, name.text, others) or slips.CALLS.get(name.text, "")
    own = [class_.name for class_ in world.classes.values() if class_.span is not None]
    owner = known if known in own else _class_called(value.span.text, own)
    if not hint and name.text in world.state:
        hint = f"`{name.text}` is a variable of the game: write it alone"
    listed = list(world.attributes(owner))[:SHOWN_ATTRIBUTES] if owner is not None else []
    new = f"add it to {owner or 'its class'}, below `with:`: `{name.text}: …`"
    if listed:
        new = f"{owner} has {', '.join(listed)}; a new one is added below its `with:`: `{name.text}: …`"
    hint = hint or new
    world.unknown.gather_name(codes.UNKNOWN_ATTRIBUTE, title, name.text, name.span, hint)


def _class_called(text: str, own: Sequence[str]) -> str | None:
    """The class after which a value is named, `card` or `cards[0]` after `Card`; a class that is the only one."""
    words = re.findall(r"[a-z]+", text.split("[")[0].split("(")[0].lower())
    called = [name for name in own if words and words[-1] in (name.lower(), name.lower() + "s")]
    return called[0] if called else own[0] if len(own) == 1 else None


def _counted(name: str) -> str:
    """What other languages call the number of elements."""
    return "how many there are is `cards.size()`" if name in ("length", "count", "len") else ""


def _written_for(world: World, name: str, others: Iterable[str]) -> str:
    """The attribute that may be meant, with the place where it was written so."""
    meant = suggest(name, others)
    if meant is None:
        return ""
    for class_ in world.classes.values():
        if meant in class_.attributes:
            line = class_.attributes[meant].span.line
            return f"Did you mean {meant}? {class_.shown} has it in line {line}"
    return f"Did you mean {meant}?"


def _in_own_words(hint: str, collection: str, argument: str = "") -> str:
    """Advice about `cards` with the collection of the program in their place, and with what it is given."""
    if not collection.isprintable() or len(collection) > SHOWN_COLLECTION:
        return hint
    hint = _SAMPLE.sub(lambda found: collection, hint)
    if not argument.isprintable() or not 0 < len(argument) <= SHOWN_COLLECTION:
        return hint
    return hint.replace("(card)", f"({argument})").replace("`card in", f"`{argument} in")


def in_one_text(values: Iterable[Expr], between: str = "") -> str:
    """Several values written as one text: `f'{player.name} has {n}'`."""
    parts = []
    for value in values:
        written = value.span.text
        if isinstance(value, c.Const) and isinstance(value.value, str):
            written = written[1:-1].strip() if between else written[1:-1]
        elif isinstance(value, c.Format):
            written = written[2:-1]
        else:
            written = f"{{{written}}}"
        parts.append(written)
    text = _BEFORE_POINT.sub("", between.join(parts))
    quote = '"' if "'" in text else "'"
    return "f'{a} {b}'" if not text or quote in text or len(text) > SHOWN_TEXT else f"f{quote}{text}{quote}"


def unknown_method(scope: Scope, value: Expr, name: tree.Ident, call: Span) -> None:
    """`value.name(…)`, and nothing that the value can be has such a helper. `call` is all of it."""
    world, known, possible = scope.world, scope.class_of(value), scope.possible(value)
    title = f"{known or 'no class'} has {'a' if known is None else 'no'} helper {name.text}"
    others = {other for class_name in possible for other in world.classes[class_name].helpers}
    is_attribute = any(name.text in world.attributes(class_name) for class_name in possible)
    hint = f"it is an attribute: .{name.text}" if is_attribute else ""
    otherwise = f"it belongs to no class: {name.text}(…)" if name.text in world.helpers else ""
    source = call.source.text
    collection, argument = (
        source[call.start : name.span.start].rstrip(". "),
        source[name.span.end : call.end].strip()[1:-1],
    )
    if not hint and name.text in slips.GIVEN:
        hint = _in_own_words(slips.GIVEN[name.text], collection, argument)
    action = name.text.upper()
    if not hint and action in (*world.actions, *ACTIONS):
        takes = ACTIONS[action].names or ACTIONS[action].elements if action in ACTIONS else True
        hint = f"{action} is an ACTION: write `… do {action}{'(…)' if takes else ''}`"
    hint = hint or _in_own_words(slips.CALLS.get(name.text, ""), collection, argument)
    hint = hint or world.unknown.suggestion(name.text, [*others, *HELPERS])
    hint = hint or otherwise or f"declare it in its class, below `with:`: `{name.text}(): …`"
    world.unknown.gather_name(codes.UNKNOWN_HELPER, title, name.text, name.span, hint)


def unknown_helper(scope: Scope, item: tree.Call) -> None:
    """`name(…)`, and there is no such helper here."""
    world, name = scope.world, item.function
    owners = [
        class_.shown
        for class_ in world.classes.values()
        if name.text in class_.helpers or (name.text in HELPERS and class_.name == HELPERS[name.text].on)
    ]
    known = [*world.helpers, *FUNCTIONS]
    if scope.class_name is not None:
        known.extend(helper for owner in world.line(scope.class_name) for helper in world.classes[owner].helpers)
    hint = f"it is a helper of {owners[0]}: call it on an object, x.{name.text}(…)" if owners else ""
    if not hint and name.text.upper() in world.actions:
        hint = f"{name.text.upper()} is an ACTION: write `do {name.text.upper()}`"
    if name.text in world.state or scope.local(name.text) is not None:
        index = item.arguments[0].span.text if len(item.arguments) == 1 else "0"
        hint = f"an element is taken with square brackets: `{name.text}[{index}]`"
    first = item.arguments[0].span.text if len(item.arguments) == 1 else ""
    hint = hint or _in_own_words(slips.CALLS.get(name.text, ""), first or "cards")
    hint = hint or world.unknown.suggestion(name.text, known)
    hint = hint or f"declare it at the margin: `{name.text}(…): …`"
    title = f"there is no helper {name.text}"
    world.unknown.gather_name(codes.UNKNOWN_HELPER, title, name.text, name.span, hint)


def unknown_action(scope: Scope, receiver: Expr | None, act: tree.Act) -> None:
    """`do NAME`, and there is no such ACTION."""
    world, name = scope.world, act.action
    title = f"there is no ACTION {name.text}"
    who = ""
    if receiver is not None:
        known = scope.class_of(receiver) or _made_as(world, receiver)
        called = receiver.span.text if receiver.span.text.isidentifier() else ""
        class_name = known or ("Player" if "Player" in world.classes else "Series")
        who = f"{class_name} {called or class_name.partition('<')[0].lower()} "
    given = ", ".join(_parameter_name(argument, number) for number, argument in enumerate(act.arguments))
    hint = world.unknown.suggestion(name.text, [*world.actions, *ACTIONS])
    hint = hint or slips.CALLS.get(name.text.lower(), "")
    if name.text.lower() in world.helpers:
        hint = f"it is a helper: call it, `{name.text.lower()}(…)`, without `do`"
    hint = hint or f"declare it: `when {who}do {name.text}{f'({given})' if given else ''}:`"
    world.unknown.gather_name(codes.UNKNOWN_ACTION, title, name.text, name.span, hint)


def called_action(world: World, item: tree.Create) -> None:
    """`DRAW(player, 2)`, where an ACTION is called like a function."""
    name = item.type.name
    given = [argument.span.text for argument in item.arguments]
    named = world.actions.get(name, [])
    receiver = named[0].receiver if named else None
    who = "" if receiver is None else f"{receiver.name} "
    if name in ACTIONS or (receiver is not None and len(given) > len(named[0].params)):
        subject = next((text for text in given if text[0].isalpha() or text[0] == "["), "cards")
        given = [text for text in given if text is not subject]
        who = f"{subject} "
    listed = f"({', '.join(given)})" if given else ""
    title = f"`{name}` is an ACTION: it is done, not called"
    world.error(codes.ACTION_CALLED, title, item.type.span, hint=f"write `{who}do {name}{listed}`")


def _made_as(world: World, receiver: Expr) -> str | None:
    """The class of what a variable of the game is made as, where it is made."""
    if not isinstance(receiver, c.State):
        return None
    for _, body in world.bodies:
        for statement in statements(body) if isinstance(body, tree.Block) else ():
            match statement:
                case tree.Evaluate(_, tree.Assign(_, tree.Variable(name=name), "=", value)) if name == receiver.name:
                    made = value.subject if isinstance(value, tree.Path) else value
                    if isinstance(made, tree.Create):
                        return made.type.name
                    return SERIES if isinstance(made, tree.Series) else None
    return None


def _parameter_name(argument: tree.Argument, number: int) -> str:
    """How the parameter for an argument may be called."""
    text = argument.span.text
    return text if text.isidentifier() and text.islower() else "nmkxyz"[number % 6]


def no_receiver(world: World, act: tree.Act, named: Sequence[Function]) -> None:
    """`do NAME` alone, and all ACTIONs of this name are done by somebody."""
    name = act.action.text
    who = ACTIONS[name].on if not named else str(named[0].receiver and named[0].receiver.type)
    example = f"{who.split('<')[0].lower()} do {name}"
    if named and len(act.arguments) == len(named[0].params) + 1:
        first, *others = (each.span.text for each in act.arguments)
        given = f"({', '.join(others)})" if others else ""
        example = f"{first} do {name}{given}"
    title = f"{name} is done by a {who}, and nobody stands before `do`"
    also = [(action.span, "declared with a receiver") for action in named[:1]]
    world.error(codes.RECEIVER_MISSING, title, act.span, hint=f"say who does it: {example}", also=also)
