/* Models that are checked through the library. */
#include <lince/verifier.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "concurrent.h"
#include "tap.h"

enum { MOST = 64 };

static struct {
    int count[LINCE_MODEL_ANSWER + 1];
    lince_model_event_kind order[MOST];
    int events; /* but for progress */
    char remark[512];
    unsigned long line, column;
    volatile int *stop; /* set by the first progress */
    const char *busy;   /* the assertion that it is about */
    uint64_t states, waiting;
    pthread_t caller;
} seen;

static void on_event(void *context, const lince_model_event *event) {
    if (context != &seen || !pthread_equal(pthread_self(), seen.caller)) abort();
    seen.count[event->kind]++;
    if (event->kind != LINCE_MODEL_PROGRESS && seen.events < MOST) seen.order[seen.events++] = event->kind;
    if (event->kind == LINCE_MODEL_REMARK) {
        snprintf(seen.remark, sizeof seen.remark, "%s", event->text);
        seen.line = event->line;
        seen.column = event->column;
    }
    if (event->kind != LINCE_MODEL_PROGRESS) return;
    seen.busy = event->assertion->text;
    seen.states = event->counts.states;
    seen.waiting = event->waiting;
    if (seen.stop) *seen.stop = 1;
}

static lince_model_options listening(void) {
    lince_model_options o = LINCE_MODEL_OPTIONS_INIT;
    memset(&seen, 0, sizeof seen);
    seen.caller = pthread_self();
    o.on_event = on_event;
    o.context = &seen;
    return o;
}

static const char *in_source(const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", getenv("LINCE_SOURCE"), name);
    return path;
}

