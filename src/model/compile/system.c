/* A compiled process as a transition system. */
#include "model/compile/system.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "model/compile/grow.h"
#include "model/compile/native.h"
#include "model/run/native_walk.h"
#include "model/search/halt.h"

/* ---- compiling ---- */

void lcm_give_up(lcm_builder *b, lcm_place place, const char *format, ...) {
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    b->status = place.line > 0
                    ? lc_fail_at(b->error, b->model->file, place.line, "column %u: %s", place.column, message)
                    : lc_fail_at(b->error, b->model->file, 0, "%s", message);
    longjmp(b->over, 1);
}

void lcm_mind_growth(lcm_builder *b) {
    if (b->may_grow && !b->grows) longjmp(b->over, LCM_GROW);
}

void lcm_no_memory(lcm_builder *b) {
    b->status = LINCE_OUT_OF_MEMORY;
    longjmp(b->over, 1);
}

void lcm_mind_limits(lcm_builder *b) {
    if (++b->rounds % 256 == 0 && lcm_halted(&b->meter)) lcm_no_memory(b);
}

void *lcm_room(lcm_builder *b, size_t size) {
    lcm_mind_limits(b);
    void *block = lc_arena_take(&b->arena, size);
    if (!block) lcm_no_memory(b);
    return memset(block, 0, size);
}

void lcm_grow(lcm_builder *b, void **at, uint32_t *room, size_t item_size) {
    uint32_t more = *room > 0 ? *room * 2 : 8;
    void *block = lcm_room(b, more * item_size);
    if (*room > 0) memcpy(block, *at, *room * item_size);
    *at = block;
    *room = more;
}

/* ---- walking ---- */

static lcm_system_walker *walker_of(lcm_walker *w) { return (lcm_system_walker *)(void *)w; }

static lcm_walker *open_system(const lcm_lts *lts, lc_budget *budget) {
    const lcm_system *s = (const lcm_system *)(const void *)lts;
    lcm_system_walker *w = lc_allocate(budget, sizeof *w);
    if (!w) return NULL;
    memset(w, 0, sizeof *w);
    w->base.lts = lts;
    w->system = s;
    w->budget = budget;
    w->field_bytes = (s->fields.count + 1) * sizeof *w->before;
    w->local_bytes = (s->locals_max + 1) * sizeof *w->before;
    w->before = lc_allocate(budget, w->field_bytes);
    w->after = lc_allocate(budget, w->field_bytes);
    w->machine = (lcm_machine){.system = s, .locals = lc_allocate(budget, w->local_bytes)};
    lcm_label_cache_init(&w->labels, s->alphabet);
    lc_map64_init(&w->members, budget);
    if (w->before && w->after && w->machine.locals) return &w->base;
    s->lts.close(&w->base);
    return NULL;
}

static void close_system(lcm_walker *walker) {
    lcm_system_walker *w = walker_of(walker);
    if (w->before) lc_release(w->budget, w->before, w->field_bytes);
    if (w->after) lc_release(w->budget, w->after, w->field_bytes);
    if (w->machine.locals) lc_release(w->budget, w->machine.locals, w->local_bytes);
    lcm_native_close(w);
    lc_vec_free(w->budget, &w->is_atomic);
    lc_vec_free(w->budget, &w->offers);
    lc_vec_free(w->budget, &w->parts);
    lc_vec_free(w->budget, &w->marks);
    lc_vec_free(w->budget, &w->sides);
    lc_map64_free(&w->members);
    lc_release(w->budget, w, sizeof *w);
}

static void start_fields(lcm_system_walker *w) {
    for (uint32_t i = 0; i < w->system->fields.count; i++) w->before[i] = w->system->fields.at[i].initial;
    w->machine.fields = w->before;
    w->machine.failure.failed = false;
    lcm_run(&w->machine, w->system->start);
}

static void init_system(lcm_walker *walker, uint32_t *state) {
    lcm_system_walker *w = walker_of(walker);
    uint32_t field;
    start_fields(w);
    bool packed = lcm_pack(w->system, w->before, state, &field);
    assert(packed); /* see make_room */
    (void)packed;
}

