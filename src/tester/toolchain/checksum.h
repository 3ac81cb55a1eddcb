/* The checksum of a product in the cache, beside it: half of one, as a power failure leaves it, is detected and made
 * again. */
#ifndef LC_TESTER_TOOLCHAIN_CHECKSUM_H
#define LC_TESTER_TOOLCHAIN_CHECKSUM_H

#include <stdbool.h>

/* `name` is a file in the directory of an entry. */
bool lcd_checksum_write(const char *directory, const char *name); /* false: it cannot be written */
bool lcd_checksum_matches(const char *directory, const char *name);

#endif
