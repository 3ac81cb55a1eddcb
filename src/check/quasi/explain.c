#include "check/quasi/explain.h"

#include <stdlib.h>
#include <string.h>

#include "check/explain/describe.h"
#include "check/quasi/excerpt.h"

/* ---- the operations that are moved, and how far ---- */

/* Per operation of the line its places among the first set it belongs to, from 1; 0: it is in none, or takes no part.
 */
static void find_places(const lc_quasi_search *q, lc_displaced *moved) {
    uint32_t count[LC_FACTOR_SETS] = {0};
    for (uint32_t i = 0; i < q->orders.real.count; i++) {
        uint32_t op = q->orders.real.at[i], sets = q->line.ops.at[op].sets;
        for (uint32_t d = 0; d < q->line.set_count; d++)
            if (sets >> d & 1 && ++count[d] && !(sets & ((1u << d) - 1)))
                moved[op] = (lc_displaced){q->line.ops.at[op].op, count[d], lc_quasi_place(&q->orders, op, d)};
    }
}

static lc_displaced *places_of(const lc_quasi_search *q) {
    lc_displaced *moved = calloc(q->line.ops.count + 1u, sizeof *moved);
    if (moved) find_places(q, moved);
    return moved;
}

void lc_quasi_list_moved(const lc_quasi_search *q, lc_quasi_finding *f) {
    lc_displaced *moved = places_of(q);
    for (uint32_t i = 0; moved && i < q->line.ops.count; i++)
        if (moved[i].real != moved[i].legal) (void)lc_push(NULL, &f->moved, moved[i]);
    free(moved);
}

/* ---- in words ---- */

static uint32_t distance(lc_displaced m) { return m.real > m.legal ? m.real - m.legal : m.legal - m.real; }

static bool is_in_conflict(const lc_violation *v, uint32_t op) {
    for (uint32_t i = 0; i < v->conflict.count; i++)
        if (v->conflict.at[i].op == op) return true;
    return false;
}

/* Is it the better example?  The one that is shown, and then the one that other operations overtake. */
static bool is_clearer(const lc_violation *v, lc_displaced m, lc_displaced than) {
    bool shown = is_in_conflict(v, m.op), other = is_in_conflict(v, than.op);
    return shown != other ? shown : m.real > m.legal && than.real < than.legal;
}

/* The operation of a set that is furthest from its place there; of several the clearest example. */
static lc_displaced furthest(const lc_quasi_search *q, uint32_t set, const lc_violation *v) {
    lc_displaced best = {.op = LC_NEVER};
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->orders.real.count; i++) {
        uint32_t op = q->orders.real.at[i];
        if (!(q->line.ops.at[op].sets >> set & 1)) continue;
        lc_displaced m = {q->line.ops.at[op].op, ++count, lc_quasi_place(&q->orders, op, set)};
        if (distance(m) > distance(best) || (distance(m) == distance(best) && is_clearer(v, m, best))) best = m;
    }
    return best;
}

/* The factor that would be enough, and the set it would be for. */
typedef struct remedy {
    lc_smallest smallest;
    lc_displaced furthest;
} remedy;

static void put_remedy(lince_text *out, const lc_job *c, const remedy *r) {
    const lc_quasi_finding *f = &c->result->quasi;
    uint32_t places = distance(r->furthest);
    lc_text_printf(out, "quasi:%s is too strict, quasi:%s is enough%s", c->result->with, f->smallest,
                   r->smallest.at_least == r->smallest.enough ? "" : " (perhaps less)");
    if (!places) return;
    lc_text_puts(out, ": ");
    lc_describe_op(out, c->binding.history, &c->binding.history->ops.at[r->furthest.op]);
    bool late = r->furthest.real > r->furthest.legal;
    if (late && places == 1) lc_text_puts(out, " was overtaken once");
    else if (late) lc_text_printf(out, " was overtaken %u times", places);
    else lc_text_printf(out, " overtook %u other%s", places, places == 1 ? "" : "s");
}

/* With one more place after the other for one set, and the other sets as they are: is there a number that is enough? */
static bool find_enough(lc_job *c, lc_quasi_search *q, const lc_part *part, uint32_t set, uint64_t allowance,
                        remedy *r) {
    lc_factors wider = c->factors;
    wider.sought = set;
    if (!lc_quasi_begin(q, part, &wider)) return false;
    lc_quasi_smallest(&r->smallest, q, &wider, c->factors.at[set].most + 1, allowance);
    if (r->smallest.never || r->smallest.enough == LC_FACTOR_MOST) return false;
    r->furthest = furthest(q, set, c->result->violation);
    lc_quasi_finding *f = &c->result->quasi;
    lince_text text = {0};
    lc_factors_print(&text, &wider, r->smallest.enough);
    free(f->smallest);
    f->smallest = strdup(lc_text(&text));
    lc_text_free(&text);
    f->at_least = r->smallest.at_least;
    f->enough = r->smallest.enough;
    f->moved.count = 0;
    lc_quasi_list_moved(q, f);
    return true;
}

/* Could all operations be moved as far as one likes, would there be a legal order? */
static lc_outcome decide_without_factors(lc_quasi_search *q, const lc_part *part, uint64_t allowance) {
    lc_factors none = {.sought = LC_NOTHING_SOUGHT};
    if (!lc_quasi_begin(q, part, &none)) return LC_HALTED;
    q->meter.allowance = q->visited + allowance;
    lc_outcome outcome = lc_quasi_decide(q, &none, 0);
    q->meter.allowance = UINT64_MAX;
    return outcome;
}

