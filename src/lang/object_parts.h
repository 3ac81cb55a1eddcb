/* The parts of an object's specification: the table, static facts, evaluation. */
#ifndef LC_LANG_OBJECT_PARTS_H
#define LC_LANG_OBJECT_PARTS_H

#include <pthread.h>

#include "base/text.h"
#include "lang/object.h"
#include "lang/syntax.h"

typedef struct lcm_object_spec {
    lince_spec table; /* for the instance */
    const lcm_model *model;
    const lcm_object *object;
    lince_method *methods;
    lince_text summary;
    lcm_model *own; /* the model is ours: read from a file; or NULL */
    pthread_mutex_t lock;
    bool failed;
    lince_error failure; /* the first */
} lcm_object_spec;

/* ---- facts that can be seen without running it ---- */

bool lcm_statement_assigns_fields(const lcm_statement *);
/* The fewest and the most results its `return`s have; falling off the end returns none. */
void lcm_operation_results(const lcm_operation *, uint32_t *least, uint32_t *most);
/* Those of a participant in a step taken together. */
void lcm_together_results(const lcm_together *, uint32_t participant, uint32_t *least, uint32_t *most);

/* Its operations for people: `enq(v), deq() → result`. */
void lcm_object_summary(lince_text *, const lcm_object *, const lince_method *);

/* ---- running bodies ---- */

/* The content of a variable, or the value of an expression: a value, or (then `one` is LINCE_NO_VALUE) a sequence. */
typedef struct lcm_datum {
    lince_value one;
    uint32_t count;
    const lince_value *items;
} lcm_datum;

enum { LCM_ANY_MAX = 64 }; /* `any`s that one run of a body comes across */

/* One run of a body.  Where it has several outcomes it is run again: `choice` selects the alternative at each `any` on
 * the way, `choices` is their number. */
typedef struct lcm_turn {
    lcm_object_spec *spec;
    lince_step *step;
    lc_arena *arena;
    size_t taken; /* bytes, of the arena */
    lcm_datum *fields, *locals;
    lince_results *results; /* for each participant */
    bool together;          /* `return` names a participant, and the body goes on behind it */
    bool over;              /* returned, not enabled, or failed */
    bool enabled, failed;
    uint32_t rounds; /* of loops */
    uint32_t any_count;
    uint32_t choice[LCM_ANY_MAX], choices[LCM_ANY_MAX];
} lcm_turn;

void lcm_turn_statement(lcm_turn *, const lcm_statement *);
lcm_datum lcm_turn_expr(lcm_turn *, const lcm_expr *);
bool lcm_turn_truth(lcm_turn *, const lcm_expr *);
bool lcm_turn_number(lcm_turn *, const lcm_expr *, int64_t *);
/* A sequence as one value, a list; LINCE_NO_VALUE when memory is out. */
lince_value lcm_turn_one(lcm_turn *, lcm_datum);
/* A value as a sequence, if it is one. */
bool lcm_turn_sequence(const lcm_turn *, lcm_datum, lcm_datum *);
lince_value *lcm_turn_room(lcm_turn *, uint32_t count); /* NULL: there is none, and the run is over */
/* The n-th of a sequence replaced. */
lcm_datum lcm_turn_replaced(lcm_turn *, lcm_datum, uint32_t at, lince_value);
bool lcm_turn_index(lcm_turn *, const lcm_expr *subscript, uint32_t count, const char *name, uint32_t *index);

/* The run is over, by an error of the model. */
void lcm_turn_fail(lcm_turn *, lcm_place, const char *format, ...) __attribute__((format(printf, 3, 4)));
void lcm_turn_out_of_memory(lcm_turn *);

#endif
