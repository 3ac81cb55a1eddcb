#include "model/ltl/ltl_product.h"

#include <assert.h>

/* Most calls of the search are for nodes.  With more states of the automaton the table would be empty mostly. */
enum { TABLE_MAX = 8 };

static uint32_t new_node(lcm_product *p, uint32_t state, uint32_t automaton) {
    if (!lc_push(p->explored->budget, &p->nodes, (lcm_node){state, automaton})) return LC_NOT_MAPPED;
    p->explored->figures->pairs = p->nodes.count;
    return p->nodes.count - 1;
}

static uint32_t node_of(lcm_product *p, uint32_t state, uint32_t automaton, bool grow) {
    uint32_t width = p->automaton->state_count, number;
    if (width <= TABLE_MAX) {
        if (state >= UINT32_MAX / TABLE_MAX) { /* more than fit in any memory */
            p->explored->halted = LCM_R_MEMORY;
            return LC_NOT_MAPPED;
        }
        uint32_t place = state * width + automaton;
        while (p->table.count <= place)
            if (!grow || !lc_push(p->explored->budget, &p->table, 0)) return LC_NOT_MAPPED;
        if (p->table.at[place] || !grow) return p->table.at[place] - 1;
        number = new_node(p, state, automaton);
        p->table.at[place] = number + 1;
        return number;
    }
    uint64_t key = (uint64_t)state << 32 | automaton;
    number = lc_map64_get(&p->numbers, key);
    if (number != LC_NOT_MAPPED || !grow) return number;
    number = new_node(p, state, automaton);
    if (number != LC_NOT_MAPPED) lc_map64_put(&p->numbers, key, number);
    return number;
}

static bool allows(const lcm_buchi_edge *e, uint64_t letter) { return !(e->yes & ~letter) && !(e->no & letter); }

/* The atoms that hold when `label` has led to the state. */
static uint64_t letter_of(const lcm_product *p, uint32_t state, lcm_label label) {
    const lcm_forms *f = p->forms;
    uint64_t letter = lcm_explored_facts(p->explored, state);
    for (uint32_t i = 0; i < f->event_count; i++)
        if (f->events[i] == label) letter |= (uint64_t)1 << (f->condition_count + i);
    return letter;
}

void lcm_product_init(lcm_product *p, lcm_explored *e, const lcm_buchi *a, const lcm_forms *forms) {
    *p = (lcm_product){.explored = e, .automaton = a, .forms = forms};
    lc_map64_init(&p->numbers, e->budget);
    if (e->halted || a->state_count == 0) return;
    uint64_t letter = letter_of(p, 0, LCM_NO_LABEL);
    for (uint32_t i = a->first.at[0]; i < a->first.at[1]; i++)
        if (allows(&a->edges.at[i], letter)) (void)node_of(p, 0, a->edges.at[i].to, true);
    p->start_count = p->nodes.count;
}

void lcm_product_free(lcm_product *p) {
    lc_vec_free(p->explored->budget, &p->nodes);
    lc_vec_free(p->explored->budget, &p->table);
    lc_map64_free(&p->numbers);
}

bool lcm_product_next(lcm_product *p, lcm_cursor *c, bool grow, lcm_arc *arc) {
    const lcm_explored *e = p->explored;
    const lcm_buchi *a = p->automaton;
    lcm_node node = p->nodes.at[c->node];
    assert(!grow || lcm_explored_visited(e, node.state));
    if (!lcm_explored_visited(e, node.state)) return false;
    uint32_t first = a->first.at[node.automaton], count = a->first.at[node.automaton + 1] - first;
    uint32_t steps = e->count.at[node.state], rounds = steps > 0 ? steps : 1;
    for (; c->step < rounds; c->step++, c->edge = 0) {
        lcm_step step = steps > 0 ? lcm_explored_steps(e, node.state)[c->step] : (lcm_step){node.state, LCM_NO_LABEL};
        uint64_t letter = letter_of(p, step.to, step.label);
        while (c->edge < count) {
            const lcm_buchi_edge *edge = &a->edges.at[first + c->edge++];
            if (!allows(edge, letter)) continue;
            uint32_t to = node_of(p, step.to, edge->to, grow);
            if (to == LC_NOT_MAPPED) continue;
            *arc = (lcm_arc){to, LCM_STUTTER, edge->marks, 0};
            if (steps > 0) arc->step = c->step;
            if (steps > 0 && e->with_actors) arc->actors = e->actors.at[e->first.at[node.state] + c->step];
            return true;
        }
    }
    return false;
}
