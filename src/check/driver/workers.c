/* Judging the parts of a history, several at a time.  Each part's finding is its own, so which thread made it, and in
 * which order, does not show in the result. */
#include <stdlib.h>
#include <unistd.h>

#include "check/driver/job.h"

void lc_announce(lc_job *c, lince_verdict verdict) {
    if (c->announced) return;
    c->announced = true;
    c->result->verdict = verdict;
    c->result->seconds = lc_now() - c->started;
    if (c->options->on_verdict) c->options->on_verdict(c->options->context, c->result);
}

static void keep_order(lc_job *c, const lc_judge *j, uint32_t part) {
    uint32_t *to = c->order + c->order_offset[part], count = lc_judge_order_count(j);
    lc_judge_copy_order(j, to);
    to += count;
    for (; to < c->order + c->order_offset[part + 1]; to++) *to = LC_NEVER; /* pending ones that took no effect */
}

/* The limit of a part in the pass for easy ones: a violation there is then not lost behind a part for which the time
 * will not suffice.  The bound is on work, so it does not depend on the machine. */
static uint64_t easy(const lc_part *part) { return 10000 + 16 * (uint64_t)part->event_count; }

static void check_part(lc_job *c, lc_judge *j, uint32_t i) {
    const lc_part *part = &c->parts.parts.at[i];
    lc_finding *f = &c->findings[i];
    uint64_t before = lc_judge_visited(j);
    lc_judge_allow(j, c->pass == LC_EASY ? easy(part) : UINT64_MAX);
    lc_outcome outcome = c->pass == LC_QUICKLY ? lc_judge_quickly(j, part) : lc_judge_at_length(j, part);
    if (outcome == LC_UNDECIDED) {
        f->why_not = j->poly.why_not;
        return;
    }
    f->outcome = outcome;
    f->halt = j->halt;
    f->by = j->by;
    f->visited = lc_judge_visited(j) - before;
    f->furthest = j->search.place.furthest;
    if (f->outcome == LC_HOLDS) keep_order(c, j, i);
    if (f->outcome == LC_VIOLATED) atomic_store(&c->violated, true);
    if (f->by != LC_BY_SEARCH) return;
    pthread_mutex_lock(&c->lock);
    c->result->statistics.states += j->search.space.states.items.count;
    if (j->search.line.slots > c->result->statistics.window) c->result->statistics.window = j->search.line.slots;
    pthread_mutex_unlock(&c->lock);
}

/* The operations of a part are all over the history.  Where there are many small parts, waiting for them would be most
 * of the work, so have those of the next but some fetched by then. */
__attribute__((always_inline)) static inline void foresee(const lc_job *c, const lc_judge *j, uint32_t i) {
    enum { AHEAD = 6, EVENTS = 12 };
    if (c->pass != LC_QUICKLY || c->parts.parts.count - i <= AHEAD) return;
    const lc_part *part = &c->parts.parts.at[i + AHEAD];
    for (uint32_t e = 0; e < part->event_count && e < EVENTS; e++) {
        uint32_t op = lc_event_op(part->events[e]);
        __builtin_prefetch(&c->binding.bound.at[op]);
        if (j->poly.note) __builtin_prefetch(&j->poly.note[op], 1);
    }
}

static void check_parts(lc_job *c, lc_judge *j, bool main_thread) {
    for (;;) {
        uint32_t i = atomic_fetch_add(&c->next_part, 1);
        if (i >= c->parts.parts.count) return;
        foresee(c, j, i);
        if (c->in_turns && i % c->ranks->size != c->ranks->rank) continue;
        if (c->findings[i].halt != LC_SPENT) continue;
        check_part(c, j, i);
        if (main_thread && atomic_load(&c->violated)) lc_announce(c, LINCE_VERDICT_VIOLATION);
        const lc_finding *f = &c->findings[i];
        if (f->outcome == LC_WRONG_SPEC || (f->outcome == LC_HALTED && f->halt != LC_SPENT)) return;
    }
}

