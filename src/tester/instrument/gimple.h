/* Accesses that gcc does not announce, from its own report (-fdump-tree-tsan-lineno-uid).
 *
 * gcc instruments assignments.  It omits calls: a structure that is an argument is read, one that is assigned the
 * result of a call is written, and a function that returns one in memory writes to it, all without a callback.  Nor is
 * there a callback for an intrinsic such as _mm_stream_si32.  The report does not have the instructions, only their
 * places in the source; the assembly has these, too.
 */
#ifndef LC_TESTER_INSTRUMENT_GIMPLE_H
#define LC_TESTER_INSTRUMENT_GIMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "base/vec.h"

/* Lines with columns in some file of the source, in order.  A place too many costs only time. */
typedef LC_VEC(uint64_t) lcd_gimple_places;

/* A volatile access is also there, and the instructions cannot be distinguished: so it is none of the places. */
typedef void (*lcd_on_mixed)(void *context, lc_span file, uint32_t line);

/* Adds the places to none.  False: out of memory. */
bool lcd_gimple_read(lcd_gimple_places *, const char *text, size_t length, lcd_on_mixed, void *context);
/* A column of 0 stands for all of the line. */
bool lcd_gimple_has(const lcd_gimple_places *, uint32_t line, uint32_t column);

#endif
