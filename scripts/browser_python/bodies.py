"""Modules compiled without the bodies of functions that no first game calls; for the browser's Python.

Such a function keeps its name, its parameters, its kind and what it closes over. Instead of its body it has a
call of `__whole__` (rest_of_library.py), which gets the body, and hands its arguments on to it.
"""

import ast
import marshal
from collections.abc import Collection, Iterator
from types import CodeType
from typing import Any

FIRST = 1000
"""The number of the first body: small numbers are no constants of a code object."""
LEAST = 300
"""A shorter body is not worth cutting out."""
_ASYNC_GENERATOR, _GENERATOR = 0x200, 0x20


class Bodies(ast.NodeTransformer):
    """`found` gets the bodies that are cut out; `called` names functions as name and line: what is called."""

    def __init__(self, level: int) -> None:
        self.found: list[CodeType] = []
        self._level = level
        self._called: Collection[tuple[str, int]] = ()
        self._codes: dict[tuple[str, int], CodeType] = {}
        self._within = ""

    def cut(self, source: bytes, file: str, called: Collection[tuple[str, int]]) -> CodeType:
        self._called, self._within = called, ""
        self._codes = {
            (code.co_qualname, code.co_firstlineno): code for code in _all(self._code(source, file))
        }
        return self._code(ast.fix_missing_locations(self.visit(ast.parse(source))), file)

    def _code(self, source: Any, file: str) -> CodeType:
        code: CodeType = compile(source, file, "exec", dont_inherit=True, optimize=self._level)
        return code

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._inside(node, ".")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        line = min((node.lineno, *(one.lineno for one in node.decorator_list)))
        key = (self._within + node.name, line)
        code = self._codes.get(key)
        if key in self._called or code is None or not _may_go(code) or getattr(node, "type_params", None):
            return self._inside(node, ".<locals>.")
        node.body = [ast.copy_location(_stub(node, code, FIRST + len(self.found)), node)]
        self.found.append(code)
        return node

    def _inside(self, node: Any, then: str) -> ast.AST:
        before, self._within = self._within, self._within + node.name + then
        node.body = [self.visit(one) for one in node.body]
        self._within = before
        return node  # type: ignore[no-any-return]


def _all(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _all(one)


def _may_go(code: CodeType) -> bool:
    is_plain = all(name.isidentifier() and name != "__classdict__" for name in code.co_freevars)
    return is_plain and not code.co_flags & _ASYNC_GENERATOR and len(marshal.dumps(code)) >= LEAST


def _stub(node: ast.FunctionDef | ast.AsyncFunctionDef, code: CodeType, number: int) -> ast.stmt:
    cells = f", lambda: ({', '.join(code.co_freevars)},)" if code.co_freevars else ""
    call = f"__whole__({number}{cells})({_passed(node.args)})"
    if isinstance(node, ast.AsyncFunctionDef):
        text = f"async def _(): return await {call}"
    elif code.co_flags & _GENERATOR:
        text = f"def _(): return (yield from {call})"
    else:
        text = f"def _(): return {call}"
    return ast.parse(text).body[0].body[0]  # type: ignore[attr-defined,no-any-return]


def _passed(args: ast.arguments) -> str:
    """The parameters as arguments."""
    return ", ".join(
        [
            *(one.arg for one in (*args.posonlyargs, *args.args)),
            *([f"*{args.vararg.arg}"] if args.vararg else []),
            *(f"{one.arg}={one.arg}" for one in args.kwonlyargs),
            *([f"**{args.kwarg.arg}"] if args.kwarg else []),
        ]
    )
