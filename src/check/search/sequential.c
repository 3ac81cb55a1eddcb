/* Sequential consistency by search.
 *
 * Program order takes the place of real time, so there are no windows, no cuts and no locality: a configuration is how
 * far each thread has come, which pending operations have taken effect, and the state of every object at once.  The
 * depth-first search remembers all it has visited.  Operations that change nothing are taken as soon as they are legal
 * (the argument of linearize.c holds here too, since taking one only lets its thread go on earlier).
 *
 * With `real_time` an operation also waits for those that come before it: by their intervals, or, where the history has
 * a partial order of its own (weak memory), by that.  The operations that are done are then a set
 * that is closed under the order, and the answer is whether some order of all operations extends the partial one and is
 * legal.
 *
 * A pending operation is concurrent with all that its thread did later, so it is a strand of its own, which may start
 * once its thread has come as far as it was when it called, and which need not finish.
 */
#include "check/search/sequential.h"

#include <string.h>

#include "base/bits.h"

enum { PATIENCE = 64 };

/* One operation of a strand, with the label it has in this part. */
typedef struct item {
    uint32_t op, label;
} item;

typedef struct strand {
    LC_VEC(item) items;  /* in program order */
    uint32_t host, from; /* a pending operation: it waits until strand `host` has done `from` items; else LC_NEVER */
} strand;

typedef struct frame {
    uint32_t config;    /* number in `configs` */
    uint32_t order;     /* how many operations came before */
    uint32_t candidate; /* strand to try next */
    uint32_t outcome;
} frame;

typedef struct task {
    lc_sequencer *s;
    LC_VEC(strand) strands;
    lc_intern configs;     /* per strand how many items are done, then per object its state */
    LC_VEC(uint32_t) here; /* the working configuration, laid out like those */
    LC_VEC(frame) path;
    uint32_t obliged; /* items that must be done: those of strands that are not pending */
} task;

bool lc_sequencer_init(lc_sequencer *s, lc_binding *b, const lc_tuning *tuning, const lc_limits *limits,
                       lc_budget *budget) {
    *s = (lc_sequencer){.budget = budget, .binding = b, .tuning = *tuning, .meter = lc_meter_of(budget, limits)};
    if (b->objects.count && !lc_reserve(budget, &s->spaces, b->objects.count)) return false;
    for (uint32_t i = 0; i < b->objects.count; i++) {
        lc_space_init(&s->spaces.at[i], b, budget);
        s->spaces.at[i].forget = tuning->no_memo;
        s->spaces.count++;
    }
    return true;
}

void lc_sequencer_free(lc_sequencer *s) {
    for (uint32_t i = 0; i < s->spaces.count; i++) lc_space_free(&s->spaces.at[i]);
    lc_vec_free(s->budget, &s->spaces);
    lc_vec_free(s->budget, &s->order);
}

/* ---- strands ---- */

static bool new_strand(task *t, uint32_t host, uint32_t from) {
    return lc_push(t->s->budget, &t->strands, (strand){.host = host, .from = from});
}

static bool add_op(task *t, uint32_t op, bool returns, uint32_t strand_number) {
    lc_binding *b = t->s->binding;
    uint32_t label = lc_label_op(b, op);
    if (label == LC_NO_LABEL) return false;
    if (returns) {
        t->obliged++;
        return lc_push(t->s->budget, &t->strands.at[strand_number].items, (item){op, label});
    }
    label = lc_pending_label(b, label);
    if (label == LC_NO_LABEL) return false;
    if (b->labels.at[label].pure) return true;
    uint32_t from = t->strands.at[strand_number].items.count;
    return new_strand(t, strand_number, from) &&
           lc_push(t->s->budget, &t->strands.at[t->strands.count - 1].items, (item){op, label});
}

