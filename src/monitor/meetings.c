/* The operations a window leaves behind of an object whose operations wait for each other and that has no state: those
 * that crashed, which may still meet another one.
 *
 * Each meets once at most, so it matters which of them have.  Let N be those without which the window cannot be
 * explained.  If it can be explained with no other crashed operation, these have met an operation and all the rest need
 * not have: any later event that is possible if some of them had is possible if they had not.  So N is left out, and
 * nothing is lost.  Otherwise it is unknown which have met an operation; all are left behind, and windows are checked
 * in part from there on.
 */
#include "monitor/windows.h"

enum { MOST_CRASHED = 24 };

static bool has_crashed(const lco_watched *x) { return x->fortune == LCO_HAS_CRASHED; }

/* The operations without those that crashed, but for some. */
static bool list_with(const lco_windows *w, const uint8_t *chosen, lco_watched_list *out) {
    out->count = 0;
    bool fine = true;
    for (uint32_t i = 0; fine && i < w->ops.count; i++)
        if (w->ops.at[i].fortune != LCO_HAS_FAILED && (!has_crashed(&w->ops.at[i]) || chosen[i]))
            fine = lc_push(NULL, out, w->ops.at[i]);
    return fine;
}

/* Of those that are chosen, leaves the ones that are needed.  False: there are too many, or too little is known. */
static bool find_needed(lco_windows *w, uint8_t *chosen) {
    lco_watched_list list = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->ops.count; i++) count += has_crashed(&w->ops.at[i]);
    LC_VEC(uint8_t) all = {0};
    bool fine = count <= MOST_CRASHED && lc_reserve(NULL, &all, (uint64_t)w->ops.count + 1);
    for (uint32_t i = 0; fine && i < w->ops.count; i++) all.at[i] = has_crashed(&w->ops.at[i]);
    for (uint32_t i = 0; fine && i < w->ops.count; i++) {
        if (!has_crashed(&w->ops.at[i])) continue;
        all.at[i] = false;
        fine = list_with(w, all.at, &list);
        lince_verdict without = fine ? lco_windows_try(w, &list) : LINCE_VERDICT_UNKNOWN;
        fine = without != LINCE_VERDICT_UNKNOWN;
        chosen[i] = without == LINCE_VERDICT_VIOLATION;
        all.at[i] = true;
    }
    fine = fine && list_with(w, chosen, &list) && lco_windows_try(w, &list) == LINCE_VERDICT_OK;
    lc_vec_free(NULL, &all);
    lc_vec_free(NULL, &list);
    return fine;
}

static bool can_be_without(lco_windows *w, uint8_t *none) {
    lco_watched_list list = {0};
    bool fine = list_with(w, none, &list) && lco_windows_try(w, &list) == LINCE_VERDICT_OK;
    lc_vec_free(NULL, &list);
    return fine;
}

void lco_windows_carry_meetings(lco_windows *w) {
    LC_VEC(uint8_t) met = {0};
    bool crashed = false, fine = lc_reserve(&w->watch->budget, &met, (uint64_t)w->ops.count + 1);
    if (!fine) return; /* all will be forgotten */
    for (uint32_t i = 0; i < w->ops.count; i++) {
        crashed = crashed || has_crashed(&w->ops.at[i]);
        met.at[i] = false;
    }
    if (crashed && w->standing == LCO_BY_OPERATIONS && !can_be_without(w, met.at)) fine = find_needed(w, met.at);
    if (!fine) w->standing = LCO_IN_PART;
    for (uint32_t i = 0; i < w->ops.count; i++) met.at[i] = has_crashed(&w->ops.at[i]) && (!fine || !met.at[i]);
    lco_windows_keep(w, met.at);
    lc_vec_free(&w->watch->budget, &met);
}
