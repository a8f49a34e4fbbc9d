# Each of these sets up what it needs in .venv, once.

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
ARGS ?=
# Every file is held to its hash; the lists name all that is needed, so nothing is looked for beside them.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps

.PHONY: run test sizes costs rules rest core-chromium core-firefox core-webkit thorough firefox webkit check kills gone phones siege fuzz bench site pictures docs words lock audit dist workflows clean

# Byte code is kept even where a machine says otherwise: every process of a run would compile everything anew.
export PYTHONDONTWRITEBYTECODE :=

# An edited language is compiled again.
LANGUAGES := $(wildcard companion/translations/*/LC_MESSAGES/messages.po)

run: $(VENV)/.run $(LANGUAGES:.po=.mo)
	@$(BIN)/companion serve $(ARGS)

# Evenings that are told cover the rules of the games to the last branch; the rest is quicker without counting lines.
COSTS := tests/web/test_costs.py tests/browser/test_first_visit.py
RULES := tests/engine tests/games tests/shelf/test_hands.py tests/loto/rules tests/scoresheet/test_sheet.py tests/scoresheet/test_json_schema.py

# One process for each processor where the tests work; one more where browsers are waited for. Firefox, WebKit and the
# whole Chromium, which wait the most, run the core beside that. The site without a server is built once for all of them.
test: $(VENV)/.dev
	$(MAKE) --jobs 2 check rules
	built=$$(mktemp -d) && { COMPANION_BUILT=$$built $(MAKE) --jobs 3 rest core-firefox core-webkit core-chromium; \
	  did=$$?; rm -rf $$built; exit $$did; }

rules: $(VENV)/.dev
	$(BIN)/python -m pytest -n logical --dist worksteal -m "not thorough" $(RULES) --cov --cov-report= $(ARGS)
	$(BIN)/python -m coverage report --skip-covered --fail-under=100

rest: $(VENV)/.dev
	$(BIN)/python -m pytest -n 3 --dist worksteal -m "not thorough and not core" tests $(addprefix --ignore=,$(RULES)) $(ARGS)

# What browsers do in their own ways: touch, focus, themes, streams, the way back, storage; Chromium is the whole one here.
core-chromium core-firefox core-webkit: $(VENV)/.dev
	COMPANION_BROWSER=$(@:core-%=%) COMPANION_CHROMIUM=whole $(BIN)/python -m pytest -m core tests/browser tests/site $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint --quiet --lint templates
	$(BIN)/djlint --quiet --check templates
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.tools.size

# What a commit that makes the house larger or smaller runs; its message says what came and what went.
sizes: $(VENV)/.dev
	$(BIN)/python -m tests.tools.size --write

# What a commit that makes a tap, a page or a first visit dearer or cheaper runs, and says for what.
costs: $(VENV)/.dev
	COMPANION_COSTS=write $(BIN)/python -m pytest $(COSTS)

# All that make test leaves out, then everything in the other two browsers, of which make firefox and make webkit take one.
thorough: $(VENV)/.dev
	$(BIN)/python -m pytest -n 4 --dist worksteal -m thorough $(ARGS)
	$(MAKE) --keep-going firefox webkit

firefox webkit: $(VENV)/.dev
	COMPANION_BROWSER=$@ $(BIN)/python -m pytest -n 3 --dist worksteal tests/browser tests/site $(ARGS)

kills: $(VENV)/.dev
	COMPANION_KILLS=200 $(BIN)/python -m pytest -s -o faulthandler_timeout=0 tests/server/test_killed.py $(ARGS)

gone: $(VENV)/.dev
	COMPANION_GONE=50 $(BIN)/python -m pytest -s tests/server/test_servers_gone.py $(ARGS)

phones: $(VENV)/.dev
	COMPANION_PHONES_SECONDS=60 $(BIN)/python -m pytest -s tests/server/test_thirty_phones.py $(ARGS)

siege: $(VENV)/.dev
	COMPANION_SIEGE=30 $(BIN)/python -m pytest -s tests/attacks/test_siege.py tests/attacks/test_siege_in_turns.py $(ARGS)

fuzz: $(VENV)/.dev
	COMPANION_FUZZ=1000000 $(BIN)/python -m pytest -n 2 -o faulthandler_timeout=0 tests/fuzz tests/test_every_game.py $(ARGS)

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench $(ARGS)

# Companion without a server: a folder of files for any web space, beneath /site/ of companion serve. Needs npm and Node.js.
site: $(VENV)/.dev $(LANGUAGES:.po=.mo)
	$(BIN)/python -m companion.site.build $(ARGS)

# What is given away, into dist: twice the same bytes of the same commit. The site needs npm and Node.js.
dist: $(VENV)/.dev $(LANGUAGES:.po=.mo)
	$(BIN)/python -m tests.tools.dist $(ARGS)

workflows: $(VENV)/.dev
	$(BIN)/uv tool run zizmor==1.32.0 --offline .github $(ARGS)

pictures: $(VENV)/.dev
	$(BIN)/python -m tests.tools.pictures $(ARGS)

docs: $(VENV)/.dev
	$(BIN)/python -m tests.tools.documentation

words: $(VENV)/.dev
	$(BIN)/python -m tests.tools.words

lock: $(VENV)/.dev
	$(BIN)/python -m tests.tools.lock $(ARGS)

audit: $(VENV)/.dev
	$(BIN)/uv tool run pip-audit==2.10.1 --strict --disable-pip --require-hashes -r constraints-dev.txt $(ARGS)

$(VENV)/.run: pyproject.toml constraints.txt build_hook.py
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r constraints.txt
	$(INSTALL) --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints-dev.txt build_hook.py
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r constraints-dev.txt
	$(INSTALL) --no-build-isolation -e .
	@touch $(VENV)/.run $@

%.mo: %.po | $(VENV)/.run
	$(BIN)/python build_hook.py

clean:
	rm -rf $(VENV) static/vendor static/site $(LANGUAGES:.po=.mo)
