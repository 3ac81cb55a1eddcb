/* The parts of a linearizable specification. */
#ifndef LC_MODEL_LINEAR_LINEAR_PARTS_H
#define LC_MODEL_LINEAR_LINEAR_PARTS_H

#include <pthread.h>

#include "model/linear/linear.h"

/* ---- the meaning of events ---- */

/* An operation as the model spells it: `enqueue` may be the object's `enq`. */
typedef struct lcm_word {
    char *name;
    uint32_t row;
    bool with_process;
    uint32_t call, response; /* names in the alphabet */
    uint32_t point;          /* likewise; LC_NOT_INTERNED: it takes effect unseen */
    bool point_is_bare;      /* the point has the process only, neither arguments nor results */
    /* Names found in the model. */
    const lcm_event *seen_with, *seen_without; /* an event that makes sense only with, only without a process */
    const lcm_event *at_point;
    bool returns; /* some process does its return */
} lcm_word;

typedef enum lcm_event_role { LCM_OTHER_EVENT, LCM_CALL, LCM_RESPONSE, LCM_POINT } lcm_event_role;

/* The meaning of a label. */
typedef struct lcm_event_meaning {
    lcm_event_role role;
    const lcm_word *word;
    int32_t process;
    uint32_t count; /* behind the process */
    int32_t numbers[LCM_LABEL_MAX];
} lcm_event_meaning;

/* A symbol that an operation returned, and the model's number for it. */
typedef struct lcm_symbol_use {
    uint32_t row;
    lince_value symbol;
    int32_t number;
} lcm_symbol_use;

struct lcm_linear {
    lcm_lts lts; /* first */
    lc_budget *budget;
    const lcm_model *model;
    const lcm_assertion *assertion;
    const lc_instance *instance;
    bool points, progress;
    const struct lcm_symmetry *symmetry; /* whose turns are meant; NULL: there are none */
    bool *seen, *returns;
    uint32_t *owners;
    LC_VEC(lcm_word) words;
    pthread_mutex_t lock; /* of all that follows */
    lince_values *values;
    lc_runner runner;
    lc_intern objects; /* states of the object */
    lc_intern states;  /* see linear.c */
    LC_VEC(lcm_symbol_use) symbols;
    uint32_t initial;
    bool failed;
    lince_error failure;
    uint32_t least, most; /* operations that take effect together */
};

/* Finds the operations in the model, and which of its events are seen. */
lince_status lcm_linear_find_words(lcm_linear *, lince_error *);
void lcm_linear_free_words(lcm_linear *);
lcm_event_meaning lcm_linear_meaning(const lcm_linear *, lcm_label);
/* The event that would be its return, if no process does it, and one of a similar name that some process does instead,
 * or NULL.  False: a process does it. */
bool lcm_linear_lacks_return(const lcm_linear *, const lcm_word *, char *name, size_t room, const char **meant);
int lcm_compare_lanes(const lcm_event_meaning *, const lcm_event_meaning *); /* 0: of the same process */
/* The label of a return, or of a point. */
lcm_label lcm_linear_response(lcm_linear *, const lcm_event_meaning *call, const int32_t *results, uint32_t count);
lcm_label lcm_linear_point(lcm_linear *, const lcm_event_meaning *call, const int32_t *results, uint32_t count);

/* ---- steps; the lock is held ---- */

uint32_t lcm_linear_start(lcm_linear *);
void lcm_linear_next(lcm_linear *, uint32_t state, lcm_moves *);
void lcm_linear_after(lcm_linear *, uint32_t state, lcm_label, lcm_moves *);
uint32_t lcm_linear_turned(lcm_linear *, uint32_t state, uint32_t turn);
void lcm_linear_show(lcm_linear *, uint32_t state, lince_text *);

/* Is a state of this specification, which is no object of a model, nothing but values? */
bool lcm_holds_elements(const lc_instance *);

/* ---- values; false: there is none, and it has failed ---- */

bool lcm_linear_numbers(lcm_linear *, uint32_t row, const lince_results *, int32_t *numbers, uint32_t *count);
void lcm_linear_fail(lcm_linear *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
