"""What each phase does: section 6 of the language, row by row, on both engines."""

from __future__ import annotations

import pytest
from tests.languages.contest.seasons import both, season

FOUR = "Ada, Ben, Cleo, Dan"


# ---------------------------------------------------------------------------------------------------- competitions


def test_a_competition_asks_for_the_winner_if_a_later_phase_uses_it() -> None:
    played = both(season(FOUR, "competition between everyone. elimination of winner of competition"), "Ben")
    assert played.asked == [("host", ("Ada", "Ben", "Cleo", "Dan"))]
    assert played.prompts == ["Round 1, phase 1: who won: Ada, Ben, Cleo, Dan"]
    assert played.lines == ["Round 1", "Ben won", "Ben is out", "Ada, Cleo and Dan win"]


def test_a_competition_asks_for_the_loser_if_only_that_is_used() -> None:
    played = both(season(FOUR, "competition between everyone. elimination of loser of competition"), "Dan")
    assert played.prompts == ["Round 1, phase 1: who lost: Ada, Ben, Cleo, Dan"]
    assert played.state["eliminated"] == ["Dan"]


def test_a_competition_asks_for_both_if_both_are_used_and_the_winner_cannot_lose() -> None:
    rounds = "competition between everyone. add star for winner of competition. elimination of loser of competition"
    played = both(season(FOUR, rounds), "Ada", "Ada", "Ben")
    assert [options for _, options in played.asked] == [("Ada", "Ben", "Cleo", "Dan"), ("Ben", "Cleo", "Dan")]
    assert played.refused == ["choose one of: Ben, Cleo, Dan"]
    assert played.lines == ["Round 1", "Ada won", "Ben lost", "Ada joins star", "Ben is out", "Ada, Cleo and Dan win"]


def test_of_two_competitors_the_other_one_is_implied() -> None:
    rounds = "competition between Ada, Ben. add star for winner of competition. elimination of loser of competition"
    played = both(season(FOUR, rounds), "Ben")
    assert len(played.asked) == 1
    assert (played.state["eliminated"], played.state["groups"]["Ben"]) == (["Ada"], ["star"])


def test_one_competitor_is_both_winner_and_loser_and_nobody_is_asked() -> None:
    rounds = "competition between Ada. add star for winner of competition. elimination of loser of competition"
    played = both(season(FOUR, rounds))
    assert played.asked == []
    assert (played.state["eliminated"], played.state["groups"]["Ada"]) == (["Ada"], ["star"])


def test_a_competition_that_nothing_uses_asks_for_the_winner() -> None:
    assert both(season(FOUR, "competition between everyone"), "Cleo").lines == [
        "Round 1",
        "Cleo won",
        "Ada, Ben, Cleo and Dan win",
    ]


def test_a_competition_with_nobody_in_it_ends_with_an_error_that_names_round_and_phase() -> None:
    played = both(season(FOUR, "elimination of everyone. competition between everyone"))
    assert (played.status, played.error) == ("failed", "nobody is left to compete (round 1, phase 2)")


def test_a_competition_of_a_group_that_nobody_is_in_yet_names_the_group() -> None:
    played = both(season(FOUR, "competition between boss. add boss for Ada"))
    said = "nobody is in boss, so nobody can compete (round 1, phase 1)"
    assert (played.status, played.error) == ("failed", said)


def test_teams_compete_if_they_have_a_member_in_the_list() -> None:
    cast = "team Red: Ada, Ben; team Blue: Cleo, Dan; team Green: Eve"
    rounds = "team competition between Ada, Cleo, Dan. elimination of loser of competition"
    played = both(season(cast, rounds), "Blue")
    assert played.asked == [("host", ("Red", "Blue"))]
    assert played.lines[1:4] == ["Red won", "Blue lost", "Cleo and Dan are out"]


