/* Temporal formulas: random systems and formulas against two judges that know nothing of automata built with care.
 *
 * One guesses at every point which temporal parts of the formula hold, and looks for a component of the product in
 * which the guesses come true; for strong fairness it goes through all sets of processes that might never be able to
 * move.  It is exact.  The other goes along every short run and evaluates the formula on it.  Every counterexample is
 * replayed.
 */
#include "model_formulas.h"
#include "tap.h"

/* ---- the judge that guesses ---- */

enum { PARTS = 128, POINTS = 32, NODES = POINTS << 4, WORDS = NODES / 64, PROCESSES = 3, GUESSES = 4, LABELS = 5 };

typedef struct judge {
    const toy *t;
    const lcm_ltl *parts[PARTS];
    int guess[PARTS]; /* bit of a temporal part, or -1 */
    uint32_t part_count, guess_count;
    uint32_t point_count, state[POINTS];
    lcm_label label[POINTS];
    uint64_t actors[POINTS];
    uint32_t node_count;
    bool value[NODES][PARTS];
    uint64_t edge[NODES][WORDS], reach[NODES][WORDS];
    bool start[NODES], met[NODES], in[NODES];
} judge;
static judge j;

static bool bit(const uint64_t *row, uint32_t i) { return row[i / 64] >> (i % 64) & 1; }
static uint32_t point_of(uint32_t node) { return node >> j.guess_count; }

static uint32_t add_part(const lcm_ltl *l) {
    for (uint32_t i = 0; i < 2; i++)
        if (l->of[i]) add_part(l->of[i]);
    for (uint32_t i = 0; i < j.part_count; i++)
        if (j.parts[i] == l) return i;
    j.guess[j.part_count] = l->kind >= LCM_L_NEXT ? (int)j.guess_count++ : -1;
    j.parts[j.part_count] = l;
    return j.part_count++;
}

static uint32_t part_of(const lcm_ltl *l) {
    uint32_t i = 0;
    while (j.parts[i] != l) i++;
    return i;
}

/* Parts come after what they are made of. */
static void fill_in(uint32_t node) {
    uint32_t point = point_of(node);
    for (uint32_t i = 0; i < j.part_count; i++) {
        const lcm_ltl *l = j.parts[i];
        bool a = l->of[0] && j.value[node][part_of(l->of[0])], b = l->of[1] && j.value[node][part_of(l->of[1])];
        bool *v = &j.value[node][i];
        switch (l->kind) {
        case LCM_L_TRUE: *v = true; break;
        case LCM_L_FALSE: *v = false; break;
        case LCM_L_CONDITION: *v = j.t->facts[j.state[point]] >> (l->condition - toy_conditions) & 1; break;
        case LCM_L_EVENT: *v = j.label[point] == toy_labels[l->event.count]; break;
        case LCM_L_NOT: *v = !a; break;
        case LCM_L_AND: *v = a && b; break;
        case LCM_L_OR: *v = a || b; break;
        case LCM_L_IMPLIES: *v = !a || b; break;
        case LCM_L_IFF: *v = a == b; break;
        default: *v = node >> j.guess[i] & 1; break;
        }
    }
}

static bool agrees(uint32_t node, uint32_t next) {
    for (uint32_t i = 0; i < j.part_count; i++) {
        const lcm_ltl *l = j.parts[i];
        if (j.guess[i] < 0) continue;
        bool a = j.value[node][part_of(l->of[0])], b = l->of[1] && j.value[node][part_of(l->of[1])];
        bool later = j.value[next][i], right = false;
        switch (l->kind) {
        case LCM_L_NEXT: right = j.value[next][part_of(l->of[0])]; break;
        case LCM_L_ALWAYS: right = a && later; break;
        case LCM_L_EVENTUALLY: right = a || later; break;
        case LCM_L_UNTIL: right = b || (a && later); break;
        default: right = b && (a || later); break;
        }
        if (right != j.value[node][i]) return false;
    }
    return true;
}

/* Does this node keep the promise of part i, or see that nothing was promised? */
static bool keeps(uint32_t node, uint32_t i) {
    const lcm_ltl *l = j.parts[i];
    bool v = j.value[node][i], a = j.value[node][part_of(l->of[0])];
    bool b = l->of[1] && j.value[node][part_of(l->of[1])];
    switch (l->kind) {
    case LCM_L_ALWAYS: return v || !a;
    case LCM_L_EVENTUALLY: return !v || a;
    case LCM_L_UNTIL: return !v || b;
    case LCM_L_RELEASE: return v || !b;
    default: return true;
    }
}

