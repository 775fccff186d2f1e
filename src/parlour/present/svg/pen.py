"""Writes a drawing as SVG: the one place where texts of strangers become markup, and where colours get their values.

Every text is escaped, in elements and in attributes, and passes `visible`, so that what a game says can neither end an
element nor hide or reorder what is read. Nothing here has an id, a script or a reference: any number of pictures can
stand on one page.

    >>> Pen("light").write(Text(text="</svg> & more", fill="ink", x=1.50))
    '<text fill="#1f242c" x="1.5" font-size="14">&lt;/svg&gt; &amp; more</text>'
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

import msgspec

from parlour.dataclass import dataclass
from parlour.present.drawing import Group, Mark, Text, written
from parlour.present.palette import COLORS, Theme
from parlour.syntax.display import visible

_FIXED = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


@dataclass(frozen=True, slots=True)
class Pen:
    """Elements in the colours of a theme. `auto` writes the light colours, and a class by which `sheet` replaces them
    where the reader's screen is dark."""

    theme: Theme

    def write(self, mark: Mark) -> str:
        """A primitive as an element.

        Places that can be pointed at carry their anchor: `data-item` is the id of a board, pile or hand, `data-cell`
        the numbers of a place in it, joined by commas (`2,0` on a board, `4` for the fifth card of a hand, nothing for
        a pile)."""
        if isinstance(mark, Group):
            return self._group(mark)
        content = words(mark.text) if isinstance(mark, Text) else ""
        name = str(mark.__struct_config__.tag)
        attributes = self._attributes(mark)
        return f"<{name}{attributes}>{content}</{name}>" if content else f"<{name}{attributes}/>"

    def write_all(self, marks: Iterable[Mark]) -> str:
        return "".join(map(self.write, marks))

    def _group(self, group: Group) -> str:
        attributes = f' class="{group.kind}"' if group.kind else ""
        if group.anchor is not None:
            cell = ",".join(map(str, group.anchor.cell))
            attributes += f' data-item="{quoted(group.anchor.item)}" data-cell="{cell}"'
        if group.x or group.y:
            attributes += f' transform="translate({written(group.x)} {written(group.y)})"'
        name = f"<title>{words(group.name)}</title>" if group.name else ""
        return f"<g{attributes}>{name}{self.write_all(group.marks)}</g>"

    def _attributes(self, mark: Mark) -> str:
        """What is not as SVG has it anyway; colours first."""
        classes, colors, others = [], "", ""
        for info in msgspec.structs.fields(mark):
            value = getattr(mark, info.name)
            if info.name in ("fill", "stroke"):
                if value in COLORS:
                    shade = COLORS[value]
                    colors += f' {info.name}="{shade.dark if self.theme == "dark" else shade.light}"'
                    classes += [f"{info.name}-{value}"] if self.theme == "auto" else []
                elif value:
                    colors += f' {info.name}="{value}"'
            elif info.name == "is_fixed":
                others += f' font-family="{_FIXED}" xml:space="preserve"' if value else ""
            elif info.name != "text" and (value != info.default or info.name == "font_size"):
                others += f' {info.encode_name}="{value if isinstance(value, str) else written(value)}"'
        return (f' class="{" ".join(classes)}"' if classes else "") + colors + others

    def sheet(self, markup: str) -> str:
        """The dark colours of everything in this markup, for `auto`; nothing for the other themes."""
        if self.theme != "auto":
            return ""
        rules = [
            f".parlour-auto .{what}-{name}{{{what}:{color.dark}}}"
            for name, color in COLORS.items()
            for what in ("fill", "stroke")
            if f"{what}-{name}" in markup
        ]
        return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"


def words(text: str) -> str:
    """A text as the content of an element."""
    return escape(visible(text))


def quoted(text: str) -> str:
    """A text as the value of an attribute."""
    return escape(visible(text), {'"': "&quot;", "'": "&#39;"})
