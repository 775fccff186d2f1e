"""A rule sheet in the one canonical layout, in either spelling: a tree that was read without errors in, its text out.

    >>> from parlour.languages.gdl.syntax.parser import parse
    >>> source = Source("demo.kif", "(<= (next (at ?x)) (does me (go ?x)) ) ; there")
    >>> print(print_sheet(parse(source)[0], source, "kif"), end="")
    (<= (next (at ?x)) (does me (go ?x)))  ; there
    >>> print(print_sheet(parse(source)[0], source, "rules"), end="")
    next(at(X)) :- does(me,go(X))  % there

Reading the result gives the same rules, and printing it again the same text. Comments are kept, empty lines too (one at
a time), and facts that stand in one line stay together. From one spelling to the other variables change their looks:
`?row` is `Row`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.languages.gdl.syntax import tree as nodes
from parlour.languages.gdl.syntax.scanner import scan
from parlour.languages.gdl.syntax.spelling import name_text, word_text
from parlour.languages.gdl.syntax.words import KEYWORDS
from parlour.syntax.source import Source

WIDTH = 100
# A rule that fits here is written in one line.
ONE_LINE = 80
_COMMENT = {"kif": re.compile(r";[^\r\n]*"), "rules": re.compile(r"%[^\r\n]*")}
_ODD = re.compile(r"[^A-Za-z0-9_+<>-]")


def print_sheet(tree: nodes.Tree, source: Source, spelling: nodes.Spelling) -> str:
    """The canonical text of a tree that was read from this source without an error."""
    return _Printer(tree, source, spelling).text()


class _Printer:
    def __init__(self, tree: nodes.Tree, source: Source, spelling: nodes.Spelling) -> None:
        self.tree = tree
        self.source = source
        self.spelling: nodes.Spelling = spelling
        self.comments = list(_comments(source, tree.spelling))
        self.lines: list[str] = []
        self._at = 0  # the offset up to which the source is printed
        self._names: dict[str, str] = {}

    def text(self) -> str:
        before: nodes.Statement | None = None
        for statement in self.tree.statements:
            is_beside = self._begin(statement, before)
            printed = self._statement(statement)
            if is_beside and len(printed) == 1 and len(self.lines[-1]) + 1 + len(printed[0]) <= WIDTH:
                self.lines[-1] += f" {printed[0]}"
            else:
                self.lines += printed
            self._at = statement.span.end
            before = statement
        self._behind(len(self.source.text))
        return "\n".join(self.lines).strip("\n") + "\n" if self.lines else ""

    def _begin(self, statement: nodes.Statement, before: nodes.Statement | None) -> bool:
        """Comments and empty lines before a statement; whether it stands beside the fact before it."""
        is_fact = before is not None and not before.body and not statement.body
        gap = self.source.text[self._at : statement.span.start]
        if is_fact and "\n" not in gap and "\r" not in gap:
            return True
        self._behind(statement.span.start)
        return False

    def _behind(self, end: int) -> None:
        """The comments from here to an offset: the first one may stand behind the last statement."""
        while self.comments and self.comments[0][0] < end:
            start, text = self.comments.pop(0)
            gap = self.source.text[self._at : start]
            shown = self._comment(text)
            if "\n" not in gap and "\r" not in gap and self.lines:
                self.lines[-1] += f"  {shown}"
            else:
                self._blank(gap)
                self.lines.append(shown)
            self._at = start + len(text)
        self._blank(self.source.text[self._at : end])

    def _blank(self, gap: str) -> None:
        if len(re.findall(r"\r\n|\r|\n", gap)) > 1 and self.lines and self.lines[-1]:
            self.lines.append("")

    def _comment(self, text: str) -> str:
        words = text.rstrip()
        if self.spelling == self.tree.spelling:
            return words
        sign = ";" if self.spelling == "kif" else "%"
        signs = len(words) - len(words.lstrip(";%"))
        return sign * signs + words[signs:]

    # --------------------------------------------------------------------------------------------- statements

    def _statement(self, statement: nodes.Statement) -> list[str]:
        self._names = {}
        inside = self._comments_inside(statement)
        head = self._node(statement.head, is_sentence=True)
        if not statement.body:
            # A bare word at the beginning of a text would be taken for rule form.
            return [*inside, f"({head})" if self.spelling == "kif" and not head.startswith("(") else head]
        body = [self._condition(part) for part in statement.body]
        if self.spelling == "kif":
            whole = f"(<= {head} {' '.join(body)})"
            if len(whole) <= ONE_LINE:
                return [*inside, whole]
            return [*inside, f"(<= {head}", *(f"    {part}" for part in body[:-1]), f"    {body[-1]})"]
        whole = f"{head} :- {' & '.join(body)}"
        if len(whole) <= ONE_LINE:
            return [*inside, whole]
        return [*inside, f"{head} :-", *(f"    {part} &" for part in body[:-1]), f"    {body[-1]}"]

    def _comments_inside(self, statement: nodes.Statement) -> list[str]:
        """Comments in the middle of a statement go before it: there they cannot be mistaken for part of it."""
        found = []
        while self.comments and self.comments[0][0] < statement.span.end:
            found.append(self._comment(self.comments.pop(0)[1]))
        return found

    def _condition(self, condition: nodes.Condition) -> str:
        match condition:
            case nodes.Atom(node):
                return self._node(node, is_sentence=True)
            case nodes.Different(left, right):
                return self._applied("distinct", [self._node(left), self._node(right)])
            case nodes.Not(inner):
                text = self._condition(inner)
                return f"(not {text})" if self.spelling == "kif" else f"~{text}"
            case nodes.Any(conditions):
                return self._joined("or", conditions)
            case nodes.All(conditions):
                if self.spelling == "kif" or len(conditions) < 2:
                    return self._joined("and", conditions)
                return f"({' & '.join(map(self._condition, conditions))})"

    def _joined(self, word: str, conditions: tuple[nodes.Condition, ...]) -> str:
        return self._applied(word, [self._condition(part) for part in conditions])

    def _node(self, node: nodes.Node, *, is_sentence: bool = False) -> str:
        if isinstance(node, nodes.Word):
            if node.is_variable:
                return self._variable(node.text)
            is_word = is_sentence and node.text.lower() in KEYWORDS
            return node.text.lower() if is_word else word_text(node.text, self.spelling)
        is_word = is_sentence and node.name.lower() in KEYWORDS
        name = node.name.lower() if is_word else name_text(node.name, self.spelling)
        *first, last = node.arguments
        # What somebody knows is a sentence.
        parts = [self._node(part) for part in first] + [self._node(last, is_sentence=name == "knows" and is_word)]
        return self._applied(name, parts)

    def _applied(self, name: str, parts: list[str]) -> str:
        if self.spelling == "kif":
            return f"({' '.join([name, *parts])})"
        return f"{name}({','.join(parts)})"

    def _variable(self, name: str) -> str:
        if self.spelling == self.tree.spelling:
            return f"?{name}" if self.spelling == "kif" else name
        found = self._names.get(name)
        if found is None:
            found = self._new_name(name)
            self._names[name] = found
        return found

    def _new_name(self, name: str) -> str:
        """The name of a variable in the other spelling, different from all others of its statement."""
        plain = _ODD.sub("_", name)
        if self.spelling == "kif":
            wanted = f"?{plain.lower()}"
        else:
            wanted = plain[0].upper() + plain[1:] if plain[0].isalpha() else f"V{plain}"
        made, number = wanted, 1
        while made in self._names.values():
            number += 1
            made = f"{wanted}{number}"
        return made


def _comments(source: Source, spelling: nodes.Spelling) -> Iterator[tuple[int, str]]:
    """Every comment with its offset."""
    at = 0
    for token in scan(source, lambda _: None, spelling):
        for found in _COMMENT[spelling].finditer(source.text, at, token.span.start):
            yield found.start(), found.group()
        at = token.span.end
