/* Labels: what is seen of a step, interned so that both sides of a refinement speak of the same numbers.
 *
 * A label is a name and numbers, `pop_res.1.5`.  Two are always there: tau, which nobody sees, and the tick of a
 * process that has ended.  Several threads add labels at once; a label's number depends on who came first, so nothing
 * that is told may depend on the numbers' order.
 */
#ifndef LC_MODEL_LABELS_H
#define LC_MODEL_LABELS_H

#include <pthread.h>

#include "base/intern.h"
#include "base/text.h"

typedef uint32_t lc_label;
#define LC_TAU       ((lc_label)0)
#define LC_TICK      ((lc_label)1)
#define LC_NO_LABEL  UINT32_MAX
#define LC_LABEL_MAX 16 /* numbers in a label */

typedef struct lc_alphabet {
    pthread_mutex_t lock;
    lc_intern names;  /* of events, as they are printed in front of the numbers */
    lc_intern labels; /* name number, numbers */
} lc_alphabet;

void lc_alphabet_init(lc_alphabet *, lc_budget *);
void lc_alphabet_free(lc_alphabet *);
uint32_t lc_alphabet_name(lc_alphabet *, const char *name); /* LC_NOT_INTERNED when memory is out */
lc_label lc_alphabet_label(lc_alphabet *, uint32_t name, const int32_t *numbers, uint32_t count);
/* Back: the name, and the numbers (at most LC_LABEL_MAX), how many. */
uint32_t lc_label_parts(lc_alphabet *, lc_label, uint32_t *name, int32_t numbers[LC_LABEL_MAX]);
const char *lc_alphabet_name_text(lc_alphabet *, uint32_t name);
void lc_label_print(lc_alphabet *, lc_label, lince_text *); /* `pop_res.1.5`, `tau`, `terminate` */

/* Asking for labels is in the hot loop: each thread remembers those it has met. */
typedef struct lc_label_cache {
    lc_alphabet *alphabet;
    struct {
        uint64_t hash;
        lc_label label; /* LC_TAU: free */
        uint32_t name, count;
        int32_t numbers[4]; /* labels with more are not kept */
    } at[512];
} lc_label_cache;
void lc_label_cache_init(lc_label_cache *, lc_alphabet *);
lc_label lc_label_cached(lc_label_cache *, uint32_t name, const int32_t *numbers, uint32_t count);

#endif
