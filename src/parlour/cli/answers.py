"""Answers as they come from standard input, one a line or character by character, read in bounded memory.

An answer has at most 64 KB; of a longer line no more than that is ever held, the rest is read past. So a file
without line ends cannot exhaust the machine, and the question is asked again.

    >>> from io import BytesIO
    >>> answers = Answers(BytesIO(b"(1,2)\\nX"))
    >>> answers.next(), answers.next(), answers.next()
    ('(1,2)', 'X', None)
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from typing import BinaryIO

from parlour.game.error import Refused

LONGEST_BYTES = 64 * 1024


class Answers:
    """The lines of a stream. None in place of a stream is an empty one (standard input was closed)."""

    def __init__(self, stream: BinaryIO | None) -> None:
        self._stream = stream
        self._typed = ""  # characters that nobody has asked for yet
        self._decoder = getincrementaldecoder("utf-8")()

    def next(self) -> str | Refused | None:
        """The next answer without its line end; why it cannot be one; None when there are no more."""
        if self._stream is None:
            return None
        line = self._stream.readline(LONGEST_BYTES + 2)
        if not line:
            return None
        answer = line.removesuffix(b"\n").removesuffix(b"\r")
        if len(answer) > LONGEST_BYTES:
            self._skip_rest_of(line)
            return Refused("too-long", "this answer is longer than 64 KB")
        try:
            return answer.decode("utf-8")
        except UnicodeDecodeError:
            return Refused("form", "this answer is not UTF-8 text")

    def characters(self, count: int) -> str | Refused | None:
        """The next so many characters, blanks and line ends skipped; None when there are not as many.

        >>> from io import BytesIO
        >>> answers = Answers(BytesIO(b"0 12\\n3"))
        >>> answers.characters(2), answers.characters(2), answers.characters(1)
        ('01', '23', None)
        """
        while len(self._typed) < count:
            line = b"" if self._stream is None else self._stream.readline(LONGEST_BYTES)
            if not line:
                return None
            try:
                text = self._decoder.decode(line)
            except UnicodeDecodeError:
                self._decoder.reset()
                return Refused("form", "this answer is not UTF-8 text")
            self._typed += "".join(text.split())
        taken, self._typed = self._typed[:count], self._typed[count:]
        return taken

    def _skip_rest_of(self, line: bytes) -> None:
        assert self._stream is not None
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(LONGEST_BYTES)