def test_scores_are_asked_one_by_one_and_the_highest_wins() -> None:
    rounds = (
        "scored competition between Ada, Ben, Cleo. add star for winner of competition. "
        "elimination of loser of competition"
    )
    played = both(season(FOUR, rounds), "3", "-2", "many", "9223372036854775808", "10")
    assert played.asked == [("host", ("None", "None"))] * 3
    assert played.prompts == [f"Round 1, phase 1: score of {name}" for name in ("Ada", "Ben", "Cleo")]
    assert played.refused == ["answer with a whole number"] * 2
    assert played.lines[1:4] == ["Scores: Ada 3, Ben -2, Cleo 10", "Cleo won", "Ben lost"]


def test_a_shared_place_that_is_needed_is_asked_for() -> None:
    rounds = "scored competition between everyone. add star for winner of competition"
    played = both(season(FOUR, rounds), "5", "7", "1", "7", "Dan")
    assert played.asked[4:] == [("host", ("Ben", "Dan"))]
    assert played.state["groups"]["Dan"] == ["star"]


def test_a_shared_place_that_nothing_uses_is_not_asked_for() -> None:
    played = both(season(FOUR, "scored competition between Ada, Ben"), "5", "5")
    assert len(played.asked) == 2


def test_who_took_the_first_place_of_all_equal_scores_is_not_last() -> None:
    rounds = (
        "scored competition between Ada, Ben, Cleo. add star for winner of competition. "
        "elimination of loser of competition"
    )
    played = both(season(FOUR, rounds), "1", "1", "1", "Ben", "Cleo")
    assert [options for _, options in played.asked[3:]] == [("Ada", "Ben", "Cleo"), ("Ada", "Cleo")]


# ----------------------------------------------------------------------------------------------------------- votes


def test_votes_of_a_phase_are_open_together_in_list_order_without_oneself() -> None:
    played = both(season("Ada, Ben, Cleo", "vote by everyone between everyone"), "Ben", "Cleo", "Ben")
    assert played.asked == [("Ada", ("Ben", "Cleo")), ("Ben", ("Ada", "Cleo")), ("Cleo", ("Ada", "Ben"))]
    assert played.lines == ["Round 1", "Votes: Ben 2, Cleo 1", "Ada, Ben and Cleo win"]


def test_including_self_a_voter_may_vote_for_themself() -> None:
    played = both(season("Ada, Ben", "vote by Ada between everyone including self"), "Ada")
    assert played.asked == [("Ada", ("Ada", "Ben"))]


def test_who_has_nobody_to_vote_for_is_not_asked() -> None:
    played = both(season("Ada, Ben", "vote by everyone between Ada"), "Ada")
    assert played.asked == [("Ben", ("Ada",))]


def test_one_person_may_hold_several_votes() -> None:
    played = both(season("Ada, Ben, Cleo", "vote by Ada * 2, Ben between everyone"), "Ben", "Cleo", "Cleo")
    assert [seat for seat, _ in played.asked] == ["Ada", "Ada", "Ben"]
    assert played.lines[1] == "Votes: Ben 1, Cleo 2"


def test_a_directed_vote_asks_voter_by_voter_for_a_name_and_a_direction() -> None:
    rounds = "directed vote by Ada, Ben between everyone. elimination of minority of vote"
    played = both(season("Ada, Ben, Cleo", rounds), "Cleo", "AGAINST", "Cleo", "perhaps", "Against")
    assert played.asked[0] == ("Ada", ("Ben", "Cleo"))
    assert played.asked[1] == ("Ada", ("for", "against"))
    assert played.refused == ["answer with for or against"]
    assert played.lines[1:3] == ["Votes: Cleo -2", "Cleo is out"]


def test_a_nomination_asks_name_by_name_and_nobody_is_nominated_twice() -> None:
    rounds = "nomination of 2 by Ada, Ben between everyone"
    played = both(season(FOUR, rounds), "Ben", "Cleo", "Ada", "Dan")
    assert [options for _, options in played.asked] == [
        ("Ben", "Cleo", "Dan"),
        ("Cleo", "Dan"),
        ("Ada", "Dan"),
        ("Dan",),
    ]
    assert played.lines[1:5] == ["Nominated: Ben", "Nominated: Cleo", "Nominated: Ada", "Nominated: Dan"]


