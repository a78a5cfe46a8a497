"""Pyodide's script without what no table uses.

Left out are exports of its WebAssembly that nobody asks for, and what only packages need that draw or make
sounds by themselves: OpenGL, SDL, windows. `shorten.mjs` then drops whatever nothing refers to any more.
"""

import re
import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from wasm import GLOBAL_KIND, IMPORT, TABLE_KIND, TAG_KIND, Module, after_number, number

_ASSIGN: Final = "function assignWasmExports(wasmExports){"
_IMPORTS: Final = "}var wasmImports={"
_ROOM: Final = "alignMemory(getMemory(metadata.memorySize+memAlign),memAlign)"
"""Where the data of a compiled module come to lie; a snapshot says where they lay."""
_EVAL: Final = re.compile(r"(?<![\w.)])eval\(")
"""In the scope around it, which would keep every name there; for packages with scripts of their own."""
_SIGNATURE: Final = re.compile(r'(?<=[;}])(_\w+)\.sig="(\w*)";')
_TO_MODULE: Final = re.compile(r'(?<=[;}])Module\["(\w+)"\]=\w+;')
_PROPERTY: Final = re.compile(r"""(?:\.|\["|\['|[{,])(\w+)""")
_OURS: Final = {"HEAPU8", "HEAPU32", "FS", "API", "LDSO", "wasmTable", "loadDynamicLibrary"}
"""What the page uses (web/src/offline/snapshot.ts)."""
_DRAWING: Final = re.compile(
    r"_?(SDL|GL|EGL|JSEvents|Browser|MainLoop|Mix_)\w*|\w*(WebGL|webgl|Windowed|window_title|Fullscreen|Canvas"
    r"|Letterbox|PointerLock|[bB]attery|UserMedia|AnimationFrame|MouseEvent|DeviceMotion|DeviceOrientation"
    r"|main_loop|createContext)\w*"
)
_ABSENT: Final = "emscripten_gl"
"""How imports begin that Python names and never calls."""
_ONE: Final = re.compile(
    r'(\w+)=Module\["\w+"\]=(\w+=)?(?:Module\["\w+"\]=)?wasmExports\["([^"]+)"\](?:\.value>>>0)?'
)


@dataclass(frozen=True)
class Glue:
    """`scripts` are Pyodide's two files, the larger first; `linked` is what compiled packages import.

    `imported` is what Python's WebAssembly itself imports.
    """

    scripts: tuple[str, str]
    linked: frozenset[str]
    imported: frozenset[str]

    @cached_property
    def _parts(self) -> tuple[str, str, str]:
        """What stands before, in and after the function that takes over exports."""
        before, rest = self.scripts[0].split(_ASSIGN, 1)
        inside, after = rest.split(_IMPORTS, 1)
        return before, inside, after

    @cached_property
    def _elsewhere(self) -> str:
        """Everything but the function and the declaration of the names that it gives values to."""
        before, _, after = self._parts
        return before[: before.rindex("var ")] + after + self.scripts[1]

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(re.findall(r"\w+", self._elsewhere))

    @cached_property
    def _kept(self) -> list[str]:
        kept = []
        for statement in self._parts[1].split(";"):
            found = _ONE.fullmatch(statement)
            assert found, f"an unknown statement: {statement}"
            if found[1] in self._words or found[2] or found[3] in self.linked:
                kept.append(statement)
        return kept

    def wanted(self) -> frozenset[str]:
        """Names of exports that may still be used, and others."""
        taken = {found[3] for one in self._kept if (found := _ONE.fullmatch(one))}
        return frozenset(self._words | taken | self.linked)

    def written(self) -> str:
        before, _, after = self._parts
        assert before.count(_ROOM) == 1, "Emscripten makes room for modules in another way"
        before = before.replace(_ROOM, f'Module["placed"]?.[libName]??{_ROOM}')
        return self._without_drawing(before + _ASSIGN + ";".join(self._kept), after)

    def _without_drawing(self, before: str, after: str) -> str:
        listed, after = after.split("};", 1)
        given = [one for one in listed.split(",") if _name(one) in self.imported | self.linked]
        taken = {one.partition(":")[2] or one for one in given}
        signatures = dict(_SIGNATURE.findall(before))
        given = [_absent(one, signatures) if one.startswith(_ABSENT) else one for one in given]
        script = _EVAL.sub("(0,eval)(", before + _IMPORTS + ",".join(given) + "};" + after)
        script = _SIGNATURE.sub(lambda found: found[0] if found[1] in taken else "", script)
        used = {*_PROPERTY.findall(_TO_MODULE.sub(";", script) + self.scripts[1]), *_OURS}
        return _TO_MODULE.sub(lambda found: found[0] if _is_used(found[1], used) else "", script)


def _name(given: str) -> str:
    """Of an import, as it is listed for WebAssembly."""
    return given.partition(":")[0].strip('"')


def _absent(given: str, signatures: dict[str, str]) -> str:
    """A function of the same kind that nobody calls."""
    name, _, function = given.partition(":")
    kind = signatures.get(function)
    return f'{name}:Object.assign(()=>abort("{name}"),{{sig:"{kind}"}})' if kind is not None else given


def _is_used(name: str, used: set[str]) -> bool:
    return name in used and not _DRAWING.fullmatch(name)


def linked(wheel: Path) -> frozenset[str]:
    """What the compiled modules of a wheel import from Python."""
    with zipfile.ZipFile(wheel) as files:
        modules = [Module(files.read(name)) for name in files.namelist() if name.endswith(".so")]
    return frozenset(name for module in modules for name in _imported(module.section(IMPORT)))


def _imported(section: bytes) -> list[str]:
    count, at = number(section, 0)
    names = []
    for _ in range(count):
        for _ in range(2):
            size, begin = number(section, at)
            at = begin + size
            name = section[begin:at].decode()
        names.append(name)
        at = _after_kind(section, at)
    return names


def _after_kind(section: bytes, at: int) -> int:
    kind = section[at]
    if kind == GLOBAL_KIND:
        return at + 3
    if kind == TAG_KIND:
        return after_number(section, at + 2)
    if kind == 0:
        return after_number(section, at + 1)
    flags = at + 2 if kind == TABLE_KIND else at + 1
    after = after_number(section, flags + 1)
    return after_number(section, after) if section[flags] & 1 else after
