/* Events come in here, become operations, and go to the checker that suits the object best. */
#include "monitor/online.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "counting/formula/families.h"
#include "monitor/watch.h"

enum { RECENT = 256, RENEW_AT = 1 << 16 };

struct lco_online {
    lco_watch watch;
    const lco_checker *checker;
    void *state;
    LC_VEC(lco_watched) slots; /* the open operation of each; `end` is 0 where there is none */
    uint32_t values_kept;      /* how many the pool had after it was renewed */
    bool lent;                 /* the checker by windows gives the object back when it can */
    bool fixed;                /* the checker cannot do with another pool */
    bool suspended;            /* memory ran out: nothing is checked until no operation is open */
    bool lost;                 /* no memory even for the open operations */
    uint32_t open;
    uint64_t only; /* the call of an operation that no other overlapped so far; LCO_OPEN: there is none */
};

static bool is_sync(const lc_instance *instance) { return lc_spec_is_sync(instance->spec); }

enum { MOST_CLASSES = 1000000 };

static const lco_checker *choose(const lco_online_options *o, lince_error *error) {
    const lince_spec *spec = o->instance->spec;
    if (is_sync(o->instance)) {
        if (spec->traits & LINCE_STATELESS) return &lco_by_windows;
        lc_fail(error,
                "%s cannot be monitored: its operations take effect together, in a way that depends on earlier steps; "
                "record its histories and check them",
                o->instance->name);
        return NULL;
    }
    if (o->classes > MOST_CLASSES) { /* each has its labels, whether it is ever seen or not */
        lc_fail(error, "values can be put into %d classes at most", MOST_CLASSES);
        return NULL;
    }
    if (o->classes) {
        uint32_t families = 0;
        if (lc_families_of(o->instance, &families) && families && lco_is_container(spec)) return &lco_by_classes;
        lc_fail(error, "values of %s cannot be put into classes: that is for queues and stacks", o->instance->name);
        return NULL;
    }
    if (!lco_is_container(spec)) return &lco_by_frontier;
    bool fifo = o->instance->is == LINCE_IS_QUEUE && !lc_is_bounded(o->instance);
    return fifo && !o->by_windows ? &lco_by_fifo : &lco_by_windows;
}

lince_status lco_online_new(lco_online **out, const lco_online_options *options, lince_error *error) {
    const lco_checker *checker = choose(options, error);
    *out = NULL;
    if (!checker) return LINCE_BAD_INPUT;
    lco_online *o = calloc(1, sizeof *o);
    if (!o) return LINCE_OUT_OF_MEMORY;
    lco_watch *w = &o->watch;
    w->options = *options;
    w->instance = options->instance;
    if (!w->options.recent) w->options.recent = RECENT;
    lc_budget_init(&w->budget, options->max_memory);
    w->from_beginning = true;
    w->values = malloc(sizeof *w->values);
    o->checker = checker;
    o->lent = checker == &lco_by_fifo;
    if (w->values) lc_values_init(w->values, NULL, &w->budget);
    if (w->values && w->instance->init) { /* one that stays the same when values are forgotten */
        w->options.init = lc_parse_value(w->values, w->instance->init, NULL);
        if (!lc_is_plain(w->options.init)) {
            lco_online_free(o);
            return lc_fail(error, "%s: a monitor takes an integer of 31 bits, nil, true or false",
                           options->instance->name);
        }
    }
    o->state = w->values && !w->values->barren ? checker->make(w) : NULL;
    if (!o->state) {
        lco_online_free(o);
        return LINCE_OUT_OF_MEMORY;
    }
    *out = o;
    return LINCE_DONE;
}

static void drop_values(lince_values *values) {
    if (values) lc_values_destroy(values);
    free(values);
}

void lco_online_free(lco_online *o) {
    if (!o) return;
    lco_watch *w = &o->watch;
    if (o->state) o->checker->free(o->state);
    lco_watch_forget_violation(w);
    lco_slot_names_free(&w->names);
    lc_vec_free(&w->budget, &w->recent);
    lc_vec_free(NULL, &o->slots);
    drop_values(w->values);
    free(o);
}

