/* Writing to two cells as if they were one: write both, look whether both are still what was written, or start over.
 *
 * A thread that runs alone is done after one round, but two can overwrite each other's values for ever:
 * obstruction-free, not lock-free. */
#ifndef SUBJECTS_OWN_BOTH_H
#define SUBJECTS_OWN_BOTH_H

#include <lince/test.h>
#include <stdatomic.h>

/* Not static: what only one function uses, and writes first, clang takes for a variable of that function. */
atomic_long cells[2];

static void write_both(long n) {
    do {
        atomic_store(&cells[0], n);
        atomic_store(&cells[1], n);
    } while (atomic_load(&cells[0]) != n || atomic_load(&cells[1]) != n);
}

static void own_both(void) {
    lince_test_spec("register");
    lince_test_op("write", write_both, lince_range(1, 2));
    lince_test_scenario("write(1) | write(2)");
}

#endif
