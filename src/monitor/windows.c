/* Checking window by window.
 *
 * A window is closed when enough operations have come and none is open; then all that was seen in it, together with
 * what earlier windows left behind, is checked like a recorded history.  What is left behind is:
 *
 *   - of a container, the additions of what is still inside, in their order.  Elements that were added and removed are
 *     left out, and removals that found nothing: that keeps correct histories correct (LINCE_DROPPABLE_VALUES), so
 *     nothing wrong is ever reported.  For queues, bags and priority queues nothing is missed either: of what was in
 * the container when nobody was using it, only these additions matter.  For stacks and deques an element that has gone
 *     can tell something about the order of two others whose additions overlapped, and so can, for all of them, who
 * looked at an element without removing it; that is forgotten.
 *   - of an object without state nothing.
 *
 * Where operations are open all the time, a container's window is closed at some point nevertheless: the check of an
 * unfinished history is as good as any other, and open operations are left behind, too.  Then a removal that overtook
 * one that is still open is forgotten.
 *
 * Values that are inside more than once cannot be told apart, so that which of them was removed is not known.  Their
 * operations are left out from there on, and only counted, until all are gone.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <lince/check.h>

#include "base/map64.h"
#include "check/result.h"
#include "monitor/watch.h"
#include "spec/specs.h"

enum { WINDOW = 1024, PATIENCE = 8 };
#define ALL_GONE (LC_NOT_MAPPED - 1) /* no longer left out */
#define SECONDS  0.5                 /* that a window may take */

typedef struct windows {
    lc_watch *watch;
    lince_specs *specs;
    bool container;
    bool adrift;              /* what is inside is not known */
    bool strangers;           /* there may be values inside whose additions were not seen */
    lc_watched_list ops;      /* those of the window, and what was left behind */
    LC_VEC(uint32_t) of_slot; /* the open one + 1, or 0 */
    uint32_t open, fresh, goal;
    uint64_t last_call;
    uint64_t begin;    /* the first event of the window */
    bool blurred;      /* operations that were open in it have been taken out again */
    lc_map64 left_out; /* value to how many are inside, of those that are only counted */
    uint32_t left_out_values;
} windows;

static void *make(lc_watch *watch) {
    windows *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->watch = watch;
    w->container = lc_is_container(watch->instance->spec);
    w->goal = watch->options.window ? watch->options.window : WINDOW;
    lc_map64_init(&w->left_out, &watch->budget);
    w->specs = lince_specs_new();
    if (w->specs && lc_push(NULL, &w->specs->list, (lc_assignment){NULL, *watch->instance})) return w;
    lince_specs_free(w->specs);
    free(w);
    return NULL;
}

static void free_windows(void *state) {
    windows *w = state;
    w->specs->list.count = 0; /* the instance is not ours */
    lince_specs_free(w->specs);
    lc_vec_free(&w->watch->budget, &w->ops);
    lc_vec_free(&w->watch->budget, &w->of_slot);
    lc_map64_free(&w->left_out);
    free(w);
}

/* ---- elements ---- */

/* What an operation has to do with an element. */
typedef struct use {
    lince_value value; /* LINCE_NO_VALUE: with none, or it is not known yet */
    lince_role role;
} use;

