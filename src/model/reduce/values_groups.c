/* Which values can be exchanged with each other, and the effect of their permutations on locations. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "model/reduce/swap.h"
#include "model/reduce/values.h"

enum { CANDIDATES_MAX = 64, TRIES_MAX = 400, TURNS_MAX = 1 << 20 };
static const uint64_t EFFORT_MAX = 100 * 1000 * 1000; /* words of code read */
static const uint32_t WHERE_MAX = 1 << 22;            /* locations in the tables of a group */

/* A number that is written, of a kind, and how often. */
typedef struct written {
    lcm_kind kind;
    int32_t number;
    uint32_t times;
} written;

typedef struct finding {
    lcm_values *v;
    lcm_swap_marks marks[LCM_VALUE_SYSTEMS_MAX];
    int32_t *first[LCM_VALUE_SYSTEMS_MAX];
    uint32_t *partner[LCM_VALUE_SYSTEMS_MAX]; /* of the exchange tried last */
    LC_VEC(written) all;
    uint32_t tries;
    uint64_t effort;
} finding;

/* ---- written values ---- */

static int by_kind(const void *a, const void *b) {
    const written *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return LC_ORDER(x->number, y->number);
}

static bool is_fixed(const lcm_kinds *k, lcm_kind kind, int32_t number) {
    for (uint32_t i = 0; i < k->fixed.count; i++)
        if (k->fixed.at[i].number == number && lcm_kind_of(k, k->fixed.at[i].kind) == kind) return true;
    return false;
}

static bool list_written(finding *f) {
    const lcm_values *v = f->v;
    for (uint32_t i = 0; i < v->system_count; i++) {
        const lcm_system_kinds *sk = &v->systems[i].kinds;
        for (uint32_t w = 0; w < sk->literal.count; w++) {
            lcm_kind kind = lcm_kind_of(&v->kinds, sk->literal.at[w]);
            if (kind == LCM_NO_KIND || v->kinds.plain.at[kind]) continue;
            if (!lc_push(v->budget, &f->all, (written){kind, (int32_t)sk->system->code.words.at[w], 1})) return false;
        }
    }
    if (f->all.count > 1) qsort(f->all.at, f->all.count, sizeof *f->all.at, by_kind);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->all.count; i++) {
        if (kept && by_kind(&f->all.at[kept - 1], &f->all.at[i]) == 0) f->all.at[kept - 1].times++;
        else f->all.at[kept++] = f->all.at[i];
    }
    f->all.count = kept;
    for (uint32_t i = kept = 0; i < f->all.count; i++)
        if (!is_fixed(&v->kinds, f->all.at[i].kind, f->all.at[i].number)) f->all.at[kept++] = f->all.at[i];
    f->all.count = kept;
    return true;
}

/* ---- exchanging two ---- */

static bool same_ranges(const lcm_kinds *k, lcm_kind kind, int32_t a, int32_t b) {
    for (uint32_t i = 0; i < k->ranges.count; i++) {
        const lcm_kind_range *r = &k->ranges.at[i];
        bool holds_a = a >= r->low && a <= r->high, holds_b = b >= r->low && b <= r->high;
        if (lcm_kind_of(k, r->kind) == kind && holds_a != holds_b) return false;
    }
    return true;
}

static bool can_swap(finding *f, lcm_kind kind, int32_t a, int32_t b) {
    const lcm_values *v = f->v;
    if (f->tries == TRIES_MAX || !same_ranges(&v->kinds, kind, a, b)) return false;
    f->tries++;
    for (uint32_t i = 0; i < v->system_count; i++) {
        const lcm_system_kinds *sk = &v->systems[i].kinds;
        uint64_t effort = (uint64_t)sk->literal.count * (f->marks[i].rounds + 2);
        if (f->effort < effort) return false;
        f->effort -= effort;
        const lcm_swap x = {.kinds = &v->kinds, .sk = sk, .kind = kind, .a = a, .b = b};
        if (!lcm_swap_find(&x, &f->marks[i], f->first[i], f->partner[i])) return false;
    }
    return true;
}

/* ---- groups ---- */

void lcm_values_free_group(lcm_values *v, lcm_value_group *g) {
    for (uint32_t i = 0; i < v->system_count; i++) {
        uint32_t places = lcm_values_places(v, i);
        if (g->where[i]) lc_release(v->budget, g->where[i], (size_t)places * g->turns * sizeof *g->where[i]);
        if (g->held[i]) lc_release(v->budget, g->held[i], places * sizeof *g->held[i]);
    }
    lc_release(v->budget, g, sizeof *g);
}

