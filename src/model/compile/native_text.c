/* A compiled system as C text: for each slot a function with a switch over its location, for each action its guard and
 * its effect.
 *
 * The text holds numbers only, of fields, actions and slots: no text of the model gets into it.  Labels come from a
 * table, for their numbers differ from run to run; so the same model gives the same text.
 *
 * Native are steps that one slot takes by itself, and the end of processes in parallel.  Joint steps of several slots
 * are left to meet.c: below a fork where something is joint, slots pass their offers to it. */
#include <stdlib.h>

#include "model/compile/native_face.h"
#include "model/compile/native_write.h"

#define PUT(...)         lc_text_printf(w->out, __VA_ARGS__)
#define AS_TEXT(...)     AS_TEXT_NOW(__VA_ARGS__)
#define AS_TEXT_NOW(...) #__VA_ARGS__

/* Is it for those around it to take part in? */
static bool is_offered(const lcm_action *a) { return a->kind == LCM_ACT_RECEIVE || a->joint; }

static bool is_native(const lcm_system *s, const lcm_action *a) {
    return !is_offered(a) && lcm_native_can_write(s, a->guard) && lcm_native_can_write(s, a->subscript) &&
           lcm_native_can_write(s, a->numbers) && lcm_native_can_write(s, a->effect);
}

bool lcm_native_computes_label(const lcm_system *s, const lcm_action *a) {
    return a->kind != LCM_ACT_TICK && a->label == LCM_NO_LABEL && is_native(s, a);
}

/* ---- steps ---- */

static void put_copies(lcm_native_writer *w) {
    uint32_t words = w->system->words;
    if (w->where == LCM_IN_COPY) {
        PUT("    unsigned *d = o;\n    __builtin_memcpy(d, s, %u);\n", words * 4);
        return;
    }
    for (uint32_t i = 0; i < words; i++)
        if (w->copied[i]) PUT("    unsigned d%u = s[%u];\n", i, i);
}

/* Word by word where there are few, so that each is written once. */
static void put_result(lcm_native_writer *w) {
    enum { FEW = 16 };
    uint32_t words = w->system->words;
    if (w->where == LCM_IN_COPY) return;
    if (words > FEW) PUT("    __builtin_memcpy(o, s, %u);\n", words * 4);
    for (uint32_t i = 0; i < words; i++) {
        if (w->copied[i]) PUT("    o[%u] = d%u;\n", i, i);
        else if (words <= FEW) PUT("    o[%u] = s[%u];\n", i, i);
    }
}

/* The action is taken; its label is in `label`. */
static void put_step(lcm_native_writer *w, uint32_t number) {
    const lcm_system *s = w->system;
    const lcm_action *a = &s->actions.at[number];
    PUT("    if (c->count == c->room && !c->grow(c)) goto failed;\n    {\n    unsigned *o = c->next;\n");
    if (lcm_native_uses_locals(s, a->effect)) PUT("    int l[%u] = {0};\n", s->locals_max + 1);
    PUT("    unsigned rounds = 0;\n");
    w->where = lcm_native_effect_where(w, a->effect, a->reset);
    put_copies(w);
    PUT("   ");
    lcm_native_put_code(w, a->effect);
    if (a->reset != LCM_NO_CODE) lcm_native_put_code(w, a->reset);
    PUT("\n");
    put_result(w);
    w->where = LCM_IN_STATE;
    PUT("    c->moves[c->count++] = (lcm_native_move){label, %u, %lluull, 0};\n", number,
        1ull << (a->slot < 63 ? a->slot : 63));
    PUT("    c->next = o + %u;\n", s->words);
    if (s->has_atomic) PUT("    c->mark(c, %d);\n", a->atomic);
    PUT("    }\n");
}

/* The label of an action whose numbers are computed: those met lately are remembered.  `met` is the number of the
 * action among such actions. */
