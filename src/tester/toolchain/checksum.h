/* The sum of what a product in the cache holds, beside it: half of one, as a machine leaves it that was switched off,
 * is noticed and made again. */
#ifndef LC_TESTER_TOOLCHAIN_CHECKSUM_H
#define LC_TESTER_TOOLCHAIN_CHECKSUM_H

#include <stdbool.h>

/* `name` is a file in the directory of an entry. */
bool lc_seal(const char *directory, const char *name); /* false: it cannot be written */
bool lc_is_sealed(const char *directory, const char *name);

#endif
