"""Types match the stubs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def run(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=HERE.parent)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_fit_the_package() -> None:
    run("mypy.stubtest", "faraday._native", "--concise")


def test_tests_and_examples_keep_to_the_types() -> None:
    run("mypy", "tests", "benchmarks")
    run("mypy", "--package", "faraday")
