/* Control that grows: locations whose steps are compiled when a search comes there.
 *
 * A process that calls itself and goes on afterwards, or beside itself, has no end of places to stand at, though data
 * may bound how many it reaches: `Help() = if (todo > 0) {take{todo--;} -> Help(); give -> Skip} else {Skip}`.  Such a
 * system keeps its builder.  A location begins without actions, *unexplored*; before the steps of a state are taken,
 * the locations in it are explored, so a search compiles what it reaches and nothing else.  PAT does so for each state
 * (Process.MoveOneStep), here it is done once for each place.
 *
 * Invariant: actions, locations and code are only added, and mean the same for all time, so states stay what they are.
 * Only where a slot needs fields that states do not have is the system *unsettled*: then each state with an unexplored
 * location fails (`deeper`) until lcm_system_settle has laid all of it out anew and the search begins again.
 *
 * Analyses of the whole control (dead variables, ample sets, symmetry) are left out, and so is native code.  Numbers of
 * locations depend on the order of the search, so there is one thread. */
#include "model/compile/grow.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "lang/lang.h"

/* The place of the process that stands there. */
static lcm_place place_of(const lcm_growth *g, lcm_term t) {
    const lcm_term_node *n = lcm_term_at(&g->b, t);
    while (n->kind != LCM_M_CLOSURE && n->count > 0) n = lcm_term_at(&g->b, n->of[0]);
    return n->kind == LCM_M_CLOSURE ? n->process->place : (lcm_place){0, 0};
}

/* The error of the compiler, where it has no place that of the process. */
static void note_error(lcm_growth *g, lcm_place place, lcm_failure *failure) {
    bool placed = lcm_error_place(&g->error, &place);
    const char *text = g->error.message, *colon = placed ? strstr(text, ": ") : NULL;
    if (g->b.status == LINCE_OUT_OF_MEMORY) text = "memory is exhausted";
    *failure =
        (lcm_failure){.failed = true, .move = {.label = LCM_NO_LABEL}, .line = place.line, .column = place.column};
    snprintf(failure->message, sizeof failure->message, "%.*s", (int)sizeof failure->message - 1,
             colon ? colon + 2 : text);
}

static bool has_fields(const lcm_system *s, const lcm_growth *g) {
    if (s->slots.count != g->slots || s->locals_max > g->locals) return false;
    for (uint32_t i = 0; i < s->slots.count; i++)
        if (s->slots.at[i].registers > s->slots.at[i].field_registers) return false;
    return true;
}

static bool explore(lcm_system *s, uint32_t slot, uint32_t location, lcm_failure *failure) {
    lcm_growth *g = s->growth;
    uint32_t from = g->structure.drafts.count;
    if (setjmp(g->b.over)) {
        g->structure.drafts.count = from;
        s->slots.at[slot].locations.at[location].count = 0;
        note_error(g, place_of(g, g->structure.terms.at[s->slots.at[slot].locations.at[location].first]), failure);
        return false;
    }
    lcm_structure_explore(&g->b, &g->structure, slot, s->slots.at[slot].locations.at[location].first);
    g->settled = has_fields(s, g);
    if (g->settled) lcm_emit_more(&g->b, &g->structure, from);
    if (g->settled) g->settled = has_fields(s, g); /* its code may need more locals */
    if (g->settled) s->slots.at[slot].locations.at[location].unexplored = false;
    else g->slot = slot, g->location = location;
    return true;
}

bool lcm_grow_state(lcm_system *s, const int32_t *fields, lcm_failure *failure) {
    lcm_growth *g = s->growth;
    for (uint32_t i = 0; i < s->slots.count && i < g->slots; i++) {
        uint32_t location = (uint32_t)fields[s->slots.at[i].field];
        if (!s->slots.at[i].locations.at[location].unexplored) continue;
        if (g->settled && !explore(s, i, location, failure)) return false;
        if (g->settled) continue;
        *failure = (lcm_failure){.failed = true, .deeper = true, .move = {.label = LCM_NO_LABEL}};
        return false;
    }
    return true;
}

/* ---- laying out ---- */

static void forget_layout(lcm_system *s) {
    s->fields.count = s->actions.count = s->conditions.count = 0;
    s->code.words.count = s->code.places.count = 0;
    for (uint32_t i = 0; i < s->slots.count; i++) {
        lcm_slot *slot = &s->slots.at[i];
        slot->actions.count = 0;
        for (uint32_t k = 0; k < slot->locations.count; k++) slot->locations.at[k].count = 0;
    }
}

void lcm_growth_settled(lcm_system *s) {
    lcm_growth *g = s->growth;
    g->slots = s->slots.count, g->locals = s->locals_max;
    g->settled = true;
}

bool lcm_system_settle(lcm_system *s) {
    lcm_growth *g = s->growth;
    if (!g || g->settled) return false;
    if (setjmp(g->b.over)) return false; /* no memory: the budget is exhausted, and the search ends */
    s->slots.at[g->slot].locations.at[g->location].unexplored = false;
    forget_layout(s);
    lcm_emit_all(&g->b, &g->structure, &g->wish);
    lcm_pack_layout(s);
    s->lts.actors = s->slots.count;
    lcm_growth_settled(s);
    return true;
}

bool lcm_system_grows(const lcm_system *s) { return s && s->growth; }

void lcm_growth_free(lcm_growth *g, lc_budget *budget) {
    if (!g) return;
    lcm_structure_free(&g->structure);
    for (uint32_t i = 0; i < g->b.walks.count; i++) lc_intern_free(g->b.walks.at[i]);
    lc_intern_free(&g->b.symbols);
    lc_intern_free(&g->b.terms);
    lc_intern_free(&g->b.numbers);
    lc_arena_free(&g->b.arena);
    lc_release(budget, g, sizeof *g);
}
