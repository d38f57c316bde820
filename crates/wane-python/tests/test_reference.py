"""docs/python-api.md is made from the types of the package and its docstrings; UPDATE=1 writes it."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import wane

PACKAGE = Path(wane.__file__).parent
REFERENCE = Path(__file__).parents[3] / "docs/python-api.md"
#: The modules, and the files that have their types.
MODULES = {
    "wane": "_wane.pyi",
    "wane.records": "records.py",
    "wane.contest": "contest/match.py",
    "wane.contest.player": "contest/player.py",
    "wane.envs.vector": "envs/vector.py",
    "wane.envs.single": "envs/single.py",
    "wane.envs.zoo": "envs/zoo.py",
}
#: The name under which a user imports what a module has.
IMPORTED = {"wane.records": "wane", "wane.contest.player": "wane.contest"}
INTERNAL = {"Stuck", "Flooded", "referee", "check_records"}
#: Helpers, which are there for the package.
HELPERS = {"contestant", "name_of", "pair"}


def reference() -> str:
    parts = [
        "# The Python package, name by name",
        (
            "Made from the types and the docstrings of the package; [python.md](python.md) is the introduction. Examples "
            "here are run as tests. `Move`, `Objective` and other names of types are in `wane.types`."
        ),
    ]
    for name, file in MODULES.items():
        module = importlib.import_module(name)
        tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
        parts.append(
            f"## {IMPORTED.get(name, name)}" + (" (self-play records)" if name == "wane.records" else "")
        )
        for node in tree.body:
            parts += described(module, node)
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def described(module: Any, node: ast.stmt) -> Iterator[str]:
    if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
        return
    if node.name in INTERNAL | HELPERS:
        return
    thing = getattr(module, node.name)
    if isinstance(node, ast.FunctionDef):
        yield f"### `{signature(node)}`"
        yield text(thing)
        return
    made = [it for it in node.body if isinstance(it, ast.FunctionDef) and it.name in ("__new__", "__init__")]
    yield f"### class `{signature(made[0], node.name) if made else node.name}`"
    yield text(thing)
    rows = [row for it in node.body for row in member(thing, it)]
    if rows:
        yield "\n".join(rows)


def member(owner: Any, node: ast.stmt) -> Iterator[str]:
    """A line of the list of members; its first sentence."""
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield f"- `{node.target.id}: {ast.unparse(node.annotation)}`"
    if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
        return
    decorators = [ast.unparse(it) for it in node.decorator_list]
    if any(it.endswith(".setter") for it in decorators):
        return
    words = first_sentence(inspect.getdoc(getattr(owner, node.name)) or "")
    if "property" in decorators:
        returns = ast.unparse(node.returns) if node.returns else "Any"
        yield f"- `{node.name}: {returns}`: {words}"
    else:
        yield f"- `{signature(node)}`: {words}"


def signature(node: ast.FunctionDef, name: str | None = None) -> str:
    arguments = node.args
    kept = ast.arguments(
        posonlyargs=[it for it in arguments.posonlyargs if it.arg not in ("self", "cls")],
        args=[it for it in arguments.args if it.arg not in ("self", "cls")],
        vararg=arguments.vararg,
        kwonlyargs=arguments.kwonlyargs,
        kw_defaults=arguments.kw_defaults,
        kwarg=arguments.kwarg,
        defaults=arguments.defaults,
    )
    returns = f" -> {ast.unparse(node.returns)}" if node.returns and name is None else ""
    return f"{name or node.name}({ast.unparse(kept)}){returns}"


def text(thing: Any) -> str:
    """A docstring as Markdown, with its examples as code."""
    doc = (inspect.getdoc(thing) or "").replace("``", "`")
    return re.sub(r"((?:^>>> .*\n?)(?:^(?!\s*$).+\n?)*)", fenced, doc, flags=re.MULTILINE)


def fenced(match: re.Match[str]) -> str:
    return f"```python\n{match[1].rstrip()}\n```\n"


def first_sentence(doc: str) -> str:
    paragraph = " ".join(doc.split("\n\n")[0].split()).replace("``", "`")
    return re.split(r"(?<=\.) ", paragraph)[0]


def test_the_reference_is_that_of_the_package() -> None:
    made = reference()
    if os.environ.get("UPDATE"):
        REFERENCE.write_text(made, encoding="utf-8")
    assert REFERENCE.read_text(encoding="utf-8") == made, "UPDATE=1 pytest -k reference writes it"


def test_every_name_is_in_the_reference() -> None:
    made = reference()
    for name in wane.__all__:
        if inspect.isclass(getattr(wane, name)) or inspect.isroutine(getattr(wane, name)):
            assert re.search(rf"### (class )?`{name}\b", made), name
