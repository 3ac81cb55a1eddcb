#include "target/explore/wellformed.h"

static unsigned breaks_order(const lc_form *f, uint8_t part) {
    lc_course course = lc_course_start(f->protocol);
    bool any = false;
    for (size_t i = 0; i < f->count; i++) {
        if (f->calls[i].part != part) continue;
        any = true;
        if (f->calls[i].op < 0 || !lc_course_step(f->protocol, &course, (unsigned)f->calls[i].op))
            return LC_BREAKS_ORDER | LC_BREAKS_END;
    }
    return any && !lc_course_may_end(f->protocol, &course) ? LC_BREAKS_END : 0;
}

/* Mostly they ascend, so that each is larger than all before it. */
static bool is_used_twice(const lc_form *f, int64_t value, int64_t *highest) {
    unsigned times = 0;
    if (value > *highest) {
        *highest = value;
        return false;
    }
    for (size_t i = 0; i < f->count; i++)
        for (unsigned k = 0; k < f->calls[i].count; k++)
            times += f->calls[i].arguments[k].kind == LC_ARGUMENT_UNIQUE && f->calls[i].arguments[k].value == value;
    return times > 1;
}

static unsigned breaks_argument(const lc_form *f, const lc_form_call *call, const lc_form_argument *a,
                                int64_t *highest) {
    uint8_t own = call->part == LC_FORM_AFTER ? 0 : call->part;
    switch (a->kind) {
    case LC_ARGUMENT_UNIQUE: return is_used_twice(f, a->value, highest) ? LC_BREAKS_UNIQUE : 0;
    case LC_ARGUMENT_THREAD: return a->value == own ? 0 : LC_BREAKS_THREAD;
    default: return a->value >= a->low && a->value <= a->high ? 0 : LC_BREAKS_RANGE;
    }
}

unsigned lc_form_breaks(const lc_form *f) {
    unsigned breaks = 0;
    size_t adds = 0, removes = 0;
    int64_t highest = INT64_MIN;
    bool met[UINT8_MAX + 1] = {false};
    for (size_t i = 0; i < f->count; i++) {
        const lc_form_call *call = &f->calls[i];
        if (f->protocol->count && !met[call->part]) breaks |= breaks_order(f, call->part);
        met[call->part] = true;
        adds += call->op == f->adding;
        removes += call->op == f->removing;
        for (unsigned k = 0; k < call->count; k++) breaks |= breaks_argument(f, call, &call->arguments[k], &highest);
    }
    return breaks | (f->balanced && adds != removes ? LC_BREAKS_BALANCE : 0);
}
