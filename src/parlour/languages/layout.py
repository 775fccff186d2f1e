"""What every language does with a text that its printer has laid out."""

from __future__ import annotations

import re
from collections.abc import Callable

from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.limits import check_size
from parlour.syntax.source import Source


def checked_layout(source: Source, text: str, reads_the_same: Callable[[Source], bool], too_large: str) -> str:
    """The new text of a source, with line ends like the first one of the old. Where it has become too large to be read
    again, that is a `Diagnostics` with the code `too_large`."""
    printed = Source(source.name, text)
    problem = check_size(printed, too_large)
    if problem is not None:
        raise Diagnostics([problem])
    assert reads_the_same(printed), "the layout of a program has changed its meaning"
    first_end = re.search(r"\r\n|\r|\n", source.text)
    return text.replace("\n", "\r\n") if first_end and first_end.group() == "\r\n" else text
