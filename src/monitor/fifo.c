/* Queues, event by event, in constant time as a rule.
 *
 * By the theorem in check/poly/queue.c a history of a queue with distinct values is wrong only if an element was
 * removed that had not been added, or twice; if a removal found nothing although at every moment of it an element was
 * inside; or if there are elements a and b such that the addition of a returned before that of b was called, and the
 * removal of b returned before that of a was called.  All three can be seen as it happens, from the contents:
 *
 *   - The elements inside are linked in the order in which their additions returned.  When b is removed, those at the
 *     beginning of the list whose additions returned before that of b was called are *late*: each of them must be
 *     removed by a removal that is already open.  So there is a deadline, now, before which its removal must have been
 *     called.  Every late element needs an open removal of its own that was called before its deadline; deadlines
 *     ascend along the list, so counting is enough (Hall's theorem for intervals with a common end).
 *   - The moments at which nothing need have been inside are kept as gaps (gaps.h) as far back as an open removal was
 *     called.  A removal that found nothing needs one of them before the first addition of the elements inside now
 *     returned. If there is none, but other removals are open that may have removed something meanwhile, it is doubtful
 *     until they have returned.
 *
 * A value that is added again before it has gone cannot be distinguished from the other, the data of elements that have
 * gone is not enough for an operation that only looks (`peek`), and a removal that crashes may have removed anything.
 * When that comes, the object is handed over to the checker by windows (online.c).
 *
 * Invariant.  `inside` has every element that was added, or is being added, and was not removed; the late ones have
 * their deadlines; `removers` are the removals that are open; the gaps are the moments, since the first of these was
 * called, that no element covers which has gone; `doubts` are the removals that found nothing and depend on open ones.
 * By the theorem the events so far are wrong exactly if one of the conditions above was seen to be broken: whether open
 * removals can meet all these demands is one question, because all want the elements at the beginning of the list, each
 * a beginning of it.  So all is counted as checked exactly, but for a removal that found nothing while gaps are merged
 * (gaps.h), and for events behind a gap in the stream while there may be elements inside whose addition was not
 * seen (`strangers`): these are judged in part.
 */
#include <assert.h>
#include <stdlib.h>

#include "monitor/fifo.h"

static void *make(lco_watch *watch) {
    lco_fifo *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->watch = watch;
    q->gaps.budget = &watch->budget;
    q->next = LCO_NO_LINK;
    q->known_since = LCO_OPEN;
    lco_insides_init(&q->inside, &watch->budget);
    return q;
}

static void forget(lco_fifo *q) {
    lc_budget *budget = &q->watch->budget;
    lco_insides_free(&q->inside);
    lco_gaps_free(&q->gaps);
    lc_vec_free(budget, &q->removers);
    lc_vec_free(budget, &q->doubts);
    lc_vec_free(budget, &q->overtakings);
    lc_vec_free(budget, &q->of_slot);
    q->late = q->open = 0;
    q->known_since = LCO_OPEN;
    q->next = LCO_NO_LINK;
}

static void free_fifo(void *state) {
    forget(state);
    free(state);
}

static lince_role role_of(const lco_fifo *q, const lco_watched *x) {
    return (lince_role)q->watch->instance->spec->methods[x->method].role;
}

/* ---- late elements ---- */

/* Every late element needs an open removal that was called before its deadline. */
static void look_at_late(lco_fifo *q) {
    uint32_t able = 0, number = q->inside.first;
    for (uint32_t i = 0; i < q->late; i++, number = lco_inside_at(q, number)->after) {
        const lco_inside *a = lco_inside_at(q, number);
        while (able < q->removers.count && q->removers.at[able].call < a->deadline) able++;
        if (able > i) continue;
        lco_fifo_accuse_overtaker(q, a, NULL);
        return;
    }
}

/* Those whose additions returned before that of b was called; b itself is not in the list any more. */
static void make_late(lco_fifo *q, const lco_inside *b, const lco_watched *remove) {
    uint32_t why = LCO_NO_LINK;
    while (q->next != LCO_NO_LINK && lco_inside_at(q, q->next)->add.end < b->add.call) {
        if (why == LCO_NO_LINK) {
            if (!q->late) q->overtakings.count = 0;
            why = q->overtakings.count;
            if (!lc_push(&q->watch->budget, &q->overtakings, (lco_overtaking){b->add, *remove})) return;
        }
        lco_inside *a = lco_inside_at(q, q->next);
        a->deadline = remove->end;
        a->overtaker = why;
        q->late++;
        q->next = a->after;
    }
}

