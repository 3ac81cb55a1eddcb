/* A check from beginning to end: bind, split, search the parts, put the answers together, explain. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/job.h"
#include "spec/specs.h"

static lince_reason reason_of(lc_halt halt) {
    return halt == LC_TIMED_OUT     ? LINCE_REASON_TIMEOUT
           : halt == LC_INTERRUPTED ? LINCE_REASON_INTERRUPT
                                    : LINCE_REASON_MEMORY;
}

/* One verdict from all: a violation beats unknown beats ok. */
static void conclude(lc_job *c) {
    lince_result *r = c->result;
    r->verdict = LINCE_VERDICT_OK;
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        const lc_finding *f = &c->findings[i];
        if (f->outcome == LC_VIOLATED) {
            r->verdict = LINCE_VERDICT_VIOLATION;
            r->why_unknown = LINCE_REASON_NONE;
            return;
        }
        if (f->outcome != LC_HALTED) continue;
        r->verdict = LINCE_VERDICT_UNKNOWN;
        if (f->halt != LC_SPENT) r->why_unknown = reason_of(f->halt); /* or nobody came to it because of another */
    }
}

/* ---- explaining ---- */

/* The least that an explanation may cost, in configurations: some hundredths of a second. */
enum { FREE_EXPLANATION = 100000 };

/* Which event of a part its r-th return is. */
static uint32_t event_of_return(const lc_part *part, uint32_t r) {
    for (uint32_t i = 0;; i++) {
        assert(i < part->event_count);
        if (lc_event_what(part->events[i]) == LC_RETURN && r-- == 0) return i;
    }
}

/* Where in the history an event of a part is, if it is a return. */
static uint32_t position(const lc_job *c, const lc_part *part, uint32_t event) {
    return c->binding.history->ops.at[lc_event_op(part->events[event])].end;
}

/* The return that stopped the search of a whole part is where its smallest failing prefix ends, if nothing else that
 * was open then has a result: of what will be returned later the prefix knows nothing. */
static bool is_settled(const lc_job *c, const lc_part *part, uint32_t event) {
    const lince_history *h = c->binding.history;
    for (uint32_t i = event + 1; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) == LC_INVOKE || h->ops.at[op].call > position(c, part, event)) continue;
        const lc_label *label = &c->binding.labels.at[c->binding.label_of.at[op]];
        lc_call call;
        lc_label_call(label, &call);
        const lince_spec *spec = c->binding.objects.at[label->object].instance->spec;
        if (!spec->methods[call.call.method].pure && spec->methods[call.call.method].results_max) return false;
    }
    return true;
}

/* The best violation found so far: the one that needs least of the history. */
typedef struct best {
    lc_part prefix;
    uint32_t cut; /* in events of the history */
    bool smallest;
} best;

/* A violated part, of which a prefix of `holds` events is known to hold: does it need less of the history? */
static void consider(lc_job *c, lc_search *s, const lc_part *part, uint32_t holds, best *b) {
    if (position(c, part, holds) >= b->cut) return;
    uint32_t events =
        is_settled(c, part, holds) ? holds + 1 : lc_smallest_prefix(lc_decide_linearizable, s, part, holds);
    if (!events) return;
    lc_part prefix = *part;
    prefix.event_count = events;
    uint32_t cut = lc_smallest_cut(lc_decide_linearizable, s, &prefix, part, &c->binding);
    if (cut && cut < b->cut) *b = (best){prefix, cut, b->smallest};
}

/* Of the violations the one whose failing prefix is the smallest, so that it does not depend on which part was searched
 * first.  Parts that were too hard are looked at as far as they could do better. */
static bool find_first_violation(lc_job *c, lc_search *s, uint64_t allowance, best *b) {
    *b = (best){.cut = LC_NEVER, .smallest = true};
    for (uint32_t i = 0; i < c->parts.parts.count; i++)
        if (c->findings[i].outcome == LC_VIOLATED) {
            const lc_part *part = &c->parts.parts.at[i];
            consider(c, s, part, event_of_return(part, c->findings[i].furthest), b);
        }
    for (uint32_t i = 0; i < c->parts.parts.count && b->cut != LC_NEVER; i++) {
        if (c->findings[i].outcome != LC_HALTED) continue;
        lc_part part = c->parts.parts.at[i];
        const lc_op *ops = c->binding.history->ops.at;
        uint32_t count = 0;
        for (; count < part.event_count; count++) {
            const lc_op *op = &ops[lc_event_op(part.events[count])];
            if ((lc_event_what(part.events[count]) == LC_INVOKE ? op->call : op->end) >= b->cut) break;
        }
        part.event_count = count;
        s->allowance = s->visited + allowance;
        lc_outcome outcome = lc_linearize(s, &part);
        if (outcome == LC_VIOLATED) consider(c, s, &part, event_of_return(&part, s->furthest), b);
        if (outcome == LC_HALTED) b->smallest = false;
        s->allowance = UINT64_MAX;
    }
    return b->cut != LC_NEVER;
}

