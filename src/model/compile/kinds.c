#include "model/compile/kinds.h"

void lcm_kinds_init(lcm_kinds *k, uint32_t names, lc_budget *budget) {
    *k = (lcm_kinds){.budget = budget, .names = names, .object = LCM_NO_KIND};
    lcm_kinds_add(k, names * LCM_LABEL_MAX);
}

void lcm_kinds_free(lcm_kinds *k) {
    lc_vec_free(k->budget, &k->above);
    lc_vec_free(k->budget, &k->plain);
    lc_vec_free(k->budget, &k->fixed);
    lc_vec_free(k->budget, &k->ranges);
}

lcm_kind lcm_kinds_add(lcm_kinds *k, uint32_t count) {
    lcm_kind first = k->above.count;
    if (!lc_reserve(k->budget, &k->above, first + count) || !lc_reserve(k->budget, &k->plain, first + count)) {
        k->lost = true;
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) k->above.at[first + i] = first + i, k->plain.at[first + i] = false;
    k->above.count = k->plain.count = first + count;
    return first;
}

lcm_kind lcm_kind_of(const lcm_kinds *k, lcm_kind a) {
    if (a == LCM_NO_KIND || k->lost) return LCM_NO_KIND;
    while (k->above.at[a] != a) a = k->above.at[a];
    return a;
}

/* The same, and the way is shorter next time. */
static lcm_kind find(lcm_kinds *k, lcm_kind a) {
    while (!k->lost && k->above.at[a] != a) a = k->above.at[a] = k->above.at[k->above.at[a]];
    return a;
}

void lcm_kinds_settle(lcm_kinds *k) {
    for (lcm_kind i = 0; i < k->above.count; i++) k->above.at[i] = find(k, i);
}

void lcm_kind_join(lcm_kinds *k, lcm_kind a, lcm_kind b) {
    a = find(k, a), b = find(k, b);
    if (a == b || k->lost) return;
    k->above.at[b] = a;
    k->plain.at[a] |= k->plain.at[b];
}

void lcm_kind_spoil(lcm_kinds *k, lcm_kind a) {
    if (!k->lost) k->plain.at[find(k, a)] = true;
}

void lcm_kind_fix(lcm_kinds *k, lcm_kind a, int32_t number) {
    if (!lc_push(k->budget, &k->fixed, (lcm_fixed){a, number})) k->lost = true;
}
