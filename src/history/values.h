/* The value pool behind <lince/value.h>.
 *
 * Integers that fit in 31 bits are the handle itself; everything else is interned.  A pool may lie on top of another
 * one, which must not change meanwhile: handles of the lower pool are valid in the upper one, new values go on top.
 * So several checkers work on one history at once, each with the values its specification makes in a pool of its own.
 */
#ifndef LC_HISTORY_VALUES_H
#define LC_HISTORY_VALUES_H

#include <lince/error.h>
#include <lince/value.h>

#include "base/intern.h"
#include "base/text.h"

struct lince_values {
    const lince_values *below; /* NULL: none */
    uint32_t first;            /* handle of this pool's first interned value */
    lc_intern table;           /* bytes: the kind in 4 bytes, then the content */
    bool barren;               /* there was not even memory for nil and the like: it has no values but small integers */
};

void lc_values_init(lince_values *, const lince_values *below, lc_budget *);
void lc_values_clear(lince_values *); /* forget the values on top of `below` */
void lc_values_destroy(lince_values *);

/* The same value in another pool; the two may lie on a common one. */
/* Is this a handle that the pool, or one below it, has given out? */
bool lc_value_belongs(const lince_values *, lince_value);
lince_value lc_value_copy(lince_values *to, const lince_values *from, lince_value);
/* Moves the values of `upper`, which lies on `lower`, down to it: their handles stay the same.  No other pool may lie
 * on `lower`. */
void lc_values_move_down(lince_values *lower, const lince_values *upper);

/* A value as it is written in a `.hist` file, such as `--init` takes.  LINCE_NO_VALUE: the error has the reason. */
lince_value lc_parse_value(lince_values *, const char *text, lince_error *);

void lc_value_print(lince_text *, const lince_values *, lince_value);
/* Is a payload one value, as far as the handle alone shows? */
static inline bool lc_is_plain(lince_value payload) {
    return payload & 0x80000000u || (payload != LINCE_NO_VALUE && payload < LINCE_NOTHING);
}
/* `(1, 2)` for arguments, `1, 2` for results. */
void lc_payload_print(lince_text *, const lince_values *, lince_value payload);
/* The parts of a payload: none, one, or those of a tuple. */
const lince_value *lc_payload_items(const lince_values *, const lince_value *payload, size_t *count);

#endif
