/* The source of differences between runs: short delays before operations, and around calls that synchronize.
 *
 * With two processors or four there are not many threads that really run at the same time, and left alone they do
 * nearly the same in every run.  So each run draws how much it is disturbed and by which means: some are left alone,
 * because delays hide events within a few instructions; in some, threads go on a little later; in the rest they let the
 * next one run.  Delays are always possible, so every result of one can happen.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

#include "target/explore/sample.h"
#include "target/stress/board.h"
#include "target/stress/self.h"

enum kind { SPIN, YIELD, EITHER, SLEEP, KINDS };

static struct {
    unsigned before_calls, within_calls, around_sync; /* of 256 */
    unsigned wakes;                                   /* how often condition variables wake up by themselves, of 256 */
    enum kind kind;
    uint64_t seed;
} now;

void lct_shake_choose(const lct_run_plan *plan, unsigned operations) {
    static const uint16_t calls[] = {0, 32, 128, 256}, syncs[] = {0, 0, 32, 128};
    uint64_t state = plan->seed;
    now.before_calls = calls[lct_sample_below(&state, 4)];
    /* That takes long, so about one operation is interrupted, in every other run. */
    now.within_calls = lct_sample_below(&state, 2) ? 1 + 255 / (operations ? operations : 1) : 0;
    if (plan->no_steps) now.within_calls = 0;
    now.around_sync = syncs[lct_sample_below(&state, 4)];
    now.kind = (enum kind)lct_sample_below(&state, KINDS);
    now.wakes = plan->wakes ? syncs[lct_sample_below(&state, 4)] : 0;
    now.seed = lct_splitmix(&state);
}

uint64_t lct_shake_random(void) { return lct_s.known ? lct_splitmix(&lct_s.random) : now.seed; }

static void spin(unsigned rounds) {
    for (volatile unsigned i = 0; i < rounds; i++) {}
}

static void shake(unsigned chance) {
    if (!chance || !lct_s.known) return;
    uint64_t r = lct_shake_random();
    if ((r & 255) >= chance) return;
    unsigned length = (unsigned)(r >> 8 & 1023) >> (r >> 20 & 7); /* short ones are more frequent */
    enum kind kind = now.kind == EITHER ? (enum kind)(r >> 32 & 1) : now.kind;
    if (kind == SLEEP && (r >> 32 & 7)) kind = YIELD;
    int saved = errno; /* that of the call which may just have failed */
    switch (kind) {
    case SLEEP: usleep(1); break; /* as short as the system can */
    case YIELD: sched_yield(); break;
    default: spin(length);
    }
    errno = saved;
}

void lct_shake_call(void) {
    shake(now.before_calls);
    if (now.within_calls && lct_shake_random() & 3) lct_step_wait();
}
bool lct_shake_within(void) { return now.within_calls && (lct_shake_random() & 255) < now.within_calls; }
/* Before and after a call that synchronizes. */
static void shake_sync(void) { shake(now.around_sync); }

/* ---- calls that synchronize ---- */
/* The linker lets the program's calls of these come here (--wrap). */

#define WRAPPED(result, name, parameters, arguments)                                                                   \
    result __real_##name parameters;                                                                                   \
    result __wrap_##name parameters;                                                                                   \
    result __wrap_##name parameters {                                                                                  \
        shake_sync();                                                                                                  \
        result outcome = __real_##name arguments;                                                                      \
        shake_sync();                                                                                                  \
        return outcome;                                                                                                \
    }

WRAPPED(int, pthread_mutex_lock, (pthread_mutex_t * m), (m))
WRAPPED(int, pthread_mutex_trylock, (pthread_mutex_t * m), (m))
WRAPPED(int, pthread_mutex_unlock, (pthread_mutex_t * m), (m))
WRAPPED(int, pthread_cond_timedwait, (pthread_cond_t * c, pthread_mutex_t *m, const struct timespec *t), (c, m, t))
WRAPPED(int, pthread_cond_signal, (pthread_cond_t * c), (c))
WRAPPED(int, pthread_cond_broadcast, (pthread_cond_t * c), (c))
WRAPPED(int, pthread_rwlock_rdlock, (pthread_rwlock_t * l), (l))
WRAPPED(int, pthread_rwlock_wrlock, (pthread_rwlock_t * l), (l))
WRAPPED(int, pthread_rwlock_unlock, (pthread_rwlock_t * l), (l))
WRAPPED(int, sem_wait, (sem_t * s), (s))
WRAPPED(int, sem_timedwait, (sem_t * s, const struct timespec *t), (s, t))
WRAPPED(int, sem_post, (sem_t * s), (s))
WRAPPED(int, mtx_lock, (mtx_t * m), (m))
WRAPPED(int, mtx_unlock, (mtx_t * m), (m))
WRAPPED(int, cnd_signal, (cnd_t * c), (c))
WRAPPED(int, cnd_broadcast, (cnd_t * c), (c))

/* ---- waiting, which may end without a signal ---- */

static bool wakes(void) { return now.wakes && lct_s.known && (lct_shake_random() & 255) < now.wakes; }

int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int __wrap_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int __wrap_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
    shake_sync();
    bool alone = wakes();
    if (alone) __real_pthread_mutex_unlock(mutex);
    int outcome = alone ? (sched_yield(), __real_pthread_mutex_lock(mutex)) : __real_pthread_cond_wait(cond, mutex);
    shake_sync();
    return outcome;
}

int __real_cnd_wait(cnd_t *, mtx_t *);
int __wrap_cnd_wait(cnd_t *, mtx_t *);
int __wrap_cnd_wait(cnd_t *cond, mtx_t *mutex) {
    shake_sync();
    bool alone = wakes();
    if (alone) __real_mtx_unlock(mutex);
    int outcome = alone ? (sched_yield(), __real_mtx_lock(mutex)) : __real_cnd_wait(cond, mutex);
    shake_sync();
    return outcome;
}

/* ---- threads are numbered in the order they are created ---- */

typedef struct birth {
    void *(*start)(void *);
    void *argument;
    unsigned number;
    bool resident;
} birth;

static void *begin(void *given) {
    birth b = *(birth *)given;
    free(given);
    if (b.number < LCT_RUN_THREADS) lct_b->logs[b.number].resident = b.resident;
    lct_self_become(b.number);
    return b.start(b.argument);
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    if (!lct_running) return __real_pthread_create(thread, attributes, start, argument);
    birth *b = malloc(sizeof *b);
    if (!b) lct_out_of_memory();
    lct_step_end(); /* signals are blocked there */
    bool resident = lct_setting_up || (lct_s.known && lct_b->logs[lct_s.number].resident);
    *b = (birth){start, argument, __atomic_fetch_add(&lct_b->thread_count, 1, __ATOMIC_RELAXED), resident};
    int outcome = __real_pthread_create(thread, attributes, begin, b);
    if (outcome) free(b);
    return outcome;
}
