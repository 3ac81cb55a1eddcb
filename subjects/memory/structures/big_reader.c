// models:                           sc         tso        rc11       c11
// expect:                           ok:37      ok:37      ok:37      ok:37
// expect: RELAXED_DATA              ok:37      ok:37      ok:37      ok:37
// expect: WEAK=READER               data-race  data-race  data-race  data-race
// expect: WEAK=READER RELAXED_DATA  ok:37      assertion  assertion  assertion
// expect: WEAK=WRITER               ok:37      data-race  data-race  data-race
// expect: WEAK=WRITER RELAXED_DATA  ok:37      assertion  assertion  assertion
/* A big-reader lock: each reader has a flag of its own, and a writer looks at all of them. A reader gives up
 * if it sees the writer, and the writer if it sees a reader.
 *
 * READER, WRITER: the flag is raised, and by a reader lowered, by a relaxed store: a reader and the writer are
 * inside. Repair: seq_cst. */
#include "weak.h"

enum { NONE, READER, WRITER };

static atomic_bool reads[2], writes;
static DATA(int) halves[2];

static void read_both(int me) {
    atomic_store_explicit(&reads[me], true, AT(READER, seq_cst));
    if (!atomic_load_explicit(&writes, memory_order_seq_cst)) lince_assert(data_get(halves[0]) == data_get(halves[1]));
    atomic_store_explicit(&reads[me], false, AT(READER, release));
}
static void first(void) { read_both(0); }
static void second(void) { read_both(1); }

static void writer(void) {
    atomic_store_explicit(&writes, true, AT(WRITER, seq_cst));
    if (!atomic_load_explicit(&reads[0], memory_order_seq_cst) &&
        !atomic_load_explicit(&reads[1], memory_order_seq_cst)) {
        data_put(halves[0], 1);
        data_put(halves[1], 1);
    }
    atomic_store_explicit(&writes, false, memory_order_release);
}

LINCE_TEST(big_reader) {
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_thread(writer);
}
