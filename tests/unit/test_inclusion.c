/* Weaker than a reference: against the definition itself, tried with every injection, on random small histories. */
#include "tap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "report_support.h"
#include "tester/oracle/inclusion.h"

enum { MOST = 6, PAIRS = 40000 };

/* ---- the definition ---- */

static bool same_text(const lince_history *a, lince_value x, const lince_history *b, lince_value y) {
    lince_text left = {0}, right = {0};
    lc_value_print(&left, &a->values, x);
    lc_value_print(&right, &b->values, y);
    bool same = !strcmp(lc_text(&left), lc_text(&right));
    lc_text_free(&left);
    lc_text_free(&right);
    return same;
}

static bool same_span(lc_span a, lc_span b) { return a.length == b.length && !memcmp(a.at, b.at, a.length); }

static bool returned(const lince_history *h, uint32_t op) { return lc_op_outcome(h, &h->ops.at[op]) == LC_RETURN; }

static bool precedes(const lince_history *h, uint32_t a, uint32_t b) {
    return returned(h, a) && h->ops.at[a].end < h->ops.at[b].call;
}

/* May x of r be said to be y of h? */
static bool may_be(const lince_history *r, uint32_t x, const lince_history *h, uint32_t y) {
    const lc_op *a = &r->ops.at[x], *b = &h->ops.at[y];
    return same_span(lc_object_name(r, a), lc_object_name(h, b)) &&
           same_span(lc_method_name(r, a), lc_method_name(h, b)) && same_text(r, a->args, h, b->args) &&
           (!returned(h, y) || (returned(r, x) && same_text(r, a->results, h, b->results)));
}

typedef struct attempt {
    const lince_history *h, *r;
    uint32_t g[MOST];
} attempt;

static bool is_good(const attempt *a) {
    bool reached[MOST] = {false};
    for (uint32_t x = 0; x < a->r->ops.count; x++) {
        reached[a->g[x]] = true;
        if (!may_be(a->r, x, a->h, a->g[x])) return false;
        for (uint32_t y = 0; y < a->r->ops.count; y++)
            if (precedes(a->h, a->g[x], a->g[y]) && !precedes(a->r, x, y)) return false;
    }
    for (uint32_t y = 0; y < a->h->ops.count; y++)
        if (returned(a->h, y) && !reached[y]) return false;
    return true;
}

static bool try_all(attempt *a, uint32_t x) {
    if (x == a->r->ops.count) return is_good(a);
    if (x >= MOST) abort(); /* there are none so large */
    for (a->g[x] = 0; a->g[x] < a->h->ops.count; a->g[x]++) {
        bool used = false;
        for (uint32_t z = 0; z < x; z++) used |= a->g[z] == a->g[x];
        if (!used && try_all(a, x + 1)) return true;
    }
    return false;
}

static bool weaker(const lince_history *h, const lince_history *r) { return try_all(&(attempt){.h = h, .r = r}, 0); }

/* ---- random histories, as rows of events ---- */

typedef struct script {
    struct {
        uint32_t op;
        bool is_return;
    } events[2 * MOST];
    uint32_t count, ops;
    uint32_t method[MOST], result[MOST];
} script;

static script random_script(uint64_t *seed, uint32_t labels) {
    script s = {.ops = 1 + pick(seed, MOST - 1)};
    uint32_t called = 0;
    bool open[MOST] = {false};
    for (uint32_t i = 0; i < s.ops; i++) {
        s.method[i] = pick(seed, labels);
        s.result[i] = pick(seed, 2);
    }
    for (uint32_t tries = 0; tries < 40 && s.count < 2 * s.ops; tries++) {
        uint32_t op = pick(seed, s.ops);
        if (called < s.ops && pick(seed, 2)) {
            open[called] = true;
            s.events[s.count].op = called++;
            s.events[s.count++].is_return = false;
        } else if (open[op]) {
            open[op] = false;
            s.events[s.count].op = op;
            s.events[s.count++].is_return = true;
        }
    }
    return s;
}