static void unlink_element(lco_fifo *q, uint32_t number) {
    lco_inside *x = lco_inside_at(q, number);
    if (!x->linked) return;
    if (q->next == number) q->next = x->after;
    if (x->deadline != LCO_OPEN) q->late--;
    lco_insides_unlink(&q->inside, number);
}

/* ---- removals that found nothing ---- */

static uint64_t first_added(lco_fifo *q) {
    return q->inside.first == LCO_NO_LINK ? UINT64_MAX : lco_inside_at(q, q->inside.first)->add.end;
}

/* Can the open removals have removed, by some moment, all elements inside then?  A moment is given by the last call of
 * a removal before it, or by the beginning of a gap; the earlier, the fewer elements were inside. */
static bool can_be_gone(lco_fifo *q, const lco_watched *x) {
    for (uint32_t able = 0; able <= q->removers.count; able++) { /* so many were called before that moment */
        uint64_t from = able && q->removers.at[able - 1].call > x->call ? q->removers.at[able - 1].call : x->call;
        uint64_t to = able < q->removers.count ? q->removers.at[able].call : x->end;
        if (to > x->end) to = x->end;
        uint32_t number = q->inside.first;
        for (uint32_t i = 0; i < able && number != LCO_NO_LINK; i++) number = lco_inside_at(q, number)->after;
        uint64_t limit = number == LCO_NO_LINK ? UINT64_MAX : lco_inside_at(q, number)->add.end;
        if (lco_gaps_any(&q->gaps, from, to, limit)) return true;
    }
    return false;
}

/* The doubtful removals that wait for the one that has just ended. */
static void settle_doubts(lco_fifo *q, uint64_t call) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < q->doubts.count && !lco_watch_is_violated(q->watch); i++) {
        lco_doubtful d = q->doubts.at[i];
        if (call < d.op.end && --d.waits_for == 0) {
            if (!lco_gaps_any(&q->gaps, d.op.call, d.op.end, first_added(q))) lco_fifo_accuse_empty(q, &d.op);
            continue;
        }
        if (!can_be_gone(q, &d.op)) lco_fifo_accuse_empty(q, &d.op);
        q->doubts.at[kept++] = d;
    }
    q->doubts.count = kept;
}

static void found_nothing(lco_fifo *q, const lco_watched *x) {
    if (lco_gaps_any(&q->gaps, x->call, x->end, first_added(q))) return;
    if (!can_be_gone(q, x)) lco_fifo_accuse_empty(q, x);
    else (void)lc_push(&q->watch->budget, &q->doubts, (lco_doubtful){*x, q->removers.count});
}

/* Forgets the gaps before the first call of an open or doubtful removal. */
static void forget_gaps(lco_fifo *q) {
    uint64_t since = UINT64_MAX;
    if (q->removers.count) since = q->removers.at[0].call;
    for (uint32_t i = 0; i < q->doubts.count; i++)
        if (q->doubts.at[i].op.call < since) since = q->doubts.at[i].op.call;
    if (since != UINT64_MAX) lco_gaps_forget(&q->gaps, since);
}

/* ---- additions ---- */

static void begin_add(lco_fifo *q, const lco_watched *x) {
    uint32_t number = lco_insides_add(&q->inside, x->args); /* it has one argument */
    if (number == LCO_NO_LINK) return;
    lco_inside_at(q, number)->add = *x;
    q->of_slot.at[x->slot] = number + 1;
}

static void end_add(lco_fifo *q, const lco_watched *x) {
    uint32_t number = q->of_slot.at[x->slot] - 1;
    lco_inside *e = lco_inside_at(q, number);
    q->of_slot.at[x->slot] = 0;
    e->add = *x;
    if (x->fortune == LCO_HAS_FAILED) {
        if (e->removed) lco_fifo_accuse(q, x, "removed but never added", "failed, yet its value was removed", NULL);
        lco_insides_delete(&q->inside, number);
    } else if (x->fortune == LCO_HAS_RETURNED) {
        if (e->removed) {
            lco_insides_delete(&q->inside, number);
        } else {
            lco_insides_link(&q->inside, number);
            if (q->next == LCO_NO_LINK) q->next = number;
        }
    }
}

