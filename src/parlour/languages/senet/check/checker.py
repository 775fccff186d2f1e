"""From a tree to a program that makes sense: every name known, every type right.

`check_program` says all it found; the `Checked` that comes with it is to be used only if none of it is an error.
Functions without a type get that of their `return`s: whoever needs such a type first looks through the body once,
without saying anything; later the body is checked like any other.
"""

from __future__ import annotations

from parlour.languages.senet import codes
from parlour.languages.senet.check import meaning, types
from parlour.languages.senet.check.coordinates import Coordinates
from parlour.languages.senet.check.doubts import tell_doubts
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
from parlour.languages.senet.check.players import MOST_PLAYERS, known_seats
from parlour.languages.senet.check.scope import Scope
from parlour.languages.senet.check.statements import check_block, check_statements
from parlour.languages.senet.check.values import construct, fit, value
from parlour.languages.senet.check.world import World
from parlour.languages.senet.pragmas import read_pragmas
from parlour.languages.senet.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.suggest import did_you_mean, suggest
from parlour.syntax.unknown import Unknown


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
        for function in self.checked.bodies:
            self.check_result(function)
        for group in self.world.groups.values():
            self.check_group(group)
        check_statements(self.scope(None), tree.setup_statements(self.program))
        for function in self.checked.bodies:
            self.check_body(function)
        self.world.unknown.tell_gathered()
        self.check_begin()
        self.check_pragmas()
        if not any(item.is_error for item in self.found) and self.program.is_sound:
            self.check_endings()

    # ------------------------------------------------------------------------------------------------- functions

    def scope(self, function: Function | None) -> Scope:
        return Scope(self.world, self.checked, function, self.result_of)

    def result_of(self, function: Function) -> types.Type:
        if function.result is types.VOID and function.node is not None and _gives_value(function.node):
            return types.LOST  # it is told where it gives one
        if function.result is None and function not in self.inferring:
            self.infer(function)
        return types.LOST if function.result is None else function.result

    def infer(self, function: Function) -> None:
        """The type of its `return`s, or void. A call of itself says nothing about it."""
        joined: types.Type = types.LOST
        returned = self.returned(function)
        for type_, node in returned:
            if node.value is not None:
                joined = self.world.join(joined, type_) or joined
        if joined is types.NONE or not returned or all(node.value is None for _, node in returned):
            joined = types.VOID
        function.result = joined

    def returned(self, function: Function) -> list[tuple[types.Type, tree.Return]]:
        """The `return`s of a function with the types of their values; nothing is said about what is wrong there."""
        assert function.node is not None
        kept, self.world.report = self.world.report, lambda _: None
        unknown, self.world.unknown = self.world.unknown, Unknown(lambda _: None, self.world.lost)
        said = set(self.world.said)
        self.inferring.append(function)
        scope = self.scope(function)
        check_block(scope, function.node.body)
        self.inferring.pop()
        self.world.report = kept
        self.world.unknown = unknown
        self.world.said = said
        return scope.returned

    def check_result(self, function: Function) -> None:
        """Where all `return`s of a function agree with each other and none with its type, the type is the mistake."""
        wanted, node = function.result, function.node
        if node is None or node.type is None or wanted not in (types.INT, types.BOOL, types.STR) or node.is_assert:
            return
        values = [item.value for item in tree.all_statements(node.body.statements) if isinstance(item, tree.Return)]
        if len(values) < 2 or not any(_is_other(value, wanted) for value in values):
            return
        kinds = {type_ for type_, _ in self.returned(function)}
        if len(kinds) > 1 or not kinds <= {types.INT, types.BOOL, types.STR} or wanted in kinds:
            return
        (given,) = kinds
        title = f"every `return` of `{function.name}` gives {types.describe(given)}, not {types.describe(wanted)}"
        hint = f"declare it as `{types.show(given)} {function.name}(…)`"
        self.world.mistype(codes.RETURNED_TYPE, title, node.type.span, hint if node.formals else hint.replace("…", ""))
        function.result = types.LOST

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
            self.world.tell(codes.BAD_CONSTRUCTOR, title, span, "its sides are numbers from 1 on")

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
        result, expected = method.result or self.result_of(method), self.result_of(known)
        is_same = len(wanted) == len(given) and all(map(self._is_alike, given, wanted))
        if is_same and self._is_alike(result, expected):
            return
        listed = ", ".join(map(types.show, wanted))
        assert known.group is not None
        gives = types.describe(expected)
        title = f"`{method.name}` of `{known.group.name}` takes ({listed}) and gives {gives}; so must this"
        labels = () if known.node is None else (Label(known.node.name.span, "this is the one"),)
        formals = ", ".join(f"{types.show(formal.type)} {formal.name}" for formal in known.formals)
        hint = f"write `{types.show(expected)} {method.name}({formals})`"
        self.world.mistype(codes.OVERRIDE_DIFFERS, title, method.node.name.span, hint, *labels)
        method.result = types.LOST  # what its `return`s give fits one of the two

    def _is_alike(self, one: types.Type, other: types.Type) -> bool:
        is_group = isinstance(one, types.GroupOf) and isinstance(other, types.GroupOf)
        return one == other or types.LOST in (one, other) or (is_group and self.world.fits(one, other))

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
            self.world.tell(codes.BAD_BEGIN, title, begin.node.formals[0].span, "leave it out: `void begin() { … }`")
        elif begin.result not in (types.VOID, None, types.LOST):
            title, hint = "`begin` gives no value: nobody would get it", "write `void begin() { … }`"
            self.world.tell(codes.BAD_BEGIN, title, begin.node.name.span, hint)

    def check_pragmas(self) -> None:
        pragmas = self.checked.pragmas
        if not self.program.setup and not self.program.is_sound:
            return  # all of it is lost
        for name, wanted in ((pragmas.winner, types.INT), (pragmas.scores, types.COORDINATES)):
            if name is None or name.text in self.world.lost or self.is_told(name.text):
                continue
            variable = self.world.globals.get(name.text)
            function = self.world.functions.get(name.text)
            found = variable.type if variable is not None else None
            if function is not None and not function.is_phase and not function.formals:
                found = self.result_of(function)
            if found is None or found not in (wanted, types.LOST):
                title = f"`{name.text}` is no {types.show(wanted)} variable, and no function of @setup that gives one"
                fitting = [known.name for known in self.world.globals.values() if known.type == wanted]
                named = [known.name for known in self.world.functions.values() if known.result == wanted]
                hint = did_you_mean(name.text, [*fitting, *named])
                near = [known for known in (*fitting, *named) if known.startswith(name.text)]
                usual = next((said for said in ("winner", "scores") if said in fitting), "")
                hint = hint or (f"Did you mean {near[0]}?" if near else "")
                if usual and not hint:
                    said = "the winner is winner" if wanted is types.INT else "the scores are scores"
                    hint = f"`@setup` has `{types.show(wanted)} {usual};`: write `{said}`"
                hint = hint or f"declare it in `@setup`: `{types.show(wanted)} {name.text};`"
                self.world.tell(codes.BAD_PRAGMA, title, name.span, hint)

    def is_told(self, name: str) -> bool:
        """Whether it was said already that nothing has this name."""
        return any(item.code == codes.UNKNOWN_NAME and f"`{name}`" in item.title for item in self.found)

    def check_seats(self) -> None:
        """A number of players that there can be, and as many names, where both are known."""
        for item in self.program.setup:
            match item:
                case tree.Evaluate(_, tree.Assign(_, (tree.Variable(_, "N_PLAYERS"),), tree.Number(span, number))):
                    if not 1 <= number <= MOST_PLAYERS:
                        title = f"a game has 1 to {MOST_PLAYERS} players, not {number}"
                        self.world.warn(codes.NAMES_AND_PLAYERS, title, span, "write how many play: `N_PLAYERS = 2;`")
        names, seats = self.checked.pragmas.seats, known_seats(self.checked)
        if self.checked.pragmas.seats_at is None or seats is None or len(seats) == len(names):
            return
        compared = [item.expr for item in tree.setup_statements(self.program) if isinstance(item, tree.Evaluate)]
        is_players = meaning.BuiltinName(meaning.N_PLAYERS)
        if any(isinstance(expr, tree.Chain) and self.checked.meaning(expr.first) == is_players for expr in compared):
            return  # `N_PLAYERS == 2;`, which is told
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
            if (
                function.result not in (types.VOID, types.LOST, None)
                and not is_free
                and returns.falls(node.body.statements)
            ):
                assert function.result is not None
                title = f"`{function.name}` gives {types.describe(function.result)}, but may end without a `return`"
                self._no_return(function, title)
        self.check_seats()
        self._warn_of_nothing()
        self._warn_of_endless_phases(returns)
        self._warn_of_wide_boards()
        tell_doubts(self.checked, returns, self.found.append)

    def _no_return(self, function: Function, title: str) -> None:
        """A function that may end without a value: perhaps only the word is missing before its last one."""
        node = function.node
        assert node is not None
        last = node.body.statements[-1] if node.body.statements else None
        if isinstance(last, tree.Evaluate) and self.checked.types.get(id(last.expr)) == function.result:
            hint = f"write `return {last.span.text}`" if last.span.text.isprintable() else "put a `return` before it"
            self.found[:] = [item for item in self.found if item.labels[0].span.start != last.span.start]
            self.world.tell(codes.NO_RETURN, title, last.span, hint)
            return
        self.world.tell(codes.NO_RETURN, title, node.name.span, "add a `return` after the last statement")

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
            group = self.world.groups.get(unmade.type.span.text)
            constructor = None if group is None else group.builder()[1]
            formals = "" if constructor is None else ", ".join(formal.name for formal in constructor.formals)
            hint = f"to make one, write parentheses: `{unmade.type.span.text} {unmade.name.text}({formals});`"
            if formals:
                hint = f"to make one, write its arguments: `{unmade.type.span.text} {unmade.name.text}({formals});`"
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


def _is_other(value: tree.Expr | None, wanted: types.Type) -> bool:
    """Whether a value is written out, and of another type."""
    match value:
        case tree.Truth():
            return wanted is not types.BOOL
        case tree.Number():
            return wanted is not types.INT
        case tree.Text():
            return wanted is not types.STR
    return False


def _gives_value(node: tree.Function) -> bool:
    """Whether some `return` of a function has a value."""
    returns = (item for item in tree.all_statements(node.body.statements) if isinstance(item, tree.Return))
    return any(item.value is not None and not isinstance(item.value, tree.Nothing) for item in returns)
