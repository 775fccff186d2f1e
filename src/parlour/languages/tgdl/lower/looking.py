"""Who looks around: which blocks may ask for the tracked objects of a class while they run.

What a block that is still running knows is tracked, so whoever looks around must be told; a block that calls nothing
that looks around keeps its variables to itself. It also says which classes are looked for at all: of others nobody
needs to know which objects are tracked.
"""

from __future__ import annotations

from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.lower.nulls import root_action, root_function

# A function, an action (its start with all that belongs to it), a class (making one), or the default of some turn.
Unit = m.Function | m.Action | m.Class | str
DEFAULTS = "defaults"


class Looking:
    def __init__(self, checked: m.Checked) -> None:
        self.checked = checked
        self.uses_connections = _uses_connections(checked)
        self.wanted = _wanted(checked)
        self._leads: dict[t.Type, bool] = {}
        uses: dict[Unit, set[Unit]] = {}
        self._found: set[Unit] = set()
        for section in walk.sections(checked):
            unit = _unit(section)
            if unit is None:
                continue
            for stmt in walk.statements(section.block):
                if isinstance(stmt, m.Ask):
                    self._found.add(unit)
                for expr in walk.own_expressions(stmt):
                    for part in walk.inside(expr):
                        if self._looks_itself(part):
                            self._found.add(unit)
                        uses.setdefault(unit, set()).update(self._reached(part))
        for class_ in checked.classes:
            for function in class_.functions.values():
                self._inputs(root_function(function), function.inputs)
            for action in class_.actions.values():
                self._inputs(root_action(action), action.inputs)
        for function in checked.functions:
            self._inputs(function, function.inputs)
        changed = True
        while changed:
            changed = False
            for unit, reached in uses.items():
                if unit not in self._found and not self._found.isdisjoint(reached):
                    self._found.add(unit)
                    changed = True

    def _inputs(self, unit: Unit, inputs: tuple[m.Input, ...]) -> None:
        if any(each.modifier != "function" for each in inputs):
            self._found.add(unit)

    def expression(self, expr: m.Expr) -> bool:
        """Whether computing it may look around."""
        return any(
            self._looks_itself(part) or not self._found.isdisjoint(self._reached(part)) for part in walk.inside(expr)
        )

    def block(self, block: m.Block) -> bool:
        return any(
            isinstance(stmt, m.Ask) or any(self.expression(expr) for expr in walk.own_expressions(stmt))
            for stmt in walk.statements(block)
        )

    def is_wanted(self, class_: m.Class) -> bool:
        """Whether somebody looks for the tracked objects of a class."""
        return class_.kind in self.wanted or any(each in self.wanted for each in class_.line)

    def leads(self, type_: t.Type) -> bool:
        """Whether something of a type may lead to an object that somebody looks for."""
        if type_ not in self._leads:
            self._leads[type_] = self._search(type_)
        return self._leads[type_]

    def _search(self, type_: t.Type) -> bool:
        waiting: list[t.Type] = [type_]
        met: set[t.Type] = set()
        while waiting:
            found = waiting.pop()
            if found in met:
                continue
            met.add(found)
            match found:
                case t.Collection(kind, item):
                    if kind == "Table" and self.wanted:
                        return True
                    waiting.append(item)
                case t.GroupType():
                    waiting.append(t.TILE)
                case t.OfKind(kind):
                    if kind in self.wanted:
                        return True
                    waiting += [t.Object(each) for each in self.checked.classes if each.kind == kind]
                case t.Object(class_):
                    if self.is_wanted(class_):
                        return True
                    waiting += [t.Object(each) for each in self.checked.derived(class_) if each is not class_]
                    waiting += [attribute.type for attribute in class_.attribute_line()]
                    waiting += _of_every(class_)
        return False

    def _looks_itself(self, expr: m.Expr) -> bool:
        match expr:
            case m.TableCall(name="event.throw_sync"):
                return True
            case m.TableCall(name="event.throw", arguments=(thrown, *_)):
                assert thrown is not None
                return any(
                    action.owner.scope != "global" or self.block(trigger.body)
                    for action, trigger in hearers(self.checked, thrown.type)
                )
        return False

    def _reached(self, expr: m.Expr) -> set[Unit]:
        match expr:
            case m.FunctionCall(function=function):
                return {root_function(function)}
            case m.ActionCall(action=action):
                return {root_action(action)}
            case m.New(of=class_):
                return set(class_.line)
            case m.TableCall(name="turn.pass", arguments=(None, *_)):
                return {DEFAULTS}
        return set()


def _of_every(class_: m.Class) -> list[t.Type]:
    """What every object of a kind leads to."""
    match class_.kind:
        case "interactable":
            return [t.TILE]
        case "tile":
            return [t.OfKind("interactable"), t.OfKind("connection")]
        case "connection" | "board":
            return [t.TILE]
        case "stack":
            return [] if class_.holds is None else [t.Object(class_.holds)]
    return []


def _wanted(checked: m.Checked) -> set[m.Class | str]:
    """The classes, and kinds, of which tracked objects are looked for. Of a global class there is one, which everybody
    knows."""
    found: set[m.Class | str] = set()
    for each in walk.inputs(checked):
        item = each.type.of if isinstance(each.type, t.Collection) else each.type
        if each.modifier == "function":
            continue
        match item:
            case t.Object(class_):
                if not all(below.scope == "global" for below in checked.derived(class_)):
                    found.add(class_)
            case t.OfKind(kind):
                found.add(kind)
            case t.GroupType():
                found.add("group")
    for class_ in checked.classes:
        for action in class_.actions.values():
            is_alone = all(below.scope == "global" for below in checked.derived(class_))
            if action.overrides is None and action.triggers and not is_alone:
                found.add(class_)
    return found


def hearers(checked: m.Checked, thrown: t.Type) -> list[tuple[m.Action, m.Trigger]]:
    """The actions at their roots that may hear an event of a type, each with a trigger."""
    found = []
    for class_ in checked.classes:
        for action in class_.actions.values():
            if action.overrides is None:
                for trigger in action.triggers:
                    if not isinstance(thrown, t.Object) or (
                        thrown.of.derives(trigger.event) or trigger.event.derives(thrown.of)
                    ):
                        found.append((action, trigger))
    return found


def _unit(section: walk.Section) -> Unit | None:
    match section.owner:
        case m.Function() as function:
            return root_function(function)
        case m.Action() as action:
            # Triggers and requires are judged by whoever starts it.
            return root_action(action)
        case m.Class() as class_:
            return None if section.word == "visible" else class_
        case m.Group() as group:
            return group.board
        case m.Turn():
            return DEFAULTS
    return None


def _uses_connections(checked: m.Checked) -> bool:
    """Whether anything in the program can tell that neighbours are connected."""
    for each in walk.inputs(checked):
        item = each.type.of if isinstance(each.type, t.Collection) else each.type
        if item == t.OfKind("connection") or (isinstance(item, t.Object) and item.of.kind == "connection"):
            return True
    for section in walk.sections(checked):
        for part in walk.expressions(section.block):
            if isinstance(part, m.BuiltInAttr) and part.name == "connections":
                return True
            if isinstance(part, m.MethodCall) and part.name == "connect":
                return True
    return False
