#include "model/symmetry.h"

#include <assert.h>
#include <string.h>

#include "model/walk.h"

typedef struct sorting_walker {
    lcm_walker base;
    lc_budget *budget;
    const lcm_symmetry *symmetry;
    lcm_walker *inner;
} sorting_walker;

static const lcm_symmetry *symmetry_of(const lcm_lts *lts) { return (const lcm_symmetry *)(const void *)lts; }
static sorting_walker *walker_of(lcm_walker *w) { return (sorting_walker *)(void *)w; }
static const lcm_lts *inner_lts(const lcm_symmetry *y) { return lcm_system_lts(y->system); }

/* ---- permutations ---- */

static uint32_t factorial(uint32_t n) { return n < 2 ? 1 : n * factorial(n - 1); }

/* The number of a permutation: how many of those behind each are smaller, in the mixed radix of factorials. */
static uint32_t rank(const uint8_t *p, uint32_t n) {
    uint32_t r = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t smaller = 0;
        for (uint32_t j = i + 1; j < n; j++) smaller += p[j] < p[i];
        r += smaller * factorial(n - 1 - i);
    }
    return r;
}

static void unrank(uint32_t r, uint32_t n, uint8_t *p) {
    bool used[LCM_ALIKE_MAX] = {false};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t skip = r / factorial(n - 1 - i), value = 0;
        r %= factorial(n - 1 - i);
        for (;; value++)
            if (!used[value] && skip-- == 0) break;
        used[value] = true;
        p[i] = (uint8_t)value;
    }
}

/* The label with the process that `to` says instead of the one it has. */
static lcm_label relabel(const lcm_symmetry *y, lcm_label label, const uint8_t *to) {
    uint32_t name;
    int32_t numbers[LCM_LABEL_MAX];
    if (label == LCM_TAU || label == LCM_TICK || !y->numbered) return label;
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
    return relabel(y, label, y->turn[turn]);
}

/* ---- sorting a state ---- */

static int compare(const lcm_symmetry *y, const uint32_t *state, uint32_t i, uint32_t j) {
    const lcm_field *f = y->system->fields.at;
    for (uint32_t k = 0; k < y->each; k++) {
        int32_t a = lcm_field_get(&f[y->fields[i * y->each + k]], state),
                b = lcm_field_get(&f[y->fields[j * y->each + k]], state);
        if (a != b) return a < b ? -1 : 1;
    }
    return 0;
}

/* Process i's part goes to process p[i].  False: a field has no room for it. */
static bool rearrange(const lcm_symmetry *y, const uint32_t *from, const uint8_t *p, uint32_t *to, uint32_t *field,
                      int32_t *value) {
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
    for (uint32_t i = 0; i < y->count; i++) {
        uint32_t at = i;
        for (; at > 0 && compare(y, state, order[at - 1], i) > 0; at--) order[at] = order[at - 1], sorted = false;
        order[at] = (uint8_t)i;
    }
    if (sorted) return 0;
    for (uint32_t i = 0; i < y->count; i++) p[order[i]] = (uint8_t)i;
    return rank(p, y->count);
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

/* It is sorted: exchanging processes does not change it. */
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
        if (!rearrange(y, room, y->turn[turn], to, &field, &value)) {
            if (!out->failure.failed)
                out->failure = (lcm_failure){.failed = true,
                                             .narrow = true,
                                             .whose = inner_lts(y),
                                             .move = out->at.at[i],
                                             .field = field,
                                             .value = value};
            return;
        }
        out->at.at[i].turn = turn;
    }
}

