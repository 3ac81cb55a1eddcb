#include "model/reduce/counter_abstraction.h"

#include <assert.h>
#include <string.h>

enum { MANY = INT32_MAX, OPEN = 1, CLOSED = 0 };

typedef LC_VEC(int32_t) counts;

typedef struct abstraction_walker {
    lcm_walker base;
    lc_budget *budget;
    const lcm_counter_abstraction *abstraction;
    lcm_walker *inner;
    lcm_moves moves; /* of the system with one copy */
    uint32_t *state; /* of it */
    int32_t *local;  /* where a copy goes */
    counts list;
} abstraction_walker;

static abstraction_walker *walker_of(lcm_walker *w) { return (abstraction_walker *)(void *)w; }
static lcm_counter_abstraction *abstraction_of(const lcm_lts *lts) { return (lcm_counter_abstraction *)(uintptr_t)lts; }
static uint64_t copy_bit(const lcm_counter_abstraction *c) { return (uint64_t)1 << c->system->first_copy; }

/* ---- the only copy of the system ---- */

static void place(const lcm_counter_abstraction *c, const int32_t *local, uint32_t *state) {
    for (uint32_t i = 0; i < c->each; i++) lcm_field_put(&c->system->fields.at[c->field + i], state, local[i]);
}

static void look_up(const lcm_counter_abstraction *c, const uint32_t *state, int32_t *local) {
    for (uint32_t i = 0; i < c->each; i++) local[i] = lcm_field_get(&c->system->fields.at[c->field + i], state);
}

/* ---- lists of counts ---- */

static const int32_t *list_of(lcm_counter_abstraction *c, uint32_t number, uint32_t *size) {
    pthread_mutex_lock(&c->lock);
    lc_interned found = *lc_intern_get(&c->lists, number);
    pthread_mutex_unlock(&c->lock);
    *size = found.size / sizeof(int32_t);
    return found.bytes;
}

static uint32_t number_of(lcm_counter_abstraction *c, const int32_t *list, uint32_t size) {
    pthread_mutex_lock(&c->lock);
    uint32_t number = lc_intern_add(&c->lists, list, size * sizeof *list);
    pthread_mutex_unlock(&c->lock);
    return number;
}

