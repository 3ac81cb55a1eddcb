/* Assertions of code that is linked into a program under test.
 *
 * libc's assert calls a function that the runtime replaces (process.c, stress/fail.c), because an assertion of the code
 * under test that fails is a failure of that code.  An assertion of the runtime that fails is a bug in Lince, wherever
 * it is: in the middle of an execution, between two executions or in a signal handler.  So it calls lct_bug, which puts
 * the condition into the control block and ends the process with LCT_EXIT_BUG; `lince test` reports an error then, and
 * no verdict.
 *
 * This header stands in for <assert.h>, which must not be included after it.
 */
#ifndef LC_TARGET_RUNTIME_ASSERT_H
#define LC_TARGET_RUNTIME_ASSERT_H

#include <assert.h>

/* Safe in a signal handler: it neither allocates nor returns. */
_Noreturn void lct_bug(const char *condition, const char *file, unsigned line);

#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) (__builtin_expect(!!(condition), 1) ? (void)0 : lct_bug(#condition, __FILE__, __LINE__))
#endif

#endif
