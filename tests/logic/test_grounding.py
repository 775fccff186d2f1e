"""The grounder against clingo, a grounder by other people: the same atoms, one for one.

For clingo, facts of the state and moves may or may not hold, and so may everything that depends on them (`maybe`), so
that it decides nothing that only play decides. Relations that depend on neither are left to it as they are.
"""

from __future__ import annotations

from pathlib import Path

import clingo
import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, reject, settings
from tests.logic.sheets import read_rules

from parlour import library
from parlour.logic.dependencies import DOES, TRUE, Dependencies, Predicate, predicate
from parlour.logic.grounding.grounding import LINKS, GroundingLimits, GroundProgram, Ungrounded, ground
from parlour.logic.grounding.lasting import with_lasting
from parlour.logic.grounding.prepare import prepare
from parlour.logic.rules import Compound, Distinct, Literal, Rule, RuleSheet, Term, Variable
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

LIBRARY = sorted((Path(library.__file__).parent / "gdl").glob("*.kif"))


def sheet(text: str) -> RuleSheet:
    return read_rules(Source("test", text))


# ------------------------------------------------------------------------------------------------------ clingo


class Clingo:
    """A rule sheet as a logic program: names become strings, so that any name will do."""

    def __init__(self, rules: RuleSheet) -> None:
        self.rules = [*prepare(rules), *LINKS]
        found = Dependencies(self.rules)
        self.open = found.reaching(TRUE, DOES)
        self.numbers: dict[Predicate, int] = {}
        self.control = clingo.Control(["--warn=none"])
        self.control.add("base", [], "\n".join(["{maybe}.", *map(self.rule, self.rules)]))
        self.control.ground([("base", [])])

    def rule(self, rule: Rule) -> str:
        body = [self.part(part) for part in rule.body if not self.is_open_negation(part)]
        if predicate(rule.head) in self.open:
            body.append("maybe")
        return f"{self.atom(rule.head)} :- {', '.join(body)}." if body else f"{self.atom(rule.head)}."

    def is_open_negation(self, part: Literal | Distinct) -> bool:
        """Such a condition can always be fulfilled; clingo would count its atoms as possible."""
        return isinstance(part, Literal) and not part.is_positive and predicate(part.atom) in self.open

    def part(self, part: Literal | Distinct) -> str:
        if isinstance(part, Distinct):
            return f"{self.term(part.left)} {'!=' if part.is_positive else '='} {self.term(part.right)}"
        return self.atom(part.atom) if part.is_positive else f"not {self.atom(part.atom)}"

    def atom(self, atom: Compound) -> str:
        number = self.numbers.setdefault(predicate(atom), len(self.numbers))
        return f"r{number}({', '.join(map(self.term, atom.arguments))})" if atom.arguments else f"r{number}"

    def term(self, term: Term) -> str:
        if isinstance(term, Variable):
            return "V" + "".join(f"{ord(letter)}x" for letter in term.name)
        inner = "".join(f", {self.term(part)}" for part in term.arguments)
        return f't("{term.name}"{inner})'

    def atoms(self, name: Predicate) -> set[str]:
        number = self.numbers.get(name)
        if number is None:
            return set()
        found = self.control.symbolic_atoms.by_signature(f"r{number}", name[1])
        return {", ".join(str(_compound(argument)) for argument in atom.symbol.arguments) for atom in found}


def _compound(symbol: clingo.Symbol) -> Compound:
    return Compound(symbol.arguments[0].string, tuple(map(_compound, symbol.arguments[1:])))


def assert_same_atoms(rules: RuleSheet) -> GroundProgram:
    program = ground(rules)
    assert isinstance(program, GroundProgram), program
    other = Clingo(rules)
    for name in {predicate(rule.head) for rule in other.rules}:
        ours = {", ".join(str(program.terms.term(part)) for part in row) for row in program.members(name)}
        assert ours == other.atoms(name), name
    assert_asked_for_is_enough(rules, program)
    return program


# So small a room that nothing is worked out as a whole.
NO_ROOM = GroundingLimits(0, 0, 0)
GAME = (TRUE, DOES, ("legal", 2), ("next", 1), ("goal", 2), ("terminal", 0), ("init", 1))


def rows(program: GroundProgram, name: Predicate) -> set[tuple[Compound, ...]]:
    return {tuple(map(program.terms.term, row)) for row in program.members(name)}


