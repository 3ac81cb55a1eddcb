/* Several processes search together: here threads stand for them, so that sanitizers see what they do.  Labels and
 * states of the specification have other numbers in each of them. */
#include <pthread.h>

#include "base/clock.h"
#include "model/wire/ranks.h"
#include "model_large.h"

enum { MOST_RANKS = 5 };

/* ---- a team of threads ---- */

typedef struct club {
    pthread_barrier_t barrier;
    const lcm_parcel *out[MOST_RANKS];
} club;

typedef struct member {
    lcm_ranks team;
    club *club;
    void *kept[MOST_RANKS];
} member;

static void exchange(void *context, const lcm_parcel *out, lcm_parcel *in) {
    member *m = context;
    m->club->out[m->team.rank] = out;
    pthread_barrier_wait(&m->club->barrier);
    for (uint32_t i = 0; i < m->team.size; i++) {
        lcm_parcel p = m->club->out[i][m->team.rank];
        free(m->kept[i]);
        m->kept[i] = malloc(p.size + 1);
        memcpy(m->kept[i], p.bytes, p.size);
        in[i] = (lcm_parcel){m->kept[i], p.size};
    }
    pthread_barrier_wait(&m->club->barrier);
}

static void give_up(void *context, const char *why) {
    (void)context;
    printf("Bail out! %s\n", why);
    exit(1);
}

/* ---- one question, asked by all ---- */

typedef enum matter { REFINES, DEADLOCK, TERMINATION, REACH, BEST } matter;

typedef struct question {
    matter what;
    lcm_semantics semantics;
    uint32_t size, seed, rare; /* of a large system; size 0: a small one, and its specification */
    random_graph impl, spec;
    uint32_t impl_fails_at, spec_fails_at;
    bool asks, antichain;
    uint32_t jobs;
    size_t limit; /* memory of rank 1; 0: none */
    uint64_t most_pairs;
    double seconds;
    volatile int *stop; /* of rank 1 */
} question;

typedef struct asked {
    pthread_t thread;
    const question *question;
    member member;
    lcm_finding finding;
    bool leaks;
} asked;

/* Rank r has r events more in front of the others, and other numbers for all states of the specification but the first.
 */
static void shift_graph(random_graph *g, const random_graph *from, lcm_alphabet *alphabet, uint32_t rank, bool states) {
    uint32_t others = from->states - 1;
    *g = *from;
    for (uint32_t i = 0; i < from->graph.edge_count; i++) {
        edge *e = &g->edges[i];
        if (e->label > LCM_TICK) e->label += rank;
        if (states && e->from) e->from = 1 + (e->from - 1 + rank) % others;
        if (states && e->to) e->to = 1 + (e->to - 1 + rank) % others;
    }
    finish_graph(g, alphabet, from->graph.edge_count);
}

static void make_alphabet(lcm_alphabet *a, uint32_t rank) {
    const char *const names[] = {"a", "b", "c"};
    lcm_alphabet_init(a, NULL);
    for (int32_t i = 0; i < (int32_t)rank; i++) lcm_alphabet_label(a, lcm_alphabet_name(a, "another"), &i, 1);
    for (uint32_t i = 0; i < LABELS - 2; i++) lcm_alphabet_label(a, lcm_alphabet_name(a, names[i]), &(int32_t){-7}, 1);
}

static uint32_t shifted_state(const random_graph *g, uint32_t state, uint32_t rank) {
    return state == UINT32_MAX || state == 0 ? state : 1 + (state - 1 + rank) % (g->states - 1);
}

static void search(const question *q, const lcm_lts *impl, const lcm_lts *spec, const lcm_search_limits *limits,
                   lcm_finding *f) {
    switch (q->what) {
    case REFINES: lcm_search_refines(impl, spec, q->semantics, limits, f); break;
    case DEADLOCK: lcm_search_deadlock(impl, limits, f); break;
    case TERMINATION: lcm_search_termination(impl, limits, f); break;
    case REACH: lcm_search_reach(impl, 0, limits, f); break;
    case BEST: lcm_search_best(impl, q->jobs % 2 ? LCM_MIN : LCM_MAX, limits, f); break;
    }
}

