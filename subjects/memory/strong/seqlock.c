// relax: textbook
/* A sequence lock, with the fences of Boehm (Can seqlocks get along with programming language memory models?, MSPC
 * 2012). */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int sequence, halves[2];

static void write_both(void) {
    int now = atomic_load(&sequence);          // relaxed
    atomic_store(&sequence, now + 1);          // relaxed
    atomic_thread_fence(memory_order_seq_cst); // release
    atomic_store(&halves[0], now / 2 + 1);     // relaxed
    atomic_store(&halves[1], now / 2 + 1);     // relaxed
    atomic_store(&sequence, now + 2);          // release
}
static void write_twice(void) {
    write_both();
    write_both();
}

static void read_both(void) {
    int before = atomic_load(&sequence);       // acquire
    int first = atomic_load(&halves[0]);       // relaxed
    int second = atomic_load(&halves[1]);      // relaxed
    atomic_thread_fence(memory_order_seq_cst); // acquire
    int after = atomic_load(&sequence);        // relaxed
    if (before % 2 == 0 && before == after) lince_assert(first == second && first == before / 2);
}

LINCE_TEST(seqlock) {
    lince_test_thread(write_twice);
    lince_test_thread(read_both);
}
