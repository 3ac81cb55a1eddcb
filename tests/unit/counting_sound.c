/* Random histories of objects that work, and of some that do not: no pattern is ever found in a good one, whatever is
 * forgotten of it and wherever it ends, and all is found in the bad ones.
 *
 *     counting_sound [HISTORIES [FIRST]]
 */
#include "counting_support.h"

#include <string.h>

#include "counting/patterns/refine_scan.h"
#include "target/runtime/splitmix.h"

static uint64_t seed;

static uint32_t below(uint32_t bound) { return (uint32_t)(lct_splitmix(&seed) % bound); }

/* ---- an object and its users ---- */

enum { THREADS = 4, MOST_INSIDE = 64 };
typedef enum phase { IDLE, CALLED, DONE } phase;

typedef struct user {
    phase phase;
    what what;
    lince_value argument, result;
} user;

typedef struct object {
    lc_container container;
    bool broken; /* now and then it errs */
    bool repeats, peeks, fails;
    uint32_t count, next;
    lince_value at[MOST_INSIDE];
} object;

static uint32_t place(const object *o) {
    if (o->container == LC_BAG || (o->broken && below(8) == 0)) return below(o->count);
    return o->container == LC_QUEUE ? 0 : o->count - 1;
}

static void take_effect(object *o, user *u) {
    u->phase = DONE;
    u->result = LINCE_EMPTY;
    if (u->what == ADD) {
        if (!(o->broken && below(30) == 0)) o->at[o->count++] = u->argument;
        return;
    }
    if (!o->count || (o->broken && below(20) == 0)) return;
    uint32_t p = u->what == PEEK ? (o->container == LC_QUEUE ? 0 : o->count - 1) : place(o);
    u->result = o->at[p];
    if (u->what == PEEK || (o->broken && below(30) == 0)) return;
    memmove(&o->at[p], &o->at[p + 1], (--o->count - p) * sizeof *o->at);
}

static void call(object *o, user *u, lince_history *h, const char *thread) {
    lince_error error;
    uint32_t dice = below(16);
    bool peek = o->peeks && dice == 0 && o->container != LC_BAG;
    *u = (user){.phase = CALLED, .what = peek ? PEEK : dice < 8 && o->count < MOST_INSIDE / 2 ? ADD : REMOVE};
    if (u->what == ADD)
        u->argument = lince_int(lince_history_values(h), o->repeats && below(4) == 0 ? below(4) : 10 + o->next++);
    const char *method = u->what == ADD    ? containers[o->container].add
                         : u->what == PEEK ? "peek"
                                           : containers[o->container].remove;
    if (lince_invoke(h, thread, NULL, method, &u->argument, u->what == ADD, &error)) abort();
}

static lince_history *run(object *o, uint32_t events) {
    static const char *const names[THREADS] = {"A", "B", "C", "D"};
    lince_history *h = lince_history_new();
    lince_error error;
    user users[THREADS] = {0};
    uint32_t crashes = below(3); /* as many at most */
    for (; events; events--) {
        uint32_t t = below(THREADS);
        user *u = &users[t];
        if (u->phase == IDLE) {
            call(o, u, h, names[t]);
        } else if (crashes && below(20) == 0) {
            crashes--;
            u->phase = IDLE;
            lince_crash(h, names[t], &error);
        } else if (u->phase == CALLED) {
            if (o->fails && below(20) == 0) u->phase = IDLE, lince_fail(h, names[t], &error);
            else take_effect(o, u);
        } else {
            lince_return(h, names[t], &u->result, u->what != ADD, &error);
            u->phase = IDLE;
        }
    }
    return h;
}

/* ---- what is found ---- */

typedef struct tally {
    uint32_t histories, bad, false_alarms, seen[LC_MOST_STEPS + 1], wrong, open, exact, windows_differ, along_differs,
        not_enough, torn, refine_differs;
} tally;

/* One event, told to a window. */
static void tell(lc_window *w, const lc_binding *b, uint32_t event) {
    uint32_t op = lc_event_op(event), slot = b->history->ops.at[op].thread;
    lc_meaning m;
    lc_mean(b, op, &m);
    switch (lc_event_what(event)) {
    case LC_INVOKE:
        if (m.method->role == LINCE_ROLE_ADD) lc_window_call_add(w, slot, m.last, op);
        else if (m.method->role == LINCE_ROLE_REMOVE) lc_window_call_remove(w, slot, op);
        else lc_window_call_other(w, slot);
        break;
    case LC_RETURN:
        if (m.method->role != LINCE_ROLE_REMOVE) lc_window_return(w, slot);
        else if (m.pure) lc_window_return_empty(w, slot);
        else lc_window_return_value(w, slot, m.result);
        break;
    case LC_CRASH: lc_window_crash(w, slot); break;
    case LC_FAIL: abort();
    }
}

