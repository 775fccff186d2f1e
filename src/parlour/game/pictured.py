"""Games and positions show themselves in a notebook: Jupyter asks an object for `_repr_html_` or `_repr_svg_`.

What draws is far above this package, and this package must not know it. So the class here only passes the request on,
to whatever was given to `draw_with`; `parlour/__init__.py`, which is loaded before everything else, gives it a function
that imports the drawing modules when they are needed for the first time.

    >>> class Pawn(Pictured):
    ...     pass
    >>> Pawn()._repr_svg_() is None  # nobody knows how to draw this
    True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

Form = Literal["svg", "html"]
# The picture of an object in a form; None where it has none, which notebooks take as "show the plain text".
Drawer = Callable[[object, Form], str | None]


def _draws_nothing(thing: object, form: Form) -> str | None:
    return None


_drawer: Drawer = _draws_nothing


def draw_with(drawer: Drawer) -> None:
    """Says who draws. Called once, when Parlour is imported."""
    global _drawer
    _drawer = drawer


class Pictured:
    """Something that a notebook can show."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _drawer(self, "svg")

    def _repr_html_(self) -> str | None:
        return _drawer(self, "html")


class PicturedPosition(Pictured):
    """A position that a notebook can show: what every engine's class of positions is, so that drawers know it by its
    class (`Position` is a protocol, and to test for one would compute all of its properties)."""

    __slots__ = ()
