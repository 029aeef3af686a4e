#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Install the module, move the installation, and use it as somebody without the sources would.

Arguments: this folder, the build folder, cmake, the compiler, the name of the folder for libraries.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def run(*command, **environment):
    """Run a command somewhere else; what it wrote, or the end with all that it said."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        cwd="/",
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def with_find_package(cmake, compiler, source, prefix, folder):
    run(
        cmake, "-S", source, "-B", folder, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
    )  # fmt: skip
    run(cmake, "--build", folder)
    return run(folder / "first-stream")


def with_pkg_config(compiler, source, libraries, folder):
    search = {"PKG_CONFIG_PATH": libraries / "pkgconfig"}
    flags = run("pkg-config", "--cflags", "--libs", "linux-datapath", **search).split()
    program = folder / "by-pkg-config"
    run(compiler, source / "first-stream.cc", "-o", program, *flags)
    return run(program, LD_LIBRARY_PATH=libraries)


def check_program(prefix):
    """The program finds the profiles of its own installation: one that nobody else has."""
    machines = prefix / "share" / "linux-datapath" / "profiles" / "machine"
    shutil.copy(machines / "xeon-gold-6140.profile", machines / "only-here.profile")
    datapath = prefix / "bin" / "datapath"
    if datapath.exists():
        run(datapath, "run", "pp-bench-simple", "--machine=only-here")


def main():
    source, build = (pathlib.Path(argument) for argument in sys.argv[1:3])
    cmake, compiler, libdir = sys.argv[3:6]
    os.environ.pop("LINUX_DATAPATH_PROFILES", None)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        prefix = folder / "moved"
        run(cmake, "--install", build, "--prefix", folder / "first")
        (folder / "first").rename(prefix)
        check_program(prefix)
        shutil.copytree(source, folder / "source")
        outputs = {
            with_find_package(cmake, compiler, folder / "source", prefix, folder / "build"),
            with_pkg_config(compiler, folder / "source", prefix / libdir, folder),
        }
    if len(outputs) != 1 or "frames read" not in outputs.copy().pop():
        sys.exit(f"the two builds of the script differ: {outputs}")
    print(outputs.pop(), end="")


if __name__ == "__main__":
    main()
