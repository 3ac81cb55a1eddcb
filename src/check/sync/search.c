/* Synchronisation linearisability by search (Lawrence and Lowe, section 7.1), for any specification.
 *
 * Is there a sequence of synchronisations, each inside the intervals of all who take part, that the specification
 * allows?  The paper searches configurations (place in the log, open operations that have and have not synchronised,
 * state) and lets synchronisations happen as soon as they can: directly after the call of somebody who takes part, or
 * after another synchronisation (lemma 18).  We read its lemma backwards, as the search for a linearisation does:
 *
 * 1. Just in time.  In a solution, move each synchronisation later, last one first, as long as it passes neither the
 *    return of somebody who takes part nor another synchronisation.  Then each stands directly before such a return, or
 *    before another synchronisation.  So the search walks along the returns: when x is about to return and has not
 *    synchronised, some synchronisations happen, the last of them with x.  What is not yet known to be needed is not
 *    tried, which matters most for operations that never return.
 *
 * 2. If the specification has no state, those before the last one change nothing for it, so they can wait for returns
 *    of their own: only groups with x are tried.  (Unless a thread's operations touch in an instant: then one may have
 *    to synchronise so that its successor can.)
 *
 * 3. Of operations that do the same and return the same, the one that returns first goes first (groups.c).
 *
 * 4. Pending operations may synchronise, with whatever results.  Equal ones are counted; a configuration is cut if
 *    another, equal otherwise, got there with fewer of them (configs.h).
 *
 * Progress (section 3): there must be a solution that is maximal and in which everybody who synchronised has returned.
 * So pending operations take no part, with the exception of those that crashed, of which nothing is known.  In the end
 * no group of the others may have a step; before that, operations that crashed may still synchronise among themselves
 * and so change the state.
 */
#include "check/sync/search.h"

#include <string.h>

#include "base/bits.h"

enum { PATIENCE = 256 };              /* configurations between two looks at the clock */
enum { TRIES = 8, COMPARISONS = 16 }; /* that cost as much as a configuration */

static bool must_halt_now(void *search);

void lc_sync_search_init(lc_sync_search *s, lc_binding *binding, const lc_tuning *tuning, const lc_limits *limits,
                         bool progress, lc_budget *budget) {
    *s = (lc_sync_search){.budget = budget,
                          .binding = binding,
                          .progress = progress,
                          .no_symmetry = tuning->no_symmetry,
                          .meter = lc_meter_of(budget, limits)};
    lc_space_init(&s->space, binding, budget);
    s->space.forget = tuning->no_memo;
    lc_timeline_init(&s->line, budget);
    s->line.keep_pure = true;
    s->line.crashed_apart = progress;
    lc_configs_init(&s->configs, budget);
    lc_multisets_init(&s->sets, budget);
    s->groups = (lc_groups){.space = &s->space, .must_halt = must_halt_now, .halt_context = s};
}

void lc_sync_search_free(lc_sync_search *s) {
    lc_sync_answer_free(&s->answer, s->budget);
    lc_groups_free(&s->groups);
    lc_space_free(&s->space);
    lc_timeline_free(&s->line);
    lc_configs_free(&s->configs);
    lc_multisets_free(&s->sets);
    lc_lanes_free(&s->lanes, s->budget);
    lc_vec_free(s->budget, &s->path);
    lc_vec_free(s->budget, &s->masks);
    lc_vec_free(s->budget, &s->moves);
    lc_vec_free(s->budget, &s->members);
}

/* ---- a configuration ---- */

typedef struct here {
    uint32_t at, state, used;
    uint64_t mask_hash;
} here;

static uint32_t words(const lc_sync_search *s) { return s->line.slots / 64 + 1; }
static uint64_t *top_mask(lc_sync_search *s) { return s->masks.at + (size_t)s->path.count * words(s); }

/* An operation that touches its thread's previous one in an instant waits for it. */
static bool must_wait(lc_sync_search *s, const here *h, const uint64_t *mask, uint32_t op) {
    if (!s->line.after.count || s->line.after.at[op] == LC_NO_OP) return false;
    uint32_t before = s->line.after.at[op], slot = s->line.ops.at[before].slot;
    return slot != LC_NO_SLOT && lc_lanes_occupant(&s->lanes, slot, h->at) == before && !lc_bit(mask, slot);
}

static bool add_open(lc_sync_search *s, uint32_t op, uint32_t place, bool in_class) {
    const lc_line_op *o = &s->line.ops.at[op];
    uint32_t row = s->binding->labels.at[o->label].content[0];
    return lc_push(
        s->budget, &s->groups.open,
        (lc_open_op){.label = o->label, .row = row, .ends = o->ends, .place = place, .op = op, .in_class = in_class});
}

static bool is_crashed(const lc_sync_search *s, uint32_t op) {
    const lince_history *h = s->binding->history;
    return lc_op_outcome(h, &h->ops.at[s->line.ops.at[op].op]) == LC_CRASH;
}

/* Of a pending operation: which of the two questions it belongs to. */
typedef enum whom { WHO_MAY_SYNCHRONISE, WHO_STILL_WAITS } whom;

