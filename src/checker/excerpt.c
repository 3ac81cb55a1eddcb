/* A violation as a history of its own: the operations that conflict, cut out of theirs so that they can be checked
 * again.
 *
 * The excerpt is a small history with the same raw payloads, which the writer of the format then writes.  Three things
 * cannot stay as they are:
 *
 *   - Names.  Threads, objects and symbols from JSON and EDN may have characters that `.hist` has no way to write; they
 *     get other names.  Only the equality of names matters.
 *   - Ties.  Where operations of one thread touch in an instant, the return of the first is written before the call of
 *     the second.  That may put it before other calls of that instant, too, which it overlapped; but no violation
 *     becomes correct by more order.
 *   - Strings from JSON that spell a special result of the method: they become the symbol they stand for.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "checker/excerpt.h"
#include "formats/write.h"
#include "history/partial_order.h"
#include "spec/specs.h"

/* An operation that is cut out. */
typedef struct piece {
    uint32_t op;
    bool pending;    /* without its return */
    bool failed;     /* it did not happen, and that matters */
    bool over;       /* its return has been written */
    uint32_t number; /* among the operations of its thread there, from 1 */
} piece;

/* One of its events, at its place in the history. */
typedef struct moment {
    uint32_t place, piece;
    bool call;
} moment;

typedef struct cutter {
    const lince_history *from;
    lince_history *to;
    const lince_specs *given;
    lince_specs *named; /* by the history itself */
    bool one_spec;      /* for all objects */
    bool stuck;         /* it is a violation of progress */
    bool minimized;     /* the pieces are those of a conflict, else the whole history up to somewhere */
    LC_VEC(piece) pieces;
    LC_VEC(moment) moments;
    LC_VEC(uint32_t) held;  /* pieces whose calls wait for the return of the one before */
    LC_VEC(uint32_t) open;  /* per thread: a piece + 1, or 0 */
    LC_VEC(uint32_t) calls; /* per thread: how many there are so far */
    lince_values more;      /* on top of the history's, to detect new ones */
    lc_intern renamed;
    lince_text thread, object, symbol; /* new names */
    lck_excerpt *out;
    bool cut; /* memory ran out */
} cutter;

/* ---- which operations, which events ---- */

static bool add_piece(cutter *c, uint32_t number, bool pending, bool failed) {
    const lc_op *op = &c->from->ops.at[number];
    uint32_t p = c->pieces.count;
    return lc_push(NULL, &c->pieces, (piece){.op = number, .pending = pending, .failed = failed}) &&
           lc_push(NULL, &c->moments, (moment){op->call, p, true}) &&
           (pending || lc_push(NULL, &c->moments, (moment){op->end, p, false}));
}

/* The conflict; where a limit kept it from being found, the whole history, as far as it is known to fail. */
static bool choose_pieces(cutter *c, const lc_violation *v) {
    bool enough = true;
    c->minimized = v && v->conflict.count;
    for (uint32_t i = 0; c->minimized && i < v->conflict.count && enough; i++)
        enough = add_piece(c, v->conflict.at[i].op, v->conflict.at[i].pending, v->conflict.at[i].failed);
    uint32_t limit = v && v->has_prefix ? v->prefix_events : c->from->events.count;
    for (uint32_t i = 0; !c->minimized && i < c->from->ops.count && enough; i++) {
        const lc_op *op = &c->from->ops.at[i];
        lc_event_kind outcome = lc_op_outcome(c->from, op);
        bool open = outcome == LC_INVOKE || outcome == LC_CRASH || op->end >= limit;
        if (op->call < limit) enough = add_piece(c, i, open, false);
    }
    return enough;
}

static int by_place(const void *a, const void *b) {
    const moment *x = a, *y = b;
    return LC_ORDER(x->place, y->place);
}

/* ---- names ---- */

typedef enum renamed { THREAD, OBJECT, SYMBOL } renamed;
static const char *const renamed_words[] = {[THREAD] = "thread", [OBJECT] = "object", [SYMBOL] = "symbol"};

static bool is_taken(cutter *c, renamed kind, lc_span name) {
    if (kind == THREAD) return lc_intern_find(&c->from->threads, name.at, name.length) != LC_NOT_INTERNED;
    if (kind == SYMBOL) return lince_symbol(&c->more, name.at, name.length) < c->more.first;
    for (uint32_t m = 0; m < c->from->methods.items.count; m++) {
        lc_span other = lc_object_name(c->from, &(lc_op){.method = m});
        if (other.length == name.length && !memcmp(other.at, name.at, name.length)) return true;
    }
    return false;
}

