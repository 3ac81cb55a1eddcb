/* Checking window by window.
 *
 * A window is closed when enough operations have come and none is open, or after some patience also while some are.
 * Then all operations seen in it, together with those that earlier windows left behind, are checked like a recorded
 * history.  There are three ways in which the past is known where a window begins, and each has an invariant:
 *
 *   - By operations.  Those that were left behind (`ops`) explain, together with any later ones, exactly the histories
 *     that all operations so far would explain: a window is judged as the whole history would be.  carry.c chooses them
 *     and has the proofs; meetings.c does so for objects without state whose operations wait for each other.
 *   - By contents.  Where operations cannot describe it (values that repeat, an operation that crashed, additions that
 *     overlap too much, a specification of the user's own), all contents that are possible are kept as a set
 *     (contents.h), from which the next window goes on: that is exact, too.  The operations of the window are kept
 *     until it is closed (`log`).
 *   - In part.  Where that set becomes too large, the additions of the elements inside are left behind (carry_part.c):
 *     a history that they cannot explain is a violation, and one that they can explain may be one.  It is counted as
 *     checked in part.  When the container is known to be empty, all is known again.
 *
 * The part is kept up all the time that contents are, so that it is there when they are lost.  The check of a window by
 * operations may not end in time.  Then the contents are used, then refine(k), and if contents are not known from then
 * on, the rest is in part.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/order.h"
#include "check/result.h"
#include "monitor/windows.h"
#include "spec/specs.h"

enum { PATIENCE = 8, BETWEEN_LOOKS = 16, SHARE = 20, LATER = 4, SOME = 64 };
#define SECONDS 0.5 /* that a window may take */
#define LATE    0.5 /* seconds that a verdict may be waited for, if judging takes less than one part in SHARE of them */

static void *make(lco_watch *watch) {
    lco_windows *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->watch = watch;
    w->container = lco_is_container(watch->instance->spec);
    w->goal = lco_window_size(watch);
    lc_map64_init(&w->left_out, &watch->budget);
    lco_contents_init(&w->contents, watch);
    w->specs = lince_specs_new();
    if (w->specs && lc_specs_lend(w->specs, watch->instance)) return w;
    lco_contents_free(&w->contents);
    lince_specs_free(w->specs);
    free(w);
    return NULL;
}

static void free_windows(void *state) {
    lco_windows *w = state;
    lince_specs_free(w->specs);
    lc_vec_free(&w->watch->budget, &w->ops);
    lc_vec_free(&w->watch->budget, &w->of_slot);
    lc_vec_free(&w->watch->budget, &w->log);
    lc_vec_free(&w->watch->budget, &w->logged_of_slot);
    lco_contents_free(&w->contents);
    lc_map64_free(&w->left_out);
    free(w);
}

/* ---- judging ---- */

/* If the check of the window reports that an element was never added, it may have come and gone before: the operation
 * that removed it, or NULL. */
static const lco_watched *find_missing(const lco_windows *w, const lc_violation *v, const lco_watched_list *about) {
    bool never = w->container && v && v->pattern && !strcmp(v->pattern, "removed but never added");
    for (uint32_t i = 0; never && i < about->count; i++)
        if (lco_use_of(w, &about->at[i]).role == LINCE_ROLE_REMOVE) return &about->at[i];
    return NULL;
}

/* The operations that conflict, as they were watched. */
static void report(lco_windows *w, const lince_history *h, const lince_result *r, const lco_serial_list *numbers,
                   bool exact) {
    const lc_violation *v = r->violation;
    lco_watched_list about = {0};
    uint64_t after = numbers->at[(v && v->prefix_events ? v->prefix_events : h->events.count) - 1];
    if (w->blurred) after = w->watch->events - 1; /* until they had returned it was not certain */
    for (uint32_t i = 0; v && i < v->conflict.count; i++) {
        uint64_t call = numbers->at[h->ops.at[v->conflict.at[i].op].call];
        for (uint32_t k = 0; k < w->ops.count; k++)
            if (w->ops.at[k].call == call) (void)lc_push(NULL, &about, w->ops.at[k]);
    }
    lince_text reason = {0};
    const lco_watched *missing = find_missing(w, v, &about);
    if (missing) {
        lco_watched x = *missing; /* the list grows */
        lco_watched_missing(&reason, w->watch, &x, &about);
    } else {
        if (v && v->pattern) lc_text_printf(&reason, "%s: ", v->pattern);
        lc_text_puts(&reason, v && v->reason ? v->reason : "no order of the operations works");
    }
    lco_watch_violated(w->watch, exact, after, lc_text(&reason), &about, &w->ops);
    lc_text_free(&reason);
    lc_vec_free(NULL, &about);
}

