#include "counting/formula/plan.h"

#include <assert.h>
#include <string.h>

enum { MOST_TOGETHER = 64 }; /* variables of one join: they are a mask */

/* The variables of a join. */
typedef struct block {
    uint32_t variables[MOST_TOGETHER];
    uint32_t count;
} block;

static uint64_t mask_of(const block *b, lc_subject of) {
    for (uint32_t i = 0; !of.constant && i < b->count; i++)
        if (b->variables[i] == of.number) return UINT64_C(1) << i;
    return 0;
}

static uint64_t mask_of_term(const block *b, lc_term t) {
    uint64_t mask = 0;
    for (uint32_t i = 0; i < t.count; i++) mask |= mask_of(b, t.counts[i].of);
    return mask;
}

/* Which of them occur in a formula. */
static uint64_t mentioned(const block *b, const lc_formula *f) {
    uint64_t mask = mask_of_term(b, f->left) | mask_of_term(b, f->right);
    if (f->kind == LC_F_PREDICATE)
        for (uint32_t i = 0; i < lc_predicate_arity(f->predicate); i++) mask |= mask_of(b, f->about[i]);
    for (uint32_t i = 0; i < f->count; i++) mask |= mentioned(b, f->of[i]);
    assert(f->kind != LC_F_EXISTS || !mask_of(b, (lc_subject){.number = f->variable}));
    return mask;
}

static void *take(lc_scope *s, size_t count, size_t size) {
    void *memory = lc_arena_take(&s->arena, (count ? count : 1) * size);
    if (memory) memset(memory, 0, (count ? count : 1) * size);
    return memory;
}

static const lc_plan *plan(lc_scope *, const lc_formula *);
static const lc_plan *plan_join(lc_scope *, const block *, const lc_formula *body);

/* The conjuncts of a join while it is planned. */
typedef struct conjuncts {
    const lc_formula *const *of;
    uint32_t count;
    uint64_t *masks;
    bool *placed;
} conjuncts;

/* A conjunct that states that variable `v` is about the same element as something that is bound. */
static bool find_anchor(const block *b, const conjuncts *c, uint32_t v, uint64_t bound, lc_subject *anchor) {
    for (uint32_t i = 0; i < c->count; i++) {
        const lc_formula *f = c->of[i];
        if (f->kind != LC_F_PREDICATE || (f->predicate != LC_P_same && f->predicate != LC_P_match)) continue;
        for (uint32_t side = 0; side < 2; side++) {
            if (mask_of(b, f->about[side]) != UINT64_C(1) << v) continue;
            uint64_t other = mask_of(b, f->about[1 - side]);
            if (other & ~bound || other == UINT64_C(1) << v) continue;
            *anchor = f->about[1 - side];
            return true;
        }
    }
    return false;
}

static bool place_checks(lc_scope *s, conjuncts *c, uint64_t bound, lc_plan_step *step) {
    step->checks = take(s, c->count, sizeof *step->checks);
    if (!step->checks) return false;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->placed[i] || !c->masks[i] || c->masks[i] & ~bound) continue;
        c->placed[i] = true;
        if (!(step->checks[step->check_count++] = plan(s, c->of[i]))) return false;
    }
    return true;
}

/* How much is known about a variable by itself: those of which most is known are bound first. */
static uint32_t known_alone(const conjuncts *c, uint32_t v) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++) count += c->masks[i] == UINT64_C(1) << v;
    return count;
}

static bool plan_chain(lc_scope *s, const block *b, conjuncts *c, uint64_t members, lc_plan_chain *chain) {
    uint64_t bound = 0;
    chain->steps = take(s, (size_t)__builtin_popcountll(members), sizeof *chain->steps);
    if (!chain->steps) return false;
    while (bound != members) {
        uint32_t best = UINT32_MAX;
        lc_subject anchor, best_anchor = {0};
        bool anchored = false;
        for (uint32_t v = 0; v < b->count && !anchored; v++) {
            if (!((members & ~bound) >> v & 1)) continue;
            anchored = find_anchor(b, c, v, bound, &anchor);
            if (anchored) best_anchor = anchor;
            if (anchored || best == UINT32_MAX || known_alone(c, v) > known_alone(c, best)) best = v;
        }
        lc_plan_step *step = &chain->steps[chain->count++];
        *step = (lc_plan_step){.variable = b->variables[best], .anchored = anchored, .anchor = best_anchor};
        bound |= UINT64_C(1) << best;
        if (!place_checks(s, c, bound, step)) return false;
    }
    return true;
}

/* All that conjuncts tie to variable `v`. */
static uint64_t tied_to(const conjuncts *c, uint32_t v) {
    uint64_t members = UINT64_C(1) << v, before = 0;
    while (members != before) {
        before = members;
        for (uint32_t i = 0; i < c->count; i++)
            if (c->masks[i] & members) members |= c->masks[i];
    }
    return members;
}

static const lc_plan *plan_conjunction(lc_scope *s, const block *b, const lc_formula *body) {
    conjuncts c = {.of = &body, .count = 1};
    if (body->kind == LC_F_AND) c = (conjuncts){.of = body->of, .count = body->count};
    lc_plan *p = take(s, 1, sizeof *p);
    c.masks = take(s, c.count, sizeof *c.masks);
    c.placed = take(s, c.count, sizeof *c.placed);
    if (!p || !c.masks || !c.placed) return NULL;
    *p = (lc_plan){
        .kind = LC_F_EXISTS, .of = take(s, c.count, sizeof *p->of), .chains = take(s, b->count, sizeof *p->chains)};
    if (!p->of || !p->chains) return NULL;
    for (uint32_t i = 0; i < c.count; i++) {
        c.masks[i] = mentioned(b, c.of[i]);
        if (c.masks[i]) continue;
        if (!(p->of[p->count++] = plan(s, c.of[i]))) return NULL;
    }
    uint64_t done = 0;
    for (uint32_t v = 0; v < b->count; v++) {
        if (done >> v & 1) continue;
        uint64_t members = tied_to(&c, v);
        if (!plan_chain(s, b, &c, members, &p->chains[p->chain_count++])) return NULL;
        done |= members;
    }
    return p;
}

static const lc_plan *plan_parts(lc_scope *s, const lc_formula *f, const block *b) {
    lc_plan *p = take(s, 1, sizeof *p);
    const lc_plan **of = take(s, f->count, sizeof *of);
    if (!p || !of) return NULL;
    for (uint32_t i = 0; i < f->count; i++)
        if (!(of[i] = b ? plan_join(s, b, f->of[i]) : plan(s, f->of[i]))) return NULL;
    *p = (lc_plan){.formula = f, .kind = f->kind, .of = of, .count = f->count};
    return p;
}

static const lc_plan *plan_join(lc_scope *s, const block *b, const lc_formula *body) {
    return body->kind == LC_F_OR ? plan_parts(s, body, b) : plan_conjunction(s, b, body);
}

static const lc_plan *plan(lc_scope *s, const lc_formula *f) {
    if (f->kind != LC_F_EXISTS) return plan_parts(s, f, NULL);
    block b = {.count = 0};
    for (; f->kind == LC_F_EXISTS && b.count < MOST_TOGETHER; f = f->of[0]) b.variables[b.count++] = f->variable;
    return plan_join(s, &b, f);
}

const lc_plan *lc_plan_make(lc_scope *s, const lc_formula *f) { return f ? plan(s, f) : NULL; }