lince_values *lco_online_values(lco_online *o) { return o->watch.values; }

/* ---- values that are no longer needed ---- */

static void renew(lco_online *o) {
    lco_watch *w = &o->watch;
    if (o->fixed || w->values->table.items.count < 2 * o->values_kept + RENEW_AT) return;
    lince_values fresh;
    lc_values_init(&fresh, NULL, &w->budget);
    uint64_t asked = 0;
    lco_renewal to = {&fresh, w->values, &asked};
    if (fresh.barren) return; /* memory is out: all will be forgotten */
    if (!o->checker->renew(o->state, &to)) {
        o->fixed = true;
        lc_values_destroy(&fresh);
        return;
    }
    for (uint32_t i = 0; i < w->recent.count; i++) {
        w->recent.at[i].args = lco_renewed(&to, w->recent.at[i].args);
        w->recent.at[i].results = lco_renewed(&to, w->recent.at[i].results);
    }
    if (lc_exhausted(&w->budget)) w->recent.count = 0; /* some have lost their values */
    for (uint32_t i = 0; i < o->slots.count; i++)
        if (o->slots.at[i].end) o->slots.at[i].args = lco_renewed(&to, o->slots.at[i].args);
    lc_values_destroy(w->values);
    *w->values = fresh; /* every user of the pool has the new one */
    /* Where few values are kept of many things that might have had some, it is not done again before it pays. */
    o->values_kept = fresh.table.items.count;
    if (asked / 8 > o->values_kept) o->values_kept = (uint32_t)(asked / 8);
}

/* ---- events ---- */

static bool fits(const lince_method *m, bool results, uint32_t count, lince_error *error) {
    uint32_t least = results ? m->results_min : m->args_min, most = results ? m->results_max : m->args_max;
    if (count >= least && count <= most) return true;
    lc_fail(error, "%s %s %u value%s, not %u", m->name, results ? "returns" : "takes", count < least ? least : most,
            (count < least ? least : most) == 1 ? "" : "s", count);
    return false;
}

/* ---- from one checker to another ---- */

/* All operations that there were, where all are among the recent ones; those in a slot are open. */
static bool inherit_all(const lco_online *o, lco_inheritance *to) {
    const lco_watch *w = &o->watch;
    bool fine = true;
    for (uint32_t i = 0; fine && i < w->recent.count; i++) {
        const lco_watched *x = &w->recent.at[i], *slot = &o->slots.at[x->slot];
        bool open = slot->end == LCO_OPEN && slot->call == x->call;
        if (x->fortune != LCO_HAS_FAILED && !open) fine = lc_push(NULL, &to->ops, *x);
    }
    for (uint32_t i = 0; fine && i < o->slots.count; i++)
        if (o->slots.at[i].end == LCO_OPEN) fine = lc_push(NULL, &to->ops, o->slots.at[i]);
    to->complete = true;
    return fine;
}

/* From the quick one to the one that can do more.  `but` is about to be called, and the next one will see that. */
static void hand_over(lco_online *o, const lco_watched *but) {
    lco_inheritance all = {0};
    void *next = lco_by_windows.make(&o->watch);
    bool from_beginning = o->watch.from_beginning && !lco_fifo_has_strangers(o->state);
    bool fine = next && (from_beginning ? inherit_all(o, &all) : lco_fifo_hand_over(o->state, &all));
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all.ops.count; i++)
        if (!but || all.ops.at[i].call != but->call) all.ops.at[kept++] = all.ops.at[i];
    all.ops.count = kept;
    all.open = o->open - (but != NULL);
    fine = fine && lco_windows_take_over(next, &all);
    lc_vec_free(NULL, &all.ops);
    if (!fine) atomic_store(&o->watch.budget.exhausted, true); /* all will be forgotten */
    if (!next) return;
    o->checker->free(o->state);
    o->checker = &lco_by_windows;
    o->state = next;
}

