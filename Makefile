# Two commands do all the set-up: `make demo` verifies an example, `make test` runs every check.
# They need Python 3.11 or newer; gcc makes more of it work. Everything goes into .venv, nothing else is touched.

VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
DEMO := coveriflow-out/demo

PYTHON ?= $(firstword $(foreach p,python3 python3.13 python3.12 python3.11 python,$(shell \
    $(p) -c 'import sys; sys.version_info >= (3, 11) and print("$(p)")' 2>/dev/null)))

export PIP_DISABLE_PIP_VERSION_CHECK = 1

# The checks start hundreds of interpreters: each module is compiled once, whatever the environment says, and none that
# is never imported (--no-compile).
unexport PYTHONDONTWRITEBYTECODE
PIP_INSTALL := $(BIN)/python -m pip install --quiet --no-compile -c constraints.txt

HOURS ?= 1

.PHONY: help demo nightly-demo quick test test-with-prefect test-without-prefect test-all campaign lint lint-text lint-types lint-imports site tools verifiers clean
.DELETE_ON_ERROR:

help:
	@echo 'make demo    set up, verify an example, show the verdict and where its evidence lies'
	@echo 'make nightly-demo  start a Prefect server and a worker, verify some examples twice, show where to look, stop'
	@echo 'make quick   less than a minute, for every save: the same checks as make lint, and a sample of the fast tests'
	@echo 'make test    set up, run ruff, clang-format, mypy, import-linter and the tests (JOBS=$(JOBS) at a time)'
	@echo 'make test-all  the same with the slow tests: thousands of generated programs, tens of minutes'
	@echo 'make campaign  HOURS=$(HOURS): generated programs, mutated files, faults and kills; goes on in build/campaign'
	@echo 'make lint    the same without the tests; and the site of docs/, without a warning'
	@echo 'make site    build the site of docs/ into build/site; open build/site/index.html'
	@echo 'make tools   install CBMC into $(VENV)/tools, Frama-C, clang and AFL++ by apt (Debian and derivatives; as root)'
	@echo 'make clean   remove the virtual environment and every cache'

demo: $(VENV)/installed
	@rm -rf $(DEMO)
	$(BIN)/coveriflow verify examples/halves.yml --flow cmc --out $(DEMO)
	@echo 'The evidence lies in $(DEMO):'
	@find $(DEMO) -type f | sort | sed 's/^/  /'

nightly-demo: $(VENV)/installed
	$(BIN)/python tools/nightly_demo.py --keep

# Prefect's threads outlive its tests and draw random numbers, which property-based tests notice: two runs. Side by side,
# for those with Prefect mostly wait for its server; what they print is shown at their end.
test: $(if $(LINTED),,lint)
	@$(MAKE) --no-print-directory -j 2 test-with-prefect test-without-prefect

test-without-prefect:
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m 'not prefect and not slow'

test-with-prefect:
	@mkdir -p build
	@$(BIN)/python -m pytest -m 'prefect and not slow' >build/$@.txt 2>&1; status=$$?; cat build/$@.txt; exit $$status

# What is known within a minute. The sample: one case of each test function and some more (tests/conftest.py), but for those
# that take long (tests/not_quick.txt). Single cases that take long are slow tests, too (tests/not_daily.txt).
QUICK := tests/programs tests/program/test_semantics.py \
  $(addprefix tests/program/,cfa expressions linking lowering memory syntax text types) \
  tests/artifacts tests/formats tests/logic/test_build.py tests/logic/test_choices.py tests/report \
  tests/actors/composition tests/analysis/test_programs.py

quick: lint
	$(BIN)/python -m pytest -q -n $(JOBS) --quick $(QUICK)

test-all: lint
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --hypothesis-profile=random -m prefect
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --hypothesis-profile=random -m 'not prefect'

# Again and again, until the time is over; what was found is in build/campaign/problems (docs/reliability.md).
campaign: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.campaigns --hours $(HOURS)

lint: $(VENV)/installed-for-tests
	@$(MAKE) --no-print-directory -j $(JOBS) lint-text lint-types lint-imports site

lint-text:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror coveriflow/program/library/models/*.[ch]

lint-types:
	$(BIN)/mypy

lint-imports:
	$(BIN)/lint-imports

# A link that leads nowhere, a page that no menu has, or an object of the Python API that is not there ends it.
site: $(VENV)/installed-for-tests
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

# External verifiers that the distribution packages. coveriflow finds them there.
tools: verifiers
	tools/install-packages clang libclang-rt-dev afl++

verifiers: | $(BIN)/python
	tools/install-packages frama-c-base
	tools/install-cbmc $(VENV)/tools/cbmc

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

# Installed again only when what is to be installed has changed.
$(VENV)/installed: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP_INSTALL) -e .
	@touch $@

$(VENV)/installed-for-tests: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP_INSTALL) -e '.[test,docs]'
	@touch $(VENV)/installed $@

# Some distributions ship Python without ensurepip: then virtualenv, or the pip of the system, fills the environment.
$(BIN)/python:
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo 'coveriflow needs Python 3.11 or newer (to name one: make PYTHON=...).'; exit 2; }
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 \
	  || $(PYTHON) -m virtualenv --quiet --clear $(VENV) 2>/dev/null \
	  || { $(PYTHON) -m venv --clear --without-pip $(VENV) \
	       && $(PYTHON) -m pip --quiet --python $@ install pip; } 2>/dev/null \
	  || { rm -rf $(VENV); echo 'No virtual environment can be made with $(PYTHON):' \
	       'install its venv module (Debian: python3-venv) or virtualenv.'; exit 2; }
	@echo 'made $(VENV) with $(PYTHON)'
