#include "model/reduce/symmetry.h"

#include <assert.h>
#include <string.h>

#include "model/linear/linear.h"
#include "model/run/walk.h"

typedef struct sorting_walker {
    lcm_walker base;
    lc_budget *budget;
    const lcm_symmetry *symmetry;
    lcm_walker *inner;
} sorting_walker;

static const lcm_symmetry *symmetry_of(const lcm_lts *lts) { return (const lcm_symmetry *)(const void *)lts; }
static sorting_walker *walker_of(lcm_walker *w) { return (sorting_walker *)(void *)w; }
static const lcm_lts *inner_lts(const lcm_symmetry *y) { return lcm_system_lts(y->system); }

/* ---- labels and values ---- */

/* The label with the process that `to` gives instead of the one it has. */
lcm_label lcm_symmetry_relabel(const lcm_symmetry *y, lcm_label label, const uint8_t *to) {
    uint32_t name;
    int32_t numbers[LCM_LABEL_MAX];
    if (label == LCM_TAU || label == LCM_TICK || label == LCM_NO_LABEL || !y->numbered) return label;
    uint32_t count = lcm_label_parts(y->lts.alphabet, label, &name, numbers);
    if (count == 0 || name >= y->name_count || y->names[name] != LCM_NAMES_PROCESS) return label;
    for (uint32_t i = 0; i < y->count; i++)
        if (y->numbers[i] == numbers[0]) {
            numbers[0] = y->numbers[to[i]];
            return lcm_alphabet_label(y->lts.alphabet, name, numbers, count);
        }
    return label;
}

lcm_label lcm_symmetry_label(const lcm_symmetry *y, uint32_t turn, lcm_label label) {
    label = lcm_symmetry_relabel(y, label, y->turn[turn % y->turns]);
    return y->values ? lcm_values_label(y->values, turn / y->turns, label) : label;
}

lince_value lcm_symmetry_value(const lcm_symmetry *y, uint32_t turn, uint32_t variable, lince_values *values,
                               lince_value value) {
    return y->values ? lcm_values_value(y->values, turn / y->turns, variable, values, value) : value;
}

/* ---- sorting a state ---- */

static int compare(const lcm_symmetry *y, const lcm_naming *n, const uint32_t *state, uint32_t i, uint32_t j) {
    const lcm_field *f = y->system->fields.at;
    for (uint32_t k = 0; k < y->each; k++) {
        uint32_t a = y->fields[i * y->each + k], b = y->fields[j * y->each + k];
        int32_t x = lcm_field_get(&f[a], state), z = lcm_field_get(&f[b], state);
        int order = x == z ? 0 : y->values ? lcm_naming_compare(y->values, n, state, a, b) : x < z ? -1 : 1;
        if (order) return order;
    }
    return 0;
}

/* Process i's part goes to process p[i].  False: a field has no room for it. */
bool lcm_symmetry_rearrange(const lcm_symmetry *y, const uint32_t *from, const uint8_t *p, uint32_t *to,
                            uint32_t *field, int32_t *value) {
    const lcm_field *f = y->system->fields.at;
    memcpy(to, from, y->lts.words * sizeof *to);
    for (uint32_t i = 0; i < y->count; i++)
        for (uint32_t k = 0; p[i] != i && k < y->each; k++) {
            *field = y->fields[p[i] * y->each + k];
            *value = lcm_field_get(&f[y->fields[i * y->each + k]], from);
            if (!lcm_field_put(&f[*field], to, *value)) return false;
        }
    return true;
}

/* The turn that sorts a state. */
static uint32_t sorting_turn(const lcm_symmetry *y, const uint32_t *state) {
    uint8_t order[LCM_ALIKE_MAX], p[LCM_ALIKE_MAX];
    bool sorted = true;
    lcm_naming names;
    if (y->values) lcm_naming_init(&names);
    for (uint32_t i = 0; i < y->shared.count; i++) lcm_naming_meet(y->values, &names, state, y->shared.at[i]);
    for (uint32_t i = 0; i < y->count; i++) {
        uint32_t at = i;
        for (; at > 0 && compare(y, &names, state, order[at - 1], i) > 0; at--)
            order[at] = order[at - 1], sorted = false;
        order[at] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < y->count; i++) p[order[i]] = (uint8_t)i;
    uint32_t turn = sorted ? 0 : lcm_permutation_number(p, y->count);
    if (!y->values) return turn;
    for (uint32_t i = 0; i < y->count; i++)
        for (uint32_t k = 0; k < y->each; k++)
            lcm_naming_meet(y->values, &names, state, y->fields[order[i] * y->each + k]);
    return turn + y->turns * lcm_naming_turn(y->values, &names);
}

/* ---- the sorted view ---- */

static lcm_walker *open_sorting(const lcm_lts *lts, lc_budget *budget) {
    sorting_walker *w = lc_allocate(budget, sizeof *w);
    if (!w) return NULL;
    const lcm_symmetry *y = symmetry_of(lts);
    *w = (sorting_walker){{.lts = lts}, budget, y, inner_lts(y)->open(inner_lts(y), budget)};
    if (w->inner) return &w->base;
    lc_release(budget, w, sizeof *w);
    return NULL;
}

