"""Sets of small numbers as the bits of an int64 (never the sign bit), in machine instructions."""

from importlib import import_module
from typing import Any

from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Int

_types: Any = import_module("numba").types
_intrinsic: Any = import_module("numba.extending").intrinsic


@_intrinsic  # type: ignore[untyped-decorator]
def _popcount(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return _types.int64(_types.int64), generate


@_intrinsic  # type: ignore[untyped-decorator]
def _lowest(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(_types.boolean, True))

    return _types.int64(_types.int64), generate


def _has_fast_deposit() -> bool:
    """Whether this machine spreads bits in one instruction (early AMD Zen does it slowly)."""
    machine = import_module("llvmlite.binding")
    features = machine.get_host_cpu_features()
    return bool(features.get("bmi2")) and machine.get_host_cpu_name() not in ("znver1", "znver2")


@_intrinsic  # type: ignore[untyped-decorator]
def _deposited(context: Any, number: Any, bits: Any) -> Any:
    """The bit number `number` of those that are set, alone."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = arguments[0].type
        spread = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=_function(word))
        return builder.call(spread, [builder.shl(word(1), arguments[0]), arguments[1]])

    return _types.int64(_types.int64, _types.int64), generate


def _function(word: Any) -> Any:
    return import_module("llvmlite.ir").FunctionType(word, [word, word])


@kernel
def size(bits: Int) -> Int:
    """How many are in the set."""
    return _popcount(bits)


@kernel
def first(bits: Int) -> Int:
    """The smallest of a set that is not empty."""
    return _lowest(bits)


if _has_fast_deposit():

    @kernel
    def nth(bits: Int, number: Int) -> Int:
        """The smallest but `number` of a set that has more than that."""
        return _lowest(_deposited(number, bits))

else:

    @kernel
    def nth(bits: Int, number: Int) -> Int:
        """The smallest but `number` of a set that has more than that."""
        for _ in range(number):
            bits &= bits - 1
        return _lowest(bits)