static void judge_begin(const toy *t, const lcm_ltl *l) {
    memset(&j, 0, sizeof j);
    j.t = t;
    add_part(l);
    j.label[j.point_count++] = LCM_NO_LABEL;
    for (uint32_t i = 0; i < t->edge_count; i++, j.point_count++) {
        j.state[j.point_count] = t->edges[i].to;
        j.label[j.point_count] = t->edges[i].label;
        j.actors[j.point_count] = t->edges[i].actors;
    }
    for (uint32_t s = 0; s < t->state_count; s++, j.point_count++) { /* where it stays if it is stuck */
        j.state[j.point_count] = s;
        j.label[j.point_count] = LCM_NO_LABEL;
    }
    j.node_count = j.point_count << j.guess_count;
    for (uint32_t n = 0; n < j.node_count; n++) {
        fill_in(n);
        j.start[n] = point_of(n) == 0 && !j.value[n][j.part_count - 1];
    }
    for (uint32_t n = 0; n < j.node_count; n++) {
        uint32_t from = j.state[point_of(n)];
        bool stuck = !toy_enabled(t, from);
        for (uint32_t m = 0; m < j.node_count; m++) {
            uint32_t point = point_of(m);
            bool step = point > 0 && point <= t->edge_count && t->edges[point - 1].from == from;
            bool stay = stuck && point == t->edge_count + 1 + from;
            if ((step || stay) && agrees(n, m)) j.edge[n][m / 64] |= (uint64_t)1 << (m % 64);
        }
    }
    memcpy(j.met, j.start, sizeof j.met);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t n = 0; n < j.node_count; n++)
            for (uint32_t m = 0; j.met[n] && m < j.node_count; m++)
                if (bit(j.edge[n], m) && !j.met[m]) j.met[m] = more = true;
    }
}

/* Is each step of a state of the component of node n the last one of a node of it? */
static bool takes_all_steps(uint32_t n) {
    bool state[TOY_STATES] = {0}, taken[TOY_EDGES] = {0};
    for (uint32_t m = 0; m < j.node_count; m++) {
        if (!j.in[m] || !bit(j.reach[n], m) || !bit(j.reach[m], n)) continue;
        uint32_t point = point_of(m);
        state[j.state[point]] = true;
        if (point > 0 && point <= j.t->edge_count) taken[point - 1] = true;
    }
    for (uint32_t e = 0; e < j.t->edge_count; e++)
        if (state[j.t->edges[e].from] && !taken[e]) return false;
    return true;
}

/* Is there a good component among the nodes that are in? */
static bool good_component(lcm_fairness fairness) {
    for (uint32_t n = 0; n < j.node_count; n++)
        for (uint32_t w = 0; w < WORDS; w++) j.reach[n][w] = j.in[n] ? j.edge[n][w] : 0;
    for (uint32_t k = 0; k < j.node_count; k++)
        for (uint32_t n = 0; j.in[k] && n < j.node_count; n++)
            for (uint32_t w = 0; bit(j.reach[n], k) && w < WORDS; w++) j.reach[n][w] |= j.reach[k][w];
    for (uint32_t n = 0; n < j.node_count; n++) {
        if (!j.in[n] || !bit(j.reach[n], n)) continue;
        uint64_t some = 0, every = UINT64_MAX, moved = 0;
        bool kept[PARTS] = {0}, all_kept = true;
        for (uint32_t m = 0; m < j.node_count; m++) {
            if (!j.in[m] || !bit(j.reach[n], m) || !bit(j.reach[m], n)) continue;
            some |= toy_enabled(j.t, j.state[point_of(m)]);
            every &= toy_enabled(j.t, j.state[point_of(m)]);
            moved |= j.actors[point_of(m)]; /* it is entered from inside again and again */
            for (uint32_t i = 0; i < j.part_count; i++) kept[i] |= j.guess[i] < 0 || keeps(m, i);
        }
        for (uint32_t i = 0; i < j.part_count; i++) all_kept &= kept[i];
        uint64_t needed = fairness == LCM_STRONGLY_FAIR ? some : fairness == LCM_WEAKLY_FAIR ? every : 0;
        if (all_kept && !(needed & ~moved) && (fairness != LCM_GLOBALLY_FAIR || takes_all_steps(n))) return true;
    }
    return false;
}