def assert_asked_for_is_enough(rules: RuleSheet, program: GroundProgram) -> None:
    """What is asked for has all that a game is played by, and nothing that cannot hold. Where facts last, more is known
    to be impossible."""
    asked = ground(rules, whole=NO_ROOM)
    assert isinstance(asked, GroundProgram), asked
    prepared = prepare(rules)
    if with_lasting(prepared) == prepared:
        for name in GAME:
            assert rows(asked, name) == rows(program, name), name
    for name in program.relations:
        assert rows(asked, name) <= rows(program, name), name


# ----------------------------------------------------------------------------------------------------- library


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_every_library_game_has_the_atoms_that_clingo_finds(path: Path) -> None:
    rules = read_rules(Source(path.name, path.read_text()))
    if isinstance(ground(rules), Ungrounded):
        pytest.skip("it has no net; its own tests say why")
    assert_same_atoms(rules)


# ----------------------------------------------------------------------------------------------- unusual places

FRAME = """
(role a) (role b)
(init start)
(<= (legal ?r wait) (role ?r))
(<= terminal (true over))
(<= (goal ?r 50) (role ?r))
"""


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a bare variable under true", "(init (p 1)) (init q) (<= (next ?f) (true ?f))"),
        ("a bare variable under legal", "(way (go 1 (to x))) (way stay) (<= (legal ?r ?m) (role ?r) (way ?m))"),
        ("a move kept as a fact", "(<= (next (last ?r ?m)) (does ?r ?m)) (n 1) (n 2) (<= (legal a (say ?x)) (n ?x))"),
        ("a fact inside a move", "(init (p 1)) (init (p 2)) (<= (legal a (take ?f)) (true ?f))"),
        (
            "a function where others have constants",
            "(init (at (pair 1 2))) (init (at 3)) (<= (next (at ?y)) (true (at (pair ?x ?y))))"
            "(<= (next (at (pair ?x ?x))) (true (at ?x)) (n ?x)) (n 2) (n 3)",
        ),
        (
            "functions inside functions, and a variable that repeats",
            "(init (box (in (in x x) y))) (init (box (in (in x y) y)))"
            "(<= (next (found ?a ?b)) (true (box (in (in ?a ?a) ?b))))",
        ),
        (
            "a domain that grows through several relations",
            "(init (n 0)) (step 0 1) (step 1 2) (step 2 3) (<= (reached ?x) (true (n ?x)))"
            "(<= (wider ?y) (reached ?x) (step ?x ?y)) (<= (legal a (go ?y)) (wider ?y))"
            "(<= (next (n ?y)) (does a (go ?y)))",
        ),
        (
            "constants that reach a fact through a move's variable",
            "(colour red) (colour blue) (<= (legal b (paint ?c)) (colour ?c)) (<= (next ?c) (does b (paint ?c)))"
            "(<= (next (after ?c)) (true ?c) (colour ?c))",
        ),
        (
            "a role as a value",
            "(init (control a)) (<= (next (control ?r)) (true (control ?s)) (role ?r) (distinct ?r ?s))",
        ),
        (
            "negation of a static relation decided before",
            "(n 1) (n 2) (n 3) (odd 1) (odd 3) (<= (even ?x) (n ?x) (not (odd ?x))) (<= (next (e ?x)) (even ?x))",
        ),
        (
            "a static relation that needs itself negated on other atoms",
            "(n 0) (n 1) (n 2) (succ 0 1) (succ 1 2) (<= (win ?x) (succ ?y ?x) (not (win ?y)))"
            "(<= (next (w ?x)) (win ?x))",
        ),
        (
            "a rule with many variables",
            "(e 1 2) (e 2 3) (e 3 1) (init (at 1))"
            "(<= (next (at ?h)) (true (at ?a)) (e ?a ?b) (e ?b ?c) (e ?c ?d) (e ?d ?f) (e ?f ?g) (e ?g ?h)"
            " (distinct ?a ?b) (not (true (blocked ?c ?f))))",
        ),
        (
            "literals before what binds them",
            "(init (p 1)) (n 1) (n 2) (<= (next (p ?x)) (distinct ?x ?y) (n ?x) (true (p ?y)))",
        ),
        ("an equality", "(n 1) (n 2) (<= (next (same ?x ?y)) (n ?x) (n ?y) (not (distinct ?x ?y)))"),
        (
            "an equality of a function",
            "(<= (next (q ?y)) (true ?x) (n ?y) (not (distinct ?x (p ?y)))) (n 1) (n 3) (init (p 1)) (init (r 2))",
        ),
    ],
    ids=lambda text: text if "(" not in text else "",
)  # fmt: skip
def test_terms_in_unusual_places_lose_no_atom(what: str, text: str) -> None:
    rules = sheet(FRAME + text)
    if "needs itself" in what:
        # clingo refuses nothing here either, but decides more: it knows the values of such a relation.
        program = ground(rules)
        assert isinstance(program, GroundProgram)
        assert {str(program.terms.term(term)) for term in program.facts} == {"start", "w(1)", "w(2)"}
    else:
        assert_same_atoms(rules)


