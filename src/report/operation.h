/* An operation in words, `T2 q.deq() → 5`; and numbers with their units, durations and sizes. */
#ifndef LC_REPORT_OPERATION_H
#define LC_REPORT_OPERATION_H

#include "history/history.h"
#include "report/style.h"

enum {
    LC_OP_THREAD = 1, /* its thread */
    LC_OP_OBJECT = 2, /* its object; nothing for the nameless object */
    LC_OP_RESULT = 4, /* its results */
    LC_OP_GLUED = 8   /* never broken over two lines by lc_put_wrapped */
};

/* `most`: columns, the middle is left out where it is longer; 0: any number. */
void lc_put_operation(lince_text *, const lc_style *, const lince_history *, uint32_t op, unsigned flags, size_t most);
void lc_put_thread(lince_text *, const lc_style *, const lince_history *, uint32_t op);

/* `0.2 ms`, `12 s` */
void lc_put_duration(lince_text *, double seconds);
/* `17 KB`, `2.1 GB` */
void lc_put_size(lince_text *, size_t bytes);

#endif
