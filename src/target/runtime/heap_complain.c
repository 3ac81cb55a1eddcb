/* Descriptions of errors, in words. */
#include "target/explore/control.h"
#include "target/runtime/heap_parts.h"

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

static const char *verb(bool is_write) { return is_write ? "writes" : "reads"; }

static lct_block *block_at(uintptr_t address) {
    lct_block *block = lct_heap_block(address - lct_heap.base);
    return block->state == LCT_BLOCK_UNUSED ? NULL : block;
}

/* The block behind the gap that `address` is in, if it is nearer than the end of the block before it. */
static const lct_block *block_behind(uintptr_t address, const lct_block *before) {
    uintptr_t distance = before ? address - before->start - before->size + 1 : LCT_HEAP_SLOT_MIN;
    if (distance > LCT_HEAP_SLOT_MIN) distance = LCT_HEAP_SLOT_MIN;
    for (uintptr_t next = address + 1; next - address < distance && lct_heap_has(next); next++) {
        const lct_block *block = block_at(next);
        if (block && block->start == next) return block;
    }
    return NULL;
}

const lct_block *lct_heap_near(uintptr_t address) {
    if (!lct_heap_has(address)) return NULL;
    const lct_block *block = block_at(address);
    if (block && (address < block->start || address - block->start < block->size)) return block;
    const lct_block *behind = block_behind(address, block);
    return behind ? behind : block;
}

static _Noreturn void complain_freed(const lct_block *b, uintptr_t address, uint64_t size, bool is_write,
                                     uintptr_t pc) {
    lct_machine_fail(LCT_FAILS_USE_AFTER_FREE, pc, address,
                     "%s %s %llu byte%s at offset %llu of a block of %zu byte%s that %s has freed; %s had allocated it",
                     lct_thread_name(lct_m.current), verb(is_write), (unsigned long long)size, plural(size),
                     (unsigned long long)(address - b->start), b->size, plural(b->size), lct_thread_name(b->freed_by),
                     lct_thread_name(b->made_by));
}

/* Of a bad access in or beside a block, or to none.  Beside one that was freed it comes of using that. */
static int kind_of(const lct_block *b) {
    return b && b->state == LCT_BLOCK_FREED ? LCT_FAILS_USE_AFTER_FREE : LCT_FAILS_OVERFLOW;
}

static _Noreturn void complain_beyond(const lct_block *b, uintptr_t address, uint64_t size, bool is_write,
                                      uintptr_t pc) {
    uint64_t offset = address - b->start, over = offset + size - b->size;
    if (over > size) over = size;
    lct_machine_fail(kind_of(b), pc, address,
                     "%s %s %llu byte%s at offset %llu of a block of %zu byte%s: %llu beyond its end; %s %s it",
                     lct_thread_name(lct_m.current), verb(is_write), (unsigned long long)size, plural(size),
                     (unsigned long long)offset, b->size, plural(b->size), (unsigned long long)over,
                     lct_thread_name(b->state == LCT_BLOCK_FREED ? b->freed_by : b->made_by),
                     b->state == LCT_BLOCK_FREED ? "has freed" : "had allocated");
}

static _Noreturn void complain_before(const lct_block *b, uintptr_t address, uint64_t size, bool is_write,
                                      uintptr_t pc) {
    uint64_t gap = b->start - address;
    lct_machine_fail(
        kind_of(b), pc, address, "%s %s %llu byte%s that start %llu before a block of %zu byte%s; %s %s it",
        lct_thread_name(lct_m.current), verb(is_write), (unsigned long long)size, plural(size), (unsigned long long)gap,
        b->size, plural(b->size), lct_thread_name(b->state == LCT_BLOCK_FREED ? b->freed_by : b->made_by),
        b->state == LCT_BLOCK_FREED ? "has freed" : "had allocated");
}

void lct_heap_complain(uintptr_t address, uint64_t size, bool is_write, uintptr_t pc) {
    const lct_block *block = lct_heap_near(address);
    if (lct_is_allowed(kind_of(block))) return;
    if (!block)
        lct_machine_fail(LCT_FAILS_OVERFLOW, pc, address, "%s %s %llu byte%s of the heap that %s never allocated",
                         lct_thread_name(lct_m.current), verb(is_write), (unsigned long long)size, plural(size),
                         size == 1 ? "was" : "were");
    if (address < block->start) complain_before(block, address, size, is_write, pc);
    if (block->state == LCT_BLOCK_FREED && address - block->start < block->size)
        complain_freed(block, address, size, is_write, pc);
    complain_beyond(block, address, size, is_write, pc);
}

void lct_heap_complain_fence(const lct_block *b, uintptr_t pc) {
    if (!lct_heap.checked || lct_is_allowed(LCT_FAILS_OVERFLOW)) return;
    uintptr_t at = b->start + b->size, end = lct_heap_fence_end(b);
    unsigned char wanted = (unsigned char)lct_heap_fence()[0];
    while (at + 1 < end && *(const unsigned char *)at == wanted) at++;
    lct_machine_fail(
        LCT_FAILS_OVERFLOW, pc, at,
        "code that is not instrumented wrote beyond the end of a block of %zu byte%s, at offset %llu; it is noticed as "
        "%s",
        b->size, plural(b->size), (unsigned long long)(at - b->start),
        pc ? "the block is freed" : "the execution ends");
}

static bool on_a_stack(uintptr_t address) {
    return address - (uintptr_t)lct_m.stacks < LCT_THREADS * (lct_m.stack_size + lct_heap_p.page);
}

void lct_heap_complain_freeing(uintptr_t address, uintptr_t pc, const char *name) {
    const lct_block *block = lct_heap_has(address) ? block_at(address) : NULL;
    if (block && block->start == address)
        lct_machine_fail(
            LCT_FAILS_DOUBLE_FREE, pc, address, "%s calls %s for a block of %zu byte%s that %s has freed already",
            lct_thread_name(lct_m.current), name, block->size, plural(block->size), lct_thread_name(block->freed_by));
    if (block && address > block->start && address - block->start < block->size)
        lct_machine_fail(LCT_FAILS_BAD_FREE, pc, address,
                         "%s calls %s for an address at offset %llu of a block of %zu byte%s%s",
                         lct_thread_name(lct_m.current), name, (unsigned long long)(address - block->start),
                         block->size, plural(block->size), block->state == LCT_BLOCK_FREED ? " that was freed" : "");
    lct_machine_fail(LCT_FAILS_BAD_FREE, pc, address, "%s calls %s for an address that malloc did not return%s",
                     lct_thread_name(lct_m.current), name, on_a_stack(address) ? ": it is on a stack" : "");
}
