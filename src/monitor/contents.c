#include "monitor/contents.h"

#include <stdlib.h>

#include "base/order.h"

/* The limits of the cost of one operation, and of one step. */
enum { MOST_CONFIGURATIONS = 1 << 12, MOST_IN_ALL = 1 << 19 };

void lco_contents_init(lco_contents *c, lco_watch *watch) {
    *c = (lco_contents){0};
    lco_frontiers_init(&c->shared, watch);
    c->shared.most = MOST_CONFIGURATIONS;
}

void lco_contents_forget(lco_contents *c) {
    lco_watch *watch = c->shared.watch;
    lco_contents_free(c);
    lco_contents_init(c, watch);
}

void lco_contents_free(lco_contents *c) {
    lco_frontier_free(&c->shared, &c->at);
    lc_vec_free(&c->shared.watch->budget, &c->seated);
    lco_frontiers_free(&c->shared);
}

void lco_contents_begin(lco_contents *c) {
    lco_contents_forget(c);
    lco_frontier_begin(&c->shared, &c->at);
    c->known = true;
}

/* ---- a step ---- */

typedef struct moment {
    uint64_t number;
    const lco_watched *op;
    bool call;
} moment;
typedef LC_VEC(moment) moments;

static int by_number(const void *a, const void *b) {
    const moment *x = a, *y = b;
    return LC_ORDER(x->number, y->number);
}

static bool is_seated(const lco_contents *c, const lco_watched *x) {
    for (uint32_t i = 0; i < c->seated.count; i++)
        if (c->seated.at[i] == x->call) return true;
    return false;
}

/* One that failed counts only where it was seated before that was known. */
static bool list_moments(const lco_contents *c, const lco_watched_list *ops, moments *out) {
    bool fine = lc_reserve(NULL, out, 2 * (uint64_t)ops->count + 1);
    for (uint32_t i = 0; fine && i < ops->count; i++) {
        const lco_watched *x = &ops->at[i];
        bool seated = is_seated(c, x);
        if (x->fortune == LCO_HAS_FAILED && !seated) continue;
        if (!seated) out->at[out->count++] = (moment){x->call, x, true};
        if (x->fortune != LCO_IS_OPEN) out->at[out->count++] = (moment){x->end, x, false};
    }
    if (out->count) qsort(out->at, out->count, sizeof *out->at, by_number);
    return fine;
}

static void take(lco_contents *c, const moment *m) {
    if (m->call) lco_frontier_call(&c->shared, &c->at, m->op);
    else if (m->op->fortune == LCO_HAS_RETURNED) lco_frontier_return(&c->shared, &c->at, m->op);
    else if (m->op->fortune == LCO_HAS_CRASHED) lco_frontier_crash(&c->shared, &c->at, m->op);
    else lco_frontier_fail(&c->shared, &c->at, m->op);
}

static void list_seated(lco_contents *c) {
    c->seated.count = 0;
    for (uint32_t i = 0; i < c->at.seats.count; i++)
        if (c->at.seats.at[i].taken) (void)lc_push(&c->shared.watch->budget, &c->seated, c->at.seats.at[i].op.call);
}

/* The results of operations that were seated before are known by now. */
static void complete_seats(lco_contents *c, const lco_watched_list *ops) {
    for (uint32_t s = 0; s < c->at.seats.count; s++)
        for (uint32_t i = 0; i < ops->count && c->at.seats.at[s].taken; i++)
            if (c->at.seats.at[s].op.call == ops->at[i].call && ops->at[i].fortune == LCO_HAS_RETURNED)
                c->at.seats.at[s].op = ops->at[i];
}

/* The frontier's counts are not counted here: the checker by windows does that. */
bool lco_contents_step(lco_contents *c, const lco_watched_list *ops) {
    lco_watch *watch = c->shared.watch;
    lco_online_covered covered = watch->covered;
    moments all = {0};
    uint64_t cost = 0;
    bool fine = c->known && list_moments(c, ops, &all);
    lco_frontiers_credit(&c->shared);
    if (fine) complete_seats(c, ops);
    for (uint32_t i = 0; fine && i < all.count && !lco_watch_is_violated(watch); i++) {
        c->shared.reached.count = 0;
        take(c, &all.at[i]);
        cost += c->shared.reached.count;
        fine = !c->at.adrift && !c->at.crowded && !c->at.loose && cost <= MOST_IN_ALL && !lc_exhausted(&watch->budget);
        lco_frontiers_tidy(&c->shared, &c->at, 1);
    }
    lc_vec_free(NULL, &all);
    list_seated(c);
    watch->covered = covered;
    if (!fine) lco_contents_forget(c);
    return fine;
}

bool lco_contents_are_empty(lco_contents *c) {
    if (!c->known || c->at.open || c->at.crashed.count || c->at.at.count != 1) return false;
    uint32_t state = c->at.at.at[0].state;
    lco_frontier_start(&c->shared);
    return c->shared.emitted.count == 1 && c->shared.emitted.at[0].state == state;
}

bool lco_contents_renew(lco_contents *c, const lco_renewal *to) {
    if (!c->known) return true; /* nothing is kept */
    if (!lco_frontiers_can_renew(&c->shared)) return false;
    lco_frontiers_renew(&c->shared, &c->at, 1, to);
    return true;
}