/* Never more work than the check itself, but for what takes no time anyway. */
static void explain_linearizable(lc_job *c, lc_search *s) {
    lc_violation *v = c->result->violation = lc_violation_new();
    if (!v) return;
    uint64_t all = c->result->statistics.configurations, before = s->visited;
    best b;
    if (find_first_violation(c, s, all > FREE_EXPLANATION ? all : FREE_EXPLANATION, &b)) {
        uint64_t spent = s->visited - before;
        v->has_prefix = true;
        v->prefix_events = b.cut;
        v->smallest = b.smallest;
        lc_explain(v, s, &b.prefix, all > spent + FREE_EXPLANATION ? all - spent : FREE_EXPLANATION);
    } else {
        v->culprit = LC_NEVER;
        v->reason = strdup("a limit was reached before the violation could be explained");
    }
}

/* The conflict's operations by number alone, for the public interface. */
static void list_conflict(lince_result *r) {
    for (uint32_t i = 0; r->violation && i < r->violation->conflict.count; i++)
        (void)lc_push(NULL, &r->conflict, r->violation->conflict.at[i].op);
}

/* ---- the two criteria ---- */

static void check_linearizable(lc_job *c) {
    lc_search s;
    lc_search_init(&s, &c->binding, &c->tuning, &c->limits, &c->budget);
    lc_search_parts(c, &s);
    conclude(c);
    lc_announce(c, c->result->verdict);
    if (c->result->verdict == LINCE_VERDICT_OK) lc_merge_orders(c);
    if (c->result->verdict == LINCE_VERDICT_VIOLATION && !c->options->no_explanation) explain_linearizable(c, &s);
    lc_search_free(&s);
}

/* All events as one part, for a criterion that is not local. */
static bool whole_history(lc_job *c, lc_part *whole, lc_event **events) {
    const lince_history *h = c->binding.history;
    *whole = (lc_part){.object = LC_ALL_OBJECTS, .key = LINCE_NO_VALUE};
    *events = lc_allocate(&c->budget, ((size_t)h->events.count + 1) * sizeof **events);
    if (!*events) return false;
    for (uint32_t i = 0; i < h->events.count; i++) {
        uint32_t op = lc_event_op(h->events.at[i]);
        lc_event_kind kind = lc_event_what(h->events.at[i]);
        if (c->binding.label_of.at[op] == LC_NO_LABEL || kind == LC_CRASH) continue;
        (*events)[whole->event_count++] = lc_make_event(op, kind == LC_INVOKE ? LC_INVOKE : LC_RETURN);
    }
    whole->events = *events;
    return true;
}

/* What is linearizable is sequentially consistent, and finding that out is mostly cheap; give it a try. */
static bool linearizable_anyway(lc_job *c) {
    if (c->options->no_partition || c->parts.entangled) return false;
    lc_search s;
    lc_search_init(&s, &c->binding, &c->tuning, &c->limits, &c->budget);
    lc_search_easy_parts(c, &s);
    lc_search_free(&s);
    bool holds = true;
    for (uint32_t i = 0; i < c->parts.parts.count && holds; i++) holds = c->findings[i].outcome == LC_HOLDS;
    if (holds) lc_merge_orders(c);
    return holds;
}

static void explain_whole(lc_job *c, lc_sequencer *s, const lc_part *whole) {
    lc_violation *v = c->result->violation = lc_violation_new();
    if (!v) return;
    uint64_t allowance = s->visited > FREE_EXPLANATION ? s->visited : FREE_EXPLANATION;
    lc_part prefix = *whole;
    if (s->real_time) {
        uint32_t events = lc_smallest_prefix(lc_decide_sequential, s, whole, 0);
        if (events) {
            prefix.event_count = events;
            v->prefix_events = lc_smallest_cut(lc_decide_sequential, s, &prefix, whole, &c->binding);
        }
        v->has_prefix = v->smallest = v->prefix_events > 0;
    }
    lc_explain_whole(v, s, &prefix, allowance);
}

