"""Tokens put right before they are read: what stands twice, and parentheses where none can stand.

What is wrong is told here, and the parser meets a text without it: it reads from left to right, and would notice a
parenthesis too many only where everything seems to be closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from parlour.languages.contest import codes
from parlour.languages.contest.syntax.scanner import EXTREMES, HEADS, NUMBER, SETS, SIGN, WORD
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.doubled import without_doubled
from parlour.syntax.token import END, NAME, Token

Report = Callable[[Diagnostic], object]

# Words before a name, wherever it stands, after which no second one can follow.
_NAMING = frozenset({"called", "team", "add", "remove", "change", "to", "swap", "merge", "increase", "decrease", "set"})
# What can stand behind the `)` of a branch or of people.
_BEHIND_CLOSING = frozenset(
    {".", ";", ")", ",", "*", "otherwise", "then", "repeated", "tiebroken", "except", "between", "for", "including"}
)


def repaired(tokens: Sequence[Token], report: Report) -> list[Token]:
    """The tokens without those that cannot be meant; each is told."""
    kept = without_doubled(tokens, lambda index: _is_slip(tokens, index), codes.EXPECTED, report)
    rounds = list(_rounds(kept))
    return [token for part in rounds for token in _without_stray(part, report)]


def _is_slip(tokens: Sequence[Token], index: int) -> bool:
    """Whether a token that repeats the one before cannot be meant."""
    token, after = tokens[index], tokens[min(index + 1, len(tokens) - 1)]
    if token.kind == WORD:
        # `… of competition competition between …` lacks a full stop.
        begins = after.text in ("between", "by") or (after.text == "competition" and token.text == "team")
        return token.text not in SETS and not begins and after.text != ":"
    if token.kind == SIGN:
        return token.text not in (")", ".", ";")
    if token.kind == NAME:
        before = tokens[index - 2].text if index > 1 else ""
        return after.text == ":" or before in _NAMING
    return token.kind == NUMBER and token.value is not None


def _rounds(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens of each round, and of each section that has none."""
    part: list[Token] = []
    for token in tokens:
        if token.text in HEADS and part:
            yield part
            part = []
        part.append(token)
        if token.text == ";":
            yield part
            part = []
    yield part


def _without_stray(part: list[Token], report: Report) -> list[Token]:
    """A round without the parentheses that make it have more of one kind than of the other, where they show."""
    more = sum((token.text == "(") - (token.text == ")") for token in part)
    if more > 0:
        stray = [index for index, token in enumerate(part) if token.text == "(" and not _opens(part, index)][:more]
        hint = "leave it out: people stand without parentheses, and phases only behind `then` and `otherwise`"
    else:
        stray = list(_closing_too_much(part))[:-more] if more < 0 else []
        hint = "leave it out: it closes nothing"
    for index in stray:
        title = f"this `{part[index].text}` is one too many"
        report(Diagnostic(codes.EXPECTED, title, (Label(part[index].span),), hint=hint, kind="syntax"))
    return [token for index, token in enumerate(part) if index not in stray]


def _opens(part: Sequence[Token], index: int) -> bool:
    """Whether a `(` can stand here."""
    before = [token.text for token in part[max(index - 2, 0) : index]]
    if not before:
        return False
    if before[-1] in ("then", "otherwise", "chance", "do", "else", ":", *EXTREMES) or "?" in before:
        return True
    return len(before) > 1 and (before[0] in EXTREMES or (before[0] == "chance" and part[index - 1].kind == NUMBER))


def _closing_too_much(part: Sequence[Token]) -> Iterator[int]:
    """Where a `)` stands behind which nothing of a round could go on, or that closes a branch in the middle of a line
    although the layout closes it further down."""
    opened: list[int] = []
    for index, token in enumerate(part):
        after = part[index + 1] if index + 1 < len(part) else None
        if token.text == "(":
            opened.append(index)
        elif token.text == ")":
            begin = opened.pop() if opened else None
            is_last = after is None or after.kind == END
            if not is_last and after is not None and after.text not in _BEHIND_CLOSING and _is_in_line(token, after):
                yield index
            elif begin is not None and _is_block(part, begin) and _is_in_line(part[index - 1], token):
                yield index
                opened.append(begin)


def _is_block(part: Sequence[Token], index: int) -> bool:
    """Whether what a `(` opens stands in lines of its own, and its `)` in one, too."""
    if part[index - 1].text not in ("then", "otherwise") or _is_in_line(part[index], part[index + 1]):
        return False
    line = part[index].span.source.line_text(part[index].span.line)
    margin = len(line) - len(line.lstrip()) + 1
    closing = [each for before, each in zip(part[index:], part[index + 1 :], strict=False) if each.text == ")"
               and not _is_in_line(before, each)]  # fmt: skip
    return any(each.span.column == margin for each in closing)


def _is_in_line(before: Token, token: Token) -> bool:
    return before.span.line == token.span.line
