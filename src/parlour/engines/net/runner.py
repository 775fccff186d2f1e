"""One thread's memory for a tier of machine code, and the call of the kernel that moves a batch on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.engines.net.batch import LASTING, Batch, Counts, Runner
from parlour.engines.net.fields import FIELD, FIELDS, STAGES
from parlour.engines.net.memory import Numbers, Planes

if TYPE_CHECKING:
    from parlour.engines.net.tiers import Tier


class MachineRunner(Runner):
    """One thread's memory for a tier of machine code."""

    def __init__(self, tier: Tier, counts: Counts, cancel: Numbers) -> None:
        super().__init__()
        plan = tier.plan
        self.counts = counts
        self.cancel = cancel  # Machine code reads it: it must not go away.
        self.scratch = Planes(plan.scratch, tier.words)
        self.following = Planes(len(plan.net.facts), tier.words)
        self.fields = Numbers(len(FIELDS))
        # As the kernel reads them: role, bits, the first planes, and whether somebody is asked.
        self.selectors = Numbers(
            [
                value
                for row in plan.selectors
                for value in (row.role, row.bits, row.most, row.masks, row.drawn, int(plan.is_question(row)))
            ]
        )
        self.references = Numbers(plan.parked)
        self.use(tier)
        self.set("scratch", self.scratch.address)
        self.set("selectors", self.selectors.address)
        self.set("parked_references", self.references.address)
        self.set("lengths", counts.lengths.address)
        self.set("endings", counts.endings.address)
        self.set("cancel", cancel.address)
        self.set("fact_count", len(plan.net.facts))
        self.set("parked_count", len(plan.parked))
        self.set("code_count", plan.code_length)
        self.set("is_late", int(plan.is_late))
        self.set("selector_count", len(plan.selectors))
        for name in ("over", "terminal", "reset", "codes"):
            self.set(name, getattr(plan, name))

    def use(self, tier: Tier) -> None:
        """Runs the stages of this tier from now on, which is as wide as the one before."""
        self.tier = tier
        for stage, data in STAGES.items():
            self.set(stage, tier.function)
            self.set(data, tier.data[stage].address)

    def set(self, name: str, value: int) -> None:
        self.fields.values[FIELD[name]] = value

    def get(self, name: str) -> int:
        return self.fields.values[FIELD[name]]

    def advance(self, batch: Batch, passes: int) -> int:
        """Makes up to so many passes; the kernel's word for how it went."""
        planes = batch.planes
        for name in LASTING:
            self.set(name, planes[name].address)
        self.set("starts", planes["starts"].address if "starts" in planes else 0)
        self.set("facts", planes["facts"].address)
        self.set("next", self.following.address)
        self.set("keys", planes["keys"].address)
        self.set("quota_bits", planes["quota"].count)
        self.set("now", batch.now)
        self.set("next_check", batch.next_check)
        self.set("limit", passes)
        self.set("endings_used", self.counts.used)
        self.set("questions", self.counts.questions)
        status = self.tier.run(self.fields.address)
        if self.get("facts") != planes["facts"].address:
            # The two regions of facts change places in every pass.
            planes["facts"], self.following = self.following, planes["facts"]
        batch.now, batch.next_check = self.get("now"), self.get("next_check")
        self.counts.used, self.counts.questions = self.get("endings_used"), self.get("questions")
        return status
