"""The names of a program: groups and what they have, functions, phases, and the variables of `@setup`.

`World` is filled once, before any body is looked at, because groups and functions may refer to each other in any order.
It also finds what a name means where a group or a type is written, and collects what is to be said.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.languages.senet import codes
from parlour.languages.senet.check import meaning, types
from parlour.languages.senet.check.meaning import BOARD, N_PLAYERS, OBJECT, ON_MOVE, PIECE, Function, Group, Local
from parlour.languages.senet.check.types import BOOL, COORDINATES, INT, LOST, STR, GroupOf, ListOf, Type
from parlour.languages.senet.syntax import slips, tree
from parlour.syntax.diagnostic import Diagnostic, Kind, Label, Severity
from parlour.syntax.source import Span
from parlour.syntax.suggest import suggest
from parlour.syntax.unknown import Unknown

# The built-in variables as programs write them, the later dialect's spelling included.
BUILTIN_VARIABLES = {ON_MOVE: ON_MOVE, N_PLAYERS: N_PLAYERS, "PLAYER_ON_MOVE": ON_MOVE}
PREFIX = "Boards."
# How much of a statement advice repeats.
# From how many letters on a word may be the beginning of a longer one that is meant.
SHORTEST_BEGINNING = 3
SHOWN_VALUE = 40


class World:
    """`lost` are words of what could not be read: whatever is missing may be defined there, so nothing is said."""

    def __init__(self, program: tree.Program, report: Callable[[Diagnostic], None], *, strict: bool) -> None:
        self.program = program
        self.report = report
        self.strict = strict
        self.lost = set(program.lost)
        # Whoever looks through a body in silence changes `report` for a while.
        self.unknown = Unknown(lambda found: self.report(found), self.lost)
        self.groups: dict[str, Group] = builtin_groups()
        self.functions: dict[str, Function] = {}
        self.globals: dict[str, meaning.Global] = {}
        # Groups whose parent could not be found: what they have is not known.
        self.half_known: set[str] = set()
        self.said: set[tuple[str, str]] = set()

    # ------------------------------------------------------------------------------------------------- reporting

    def tell(self, code: str, title: str, span: Span, hint: str = "", *labels: Label, kind: Kind = "static") -> None:
        self.report(Diagnostic(code, title, (Label(span), *labels), hint, kind=kind))

    def mistype(self, code: str, title: str, span: Span, hint: str = "", *labels: Label) -> None:
        self.tell(code, title, span, hint, *labels, kind="type")

    def tolerate(self, code: str, title: str, span: Span, hint: str = "", once: str = "") -> None:
        """Something that the manual does not allow but whose meaning is clear. `once`: said only once for this word."""
        if once:
            if (code, once) in self.said:
                return
            self.said.add((code, once))
        severity: Severity = "error" if self.strict else "warning"
        self.report(Diagnostic(code, title, (Label(span),), hint, severity=severity))

    def warn(self, code: str, title: str, span: Span, hint: str = "") -> None:
        """Something that is allowed, and hardly ever meant."""
        self.report(Diagnostic(code, title, (Label(span),), hint, severity="warning"))

    def refuse_if_strict(self, code: str, title: str, span: Span, hint: str = "") -> None:
        """Something so usual that it is only said by the letter of the manual."""
        if self.strict:
            self.tell(code, title, span, hint)

    # ------------------------------------------------------------------------------------------------ collecting

    def collect(self) -> None:
        nodes = [item for item in self.program.setup if isinstance(item, tree.Group)]
        named = [node for node in nodes if self._add_group(node)]
        for item in self.program.setup:
            if isinstance(item, tree.Function):
                self._add_function(item, is_phase=False)
        for phase in self.program.turns:
            self._add_function(phase, is_phase=True)
        for node in named:
            self._set_parent(node)
        for node in named:
            self._break_cycle(self.groups[node.name.text])
        self._parents_first()
        for item in self.program.setup:
            if isinstance(item, tree.Declaration):
                self._add_global(item)
        for group in self.groups.values():
            if group.node is not None:
                self._add_members(group, group.node)
        for function in (*self.functions.values(), *(it for group in self.groups.values() for it in group.bodies)):
            self._set_signature(function)

    def _set_signature(self, function: Function) -> None:
        node = function.node
        assert node is not None
        names: dict[str, tree.Ident] = {}
        for formal in node.formals:
            if formal.name.text in names:
                self._declared_twice(formal.name, names[formal.name.text])
            names.setdefault(formal.name.text, formal.name)
            function.formals.append(Local(formal.name.text, self.type(formal.type), writes=1))
        if node.is_assert:
            function.result = BOOL
        elif node.type is not None:
            function.result = self.type(node.type)

    def _add_group(self, node: tree.Group) -> bool:
        name = node.name.text
        known = self.groups.get(name)
        if known is not None:
            if known.node is None:
                self.tell(codes.REDECLARATION, f"`{name}` is built in; call this group something else", node.name.span)
            else:
                self._declared_twice(node.name, known.node.name)
            return False
        self.groups[name] = Group(name, self.groups[OBJECT], node, node.arguments)
        return True

    def _set_parent(self, node: tree.Group) -> None:
        group = self.groups[node.name.text]
        if node.parent is None:
            if group.name in self.lost:
                self.half_known.add(group.name)
            return
        name = node.parent.text
        if self._group_named(name) is None and (name in self.functions or self._is_variable(name)):
            what = "function" if name in self.functions else "variable"
            hint = "between the parentheses stands the group to extend: Piece, Board, Boards.Rect(3, 3), Object …"
            self.tell(codes.PARENT_NOT_GROUP, f"`{name}` is a {what}, not a group", node.parent.span, hint)
            parent = None
        else:
            parent = self.find_group(node.parent)
        if parent is None:
            self.half_known.add(group.name)
        else:
            group.parent = parent

    def _is_variable(self, name: str) -> bool:
        return name in BUILTIN_VARIABLES or any(
            isinstance(item, tree.Declaration) and item.name.text == name for item in self.program.setup
        )

    def _break_cycle(self, group: Group) -> None:
        seen: dict[str, Group] = {}
        at: Group | None = group
        while at is not None and at.name not in seen:
            seen[at.name] = at
            at = at.parent
        if at is group and group.node is not None:
            way = " → ".join([*seen, group.name])
            title = f"`{group.name}` would be its own ancestor: {way}"
            hint = "a group extends one that is there without it: Piece, Board, Object or another group"
            assert group.node.parent is not None
            self.tell(codes.INHERITANCE_CYCLE, title, group.node.parent.span, hint)
            for member in seen.values():
                member.parent = self.groups[OBJECT]
                self.half_known.add(member.name)

    def _parents_first(self) -> None:
        ordered: dict[str, Group] = {}
        for group in self.groups.values():
            for ancestor in reversed(list(group.line())):
                ordered.setdefault(ancestor.name, ancestor)
        self.groups = ordered
        for group in self.groups.values():
            if group.parent is not None and group.parent.name in self.half_known:
                self.half_known.add(group.name)

    def _add_function(self, node: tree.Function, *, is_phase: bool) -> None:
        name = node.name.text
        if name in self.functions:
            earlier = self.functions[name].node
            assert earlier is not None
            self._declared_twice(node.name, earlier.name)
        elif name in self.groups:
            self.tell(codes.REDECLARATION, f"`{name}` is a group already", node.name.span)
        else:
            self.functions[name] = Function(name, node, [], None, is_phase)

    def swapped(self, node: tree.Declaration) -> Group | None:
        """The group of `stone Stone();`, in which the group and the name have changed places, which is said; None if
        they have not."""
        group = self.groups.get(node.name.text)
        written = node.type.name.text if isinstance(node.type, tree.GroupType) else ""
        if group is None or written in self.groups or written.casefold() != node.name.text.casefold():
            return None
        rest = node.span.source.span(node.name.span.end, node.span.end).text
        title, hint = "the group stands before the name", f"write `{node.name.text} {written}{rest}`"
        self.tell(codes.REDECLARATION, title, node.type.span.to(node.name.span), hint)
        return group

    def _add_global(self, node: tree.Declaration) -> None:
        name = node.name.text
        swapped = self.swapped(node)
        if swapped is not None:
            written = node.type.span.text
            self.globals[written] = meaning.Global(written, GroupOf(swapped.name), tree.Ident(node.type.span, written))
            return
        type_ = self.type(node.type)
        if name in BUILTIN_VARIABLES:
            if type_ not in (INT, LOST):
                hint = "leave this declaration out"
                self.tell(codes.REDECLARATION, f"`{name}` is built in, and an int", node.name.span, hint)
            else:
                self.declared_again(node.name, type_, INT, None)
            return
        known = self.globals.get(name)
        if known is not None:
            self.declared_again(node.name, type_, known.type, known.place)
        elif name in self.functions or name in self.groups:
            what = "function" if name in self.functions else "group"
            small = name[0].lower() + name[1:]
            hint = f"give it another name: `{small}`" if small != name else "give it another name"
            self.tell(codes.REDECLARATION, f"`{name}` is a {what} already", node.name.span, hint)
            self.lost.add(small)
        else:
            self.globals[name] = meaning.Global(name, type_, node.name)

    def declared_again(self, name: tree.Ident, type_: Type, known: Type, place: tree.Ident | None) -> None:
        """A variable that is there already: with the same type it only gets a value."""
        if LOST in (type_, known):
            return
        if type_ == known:
            title = f"`{name.text}` is declared already; this only gives it a value"
            self.tolerate(codes.DECLARED_AGAIN, title, name.span, "leave the type out")
            return
        labels = (Label(place.span, f"as {types.show(known)} here"),) if place is not None else ()
        title = f"`{name.text}` is declared again, as {types.show(type_)} instead of {types.show(known)}"
        self.tell(codes.REDECLARATION, title, name.span, "give one of them another name", *labels)

    def _declared_twice(self, name: tree.Ident, earlier: tree.Ident) -> None:
        label = Label(earlier.span, "here already")
        self.tell(codes.REDECLARATION, f"`{name.text}` is declared twice", name.span, "give one another name", label)

    # --------------------------------------------------------------------------------------------------- members

    def _add_members(self, group: Group, node: tree.Group) -> None:
        for member in node.members:
            match member:
                case tree.Declaration():
                    self._add_attribute(group, member)
                case tree.Function():
                    self._add_method(group, member)
        for member in node.members:
            if isinstance(member, tree.Default):
                if group.attribute(member.name.text) is None:
                    self.unknown_member(group, member.name)
                else:
                    group.defaults[member.name.text] = member.value

    def _add_attribute(self, group: Group, node: tree.Declaration) -> None:
        name = node.name.text
        type_ = self.type(node.type)
        known = group.attribute(name)
        if known is not None:
            self.declared_again(node.name, type_, known.type, known.place)
            if node.value is not None and type_ == known.type:
                group.defaults[name] = node.value
            return
        if group.method(name) is not None:
            self.tell(codes.REDECLARATION, f"`{group.name}` has a method `{name}` already", node.name.span)
            return
        value = node.value
        if node.arguments is not None:
            value = tree.Call(node.span, tree.Variable(node.type.span, _type_name(node.type)), node.arguments)
        group.attributes[name] = meaning.Attribute(name, type_, value, node.name)

    def _add_method(self, group: Group, node: tree.Function) -> None:
        name = node.name.text
        if name in (group.name, meaning.CONSTRUCTOR):
            if name == meaning.CONSTRUCTOR:
                self._later_dialect(node.name)
            if group.constructor is not None:
                self._member_again(group, node.name)
            group.constructor = Function(meaning.CONSTRUCTOR, node, [], None, group=group)
            return
        if name == "__repr__":
            self._later_dialect(node.name)
        name = canonical(name)
        if name in group.attributes:
            self.tell(codes.REDECLARATION, f"`{group.name}` has an attribute `{name}` already", node.name.span)
            return
        if name in group.methods:
            self._member_again(group, node.name)
        group.methods[name] = Function(name, node, [], None, group=group)

    def _later_dialect(self, name: tree.Ident) -> None:
        self.refuse_if_strict(codes.LATER_DIALECT, f"`{name.text}` is of the later dialect", name.span)

    def _member_again(self, group: Group, name: tree.Ident) -> None:
        title = f"`{group.name}` defines `{name.text}` twice; this one counts"
        self.tolerate(codes.MEMBER_AGAIN, title, name.span, "leave the other one out")

    def unknown_member(self, group: Group, name: tree.Ident, *, called: bool = False, hint: str = "") -> None:
        """Says that a group has no such member, unless what it has is not known."""
        if group.name in self.half_known:
            return
        kin = [PIECE, "Boards.Rect(3, 3)"] if group.node is not None and group.node.parent is None else []
        for parent in kin:
            base = self.groups[parent.partition("(")[0]]
            if base.attribute(name.text) is not None or base.method(name.text) is not None:
                hint = f"what has it is a {parent.partition('(')[0]}: write `group {group.name} ({parent}) {{`"
                title = f"`{group.name}` extends nothing, so it has no `{name.text}`"
                self.tell(codes.UNKNOWN_MEMBER, title, name.span, hint)
                self.half_known.add(group.name)
                return
        # The `s` of a piece is of the later dialect, which the manual knows nothing of.
        attributes = [known for part in group.line() for known in part.attributes if (part.name, known) != (PIECE, "s")]
        methods = [known for part in group.line() for known in part.methods]
        own = methods if called else attributes
        title = f"`{group.name}` has no {'method' if called else 'attribute'} `{name.text}`"
        listed = f"it has {', '.join(own[:8])}" if own else ""
        begun = [each for each in own if each.startswith(name.text) or name.text.startswith(each)]
        begun = [each for each in begun if min(len(each), len(name.text)) >= SHORTEST_BEGINNING]
        hint = self.unknown.suggestion(name.text, [*attributes, *methods]) or hint
        hint = hint or (f"Did you mean {begun[0]}?" if begun else listed)
        self.unknown.gather_name(codes.UNKNOWN_MEMBER, title, name.text, name.span, hint)

    # ----------------------------------------------------------------------------------------------------- types

    def type(self, node: tree.Type) -> Type:
        match node:
            case tree.BasicType(_, name):
                return types.Basic(name)
            case tree.ListType(_, element):
                return ListOf(self.type(element))
            case tree.GroupType(_, name):
                found = self.find_group(name)
                return LOST if found is None else GroupOf(found.name)
            case tree.BrokenType():
                return LOST

    def find_group(self, name: tree.Name) -> Group | None:
        """The group of this name; says so if there is none, or if only upper and lower case differ."""
        found = self.group(name.text, name.span)
        if found is None and self.lost.isdisjoint(part.text for part in name.parts):
            known = [*self.groups, *(key.removeprefix(PREFIX) for key in self.groups), "int", "str", "bool"]
            known.append("return")  # `retrun x;` reads like a declaration
            title = f"there is no group `{name.text}`"
            boards = f"the boards are {', '.join(map(example, meaning.GEOMETRIES))}"
            hint = boards if name.text.startswith(PREFIX) else ""
            if name.text in self.globals:
                value = name.span.source.text[name.span.end :].partition(";")[0].strip()
                value = value if value.isprintable() and len(value) <= SHOWN_VALUE else "…"
                title = f"`{name.text}` is a variable, not a type"
                hint = f"to give it a value, write `{name.text} = {value};`"
            elif name.text in slips.TYPES:
                title, hint = f"there is no type `{name.text}`", slips.TYPES[name.text]
            else:
                hint = self.unknown.suggestion(name.text, known) or hint
            hint = hint or f"define it: `group {name.text} (Piece) {{ … }};`, or `(Boards.Rect(3, 3))` for a board"
            self.unknown.gather_name(codes.UNKNOWN_GROUP, title, name.text, name.span, hint)
            return self.groups.get(suggest(name.text, self.groups) or "")
        return found

    def group(self, name: str, span: Span) -> Group | None:
        """The group of this name, with a warning for what is not spelt just so; None if there is none."""
        found = self._group_named(name)
        if found is None or (name in self.lost and found.name.casefold() == name.casefold() and found.name != name):
            return None
        if found.name != name and PREFIX + name == found.name:
            title = f"`{name}` is a board of the later dialect; the manual calls it `{found.name}`"
            self.refuse_if_strict(codes.LATER_DIALECT, title, span)
        elif found.name != name:
            title = f"there is no group `{name}`; `{found.name}` is taken"
            hint = f"upper and lower case count: write `{found.name}`"
            self.tolerate(codes.GROUP_IN_OTHER_CASE, title, span, hint, once=name)
        return found

    def group_alike(self, name: str) -> Group | None:
        """The group whose name differs from this one only in upper and lower case."""
        return next((group for key, group in self.groups.items() if key.casefold() == name.casefold()), None)

    def _group_named(self, name: str) -> Group | None:
        found = self.groups.get(name) or self.groups.get(PREFIX + name)
        if found is None:
            alike = [group for key, group in self.groups.items() if key.casefold() == name.casefold()]
            found = alike[0] if len(alike) == 1 else None
        return found

    def is_related(self, one: Group, other: Group) -> bool:
        return one.extends(other.name) or other.extends(one.name)

    def fits(self, value: Type, wanted: Type) -> bool:
        """Whether a value of this type may stand where the other is wanted. An ancestor fits too: whether the value is
        an instance of the wanted group is seen at run time."""
        if LOST in (value, wanted) or value == wanted:
            return True
        match value, wanted:
            case types.Basic.NONE, GroupOf() | types.Basic.VOID:
                return True
            case GroupOf(one), GroupOf(other) if one in self.lost or other in self.lost:
                return True  # nobody knows its parent
            case GroupOf(one), GroupOf(other):
                return self.is_related(self.groups[one], self.groups[other])
            case ListOf(one), ListOf(other):
                return LOST in (one, other) or (isinstance(one, ListOf) and self.fits(one, other))
        return False

    def join(self, one: Type, other: Type) -> Type | None:
        """The type that values of both have; None if there is none."""
        if one is LOST or one is types.Basic.NONE:
            return other if one is LOST or self.fits(one, other) else None
        if other is LOST or other is types.Basic.NONE:
            return one if other is LOST or self.fits(other, one) else None
        match one, other:
            case GroupOf(first), GroupOf(second):
                line = [group.name for group in self.groups[first].line()]
                common = next(group.name for group in self.groups[second].line() if group.name in line)
                return GroupOf(common)
            case ListOf(first), ListOf(second):
                item = self.join(first, second)
                is_same = item is not None and (item in (first, second) or LOST in (first, second))
                return ListOf(item) if item is not None and is_same else None
        return one if one == other else None


def example(geometry: str) -> str:
    """A board of this geometry as programs write it."""
    return f"`{geometry}({', '.join(meaning.GEOMETRIES[geometry])})`"


def canonical(name: str) -> str:
    """The name of a method; the later dialect's `__repr__` is the manual's `repr`."""
    return meaning.REPR if name == "__repr__" else name


def builtin_groups() -> dict[str, Group]:
    """Object, Board and its geometries, Piece."""
    root = Group(OBJECT, None)
    board, piece = Group(BOARD, root), Group(PIECE, root)
    groups = {OBJECT: root, BOARD: board, PIECE: piece}
    for name in meaning.GEOMETRIES:
        groups[name] = Group(name, board)
    _method(root, meaning.REPR, STR)
    _method(board, "remove", BOOL, cell=INT)
    _method(board, "owns", INT, cell=INT)
    _method(board, "full", BOOL)
    _method(board, "toi", INT, coordinates=COORDINATES)
    _method(board, "tol", COORDINATES, cell=INT)
    _method(board, "place", BOOL, piece=GroupOf(PIECE), cell=INT)
    _method(piece, "place", BOOL, board=GroupOf(BOARD), cell=INT)
    board.attributes["cells"] = meaning.Attribute("cells", ListOf(GroupOf(PIECE)))
    for name, type_ in (("owner", INT), ("fixed", BOOL), ("s", STR)):
        piece.attributes[name] = meaning.Attribute(name, type_)
    return groups


def _method(group: Group, name: str, result: Type, **formals: Type) -> None:
    taken = [Local(formal, type_) for formal, type_ in formals.items()]
    group.methods[name] = Function(name, None, taken, result, group=group)


def _type_name(node: tree.Type) -> str:
    return node.name.text if isinstance(node, tree.GroupType) else ""