static void ask(const question *q, const lcm_ranks *team, lcm_finding *f, bool *leaks) {
    uint32_t rank = team ? team->rank : 0;
    lcm_alphabet alphabet;
    random_graph impl, spec;
    wide_lts wide_impl, wide_spec;
    large_lts large;
    make_alphabet(&alphabet, rank);
    shift_graph(&impl, &q->impl, &alphabet, rank, false);
    shift_graph(&spec, &q->spec, &alphabet, rank, true);
    make_wide(&wide_impl, &impl.graph, 3, false);
    make_wide(&wide_spec, &spec.graph, 4, false);
    wide_impl.fails_at = q->impl_fails_at;
    wide_spec.fails_at = shifted_state(&q->spec, q->spec_fails_at, rank);
    make_large(&large, &alphabet, q->size, q->seed, q->rare);
    large.shift = rank;
    lc_budget budget;
    lc_budget_init(&budget, rank == 1 ? q->limit : 0);
    lcm_search_limits limits = {.budget = &budget,
                                .jobs = q->jobs,
                                .antichain = q->antichain,
                                .most_pairs = q->most_pairs,
                                .deadline = q->seconds > 0 ? lc_now() + q->seconds : 0,
                                .stop = rank == 1 ? q->stop : NULL,
                                .ranks = team};
    lcm_finding_init(f);
    search(q, q->size ? &large.lts : &wide_impl.lts, q->size ? &spec.graph.lts : &wide_spec.lts, &limits, f);
    for (uint32_t i = 0; i < f->path.moves.count; i++)
        if (f->path.moves.at[i].label > LCM_TICK) f->path.moves.at[i].label -= rank;
    *leaks = atomic_load(&budget.used) != 0;
    lcm_alphabet_free(&alphabet);
}

static void *ask_with_others(void *argument) {
    asked *a = argument;
    ask(a->question, &a->member.team, &a->finding, &a->leaks);
    for (uint32_t i = 0; i < MOST_RANKS; i++) free(a->member.kept[i]);
    return NULL;
}

static void ask_all(const question *q, asked *all, uint32_t ranks) {
    club together;
    pthread_barrier_init(&together.barrier, NULL, ranks);
    for (uint32_t i = 0; i < ranks; i++) {
        all[i] = (asked){.question = q, .member = {.club = &together}};
        all[i].member.team =
            (lcm_ranks){.rank = i, .size = ranks, .context = &all[i].member, .exchange = exchange, .give_up = give_up};
        pthread_create(&all[i].thread, NULL, ask_with_others, &all[i]);
    }
    for (uint32_t i = 0; i < ranks; i++) pthread_join(all[i].thread, NULL);
    pthread_barrier_destroy(&together.barrier);
}

static void free_all(asked *all, uint32_t ranks) {
    for (uint32_t i = 0; i < ranks; i++) lcm_finding_free(&all[i].finding);
}

/* All but how much memory that took: trees are of each process.  A specification that fails has a run of its own. */
static bool same(const lcm_finding *one, lcm_finding *other) {
    lcm_figures a = one->figures, b = other->figures;
    a.store_bytes = b.store_bytes = 0;
    if (one->answer == LCM_BROKEN && one->by_specification) {
        a.specification_states = b.specification_states = 0;
        return other->answer == LCM_BROKEN && other->by_specification && other->failure.failed &&
               !memcmp(&a, &b, sizeof a) && !strcmp(one->failure.message, other->failure.message);
    }
    return one->answer == other->answer && one->best == other->best && one->reason == other->reason &&
           !memcmp(&a, &b, sizeof a) && same_path(&one->path, &other->path) &&
           one->failure.failed == other->failure.failed && one->allowed.count == other->allowed.count;
}

typedef struct tally {
    uint32_t unlike, leaks, holds, fails, broken, pruned;
} tally;

static void compare(const question *q, uint32_t ranks, tally *t) {
    lcm_finding one;
    asked all[MOST_RANKS];
    bool leaks;
    ask(q, NULL, &one, &leaks);
    ask_all(q, all, ranks);
    for (uint32_t i = 0; i < ranks; i++) {
        t->unlike += !same(&one, &all[i].finding);
        t->leaks += all[i].leaks;
    }
    t->holds += one.answer == LCM_HOLDS;
    t->fails += one.answer == LCM_FAILS;
    t->broken += one.answer == LCM_BROKEN;
    t->pruned += one.figures.pruned > 0;
    free_all(all, ranks);
    lcm_finding_free(&one);
}

/* ---- tests ---- */

static lcm_alphabet alphabet;

static void plain_question(question *q) {
    *q = (question){.impl_fails_at = UINT32_MAX, .spec_fails_at = UINT32_MAX, .jobs = 1};
    make_graph(&q->spec, &alphabet, MOST_STATES, 24);
    change_graph(&q->impl, &q->spec, &alphabet);
}

