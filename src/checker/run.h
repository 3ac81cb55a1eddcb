/* Checking the histories of files for a front end: the settings of a run, and the answer for each history. */
#ifndef LC_CHECKER_RUN_H
#define LC_CHECKER_RUN_H

#include <lince/check.h>
#include <lince/history.h>

#include "check/tuning.h"

/* Standard input, where it was read for several processes. */
typedef struct lck_input_text {
    char *bytes;
    size_t size;
    bool stopped; /* by an interrupt, before it ended */
} lck_input_text;

/* A checked history.  The answers of a front end begin with this struct. */
typedef struct lck_answer {
    uint32_t number; /* of the history in its file */
    bool several;    /* the file holds further histories */
    bool refused;    /* there is no verdict: the reason is in the error, and the rest of the file is skipped */
    bool cut;        /* there was no memory for the answer */
    lince_verdict verdict;
    double seconds;
    lince_error error;
} lck_answer;

typedef struct lck_run lck_run;

/* The work of a front end on an answer.  Any thread calls these functions, one at a time for each answer. */
typedef struct lck_front {
    size_t size; /* of an answer, which begins with lck_answer; the rest of it is zero at first */
    /* The history is a violation, and its explanation comes next.  True: the answer may be announced. */
    bool (*violated)(const lck_run *, lck_answer *, const lince_history *, const lince_result *so_far);
    /* The history is checked; `announced` is the value that `violated` returned.  History and result are freed
     * afterwards, unless the function takes them over and sets them to NULL. */
    void (*checked)(const lck_run *, lck_answer *, lince_history **, lince_result **, bool announced);
    /* Moves the parts that `violated` made to another answer. */
    void (*announce)(lck_answer *to, lck_answer *from);
    void (*clear)(lck_answer *);         /* frees the parts of the front end */
    size_t (*bytes)(const lck_answer *); /* memory it takes */
} lck_front;

/* The same for all threads, and constant. */
struct lck_run {
    /* Of each history.  The limits of time and memory include reading it; `init`, `jobs` and the callbacks are unused.
     */
    lince_check_options check;
    lince_read_options read; /* likewise: `stop` is unused */
    lc_tuning tuning;
    const char *init; /* the initial value as text, because each history has its own values; NULL: none */
    const lince_specs *specs;
    const lck_input_text *input; /* NULL: standard input is read on demand */
    /* Called by every thread at work, several hundred times a second; may be NULL. */
    void (*look)(const lck_run *);
    const lck_front *front;
    void *context; /* of the front end */
};

/* The limits of checking one history, besides those of the run. */
typedef struct lck_effort {
    double started; /* when reading it began; time spent between reading and checking is subtracted */
    unsigned jobs;
    void (*announced)(void *context); /* the answer can be announced */
    void (*tick)(void *context);      /* called now and then, by the calling thread */
    void *context;                    /* for both */
    const lc_ranks *ranks;            /* NULL: this process checks it alone */
} lck_effort;

/* Checks a history.  The answer has its number already; the history is NULL afterwards if the front end took it. */
void lck_check_history(lck_answer *, const lck_run *, lince_history **, const lck_effort *);
/* Answers for a history that was not read to its end, or not at all, because of a limit. */
void lck_answer_unread(lck_answer *, const lck_run *, const char *path, lince_status why, double seconds);

#endif
