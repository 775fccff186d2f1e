"""The frames of a suspended run: its live slots, then the number of its site. The outermost is the last."""

from __future__ import annotations

from parlour.engines.llvm.low.language import inline, ld
from parlour.engines.native.layout import State
from parlour.engines.native.runtime.program import SiteRow, site_row


@inline
def frame_site(a: int, end: int) -> int:
    """The site of the frame that ends at this offset."""
    return ld(a + end - 8)


@inline
def frame_base(a: int, end: int) -> int:
    """The offset of its first slot, where the frame inside it ends."""
    return end - 8 - 8 * ld(site_row(frame_site(a, end)) + SiteRow.WIDTH)


def frames_count(a: int) -> int:
    count = 0
    end = ld(a + State.FRAMES)
    while end > ld(a + State.FRAMES_BASE):
        count += 1
        end = frame_base(a, end)
    return count


def asking_site(a: int) -> int:
    """The site of the innermost frame: the question that is open."""
    end = ld(a + State.FRAMES)
    site = -1
    while end > ld(a + State.FRAMES_BASE):
        site = frame_site(a, end)
        end = frame_base(a, end)
    return site