static use use_of(const windows *w, const lc_watched *x) {
    const lince_method *m = &w->watch->instance->spec->methods[x->method];
    use u = {.role = (lince_role)m->role};
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

static void count_uses(const windows *w, lc_map64 *of_value) {
    for (uint32_t i = 0; i < w->ops.count; i++) {
        const lc_watched *x = &w->ops.at[i];
        use of = use_of(w, x);
        if (of.value == LINCE_NO_VALUE || x->fortune == LC_HAS_FAILED) continue;
        uses u = unpack(lc_map64_get(of_value, of.value));
        u.added += of.role == LINCE_ROLE_ADD;
        u.removed += of.role == LINCE_ROLE_REMOVE;
        u.open = u.open || (of.role == LINCE_ROLE_ADD && x->fortune == LC_IS_OPEN);
        lc_map64_put(of_value, of.value, pack(u));
    }
}

/* Keeps the operations for which `keeps` is true. */
static void keep_only(windows *w, bool (*keeps)(windows *, const lc_watched *, const lc_map64 *)) {
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

static void leave_out(windows *w, lince_value value, uint32_t inside) {
    lc_map64_put(&w->left_out, value, inside);
    w->left_out_values++;
}

static bool is_left_out(const windows *w, lince_value value) {
    if (!w->left_out_values) return false;
    uint32_t inside = lc_map64_get(&w->left_out, value);
    return inside != LC_NOT_MAPPED && inside != ALL_GONE;
}

/* When nobody is there any longer who may have met one of them, those of which none is inside are like any others. */
static void take_in_again(windows *w) {
    for (uint32_t i = 0; w->left_out_values && i < w->left_out.slot_count; i++) {
        if (w->left_out.values[i] != 1) continue; /* which means 0 inside */
        w->left_out.values[i] = ALL_GONE + 1;
        w->left_out_values--;
    }
}

static bool stays(windows *w, const lc_watched *x, const lc_map64 *of_value) {
    use of = use_of(w, x);
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
static bool has_crashed(windows *w, const lc_watched *x, const lc_map64 *of_value) {
    (void)w, (void)of_value;
    return x->fortune == LC_HAS_CRASHED;
}

static void carry(windows *w) {
    uint32_t least = w->watch->options.window ? w->watch->options.window : WINDOW;
    w->fresh = 0;
    w->begin = w->watch->events;
    w->blurred = false;
    if (!w->open) take_in_again(w);
    keep_only(w, w->container ? stays : has_crashed);
    w->goal = w->ops.count * 2 > least ? w->ops.count * 2 : least;
}

/* ---- judging ---- */

/* Values that were inside before anybody looked say nothing, nor do those who met them; nor does somebody who
 * may have looked before this window began. */
static bool is_known(windows *w, const lc_watched *x, const lc_map64 *of_value) {
    use of = use_of(w, x);
    if (of.value == LINCE_NO_VALUE || of.role == LINCE_ROLE_ADD) return true;
    if (of.role == LINCE_ROLE_PEEK && x->call < w->begin) return false;
    return !w->strangers || unpack(lc_map64_get(of_value, of.value)).added;
}

/* The operations that conflict, as they were watched. */
static void tell(windows *w, const lince_history *h, const lince_result *r, const lc_numbers *numbers, bool exact) {
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

static lince_verdict check(windows *w, const lince_history *h, const lc_numbers *numbers, lince_criterion criterion) {
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
static void judge(windows *w) {
    lc_online_covered *covered = &w->watch->covered;
    lc_numbers numbers = {0};
    if (w->container) keep_only(w, is_known);
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

static void close_window(windows *w) {
    if (w->adrift || lc_exhausted(&w->watch->budget)) {
        w->watch->covered.not_at_all += w->fresh;
        w->ops.count = w->fresh = 0;
        for (uint32_t i = 0; i < w->of_slot.count; i++) w->of_slot.at[i] = 0;
        return;
    }
    judge(w);
    if (!lc_watch_is_violated(w->watch)) carry(w);
}

/* ---- events ---- */

static void removed_too_often(windows *w, const lc_watched *x) {
    lince_text reason = {0};
    lc_watched_print(&reason, w->watch, x);
    lc_text_puts(&reason, " removed what had been removed as often as it was added");
    lc_watch_violated(w->watch, true, x->end, lc_text(&reason), NULL);
    lc_text_free(&reason);
}

/* Of those that are inside several times.  True: that is all there is to do with it. */
static bool count_only(windows *w, const lc_watched *x) {
    use of = w->left_out_values ? use_of(w, x) : (use){0};
    if (of.value == LINCE_NO_VALUE || !is_left_out(w, of.value)) return false;
    uint32_t inside = lc_map64_get(&w->left_out, of.value);
    if (of.role == LINCE_ROLE_REMOVE && !inside) removed_too_often(w, x);
    else if (of.role == LINCE_ROLE_REMOVE || x->fortune == LC_HAS_FAILED) inside--;
    else if (of.role == LINCE_ROLE_ADD && x->fortune == LC_IS_OPEN) inside++;
    lc_map64_put(&w->left_out, of.value, inside);
    return true;
}

static bool call(void *state, const lc_watched *x) {
    windows *w = state;
    lc_budget *budget = &w->watch->budget;
    w->open++;
    w->last_call = x->call;
    while (w->of_slot.count <= x->slot)
        if (!lc_push(budget, &w->of_slot, 0)) return true;
    w->of_slot.at[x->slot] = 0;
    if (count_only(w, x)) return true;
    if (lc_push(budget, &w->ops, *x)) w->of_slot.at[x->slot] = w->ops.count;
    return true;
}

static void drop(windows *w, uint32_t index) {
    w->blurred = true;
    memmove(&w->ops.at[index], &w->ops.at[index + 1], (w->ops.count - index - 1) * sizeof *w->ops.at);
    w->ops.count--;
    for (uint32_t i = 0; i < w->of_slot.count; i++) w->of_slot.at[i] -= w->of_slot.at[i] > index + 1;
}

/* Is what was not known known again? */
static void settle(windows *w, const lc_watched *x, bool alone) {
    bool empty = w->container && alone && lc_is_anchor(w->watch, x), nobody = !w->container && !w->open;
    if (!w->adrift || !(empty || nobody)) return;
    close_window(w);
    w->adrift = false;
}

static void end(void *state, const lc_watched *x) {
    windows *w = state;
    uint32_t index = x->slot < w->of_slot.count ? w->of_slot.at[x->slot] : 0;
    bool alone = !--w->open && w->last_call == x->call;
    w->fresh += x->fortune != LC_HAS_FAILED;
    if (x->slot < w->of_slot.count) w->of_slot.at[x->slot] = 0;
    if (index) {
        w->ops.at[index - 1] = *x;
        /* Now it may be known that it is about something that is only counted. */
        if (use_of(w, x).role != LINCE_ROLE_ADD && count_only(w, x)) drop(w, index - 1);
    } else if (x->fortune == LC_HAS_FAILED) {
        (void)count_only(w, x);
    }
    settle(w, x, alone);
    bool enough = w->fresh >= w->goal, too_long = w->fresh / PATIENCE >= w->goal;
    if (!w->container && w->open && too_long) w->adrift = true; /* who met whom cannot be carried */
    if ((enough && !w->open) || too_long) close_window(w);
}

static void forget(windows *w) {
    w->open = w->fresh = w->ops.count = 0;
    for (uint32_t i = 0; i < w->of_slot.count; i++) w->of_slot.at[i] = 0;
    lc_map64_clear(&w->left_out);
    w->left_out_values = 0;
    w->strangers = w->adrift = false;
}

static void gap(void *state) {
    windows *w = state;
    w->open = 0;
    if (!w->adrift) close_window(w); /* what came before is known */
    forget(w);
    w->strangers = w->container && w->watch->options.unique;
    w->adrift = w->container && !w->watch->options.unique;
}

static void reset(void *state) { forget(state); }

static void flush(void *state) {
    windows *w = state;
    if (!w->fresh || w->adrift || (!w->container && w->open)) return;
    close_window(w);
}

static bool renew(void *state, const lc_renewal *to) {
    windows *w = state;
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
    windows *w = state;
    lc_budget *budget = &w->watch->budget;
    w->open = from->open;
    w->begin = w->watch->events;
    w->last_call = from->last_call;
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

const lc_checker lc_by_windows = {make, free_windows, call, end, gap, reset, flush, renew};
