// needs: ck_spinlock.h
// expect: ok exhaustive
// options: --filter fas
// expect: ok exhaustive
// options: --filter ticket
// expect: ok exhaustive
// options: --filter mcs
// expect: violation
// options: --allow data-race --filter nothing
/* Concurrency Kit: spin locks around a plain counter, and for comparison the counter without a lock. */
#include <ck_spinlock.h>
#include <lince/test.h>

static ck_spinlock_fas_t fas = CK_SPINLOCK_FAS_INITIALIZER;
static ck_spinlock_ticket_t ticket = CK_SPINLOCK_TICKET_INITIALIZER;
static ck_spinlock_mcs_t mcs = CK_SPINLOCK_MCS_INITIALIZER;
static ck_spinlock_mcs_context_t node[4]; /* one each thread */
static long count;

#define LOCK(name, lock, unlock)                                                                                       \
    static long add_##name(long amount) {                                                                              \
        lock;                                                                                                          \
        long before = count;                                                                                           \
        count = before + amount;                                                                                       \
        unlock;                                                                                                        \
        return before;                                                                                                 \
    }                                                                                                                  \
    LINCE_TEST(name) {                                                                                                 \
        lince_test_spec("counter");                                                                                    \
        lince_test_op("fetch_add", add_##name, lince_range(1, 1));                                                     \
        lince_test_scenario("; fetch_add(1) | fetch_add(1) | fetch_add(1)");                                           \
    }
#define MINE (node + lince_thread_number())

LOCK(fas, ck_spinlock_fas_lock(&fas), ck_spinlock_fas_unlock(&fas))
LOCK(ticket, ck_spinlock_ticket_lock(&ticket), ck_spinlock_ticket_unlock(&ticket))
LOCK(mcs, ck_spinlock_mcs_lock(&mcs, MINE), ck_spinlock_mcs_unlock(&mcs, MINE))
LOCK(nothing, , )
