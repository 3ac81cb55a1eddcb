/* Memory runs out while something is judged, anywhere: the program goes on, a violation that is told is real, and one
 * that is not told was not said to have been looked for.  The program polls, so that each failure has its place. */
#include <lince/monitor.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static long countdown = -1; /* allocations until one fails; -1: none does */
static bool for_good;       /* and all after it */
static long failures;

static bool fails(void) {
    if (countdown < 0) return false;
    if (countdown > 0) {
        countdown--;
        return false;
    }
    if (!for_good) countdown = -1;
    failures++;
    errno = ENOMEM;
    return true;
}

__attribute__((visibility("default"))) void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
__attribute__((visibility("default"))) void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}
__attribute__((visibility("default"))) void *realloc(void *at, size_t size) {
    return fails() ? NULL : __libc_realloc(at, size);
}
__attribute__((visibility("default"))) void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}

/* ---- objects in use ---- */

#define FAR 5000000000L /* numbers that are no handles by themselves */

static int first, second;

static void use_map(lince_monitor *m, long i, bool wrong) {
    lince_monitor_call(m, first, FAR + i % 5, FAR + i);
    lince_monitor_return(m);
    lince_monitor_call(m, second, FAR + i % 5);
    lince_monitor_return(m, FAR + i + wrong);
}

static void use_register(lince_monitor *m, long i, bool wrong) {
    lince_monitor_call(m, first, FAR + i);
    lince_monitor_return(m);
    lince_monitor_call(m, second);
    lince_monitor_return(m, FAR + i + wrong);
}

static void use_container(lince_monitor *m, long i, bool wrong) {
    lince_monitor_call(m, first, FAR + i);
    lince_monitor_return(m);
    lince_monitor_call(m, second);
    lince_monitor_return(m, FAR + i + 1000 * wrong);
}

static const struct {
    const char *spec, *first, *second;
    void (*use)(lince_monitor *, long, bool);
} objects[] = {{"map", "put", "get", use_map},
               {"register", "write", "read", use_register},
               {"queue", "enq", "deq", use_container},
               {"stack", "push", "pop", use_container},
               {"bag", "put", "take", use_container}};

/* ---- one run ---- */

enum { TIMES = 40, WRONG_AT = 25 };

typedef struct outcome {
    bool right, all; /* was judged */
} outcome;

static outcome run(int which, bool wrong, long at, bool good_bye) {
    lince_monitor_figures f;
    lince_monitor *m = lince_monitor_new(
        &(lince_monitor_options){.spec = objects[which].spec, .quiet = true, .no_thread = true, .dump = "/dev/null"},
        NULL);
    if (!m) abort();
    first = lince_monitor_method(m, objects[which].first);
    second = lince_monitor_method(m, objects[which].second);
    countdown = at;
    for_good = good_bye;
    for (long i = 0; i < TIMES; i++) {
        objects[which].use(m, i, wrong && i == WRONG_AT);
        if (i % 8 == 7) lince_monitor_poll(m);
    }
    lince_monitor_flush(m);
    bool right = lince_monitor_free(m, &f);
    countdown = -1;
    return (outcome){right, f.exactly == f.operations && f.operations == 2 * TIMES && !f.gaps};
}

int main(void) {
    enum { MOST = 400 };
    for (size_t w = 0; w < sizeof objects / sizeof *objects; w++) {
        long runs = 0, invented = 0, silent = 0, plain = 0;
        for (int good_bye = 0; good_bye < 2; good_bye++)
            for (int wrong = 0; wrong < 2; wrong++)
                for (long at = 0; at < MOST; at++) {
                    failures = 0;
                    outcome o = run((int)w, wrong, at, good_bye);
                    runs++;
                    invented += !wrong && !o.right;
                    silent += wrong && o.right && o.all;
                    plain += !failures;
                    if (!failures) break; /* it took fewer */
                }
        expect(runs > 20 && !invented && !silent, "%s: %ld failures: %ld invented, %ld lost in silence",
               objects[w].spec, runs - plain, invented, silent);
    }
    return tap_end();
}
