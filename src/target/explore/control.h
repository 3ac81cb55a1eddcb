/* How `lince test` and the program under test talk.
 *
 * The program under test is linked with the runtime and the strategies, because a million schedules a second leave no
 * time for communication with another process.  Its input and its progress are in one block of shared memory; its
 * findings (each distinct history once, failures, the steps of a replayed execution) are messages in a pipe.  The
 * checker and all reports are on the other side, out of reach of the code under test.
 *
 * `lince test` starts `jobs` workers of one program.  Each inherits the block as the file descriptor LCT_CONTROL_FD and
 * writes to LCT_MESSAGES_FD, a pipe of its own.  Without the block the program prints that it is to be run by `lince
 * test`.
 *
 * Workers process the same scenarios and stages in the same order and share the work by claiming tasks.  A task does
 * not depend on the number of workers, so neither do the findings.
 */
#ifndef LC_TARGET_EXPLORE_CONTROL_H
#define LC_TARGET_EXPLORE_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/* How a worker ends when an assertion of the runtime fails, see runtime/assert.h, and the bytes of `bug`. */
enum { LCT_EXIT_BUG = 73, LCT_BUG_TEXT = 256 };
/* And when there are more threads than its runtime has room for, where the larger one has (lct_config.relinks). */
enum { LCT_EXIT_THREADS = 74, LCT_THREADS_FEW = 16, LCT_THREADS_MANY = 128 };

enum { LCT_CONTROL_FD = 198, LCT_MESSAGES_FD = 199, LCT_CONTROL_MAGIC = 0x1ce7e57, LCT_JOBS_MAX = 64 };
enum { LCT_TASKS = 1 << 20 };      /* claims: one bit a task */
enum { LCT_PROMOTED_PCS = 4096 };  /* plain accesses found to race */
enum { LCT_SCENARIOS = 1 << 16 };  /* of one test */
enum { LCT_CANDIDATES = 1 << 16 }; /* bytes of their texts */
enum { LCT_GUIDES = 1 << 17 };     /* numbers of their guides */

enum lct_mode {
    LCT_MODE_LIST,    /* one message LCT_MSG_TEST a test, then the end */
    LCT_MODE_EXPLORE, /* all scenarios of one test */
    LCT_MODE_REPLAY   /* one execution, with its steps */
};

enum lct_strategy_kind {
    LCT_STRATEGY_DEFAULT, /* bounded by 0, 1, 2 preemptions, then dpor; the rest of the budget goes to pct */
    LCT_STRATEGY_BOUNDED,
    LCT_STRATEGY_DPOR,
    LCT_STRATEGY_ROUNDS, /* round robin */
    LCT_STRATEGY_PCT,
    LCT_STRATEGY_RANDOM,
    LCT_STRATEGY_SERIAL,     /* phase 1: operations one after another, in every order */
    LCT_STRATEGY_EXHAUSTIVE, /* every schedule; for testing the other strategies */
    LCT_STRATEGY_STATES,     /* every state */
    LCT_STRATEGY_STRESS      /* real threads, without control: another runtime, src/target/stress */
};

/* The memory model of an execution.  LCT_MEMORY_AUTO: SC, then, if the code executed weaker orders, RC11, and TSO if it
 * executed racing volatile accesses or inline assembly that x86 reorders. */
enum lct_memory_model {
    LCT_MEMORY_SC,
    LCT_MEMORY_TSO,
    LCT_MEMORY_RC11,
    LCT_MEMORY_C11,
    LCT_MEMORY_AUTO,
    LCT_MEMORY_MODELS = LCT_MEMORY_AUTO
};

