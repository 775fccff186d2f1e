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
        ("eliminate eliminates evict eliminated out send kick ", "write `elimination of …`"),
        ("nominate nominates nominated", "write `nomination of 2 by … between …`"),
        ("compete competes contest challenge match game", "write `competition between …`"),
        ("voting votes ballot elect", "write `vote by … between …`"),
        ("allocate", "write `allocation of … by …`"),
        ("give gives award reward", "a counter grows by `increase … by … for …`, a group by `add GROUP for …`"),
        ("take lose loses", "write `decrease … by … for …`"),
        ("join joins", "write `add GROUP for …`"),
        ("leave leaves", "write `remove GROUP for …`"),
        ("move switch transfer", "write `change GROUP to GROUP for …`"),
        ("shuffle redistribute", "write `swap GROUP, GROUP for …`"),
        ("split divide randomly", "the cast is divided in `Players:`; later, `swap GROUP, GROUP for …` deals anew"),
        ("if when unless else", _CONDITION),
        ("repeat repeats repeated loop while until for do", _LOOP),
        (
            "round rounds phase phases step day week episode",
            "phases follow each other with full stops between them, and `;` ends a round: they have no headings",
        ),
        (
            "everyone nominated winner loser majority minority highest lowest most least chance each",
            "a phase begins with what happens, and names people behind it: `vote by everyone between …`",
        ),
        ("use", "write `uses? … then (…)`"),
        ("tiebreak tiebroken", "a tiebreaker stands behind what can be tied: `majority of vote tiebroken by …`"),
        ("end", "the phases of a round end with `;`"),
        ("secret private hidden", "votes are secret anyway: write `vote by … between …`"),
        ("open public live", "ballots are shown by a comment, `// parlour: open votes`: write `vote by … between …`"),
        (
            "double triple halve multiply",
            "there is no arithmetic; `increase COUNTER by COUNTER for …` doubles it",
        ),
        ("let var const", "results have no names; a counter is set by `set COUNTER to 2 for Ada`"),
        ("reset clear empty", "write `set COUNTER to 0 for …`"),
    )
    for word in words.split()
}

# Verbs behind people: how the phase begins that says it.
VERBS: dict[str, str] = {
    word: phase
    for words, phase in (
        ("gets get earns earn receives gains scores", "increase COUNTER by 2 for"),
        ("loses lose pays pay", "decrease COUNTER by 2 for"),
        ("leaves leave goes is are", "elimination of"),
        ("votes", "vote by"),
        ("nominates nominate", "nomination of 1 by"),
        ("joins join", "add GROUP for"),
        ("uses", "uses?"),
        ("compete competes play plays fight fights", "competition between"),
    )
    for word in words.split()
}

# Words where people should be named.
PEOPLE: dict[str, str] = {
    word: advice
    for words, advice in (
        ("everybody all anyone anybody players remaining survivors", "all who are still in are called `everyone`"),
        ("random randomly someone somebody", "somebody at random is `chance (…)`"),
        ("competition", "whoever won or lost is `winner of competition`, `loser of competition`"),
        ("vote", "who got most or fewest votes is `majority of vote`, `minority of vote`"),
        ("nomination", "all who are nominated are called `nominated`"),
        ("(", "people are listed without parentheses: `Ada, Ben`"),
        ("winners", "whoever won is `winner of competition`, a whole team too"),
        ("losers", "whoever lost is `loser of competition`, a whole team too"),
        ("nominees", "all who are nominated are called `nominated`"),
        ("tie ties", "write `tiebroken by NAME: …` behind what can be tied, without a comma before it"),
        ("self", "nobody votes for or nominates oneself, unless `including self` stands behind it"),
        ("not without besides", "to leave somebody out, write `everyone except …`"),
        ("results", "results are numbers; people are `winner of competition`, `majority of vote`"),
    )
    for word in words.split()
}

# Places that a competition has not, where people should be named: `last of competition`.
PLACES = dict.fromkeys(("second", "third", "last"), "a competition has a `winner` and a `loser`, no other places")

# Words where something else should follow, whatever is being read.
HERE: dict[str, str] = {
    word: advice
    for words, advice in (
        ("and or plus vs versus", "names in a list are divided by commas: `Ada, Ben`"),
        ("but without minus excluding not other besides apart", "to leave somebody out, write `except …`"),
        ("else", "behind a branch it is `otherwise (…)`; to leave somebody out, write `except …`"),
        (
            "tie ties tiebreak tiebreaker tiebreakers tiebroken broken",
            "write `tiebroken by NAME: …` behind what can be tied",
        ),
        ("end", "leave it out: `;` ends a round"),
        ("then", "phases are divided by full stops"),
        ("x times twice thrice", "how often somebody counts is written `Ada * 2`"),
        ("if when unless", _CONDITION),
        ("repeat repeats loop while until", _LOOP),
    )
    for word in words.split()
}