/* A model of its own in the current directory. */
static const char *written(const char *text) {
    static const char name[] = "model.lin";
    FILE *file = fopen(name, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(99);
    return name;
}

/* NULL: it did not run, which was reported. */
static lince_model_result *run(const char *file, const lince_model_options *o, size_t answers) {
    lince_model_result *r;
    lince_error error;
    lince_status status = lince_model_run(file, o, &r, &error);
    if (expect(status == LINCE_DONE && r && r->answer_count == answers, "a model is checked: %s", error.message))
        return r;
    lince_model_result_free(r);
    return NULL;
}

static bool is_step(const lince_model_step *s, const char *process, const char *event, bool hidden) {
    return !strcmp(s->process, process) && !strcmp(s->event, event) && s->hidden == hidden && !s->failing;
}

static bool changes(const lince_model_step *s, const char *name, const char *value) {
    return s->change_count == 1 && !strcmp(s->changes[0].name, name) && !strcmp(s->changes[0].value, value);
}

/* ---- a violation of linearizability ---- */

static void look_at_violation(const lince_model_answer *a) {
    size_t conflict = 0;
    expect(a->verdict == LINCE_VERDICT_VIOLATION && a->reason == LINCE_MODEL_TRACE && !strcmp(a->reason_name, "trace"),
           "a violation with its reason");
    expect(a->assertion->number == 2 && a->assertion->line == 13 &&
               !strcmp(a->assertion->text, "Counter() linearizes Ticket") &&
               a->assertion->criterion == LINCE_MODEL_LINEARIZES &&
               !strcmp(a->assertion->criterion_name, "linearizable") &&
               !strcmp(a->assertion->specification, "Ticket") && !strcmp(a->assertion->expected, "violation"),
           "its assertion");
    if (!expect(a->path && a->path->step_count == 8 && a->path->loop == LINCE_MODEL_NO_LOOP, "its path")) return;
    const lince_model_step *s = a->path->steps;
    expect(is_step(&s[0], "Inc(0)", "inc_inv.0", false) && !s[0].change_count, "its first step");
    expect(is_step(&s[4], "Inc(1)", "store.1", true) && changes(&s[4], "count", "1"), "a step with a change");
    expect(is_step(&s[6], "Inc(0)", "store.0", true) && !s[6].change_count, "the step that loses an update");
    expect(is_step(&s[7], "Inc(0)", "inc_res.0.1", false), "its last step");
    expect(strstr(a->path->first, "count = 0") && strstr(a->path->last, "count = 1"), "its first and last state");
    expect(a->allowed_count == 1 && !strcmp(a->allowed[0], "inc_res.0.2"), "the return that was possible instead");
    expect(a->history && lince_history_operations(a->history) == 2, "its history");
    expect(a->result && lince_result_verdict(a->result) == LINCE_VERDICT_VIOLATION &&
               lince_result_conflict(a->result, &conflict) && conflict == 2,
           "the operations that conflict");
    expect(a->counts.states > 0 && a->counts.transitions >= 8 && a->counts.pairs > 0 && a->memory > 0, "its counts");
}

static void check_violation(void) {
    static const lince_model_event_kind order[] = {LINCE_MODEL_ASSERTION, LINCE_MODEL_ANSWER, LINCE_MODEL_ASSERTION,
                                                   LINCE_MODEL_ANSWER};
    lince_model_options o = listening();
    lince_model_result *r = run(in_source("examples/library/lost_update.lin"), &o, 2);
    if (!r) return;
    const lince_model_answer *first = r->answers[0], *second = r->answers[1];
    expect(r->verdict == LINCE_VERDICT_VIOLATION && r->ok == 1 && r->violations == 1 && !r->unknown && !r->errors,
           "its totals");
    expect(r->counts.states == first->counts.states + second->counts.states &&
               r->counts.transitions == first->counts.transitions + second->counts.transitions &&
               r->counts.pairs == first->counts.pairs + second->counts.pairs,
           "counts are added up");
    expect(seen.events == 4 && !memcmp(seen.order, order, sizeof order), "events come in their order");
    expect(first->verdict == LINCE_VERDICT_OK && first->reason == LINCE_MODEL_NO_REASON && !first->reason_name &&
               !first->path && !first->history && !first->result && !first->allowed_count && !first->error,
           "an assertion that holds has no counterexample");
    expect(first->assertion->criterion == LINCE_MODEL_DEADLOCKFREE && !first->assertion->specification,
           "its criterion");
    look_at_violation(second);
    lince_model_result_free(r);
}

/* ---- other criteria ---- */

static const char several[] =
    "#define LIMIT 3;\n"
    "var x = 0;\n"
    "P() = [x < LIMIT] up{x = x + 1;} -> P();\n"
    "Q() = go -> stop -> Q();\n"
    "#assert P() deadlockfree;\n"
    "#assert P() reaches (x > 0) with max(x);\n"
    "#assert Q() |= <> [] stop;\n"
    "#assert P() refines Q();\n"
    "#assert P() reaches (x > LIMIT);\n"
    "#assert Q() deadlockfree;\n";

static void check_several(void) {
    lince_model_options o = listening();
    lince_model_result *r = run(written(several), &o, 6);
    if (!r) return;
    const lince_model_answer *const *a = r->answers;
    expect(r->ok == 2 && r->violations == 4, "%zu of several assertions hold", r->ok);
    expect(a[0]->reason == LINCE_MODEL_DEADLOCK && a[0]->path->step_count == 3 && a[0]->counts.states == 4,
           "a deadlock after three steps");
    expect(a[1]->verdict == LINCE_VERDICT_OK && a[1]->reason == LINCE_MODEL_REACHED && a[1]->has_best &&
               a[1]->best == 3 && a[1]->path->step_count == 3,
           "a state that is reached, with its best value");
    expect(a[2]->reason == LINCE_MODEL_CYCLE && a[2]->path->step_count == 2 && a[2]->path->loop == 0, "a loop");
    expect(a[3]->reason == LINCE_MODEL_TRACE && !strcmp(a[3]->assertion->specification, "Q()") &&
               a[3]->allowed_count == 1 && !strcmp(a[3]->allowed[0], "go") && !a[3]->history,
           "a trace that the specification does not have");
    expect(a[4]->reason == LINCE_MODEL_NOT_REACHED && !a[4]->path, "a state that is not reached");
    expect(a[5]->verdict == LINCE_VERDICT_OK && a[5]->assertion->number == 6 && a[5]->assertion->line == 10,
           "an assertion that holds");
    lince_model_result_free(r);
}

static void check_chosen(void) {
    static const char *const asserts[] = {"refines", "1"}, *const defines[] = {"LIMIT=5"};
    lince_model_options o = listening();
    o.asserts = asserts;
    o.assert_count = 2;
    o.defines = defines;
    o.define_count = 1;
    lince_model_result *r = run(written(several), &o, 2);
    if (!r) return;
    expect(r->answers[0]->assertion->number == 1 && r->answers[1]->assertion->number == 4, "those that are chosen");
    expect(r->answers[0]->path->step_count == 5, "with another value of a constant");
    lince_model_result_free(r);
}

/* Comments of the examples have the expected verdicts. */
static void check_examples(void) {
    static const char *const names[] = {"peterson",       "peterson_wrong", "register",
                                        "register_wrong", "queue_wrong",    "stack_points_wrong",
                                        "channel",        "channel_stuck",  "philosophers"};
    bool points = false, progress = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[128];
        lince_model_result *r;
        lince_error error;
        size_t expected = 0;
        snprintf(name, sizeof name, "examples/models/%s.lin", names[i]);
        lince_status status = lince_model_run(in_source(name), NULL, &r, &error);
        for (size_t k = 0; status == LINCE_DONE && k < r->answer_count; k++) {
            const lince_model_answer *a = r->answers[k];
            const char *verdict = a->verdict == LINCE_VERDICT_OK ? "ok" : "violation";
            expected += a->verdict != LINCE_VERDICT_UNKNOWN && !strcmp(a->assertion->expected, verdict);
            points |= a->reason == LINCE_MODEL_POINTS && !a->result && a->history;
            progress |= a->assertion->criterion == LINCE_MODEL_PROGRESSES && a->verdict == LINCE_VERDICT_VIOLATION;
        }
        expect(status == LINCE_DONE && r->answer_count && expected == r->answer_count, "%s has the verdicts it expects",
               names[i]);
        lince_model_result_free(r);
    }
    expect(points, "points of linearization that are wrong");
    expect(progress, "operations that cannot return");
}

