"""What the names in a body mean: its variables, the object it belongs to, and what its file sees."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from parlour.dataclass import dataclass
from parlour.languages.tgdl import codes
from parlour.languages.tgdl.check.files import File
from parlour.languages.tgdl.check.meaning import Action, Class, DefaultTarget, Function, Var
from parlour.languages.tgdl.check.report import Report
from parlour.languages.tgdl.check.types import Type
from parlour.languages.tgdl.syntax import tree
from parlour.syntax.diagnostic import Label

if TYPE_CHECKING:
    from parlour.languages.tgdl.check.world import World

# What a body is.
Role = Literal["function", "effect", "phase", "filter", "require", "trigger", "information", "visible", "default",
               "turn", "setup", "value"]  # fmt: skip
LOOKING: frozenset[Role] = frozenset({"filter", "require", "trigger", "information", "visible"})
RETURNING: frozenset[Role] = LOOKING | {"function", "turn"}


@dataclass(eq=False, slots=True)
class Scope:
    """One body. `what` names it in messages (`the effect of action Put`); `this` is its object, `owner` the class whose
    members it has; `event` the event that started it; `version` the function or action whose body it is. `fixed`
    variables cannot be assigned to, and `answers` counts what was returned."""

    world: World
    file: File
    role: Role
    what: str
    owner: Class | None = None
    this: Type | None = None
    event: Var | None = None
    result: Type | None = None
    version: Function | Action | None = None
    frames: list[dict[str, Var]] = field(default_factory=lambda: [{}])
    fixed: set[Var] = field(default_factory=set)
    loops: int = 0
    answers: int = 0

    @property
    def report(self) -> Report:
        return self.world.report

    @property
    def default_target(self) -> DefaultTarget:
        """Whom an input here asks if it does not say it."""
        if self.owner is None or self.owner.kind not in ("class", "interactable"):
            return "active"
        return {"local": "owner", "group": "member", "global": "active"}[self.owner.scope]  # type: ignore[return-value]

    def variable(self, name: str) -> Var | None:
        return next((frame[name] for frame in reversed(self.frames) if name in frame), None)

    def declare(self, name: tree.Ident, type_: Type) -> Var:
        """A new variable of the innermost block; its name may hide a member, and no other variable."""
        var = Var(name.text, type_, name.span)
        known = self.variable(name.text)
        if known is not None:
            before = Label(known.span, "the other one")
            hint = f"choose another name; a new value is given without the type: `{name.text} = …;`"
            self.report.error(
                codes.DUPLICATE, f"there is a variable `{name.text}` already", name.span, before, hint=hint
            )
        self.frames[-1][name.text] = var
        return var

    def add(self, var: Var, *, is_fixed: bool = False) -> Var:
        """A variable that the program does not declare, or that an input has declared; a `fixed` one cannot be
        assigned to."""
        self.frames[-1][var.name] = var
        if is_fixed:
            self.fixed.add(var)
        return var

    def inner(self, role: Role, what: str, result: Type | None) -> Scope:
        """A body inside this one that sees its variables: the filter of an input."""
        frames = [*self.frames, {}]
        return Scope(
            self.world,
            self.file,
            role,
            what,
            self.owner,
            self.this,
            self.event,
            result,
            self.version,
            frames,
            set(self.fixed),
        )

    def type(self, form: tree.TypeName) -> Type:
        return self.world.type_of(self.file, form)
