"""Reads TGDL files: source text in, a tree and what was wrong with it out.

    >>> program, found = parse_program(Source("demo.tgdl", 'game "demo"; class Seat { number n = 1; } setup { }'))
    >>> [type(item).__name__ for item in program.items], found
    (['Game', 'Definition', 'Setup'], [])

The grammar rule stands above each function (recursive descent; operators by precedence with a stack of open runs, so
nothing recurses along a text that is merely long: only brackets, arguments and blocks go one level deeper). Syntax is
only what cannot be read at all: every part may stand in every body, and the checker says what is in the wrong place.
A statement or part that cannot be read is left out, and reading goes on with the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from itertools import pairwise
from typing import NoReturn, TypeVar, cast

from parlour.dataclass import dataclass
from parlour.languages.pragmas import notes_of
from parlour.languages.tgdl import codes
from parlour.languages.tgdl.syntax import scanner, slips, tree
from parlour.languages.tgdl.syntax.reader import Reader
from parlour.syntax import spelling
from parlour.syntax.braces import missing_brace
from parlour.syntax.comments import Comment
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Diagnostic, Label, in_order
from parlour.syntax.doubled import without_doubled
from parlour.syntax.limits import check_size
from parlour.syntax.source import Source, Span
from parlour.syntax.suggest import did_you_mean
from parlour.syntax.token import BROKEN, END, NAME, Token

T = TypeVar("T")

# How tightly operators bind; equal ones from the left, power too. `is` and `as` have no right operand.
STRENGTH: dict[str, int] = {
    "||": 0,
    "&&": 1,
    "|": 2,
    "&": 3,
    "==": 5,
    "!=": 5,
    "<": 6,
    ">": 6,
    "<=": 6,
    ">=": 6,
    "+": 8,
    "-": 8,
    "*": 9,
    "/": 9,
    "%": 9,
    "^": 10,
}
NOT_STRENGTH = 4
TYPE_STRENGTH = 7
MINUS_STRENGTH = 11
# Words for which no single operator can be written in their place.
_IN_OTHER_WORDS = frozenset({"nand", "div"})
# How many tokens of a `for` that cannot be read are looked through for its variable.
HEADER_REACH = 100
ASSIGNMENTS = ("=", "+=", "-=", "*=", "/=", "%=")


def parse_program(source: Source, *, strict: bool = False) -> tuple[tree.Program, list[Diagnostic]]:
    """The tree of a file; where a part could not be read it is missing, and a diagnostic says why."""
    whole = source.span(0, len(source.text))
    too_large = check_size(source, codes.TEXT_TOO_LARGE)
    if too_large is not None:
        return tree.Program(whole, (), is_sound=False), [too_large]
    problems: list[Diagnostic] = []
    scanned = scanner.scan(source, problems.append)
    once = without_doubled(
        scanned.tokens, lambda place: is_slip(scanned.tokens[place]), codes.EXPECTED, problems.append
    )
    tokens = with_missing_brace(in_right_spelling(once, problems.append), scanned.comments, problems.append)
    reader = Reader(tokens, problems.append, strict)
    items = file(reader)
    early = reader.closed_early
    if early is not None:
        # A definition that ends too early leaves parts outside of all definitions, and a `}` at its own end.
        problems = [problem for problem in problems if problem.code != codes.MISPLACED]
        brace = misplaced_braces(tokens).get(early.span.start, early)
        problems = [problem for problem in problems if not brace.span.end <= problem.span.start < early.span.start]
        title = "this `}` closes a definition that goes on" if brace is early else "this `}` is one too many"
        labels = (Label(brace.span), Label(reader.outside[0], "this would stand outside of all definitions"))
        hint = "leave it out"
        problems.append(Diagnostic(codes.EXPECTED, title, labels, hint=hint, kind="syntax"))
    elif any(map(_is_loose, problems)):
        places = misplaced_braces(tokens)
        problems = [_where_it_shows(problem, places) if _is_loose(problem) else problem for problem in problems]
    problems = without_swallowed(problems)
    if reader.unclosed:
        # What seems to stand inside of something else does so because a brace is missing.
        problems = [problem for problem in problems if problem.code != codes.MISPLACED]
        problems.append(unclosed(reader, scanned.comments))
    reader.tolerance.tell_habits()
    is_sound = not any(problem.is_error for problem in problems)
    notes = notes_of(source, scanned.comments)
    return tree.Program(whole, items, is_sound, frozenset(reader.lost), notes), list(in_order(problems))


def is_slip(token: Token) -> bool:
    """Whether a token that repeats the one before cannot be meant. The words that are values, too, may be names."""
    is_word = token.kind == scanner.KEYWORD and token.text not in scanner.KIND_TYPES and token.text != "player"
    return is_word or token.kind in (scanner.NUMBER, scanner.STRING) or token.text in (",", ":")


def without_swallowed(problems: list[Diagnostic]) -> list[Diagnostic]:
    """What was found, without what is missing because a string that is not closed has taken it: in its line, or in the
    next one, which then seems to go on with it."""
    ends = {problem.span.line for problem in problems if problem.title == scanner.NOT_CLOSED}
    lines = ends | {line + 1 for line in ends}
    return [problem for problem in problems if problem.code != codes.EXPECTED or problem.span.line not in lines]


def misplaced_braces(tokens: Sequence[Token]) -> dict[int, Token]:
    """For every `}`, by where it starts, the first one of its definition up to it that does not stand where the layout
    has it: in the line of its `{`, or first in a line that is indented like that one. If all do, it is itself."""
    opened: list[Token] = []
    found_first: Token | None = None
    places: dict[int, Token] = {}
    for before, token in pairwise(tokens):
        if token.text == "{":
            found_first = found_first if opened else None
            opened.append(token)
        elif token.text == "}":
            if opened:
                opening = opened.pop().span
                is_first = before.span.line < token.span.line
                is_placed = token.span.column == margin(opening) if is_first else token.span.line == opening.line
                found_first = found_first or (None if is_placed else token)
            places[token.span.start] = found_first or token
    return places


def margin(span: Span) -> int:
    """The column in which the line of a place begins."""
    text = span.source.text
    line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return len(line) - len(line.lstrip()) + 1


# Words of other languages, of which more can be said than that they are misspelt.
_FOREIGN = frozenset({*slips.STATEMENT_WORDS, *slips.TYPE_WORDS, *slips.VALUE_WORDS, *slips.OLDER_WORDS})
# Words that are such only in their place, by what follows them.
_PLACED = frozenset({"phase", "players", "game", "prio", "grid", "visible", "information", "geometry", "orientation"})
_MODIFIERS = frozenset({"public", "private", "protected", "static", "abstract", "final"})
_HEADED = ("class", "interactable", "stack", "tile", "connection", "event", "board", "turn", "function", "action")


def in_right_spelling(tokens: Sequence[Token], report: Callable[[Diagnostic], object]) -> list[Token]:
    """The tokens with `clas Heap {` read as `class Heap {`, and so on: names where a part or a statement begins."""

    def at(index: int) -> Token:
        return tokens[min(index, len(tokens) - 1)]

    def closing(index: int) -> int:
        depth = 0
        for place in range(index, min(index + HEADER_REACH, len(tokens))):
            depth += (tokens[place].text == "(") - (tokens[place].text == ")")
            if depth == 0:
                return place
        return index

    def fitting(index: int) -> Sequence[str]:
        before = tokens[index - 1].text if index else ";"
        following, further = at(index + 1), at(index + 2)
        if tokens[index].text in _FOREIGN or before not in ("{", "}", ";", "global", "local", "group"):
            return ()
        if following.kind == scanner.STRING:
            return ("game", "import", "return")
        if following.kind == scanner.NUMBER:
            return ("players", "prio", "return", "winner")
        if following.text == "{":
            words = ("effect", "require", "default", "setup", "filter", "grid", "visible", "information", "winner")
            return (*words, "else") if before == "}" else words
        if following.text == "(":
            is_head = at(closing(index + 1) + 1).text == "{"
            return ("if", "while", "for") if is_head else ()
        if following.text == ";":
            return ("break", "continue", "return")
        if following.kind == scanner.KEYWORD:
            if following.text in ("function", "action"):
                return ("override",)
            if following.text in ("class", "interactable"):
                return ("local", "group", "global")
            if following.text == "input":
                return ("optional", "player", "auto", "function")
            if further.kind == NAME:
                return ("input",)
            return ("return", "winner", "returns")
        if following.kind != NAME:
            return ()
        if further.text in ("{", ":"):
            return (*_HEADED, "phase", "group", "trigger", "attribute")
        if further.text == ";":
            return ("phase", "returns", "return", "geometry", "orientation", "winner", *scanner.PLAIN_TYPES)
        if further.text == "=":
            return scanner.PLAIN_TYPES
        if further.kind == NAME:
            return ("input", "trigger")
        return ("return", "winner")

    kind, code = scanner.KEYWORD, codes.EXPECTED
    return spelling.in_right_spelling(tokens, fitting, kind, code, "TGDL", report, _PLACED)


def with_missing_brace(
    tokens: list[Token], comments: Sequence[Comment], report: Callable[[Diagnostic], object]
) -> list[Token]:
    """The tokens with a `}` where the layout shows that one is missing; not where a comment has swallowed it."""
    missing = missing_brace(tokens)
    if missing is None or any("}" in comment.text for comment in comments):
        return tokens
    before, opened = tokens[missing.before - 1].span, tokens[missing.opened]
    gap = before.source.span(before.end, before.end)
    # A string that is not closed has taken it: that has been told.
    if not any(token.kind == BROKEN for token in tokens[missing.opened : missing.before]):
        labels = (Label(gap, "here"), Label(opened.span, "this is still open"))
        hint = f"put a `}}` before line {tokens[missing.before].span.line}"
        report(Diagnostic(codes.EXPECTED, "a `}` is missing", labels, hint=hint, kind="syntax"))
    return [*tokens[: missing.before], Token(scanner.SIGN, "}", gap), *tokens[missing.before :]]


_LOOSE = "this `}` closes nothing"


def _where_it_shows(problem: Diagnostic, places: Mapping[int, Token]) -> Diagnostic:
    """A `}` that closes nothing, told at the one before it that is out of its place."""
    brace = places.get(problem.span.start)
    if brace is None or brace.span == problem.span:
        return problem
    return replace(problem, title="this `}` is one too many", labels=(Label(brace.span),), hint="leave it out")


def _is_loose(problem: Diagnostic) -> bool:
    return problem.title == _LOOSE


def unclosed(reader: Reader, comments: list[Comment]) -> Diagnostic:
    """One brace that is open at the end explains all of them: the innermost one, where reading stopped making sense."""
    opened = reader.unclosed[0]
    hidden = next((each for each in comments if each.start > opened.span.start and "}" in each.text), None)
    labels = [Label(opened.span, "this is never closed")]
    hint = "put a `}` where its block ends"
    if hidden is not None:
        labels.append(Label(hidden.span(opened.span.source), "this `}` is part of the comment"))
        hint = "a comment goes on to the end of its line: put the `}` into the next one"
    return Diagnostic(codes.EXPECTED, "a `}` is missing", tuple(labels), hint=hint, kind="syntax")


# file = [ "game" STRING ";" ] { "players" INT ";" | "import" STRING [ "as" NAME ] ";" } { definition | "setup" block }
def file(reader: Reader) -> tuple[tree.Item, ...]:
    items: list[tree.Item] = []
    while not reader.at(END):
        start = reader.place
        reader.begin_part()
        try:
            if stray_semicolon(reader):
                continue
            read = item(reader)
            if read is not None:
                items.append(read)
        except Unreadable:
            reader.skip_part(start)
            if reader.at("}"):
                reader.advance()
    return tuple(items)


def stray_semicolon(reader: Reader) -> bool:
    """A `;` behind a block, which means nothing."""
    token = reader.accept(";")
    if token is None:
        return False
    reader.tolerance.slip(codes.STRAY_SEMICOLON, "this `;` ends nothing", Label(token.span), hint="leave it out")
    return True


def item(reader: Reader) -> tree.Item | None:
    wrong_case(reader)
    start = reader.peek()
    if reader.at_word("game", scanner.STRING):
        reader.advance()
        title = text(reader, reader.advance())
        reader.semicolon("the name of the game")
        return tree.Game(reader.since(start), title)
    if reader.at_word("players", scanner.NUMBER):
        reader.advance()
        count = number(reader.advance())
        hint = "write one number; without `players` it is given with `--players N`" if not reader.at(";") else ""
        reader.semicolon("the number of players", hint if reader.same_line() else "")
        return tree.Players(reader.since(start), count)
    if reader.at("import"):
        return import_directive(reader)
    if reader.at("setup"):
        reader.advance()
        body = block(reader, "`setup`", "it has no parentheses: `setup { … }`" if reader.at("(") else "")
        return tree.Setup(reader.since(start), body)
    older_word(reader)
    if start.kind == NAME and (start.text in ("game", "players") or start.text in slips.STATEMENT_WORDS):
        no_item(reader)
    if reader.at_definition() or (
        reader.peek().kind == scanner.KEYWORD and reader.at(*scanner.KINDS, "local", "global", "group")
    ):
        return definition(reader)
    if reader.at("function") or (reader.at("override") and reader.peek(1).text == "function"):
        return function(reader)
    if reader.at("}"):
        if reader.outside:
            reader.closed_early = reader.before_outside
        reader.fail(codes.MISPLACED, _LOOSE, hint="leave it out, or open its block before with `{`")
    if at_part(reader):
        outside(reader)
        return None
    if begins_change(reader):
        loose_statements(
            reader, "statements stand inside of definitions", "a game begins with `setup { … }` around them"
        )
        reader.lost.add("setup")
        return None
    return no_item(reader)


def begins_change(reader: Reader) -> bool:
    """Whether a statement begins here that cannot be anything else: `x.f(`, `x.y =`, `x += `."""
    if reader.peek().kind != NAME and not reader.at("turn", "player", "event"):
        return False
    following = reader.peek(1).text
    return following in ASSIGNMENTS[1:] or (following in (".", "=") and reader.peek().text not in slips.STATEMENT_WORDS)


def loose_statements(reader: Reader, title: str, hint: str) -> None:
    """Statements without the block in which they belong: they are told once, and read."""
    first = reader.peek()
    reader.tell(codes.EXPECTED, title, Label(first.span, f"here is {found(first)}"), hint=hint)
    while begins_change(reader) or (begins_statement(reader) and not reader.at_definition()):
        reader.has_error = True
        statement(reader)


def outside(reader: Reader) -> None:
    """A part of a body that stands outside of all definitions: it can be read, and belongs into one."""
    before = reader.previous
    read = part(reader, "the file")
    if not reader.outside and before.text == "}":
        reader.before_outside = before
        reader.outside.append(read.span.source.span(read.span.start, read.span.start + len(read.span.text.split()[0])))
    name = PART_NAMES[type(read)]
    if isinstance(read, tree.Attribute) and "\n" not in read.span.text:
        misplaced(
            reader,
            read.span,
            f"{name} cannot be written outside of all definitions",
            f"in a class: `global class Game {{ {read.span.text} }}`, which is used as `Game.{read.name.text}`",
        )
        reader.lost.add(read.name.text)
        return
    where = "in a board" if isinstance(read, tree.Group) else "in a turn" if isinstance(read, tree.Phase) else ""
    misplaced(reader, read.span, f"{name} cannot be written outside of all definitions", where or "in a class")
    reader.lost.update(read.name.text for _ in (0,) if isinstance(read, tree.Attribute | tree.Action | tree.Input))


def misplaced(reader: Reader, span: Span, title: str, where: str) -> None:
    shown = span.source.span(span.start, min(span.end, span.start + len(span.text.split("\n", 1)[0].rstrip())))
    reader.pass_on(Diagnostic(codes.MISPLACED, title, (Label(shown),), hint=f"it belongs {where}"))


def no_item(reader: Reader) -> NoReturn:
    token = reader.peek()
    if reader.peek(1).text in ("class", "interactable") and token.text in slips.SCOPE_WORDS:
        foreign(reader, token, slips.SCOPE_WORDS)
    foreign(reader, token, slips.STATEMENT_WORDS)
    if token.text in ("main", "start", "init", "begin") and reader.peek(1).text in ("{", "("):
        reader.lost.add("setup")
        reader.fail(codes.FOREIGN_WORD, f"TGDL has no `{token.text}`", hint="the game begins with `setup { … }`")
    for word, form in (
        ("game", 'game "My game";'),
        ("players", "players 2;` and, for names, the comment `// parlour: players Ada, Ben"),
    ):
        if token.text == word:
            reader.fail(
                codes.EXPECTED,
                f"expected {'a string' if word == 'game' else 'a number'} after `{word}`",
                Label(reader.peek(1).span, f"here is {found(reader.peek(1))}"),
                hint=f"write `{form}`",
            )
    reader.fail(
        codes.EXPECTED,
        "expected a definition",
        Label(token.span, f"here is {found(token)}"),
        hint="a file consists of classes, tiles, boards and the like, functions, turns and one `setup { … }`; "
        "statements stand inside of them",
    )


def foreign(reader: Reader, token: Token, words: dict[str, str], code: str = codes.FOREIGN_WORD) -> None:
    """Fails if a word stands here that another language has."""
    if token.kind == NAME and token.text in words:
        hint = words[token.text]
        if token.text in _MODIFIERS and "(" in (reader.peek(2).text, reader.peek(3).text):
            hint = slips.FUNCTION  # `public bool f(…)`
        reader.fail(code, f"`{token.text}` is no word of TGDL", Label(token.span), hint=hint)


def declaring_word(reader: Reader) -> None:
    """Fails if a declaration begins with a word of another language, which nobody would call a class."""
    if reader.peek().text in ("const", "var", "let", "static", "final") and reader.after_type(1):
        word, behind = reader.peek(), reader.peek(reader.after_type(1))
        if word.kind == NAME and behind.kind == NAME:
            hint = f"leave it out: `{reader.peek(1).text} {behind.text} = …;`"
            reader.fail(codes.FOREIGN_WORD, f"`{word.text}` is no word of TGDL", Label(word.span), hint=hint)
    if reader.at("var", "let", "const") and reader.at_word(reader.peek(1).text, "=", ahead=1):
        word, title = reader.peek(), f"`{reader.peek().text}` is no word of TGDL"
        line = reader.line_text().removeprefix(word.text).strip()
        hint = f"a variable is declared with its type: `{type_of_value(reader, 3)} {line}`"
        reader.fail(codes.FOREIGN_WORD, title, Label(word.span), hint=hint)
    if reader.peek(1).kind == NAME and reader.peek().text in slips.DECLARING_WORDS:
        foreign(reader, reader.peek(), slips.STATEMENT_WORDS)


def type_of_value(reader: Reader, ahead: int) -> str:
    """The type that a value most likely has which begins so far ahead."""
    token, member = reader.peek(ahead), reader.peek(ahead + 2)
    if token.text == "player" and member.text in ("all", "active"):
        return "List<player>" if member.text == "all" else "player"
    if token.text == "new":
        return reader.peek(ahead + 1).text
    if token.kind == scanner.STRING:
        return "string"
    return "bool" if token.text in ("true", "false", "!") else "number"


def older_word(reader: Reader) -> None:
    """A word of the older specification where something begins. Where only the word has changed, it is reported and the
    reader goes on as if the new one stood there."""
    token = reader.peek()
    if token.kind != NAME or token.text not in slips.OLDER_WORDS:
        return
    following = reader.peek(1)
    advice, meant = slips.OLDER_WORDS[token.text]
    if token.text == "priority" and following.kind == scanner.NUMBER:
        advice = f"write `prio {following.text};`"
    if token.text in ("fail", "cancel"):
        is_meant = following.text == ";"
    elif token.text == "required":
        is_meant = following.text == "{"
    else:
        is_meant = following.kind in (NAME, scanner.NUMBER, scanner.KEYWORD) and not (
            following.kind == NAME and after_name(reader)
        )
    if not is_meant:
        return
    title = f"`{token.text}` is a word of an older TGDL"
    if not meant:
        reader.fail(codes.OLDER_DIALECT, title, Label(token.span), hint=advice)
    reader.tell(codes.OLDER_DIALECT, title, Label(token.span), hint=advice)
    reader.replace(meant)


def wrong_case(reader: Reader) -> None:
    """A word of TGDL with capitals (`Action Buy {`, `If(…)`): it is reported, and read as the word that it is."""
    token, following, behind = reader.peek(), reader.peek(1), reader.peek(2)
    word = token.text.lower()
    if token.kind != NAME or token.text == word or word not in scanner.KEYWORDS:
        return
    if word in ("if", "while", "for"):
        is_meant = following.text == "("
    elif word in ("effect", "require", "setup", "default"):
        is_meant = following.text == "{"
    elif word in ("return", "winner"):
        is_meant = following.kind in (NAME, scanner.KEYWORD, scanner.NUMBER, scanner.STRING) and behind.text != "="
    else:
        is_meant = following.kind == NAME and behind.text in ("{", ":")
    if is_meant:
        reader.tell(codes.FOREIGN_WORD, f"`{token.text}` is written `{word}`", Label(token.span), hint="case matters")
        reader.replace(word)


def after_name(reader: Reader) -> bool:
    """Whether `state x = …;` follows: the word is the name of a class then."""
    return reader.peek(2).text in ("=", ";")


# "import" STRING [ "as" NAME ] ";"
def import_directive(reader: Reader) -> tree.Import:
    start = reader.advance()
    hint = 'write `import "cards.tgdl";`'
    if reader.at(":") and reader.peek(1).kind == scanner.STRING:
        sign = reader.advance()
        hint = f"write `import {reader.peek().text};`"
        reader.tell(codes.EXPECTED, "no `:` stands behind `import`", Label(sign.span), hint=hint)
    if not reader.at(scanner.STRING, ";") and reader.peek().span.line == start.span.line:
        return bare_import(reader, start)
    path = text(reader, reader.expect(scanner.STRING, code=codes.EXPECTED, what="a path", after="`import`", hint=hint))
    name = new_name(reader, "`as`") if reader.accept("as") else None
    reader.semicolon("the path")
    return tree.Import(reader.since(start), path, name)


def bare_import(reader: Reader, start: Token) -> tree.Import:
    """`import parlour/dice;` and `import <dice.tgdl>;`, with the path that is meant."""
    first = reader.peek()
    while not reader.at(";", "as", "{", "}", END) and reader.peek().span.line == start.span.line:
        reader.advance()
    place = reader.since(first)
    meant = place.text.strip("<>")
    if "/" not in meant and meant.startswith("parlour."):
        meant = meant.replace(".", "/")
    hint = f'write `import "{meant}";`'
    reader.tell(codes.EXPECTED, "the path of an import stands in quotation marks", Label(place), hint=hint)
    name = new_name(reader, "`as`") if reader.accept("as") else None
    reader.semicolon("the path")
    return tree.Import(reader.since(start), tree.Text(place, meant), name)


# definition = [ "local" | "group" | "global" ] ( "class" | "interactable" ) NAME [ ":" TYPE ] "{" { part } "}"
#            | ( "stack" | "tile" | "connection" | "event" | "board" | "turn" ) NAME [ ":" TYPE ] "{" { part } "}"
def definition(reader: Reader) -> tree.Definition:
    start = reader.peek()
    word = reader.accept("local", "group", "global")
    scope = cast("tree.Scope", word.text) if word else None
    kinds = ("class", "interactable") if scope else scanner.KINDS
    if scope and reader.at(*scanner.KINDS) and not reader.at(*kinds):
        reader.fail(
            codes.EXPECTED,
            f"only a class or an interactable can be {scope}",
            Label(start.span, f"here is `{scope}` before `{reader.peek().text}`"),
            hint="leave it out",
        )
    hint = f"write `{scope} class {reader.peek().text} {{ … }}`" if scope and reader.peek().kind == NAME else ""
    word = reader.expect(*kinds, code=codes.EXPECTED, after=f"`{scope}`" if scope else "", hint=hint)
    kind = cast("tree.Kind", word.text)
    name = new_name(reader, f"`{kind}`")
    base: tree.TypeName | None = None
    try:
        if reader.at_word("extends", NAME) or reader.at_word("is", NAME) or reader.at_word("implements", NAME):
            word = reader.advance()
            base = type_name(reader)
            reader.tell(
                codes.FOREIGN_WORD,
                f"`{word.text}` is no word of TGDL here",
                Label(word.span),
                hint=f"a base class is written `{kind} {name.text} : {base.name} {{ … }}`",
            )
        elif reader.at(":") and reader.peek(1).text == "{":
            hint = f"leave it out: `{kind} {name.text} {{ … }}`; a base class would stand behind it"
            reader.report(codes.EXPECTED, "nothing stands behind this `:`", hint=hint)
            reader.advance()
        elif reader.accept(":"):
            base = type_name(reader)
        elif reader.peek().kind == NAME and reader.peek(1).text == "{":
            gap = reader.gap()
            base = type_name(reader)
            hint = f"a base class is written `{kind} {name.text} : {base.name} {{ … }}`"
            reader.tell(codes.EXPECTED, "expected `:` before the base class", Label(gap), hint=hint)
        elif reader.at("(") and reader.peek(1).kind == NAME and reader.peek(2).text == ")":
            opened = reader.advance()
            base = type_name(reader)
            hint = f"a base class is written `{kind} {name.text} : {base.name} {{ … }}`"
            reader.tell(codes.EXPECTED, "a base class has no parentheses", Label(opened.span), hint=hint)
            reader.advance()
        if reader.at("(") and reader.peek(1).text == ")" and reader.peek(2).text == "{":
            place = Label(reader.peek().span.to(reader.peek(1).span))
            hint = f"leave them out: `{kind} {name.text} {{ … }}`"
            reader.tell(
                codes.EXPECTED, f"{'an' if kind[0] in 'aei' else 'a'} {kind} has no parentheses", place, hint=hint
            )
            reader.advance()
            reader.advance()
        if not reader.at("{"):
            hint = f"attributes stand in braces: `{kind} {name.text} {{ number n = 0; }}`" if reader.at("(") else ""
            hint = hint or f"write `{kind} {name.text} {{ … }}`, with empty braces if it has nothing: `{{ }}`"
            reader.expect("{", code=codes.EXPECTED, after=f"`{kind} {name.text}`", hint=hint)
    except Unreadable:
        reader.lost.add(name.text)
        if not reader.skip_to_body():
            raise
    parts = body(reader, f"`{kind} {name.text}`", f"a {kind}")
    return tree.Definition(reader.since(start), scope, kind, name, base, parts)


# "{" { part } "}"
def body(reader: Reader, after: str, where: str) -> tuple[tree.Part, ...]:
    hint = "its parts stand in braces, also if there are none: `{ }`"
    opened = reader.expect("{", code=codes.EXPECTED, after=after, hint=hint)
    with reader.nested(codes.TOO_DEEP):
        parts = list_of(reader, lambda: part(reader, where))
    reader.close_block(opened)
    return tuple(parts)


def list_of(reader: Reader, read: Callable[[], T]) -> list[T]:
    """As many as there are in this block; what cannot be read is left out."""
    items: list[T] = []
    while not reader.at_end_of_block():
        start = reader.place
        reader.begin_part()
        try:
            if not stray_semicolon(reader):
                items.append(read())
        except Unreadable:
            reader.skip_part(start)
    return items


PART_NAMES: dict[type, str] = {
    tree.Attribute: "an attribute",
    tree.Function: "a function",
    tree.Action: "an action",
    tree.Input: "an input",
    tree.Filter: "a filter",
    tree.Information: "an information",
    tree.Returns: "a `returns`",
    tree.Effect: "an effect",
    tree.Require: "a require",
    tree.Priority: "a priority",
    tree.Trigger: "a trigger",
    tree.Default: "a default",
    tree.Visible: "a visible",
    tree.Phase: "a phase",
    tree.Geometry: "a geometry",
    tree.Orientation: "an orientation",
    tree.Grid: "a grid",
    tree.Group: "a group",
}


def at_part(reader: Reader) -> bool:
    """Whether something begins here that a body can hold and a block cannot."""
    if reader.peek().kind == scanner.KEYWORD:
        return (
            reader.at("override", "function", "action", "attribute", "returns", "effect", "require", "trigger")
            or reader.at("filter", "default")
            or reader.at_input()
            or reader.at_declaration()
            or reader.at_word("group", NAME)
        )
    return at_tag(reader) or reader.at_declaration()


def at_tag(reader: Reader) -> bool:
    """Whether one of the words stands here that are words only in their place."""
    return (
        reader.at_word("phase", NAME, scanner.KEYWORD)
        or reader.at_word("geometry", NAME)
        or reader.at_word("orientation", NAME)
        or reader.at_word("grid", "{")
        or reader.at_word("information", "{")
        or reader.at_word("visible", "{")
        or reader.at_word("prio", scanner.NUMBER, "-")
    )


# part = attribute | function | action | input | "require" block | "trigger" EVENT [ "prio" NUM ] block | "prio" NUM ";"
#      | "effect" block | "returns" [ type ] ";" | "default" block | "filter" [ NAME ] block | "information" block
#      | visible | phase | group | "geometry" NAME ";" | "orientation" NAME ";" | grid
def part(reader: Reader, where: str) -> tree.Part:
    older_word(reader)
    wrong_case(reader)
    if where == "a function" and reader.at("return") and reader.peek(reader.after_type(1)).text == ";":
        hint = f"write `returns {reader.peek(1).text};`"
        reader.tell(codes.EXPECTED, "what a function gives is said by `returns`", Label(reader.peek().span), hint=hint)
        reader.replace("returns")
    shape = shape_with_sign(reader, where)
    if shape is not None:
        return shape
    start = reader.peek()
    if reader.at_word("phase", scanner.STRING) and reader.peek(2).text == ";":
        quoted = reader.peek(1)
        hint = f"write `phase {cast('str', quoted.value)};`"
        reader.tell(codes.EXPECTED, "a phase is declared without quotation marks", Label(quoted.span), hint=hint)
        for _ in range(3):
            reader.advance()
        return tree.Phase(reader.since(start), tree.Ident(quoted.span, cast("str", quoted.value)), ())
    declaring_word(reader)
    if reader.at_input():
        return input_(reader)
    if reader.at("function") or (reader.at("override") and reader.peek(1).text == "function"):
        return function(reader)
    if reader.at("action", "override"):
        return action(reader)
    if reader.at("attribute"):
        return long_attribute(reader)
    match start.text if start.kind in (NAME, scanner.KEYWORD) else "":
        case "returns":
            reader.advance()
            if reader.at_word("void", ";"):
                place = Label(reader.advance().span)
                reader.tell(codes.FOREIGN_WORD, "`void` is no word of TGDL", place, hint="leave it out: `returns;`")
            type_ = None if reader.at(";") else type_name(reader)
            if reader.at(","):
                reader.lost.add("returns")
            reader.semicolon("the type", "there is one type: what all of them have as a base" if reader.at(",") else "")
            return tree.Returns(reader.since(start), type_)
        case "effect":
            reader.advance()
            read = block(reader, "`effect`", "it is a block: `effect { … }`")
            return tree.Effect(reader.since(start), read)
        case "require":
            reader.advance()
            read = block(reader, "`require`", "it is a block that says yes or no: `require { return …; }`")
            return tree.Require(reader.since(start), read)
        case "trigger":
            return trigger(reader)
        case "default":
            reader.advance()
            if not reader.at("{"):
                reader.lost.add("default")
            read = block(reader, "`default`", "it is a block: `default { … }`")
            return tree.Default(reader.since(start), read)
        case "filter":
            reader.advance()
            is_judged = reader.at("{") or (reader.peek().kind == NAME and not reader.at_word(reader.peek().text, "{"))
            name = None if is_judged else new_name(reader, "`filter`")
            read = block(reader, "`filter`", "it is a block that says yes or no: `filter { return …; }`")
            return tree.Filter(reader.since(start), name, read)
        case "group" if reader.peek(2).text == "{":
            reader.advance()
            name = new_name(reader, "`group`")
            parts = body(reader, f"`group {name.text}`", "a group")
            return tree.Group(reader.since(start), name, parts)
    if at_tag(reader):
        return tag(reader)
    if reader.at_declaration():
        return attribute(reader)
    if reader.at("setup"):
        reader.advance()
        block(reader, "`setup`")
        misplaced(reader, reader.since(start), f"a setup cannot be written in {where}", "outside of all definitions")
        reader.has_error = True
        raise Unreadable
    if reader.at_definition():
        reader.misplaced += 1
        inner = definition(reader)
        reader.misplaced -= 1
        if not reader.misplaced:
            misplaced(reader, inner.span, f"a {inner.kind} cannot be written in {where}", "outside of all definitions")
        reader.lost.add(inner.name.text)
        reader.has_error = True
        raise Unreadable
    return no_part(reader, where)


def shape_with_sign(reader: Reader, where: str) -> tree.Part | None:
    """`geometry = square;`, `geometry "square";`, `square;` and the like in a group, read as they are meant."""
    start = reader.peek()
    if where != "a group" or start.kind != NAME:
        return None
    words = {
        "square": "geometry",
        "hex": "geometry",
        "graph": "geometry",
        "row": "orientation",
        "column": "orientation",
    }
    meant = words.get(start.text)
    if meant is not None and reader.peek(1).text == ";":
        reader.report(
            codes.EXPECTED, f"expected `{meant}` before `{start.text}`", hint=f"write `{meant} {start.text};`"
        )
        word = name_of(reader.advance())
    elif start.text in ("geometry", "orientation") and (reader.at_word(start.text, "=", ":", scanner.STRING)):
        meant, sign = start.text, reader.peek(1)
        ahead = 1 if sign.kind == scanner.STRING else 2
        value = reader.peek(ahead)
        text_ = value.text.strip('"')
        title = f"no `{sign.text}` stands behind `{meant}`" if ahead == 2 else f"the {meant} has no quotation marks"
        reader.tell(codes.EXPECTED, title, Label(sign.span), hint=f"write `{meant} {text_};`")
        for _ in range(ahead + 1):
            reader.advance()
        word = tree.Ident(value.span, text_)
    else:
        return None
    reader.semicolon(f"the {meant}")
    span = reader.since(start)
    return tree.Geometry(span, word) if meant == "geometry" else tree.Orientation(span, word)


def tag(reader: Reader) -> tree.Part:
    """A part that begins with a word which is one only in its place."""
    start = reader.advance()
    match start.text:
        case "phase":
            return phase(reader, start)
        case "geometry" | "orientation":
            word = name_of(reader.advance())
            reader.semicolon(f"the {start.text}")
            span = reader.since(start)
            return tree.Geometry(span, word) if start.text == "geometry" else tree.Orientation(span, word)
        case "grid":
            return grid(reader, start)
        case "information":
            read = block(reader, "`information`")
            return tree.Information(reader.since(start), read)
        case "visible":
            return visible(reader, start)
        case _:
            read_priority = signed(reader, start)
            reader.semicolon("the priority")
            return read_priority


# The words before a block, by what they stand in.
# Words that are such only in their place, where something else follows: how their part is written.
_BLOCK_FORMS = {
    "information": 'it is a block that returns a text: `information { return "…"; }`',
    "geometry": "write `geometry square;`, `geometry hex;` or `geometry graph;`",
}
_BLOCKS = {
    "an action": ("effect", "require", "trigger", "information"),
    "a function": ("effect",),
    "a turn": ("default", "phase"),
    "a stack": ("default",),
    "a board": ("default", "group"),
    "a group": ("default", "grid"),
    "an input": ("filter", "information"),
}
# What other words for a part are.
_OTHER_WORDS = {
    "info": "information",
    "prompt": "information",
    "question": "information",
    "condition": "require",
    "conditions": "require",
    "precondition": "require",
    "where": "filter",
    "only": "filter",
    "result": "effect",
    "do": "effect",
    "run": "effect",
    "body": "effect",
    "otherwise": "default",
}


def no_part(reader: Reader, where: str) -> NoReturn:
    token = reader.peek()
    foreign(reader, token, slips.STATEMENT_WORDS)
    foreign_type(reader, token)
    broken_collection(reader)
    if token.text == "grid":
        hint = "its lines stand in braces and end with `;`: `grid { Cell, Cell; Cell, b; }`"
        reader.fail(codes.EXPECTED, "expected `{` after `grid`", Label(reader.peek(1).span), hint=hint)
    hints = {
        "a class": "a class holds attributes, functions and actions; statements stand in an effect",
        "an action": "an action holds inputs, requires, triggers and an effect; statements stand in the effect",
        "a function": "a function holds inputs, `returns` and an effect; statements stand in the effect",
        "a board": "a board holds attributes, functions, groups and a default",
        "a turn": "a turn holds phases and a default",
    }
    hint = hints.get(where, "statements stand in a block, such as `effect { … }`")
    following = reader.peek(1).text
    is_change = begins_change(reader) and token.text not in (*_BLOCK_FORMS, "prio")
    if where in ("an action", "a function") and (is_change or reader.at("if", "while", "for", "winner")):
        title = f"this cannot stand directly in {where}"
        loose_statements(reader, title, "statements stand in the effect: put `effect { … }` around them")
        raise Unreadable
    if token.kind == NAME and token.text == "prio":
        hint = f"write `prio {reader.peek(2).text if reader.peek(2).kind == scanner.NUMBER else 5};`"
    elif token.kind == NAME and token.text in _BLOCK_FORMS:
        hint = _BLOCK_FORMS[token.text]
        reader.lost.add(token.text)
    elif token.kind == NAME and following == ":" and reader.peek(2).kind in (NAME, scanner.KEYWORD):
        hint = f"the type stands before the name: `{reader.peek(2).text} {token.text} = …;`"
    elif token.kind == NAME and following == "=" and where != "an action":
        hint = f"an attribute has its type before it: `number {token.text} = …;`"
    elif token.kind == NAME and following == "{":
        near = did_you_mean(token.text, [each for each in _BLOCKS.get(where, ()) if each != token.text])
        meant = _OTHER_WORDS.get(token.text, "")
        if not near and meant in _BLOCKS.get(where, ()):
            near = f"Did you mean {meant}?"
        reader.lost.update(each for each in _BLOCKS.get(where, ()) if near and f" {each}?" in near)
        if not near and where == "a board" and token.text[:1].isupper():
            hint = f"a group of tiles is written `group {token.text} {{ geometry square; … }}`"
        hint = near or hint
    elif token.text == "return" and where in ("a stack", "a function"):
        hint = f"what it holds is said by `{token.span.rewritten('returns') or 'returns Card;'}`"
        if where == "a function":
            hint = "statements stand in its effect: `effect { return …; }`"
    if token.kind == NAME and reader.peek(1).text == "(":
        hint = (
            f"there are no constructors: attributes have a value where they are declared, "
            f"and `new {token.text}() {{ name = value }}` gives others"
            if token.text[:1].isupper()
            else hint
        )
    label = Label(token.span, f"here is {found(token)}")
    where = where.replace("a interactable", "an interactable").replace("a event", "an event")
    reader.fail(codes.EXPECTED, f"this cannot stand directly in {where}", label, hint=hint)


# attribute = type NAME [ "=" init ] ";"
def attribute(reader: Reader) -> tree.Attribute:
    start = reader.peek()
    type_ = type_name(reader)
    name = new_name(reader, "the type")
    if reader.at("("):
        reader.lost.add(name.text)
        title = "a function begins with the word `function`"
        reader.fail(codes.FOREIGN_WORD, title, Label(start.span.to(name.span)), hint=slips.FUNCTION)
    value = whole_init(reader) if reader.accept("=") else None
    hint = ""
    if reader.at("{") and reader.same_line():
        hint = f"what is chosen is an input: `input {type_.span.text} {name.text} {{ return …; }}`"
    if type_.name == "group" and reader.at(":", "("):
        hint = f"write `group {name.text} {{ geometry square; grid {{ … }} }}`"
    reader.semicolon("the attribute", hint)
    return tree.Attribute(reader.since(start), type_, name, value)


# "attribute" NAME "{" "returns" type ";" "value" init ";" "}"
def long_attribute(reader: Reader) -> tree.Attribute:
    start = reader.advance()
    name = new_name(reader, "`attribute`")
    hint = f"write `attribute {name.text} {{ returns number; value 0; }}`"
    try:
        opened = reader.expect("{", code=codes.EXPECTED, after=f"`attribute {name.text}`", hint=hint)
        reader.expect("returns", code=codes.EXPECTED, after="`{`", hint=hint)
        type_ = type_name(reader)
        reader.semicolon("the type")
        reader.expect("value", code=codes.EXPECTED, after="`returns`", hint=hint)
        value = whole_init(reader)
        reader.semicolon("the value")
        reader.expect("}", code=codes.EXPECTED, opened=opened)
    except Unreadable:
        reader.lost.add(name.text)
        raise
    return tree.Attribute(reader.since(start), type_, name, value, is_long=True)


# function = [ "override" ] "function" NAME "{" { part } "}"
def function(reader: Reader) -> tree.Function:
    start = reader.peek()
    is_override = reader.accept("override") is not None
    reader.advance()
    name = new_name(reader, "`function`")
    given: list[tree.Part] = []
    if reader.at("("):
        after = reader.after_type(1)
        given_ = f"{reader.peek(1).text} {reader.peek(after).text}" if after == 2 else "number n"
        hint = f"arguments are inputs in the braces: `function input {given_};`"
        if reader.peek(1).text == ")":
            hint = f"leave them out: `function {name.text} {{ … }}`"
        reader.report(codes.FOREIGN_WORD, "a function has no parentheses here", hint=hint)
        given = foreign_arguments(reader)
        if not reader.skip_to_body():
            raise Unreadable
    parts = (*given, *body(reader, f"`function {name.text}`", "a function"))
    return tree.Function(reader.since(start), is_override, name, parts)


def foreign_arguments(reader: Reader) -> list[tree.Part]:
    """`(Card card, number n)`, as the inputs that they stand for."""
    given: list[tree.Part] = []
    reader.advance()
    while reader.at_declaration():
        start = reader.peek()
        type_ = type_name(reader)
        name = new_name(reader, "the type")
        given.append(tree.Input(reader.since(start), False, "function", None, type_, name, None, ()))
        if not reader.accept(","):
            break
    return given


# action = [ "override" ] "action" NAME [ "prio" NUM ] "{" { part } "}"
def action(reader: Reader) -> tree.Action:
    start = reader.peek()
    is_override = reader.accept("override") is not None
    hint = "what a base class has is written anew with `override function f { … }` or `override action A { … }`"
    reader.expect("action", code=codes.EXPECTED, what="`function` or `action`", after="`override`", hint=hint)
    name = new_name(reader, "`action`")
    if reader.at("(") and not reader.at_word("prio", scanner.NUMBER, ahead=1):
        hint = "what it needs is chosen by inputs in its braces: `input Card card;`"
        reader.report(codes.FOREIGN_WORD, "an action has no parentheses here", hint=hint)
        if not reader.skip_to_body():
            raise Unreadable
    priority = optional_priority(reader)
    parts = body(reader, f"`action {name.text}`", "an action")
    return tree.Action(reader.since(start), is_override, name, priority, parts)


# [ "prio" NUM ]
def optional_priority(reader: Reader) -> tree.Priority | None:
    start = reader.peek()
    following = reader.peek(1)
    is_number = scanner.NUMBER in (following.kind, reader.peek(2).kind) and following.text[:1] in "-:=0123456789"
    is_near = start.kind == NAME and (start.text == "priority" or did_you_mean(start.text, ["prio"]) != "")
    if (is_near or start.text == "prio") and is_number and (is_near or following.text in (":", "=")):
        sign = following.text if following.text in (":", "=") else ""
        wrong = following.span if start.text == "prio" else start.span
        title = f"no `{sign}` stands behind `prio`" if start.text == "prio" else f"`{start.text}` is no word of TGDL"
        given = reader.peek(2).text if sign else following.text
        hint = f"write `prio {given if given != '-' else '-' + reader.peek(2).text}`"
        reader.tell(codes.EXPECTED, title, Label(wrong), hint=hint)
        reader.advance()
        reader.accept(":", "=")
        return signed(reader, start)
    if start.kind == scanner.NUMBER and following.text == "{":
        reader.report(codes.EXPECTED, "expected `prio` before the priority", hint=f"write `prio {start.text}`")
        return signed(reader, start)
    if reader.at("(") and reader.at_word("prio", scanner.NUMBER, ahead=1) and reader.peek(3).text == ")":
        hint = f"write `prio {reader.peek(2).text}`"
        reader.report(codes.EXPECTED, "a priority has no parentheses", hint=hint)
        reader.advance()
        reader.advance()
        found_priority = signed(reader, start)
        reader.advance()
        return found_priority
    if reader.at_word("prio", NAME, scanner.STRING, "{"):
        reader.advance()
        place = Label(reader.peek().span, f"here is {found(reader.peek())}")
        reader.fail(codes.EXPECTED, "a priority is a number", place, hint="write `prio 5`: higher ones come first")
    if not reader.at_word("prio", scanner.NUMBER, "-"):
        return None
    reader.advance()
    return signed(reader, start)


# NUM, with a minus perhaps
def signed(reader: Reader, start: Token) -> tree.Priority:
    is_negative = reader.accept("-") is not None
    read = number(reader.expect(scanner.NUMBER, code=codes.EXPECTED, after="`prio`", hint="write `prio 5`"))
    return tree.Priority(reader.since(start), -read.value if is_negative else read.value, read.span.start)


# "trigger" EVENT [ "prio" NUM ] block
def trigger(reader: Reader) -> tree.Trigger:
    start = reader.advance()
    if reader.at_word("on", NAME, scanner.KEYWORD):
        reader.fail(
            codes.OLDER_DIALECT,
            "`trigger on` is a form of an older TGDL",
            hint="a trigger names an event that the program defines and throws: `trigger MovedEvent { return true; }`",
        )
    if reader.at_word("event", NAME):
        word = reader.advance()
        hint = f"leave it out: `trigger {reader.peek().text} {{ … }}`"
        reader.tell(codes.EXPECTED, "no `event` stands behind `trigger`", Label(word.span), hint=hint)
    if reader.peek().kind == scanner.STRING:
        meant = reader.peek().text.strip('"')
        hint = f"an event is named without quotes: `trigger {meant} {{ … }}`"
        reader.fail(codes.EXPECTED, "expected an event after `trigger`", hint=hint)
    if reader.at("{"):
        hint = "say what it hears: `trigger PlayerChoiceEvent { … }`, or another event"
        reader.fail(codes.EXPECTED, "expected an event after `trigger`", hint=hint)
    event = type_name(reader)
    priority = optional_priority(reader)
    hint = f"say when it starts: `trigger {event.name} {{ return {'true' if reader.at(';') else '…'}; }}`"
    if reader.peek(1).text == "{":
        hint = "it needs no name: in the block the event is called `event`"
    read = block(reader, f"`trigger {event.name}`", hint)
    return tree.Trigger(reader.since(start), event, priority, read)


# input = [ "optional" ] [ "player" [expr] | "auto" | "function" ] "input" type NAME [ "=" init ] ( ";" | filters )
def input_(reader: Reader) -> tree.Input:
    start = reader.peek()
    is_optional = reader.accept("optional") is not None
    word = reader.accept("player", "auto", "function")
    target: tree.Expr | None = None
    if word is not None and word.text == "player" and not reader.at("input"):
        target = whole_expression(reader)
    if not reader.at("input") and reader.at("optional"):
        reader.fail(codes.EXPECTED, "`optional` comes first", hint="write `optional auto input Card c;`")
    before = f"`{reader.previous.text}`" if target is None else "the player"
    hint = f"write `{reader.since(start).text} input {reader.line_text()}`" if reader.after_type() else ""
    hint = hint or "an input is written `input Card card;`, with `auto`, `optional` or `player p` before it"
    reader.expect("input", code=codes.EXPECTED, after=before, hint=hint)
    if reader.at("optional"):
        reader.fail(codes.EXPECTED, "`optional` comes first", hint="write `optional input Card c;`")
    type_ = type_name(reader)
    named = type_.span.text
    if reader.at("{", ";") and named.isidentifier() and named[:1].isupper():
        line = type_.span.rewritten(f"{named} {named.lower()}")
        reader.fail(codes.EXPECTED, "expected a name after the type", hint=f"give it a name: `{line}`")
    follows = reader.peek().text
    is_no_type = named.isidentifier() and named not in scanner.KEYWORDS and not reader.defines(named)
    if is_no_type and named.islower() and follows[:1].isupper() and reader.defines(follows):
        turned = type_.span.to(reader.peek().span)
        line = turned.rewritten(f"{follows} {named}")
        reader.tell(codes.EXPECTED, "the type comes before the name", Label(turned), hint=f"write `{line}`")
        reader.lost.add(named)
        raise Unreadable
    name = new_name(reader, "the type", "an input has a type and a name: `input Card card`")
    value = whole_init(reader) if reader.accept("=") else None
    parts: tuple[tree.Part, ...] = ()
    is_plain = False
    if reader.at("{"):
        opened = reader.peek()
        if reader.peek(1).text == "}" or at_filters(reader):
            parts = body(reader, "the name", "an input")
        else:
            is_plain = True
            statements = block(reader, "the name")
            parts = (tree.Filter(opened.span.to(statements.span), None, statements),)
        span = reader.since(start)
        reader.accept(";")
    else:
        hint = f"what may be chosen is said in braces: `input {type_.span.text} {name.text} {{ return …; }}`"
        reader.semicolon("the input", hint if reader.same_line() and not reader.at_end_of_block() else "")
        span = reader.since(start)
    modifier = cast("tree.Modifier", word.text if word else "player")
    return tree.Input(span, is_optional, modifier, target, type_, name, value, parts, is_plain, word is not None)


def at_filters(reader: Reader) -> bool:
    """Whether the braces that open here hold parts, and not statements."""
    return reader.peek(1).text == "filter" or reader.at_word("information", "{", ahead=1)


_VISIBLE = "write `visible { filter { return viewer == this.player; } default { this.rank; } }`"


# "visible" "{" [ "filter" block ] "default" "{" { "this" "." NAME ";" } "}" "}"
def visible(reader: Reader, start: Token) -> tree.Visible:
    opened = reader.expect("{", code=codes.EXPECTED, after="`visible`", hint=_VISIBLE)
    parts: list[tree.Part] = []
    names: tuple[tree.Ident, ...] | None = None
    while not reader.at_end_of_block():
        if reader.at("default") and names is None:
            reader.advance()
            inner = reader.expect("{", code=codes.EXPECTED, after="`default`", hint=_VISIBLE)
            names = tuple(list_of(reader, lambda: visible_name(reader)))
            reader.close_block(inner)
        else:
            parts.append(part(reader, "a visible"))
    reader.close_block(opened)
    return tree.Visible(reader.since(start), tuple(parts), names)


# "this" "." NAME ";"
def visible_name(reader: Reader) -> tree.Ident:
    hint = "list the attributes: `this.rank;`"
    if reader.peek().kind == NAME:
        hint = f"write `this.{reader.peek().text};`"
        reader.report(codes.EXPECTED, "expected `this.` before the attribute", hint=hint)
        name = any_word(reader)
        reader.semicolon("the attribute")
        return name
    reader.expect("this", code=codes.EXPECTED, what="an attribute", hint=hint)
    reader.expect(".", code=codes.EXPECTED, after="`this`", hint=hint)
    name = any_word(reader)
    reader.semicolon("the attribute")
    return name


# phase = "phase" NAME ( ";" | "{" { input } ( [ "effect" block ] | statements ) "}" )
def phase(reader: Reader, start: Token) -> tree.Phase:
    name = new_name(reader, "`phase`")
    if not reader.at("{"):
        hint = f"a phase has no parentheses: `phase {name.text};`" if reader.at("(") else ""
        if reader.at(":"):
            hint = f"write `phase {name.text};`, or `phase {name.text} {{ … }}` for one that runs by itself"
        reader.semicolon(f"`phase {name.text}`", hint)
        return tree.Phase(reader.since(start), name, ())
    opened = reader.advance()
    parts: list[tree.Part] = []
    while not reader.at_end_of_block() and at_phase_part(reader):
        place = reader.place
        try:
            parts.append(part(reader, "a phase"))
        except Unreadable:
            reader.skip_part(place)
    if not reader.at_end_of_block():
        first = reader.peek()
        with reader.nested(codes.TOO_DEEP):
            statements = tuple(list_of(reader, lambda: statement(reader)))
        read = tree.Block(reader.since(first), statements, has_braces=False)
        parts.append(tree.Effect(read.span, read))
    reader.close_block(opened)
    return tree.Phase(reader.since(start), name, tuple(parts))


def at_phase_part(reader: Reader) -> bool:
    """What is no statement: all parts but attributes, which look like declarations."""
    return at_part(reader) and (reader.at_input() or not reader.at_declaration())


# "grid" "{" { cell { "," cell } ";" } "}"
def grid(reader: Reader, start: Token) -> tree.Grid:
    opened = reader.advance()
    reader.has_grid_error = False
    if reader.at("{"):
        hint = "a line has no braces and ends with `;`: `grid { Cell, Cell; Cell, b; }`"
        reader.report(codes.EXPECTED, "expected a tile", hint=hint)
        reader.skip_inner()
        reader.close_block(opened)
        return tree.Grid(reader.since(start), ())
    lines = list_of(reader, lambda: grid_line(reader))
    reader.close_block(opened)
    return tree.Grid(reader.since(start), tuple(lines))


# cell { "," cell } ";"     cell = TYPE | "b"
def grid_line(reader: Reader) -> tree.GridLine:
    start = reader.peek()
    cells = [cell(reader)]
    while reader.accept(","):
        if reader.at(";", "}"):
            hint = "leave it out, or write a tile behind it, `b` where there is none"
            reader.fail(codes.EXPECTED, "a tile is missing after this `,`", Label(reader.previous.span), hint=hint)
        if not reader.same_line():
            title, hint = "this line of the grid goes on in the next one", "a line of a grid ends with `;`"
            reader.tolerance.slip(codes.EXPECTED, title, Label(reader.previous.span), hint=hint)
        cells.append(cell(reader))
    if reader.peek().kind == NAME and reader.same_line():
        if not reader.has_grid_error:
            hint = f"put a `,` between the tiles: `{reader.previous.text}, {reader.peek().text}`"
            reader.report(codes.EXPECTED, "expected `,` between two tiles", hint=hint)
        reader.has_grid_error = True
        while reader.peek().kind == NAME and reader.same_line():
            cells.append(cell(reader))
            reader.accept(",")
    if reader.at("*", "{") and reader.has_grid_error:
        raise Unreadable
    reader.has_grid_error = reader.has_grid_error or not reader.at(";")
    hint = "a line of a grid ends with `;`, and has `,` between its tiles"
    if reader.at("*"):
        hint = f"write each tile: `{reader.previous.text}, {reader.previous.text};`"
    reader.semicolon("a line of the grid", hint=hint)
    return tree.GridLine(reader.since(start), tuple(cells))


def cell(reader: Reader) -> tree.TypeName | tree.Blank:
    token = reader.peek()
    if token.kind == NAME and token.text == "b":
        return tree.Blank(reader.advance().span)
    if token.kind not in (NAME, scanner.KEYWORD) or token.text in ("null", "new"):
        label = Label(token.span, f"here is {found(token)}")
        reader.fail(
            codes.EXPECTED, "expected a tile", label, hint="a place is the name of a tile, or `b` if it is blank"
        )
    return type_name(reader)


# type = "number" | "string" | "bool" | "player" | ( "List" | "Table" | "Stack" ) "<" type ">" | NAME [ "." NAME ]
#      | "tile" | "board" | "stack" | "interactable" | "group" | "connection" | "event"
def type_name(reader: Reader) -> tree.TypeName:
    start = reader.peek()
    if start.kind == scanner.KEYWORD and start.text in (*scanner.PLAIN_TYPES, *scanner.KIND_TYPES):
        reader.advance()
        return older_array(reader, start, tree.TypeName(start.span, start.text))
    if start.kind == NAME and start.text in scanner.COLLECTIONS:
        reader.advance()
        opened = reader.expect(
            "<", code=codes.EXPECTED, after=f"`{start.text}`", hint=f"say what it holds: `{start.text}<number>`"
        )
        with reader.nested(codes.TOO_DEEP):
            of = type_name(reader)
        if reader.at(","):
            hint = f"only what it holds is said, keys may be anything: `Table<{reader.peek(1).text}>`"
            if start.text != "Table":
                hint = f"say what it holds: `{start.text}<{of.span.text}>`"
            reader.fail(codes.EXPECTED, f"a {start.text} names one type", hint=hint)
        reader.expect(">", code=codes.EXPECTED, opened=opened, hint=f"write `{start.text}<{of.span.text}>`")
        return tree.TypeName(reader.since(start), start.text, None, of)
    if start.kind == NAME:
        if start.text in slips.OLDER_TYPES:
            meant = slips.OLDER_TYPES[start.text]
            reader.tell(
                codes.OLDER_DIALECT, f"`{start.text}` is a type of an older TGDL", Label(start.span),
                hint=f"write `{meant}`",
            )  # fmt: skip
            reader.advance()
            return older_array(reader, start, tree.TypeName(start.span, meant))
        reader.advance()
        if reader.at(".") and reader.peek(1).kind == NAME:
            reader.advance()
            name = reader.advance()
            return older_array(reader, start, tree.TypeName(reader.since(start), name.text, start.text))
        return older_array(reader, start, tree.TypeName(start.span, start.text))
    hint = "a type is `number`, `string`, `bool`, `player`, a collection such as `List<number>`, or a class"
    if start.kind == scanner.STRING and start.text.strip('"').isidentifier():
        hint = f"a class is named without quotation marks: `{start.text.strip(chr(34))}`"
    return reader.fail(codes.EXPECTED, "expected a type", Label(start.span, f"here is {found(start)}"), hint=hint)


def broken_collection(reader: Reader) -> None:
    """`List<…` where a declaration should be, which could not be read as a type: reading it says why."""
    if reader.peek().text in scanner.COLLECTIONS and reader.peek(1).text == "<":
        type_name(reader)


def older_array(reader: Reader, start: Token, type_: tree.TypeName) -> tree.TypeName:
    """`T[]` is `List<T>` now."""
    while reader.at("[") and reader.peek(1).text == "]":
        reader.advance()
        reader.advance()
        shown = reader.since(start)
        hint = f"write `List<{type_.span.text}>`"
        reader.tell(codes.OLDER_DIALECT, f"`{shown.text}` is a type of an older TGDL", Label(shown), hint=hint)
        type_ = tree.TypeName(shown, "List", None, type_)
    return type_


def foreign_type(reader: Reader, token: Token) -> None:
    held = reader.peek(2)
    if token.text in ("list", "table", "stack") and reader.peek(1).text == "<" and held.kind in (NAME, scanner.KEYWORD):
        meant = f"{token.text.capitalize()}<{held.text}>"
        title = f"`{token.text}` is written `{token.text.capitalize()}`"
        reader.fail(codes.FOREIGN_WORD, title, Label(token.span), hint=f"write `{meant}`")
    foreign(reader, token, slips.TYPE_WORDS)


# NAME
def new_name(reader: Reader, after: str, hint: str = "") -> tree.Ident:
    """A name that is being given."""
    token = reader.peek()
    if after == "`function`" and reader.after_type() and reader.peek(reader.after_type()).kind == NAME:
        given, name = reader.peek(), reader.peek(reader.after_type())
        hint = f"write `function {name.text} {{ returns {given.text}; … }}`"
        reader.report(codes.FOREIGN_WORD, "what a function gives is said in its braces", hint=hint)
        while reader.peek() is not name:
            reader.advance()
        token = reader.peek()
    if after == "`function`" and reader.at("setup"):
        hint = "leave out `function`: the game begins with `setup { … }`"
        reader.fail(codes.RESERVED_WORD, "`setup` is no function", hint=hint)
    if reader.after_type() and token.kind == scanner.KEYWORD and reader.previous.kind == NAME:
        whole = Label(reader.previous.span.to(token.span))
        hint = f"write `{token.text} {reader.previous.text}`"
        reader.fail(codes.EXPECTED, "the type comes before the name", whole, hint=hint)
    if token.kind == scanner.KEYWORD:
        reader.fail(
            codes.RESERVED_WORD,
            f"`{token.text}` is a word of TGDL and cannot be a name",
            Label(token.span),
            hint=f"choose another one, such as `{token.text}1` or `my{token.text.capitalize()}`",
        )
    form = f"{reader.previous.text} name" if after == "the type" else f"{after.strip('`')} Name"
    hint = hint or f"a name begins with a letter: `{form}`"
    return name_of(reader.expect(NAME, code=codes.EXPECTED, after=after, hint=hint))


def any_word(reader: Reader) -> tree.Ident:
    """A name behind a point: every word is one there."""
    return name_of(
        reader.expect(
            NAME,
            scanner.KEYWORD,
            code=codes.EXPECTED,
            what="a name",
            after=f"`{reader.previous.text}`",
            hint="write an attribute or a function behind the point, or leave the point out",
        )
    )


def name_of(token: Token) -> tree.Ident:
    return tree.Ident(token.span, token.text)


def text(reader: Reader, token: Token) -> tree.Text:
    reader.accept(BROKEN)  # behind a string that is not closed
    return tree.Text(token.span, cast("str", token.value))


def number(token: Token) -> tree.Number:
    """A number that the scanner could not read has been reported, and counts as 0."""
    return tree.Number(token.span, cast("float | None", token.value) or 0.0)


# Statements


# block = "{" { statement } "}"
def block(reader: Reader, after: str, hint: str = "") -> tree.Block:
    if not reader.at("{"):
        given = reader.line_text().removeprefix("return ") if reader.same_line() else ";"
        if given != ";" and given[0] not in ":=,":
            hint = hint.replace("return …;", f"return {given}")
        hint = hint or f"put a `{{` behind {after}"
    opened = reader.expect("{", code=codes.EXPECTED, after=after, hint=hint)
    with reader.nested(codes.TOO_DEEP):
        statements = list_of(reader, lambda: statement(reader))
    reader.close_block(opened)
    return tree.Block(reader.since(opened), tuple(statements))


# body = block | statement
def branch_body(reader: Reader, after: str) -> tree.Block:
    if reader.at(":"):
        hint = "leave it out: a block stands in braces, `{ … }`"
        reader.report(codes.FOREIGN_WORD, f"TGDL has no `:` after {after}", hint=hint)
        reader.advance()
    if reader.at("{"):
        return block(reader, after)
    if reader.at(";"):
        token = reader.advance()
        reader.tell(codes.EXPECTED, f"expected a block after {after}", Label(token.span, "this `;` ends it"),
                    hint="leave out this `;`" if reader.at("{") else "a block stands in braces: `{ … }`")  # fmt: skip
        return tree.Block(token.span, ())
    with reader.nested(codes.TOO_DEEP):
        read = statement(reader)
    return tree.Block(read.span, (read,), has_braces=False)


# statement = block | "return" [init] ";" | "if" … | "while" … | "for" … | "break" ";" | "continue" ";"
#           | "winner" init ";" | input | type NAME [ "=" init ] ";" | expr ";"
def statement(reader: Reader) -> tree.Statement:
    older_word(reader)
    wrong_case(reader)
    start = reader.peek()
    declaring_word(reader)
    if reader.at("{"):
        return block(reader, "")
    if start.text in ("end", "next", "finish", "pass") and reader.peek(1).text == "turn":
        hint = "control is passed on with `turn.pass();`"
        reader.fail(codes.FOREIGN_WORD, f"`{start.text} turn` is no statement of TGDL", Label(start.span), hint=hint)
    match start.text if start.kind == scanner.KEYWORD else "":
        case "return":
            reader.advance()
            if not reader.at(";", "}") and (reader.same_line() or not begins_statement(reader)):
                value = whole_init(reader)
                reader.semicolon("the value")
                return tree.Return(reader.since(start), value)
            reader.semicolon("`return`")
            return tree.Return(reader.since(start), None)
        case "if":
            return if_statement(reader)
        case "while":
            reader.advance()
            condition = parenthesised(reader, "`while`")
            repeated = branch_body(reader, "`while(…)`")
            return tree.While(reader.since(start), condition, repeated)
        case "for":
            return for_statement(reader)
        case "break":
            reader.advance()
            reader.semicolon("`break`")
            return tree.Break(reader.since(start))
        case "continue":
            reader.advance()
            reader.semicolon("`continue`")
            return tree.Continue(reader.since(start))
        case "winner":
            reader.advance()
            if reader.at("="):
                line = f"winner {reader.line_text().removeprefix('=').strip()}"
                reader.fail(codes.EXPECTED, "`winner` is no variable", hint=f"the game ends with `{line}`")
            if reader.at(";"):
                hint = "say who: `winner this.player;`, or `winner {};` if nobody has won"
                reader.fail(codes.EXPECTED, "expected a player after `winner`", hint=hint)
            value = whole_init(reader)
            reader.semicolon("the winner")
            return tree.Winner(reader.since(start), value)
        case "else":
            reader.fail(codes.EXPECTED, "this `else` has no `if` before it",
                        hint="an `else` comes right behind the block of an `if`")  # fmt: skip
    if reader.at_input():
        return input_(reader)
    if reader.at_declaration():
        return declare(reader)
    if start.kind == scanner.KEYWORD and at_part(reader):
        part_in_block(reader)
    if reader.at_word("prio", scanner.NUMBER, "-"):
        hint = "it stands in the action, behind its triggers, or before the block: `trigger MovedEvent prio 5 { … }`"
        reader.fail(codes.MISPLACED, "a priority cannot be written among statements", Label(start.span), hint=hint)
    if (
        start.kind == NAME
        and reader.peek(1).kind in (NAME, scanner.KEYWORD)
        and reader.peek(1).text not in ("is", "as")
    ):
        foreign(reader, start, slips.STATEMENT_WORDS)
    if any(reader.at_word(word, "(", "{") for word in ("foreach", "switch", "unless", "until", "repeat", "loop")):
        foreign(reader, start, slips.STATEMENT_WORDS)
    if reader.at_word("do", "{"):
        return do_statement(reader)
    broken_collection(reader)
    value = whole_expression(reader)
    is_value = not isinstance(value, tree.Assign | tree.Path | tree.Call) and "\n" not in value.span.text
    hint = f"to give it back, write `return {value.span.text};`" if is_value and reader.at("}") else ""
    reader.semicolon("the statement", hint)
    return tree.Evaluate(reader.since(start), value)


def do_statement(reader: Reader) -> tree.Statement:
    """`do { … } while(…);` of other languages, read whole."""
    word = reader.advance()
    title, hint = "`do` is no word of TGDL", slips.STATEMENT_WORDS["do"]
    reader.tell(codes.FOREIGN_WORD, title, Label(word.span), hint=hint)
    read = block(reader, "`do`")
    if reader.accept("while"):
        parenthesised(reader, "`while`")
        reader.accept(";")
    return read


def begins_statement(reader: Reader) -> bool:
    return reader.at("return", "if", "while", "for", "break", "continue", "winner") or reader.at_declaration()


def part_in_block(reader: Reader) -> NoReturn:
    """A part of a definition among statements: it can be read, and belongs elsewhere."""
    read = part(reader, "a block")
    misplaced(
        reader, read.span, f"{PART_NAMES[type(read)]} cannot be written among statements", "outside of this block"
    )
    reader.has_error = True
    raise Unreadable


# type NAME [ "=" init ] ";"
def declare(reader: Reader) -> tree.Declare:
    start = reader.peek()
    read = declaration_head(reader)
    made = f"a new object is made with `{read[0].span.text} {read[1].text} = new {read[0].span.text}();`"
    reader.semicolon("the declaration", made if reader.at("(") else "")
    return tree.Declare(reader.since(start), *read)


def declaration_head(reader: Reader) -> tuple[tree.TypeName, tree.Ident, tree.Init | None]:
    type_ = type_name(reader)
    name = new_name(reader, "the type")
    try:
        return type_, name, whole_init(reader) if reader.accept("=") else None
    except Unreadable:
        reader.lost.add(name.text)
        raise


# "if" "(" expr ")" body [ "else" body ]
def if_statement(reader: Reader) -> tree.If:
    start = reader.peek()
    branches: list[tree.Branch] = []
    otherwise: tree.Block | None = None
    while True:
        first = reader.advance()
        condition = parenthesised(reader, "`if`")
        then = branch_body(reader, "`if(…)`")
        branches.append(tree.Branch(reader.since(first), condition, then))
        if reader.at_word("elif", "(") or reader.at_word("elseif", "(") or reader.at_word("elsif", "("):
            foreign(reader, reader.peek(), slips.STATEMENT_WORDS)
        if not reader.accept("else"):
            break
        if not reader.at("if"):
            otherwise = branch_body(reader, "`else`")
            break
    return tree.If(reader.since(start), tuple(branches), otherwise)


# "(" expr ")"
def parenthesised(reader: Reader, after: str) -> tree.Expr:
    """The condition of an `if` or `while`; where it cannot be read, the body is still."""
    opened = reader.peek()
    try:
        hint = "a condition stands in parentheses"
        rest = reader.line_text()
        if reader.at("{"):
            hint = f"write the condition: {after.removesuffix('`')}(n > 0)`; an `else` has none"
        elif " {" in rest and not reader.at("("):
            hint += f": {after.removesuffix('`')}({rest.partition(' {')[0]})`"
        reader.expect("(", code=codes.EXPECTED, after=after, hint=hint)
        value = whole_expression(reader)
        if reader.at("="):
            reader.fail(codes.EXPECTED, "expected a condition", hint="equal is written `==`")
        reader.expect(")", code=codes.EXPECTED, opened=opened)
    except Unreadable:
        if not reader.skip_to_body():
            raise
        return tree.Broken(opened.span)
    return value


# "for" "(" [ type NAME "=" init | expr ] ";" [expr] ";" [expr] ")" body
def for_statement(reader: Reader) -> tree.For:
    start = reader.advance()
    opened = reader.peek()
    first: tree.Declare | tree.Evaluate | None = None
    condition: tree.Expr | None = None
    step: tree.Expr | None = None
    hint = "the three parts of a `for` have `;` between them: `for(number i = 0; i < n; i += 1) { … }`"
    try:
        reader.expect("(", code=codes.EXPECTED, after="`for`", hint=hint)
        begin = reader.peek()
        after = reader.after_type()
        if after and reader.peek(after).kind == NAME and reader.peek(after + 1).text in ("in", "of", ":"):
            through = "go through a list by its indexes: `for(number i = 0; i < xs.length; i += 1) { … xs[i] … }`"
            title = f"`{reader.peek(after + 1).text}` is no word of a `for` in TGDL"
            reader.fail(codes.FOREIGN_WORD, title, Label(reader.peek(after + 1).span), hint=through)
        if reader.at_declaration():
            head = declaration_head(reader)
            first = tree.Declare(reader.since(begin), *head)
        elif not reader.at(";"):
            value = whole_expression(reader)
            first = tree.Evaluate(value.span, value)
        reader.expect(";", code=codes.EXPECTED, hint=hint)
        condition = None if reader.at(";") else whole_expression(reader)
        reader.expect(";", code=codes.EXPECTED, hint=hint)
        step = None if reader.at(")") else whole_expression(reader)
        reader.expect(")", code=codes.EXPECTED, opened=opened)
    except Unreadable:
        lose_header(reader, start)
        if not reader.skip_to_body():
            raise
        condition = tree.Broken(opened.span)
    repeated = branch_body(reader, "`for(…)`")
    return tree.For(reader.since(start), first, condition, step, repeated)


def lose_header(reader: Reader, start: Token) -> None:
    """The variable of a loop whose header cannot be read may be anything."""
    for ahead in range(HEADER_REACH):
        if reader.peek(ahead).text in ("{", "}"):
            break
        if reader.peek(ahead).kind == NAME:
            reader.lost.add(reader.peek(ahead).text)
    reader.lose_since(start)


# Expressions


def whole_expression(reader: Reader) -> tree.Expr:
    """An expression of which no part lies too deep for those who walk over the tree by recursion."""
    expr = expression(reader)
    return tree.Broken(expr.span) if reader.is_too_deep(expr, tree.children, codes.TOO_DEEP) else expr


def whole_init(reader: Reader) -> tree.Init:
    value = init(reader)
    return tree.Broken(value.span) if reader.is_too_deep(value, tree.children, codes.TOO_DEEP) else value


# init = expr | "{" [ init { "," init } ] "}"
def init(reader: Reader) -> tree.Init:
    if not reader.at("{"):
        return expression(reader)
    opened = reader.peek()
    items = braces(reader)
    return tree.Braces(reader.since(opened), items)


# "{" [ init { "," init } ] "}"
def braces(reader: Reader) -> tuple[tree.Init, ...]:
    opened = reader.advance()
    items: list[tree.Init] = []
    with reader.nested(codes.TOO_DEEP):
        while not reader.at("}"):
            items.append(init(reader))
            if reader.at(":"):
                hint = f"a table is written `{{ {{{items[-1].span.text}, {reader.peek(1).span.text}}}, … }}`"
                reader.fail(codes.EXPECTED, "a key and its value stand in braces of their own", hint=hint)
            if not reader.accept(","):
                break
    reader.expect("}", code=codes.EXPECTED, opened=opened)
    return tuple(items)


# expr = lor [ ( "=" | "+=" | "-=" | "*=" | "/=" | "%=" ) init ]
def expression(reader: Reader) -> tree.Expr:
    with reader.nested(codes.TOO_DEEP):
        start = reader.peek()
        value = infix(reader)
        if not reader.at(*ASSIGNMENTS):
            return value
        operator = cast("tree.AssignOperator", reader.advance().text)
        given = init(reader)
        return tree.Assign(reader.since(start), value, operator, given)


@dataclass(slots=True)
class Run:
    """Operators of one strength that are being read, or a `!`, which has no `first`."""

    strength: int
    start: Token
    first: tree.Expr | None = None
    links: list[tuple[Token, tree.Operator, tree.Expr]] = field(default_factory=list)
    operator: tuple[Token, tree.Operator] | None = None

    def close(self, value: tree.Expr) -> tree.Expr:
        """The tree of the run, whose last operand this is."""
        span = self.start.span.to(value.span)
        if self.first is None or self.operator is None:
            return tree.Not(span, value)
        links = [*self.links, (*self.operator, value)]
        return tree.Chain(span, self.first, tuple(tree.Link(token.span, sign, each) for token, sign, each in links))


# lor … power: operators by their STRENGTH
def infix(reader: Reader) -> tree.Expr:
    runs: list[Run] = []
    while True:
        while reader.at("!") or at_operator_word(reader, "not"):
            runs.append(Run(NOT_STRENGTH, reader.advance()))
        begin = reader.peek()
        value = unary(reader)
        while reader.at("is", "as") and reader.peek().kind == scanner.KEYWORD:
            while runs and runs[-1].strength > TYPE_STRENGTH:
                begin, value = runs[-1].start, runs.pop().close(value)
            value = typing(reader, begin, value)
        sign = operator_sign(reader)
        if sign is None and reader.at(BROKEN) and reader.peek(1).text in (")", ";", ","):
            # `i++`: the operator has been reported, and with it what it does.
            return tree.Broken(begin.span.to(reader.advance().span))
        if sign is None:
            break
        strength = STRENGTH[sign]
        while runs and runs[-1].strength > strength:
            begin, value = runs[-1].start, runs.pop().close(value)
        token = reader.advance()
        operator = cast("tree.Operator", sign)
        if runs and runs[-1].strength == strength:
            run = runs[-1]
            assert run.operator is not None
            run.links.append((*run.operator, value))
            run.operator = (token, operator)
        else:
            runs.append(Run(strength, begin, value, operator=(token, operator)))
    while runs:
        value = runs.pop().close(value)
    return value


# { "is" TYPE | "as" TYPE }
def typing(reader: Reader, begin: Token, value: tree.Expr) -> tree.Expr:
    links: list[tree.TypeLink] = []
    while reader.at("is", "as"):
        word = reader.advance()
        if word.text == "is" and reader.at_word("not", NAME, scanner.KEYWORD):
            subject, other = value.span.text, reader.peek(1)
            meant = f"!({subject} is {other.text})" if other.text[:1].isupper() else f"{subject} != {other.text}"
            reader.fail(codes.FOREIGN_WORD, "`is not` is no operator of TGDL", hint=f"write `{meant}`")
        if reader.at("null"):
            reader.fail(codes.EXPECTED, f"expected a type after `{word.text}`", hint="write `x == null`")
        links.append(tree.TypeLink(word.span, "is" if word.text == "is" else "as", type_name(reader)))
    return tree.Typing(reader.since(begin), value, tuple(links))


def operator_sign(reader: Reader) -> str | None:
    """The operator that follows; also one that is written as a word elsewhere, which is reported."""
    token = reader.peek()
    if token.kind == scanner.SIGN:
        return token.text if token.text in STRENGTH else None
    if token.kind == NAME and token.text == "instanceof":
        subject = reader.previous.text if reader.previous.kind == NAME else "x"
        hint = f"write `{subject} is {reader.peek(1).text}`"
        reader.fail(codes.FOREIGN_WORD, "`instanceof` is no operator of TGDL", Label(token.span), hint=hint)
    if token.kind == scanner.KEYWORD and token.text == "player" and reader.previous.text in ("next", "current"):
        meant = "player.active() + 1" if reader.previous.text == "next" else "player.active()"
        title = f"`{reader.previous.text} player` is no value"
        reader.fail(codes.FOREIGN_WORD, title, Label(reader.previous.span), hint=f"write `{meant}`")
    if token.kind == NAME and token.text == "in" and reader.peek(1).kind in (NAME, scanner.KEYWORD):
        hint = "whether a List holds something is `xs.contains(v)`"
        reader.fail(codes.FOREIGN_WORD, "`in` is no operator of TGDL", Label(token.span), hint=hint)
    if token.text != "not" and token.text in slips.OPERATOR_WORDS and at_operator_word(reader, token.text):
        return slips.OPERATOR_WORDS[token.text][1]
    return None


def at_operator_word(reader: Reader, word: str) -> bool:
    """Whether `and` or its like stands here as an operator; then it is reported."""
    token = reader.peek()
    if token.kind != NAME or token.text != word:
        return False
    following = reader.peek(1)
    is_operand = following.kind in (NAME, scanner.NUMBER, scanner.STRING) or following.text in (
        "this",
        "null",
        "true",
        "false",
        "(",
        "!",
    )
    if not is_operand:
        is_operand = following.text in ("player", "turn", "event", "new", "-") and following.kind != scanner.STRING
    if not is_operand:
        return False
    code = codes.OLDER_DIALECT if word in slips.OLDER_OPERATORS else codes.FOREIGN_WORD
    kind = "an operator of an older TGDL" if word in slips.OLDER_OPERATORS else "no operator of TGDL"
    hint, sign = slips.OPERATOR_WORDS[word]
    # `not x` is `!x`, without the blank.
    place = token.span.source.span(token.span.start, reader.peek(1).span.start) if sign == "!" else token.span
    line = place.rewritten(sign) if word not in _IN_OTHER_WORDS else ""
    reader.tell(code, f"`{word}` is {kind}", Label(token.span), hint=f"write `{line}`" if line else hint)
    return True


# unary = "-" unary | postfix
def unary(reader: Reader) -> tree.Expr:
    signs: list[Token] = []
    while reader.at("-"):
        signs.append(reader.advance())
    if reader.at("+") and reader.previous.text == "=":
        reader.fail(codes.EXPECTED, "expected a value", hint="to add to something, write `n += 1`")
    if reader.at("+") and reader.peek(1).kind == scanner.NUMBER:
        reader.fail(codes.EXPECTED, "expected a value", hint="a number has no `+` before it")
    if signs and reader.at("!"):
        value: tree.Expr = infix_operand(reader)
    else:
        value = postfix(reader)
    for sign in reversed(signs):
        value = tree.Minus(sign.span.to(value.span), value)
    return value


def infix_operand(reader: Reader) -> tree.Expr:
    start = reader.advance()
    with reader.nested(codes.TOO_DEEP):
        value = unary(reader)
    return tree.Not(start.span.to(value.span), value)


# postfix = primary { "." NAME [ "(" args ")" ] | "[" expr "]" }
def postfix(reader: Reader) -> tree.Expr:
    start = reader.peek()
    subject = primary(reader)
    steps: list[tree.Step] = []
    while True:
        token = reader.peek()
        if reader.accept("."):
            name = any_word(reader)
            if reader.at("("):
                given = arguments(reader)
                steps.append(tree.MethodCall(reader.since(token), name, given))
            else:
                steps.append(tree.Member(reader.since(token), name))
        elif reader.at("["):
            opened = reader.advance()
            if reader.at("]"):
                reader.fail(codes.EXPECTED, "expected an index", hint="an element is `xs[0]`, a list type `List<Card>`")
            index = expression(reader)
            if reader.at(","):
                reader.fail(codes.EXPECTED, "an index is one value", hint="a tile is `group[x][y]`")
            reader.expect("]", code=codes.EXPECTED, opened=opened)
            steps.append(tree.Element(reader.since(token), index))
        else:
            break
    return tree.Path(reader.since(start), subject, tuple(steps)) if steps else subject


# primary = literal | "null" | "this" | "base" "." NAME "(" args ")" | new | NAME [ "(" args ")" ] | "(" expr ")"
def primary(reader: Reader) -> tree.Expr:
    token = reader.peek()
    match token.kind:
        case kind if kind == scanner.NUMBER:
            return number(reader.advance())
        case kind if kind == scanner.STRING:
            return text(reader, reader.advance())
        case kind if kind == BROKEN:
            reader.advance()
            return tree.Broken(token.span)
        case kind if kind == NAME:
            return named(reader)
    match token.text:
        case "null":
            return tree.Null(reader.advance().span)
        case "true" | "false":
            return tree.Truth(reader.advance().span, token.text == "true")
        case "this":
            return tree.This(reader.advance().span)
        case "player" | "turn" | "event":
            return tree.Name(reader.advance().span, token.text)
        case "new":
            return new(reader)
        case "(":
            reader.advance()
            value = expression(reader)
            reader.expect(")", code=codes.EXPECTED, opened=token)
            if isinstance(value, tree.Name) and value.name[:1].isupper() and reader.peek().kind == NAME:
                hint = f"write `({reader.peek().text} as {value.name})`"
                title = "a conversion is written with `as`"
                reader.fail(codes.FOREIGN_WORD, title, Label(token.span.to(reader.previous.span)), hint=hint)
            return value
        case "[":
            reader.fail(codes.EXPECTED, "expected a value", Label(token.span, "here is `[`"),
                        hint=in_braces(reader))  # fmt: skip
        case "{":
            reader.fail(codes.EXPECTED, "expected a value", Label(token.span, "here is `{`"),
                        hint="a list in braces stands alone behind `=`, `return`, `,` or as an argument")  # fmt: skip
    if token.kind == scanner.KEYWORD:
        if reader.previous.kind == scanner.SIGN and not reader.same_line():
            half_line(reader, reader.previous)
        reader.fail(
            codes.RESERVED_WORD,
            f"`{token.text}` is a word of TGDL and no value",
            Label(token.span),
            hint="was a name meant? Then it needs another one",
        )
    return no_value(reader)


def half_line(reader: Reader, last: Token) -> NoReturn:
    """A line that ends in the middle of a statement, while the next one begins a statement of its own."""
    if last.text in ("(", "["):
        closing = ")" if last.text == "(" else "]"
        title = f"this `{last.text}` is not closed, and the line ends"
        reader.fail(codes.EXPECTED, title, Label(last.span), hint=f"write the rest of the line, with `{closing};` last")
    place = last.span.source.span(last.span.end, last.span.end)
    title, hint = f"expected a value after `{last.text}`", f"`{last.text}` needs a value behind it"
    reader.fail(codes.EXPECTED, title, Label(place, "the line ends here"), hint=hint)


def no_value(reader: Reader) -> NoReturn:
    """Says what is wrong where a value should be."""
    token, before = reader.peek(), reader.previous
    hint = "write a value here: a number, a text, a name, a call"
    if before.kind == scanner.SIGN and before.text in (*STRENGTH, *ASSIGNMENTS):
        hint = f"`{before.text}` needs a value behind it"
    if token.kind == scanner.SIGN and token.text in STRENGTH and token.text not in ("-", "<"):
        hint = f"`{token.text}` needs a value before it"
    reader.fail(codes.EXPECTED, "expected a value", Label(token.span, f"here is {found(token)}"), hint=hint)


def in_braces(reader: Reader) -> str:
    """How `[ 1, 2 ]` and `[ "a": 1 ]` are written."""
    if reader.peek(2).text == ":":
        return f"a table is written `{{ {{{reader.peek(1).text}, {reader.peek(3).text}}}, … }}`"
    return "the elements of a list stand in braces: `{ 1, 2 }`"


# "base" "." NAME "(" args ")" | NAME [ "(" args ")" ]
def named(reader: Reader) -> tree.Expr:
    token = reader.advance()
    if token.text == "base" and reader.at(".") and reader.peek(2).text == "(":
        reader.advance()
        name = any_word(reader)
        given = arguments(reader)
        return tree.BaseCall(reader.since(token), name, given)
    if reader.at("("):
        given = arguments(reader)
        if not given and reader.at("{") and reader.at_word(reader.peek(1).text, "=", ahead=1):
            hint = f"a new object is `new {token.text}() {{ … }}`"
            reader.tell(codes.EXPECTED, "`new` is missing", Label(token.span), hint=hint)
            fields = field_values(reader)
            return tree.New(reader.since(token), tree.TypeName(token.span, token.text), fields, ())
        return tree.Call(reader.since(token), name_of(token), given)
    return tree.Name(token.span, token.text)


# "(" args ")"     args = [ [ NAME ":" ] init { "," [ NAME ":" ] init } ]
def arguments(reader: Reader) -> tuple[tree.Argument, ...]:
    opened = reader.advance()
    given: list[tree.Argument] = []
    with reader.nested(codes.TOO_DEEP):
        while not reader.at(")"):
            given.append(argument(reader))
            if not reader.accept(","):
                break
            if reader.at(")"):
                place = Label(reader.previous.span)
                reader.fail(codes.EXPECTED, "an argument is missing after this `,`", place, hint="leave it out")
    is_next = bool(given) and given[0].span.line > opened.span.line
    if is_next and reader.at(";") and margin(given[0].span) <= margin(opened.span):
        half_line(reader, opened)
    reader.expect(")", code=codes.EXPECTED, opened=opened)
    return tuple(given)


def argument(reader: Reader) -> tree.Argument:
    start = reader.peek()
    name: tree.Ident | None = None
    if start.kind in (NAME, scanner.KEYWORD) and reader.peek(1).text == ":":
        name = name_of(reader.advance())
        reader.advance()
    value = init(reader)
    if name is None and start.kind == NAME and isinstance(value, tree.Assign) and isinstance(value.target, tree.Name):
        hint = f"write `{value.target.name}: …`"
        reader.tell(codes.EXPECTED, "the name of an argument ends with `:`", Label(value.span), hint=hint)
        name, value = tree.Ident(value.target.span, value.target.name), value.value
    return tree.Argument(reader.since(start), name, value)


# "new" type "(" ")" [ "{" NAME "=" init { ("," | ";") NAME "=" init } "}" ]
def new(reader: Reader) -> tree.New:
    start = reader.advance()
    type_ = type_name(reader)
    hint = f"write `new {type_.span.text}()`"
    if reader.at("{"):
        reader.tell(codes.EXPECTED, "expected `(` after the type", Label(reader.peek().span, "here is `{`"), hint=hint)
    else:
        opened = reader.expect("(", code=codes.EXPECTED, after="the type", hint=hint)
        if not reader.at(")"):
            hint = f"values are given in braces: `new {type_.span.text}() {{ name = value }}`"
            reader.fail(codes.EXPECTED, "`new` has nothing in its parentheses", hint=hint)
        reader.expect(")", code=codes.EXPECTED, opened=opened)
    if not reader.at("{"):
        return tree.New(reader.since(start), type_, (), ())
    if type_.of is not None:
        items = braces(reader)
        return tree.New(reader.since(start), type_, (), items)
    fields = field_values(reader)
    return tree.New(reader.since(start), type_, fields, ())


# "{" NAME "=" init { ("," | ";") NAME "=" init } "}"
def field_values(reader: Reader) -> tuple[tree.FieldValue, ...]:
    opened = reader.advance()
    fields: list[tree.FieldValue] = []
    has_colon = False  # which is told once
    with reader.nested(codes.TOO_DEEP):
        while not reader.at("}"):
            first = reader.peek()
            name = name_of(reader.expect(NAME, scanner.KEYWORD, code=codes.EXPECTED, what="an attribute",
                                         hint="values are given by name: `{ rank = 3, suit = 1 }`"))  # fmt: skip
            if reader.at(":"):
                if not has_colon:
                    line = reader.peek().span.rewritten(" =")
                    if not line or ": " in line:  # more than this one is wrong in the line
                        line = f"{name.text} = …"
                    reader.report(codes.EXPECTED, "expected `=` after the attribute", hint=f"write `{line}`")
                has_colon = True
                reader.advance()
            else:
                reader.expect("=", code=codes.EXPECTED, after="the attribute", hint=f"write `{name.text} = …`")
            value = init(reader)
            fields.append(tree.FieldValue(reader.since(first), name, value))
            if reader.at_word(reader.peek().text, "="):
                reader.tell(codes.EXPECTED, "expected `,` after the value", Label(reader.gap()), hint="put a `,` here")
            elif not reader.accept(",", ";"):
                break
    reader.expect("}", code=codes.EXPECTED, opened=opened)
    return tuple(fields)