/* The kinds of stages.  Their words: lcd_stage_words in tester/driver/coverage.c. */
enum lct_stage_kind {
    LCT_DOES_SERIAL,
    LCT_DOES_GUIDED,  /* follows an execution of another scenario */
    LCT_DOES_BOUNDED, /* at most `bound` preemptions */
    LCT_DOES_ROUNDS,  /* at most `bound` rounds */
    LCT_DOES_DPOR,
    LCT_DOES_PCT,
    LCT_DOES_RANDOM,
    LCT_DOES_EXHAUSTIVE,
    LCT_DOES_STATES,
    LCT_DOES_GRAPH, /* each consistent execution graph; `bound`: choices of old values, UINT32_MAX: any number */
    LCT_DOES_STRESS,
    LCT_STAGE_KINDS
};
typedef struct lct_stage_name {
    uint8_t kind;   /* an lct_stage_kind */
    uint8_t heap;   /* an lct_heap_policy where it is not the first of the test; else LCT_HEAP_AUTO */
    uint8_t memory; /* an lct_memory_model */
    uint32_t bound;
} lct_stage_name;
/* One number, so that a reader in another process sees a whole name; 0: no stage has begun. */
static inline uint64_t lct_stage_pack(lct_stage_name s) {
    return (uint64_t)s.bound << 32 | (uint64_t)s.memory << 16 | (uint64_t)s.heap << 8 | (s.kind + 1u);
}
static inline lct_stage_name lct_stage_unpack(uint64_t packed) {
    return (lct_stage_name){.kind = (uint8_t)((packed & 0xff) - 1),
                            .heap = (uint8_t)(packed >> 8),
                            .memory = (uint8_t)(packed >> 16),
                            .bound = (uint32_t)(packed >> 32)};
}

/* LCT_HEAP_AUTO: LIFO, and if the code frees memory then also, up to two preemptions, SHARED and FIFO. */
enum lct_heap_policy { LCT_HEAP_AUTO, LCT_HEAP_LIFO, LCT_HEAP_FIFO, LCT_HEAP_NEVER, LCT_HEAP_SHARED, LCT_HEAP_ALL };
enum lct_plain_mode {
    LCT_PLAIN_RACING, /* plain accesses are scheduling points where they race */
    LCT_PLAIN_NEVER,
    LCT_PLAIN_ALWAYS
};
enum lct_claim { LCT_CLAIM_NONE, LCT_CLAIM_OBSTRUCTION_FREE, LCT_CLAIM_LOCK_FREE };
/* LCT_SERIAL_ALL: there is no specification; LCT_SERIAL_SOME: to find failures without concurrency. */
enum lct_serial_first { LCT_SERIAL_LATER, LCT_SERIAL_ALL, LCT_SERIAL_SOME };
/* LCT_BALANCE_WARN: scenarios of the test that leave something behind are reported. */
enum lct_balancing { LCT_BALANCE_AS_DECLARED, LCT_BALANCE, LCT_BALANCE_WARN };
enum { LCT_STAGE_SERIAL }; /* the number of that stage; the rest follow */
/* Whether operations may wait is judged by the command; KNOWN: perhaps the specification lets some. */
enum lct_waits { LCT_WAITS_NOT, LCT_WAITS_JUDGED, LCT_WAITS_KNOWN };
/* Which threads of an execution graph are equal, so that their names do not matter: none, those that run the same code
 * with the same arguments, or also if unique arguments and numbers of threads differ. */
enum lct_symmetry { LCT_SYMMETRY_OFF, LCT_SYMMETRY_EQUAL, LCT_SYMMETRY_NAMES };
enum lct_retry_mode { LCT_RETRY_AUTO, LCT_RETRY_OFF };
/* Does reduction merge states: when a scenario is large, never, from the first execution on, or then and checked. */
enum lct_merging { LCT_MERGING_AUTO, LCT_MERGING_OFF, LCT_MERGING_ALWAYS, LCT_MERGING_CHECKED };

