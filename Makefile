# SPDX-License-Identifier: GPL-2.0-only
#
# The front door. `make help` lists what can be asked for. Settings, all optional:
#   WERROR=ON   warnings are errors
#   JOBS=n      parallel jobs of tests and sanitized tests (default: all processors)
#   PREFIX=dir  where to install (default: /usr/local)

SHELL := /bin/bash
WERROR ?= OFF
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local

BUILD := build
SANITIZED := build-sanitize
FOLDERS := model helper utils examples test

# Configure a build folder unless it is configured so already; ninja itself notices changed lists.
define configure
	@if [ ! -f $(1)/build.ninja ] \
	    || ! grep -qxF 'CMAKE_HOME_DIRECTORY:INTERNAL=$(CURDIR)' $(1)/CMakeCache.txt \
	    || ! grep -qxF 'LINUX_DATAPATH_WERROR:BOOL=$(WERROR)' $(1)/CMakeCache.txt; then \
	    rm -rf $(1)/CMakeCache.txt $(1)/CMakeFiles; \
	    cmake -S '$(CURDIR)' -B $(1) -G Ninja -DCMAKE_BUILD_TYPE=Release \
	        -DLINUX_DATAPATH_WERROR=$(WERROR) -DLINUX_DATAPATH_SANITIZE=$(2); \
	fi
endef

# What an experimenter needs: no test, no benchmark.
define build_program
	$(call configure,$(BUILD),OFF)
	@cmake --build $(BUILD) --target datapath
endef

.PHONY: all deps test sweep figures docs doxygen bench install in-tree format check-format lists \
    sanitize clean help

all: deps
	$(build_program)

deps:
	@utils/install-deps.sh

test: deps
	$(call configure,$(BUILD),OFF)
	@cmake --build $(BUILD)
	@ctest --test-dir $(BUILD) -j$(JOBS) --output-on-failure --no-tests=error

sweep: deps
	$(build_program)
	@mkdir -p out
	@utils/sweep.sh

figures: deps
	$(build_program)
	@utils/figures.sh

docs:
	@utils/install-deps.sh docs
	@/usr/bin/python3 -m sphinx -q -W --keep-going -b html doc out/docs
	@echo out/docs/linux-datapath.html

doxygen:
	@utils/install-deps.sh docs
	@utils/doxygen.sh
	@echo out/doxygen/html/index.html

bench: deps
	$(call configure,$(BUILD),OFF)
	@cmake --build $(BUILD) --target datapath-bench
	@mkdir -p out
	@$(BUILD)/datapath-bench --benchmark_out=out/bench.json --benchmark_out_format=json

install: deps
	$(build_program)
	@cmake --build $(BUILD) --target liblinux-datapath
	@cmake --install $(BUILD) --prefix '$(abspath $(PREFIX))'

in-tree: deps
	@JOBS=$(JOBS) WERROR=$(WERROR) utils/in-tree.sh '$(NS3_DIR)'

sanitize: deps
	$(call configure,$(SANITIZED),ON)
	@cmake --build $(SANITIZED)
	@ctest --test-dir $(SANITIZED) -j$(JOBS) --output-on-failure --no-tests=error

format: deps
	@find $(wildcard $(FOLDERS)) \( -name '*.h' -o -name '*.cc' \) -print0 \
	    | xargs -0 -r -n 8 -P $(JOBS) clang-format -i

check-format: deps
	@find $(wildcard $(FOLDERS)) \( -name '*.h' -o -name '*.cc' \) -print0 \
	    | xargs -0 -r -n 8 -P $(JOBS) clang-format --dry-run -Werror

# CMakeLists.txt is where files are listed; wscript follows.
lists:
	@/usr/bin/python3 test/repository/check-file-lists.py . --update

clean:
	rm -rf $(BUILD) $(SANITIZED)

help:
	@echo 'make              install what is missing and build build/datapath'
	@echo 'make sweep        run the default sweeps; plots, CSV and database in out/'
	@echo 'make figures      draw the figures of doc/ again'
	@echo 'make docs         the manual as HTML in out/docs (Sphinx)'
	@echo 'make doxygen      the classes as HTML in out/doxygen'
	@echo 'make test         build everything and run all tests'
	@echo 'make bench        measure the wall time of the model; out/bench.json'
	@echo 'make install      install library, headers, program and profiles below PREFIX'
	@echo 'make in-tree      build and test inside a source tree of ns-3, NS3_DIR=...'
	@echo 'make sanitize     the same tests under address and undefined-behaviour sanitizers'
	@echo 'make format       bring all sources into the style of .clang-format'
	@echo 'make check-format say which sources are not'
	@echo 'make lists        bring the lists of wscript up to those of CMakeLists.txt'
	@echo 'make deps         install by apt what is missing (called by the others)'
	@echo 'make clean        remove the build folders; out/ stays'
