/* Several threads check at the same time: each its own history, and all of them the same one; and one check has several
 * threads where it is worth it. */
#include "api.h"

#include <pthread.h>
#include <time.h>

enum { THREADS = 4, ROUNDS = 25 };

static lince_history *shared_right, *shared_wrong;
static lince_specs *shared_specs;
static pthread_barrier_t start;

typedef struct worker {
    pthread_t thread;
    unsigned number;
    unsigned own_wrong, shared_unlike; /* rounds that came out wrong */
} worker;

/* A stack that several threads used; if `wrong`, the one below the top came out first. */
static lince_history *stack_history(int64_t salt, bool wrong) {
    lince_history *h = lince_history_new();
    char label[32];
    for (int i = 0; i < 20; i++) {
        snprintf(label, sizeof label, "element %d of %d", i, (int)salt);
        lince_value v = lince_string(lince_history_values(h), label, strlen(label));
        begin(h, "T1", "push", v);
        begin(h, "T2", "push", number(h, salt * 100 + i));
        end(h, "T2", LINCE_NO_VALUE);
        end(h, "T1", LINCE_NO_VALUE);
        begin(h, "T1", "pop", LINCE_NO_VALUE);
        begin(h, "T2", "pop", LINCE_NO_VALUE);
        end(h, "T2", v);
        end(h, "T1", number(h, salt * 100 + i));
    }
    whole(h, "T1", "push", number(h, 1), LINCE_NO_VALUE);
    whole(h, "T1", "push", number(h, 2), LINCE_NO_VALUE);
    whole(h, "T1", "pop", LINCE_NO_VALUE, number(h, wrong ? 1 : 2));
    return h;
}

/* The conflict of the wrong history: its last three operations. */
static bool explained(const lince_result *result) {
    size_t count;
    const uint32_t *ops = lince_result_conflict(result, &count);
    return lince_result_verdict(result) == LINCE_VERDICT_VIOLATION && count == 3 && ops[0] == 80 && ops[1] == 81 &&
           ops[2] == 82;
}

static bool found(const lince_history *h, const lince_specs *specs, bool wrong) {
    lince_result *result = NULL;
    if (lince_check(h, specs, NULL, &result, NULL) != LINCE_DONE) return false;
    size_t count;
    lince_result_witness(result, &count);
    bool right = wrong ? explained(result) : lince_result_verdict(result) == LINCE_VERDICT_OK && count == 83;
    lince_result_free(result);
    return right;
}

static void *work(void *context) {
    worker *w = context;
    pthread_barrier_wait(&start);
    for (unsigned i = 0; i < ROUNDS; i++) {
        bool wrong = (w->number + i) % 2;
        lince_history *own = stack_history((int64_t)w->number * ROUNDS + i, wrong);
        lince_specs *specs = specs_of("stack");
        w->own_wrong += !found(own, specs, wrong);
        w->shared_unlike += !found(wrong ? shared_wrong : shared_right, shared_specs, wrong);
        lince_specs_free(specs);
        lince_history_free(own);
    }
    return NULL;
}

/* ---- the threads of one check ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t comes = PTHREAD_COND_INITIALIZER;
static pthread_t known[8];
static unsigned known_count, awaited;

/* Returns when as many threads have called as are awaited, or nobody came for a while. */
static void note_thread(void) {
    struct timespec late;
    clock_gettime(CLOCK_REALTIME, &late);
    late.tv_sec += 10;
    pthread_mutex_lock(&lock);
    unsigned i = 0;
    while (i < known_count && !pthread_equal(known[i], pthread_self())) i++;
    if (i == known_count && i < 8) known[known_count++] = pthread_self();
    pthread_cond_broadcast(&comes);
    while (known_count < awaited)
        if (pthread_cond_timedwait(&comes, &lock, &late)) awaited = 0;
    pthread_mutex_unlock(&lock);
}

static void tick_init(lince_step *step) { lince_emit(step, NULL, 0, NULL); }

static void tick_next(lince_step *step) {
    note_thread();
    lince_emit(step, NULL, 0, NULL);
}

static const lince_method tick_methods[] = {{.name = "tick"}};
static const lince_spec ticks = {.abi = LINCE_SPEC_ABI,
                                 .name = "ticks",
                                 .summary = "notes who looks at it",
                                 .methods = tick_methods,
                                 .method_count = 1,
                                 .init = tick_init,
                                 .next = tick_next};

/* How many threads a check of four objects has, with this many operations each; those it should have wait for each
 * other. */
static unsigned threads_of(unsigned operations, unsigned jobs, unsigned wanted) {
    lince_history *h = lince_history_new();
    lince_specs *specs = lince_specs_new();
    lince_check_options options = {.jobs = jobs};
    lince_result *result = NULL;
    for (unsigned i = 0; i < 4 * operations; i++) {
        lince_invoke(h, "T", (const char *[]){"a", "b", "c", "d"}[i % 4], "tick", NULL, 0, NULL);
        end(h, "T", LINCE_NO_VALUE);
    }
    known_count = 0;
    awaited = wanted;
    if (lince_specs_add_own(specs, NULL, &ticks, NULL) != LINCE_DONE ||
        lince_check(h, specs, &options, &result, NULL) != LINCE_DONE ||
        lince_result_verdict(result) != LINCE_VERDICT_OK)
        abort();
    lince_result_free(result);
    lince_specs_free(specs);
    lince_history_free(h);
    return known_count;
}

static void test_jobs(void) {
    expect(threads_of(1000, 1, 1) == 1, "one job is one thread");
    expect(threads_of(1000, 3, 3) == 3, "three jobs are three");
    expect(threads_of(1000, 8, 4) == 4, "there are no more than objects");
    expect(threads_of(100, 3, 1) == 1, "a short history is not worth a second one");
}

int main(void) {
    worker workers[THREADS];
    shared_right = stack_history(-1, false);
    shared_wrong = stack_history(-1, true);
    shared_specs = specs_of("stack");
    expect(found(shared_right, shared_specs, false) && found(shared_wrong, shared_specs, true), "alone all is right");
    pthread_barrier_init(&start, NULL, THREADS);
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (worker){.number = i};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i])) abort();
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        expect(workers[i].own_wrong == 0, "thread %u is right about its own histories", i);
        expect(workers[i].shared_unlike == 0, "thread %u is right about the shared ones", i);
    }
    pthread_barrier_destroy(&start);
    test_jobs();
    lince_specs_free(shared_specs);
    lince_history_free(shared_right);
    lince_history_free(shared_wrong);
    return tap_end();
}