static bool breaks(lcm_fairness fairness, uint32_t processes) {
    for (uint64_t never = 0; never < (fairness == LCM_STRONGLY_FAIR ? 1u << processes : 1u); never++) {
        for (uint32_t n = 0; n < j.node_count; n++)
            j.in[n] = j.met[n] && !(toy_enabled(j.t, j.state[point_of(n)]) & never);
        if (good_component(fairness)) return true;
    }
    return false;
}

/* ---- the judge that goes along runs ---- */

enum { LONGEST = 7 };
static lcm_path along;

static bool short_run_breaks(const toy *t, const lcm_ltl *l, lcm_fairness fairness) {
    word w;
    uint32_t here = toy_at(&along, along.moves.count);
    bool stuck = !toy_enabled(t, here), found = false;
    for (uint32_t i = 0; i < along.moves.count + stuck && !found; i++) {
        along.loop = stuck ? UINT32_MAX : i;
        if (!stuck && toy_at(&along, i) != here) continue;
        word_of(t, &along, &w);
        found = is_fair(t, &along, fairness) && !satisfies(&w, l);
    }
    for (uint32_t e = 0; e < t->edge_count && along.moves.count < LONGEST && !found; e++) {
        if (t->edges[e].from != here) continue;
        (void)lc_push(NULL, &along.moves,
                      (lcm_move){.label = t->edges[e].label, .action = e, .actors = t->edges[e].actors});
        (void)lc_push(NULL, &along.states, t->edges[e].to);
        (void)lc_push(NULL, &along.states, 0);
        found = short_run_breaks(t, l, fairness);
        along.moves.count--;
        along.states.count -= TOY_WORDS;
    }
    return found;
}

/* ---- replay ---- */

/* Goes on from the end of a path at random until it comes back to a state or ends; not fair. */
static void go_on(const toy *t, lcm_path *p) {
    while (p->loop == UINT32_MAX) {
        uint32_t here = toy_at(p, p->moves.count), out[TOY_EDGES], count = 0;
        for (uint32_t e = 0; e < t->edge_count; e++)
            if (t->edges[e].from == here) out[count++] = e;
        if (count == 0) return;
        const toy_edge *e = &t->edges[out[below(count)]];
        (void)lc_push(NULL, &p->moves,
                      (lcm_move){.label = e->label, .action = (uint32_t)(e - t->edges), .actors = e->actors});
        (void)lc_push(NULL, &p->states, e->to);
        (void)lc_push(NULL, &p->states, e->to ? 7 + e->to : 7);
        for (uint32_t i = 0; i < p->moves.count && p->loop == UINT32_MAX; i++)
            if (toy_at(p, i) == e->to) p->loop = i;
    }
}

static const char *wrong_with(const toy *t, const lcm_ltl *l, lcm_fairness fairness, lcm_finding *f) {
    word w;
    lcm_path *p = &f->path;
    uint32_t end = p->moves.count;
    if (!toy_replays(t, p)) return "not a run";
    bool stuck = !toy_enabled(t, toy_at(p, end)), ended = end > 0 && p->moves.at[end - 1].label == LCM_TICK;
    if (f->reason == LCM_R_PREFIX) {
        if (p->loop != UINT32_MAX) return "a prefix with a loop";
        for (uint32_t i = 0; i < 4; i++) {
            p->loop = UINT32_MAX;
            p->moves.count = end, p->states.count = (end + 1) * TOY_WORDS;
            go_on(t, p);
            word_of(t, p, &w);
            if (satisfies(&w, l)) return "a prefix that can be continued";
        }
        return NULL;
    }
    if (f->reason == LCM_R_CYCLE ? p->loop == UINT32_MAX : p->loop != UINT32_MAX) return "loop and reason differ";
    if (f->reason == LCM_R_DEADLOCK && (!stuck || ended)) return "not a deadlock";
    if (f->reason == LCM_R_TERMINATION && (!stuck || !ended)) return "not the end";
    if (f->reason != LCM_R_CYCLE && f->reason != LCM_R_DEADLOCK && f->reason != LCM_R_TERMINATION) return "no reason";
    if (!is_fair(t, p, fairness)) return "not fair";
    word_of(t, p, &w);
    return satisfies(&w, l) ? "the formula holds of it" : NULL;
}

