// expect: ok exhaustive
// expect: ok exhaustive
// options: --strategy states
/* The same with an end that orders what came before. */
#include <lince/test.h>

#include <stdatomic.h>

int note = 1, seen; /* not static: a compiler sees that it never changes */
static atomic_int beat, done;

static void work(void) {
    while (lince_choose(2)) {
        note = 1;
        atomic_store_explicit(&beat, 0, memory_order_relaxed);
    }
    atomic_store_explicit(&done, 1, memory_order_release);
}

static void look(void) {
    if (atomic_load_explicit(&done, memory_order_acquire)) seen = note;
}

LINCE_TEST(note) {
    lince_test_thread(work);
    lince_test_thread(look);
}
