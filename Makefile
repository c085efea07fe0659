# Everything a person or CI does with this project. `make help` lists the targets.

PREPARE = sh scripts/python.sh scripts.prepare
PYTHON = .venv/bin/python
# The browser tests run next to the others, with servers of their own.
BROWSER_VAR_DIR = $(or $(VAR_DIR),var)/browser-tests
WITH_SERVICES = $(PYTHON) -m config.with_services

# Some machines ask Python to keep nothing that it compiles. Each of the many processes here would then compile
# everything again, which takes longer than most of them run.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help run test check python-tests browser-tests page-tests faults seed bench bench-solver schema messages clean

help: ## list what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' Makefile

run: ## start everything on http://localhost:8000 (PORT=8001 for another port); Ctrl-C ends it
	@$(PREPARE) run && exec $(PYTHON) -m config.run $$PPID

test: ## check, and test everything against a real PostgreSQL and Valkey and in a real browser
	@$(PREPARE) test
	@$(MAKE) --no-print-directory --jobs 3 --output-sync=target python-tests browser-tests faults page-tests

check: ## look for faults without running anything: style, types, layers, migrations, API description
	@$(PREPARE) test
	@$(MAKE) --no-print-directory faults

# The parts of a test run. Side by side they take little more than half of the time on two cores.

# The solver is compiled beforehand, or each process that tests it would do so.
python-tests:
	@mkdir -p var
	@$(PYTHON) manage.py warm_solver > var/solver.txt
	@$(PYTHON) -m pytest --quiet --numprocesses 2 --dist worksteal --ignore tests/browser

browser-tests:
	@chromium=$$($(PYTHON) -m scripts.browser) && if [ -n "$$chromium" ]; then \
		VAR_DIR=$(BROWSER_VAR_DIR) CHROMIUM=$$chromium $(PYTHON) -m pytest --quiet tests/browser; fi

page-tests:
	@$(PYTHON) -m scripts.page npm test --silent

faults:
	@mkdir -p var
	@.venv/bin/ruff check --quiet --output-format concise .
	@.venv/bin/ruff format --quiet --check .
	@$(PYTHON) -m mypy --no-error-summary
	@.venv/bin/lint-imports --no-logo > var/imports.txt || { cat var/imports.txt >&2; exit 1; }
	@$(PYTHON) -m scripts.deploy_check
	@$(PYTHON) -W "ignore:Got an error checking" manage.py makemigrations --check --dry-run --verbosity 0
	@$(PYTHON) manage.py spectacular --fail-on-warn --validate --file var/openapi.yaml
	@diff -u openapi.yaml var/openapi.yaml || { echo "openapi.yaml is out of date: make schema" >&2; exit 1; }
	@$(PYTHON) -m scripts.page npm exec --silent -- openapi-typescript ../openapi.yaml -o ../var/schema.ts > var/types.txt
	@cmp var/schema.ts frontend/src/api/schema.ts || { echo "schema.ts is out of date: make schema" >&2; exit 1; }
	@$(PYTHON) -m scripts.page npm run --silent check

seed: ## fill the local database with a small, named, always equal world
	@$(PREPARE) tools && $(WITH_SERVICES) $(PYTHON) manage.py seed

bench: ## measure, and print each figure next to its floor
	@$(PREPARE) test
	@for file in bench/[a-z]*.py; do $(PYTHON) -m bench.$$(basename $$file .py) || exit 1; done

bench-solver: ## measure the solver on every deal of its table; takes hours (JOBS=2 for two processes)
	@$(PREPARE) test && $(PYTHON) -m bench.solver --full --jobs $(or $(JOBS),1)

schema: ## write openapi.yaml and the page's types from the code
	@$(PREPARE) test && $(PYTHON) manage.py spectacular --fail-on-warn --validate --file openapi.yaml
	@$(PYTHON) -m scripts.page npm run --silent api

messages: ## collect the texts to translate from the code into locale/
	@$(PREPARE) test && mkdir -p var
	@.venv/bin/pybabel --quiet extract --add-location file --sort-by-file -k gettext_lazy -k gettext_noop -k pgettext_lazy:1c,2 \
		--output-file var/django.pot config players games leaderboards
	@for folder in locale/*; do \
		.venv/bin/pybabel --quiet update --domain django --input-file var/django.pot --output-dir locale \
			--locale $$(basename $$folder) --no-wrap --no-fuzzy-matching --ignore-pot-creation-date || exit 1; done

clean: ## remove what was built and all local data; says what, and asks (FORCE=1 does not)
	@sh scripts/clean.sh
