"""From a tree to a program that makes sense: every name known, every type right.

`check_program` says all it found; the `Checked` that comes with it is to be used only if none of it is an error.
Functions without a type get that of their `return`s: whoever needs such a type first looks through the body once,
without saying anything; later the body is checked like any other.
"""

from __future__ import annotations

from parlour.languages.senet import codes
from parlour.languages.senet.check import meaning, types
from parlour.languages.senet.check.coordinates import Coordinates
from parlour.languages.senet.check.endings import Returns
from parlour.languages.senet.check.meaning import (
    GEOMETRIES,
    HEX,
    MOST_CELLS,
    Checked,
    Function,
    Group,
    cell_count,
    constant_size,
)
from parlour.languages.senet.check.nothing import unmade_variables
from parlour.languages.senet.check.players import known_seats
from parlour.languages.senet.check.scope import Scope
from parlour.languages.senet.check.statements import check_block, check_statements
from parlour.languages.senet.check.types import INT, LOST, NONE, VOID, GroupOf, Type, describe, show
from parlour.languages.senet.check.values import construct, fit, value
from parlour.languages.senet.check.world import World
from parlour.languages.senet.pragmas import read_pragmas
from parlour.languages.senet.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.suggest import suggest


def check_program(program: tree.Program, *, strict: bool) -> tuple[Checked, list[Diagnostic]]:
    found: list[Diagnostic] = []
    checker = _Checker(program, found, strict=strict)
    checker.run()
    return checker.checked, found


