/* Summaries: the accesses of a subtree, as far as they race with the steps before it.
 *
 * An element stands for an access f that some execution of the subtree makes.  Of the steps of that execution between
 * the beginning of the subtree and f, some come before f in the happens-before order.  The element has
 *   - their threads (`knows`): every earlier step of such a thread comes before f, too;
 *   - their accesses and f's own (`imports`): every earlier step that one of them depends on comes before f, too;
 *   - the threads of all steps in between, whether they come before f or not (`movers`).
 * So the earlier steps before f are those of its thread and of the threads in `knows`, and those on which its imports
 * depend, with all that comes before these.  That is the whole clock of f, but for the order of a wake-up and of the
 * start of a thread, which is left out: a clock that contains less only gives more races.
 *
 * Summaries are built backwards.  Of two elements with the same access the one whose threads and imports are among
 * those of the other one is enough: its clock is never larger, with any steps prepended to both, so it has all the
 * races.  It gets the movers of both, because of these one must be first where the race is reversed.
 *
 * Elements for a step that waits do not become later than another use of the same lock: a thread that waits could
 * have been before each earlier owner (happens_waiting.c).
 */
#include <string.h>

#include "target/explore/summary_parts.h"

bool lct_summary_fits(void) { return !lct_sums.full; }

/* Does `a` have all races of `b`? */
static bool has_all_of(const lct_element *a, const lct_element *b) {
    return a->access == b->access && !(a->knows & (lct_mask)~b->knows) && lct_set_within(a->imports, b->imports);
}

static void release(uint32_t *link) {
    uint32_t gone = *link;
    *link = lct_sums.elements[gone].next;
    lct_sums.elements[gone].next = lct_sums.free;
    lct_sums.free = gone;
}

void lct_summary_free(lct_summary *list) {
    while (*list) release(list);
}

/* Elements are ordered by their accesses.  Returns where the next one, with no lower access, can be inserted. */
static lct_summary *insert(lct_summary *list, lct_element e) {
    while (*list && lct_sums.elements[*list].access < e.access) list = &lct_sums.elements[*list].next;
    if (!e.access) return list;
    for (uint32_t i = *list; i && lct_sums.elements[i].access == e.access; i = lct_sums.elements[i].next)
        if (has_all_of(&lct_sums.elements[i], &e)) {
            lct_sums.elements[i].movers |= e.movers;
            return list;
        }
    for (uint32_t *link = list; *link && lct_sums.elements[*link].access == e.access;)
        if (has_all_of(&e, &lct_sums.elements[*link])) {
            e.movers |= lct_sums.elements[*link].movers;
            release(link);
        } else link = &lct_sums.elements[*link].next;
    uint32_t i = lct_sums.free;
    if (i) lct_sums.free = lct_sums.elements[i].next;
    else if (lct_sums.element_count + 1 < LCT_ELEMENTS) i = ++lct_sums.element_count;
    if (!i) {
        lct_sums.full = true;
        return list;
    }
    e.next = *list;
    lct_sums.elements[i] = e;
    *list = i;
    return list;
}

void lct_summary_add(lct_summary *list, lct_summary more) {
    for (uint32_t i = more; i; i = lct_sums.elements[i].next) list = insert(list, lct_sums.elements[i]);
}

bool lct_summary_covers(lct_summary list, lct_summary within) {
    for (uint32_t i = within; i; i = lct_sums.elements[i].next) {
        uint32_t k = list;
        while (k && !has_all_of(&lct_sums.elements[k], &lct_sums.elements[i])) k = lct_sums.elements[k].next;
        if (!k) return false;
    }
    return true;
}

/* The threads all of whose earlier steps come before this one, besides its own. */
static lct_mask known_at(const lct_step_event *e) {
    if (e->after_all || (e->access == LCT_JOIN && e->address >= LCT_THREADS)) return (lct_mask) ~(lct_mask)0;
    return e->access == LCT_JOIN ? lct_bit((unsigned)e->address) : 0;
}

/* A step, as it is prepended. */
typedef struct prepended {
    const lct_step_event *event;
    uint16_t numbers[LCT_STEP_ACCESSES];
    unsigned count;
    uint32_t mine;        /* its accesses, and the release it waited for: a set */
    lct_access_set after; /* accesses that come after it */
    lct_mask knows;
} prepended;

static void look_at(prepended *p, const lct_step_event *e) {
    lct_access_set mine = {0};
    memset(p, 0, sizeof *p);
    p->event = e;
    p->count = lct_access_numbers(p->numbers, e);
    p->knows = known_at(e) | lct_bit(e->thread);
    for (unsigned k = 0; k < p->count; k++) {
        lct_access_put(mine, p->numbers[k]);
        for (unsigned i = 0; i < lct_access_words(); i++) p->after[i] |= lct_sums.conflicts[p->numbers[k]][i];
    }
    if (e->after) {
        lct_known_access release = {.thread = e->thread, .kind = LCT_READS, .address = e->after, .size = e->after_size};
        lct_access_put(mine, lct_access_number(release));
    }
    mine[0] &= ~(uint64_t)1;
    p->mine = lct_set_number(mine);
}

static bool comes_after(const lct_element *e, const prepended *p) {
    const lct_known_access *a = &lct_sums.accesses[e->access];
    if (a->thread == p->event->thread || e->knows >> p->event->thread & 1) return true;
    if (!a->waits && lct_access_in(p->after, e->access)) return true;
    return lct_set_meets(e->imports, p->after);
}

/* Plain accesses behind a step that are no steps: if one races, it must become a step. */
static void insert_shadows(lct_summary *list, const prepended *p, uint32_t step) {
    for (uint32_t i = p->event->shadows, end = lct_shadows_end(step); i < end; i++) {
        const lct_shadow *shadow = &lct_t.shadows[i];
        lct_known_access a = {.address = shadow->address,
                              .size = shadow->size,
                              .pc = shadow->pc,
                              .thread = p->event->thread,
                              .kind = shadow->writes ? LCT_PLAIN_WRITES : LCT_PLAIN_READS};
        insert(list,
               (lct_element){
                   .access = lct_access_number(a), .knows = p->knows, .movers = lct_bit(a.thread), .imports = p->mine});
    }
}

void lct_summary_prepend(lct_summary *list, const lct_step_event *event, uint32_t step, lct_summary rest) {
    prepended p;
    lct_summary *at = list;
    look_at(&p, event);
    for (uint32_t i = rest; i; i = lct_sums.elements[i].next) {
        lct_element e = lct_sums.elements[i];
        e.movers |= lct_bit(event->thread);
        if (comes_after(&e, &p)) {
            e.knows |= p.knows;
            e.imports = lct_set_union_of(e.imports, p.mine);
        }
        at = insert(at, e);
    }
    /* The order by its other accesses does not count: it may race with an earlier step by several of them. */
    for (unsigned k = 0; k < p.count; k++)
        insert(list, (lct_element){.access = p.numbers[k], .movers = lct_bit(event->thread)});
    if (event->shadows < lct_shadows_end(step)) insert_shadows(list, &p, step);
}

void lct_summary_add_pending(lct_summary *list, unsigned thread) {
    uint16_t numbers[LCT_STEP_ACCESSES];
    unsigned count = lct_access_numbers(numbers, lct_tree_expect((uint32_t)lct_m.depth, thread));
    for (unsigned k = 0; k < count; k++) insert(list, (lct_element){.access = numbers[k], .movers = lct_bit(thread)});
}
