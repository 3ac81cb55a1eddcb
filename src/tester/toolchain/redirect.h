/* Calls of memcpy and the like in a compiled object go to the runtime, which sees them as accesses
 * (target/runtime/bulk.h).
 *
 * Only undefined names are changed, in the object itself: headers stay as they are, and so do libc and the runtime,
 * which call these functions all the time.
 */
#ifndef LC_TESTER_TOOLCHAIN_REDIRECT_H
#define LC_TESTER_TOOLCHAIN_REDIRECT_H

#include <lince/error.h>

/* LINCE_BAD_INPUT: the object cannot be written.  One that is no ELF file of 64 bits (link-time optimization) is left
 * as it is. */
lince_status lcd_redirect_object(const char *path, lince_error *);

#endif
