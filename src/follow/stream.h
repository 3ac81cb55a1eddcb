/* The events of one writer, from lines to checkers. */
#ifndef LC_FOLLOW_STREAM_H
#define LC_FOLLOW_STREAM_H

#include "follow/awaited.h"
#include "follow/lines.h"
#include "follow/run.h"
#include "formats/feed.h"

/* Which object a method of the history belongs to, and which row of its table it is. */
typedef struct lcf_target {
    lcf_object *object; /* NULL: not known yet */
    uint32_t row;
    uint32_t history; /* of the object's specification */
} lcf_target;

/* The end of an operation that the checker has not received yet. */
typedef struct lcf_held {
    uint32_t op, slot, calls, row;
    lc_event_kind kind;
    uint64_t round;
} lcf_held;

typedef struct lcf_stream {
    lcf_run *run;
    lcf_namespace *space;
    char *name;      /* for messages */
    uint32_t client; /* its number, for the names of its threads; 0: there are no other clients */
    lcf_line_buffer lines;
    lc_feed *feed;
    lince_history *history; /* open and recent operations */
    uint32_t most_ops;      /* then it is time to forget; or when it takes so much memory */
    size_t most_memory;
    lince_specs *named;         /* by `spec` lines; NULL: none */
    LC_VEC(lcf_target) targets; /* per method of the history */
    LC_VEC(uint32_t) slot_of;   /* per thread of the history: its slot + 1 */
    LC_VEC(lcf_held) held;
    uint32_t lanes;                 /* slots that threads got beside one whose end is held back */
    uint64_t events;                /* so far */
    LC_VEC(uint64_t) last_event_of; /* per thread of the history: when, counted in events */
    lcf_awaited awaited;
} lcf_stream;

/* NULL: out of memory. */
lcf_stream *lcf_stream_new(lcf_run *, lcf_namespace *, const char *name, uint32_t client);
void lcf_stream_free(lcf_stream *); /* its writer is gone: open operations crash */

/* Uses the lines that have come.  With `hold` (a round, from 1) ends of operations are kept back. */
void lcf_stream_use(lcf_stream *, uint64_t hold);
void lcf_stream_release(lcf_stream *, uint64_t round); /* those of this round and before */

/* Events are missing; `why` is reported. */
void lcf_stream_gap(lcf_stream *, const char *why);
/* The same writer goes on in another file. */
void lcf_stream_new_file(lcf_stream *);
/* Another writer takes the place of this one, which is gone. */
void lcf_stream_new_writer(lcf_stream *);

#endif
