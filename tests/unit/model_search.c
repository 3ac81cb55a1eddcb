/* Searches of larger systems, by several threads and with limits; deadlock, termination and reachability against brute
 * force; models that fail. */
#include "base/clock.h"
#include "model_large.h"

static lcm_alphabet alphabet;

static void by_threads(void) {
    uint32_t holds = 0, fails = 0, pruned = 0, unlike = 0, lengths = 0, no_run = 0;
    for (uint32_t seed = 1; seed <= 18; seed++) {
        large_lts large;
        random_graph spec;
        make_large(&large, &alphabet, seed % 3 ? 3000 : 40000, seed, seed % 3 == 2 ? UINT32_MAX : seed % 3 ? 60 : 2000);
        make_maze(&spec, &alphabet, seed);
        lcm_semantics semantics = seed % 9 == 8 ? LCM_FAILURES_DIVERGENCES : seed % 9 == 5 ? LCM_FAILURES : LCM_TRACES;
        uint32_t length[2] = {0};
        for (uint32_t antichain = 0; antichain < 2; antichain++) {
            lcm_finding one, more;
            for (uint32_t jobs = 1; jobs <= 5; jobs += 1 + jobs / 2) {
                lcm_finding *f = jobs == 1 ? &one : &more;
                lcm_search_limits limits = {.jobs = jobs, .antichain = antichain};
                lcm_finding_init(f);
                lcm_search_refines(&large.lts, &spec.graph.lts, semantics, &limits, f);
                if (jobs == 1) continue;
                unlike += !same_finding(&one, &more);
                lcm_finding_free(&more);
            }
            holds += one.answer == LCM_HOLDS;
            fails += one.answer == LCM_FAILS;
            pruned += one.figures.pruned > 0;
            no_run += one.answer == LCM_FAILS && !is_run(&large.lts, &one.path);
            length[antichain] = one.reason == LCM_R_DIVERGENCE ? 1 : one.path.moves.count;
            lcm_finding_free(&one);
        }
        lengths += length[0] != length[1];
    }
    expect(unlike == 0, "any number of threads finds the same, by the same way, with the same figures");
    expect(lengths == 0, "antichains do not change how long counterexamples are");
    expect(no_run == 0, "counterexamples are runs");
    expect(holds > 3 && fails > 3 && pruned > 5, "%u hold, %u fail, %u are pruned", holds, fails, pruned);
}

/* Words that depend on each other meet in the tree, wherever they stand. */
static void small(void) {
    large_lts large;
    make_large(&large, &alphabet, 150000, 7, 2);
    lcm_figures figures[2];
    for (uint32_t jobs = 1; jobs <= 2; jobs++) {
        lcm_finding f;
        lcm_finding_init(&f);
        lcm_search_deadlock(&large.lts, &(lcm_search_limits){.jobs = jobs}, &f);
        figures[jobs - 1] = f.figures;
        lcm_finding_free(&f);
    }
    double bytes = (double)figures[0].store_bytes / (double)figures[0].states;
    expect(figures[0].states > 100000 && bytes < 12, "%.1f bytes a state", bytes);
    expect(memcmp(&figures[0], &figures[1], sizeof figures[0]) == 0, "as many with two threads");
}

/* A pair that waits is expanded, even if by then one is found that covers it: the way over that one is longer. */
static void waiting_pair(void) {
    enum { A = 2, B, C };
    const edge impl[] = {{0, 1, A}, {0, 1, B}, {1, 1, A}, {1, 1, C}};
    const edge spec[] = {{0, 1, A}, {0, 2, B}, {0, 3, B}, {1, 2, A}, {1, 1, C}, {2, 2, A}};
    edge_graph p, q;
    make_edge_graph(&p, &alphabet, impl, 4, 2);
    make_edge_graph(&q, &alphabet, spec, 6, 4);
    lcm_finding f;
    lcm_finding_init(&f);
    lcm_search_refines(&p.lts, &q.lts, LCM_TRACES, &(lcm_search_limits){.antichain = true, .batch = 1}, &f);
    expect(f.answer == LCM_FAILS && f.path.moves.count == 2 && f.path.moves.at[0].label == B, "what waits is expanded");
    lcm_finding_free(&f);
}

/* ---- limits ---- */

