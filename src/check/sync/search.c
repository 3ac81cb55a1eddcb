/* Synchronization linearizability by search (Lawrence and Lowe, section 7.1), for any specification.
 *
 * Is there a sequence of synchronizations, each inside the intervals of all operations that take part, that the
 * specification allows?  The paper searches configurations (place in the log, open operations that have and have not
 * synchronized, state) and lets synchronizations happen as soon as they can: directly after the call of an operation
 * that takes part, or after another synchronization (lemma 18).  We read its lemma backwards, as the search for a
 * linearization does:
 *
 * 1. Just in time.  In a solution, move each synchronization later, last one first, as long as it passes neither the
 *    return of an operation that takes part nor another synchronization.  Then each stands directly before such a
 *    return, or before another synchronization.  So the search walks along the returns: when x is about to return and
 *    has not synchronized, some synchronizations happen, the last of them with x.  A synchronization not yet known to
 *    be needed is not tried, which matters most for operations that never return.
 *
 * 2. If the specification has no state, those before the last one change nothing for it, so they can wait for returns
 *    of their own: only groups with x are tried.  (Unless a thread's operations touch in an instant: then one may have
 *    to synchronize so that its successor can.)
 *
 * 3. Of operations that do the same and return the same, the one that returns first goes first (groups.c).
 *
 * 4. Pending operations may synchronize, with any results.  Equal ones are counted; a configuration is cut if
 *    another, equal otherwise, got there with fewer of them (configs.h).
 *
 * Progress (section 3): there must be a solution that is maximal and in which every operation that synchronized has
 * returned.  So pending operations take no part, with the exception of those that crashed, of which nothing is known.
 * In the end no group of the other operations may have a step; before that, operations that crashed may still
 * synchronize among themselves and so change the state.
 *
 * ---- operations that span several steps ----
 *
 * Interval linearizability by search (Castaneda, Rajsbaum and Raynal 2018; Lawrence and Lowe, section 10.1), for any
 * specification whose operations span several steps.
 *
 * An operation takes part in one step (WHOLE), or begins in one (FIRST), may take part in further ones (MIDDLE), and
 * ends in a later one (LAST).  Is there a sequence of steps, each inside the intervals of all operations that take
 * part, that the specification allows and in which every operation that returned has ended?  With the calls of those
 * that begin and the returns of those that end, the steps are an interval-sequential history, and it respects the
 * history exactly if every step can be given a moment inside all the intervals: the steps that a takes part in come
 * before those of b whenever a returned before b was called, so for each step the last call among those that took part
 * so far comes before the first return among those that still take part.
 *
 * 1. Just in time, as for synchronizations.  In a solution, move each step later, last one first, as long as
 *    it passes neither the return of an operation that takes part nor another step.  The steps between two returns then
 *    stand directly before the second, and if there are any, the last of them has the operation x that returns in it.
 *    It is the last that x takes part in, so x ends there.  So the search walks along the returns: when x is about to
 *    return and has not ended, some steps happen, x ends in the last of them and in no other; where x has ended, none
 *    happen.
 *
 * 2. Whether it matters which operations took part before depends on the specification, so there is nothing to be
 *    gained from one without state: even there x may have to begin, and those that end with it, before it ends.
 *
 * 3. Operations that do the same, return the same and have begun alike: see groups.c.
 *
 * 4. Pending operations may take no part, begin and never end, or end with any results.  Equal ones are counted:
 *    how many have taken part, and how many of these have begun only.  Of two configurations that agree in the latter,
 *    one that has used fewer can do everything the other can (configs.h).
 *
 * There are finitely many configurations if operations in the MIDDLE of their intervals lead to finitely many states.
 *
 * Progress, as section 3 of the paper has it for synchronizations: there must be a solution in which every operation
 * that ended has returned, and after which none could begin or end.  Operations that still wait may have begun.  Those
 * that crashed may have done anything, and nothing is expected of them.
 */
#include "check/sync/search.h"

#include <string.h>

#include "base/bits.h"

enum { PATIENCE = 256 };              /* configurations between two looks at the clock */
enum { TRIES = 8, COMPARISONS = 16 }; /* that cost as much as a configuration */

typedef lc_sync_search searching;
typedef lc_sync_here here;

static bool must_halt_now(void *search);

