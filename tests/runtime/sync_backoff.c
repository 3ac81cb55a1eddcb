/* Random small programs whose threads take two locks in either order and give the first back when they do not get the
 * second, while others look whether a lock is taken: reduction comes to an end and misses nothing. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sync_support.h"

#define KEPT      __attribute__((section("lince_state")))
#define NOT_STEPS __attribute__((no_sanitize_thread))

enum kind { SAME_AGAIN, OTHER_FIRST, THREE, TRY, TRY_THRICE, LOCK, GIVE_UP, WAIT_BUSY, TIMED, KINDS };
enum { THREADS = 3, OPS = 2 };

static struct {
    int threads;
    uint8_t count[THREADS];
    uint8_t op[THREADS][OPS]; /* the kind, and in bit 7 which lock comes first */
} program KEPT = {0};

static int x;
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static uint64_t digest[THREADS] KEPT = {0};

static int inside(void) { return __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); }

static int leave(int i, int j, int value) {
    pthread_mutex_unlock(&locks[i]);
    pthread_mutex_unlock(&locks[j]);
    return value;
}

/* The same order again. */
static int same_again(int i, int j) {
    for (;;) {
        pthread_mutex_lock(&locks[i]);
        if (!pthread_mutex_trylock(&locks[j])) return leave(i, j, inside());
        pthread_mutex_unlock(&locks[i]);
    }
}

/* The one it did not get comes first, as in std::lock. */
static int other_first(int i, int j) {
    for (;;) {
        pthread_mutex_lock(&locks[i]);
        if (!pthread_mutex_trylock(&locks[j])) return leave(i, j, inside());
        pthread_mutex_unlock(&locks[i]);
        int k = i;
        i = j;
        j = k;
    }
}

static int three(int i, int j) {
    for (;;) {
        pthread_mutex_lock(&locks[2]);
        if (!pthread_mutex_trylock(&locks[i])) {
            if (!pthread_mutex_trylock(&locks[j])) {
                pthread_mutex_unlock(&locks[2]);
                return leave(i, j, inside());
            }
            pthread_mutex_unlock(&locks[i]);
        }
        pthread_mutex_unlock(&locks[2]);
    }
}

static int try_one(int i) {
    if (pthread_mutex_trylock(&locks[i])) return 50;
    int value = inside();
    pthread_mutex_unlock(&locks[i]);
    return value;
}

static int try_thrice(int i) {
    int first = try_one(i), second = try_one(i);
    return (first * 70 + second) * 70 + try_one(i);
}

static int wait_busy(int i) {
    while (pthread_mutex_trylock(&locks[i])) {}
    int value = inside();
    pthread_mutex_unlock(&locks[i]);
    return value;
}

static int timed(int i) {
    static const struct timespec later = {2000000000, 0};
    if (pthread_mutex_timedlock(&locks[i], &later)) return 80;
    int value = inside();
    pthread_mutex_unlock(&locks[i]);
    return value;
}

static int lock_one(int i) {
    pthread_mutex_lock(&locks[i]);
    int value = inside();
    pthread_mutex_unlock(&locks[i]);
    return value;
}

static int give_up(int i, int j) {
    pthread_mutex_lock(&locks[i]);
    if (!pthread_mutex_trylock(&locks[j])) return leave(i, j, inside());
    pthread_mutex_unlock(&locks[i]);
    return 60;
}

static int run_op(uint8_t op) {
    int i = op >> 7, j = 1 - i;
    switch ((enum kind)(op & 0x7f)) {
    case SAME_AGAIN: return same_again(i, j);
    case OTHER_FIRST: return other_first(i, j);
    case THREE: return three(i, j);
    case TRY: return try_one(i);
    case TRY_THRICE: return try_thrice(i);
    case LOCK: return lock_one(i);
    case GIVE_UP: return give_up(i, j);
    case TIMED: return timed(i);
    default: return wait_busy(i);
    }
}

static void add(int me, int value) { digest[me] = digest[me] * 10007 + (unsigned)value + 1; }

static void *run(void *number) {
    int me = (int)(intptr_t)number;
    for (int i = 0; i < program.count[me]; i++) add(me, run_op(program.op[me][i]));
    return NULL;
}

NOT_STEPS static void body(void) {
    pthread_t id[THREADS];
    memset(digest, 0, sizeof digest);
    for (int i = 0; i < program.threads; i++) pthread_create(&id[i], NULL, run, (void *)(intptr_t)i);
    for (int i = 0; i < program.threads; i++) pthread_join(id[i], NULL);
    outcome((long)((digest[0] * 31 + digest[1]) * 1000003 + digest[2] * 17));
}

static uint64_t state KEPT = 7;
static unsigned chance(unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static void make_program(void) {
    memset(&program, 0, sizeof program);
    program.threads = 2 + (int)chance(2);
    for (int i = 0; i < program.threads; i++) {
        program.count[i] = (uint8_t)(1 + (program.threads == 2 && chance(2)));
        for (int k = 0; k < program.count[i]; k++) program.op[i][k] = (uint8_t)(chance(KINDS) | chance(2) << 7);
    }
}

static const char *in_words(char *text, size_t size) {
    static const char *const names[] = {"same-again", "other-first", "three",     "try",  "try-thrice",
                                        "lock",       "give-up",     "wait-busy", "timed"};
    size_t length = 0;
    for (int i = 0; i < program.threads; i++)
        for (int k = 0; k < program.count[i]; k++)
            length += (size_t)snprintf(text + length, size - length, "%s%s(%d)",
                                       k   ? " "
                                       : i ? " | "
                                           : "",
                                       names[program.op[i][k] & 0x7f], program.op[i][k] >> 7);
    return text;
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 400;
    begin_tests();
    char text[256];
    for (int i = 0; i < count; i++) {
        make_program();
        bool good = covers(body, 2000);
        if (!good) printf("# %s\n", in_words(text, sizeof text));
        if (!good || i % 10 == 0) fact(good, in_words(text, sizeof text));
    }
    return end_tests();
}
