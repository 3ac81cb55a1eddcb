/* Stacks are looked at with the unwinder of the compiler, because libraries keep no chain of frames: a condition
 * variable of C++ is waited for inside libstdc++.  What went wrong may have left a stack in any state, so a signal
 * meanwhile only ends the look at it. */
#define _GNU_SOURCE
#include "target/runtime/stack.h"

#include <setjmp.h>
#include <string.h>
#include <unwind.h>

#include "target/runtime/calls.h"
#include "target/runtime/crash.h"
#include "target/runtime/cxx.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/image.h"
#include "target/runtime/machine.h"
#include "target/runtime/modules.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/tsan.h"

/* The program's own code lies here. */
extern const char __executable_start[], etext[];

/* The linker puts all of this archive together, so that what lies between the first and the last of some of its
 * functions, one of most files, belongs to it. */
static bool is_ours(uintptr_t pc) {
    const uintptr_t some[] = {(uintptr_t)lc_access_range,         (uintptr_t)lc_calls_init,
                              (uintptr_t)lc_crash_init,           (uintptr_t)lc_cxx_init,
                              (uintptr_t)lc_explorer.call_begins, (uintptr_t)lc_explorer.choose_thread,
                              (uintptr_t)lc_explorer.is_promoted, (uintptr_t)lc_explorer.report_failure,
                              (uintptr_t)lc_fiber_switch,         (uintptr_t)lc_heap_init,
                              (uintptr_t)lc_image_init,           (uintptr_t)lc_point,
                              (uintptr_t)lc_retry_init,           (uintptr_t)lc_stack,
                              (uintptr_t)lc_sync_begin,           (uintptr_t)lc_time_reach};
    uintptr_t low = UINTPTR_MAX, high = 0;
    for (unsigned i = 0; i < sizeof some / sizeof *some; i++) {
        if (!some[i]) continue; /* no explorer is installed */
        if (some[i] < low) low = some[i];
        if (some[i] > high) high = some[i];
    }
    return pc >= low && pc < high;
}

bool lc_is_users(uintptr_t pc) { return pc >= (uintptr_t)__executable_start && pc < (uintptr_t)etext && !is_ours(pc); }

bool lc_is_tested(uintptr_t pc) { return lc_is_users(pc) || !lc_is_program(pc); }

static struct {
    bool looking;
    sigjmp_buf stumbled;
    uintptr_t *frames;
    size_t count, most;
} now LC_STATE = {0};

void lc_stack_stumbles(void) {
    if (now.looking) siglongjmp(now.stumbled, 1);
}

static _Unwind_Reason_Code add(struct _Unwind_Context *context, void *unused) {
    (void)unused;
    int exact = 0;
    uintptr_t pc = _Unwind_GetIPInfo(context, &exact);
    if (exact) pc++; /* where a signal came, as if it were a return address */
    if (lc_is_users(pc)) now.frames[now.count++] = pc;
    return now.count < now.most ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* The unwinder takes locks; that is no step of anybody. */
size_t lc_stack(uintptr_t *frames, size_t most) {
    bool in_code = lc_m.in_code, watching = lc_m.watching;
    lc_m.in_code = lc_m.watching = false;
    now.frames = frames;
    now.count = 0;
    now.most = most;
    if (sigsetjmp(now.stumbled, 0) == 0) {
        now.looking = true;
        _Unwind_Backtrace(add, NULL);
    }
    now.looking = false;
    lc_m.in_code = in_code;
    lc_m.watching = watching;
    return now.count;
}

size_t lc_stack_from(uintptr_t pc, uintptr_t *frames, size_t most) {
    size_t count = lc_stack(frames, most), inside = 0;
    while (inside < count && frames[inside] != pc) inside++;
    if (inside == count) return count;
    memmove(frames, frames + inside + 1, (count - inside - 1) * sizeof *frames);
    return count - inside - 1;
}

size_t lc_call_chain(uintptr_t pc, uintptr_t *frames, size_t most) {
    size_t first = lc_is_tested(pc);
    if (first) frames[0] = pc;
    return first + lc_stack_from(pc, frames + first, most - first);
}

void lc_stack_init(void) {
    uintptr_t frame;
    lc_stack(&frame, 1);
}
