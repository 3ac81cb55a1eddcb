#include "history/represent.h"

#include <assert.h>

#include "history/interval.h"

bool lc_represent(lc_counts *out, const lince_history *h, lc_op_labels *labels) {
    lc_intervals times;
    assert(!h->ties.count); /* the order would be more than that of the intervals */
    out->count = 0;
    bool fine = lc_intervals_of(&times, h, NULL);
    for (uint32_t i = 0; fine && i < h->ops.count; i++) {
        lc_interval time = times.at.at[i];
        if (lc_interval_none(time)) continue;
        uint32_t label = lc_op_label_of(labels, h, &h->ops.at[i]);
        fine = label != LC_NOT_INTERNED && lc_push(NULL, out, (lc_count){label, time.from, time.to, 1});
    }
    lc_intervals_free(&times);
    if (fine) lc_counts_sort(out);
    return fine;
}
