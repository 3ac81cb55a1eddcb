/* What a window leaves behind for the next; windows.c says why. */
#include "monitor/windows.h"

#define ALL_GONE (LC_NOT_MAPPED - 1) /* no longer left out */

/* ---- elements ---- */

lc_use lc_use_of(const lc_windows *w, const lc_watched *x) {
    const lince_method *m = &w->watch->instance->spec->methods[x->method];
    lc_use u = {.role = (lince_role)m->role};
    bool adds = u.role == LINCE_ROLE_ADD;
    if (!w->container || (!adds && x->fortune != LC_HAS_RETURNED)) return u;
    size_t count;
    const lince_value *items = lc_payload_items(w->watch->values, adds ? &x->args : &x->results, &count);
    if (count && (adds || items[0] != m->pure_result)) u.value = items[adds ? count - 1 : 0];
    return u;
}

/* How often a value was added and removed in the window, packed into a number. */
typedef struct uses {
    uint32_t added, removed;
    bool open; /* an addition of it is */
} uses;
enum { MOST_USES = 0x7fff };
static uint32_t pack(uses u) {
    uint32_t added = u.added < MOST_USES ? u.added : MOST_USES, removed = u.removed < MOST_USES ? u.removed : MOST_USES;
    return added << 16 | removed << 1 | u.open;
}
static uses unpack(uint32_t packed) {
    return packed == LC_NOT_MAPPED ? (uses){0} : (uses){packed >> 16, packed >> 1 & MOST_USES, packed & 1};
}

static void count_uses(const lc_windows *w, lc_map64 *of_value) {
    for (uint32_t i = 0; i < w->ops.count; i++) {
        const lc_watched *x = &w->ops.at[i];
        lc_use of = lc_use_of(w, x);
        if (of.value == LINCE_NO_VALUE || x->fortune == LC_HAS_FAILED) continue;
        uses u = unpack(lc_map64_get(of_value, of.value));
        u.added += of.role == LINCE_ROLE_ADD;
        u.removed += of.role == LINCE_ROLE_REMOVE;
        u.open = u.open || (of.role == LINCE_ROLE_ADD && x->fortune == LC_IS_OPEN);
        lc_map64_put(of_value, of.value, pack(u));
    }
}

/* Keeps the operations for which `keeps` is true. */
static void keep_only(lc_windows *w, bool (*keeps)(lc_windows *, const lc_watched *, const lc_map64 *)) {
    lc_map64 of_value;
    lc_map64_init(&of_value, &w->watch->budget);
    count_uses(w, &of_value);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->ops.count; i++) {
        lc_watched x = w->ops.at[i];
        bool keep = keeps(w, &x, &of_value);
        if (keep) w->ops.at[kept++] = x;
        if (x.fortune == LC_IS_OPEN) w->of_slot.at[x.slot] = keep ? kept : 0;
    }
    w->ops.count = kept;
    lc_map64_free(&of_value);
}

/* ---- what is left behind ---- */

static void leave_out(lc_windows *w, lince_value value, uint32_t inside) {
    lc_map64_put(&w->left_out, value, inside);
    w->left_out_values++;
}

static bool is_left_out(const lc_windows *w, lince_value value) {
    if (!w->left_out_values) return false;
    uint32_t inside = lc_map64_get(&w->left_out, value);
    return inside != LC_NOT_MAPPED && inside != ALL_GONE;
}

/* When nobody is there any longer who may have met one of them, those of which none is inside are like any others. */
static void take_in_again(lc_windows *w) {
    for (uint32_t i = 0; w->left_out_values && i < w->left_out.slot_count; i++) {
        if (w->left_out.values[i] != 1) continue; /* which means 0 inside */
        w->left_out.values[i] = ALL_GONE + 1;
        w->left_out_values--;
    }
}

