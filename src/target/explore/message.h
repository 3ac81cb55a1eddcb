/* Messages of a worker to the command, in the form described in control.h.
 *
 * Each function writes one whole message into the pipe before it returns.  Without the command at its other end the
 * worker ends.
 */
#ifndef LC_TARGET_EXPLORE_MESSAGE_H
#define LC_TARGET_EXPLORE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "target/explore/control.h"
#include "target/explore/describe.h"
#include "target/explore/record.h"

/* The identity of an execution: enough to run it again, and to order executions of all workers. */
typedef struct lct_identity {
    uint32_t scenario;
    const char *text; /* of the scenario */
    uint32_t stage;
    uint64_t task;
    uint64_t number; /* within its task */
    uint32_t heap;   /* an lct_heap_policy */
    uint32_t preemptions;
    const uint8_t *path;
    size_t length;         /* of the path */
    const uint64_t *plain; /* where the plain accesses stand that were steps of it */
    size_t plain_count;
    const uint32_t *begins; /* with which steps calls begin */
    size_t begin_count;
    uint32_t memory; /* an lct_memory_model */
} lct_identity;

typedef struct lct_step_report {
    uint32_t step, thread, kind; /* an lct_step_kind */
    uint64_t address, size, before, after, pc;
    const char *text;        /* NULL: none */
    const uintptr_t *frames; /* innermost first */
    size_t frame_count;
    uint32_t order;       /* of memory, as compilers count them, plus 1; 0: it has none */
    uint32_t newer;       /* values than the one it reads, or places its own before */
    uint32_t newest_step; /* that wrote the newest of them; 0: none */
    uint64_t more;        /* LCT_STEP_BLOCKED: threads from 64 on */
    bool is_volatile;     /* a plain access */
} lct_step_report;

/* A history that is a partial order: for each operation, in the order of calls, how many operations of each thread come
 * before it. */
typedef struct lct_history_order {
    uint32_t threads; /* 0: the order of events is that of the history */
    const uint8_t *before;
    const uint8_t *links; /* of the beginning of each operation with the end of each; NULL: there are none */
    bool psc;             /* see lct_links */
    size_t operations;
} lct_history_order;

typedef struct lct_failure_report {
    uint32_t kind; /* an lct_failure */
    const char *message;
    uint32_t thread;
    uint64_t pc, address;
    const char *doubt;               /* why it may be a false alarm; NULL: it is none */
    const lct_step_report *accesses; /* of a data race */
    size_t access_count;
} lct_failure_report;

typedef struct lct_stage_report {
    uint32_t scenario, stage;
    lct_stage_name name;
    uint64_t executions, redundant;
    bool complete;    /* explored to the end */
    uint64_t cut;     /* executions that were too long */
    uint64_t blocked; /* of the redundant ones: a thread waits for a value that it has not read, or lince_assume */
} lct_stage_report;

typedef struct lct_thread_report {
    uint32_t thread, state, kind; /* an lct_thread_state, an lct_step_kind */
    uint64_t address, size, pc;
    const char *call; /* NULL: none */
    const uintptr_t *frames;
    size_t frame_count;
} lct_thread_report;

typedef struct lct_weaker_report {
    uint32_t kind, order; /* an lct_weaker_kind */
    uint64_t pc, address;
    const uintptr_t *frames; /* innermost first */
    size_t frame_count;
} lct_weaker_report;

void lct_send_test(const lct_test *);
void lct_send_scenario(uint32_t number, const char *text);
/* `log`: the events of the execution so far; the names of its operations are those of record.h. */
enum lct_completeness { LCT_INCOMPLETE, LCT_ALL_RETURNED, LCT_ALL_WAIT };
/* `stuck`: the failure that LCT_ALL_WAIT is if the specification does not let operations wait; NULL: the test declares
 * that they may, and the command has its own words for it. */
void lct_send_history(bool serial, enum lct_completeness, const lct_failure_report *stuck, const lct_identity *,
                      const lct_log_entry *log, size_t length, const lct_history_order *);
void lct_send_failure(const lct_failure_report *, const lct_identity *, const lct_log_entry *log, size_t length);
void lct_send_stage(const lct_stage_report *);
void lct_send_scenarios(uint64_t all, uint64_t given, bool sampled, unsigned complete);
void lct_send_size(unsigned threads, unsigned calls, uint64_t all, bool sampled);
/* A text that was sent before is not sent again. */
void lct_send_warning(const char *text);
void lct_send_step(const lct_step_report *);
void lct_send_thread(const lct_thread_report *);
void lct_send_weaker(const lct_weaker_report *);
void lct_send_graph(const char *text);
void lct_send_numbers(enum lct_message, const uint64_t *, size_t count); /* a message of nothing else */
void lct_send_leak(uint32_t kind, uint64_t pc, uint64_t count, uint64_t bytes);
/* The last one; `why` may be NULL unless the end is a mistake. */
void lct_send_end(enum lct_worker_end, const char *why);

#endif
