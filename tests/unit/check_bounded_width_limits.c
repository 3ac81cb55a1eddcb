/* The deciders for queues and stacks with repeated values when memory or patience is short, when very many operations
 * are open at once, and when they are not the right ones to ask. */
#include "bounded_width_support.h"

/* With every budget from nothing to enough: an answer or none, but the right one and no crash. */
static void starve(bool stack) {
    recipe r = {.stack = stack, .threads = 5, .operations = 60, .values = 3, .adds = 50, .crashes = 2};
    subject s;
    prepare(&s, simulate(&r), object_name(stack));
    unsigned starved = 0, wrong = 0, leaks = 0;
    bool held = false;
    for (size_t limit = 64; limit < (size_t)1 << 24; limit += limit / 8) {
        lc_budget small;
        lc_budget_init(&small, limit);
        lc_bounded_width w;
        lc_bounded_width_init(&w, &s.binding, &s.limits, &small);
        lc_outcome outcome = lc_bounded_width_decide(&w, &s.part);
        held = outcome == LC_HOLDS;
        if (held) wrong += !is_right(&s, &s.part, w.order.at, w.order.count, stack);
        else if (outcome == LC_HALTED) wrong += w.halt != LC_NO_MEMORY;
        else wrong += !stack || outcome != LC_UNDECIDED;
        starved += outcome == LC_HALTED;
        lc_bounded_width_free(&w);
        leaks += atomic_load(&small.used) != 0;
    }
    expect(held && starved && !wrong && !leaks, "a %s and less and less memory: %u without an answer",
           object_name(stack), starved);
    discard(&s);
}

static void stop(bool stack) {
    recipe r = {.stack = stack, .threads = 4, .operations = LONGEST, .values = 3, .adds = 50};
    subject s;
    prepare(&s, simulate(&r), object_name(stack));
    volatile int interrupt = 1;
    s.limits.interrupt = &interrupt;
    lc_bounded_width w;
    lc_bounded_width_init(&w, &s.binding, &s.limits, &s.budget);
    lc_outcome outcome = lc_bounded_width_decide(&w, &s.part);
    const char *name = object_name(stack);
    expect(outcome == LC_HALTED && w.halt == LC_INTERRUPTED, "a %s: an interrupt is noticed", name);
    interrupt = 0;
    uint64_t before = w.visited;
    w.meter.allowance = before + 20;
    outcome = lc_bounded_width_decide(&w, &s.part);
    expect(outcome == LC_HALTED && w.halt == LC_SPENT && w.visited < before + 200, "a %s: the allowance is kept", name);
    w.meter.allowance = UINT64_MAX;
    outcome = lc_bounded_width_decide(&w, &s.part);
    expect(outcome == LC_HOLDS && is_right(&s, &s.part, w.order.at, w.order.count, stack),
           "a %s: and then it is decided all the same", name);
    lc_bounded_width_free(&w);
    discard(&s);
}

/* More operations open at once than a word has bits. */
static void widen(void) {
    unsigned held = 0;
    enum { COUNT = 20 };
    for (unsigned i = 0; i < COUNT; i++) {
        recipe r = {.threads = 100, .operations = 300, .values = 2 + i / 2, .adds = 50, .crashes = i % 2};
        subject s;
        prepare(&s, simulate(&r), "queue");
        lc_bounded_width w;
        lc_bounded_width_init(&w, &s.binding, &s.limits, &s.budget);
        if (lc_bounded_width_decide(&w, &s.part) == LC_HOLDS)
            held += is_right(&s, &s.part, w.order.at, w.order.count, false);
        lc_bounded_width_free(&w);
        discard(&s);
    }
    expect(held == COUNT, "%u of %d queues used by 100 threads hold", held, COUNT);
}

static lc_outcome outcome_of(lince_history *h, const char *spec) {
    subject s;
    prepare(&s, h, spec);
    lc_bounded_width w;
    lc_bounded_width_init(&w, &s.binding, &s.limits, &s.budget);
    lc_outcome outcome = lc_bounded_width_decide(&w, &s.part);
    lc_bounded_width_free(&w);
    discard(&s);
    return outcome;
}

static void decline(void) {
    static const char *const others[] = {"bag", "pqueue", "deque", "queue:capacity=1", "stack:capacity=3"};
    unsigned declined = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        lince_history *h = lince_history_new();
        lince_value one = lince_int(lince_history_values(h), 1), yes = LINCE_TRUE;
        bool deque = others[i][0] == 'd', bounded = strchr(others[i], ':');
        const char *method = deque ? "push_front" : others[i][0] == 'p' ? "insert" : "add";
        must(lince_invoke(h, "A", NULL, method, &one, 1, NULL) == LINCE_DONE);
        must(lince_return(h, "A", &yes, bounded, NULL) == LINCE_DONE);
        declined += outcome_of(h, others[i]) == LC_UNDECIDED;
    }
    expect(declined == sizeof others / sizeof *others, "%u other objects are declined", declined);
    expect(outcome_of(history_of("A+E A-"), "queue") == LC_UNDECIDED, "and so is adding EMPTY");
    lince_history *tied = history_of("A+1 A- A? A=1");
    must(lc_push(tied->budget, &tied->ties, (lc_tie){.op = 1, .before = 0}));
    expect(outcome_of(tied, "queue") == LC_UNDECIDED, "and so are operations that touch in an instant");
    recipe wide = {.stack = true, .threads = 100, .operations = 300, .values = 3, .adds = 50};
    expect(outcome_of(simulate(&wide), "stack") == LC_UNDECIDED, "and so is a stack used by 100 threads");
}

int main(void) {
    random_state = 1;
    for (int stack = 0; stack < 2; stack++) {
        starve(stack);
        stop(stack);
    }
    widen();
    decline();
    return tap_end();
}
