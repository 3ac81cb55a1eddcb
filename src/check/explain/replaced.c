/* Let S be a set of values such that every operation that replaces one of them, by a cas that may have succeeded, puts
 * another of them in its place.  Leave out all operations that saw or made a value of S, and each cas that failed.  An
 * order that was legal is legal: an operation that is left and sees a value saw one outside S, so the operation that
 * made it is left, and no remaining operation came in between.  A cas that failed would be in the way, because it may
 * find an older value there now; it changes nothing, so it can be left out in any case.
 *
 * The smallest such sets are the values that can be made from one value by cas, again and again.
 */
#include "check/explain/replaced.h"

enum { VALUES_MOST = 64, NONE = UINT32_MAX };

typedef struct reader {
    const lc_minimal *minimal;
    lc_binding *binding;
    lince_value values[VALUES_MOST];
    uint32_t count;
    uint64_t from[VALUES_MOST]; /* the values that can replace each, in any number of steps, and itself */
    bool refused;
} reader;

/* The value's bit. */
static uint64_t bit_of(reader *r, lince_value v) {
    if (v == LINCE_NO_VALUE) return 0;
    uint32_t i = 0;
    while (i < r->count && r->values[i] != v) i++;
    if (i == VALUES_MOST) {
        r->refused = true;
        return 0;
    }
    if (i == r->count) {
        r->from[i] = (uint64_t)1 << i;
        r->values[r->count++] = v;
    }
    return (uint64_t)1 << i;
}

/* The values that an operation saw or made; `*fails`: it is a cas that failed. */
static uint64_t values_of(reader *r, uint32_t i, bool *fails) {
    const lc_label *label = &r->binding->labels.at[lc_label_op(r->binding, r->minimal->ops.at[i])];
    lc_call call;
    lc_label_call(label, &call);
    *fails = false;
    if (call.call.argc == 0) return bit_of(r, call.results[0]);
    if (call.call.argc == 1) return bit_of(r, call.call.args[0]);
    *fails = label->pure && r->minimal->fates.at[i] == LC_KEPT;
    if (*fails) return 0;
    uint64_t old = bit_of(r, call.call.args[0]), new = bit_of(r, call.call.args[1]);
    if (old) r->from[__builtin_ctzll(old)] |= new;
    return old | new;
}

static bool is_cas_register(reader *r) {
    for (uint32_t i = 0; i < r->minimal->ops.count; i++) {
        const lc_label *label = &r->binding->labels.at[lc_label_op(r->binding, r->minimal->ops.at[i])];
        const lc_label *first = &r->binding->labels.at[lc_label_op(r->binding, r->minimal->ops.at[0])];
        if (label->object != first->object) return false;
        const lc_instance *instance = r->binding->objects.at[label->object].instance;
        if (instance->is != LINCE_IS_REGISTER || lc_spec_role(instance->spec, LINCE_ROLE_CAS) == LC_NO_METHOD)
            return false;
    }
    return true;
}

static void follow_replacements(reader *r) {
    for (uint32_t by = 0; by < r->count; by++)
        for (uint32_t i = 0; i < r->count; i++)
            if (r->from[i] >> by & 1) r->from[i] |= r->from[by];
}

static bool add_group(reader *r, uint64_t set, lc_budget *budget, lc_member_list *members, lc_group_list *groups) {
    lc_fate_group group = {.first = members->count};
    for (uint32_t i = 0; i < r->minimal->ops.count; i++) {
        bool fails;
        if (r->minimal->fates.at[i] == LC_DROPPED || !(values_of(r, i, &fails) & set || fails)) continue;
        if (!lc_push(budget, members, i)) return false;
        group.count++;
        if (!fails) group.last = i;
    }
    return lc_push(budget, groups, group);
}

bool lc_replaced_groups(const lc_minimal *m, lc_binding *b, lc_budget *budget, lc_member_list *members,
                        lc_group_list *groups) {
    reader r = {.minimal = m, .binding = b};
    bool fails;
    if (!is_cas_register(&r)) return true;
    for (uint32_t i = 0; i < m->ops.count && !r.refused; i++)
        if (m->fates.at[i] != LC_DROPPED) (void)values_of(&r, i, &fails);
    if (r.refused) return true;
    follow_replacements(&r);
    uint64_t done[VALUES_MOST];
    for (uint32_t v = 0; v < r.count; v++) {
        bool is_new = true;
        done[v] = r.from[v];
        for (uint32_t i = 0; i < v; i++) is_new = is_new && done[i] != done[v];
        if (is_new && !add_group(&r, done[v], budget, members, groups)) return false;
    }
    return true;
}
