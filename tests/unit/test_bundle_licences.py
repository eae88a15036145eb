"""Licences of what is bundled: read as expressions, checked against the list, written once each."""

from __future__ import annotations

import re
import sys
import tomllib
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.packaging_scripts import import_script
from tests.helpers.set_up import ROOT


@pytest.fixture
def licences(monkeypatch: pytest.MonkeyPatch) -> Any:
    return import_script(monkeypatch, "licences")


@pytest.fixture
def terms(monkeypatch: pytest.MonkeyPatch) -> Any:
    return import_script(monkeypatch, "licence_terms")


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("GPL-3.0-only OR LGPL-3.0-only", True),
        ("MIT AND GPL-2.0-only", False),
        ("GPL-2.0-only OR MIT AND Zlib", True),
        ("MIT OR GPL-2.0-only AND Zlib", True),
        ("(MIT OR GPL-2.0-only) AND AGPL-3.0-only", False),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", True),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("GPL-2.0-or-later WITH Classpath-exception-2.0", False),
    ],
)
def test_an_expression_is_met_by_the_list_or_it_is_not(terms: Any, expression: str, allowed: bool) -> None:
    assert terms.is_allowed(expression) is allowed


@pytest.mark.parametrize("text", ["", "MIT AND", "(MIT", "MIT )", "OR MIT", "Free for all", "MIT WITH"])
def test_what_is_no_expression_is_never_allowed(terms: Any, licences: Any, text: str) -> None:
    with pytest.raises(ValueError, match="expression"):
        terms.is_allowed(text)
    with pytest.raises(licences.LicenceError):
        licences.check([licences.Component("thing", "1", text)])


def test_the_check_names_everything_that_must_not_be_there(licences: Any) -> None:
    found = [
        licences.Component("good", "1", "MIT"),
        licences.Component("bad", "2", "AGPL-3.0-only"),
        licences.Component("silent", "3", ""),
    ]
    with pytest.raises(licences.LicenceError, match=r"bad \(AGPL-3.0-only\), silent \(no licence named\)"):
        licences.check(found)


def test_every_dependency_of_the_product_may_be_bundled_and_brings_its_text(licences: Any) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {licences.normalised(re.split(r"[><=;\[ ]", line)[0]) for line in project["dependencies"]}
    found = [part for name in sorted(names) for part in licences.distribution_components(name)]
    licences.check(found)
    assert names <= {each.name for each in found if each.texts}


@pytest.mark.parametrize(
    ("fields", "expression"),
    [
        ([("License-Expression", "MIT"), ("License", "all of it\nand more")], "MIT"),
        ([("License", "BSD-3-Clause")], "BSD-3-Clause"),
        ([("License", "UNKNOWN"), ("Classifier", "License :: OSI Approved :: MIT License")], "MIT"),
        ([("Classifier", "Topic :: Software Development")], ""),
    ],
)
def test_the_expression_comes_from_whichever_field_has_one(
    licences: Any, fields: list[tuple[str, str]], expression: str
) -> None:
    message = Message()
    for name, value in fields:
        message[name] = value
    assert licences.expression_of(message) == expression


def test_a_text_that_two_components_share_is_printed_once_under_both_names(licences: Any) -> None:
    text = licences.as_text(
        [
            licences.Component("one", "1.0", "MIT", ("The text.\n",)),
            licences.Component("two", "2.0", "MIT", ("The text.",), note="Used unchanged."),
        ]
    )
    assert text.count("The text.") == 1
    assert "one, two" in text
    assert "  one 1.0: MIT\n  two 2.0: MIT\n" in text
    assert "two: Used unchanged." in text


def test_a_module_of_nobody_stops_the_build(licences: Any) -> None:
    with pytest.raises(licences.LicenceError, match="Nobody knows which package foundling belongs to"):
        licences.collect(["/v/lib/site-packages/foundling/__init__.py"], ROOT)


def test_a_python_that_no_package_brought_has_its_licence_beside_it(
    licences: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    library = tmp_path / "lib" / "libpython3.11.so.1.0"
    with pytest.raises(licences.LicenceError, match="Python's licence is not in"):
        licences.system_components([library])
    (tmp_path / "LICENSE.txt").write_text("PSF licence", "utf-8")
    found = licences.system_components([library])
    assert [(each.name, each.texts) for each in found] == [("Python", ("PSF licence",))]
    licences.check(found)