/* ---- removals ---- */

/* Elements that were inside when the stream went on behind a gap were there before this element, so they have been
 * removed by now, or are being removed. */
static void strangers_are_gone(lco_fifo *q, const lco_watched *add, const lco_watched *remove) {
    if (q->known_since != LCO_OPEN) return;
    q->known_since = remove->end;
    q->known_by = (lco_overtaking){*add, *remove};
}

static void removed(lco_fifo *q, uint32_t number, const lco_watched *x) {
    lco_inside *e = lco_inside_at(q, number);
    if (e->removed) {
        lco_fifo_accuse(q, x, "removed twice", "removed a value that another operation had removed", NULL);
        return;
    }
    bool added = e->linked;
    if (e->deadline <= x->call) lco_fifo_accuse_overtaker(q, e, x);
    unlink_element(q, number);
    lco_inside copy = *e;
    if (q->strangers) strangers_are_gone(q, &copy.add, x);
    if (added) {
        lco_gaps_cover(&q->gaps, e->add.end, x->call > e->add.call ? x->call : e->add.call);
        lco_insides_delete(&q->inside, number);
    } else {
        e->removed = true;
        e->remove = *x;
        if (e->add.fortune == LCO_HAS_CRASHED) lco_insides_delete(&q->inside, number);
    }
    make_late(q, &copy, x);
}

static void leave(lco_fifo *q, const lco_watched *x) {
    uint32_t i = 0;
    while (i < q->removers.count && q->removers.at[i].op.slot != x->slot) i++;
    if (i == q->removers.count) return; /* memory is out */
    for (; i + 1 < q->removers.count; i++) q->removers.at[i] = q->removers.at[i + 1];
    q->removers.count--;
}

static void end_removal(lco_fifo *q, const lco_watched *x) {
    assert(x->fortune != LCO_HAS_CRASHED);
    leave(q, x);
    bool nothing = x->results == q->watch->instance->spec->methods[x->method].pure_result;
    if (x->fortune == LCO_HAS_RETURNED && !nothing) {
        uint32_t number = lco_insides_find(&q->inside, x->results);
        if (number != LCO_NO_LINK) removed(q, number, x);
        else if (!q->strangers) lco_fifo_accuse_missing(q, x);
        else if (x->call > q->known_since) lco_fifo_accuse_stranger(q, x);
    }
    if (q->doubts.count) settle_doubts(q, x->call);
    if (x->fortune == LCO_HAS_RETURNED && nothing) found_nothing(q, x);
    if (q->late && !lco_watch_is_violated(q->watch)) look_at_late(q);
    forget_gaps(q);
}

/* ---- events ---- */

static bool is_too_much(const lco_fifo *q, const lco_watched *x) {
    lince_role role = role_of(q, x);
    if (role == LINCE_ROLE_PEEK) return true;
    return role == LINCE_ROLE_ADD && lco_insides_find(&q->inside, x->args) != LCO_NO_LINK;
}

static bool call(void *state, const lco_watched *x) {
    lco_fifo *q = state;
    lc_budget *budget = &q->watch->budget;
    if (!q->adrift && is_too_much(q, x)) return false;
    q->open++;
    while (q->of_slot.count <= x->slot)
        if (!lc_push(budget, &q->of_slot, 0)) return true;
    if (q->adrift) return true;
    if (role_of(q, x) == LINCE_ROLE_ADD) {
        begin_add(q, x);
    } else {
        if (!q->removers.count && !q->doubts.count) lco_gaps_begin(&q->gaps, x->call);
        (void)lc_push(budget, &q->removers, (lco_remover){x->call, *x});
    }
    return true;
}

