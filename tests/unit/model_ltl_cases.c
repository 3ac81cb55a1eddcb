/* Temporal formulas: cases with known answers, limits, and models that fail. */
#include "base/clock.h"
#include "model/ltl/buchi.h"
#include "model_formulas.h"
#include "tap.h"

static lcm_ltl *no(lcm_ltl *a) { return form(LCM_L_NOT, a, NULL); }
static lcm_ltl *always(lcm_ltl *a) { return form(LCM_L_ALWAYS, a, NULL); }
static lcm_ltl *finally(lcm_ltl *a) { return form(LCM_L_EVENTUALLY, a, NULL); }
static lcm_ltl *next(lcm_ltl *a) { return form(LCM_L_NEXT, a, NULL); }
static lcm_ltl *p(void) { return condition(0); }
static lcm_ltl *q(void) { return condition(1); }
static lcm_ltl *a(void) { return event(0); }
static lcm_ltl *a1(void) { return event(1); }

static lcm_finding f;
static lcm_search_limits limits;

static lcm_answer ask_deep(const toy *t, const lcm_ltl *l, lcm_fairness fairness, uint32_t breadth) {
    lcm_ltl_question question = {&toy_model, l, toy_condition_list, TOY_CONDITIONS, fairness, breadth};
    lcm_finding_free(&f);
    lcm_search_ltl(&t->lts, &question, &limits, &f);
    return f.answer;
}
static lcm_answer ask(const toy *t, const lcm_ltl *l, lcm_fairness fairness) { return ask_deep(t, l, fairness, 0); }
static bool fails(const toy *t, const lcm_ltl *l) {
    return ask(t, l, LCM_UNFAIR) == LCM_FAILS && toy_replays(t, &f.path);
}
static bool holds(const toy *t, const lcm_ltl *l) { return ask(t, l, LCM_UNFAIR) == LCM_HOLDS; }

/* 0 -a-> 1 -tau-> 2 -a.1-> 0, p in 0 and 1, q in 2. */
static void meanings(void) {
    toy t;
    toy_init(&t, &toy_alphabet, 3);
    toy_add(&t, 0, toy_labels[0], 1, 1);
    toy_add(&t, 1, LCM_TAU, 2, 1);
    toy_add(&t, 2, toy_labels[1], 0, 1);
    t.facts[0] = t.facts[1] = 1, t.facts[2] = 2;
    expect(holds(&t, p()) && fails(&t, q()) && f.path.moves.count == 0, "a condition is about the first state");
    expect(fails(&t, a()) && holds(&t, next(a())), "no event holds at the first state, the first step's at the next");
    expect(fails(&t, next(next(a1()))) && holds(&t, next(next(next(a1())))), "hidden steps count");
    expect(holds(&t, always(finally(a1()))) && fails(&t, always(no(a1()))), "an event with a number");
    expect(f.reason == LCM_R_PREFIX && f.path.moves.count == 3, "a shortest run that nothing mends");
    toy_init(&t, &toy_alphabet, 1);
    toy_add(&t, 0, toy_labels[1], 0, 1);
    expect(fails(&t, always(finally(a()))) && holds(&t, always(no(a()))), "a.1 is not a");
    expect(f.answer == LCM_HOLDS && fails(&t, finally(a())) && f.reason == LCM_R_CYCLE && f.path.loop == 0 &&
               f.path.moves.count == 1,
           "the shortest loop");
}

static void endings(void) {
    toy t;
    toy_init(&t, &toy_alphabet, 2);
    toy_add(&t, 0, toy_labels[0], 1, 1);
    t.facts[1] = 1;
    expect(fails(&t, always(finally(a()))) && f.reason == LCM_R_DEADLOCK && f.path.moves.count == 1 &&
               f.path.loop == UINT32_MAX,
           "no event happens for ever behind the end");
    expect(holds(&t, finally(always(p()))) && fails(&t, finally(always(no(p())))), "the last state stays");
    t.edges[0].label = LCM_TICK;
    expect(fails(&t, always(finally(a()))) && f.reason == LCM_R_TERMINATION, "a run that terminates says so");
    toy_init(&t, &toy_alphabet, 1);
    expect(fails(&t, finally(p())) && f.reason == LCM_R_DEADLOCK && f.path.moves.count == 0, "stuck at once");
    for (lcm_fairness fair = LCM_UNFAIR; fair <= LCM_STRONGLY_FAIR; fair++)
        expect(ask(&t, finally(p()), fair) == LCM_FAILS, "where nobody can move nobody is neglected (%d)", (int)fair);
}

