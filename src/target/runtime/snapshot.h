/* An execution in the middle: everything its future depends on, to go on from there again and again.
 *
 * The next execution shares the beginning of the last one.  It could be run from the start each time, and where there
 * is no snapshot it is; but most executions differ in their last few steps only.  A snapshot is taken where all threads
 * are about to take a step: their stacks, the memory of the code under test, and the runtime's data of one execution.
 * That is a few kilobytes, which are copied in less time than a handful of steps takes.
 *
 * State outside all of this (files, mappings, the insides of libc) cannot be put back.  A program that changes such
 * things gets no snapshots from then on: lct_snapshot_forbid.
 */
#ifndef LC_TARGET_RUNTIME_SNAPSHOT_H
#define LC_TARGET_RUNTIME_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Written from the start and read from the start, in the same order. */
typedef struct lct_tape {
    char *at, *end;
    bool full; /* there was no room: the content is unusable */
} lct_tape;

static inline size_t lct_tape_size(size_t size) { return (size + 7) & ~(size_t)7; }

static inline void lct_tape_put(lct_tape *t, const void *from, size_t size) {
    if ((size_t)(t->end - t->at) < lct_tape_size(size)) t->full = true;
    else {
        char *end = t->at + lct_tape_size(size);
        if (size % 8) memset(end - 8, 0, 8); /* tapes are compared */
        memcpy(t->at, from, size);
        t->at = end;
    }
}

static inline void lct_tape_get(lct_tape *t, void *to, size_t size) {
    memcpy(to, t->at, size);
    t->at += lct_tape_size(size);
}

/* A structure that begins with the number of its changes, a uint64_t; while that is 0, all of it is zero and takes one
 * word of the tape. */
static inline void lct_tape_put_changed(lct_tape *t, const void *from, size_t size) {
    uint64_t changes;
    memcpy(&changes, from, sizeof changes);
    lct_tape_put(t, &changes, sizeof changes);
    if (changes) lct_tape_put(t, from, size);
}

static inline void lct_tape_get_changed(lct_tape *t, void *to, size_t size) {
    uint64_t changes, present;
    memcpy(&present, to, sizeof present);
    lct_tape_get(t, &changes, sizeof changes);
    if (changes) lct_tape_get(t, to, size);
    else if (present) memset(to, 0, size);
}

/* Of the execution that is being run, in which all threads stand still.  False: there was no room. */
bool lct_snapshot_take(lct_tape *);
/* The part on which the future of the code under test depends, for any path to it: not to be loaded, but to be
 * compared.  Virtual time makes no difference to code that does not read it, and the number of readings is part of it;
 * the data for finding loops that wait (retry.h) is not. */
bool lct_snapshot_describe(lct_tape *);
/* Everything as it was, except for lct_m.depth. */
void lct_snapshot_load(lct_tape *);

/* The code under test changes something that cannot be put back. */
void lct_snapshot_forbid(void);
/* The image that executions start from is taken: changes before it are part of it. */
void lct_snapshot_allow(void);
bool lct_snapshot_is_possible(void);

#endif
