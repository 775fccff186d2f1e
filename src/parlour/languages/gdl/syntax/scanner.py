"""GDL text → tokens, in both spellings.

The first sign of the text decides: rule sheets in prefix form (KIF) begin with a parenthesis, all others are in rule
form. In KIF nearly every character can be part of a name; in rule form a name with unusual characters, or one that
begins with a capital letter and is no variable, stands in quotes: `'White'`.

    >>> source = Source("demo", "(role x) ; the first")
    >>> [token.text for token in scan(source, print).tokens]
    ['(', 'role', 'x', ')', '']
"""

from __future__ import annotations

import re

from parlour.languages.gdl import codes
from parlour.languages.gdl.syntax.tree import Spelling
from parlour.syntax.comments import Comment
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.scanning import Report, Scanned
from parlour.syntax.source import Source, Span
from parlour.syntax.token import BROKEN, NAME, Token, end_of

VARIABLE = "<variable>"

_BLANK = re.compile(r"\s+")
_KIF_COMMENT = re.compile(r";[^\r\n]*")
_RULES_COMMENT = re.compile(r"%[^\r\n]*")
_KIF_NAME = re.compile(r"[^\s()\";\x00-\x1f\x7f]+")
_RULES_NAME = re.compile(r"[\w+<>-]+")
_RULES_SIGN = re.compile(r":-|<=|<-|=>|[(),&~:.|]")
_ARROW = re.compile(r"<=(?!\w)|<-(?!\w)")
_QUOTED = re.compile(r"'((?:[^'\r\n]|'')*)'")
# A quoted name that has arguments, commas or parentheses behind it before the next quote.
_TORN = re.compile(r"'\w+[,()][^'\r\n]*[(,&:~ ]'\w")
# What other languages begin a comment with; a name may begin so too, so only a comment of several words is one.
_FOREIGN = {
    "kif": re.compile(r"(?://|--+|%+|#)\s+[^\r\n]*"),
    "rules": re.compile(r"(?:;|//|#)[^\r\n]*|--+\s[^\r\n]*"),
}
# What other languages write where rule form has something of its own.
_FOREIGN_SIGN = re.compile(r"\\\+|\\==?|!==?|/=|=\\=|==?|!|[←⇐⟸]|\[[^\[\]\r\n]*\]")
_INSTEAD = {
    **dict.fromkeys("←⇐⟸", "head and body of a rule are joined by `:-`"),
    "=": "write the same variable in both places, or `~distinct(X,Y)`",
    "==": "write the same variable in both places, or `~distinct(X,Y)`",
}
# What numbers are compared by.
_ORDER_SIGN = re.compile(r">=|=<")
# A sentence, and a term that stands before or behind something.
_SENTENCE = re.compile(r"\s*([\w+-]+(?:\((?:[^()]|\([^()]*\))*\))?)")
_TERM_BEFORE = re.compile(r"([\w']+)\s*$")
# Several things in one place, divided by semicolons.
_POOL_BEFORE = re.compile(r"([\w-]+)\((\w+)\s*$")
_POOL = re.compile(r"(?:\s*;\s*\w+)*")
# A sum on one side of an equation.
_SUM = re.compile(r"\w+\s*[-+*/]\s*\w")
_SUM_BEFORE = re.compile(r"\w\s*[-+*/]\s*\w+\s*$")
# A comment that begins in a number and has the end of what it stands in: a percentage.
_PERCENT = re.compile(r"(?<=\d)%[ \t]*[),]")
# Numbers from one to another, as answer set programming has them.
_RANGE = re.compile(r"\d+\s*\.\.+\s*\d+")
_OPEN_QUOTE = re.compile(r"'\w*")
_START = re.compile(r"(?:\s|(?:;|%|//|--|#|```)[^\r\n]*)*")
_FENCE = re.compile(r"```[^\r\n]*")
_RULE_FORM = re.compile(r"^[a-z]\w*(?:\([^()\r\n]*(?:\([^()\r\n]*\)[^()\r\n]*)*\))?[ \t]*:-", re.MULTILINE)
_KIF_RULES = re.compile(r"^[ \t]*\((?:<=|role|init)\s", re.MULTILINE)


def spelling_of(text: str) -> Spelling:
    """Which spelling a text is in.

    >>> spelling_of("; noughts\\n(role x)"), spelling_of("role(x)")
    ('kif', 'rules')
    """
    start = _START.match(text)
    assert start is not None
    first = text[start.end() : start.end() + 1]
    if first == "(" and _RULE_FORM.search(text) and "(<=" not in text:
        return "rules"  # a line in prefix form, and then none of its rules
    if first == "(" or (not first and text.lstrip().startswith(";")):
        return "kif"
    # Something stands before the first rule that belongs nowhere: a heading, a line of prose.
    return "kif" if _KIF_RULES.search(text) and ":-" not in text else "rules"


