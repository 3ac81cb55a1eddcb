/* States of a linearizable specification, and their steps.
 *
 * A state is interned words: the number of the object's state; the return that is insisted on, or 0; and for each
 * process that is not idle a label, in the order of the processes.  The label of its call: it has not taken effect.
 * The label of its return: it has.  So a state contains nothing that cannot be seen later on.
 *
 * Each process takes effect as soon as it can, unseen.  Taking effect only where a return needs it gives smaller sets
 * to the search that follows this system, but more of them differ: of six models tried five had more pairs to be
 * searched, and one as many.
 *
 * One lock guards it all, and no step is kept: each search stores the steps it has received and queries once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/object.h"
#include "model/linear/linear_parts.h"
#include "model/reduce/symmetry.h"

enum { OBJECT, INSISTED, ENTRIES }; /* the layout of a state */
enum { MOST_ENTRIES = 64 };
#define NO_OBJECT UINT32_MAX /* before the object has chosen one of several states to begin with */

typedef struct view {
    uint32_t object, insisted, count;
    lcm_label entries[MOST_ENTRIES];
} view;

/* ---- states ---- */

static view view_of(const lcm_linear *l, uint32_t state) {
    const lc_interned *s = lc_intern_get(&l->states, state);
    const uint32_t *words = s->bytes;
    view v = {
        .object = words[OBJECT], .insisted = words[INSISTED], .count = s->size / (uint32_t)sizeof *words - ENTRIES};
    memcpy(v.entries, words + ENTRIES, v.count * sizeof *words);
    return v;
}

static uint32_t state_of(lcm_linear *l, const view *v) {
    uint32_t words[ENTRIES + MOST_ENTRIES] = {v->object, v->insisted};
    memcpy(words + ENTRIES, v->entries, v->count * sizeof *words);
    return lc_intern_add(&l->states, words, (ENTRIES + v->count) * sizeof *words);
}

/* Where the entry of this process is, or belongs. */
static uint32_t place_of(const lcm_linear *l, const view *v, const lcm_event_meaning *m, bool *there) {
    *there = false;
    for (uint32_t i = 0; i < v->count; i++) {
        lcm_event_meaning other = lcm_linear_meaning(l, v->entries[i]);
        int order = lcm_compare_lanes(&other, m);
        *there = order == 0;
        if (order >= 0) return i;
    }
    return v->count;
}

static void remove_entry(view *v, uint32_t at) {
    memmove(v->entries + at, v->entries + at + 1, (--v->count - at) * sizeof *v->entries);
}

/* ---- turning ---- */

typedef struct renaming {
    lcm_linear *linear;
    uint32_t turn;
    bool lost;
} renaming;

static lince_value renamed(void *context, uint32_t field, lince_value value) {
    renaming *r = context;
    lince_value to = lcm_symmetry_value(r->linear->symmetry, r->turn, field, r->linear->values, value);
    r->lost |= to == LINCE_NO_VALUE;
    return to;
}

/* The object's state with values exchanged; LC_NOT_INTERNED: memory is out. */
static uint32_t turned_object(lcm_linear *l, uint32_t object, uint32_t turn) {
    const lcm_object *o = lcm_object_of(l->instance);
    if ((!o && !lcm_holds_elements(l->instance)) || object == NO_OBJECT || !l->symmetry->values) return object;
    lc_interned from = *lc_intern_get(&l->objects, object);
    renaming r = {.linear = l, .turn = turn};
    lince_value *to = lc_allocate(l->budget, from.size + 1);
    if (!to) return LC_NOT_INTERNED;
    const lince_value *elements = from.bytes;
    if (o) lcm_object_rename(o, elements, to, renamed, &r);
    else
        for (size_t i = 0; i < from.size / sizeof *to; i++) to[i] = renamed(&r, 0, elements[i]);
    uint32_t number = r.lost ? LC_NOT_INTERNED : lc_intern_add(&l->objects, to, from.size);
    lc_release(l->budget, to, from.size + 1);
    return number;
}

