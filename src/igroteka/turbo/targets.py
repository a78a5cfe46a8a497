"""What differs between the processor and a graphics card; all else in the kernels is the same source.

Numba compiles a kernel of the processor for the card as it is, when another kernel there calls it. Told here
instead: how the n-th bit of a set is found; where room for a list comes from; and on the card, that tables
lie in global memory, since they are too many for the 64 kB of constants, and that an index is 32 bits wide
and counts from the front.
"""

import operator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

_types: Any = import_module("numba").types
_intrinsic: Any = import_module("numba.extending").intrinsic
_cgutils: Any = import_module("numba.core.cgutils")
_ir: Any = import_module("llvmlite.ir")


def _is_card(context: Any) -> bool:
    return type(context).__name__ == "CUDATargetContext"


def _has_fast_deposit() -> bool:
    """Whether this processor spreads bits in one instruction (early AMD Zen does it slowly)."""
    machine = import_module("llvmlite.binding")
    features = machine.get_host_cpu_features()
    return bool(features.get("bmi2")) and machine.get_host_cpu_name() not in ("znver1", "znver2")


@_intrinsic  # type: ignore[untyped-decorator]
def count_bits(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return _types.int64(_types.int64), generate


@_intrinsic  # type: ignore[untyped-decorator]
def lowest_bit(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(_types.boolean, True))

    return _types.int64(_types.int64), generate


@_intrinsic  # type: ignore[untyped-decorator]
def nth_bit(context: Any, bits: Any, number: Any) -> Any:
    """Where the bit is that has `number` set bits below it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if _is_card(context):
            return _by_halves(builder, *arguments)
        if _has_fast_deposit():
            return _by_deposit(builder, *arguments)
        return context.compile_internal(builder, _one_by_one, signature, arguments)

    return _types.int64(_types.int64, _types.int64), generate


def _by_deposit(builder: Any, bits: Any, number: Any) -> Any:
    word = bits.type
    function = _ir.FunctionType(word, [word, word])
    spread = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=function)
    return builder.cttz(builder.call(spread, [builder.shl(word(1), number), bits]), _ir.IntType(1)(1))


def _by_halves(builder: Any, bits: Any, number: Any) -> Any:
    """In the lower or the upper half, of that half, and so on: no loop, so that threads stay together."""
    word = _ir.IntType(32)
    left = builder.trunc(number, word)
    low = builder.trunc(bits, word)
    below = builder.ctpop(low)
    upper = builder.icmp_unsigned(">=", left, below)
    part = builder.select(upper, builder.trunc(builder.lshr(bits, bits.type(32)), word), low)
    left = builder.select(upper, builder.sub(left, below), left)
    place = builder.select(upper, word(32), word(0))
    for half in (16, 8, 4, 2, 1):
        lower = builder.and_(part, word((1 << half) - 1))
        below = builder.ctpop(lower) if half > 1 else lower
        upper = builder.icmp_unsigned(">=", left, below)
        part = builder.select(upper, builder.lshr(part, word(half)), lower)
        left = builder.select(upper, builder.sub(left, below), left)
        place = builder.select(upper, builder.add(place, word(half)), place)
    return builder.zext(place, bits.type)


def _one_by_one(bits: Any, number: Any) -> Any:
    for _ in range(number):
        bits &= bits - 1
    return lowest_bit(bits)


@_intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def room(context: Any, shape: Any, kind: Any) -> Any:
    """An array on the stack of the calling kernel, not cleared; its shape must be constants.

    It costs nothing and is gone when the kernel returns: hand it on, never back.
    """
    sizes = [size.literal_value for size in (shape if isinstance(shape, _types.BaseTuple) else (shape,))]
    array = _types.Array(kind.dtype, len(sizes), "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        item = context.get_data_type(array.dtype)
        width = context.get_abi_sizeof(item)
        total = 1
        strides: list[int] = []
        for size in reversed(sizes):
            strides.insert(0, total * width)
            total *= size
        data = _cgutils.alloca_once(builder, _ir.ArrayType(item, total))
        made = context.make_array(array)(context, builder)
        context.populate_array(
            made,
            data=builder.bitcast(data, made.data.type),
            shape=[context.get_constant(_types.intp, size) for size in sizes],
            strides=[context.get_constant(_types.intp, stride) for stride in strides],
            itemsize=context.get_constant(_types.intp, width),
            meminfo=None,
        )
        return made._getvalue()

    return array(shape, kind), generate


@_intrinsic  # type: ignore[untyped-decorator]
def note(context: Any, out: Any, at: Any, action: Any) -> Any:
    """An action into `out`: at its place if that is a list (of int16), as a mark if it is a mask (of bool).

    A list of uint32 is a mask too, of bits.
    """
    kind, whole = out.dtype, _types.int64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, place, number = arguments
        if kind == _types.uint32:
            return context.compile_internal(builder, _set_bit, _types.none(out, whole), [array, number])
        marks = isinstance(kind, _types.Boolean)
        value = context.get_constant(kind, True) if marks else context.cast(builder, number, whole, kind)
        put = context.get_function(operator.setitem, _types.void(out, whole, kind))
        put(builder, (array, number if marks else place, value))
        return context.get_dummy_value()

    return _types.void(out, whole, whole), generate


def _set_bit(bits: Any, number: Any) -> None:
    bits[number >> 5] |= 1 << (number & 31)


@_intrinsic  # type: ignore[untyped-decorator]
def set_apart(context: Any) -> Any:
    """Said first in a kernel that is seldom needed: on the card it is called, not copied into its callers.

    The path that every thread takes at every step then fits into the card's cache of instructions.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if _is_card(context):
            builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return _types.none(), generate


def prepare_card() -> None:
    """From now on, for all that is compiled for the card in this process."""
    target: Any = import_module("numba.cuda.target")
    if not hasattr(target.CUDATargetContext, "tables_in_global_memory"):
        _keep_tables_in_global_memory(target)
        arrays: Any = import_module("numba.cuda.np.arrayobj")
        arrays.fix_integer_index = _short_index


def _keep_tables_in_global_memory(target: Any) -> None:
    context: Any = target.CUDATargetContext
    make = context.make_constant_array

    def make_constant_array(self: Any, builder: Any, kind: Any, array: Any) -> Any:
        spaces = target.nvvm
        target.nvvm = SimpleNamespace(**{**vars(spaces), "ADDRSPACE_CONSTANT": spaces.ADDRSPACE_GLOBAL})
        try:
            return make(self, builder, kind, array)
        finally:
            target.nvvm = spaces

    context.make_constant_array = make_constant_array
    context.tables_in_global_memory = True


def _short_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """The chip computes in 32 bits, and a look whether an index is negative would cost three instructions.

    What is known to be negative (`x[-1]`) still counts from the end.
    """
    whole = context.cast(builder, index, kind, _types.intp)
    if isinstance(whole, _ir.Constant):
        return whole if whole.constant >= 0 else builder.add(whole, size)
    return builder.zext(builder.trunc(whole, _ir.IntType(32)), whole.type)
