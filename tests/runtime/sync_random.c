/* Random small programs that use everything at once: reduction must find exactly the results, and the ways of being
 * stuck, that trying every schedule finds.  Each step that says too little about what it depends on shows here. */
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <lince/test.h>

#include "sync_support.h"

/* The program is looked at in every execution, and nobody writes to it then. */
#define KEPT      __attribute__((section("lince_state")))
#define NOT_STEPS __attribute__((no_sanitize_thread))

enum kind {
    ADD,
    LOAD,
    STORE, /* of x or y */
    LOCKED,
    TRIED,
    TIMED, /* a mutex; inside, an addition and a load */
    WAIT,
    WAIT_TIMED,
    SIGNAL,
    BROADCAST,
    SIGNAL_LOCKED,
    READ,
    WRITE,
    TRY_READ,
    TRY_WRITE, /* a reader-writer lock */
    SEM_WAIT,
    SEM_POST,
    SEM_TRY,
    SEM_VALUE,
    SEM_TIMED,
    READ_TIMED,
    WRITE_TIMED,
    FUTEX_TIMED,
    BARRIER,
    ONCE,
    SPIN,
    SPIN_TRY,
    SLEEP,
    FUTEX_SLEEP,
    FUTEX_CALL,
    KINDS
};
enum { THREADS = 3, OPS = 4 };

static struct {
    int threads, ops;
    bool recorded; /* as operations of a history */
    bool leaves;   /* the first thread ends before the others, and keeps a mutex that they may want */
    uint8_t op[THREADS][OPS];
} program KEPT = {0};
/* Where each thread is, and what it was told on the way: part of the program's state, but nothing to interrupt it for.
 */
static uint64_t digest[THREADS];
static int at[THREADS];

static int x, y;
static uint32_t word;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t sem;

static const struct timespec later = {2000000000, 0};

static int add(int *p) { return __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST); }
static int load(int *p) { return __atomic_load_n(p, __ATOMIC_SEQ_CST); }
static void store(int *p, int v) { __atomic_store_n(p, v, __ATOMIC_SEQ_CST); }
static int inside(void) { return 10 * add(&x) + load(&y); }
static void first(void) { add(&y); }

static int waits(int timed) {
    pthread_mutex_lock(&m);
    int error = timed ? pthread_cond_timedwait(&c, &m, &later) : pthread_cond_wait(&c, &m);
    int value = load(&x);
    pthread_mutex_unlock(&m);
    return 1000 * error + value;
}

static int timed_lock(void) {
    if (pthread_mutex_timedlock(&m, &later)) return -1;
    int value = inside();
    pthread_mutex_unlock(&m);
    return value;
}

static int locked(int error) {
    if (error) return -1;
    int value = inside();
    pthread_mutex_unlock(&m);
    return value;
}

static int signals_locked(void) {
    pthread_mutex_lock(&m);
    int value = add(&x);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return value;
}

static int reads(int error) {
    if (error) return -1;
    int value = load(&x) * 10 + add(&y);
    pthread_rwlock_unlock(&rw);
    return value;
}

static int spins(int error) {
    if (error) return -1;
    int value = inside();
    pthread_spin_unlock(&spin);
    return value;
}

static int value_of(sem_t *s) {
    int value;
    sem_getvalue(s, &value);
    return value;
}

static int run_op(enum kind kind, int me) {
    switch (kind) {
    case ADD: return add(me ? &x : &y);
    case LOAD: return load(&x);
    case STORE: return store(&y, me), 0;
    case LOCKED: return locked(pthread_mutex_lock(&m));
    case TRIED: return locked(pthread_mutex_trylock(&m));
    case TIMED: return timed_lock();
    case WAIT: return waits(0);
    case WAIT_TIMED: return waits(1);
    case SIGNAL: return pthread_cond_signal(&c);
    case BROADCAST: return pthread_cond_broadcast(&c);
    case SIGNAL_LOCKED: return signals_locked();
    case READ: return reads(pthread_rwlock_rdlock(&rw));
    case WRITE: return reads(pthread_rwlock_wrlock(&rw));
    case TRY_READ: return reads(pthread_rwlock_tryrdlock(&rw));
    case TRY_WRITE: return reads(pthread_rwlock_trywrlock(&rw));
    case SEM_WAIT: return sem_wait(&sem);
    case SEM_POST: return sem_post(&sem);
    case SEM_TRY: return sem_trywait(&sem);
    case SEM_VALUE: return value_of(&sem);
    case SEM_TIMED: return sem_timedwait(&sem, &later);
    case READ_TIMED: return reads(pthread_rwlock_timedrdlock(&rw, &later));
    case WRITE_TIMED: return reads(pthread_rwlock_timedwrlock(&rw, &later));
    case FUTEX_TIMED: return (int)syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &later);
    case BARRIER: return pthread_barrier_wait(&barrier);
    case ONCE: return pthread_once(&once, first);
    case SPIN: return spins(pthread_spin_lock(&spin));
    case SPIN_TRY: return spins(pthread_spin_trylock(&spin));
    case SLEEP: return usleep(5);
    case FUTEX_SLEEP: return (int)syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL);
    case FUTEX_CALL:
        __atomic_fetch_add(&word, 1, __ATOMIC_SEQ_CST);
        return (int)syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
    default: abort();
    }
}

