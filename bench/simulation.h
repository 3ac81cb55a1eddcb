/* Large correct histories: threads call one object, and every operation takes effect at one moment between its call and
 * its return.  The order of these moments explains the history, so it is linearizable by construction.
 *
 * Relaxed objects are not.  A relaxed container may remove any of the `relaxed` + 1 values that are next.  Any other
 * object is relaxed if its operations are `moved`: they take effect in an order in which each is at most so many places
 * from its own, so that the history is quasi linearizable with this factor by construction.
 */
#ifndef BENCH_SIMULATION_H
#define BENCH_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t value; /* so that an operation takes 32 bytes */

/* Words among the values; all numbers in use are far above them. */
enum { NOTHING = INT32_MIN, NIL, TRUE, FALSE, EMPTY };

/* Methods of all objects; those of registers, sets and maps have the same meaning for a cell. */
typedef enum method {
    READ,
    WRITE,
    CAS,
    INC,
    DEC,
    ADD_NUMBER,
    GET_NUMBER,
    FETCH_ADD,
    ENQ,
    DEQ,
    PUSH,
    POP,
    INSERT,
    DELMIN,
    PEEK,
    PUT_IN,
    TAKE,
    ADD,
    REMOVE,
    CONTAINS,
    GET,
    PUT,
    DEL,
    CAS_KEY,
    LOCK,
    TRYLOCK,
    UNLOCK,
    WAIT,
    TRYWAIT,
    POST
} method;

#define NEVER UINT32_MAX

typedef struct operation {
    uint32_t thread;
    uint32_t call, end; /* positions among the events; end NEVER: still open */
    uint32_t key;
    value args[2]; /* after the key */
    value result;
    uint8_t method;
    bool took_effect, crashed;
} operation;

/* An operation whose moment has come but that has not taken effect yet, and its place in the order of the moments. */
typedef struct held {
    uint32_t op, place;
} held;

typedef struct simulation {
    const struct object *object;
    uint32_t operations, threads, keys;
    uint32_t values;    /* 0: every value is written once */
    uint32_t length;    /* containers: from this length on threads rather remove; 0: no such length */
    uint32_t crashes;   /* in a hundred operations */
    uint32_t observers; /* reads of a register, lookups in a set and looks at a container, in a hundred operations */
    uint32_t pending;   /* operations that never return, each by a thread of its own */
    uint32_t relaxed;   /* containers: a removal takes any of so many + 1 values; 0: it takes the one that is next */
    bool sliding;       /* ... of those that are next now, not of those that were next when all before had gone */
    uint32_t moved;     /* by so many places operations may take effect too early or too late */
    uint64_t random;

    /* What has happened. */
    operation *ops;
    uint32_t op_count;
    uint32_t *events; /* operation * 2, + 1: its end */
    uint32_t event_count;

    /* The object. */
    value *cells;                   /* per key */
    value number;                   /* a counter */
    value *items, fresh;            /* a container's values between the marks, and the last one that was made */
    uint32_t items_from, items_end; /* the marks */
    uint32_t *adders;               /* which operation adds a value, if each is added once */
    uint32_t taken;                 /* how often a lock is held */
    bool *holds;                    /* which thread holds it */
    uint32_t reserved;              /* unlocks that are still to come */
    uint32_t adding, removing;      /* additions and removals that have been called and not taken effect */
    bool draining;                  /* a relaxed container: nothing is added any more */
    value *window;                  /* a relaxed priority queue: the values one of which goes next */
    uint32_t window_count;
    held *held; /* in the order of their places */
    uint32_t held_count, effects;
} simulation;

/* An object under test: what threads call, and what a call does when its moment has come. */
typedef struct object {
    const char *name, *parameters;
    bool distinct; /* a container: values are written once unless the user says otherwise */
    bool relaxes;  /* there is a relaxed one */
    bool keyed;
    uint32_t capacity;                         /* a lock: how many threads may hold it; 0: none is */
    uint32_t observers;                        /* unless the user says otherwise */
    bool (*choose)(simulation *, operation *); /* false: this thread has nothing more to call */
    bool (*act)(simulation *, operation *);    /* false: it has to wait */
    bool (*spoil)(simulation *, uint32_t op);  /* makes a late result wrong; false: not this operation's */
} object;

const object *find_object(const char *name);
uint32_t below(simulation *, uint32_t bound); /* a random number */
value draw_value(simulation *);
uint32_t most_values(const simulation *); /* no value that is written once is as large */

bool choose_queue(simulation *, operation *);
bool choose_stack(simulation *, operation *);
bool choose_pqueue(simulation *, operation *);
bool choose_bag(simulation *, operation *);
bool act_on_container(simulation *, operation *);
value removed_of_relaxed(simulation *, method); /* the container is not empty */
void heap_insert(simulation *, value);
value heap_remove(simulation *);
void relaxed_insert(simulation *, value);

bool simulate(simulation *); /* false: out of memory */
void simulation_free(simulation *);

const char *method_name(method);
unsigned method_args(method); /* how many, the key not counted */
bool method_has_key(method);

/* Each gives the operation a result that no order explains, if it can be sure of that, not even one in which operations
 * are moved by as many places as those of the history may have been (only containers may be relaxed).  With containers
 * that hold a value more than once nobody can be sure at a glance: there two results change places, and a checker has
 * to tell. */
bool spoil_cell(simulation *, uint32_t op);
bool spoil_counter(simulation *, uint32_t op);
bool spoil_queue(simulation *, uint32_t op);
bool spoil_stack(simulation *, uint32_t op);
bool spoil_pqueue(simulation *, uint32_t op);
bool spoil_bag(simulation *, uint32_t op);
bool spoil_mutex(simulation *, uint32_t op);
bool spoil_semaphore(simulation *, uint32_t op);

#endif
