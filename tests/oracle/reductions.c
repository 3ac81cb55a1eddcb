/* The reductions of check/explain/minimize.c, written down once more from their description. */
#include <string.h>

#include "coherent.h"

typedef struct reducing {
    const history *h;
    int pinned;
    bool (*each)(void *context, const history *);
    void *context;
} reducing;

static const model *model_of(const history *h, int i) { return h->objects[h->ops[i].object].model; }
static bool is(const char *name, const char *other) { return strcmp(name, other) == 0; }

static bool without(const reducing *r, unsigned gone, unsigned open) {
    int number[MOST_OPS];
    unsigned all = (1u << r->h->op_count) - 1;
    if (!((gone | open) & all) || (r->pinned >= 0 && (gone | open) & 1u << r->pinned)) return true;
    history left = oracle_part(r->h, all & ~gone, open, number);
    return r->each(r->context, &left);
}

/* ---- operations that change nothing ---- */

static bool changes_nothing(const history *h, int i) {
    static const char *const lookers[] = {"read", "get", "contains", "query", "peek"};
    const op *o = &h->ops[i];
    if (model_of(h, i)->meet) return false; /* another may wait for it */
    for (size_t k = 0; k < sizeof lookers / sizeof *lookers; k++)
        if (is(oracle_method(h, o)->name, lookers[k])) return true;
    return oracle_returned(h, o) && (o->result == EMPTY || o->result == FALSE);
}

/* ---- keys and values ---- */

static bool has_keys(const history *h, int i) {
    return is(model_of(h, i)->name, "map") || is(model_of(h, i)->name, "set");
}

static bool may_lose_values(const history *h, int i) {
    static const char *const names[] = {"queue", "stack", "deque", "pqueue", "bag", "register"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is(model_of(h, i)->name, names[k])) return true;
    return is(model_of(h, i)->name, "cas-register") && !is(oracle_method(h, &h->ops[i])->name, "cas");
}

/* What it adds, removes or observes; NOTHING: nothing, or that is not known. */
static value value_of(const history *h, int i) {
    const op *o = &h->ops[i];
    int count = oracle_args(h, o);
    if (count) return o->args[count - 1];
    return oracle_returned(h, o) && o->result != EMPTY ? o->result : NOTHING;
}

static value subject_of(const history *h, int i, bool by_key) { return by_key ? h->ops[i].args[0] : value_of(h, i); }

static bool reduce_groups(const reducing *r, bool (*applies)(const history *, int), bool by_key) {
    const history *h = r->h;
    for (int i = 0; i < h->op_count; i++) {
        unsigned gone = 0;
        bool all = true; /* operations of the object */
        for (int k = 0; k < h->op_count; k++) all &= h->ops[k].object != h->ops[i].object || applies(h, k);
        value v = all ? subject_of(h, i, by_key) : NOTHING;
        for (int k = 0; v != NOTHING && k < h->op_count; k++)
            if (h->ops[k].object == h->ops[i].object && subject_of(h, k, by_key) == v) gone |= 1u << k;
        if (!without(r, gone, 0)) return false;
    }
    return true;
}

/* ---- registers with cas ---- */

static bool is_cas(const history *h, int i) { return is(oracle_method(h, &h->ops[i])->name, "cas"); }
static bool failed(const history *h, int i) { return oracle_returned(h, &h->ops[i]) && h->ops[i].result == FALSE; }

static bool touches(const history *h, int i, const bool *values) {
    const op *o = &h->ops[i];
    if (is_cas(h, i)) return failed(h, i) || values[o->args[0] % 2000] || values[o->args[1] % 2000];
    return value_of(h, i) != NOTHING && values[value_of(h, i) % 2000];
}

/* Whatever a cas that may have succeeded puts in place of one of these values is one of them, too. */
static void close_under_cas(const history *h, bool *values) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < h->op_count; i++) {
            const op *o = &h->ops[i];
            if (!is_cas(h, i) || failed(h, i) || !values[o->args[0] % 2000] || values[o->args[1] % 2000]) continue;
            values[o->args[1] % 2000] = changed = true;
        }
    }
}

static bool reduce_replaced(const reducing *r) {
    const history *h = r->h;
    for (int i = 0; i < h->op_count; i++)
        if (!is(model_of(h, i)->name, "cas-register") || h->ops[i].object != h->ops[0].object) return true;
    for (int i = 0; i < h->op_count; i++)
        for (int k = 0; k < 2; k++) {
            bool values[2000] = {false};
            unsigned gone = 0;
            value v = is_cas(h, i) ? h->ops[i].args[k] : value_of(h, i);
            if (v == NOTHING || (is_cas(h, i) && failed(h, i))) continue;
            values[v % 2000] = true;
            close_under_cas(h, values);
            for (int o = 0; o < h->op_count; o++)
                if (touches(h, o, values)) gone |= 1u << o;
            if (!without(r, gone, 0)) return false;
        }
    return true;
}

bool oracle_reductions(const history *h, int pinned, bool keep_returns, bool (*each)(void *context, const history *),
                       void *context) {
    reducing r = {h, pinned, each, context};
    if (!reduce_groups(&r, has_keys, true) || !reduce_groups(&r, may_lose_values, false) || !reduce_replaced(&r))
        return false;
    for (int i = 0; i < h->op_count; i++) {
        if (changes_nothing(h, i) && !without(&r, 1u << i, 0)) return false;
        if (!keep_returns && oracle_returned(h, &h->ops[i]) && !without(&r, 0, 1u << i)) return false;
    }
    return true;
}
