#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Put this module into contrib/ of a source tree of ns-3 as a link, build it there with no more
# modules than it needs, and run its suite and its examples by the tree's own test.py.
#
#   utils/in-tree.sh NS3_DIR       3.36 and later (CMake), or 3.35 (waf)
#
# Settings: JOBS; PROFILE (release: optimised; asserts and logs are on); WERROR=ON (warnings are
# errors, those of the release itself, too); MODULES, those of ns-3 that only examples and tests need:
# MODULES= builds half as long and leaves out what sends packets of the ns-3 stack.
set -euo pipefail

die() {
    echo "in-tree: $*" >&2
    exit 1
}

module=$(realpath "$(dirname "$0")/..")
(($# == 1)) && [[ -n $1 ]] || die "one argument, the folder of a source tree of ns-3 (NS3_DIR=...)"
[[ -f $1/VERSION && (-f $1/ns3 || -f $1/waf) ]] || die "$1 is not a source tree of ns-3"
tree=$(realpath "$1")
profile=${PROFILE:-release}
jobs=${JOBS:-$(nproc)}
werror=--disable-werror
[[ ${WERROR:-OFF} == OFF ]] || werror=--enable-werror
extra=${MODULES-applications flow-monitor internet point-to-point traffic-control}

link=$tree/contrib/linux-datapath
if [[ ! -e $link && ! -L $link ]]; then
    ln -s "$module" "$link"
elif [[ $(realpath "$link") != "$module" ]]; then
    die "$link is there already and is not this folder"
fi

modules="linux-datapath $extra"
options=(-d "$profile" "--enable-modules=$(tr -s ' ' , <<< "${modules% }")" --enable-tests --enable-examples
    --enable-asserts --enable-logs)

# waf needs a module that Python dropped in 3.13.
python_of_waf() {
    local python
    for python in python3 python3.{12,11,10,9}; do
        if "$python" -W ignore -c 'import pipes' 2> /dev/null; then
            echo "$python"
            return
        fi
    done
    die "waf needs Python 3.12 or older"
}

cd "$tree"
if [[ -f ns3 ]]; then
    ./ns3 configure -G Ninja "${options[@]}" "$werror" \
        --filter-module-examples-and-tests=linux-datapath > in-tree.log ||
        die "configuring failed, see $tree/in-tree.log"
    ./ns3 build -j "$jobs"
else
    python=$(python_of_waf)
    [[ $werror == --enable-werror ]] || options+=("$werror")  # waf knows only how to disable
    "$python" ./waf configure "${options[@]}" --disable-python --disable-gtk > in-tree.log ||
        die "configuring failed, see $tree/in-tree.log"
    "$python" ./waf build "-j$jobs"
fi

# test.py passes when nothing was found to run; so count. Its colours are taken out.
run_tests() {
    ./test.py -n "$@" | sed 's/\x1b\[[0-9;]*m//g' | tee in-tree.log
}

passed() {
    grep -c "PASS: $1" in-tree.log || true
}

run_tests -s linux-datapath
(($(passed "TestSuite linux-datapath") == 1)) || die "the suite linux-datapath was not run"
run_tests -c example
examples=$(python3 -c 'import runpy, sys
print(sum(e[1] == "True" for e in runpy.run_path(sys.argv[1])["cpp_examples"]))' \
    "$module/test/examples-to-run.py")
ran=$(passed "Example contrib/linux-datapath/")
((ran > 0)) || die "no example was run"
[[ -z $extra ]] || ((ran == examples)) || die "$ran of $examples examples passed"
echo "in-tree: the suite and $ran of $examples examples passed in ns-$(< VERSION)"