_STRING = re.compile(r'"[^"\r\n]*"')

# In so many characters before and behind a wrong one of its line it is looked for what was meant by it.
NEAR = 200


def scan(source: Source, report: Report, spelling: Spelling | None = None) -> Scanned:
    """All of a text, whatever it is."""
    tokens: list[Token] = []
    comments: list[Comment] = []
    text, at = source.text, 0
    found = spelling or spelling_of(text)
    comment = _KIF_COMMENT if found == "kif" else _RULES_COMMENT
    take = _kif_token if found == "kif" else _rules_token
    foreign = _FOREIGN[found]
    is_fenced = False  # the second of a pair is not told
    while at < len(text):
        if found == "rules" and _PERCENT.match(text, at):
            report(_percent(source.span(at, at + 1)))
            at += 1
            continue
        gap = comment.match(text, at)
        if gap is not None:
            comments.append(Comment(at, gap.end(), gap.group().rstrip()))
        gap = gap or _BLANK.match(text, at)
        if gap is not None:
            at = gap.end()
            continue
        other = foreign.match(text, at)
        if (
            other is not None
            and (at == 0 or text[at - 1].isspace())
            and not _joins(source.span(at, other.end()), found)
        ):
            report(_foreign_comment(source.span(at, other.end()), found))
            at = other.end()
            continue
        fence = _FENCE.match(text, at)
        if fence is not None:
            if not is_fenced:
                report(_fence(source.span(at, fence.end())))
            is_fenced, at = True, fence.end()
            continue
        token = take(source, at)
        if token.kind == BROKEN:
            report(_unreadable(token, found))
        tokens.append(token)
        at = token.span.end
    return Scanned([*tokens, end_of(source)], comments)


def _kif_token(source: Source, at: int) -> Token:
    text = source.text
    if text[at] in "()":
        return Token(text[at], text[at], source.span(at, at + 1))
    name = _KIF_NAME.match(text, at)
    string = _STRING.match(text, at)
    if name is None and string is not None:
        return Token(BROKEN, string.group(), source.span(at, string.end()))
    if name is None:
        return Token(BROKEN, text[at], source.span(at, at + 1))
    word = name.group()
    span = source.span(at, name.end())
    if word.startswith("?"):
        return Token(VARIABLE if len(word) > 1 else BROKEN, word, span, word[1:])
    return Token(NAME, word, span, word)


def _rules_token(source: Source, at: int) -> Token:
    text = source.text
    arrow = _ARROW.match(text, at)
    listed = _RANGE.match(text, at)
    order = _ORDER_SIGN.match(text, at)
    if order is not None:
        return Token(order.group(), order.group(), source.span(at, order.end()))
    if listed is not None:
        return Token(BROKEN, listed.group(), source.span(at, listed.end()))
    name = None if arrow else _RULES_NAME.match(text, at)
    if name is not None:
        word = name.group()
        kind = VARIABLE if word[0].isupper() else NAME
        return Token(kind, word, source.span(at, name.end()), word)
    sign = _RULES_SIGN.match(text, at)
    if sign is not None:
        return Token(sign.group(), sign.group(), source.span(at, sign.end()))
    quoted = _QUOTED.match(text, at)
    if quoted is not None and quoted.group(1) and not _is_torn(text, at):
        return Token(NAME, quoted.group(), source.span(at, quoted.end()), quoted.group(1).replace("''", "'"))
    foreign = _FOREIGN_SIGN.match(text, at) or _STRING.match(text, at) or _OPEN_QUOTE.match(text, at)
    end = at + 1 if foreign is None else foreign.end()
    return Token(BROKEN, text[at:end], source.span(at, end))


def _is_torn(text: str, at: int) -> bool:
    """Whether the quote here is never closed, and what looks like its end opens the next name of the line: the quotes
    of the line do not come in pairs from here on, and signs stand before the next one, `at('Ann,X)), true(at('`."""
    end = text.find("\n", at)
    line = text[at : len(text) if end < 0 else end]
    return line.count("'") % 2 == 1 and _TORN.match(line) is not None


def _fence(span: Span) -> Diagnostic:
    title = "this is no part of a rule sheet"
    label = Label(span, "such lines stand around programs in other texts")
    return Diagnostic(codes.UNKNOWN_CHARACTER, title, (label,), hint="leave it out", kind="syntax")


def _percent(span: Span) -> Diagnostic:
    title = "`%` begins a comment, and is no part of a number"
    hint = "leave it out: a goal is a number from 0 to 100"
    return Diagnostic(codes.UNKNOWN_CHARACTER, title, (Label(span),), hint=hint, kind="syntax")