class _Checker:
    def __init__(self, program: tree.Program, found: list[Diagnostic], *, strict: bool) -> None:
        self.program = program
        self.found = found
        self.world = World(program, found.append, strict=strict)
        pragmas = read_pragmas(program.notes, found.append)
        self.checked = Checked(program, pragmas, {}, self.world.functions, self.world.globals)
        # Functions whose result is being inferred right now.
        self.inferring: list[Function] = []

    def run(self) -> None:
        self.world.collect()
        self.checked.groups = self.world.groups
        for function in self.checked.bodies:
            if function.result is None:
                self.infer(function)
        for group in self.world.groups.values():
            self.check_group(group)
        check_statements(self.scope(None), tree.setup_statements(self.program))
        for function in self.checked.bodies:
            self.check_body(function)
        self.check_begin()
        self.check_pragmas()
        if not any(item.is_error for item in self.found) and self.program.is_sound:
            self.check_endings()

    # ------------------------------------------------------------------------------------------------- functions

    def scope(self, function: Function | None) -> Scope:
        return Scope(self.world, self.checked, function, self.result_of)

    def result_of(self, function: Function) -> Type:
        if function.result is None and function not in self.inferring:
            self.infer(function)
        return LOST if function.result is None else function.result

    def infer(self, function: Function) -> None:
        """The type of its `return`s, or void. A call of itself says nothing about it."""
        assert function.node is not None
        kept, self.world.report = self.world.report, lambda _: None
        said = set(self.world.said)
        self.inferring.append(function)
        scope = self.scope(function)
        check_block(scope, function.node.body)
        self.inferring.pop()
        self.world.report = kept
        self.world.said = said
        joined: Type = LOST
        for type_, node in scope.returned:
            if node.value is not None:
                joined = self.world.join(joined, type_) or joined
        if joined is NONE or not scope.returned or all(node.value is None for _, node in scope.returned):
            joined = VOID
        function.result = joined

    def check_body(self, function: Function) -> None:
        assert function.node is not None
        for formal in function.formals:
            formal.writes = 1
        check_block(self.scope(function), function.node.body)

    # ---------------------------------------------------------------------------------------------------- groups

    def check_group(self, group: Group) -> None:
        if group.node is None or group.parent is None:
            return
        scope = self.scope(None)
        span = group.node.parent.span if group.node.parent is not None else group.node.name.span
        if group.name in self.world.half_known:
            for argument in group.arguments or ():
                value(scope, argument)
        elif group.arguments is not None:
            construct(scope, group.parent, group.arguments, span)
            self.check_size(group)
        elif group.constructor is not None and group.parent.name not in self.world.half_known:
            builder, constructor = group.parent.builder()
            if builder.arguments is None or constructor is not None:
                self._check_implicit(group)
        for attribute in group.attributes.values():
            if attribute.value is not None:
                fit(scope, attribute.value, attribute.type, codes.ASSIGNED_TYPE, f"`{attribute.name}`")
        for name, expr in group.defaults.items():
            known = group.attribute(name)
            assert known is not None
            fit(scope, expr, known.type, codes.ASSIGNED_TYPE, f"`{name}`")
        for method in group.methods.values():
            self.check_override(group, method)

    def check_size(self, group: Group) -> None:
        """A size that is written as numbers must make a board."""
        size = constant_size(group)
        if size is None or group.node is None or len(size) != len(GEOMETRIES[group.geometry or HEX]):
            return
        count = cell_count(group.geometry, size)
        if not 1 <= count <= MOST_CELLS or (group.geometry != HEX and min(size) < 1):
            span = (group.node.parent or group.node).span
            title = f"a board has 1 to {MOST_CELLS} cells, and this one would have {count}"
            self.world.tell(codes.BAD_CONSTRUCTOR, title, span)

    def _check_implicit(self, group: Group) -> None:
        """The parent's constructor runs before the group's own, without arguments if none are written."""
        assert group.parent is not None and group.node is not None and group.constructor is not None
        _, constructor = group.parent.builder()
        needs = len(constructor.formals) if constructor is not None else int(group.parent.geometry is not None)
        if needs:
            name = group.parent.name
            span = group.node.parent.span if group.node.parent is not None else group.node.name.span
            title = f"the constructor of `{name}` needs arguments"
            self.world.tell(codes.BAD_CONSTRUCTOR, title, span, f"write them here: `group {group.name}({name}(…))`")

    def check_override(self, group: Group, method: Function) -> None:
        """A method that takes the place of another has the same formals and result, or narrower groups."""
        known = None if group.parent is None else group.parent.method(method.name)
        if known is None or method.node is None or group.name in self.world.half_known:
            return
        wanted = [formal.type for formal in known.formals]
        given = [formal.type for formal in method.formals]
        result, expected = self.result_of(method), self.result_of(known)
        is_same = len(wanted) == len(given) and all(map(self._is_alike, given, wanted))
        if is_same and self._is_alike(result, expected):
            return
        listed = ", ".join(map(show, wanted))
        assert known.group is not None
        title = f"`{method.name}` of `{known.group.name}` takes ({listed}) and gives {describe(expected)}; so must this"
        labels = () if known.node is None else (Label(known.node.name.span, "this is the one"),)
        self.world.mistype(codes.OVERRIDE_DIFFERS, title, method.node.name.span, "", *labels)

    def _is_alike(self, one: Type, other: Type) -> bool:
        is_group = isinstance(one, GroupOf) and isinstance(other, GroupOf)
        return one == other or LOST in (one, other) or (is_group and self.world.fits(one, other))

    # ------------------------------------------------------------------------------------------------ the whole

    def check_begin(self) -> None:
        begin = self.world.functions.get("begin")
        if begin is None or begin.node is None or not begin.is_phase:
            if "begin" in self.world.lost:
                return
            phases = {phase.name.text: phase.name.span for phase in self.program.turns}
            meant = suggest("begin", phases)
            hint = f"call `{meant}` by this name: write `begin`" if meant else ""
            hint = hint or "the game starts with a function `void begin() { … }` in @turns"
            span = phases[meant] if meant else next(iter(phases.values()), self.program.span)
            self.world.tell(codes.NO_BEGIN, "@turns has no phase `begin`", span, hint)
        elif begin.formals:
            title = "`begin` takes no arguments: nobody calls it"
            self.world.tell(codes.BAD_BEGIN, title, begin.node.formals[0].span)
        elif begin.result not in (VOID, None, LOST):
            self.world.tell(codes.BAD_BEGIN, "`begin` gives no value: nobody would get it", begin.node.name.span)

    def check_pragmas(self) -> None:
        pragmas = self.checked.pragmas
        for name, wanted in ((pragmas.winner, INT), (pragmas.scores, types.COORDINATES)):
            if name is None or name.text in self.world.lost:
                continue
            variable = self.world.globals.get(name.text)
            function = self.world.functions.get(name.text)
            found = variable.type if variable is not None else None
            if function is not None and not function.is_phase and not function.formals:
                found = self.result_of(function)
            if found is None or found not in (wanted, LOST):
                title = f"`{name.text}` is no {show(wanted)} variable, and no function of @setup that gives one"
                self.world.tell(codes.BAD_PRAGMA, title, name.span)

    def check_seats(self) -> None:
        """As many names as players, where both are known."""
        names, seats = self.checked.pragmas.seats, known_seats(self.checked)
        if self.checked.pragmas.seats_at is None or seats is None or len(seats) == len(names):
            return
        count = "1 name" if len(names) == 1 else f"{len(names)} names"
        title = f"here are {count}, and N_PLAYERS is {len(seats)}"
        hint = f"name as many players as there are, or write `N_PLAYERS = {len(names)};` in @setup"
        labels = (Label(self.checked.pragmas.seats_at),)
        self.found.append(Diagnostic(codes.NAMES_AND_PLAYERS, title, labels, hint, severity="warning"))

    def check_endings(self) -> None:
        """What is known only when everything else is right: functions that end without their value."""
        returns = Returns(self.checked)
        for function in self.checked.bodies:
            node = function.node
            assert node is not None
            is_free = node.is_assert or (function.group is not None and function is function.group.constructor)
            if function.result not in (VOID, LOST, None) and not is_free and returns.falls(node.body.statements):
                assert function.result is not None
                title = f"`{function.name}` gives {describe(function.result)}, but may end without a `return`"
                self.world.tell(codes.NO_RETURN, title, node.name.span, "add a `return` after the last statement")
        self.check_seats()
        self._warn_of_nothing()
        self._warn_of_endless_phases(returns)
        self._warn_of_wide_boards()

    def _warn_of_endless_phases(self, returns: Returns) -> None:
        for called in list(self.checked.meanings.values()):
            if not isinstance(called, meaning.FunctionCall | meaning.MethodCall):
                continue
            function = called.function if isinstance(called, meaning.FunctionCall) else called.method
            node = function.node
            if node is None or not function.is_phase or not returns.never(function):
                continue
            if returns.falls(node.body.statements):
                title = f"the phase `{function.name}` is called, but has no `return`: it never comes back"
                hint = (
                    "a called phase begins anew at its end, and only `return` leaves it; functions belong into @setup"
                )
                labels = (Label(node.name.span),)
                found = Diagnostic(codes.PHASE_WITHOUT_RETURN, title, labels, hint, severity="warning")
                if found not in self.found:
                    self.found.append(found)

    def _warn_of_nothing(self) -> None:
        """Variables of groups that are used, and never hold an instance."""
        for unmade in unmade_variables(self.checked):
            title = f"`{unmade.name.text}` is None: no instance is ever made for it"
            labels = (Label(unmade.use), Label(unmade.name.span, "this only declares it"))
            hint = f"to make one, write parentheses: `{unmade.type.span.text} {unmade.name.text}();`"
            self.found.append(Diagnostic(codes.NEVER_MADE, title, labels, hint, severity="warning"))

    def _warn_of_wide_boards(self) -> None:
        """Coordinates of one digit that do not reach every cell."""
        coordinates = Coordinates(self.checked)
        for read in coordinates.reads.values():
            axis = coordinates.axis(read)
            size = None if axis is None else constant_size(self.world.groups[axis.group])
            is_digit = isinstance(read.arguments[0], tree.Number) and read.arguments[0].value == 1
            if axis is None or size is None or not is_digit or axis.geometry == HEX or axis.shift.per_player:
                continue
            last = size[axis.number] - 1
            if last > 9 + axis.shift.by:
                title = f"one digit does not reach {axis.word} {last} of `{axis.group}`"
                hint = "read two characters: `stoi(read(2))`"
                labels = (Label(read.span),)
                self.found.append(Diagnostic(codes.TOO_WIDE, title, labels, hint, severity="warning"))
