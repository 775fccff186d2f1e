"""Who is meant, ties, rounds and the end: sections 3, 4, 5 and 11 of the language, on both engines."""

from __future__ import annotations

import pytest
from tests.languages.contest.seasons import both, season

FOUR = "Ada, Ben, Cleo, Dan"
TEAMS = "team Red: Ada, Ben; team Blue: Cleo, Dan"


def marked(cast: str, who: str, *answers: str, before: str = "", seed: int = 0, more: str = "") -> list[str]:
    """The people of a list, by what they are marked with."""
    game = season(cast, f"{before} add star for {who}", more=more)
    groups = both(game, *answers, seed=seed).state["groups"]
    assert isinstance(groups, dict)
    return [name for name, own in groups.items() if "star" in own]


# ------------------------------------------------------------------------------------------------------ identifiers


def test_everyone_means_active_players() -> None:
    assert marked(FOUR, "everyone", before="elimination of Ben.") == ["Ada", "Cleo", "Dan"]


def test_a_player_who_is_out_is_nobody() -> None:
    assert marked(FOUR, "Ben, Cleo", before="elimination of Ben.") == ["Cleo"]


def test_a_group_means_its_active_members() -> None:
    assert marked(TEAMS, "Red", before="elimination of Ben.") == ["Ada"]


def test_eliminated_means_those_who_are_out() -> None:
    assert marked(FOUR, "eliminated", before="elimination of Dan. elimination of Ben.") == ["Ben", "Dan"]


def test_nominated_means_active_nominees() -> None:
    before = "nomination of 2 by Ada between everyone. elimination of Ben."
    assert marked(FOUR, "nominated", "Ben", "Cleo", before=before) == ["Cleo"]


def test_chance_draws_so_many_different_people_and_fewer_if_there_are_not_enough() -> None:
    drawn = {tuple(marked(FOUR, "chance 2 (everyone)", seed=seed)) for seed in range(12)}
    assert all(len(names) == 2 for names in drawn) and len(drawn) > 2
    assert marked(FOUR, "chance 3 (Ada * 9, Ben)") == ["Ada", "Ben"]
    assert len(marked(FOUR, "chance")) == 1


def test_chance_draws_by_weight() -> None:
    game = season("Ada, Ben", "elimination of chance (Ada * 3, Ben)")
    tally = game.simulator(engine="python").playouts(400, 1)
    assert tally.seats["Ben"].wins == pytest.approx(300, abs=40)


def test_the_winner_of_teams_means_all_active_members() -> None:
    before = "team competition between everyone. elimination of Ada."
    assert marked(TEAMS, "winner of competition", "Red", before=before) == ["Ben"]


def test_a_winner_who_is_out_by_now_is_nobody() -> None:
    before = "competition between everyone. elimination of Ada."
    assert marked(FOUR, "winner of competition", "Ada", before=before) == []


def test_competitions_are_told_apart_by_number_and_the_latest_has_none() -> None:
    before = "competition between Ada, Ben. competition between Cleo, Dan."
    who = "winner of competition 1, loser of competition"
    assert marked(FOUR, who, "Ada", "Cleo", before=before) == ["Ada", "Cleo"]


def test_majority_and_minority_look_at_those_who_could_be_voted_for() -> None:
    before = "vote by everyone between Ada, Ben."
    answers = ("Ben", "Ada", "Ben", "Ben")
    assert marked(FOUR, "majority of vote", *answers, before=before) == ["Ben"]
    assert marked(FOUR, "minority of vote", *answers, before=before) == ["Ada"]


def test_most_and_least_of_a_counter_and_a_missing_one_is_0() -> None:
    cast = "Ada with counter called gold starting at 3, Ben with counter called gold starting at -1, Cleo"
    assert marked(cast, "most gold") == ["Ada"]
    assert marked(cast, "lowest gold") == ["Ben"]
    assert marked(cast, "highest gold (Ben, Cleo)") == ["Cleo"]


def test_an_empty_list_is_legal_everywhere() -> None:
    rounds = (
        "elimination of everyone. vote by everyone between everyone. elimination of majority of vote. "
        "nomination of 1 by everyone between everyone. add star for highest gold. "
        "increase gold by 1 for everyone. allocation of gold by everyone"
    )
    played = both(season("Ada, Ben all with counter called gold", rounds))
    assert (played.asked, played.status, played.ranking) == ([], "over", [])
    assert played.lines[-1] == "Nobody wins"


# -------------------------------------------------------------------------------------------------- values and lists


