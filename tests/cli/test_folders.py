"""Games in folders and archives, for every command, and the library that its user adds to."""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
from pathlib import Path

import pytest

from parlour.cli.exits import Exit

MAIN = "game G\ntype Input = Int\nresult : Int\nresult = input + 1\n"
PART = "double : Int -> Int\ndouble(n) = n * 2\n"
OTHER = MAIN.replace("game G", "game H").replace("+ 1", "+ 100")


@pytest.fixture(autouse=True)
def own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_GAMES", str(tmp_path / "library"))
    return tmp_path / "library"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "box"
    (made / "parts").mkdir(parents=True)
    (made / "start.bgl").write_text(MAIN, encoding="utf-8")
    (made / "parts" / "part.bgl").write_text(PART, encoding="utf-8")
    return made


@pytest.fixture
def archives(tmp_path: Path, folder: Path) -> tuple[str, str]:
    """One of what is in the folder, one of the folder itself."""
    shutil.make_archive(str(tmp_path / "flat"), "zip", folder)
    shutil.make_archive(str(tmp_path / "whole"), "zip", tmp_path, "box")
    return "flat.zip", "whole.zip"


def test_the_only_program_of_a_folder_is_its_main_file(inside, folder, archives):
    for game in ("box", "box/", *archives, "flat.zip/start.bgl", "whole.zip/box/start.bgl"):
        ended = inside("run", game, stdin="4")
        assert (ended.code, ended.out) == (Exit.FINE, "5\n"), ended.err


@pytest.mark.parametrize("verb", [("check",), ("show",), ("show", "--core"), ("simulate", "--games", "3")])
def test_every_command_takes_folders_and_archives(inside, folder, archives, verb):
    for game in ("box", *archives):
        assert inside(*verb, game).code == Exit.FINE


def test_several_programs_are_listed_unless_one_is_called_main(inside, folder):
    (folder / "other.bgl").write_text(OTHER, encoding="utf-8")
    ended = inside("run", "box", stdin="4")
    assert ended.code == Exit.USAGE
    assert "box does not say which of its programs is meant" in ended.err
    assert "box/other.bgl, box/start.bgl" in ended.err
    (folder / "other.bgl").rename(folder / "main.bgl")
    assert inside("run", "box", stdin="4").out == "104\n"


def test_a_program_deeper_down_is_named_not_taken(inside, folder):
    (folder / "start.bgl").rename(folder / "parts" / "start.bgl")
    ended = inside("run", "box")
    assert ended.code == Exit.USAGE and "name one: box/parts/start.bgl" in ended.err
    assert inside("run", "box/parts", stdin="1").out == "2\n"


def test_fmt_lays_out_every_program_of_a_folder_and_no_archive(inside, folder, archives):
    (folder / "parts" / "part.bgl").write_text("double:Int->Int\ndouble(n)=n*2\n", encoding="utf-8")
    assert inside("fmt", "box").code == Exit.FINE
    assert (folder / "parts" / "part.bgl").read_text("utf-8") == PART
    ended = inside("fmt", "flat.zip")
    assert ended.code == Exit.USAGE and "an archive is not rewritten" in ended.err


def test_what_is_no_archive_says_so(inside, write, tmp_path):
    write("broken.zip", "PK no more")
    for game in ("broken.zip", "broken.zip/main.bgl"):
        ended = inside("run", game)
        assert ended.code == Exit.FILE and "broken.zip is no zip file that can be read" in ended.err
    assert inside("run", "nowhere.zip").code == Exit.FILE


