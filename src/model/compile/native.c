/* Native code in the background: waiting, writing, having it compiled, loading. */
#include "model/compile/native.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "model/compile/native_write.h"
#include "model/run/native_walk.h"

struct lcm_native_job {
    lcm_system *system;
    lcm_native_maker maker;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* for the members below */
    pthread_cond_t changed;
    atomic_bool stop;
    bool begun; /* the delay is over */
    bool done;
    lince_text told;
};

/* More generated text than this keeps a compiler busy for longer than it saves. */
enum { TEXT_MAX = 2 << 20 };

static void finish(struct lcm_native_job *j, lcm_native *native, const char *told) {
    pthread_mutex_lock(&j->lock);
    lc_text_puts(&j->told, told);
    atomic_store_explicit(&j->system->native, native, memory_order_release);
    j->done = true;
    pthread_cond_broadcast(&j->changed);
    pthread_mutex_unlock(&j->lock);
}

static struct timespec from_now(double seconds) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    double sum = (double)at.tv_sec + (double)at.tv_nsec / 1e9 + seconds;
    at.tv_sec = (time_t)sum;
    at.tv_nsec = (long)((sum - (double)at.tv_sec) * 1e9);
    return at;
}

/* False: the code is not wanted any more. */
static bool wait_first(struct lcm_native_job *j) {
    struct timespec until = from_now(j->maker.delay);
    pthread_mutex_lock(&j->lock);
    while (!atomic_load(&j->stop) && j->maker.delay > 0)
        if (pthread_cond_timedwait(&j->changed, &j->lock, &until) != 0) break;
    bool wanted = !atomic_load(&j->stop);
    j->begun = wanted;
    pthread_mutex_unlock(&j->lock);
    return wanted;
}

/* A file kept from an earlier run may be useless: then there is no native code, and no reason either. */
static lcm_native *make(struct lcm_native_job *j, const lince_text *text, bool anew, lince_text *why) {
    lince_text ignored = {0};
    char *path = j->maker.make(j->maker.context, text, anew, &j->stop, why);
    lcm_native *native = path ? lcm_native_load(j->system, path, anew ? why : &ignored) : NULL;
    lc_text_free(&ignored);
    free(path);
    return native;
}

static void *work(void *context) {
    struct lcm_native_job *j = context;
    lince_text text = {0}, why = {0};
    lcm_native *native = NULL;
    if (!wait_first(j)) {
        finish(j, NULL, "");
        return NULL;
    }
    double started = lc_now();
    bool written = lcm_native_write(j->system, &text);
    if (!written) lc_text_puts(&why, "out of memory");
    else if (text.length > TEXT_MAX) lc_text_puts(&why, "the model is too large");
    else {
        native = make(j, &text, false, &why);
        if (!native && why.length == 0) native = make(j, &text, true, &why);
    }
    lince_text told = {0};
    if (native) lc_text_printf(&told, "native code after %.2f s", lc_now() - started);
    else lc_text_printf(&told, "no native code: %s", lc_text(&why));
    finish(j, native, lc_text(&told));
    lc_text_free(&told);
    lc_text_free(&why);
    lc_text_free(&text);
    return NULL;
}

void lcm_native_resume(lcm_system *s) {
    struct lcm_native_job *j = s->native_job;
    if (!j || j->running) return;
    if (j->begun) j->maker.delay = 0; /* the search has lasted long enough already */
    atomic_store(&j->stop, false);
    j->done = false;
    lc_text_clear(&j->told);
    j->running = pthread_create(&j->thread, NULL, work, j) == 0;
    if (!j->running) finish(j, NULL, "no native code: a thread cannot be started");
    else if (j->maker.waits) (void)lcm_native_wait(s);
}

void lcm_native_suspend(lcm_system *s) {
    struct lcm_native_job *j = s->native_job;
    if (!j || !j->running) return;
    pthread_mutex_lock(&j->lock);
    atomic_store(&j->stop, true);
    pthread_cond_broadcast(&j->changed);
    pthread_mutex_unlock(&j->lock);
    pthread_join(j->thread, NULL);
    j->running = false;
    lcm_native_unload(atomic_load(&s->native));
    atomic_store(&s->native, NULL);
}

void lcm_native_begin(lcm_system *s, const lcm_native_maker *maker) {
    lcm_native_end(s);
    struct lcm_native_job *j = calloc(1, sizeof *j);
    if (!j) return;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    j->system = s;
    j->maker = *maker;
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->changed, &clock);
    pthread_condattr_destroy(&clock);
    atomic_init(&j->stop, false);
    s->native_job = j;
    lcm_native_resume(s);
}

void lcm_native_end(lcm_system *s) {
    struct lcm_native_job *j = s->native_job;
    if (!j) return;
    lcm_native_suspend(s);
    pthread_mutex_destroy(&j->lock);
    pthread_cond_destroy(&j->changed);
    lc_text_free(&j->told);
    free(j);
    s->native_job = NULL;
}

bool lcm_native_wait(lcm_system *s) {
    struct lcm_native_job *j = s->native_job;
    if (!j) return false;
    const lc_limits limits = {.deadline = j->maker.deadline, .interrupt = j->maker.interrupt};
    pthread_mutex_lock(&j->lock);
    while (!j->done && lc_limits_reached(&limits) == LC_GO_ON) {
        struct timespec soon = from_now(0.05); /* these limits do not signal the condition */
        pthread_cond_timedwait(&j->changed, &j->lock, &soon);
    }
    pthread_mutex_unlock(&j->lock);
    return atomic_load(&s->native) != NULL;
}

void lcm_native_describe(lcm_system *s, lince_text *out) {
    struct lcm_native_job *j = s->native_job;
    if (!j) return;
    pthread_mutex_lock(&j->lock);
    if (j->done) lc_text_puts(out, lc_text(&j->told));
    pthread_mutex_unlock(&j->lock);
}
