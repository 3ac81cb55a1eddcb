/* The families of formulas: none holds of a history that is linearizable, whatever is pending and however often values
 * are added, for any length, after any return; and they see what they are for.  The paper's own, which do raise false
 * alarms, are here as well: a test that does not catch them is none.
 *
 *     counting_families [HISTORIES [FIRST]]
 */
#include <stdlib.h>
#include <string.h>

#include <lince/lince.h>

#include "counting/formula/explain.h"
#include "counting/formula/parse.h"
#include "counting/formula/recount.h"
#include "counting_random.h"
#include "history/interval.h"
#include "spec/specs.h"
#include "tap.h"

enum { THREADS = 4, MOST_LENGTH = 4, MOST_ITEMS = 64 };

/* ---- histories ---- */

typedef struct object {
    const char *spec, *add, *remove;
    int capacity; /* 0: none */
    int items[MOST_ITEMS], count;
} object;

enum { NOTHING = 0, IS_EMPTY = -1, ADDED = -2, FULL = -3 }; /* results that are no items */

static int smallest(const object *o) {
    int place = 0;
    for (int i = 1; i < o->count; i++)
        if (o->items[i] < o->items[place]) place = i;
    return place;
}

/* What an operation does when it takes effect. */
static int apply(object *o, int argument, bool peek) {
    if (argument) {
        if (o->capacity && o->count == o->capacity) return FULL;
        if (o->count < MOST_ITEMS) o->items[o->count++] = argument;
        return o->capacity ? ADDED : NOTHING;
    }
    if (!o->count) return IS_EMPTY;
    int place = *o->spec == 'q'   ? 0
                : *o->spec == 's' ? o->count - 1
                : *o->spec == 'p' ? smallest(o)
                                  : (int)below((uint32_t)o->count);
    int item = o->items[place];
    if (!peek) memmove(&o->items[place], &o->items[place + 1], (size_t)(--o->count - place) * sizeof item);
    return item;
}

static lince_value value_of(lince_values *values, int result) {
    return result == IS_EMPTY ? LINCE_EMPTY
           : result == ADDED  ? LINCE_TRUE
           : result == FULL   ? LINCE_FALSE
                              : lince_int(values, result);
}

typedef struct open_call {
    bool open, done, peek;
    int argument, result;
} open_call;

typedef struct wishes {
    uint32_t operations, values; /* values 0: each is new */
    bool pending;                /* some never return */
    bool peeks;
    bool damage; /* results are changed now and then */
} wishes;

static void must(lince_status status) {
    if (status != LINCE_DONE) abort();
}

static lince_history *simulate(object *o, const wishes *w) {
    lince_history *h = lince_history_new();
    lince_values *values = lince_history_values(h);
    lince_error error;
    open_call calls[THREADS] = {{0}};
    bool gone[THREADS] = {false}; /* does not return */
    uint32_t threads = 2 + below(THREADS - 1), begun = 0, damage = w->damage ? 1 + below(6) : 0;
    int next_value = 1;
    o->count = 0;
    for (uint32_t steps = 0; steps < 40 * w->operations; steps++) {
        uint32_t t = below(threads);
        char name[] = {'T', (char)('0' + t), '\0'};
        open_call *c = &calls[t];
        if (!c->open) {
            if (begun == w->operations) continue;
            begun++;
            *c = (open_call){.open = true, .peek = w->peeks && below(5) == 0};
            if (!c->peek && below(2)) c->argument = w->values ? 1 + (int)below(w->values) : next_value++;
            lince_value argument = lince_int(values, c->argument);
            must(lince_invoke(h, name, NULL,
                              c->argument ? o->add
                              : c->peek   ? "peek"
                                          : o->remove,
                              &argument, c->argument != 0, &error));
            gone[t] = w->pending && below(8) == 0;
        } else if (!c->done) {
            c->result = apply(o, c->argument, c->peek);
            c->done = true;
        } else if (!gone[t]) {
            int result = c->result;
            if (damage && !c->argument && below(8) == 0 && damage--)
                result = below(3) ? 1 + (int)below((uint32_t)next_value + w->values) : -1;
            lince_value value = value_of(values, result);
            must(lince_return(h, name, &value, result != NOTHING, &error));
            c->open = false;
        } else if (below(3) == 0) {
            must(lince_crash(h, name, &error));
            c->open = gone[t] = false;
        }
    }
    return h;
}