def _foreign_comment(span: Span, spelling: Spelling) -> Diagnostic:
    from parlour.syntax.display import visible

    sign = ";" if spelling == "kif" else "%"
    return Diagnostic(
        codes.FOREIGN_COMMENT,
        f"comments begin with `{sign}` in this spelling",
        (Label(span, "this looks like a comment of another one"),),
        hint=f"write `{sign} {_shortened(visible(span.text.lstrip(';%#/- ')))}`",
        kind="syntax",
    )


def _joins(span: Span, spelling: Spelling) -> bool:
    """Whether what looks like a comment of another language is an alternative, `a ; b`."""
    before = span.source.line_text(span.line)[: span.column - 1].strip()
    return spelling == "rules" and bool(before) and re.match(r";\s*(?:~|[a-z]\w*\()", span.text) is not None


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:40].rsplit(" ", 1)[0] + " …"


def around(token: Token) -> tuple[str, str]:
    """What stands near a token in its line, before it and behind it."""
    line, begin = token.span.source.line_text(token.span.line), token.span.column - 1
    end = begin + len(token.text)
    return line[max(begin - NEAR, 0) : begin], line[end : end + NEAR].strip()


def _unreadable(token: Token, spelling: Spelling) -> Diagnostic:
    from parlour.syntax.display import visible

    span = token.span
    before, rest = around(token)
    if token.text[0] == "'":
        name = token.text[1:] or "White"
        return Diagnostic(
            codes.QUOTE_NOT_CLOSED,
            "this quoted name is not closed, or is empty",
            (Label(span, "it begins here"),),
            hint=f"write the name between two `'` in one line: `'{name}'`",
            kind="syntax",
        )
    if _STRING.fullmatch(token.text):
        what, hint = "GDL has no strings", f"names stand without quotation marks: `{token.text[1:-1] or 'name'}`"
    elif token.text == "?" and spelling == "kif":
        what, hint = "this variable has no name", "write a name behind the `?`: `?x`"
    elif _RANGE.fullmatch(token.text):
        what, hint = "GDL has no ranges", "every number has a fact of its own: `index(1) index(2) index(3)`"
    elif token.text in "{}" and spelling == "rules":
        what, hint = "GDL has no braces", "leave them out: conditions are joined by `&`, one after the other"
    elif token.text == ";" and not rest:
        what, hint = "no rule ends with `;`", "write `.`, or nothing: a rule ends with its line"
    elif token.text == ";" and before[-1:].isalnum():
        what, hint = "GDL has no lists", "say it by several facts, one for each element"
        pool = _POOL_BEFORE.search(before)
        listed = _POOL.match(f";{rest}")
        if pool is not None and listed is not None:
            each = [pool.group(2), *listed.group().replace(";", " ").split()]
            hint = f"each has a fact of its own: `{' '.join(f'{pool.group(1)}({part})' for part in each)}`"
    elif token.text == "!" and rest[:1] in ("", ".", ",", "&"):
        what, hint = "GDL has no cut", "leave it out: all rules count, in whatever order they stand"
    elif token.text == ";":
        what = "`;` does not join conditions in rule form"
        hint = "all of them must hold: write `&` or `,`; one of them: `or(…,…)`, or a rule for each"
        first, second = re.search(r"([\w-]+\((?:[^()]|\([^()]*\))*\))\s*$", before), _SENTENCE.match(rest)
        if first is not None and second is not None:
            hint = f"write `or({first.group(1)},{second.group(1)})`, or a rule for each of the two"
    elif token.text == "?":
        named = _SENTENCE.match(rest)
        what = "variables have no `?` in rule form"
        hint = f"they begin with a capital letter: write `{named.group(1).capitalize() if named else 'X'}`"
    elif token.text in ("=", "==") and (_SUM.match(rest) or _SUM_BEFORE.search(before)):
        what = "there is no arithmetic: numbers are names"
        hint = "list what follows what, `succ(1,2) succ(2,3)`, and ask for it: `succ(M,N)`"
    elif spelling == "rules" and _FOREIGN_SIGN.fullmatch(token.text):
        what = f"GDL does not use `{token.text}`"
        if token.text.startswith("["):
            what, hint = "GDL has no lists", "say it by several facts, one for each element"
            return Diagnostic(codes.UNKNOWN_CHARACTER, what, (Label(span),), hint=hint, kind="syntax")
        left, right = _TERM_BEFORE.search(before), _SENTENCE.match(rest)
        pair = f"{left.group(1)},{right.group(1)}" if left and right else "X,Y"
        hint = _INSTEAD.get(token.text, f"for terms that differ write `distinct({pair})`").replace("X,Y", pair)
        if token.text in ("\\+", "!"):
            hint = f"negation is written `~`: write `~{right.group(1) if right else 'true(open)'}`"
    else:
        what = f"GDL does not use the character `{visible(token.text)}`"
        hint = "leave it out" if spelling == "kif" else "leave it out, or put the whole name between `'`"
    return Diagnostic(codes.UNKNOWN_CHARACTER, what, (Label(span),), hint=hint, kind="syntax")