static uint32_t swap_number(uint32_t count, uint32_t i, uint32_t k) {
    uint8_t p[LCM_PERMUTED_MAX];
    for (uint32_t j = 0; j < count; j++) p[j] = (uint8_t)(j == i ? k : j == k ? i : j);
    return lcm_permutation_number(p, count);
}

/* From the exchanges of the first with each other to all permutations.  False: they do not fit together. */
static bool fill_in_where(const lcm_value_group *g, uint32_t *where, uint32_t places) {
    bool known[720] = {true};
    uint32_t queue[720] = {0}, count = 1;
    for (uint32_t l = 0; l < places; l++) where[l] = l;
    for (uint32_t at = 0; at < count; at++)
        for (uint32_t k = 1; k < g->count; k++) {
            uint8_t p[LCM_PERMUTED_MAX];
            uint32_t generator = swap_number(g->count, 0, k);
            for (uint32_t i = 0; i < g->count; i++) p[i] = g->turn[generator][g->turn[queue[at]][i]];
            uint32_t to = lcm_permutation_number(p, g->count);
            const uint32_t *from = where + (size_t)queue[at] * places, *by = where + (size_t)generator * places;
            for (uint32_t l = 0; l < places; l++) {
                uint32_t place = by[from[l]];
                if (known[to] && where[(size_t)to * places + l] != place) return false;
                where[(size_t)to * places + l] = place;
            }
            if (!known[to]) queue[count++] = to;
            known[to] = true;
        }
    assert(count == g->turns);
    return true;
}

/* A location stands for a value that it cannot be exchanged with any other without becoming another location; if it
 * stands for all, the last follows from the rest. */
static uint32_t list_held(const lcm_value_group *g, const uint32_t *where, uint32_t places, uint32_t place,
                          uint8_t *held) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        bool all = true;
        for (uint32_t k = 0; k < g->count; k++)
            all &= k == i || where[(size_t)swap_number(g->count, i, k) * places + place] != place;
        if (all) held[count++] = (uint8_t)i;
    }
    return count == g->count ? count - 1 : count;
}

/* Of one of those that a location can become, and so of the rest. */
static void fill_in_held(lcm_value_group *g, const uint32_t *where, uint32_t places,
                         uint8_t (*held)[LCM_PERMUTED_MAX + 1]) {
    memset(held, LCM_UNNAMED, places * sizeof *held);
    for (uint32_t l = 0; l < places; l++) {
        uint8_t first[LCM_PERMUTED_MAX];
        if (held[l][0] != LCM_UNNAMED) continue;
        uint32_t count = list_held(g, where, places, l, first);
        for (uint32_t t = g->turns; count > 0 && t-- > 0;)
            for (uint32_t i = 0; i < count; i++) held[where[(size_t)t * places + l]][i] = g->turn[t][first[i]];
    }
}

/* Permutations of one group and of another are done in any order. */
static bool commute(const lcm_values *v, const lcm_value_group *g, const lcm_value_group *h) {
    for (uint32_t s = 0; s < v->system_count; s++) {
        uint32_t places = lcm_values_places(v, s);
        for (uint32_t i = 1; i < g->count; i++)
            for (uint32_t k = 1; k < h->count; k++) {
                const uint32_t *a = g->where[s] + (size_t)swap_number(g->count, 0, i) * places;
                const uint32_t *b = h->where[s] + (size_t)swap_number(h->count, 0, k) * places;
                for (uint32_t l = 0; l < places; l++)
                    if (a[b[l]] != b[a[l]]) return false;
            }
    }
    return true;
}

static bool fill_in_group(finding *f, lcm_value_group *g) {
    lcm_values *v = f->v;
    for (uint32_t t = 0; t < g->turns; t++) lcm_permutation(t, g->count, g->turn[t]);
    for (uint32_t s = 0; s < v->system_count; s++) {
        uint32_t places = lcm_values_places(v, s);
        g->where[s] = lc_allocate(v->budget, (size_t)places * g->turns * sizeof *g->where[s]);
        g->held[s] = lc_allocate(v->budget, places * sizeof *g->held[s]);
        if (!g->where[s] || !g->held[s]) return false;
    }
    for (uint32_t k = 1; k < g->count; k++) {
        bool can = can_swap(f, g->kind, g->at[0], g->at[k]);
        if (!can) return false;
        for (uint32_t s = 0; s < v->system_count; s++)
            memcpy(g->where[s] + (size_t)swap_number(g->count, 0, k) * lcm_values_places(v, s), f->partner[s],
                   lcm_values_places(v, s) * sizeof *g->where[s]);
    }
    for (uint32_t s = 0; s < v->system_count; s++) {
        if (!fill_in_where(g, g->where[s], lcm_values_places(v, s))) return false;
        fill_in_held(g, g->where[s], lcm_values_places(v, s), g->held[s]);
    }
    for (uint32_t i = 0; i < v->group_count; i++)
        if (!commute(v, v->groups[i], g)) return false;
    return true;
}