void lc_sync_search_init(searching *s, lc_binding *binding, const lc_tuning *tuning, const lc_limits *limits,
                         bool progress, lc_budget *budget) {
    *s = (searching){.budget = budget,
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
    lc_intern_init(&s->pairs, budget);
    s->groups = (lc_groups){.space = &s->space, .must_halt = must_halt_now, .halt_context = s};
}

void lc_sync_search_free(searching *s) {
    lc_sync_answer_free(&s->answer, s->budget);
    lc_groups_free(&s->groups);
    lc_lanes_free(&s->lanes, s->budget);
    lc_space_free(&s->space);
    lc_timeline_free(&s->line);
    lc_configs_free(&s->configs);
    lc_multisets_free(&s->sets);
    lc_intern_free(&s->pairs);
    lc_vec_free(s->budget, &s->path);
    lc_vec_free(s->budget, &s->masks);
    lc_vec_free(s->budget, &s->moves);
    lc_vec_free(s->budget, &s->members);
    lc_vec_free(s->budget, &s->queue);
}

/* ---- a configuration ---- */

static uint32_t words(const searching *s) { return (s->line.slots >> (6 - s->spans)) + 1; }
static uint64_t *top_mask(searching *s) { return s->masks.at + (size_t)s->path.count * words(s); }

/* Only if operations span several steps. */
static uint32_t begun_bit(uint32_t slot) { return 2 * slot; }
static uint32_t done_bit(const searching *s, uint32_t slot) { return slot << s->spans | s->spans; }

static void put_bit(uint64_t *mask, here *h, uint32_t bit, bool on) {
    if (lc_bit(mask, bit) == on) return;
    if (on) lc_set_bit(mask, bit);
    else lc_clear_bit(mask, bit);
    h->mask_hash += on ? lc_slot_key(bit) : -lc_slot_key(bit);
}

/* An operation that touches its thread's previous one in an instant waits for it to end. */
static bool must_wait(searching *s, const here *h, const uint64_t *mask, uint32_t op) {
    if (!s->line.after.count || s->line.after.at[op] == LC_NO_OP) return false;
    uint32_t before = s->line.after.at[op], slot = s->line.ops.at[before].slot;
    return slot != LC_NO_SLOT && lc_lanes_occupant(&s->lanes, slot, h->at) == before &&
           !lc_bit(mask, done_bit(s, slot));
}

/* ---- the operations that can take part ---- */

/* The two questions: who may take part now, and who still waits in the end? */
typedef enum whom { WHO_MAY_TAKE_PART, WHO_STILL_WAITS } whom;

/* The parts an operation may take, as one that has begun or has not.  One that waits may not have ended. */
static void add_open(searching *s, uint32_t op, uint32_t place, bool in_class, bool begun, bool may_end) {
    if (!s->spans && !may_end) return;
    const lc_line_op *o = &s->line.ops.at[op];
    lc_open_op entry = {.label = o->label,
                        .row = s->binding->labels.at[o->label].content[0],
                        .ends = o->ends,
                        .place = place,
                        .op = op,
                        .in_class = in_class,
                        .part = begun ? LINCE_PART_MIDDLE : LINCE_PART_FIRST};
    if (s->spans) (void)lc_push(s->budget, &s->groups.open, entry);
    entry.part = begun ? LINCE_PART_LAST : LINCE_PART_WHOLE;
    if (may_end) (void)lc_push(s->budget, &s->groups.open, entry);
}

static void list_classes(searching *s, const here *h, whom who) {
    for (uint32_t class = 0; class < s->line.class_count; class ++) {
        const lc_class *c = &s->line.classes.at[class];
        if (who == WHO_STILL_WAITS && c->crashed) continue;
        bool may_end = who == WHO_STILL_WAITS || !s->progress || c->crashed;
        uint32_t used = lc_multiset_count(&s->sets, h->used, class),
                 begun = s->spans ? lc_multiset_count(&s->sets, h->begun, class) : 0;
        uint32_t all = lc_lanes_available(&s->lanes, class, h->at);
        for (uint32_t i = 0; i < begun && i < s->groups.most; i++)
            add_open(s, c->members.at[i], class, true, true, may_end);
        for (uint32_t i = used; i < all && i - used < s->groups.most; i++)
            add_open(s, c->members.at[i], class, true, false, may_end);
    }
}

static bool is_crashed(const searching *s, uint32_t op) {
    const lince_history *h = s->binding->history;
    return lc_op_outcome(h, &h->ops.at[s->line.ops.at[op].op]) == LC_CRASH;
}

static void list_open(searching *s, const here *h, const uint64_t *mask, whom who) {
    s->groups.open.count = 0;
    for (uint32_t slot = 0; slot < s->line.slots; slot++) {
        uint32_t op = lc_bit(mask, done_bit(s, slot)) ? LC_NO_OP : lc_lanes_occupant(&s->lanes, slot, h->at);
        if (op == LC_NO_OP || must_wait(s, h, mask, op)) continue;
        bool returns = s->line.ops.at[op].ends != LC_NEVER; /* a tied one may have a slot and not return */
        bool crashed = !returns && is_crashed(s, op), begun = s->spans && lc_bit(mask, begun_bit(slot));
        if (who == WHO_STILL_WAITS && (returns || crashed)) continue;
        bool may_end = returns || who == WHO_STILL_WAITS || !s->progress || crashed;
        add_open(s, op, slot, false, begun, may_end);
    }
    list_classes(s, h, who);
    s->groups.tried += s->line.slots + s->line.class_count;
    lc_groups_ready(&s->groups);
}

/* ---- the steps that can be tried ---- */

static bool ends(lince_part part) { return part == LINCE_PART_WHOLE || part == LINCE_PART_LAST; }

static bool note_move(void *context, const uint32_t *group, uint32_t count, lc_next next) {
    searching *s = context;
    uint32_t first = s->members.count;
    for (uint32_t i = 0; i < count; i++) {
        const lc_open_op *o = &s->groups.open.at[group[i]];
        if (!lc_push(s->budget, &s->members, (lc_sync_member){o->place, o->op, (uint8_t)o->part, o->in_class}))
            return false;
    }
    for (uint32_t k = 0; k < lc_next_count(&s->space, next); k++)
        if (!lc_push(s->budget, &s->moves, (lc_sync_move){first, count, lc_next_state(&s->space, next, k)}))
            return false;
    return true;
}

/* First the steps in which x ends, then those in which it does not. */
static void list_moves(searching *s, const here *h) {
    list_open(s, h, top_mask(s), WHO_MAY_TAKE_PART);
    uint32_t x = lc_lanes_returning(&s->lanes, h->at), with = LC_NOBODY;
    for (uint32_t i = 0; i < s->groups.open.count && x != LC_NO_OP; i++)
        if (s->groups.open.at[i].op == x && ends(s->groups.open.at[i].part)) with = i;
    if (x != LC_NO_OP && with == LC_NOBODY) return; /* it waits for one that has its own return later: never */
    if (with != LC_NOBODY && !lc_groups_find(&s->groups, h->state, with, LC_NOBODY, note_move, s)) return;
    if (s->spans || !(s->space.runner.instance->spec->traits & LINCE_STATELESS) || s->line.after.count)
        (void)lc_groups_find(&s->groups, h->state, LC_NOBODY, with, note_move, s);
}

/* ---- the end ---- */

static bool note_stuck(void *context, const uint32_t *group, uint32_t count, lc_next next) {
    searching *s = context;
    (void)next;
    bool counts = false; /* an operation in the middle may stay there */
    for (uint32_t i = 0; i < count; i++) counts |= s->groups.open.at[group[i]].part != LINCE_PART_MIDDLE;
    for (uint32_t i = 0; i < count && counts && s->answer.furthest != LC_NEVER; i++)
        (void)lc_push(s->budget, &s->answer.stuck, s->line.ops.at[s->groups.open.at[group[i]].op].op);
    return !counts;
}

/* All returns are behind us: is that the end?  With progress only if no operation that waits could go on; those that
 * could, the first time that is seen, are to blame. */
static bool is_the_end(searching *s, const here *h) {
    if (!s->progress) return true;
    list_open(s, h, top_mask(s), WHO_STILL_WAITS);
    bool stays = lc_groups_find(&s->groups, h->state, LC_NOBODY, LC_NOBODY, note_stuck, s);
    s->answer.furthest = LC_NEVER;
    return stays;
}

/* ---- the search ---- */

static bool must_halt(searching *s, bool look) {
    s->answer.halt = lc_meter_read(&s->meter, lc_sync_search_effort(s), look || s->visited % PATIENCE == 0);
    return s->answer.halt != LC_GO_ON;
}

/* The same in the middle of a configuration: there may be very many groups. */
static bool must_halt_now(void *search) { return must_halt(search, true); }

uint64_t lc_sync_search_effort(const searching *s) {
    return s->visited + s->groups.tried / TRIES + s->configs.compared / COMPARISONS;
}

static bool push_frame(searching *s, const here *h) {
    lc_sync_frame frame = {
        .here = *h, .moves = s->moves.count, .next_move = s->moves.count, .members = s->members.count};
    list_moves(s, h);
    return lc_push(s->budget, &s->path, frame) &&
           lc_reserve(s->budget, &s->masks, (uint64_t)(s->path.count + 1) * words(s));
}

static void take_part(searching *s, here *h, const lc_sync_member *m) {
    bool begins = m->part == LINCE_PART_FIRST;
    if (m->part == LINCE_PART_MIDDLE) return;
    if (!m->in_class) {
        if (s->spans) put_bit(top_mask(s), h, begun_bit(m->place), begins);
        put_bit(top_mask(s), h, done_bit(s, m->place), !begins);
        return;
    }
    if (m->part != LINCE_PART_LAST) h->used = lc_multiset_add(&s->sets, h->used, m->place);
    if (begins) h->begun = lc_multiset_add(&s->sets, h->begun, m->place);
    if (m->part == LINCE_PART_LAST) h->begun = lc_multiset_remove(&s->sets, h->begun, m->place);
}

/* Past all returns of operations that have ended. */
static void advance(searching *s, here *h) {
    uint64_t *mask = top_mask(s);
    for (uint32_t x; (x = lc_lanes_returning(&s->lanes, h->at)) != LC_NO_OP; h->at++) {
        uint32_t bit = done_bit(s, s->line.ops.at[x].slot);
        if (!lc_bit(mask, bit)) break;
        put_bit(mask, h, bit, false);
    }
    if (s->answer.furthest != LC_NEVER && h->at > s->answer.furthest) s->answer.furthest = h->at;
}

/* The state, and the operations that have begun without a slot to record it, as one number. */
static uint32_t whole_state(searching *s, const here *h) {
    uint32_t both[] = {h->state, h->begun};
    return s->spans && s->line.class_count ? lc_intern_add(&s->pairs, both, sizeof both) : h->state;
}

typedef enum arrival { AT_THE_END, AT_A_CHOICE, NOTHING_NEW } arrival;

static arrival arrive(searching *s, here *h) {
    advance(s, h);
    s->visited++;
    if (!lc_configs_visit(&s->configs, h->at, whole_state(s, h), top_mask(s), h->mask_hash, h->used, &s->sets)) {
        s->cut++;
        return NOTHING_NEW;
    }
    return h->at == s->line.returns.count && is_the_end(s, h) ? AT_THE_END : AT_A_CHOICE;
}

/* The next move of the last frame that has one left, made; false: there is none. */
static bool next_move(searching *s, here *h) {
    while (s->path.count) {
        lc_sync_frame *f = &s->path.at[s->path.count - 1];
        if (f->next_move < s->moves.count) { /* those of later frames are gone */
            const lc_sync_move *move = &s->moves.at[f->next_move++];
            *h = f->here;
            memcpy(top_mask(s), top_mask(s) - words(s), words(s) * sizeof(uint64_t));
            for (uint32_t i = 0; i < move->count; i++) take_part(s, h, &s->members.at[move->members + i]);
            h->state = move->state;
            return true;
        }
        s->moves.count = f->moves;
        s->members.count = f->members;
        s->path.count--;
    }
    return false;
}

static lc_outcome search_from(searching *s, uint32_t state) {
    here h = {.state = state, .used = LC_EMPTY_MULTISET, .begun = LC_EMPTY_MULTISET};
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

lc_outcome lc_sync_search_run(searching *s, const lc_part *part) {
    const lc_instance *instance = s->binding->objects.at[part->object].instance;
    s->spans = instance->spec->traits & LINCE_INTERVALS;
    lc_sync_answer_clear(&s->answer);
    lc_space_reset(&s->space, instance);
    lc_multisets_reset(&s->sets);
    lc_intern_clear(&s->pairs);
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
    if (outcome == LC_HOLDS) lc_sync_put_path(s);
    if (outcome != LC_HOLDS || !lc_exhausted(s->budget)) return outcome;
    s->answer.halt = LC_NO_MEMORY;
    return LC_HALTED;
}
