/* What tests of barriers do: each of two threads goes through two rounds, and none may be a round ahead.  Before this
 * is included, meet() waits for the other one. */
#ifndef SUBJECTS_ROUNDS_TEST_H
#define SUBJECTS_ROUNDS_TEST_H

#include <lince/test.h>
#include <stdatomic.h>

enum { ROUNDS = 2 };

static atomic_int reached[3];

static void go_round(void) {
    int me = lince_thread_number(), other = 3 - me;
    for (int round = 1; round <= ROUNDS; round++) {
        atomic_store(&reached[me], round);
        meet();
        lince_assert(atomic_load(&reached[other]) >= round);
    }
}

static void rounds_test(void) {
    lince_test_thread(go_round);
    lince_test_thread(go_round);
}

#endif
