"""Ground terms as text in either spelling, and back.

>>> move = Compound("mark", (Compound("1"), Compound("2")))
>>> spelled(move, "kif"), spelled(move, "rules")
('(mark 1 2)', 'mark(1,2)')
>>> read_term("mark 1 2") == read_term("(mark 1 2)") == read_term("mark(1, 2)") == move
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from parlour.languages.gdl.syntax.scanner import scan
from parlour.languages.gdl.syntax.tree import Spelling
from parlour.languages.gdl.syntax.words import OLD_WORDS
from parlour.logic.rules import Compound, Term, Variable
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source
from parlour.syntax.token import END, NAME, Token

DEEPEST = 100


@lru_cache(maxsize=10_000)
def name_text(name: str, spelling: Spelling) -> str:
    """A name as it is written before its arguments: in rule form, one that could be mistaken for something else stands
    in quotes. Prefix form has no quotes: see `has_spelling`."""
    if spelling == "kif" or _is_plain(name):
        return name
    return "'" + name.replace("'", "''") + "'"


def _is_plain(name: str) -> bool:
    """Whether rule form reads a name without quotes, wherever it stands."""
    # A text that begins with two hyphens could be taken for one that begins with a comment.
    return not name.startswith("--") and name not in OLD_WORDS and _is_read_as(name, f" {name} ", "rules")


@lru_cache(maxsize=10_000)
def word_text(name: str, spelling: Spelling) -> str:
    """A name as it is written where it stands alone: in prefix form, one that could be mistaken for the beginning of a
    comment is a list of one element."""
    if spelling == "rules" or _is_read_as(name, f" {name} ", "kif"):
        return name_text(name, spelling)
    return f"({name})"


@lru_cache(maxsize=10_000)
def has_spelling(name: str, spelling: Spelling) -> bool:
    """Whether a name can be written at all.

    >>> [has_spelling("two words", spelling) for spelling in ("rules", "kif")]
    [True, False]
    """
    return spelling == "rules" or _is_read_as(name, f"({name} ", "kif")


def _is_read_as(name: str, text: str, spelling: Spelling) -> bool:
    """Whether a text, but for parentheses around it, is read as this name and nothing else."""
    tokens = _tokens(text, spelling)
    names = [token for token in tokens or () if token.kind not in ("(", END)]
    return [(token.kind, token.value) for token in names] == [(NAME, name)]


def spelled(term: Term, spelling: Spelling) -> str:
    if isinstance(term, Variable):
        return variable_text(term.name, spelling)
    if not term.arguments:
        return word_text(term.name, spelling)
    name = name_text(term.name, spelling)
    return applied_text(name, [spelled(part, spelling) for part in term.arguments], spelling)


def applied_text(name: str, parts: Sequence[str], spelling: Spelling) -> str:
    return f"({' '.join([name, *parts])})" if spelling == "kif" else f"{name}({','.join(parts)})"


def variable_text(name: str, spelling: Spelling) -> str:
    return f"?{name}" if spelling == "kif" else name


def read_term(text: str) -> Compound | None:
    """A ground term in either spelling; None if the text is none. The outer parentheses of the prefix form may be left
    out, as people do when they type."""
    stripped = text.strip()
    if not stripped or len(stripped) > 65_536:
        return None
    if stripped.startswith("("):
        return _read_kif(stripped)
    # `mark(1,2)` would be a list in prefix form too, with the odd name `1,2` in it: nobody means that.
    found = _read_rules(stripped)
    return found if found is not None else _read_kif(f"({stripped})")


def _tokens(text: str, spelling: Spelling) -> list[Token] | None:
    problems: list[Diagnostic] = []
    tokens = scan(Source("answer", text), problems.append, spelling).tokens
    return None if problems else tokens


def _read_kif(text: str) -> Compound | None:
    tokens = _tokens(text, "kif")
    if tokens is None:
        return None
    stack: list[list[Compound]] = [[]]
    for token in tokens:
        if token.kind == "(":
            if len(stack) > DEEPEST:
                return None
            stack.append([])
        elif token.kind == ")":
            items = stack.pop()
            if not stack or not items or (len(items) > 1 and items[0].arguments):
                return None
            # A list of one element is that element.
            stack[-1].append(items[0] if len(items) == 1 else Compound(items[0].name, tuple(items[1:])))
        elif token.kind == NAME:
            stack[-1].append(Compound(str(token.value)))
        elif token.kind != END:
            return None
    return stack[0][0] if len(stack) == 1 and len(stack[0]) == 1 else None


def _read_rules(text: str) -> Compound | None:
    tokens = _tokens(text, "rules")
    if tokens is None:
        return None
    found, at = _rules_term(tokens, 0, 0)
    return found if tokens[at].kind == END else None


def _rules_term(tokens: list[Token], at: int, depth: int) -> tuple[Compound | None, int]:
    if tokens[at].kind != NAME or depth > DEEPEST:
        return None, at
    name = str(tokens[at].value)
    at += 1
    if tokens[at].kind != "(":
        return Compound(name), at
    parts: list[Compound] = []
    while tokens[at].kind in ("(", ","):
        part, at = _rules_term(tokens, at + 1, depth + 1)
        if part is None:
            return None, at
        parts.append(part)
    return (Compound(name, tuple(parts)), at + 1) if tokens[at].kind == ")" else (None, at)