__attribute__((noinline)) NOT_STEPS static void comes_to(int me, int op) { at[me] = op; }
__attribute__((noinline)) NOT_STEPS static void is_told(int me, uint64_t result) {
    digest[me] = (digest[me] + result + 7) * 0x9e3779b97f4a7c15u;
}

static void *run(void *number) {
    int me = (int)(intptr_t)number;
    for (int i = 0; i < program.ops; i++) {
        comes_to(me, i);
        if (program.recorded) lince_op_begin("op", i);
        uint64_t result = (uint64_t)run_op(program.op[me][i], me);
        if (program.recorded) lince_op_end((long)result);
        is_told(me, result);
    }
    comes_to(me, OPS);
    return NULL;
}

NOT_STEPS static long state(void) {
    uint64_t all = 0;
    for (int i = 0; i < program.threads; i++)
        all = (all + digest[i] + (uint64_t)at[i]) * 0xd6e8feb86659fd93u + (all >> 29);
    return (long)(all + (uint64_t)x * 3 + (uint64_t)y * 5);
}

static void body(void) {
    pthread_t t[THREADS];
    memset(digest, 0, sizeof digest);
    memset(at, 0, sizeof at);
    sem_init(&sem, 0, 1);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < program.threads; i++) pthread_create(&t[i], NULL, run, (void *)(intptr_t)i);
    if (program.leaves) {
        for (int i = 0; i < program.threads; i++) pthread_detach(t[i]);
        pthread_mutex_lock(&m);
        outcome(inside());
        return;
    }
    for (int i = 0; i < program.threads; i++) pthread_join(t[i], NULL);
    outcome(state());
}

/* Programs that use few kinds of operations meet more often. */
static void make(unsigned seed) {
    srand(seed);
    program.threads = 2 + rand() % 2;
    program.ops = program.threads == 2 ? 1 + rand() % 3 : 1 + rand() % 2;
    uint8_t kinds[3];
    for (int i = 0; i < 3; i++) kinds[i] = (uint8_t)(rand() % KINDS);
    if (program.leaves) kinds[0] = kinds[1] = LOCKED;
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < OPS; i++) program.op[t][i] = rand() % 8 ? kinds[rand() % 3] : (uint8_t)(rand() % KINDS);
}

static void show(unsigned seed) {
    printf("# program %u:", seed);
    for (int t = 0; t < program.threads; t++) {
        for (int i = 0; i < program.ops; i++) printf(" %d", program.op[t][i]);
        if (t + 1 < program.threads) printf(" |");
    }
    printf("\n");
}

int main(int argc, char **argv) {
    begin_tests();
    unsigned from = argc > 1 ? (unsigned)atoi(argv[1]) : 1, to = argc > 2 ? (unsigned)atoi(argv[2]) : 80;
    static const struct {
        const char *name;
        unsigned spurious, early;
        bool recorded, leaves;
    } modes[] = {{"reduction agrees with exhaustive search", 0, 3, false, false},
                 {"also with wake-ups for nothing", 1, 3, false, false},
                 {"also if time is over only when nothing else happens", 0, 0, false, false},
                 {"also in histories", 0, 3, true, false},
                 {"also if the program ends before its threads", 0, 3, false, true}};
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++) {
        unsigned wrong = 0;
        allow_spurious(modes[i].spurious);
        allow_early(modes[i].early);
        program.recorded = modes[i].recorded;
        program.leaves = modes[i].leaves;
        for (unsigned seed = from; seed <= to && wrong < 10; seed++) {
            make(seed);
            if (agrees(body, state, 3000)) continue;
            show(seed);
            wrong++;
        }
        fact(!wrong, modes[i].name);
    }
    return end_tests();
}
