/* Shared by the files that write a monitor. */
#ifndef LC_EMIT_MONITOR_PARTS_H
#define LC_EMIT_MONITOR_PARTS_H

#include "emit/labels.h"
#include "emit/monitor.h"

typedef struct lc_emit_writer {
    lince_text *out;
    const lc_emit_options *options;
    const lc_emit_labels *labels;
    char upper[64];
} lc_emit_writer;

/* C with holes: `@` is the prefix, `$` the prefix in capitals. */
void lc_emit_put(lc_emit_writer *, const char *text);
/* How the functions of a method are declared. */
void lc_emit_put_call_head(lc_emit_writer *, uint32_t method);
void lc_emit_put_return_head(lc_emit_writer *, uint32_t method, bool sentinel);
void lc_emit_put_opening(lc_emit_writer *, bool exact);
void lc_emit_put_macros(lc_emit_writer *); /* and the declarations */

#endif
