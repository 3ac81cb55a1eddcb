/* The labels of an object whose values are distinguished only up to finitely many classes.
 *
 * A label consists of the method of an operation, the class of its argument, and its result or that it has not
 * returned.  With finitely many classes there are finitely many labels, so an array of counters is enough.
 */
#ifndef LC_EMIT_LABELS_H
#define LC_EMIT_LABELS_H

#include "base/text.h"
#include "base/vec.h"
#include "counting/formula/formula.h"
#include "spec/spec.h"

typedef enum lc_emit_outcome {
    LC_OUT_PENDING,  /* it has not returned */
    LC_OUT_NOTHING,  /* it returned, without a result */
    LC_OUT_VALUE,    /* a value of the class `value` */
    LC_OUT_SENTINEL, /* the symbol for no value: EMPTY, or the initial value of a register */
    LC_OUT_FALSE,
    LC_OUT_TRUE,
} lc_emit_outcome;

/* The kind of a method's result. */
typedef enum lc_emit_gives { LC_GIVES_NOTHING, LC_GIVES_VALUE, LC_GIVES_BOOL } lc_emit_gives;

#define LC_NO_CLASS UINT32_MAX

typedef struct lc_emit_label {
    uint32_t method;
    uint32_t argument; /* its class, or LC_NO_CLASS */
    lc_emit_outcome outcome;
    uint32_t value; /* class of the result, or LC_NO_CLASS */
} lc_emit_label;

typedef enum lc_emit_object {
    LC_OBJECT_CONTAINER, /* methods add and remove values */
    LC_OBJECT_SET,
    LC_OBJECT_LOCK, /* mutex and semaphore */
    LC_OBJECT_REGISTER,
} lc_emit_object;

typedef struct lc_emit_labels {
    const lc_instance *instance;
    lc_emit_object object;
    uint32_t values;  /* distinguished values: 0 to values - 1 */
    uint32_t classes; /* one more, for all other values; 1 if the object has no values */
    LC_VEC(lc_emit_label) at;
    LC_VEC(uint32_t) methods; /* the rows of the table that are counted */
} lc_emit_labels;

/* All labels of one method and one outcome stand together, by class.  The error lists the objects there are. */
lince_status lc_emit_labels_init(lc_emit_labels *, const lc_instance *, uint32_t values, lince_error *);
void lc_emit_labels_free(lc_emit_labels *);

const lince_method *lc_emit_label_method(const lc_emit_labels *, uint32_t label);
bool lc_emit_label_pending(const lc_emit_labels *, uint32_t label);
lc_emit_gives lc_emit_method_gives(const lc_emit_labels *, uint32_t method);
bool lc_emit_method_takes(const lc_emit_labels *, uint32_t method);           /* an argument */
const char *lc_emit_method_sentinel(const lc_emit_labels *, uint32_t method); /* EMPTY, nil; NULL: it has none */

/* The name of its counter in C, without the prefix: ENQ_0, DEQ_IS_EMPTY, ADD_0_OPEN. */
void lc_emit_label_print(lince_text *, const lc_emit_labels *, uint32_t label);
/* A name in C made of the name of a method. */
void lc_emit_method_print(lince_text *, const lc_emit_labels *, uint32_t method, bool upper);
/* As formulas name it: the class of all other values is written `_`. */
uint32_t lc_emit_label_constant(lc_scope *, const lc_emit_labels *, uint32_t label);
/* The label a constant of a formula stands for; LC_EMIT_NO_LABEL: none of these. */
#define LC_EMIT_NO_LABEL UINT32_MAX
uint32_t lc_emit_label_of(const lc_emit_labels *, const lc_constant *);

#endif
