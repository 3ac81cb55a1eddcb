#include "tester/oracle/lock_cycle.h"

#include <string.h>

/* Are the threads functions of the test, or those of a program, and not made of calls? */
static bool is_own_code(const char *scenario) {
    for (lc_span rest = lc_span_of(scenario); rest.length;) {
        const char *end = memchr(rest.at, ';', rest.length);
        size_t length = end ? (size_t)(end - rest.at) : rest.length;
        lc_span part = lc_span_trim((lc_span){rest.at, length});
        if (lc_span_is(part, "threads") || lc_span_is(part, "main")) return true;
        length += end != NULL;
        rest = (lc_span){rest.at + length, rest.length - length};
    }
    return false;
}

/* Has one of the other threads that wait used an object before? */
static bool is_used_by_waiting(const lince_history *h, lc_span object, uint32_t but) {
    for (uint32_t i = 0; i < h->ops.count; i++) {
        const lc_op *wait = &h->ops.at[i];
        if (wait->end != LC_NEVER || wait->thread == but) continue;
        for (uint32_t k = 0; k < h->ops.count; k++) {
            const lc_op *op = &h->ops.at[k];
            lc_span used = lc_object_name(h, op);
            if (op->thread == wait->thread && op->end != LC_NEVER && used.length == object.length &&
                !memcmp(used.at, object.at, used.length))
                return true;
        }
    }
    return false;
}

bool lcd_waits_in_circle(const lcd_failure *f) {
    const lince_history *h = f->history;
    lc_span first = {NULL, 0};
    bool several = false;
    if (!is_own_code(f->scenario)) return false;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        if (h->ops.at[i].end != LC_NEVER) continue;
        lc_span object = lc_object_name(h, &h->ops.at[i]);
        if (!is_used_by_waiting(h, object, h->ops.at[i].thread)) return false;
        several |= first.at && (object.length != first.length || memcmp(object.at, first.at, first.length));
        first = object;
    }
    return several;
}
