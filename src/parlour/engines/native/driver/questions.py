"""How the driver finds the candidates of each question of a program: worked out once, from the forms of the questions.

Most candidates never change. Those of a list of options are its elements. Others depend on bounds that the program
computes, or on how long the longest list of the game is at that moment, and are kept by these. Where the form is more
involved the host makes the list each time.
"""

from __future__ import annotations

from parlour.core.nodes import Ask, Chars, Const, Expr, Local, Options, Whole
from parlour.core.questions import answer_type
from parlour.core.types import ANY
from parlour.core.walk import domain_expressions, walk_domain
from parlour.dataclass import dataclass
from parlour.engines.core.engine import CoreEngine
from parlour.engines.core.policy import Policy
from parlour.engines.native.compile.types import Types
from parlour.engines.native.driver.words import LONGEST, AskKind
from parlour.engines.native.host.handover import Stop, Stops


@dataclass(frozen=True, slots=True)
class AskPlan:
    """One question. Places are in bytes from the frame; `inputs` are what the candidates depend on, and with
    `uses_longest` the length of the longest list comes after them. `weighed_by`: the function of the policy that weighs
    the answers, from 1; 0: none."""

    ask: Ask
    stop: Stop
    kind: AskKind
    width: int
    options: int
    seats: int
    inputs: tuple[Local, ...]
    uses_longest: bool
    weighed_by: int

    @property
    def seat(self) -> tuple[int, int]:
        """Who is asked, where it is one: the place of the slot or -1, and then the number of the seat."""
        seat = self.ask.question.seat
        if isinstance(seat, Const):
            assert isinstance(seat.value, int)
            return -1, seat.value
        return self.place(seat), 0

    @property
    def goes_straight(self) -> bool:
        """All that the candidates depend on is in the frame, and known without the host: see `straight.py`."""
        return self.kind != AskKind.HOST and not self.uses_longest

    @property
    def input_places(self) -> list[int]:
        """Where the driver finds the words that the candidates depend on."""
        return [self.place(expr) for expr in self.inputs] + [LONGEST] * self.uses_longest

    def place(self, expr: Expr) -> int:
        assert isinstance(expr, Local)
        slot = next(slot for slot in self.stop.slots if slot.name == expr.name)
        return 8 * (slot.place + slot.may_be_unset)

    def plain_slots(self, types: Types) -> int:
        """A bit for each of the first 64 slots of the frame: two values are different whenever these are."""
        bits = 0
        for slot in self.stop.slots:
            if not slot.may_be_unset:
                for place, is_plain in enumerate(types.plain_slots(slot.type), slot.place):
                    bits |= is_plain << place
        return bits & (1 << 64) - 1


def ask_plans(engine: CoreEngine, stops: Stops, types: Types, policy: Policy | None) -> list[AskPlan | None]:
    """By the numbers of the sites; None for those where a call waits."""
    return [_plan(engine, stop, types, policy) if isinstance(stop.site.stmt, Ask) else None for stop in stops.all]


def _plan(engine: CoreEngine, stop: Stop, types: Types, policy: Policy | None) -> AskPlan:
    ask = stop.site.stmt
    assert isinstance(ask, Ask)
    domain = ask.question.domain
    inputs = tuple(dict.fromkeys(expr for expr in domain_expressions(domain) if isinstance(expr, Local)))
    uses_longest = _depends_on_lists(engine, stop)
    if isinstance(domain, Options):
        kind = AskKind.OPTIONS
    elif any(isinstance(part, Options) for part in walk_domain(domain)):
        kind = AskKind.HOST
    else:
        kind = AskKind.DEPENDS if inputs or uses_longest else AskKind.FIXED
    width = types.width(answer_type(domain, ask.group) or ANY)
    member = None if policy is None else policy.member(ask)
    weighed = 0 if member is None else member + 1
    bare = AskPlan(ask, stop, kind, width, 0, 0, inputs, uses_longest, weighed)
    options = bare.place(domain.list) if isinstance(domain, Options) else 0
    seats = bare.place(ask.question.seat) if ask.group else 0
    return AskPlan(ask, stop, kind, width, options, seats, inputs, uses_longest, weighed)


def _depends_on_lists(engine: CoreEngine, stop: Stop) -> bool:
    """The length of the longest list there is enters the candidates: the answer is used as an index."""
    if engine.all_plain:
        return False
    assert isinstance(stop.site.stmt, Ask)
    domain = stop.site.stmt.question.domain
    if isinstance(domain, Chars):
        return False  # digits are digits, however long a list is
    if isinstance(domain, Whole) and isinstance(domain.low, Const) and isinstance(domain.high, Const):
        return False
    if isinstance(domain, Whole) and domain.worth is not None:
        return False
    return any(known.indexes for known in engine.evidence[stop.site.function, stop.site.number])
