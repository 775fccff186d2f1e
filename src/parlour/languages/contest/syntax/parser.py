"""Reads Contest seasons: source text in, a tree and what was wrong with it out.

    >>> season, found = parse_program(Source("demo", "Players: Ada, Ben Rounds: vote by Ada between Ben; Win: survive"))
    >>> len(season.blocks), found
    (1, [])

The grammar rule stands above each function (recursive descent with one word of lookahead: words of the language are no
names). A phase that cannot be read is left out, and reading goes on behind the next full stop; a section that cannot
be read, with the next one. Nothing recurses along a text that is merely long: only parentheses, branches and
tiebreakers in place go one level deeper.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NoReturn, TypeAlias, TypeVar, cast

from parlour.languages.contest import codes
from parlour.languages.contest.syntax import slips, tree
from parlour.languages.contest.syntax.reader import A_COUNTER, A_GROUP, A_TIEBREAKER, Reader, as_written, one_of
from parlour.languages.contest.syntax.repair import repaired
from parlour.languages.contest.syntax.scanner import EXTREMES, HEADS, NUMBER, ONE_WORDS, SETS, WORD, scan
from parlour.languages.pragmas import notes_of
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Diagnostic, Label, in_order
from parlour.syntax.limits import check_size
from parlour.syntax.scanning import Scanned
from parlour.syntax.source import Source
from parlour.syntax.token import BROKEN, END, NAME, Token

T = TypeVar("T")

COUNTER_WORDS = ("score", "resource", "counter")
ATTRIBUTE_WORDS = ("affiliation", *COUNTER_WORDS)
ACTION_WORDS = ("scored", "team", "competition", "directed", "vote", "nomination", "allocation", "uses")
UPDATE_WORDS = ("elimination", "add", "remove", "change", "number", "swap", "merge", "increase", "decrease", "set")
PHASE_WORDS = (*ACTION_WORDS, *UPDATE_WORDS)

PEOPLE = "the people who are meant"
WHERE = ("before", "after", "instead")
Extreme: TypeAlias = Literal["highest", "most", "lowest", "least"]


def parse_program(source: Source) -> tuple[tree.Season, list[Diagnostic]]:
    """Reads a season, whatever the text is."""
    diagnostics: list[Diagnostic] = []
    whole = source.span(0, len(source.text))
    too_large = check_size(source, codes.TEXT_TOO_LARGE)
    if too_large is not None:
        return tree.Season(whole, None, (), None, (), False), [too_large]
    scanned = scan(source, diagnostics.append)
    if not any(token.text == "players" for token in scanned.tokens):
        diagnostics.clear()  # this is no season at all, which is told below: its characters do not matter
    tokens = in_order_of_sections(repaired(scanned.tokens, diagnostics.append), diagnostics.append)
    reader = Reader(Scanned(tokens, scanned.comments), diagnostics.append)
    members = section(reader, "players", cast_section)
    blocks = section(reader, "rounds", rounds)
    end = section(reader, "win", win)
    tiebreakers = further_sections(reader, is_complete=end is not None)
    found = in_order(reader.settled(diagnostics))
    is_sound = not any(diagnostic.is_error for diagnostic in found)
    lost = frozenset(reader.lost)
    notes = notes_of(source, scanned.comments)
    return tree.Season(whole, members, blocks or (), end, tiebreakers, is_sound, lost, notes), list(found)


# ------------------------------------------------------------------------------------------------------------- sections


def in_order_of_sections(tokens: list[Token], report: Callable[[Diagnostic], object]) -> list[Token]:
    """The tokens section by section as they should stand; that they do not is told once, and the rest can be read."""
    tokens = with_tiebreakers_in_place(tokens, report)
    heads = [place for place in range(len(tokens) - 1) if tokens[place].text in HEADS and tokens[place + 1].text == ":"]
    ranks = [HEADS.index(tokens[place].text) for place in heads]
    once = [rank for rank in ranks if HEADS[rank] != "tiebreaker"]
    if ranks == sorted(ranks) or len(set(once)) < len(once):
        return tokens
    wrong = next(place for place in range(1, len(ranks)) if ranks[place] < ranks[place - 1])
    first, second = (tokens[heads[place]] for place in (wrong - 1, wrong))
    title = f"`{second.text.capitalize()}:` stands behind `{first.text.capitalize()}:`"
    hint = "a season has `Players: …`, then `Rounds: …`, then `Win: …`, then its tiebreakers"
    report(Diagnostic(codes.SECTIONS, title, (Label(second.span),), hint=hint))
    ends = [*heads[1:], len(tokens) - 1]
    parts = sorted(zip(ranks, heads, ends, strict=True))
    return [*tokens[: heads[0]], *(token for _, start, end in parts for token in tokens[start:end]), tokens[-1]]


def with_tiebreakers_in_place(tokens: list[Token], report: Callable[[Diagnostic], object]) -> list[Token]:
    """The tokens with `tiebroken by` where somebody wrote `tiebreaker:` in the middle of a round; the first is told."""
    last = next((place for place, token in enumerate(tokens) if token.text == "win"), 0)
    found_at = [
        place
        for place in range(1, last - 1)
        if tokens[place].text == "tiebreaker"
        and tokens[place + 1].text == ":"
        and tokens[place - 1].text not in (".", ";", ":")
        and tokens[place - 1].span.line == tokens[place].span.line
    ]
    if not found_at:
        return tokens
    hint = "behind what can be tied write `tiebroken by NAME: …`"
    title = "`Tiebreaker:` begins a section, which stands behind `Win:`"
    report(Diagnostic(codes.SECTIONS, title, (Label(tokens[found_at[0]].span),), hint=hint))
    meant = list(tokens)
    for place in found_at:
        meant[place] = Token(WORD, "tiebroken", tokens[place].span)
        meant[place + 1] = Token(WORD, "by", tokens[place + 1].span)
    return meant


# game = "Players" ":" cast "Rounds" ":" round ";" { round ";" } "Win" ":" win { "Tiebreaker" ":" NAME tiebody }
def section(reader: Reader, head: str, read: Callable[[Reader], T]) -> T | None:
    """One section with its head; None if it is not there, or cannot be read. Reading stops at the next head, or where
    the section is complete."""
    if not reader.at(head) and not (head == "win" and reader.is_at_headless_win):
        find_section(reader, head)
    is_headless = head == "win" and reader.is_at_headless_win
    if not is_headless and not reader.at(head) and reader.likely_head() != head:
        return None
    reader.begin_part()
    start = reader.place
    if not is_headless:
        reader.advance()
    if not is_headless and not reader.accept(":"):
        reader.expected_here("`:`", hint=f"write `{head.capitalize()}:`", is_missing=True)
    try:
        return read(reader)
    except Unreadable:
        reader.skip_to(since=start)
        return None


def find_section(reader: Reader, head: str) -> None:
    """Says that something else stands where a section should begin, and goes to its head, if there is one."""
    title = f"{head.capitalize()}:"
    if not reader.at(END, *HEADS):
        if reader.likely_head() == head:
            written = reader.peek().span.text
            reader.report(codes.SECTIONS, f"there is no section `{written}:`", hint=f"Did you mean {title}?")
            return
        if head == "players":
            before_the_season(reader)
        elif head == "win":
            reader.expected_here(f"`{title}`")
        else:
            after_the_cast(reader, title)
        reader.skip_to()
        if reader.likely_head() == head:
            find_section(reader, head)
    elif reader.at(*HEADS) and HEADS.index(reader.peek().text) < HEADS.index(head):
        again = f"{reader.peek().text.capitalize()}:"
        hint = "a season has one section of each kind"
        if reader.at("rounds"):
            hint = "leave it out: rounds follow each other in one section, and each ends with `;`"
        reader.report(codes.SECTIONS, f"there is a second `{again}`", hint=hint)
        reader.advance()
        reader.skip_to()
        if reader.at(*HEADS) and not reader.at(head):
            find_section(reader, head)
    elif not (reader.at(END) and reader.has_error):
        reader.report(
            codes.SECTIONS,
            f"this season has no `{title}`",
            Label(reader.gap() if reader.at(END) else reader.peek().span),
            hint="a season has `Players: …`, then `Rounds: …`, then `Win: …`",
        )


def after_the_cast(reader: Reader, title: str) -> None:
    """Something stands behind the players that is none of them."""
    hint = slips.FORMS["players"]
    if reader.at("team"):
        reader.expected_here("`;`", hint="`;` stands between teams", is_missing=True)
        return
    if reader.at(",") and reader.peek(1).kind == NAME and reader.peek(2).kind != NAME:
        reader.advance()
        expected = "the next that they have"
        reader.expected_here(expected, hint=f"write `counter called {reader.peek().text}`, or leave the comma out")
        return
    is_before_phases = reader.at(*PHASE_WORDS) and not reader.same_line()
    if is_before_phases:
        hint = f"the rounds begin here: write `{title}` before this line"
    elif reader.at(".", ";") and reader.peek(1).text in ATTRIBUTE_WORDS:
        hint = "write `,` instead: it stands between what they have"
    elif reader.at(".", ";"):
        hint = "leave it out: the cast ends where `Rounds:` begins"
        if reader.peek(1).text == "team":
            hint = "write `;` instead: it stands between teams"
    elif reader.at("of", "at", NUMBER) or reader.peek().text == "=":
        hint = slips.FORMS["counter"]
        if reader.previous.kind == NAME and reader.previous.text not in reader.counters and reader.at(NUMBER):
            joined = f"{reader.previous.span.text}{reader.peek().span.text}"
            label = Label(reader.previous.span.to(reader.peek().span))
            reader.report(codes.BAD_NAME, "a name is one word", label, hint=f"write `{joined}`")
            return
    elif reader.at(":"):
        hint = f"a team has the word before it: `team {reader.previous.span.text}: …`"
    elif reader.peek().text.lower() == "and" and reader.peek(1).text in ATTRIBUTE_WORDS:
        hint = f"write a comma instead: `, {reader.peek(1).text} called …`"
    elif reader.at("everyone") and reader.peek(1).text == "with":
        hint = "what everybody has stands behind `all with`"
    elif (
        (reader.previous.text in reader.counters and reader.at("between", NAME))
        or reader.at("minimum", "maximum", "starting")
        or reader.peek().text.lower() in ("min", "max", "start", "starts")
    ) or reader.previous.kind == NUMBER:
        hint = slips.FORMS["counter"]
    elif reader.peek().text.lower() in ("in", "is", "has") and reader.previous.kind == NAME:
        hint = f"whoever is in a group has it: `{reader.previous.text} with affiliation called {reader.peek(1).text}`"
    elif reader.at("divide"):
        hint = slips.FORMS["divide"]
    elif reader.at("(", *ATTRIBUTE_WORDS) and reader.previous.kind == NAME:
        hint = behind_player(reader)
    shared = "" if reader.has_shared() else ", `all with`"
    expected = f"`{title}`" if is_before_phases else f"`,`{shared} or `{title}`"
    reader.expected_here(expected, hint=hint)


def behind_player(reader: Reader) -> str:
    """Advice for what somebody has, written without `with`: `Ada (captain)`, `Ada score called points`."""
    name, after = reader.previous.span.text, reader.peek(1) if reader.at("(") else reader.peek()
    if after.text in ATTRIBUTE_WORDS:
        return f"what somebody has stands behind `with`: `{name} with {after.text} called …`"
    if after.kind == NAME:
        return f"whoever is in a group has it behind `with`: `{name} with affiliation called {after.text}`"
    return "leave the parentheses out: players have names, groups and counters, and nothing else"


def before_the_season(reader: Reader) -> None:
    """Something else stands at the beginning: perhaps a text in another language."""
    token = reader.peek()
    other = slips.OTHER_LANGUAGES.get(token.span.text.lower())
    hint = "the first section names the players: `Players: Ada, Ben, Cleo`"
    if other is not None:
        hint = f"is this a program in {other[0]}? Then its file should end in {other[1]}"
    title = f"a season begins with `Players:`, not with {found(as_written(token))}"
    reader.report(codes.SECTIONS, title, hint=hint)


def further_sections(reader: Reader, *, is_complete: bool) -> tuple[tree.Tiebreaker, ...]:
    """What comes after the win condition: tiebreakers, and nothing else."""
    tiebreakers: list[tree.Tiebreaker] = []
    last = "the win condition"
    while not reader.at(END):
        if reader.at("tiebreaker") or reader.likely_head() == "tiebreaker":
            defined = section(reader, "tiebreaker", tiebreaker)
            if defined is not None:
                tiebreakers.append(defined)
            last = "a tiebreaker"
            continue
        start = reader.place
        if is_complete:
            after_the_end(reader, last)
        reader.advance()
        reader.skip_to(since=start)
    return tuple(tiebreakers)


def after_the_end(reader: Reader, last: str) -> None:
    """Something stands where the season is complete."""
    token = reader.peek()
    stands = found(as_written(token))
    if token.text in HEADS:
        title, hint = f"there is a second `{token.text.capitalize()}:`", "a season has one section of each kind"
        reader.report(codes.SECTIONS, title, hint=hint)
        return
    hint = slips.HERE.get(token.text.lower()) or "only sections `Tiebreaker: …` can stand here"
    if reader.is_closing_nothing() or reader.is_behind_extreme():
        reader.expected_here("the end")
        return
    if token.text.lower() in ("and", "or", ",") and reader.peek(1).text in ("survive", "reach", "competition", "team"):
        hint = "a season has one win condition: keep one of them"
    elif token.text == "tiebroken" and reader.previous.text == "team":
        hint = "`for team` stands at the very end, behind the tiebreaker: leave it out here"
    elif token.text == "between":
        hint = "the last competition is among all who are still in, or all teams; leave out the list"
    elif token.text in (".", ";", "win") or token.text.lower() in ("wins", "winner", "only", "exactly"):
        hint = "leave it out"
    elif token.text in ("with", "who") and reader.peek(1).kind == NUMBER:
        hint = f"whoever has enough of a counter wins by `reach {reader.peek(1).span.text} {reader.peek(2).span.text}`"
    elif token.text in (*ONE_WORDS, "survive", "reach", "competition", "team") or token.kind == NUMBER:
        hint = "a season has one win condition: keep one of them"
    reader.report(codes.AFTER_WIN, f"nothing may follow {last}, but here stands {stands}", hint=hint)


# "Tiebreaker" ":" NAME tiebody
def tiebreaker(reader: Reader) -> tree.Tiebreaker:
    start = reader.peek()
    if not reader.at(NAME) and reader.at(*ACTION_WORDS, *ONE_WORDS):
        reader.lost |= reader.unknown_tiebreakers()
        hint = "its name stands behind `Tiebreaker:`, and then what is done"
        reader.expected("the name of the tiebreaker", hint=hint)
    name = reader.name("the name of the tiebreaker", *ACTION_WORDS, *ONE_WORDS)
    reader.accept(":")
    body = tiebody(reader)
    return tree.Tiebreaker(reader.since(start), name, body)


# ------------------------------------------------------------------------------------------------------------- the cast


# cast = ( team { (";" | ",") team } | players | "randomly" "divide" players "into" names ) [ "all" "with" attrs ]
def cast_section(reader: Reader) -> tree.Cast:
    start = reader.peek()
    members: tree.Teams | tree.Players | tree.Divided
    word, after = reader.peek().text.lower(), reader.peek(1)
    is_other_word = reader.at(NAME) and after.kind == NAME and reader.peek(2).text == ":"
    if reader.at("team") or (word == "teams" and after.kind == NAME) or is_other_word:
        members = teams(reader)
    elif reader.at("randomly", "divide") or (word == "random" and after.text == "divide"):
        with reader.written_as("divide"):
            if not reader.at("divide"):
                reader.expect_word("randomly")
                reader.expect_word("divide")
            else:
                reader.expected_here("`randomly`")
                reader.advance()
            divided = players(reader)
            reader.expect_word("into")
            into = names(reader, "the name of a team", declares=True)
        members = tree.Divided(reader.since(start), divided, into)
    else:
        listed = players(reader)
        members = tree.Players(reader.since(start), listed)
    shared: tuple[tree.Attribute, ...] = ()
    if reader.accept("all"):
        with reader.written_as("attribute"):
            reader.expect_word("with")
            shared = attributes(reader)
    return tree.Cast(reader.since(start), members, shared)


# team { (";" | ",") team }
def teams(reader: Reader) -> tree.Teams:
    start = reader.peek()
    found_teams = [team(reader)]
    while reader.accept(";", ","):
        found_teams.append(team(reader))
    return tree.Teams(reader.since(start), tuple(found_teams))


# team = "team" NAME ":" players
def team(reader: Reader) -> tree.Team:
    start = reader.peek()
    with reader.written_as("team"):
        if reader.at(NAME) and reader.peek(1).kind == NAME and reader.peek(2).text == ":":
            if reader.is_first("another word for team"):
                reader.expected_here("`team`", hint=f"write `team {reader.peek(1).text}: …`")
            reader.advance()
        elif reader.peek(1).text == ":" and reader.at(NAME):
            if not reader.has_error:
                reader.expected_here("`team`", hint=f"write `team {reader.peek().text}: …`")
        else:
            reader.expect_word("team", hint="leave out the sign before this" if reader.at("all", *HEADS) else "")
        name = reader.name("the name of the team")
        reader.declared.add(name.text)
        if reader.at("("):
            reader.expected("`:`")
        reader.expect_sign(":")
        listed = players(reader)
    return tree.Team(reader.since(start), name, listed)


# players = player { "," player }
def players(reader: Reader) -> tuple[tree.Player, ...]:
    """Players up to something that is none. After a comma, the word `team` begins a team."""
    listed: list[tree.Player] = []
    while True:
        start = reader.place
        try:
            listed.append(player(reader))
        except Unreadable:
            reader.skip_to(",", ";", "team", "into", "all", since=start)
        if reader.peek().text.lower() in ("each", "every", "everybody") and reader.peek(1).text == "with":
            reader.expected("`all with`", hint="what everybody has stands behind `all with`")
        if reader.at(NAME) and not reader.same_line() and reader.peek(1).text != ":":
            if reader.is_first("players in lines"):
                reader.expected_here("`,`", hint=slips.FORMS["players"], is_missing=True)
        elif reader.peek(1).text == "team" or reader.accept_comma() is None:
            return tuple(listed)
        elif reader.at_head() or (reader.at("all") and reader.peek(1).text == "with"):
            reader.tell(codes.EXPECTED, "the list ends with a comma", Label(reader.previous.span), hint="leave it out")
            return tuple(listed)


# player = NAME [ "with" attrs ]
def player(reader: Reader) -> tree.Player:
    start = reader.peek()
    with reader.written_as("players"):
        if reader.at(NUMBER):
            if reader.peek().value is None:
                reader.advance()
                raise Unreadable  # it has been told
            hint = "every player has a name that begins with a letter: `Ada, Ben`"
            if reader.peek(1).text == "." and reader.peek(2).kind == NAME:
                hint = f"players have no numbers: write `{reader.peek(2).text}`"
            reader.expected("the name of a player", hint=hint)
        name = reader.name("the name of a player", "into", "all", "with", declares=True)
    with reader.written_as("attribute"):
        owned = attributes(reader) if reader.accept("with") else ()
    return tree.Player(reader.since(start), name, owned)


# attrs = attr { "," attr }
def attributes(reader: Reader) -> tuple[tree.Attribute, ...]:
    """After a comma, anything but the first word of an attribute is the next player."""
    listed = [attribute(reader)]
    while reader.at(",") and reader.peek(1).text in ATTRIBUTE_WORDS:
        reader.advance()
        listed.append(attribute(reader))
    return tuple(listed)


# attr = "affiliation" "called" NAME | ("score" | "resource" | "counter") "called" NAME { limit }
def attribute(reader: Reader) -> tree.Attribute:
    start = reader.peek()
    is_group = reader.peek().text.lower() in ("group", "team", "tribe")
    word = reader.expect_word(*ATTRIBUTE_WORDS, hint="a group is an `affiliation called …`" if is_group else "")
    reader.expect_word("called")
    if word.text == "affiliation":
        name = reader.name(A_GROUP, *after_name(reader), declares=True)
        return tree.Affiliation(reader.since(start), name)
    with reader.written_as("counter"):
        name = reader.name(
            A_COUNTER, "starting", "with", "at", "minimum", "maximum", *after_name(reader), declares=True
        )
        reader.counters.add(name.text)
        limits: list[tree.Limit] = []
        while at_limit(reader):
            reader.accept(",")
            limits.append(limit(reader))
    return tree.Counter(
        reader.since(start), cast(Literal["score", "resource", "counter"], word.text), name, tuple(limits)
    )


def at_limit(reader: Reader) -> bool:
    """Whether a limit follows, with or without a comma before it, or what was probably meant to be one."""
    if reader.at(","):
        return reader.peek(1).text in ("starting", "with")
    if reader.at("minimum", "maximum"):
        return True
    return reader.at("starting", "with") or (reader.meant(("starting", "with")) is not None)


def after_name(reader: Reader) -> tuple[str, ...]:
    """Words that follow the name of what somebody has, if they stand where the name should."""
    is_next = reader.peek(1).text in ("with", "called")
    return ("all", *ATTRIBUTE_WORDS) if is_next else ()


# limit = "starting" "at" INT | "with" "minimum" "of" INT | "with" "maximum" "of" INT
def limit(reader: Reader) -> tree.Limit:
    start = reader.peek()
    if reader.at("minimum", "maximum"):
        reader.expected_here("`with`")
        word = "with"
    else:
        word = reader.expect_word("starting", "with").text
    if word == "starting":
        reader.expect_word("at")
    else:
        is_next = reader.at(*ATTRIBUTE_WORDS)
        hint = f"what they have is divided by commas: `, {reader.peek().text} called …`" if is_next else ""
        word = reader.expect_word("minimum", "maximum", hint=hint).text
        reader.expect_word("of")
    amount = reader.number()
    return tree.Limit(reader.since(start), cast(Literal["starting", "minimum", "maximum"], word), amount)


# names = NAME { "," NAME }
def names(reader: Reader, what: str, *follow: str, declares: bool = False) -> tuple[tree.Name, ...]:
    listed = [reader.name(what, *follow, declares=declares)]
    while reader.accept_comma():
        listed.append(reader.name(what, *follow, declares=declares))
    return tuple(listed)


# --------------------------------------------------------------------------------------------------------------- rounds


# round ";" { round ";" }
def rounds(reader: Reader) -> tuple[tree.Block, ...]:
    blocks: list[tree.Block] = []
    while True:
        if blocks and at_win(reader):
            hint = f"write `Win:` before `{reader.phrase()}`"
            reader.report(codes.SECTIONS, "this season has no `Win:`", hint=hint)
            reader.is_at_headless_win = True
            return tuple(blocks)
        blocks.append(block(reader))
        after = reader.peek(1).text
        if reader.at(";") and (after == "repeated" or (after == "with" and blocks[-1].times is not None)):
            last = "`repeated … times`" if after == "repeated" else "its modifications"
            reader.report(codes.EXPECTED, f"`;` ends a round, and stands behind {last}", hint="leave it out")
            reader.skip_to()
        elif not reader.accept(";"):
            is_last = reader.at(END) or reader.at_head()
            ends = "`;`" if blocks[-1].times is not None else "`.`, `;` or `repeated`"
            hint = slips.DIVIDED
            if is_last:
                hint = "every round ends with `;`, the last one too"
            elif reader.at("between"):
                hint = f"a competition is a phase of its own, before this one: `competition {reader.phrase()}.`"
            elif reader.at("with"):
                hint = "`with modifications:` stands behind `repeated 3 times`"
            elif slips.HERE.get(reader.peek().text.lower()):
                hint = ""
            elif reader.at(".") and blocks[-1].times is not None:
                hint = "only a whole round is repeated: `repeated … times` stands behind its last phase, and then `;`"
            elif reader.at(".") and reader.previous.text == ".":
                hint = "leave one of them out"
            elif reader.at(NAME) and reader.same_line():
                hint = behind_people(reader)
            reader.expected_here(ends, hint=hint, is_missing=True)
            reader.skip_to(";")
            reader.accept(";")
        if reader.at(END) or reader.at(*HEADS) or reader.likely_head() is not None:
            return tuple(blocks)


def at_win(reader: Reader) -> bool:
    """Whether a win condition stands here that has no head before it."""
    if reader.has_head("win") or reader.is_astray:
        return False
    is_jury = reader.at(NUMBER) and reader.peek(1).text in ("member", "jury")
    return is_jury or reader.at("survive", "reach", *EXTREMES)


def behind_people(reader: Reader) -> str:
    """Advice for a name behind people who were named."""
    if reader.peek(1).text == ":":
        return f"write `tiebroken by {reader.peek().text}: …` behind what can be tied"
    if reader.previous.kind == NAME:
        pair = f"{reader.previous.text}, {reader.peek().text}"
        return f"a name is one word, and names in a list are divided by commas: `{pair}`"
    return slips.DIVIDED


# round = phases [ "repeated" INT "times" [ "with" "modifications" ":" modifier { "." modifier } [ "." ] ] ]
def block(reader: Reader) -> tree.Block:
    start = reader.peek()
    listed = phases(reader, ".", ";", "repeated")
    times: tree.Number | None = None
    modifiers: list[tree.Modifier] = []
    place = reader.place
    try:
        if reader.accept("repeated"):
            with reader.written_as("repeated"):
                times = reader.count("how often", "a round cannot be repeated a negative number of times")
                is_told = reader.previous.span.text.lower() in slips.MULTIPLES
                if not is_told and (reader.previous.value is not None or reader.at("times")):
                    reader.expect_word("times")
            if reader.accept("with"):
                with reader.written_as("modifications"):
                    reader.expect_word("modifications")
                    if not reader.accept(":"):
                        reader.expected_here("`:`", hint="write `with modifications:`")
                        reader.accept(".", ";", ",")
                    modifiers = modifications(reader)
    except Unreadable:
        reader.skip_to(";", since=place)
    return tree.Block(reader.since(start), listed, times, tuple(modifiers))


# modifier { "." modifier } [ "." ]
def modifications(reader: Reader) -> list[tree.Modifier]:
    listed: list[tree.Modifier] = []
    while True:
        reader.begin_part()
        place = reader.place
        try:
            listed.append(modifier(reader))
        except Unreadable:
            reader.skip_to(".", ";", since=place)
        if reader.previous.text == "," and reader.at("just", "from", "round"):
            continue  # told
        if not reader.accept(".") or reader.at(";", END) or reader.at_head():
            return listed


# modifier = [ "just" | "from" ] "round" INT ( "before" | "after" | "instead" "of" ) "phase" INT "insert" phase
def modifier(reader: Reader) -> tree.Modifier:
    start = reader.peek()
    extent: Token | None = reader.accept("just", "from") or reader.expect_word("just", "from", "round")
    if extent is not None and extent.text == "round":
        extent = None
    else:
        reader.expect_word("round")
    number = reader.number("the number of a round")
    where = reader.expect_word("before", "after", "instead")
    if where.text == "instead":
        reader.expect_word("of", hint="write `instead of`" if reader.at("phase") else "")
    reader.expect_word("phase")
    place = reader.number("the number of a phase")
    reader.expect_word("insert")
    inserted = phase(reader)
    return tree.Modifier(
        reader.since(start),
        cast(Literal["just", "from"], extent.text) if extent else None,
        number,
        "instead of" if where.text == "instead" else cast(Literal["before", "after"], where.text),
        place,
        inserted,
    )


# --------------------------------------------------------------------------------------------------------------- phases


# phases = phase { "." phase } [ "." ]
def phases(reader: Reader, *ends: str) -> tuple[tree.Phase, ...]:
    """Phases up to one of the signs and words that can stand behind them, if nothing is wrong."""
    listed: list[tree.Phase] = []
    while True:
        reader.begin_part()
        start, place = reader.peek(), reader.place
        if reader.is_astray and not (reader.at(*PHASE_WORDS) or reader.meant(PHASE_WORDS)) and reader.at_people():
            reader.skip_to(*ends)  # more of what could not be read
        try:
            listed.append(phase(reader))
            reader.is_astray = reader.is_astray and ")" not in ends and reader.is_closing_nothing()
        except Unreadable:
            reader.is_astray = True
            reader.skip_to(*ends, since=place)
            listed.append(tree.BrokenPhase(reader.since(start) if reader.place > place else start.span))
        if reader.at(*PHASE_WORDS) and reader.previous.text == ",":
            continue  # told
        if reader.at(*PHASE_WORDS):
            hint = "phases are divided by full stops"
            if ";" in ends and reader.after_blank_line():
                hint = "a round ends with `;`, and phases of one round are divided by full stops"
            reader.expected_here(one_of(ends), hint=hint, is_missing=True)
        elif reader.is_astray and ")" not in ends and reader.is_closing_nothing():
            reader.advance()  # that of a branch that could not be read
            if not reader.accept("."):
                return tuple(listed)
        elif reader.at("then") and reader.peek(1).text in PHASE_WORDS:
            reader.expected_here(one_of(ends))
            reader.advance()
        elif not reader.accept(".") or reader.at(END, *ends) or reader.at_head():
            return tuple(listed)


# phase = action | progression
def phase(reader: Reader) -> tree.Phase:
    if reader.at(*ACTION_WORDS):
        return action(reader)
    if reader.at(*UPDATE_WORDS):
        return progression(reader)
    if reader.at(NAME) and reader.peek(1).kind == BROKEN:
        reader.advance()
        raise Unreadable  # the sign has been told
    likely = reader.meant(PHASE_WORDS)
    advice = slips.PHASES.get(reader.peek().text.lower(), "")
    if reader.at(NUMBER):
        advice = "phases have no numbers: leave it out"
        if reader.peek(1).text == "." and reader.peek(2).text in PHASE_WORDS:
            if reader.is_first("numbered phases"):
                reader.expected_here("a phase", hint=advice)
            reader.advance()
            reader.advance()
            return phase(reader)
    elif turned := subject_first(reader):
        advice = turned
    elif lost := first_word_lost(reader):
        advice = lost
    elif reader.at(";", "."):
        advice = "leave it out: nothing is done before it"
    elif reader.at("for") and reader.peek(1).text.lower() in ("each", "every", "all", "everyone"):
        advice = "whom it is for stands behind: `increase COUNTER by 1 for everyone`"
    elif reader.at_head():
        advice = "a season has a round at least: `elimination of chance;`"
    elif reader.at(NAME) and not advice and likely is None:
        advice = slips.PHASES_ARE
        if reader.peek().text in reader.declared:
            advice = slips.PHASES["everyone"]
    if likely is None or advice:
        reader.expected("a phase", hint=advice)
    return action(reader) if likely in ACTION_WORDS else progression(reader)


def first_word_lost(reader: Reader) -> str:
    """Advice for a phase that begins in its middle, `between Ada, Ben`, or behind a word that means nothing here."""
    token, after = reader.peek(), reader.peek(1)
    never = (*ONE_WORDS, *slips.PHASES, NUMBER, END, ":")
    if after.text in PHASE_WORDS and token.kind != NAME and not reader.at(*never):
        if token.text == "score":
            return f"write `scored {after.text}`"
        if token.text == "for" or (token.text in WHERE and after.text == "competition"):
            return ""
        return f"leave `{token.span.text}` out"
    if reader.at("just", "from") and after.text == "round":
        return "modifications follow each other with full stops between them, behind `with modifications:`"
    if reader.at("?"):
        return slips.FORMS["uses"]
    if reader.at("survive", "reach", "member", "jury"):
        return f"how a season is won stands behind `Win:`: write `Win: {reader.phrase()}`"
    if reader.at("between"):
        return f"write `competition {reader.phrase()}`"
    if reader.at("by") and "between" in reader.phrase().split():
        return f"write `vote {reader.phrase()}`"
    if reader.at("of"):
        if after.kind == NUMBER:
            return f"write `nomination {reader.phrase()}`"
        return f"write `{'allocation' if after.text in reader.counters else 'elimination'} {reader.phrase()}`"
    if reader.at("scored", "with", "to", "by", "except", "all", "called", ",", ":", "*", "results", *COUNTER_WORDS):
        return slips.PHASES_ARE
    return ""


def subject_first(reader: Reader) -> str:
    """Advice for a phase that begins with people, `winner of competition gets 2 points`, if its verb is known."""
    word = reader.peek().text
    if not reader.at(NAME, *ONE_WORDS) or (word.lower() in slips.BRANCHING and word not in reader.declared):
        return ""
    ahead = 1
    while reader.peek(ahead).kind != END and reader.peek(ahead).text not in (".", ";") and ahead < 12:
        verb = slips.VERBS.get(reader.peek(ahead).text.lower())
        if verb is not None:
            people = reader.peek().span.to(reader.peek(ahead - 1).span).text
            rest = " between …" if verb.endswith(" by") else " then (…)" if verb == "uses?" else ""
            amount = next(
                (token.text for token in map(reader.peek, (ahead + 1, ahead + 2)) if token.kind == NUMBER), ""
            )
            verb = re.sub(r"\b\d+\b", amount, verb) if amount else verb
            return f"what happens comes first: write `{verb} {' '.join(people.split())}{rest}`"
        ahead += 1
    return ""


def first_word(reader: Reader, words: tuple[str, ...]) -> str:
    """Takes the word with which a phase begins, or what was probably meant to be one."""
    token = reader.accept(*words)
    if token is None:
        likely = reader.meant(words)
        assert likely is not None, "a phase was seen here"
        token = reader.take_as(likely, "a phase")
    return token.text


# action = [ "scored" ] [ "team" ] "competition" "between" who
#        | [ "directed" ] "vote" "by" who "between" who [ "including" "self" ]
#        | "nomination" "of" INT "by" who "between" who [ "including" "self" ]
#        | "allocation" "of" NAME "by" who
#        | "uses?" one "then" "(" phases ")" [ "otherwise" "(" phases ")" ]
def action(reader: Reader) -> tree.Action:
    with reader.nested(codes.TOO_DEEP):
        start = reader.peek()
        word = first_word(reader, ACTION_WORDS)
        with reader.written_as("team competition" if word == "team" else word):
            return action_of(reader, start, word)


def action_of(reader: Reader, start: Token, word: str) -> tree.Action:
    """The rest of an action, behind its first word."""
    match word:
        case "scored" | "team" | "competition":
            is_scored = word == "scored"
            is_team = word == "team" or (is_scored and reader.accept("team") is not None)
            if word != "competition":
                hint = "only a competition has scores: leave `scored` out" if reader.at("vote") else ""
                reader.expect_word("competition", hint=hint)
            is_late = word == "competition" and reader.at("scored", "team")
            hint = f"write `{reader.peek().text} competition between …`" if is_late else ""
            reader.expect_word("between", hint=hint)
            between = who(reader)
            return tree.Competition(reader.since(start), is_scored, is_team, between)
        case "directed" | "vote":
            if word == "directed":
                reader.expect_word("vote")
            by, between, includes_self = ballot(reader)
            return tree.Vote(reader.since(start), word == "directed", by, between, includes_self)
        case "nomination":
            reader.expect_word("of")
            count = reader.count("how many are nominated", "nobody can nominate a negative number of people")
            by, between, includes_self = ballot(reader)
            return tree.Nomination(reader.since(start), count, by, between, includes_self)
        case "allocation":
            reader.expect_word("of")
            counter = reader.name(A_COUNTER, "by")
            reader.expect_word("by")
            by = who(reader)
            if reader.at("to"):
                hint = "it goes to nobody by itself: write `increase … by results of allocation for …` as another phase"
                reader.expected("`.`", hint=hint)
            return tree.Allocation(reader.since(start), counter, by)
        case _:
            if reader.at(NAME) and reader.peek(1).text == "?":
                reader.expected_here("`?`", hint="the question has no name of its own: write `uses? …`")
                reader.advance()
                reader.advance()
            elif not reader.accept("?"):
                reader.expected_here("`?`", hint="it is a question: write `uses? …`", is_missing=True)
            asked = one(reader)
            if reader.at(",", "except"):
                hint = "one name stands here, of a player or a group: `uses? GROUP then (…)`"
                reader.expected("`then`", hint=hint)
            reader.expect_word("then")
            then = branch(reader)
            otherwise = branch(reader) if reader.accept("otherwise") else None
            return tree.Uses(reader.since(start), asked, then, otherwise)


# "by" who "between" who [ "including" "self" ]
def ballot(reader: Reader) -> tuple[tree.Who, tree.Who, bool]:
    if reader.at("between"):
        return turned_ballot(reader)
    reader.expect_word("by")
    by = who(reader)
    is_early = reader.at("including")
    reader.expect_word("between", hint="`including self` stands at the end, behind `between …`" if is_early else "")
    between = who(reader)
    if not reader.accept("including"):
        return by, between, False
    if reader.at(NAME) and reader.peek().text.lower() in slips.SELF:
        reader.expected_here("`self`", hint="write `including self`")
        reader.advance()
    else:
        reader.expect_word("self", hint="only `self` can follow; others are listed behind `between`")
    return by, between, True


def turned_ballot(reader: Reader) -> tuple[tree.Who, tree.Who, bool]:
    """Says that `by` stands before `between`; where it follows, nothing else is wrong."""
    reader.expected_here("`by`")
    reader.advance()
    between = who(reader)
    if not reader.accept("by"):
        raise Unreadable
    return who(reader), between, False


# "(" phases ")"
def branch(reader: Reader) -> tuple[tree.Phase, ...]:
    if reader.at(":") and not reader.peek(1).matches("("):
        # Up to its `)`, if there is one: the branch has lost its beginning only.
        reader.expected_here("`(`")
        reader.advance()
        phases(reader, ".", ")")
        reader.accept(")")
        raise Unreadable
    if reader.at(*PHASE_WORDS) and reader.closes_later():
        reader.expected_here("`(`", is_missing=True)
        listed = phases(reader, ".", ")")
        reader.accept(")")
        return listed
    opened = reader.expect_sign("(")
    reader.close_branch(opened, PHASE_WORDS)
    listed = phases(reader, ".", ")")
    while not (reader.at(")", ";", "repeated", END) or reader.at_head()):
        hint = "phases are divided by full stops, and `)` ends the branch"
        reader.expected_here("`.` or `)`", hint=slips.HERE.get(reader.peek().text.lower(), hint), is_missing=True)
        reader.skip_to(".", ")", ";", "repeated")
        if reader.accept("."):
            phases(reader, ".", ")")
    if reader.at(";") and reader.closes_later():
        reader.report(
            codes.EXPECTED, "a full stop stands between the phases of a branch", hint="write `.` instead of `;`"
        )
        while reader.accept(";"):
            phases(reader, ".", ")")
        reader.accept(")")
        raise Unreadable
    reader.expect_sign(")", opened=opened)
    return listed


# progression = update ("for" | "of") who
def progression(reader: Reader) -> tree.Progression:
    start = reader.peek()
    first = start.text if start.text in slips.FORMS else reader.meant(UPDATE_WORDS) or "elimination"
    with reader.written_as(first):
        change = update(reader)
        ends = ("of", "for") if isinstance(change, tree.Elimination) else ("for", "of")
        if isinstance(change, tree.Elimination) and reader.at(NAME, *ONE_WORDS) and reader.meant(ends) is None:
            reader.expected_here("`of`", hint=f"write `elimination of {reader.peek().span.text}`")
            word = Token(start.kind, "of", start.span)
        elif isinstance(change, tree.Add) and reader.at("to") and reader.peek(1).kind == NAME:
            turned = f"add {reader.peek(1).text} for {change.group.text}"
            reader.expected("`for` or `of`", hint=f"the group comes first: write `{turned}`")
        else:
            word = reader.expect_word(*ends)
        people = who(reader)
    return tree.Progression(reader.since(start), change, cast(Literal["for", "of"], word.text), people)


# update = "elimination" | "add" NAME | "remove" NAME | "change" NAME "to" NAME
#        | [ "number" "preserving" ] "swap" names [ "adding" names ] | "merge" names [ "to" NAME ]
#        | ("increase" | "decrease") NAME "by" value | "set" NAME "to" value
def update(reader: Reader) -> tree.Update:
    start = reader.peek()
    group, counter, ends = A_GROUP, A_COUNTER, ("for", "of")
    word = first_word(reader, UPDATE_WORDS)
    match word:
        case "elimination":
            return tree.Elimination(start.span)
        case "add" | "remove":
            name = reader.name(group, *ends, declares=word == "add")
            return (tree.Add if word == "add" else tree.Remove)(reader.since(start), name)
        case "change":
            old = reader.name(group, "to")
            reader.expect_word("to")
            new = reader.name(group, *ends)
            return tree.Change(reader.since(start), old, new)
        case "number" | "swap":
            if word == "number":
                reader.expect_word("preserving")
                reader.expect_word("swap")
            swapped = names(reader, group, "adding", *ends)
            adding = names(reader, group, *ends) if reader.accept("adding") else ()
            return tree.Swap(reader.since(start), word == "number", swapped, adding)
        case "merge":
            merged = names(reader, group, "to", *ends)
            if reader.at("into"):
                reader.expected_here("`to`", hint="write `to`: `merge Lynx, Otter to Lagoon for everyone`")
            into = reader.name(group, *ends, declares=True) if reader.accept("to", "into") else None
            return tree.Merge(reader.since(start), merged, into)
        case _:
            changed = reader.name(counter, "by", "to", *(("results",) if reader.peek(1).text == "of" else ()))
            reader.expect_word("to" if word == "set" else "by")
            amount = value(reader)
            no_arithmetic(reader, amount)
            kind = cast(Literal["increase", "decrease", "set"], word)
            return tree.Adjust(reader.since(start), kind, changed, amount)


# ------------------------------------------------------------------------------------------------------- who and values


def no_arithmetic(reader: Reader, amount: tree.Value) -> None:
    """Says that a value is not worked out, `by fouls * 2`, and passes over the rest of it."""
    is_said = reader.at("times") or reader.peek().text.lower() == "x"
    if not reader.at("*") and not (is_said and reader.peek(1).kind in (NAME, NUMBER)):
        return
    hint = f"people can count several times: `for … * {reader.peek(1).span.text}` changes them so often"
    if isinstance(amount, tree.Number) and reader.peek(1).kind == NUMBER:
        hint = "write the number that is meant, or the name of one counter"
    reader.report(codes.EXPECTED, "a value has no arithmetic", hint=hint)
    reader.advance()
    value(reader)


# value = INT | NAME | "results" "of" ("competition" | "vote" | "allocation") [INT]
def value(reader: Reader) -> tree.Value:
    start = reader.peek()
    if reader.at(NUMBER) or reader.at_number_word():
        return reader.number()
    is_slip = reader.at(*COUNTER_WORDS) or reader.peek().text.lower() in ("result", "scores", "points")
    if reader.at("results") or (is_slip and reader.peek(1).text == "of"):
        with reader.written_as("results"):
            if not reader.accept("results"):
                reader.expected_here("`results`")
                reader.advance()
            reader.expect_word("of")
            referred = reference(reader, "competition", "vote", "allocation")
        return tree.ResultsValue(reader.since(start), referred)
    word = reader.peek().text.lower()
    is_count = word in ("number", "amount", "count") and reader.peek(1).text == "of"
    left = slips.VALUES.get(reader.peek(2).text.lower() if is_count else word, "")
    if not reader.at_name() or (left and reader.peek().text not in reader.declared):
        reader.expected("a number, the name of a counter or `results of …`", hint=left)
    return tree.CounterValue(start.span, reader.name(A_COUNTER))


# who = item { "," item } [ "except" one { "," one } ]
def who(reader: Reader) -> tree.Who:
    start = reader.peek()
    items = [item(reader)]
    while comma(reader):
        items.append(item(reader))
    excepted: list[tree.One] = []
    if reader.accept_except():
        excepted.append(one(reader))
        while comma(reader):
            excepted.append(one(reader))
    return tree.Who(reader.since(start), tuple(items), tuple(excepted))


def comma(reader: Reader) -> bool:
    """Takes a comma. One that divides phases or modifications should be a full stop: it is told, taken, and goes on
    with nobody."""
    after = reader.peek(1).text
    between = "phases" if after in PHASE_WORDS else "modifications" if after in ("just", "from", "round") else ""
    if reader.at(",") and (reader.peek(1).kind == END or reader.at_head(1) or reader.after_blank_line(1)):
        if not reader.at_head(1) and after not in PHASE_WORDS:
            return reader.accept_comma() is not None
        reader.report(codes.EXPECTED, "a round ends with `;`, not with a comma", hint="write `;` instead of `,`")
        reader.replace(";")
        return False
    if not between or not reader.at(","):
        return reader.accept_comma() is not None
    title = f"a full stop, not a comma, stands between two {between}"
    if reader.is_first("commas between phases"):
        reader.report(codes.EXPECTED, title, hint="write `.` instead of `,`")
    reader.advance()
    return False


# item = one [ "*" value ]
def item(reader: Reader) -> tree.Item:
    start = reader.peek()
    meant = one(reader)
    if reader.at("tiebroken") and not reader.lacks_closing():
        no_tie(reader, meant)
    times = times_of(reader) if reader.accept("*") else None
    return tree.Item(reader.since(start), meant, times)


def no_tie(reader: Reader, meant: tree.One) -> None:
    """Says that somebody is named who cannot be tied, and takes the tiebreaker."""
    name = meant.name.text if isinstance(meant, tree.Named) else ""
    named = " ".join(meant.span.text.split())
    title, hint = f"nobody can be tied in `{named}`", "leave out `tiebroken by …`"
    if name in reader.counters:
        title = f"{name} is a counter, and no people"
        hint = f"who has most of it is `highest {name}`, who has least `lowest {name}`"
    elif isinstance(meant, tree.Place):
        hint = "leave out `tiebroken by …`: the host says who won, and who lost"
    reader.report(codes.EXPECTED, title, Label(meant.span), hint=hint)
    tie(reader)


def times_of(reader: Reader) -> tree.Value:
    """How often somebody is meant, behind a `*`."""
    if reader.at(*ONE_WORDS):
        hint = "write `* 2` or `* COUNTER`; who is left out stands behind `except`, others behind a comma"
        reader.expected("how often they count", hint=hint)
    return value(reader)


# one = "everyone" | "nominated" | "tied" | "eliminated" | NAME
#     | "chance" [INT] [ "(" who ")" ]
#     | ("winner" | "loser") "of" "competition" [INT]
#     | ("majority" | "minority") "of" "vote" [INT] [tie]
#     | ("highest" | "most" | "lowest" | "least") NAME [ "(" who ")" ] [tie]
def one(reader: Reader) -> tree.One:
    with reader.nested(codes.TOO_DEEP):
        reader.skip_article()
        start = reader.peek()
        if reader.at_name():
            is_place = start.text.lower() in slips.PLACES and reader.peek(1).text in ("of", "in", *EXTREMES)
            is_slip = is_place or start.text.lower() in slips.PEOPLE
            if is_slip and start.text not in reader.declared:
                nobody_here(reader)
            likely = reader.meant(ONE_WORDS) if start.text not in reader.declared else None
            after = reader.peek(1)
            is_drawn = likely == "chance" and after.kind == NUMBER
            is_extreme = likely in EXTREMES and after.kind == NAME
            if likely is not None and (after.text in ("of", "(") or is_drawn or is_extreme):
                reader.take_as(likely, PEOPLE)
                return chosen(reader, start, likely)
            return tree.Named(start.span, reader.name(PEOPLE))
        if not reader.at(*ONE_WORDS):
            nobody_here(reader)
        word = reader.advance().text
        if word in SETS:
            return tree.Set(start.span, cast(Literal["everyone", "nominated", "tied", "eliminated"], word))
        with reader.written_as(word):
            return chosen(reader, start, word)


def chosen(reader: Reader, start: Token, word: str) -> tree.One:
    """The rest of people who are found out, behind the first word."""
    match word:
        case "chance":
            count = None
            if reader.at("of", "from"):
                reader.expected("`(`")
            if reader.at(NUMBER):
                count = reader.count("how many", "nobody can draw a negative number of people")
            return tree.Chance(reader.since(start), count, among(reader))
        case "winner" | "loser":
            reader.expect_word("of")
            referred = reference(reader, "competition")
            return tree.Place(reader.since(start), word, referred)
        case "majority" | "minority":
            reader.expect_word("of")
            referred = reference(reader, "vote")
            broken_by = tie(reader)
            return tree.Verdict(reader.since(start), word, referred, broken_by)
        case _:
            no_amount(reader)
            counter = reader.name(A_COUNTER, "tiebroken", "for", "by")
            people = among(reader)
            broken_by = tie(reader)
            if reader.at("of") or reader.peek().text.lower() in ("in", "among", "from", "amongst", "within"):
                reader.expected("`(`", hint=reader.in_parentheses(1))
            return tree.Extreme(reader.since(start), cast(Extreme, word), counter, people, broken_by)


def no_amount(reader: Reader) -> None:
    """Passes over words for an amount before the name of a counter, `most number of points`, and says so."""
    is_of = reader.peek(1).text == "of"
    name = reader.peek(2 if is_of else 1)
    is_amount = reader.peek().text.lower() in ("number", "amount", "count", "total", "sum")
    if not is_amount or name.kind != NAME or not reader.same_line() or reader.peek().text in reader.declared:
        return
    written = f"{reader.previous.span.text} {name.span.text}"
    hint = f"the name of the counter stands behind `{reader.previous.span.text}`: `{written}`"
    reader.expected_here(A_COUNTER, hint=hint)
    for _ in range(2 if is_of else 1):
        reader.advance()


def nobody_here(reader: Reader) -> NoReturn:
    """Says what is wrong where people should be named and nobody is."""
    word = reader.peek().text.lower()
    hint = slips.PEOPLE.get(word, "") or slips.PLACES.get(word, "") or slips.ANY_PEOPLE
    if reader.at(NUMBER):
        number, after = reader.peek().span.text, reader.peek(2)
        hint = f"so many by lot are `chance {number}`; a vote or a competition gives one: `majority of vote`"
        if reader.peek(1).kind == NAME and reader.peek(1).text in reader.declared:
            hint = f"how often each of them counts is written `{reader.peek(1).text} * {number}`; so many by lot are "
            hint += f"`chance {number} ({reader.peek(1).text})`"
        if reader.peek(1).text == "*":
            hint = f"the number stands behind: `{after.span.text} * {number}`"
    elif reader.peek(1).text in EXTREMES:
        shown = f"{reader.peek(1).text} {reader.peek(2).span.text}"
        hint = f"nobody is counted from the top; who comes behind the first is `{shown} (everyone except {shown})`"
    elif reader.at("tiebroken") and reader.previous.text == ",":
        hint = "leave out the comma before `tiebroken`"
    elif reader.at("repeated", ";", ".") or reader.at(END):
        reader.expected(PEOPLE, hint=hint, is_missing=True)
    reader.expected(PEOPLE, hint=hint)


# [ "(" who ")" ]
def among(reader: Reader) -> tree.Who | None:
    opened = reader.accept("(")
    if opened is None:
        return None
    people = who(reader)
    if reader.at("tiebroken"):
        gap = reader.gap()
        labels = Label(gap), Label(opened.span, "this is still open")
        reader.report(codes.EXPECTED, "a parenthesis is not closed", *labels, hint="put a `)` before `tiebroken`")
        return people
    reader.expect_sign(")", opened=opened)
    return people


# "competition" [INT]
def reference(reader: Reader, *kinds: str) -> tree.Reference:
    start = reader.peek()
    hints = {
        "vote": "a vote has a `majority` and a `minority`",
        "competition": "a competition has a `winner` and a `loser`",
        "allocation": "an allocation has `results` only",
    }
    reader.skip_article()
    ordinal = slips.ORDINALS.get(reader.peek().text.lower())
    if ordinal is not None and reader.peek(1).text in kinds:
        hint = (
            f"write `{reader.peek(1).text} {ordinal}`" if ordinal else f"the last one is `{reader.peek(1).text}` alone"
        )
        reader.report(codes.EXPECTED, "the number stands behind", hint=hint)
        reader.advance()
    word = reader.expect_word(*kinds, hint=hints.get(reader.peek().text, "")).text
    number = reader.number() if reader.at(NUMBER) else None
    return tree.Reference(reader.since(start), cast(Literal["competition", "vote", "allocation"], word), number)


# tie = "tiebroken" "by" [NAME] [ ":" ] [ tiebody ]
def tie(reader: Reader) -> tree.Tie | None:
    """With a colon, or where an action or somebody follows, the body stands in place."""
    start = reader.accept("tiebroken")
    if start is None:
        return None
    with reader.written_as("tiebroken"):
        reader.expect_word("by")
        name: tree.Name | None = None
        bodies = (*ACTION_WORDS, *ONE_WORDS)
        is_reserved = reader.at(*bodies) and reader.peek(1).text in (":", ";", ".", "repeated")
        if is_reserved and not (reader.at("chance", *SETS) and reader.peek(1).text != ":"):
            word = reader.peek().text
            title = f"'{word}' is a word of the language and cannot be used as a name"
            reader.report(codes.RESERVED_WORD, title, hint=slips.TIEBREAKERS.get(word, slips.FORMS["tiebroken"]))
            reader.advance()
            name = tree.Name(reader.previous.span, word)
            reader.lost.add(word)
        elif not reader.at(":", *bodies):
            if reader.at("repeated", ".", ";", ")", END):
                reader.expected(A_TIEBREAKER, is_missing=True)
            name = reader.name(A_TIEBREAKER)
            other_colon(reader, name)
        has_body = reader.accept(":") is not None or reader.at(NAME, *bodies)
        body = tiebody(reader) if has_body else None
    return tree.Tie(reader.since(start), name, body)


def other_colon(reader: Reader, name: tree.Name) -> None:
    """Takes a full stop or a semicolon instead of the colon before a tiebreaker in place, and says so: no section has
    its name, and behind it people are taken, or those that are tied are mentioned."""
    if not reader.at(".", ";", ",") or name.text in reader.tiebreaker_sections():
        return
    ahead = 1
    while reader.peek(ahead).text not in (".", ";", "tied", *HEADS) and reader.peek(ahead).kind != END:
        ahead += 1
    if reader.peek(1).text in ONE_WORDS or (reader.peek(1).text in ACTION_WORDS and reader.peek(ahead).text == "tied"):
        sign = reader.peek().text
        title = f"behind `tiebroken by {name.text}` stands a colon, and no `{sign}`"
        reader.report(codes.EXPECTED, title, hint=f"write `tiebroken by {name.text}: …`")
        reader.advance()


# tiebody = [ action ] one
def tiebody(reader: Reader) -> tree.Body:
    start = reader.peek()
    done = action(reader) if reader.at(*ACTION_WORDS) else None
    if done is not None and reader.at(".", *ACTION_WORDS):
        is_more = reader.peek(1).text in PHASE_WORDS
        title = "a tiebreaker has one action, and then who is taken"
        hint = "say who is taken before the full stop: `majority of vote`"
        if reader.peek(1).text in ONE_WORDS:
            hint = f"leave the full stop out: `{reader.peek(1).span.text}` follows at once"
        elif reader.at(*ACTION_WORDS) or (is_more and reader.peek(1).text in ACTION_WORDS):
            hint = "keep one of the actions" + (", and leave out the full stops" if reader.at(".") else "")
        reader.report(codes.EXPECTED, title, hint=hint)
        reader.skip_to(";", "repeated")
        raise Unreadable
    if done is not None and not reader.at(NAME, *ONE_WORDS) and not slips.PEOPLE.get(reader.peek().text.lower()):
        hint = "say who is taken then: `majority of vote`, `loser of competition`"
        reader.expected(PEOPLE, hint=hint, is_missing=True)
    taken = one(reader)
    return tree.Body(reader.since(start), done, taken)


# ------------------------------------------------------------------------------------------------------------------ win


# win = "reach" INT NAME { "," INT NAME } [ "for" "team" ] | [ ["for"] "team" ] "competition"
#     | INT "member" "jury" "vote" | "survive" | who [ "for" "team" ]
def win(reader: Reader) -> tree.Win:
    reader.skip_article()
    start = reader.peek()
    word = start.text.lower()
    if reader.at(NUMBER) and reader.peek(1).text in reader.counters:
        hint = f"write `reach {start.span.text} {reader.peek(1).text}`"
        reader.expected("a win condition", hint=hint)
    if reader.at(NAME) and reader.peek(1).kind == BROKEN:
        raise Unreadable  # the sign has been told
    if reader.at(NAME) and reader.peek(1).kind == NUMBER and reader.meant(("reach",)):
        reader.take_as("reach", "a win condition")
        goal(reader)
        raise Unreadable
    if reader.at("team") and reader.peek(1).text != "competition":
        ahead = [reader.peek(number).text for number in range(1, 5)]
        counter = next((word for word in ahead if word in reader.counters), "COUNTER")
        hint = f"the team of whoever has most wins by `highest {counter} for team`"
        reader.expected("a win condition", hint=hint)
    if reader.at(NUMBER) or (word in slips.NUMBERS and reader.peek(1).text in ("member", "jury")):
        with reader.written_as("jury"):
            count = reader.count("how many jurors", "a jury cannot have a negative number of members")
            for each in ("member", "jury", "vote"):
                reader.expect_word(each)
        return tree.Jury(reader.since(start), count)
    if reader.accept("reach"):
        with reader.written_as("reach"):
            goals = [goal(reader)]
            while reader.accept_comma():
                goals.append(goal(reader))
        is_for_team = for_team(reader)
        return tree.Reach(reader.since(start), tuple(goals), is_for_team)
    if reader.at("for", "team", "competition"):
        has_for = reader.accept("for") is not None
        if has_for or reader.at("team"):
            reader.expect_word("team")
            reader.expect_word("competition")
            return tree.FinalCompetition(reader.since(start), is_team=True, has_for=has_for)
        reader.advance()
        return tree.FinalCompetition(start.span, is_team=False, has_for=False)
    meant = reader.meant(("survive",)) if start.text not in reader.declared else None
    if meant is not None:
        reader.take_as(meant, "a win condition")
        return tree.Survive(start.span)
    if reader.accept("survive"):
        return tree.Survive(start.span)
    word = reader.peek().text.lower()
    if not reader.at(NAME, *ONE_WORDS) or (word in slips.WINS and reader.peek().text not in reader.declared):
        hint = slips.WINS.get(word) or "for example `survive`, `3 member jury vote` or `highest points`"
        reader.expected("a win condition", hint=hint)
    people = who(reader)
    is_for_team = for_team(reader)
    return tree.Chosen(reader.since(start), people, is_for_team)


# INT NAME
def goal(reader: Reader) -> tree.Goal:
    start = reader.peek()
    amount = reader.number("how much")
    counter = reader.name(A_COUNTER, "for", "of")
    return tree.Goal(reader.since(start), amount, counter)


# [ "for" "team" ]
def for_team(reader: Reader) -> bool:
    if not reader.accept("for"):
        return False
    reader.expect_word("team", hint="the teams of those people win by `for team`; without it, they win themselves")
    return True
