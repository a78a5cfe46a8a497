# Every target sets up what it needs; the second time nothing is fetched.
# `make` alone lists what there is.

PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help play test lint fix bench soak goldens lock clean

help: ## show this list
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: .venv/.play ## set up and play
	@$(BIN)/igroteka play

test: .venv/.test ## set up and run every check and every test
	@scripts/test

lint: .venv/.test ## formatting, lint and types
	$(BIN)/ruff format --check src tests
	$(BIN)/ruff check src tests
	$(BIN)/mypy

fix: .venv/.test ## format, and mend what can be mended by itself
	$(BIN)/ruff format src tests
	$(BIN)/ruff check --fix src tests

bench: .venv/.test ## measure speed, in CPU seconds, beside a reference of the same run
	$(BIN)/igroteka bench rules

soak: .venv/.test ## long runs: 10,000 random games of each game over all tables
	$(BIN)/igroteka soak --games 10000

goldens: .venv/.test ## write the golden playthroughs anew
	RENEW_GOLDENS=1 $(BIN)/pytest -q tests/playthroughs

lock: .venv/.test ## pin all dependencies anew, with hashes and without addresses
	@scripts/lock

clean: ## remove what was set up
	rm -rf .venv .mypy_cache .ruff_cache .hypothesis dist

.venv/.play: requirements/play.lock pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup play

.venv/.test: requirements/test.lock pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup test
