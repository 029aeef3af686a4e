#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Install, by apt, those of the packages we need that are missing. Asks nothing; does nothing, in
# a few milliseconds, when all are there.
#   install-deps.sh docs   those of `make docs` and `make doxygen` only
set -euo pipefail

packages=(
    # building
    g++ cmake ninja-build pkg-config
    # the library and its programs
    libns3-dev libsqlite3-dev libboost-dev libboost-program-options-dev nlohmann-json3-dev
    # tests, benchmarks, format check
    libgtest-dev libgmock-dev libbenchmark-dev clang-format
    # plots
    python3 python3-matplotlib python3-pandas python3-scipy
)

[[ ${1:-} != docs ]] || packages=(python3-sphinx doxygen libns3-dev)

if ! command -v dpkg-query > /dev/null; then
    echo "deps: not a Debian system, nothing installed; needed (Debian's names): ${packages[*]}" >&2
    exit 0
fi

installed=" $(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2> /dev/null |
    sed -n 's/^installed //p' | tr '\n' ' ' || true)"
missing=()
for package in "${packages[@]}"; do
    [[ $installed == *" $package "* ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

echo "deps: installing ${missing[*]}"
apt=(env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a
    apt-get -y -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
if ((EUID != 0)); then
    # Without sudo's leave to act unasked there is nobody to ask: say what to type and stop.
    if ! sudo -n true 2> /dev/null; then
        echo "deps: cannot become root without a password; run this, then try again:" >&2
        echo "  sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    apt=(sudo -n "${apt[@]}")
fi
"${apt[@]}" update < /dev/null
"${apt[@]}" install --no-install-recommends "${missing[@]}" < /dev/null