def test_a_nomination_without_anybody_left_asks_nothing() -> None:
    assert both(season("Ada, Ben", "nomination of 3 by Ada between everyone"), "Ben").asked == [("Ada", ("Ben",))]


def test_nominees_stay_nominated_until_the_next_round() -> None:
    rounds = "nomination of 1 by Ada between everyone repeated 2 times"
    played = both(season("Ada, Ben", rounds), "Ben", "Ben")
    assert played.asked == [("Ada", ("Ben",))] * 2


# ----------------------------------------------------------------------------------------------- allocations, uses?


def test_an_allocation_lowers_the_counter_by_what_is_given() -> None:
    cast = "Ada, Ben all with resource called gold starting at 5 with minimum of 2"
    rounds = "allocation of gold by everyone. add generous for highest gold"
    played = both(season(cast, rounds), "4", "3", "1")
    assert played.asked == [("Ada", ("0", "3")), ("Ben", ("0", "3"))]
    assert played.refused == ["4 is not between 0 and 3"]
    assert played.lines[1] == "gold: Ada 2, Ben 4"
    assert played.state["counters"] == {"Ada": {"gold": 2}, "Ben": {"gold": 4}}


def test_an_allocation_that_could_only_be_nothing_is_not_asked() -> None:
    cast = "Ada with counter called gold starting at 3, Ben with counter called gold"
    rounds = "allocation of gold by everyone. increase given by results of allocation for everyone"
    played = both(season(f"{cast} all with counter called given", rounds), "2")
    assert played.asked == [("Ada", ("0", "3"))]
    assert played.state["counters"] == {"Ada": {"gold": 1, "given": 2}, "Ben": {"gold": 0, "given": 0}}


def test_uses_is_put_to_all_of_them_together_and_answered_by_the_first() -> None:
    cast = "team Red: Ada, Ben; team Blue: Cleo all with counter called points"
    rounds = "uses? Red then (increase points by 1 for Red) otherwise (increase points by 9 for Blue)"
    yes, no = both(season(cast, rounds), "Y"), both(season(cast, rounds), "maybe", "No")
    assert yes.asked == no.asked == [("Ada", ("yes", "no"))]
    assert yes.prompts == ["Round 1, phase 1: use it, Ada and Ben"]
    assert no.refused == ["answer with yes or no"]
    assert yes.lines[1:3] == ["Ada and Ben use it", "points: Ada 1, Ben 1"]
    assert no.lines[1:3] == ["Ada and Ben do not use it", "points: Cleo 9"]


def test_nobody_uses_nothing() -> None:
    rounds = "uses? nominated then (elimination of Ada) otherwise (elimination of Ben)"
    played = both(season("Ada, Ben", rounds))
    assert (played.asked, played.state["eliminated"]) == ([], ["Ben"])


def test_results_of_a_branch_are_forgotten_after_it() -> None:
    rounds = (
        "competition between everyone. "
        "uses? Ada then (competition between Cleo, Dan. elimination of loser of competition). "
        "elimination of loser of competition"
    )
    played = both(season(FOUR, rounds), "Ben", "yes", "Dan")
    assert played.state["eliminated"] == ["Dan", "Ben"]


# --------------------------------------------------------------------------------------------------------- updates


def test_elimination_puts_people_out_and_their_groups_and_counters_stay() -> None:
    cast = "team Red: Ada with counter called gold starting at 4, Ben; team Blue: Cleo"
    rounds = "elimination of Ada. elimination of Ada. increase gold by 1 for eliminated"
    played = both(season(cast, rounds))
    assert played.state["eliminated"] == ["Ada"]
    assert (played.state["counters"]["Ada"], played.state["groups"]["Ada"]) == ({"gold": 5}, ["Red"])


def test_add_remove_and_change_of_groups() -> None:
    rounds = "add star for Ada, Ben. add star for Ada. remove star for Ben, Cleo. change star to moon for everyone"
    played = both(season("Ada, Ben, Cleo", rounds))
    assert played.state["groups"] == {"Ada": ["moon"], "Ben": [], "Cleo": []}
    assert played.lines[1:-1] == [
        "Ada and Ben join star",
        "Ben leaves star",
        "Ada moves from star to moon",
    ]


