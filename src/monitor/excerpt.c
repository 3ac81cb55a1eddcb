/* A violation and the operations that show it: as many of the recent ones as make a history that is wrong by itself,
 * so that it can be checked again and explained. */
#include <stdlib.h>
#include <string.h>

#include <lince/check.h>

#include "base/map64.h"
#include "base/order.h"
#include "monitor/watch.h"
#include "spec/specs.h"

/* ---- gathering ---- */

static int by_call(const void *a, const void *b) {
    const lco_watched *x = a, *y = b;
    return LC_ORDER(x->call, y->call);
}

/* Each operation once; one that ended after the violation had not ended when the violation was seen.  Of a container
 * nothing follows from an addition before a gap: the element may have gone meanwhile. */
static bool gather(lco_watched_list *to, const lco_watch *w, const lco_watched_list *about, uint64_t after) {
    bool fine = true, container = lco_is_container(w->instance->spec);
    for (uint32_t i = 0; fine && i < w->recent.count + (about ? about->count : 0); i++) {
        lco_watched x = i < w->recent.count ? w->recent.at[i] : about->at[i - w->recent.count];
        if (x.call > after || (container && i < w->recent.count && x.call < w->gap)) continue;
        if (x.fortune != LCO_IS_OPEN && x.end > after) x.fortune = LCO_IS_OPEN;
        fine = lc_push(NULL, to, x);
    }
    if (to->count) qsort(to->at, to->count, sizeof *to->at, by_call);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < to->count; i++)
        if (!kept || to->at[kept - 1].call != to->at[i].call) to->at[kept++] = to->at[i];
    to->count = kept;
    return fine;
}

static lince_verdict verdict_of(const lco_watch *w, const lince_history *h) {
    lince_check_options options = {.jobs = 1, .no_explanation = true, .timeout = 1, .init = w->options.init};
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {0};
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    if (specs && lc_specs_lend(specs, w->instance) && lince_check(h, specs, &options, &result, &error) == LINCE_DONE)
        verdict = lince_result_verdict(result);
    lince_result_free(result);
    lince_specs_free(specs);
    return verdict;
}

/* Of a container whose beginning is not there, leaves out all operations on elements whose addition was not seen. */
static void leave_out_strangers(lco_watched_list *all, const lco_watch *w) {
    lc_map64 added;
    uint32_t kept = 0;
    lc_map64_init(&added, NULL);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < all->count; i++) {
            lco_watched x = all->at[i];
            const lince_method *m = &w->instance->spec->methods[x.method];
            bool adds = m->role == LINCE_ROLE_ADD;
            size_t count = 0;
            const lince_value *items = NULL;
            if (adds || x.fortune == LCO_HAS_RETURNED)
                items = lc_payload_items(w->values, adds ? &x.args : &x.results, &count);
            lince_value value = count ? items[adds ? count - 1 : 0] : LINCE_NO_VALUE;
            if (pass == 0 && adds) lc_map64_put(&added, value, 0);
            bool stranger = !adds && count && value != m->pure_result && lc_map64_get(&added, value) == LC_NOT_MAPPED;
            if (pass == 1 && !stranger) all->at[kept++] = x;
        }
    all->count = kept;
    lc_map64_free(&added);
}

static bool is_pure(const lco_watch *w, const lco_watched *x) { return w->instance->spec->methods[x->method].pure; }

/* The first of them that set the state, independently of the state before, while no other operation changed it except
 * crashed ones; NULL: none.  They come by their calls.  All operations that overlapped one called after the oldest of
 * the recent ones had ended are stored, and all that crashed and had not taken effect when the last was found to have.
 */
static const lco_watched *find_setter(const lco_watched_list *all, const lco_watch *w) {
    uint64_t complete = w->recent.count ? w->recent.at[(w->newest + 1) % w->recent.count].end : 0, busy = 0;
    if (complete < w->gap) complete = w->gap;
    if (complete < w->settled) complete = w->settled;
    const lco_watched *last = NULL; /* that may be it, unless the next one overlaps it */
    for (uint32_t i = 0; i < all->count; i++) {
        const lco_watched *x = &all->at[i];
        if (is_pure(w, x) || x->fortune == LCO_HAS_CRASHED) continue;
        if (last && last->end < x->call) return last;
        last = x->call > busy && x->call > complete && lco_is_setter(w, x) ? x : NULL;
        if (x->end > busy) busy = x->end;
    }
    return last;
}

static bool is_among(const lco_watched_list *list, const lco_watched *x) {
    uint32_t i = 0;
    while (i < list->count && list->at[i].call != x->call) i++;
    return i < list->count;
}