/* A window forgets values that are gone; what comes again then is new to it, and it knows more. */
static bool agree(lc_contains window, lc_contains whole, bool repeats) {
    return window == whole || (repeats && (window == LC_CONTAINS_UNKNOWN || whole == LC_CONTAINS_UNKNOWN));
}

/* Are some operations bad by themselves? */
static bool are_bad(lc_container c, const lince_history *h, const uint32_t *ops, uint32_t count) {
    lince_history *part = lince_history_new();
    lince_error error;
    for (uint32_t i = 0; i < h->events.count; i++) {
        uint32_t op = lc_event_op(h->events.at[i]), j = 0;
        while (j < count && ops[j] != op) j++;
        if (j == count) continue;
        const lc_op *o = &h->ops.at[op];
        char thread[16], method[16];
        snprintf(thread, sizeof thread, "T%u", op); /* values are small numbers, which are the same everywhere */
        snprintf(method, sizeof method, "%.*s", (int)lc_method_name(h, o).length, lc_method_name(h, o).at);
        lince_status status = LINCE_DONE;
        if (lc_event_what(h->events.at[i]) == LC_INVOKE)
            status = lince_invoke(part, thread, NULL, method, &o->args, o->args != LINCE_NOTHING, &error);
        else if (lc_event_what(h->events.at[i]) == LC_RETURN)
            status = lince_return(part, thread, &o->results, o->results != LINCE_NOTHING, &error);
        if (status) abort();
    }
    bool good = is_linearizable(c, part);
    lince_history_free(part);
    return !good;
}

static lince_value moved(const lc_binding *b, uint32_t op) {
    lc_meaning m;
    lc_mean(b, op, &m);
    if (m.method->role == LINCE_ROLE_ADD) return m.last;
    return m.pure || m.method->role == LINCE_ROLE_PEEK ? LINCE_NO_VALUE : m.result;
}

/* Whoever has to do with one of their values, as far as he has returned by an event, is among them. */
static bool are_whole(const lc_binding *b, const uint32_t *ops, uint32_t count, uint32_t event) {
    const lince_history *h = b->history;
    for (uint32_t o = 0; o < h->ops.count; o++) {
        if (h->ops.at[o].end > event || lc_op_outcome(h, &h->ops.at[o]) != LC_RETURN) continue;
        bool among = false, related = false;
        for (uint32_t i = 0; i < count; i++) {
            among = among || ops[i] == o;
            related = related || (moved(b, o) != LINCE_NO_VALUE && moved(b, o) == moved(b, ops[i]));
        }
        if (related && !among) return false;
    }
    return true;
}

/* `first` is the number of events after which something was seen, 0: never. */
static void look_along(tally *t, const object *o, const lc_binding *b, uint32_t k, uint32_t first) {
    const lince_history *h = b->history;
    lc_refine_scan a;
    lc_patterns_scan(&a, o->container, k, b, h->events.at, h->events.count, NULL);
    bool seen = a.answer == LC_CONTAINS_SOME;
    t->along_differs += !o->repeats && (seen != (first > 0) || (seen && a.event + 1 != first));
    /* Until they fail, it takes operations for pending that will have done so; and where values repeat or somebody
     * peeks it may search for long. */
    if (!o->fails && !o->repeats && !o->peeks && t->histories % 8 == 0 && h->events.count < 60)
        t->refine_differs += a.answer != (refines(o->container, h, k) ? LC_CONTAINS_NONE : LC_CONTAINS_SOME);
    t->not_enough += seen && a.single && !are_bad(o->container, h, a.ops.at, a.ops.count);
    if (seen && a.single && !o->repeats) t->torn += !are_whole(b, a.ops.at, a.ops.count, a.event);
    lc_refine_scan_free(&a, NULL);
}

