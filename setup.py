"""Compiles the hot loop of the CPU players, if Cython and a C compiler are there; else it stays plain Python.

All else about the package stands in pyproject.toml.
"""

import hashlib
import re
import sys
from pathlib import Path

from setuptools import Extension, setup

HOT_LOOP = ("engine/cpu/card_rules", "engine/cpu/playout")
GENERATED = Path("build/compiled")
DIRECTIVES = {
    "language_level": "3",
    "infer_types": True,  # the types of locals follow from those of the .pxd
    "annotation_typing": False,  # an int of the annotations is an int of Python
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
}

# `x.bit_count()`, `(… (…) …).bit_length()`: Cython calls these methods on Python's ints only.
_INNER = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_BITS_OF = re.compile(rf"(\w+(?:\.\w+)*|{_INNER})\.(bit_count|bit_length)\(\)")
_COMPILED_FROM = re.compile(r'^COMPILED_FROM = ""$', re.MULTILINE)


def in_c(source: str, digest: str) -> str:
    """The source with its digest, and `x.bit_length()` as `bit_length(x)`, a C function of bits.pxd."""
    changed = 1
    while changed:
        source, changed = _BITS_OF.subn(r"\2(\1)", source)
    return _COMPILED_FROM.sub(f'COMPILED_FROM = "{digest}"', source)


def generated(module: str) -> str:
    """The path of a module's source as it is compiled, beside all types."""
    source = Path(f"{module}.py").read_text(encoding="utf-8")
    target = GENERATED / f"{module}.py"
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(source.encode() + Path(f"{module}.pxd").read_bytes()).hexdigest()
    target.write_text(in_c(source, digest), encoding="utf-8")
    for package in (target.parent, target.parent.parent):
        (package / "__init__.py").touch()
    for types in Path(module).parent.glob("*.pxd"):
        (target.parent / types.name).write_bytes(types.read_bytes())
    return str(target)


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 (it may be missing)
    except ImportError:
        sys.stderr.write("Cython is not there: the hot loop stays plain Python\n")
        return []
    modules = [Extension(module.replace("/", "."), [generated(module)], optional=True) for module in HOT_LOOP]
    found: list[Extension] = cythonize(
        modules, include_path=[str(GENERATED)], compiler_directives=DIRECTIVES, force=True, quiet=True
    )
    return found


setup(ext_modules=extensions())