/* Calls earlier, returns later, some not at all: weaker, unless nothing was changed. */
static script weaken(script s, uint64_t *seed) {
    for (uint32_t i = 0; i < 12 && s.count > 1; i++) {
        uint32_t at = pick(seed, s.count - 1);
        if (s.events[at].op == s.events[at + 1].op || !s.events[at].is_return || s.events[at + 1].is_return) continue;
        script moved = s;
        moved.events[at] = s.events[at + 1];
        moved.events[at + 1] = s.events[at];
        s = moved;
    }
    while (s.count && s.events[s.count - 1].is_return && !pick(seed, 3)) s.count--;
    return s;
}

/* The same operations at other times. */
static script shuffle(script s, uint64_t *seed) {
    for (uint32_t i = 0; i < 4 && s.count > 1; i++) {
        uint32_t at = pick(seed, s.count - 1);
        if (s.events[at].op == s.events[at + 1].op) continue;
        script moved = s;
        moved.events[at] = s.events[at + 1];
        moved.events[at + 1] = s.events[at];
        s = moved;
    }
    return s;
}

static lince_history *play(const script *s) {
    lince_history *h = lince_history_new();
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t op = s->events[i].op;
        char thread[12];
        snprintf(thread, sizeof thread, "T%u", op);
        lince_value argument = lince_int(&h->values, s->method[op] / 2);
        lince_value result = s->result[op] ? lince_string(&h->values, "yes", 3) : LINCE_EMPTY;
        lince_status status = s->events[i].is_return
                                  ? lince_return(h, thread, &result, 1, NULL)
                                  : lince_invoke(h, thread, NULL, s->method[op] % 2 ? "f" : "g", &argument, 1, NULL);
        assert(status == LINCE_DONE);
        (void)status;
    }
    return h;
}

static void test_random(void) {
    uint64_t seed = 20240612;
    int agree = 0, yes = 0, no = 0, pending = 0;
    for (int i = 0; i < PAIRS; i++) {
        uint32_t labels = 1 + pick(&seed, 3);
        script s = random_script(&seed, labels), t;
        switch (pick(&seed, 3)) {
        case 0: t = weaken(s, &seed); break;
        case 1: t = weaken(shuffle(s, &seed), &seed); break;
        default: t = random_script(&seed, labels);
        }
        lince_history *r = play(&s), *h = play(&t);
        lcd_references *set = lcd_references_new();
        size_t nearest = 7;
        assert(lcd_references_add(set, r));
        bool got = lcd_references_allow(set, h, &nearest), wanted = weaker(h, r);
        agree += got == wanted && nearest == 0;
        yes += wanted;
        no += !wanted;
        for (uint32_t op = 0; op < h->ops.count; op++) pending += wanted && !returned(h, op);
        if (got != wanted) printf("# pair %d: %d instead of %d\n", i, got, wanted);
        lcd_references_free(set);
        lince_history_free(r);
        lince_history_free(h);
    }
    expect(agree == PAIRS, "%d of %d pairs are judged by the definition (%d weaker, %d not; %d pending operations)",
           agree, PAIRS, yes, no, pending);
    expect(yes > PAIRS / 5 && no > PAIRS / 5 && pending > PAIRS / 10, "they are of all kinds");
}

static void test_sets(void) {
    enum { SETS = 1500, REFERENCES = 12 };
    uint64_t seed = 99;
    int agree = 0, good = 0, yes = 0;
    for (int i = 0; i < SETS; i++) {
        lcd_references *set = lcd_references_new();
        lince_history *references[REFERENCES];
        script first = random_script(&seed, 3);
        for (int n = 0; n < REFERENCES; n++) {
            script s = n % 3 ? shuffle(first, &seed) : random_script(&seed, 3);
            references[n] = play(&s);
            assert(lcd_references_add(set, references[n]));
        }
        for (int n = 0; n < 6; n++) {
            script s = pick(&seed, 2) ? weaken(shuffle(first, &seed), &seed) : random_script(&seed, 3);
            lince_history *h = play(&s);
            size_t nearest;
            bool got = lcd_references_allow(set, h, &nearest), wanted = false;
            for (int r = 0; r < REFERENCES; r++) wanted |= weaker(h, references[r]);
            agree += got == wanted;
            good += nearest < REFERENCES && (!got || weaker(h, references[nearest]));
            yes += wanted;
            lince_history_free(h);
        }
        for (int n = 0; n < REFERENCES; n++) lince_history_free(references[n]);
        lcd_references_free(set);
    }
    expect(agree == 6 * SETS, "%d of %d histories are judged against several references (%d allowed)", agree, 6 * SETS,
           yes);
    expect(good == 6 * SETS, "the nearest is one of them, and of those that allow it if there are any");
    expect(yes > SETS && yes < 5 * SETS, "they are of both kinds");
}

