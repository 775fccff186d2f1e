"""Bundles Lit for the browser: `make vendor`. With `--check` nothing is written: what is committed must be the same.

npm verifies every package by the checksum in `package-lock.json`; the bundle depends on nothing but those packages, so
everybody gets the same bytes. `SHA256SUMS` stands beside them, for those who have no node (`tests/web` looks at it).
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
VENDOR = HERE.parent.parent / "src/parlour/web/static/vendor"
NODE = Path(sys.executable).parent / "node"
BANNER = "/*! Lit, copyright Google LLC, BSD-3-Clause: see LICENSE-lit.txt */"


def bundle(folder: Path) -> dict[str, bytes]:
    """Every vendored file by its name."""
    out = folder / "lit.js"
    esbuild = [str(NODE), str(HERE / "node_modules/esbuild/bin/esbuild"), str(HERE / "lit.js")]
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=none", "--charset=utf8"]
    subprocess.run([*esbuild, *options, f"--banner:js={BANNER}", f"--outfile={out}", "--log-level=warning"], check=True)
    files = {
        "lit.js": out.read_bytes(),
        "lit.d.ts": (HERE / "lit.js").read_bytes(),
        "LICENSE-lit.txt": (HERE / "node_modules/lit/LICENSE").read_bytes(),
    }
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return {**files, "SHA256SUMS": sums.encode()}


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        files = bundle(Path(folder))
    if sys.argv[1:] == ["--check"]:
        others = [name for name, data in files.items() if not same(VENDOR / name, data)]
        if others:
            print(f"not what `make vendor` makes: {', '.join(others)}", file=sys.stderr)
        return 1 if others else 0
    VENDOR.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (VENDOR / name).write_bytes(data)
    return 0


def same(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    sys.exit(main())
