# Every target sets up what it needs. `make help` lists them.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
BIN := $(VENV)/bin
WITH_JAVA = JAVA_HOME="$$(scripts/java-home)" && export JAVA_HOME &&

export PYSPARK_PYTHON := $(abspath $(BIN)/python)
export PYSPARK_DRIVER_PYTHON := $(PYSPARK_PYTHON)
export PYTHONPATH := $(abspath src)
unexport PYTHONDONTWRITEBYTECODE
export SPARK_LOCAL_IP ?= 127.0.0.1

.DEFAULT_GOAL := help
.PHONY: help demo check test test-spark fuzz lint format requirements bench docs page lock clean

help: ## What each target does
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  \1\t\2/' | expand -t 16

demo: $(VENV)/.runtime ## A five-minute tour on the embedded default
	@$(WITH_JAVA) $(BIN)/sparktree demo

check: lint ## Format, lint, types, import direction, unit tests
	$(BIN)/python -m pytest tests/unit

# Each process has its own Spark session and real ClickHouse, and keeps about one core busy.
TEST_PROCESSES ?= 2
test: lint ## check and every other test (TEST_PROCESSES=2)
	$(WITH_JAVA) $(BIN)/python -m pytest tests -n $(TEST_PROCESSES) --dist worksteal

VERSION ?= 3.5
test-spark: ## A slice of the suite with another Spark (VERSION=3.5: the first and the last of that line)
	@JAVA_HOME="$$(scripts/java-home)" PYTHON="$(PYTHON)" scripts/test-spark $(VERSION)

FUZZ_SECONDS ?= 600
fuzz: $(VENV)/.test ## Random expressions and queries against ClickHouse, packets for the server (FUZZ_SECONDS=600 SEED=...)
	$(WITH_JAVA) $(BIN)/python -m tests.fuzz --seconds $(FUZZ_SECONDS) $(if $(SEED),--seed $(SEED))

lint: $(VENV)/.test ## Format, lint, types, import direction
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.test ## Put the code into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

requirements: $(VENV)/.test ## Every requirement with the tests that prove it
	@$(BIN)/python -m tests.requirements

BENCHMARKS := insert scan latency analytics pruning merge replace hive export backup vector

bench: $(VENV)/.test ## The benchmarks, against plain Spark in the same run
	@set -e; $(WITH_JAVA) for name in $(BENCHMARKS); do echo "== $$name"; $(BIN)/python -m benchmarks.$$name; done

docs: $(VENV)/.runtime ## The generated reference in docs/
	$(BIN)/python scripts/docs.py

page: ## The page of the server out of its sources in web/ (needs npm)
	cd web && npm ci && node build.mjs

lock: $(VENV)/.test ## Resolve the exact versions in requirements/ anew
	$(BIN)/python scripts/lock.py

clean: ## Remove the virtual environment and every cache
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it and run make again." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$(PYTHON) is too old: Python 3.11 or newer is needed (make PYTHON=...)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements/runtime.txt pyproject.toml | $(BIN)/python
	@scripts/java-home >/dev/null
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/runtime.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/.test: requirements/test.txt $(VENV)/.runtime
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/test.txt
	@touch $@