static lince_verdict check(lco_windows *w, const lince_history *h, const lco_serial_list *numbers,
                           lince_criterion criterion) {
    char length[16];
    snprintf(length, sizeof length, "%u", w->watch->options.length);
    const lc_limits *limits = w->watch->options.limits;
    lince_check_options options = {.criterion = criterion,
                                   .factors = criterion == LINCE_REFINE ? length : NULL,
                                   .jobs = 1,
                                   .no_explanation = !numbers,
                                   .timeout = SECONDS,
                                   .max_memory = w->watch->options.max_memory,
                                   .init = w->watch->options.init,
                                   .interrupt = limits ? limits->interrupt : NULL};
    lince_result *result = NULL;
    lince_error error = {0};
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    if (lince_check(h, w->specs, &options, &result, &error) == LINCE_DONE) verdict = lince_result_verdict(result);
    if (numbers && verdict == LINCE_VERDICT_VIOLATION) report(w, h, result, numbers, criterion == LINCE_LINEARIZABLE);
    lince_result_free(result);
    return verdict;
}

lince_verdict lco_windows_try(lco_windows *w, const lco_watched_list *ops) {
    lince_history *h = lco_watched_history(w->watch, ops, NULL);
    lince_verdict verdict = h ? check(w, h, NULL, LINCE_LINEARIZABLE) : LINCE_VERDICT_UNKNOWN;
    lince_history_free(h);
    return verdict;
}

/* By the operations, or else by the last steps after each return; and counts the operations judged. */
static lince_verdict judge(lco_windows *w) {
    lco_online_covered *covered = &w->watch->covered;
    lco_serial_list numbers = {0};
    if (w->standing != LCO_BY_OPERATIONS) lco_windows_keep_known(w);
    lince_history *h = lco_watched_history(w->watch, &w->ops, &numbers);
    lince_verdict verdict = h ? check(w, h, &numbers, LINCE_LINEARIZABLE) : LINCE_VERDICT_UNKNOWN, by_length = verdict;
    bool exact = w->standing == LCO_BY_OPERATIONS;
    if (verdict == LINCE_VERDICT_UNKNOWN && exact && w->container) { /* perhaps the set of contents is small */
        lco_contents_begin(&w->contents);
        if (lco_contents_step(&w->contents, &w->ops)) verdict = by_length = LINCE_VERDICT_OK;
    }
    if (verdict == LINCE_VERDICT_UNKNOWN && h && w->container) by_length = check(w, h, &numbers, LINCE_REFINE);
    if (verdict != LINCE_VERDICT_UNKNOWN) *(exact ? &covered->exactly : &covered->in_part) += w->fresh;
    else if (by_length != LINCE_VERDICT_UNKNOWN) covered->by_length += w->fresh;
    else covered->not_at_all += w->fresh;
    lince_history_free(h);
    lc_vec_free(NULL, &numbers);
    return verdict;
}

/* ---- from window to window ---- */

/* From here on contents are kept: the open operations go into the log. */
static void begin_log(lco_windows *w) {
    lc_budget *budget = &w->watch->budget;
    w->log.count = 0;
    for (uint32_t i = 0; i < w->ops.count; i++) {
        const lco_watched *x = &w->ops.at[i];
        if (x->fortune != LCO_IS_OPEN || !lc_push(budget, &w->log, *x)) continue;
        while (w->logged_of_slot.count <= x->slot)
            if (!lc_push(budget, &w->logged_of_slot, 0)) return;
        w->logged_of_slot.at[x->slot] = w->log.count;
    }
}

static void keep_open_logged(lco_windows *w) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->log.count; i++) {
        if (w->log.at[i].fortune != LCO_IS_OPEN) continue;
        w->log.at[kept++] = w->log.at[i];
        w->logged_of_slot.at[w->log.at[kept - 1].slot] = kept;
    }
    w->log.count = kept;
}

/* The container is empty, and no operation is open: the state is complete. */
static void know_empty(lco_windows *w) {
    w->ops.count = w->log.count = 0;
    lc_map64_clear(&w->left_out);
    w->left_out_values = 0;
    lco_contents_forget(&w->contents);
    w->strangers = w->adrift = false;
    w->standing = LCO_BY_OPERATIONS;
}

static bool is_known_empty(lco_windows *w) {
    if (w->open || w->strangers || w->standing == LCO_BY_OPERATIONS) return false;
    if (w->standing == LCO_BY_CONTENTS) return lco_contents_are_empty(&w->contents);
    return !w->watch->crashed && !w->ops.count && !w->left_out_values;
}

