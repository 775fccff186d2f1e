"""Validity, rule by rule of the language: what is refused before play, what is only warned of, and what is allowed."""

from __future__ import annotations

import pytest

from parlour.languages.gdl.frontend import check
from parlour.languages.options import Options
from parlour.syntax.source import Source

GAME = """
(role me) (role you)
(init (step 1))
(legal me go) (legal you go)
(<= (next (step 2)) (does me go))
(<= terminal (true (step 2)))
(goal me 100) (goal you 0)
"""


# A fact that stays.
AT = "(init (at 1)) (<= (next (at ?x)) (true (at ?x)))"


def found(more: str, *, without: str = "", instead: str = "") -> list[tuple[str, str]]:
    """What is found in a small game with something more, or something else, in it: severities and codes."""
    text = GAME.replace(without, instead) if without else GAME
    assert not without or text != GAME
    return [(item.severity, item.code) for item in check(Source("test.kif", text + more), Options())]


def error(more: str, *, without: str = "", instead: str = "") -> str:
    """The one error that is found."""
    [(severity, code)] = found(more, without=without, instead=instead)
    assert severity == "error"
    return code


def test_the_small_game_itself_is_fine() -> None:
    assert found("") == []


# ---- safe rules


def test_a_variable_of_the_head_must_occur_in_a_positive_condition() -> None:
    assert error("(<= (next (at ?x)) (does me go))") == "GD031"
    assert error("(p ?x)") == "GD031"
    assert error("(<= (p ?x) (not (true (step ?x))))") == "GD031"


def test_a_variable_of_a_negated_condition_must_occur_in_a_positive_one() -> None:
    assert error("(<= p (not (true (step ?x))))") == "GD031"
    assert found(f"{AT} (<= p (true (step ?x)) (not (true (at ?x))))") == []


def test_a_variable_of_distinct_must_occur_in_a_positive_condition() -> None:
    assert error("(<= p (distinct ?x 1))") == "GD031"
    assert error("(<= p (not (distinct ?x 1)))") == "GD031"


def test_the_order_of_conditions_means_nothing() -> None:
    assert found(f"{AT} (<= p (distinct ?x 1) (not (true (at ?x))) (true (step ?x)))") == []


# ---- arities


def test_a_relation_has_the_same_number_of_arguments_everywhere() -> None:
    assert error("(p 1) (p 1 2)") == "GD030"
    assert error("(p 1) (<= q (p))") == "GD030"


def test_a_function_with_another_number_of_arguments_is_another_function_and_worth_one_warning() -> None:
    more = "(<= p (true (step 1 2))) (<= q (true (step 1 2)) (true (step 2)))"
    assert found(more) == [("warning", "GD046")]
    assert found(f"{more} (<= r (true (step 1 2 3)))") == [("warning", "GD046"), ("warning", "GD046")]


def test_a_relation_a_function_and_a_constant_may_share_a_name() -> None:
    assert found("(step 1 2 3) (<= (p step) (true (step 1)))") == []


@pytest.mark.parametrize(
    "text",
    ["(role)", "(init)", "(<= p (true))", "(<= p (does me))", "(legal me)", "(goal me)", "(terminal 1)", "(next)"],
)
def test_the_words_of_the_language_have_their_number_of_arguments(text: str) -> None:
    assert error(text) == "GD020"


# ---- keywords where they belong


@pytest.mark.parametrize("head", ["(true (step 3))", "(does me go)", "(knows me terminal)"])
def test_true_does_and_knows_are_never_in_a_head(head: str) -> None:
    assert error(f"(<= {head} (true (step 1)))") == "GD021"


@pytest.mark.parametrize(
    "fact", ["(next (step 1))", "(legal me go)", "(goal me 1)", "terminal", "(does me go)", "(true x)"]
)
def test_words_of_the_language_are_never_under_true(fact: str) -> None:
    assert error(f"(<= p (true {fact}))") == "GD022"


@pytest.mark.parametrize("name", ["role", "init", "base", "input"])
def test_what_is_settled_before_the_game_does_not_depend_on_its_course(name: str) -> None:
    head = f"({name} me x)" if name == "input" else f"({name} x)"
    assert error(f"(<= {head} (true (step 1)))") == "GD032"
    assert error(f"(<= {head} p)\n(<= p (does me go))") == "GD032"
    assert error(f"(<= {head} (knows me (colour red)))\n(colour red)") == "GD032"
    assert error(f"(<= {head} p)\n(<= p (knows (colour red)))\n(colour red)") == "GD032"


@pytest.mark.parametrize("head", ["(legal me x)", "(goal me 50)", "terminal"])
def test_legal_goal_and_terminal_do_not_depend_on_the_moves(head: str) -> None:
    assert error(f"(<= {head} (does me go))") == "GD033"
    assert error(f"(<= {head} p)\n(<= p q)\n(<= q (does me go))") == "GD033"


