"""Cuts Contest text into tokens, with the comments beside them.

    >>> from parlour.syntax.source import Source
    >>> scanned = scan(Source("demo", "Elimination of Ada * -2 // at once"), print)
    >>> [token.text for token in scanned.tokens]
    ['elimination', 'of', 'Ada', '*', '-2', '']
    >>> [comment.text for comment in scanned.comments]
    ['// at once']

Words of the language are read in any case and put down in lower case; all others are names, whose case counts. A
scanner never fails: what it cannot read it reports, and then it puts down the most likely token, or one of the kind
`BROKEN`, over which the parser passes in silence.
"""

from __future__ import annotations

import re
import unicodedata

from parlour.languages.contest import codes
from parlour.languages.contest.syntax import slips
from parlour.syntax.limits import check_digits
from parlour.syntax.lookalikes import INVISIBLE, latin_twin
from parlour.syntax.scanning import Report, Scanned, Scanner
from parlour.syntax.source import Source
from parlour.syntax.token import BROKEN, NAME

WORD = "<word>"
NUMBER = "<number>"
SIGN = "<sign>"

# Every word of the grammar, so none of them can be a name. `uses` is written with a `?` behind it.
_GRAMMAR = """
    players rounds win tiebreaker
    randomly divide into all with team affiliation called score resource counter starting at minimum maximum of
    repeated times modifications just from round before after instead phase insert
    scored competition between directed vote by including self nomination allocation uses then otherwise
    for elimination add remove change to number preserving swap adding merge increase decrease set results
    except everyone nominated tied eliminated chance winner loser majority minority highest most lowest least tiebroken
    reach member jury survive
"""
WORDS = frozenset(_GRAMMAR.split())
# Those that begin a section, and those that begin what says who is meant.
HEADS = ("players", "rounds", "win", "tiebreaker")
SETS = ("everyone", "nominated", "tied", "eliminated")
EXTREMES = ("highest", "most", "lowest", "least")
ONE_WORDS = (*SETS, "chance", "winner", "loser", "majority", "minority", *EXTREMES)

