/* Whose trace is it?
 *
 * A trace names the files that were compiled and the compiler's flags, so that `lince test --replay X.trace` needs no
 * more words.  But a trace is a file like any other and may come from a stranger, and the files and flags decide which
 * code runs: -wrapper and -fplugin run a command while compiling, @FILE, -B and -specs do it on a detour, and -D puts
 * code into the program.  No list of harmless flags is long enough to be of use and short enough to be safe.
 *
 * So a trace is signed: with a key in the cache that only this user can read, over the real paths of the files and the
 * flags (and the working directory, which relative paths in flags depend on).  Files and flags of a trace are used only
 * if the signature is this user's; any other trace is data, and the command line must name files and flags.  The rest
 * of a trace (test, scenario, schedule, ...) is not signed: it decides about nothing but the order of steps, and may be
 * edited by hand.
 */
#ifndef LC_TESTER_TRACE_SIGN_H
#define LC_TESTER_TRACE_SIGN_H

#include "tester/toolchain/cache.h"
#include "tester/trace/trace.h"

/* The signature of the files that the trace names, as seen from this directory; 0: there can be none, because there is
 * no key or a file is not there. */
uint64_t lcd_trace_sign(const lcd_trace *, const lcd_cache *);
/* Is the trace signed by this user? */
bool lcd_trace_is_own(const lcd_trace *);

/* SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed function whose values cannot be guessed without the key. */
uint64_t lcd_siphash(const uint8_t key[16], const void *bytes, size_t size);

#endif
