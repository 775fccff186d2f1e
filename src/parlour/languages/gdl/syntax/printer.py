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
from dataclasses import replace

from parlour.languages.gdl.syntax import tree as nodes
from parlour.languages.gdl.syntax.scanner import scan
from parlour.languages.gdl.syntax.spelling import applied_text, name_text, variable_text, word_text
from parlour.languages.gdl.syntax.words import KEYWORDS
from parlour.syntax.comments import Comment
from parlour.syntax.pen import Pen
from parlour.syntax.source import Source

WIDTH = 100
# A rule that fits here is written in one line.
ONE_LINE = 80
_ODD = re.compile(r"[^A-Za-z0-9_+<>-]")


def print_sheet(tree: nodes.Tree, source: Source, spelling: nodes.Spelling) -> str:
    """The canonical text of a tree that was read from this source without an error."""
    scanned = scan(source, lambda _: None, tree.spelling)
    comments = [_spelled(comment, tree.spelling, spelling) for comment in scanned.comments]
    # Comments in the middle of a statement go above it: there they cannot be mistaken for part of it.
    pen = Pen(source, scanned.tokens, comments, breaks_anywhere=False)
    before: nodes.Statement | None = None
    length = 0
    for statement in tree.statements:
        first, *others = _Statement(tree.spelling, spelling).lines(statement)
        is_one = before is not None and _stands_beside(before, statement, source)
        has_comment = pen.next_comment(statement.span.end) is not None
        if is_one and not others and not has_comment and length + 1 + len(first) <= WIDTH:
            pen.blank()
            first_column = length + 1
        else:
            pen.begin_line(statement.span.start)
            first_column = 0
        pen.pass_over(statement.span.end)
        pen.sign(first)
        for line in others:
            pen.new_line(line)
        length = len(others[-1]) if others else first_column + len(first)
        before = statement
    return pen.end_text()


def _stands_beside(before: nodes.Statement, statement: nodes.Statement, source: Source) -> bool:
    """Whether both are facts in one line of the text."""
    gap = source.text[before.span.end : statement.span.start]
    return not before.body and not statement.body and "\n" not in gap and "\r" not in gap


def _spelled(comment: Comment, old: nodes.Spelling, new: nodes.Spelling) -> Comment:
    """The comment with the sign of the other spelling."""
    if old == new:
        return comment
    signs = len(comment.text) - len(comment.text.lstrip(";%"))
    return replace(comment, text=(";" if new == "kif" else "%") * signs + comment.text[signs:])


class _Statement:
    """Writes one statement in one of the spellings; its variables have their names for it alone."""

    def __init__(self, old: nodes.Spelling, new: nodes.Spelling) -> None:
        self.spelling: nodes.Spelling = new
        self._keeps_names = old == new
        self._names: dict[str, str] = {}

    def lines(self, statement: nodes.Statement) -> list[str]:
        head = self._node(statement.head, is_sentence=True)
        if not statement.body:
            # A bare word at the beginning of a text would be taken for rule form.
            return [f"({head})" if self.spelling == "kif" and not head.startswith("(") else head]
        body = [self._condition(part) for part in statement.body]
        if self.spelling == "kif":
            whole = f"(<= {head} {' '.join(body)})"
            if len(whole) <= ONE_LINE:
                return [whole]
            return [f"(<= {head}", *(f"    {part}" for part in body[:-1]), f"    {body[-1]})"]
        whole = f"{head} :- {' & '.join(body)}"
        if len(whole) <= ONE_LINE:
            return [whole]
        return [f"{head} :-", *(f"    {part} &" for part in body[:-1]), f"    {body[-1]}"]

    def _condition(self, condition: nodes.Condition) -> str:
        match condition:
            case nodes.Atom(node):
                return self._node(node, is_sentence=True)
            case nodes.Different(left, right):
                return applied_text("distinct", [self._node(left), self._node(right)], self.spelling)
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
        return applied_text(word, [self._condition(part) for part in conditions], self.spelling)

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
        return applied_text(name, parts, self.spelling)

    def _variable(self, name: str) -> str:
        if self._keeps_names:
            return variable_text(name, self.spelling)
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
