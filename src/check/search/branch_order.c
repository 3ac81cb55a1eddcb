/* Foresight: in which order to try concurrent additions to a queue or a stack.
 *
 * Whether enq(1) or enq(2) came first shows only when they are removed, perhaps much later, and a search that guesses
 * wrong has to come all the way back.  So guess well.  The n-th addition of a value is matched with its n-th removal.
 *
 * Elements pass through a queue in an order that extends both that of their additions and that of their removals, as
 * far as these do not overlap.  If the history is right, the two together have no cycle (Henzinger, Sezgin and
 * Vafeiadis 2013), and repeatedly taking an element that neither of them puts behind another gives such an order.  For
 * a stack we take the reverse of the order in which elements were removed.
 *
 * It is only a guess about the order of choices; it prunes nothing.
 */
#include "check/search/timeline.h"

#define NEVER UINT32_MAX

typedef struct element {
    uint32_t add, remove;  /* the line operations that add it and, or LC_NO_OP, remove it */
    uint32_t removed_from; /* the call of its removal, but not before that of its addition */
    uint32_t added_by;     /* the return before which it was certainly added: its addition's or its removal's */
    uint32_t removed_by;   /* the return of its removal */
    bool placed;
} element;

typedef struct ranking {
    lc_timeline *line;
    const lc_binding *binding;
    lc_map64 removals;         /* value to the first removal of it (a return) that is not matched yet */
    LC_VEC(uint32_t) next;     /* per return: the next removal of the same value, or NEVER */
    LC_VEC(element) elements;  /* by call order */
    LC_VEC(uint32_t) added_by; /* per return: the element + 1 that was certainly added before it, or 0 */
    LC_VEC(uint32_t) heap;     /* elements that may come next as far as additions go, the first removed on top */
} ranking;

static lince_value moved(const ranking *r, uint32_t line_op, lince_role role) {
    return lc_label_moves(r->binding, &r->binding->labels.at[r->line->ops.at[line_op].label], role);
}

/* Chains the removals of each value in the order they returned. */
static bool chain_removals(ranking *r) {
    lc_budget *budget = r->line->budget;
    uint32_t count = r->line->returns.count;
    for (uint32_t i = 0; i < count; i++)
        if (!lc_push(budget, &r->next, NEVER) || !lc_push(budget, &r->added_by, 0)) return false;
    for (uint32_t i = count; i-- > 0;) {
        lince_value v = moved(r, r->line->returns.at[i].op, LINCE_ROLE_REMOVE);
        if (v == LINCE_NO_VALUE) continue;
        uint32_t later = lc_map64_get(&r->removals, v);
        if (later != LC_NOT_MAPPED) r->next.at[i] = later;
        lc_map64_put(&r->removals, v, i);
    }
    return true;
}

/* The elements by the calls of their additions, matched with their removals. */
static bool list_elements(ranking *r) {
    const lc_timeline *t = r->line;
    for (uint32_t op = 0; op < t->ops.count; op++) {
        lince_value v = moved(r, op, LINCE_ROLE_ADD);
        if (v == LINCE_NO_VALUE) continue;
        element e = {
            .add = op, .remove = LC_NO_OP, .removed_from = NEVER, .added_by = NEVER, .removed_by = t->returns.count};
        uint32_t removal = lc_map64_get(&r->removals, v);
        if (removal != LC_NOT_MAPPED && removal < t->returns.count) {
            e.remove = t->returns.at[removal].op;
            e.removed_from = e.remove > op ? e.remove : op;
            e.added_by = e.removed_by = removal;
            uint32_t next = r->next.at[removal];
            lc_map64_put(&r->removals, v, next == NEVER ? t->returns.count : next);
        }
        if (!lc_push(t->budget, &r->elements, e)) return false;
    }
    return true;
}

