"""The modules of Senet do not depend on the order in which they are loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import parlour.languages.senet

# One process forks once for each module, before anything of Parlour is loaded.
LOAD_EACH = """
import importlib, os, sys
for name in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        importlib.import_module(name)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        print(name)
"""


def test_every_module_can_be_imported_alone() -> None:
    folder = Path(parlour.languages.senet.__file__).parent
    paths = [path.relative_to(folder).with_suffix("") for path in sorted(folder.rglob("*.py"))]
    names = [".".join(("parlour.languages.senet", *path.parts)).removesuffix(".__init__") for path in paths]
    assert "parlour.languages.senet.table.table" in names
    loaded = subprocess.run([sys.executable, "-c", LOAD_EACH, *names], capture_output=True, text=True, check=True)
    assert (loaded.stdout, loaded.stderr) == ("", "")
