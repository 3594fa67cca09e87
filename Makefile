# The front of the project. A stranger needs two targets: `make serve` and `make test`.
# Works with the make of macOS (GNU make 3.81), so: no .ONESHELL, no `!=`.

# The first of these that is Python 3.11 or newer; `make PYTHON=/path/to/python …` names another.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV ?= .venv
WORKERS ?= auto

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
HOT_LOOP := $(wildcard engine/cpu/*.pxd) engine/cpu/card_rules.py engine/cpu/playout.py
LOCK_VENV := build/lock-venv
PIP_TOOLS := pip-tools==7.6.2
AUDIT_VENV := build/audit-venv
PIP_AUDIT := pip-audit==2.10.1
PIP_COMPILE := CUSTOM_COMPILE_COMMAND='make lock' $(LOCK_VENV)/bin/pip-compile --quiet --generate-hashes \
	--strip-extras --allow-unsafe --build-deps-for editable --no-emit-index-url --no-emit-find-links \
	--no-emit-trusted-host --no-emit-options

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve setup setup-dev setup-crosscheck test test-slow test-heavy test-web check format docs bench faults load strength fit audit lock clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

serve: setup ## install what is missing, then run the whole service on 127.0.0.1:8000 (ARGS='--port 8001')
	@exec $(BIN)/spades serve $(ARGS)

setup: $(VENV)/.runtime-installed $(VENV)/.package-installed ## install what the service needs into .venv
	@:

setup-dev: $(VENV)/.dev-installed $(VENV)/.package-installed ## install what the tests need, too
	@:

# The engine that the slow tests compare ours with. It has no wheel for every platform: without it they go on, and
# the next time it is tried again.
setup-crosscheck: setup-dev
	@$(MAKE) --no-print-directory --silent $(VENV)/.crosscheck-installed || \
		echo 'OpenSpiel could not be installed here: the tests that need it are skipped.' >&2

test: setup-dev check ## every check and the quick tests
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

test-slow: setup-dev setup-crosscheck ## the tests marked slow: whole matches, real processes
	@$(BIN)/python -m pytest -m slow $(ARGS)

test-heavy: setup-dev ## the tests marked heavy: faults and load, which want a machine that is otherwise quiet
	@$(BIN)/python -m pytest -m heavy $(ARGS)

test-web: setup-dev ## the web client in a real headless Chromium (ARGS=--require-chromium: fail where there is none)
	@$(BIN)/python -m pytest tests/web -m web -n $(WORKERS) --dist worksteal $(ARGS)

check: setup-dev ## linter, format, types, and the layers of the imports
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo

format: setup-dev ## repair what the linter and the formatter can repair
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

docs: setup-dev ## write openapi/ anew: the API document, the pages of rules and problems; and the site under /docs
	@$(BIN)/python -m service.cli openapi > openapi/openapi.yaml
	@for language in en ja; do \
		$(BIN)/python -m service.texts.rule_page $$language > openapi/rules.$$language.md && \
		$(BIN)/python -m service.api.problem_types $$language > openapi/problems.$$language.md || exit 1; done
	@$(BIN)/python openapi/render.py

bench: setup-dev ## measure; prints a table of ratios from one run
	@$(BIN)/python tests/bench/run.py $(ARGS)

faults: setup-dev ## kill parts of a running service at random, under clients that check every answer (ARGS='--rounds 15 --seed 7')
	@$(BIN)/python tests/faults/run.py $(ARGS)

load: setup-dev ## drive real matches through the API (ARGS='--tables 50 --seconds 20'; tests/load/README.md)
	@$(BIN)/python tests/load/run.py $(ARGS)

strength: setup-dev setup-crosscheck ## how strong the CPU players are, as a table of gates (ARGS='--size quick')
	@$(BIN)/python tests/strength/measure.py $(ARGS)

fit: setup-dev ## fit the numbers of the CPU players to self-play again (ARGS=--write: into the tree)
	@$(BIN)/python tests/strength/fit.py $(ARGS)

audit: ## ask whether a pinned dependency has a known vulnerability (needs a network; says so where it is not there)
	@test -n '$(PYTHON)' || { echo 'Spades needs Python 3.11 or newer: make PYTHON=/path/to/python $(MAKECMDGOALS)' >&2; exit 1; }
	@test -x $(AUDIT_VENV)/bin/pip-audit || { $(PYTHON) -m venv $(AUDIT_VENV) && \
		$(AUDIT_VENV)/bin/pip --disable-pip-version-check --quiet install $(PIP_AUDIT); }
	@$(PYTHON) deploy/audit.py $(AUDIT_VENV)/bin/pip-audit

lock: ## pin every dependency anew, with hashes (PYTHON=python3.11, the oldest that we support)
	@test -x $(LOCK_VENV)/bin/pip-compile || { $(PYTHON) -m venv $(LOCK_VENV) && \
		$(LOCK_VENV)/bin/pip --disable-pip-version-check --quiet install $(PIP_TOOLS); }
	$(PIP_COMPILE) --extra embedded --output-file requirements.lock pyproject.toml
	$(PIP_COMPILE) --extra embedded --extra dev --constraint requirements.lock \
		--output-file requirements-dev.lock pyproject.toml
	$(PIP_COMPILE) --extra crosscheck --constraint requirements-dev.lock \
		--output-file requirements-crosscheck.lock pyproject.toml

clean: ## remove what was installed and built; matches in data/ stay
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	rm -f engine/cpu/*.so
	find engine service tests -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- the virtual environment: made once, filled again only when a lock file or pyproject.toml changed

$(BIN)/pip:
	@test -n '$(PYTHON)' || { echo 'Spades needs Python 3.11 or newer: make PYTHON=/path/to/python $(MAKECMDGOALS)' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime-installed: requirements.lock pyproject.toml | $(BIN)/pip
	@echo 'Installing the pinned dependencies into $(VENV) …'
	@$(PIP) install --require-hashes --requirement requirements.lock
	@touch $@

$(VENV)/.dev-installed: requirements-dev.lock requirements.lock pyproject.toml | $(BIN)/pip
	@echo 'Installing the pinned dependencies and the test tools into $(VENV) …'
	@$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@ $(VENV)/.runtime-installed

# The package itself, with the hot loop of the CPU players compiled if there is a C compiler; anew when its source has
# changed, so that what was compiled is never older than the source.
$(VENV)/.package-installed: pyproject.toml setup.py $(HOT_LOOP) | $(VENV)/.runtime-installed
	@rm -f engine/cpu/*.so
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@ls engine/cpu/*.so >/dev/null 2>&1 || echo 'No C compiler: the CPU players run as plain Python, as well but slower.'
	@touch $@

$(VENV)/.crosscheck-installed: requirements-crosscheck.lock $(VENV)/.dev-installed
	@echo 'Installing OpenSpiel into $(VENV) …'
	@$(PIP) install --only-binary open-spiel --require-hashes --requirement requirements-crosscheck.lock
	@touch $@
