/* A check by several processes.
 *
 * All of them bind and split the history, so they agree on its parts without a word.  In every pass each rank judges
 * the parts whose turn it is, and then sends its findings to all; from then on all have the same data, and all later
 * decisions, such as which violation is explained, are equal.  Findings do not depend on the rank that made them, so
 * the result is that of one process.
 *
 * The one thing to be careful about is that either all ranks exchange something or none does.
 */
#include "check/driver/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/driver/job.h"

/* The message about a part; if it holds, its order follows, and then the reason why it was not decided quickly. */
typedef struct report {
    uint32_t part;
    uint32_t outcome, halt, by, furthest;
    uint32_t why_not; /* length, with the byte that ends it; 0: nothing */
    uint64_t visited;
} report;

typedef LC_VEC(char) bytes;

static bool add(lc_job *c, bytes *b, const void *from, size_t size) {
    if (size > UINT32_MAX - b->count || !lc_reserve(&c->budget, b, b->count + (uint32_t)size)) return false;
    if (size) memcpy(b->at + b->count, from, size);
    b->count += (uint32_t)size;
    return true;
}

static size_t order_size(const lc_job *c, uint32_t part) {
    return (c->order_offset[part + 1] - c->order_offset[part]) * sizeof *c->order;
}

/* The findings of this rank that the other ranks do not have yet. */
static bool report_own(lc_job *c, bytes *b) {
    for (uint32_t i = c->ranks->rank; i < c->parts.parts.count; i += c->ranks->size) {
        const lc_finding *f = &c->findings[i];
        if (f->told) continue;
        report r = {.part = i,
                    .outcome = f->outcome,
                    .halt = f->halt,
                    .by = f->by,
                    .furthest = f->furthest,
                    .why_not = f->why_not ? (uint32_t)strlen(f->why_not) + 1 : 0,
                    .visited = f->visited};
        if (!add(c, b, &r, sizeof r)) return false;
        if (f->outcome == LC_HOLDS && !add(c, b, c->order + c->order_offset[i], order_size(c, i))) return false;
        if (!add(c, b, f->why_not, r.why_not)) return false;
    }
    return true;
}

/* The texts stay where they are: the job keeps them. */
static void take_over(lc_job *c, const char *at, const char *end) {
    while (at < end) {
        report r;
        memcpy(&r, at, sizeof r);
        at += sizeof r;
        lc_finding *f = &c->findings[r.part];
        *f = (lc_finding){.outcome = (lc_outcome)r.outcome,
                          .halt = (lc_halt)r.halt,
                          .by = r.by,
                          .furthest = r.furthest,
                          .visited = r.visited,
                          .told = r.halt != LC_SPENT};
        if (f->outcome == LC_HOLDS) {
            memcpy(c->order + c->order_offset[r.part], at, order_size(c, r.part));
            at += order_size(c, r.part);
        }
        if (f->outcome == LC_VIOLATED) atomic_store(&c->violated, true);
        if (r.why_not) f->why_not = at;
        at += r.why_not;
    }
}

/* A rank that sent nothing ran out of memory. */
static void miss(lc_job *c, uint32_t rank) {
    for (uint32_t i = rank; i < c->parts.parts.count; i += c->ranks->size)
        if (c->findings[i].halt == LC_SPENT) c->findings[i].halt = LC_NO_MEMORY;
}

void lc_ranks_share(lc_job *c) {
    size_t sizes[LC_RANKS_MOST], offset = 0;
    void *all = NULL;
    bytes mine = {0};
    bool enough = report_own(c, &mine);
    bool received = c->ranks->exchange(c->ranks->context, mine.at, enough ? mine.count : 0, &all, sizes);
    for (uint32_t i = 0; i < c->ranks->size; i++) {
        bool has_parts = i < c->parts.parts.count;
        if (!received || (!sizes[i] && has_parts)) miss(c, i);
        else take_over(c, (char *)all + offset, (char *)all + offset + sizes[i]);
        if (received) offset += sizes[i];
    }
    lc_vec_free(&c->budget, &mine);
    free(c->received[c->pass]);
    c->received[c->pass] = all;
}

bool lc_ranks_agrees(const lc_job *c, bool mine) {
    size_t sizes[LC_RANKS_MOST];
    char own = mine;
    void *all = NULL;
    bool agreed = c->ranks->exchange(c->ranks->context, &own, sizeof own, &all, sizes);
    for (uint32_t i = 0; agreed && i < c->ranks->size; i++) agreed = ((char *)all)[i];
    free(all);
    return agreed;
}

lince_status lc_ranks_status(const lc_job *c, lince_status mine, lince_error *error) {
    size_t sizes[LC_RANKS_MOST];
    void *all = NULL;
    bool received = c->ranks->exchange(c->ranks->context, &mine, sizeof mine, &all, sizes);
    lince_status worst = received ? mine : LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; received && worst == LINCE_DONE && i < c->ranks->size; i++)
        memcpy(&worst, (char *)all + i * sizeof worst, sizeof worst);
    free(all);
    if (worst == LINCE_BAD_INPUT && mine != worst) lc_fail(error, "another rank cannot make sense of this history");
    return worst;
}

void lc_ranks_add_up(lc_job *c) {
    size_t sizes[LC_RANKS_MOST];
    void *all = NULL;
    lc_check_statistics *total = &c->result->statistics, mine = *total, other;
    if (!c->ranks->exchange(c->ranks->context, &mine, sizeof mine, &all, sizes)) return;
    for (uint32_t i = 0; i < c->ranks->size; i++) {
        if (i == c->ranks->rank) continue;
        memcpy(&other, (char *)all + i * sizeof other, sizeof other);
        total->configurations += other.configurations;
        total->revisits += other.revisits;
        total->states += other.states;
        total->steps += other.steps;
        if (other.window > total->window) total->window = other.window;
    }
    free(all);
}
