/* Divergence and determinism: random systems against what the definitions say, state by state and set by set. */
#include "base/clock.h"
#include "model_toy.h"
#include "tap.h"

enum { LABELS = 3, STATES = 6 };

static lcm_alphabet alphabet;
static lcm_label labels[LABELS];
static lcm_search_limits limits;

static void random_toy(toy *t, uint32_t hidden) {
    toy_init(t, &alphabet, 1 + below(STATES));
    for (uint32_t s = 0; s < t->state_count; s++) {
        for (uint32_t count = below(4); count > 0; count--) {
            uint32_t which = below(LABELS + hidden), to = below(t->state_count);
            /* Where divergence is not wanted hidden steps go up only. */
            if (which >= LABELS && hidden == 1 && to <= s) continue;
            toy_add(t, s, which < LABELS ? labels[which] : LCM_TAU, to, 1);
        }
    }
}

/* ---- the definitions ---- */

typedef struct facts {
    bool hidden[STATES][STATES]; /* by hidden steps, at least one */
    bool stable[STATES], reached[STATES];
} facts;

static void find_facts(const toy *t, facts *k) {
    memset(k, 0, sizeof *k);
    k->reached[0] = true;
    for (uint32_t s = 0; s < t->state_count; s++) k->stable[s] = true;
    for (uint32_t round = 0; round <= t->state_count; round++) {
        for (uint32_t e = 0; e < t->edge_count; e++) {
            uint32_t from = t->edges[e].from, to = t->edges[e].to;
            if (k->reached[from]) k->reached[to] = true;
            if (t->edges[e].label != LCM_TAU) continue;
            k->stable[from] = false;
            k->hidden[from][to] = true;
            for (uint32_t s = 0; s < t->state_count; s++) k->hidden[from][s] |= k->hidden[to][s];
        }
    }
}

static bool diverges(const toy *t, const facts *k) {
    for (uint32_t s = 0; s < t->state_count; s++)
        if (k->reached[s] && k->hidden[s][s]) return true;
    return false;
}

static uint32_t closed(const toy *t, const facts *k, uint32_t set) {
    uint32_t all = set;
    for (uint32_t s = 0; s < t->state_count; s++)
        for (uint32_t to = 0; set >> s & 1 && to < t->state_count; to++)
            if (k->hidden[s][to]) all |= 1u << to;
    return all;
}

static uint32_t after(const toy *t, const facts *k, uint32_t set, lcm_label label) {
    uint32_t to = 0;
    for (uint32_t e = 0; e < t->edge_count; e++)
        if (set >> t->edges[e].from & 1 && t->edges[e].label == label) to |= 1u << t->edges[e].to;
    return closed(t, k, to);
}

/* Is there a state in the set that is stable and refuses what the set can do? */
static bool refuses(const toy *t, const facts *k, uint32_t set, lcm_label label) {
    for (uint32_t s = 0; s < t->state_count; s++)
        if (set >> s & 1 && k->stable[s] && !after(t, k, 1u << s, label)) return true;
    return false;
}

static bool nondeterministic(const toy *t, const facts *k) {
    bool met[1 << STATES] = {0};
    uint32_t queue[1 << STATES], count = 0;
    queue[count++] = closed(t, k, 1);
    met[queue[0]] = true;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t l = 0; l < LABELS; l++) {
            uint32_t to = after(t, k, queue[i], labels[l]);
            if (!to) continue;
            if (refuses(t, k, queue[i], labels[l])) return true;
            if (!met[to]) queue[count++] = to;
            met[to] = true;
        }
    }
    return false;
}

/* ---- what is told ---- */

/* How many steps to the nearest state that comes back to itself by hidden steps? */
static uint32_t nearest_loop(const toy *t, const facts *k) {
    uint32_t distance[STATES], best = UINT32_MAX;
    for (uint32_t s = 0; s < t->state_count; s++) distance[s] = s ? 1000 : 0;
    for (uint32_t round = 0; round < t->state_count; round++)
        for (uint32_t e = 0; e < t->edge_count; e++)
            if (distance[t->edges[e].from] + 1 < distance[t->edges[e].to])
                distance[t->edges[e].to] = distance[t->edges[e].from] + 1;
    for (uint32_t s = 0; s < t->state_count; s++)
        if (k->hidden[s][s] && distance[s] < best) best = distance[s];
    return best;
}

