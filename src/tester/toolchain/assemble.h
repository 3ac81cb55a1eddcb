/* One source becomes an object, by way of compilers' intermediate text, which gets the missing instrumentation: its
 * assembly for inline assembly (assembly.h), its LLVM code for accesses that clang leaves out (llvm.h). */
#ifndef LC_TESTER_TOOLCHAIN_ASSEMBLE_H
#define LC_TESTER_TOOLCHAIN_ASSEMBLE_H

#include "tester/toolchain/compiler.h"

/* `command` is the compiler with all its flags, but without the output and the source.  `status` is that of the
 * compiler, as with lcd_run_child.  Uninstrumented code is added to `warnings`, a line each; atomic instructions are
 * not, because uninstrumented_scan.h finds those. */
lince_status lcd_make_object(const lcd_args *command, const lcd_compiler *, const char *source, const char *object,
                             lince_text *warnings, int *status, lince_error *);
/* The same without looking at it. */
lince_status lcd_compile_plainly(const lcd_args *command, const char *source, const char *object, int *status,
                                 lince_error *);

#endif
