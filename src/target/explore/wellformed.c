#include "target/explore/wellformed.h"

static unsigned breaks_order(const lct_form *f, uint8_t part) {
    lct_course course = lct_course_start(f->protocol);
    bool any = false;
    for (size_t i = 0; i < f->count; i++) {
        if (f->calls[i].part != part) continue;
        any = true;
        if (f->calls[i].op < 0 || !lct_course_step(f->protocol, &course, (unsigned)f->calls[i].op))
            return LCT_BREAKS_ORDER | LCT_BREAKS_END;
    }
    return any && !lct_course_may_end(f->protocol, &course) ? LCT_BREAKS_END : 0;
}

/* Mostly they ascend, so that each is larger than all before it. */
static bool is_used_twice(const lct_form *f, int64_t value, int64_t *highest) {
    unsigned times = 0;
    if (value > *highest) {
        *highest = value;
        return false;
    }
    for (size_t i = 0; i < f->count; i++)
        for (unsigned k = 0; k < f->calls[i].count; k++)
            times += f->calls[i].arguments[k].kind == LCT_ARGUMENT_UNIQUE && f->calls[i].arguments[k].value == value;
    return times > 1;
}

static unsigned breaks_argument(const lct_form *f, const lct_form_call *call, const lct_form_argument *a,
                                int64_t *highest) {
    uint8_t own = call->part == LCT_FORM_AFTER ? 0 : call->part;
    switch (a->kind) {
    case LCT_ARGUMENT_UNIQUE: return is_used_twice(f, a->value, highest) ? LCT_BREAKS_UNIQUE : 0;
    case LCT_ARGUMENT_THREAD: return a->value == own ? 0 : LCT_BREAKS_THREAD;
    default: return a->value >= a->low && a->value <= a->high ? 0 : LCT_BREAKS_RANGE;
    }
}

unsigned lct_form_breaks(const lct_form *f) {
    unsigned breaks = 0;
    size_t adds = 0, removes = 0;
    int64_t highest = INT64_MIN;
    bool met[UINT8_MAX + 1] = {false};
    for (size_t i = 0; i < f->count; i++) {
        const lct_form_call *call = &f->calls[i];
        if (f->protocol->count && !met[call->part]) breaks |= breaks_order(f, call->part);
        met[call->part] = true;
        adds += call->op == f->adding;
        removes += call->op == f->removing;
        for (unsigned k = 0; k < call->count; k++) breaks |= breaks_argument(f, call, &call->arguments[k], &highest);
    }
    return breaks | (f->balanced && adds != removes ? LCT_BREAKS_BALANCE : 0);
}
