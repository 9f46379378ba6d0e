# Two commands: `make serve` plays, `make test` checks. Both install what they need inside this folder.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

PYTHON ?= python3
BIN := .venv/bin
MADE := .make
CACHE := $(CURDIR)/.cache

export PATH := $(CURDIR)/.venv/bin:$(PATH)
export PIP_CACHE_DIR := $(CACHE)/pip
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export npm_config_cache := $(CACHE)/npm
export npm_config_update_notifier := false
export npm_config_fund := false
export npm_config_audit := false

CLIENT := $(shell find frontend -path frontend/node_modules -prune -o -path 'frontend/dist*' -prune -o -type f -print 2>/dev/null)
CATALOGUES := $(shell find locale -name '*.po' 2>/dev/null)

.PHONY: help serve test test-scale test-faults lint types unit client browser faults screenshots bench bench-durable lock messages clean

help:
	@echo "make serve   set everything up and play on http://127.0.0.1:$${PORT:-8000}"
	@echo "make test    set everything up and run every check"
	@echo "More: lint types unit client browser (parts of the test), test-scale (PostgreSQL and Redis),"
	@echo "      faults, test-faults (real processes killed under play: short, long),"
	@echo "      bench, screenshots, messages (extract sentences), lock (renew the pins), clean"

serve: $(MADE)/python $(MADE)/built
	@exec $(BIN)/python -m config.serve

test: lint types client unit browser
	@scripts/count-tests

# ---- what is needed ----------------------------------------------------------------------------------------------

$(MADE)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Twodeck needs Python 3.11 or newer (set PYTHON=… if it has another name)."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "Python's venv module is missing; on Debian it is the package python3-venv."; exit 1; }
	@echo "== Making the virtual environment"
	@$(PYTHON) -m venv .venv
	@mkdir -p $(MADE) && touch $@

$(MADE)/python: requirements.txt | $(MADE)/venv
	@echo "== Installing the Python packages (the first time takes a minute)"
	@$(BIN)/pip install --progress-bar off --require-hashes -r requirements.txt
	@touch $@

$(MADE)/python-dev: requirements-dev.txt $(MADE)/python
	@echo "== Installing the packages for the checks"
	@$(BIN)/pip install --progress-bar off --require-hashes -r requirements-dev.txt
	@touch $@

$(MADE)/node: requirements-node.txt | $(MADE)/venv
	@scripts/ensure-node
	@touch $@

$(MADE)/npm: frontend/package-lock.json frontend/.npmrc $(MADE)/node
	@echo "== Installing the client's packages"
	@cd frontend && npm ci --ignore-scripts --loglevel=error
	@touch $@

$(MADE)/client: $(CLIENT) $(MADE)/npm
	@echo "== Building the client"
	@cd frontend && npm run --silent build -- --logLevel warn
	@touch $@

$(MADE)/built: $(MADE)/client $(CATALOGUES) | $(MADE)/python
	@$(BIN)/python manage.py compile_catalogues
	@touch $@

$(MADE)/system:
	@scripts/ensure-system
	@mkdir -p $(MADE) && touch $@

# ---- the checks --------------------------------------------------------------------------------------------------

lint: $(MADE)/python-dev
	@echo "== ruff"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@echo "== import-linter"
	@$(BIN)/lint-imports --no-cache
	@echo "== migrations and deployment checks"
	@DATA_DIR=var/test $(BIN)/python manage.py makemigrations --check --dry-run
	@scripts/check-deploy

types: $(MADE)/python-dev
	@echo "== mypy"
	@DATA_DIR=var/test $(BIN)/mypy config games leaderboards players scripts tests bench

client: $(MADE)/npm
	@echo "== biome, tsc, vitest"
	@cd frontend && npm run --silent check && npm run --silent types && npm run --silent test

unit: $(MADE)/python-dev $(MADE)/built $(MADE)/system
	@echo "== pytest on $${DATABASE_URL:+PostgreSQL and Redis}$${DATABASE_URL:-SQLite}" | sed 's/postgres:.*//'
	@mkdir -p test-results
	@DATA_DIR=var/test $(BIN)/pytest -n 2 --ignore tests/browser --ignore tests/faults --junitxml test-results/unit$${RUN:-}.xml

browser: $(MADE)/python-dev $(MADE)/built $(MADE)/system
	@echo "== browser tests in Chromium"
	@mkdir -p test-results
	@DATA_DIR=var/test $(BIN)/pytest tests/browser $${BOARD:-} --junitxml test-results/browser$${RUN:-}.xml

# Real processes killed and starved under live games; services of their own on free ports.
faults: $(MADE)/python-dev $(MADE)/built $(MADE)/system
	@echo "== fault tests, short form"
	@mkdir -p test-results
	@DATA_DIR=var/test $(BIN)/pytest tests/faults --timeout 900 --junitxml test-results/faults.xml

test-faults: $(MADE)/python-dev $(MADE)/built $(MADE)/system
	@echo "== fault tests, long form (about half an hour)"
	@mkdir -p test-results
	@DATA_DIR=var/test FAULTS=long $(BIN)/pytest tests/faults --timeout 3600 --junitxml test-results/faults-long.xml

# The same tests on the services that scripts/scale-environment names; the board alone needs none of them.
test-scale: $(MADE)/python-dev $(MADE)/built $(MADE)/system
	@. scripts/scale-environment && RUN=-scale BOARD="--ignore tests/browser/test_board.py" \
		$(MAKE) --no-print-directory unit browser

# ---- for those who work on it ------------------------------------------------------------------------------------

bench: $(MADE)/python-dev
	@DATA_DIR=var/test $(BIN)/python -m bench.engine

# What durability costs, beside boardgame.io: about six minutes; needs PostgreSQL, Redis and Node.
bench-durable: $(MADE)/python-dev $(MADE)/built $(MADE)/system
	@DATA_DIR=var/test $(BIN)/python -m bench.durable

screenshots: $(MADE)/python-dev $(MADE)/built $(MADE)/system
	@$(BIN)/python -m scripts.screenshots

messages: $(MADE)/python-dev $(MADE)/system
	@$(BIN)/python manage.py extract_messages

# Renews the locks: hashes, no addresses.
lock: $(MADE)/venv
	@$(BIN)/pip install -q uv==0.13.9
	@for name in requirements requirements-dev requirements-node; do $(BIN)/uv pip compile -q --python-version 3.11 \
		--generate-hashes --no-header --no-emit-index-url --no-emit-find-links $$name.in -o $$name.txt; done

clean:
	rm -rf .venv .make .cache frontend/node_modules frontend/dist frontend/dist-test test-results
