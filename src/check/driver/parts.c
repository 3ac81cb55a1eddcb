#include "check/driver/parts.h"

#include <string.h>

#include "base/bits.h"
#include "base/dense.h"

/* Which objects cannot be split by key: those with an operation that has none, and those where two operations of a
 * thread with different keys touch in one instant.  Their order is then no longer that of intervals, which locality
 * needs: a < b and c < d without a < d or c < b. */
static uint64_t *find_unsplittable(lc_parts *ps, const lc_binding *b, bool by_key) {
    size_t words = lc_word_count(b->objects.count) + 1;
    uint64_t *whole = lc_allocate(ps->budget, words * sizeof *whole);
    if (!whole) return NULL;
    memset(whole, by_key ? 0 : 0xff, words * sizeof *whole);
    lc_meaning first, second;
    for (uint32_t i = 0; i < b->objects.count; i++)
        if (b->objects.at[i].keyless) lc_set_bit(whole, i);
    for (uint32_t i = 0; i < b->history->ties.count; i++) {
        const lc_tie *tie = &b->history->ties.at[i];
        if (b->label_of.at[tie->op] == LC_NO_LABEL || b->label_of.at[tie->before] == LC_NO_LABEL) continue;
        lc_mean(b, tie->op, &first);
        lc_mean(b, tie->before, &second);
        if (first.object != second.object) ps->entangled = true;
        else if (first.key != second.key) lc_set_bit(whole, first.object);
    }
    return whole;
}

/* From objects and keys to parts. */
typedef struct directory {
    bool one_object; /* which is split, so that the key alone identifies the part */
    lc_dense keys;
    lc_map64 both;
} directory;

static bool open_directory(directory *d, const lc_binding *b, const uint64_t *whole, lc_budget *budget) {
    *d = (directory){.one_object = b->objects.count == 1 && !lc_bit(whole, 0)};
    lc_map64_init(&d->both, budget);
    if (!d->one_object) return true;
    const lc_bound_object *o = &b->objects.at[0];
    return lc_dense_init(&d->keys, o->least_key, o->greatest_key, b->bound.count, budget);
}

static void close_directory(directory *d) {
    if (d->one_object) lc_dense_free(&d->keys);
    lc_map64_free(&d->both);
}

static uint32_t look_up(const directory *d, uint32_t object, lince_value key) {
    return d->one_object ? lc_dense_get(&d->keys, key) : lc_map64_get(&d->both, (uint64_t)object << 32 | key);
}

static void enter(directory *d, uint32_t object, lince_value key, uint32_t part) {
    if (d->one_object) lc_dense_put(&d->keys, key, part);
    else lc_map64_put(&d->both, (uint64_t)object << 32 | key, part);
}

/* Gives each operation its part, and makes the parts, numbered by their first appearance. */
static bool assign_parts(lc_parts *ps, const lc_binding *b, const uint64_t *whole, uint32_t *part_of) {
    directory d;
    bool fine = open_directory(&d, b, whole, ps->budget);
    for (uint32_t i = 0; i < b->history->ops.count && fine; i++) {
        if (b->label_of.at[i] == LC_NO_LABEL) continue;
        uint32_t object = lc_object_of(b, i);
        lince_value key = lc_bit(whole, object) ? LINCE_NO_VALUE : lc_key_of(b, i);
        part_of[i] = look_up(&d, object, key);
        if (part_of[i] != LC_NOT_MAPPED) continue;
        part_of[i] = ps->parts.count;
        enter(&d, object, key, part_of[i]);
        fine = lc_push(ps->budget, &ps->parts, (lc_part){.object = object, .key = key}) && !lc_exhausted(ps->budget);
    }
    close_directory(&d);
    return fine;
}

/* The event as the parts see it: an end with a result is a return, any other end is none. */
static bool takes_part(const lc_binding *b, lc_event event, lc_event *seen) {
    uint32_t op = lc_event_op(event);
    lc_event_kind kind = lc_event_what(event);
    *seen = lc_make_event(op, kind == LC_INVOKE ? LC_INVOKE : LC_RETURN);
    return b->label_of.at[op] != LC_NO_LABEL && kind != LC_CRASH;
}

/* Counting sort of the events by part.  `next` is scratch, a zero for each part: there may be many, so they are not
 * touched themselves for every event. */
static bool distribute(lc_parts *ps, const lc_binding *b, const uint32_t *part_of, uint32_t *next) {
    const lince_history *h = b->history;
    lc_event seen;
    for (uint32_t i = 0; i < h->events.count; i++)
        if (takes_part(b, h->events.at[i], &seen)) {
            next[part_of[lc_event_op(seen)]]++;
            ps->event_count++;
        }
    if (!ps->event_count) return true;
    ps->events = lc_allocate(ps->budget, ps->event_count * sizeof *ps->events);
    if (!ps->events) return false;
    uint32_t first = 0;
    for (uint32_t i = 0; i < ps->parts.count; i++) {
        ps->parts.at[i].events = ps->events + first;
        ps->parts.at[i].event_count = next[i];
        next[i] = first;
        first += ps->parts.at[i].event_count;
    }
    for (uint32_t i = 0; i < h->events.count; i++)
        if (takes_part(b, h->events.at[i], &seen)) ps->events[next[part_of[lc_event_op(seen)]]++] = seen;
    return true;
}

bool lc_split(lc_parts *ps, const lc_binding *b, bool by_key, lc_budget *budget) {
    *ps = (lc_parts){.budget = budget, .entangled = b->history->order.threads > 0};
    size_t bytes = ((size_t)b->history->ops.count + 1) * sizeof(uint32_t);
    uint64_t *whole = find_unsplittable(ps, b, by_key);
    uint32_t *part_of = lc_allocate(budget, bytes);
    bool fine = whole && part_of && assign_parts(ps, b, whole, part_of);
    size_t next_bytes = ((size_t)ps->parts.count + 1) * sizeof(uint32_t);
    uint32_t *next = fine ? lc_allocate(budget, next_bytes) : NULL;
    if (next) memset(next, 0, next_bytes);
    fine = next && distribute(ps, b, part_of, next);
    if (next) lc_release(budget, next, next_bytes);
    lc_release(budget, whole, (lc_word_count(b->objects.count) + 1) * sizeof *whole);
    lc_release(budget, part_of, bytes);
    return fine;
}

void lc_parts_free(lc_parts *ps) {
    lc_release(ps->budget, ps->events, ps->event_count * sizeof *ps->events);
    lc_vec_free(ps->budget, &ps->parts);
}

bool lc_whole(lc_part *whole, lc_event **events, const lc_binding *b, lc_budget *budget) {
    const lince_history *h = b->history;
    *whole = (lc_part){.object = LC_ALL_OBJECTS, .key = LINCE_NO_VALUE};
    *events = lc_allocate(budget, ((size_t)h->events.count + 1) * sizeof **events);
    if (!*events) return false;
    for (uint32_t i = 0; i < h->events.count; i++) {
        uint32_t op = lc_event_op(h->events.at[i]);
        lc_event_kind kind = lc_event_what(h->events.at[i]);
        if (b->label_of.at[op] == LC_NO_LABEL || kind == LC_CRASH) continue;
        (*events)[whole->event_count++] = lc_make_event(op, kind == LC_INVOKE ? LC_INVOKE : LC_RETURN);
    }
    whole->events = *events;
    return true;
}