/* The sets in the order in which to try more places: those that were given some first, the most generous first.  Where
 * nothing may be moved, that is mostly meant. */
static void order_sets(const lc_factors *f, uint32_t *sets) {
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t k = i;
        for (; k && f->at[sets[k - 1]].most < f->at[i].most; k--) sets[k] = sets[k - 1];
        sets[k] = i;
    }
}

static void describe_reason(lc_violation *v, lc_job *c, lc_quasi_search *q, const lc_part *part, uint64_t allowance) {
    lc_quasi_finding *f = &c->result->quasi;
    lince_text t = {0};
    bool all_never = true, found = false;
    remedy r = {.furthest = {.op = LC_NEVER}};
    f->enough = LINCE_NO_FACTOR;
    f->moved.count = 0; /* those of other objects */
    uint32_t sets[LC_FACTOR_SETS];
    order_sets(&c->factors, sets);
    for (uint32_t i = 0; i < c->factors.count && !f->sought && !found; i++) {
        found = find_enough(c, q, part, sets[i], allowance / c->factors.count, &r);
        all_never = all_never && r.smallest.never;
    }
    /* A single set of all operations is all there is to move. */
    bool only = c->factors.count == 1 && !c->factors.at[0].names;
    bool hopeless = all_never && !found && (only || decide_without_factors(q, part, allowance) == LC_VIOLATED);
    f->never = f->sought || hopeless;
    if (hopeless) {
        lc_text_puts(&t, "no order of the operations is legal, however far they are moved");
    } else if (found) {
        put_remedy(&t, c, &r);
        if (is_in_conflict(v, r.furthest.op)) v->culprit = r.furthest.op;
    } else {
        lc_text_printf(&t, "no order that time allows is within quasi:%s of a legal one", c->result->with);
        if (f->sought) lc_text_puts(&t, ", however large `min` is");
        else if (all_never) lc_text_puts(&t, "; to raise one of the factors is not enough");
    }
    v->reason = strdup(lc_text(&t));
    lc_text_free(&t);
}

/* ---- a few operations that are a violation by themselves ---- */

typedef struct effort {
    lc_job *job;
    lc_quasi_search *search;
    uint64_t each, left; /* configurations: for one question, for all that are to come */
    bool skipped;
} effort;

/* A part that is not refuted soon counts as right. */
static lc_outcome decide(void *context, const lc_part *part) {
    effort *e = context;
    uint64_t price = part->event_count / 4 + 1, before = e->search->visited;
    if (e->left <= price || !lc_quasi_begin(e->search, part, &e->job->factors)) return LC_HALTED;
    e->left -= price;
    e->search->meter.allowance = before + (e->each < e->left ? e->each : e->left);
    /* where the smallest factor was requested and there is none, any will do to show it */
    lc_outcome outcome = lc_quasi_decide_thoroughly(e->search, &e->job->factors, part->event_count);
    uint64_t spent = e->search->visited - before;
    e->left -= spent < e->left ? spent : e->left;
    e->search->meter.allowance = UINT64_MAX;
    if (outcome != LC_HALTED || e->search->halt != LC_SPENT || !e->left) return outcome;
    e->skipped = true;
    return LC_HOLDS;
}

static void describe_conflict(lc_violation *v, lc_job *c, lc_quasi_search *q, const lc_part *part, uint64_t allowance) {
    effort e = {.job = c, .search = q, .each = c->options->thorough ? allowance : allowance / 64, .left = allowance};
    lc_minimal m;
    lc_reduction how = {.decide = decide, .context = &e, .pinned = LC_NEVER, .keep_returns = true};
    if (lc_minimize(&m, part, &how, &c->binding, &c->budget)) {
        lc_describe_conflict(v, &m, NULL);
        v->minimal = m.complete && !e.skipped;
    }
    lc_minimal_free(&m, &c->budget);
}

void lc_quasi_explain(lc_job *c, lc_quasi_search *q, uint32_t number) {
    const lc_part *part = &c->parts.parts.at[number];
    lc_violation *v = c->result->violation = lc_violation_new(c->options->thorough);
    if (!v) return;
    uint64_t allowance = lc_explanation_allowance(c, c->findings[number].visited);
    lc_span name = c->binding.objects.at[part->object].name;
    v->object = strndup(name.at, name.length);
    v->culprit = LC_NEVER;
    uint64_t more = c->options->thorough ? 0 : 200000 + 10 * (uint64_t)part->event_count,
             share = c->options->thorough ? 1 : 4;
    if (!q->excerpt.count && lc_quasi_begin(q, part, &c->factors)) lc_quasi_show_clash(q, &c->factors, LC_FACTOR_MOST);
    /* If a few operations were enough to find it out, they are enough to show it. */
    lc_part wrong = *part;
    LC_VEC(lc_event) excerpt = {0};
    for (uint32_t i = 0; i < q->excerpt.count; i++) (void)lc_push(NULL, &excerpt, q->excerpt.at[i]);
    if (excerpt.count && excerpt.count == q->excerpt.count) {
        wrong.events = excerpt.at;
        wrong.event_count = excerpt.count;
    }
    describe_conflict(v, c, q, &wrong, allowance + more);
    describe_reason(v, c, q, part, share * allowance + more); /* of the conflict shown, if it is an example */
    lc_vec_free(NULL, &excerpt);
}