def test_a_join_of_thirty_variables_stays_within_pythons_limit_of_nested_blocks() -> None:
    chain = " ".join(f"(e ?x{number} ?x{number + 1})" for number in range(30))
    # Every variable is in the head, so nothing can be split off.
    head = " ".join(f"?x{number}" for number in range(31))
    program = assert_same_atoms(sheet(FRAME + f"(e 1 2) (e 2 1) (<= (next (path {head})) {chain} (true go)) (init go)"))
    assert len(program.facts) == 4


# ---------------------------------------------------------------------------------------------------- limits


def test_terms_that_grow_without_end_are_named() -> None:
    found = ground(sheet(FRAME + "(init (n z)) (<= (next (n (s ?x))) (true (n ?x)))"))
    assert isinstance(found, Ungrounded)
    assert "`s`" in found.reason
    assert found.rule is not None
    assert found.rule.head.name == "next"


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (GroundingLimits(work=1_000), "combinations"),
        (GroundingLimits(atoms=100), "atoms"),
        (GroundingLimits(literals=100), "literals"),
    ],
)
def test_a_game_beyond_a_limit_says_which(limits: GroundingLimits, words: str) -> None:
    numbers = " ".join(f"(n {number})" for number in range(40))
    found = ground(sheet(FRAME + numbers + "(<= (next (p ?x ?y)) (n ?x) (n ?y) (true (p ?y ?x))) (init (p 1 1))"
                         "(<= (next (p ?x ?y)) (n ?x) (n ?y) (does a wait))"), limits)  # fmt: skip
    assert isinstance(found, Ungrounded)
    assert words in found.reason


def test_a_relation_of_too_many_atoms_is_worked_out_where_somebody_asks() -> None:
    numbers = " ".join(f"(n {number}) (succ {number} {number + 1})" for number in range(60))
    rules = sheet(FRAME + numbers + """
        (init (cell 0 red)) (init (cell 1 blue)) (init (cell 2 blue))
        (<= (counted 3 ?r ?b ?r ?b) (n ?r) (n ?b))
        (<= (counted ?c ?r ?b ?r2 ?b2) (true (cell ?c red)) (succ ?r ?r1) (succ ?c ?d) (counted ?d ?r1 ?b ?r2 ?b2))
        (<= (counted ?c ?r ?b ?r2 ?b2) (true (cell ?c blue)) (succ ?b ?b1) (succ ?c ?d) (counted ?d ?r ?b1 ?r2 ?b2))
        (<= (next (cell ?c ?colour)) (true (cell ?c ?colour)))
        (<= (next over) (counted 0 0 0 1 ?b) (not (counted 0 0 0 0 3)))
        """)  # fmt: skip
    room = GroundingLimits(atoms=2_000)
    assert isinstance(ground(rules, room), GroundProgram)
    whole = ground(rules)
    assert isinstance(whole, GroundProgram)
    assert len(whole.members(("counted", 5))) > 10_000
    assert_asked_for_is_enough(rules, whole)


def test_a_large_relation_that_never_changes_is_worked_out_where_somebody_asks() -> None:
    numbers = " ".join(f"(n {number})" for number in range(70))
    rules = sheet(FRAME + numbers + """
        (<= (triple ?x ?y ?z) (n ?x) (n ?y) (n ?z)) (<= (next (p ?z)) (true (p ?x)) (triple ?x ?x ?z) (small ?z))
        (init (p 1)) (small 1) (small 2)
        """)  # fmt: skip
    program = ground(rules)
    assert isinstance(program, GroundProgram)
    assert len(program.members(("triple", 3))) < 10_000
    assert {str(program.terms.term(term)) for term in program.facts} >= {"p(1)", "p(2)"}


