/* Refinement against its definitions on random graphs: by enumerating traces and refusals, and by a plain breadth-first
 * search of pairs for how long a counterexample must be. */
#include "model_random.h"

typedef uint32_t mask; /* of states, of labels */

static lcm_alphabet alphabet;
static const char *const semantics_names[] = {"traces", "failures", "failures-divergences"};

/* ---- graphs by the letter ---- */

static mask hidden_closure(const random_graph *g, mask from) {
    for (mask before = 0; before != from;) {
        before = from;
        for (uint32_t i = 0; i < g->graph.edge_count; i++)
            if (g->edges[i].label == LCM_TAU && from >> g->edges[i].from & 1) from |= 1u << g->edges[i].to;
    }
    return from;
}
static mask after(const random_graph *g, mask from, lcm_label label) {
    mask to = 0;
    for (uint32_t i = 0; i < g->graph.edge_count; i++)
        if (g->edges[i].label == label && from >> g->edges[i].from & 1) to |= 1u << g->edges[i].to;
    return hidden_closure(g, to);
}
static mask offers(const random_graph *g, uint32_t state) {
    mask labels = 0;
    for (uint32_t i = 0; i < g->graph.edge_count; i++)
        if (g->edges[i].from == state) labels |= 1u << g->edges[i].label;
    return labels;
}
static bool diverges(const random_graph *g, uint32_t state) {
    mask reached = hidden_closure(g, 1u << state);
    for (uint32_t s = 0; s < g->states; s++) {
        if (!(reached >> s & 1)) continue;
        for (uint32_t i = 0; i < g->graph.edge_count; i++)
            if (g->edges[i].from == s && g->edges[i].label == LCM_TAU &&
                (hidden_closure(g, 1u << g->edges[i].to) >> s & 1))
                return true;
    }
    return false;
}
static bool any_diverges(const random_graph *g, mask states) {
    for (uint32_t s = 0; s < g->states; s++)
        if (states >> s & 1 && diverges(g, s)) return true;
    return false;
}
/* What nobody insists on (see asks of wide_lts) is no part of what a specification offers. */
static bool refuses(const random_graph *g, mask states, mask labels, mask not_offered) {
    for (uint32_t s = 0; s < g->states; s++)
        if (states >> s & 1 && !(offers(g, s) & 1) && !(offers(g, s) & ~not_offered & labels)) return true;
    return false;
}

/* ---- by enumeration: the first trace up to a length after which something is wrong ---- */

static bool wrong_after(const random_graph *impl, const random_graph *spec, lcm_semantics semantics, mask lax, mask i,
                        mask s, uint32_t left) {
    if (semantics == LCM_FAILURES_DIVERGENCES) {
        if (any_diverges(spec, s)) return false;
        if (any_diverges(impl, i)) return true;
    }
    if (semantics != LCM_TRACES)
        for (mask refused = 0; refused < 1u << LABELS; refused++)
            if (refuses(impl, i, refused, 0) && !refuses(spec, s, refused, lax)) return true;
    for (lcm_label l = 1; l < LABELS; l++) {
        mask next = after(impl, i, l);
        if (!next) continue;
        mask spec_next = after(spec, s, l);
        if (!spec_next) return true;
        if (left > 0 && wrong_after(impl, spec, semantics, lax, next, spec_next, left - 1)) return true;
    }
    return false;
}

/* ---- how long a counterexample is: UINT32_MAX if there is none ---- */

static uint32_t shortest(const random_graph *impl, const random_graph *spec, lcm_semantics semantics, mask lax) {
    static uint8_t seen[MOST_STATES][1 << MOST_STATES];
    static struct {
        uint32_t state, depth;
        mask set;
    } queue[MOST_STATES << MOST_STATES];
    memset(seen, 0, sizeof seen);
    mask first = hidden_closure(spec, 1);
    uint32_t best = UINT32_MAX, count = 0;
    seen[0][first] = 1;
    queue[count].state = 0, queue[count].depth = 0, queue[count++].set = first;
    for (uint32_t q = 0; q < count; q++) {
        uint32_t state = queue[q].state, depth = queue[q].depth;
        mask set = queue[q].set;
        if (depth >= best) break;
        if (semantics == LCM_FAILURES_DIVERGENCES) {
            if (any_diverges(spec, set)) continue;
            if (diverges(impl, state)) return depth;
        }
        if (semantics != LCM_TRACES && !(offers(impl, state) & 1) &&
            !refuses(spec, set, ~offers(impl, state) & ((1u << LABELS) - 2), lax))
            return depth;
        for (uint32_t i = 0; i < impl->graph.edge_count; i++) {
            const edge *e = &impl->edges[i];
            if (e->from != state) continue;
            mask to = e->label == LCM_TAU ? set : after(spec, set, e->label);
            if (!to) best = depth + 1 < best ? depth + 1 : best;
            if (!to || seen[e->to][to]) continue;
            seen[e->to][to] = 1;
            queue[count].state = e->to, queue[count].depth = depth + 1, queue[count++].set = to;
        }
    }
    return best;
}

