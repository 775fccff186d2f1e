"""Messages of the protocol: nested lists of words, `( PLAY match1 ( ( mark 2 2 ) noop ) )`.

>>> parse("( PLAY m1 ( (mark 2 2) noop ) )")
['PLAY', 'm1', [['mark', '2', '2'], 'noop']]
>>> written(["mark", "2", "2"])
'( mark 2 2 )'
"""

from __future__ import annotations

import re

from parlour.logic.rules import Compound

# A rule sheet has a million bytes at most; the rest of a message is small.
LONGEST = 1_200_000
DEEPEST = 150

Message = str | list["Message"]

_TOKEN = re.compile(r"[()]|[^\s()]+")
_COMMENT = re.compile(r";[^\r\n]*")


class BadMessage(ValueError):
    """What came is no message."""


def parse(text: str) -> Message:
    """The one list or word of a message."""
    if len(text) > LONGEST:
        raise BadMessage("the message is too long")
    stack: list[list[Message]] = [[]]
    for found in _TOKEN.finditer(_COMMENT.sub("", text)):
        token = found.group()
        if token == "(":
            if len(stack) > DEEPEST:
                raise BadMessage("the message is nested too deeply")
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise BadMessage("a parenthesis closes nothing")
            closed = stack.pop()
            stack[-1].append(closed)
        else:
            stack[-1].append(token)
    if len(stack) > 1:
        raise BadMessage("a parenthesis is not closed")
    if len(stack[0]) != 1:
        raise BadMessage("a message is one list")
    return stack[0][0]


def written(message: Message) -> str:
    if isinstance(message, str):
        return message
    return f"( {' '.join(map(written, message))} )" if message else "( )"


def rules_text(rules: Message) -> str:
    """The rule sheet inside a message, a statement a line."""
    if not isinstance(rules, list):
        raise BadMessage("the rules are a list")
    return "\n".join(_compact(statement) for statement in rules) + "\n"


def _compact(message: Message) -> str:
    return message if isinstance(message, str) else f"({' '.join(map(_compact, message))})"


def term_of(message: Message) -> Compound | None:
    """A move; None if it is none. A list of one word is that word."""
    if isinstance(message, str):
        return Compound(message)
    if not message or not isinstance(message[0], str):
        return None
    parts = [term_of(part) for part in message[1:]]
    if any(part is None for part in parts):
        return None
    return Compound(message[0], tuple(part for part in parts if part is not None))


def message_of(term: Compound) -> Message:
    """A move as it is sent."""
    if not term.arguments:
        return term.name
    return [term.name, *(message_of(part) for part in term.arguments if isinstance(part, Compound))]
