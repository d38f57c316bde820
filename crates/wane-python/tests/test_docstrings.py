"""The examples in the docstrings of the package are true."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
import wane


def documented(prefix: str, thing: object) -> Iterator[tuple[str, object]]:
    """A thing and its public members, by name."""
    yield prefix, thing
    if inspect.isclass(thing):
        for name, member in vars(thing).items():
            if not name.startswith("_"):
                yield f"{prefix}.{name}", member


def everything() -> Iterator[tuple[str, object]]:
    yield "wane", wane
    for name in wane.__all__:
        yield from documented(name, getattr(wane, name))
    for module in pkgutil.walk_packages(wane.__path__, "wane."):
        if module.name.endswith("._wane"):
            continue
        try:
            loaded: Any = importlib.import_module(module.name)
        except ImportError:
            # An extra that is not installed.
            continue
        yield module.name, loaded
        for name, thing in vars(loaded).items():
            if getattr(thing, "__module__", None) == module.name:
                yield from documented(f"{module.name}.{name}", thing)


EXAMPLES = {
    name: thing
    for name, thing in everything()
    if ">>>" in (inspect.getdoc(thing) or "") and not isinstance(thing, (int, str))
}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_examples(name: str) -> None:
    text = inspect.getdoc(EXAMPLES[name]) or ""
    test = doctest.DocTestParser().get_doctest(text, {"wane": wane}, name, None, 0)
    runner = doctest.DocTestRunner(verbose=False)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


def test_every_public_name_is_documented() -> None:
    for name in wane.__all__:
        thing = getattr(wane, name)
        if inspect.isclass(thing) or inspect.isroutine(thing):
            for member, documented_thing in documented(name, thing):
                assert inspect.getdoc(documented_thing), f"{member} has no docstring"
