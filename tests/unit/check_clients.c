/* Linearizability for any client against brute force: small random executions are graphs of steps with program order,
 * reads-from and a modification order, and RC11's axioms are evaluated on them with each set of client edges.  Each
 * consistent set must leave a legal order of the operations, among all there are.  In every third execution some
 * operations have to come before others in the order that they owe each other synchronization (LC_LINK_LOCK).
 *
 *     check_clients [EXECUTIONS [FIRST]]
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <lince/lince.h>

#include "../tap.h"
#include "check/search/any_client.h"
#include "history/history.h"
#include "history/partial_order.h"
#include "target/runtime/splitmix.h"

static uint64_t seed;

static uint32_t below(uint32_t bound) { return (uint32_t)(lct_splitmix(&seed) % bound); }

enum { THREADS = 3, OPS = 5, STEPS = 12, PLACES = 3, NONE = -1 };

/* ---- executions ---- */

typedef struct step {
    int op, thread, place, source; /* the write that it reads; NONE: the initial value */
    bool reads, writes, acquires, releases;
    int rank; /* of its write, in the order of its place, from 1 */
} step;

typedef enum method { ENQ, DEQ, WRITE, READ } method;

typedef struct operation {
    int thread, first, last, argument, result; /* 0: EMPTY, or the initial value */
    method method;
    bool pending;
} operation;

typedef struct made {
    step steps[STEPS];
    operation ops[OPS];
    int count, op_count, last_rank[PLACES];
    bool queue;
    bool locked[OPS][OPS];
} made;

typedef struct relation {
    bool at[STEPS][STEPS];
} relation;

static void close(relation *r, int count) {
    for (int k = 0; k < count; k++)
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++) r->at[i][j] |= r->at[i][k] && r->at[k][j];
}

static bool has_cycle(const relation *r, int count) {
    for (int i = 0; i < count; i++)
        if (r->at[i][i]) return true;
    return false;
}

static relation program_order(const made *m) {
    relation r = {0};
    for (int i = 0; i < m->count; i++)
        for (int k = i + 1; k < m->count; k++) r.at[i][k] = m->steps[i].thread == m->steps[k].thread;
    return r;
}

static int source_rank(const made *m, const step *s) { return s->source == NONE ? 0 : m->steps[s->source].rank; }

/* By rf, mo and rb, closed. */
static relation coherence_order(const made *m) {
    relation r = {0};
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->count; k++) {
            const step *a = &m->steps[i], *b = &m->steps[k];
            if (i == k || a->place != b->place) continue;
            r.at[i][k] |= a->writes && b->writes && a->rank < b->rank;
            r.at[i][k] |= a->writes && b->reads && b->source == i;
            r.at[i][k] |= a->reads && b->writes && source_rank(m, a) < b->rank;
        }
    close(&r, m->count);
    return r;
}

/* With release sequences through read-modify-writes. */
static void add_synchronisation(const made *m, relation *hb) {
    for (int i = 0; i < m->count; i++) {
        const step *b = &m->steps[i];
        for (int w = b->reads && b->acquires ? b->source : NONE; w != NONE;
             w = m->steps[w].reads ? m->steps[w].source : NONE)
            if (m->steps[w].releases) hb->at[w][i] = true;
    }
}

static relation happens_before(const made *m) {
    relation r = program_order(m);
    add_synchronisation(m, &r);
    close(&r, m->count);
    return r;
}

/* ---- the axioms, with edges between operations ---- */

typedef bool edges[OPS][OPS];

static bool is_consistent(const made *m, const edges e) {
    relation hb = program_order(m), past = hb, eco = coherence_order(m);
    add_synchronisation(m, &hb);
    for (int i = 0; i < m->count; i++)
        if (m->steps[i].reads && m->steps[i].source != NONE) past.at[m->steps[i].source][i] = true;
    for (int a = 0; a < m->op_count; a++)
        for (int b = 0; b < m->op_count; b++)
            if (e[a][b]) hb.at[m->ops[a].last][m->ops[b].first] = past.at[m->ops[a].last][m->ops[b].first] = true;
    close(&hb, m->count);
    close(&past, m->count);
    if (has_cycle(&past, m->count) || has_cycle(&hb, m->count)) return false;
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->count; k++)
            if (hb.at[i][k] && eco.at[k][i]) return false;
    return true;
}

/* ---- legal orders ---- */

