"""Single characters that people type for an operator of two in BoGL; `syntax/lookalikes.py` has the rest."""

from __future__ import annotations

OPERATOR_SIGNS = {"≤": "<=", "≥": ">=", "≠": "/=", "→": "->", "⇒": "->", "≡": "=="}