def test_a_match_of_a_folder_goes_on_and_is_replayed(inside, folder, archives, tmp_path):
    text = MAIN.replace("input + 1", "input + input")
    (folder / "start.bgl").write_text(text, encoding="utf-8")
    assert inside("play", "box", stdin="4\n").code == Exit.WAITING
    record = (tmp_path / "box-1.match").read_text("utf-8")
    assert '"start.bgl"' in record and "box/" not in record
    ended = inside("play", "--resume", "box-1.match", stdin="5\n")
    assert ended.code == Exit.FINE and "9" in ended.out
    shutil.make_archive(str(tmp_path / "flat"), "zip", folder)
    shutil.rmtree(folder)
    assert inside("replay", "box-1.match").code == Exit.FINE  # it is in the archive
    os.remove(tmp_path / "flat.zip")
    assert inside("replay", "box-1.match").code == Exit.FILE


def test_added_games_are_played_by_name_until_they_are_removed(inside, folder, archives, own_library):
    added = inside("games", "add", "box")
    assert (added.code, added.out) == (Exit.FINE, "parlour play box\n")
    assert inside("games", "add", "whole.zip", "--name", "copy").out == "parlour play copy\n"
    shutil.rmtree(folder)
    for game in ("box", "copy"):
        assert inside("run", game, stdin="4").out == "5\n"
        assert f" {game} " in inside("games").out
    again = inside("games", "add", "flat.zip", "--name", "box")
    assert again.code == Exit.USAGE and "parlour games remove box" in again.err
    assert inside("games", "add", "flat.zip", "--name", "tic-tac-toe").code == Exit.USAGE
    assert inside("games", "remove", "box").code == Exit.FINE
    assert inside("games", "remove", "box").code == Exit.USAGE
    assert inside("games", "remove", "../library").code == Exit.USAGE
    assert sorted(os.listdir(own_library)) == ["copy"]


def test_a_repository_brings_a_game_for_each_main_file(inside, folder):
    (folder / "other.bgl").write_text(OTHER, encoding="utf-8")
    assert inside("games", "add", "box").out == "parlour play box/other\nparlour play box/start\n"
    assert inside("run", "box/other", stdin="4").out == "104\n"
    ended = inside("games", "remove", "box/other")
    assert ended.code == Exit.USAGE and "parlour games remove box" in ended.err


def test_only_texts_come_into_the_library_and_nothing_leads_out(inside, folder, own_library, tmp_path):
    (tmp_path / "secret.bgl").write_text("secret", encoding="utf-8")
    (folder / "picture.png").write_bytes(b"\x89PNG\xff")
    (folder / "link.bgl").symlink_to("../secret.bgl")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x", encoding="utf-8")
    added = inside("games", "add", "box")
    assert "left out, because they are no texts: link.bgl, picture.png" in added.err
    kept = sorted(str(file.relative_to(own_library)) for file in own_library.rglob("*") if file.is_file())
    assert kept == ["box/parts/part.bgl", "box/start.bgl"]


def test_an_archive_can_write_nowhere_else(inside, own_library, tmp_path):
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr("start.bgl", MAIN)
        archive.writestr("../out.bgl", MAIN)
        archive.writestr("/absolute.bgl", MAIN)
        link = zipfile.ZipInfo("link.bgl")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "../../secret.bgl")
        archive.writestr("bomb.txt", b" " * 50_000_000, compress_type=zipfile.ZIP_DEFLATED)
    assert inside("games", "add", "evil.zip").code == Exit.FINE
    assert [str(file.relative_to(own_library)) for file in own_library.rglob("*.*")] == ["evil/start.bgl"]
    assert not (tmp_path / "out.bgl").exists()


def test_there_are_limits_and_a_folder_without_a_program_is_refused(inside, folder, own_library):
    for number in range(1_001):
        (folder / f"{number}.txt").write_text("", encoding="utf-8")
    ended = inside("games", "add", "box")
    assert ended.code == Exit.FILE and "has more than 1,000 files" in ended.err
    (folder / "start.bgl").unlink()
    assert inside("games", "add", "box").code == Exit.USAGE
    assert inside("games", "add", "box/parts/part.bgl").code == Exit.USAGE
    assert not own_library.exists() or os.listdir(own_library) == []


