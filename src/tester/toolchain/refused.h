/* Advice when the compiler or the linker has refused something: its own messages stand above, these suggest remedies.
 */
#ifndef LC_TESTER_TOOLCHAIN_REFUSED_H
#define LC_TESTER_TOOLCHAIN_REFUSED_H

#include "tester/toolchain/build.h"

/* The file was not compiled; the compiler has ended with this status. */
lince_status lcd_compiler_refused(const char *path, int status, lince_error *);
/* The files were compiled, but not linked. */
lince_status lcd_linker_refused(const lcd_sources *, lince_error *);

#endif
