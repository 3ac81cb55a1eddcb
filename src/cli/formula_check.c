/* Evaluating formulas on the histories of a file. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/result.h"
#include "cli/cli.h"
#include "cli/formula.h"
#include "counting/formula/explain.h"
#include "counting/formula/recount.h"
#include "report/report.h"
#include "report/words.h"
#include "report/writer.h"

/* The outcome of one history. */
typedef struct outcome {
    lince_verdict verdict;
    double seconds;
    uint32_t operations;
    uint32_t event; /* of the history, after which a formula holds */
    const char *name, *meaning;
    lc_span object;
    LC_VEC(lince_text) words; /* variable, label, variable, label, … */
    lince_text in_one_line;   /* the same in one line, and further labels */
    lince_text spec;
} outcome;

/* The queries about objects with one specification. */
typedef struct query {
    const lc_instance *about; /* NULL: nothing so far */
    lcc_queries formulas;
    lc_evaluator **evaluators;
} query;

typedef struct work {
    const lcc_formula_run *run;
    lc_budget budget;
    lc_limits limits;
    lc_binding binding;
    lince_specs *named;
    lc_by_object all;
    lc_counts counts;
    query query;
    outcome *outcome;
    lince_error *error;
} work;

static const lc_instance *find_spec(const void *context, lc_span object) {
    const work *w = context;
    const lc_instance *found = lc_specs_find(w->run->specs, object);
    return found ? found : lc_specs_find(w->named, object);
}

static lince_text *new_word(outcome *o) {
    return lc_push(NULL, &o->words, (lince_text){0}) ? &o->words.at[o->words.count - 1] : NULL;
}

static void note(work *w, const lcc_query *a, const lc_recount *r, const lc_instance_found *found, uint32_t event) {
    outcome *o = w->outcome;
    for (uint32_t i = 0; i < o->words.count; i++) lc_text_free(&o->words.at[i]);
    o->words.count = 0;
    lc_text_clear(&o->in_one_line);
    o->verdict = LINCE_VERDICT_VIOLATION;
    o->event = event;
    o->name = a->name;
    o->meaning = a->meaning;
    o->object = w->binding.objects.at[r->object].name;
    lc_instance_print(&o->in_one_line, &a->scope, found, &w->counts, &r->labels.labels);
    for (uint32_t i = 0; i < found->count; i++) {
        lince_text *variable = new_word(o);
        if (variable) lc_text_puts(variable, a->scope.names.at[found->at[i].variable]);
        lince_text *label = new_word(o);
        if (label) lc_labels_print(label, &r->labels.labels, found->at[i].label);
    }
}

/* If the formulas are evaluated after every return, a summary is as good as all the data, where it can be used. */
static lc_summary *summary_for(work *w, lc_recount *r, lc_summary *summary, lc_evaluator *const *evaluators,
                               uint32_t count) {
    uint32_t copies = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t needed = lc_evaluator_copies(evaluators[i]);
        if (!needed || w->run->settings.end) return NULL;
        if (needed > copies) copies = needed;
    }
    lc_summary_init(summary, &r->counting, &r->labels.labels, copies, &w->budget);
    return summary;
}

/* The first return of one object after which a formula holds, if it comes before those found for other objects. */
static lc_truth follow(work *w, lc_recount *r, const lcc_queries *all, lc_evaluator *const *evaluators) {
    outcome *o = w->outcome;
    uint32_t event = 0;
    lc_truth truth = LC_FALSE;
    lc_instance_found found = {0};
    bool end = w->run->settings.end;
    lc_summary summary;
    r->summary = summary_for(w, r, &summary, evaluators, all->count);
    while (truth == LC_FALSE && lc_recount_return(r, &event)) {
        if (end) lc_recount_all(r);
        if (end) event = w->binding.history->events.count - 1;
        if (o->verdict == LINCE_VERDICT_VIOLATION && event >= o->event) break;
        bool listed = r->summary ? lc_summary_list(r->summary, &w->counts) : lc_counting_list(&r->counting, &w->counts);
        if (lc_limits_reached(&w->limits) != LC_GO_ON || !listed) {
            truth = LC_UNKNOWN;
            break;
        }
        uint32_t which;
        truth = lc_evaluators_run(evaluators, all->count, &w->counts, &r->labels.labels, &w->limits, &found, &which);
        if (truth == LC_TRUE) note(w, all->at[which], r, &found, event);
    }
    if (r->summary) lc_summary_free(r->summary);
    r->summary = NULL;
    lc_vec_free(&w->budget, &found);
    return truth;
}

static void forget_asking(work *w) {
    query *a = &w->query;
    size_t count = a->formulas.count;
    for (size_t i = 0; a->evaluators && i < count; i++) lc_evaluator_free(a->evaluators[i]);
    if (a->evaluators) lc_release(&w->budget, a->evaluators, (count + 1) * sizeof *a->evaluators);
    lcc_queries_free(&a->formulas, &w->budget);
    *a = (query){0};
}