/* How the beginning of an operation is linked with the end of another one: as lc_link in history/history.h. */
enum lct_link { LCT_LINK_PAST = 1, LCT_LINK_HB = 2, LCT_LINK_ECO = 4, LCT_LINK_ALL = 8, LCT_LINK_LOCK = 16 };
/* Which synchronization operations owe to their callers, see record_sync.c. */
enum lct_sync { LCT_SYNC_NONE, LCT_SYNC_VALUES, LCT_SYNC_INSERTIONS, LCT_SYNC_REMOVALS, LCT_SYNC_BOTH, LCT_SYNC_ALL };
/* Which histories come with links, to be judged for any client: those of graphs; of schedules as well, so that the
 * order of calls and returns need not be explored. */
enum lct_clients { LCT_CLIENTS_NONE, LCT_CLIENTS_OF_GRAPHS, LCT_CLIENTS_OF_ALL };
/* A history of a tree in which the order of calls and returns is not explored may be that of an equivalent schedule.
 * IN_PART: further histories of equivalent schedules were not sent. */
enum lct_listed { LCT_LISTED_NOT, LCT_LISTED, LCT_LISTED_IN_PART };
/* Other memory orders than those of the code, at one place of the program: see runtime/override.h.  Orders are those of
 * compilers, plus 1; 0: as the code has it, or none. */
enum { LCT_OVERRIDES = 256, LCT_OVERRIDE_FRAMES = 4 };
typedef struct lct_override {
    uint64_t frames[LCT_OVERRIDE_FRAMES]; /* innermost first, beginning with the place itself */
    uint8_t frame_count;
    uint8_t order, failure; /* `failure`: of a compare-exchange that fails */
    uint8_t before, after;  /* of a fence before it, and behind it */
} lct_override;

