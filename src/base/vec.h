/* Typed vectors: `LC_VEC(uint32_t) stack;` starts empty when zeroed.  See memory.h for the behaviour out of memory. */
#ifndef LC_BASE_VEC_H
#define LC_BASE_VEC_H

#include "base/memory.h"

#define LC_VEC(T)                                                                                                      \
    struct {                                                                                                           \
        T *at;                                                                                                         \
        uint32_t count, room;                                                                                          \
    }

bool lc_vec_grow(lc_budget *, void **at, uint32_t *room, uint64_t wanted, size_t item_size);

/* Room for `wanted` items in all; false when memory is out, or for more than 2^32 - 1: compute sums and products of
 * counts in 64 bits. */
#define lc_reserve(budget, vec, wanted)                                                                                \
    ((wanted) <= (vec)->room || lc_vec_grow((budget), (void **)&(vec)->at, &(vec)->room, (wanted), sizeof *(vec)->at))

/* Append an item; false, and the vector as it was, when memory is out. */
#define lc_push(budget, vec, ...)                                                                                      \
    (lc_reserve(budget, vec, (vec)->count + (uint64_t)1) && ((vec)->at[(vec)->count++] = (__VA_ARGS__), true))

#define lc_vec_free(budget, vec)                                                                                       \
    do {                                                                                                               \
        lc_release((budget), (vec)->at, (size_t)(vec)->room * sizeof *(vec)->at);                                      \
        (vec)->at = NULL;                                                                                              \
        (vec)->count = (vec)->room = 0;                                                                                \
    } while (0)

#endif
