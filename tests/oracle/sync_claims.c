/* The oracle judges each claim: the synchronisations that explain what holds, the operations to blame for what does
 * not, and the shortest beginning that fails. */
#include <string.h>

#include "check/result.h"
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

/* What happened of the object that is blamed before the culprit's return, and with it; the others are open. */
static history before(const history *h, const lc_violation *v, bool with_it, int *number) {
    int last = h->ops[v->culprit].end;
    unsigned keep = 0, open = 0;
    for (int i = 0; i < h->op_count; i++) {
        const op *o = &h->ops[i];
        if (o->call < last && !oracle_failed(h, o) && is_about(h, o, v->object, v->key)) keep |= 1u << i;
        if (o->end > last || (o->end == last && !with_it)) open |= 1u << i;
        number[i] = -1;
    }
    history part = oracle_part(h, keep, open, number);
    for (int i = 0; i < h->op_count; i++)
        if (!(keep & 1u << i)) number[i] = -1;
    return part;
}

/* The synchronisations that are told to work must explain all but the culprit's return, as far as the object that is
 * blamed is concerned. */
static const char *deepest_fault(const history *h, const lc_violation *v) {
    int number[MOST_OPS];
    unsigned order[MOST_OPS];
    history part = before(h, v, false, number);
    if (number[v->culprit] < 0) return "the culprit is not an operation of the object that is blamed";
    for (uint32_t i = 0; i < v->deepest.count; i++) {
        uint32_t at = v->deepest.at[i];
        if (i == MOST_OPS || at >= (uint32_t)h->op_count || number[at] < 0)
            return "the synchronisations that work are not about the prefix";
        order[i] = (unsigned)number[at];
    }
    int count = (int)v->deepest.count, groups = (int)v->deepest_groups.count;
    const uint32_t *ends = groups ? v->deepest_groups.at : alone;
    return sync_witness_fault(&part, false, order, count, ends, groups ? groups : count);
}

static const char *reason_fault(const history *h, const lc_violation *v) {
    int number[MOST_OPS];
    history part = before(h, v, true, number);
    bool nobody = v->reason && strstr(v->reason, "does not synchronise with any other");
    return nobody && sync_could_meet(&part, number[v->culprit]) ? "there is somebody it could have met" : NULL;
}

/* Is the value one of those in `0, 2 or 4`? */
static bool is_among(const char *words, value v) {
    while (*words) {
        size_t length = strcspn(words, " ,");
        value next;
        if (oracle_read_value(words, length, &next) && next == v) return true;
        words += length;
        words += strspn(words, " ,");
    }
    return false;
}

/* With the other results the culprit could have returned the prefix is right, and with no others. */
static const char *instead_fault(const history *h, const lc_violation *v, const char *instead) {
    static const value candidates[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, TRUE, FALSE, EMPTY, NONE, CLOSED};
    int number[MOST_OPS];
    history part = before(h, v, true, number);
    op *culprit = &part.ops[number[v->culprit]];
    if (!part.objects[culprit->object].model->meet) return NULL; /* what explains linearizability is tested elsewhere */
    if (culprit->result >= PAIR) return NULL; /* several results, or strings: there are too many to try */
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        culprit->result = candidates[i];
        if (sync_holds(&part, false) != is_among(instead, candidates[i]))
            return "what the culprit could have returned instead is not true, or not all";
    }
    return NULL;
}

static const char *alternatives_fault(const history *h, const lc_violation *v) {
    for (uint32_t i = 0; i < v->conflict.count; i++)
        if (v->conflict.at[i].op == v->culprit && v->conflict.at[i].instead)
            return instead_fault(h, v, v->conflict.at[i].instead);
    return NULL;
}

/* The operations of the conflict as sets of bits; false if they are not as promised. */
static bool collect(const history *h, const lc_violation *v, unsigned *keep, unsigned *pending) {
    *keep = *pending = 0;
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        uint32_t number = v->conflict.at[i].op;
        if (number >= (uint32_t)h->op_count || oracle_failed(h, &h->ops[number])) return false;
        if (i && number <= v->conflict.at[i - 1].op) return false;
        *keep |= 1u << number;
        if (v->conflict.at[i].pending) *pending |= 1u << number;
    }
    return true;
}

static const char *conflict_fault(const history *h, bool progress, const lince_result *r) {
    const lc_violation *v = r->violation;
    unsigned keep, pending;
    int number[MOST_OPS];
    size_t count;
    const uint32_t *ops = lince_result_conflict(r, &count);
    if (count != v->conflict.count) return "two lengths of the conflict";
    for (size_t i = 0; i < count; i++)
        if (ops[i] != v->conflict.at[i].op) return "two accounts of the conflict";
    if (!collect(h, v, &keep, &pending)) return "the conflict is out of order, or not of this history";
    if (!count) return "there is no conflict";
    history part = oracle_part(h, keep, pending, number);
    if (sync_holds(&part, progress)) return "the operations of the conflict alone do not fail";
    return NULL;
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
    if (!fault && unsafe && r->criterion == LINCE_SYNC) fault = reason_fault(h, v);
    if (!fault && unsafe && r->criterion == LINCE_SYNC) fault = alternatives_fault(h, v);
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
