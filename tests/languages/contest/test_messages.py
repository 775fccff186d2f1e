"""What people read when something is wrong with a season: every message whole, as it stands on the screen.

The messages are files in `messages/`; `tests/languages/test_codes.py` says how to write them anew, and compares
those of the codes.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.contest.reading import found_in, whole

from parlour.languages.contest import codes

# Name, season, code, and what the advice must contain.
BEGINNERS = [
    ("a-bogl-program", "game TicTacToe\n\ntype Player = {X, O}\n", codes.SECTIONS, "BoGL"),
    ("a-gdl-program", "(role white)\n", codes.SECTIONS, "GDL"),
    ("an-empty-text", "", codes.SECTIONS, "`Players: …`"),
    ("no-semicolon", whole("add x for Ada").replace(";", ""), codes.EXPECTED, "every round ends with `;`"),
    ("no-full-stop", whole("add x for Ada\nadd x for Ben"), codes.EXPECTED, "full stops"),
    ("comma-between-phases", whole("add x for Ada, elimination of Ben"), codes.EXPECTED, "write `.` instead"),
    ("no-players", "Rounds:\nelimination of Ada;\n\nWin:\nsurvive\n", codes.SECTIONS, "`Players: …`"),
    ("eliminate", whole("eliminate Ada"), codes.EXPECTED, "elimination of …"),
    ("if", whole("if Ada then (add x for Ada)"), codes.EXPECTED, "no conditions"),
    ("repeat", whole("repeat 3 times"), codes.EXPECTED, "`repeated 3 times`"),
    ("all-for-everyone", whole("elimination of all"), codes.EXPECTED, "`everyone`"),
    ("random", whole("elimination of randomly"), codes.EXPECTED, "`chance (…)`"),
    ("winner-of-a-vote", whole("vote by Ada between Ben. add x for winner of vote"), codes.EXPECTED, "`majority`"),
    ("misspelt-word", whole("vote by Ada betwen Ben.\nelimination of majority of vote"), codes.EXPECTED, "between?"),
    ("misspelt-phase", whole("competiton between Ada, Ben.\nelimination of loser of competition"), codes.EXPECTED,
     "competition?"),
    ("misspelt-name", whole("elimination of Bne"), codes.UNKNOWN_PERSON_OR_GROUP, "Ben?"),
    ("name-in-other-case", whole("elimination of ben"), codes.UNKNOWN_PERSON_OR_GROUP, "Ben?"),
    ("misspelt-counter", whole("increase ptz by 1 for Ada"), codes.UNKNOWN_COUNTER, "pts?"),
    ("misspelt-section", whole().replace("Rounds:", "Ronds:"), codes.SECTIONS, "Rounds:?"),
    ("open-parenthesis", whole("elimination of chance (Ada, Ben"), codes.EXPECTED, ""),
    ("open-branch", whole("uses? Ada then (add x for Ada. add x for Ben"), codes.EXPECTED, ""),
    ("a-person-as-a-tiebreaker", whole("elimination of most pts tiebroken by Ada"), codes.UNKNOWN_TIEBREAKER,
     "`tiebroken by choice: Ada`"),
    ("player-with-a-hyphen", whole(players="Ada, Anne-Marie"), codes.BAD_NAME, "write `AnneMarie`"),
    ("cyrillic-letter", whole(players="Ada, \N{CYRILLIC CAPITAL LETTER VE}en"), codes.BAD_NAME, "another alphabet"),
    ("python-comment", whole("# first\nelimination of Ada"), codes.FOREIGN_COMMENT, "// …"),
    ("winner-in-the-next-round", whole("competition between Ada, Ben; elimination of loser of competition"),
     codes.NO_SUCH_RESULT, "forgotten"),
    ("teams-without-commas", whole(players="team Lynx: Ada Ben; team Otter: Cleo"), codes.BAD_NAME, "`Ada, Ben`"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "code", "advice"), BEGINNERS, ids=[each[0] for each in BEGINNERS])
def test_a_mistake_has_its_message(name: str, text: str, code: str, advice: str, as_reviewed) -> None:
    found = [item for item in found_in(text) if item.is_error]
    assert [item.code for item in found] == [code]
    assert advice in found[0].hint
    as_reviewed("contest", f"mistake-{name}", found)


def test_every_message_has_its_mistake() -> None:
    files = {file.stem for file in (Path(__file__).parent / "messages").glob("mistake-*.txt")}
    assert files == {f"mistake-{name}" for name, *_ in BEGINNERS}