static bool is_before(const made *m, const relation *hb, const edges e, int a, int b) {
    if (m->ops[a].pending) return false;
    return m->ops[a].thread == m->ops[b].thread ? a < b : hb->at[m->ops[a].last][m->ops[b].first] || e[a][b];
}

static bool can_go_on(const made *m, const relation *hb, const edges e, unsigned done, const int *items, int count) {
    bool over = true;
    for (int i = 0; i < m->op_count; i++) over &= done >> i & 1 || m->ops[i].pending;
    if (over) return true;
    for (int i = 0; i < m->op_count; i++) {
        const operation *o = &m->ops[i];
        int next[OPS + 1], size = count;
        bool free = !(done >> i & 1);
        for (int k = 0; k < m->op_count && free; k++) free = done >> k & 1 || !is_before(m, hb, e, k, i);
        if (!free) continue;
        memcpy(next, items, sizeof next);
        switch (o->method) {
        case ENQ: next[size++] = o->argument; break;
        case WRITE: next[0] = o->argument; break;
        case READ: free = o->pending || next[0] == o->result; break;
        case DEQ:
            free = o->pending || o->result == (size ? next[0] : 0);
            if (size) memmove(next, next + 1, (size_t)--size * sizeof *next);
            break;
        }
        if (free && can_go_on(m, hb, e, done | 1u << i, next, size)) return true;
    }
    return false;
}

static bool is_legal(const made *m, const relation *hb, const edges e) {
    const int nothing[OPS + 1] = {0};
    return can_go_on(m, hb, e, 0, nothing, 0);
}

/* Edges of operations that are ordered already add nothing. */
static bool all_clients_are_right(const made *m, const relation *hb, edges e, int from) {
    if (!is_consistent(m, (const bool(*)[OPS])e)) return true; /* nor is any larger set */
    if (!is_legal(m, hb, (const bool(*)[OPS])e)) return false;
    for (int n = from; n < m->op_count * m->op_count; n++) {
        int a = n / m->op_count, b = n % m->op_count;
        if (m->ops[a].thread == m->ops[b].thread || m->ops[a].pending) continue;
        if (hb->at[m->ops[a].last][m->ops[b].first]) continue;
        e[a][b] = true;
        bool right = all_clients_are_right(m, hb, e, n + 1);
        e[a][b] = false;
        if (!right) return false;
    }
    return true;
}

/* ---- making ---- */

static void add_step(made *m, int op) {
    step *s = &m->steps[m->count];
    int kind = (int)below(3), candidates[STEPS + 1], count = 0;
    *s = (step){.op = op, .thread = m->ops[op].thread, .place = (int)below(PLACES), .source = NONE};
    s->reads = kind != 0;
    s->writes = kind != 1;
    s->acquires = s->reads && below(3) == 0;
    s->releases = s->writes && below(3) == 0;
    candidates[count++] = NONE;
    for (int i = 0; i < m->count; i++)
        if (m->steps[i].writes && m->steps[i].place == s->place) candidates[count++] = i;
    if (s->reads) s->source = candidates[below((uint32_t)count)];
    if (!s->writes) return;
    /* A read-modify-write comes right behind what it reads; others anywhere. */
    int rank = s->reads ? source_rank(m, s) + 1 : 1 + (int)below((uint32_t)m->last_rank[s->place] + 1);
    for (int i = 0; i < m->count; i++)
        if (m->steps[i].writes && m->steps[i].place == s->place && m->steps[i].rank >= rank) m->steps[i].rank++;
    s->rank = rank;
    m->last_rank[s->place]++;
}

/* Nothing between a read-modify-write and what it reads. */
static bool is_atomic(const made *m) {
    for (int i = 0; i < m->count; i++) {
        const step *s = &m->steps[i];
        if (s->reads && s->writes && s->rank != source_rank(m, s) + 1) return false;
    }
    return true;
}

static void fill_in(made *m) {
    int value = 0;
    m->queue = below(3) > 0;
    for (int i = 0; i < m->op_count; i++) {
        operation *o = &m->ops[i];
        bool adds = below(2);
        o->method = m->queue ? (adds ? ENQ : DEQ) : adds ? WRITE : READ;
        if (adds) o->argument = ++value;
    }
    for (int i = 0; i < m->op_count; i++) m->ops[i].result = (int)below((uint32_t)value + 1);
}

