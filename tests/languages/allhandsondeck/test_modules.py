"""The modules of AllHandsOnDeck: each builds only on those above it in the folder's map."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.languages.test_maps import rows

import parlour.languages.allhandsondeck

PACKAGE = "parlour.languages.allhandsondeck"
FOLDER = Path(parlour.languages.allhandsondeck.__file__).parent
MODULES = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.py") if path.name != "__init__.py"}
# The one begins the story, the other hands on the table.
FREE = ("frontend.py", "lower/lower.py")


def test_the_map_of_the_folder_is_in_the_order_in_which_modules_build_on_each_other():
    order = [f"{module}.py" for module in rows((FOLDER / "README.md").read_text(encoding="utf-8"))]
    for place, module in enumerate(order):
        if module not in FREE:
            assert imported(module) <= set(order[:place]), module


def imported(module: str) -> set[str]:
    """The modules of the language that a module loads when it is loaded."""
    found: set[str] = set()
    for node in ast.parse((FOLDER / module).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith(PACKAGE):
            names = (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
            found.update(f"{name.removeprefix(PACKAGE + '.').replace('.', '/')}.py" for name in names)
    return found & MODULES
