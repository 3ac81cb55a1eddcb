/* A formula holds of a system if no run of the system is accepted by the automaton of its negation.
 *
 * First the product is explored breadth first.  If the automaton gets to where it accepts any continuation, the run up
 * to there is a shortest one that breaks the formula (it can be continued fairly: any finite run can).  Now and then,
 * each time four times as much is known, the components of the known part are computed; so loops near the start are
 * found soon, and the work stays in proportion.  If that comes to nothing and the product is large, it goes deep: a run
 * that breaks the formula is often found long before everything is known.
 */
#include "model/ltl/ltl.h"

#include "model/ltl/ltl_search.h"

enum { BREADTH_MAX = 1 << 18, FIRST_LOOK = 8 };

bool lcm_ltl_conditions(const lcm_ltl *l, lc_budget *budget, lcm_conditions *out) {
    for (uint32_t i = 0; i < 2; i++)
        if (l->of[i] && !lcm_ltl_conditions(l->of[i], budget, out)) return false;
    return l->kind != LCM_L_CONDITION || lc_push(budget, out, l->condition);
}

/* Breadth first, up to `most` nodes.  The first node where everything is accepted; UINT32_MAX: none was met. */
static uint32_t explore(lcm_ltl_search *s, uint32_t most) {
    lcm_product *p = &s->product;
    uint32_t sure = p->automaton->sure, level = p->nodes.count, look = FIRST_LOOK, i;
    for (i = 0; i < p->nodes.count; i++)
        if (p->nodes.at[i].automaton == sure && lcm_explored_clear(&s->explored, 0)) return i;
    s->nearest = true;
    for (i = 0; i < p->nodes.count && (sure != UINT32_MAX || p->nodes.count <= most); i++) {
        if (i == level) {
            s->explored.figures->depth++;
            level = p->nodes.count;
        }
        if (i == look) {
            lcm_ltl_components(s);
            if (s->found.count > 0) return UINT32_MAX;
            look = look > UINT32_MAX / 4 ? UINT32_MAX : look * 4;
        }
        if (!lcm_explored_goes_on(&s->explored, p->nodes.count - i)) return UINT32_MAX;
        if (!lcm_explored_visit(&s->explored, p->nodes.at[i].state)) return UINT32_MAX;
        lcm_cursor cursor = {i, 0, 0};
        for (lcm_arc arc; lcm_product_next(p, &cursor, true, &arc);)
            if (p->nodes.at[arc.to].automaton == sure && lcm_explored_clear(&s->explored, p->nodes.at[arc.to].state))
                return arc.to;
    }
    s->nearest = i == p->nodes.count; /* all of it is known */
    return UINT32_MAX;
}

static void decide(lcm_ltl_search *s, uint32_t breadth, lcm_finding *f) {
    uint32_t sure = explore(s, breadth ? breadth : BREADTH_MAX);
    bool told = true;
    if (sure != UINT32_MAX) {
        f->answer = LCM_FAILS;
        f->reason = LCM_R_PREFIX;
        told = lcm_ltl_reconstruct_path(s, sure, UINT32_MAX, f);
    } else {
        if (s->found.count == 0 && lcm_explored_goes_on(&s->explored, 0)) lcm_ltl_components(s);
        if (s->found.count > 0) {
            f->answer = LCM_FAILS;
            told = lcm_ltl_reconstruct_lasso(s, f);
        } else if (!lcm_explored_goes_on(&s->explored, 0)) {
            lcm_explored_give_up(&s->explored, f);
            if (f->answer == LCM_BROKEN) told = lcm_ltl_reconstruct_path(s, UINT32_MAX, s->explored.broken, f);
        }
    }
    if (!told) f->answer = LCM_UNDECIDED, f->reason = LCM_R_MEMORY;
}

static bool goes_on(void *context) { return lcm_explored_goes_on(context, 0); }

void lcm_search_ltl(const lcm_lts *lts, const lcm_ltl_question *q, const lcm_search_limits *limits, lcm_finding *f) {
    lcm_forms forms;
    lcm_buchi automaton;
    lcm_ltl_search s = {.fairness = q->fairness};
    lcm_forms_init(&forms, limits->budget);
    uint32_t denied = lcm_forms_deny(&forms, q->formula, q->model, lts->alphabet, q->conditions, q->condition_count);
    lcm_explored_init(&s.explored, lts, forms.condition_numbers, forms.condition_count,
                      q->fairness != LCM_UNFAIR && q->fairness != LCM_GLOBALLY_FAIR, limits, &f->figures);
    s.explored.by_event = lcm_is_about_events(q->fairness);
    s.distinct = s.explored.by_event || lts->actors <= 64 ? UINT64_MAX : UINT64_MAX >> 1;
    lcm_buchi_make(&automaton, &forms, denied, goes_on, &s.explored, s.explored.budget);
    f->figures.automaton_states = automaton.state_count;
    f->answer = LCM_HOLDS;
    f->reason = LCM_R_NONE;
    if (forms.too_large || automaton.too_large) {
        f->answer = LCM_UNDECIDED;
        f->reason = LCM_R_TOO_LARGE;
    } else {
        lcm_product_init(&s.product, &s.explored, &automaton, &forms);
        decide(&s, q->breadth, f);
        lcm_explored_finish(&s.explored, f);
        lcm_product_free(&s.product);
    }
    lc_vec_free(s.explored.budget, &s.order);
    lc_vec_free(s.explored.budget, &s.region);
    lc_vec_free(s.explored.budget, &s.taken);
    lc_vec_free(s.explored.budget, &s.found);
    lcm_buchi_free(&automaton);
    lcm_explored_free(&s.explored);
    lcm_forms_free(&forms);
}