/* ---- one history ---- */

static const lc_limits no_limits = {0};

static const lc_instance *the_instance(const void *context, lc_span name) {
    (void)name;
    return context;
}

typedef struct formulas {
    uint32_t length, count;
    lc_scope scopes[8];
    lc_evaluator *evaluators[8];
} formulas;

static void add_text(formulas *f, const char *text) {
    lc_scope *s = &f->scopes[f->count];
    lince_error error = {0};
    const lc_formula *made;
    lc_scope_init(s, f->length, NULL);
    if (lc_formula_parse(&made, s, "text", text, strlen(text), &error)) {
        printf("# %s\n", error.message);
        abort();
    }
    f->evaluators[f->count++] = lc_evaluator_new(s, made, NULL);
}

static void families_for(formulas *f, const lc_instance *instance, uint32_t length) {
    *f = (formulas){.length = length};
    uint32_t count;
    const lc_family *const *families = lc_families_of(instance, &count);
    for (uint32_t i = 0; i < count; i++) {
        lc_scope *s = &f->scopes[i];
        lc_scope_init(s, length, NULL);
        const lc_formula *made;
        lince_error error;
        must(lc_family_formula(&made, families[i], s, instance, NULL, &error));
        f->evaluators[f->count++] = lc_evaluator_new(s, made, NULL);
    }
}

static void free_formulas(formulas *f) {
    for (uint32_t i = 0; i < f->count; i++) {
        lc_evaluator_free(f->evaluators[i]);
        lc_scope_free(&f->scopes[i]);
    }
}

static uint32_t shortened, different; /* summaries */

/* Does one of them hold after some return?  Elements may be taken together by their remainder. */
static bool alarm_raised(const lince_history *h, const lc_instance *instance, formulas *f, uint32_t remainder) {
    lc_binding b;
    lc_recount r;
    lince_error error;
    must(lc_bind(&b, h, &(lc_bind_options){.lookup = the_instance, .context = instance, .limits = &no_limits}, NULL,
                 &error));
    bool raised = false;
    if (b.objects.count) {
        if (!lc_recount_init(&r, &b, NULL, 0, f->length)) abort();
        for (uint32_t i = 0; remainder && i < r.labels.facts.count; i++)
            if (r.labels.facts.at[i].element)
                r.labels.facts.at[i].element = 1 + r.labels.facts.at[i].element % remainder;
        lc_counts counts = {0};
        lc_summary summary;
        uint32_t copies = 0;
        for (uint32_t i = 0; i < f->count; i++)
            if (lc_evaluator_copies(f->evaluators[i]) > copies) copies = lc_evaluator_copies(f->evaluators[i]);
        lc_summary_init(&summary, &r.counting, &r.labels.labels, copies, NULL);
        r.summary = &summary;
        for (uint32_t event; !raised && lc_recount_return(&r, &event);) {
            lc_counting_list(&r.counting, &counts);
            uint32_t which;
            raised =
                lc_evaluators_run(f->evaluators, f->count, &counts, &r.labels.labels, NULL, NULL, &which) == LC_TRUE;
            bool alone = false;
            for (uint32_t i = 0; i < f->count && below(4) == 0; i++)
                alone = alone || lc_evaluator_run(f->evaluators[i], &counts, &r.labels.labels, NULL, NULL) == LC_TRUE;
            if (alone && !raised) abort(); /* one by one or all at once, it is the same */
            uint32_t all = counts.count;
            lc_summary_list(&summary, &counts);
            shortened += counts.count < all;
            different += raised != (lc_evaluators_run(f->evaluators, f->count, &counts, &r.labels.labels, NULL, NULL,
                                                      &which) == LC_TRUE);
        }
        lc_summary_free(&summary);
        lc_vec_free(NULL, &counts);
        lc_recount_free(&r);
    }
    lc_binding_free(&b);
    return raised;
}

static uint32_t length_of(const lince_history *h) {
    lc_intervals i;
    if (!lc_intervals_of(&i, h, NULL)) abort();
    uint32_t length = i.length;
    lc_intervals_free(&i);
    return length;
}

static bool linearizable(const lince_history *h, const char *spec) {
    lince_specs *specs = lince_specs_new();
    lince_error error;
    lince_result *result;
    must(lince_specs_add(specs, spec, &error));
    must(lince_check(h, specs, &(lince_check_options){.jobs = 1, .no_explanation = true}, &result, &error));
    bool ok = lince_result_verdict(result) == LINCE_VERDICT_OK;
    lince_result_free(result);
    lince_specs_free(specs);
    return ok;
}

