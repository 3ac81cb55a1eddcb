/* Checking window by window.
 *
 * A window is closed when enough operations have come and none is open; then all that was seen in it, together with
 * what earlier windows left behind, is checked like a recorded history.  What is left behind is:
 *
 *   - of a container, the additions of what is still inside, in their order.  Elements that were added and removed are
 *     left out, and removals that found nothing: that keeps correct histories correct (LINCE_DROPPABLE_VALUES), so
 *     nothing wrong is ever reported.  For queues, bags and priority queues nothing is missed either: of what was in
 *     the container when nobody was using it, only these additions matter.  For stacks and deques an element that has
 *     gone can tell something about the order of two others whose additions overlapped, and so can, for all of them,
 *     who looked at an element without removing it; that is forgotten.
 *   - of an object without state nothing.
 *
 * Where operations are open all the time, a container's window is closed at some point nevertheless: the check of an
 * unfinished history is as good as any other, and open operations are left behind, too.  Then a removal that overtook
 * one that is still open is forgotten.
 *
 * Values that are inside more than once cannot be told apart, so that which of them was removed is not known.  Their
 * operations are left out from there on, and only counted, until all are gone.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "check/result.h"
#include "monitor/windows.h"
#include "spec/specs.h"

enum { PATIENCE = 8, BETWEEN_LOOKS = 16, SHARE = 20, LATER = 4 };
#define SECONDS 0.5 /* that a window may take */
#define LATE    0.5 /* seconds that a verdict may be waited for, if judging takes less than one part in SHARE of them */

static void *make(lc_watch *watch) {
    lc_windows *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->watch = watch;
    w->container = lc_is_container(watch->instance->spec);
    w->goal = lc_window_size(watch);
    lc_map64_init(&w->left_out, &watch->budget);
    w->specs = lince_specs_new();
    if (w->specs && lc_specs_lend(w->specs, watch->instance)) return w;
    lince_specs_free(w->specs);
    free(w);
    return NULL;
}

static void free_windows(void *state) {
    lc_windows *w = state;
    lince_specs_free(w->specs);
    lc_vec_free(&w->watch->budget, &w->ops);
    lc_vec_free(&w->watch->budget, &w->of_slot);
    lc_map64_free(&w->left_out);
    free(w);
}

/* ---- judging ---- */

/* The operations that conflict, as they were watched. */
static void tell(lc_windows *w, const lince_history *h, const lince_result *r, const lc_numbers *numbers, bool exact) {
    const lc_violation *v = r->violation;
    lc_watched_list about = {0};
    uint64_t after = numbers->at[(v && v->prefix_events ? v->prefix_events : h->events.count) - 1];
    if (w->blurred) after = w->watch->events - 1; /* until they had returned it was not certain */
    for (uint32_t i = 0; v && i < v->conflict.count; i++) {
        uint64_t call = numbers->at[h->ops.at[v->conflict.at[i].op].call];
        for (uint32_t k = 0; k < w->ops.count; k++)
            if (w->ops.at[k].call == call) (void)lc_push(NULL, &about, w->ops.at[k]);
    }
    lince_text reason = {0};
    if (v && v->pattern) lc_text_printf(&reason, "%s: ", v->pattern);
    lc_text_puts(&reason, v && v->reason ? v->reason : "no order of the operations works");
    lc_watch_violated(w->watch, exact, after, lc_text(&reason), &about);
    lc_text_free(&reason);
    lc_vec_free(NULL, &about);
}

