/* What is wrong, in words. */
#include "target/explore/control.h"
#include "target/runtime/heap_parts.h"

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

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

const lc_block *lc_heap_near(uintptr_t address) {
    if (!lc_heap_has(address)) return NULL;
    const lc_block *block = block_at(address);
    if (block && (address < block->start || address - block->start < block->size)) return block;
    const lc_block *behind = block_behind(address, block);
    return behind ? behind : block;
}

static _Noreturn void complain_freed(const lc_block *b, uintptr_t address, uint64_t size, bool is_write, uintptr_t pc) {
    lc_machine_fail(LC_FAILS_USE_AFTER_FREE, pc, address,
                    "%s %s %llu byte%s at offset %llu of a block of %zu byte%s that %s has freed; %s had allocated it",
                    lc_thread_name(lc_m.current), verb(is_write), (unsigned long long)size, plural(size),
                    (unsigned long long)(address - b->start), b->size, plural(b->size), lc_thread_name(b->freed_by),
                    lc_thread_name(b->made_by));
}

/* Of a bad access in or beside a block, or to none.  Beside one that was freed it comes of using that. */
static int kind_of(const lc_block *b) {
    return b && b->state == LC_BLOCK_FREED ? LC_FAILS_USE_AFTER_FREE : LC_FAILS_OVERFLOW;
}

static _Noreturn void complain_beyond(const lc_block *b, uintptr_t address, uint64_t size, bool is_write,
                                      uintptr_t pc) {
    uint64_t offset = address - b->start, over = offset + size - b->size;
    if (over > size) over = size;
    lc_machine_fail(kind_of(b), pc, address,
                    "%s %s %llu byte%s at offset %llu of a block of %zu byte%s: %llu beyond its end; %s %s it",
                    lc_thread_name(lc_m.current), verb(is_write), (unsigned long long)size, plural(size),
                    (unsigned long long)offset, b->size, plural(b->size), (unsigned long long)over,
                    lc_thread_name(b->state == LC_BLOCK_FREED ? b->freed_by : b->made_by),
                    b->state == LC_BLOCK_FREED ? "has freed" : "had allocated");
}

static _Noreturn void complain_before(const lc_block *b, uintptr_t address, uint64_t size, bool is_write,
                                      uintptr_t pc) {
    uint64_t gap = b->start - address;
    lc_machine_fail(kind_of(b), pc, address, "%s %s %llu byte%s that start %llu before a block of %zu byte%s; %s %s it",
                    lc_thread_name(lc_m.current), verb(is_write), (unsigned long long)size, plural(size),
                    (unsigned long long)gap, b->size, plural(b->size),
                    lc_thread_name(b->state == LC_BLOCK_FREED ? b->freed_by : b->made_by),
                    b->state == LC_BLOCK_FREED ? "has freed" : "had allocated");
}

void lc_heap_complain(uintptr_t address, uint64_t size, bool is_write, uintptr_t pc) {
    const lc_block *block = lc_heap_near(address);
    if (lc_is_allowed(kind_of(block))) return;
    if (!block)
        lc_machine_fail(LC_FAILS_OVERFLOW, pc, address, "%s %s %llu byte%s of the heap that %s never allocated",
                        lc_thread_name(lc_m.current), verb(is_write), (unsigned long long)size, plural(size),
                        size == 1 ? "was" : "were");
    if (address < block->start) complain_before(block, address, size, is_write, pc);
    if (block->state == LC_BLOCK_FREED && address - block->start < block->size)
        complain_freed(block, address, size, is_write, pc);
    complain_beyond(block, address, size, is_write, pc);
}

void lc_heap_complain_fence(const lc_block *b, uintptr_t pc) {
    if (!lc_heap.checked || lc_is_allowed(LC_FAILS_OVERFLOW)) return;
    uintptr_t at = b->start + b->size, end = lc_heap_fence_end(b);
    unsigned char wanted = (unsigned char)lc_heap_fence()[0];
    while (at + 1 < end && *(const unsigned char *)at == wanted) at++;
    lc_machine_fail(
        LC_FAILS_OVERFLOW, pc, at,
        "code that is not instrumented wrote beyond the end of a block of %zu byte%s, at offset %llu; it is noticed as "
        "%s",
        b->size, plural(b->size), (unsigned long long)(at - b->start),
        pc ? "the block is freed" : "the execution ends");
}

static bool on_a_stack(uintptr_t address) {
    return address - (uintptr_t)lc_m.stacks < LC_THREADS * (lc_m.stack_size + lc_heap_p.page);
}

void lc_heap_complain_freeing(uintptr_t address, uintptr_t pc, const char *name) {
    const lc_block *block = lc_heap_has(address) ? block_at(address) : NULL;
    if (block && block->start == address)
        lc_machine_fail(LC_FAILS_DOUBLE_FREE, pc, address,
                        "%s calls %s for a block of %zu byte%s that %s has freed already", lc_thread_name(lc_m.current),
                        name, block->size, plural(block->size), lc_thread_name(block->freed_by));
    if (block && address > block->start && address - block->start < block->size)
        lc_machine_fail(LC_FAILS_BAD_FREE, pc, address,
                        "%s calls %s for an address at offset %llu of a block of %zu byte%s%s",
                        lc_thread_name(lc_m.current), name, (unsigned long long)(address - block->start), block->size,
                        plural(block->size), block->state == LC_BLOCK_FREED ? " that was freed" : "");
    lc_machine_fail(LC_FAILS_BAD_FREE, pc, address, "%s calls %s for an address that malloc did not return%s",
                    lc_thread_name(lc_m.current), name, on_a_stack(address) ? ": it is on a stack" : "");
}