static void put_label(lcm_native_writer *w, uint32_t number, uint32_t met) {
    const lcm_action *a = &w->system->actions.at[number];
    static const uint32_t factor[] = {1, 5, 25, 125};
    bool kept = a->count <= 4;
    if (a->subscript != LCM_NO_CODE) {
        lcm_native_put_code(w, a->subscript);
        PUT(" which = (unsigned)t0;\n   ");
    } else PUT(" which = 0;");
    lcm_native_put_code(w, a->numbers);
    PUT("\n    {\n    int n[] = {");
    for (uint32_t i = 0; i < a->count; i++) PUT("t%u, ", i);
    PUT("0};\n");
    if (kept) {
        PUT("    lcm_native_label *e = c->met + %u + ((which", met * LCM_NATIVE_MET);
        for (uint32_t i = 0; i < a->count; i++) PUT(" + %uu * (unsigned)t%u", factor[i], i);
        PUT(") & %u);\n    if (e->known == which + 1", LCM_NATIVE_MET - 1);
        for (uint32_t i = 0; i < a->count; i++) PUT(" && e->numbers[%u] == t%u", i, i);
        PUT(") label = e->label;\n    else {\n");
    }
    PUT("    label = c->label(c, %u, which, n);\n    if (label == %uu) goto failed;\n", number, LCM_NO_LABEL);
    if (kept) {
        PUT("    e->known = which + 1;\n    e->label = label;\n");
        for (uint32_t i = 0; i < a->count; i++) PUT("    e->numbers[%u] = t%u;\n", i, i);
        PUT("    }\n");
    }
    PUT("    }\n");
}

static void put_action(lcm_native_writer *w, uint32_t number, uint32_t *met) {
    const lcm_system *s = w->system;
    const lcm_action *a = &s->actions.at[number];
    if (!is_native(s, a)) {
        PUT("    c->other(c, %u);\n", number);
        return;
    }
    PUT("   ");
    if (a->guard != LCM_NO_CODE) {
        lcm_native_put_code(w, a->guard);
        PUT("\n    if (t0) {\n   ");
    } else PUT(" {\n   ");
    if (a->kind == LCM_ACT_TICK) PUT(" if (!tick) tick = %u;\n", number + 1);
    else {
        if (lcm_native_computes_label(s, a)) put_label(w, number, (*met)++);
        else PUT(" label = c->labels[%u];\n", number);
        put_step(w, number);
    }
    PUT("    }\n");
}

/* ---- forks ---- */

/* Marks the slots that offer something to other slots, or have some below them that do. */
static void find_offering(const lcm_system *s, bool *offering) {
    for (uint32_t i = 0; i < s->actions.count; i++)
        if (is_offered(&s->actions.at[i]))
            for (uint32_t k = s->actions.at[i].slot; k != LCM_NO_SLOT && !offering[k]; k = s->slots.at[k].parent)
                offering[k] = true;
}

/* No slot below offers anything but to end. */
static void put_quiet_fork(lcm_native_writer *w, const lcm_fork *f) {
    const lcm_system *s = w->system;
    PUT("    all = %d;\n", f->count > 0);
    for (uint32_t i = 0; i < f->count; i++)
        PUT("    r = slot_%u(c, s); if (r == FAILED) goto failed; all &= r != 0;\n", s->children.at[f->first + i]);
    if (s->actions.at[f->join].kind == LCM_ACT_TAU) {
        PUT("    if (all) {\n    label = %u;\n", LCM_TAU);
        put_step(w, f->join);
        PUT("    }\n");
    } else PUT("    if (all) tick = %u;\n", f->join + 1);
}

static void put_loud_fork(lcm_native_writer *w, uint32_t slot, uint32_t location, const lcm_fork *f) {
    PUT("    all = c->open(c, %u, %u);\n", slot, location);
    for (uint32_t i = 0; i < f->count; i++)
        PUT("    c->side(c, all, %u); r = slot_%u(c, s); if (r == FAILED) goto failed; if (r) c->tick(c, r - 1);\n", i,
            w->system->children.at[f->first + i]);
    PUT("    c->close(c, %u, %u, all);\n", slot, location);
}

static void put_fork(lcm_native_writer *w, uint32_t slot, uint32_t location, const bool *offering) {
    const lcm_fork *f = &w->system->slots.at[slot].locations.at[location].fork;
    bool loud = false;
    for (uint32_t i = 0; i < f->count; i++) loud |= offering[w->system->children.at[f->first + i]];
    if (loud) put_loud_fork(w, slot, location, f);
    else put_quiet_fork(w, f);
}

/* ---- slots ---- */

static void put_stack(lcm_native_writer *w) {
    PUT("    int t0");
    for (uint32_t i = 1; i <= LCM_STACK_MAX; i++) PUT(", t%u", i);
    PUT(";\n");
}