static void little_memory(void) {
    large_lts large;
    random_graph spec;
    uint32_t undecided = 0, found = 0, wrong = 0, leaks = 0, over = 0;
    for (uint32_t seed = 1; seed <= 3; seed++) {
        make_large(&large, &alphabet, 20000, seed, seed == 1 ? UINT32_MAX : 3000);
        make_maze(&spec, &alphabet, seed);
        lcm_finding all;
        lcm_finding_init(&all);
        lcm_search_refines(&large.lts, &spec.graph.lts, LCM_TRACES, &(lcm_search_limits){.jobs = 1}, &all);
        for (size_t limit = 1000; limit < 12000000; limit += limit / 5) {
            lc_budget budget;
            lc_budget_init(&budget, limit);
            lcm_search_limits limits = {
                .budget = &budget, .jobs = 1 + (uint32_t)limit % 2, .antichain = limit % 3 == 0};
            lcm_finding f;
            lcm_finding_init(&f);
            lcm_search_refines(&large.lts, &spec.graph.lts, LCM_TRACES, &limits, &f);
            if (f.answer == LCM_UNDECIDED) {
                undecided++;
                wrong += f.reason != LCM_R_MEMORY || f.figures.states > all.figures.states || f.path.moves.count > 0;
            } else {
                found++;
                wrong += f.answer != all.answer || f.path.moves.count != all.path.moves.count ||
                         (f.answer == LCM_FAILS && !is_run(&large.lts, &f.path));
            }
            leaks += atomic_load(&budget.used) != 0;
            over += atomic_load(&budget.peak) > limit;
            lcm_finding_free(&f);
        }
        lcm_finding_free(&all);
    }
    expect(wrong == 0, "with little memory the answer is the same or undecided");
    expect(undecided > 10 && found > 10, "%u undecided, %u decided", undecided, found);
    expect(leaks == 0 && over == 0, "the limit holds, and all memory is given back");
}

typedef struct watcher {
    uint64_t calls, states, waiting;
    bool backwards;
    volatile int stop;
} watcher;

static void watch(void *context, const lcm_figures *figures, uint64_t waiting) {
    watcher *w = context;
    w->backwards = w->backwards || figures->states < w->states;
    w->calls++;
    w->states = figures->states;
    w->waiting = waiting;
    if (w->calls == 2) w->stop = 1;
}

static void stopping(void) {
    large_lts large;
    make_large(&large, &alphabet, 16000000, 1, 2);
    for (uint32_t jobs = 1; jobs <= 2; jobs++) {
        lcm_finding f;
        lcm_finding_init(&f);
        double start = lc_now();
        lcm_search_limits limits = {.jobs = jobs, .deadline = start + 0.2};
        lcm_search_termination(&large.lts, &limits, &f);
        expect(f.answer == LCM_UNDECIDED && f.reason == LCM_R_TIME && lc_now() - start < 60,
               "%u threads: the time is up", jobs);
        lcm_finding_free(&f);
        watcher w = {0};
        limits = (lcm_search_limits){.jobs = jobs, .stop = &w.stop, .progress = watch, .progress_context = &w};
        lcm_finding_init(&f);
        lcm_search_termination(&large.lts, &limits, &f);
        expect(f.answer == LCM_UNDECIDED && f.reason == LCM_R_INTERRUPTED, "%u threads: it is interrupted", jobs);
        expect(w.calls == 2 && !w.backwards && w.states > 100 && w.waiting > 0, "%u threads: progress is told", jobs);
        lcm_finding_free(&f);
    }
}

/* ---- deadlock, termination, reachability ---- */

enum { DEADLOCK, TERMINATION, REACH };

/* How many steps to a state that is looked for; whether the last was a tick. */
static uint32_t steps_to(const random_graph *g, uint32_t what, bool *ended) {
    uint32_t best = UINT32_MAX, distance[MOST_STATES][2]; /* without and with a tick as the last step */
    memset(distance, 0xff, sizeof distance);
    distance[0][0] = 0;
    for (uint32_t round = 0; round < 4 * MOST_STATES; round++)
        for (uint32_t i = 0; i < g->graph.edge_count; i++) {
            const edge *e = &g->edges[i];
            uint32_t *to = &distance[e->to][e->label == LCM_TICK];
            for (uint32_t t = 0; t < 2; t++)
                if (distance[e->from][t] != UINT32_MAX && distance[e->from][t] + 1 < *to)
                    *to = distance[e->from][t] + 1;
        }
    for (uint32_t s = 0; s < g->states; s++) {
        bool dead = true;
        for (uint32_t i = 0; i < g->graph.edge_count; i++) dead = dead && g->edges[i].from != s;
        for (uint32_t t = 0; t < 2; t++) {
            bool wanted = what == REACH ? g->condition[s] : dead && (what == TERMINATION || t == 0);
            if (!wanted || distance[s][t] >= best) continue;
            best = distance[s][t];
            *ended = t;
        }
    }
    return best;
}

static void ask(const lcm_lts *lts, uint32_t what, lcm_finding *f) {
    lcm_search_limits limits = {.jobs = 1};
    lcm_finding_init(f);
    if (what == DEADLOCK) lcm_search_deadlock(lts, &limits, f);
    else if (what == TERMINATION) lcm_search_termination(lts, &limits, f);
    else lcm_search_reach(lts, 0, &limits, f);
}

