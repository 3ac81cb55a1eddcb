/* Random calls of malloc, realloc and free by several threads, against a model, for each policy. */
#include <malloc.h>
#include <stdlib.h>

#include "heap_support.h"

enum { BLOCKS = 300, THREADS = 4, CALLS = 2000, FREED = 20000 };

typedef struct live {
    unsigned char *at;
    size_t size;
    unsigned char value; /* all its bytes */
} live;

/* The model.  Which class a size belongs to is asked of the addresses: what was freed is remembered with its size, and
 * only equal sizes are compared. */
static struct {
    live blocks[BLOCKS];
    unsigned count;
    struct {
        unsigned char *at;
        size_t size;
        unsigned thread;
        bool taken;
    } freed[FREED];
    unsigned freed_count;
    uint64_t random;
    unsigned policy;
    const char *wrong;
} m LCT_STATE = {0};

static const size_t SIZES[] = {0,   1,   8,    16,   17,   24,    40,    64,    100,   256,
                               257, 300, 1000, 4096, 5000, 30000, 40000, 70000, 300000};

static unsigned pick(unsigned n) { return next_random(&m.random) % n; }

static void find(bool holds, const char *what) {
    if (!holds && !m.wrong) m.wrong = what;
}

static bool filled(const unsigned char *at, size_t size, unsigned char value) {
    for (size_t i = 0; i < size; i++)
        if (at[i] != value) return false;
    return true;
}

/* The block that must be given next to this thread for this size, because one of this size was freed; NULL: any. */
static unsigned char *expected(size_t size, unsigned thread) {
    unsigned char *found = NULL;
    for (unsigned i = 0; i < m.freed_count; i++) {
        if (m.freed[i].taken || m.freed[i].size != size) continue;
        if (m.policy != LCT_HEAP_SHARED && m.freed[i].thread != thread) continue;
        found = m.freed[i].at;
        if (m.policy == LCT_HEAP_FIFO) break;
    }
    return m.policy == LCT_HEAP_NEVER ? NULL : found;
}

/* Only sizes of their own class can be foretold: the others may get each other's blocks. */
static bool is_alone(size_t size) { return size == 40 || size == 64 || size == 100 || size == 1000; }

static void check_new(unsigned char *at, size_t size, unsigned thread, bool is_copy) {
    find(at != NULL, "malloc gave nothing");
    find((uintptr_t)at % 16 == 0, "not aligned");
    find(malloc_usable_size(at) == size, "usable size");
    for (unsigned i = 0; i < m.count; i++)
        find(at + size <= m.blocks[i].at || m.blocks[i].at + m.blocks[i].size <= at, "live blocks overlap");
    if (!is_copy) find(filled(at, size, size >= 262144 ? 0 : 0xa5), "not filled with the pattern");
    unsigned char *wanted = is_alone(size) ? expected(size, thread) : NULL;
    if (wanted) find(at == wanted, "another block than the policy says");
    for (unsigned i = 0; i < m.freed_count; i++) {
        if (m.freed[i].taken || m.freed[i].at != at) continue;
        find(m.policy != LCT_HEAP_NEVER, "used again");
        find(m.policy == LCT_HEAP_SHARED || m.freed[i].thread == thread, "a block that another thread freed");
        m.freed[i].taken = true;
    }
}

static void add(unsigned char *at, size_t size) {
    unsigned char value = (unsigned char)(1 + pick(255));
    memset(at, value, size);
    m.blocks[m.count++] = (live){at, size, value};
}

static void check_freed(unsigned i, unsigned thread) {
    live b = m.blocks[i];
    find(filled(b.at, b.size, b.value), "contents of a live block changed");
    m.freed[m.freed_count].at = b.at;
    m.freed[m.freed_count].size = b.size;
    m.freed[m.freed_count].taken = false;
    m.freed[m.freed_count++].thread = thread;
    m.blocks[i] = m.blocks[--m.count];
}

static bool is_bad(const void *at, size_t size) { return lct_heap_bad((uintptr_t)at, size); }

static void check_bounds(const live *b) {
    if (!b->size) {
        find(is_bad(b->at, 1), "a byte of an empty block is allowed");
        return;
    }
    size_t k = pick((unsigned)b->size);
    find(!is_bad(b->at + k, 1) && !is_bad(b->at, b->size), "a byte of a live block is not allowed");
    find(is_bad(b->at - 1, 1) && is_bad(b->at + b->size, 1), "a byte beside a live block is allowed");
    find(is_bad(b->at - 1, 2) && is_bad(b->at + b->size - 1, 2), "an access across the end is allowed");
    find(is_bad(b->at + k, b->size - k + 1), "a long access is allowed");
}