static void note_renamed(cutter *c, const char *kind, lc_span old, const lince_text *name) {
    lck_renamed r = {.kind = kind};
    lc_text_add(&r.before, old.at, old.length);
    lc_text_add(&r.now, lc_text(name), name->length);
    bool enough = !r.before.cut && !r.now.cut && lc_push(NULL, &c->out->renamed, r);
    if (enough) return;
    c->cut = true;
    lc_text_free(&r.before);
    lc_text_free(&r.now);
}

/* The new name of a thread, an object or a symbol: the same on each call, and no other's. */
static lc_span rename_it(cutter *c, renamed kind, lc_span old, lince_text *name) {
    const char *what = renamed_words[kind];
    lince_text key = {0};
    lc_text_printf(&key, "%s ", what);
    lc_text_add(&key, old.at, old.length);
    uint32_t before = c->renamed.items.count, number = lc_intern_add(&c->renamed, lc_text(&key), key.length);
    lc_text_free(&key);
    lc_text_clear(name);
    lc_text_printf(name, "%s-%u", what, number + 1);
    while (is_taken(c, kind, (lc_span){lc_text(name), name->length}) && !name->cut) lc_text_putc(name, '_');
    c->cut |= number == LC_NOT_INTERNED || name->cut;
    if (number == before) note_renamed(c, what, old, name);
    return (lc_span){lc_text(name), name->length};
}

static lc_span thread_of(cutter *c, const lc_op *op) {
    lc_span name = lc_thread_name(c->from, op);
    return lc_unwritable_name(name, LINCE_FORMAT_HIST, true) ? rename_it(c, THREAD, name, &c->thread) : name;
}

static lc_span object_of(cutter *c, const lc_op *op) {
    lc_span name = lc_object_name(c->from, op);
    if (!name.length) return name;
    /* Objects with specifications of their own are named in `spec OBJECT=NAME:PARAMETERS`. */
    bool in_spec_line = !c->one_spec && (memchr(name.at, '=', name.length) || memchr(name.at, ':', name.length));
    return in_spec_line || lc_unwritable_name(name, LINCE_FORMAT_HIST, false) ? rename_it(c, OBJECT, name, &c->object)
                                                                              : name;
}

/* ---- values ---- */

static lince_value copy_value(cutter *c, lince_value v) {
    const lince_values *from = &c->from->values;
    lince_values *to = &c->to->values;
    size_t count;
    lince_kind kind = lince_value_kind(from, v);
    if (kind == LINCE_INT || kind == LINCE_STRING) return lc_value_copy(to, from, v);
    if (kind == LINCE_SYMBOL) {
        lc_span text = {.at = lince_get_text(from, v, &count)};
        text.length = count;
        if (lc_unwritable_payload(from, v, LINCE_FORMAT_HIST)) text = rename_it(c, SYMBOL, text, &c->symbol);
        return lince_symbol(to, text.at, text.length);
    }
    const lince_value *items = lince_get_items(from, v, &count);
    lince_value *copies = malloc((count + 1) * sizeof *copies);
    for (size_t i = 0; copies && i < count; i++) copies[i] = copy_value(c, items[i]);
    lince_value copy = !copies              ? LINCE_NO_VALUE
                       : kind == LINCE_LIST ? lince_list(to, copies, count)
                                            : lince_tuple(to, copies, count);
    free(copies);
    return copy;
}

static const lc_instance *spec_of(const cutter *c, lc_span object) {
    const lc_instance *found = c->given ? lc_specs_find(c->given, object) : NULL;
    return found ? found : lc_specs_find(c->named, object);
}

static const lince_method *method_of(const cutter *c, const lc_op *op) {
    const lince_spec *spec = spec_of(c, lc_object_name(c->from, op))->spec;
    lc_span name = lc_method_name(c->from, op);
    uint32_t row = lc_spec_method(spec, name.at, name.length);
    assert(row != LC_NO_METHOD); /* or the history would have been refused */
    return &spec->methods[row];
}

/* Does a value in a history from JSON spell this symbol?  In Jepsen's words not where it repeats an argument. */
static bool spells(const cutter *c, const lc_op *op, lince_value v, lince_value symbol) {
    const lince_values *values = &c->from->values;
    if (lince_value_kind(values, v) != LINCE_STRING) return false;
    size_t count, length, other;
    const lince_value *args = lc_payload_items(values, &op->args, &count);
    for (size_t i = 0; c->from->jepsen && i < count; i++)
        if (args[i] == v) return false;
    const char *text = lince_get_text(values, v, &length), *meant = lince_get_text(values, symbol, &other);
    return length == other && !memcmp(text, meant, length);
}

