/* Labels: the visible part of a step, interned so that both sides of a refinement use the same numbers.
 *
 * A label is a name and numbers, `pop_res.1.5`.  Two are always there: tau, which is invisible, and the tick of a
 * process that has ended.  Several threads add labels at once; a label's number depends on their timing, so no output
 * may depend on the numbers' order.
 */
#ifndef LC_MODEL_COMPILE_LABELS_H
#define LC_MODEL_COMPILE_LABELS_H

#include <pthread.h>

#include "base/intern.h"
#include "base/text.h"

typedef uint32_t lcm_label;
#define LCM_TAU       ((lcm_label)0)
#define LCM_TICK      ((lcm_label)1)
#define LCM_NO_LABEL  UINT32_MAX
#define LCM_LABEL_MAX 16 /* numbers in a label */

typedef struct lcm_alphabet {
    pthread_mutex_t lock;
    lc_intern names;  /* of events, as they are printed in front of the numbers */
    lc_intern labels; /* name number, numbers */
} lcm_alphabet;

void lcm_alphabet_init(lcm_alphabet *, lc_budget *);
void lcm_alphabet_free(lcm_alphabet *);
uint32_t lcm_alphabet_name(lcm_alphabet *, const char *name); /* LC_NOT_INTERNED when memory is out */
lcm_label lcm_alphabet_label(lcm_alphabet *, uint32_t name, const int32_t *numbers, uint32_t count);
/* Back: the name, and the numbers (at most LCM_LABEL_MAX), how many. */
uint32_t lcm_label_parts(lcm_alphabet *, lcm_label, uint32_t *name, int32_t numbers[LCM_LABEL_MAX]);
const char *lcm_alphabet_name_text(lcm_alphabet *, uint32_t name);
/* The text behind a name: `.1.5`, and behind that of a message, `c!`, `1.5`. */
void lcm_numbers_print(const char *name, const int32_t *numbers, uint32_t count, lince_text *);
void lcm_label_print(lcm_alphabet *, lcm_label, lince_text *); /* `pop_res.1.5`, `tau`, `terminate` */

/* In an order that does not depend on their numbers, each once. */
void lcm_labels_sort(lcm_alphabet *, lcm_label *, uint32_t *count);

/* Looking up labels is in the hot loop: each thread caches those it has met. */
typedef struct lcm_label_cache {
    lcm_alphabet *alphabet;
    struct {
        uint64_t hash;
        lcm_label label; /* LCM_TAU: free */
        uint32_t name, count;
        int32_t numbers[4]; /* labels with more are not kept */
    } at[512];
} lcm_label_cache;
void lcm_label_cache_init(lcm_label_cache *, lcm_alphabet *);
lcm_label lcm_label_cached(lcm_label_cache *, uint32_t name, const int32_t *numbers, uint32_t count);

#endif