enum { LCT_LOOP_SEVERAL = 0xff }; /* lct_config.loops: more than one thread */
/* The settings of the command; zero is the default of every field but the strings' and the limits'. */
typedef struct lct_config {
    uint32_t mode, strategy;
    uint32_t memory;         /* an lct_memory_model */
    uint32_t graphs;         /* execution graphs are explored under SC, too */
    uint32_t genmc_readings; /* psc and release sequences as GenMC 0.11 reads them; to compare counts */
    uint32_t send_graphs;    /* each complete execution graph is sent as LCT_MSG_GRAPH */
    uint32_t preemptions;    /* bounded: at most this many; UINT32_MAX: 0, 1, 2, ... as far as the budget goes */
    uint32_t rounds;         /* round robin: at most this many */
    uint32_t depth;          /* pct: change points */
    uint32_t heap, plain, retry, merging;
    uint32_t symmetry;          /* an lct_symmetry */
    uint32_t no_history_edges;  /* calls and returns create no dependency (unsound for histories; to count traces) */
    uint32_t no_use_after_free; /* reading and writing freed memory is allowed */
    uint32_t no_deduplication;  /* histories are sent each time they come */
    uint32_t no_snapshots;      /* every execution is run from its start */
    uint32_t uninstrumented;    /* there is code that is not seen */
    uint32_t call_steps;    /* calls are steps of their own, as they are if code is not seen, and in LCT_STAGE_SERIAL */
    uint32_t assembly;      /* there are atomics in inline assembly */
    uint32_t no_data_races; /* they are not looked for */
    uint32_t spurious;      /* each thread may wake up from waiting this often an execution without a signal */
    uint32_t random_choices; /* rand() is one of 0 .. n-1, all tried; 0: seeded */
    uint32_t claim;          /* of the operations, an lct_claim; a test may make a stronger one */
    uint32_t loops;        /* replay: the thread that loops forever at the end, plus 1; LCT_LOOP_SEVERAL: several do */
    uint32_t all_failures; /* go on after the first */
    uint32_t leaks;        /* memory that is lost is a failure */
    uint32_t serial_first; /* before anything else the serial histories of each scenario: an lct_serial_first */
    uint32_t balanced;   /* generated scenarios remove as often as they add, where it is clear how: an lct_balancing */
    uint32_t parties;    /* operations may wait for each other: so many take effect together; 0: as the test declares */
    uint32_t waits;      /* operations may wait as far as the specification lets them, an lct_waits */
    uint32_t clients;    /* an lct_clients */
    uint32_t lists;      /* the histories of all equivalent schedules are sent, so that the order of calls and returns
                          * need not be explored */
    uint32_t sync;       /* an lct_sync */
    uint32_t wanted;     /* after the serial stage only failures of this kind (an lct_failure, plus 1) count; 0: all */
    uint32_t guide_heap; /* of the executions that candidates go by */
    uint32_t rehearsals; /* replay: so many times at most it is run before, and nothing is reported of that */
    uint32_t debugged;   /* replay: a debugger watches, see debug.c */
    uint32_t many;       /* the program is linked with the runtime for LCT_THREADS_MANY threads */
    uint32_t relinks;    /* or can be: a worker that has no room for all threads ends with LCT_EXIT_THREADS */
    uint32_t jobs;
    uint32_t orders;     /* seq_cst is reported like weaker orders; of a replay LCT_MSG_VERSIONS is sent */
    uint32_t overrides;  /* so many of `override` */
    uint64_t allowed;    /* kinds of failures that are none, a bit for each lct_failure; see lct_machine_fail */
    uint64_t stop_after; /* replay: after so many steps report the threads' positions, and end; 0: go on to the end */
    uint64_t look;       /* scenarios are only looked at: so many executions of each stage; 0: as usual */
    uint64_t seed;
    uint64_t max_executions; /* in all; UINT64_MAX: no limit */
    uint64_t max_steps;      /* of one execution */
    uint32_t grow;       /* a test that declares no size grows by so many sizes at most, see sizes.h; 0: it does not */
    uint64_t grow_steps; /* until workers have taken so many steps together */
    uint32_t threads, calls; /* the size of generated scenarios; 0: as the test declares */
    uint64_t stuck_after;    /* stress: ns; see src/target/stress/watch.h */
    uint64_t stack_bytes;    /* of a thread */
    uint64_t memory_bytes;   /* for the tables of one worker; 0: no limit */
    uint64_t race[2];        /* replay: only a data race between these places of the program counts; 0: any */
    char test[256];          /* the one to explore or replay */
    char order[1024];        /* the protocol that the specification implies; empty: none.  A test's own comes first */
    /* The roles of operations, in words with a space behind each.  First a letter: `+` it adds its last argument, `-`
     * it removes the value that it returns, `?` it returns such a value, `*` it does both, `0` neither.  Then `p`, if
     * it changes nothing, or a digit: the symbol with which it returns if it changed nothing (0: none).  Then its name;
     * one without an object is meant for those without words of their own.  `==VALUE`: it is there at first. */
    char sync_roles[1 << 14];
    char scenario[4096]; /* instead of the test's own; empty: those */
    lct_override override[LCT_OVERRIDES];
} lct_config;

/* The progress of a worker; written by it alone, read by any process at any time. */
typedef struct lct_worker_progress {
    uint64_t executions; /* that ran to an end */
    uint64_t redundant;  /* that were given up because other executions cover them */
    uint64_t
        blocked; /* of these, ones in which a thread waits for a value that it has not read, or that were dropped */
    uint64_t steps;
    uint64_t histories;           /* distinct ones sent */
    uint64_t longest;             /* steps of the longest execution */
    uint64_t left_out;            /* executions cut at max_steps */
    double explored;              /* estimate of how much of the current stage is done, 0 to 1 */
    uint32_t scenario, scenarios; /* current one, and how many there are so far */
    uint64_t stage;               /* lct_stage_pack */
    int32_t pid;                  /* whose it is; 0: not known */
    /* Where in `machines` to see how the current execution gets on; at_epoch 0: that is not to be seen. */
    uint32_t at_epoch, at_depth, at_in_code, at_watching;
    /* The execution that the command has given up, at this step, and why: an lct_given_up_kind. */
    uint64_t given_up_epoch;
    int32_t given_up_depth;
    uint32_t given_up;
} __attribute__((aligned(64))) lct_worker_progress;

