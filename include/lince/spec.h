/* Specifications: the permitted behaviour of an object.
 *
 * A specification is a table of methods and one step function.  Given a state and the operation (or, for objects
 * whose operations wait for each other, the several operations) that take effect together, the step function emits
 * every state that may follow, each with the results the operations return.  Emitting nothing means the operations
 * are not enabled.  Everything else (searching, counting, matching, drawing) is built on this.
 *
 * States are canonical bytes: two states behave alike if and only if their bytes are equal.  The bytes may hold value
 * handles.  Callbacks are pure and re-entrant: they look at nothing but the step they are given, because several
 * threads run them at once.
 *
 * A plug-in is a shared object that exports one symbol:
 *
 *     const lince_spec lince_plugin = { .abi = LINCE_SPEC_ABI, .name = "toggle", ... };
 *
 * or, if it has several specifications or makes them when it is loaded, a function instead.  Its argument is the text
 * behind `#` in `./plugin.so#name` (NULL: no text), and it returns NULL if it has no specification of that name:
 *
 *     const lince_spec *lince_plugin_make(const char *name);
 */
#ifndef LINCE_SPEC_H
#define LINCE_SPEC_H

#include <lince/value.h>

#undef lince_call /* the short name in <lince/monitor.h> */

#ifdef __cplusplus
extern "C" {
#endif

#define LINCE_SPEC_ABI    3u
#define LINCE_RESULTS_MAX 8 /* results of one operation */
#define LINCE_ARGS_MAX    8 /* arguments of one operation */
#define LINCE_ORDERED_MAX 8 /* operations that take a step together in an order that matters */

/* The kind of the object.  Each kind but the first is a built-in specification, which `lince specs` lists with its
 * operations.  A specification that declares a kind is decided by the algorithms of that kind, and its step function is
 * compared with the built-in one on random sequences of operations before it is used for the first time. */
#define LINCE_OBJECT_KINDS(KIND)                                                                                       \
    KIND(BAG, "bag")                                                                                                   \
    KIND(COUNTER, "counter")                                                                                           \
    KIND(DEQUE, "deque")                                                                                               \
    KIND(MAP, "map")                                                                                                   \
    KIND(MUTEX, "mutex")                                                                                               \
    KIND(PQUEUE, "pqueue")                                                                                             \
    KIND(QUEUE, "queue")                                                                                               \
    KIND(REGISTER, "register") /* with or without cas */                                                               \
    KIND(RWLOCK, "rwlock")                                                                                             \
    KIND(SEMAPHORE, "semaphore")                                                                                       \
    KIND(SET, "set")                                                                                                   \
    KIND(SNZI, "snzi")                                                                                                 \
    KIND(STACK, "stack")
#define LINCE_OBJECT_KIND(kind, name) LINCE_IS_##kind,
typedef enum lince_object_kind {
    LINCE_IS_OTHER, /* nothing is declared */
    LINCE_OBJECT_KINDS(LINCE_OBJECT_KIND) LINCE_OBJECT_KIND_COUNT
} lince_object_kind;
#undef LINCE_OBJECT_KIND

/* The role of a method, or its partners; the polynomial and counting checkers look only at this.  Where the object has
 * a kind, a method without a role plays that of the kind's operation of the same name, or the name of an alias; if
 * there is none it is an operation besides those of the kind, such as the `size` of a queue.  An object whose history
 * calls one of these is decided as if it had no kind. */
typedef enum lince_role {
    LINCE_ROLE_OTHER,
    /* Of containers. */
    LINCE_ROLE_ADD,    /* its last argument enters */
    LINCE_ROLE_REMOVE, /* its result leaves; `pure_result` means there was nothing to remove */
    LINCE_ROLE_PEEK,   /* its argument or result is observed */
    /* Of objects whose operations meet in pairs, see LINCE_PAIRS. */
    LINCE_ROLE_LEFT,   /* meets one of the right */
    LINCE_ROLE_RIGHT,  /* meets one of the left */
    LINCE_ROLE_EITHER, /* meets another of this role */
    /* Of registers and maps, behind the key. */
    LINCE_ROLE_GET, /* of a map: returns the value */
    LINCE_ROLE_PUT, /* of a map: its last argument is the value from now on */
    LINCE_ROLE_APPEND,
    LINCE_ROLE_CAS,    /* (old, new) → true, or false if the value is not `old` */
    LINCE_ROLE_DELETE, /* of a key of a map, or of a member of a set → true, or false if there is none */
    /* Of sets. */
    LINCE_ROLE_INSERT,   /* → true, or false if it is a member */
    LINCE_ROLE_CONTAINS, /* → true or false */
    /* Of numbers: counters, semaphores, non-zero indicators. */
    LINCE_ROLE_RAISE, /* by 1, or by its argument; may return the old value */
    LINCE_ROLE_LOWER, /* by 1; of a semaphore or an indicator only above 0, or → false */
    LINCE_ROLE_QUERY, /* → the value, or whether it is above 0 */
    /* Of locks. */
    LINCE_ROLE_LOCK, /* waits while the lock is held, or → false */
    LINCE_ROLE_UNLOCK,
    LINCE_ROLE_LOCK_SHARED,
    LINCE_ROLE_UNLOCK_SHARED,
    /* A register is a container of one element: to write is to add, to read is to peek. */
    LINCE_ROLE_WRITE = LINCE_ROLE_ADD,
    LINCE_ROLE_READ = LINCE_ROLE_PEEK
} lince_role;

/* At which end of a deque an element enters or leaves. */
typedef enum lince_end { LINCE_END_NONE, LINCE_END_FRONT, LINCE_END_BACK } lince_end;

/* Declarations are promises on which the algorithms rely.  When a specification that is not built in is loaded, it is
 * given random operations, and a declaration that they contradict is refused. */
typedef struct lince_method {
    const char *name;
    const char *aliases; /* other names for it, separated by spaces; NULL: none */
    uint8_t args_min, args_max;
    uint8_t results_min, results_max;
    uint8_t key;             /* n: operations whose n-th argument differs never influence each other; 0: no such key */
    uint8_t role;            /* a lince_role */
    bool pure;               /* never changes the state, with any result */
    uint8_t end;             /* of a deque: a lince_end */
    lince_value pure_result; /* a common handle such as LINCE_EMPTY: an operation that returned it changed nothing */
    lince_value ok_result;   /* the meaning of a bare acknowledgement where a result is expected: Jepsen's `:ok` of a
                              * cas repeats its arguments and means success; LINCE_NO_VALUE: unknown */
} lince_method;

/* A parameter of a specification, as in `semaphore:n=2`. */
typedef struct lince_param {
    const char *name;
    int64_t min, max;  /* of a number */
    int64_t otherwise; /* its value when it is not given */
    bool required;
    const char *choices; /* of a word: "sum|min|max", its value is the index; NULL: a number */
} lince_param;

/* Where in its interval an operation takes part, for objects whose operations span several steps (LINCE_INTERVALS).
 *
 * An operation takes part in one step, WHOLE; or in several: first as FIRST, then any number of times as MIDDLE, in the
 * end as LAST.  All these steps lie between its call and its return.  Between FIRST and LAST it has begun; it need not
 * take part in every step meanwhile, only in those where the specification includes it, and a state that depends on
 * which operations have begun must contain them.  `next` receives the participants with their parts, and emits the
 * successors if operations in these parts can take a step together, else nothing.  Results count for operations that
 * are WHOLE or LAST; all other results are ignored.  From any state, operations in the MIDDLE alone must lead to
 * finitely many states. */
typedef enum lince_part { LINCE_PART_WHOLE, LINCE_PART_FIRST, LINCE_PART_MIDDLE, LINCE_PART_LAST } lince_part;

/* One operation taking part in a step. */
typedef struct lince_call {
    uint32_t method; /* row of the table */
    uint32_t argc;
    const lince_value *args;
    bool known;                 /* its results are known: successors that return anything else need not be emitted */
    const lince_value *results; /* if known: LINCE_RESULTS_MAX handles, LINCE_NO_VALUE after the last */
    lince_part part;            /* LINCE_PART_WHOLE, unless the specification is LINCE_INTERVALS */
} lince_call;

typedef struct lince_results {
    lince_value at[LINCE_RESULTS_MAX]; /* LINCE_NO_VALUE after the last */
} lince_results;

/* The arguments of a callback. */
typedef struct lince_step {
    lince_values *values;
    const int64_t *params; /* in the order of the parameter table */
    lince_value init;      /* the user's initial value, or LINCE_NO_VALUE; see LINCE_HAS_INIT */
    const void *state;     /* aligned for any scalar; NULL in `init` */
    size_t size;
    const lince_call *calls; /* by the rows of their methods; among those of one row the order means nothing (those of
                                LINCE_INTERVALS come by their parts), unless the specification is LINCE_ORDERED */
    size_t count;            /* of calls: 1 for a sequential object */
} lince_step;

/* Room for the bytes of a next state, aligned for any scalar, valid until the callback returns or calls this again.
 * Never NULL. */
LINCE_API void *lince_scratch(lince_step *, size_t size);

/* One possible outcome: the next state and, for each call, its results (NULL: none returns anything). */
LINCE_API void lince_emit(lince_step *, const void *state, size_t size, const lince_results *results);

/* Text for people. */
typedef struct lince_text lince_text;
LINCE_API void lince_print(lince_text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
LINCE_API void lince_print_value(lince_text *, const lince_values *, lince_value);

enum {
    LINCE_DROPPABLE_VALUES = 1u << 0, /* where all operations add, remove or peek, leaving out all those of one value
                                         keeps a correct history correct */
    LINCE_STATELESS = 1u << 1,        /* whether operations synchronize depends on them alone */
    LINCE_INTERVALS = 1u << 2,        /* its operations may span several steps (criterion `interval`): not stateless,
                                       * for an operation that ends must have begun */
    LINCE_FIFO = 1u << 3,             /* the first element added is the first removed: a hint for the order of the
                                       * search */
    LINCE_LIFO = 1u << 4,             /* the last element added is the first removed: likewise */
    /* Stateless, and two operations that returned can take a step together if and only if their roles fit and each
     * returned the value that the other gave: an operation gives its first argument, or nothing.  One that has no
     * result, or returned its `ok_result`, was given nothing.  One that returned its `pure_result` had no partner.
     * Histories of such an object are checked in O(n log n). */
    LINCE_PAIRS = 1u << 5,
    /* Operations of one method take a step in some order, which may matter: all are tried, so at most
     * LINCE_ORDERED_MAX may take one together. */
    LINCE_ORDERED = 1u << 6,
    /* It looks at `step->init`: the initial value of one object can be given by a parameter, `NAME:init=VALUE`,
     * which overrides that of all. */
    LINCE_HAS_INIT = 1u << 7,
    /* How states hold values: as rows of handles and nothing else, or not at all.  A monitor that runs for long forgets
     * values that no state holds; it keeps all of them if neither is known. */
    LINCE_STATES_ARE_VALUES = 1u << 8,
    LINCE_STATES_LACK_VALUES = 1u << 9,
    LINCE_WAITS = 1u << 10, /* a thread whose operation has no step waits rightly, as for a lock that is held */
    /* No operation waits for a later one of the same thread, as `lock` waits for `unlock`. */
    LINCE_NO_SELF_WAIT = 1u << 11
};

typedef struct lince_spec {
    uint32_t abi; /* LINCE_SPEC_ABI */
    const char *name;
    const char *summary; /* one line */
    const lince_method *methods;
    uint32_t method_count;
    const lince_param *params;
    uint32_t param_count;
    uint32_t traits;
    uint32_t arity_min, arity_max; /* how many operations take a step together; 0, 0 means exactly one */
    /* Where that depends on the parameters: narrows both.  May be NULL. */
    void (*arity)(const int64_t *params, uint32_t *least, uint32_t *most);

    void (*init)(lince_step *);                /* emits the initial states */
    void (*next)(lince_step *);                /* emits every outcome of `calls` taken together in `state` */
    void (*print)(lince_step *, lince_text *); /* shows `state`; NULL: shown as bytes */
    /* For objects whose operations wait for each other: may `calls`, in these parts, be all or some of those that take
     * a step together in `state`?  A hint that avoids trying further operations with them; emits nothing.  NULL: any
     * may. */
    bool (*joins)(const lince_step *);

    /* Since version 3. */
    uint32_t is; /* a lince_object_kind */
    /* How many elements a queue or stack has room for, 0: for any number; the value with which a semaphore begins.
     * Where that depends on the parameters, `size_of` returns it.  May be NULL. */
    int64_t size;
    int64_t (*size_of)(const int64_t *params);
    /* May an operation of `method` wait although it has a step, as long as one of method `to` waits?  NULL: none may.
     */
    bool (*gives_way)(const int64_t *params, uint32_t method, uint32_t to);
} lince_spec;

#ifdef __cplusplus
}
#endif
#endif
