"""BoGL tried out expression by expression: see `parlour.languages.session`.

Definitions may be typed as well. They join the program as if they stood at its end, and one of a name that is defined
already takes the place of the earlier one, wherever that came from; if the whole then has errors, nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from parlour.dataclass import dataclass
from parlour.game.position import Position
from parlour.game.scene import Board, Piece, Scene
from parlour.languages.bogl import codes
from parlour.languages.bogl.check import builtins
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.checker import check_expression, check_program
from parlour.languages.bogl.check.types import BOARD, show, show_all
from parlour.languages.bogl.check.world import BOARD_KEY, PREDEFINED
from parlour.languages.bogl.frontend import rules_of
from parlour.languages.bogl.syntax import tree
from parlour.languages.bogl.syntax.parser import parse_definitions, parse_expression, parse_prelude, parse_program
from parlour.languages.bogl.syntax.reader import Reader
from parlour.languages.bogl.syntax.scanner import CAPITAL, KEYWORD, KEYWORDS, OPERATORS, scan
from parlour.languages.bogl.table.shown import Rows
from parlour.languages.frontend import Rules
from parlour.languages.options import Options
from parlour.languages.session import TYPED, Defined
from parlour.syntax.diagnostic import Diagnostic, Diagnostics
from parlour.syntax.source import Source
from parlour.syntax.token import END, NAME, Token

_EMPTY = Source("<empty game>", "game Empty")

# After these words something has to follow, and what opens a construct is closed by what.
_WANT_MORE = frozenset({"let", "in", "if", "then", "else", "while", "do", "of", "type", "Array"})
_CLOSED_BY = {")": "(", "}": "{", "in": "let", "else": "if", "do": "while"}


def open_session(source: Source | None, preludes: Sequence[Source]) -> BoglSession:
    """A session with this program (None: an empty game). Raises `Diagnostics` if it has errors."""
    found: list[Diagnostic] = []
    trees: list[tree.Program] = []
    for prelude in preludes:
        parsed, problems = parse_prelude(prelude)
        trees.append(parsed)
        found.extend(problems)
    source = source or _EMPTY
    program, problems = parse_program(source)
    parts = _Parts(source, program, tuple(trees))
    return BoglSession(parts, *_checked(parts, [*found, *problems]))


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a session consists of: the program's text, and its tree with all typed definitions in it."""

    source: Source
    program: tree.Program
    preludes: tuple[tree.Program, ...]

    def with_definitions(self, added: tree.Program) -> _Parts:
        """The same with further definitions in place of earlier ones of the same names."""
        replaced = {_key(definition) for definition in added.definitions}
        program = _without(self.program, replaced)
        program = replace(program, definitions=(*program.definitions, *added.definitions))
        return replace(self, program=program, preludes=tuple(_without(item, replaced) for item in self.preludes))


def _checked(parts: _Parts, found: list[Diagnostic]) -> tuple[typed.Checked, tuple[Diagnostic, ...]]:
    """The checked program and its warnings; `found` is what was wrong in reading it."""
    checked, problems = check_program(parts.program, parts.preludes)
    everything = [*found, *problems]
    if checked is None or any(item.is_error for item in everything):
        raise Diagnostics(everything)
    return checked, tuple(everything)


