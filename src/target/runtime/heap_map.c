/* Where the heap is.
 *
 * Its place is fixed, so that addresses are the same in every process, and far from where the kernel puts things by
 * itself. Reserved is more than anybody needs; what is used is made accessible bit by bit, so that limits on memory
 * hold.
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
    l.region = l.arena * LC_THREADS;
    l.records = l.region + page;
    l.slabs = l.records + l.region + 3 * page;
    l.bins = l.slabs + (l.region >> LC_SLAB_SHIFT) * sizeof(lc_slab) + page;
    l.whole = (l.bins + LC_THREADS * LC_HEAP_CLASSES * sizeof(lc_bin) + page) & ~(page - 1);
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
        *l = layout_for(arena_shift, lc_heap_p.page);
        for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
            char *at = reserve_at(places[i], l->whole + LC_SLAB);
            if (at) return (char *)(((uintptr_t)at + LC_SLAB - 1) & ~((uintptr_t)LC_SLAB - 1));
        }
    }
    return NULL;
}

static bool allow(char *at, size_t size) { return lc_protect(at, size, PROT_READ | PROT_WRITE); }

bool lc_heap_map(void) {
    if (lc_heap.base) return true;
    if (lc_heap_p.failed) return false;
    int saved = errno;
    lc_heap_p.page = getauxval(AT_PAGESZ);
    layout l;
    char *at = reserve(&l);
    /* The first page of records stands for memory that is in no slab: there is nothing. */
    if (!at || !allow(at + l.records, 2 * lc_heap_p.page) || !allow(at + l.slabs, l.whole - l.slabs)) {
        lc_heap_p.failed = true;
        return false;
    }
    errno = saved;
    lc_heap.records = at + l.records + OFFSET;
    lc_heap.slabs = (lc_slab *)(at + l.slabs);
    lc_heap_p.bins = (lc_bin *)(at + l.bins);
    uint32_t slabs = (uint32_t)(l.arena >> LC_SLAB_SHIFT);
    for (unsigned i = 0; i < LC_THREADS; i++) {
        lc_heap_arena *arena = &lc_heap_p.arenas[i];
        arena->first = arena->committed = i * slabs;
        arena->next = arena->ever = arena->marked = arena->first + (i == 0);
        arena->end = (i + 1) * slabs;
    }
    lc_heap.size = l.region;
    lc_heap.base = (uintptr_t)at;
    /* Slabs are found by shifting, and a block's record lies beyond the region. */
    assert(!(lc_heap.base & (LC_SLAB - 1)) && (uintptr_t)lc_heap.records >= lc_heap.base + lc_heap.size);
    return true;
}

void lc_heap_init(unsigned policy) {
    if (!lc_heap_map()) {
        static const char message[] = "lince: the program under test has no room for its heap\n";
        if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}
        _exit(71);
    }
    lc_heap_set_policy(policy);
    lc_heap_set_checked(true);
    lc_heap.started = true;
}

void lc_heap_set_policy(unsigned policy) {
    lc_heap.policy = policy == LC_HEAP_AUTO || policy == LC_HEAP_ALL ? LC_HEAP_LIFO : (uint8_t)policy;
    assert(lc_heap.policy >= LC_HEAP_LIFO && lc_heap.policy <= LC_HEAP_SHARED); /* one way to use blocks again */
}

void lc_heap_set_checked(bool checked) { lc_heap.checked = checked ? lc_heap.size : 0; }

bool lc_heap_is_own(uintptr_t address) {
    uintptr_t slab = (address - lc_heap.base) >> LC_SLAB_SHIFT;
    const lc_heap_arena *arena = &lc_heap_p.arenas[lc_m.current];
    return lc_heap.policy != LC_HEAP_SHARED && lc_m.current != 0 && slab >= arena->first && slab < arena->end;
}