/* How many values there is room for in the tables. */
static uint32_t most_values(const lcm_values *v) {
    uint32_t places = 1, most = LCM_PERMUTED_MAX;
    for (uint32_t s = 0; s < v->system_count; s++)
        if (lcm_values_places(v, s) > places) places = lcm_values_places(v, s);
    while (most > 1 && places > WHERE_MAX / lcm_factorial(most)) most--;
    return most;
}

/* The group of a number, and of those behind it in the list that are of its kind. */
static void add_group(finding *f, uint32_t at, bool *grouped) {
    lcm_values *v = f->v;
    lcm_value_group *g = lc_allocate(v->budget, sizeof *g);
    uint32_t most = most_values(v);
    if (!g) return;
    memset(g, 0, sizeof *g);
    const written *w = &f->all.at[at];
    g->kind = w->kind;
    g->at[g->count++] = w->number;
    for (uint32_t i = at + 1; i < f->all.count && f->all.at[i].kind == w->kind && g->count < most; i++) {
        if (grouped[i] || f->all.at[i].times != w->times || !can_swap(f, w->kind, w->number, f->all.at[i].number))
            continue;
        grouped[i] = true;
        g->at[g->count++] = f->all.at[i].number;
    }
    g->turns = lcm_factorial(g->count);
    g->step = v->turns;
    if (g->count > 1 && v->turns <= TURNS_MAX / g->turns && fill_in_group(f, g)) {
        v->groups[v->group_count++] = g;
        v->turns *= g->turns;
    } else lcm_values_free_group(v, g);
}

static void find_groups(finding *f) {
    lcm_values *v = f->v;
    bool *grouped = lc_allocate(v->budget, f->all.count + 1);
    if (!grouped) return;
    memset(grouped, 0, f->all.count + 1);
    for (uint32_t i = 0, k; i < f->all.count; i = k) {
        for (k = i; k < f->all.count && f->all.at[k].kind == f->all.at[i].kind;) k++;
        for (uint32_t n = i; n < k && k - i <= CANDIDATES_MAX && v->group_count < LCM_VALUE_GROUPS_MAX; n++)
            if (!grouped[n]) add_group(f, n, grouped);
    }
    lc_release(v->budget, grouped, f->all.count + 1);
}

/* ---- all of it ---- */

static int32_t *first_state(const lcm_system *s, lc_budget *budget) {
    const lcm_lts *lts = lcm_system_lts(s);
    lcm_walker *w = lts->open(lts, budget);
    uint32_t *state = lc_allocate(budget, lts->words * sizeof *state);
    int32_t *fields = lc_allocate(budget, (s->fields.count + 1) * sizeof *fields);
    if (w && state && fields) {
        lts->init(w, state);
        lcm_unpack(s, state, fields);
    } else if (fields) {
        lc_release(budget, fields, (s->fields.count + 1) * sizeof *fields);
        fields = NULL;
    }
    if (w) lts->close(w);
    if (state) lc_release(budget, state, lts->words * sizeof *state);
    return fields;
}

static bool prepare(finding *f, uint32_t i) {
    const lcm_values *v = f->v;
    const lcm_system_kinds *sk = &v->systems[i].kinds;
    f->first[i] = first_state(sk->system, v->budget);
    f->partner[i] = lc_allocate(v->budget, sk->registers.count * sizeof *f->partner[i]);
    return f->first[i] && f->partner[i] && lcm_swap_mark(&f->marks[i], sk, v->budget);
}

static void release(finding *f) {
    const lcm_values *v = f->v;
    for (uint32_t i = 0; i < v->system_count; i++) {
        const lcm_system_kinds *sk = &v->systems[i].kinds;
        if (f->first[i]) lc_release(v->budget, f->first[i], (sk->system->fields.count + 1) * sizeof *f->first[i]);
        if (f->partner[i]) lc_release(v->budget, f->partner[i], sk->registers.count * sizeof *f->partner[i]);
        lc_vec_free(v->budget, &f->marks[i].marks);
    }
    lc_vec_free(v->budget, &f->all);
}

bool lcm_values_find_groups(lcm_values *v) {
    finding f = {.v = v, .effort = EFFORT_MAX};
    bool well = list_written(&f);
    for (uint32_t i = 0; well && f.all.count > 1 && i < v->system_count; i++) well = prepare(&f, i);
    if (well && f.all.count > 1) find_groups(&f);
    release(&f);
    return well;
}
