#include "check/refine/condense.h"

enum { FEW = 16, SAME = 1 };

/* ---- values ---- */

static lc_condensable kind_of(const lc_instance *instance) {
    const lince_spec *spec = instance->spec;
    bool removes = false;
    if (!(spec->traits & LINCE_DROPPABLE_VALUES)) return LC_AS_ANY;
    for (uint32_t i = 0; i < spec->method_count; i++) {
        if (lc_is_beside_kind(instance, i)) continue; /* it is not called */
        lince_role role = (lince_role)spec->methods[i].role;
        bool peeks = role == LINCE_ROLE_PEEK && spec->methods[i].pure;
        if (role != LINCE_ROLE_ADD && role != LINCE_ROLE_REMOVE && !peeks) return LC_AS_ANY;
        removes = removes || role == LINCE_ROLE_REMOVE;
    }
    return removes ? LC_AS_CONTAINER : LC_AS_REGISTER;
}

/* The role of an operation for a value. */
typedef struct use {
    lince_value value; /* LINCE_NO_VALUE: it is not known yet */
    lince_role role;
    bool nothing; /* it found nothing */
} use;

static use use_of(const lc_condense *c, uint32_t op) {
    lc_meaning m;
    lc_mean(c->binding, op, &m);
    lince_role role = (lince_role)m.method->role;
    if (role == LINCE_ROLE_ADD) return (use){m.last, role, false};
    bool nothing = m.result != LINCE_NO_VALUE && m.result == m.method->pure_result;
    return (use){m.result, role, nothing && c->as == LC_AS_CONTAINER};
}

/* The operations of a value in all of the part, and the number of old ones. */
typedef struct uses {
    uint32_t added, removed, all, old;
} uses;
enum { MOST_ALL = (1 << 13) - 1 };
static uint32_t pack(uses u) {
    return (u.added < 2 ? u.added : 2) | (u.removed < 2 ? u.removed : 2) << 2 |
           (u.all < MOST_ALL ? u.all : MOST_ALL) << 4 | (u.old < MOST_ALL ? u.old : MOST_ALL - 1) << 17;
}
static uses unpack(uint32_t x) {
    return x == LC_NOT_MAPPED ? (uses){0} : (uses){x & 3, x >> 2 & 3, x >> 4 & MOST_ALL, x >> 17 & MOST_ALL};
}

static bool is_gone(const lc_condense *c, lince_value value) {
    uses u = unpack(lc_map64_get(&c->uses, value));
    if (u.all == MOST_ALL || u.old != u.all) return false; /* too many to be counted, or not all of them are old */
    return c->as == LC_AS_CONTAINER ? u.added == 1 && u.removed == 1 : u.added > 0;
}

/* ---- the beginning ---- */

bool lc_condense_init(lc_condense *c, lc_binding *b, const lc_part *part, lc_budget *budget) {
    *c = (lc_condense){.budget = budget, .binding = b, .part = *part};
    c->as = kind_of(b->objects.at[part->object].instance);
    lc_map64_init(&c->uses, budget);
    lc_map64_init(&c->like, budget);
    return lc_condense_again(c);
}

void lc_condense_free(lc_condense *c) {
    lc_map64_free(&c->uses);
    lc_map64_free(&c->like);
}

bool lc_condense_again(lc_condense *c) {
    lc_map64_clear(&c->uses);
    lc_map64_clear(&c->like);
    c->counted = 0;
    for (uint32_t i = 0; c->as != LC_AS_ANY && i < c->part.event_count; i++) {
        if (lc_event_what(c->part.events[i]) != LC_INVOKE) continue;
        use x = use_of(c, lc_event_op(c->part.events[i]));
        if (x.nothing || x.value == LINCE_NO_VALUE) continue;
        uses u = unpack(lc_map64_get(&c->uses, x.value));
        u.added += x.role == LINCE_ROLE_ADD;
        u.removed += x.role == LINCE_ROLE_REMOVE;
        u.all++;
        lc_map64_put(&c->uses, x.value, pack(u));
    }
    return !lc_exhausted(c->budget);
}

/* ---- leaving out ---- */

/* Another operation stands for this one: it changes nothing, or nothing more. */
static bool is_like_another(lc_condense *c, uint32_t op) {
    lc_meaning m;
    lc_mean(c->binding, op, &m);
    if (!m.pure && !(c->as == LC_AS_REGISTER && m.method->role == LINCE_ROLE_ADD)) return false;
    uint32_t label = lc_label_op(c->binding, op);
    if (label == LC_NO_LABEL) return false;
    uint32_t other = lc_map64_get(&c->like, label);
    if (other == LC_NOT_MAPPED) lc_map64_put(&c->like, label, other = op);
    return other != op;
}

static bool can_go(lc_condense *c, uint32_t op, bool *some_write) {
    if (c->as != LC_AS_ANY) {
        use x = use_of(c, op);
        if (x.nothing) return true;
        if (is_gone(c, x.value)) {
            if (c->as == LC_AS_CONTAINER || x.role != LINCE_ROLE_ADD || *some_write) return true;
            *some_write = true; /* one of them stays */
            return false;
        }
    }
    return is_like_another(c, op);
}

static void count_old(lc_condense *c, const lc_events *returns) {
    for (; c->as != LC_AS_ANY && c->counted < returns->count; c->counted++) {
        use x = use_of(c, lc_event_op(returns->at[c->counted]));
        if (x.nothing) continue;
        uses u = unpack(lc_map64_get(&c->uses, x.value));
        u.old++;
        lc_map64_put(&c->uses, x.value, pack(u));
    }
}

bool lc_condense_old(lc_condense *c, lc_events *calls, lc_events *returns) {
    if (returns->count < 2 * c->counted + FEW) return true;
    count_old(c, returns);
    lc_map64 gone; /* operations */
    lc_map64_init(&gone, c->budget);
    bool some_write = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < returns->count; i++) {
        uint32_t op = lc_event_op(returns->at[i]);
        if (can_go(c, op, &some_write)) lc_map64_put(&gone, op, SAME);
        else returns->at[kept++] = returns->at[i];
    }
    if (!lc_exhausted(c->budget)) returns->count = c->counted = kept;
    kept = 0;
    for (uint32_t i = 0; i < calls->count; i++)
        if (lc_map64_get(&gone, lc_event_op(calls->at[i])) == LC_NOT_MAPPED) calls->at[kept++] = calls->at[i];
    if (!lc_exhausted(c->budget)) calls->count = kept;
    lc_map64_free(&gone);
    return !lc_exhausted(c->budget);
}