/* As long as objects have the same specification, formulas are made once. */
static lince_status begin_query(work *w, const lc_instance *instance) {
    query *a = &w->query;
    if (a->about == instance) return LINCE_DONE;
    forget_asking(w);
    lince_status status = lcc_queries_add(&a->formulas, w->run, instance, &w->limits, &w->budget, w->error);
    size_t size = (a->formulas.count + 1) * sizeof *a->evaluators;
    if (status == LINCE_DONE && !(a->evaluators = lc_allocate(&w->budget, size))) status = LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) memset(a->evaluators, 0, size);
    for (uint32_t i = 0; i < a->formulas.count && status == LINCE_DONE; i++) {
        a->evaluators[i] = lc_evaluator_new(&a->formulas.at[i]->scope, a->formulas.at[i]->formula, &w->budget);
        if (!a->evaluators[i]) status = LINCE_OUT_OF_MEMORY;
    }
    if (status == LINCE_DONE) a->about = instance;
    return status;
}

static lince_status judge_object(work *w, uint32_t object, lc_truth *truth) {
    lc_recount r;
    lince_status status = begin_query(w, w->binding.objects.at[object].instance);
    if (status != LINCE_DONE) return status;
    bool fine = lc_recount_init(&r, &w->binding, &w->all, object, w->run->length);
    *truth = fine ? follow(w, &r, &w->query.formulas, w->query.evaluators) : LC_UNKNOWN;
    lc_recount_free(&r);
    return LINCE_DONE;
}

static lince_status judge_objects(work *w) {
    bool unknown = false;
    if (!lc_by_object_init(&w->all, &w->binding)) return LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < w->binding.objects.count; i++) {
        lc_truth truth = LC_FALSE;
        lince_status status = judge_object(w, i, &truth);
        if (status == LINCE_OUT_OF_MEMORY || status == LINCE_STOPPED) truth = LC_UNKNOWN;
        else if (status != LINCE_DONE) return status;
        unknown = unknown || truth == LC_UNKNOWN;
    }
    /* A violation is one, even if other verdicts are unknown. */
    if (unknown && w->outcome->verdict == LINCE_VERDICT_OK) w->outcome->verdict = LINCE_VERDICT_UNKNOWN;
    return LINCE_DONE;
}

static lince_status judge(const lcc_formula_run *run, const lince_history *h, outcome *o, lince_error *error) {
    work w = {.run = run, .outcome = o, .error = error};
    double started = lc_now();
    if (h->order.threads)
        return lc_fail_at(error, h->file, 0, "formulas count over intervals, and the history has a partial order");
    lc_budget_init(&w.budget, run->settings.max_memory);
    w.limits = (lc_limits){.interrupt = run->interrupt};
    if (run->settings.timeout > 0) w.limits.deadline = started + run->settings.timeout;
    lince_status status = lc_specs_of_history(&w.named, h, error);
    lc_bind_options options = {.lookup = find_spec, .context = &w, .limits = &w.limits};
    if (status == LINCE_DONE) {
        status = lc_bind(&w.binding, h, &options, &w.budget, error);
        o->operations = w.binding.operations;
        lc_binding_put_specs(&o->spec, &w.binding);
        if (status == LINCE_DONE) status = judge_objects(&w);
        lc_vec_free(&w.budget, &w.counts);
        lc_by_object_free(&w.all);
        forget_asking(&w);
        lc_binding_free(&w.binding);
    }
    lince_specs_free(w.named);
    if (status == LINCE_OUT_OF_MEMORY || status == LINCE_STOPPED) {
        o->verdict = LINCE_VERDICT_UNKNOWN;
        status = LINCE_DONE;
    }
    o->seconds = lc_now() - started;
    return status;
}

/* ---- reporting ---- */

static uint32_t line_of(const lince_history *h, uint32_t event) {
    const lc_op *op = &h->ops.at[lc_event_op(h->events.at[event])];
    return lc_event_what(h->events.at[event]) == LC_INVOKE ? op->call_line : op->end_line;
}

/* On a line of its own, which becomes the one that begins at `start`. */
static void put_detail(lince_text *out, const lcr_style *style, size_t *start, const char *text) {
    lcr_end_line(out, style, *start);
    *start = out->length;
    lc_text_printf(out, "  %s", text);
}

static void print_outcome(const lcc_formula_run *run, const lince_history *h, const outcome *o, bool several) {
    lcr_style style = lcc_output_style(false, run->settings.width, LCC_COLOUR_AUTO);
    lince_text out = {0};
    size_t start = 0;
    lc_text_puts(&out, h->file);
    if (several) lc_text_printf(&out, "#%u", h->number);
    lc_text_puts(&out, ": ");
    lcr_paint_verdict(&out, &style, o->verdict);
    if (o->verdict == LINCE_VERDICT_OK)
        lc_text_printf(&out, ": no formula holds with k = %u, which does not prove that it is correct", run->length);
    else if (o->verdict == LINCE_VERDICT_UNKNOWN) lc_text_puts(&out, ": a limit was reached before an answer");
    else {
        uint32_t line = line_of(h, o->event);
        lc_text_printf(&out, ": %s holds with k = %u", o->name, run->length);
        if (run->settings.end) lc_text_puts(&out, " at the end");
        else if (line) lc_text_printf(&out, " after line %u", line);
        if (o->object.length) lc_text_printf(&out, ", object %.*s", (int)o->object.length, o->object.at);
        if (o->in_one_line.length) put_detail(&out, &style, &start, lc_text(&o->in_one_line));
        if (o->meaning) put_detail(&out, &style, &start, o->meaning);
    }
    lcr_end_line(&out, &style, start);
    lcc_put(&out);
    lc_text_free(&out);
}