/* Why the command gives up an execution, whose worker then gets LCT_WATCH_SIGNAL. */
enum lct_given_up_kind {
    LCT_GIVEN_UP_NOT,
    LCT_GIVEN_UP_ENDLESS, /* it takes processor time, and no step */
    LCT_GIVEN_UP_BLOCKED  /* it waits in the kernel */
};
enum { LCT_WATCH_SIGNAL = 40 }; /* the code under test sees no real signal, so it may be any */
/* A worker of real threads ends with all processes of its run: sent by the command, or by the kernel at its death. */
enum { LCT_END_SIGNAL_OF_STRESS = 41 };
enum { LCT_MACHINE_BYTES = 1 << 16, LCT_PAGE = 4096 };

/* The thread-local variables of the program itself: where each thread has them, and their size; 0: the same address
 * means something else in each thread, or there are none. */
enum { LCT_TLS_THREADS = LCT_THREADS_MANY };
typedef struct lct_tls_places {
    uint64_t at[LCT_TLS_THREADS], size;
} lct_tls_places;

typedef struct lct_control {
    uint32_t magic;
    uint32_t size; /* of this struct */
    lct_config config;
    /* Everything from here on is shared and changed with atomic operations. */
    uint32_t stop; /* nonzero: end as soon as possible, with LCT_MSG_END */
    /* The lowest task in which something was found so far, plus 1; 0: none yet.  Tasks beyond it are not worth doing.
     * Workers note their failures; the command notes violations. */
    uint64_t first_failure;
    uint64_t executions;                    /* all workers, in blocks; those that were cut, too */
    uint32_t workers;                       /* started */
    uint32_t arrived, generation;           /* where all workers meet */
    uint32_t unfinished;                    /* some worker did not explore the current stage to the end */
    uint32_t restricted;                    /* some worker found schedules beyond its bound */
    uint32_t filtered;                      /* the kernel filters the system calls of some worker (runtime/world) */
    uint32_t merged;                        /* some loop went on without interruption, see runtime/machine.c */
    uint32_t promoted_count, stacks_shared; /* plain accesses that race, found by any worker */
    lct_tls_places tls;                     /* set by every worker: it is the same for all, or addresses are not */
    uint32_t calls, serially;               /* an operation was called; the serial executions are complete */
    char bug[LCT_BUG_TEXT];                 /* the assertion of the runtime that failed */
    uint64_t promoted[LCT_PROMOTED_PCS];
    uint64_t large[LCT_SCENARIOS / 64];   /* scenarios that one worker alone could not finish, */
    uint64_t cyclic[LCT_SCENARIOS / 64];  /* and of them those that come back to states they were in */
    uint64_t merging[LCT_SCENARIOS / 64]; /* scenarios in which reduction merges states */
    /* scenarios whose graphs under a model were not all explored at the first look */
    uint64_t graphs_left[LCT_MEMORY_MODELS][LCT_SCENARIOS / 64];
    uint64_t claimed[LCT_TASKS / 64];
    lct_worker_progress progress[LCT_JOBS_MAX];
    /* Replay: the schedule, one byte a step: the thread, or a choice (see below). */
    uint32_t schedule_length;
    uint8_t schedule[1 << 20];
    /* Scenarios to be explored instead of the test's own, each with its end, after the last an empty one. */
    char candidates[LCT_CANDIDATES];
    /* For each of them an execution to go by: its length, then each step: thread << 8 | which of the thread's calls. */
    uint16_t guides[LCT_GUIDES];
    /* The memory of each worker's machine (target/runtime/machine.h). */
    unsigned char machines[LCT_JOBS_MAX][LCT_MACHINE_BYTES] __attribute__((aligned(4096)));
} lct_control;

/* A message is a header and that many bytes: numbers (7 bits a byte, the highest bit set if more follow; signed ones
 * zigzag), and texts (length, bytes). */
