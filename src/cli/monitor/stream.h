/* The events of one writer, from lines to checkers. */
#ifndef LC_CLI_MONITOR_STREAM_H
#define LC_CLI_MONITOR_STREAM_H

#include "cli/monitor/awaited.h"
#include "cli/monitor/lines.h"
#include "cli/monitor/lookout.h"
#include "formats/feed.h"

/* Which object a method of the history belongs to, and which row of its table it is. */
typedef struct lcc_target {
    lcc_object *object; /* NULL: not known yet */
    uint32_t row;
    uint32_t history; /* of the object's specification */
} lcc_target;

/* The end of an operation that the checker has not received yet. */
typedef struct lcc_held {
    uint32_t op, slot, calls, row;
    lc_event_kind kind;
    uint64_t round;
} lcc_held;

typedef struct lcc_stream {
    lcc_lookout *lookout;
    lcc_world *world;
    char *name;      /* for messages */
    uint32_t client; /* its number, for the names of its threads; 0: there are no other clients */
    lcc_line_buffer lines;
    lc_feed *feed;
    lince_history *history; /* open and recent operations */
    uint32_t most_ops;      /* then it is time to forget; or when it takes so much memory */
    size_t most_memory;
    lince_specs *named;         /* by `spec` lines; NULL: none */
    LC_VEC(lcc_target) targets; /* per method of the history */
    LC_VEC(uint32_t) slot_of;   /* per thread of the history: its slot + 1 */
    LC_VEC(lcc_held) held;
    uint32_t lanes;            /* slots that threads got beside one whose end is held back */
    uint64_t events;           /* so far */
    LC_VEC(uint64_t) heard_of; /* per thread of the history: when, counted in events */
    lcc_awaited awaited;
} lcc_stream;

/* NULL: out of memory. */
lcc_stream *lcc_stream_new(lcc_lookout *, lcc_world *, const char *name, uint32_t client);
void lcc_stream_free(lcc_stream *); /* its writer is gone: open operations crash */

/* Uses the lines that have come.  With `hold` (a round, from 1) ends of operations are kept back. */
void lcc_stream_use(lcc_stream *, uint64_t hold);
void lcc_stream_release(lcc_stream *, uint64_t round); /* those of this round and before */

/* Events are missing; `why` is reported. */
void lcc_stream_gap(lcc_stream *, const char *why);
/* The same writer goes on in another file. */
void lcc_stream_new_file(lcc_stream *);
/* Another writer takes the place of this one, which is gone. */
void lcc_stream_new_writer(lcc_stream *);

#endif
