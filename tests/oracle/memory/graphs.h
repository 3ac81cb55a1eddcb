/* The consistent execution graphs of a program, by brute force over the axioms: every run of each thread for every
 * value that a load might return, every write that a load might read, every modification order. */
#ifndef LC_TESTS_MEMORY_GRAPHS_H
#define LC_TESTS_MEMORY_GRAPHS_H

#include "program.h"
#include "relation.h"

/* ---- runs of a thread ---- */

enum { MOST_STEPS = 20, MOST_RUNS = 4000, MOST_VALUES = 24 };

typedef enum kind { READ, WRITE, UPDATE, FENCES } kind;
typedef struct step {
    kind kind;
    ordering order;
    int place;
    int read, written;
    bool locked; /* a read-modify-write, also one that failed */
    opcode role; /* of an operation on an object other than a mutex; else LOAD */
    bool hidden; /* not in the text of the graph */
} step;

typedef struct run {
    int count;
    step at[MOST_STEPS];
    int registers[REGISTERS];               /* at the end */
    uint32_t reads[PLACES], writes[PLACES]; /* sets of values */
    /* The instruction for which it waits at its end, or NULL: a lock or the like, which is no step, or a loop whose
     * last step is a load of a value that does not end it. */
    const instruction *waits;
} run;

typedef struct runs {
    int count;
    bool too_many;
    run at[MOST_RUNS];
} runs;

/* Does an operation on an object wait in this state of the object? */
bool graphs_waits_for(opcode, int state);
/* All runs of each thread of a program.  False: there are too many. */
bool runs_of(const program *, runs threads[MOST_THREADS]);

/* ---- a graph ---- */

typedef struct event {
    int thread, index; /* main, which writes the initial values, is thread 0; index: as printed, -1 if it is not */
    kind kind;         /* an UPDATE is a READ and behind it a WRITE */
    ordering order;
    int place; /* -1: a fence */
    int value;
    bool update, locked; /* `update`: half of a successful read-modify-write */
    opcode role;         /* as of the step */
} event;

typedef struct graph {
    int n;
    event at[MOST_EVENTS];
    relation sb;
    int source[MOST_EVENTS];                   /* of a read: the write */
    int order[PLACES][MOST_EVENTS];            /* modification order; the initial write is first */
    int writes[PLACES], position[MOST_EVENTS]; /* in it; of a write */
} graph;

enum { GRAPH_TEXT = 1024 };
void graph_text(const graph *, char text[GRAPH_TEXT]);

/* Readings of the models that differ; all zero: as the tests take them. */
typedef struct readings {
    bool unlock_stores; /* TSO: the release of a mutex is a mere store; else a locked instruction, as in glibc */
    void (*judged)(const graph *,
                   unsigned allowed); /* called with each graph that the axioms were asked about, or NULL */
} readings;

/* Which models allow it, as a set; by the axioms alone. */
unsigned axioms_allow(const graph *, unsigned models, const readings *);
/* Two accesses of a plain variable, one of them a write, that happens-before does not order.  SC and TSO take C11's
 * release sequences here. */
bool axioms_race(const graph *, model);

/* ---- all graphs of a program ---- */

typedef struct found {
    bool too_large;                   /* nothing else is valid */
    bool racy[MODELS], hangs[MODELS]; /* in some graph */
    int reached[MODELS];              /* graphs that have the outcome of the program */
    int count[MODELS], room[MODELS];
    char **graphs[MODELS]; /* sorted */
    long tried;            /* graphs that were compared with the axioms */
} found;

enum { MOST_COMBINATIONS = 4000000 };
/* `most`: of graphs that are compared with the axioms. */
void graphs_find(const program *, unsigned models, const readings *, long most, found *);
void graphs_free(found *);
/* Every graph under the first model is one under the second one. */
bool graphs_included(const found *, model, const found *in, model);

#endif