static void check_native(void) {
    static const lince_model_native uses[] = {LINCE_NATIVE_NEVER, LINCE_NATIVE_ALWAYS};
    uint64_t states[2] = {0};
    for (int i = 0; i < 2; i++) {
        lince_model_options o = LINCE_MODEL_OPTIONS_INIT;
        o.native = uses[i];
        lince_model_result *r = run(in_source("examples/library/lost_update.lin"), &o, 2);
        if (r) states[i] = r->counts.states;
        lince_model_result_free(r);
    }
    expect(states[0] && states[0] == states[1], "native code has the same states");
}

/* ---- limits ---- */

static const char endless[] =
    "var x = 0;\n"
    "P() = up{x = x + 1;} -> P();\n"
    "#assert P() deadlockfree;\n"
    "#assert P() nonterminating;\n"
    "#assert P() |= []<> up;\n";

static void check_interrupt(void) {
    volatile int stop = 1;
    lince_model_options o = listening();
    o.interrupt = &stop;
    lince_model_result *r = run(written(endless), &o, 3);
    expect(r && r->verdict == LINCE_VERDICT_UNKNOWN && r->unknown == 3 &&
               r->answers[1]->reason == LINCE_MODEL_INTERRUPT && !strcmp(r->answers[1]->reason_name, "interrupt"),
           "an interrupt before the beginning leaves everything unknown");
    lince_model_result_free(r);
    for (uint32_t i = 0; i < 4; i++) {
        static const char *const asserts[] = {"deadlockfree", "|="};
        o = listening();
        stop = 0;
        o.interrupt = seen.stop = &stop;
        o.jobs = 1 + i % 2;
        o.asserts = &asserts[i / 2];
        o.assert_count = 1;
        r = run("model.lin", &o, 1);
        expect(r && r->unknown == 1 && r->answers[0]->reason == LINCE_MODEL_INTERRUPT && r->answers[0]->counts.states,
               "an interrupt ends a search by %u threads that would not end", o.jobs);
        /* The first report may come before there are states to count. */
        expect(seen.count[LINCE_MODEL_PROGRESS] > 0 && strstr(seen.busy, asserts[i / 2]),
               "which had reported its progress");
        lince_model_result_free(r);
    }
}

static void check_limits(void) {
    lince_model_options o = LINCE_MODEL_OPTIONS_INIT;
    o.timeout = 0.01;
    lince_model_result *r = run(written(endless), &o, 3);
    expect(r && r->unknown == 3 && r->answers[0]->reason == LINCE_MODEL_TIMEOUT, "a limit on time");
    lince_model_result_free(r);
    o.timeout = 0;
    o.max_memory = 1 << 20;
    r = run(written(endless), &o, 3);
    expect(r && r->unknown == 3 && r->answers[1]->reason == LINCE_MODEL_MEMORY, "a limit on memory");
    lince_model_result_free(r);
}

/* ---- mistakes ---- */

static void refused(const char *file, const lince_model_options *o, const char *why, unsigned long line,
                    const char *name) {
    lince_model_result *r;
    lince_error error;
    lince_status status = lince_model_run(file, o, &r, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, why) && error.line == line, "%s: %s", name,
           error.message);
    expect(!r || (!r->answer_count && r->verdict == LINCE_VERDICT_UNKNOWN), "and there is no answer");
    lince_model_result_free(r);
}

