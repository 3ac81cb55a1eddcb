/* A compare-and-swap of two places at once, which few machines ever had.  In a test it is one step; outside of one it
 * is not atomic. */
#ifndef SUBJECTS_DCAS_H
#define SUBJECTS_DCAS_H

#include <lince/test.h>
#include <stdatomic.h>

/* Both places stand within the `size` bytes at `object`. */
#define dcas(object, size, a, b, old_a, old_b, new_a, new_b)                                                           \
    ({                                                                                                                 \
        lince_atomic_begin(object, size);                                                                              \
        bool swapped = atomic_load(a) == (old_a) && atomic_load(b) == (old_b);                                         \
        if (swapped) {                                                                                                 \
            atomic_store(a, new_a);                                                                                    \
            atomic_store(b, new_b);                                                                                    \
        }                                                                                                              \
        lince_atomic_end();                                                                                            \
        swapped;                                                                                                       \
    })

#endif
