/* The results that open operations would return if they have taken effect: lists of them, interned.
 *
 * The result of an operation that has taken effect before its end was seen is the specification's word.  It is stored
 * in the configuration, and when the operation returns it must have this result.
 */
#ifndef LC_MONITOR_ANSWERS_H
#define LC_MONITOR_ANSWERS_H

#include <lince/value.h>

#include "base/intern.h"

enum { LCO_MOST_SEATS = 64, LCO_NO_ANSWERS = 0 };

/* A list is a row of pairs, a seat and its answer, with one answer a seat at most; LCO_NO_ANSWERS is the empty one. */
void lco_answers_init(lc_intern *, lc_budget *);

/* The result of the operation in this seat; LINCE_NO_VALUE: the list has none. */
lince_value lco_answer_of(const lc_intern *, uint32_t list, uint32_t seat);
/* The list with this answer; LINCE_NO_VALUE removes the answer of this seat.  LCO_NO_ANSWERS also when memory is out.
 */
uint32_t lco_answers_with(lc_intern *, uint32_t list, uint32_t seat, lince_value answer);

#endif
