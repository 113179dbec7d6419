# Everything here needs nothing but python3 (>= 3.11 with venv and pip).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DIRECTION ?= auto
# Two workers: the bar is set for two cores.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadgroup -q

# Bytecode is kept whatever the machine says: without it every process compiles all of it again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-slow test-all lint bench mutants lock clean

# make demo                      a sample comic of our own
# make demo COMICS=path/to/it    your comics; DIRECTION=auto|ltr|rtl|ttb
# make demo OUT=folder           a new folder; without it demo, demo-2 and so on
demo: $(VENV)/core
	$(BIN)/panelwise demo $(if $(COMICS),--comics $(COMICS)) --direction $(DIRECTION) $(if $(OUT),--out $(OUT))

test: $(VENV)/test $(VENV)/trl
	$(PYTEST) -m "not slow and not shared and not browser and not alone"

# What needs the comics beside the repository, a browser, an extra (all but [hf] and [inspect]), or both cores.
test-all: $(VENV)/browser $(VENV)/ocr $(VENV)/embed $(VENV)/reference $(VENV)/sdk $(VENV)/pdf $(VENV)/rar $(VENV)/sign $(VENV)/annotate $(VENV)/postgres
	$(PYTEST) -m "(shared or browser or extra) and not slow and not alone"
	$(BIN)/python -m pytest -q -m "alone and not slow"

test-slow: $(VENV)/trl $(VENV)/browser $(VENV)/ocr $(VENV)/embed $(VENV)/annotate $(VENV)/uv
	$(PYTEST) -m slow

lint: $(VENV)/lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/browser $(VENV)/ocr $(VENV)/embed $(VENV)/annotate $(VENV)/postgres
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps ./detector
	$(BIN)/python bench/run.py $(SHARED)

# Small changes of the code that a test must notice; see CONTRIBUTING.md. SEED=, SAMPLE=.
mutants: $(VENV)/test
	nice $(BIN)/python bench/mutants.py --seed $(or $(SEED),1) --sample $(or $(SAMPLE),170)

# Renew the lock file; see CONTRIBUTING.md.
lock: $(VENV)/uv
	echo 'torch; python_version < "3"' > $(VENV)/without-torch.txt
	printf '%s\n' '-e .[press,test,lint,browser,pandas,ocr,embed,reference,sdk,pdf,rar,sign,annotate,postgres]' '-e press' trl transformers datasets \
	  | $(BIN)/uv pip compile - --universal --python-version 3.11 --override $(VENV)/without-torch.txt \
	  --no-emit-package panelwise --no-emit-package panelwise-press \
	  --no-header --no-annotate --upgrade -o requirements.lock

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Every set of tools is installed at the versions of the lock file, once.
$(VENV)/core: requirements.lock pyproject.toml press/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -c requirements.lock -e . -e press
	touch $@

$(VENV)/test: $(VENV)/core
	$(BIN)/python -m pip install -q --disable-pip-version-check -c requirements.lock -e ".[test,pandas]"
	touch $@

# What TRL reads of an export needs no torch, so TRL comes without it: not the extra [train].
$(VENV)/trl: $(VENV)/test
	$(BIN)/python -m pip install -q --disable-pip-version-check -c requirements.lock transformers datasets
	$(BIN)/python -m pip install -q --disable-pip-version-check -c requirements.lock --no-deps trl
	touch $@

$(VENV)/lint $(VENV)/browser $(VENV)/ocr $(VENV)/embed $(VENV)/reference $(VENV)/sdk $(VENV)/pdf $(VENV)/rar $(VENV)/sign $(VENV)/annotate $(VENV)/postgres: $(VENV)/%: $(VENV)/test
	$(BIN)/python -m pip install -q --disable-pip-version-check -c requirements.lock -e ".[$*]"
	touch $@

$(VENV)/uv: $(VENV)/core
	$(BIN)/python -m pip install -q uv
	touch $@