/* ---- random cases ---- */

static void random_toy(toy *t) {
    toy_init(t, &toy_alphabet, 1 + below(5));
    uint32_t fewest = below(2); /* half of them are never stuck */
    for (uint32_t s = 0; s < t->state_count; s++) {
        t->facts[s] = below(1 << TOY_CONDITIONS);
        for (uint32_t count = fewest + below(4 - fewest); count > 0; count--) {
            uint32_t which = below(6);
            lcm_label label = which < 3 ? toy_labels[which] : which < 5 ? LCM_TAU : toy_labels[0];
            uint64_t actors = below(5) ? (uint64_t)1 << below(PROCESSES) : 1 + below((1 << PROCESSES) - 1);
            toy_add(t, s, label, below(t->state_count), actors);
        }
    }
    if (below(3)) return;
    uint32_t end = t->state_count++; /* some of them end */
    t->facts[end] = below(1 << TOY_CONDITIONS);
    toy_add(t, below(end), LCM_TICK, end, 1);
}

/* All states in one ring and a few short cuts: where fairness makes the difference. */
static void random_ring(toy *t) {
    toy_init(t, &toy_alphabet, 3 + below(4));
    for (uint32_t s = 0; s < t->state_count; s++) {
        t->facts[s] = below(1 << TOY_CONDITIONS);
        toy_add(t, s, toy_labels[below(3)], (s + 1) % t->state_count, (uint64_t)1 << below(PROCESSES));
    }
    for (uint32_t i = below(8); i > 0; i--) {
        uint32_t from = below(t->state_count), to = below(3) ? below(t->state_count) : from;
        toy_add(t, from, toy_labels[below(3)], to, (uint64_t)1 << below(PROCESSES));
    }
}

static void ask(const toy *t, const lcm_ltl *l, lcm_fairness fairness, uint32_t breadth, lcm_finding *f) {
    lcm_ltl_question q = {&toy_model, l, toy_condition_list, TOY_CONDITIONS, fairness, breadth};
    lcm_finding_init(f);
    lcm_search_ltl(&t->lts, &q, &(lcm_search_limits){0}, f);
}

static void print_case(const toy *t, const lcm_ltl *l, lcm_fairness fairness) {
    printf("# fairness %d, formula ", (int)fairness);
    print_formula(l);
    printf("\n");
    for (uint32_t s = 0; s < t->state_count; s++) printf("# state %u facts %u\n", s, (unsigned)t->facts[s]);
    for (uint32_t e = 0; e < t->edge_count; e++)
        printf("# %u -%u-> %u by %x\n", t->edges[e].from, t->edges[e].label, t->edges[e].to,
               (unsigned)t->edges[e].actors);
}

/* Fairness of events is that of processes if each label is a process of its own. */
static void by_labels(toy *t) {
    const lcm_label labels[LABELS] = {toy_labels[0], toy_labels[1], toy_labels[2], LCM_TAU, LCM_TICK};
    for (uint32_t e = 0; e < t->edge_count; e++) {
        t->edges[e].actors = 0;
        for (uint32_t i = 0; i < LABELS; i++)
            if (t->edges[e].label == labels[i]) t->edges[e].actors = (uint64_t)1 << i;
    }
}

