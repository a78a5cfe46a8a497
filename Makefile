# Every target sets up what it needs; the second time nothing is fetched.
# `make` alone lists what there is.

PYTHON ?= python3
BIN := .venv/bin
PAGE := src/igroteka/server/static/index.html
COMPILED := src/igroteka/server/static/python/compiled.zip
PYTHON_SOURCES := $(shell find src/igroteka \( -name __pycache__ -o -path '*/static' \) -prune -o -type f -print)
PAGE_SOURCES := $(shell find web -name node_modules -prune -o -type f -print) \
  $(wildcard src/igroteka/core/texts/* src/igroteka/games/*/texts/* docs/rules/*.md)

.DEFAULT_GOAL := help
.PHONY: help play page test lint fix bench learn studies soak goldens shots docs lock release clean

help: ## show this list
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: .venv/.play $(PAGE) $(COMPILED) ## set up and serve the games on localhost
	@$(BIN)/igroteka serve

page: $(PAGE) $(COMPILED) ## build the page into the package, for pip install '.[cli,server]'

release: $(PAGE) $(COMPILED) ## build sdist and wheel with the page into dist/, check them, install and try every extra
	@scripts/release

test: .venv/.test $(PAGE) $(COMPILED) ## set up and run every check and every test
	@scripts/test

lint: .venv/.test ## formatting, lint and types
	$(BIN)/ruff format --check src tests scripts examples
	$(BIN)/ruff check src tests scripts examples
	$(BIN)/mypy

fix: .venv/.test ## format, and mend what can be mended by itself
	$(BIN)/ruff format src tests scripts examples
	$(BIN)/ruff check --fix src tests scripts examples

bench: .venv/.test $(PAGE) ## measure speed, in CPU seconds, beside a reference of the same run
	$(BIN)/igroteka bench rules
	$(BIN)/igroteka bench turbo
	$(BIN)/igroteka bench agreement
	$(BIN)/igroteka bench bots
	$(BIN)/igroteka bench envs
	$(BIN)/igroteka bench server --tables 100 --seconds 5
	$(BIN)/python scripts/bench_reference.py
	$(BIN)/python scripts/bench_page.py

learn: .venv/.learn ## teach a network by self-play in minutes, into build/policy.onnx; LEARN="--game upturn --seats 3"
	@mkdir -p build
	$(BIN)/python examples/learn.py --out build/policy.onnx $(LEARN)

studies: .venv/.test ## play the studies of docs/studies anew and write their pages (hours; STUDIES="luck --games 400" for one of them)
	$(BIN)/igroteka study $(or $(STUDIES),all) --out docs/studies --no-html

soak: .venv/.test ## long runs: 10,000 random games of each, a million steps in lockstep, recipes, 100 killed servers, chaos, a siege, restarts, a storm, a log of millions of rows
	$(BIN)/igroteka soak --games 10000
	$(BIN)/igroteka lockstep --steps 1000000
	IGROTEKA_LONG=1 $(BIN)/pytest -m long tests
	IGROTEKA_LONG=1 $(BIN)/pytest tests/lab tests/browser/test_screen.py  # those of tests/lab where PyTorch or Ray is installed
	for game in upturn etazhiki sequence; do $(BIN)/python tests/turbo/ptx.py $$game 9.0 --all || exit 1; done
	scripts/recipes
	scripts/oldest
	$(BIN)/python scripts/shots.py phone-ru-light
	$(BIN)/python scripts/soak_server.py --kills 100
	IGROTEKA_TEST_STACK=scale $(BIN)/pytest tests/server tests/scale
	$(BIN)/python scripts/chaos.py --tables 200 --minutes 5
	$(BIN)/python scripts/siege.py
	$(BIN)/python scripts/rolling.py
	$(BIN)/python scripts/storm.py
	$(BIN)/python scripts/growth.py --millions 6

shots: .venv/.test $(PAGE) ## screenshots of all screens, both languages and themes, into build/shots
	$(BIN)/python scripts/shots.py

goldens: .venv/.test ## write the golden playthroughs anew
	RENEW_GOLDENS=1 $(BIN)/pytest -q tests/playthroughs

docs: .venv/.docs ## build the documentation with a reference of the Python names into build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "To read it: $(BIN)/python -m http.server --bind 127.0.0.1 --directory build/docs"

lock: .venv/.test ## pin all dependencies anew, with hashes and without addresses
	@scripts/lock

clean: ## remove what was set up
	rm -rf .venv web/node_modules src/igroteka/server/static .mypy_cache .ruff_cache .hypothesis dist

$(PAGE): $(PAGE_SOURCES) scripts/web | .venv/.play
	@scripts/web
	@touch $@

# What the browser has of our Python: where only that has changed, the page itself stays.
$(COMPILED): $(PYTHON_SOURCES) | $(PAGE)
	@scripts/web ours

.venv/.play: requirements/play.lock pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup play

.venv/.test: requirements/test.lock pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup test

.venv/.docs: requirements/docs.lock pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup docs

# PyTorch is not in the locks: its builds differ by machine. One for the CPU is all that is needed.
TORCH ?= torch==2.13.0
.venv/.learn: requirements/learn.lock pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup learn
	@echo "Installing $(TORCH) (once)…" >&2
	@$(BIN)/python -m pip --disable-pip-version-check install --quiet $(TORCH)
	@touch $@