static void close_sorting(lcm_walker *walker) {
    sorting_walker *w = walker_of(walker);
    inner_lts(w->symmetry)->close(w->inner);
    lc_release(w->budget, w, sizeof *w);
}

/* It is sorted: exchanging processes or values does not change it. */
static void init_sorting(lcm_walker *w, uint32_t *state) {
    inner_lts(walker_of(w)->symmetry)->init(walker_of(w)->inner, state);
}

static void next_sorting(lcm_walker *walker, const uint32_t *state, lcm_moves *out) {
    const lcm_symmetry *y = walker_of(walker)->symmetry;
    inner_lts(y)->next(walker_of(walker)->inner, state, out);
    for (uint32_t i = 0; i < out->at.count; i++) {
        uint32_t *to = lcm_moves_state(out, i), turn = sorting_turn(y, to), field;
        int32_t value;
        if (turn == 0) continue;
        if (!lc_reserve(out->budget, &out->states, out->states.count + out->words)) return;
        to = lcm_moves_state(out, i);
        uint32_t *room = out->states.at + out->states.count;
        memcpy(room, to, out->words * sizeof *to);
        if (!lcm_symmetry_rearrange(y, room, y->turn[turn % y->turns], to, &field, &value)) {
            if (!out->failure.failed)
                out->failure = (lcm_failure){.failed = true,
                                             .narrow = true,
                                             .whose = inner_lts(y),
                                             .move = out->at.at[i],
                                             .field = field,
                                             .value = value};
            return;
        }
        if (y->values) lcm_values_state(y->values, 0, turn / y->turns, to);
        out->at.at[i].turn = turn;
    }
}

static bool holds_sorting(lcm_walker *w, const uint32_t *state, uint32_t condition) {
    bool holds = inner_lts(walker_of(w)->symmetry)->holds(walker_of(w)->inner, state, condition);
    w->no_value = walker_of(w)->inner->no_value;
    return holds;
}

static int32_t value_sorting(lcm_walker *w, const uint32_t *state, uint32_t condition) {
    int32_t value = inner_lts(walker_of(w)->symmetry)->value(walker_of(w)->inner, state, condition);
    w->no_value = walker_of(w)->inner->no_value;
    return value;
}

static void print_actor(lcm_walker *w, const uint32_t *state, const lcm_move *move, lince_text *out) {
    inner_lts(walker_of(w)->symmetry)->print_actor(walker_of(w)->inner, state, move, out);
}

static void print_move(lcm_walker *w, const uint32_t *state, const lcm_move *move, lince_text *out) {
    inner_lts(walker_of(w)->symmetry)->print_move(walker_of(w)->inner, state, move, out);
}

static void print_state(lcm_walker *w, const uint32_t *before, const uint32_t *state, lince_text *out) {
    inner_lts(walker_of(w)->symmetry)->print_state(walker_of(w)->inner, before, state, out);
}

/* ---- making ---- */

static bool list_turns(lcm_symmetry *y, lc_budget *budget) {
    y->turns = lcm_factorial(y->count);
    y->turn = lc_allocate(budget, y->turns * sizeof *y->turn);
    if (!y->turn) return false;
    for (uint32_t t = 0; t < y->turns; t++) {
        memset(y->turn[t], 0, sizeof *y->turn);
        lcm_permutation(t, y->count, y->turn[t]);
        assert(lcm_permutation_number(y->turn[t], y->count) == t);
    }
    return true;
}

static bool read_first_state(const lcm_system *s, int32_t *fields, lc_budget *budget) {
    const lcm_lts *lts = lcm_system_lts(s);
    lcm_walker *w = lts->open(lts, budget);
    uint32_t *state = lc_allocate(budget, lts->words * sizeof *state);
    if (w && state) {
        lts->init(w, state);
        lcm_unpack(s, state, fields);
    }
    bool read = w && state;
    if (w) lts->close(w);
    if (state) lc_release(budget, state, lts->words * sizeof *state);
    return read;
}

/* False: memory is out.  Afterwards `count` is the number of processes that are alike, and the specification can follow
 * them. */
static bool find_processes(lcm_symmetry *y, const lcm_symmetry_wish *wish, lc_budget *budget) {
    size_t count = y->system->fields.count, room_size = 2 * count * sizeof(uint32_t) + y->name_count;
    uint32_t *room = lc_allocate(budget, room_size);
    int32_t *first = lc_allocate(budget, count * sizeof *first);
    bool well = room && first && read_first_state(y->system, first, budget);
    bool found = well && lcm_find_alike(y, first, room);
    if (found && wish->traces) found = wish->linear ? lcm_linear_can_follow(wish->linear, y) : !y->numbered;
    if (!found) y->count = y->each = 0, y->numbered = false;
    if (room) lc_release(budget, room, room_size);
    if (first) lc_release(budget, first, count * sizeof *first);
    return well;
}

