/* Is what Lince says about a verdict true?  The oracle judges each claim.  (The fields of the result are looked into
 * only to read the claims.) */
#include <string.h>

#include "check/result.h"
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

/* The longest order that works must explain the prefix without its last return, as far as the object (and key) that is
 * blamed is concerned. */
static const char *deepest_fault(const history *h, const lc_violation *v) {
    int last = h->ops[v->culprit].end, number[MOST_OPS];
    unsigned keep = 0, open = 0, order[MOST_OPS];
    for (int i = 0; i < h->op_count; i++) {
        const op *o = &h->ops[i];
        if (o->call < last && !oracle_failed(h, o) && is_about(h, o, v->object, v->key)) keep |= 1u << i;
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
    return v->conflict.count > 0;
}

/* A conflict is called minimal when, among other things, no return in it can be spared; unless it is an instance of a
 * known pattern, which is told as a whole. */
static const char *minimality_fault(const history *h, criterion c, unsigned keep, unsigned pending) {
    int number[MOST_OPS];
    for (int i = 0; i < h->op_count; i++) {
        if (!(keep & ~pending & 1u << i) || !oracle_returned(h, &h->ops[i])) continue;
        history part = oracle_part(h, keep, pending | 1u << i, number);
        if (!oracle_holds(&part, c)) return "the conflict is called minimal, but does not need all of its returns";
    }
    return NULL;
}

/* The next of `0, 2 or 4`; false at the end, and when it is not a plain value. */
static bool next_alternative(const char **text, value *v) {
    if (!**text) return false;
    const char *comma = strstr(*text, ", "), *either = strstr(*text, " or ");
    size_t length = strlen(*text), skip = 0;
    if (comma && (size_t)(comma - *text) < length) length = (size_t)(comma - *text), skip = 2;
    if (either && (size_t)(either - *text) < length) length = (size_t)(either - *text), skip = 4;
    if (!oracle_read_value(*text, length, v)) return false;
    *text += length + skip;
    return true;
}

static const char *alternatives_fault(const history *part, criterion c, int number, const char *instead) {
    static char fault[200];
    history changed = *part;
    value v;
    if (!oracle_returned(part, &part->ops[number])) return "an alternative for an operation without result";
    for (const char *rest = instead; next_alternative(&rest, &v);) {
        changed.ops[number].result = v;
        if (oracle_holds(&changed, c)) continue;
        snprintf(fault, sizeof fault, "not all of the alternatives `%s` for operation %d would help", instead,
                 number + 1);
        return fault;
    }
    return NULL;
}

/* What happened to the object (and key) up to the return of the culprit, if there is one; what failed, then or later,
 * did not. */
static history up_to_culprit(const history *h, const lc_violation *v, int *number) {
    unsigned happened = 0;
    for (int i = 0; i < h->op_count; i++)
        if (!oracle_failed(h, &h->ops[i]) && is_about(h, &h->ops[i], v->object, v->key)) happened |= 1u << i;
    history all = oracle_part(h, happened, 0, number);
    return v->culprit == LC_NEVER ? all : oracle_prefix(&all, all.ops[number[v->culprit]].end + 1);
}

static const char *conflict_fault(const history *h, criterion c, const lc_violation *v) {
    unsigned keep, pending;
    int number[MOST_OPS], place[MOST_OPS];
    if (!collect(h, v, &keep, &pending)) return "the conflict is empty, out of order, or not of this history";
    history part = oracle_part(h, keep, pending, number);
    history whole = up_to_culprit(h, v, place);
    if (oracle_holds(&part, c)) return "the operations of the conflict alone do not fail";
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        const lc_conflict_op *o = &v->conflict.at[i];
        if (!o->instead) continue;
        const char *fault = v->apart ? alternatives_fault(&part, c, number[o->op], o->instead)
                                     : alternatives_fault(&whole, c, place[o->op], o->instead);
        if (fault) return fault;
    }
    return v->minimal && !v->pattern ? minimality_fault(h, c, keep, pending) : NULL;
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
