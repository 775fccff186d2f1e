"""Which `read` asks for a coordinate of which board: a `stoi(read(1))` that ends up between the brackets of a `>>`.

Values are followed through variables, formals and `stoi`, through functions that only say which number a letter stands
for, and through adding or taking away a number or a multiple of ON_MOVE (a data-flow analysis that ignores the order of
statements, up to a fixpoint). `8 - stoi(read(1))` counts backwards. Where all of what a question feeds is one
coordinate of one group of boards, pointing at a cell can answer it, and the board's edges say what is typed.
"""

from __future__ import annotations

from collections import defaultdict

from parlour.dataclass import dataclass
from parlour.languages.senet.check import meaning
from parlour.languages.senet.check.meaning import HEX, LINE, LOOP, ON_MOVE, RECT, Checked, Group
from parlour.languages.senet.check.types import GroupOf
from parlour.languages.senet.check.values import single_list
from parlour.languages.senet.syntax import tree

_WORDS = {RECT: ("column", "row"), LINE: ("cell",), LOOP: ("cell",), HEX: ("column", "row")}


# The digits as `stoi` reads them.
DIGITS = tuple((str(digit), digit) for digit in range(10))


@dataclass(frozen=True, slots=True)
class Shift:
    """What becomes of the number of a character (`letters`): it is counted forwards, or backwards where `sign` is -1,
    from so much, and so much for each step of ON_MOVE."""

    by: int = 0
    per_player: int = 0
    sign: int = 1
    letters: tuple[tuple[str, int], ...] = DIGITS

    @property
    def is_plain(self) -> bool:
        """Nothing was added yet."""
        return self.by == 0 and self.per_player == 0 and self.sign == 1


# A read, and what was added to its number on the way.
Source = tuple[int, Shift]


@dataclass(frozen=True, slots=True)
class Axis:
    """A coordinate: the group of boards, which of its coordinates, and what is added to the number that is typed."""

    group: str
    geometry: str
    number: int
    shift: Shift

    @property
    def word(self) -> str:
        """What people call it; nothing if everybody counts from another cell, for then it is not what they type."""
        return "" if self.shift.per_player else _WORDS[self.geometry][self.number]

    def coordinate(self, typed: str, on_move: int) -> int | None:
        """What a character means; None if it is none of those that mean something."""
        number = dict(self.shift.letters).get(typed)
        if number is None:
            return None
        return self.shift.sign * number + self.shift.by + self.shift.per_player * on_move

    def characters(self, low: int, high: int) -> list[str]:
        """What is typed for the coordinates between two of them, both included, in their order; of some there may be
        nothing. Not for an axis on which everybody counts from another cell."""
        found = {self.coordinate(letter, 0): letter for letter, _ in self.shift.letters}
        return [found.get(place, "") for place in range(low, high + 1)]

    @property
    def prompt(self) -> str:
        """The core function that gives `word`; by its name the table knows the axis again."""
        shift = self.shift
        letters = "" if shift.letters == DIGITS else " by " + "".join(f"{letter}{n}" for letter, n in shift.letters)
        backwards = " backwards" if shift.sign < 0 else ""
        return f"axis {self.number} {shift.by:+} {shift.per_player:+}{backwards}{letters} of {self.group}"


