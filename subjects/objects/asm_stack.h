/* Treiber's stack over cells that are used again, as Concurrency Kit has it: the top and a version of it are changed at
 * once.  ASM_STACK(asm, versioned) makes `asm_versioned_push` and `asm_versioned_pop` of the operations asm_...; with
 * `bare` only the top is compared, so that one which was away and came back is taken for the old one (ABA). */
#ifndef SUBJECTS_ASM_STACK_H
#define SUBJECTS_ASM_STACK_H

#include <lince/test.h>

#include "asm_atomics.h"

struct asm_cell {
    long next, value;
};

static struct asm_pair asm_top; /* the number of a cell, 0 for none, and the version */
static struct asm_cell asm_cells[5];
static long asm_used, asm_free; /* cells never used so far; one that was popped, or 0 */

static void asm_stack_setup(void) {
    asm_top = (struct asm_pair){.low = 0, .high = 0};
    asm_used = asm_free = 0;
}

/* The cell popped first is used again first, which is what ABA needs; others are not used again. */
#define ASM_STACK(how, kind)                                                                                           \
    static long how##_##kind##_cell(void) {                                                                            \
        long cell = how##_exchange(&asm_free, 0);                                                                      \
        return cell ? cell : how##_fetch_add(&asm_used, 1) + 1;                                                        \
    }                                                                                                                  \
    static void how##_##kind##_push(long value) {                                                                      \
        long cell = how##_##kind##_cell();                                                                             \
        struct asm_pair old = {how##_load(&asm_top.low), how##_load(&asm_top.high)};                                   \
        asm_cells[cell].value = value;                                                                                 \
        do how##_store(&asm_cells[cell].next, old.low);                                                                \
        while (!how##_##kind##_change(&old, cell));                                                                    \
    }                                                                                                                  \
    static long how##_##kind##_pop(void) {                                                                             \
        struct asm_pair old;                                                                                           \
        old.high = how##_load(&asm_top.high);                                                                          \
        how##_fence();                                                                                                 \
        old.low = how##_load(&asm_top.low);                                                                            \
        long next;                                                                                                     \
        do {                                                                                                           \
            if (!old.low) return lince_empty;                                                                          \
            next = how##_load(&asm_cells[old.low].next);                                                               \
        } while (!how##_##kind##_change(&old, next));                                                                  \
        long value = asm_cells[old.low].value;                                                                         \
        long none = 0;                                                                                                 \
        how##_swap(&asm_free, &none, old.low);                                                                         \
        return value;                                                                                                  \
    }

#define ASM_STACK_CHANGES(how)                                                                                         \
    static inline bool how##_versioned_change(struct asm_pair *old, long cell) {                                       \
        return how##_swap_pair(&asm_top, old, (struct asm_pair){cell, old->high + 1});                                 \
    }                                                                                                                  \
    static inline bool how##_bare_change(struct asm_pair *old, long cell) {                                            \
        return how##_swap(&asm_top.low, &old->low, cell);                                                              \
    }

#define ASM_STACK_TEST(how, kind)                                                                                      \
    LINCE_TEST(how) {                                                                                                  \
        lince_test_spec("stack");                                                                                      \
        lince_test_setup(asm_stack_setup);                                                                             \
        lince_test_op("push", how##_##kind##_push, lince_unique);                                                      \
        lince_test_op("pop", how##_##kind##_pop);                                                                      \
        lince_test_scenario("push(1) push(2); pop() | pop() pop() push(3); pop() pop()");                              \
    }

#endif
