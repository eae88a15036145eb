"""Sets Yomi up and runs it: `python3 packaging/dev.py run|test|check|translations|bundle`.

Needs nothing but Python: everything else goes into `.venv`; where root runs it on Debian or Ubuntu, it also
installs Qt's system libraries. A second run finds its work done. A failure is one sentence, exit code 1.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import system_libraries
from environment import Environment, clean_variables
from setup_failure import SetupError

ROOT = Path(__file__).resolve().parent.parent
USAGE = """usage: python3 packaging/dev.py VERB [ARGS]; each verb sets up first what is missing

  run [ARGS]    start Yomi; ARGS as for `yomi`: files, or read, ask, doctor and their options
  test [ARGS]   run the tests; ARGS as for pytest
  check         linter, formatter, types, import rules and the fast tests
  translations  collect the window's words into packaging/translations and compile what is translated
  bundle [ARGS] make the installer of this system; --help names its options, docs/release.md what it takes"""

VERBS = ("run", "test", "check", "translations", "bundle")

SIDE_BY_SIDE = ("-n", "auto", "--maxprocesses", "8", "--dist", "loadfile")
CHECKS = (
    ("lint", ("-m", "ruff", "check", ".")),
    ("format", ("-m", "ruff", "format", "--check", ".")),
    ("types", ("-m", "mypy", "--strict", "engine", "app")),
    ("imports", ("-c", "from importlinter.cli import lint_imports_command as main; main()")),
    ("fast tests", ("-m", "pytest", "-q", "-m", "not e2e and not parity")),
)


def main(arguments: list[str]) -> int:
    """Carry out one verb and return the exit code."""
    verb, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if verb in ("-h", "--help", "help"):
        print(USAGE)
        return 0
    if verb not in VERBS or (verb in ("check", "translations") and rest):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        system_libraries.ensure(for_tests=verb in ("test", "check"))
        python = Environment(ROOT).ensure()
    except SetupError as error:
        print(f"Yomi: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nYomi: stopped; the same command goes on from here.", file=sys.stderr)
        return 130
    if verb == "run":
        return start(python, rest)
    if verb == "bundle":
        return make_bundle(python, rest)
    if verb == "translations":
        return wait([str(python), str(ROOT / "packaging" / "translations.py")], clean_variables(), ROOT)
    return run_tests(python, rest) if verb == "test" else run_checks(python)


def start(python: Path, arguments: list[str]) -> int:
    """Become the app, in the folder the user stands in; its exit code is ours."""
    # -P: an `app` folder where the user happens to stand must not be taken for ours.
    command = [str(python), "-P", "-m", "app", *arguments]
    if os.name == "posix":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execve(command[0], command, clean_variables())  # noqa: S606 - a list, no shell to fool
    return wait(command, clean_variables(), None)


def run_tests(python: Path, arguments: list[str]) -> int:
    """Run pytest from the root, windows offscreen; the end-to-end tests start a screen of their own.

    All of it runs side by side on the cores there are, a file at a time; what is named runs alone.
    """
    arguments = arguments or list(SIDE_BY_SIDE)
    return wait([str(python), "-m", "pytest", *arguments], test_variables(), ROOT)


def run_checks(python: Path) -> int:
    """Run every check, also after one has failed, and say which did."""
    failed = []
    for name, command in CHECKS:
        print(f"== {name}", flush=True)
        if wait([str(python), *command], test_variables(), ROOT):
            failed.append(name)
    if failed:
        print(f"Yomi: failed: {', '.join(failed)}", file=sys.stderr)
        return 1
    print("All checks passed.")
    return 0


def make_bundle(python: Path, arguments: list[str]) -> int:
    """Run packaging/bundle.py; PyInstaller comes into the environment the first time."""
    finder = "import importlib.util as u; raise SystemExit(u.find_spec('PyInstaller') is None)"
    if wait([str(python), "-c", finder], clean_variables(), ROOT):
        pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "-c", "constraints.txt"]
        code = wait([*pip, "-e", ".[bundle]"], clean_variables(), ROOT)
        if code:
            print("Yomi: PyInstaller could not be installed; pip's words are above.", file=sys.stderr)
            return code
    return wait([str(python), str(ROOT / "packaging" / "bundle.py"), *arguments], clean_variables(), ROOT)


def test_variables() -> dict[str, str]:
    """Variables for tests: no window of theirs may land on the user's screen."""
    variables = clean_variables()
    variables["QT_QPA_PLATFORM"] = "offscreen"
    return variables


def wait(command: list[str], variables: dict[str, str], folder: Path | None) -> int:
    """Run a command to its end; an interrupt is the command's own to handle."""
    process = subprocess.Popen(command, env=variables, cwd=None if folder is None else str(folder))
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