static void large_systems(void) {
    tally t = {0};
    for (uint32_t seed = 1; seed <= 18; seed++)
        for (uint32_t antichain = 0; antichain < 2; antichain++) {
            question q;
            plain_question(&q);
            q.size = seed % 3 ? 3000 : 20000;
            q.seed = seed;
            q.rare = seed % 3 == 2 ? UINT32_MAX : seed % 3 ? 60 : 2000;
            q.semantics = seed % 9 == 8 ? LCM_FAILURES_DIVERGENCES : seed % 9 == 5 ? LCM_FAILURES : LCM_TRACES;
            q.antichain = antichain;
            q.jobs = 1 + seed % 2;
            make_maze(&q.spec, &alphabet, seed);
            compare(&q, 2 + seed % (MOST_RANKS - 1), &t);
        }
    expect(t.unlike == 0 && t.leaks == 0, "several processes find the same, by the same way, with the same figures");
    expect(t.holds > 3 && t.fails > 3 && t.pruned > 5, "%u hold, %u fail, %u are pruned", t.holds, t.fails, t.pruned);
}

static void small_systems(void) {
    static const char *const names[] = {"refinement", "deadlock", "termination", "reach", "best"};
    for (uint32_t what = REFINES; what <= BEST; what++) {
        tally t = {0};
        for (uint32_t n = 0; n < 300; n++) {
            question q;
            plain_question(&q);
            q.what = (matter)what;
            q.semantics = (lcm_semantics)(n % 3);
            q.antichain = n % 2;
            if (n % 8 == 7) q.impl_fails_at = below(q.impl.states);
            if (n % 8 == 3) q.spec_fails_at = below(q.spec.states);
            compare(&q, 2 + n % (MOST_RANKS - 1), &t);
        }
        expect(t.unlike == 0 && t.leaks == 0, "%s: the same", names[what]);
        expect(t.holds > 20 && t.fails > 20 && t.broken > 5, "%u hold, %u fail, %u are broken", t.holds, t.fails,
               t.broken);
    }
}

/* Do all of them say the same?  Then what. */
static bool alike(const asked *all, uint32_t ranks) {
    for (uint32_t i = 1; i < ranks; i++)
        if (all[i].finding.answer != all[0].finding.answer || all[i].finding.reason != all[0].finding.reason)
            return false;
    return true;
}

static void little_memory(void) {
    uint32_t undecided = 0, decided = 0, wrong = 0, leaks = 0;
    for (uint32_t seed = 1; seed <= 2; seed++) {
        question q;
        plain_question(&q);
        q.size = 10000, q.seed = seed, q.rare = seed == 1 ? UINT32_MAX : 3000, q.antichain = seed == 1;
        make_maze(&q.spec, &alphabet, seed);
        lcm_finding one;
        bool leak;
        ask(&q, NULL, &one, &leak);
        for (q.limit = 1000; q.limit < 6000000; q.limit += q.limit / 3) {
            asked all[3];
            ask_all(&q, all, 3);
            lcm_finding *f = &all[2].finding;
            wrong += !alike(all, 3);
            if (f->answer == LCM_UNDECIDED) wrong += f->reason != LCM_R_MEMORY;
            else wrong += f->answer != one.answer || !same_path(&f->path, &one.path);
            *(f->answer == LCM_UNDECIDED ? &undecided : &decided) += 1;
            for (uint32_t i = 0; i < 3; i++) leaks += all[i].leaks;
            free_all(all, 3);
        }
        lcm_finding_free(&one);
    }
    expect(wrong == 0, "where one has little memory all find the same, or nothing");
    expect(undecided > 10 && decided > 4, "%u undecided, %u decided", undecided, decided);
    expect(leaks == 0, "all memory is given back");
}

static void stopping(void) {
    question q;
    asked all[3];
    volatile int stop = 1;
    plain_question(&q);
    q.what = TERMINATION, q.size = 16000000, q.rare = 2;
    q.seconds = 0.3;
    ask_all(&q, all, 3);
    expect(alike(all, 3) && all[0].finding.answer == LCM_UNDECIDED && all[0].finding.reason == LCM_R_TIME,
           "the time is up for all");
    free_all(all, 3);
    q.seconds = 0;
    q.stop = &stop;
    ask_all(&q, all, 3);
    expect(alike(all, 3) && all[0].finding.answer == LCM_UNDECIDED && all[0].finding.reason == LCM_R_INTERRUPTED,
           "one is interrupted, and all stop");
    free_all(all, 3);
    q.stop = NULL;
    q.most_pairs = 50000;
    tally t = {0};
    compare(&q, 3, &t);
    expect(t.unlike == 0 && t.holds + t.fails == 0, "after so many pairs all stop where one alone does");
}

int main(void) {
    make_alphabet(&alphabet, 0);
    large_systems();
    small_systems();
    little_memory();
    stopping();
    lcm_alphabet_free(&alphabet);
    return tap_end();
}
