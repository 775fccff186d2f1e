"""The command line, for the pages that show it."""

from __future__ import annotations

from tests.cli.conftest import inside as inside
