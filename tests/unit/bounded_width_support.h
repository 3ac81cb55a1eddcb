/* For the tests of the deciders for queues and stacks with repeated values: histories at random and from text, and
 * whether an order explains one. */
#ifndef LC_TESTS_BOUNDED_WIDTH_SUPPORT_H
#define LC_TESTS_BOUNDED_WIDTH_SUPPORT_H

#include <lince/lince.h>

#include <stdlib.h>
#include <string.h>

#include "check/bounded_width/bounded_width.h"
#include "tap.h"

enum { MOST_THREADS = 100, LONGEST = 600 };

static void must(bool holds) {
    if (!holds) abort();
}

static uint64_t random_state;

static unsigned below(unsigned bound) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((random_state >> 33) % bound);
}

static bool chance(unsigned percent) { return below(100) < percent; }

static inline const char *object_name(bool stack) { return stack ? "stack" : "queue"; }

/* ---- random histories ---- */

typedef struct recipe {
    bool stack;
    unsigned threads, operations;
    unsigned values;               /* how many different ones; 0: each only once */
    unsigned adds, crashes, wrong; /* per cent */
    unsigned slow;                 /* threads that do little, so that their operations take long */
    bool swap;                     /* results are wrong by changing places, which is harder to see */
} recipe;

typedef struct thread {
    int method; /* 0: none is open, 1: it adds, 2: it removes */
    int value;
    bool acted;
} thread;

typedef struct object {
    int items[LONGEST + 1];
    int from, to;
} object;

enum { NONE = -1 };

static int take_out(object *o, bool stack) {
    if (o->from == o->to) return NONE;
    return stack ? o->items[--o->to] : o->items[o->from++];
}

static void act(object *o, thread *t, bool stack) {
    if (t->method == 1) o->items[o->to++] = t->value;
    else t->value = take_out(o, stack);
    t->acted = true;
}

static lince_value value_of(lince_history *h, int value) {
    return value == NONE ? LINCE_EMPTY : lince_int(lince_history_values(h), value);
}

static void call(lince_history *h, const recipe *r, thread *t, const char *name, unsigned number) {
    lince_value none = LINCE_NO_VALUE, value;
    *t = (thread){.method = chance(r->adds) ? 1 : 2};
    if (t->method == 1) {
        t->value = r->values ? (int)below(r->values) : (int)number;
        value = value_of(h, t->value);
        must(lince_invoke(h, name, NULL, "add", &value, 1, NULL) == LINCE_DONE);
    } else {
        must(lince_invoke(h, name, NULL, "remove", &none, 0, NULL) == LINCE_DONE);
    }
}

static void end(lince_history *h, const recipe *r, thread *t, const char *name, unsigned called, int *last) {
    if (t->method == 2 && chance(r->wrong)) {
        int other = r->swap ? *last : chance(20) ? NONE : (int)below(r->values ? r->values : called + 1);
        *last = t->value;
        t->value = other;
    }
    lince_value value = value_of(h, t->value);
    must(lince_return(h, name, &value, t->method == 2, NULL) == LINCE_DONE);
    t->method = 0;
}

/* Threads take turns at random; each operation takes effect some time between its call and its return. */
static lince_history *simulate(const recipe *r) {
    lince_history *h = lince_history_new();
    thread threads[MOST_THREADS] = {{0}};
    object o = {.from = 0};
    unsigned called = 0, lives[MOST_THREADS] = {0};
    int last = (int)below(r->values ? r->values : r->operations);
    for (unsigned idle = 0; idle < 4 * r->threads;) {
        unsigned i = below(r->threads);
        if (i < r->slow && chance(80)) i = below(r->threads);
        thread *t = &threads[i];
        char name[32];
        snprintf(name, sizeof name, "T%u.%u", i, lives[i]);
        if (!t->method && called == r->operations) {
            idle++;
        } else if (!t->method) {
            call(h, r, t, name, called++);
        } else if (chance(r->crashes)) {
            if (!t->acted && chance(50)) act(&o, t, r->stack);
            if (chance(50)) must(lince_crash(h, name, NULL) == LINCE_DONE); /* else it just stays open */
            lives[i]++;
            t->method = 0;
        } else if (!t->acted) {
            act(&o, t, r->stack);
        } else {
            end(h, r, t, name, called, &last);
        }
    }
    return h;
}