/* ---- is what was found true? ---- */

typedef struct question {
    const random_graph *impl, *spec;
    const lcm_lts *impl_lts, *spec_lts;
    lcm_semantics semantics;
    mask lax;
} question;

static uint32_t state_at(const question *q, const lcm_path *p, uint32_t i) {
    const uint32_t *words = lcm_path_state(p, i);
    return q->impl_lts->words == 1 ? *words : narrow(q->impl_lts, words);
}

static bool is_run(const question *q, const lcm_path *p) {
    if (p->states.count != (p->moves.count + 1) * p->words || state_at(q, p, 0) != 0) return false;
    for (uint32_t i = 0; i < p->moves.count; i++) {
        uint32_t action = p->moves.at[i].action;
        if (action >= q->impl->graph.edge_count) return false;
        const edge *e = &q->impl->edges[action];
        if (e->from != state_at(q, p, i) || e->to != state_at(q, p, i + 1) || e->label != p->moves.at[i].label)
            return false;
    }
    return true;
}

static bool says_allowed(const lcm_finding *f, mask labels) {
    mask told = 0;
    for (uint32_t i = 0; i < f->allowed.count; i++) told |= 1u << f->allowed.at[i];
    return told == labels && f->allowed.count == (uint32_t)__builtin_popcount(labels);
}

static bool is_real(const question *q, const lcm_finding *f, uint32_t length) {
    const lcm_path *p = &f->path;
    if (!is_run(q, p)) return false;
    mask set = hidden_closure(q->spec, 1), before = set;
    uint32_t end = f->reason == LCM_R_DIVERGENCE ? length : p->moves.count;
    for (uint32_t i = 0; i < end; i++) {
        before = set;
        if (p->moves.at[i].label != LCM_TAU) set = after(q->spec, set, p->moves.at[i].label);
        if (!set && i + 1 < p->moves.count) return false;
    }
    uint32_t last = state_at(q, p, p->moves.count);
    mask could = 0;
    switch (f->reason) {
    case LCM_R_TRACE:
        for (uint32_t s = 0; s < q->spec->states; s++)
            if (before >> s & 1) could |= offers(q->spec, s) & ~1u & ~q->lax;
        return !set && p->moves.count == length && says_allowed(f, could);
    case LCM_R_REFUSAL:
        return p->moves.count == length && !(offers(q->impl, last) & 1) &&
               !refuses(q->spec, set, ~offers(q->impl, last), q->lax) && says_allowed(f, offers(q->impl, last));
    case LCM_R_DIVERGENCE:
        if (p->loop >= p->moves.count || p->loop < length || state_at(q, p, p->loop) != last) return false;
        for (uint32_t i = length; i < p->moves.count; i++)
            if (p->moves.at[i].label != LCM_TAU) return false;
        return !any_diverges(q->spec, set);
    default: return false;
    }
}

static bool same_finding(const lcm_finding *a, const lcm_finding *b) {
    return a->answer == b->answer && a->reason == b->reason && !memcmp(&a->figures, &b->figures, sizeof a->figures) &&
           (a->answer != LCM_FAILS || same_path(&a->path, &b->path));
}

static void ask(const question *q, bool antichain, uint32_t jobs, uint32_t batch, lcm_finding *f) {
    lcm_search_limits limits = {.jobs = jobs, .antichain = antichain, .batch = batch};
    lcm_finding_init(f);
    lcm_search_refines(q->impl_lts, q->spec_lts, q->semantics, &limits, f);
}

static bool right(const question *q, const lcm_finding *f, uint32_t length) {
    if (length == UINT32_MAX) return f->answer == LCM_HOLDS && f->reason == LCM_R_NONE;
    return f->answer == LCM_FAILS && is_real(q, f, length);
}

/* ---- many of them ---- */