uint32_t lcm_linear_turned(lcm_linear *l, uint32_t state, uint32_t turn) {
    view from = view_of(l, state), to = {.object = turned_object(l, from.object, turn)};
    if (to.object == LC_NOT_INTERNED && from.object != NO_OBJECT) return LC_NOT_INTERNED;
    to.insisted = lcm_symmetry_label(l->symmetry, turn, from.insisted);
    for (uint32_t i = 0; i < from.count; i++) {
        lcm_label label = lcm_symmetry_label(l->symmetry, turn, from.entries[i]);
        if (label == LCM_NO_LABEL) return LC_NOT_INTERNED;
        lcm_event_meaning m = lcm_linear_meaning(l, label);
        bool there;
        uint32_t at = place_of(l, &to, &m, &there);
        memmove(to.entries + at + 1, to.entries + at, (to.count++ - at) * sizeof *to.entries);
        to.entries[at] = label;
    }
    return state_of(l, &to);
}

/* ---- taking effect ---- */

typedef struct outcome {
    lcm_label label;
    uint32_t to;
} outcome;

typedef struct effect {
    lcm_linear *linear;
    const view *from;
    uint32_t count; /* of the processes that take effect: `entries[who[i]]` */
    const uint32_t *who;
    const lcm_event_meaning *calls;
    lcm_label label; /* only outcomes at a point with this label; LCM_NO_LABEL: all */
    /* The resulting moves. */
    LC_VEC(outcome) moves;
} effect;

static void keep_move(effect *e, lcm_label label, uint32_t to) {
    if (to == LC_NOT_INTERNED) return;
    for (uint32_t i = 0; i < e->moves.count; i++)
        if (e->moves.at[i].label == label && e->moves.at[i].to == to) return;
    (void)lc_push(e->linear->budget, &e->moves, (outcome){label, to});
}

static void note_outcome(void *context, const void *state, size_t size, const lince_results *results) {
    effect *e = context;
    lcm_linear *l = e->linear;
    view v = *e->from;
    lcm_label label = LCM_TAU;
    v.object = lc_intern_add(&l->objects, state, size);
    if (v.object == LC_NOT_INTERNED) return;
    for (uint32_t i = 0; i < e->count; i++) {
        const lcm_event_meaning *call = &e->calls[i];
        int32_t numbers[LINCE_RESULTS_MAX];
        uint32_t count;
        if (!lcm_linear_numbers(l, call->word->row, &results[i], numbers, &count)) return;
        v.entries[e->who[i]] = lcm_linear_response(l, call, numbers, count);
        if (call->word->point != LC_NOT_INTERNED) label = lcm_linear_point(l, call, numbers, count);
        if (v.entries[e->who[i]] == LCM_NO_LABEL || label == LCM_NO_LABEL) return;
    }
    if (e->label == LCM_NO_LABEL || e->label == label) keep_move(e, label, state_of(l, &v));
}

static void run_together(effect *e) {
    lcm_linear *l = e->linear;
    lince_call calls[MOST_ENTRIES];
    lince_value args[MOST_ENTRIES][LINCE_ARGS_MAX];
    for (uint32_t i = 0; i < e->count; i++) {
        const lcm_event_meaning *m = &e->calls[i];
        for (uint32_t k = 0; k < m->count; k++) args[i][k] = lince_int(l->values, m->numbers[k]);
        calls[i] = (lince_call){.method = m->word->row, .argc = m->count, .args = args[i]};
    }
    const lc_interned *object = lc_intern_get(&l->objects, e->from->object);
    lc_run_next(&l->runner, object->bytes, object->size, calls, e->count, note_outcome, e);
}

typedef struct group {
    effect effect;
    uint32_t called; /* how many have called and not taken effect, by the rows of their operations: */
    uint32_t place[MOST_ENTRIES];
    lcm_event_meaning meaning[MOST_ENTRIES];
    uint32_t least, most;
    bool ordered;
    uint32_t who[MOST_ENTRIES];
    lcm_event_meaning chosen[MOST_ENTRIES];
    uint64_t taken;
} group;

/* All groups that begin with those chosen.  Those of one method come in one order, unless it matters. */
static void grow(group *g, uint32_t count, uint32_t from) {
    effect *e = &g->effect;
    if (count >= g->least) {
        e->count = count;
        e->who = g->who;
        e->calls = g->chosen;
        run_together(e);
    }
    if (count == g->most) return;
    for (uint32_t i = g->ordered ? 0 : from; i < g->called; i++) {
        if (g->taken >> i & 1) continue;
        if (count && g->meaning[i].word->row < g->chosen[count - 1].word->row) continue;
        g->taken |= (uint64_t)1 << i;
        g->who[count] = g->place[i];
        g->chosen[count] = g->meaning[i];
        grow(g, count + 1, i + 1);
        g->taken &= ~((uint64_t)1 << i);
    }
}

