"""What people write in Contest who have other words, or another language, in their fingers, and what to tell them.

Tables only: the parser looks here before it complains in general terms. Words are in lower case, since they are
compared in any.
"""

from __future__ import annotations

_CONDITION = "there are no conditions: only `uses? … then (…)`, a question, lets a season branch"
_LOOP = "a round is repeated as a whole: write `repeated 3 times` behind its last phase"

# Words where a phase should begin.
PHASES: dict[str, str] = {
    word: advice
    for words, advice in (
        ("eliminate evict eliminated out", "write `elimination of …`"),
        ("nominate nominated", "write `nomination of 2 by … between …`"),
        ("compete contest challenge match game", "write `competition between …`"),
        ("voting ballot elect", "write `vote by … between …`"),
        ("allocate", "write `allocation of … by …`"),
        ("give award reward", "write `increase … by … for …`"),
        ("take lose", "write `decrease … by … for …`"),
        ("join", "write `add GROUP for …`"),
        ("leave", "write `remove GROUP for …`"),
        ("if when unless else", _CONDITION),
        ("repeat repeated loop while until", _LOOP),
        ("use", "write `uses? … then (…)`"),
        ("tiebreak tiebroken", "a tiebreaker stands behind what can be tied: `majority of vote tiebroken by …`"),
        ("end", "the phases of a round end with `;`"),
    )
    for word in words.split()
}

# Words where people should be named.
PEOPLE: dict[str, str] = {
    word: advice
    for words, advice in (
        ("everybody all anyone anybody players", "all who are still in are called `everyone`"),
        ("random randomly someone somebody anyone", "somebody at random is `chance (…)`"),
        ("winners", "whoever won is `winner of competition`, a whole team too"),
        ("losers", "whoever lost is `loser of competition`, a whole team too"),
        ("nominees", "all who are nominated are called `nominated`"),
        ("results", "results are numbers; people are `winner of competition`, `majority of vote`"),
    )
    for word in words.split()
}

# How texts of the other languages begin: the first word, and the language with the ending of its files.
OTHER_LANGUAGES: dict[str, tuple[str, str]] = {
    "game": ("BoGL or TGDL", ".bgl or .tgdl"),
    "setup": ("TGDL", ".tgdl"),
    "@": ("Senet", ".senet"),
    "main": ("AllHandsOnDeck", ".ah"),
    "when": ("AllHandsOnDeck", ".ah"),
    "let": ("AllHandsOnDeck", ".ah"),
    "(": ("GDL", ".kif or .gdl"),
}
