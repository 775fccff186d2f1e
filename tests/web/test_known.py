"""What a server has found out about a game, the next one knows."""

from __future__ import annotations

import json
from pathlib import Path

from tests.web.conftest import Browser, Server


def kept(data: Path) -> list[Path]:
    return sorted((data / "games").glob("*/*.json"))


def test_what_was_found_out_about_a_game_is_known_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    first = Browser(server).get("/api/games/nim").json
    server.stop()
    (file,) = kept(tmp_path)
    assert file.name == "nim.json"
    # Whoever reads the rules again would not read this.
    file.write_text(json.dumps({**json.loads(file.read_text()), "first_seats": ["Ada", "Ben"]}))
    server.start()
    page = Browser(server).get("/api/games/nim").json
    server.stop()
    assert page == {**first, "first_seats": ["Ada", "Ben"]}


def test_what_is_damaged_or_of_another_parlour_is_found_out_again(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    first = Browser(server).get("/api/games/nim").json
    server.stop()
    (file,) = kept(tmp_path)
    for spoilt, content in ((file, "{"), (tmp_path / "games" / "0123456789abcdef" / "nim.json", "{}")):
        file.unlink(missing_ok=True)
        if spoilt != file:
            file.parent.rmdir()
        spoilt.parent.mkdir(exist_ok=True)
        spoilt.write_text(content)
        server.start()
        assert Browser(server).get("/api/games/nim").json == first
        server.stop()
        assert kept(tmp_path) == [file]