/* No element is inside and no operation is open: the quick checker can begin as if that were the beginning. */
static void hand_back(lco_online *o) {
    void *next = lco_by_fifo.make(&o->watch);
    if (!next) return;
    o->checker->free(o->state);
    o->checker = &lco_by_fifo;
    o->state = next;
}

static void call(lco_online *o, const lco_watched *x) {
    if (o->checker->call(o->state, x)) return;
    hand_over(o, x);
    (void)o->checker->call(o->state, x);
}

static void end_checked(lco_online *o, const lco_watched *x) {
    if (o->checker == &lco_by_fifo && !lco_fifo_can_end(o->state, x)) {
        lco_watched ended = *x;
        lco_watched *slot = &o->slots.at[x->slot]; /* it is open until the next checker has it */
        slot->end = LCO_OPEN;
        slot->fortune = LCO_IS_OPEN;
        hand_over(o, NULL);
        *slot = ended;
    }
    o->checker->end(o->state, x);
    if (o->lent && o->checker == &lco_by_windows && lco_windows_are_idle(o->state)) hand_back(o);
}

/* A checker that is out of memory forgets everything and begins again when no operation is open. */
static void begin_again(lco_online *o) {
    o->watch.covered.gaps += !o->suspended;
    o->watch.from_beginning = false;
    o->watch.gap = o->watch.events;
    o->checker->gap(o->state);
    atomic_store(&o->watch.budget.exhausted, false);
    o->suspended = true;
}

/* An operation is under way whose end will not be seen. */
static void lose_sight(lco_online *o) {
    o->watch.covered.operations++;
    o->watch.covered.not_at_all++;
    o->lost = true;
    begin_again(o);
}

static lco_watched *slot_of(lco_online *o, uint32_t slot) {
    while (o->slots.count <= slot)
        if (!lc_push(NULL, &o->slots, (lco_watched){0})) return NULL; /* without them the open operations are unknown */
    return &o->slots.at[slot];
}

bool lco_online_call(lco_online *o, uint32_t slot, uint32_t method, const lince_value *args, uint32_t count,
                     lince_error *error) {
    lco_watch *w = &o->watch;
    assert(method < w->instance->spec->method_count);
    if (!fits(&w->instance->spec->methods[method], false, count, error)) return false;
    lco_watched *x = slot_of(o, slot);
    uint64_t number = w->events++;
    if (!x) {
        lose_sight(o);
        return true;
    }
    assert(!x->end);
    *x = (lco_watched){
        .call = number, .end = LCO_OPEN, .slot = slot, .method = method, .args = lince_tuple(w->values, args, count)};
    o->only = o->open++ ? LCO_OPEN : number;
    if (x->args == LINCE_NO_VALUE) begin_again(o); /* there was no memory for them */
    if (!lco_watch_is_violated(w) && !o->suspended) call(o, x);
    return true;
}

static void remember(lco_watch *w, const lco_watched *x) {
    bool whole = x->args != LINCE_NO_VALUE && (x->results != LINCE_NO_VALUE || x->fortune != LCO_HAS_RETURNED);
    if (!whole) return; /* memory was out */
    if (w->recent.count < w->options.recent) {
        (void)lc_push(&w->budget, &w->recent, *x);
        w->newest = w->recent.count - 1;
    } else {
        w->from_beginning = false;
        w->newest = (w->newest + 1) % w->recent.count;
        w->recent.at[w->newest] = *x;
    }
}

static void look_after_memory(lco_online *o) {
    if (lc_exhausted(&o->watch.budget)) begin_again(o);
    if (!o->open && !o->lost) o->suspended = false;
}