static void alone(uint32_t what, const char *name) {
    uint32_t wrong = 0, found = 0, ticks = 0;
    for (uint32_t n = 0; n < 4000; n++) {
        random_graph g;
        make_graph(&g, &alphabet, MOST_STATES, 20);
        bool ended = false;
        uint32_t steps = steps_to(&g, what, &ended);
        wide_lts wide;
        make_wide(&wide, &g.graph, 3, false);
        lcm_finding f;
        ask(n % 2 ? &wide.lts : &g.graph.lts, what, &f);
        lcm_answer yes = what == REACH ? LCM_HOLDS : LCM_FAILS, no = what == REACH ? LCM_FAILS : LCM_HOLDS;
        if (steps == UINT32_MAX) {
            wrong += f.answer != no || f.path.states.count > 0 ||
                     f.reason != (what == REACH ? LCM_R_NOT_REACHED : LCM_R_NONE);
        } else {
            found++;
            bool by_tick = f.path.moves.count > 0 && f.path.moves.at[f.path.moves.count - 1].label == LCM_TICK;
            lcm_reason reason = what == REACH ? LCM_R_REACHED : by_tick ? LCM_R_TERMINATION : LCM_R_DEADLOCK;
            ticks += by_tick;
            wrong += f.answer != yes || f.path.moves.count != steps || f.reason != reason ||
                     !is_run(n % 2 ? &wide.lts : &g.graph.lts, &f.path);
            uint32_t last = *lcm_path_state(&f.path, steps);
            if (n % 2) last = narrow(&wide.lts, lcm_path_state(&f.path, steps));
            if (what == REACH) wrong += !g.condition[last];
            else
                for (uint32_t i = 0; i < g.graph.edge_count; i++) wrong += g.edges[i].from == last;
        }
        lcm_finding_free(&f);
    }
    expect(wrong == 0, "%s: as brute force says", name);
    expect(found > 300 && found < 3700 && (what == TERMINATION) == (what != REACH && ticks > 100),
           "%s: %u times found, %u after a tick", name, found, ticks);
}

/* ---- models that fail ---- */

static void broken(void) {
    uint32_t wrong = 0, implementation = 0, specification = 0, found = 0;
    for (uint32_t n = 0; n < 3000; n++) {
        random_graph impl, spec;
        make_graph(&spec, &alphabet, MOST_STATES, 24);
        change_graph(&impl, &spec, &alphabet);
        wide_lts wide_impl, wide_spec;
        make_wide(&wide_impl, &impl.graph, 3, false);
        make_wide(&wide_spec, &spec.graph, 4, n % 4 == 3);
        if (n % 2) wide_spec.fails_at = below(spec.states);
        else wide_impl.fails_at = below(impl.states);
        lcm_finding f;
        lcm_finding_init(&f);
        lcm_search_limits limits = {.jobs = 1, .antichain = n % 3 == 0};
        lcm_search_refines(&wide_impl.lts, &wide_spec.lts, n % 5 ? LCM_TRACES : LCM_FAILURES, &limits, &f);
        if (f.answer != LCM_BROKEN) {
            found += f.answer == LCM_FAILS;
            wrong += f.failure.failed || (f.answer == LCM_FAILS && !is_run(&wide_impl.lts, &f.path));
            lcm_finding_free(&f);
            continue;
        }
        const wide_lts *whose = f.by_specification ? &wide_spec : &wide_impl;
        *(f.by_specification ? &specification : &implementation) += 1;
        wrong += f.by_specification != (n % 2 == 1) || !f.failure.failed || strcmp(f.failure.message, "it fails") != 0;
        bool asked = false; /* a step that only `after` has */
        for (uint32_t i = 0; i < f.path.moves.count; i++) asked = asked || f.path.moves.at[i].label == LABELS - 1;
        wrong += f.path.words != whose->lts.words;
        if (!(whose->asks && asked)) wrong += !is_run(&whose->lts, &f.path);
        wrong += narrow(&whose->lts, lcm_path_state(&f.path, f.path.moves.count)) != whose->fails_at;
        lcm_finding_free(&f);
    }
    expect(wrong == 0, "what fails is told, with the way there");
    expect(implementation > 100 && specification > 100 && found > 100,
           "%u times the implementation, %u times the specification, %u times something was found before",
           implementation, specification, found);
}

int main(void) {
    lcm_alphabet_init(&alphabet, NULL);
    const char *const names[] = {"a", "b", "c"};
    for (uint32_t i = 0; i < LABELS - 2; i++)
        lcm_alphabet_label(&alphabet, lcm_alphabet_name(&alphabet, names[i]), NULL, 0);
    by_threads();
    small();
    waiting_pair();
    little_memory();
    stopping();
    alone(DEADLOCK, "deadlock");
    alone(TERMINATION, "termination");
    alone(REACH, "reach");
    broken();
    lcm_alphabet_free(&alphabet);
    return tap_end();
}
