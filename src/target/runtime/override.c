#include "target/runtime/override.h"

#include "target/runtime/order.h"
#include "target/runtime/stack.h"

static const lct_override *overrides LCT_STATE = NULL;
static uint32_t count LCT_STATE = 0;

void lct_overrides_set(const lct_override *at, uint32_t number) {
    overrides = at;
    count = number;
    lct_m.overrides = number > 0;
}

static bool has_callers(const lct_override *o, uintptr_t pc) {
    uintptr_t frames[LCT_OVERRIDE_FRAMES];
    if (o->frame_count <= 1) return true;
    size_t known = lct_call_chain(pc, frames, o->frame_count);
    bool same = known == o->frame_count;
    for (uint32_t i = 1; same && i < o->frame_count; i++) same = frames[i] == o->frames[i];
    return same;
}

static const lct_override *find(uintptr_t pc) {
    const lct_override *best = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (overrides[i].frames[0] == pc && (!best || overrides[i].frame_count > best->frame_count) &&
            has_callers(&overrides[i], pc))
            best = &overrides[i];
    return best;
}

const lct_override *lct_override_begin(uintptr_t pc, int *order, int *failure) {
    const lct_override *o = find(pc);
    if (!o) return NULL;
    if (o->order) *order = o->order - 1;
    if (o->failure) *failure = o->failure - 1;
    if (o->before) lct_order_fence(o->before - 1);
    return o;
}

void lct_override_end(const lct_override *o) {
    if (o->after) lct_order_fence(o->after - 1);
}