/* ---- the paper's formulas ---- */

/* As printed: operations that straddle i are not seen. */
#define PRINTED                                                                                                        \
    "let first(x, y) = some i in 0..k-1. total(x, 0, i) > 0 and total(y, 0, i) = 0 and total(x, i + 1, k) = 0;\n"
#define CORRECTED "let first(x, y) = before(x, y);\n"
#define RV        "exists x, y. match(x, y) and first(y, x)"
#define EV        "exists x, y, z. match(x, z) and empty(y) and first(x, y) and first(y, z)"
#define FV        "exists x1, x2, y1, y2. match(x1, y1) and match(x2, y2) and first(x1, x2) and first(y2, y1)"
#define LV                                                                                                             \
    "exists x1, x2, y1, y2. match(x1, y1) and match(x2, y2) and first(x1, x2) and first(y1, y2) and first(x2, y1)"

static void paper(formulas *f, const char *spec, uint32_t length, bool corrected) {
    *f = (formulas){.length = length};
    add_text(f, corrected ? CORRECTED RV : PRINTED RV);
    add_text(f, corrected ? CORRECTED EV : PRINTED EV);
    if (*spec == 'q') add_text(f, corrected ? CORRECTED FV : PRINTED FV);
    if (*spec == 's') add_text(f, corrected ? CORRECTED LV : PRINTED LV);
}

/* ---- soundness and strength ---- */

static object objects[] = {{.spec = "queue", .add = "enq", .remove = "deq"},
                           {.spec = "stack", .add = "push", .remove = "pop"},
                           {.spec = "bag", .add = "put", .remove = "take"},
                           {.spec = "pqueue", .add = "insert", .remove = "delmin"},
                           {.spec = "queue:capacity=2", .add = "enq", .remove = "deq", .capacity = 2}};

static void try_object(object *o, uint32_t histories) {
    lc_instance instance;
    lince_error error;
    must(lc_instance_parse(&instance, o->spec, NULL, 0, &error));
    formulas own[MOST_LENGTH + 1], printed[MOST_LENGTH + 1], corrected[MOST_LENGTH + 1];
    for (uint32_t k = 0; k <= MOST_LENGTH; k++) {
        families_for(&own[k], &instance, k);
        paper(&printed[k], o->spec, k, false);
        paper(&corrected[k], o->spec, k, true);
    }
    uint32_t good = 0, alarms = 0, joint_alarms = 0, printed_alarms = 0, corrected_alarms = 0, simple_alarms = 0;
    uint32_t shorts = 0, short_misses = 0; /* of length 4 at most, and simple */
    uint32_t bad = 0, seen[MOST_LENGTH + 1] = {0}, paper_only = 0;
    for (uint32_t i = 0; i < histories; i++) {
        wishes w = {.operations = 3 + below(12),
                    .values = below(2) ? 1 + below(3) : 0,
                    .pending = below(2),
                    .peeks = *o->spec != 'b' && *o->spec != 'p' && below(4) == 0,
                    .damage = i % 2};
        lince_history *h = simulate(o, &w);
        bool right = !w.damage || linearizable(h, o->spec), simple = !w.values && !w.pending;
        uint32_t k = below(MOST_LENGTH + 1);
        if (right) {
            good++;
            alarms += alarm_raised(h, &instance, &own[k], 0);
            joint_alarms += alarm_raised(h, &instance, &own[k], 1 + below(3));
            printed_alarms += simple && alarm_raised(h, &instance, &printed[k], 0);
            simple_alarms += simple && alarm_raised(h, &instance, &corrected[k], 0);
            corrected_alarms += !simple && alarm_raised(h, &instance, &corrected[k], 0);
        } else {
            bad++;
            if (simple && !w.peeks && length_of(h) <= MOST_LENGTH) {
                shorts++;
                short_misses += !alarm_raised(h, &instance, &own[MOST_LENGTH], 0);
            }
            for (uint32_t l = 0; l <= MOST_LENGTH; l++) seen[l] += alarm_raised(h, &instance, &own[l], 0);
            paper_only +=
                simple && alarm_raised(h, &instance, &corrected[k], 0) && !alarm_raised(h, &instance, &own[k], 0);
        }
        lince_history_free(h);
    }
    expect(!alarms, "%s: %u of %u linearizable histories raise an alarm", o->spec, alarms, good);
    expect(!joint_alarms, "%s: %u do where values are not told apart", o->spec, joint_alarms);
    if (*o->spec == 'q' || *o->spec == 's')
        expect(printed_alarms > 0, "%s: the paper's raise %u as printed", o->spec, printed_alarms);
    expect(!simple_alarms, "%s: none with `before` corrected where each value is added once and all return", o->spec);
    expect(corrected_alarms > 0, "%s: but %u in other histories", o->spec, corrected_alarms);
    expect(!paper_only, "%s: what these see otherwise is seen here", o->spec);
    printf("# %s: of %u wrong histories are seen", o->spec, bad);
    for (uint32_t l = 0; l <= MOST_LENGTH; l++) printf("%s %u with k = %u", l ? "," : "", seen[l], l);
    printf("\n");
    if (strlen(o->spec) < 6)
        expect(shorts > histories / 200 && !short_misses, "%s: all of %u that are short and simple", o->spec, shorts);
    expect(bad > histories / 20 && seen[0] > bad / 3, "%s: many wrong histories are seen with k = 0", o->spec);
    expect(seen[MOST_LENGTH] > seen[0], "%s: and more with k = %d", o->spec, MOST_LENGTH);
    for (uint32_t k = 0; k <= MOST_LENGTH; k++)
        free_formulas(&own[k]), free_formulas(&printed[k]), free_formulas(&corrected[k]);
    lc_instance_free(&instance);
}