/* Where an addition returned before its element was removed, that is when it had certainly been added. */
static void note_additions(ranking *r) {
    const lc_timeline *t = r->line;
    for (uint32_t i = 0; i < t->returns.count; i++) {
        uint32_t low = 0, high = r->elements.count;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (r->elements.at[middle].add < t->returns.at[i].op) low = middle + 1;
            else high = middle;
        }
        if (low == r->elements.count || r->elements.at[low].add != t->returns.at[i].op) continue;
        if (i < r->elements.at[low].added_by) r->elements.at[low].added_by = i;
    }
    for (uint32_t i = 0; i < r->elements.count; i++)
        if (r->elements.at[i].added_by != NEVER) r->added_by.at[r->elements.at[i].added_by] = i + 1;
}

/* ---- a heap of elements by the call of their removal ---- */

static uint32_t key(const ranking *r, uint32_t place) { return r->elements.at[r->heap.at[place]].removed_from; }

static void swap(ranking *r, uint32_t a, uint32_t b) {
    uint32_t kept = r->heap.at[a];
    r->heap.at[a] = r->heap.at[b];
    r->heap.at[b] = kept;
}

static bool heap_push(ranking *r, uint32_t number) {
    if (!lc_push(r->line->budget, &r->heap, number)) return false;
    for (uint32_t i = r->heap.count - 1; i && key(r, i) < key(r, (i - 1) / 2); i = (i - 1) / 2) swap(r, i, (i - 1) / 2);
    return true;
}

static uint32_t heap_pop(ranking *r) {
    uint32_t top = r->heap.at[0];
    r->heap.at[0] = r->heap.at[--r->heap.count];
    for (uint32_t i = 0;;) {
        uint32_t least = i;
        for (uint32_t child = 2 * i + 1; child <= 2 * i + 2; child++)
            if (child < r->heap.count && key(r, child) < key(r, least)) least = child;
        if (least == i) return top;
        swap(r, i, least);
        i = least;
    }
}

/* Takes elements one by one: only those called before every remaining one was certainly added, and of them the one
 * whose removal was called first, which blocks no other element if there is any such element at all. */
static bool rank_queue(ranking *r) {
    const lc_timeline *t = r->line;
    uint32_t ready = 0, first = 0;
    for (uint32_t place = 0; place < r->elements.count; place++) {
        while (first < t->returns.count && (!r->added_by.at[first] || r->elements.at[r->added_by.at[first] - 1].placed))
            first++;
        uint32_t until = first < t->returns.count ? t->returns.at[first].calls_before : NEVER;
        /* In a wrong history there may be nothing ready: any element will do. */
        for (; ready < r->elements.count && (r->elements.at[ready].add < until || !r->heap.count); ready++)
            if (!heap_push(r, ready)) return false;
        element *e = &r->elements.at[heap_pop(r)];
        e->placed = true;
        t->rank.at[e->add] = 2 * place;
        if (e->remove != LC_NO_OP) t->rank.at[e->remove] = 2 * place + 1;
    }
    return true;
}

static void rank_stack(ranking *r) {
    for (uint32_t i = 0; i < r->elements.count; i++)
        r->line->rank.at[r->elements.at[i].add] = 2 * (r->line->returns.count - r->elements.at[i].removed_by);
}

bool lc_timeline_rank(lc_timeline *t, const lc_binding *b) {
    t->rank.count = 0;
    if (!t->ops.count) return true;
    uint32_t object = b->labels.at[t->ops.at[0].label].object;
    uint32_t traits = b->objects.at[object].instance->spec->traits;
    if (!(traits & (LINCE_FIFO | LINCE_LIFO))) return true;
    for (uint32_t i = 0; i < t->ops.count; i++)
        if (!lc_push(t->budget, &t->rank, LC_UNRANKED)) return false;
    ranking r = {.line = t, .binding = b};
    lc_map64_init(&r.removals, t->budget);
    bool fine = chain_removals(&r) && list_elements(&r);
    if (fine) note_additions(&r);
    if (fine && traits & LINCE_FIFO) fine = rank_queue(&r);
    else if (fine) rank_stack(&r);
    lc_map64_free(&r.removals);
    lc_vec_free(t->budget, &r.next);
    lc_vec_free(t->budget, &r.elements);
    lc_vec_free(t->budget, &r.added_by);
    lc_vec_free(t->budget, &r.heap);
    return fine;
}
