"""What the compiled searches ask of memory that numba has no word for, in LLVM's instructions."""

# numba calls what is here with its own types and builders.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,import-untyped"
# ruff: noqa: ANN001, ANN202, ARG001

from __future__ import annotations

from typing import Any

from games.solver.cache import choose_cache_folder

choose_cache_folder()

from llvmlite import ir  # noqa: E402
from numba import types  # noqa: E402  (reads NUMBA_CACHE_DIR when imported)
from numba.core import cgutils  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

WORD_BYTES = 8


def _address(context, builder, array_type, array, index):
    """Return the address of an item of an array of one dimension."""
    return builder.gep(context.make_array(array_type)(context, builder, array).data, [index])


def _fetch(typing_context, array, index):
    """Have the processor bring `array[index]` into its caches, without waiting for it."""

    def generate(context, builder, signature, arguments):
        address = _address(context, builder, signature.args[0], *arguments)
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, flag, flag, flag])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # To be read, kept in all caches, as data.
        builder.call(prefetch, [builder.bitcast(address, cgutils.voidptr_t), flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


def _copy_word(typing_context, out, write, row, read):
    """Copy `WORD_BYTES` bytes of `row` from *read* on to `out` from *write* on, at any places."""

    def generate(context, builder, signature, arguments):
        to, write_at, source, read_at = arguments
        word = ir.IntType(8 * WORD_BYTES).as_pointer()
        from_address = builder.bitcast(_address(context, builder, signature.args[2], source, read_at), word)
        to_address = builder.bitcast(_address(context, builder, signature.args[0], to, write_at), word)
        builder.store(builder.load(from_address, align=1), to_address, align=1)
        return context.get_dummy_value()

    return types.void(out, types.int64, row, types.int64), generate


fetch: Any = intrinsic(_fetch)
copy_word: Any = intrinsic(_copy_word)
