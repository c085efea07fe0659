# Everything a person or CI does with this project. `make help` lists the targets.

PREPARE = sh scripts/python.sh scripts.prepare
PYTHON = .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run

help: ## list what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## start everything on http://localhost:8000 (PORT=8001 for another port)
	@$(PREPARE) run && exec $(PYTHON) -m config.run
