/* Which formula of operation counting logic sees what is wrong with a view, and where. */
#include "check/refine/instance.h"

#include <string.h>

#include "logic/explain.h"

/* Where each operation of the view begins and ends. */
typedef struct interval {
    uint32_t from, to;
    bool returned;
} interval;

static bool add_operation(lc_counts *counts, lc_binding *b, uint32_t op, interval x, lc_budget *budget) {
    uint32_t label = lc_label_op(b, op);
    if (label != LC_NO_LABEL && !x.returned) label = lc_pending_label(b, label);
    return label != LC_NO_LABEL && lc_push(budget, counts, (lc_count){label, x.from, x.to, 1});
}

/* A step is some calls followed by some returns. */
static bool count_operations(lc_counts *counts, const lc_part *seen, lc_binding *b, lc_budget *budget) {
    lc_map64 number; /* of an operation */
    LC_VEC(interval) times = {0};
    LC_VEC(uint32_t) ops = {0};
    uint32_t step = 0;
    bool returned = false, fine = true;
    lc_map64_init(&number, budget);
    for (uint32_t i = 0; fine && i < seen->event_count; i++) {
        uint32_t op = lc_event_op(seen->events[i]);
        if (lc_event_what(seen->events[i]) == LC_INVOKE) {
            step += returned;
            returned = false;
            lc_map64_put(&number, op, times.count);
            fine = lc_push(budget, &times, (interval){step, 0, false}) && lc_push(budget, &ops, op);
        } else {
            uint32_t which = lc_map64_get(&number, op);
            returned = true;
            if (which != LC_NOT_MAPPED) times.at[which] = (interval){times.at[which].from, step, true};
        }
    }
    for (uint32_t i = 0; fine && i < ops.count; i++) {
        if (!times.at[i].returned) times.at[i].to = step;
        fine = add_operation(counts, b, ops.at[i], times.at[i], budget);
    }
    if (fine) lc_counts_sort(counts);
    lc_vec_free(budget, &times);
    lc_vec_free(budget, &ops);
    lc_map64_free(&number);
    return fine;
}

char *lc_refine_instance(const lc_part *seen, uint32_t k, lc_binding *b, const lc_limits *limits, lc_budget *budget) {
    lc_counts counts = {0};
    lc_bound_labels labels = {0};
    lince_text text = {0};
    char *instance = NULL;
    if (count_operations(&counts, seen, b, budget) && lc_bound_labels_init(&labels, b) &&
        lc_logic_explain(&text, b->objects.at[seen->object].instance, k, &counts, &labels.labels, limits, NULL, budget))
        instance = strdup(lc_text(&text));
    lc_text_free(&text);
    lc_bound_labels_free(&labels);
    lc_vec_free(budget, &counts);
    return instance;
}