static lince_value results_of(cutter *c, const lc_op *op) {
    enum { MOST = LINCE_RESULTS_MAX };
    lince_value symbol = c->from->json ? method_of(c, op)->pure_result : LINCE_NO_VALUE, copies[MOST];
    size_t count;
    const lince_value *items = lc_payload_items(&c->from->values, &op->results, &count);
    if (symbol == LINCE_NO_VALUE || count > MOST) return copy_value(c, op->results);
    for (size_t i = 0; i < count; i++) copies[i] = spells(c, op, items[i], symbol) ? symbol : copy_value(c, items[i]);
    return lince_tuple(&c->to->values, copies, count);
}

/* ---- the history ---- */

bool lck_is_built_in(const lc_instance *instance) {
    lc_instance same;
    if (instance->plugin || lc_instance_parse(&same, instance->name, NULL, 0, NULL) != LINCE_DONE) return false;
    lc_instance_free(&same);
    return true;
}

static bool have_one_spec(const cutter *c) {
    const lc_instance *first = NULL;
    for (uint32_t i = 0; i < c->pieces.count; i++) {
        const lc_instance *instance = spec_of(c, lc_object_name(c->from, &c->from->ops.at[c->pieces.at[i].op]));
        if (first && strcmp(first->name, instance->name)) return false;
        first = instance;
    }
    return true;
}

static lince_status name_specs(cutter *c, lince_error *error) {
    lince_status status = LINCE_DONE;
    lc_intern objects;
    lc_intern_init(&objects, NULL);
    for (uint32_t i = 0; i < c->pieces.count && status == LINCE_DONE; i++) {
        const lc_op *op = &c->from->ops.at[c->pieces.at[i].op];
        lc_span object = lc_object_name(c->from, op);
        const lc_instance *instance = spec_of(c, object);
        uint32_t before = objects.items.count;
        if (lc_intern_add(&objects, object.at, object.length) != before || (c->one_spec && i)) continue;
        if (!lck_is_built_in(instance)) continue; /* the command names it */
        lc_span of = c->one_spec ? (lc_span){"", 0} : object_of(c, op);
        status = lc_history_name_spec(c->to, 0, of, lc_span_of(instance->name), error);
    }
    lc_intern_free(&objects);
    return status;
}

static lince_status write_end(cutter *c, piece *p, lince_error *error) {
    const lc_op *op = &c->from->ops.at[p->op];
    if (p->over) return LINCE_DONE;
    p->over = true;
    c->open.at[op->thread] = 0;
    if (lc_op_outcome(c->from, op) == LC_RETURN)
        return lc_history_return(c->to, 0, thread_of(c, op), results_of(c, op), error);
    /* A failure that takes part in a conflict ran and returned false, unless it is known not to have.  In Jepsen's
     * words a failure means that, since a result may repeat the arguments there. */
    if (c->minimized && !p->failed && !c->from->jepsen)
        return lc_history_return(c->to, 0, thread_of(c, op), LINCE_FALSE, error);
    return lc_history_end(c->to, 0, thread_of(c, op), LC_FAIL, error);
}

static lince_status write_call(cutter *c, uint32_t number, lince_error *error) {
    const lc_op *op = &c->from->ops.at[c->pieces.at[number].op];
    uint32_t *open = &c->open.at[op->thread];
    lince_status status = LINCE_DONE;
    if (*open) {
        piece *before = &c->pieces.at[*open - 1];
        status =
            before->pending ? lc_history_end(c->to, 0, thread_of(c, op), LC_CRASH, error) : write_end(c, before, error);
    }
    *open = number + 1;
    c->pieces.at[number].number = ++c->calls.at[op->thread];
    if (status != LINCE_DONE) return status;
    return lc_history_invoke(c->to, 0, thread_of(c, op), object_of(c, op), lc_method_name(c->from, op),
                             copy_value(c, op->args), error);
}

static lince_status write_held(cutter *c, lince_error *error) {
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < c->held.count && status == LINCE_DONE; i++) status = write_call(c, c->held.at[i], error);
    c->held.count = 0;
    return status;
}

/* Calls that must wait for a return wait until the other calls of the instant are written, so that as much as possible
 * still overlaps. */
