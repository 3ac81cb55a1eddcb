/* Messages of workers, parsed.
 *
 * The program that sends them runs code that may be wrong in any way, so every part of them is validated before it is
 * used.  Texts and schedules point into the message.
 */
#ifndef LC_TESTER_DRIVER_MESSAGE_H
#define LC_TESTER_DRIVER_MESSAGE_H

#include "base/vec.h"
#include "history/history.h"
#include "target/explore/control.h"

/* The rest of a message. */
typedef struct lcd_msg {
    const uint8_t *at, *end;
    bool nonsense; /* sticky: something was not as it should be */
} lcd_msg;

uint64_t lcd_msg_number(lcd_msg *);

enum { LCD_MSG_VALUES = 8, LCD_MSG_OPERATIONS = 64, LCD_MSG_FRAMES = 64 };

/* The possible values of an argument. */
typedef struct lcd_msg_argument {
    uint32_t kind;     /* LC_ARGUMENT_... of target/explore/wellformed.h */
    int64_t low, high; /* of a range */
} lcd_msg_argument;

typedef struct lcd_msg_test {
    lc_span name, file, spec, criterion;
    uint32_t line;
    bool model;
    int64_t first_unique;
    lc_span order;            /* of a thread's calls; empty: any */
    bool balanced;            /* generated scenarios remove as often as they add ... */
    int32_t adding, removing; /* ... by these operations; -1: not known */
    uint32_t operation_count;
    struct {
        lc_span name;
        uint32_t arguments;
        lcd_msg_argument argument[LCD_MSG_VALUES];
    } operations[LCD_MSG_OPERATIONS];
} lcd_msg_test;

/* Where in the exploration an execution is.  One worker alone would do everything in the order of these places. */
typedef struct lcd_execution_place {
    uint64_t scenario, stage, task, execution;
} lcd_execution_place;
int lcd_place_compare(const lcd_execution_place *, const lcd_execution_place *);

typedef struct lcd_msg_execution {
    lcd_execution_place place;
    lc_span scenario;
    uint32_t heap;
    uint32_t preemptions;
    lc_span schedule;
    uint64_t place_count; /* of plain accesses that were steps */
    lcd_msg places;       /* numbers */
    uint64_t begin_count; /* of calls */
    lcd_msg begins;       /* the steps with which they begin */
    uint32_t memory;      /* an lct_memory_model */
} lcd_msg_execution;

typedef struct lcd_msg_event {
    uint32_t thread;
    bool is_return;
    lc_span operation; /* of a call */
    uint32_t count;
    uint32_t option; /* of a call: an lct_op_option */
    int64_t values[LCD_MSG_VALUES];
    lc_span contents[LCD_MSG_VALUES]; /* of a value that is LCT_VALUE_CONTENT, as it stands in the message */
    lc_span bytes;                    /* the event as it stands there */
} lcd_msg_event;

/* An operation among those of a partial order. */
typedef struct lcd_msg_call {
    uint32_t call, end; /* its events; LC_NEVER: it has not returned */
    uint32_t nth;       /* how many of its thread precede it */
    uint32_t past;      /* how many operations come before it */
    const uint8_t *before;
} lcd_msg_call;

typedef LC_VEC(uint8_t) lcd_msg_bytes;

/* Where events are decoded to, once for each message; starts empty when zeroed, and is used again. */
typedef struct lcd_msg_room {
    LC_VEC(lcd_msg_event) events;
    lcd_msg_bytes before, links;
    LC_VEC(lcd_msg_event) spare; /* for lcd_msg_settle_order, as below */
    LC_VEC(lcd_msg_call) calls;
    bool cut; /* memory ran out */
} lcd_msg_room;
void lcd_msg_room_free(lcd_msg_room *);

typedef struct lcd_msg_history {
    bool serial, complete;
    bool stuck;  /* it is not complete, because no thread could go on ... */
    bool judged; /* ... which is a failure, unless the specification lets operations wait; else the test declares that
                    they may */
    struct {
        uint32_t kind, thread;  /* an lct_failure */
        lc_span message, doubt; /* both may be empty */
        uint64_t pc;
    } failure;
    lcd_msg_execution execution;
    lcd_msg whole;               /* the message */
    const lcd_msg_event *events; /* in the room that was given */
    uint32_t event_count;
    /* 0: the order of events is that of the history.  Else a partial order that is none of intervals, or has links: for
     * each operation, in the order of calls, and each of so many threads, the number of the thread's operations that
     * come before it; in the same room. */
    uint32_t order_threads;
    const uint8_t *before;
    const uint8_t *links; /* of the beginning of each operation with the end of each (lc_link); NULL: none */
    uint32_t operations;
    bool psc;      /* see lc_partial_order */
    bool unlinked; /* the message has an order, and no links */
} lcd_msg_history;

