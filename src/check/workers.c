/* Searching the parts of a history, several at a time.  Each part's finding is its own, so which thread made it, and in
 * which order, does not show in the result. */
#include <stdlib.h>
#include <unistd.h>

#include "check/job.h"

void lc_announce(lc_job *c, lince_verdict verdict) {
    if (c->announced) return;
    c->announced = true;
    c->result->verdict = verdict;
    c->result->seconds = lc_now() - c->started;
    if (c->options->on_verdict) c->options->on_verdict(c->options->context, c->result);
}

static void keep_order(lc_job *c, const lc_search *s, uint32_t part) {
    uint32_t *to = c->order + c->order_offset[part];
    for (uint32_t i = 0; i < s->order.count; i++) *to++ = s->line.ops.at[s->order.at[i]].op;
    for (; to < c->order + c->order_offset[part + 1]; to++) *to = LC_NEVER; /* pending ones that took no effect */
}

/* What a part may cost in the first pass, which sorts out the easy ones: a violation there is then not lost behind a
 * part for which the time will not suffice.  The bound is on work, so it does not depend on the machine. */
static uint64_t easy(const lc_part *part) { return 10000 + 16 * (uint64_t)part->event_count; }

static void check_part(lc_job *c, lc_search *s, uint32_t i) {
    const lc_part *part = &c->parts.parts.at[i];
    lc_finding *f = &c->findings[i];
    s->allowance = c->first_pass ? s->visited + easy(part) : UINT64_MAX;
    uint64_t before = s->visited;
    f->outcome = lc_linearize(s, part);
    f->visited = s->visited - before;
    f->halt = s->halt;
    f->furthest = s->furthest;
    if (f->outcome == LC_HOLDS) keep_order(c, s, i);
    if (f->outcome == LC_VIOLATED) atomic_store(&c->violated, true);
    pthread_mutex_lock(&c->lock);
    c->result->statistics.states += s->space.states.items.count;
    if (s->line.slots > c->result->statistics.window) c->result->statistics.window = s->line.slots;
    pthread_mutex_unlock(&c->lock);
}

static void check_parts(lc_job *c, lc_search *s, bool main_thread) {
    for (;;) {
        uint32_t i = atomic_fetch_add(&c->next_part, 1);
        if (i >= c->parts.parts.count) return;
        if (!c->first_pass && c->findings[i].halt != LC_SPENT) continue;
        check_part(c, s, i);
        if (main_thread && atomic_load(&c->violated)) lc_announce(c, LINCE_VERDICT_VIOLATION);
        const lc_finding *f = &c->findings[i];
        if (f->outcome == LC_WRONG_SPEC || (f->outcome == LC_HALTED && f->halt != LC_SPENT)) return;
    }
}

static void add_statistics(lc_job *c, const lc_search *s) {
    pthread_mutex_lock(&c->lock);
    c->result->statistics.configurations += s->visited;
    c->result->statistics.revisits += s->cut;
    c->result->statistics.steps += s->space.asked;
    pthread_mutex_unlock(&c->lock);
}

static void *helper(void *context) {
    lc_job *c = context;
    lc_limits limits = c->limits;
    limits.tick = NULL; /* callbacks come from the caller's thread only */
    lc_search s;
    lc_search_init(&s, &c->binding, &c->tuning, &limits, &c->budget);
    check_parts(c, &s, false);
    add_statistics(c, &s);
    lc_search_free(&s);
    return NULL;
}

static unsigned helper_count(const lc_job *c) {
    enum { FEWEST_EVENTS = 4000 }; /* below that a thread costs more than it saves */
    unsigned jobs = c->options->jobs;
    if (!jobs) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        jobs = cores > 0 ? (unsigned)cores : 1;
    }
    if (jobs > c->parts.parts.count) jobs = c->parts.parts.count;
    return c->parts.event_count < FEWEST_EVENTS || jobs == 0 ? 0 : jobs - 1;
}

/* One pass over the parts, on all cores. */
static void run_pass(lc_job *c, lc_search *own, bool first) {
    c->first_pass = first;
    atomic_store(&c->next_part, 0);
    unsigned wanted = helper_count(c), started = 0;
    pthread_t *helpers = wanted ? malloc(wanted * sizeof *helpers) : NULL;
    while (helpers && started < wanted && !pthread_create(&helpers[started], NULL, helper, c)) started++;
    check_parts(c, own, true);
    for (unsigned i = 0; i < started; i++) pthread_join(helpers[i], NULL);
    free(helpers);
}

static bool hard_parts_left(const lc_job *c) {
    for (uint32_t i = 0; i < c->parts.parts.count; i++)
        if (c->findings[i].halt == LC_SPENT) return true;
    return false;
}

void lc_search_parts(lc_job *c, lc_search *own) {
    if (c->parts.parts.count > 1) run_pass(c, own, true);
    if (!atomic_load(&c->violated) && hard_parts_left(c)) run_pass(c, own, false);
    add_statistics(c, own);
    own->allowance = UINT64_MAX;
}

void lc_search_easy_parts(lc_job *c, lc_search *own) {
    c->first_pass = true;
    check_parts(c, own, false);
    add_statistics(c, own);
}