static void end(lco_online *o, uint32_t slot, lco_fortune fortune, lince_value results) {
    lco_watch *w = &o->watch;
    uint64_t number = w->events++;
    lco_watched *x = slot < o->slots.count ? &o->slots.at[slot] : NULL;
    if (!x || !x->end) return; /* its call was lost with memory, or before a gap */
    x->end = number;
    x->fortune = fortune;
    x->results = results;
    x->alone = o->only == x->call;
    w->covered.operations += fortune != LCO_HAS_FAILED;
    if (fortune == LCO_HAS_RETURNED && results == LINCE_NO_VALUE) begin_again(o); /* there was no memory for them */
    if (!lco_watch_is_violated(w)) {
        remember(w, x);
        if (o->suspended) w->covered.not_at_all++, w->crashes_lost = w->crashed;
        else end_checked(o, x);
    }
    x->end = 0;
    o->open--;
    renew(o);
    look_after_memory(o);
}

bool lco_online_return(lco_online *o, uint32_t slot, const lince_value *results, uint32_t count, lince_error *error) {
    lco_watch *w = &o->watch;
    if (slot < o->slots.count && o->slots.at[slot].end) {
        const lince_method *m = &w->instance->spec->methods[o->slots.at[slot].method];
        if (!m->results_max && count == 1 && (*results == LINCE_OK || *results == LINCE_TRUE)) count = 0;
        if (!fits(m, true, count, error)) return false;
    }
    end(o, slot, LCO_HAS_RETURNED, lince_tuple(w->values, results, count));
    return true;
}

void lco_online_lose(lco_online *o, uint32_t slot) {
    if (slot < o->slots.count) o->slots.at[slot].lost = true;
    end(o, slot, LCO_HAS_CRASHED, LINCE_NO_VALUE);
}
void lco_online_crash(lco_online *o, uint32_t slot) {
    bool known = slot < o->slots.count && o->slots.at[slot].end;
    bool pure = known && o->watch.instance->spec->methods[o->slots.at[slot].method].pure;
    if (!pure) o->watch.crashed = true; /* else it is all the same when it takes effect */
    end(o, slot, LCO_HAS_CRASHED, LINCE_NO_VALUE);
}
void lco_online_crash_unknown(lco_online *o) { o->watch.crashed = o->watch.crashes_lost = true; }
void lco_online_fail(lco_online *o, uint32_t slot) { end(o, slot, LCO_HAS_FAILED, LINCE_NO_VALUE); }

static void close_slots(lco_online *o) {
    for (uint32_t i = 0; i < o->slots.count; i++) o->slots.at[i].end = 0;
    o->open = 0;
    o->only = LCO_OPEN;
    o->suspended = o->lost = false;
}

void lco_online_gap(lco_online *o) {
    o->watch.covered.gaps++;
    o->watch.from_beginning = false;
    o->watch.gap = o->watch.events;
    close_slots(o);
    o->checker->gap(o->state);
}

void lco_online_reset(lco_online *o) {
    close_slots(o);
    o->watch.recent.count = 0;
    o->watch.from_beginning = true;
    o->watch.crashed = o->watch.crashes_lost = false;
    lco_watch_forget_violation(&o->watch);
    o->checker->reset(o->state);
}

void lco_online_flush(lco_online *o) {
    if (!lco_watch_is_violated(&o->watch)) o->checker->flush(o->state);
}

void lco_online_remind(lco_online *o, double now) {
    if (lco_watch_is_violated(&o->watch) || o->suspended) return;
    o->checker->remind(o->state, now);
    look_after_memory(o);
}

void lco_online_name(lco_online *o, uint32_t slot, const char *name) {
    lco_slot_names_set(&o->watch.names, slot, name, o->watch.events);
}

const lco_online_violation *lco_online_violated(const lco_online *o) {
    return lco_watch_is_violated(&o->watch) ? &o->watch.violation : NULL;
}
const lco_online_covered *lco_online_coverage(const lco_online *o) { return &o->watch.covered; }
size_t lco_online_memory(const lco_online *o) { return atomic_load(&o->watch.budget.used); }