static void check_refused(void) {
    static const char *const asserts[] = {"7"}, *const texts[] = {"fair"}, *const unused[] = {"N=3"},
                             *const wrong[] = {"LIMIT=x"}, *const missing[] = {NULL};
    lince_model_options o = listening();
    refused("nowhere.lin", NULL, "No such file", 0, "a file that is not there");
    refused(NULL, NULL, "no file", 0, "no file");
    refused(written("P() = a -> Q();\n\n#assert P() deadlockfree;\n"), &o, "column 12", 1, "a malformed model");
    expect(!seen.events, "of which there are no events");
    refused(written("P() = a -> P();\n"), &o, "nothing to check", 0, "a model without assertions");
    written(several);
    o.asserts = asserts;
    o.assert_count = 1;
    refused("model.lin", &o, "has 6 assertions", 0, "an assertion that there is not");
    o.asserts = texts;
    refused("model.lin", &o, "no assertion of", 0, "a text that no assertion has");
    o.asserts = missing;
    refused("model.lin", &o, "asserts", 0, "a text that is missing");
    o = listening();
    o.defines = unused;
    o.define_count = 1;
    refused("model.lin", &o, "has no '#define N'", 0, "a constant that there is not");
    o.defines = wrong;
    refused("model.lin", &o, "NAME=NUMBER", 0, "a value that is no number");
    o = listening();
    o.fairness = (lince_model_fairness)6;
    refused("model.lin", &o, "fairness", 0, "a fairness that there is not");
    lince_error error;
    expect(lince_model_run("model.lin", NULL, NULL, &error) == LINCE_BAD_INPUT && strstr(error.message, "result"),
           "no place for the result: %s", error.message);
    lince_model_result *r;
    expect(lince_model_run("nowhere.lin", NULL, &r, NULL) == LINCE_BAD_INPUT, "no place for the error");
    lince_model_result_free(r);
}

/* It is wrong in a state that only the search reaches. */
static void check_failing(void) {
    lince_model_options o = listening();
    lince_model_result *r;
    lince_error error;
    lince_status status = lince_model_run(written("var x = 0;\nvar a[2];\n"
                                                  "R() = [x < 4] up{x = x + 1; a[x] = 1;} -> R();\n"
                                                  "Q() = go -> Q();\n"
                                                  "#assert R() deadlockfree;\n#assert Q() deadlockfree;\n"),
                                          &o, &r, &error);
    expect(status == LINCE_BAD_INPUT && error.line == 3 && strstr(error.file, "model.lin") &&
               strstr(error.message, "no element 2"),
           "a model that fails: %s", error.message);
    if (!expect(r && r->answer_count == 2, "every assertion has an answer")) return;
    const lince_model_answer *a = r->answers[0];
    expect(r->errors == 1 && r->ok == 1 && !r->unknown && r->verdict == LINCE_VERDICT_UNKNOWN, "its totals");
    expect(a->verdict == LINCE_VERDICT_UNKNOWN && !strcmp(a->error, error.message) && a->error_line == 3 &&
               a->error_column > 0,
           "the error and its place");
    expect(a->path && a->path->step_count == 2 && a->path->steps[1].failing && !a->path->steps[0].failing,
           "the steps that lead there");
    expect(r->answers[1]->verdict == LINCE_VERDICT_OK && !r->answers[1]->error, "the other assertion holds");
    lince_model_result_free(r);
}

static void check_remark(void) {
    lince_model_options o = listening();
    lince_model_result *r = run(written("\nP() = (put -> P()) \\ {putt};\n#assert P() deadlockfree;\n"), &o, 1);
    expect(seen.order[0] == LINCE_MODEL_REMARK && strstr(seen.remark, "'putt'") && seen.line == 2 && seen.column > 0,
           "a remark: %s", seen.remark);
    lince_model_result_free(r);
}

static void check_sizes(void) {
    struct {
        lince_model_options known;
        char later[16];
    } newer = {.known = LINCE_MODEL_OPTIONS_INIT};
    const char *good = in_source("examples/library/lost_update.lin");
    newer.known.size = sizeof newer;
    lince_model_result_free(run(good, &newer.known, 2));
    newer.later[3] = 1;
    refused(good, &newer.known, "does not have", 0, "a newer program that sets what is newer");
    newer.known.size = 8;
    refused(good, &newer.known, "size", 0, "options with a wrong size");
}

/* ---- threads ---- */

static void *run_silently(void *place) {
    lince_model_options o = LINCE_MODEL_OPTIONS_INIT;
    lince_model_result *r;
    o.jobs = 1;
    lince_status status = lince_model_run(place, &o, &r, NULL);
    bool right = status == LINCE_DONE && r->violations == 1 && r->answers[1]->path->step_count == 8;
    lince_model_result_free(r);
    return right ? place : NULL;
}

static void check_threads(void) {
    char file[4096];
    snprintf(file, sizeof file, "%s", in_source("examples/library/lost_update.lin"));
    expect_in_threads(run_silently, file);
}

int main(void) {
    char directory[] = "/tmp/lince-verifier-XXXXXX";
    if (!mkdtemp(directory) || chdir(directory) != 0) return 99;
    check_violation();
    check_several();
    check_chosen();
    check_examples();
    check_native();
    check_interrupt();
    check_limits();
    check_refused();
    check_failing();
    check_remark();
    check_sizes();
    check_threads();
    lince_model_result_free(NULL);
    unlink("model.lin");
    if (chdir("/") != 0 || rmdir(directory) != 0) return 99;
    return tap_end();
}
