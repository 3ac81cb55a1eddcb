// expect: failure data-race
// expect: failure data-race
// options: --strategy states
/* Who works notes again and again what is noted already, and in the end says so without ordering anything: who has not
 * gone round races with nobody, who has is in the same state again, but for that. */
#include <lince/test.h>

#include <stdatomic.h>

int note = 1, seen; /* not static: a compiler sees that it never changes */
static atomic_int beat, done;

static void work(void) {
    while (lince_choose(2)) {
        note = 1;
        atomic_store_explicit(&beat, 0, memory_order_relaxed);
    }
    atomic_store_explicit(&done, 1, memory_order_relaxed);
}

static void look(void) {
    if (atomic_load_explicit(&done, memory_order_relaxed)) seen = note;
}

LINCE_TEST(note) {
    lince_test_thread(work);
    lince_test_thread(look);
}