# Words that ask for a condition or a loop, whatever stands behind them.
BRANCHING = frozenset(["if", "when", "unless", "else", "repeat", "repeats", "loop", "while", "until", "for", "do"])

# Words where a group should be named: what is written instead.
GROUPS: dict[str, str] = {
    "nominated": "the group of all who are nominated is called `nominee`",
    "eliminated": "whoever is out is in no group, and cannot come back; `elimination of …` puts people out",
    "everyone": "name a group; everybody is no group, and stands behind `for`",
    "tied": "name a group; people stand behind `for`",
}

# Words for what an action leaves, where a value should stand.
VALUES: dict[str, str] = {
    word: f"write `results of {kind}`"
    for words, kind in (
        ("vote votes voting ballots", "vote"),
        ("competition score scores result scoring", "competition"),
        ("allocation allocations allocated", "allocation"),
    )
    for word in words.split()
}

# Words for `except`, and for the `self` behind `including`.
EXCEPT = frozenset(["but", "without", "minus", "excluding", "not", "besides"])
SELF = frozenset(
    [
        "themselves",
        "themself",
        "himself",
        "herself",
        "itself",
        "oneself",
        "myself",
        "yourself",
        "ourselves",
        "them",
        "him",
        "her",
    ]
)

# How each construct is written, by its first word.
FORMS: dict[str, str] = {
    "competition": "a competition is written `competition between everyone`",
    "vote": "a vote is written `vote by everyone between Ada, Ben`: first who votes, then for whom",
    "nomination": "a nomination is written `nomination of 2 by Ada between everyone`",
    "allocation": "an allocation is written `allocation of COUNTER by everyone`",
    "uses": "a question is written `uses? Ada then (…)`, or `uses? Ada then (…) otherwise (…)`",
    "elimination": "an elimination is written `elimination of Ada`",
    "add": "`add GROUP for Ada` puts Ada into a group; a counter grows by `increase COUNTER by 2 for Ada`",
    "remove": "`remove GROUP for Ada` takes Ada out of a group",
    "change": "`change GROUP to GROUP for Ada` moves Ada from one group to another",
    "swap": "a swap is written `swap GROUP, GROUP for everyone`",
    "merge": "a merge is written `merge GROUP, GROUP to GROUP for everyone`",
    "increase": "write `increase COUNTER by 2 for Ada`",
    "decrease": "write `decrease COUNTER by 2 for Ada`",
    "set": "write `set COUNTER to 2 for Ada`",
    "repeated": "a number and `times` follow: `repeated 3 times`",
    "modifications": "a modification is written `just round 2 before phase 1 insert …`; `from round 2` is for "
    "all later ones, too, and there are `before`, `after` and `instead of`",
    "winner": "whoever won is `winner of competition`",
    "loser": "whoever lost is `loser of competition`",
    "majority": "who got most votes is `majority of vote`",
    "minority": "who got fewest votes is `minority of vote`",
    "highest": "a counter stands behind it, and perhaps who is looked at: `highest COUNTER (Ada, Ben)`",
    "chance": "`chance 2 (Ada, Ben, Cleo)` draws two of these people, `chance` one of everyone",
    "results": "results are written `results of competition`, `results of vote` or `results of allocation`",
    "tiebroken": "a tiebreaker is written `tiebroken by NAME: chance (tied)`",
    "team": "a team is written `team Lynx: Ada, Ben`, and `;` stands between teams",
    "players": "players are divided by commas: `Ada, Ben, Cleo`",
    "divide": "teams are drawn by `randomly divide Ada, Ben, Cleo, Dan into Lynx, Otter`",
    "attribute": "players have groups and counters: `all with affiliation called red, counter called points`",
    "counter": "limits are written `counter called points starting at 5 with minimum of 0 with maximum of 9`",
    "jury": "a jury is written `3 member jury vote`",
    "reach": "a goal is written `reach 10 COUNTER`",
}
FORMS |= {"lowest": FORMS["highest"].replace("highest", "lowest"), "number": FORMS["swap"]}
FORMS |= {"most": FORMS["highest"].replace("highest", "most"), "least": FORMS["highest"].replace("highest", "least")}
FORMS |= dict.fromkeys(("scored", "team competition"), "it is written `scored team competition between everyone`")
FORMS |= {"directed": "it is written `directed vote by everyone between Ada, Ben`"}