static void add_called(group *g, uint32_t place, const lcm_event_meaning *m) {
    uint32_t at = g->called++;
    while (at && g->meaning[at - 1].word->row > m->word->row) {
        g->meaning[at] = g->meaning[at - 1];
        g->place[at] = g->place[at - 1];
        at--;
    }
    g->meaning[at] = *m;
    g->place[at] = place;
}

/* The processes that have called take effect: all of them in turn, or together, or only one of them at its point. */
static void take_effect(lcm_linear *l, const view *v, uint32_t only, lcm_label label, effect *out) {
    group *g = calloc(1, sizeof *g);
    if (!g) {
        if (l->budget) atomic_store(&l->budget->exhausted, true);
        return;
    }
    g->effect = (effect){.linear = l, .from = v, .label = label};
    g->least = l->least;
    g->most = l->most;
    g->ordered = l->instance->spec->traits & LINCE_ORDERED;
    for (uint32_t i = 0; i < v->count; i++) {
        lcm_event_meaning m = lcm_linear_meaning(l, v->entries[i]);
        if (m.role == LCM_CALL && (only == UINT32_MAX || only == i)) add_called(g, i, &m);
    }
    grow(g, 0, 0);
    *out = g->effect;
    free(g);
    if (l->runner.out_of_memory && !lc_instance_failed(l->instance, NULL) && l->budget)
        atomic_store(&l->budget->exhausted, true);
}

/* ---- all steps of a state ---- */

static void add_move(lcm_moves *out, lcm_label label, uint32_t to) {
    if (to == LC_NOT_INTERNED) return;
    uint32_t *state = lcm_moves_add(out, (lcm_move){.label = label});
    if (state) *state = to;
}

static void insist(effect *e, const view *from) {
    for (uint32_t i = 0; i < from->count; i++) {
        view v = *from;
        if (lcm_linear_meaning(e->linear, v.entries[i]).role != LCM_RESPONSE) continue;
        v.insisted = v.entries[i];
        keep_move(e, LCM_TAU, state_of(e->linear, &v));
    }
}

static void respond(effect *e, const view *from) {
    for (uint32_t i = 0; i < from->count; i++) {
        view v = *from;
        lcm_label label = v.entries[i];
        if (lcm_linear_meaning(e->linear, label).role != LCM_RESPONSE) continue;
        if (from->insisted && from->insisted != label) continue;
        v.insisted = 0;
        remove_entry(&v, i);
        keep_move(e, label, state_of(e->linear, &v));
    }
}

static void note_initial(void *context, const void *state, size_t size, const lince_results *results) {
    effect *e = context;
    (void)results;
    view v = {.object = lc_intern_add(&e->linear->objects, state, size)};
    if (v.object != LC_NOT_INTERNED) keep_move(e, LCM_TAU, state_of(e->linear, &v));
}

static void work_out(lcm_linear *l, uint32_t state, effect *e) {
    view v = view_of(l, state);
    *e = (effect){.linear = l};
    if (v.object == NO_OBJECT) {
        lc_run_init(&l->runner, note_initial, e);
        return;
    }
    if (!v.insisted) take_effect(l, &v, UINT32_MAX, LCM_NO_LABEL, e);
    bool quiet = true; /* every process that can has taken effect */
    for (uint32_t i = 0; i < e->moves.count; i++) quiet &= e->moves.at[i].label != LCM_TAU;
    e->from = NULL; /* it was on a stack */
    respond(e, &v);
    if (l->progress && quiet && !v.insisted) insist(e, &v);
}

void lcm_linear_next(lcm_linear *l, uint32_t state, lcm_moves *out) {
    effect e;
    work_out(l, state, &e);
    for (uint32_t i = 0; i < e.moves.count; i++) add_move(out, e.moves.at[i].label, e.moves.at[i].to);
    lc_vec_free(l->budget, &e.moves);
}

/* ---- steps with a label ---- */