static lince_verdict check(lc_windows *w, const lince_history *h, const lc_numbers *numbers,
                           lince_criterion criterion) {
    char length[16];
    snprintf(length, sizeof length, "%u", w->watch->options.length);
    const lc_limits *limits = w->watch->options.limits;
    lince_check_options options = {.criterion = criterion,
                                   .factors = criterion == LINCE_REFINE ? length : NULL,
                                   .jobs = 1,
                                   .timeout = SECONDS,
                                   .max_memory = w->watch->options.max_memory,
                                   .init = w->watch->options.init,
                                   .interrupt = limits ? limits->interrupt : NULL};
    lince_result *result = NULL;
    lince_error error = {0};
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    if (lince_check(h, w->specs, &options, &result, &error) == LINCE_DONE) verdict = lince_result_verdict(result);
    if (verdict == LINCE_VERDICT_VIOLATION) tell(w, h, result, numbers, criterion == LINCE_LINEARIZABLE);
    lince_result_free(result);
    return verdict;
}

/* Exactly, or else by the last steps after each return. */
static void judge(lc_windows *w) {
    lc_online_covered *covered = &w->watch->covered;
    lc_numbers numbers = {0};
    if (w->container) lc_windows_keep_known(w);
    lince_history *h = lc_watched_history(w->watch, &w->ops, &numbers);
    lince_verdict verdict = h ? check(w, h, &numbers, LINCE_LINEARIZABLE) : LINCE_VERDICT_UNKNOWN;
    covered->windows++;
    if (verdict != LINCE_VERDICT_UNKNOWN) {
        covered->exactly += w->fresh;
    } else {
        verdict = h && w->container ? check(w, h, &numbers, LINCE_REFINE) : LINCE_VERDICT_UNKNOWN;
        if (verdict != LINCE_VERDICT_UNKNOWN) covered->by_length += w->fresh;
        else covered->not_at_all += w->fresh;
    }
    lince_history_free(h);
    lc_vec_free(NULL, &numbers);
}

static void close_window(lc_windows *w) {
    if (w->adrift || lc_exhausted(&w->watch->budget)) {
        w->watch->covered.not_at_all += w->fresh;
        w->ops.count = w->fresh = 0;
        for (uint32_t i = 0; i < w->of_slot.count; i++) w->of_slot.at[i] = 0;
        return;
    }
    double began = lc_now();
    judge(w);
    w->cost = lc_now() - began;
    if (!lc_watch_is_violated(w->watch)) lc_windows_carry(w);
}

/* ---- events ---- */

static bool call(void *state, const lc_watched *x) {
    lc_windows *w = state;
    lc_budget *budget = &w->watch->budget;
    w->open++;
    while (w->of_slot.count <= x->slot)
        if (!lc_push(budget, &w->of_slot, 0)) return true;
    w->of_slot.at[x->slot] = 0;
    if (lc_windows_count_only(w, x)) return true;
    if (lc_push(budget, &w->ops, *x)) w->of_slot.at[x->slot] = w->ops.count;
    return true;
}

static void drop(lc_windows *w, uint32_t index) {
    w->blurred = true;
    memmove(&w->ops.at[index], &w->ops.at[index + 1], (w->ops.count - index - 1) * sizeof *w->ops.at);
    w->ops.count--;
    for (uint32_t i = 0; i < w->of_slot.count; i++) w->of_slot.at[i] -= w->of_slot.at[i] > index + 1;
}

/* Is what was not known known again? */
static void settle(lc_windows *w, const lc_watched *x) {
    bool empty = w->container && x->alone && lc_finds_empty(w->watch, x),
         nobody = !w->container && !w->open && !w->watch->crashed;
    if (!w->adrift || !(empty || nobody)) return;
    close_window(w);
    w->adrift = false;
}

/* Where few operations come, a window is not waited for until it is full; a little longer for a moment when nobody is
 * inside, which never comes if somebody always waits for an element.  The clock is not asked at each operation. */
static bool is_late(const lc_windows *w, double now) {
    double most = w->cost * SHARE > LATE ? w->cost * SHARE : LATE;
    return w->fresh && now - w->since > (w->open ? most * LATER : most);
}

