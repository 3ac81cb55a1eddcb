/* What is wrong, in words. */
#include "explore/control.h"
#include "runtime/heap_parts.h"

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

static const char *thread(unsigned number) {
    static const char *const names[] = {"main", "T1", "T2",  "T3",  "T4",  "T5",  "T6",  "T7",
                                        "T8",   "T9", "T10", "T11", "T12", "T13", "T14", "T15"};
    _Static_assert(sizeof names / sizeof *names == LC_THREADS, "each has a name");
    return names[number];
}

static const char *verb(bool is_write) { return is_write ? "writes" : "reads"; }

static lc_block *block_at(uintptr_t address) {
    lc_block *block = lc_heap_block(address - lc_heap.base);
    return block->state == LC_BLOCK_UNUSED ? NULL : block;
}

/* The block behind the gap that `address` is in, if it is nearer than the end of the block before it. */
static const lc_block *block_behind(uintptr_t address, const lc_block *before) {
    uintptr_t distance = before ? address - before->start - before->size + 1 : LC_HEAP_SLOT_MIN;
    if (distance > LC_HEAP_SLOT_MIN) distance = LC_HEAP_SLOT_MIN;
    for (uintptr_t next = address + 1; next - address < distance && lc_heap_has(next); next++) {
        const lc_block *block = block_at(next);
        if (block && block->start == next) return block;
    }
    return NULL;
}

static _Noreturn void complain_freed(const lc_block *b, uintptr_t address, uint64_t size, bool is_write, uintptr_t pc) {
    lc_fail(LC_FAILS_USE_AFTER_FREE, pc, address,
            "%s %s %llu byte%s at offset %llu of a block of %zu byte%s that %s has freed; %s had allocated it",
            thread(lc_m.current), verb(is_write), (unsigned long long)size, plural(size),
            (unsigned long long)(address - b->start), b->size, plural(b->size), thread(b->freed_by),
            thread(b->made_by));
}

static _Noreturn void complain_beyond(const lc_block *b, uintptr_t address, uint64_t size, bool is_write,
                                      uintptr_t pc) {
    uint64_t offset = address - b->start, over = offset + size - b->size;
    if (over > size) over = size;
    lc_fail(LC_FAILS_USE_AFTER_FREE, pc, address,
            "%s %s %llu byte%s at offset %llu of a block of %zu byte%s: %llu beyond its end; %s %s it",
            thread(lc_m.current), verb(is_write), (unsigned long long)size, plural(size), (unsigned long long)offset,
            b->size, plural(b->size), (unsigned long long)over,
            thread(b->state == LC_BLOCK_FREED ? b->freed_by : b->made_by),
            b->state == LC_BLOCK_FREED ? "has freed" : "had allocated");
}

static _Noreturn void complain_before(const lc_block *b, uintptr_t address, uint64_t size, bool is_write,
                                      uintptr_t pc) {
    uint64_t gap = b->start - address;
    lc_fail(LC_FAILS_USE_AFTER_FREE, pc, address,
            "%s %s %llu byte%s that start %llu before a block of %zu byte%s; %s %s it", thread(lc_m.current),
            verb(is_write), (unsigned long long)size, plural(size), (unsigned long long)gap, b->size, plural(b->size),
            thread(b->state == LC_BLOCK_FREED ? b->freed_by : b->made_by),
            b->state == LC_BLOCK_FREED ? "has freed" : "had allocated");
}

void lc_heap_complain(uintptr_t address, uint64_t size, bool is_write, uintptr_t pc) {
    const lc_block *block = block_at(address);
    if (block && address < block->start) complain_before(block, address, size, is_write, pc);
    if (block && block->state == LC_BLOCK_FREED && address - block->start < block->size)
        complain_freed(block, address, size, is_write, pc);
    if (!block || address - block->start >= block->size) {
        const lc_block *behind = block_behind(address, block);
        if (behind) complain_before(behind, address, size, is_write, pc);
    }
    if (block) complain_beyond(block, address, size, is_write, pc);
    lc_fail(LC_FAILS_USE_AFTER_FREE, pc, address, "%s %s %llu byte%s of the heap that %s never allocated",
            thread(lc_m.current), verb(is_write), (unsigned long long)size, plural(size), size == 1 ? "was" : "were");
}

static bool on_a_stack(uintptr_t address) {
    return address - (uintptr_t)lc_m.stacks < LC_THREADS * (lc_m.stack_size + lc_heap_p.page);
}

void lc_heap_complain_freeing(uintptr_t address, uintptr_t pc, const char *name) {
    const lc_block *block = lc_heap_has(address) ? block_at(address) : NULL;
    if (block && block->start == address)
        lc_fail(LC_FAILS_DOUBLE_FREE, pc, address, "%s calls %s for a block of %zu byte%s that %s has freed already",
                thread(lc_m.current), name, block->size, plural(block->size), thread(block->freed_by));
    if (block && address > block->start && address - block->start < block->size)
        lc_fail(LC_FAILS_BAD_FREE, pc, address, "%s calls %s for an address at offset %llu of a block of %zu byte%s%s",
                thread(lc_m.current), name, (unsigned long long)(address - block->start), block->size,
                plural(block->size), block->state == LC_BLOCK_FREED ? " that was freed" : "");
    lc_fail(LC_FAILS_BAD_FREE, pc, address, "%s calls %s for an address that malloc did not return%s",
            thread(lc_m.current), name, on_a_stack(address) ? ": it is on a stack" : "");
}
