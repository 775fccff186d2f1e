"""Who may change what: helpers nothing, an Object only itself, main nothing by an assignment, and nobody a const.

What breaks such a rule is reported; what it means is resolved all the same.
"""

from __future__ import annotations

from dataclasses import replace

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Expr, Var
from parlour.languages.allhandsondeck.check.scope import Scope
from parlour.languages.allhandsondeck.check.types import ACTOR, OBJECT, Type
from parlour.languages.allhandsondeck.syntax import tree
from parlour.syntax.diagnostic import Label
from parlour.syntax.source import Span
from parlour.syntax.unknown import SHOWN_PLACES


class Permissions:
    """What one body may change."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.world = scope.world
        self.error = scope.world.error
        # The receiver of an ACTION that may only change itself, and the names from which all it changes is reached.
        self.itself = None if scope.function is None else scope.function.receiver
        if self.itself is not None and (self.itself.type is None or self.world.derives(self.itself.type.name, ACTOR)):
            self.itself = None
        self.reached: set[Var] = set() if self.itself is None else {self.itself}

    def reach(self, var: Var, values: Expr) -> None:
        """A variable that runs over what is reached from the receiver is reached, too."""
        if _root(values) in self.reached:
            self.reached.add(var)

    def act(self, receiver: Expr | None, act: tree.Act) -> None:
        """An ACTION is done."""
        if self.scope.is_pure:
            what = "a helper" if self.scope.kind == "helper" else "the value of an attribute"
            title = f"{what} must not change the game, so it cannot do {act.action.text}"
            hint = "whatever changes the game is an ACTION: when do …"
            other = {"SORT": "sorted", "SHUFFLE": "shuffled"}.get(act.action.text)
            if other is not None and receiver is not None:
                given = ", ".join(each.span.text for each in act.arguments)
                hint = f"another collection in this order is `{receiver.span.text}.{other}({given})`"
            self.error(codes.HELPER_CHANGES_STATE, title, act.span, hint=hint)
        is_known = receiver is None or not _is_unknown(receiver)
        if self.itself is not None and is_known and (receiver is None or _root(receiver) not in self.reached):
            self._only_itself(self.itself, act.span)

    def assign_local(self, var: Var, span: Span) -> None:
        if self.itself is not None and var in self.reached:
            self._only_itself(self.itself, span)

    def assign_state(self, name: str, span: Span) -> bool:
        """A name that is no local is assigned: whether there can be such a variable of the game."""
        if self.scope.is_pure:
            # All that a helper may assign is among its locals, so this is an attribute or game state.
            class_name = self.scope.class_name
            is_own = class_name is not None and name in self.world.attributes(class_name)
            what = f"the attribute '{name}'" if is_own else f"'{name}', which is game state"
            hint = "do it in an ACTION, or give the helper's own variable another name"
            self.error(codes.HELPER_CHANGES_STATE, f"a helper must not change {what}", span, hint=hint)
            return False
        if self.itself is not None:
            assert self.itself.type is not None
            is_own = name in self.world.attributes(self.itself.type.name)
            self._only_itself(self.itself, span, f"write `{self.itself.name}.{name}`" if is_own else "")
        self._check_main(span)
        return True

    def assign_part(self, target: c.Attr | c.Element, span: Span) -> None:
        """An attribute or an element is assigned."""
        if self.scope.is_pure:
            what = f"the attribute '{target.name}'" if isinstance(target, c.Attr) else "an element"
            hint = "whatever changes the game is an ACTION: when do …"
            self.error(codes.HELPER_CHANGES_STATE, f"a helper must not change {what}", span, hint=hint)
        if self.itself is not None and not _is_unknown(target) and _root(target) not in self.reached:
            self._only_itself(self.itself, span)
        if isinstance(target, c.Attr):
            self._check_const(target)
        self._check_main(span)

    def _only_itself(self, receiver: Var, span: Span, meant: str = "") -> None:
        assert receiver.type is not None
        if not self.world.half_known.isdisjoint(self.world.line(receiver.type.name)):
            return
        title = f"an Object may only change itself: {receiver.type} is not an Actor"
        hint = f"everything it changes must be reached from '{receiver.name}'"
        class_ = self.world.classes[receiver.type.name]
        if class_.span is not None and class_.base == OBJECT and self._asks(class_.name):
            line = class_.span.line
            hint = f"who plays is an Actor: write `be Actor` in line {line}; else, {hint}"
        self.world.unknown.gather(codes.OBJECT_CHANGES_OTHERS, title, span, meant or hint)

    def _asks(self, class_name: str) -> bool:
        """Whether some ACTION of this class asks: then it plays."""
        return any(
            function.receiver is not None and function.receiver.type == Type(class_name) and "input(" in body.span.text
            for function, body in self.world.bodies
        )

    def _check_main(self, span: Span) -> None:
        if self.scope.kind == "main":
            hint = "the manual wants every change inside an ACTION: when do …"
            self.world.report.tolerate(codes.MAIN_ASSIGNS, "main changes the game by an assignment", span, hint=hint)

    def _check_const(self, target: c.Attr) -> None:
        """A mistake where every attribute that can be meant is const."""
        possible = self.scope.possible(target.object)
        found = [self.world.attributes(class_name).get(target.name) for class_name in possible]
        meant = [attribute for attribute in found if attribute is not None]
        if meant and all(attribute.is_const for attribute in meant):
            title = f"'{target.name}' of {meant[0].class_name} is const"
            hint = "if it is to change, leave out the `const`: it gets its value only when the object is made"
            found_before = self.world.report.found
            for at, told in enumerate(found_before):
                if told.title == title:
                    if len(told.labels) <= SHOWN_PLACES:
                        found_before[at] = replace(told, labels=(*told.labels, Label(target.span, "also here")))
                    return
            self.error(
                codes.CONST_ASSIGNED, title, target.span, also=[(meant[0].span, "declared const here")], hint=hint
            )


def _root(expr: Expr) -> Var | None:
    """The local at which a path starts."""
    start = _start(expr)
    return start.var if isinstance(start, c.Local) else None


def _is_unknown(expr: Expr) -> bool:
    """Whether a path starts at a name that nobody knows, of which has been told."""
    return isinstance(_start(expr), c.Const)


def _start(expr: Expr) -> Expr:
    while True:
        match expr:
            case c.Attr(_, inner) | c.Element(_, inner) | c.MethodCall(_, inner):
                expr = inner
            case c.Act(_, inner) if inner is not None:
                expr = inner
            case _:
                return expr