def test_what_somebody_knows_does_not_depend_on_the_moves() -> None:
    assert error("(<= (next p) (knows me (does you go)))") == "GD033"
    assert error("(<= (next p) (not (knows (knows me q))))\n(<= q r)\n(<= r (does you go))") == "GD033"
    assert error("(<= terminal (knows me q))\n(<= q (does you go))") == "GD033"


def test_legal_goal_and_terminal_may_depend_on_each_other() -> None:
    more = "(<= (goal me 50) (legal me stay) (not terminal))\n(<= (legal me stay) (true (step 1)))"
    assert found(more, without="(goal me 100)", instead="(<= (goal me 100) terminal)") == []


# ---- what must be there


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("role", "(role me) (role you)\n"),
        ("legal", "(legal me go) (legal you go)\n"),
        ("goal", "(goal me 100) (goal you 0)\n"),
        ("terminal", "(<= terminal (true (step 2)))\n"),
    ],
)
def test_a_missing_relation_is_an_error_that_names_it(name: str, lines: str) -> None:
    [finding] = [item for item in check(Source("t", GAME.replace(lines, "")), Options()) if item.code == "GD023"]
    assert f"`{name}`" in finding.title and finding.is_error


def test_a_game_in_which_nothing_holds_at_the_beginning_is_worth_a_warning() -> None:
    assert found("", without="(init (step 1))") == [("warning", "GD045")]
    [finding] = check(Source("t", GAME.replace("(init", "(inti")), Options())
    assert (finding.code, finding.span.text) == ("GD045", "inti")


def test_a_missing_relation_is_told_once_and_at_the_name_that_looks_like_it() -> None:
    [finding] = check(Source("t", GAME.replace("(role ", "(roel ") + "(<= (q ?x) (role ?x))"), Options())
    assert (finding.code, finding.span.text, finding.span.line) == ("GD023", "roel", 2)


def test_a_role_is_a_name_and_the_error_is_where_it_is_not() -> None:
    [finding] = check(Source("t", GAME + "(role (her 1))"), Options())
    assert (finding.code, finding.span.text) == ("GD024", "(role (her 1))")
    [finding] = check(Source("t", GAME + "(<= (role (her ?x)) (n ?x)) (n 1)"), Options())
    assert (finding.code, finding.span.text) == ("GD024", "(role (her ?x))")


def test_somebody_must_play() -> None:
    [finding] = check(
        Source("t", GAME.replace("(role me) (role you)", "(<= (role ?x) (n ?x)) (<= (n ?x) (role ?x))")), Options()
    )
    assert (finding.code, finding.title) == ("GD024", "nobody plays this game")


def test_base_input_next_and_sees_need_not_be_there() -> None:
    # The end never comes then, which is worth a warning and no more.
    assert found("", without="(<= (next (step 2)) (does me go))") == [("warning", "GD041")]


def test_roles_may_be_rules_and_are_in_the_order_of_the_text() -> None:
    from tests.logic.sheets import read_rules

    sheet = read_rules(Source("t", GAME + "(<= (role ?x) (extra ?x)) (extra her) (extra a)"))
    assert [str(role) for role in sheet.roles] == ["me", "you", "her", "a"]


# ---- negation


def test_negation_is_judged_on_atoms_and_not_on_relations() -> None:
    text = "(<= (goal me 100) (true (step 2)))\n(<= (goal me 0) (not (goal me 100)))"
    assert found(text, without="(goal me 100) (goal you 0)", instead="(goal you 0)") == []


def test_negation_of_the_same_relation_with_variables_is_judged_on_ground_atoms() -> None:
    chain = "(after 1 2) (after 2 3)\n(<= (win ?x) (after ?x ?y) (not (win ?y)))"
    assert found(chain) == []
    circle = "(after 1 2) (after 2 1)\n(<= (win ?x) (after ?x ?y) (not (win ?y)))\n(<= (next (step 3)) (win 1))"
    assert error(circle) == "GD034"


def test_a_relation_that_holds_only_if_it_does_not_is_an_error() -> None:
    assert error("(<= p (not q))\n(<= q (not p))\n(<= (next (step 3)) p)") == "GD034"
    assert error("(<= p (true (step ?x)) (not p))\n(<= (next (step 3)) p)") == "GD034"


def test_a_circle_is_found_where_a_long_rule_is_grounded_in_parts() -> None:
    ring = "(succ 1 2) (succ 2 3) (succ 3 1) (init (at 1)) (init (at 2)) (init (at 3))"
    rule = "(<= (win ?x) (true (at ?x)) (succ ?x ?y) (succ ?y ?a) (succ ?a ?z) (true (at ?z)) (not (win ?z)))"
    assert error(f"{ring}\n{rule}\n(<= (next (at ?x)) (win ?x))") == "GD034"
    line = "(succ 1 2) (succ 2 3) (succ 3 4) (init (at 1)) (init (at 4))"
    assert found(f"{line}\n{rule}\n(<= (next (at ?x)) (win ?x))") == []