static bool stays(lc_windows *w, const lc_watched *x, const lc_map64 *of_value) {
    lc_use of = lc_use_of(w, x);
    if (x->fortune == LC_HAS_FAILED) return false;
    if (of.role == LINCE_ROLE_PEEK) return x->fortune == LC_IS_OPEN; /* who only looks changes nothing */
    if (of.value == LINCE_NO_VALUE) return x->fortune == LC_IS_OPEN || x->fortune == LC_HAS_CRASHED;
    if (is_left_out(w, of.value)) return false;
    uses u = unpack(lc_map64_get(of_value, of.value));
    if (u.added == 1 && u.removed <= 1) return !u.removed || u.open;
    if (u.added > u.removed) leave_out(w, of.value, u.added - u.removed);
    return false;
}

/* Who never came back may have met anybody. */
static bool has_crashed(lc_windows *w, const lc_watched *x, const lc_map64 *of_value) {
    (void)w, (void)of_value;
    return x->fortune == LC_HAS_CRASHED;
}

void lc_windows_carry(lc_windows *w) {
    uint32_t least = lc_window_size(w->watch);
    w->fresh = 0;
    w->begin = w->watch->events;
    w->blurred = false;
    if (!w->open) take_in_again(w);
    keep_only(w, w->container ? stays : has_crashed);
    w->goal = w->ops.count * 2 > least ? w->ops.count * 2 : least;
}

/* ---- what is known ---- */

/* Values that were inside before anybody looked say nothing, nor do those who met them; nor does somebody who
 * may have looked before this window began. */
static bool is_known(lc_windows *w, const lc_watched *x, const lc_map64 *of_value) {
    lc_use of = lc_use_of(w, x);
    if (of.value == LINCE_NO_VALUE || of.role == LINCE_ROLE_ADD) return true;
    if (of.role == LINCE_ROLE_PEEK && x->call < w->begin) return false;
    return !w->strangers || unpack(lc_map64_get(of_value, of.value)).added;
}

void lc_windows_keep_known(lc_windows *w) { keep_only(w, is_known); }

/* ---- counting ---- */

static void removed_too_often(lc_windows *w, const lc_watched *x) {
    lince_text reason = {0};
    lc_watched_print(&reason, w->watch, x);
    lc_text_puts(&reason, " removed what had been removed as often as it was added");
    lc_watch_violated(w->watch, true, x->end, lc_text(&reason), NULL);
    lc_text_free(&reason);
}

/* Of those that are inside several times.  True: that is all there is to do with it. */
bool lc_windows_count_only(lc_windows *w, const lc_watched *x) {
    lc_use of = w->left_out_values ? lc_use_of(w, x) : (lc_use){0};
    if (of.value == LINCE_NO_VALUE || !is_left_out(w, of.value)) return false;
    uint32_t inside = lc_map64_get(&w->left_out, of.value);
    if (of.role == LINCE_ROLE_REMOVE && !inside) removed_too_often(w, x);
    else if (of.role == LINCE_ROLE_REMOVE || x->fortune == LC_HAS_FAILED) inside--;
    else if (of.role == LINCE_ROLE_ADD && x->fortune == LC_IS_OPEN) inside++;
    lc_map64_put(&w->left_out, of.value, inside);
    return true;
}

void lc_windows_renew_left_out(lc_windows *w, const lc_renewal *to) {
    if (w->left_out_values) { /* few as a rule: they keep their place */
        lc_map64 fresh;
        lc_map64_init(&fresh, &w->watch->budget);
        for (uint32_t i = 0; i < w->left_out.slot_count; i++) {
            if (!w->left_out.values[i] || w->left_out.values[i] == ALL_GONE + 1) continue;
            lc_map64_put(&fresh, lc_renewed(to, (lince_value)w->left_out.keys[i]), w->left_out.values[i] - 1);
        }
        lc_map64_free(&w->left_out);
        w->left_out = fresh;
    } else {
        lc_map64_clear(&w->left_out);
    }
}
