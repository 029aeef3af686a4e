#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Run the commands of a tutorial: run-tutorial.py REPOSITORY DATAPATH FILE.rst...

Console blocks hold commands behind "$ " and what they print. All commands of a file run one after the
other in one new folder, which has build/datapath, profiles and utils as the repository has them. What
is shown must be printed, line by line in this order, but for spaces; "..." stands for any lines, at
the end of a line for its rest. A command whose last line shown begins with "datapath:" is refused.
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def console_blocks(text):
    """Lines of each console block, without their indentation."""
    for match in re.finditer(r"^\.\. code-block:: console\n\n((?:   .*\n|\n)+)", text, re.M):
        yield [line[3:] for line in match.group(1).splitlines()]


def commands_of(text):
    """Pairs of a command and the lines that it prints."""
    found = []
    for block in console_blocks(text):
        for line in block:
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif line.startswith("> "):
                command, shown = found.pop()
                found.append((command + "\n" + line[2:], shown))
            elif line.strip() and found:
                found[-1][1].append(line)
    return found


def plain(line):
    return " ".join(line.split())


def matches(shown, printed):
    if shown.endswith("..."):
        return printed.startswith(shown[:-3].rstrip())
    return printed == shown


def first_missing(shown, printed):
    """The first line shown that is not printed after the ones before it, or None."""
    rest = iter([plain(line) for line in printed.splitlines()])
    for line in shown:
        if line.strip() != "..." and not any(matches(plain(line), other) for other in rest):
            return line
    return None


def run(command, shown, folder):
    outcome = subprocess.run(
        ["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    refused = bool(shown) and shown[-1].startswith("datapath:")
    missing = first_missing(shown, outcome.stdout)
    if (outcome.returncode != 0) == refused and missing is None:
        return True
    print(f"$ {command}\n{outcome.stdout}exit code {outcome.returncode}", file=sys.stderr)
    if missing is not None:
        print(f"not printed, or not in this order: {missing}", file=sys.stderr)
    return False


def run_file(repository, program, path):
    commands = commands_of(path.read_text(encoding="utf-8"))
    if not commands:
        print(f"{path}: no command in it", file=sys.stderr)
        return False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "build").mkdir()
        (folder / "build/datapath").symlink_to(program.resolve())
        for shared in ("profiles", "utils"):
            (folder / shared).symlink_to(repository.resolve() / shared)
        return all(run(command, shown, folder) for command, shown in commands)


def main():
    if len(sys.argv) < 4:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    repository, program, *files = map(pathlib.Path, sys.argv[1:])
    return 0 if all([run_file(repository, program, path) for path in files]) else 1


if __name__ == "__main__":
    sys.exit(main())
