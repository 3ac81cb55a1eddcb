/* lince_model_run: the options of <lince/verifier.h> become those of a session, whose reports become events. */
#include "verifier/library.h"

#include <stddef.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/sized.h"
#include "model/ltl/ltl.h"

_Static_assert((int)LINCE_FAIRNESS_WEAK == LCM_WEAKLY_FAIR && (int)LINCE_FAIRNESS_STRONG == LCM_STRONGLY_FAIR &&
                   (int)LINCE_FAIRNESS_GLOBAL == LCM_GLOBALLY_FAIR,
               "fairness");
_Static_assert((int)LINCE_NATIVE_NEVER == LCV_NATIVE_NEVER && (int)LINCE_NATIVE_ALWAYS == LCV_NATIVE_ALWAYS,
               "native code");

static const double BETWEEN = 0.1; /* seconds between events of progress */

typedef struct library_run {
    lince_model_options options;
    lcv_session session;
    lcv_result *result;
    const lince_model_assertion *now;
    double reported;     /* when the last progress was reported */
    lince_status status; /* the first that is no verdict, with its error */
    lince_error *error;
} library_run;

/* ---- options ---- */

/* In 0.2. */
enum { FIRST = offsetof(lince_model_options, context) + sizeof(void *) };

static lince_status read_options(lince_model_options *own, const lince_model_options *given, lince_error *error) {
    lince_status status = lc_take_sized(own, sizeof *own, FIRST, given, "lince_model_options", error);
    if (status != LINCE_DONE) return status;
    if ((unsigned)own->fairness > LINCE_FAIRNESS_GLOBAL)
        return lc_fail(error, "lince_model_run: there is no fairness %d", (int)own->fairness);
    if ((unsigned)own->native > LINCE_NATIVE_ALWAYS)
        return lc_fail(error, "lince_model_run: there is no use of native code %d", (int)own->native);
    for (size_t i = 0; i < own->assert_count; i++)
        if (!own->asserts || !own->asserts[i]) return lc_fail_missing(error, "lince_model_run", "text in `asserts`");
    for (size_t i = 0; i < own->define_count; i++)
        if (!own->defines || !own->defines[i]) return lc_fail_missing(error, "lince_model_run", "text in `defines`");
    return LINCE_DONE;
}

static lcv_options settle(const lince_model_options *o) {
    static const volatile int never = 0;
    return (lcv_options){.asserts = o->asserts,
                         .assert_count = o->assert_count,
                         .defines = o->defines,
                         .define_count = o->define_count,
                         .fairness = (uint32_t)o->fairness,
                         .native = (lcv_native_use)o->native,
                         .timeout = o->timeout,
                         .max_memory = o->max_memory,
                         .jobs = o->jobs,
                         .interrupt = o->interrupt ? o->interrupt : &never};
}

/* ---- events ---- */

static void send(const library_run *r, const lince_model_event *event) {
    if (r->options.on_event) r->options.on_event(r->options.context, event);
}

static void on_remark(void *context, const lcm_model *model, const lcm_remark *remark) {
    (void)model;
    send(context, &(lince_model_event){.kind = LINCE_MODEL_REMARK,
                                       .text = remark->text,
                                       .line = remark->place.line,
                                       .column = remark->place.column});
}

static void on_begin(void *context, const lcm_assertion *a, uint32_t number) {
    library_run *r = context;
    r->now = lcv_result_assertion(r->result, &r->session.model, a, number);
    r->reported = lc_now();
    if (r->now) send(r, &(lince_model_event){.kind = LINCE_MODEL_ASSERTION, .assertion = r->now});
}

static void on_progress(void *context, const lcm_assertion *a, const lcm_figures *n, uint64_t waiting) {
    library_run *r = context;
    double now = lc_now();
    (void)a;
    if (!r->now || now < r->reported + BETWEEN) return;
    r->reported = now;
    send(r, &(lince_model_event){
                .kind = LINCE_MODEL_PROGRESS, .assertion = r->now, .counts = lcv_counts(n), .waiting = waiting});
}

static void keep_error(library_run *r, lince_status status, const lince_error *error) {
    if (r->status != LINCE_DONE) return;
    r->status = status;
    *r->error = *error;
}

static void on_answer(void *context, lcv_answer *a) {
    library_run *r = context;
    if (a->broken) keep_error(r, LINCE_BAD_INPUT, &a->error);
    const lince_model_answer *answer = r->now ? lcv_result_add(r->result, r->now, a) : NULL;
    if (answer) send(r, &(lince_model_event){.kind = LINCE_MODEL_ANSWER, .assertion = r->now, .answer = answer});
}

static void on_failure(void *context, const lince_error *error) { keep_error(context, LINCE_OUT_OF_MEMORY, error); }

/* ---- running ---- */

static lince_status run(library_run *r, const char *file, lince_error *error) {
    lcv_session *s = &r->session;
    s->options = settle(&r->options);
    s->listener = (lcv_listener){.remark = on_remark,
                                 .begins = on_begin,
                                 .progress = r->options.on_event ? on_progress : NULL,
                                 .answered = on_answer,
                                 .failed = on_failure,
                                 .context = r};
    lince_status status = lcv_session_open(s, file, error);
    if (status == LINCE_DONE) status = lcv_session_has_work(s, error);
    if (status == LINCE_DONE) {
        lcv_session_run(s);
        status = r->result->cut ? LINCE_OUT_OF_MEMORY : r->status;
    }
    lcv_session_close(s);
    lcv_result_settle(r->result);
    return status;
}

lince_status lince_model_run(const char *file, const lince_model_options *options, lince_model_result **result,
                             lince_error *error) {
    lince_error unwanted;
    library_run r = {.error = error ? error : &unwanted};
    *r.error = (lince_error){.line = 0};
    if (!result) return lc_fail_missing(r.error, "lince_model_run", "place for the result");
    *result = NULL;
    if (!file) return lc_fail_missing(r.error, "lince_model_run", "file");
    lince_status status = read_options(&r.options, options, r.error);
    if (status != LINCE_DONE) return status;
    r.result = lcv_result_new();
    if (!r.result) return LINCE_OUT_OF_MEMORY;
    *result = &r.result->shown;
    return run(&r, file, r.error);
}
