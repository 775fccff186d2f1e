"""The words of GDL that have a meaning, with the number of their arguments.

>>> KEYWORDS["does"], KEYWORDS["knows"]
((2,), (1, 2))
"""

from __future__ import annotations

RANDOM = "random"

# `sees` is of GDL-II, `knows` of GDL-III (with one argument it is common knowledge).
KEYWORDS: dict[str, tuple[int, ...]] = {
    "role": (1,),
    "init": (1,),
    "true": (1,),
    "does": (2,),
    "next": (1,),
    "legal": (2,),
    "goal": (2,),
    "terminal": (0,),
    "base": (1,),
    "input": (2,),
    "sees": (2,),
    "knows": (1, 2),
}
# Read as another word, with a warning, where a sentence of rule form stands: the old papers spell it so.
OLD_WORDS = {"terminale": "terminal"}