def test_a_swap_deals_the_listed_members_and_nobody_else() -> None:
    cast = "team Red: Ada, Ben, Cleo; team Blue: Dan, Eve, Fay; team Green: Gus"
    game = season(cast, "swap Red, Blue adding White for everyone except Ada")
    sizes = set()
    for seed in range(12):
        groups = both(game, seed=seed).state["groups"]
        assert isinstance(groups, dict)
        assert (groups["Ada"], groups["Gus"]) == (["Red"], ["Green"])
        dealt = [groups[name][0] for name in ("Ben", "Cleo", "Dan", "Eve", "Fay")]
        sizes.add(tuple(sorted(dealt.count(team) for team in ("Red", "Blue", "White"))))
        assert all(len(groups[name]) == 1 for name in groups)
    assert sizes == {(1, 2, 2)}


def test_who_gets_one_more_in_a_swap_is_drawn() -> None:
    game = season("team Red: Ada, Ben; team Blue: Cleo", "swap Red, Blue for everyone")
    reds = {str(both(game, seed=seed).said.count("Red: ")) for seed in range(3)}
    large = {sum("Red" in groups for groups in both(game, seed=seed).state["groups"].values()) for seed in range(12)}
    assert (reds, large) == ({"1"}, {1, 2})


def test_a_number_preserving_swap_keeps_sizes() -> None:
    game = season("team Red: Ada, Ben, Cleo; team Blue: Dan", "number preserving swap Red, Blue for everyone")
    seen = set()
    for seed in range(12):
        groups = both(game, seed=seed).state["groups"]
        assert sum("Blue" in own for own in groups.values()) == 1
        seen.add(next(name for name, own in groups.items() if "Blue" in own))
    assert len(seen) > 1


def test_a_merge_makes_a_team_of_the_listed_members() -> None:
    cast = "team Red: Ada, Ben; team Blue: Cleo; team Green: Dan"
    rounds = "merge Red, Blue to One for everyone except Ben. team competition between everyone"
    played = both(season(cast, rounds), "One")
    assert played.state["groups"] == {"Ada": ["One"], "Ben": ["Red"], "Cleo": ["One"], "Dan": ["Green"]}
    assert played.asked == [("host", ("Red", "Green", "One"))]
    assert both(season(cast, "merge Red, Blue for everyone")).state["groups"]["Ada"] == ["merged"]


@pytest.mark.parametrize(
    ("update", "gold"),
    [
        ("increase gold by 3", 8),
        ("increase gold by 9", 10),
        ("decrease gold by 9", 1),
        ("set gold to -4", 1),
        ("set gold to gold", 5),
        ("increase gold by gold", 10),
        ("decrease gold by -2", 7),
    ],
)
def test_counters_change_and_are_clipped_to_their_limits(update: str, gold: int) -> None:
    cast = "Ada with counter called gold starting at 5 with minimum of 1 with maximum of 10, Ben"
    played = both(season(cast, f"{update} for Ada"))
    assert played.state["counters"] == {"Ada": {"gold": gold}, "Ben": {}}


def test_who_lacks_a_counter_counts_as_0_and_gets_it_on_first_change() -> None:
    played = both(season("Ada with counter called gold starting at 5, Ben", "increase gold by 2 for everyone"))
    assert played.state["counters"] == {"Ada": {"gold": 7}, "Ben": {"gold": 2}}


def test_an_update_is_applied_each_time_somebody_is_listed() -> None:
    cast = "Ada, Ben all with counter called gold starting at 1"
    played = both(season(cast, "increase gold by gold for Ada, Ada * 2, Ben"))
    assert played.state["counters"] == {"Ada": {"gold": 8}, "Ben": {"gold": 2}}


def test_a_counter_that_becomes_too_large_is_one_clear_message() -> None:
    cast = "Ada with counter called gold starting at 999999999999999999, Ben"
    rounds = "increase gold by gold for Ada * 5"
    played = both(season(cast, rounds))
    assert (played.status, played.error) == (
        "failed",
        "a counter has become too large: it has 64 bits (round 1, phase 1)",
    )
