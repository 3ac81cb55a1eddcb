/* The operations a window leaves behind if the state is known only in part: they cause no false violation.
 *
 * These are the additions of the elements still inside, and the open operations.  Elements that came and went are left
 * out, and removals that found nothing: that keeps correct histories correct (LINCE_DROPPABLE_VALUES).  Values that are
 * inside more than once cannot be distinguished, so that it is unknown which of them was removed.  Their operations are
 * left out from there on, and only counted, until all are gone.
 */
#include "monitor/windows.h"

#define ALL_GONE (LC_NOT_MAPPED - 1) /* no longer left out */

/* ---- elements ---- */

lco_use lco_use_of(const lco_windows *w, const lco_watched *x) {
    const lince_method *m = &w->watch->instance->spec->methods[x->method];
    lco_use u = {.role = (lince_role)m->role};
    bool adds = u.role == LINCE_ROLE_ADD;
    if (!w->container || (!adds && x->fortune != LCO_HAS_RETURNED)) return u;
    size_t count;
    const lince_value *items = lc_payload_items(w->watch->values, adds ? &x->args : &x->results, &count);
    if (count && (adds || items[0] != m->pure_result)) u.value = items[adds ? count - 1 : 0];
    return u;
}

/* How often a value was added and removed in the window. */
typedef struct uses {
    uint32_t added, removed;
    bool open; /* an addition of it is */
} uses;

typedef struct tally {
    lc_map64 of_value; /* to its place in `all` */
    LC_VEC(uses) all;
} tally;

static uses uses_of(const tally *t, lince_value value) {
    uint32_t at = lc_map64_get(&t->of_value, value);
    return at == LC_NOT_MAPPED ? (uses){0} : t->all.at[at];
}

static void count_uses(const lco_windows *w, tally *t) {
    for (uint32_t i = 0; i < w->ops.count; i++) {
        const lco_watched *x = &w->ops.at[i];
        lco_use of = lco_use_of(w, x);
        if (of.value == LINCE_NO_VALUE || x->fortune == LCO_HAS_FAILED) continue;
        uint32_t at = lc_map64_get(&t->of_value, of.value);
        if (at == LC_NOT_MAPPED) {
            at = t->all.count;
            if (!lc_push(&w->watch->budget, &t->all, (uses){0})) return;
            lc_map64_put(&t->of_value, of.value, at);
        }
        uses *u = &t->all.at[at];
        u->added += of.role == LINCE_ROLE_ADD;
        u->removed += of.role == LINCE_ROLE_REMOVE;
        u->open = u->open || (of.role == LINCE_ROLE_ADD && x->fortune == LCO_IS_OPEN);
    }
}

void lco_windows_keep(lco_windows *w, const uint8_t *flags) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->ops.count; i++) {
        lco_watched x = w->ops.at[i];
        if (flags[i]) w->ops.at[kept++] = x;
        if (x.fortune == LCO_IS_OPEN) w->of_slot.at[x.slot] = flags[i] ? kept : 0;
    }
    w->ops.count = kept;
}

/* Keeps the operations for which `keeps` is true. */
static void keep_only(lco_windows *w, bool (*keeps)(lco_windows *, const lco_watched *, const tally *)) {
    tally t = {0};
    LC_VEC(uint8_t) flags = {0};
    lc_map64_init(&t.of_value, &w->watch->budget);
    count_uses(w, &t);
    if (lc_reserve(&w->watch->budget, &flags, (uint64_t)w->ops.count + 1)) {
        for (uint32_t i = 0; i < w->ops.count; i++) flags.at[i] = keeps(w, &w->ops.at[i], &t);
        lco_windows_keep(w, flags.at);
    }
    lc_vec_free(&w->watch->budget, &flags);
    lc_vec_free(&w->watch->budget, &t.all);
    lc_map64_free(&t.of_value);
}

/* ---- the operations left behind ---- */

static void leave_out(lco_windows *w, lince_value value, uint32_t inside) {
    lc_map64_put(&w->left_out, value, inside);
    w->left_out_values++;
}

static bool is_left_out(const lco_windows *w, lince_value value) {
    if (!w->left_out_values) return false;
    uint32_t inside = lc_map64_get(&w->left_out, value);
    return inside != LC_NOT_MAPPED && inside != ALL_GONE;
}

/* When no operation is left that may have met one of them, the values of which none is inside are like any other. */
static void readmit_kept(lco_windows *w) {
    for (uint32_t i = 0; w->left_out_values && i < w->left_out.slot_count; i++) {
        if (w->left_out.values[i] != 1) continue; /* which means 0 inside */
        w->left_out.values[i] = ALL_GONE + 1;
        w->left_out_values--;
    }
}

