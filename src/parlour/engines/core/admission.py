"""Does a value answer a question? The one check between the outside world and a running program.

`admit` takes what somebody answered (plain data: ints, bools, strings, `Symbol`s, tuples; for a list of options the
number of one, from 0) and gives the reason why it is no answer, or None. What it lets through has the type the program
expects, so no engine checks again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.core import nodes
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.core.values import Symbol
from parlour.game.error import Refused
from parlour.game.question import LARGEST_ANSWER

Resolve = Callable[[nodes.Expr], Any]


def admit(domain: nodes.Domain, value: object, resolve: Resolve) -> Refused | None:
    """None: a good answer. `resolve` gives the value of the domain's expressions in the suspended program."""
    match domain:
        case nodes.Whole(low, high):
            if not isinstance(value, int) or isinstance(value, bool):
                return _form("a whole number", value)
            least = INT_MIN if low is None else resolve(low)
            most = INT_MAX if high is None else resolve(high)
            if not least <= value <= most:
                if low is None and high is not None and value > most:
                    return Refused("not-an-option", f"{value} is more than {most}")
                if high is None and low is not None and value < least:
                    return Refused("not-an-option", f"{value} is less than {least}")
                return Refused("not-an-option", f"{value} is not between {least} and {most}")
        case nodes.YesNo():
            if not isinstance(value, bool):
                return _form("a truth value", value)
        case nodes.OneOf(symbols):
            if not isinstance(value, Symbol):
                return _form("a symbol", value)
            if value.name not in symbols:
                return Refused("not-an-option", f"{value.name} is not one of {', '.join(symbols)}")
        case nodes.Options(list=items):
            count = len(resolve(items))
            if not isinstance(value, int) or isinstance(value, bool):
                return _form("the number of an option", value)
            if not 0 <= value < count:
                return Refused("not-an-option", f"there is no option number {value}; there are {count}, from 0")
        case nodes.Line() | nodes.Chars():
            return _admit_text(domain, value, resolve)
        case nodes.Each(parts):
            if not isinstance(value, tuple) or len(value) != len(parts):
                return _form(f"{len(parts)} values together", value)
            for part, item in zip(parts, value, strict=True):
                refused = admit(part, item, resolve)
                if refused is not None:
                    return refused
        case nodes.Either(parts):
            reasons = [admit(part, value, resolve) for part in parts]
            if all(reason is not None for reason in reasons):
                return next((r for r in reasons if r is not None and r.reason != "form"), reasons[0])
    return None


def _admit_text(domain: nodes.Line | nodes.Chars, value: object, resolve: Resolve) -> Refused | None:
    if not isinstance(value, str):
        return _form("text", value)
    if len(value.encode("utf-8", "surrogatepass")) > LARGEST_ANSWER:
        return Refused("too-long", "an answer may have 64 KB at most")
    if isinstance(domain, nodes.Line):
        if "\n" in value or "\r" in value:
            return Refused("form", "an answer is one line")
    elif len(value) != resolve(domain.count) or any(character.isspace() for character in value):
        return Refused("form", f"exactly {resolve(domain.count)} characters are wanted, no blanks")
    return None


def _form(wanted: str, value: object) -> Refused:
    shown = repr(value)
    return Refused("form", f"{wanted} is wanted, not {shown if len(shown) <= 60 else shown[:57] + '…'}")