/* No process calls before its last operation has returned, nor returns without having called. */
static void note_misuse(lcm_linear *l, const lcm_event_meaning *m, const view *v, uint32_t at) {
    lcm_event_meaning other = at < v->count ? lcm_linear_meaning(l, v->entries[at]) : (lcm_event_meaning){0};
    char process[32] = "", lacking[64] = "", hint[256] = "";
    const char *meant = NULL;
    if (m->word->with_process && l->symmetry) /* processes may have changed places: the steps show which it is */
        snprintf(process, sizeof process, " in one process");
    else if (m->word->with_process) snprintf(process, sizeof process, " in process %d", m->process);
    if (m->role == LCM_CALL && lcm_linear_lacks_return(l, other.word, lacking, sizeof lacking, &meant))
        snprintf(hint, sizeof hint, ": no process does '%s'%s%.80s%s", lacking, meant ? "; did you mean '" : "",
                 meant ? meant : "", meant ? "'?" : "");
    else if (!*process)
        snprintf(hint, sizeof hint, ": if several processes call it, put their number behind the name of the events");
    if (m->role == LCM_CALL)
        lcm_linear_fail(l, "%s is called%s while %s there has not returned%s", m->word->name, process, other.word->name,
                        hint);
    else lcm_linear_fail(l, "%s returns%s without having been called", m->word->name, process);
}

static uint32_t after_call(lcm_linear *l, view *v, lcm_label label, const lcm_event_meaning *m) {
    bool there;
    uint32_t at = place_of(l, v, m, &there);
    if (there) {
        note_misuse(l, m, v, at);
        return LC_NOT_INTERNED;
    }
    if (v->count == MOST_ENTRIES) {
        lcm_linear_fail(l, "more than %d operations are under way at once", MOST_ENTRIES);
        return LC_NOT_INTERNED;
    }
    memmove(v->entries + at + 1, v->entries + at, (v->count++ - at) * sizeof *v->entries);
    v->entries[at] = label;
    return state_of(l, v);
}

static uint32_t after_response(lcm_linear *l, view *v, lcm_label label, const lcm_event_meaning *m) {
    bool there;
    uint32_t at = place_of(l, v, m, &there);
    if (!there) note_misuse(l, m, v, at);
    if (!there || v->entries[at] != label) return LC_NOT_INTERNED;
    remove_entry(v, at);
    return state_of(l, v);
}

static void after_point(lcm_linear *l, const view *v, lcm_label label, const lcm_event_meaning *m, lcm_moves *out) {
    bool there;
    uint32_t at = place_of(l, v, m, &there);
    if (!there || lcm_linear_meaning(l, v->entries[at]).role != LCM_CALL) return;
    effect e;
    take_effect(l, v, at, label, &e);
    for (uint32_t i = 0; i < e.moves.count; i++) add_move(out, label, e.moves.at[i].to);
    lc_vec_free(l->budget, &e.moves);
}

void lcm_linear_after(lcm_linear *l, uint32_t state, lcm_label label, lcm_moves *out) {
    view v = view_of(l, state);
    lcm_event_meaning m = lcm_linear_meaning(l, label);
    if (label == LCM_TICK) add_move(out, label, state); /* all have ended: nothing is returned any more */
    /* The state in which nothing is insisted on is always there as well. */
    if (v.object == NO_OBJECT || v.insisted) return;
    if (m.role == LCM_CALL) add_move(out, label, after_call(l, &v, label, &m));
    if (m.role == LCM_RESPONSE) add_move(out, label, after_response(l, &v, label, &m));
    if (m.role == LCM_POINT) after_point(l, &v, label, &m, out);
}

void lcm_linear_show(lcm_linear *l, uint32_t state, lince_text *out) {
    view v = view_of(l, state);
    if (v.object != NO_OBJECT) {
        const lc_interned *object = lc_intern_get(&l->objects, v.object);
        lc_run_print(&l->runner, object->bytes, object->size, out);
    }
    for (uint32_t i = 0; i < v.count; i++) {
        lc_text_puts(out, i ? ", " : "; ");
        lcm_label_print(l->lts.alphabet, v.entries[i], out);
    }
}

uint32_t lcm_linear_start(lcm_linear *l) { return state_of(l, &(view){.object = NO_OBJECT}); }