/* A strand a thread, and one a pending operation. */
static bool make_strands(task *t, const lc_part *part) {
    const lince_history *h = t->s->binding->history;
    lc_budget *budget = t->s->budget;
    size_t words = lc_word_count(h->ops.count) + 1;
    uint64_t *returned = lc_allocate(budget, words * sizeof *returned);
    if (!returned) return false;
    memset(returned, 0, words * sizeof *returned);
    for (uint32_t i = 0; i < part->event_count; i++)
        if (lc_event_what(part->events[i]) == LC_RETURN) lc_set_bit(returned, lc_event_op(part->events[i]));
    bool fine = true;
    for (uint32_t i = 0; i < h->threads.items.count && fine; i++) fine = new_strand(t, LC_NEVER, 0);
    for (uint32_t i = 0; i < part->event_count && fine; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) == LC_INVOKE)
            fine = add_op(t, op, lc_bit(returned, op), h->ops.at[op].thread);
    }
    lc_release(budget, returned, words * sizeof *returned);
    return fine;
}

/* ---- configurations ---- */

static uint32_t *done(task *t) { return t->here.at; }
static uint32_t *states(task *t) { return t->here.at + t->strands.count; }

static bool comes_before(const lc_sequencer *s, uint32_t first, uint32_t second) {
    return s->past ? s->past[second] >> first & 1 : lc_comes_before(s->binding->history, first, second);
}

/* Has all been done that comes before this operation?  Of a strand, the next item comes before each operation that
 * a later one comes before. */
static bool in_time(task *t, uint32_t op) {
    for (uint32_t i = 0; i < t->strands.count; i++) {
        const strand *st = &t->strands.at[i];
        if (st->host == LC_NEVER && done(t)[i] < st->items.count && comes_before(t->s, st->items.at[done(t)[i]].op, op))
            return false;
    }
    return true;
}

/* The item a strand would do next; NULL: none, or not yet. */
static const item *next_item(task *t, uint32_t number) {
    const strand *st = &t->strands.at[number];
    if (done(t)[number] == st->items.count) return NULL;
    if (st->host != LC_NEVER && done(t)[st->host] < st->from) return NULL;
    const item *next = &st->items.at[done(t)[number]];
    return t->s->real_time && !in_time(t, next->op) ? NULL : next;
}

static void load(task *t, uint32_t config) {
    memcpy(t->here.at, lc_intern_get(&t->configs, config)->bytes, t->here.count * sizeof *t->here.at);
}

static void take(task *t, uint32_t number, const item *it, uint32_t state) {
    states(t)[t->s->binding->labels.at[it->label].object] = state;
    done(t)[number]++;
    (void)lc_push(t->s->budget, &t->s->order, it->op);
}

/* Takes every operation that changes nothing and is legal.  False: the specification is wrong about itself. */
static bool take_pure(task *t) {
    const lc_label *labels = t->s->binding->labels.at;
    for (bool progress = !t->s->tuning.no_pure; progress;) {
        progress = false;
        for (uint32_t i = 0; i < t->strands.count; i++) {
            const item *it;
            while ((it = next_item(t, i)) && labels[it->label].pure) {
                uint32_t object = labels[it->label].object;
                lc_next next = lc_space_next(&t->s->spaces.at[object], states(t)[object], it->label);
                if (next == LC_NO_STEP) break;
                if (next != states(t)[object] + 1) return false;
                take(t, i, it, states(t)[object]);
                progress = true;
            }
        }
    }
    return true;
}

static bool finished(task *t) {
    for (uint32_t i = 0; i < t->strands.count; i++)
        if (t->strands.at[i].host == LC_NEVER && done(t)[i] < t->strands.at[i].items.count) return false;
    return true;
}

/* ---- the search ---- */

/* The next thing to try from the top frame, done in `here`. */
static bool choose(task *t) {
    frame *f = &t->path.at[t->path.count - 1];
    for (; f->candidate < t->strands.count; f->candidate++, f->outcome = 0) {
        load(t, f->config);
        t->s->order.count = f->order;
        const item *it = next_item(t, f->candidate);
        if (!it) continue;
        const lc_label *label = &t->s->binding->labels.at[it->label];
        if (label->pure && !t->s->tuning.no_pure) continue;
        lc_space *space = &t->s->spaces.at[label->object];
        uint32_t before = states(t)[label->object];
        lc_next next = lc_space_next(space, before, it->label);
        while (f->outcome < lc_next_count(space, next)) {
            uint32_t state = lc_next_state(space, next, f->outcome++);
            if (state == before && t->strands.at[f->candidate].host != LC_NEVER) continue; /* for nothing */
            take(t, f->candidate, it, state);
            return true;
        }
    }
    return false;
}

