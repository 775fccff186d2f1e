"""Work in a process of its own: result, errors and progress come back, and so does the news of its death."""

from __future__ import annotations

import faulthandler
import os
import signal

import pytest

from parlour.cli.child import Child, Died
from parlour.game.game import UnfitPolicy


def test_what_the_work_returns_and_tells_comes_back():
    def work(tell):
        for done in (1, 2, 3):
            tell(done)
        return {"by": os.getpid()}

    heard = []
    child = Child(work)
    assert child.result(heard.append) == {"by": child.pid} and child.pid != os.getpid()
    assert heard == [1, 2, 3]


def test_what_the_work_raises_is_raised_here_with_the_place_where_it_happened():
    def work(tell):
        raise UnfitPolicy("no such policy")

    with pytest.raises(UnfitPolicy, match="no such policy") as raised:
        Child(work).result()
    assert "in work" in raised.value.__notes__[0]


def test_an_error_that_cannot_be_sent_is_told_in_words():
    class Odd(Exception):
        """Of a class that no other process knows."""

    def work(tell):
        raise Odd("strange")

    with pytest.raises(RuntimeError, match="Odd: strange"):
        Child(work).result()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
def test_a_process_that_is_killed_in_the_middle_of_its_work_is_told_by_its_signal(number):
    waiting, _ = os.pipe()  # nobody ever writes to it

    def work(tell):
        faulthandler.disable()  # pytest's, which would show this death at length
        tell(7)
        os.read(waiting, 1)

    child = Child(work)
    assert child.result(lambda done: os.kill(child.pid, number)) == Died(number.name)


def test_a_process_that_leaves_without_a_word_is_told_by_its_exit_code():
    assert Child(lambda tell: os._exit(9)).result() == Died("exit code 9")


def test_whoever_stops_waiting_ends_the_process():
    waiting, _ = os.pipe()

    def work(tell):
        tell(7)
        os.read(waiting, 1)

    def interrupt(done):
        raise KeyboardInterrupt

    child = Child(work)
    with pytest.raises(KeyboardInterrupt):
        child.result(interrupt)
    with pytest.raises(ChildProcessError):  # it is gone, and nothing of it waits to be collected
        os.waitpid(child.pid, os.WNOHANG)
