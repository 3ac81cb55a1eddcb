/* Small concurrent programs for tests of memory models: two to four threads over a few atomic variables, mutexes and
 * plain variables, as instructions, as text and as C or C++.
 *
 * A program as text, one a line:   NAME counts... : thread ; thread [: outcome]
 *
 *     MP sc=3 tso=3 rc11=4 : W.rlx x 1, W.rel y 1 ; R.acq 0 y, R.rlx 1 x : 2:0=1 2:1=0
 *
 *     R.ORDER REG LOC              a load into a register
 *     W.ORDER LOC VALUE            a store; VALUE is N, or REG+N as in r0+1
 *     A.ORDER REG LOC N            fetch_add         X.ORDER REG LOC N     exchange
 *     C.ORDER.ORDER REG LOC E N    compare_exchange_strong from E to N, with its order on failure
 *     K.ORDER.ORDER REG LOC E N    compare_exchange_weak, which fails only as Lince has it: as the strong one
 *     F.ORDER                      a fence
 *     await.ORDER REG LOC N        a loop of loads until the value is N; leave: until it is not N
 *     spin.ORDER.ORDER REG LOC E N a loop of compare_exchange_strong until it succeeds
 *     bump.ORDER.ORDER REG LOC N   a load, and compare_exchange_strong from what was read last to N more until it
 * succeeds skip REG N COUNT             skips so many instructions if the register is N;   unless REG N COUNT: if it is
 * not loop N ... end               a counted loop lock l, unlock l             of a mutex try l COUNT trylock; skips so
 * many instructions if it fails rdlock k, wrlock k, rdunlock k, wrunlock k     of a lock for readers and writers post
 * s, wait s               of a semaphore, which is 0 at first once o COUNT ... done o      so many instructions, `done`
 * among them, that the first thread executes, as by call_once go t, join t                 of the last thread, which
 * begins with `begin t` and ends with `exit t` R.na REG p, W.na p N         accesses of plain variables
 *
 * A count of graphs with ! behind it: some of them have the outcome; =race: plain accesses race.  Orders are rlx, acq,
 * rel, ar and sc; locations x, y, z, w; plain variables p, q; mutexes l, m.  An outcome is reached in a graph if all
 * its parts hold: THREAD:REG=N, or LOC=N in the end.  `vol` is the order of an access through a volatile pointer;
 * =hang: in some graph no thread can go on. */
#ifndef LC_TESTS_MEMORY_PROGRAM_H
#define LC_TESTS_MEMORY_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    MOST_THREADS = 4,
    MOST_INSTRUCTIONS = 24,
    REGISTERS = 4,
    /* places: atomic variables, then plain ones, then mutexes, then the other objects */
    ATOMICS = 4,
    PLAINS = 2,
    MUTEXES = 2,
    FIRST_PLAIN = ATOMICS,
    FIRST_MUTEX = ATOMICS + PLAINS,
    RWLOCK = FIRST_MUTEX + MUTEXES,
    SEMAPHORE,
    ONCE_FLAG,
    CHILD, /* a thread that another one creates */
    PLACES,
    MOST_PARTS = 6, /* of an outcome */
    RACE = -2,      /* in place of a number of graphs: plain accesses race in one of them */
    HANG = -3,      /* in one of them all threads that are left wait */
};

typedef enum ordering { NON_ATOMIC, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST, VOLATILE, ORDERS } ordering;
/* clang-format off */
typedef enum opcode {
    LOAD, STORE, ADD, EXCHANGE, COMPARE, WEAK, AWAIT, LEAVE, SPIN, BUMP, FENCE, SKIP, UNLESS, LOOP, END, LOCK, UNLOCK, TRY,
    RDLOCK, WRLOCK, RDUNLOCK, WRUNLOCK, POST, WAIT, ONCE, DONE, GO, BEGIN, EXIT, JOIN
} opcode;
/* clang-format on */

typedef struct instruction {
    opcode code;
    ordering order, failure;
    int place, target; /* `target`: the register that is loaded, or tested by a branch */
    int value, source; /* written: `value`, plus the register `source` unless it is -1; of a branch: compared with */
    int expected;      /* COMPARE, WEAK, SPIN */
    int count;         /* instructions that are skipped, rounds of a loop */
} instruction;

typedef struct thread_code {
    int count;
    instruction at[MOST_INSTRUCTIONS];
} thread_code;

typedef enum model { SC, TSO, RC11, C11, GENMC, MODELS } model; /* GENMC: RC11 with GenMC's psc */
extern const char *const model_names[MODELS];
extern const char place_letters[]; /* by place */

typedef struct condition {
    int thread, target, value; /* thread 0: `target` is a place, in the end */
} condition;

typedef struct program {
    char name[48];
    int threads;
    thread_code thread[MOST_THREADS];
    int counts[MODELS];   /* of graphs; -1: not given; or RACE, or HANG */
    bool reached[MODELS]; /* whether the outcome is, where the count is given */
    int parts;            /* of the outcome; 0: there is none */
    condition outcome[MOST_PARTS];
} program;

/* NULL, or the error in the line. */
const char *program_read(program *, const char *line);
void program_print(const program *, FILE *);
/* Does it skip the `count` instructions behind it, or not? */
bool program_branches(const instruction *);
/* The name as an identifier of C, at most one character longer. */
void program_identifier(const program *, char *name);

/* Features that the generator may use. */
typedef struct taste {
    bool locks, plain, loops;
    bool waits, objects, weak, volatiles; /* loops that wait; trylock and other objects; compare_exchange_weak */
    bool bumps, child; /* loops that try a compare-exchange again; a thread that another one creates */
    int size;          /* about so many instructions; 0: any */
} taste;
void program_draw(program *, uint64_t seed, uint64_t number, taste);

/* Calls `each` with programs that are a little smaller or weaker, without an outcome. */
void program_smaller(const program *, void (*each)(program *, void *), void *argument);

/* Test files for `lince test`: each program is one LINCE_TEST, in C11 or in C++11.  Loops that wait count their rounds
 * up to a few, if these are not to be compared: a thread is then where it was after some of them only. */
extern bool emit_counted_rounds;
void emit_head(FILE *, bool cxx);
void emit_program(const program *, FILE *, bool cxx);

#endif