/* Everything at once: for sequential consistency, and for objects that are entangled. */
static void search_whole(lc_job *c, lc_sequencer *s, lc_part *whole) {
    lince_result *r = c->result;
    lc_finding f = {.outcome = lc_sequence(s, whole), .halt = s->halt};
    r->statistics.configurations += s->visited;
    r->statistics.revisits += s->cut;
    if (f.outcome == LC_WRONG_SPEC) c->findings[0] = f;
    if (f.outcome == LC_HALTED) r->why_unknown = reason_of(f.halt);
    for (uint32_t i = 0; f.outcome == LC_HOLDS && i < s->order.count; i++)
        (void)lc_push(NULL, &r->witness, s->order.at[i]);
    lc_announce(c, f.outcome == LC_VIOLATED ? LINCE_VERDICT_VIOLATION
                   : f.outcome == LC_HALTED ? LINCE_VERDICT_UNKNOWN
                                            : LINCE_VERDICT_OK);
    if (f.outcome == LC_VIOLATED && !c->options->no_explanation) explain_whole(c, s, whole);
}

static lince_status check_whole(lc_job *c, bool real_time) {
    if (!real_time && linearizable_anyway(c)) {
        lc_announce(c, LINCE_VERDICT_OK);
        return LINCE_DONE;
    }
    lc_part whole;
    lc_event *events = NULL;
    lc_sequencer s;
    bool ready = lc_sequencer_init(&s, &c->binding, &c->tuning, &c->limits, &c->budget);
    s.real_time = real_time;
    if (ready && (ready = whole_history(c, &whole, &events))) search_whole(c, &s, &whole);
    lc_release(&c->budget, events, ((size_t)c->binding.history->events.count + 1) * sizeof *events);
    lc_sequencer_free(&s);
    return ready ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* ---- setting up ---- */

struct lookup {
    const lince_specs *given, *named;
};

static const lc_instance *find_spec(const void *context, lc_span object) {
    const struct lookup *l = context;
    const lc_instance *found = l->given ? lc_specs_find(l->given, object) : NULL;
    return found ? found : lc_specs_find(l->named, object);
}

static lince_status bind_history(lc_job *c, const lince_history *h, const struct lookup *lookup, lince_error *error) {
    lc_bind_options bind = {.lookup = find_spec,
                            .context = lookup,
                            .init = c->options->init,
                            .fail_returns = c->options->fail_returns,
                            .fail_returns_count = c->options->fail_returns_count,
                            .limits = &c->limits};
    return lc_bind(&c->binding, h, &bind, &c->budget, error);
}

/* Findings and room for the orders, a part each. */
static bool prepare_parts(lc_job *c) {
    uint32_t count = c->parts.parts.count;
    c->findings = lc_allocate(&c->budget, ((size_t)count + 1) * sizeof *c->findings);
    c->order_offset = lc_allocate(&c->budget, ((size_t)count + 1) * sizeof *c->order_offset);
    c->order = lc_allocate(&c->budget, (c->parts.event_count + 1) * sizeof *c->order);
    if (!c->findings || !c->order_offset || !c->order) return false;
    memset(c->findings, 0, ((size_t)count + 1) * sizeof *c->findings);
    uint32_t offset = 0;
    for (uint32_t i = 0; i < count; i++) {
        c->findings[i] = (lc_finding){.outcome = LC_HALTED, .halt = LC_SPENT}; /* still to be done */
        c->order_offset[i] = offset;
        const lc_part *part = &c->parts.parts.at[i];
        for (uint32_t e = 0; e < part->event_count; e++) offset += lc_event_what(part->events[e]) == LC_INVOKE;
    }
    c->order_offset[count] = offset;
    return true;
}

static void free_job(lc_job *c) {
    uint32_t count = c->parts.parts.count;
    lc_release(&c->budget, c->findings, ((size_t)count + 1) * sizeof *c->findings);
    lc_release(&c->budget, c->order_offset, ((size_t)count + 1) * sizeof *c->order_offset);
    lc_release(&c->budget, c->order, (c->parts.event_count + 1) * sizeof *c->order);
    lc_parts_free(&c->parts);
    lc_binding_free(&c->binding);
    pthread_mutex_destroy(&c->lock);
}

static void count_operations(lc_job *c) {
    const lince_history *h = c->binding.history;
    for (uint32_t i = 0; i < h->ops.count; i++)
        if (lc_op_outcome(h, &h->ops.at[i]) != LC_FAIL || lc_bound_returned(&c->binding, i)) c->result->operations++;
    c->result->statistics.partitions = c->parts.parts.count;
}

/* The names of the specifications used, each once. */
static void list_specs(lc_job *c) {
    lince_text names = {0};
    for (uint32_t i = 0; i < c->binding.objects.count; i++) {
        const lc_instance *instance = c->binding.objects.at[i].instance;
        uint32_t first = 0;
        while (c->binding.objects.at[first].instance != instance) first++;
        if (first == i) lc_text_printf(&names, "%s%s", names.length ? "," : "", instance->name);
    }
    c->result->spec = strdup(lc_text(&names));
    lc_text_free(&names);
}

static lince_status wrong_spec(const lc_job *c, lince_error *error) {
    for (uint32_t i = 0; i <= c->parts.parts.count; i++)
        if (c->findings[i].outcome == LC_WRONG_SPEC)
            return lc_fail(error,
                           "a specification contradicts itself: an operation that it declares pure changed the "
                           "state (in %s)",
                           c->result->spec);
    return LINCE_DONE;
}

static lince_status run(lc_job *c, const lince_history *h, const struct lookup *lookup, lince_error *error) {
    lince_status status = bind_history(c, h, lookup, error);
    if (status != LINCE_DONE) return status;
    bool by_key = !c->options->no_partition;
    if (!lc_split(&c->parts, &c->binding, by_key, &c->budget) || !prepare_parts(c)) return LINCE_OUT_OF_MEMORY;
    count_operations(c);
    list_specs(c);
    bool sequential = c->options->criterion == LINCE_SEQUENTIAL;
    if (sequential || c->parts.entangled) status = check_whole(c, !sequential);
    else check_linearizable(c);
    list_conflict(c->result);
    return status == LINCE_DONE ? wrong_spec(c, error) : status;
}

static void fill_in_limits(lc_job *c) {
    const lince_check_options *o = c->options;
    c->limits = (lc_limits){.deadline = o->timeout > 0 ? c->started + o->timeout : 0,
                            .interrupt = o->interrupt,
                            .tick = o->on_tick,
                            .context = o->context};
    c->tuning = (lc_tuning){.no_pure = o->no_pure,
                            .no_symmetry = o->no_symmetry,
                            .no_dominance = o->no_dominance,
                            .no_key_independence = o->no_key_independence,
                            .no_memo = o->no_memo};
}

lince_status lince_check(const lince_history *h, const lince_specs *specs, const lince_check_options *options,
                         lince_result **out, lince_error *error) {
    static const lince_check_options by_default;
    lince_result *r = *out = calloc(1, sizeof *r);
    lince_specs *named = NULL;
    if (!r) return LINCE_OUT_OF_MEMORY;
    lc_job c = {.options = options ? options : &by_default, .started = lc_now(), .result = r};
    r->criterion = c.options->criterion;
    r->algorithm = "search";
    lc_budget_init(&c.budget, c.options->max_memory);
    pthread_mutex_init(&c.lock, NULL);
    fill_in_limits(&c);
    lince_status status = lc_specs_of_history(&named, h, error);
    if (status == LINCE_DONE) {
        struct lookup lookup = {specs, named};
        status = run(&c, h, &lookup, error);
        r->memory = atomic_load(&c.budget.peak) + atomic_load(&h->budget->used);
        r->explain_seconds = lc_now() - c.started - r->seconds;
        free_job(&c);
    }
    lince_specs_free(named);
    if (status == LINCE_OUT_OF_MEMORY || status == LINCE_STOPPED) {
        r->why_unknown = status == LINCE_OUT_OF_MEMORY ? LINCE_REASON_MEMORY : reason_of(lc_limits_reached(&c.limits));
        lc_announce(&c, LINCE_VERDICT_UNKNOWN);
        return LINCE_DONE;
    }
    if (status != LINCE_DONE) {
        lince_result_free(r);
        *out = NULL;
    }
    return status;
}