static bool is_asked_for(const lc_sync_search *s, whom who, bool crashed) {
    return who == WHO_MAY_SYNCHRONISE ? !s->progress || crashed : !crashed;
}

static void list_classes(lc_sync_search *s, const here *h, whom who) {
    for (uint32_t class = 0; class < s->line.class_count; class ++) {
        const lc_class *c = &s->line.classes.at[class];
        if (!is_asked_for(s, who, c->crashed)) continue;
        uint32_t used = lc_multiset_count(&s->sets, h->used, class), all = lc_lanes_available(&s->lanes, class, h->at);
        for (uint32_t i = used; i < all && i - used < s->groups.most; i++)
            (void)add_open(s, c->members.at[i], class, true);
    }
}

/* Fills in who may synchronise now, or who waits in the end. */
static void list_open(lc_sync_search *s, const here *h, const uint64_t *mask, whom who) {
    s->groups.open.count = 0;
    for (uint32_t slot = 0; slot < s->line.slots; slot++) {
        uint32_t op = lc_bit(mask, slot) ? LC_NO_OP : lc_lanes_occupant(&s->lanes, slot, h->at);
        if (op == LC_NO_OP || must_wait(s, h, mask, op)) continue;
        bool returns = s->line.ops.at[op].ends != LC_NEVER; /* a tied one may have a slot and not return */
        if (returns ? who == WHO_MAY_SYNCHRONISE : is_asked_for(s, who, is_crashed(s, op)))
            (void)add_open(s, op, slot, false);
    }
    list_classes(s, h, who);
    s->groups.tried += s->line.slots + s->line.class_count;
    lc_groups_ready(&s->groups);
}

/* ---- what can be tried ---- */

static bool note_move(void *context, const uint32_t *group, uint32_t count, lc_next next) {
    lc_sync_search *s = context;
    uint32_t first = s->members.count;
    for (uint32_t i = 0; i < count; i++) {
        const lc_open_op *o = &s->groups.open.at[group[i]];
        if (!lc_push(s->budget, &s->members, (lc_sync_member){o->place, o->op, o->in_class})) return false;
    }
    for (uint32_t k = 0; k < lc_next_count(&s->space, next); k++)
        if (!lc_push(s->budget, &s->moves, (lc_sync_move){first, count, lc_next_state(&s->space, next, k)}))
            return false;
    return true;
}

static void list_moves(lc_sync_search *s, const here *h) {
    list_open(s, h, top_mask(s), WHO_MAY_SYNCHRONISE);
    uint32_t x = lc_lanes_returning(&s->lanes, h->at), with = LC_NOBODY;
    for (uint32_t i = 0; i < s->groups.open.count && x != LC_NO_OP; i++)
        if (s->groups.open.at[i].op == x) with = i;
    if (x != LC_NO_OP && with == LC_NOBODY) return; /* it waits for one that has its own return later: never */
    if (with != LC_NOBODY && !lc_groups_find(&s->groups, h->state, with, LC_NOBODY, note_move, s)) return;
    if (!(s->space.runner.instance->spec->traits & LINCE_STATELESS) || s->line.after.count)
        (void)lc_groups_find(&s->groups, h->state, LC_NOBODY, with, note_move, s);
}

/* ---- the end ---- */

static bool note_stuck(void *context, const uint32_t *group, uint32_t count, lc_next next) {
    lc_sync_search *s = context;
    (void)next;
    for (uint32_t i = 0; i < count && s->answer.furthest != LC_NEVER; i++)
        (void)lc_push(s->budget, &s->answer.stuck, s->line.ops.at[s->groups.open.at[group[i]].op].op);
    return false;
}

/* All returns are behind us: is that the end?  With progress only if nobody who waits could go on; those who could, the
 * first time that is seen, are to blame. */
static bool is_the_end(lc_sync_search *s, const here *h) {
    if (!s->progress) return true;
    list_open(s, h, top_mask(s), WHO_STILL_WAITS);
    bool stays = lc_groups_find(&s->groups, h->state, LC_NOBODY, LC_NOBODY, note_stuck, s);
    s->answer.furthest = LC_NEVER;
    return stays;
}

/* ---- the search ---- */

static bool must_halt(lc_sync_search *s, bool look) {
    s->answer.halt = lc_meter_read(&s->meter, lc_sync_search_effort(s), look || s->visited % PATIENCE == 0);
    return s->answer.halt != LC_GO_ON;
}

/* The same in the middle of a configuration: there may be very many groups. */
static bool must_halt_now(void *search) { return must_halt(search, true); }

uint64_t lc_sync_search_effort(const lc_sync_search *s) {
    return s->visited + s->groups.tried / TRIES + s->configs.compared / COMPARISONS;
}

static bool push_frame(lc_sync_search *s, const here *h) {
    lc_sync_frame frame = {.at = h->at,
                           .state = h->state,
                           .used = h->used,
                           .mask_hash = h->mask_hash,
                           .moves = s->moves.count,
                           .next_move = s->moves.count,
                           .members = s->members.count,
                           .met = s->answer.met.count,
                           .met_ends = s->answer.ends.count};
    list_moves(s, h);
    return lc_push(s->budget, &s->path, frame) &&
           lc_reserve(s->budget, &s->masks, (uint64_t)(s->path.count + 1) * words(s));
}