typedef struct lct_message_header {
    uint32_t kind;
    uint32_t length;
} lct_message_header;

/* The identity of an execution: enough to run it again, and to order executions of all workers.
 *     number scenario, text scenario, number stage, number task, number execution (within its task),
 *     number heap policy, number of preemptions, number length, that many bytes of schedule,
 *     number of places, and so many: where in the program the plain accesses stand that were steps of it (to replay it,
 *     these go into `promoted` of the control block),
 *     number of calls, and so many: with which step each begins, from 0; number of its memory model (an
 *     lct_memory_model).
 *
 * A byte of the schedule is the thread that takes the step (0 to 127), or 0x80 | value where a choice was made
 * (lince_choose, rand, ...).  Under a weak memory model a load that reads an older value, or a store that is placed
 * before other ones, has a choice as well: how many newer values there were. */

enum lct_message {
    /* text name, text file, number line, text spec, text criterion (empty: none), number 1 if it has a model, the first
     * of the numbers that are used as unique arguments, text protocol (empty: none), number 1 if generated scenarios
     * are balanced, signed numbers of the operations that add and remove (-1: not known), number of operations, and for
     * each: text name, number of arguments, and for each of them: number of its kind (lince_argument.unique), signed
     * lowest and highest value */
    LCT_MSG_TEST = 1,
    /* number scenario, text */
    LCT_MSG_SCENARIO,
    /* Tasks are numbered in the order in which they would be done by one worker alone, so that (task, stage, execution)
     * orders executions in a way that does not depend on how many there are.
     * Distinct within this worker; equal as interval orders means equal.  number 1 if it came from the serial stage,
     * number 1 if complete (all operations returned), 2 if not because no thread could go on; number of the
     * lct_failure, plus 1, that this is unless the specification lets operations wait (0: the test declares that they
     * may), then also text message, text why it may be a false alarm (empty: it is none), number thread, number pc;
     * execution, number of events, each: number thread << 1 | is_return, text operation (calls only), number of values,
     * signed values; number of threads, 0 if the order of events is that of the history.  Else the history is a partial
     * order, and for each operation, in the order of calls, and each thread: number of the operations of that thread
     * that come before it; then number 0, or 1 if there are links, or 2 if there are and the order of seq_cst
     * operations may permit less than those of the first kinds, and for each operation and each operation: number of
     * lct_link bits of the beginning of the one with the end of the other */
    LCT_MSG_HISTORY,
    /* number lct_failure, text message, number thread, number pc, number address, number 1 if there is a reason why it
     * is likely to be a false alarm, text with the reason; number of accesses, each like a step: the two of a data race
     * in their order (value after: number of steps reported before it; frames only where steps are reported), else
     * none; execution; then a history's events */
    LCT_MSG_FAILURE,
    /* number scenario, number stage, number kind, number heap, number bound, number memory (an lct_stage_name), number
     * executions, number redundant, number 1 if it was explored to the end, number of the executions that were cut,
     * number of the redundant ones in which a thread waits for a value that it has not read, or that lince_assume
     * dropped */
    LCT_MSG_STAGE,
    /* text: a warning for the user, once each */
    LCT_MSG_WARNING,
    /* Something that happened in a replayed execution: number of the step it belongs to (as in the schedule, from 1; 0:
     * before the first), number thread, number lct_step_kind, number address, number size, number value
     * before, number value after, number pc, text (name of the operation, the note, the object's kind), number of
     * frames, that many pcs, innermost first; number memory order (as compilers count them), plus 1 (0: it has none);
     * number of values that are newer than the one it reads, or that its own is placed before; number of the step that
     * wrote the newest of them (0: none); number of more threads, see LCT_STEP_BLOCKED */
    LCT_MSG_STEP,
    /* Where a thread stands when a replayed execution was stopped, or came to its end: number thread, number
     * lct_thread_state, number lct_step_kind of its next step, number address, number size, number pc, text (the
     * operation it is in; empty: none), number of frames, that many pcs, innermost first */
    LCT_MSG_THREAD,
    /* How many scenarios there are: number of all (UINT64_MAX: more than can be counted), number of those that are
     * tried, number 1 if that is a sample, and then: all with up to so many calls are among them */
    LCT_MSG_SCENARIOS,
    /* A test that grows comes to a size: number of threads, of calls of each, of scenarios of that size and of smaller
     * ones (UINT64_MAX: more than can be counted), then 1 if not all of them will be tried */
    LCT_MSG_SIZE,
    /* Something that was made and never given back, once for each place: number lct_leak, number pc of the call that
     * made it, number of them in one execution, number of bytes */
    LCT_MSG_LEAK,
    /* A place that executed a memory order weaker than seq_cst (or any, if orders are wanted), before the end, once
     * each: number lct_weaker_kind, number order (as compilers count them), number pc, number address, number of
     * frames, that many pcs, innermost first */
    LCT_MSG_WEAKER,
    /* text: an execution graph, in the form that tests/oracle/memory describes; only if they are wanted */
    LCT_MSG_GRAPH,
    /* Of a replay under a weak memory model: number of steps, and for each that accesses a version: number of the step,
     * from 1, and numbers of the versions that it reads and writes (0: none); then number of versions, and for each,
     * from 1: number of its location, number of the version before it in modification order (0: none), number of the
     * step that wrote it (0: before the first), number of the thread, number 1 if it is that of a plain write.  Only if
     * orders are wanted */
    LCT_MSG_VERSIONS,
    /* number lct_worker_end, text (see there).  The last message. */
    LCT_MSG_END
};