/* The steps of the first slot whose steps are enough.  False: there is none. */
static bool walk_ample(lcm_system_walker *w) {
    const lcm_system *s = w->system;
    for (uint32_t i = 0; i < s->slots.count; i++) {
        const lcm_slot *slot = &s->slots.at[i];
        if (!slot->locations.at[w->before[slot->field]].ample) continue;
        lcm_walk_slot(w, i);
        if (w->out->at.count > 0 || w->out->failure.failed) return true;
    }
    return false;
}

static void clear_walker(lcm_system_walker *w, lcm_moves *out) {
    w->out = out;
    w->machine.failure.failed = false;
    w->atomic = false;
    w->is_atomic.count = w->offers.count = w->parts.count = w->marks.count = 0;
}

static void next_system(lcm_walker *walker, const uint32_t *state, lcm_moves *out) {
    lcm_system_walker *w = walker_of(walker);
    const lcm_native *native = atomic_load_explicit(&w->system->native, memory_order_acquire);
    clear_walker(w, out);
    if (native && !w->keeps_dead) {
        if (lcm_native_next(w, native, state, out)) return;
        clear_walker(w, out);
    }
    lcm_walk_unpack(w, state);
    if (w->system->growth && !lcm_grow_state((lcm_system *)(uintptr_t)w->system, w->before, &out->failure)) return;
    if (w->system->reduces && !w->looks_fully && walk_ample(w)) return;
    lcm_walk_slot(w, 0);
    lcm_walk_root(w);
    lcm_walk_prefer_atomic(w);
}

static int32_t value_system(lcm_walker *walker, const uint32_t *state, uint32_t condition) {
    lcm_system_walker *w = walker_of(walker);
    lcm_unpack(w->system, state, w->before);
    w->machine.fields = w->before;
    w->machine.failure.failed = false;
    bool known = lcm_run(&w->machine, w->system->conditions.at[condition]);
    walker->no_value = known ? NULL : &w->machine.failure;
    return known ? w->machine.stack[0] : 0;
}

static bool holds_system(lcm_walker *walker, const uint32_t *state, uint32_t condition) {
    const lcm_native *native = atomic_load_explicit(&walker_of(walker)->system->native, memory_order_acquire);
    walker->no_value = NULL;
    if (native) {
        int holds = native->holds(state, condition);
        if (holds != LCM_NATIVE_UNKNOWN) return holds;
    }
    return value_system(walker, state, condition) != 0;
}

/* ---- for people ---- */

static void print_actor(lcm_walker *walker, const uint32_t *state, const lcm_move *move, lince_text *out) {
    const lcm_system *s = walker_of(walker)->system;
    (void)state;
    bool first = true;
    for (uint32_t i = 0; i < s->slots.count && i < 64; i++)
        if (move->actors >> i & 1) {
            lc_text_printf(out, "%s%s", first ? "" : " & ", s->slots.at[i].name);
            first = false;
        }
}

static void print_move(lcm_walker *walker, const uint32_t *state, const lcm_move *move, lince_text *out) {
    lcm_system_walker *w = walker_of(walker);
    const lcm_action *a = &w->system->actions.at[move->action];
    if (move->label != LCM_TAU || a->kind == LCM_ACT_TAU || a->kind == LCM_ACT_TICK || a->kind == LCM_ACT_RECEIVE) {
        if (move->label != LCM_TAU) lcm_label_print(w->system->alphabet, move->label, out);
        else lc_text_puts(out, lcm_alphabet_name_text(w->system->alphabet, a->name));
        return;
    }
    lcm_unpack(w->system, state, w->before);
    w->machine.fields = w->before;
    w->machine.failure.failed = false;
    const char *name = lcm_alphabet_name_text(w->system->alphabet, a->name);
    lc_text_puts(out, name);
    if (lcm_run(&w->machine, a->numbers)) lcm_numbers_print(name, w->machine.stack, a->count, out);
}

/* ---- making ---- */

static void widen(lcm_field *f, int32_t value) {
    /* 4, 8, 16, 32 bits: a new layout and a new search each time, so not too many. */
    while (value < f->low || value > f->high) {
        if (f->low == f->high) {
            f->low = LCM_GUESS_LOW, f->high = LCM_GUESS_HIGH;
            continue;
        }
        int64_t low = f->low < -4000 ? INT32_MIN : f->low < -8 ? -5000 : f->low < -2 ? -100 : -8;
        int64_t high = f->high > 60000 ? INT32_MAX : f->high > 247 ? 65000 : f->high > 13 ? 1000 : 247;
        f->low = (int32_t)low, f->high = (int32_t)high;
    }
}

