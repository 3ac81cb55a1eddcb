// models:                          sc         tso        rc11       c11
// expect:                          ok:6       ok:6       ok:6       ok:6
// expect: RELAXED_DATA             ok:6       ok:6       ok:6       ok:6
// expect: WEAK=READ                data-race  data-race  data-race  data-race
// expect: WEAK=READ RELAXED_DATA   ok:6       ok:6       assertion  assertion
// expect: WEAK=WRITE               data-race  data-race  data-race  data-race
// expect: WEAK=WRITE RELAXED_DATA  ok:6       ok:6       ok:6       ok:6
// expect: WEAK=LEAVE               data-race  data-race  data-race  data-race
// expect: WEAK=LEAVE RELAXED_DATA  ok:6       ok:6       assertion  assertion
/* The reader-writer lock of older Linux kernels: a counter from which a reader takes 1 and a writer all. Both try
 * once.
 *
 * READ, WRITE: a reader, a writer takes the lock with a relaxed operation; LEAVE: both leave with one. A reader
 * does not see the data, or sees half of it; a writer writes while it is read, which is a data race, but with
 * relaxed data nothing wrong is read without load buffering. Repair: acquire and release. */
#include "weak.h"

enum { NONE, READ, WRITE, LEAVE };
enum { ALL = 100 };

static atomic_int room = ALL;
static DATA(int) halves[2];

static void writer(void) {
    if (atomic_fetch_sub_explicit(&room, ALL, AT(WRITE, acquire)) == ALL) {
        data_put(halves[0], 1);
        data_put(halves[1], 1);
        atomic_fetch_add_explicit(&room, ALL, AT(LEAVE, release));
    } else {
        atomic_fetch_add_explicit(&room, ALL, memory_order_relaxed);
    }
}

static void reader(void) {
    if (atomic_fetch_sub_explicit(&room, 1, AT(READ, acquire)) > 0) {
        lince_assert(data_get(halves[0]) == data_get(halves[1]));
        atomic_fetch_add_explicit(&room, 1, AT(LEAVE, release));
    } else {
        atomic_fetch_add_explicit(&room, 1, memory_order_relaxed);
    }
}

LINCE_TEST(rw_lock) {
    lince_test_thread(writer);
    lince_test_thread(reader);
}