/* ---- by hand ---- */

/* `T enq 1` calls, `T !` returns, `T ! 1` returns 1, `T ! EMPTY`. */
static lince_history *history_of(const char *text) {
    lince_history *h = lince_history_new();
    lince_values *values = lince_history_values(h);
    lince_error error;
    char thread[8], word[16], argument[16], line[64];
    for (const char *p = text; *p; p += strcspn(p, ";"), p += *p == ';') {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(p, ";"), p);
        int count = sscanf(line, "%7s %15s %15s", thread, word, argument);
        lince_value v = count < 3 ? LINCE_NO_VALUE : *argument == 'E' ? LINCE_EMPTY : lince_int(values, atoi(argument));
        if (*word == '!') must(lince_return(h, thread, &v, count == 3, &error));
        else must(lince_invoke(h, thread, NULL, word, &v, count == 3, &error));
    }
    return h;
}

typedef struct by_hand {
    const char *spec, *name, *text;
    uint32_t length;
    bool right, paper; /* what the paper's formulas say, `before` corrected */
    const char *told;
} by_hand;

static const by_hand cases[] = {
    {"queue", "a removal may take what is still being added", "A enq 1;B deq;B ! 1;B enq 1;B !", 2, true, true, NULL},
    {"queue", "a removal that does not return may have emptied it",
     "A enq 1;A !;B deq;A deq;A ! EMPTY;C enq 1;A deq;A ! 1", 4, true, true, NULL},
    {"queue", "or taken the first of two", "A enq 1;A !;B deq;A enq 2;A !;A deq;A ! 2;C enq 1;A deq;A ! 1", 4, true,
     true, NULL},
    {"stack", "or the last", "A push 1;A !;A push 2;A !;B pop;A pop;A ! 1;C push 2;A pop;A ! 2", 4, true, true, NULL},
    {"queue", "added, being removed, empty", "A enq 1;A !;B deq;A deq;A ! EMPTY", 2, true, false, NULL},
    {"queue", "added twice, removed twice", "A enq 1;A !;A enq 1;A !;A deq;A ! 1;A deq;A ! 1;A deq;A ! EMPTY", 4, true,
     false, NULL},
    {"pqueue", "a removal that does not return cannot have taken what another removed later",
     "A insert 1;A !;B delmin;A delmin;A ! EMPTY;A delmin;A ! 1", 4, false, true,
     "Psi_ev: x = insert(1), e = delmin() => EMPTY, with delmin() => 1: nothing was found although an element was "
     "there all the time"},
    {"queue", "never added", "A deq;A ! 1", 0, false, false,
     "Psi_rv: y = deq() => 1: an element was removed before it was added, or more often"},
    {"queue", "added after it was removed", "A deq;A ! 1;A enq 1;A !", 1, false, true,
     "Psi_rv: y = deq() => 1, with enq(1): an element was removed before it was added, or more often"},
    {"queue", "removed twice", "A enq 1;A !;A deq;A ! 1;B deq;B ! 1", 0, false, false,
     "Psi_rv: y = deq() => 1, with enq(1): an element was removed before it was added, or more often"},
    {"queue", "never removed, and yet empty", "A enq 1;A !;A deq;A ! EMPTY", 1, false, false,
     "Psi_ev: x = enq(1), e = deq() => EMPTY: nothing was found although an element was there all the time"},
    {"queue", "removed in the wrong order", "A enq 1;A !;A enq 2;A !;A deq;A ! 2;A deq;A ! 1", 3, false, true,
     "Psi_fv: x1 = enq(1), y2 = deq() => 2, with enq(2), deq() => 1: an element was removed before one that had been "
     "added "
     "earlier"},
    {"queue", "left behind", "A enq 1;A !;A enq 2;A !;A deq;A ! 2", 2, false, false,
     "Psi_fv: x1 = enq(1), y2 = deq() => 2, with enq(2): an element was removed before one that had been added "
     "earlier"},
    {"queue", "concurrent additions in any order", "A enq 1;B enq 2;A !;B !;A deq;A ! 2;A deq;A ! 1", 3, true, false,
     NULL},
    {"stack", "removed from below", "A push 1;A !;A push 2;A !;A pop;A ! 1;A pop;A ! 2", 3, false, true,
     "Psi_lv: x2 = push(2), y1 = pop() => 1, with push(1), pop() => 2: an element was removed although another was "
     "above it"},
    {"stack", "last in, first out", "A push 1;A !;A push 2;A !;A pop;A ! 2;A pop;A ! 1", 3, true, false, NULL},
    {"stack", "seen after it was removed", "A push 1;A !;A pop;A ! 1;A peek;A ! 1", 2, false, false,
     "Psi_pv: y = peek() => 1, with push(1), pop() => 1: an element was seen that was not there"},
    {"stack", "seen while it is removed", "A push 1;A !;B pop;A peek;A ! 1;B ! 1", 2, true, false, NULL},
};