static void add_statistics(lc_job *c, const lc_judge *j) {
    pthread_mutex_lock(&c->lock);
    c->result->statistics.configurations += lc_judge_visited(j);
    c->result->statistics.revisits += j->search.cut;
    c->result->statistics.steps += j->search.space.asked;
    pthread_mutex_unlock(&c->lock);
}

static void *helper(void *context) {
    lc_job *c = context;
    lc_limits limits = c->limits;
    limits.tick = NULL; /* callbacks come from the caller's thread only */
    lc_judge j;
    lc_judge_init(&j, &c->binding, c->options->algorithm, &c->tuning, &limits, &c->budget);
    check_parts(c, &j, false);
    add_statistics(c, &j);
    lc_judge_free(&j);
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
    return c->parts.event_count < FEWEST_EVENTS ? 0 : jobs - 1; /* with events there are parts */
}

/* One pass over the parts, on all cores. */
static void run_pass(lc_job *c, lc_judge *own, lc_pass pass) {
    c->pass = pass;
    c->in_turns = c->ranks;
    atomic_store(&c->next_part, 0);
    unsigned wanted = helper_count(c), started = 0;
    pthread_t *helpers = wanted ? malloc(wanted * sizeof *helpers) : NULL;
    while (helpers && started < wanted && !pthread_create(&helpers[started], NULL, helper, c)) started++;
    check_parts(c, own, true);
    for (unsigned i = 0; i < started; i++) pthread_join(helpers[i], NULL);
    free(helpers);
    if (c->in_turns) lc_ranks_share(c);
    c->in_turns = false;
}

/* Is there an undecided part, and none that is violated? */
static bool undecided(const lc_job *c) {
    if (atomic_load(&c->violated)) return false;
    for (uint32_t i = 0; i < c->parts.parts.count; i++)
        if (c->findings[i].halt == LC_SPENT) return true;
    return false;
}

/* While several threads search, labels must not be made. */
static bool label_parts(lc_job *c) {
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        const lc_part *part = &c->parts.parts.at[i];
        if (c->findings[i].halt == LC_SPENT) lc_want_labels(&c->binding, part->events, part->event_count);
    }
    if (lc_label_wanted(&c->binding)) return true;
    for (uint32_t i = 0; i < c->parts.parts.count; i++)
        if (c->findings[i].halt == LC_SPENT) c->findings[i].halt = LC_NO_MEMORY;
    return false;
}

void lc_judge_parts(lc_job *c, lc_judge *own) {
    if (c->options->algorithm != LINCE_SEARCH) run_pass(c, own, LC_QUICKLY);
    bool go_on = c->options->algorithm != LINCE_POLY && undecided(c);
    if (go_on) go_on = label_parts(c);
    if (c->ranks) go_on = lc_ranks_agrees(c, go_on);
    if (go_on && c->parts.parts.count > 1) run_pass(c, own, LC_EASY);
    if (go_on && undecided(c)) run_pass(c, own, LC_HARD);
    add_statistics(c, own);
    if (c->ranks) lc_ranks_add_up(c);
    lc_judge_allow(own, UINT64_MAX);
}

void lc_judge_easy_parts(lc_job *c, lc_judge *own) {
    for (c->pass = LC_QUICKLY; c->pass <= LC_EASY; c->pass++) {
        if (c->pass == LC_QUICKLY && c->options->algorithm == LINCE_SEARCH) continue;
        if (c->pass == LC_EASY && (!undecided(c) || !label_parts(c))) break;
        atomic_store(&c->next_part, 0);
        check_parts(c, own, false);
    }
    add_statistics(c, own);
}

const char *lc_algorithms_used(const lc_job *c) {
    static const char *const names[] = {"none",   "poly",        "width",        "poly,width",
                                        "search", "poly,search", "width,search", "poly,width,search"};
    unsigned used = 0;
    for (uint32_t i = 0; i < c->parts.parts.count; i++) used |= c->findings[i].by;
    if (!used) used = c->options->algorithm == LINCE_SEARCH ? LC_BY_SEARCH : LC_BY_POLY;
    return names[used];
}