def test_people_are_repeated_by_numbers_counters_and_results() -> None:
    cast = "Ada with counter called gold starting at 2, Ben with counter called gold starting at -3, Cleo"
    rounds = "increase n by 1 for everyone * gold, Cleo * 4, Cleo * 0"
    counters = both(season(f"{cast} all with counter called n", rounds)).state["counters"]
    assert isinstance(counters, dict)
    assert [own["n"] for own in counters.values()] == [2, 0, 4]
    rounds = "scored competition between everyone. increase n by 1 for everyone * results of competition"
    counters = both(season("Ada, Ben all with counter called n", rounds), "3", "0").state["counters"]
    assert isinstance(counters, dict)
    assert [own["n"] for own in counters.values()] == [3, 0]


def test_except_takes_people_out_completely() -> None:
    assert marked(FOUR, "Ada * 2, everyone except Ada, Dan") == ["Ben", "Cleo"]


def test_results_of_a_competition_are_the_own_score_or_that_of_the_first_team() -> None:
    cast = "team Red: Ada, Ben; team Blue: Cleo all with counter called n"
    rounds = (
        "add Blue for Ada. scored team competition between everyone. increase n by results of competition for everyone"
    )
    counters = both(season(cast, rounds), "4", "7").state["counters"]
    assert counters == {"Ada": {"n": 4}, "Ben": {"n": 4}, "Cleo": {"n": 7}}


def test_results_of_a_vote_are_the_votes_received() -> None:
    rounds = "directed vote by Ada, Ben between everyone. increase n by results of vote for everyone"
    played = both(season("Ada, Ben, Cleo all with counter called n", rounds), "Cleo", "for", "Ada", "against")
    assert played.state["counters"] == {"Ada": {"n": -1}, "Ben": {"n": 0}, "Cleo": {"n": 1}}


# ------------------------------------------------------------------------------------------------------------- ties


def test_a_tie_without_a_tiebreaker_is_a_fair_draw() -> None:
    game = season("Ada, Ben, Cleo", "vote by Cleo between Ada, Ben. elimination of minority of vote, majority of vote")
    assert "Tied: Ada, Ben (lot)" not in both(game, "Ada").said
    drawn = season("Ada, Ben", "vote by everyone between everyone. elimination of majority of vote")
    outs = {str(both(drawn, "Ben", "Ada", seed=seed).state["eliminated"]) for seed in range(8)}
    assert outs == {"['Ada']", "['Ben']"}
    tally = drawn.simulator(engine="python").playouts(400, 1)
    assert tally.seats["Ada"].wins == pytest.approx(200, abs=40)
    assert tally.counts["drawn lots"] == 400


def test_a_tiebreaker_does_its_action_and_takes_the_first_of_its_identifier() -> None:
    rounds = (
        "vote by everyone between everyone. elimination of majority of vote tiebroken by duel: "
        "competition between tied loser of competition"
    )
    played = both(season("Ada, Ben, Cleo", rounds), "Ben", "Ada", "Ben", "Ada")
    assert "Tied" not in played.said
    played = both(season("Ada, Ben, Cleo", rounds), "Ben", "Cleo", "Ada", "Cleo", "Ada")
    assert played.lines[1:4] == ["Votes: Ada 1, Ben 1, Cleo 1", "Tied: Ada, Ben, Cleo (duel)", "Cleo lost"]
    assert played.prompts[-1] == "Round 1, tiebreaker duel: who lost: Ada, Ben, Cleo"


def test_the_result_of_a_tiebreaker_need_not_be_tied() -> None:
    rounds = "vote by Ada, Ben between Ada, Ben. elimination of majority of vote tiebroken by rocks: Dan"
    assert both(season(FOUR, rounds), "Ben", "Ada").state["eliminated"] == ["Dan"]


def test_what_a_tiebreaker_does_is_forgotten_after_it() -> None:
    rounds = (
        "vote by Ada, Ben between Ada, Ben. elimination of majority of vote tiebroken by other: "
        "vote by Cleo between Cleo, Dan including self majority of vote. "
        "increase n by results of vote for everyone"
    )
    played = both(season(f"{FOUR} all with counter called n", rounds), "Ben", "Ada", "Dan")
    assert played.state["eliminated"] == ["Dan"]
    assert played.state["counters"] == {"Ada": {"n": 1}, "Ben": {"n": 1}, "Cleo": {"n": 0}, "Dan": {"n": 0}}


def test_nested_tiebreakers_see_the_smaller_tie() -> None:
    rounds = (
        "vote by everyone between everyone. elimination of majority of vote tiebroken by again: "
        "vote by Dan between tied majority of vote tiebroken by last: most n (tied)"
    )
    cast = "Ada, Ben, Cleo with counter called n starting at 5, Dan"
    played = both(season(cast, rounds), "Ben", "Ada", "Ada", "Ben", "Ben")
    assert played.lines[2:5] == ["Tied: Ada, Ben (again)", "Votes: Ben 1", "Ben is out"]