/* Makes the move: the working mask is that of the frame with those who take part. */
static void make(lc_sync_search *s, here *h, const lc_sync_move *move) {
    uint64_t *mask = top_mask(s);
    for (uint32_t i = 0; i < move->count; i++) {
        const lc_sync_member *m = &s->members.at[move->members + i];
        if (m->in_class) {
            h->used = lc_multiset_add(&s->sets, h->used, m->place);
        } else {
            lc_set_bit(mask, m->place);
            h->mask_hash += lc_slot_key(m->place);
        }
        (void)lc_push(s->budget, &s->answer.met, s->line.ops.at[m->op].op);
    }
    (void)lc_push(s->budget, &s->answer.ends, s->answer.met.count);
    h->state = move->state;
}

/* Past all returns of those who have synchronised. */
static void advance(lc_sync_search *s, here *h) {
    uint64_t *mask = top_mask(s);
    for (uint32_t x = lc_lanes_returning(&s->lanes, h->at); x != LC_NO_OP; x = lc_lanes_returning(&s->lanes, h->at)) {
        uint32_t slot = s->line.ops.at[x].slot;
        if (!lc_bit(mask, slot)) break;
        lc_clear_bit(mask, slot);
        h->mask_hash -= lc_slot_key(slot);
        h->at++;
    }
    if (s->answer.furthest != LC_NEVER && h->at > s->answer.furthest) s->answer.furthest = h->at;
}

typedef enum arrival { AT_THE_END, AT_A_CHOICE, NOTHING_NEW } arrival;

static arrival arrive(lc_sync_search *s, here *h) {
    advance(s, h);
    s->visited++;
    if (!lc_configs_visit(&s->configs, h->at, h->state, top_mask(s), h->mask_hash, h->used, &s->sets)) {
        s->cut++;
        return NOTHING_NEW;
    }
    return h->at == s->line.returns.count && is_the_end(s, h) ? AT_THE_END : AT_A_CHOICE;
}

/* The next move of the last frame that has one left, made; false: there is none. */
static bool next_move(lc_sync_search *s, here *h) {
    while (s->path.count) {
        lc_sync_frame *f = &s->path.at[s->path.count - 1];
        uint32_t end = s->moves.count; /* those of later frames are gone */
        s->answer.met.count = f->met;
        s->answer.ends.count = f->met_ends;
        if (f->next_move < end) {
            *h = (here){.at = f->at, .state = f->state, .used = f->used, .mask_hash = f->mask_hash};
            memcpy(top_mask(s), top_mask(s) - words(s), words(s) * sizeof(uint64_t));
            make(s, h, &s->moves.at[f->next_move++]);
            return true;
        }
        s->moves.count = f->moves;
        s->members.count = f->members;
        s->path.count--;
    }
    return false;
}

static lc_outcome search_from(lc_sync_search *s, uint32_t state) {
    here h = {.state = state, .used = LC_EMPTY_MULTISET};
    s->path.count = s->moves.count = s->members.count = 0;
    memset(top_mask(s), 0, words(s) * sizeof(uint64_t));
    do {
        arrival a = arrive(s, &h);
        if (must_halt(s, false)) return LC_HALTED;
        if (a == AT_THE_END) return LC_HOLDS;
        if (a == AT_A_CHOICE && !push_frame(s, &h)) s->answer.halt = LC_NO_MEMORY;
        if (lc_exhausted(s->budget)) s->answer.halt = LC_NO_MEMORY;
        if (s->answer.halt != LC_GO_ON) return LC_HALTED;
    } while (next_move(s, &h));
    return LC_VIOLATED;
}

lc_outcome lc_sync_search_run(lc_sync_search *s, const lc_part *part) {
    const lc_instance *instance = s->binding->objects.at[part->object].instance;
    lc_sync_answer_clear(&s->answer);
    lc_space_reset(&s->space, instance);
    lc_multisets_reset(&s->sets);
    lc_instance_arity(instance, &s->groups.least, &s->groups.most);
    if (!lc_timeline_build(&s->line, part, s->binding) || !lc_lanes_lay_out(&s->lanes, &s->line) ||
        !lc_reserve(s->budget, &s->masks, words(s))) {
        s->answer.halt = LC_NO_MEMORY;
        return LC_HALTED;
    }
    s->groups.no_symmetry = s->no_symmetry || s->line.after.count; /* tied ones are not free to change places */
    lc_configs_reset(&s->configs, words(s), s->line.class_count > 0);
    lc_next start = lc_space_start(&s->space);
    lc_outcome outcome = LC_VIOLATED;
    for (uint32_t k = 0; k < lc_next_count(&s->space, start) && outcome == LC_VIOLATED; k++)
        outcome = search_from(s, lc_next_state(&s->space, start, k));
    return outcome;
}