/* Process 1 goes round; process 2 could do a in state 0 only, or in both. */
static void fairness(void) {
    toy t;
    for (uint32_t both = 0; both < 2; both++) {
        toy_init(&t, &toy_alphabet, 3);
        toy_add(&t, 0, toy_labels[2], 1, 1);
        toy_add(&t, 1, toy_labels[2], 0, 1);
        toy_add(&t, 0, toy_labels[0], 2, 2);
        if (both) toy_add(&t, 1, toy_labels[0], 2, 2);
        expect(ask(&t, finally(a()), LCM_UNFAIR) == LCM_FAILS, "without fairness nobody has to let others go on");
        expect(ask(&t, finally(a()), LCM_WEAKLY_FAIR) == (both ? LCM_HOLDS : LCM_FAILS),
               "weak fairness helps who can always go on");
        expect(both || (toy_replays(&t, &f.path) && is_fair(&t, &f.path, LCM_WEAKLY_FAIR)), "the loop is fair");
        expect(ask(&t, finally(a()), LCM_STRONGLY_FAIR) == LCM_HOLDS, "strong fairness helps who can again and again");
    }
    /* Two processes that can each move in one of the states, and never do: both states must be on the loop. */
    toy_init(&t, &toy_alphabet, 3);
    toy_add(&t, 0, toy_labels[2], 0, 1);
    toy_add(&t, 0, toy_labels[2], 1, 1);
    toy_add(&t, 1, toy_labels[2], 1, 1);
    toy_add(&t, 1, toy_labels[2], 0, 1);
    toy_add(&t, 0, toy_labels[0], 2, 2);
    toy_add(&t, 1, toy_labels[0], 2, 4);
    expect(ask(&t, finally(a()), LCM_WEAKLY_FAIR) == LCM_FAILS && is_fair(&t, &f.path, LCM_WEAKLY_FAIR) &&
               f.path.moves.count == 2,
           "a loop through all states where somebody cannot move");
    /* Strong fairness leaves only what is gone round without the state where process 2 can move. */
    toy_init(&t, &toy_alphabet, 4);
    toy_add(&t, 0, toy_labels[2], 1, 1);
    toy_add(&t, 1, toy_labels[2], 0, 1);
    toy_add(&t, 1, toy_labels[2], 2, 1);
    toy_add(&t, 2, toy_labels[2], 1, 1);
    toy_add(&t, 0, toy_labels[0], 3, 2);
    expect(ask(&t, finally(a()), LCM_STRONGLY_FAIR) == LCM_FAILS && toy_replays(&t, &f.path) && f.path.loop == 1 &&
               f.path.moves.count == 3,
           "a loop inside a component that is not fair as a whole");
    t.edges[3].to = 0;
    expect(ask(&t, finally(a()), LCM_STRONGLY_FAIR) == LCM_HOLDS, "and none if all of them lead back there");
}

/* Of more processes than there are bits the last ones share one: what is fair to them is not known. */
static void crowds(void) {
    toy t;
    toy_init(&t, &toy_alphabet, 2);
    toy_add(&t, 0, toy_labels[2], 1, (uint64_t)1 << 63);
    toy_add(&t, 1, toy_labels[2], 0, 1);
    for (lcm_fairness fair = LCM_UNFAIR; fair <= LCM_STRONGLY_FAIR; fair++) {
        t.lts.actors = 64;
        expect(ask(&t, finally(a()), fair) == LCM_FAILS, "as many processes as bits (%d)", (int)fair);
        t.lts.actors = 65;
        expect(fair == LCM_UNFAIR ? ask(&t, finally(a()), fair) == LCM_FAILS
                                  : ask(&t, finally(a()), fair) == LCM_UNDECIDED && f.reason == LCM_R_TOO_LARGE,
               "more processes than bits (%d)", (int)fair);
        expect(ask(&t, always(no(a())), fair) == LCM_HOLDS, "what holds holds (%d)", (int)fair);
    }
    t.edges[0].actors = 2;
    expect(ask(&t, finally(a()), LCM_STRONGLY_FAIR) == LCM_FAILS, "a loop where none of these can move");
}

/* The only edge with the mark is one that leads to a new node. */
static void deep(void) {
    toy t;
    toy_init(&t, &toy_alphabet, 2);
    toy_add(&t, 0, toy_labels[2], 1, 1);
    toy_add(&t, 1, toy_labels[2], 0, 1);
    t.facts[0] = 1, t.facts[1] = 2;
    const lcm_ltl *l = no(always(form(LCM_L_UNTIL, p(), q())));
    expect(fails(&t, l) && f.path.moves.count == 2, "a mark on the way down counts");
    expect(ask_deep(&t, l, LCM_UNFAIR, 1) == LCM_FAILS && toy_replays(&t, &f.path), "also when it goes deep at once");
    /* A long ring: both ways find it. */
    toy_init(&t, &toy_alphabet, 60);
    for (uint32_t s = 0; s < 60; s++) toy_add(&t, s, toy_labels[s == 59], (s + 1) % 60, 1);
    for (uint32_t breadth = 0; breadth < 30; breadth += 7) {
        expect(ask_deep(&t, finally(p()), LCM_UNFAIR, breadth) == LCM_FAILS && f.path.moves.count == 60,
               "a long loop (%u)", breadth);
        expect(ask_deep(&t, always(finally(a1())), LCM_UNFAIR, breadth) == LCM_HOLDS && f.figures.states == 60,
               "and a formula that holds");
    }
    lcm_ltl *late = a1();
    for (uint32_t i = 0; i < 59; i++) late = next(late);
    expect(fails(&t, late) && f.path.moves.count == 59 && f.figures.automaton_states > 50, "a large automaton");
    expect(holds(&t, next(late)) && fails(&t, no(next(late))) && f.path.moves.count == 60, "and one step later");
}