static bool good_loop(const toy *t, const facts *facts_of, const lcm_finding *f) {
    const lcm_path *p = &f->path;
    if (f->reason != LCM_R_DIVERGENCE || !toy_replays(t, p) || p->loop != nearest_loop(t, facts_of)) return false;
    for (uint32_t i = p->loop; i < p->moves.count; i++) {
        if (p->moves.at[i].label != LCM_TAU) return false;
        for (uint32_t k = p->loop; k < i; k++)
            if (toy_at(p, k) == toy_at(p, i)) return false; /* a shorter loop */
    }
    return true;
}

static bool good_refusal(const toy *t, const facts *k, const lcm_finding *f) {
    const lcm_path *p = &f->path;
    if (f->reason != LCM_R_NONDETERMINISM || !toy_replays(t, p) || p->loop != UINT32_MAX) return false;
    uint32_t set = closed(t, k, 1), last = toy_at(p, p->moves.count), can = 0;
    for (uint32_t i = 0; i < p->moves.count; i++)
        if (p->moves.at[i].label != LCM_TAU) set = after(t, k, set, p->moves.at[i].label);
    for (uint32_t l = 0; l < LABELS; l++) can += after(t, k, 1u << last, labels[l]) != 0;
    for (uint32_t i = 0; i < f->allowed.count; i++)
        if (!after(t, k, 1u << last, f->allowed.at[i])) return false;
    return set >> last & 1 && k->stable[last] && after(t, k, set, f->label) && !after(t, k, 1u << last, f->label) &&
           f->allowed.count == can;
}

static void random_cases(uint32_t count) {
    uint32_t wrong[2] = {0}, told_wrong[2] = {0}, failing[3] = {0};
    for (uint32_t i = 0; i < count; i++) {
        toy t;
        facts k;
        lcm_finding f;
        random_toy(&t, 1 + below(2));
        find_facts(&t, &k);
        lcm_finding_init(&f);
        lcm_search_divergence(&t.lts, &limits, &f);
        bool loop = diverges(&t, &k);
        failing[0] += loop;
        wrong[0] += f.answer != (loop ? LCM_FAILS : LCM_HOLDS);
        told_wrong[0] += f.answer == LCM_FAILS && !good_loop(&t, &k, &f);
        lcm_finding_free(&f);
        lcm_search_determinism(&t.lts, &limits, &f);
        bool fails = loop || nondeterministic(&t, &k);
        failing[1] += fails && !loop;
        failing[2] += !fails && t.edge_count > 3;
        wrong[1] += f.answer != (fails ? LCM_FAILS : LCM_HOLDS);
        told_wrong[1] += f.answer == LCM_FAILS && !(loop ? good_loop(&t, &k, &f) : good_refusal(&t, &k, &f));
        lcm_finding_free(&f);
    }
    printf("# of %u systems %u diverge, %u others are not deterministic, %u are and are not trivial\n", count,
           failing[0], failing[1], failing[2]);
    expect(wrong[0] == 0, "divergence: the verdicts of the definition");
    expect(told_wrong[0] == 0, "divergence: loops of hidden steps, the nearest ones");
    expect(wrong[1] == 0, "determinism: the verdicts of the definition");
    expect(told_wrong[1] == 0, "determinism: what is refused and what is possible");
    expect(failing[0] > count / 20 && failing[1] > count / 20 && failing[2] > count / 20, "the cases are of all kinds");
}

/* ---- known cases ---- */

static void known(void) {
    toy t;
    lcm_finding f;
    lcm_finding_init(&f);
    /* a -> Stop [] a -> b -> Stop: after a, b is possible and can be refused. */
    toy_init(&t, &alphabet, 4);
    toy_add(&t, 0, labels[0], 1, 1);
    toy_add(&t, 0, labels[0], 2, 1);
    toy_add(&t, 2, labels[1], 3, 1);
    lcm_search_determinism(&t.lts, &limits, &f);
    expect(f.answer == LCM_FAILS && f.label == labels[1] && f.path.moves.count == 1 && toy_at(&f.path, 1) == 1,
           "the same event to different places");
    /* Of two that do the same afterwards: deterministic. */
    toy_add(&t, 1, labels[1], 3, 1);
    lcm_finding_free(&f);
    lcm_search_determinism(&t.lts, &limits, &f);
    expect(f.answer == LCM_HOLDS, "to places that do the same");
    /* A step that fails, met along hidden steps. */
    toy_init(&t, &alphabet, 4);
    toy_add(&t, 0, labels[0], 1, 1);
    toy_add(&t, 1, LCM_TAU, 2, 1);
    toy_add(&t, 2, LCM_TAU, 3, 1);
    t.broken = 3;
    lcm_finding_free(&f);
    lcm_search_divergence(&t.lts, &limits, &f);
    expect(f.answer == LCM_BROKEN && toy_replays(&t, &f.path) && toy_at(&f.path, f.path.moves.count) == 3 &&
               f.failure.line == 3,
           "a step that fails, and how it gets there");
    lcm_finding_free(&f);
    lcm_search_determinism(&t.lts, &limits, &f);
    expect(f.answer == LCM_BROKEN && f.path.moves.count == 3, "also where determinism is asked for");
    lcm_finding_free(&f);
}