class Coordinates:
    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.sources: defaultdict[int, set[Source]] = defaultdict(set)
        self.found: defaultdict[int, set[Axis]] = defaultdict(set)
        # The reads themselves: those whose digits are looked at.
        self.reads: dict[int, tree.Call] = {}
        self.letters: dict[int, tuple[tuple[str, int], ...]] = {}
        while self._follow():
            pass
        for expr in checked.expressions:
            self._use(expr)

    def axis(self, read: tree.Call) -> Axis | None:
        """The one coordinate that this question is about."""
        found = self.found.get(id(read), set())
        return next(iter(found)) if len(found) == 1 else None

    @property
    def axes(self) -> dict[str, Axis]:
        """All that some question is about, by prompt."""
        return {axis.prompt: axis for found in self.found.values() if len(found) == 1 for axis in found}

    # --------------------------------------------------------------------------------------------------- following

    def _follow(self) -> bool:
        before = sum(map(len, self.sources.values()))
        for block in self.checked.blocks:
            for statement in tree.all_statements(block):
                if isinstance(statement, tree.Declaration) and statement.value is not None:
                    local = self.checked.locals.get(id(statement))
                    if local is not None:
                        self.sources[id(local)] |= self._of(statement.value)
                for expr in tree.expressions(statement):
                    for part in tree.parts(expr):
                        self._pass(part)
        return sum(map(len, self.sources.values())) != before

    def _pass(self, expr: tree.Expr) -> None:
        if isinstance(expr, tree.Assign):
            for target in expr.targets:
                meant = self.checked.meaning(target)
                if isinstance(meant, meaning.LocalName):
                    self.sources[id(meant.local)] |= self._of(expr.value)
        match self.checked.meaning(expr):
            case meaning.FunctionCall(function) | meaning.MethodCall(method=function) if isinstance(expr, tree.Call):
                for formal, argument in zip(function.formals, expr.arguments, strict=True):
                    self.sources[id(formal)] |= self._of(argument)

    def _of(self, expr: tree.Expr) -> set[Source]:
        """The questions whose answer this is. A sum that was made twice is not followed a third time."""
        match expr:
            case tree.Variable():
                meant = self.checked.meaning(expr)
                return self.sources[id(meant.local)] if isinstance(meant, meaning.LocalName) else set()
            case tree.Chain(_, first, links) if all(link.operator in ("+", "-") for link in links):
                terms = [first, *(link.operand for link in links)]
                return self._sum(terms, [1, *(1 if link.operator == "+" else -1 for link in links)])
            case tree.Call():
                meant = self.checked.meaning(expr)
                if meant == meaning.BuiltinCall("stoi"):
                    return self._of(expr.arguments[0])
                if meant == meaning.BuiltinCall("read"):
                    self.reads[id(expr)] = expr
                    return {(id(expr), Shift())}
                if isinstance(meant, meaning.FunctionCall) and len(expr.arguments) == 1:
                    letters = self._letters(meant.function)
                    passed = self._of(expr.arguments[0]) if letters else set()
                    return {(read, Shift(letters=letters)) for read, shift in passed if shift == Shift()}
        return set()

    def _sum(self, terms: list[tree.Expr], signs: list[int]) -> set[Source]:
        """One term is an answer, all others are known."""
        answered = [number for number, term in enumerate(terms) if self._of(term)]
        if len(answered) != 1:
            return set()
        [place] = answered
        shifts = [self._known(term) for number, term in enumerate(terms) if number != place]
        others = [sign for number, sign in enumerate(signs) if number != place]
        by, per_player = 0, 0
        for shift, sign in zip(shifts, others, strict=True):
            if shift is None:
                return set()
            by, per_player = by + sign * shift.by, per_player + sign * shift.per_player
        return {
            (read, Shift(by, per_player, signs[place], shift.letters))
            for read, shift in self._of(terms[place])
            if shift.is_plain
        }

    def _letters(self, function: meaning.Function) -> tuple[tuple[str, int], ...]:
        """What each letter stands for, by a function that says nothing else: `if (c == "a") { return 0; }` and so on,
        perhaps with a last `return` for all others. Empty if it is another function."""
        if id(function) not in self.letters:
            self.letters[id(function)] = tuple(self._said_letters(function))
        return self.letters[id(function)]

    def _said_letters(self, function: meaning.Function) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        if function.node is None:
            return []
        for statement in function.node.body.statements:
            match statement:
                case tree.If(branches=branches, otherwise=otherwise):
                    for branch in branches:
                        pair = self._said_letter(function, branch)
                        if pair is None:
                            return []
                        found.append(pair)
                    if otherwise is not None and self._returned(otherwise) is None:
                        return []
                case tree.Return():
                    pass
                case _:
                    return []
        return found

    def _said_letter(self, function: meaning.Function, branch: tree.Branch) -> tuple[str, int] | None:
        number = self._returned(branch.body)
        match branch.condition:
            case tree.Chain(_, tree.Variable() as compared, (tree.Link(_, "==", tree.Text(_, letter)),)):
                meant = self.checked.meaning(compared)
                is_given = isinstance(meant, meaning.LocalName) and meant.local is function.formals[0]
                return (letter, number) if is_given and number is not None and len(letter) == 1 else None
        return None

    def _returned(self, block: tree.Block) -> int | None:
        """The number that a block does nothing but return."""
        match block.statements:
            case (tree.Return(value=tree.Number(value=number)),):
                return number
        return None

    def _known(self, expr: tree.Expr) -> Shift | None:
        """A number, ON_MOVE, or so many times ON_MOVE; None if it is something else."""
        match expr:
            case tree.Number(value=by):
                return Shift(by)
            case tree.Variable() if self.checked.meaning(expr) == meaning.BuiltinName(ON_MOVE):
                return Shift(0, 1)
            case tree.Chain(_, first, (tree.Link(operator="*", operand=second),)):
                match self._known(first), self._known(second):
                    case (Shift(by, 0), Shift(0, times)) | (Shift(0, times), Shift(by, 0)):
                        return Shift(0, by * times)
        return None

    # ------------------------------------------------------------------------------------------------------- using

    def _use(self, expr: tree.Expr) -> None:
        match expr:
            case tree.Place(_, _, board, at):
                self._coordinates(self._group(board), at)
            case tree.Take(_, receiver, giver, at) if at is not None:
                owner = self._group(giver) if giver is not None else None
                is_board = owner is not None and owner.geometry is not None
                self._coordinates(owner if is_board else self._group(receiver), at)
            case tree.Call():
                meant = self.checked.meaning(expr)
                if isinstance(meant, meaning.MethodCall) and meant.method.name == "toi" and len(expr.arguments) == 1:
                    self._coordinates(meant.group, expr.arguments[0])

    def _group(self, expr: tree.Expr) -> Group | None:
        type_ = self.checked.types.get(id(expr))
        return self.checked.groups[type_.name] if isinstance(type_, GroupOf) else None

    def _coordinates(self, group: Group | None, at: tree.Expr) -> None:
        at = single_list(self.checked.types, at)
        geometry = None if group is None else group.geometry
        if group is None or geometry is None or not isinstance(at, tree.ListLiteral):
            return
        if len(at.items) != len(_WORDS[geometry]):
            return
        for number, item in enumerate(at.items):
            for read, shift in self._of(item):
                self.found[read].add(Axis(group.name, geometry, number, shift))
