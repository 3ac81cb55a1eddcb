/* The deciders for queues and stacks with repeated values, against the search: it knows nothing of either object but
 * its specification, and on short histories it answers at once.
 *
 *     check_bounded_width [COUNT [SEED [OBJECT]]]
 */
#include "bounded_width_support.h"

static lc_outcome ask_search(subject *s, const lc_part *part, uint64_t allowance) {
    static const lc_tuning tuning;
    lc_search search;
    lc_search_init(&search, &s->binding, &tuning, &s->limits, &s->budget);
    search.meter.allowance = allowance;
    lc_outcome outcome = lc_linearize(&search, part);
    lc_search_free(&search);
    return outcome;
}

typedef struct tally {
    unsigned compared, violated, undecided, gave_up;
    unsigned wrong_verdicts, wrong_orders;
} tally;

static void compare(subject *s, lc_bounded_width *w, const lc_part *part, bool stack, uint64_t allowance, tally *t) {
    lc_outcome found = lc_bounded_width_decide(w, part);
    if (found == LC_HOLDS && !is_right(s, part, w->order.at, w->order.count, stack)) t->wrong_orders++;
    t->undecided += found != LC_HOLDS && found != LC_VIOLATED;
    lc_outcome expected = ask_search(s, part, allowance);
    if (expected == LC_HALTED) {
        t->gave_up++;
        return;
    }
    t->compared++;
    t->violated += expected == LC_VIOLATED;
    t->wrong_verdicts += found != expected;
}

static void compare_history(const recipe *r, uint64_t allowance, tally *t) {
    subject s;
    prepare(&s, simulate(r), object_name(r->stack));
    lc_bounded_width w;
    lc_bounded_width_init(&w, &s.binding, &s.limits, &s.budget);
    if (s.part.event_count) compare(&s, &w, &s.part, r->stack, allowance, t);
    if (s.part.event_count) {
        lc_part prefix = s.part;
        prefix.event_count = below(prefix.event_count);
        compare(&s, &w, &prefix, r->stack, allowance, t);
    }
    lc_bounded_width_free(&w);
    discard(&s);
}

static void report(const tally *t, const char *what, bool stack) {
    expect(t->wrong_verdicts == 0, "%u of %u %s histories of a %s have another verdict", t->wrong_verdicts, t->compared,
           what, object_name(stack));
    expect(t->wrong_orders == 0, "%u of them have a wrong order", t->wrong_orders);
    expect(t->undecided == 0, "%u of them are not decided", t->undecided);
    expect(t->violated > t->compared / 10 && t->violated < t->compared - t->compared / 10, "%u of them are violations",
           t->violated);
}

/* What random histories seldom hit upon. */
static void compare_known(void) {
    static const struct {
        const char *object, *what, *text;
        bool holds;
    } known[] = {
        {"queue", "EMPTY after an addition", "A+1 A- B? B=E", false},
        {"stack", "EMPTY after an addition", "A+1 A- B? B=E", false},
        {"queue", "out of order", "A+1 A- A+2 A- B? B=2", false},
        {"stack", "out of order", "A+1 A- A+2 A- B? B=1", false},
        {"queue", "a late removal instead of an early one spoils an EMPTY",
         "A+1 A- Z? D? X+2 E+1 F+3 X- E- F- G? H? H=1 G=2 Z=E D=1", true},
        {"queue", "so does a removal of the only element of its value",
         "Q+1 E+2 Q- Z? q? X+3 E- X- D? D=2 q=1 Z=E A+1 A-", true},
        {"queue", "an EMPTY in between, or not, on two ways to the same pairs",
         "P+1 Q+2 P- Z? p? Q- R+3 T+4 X+5 R- T- X- q? r? t? q=2 r=3 t=4 p=1 Z=E A+1 A- A+2 A- A+3 A- A+4 A-", true},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bool stack = known[i].object[0] == 's';
        tally t = {0};
        subject s;
        prepare(&s, history_of(known[i].text), known[i].object);
        lc_bounded_width w;
        lc_bounded_width_init(&w, &s.binding, &s.limits, &s.budget);
        compare(&s, &w, &s.part, stack, UINT64_MAX, &t);
        bool right = t.compared == 1 && !t.wrong_verdicts && !t.wrong_orders && t.violated == !known[i].holds;
        expect(right, "%s: %s", known[i].object, known[i].what);
        lc_bounded_width_free(&w);
        discard(&s);
    }
}

static void compare_short(bool stack, unsigned count) {
    static const unsigned values[] = {1, 2, 2, 3, 0}, crashes[] = {0, 0, 5, 20}, wrong[] = {0, 10, 30, 60};
    tally t = {0};
    for (unsigned i = 0; i < count; i++) {
        recipe r = {.stack = stack,
                    .threads = 2 + below(4),
                    .operations = 1 + below(10),
                    .values = values[below(5)],
                    .adds = 35 + below(30),
                    .crashes = crashes[below(4)],
                    .wrong = wrong[below(4)],
                    .slow = below(3),
                    .swap = chance(50)};
        compare_history(&r, UINT64_MAX, &t);
    }
    report(&t, "short", stack);
}

static void compare_longer(bool stack, unsigned count) {
    tally t = {0};
    for (unsigned i = 0; i < count; i++) {
        recipe r = {.stack = stack,
                    .threads = 2 + below(4),
                    .operations = 50 + below(151),
                    .values = 1 + below(10),
                    .adds = 45 + below(10),
                    .crashes = chance(30),
                    .wrong = chance(60) ? 1 + below(4) : 0,
                    .swap = chance(70)};
        compare_history(&r, 20000, &t);
    }
    report(&t, "longer", stack);
    expect(t.compared > t.gave_up, "the search gave up %u times", t.gave_up);
}

int main(int argc, char **argv) {
    unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 10000;
    random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    compare_known();
    for (int stack = 0; stack < 2; stack++) {
        if (argc > 3 && strcmp(argv[3], object_name(stack)) != 0) continue;
        compare_short(stack, count);
        compare_longer(stack, count / 50);
    }
    return tap_end();
}