/* Hidden steps from 0 to LONG, and back from 5 to 3. */
enum { LONG = 300000 };
static void init_long(lcm_walker *w, uint32_t *state) {
    (void)w;
    *state = 0;
}
static void next_long(lcm_walker *w, const uint32_t *state, lcm_moves *out) {
    (void)w;
    uint32_t to[2] = {3, *state + 1};
    for (uint32_t i = *state != 5; i < 2 && *state < LONG; i++) {
        uint32_t *room = lcm_moves_add(out, (lcm_move){.label = LCM_TAU, .action = i, .actors = 1});
        if (room) *room = to[i];
    }
}

static void long_ways(void) {
    lcm_lts lts = {
        .words = 1, .alphabet = &alphabet, .open = toy_open, .close = toy_close, .init = init_long, .next = next_long};
    lcm_finding f;
    lcm_finding_init(&f);
    lcm_search_divergence(&lts, &limits, &f);
    expect(f.answer == LCM_FAILS && f.path.loop == 3 && f.path.moves.count == 6 && *lcm_path_state(&f.path, 6) == 3,
           "a loop that is known is told without going where hidden steps lead");
    expect(f.figures.states < LONG / 2, "and without seeing everything (%u states)", (unsigned)f.figures.states);
    lcm_finding_free(&f);
}

static void stops(void) {
    toy t;
    lcm_finding f;
    int stop = 1;
    lcm_finding_init(&f);
    toy_init(&t, &alphabet, 60);
    for (uint32_t s = 0; s < 59; s++) toy_add(&t, s, s % 3 ? LCM_TAU : labels[0], s + 1, 1);
    limits = (lcm_search_limits){.stop = &stop};
    lcm_search_divergence(&t.lts, &limits, &f);
    expect(f.answer == LCM_UNDECIDED && f.reason == LCM_R_INTERRUPTED, "stopped by the user");
    limits = (lcm_search_limits){.deadline = lc_now() - 1};
    lcm_finding_free(&f);
    lcm_search_determinism(&t.lts, &limits, &f);
    expect(f.answer == LCM_UNDECIDED && f.reason == LCM_R_TIME, "stopped by the clock");
    uint32_t undecided = 0, right = 0, wrong = 0, leaked = 0;
    for (size_t memory = 1; memory < 200000; memory += memory / 16 + 1) {
        lc_budget budget;
        lc_budget_init(&budget, memory);
        limits = (lcm_search_limits){.budget = &budget};
        lcm_finding_free(&f);
        t.edges[50].to = memory % 2 ? 51 : 49; /* tau back: a loop */
        if (memory % 3) lcm_search_divergence(&t.lts, &limits, &f);
        else lcm_search_determinism(&t.lts, &limits, &f);
        if (f.answer == LCM_UNDECIDED && f.reason == LCM_R_MEMORY) undecided++;
        else if (f.answer == (memory % 2 ? LCM_HOLDS : LCM_FAILS) && !lc_exhausted(&budget)) right++;
        else wrong++;
        leaked += budget.used != 0;
    }
    expect(wrong == 0 && undecided > 10 && right > 10, "memory: %u undecided, %u decided, %u wrong", undecided, right,
           wrong);
    expect(leaked == 0, "all of it is given back");
    limits = (lcm_search_limits){0};
    lcm_finding_free(&f);
}

int main(int argc, char **argv) {
    static const char *const names[LABELS] = {"a", "b", "c"};
    lcm_alphabet_init(&alphabet, NULL);
    for (uint32_t i = 0; i < LABELS; i++)
        labels[i] = lcm_alphabet_label(&alphabet, lcm_alphabet_name(&alphabet, names[i]), NULL, 0);
    random_cases(argc > 1 ? (uint32_t)atoi(argv[1]) : 20000);
    known();
    long_ways();
    stops();
    lcm_alphabet_free(&alphabet);
    return tap_end();
}
