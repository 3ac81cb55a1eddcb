/* PAT's libraries: `#import "PAT.Lib.Set";`, `var<Set> s;`, `s.Add(3)`, `call(Max, x, y)`.
 *
 * A *collection* is a variable whose value is a set, a list, a queue, a stack or a table of numbers.  It has value
 * semantics: an assignment copies it, and equal collections are equal states.  It lives in the state like an array, as
 * cells in a canonical form: how many elements there are, the elements, and then 0s.  Those of a set are in ascending
 * order; those of a table are pairs of a key and its value, in ascending order of the keys.
 *
 * Names, arguments and results are those of PAT's sources (PAT.Lib.Set.cs and its neighbours); what an operation means
 * is in model/run/collection.c, except for functions of numbers alone, which are here. */
#ifndef LC_LANG_LIBRARY_H
#define LC_LANG_LIBRARY_H

#include "lang/syntax.h"

#define LCM_COLLECTION_MAX 64 /* elements, or pairs; what has no room is an error of the model */

typedef enum lcm_library {
    LCM_NO_LIBRARY, /* functions of .NET, with or without `#import "PAT.Math";` */
    LCM_LIBRARY_SET,
    LCM_LIBRARY_LIST,
    LCM_LIBRARY_SERIALIZABLE_LIST,
    LCM_LIBRARY_QUEUE,
    LCM_LIBRARY_STACK,
    LCM_LIBRARY_TABLE,
    LCM_LIBRARY_ARRAY,
    LCM_LIBRARY_EXAMPLE,
    LCM_LIBRARIES
} lcm_library;

/* NULL: there is no such library. */
typedef struct lcm_library_name {
    const char *name; /* `PAT.Lib.Set` */
    const char *type; /* `Set`; NULL: it has functions only */
    lcm_library library;
    lcm_type of;
} lcm_library_name;
extern const lcm_library_name lcm_library_names[]; /* a NULL name ends the table */

/* How it is executed. */
typedef enum lcm_library_way {
    LCM_ASKS,    /* reads cells: of a collection, perhaps of another, or of an array */
    LCM_CHANGES, /* the collection */
    LCM_MAKES,   /* a collection, which is assigned */
    LCM_COMPUTES /* from numbers alone */
} lcm_library_way;

typedef enum lcm_library_op {
    LCM_C_COUNT,
    LCM_C_AT,
    LCM_C_HAS,
    LCM_C_FIRST,
    LCM_C_LAST,
    LCM_C_OVERLAPS,
    LCM_C_DISJOINT,
    LCM_C_DIGITS,
    LCM_C_HAS_KEY,
    LCM_C_VALUE_OF,
    LCM_C_LENGTH, /* of arrays */
    LCM_C_IS_EMPTY,
    LCM_C_GREATEST,
    LCM_C_LEAST,
    LCM_C_PUT, /* into a set */
    LCM_C_TAKE_OUT,
    LCM_C_KEEP_SUBSET,
    LCM_C_APPEND, /* to a list, queue or stack */
    LCM_C_REMOVE,
    LCM_C_REMOVE_AT,
    LCM_C_TAKE_FIRST,
    LCM_C_TAKE_LAST,
    LCM_C_CLEAR,
    LCM_C_ENTER, /* into a table */
    LCM_C_NOTHING,
    LCM_C_COPY,
    LCM_C_ELEMENTS, /* of an array */
    LCM_C_UNION,
    LCM_C_INTERSECTION,
    LCM_C_DIFFERENCE,
    LCM_C_CONCATENATION,
    LCM_C_ABS,
    LCM_C_MAX,
    LCM_C_MIN,
    LCM_C_POW,
    LCM_C_SIGN,
    LCM_C_SQRT,
    LCM_C_WINS,
    LCM_C_DOMINATES
} lcm_library_op;

typedef struct lcm_library_row {
    const char *name;    /* NULL ends the table */
    uint32_t of;         /* the types that have it, a bit each; 0: a function, `call(name, ...)` */
    lcm_library library; /* of a function */
    lcm_library_op op;
    lcm_library_way way;
    uint8_t numbers, others; /* arguments: numbers, and before them collections, or arrays of a function */
    bool results;
} lcm_library_row;
extern const lcm_library_row lcm_library_rows[];

/* Are its elements in the order in which they came?  Else in ascending order. */
static inline bool lcm_is_sequence(lcm_type type) { return type == LCM_LIST || type == LCM_QUEUE || type == LCM_STACK; }
/* Cells of a collection: how many elements, then they. */
uint32_t lcm_collection_cells(lcm_type);
const char *lcm_type_name(lcm_type);
/* `new T()`, the copy of another one, and `new List(array)`: operations without a name of their own. */
const lcm_library_row *lcm_library_row_of(lcm_library_op);

/* Functions of numbers alone.  NULL: `*result` is there; else the reason why there is none. */
const char *lcm_library_compute(lcm_library_op, int32_t x, int32_t y, int32_t *result);

#endif
