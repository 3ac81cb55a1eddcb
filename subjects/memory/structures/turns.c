// models:                          sc         tso        rc11       c11
// options: --sync none
// expect:                          ok         ok         ok         ok
// expect: RELAXED_DATA             ok         ok         ok         ok
// expect: WEAK=TURN                data-race  data-race  data-race  data-race
// expect: WEAK=TURN RELAXED_DATA   ok         ok         violation  violation
// expect: WEAK=DONE                data-race  data-race  data-race  data-race
// expect: WEAK=DONE RELAXED_DATA   ok         ok         violation  violation
/* A ring whose threads reserve a cell by compare-and-swap, and then announce their cells one after the other: each
 * waits until the one before has been announced.
 *
 * TURN: it waits with relaxed loads. Then its announcement publishes its own cell, but not the cells before, although
 * a consumer that reads it may take those, too.
 * DONE: the announcement is relaxed. */
#include "weak.h"

enum { NONE, TURN, DONE };
enum { SIZE = 2 };

struct end {
    atomic_ulong next, done;
};
static struct end tail, head;
static DATA(long) cells[SIZE];

static bool reserve(struct end *mine, struct end *other, unsigned long room, unsigned long *cell) {
    for (;;) {
        unsigned long at = atomic_load_explicit(&mine->next, memory_order_relaxed);
        unsigned long limit = atomic_load_explicit(&other->done, memory_order_acquire) + room;
        if (at == limit) return false;
        *cell = at;
        if (atomic_compare_exchange_strong_explicit(&mine->next, &at, at + 1, memory_order_relaxed,
                                                    memory_order_relaxed))
            return true;
    }
}

static void announce(struct end *mine, unsigned long cell) {
    while (atomic_load_explicit(&mine->done, AT(TURN, acquire)) != cell) continue;
    atomic_store_explicit(&mine->done, cell + 1, AT(DONE, release));
}

static bool enq(long value) {
    unsigned long cell;
    if (!reserve(&tail, &head, SIZE, &cell)) return false;
    data_put(cells[cell % SIZE], value);
    announce(&tail, cell);
    return true;
}

static long deq(void) {
    unsigned long cell;
    if (!reserve(&head, &tail, 0, &cell)) return lince_empty;
    long value = data_get(cells[cell % SIZE]);
    announce(&head, cell);
    return value;
}

LINCE_TEST(turns) {
    lince_test_spec("bag");
    lince_test_op("put", enq);
    lince_test_op("take", deq);
    lince_test_scenario("put(1) | put(2) | take() take()");
}