def test_negation_among_very_many_rules_is_judged_on_ground_atoms_too() -> None:
    rules = "\n".join(f"(<= (win {n}) (to {n} ?m) (not (win ?m))) (to {n} {n + 1})" for n in range(600))
    assert found(f"{rules}\n(<= (next (won ?n)) (win ?n))") == []
    circle = "(to 600 599) (<= (win 600) (to 600 ?m) (not (win ?m)) (true (step 1)))"
    assert error(f"{rules}\n{circle}\n(<= (next (won ?n)) (win ?n))") == "GD034"


def test_what_is_known_must_not_depend_on_who_knows_it() -> None:
    assert error("(<= p (knows me p))\n(<= (next (step 3)) p)") == "GD034"
    assert found("(<= q (true (step 1)))\n(<= p (knows me q))\n(<= (next (step 3)) p)") == []


def test_only_sentences_may_be_negated() -> None:
    assert error("(<= p (not (not q)))") == "GD015"
    assert error("(<= p (not (or q r)))") == "GD015"
    assert error("(<= p (not ?x))") == "GD015"


# ---- recursion


def test_recursion_that_builds_larger_and_larger_terms_is_an_error_that_names_the_rule() -> None:
    [finding] = check(Source("t", GAME + "(n z)\n(<= (n (s ?x)) (n ?x))"), Options())
    assert finding.code == "GD035" and finding.span.text == "(n (s ?x))"


@pytest.mark.parametrize(
    "rules",
    [
        "(<= (n ?x (s ?x)) (m ?x))\n(<= (m ?x) (n ?y ?x))",
        "(<= (n (s ?x)) (m ?x))\n(<= (m ?x) (n ?x))",
        "(<= (m (s ?x)) (n ?x))\n(<= (n ?x) (m ?x) (true (step ?y)))",
        "(<= (m (s (s ?x))) (m (s ?x)))\n(m (s 0))",
    ],
)
def test_terms_may_not_grow_through_several_relations_either(rules: str) -> None:
    assert error(f"(m 0)\n{rules}") == "GD035"


def test_recursion_over_what_is_there_is_fine() -> None:
    assert found("(e 1 2) (e 2 1)\n(<= (r ?x ?y) (e ?x ?y))\n(<= (r ?x ?z) (r ?x ?y) (r ?y ?z))") == []
    assert found("(e 1) (e 2)\n(n 1)\n(<= (n (s ?x)) (n ?x) (e ?x))") == []
    assert found("(m (s 1))\n(<= (m ?x) (m (s ?x)))\n(<= (m (s ?x)) (m (s ?x)))") == []
    assert found("(m 1)\n(<= (n (s ?x) ?y) (m ?x) (n ?z ?y))\n(n 1 2)") == []


def test_recursion_through_growing_terms_is_fine_where_it_comes_to_an_end() -> None:
    assert found("(r 0 0) (q 0)\n(<= (r ?x (f ?x)) (r ?y ?x) (q ?y))") == []
    # Some ninety levels, and none more.
    chain = " ".join(f"(less {number} {number + 1})" for number in range(90))
    assert found(f"{chain} (n 0 z)\n(<= (n ?j (s ?x)) (n ?i ?x) (less ?i ?j))") == []


def test_recursion_is_worked_out_for_the_first_state_where_it_depends_on_the_state() -> None:
    assert error("(<= (n ?x) (true (step ?x)))\n(<= (n (s ?x)) (n ?x))") == "GD035"
    assert found(f"(<= (n ?x) (true (step ?x)) (true (at ?x)))\n{AT.replace('1', '2')}\n(<= (n (s ?x)) (n ?x))") == []


def test_terms_that_double_are_endless_too() -> None:
    assert error("(n 0)\n(<= (n (pair ?x ?x)) (n ?x))") == "GD035"


def test_terms_that_are_too_many_before_they_are_too_large_are_endless_too() -> None:
    [finding] = check(Source("t", GAME + "(n 0) (n 1)\n(<= (n (pair ?x ?y)) (n ?x) (n ?y))"), Options())
    assert finding.code == "GD035" and "larger and larger" in finding.title


def test_a_fact_may_have_ten_thousand_names() -> None:
    assert found(f"(init (wide {'1 ' * 9_990}))") == []
    assert error(f"(init (wide {'1 ' * 10_000}))") == "GD035"


