"""Generated programs on both engines: whatever can be seen of them must be the same.

    python fuzz/programs.py --programs 10000 --seed 1 --jobs 2
    python fuzz/programs.py --programs 1 --seed 8123        # one that was found, again
    python fuzz/programs.py --programs 1000 --seed 1 --guarded
    python fuzz/programs.py --programs 500 --seed 1 --of events       # TGDL games full of events

Program number n of a run with seed s is that of seed s + n, whatever the number of jobs. Each is played by the question
on both engines side by side (keys, transcripts, errors, budgets, handing over), every third is also simulated on both,
and half of them are compiled as large programs are. They run in children, so that one that kills its process is found
and told like any other: with its seed. At the end come the counts. `--guarded` puts guard pages around all memory of
the native engine and noise into what it has not written yet.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

# A child plays so many programs, then another takes its place: what one leaves behind in memory does not add up.
CHUNK = 200

# Run by children first, if wanted.
GUARDED = "from parlour.testing.guarded import install; install()"

# What one program may take, of CPU time; and by the clock, on a machine that may have others to serve first.
CPU_SECONDS = 60
WALL_SECONDS = 3_600

# Of so many programs one is optimised by LLVM, as little as it can be. Optimising takes half of the time that a program
# takes, and the faults that are looked for are those of our own compiler.
OPTIMISED_EVERY = 5


def run(
    programs: int,
    seed: int,
    jobs: int = 1,
    say: Callable[[str], None] = print,
    planted: str = "",
    of: str = "core",
) -> dict[str, int]:
    """Compares so many programs and says what differed; how many there were, and how many `agree`, `differ`, `broke`
    (one of the engines raised what it should not) and `died`.

    `planted` is Python that children run first: a fault to be found, or `GUARDED`; `of` says of what the programs are
    made, one of `KINDS`."""
    chunks: queue.SimpleQueue[range] = queue.SimpleQueue()
    for start in range(seed, seed + programs, CHUNK):
        chunks.put(range(start, min(start + CHUNK, seed + programs)))
    counts: Counter[str] = Counter()
    lock = threading.Lock()

    def tell(what: str, line: str) -> None:
        with lock:
            counts[what] += 1
            if line:
                say(line)

    def work(cache: str) -> None:
        while True:
            try:
                chunk = chunks.get_nowait()
            except queue.Empty:
                return
            _compare_all(chunk, cache, planted, of, tell)

    with tempfile.TemporaryDirectory() as folder:
        cache = os.environ.get("PARLOUR_CACHE", folder)
        threads = [threading.Thread(target=work, args=(cache,)) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return {"programs": sum(counts.values()), **dict(sorted(counts.items()))}


def _compare_all(seeds: range, cache: str, planted: str, of: str, tell: Callable[[str, str], None]) -> None:
    """All programs of a chunk, in as many children as it takes."""
    waiting = list(seeds)
    while waiting:
        child = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--child", planted, of],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PARLOUR_CACHE": cache},
        )
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        while waiting:
            # The clock is set anew for each program.
            alarm = threading.Timer(WALL_SECONDS, child.kill)
            alarm.start()
            answer = ""
            try:
                child.stdin.write(f"{waiting[0]}\n")
                child.stdin.flush()
                answer = child.stdout.readline()
            except BrokenPipeError:
                pass
            finally:
                alarm.cancel()
            if not answer:
                break
            found = json.loads(answer)
            seed = waiting.pop(0)
            lines = "".join(f"\n  {line[:2000]}" for line in found["differences"])
            tell(found["kind"], f"seed {seed}: {found['kind']}{lines}" if lines else "")
        child.stdin.close()
        ended = child.wait()
        if waiting:
            last = child.stderr.read().strip().splitlines()[-1:]
            tell("died", f"seed {waiting[0]}: died, status {ended} {''.join(last)}")
            waiting.pop(0)
        child.stdout.close()
        child.stderr.close()


def _child() -> None:
    """Reads seeds, writes what came of each."""
    from parlour.engines.native.compile import compiler
    from parlour.engines.native.host import loading

    usual = compiler.LARGE
    exec(sys.argv[2], {})
    gc.freeze()
    for line in sys.stdin:
        seed = int(line)
        compiler.LARGE = 0 if seed % 2 else usual
        loading.OPTIMISATION = int(seed // 2 % OPTIMISED_EVERY == 0)
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        print(json.dumps(_compared(seed, KINDS[sys.argv[3]])), flush=True)


def _compared(seed: int, compare: Callable[[int, int], list[str]]) -> dict[str, object]:
    try:
        found = compare(seed, 0 if seed % 3 else 8)
    except Exception as problem:
        return {"kind": "broke", "differences": [f"{type(problem).__name__}: {problem}"]}
    return {"kind": "differ" if found else "agree", "differences": found}


def _core(seed: int, games: int) -> list[str]:
    from parlour.testing.agreement import compare
    from parlour.testing.generate import program_of

    return compare(program_of(seed), seed, games)


def _events(seed: int, games: int) -> list[str]:
    from parlour.testing.event_games import differences

    return differences(seed, games)


KINDS = {"core": _core, "events": _events}


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares both engines on generated programs.")
    parser.add_argument("--programs", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--guarded", action="store_true", help="guard pages around all memory of the native engine")
    parser.add_argument("--of", choices=sorted(KINDS), default="core", help="what the programs are made of (core)")
    parser.add_argument(
        "--planted", default="", metavar="PYTHON", help="a fault to be found; name a cache for it alone"
    )
    given = parser.parse_args()
    counts = run(
        given.programs, given.seed, given.jobs, planted=GUARDED if given.guarded else given.planted, of=given.of
    )
    print(f"seed {given.seed}:", ", ".join(f"{count} {what}" for what, count in counts.items()))
    return int(counts.get("agree") != given.programs)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        _child()
    else:
        sys.exit(main())
