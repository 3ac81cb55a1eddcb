/* lince_check_files: the options of <lince/checker.h> become those of a run, whose answers become events. */
#include <lince/checker.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/sized.h"
#include "check/result.h"
#include "checker/excerpt.h"
#include "checker/pool.h"
#include "history/values.h"
#include "spec/specs.h"

/* How long the pool is waited for between two looks at the interrupt. */
#define TICK 0.1

/* The answer keeps history and result for the event. */
typedef struct kept {
    lck_answer about; /* first: the pool has a pointer to it */
    lince_history *history;
    lince_result *result;
} kept;

typedef struct library_run {
    lince_check_files_options options;
    lck_run run;
    lck_files files;
    lck_pool *pool;
    volatile int stop; /* the interrupt of all checks: the caller's, or the end of the run */
    double started;
    lince_check_files_result *result;
    lince_status status; /* the first that is no verdict, with its error */
    lince_error *error;
} library_run;

/* ---- the front end of the pool ---- */

static bool violated(const lck_run *run, lck_answer *answer, const lince_history *h, const lince_result *so_far) {
    (void)answer, (void)h, (void)so_far;
    return !run->check.no_explanation;
}

static void checked(const lck_run *run, lck_answer *answer, lince_history **h, lince_result **r, bool announced) {
    (void)run, (void)announced;
    kept *k = (kept *)answer;
    k->history = *h;
    k->result = *r;
    *h = NULL;
    *r = NULL;
}

static void announce(lck_answer *to, lck_answer *from) { (void)to, (void)from; }

static void clear(lck_answer *answer) {
    kept *k = (kept *)answer;
    lince_history_free(k->history);
    lince_result_free(k->result);
    k->history = NULL;
    k->result = NULL;
}

static size_t bytes(const lck_answer *answer) {
    const kept *k = (const kept *)answer;
    size_t result = k->result ? sizeof *k->result + k->result->witness.room * sizeof *k->result->witness.at : 0;
    return sizeof *k + lince_history_memory(k->history) + result;
}

/* Checks watch one flag, and the caller's cannot be set from here. */
static void look(const lck_run *run) {
    library_run *r = run->context;
    const volatile int *interrupt = r->options.interrupt;
    if (interrupt && lc_is_interrupted(interrupt)) __atomic_store_n(&r->stop, 1, __ATOMIC_RELAXED);
}

/* ---- options ---- */

static lince_status settle_init(const char *init, lince_error *error) {
    lince_error wrong = {.message = "out of memory"};
    lince_values *pool = init ? lince_values_new() : NULL;
    bool good = !init || (pool && lc_parse_value(pool, init, &wrong) != LINCE_NO_VALUE);
    lince_values_free(pool);
    return good ? LINCE_DONE : lc_fail(error, "init: %s", wrong.message);
}

static lince_status settle(library_run *r, lince_error *error) {
    static const lck_front front = {.size = sizeof(kept),
                                    .violated = violated,
                                    .checked = checked,
                                    .announce = announce,
                                    .clear = clear,
                                    .bytes = bytes};
    const lince_check_files_options *o = &r->options;
    r->run = (lck_run){.check = {.criterion = o->criterion,
                                 .factors = o->factors,
                                 .progress = o->progress,
                                 .algorithm = o->algorithm,
                                 .timeout = o->timeout,
                                 .max_memory = o->max_memory,
                                 .fail_returns = o->fail_returns,
                                 .fail_returns_count = o->fail_returns_count,
                                 .interrupt = &r->stop,
                                 .thorough = o->thorough,
                                 .no_explanation = o->no_explanation},
                       .read = {.format = o->format,
                                .independent = o->independent,
                                .remarks = o->remarks,
                                .allow_empty = o->allow_empty,
                                .max_memory = o->max_memory},
                       .init = o->init,
                       .specs = o->specs,
                       .look = look,
                       .front = &front,
                       .context = r};
    return settle_init(o->init, error);
}

/* ---- events ---- */

static void send(library_run *r, lince_check_event *event, uint32_t file) {
    event->file = file;
    event->files = r->files.list.count;
    if (file < event->files) event->path = r->files.list.at[file].path;
    if (r->options.on_event) r->options.on_event(r->options.context, event);
}

static void keep_error(library_run *r, lince_status status, const lince_error *error) {
    if (r->status != LINCE_DONE) return;
    r->status = status;
    if (r->error) *r->error = *error;
}

static void send_progress(library_run *r, uint32_t file) {
    lck_pool_view v;
    lck_pool_look(r->pool, &v);
    lince_check_event event = {.kind = LINCE_CHECK_PROGRESS,
                               .files_done = v.files,
                               .violations = v.violations,
                               .longest = v.path,
                               .longest_since = v.path ? lc_now() - v.since : 0,
                               .operations = v.operations};
    send(r, &event, file);
}

static void count(library_run *r, const kept *k) {
    lince_check_files_result *t = r->result;
    t->ok += k->about.verdict == LINCE_VERDICT_OK;
    t->violations += k->about.verdict == LINCE_VERDICT_VIOLATION;
    t->unknown += k->about.verdict == LINCE_VERDICT_UNKNOWN;
    t->operations += lince_history_operations(k->history);
}

/* An answer for which there was no memory has neither a history nor a result. */
static void send_answer(library_run *r, uint32_t file, const kept *k) {
    lince_check_event event = {.kind = LINCE_CHECK_VERDICT, .number = k->about.number, .several = k->about.several};
    if (k->about.refused) {
        event.kind = LINCE_CHECK_ERROR;
        event.error = &k->about.error;
        r->result->malformed++;
        keep_error(r, LINCE_BAD_INPUT, &k->about.error);
    } else {
        event.history = k->history;
        event.result = k->result;
        count(r, k);
    }
    if (k->about.cut) keep_error(r, LINCE_OUT_OF_MEMORY, &(lince_error){.message = "out of memory"});
    send(r, &event, file);
}