/* Steps are added in an order that extends program order and reads-from. */
static bool make(made *m) {
    edges none = {0};
    bool closed[THREADS] = {false};
    *m = (made){.op_count = 2 + (int)below(OPS - 1)};
    for (int i = 0; i < m->op_count; i++) {
        operation *o = &m->ops[i];
        do o->thread = (int)below(THREADS);
        while (closed[o->thread] && below(20));
        if (closed[o->thread]) return false;
        o->pending = closed[o->thread] = below(10) == 0;
        o->first = NONE;
    }
    int at[THREADS] = {0}, left[OPS];
    for (int i = 0; i < m->op_count; i++) left[i] = 1 + (int)below(2);
    for (int tries = 0; tries < 300 && m->count < STEPS; tries++) {
        int t = (int)below(THREADS);
        while (at[t] < m->op_count && (m->ops[at[t]].thread != t || !left[at[t]])) at[t]++;
        if (at[t] == m->op_count) continue;
        operation *o = &m->ops[at[t]];
        if (o->first == NONE) o->first = m->count;
        o->last = m->count;
        add_step(m, at[t]);
        m->count++;
        left[at[t]]--;
    }
    for (int i = 0; i < m->op_count; i++)
        if (left[i]) return false;
    fill_in(m);
    bool locks = below(3) == 0;
    for (int a = 0; a < m->op_count && locks; a++)
        for (int b = 0; b < m->op_count; b++)
            m->locked[a][b] = !m->ops[a].pending && m->ops[a].thread != m->ops[b].thread && below(5) == 0;
    return is_atomic(m) && is_consistent(m, (const bool(*)[OPS])none);
}

/* ---- as a history with links ---- */

static lince_value value(lince_history *h, int v) { return v ? lince_int(lince_history_values(h), v) : LINCE_EMPTY; }

static lince_status add_call(lince_history *h, const made *m, int i) {
    static const char *const names[] = {"enq", "deq", "write", "read"};
    const operation *o = &m->ops[i];
    char name[8];
    lc_span thread = {name, (size_t)snprintf(name, sizeof name, "T%d", o->thread)};
    return lc_history_invoke(h, 0, thread, (lc_span){"", 0}, lc_span_of(names[o->method]),
                             o->argument ? value(h, o->argument) : LINCE_NOTHING, NULL);
}

static lince_status add_return(lince_history *h, const made *m, int i) {
    const operation *o = &m->ops[i];
    char name[8];
    lc_span thread = {name, (size_t)snprintf(name, sizeof name, "T%d", o->thread)};
    lince_value result = o->method == ENQ || o->method == WRITE ? LINCE_NOTHING
                         : o->method == READ                    ? lince_int(lince_history_values(h), o->result)
                                                                : value(h, o->result);
    return lc_history_return(h, 0, thread, result, NULL);
}

/* In the order of their first steps. */
static int number_operations(const made *m, int *ops) {
    int count = 0;
    for (int s = 0; s < m->count; s++)
        if (m->ops[m->steps[s].op].first == s) ops[count++] = m->steps[s].op;
    return count;
}

static uint8_t link_of(const made *m, const relation *hb, const relation *past, const relation *eco, int begin,
                       int end) {
    int from = m->ops[begin].first, to = m->ops[end].last;
    uint8_t link = 0;
    if (from == to || past->at[from][to]) link |= LC_LINK_PAST;
    if (from == to || hb->at[from][to]) link |= LC_LINK_HB;
    for (int x = 0; x < m->count; x++)
        for (int y = 0; y < m->count; y++)
            if ((x == from || hb->at[from][x]) && eco->at[x][y] && (y == to || hb->at[y][to])) link |= LC_LINK_ECO;
    return link;
}

static bool add_order(lince_history *h, const made *m, const int *ops) {
    uint8_t before[OPS * THREADS] = {0};
    relation hb = happens_before(m), past = program_order(m), eco = coherence_order(m);
    edges none = {0};
    bool good = true;
    for (int i = 0; i < m->count; i++)
        if (m->steps[i].reads && m->steps[i].source != NONE) past.at[m->steps[i].source][i] = true;
    close(&past, m->count);
    for (int i = 0; i < m->op_count; i++)
        for (int k = 0; k < m->op_count; k++) {
            uint8_t *most = &before[(uint32_t)i * h->threads.items.count + h->ops.at[k].thread];
            uint8_t number = 1;
            for (int j = 0; j < k; j++) number += h->ops.at[j].thread == h->ops.at[k].thread;
            if (is_before(m, &hb, (const bool(*)[OPS])none, ops[k], ops[i]) && *most < number) *most = number;
        }
    good &= lc_history_set_order(h, before);
    for (int i = 0; i < m->op_count; i++)
        for (int k = 0; k < m->op_count; k++)
            good &= lc_push(h->budget, &h->order.links,
                            (uint8_t)(link_of(m, &hb, &past, &eco, ops[i], ops[k]) |
                                      (m->locked[ops[k]][ops[i]] ? LC_LINK_LOCK : 0)));
    return good;
}