static void end(void *state, const lc_watched *x) {
    lc_windows *w = state;
    uint32_t index = x->slot < w->of_slot.count ? w->of_slot.at[x->slot] : 0;
    w->open--;
    w->fresh += x->fortune != LC_HAS_FAILED;
    if (x->slot < w->of_slot.count) w->of_slot.at[x->slot] = 0;
    if (index) {
        w->ops.at[index - 1] = *x;
        /* Now it may be known that it is about something that is only counted. */
        if (lc_use_of(w, x).role != LINCE_ROLE_ADD && lc_windows_count_only(w, x)) drop(w, index - 1);
    } else if (x->fortune == LC_HAS_FAILED) {
        (void)lc_windows_count_only(w, x);
    }
    settle(w, x);
    if (w->fresh == 1) w->since = lc_now();
    bool late = w->fresh % BETWEEN_LOOKS == 0 && is_late(w, lc_now()), enough = w->fresh >= w->goal;
    bool too_long = w->fresh / PATIENCE >= w->goal || (late && w->open);
    if (!w->container && w->open && too_long) w->adrift = true; /* who met whom cannot be carried */
    if ((enough && !w->open) || too_long || late) close_window(w);
}

static void forget(lc_windows *w) {
    w->open = w->fresh = w->ops.count = 0;
    for (uint32_t i = 0; i < w->of_slot.count; i++) w->of_slot.at[i] = 0;
    lc_map64_clear(&w->left_out);
    w->left_out_values = 0;
    w->strangers = w->adrift = false;
}

static void gap(void *state) {
    lc_windows *w = state;
    w->open = 0;
    if (!w->adrift) close_window(w); /* what came before is known */
    forget(w);
    w->strangers = w->container && w->watch->options.unique && !w->watch->crashed;
    w->adrift = w->container ? !w->strangers : w->watch->crashed; /* who crashed may yet meet somebody */
}

static void reset(void *state) { forget(state); }

static void flush(void *state) {
    lc_windows *w = state;
    if (!w->fresh || w->adrift || (!w->container && w->open)) return;
    close_window(w);
}

/* Who is inside an object whose operations meet may have met anybody: that is left to flush and end. */
static void remind(void *state, double now) {
    lc_windows *w = state;
    if (!w->adrift && is_late(w, now) && (w->container || !w->open)) close_window(w);
}

static bool renew(void *state, const lc_renewal *to) {
    lc_windows *w = state;
    lc_windows_renew_left_out(w, to);
    for (uint32_t i = 0; i < w->ops.count; i++) {
        w->ops.at[i].args = lc_renewed(to, w->ops.at[i].args);
        w->ops.at[i].results = lc_renewed(to, w->ops.at[i].results);
    }
    return true;
}

static int by_call(const void *a, const void *b) {
    const lc_watched *x = a, *y = b;
    return (x->call > y->call) - (x->call < y->call);
}

bool lc_windows_take_over(void *state, const lc_inheritance *from) {
    lc_windows *w = state;
    lc_budget *budget = &w->watch->budget;
    w->open = from->open;
    w->begin = w->watch->events;
    w->strangers = from->strangers;
    for (uint32_t i = 0; i < from->ops.count; i++) {
        if (!lc_push(budget, &w->ops, from->ops.at[i])) return false;
        while (w->of_slot.count <= from->ops.at[i].slot)
            if (!lc_push(budget, &w->of_slot, 0)) return false;
    }
    if (w->ops.count) qsort(w->ops.at, w->ops.count, sizeof *w->ops.at, by_call);
    uint32_t kept = 0; /* each once */
    for (uint32_t i = 0; i < w->ops.count; i++)
        if (!kept || w->ops.at[kept - 1].call != w->ops.at[i].call) w->ops.at[kept++] = w->ops.at[i];
    w->ops.count = kept;
    for (uint32_t i = 0; i < w->ops.count; i++)
        if (w->ops.at[i].fortune == LC_IS_OPEN) w->of_slot.at[w->ops.at[i].slot] = i + 1;
    return true;
}

const lc_checker lc_by_windows = {make, free_windows, call, end, gap, reset, flush, remind, renew};
