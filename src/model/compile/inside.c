/* `#P()`: how many processes are P now, that is, stand where P begins.
 *
 * PAT had this once (release notes of version 2.4.0) and describes it in one sentence.  A slot counts if the process
 * that takes its next step is the body of P, for whatever parameters.  The number is a sum over locations, so it is
 * code that reads the locations of all slots: reductions that rest on each slot's own locations are left out. */
#include "model/compile/emit.h"
#include "model/compile/slots.h"

static const lcm_process *beginning(const lcm_process *p) {
    while (p && (p->kind == LCM_P_SEQUENCE || p->kind == LCM_P_HIDE || p->kind == LCM_P_ATOMIC)) p = p->of[0];
    return p;
}

static bool stands_at(const lcm_builder *b, lcm_term t, const lcm_process *first) {
    const lcm_term_node *n = lcm_term_at(b, t);
    while (n->kind == LCM_M_SEQUENCE || n->kind == LCM_M_HIDE || n->kind == LCM_M_ATOMIC) n = lcm_term_at(b, n->of[0]);
    return n->kind == LCM_M_CLOSURE && n->process == first;
}

void lcm_emit_inside(lcm_emitter *e, uint32_t definition) {
    lcm_builder *b = e->b;
    const lcm_definition *d = &b->model->definitions.at[definition];
    const lcm_process *first = beginning(d->body);
    const lcm_structure *s = b->structure;
    bool simple = first && first->kind != LCM_P_REFERENCE && first->kind != LCM_P_INTERLEAVE &&
                  first->kind != LCM_P_PARALLEL && first->kind != LCM_P_SKIP && first->kind != LCM_P_STOP;
    if (!simple)
        lcm_give_up(b, d->place, "'#%s()' counts processes that begin with a step of their own; '%s' does not", d->name,
                    d->name);
    if (b->grows || b->system->replicated_forks)
        lcm_give_up(b, d->place,
                    "'#%s()' is known only while the model runs: this process has no end of places, or of copies",
                    d->name);
    b->system->counts_inside = true;
    lcm_emit(e, LCM_I_NUMBER, 0, 0, 0);
    for (uint32_t i = 0; i < s->places.items.count; i++) {
        const uint32_t *key = lc_intern_get(&s->places, i)->bytes; /* slot, term */
        if (!stands_at(b, key[1], first)) continue;
        lcm_emit(e, LCM_I_LOAD, b->system->slots.at[key[0]].field, 0, 0);
        lcm_emit(e, LCM_I_NUMBER, s->place_location.at[i], 0, 0);
        lcm_emit(e, LCM_I_EQUAL, 0, 0, 0);
        lcm_emit(e, LCM_I_PLUS, 0, 0, 0);
    }
}