static lince_status write_moments(cutter *c, lince_error *error) {
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < c->moments.count && status == LINCE_DONE; i++) {
        const moment *m = &c->moments.at[i];
        uint32_t open = c->open.at[c->from->ops.at[c->pieces.at[m->piece].op].thread];
        if (m->call && open && !c->pieces.at[open - 1].pending) {
            if (!lc_push(NULL, &c->held, m->piece)) status = LINCE_OUT_OF_MEMORY;
            continue;
        }
        if (m->call) {
            status = write_call(c, m->piece, error);
            continue;
        }
        status = write_held(c, error);
        if (status == LINCE_DONE) status = write_end(c, &c->pieces.at[m->piece], error);
    }
    return status == LINCE_DONE ? write_held(c, error) : status;
}

/* The pieces have the order that they had, if that was none of events. */
static lince_status write_order(cutter *c, lince_error *error) {
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < c->pieces.count; i++)
        for (uint32_t k = 0; k < c->pieces.count && status == LINCE_DONE; k++) {
            const piece *a = &c->pieces.at[i], *b = &c->pieces.at[k];
            if (a->pending || !lc_comes_before(c->from, a->op, b->op)) continue;
            lc_order_place first = {thread_of(c, &c->from->ops.at[a->op]), a->number};
            lince_text name = {0}; /* the next thread may be renamed in the same room */
            lc_text_add(&name, first.thread.at, first.thread.length);
            first.thread = (lc_span){lc_text(&name), name.length};
            lc_order_place second = {thread_of(c, &c->from->ops.at[b->op]), b->number};
            status = name.cut ? LINCE_OUT_OF_MEMORY : lc_history_add_before(c->to, 0, first, second, error);
            lc_text_free(&name);
        }
    return status == LINCE_DONE ? lc_history_settle_order(c->to, error) : status;
}

/* Where it matters which operations still wait: those that crashed do not. */
static lince_status write_crashes(cutter *c, lince_error *error) {
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < c->pieces.count && status == LINCE_DONE; i++) {
        const lc_op *op = &c->from->ops.at[c->pieces.at[i].op];
        if (c->open.at[op->thread] != i + 1 || lc_op_outcome(c->from, op) != LC_CRASH) continue;
        status = lc_history_end(c->to, 0, thread_of(c, op), LC_CRASH, error);
        c->open.at[op->thread] = 0;
    }
    return status;
}

static lince_status cut_out(cutter *c, const lc_violation *v, lince_error *error) {
    if (!choose_pieces(c, v)) return LINCE_OUT_OF_MEMORY;
    while (c->open.count < c->from->threads.items.count)
        if (!lc_push(NULL, &c->open, 0) || !lc_push(NULL, &c->calls, 0)) return LINCE_OUT_OF_MEMORY;
    if (c->moments.count) qsort(c->moments.at, c->moments.count, sizeof *c->moments.at, by_place);
    c->to->jepsen = c->from->jepsen;
    c->to->failed_cas_ran = c->from->failed_cas_ran;
    c->one_spec = have_one_spec(c);
    lince_status status = name_specs(c, error);
    bool partial = c->from->order.threads;
    if (status == LINCE_DONE && partial) status = lc_history_begin_order(c->to, 0, error);
    if (status == LINCE_DONE) status = write_moments(c, error);
    if (status == LINCE_DONE && partial) status = write_order(c, error);
    return status == LINCE_DONE && c->stuck ? write_crashes(c, error) : status;
}

lince_status lck_excerpt_cut(lck_excerpt *out, const lince_specs *specs, const lince_history *h, const lince_result *r,
                             lince_error *error) {
    *out = (lck_excerpt){.history = lc_history_new(h->file, NULL)};
    cutter c = {.from = h, .to = out->history, .given = specs, .out = out, .stuck = r->stuck};
    lc_values_init(&c.more, &h->values, NULL);
    lc_intern_init(&c.renamed, NULL);
    lince_status status = c.to ? lc_specs_of_history(&c.named, h, error) : LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) status = cut_out(&c, r->violation, error);
    lince_specs_free(c.named);
    lc_vec_free(NULL, &c.pieces);
    lc_vec_free(NULL, &c.moments);
    lc_vec_free(NULL, &c.held);
    lc_vec_free(NULL, &c.open);
    lc_vec_free(NULL, &c.calls);
    lc_values_destroy(&c.more);
    lc_intern_free(&c.renamed);
    lc_text_free(&c.thread);
    lc_text_free(&c.object);
    lc_text_free(&c.symbol);
    return status == LINCE_DONE && c.cut ? LINCE_OUT_OF_MEMORY : status;
}

void lck_excerpt_free(lck_excerpt *e) {
    for (uint32_t i = 0; i < e->renamed.count; i++) {
        lc_text_free(&e->renamed.at[i].before);
        lc_text_free(&e->renamed.at[i].now);
    }
    lc_vec_free(NULL, &e->renamed);
    lince_history_free(e->history);
}
