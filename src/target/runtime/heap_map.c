/* Where the heap is.
 *
 * Its place is fixed, so that addresses are the same in every process, and far from where the kernel puts things by
 * itself.  More is reserved than any program needs; the part in use is made accessible bit by bit, so that limits on
 * memory hold.
 */
#include <errno.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/heap_parts.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum {
    OFFSET = 2048 + 64
}; /* of records, so that a block and its record do not compete for the same place in the cache */

/* The region, the records, the table of slabs, the bins; a page between any two. */
typedef struct layout {
    size_t arena, region, records, slabs, bins, whole;
} layout;

static layout layout_for(unsigned arena_shift, size_t page) {
    layout l = {.arena = (size_t)1 << arena_shift};
    l.region = l.arena * LCT_THREADS;
    l.records = l.region + page;
    l.slabs = l.records + l.region + 3 * page;
    l.bins = l.slabs + (l.region >> LCT_SLAB_SHIFT) * sizeof(lct_slab) + page;
    l.whole = (l.bins + LCT_THREADS * LCT_HEAP_CLASSES * sizeof(lct_bin) + page) & ~(page - 1);
    return l;
}

static char *reserve_at(uintptr_t wanted, size_t size) {
    int fixed = wanted ? MAP_FIXED_NOREPLACE : 0;
    char *at = mmap((void *)wanted, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
    if (at == MAP_FAILED) return NULL;
    if (!wanted || (uintptr_t)at == wanted) return at;
    munmap(at, size); /* a kernel that takes the address for a wish */
    return NULL;
}

static char *reserve(layout *l) {
    static const uintptr_t places[] = {0x200000000000, 0x300000000000, 0x100000000000, 0x2000000000, 0};
    for (unsigned arena_shift = 32; arena_shift >= 26; arena_shift -= 2) {
        *l = layout_for(arena_shift, lct_heap_p.page);
        for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
            char *at = reserve_at(places[i], l->whole + LCT_SLAB);
            if (at) return (char *)(((uintptr_t)at + LCT_SLAB - 1) & ~((uintptr_t)LCT_SLAB - 1));
        }
    }
    return NULL;
}

static bool allow(char *at, size_t size) { return lct_protect(at, size, PROT_READ | PROT_WRITE); }

bool lct_heap_map(void) {
    if (lct_heap.base) return true;
    if (lct_heap_p.failed) return false;
    int saved = errno;
    lct_heap_p.page = getauxval(AT_PAGESZ);
    layout l;
    char *at = reserve(&l);
    /* The first page of records stands for memory that is in no slab: there is nothing. */
    if (!at || !allow(at + l.records, 2 * lct_heap_p.page) || !allow(at + l.slabs, l.whole - l.slabs)) {
        lct_heap_p.failed = true;
        return false;
    }
    errno = saved;
    lct_heap.records = at + l.records + OFFSET;
    lct_heap.slabs = (lct_slab *)(at + l.slabs);
    lct_heap_p.bins = (lct_bin *)(at + l.bins);
    uint32_t slabs = (uint32_t)(l.arena >> LCT_SLAB_SHIFT);
    for (unsigned i = 0; i < LCT_THREADS; i++) {
        lct_heap_arena *arena = &lct_heap_p.arenas[i];
        arena->first = arena->committed = i * slabs;
        arena->next = arena->ever = arena->marked = arena->first + (i == 0);
        arena->end = (i + 1) * slabs;
    }
    lct_heap.size = l.region;
    lct_heap.base = (uintptr_t)at;
    /* Slabs are found by shifting, and a block's record lies beyond the region. */
    assert(!(lct_heap.base & (LCT_SLAB - 1)) && (uintptr_t)lct_heap.records >= lct_heap.base + lct_heap.size);
    return true;
}

void lct_heap_init(unsigned policy) {
    if (!lct_heap_map()) {
        static const char message[] = "lince: the program under test has no room for its heap\n";
        if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}
        _exit(71);
    }
    lct_heap_set_policy(policy);
    lct_heap_set_checked(true);
    lct_heap.started = true;
}

void lct_heap_set_policy(unsigned policy) {
    lct_heap.policy = policy == LCT_HEAP_AUTO || policy == LCT_HEAP_ALL ? LCT_HEAP_LIFO : (uint8_t)policy;
    assert(lct_heap.policy >= LCT_HEAP_LIFO && lct_heap.policy <= LCT_HEAP_SHARED); /* one way to use blocks again */
}

void lct_heap_set_checked(bool checked) { lct_heap.checked = checked ? lct_heap.size : 0; }

bool lct_heap_is_same_place(uintptr_t a, unsigned of_a, uintptr_t b, unsigned of_b) {
    uintptr_t from_a = lct_heap.base + ((uintptr_t)lct_heap_p.arenas[of_a].first << LCT_SLAB_SHIFT);
    uintptr_t from_b = lct_heap.base + ((uintptr_t)lct_heap_p.arenas[of_b].first << LCT_SLAB_SHIFT);
    uintptr_t size = (uintptr_t)(lct_heap_p.arenas[of_a].end - lct_heap_p.arenas[of_a].first) << LCT_SLAB_SHIFT;
    return lct_heap.policy != LCT_HEAP_SHARED && a - from_a < size && a - from_a == b - from_b;
}

bool lct_heap_is_own(uintptr_t address) {
    uintptr_t slab = (address - lct_heap.base) >> LCT_SLAB_SHIFT;
    const lct_heap_arena *arena = &lct_heap_p.arenas[lct_m.current];
    return lct_heap.policy != LCT_HEAP_SHARED && lct_m.current != 0 && slab >= arena->first && slab < arena->end;
}
