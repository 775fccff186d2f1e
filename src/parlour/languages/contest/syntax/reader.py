"""A cursor over Contest's tokens that knows what has been said so far, and where to go on after an error.

One word of lookahead is enough for the grammar: words of the language are no names, so each word says what follows.
A message says what was read of the construct at hand, what was expected and what stands there instead:

    after `vote by everyone` I expected `between`, not `for`

Where a name stands instead of a word that it resembles, that word is meant: it is reported, and reading goes on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from parlour.languages.contest import codes
from parlour.languages.contest.syntax import slips, tree
from parlour.languages.contest.syntax.scanner import EXTREMES, HEADS, NUMBER, ONE_WORDS, SETS, SIGN, WORD, WORDS
from parlour.syntax.cursor import Cursor, found
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.scanning import Report, Scanned
from parlour.syntax.source import Span
from parlour.syntax.suggest import suggest
from parlour.syntax.token import END, NAME, Token

# What a name is of, as messages say it.
A_GROUP, A_COUNTER, A_TIEBREAKER = "the name of a group", "the name of a counter", "the name of a tiebreaker"

# How much of what was read a message repeats, and how many words that name people.
LONGEST_QUOTE = 60
LONGEST_PEOPLE = 12
_ENDS_OF_PEOPLE = (".", ";", ")", "repeated", "tiebroken", "between", "including")
# Words behind a name that are no part of it.
_EVERYDAY = frozenset(
    {
        *slips.HERE,
        *slips.NUMBERS,
        "starts",
        "start",
        "from",
        "has",
        "have",
        "is",
        "are",
        "named",
        "min",
        "max",
        "on",
        "in",
        "among",
        "who",
    }
)
_TIGHT_BEFORE = frozenset(",;:.?)")


# Words in the middle of a phase.
_INSIDE = ("by", "of", "for", "to", "between", "with", "self", "times", "except", "tied", "then", "including", "insert")
# Words that go on with a phase that could also end.
FOLLOWING = ("except", "repeated", "tiebroken", "including", "between", "times", "modifications", "otherwise", "then")


class Reader(Cursor):
    def __init__(self, scanned: Scanned, report: Report) -> None:
        super().__init__(scanned.tokens, report)
        self._part = 0  # where the construct at hand begins
        self._part_before = 0
        self._form = ""  # how the construct at hand is written
        self._joined: set[tuple[str, str]] = set()  # names of two words that were told
        self.declared: set[str] = set()  # names that the cast has given
        self.counters: set[str] = set()  # those of them that are counters
        self._misnamed: set[str] = set()  # words of the language that were given as names
        self._passed: list[Span] = []  # what was passed over behind an error
        self._told: set[str] = set()  # mistakes of form that run through a whole text
        self.is_astray = False  # the last phase could not be read
        self.is_at_headless_win = False  # `Win:` is missing here, which has been told

    @contextmanager
    def written_as(self, word: str) -> Iterator[None]:
        """What is read inside is written as `slips.FORMS` says of this word: the advice for what has none of its own.
        What cannot be read leaves it by an exception, and has given its advice by then."""
        before, self._form = self._form, slips.FORMS[word]
        yield
        self._form = before

    # What has been said

    def begin_part(self) -> None:
        """A phase, a modifier, a player or a section begins: messages quote it from here."""
        super().begin_part()
        self._part_before, self._part = self._part, self._index

    def said(self) -> str:
        """What was read of the construct at hand; where nothing was, the one before it."""
        start = self._part if self._part < self._index else self._part_before
        return _quoted(self._tokens[start : self._index])

    # Looking

    def at_head(self, ahead: int = 0) -> bool:
        """Whether a section begins here, or so far ahead. A name in the wrong place has no colon behind it."""
        if self.peek(ahead).text not in HEADS:
            return False
        return self.peek(ahead + 1).text == ":" or (not self.same_line() if ahead == 0 else False)

    def has_head(self, head: str) -> bool:
        """Whether a section begins with this word further down."""
        rest = range(self._index, len(self._tokens) - 1)
        return any(self._tokens[place].text == head and self._tokens[place + 1].text == ":" for place in rest)

    def phrase(self) -> str:
        """What stands here up to the end of the phase or line, or the first words of it, for advice."""
        line = self.peek().span.source.line_text(self.peek().span.line)
        words = line[self.peek().span.column - 1 :].split("//")[0].split(".")[0].split(";")[0].split()
        return " ".join(words if len(words) <= LONGEST_PEOPLE else [*words[:LONGEST_PEOPLE], "…"])

    def at_people(self) -> bool:
        """Whether something stands here with which a phase never begins, but which is often a part of one."""
        return self.at(NAME, NUMBER, *ONE_WORDS, *_INSIDE)

    def likely_head(self) -> str | None:
        """The head that a misspelt word with a colon behind it was probably meant to be."""
        token = self.peek()
        if token.kind not in (NAME, WORD) or token.text in HEADS or self.peek(1).text != ":":
            return None
        return slips.SECTIONS.get(token.text.lower()) or suggest(token.text, HEADS)

    def at_name(self) -> bool:
        """Whether a name stands here, or a word of the language that was given as one, which has been told. Where it
        could be meant as that word, only capitals show the name."""
        token = self.peek()
        is_told = token.kind == WORD and token.span.text in self._misnamed
        return token.kind == NAME or (is_told and (token.span.text != token.text or token.text not in ONE_WORDS))

    def closes_later(self) -> bool:
        """Whether a `)` that nothing opens comes before the next section."""
        depth, ahead = 0, 0
        while self.peek(ahead).kind != END and self.peek(ahead).text not in HEADS:
            depth += (self.peek(ahead).text == "(") - (self.peek(ahead).text == ")")
            if depth < 0:
                return True
            ahead += 1
        return False

    def lacks_closing(self) -> bool:
        """Whether the `(` behind `highest points` is open here, and no `)` follows that could close it."""
        depth, place = 0, self._index - 1
        while place > 1 and self._tokens[place].text not in (".", ";", *HEADS) and depth >= 0:
            depth += (self._tokens[place].text == ")") - (self._tokens[place].text == "(")
            place -= 1
        is_extreme = depth < 0 and self._tokens[place].kind == NAME and self._tokens[place - 1].text in EXTREMES
        return is_extreme and not self.closes_later()

    def has_shared(self) -> bool:
        """Whether the cast has its `all with` before this place."""
        pairs = zip(self._tokens[: self._index], self._tokens[1 : self._index], strict=False)
        return any(one.text == "all" and other.text == "with" for one, other in pairs)

    def close_branch(self, opened: Token, phase_words: Sequence[str]) -> None:
        """Where the branch whose `(` was just taken is never closed, and the text shows how far it goes, says so and
        reads on as if its `)` stood there: before an `otherwise`, or before a phase whose line begins no further to the
        right than the line of the `(`."""
        margin = self._margin(opened)
        first = self.peek()
        is_shown = first.span.line == opened.span.line or first.span.column > margin
        place, depth = 0, 0
        for index in range(self._index, len(self._tokens) - 1):
            token, before = self._tokens[index], self._tokens[index - 1]
            if token.text in HEADS:
                break
            depth += (token.text == "(") - (token.text == ")")
            if depth < 0:
                return
            is_dedent = token.span.line > before.span.line and token.span.column <= margin and is_shown
            is_behind = token.text == "otherwise" and before.text != ")"
            if not place and depth == 0 and (is_behind or (is_dedent and token.text in phase_words)):
                place = index
        if not place or not self.is_first("an open branch"):
            return
        following, last = self._tokens[place], self._tokens[place - 1]
        behind = self._tokens[place - 2] if last.text == "." else last
        gap = behind.span.source.span(behind.span.end, behind.span.end)
        rest = following.span.source.line_text(following.span.line)[following.span.column - 1 :].strip()
        hint = f"put a `)` here: `{rest if len(rest) <= 40 else rest[:39] + '…'}` is no part of it"
        if following.text == "otherwise":
            hint = "put a `)` before `otherwise`"
        labels = Label(gap), Label(opened.span, "this is still open")
        self.tell(codes.EXPECTED, "a branch is not closed", *labels, hint=hint)
        signs = [Token(SIGN, ")", gap)]
        if following.text != "otherwise":
            signs.append(last if last.text == "." else Token(SIGN, ".", gap))
        start = place - (last.text == ".")
        self._tokens = [*self._tokens[:start], *signs, *self._tokens[place:]]

    def _margin(self, token: Token) -> int:
        """Where the line of a token begins."""
        line = token.span.source.line_text(token.span.line)
        return len(line) - len(line.lstrip()) + 1

    def unknown_tiebreakers(self) -> set[str]:
        """The names behind all `tiebroken by`: one of them is missed here."""
        pairs = zip(self._tokens[:-2], self._tokens[1:-1], self._tokens[2:], strict=True)
        return {name.text for word, by, name in pairs if word.text == "tiebroken" and by.text == "by"}

    def tiebreaker_sections(self) -> set[str]:
        """The names of all sections `Tiebreaker:`."""
        triples = zip(self._tokens[:-2], self._tokens[1:-1], self._tokens[2:], strict=True)
        return {name.text for head, colon, name in triples if head.text == "tiebreaker" and colon.text == ":"}

    def unused_tiebreakers(self) -> set[str]:
        """The names of sections `Tiebreaker:` that no `tiebroken by` has."""
        return self.tiebreaker_sections() - self.unknown_tiebreakers()

    def is_closing_nothing(self) -> bool:
        """Whether a `)` stands here before which nothing is open in this section."""
        if not self.at(")"):
            return False
        depth = 0
        for token in reversed(self._tokens[: self._index]):
            if token.text in (";", *HEADS) or depth > 0:
                break  # no round ends inside of parentheses
            depth += (token.text == "(") - (token.text == ")")
        return depth <= 0

    def after_blank_line(self, ahead: int = 0) -> bool:
        """Whether a blank line stands before the token here, or so far ahead."""
        before = self.peek(ahead - 1) if ahead else self.previous
        between = self.peek().span.source.text[before.span.end : self.peek(ahead).span.start]
        return between.replace("\r", "").count("\n") > 1

    def meant(self, words: Iterable[str]) -> str | None:
        """The one of these words that the name here was probably meant to be."""
        token = self.peek()
        return suggest(token.text, words) if token.kind == NAME else None

    # Taking

    def expect_word(self, *words: str, hint: str = "") -> Token:
        """Takes one of these words; a name that resembles one is reported and counts as that word."""
        token = self.accept(*words)
        if token is not None:
            return token
        likely = self.meant(words)
        if likely is None:
            self.expected(one_of(words), hint=hint, is_missing=not self.at(NAME))
        return self.take_as(likely, one_of(words))

    def take_as(self, word: str, expected: str) -> Token:
        """Takes a misspelt word, and says so."""
        self.report(codes.EXPECTED, self._expectation(expected), hint=f"Did you mean {word}?")
        token = self.advance()
        return Token(WORD, word, token.span)

    def replace(self, text: str) -> None:
        """Reads the sign here as another one."""
        here = self._index
        self._tokens = [*self._tokens[:here], Token(SIGN, text, self.peek().span), *self._tokens[here + 1 :]]

    def is_first(self, mistake: str) -> bool:
        """Whether a mistake that people make all over a text is here for the first time: then it is to be told."""
        is_first = mistake not in self._told
        self._told.add(mistake)
        return is_first

    def accept_comma(self) -> Token | None:
        """Takes a comma, or a word that somebody wrote instead of one, and says so."""
        token = self.peek()
        is_word = token.kind == NAME and token.text.lower() in ("and", "or", "plus")
        is_win = self.peek(1).text in ("survive", "reach")
        if is_word and token.text not in self.declared and not self._at_leaving_out(1) and not is_win:
            hint = slips.HERE[token.text.lower()]
            if self.peek(1).kind == NUMBER:
                hint = f"goals are divided by commas: `, {self.peek(1).span.text} {self.peek(2).span.text}`"
            if self.is_first("words for commas"):
                self.report(codes.EXPECTED, self._expectation("`,`"), hint=hint)
            return self.advance()
        comma = self.accept(",")
        word, after = self.peek().text, self.peek(1)
        is_and = comma is not None and word.lower() in ("and", "or", "plus") and word not in self.declared
        if is_and and self.at(NAME) and after.kind in (NAME, WORD):
            title = f"between names stands a comma alone, and no `{word}`"
            self.report(codes.EXPECTED, title, hint=f"leave it out: `, {after.span.text}`")
            self.advance()
        return comma

    def accept_except(self) -> Token | None:
        """Takes `except`, or words that somebody wrote instead of it, `but not`, and says so."""
        token, count = self.peek(), 0
        while self._at_leaving_out(count) or (count and self.peek(count).text in ("for", "from")):
            count += 1
        if count == 0 and token.text.lower() in ("and", "or") and self._at_leaving_out(1):
            count = 2
        if token.text == "except":
            self.advance()
            if self.at("for") or self._at_leaving_out(0):
                said = f"`except` alone leaves somebody out: leave `{self.peek().text}` out"
                self.report(codes.EXPECTED, self._expectation("the people who are meant"), hint=said)
                self.advance()
            return token
        if count == 0 or not self.same_line() or self.peek(count).kind not in (NAME, WORD):
            return None
        written = " ".join(self.peek(ahead).text for ahead in range(count))
        self.report(codes.EXPECTED, self._expectation("`except`"), hint=f"write `except` instead of `{written}`")
        for _ in range(count):
            self.advance()
        return token

    def _at_leaving_out(self, ahead: int) -> bool:
        """Whether a word stands so far ahead that says `except` in everyday language."""
        token = self.peek(ahead)
        return token.kind == NAME and token.text.lower() in slips.EXCEPT and token.text not in self.declared

    def skip_article(self) -> None:
        """Passes over `the` and `a` before something that can be named, and says so."""
        token, after = self.peek(), self.peek(1)
        is_article = token.kind == NAME and token.text.lower() in ("the", "a", "an") and token.text not in self.declared
        if is_article and after.kind == NAME and after.text.lower() in slips.PEOPLE:
            self.advance()  # the word behind it is told
        elif is_article and after.kind in (NAME, WORD, NUMBER):
            title = f"Contest has no `{token.text}`"
            self.report(codes.EXPECTED, title, hint=f"leave it out: `{after.span.text}`")
            self.advance()

    def expect_sign(self, *signs: str, opened: Token | None = None, hint: str = "") -> Token:
        return self.accept(*signs) or self.expected(one_of(signs), opened=opened, hint=hint, is_missing=True)

    def name(self, what: str, *follow: str, declares: bool = False) -> tree.Name:
        """A name. A word of the language cannot be one, and is told so, unless it is one of those that follow the
        name: then the name is missing. One that is given here (`declares`) may turn out to have two words, which is
        told once; wherever both stand again, they are that name."""
        token = self.peek()
        is_people = token.text in ONE_WORDS and not self.at_name() and what in (A_COUNTER, A_GROUP)
        is_more = self.peek(1).text in ("of", "(") or self.peek(1).kind in (NAME, NUMBER)
        if is_people and (not declares or is_more):
            self._people_first(what)
        if token.kind == WORD and token.text not in follow and not self.at_head():
            if token.text not in self.lost:
                title = f"'{token.span.text}' is a word of the language and cannot be used as a name"
                self.report(codes.RESERVED_WORD, title, hint=self._other_name(what, token))
            self.lost.update((token.span.text, token.text))
            self._misnamed.add(token.span.text)
        elif token.kind != NAME:
            if declares:
                # It may be any of those that nothing else declares.
                self.lost.update(each.text for each in self._tokens if each.kind == NAME)
            self.expected(what)
        self.advance()
        text = token.text if token.kind == NAME else token.span.text
        after = self.peek()
        pair = (text, after.text)
        is_pair = declares and after.kind == NAME and self.same_line() and not self._has_other_meaning(after)
        if is_pair and pair not in self._joined:
            joined = text + after.text[:1].upper() + after.text[1:]
            if token.kind == NAME:
                label = Label(token.span.to(after.span))
                hint = f"write `{joined}`; if two are meant, a comma divides them: `{text}, {after.text}`"
                self.report(codes.BAD_NAME, "a name is one word", label, hint=hint)
            self._joined.add(pair)
            self.lost.update(pair)
            self.declared.add(text + after.text)
        if pair in self._joined and after.kind == NAME:
            self.advance()
            text += after.text
        elif declares:
            self.declared.add(text)
        return tree.Name(self.since(token), text)

    def _people_first(self, what: str) -> NoReturn:
        """Says that people stand where a group or a counter should, `increase winner of competition by 2`."""
        word, ahead = self.peek().text, 1
        while self.peek(ahead).text not in ("by", "to", "for", ".", ";", ")", ",") and self.peek(ahead).kind != END:
            ahead += 1
            if ahead > LONGEST_PEOPLE:
                break
        hint = slips.GROUPS.get(word, "")
        if what == A_COUNTER or not hint:
            counter = next((each for each in range(1, ahead) if self.peek(each).text in self.counters), ahead)
            people = " ".join(self.peek(each).span.text for each in range(counter))
            hint = self._form.replace("Ada, Ben", people).replace("Ada", people).replace("everyone", people)
        self.expected(what, hint=hint)

    def _other_name(self, what: str, token: Token) -> str:
        """Advice for a word of the language where a name should stand."""
        if token.text in ("score", "resource", "counter") and what == A_COUNTER:
            return "write what the counter is called: the name behind `called` in the cast"
        if token.text == "everyone" and what == "the name of a player":
            return "the cast names every player: `Ada, Ben, Cleo`"
        if token.text == "vote" and what == A_COUNTER:
            return "who got most votes is `majority of vote`, who got fewest `minority of vote`"
        if what == A_GROUP and token.text in slips.GROUPS:
            return slips.GROUPS[token.text]
        other = f"my{token.text.capitalize()}"
        if what == A_TIEBREAKER:
            bodies = self.unused_tiebreakers()
            if len(bodies) == 1:
                return f"Did you mean {next(iter(bodies))}?"
            takes = f"choose another name, and say behind it who is taken: `tiebroken by {other}: chance (tied)`"
            return slips.TIEBREAKERS.get(token.text, takes)
        return f"choose another name, `{other}` say"

    def _has_other_meaning(self, token: Token) -> bool:
        """Whether a name is probably a word of the language, or of everyday language, and no part of a name."""
        if token.text in self.declared or token.text.lower() in _EVERYDAY:
            return True
        return suggest(token.text, WORDS) is not None

    def at_number_word(self) -> bool:
        """Whether a number stands here in letters."""
        token = self.peek()
        return token.kind == NAME and token.text.lower() in slips.NUMBERS and token.text not in self.declared

    def number(self, what: str = "a number") -> tree.Number:
        token = self.peek()
        if token.kind == NAME and token.text.lower() in slips.NUMBERS:
            value = slips.NUMBERS[token.text.lower()]
            hint = f"write `{value}`"
            if token.text.lower() in slips.MULTIPLES:
                hint = (
                    f"write `{value} times`"
                    if value > 1
                    else "a round is played once anyway: leave `repeated once` out"
                )
            self.report(codes.EXPECTED, "numbers are written in digits", hint=hint)
            return tree.Number(self.advance().span, value)
        if token.kind != NUMBER:
            self.expected(what)
        self.advance()
        return tree.Number(token.span, token.value if isinstance(token.value, int) else 0)

    def count(self, what: str, negative: str) -> tree.Number:
        """A number that counts something, and so is 0 at least."""
        number = self.number(what)
        if number.value < 0:
            hint = "write a number from 0 on"
            self.pass_on(Diagnostic(codes.NEGATIVE_NUMBER, negative, (Label(number.span),), hint=hint))
            return tree.Number(number.span, 0)
        return number

    # Saying what is wrong

    def expected(self, what: str, *, hint: str = "", opened: Token | None = None, is_missing: bool = False) -> NoReturn:
        """Gives up the construct: something else should stand here."""
        self.expected_here(what, hint=hint, opened=opened, is_missing=is_missing)
        self.fail(codes.EXPECTED, "")  # silent, for it has been said

    def expected_here(
        self, what: str, *, hint: str = "", opened: Token | None = None, is_missing: bool = False
    ) -> None:
        """Something else should stand here; reading goes on nevertheless. A sign that `is_missing` is missed behind
        what was read, not at the beginning of the next line."""
        near = self.meant(FOLLOWING) if self.peek().text not in self.declared else None
        is_extra = self.is_closing_nothing()
        is_behind = self.at(END) or (is_missing and not self.same_line() and near is None and not is_extra)
        labels = [Label(self.gap() if is_behind else self.peek().span)]
        if opened is not None:
            labels.append(Label(opened.span, "this is still open"))
        advice = slips.HERE.get(self.peek().text.lower(), "") or self._form
        if near is not None and not slips.HERE.get(self.peek().text.lower()):
            advice = f"Did you mean {near}?"
        elif self.at(NUMBER) and self._is_behind_people() and self.same_line():
            advice = f"how often somebody counts is written `{self.previous.span.text} * {self.peek().span.text}`"
        elif is_extra:
            advice = "leave it out: it closes nothing"
        elif self.at(".") and self._goes_on():
            advice = "leave it out: the phase goes on behind it"
        elif self.is_behind_extreme():
            advice = self.in_parentheses()
        elif opened is not None:
            advice = "close it with `)`, behind the last that belongs to it"
        elif hint:
            advice = hint
        self.report(codes.EXPECTED, self._expectation(what), *labels, hint=self._filled(advice))

    def _filled(self, advice: str) -> str:
        """Advice with what this phase has: its people, its number, and the counter that is probably meant."""
        said = self._tokens[self._part : self._index + LONGEST_PEOPLE]
        end = next((place for place, token in enumerate(said) if token.text in (".", ";")), len(said))
        advice = advice.replace("by Ada", f"by {_between(said[:end], 'by', 'between', 'of', 'repeated') or 'Ada'}")
        advice = advice.replace("(Ada, Ben)", f"({_between(said[:end], '(', ')') or 'Ada, Ben'})")
        if "COUNTER" not in advice:
            return advice
        named = [token.text for token in said[:end] if token.text in self.counters]
        known = list(self.counters) if len(self.counters) == 1 else named[:1]
        amount = next((token.span.text for token in said[:end] if token.kind == NUMBER), "")
        if amount and advice.startswith(("write `increase", "write `decrease", "write `set")):
            advice = advice.replace(" 2 ", f" {amount} ", 1)
        return advice.replace("COUNTER", known[0]) if known else advice

    def _goes_on(self) -> bool:
        """Whether the phase goes on in the same line, behind the sign here."""
        following = self.peek(1)
        is_inside = following.kind == NUMBER or following.text in (*ONE_WORDS, *_INSIDE)
        return is_inside and following.span.line == self.peek().span.line

    def _is_behind_people(self) -> bool:
        """Whether people were just named: a name of the cast that is no counter, or all of a kind."""
        name = self.previous
        return (name.kind == NAME and name.text in self.declared - self.counters) or name.text in SETS

    def is_behind_extreme(self) -> bool:
        """Whether people stand right behind `highest points`, or `chance`."""
        is_people = self.at(*ONE_WORDS) or (self.at(NAME) and self.peek().text in self.declared - self.counters)
        before = self._tokens[self._index - 2].text if self._index > 1 else ""
        is_extreme = before in EXTREMES and self.previous.kind == NAME
        is_chance = self.previous.text == "chance" or (before == "chance" and self.previous.kind == NUMBER)
        return is_people and (is_extreme or is_chance) and self.same_line()

    def in_parentheses(self, first: int = 0) -> str:
        """Advice for people behind an extreme, `highest points`, who stand so far ahead."""
        ahead = first + 1
        while self.peek(ahead).kind != END and self.peek(ahead).text not in (*_ENDS_OF_PEOPLE, *HEADS):
            ahead += 1
        people = " ".join(self.peek(first).span.to(self.peek(ahead - 1).span).text.split())
        written = f"{self._tokens[self._index - 2].span.text} {self.previous.span.text}"
        if self.previous.text == "chance":
            written = "chance"
        return f"whom it is about stands in parentheses: `{written} ({people if ahead <= LONGEST_PEOPLE else '…'})`"

    def _expectation(self, what: str) -> str:
        return f"after {self.said()} I expected {what}, {self.instead()}"

    def instead(self) -> str:
        """What stands here, for a message about what should."""
        token = self.peek()
        return "but the text ends" if token.kind == END else f"not {found(as_written(token))}"

    # Going on

    def skip_to(self, *ends: str, since: int | None = None) -> None:
        """Passes over what cannot be read (`since` a place), to one of these signs or words outside of parentheses, or
        to a head. No round ends inside of parentheses."""
        start, depth = self.place if since is None else since, 0
        while not self.at(END) and not self.at_head() and (self.same_line() or self.likely_head() is None):
            if self.at(*ends) and (depth == 0 or self.at(";")):
                break
            if self.at("("):
                depth += 1
            elif self.at(")") and depth > 0:
                depth -= 1
            self.advance()
        self.mark_lost(start)
        if self._reported_at >= start and self.place > self._reported_at:
            self._passed.append(self._tokens[self._reported_at].span.to(self.previous.span))

    def settled(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """What was found, without signs of other languages in what was passed over: `if laps > 3 then …` is one
        mistake, which its first word has told."""
        self._passed.sort(key=lambda span: (span.start, span.end))
        starts = [span.start for span in self._passed]
        return [
            item
            for item in super().settled(found)
            if item.code != codes.UNKNOWN_CHARACTER or not self._is_passed(starts, item.span.start)
        ]

    def _is_passed(self, starts: Sequence[int], place: int) -> bool:
        number = bisect_left(starts, place) - 1
        return number >= 0 and place < self._passed[number].end


def _between(tokens: Sequence[Token], opening: str, *closing: str) -> str:
    """What stands behind the first word or sign of a kind, up to another one; nothing where that is not there."""
    start = next((place for place, token in enumerate(tokens, 1) if token.text == opening), len(tokens))
    end = next((place for place in range(start, len(tokens)) if tokens[place].text in closing), len(tokens))
    return " ".join(tokens[start].span.to(tokens[end - 1].span).text.split()) if start < end else ""


def one_of(words: Sequence[str]) -> str:
    """Words and signs as a message lists them.

    >>> one_of(["for"]), one_of([".", ";", "repeated"])
    ('`for`', '`.`, `;` or `repeated`')
    """
    *first, last = (f"`{word}`" for word in words)
    return f"{', '.join(first)} or {last}" if first else last


def as_written(token: Token) -> Token:
    """A token with the letters of the text, capitals included."""
    return Token(token.kind, token.span.text, token.span)


def _quoted(tokens: Sequence[Token]) -> str:
    """The last of these tokens, as one reads them."""
    text = ""
    for token in reversed(tokens):
        written = token.span.text
        is_tight = not text or text[0] in _TIGHT_BEFORE or written == "("
        longer = written + ("" if is_tight else " ") + text
        if len(longer) > LONGEST_QUOTE and text:
            return f"`… {text.lstrip(', ')}`"
        text = longer
    return f"`{text}`"