static void automata(void) {
    struct {
        const char *text;
        lcm_ltl *l;
        uint32_t states;
        bool sure;
    } table[] = {
        {"[] p", always(p()), 2, true},
        {"<> p", finally(p()), 1, false},
        {"[]<> p", always(finally(p())), 2, false},
        {"<>[] p", finally(always(p())), 1, false},
        {"[](p -> <> q)", always(form(LCM_L_IMPLIES, p(), finally(q()))), 2, false},
        {"[]<> p && []<> q", form(LCM_L_AND, always(finally(p())), always(finally(q()))), 5, false},
        {"<>[] p || <>[] q", form(LCM_L_OR, finally(always(p())), finally(always(q()))), 1, false},
        {"p || !p", form(LCM_L_OR, p(), no(p())), 0, false},
        {"!(a && a.1)", no(form(LCM_L_AND, a(), a1())), 0, false},
    };
    toy t;
    toy_init(&t, &toy_alphabet, 1);
    toy_add(&t, 0, toy_labels[0], 0, 1);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        (void)ask(&t, table[i].l, LCM_UNFAIR);
        if (!expect(f.figures.automaton_states == table[i].states, "the automaton of what breaks %s has %u states",
                    table[i].text, table[i].states))
            printf("# it has %u\n", (unsigned)f.figures.automaton_states);
        expect((f.reason == LCM_R_PREFIX) <= table[i].sure, "can it be sure (%s)", table[i].text);
    }
    /* Formulas that are written twice, and in other words. */
    lcm_expr other = toy_conditions[0];
    lcm_ltl *same = form(LCM_L_CONDITION, NULL, NULL);
    same->condition = &other;
    const lcm_expr *list[] = {&toy_conditions[0], &other};
    lcm_ltl_question question = {.model = &toy_model, .conditions = list, .condition_count = 2};
    question.formula = form(LCM_L_OR, p(), no(same));
    lcm_finding_free(&f);
    lcm_search_ltl(&t.lts, &question, &limits, &f);
    expect(f.answer == LCM_HOLDS && f.figures.automaton_states == 0, "equal conditions are one atom");
    lcm_conditions found = {0};
    expect(lcm_ltl_conditions(question.formula, NULL, &found) && found.count == 2 &&
               found.at[0] == &toy_conditions[0] && found.at[1] == &other,
           "the conditions of a formula");
    lc_vec_free(NULL, &found);
}

static void too_large(void) {
    toy t;
    toy_init(&t, &toy_alphabet, 1);
    toy_add(&t, 0, toy_labels[0], 0, 1);
    /* Each next makes the last one's operand another formula. */
    lcm_ltl *l = p(), *iff = p();
    for (uint32_t i = 0; i < 80; i++) l = form(LCM_L_UNTIL, next(l), next(q()));
    expect(ask(&t, l, LCM_UNFAIR) == LCM_UNDECIDED && f.reason == LCM_R_TOO_LARGE, "too many temporal operators");
    for (uint32_t i = 0; i < 40; i++) iff = form(LCM_L_IFF, i % 2 ? q() : next(p()), next(iff));
    double before = tap_seconds();
    (void)ask(&t, iff, LCM_UNFAIR);
    expect(f.answer == LCM_UNDECIDED && f.reason == LCM_R_TOO_LARGE && tap_seconds() - before < 20,
           "nested equivalences");
    lcm_ltl *all = always(finally(p()));
    for (uint32_t i = 0; i < 24; i++) {
        lcm_ltl *later = p();
        for (uint32_t k = 0; k <= i; k++) later = next(later);
        all = form(LCM_L_AND, all, always(finally(form(LCM_L_AND, later, q()))));
    }
    before = tap_seconds();
    (void)ask(&t, no(all), LCM_UNFAIR);
    expect(f.answer == LCM_UNDECIDED && f.reason == LCM_R_TOO_LARGE && tap_seconds() - before < 20, "too many at once");
}

