/* A monitor as C: counters of A_k, their updates at calls and returns, and assertions after each return.
 *
 * After Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", algorithm 1 and
 * corollary 2: an object refines its specification up to k if the program made of both never fails an assertion.  The
 * generated code needs no memory but arrays, no loop without a constant bound and nothing of libc but assert, so that
 * any verifier of C can run it, and so can `lince test`.
 */
#ifndef LC_EMIT_MONITOR_H
#define LC_EMIT_MONITOR_H

#include <lince/error.h>

#include "base/text.h"
#include "spec/spec.h"

#define LC_EMIT_MOST_VALUES 16u
#define LC_EMIT_MOST_LENGTH 6u
#define LC_EMIT_MOST_SLOTS  64u

typedef struct lc_emit_options {
    const lc_instance *instance;
    uint32_t length; /* k */
    uint32_t values; /* distinguished values */
    uint32_t slots;  /* operations that may be open at once */
    const char *prefix;
    const char *command; /* the command line, for the comment at the top */
} lc_emit_options;

/* Counters, and the length of the text that an assertion may have, in characters. */
lince_status lc_emit_monitor(lince_text *, const lc_emit_options *, lince_error *);

#endif