typedef struct lcd_msg_step {
    uint32_t step, thread, kind;
    uint64_t address, size, before, after, pc;
    lc_span text;
    uint32_t frame_count;
    uint64_t frames[LCD_MSG_FRAMES];
    uint32_t order;       /* of memory, as compilers count them, plus 1; 0: it has none */
    uint32_t newer;       /* values than the one it reads, or that its own is placed before */
    uint32_t newest_step; /* that wrote the newest of them; 0: none */
    uint64_t more;        /* of a thread that waits: those from 64 on that hold the object it waits for */
    bool is_volatile;     /* a plain access */
} lcd_msg_step;

typedef struct lcd_msg_failure {
    uint32_t kind; /* an lct_failure */
    lc_span message;
    uint32_t thread;
    uint64_t pc, address;
    lc_span doubt;         /* why it may be a false alarm; empty: it is none */
    uint32_t access_count; /* of a data race: 2 */
    lcd_msg_step accesses[2];
    lcd_msg_history history;
} lcd_msg_failure;

typedef struct lcd_msg_stage {
    uint64_t scenario, number;
    lct_stage_name name;
    uint64_t executions, redundant, cut;
    uint64_t blocked; /* of the redundant ones: a thread waits for a value that it has not read, or lince_assume */
    bool complete;
} lcd_msg_stage;

typedef struct lcd_msg_scenarios {
    uint64_t all;      /* UINT64_MAX: more than can be counted */
    uint64_t tried;    /* of them */
    bool sampled;      /* those are a sample ... */
    uint64_t complete; /* ... with all of up to so many calls among them */
} lcd_msg_scenarios;

typedef struct lcd_msg_size {
    uint32_t threads, calls;
    uint64_t all; /* UINT64_MAX: more than can be counted */
    bool sampled; /* not all of them are to be tried */
} lcd_msg_size;

typedef struct lcd_msg_leak {
    uint32_t kind; /* an lct_leak */
    uint64_t pc, count, bytes;
} lcd_msg_leak;

typedef struct lcd_msg_end {
    enum lct_worker_end end;
    lc_span why; /* of a mistake */
} lcd_msg_end;

typedef struct lcd_msg_weaker {
    uint32_t kind, order; /* an lct_weaker_kind */
    uint64_t pc, address;
    uint32_t frame_count;
    uint64_t frames[LCD_MSG_FRAMES]; /* innermost first, beginning with pc if it is in the program */
} lcd_msg_weaker;

typedef struct lcd_msg_thread {
    uint32_t thread, state, kind; /* an lct_thread_state; the kind of its next step */
    uint64_t address, size, pc;
    lc_span call; /* the operation it is in; empty: none */
    uint32_t frame_count;
    uint64_t frames[LCD_MSG_FRAMES];
} lcd_msg_thread;

/* LCT_MSG_VERSIONS; to be freed. */
typedef struct lcd_version_access {
    uint32_t step, source, result; /* which versions it reads and writes; 0: none */
} lcd_version_access;
typedef struct lcd_version {
    uint32_t location, older, step, thread;
    bool plain;
} lcd_version;
typedef struct lcd_msg_versions {
    LC_VEC(lcd_version_access) accesses;
    LC_VEC(lcd_version) versions; /* number 1 is the first */
} lcd_msg_versions;

/* Each decodes a whole message; false: it is nonsense, or the room is cut. */
bool lcd_msg_as_test(lcd_msg, lcd_msg_test *);
bool lcd_msg_as_scenario(lcd_msg, uint64_t *number, lc_span *text);
bool lcd_msg_as_history(lcd_msg, lcd_msg_room *, lcd_msg_history *);
bool lcd_msg_as_failure(lcd_msg, lcd_msg_room *, lcd_msg_failure *);
bool lcd_msg_as_stage(lcd_msg, lcd_msg_stage *);
bool lcd_msg_as_scenarios(lcd_msg, lcd_msg_scenarios *);
bool lcd_msg_as_size(lcd_msg, lcd_msg_size *);
bool lcd_msg_as_text(lcd_msg, lc_span *);
bool lcd_msg_as_end(lcd_msg, lcd_msg_end *);
bool lcd_msg_as_leak(lcd_msg, lcd_msg_leak *);
bool lcd_msg_as_weaker(lcd_msg, lcd_msg_weaker *);
/* What it holds already is replaced. */
bool lcd_msg_as_versions(lcd_msg, lcd_msg_versions *);
void lcd_msg_versions_free(lcd_msg_versions *);
bool lcd_msg_as_step(lcd_msg, lcd_msg_step *);
bool lcd_msg_as_thread(lcd_msg, lcd_msg_thread *);

/* The history as the checker takes it.  Threads are called T1, T2, ..., and the one that runs alone `main`. */
lince_status lcd_msg_to_history(const lcd_msg_history *, const char *file, lince_history **, lince_error *);
/* Bytes that are equal for equal orders.  Of intervals: calls that follow one another, or returns, in the order of
 * their threads.  False: out of memory. */
bool lcd_msg_canonical(const lcd_msg_history *, lince_text *);

#endif
