/* An operation in words, `T2 q.deq() → 5`; and numbers with their units, durations and sizes. */
#ifndef LC_REPORT_OPERATION_H
#define LC_REPORT_OPERATION_H

#include "history/history.h"
#include "report/style.h"

enum {
    LCR_OP_THREAD = 1, /* its thread */
    LCR_OP_OBJECT = 2, /* its object; nothing for the nameless object */
    LCR_OP_RESULT = 4, /* its results */
    LCR_OP_GLUED = 8   /* never broken over two lines by lcr_put_wrapped */
};

/* `most`: columns, the middle is left out where it is longer; 0: any number. */
void lcr_put_operation(lince_text *, const lcr_style *, const lince_history *, uint32_t op, unsigned flags,
                       size_t most);
void lcr_put_thread(lince_text *, const lcr_style *, const lince_history *, uint32_t op);

/* `0.2 ms`, `12 s` */
void lcr_put_duration(lince_text *, double seconds);
/* `17 KB`, `2.1 GB` */
void lcr_put_size(lince_text *, size_t bytes);

#endif
