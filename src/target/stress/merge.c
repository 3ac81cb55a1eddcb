#include "target/stress/merge.h"

#include <string.h>

#include "target/stress/board.h"

/* The event that comes next: the earliest, and of calls and returns at the same time a call, because those that touch
 * overlap.  No thread has two events at one time. */
static bool is_before(const lct_run_event *a, const lct_run_event *b) {
    return a->at != b->at ? a->at < b->at : !a->returns && b->returns;
}

uint64_t lct_run_leap;

typedef struct cursor {
    uint32_t at, end;
} cursor;

/* The events of a thread up to the first that cannot be: calls and returns take turns, and time goes on. */
static uint32_t sound_events(const lct_run_log *log) {
    uint32_t count = log->count < LCT_RUN_EVENTS ? log->count : LCT_RUN_EVENTS;
    for (uint32_t i = 0; i < count; i++) {
        const lct_run_event *e = &log->events[i];
        bool good = e->returns == (i & 1) && e->count <= LCT_VALUES && (e->returns || e->name < lct_b->name_count);
        if (!good || (i && e->at <= e[-1].at)) return i;
    }
    return count;
}

static void add(lct_merged *m, unsigned thread, const lct_run_event *e) {
    lct_log_entry *entry = &m->log[m->length++];
    *entry = (lct_log_entry){.thread = (uint8_t)thread, .returns = e->returns, .count = e->count, .name = e->name};
    memcpy(entry->values, e->values, sizeof entry->values);
    if (e->returns) entry->name = 0;
}

/* Everything is after the start of the run, and all actions of ended threads are before its end. */
static bool is_off(const lct_run_log *log, uint32_t count) {
    if (!count) return false;
    return log->events[0].at < lct_b->began ||
           (lct_b->ended && log->ended && log->events[count - 1].at > lct_b->ended + lct_run_leap);
}

void lct_merge(lct_merged *m) {
    cursor cursors[LCT_RUN_THREADS];
    unsigned threads = lct_b->thread_count < LCT_RUN_THREADS ? lct_b->thread_count : LCT_RUN_THREADS;
    m->length = 0;
    m->off = m->cut = false;
    for (unsigned i = 0; i < threads; i++) {
        cursors[i] = (cursor){0, sound_events(&lct_b->logs[i])};
        m->off |= is_off(&lct_b->logs[i], cursors[i].end);
    }
    for (;;) {
        unsigned next = threads;
        const lct_run_event *first = NULL;
        for (unsigned i = 0; i < threads; i++) {
            const lct_run_event *e = &lct_b->logs[i].events[cursors[i].at];
            if (cursors[i].at < cursors[i].end && (!first || is_before(e, first))) first = e, next = i;
        }
        if (!first) return;
        m->cut = m->length == LCT_MERGED;
        if (m->cut) return;
        add(m, next, first);
        cursors[next].at++;
    }
}

/* ---- recognizing it ---- */

static uint64_t number_of(const lct_log_entry *e, uint64_t salt) {
    uint64_t n = lct_digest_mix(
        (uint64_t)e->thread | (uint64_t)e->returns << 8 | (uint64_t)e->count << 16 | (uint64_t)e->name << 32, salt);
    for (unsigned k = 0; k < e->count; k++) n = lct_digest_mix(n + (uint64_t)e->values[k], ~salt);
    return n;
}

/* Calls next to each other, and returns next to each other, have no order: their numbers are added up. */
lct_digest lct_merged_digest(const lct_merged *m, const char *scenario) {
    lct_digest all = {m->length, ~(uint64_t)m->length};
    for (; *scenario; scenario++) {
        all.a = lct_digest_mix(all.a + (unsigned char)*scenario, 1);
        all.b = lct_digest_mix(all.b + (unsigned char)*scenario, 2);
    }
    for (uint32_t i = 0; i < m->length;) {
        lct_digest block = {0, 0};
        bool returns = m->log[i].returns;
        for (; i < m->length && m->log[i].returns == returns; i++) {
            block.a += number_of(&m->log[i], 0xa4093822299f31d0u);
            block.b += number_of(&m->log[i], 0x082efa98ec4e6c89u);
        }
        all.a = lct_digest_mix(all.a + block.a, 0x452821e638d01377u);
        all.b = lct_digest_mix(all.b + block.b, 0xbe5466cf34e90c6cu);
    }
    return all;
}