static void random_kinds(uint32_t count) {
    static const struct {
        lcm_fairness kind, judged;
    } rows[] = {{LCM_EVENT_WEAKLY_FAIR, LCM_WEAKLY_FAIR},
                {LCM_EVENT_STRONGLY_FAIR, LCM_STRONGLY_FAIR},
                {LCM_GLOBALLY_FAIR, LCM_GLOBALLY_FAIR}};
    toy t, judged;
    uint32_t wrong = 0, runs_wrong = 0, failing[3] = {0}, apart = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t temporal = GUESSES;
        bool ring = below(2) == 0;
        if (ring) random_ring(&t);
        else random_toy(&t);
        const lcm_ltl *l = ring || below(2) ? usual_formula() : random_formula(2 + below(3), &temporal);
        judged = t;
        by_labels(&judged);
        judge_begin(&judged, l);
        bool fails[3];
        for (uint32_t k = 0; k < 3; k++) {
            lcm_finding f;
            ask(&t, l, rows[k].kind, below(2), &f);
            fails[k] = f.answer == LCM_FAILS;
            failing[k] += fails[k];
            bool known = f.answer == LCM_HOLDS || fails[k];
            if ((!known || fails[k] != breaks(rows[k].judged, LABELS)) && !wrong++) print_case(&t, l, rows[k].kind);
            if (fails[k] && wrong_with(&t, l, LCM_UNFAIR, &f)) runs_wrong++;
            lcm_finding_free(&f);
        }
        apart += fails[0] != fails[1] || fails[1] != fails[2];
    }
    printf("# %u, %u and %u of %u fail with weak and strong fairness of events, and global; %u tell them apart\n",
           failing[0], failing[1], failing[2], count, apart);
    expect(wrong == 0 && runs_wrong == 0, "%u random formulas: fairness of events, and of steps", count);
    expect(apart > count / 50 && failing[2] > count / 10, "random formulas tell these kinds apart");
}

static void random_cases(uint32_t count) {
    toy t;
    uint32_t wrong = 0, runs_wrong = 0, replays_wrong = 0, failing[3] = {0}, differ = 0, reasons[32] = {0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t temporal = GUESSES;
        bool ring = below(3) == 0;
        if (ring) random_ring(&t);
        else random_toy(&t);
        const lcm_ltl *l = ring || below(2) ? usual_formula() : random_formula(2 + below(4), &temporal);
        judge_begin(&t, l);
        bool fails[3];
        for (lcm_fairness fairness = LCM_UNFAIR; fairness <= LCM_STRONGLY_FAIR; fairness++) {
            lcm_finding f;
            ask(&t, l, fairness, below(2), &f); /* half of them go deep at once */
            bool failed = fails[fairness] = f.answer == LCM_FAILS;
            failing[fairness] += failed;
            if (failed) reasons[f.reason]++;
            if ((f.answer != LCM_HOLDS && !failed) || failed != breaks(fairness, PROCESSES)) {
                if (!wrong++) print_case(&t, l, fairness);
            }
            const char *why = failed ? wrong_with(&t, l, fairness, &f) : NULL;
            if (why && !replays_wrong++) {
                printf("# %s\n", why);
                print_case(&t, l, fairness);
            }
            lcm_finding_free(&f);
            along.words = TOY_WORDS;
            along.states.count = along.moves.count = 0;
            (void)lc_push(NULL, &along.states, 0);
            (void)lc_push(NULL, &along.states, 0);
            if (!failed && i % 4 == 0 && short_run_breaks(&t, l, fairness)) runs_wrong++;
        }
        differ += fails[0] != fails[1] || fails[1] != fails[2];
    }
    printf("# %u of %u fail, %u if weakly fair, %u if strongly fair; %u tell fairness apart\n", failing[0], count,
           failing[1], failing[2], differ);
    printf("# %u loops, %u deadlocks, %u ends, %u prefixes\n", reasons[LCM_R_CYCLE], reasons[LCM_R_DEADLOCK],
           reasons[LCM_R_TERMINATION], reasons[LCM_R_PREFIX]);
    expect(wrong == 0, "%u random formulas: the verdicts of the judge that guesses", count);
    expect(runs_wrong == 0, "%u random formulas: no short run breaks one that holds", count);
    expect(replays_wrong == 0, "%u random formulas: every counterexample replays", count);
    expect(differ > count / 20 && failing[0] > count / 5 && failing[2] < count - count / 5 &&
               reasons[LCM_R_CYCLE] > count / 20 && reasons[LCM_R_DEADLOCK] && reasons[LCM_R_TERMINATION] &&
               reasons[LCM_R_PREFIX],
           "the cases are of all kinds");
}

int main(int argc, char **argv) {
    formulas_begin();
    uint32_t count = argc > 1 ? (uint32_t)atoi(argv[1]) : 1500;
    random_cases(count);
    random_kinds(count);
    lc_vec_free(NULL, &along.moves);
    lc_vec_free(NULL, &along.states);
    formulas_end();
    return tap_end();
}