static bool holds_sorting(lcm_walker *w, const uint32_t *state, uint32_t condition) {
    bool holds = inner_lts(walker_of(w)->symmetry)->holds(walker_of(w)->inner, state, condition);
    w->no_value = walker_of(w)->inner->no_value;
    return holds;
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
    y->turns = factorial(y->count);
    y->turn = lc_allocate(budget, y->turns * sizeof *y->turn);
    if (!y->turn) return false;
    for (uint32_t t = 0; t < y->turns; t++) {
        memset(y->turn[t], 0, sizeof *y->turn);
        unrank(t, y->count, y->turn[t]);
        assert(rank(y->turn[t], y->count) == t);
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

lcm_symmetry *lcm_symmetry_find(lcm_system *s, lc_budget *budget) {
    lcm_symmetry *y = lc_allocate(budget, sizeof *y);
    if (!y) return NULL;
    size_t count = s->fields.count, size = count * LCM_ALIKE_MAX * sizeof *y->fields;
    *y = (lcm_symmetry){.lts = *lcm_system_lts(s), .system = s, .name_count = s->alphabet->names.items.count};
    y->fields = lc_allocate(budget, size);
    y->names = lc_allocate(budget, y->name_count);
    y->lts.open = open_sorting, y->lts.close = close_sorting;
    y->lts.init = init_sorting, y->lts.next = next_sorting;
    y->lts.holds = holds_sorting;
    y->lts.print_actor = print_actor, y->lts.print_move = print_move, y->lts.print_state = print_state;
    size_t room_size = 2 * count * sizeof(uint32_t) + y->name_count;
    uint32_t *room = lc_allocate(budget, room_size);
    int32_t *first = lc_allocate(budget, count * sizeof *first);
    bool found = y->fields && y->names && room && first && read_first_state(s, first, budget) &&
                 lcm_find_alike(y, first, room) && list_turns(y, budget);
    if (room) lc_release(budget, room, room_size);
    if (first) lc_release(budget, first, count * sizeof *first);
    if (found) return y;
    lcm_symmetry_free(y, budget);
    return NULL;
}

void lcm_symmetry_free(lcm_symmetry *y, lc_budget *budget) {
    if (!y) return;
    size_t size = (size_t)y->system->fields.count * LCM_ALIKE_MAX * sizeof *y->fields;
    if (y->fields) lc_release(budget, y->fields, size);
    if (y->names) lc_release(budget, y->names, y->name_count);
    if (y->turn) lc_release(budget, y->turn, y->turns * sizeof *y->turn);
    lc_release(budget, y, sizeof *y);
}

/* ---- turning back ---- */

/* Of the system itself.  What was enough to look at in a sorted state is another process's steps here, so all are. */
static lcm_walker *open_fully(const lcm_symmetry *y) {
    const lcm_lts *lts = inner_lts(y);
    lcm_walker *w = lts->open(lts, NULL);
    if (w) ((lcm_system_walker *)(void *)w)->looks_fully = true;
    return w;
}

/* `where[i]`: which process of the sorted state is process i of the system's own run. */
static bool turn_state_back(const lcm_symmetry *y, const uint8_t *where, const uint32_t *sorted, uint32_t *own) {
    uint8_t back[LCM_ALIKE_MAX];
    uint32_t field;
    int32_t value;
    for (uint32_t i = 0; i < y->count; i++) back[where[i]] = (uint8_t)i;
    return rearrange(y, sorted, back, own, &field, &value);
}

/* The step of the system that leads to this state with this label. */
static bool find_step(lcm_walker *w, const uint32_t *from, const uint32_t *to, lcm_label label, lcm_moves *moves,
                      lcm_move *found) {
    lcm_moves_clear(moves);
    w->lts->next(w, from, moves);
    for (uint32_t i = 0; i < moves->at.count; i++)
        if (moves->at.at[i].label == label && memcmp(lcm_moves_state(moves, i), to, moves->words * sizeof *to) == 0) {
            *found = moves->at.at[i];
            return true;
        }
    return false;
}

static lcm_label label_back(const lcm_symmetry *y, const uint8_t *where, lcm_label label) {
    uint8_t back[LCM_ALIKE_MAX];
    for (uint32_t i = 0; i < y->count; i++) back[where[i]] = (uint8_t)i;
    return relabel(y, label, back);
}

/* Also the labels of steps that could be its last. */
static bool turn_back(const lcm_symmetry *y, lcm_path *path, lcm_label *last, uint32_t count) {
    uint8_t where[LCM_ALIKE_MAX];
    const lcm_lts *lts = inner_lts(y);
    lcm_walker *w = open_fully(y);
    uint32_t words = path->words;
    uint32_t *own = lc_allocate(NULL, words * sizeof *own);
    lcm_moves moves;
    lcm_moves_init(&moves, words, NULL);
    bool well = w && own;
    for (uint32_t i = 0; i < y->count; i++) where[i] = (uint8_t)i;
    for (uint32_t i = 0; well && i < path->moves.count; i++) {
        lcm_move *m = &path->moves.at[i];
        uint32_t *next = path->states.at + (size_t)(i + 1) * words;
        lcm_label label = label_back(y, where, m->label);
        for (uint32_t k = 0; i + 1 == path->moves.count && k < count; k++) last[k] = label_back(y, where, last[k]);
        for (uint32_t k = 0; k < y->count; k++) where[k] = y->turn[m->turn][where[k]];
        well = turn_state_back(y, where, next, own) && find_step(w, lcm_path_state(path, i), own, label, &moves, m);
        memcpy(next, own, words * sizeof *own);
    }
    if (w) lts->close(w);
    if (own) lc_release(NULL, own, words * sizeof *own);
    lcm_moves_free(&moves);
    return well;
}

/* The step that fails is another one, seen from the system. */
static bool fail_again(const lcm_symmetry *y, lcm_finding *f) {
    const lcm_lts *lts = inner_lts(y);
    lcm_walker *w = open_fully(y);
    lcm_moves moves;
    lcm_moves_init(&moves, lts->words, NULL);
    if (w) lts->next(w, lcm_path_state(&f->path, f->path.moves.count), &moves);
    if (w && moves.failure.failed) f->failure = moves.failure;
    if (w) lts->close(w);
    lcm_moves_free(&moves);
    return w != NULL;
}

void lcm_symmetry_tell(const lcm_symmetry *y, lcm_finding *f) {
    bool broken = f->answer == LCM_BROKEN;
    if (f->path.states.count == 0 || (broken && (f->failure.narrow || f->by_specification))) return;
    /* Which steps are left out depends on who is who: seen from the system, those of the run may be among them. */
    bool reduces = lcm_system_reduces(y->system);
    lcm_system_look_fully(y->system);
    bool well = turn_back(y, &f->path, f->allowed.at, f->allowed.count) && (!broken || fail_again(y, f));
    y->system->reduces = reduces;
    if (well) return;
    f->answer = LCM_UNDECIDED;
    f->reason = LCM_R_MEMORY;
}