/* ---- histories as text ---- */

/* `A+1` calls add(1) in thread A, `A-` returns from it, `B?` calls remove(), `B=1` and `B=E` return from that. */
static lince_history *history_of(const char *text) {
    lince_history *h = lince_history_new();
    for (; *text; text += text[2] && text[2] != ' ' ? 3 : 2) {
        while (*text == ' ') text++;
        const char name[] = {text[0], 0};
        lince_value value = value_of(h, text[1] == '-' || text[1] == '?' || text[2] == 'E' ? NONE : text[2] - '0');
        lince_status status = text[1] == '+'   ? lince_invoke(h, name, NULL, "add", &value, 1, NULL)
                              : text[1] == '?' ? lince_invoke(h, name, NULL, "remove", &value, 0, NULL)
                                               : lince_return(h, name, &value, text[1] == '=', NULL);
        must(status == LINCE_DONE);
    }
    return h;
}

/* ---- deciding them both ways ---- */

static const lc_instance *only_instance(const void *context, lc_span name) {
    (void)name;
    return context;
}

typedef struct subject {
    lc_budget budget;
    lc_limits limits;
    lc_instance instance;
    lince_history *history;
    lc_binding binding;
    lc_parts parts;
    lc_part part;
} subject;

static void prepare(subject *s, lince_history *h, const char *spec) {
    *s = (subject){.history = h};
    lc_budget_init(&s->budget, 0);
    must(lc_instance_parse(&s->instance, spec, NULL, 0, NULL) == LINCE_DONE);
    lc_bind_options options = {
        .lookup = only_instance, .context = &s->instance, .init = LINCE_NO_VALUE, .limits = &s->limits};
    must(lc_bind(&s->binding, h, &options, &s->budget, NULL) == LINCE_DONE);
    must(lc_split(&s->parts, &s->binding, true, &s->budget));
    if (s->parts.parts.count) s->part = s->parts.parts.at[0];
}

static void discard(subject *s) {
    lc_parts_free(&s->parts);
    lc_binding_free(&s->binding);
    lc_instance_free(&s->instance);
    lince_history_free(s->history);
    must(atomic_load(&s->budget.used) == 0);
}

/* Does the order keep to what the operations of the part returned? */
static bool obeys_object(const subject *s, const uint32_t *order, uint32_t count, const bool *returned, bool stack) {
    static lince_value items[LONGEST + 1];
    uint32_t from = 0, to = 0;
    for (uint32_t i = 0; i < count; i++) {
        lc_meaning m;
        lc_mean(&s->binding, order[i], &m);
        if (m.method->role == LINCE_ROLE_ADD) {
            items[to++] = m.last;
            continue;
        }
        lince_value found = from == to ? LINCE_EMPTY : stack ? items[--to] : items[from++];
        if (returned[order[i]] && found != m.result) return false;
    }
    return true;
}

static bool is_right(const subject *s, const lc_part *part, const uint32_t *order, uint32_t count, bool stack) {
    static uint32_t place[LONGEST + 1];
    static bool called[LONGEST + 1], returned[LONGEST + 1];
    uint32_t operations = s->history->ops.count;
    memset(place, 0, sizeof place);
    memset(called, 0, sizeof called);
    memset(returned, 0, sizeof returned);
    for (uint32_t i = 0; i < count; i++) {
        if (order[i] >= operations || place[order[i]]) return false;
        place[order[i]] = i + 1;
    }
    uint32_t latest = 0; /* place of what has returned */
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        bool returns = lc_event_what(part->events[i]) == LC_RETURN;
        called[op] = true;
        returned[op] = returns;
        if (returns && !place[op]) return false;
        if (!returns && place[op] && place[op] < latest) return false;
        if (returns && place[op] > latest) latest = place[op];
    }
    for (uint32_t op = 0; op < operations; op++)
        if (place[op] && !called[op]) return false;
    return obeys_object(s, order, count, returned, stack);
}

#endif