static void end(void *state, const lco_watched *x) {
    lco_fifo *q = state;
    lco_online_covered *covered = &q->watch->covered;
    q->open--;
    lince_role role = role_of(q, x);
    if (q->adrift) {
        covered->not_at_all++;
        if (x->alone && role == LINCE_ROLE_REMOVE && lco_finds_empty(q->watch, x)) q->adrift = false;
        return;
    }
    if (role == LINCE_ROLE_ADD && x->slot < q->of_slot.count && q->of_slot.at[x->slot]) end_add(q, x);
    else if (role == LINCE_ROLE_REMOVE) end_removal(q, x);
    if (x->fortune == LCO_HAS_FAILED) return;
    if (q->strangers || (q->gaps.merged && lco_finds_nothing(q->watch, x))) covered->in_part++;
    else covered->exactly++;
    if (q->strangers && x->alone && lco_finds_empty(q->watch, x)) q->strangers = false;
}

static void gap(void *state) {
    lco_fifo *q = state;
    forget(q);
    q->strangers = q->watch->options.unique && !q->watch->crashed;
    q->adrift = !q->strangers;
}

static void reset(void *state) {
    lco_fifo *q = state;
    forget(q);
    q->adrift = q->strangers = false;
}

static void flush(void *state) { (void)state; }

static void remind(void *state, double now) { (void)state, (void)now; } /* nothing waits */

static bool renew(void *state, const lco_renewal *to) {
    lco_fifo *q = state;
    for (uint32_t i = 0; i < q->overtakings.count; i++) {
        lco_overtaking *o = &q->overtakings.at[i];
        o->add.args = lco_renewed(to, o->add.args);
        o->remove.args = lco_renewed(to, o->remove.args);
        o->remove.results = lco_renewed(to, o->remove.results);
    }
    if (q->known_since != LCO_OPEN) {
        q->known_by.add.args = lco_renewed(to, q->known_by.add.args);
        q->known_by.remove.args = lco_renewed(to, q->known_by.remove.args);
        q->known_by.remove.results = lco_renewed(to, q->known_by.remove.results);
    }
    for (uint32_t i = 0; i < q->removers.count; i++)
        q->removers.at[i].op.args = lco_renewed(to, q->removers.at[i].op.args);
    for (uint32_t i = 0; i < q->doubts.count; i++) {
        q->doubts.at[i].op.args = lco_renewed(to, q->doubts.at[i].op.args);
        q->doubts.at[i].op.results = lco_renewed(to, q->doubts.at[i].op.results);
    }
    return lco_insides_renew(&q->inside, to);
}

bool lco_fifo_can_end(const void *state, const lco_watched *x) {
    const lco_fifo *q = state;
    return q->adrift || x->fortune != LCO_HAS_CRASHED || role_of(q, x) != LINCE_ROLE_REMOVE;
}

/* The elements inside, and the operations that are open or depend on open ones.  Without open removals that is the
 * complete state; otherwise the times at which the queue may have been empty are lost. */
bool lco_fifo_hand_over(const void *state, lco_inheritance *to) {
    const lco_fifo *q = state;
    bool fine = true;
    for (uint32_t i = 0; fine && i < q->inside.slot_count; i++) {
        if (!q->inside.slots[i]) continue;
        const lco_inside *e = &q->inside.at.at[q->inside.slots[i] - 1];
        fine = lc_push(NULL, &to->ops, e->add) && (!e->removed || lc_push(NULL, &to->ops, e->remove));
    }
    for (uint32_t i = 0; fine && i < q->removers.count; i++) fine = lc_push(NULL, &to->ops, q->removers.at[i].op);
    for (uint32_t i = 0; fine && i < q->doubts.count; i++) fine = lc_push(NULL, &to->ops, q->doubts.at[i].op);
    for (uint32_t i = 0; fine && q->late && i < q->overtakings.count; i++) /* the removals that made elements late */
        fine =
            lc_push(NULL, &to->ops, q->overtakings.at[i].add) && lc_push(NULL, &to->ops, q->overtakings.at[i].remove);
    to->strangers = q->strangers;
    to->complete = !q->removers.count && !q->doubts.count && !q->strangers;
    return fine;
}

bool lco_fifo_has_strangers(const void *state) { return ((const lco_fifo *)state)->strangers; }

const lco_checker lco_by_fifo = {make, free_fifo, call, end, gap, reset, flush, remind, renew};