static void put_slot(lcm_native_writer *w, uint32_t number, const bool *offering, uint32_t *met) {
    const lcm_slot *slot = &w->system->slots.at[number];
    PUT("static unsigned slot_%u(lcm_native_call *c, const unsigned *restrict s) {\n", number);
    PUT("    unsigned tick = 0, label, which, all, r;\n");
    put_stack(w);
    PUT("    switch (");
    lcm_native_put_field(w, slot->field);
    PUT(") {\n");
    for (uint32_t i = 0; i < slot->locations.count; i++) {
        const lcm_location *l = &slot->locations.at[i];
        if (!l->is_fork && l->count == 0) continue;
        PUT("    case %u:\n", i);
        if (l->is_fork) put_fork(w, number, i, offering);
        else
            for (uint32_t k = 0; k < l->count; k++) put_action(w, slot->actions.at[l->first + k], met);
        PUT("    break;\n");
    }
    PUT("    }\n    return tick;\nfailed:\n    return FAILED;\n}\n");
}

/* The first slot whose steps are enough, as walk_ample of system.c does it. */
static void put_ample(lcm_native_writer *w) {
    for (uint32_t i = 0; i < w->system->slots.count; i++) {
        const lcm_slot *slot = &w->system->slots.at[i];
        bool any = false;
        for (uint32_t k = 0; k < slot->locations.count; k++) any |= slot->locations.at[k].ample;
        if (!any) continue;
        PUT("    switch (");
        lcm_native_put_field(w, slot->field);
        PUT(") {\n");
        for (uint32_t k = 0; k < slot->locations.count; k++)
            if (slot->locations.at[k].ample) PUT("    case %u:\n", k);
        PUT("        if (slot_%u(c, s) == FAILED) return %d;\n", i, LCM_NATIVE_FAILED);
        PUT("        if (c->count > 0) return %d;\n    }\n", LCM_NATIVE_REDUCED);
    }
}

/* All steps; the only offer left at the root is to end. */
static void put_next(lcm_native_writer *w) {
    const lcm_system *s = w->system;
    PUT("int " LCM_NATIVE_NEXT "(lcm_native_call *c, const unsigned *restrict s) {\n");
    PUT("    unsigned label = %u, tick;\n", LCM_TICK);
    put_stack(w);
    PUT("    if (!c->fully) {\n");
    put_ample(w);
    PUT("    }\n");
    PUT("    tick = slot_0(c, s);\n");
    PUT("    switch (tick) {\n    case 0: break;\n    case FAILED: goto failed;\n");
    for (uint32_t i = 0; i < s->actions.count; i++) {
        if (s->actions.at[i].slot != 0 || s->actions.at[i].kind != LCM_ACT_TICK) continue;
        PUT("    case %u:\n", i + 1);
        put_step(w, i);
        PUT("    break;\n");
    }
    PUT("    }\n    return %d;\nfailed:\n    return %d;\n}\n", LCM_NATIVE_DONE, LCM_NATIVE_FAILED);
}

static void put_holds(lcm_native_writer *w) {
    const lcm_system *s = w->system;
    PUT("int " LCM_NATIVE_HOLDS "(const unsigned *s, unsigned condition) {\n");
    put_stack(w);
    PUT("    switch (condition) {\n");
    for (uint32_t i = 0; i < s->conditions.count; i++) {
        if (!lcm_native_can_write(s, s->conditions.at[i])) continue;
        PUT("    case %u:", i);
        lcm_native_put_code(w, s->conditions.at[i]);
        PUT(" return t0 != 0;\n");
    }
    PUT("    }\nfailed:\n    return %d;\n}\n", LCM_NATIVE_UNKNOWN);
}

bool lcm_native_write(const lcm_system *s, lince_text *out) {
    lcm_native_writer writer = {.system = s, .out = out}, *w = &writer;
    bool *offering = calloc(s->slots.count + 1, sizeof *offering);
    w->depth_at = malloc(s->code.words.count + 1);
    w->copied = calloc(s->words + 1, sizeof *w->copied);
    uint32_t met = 0;
    bool room = offering && w->depth_at && w->copied;
    if (room) {
        find_offering(s, offering);
        PUT("%s\n#define FAILED 4294967295u\n", AS_TEXT(LCM_NATIVE_FACE));
        PUT("const unsigned " LCM_NATIVE_KNOWS " = %u;\n", LCM_NATIVE_ABI);
        lcm_native_put_tables(w);
        for (uint32_t i = 0; i < s->slots.count; i++)
            PUT("static unsigned slot_%u(lcm_native_call *, const unsigned *restrict);\n", i);
        for (uint32_t i = 0; i < s->slots.count; i++) put_slot(w, i, offering, &met);
        put_next(w);
        put_holds(w);
    }
    free(offering);
    free(w->depth_at);
    free(w->copied);
    return room && !out->cut;
}
