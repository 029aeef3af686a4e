#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Run the examples of test/examples-to-run.py; each must succeed and say something.

Arguments: folder of the sources, folder of the built examples.
"""

import pathlib
import runpy
import subprocess
import sys


def main():
    source, built = (pathlib.Path(folder) for folder in sys.argv[1:3])
    examples = runpy.run_path(str(source / "test" / "examples-to-run.py"))["cpp_examples"]
    failed = 0
    for command, wanted, _ in examples:
        if wanted != "True":
            continue
        name, *arguments = command.split()
        run = subprocess.run([built / name, *arguments], capture_output=True, text=True)
        if run.returncode != 0 or not run.stdout.strip():
            failed += 1
            print(f"{command}: exit code {run.returncode}\n{run.stdout}{run.stderr}")
    listed = {command.split()[0] for command, _, _ in examples}
    for path in sorted((source / "examples").glob("*.cc")):
        if path.stem not in listed:
            failed += 1
            print(f"{path.name} is not in test/examples-to-run.py")
    print(f"{len(examples)} examples, {failed} failed")
    return 1 if failed or not examples else 0


if __name__ == "__main__":
    sys.exit(main())
