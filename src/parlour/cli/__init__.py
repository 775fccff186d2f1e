"""The `parlour` executable: one command with verbs like git's.

`main` is the entry point. `app.py` knows the verbs and turns every way in which one can end into an exit code;
each verb is a module of its own (`run.py`, `check.py`, …), imported only when it is used, so that
`parlour --version` stays quick whatever Parlour learns to do.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line of this process and exits with its code; never returns."""
    try:
        from parlour.cli.app import invoke

        code = invoke(sys.argv[1:])
    except KeyboardInterrupt:  # while still importing, or while closing down: nothing to save yet, nothing left
        code = 130
    sys.exit(code)