static void print_json(const lcc_formula_run *run, const lince_history *h, const outcome *o) {
    lince_text out = {0};
    lcr_writer w = {.out = &out};
    lcr_write_open(&w, '{');
    lcr_field_text(&w, "file", h->file);
    lcr_field_count(&w, "history", h->number);
    lcr_field_text(&w, "spec", lc_text(&o->spec));
    lcr_field_count(&w, "length", run->length);
    lcr_field_text(&w, "verdict", lc_verdict_name(o->verdict));
    lcr_field_count(&w, "operations", o->operations);
    lcr_field_seconds(&w, "seconds", o->seconds);
    lcr_write_key(&w, "violation");
    if (o->verdict != LINCE_VERDICT_VIOLATION) lcr_write_null(&w);
    else {
        lcr_write_open(&w, '{');
        lcr_field_text(&w, "formula", o->name);
        lcr_field_text(&w, "meaning", o->meaning);
        lcr_write_key(&w, "object");
        lcr_write_string(&w, o->object.at, o->object.length);
        lcr_field_count(&w, "event", o->event);
        lcr_field_count(&w, "line", line_of(h, o->event));
        lcr_field_open(&w, "instance", '{');
        for (uint32_t i = 0; i + 1 < o->words.count; i += 2)
            lcr_field_text(&w, lc_text(&o->words.at[i]), lc_text(&o->words.at[i + 1]));
        lcr_write_close(&w, '}');
        lcr_write_close(&w, '}');
    }
    lcr_write_close(&w, '}');
    lc_text_putc(&out, '\n');
    lcc_put(&out);
    lc_text_free(&out);
}

static int print_history(const lcc_formula_run *run, const lince_history *h, bool several) {
    outcome o = {.verdict = LINCE_VERDICT_OK, .event = UINT32_MAX};
    lince_error error = {0};
    if (!run->settings.quiet) lcc_spinner_start("%s: %u operations", h->file, h->ops.count);
    lince_status status = judge(run, h, &o, &error);
    lcc_spinner_stop();
    bool prints = status == LINCE_DONE && !run->settings.quiet;
    if (prints && run->settings.json) print_json(run, h, &o);
    else if (prints) print_outcome(run, h, &o, several);
    for (uint32_t i = 0; i < o.words.count; i++) lc_text_free(&o.words.at[i]);
    lc_vec_free(NULL, &o.words);
    lc_text_free(&o.in_one_line);
    lc_text_free(&o.spec);
    if (status != LINCE_DONE) return lcc_report_failure(status, &error);
    return o.verdict == LINCE_VERDICT_OK          ? LCC_EXIT_OK
           : o.verdict == LINCE_VERDICT_VIOLATION ? LCC_EXIT_VIOLATION
                                                  : LCC_EXIT_UNKNOWN;
}

static bool stop(void *context) { return lc_is_interrupted(((const lcc_formula_run *)context)->interrupt); }

int lcc_formula_check(const lcc_formula_run *run, const char *path) {
    const lince_read_options options = {.format = (lince_format)run->settings.format,
                                        .independent = run->settings.independent,
                                        .allow_empty = run->settings.allow_empty,
                                        .max_memory = run->settings.max_memory,
                                        .stop = stop,
                                        .context = (void *)run};
    lince_reader *reader = NULL;
    lince_error error = {0};
    int exit = LCC_EXIT_OK;
    lince_history *h = NULL, *next = NULL;
    if (!run->settings.quiet) lcc_spinner_start("%s: reading", path);
    lince_status status = lince_reader_open(&reader, path, &options, &error);
    if (status == LINCE_DONE) status = lince_reader_next(reader, &h, &error);
    /* One is read ahead: whether a file holds several must be known when the first is reported. */
    for (bool several = false; status == LINCE_DONE; h = next) {
        lince_status more = lince_reader_next(reader, &next, &error);
        several = several || more == LINCE_DONE;
        exit = lcc_worse_exit(exit, print_history(run, h, several));
        lince_history_free(h);
        status = more;
    }
    lince_reader_close(reader);
    if (status == LINCE_STOPPED) return lcc_worse_exit(exit, LCC_EXIT_UNKNOWN);
    return status == LINCE_END ? exit : lcc_worse_exit(exit, lcc_report_failure(status, &error));
}