typedef struct tally {
    uint32_t asked, holds, fails[3], wrong, unlike, pruned, against_enumeration;
} tally;

static void compare(const question *q, tally *t) {
    uint32_t length = shortest(q->impl, q->spec, q->semantics, q->lax);
    /* A trace that is wrong has at most as many visible steps as the counterexample has steps. */
    enum { LONGEST = 5 };
    bool enumerated = wrong_after(q->impl, q->spec, q->semantics, q->lax, hidden_closure(q->impl, 1),
                                  hidden_closure(q->spec, 1), LONGEST);
    if ((enumerated && length == UINT32_MAX) || (!enumerated && length <= LONGEST)) t->against_enumeration++;
    t->asked++;
    t->holds += length == UINT32_MAX;
    lcm_finding plain, antichain, threads;
    uint32_t batch = t->asked % 3; /* 1: rounds of a pair in each shard, so that levels take many */
    ask(q, false, 1, batch, &plain);
    ask(q, true, 1, batch, &antichain);
    if (plain.answer == LCM_FAILS) t->fails[plain.reason == LCM_R_TRACE ? 0 : plain.reason == LCM_R_REFUSAL ? 1 : 2]++;
    if (!right(q, &plain, length) || !right(q, &antichain, length)) t->wrong++;
    /* All states are there with fewer pairs; what a search has seen that ended before says nothing. */
    if (length == UINT32_MAX && (antichain.figures.states != plain.figures.states ||
                                 antichain.figures.pairs > plain.figures.pairs + antichain.figures.pruned))
        t->wrong++;
    t->pruned += antichain.figures.pruned > 0;
    if (t->asked % 16 == 0) {
        ask(q, t->asked % 32 == 0, 3, batch, &threads);
        if (!same_finding(&threads, t->asked % 32 == 0 ? &antichain : &plain)) t->unlike++;
        lcm_finding_free(&threads);
    }
    lcm_finding_free(&plain);
    lcm_finding_free(&antichain);
}

static void random_ones(lcm_semantics semantics, bool wide, bool asks) {
    tally t = {0};
    random_graph impl, spec;
    for (uint32_t n = 0; n < 4000; n++) {
        make_graph(&spec, &alphabet, n % 2 ? MOST_STATES : 4, n % 2 ? 24 : 12);
        if (n % 3) change_graph(&impl, &spec, &alphabet);
        else make_graph(&impl, &alphabet, 5, 10);
        wide_lts wide_impl, wide_spec;
        make_wide(&wide_impl, &impl.graph, 3 + below(7), false);
        make_wide(&wide_spec, &spec.graph, 3 + below(7), asks);
        question q = {&impl, &spec, &impl.graph.lts, &spec.graph.lts, semantics, asks ? 1u << (LABELS - 1) : 0};
        if (wide) q.impl_lts = &wide_impl.lts, q.spec_lts = &wide_spec.lts;
        compare(&q, &t);
    }
    const char *name = semantics_names[semantics], *how = asks ? ", asked" : wide ? ", several words" : "";
    expect(t.against_enumeration == 0, "%s%s: the shortest wrong pair agrees with enumerated traces", name, how);
    expect(t.wrong == 0, "%s%s: verdicts and counterexamples are right (%u of %u wrong)", name, how, t.wrong, t.asked);
    expect(t.unlike == 0, "%s%s: three threads find the same as one", name, how);
    expect(t.holds > 200 && t.fails[0] > 200 && t.pruned > 50 && (semantics == LCM_TRACES || t.fails[1] > 50) &&
               (semantics != LCM_FAILURES_DIVERGENCES || t.fails[2] > 50),
           "%s%s: %u hold, %u by traces, %u by refusals, %u by divergence, %u pruned", name, how, t.holds, t.fails[0],
           t.fails[1], t.fails[2], t.pruned);
}

int main(void) {
    lcm_alphabet_init(&alphabet, NULL);
    const char *const names[] = {"a", "b", "c"};
    for (uint32_t i = 0; i < LABELS - 2; i++)
        expect(lcm_alphabet_label(&alphabet, lcm_alphabet_name(&alphabet, names[i]), NULL, 0) == i + 2, "label %s",
               names[i]);
    for (uint32_t semantics = LCM_TRACES; semantics <= LCM_FAILURES_DIVERGENCES; semantics++) {
        random_ones(semantics, false, false);
        random_ones(semantics, true, false);
        random_ones(semantics, true, true);
    }
    lcm_alphabet_free(&alphabet);
    return tap_end();
}