/* Why a worker ends. */
enum lct_worker_end {
    LCT_WORKER_DONE, /* it did all there was */
    LCT_WORKER_STOPPED,
    LCT_WORKER_FOUND, /* a failure */
    LCT_WORKER_SPENT, /* the limit of executions */
    /* The test is wrong, and the text is why: several mistakes, a line each; or of the scenario that was given. */
    LCT_WORKER_MISTAKE,
    LCT_WORKER_BAD_SCENARIO,
    LCT_WORKER_ENDS
};

/* Operations that were executed with an order weaker than seq_cst, see src/target/runtime/weaker.h. */
enum lct_weaker_kind {
    LCT_WEAKER_LOAD,
    LCT_WEAKER_STORE,
    LCT_WEAKER_RMW,
    LCT_WEAKER_CAS,
    LCT_WEAKER_CAS_FAILED,
    LCT_WEAKER_FENCE,
    LCT_WEAKER_VOLATILE_LOAD, /* those that race */
    LCT_WEAKER_VOLATILE_STORE,
    LCT_WEAKER_PLAIN_LOAD, /* the same, where data races are not looked for */
    LCT_WEAKER_PLAIN_STORE,
    LCT_WEAKER_ASSEMBLY_LOAD, /* without a lock prefix */
    LCT_WEAKER_ASSEMBLY_STORE,
    LCT_WEAKER_LARGE, /* of more bytes than a version can have: under every model it is taken for seq_cst */
    LCT_WEAKER_KINDS
};

/* Not a failure, but a value for selecting them: only histories are reported. */
enum { LCT_WANTED_HISTORIES = UINT8_MAX };

