/* Blocks that are lost: allocated by the execution and not freed, and nothing points to them any more.
 *
 * As in LeakSanitizer everything that may be a pointer counts as one, also into the middle of a block.  Lock-free code
 * hides marks in the lowest and the highest bits of its pointers, so a word points to a block if it does so with these
 * bits cleared.  Where pointers are looked for: variables of the program and of all libraries, thread-local ones,
 * memory that libc allocated for itself, memory from mmap and sbrk, stacks of threads that have not ended, and blocks
 * found that way.
 */
#include "target/runtime/heap_parts.h"
#include "target/runtime/mapped.h"
#include "target/runtime/modules.h"
#include "target/runtime/sync/keys.h"
#include "target/runtime/tls.h"

/* Made by the linker: pointers in the runtime's own variables show nothing about the program. */
extern char __start_lince_state[] __attribute__((visibility("hidden")));
extern char __stop_lince_state[] __attribute__((visibility("hidden")));

/* Blocks that were reached and not looked into yet; `next` is of no other use while a block is live. */
static lct_block *found LCT_STATE = NULL;

static void reach(uintptr_t address) {
    if (!lct_heap_has(address)) return;
    lct_block *block = lct_heap_block(address - lct_heap.base);
    if (block->state != LCT_BLOCK_LIVE || block->reached) return;
    if (address - block->start >= (block->size ? block->size : 1)) return;
    block->reached = true;
    block->next = found;
    found = block;
}

static void look_into(const void *low, const void *high) {
    const uintptr_t marks = 15, top = (uintptr_t)0xffff << 48;
    for (const uintptr_t *at = (const uintptr_t *)(((uintptr_t)low + 7) & ~(uintptr_t)7);
         (uintptr_t)(at + 1) <= (uintptr_t)high; at++) {
        uintptr_t word = *at;
        if (!lct_heap_has(word & ~top & ~marks)) continue;
        reach(word);
        reach(word & ~marks);
        reach(word & ~top);
        reach(word & ~top & ~marks);
    }
}

static void look_into_modules(void) {
    lct_module all[LCT_MODULES];
    unsigned count = lct_modules(all);
    for (unsigned i = 0; i < count; i++) {
        char *low = all[i].start, *high = all[i].end;
        if (all[i].is_program && low < __stop_lince_state && high > __start_lince_state) {
            look_into(low, __start_lince_state);
            low = __stop_lince_state;
        }
        look_into(low, high);
        if (all[i].tls) look_into(all[i].tls, all[i].tls + all[i].tls_size);
    }
}

static void look_into_threads(void) {
    look_into(__builtin_frame_address(0), lct_self()->stack + lct_m.stack_size);
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        const lct_thread *t = &lct_m.threads[i];
        if (t->life != LCT_ALIVE) continue;
        uint32_t count;
        void *const *values = lct_keys_values(i, &count);
        look_into(values, values + count);
        if (i == lct_m.current) continue;
        look_into(t->fiber.sp, t->stack + lct_m.stack_size);
        if (!lct_m.swaps) look_into(lct_tls.low[i], lct_tls.low[i] + lct_m.tls_size);
        for (const lct_tls_piece *p = lct_tls.pieces, *end = p + lct_tls.count; p < end; p++)
            look_into(p->of[i], p->of[i] + p->size);
    }
}

static void check_fence(lct_block *block, void *unused) {
    (void)unused;
    if (block->state == LCT_BLOCK_LIVE && !lct_heap_has_fence(block)) lct_heap_complain_fence(block, 0);
}

/* A block that was live before the execution and is live now is touched only if it was freed in between. */
static void settle(lct_block *block, void *lost) {
    if (block->state == LCT_BLOCK_LIVE && block->touched && !block->reached && !block->argument && lost)
        ((void (*)(const lct_block *))(uintptr_t)lost)(block);
    block->reached = false;
}

void lct_heap_inspect(void (*lost)(const lct_block *)) {
    lct_heap_for_each(check_fence, NULL);
    if (!lost) return;
    uintptr_t low, high;
    found = NULL;
    look_into_modules();
    look_into_threads();
    lct_outside_range(&low, &high);
    look_into((const void *)low, (const void *)high);
    lct_mapped_visit(look_into);
    while (found) {
        const lct_block *block = found;
        assert(block->reached && block->state == LCT_BLOCK_LIVE && block->extent == block->size);
        found = block->next;
        look_into((const void *)block->start, (const void *)(block->start + block->size));
    }
    lct_heap_for_each(settle, (void *)(uintptr_t)lost);
}
