"""The examples in the docs run and print what they show."""

from __future__ import annotations

import doctest
import json
import re
import sys
import types
from pathlib import Path

import pytest
from walks import ROOT

import faraday

PACKAGE = ROOT / "bindings/python"


@pytest.mark.parametrize("path", [PACKAGE / "README.md", ROOT / "docs/python.md"], ids=["readme", "docs"])
def test_the_programs_of_a_page_run(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    programs = re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)
    exec("\n".join(programs), {})
    said = capsys.readouterr().out
    promised = re.findall(r"# ([A-Z]\w+[–(].*|-\d+)$", "\n".join(programs), re.MULTILINE)
    assert programs and promised and all(text in said for text in promised)


def test_the_example_of_the_package_is_true() -> None:
    assert doctest.testmod(faraday).failed == 0


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    # The part of IPython that the cells use.
    display = types.ModuleType("IPython.display")
    display.SVG = str  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    notebook = json.loads((PACKAGE / "examples/boards.ipynb").read_text())
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    scope: dict[str, object] = {}
    for cell in cells:
        exec(cell, scope)
    assert len(cells) >= 9 and isinstance(scope["game"], faraday.Game)
