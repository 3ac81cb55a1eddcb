#include <string.h>

#include "check/driver/job.h"

/* Merges the orders of the parts into one that respects real time.  In each part an operation takes effect at the
 * latest call among itself and those ordered before it: not after its own return, or that call would have come later
 * than the return and the order would be wrong.  These moments ascend within a part, and no two parts share one.
 * Operations are numbered by their calls, so this is a counting sort by operation number. */
void lc_merge_orders(lc_job *c) {
    uint32_t count = c->binding.history->ops.count, total = 0;
    size_t bytes = ((size_t)count + 1) * sizeof(uint32_t);
    uint32_t *start = lc_allocate(&c->budget, bytes);
    if (!start) return;
    memset(start, 0, bytes);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t p = 0; p < c->parts.parts.count; p++) {
            uint32_t moment = 0;
            for (uint32_t i = c->order_offset[p]; i < c->order_offset[p + 1] && c->order[i] != LC_NEVER; i++) {
                if (c->order[i] > moment) moment = c->order[i];
                if (pass == 0) start[moment]++;
                else c->result->witness.at[start[moment]++] = c->order[i];
            }
        }
        if (pass) break;
        for (uint32_t i = 0; i <= count; i++) {
            uint32_t here = start[i];
            start[i] = total;
            total += here;
        }
        if (total && !lc_reserve(NULL, &c->result->witness, total)) total = 0;
        if (!total) break;
    }
    c->result->witness.count = total;
    lc_release(&c->budget, start, bytes);
}
