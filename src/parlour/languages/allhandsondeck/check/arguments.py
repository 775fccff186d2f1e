"""Which argument is for which parameter, and in words why arguments do not fit."""

from __future__ import annotations

from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck.check.meaning import Arg, Comprehension, Slice
from parlour.languages.allhandsondeck.check.types import Signature


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why arguments do not fit parameters: in words, and the argument that is to blame, if one is."""

    text: str
    arg: Arg | None = None


def bind(args: tuple[Arg, ...], names: tuple[str, ...]) -> list[int] | Misfit:
    """The number of the parameter that each argument is for, in the order in which they are written."""
    found: list[int] = []
    for number, arg in enumerate(args):
        if isinstance(arg.value, Comprehension | Slice):
            return Misfit("a comprehension or a slice is no single value", arg)
        if arg.name is None:
            if number >= len(names):
                break
            found.append(number)
        elif arg.name not in names:
            return Misfit(f"there is no parameter '{arg.name}'", arg)
        elif names.index(arg.name) in found:
            return Misfit(f"'{arg.name}' is given twice", arg)
        else:
            found.append(names.index(arg.name))
    if len(found) != len(names) or len(args) != len(names):
        missing = [name for number, name in enumerate(names) if number not in found]
        tail = f": {', '.join(repr(name) for name in missing)} missing" if missing and len(args) < len(names) else ""
        return Misfit(f"{counted(len(names), 'argument')} wanted, {len(args)} given{tail}")
    return found


def bind_built_in(args: tuple[Arg, ...], signature: Signature) -> tuple[dict[str, Arg], tuple[Arg, ...]] | Misfit:
    """The plain arguments of a built-in by name, and those that are elements."""
    plain: dict[str, Arg] = {}
    elements: list[Arg] = []
    for arg in args:
        if isinstance(arg.value, Slice) and not signature.takes_slice:
            return Misfit("a slice is wanted by DELETE only", arg)
        if arg.name is not None:
            if arg.name not in signature.names:
                return Misfit(f"there is no parameter '{arg.name}'", arg)
            if arg.name in plain:
                return Misfit(f"'{arg.name}' is given twice", arg)
            plain[arg.name] = arg
        elif len(plain) < len(signature.names):
            if isinstance(arg.value, Comprehension):
                return Misfit("a comprehension is no single value", arg)
            plain[signature.names[len(plain)]] = arg
        else:
            elements.append(arg)
    if elements and not signature.elements:
        most = len(signature.names)
        return Misfit(f"{counted(most, 'argument')} wanted, {len(args)} given")
    if len(plain) < len(signature.names) - signature.optional:
        return Misfit(f"{counted(len(signature.names), 'argument')} wanted, {len(args)} given")
    return plain, tuple(elements)


def counted(number: int, noun: str) -> str:
    """`1 argument`, `2 arguments`, `no arguments`"""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