/* For an object with a state, keeps the operations on the key in question since its state was known, and those that had
 * crashed before.  Operations that only looked can be left out.  False: the state is unknown. */
static bool begin_in_known_state(lco_watched_list *all, const lco_watch *w, const lco_watched_list *about) {
    lince_value key = lco_watched_key(w, &about->at[0]);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->count; i++)
        if (lco_watched_key(w, &all->at[i]) == key) all->at[kept++] = all->at[i];
    all->count = kept;
    const lco_watched *found = find_setter(all, w);
    if (!found) return false;
    lco_watched setter = *found;
    kept = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const lco_watched *x = &all->at[i];
        bool pending = x->fortune == LCO_HAS_CRASHED && is_among(about, x);
        if (x->call == setter.call || x->call > setter.end || pending) all->at[kept++] = *x;
    }
    all->count = kept;
    return true;
}

/* ---- choosing ---- */

/* Takes a history for the excerpt if it is better than the one there is, and returns its verdict. */
static lince_verdict offer(lco_watch *w, const lco_watched_list *ops, bool telling) {
    lco_online_violation *v = &w->violation;
    if (v->whole) return LINCE_VERDICT_VIOLATION;
    lince_history *h = lco_watched_history(w, ops, NULL);
    lince_verdict verdict = h && telling ? verdict_of(w, h) : LINCE_VERDICT_UNKNOWN;
    v->whole = verdict == LINCE_VERDICT_VIOLATION;
    if (v->history && !v->whole) {
        lince_history_free(h);
        return verdict;
    }
    lince_history_free(v->history);
    v->history = h;
    return verdict;
}

/* The operations that stand for all the rest: up to the event, and then with everything stored of them by now. */
static void offer_enough(lco_watch *w, const lco_watched_list *enough, uint64_t after) {
    lco_watched_list until = {0};
    lco_online_violation *v = &w->violation;
    bool fine = true;
    for (uint32_t i = 0; fine && i < enough->count; i++) {
        lco_watched x = enough->at[i];
        if (x.call > after) continue;
        if (x.fortune != LCO_IS_OPEN && x.end > after) x.fortune = LCO_IS_OPEN;
        fine = lc_push(NULL, &until, x);
    }
    if (fine) (void)offer(w, &until, true);
    lince_verdict verdict = offer(w, enough, true);
    if (verdict == LINCE_VERDICT_UNKNOWN) v->lacking = "lince check could not decide these operations in a second";
    lc_vec_free(NULL, &until);
}

/* With all recent operations if that is a violation by itself, which does not follow from the middle of a history; but
 * of a container the operations before can be left out, and of other objects it does not matter once the state is
 * known.  Then only the operations it is about. */
static void take_excerpt(lco_watch *w, uint64_t after, const lco_watched_list *about, const lco_watched_list *enough) {
    lco_watched_list all = {0};
    bool container = lco_is_container(w->instance->spec),
         apart = container || w->instance->spec->traits & LINCE_STATELESS;
    bool some = about && about->count;
    if (gather(&all, w, about, after)) {
        if (!w->from_beginning && container) leave_out_strangers(&all, w);
        (void)offer(w, &all, w->from_beginning || container);
        if (some && !apart && begin_in_known_state(&all, w, about)) (void)offer(w, &all, true);
    }
    if (some && apart && (w->from_beginning || container)) (void)offer(w, about, true);
    if (enough) offer_enough(w, enough, after);
    lco_online_violation *v = &w->violation;
    if (v->whole) v->lacking = NULL;
    else if (!v->history) v->lacking = "there was no memory for the operations";
    else if (!enough) v->lacking = w->lacking;
    lc_vec_free(NULL, &all);
}

/* A violation is reported even if there is no memory for the reason. */
static char speechless[] = "no order of the operations explains it (there was no memory for more words)";

void lco_watch_violated(lco_watch *w, bool exact, uint64_t after, const char *reason, const lco_watched_list *about,
                        const lco_watched_list *enough) {
    if (lco_watch_is_violated(w)) return;
    w->violation = (lco_online_violation){.exact = exact, .event = after};
    take_excerpt(w, after, about, enough);
    w->violation.reason = *reason ? strdup(reason) : NULL;
    if (!w->violation.reason) w->violation.reason = speechless;
}

void lco_watch_forget_violation(lco_watch *w) {
    if (w->violation.reason != speechless) free(w->violation.reason);
    lince_history_free(w->violation.history);
    w->violation = (lco_online_violation){0};
}
