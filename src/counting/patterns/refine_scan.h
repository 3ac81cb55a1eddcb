/* Bad patterns along a recorded history: A_k after each return, as the criterion refine(k) requires. */
#ifndef LC_COUNTING_PATTERNS_REFINE_SCAN_H
#define LC_COUNTING_PATTERNS_REFINE_SCAN_H

#include "counting/patterns/window.h"
#include "spec/bind.h"

typedef struct lc_refine_scan {
    lc_contains answer;   /* LC_CONTAINS_SOME: the history is not linearizable.  LC_CONTAINS_NONE: refine(k) holds */
    uint32_t event;       /* of SOME: the first return after which there is a pattern, a position in `events` */
    lc_pattern_kind kind; /* of SOME */
    bool single; /* of SOME: one pattern shows it; else it takes several, depending on the values that open removals
                  * took */
    LC_VEC(uint32_t) ops; /* of SOME, if single: the operations it is made of */
} lc_refine_scan;

/* `events` are those of one object, a container of this kind.  O(1) per event for fixed k and concurrency.  To be freed
 * in any case; LC_CONTAINS_UNKNOWN also if memory is out. */
void lc_patterns_scan(lc_refine_scan *, lc_container, uint32_t k, const lc_binding *, const lc_event *events,
                      size_t count, lc_budget *);
void lc_refine_scan_free(lc_refine_scan *, lc_budget *);

#endif
