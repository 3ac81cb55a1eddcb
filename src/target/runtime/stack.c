/* Stacks are looked at with the unwinder of the compiler, because libraries keep no chain of frames: a condition
 * variable of C++ is waited for inside libstdc++.  An error may have left a stack in any state, so a signal meanwhile
 * only ends the look at it. */
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

/* The linker puts all of this archive together, so that all code between the first and the last of some of its
 * functions, one of most files, belongs to it. */
static bool is_ours(uintptr_t pc) {
    const uintptr_t some[] = {(uintptr_t)lct_access_range,         (uintptr_t)lct_calls_init,
                              (uintptr_t)lct_crash_init,           (uintptr_t)lct_cxx_init,
                              (uintptr_t)lct_explorer.call_begins, (uintptr_t)lct_explorer.choose_thread,
                              (uintptr_t)lct_explorer.is_promoted, (uintptr_t)lct_explorer.report_failure,
                              (uintptr_t)lct_fiber_switch,         (uintptr_t)lct_heap_init,
                              (uintptr_t)lct_image_init,           (uintptr_t)lct_point,
                              (uintptr_t)lct_retry_init,           (uintptr_t)lct_stack,
                              (uintptr_t)lct_sync_begin,           (uintptr_t)lct_time_reach};
    uintptr_t low = UINTPTR_MAX, high = 0;
    for (unsigned i = 0; i < sizeof some / sizeof *some; i++) {
        if (!some[i]) continue; /* no explorer is installed */
        if (some[i] < low) low = some[i];
        if (some[i] > high) high = some[i];
    }
    return pc >= low && pc < high;
}

bool lct_is_users(uintptr_t pc) { return pc >= (uintptr_t)__executable_start && pc < (uintptr_t)etext && !is_ours(pc); }

bool lct_is_tested(uintptr_t pc) { return lct_is_users(pc) || !lct_is_program(pc); }

static struct {
    bool looking;
    sigjmp_buf stumbled;
    uintptr_t *frames;
    size_t count, most;
    bool bare;
} now LCT_STATE = {0};

void lct_stack_stumbles(void) {
    if (now.looking) siglongjmp(now.stumbled, 1);
}

static _Unwind_Reason_Code add(struct _Unwind_Context *context, void *unused) {
    (void)unused;
    int exact = 0;
    uintptr_t pc = _Unwind_GetIPInfo(context, &exact);
    if (exact) pc++; /* where a signal came, as if it were a return address */
    if (lct_is_users(pc)) now.frames[now.count++] = pc;
    return now.count < now.most ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* The unwinder takes locks; that is no step of any thread.  False: it stumbled. */
static bool walk(_Unwind_Trace_Fn visit) {
    bool in_code = lct_m.in_code, watching = lct_m.watching, whole = false;
    lct_m.in_code = lct_m.watching = false;
    if (sigsetjmp(now.stumbled, 0) == 0) {
        now.looking = true;
        _Unwind_Backtrace(visit, NULL);
        whole = true;
    }
    now.looking = false;
    lct_m.in_code = in_code;
    lct_m.watching = watching;
    return whole;
}

size_t lct_stack(uintptr_t *frames, size_t most) {
    now.frames = frames;
    now.count = 0;
    now.most = most;
    walk(add);
    return now.count;
}

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *unused) {
    (void)unused;
    now.bare = now.bare && !_Unwind_GetLanguageSpecificData(context);
    return now.bare ? _URC_NO_REASON : _URC_END_OF_STACK;
}

bool lct_stack_is_bare(void) {
    now.bare = true;
    return walk(look) && now.bare;
}

size_t lct_stack_from(uintptr_t pc, uintptr_t *frames, size_t most) {
    size_t count = lct_stack(frames, most), inside = 0;
    while (inside < count && frames[inside] != pc) inside++;
    if (inside == count) return count;
    memmove(frames, frames + inside + 1, (count - inside - 1) * sizeof *frames);
    return count - inside - 1;
}

size_t lct_call_chain(uintptr_t pc, uintptr_t *frames, size_t most) {
    size_t first = lct_is_tested(pc);
    if (first) frames[0] = pc;
    return first + lct_stack_from(pc, frames + first, most - first);
}

void lct_stack_init(void) {
    uintptr_t frame;
    lct_stack(&frame, 1);
}
