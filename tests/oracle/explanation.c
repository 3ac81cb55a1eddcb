/* Is what Lince says about a verdict true?  The oracle judges each claim.  (The fields of the result are looked into
 * only to read the claims.) */
#include <string.h>

#include "check/result.h"
#include "coherent.h"
#include "instead.h"
#include "subject.h"

static const char *witness_fault(const history *h, criterion c, const lince_result *r) {
    size_t count;
    const uint32_t *order = lince_result_witness(r, &count);
    if (count > MOST_OPS) return "the witness is longer than the history";
    return oracle_witness_fault(h, c, order, (int)count);
}

static const char *prefix_fault(const history *h, const lc_violation *v) {
    if (!v->has_prefix) return "no failing prefix is named";
    int length = (int)v->prefix_events;
    if (length < 1 || length > h->event_count) return "the failing prefix is longer than the history";
    const event *last = &h->events[length - 1];
    if (last->what != RETURN && last->what != FAIL) return "the prefix does not end with the end of an operation";
    if (h->ops[v->culprit].end >= length) return "the culprit's return is not in the prefix";
    history whole = oracle_prefix(h, length), shorter = oracle_prefix(h, length - 1);
    if (oracle_holds(&whole, LINEARIZABLE)) return "the prefix does not fail";
    if (!oracle_holds(&shorter, LINEARIZABLE)) return "a shorter prefix fails already";
    return NULL;
}

static bool is_about(const history *h, const op *o, const char *name, const char *key) {
    const char *its_name = h->objects[o->object].name ? h->objects[o->object].name : "";
    value its_key;
    if (name && strcmp(its_name, name) != 0) return false;
    return !key || (oracle_read_value(key, strlen(key), &its_key) && o->args[0] == its_key);
}

/* The longest order that works must explain the prefix without its last event, as far as the object (and key) that is
 * blamed is concerned. */
static const char *deepest_fault(const history *h, const lc_violation *v) {
    int last = (int)v->prefix_events - 1, number[MOST_OPS];
    unsigned keep = 0, open = 0, order[MOST_OPS];
    for (int i = 0; i < h->op_count; i++) {
        const op *o = &h->ops[i];
        if (o->call < last && !(oracle_failed(h, o) && o->end < last) && is_about(h, o, v->object, v->key))
            keep |= 1u << i;
        if (o->end >= last) open |= 1u << i;
    }
    if (!(keep & 1u << v->culprit)) return "the culprit is not an operation of the object that is blamed";
    history part = oracle_part(h, keep, open, number);
    for (uint32_t i = 0; i < v->deepest.count; i++) {
        uint32_t at = v->deepest.at[i];
        if (i == MOST_OPS || at >= (uint32_t)h->op_count || !(keep & 1u << at))
            return "the longest order that works is not about the prefix";
        order[i] = (unsigned)number[at];
    }
    return oracle_witness_fault(&part, LINEARIZABLE, order, (int)v->deepest.count);
}

/* No other result but these would have been right, if the sentence claims that. */
static const char *claim_fault(const history *whole, criterion c, int number, const char *reason, const char *instead) {
    static const value candidates[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, NIL, TRUE, FALSE, EMPTY, STRING};
    bool none = strstr(reason, "it to return at all"), others = strstr(reason, "anything but");
    if (none && instead) return "nothing could have been returned, and something could have been";
    if (!none && !others) return NULL;
    if (others && (!instead || !strstr(reason, instead))) return "the sentence and the alternatives differ";
    history changed = *whole;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        bool among = false;
        value v;
        for (const char *rest = instead ? instead : ""; oracle_next_alternative(&rest, &v);)
            among |= v == candidates[i];
        changed.ops[number].result = candidates[i];
        if (!among && oracle_returned(whole, &whole->ops[number]) && whole->ops[number].result != NOTHING &&
            oracle_holds(&changed, c))
            return "another result would have been right as well";
    }
    return NULL;
}

static bool judge(const history *h, const void *context) { return oracle_holds(h, *(const criterion *)context); }

static const char *conflict_fault(const history *h, criterion c, const lc_violation *v) {
    int place[MOST_OPS];
    history whole = oracle_blamed_prefix(h, v, false, place);
    const char *fault = oracle_coherence_fault(h, v, judge, &c, false);
    if (!fault) fault = oracle_instead_fault(h, v, judge, &c, false);
    for (uint32_t i = 0; i < v->conflict.count && !fault; i++) {
        const lc_conflict_op *o = &v->conflict.at[i];
        if (!v->apart && !o->failed && o->op == v->culprit)
            fault = claim_fault(&whole, c, place[o->op], v->reason, o->instead);
    }
    return fault;
}

static const char *public_conflict_fault(const lince_result *r) {
    size_t count;
    const uint32_t *ops = lince_result_conflict(r, &count);
    if (count != r->violation->conflict.count) return "two lengths of the conflict";
    for (size_t i = 0; i < count; i++)
        if (ops[i] != r->violation->conflict.at[i].op) return "two accounts of the conflict";
    return NULL;
}

static const char *violation_fault(const history *h, criterion c, const lince_result *r) {
    const lc_violation *v = r->violation;
    if (!v) return "a violation without explanation";
    const char *fault = public_conflict_fault(r);
    if (!fault) fault = conflict_fault(h, c, v);
    if (!fault && c == LINEARIZABLE) fault = prefix_fault(h, v);
    if (!fault && c == LINEARIZABLE) fault = deepest_fault(h, v);
    if (!fault && c == SEQUENTIAL && (v->has_prefix || v->culprit != LC_NEVER))
        fault = "a failing prefix for a criterion that is not prefix-closed";
    return fault;
}

const char *oracle_explanation_fault(const history *h, criterion c, const lince_result *r) {
    uint32_t happened = 0;
    for (int i = 0; i < h->op_count; i++) happened += !oracle_failed(h, &h->ops[i]);
    if (r->operations != happened) return "the number of operations";
    switch (lince_result_verdict(r)) {
    case LINCE_VERDICT_OK: return witness_fault(h, c, r);
    case LINCE_VERDICT_VIOLATION: return violation_fault(h, c, r);
    default: return NULL;
    }
}
