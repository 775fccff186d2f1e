"""A Contest season in its one layout: a tree that was read without errors in, its text out.

    >>> from parlour.languages.contest.syntax.parser import parse_program
    >>> text = "PLAYERS: team A: Ada, team B: Ben Rounds: Vote BY A between B. // now\\nadd x for A.; win: Survive"
    >>> source = Source("demo.contest", text)
    >>> print(print_program(parse_program(source)[0], source), end="")
    Players:
    team A: Ada; team B: Ben
    <BLANKLINE>
    Rounds:
    vote by A between B.  // now
    add x for A;
    <BLANKLINE>
    Win:
    survive

Heads stand on lines of their own, phases too; all other words of the language are in lower case, with one blank between
them. Teams are divided by `;`, and there is no full stop after the last phase or modifier. The author's words and
comments are kept, and empty lines, one at a time: no synonym is swapped, nothing is moved. Reading the result gives an
equal tree, and printing it again the same text. The form of each construct stands above its function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, assert_never

from parlour.languages.contest.syntax import tree
from parlour.languages.contest.syntax.scanner import scan
from parlour.syntax.lines import Lines
from parlour.syntax.pen import Pen
from parlour.syntax.source import Source

T = TypeVar("T")


def print_program(season: tree.Season, source: Source) -> str:
    """The text of a season that was read from this source without an error."""
    assert season.is_sound and season.cast is not None and season.win is not None
    scanned = scan(source, lambda _: None)
    pen = Pen(source, scanned.tokens, scanned.comments, Lines(indentation=4), follows_signs=False)
    head(pen, "Players", is_first=True)
    cast(pen, season.cast)
    head(pen, "Rounds")
    for index, each in enumerate(season.blocks):
        block(pen, each, is_first=index == 0)
    head(pen, "Win")
    pen.begin_line(season.win.span.start, is_first=True)
    win(pen, season.win)
    for tiebreaker in season.tiebreakers:
        head(pen, "Tiebreaker")
        pen.begin_line(tiebreaker.span.start, is_first=True)
        name(pen, tiebreaker.name)
        body(pen, tiebreaker.body)
    return pen.end_text()


# Players:
def head(pen: Pen, word: str, *, is_first: bool = False) -> None:
    start = pen.place_of(word.lower())
    pen.begin_line(start, is_apart=not is_first, is_first=is_first)
    pen.word_at(start, word)
    pen.sign(":")


def say(pen: Pen, words: str) -> None:
    """Words of the language, as they come next in the text, with a blank between them and one after the last."""
    for word in words.split():
        pen.word(word)
        pen.blank()


def name(pen: Pen, item: tree.Name) -> None:
    pen.word_at(item.span.start, item.text)


def number(pen: Pen, item: tree.Number) -> None:
    pen.word_at(item.span.start, str(item.value))


def listed(pen: Pen, items: Sequence[T], write: Callable[[Pen, T], None], sign: str = ",") -> None:
    """Items with signs between them, each in its own line if they do not fit into one."""
    for index, item in enumerate(items):
        if index:
            pen.sign(sign)
            pen.line()
        write(pen, item)


def indented(pen: Pen, items: Sequence[T], write: Callable[[Pen, T], None]) -> None:
    """Items with commas between them, further lines indented."""
    pen.lines.open().indent()
    listed(pen, items, write)
    pen.lines.dedent().close()


def names(pen: Pen, items: Sequence[tree.Name]) -> None:
    indented(pen, items, name)


# ------------------------------------------------------------------------------------------------------------- the cast


# team Lynx: Ada, Ben; team Otter: Cleo
# all with …
def cast(pen: Pen, item: tree.Cast) -> None:
    pen.begin_line(item.members.span.start, is_first=True)
    match item.members:
        case tree.Teams(teams=teams):
            pen.lines.open()
            listed(pen, teams, team, ";")
            pen.lines.close()
        case tree.Players(players=players):
            pen.lines.open()
            listed(pen, players, player)
            pen.lines.close()
        case tree.Divided(players=players, into=into):
            say(pen, "randomly divide")
            indented(pen, players, player)
            pen.blank()
            say(pen, "into")
            names(pen, into)
        case _:
            assert_never(item.members)
    if item.shared:
        pen.begin_line(pen.place_of("all"), is_close=True)
        say(pen, "all with")
        indented(pen, item.shared, attribute)


# team Lynx: Ada, Ben
def team(pen: Pen, item: tree.Team) -> None:
    say(pen, "team")
    name(pen, item.name)
    pen.sign(":")
    pen.blank()
    indented(pen, item.players, player)


# Ada with …, …
def player(pen: Pen, item: tree.Player) -> None:
    name(pen, item.name)
    if item.attributes:
        pen.blank()
        say(pen, "with")
        indented(pen, item.attributes, attribute)


# counter called pts starting at 3 with minimum of 0
def attribute(pen: Pen, item: tree.Attribute) -> None:
    match item:
        case tree.Affiliation():
            say(pen, "affiliation called")
            name(pen, item.name)
        case tree.Counter(word=word, limits=limits):
            say(pen, f"{word} called")
            name(pen, item.name)
            for limit in limits:
                pen.blank()
                say(pen, "starting at" if limit.word == "starting" else f"with {limit.word} of")
                number(pen, limit.value)
        case _:
            assert_never(item)


# --------------------------------------------------------------------------------------------------------------- rounds


# phase.
# phase
# repeated 3 times with modifications:
#     just round 2 before phase 1 insert phase.
#     from round 3 after phase 1 insert phase;
def block(pen: Pen, item: tree.Block, *, is_first: bool) -> None:
    phases(pen, item.phases, is_first=is_first, is_apart=not is_first)
    if item.times is not None:
        pen.begin_line(pen.place_of("repeated"), is_close=True)
        say(pen, "repeated")
        number(pen, item.times)
        pen.blank()
        pen.word("times")
    if item.modifiers:
        pen.blank()
        say(pen, "with")
        pen.word("modifications")
        pen.sign(":")
        pen.lines.indent()
        for index, each in enumerate(item.modifiers):
            pen.begin_line(each.span.start, is_first=index == 0)
            modifier(pen, each)
            if index < len(item.modifiers) - 1:
                pen.sign(".")
        pen.lines.dedent()
    pen.sign(";")


# just round 2 before phase 1 insert phase
def modifier(pen: Pen, item: tree.Modifier) -> None:
    say(pen, f"{item.extent or ''} round")
    number(pen, item.round)
    pen.blank()
    say(pen, f"{item.position} phase")
    number(pen, item.phase)
    pen.blank()
    say(pen, "insert")
    phase(pen, item.inserted)


# --------------------------------------------------------------------------------------------------------------- phases


# phase.
# phase
def phases(pen: Pen, items: Sequence[tree.Phase], *, is_first: bool = True, is_apart: bool = False) -> None:
    for index, item in enumerate(items):
        pen.begin_line(item.span.start, is_first=is_first and index == 0, is_apart=is_apart and index == 0)
        phase(pen, item)
        if index < len(items) - 1:
            pen.sign(".")


def phase(pen: Pen, item: tree.Phase) -> None:
    match item:
        case tree.Progression(update=change, word=word, who=meant):
            update(pen, change)
            say(pen, word)
            who(pen, meant)
        case tree.BrokenPhase():
            raise AssertionError("only seasons that were read without an error are printed")
        case _:
            action(pen, item)


def action(pen: Pen, item: tree.Action) -> None:
    match item:
        case tree.Competition(is_scored=is_scored, is_team=is_team, between=between):
            say(pen, f"{'scored' if is_scored else ''} {'team' if is_team else ''} competition between")
            who(pen, between)
        case tree.Vote(is_directed=is_directed):
            say(pen, f"{'directed' if is_directed else ''} vote by")
            ballot(pen, item)
        case tree.Nomination(count=count):
            say(pen, "nomination of")
            number(pen, count)
            pen.blank()
            say(pen, "by")
            ballot(pen, item)
        case tree.Allocation(counter=counter, by=by):
            say(pen, "allocation of")
            name(pen, counter)
            pen.blank()
            say(pen, "by")
            who(pen, by)
        case tree.Uses():
            uses(pen, item)
        case _:
            assert_never(item)


# everyone between Ada, Ben including self
def ballot(pen: Pen, item: tree.Vote | tree.Nomination) -> None:
    who(pen, item.by)
    pen.blank()
    say(pen, "between")
    who(pen, item.between)
    if item.includes_self:
        pen.blank()
        say(pen, "including")
        pen.word("self")


# uses? one then (
#     phase
# ) otherwise (
#     phase
# )
def uses(pen: Pen, item: tree.Uses) -> None:
    pen.word("uses")
    pen.sign("?")
    pen.blank()
    one(pen, item.by)
    pen.blank()
    say(pen, "then")
    branch(pen, item.then)
    if item.otherwise is not None:
        pen.blank()
        say(pen, "otherwise")
        branch(pen, item.otherwise)


def branch(pen: Pen, items: Sequence[tree.Phase]) -> None:
    closing = pen.closing_of(pen.place_of("("))
    pen.word("(")
    pen.lines.indent()
    phases(pen, items)
    pen.last_comments(closing)
    pen.lines.dedent().end_line()
    pen.word_at(closing, ")")


def update(pen: Pen, item: tree.Update) -> None:
    """An update, and a blank after it."""
    match item:
        case tree.Elimination():
            say(pen, "elimination")
            return
        case tree.Add(group=group):
            say(pen, "add")
            name(pen, group)
        case tree.Remove(group=group):
            say(pen, "remove")
            name(pen, group)
        case tree.Change(old=old, new=new):
            say(pen, "change")
            name(pen, old)
            pen.blank()
            say(pen, "to")
            name(pen, new)
        case tree.Swap(keeps_sizes=keeps_sizes, groups=groups, adding=adding):
            say(pen, f"{'number preserving' if keeps_sizes else ''} swap")
            names(pen, groups)
            if adding:
                pen.blank()
                say(pen, "adding")
                names(pen, adding)
        case tree.Merge(groups=groups, into=into):
            say(pen, "merge")
            names(pen, groups)
            if into is not None:
                pen.blank()
                say(pen, "to")
                name(pen, into)
        case tree.Adjust(word=word, counter=counter, value=amount):
            say(pen, word)
            name(pen, counter)
            pen.blank()
            say(pen, "to" if word == "set" else "by")
            value(pen, amount)
        case _:
            assert_never(item)
    pen.blank()


# ------------------------------------------------------------------------------------------------------- who and values


# 3, points, results of vote 2
def value(pen: Pen, item: tree.Value) -> None:
    match item:
        case tree.Number():
            number(pen, item)
        case tree.CounterValue():
            name(pen, item.name)
        case tree.ResultsValue(reference=referred):
            say(pen, "results of")
            reference(pen, referred)
        case _:
            assert_never(item)


# Ada, red * 2 except Ben, Cleo
def who(pen: Pen, item: tree.Who) -> None:
    """A list of people, in one line however long it is: a phase has a line."""
    people(pen, item.items, repeated)
    if item.excepted:
        pen.blank()
        say(pen, "except")
        people(pen, item.excepted, one)


def people(pen: Pen, items: Sequence[T], write: Callable[[Pen, T], None]) -> None:
    for index, item in enumerate(items):
        if index:
            pen.sign(",")
            pen.blank()
        write(pen, item)


# red * 2
def repeated(pen: Pen, item: tree.Item) -> None:
    one(pen, item.one)
    if item.times is not None:
        pen.blank()
        say(pen, "*")
        value(pen, item.times)


def one(pen: Pen, item: tree.One) -> None:
    match item:
        case tree.Set(word=word):
            pen.word(word)
        case tree.Named():
            name(pen, item.name)
        case tree.Chance(count=count, among=pool):
            pen.word("chance")
            if count is not None:
                pen.blank()
                number(pen, count)
            among(pen, pool)
        case tree.Place(word=word, reference=referred):
            say(pen, f"{word} of")
            reference(pen, referred)
        case tree.Verdict(word=word, reference=referred, tie=broken_by):
            say(pen, f"{word} of")
            reference(pen, referred)
            tie(pen, broken_by)
        case tree.Extreme(word=word, counter=counter, among=pool, tie=broken_by):
            say(pen, word)
            name(pen, counter)
            among(pen, pool)
            tie(pen, broken_by)
        case _:
            assert_never(item)


#  (everyone except Ada)
def among(pen: Pen, item: tree.Who | None) -> None:
    if item is None:
        return
    pen.blank()
    pen.word("(")
    who(pen, item)
    pen.word(")")


# competition 2
def reference(pen: Pen, item: tree.Reference) -> None:
    pen.word(item.kind)
    if item.number is not None:
        pen.blank()
        number(pen, item.number)


#  tiebroken by name
#  tiebroken by name:
#     …
def tie(pen: Pen, item: tree.Tie | None) -> None:
    if item is None:
        return
    pen.blank()
    say(pen, "tiebroken")
    pen.word("by")
    if item.name is not None:
        pen.blank()
        name(pen, item.name)
    if item.body is not None:
        # Without a name, a colon is needed only where somebody's name would be taken for it.
        if item.name is not None or item.body.action is not None or isinstance(item.body.chosen, tree.Named):
            pen.sign(":")
        body(pen, item.body)


#  one
#
#     action
#     one
def body(pen: Pen, item: tree.Body) -> None:
    if item.action is None:
        pen.lines.open().indent()
        pen.line()
        one(pen, item.chosen)
        pen.lines.dedent().close()
        return
    pen.lines.indent()
    pen.begin_line(item.action.span.start, is_close=True)
    action(pen, item.action)
    pen.begin_line(item.chosen.span.start, is_close=True)
    one(pen, item.chosen)
    pen.lines.dedent()


# ------------------------------------------------------------------------------------------------------------------ win


def win(pen: Pen, item: tree.Win) -> None:
    match item:
        case tree.Reach(goals=goals, is_for_team=is_for_team):
            say(pen, "reach")
            indented(pen, goals, goal)
            for_team(pen, is_for_team)
        case tree.FinalCompetition(is_team=is_team, has_for=has_for):
            say(pen, f"{'for' if has_for else ''} {'team' if is_team else ''}")
            pen.word("competition")
        case tree.Jury(count=count):
            number(pen, count)
            pen.blank()
            say(pen, "member jury")
            pen.word("vote")
        case tree.Survive():
            pen.word("survive")
        case tree.Chosen(who=meant, is_for_team=is_for_team):
            who(pen, meant)
            for_team(pen, is_for_team)
        case _:
            assert_never(item)


# 3 points
def goal(pen: Pen, item: tree.Goal) -> None:
    number(pen, item.amount)
    pen.blank()
    name(pen, item.counter)


#  for team
def for_team(pen: Pen, is_for_team: bool) -> None:
    if is_for_team:
        pen.blank()
        say(pen, "for")
        pen.word("team")