_TOKEN = re.compile(
    rf"""
    (?P<blank>    \s+ )
  | (?P<comment>  //[^\r\n]* )
  | (?P<foreign>  \#[^\r\n]* | --[ \t-][^\r\n]* | /\* | {{- )
  | (?P<number>   -?[0-9][\w{INVISIBLE}]* (?: [.,'][0-9]\w* )? )
  | (?P<word>     [^\W\d] [\w{INVISIBLE}]* (?: [-'&][^\W\d_][\w{INVISIBLE}]* )* )
  | (?P<quoted>   "[^"\r\n]*" | '[^'\r\n]*' )
  | (?P<sign>     [,;:.()*?] )
  | (?P<other>    . )
    """,
    re.VERBOSE | re.DOTALL,
)
_CLOSED_BY = {"]": "[", "}": "{"}
_CLOSINGS = {"/*": "*/", "{-": "-}"}
_HEAD = re.compile(r"^[ \t]*(?:players|rounds|win|tiebreaker)[ \t]*:", re.MULTILINE | re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")


def _plain_name(text: str) -> str:
    """A name that resembles one with other characters in it; nothing if there is none.

    >>> _plain_name("Mary-Ann"), _plain_name("Zoë"), _plain_name("3x"), _plain_name("Ада")
    ('MaryAnn', 'Zoe', '', '')
    """
    parts = re.split(r"[-_'’.]", unicodedata.normalize("NFKD", text))
    joined = "".join(part[:1].upper() + part[1:] if number else part for number, part in enumerate(parts))
    plain = "".join(letter for letter in joined if not unicodedata.combining(letter))
    return plain if _NAME.fullmatch(plain) and len(plain) > 1 else ""


def scan(source: Source, report: Report) -> Scanned:
    """All of a text, whatever it is."""
    return _Scanner(source, report).scanned()


class _Scanner(Scanner):
    language = "Contest"
    look_alike_code = codes.LOOK_ALIKE
    unknown_code = codes.UNKNOWN_CHARACTER
    unknown_hint = "only comments may contain it"
    token_pattern = _TOKEN

    def __init__(self, source: Source, report: Report) -> None:
        super().__init__(source, report)
        self._opened: set[str] = set()  # brackets of other languages that were told
        self._layout = False  # whether braces stand around something that needs none

    def take(self, kind: str | None, start: int, end: int) -> int:
        match kind:
            case "blank":
                pass
            case "comment":
                self.check_likeness(start, start + 2)
                self.keep_comment(start, end)
            case "foreign" if self.plain[start] == "#" and self.plain[start + 1 : start + 2].isdigit() and self.tokens:
                end = self.other(start)
            case "foreign":
                end = self.foreign_comment(start, end)
            case "number":
                self.number(start, end)
            case "word":
                self.word(start, end)
            case "quoted":
                self.quoted(start, end)
            case "sign":
                self.check_likeness(start, end)
                self.put(SIGN, start, end)
            case _:
                end = self.other(start)
        return end

    def other(self, start: int) -> int:
        """A character that means nothing here; the offset behind it. One that has its twin here is read as that twin,
        and brackets come in pairs: the second of two is the same mistake."""
        sign = self.plain[start]
        if self.plain[start : start + 2] in slips.CHARACTERS:
            sign = self.plain[start : start + 2]
        advice = slips.CHARACTERS.get(sign)
        if sign == "=" and len(self.tokens) > 1 and self.tokens[-2].text == "team":
            advice = f"write `:` instead: `team {self.tokens[-1].span.text}: …`"
        if sign == "=" and self.tokens and self.tokens[-1].text in ("players", "rounds", "win", "tiebreaker"):
            advice = f"write `{self.tokens[-1].span.text}:`"
        if _CLOSED_BY.get(sign) in self._opened:
            self._opened.remove(_CLOSED_BY[sign])
            if sign == "}" and not self._layout:
                self.put(SIGN, start, start + 1, ")")
            return start + 1
        # Braces around anything but a branch are left out with what closes them.
        is_layout = sign == "{" and bool(self.tokens) and self.tokens[-1].text not in ("then", "otherwise")
        if is_layout:
            advice = "sections and rounds stand without braces: leave them out"
            self._layout = True
        if sign == "-" and self.tokens and self.tokens[-1].text in ("by", "to", "at", "of", "*"):
            advice = "a number below 0 is written without a blank: `-2`"
        if advice is None:
            end = self.unknown(start)
            self.put(BROKEN, start, end)
            return end
        end = start + len(sign)
        while end < len(self.plain) and self.plain[end] == sign:
            end += 1
        self.report(codes.UNKNOWN_CHARACTER, f"Contest does not use `{sign}`", start, end, hint=advice)
        if sign in _CLOSED_BY.values():
            self._opened.add(sign)
        if sign != "[" and not is_layout:
            twin = {"{": "(", "&": ",", "|": ","}.get(sign)
            self.put(BROKEN if twin is None else SIGN, start, end, twin or sign)
        return end

    def word(self, start: int, end: int) -> None:
        text = self.visible_word(start, end)
        word = text.lower()
        if word in WORDS:
            self.put(WORD, start, end, word)
            return
        if _NAME.fullmatch(text) is None:
            twin = latin_twin(text)
            hint = "a name begins with a letter from a to z, and has only such letters and digits in it"
            plain = _plain_name(text)
            words = re.split(r"[-_]", text.lower())
            if len(words) > 1 and all(each in WORDS for each in words):
                hint = f"write `{' '.join(words)}`"
                self.report(codes.BAD_NAME, f"`{text[:40]}` is written in {len(words)} words", start, end, hint=hint)
                for each in re.finditer(r"[^-_]+", self.plain[start:end]):
                    self.put(WORD, start + each.start(), start + each.end(), each.group().lower())
                return
            if re.fullmatch(r"\w+['\u2019]s", text):
                hint = f"people stand behind `for`: `increase points by 2 for {text[:-2]} …`"
                self.report(codes.BAD_NAME, f"`{text[:40]}` is no name: nothing belongs to it", start, end, hint=hint)
                self.put(BROKEN, start, end)
                return
            if "".join(words) in WORDS:
                meant = "".join(words)
                self.report(codes.BAD_NAME, f"`{text[:40]}` is one word", start, end, hint=f"write `{meant}`")
                self.put(WORD, start, end, meant)
                return
            if plain:
                hint = f"names have only letters from a to z and digits: write `{plain}`"
            if twin != text and _NAME.fullmatch(twin):
                hint = f"this only looks like {twin}: it has letters of another alphabet"
            self.report(codes.BAD_NAME, f"`{text[:40]}` cannot be a name", start, end, hint=hint)
        self.put(NAME, start, end, text)

    def quoted(self, start: int, end: int) -> None:
        inside = self.plain[start + 1 : end - 1].strip()
        if inside.isascii() and inside.isdigit() and len(inside) < 10:
            title = "numbers stand without quotation marks"
            self.report(codes.UNKNOWN_CHARACTER, title, start, end, hint=f"write `{inside}`")
            self.put(NUMBER, start, end, value=int(inside))
            return
        self.report(
            codes.UNKNOWN_CHARACTER, "names stand without quotation marks", start, end, hint="leave the marks out"
        )
        self.put(NAME, start, end, self.plain[start + 1 : end - 1].strip())

    def number(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        text = self.plain[start:end]
        value: int | None = None
        if not (text.isascii() and text.removeprefix("-").isdigit()):
            hint = "put a blank after the number"
            whole, _, rest = text.replace(",", ".").partition(".")
            if rest and not ("," in text and len(rest) == 3):
                nearest = f": {whole} or {int(whole) + 1}" if whole.isascii() and whole.isdigit() else ""
                hint = f"there are whole numbers only{nearest}"
            elif re.fullmatch(r"[0-9]+[A-Za-z]{2,}[0-9]*", text):
                hint = "a name begins with a letter; behind a number stands a blank"
            elif "," in text or "'" in text:
                hint = "write the digits of a number without anything between them"
            self.report(codes.BAD_NUMBER, f"`{text[:40]}` is not a number", start, end, hint=hint)
        elif (too_long := check_digits(self.span(start, end), codes.LARGE_NUMBER)) is not None:
            self.tell(too_long)
        else:
            value = int(text)
        self.put(NUMBER, start, end, value=value)

    def foreign_comment(self, start: int, end: int) -> int:
        """A comment of another language; the offset behind it."""
        sign = self.plain[start : start + (1 if self.plain[start] == "#" else 2)]
        self.report(
            codes.FOREIGN_COMMENT,
            f"`{sign}` does not start a comment in Contest",
            start,
            start + len(sign),
            hint="a comment is written `// …`, up to the end of the line",
        )
        closing = _CLOSINGS.get(sign)
        if closing is None:
            return end
        closed = self.plain.find(closing, end)
        if closed >= 0:
            return closed + len(closing)
        head = _HEAD.search(self.plain, end)  # it is never closed: where a section begins there is no comment
        return len(self.plain) if head is None else head.start()
