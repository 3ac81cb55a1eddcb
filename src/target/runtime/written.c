#include "target/runtime/written.h"

#include <string.h>

#include "target/runtime/heap_parts.h"
#include "target/runtime/region.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/tls.h"

/* ---- bytes ---- */

static uint64_t value_at(const char *at, uint32_t size) {
    uint64_t value = 0;
    memcpy(&value, at, size);
    return value;
}

/* The first bytes that differ, as the smallest aligned number that they are in. */
static void find(const char *was, const char *now, size_t size, lct_difference *d) {
    size_t from = 0, to;
    while (from < size && was[from] == now[from]) from++;
    assert(from < size);
    for (to = from + 1; to < size && to < from + 8 && was[to] != now[to]; to++) {}
    uint32_t width = 1;
    uintptr_t first = (uintptr_t)now + from, last = (uintptr_t)now + to - 1;
    while (width < 8 && first / width != last / width) width *= 2;
    if (width < 4) width = 4; /* most numbers are no smaller */
    uintptr_t start = first & ~(uintptr_t)(width - 1);
    if (start < (uintptr_t)now || start + width > (uintptr_t)now + size) start = first, width = 1;
    size_t offset = start - (uintptr_t)now;
    d->address = start;
    d->size = width;
    d->first = value_at(was + offset, width);
    d->second = value_at(now + offset, width);
}

static bool differs(const char *was, const char *now, size_t size, lct_difference *d) {
    if (!size || memcmp(was, now, size) == 0) return false;
    find(was, now, size, d);
    return true;
}

/* The bytes that the other execution had here; the tape goes on behind it. */
static const char *next_on(lct_tape *tape, size_t size) {
    const char *at = tape->at;
    tape->at += lct_tape_size(size);
    return at;
}

static size_t number_on(lct_tape *tape) {
    size_t number;
    lct_tape_get(tape, &number, sizeof number);
    return number;
}

static void put_number(lct_tape *tape, size_t number) { lct_tape_put(tape, &number, sizeof number); }

/* ---- variables ---- */

static void save_regions(lct_tape *tape) {
    char *at;
    const char *copy;
    size_t size, count = lct_region_count();
    put_number(tape, count);
    for (size_t i = 0; i < count && !tape->full; i++) {
        if (lct_region_part(i, &at, &copy, &size)) lct_tape_put(tape, at, size);
    }
}

/* A part that is not on the tape had not been written to: it was as every execution finds it. */
static bool regions_differ(lct_tape *tape, lct_difference *d) {
    char *at;
    const char *copy;
    size_t size, had = number_on(tape), count = lct_region_count();
    assert(had <= count);
    for (size_t i = 0; i < count; i++) {
        if (!lct_region_part(i, &at, &copy, &size)) continue;
        if (differs(i < had ? next_on(tape, size) : copy, at, size, d)) return true;
    }
    return false;
}

/* Those of the first thread and of all that are alive.  The first piece is errno, which the explorer shares. */
static lct_mask owners(void) {
    lct_mask all = 1;
    for (unsigned i = 1; i < lct_m.thread_count; i++)
        if (lct_m.threads[i].life == LCT_ALIVE) all |= lct_bit(i);
    return all;
}

static void save_tls(lct_tape *tape) {
    for (lct_mask left = owners(); left; left &= (lct_mask)(left - 1))
        for (const lct_tls_piece *p = lct_tls.pieces + 1, *end = lct_tls.pieces + lct_tls.count; p < end; p++)
            lct_tape_put(tape, lct_tls_at(p, lct_first(left)), p->size);
}

static bool tls_differs(lct_tape *tape, lct_difference *d) {
    for (lct_mask left = owners(); left; left &= (lct_mask)(left - 1))
        for (const lct_tls_piece *p = lct_tls.pieces + 1, *end = lct_tls.pieces + lct_tls.count; p < end; p++)
            if (differs(next_on(tape, p->size), lct_tls_at(p, lct_first(left)), p->size, d)) return true;
    return false;
}

/* ---- the heap ---- */

/* The part of a record that the code under test can notice. */
typedef struct block_state {
    const lct_block *block;
    uintptr_t start;
    size_t size;
    uint64_t state;
} block_state;

static block_state state_of(const lct_block *b) { return (block_state){b, b->start, b->size, b->state}; }

/* Contents of blocks that were in use before are regions. */
static void save_block(lct_tape *tape, const lct_block *b, bool with_contents) {
    block_state s = state_of(b);
    lct_tape_put(tape, &s, sizeof s);
    if (with_contents && b->state == LCT_BLOCK_LIVE) lct_tape_put(tape, (const void *)b->start, b->size);
}

static bool block_differs(lct_tape *tape, const lct_block *b, bool with_contents, lct_difference *d) {
    block_state was, now = state_of(b);
    lct_tape_get(tape, &was, sizeof was);
    if (memcmp(&was, &now, sizeof was) != 0) {
        *d = (lct_difference){.address = b->start, .first = was.size, .second = b->size, .heap = true};
        return true;
    }
    bool compared = with_contents && b->state == LCT_BLOCK_LIVE;
    return compared && differs(next_on(tape, b->size), (const char *)b->start, b->size, d);
}

static size_t changed_blocks(void) {
    size_t count = 0;
    for (const lct_block *b = lct_heap_p.changed; b; b = b->changed) count++;
    return count;
}

static void save_heap(lct_tape *tape) {
    put_number(tape, lct_heap_p.saved_count);
    put_number(tape, changed_blocks());
    for (size_t i = 0; i < lct_heap_p.saved_count && !tape->full; i++)
        save_block(tape, lct_heap_p.saved[i].block, false);
    for (const lct_block *b = lct_heap_p.changed; b && !tape->full; b = b->changed) save_block(tape, b, true);
}

static bool heap_differs(lct_tape *tape, lct_difference *d) {
    size_t saved = number_on(tape), changed = number_on(tape), now = changed_blocks();
    if (saved != lct_heap_p.saved_count || changed != now) {
        *d = (lct_difference){.first = changed, .second = now, .heap = true};
        return true;
    }
    for (size_t i = 0; i < saved; i++)
        if (block_differs(tape, lct_heap_p.saved[i].block, false, d)) return true;
    for (const lct_block *b = lct_heap_p.changed; b; b = b->changed)
        if (block_differs(tape, b, true, d)) return true;
    return false;
}

/* ---- all of it ---- */

/* Which threads are alive follows from the steps: executions in which that is not the same have taken other ones. */
void lct_written_save(lct_tape *tape) {
    lct_mask alive = owners();
    lct_tape_put(tape, &alive, sizeof alive);
    save_regions(tape);
    save_tls(tape);
    save_heap(tape);
}

bool lct_written_differs(lct_tape *tape, lct_difference *d) {
    *d = (lct_difference){0};
    lct_mask alive = 0;
    lct_tape_get(tape, &alive, sizeof alive);
    if (alive != owners()) return false;
    return regions_differ(tape, d) || tls_differs(tape, d) || heap_differs(tape, d);
}