def test_behind_walls_that_last_there_is_nothing() -> None:
    numbers = " ".join(f"(succ {number} {number + 1})" for number in range(20))
    rules = sheet(FRAME + numbers + """
        (init (at 1)) (init (wall 3)) (<= (next (wall ?x)) (true (wall ?x)))
        (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (not (true (wall ?x))))
        """)  # fmt: skip
    whole, asked = ground(rules), ground(rules, whole=NO_ROOM)
    assert isinstance(whole, GroundProgram)
    assert isinstance(asked, GroundProgram)
    assert {str(fact) for (fact,) in rows(asked, TRUE)} == {"start", "wall(3)", "at(1)", "at(2)", "at(3)"}
    assert len(whole.facts) > 20


def test_what_somebody_knows_is_not_for_the_net() -> None:
    found = ground(sheet(FRAME + "(init p) (<= (next q) (knows a (true p)))"))
    assert isinstance(found, Ungrounded)
    assert "knows" in found.reason


# --------------------------------------------------------------------------------------------------- generated

VARIABLES = ("?x", "?y", "?z")
CONSTANTS = ("0", "1", "k")


def terms(leaves: tuple[str, ...]) -> st.SearchStrategy[str]:
    leaf = st.sampled_from(leaves)
    return st.one_of(
        leaf,
        st.builds("(f {})".format, leaf),
        st.builds("(g {} {})".format, leaf, leaf),
    )


@st.composite
def sheets(draw: st.DrawFn) -> str:
    """Rule sheets with terms anywhere. Only values of `dom`, which are finitely many, get functions around them in a
    head, so that terms do not grow."""
    lines = [FRAME]
    for value in draw(st.lists(terms(CONSTANTS), min_size=1, max_size=4, unique=True)):
        lines.append(f"(dom {value})")
    for _ in range(draw(st.integers(0, 3))):
        lines.append(f"(edge {draw(terms(CONSTANTS))} {draw(terms(CONSTANTS))})")
    for _ in range(draw(st.integers(1, 3))):
        lines.append(f"(init {draw(st.one_of(terms(CONSTANTS), st.builds('(at {})'.format, terms(CONSTANTS))))})")
    pattern = terms((*VARIABLES, *CONSTANTS))
    positive = st.one_of(
        st.builds("(true {})".format, pattern),
        st.builds("(true (at {}))".format, pattern),
        st.builds("(dom {})".format, pattern),
        st.builds("(edge {} {})".format, pattern, pattern),
        st.builds("(seen {})".format, pattern),
        st.builds("(far {} {})".format, pattern, pattern),
    )
    for _ in range(draw(st.integers(2, 8))):
        kind = draw(st.sampled_from(("next", "next", "legal", "seen", "far")))
        body = draw(st.lists(positive, min_size=1, max_size=3))
        if kind == "next" and draw(st.booleans()):
            body.append(f"(does {draw(st.sampled_from(('a', 'b', '?x')))} {draw(pattern)})")
        bound = [name for name in VARIABLES if any(name in literal for literal in body)]
        leaves = (*bound, *CONSTANTS)
        if draw(st.booleans()):
            body.append(f"(distinct {draw(terms(leaves))} {draw(terms(leaves))})")
        if draw(st.booleans()):
            body.append(f"(not (true {draw(terms(leaves))}))")
        if draw(st.booleans()):
            body.append(f"(not (edge {draw(terms(leaves))} {draw(terms(leaves))}))")
        guarded = draw(st.sampled_from(bound)) if bound else ""
        plain = draw(st.sampled_from(leaves))
        if guarded and draw(st.booleans()):
            body.append(f"(dom {guarded})")
            plain = draw(st.sampled_from((f"(f {guarded})", f"(at {guarded})", f"(g {guarded} {guarded})")))
        head = {
            "next": f"(next {plain})",
            "legal": f"(legal {draw(st.sampled_from(('a', 'b')))} {plain})",
            "seen": f"(seen {plain})",
            "far": f"(far {plain} {draw(st.sampled_from(leaves))})",
        }[kind]
        lines.append(f"(<= {head} {' '.join(draw(st.permutations(body)))})")
    return "\n".join(lines)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sheets())
def test_generated_rule_sheets_have_the_atoms_that_clingo_finds(text: str) -> None:
    try:
        rules = sheet(text)
    except Diagnostics:
        reject()
    assert_same_atoms(rules)
