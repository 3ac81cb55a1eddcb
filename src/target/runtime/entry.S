/* Entry points that may be part of a loop which waits for something: they save the state of their caller and go on in C
 * (tsan.c, retry.c).
 */
#include "target/runtime/note.inc"

#if defined __x86_64__ || defined __aarch64__

.macro ENTRY name
    NOTE __tsan_\name, lct_tsan_\name
.endm

.macro ATOMIC bits
    ENTRY atomic\bits\()_load
    ENTRY atomic\bits\()_exchange
    ENTRY atomic\bits\()_fetch_add
    ENTRY atomic\bits\()_fetch_sub
    ENTRY atomic\bits\()_fetch_and
    ENTRY atomic\bits\()_fetch_or
    ENTRY atomic\bits\()_fetch_xor
    ENTRY atomic\bits\()_fetch_nand
    ENTRY atomic\bits\()_compare_exchange_strong
    ENTRY atomic\bits\()_compare_exchange_weak
    ENTRY atomic\bits\()_compare_exchange_val
.endm

.macro PLAIN bytes
    ENTRY read\bytes
    ENTRY unaligned_read\bytes
    ENTRY volatile_read\bytes
    ENTRY unaligned_volatile_read\bytes
.endm

    .text
    ATOMIC 8
    ATOMIC 16
    ATOMIC 32
    ATOMIC 64
    ATOMIC 128
    PLAIN 1
    PLAIN 2
    PLAIN 4
    PLAIN 8
    PLAIN 16

    /* Functions that take and return values of any size (generic.c); and of 16 bytes, as clang calls it. */
    NOTE __atomic_load, lct_generic_load
    NOTE __atomic_store, lct_generic_store
    NOTE __atomic_exchange, lct_generic_exchange
    NOTE __atomic_compare_exchange, lct_generic_compare_exchange
    NOTE __atomic_load_16, lct_tsan_atomic128_load
    NOTE __atomic_exchange_16, lct_tsan_atomic128_exchange
    NOTE __atomic_compare_exchange_16, lct_tsan_atomic128_compare_exchange_strong
    NOTE __atomic_store_16, __tsan_atomic128_store
    NOTE __atomic_fetch_add_16, lct_tsan_atomic128_fetch_add
    NOTE __atomic_fetch_sub_16, lct_tsan_atomic128_fetch_sub
    NOTE __atomic_fetch_and_16, lct_tsan_atomic128_fetch_and
    NOTE __atomic_fetch_or_16, lct_tsan_atomic128_fetch_or
    NOTE __atomic_fetch_xor_16, lct_tsan_atomic128_fetch_xor
    NOTE __atomic_fetch_nand_16, lct_tsan_atomic128_fetch_nand

#endif

    .section .note.GNU-stack, "", %progbits
