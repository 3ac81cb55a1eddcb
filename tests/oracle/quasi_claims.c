/* Is what Lince says about quasi linearizability true?  The oracle judges each claim.  (The fields of the result are
 * looked into only to read the claims.) */
#include <string.h>

#include "check/result.h"
#include "quasi_claims.h"

/* The factors with another number for one set. */
static quasi_factors with(const quasi_factors *f, int set, int most) {
    quasi_factors changed = *f;
    changed.sets[set].most = most;
    return changed;
}

static int sought_set(const quasi_factors *f) {
    for (int i = 0; i < f->count; i++)
        if (f->sets[i].most == QUASI_MIN) return i;
    return -1;
}

static int read_moved(const lince_result *r, quasi_place *moved) {
    if (r->quasi.moved.count > MOST_OPS) return -1;
    for (uint32_t i = 0; i < r->quasi.moved.count; i++) {
        const lc_displaced *m = &r->quasi.moved.at[i];
        moved[i] = (quasi_place){(int)m->op, (int)m->real, (int)m->legal};
    }
    return (int)r->quasi.moved.count;
}

/* ---- if it holds ---- */

static const char *smallest_fault(const quasi_factors *f, int set, int smallest, const lince_result *r) {
    static char fault[600];
    char text[256];
    uint32_t enough = r->quasi.enough;
    quasi_factors found = with(f, set, enough < QUASI_NEVER ? (int)enough : smallest);
    quasi_print(&found, text);
    if (!r->quasi.smallest || strcmp(r->quasi.smallest, text) != 0 || r->quasi.at_least > (uint32_t)smallest ||
        enough < (uint32_t)smallest) {
        snprintf(fault, sizeof fault, "%s is said to be the smallest, but %d is",
                 r->quasi.smallest ? r->quasi.smallest : "nothing", smallest);
        return fault;
    }
    if (r->quasi.at_least == enough && lince_result_smallest_factor(r) != (uint32_t)smallest)
        return "the number of the smallest factor is another";
    return NULL;
}

static const char *good_fault(const history *h, const quasi_factors *f, const lince_result *r) {
    quasi_factors found = *f;
    quasi_place moved[MOST_OPS];
    int set = sought_set(f), moved_count = read_moved(r, moved);
    if (set < 0 && (r->quasi.smallest || r->quasi.enough != LINCE_NO_FACTOR)) return "nobody asked for what is enough";
    if (set >= 0) {
        found = with(f, set, quasi_smallest(h, f, set));
        const char *fault = smallest_fault(f, set, found.sets[set].most, r);
        if (fault) return fault;
        if (r->quasi.at_least != r->quasi.enough) return "the smallest factor is not known";
    }
    size_t count;
    const uint32_t *order = lince_result_witness(r, &count);
    if (count > MOST_OPS || moved_count < 0) return "the witness is longer than the history";
    return quasi_witness_fault(h, &found, order, (int)count, moved, moved_count);
}

/* ---- if it does not ---- */

/* The operations of the object that is blamed. */
static history blamed_part(const history *h, const lc_violation *v, int *number, int *object) {
    unsigned keep = 0;
    *object = -1;
    for (int i = 0; i < h->object_count; i++)
        if (!strcmp(h->objects[i].name ? h->objects[i].name : "", v->object)) *object = i;
    for (int i = 0; i < h->op_count; i++)
        if (h->ops[i].object == *object && !oracle_failed(h, &h->ops[i])) keep |= 1u << i;
    return oracle_part(h, keep, 0, number);
}

static const char *conflict_fault(const history *h, const quasi_factors *f, const lc_violation *v, int object) {
    unsigned keep = 0;
    int number[MOST_OPS];
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        uint32_t at = v->conflict.at[i].op;
        if (at >= (uint32_t)h->op_count || oracle_failed(h, &h->ops[at]) || keep >> at) return "a strange conflict";
        if (h->ops[at].object != object) return "the conflict is about another object";
        if (v->conflict.at[i].pending && oracle_returned(h, &h->ops[at])) return "a return is said not to be needed";
        keep |= 1u << at;
    }
    history part = oracle_part(h, keep, 0, number);
    if (!v->conflict.count || quasi_holds(&part, f)) return "the operations of the conflict alone do not fail";
    if (v->has_prefix) return "a failing prefix for a criterion that is not prefix-closed";
    if (v->culprit < (uint32_t)h->op_count && !(keep >> v->culprit & 1)) return "the culprit is not in the conflict";
    return NULL;
}

