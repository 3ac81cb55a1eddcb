/* Values: arguments and results of operations.
 *
 * A value is a 64-bit integer, a bare symbol (`EMPTY`, `ok`), a string or a list of values.  Inside one pool a value
 * is a 32-bit handle, and two handles are equal exactly when kind and content are, so comparing, hashing and storing
 * values never looks at their content.
 */
#ifndef LINCE_VALUE_H
#define LINCE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lince/export.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t lince_value;
typedef struct lince_values lince_values; /* a pool; everything it hands out lives as long as it does */

/* Handles that mean the same in every pool. */
enum {
    LINCE_NO_VALUE = 0, /* not a value: "absent", "unknown"; ends a list of results */
    LINCE_NIL,
    LINCE_TRUE,
    LINCE_FALSE,
    LINCE_OK,
    LINCE_EMPTY,
    LINCE_NONE,
    LINCE_CLOSED,
    LINCE_NOTHING /* the tuple of no values, see LINCE_TUPLE */
};

typedef enum lince_kind {
    LINCE_INT,
    LINCE_SYMBOL,
    LINCE_STRING,
    LINCE_LIST,
    LINCE_TUPLE /* several arguments or results taken together; never an element of anything.
                   One value alone is not wrapped: the tuple of v is v. */
} lince_kind;

LINCE_API lince_values *lince_values_new(void);
LINCE_API void lince_values_free(lince_values *);

/* Making values.  Out of memory gives LINCE_NO_VALUE. */
LINCE_API lince_value lince_int(lince_values *, int64_t);
LINCE_API lince_value lince_symbol(lince_values *, const char *text, size_t length);
LINCE_API lince_value lince_string(lince_values *, const char *text, size_t length);
LINCE_API lince_value lince_list(lince_values *, const lince_value *items, size_t count);
LINCE_API lince_value lince_tuple(lince_values *, const lince_value *items, size_t count);
static inline lince_value lince_bool(bool b) { return b ? LINCE_TRUE : LINCE_FALSE; }

/* Looking into values.  The handle must come from this pool. */
LINCE_API lince_kind lince_value_kind(const lince_values *, lince_value);
LINCE_API bool lince_get_int(const lince_values *, lince_value, int64_t *out);           /* false: not an integer */
LINCE_API const char *lince_get_text(const lince_values *, lince_value, size_t *length); /* of a symbol or string */
LINCE_API const lince_value *lince_get_items(const lince_values *, lince_value, size_t *count); /* of a list or tuple */

/* An order on values that does not depend on the pool: integers by size, then symbols, strings, lists by content. */
LINCE_API int lince_compare(const lince_values *, lince_value, lince_value);

#ifdef __cplusplus
}
#endif
#endif