/* ---- by hand ---- */

static size_t nearest_of(lcd_references *set, const char *text, bool *allowed) {
    lince_history *h = history_of("test.hist", text);
    size_t nearest;
    *allowed = lcd_references_allow(set, h, &nearest);
    lince_history_free(h);
    return nearest;
}

static void test_nearest(void) {
    static const char *const references[] = {
        "A invoke f()\nA return 1\nB invoke f()\nB return 2\nC invoke f()\nC return 3\n",
        "A invoke f()\nB invoke f()\nA return 1\nC invoke f()\nB return 2\nC return 3\n",
        "A invoke f()\nA return 1\nB invoke f()\nB return 2\nC invoke f()\nC return 4\n",
    };
    lcd_references *set = lcd_references_new();
    bool allowed;
    expect(nearest_of(set, references[0], &allowed) == SIZE_MAX && !allowed, "without references nothing is near");
    for (size_t i = 0; i < 3; i++) {
        lince_history *r = history_of("reference.hist", references[i]);
        expect(lcd_references_add(set, r), "reference %zu", i);
        lince_history_free(r);
    }
    expect(nearest_of(set, references[1], &allowed) == 0 && allowed, "a weaker reference is not needed");
    expect(nearest_of(set, references[2], &allowed) == 2 && allowed, "another one is");
    expect(nearest_of(set, "A invoke f()\nA return 1\nC invoke f()\nC return 3\nB invoke f()\nB return 2\n",
                      &allowed) == 0 &&
               !allowed,
           "one that orders other operations is not allowed, and near to one of the same operations");
    expect(nearest_of(set, "A invoke f()\nA return 1\nB invoke f()\nB return 2\nC invoke f()\nC return 5\n",
                      &allowed) == 0 &&
               !allowed,
           "one with another result is near to the first with as many in common");
    expect(nearest_of(set, "A invoke f()\nA return 1\nB invoke f()\nB return 9\nC invoke f()\nC return 4\n",
                      &allowed) == 2 &&
               !allowed,
           "or to the one with the most");
    expect(nearest_of(set, "A invoke q.f()\nA return 1\n", &allowed) == 0 && !allowed, "objects are told apart");
    expect(!lcd_references_failed(set), "there was memory for all of this");
    lcd_references_free(set);
}

static bool allows(const char *const *references, const char *text, size_t *nearest) {
    lcd_references *set = lcd_references_new();
    for (; *references; references++) {
        lince_history *r = history_of("reference.hist", *references);
        assert(lcd_references_add(set, r));
        lince_history_free(r);
    }
    bool allowed;
    *nearest = nearest_of(set, text, &allowed);
    lcd_references_free(set);
    return allowed;
}

static void test_pending(void) {
    size_t nearest;
    static const char *const open[] = {
        "A invoke f()\nB invoke f()\nC invoke g()\nC return\nD invoke k()\n"
        "D return\nA return 1\nB return 1\n",
        NULL};
    const char *late =
        "A invoke f()\nB invoke f()\nD invoke k()\nC invoke g()\nC return\nC invoke f()\nC return 1\n"
        "D return\n";
    expect(!allows(open, late, &nearest), "pending operations do not stand in for one that returned");
    static const char *const overlapping[] = {"A invoke f()\nB invoke g()\nC invoke g()\nB return 1\nC return 2\n",
                                              NULL, "B invoke g()\nB return 1\nC invoke g()\nC return 2\n", NULL};
    const char *ordered = "A invoke f()\nB invoke g()\nB return 1\nC invoke g()\nC return 2\n";
    expect(!allows(overlapping, ordered, &nearest), "a reference with the same pending operation does not allow it");
    const char *const both[] = {overlapping[0], overlapping[2], NULL};
    expect(allows(both, ordered, &nearest) && nearest == 1, "but one that does without it may");
}