enum lct_failure {
    LCT_FAILS_CRASH, /* a signal */
    LCT_FAILS_ASSERTION,
    LCT_FAILS_INVARIANT,
    LCT_FAILS_DEADLOCK,  /* no thread can go on */
    LCT_FAILS_ENDLESS,   /* a thread runs on without a shared access */
    LCT_FAILS_SPINNING,  /* all remaining threads wait in loops for changes that will not come */
    LCT_FAILS_EXIT,      /* exit in the middle */
    LCT_FAILS_EXCEPTION, /* not caught */
    LCT_FAILS_USE_AFTER_FREE,
    LCT_FAILS_DOUBLE_FREE,
    LCT_FAILS_BAD_FREE,       /* of something that malloc did not give */
    LCT_FAILS_MISUSE,         /* unlock of a lock not held, and the like */
    LCT_FAILS_NONDETERMINISM, /* the same schedule led elsewhere: the test depends on something else */
    LCT_FAILS_LIMIT,          /* more threads, operations or memory than there is room for */
    LCT_FAILS_LIVELOCK,       /* a thread loops forever, and no other thread can go on */
    LCT_FAILS_PROGRESS,       /* operations are not lock-free or obstruction-free, as the test declares */
    LCT_FAILS_OVERFLOW,       /* an access to the heap, but to no block: beyond the end of one, mostly */
    LCT_FAILS_LEAK,           /* a block that is unreachable; a failure only on request */
    LCT_FAILS_BLOCKED,        /* an operation waits though the specification lets it return; the command finds it */
    LCT_FAILS_RACE,           /* accesses that nothing orders */
    LCT_FAILS_HANG,           /* stress: for a long time no operation was called or returned */
    LCT_FAILS_UNSUPPORTED,    /* the code does something that is not modelled */
    LCT_FAILS_SYNC,           /* operations do not synchronize the threads that call them */
    LCT_FAILURES
};

enum lct_thread_state {
    LCT_THREAD_READY, /* it can take its next step */
    LCT_THREAD_WAITS, /* until other threads have done something */
    LCT_THREAD_ENDED,
    LCT_THREAD_FAILED /* in the midst of a step */
};

enum lct_leak {
    LCT_LEAK_MEMORY, /* that nothing points to any more */
    LCT_LEAK_THREAD  /* neither joined nor detached */
};

enum lct_step_kind {
    LCT_STEP_READ,
    LCT_STEP_WRITE, /* plain */
    LCT_STEP_LOAD,
    LCT_STEP_STORE, /* atomic */
    LCT_STEP_EXCHANGE,
    LCT_STEP_ADD,
    LCT_STEP_SUB,
    LCT_STEP_AND,
    LCT_STEP_OR,
    LCT_STEP_XOR,
    LCT_STEP_NAND,
    LCT_STEP_CAS,
    LCT_STEP_CAS_FAILED,
    LCT_STEP_FENCE,
    LCT_STEP_CALL,
    LCT_STEP_RETURN, /* of an operation; the values follow the text in it: `enq(5)`, `EMPTY` */
    LCT_STEP_ACQUIRE,
    LCT_STEP_RELEASE, /* of a lock or the like; the text has the call */
    LCT_STEP_TRY,
    LCT_STEP_TRY_FAILED,
    LCT_STEP_SIGNAL,
    LCT_STEP_WAIT,
    LCT_STEP_TIMEOUT,
    LCT_STEP_CREATE, /* value after: 1 if it is the setup that starts the thread */
    LCT_STEP_JOIN,
    LCT_STEP_EXIT,
    LCT_STEP_MALLOC,
    LCT_STEP_FREE,
    LCT_STEP_CHOICE, /* value after: the choice */
    LCT_STEP_SLEEP,
    LCT_STEP_NOTE,
    LCT_STEP_FAILURE, /* the text describes it */
    /* The following are sent after the last step. */
    /* The thread cannot go on.  The text is the kind of object it waits for (`mutex`, `end` of other threads, `loop`);
     * address of the object, size 0: there is none; before: the set of threads that have it, a bit each, those from 64
     * on in the last number; after: of a barrier, how many have come << 32 | how many it takes. */
    LCT_STEP_BLOCKED,
    LCT_STEP_MADE, /* the block of the heap, of `size` bytes at this address, was allocated by the thread at pc */
    LCT_STEP_FREED /* and freed */
};
enum { LCT_STEP_KINDS = LCT_STEP_FREED + 1 };

#endif