/* Behind a gap, where values may repeat, a value that is removed may be the one of a stranger: which element it was is
 * not known.  An element that was added behind the gap is inside for certain while no operation has removed a value
 * like it; its addition is kept, and only that.  All elements of the strangers and all of values that were
 * removed are left out, which keeps correct histories correct. */
static bool may_be_stranger(const lco_windows *w) { return w->strangers && !w->watch->options.unique; }

static bool is_carried(lco_windows *w, const lco_watched *x, const tally *t) {
    lco_use of = lco_use_of(w, x);
    if (x->fortune == LCO_HAS_FAILED) return false;
    if (of.role == LINCE_ROLE_PEEK) return x->fortune == LCO_IS_OPEN; /* one that only looks changes nothing */
    if (of.value == LINCE_NO_VALUE) return x->fortune == LCO_IS_OPEN || x->fortune == LCO_HAS_CRASHED;
    if (is_left_out(w, of.value)) return false;
    uses u = uses_of(t, of.value);
    if (may_be_stranger(w)) return of.role == LINCE_ROLE_ADD && !u.removed;
    if (u.added == 1 && u.removed <= 1) return !u.removed || u.open;
    if (u.added > u.removed) leave_out(w, of.value, u.added - u.removed);
    return false;
}

void lco_windows_carry_part(lco_windows *w) {
    if (!w->open) readmit_kept(w);
    keep_only(w, is_carried);
}

/* ---- known values ---- */

/* Nothing follows from values that were inside before the monitor began, nor from the operations that met them; nor
 * from an operation that may have looked before this window began. */
static bool is_known(lco_windows *w, const lco_watched *x, const tally *t) {
    lco_use of = lco_use_of(w, x);
    if (!w->container || of.value == LINCE_NO_VALUE) return true;
    if (may_be_stranger(w)) return of.role == LINCE_ROLE_ADD && !uses_of(t, of.value).removed;
    if (of.role == LINCE_ROLE_ADD) return true;
    if (of.role == LINCE_ROLE_PEEK && x->call < w->begin) return false;
    return !w->strangers || uses_of(t, of.value).added;
}

void lco_windows_keep_known(lco_windows *w) { keep_only(w, is_known); }

/* ---- counting ---- */

static void removed_too_often(lco_windows *w, const lco_watched *x) {
    lince_text reason = {0};
    lc_text_puts(&reason, "removed twice: ");
    lco_watched_print(&reason, w->watch, x);
    lc_text_puts(&reason, " removed a value that had been removed as often as it was added");
    lco_watched_list alone = {0}; /* all that added and removed the value before are left out: they come out even */
    (void)lc_push(NULL, &alone, *x);
    lco_watch_violated(w->watch, true, x->end, lc_text(&reason), NULL, &alone);
    lc_vec_free(NULL, &alone);
    lc_text_free(&reason);
}

/* Of those that are inside several times.  True: that is all there is to do with it. */
bool lco_windows_count_only(lco_windows *w, const lco_watched *x) {
    lco_use of = w->left_out_values ? lco_use_of(w, x) : (lco_use){0};
    if (of.value == LINCE_NO_VALUE || !is_left_out(w, of.value)) return false;
    uint32_t inside = lc_map64_get(&w->left_out, of.value);
    if (of.role == LINCE_ROLE_REMOVE && !inside) removed_too_often(w, x);
    else if (of.role == LINCE_ROLE_REMOVE || x->fortune == LCO_HAS_FAILED) inside--;
    else if (of.role == LINCE_ROLE_ADD && x->fortune == LCO_IS_OPEN) inside++;
    lc_map64_put(&w->left_out, of.value, inside);
    return true;
}

void lco_windows_renew_left_out(lco_windows *w, const lco_renewal *to) {
    if (w->left_out_values) { /* few as a rule: they keep their place */
        lc_map64 fresh;
        lc_map64_init(&fresh, &w->watch->budget);
        for (uint32_t i = 0; i < w->left_out.slot_count; i++) {
            if (!w->left_out.values[i] || w->left_out.values[i] == ALL_GONE + 1) continue;
            lc_map64_put(&fresh, lco_renewed(to, (lince_value)w->left_out.keys[i]), w->left_out.values[i] - 1);
        }
        lc_map64_free(&w->left_out);
        w->left_out = fresh;
    } else {
        lc_map64_clear(&w->left_out);
    }
}