static void try_by_hand(const by_hand *c) {
    lince_history *h = history_of(c->text);
    lc_instance instance;
    lince_error error;
    lc_binding b;
    lc_recount r;
    lc_counts counts = {0};
    must(lc_instance_parse(&instance, c->spec, NULL, 0, &error));
    must(lc_bind(&b, h, &(lc_bind_options){.lookup = the_instance, .context = &instance, .limits = &no_limits}, NULL,
                 &error));
    if (!lc_recount_init(&r, &b, NULL, 0, c->length)) abort();
    lc_recount_all(&r);
    lc_counting_list(&r.counting, &counts);
    lince_text told = {0};
    bool seen = lc_formula_explain(&told, &instance, c->length, &counts, &r.labels.labels, NULL, NULL, NULL);
    lince_text again = {0};
    bool whole = lc_formula_explain_prefix(&again, &b, 0, h->events.count, c->length, NULL) == seen &&
                 strcmp(lc_text(&again), lc_text(&told)) == 0;
    lc_text_clear(&again);
    whole = whole && !lc_formula_explain_prefix(&again, &b, 0, 1, c->length, NULL) && !again.length;
    lc_text_free(&again);
    bool as_told = whole && seen == !c->right && (!c->told || strcmp(lc_text(&told), c->told) == 0);
    formulas paper_says;
    paper(&paper_says, c->spec, c->length, true);
    bool papers = alarm_raised(h, &instance, &paper_says, 0) == c->paper;
    expect(as_told && papers && linearizable(h, c->spec) == c->right, "%s", c->name);
    if (!as_told || !papers) printf("# %d %d %s\n", as_told, papers, lc_text(&told));
    free_formulas(&paper_says);
    lc_text_free(&told);
    lc_vec_free(NULL, &counts);
    lc_recount_free(&r);
    lc_binding_free(&b);
    lc_instance_free(&instance);
    lince_history_free(h);
}

int main(int argc, char **argv) {
    uint32_t histories = argc > 1 ? (uint32_t)atoi(argv[1]) : 4000;
    if (argc > 2) seed = strtoull(argv[2], NULL, 10);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) try_by_hand(&cases[i]);
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) try_object(&objects[i], histories);
    expect(!different && shortened > histories / 10, "summaries say the same, and %u were shorter", shortened);
    return tap_end();
}