/* The cells of a collection that are used, and as many again: so there are few new searches while it grows. */
static bool is_in_use(const lcm_field *f, const lcm_field *wide) {
    return f->number > 0 && (f->number <= 2 * wide->number || f->high > f->low);
}

static bool is_collection(const lcm_system *s, const lcm_field *f) {
    return f->kind == LCM_F_VARIABLE && s->model->variables.at[f->owner].type != LCM_NUMBERS;
}

/* All cells in use have the same room, so that elements can change places. */
static void widen_collection(lcm_system *s, uint32_t field, int32_t value) {
    const lcm_field wide = s->fields.at[field];
    lcm_field *cell = &s->fields.at[field - wide.number], *end = cell + s->model->variables.at[wide.owner].cells;
    lcm_field range = wide;
    for (const lcm_field *f = cell + 1; f < end; f++) {
        if (f->low < range.low) range.low = f->low;
        if (f->high > range.high) range.high = f->high;
    }
    widen(&range, value);
    for (cell++; cell < end; cell++)
        if (is_in_use(cell, &wide)) cell->low = range.low, cell->high = range.high;
}

static void widen_alike(lcm_system *s, uint32_t field, int32_t value) {
    const lcm_field wide = s->fields.at[field];
    for (uint32_t i = 0; i < s->fields.count; i++) {
        lcm_field *f = &s->fields.at[i];
        bool same = f->kind == wide.kind && f->owner == wide.owner && !f->declared &&
                    (wide.kind != LCM_F_REGISTER || f->number == wide.number);
        if (same) widen(f, value);
    }
}

void lcm_system_widen(lcm_system *s, const lcm_failure *failure) {
    lcm_native_suspend(s);
    if (is_collection(s, &s->fields.at[failure->field])) widen_collection(s, failure->field, failure->value);
    else widen_alike(s, failure->field, failure->value);
    lcm_pack_layout(s);
    lcm_native_resume(s);
}

static void compile(lcm_builder *b, lcm_structure *structure, const lcm_system_wish *wish) {
    lcm_find_constant_params(b);
    lcm_structure_make(b, structure, wish);
    lcm_emit_all(b, structure, wish);
    if (!b->grows) {
        lcm_find_access(b);
        if (!wish->keep_dead) lcm_find_dead(b);
        bool counts = b->system->counts_inside || (wish->specification && wish->specification->counts_inside);
        if (wish->reduce && !counts) lcm_find_ample(b, wish);
    }
    lcm_pack_layout(b->system);
}

/* Registers may start with anything. */
static bool make_room(lcm_system *s) {
    lcm_walker *w = open_system(&s->lts, s->budget);
    if (!w) return false;
    start_fields(walker_of(w));
    for (uint32_t i = 0; i < s->fields.count; i++) {
        int32_t value = walker_of(w)->before[i];
        if (value < s->fields.at[i].low || value > s->fields.at[i].high)
            lcm_system_widen(s, &(lcm_failure){.field = i, .value = value});
    }
    close_system(w);
    s->lts.actors = s->slots.count;
    return true;
}

static void release(lcm_system *s) {
    lcm_native_end(s);
    lcm_growth_free(s->growth, s->budget);
    for (uint32_t i = 0; i < s->slots.count; i++) {
        lcm_slot *slot = &s->slots.at[i];
        for (uint32_t k = 0; k < slot->locations.count; k++) lc_vec_free(s->budget, &slot->locations.at[k].fork.hides);
        lc_vec_free(s->budget, &slot->locations);
        lc_vec_free(s->budget, &slot->actions);
    }
    lc_vec_free(s->budget, &s->fields);
    lc_vec_free(s->budget, &s->slots);
    lc_vec_free(s->budget, &s->children);
    lc_vec_free(s->budget, &s->actions);
    lc_vec_free(s->budget, &s->patterns);
    lc_vec_free(s->budget, &s->sets);
    lc_vec_free(s->budget, &s->code.words);
    lc_vec_free(s->budget, &s->code.places);
    lc_vec_free(s->budget, &s->conditions);
    lc_arena_free(&s->texts);
}