/* Exchanging values does the same to all of the processes, so that it can be done before or after they are exchanged.
 */
static bool fits(const lcm_symmetry *y, const lcm_values *v) {
    const lcm_value_system *s = &v->systems[0];
    for (uint32_t i = 0; i < y->count * y->each; i++) {
        const lcm_field *f = &y->system->fields.at[y->fields[i]];
        lcm_kind a = f->kind == LCM_F_VARIABLE ? s->kinds.variable + f->owner : 0;
        f = &y->system->fields.at[y->fields[i % y->each]];
        lcm_kind b = f->kind == LCM_F_VARIABLE ? s->kinds.variable + f->owner : 0;
        if (lcm_values_group(v, a) != lcm_values_group(v, b)) return false;
    }
    for (uint32_t i = 1; i < y->count; i++)
        if (!lcm_values_same_slots(v, y->slots[0], y->slots[i])) return false;
    for (uint32_t i = 0; y->numbered && i < v->kinds.names && i < y->name_count; i++)
        if (y->names[i] == LCM_NAMES_PROCESS && lcm_values_group(v, lcm_label_kind(i, 0)) != LCM_NO_GROUP) return false;
    return true;
}

static bool find_values(lcm_symmetry *y, const lcm_symmetry_wish *wish, lc_budget *budget) {
    y->values = lcm_values_find(y->system, wish->specification, wish->linear, budget);
    if (!y->values) return !lc_exhausted(budget);
    if (!fits(y, y->values)) {
        lcm_values_free(y->values);
        y->values = NULL;
        return true;
    }
    for (uint32_t i = 0; i < y->system->fields.count; i++) {
        bool shared = lcm_values_may_hold(y->values, i);
        for (uint32_t k = 0; shared && k < y->count * y->each; k++) shared = y->fields[k] != i;
        if (shared && !lc_push(budget, &y->shared, i)) return false;
    }
    return true;
}

/* ---- followers ---- */

static void turn_system(lcm_walker *w, const uint32_t *state, uint32_t turn, uint32_t *to) {
    const lcm_system *s = (const lcm_system *)(const void *)w->lts;
    const lcm_symmetry *y = s->follows;
    memmove(to, state, s->words * sizeof *to);
    lcm_values_state(y->values, 1, turn / y->turns, to);
}

static void lead(const lcm_symmetry *y, bool leads) {
    if (y->linear) lcm_linear_follow(y->linear, leads ? y : NULL);
    if (!y->specification) return;
    y->specification->follows = leads ? y : NULL;
    y->specification->lts.turn = leads && y->values ? turn_system : NULL;
}

/* An exchange of values exchanges locations, which such code distinguishes: inside.c. */
static bool counts_locations(const lcm_symmetry_wish *wish) {
    return wish->system->counts_inside || (wish->specification && wish->specification->counts_inside);
}

lcm_symmetry *lcm_symmetry_find(const lcm_symmetry_wish *wish, lc_budget *budget) {
    lcm_symmetry *y = lc_allocate(budget, sizeof *y);
    lcm_system *s = wish->system;
    if (!y) return NULL;
    size_t size = (size_t)s->fields.count * LCM_ALIKE_MAX * sizeof *y->fields;
    *y = (lcm_symmetry){.lts = *lcm_system_lts(s),
                        .system = s,
                        .name_count = s->alphabet->names.items.count,
                        .specification = wish->specification,
                        .linear = wish->linear};
    y->fields = lc_allocate(budget, size);
    y->names = lc_allocate(budget, y->name_count);
    y->lts.open = open_sorting, y->lts.close = close_sorting;
    y->lts.init = init_sorting, y->lts.next = next_sorting;
    y->lts.holds = holds_sorting;
    y->lts.value = value_sorting;
    y->lts.print_actor = print_actor, y->lts.print_move = print_move, y->lts.print_state = print_state;
    bool well = y->fields && y->names && (wish->no_processes || find_processes(y, wish, budget)) &&
                (wish->no_values || counts_locations(wish) || find_values(y, wish, budget)) && list_turns(y, budget);
    y->lts.words = s->words; /* values may have got more room */
    if (well && (y->count > 0 || y->values)) {
        lead(y, true);
        return y;
    }
    lcm_symmetry_free(y, budget);
    return NULL;
}

void lcm_symmetry_free(lcm_symmetry *y, lc_budget *budget) {
    if (!y) return;
    size_t size = (size_t)y->system->fields.count * LCM_ALIKE_MAX * sizeof *y->fields;
    lead(y, false);
    lcm_values_free(y->values);
    lc_vec_free(budget, &y->shared);
    if (y->fields) lc_release(budget, y->fields, size);
    if (y->names) lc_release(budget, y->names, y->name_count);
    if (y->turn) lc_release(budget, y->turn, y->turns * sizeof *y->turn);
    lc_release(budget, y, sizeof *y);
}
