# Two commands are all a newcomer needs, on any machine with Python 3.11 or later:
#
#   make play    set everything up, then play a game in the terminal
#   make test    set everything up, then run the tests
#
# Both install exactly the versions in requirements/*.lock into .venv; the second call starts at once.

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip --disable-pip-version-check

# Stamp files: each is as new as what was last installed from the file it depends on.
CREATED := $(VENV)/.created
LOCKED  := $(VENV)/.locked
READY   := $(VENV)/.ready
BENCH   := $(VENV)/.bench
FUZZ    := $(VENV)/.fuzz
WEB     := $(VENV)/.web

.PHONY: play test slow lint bench fuzz pictures lock vendor clean

# Python keeps what it has compiled, also where the shell says that it must not: the tests start hundreds of processes,
# and each would read all of Parlour anew, which takes it longer than what it is there for.
unexport PYTHONDONTWRITEBYTECODE

play: $(READY)
	@if [ -t 0 ]; then $(BIN)/parlour play tic-tac-toe; else $(BIN)/parlour play tic-tac-toe --seats random; fi

test: $(READY)
	$(BIN)/pytest -n 2 --dist worksteal

slow: $(READY)
	$(BIN)/python tests/slow.py

lint: $(READY) $(WEB)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports
	$(BIN)/node tools/web/node_modules/typescript/bin/tsc --project tools/web
	$(BIN)/python tools/web/vendor.py --check

bench: $(BENCH)
	$(BIN)/python bench/run.py

fuzz: $(FUZZ)
	$(BIN)/python fuzz/run.py

# Contact sheets of every game of the library, to look at; what has changed in tests/present/sheets is to be looked at.
pictures: $(READY)
	PYTHONPATH=. $(BIN)/python tests/pictures.py

# Keeps the versions that are locked already; delete a lock first to move everything to the newest.
# The other locks are bound to the development lock, because all are installed into one place.
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --custom-compile-command "make lock"

lock: $(READY)
	$(LOCK) pyproject.toml --group dev --output-file requirements/dev.lock
	$(LOCK) pyproject.toml --extra bench --constraint requirements/dev.lock --output-file requirements/bench.lock
	$(LOCK) pyproject.toml --extra fuzz --constraint requirements/dev.lock --output-file requirements/fuzz.lock

# What the browser loads of others, bundled: users need no node, so the bundle is committed.
vendor: $(READY) $(WEB)
	$(BIN)/python tools/web/vendor.py

clean:
	rm -rf $(VENV) tools/web/node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# The first of these Pythons that is new enough makes the environment.
$(CREATED):
	@for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "setting up $(VENV) with $$($$python --version)"; \
	    $$python -m venv $(VENV) && touch $@; exit; \
	  fi; \
	done; \
	echo "Parlour needs Python 3.11 or later, and found none; install it and try again." >&2; exit 1

$(LOCKED): requirements/dev.lock $(CREATED)
	$(PIP) install --quiet --require-hashes -r requirements/dev.lock
	@touch $@

# Parlour itself, in place: changes under src/ count at once. The build tool is a locked one.
$(READY): pyproject.toml $(LOCKED)
	$(PIP) install --quiet --no-build-isolation --no-deps -e .
	@touch $@

$(BENCH): requirements/bench.lock $(READY)
	$(PIP) install --quiet --require-hashes -r requirements/bench.lock
	@touch $@

$(FUZZ): requirements/fuzz.lock $(READY)
	$(PIP) install --quiet --require-hashes -r requirements/fuzz.lock
	@touch $@

# The tools of the front end, by the checksums in their lock; node itself comes from a wheel.
$(WEB): tools/web/package-lock.json $(LOCKED)
	cd tools/web && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent
	@touch $@