/* By contents if the operations are too little, and in part if these are too many.  `verdict`: of the window. */
static void carry_container(lco_windows *w, lince_verdict verdict) {
    if (w->standing == LCO_BY_OPERATIONS) {
        bool sure = verdict != LINCE_VERDICT_UNKNOWN, asked = w->contents.known;
        if (sure && !asked && lco_windows_carry_all(w)) return;
        if (sure && !asked) {
            lco_contents_begin(&w->contents);
            (void)lco_contents_step(&w->contents, &w->ops);
        }
        w->standing = w->contents.known ? LCO_BY_CONTENTS : LCO_IN_PART;
        if (w->contents.known) begin_log(w);
    }
    lco_windows_carry_part(w);
    if (is_known_empty(w)) know_empty(w);
}

static void carry(lco_windows *w, lince_verdict verdict) {
    uint32_t least = lco_window_size(w->watch);
    if (w->container) carry_container(w, verdict);
    else lco_windows_carry_meetings(w);
    w->begin = w->watch->events;
    w->blurred = false;
    w->goal = w->ops.count * 2 > least ? w->ops.count * 2 : least;
}

/* True: the contents are known, and the window need not be judged in another way. */
static bool judge_contents(lco_windows *w) {
    if (w->standing != LCO_BY_CONTENTS) return false;
    bool known = lco_contents_step(&w->contents, &w->log);
    keep_open_logged(w);
    if (!known) w->standing = LCO_IN_PART;
    else w->watch->covered.exactly += w->fresh;
    return known;
}

static void close_window(lco_windows *w) {
    if (w->adrift || lc_exhausted(&w->watch->budget)) {
        w->watch->covered.not_at_all += w->fresh;
        w->ops.count = w->log.count = w->fresh = 0;
        for (uint32_t i = 0; i < w->of_slot.count; i++) w->of_slot.at[i] = 0;
        for (uint32_t i = 0; i < w->logged_of_slot.count; i++) w->logged_of_slot.at[i] = 0;
        return;
    }
    double began = lc_now();
    w->watch->covered.windows++;
    w->judged += w->fresh;
    lince_verdict verdict = judge_contents(w) ? LINCE_VERDICT_OK : judge(w);
    w->cost = lc_now() - began;
    w->fresh = 0;
    if (!lco_watch_is_violated(w->watch)) carry(w, verdict);
}

/* ---- events ---- */

static void log_call(lco_windows *w, const lco_watched *x) {
    lc_budget *budget = &w->watch->budget;
    if (w->standing != LCO_BY_CONTENTS) return;
    while (w->logged_of_slot.count <= x->slot)
        if (!lc_push(budget, &w->logged_of_slot, 0)) return;
    if (lc_push(budget, &w->log, *x)) w->logged_of_slot.at[x->slot] = w->log.count;
}

static void log_end(lco_windows *w, const lco_watched *x) {
    uint32_t index = x->slot < w->logged_of_slot.count ? w->logged_of_slot.at[x->slot] : 0;
    if (w->standing != LCO_BY_CONTENTS || !index) return;
    w->log.at[index - 1] = *x;
    w->logged_of_slot.at[x->slot] = 0;
}

static bool call(void *state, const lco_watched *x) {
    lco_windows *w = state;
    lc_budget *budget = &w->watch->budget;
    w->open++;
    while (w->of_slot.count <= x->slot)
        if (!lc_push(budget, &w->of_slot, 0)) return true;
    w->of_slot.at[x->slot] = 0;
    log_call(w, x);
    if (lco_windows_count_only(w, x)) return true;
    if (lc_push(budget, &w->ops, *x)) w->of_slot.at[x->slot] = w->ops.count;
    return true;
}

static void drop(lco_windows *w, uint32_t index) {
    w->blurred = true;
    memmove(&w->ops.at[index], &w->ops.at[index + 1], (w->ops.count - index - 1) * sizeof *w->ops.at);
    w->ops.count--;
    for (uint32_t i = 0; i < w->of_slot.count; i++) w->of_slot.at[i] -= w->of_slot.at[i] > index + 1;
}

/* Is what was not known known again? */
static void settle(lco_windows *w, const lco_watched *x) {
    bool empty = w->container && x->alone && lco_finds_empty(w->watch, x),
         nobody = !w->container && w->adrift && !w->open && !w->watch->crashed;
    if (!(empty || nobody) || (!w->adrift && w->standing == LCO_BY_OPERATIONS)) return;
    close_window(w);
    if (!lco_watch_is_violated(w->watch)) know_empty(w);
}