COUNTING = """game "Counting";
import "parts/tally.tgdl";

global class Score
{
    Tally tally = new Tally();

    action Add
    {
        trigger PlayerChoiceEvent { return true; }
        effect
        {
            tally.total = tally.total + 1;
            if(tally.total >= 3) { winner player.active(); }
            turn.pass();
        }
    }
}

turn Race
{
    phase Count { }
    default { return player.active() + 1; }
}

setup { }
"""
TALLY = "class Tally\n{\n    number total = 0;\n}\n"


@pytest.fixture
def counting(tmp_path: Path) -> Path:
    """A game in two files."""
    made = tmp_path / "counting"
    (made / "parts").mkdir(parents=True)
    (made / "main.tgdl").write_text(COUNTING, encoding="utf-8")
    (made / "parts" / "tally.tgdl").write_text(TALLY, encoding="utf-8")
    return made


def test_options_are_wrong_usage_unless_they_fit(inside, counting):
    assert inside("run", "counting", "--players", "2", stdin="Add\nAdd\nAdd\n").code == Exit.FINE
    for players in ("0", "65", "two"):
        ended = inside("run", "counting", "--players", players)
        assert ended.code == Exit.USAGE and "--players is a whole number from 1 to 64" in ended.err
    missing = inside("run", "counting")
    assert missing.code == Exit.USAGE and "--players" in missing.err


def test_a_match_of_several_files_goes_on_from_an_archive_beside_it(inside, counting, tmp_path):
    shutil.make_archive(str(tmp_path / "sent"), "zip", counting)
    shutil.rmtree(counting)
    assert inside("play", "sent.zip", "--players", "2", stdin="Add\n").code == Exit.WAITING
    record = (tmp_path / "sent-1.match").read_text("utf-8")
    assert '"main.tgdl"' in record and '"parts/tally.tgdl"' in record and '[Loaded "players" 2]' in record
    assert inside("play", "--resume", "sent-1.match", stdin="Add\nAdd\n").code == Exit.FINE


def test_a_part_that_has_changed_is_noticed_by_its_hash(inside, counting, tmp_path):
    inside("play", "counting", "--players", "2", stdin="Add\n")
    (counting / "parts" / "tally.tgdl").write_text(TALLY.replace("= 0", "= 1"), encoding="utf-8")
    ended = inside("replay", "counting-1.match", "--game", "counting")
    assert ended.code == Exit.FILE
    assert "the file parts/tally.tgdl is not the one this match was played with" in ended.err


def test_errors_name_the_file_they_are_in_and_imports_stay_inside(inside, counting, tmp_path):
    (counting / "parts" / "tally.tgdl").write_text(TALLY.replace("number", "nmuber"), encoding="utf-8")
    assert "counting/parts/tally.tgdl:3:5: error" in inside("check", "counting").err
    (tmp_path / "secret.tgdl").write_text(TALLY, encoding="utf-8")
    (counting / "parts" / "tally.tgdl").unlink()
    (counting / "parts" / "tally.tgdl").symlink_to("../../secret.tgdl")
    ended = inside("check", "counting")
    assert ended.code == Exit.TEXT and "it lies outside the folder of the main file" in ended.err


def test_added_games_bring_their_parts(inside, counting):
    assert inside("games", "add", "counting").out == "parlour play counting\n"
    shutil.rmtree(counting)
    assert inside("run", "counting", "--players", "2", stdin="Add\nAdd\nAdd\n").code == Exit.FINE


def test_check_counts_the_files_that_it_has_read(inside, write) -> None:
    write("goods.tgdl", "class Goods { }\n")
    imports = 'import "goods.tgdl";\nimport "parlour/dice";\n'
    write("main.tgdl", f"players 1;\n{imports}setup {{ Goods g = new Goods(); }}\n")
    assert inside("check", ".").err == "2 files checked: no errors\n"
    assert inside("check", "goods.tgdl", "main.tgdl").err == "2 files checked: no errors\n"
    [end] = [each for each in inside("check", ".", "--json").events if each["event"] == "end"]
    assert end["files"] == 2
