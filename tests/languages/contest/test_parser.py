"""Text in, tree out: the grammar of Contest rule by rule, and what is said about texts that do not follow it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.languages.contest.reading import parsed, read, whole

from parlour.languages.contest import codes
from parlour.languages.contest.syntax import tree
from parlour.languages.contest.syntax.scanner import WORDS
from parlour.syntax.limits import NESTING_LIMIT


def phase(text: str) -> tree.Phase:
    [block] = read(whole(text)).blocks
    [one] = block.phases
    return one


def cast(text: str) -> tree.Cast:
    found = read(whole(players=text)).cast
    assert found is not None
    return found


def win(text: str) -> tree.Win:
    found = read(whole(win=text)).win
    assert found is not None
    return found


def people(text: str) -> tree.Who:
    found = phase(f"elimination of {text}")
    assert isinstance(found, tree.Progression)
    return found.who


def one(text: str) -> tree.One:
    [item] = people(text).items
    return item.one


def mistakes(text: str) -> list[tuple[str, str]]:
    """Code and title of everything that is wrong with the form of a text."""
    return [(item.code, item.title) for item in parsed(text)[1]]


def mistake(text: str) -> str:
    """The one thing that is wrong with the form of a text."""
    [(_, title)] = mistakes(text)
    return title


def wrong_phase(text: str) -> str:
    return mistake(whole(text))


# ---------------------------------------------------------------- where the document is ambiguous: a test for each row


def test_1_optional_suffixes_follow_what_they_belong_to() -> None:
    shown = cast("Ada with affiliation called red, Ben all with counter called pts starting at 3")
    assert isinstance(shown.members, tree.Players)
    assert [len(player.attributes) for player in shown.members.players] == [1, 0]
    [shared] = shown.shared
    assert isinstance(shared, tree.Counter)
    assert [limit.word for limit in shared.limits] == ["starting"]


def test_2_teams_are_divided_by_commas_or_semicolons() -> None:
    assert cast("team Lynx: Ada, Ben, team Otter: Cleo") == cast("team Lynx: Ada, Ben; team Otter: Cleo")


def test_3_after_a_comma_an_attribute_or_the_next_player_follows() -> None:
    shown = cast("Ada with affiliation called red, score called pts, Ben, Cleo with resource called gold, Dan")
    assert isinstance(shown.members, tree.Players)
    assert [(player.name.text, len(player.attributes)) for player in shown.members.players] == [
        ("Ada", 2),
        ("Ben", 0),
        ("Cleo", 1),
        ("Dan", 0),
    ]


def test_4_full_stops_stand_between_phases_and_the_last_is_optional() -> None:
    two = "elimination of Ada. elimination of Ben"
    assert read(whole(two)) == read(whole(f"{two}."))
    times = f"{two} repeated 2 times"
    assert read(whole(times)) == read(whole(f"{two}. repeated 2 times"))
    changed = f"{times} with modifications: round 1 before phase 1 insert elimination of Cleo"
    assert read(whole(changed)) == read(whole(f"{changed}."))
    assert len(read(whole(f"{changed}. round 2 before phase 1 insert elimination of Cleo")).blocks[0].modifiers) == 2


def test_4_every_round_ends_with_a_semicolon() -> None:
    assert len(read(whole("elimination of Ada; elimination of Ben")).blocks) == 2
    text = whole("elimination of Ada").replace(";", "")
    assert mistake(text) == "after `elimination of Ada` I expected `.`, `;` or `repeated`, not `Win`"


def test_5_a_modifier_may_have_neither_just_nor_from() -> None:
    rounds = "add red for Ada repeated 2 times with modifications: {} round 1 before phase 1 insert add red for Ben"
    extents = [read(whole(rounds.format(word))).blocks[0].modifiers[0].extent for word in ("just", "from", "")]
    assert extents == ["just", "from", None]


@pytest.mark.parametrize(
    ("tie", "name", "has_body"),
    [
        ("coin", "coin", False),
        ("coin chance (tied)", "coin", True),
        ("coin: chance (tied)", "coin", True),
        ("coin Ada", "coin", True),
        ("coin vote by Ada between tied majority of vote", "coin", True),
        ("chance (tied)", None, True),
        (": Ada", None, True),
    ],
)
def test_6_a_body_stands_in_place_behind_a_colon_or_where_somebody_or_an_action_follows(
    tie: str, name: str | None, has_body: bool
) -> None:
    found = one(f"most pts tiebroken by {tie}")
    assert isinstance(found, tree.Extreme) and found.tie is not None
    assert (found.tie.name and found.tie.name.text, found.tie.body is not None) == (name, has_body)


def test_6_a_tiebreaker_may_stand_in_a_section_after_win() -> None:
    season = read(whole(more="Tiebreaker: coin chance (tied)\nTiebreaker: vote2: vote by Ada between tied tied"))
    assert [(each.name.text, each.body.action is not None) for each in season.tiebreakers] == [
        ("coin", False),
        ("vote2", True),
    ]


def test_7_the_list_after_highest_is_optional() -> None:
    found = [one(text) for text in ("highest pts", "highest pts (red)")]
    assert [isinstance(each, tree.Extreme) and each.among is not None for each in found] == [False, True]


def test_8_chance_may_have_a_number_and_a_list() -> None:
    found = [one(text) for text in ("chance", "chance (red)", "chance 3", "chance 3 (red)")]
    assert [isinstance(each, tree.Chance) and (each.count is not None, each.among is not None) for each in found] == [
        (False, False),
        (False, True),
        (True, False),
        (True, True),
    ]


def test_9_blanks_around_the_star_are_free() -> None:
    assert people("everyone*2") == people("everyone * 2")
    assert people("everyone*2").items[0].times is not None


def test_10_for_team_may_stand_before_competition() -> None:
    assert win("for team competition") == tree.FinalCompetition(win("survive").span, is_team=True, has_for=True)
    assert win("team competition") == tree.FinalCompetition(win("survive").span, is_team=True, has_for=False)


def test_11_nominee_is_the_name_of_a_group() -> None:
    assert isinstance(phase("remove nominee for Ada"), tree.Progression)


def test_12_a_merge_may_have_no_name() -> None:
    found = phase("merge red, blue for everyone")
    assert isinstance(found, tree.Progression) and isinstance(found.update, tree.Merge)
    assert found.update.into is None


def test_13_a_group_may_be_named_in_win() -> None:
    assert isinstance(win("red for team"), tree.Chosen)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (whole("elimination of Ada repeated -2 times"), "a round cannot be repeated a negative number of times"),
        (whole(win="-1 member jury vote"), "a jury cannot have a negative number of members"),
        (whole("nomination of -1 by Ada between Ben"), "nobody can nominate a negative number of people"),
        (whole("elimination of chance -1"), "nobody can draw a negative number of people"),
    ],
)
def test_14_numbers_that_count_are_not_negative(text: str, title: str) -> None:
    assert mistakes(text) == [(codes.NEGATIVE_NUMBER, title)]


def test_14_counters_and_values_may_be_negative() -> None:
    read(whole("set pts to -3 for everyone * -1", players="Ada with counter called pts starting at -5"))


# ---------------------------------------------------------------------------------------------------------- other rules


def test_words_are_read_in_any_case() -> None:
    text = whole("vote by everyone between Ada. elimination of majority of vote")
    shouted = " ".join(word.upper() if word.lower() in WORDS else word for word in text.split())
    assert read(shouted) == read(text)


def test_limits_of_a_counter_may_have_a_comma_before_them() -> None:
    assert cast("Ada with counter called c, starting at 3, with minimum of 0, with maximum of 9, Ben") == cast(
        "Ada with counter called c starting at 3 with minimum of 0 with maximum of 9, Ben"
    )


@pytest.mark.parametrize("word", sorted(WORDS - {"with", "into", "all", "team"}))
def test_no_word_of_the_language_can_be_a_name(word: str) -> None:
    name = word.capitalize()
    found = mistakes(whole(players=f"Ada, {name}, Ben"))
    assert found[0] == (codes.RESERVED_WORD, f"'{name}' is a word of the language and cannot be used as a name")


def test_phases_that_are_played_nested() -> None:
    found = phase("uses? Ada then (elimination of Ben. elimination of Cleo.) otherwise (add red for Ada)")
    assert isinstance(found, tree.Uses) and found.otherwise is not None
    assert (len(found.then), len(found.otherwise)) == (2, 1)


def test_what_is_excepted_is_taken_from_the_whole_list() -> None:
    found = people("Ada, everyone except red, winner of competition")
    assert (len(found.items), len(found.excepted)) == (2, 2)


def test_a_win_for_team_does_not_belong_to_the_tiebreaker() -> None:
    found = win("highest pts tiebroken by playoff: team competition between red winner of competition for team")
    assert isinstance(found, tree.Chosen) and found.is_for_team


# --------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("vote by everyone for everyone", "after `vote by everyone` I expected `between`, not `for`"),
        ("vote everyone", "after `vote` I expected `by`, not `everyone`"),
        ("competition everyone", "after `competition` I expected `between`, not `everyone`"),
        ("nomination of by Ada between Ben", "after `nomination of` I expected how many are nominated, not `by`"),
        ("allocation of by Ada", "after `allocation of` I expected the name of a counter, not `by`"),
        ("uses Ada then (add red for Ada)", "after `uses` I expected `?`, not `Ada`"),
        ("uses? Ada (add red for Ada)", "after `uses? Ada` I expected `then`, not `(`"),
        ("elimination Ada", "after `elimination` I expected `of`, not `Ada`"),
        ("add red Ada", "after `add red` I expected `for` or `of`, not `Ada`"),
        ("change red for Ada", "after `change red` I expected `to`, not `for`"),
        ("number swap red for Ada", "after `number` I expected `preserving`, not `swap`"),
        ("increase pts to 3 for Ada", "after `increase pts` I expected `by`, not `to`"),
        ("set pts by 3 for Ada", "after `set pts` I expected `to`, not `by`"),
        (
            "set pts to for Ada",
            "after `set pts to` I expected a number, the name of a counter or `results of …`, not `for`",
        ),
        ("elimination of", "after `elimination of` I expected the people who are meant, not `;`"),
        ("elimination of chance (Ada", "after `elimination of chance (Ada` I expected `)`, not `;`"),
        ("elimination of winner of vote", "after `elimination of winner of` I expected `competition`, not `vote`"),
        ("elimination of Ada Ben", "after `elimination of Ada` I expected `.`, `;` or `repeated`, not `Ben`"),
        (
            "elimination of Ada elimination of Ben",
            "after `elimination of Ada` I expected `.`, `;` or `repeated`, not `elimination`",
        ),
        ("elimination of Ada repeated times", "after `elimination of Ada repeated` I expected how often, not `times`"),
        ("eliminate Ada", "after `Rounds:` I expected a phase, not `eliminate`"),
        ("add red for Ada. winner of competition", "after `add red for Ada.` I expected a phase, not `winner`"),
    ],
)
def test_a_message_says_what_was_read_what_was_expected_and_what_stands_there(text: str, title: str) -> None:
    assert wrong_phase(text) == title


def test_a_message_quotes_only_the_end_of_what_is_long() -> None:
    listed = ", ".join(["everyone"] * 30)
    assert wrong_phase(f"vote by {listed} for Ada").startswith("after `… everyone, everyone,")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("elimintion of Ada", "Did you mean elimination?"),
        ("vote by Ada betwen Ben", "Did you mean between?"),
        ("compettion between Ada", "Did you mean competition?"),
        ("uses? Ada thn (add red for Ada)", "Did you mean then?"),
        ("elimination of Ada repeated 3 time", "Did you mean times?"),
        ("eliminate Ada", "write `elimination of …`"),
        ("if Ada then (add red for Ada)", "there are no conditions: only `uses? … then (…)`, a question, lets a"),
        ("elimination of all", "all who are still in are called `everyone`"),
        ("elimination of winner of vote", "a vote has a `majority` and a `minority`"),
    ],
)
def test_misspelt_and_foreign_words_come_with_what_is_meant(text: str, hint: str) -> None:
    [item] = parsed(whole(text))[1]
    assert item.hint.startswith(hint)


def test_a_misspelt_word_is_read_as_what_is_meant() -> None:
    season, _ = parsed(whole("elimintion of Ada. vote by Ada betwen Ben"))
    assert season.blocks == read(whole("elimination of Ada. vote by Ada between Ben")).blocks


MISSING, PHASE = "this season has no `{}:`", "after `{}` I expected {}, {}"
AFTER = "nothing may follow {}, but here stands `{}`"


@pytest.mark.parametrize(
    ("text", "code", "title"),
    [
        ("", codes.SECTIONS, MISSING.format("Players")),
        ("game TicTacToe", codes.SECTIONS, "a season begins with `Players:`, not with `game`"),
        ("Players: Ada Win: survive", codes.SECTIONS, MISSING.format("Rounds")),
        ("Players: Ada Rounds: add red for Ada;", codes.SECTIONS, MISSING.format("Win")),
        ("Players: Ada Rounds: Win: survive", codes.EXPECTED, PHASE.format("Rounds:", "a phase", "not `Win`")),
        (whole(win=""), codes.EXPECTED, PHASE.format("Win:", "a win condition", "but the text ends")),
        (whole(win="survive maybe"), codes.AFTER_WIN, AFTER.format("the win condition", "maybe")),
        (whole(win="competition between red"), codes.AFTER_WIN, AFTER.format("the win condition", "between")),
        (whole(more="Tiebreaker: coin Ada maybe"), codes.AFTER_WIN, AFTER.format("a tiebreaker", "maybe")),
        (whole(more="Rounds: elimination of Ada;"), codes.SECTIONS, "there is a second `Rounds:`"),
        (whole().replace("Rounds:", "Round:"), codes.SECTIONS, "there is no section `Round:`"),
        (whole().replace("Win:", "Wins:"), codes.SECTIONS, "there is no section `Wins:`"),
        (whole().replace("Rounds:", "Rounds"), codes.EXPECTED, PHASE.format("Rounds", "`:`", "not `elimination`")),
        (
            whole(players="Ada Ben"),
            codes.BAD_NAME,
            "a name is one word",
        ),
        (
            whole(players="team Lynx: Ada; all with score called pts"),
            codes.EXPECTED,
            PHASE.format("Players: team Lynx: Ada;", "`team`", "not `all`"),
        ),
        (
            whole(players="Ada,"),
            codes.EXPECTED,
            "the list ends with a comma",
        ),
    ],
)
def test_sections_come_in_their_order_and_are_complete(text: str, code: str, title: str) -> None:
    assert mistakes(text) == [(code, title)]


def test_several_errors_are_told_in_one_run() -> None:
    found = mistakes(
        whole("vote Ada. elimination of Ben. add red Cleo; nomination of by Ada between Ben", win="survive maybe")
    )
    assert [code for code, _ in found] == [codes.EXPECTED, codes.EXPECTED, codes.EXPECTED, codes.AFTER_WIN]


def test_a_phase_that_cannot_be_read_keeps_its_number() -> None:
    season, _ = parsed(whole("vote Ada. elimination of Ben. elimination of Cleo"))
    assert [isinstance(each, tree.BrokenPhase) for each in season.blocks[0].phases] == [True, False, False]
    assert not season.is_sound
    assert "Ada" in season.lost


def test_nesting_has_a_limit() -> None:
    deep = "chance (" * NESTING_LIMIT + "Ada" + ")" * NESTING_LIMIT
    assert [code for code, _ in mistakes(whole(f"elimination of {deep}"))] == [codes.TOO_DEEP]
    ties = "most pts tiebroken by: " * NESTING_LIMIT
    assert [code for code, _ in mistakes(whole(f"elimination of {ties}Ada"))] == [codes.TOO_DEEP]
    branches = "uses? Ada then (" * NESTING_LIMIT + "add red for Ada" + ")" * NESTING_LIMIT
    assert codes.TOO_DEEP in [code for code, _ in mistakes(whole(branches))]
    read(whole("elimination of " + "chance (" * 90 + "Ada" + ")" * 90))


def test_a_text_of_more_than_a_megabyte_is_not_read() -> None:
    assert [code for code, _ in mistakes(whole() + "//" + "x" * 1_000_000)] == [codes.TEXT_TOO_LARGE]


words_and_signs = st.lists(
    st.sampled_from([*sorted(WORDS), "Ada", "pts", "3", "-1", ".", ";", ":", ",", "(", ")", "*", "?", "//x\n", "\n"])
)


@given(words_and_signs)
def test_any_text_is_read_and_what_is_wrong_is_said(words: list[str]) -> None:
    season, found = parsed(" ".join(words))
    assert season.is_sound == (not any(item.is_error for item in found))


@given(words_and_signs, st.integers(0, 40))
def test_any_season_with_a_hole_is_read_to_its_end(words: list[str], place: int) -> None:
    text = whole("vote by everyone between Ada except Ben. elimination of majority of vote repeated 3 times").split()
    text[place:place] = words
    season, found = parsed(" ".join(text))
    assert season.is_sound == (not found)


@pytest.mark.parametrize(
    ("order", "title"),
    [
        ("Players Win Rounds", "`Rounds:` stands behind `Win:`"),
        ("Win Players Rounds", "`Players:` stands behind `Win:`"),
        ("Rounds Players Win", "`Players:` stands behind `Rounds:`"),
        ("Players Rounds Tiebreaker Win", "`Win:` stands behind `Tiebreaker:`"),
    ],
)
def test_sections_in_disorder_are_told_once_and_all_of_them_are_read(order: str, title: str) -> None:
    texts = {
        "Players": "Ada, Ben",
        "Rounds": "elimination of lowest gold tiebroken by duel;",
        "Win": "survive",
        "Tiebreaker": "duel chance (tied)",
    }
    season, found = parsed("\n".join(f"{head}: {texts[head]}" for head in order.split()))
    assert [(item.code, item.title) for item in found] == [(codes.SECTIONS, title)]
    assert season.cast is not None and season.blocks and season.win is not None
    assert len(season.tiebreakers) == ("Tiebreaker" in order)