static uint32_t told;
static void tell(void *context, const lcm_figures *figures, uint64_t waiting) {
    (void)context, (void)figures, (void)waiting;
    told++;
}

static void stops(void) {
    toy t;
    toy_init(&t, &toy_alphabet, 60);
    for (uint32_t s = 0; s < 60; s++) toy_add(&t, s, toy_labels[0], (s + 1) % 60, 1);
    const lcm_ltl *l = always(finally(a()));
    int stop = 1;
    limits = (lcm_search_limits){.stop = &stop};
    expect(ask(&t, l, LCM_UNFAIR) == LCM_UNDECIDED && f.reason == LCM_R_INTERRUPTED, "stopped by the user");
    limits = (lcm_search_limits){.deadline = lc_now() - 1};
    expect(ask(&t, l, LCM_UNFAIR) == LCM_UNDECIDED && f.reason == LCM_R_TIME, "stopped by the clock");
    limits = (lcm_search_limits){.progress = tell};
    expect(ask(&t, l, LCM_UNFAIR) == LCM_HOLDS && told > 0, "says how far it is");
    /* With less memory than it takes it gives up, whenever that is; with enough it does not. */
    uint32_t undecided = 0, right = 0, wrong = 0, leaked = 0;
    const lcm_ltl *broken = form(LCM_L_AND, always(finally(a())), always(finally(a1())));
    for (size_t memory = 1; memory < 200000; memory += memory / 16 + 1) {
        lc_budget budget;
        lc_budget_init(&budget, memory);
        limits = (lcm_search_limits){.budget = &budget};
        lcm_answer answer = ask_deep(&t, memory % 2 ? l : broken, LCM_STRONGLY_FAIR, memory % 3);
        if (answer == LCM_UNDECIDED && f.reason == LCM_R_MEMORY) undecided++;
        else if (answer == (memory % 2 ? LCM_HOLDS : LCM_FAILS) && !lc_exhausted(&budget)) right++;
        else wrong++;
        leaked += budget.used != 0;
    }
    limits = (lcm_search_limits){0};
    expect(wrong == 0 && undecided > 10 && right > 10, "memory: %u undecided, %u decided, %u wrong", undecided, right,
           wrong);
    expect(leaked == 0, "all of it is given back");
}

static void broken_models(void) {
    toy t;
    toy_init(&t, &toy_alphabet, 4);
    toy_add(&t, 0, toy_labels[0], 1, 1);
    toy_add(&t, 0, toy_labels[2], 2, 1);
    toy_add(&t, 1, toy_labels[0], 3, 1);
    toy_add(&t, 2, toy_labels[0], 2, 1);
    t.broken = 3;
    for (uint32_t breadth = 0; breadth < 2; breadth++)
        expect(ask_deep(&t, always(finally(no(p()))), LCM_UNFAIR, breadth) == LCM_BROKEN && toy_replays(&t, &f.path) &&
                   f.path.moves.count == 2 && f.failure.line == 3 && !strcmp(f.failure.message, "division by zero"),
               "a step that fails, and how it gets there (%u)", breadth);
    expect(ask(&t, no(p()), LCM_UNFAIR) == LCM_HOLDS, "what cannot break the formula any more is not explored");
}

/* A condition that has no value in state 2: an index out of range. */
static void vague_conditions(void) {
    toy t;
    toy_init(&t, &toy_alphabet, 3);
    toy_add(&t, 0, toy_labels[0], 1, 1);
    toy_add(&t, 1, toy_labels[0], 2, 1);
    toy_add(&t, 2, toy_labels[0], 2, 1);
    t.facts[0] = t.facts[1] = 1;
    t.vague = 2;
    lcm_ltl *formulas[] = {always(p()), finally(no(p())), finally(always(p())), always(finally(no(p())))};
    for (uint32_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        for (uint32_t breadth = 0; breadth < 2; breadth++) {
            (void)ask_deep(&t, formulas[i], LCM_UNFAIR, breadth);
            bool said = f.answer == LCM_BROKEN && f.failure.line == 5 && f.path.moves.count == 2;
            /* What ends the search of a run that satisfies the formula is that it is not gone on with. */
            expect(said || (f.answer == LCM_HOLDS && i == 1), "a condition without a value (%u, %u)", i, breadth);
        }
    expect(ask(&t, always(q()), LCM_UNFAIR) == LCM_FAILS, "conditions that nobody asks for do not matter");
    t.vague = 0;
    expect(ask(&t, always(p()), LCM_UNFAIR) == LCM_BROKEN && f.path.moves.count == 0, "in the first state");
}

int main(void) {
    formulas_begin();
    lcm_finding_init(&f);
    meanings();
    endings();
    fairness();
    crowds();
    deep();
    automata();
    too_large();
    stops();
    broken_models();
    vague_conditions();
    lcm_finding_free(&f);
    formulas_end();
    return tap_end();
}