PHASES_ARE = (
    "phases begin with `competition`, `vote`, `nomination`, `allocation`, `uses?`, `elimination`, `add`, `remove`, "
    "`change`, `swap`, `merge`, `increase`, `decrease` or `set`"
)
DIVIDED = "phases are divided by full stops, and `;` ends a round"
ANY_PEOPLE = "for example `everyone`, a name, or `winner of competition`"

# Advice that says no more than how something is written: a readable sentence is better, where one can be found.
GENERAL = frozenset({*FORMS.values(), HERE["and"], HERE["then"], PHASES_ARE, DIVIDED, ANY_PEOPLE})

# Words of the language as names of tiebreakers: what was meant.
TIEBREAKERS: dict[str, str] = {
    "vote": "say who votes, and who is taken then: `tiebroken by revote: vote by everyone except tied between tied "
    "majority of vote`",
    "competition": "say who competes, and who is taken then: `tiebroken by duel: competition between tied loser of "
    "competition`",
}
TIEBREAKERS["jury"] = (
    "say who votes, and who is taken then: `tiebroken by jurors: vote by eliminated between tied majority of vote`"
)
TIEBREAKERS |= {"team": TIEBREAKERS["competition"], "scored": TIEBREAKERS["competition"]}

# Words where the win condition should stand.
WINS: dict[str, str] = {
    word: advice
    for words, advice in (
        (
            "survivor survivors survives surviving survival survived last standing remaining",
            "all who are still in win by `survive`",
        ),
        ("first points score", "whoever has enough of a counter first wins by `reach 10 COUNTER`"),
        ("best greatest biggest top", "whoever has most of a counter wins by `highest COUNTER`"),
        ("jury member", FORMS["jury"]),
        ("vote", "those who are out elect the winner by `3 member jury vote`"),
        ("scored", "the last competition is written `competition` or `team competition`"),
    )
    for word in words.split()
}

# What sections are called by those who do not remember.
SECTIONS: dict[str, str] = {
    word: head
    for words, head in (
        ("cast contestants participants teams castaways houseguests characters people", "players"),
        ("phases games stages gameplay play schedule", "rounds"),
        ("winner winners winning victory goal finale end ending wins", "win"),
        ("tiebreak tiebreakers ties tie", "tiebreaker"),
    )
    for word in words.split()
}

# Numbers in letters.
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
MULTIPLES = {"once": 1, "twice": 2, "thrice": 3}
NUMBERS: dict[str, int] = {word: number for number, word in enumerate(_NUMBERS.split(" "))} | MULTIPLES

# Which one of several: 0 for the latest.
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": 0, "latest": 0, "previous": 0}

# Characters of other notations: what to write instead.
CHARACTERS: dict[str, str] = {
    "=": "a counter starts by `starting at 3`, and is changed by `set COUNTER to 3 for …`",
    "+=": "a counter grows by `increase COUNTER by 2 for …`",
    "-=": "a counter shrinks by `decrease COUNTER by 2 for …`",
    "++": "a counter grows by `increase COUNTER by 1 for …`",
    "--": "a counter shrinks by `decrease COUNTER by 1 for …`",
    "+": "there is no arithmetic: a counter grows by `increase COUNTER by 2 for …`, one phase for each change",
    "-": "to leave somebody out, write `except Ada`",
    "&": "names in a list are divided by commas: `Ada, Ben`",
    "{": "phases of a branch stand in parentheses: `then ( … )`",
    "}": "a branch ends with `)`",
    "[": "lists stand without brackets: `Ada, Ben`",
    "#": "competitions and votes are counted by a number alone: `winner of competition 2`",
    "%": "there are no shares: write a whole number; `chance (Ada, Ben * 2)` draws Ben twice as often as Ada",
    ">=": "a goal is written `reach 10 COUNTER`; there are no other conditions",
    "<=": _CONDITION,
    "==": _CONDITION,
    "!=": _CONDITION,
    ">": _CONDITION,
    "<": _CONDITION,
    "!": _CONDITION,
    "/": "there is no arithmetic; a comment is written `// …`",
    "|": "names in a list are divided by commas: `Ada, Ben`",
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
