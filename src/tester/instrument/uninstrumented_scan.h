/* Uninstrumented code, found in compiled code and named in warnings.
 *
 * Atomic instructions in inline assembly that were not understood (assembly.h), functions that do concurrency in
 * libraries and that the runtime does not model, objects and libraries that were compiled without instrumentation: the
 * program runs on as if they did nothing, so a verdict may be wrong.  It is never trusted silently.
 */
#ifndef LC_TESTER_INSTRUMENT_UNINSTRUMENTED_SCAN_H
#define LC_TESTER_INSTRUMENT_UNINSTRUMENTED_SCAN_H

#include <stdbool.h>

#include "base/text.h"

/* Looks into an object that is to be linked, and adds a line for each thing found.  `name` is the user's name for it;
 * `runtime` the archive that models library functions.  Unreadable files are skipped: the linker will report them.
 */
void lcd_uninstrumented_object(lince_text *warnings, const char *object, const char *name, const char *runtime);
/* The same for an archive: only whether it is instrumented. */
void lcd_uninstrumented_archive(lince_text *warnings, const char *archive);
/* The shared libraries that a program needs. */
void lcd_uninstrumented_program(lince_text *warnings, const char *program);

/* Are there atomics in inline assembly in this program? */
bool lcd_has_assembly(const char *program);

/* Was this object made by a C++ compiler? */
bool lcd_is_cplusplus(const char *object);

#endif