static void begin(lcm_system *s, const lcm_system_wish *wish) {
    memset(s, 0, sizeof *s);
    s->lts = (lcm_lts){.words = 1,
                       .alphabet = wish->alphabet,
                       .open = open_system,
                       .close = close_system,
                       .init = init_system,
                       .next = next_system,
                       .holds = holds_system,
                       .value = value_system,
                       .print_actor = print_actor,
                       .print_move = print_move,
                       .print_state = lcm_system_print_state};
    s->model = wish->model;
    s->process = wish->process;
    s->alphabet = wish->alphabet;
    s->budget = wish->budget;
    lc_arena_init(&s->texts, wish->budget);
}

/* One attempt.  False: another one is needed, with more registers, or as a system that grows. */
static bool attempt(lcm_system *s, const lcm_system_wish *wish, bool *grows, uint8_t **demoted, lince_status *status,
                    lince_error *error) {
    lcm_growth *g = lc_allocate(wish->budget, sizeof *g);
    *status = LINCE_OUT_OF_MEMORY;
    if (!g) return true;
    memset(g, 0, sizeof *g);
    g->wish = *wish;
    g->b = (lcm_builder){.model = wish->model,
                         .system = s,
                         .meter = wish->limits ? lcm_meter_of(wish->limits, s->budget)
                                               : lc_meter_of(s->budget, &(lc_limits){0}),
                         .error = error,
                         .status = LINCE_DONE,
                         .demoted = demoted,
                         .grows = *grows,
                         .may_grow = wish->may_grow,
                         .copies = wish->copies};
    lc_arena_init(&g->b.arena, wish->budget);
    lc_intern_init(&g->b.symbols, wish->budget);
    lc_intern_init(&g->b.terms, wish->budget);
    lc_intern_init(&g->b.numbers, wish->budget);
    int over = setjmp(g->b.over);
    if (over == 0) compile(&g->b, &g->structure, wish);
    *status = g->b.status;
    if (over == LCM_GROW) *grows = true;
    if (over == 0 && g->b.grows) {
        s->growth = g;
        /* What was known only while the system was made. */
        g->b.meter = lc_meter_of(s->budget, &(lc_limits){0}), g->b.error = &g->error, g->b.demoted = NULL;
        lcm_growth_settled(s);
    } else lcm_growth_free(g, wish->budget);
    return over != LCM_RESTART && over != LCM_GROW;
}

lince_status lcm_system_make(lcm_system **made, const lcm_system_wish *wish, lince_error *error) {
    lcm_system *s = lc_allocate(wish->budget, sizeof *s);
    *made = NULL;
    if (!s) return LINCE_OUT_OF_MEMORY;
    lc_arena arena;
    lc_arena_init(&arena, wish->budget);
    uint32_t definitions = wish->model->definitions.count;
    uint8_t **demoted = lc_arena_take(&arena, (definitions + 1) * sizeof *demoted);
    lince_status status = demoted ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < definitions && status == LINCE_DONE; i++) {
        uint32_t slots = wish->model->definitions.at[i].slot_count;
        demoted[i] = lc_arena_take(&arena, slots + 1);
        if (demoted[i]) memset(demoted[i], 0, slots + 1);
        else status = LINCE_OUT_OF_MEMORY;
    }
    begin(s, wish);
    bool grows = wish->grow;
    assert(!wish->grow || wish->may_grow);
    while (status == LINCE_DONE && !attempt(s, wish, &grows, demoted, &status, error)) {
        release(s);
        begin(s, wish);
    }
    lc_arena_free(&arena);
    if (status == LINCE_DONE && !make_room(s)) status = LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE && wish->native && !grows) lcm_native_begin(s, wish->native);
    if (status == LINCE_DONE) *made = s;
    else lcm_system_free(s);
    return status;
}

void lcm_system_free(lcm_system *s) {
    if (!s) return;
    release(s);
    lc_release(s->budget, s, sizeof *s);
}

bool lcm_system_reduces(const lcm_system *s) { return s->reduces; }
void lcm_system_look_fully(lcm_system *s) { s->reduces = false; }

const lcm_lts *lcm_system_lts(const lcm_system *s) { return &s->lts; }
