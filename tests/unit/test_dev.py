"""The verbs of packaging/dev.py: what they start, where, and which exit code they pass on."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.set_up import FOLDER, NAMES, ROOT, import_set_up


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch) -> Any:
    return import_set_up(monkeypatch)


@pytest.mark.parametrize("arguments", [[], ["walk"], ["check", "extra"]])
def test_a_wrong_verb_shows_the_usage_and_exits_2(setup: Any, capsys: Any, arguments: list[str]) -> None:
    assert setup.dev.main(arguments) == 2
    assert "usage: python3 packaging/dev.py" in capsys.readouterr().err


def test_help_goes_to_standard_output(setup: Any, capsys: Any) -> None:
    assert setup.dev.main(["--help"]) == 0
    assert "check" in capsys.readouterr().out


def test_a_failure_of_the_set_up_exits_1_with_its_sentence(
    setup: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*, for_tests: bool) -> None:
        raise setup.setup_failure.SetupError("It rains: take an umbrella.")

    monkeypatch.setattr(setup.system_libraries, "ensure", fail)
    assert setup.dev.main(["test"]) == 1
    assert capsys.readouterr().err == "Yomi: It rains: take an umbrella.\n"


def test_run_starts_the_app_where_the_user_stands_and_passes_its_exit_code_on(tmp_path: Path) -> None:
    fake = tmp_path / "python"
    fake.write_text(
        f"#!{sys.executable}\nimport os, sys\nprint(os.getcwd(), *sys.argv[1:])\nsys.exit(7)\n", "utf-8"
    )
    fake.chmod(0o755)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\nfrom pathlib import Path\nimport dev\n"
        "dev.system_libraries.ensure = lambda for_tests: None\n"
        "dev.Environment.ensure = lambda self: Path(sys.argv[2])\n"
        "raise SystemExit(dev.main(['run', 'a b.png', '--model', 'x']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(FOLDER), str(fake)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 7
    assert done.stdout == f"{tmp_path} -P -m app a b.png --model x\n"


@pytest.fixture
def started(setup: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str], Path]]:
    """What `dev.main` would have started after a set-up that had nothing to do."""
    calls: list[tuple[list[str], dict[str, str], Path]] = []

    def wait(command: list[str], variables: dict[str, str], folder: Path) -> int:
        calls.append((command, variables, folder))
        return 1 if "mypy" in command else 0

    monkeypatch.setattr(setup.system_libraries, "ensure", lambda for_tests: None)
    monkeypatch.setattr(setup.dev.Environment, "ensure", lambda self: Path("python"))
    monkeypatch.setattr(setup.dev, "wait", wait)
    return calls


def test_the_tests_run_offscreen_from_the_root(
    setup: Any, started: list[tuple[list[str], dict[str, str], Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "wayland")
    assert setup.dev.main(["test", "-k", "cache"]) == 0
    (command, variables, folder) = started[0]
    assert command == ["python", "-m", "pytest", "-k", "cache"]
    assert variables["QT_QPA_PLATFORM"] == "offscreen"
    assert folder == ROOT


def test_a_failed_check_does_not_hide_the_ones_after_it(
    setup: Any, started: list[tuple[list[str], dict[str, str], Path]], capsys: Any
) -> None:
    assert setup.dev.main(["check"]) == 1
    assert len(started) == len(setup.dev.CHECKS)
    assert "failed: types" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_an_old_python_can_parse_the_set_up_and_hear_that_it_is_too_old(name: str) -> None:
    source = (FOLDER / f"{name}.py").read_text("utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    assert any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)


def test_ci_runs_what_the_readme_tells_a_developer_to_run() -> None:
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert lines[-1] == "exec python3 packaging/dev.py test"
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "python3 packaging/dev.py run receipt.png\npython3 packaging/dev.py test\n" in readme
    assert (ROOT / "receipt.png").read_bytes().startswith(b"\x89PNG")
