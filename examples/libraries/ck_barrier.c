// needs: ck_barrier.h
// flags: -lck
// expect: unknown
/* Concurrency Kit: the barriers are not in headers but in libck, which was not compiled for testing.  Nothing in there
 * is seen, and a thread that waits in there waits for ever.  Lince warns of that, and does not know: compile such code
 * with `lince cc`. */
#include <ck_barrier.h>
#include <lince/test.h>
#include <stdatomic.h>

static ck_barrier_centralized_t barrier = CK_BARRIER_CENTRALIZED_INITIALIZER;
static ck_barrier_centralized_state_t state[3] = {CK_BARRIER_CENTRALIZED_STATE_INITIALIZER,
                                                  CK_BARRIER_CENTRALIZED_STATE_INITIALIZER,
                                                  CK_BARRIER_CENTRALIZED_STATE_INITIALIZER};
static atomic_int reached[3];

static void meet(void) {
    int me = lince_thread_number(), other = 3 - me;
    atomic_store(&reached[me], 1);
    ck_barrier_centralized(&barrier, &state[me], 2);
    lince_assert(atomic_load(&reached[other]));
}

LINCE_TEST(ck_barrier) {
    lince_test_thread(meet);
    lince_test_thread(meet);
}