static int compare(const lcm_counter_abstraction *c, const int32_t *a, const int32_t *b) {
    for (uint32_t i = 0; i < c->each; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* One copy fewer in the local state at `at`, if its number is known. */
static void leave(const lcm_counter_abstraction *c, counts *list, uint32_t at, int32_t left_of_many) {
    int32_t *count = &list->at[at + c->each];
    *count = *count == MANY ? left_of_many : *count - 1;
    if (*count > 0) return;
    uint32_t entry = c->each + 1;
    list->count -= entry;
    memmove(list->at + at, list->at + at + entry, (list->count - at) * sizeof *list->at);
}

/* One copy more.  Those that come back to where they began are not counted, as long as the abstraction is open. */
static bool arrive(const lcm_counter_abstraction *c, lc_budget *budget, counts *list, const int32_t *local) {
    uint32_t at = 1, entry = c->each + 1;
    if (list->at[0] == OPEN && compare(c, local, c->start) == 0) return true;
    while (at < list->count && compare(c, list->at + at, local) < 0) at += entry;
    if (at < list->count && compare(c, list->at + at, local) == 0) {
        int32_t *count = &list->at[at + c->each];
        if (*count != MANY) *count = *count < c->exact ? *count + 1 : MANY;
        return true;
    }
    if (!lc_reserve(budget, list, list->count + entry)) return false;
    memmove(list->at + at + entry, list->at + at, (list->count - at) * sizeof *list->at);
    memcpy(list->at + at, local, c->each * sizeof *local);
    list->at[at + c->each] = 1;
    list->count += entry;
    return true;
}

/* ---- steps ---- */

static bool begin_list(abstraction_walker *w, const int32_t *list, uint32_t size) {
    w->list.count = 0;
    if (!lc_reserve(w->budget, &w->list, size)) return false;
    memcpy(w->list.at, list, size * sizeof *list);
    w->list.count = size;
    return true;
}

/* A step to this state of the system, with the copies that are in w->list. */
static void add(abstraction_walker *w, lcm_moves *out, lcm_move move, const uint32_t *target) {
    lcm_counter_abstraction *c = abstraction_of(w->base.lts);
    uint32_t number = number_of(c, w->list.at, w->list.count), words = c->system->words;
    uint32_t *to = number == LC_NOT_INTERNED ? NULL : lcm_moves_add(out, move);
    if (!to) return;
    memcpy(to, target, words * sizeof *to);
    place(c, c->start, to);
    to[words] = number;
}

/* A step of a copy that was in the local state at `from` of the list; 0: it has not begun yet. */
static void add_own(abstraction_walker *w, lcm_moves *out, lcm_move move, const uint32_t *target, const int32_t *list,
                    uint32_t size, uint32_t from) {
    const lcm_counter_abstraction *c = w->abstraction;
    look_up(c, target, w->local);
    bool many = from > 0 && list[from + c->each] == MANY;
    for (int way = 0; way < (many && c->truthful ? 2 : 1); way++) {
        if (!begin_list(w, list, size)) break;
        if (from > 0) leave(c, &w->list, from, way == 0 ? MANY : c->exact);
        if (arrive(c, w->budget, &w->list, w->local)) add(w, out, move, target);
    }
}

/* The steps of the system whose only copy is in one of the local states.  Steps of other processes are taken if they
 * are wanted.  Returns how it ends, if it can: the place of that step. */
static uint32_t walk(abstraction_walker *w, lcm_moves *out, const uint32_t *state, const int32_t *list, uint32_t size,
                     uint32_t from, bool others) {
    const lcm_counter_abstraction *c = w->abstraction;
    uint32_t ends = UINT32_MAX;
    memcpy(w->state, state, c->system->words * sizeof *state);
    if (from > 0) place(c, list + from, w->state);
    lcm_moves_clear(&w->moves);
    w->inner->lts->next(w->inner, w->state, &w->moves);
    if (w->moves.failure.failed && !out->failure.failed) out->failure = w->moves.failure;
    for (uint32_t i = 0; i < w->moves.at.count; i++) {
        const lcm_move *m = &w->moves.at.at[i];
        if (m->label == LCM_TICK) ends = i;
        else if (m->actors & copy_bit(c)) add_own(w, out, *m, lcm_moves_state(&w->moves, i), list, size, from);
        else if (others && begin_list(w, list, size)) add(w, out, *m, lcm_moves_state(&w->moves, i));
    }
    return ends;
}

/* All copies that are counted end together, and those that have not begun if there are any: there are some if there are
 * no other copies. */
static void next_abstract(lcm_walker *walker, const uint32_t *state, lcm_moves *out) {
    abstraction_walker *w = walker_of(walker);
    lcm_counter_abstraction *c = abstraction_of(walker->lts);
    if (atomic_fetch_add_explicit(&c->looked_at, 1, memory_order_relaxed) >= c->allowed ||
        (c->others_stop && *c->others_stop))
        c->stop = 1;
    uint32_t size, entry = c->each + 1, words = c->system->words, ends = UINT32_MAX, before = out->at.count;
    const int32_t *list = list_of(c, state[words], &size);
    bool open = list[0] == OPEN, all_end = true, stuck = open;
    if (open || size == 1) {
        /* When all have ended the abstraction is closed and empty, and the copy is not reached any more. */
        ends = walk(w, out, state, list, size, 0, true);
        if (size == 1) all_end = open && ends != UINT32_MAX;
        stuck = open && ends == UINT32_MAX;
    }
    for (uint32_t at = 1; at < size; at += entry) {
        ends = walk(w, out, state, list, size, at, !open && at == 1);
        all_end &= ends != UINT32_MAX;
    }
    stuck &= out->at.count == before; /* if a copy is left that has not begun, for the other copies could still end */
    int32_t nobody = CLOSED;
    if (all_end && begin_list(w, &nobody, 1)) add(w, out, w->moves.at.at[ends], lcm_moves_state(&w->moves, ends));
    if (!c->closes || !open || size == 1 || !begin_list(w, list, size)) return;
    w->list.at[0] = CLOSED;
    add(w, out, (lcm_move){.label = LCM_TAU}, state);
    if (stuck && arrive(c, w->budget, &w->list, c->start)) add(w, out, (lcm_move){.label = LCM_TAU}, state);
}

static void init_abstract(lcm_walker *walker, uint32_t *state) {
    abstraction_walker *w = walker_of(walker);
    w->inner->lts->init(w->inner, state);
    int32_t nobody = OPEN;
    state[w->abstraction->system->words] = number_of(abstraction_of(walker->lts), &nobody, 1);
}

static bool holds_crowd(lcm_walker *walker, const uint32_t *state, uint32_t condition) {
    abstraction_walker *w = walker_of(walker);
    bool holds = w->inner->lts->holds(w->inner, state, condition);
    walker->no_value = w->inner->no_value;
    return holds;
}

static void close_abstraction(lcm_walker *walker) {
    abstraction_walker *w = walker_of(walker);
    if (w->inner) w->inner->lts->close(w->inner);
    if (w->state) lc_release(w->budget, w->state, w->abstraction->system->words * sizeof *w->state);
    if (w->local) lc_release(w->budget, w->local, w->abstraction->each * sizeof *w->local);
    lcm_moves_free(&w->moves);
    lc_vec_free(w->budget, &w->list);
    lc_release(w->budget, w, sizeof *w);
}

static lcm_walker *open_abstraction(const lcm_lts *lts, lc_budget *budget) {
    abstraction_walker *w = lc_allocate(budget, sizeof *w);
    if (!w) return NULL;
    const lcm_counter_abstraction *c = abstraction_of(lts);
    const lcm_lts *inner = lcm_system_lts(c->system);
    *w = (abstraction_walker){.base = {.lts = lts}, .budget = budget, .abstraction = c};
    lcm_moves_init(&w->moves, inner->words, budget);
    w->inner = inner->open(inner, budget);
    w->state = lc_allocate(budget, inner->words * sizeof *w->state);
    w->local = lc_allocate(budget, c->each * sizeof *w->local);
    if (w->inner && w->state && w->local) return &w->base;
    close_abstraction(&w->base);
    return NULL;
}

/* ---- making ---- */

static bool find_start(lcm_counter_abstraction *c) {
    const lcm_lts *lts = lcm_system_lts(c->system);
    lcm_walker *w = lts->open(lts, NULL);
    uint32_t *state = lc_allocate(NULL, lts->words * sizeof *state);
    c->start = lc_allocate(c->system->budget, c->each * sizeof *c->start);
    bool found = w && state && c->start;
    if (found) {
        lts->init(w, state);
        look_up(c, state, c->start);
    }
    if (w) lts->close(w);
    if (state) lc_release(NULL, state, lts->words * sizeof *state);
    return found;
}

static bool can_end(const lcm_system *s) {
    const lcm_slot *slot = &s->slots.at[s->first_copy];
    for (uint32_t i = 0; i < slot->actions.count; i++)
        if (s->actions.at[slot->actions.at[i]].kind == LCM_ACT_TICK) return true;
    return false;
}

bool lcm_counter_abstraction_init(lcm_counter_abstraction *c, const lcm_system *s, uint32_t exact, bool closes) {
    const lcm_slot *slot = &s->slots.at[s->first_copy];
    assert(exact > 0 && exact < MANY);
    *c = (lcm_counter_abstraction){.lts = *lcm_system_lts(s),
                                   .system = s,
                                   .field = slot->field,
                                   .each = 1 + slot->registers,
                                   .exact = (int32_t)exact,
                                   .allowed = UINT64_MAX,
                                   .truthful = closes || can_end(s),
                                   .closes = closes};
    c->lts.words = s->words + 1;
    c->lts.open = open_abstraction, c->lts.close = close_abstraction;
    c->lts.init = init_abstract, c->lts.next = next_abstract, c->lts.holds = holds_crowd;
    c->lts.print_actor = NULL, c->lts.print_move = NULL, c->lts.print_state = NULL;
    pthread_mutex_init(&c->lock, NULL);
    lc_intern_init(&c->lists, s->budget);
    int32_t nobody[] = {OPEN};
    if (find_start(c) && number_of(c, nobody, 1) != LC_NOT_INTERNED) return true;
    lcm_counter_abstraction_free(c);
    return false;
}

void lcm_counter_abstraction_free(lcm_counter_abstraction *c) {
    if (c->start) lc_release(c->system->budget, c->start, c->each * sizeof *c->start);
    lc_intern_free(&c->lists);
    pthread_mutex_destroy(&c->lock);
}

/* ---- where it applies ---- */

/* Is something left to do when all copies have ended? */
static bool goes_on(const lcm_system *s, const int32_t *first) {
    for (uint32_t slot = s->slots.at[s->first_copy].parent; slot != LCM_NO_SLOT; slot = s->slots.at[slot].parent) {
        const lcm_location *l = &s->slots.at[slot].locations.at[first[s->slots.at[slot].field]];
        if (!l->is_fork || s->actions.at[l->fork.join].kind != LCM_ACT_TICK) return true;
    }
    return false;
}

static const char *why_not(const lcm_system *s, const int32_t *first) {
    const lcm_slot *slot = &s->slots.at[s->first_copy];
    if (s->replicated_forks > 1) return "there can be any number of copies of only one process";
    if (s->has_atomic) return "any number of copies cannot be counted where there is 'atomic'";
    if (s->first_copy >= 63) return "any number of copies cannot be counted beside so many other processes";
    if (first[slot->field] == LCM_ABSENT) return "any number of copies must be there from the beginning";
    for (uint32_t i = 0; i < slot->locations.count; i++)
        if (slot->locations.at[i].is_fork) return "copies that start processes in parallel cannot be counted";
    for (uint32_t i = 0; i < slot->actions.count; i++) {
        const lcm_action *a = &s->actions.at[slot->actions.at[i]];
        if (a->joint || a->kind == LCM_ACT_SEND || a->kind == LCM_ACT_RECEIVE)
            return "copies that take steps together with other processes cannot be counted";
    }
    return can_end(s) && goes_on(s, first) ? "nothing can come after any number of copies" : NULL;
}

const char *lcm_counter_abstraction_refuses(const lcm_system *s) {
    const lcm_lts *lts = lcm_system_lts(s);
    lcm_walker *w = lts->open(lts, NULL);
    uint32_t *state = lc_allocate(NULL, lts->words * sizeof *state);
    int32_t *first = lc_allocate(NULL, (s->fields.count + 1) * sizeof *first);
    const char *why = "there is not enough memory to count copies";
    if (w && state && first) {
        lts->init(w, state);
        lcm_unpack(s, state, first);
        why = why_not(s, first);
    }
    if (w) lts->close(w);
    if (state) lc_release(NULL, state, lts->words * sizeof *state);
    if (first) lc_release(NULL, first, (s->fields.count + 1) * sizeof *first);
    return why;
}
