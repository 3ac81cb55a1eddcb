/* A reference checker that one can believe at sight.
 *
 * It shares nothing with Lince: values are small numbers, states are plain structs that are copied, specifications are
 * written down naively from the table in the manual, and a history is judged by trying every order there is.  It is
 * hopeless beyond a dozen operations, and meant for less.
 */
#ifndef LC_TESTS_ORACLE_H
#define LC_TESTS_ORACLE_H

#include <stdbool.h>
#include <stdio.h>

/* Values: a small number is itself, symbols and strings are codes out of its way. */
typedef int value;
enum {
    NOTHING = 1000, /* no result at all */
    NIL,
    TRUE,
    FALSE,
    EMPTY,
    NONE,
    CLOSED,
    PAIR = 10000,   /* two results, which are small numbers: see oracle_pair */
    STRING = 100000 /* "" and, added to it, the letters a and b as digits 1 and 2 to the base 3 */
};
value oracle_concat(value a, value b); /* of strings */
static inline value oracle_pair(value first, value second) { return PAIR + 100 * first + second; }
/* How many results there are in a value that was returned, and which. */
int oracle_results(value, value results[2]);
void oracle_print_value(FILE *, value);

#define MOST_ITEMS   16
#define MOST_OBJECTS 3
#define MOST_OPS     12
#define MOST_EVENTS  (2 * MOST_OPS)
#define NEVER        1000 /* the position of an event that did not happen */

/* The state of any object; each specification uses of it what it needs. */
typedef struct state {
    int count;   /* items, holders or a number */
    int limit;   /* 0: none */
    int writers; /* of a reader-writer lock */
    value init;  /* what an absent key holds */
    value item[MOST_ITEMS];
    int rank[MOST_ITEMS]; /* priority of an item */
} state;

/* Everything that may happen when a method is called in some state; nothing: it is not enabled. */
typedef struct outcomes {
    int count;
    struct {
        state after;
        value result;
    } at[MOST_ITEMS];
} outcomes;

/* `takes` and `gives` have a letter for each argument and result, which says what the generator may put there:
 * v value, r value or nil, e value or EMPTY, b true or false, k key, p priority, n number, s string, t string or nil,
 * i identity, c count from 1, m sum of a few values, l value or 0, o value or NONE, x value or CLOSED, y nothing or
 * CLOSED.
 */
typedef struct model_method {
    const char *name, *takes, *gives;
    int weight; /* how often the generator calls it, relative to the others */
} model_method;

typedef void step_function(const state *, int method, const value *args, outcomes *);

/* Of an object whose operations wait for each other: may these, in this order, take a step together, what is the state
 * then, and what does each of them return?  There is one answer, and nobody looks at it after `false`. */
#define MOST_TOGETHER 4
struct op;
typedef bool meet_function(const state *, const struct op *const *, int count, state *after, value *results);

typedef struct model {
    const char *name; /* as Lince calls it */
    model_method methods[6];
    void (*start)(state *, value init);
    step_function *step; /* NULL: they wait for each other */
    meet_function *meet;
    int together; /* how many of them meet at most */
} model;

/* All of them; the last has no name. */
extern const model oracle_models[], sync_models[];
const model *oracle_model(const char *name);

/* Specifications with one deliberate mistake each, to see that the tests notice; the last has no model. */
typedef struct mutant {
    const char *model, *mistake;
    step_function *step;
} mutant;
extern const mutant oracle_mutants[];

/* Histories. */
typedef enum { INVOKE, RETURN, CRASH, FAIL } what;
typedef struct event {
    int op;
    what what;
} event;

typedef struct op {
    int thread, object, method;
    value args[3];
    value result;  /* of an operation that returned */
    int call, end; /* positions of its events; an operation without end is pending, which is like crashed */
} op;

typedef struct history_object {
    const char *name; /* NULL: the nameless one */
    const model *model;
} history_object;

typedef struct history {
    history_object objects[MOST_OBJECTS];
    int object_count;
    value init; /* of registers and absent keys, NIL by default */
    op ops[MOST_OPS];
    int op_count;
    event events[MOST_EVENTS];
    int times[MOST_EVENTS]; /* of the events, ascending; two events may bear the same time */
    int event_count;
} history;

const model_method *oracle_method(const history *, const op *);
int oracle_args(const history *, const op *); /* how many */
bool oracle_returned(const history *, const op *);
bool oracle_failed(const history *, const op *);

/* Building one event by event. */
int oracle_invoke(history *, int thread, int object, int method, const value *args); /* gives the operation's number */
void oracle_end(history *, int op, what, value result);
/* After events were moved: numbers the operations by the order of their calls, and notes where their events are. */
void oracle_renumber(history *);
/* As a .hist file; and lines of such a file, without comments, added to a history.  false: not understood. */
void oracle_print_history(FILE *, const history *);
bool oracle_read_history(history *, const char *text);
bool oracle_read_value(const char *text, size_t length, value *);

/* The first events of a history.  An operation that failed did not happen, in any prefix. */
history oracle_prefix(const history *, int events);
/* The operations of `keep`, those of `forget` without their return; `number[i]` tells the new number of operation i. */
history oracle_part(const history *, unsigned keep, unsigned forget, int *number);

typedef enum { LINEARIZABLE, SEQUENTIAL } criterion;

/* The verdict: is there an order of all completed and some other operations that extends the criterion's order and
 * is legal? */
bool oracle_holds(const history *, criterion);
/* The same for an order of its own: for each operation the set of those that precede it. */
bool oracle_holds_in_order(const history *, const unsigned *preceding);
/* Is this such an order?  NULL, or what is wrong with it. */
const char *oracle_witness_fault(const history *, criterion, const unsigned *order, int count);

#endif