static void send_file(library_run *r, uint32_t file) {
    send(r, &(lince_check_event){.kind = LINCE_CHECK_FILE}, file);
    for (bool over = false; !over;) {
        kept k;
        look(&r->run);
        switch (lck_pool_wait(r->pool, file, TICK, &k.about)) {
        case LCK_NO_EVENT: send_progress(r, file); break;
        case LCK_ANNOUNCED:
            send(r,
                 &(lince_check_event){
                     .kind = LINCE_CHECK_VIOLATED, .number = k.about.number, .several = k.about.several},
                 file);
            break;
        case LCK_ANSWERED:
            send_answer(r, file, &k);
            clear(&k.about);
            break;
        case LCK_FILE_OVER: over = true; break;
        }
    }
}

/* ---- the run ---- */

static lince_verdict worst(const lince_check_files_result *t) {
    if (t->violations) return LINCE_VERDICT_VIOLATION;
    return t->unknown || !t->ok ? LINCE_VERDICT_UNKNOWN : LINCE_VERDICT_OK;
}

static unsigned jobs_of(const library_run *r) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (r->options.jobs) return r->options.jobs;
    return cores > 0 ? (unsigned)cores : 1;
}

static lince_status check_all(library_run *r) {
    uint32_t files = r->files.list.count;
    r->result->files = files;
    r->pool = lck_pool_new(&r->run, &r->files, jobs_of(r));
    if (!r->pool) return LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < files; i++) lck_pool_start(r->pool, i);
    for (uint32_t i = 0; i < files; i++) send_file(r, i);
    lck_pool_free(r->pool);
    r->result->verdict = worst(r->result);
    r->result->seconds = lc_now() - r->started;
    return r->status;
}

static lince_status check_paths(const char *const *paths, size_t count, lince_error *error) {
    if (!count) return lc_fail(error, "lince_check_files is given no file");
    if (!paths) return lc_fail_missing(error, "lince_check_files", "paths");
    for (size_t i = 0; i < count; i++)
        if (!paths[i]) return lc_fail(error, "lince_check_files: path %zu is NULL", i);
    return count < UINT32_MAX ? LINCE_DONE : lc_fail(error, "lince_check_files: %zu paths are too many", count);
}

lince_status lince_check_files(const char *const *paths, size_t count, const lince_check_files_options *options,
                               lince_check_files_result **result, lince_error *error) {
    enum { FIRST = offsetof(lince_check_files_options, context) + sizeof(void *) }; /* the size in 0.2 */
    library_run r = {.started = lc_now(), .error = error};
    if (error) *error = (lince_error){.line = 0};
    if (!result) return lc_fail_missing(error, __func__, "place for the result");
    *result = NULL;
    lince_status status = check_paths(paths, count, error);
    if (status == LINCE_DONE)
        status = lc_take_sized(&r.options, sizeof r.options, FIRST, options, "lince_check_files_options", error);
    if (status == LINCE_DONE) status = settle(&r, error);
    if (status != LINCE_DONE) return status;
    *result = r.result = malloc(sizeof *r.result);
    if (!r.result) return LINCE_OUT_OF_MEMORY;
    *r.result = (lince_check_files_result){.verdict = LINCE_VERDICT_UNKNOWN};
    bool found = lck_files_find(&r.files, paths, (uint32_t)count);
    status = found ? check_all(&r) : LINCE_OUT_OF_MEMORY;
    lck_files_free(&r.files);
    return status;
}

void lince_check_files_result_free(lince_check_files_result *result) { free(result); }

/* ---- excerpts ---- */

/* The excerpt names the operations of the specifications, which must be those of the check. */
static bool all_specified(const lince_history *h, const lince_specs *given) {
    lince_specs *named = NULL;
    bool all = lc_specs_of_history(&named, h, NULL) == LINCE_DONE;
    for (uint32_t i = 0; i < h->ops.count && all; i++) {
        lc_span object = lc_object_name(h, &h->ops.at[i]), method = lc_method_name(h, &h->ops.at[i]);
        const lc_instance *instance = given ? lc_specs_find(given, object) : NULL;
        if (!instance) instance = lc_specs_find(named, object);
        all = instance && lc_spec_method(instance->spec, method.at, method.length) != LC_NO_METHOD;
    }
    lince_specs_free(named);
    return all;
}

lince_status lince_violation_excerpt(const lince_history *h, const lince_specs *specs, const lince_result *r,
                                     lince_history **excerpt, lince_error *error) {
    if (!excerpt) return lc_fail_missing(error, __func__, "place for the excerpt");
    *excerpt = NULL;
    if (!h) return lc_fail_missing(error, __func__, "history");
    if (!r) return lc_fail_missing(error, __func__, "result");
    if (r->verdict != LINCE_VERDICT_VIOLATION)
        return lc_fail(error, "an excerpt is one of a violation, and the verdict is %s", lc_verdict_name(r->verdict));
    for (uint32_t i = 0; r->violation && i < r->violation->conflict.count; i++)
        if (r->violation->conflict.at[i].op >= h->ops.count)
            return lc_fail(error, "the result is one of another history");
    if (!all_specified(h, specs)) return lc_fail(error, "the specifications are not those of the check");
    lck_excerpt cut;
    lince_status status = lck_excerpt_cut(&cut, specs, h, r, error);
    if (status == LINCE_DONE) {
        *excerpt = cut.history;
        cut.history = NULL;
    }
    lck_excerpt_free(&cut);
    return status;
}