static void one_call(unsigned thread) {
    lct_m.current = (uint8_t)thread;
    unsigned what = pick(10);
    if (m.count == 0 || (what < 5 && m.count < BLOCKS)) {
        size_t size = SIZES[pick(sizeof SIZES / sizeof *SIZES)];
        unsigned char *at = malloc(size);
        check_new(at, size, thread, false);
        add(at, size);
        check_bounds(&m.blocks[m.count - 1]);
    } else if (what < 9) {
        unsigned i = pick(m.count);
        unsigned char *at = m.blocks[i].at;
        size_t size = m.blocks[i].size;
        check_bounds(&m.blocks[i]);
        check_freed(i, thread);
        free(at);
        if (size) find(is_bad(at, 1) && is_bad(at + size - 1, 1), "a byte of a freed block is allowed");
    } else {
        unsigned i = pick(m.count);
        live old = m.blocks[i];
        size_t size = SIZES[1 + pick(sizeof SIZES / sizeof *SIZES - 1)];
        unsigned char *at = realloc(old.at, size);
        check_new(at, size, thread, true);
        size_t kept = old.size < size ? old.size : size;
        find(filled(at, kept, old.value), "realloc lost the contents");
        check_freed(i, thread);
        add(at, size);
    }
}

/* All addresses given, as one number. */
static uint64_t run(uint64_t seed) {
    uint64_t hash = 0;
    m.count = m.freed_count = 0;
    m.random = seed;
    lct_m.in_code = true;
    for (unsigned i = 0; i < CALLS; i++) {
        one_call(pick(THREADS));
        for (unsigned k = 0; k < m.count; k += 16) hash = hash * 31 + (uintptr_t)m.blocks[k].at;
    }
    lct_m.in_code = false;
    return hash;
}

static void test_policy(unsigned policy, const char *name) {
    m.policy = lct_heap.policy = (uint8_t)policy;
    m.wrong = NULL;
    lct_heap_reset();
    uint64_t first = run(1);
    expect(!m.wrong, "%s: %s", name, m.wrong ? m.wrong : "agrees with the model");
    lct_heap_reset();
    uint64_t other = run(2);
    lct_heap_reset();
    uint64_t again = run(1);
    expect(first == again && !m.wrong, "%s: after a reset the same calls give the same addresses", name);
    expect(first != other, "%s: other calls give others", name);
    lct_heap_reset();
}

/* ---- independence ---- */

enum { OWN = 400 };
static struct { void *given[2][2][OWN]; /* order, thread, call */ } independence LCT_STATE = {0};

/* The i-th call of a thread: it depends on the thread alone. */
static void own_call(unsigned order, unsigned thread, unsigned i) {
    lct_m.current = (uint8_t)(1 + thread);
    uint64_t random = thread * 1000 + i;
    next_random(&random);
    void **given = independence.given[order][thread];
    if (i > 8 && next_random(&random) % 2 && given[i - 8]) {
        free(given[i - 8]);
        given[i] = NULL;
        given[i - 8] = (void *)1;
    } else {
        given[i] = malloc(8 + 24 * (next_random(&random) % 4));
    }
    if (i > 8 && given[i - 8] == (void *)1) given[i - 8] = NULL;
}

static void test_independence(unsigned policy, bool holds) {
    lct_heap.policy = (uint8_t)policy;
    for (unsigned order = 0; order < 2; order++) {
        lct_heap_reset();
        lct_m.in_code = true;
        if (order == 0)
            for (unsigned t = 0; t < 2; t++)
                for (unsigned i = 0; i < OWN; i++) own_call(order, t, i);
        else
            for (unsigned i = 0; i < OWN; i++)
                for (unsigned t = 2; t-- > 0;) own_call(order, t, i);
        lct_m.in_code = false;
    }
    lct_heap_reset();
    bool same = memcmp(independence.given[0], independence.given[1], sizeof independence.given[0]) == 0;
    expect(same == holds, "what a thread gets %s on the others (policy %u)", holds ? "does not depend" : "depends",
           policy);
}

int main(void) {
    lct_heap_init(LCT_HEAP_LIFO);
    lct_heap_mark();
    test_policy(LCT_HEAP_LIFO, "lifo");
    test_policy(LCT_HEAP_FIFO, "fifo");
    test_policy(LCT_HEAP_NEVER, "never");
    test_policy(LCT_HEAP_SHARED, "shared");
    test_independence(LCT_HEAP_LIFO, true);
    test_independence(LCT_HEAP_FIFO, true);
    test_independence(LCT_HEAP_NEVER, true);
    test_independence(LCT_HEAP_SHARED, false);
    return tap_end();
}
