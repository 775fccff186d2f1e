"""`python -m parlour` is the `parlour` executable."""

from __future__ import annotations

from parlour.cli import main

if __name__ == "__main__":
    main()
