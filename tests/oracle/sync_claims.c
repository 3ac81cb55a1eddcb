/* The oracle judges each claim: the synchronizations that explain what holds, the operations to blame for what does
 * not, and the shortest beginning that fails. */
#include <string.h>

#include "check/result.h"
#include "coherent.h"
#include "instead.h"
#include "sync_claims.h"

static const uint32_t alone[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; /* one each */

static const char *witness_fault(const history *h, bool progress, const lince_result *r) {
    size_t count, groups;
    const uint32_t *order = lince_result_witness(r, &count), *ends = lince_result_groups(r, &groups);
    if (count > MOST_OPS) return "the witness is longer than the history";
    if (!ends) ends = alone, groups = count;
    if (groups > count) return "there are more groups than operations";
    return sync_witness_fault(h, progress, order, (int)count, ends, (int)groups);
}

/* The operations of the object (and key) that is blamed alone; of all objects where they are blamed together. */
static bool is_about(const history *h, const op *o, const char *name, const char *key) {
    const char *its_name = h->objects[o->object].name ? h->objects[o->object].name : "";
    value its_key;
    if (name && strcmp(its_name, name) != 0) return false;
    return !key || (oracle_read_value(key, strlen(key), &its_key) && o->args[0] == its_key);
}

static history of_blamed(const history *h, const lc_violation *v) {
    int number[MOST_OPS];
    unsigned keep = 0;
    for (int i = 0; i < h->op_count; i++)
        if (is_about(h, &h->ops[i], v->object, v->key)) keep |= 1u << i;
    return oracle_part(h, keep, 0, number);
}

/* Of the beginnings of the history this is the first in which the object that is blamed fails. */
static const char *prefix_fault(const history *h, const lc_violation *v) {
    if (!v->has_prefix) return "no failing prefix is named";
    int length = (int)v->prefix_events;
    if (length < 1 || length > h->event_count) return "the failing prefix is longer than the history";
    const event *last = &h->events[length - 1];
    if (last->what != RETURN && last->what != FAIL) return "the prefix does not end with the end of an operation";
    if (v->culprit >= (uint32_t)h->op_count || h->ops[v->culprit].end >= length)
        return "the culprit's return is not in the prefix";
    history whole = oracle_prefix(h, length), shorter = oracle_prefix(h, length - 1);
    whole = of_blamed(&whole, v);
    shorter = of_blamed(&shorter, v);
    if (sync_holds(&whole, false)) return "the prefix does not fail";
    if (!sync_holds(&shorter, false)) return "a shorter prefix fails already";
    return NULL;
}

/* What happened of the object that is blamed in the failing prefix, `with_it` or without its last event. */
static history before(const history *h, const lc_violation *v, bool with_it, int *number) {
    int length = (int)v->prefix_events - !with_it;
    unsigned keep = 0, open = 0;
    for (int i = 0; i < h->op_count; i++) {
        const op *o = &h->ops[i];
        bool over = oracle_failed(h, o) && o->end < length;
        if (o->call < length && !over && is_about(h, o, v->object, v->key)) keep |= 1u << i;
        if (o->end >= length) open |= 1u << i;
        number[i] = -1;
    }
    history part = oracle_part(h, keep, open, number);
    for (int i = 0; i < h->op_count; i++)
        if (!(keep & 1u << i)) number[i] = -1;
    return part;
}

/* The synchronizations that are told to work must explain all but the culprit's return, as far as the object that is
 * blamed is concerned. */
static const char *deepest_fault(const history *h, const lc_violation *v) {
    int number[MOST_OPS];
    unsigned order[MOST_OPS];
    history part = before(h, v, false, number);
    if (number[v->culprit] < 0) return "the culprit is not an operation of the object that is blamed";
    for (uint32_t i = 0; i < v->deepest.count; i++) {
        uint32_t at = v->deepest.at[i];
        if (i == MOST_OPS || at >= (uint32_t)h->op_count || number[at] < 0)
            return "the synchronizations that work are not about the prefix";
        order[i] = (unsigned)number[at];
    }
    int count = (int)v->deepest.count, groups = (int)v->deepest_groups.count;
    const uint32_t *ends = groups ? v->deepest_groups.at : alone;
    return sync_witness_fault(&part, false, order, count, ends, groups ? groups : count);
}

static const char *reason_fault(const history *h, const lc_violation *v) {
    int number[MOST_OPS];
    history part = before(h, v, true, number);
    bool nobody = v->reason && strstr(v->reason, "does not synchronize with any other");
    return nobody && number[v->culprit] >= 0 && sync_could_meet(&part, number[v->culprit])
               ? "there is somebody it could have met"
               : NULL;
}

static bool judge(const history *h, const void *progress) { return sync_holds(h, *(const bool *)progress); }

static const char *conflict_fault(const history *h, bool progress, const lince_result *r) {
    const lc_violation *v = r->violation;
    size_t count;
    const uint32_t *ops = lince_result_conflict(r, &count);
    bool asked = progress && r->stuck;
    if (count != v->conflict.count) return "two lengths of the conflict";
    for (size_t i = 0; i < count; i++)
        if (ops[i] != v->conflict.at[i].op) return "two accounts of the conflict";
    lc_violation shown = *v;
    if (r->stuck) shown.minimal = false; /* no reduction is known that keeps progress */
    return oracle_coherence_fault(h, &shown, judge, &asked, false);
}

static const char *violation_fault(const history *h, bool progress, const lince_result *r) {
    const lc_violation *v = r->violation;
    if (!v) return "a violation without explanation";
    const char *fault = conflict_fault(h, progress, r);
    history part = of_blamed(h, v);
    if (sync_holds(&part, progress)) return "the object that is blamed does not fail";
    /* a failure of progress comes to light only in the end */
    bool unsafe = !sync_holds(&part, false);
    if (!fault && r->stuck == unsafe) fault = "it is wrong about whether only progress is missing";
    if (!fault && unsafe) fault = prefix_fault(h, v);
    if (!fault && unsafe) fault = deepest_fault(h, v);
    if (!fault && unsafe) fault = reason_fault(h, v);
    if (!fault && unsafe) fault = oracle_instead_fault(h, v, judge, &(bool){false}, false);
    if (!fault && !unsafe && v->has_prefix) fault = "a failing prefix, though all that returned can be explained";
    return fault;
}

const char *sync_claims_fault(const history *h, bool progress, const lince_result *r) {
    uint32_t happened = 0;
    for (int i = 0; i < h->op_count; i++) happened += !oracle_failed(h, &h->ops[i]);
    if (r->operations != happened) return "the number of operations";
    switch (lince_result_verdict(r)) {
    case LINCE_VERDICT_OK: return witness_fault(h, progress, r);
    case LINCE_VERDICT_VIOLATION: return violation_fault(h, progress, r);
    default: return "no verdict";
    }
}