def test_an_empty_identifier_of_a_tiebreaker_gives_nobody() -> None:
    rounds = "vote by Ada, Ben between Ada, Ben. elimination of majority of vote tiebroken by none: nominated"
    assert both(season(FOUR, rounds), "Ben", "Ada").state["eliminated"] == []


def test_a_tie_that_was_broken_stays_broken_and_its_tiebreaker_runs_once() -> None:
    rounds = (
        "vote by Ada, Ben between Ada, Ben. add star for majority of vote tiebroken by host. "
        "elimination of majority of vote tiebroken by host"
    )
    more = "Tiebreaker: host competition between tied winner of competition"
    more = more.replace("host", "judge")
    played = both(season(FOUR, rounds.replace("host", "judge"), more=more), "Ben", "Ada", "Ben")
    assert played.said.count("Tied: Ada, Ben (judge)") == 1
    assert (played.state["eliminated"], played.state["groups"]["Ben"]) == (["Ben"], ["star"])


def test_the_highest_counter_is_worked_out_each_time() -> None:
    rounds = "add star for highest n tiebroken by duel. add moon for highest n tiebroken by duel"
    more = "Tiebreaker: duel competition between tied winner of competition"
    played = both(season("Ada, Ben all with counter called n", rounds, more=more), "Ada", "Ben")
    assert played.state["groups"] == {"Ada": ["star"], "Ben": ["moon"]}


def test_a_tiebreaker_may_refer_to_itself() -> None:
    rounds = "vote by Ada, Ben between Ada, Ben. elimination of majority of vote tiebroken by again"
    more = "Tiebreaker: again vote by everyone between tied majority of vote tiebroken by again"
    answers = ("Ben", "Ada", "Ben", "Ada", "Ada", "Ben", "Ben", "Ada", "Ada", "Ada")
    played = both(season(FOUR, rounds, more=more), *answers)
    assert played.said.count("(again)") == 2
    assert played.state["eliminated"] == ["Ada"]


def test_an_endless_tiebreaker_is_one_clear_message() -> None:
    more = "Tiebreaker: again highest n (tied) tiebroken by again"
    game = season("Ada, Ben all with counter called n", "elimination of highest n tiebroken by again", more=more)
    played = both(game)
    assert played.status == "failed"


# ----------------------------------------------------------------------------------------------------------- rounds


def test_each_round_begins_without_results_and_nominees() -> None:
    rounds = "nomination of 1 by Ada between everyone. competition between nominated repeated 2 times"
    played = both(season("Ada, Ben, Cleo", rounds), "Ben", "Cleo")
    assert played.state["groups"] == {"Ada": [], "Ben": [], "Cleo": ["nominee"]}


def test_a_block_is_played_as_often_as_it_is_repeated_with_its_modifications() -> None:
    cast = "Ada, Ben all with counter called n"
    rounds = (
        "increase n by 1 for everyone repeated 4 times with modifications: "
        "just round 2 before phase 1 insert set n to 10 for Ada. "
        "from round 3 instead of phase 1 insert decrease n by 1 for Ben"
    )
    played = both(season(cast, rounds))
    assert played.state["counters"] == {"Ada": {"n": 11}, "Ben": {"n": 0}}
    assert played.state["rounds_played"] == 4


def test_a_block_that_is_repeated_0_times_is_not_played() -> None:
    played = both(season("Ada, Ben", "elimination of Ada repeated 0 times; elimination of Ben"))
    assert (played.state["eliminated"], played.state["rounds_played"]) == (["Ben"], 1)


def test_a_million_rounds_cost_nothing_to_load() -> None:
    game = season("Ada, Ben", "competition between everyone repeated 1000000 times")
    assert len(game.engines["python"].program.functions) < 60  # type: ignore[attr-defined]
    assert both(game, "Ada", "Ben").lines[-1] == "Round 3"


# ------------------------------------------------------------------------------------------------------------ the end


def test_survive_all_active_players_win() -> None:
    played = both(season("Ada, Ben, Cleo", "elimination of Ben", "survive"))
    assert (played.lines[-1], played.ranking) == ("Ada and Cleo win", [["Ada", "Cleo"], ["Ben"]])


def test_a_jury_is_the_last_who_left_and_votes_in_secret_together() -> None:
    rounds = "elimination of Ada. elimination of Ben. elimination of Cleo"
    played = both(season(f"{FOUR}, Eve", rounds, "2 member jury vote"), "Dan", "Eve", seed=1)
    assert played.asked == [("Ben", ("Dan", "Eve")), ("Cleo", ("Dan", "Eve"))]
    assert played.prompts[0] == "The jury: your vote (Ben and Cleo vote)"
    assert "Tied: Dan, Eve (lot)" in played.said
    assert played.ranking is not None and played.ranking[2:] == [["Cleo"], ["Ben"], ["Ada"]]
    played = both(season(f"{FOUR}, Eve", rounds, "9 member jury vote"), "Dan", "Eve", "Dan")
    assert played.lines[-2:] == ["Votes: Dan 2, Eve 1", "Dan wins"]


