#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compare the lists of files in CMakeLists.txt with those in wscript and with the folders.

A file that is in a folder but in no list is never compiled or never tested, and nobody would
notice; a list that differs between the two builds breaks the one that is tried less often.

With --update after the folder, first copies the lists of CMakeLists.txt into wscript.
"""

import ast
import pathlib
import re
import sys

SUFFIXES = {"sources": ".cc", "headers": ".h", "tests": ".cc"}
FOLDERS = ("model", "helper", "utils", "test")
NOT_IN_WAF = {"program_tests", "installed_tests"}  # they run what only CMake builds


def cmake_lists(text):
    text = re.sub(r"#.*", "", text)
    lists = {}
    for name, body in re.findall(r"\bset\(\s*(\w+_(?:sources|headers|tests))\b([^)]*)\)", text):
        lists.setdefault(name, body.split())  # a later set() only empties what is left out
    return lists


def waf_lists(text):
    return {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List)
    }


def update_waf(path, cmake):
    def rewritten(match):
        files = "".join(f"    '{file}',\n" for file in cmake.get(match[1], []))
        return f"{match[1]} = [\n{files}]"

    pattern = re.compile(r"^(\w+_(?:sources|headers|tests)) = \[[^]]*\]", re.MULTILINE)
    path.write_text(pattern.sub(rewritten, path.read_text()))


def check_list(root, name, files):
    suffix = SUFFIXES[name.rsplit("_", 1)[1]]
    for file in files:
        if not file.endswith((suffix, ".h") if name.endswith("_tests") else suffix):
            yield f"CMakeLists.txt: {name} names {file}, which does not end in {suffix}"
        if not (root / file).is_file():
            yield f"CMakeLists.txt: {name} names {file}, which does not exist"
    if files != sorted(files):
        yield f"CMakeLists.txt: {name} is not in alphabetical order"
    if len(files) != len(set(files)):
        yield f"CMakeLists.txt: {name} names a file twice"


def check_waf(cmake, waf):
    wanted = {n for n in cmake if n.endswith(("_headers", "_tests"))} - NOT_IN_WAF
    for name in sorted(waf.keys() | wanted):
        ours, theirs = cmake.get(name), waf.get(name)
        if ours != theirs:
            difference = sorted(set(ours or []) ^ set(theirs or []))
            yield f"{name} differs between CMakeLists.txt and wscript: {difference or 'order'}"


def check_folders(root, cmake):
    listed = {file for files in cmake.values() for file in files}
    headers_beside_code = {"utils", "test"}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix == ".h" and folder in headers_beside_code:
                continue
            if path.suffix in (".cc", ".h") and name not in listed:
                yield f"{name} is in no list of CMakeLists.txt"


def check_flat_names(cmake):
    seen = {}
    for name, files in sorted(cmake.items()):
        for file in files if name.endswith("_headers") else []:
            base = file.rsplit("/", 1)[-1]
            if base in seen:
                yield f"{file} and {seen[base]} are the same file in the flat folder ns3/"
            seen[base] = file


def main():
    root = pathlib.Path(sys.argv[1])
    cmake = cmake_lists((root / "CMakeLists.txt").read_text())
    if "--update" in sys.argv[2:]:
        update_waf(root / "wscript", cmake)
    waf = waf_lists((root / "wscript").read_text())
    problems = [p for name, files in sorted(cmake.items()) for p in check_list(root, name, files)]
    problems += check_waf(cmake, waf)
    problems += check_folders(root, cmake)
    problems += check_flat_names(cmake)
    if not any(cmake.values()):
        problems.append("CMakeLists.txt: no list with a file was found")
    print("\n".join(problems) or f"{sum(map(len, cmake.values()))} files in {len(cmake)} lists")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