static lince_history *history_of(const made *m, int *ops) {
    lince_history *h = lc_history_new("made", NULL);
    bool good = h && number_operations(m, ops) == m->op_count;
    for (int s = 0; s < m->count && good; s++) {
        int op = m->steps[s].op;
        if (m->ops[op].first == s) good &= add_call(h, m, op) == LINCE_DONE;
        if (m->ops[op].last == s && !m->ops[op].pending) good &= add_return(h, m, op) == LINCE_DONE;
    }
    if (good && add_order(h, m, ops)) return h;
    lince_history_free(h);
    return NULL;
}

/* ---- comparing ---- */

typedef struct tally {
    uint64_t right, wrong_alone, wrong_client, wrong_locked, edges, bad;
} tally;

/* The edges are consistent, leave no legal order, and each of them is needed. */
static bool is_witness(const made *m, const relation *hb, const lc_any_client *c, const int *ops) {
    edges e = {0};
    for (uint32_t i = 0; i < c->edges.count; i++) e[ops[c->edges.at[i].first]][ops[c->edges.at[i].second]] = true;
    bool there = true;
    for (uint32_t i = 0; i < c->edges.count && c->locked; i++)
        there &= m->locked[ops[c->edges.at[i].first]][ops[c->edges.at[i].second]];
    return there && (c->locked || is_consistent(m, (const bool(*)[OPS])e)) && !is_legal(m, hb, (const bool(*)[OPS])e);
}

static void compare(const made *m, const lince_specs *specs, tally *t) {
    int ops[OPS];
    edges none = {0};
    relation hb = happens_before(m);
    lince_history *h = history_of(m, ops);
    lince_check_options options = {.init = lince_int(lince_history_values(h), 0)};
    lc_any_client c = {.outcome = LC_HALTED};
    bool good = h && lc_check_any_client(&c, h, specs, &options, NULL) == LINCE_DONE && !c.unsure;
    bool alone = is_legal(m, &hb, (const bool(*)[OPS])none), any = all_clients_are_right(m, &hb, none, 0);
    bool right = any && is_legal(m, &hb, (const bool(*)[OPS])m->locked);
    good = good && c.locked == (any && !right);
    good = good && c.outcome == (right ? LC_HOLDS : LC_VIOLATED);
    if (good && !right) good = is_witness(m, &hb, &c, ops) && (c.edges.count > 0) == alone;
    t->bad += !good;
    t->right += good && right;
    t->wrong_alone += good && !alone;
    t->wrong_client += good && alone && !any;
    t->wrong_locked += good && any && !right;
    t->edges += c.edges.count;
    for (uint32_t i = 0; good && !c.locked && i < c.edges.count; i++)
        good = lc_history_add_client(h, c.edges.at[i].first, c.edges.at[i].second) &&
               lc_comes_before(h, c.edges.at[i].first, c.edges.at[i].second);
    lc_any_client_free(&c);
    lince_history_free(h);
}

int main(int argc, char **argv) {
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 5000, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    lince_specs *queue = lince_specs_new(), *reg = lince_specs_new();
    bool named =
        lince_specs_add(queue, "queue", NULL) == LINCE_DONE && lince_specs_add(reg, "register", NULL) == LINCE_DONE;
    tally t = {0};
    for (uint64_t n = 0, number = first; n < count && named; number++) {
        made m;
        seed = number * 0xd1342543de82ef95u;
        if (!make(&m)) continue;
        n++;
        compare(&m, m.queue ? queue : reg, &t);
    }
    expect(named && !t.bad && t.right > count / 10 && t.wrong_alone > count / 20 && t.wrong_client > count / 50 &&
               t.wrong_locked > count / 100,
           "%" PRIu64 " executions: right for any client %" PRIu64 ", wrong %" PRIu64 ", wrong for some client %" PRIu64
           ", for the order of synchronization %" PRIu64 " (%" PRIu64 " edges); disagree %" PRIu64,
           count, t.right, t.wrong_alone, t.wrong_client, t.wrong_locked, t.edges, t.bad);
    lince_specs_free(queue);
    lince_specs_free(reg);
    return tap_end();
}