static bool must_halt(lc_sequencer *s) {
    s->halt = lc_meter_read(&s->meter, s->visited, s->visited % PATIENCE == 0);
    return s->halt != LC_GO_ON;
}

/* Everything that can be reached from the configuration in `here`. */
static lc_outcome explore(task *t) {
    t->path.count = 0;
    t->s->order.count = 0;
    do {
        if (!take_pure(t)) return LC_WRONG_SPEC;
        if (must_halt(t->s)) return LC_HALTED;
        if (finished(t)) return LC_HOLDS;
        uint32_t known = t->configs.items.count;
        uint32_t config = lc_intern_add(&t->configs, t->here.at, t->here.count * sizeof *t->here.at);
        if (config == LC_NOT_INTERNED) return LC_HALTED;
        t->s->visited++;
        if (config < known) t->s->cut++;
        else if (!lc_push(t->s->budget, &t->path, (frame){.config = config, .order = t->s->order.count}))
            return LC_HALTED;
        while (t->path.count && !choose(t)) t->path.count--;
    } while (t->path.count);
    return LC_VIOLATED;
}

/* One exploration per combination of initial states, counted like an odometer. */
static lc_outcome explore_all(task *t) {
    uint32_t objects = t->s->binding->objects.count;
    LC_VEC(lc_next) initial = {0};
    LC_VEC(uint32_t) digit = {0};
    lc_outcome outcome = LC_VIOLATED;
    bool more = true;
    for (uint32_t i = 0; i < objects; i++) {
        lc_space_reset(&t->s->spaces.at[i], t->s->binding->objects.at[i].instance);
        lc_next start = lc_space_start(&t->s->spaces.at[i]);
        if (!lc_push(t->s->budget, &initial, start) || !lc_push(t->s->budget, &digit, 0)) outcome = LC_HALTED;
        if (start == LC_NO_STEP) more = false;
    }
    while (more && outcome == LC_VIOLATED) {
        memset(done(t), 0, t->strands.count * sizeof *t->here.at);
        for (uint32_t i = 0; i < objects; i++)
            states(t)[i] = lc_next_state(&t->s->spaces.at[i], initial.at[i], digit.at[i]);
        outcome = explore(t);
        uint32_t i = 0;
        while (i < objects && ++digit.at[i] == lc_next_count(&t->s->spaces.at[i], initial.at[i])) digit.at[i++] = 0;
        more = i < objects;
    }
    lc_vec_free(t->s->budget, &initial);
    lc_vec_free(t->s->budget, &digit);
    return outcome;
}

lc_outcome lc_sequence(lc_sequencer *s, const lc_part *whole) {
    s->halt = LC_GO_ON;
    s->order.count = 0;
    task t = {.s = s};
    lc_intern_init(&t.configs, s->budget);
    bool fine = make_strands(&t, whole);
    for (uint32_t i = 0; fine && i < t.strands.count + s->binding->objects.count; i++)
        fine = lc_push(s->budget, &t.here, 0);
    lc_outcome outcome = !fine ? LC_HALTED : t.obliged == 0 ? LC_HOLDS : explore_all(&t);
    for (uint32_t i = 0; i < t.strands.count; i++) lc_vec_free(s->budget, &t.strands.at[i].items);
    lc_vec_free(s->budget, &t.strands);
    lc_vec_free(s->budget, &t.here);
    lc_vec_free(s->budget, &t.path);
    lc_intern_free(&t.configs);
    if (lc_exhausted(s->budget)) {
        s->halt = LC_NO_MEMORY;
        return LC_HALTED;
    }
    return outcome;
}