static void look(tally *t, const object *o, const lince_history *h, const lc_instance *instance) {
    lc_limits none = {0};
    lc_bind_options options = {.lookup = one_instance, .context = instance, .limits = &none};
    lc_binding b;
    lc_intervals intervals;
    lc_lifetimes s;
    lince_error error;
    if (lc_bind(&b, h, &options, NULL, &error) || !lc_intervals_of(&intervals, h, NULL)) abort();
    bool good = !o->broken || is_linearizable(o->container, h);
    t->histories++;
    t->bad += !good;
    for (uint32_t k = 0; k <= 5; k++) {
        lc_lifetimes_init(&s, k, NULL);
        uint32_t first = 0;
        lc_window w;
        lc_window_init(&w, o->container, k, NULL);
        for (uint32_t events = 1; events <= h->events.count; events++) {
            if (lc_op_outcome(h, &h->ops.at[lc_event_op(h->events.at[events - 1])]) == LC_FAIL) continue;
            tell(&w, &b, h->events.at[events - 1]);
            if (lc_event_what(h->events.at[events - 1]) != LC_RETURN) continue;
            lifetimes_of(&s, &b, &intervals, events);
            lc_contains answer = lc_patterns_decide(o->container, &s, NULL);
            if (answer == LC_CONTAINS_SOME && !first) first = events;
            lc_contains window = lc_window_decide(&w, NULL);
            t->false_alarms += window == LC_CONTAINS_SOME && good;
            t->windows_differ += !agree(window, answer, o->repeats);
        }
        lc_window_free(&w);
        look_along(t, o, &b, k, first);
        t->false_alarms += first && good;
        t->seen[k] += first > 0;
        lc_lifetimes_free(&s);
    }
    if (intervals.length <= LC_MOST_STEPS) {
        lc_lifetimes_init(&s, LC_MOST_STEPS, NULL);
        lifetimes_of(&s, &b, &intervals, h->events.count);
        lc_contains answer = lc_patterns_decide(o->container, &s, NULL);
        t->exact += s.exact;
        t->wrong += answer != LC_CONTAINS_UNKNOWN && answer != (good ? LC_CONTAINS_NONE : LC_CONTAINS_SOME);
        t->open += answer == LC_CONTAINS_UNKNOWN && !s.repeated && !s.partly;
        lc_lifetimes_free(&s);
    }
    lc_intervals_free(&intervals);
    lc_binding_free(&b);
}

static void check_random(lc_container c, bool broken, uint32_t first, uint32_t count) {
    tally t = {0};
    lc_instance instance;
    lince_error error;
    if (lc_instance_parse(&instance, containers[c].name, NULL, 0, &error)) abort();
    for (uint32_t i = 0; i < count; i++) {
        seed = ((uint64_t)first + i) * 6 + 2 * c + broken;
        object o = {
            .container = c, .broken = broken, .repeats = below(4) == 0, .peeks = below(4) == 0, .fails = below(4) == 0};
        lince_history *h = run(&o, i % 200 ? 5 + below(60) : 500);
        look(&t, &o, h, &instance);
        lince_history_free(h);
    }
    if (broken) {
        expect(t.bad > count / 10 && t.false_alarms == 0 && t.wrong == 0 && t.open == 0,
               "a %s that errs: %u of %u histories are bad, and these are found (%u false alarms, %u wrong, %u open)",
               containers[c].name, t.bad, count, t.false_alarms, t.wrong, t.open);
        printf("# found with k = 0 to 5, after some return: %u %u %u %u %u %u\n", t.seen[0], t.seen[1], t.seen[2],
               t.seen[3], t.seen[4], t.seen[5]);
    } else {
        expect(t.false_alarms == 0 && t.wrong == 0 && t.open == 0,
               "a %s that works: no false alarm in %u histories (%u; %u wrong, %u open)", containers[c].name, count,
               t.false_alarms, t.wrong, t.open);
    }
    expect(t.along_differs == 0, "found as soon as there is something (%u times not)", t.along_differs);
    expect(t.not_enough == 0, "and the operations that are named are bad by themselves (%u times not)", t.not_enough);
    expect(t.refine_differs == 0, "refine:k says the same (%u times not)", t.refine_differs);
    expect(t.torn == 0, "nor is one left out that has to do with the same values (%u times)", t.torn);
    expect(t.windows_differ == 0, "who looks at the last steps only finds the same (%u times not)", t.windows_differ);
    printf("# in %u of them no choice is left what was removed\n", t.exact);
    lc_instance_free(&instance);
}

int main(int argc, char **argv) {
    uint32_t count = argc > 1 ? (uint32_t)atoi(argv[1]) : 40000, first = argc > 2 ? (uint32_t)atoi(argv[2]) : 1;
    for (lc_container c = LC_BAG; c <= LC_STACK; c++) {
        check_random(c, false, first, count / 6);
        check_random(c, true, first, count / 6);
    }
    return tap_end();
}