/* It names an operation that is as far from its place as the factor says. */
static const char *reason_fault(const char *reason, int smallest) {
    int places = -1;
    const char *overtaken = strstr(reason, " was overtaken "), *overtook = strstr(reason, " overtook ");
    if (strstr(reason, " was overtaken once")) places = 1;
    else if (overtaken) sscanf(overtaken, " was overtaken %d times", &places);
    else if (overtook) sscanf(overtook, " overtook %d other", &places);
    return places == smallest ? NULL : "the reason names another number of places";
}

/* The set that comes behind another, or first, by descending factors; -1: none. */
static int next_set(const quasi_factors *f, int after) {
    int best = -1;
    for (int i = 0; i < f->count; i++) {
        bool done = after >= 0 &&
                    (f->sets[i].most > f->sets[after].most || (f->sets[i].most == f->sets[after].most && i <= after));
        if (!done && (best < 0 || f->sets[i].most > f->sets[best].most)) best = i;
    }
    return best;
}

/* What would be enough: more for the first set for which that helps, the most generous first. */
static const char *enough_fault(const history *part, const quasi_factors *f, const lince_result *r, const int *number) {
    quasi_place moved[MOST_OPS];
    int moved_count = read_moved(r, moved);
    for (int i = next_set(f, -1); i >= 0; i = next_set(f, i)) {
        int smallest = quasi_smallest(part, f, i);
        if (smallest == QUASI_NEVER) continue;
        const char *fault = smallest_fault(f, i, smallest, r);
        if (!fault) fault = reason_fault(r->violation->reason, (int)r->quasi.enough);
        if (fault) return fault;
        if (moved_count < 0) return "too many operations are moved";
        for (int k = 0; k < moved_count; k++) moved[k].op = number[moved[k].op];
        quasi_factors enough = with(f, i, (int)r->quasi.enough);
        return quasi_moves_fault(part, &enough, moved, moved_count);
    }
    return r->quasi.smallest ? "a factor is said to be enough that is not" : NULL;
}

static const char *bad_fault(const history *h, const quasi_factors *f, const lince_result *r) {
    int number[MOST_OPS], object, set = sought_set(f);
    const lc_violation *v = r->violation;
    if (!v || !v->reason || !v->object) return "a violation without explanation";
    history part = blamed_part(h, v, number, &object);
    if (object < 0) return "an unknown object is blamed";
    quasi_factors asked = *f, any = *f;
    if (set >= 0) asked.sets[set].most = QUASI_NEVER;
    for (int i = 0; i < any.count; i++) any.sets[i].most = QUASI_NEVER;
    if (quasi_holds(&part, &asked)) return "the object that is blamed does not fail";
    const char *fault = conflict_fault(h, &asked, v, object);
    if (fault) return fault;
    bool possible = quasi_holds(&part, &any);
    if (possible == !!strstr(v->reason, "no order of the operations is legal")) return "the reason is not true";
    if (r->quasi.never != (set >= 0 || !possible)) return "it is wrong about whether any factor would be enough";
    if (set >= 0) return r->quasi.smallest ? "a factor is said to be enough, though there is none" : NULL;
    return enough_fault(&part, f, r, number);
}

const char *quasi_claims_fault(const history *h, const quasi_factors *f, bool thorough, const lince_result *r) {
    switch (lince_result_verdict(r)) {
    case LINCE_VERDICT_OK: return good_fault(h, f, r);
    case LINCE_VERDICT_VIOLATION:
        if (thorough && r->quasi.smallest && r->quasi.at_least != r->quasi.enough) return "it is not thorough";
        return bad_fault(h, f, r);
    default: return "no verdict";
    }
}