def test_a_long_relation_is_no_reason_to_refuse_a_game_that_declares_it() -> None:
    """All pairs on a ring of 48, by a rule that joins the relation with itself."""
    ring = " ".join(f"(near {place} {(place + 1) % 48})" for place in range(48))
    paths = "(<= (path ?x ?y) (near ?x ?y))\n(<= (path ?x ?z) (path ?x ?y) (path ?y ?z))"
    base = "(<= (base (at ?x ?y)) (path ?x ?y))\n(base (step 1)) (base (step 2))"
    assert found(f"{ring}\n{paths}\n{base}") == []
    assert found(f"{ring}\n{paths}\n{base}\n(init (at 1 48))") == [("warning", "GD042")]


def test_more_facts_than_can_be_looked_at_may_be_declared() -> None:
    digits = " ".join(f"(digit {number})" for number in range(10))
    body = " ".join(f"(digit ?{name})" for name in "abcdefgh")
    assert found(f"{digits}\n(<= (base (code ?a ?b ?c ?d ?e ?f ?g ?h)) {body})") == []
    assert error(f"{digits}\n(<= (init (code ?a ?b ?c ?d ?e ?f ?g ?h)) {body})") == "GD035"


# ---- goals


def test_constant_goals_are_numbers_from_0_to_100() -> None:
    assert error("(<= (goal me 101) (true (step 1)))") == "GD025"
    assert error("(<= (goal me -1) (true (step 1)))") == "GD025"
    assert found("(<= (goal me ?x) (true (step ?x)))") == []


# ---- warnings


def test_an_initial_or_next_fact_outside_a_declared_base_is_a_warning() -> None:
    assert found("(base (step 1))") == [("warning", "GD042")]
    assert found("(base (step 1)) (base (step 2))") == []
    assert found("(base (step 1)) (base (step 2)) (init (at 1))") == [("warning", "GD042")]


def test_a_legal_move_outside_a_declared_input_is_a_warning() -> None:
    assert found("(input me go)") == [("warning", "GD043")]
    assert found("(input me go) (input you go)") == []


def test_an_undefined_relation_is_a_warning_with_a_suggestion() -> None:
    [finding] = check(Source("t", GAME + "(ready 1)\n(<= p (reddy 1))"), Options())
    assert (finding.severity, finding.code, finding.hint) == ("warning", "GD041", "Did you mean ready?")


@pytest.mark.parametrize(("wrong", "right"), [("(treu (step 1))", "true"), ("(disinct 1 2)", "distinct")])
def test_a_misspelled_word_of_the_language_is_a_warning_with_a_suggestion(wrong: str, right: str) -> None:
    [finding] = check(Source("t", GAME + f"(<= p {wrong})"), Options())
    assert (finding.severity, finding.code, finding.hint) == ("warning", "GD041", f"Did you mean {right}?")


@pytest.mark.parametrize(
    ("condition", "hint"),
    [
        ("(true (stpe 1))", "Did you mean step?"),
        ("(not (true (stpe 1)))", "Did you mean step?"),
        ("(does me hop)", "add a rule that makes such a move, or leave the condition out"),
    ],
)
def test_a_fact_or_a_move_that_nothing_makes_is_a_warning_with_a_suggestion(condition: str, hint: str) -> None:
    [finding] = check(Source("t", GAME + f"(<= p {condition})"), Options())
    assert (finding.severity, finding.code, finding.hint) == ("warning", "GD041", hint)


def test_where_any_fact_or_move_can_be_made_none_is_missed() -> None:
    assert found("(<= p (true (at 1)))\n(<= (next ?f) (true ?f))") == []
    assert found("(<= p (does me jump))\n(<= (legal me ?m) (way ?m)) (way jump)") == []


def test_names_that_differ_only_in_case_are_a_warning() -> None:
    assert found("(<= p (true (Step 1)))") == [("warning", "GD040")]
    assert found("(late 1)\n(<= p (Late 1))") == [("warning", "GD040")]


def test_names_that_differ_only_in_case_stay_different_names() -> None:
    from tests.logic.sheets import read_rules

    sheet = read_rules(Source("t", GAME.replace("(true (step 2))", "(true (Step 2))")))
    assert any("Step" in str(rule) for rule in sheet.rules) and any("step" in str(rule) for rule in sheet.rules)


def test_a_function_with_other_arguments_is_no_excuse_for_a_variable_without_a_value() -> None:
    text = "(role me) (init (p 1)) (legal me a) (<= (next (p ?y)) (true (p 1 2))) terminal (goal me 1)\n"
    assert "GD031" in [code for _, code in found(text)]


def test_several_errors_are_found_in_one_run() -> None:
    text = "(p ?x)\n(<= (true y) p)\n(q 1) (q 1 2)\n(goal me 500)\n"
    assert [code for _, code in found(text)] == ["GD031", "GD021", "GD030", "GD030", "GD025"]