class BoglSession:
    """Fulfils `parlour.languages.session.Session`."""

    def __init__(self, parts: _Parts, checked: typed.Checked, warnings: tuple[Diagnostic, ...]) -> None:
        self.warnings = warnings
        self._parts = parts
        self._checked = checked

    def evaluate(self, text: str) -> Rules | Defined:
        source = Source(TYPED, text)
        problems: list[Diagnostic] = []
        reader = _reader(source, problems)
        if reader.at(END):
            if problems:
                raise Diagnostics(problems)
            return Defined(())
        if reader.at_definition():
            return self._define(source)
        expr, warnings = self._expression(source)
        rules = rules_of(self._checked, expr, Options({"expression": text}), warnings)
        return replace(rules, sources=(source,))

    def type_of(self, text: str) -> str:
        source = Source(TYPED, text)
        reader = _reader(source, [])
        if reader.at(NAME) and reader.peek(1).kind == END:
            function = self._function_type(reader.peek().text)
            if function:
                return function
        return show(self._expression(source)[0].type)

    def names(self) -> dict[str, str]:
        types: dict[str, str] = {}
        for definition in self._checked.definitions:
            match definition:
                case typed.FunctionDefinition(name=name):
                    types[name] = self._function_type(name)
                case typed.ValueDefinition(name=name, type=kind):
                    types[name] = show_all((kind,))
                case typed.BoardDefinition(name=name):
                    types[name] = show_all((BOARD,))
        return types

    def complete(self, prefix: str) -> tuple[str, ...]:
        world = self._checked.world
        own = [*self._checked.defined, *world.known_symbols(), *world.types]
        words = {*own, *builtins.NAMES, *KEYWORDS, *PREDEFINED, *([BOARD_KEY] if world.has_board else [])}
        return tuple(sorted(word for word in words if word.startswith(prefix)))

    def is_unfinished(self, text: str) -> bool:
        source = Source(TYPED, text)
        problems: list[Diagnostic] = []
        tokens = scan(source, problems.append).tokens
        if problems:  # nothing that follows would mend them, but the end of a comment
            is_open = any(item.code == codes.COMMENT_NOT_CLOSED for item in problems)
            return is_open and text.count("{-") > text.count("-}")
        if len(tokens) == 1:
            return False
        return _wants_more(tokens[-2]) or _is_open(tokens) or _awaits_equation(source)

    def scene_of(self, position: Position, scene: Scene) -> Scene:
        """The board of the scene, and before it all other boards that BoGL's own tool would show at a prompt."""
        boards = position.asking()["boards"]
        if not scene.boards or not position.questions or not isinstance(boards, list):
            return scene
        board = scene.boards[0]
        players = [seat.name for seat in position.seats]
        own = tuple(None if piece is None else piece.text for piece in board.cells)
        others: list[Board] = []
        for rows in boards:
            cells = _pieces(rows, players)
            if tuple(None if piece is None else piece.text for piece in cells) != own:
                others.append(replace(board, id=f"board {len(others) + 2}", cells=cells, marks=frozenset()))
        return Scene((*others, *scene.items))

    def _define(self, source: Source) -> Defined:
        added, problems = parse_definitions(source)
        if any(item.is_error for item in problems):
            raise Diagnostics(problems)
        parts = self._parts.with_definitions(added)
        self._checked, found = _checked(parts, problems)
        self._parts = parts
        warnings = tuple(item for item in found if item.span.source is source)
        return Defined(tuple(dict.fromkeys(_shown_name(item) for item in added.definitions)), warnings)

    def _expression(self, source: Source) -> tuple[typed.Expr, tuple[Diagnostic, ...]]:
        """The checked expression, and what is worth a warning in it."""
        expr, problems = parse_expression(source)
        if any(item.is_error for item in problems):
            raise Diagnostics(problems)
        entry, further = check_expression(self._checked, expr)
        problems += further
        if entry is None or any(item.is_error for item in problems):
            raise Diagnostics(problems)
        return entry, tuple(problems)

    def _function_type(self, name: str) -> str:
        """`(Int, Int) -> Bool`, all forms of a built-in function; nothing if it is no function."""
        known = self._checked.defined.get(name)
        if known is not None:
            if known.kind != "function" or known.parameters is None or known.type is None:
                return ""
            return f"{show_all(known.parameters)} -> {show_all((known.type,))}"
        forms = builtins.forms_of(name, self._checked.board.content)
        return "\n".join(f"{show_all(form.parameters)} -> {show_all((form.result,))}" for form in forms)


# ---- definitions


def _key(definition: tree.Definition) -> str:
    """What a definition defines; types and values have different first letters, the board the name of its kind."""
    return BOARD_KEY if isinstance(definition, tree.BoardType) else definition.name.text


def _shown_name(definition: tree.Definition) -> str:
    return "Board" if isinstance(definition, tree.BoardType) else definition.name.text


def _without(program: tree.Program, names: Iterable[str]) -> tree.Program:
    kept = tuple(definition for definition in program.definitions if _key(definition) not in names)
    return program if len(kept) == len(program.definitions) else replace(program, definitions=kept)


# ---- whether a text goes on


def _reader(source: Source, problems: list[Diagnostic]) -> Reader:
    """A look at a text before it is read in earnest, by whoever then says what is wrong with it."""
    return Reader(scan(source, problems.append), problems.append)


def _wants_more(last: Token) -> bool:
    return last.text in OPERATORS or last.text == "," or (last.kind == KEYWORD and last.text in _WANT_MORE)


def _is_open(tokens: Sequence[Token]) -> bool:
    """Whether a bracket, a `let`, `if` or `while` still waits for its other half."""
    waiting: list[str] = []
    for token in tokens:
        word = token.text
        if token.kind in (NAME, CAPITAL):
            continue
        if word in _CLOSED_BY.values():
            waiting.append(word)
        elif word in _CLOSED_BY:
            # What was opened inside and never closed is a mistake that more lines would not mend.
            while waiting and waiting[-1] != _CLOSED_BY[word]:
                waiting.pop()
            if not waiting:
                return False
            waiting.pop()
    return bool(waiting)


def _awaits_equation(source: Source) -> bool:
    """Whether the text ends with a signature whose equation has not come yet."""
    if not _reader(source, []).at_definition():
        return False
    program, problems = parse_definitions(source)
    last = program.definitions[-1] if program.definitions else None
    is_signature = isinstance(last, tree.ValueDefinition) and last.equation is None
    return is_signature and all(item.code == codes.NO_EQUATION for item in problems)


# ---- boards


def _pieces(rows: Rows, players: Sequence[str]) -> tuple[Piece | None, ...]:
    return tuple(_piece(text, players) for row in rows for text in row)


def _piece(text: str, players: Sequence[str]) -> Piece | None:
    if text == "Empty":
        return None
    return Piece(text, players.index(text) if text in players else None)