static void test_depth(void) {
    static const char *const references[] = {
        "A invoke f()\nA return 1\nC invoke f()\nC return 3\nB invoke f()\nB return 2\nD invoke f()\nD return 4\n",
        "A invoke f()\nA return 1\nB invoke f()\nB return 2\nD invoke f()\nD return 4\nC invoke f()\nC return 3\n",
        NULL};
    size_t nearest;
    bool allowed = allows(
        references,
        "A invoke f()\nA return 1\nB invoke f()\nB return 2\nC invoke f()\nC return 3\nD invoke f()\nD return 4\n",
        &nearest);
    expect(!allowed && nearest == 1, "the nearest of the same operations is the one whose order fits longer");
}

/* ---- many operations alike ---- */

enum { CREW = 4, ROUNDS = 30, EVENTS = 2 * CREW * ROUNDS };

typedef struct crew_event {
    uint32_t thread;
    bool is_return;
} crew_event;

static lince_history *play_crew(const crew_event *events) {
    lince_history *h = lince_history_new();
    for (uint32_t i = 0; i < EVENTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "T%u", events[i].thread);
        if (events[i].is_return) lince_return(h, name, NULL, 0, NULL);
        else lince_invoke(h, name, NULL, "inc", NULL, 0, NULL);
    }
    return h;
}

/* Lets neighbours of different threads change places, `times` often: a call goes before a return (which weakens) or,
 * late in the history, the other way round. */
static void push_about(crew_event *events, uint64_t *seed, bool weaken_it, uint32_t times) {
    for (uint32_t tries = 0; times && tries < 1000; tries++) {
        uint32_t at = weaken_it ? pick(seed, EVENTS - 1) : EVENTS / 2 + pick(seed, EVENTS / 2 - 1);
        crew_event a = events[at], b = events[at + 1];
        if (a.thread == b.thread || a.is_return != weaken_it || b.is_return == weaken_it) continue;
        events[at] = b;
        events[at + 1] = a;
        times--;
    }
}

/* With nothing to tell operations apart the search goes astray, and fails late; without a memory of where it has been
 * it does not come back in time. */
static void test_alike(void) {
    uint64_t seed = 5;
    int allowed = 0, refused = 0;
    double start = tap_seconds();
    for (int i = 0; i < 60; i++) {
        crew_event events[EVENTS];
        uint32_t left[CREW] = {0};
        for (uint32_t n = 0; n < EVENTS;) {
            uint32_t t = pick(&seed, CREW);
            if (left[t] == 2 * ROUNDS) continue;
            events[n++] = (crew_event){t, left[t]++ % 2};
        }
        lince_history *r = play_crew(events);
        push_about(events, &seed, true, EVENTS / 6);
        push_about(events, &seed, false, (uint32_t)i % 4);
        lince_history *h = play_crew(events);
        lcd_references *set = lcd_references_new();
        size_t nearest;
        assert(lcd_references_add(set, r));
        bool is_allowed = lcd_references_allow(set, h, &nearest);
        allowed += is_allowed;
        refused += !is_allowed;
        if (i % 4 == 0 && !is_allowed) expect(false, "history %d was only weakened", i);
        lcd_references_free(set);
        lince_history_free(r);
        lince_history_free(h);
    }
    double seconds = tap_seconds() - start;
    expect(allowed >= 15 && refused > 10, "of histories of %d operations alike %d are allowed, %d not", EVENTS / 2,
           allowed, refused);
    expect(seconds < 10, "which does not take forever (%.3f s)", seconds);
}

int main(void) {
    test_random();
    test_sets();
    test_nearest();
    test_pending();
    test_depth();
    test_alike();
    return tap_end();
}
