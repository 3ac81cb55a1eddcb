/* Groups are sets, so their members are chosen in the order of the list: by method, then the one that returns first.
 *
 * Of operations that do the same and return the same, the one that returns first is chosen first.  If a solution takes
 * another one now, exchange the two: both are open now, and the one that is used later is so before the first of the
 * two returns.  So of n equal operations at a barrier there is one group to try instead of all subsets.
 *
 * Where operations span several steps, equal ones have also begun alike.  Let x return before y, and let a solution
 * have y take a part now, and x none.  If y ends now (WHOLE, LAST), x can do so instead, and y does later the step of
 * x: that is over when x returns.  If y is in the MIDDLE, x can take its place up to the next step s of x, if y has not
 * ended by then, and each goes on as before; if it has, the two change places for good.  If y begins (FIRST), that
 * fails where s is the only step of x (WHOLE): y must then go on for longer than x is there.  So those that begin are
 * all tried, unless none of them ever returns.
 */
#include "check/sync/groups.h"

#include <stdlib.h>

#include "base/order.h"

void lc_groups_free(lc_groups *g) { lc_vec_free(g->space->budget, &g->open); }

static int by_method_and_return(const void *a, const void *b) {
    const lc_open_op *x = a, *y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    if (x->ends != y->ends) return x->ends < y->ends ? -1 : 1;
    if (x->label != y->label) return x->label < y->label ? -1 : 1;
    if (x->op != y->op) return x->op < y->op ? -1 : 1;
    return LC_ORDER(x->part, y->part);
}

static bool are_twins(const lc_groups *g, const lc_open_op *x, const lc_open_op *y) {
    if (x->label != y->label || x->part != y->part || x->op == y->op) return false;
    if (x->in_class && y->in_class) return x->place == y->place;
    return !g->no_symmetry && x->part != LINCE_PART_FIRST;
}

void lc_groups_ready(lc_groups *g) {
    lc_open_op *open = g->open.at;
    if (g->open.count) qsort(open, g->open.count, sizeof *open, by_method_and_return);
    for (uint32_t i = 0; i < g->open.count; i++) {
        open[i].twin = LC_NO_TWIN;
        for (uint32_t k = i; k && open[k - 1].row == open[i].row && open[i].twin == LC_NO_TWIN; k--)
            if (are_twins(g, &open[k - 1], &open[i])) open[i].twin = k - 1;
    }
}

/* In any part. */
static bool is_chosen(const lc_groups *g, uint32_t op) {
    for (uint32_t i = g->count; i; i--)
        if (g->open.at[g->chosen[i - 1]].op == op) return true;
    return false;
}

/* Not if it is there already, in another part, or if it has to let its twin go first. */
static bool may_be_chosen(const lc_groups *g, uint32_t place, bool with_to_come) {
    const lc_open_op *o = &g->open.at[place];
    if (with_to_come && place != g->with && g->open.at[g->with].op == o->op) return false;
    if (o->part != LINCE_PART_WHOLE && is_chosen(g, o->op)) return false;
    return o->twin == LC_NO_TWIN || is_chosen(g, g->open.at[o->twin].op);
}

static uint32_t label_of(const lc_groups *g, uint32_t place) {
    return lc_label_in_part(g->open.at[place].label, g->open.at[place].part);
}

/* The labels of those chosen, and of the one that must still come. */
static uint32_t list_labels(const lc_groups *g, uint32_t *labels, bool one_to_come) {
    uint32_t count = 0;
    for (; count < g->count; count++) labels[count] = label_of(g, g->chosen[count]);
    if (one_to_come) labels[count++] = label_of(g, g->with);
    return count;
}

static void query(lc_groups *g) {
    uint32_t labels[LC_ARITY_MAX];
    lc_next next = lc_space_meet(g->space, g->state, labels, list_labels(g, labels, false));
    if (next != LC_NO_STEP && !g->found(g->context, g->chosen, g->count, next)) g->enough = true;
}

static bool may_go_on(lc_groups *g, bool one_to_come) {
    uint32_t labels[LC_ARITY_MAX + 1];
    if (g->count + one_to_come == 1) return true;
    return lc_space_joins(g->space, g->state, labels, list_labels(g, labels, one_to_come));
}

enum { PATIENCE = 4096 }; /* tries between two looks at the clock */

/* All groups that begin with those chosen and go on with some from `from` on. */
static void grow(lc_groups *g, uint32_t from, bool to_come) {
    if (!to_come && g->count >= g->least) query(g);
    bool full = g->count + to_come == g->most; /* but for the one that must come */
    uint32_t until = to_come ? g->with + 1 : g->open.count;
    if (full && !to_come) return;
    for (uint32_t i = full ? g->with : from; i < until && !g->enough; i++) {
        if (++g->tried % PATIENCE == 0 && g->must_halt && g->must_halt(g->halt_context)) g->enough = true;
        if (g->count + (g->open.count - i) < g->least) return;
        if (i == g->without || !may_be_chosen(g, i, to_come)) continue;
        bool still_to_come = to_come && i != g->with;
        g->chosen[g->count++] = i;
        if (may_go_on(g, still_to_come)) grow(g, i + 1, still_to_come);
        g->count--;
    }
}

bool lc_groups_find(lc_groups *g, uint32_t state, uint32_t with, uint32_t without, lc_group_found *found,
                    void *context) {
    g->state = state;
    g->with = with;
    g->without = without;
    g->found = found;
    g->context = context;
    g->count = 0;
    g->enough = false;
    if (g->open.count) grow(g, 0, with != LC_NOBODY);
    return !g->enough;
}
