/* Counts over all objects. */
#include <string.h>

#include "base/clock.h"
#include "follow/run.h"

void lcf_object_add_coverage(const lcf_object *o, lco_online_covered *to) {
    if (!o->online) return;
    const lco_online_covered *c = lco_online_coverage(o->online);
    to->operations += c->operations;
    to->exactly += c->exactly;
    to->in_part += c->in_part;
    to->by_length += c->by_length;
    to->not_at_all += c->not_at_all;
    to->windows += c->windows;
    to->gaps += c->gaps - o->gaps; /* memory was out */
}

/* Was everything checked that must hold? */
static bool is_covered(const lcf_run *w, const lco_online_covered *c) {
    uint64_t enough = w->refine ? c->exactly + c->in_part + c->by_length : c->exactly;
    return !c->gaps && enough == c->operations && !w->timed_out;
}

static lince_verdict verdict_of(const lcf_run *w, const lco_online_covered *c) {
    if (w->violations) return LINCE_VERDICT_VIOLATION;
    return w->failure == LINCE_DONE && is_covered(w, c) ? LINCE_VERDICT_OK : LINCE_VERDICT_UNKNOWN;
}

static lince_reason reason_of(const lcf_run *w, lince_verdict verdict) {
    if (verdict != LINCE_VERDICT_UNKNOWN) return LINCE_REASON_NONE;
    if (w->timed_out) return LINCE_REASON_TIMEOUT;
    return w->failure == LINCE_OUT_OF_MEMORY ? LINCE_REASON_MEMORY : LINCE_REASON_NONE;
}

/* Adds up the objects; the specification that all of them have, NULL: there is none. */
static const char *add_objects(const lcf_run *w, lco_online_covered *covered, size_t *memory) {
    const char *spec = NULL;
    bool same = !w->mixed;
    for (uint32_t i = 0; i < w->namespaces.count; i++)
        for (uint32_t j = 0; j < w->namespaces.at[i]->objects.count; j++) {
            const lcf_object *o = w->namespaces.at[i]->objects.at[j];
            lcf_object_add_coverage(o, covered);
            *memory += o->online ? lco_online_memory(o->online) : 0;
            same = same && (!spec || !strcmp(spec, o->instance->name));
            spec = o->instance->name;
        }
    return same ? spec : NULL;
}

void lcf_run_total(const lcf_run *w, lince_follow_result *all) {
    lco_online_covered c = w->settled;
    size_t memory = 0;
    const char *spec = add_objects(w, &c, &memory);
    c.gaps += w->gaps;
    lince_verdict verdict = verdict_of(w, &c);
    *all = (lince_follow_result){.verdict = verdict,
                                 .reason = reason_of(w, verdict),
                                 .criterion = w->refine ? LINCE_REFINE
                                              : w->meet ? LINCE_SYNC
                                                        : LINCE_LINEARIZABLE,
                                 .specification = spec,
                                 .events = w->events,
                                 .violations = w->violations,
                                 .histories = w->histories,
                                 .operations = c.operations,
                                 .exactly = c.exactly,
                                 .in_part = c.in_part,
                                 .by_length = c.by_length,
                                 .not_at_all = c.not_at_all,
                                 .gaps = c.gaps,
                                 .length = w->length,
                                 .seconds = lc_now() - w->started,
                                 .memory = memory};
}