/* Where few operations come, a window is not waited for until it is full; a little longer for a moment when no
 * operation is open, which never comes if one always waits for an element.  The clock is not read at each operation. */
static bool is_late(const lco_windows *w, double now) {
    double most = w->cost * SHARE > LATE ? w->cost * SHARE : LATE;
    return w->fresh && now - w->since > (w->open ? most * LATER : most);
}

static void end(void *state, const lco_watched *x) {
    lco_windows *w = state;
    uint32_t index = x->slot < w->of_slot.count ? w->of_slot.at[x->slot] : 0;
    w->open--;
    w->fresh += x->fortune != LCO_HAS_FAILED;
    log_end(w, x);
    if (x->slot < w->of_slot.count) w->of_slot.at[x->slot] = 0;
    if (index) {
        w->ops.at[index - 1] = *x;
        /* Now it may be known that it is about something that is only counted. */
        if (lco_use_of(w, x).role != LINCE_ROLE_ADD && lco_windows_count_only(w, x)) drop(w, index - 1);
    } else if (x->fortune == LCO_HAS_FAILED) {
        (void)lco_windows_count_only(w, x);
    }
    settle(w, x);
    if (w->fresh == 1) w->since = lc_now();
    bool late = w->fresh % BETWEEN_LOOKS == 0 && is_late(w, lc_now()), enough = w->fresh >= w->goal;
    bool too_long = w->fresh / PATIENCE >= w->goal || (late && w->open);
    if (!w->container && w->open && too_long) w->adrift = true; /* the partners of operations cannot be carried */
    if ((enough && !w->open) || too_long || late) close_window(w);
}

static void forget(lco_windows *w) {
    w->open = w->fresh = 0;
    for (uint32_t i = 0; i < w->of_slot.count; i++) w->of_slot.at[i] = 0;
    for (uint32_t i = 0; i < w->logged_of_slot.count; i++) w->logged_of_slot.at[i] = 0;
    know_empty(w);
}

static void gap(void *state) {
    lco_windows *w = state;
    w->open = 0;
    if (!w->adrift) close_window(w); /* the past is known */
    forget(w);
    w->strangers = w->container && !w->watch->crashed; /* a crashed operation may yet remove any element */
    if (w->strangers) w->standing = LCO_IN_PART;
    w->adrift = w->container ? !w->strangers : w->watch->crashed; /* a crashed operation may yet meet another */
}

static void reset(void *state) { forget(state); }

static void flush(void *state) {
    lco_windows *w = state;
    if (!w->fresh || w->adrift || (!w->container && w->open)) return;
    close_window(w);
}

/* An open operation of an object whose operations meet may have met any other: that is left to flush and end. */
static void remind(void *state, double now) {
    lco_windows *w = state;
    if (!w->adrift && is_late(w, now) && (w->container || !w->open)) close_window(w);
}

static bool renew(void *state, const lco_renewal *to) {
    lco_windows *w = state;
    if (!lco_contents_renew(&w->contents, to)) return false;
    lco_windows_renew_left_out(w, to);
    for (uint32_t i = 0; i < w->log.count; i++) {
        w->log.at[i].args = lco_renewed(to, w->log.at[i].args);
        w->log.at[i].results = lco_renewed(to, w->log.at[i].results);
    }
    for (uint32_t i = 0; i < w->ops.count; i++) {
        w->ops.at[i].args = lco_renewed(to, w->ops.at[i].args);
        w->ops.at[i].results = lco_renewed(to, w->ops.at[i].results);
    }
    return true;
}

static int by_call(const void *a, const void *b) {
    const lco_watched *x = a, *y = b;
    return LC_ORDER(x->call, y->call);
}

bool lco_windows_take_over(void *state, const lco_inheritance *from) {
    lco_windows *w = state;
    lc_budget *budget = &w->watch->budget;
    w->open = from->open;
    w->begin = w->watch->events;
    w->strangers = from->strangers;
    w->standing = from->complete ? LCO_BY_OPERATIONS : LCO_IN_PART;
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
        if (w->ops.at[i].fortune == LCO_IS_OPEN) w->of_slot.at[w->ops.at[i].slot] = i + 1;
    return true;
}

bool lco_windows_are_idle(const void *state) {
    const lco_windows *w = state;
    bool known = !w->adrift && w->standing == LCO_BY_OPERATIONS;
    return known && !w->open && !w->fresh && !w->ops.count && w->judged >= SOME;
}

const lco_checker lco_by_windows = {make, free_windows, call, end, gap, reset, flush, remind, renew};
