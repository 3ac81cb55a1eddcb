/* How a subject and its weakened twins share one file: each place whose order matters has a name, and -DWEAK=NAME makes
 * the operation there relaxed, or leaves out the fence. The data that the order publishes is plain, so that the twin
 * has a data race, or with -DRELAXED_DATA relaxed atomics, so that it returns a wrong value.
 *
 *     enum { NONE, PUSH, POP };
 *     atomic_store_explicit(&top, node, AT(PUSH, release));
 *     FENCE_AT(POP, seq_cst);
 *
 * The expected verdicts are in the comment lines at the head of a subject: see tests/memory/run. */
#ifndef SUBJECTS_WEAK_H
#define SUBJECTS_WEAK_H

#include <lince/test.h>

#ifdef __cplusplus
#include <atomic>
using namespace std;
#define ATOMIC(type) atomic<type>
#else
#include <stdatomic.h>
#define ATOMIC(type) _Atomic(type)
#endif

#ifndef WEAK
#define WEAK NONE
#endif
#define AT(place, order)       (WEAK == (place) ? memory_order_relaxed : memory_order_##order)
#define FENCE_AT(place, order) ((void)(WEAK != (place) && (atomic_thread_fence(memory_order_##order), 1)))

#ifdef RELAXED_DATA
#define DATA(type)             ATOMIC(type)
#define data_get(place)        atomic_load_explicit(&(place), memory_order_relaxed)
#define data_put(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#else
#define DATA(type)             type
#define data_get(place)        (place)
#define data_put(place, value) ((void)((place) = (value)))
#endif

#endif
