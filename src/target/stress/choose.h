/* Which scenarios are run: those the test writes out, in turn, and between them generated ones.
 *
 * Of the generated ones only those of the full size are run, at random: with uncontrolled threads, small ones find
 * nothing that large ones do not find sooner. */
#ifndef LC_TARGET_STRESS_CHOOSE_H
#define LC_TARGET_STRESS_CHOOSE_H

#include "target/explore/scenario.h"

/* `only`: this text and nothing else; empty: the test's own.  False: `error` describes the mistake. */
bool lct_choose_start(const lct_test *, const char *only, uint64_t seed, char *error, size_t size);
/* The next one, its number and its text, which stay until the next call. */
const lct_scenario *lct_choose_next(uint32_t *number, const char **text);
/* How many there are; UINT64_MAX: or more. */
uint64_t lct_choose_count(void);

#endif