def test_without_jurors_the_winner_is_drawn_among_all() -> None:
    wins = {
        both(season("Ada, Ben", "add star for Ada", "1 member jury vote"), seed=seed).lines[-1] for seed in range(8)
    }
    assert wins == {"Ada wins", "Ben wins"}


def test_the_final_competition_is_among_all_active_players() -> None:
    played = both(season(FOUR, "elimination of Dan", "competition"), "Cleo")
    assert played.asked == [("host", ("Ada", "Ben", "Cleo"))]
    assert (played.lines[-1], played.ranking) == ("Cleo wins", [["Cleo"], ["Ada", "Ben"], ["Dan"]])
    assert both(season("Ada, Ben", "elimination of Ben", "competition")).lines[-1] == "Ada wins"
    assert both(season("Ada, Ben", "elimination of everyone", "competition")).lines[-1] == "Nobody wins"


def test_the_final_competition_of_teams_is_won_by_a_team() -> None:
    played = both(season(TEAMS, "elimination of Ada", "team competition"), "Red")
    assert (played.lines[-1], played.state["winners"]) == ("Red wins", ["Red"])
    assert played.ranking == [["Ben"], ["Cleo", "Dan"], ["Ada"]]


def test_reach_is_looked_at_after_every_round_and_stops_the_season() -> None:
    cast = "Ada, Ben, Cleo all with counter called n, counter called m"
    rounds = "increase n by 1 for Ada, Ben. increase m by 2 for Ada, Ben, Cleo repeated 9 times"
    played = both(season(cast, rounds, "reach 3 n, 5 m"))
    assert (played.state["rounds_played"], played.state["winners"]) == (3, ["Ada", "Ben"])
    assert both(season(cast, rounds, "reach 30 n")).lines[-1] == "Nobody wins"
    assert both(season(cast, rounds, "reach -1 n")).state["rounds_played"] == 1


def test_a_list_of_winners_is_worked_out_at_the_end_with_the_results_of_the_last_round() -> None:
    played = both(season(FOUR, "competition between everyone", "winner of competition, Dan"), "Ben")
    assert (played.lines[-1], played.state["winners"]) == ("Ben and Dan win", ["Ben", "Dan"])


def test_for_team_the_teams_of_the_people_win_and_one_without_a_team_stands_alone() -> None:
    played = both(season(f"{TEAMS}; team Green: Eve", "remove Green for Eve", "Cleo, Eve, Dan for team"))
    assert (played.lines[-1], played.state["winners"]) == ("Blue and Eve win", ["Blue", "Eve"])
    assert played.ranking == [["Eve", "Cleo", "Dan"], ["Ada", "Ben"]]


def test_for_team_a_tie_within_a_team_is_no_tie() -> None:
    cast = f"{TEAMS} all with counter called n"
    win = "highest n tiebroken by playoff: team competition between everyone winner of competition for team"
    alone = both(season(cast, "increase n by 1 for Red", win))
    assert (alone.asked, alone.lines[-1]) == ([], "Red wins")
    across = both(season(cast, "increase n by 0 for Red", win), "Blue")
    assert (across.lines[-1], across.prompts) == ("Blue wins", ["Round 1, tiebreaker playoff: who won: Red, Blue"])


def test_teams_have_an_order_and_a_person_in_several_counts_for_the_first() -> None:
    played = both(season(TEAMS, "add Blue for Ada", "Ada for team"))
    assert played.state["winners"] == ["Red"]


def test_those_who_left_in_one_phase_are_ranked_together() -> None:
    played = both(season(FOUR, "elimination of Ada, Ben. elimination of Cleo"))
    assert played.ranking == [["Dan"], ["Cleo"], ["Ben", "Ada"]] or played.ranking == [
        ["Dan"],
        ["Cleo"],
        ["Ada", "Ben"],
    ]


def test_players_are_dealt_evenly_before_the_first_round() -> None:
    game = season("randomly divide Ada, Ben, Cleo, Dan, Eve into Red, Blue", "team competition between everyone")
    seen = set()
    for seed in range(8):
        groups = both(game, "Red", seed=seed).state["groups"]
        assert isinstance(groups, dict)
        teams = [own[0] for own in groups.values()]
        assert sorted((teams.count("Red"), teams.count("Blue"))) == [2, 3]
        seen.add(tuple(teams))
    assert len(seen) > 2


def test_seats_are_the_players_and_then_the_host() -> None:
    assert season("Ada, Ben", "competition between everyone").info.seats == ("Ada", "Ben", "host")
