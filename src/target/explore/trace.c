/* Reports the steps of an execution that is replayed, each with its position in the program. */
#include <stdio.h>
#include <string.h>

#include "target/explore/scenario.h"
#include "target/explore/worker.h"
#include "target/runtime/heap.h"
#include "target/runtime/modules.h"
#include "target/runtime/stack.h"
#include "target/runtime/versions.h"

enum { FRAMES = LCT_FRAMES };

size_t lct_callers(uintptr_t pc, const void *innermost, uintptr_t low, uintptr_t high, uintptr_t *frames) {
    size_t count = 0;
    if (lct_is_tested(pc)) frames[count++] = pc;
    const uintptr_t *frame = innermost;
    bool found = false;
    while (count < FRAMES && (uintptr_t)frame >= low && (uintptr_t)(frame + 2) <= high) {
        uintptr_t back = frame[1];
        if (found && back && lct_is_tested(back)) frames[count++] = back;
        if (back == pc) found = true;
        if (frame[0] <= (uintptr_t)frame) break;
        frame = (const uintptr_t *)frame[0];
    }
    return count;
}

static uint64_t sent LCT_STATE = 0;
uint64_t lct_trace_length(void) { return sent; }

static void send(const lct_step_report *report) {
    sent++;
    lct_send_step(report);
}

/* A plain write is announced before it happens; the value it wrote is there at the thread's next report. */
static struct {
    bool waiting;
    lct_step_report report;
    uintptr_t frames[FRAMES];
} last LCT_STATE = {0};

/* The actions of a thread between the call of an operation and its first step cannot be observed.  They are reported
 * after the call, which is recorded with that step. */
enum { EARLY = 8 };
static struct {
    unsigned count;
    lct_step_report at[EARLY];
    uintptr_t frames[EARLY][FRAMES];
    char texts[EARLY][64];
} early[LCT_THREADS] LCT_STATE = {0};

static bool is_early(unsigned thread) { return lct_m.threads[thread].call_pending && early[thread].count < EARLY; }

static void keep_early(const lct_step_report *report) {
    unsigned i = early[report->thread].count++;
    lct_step_report *kept = &early[report->thread].at[i];
    *kept = *report;
    snprintf(early[report->thread].texts[i], sizeof early->texts[i], "%s", report->text ? report->text : "");
    memcpy(early[report->thread].frames[i], report->frames, report->frame_count * sizeof *report->frames);
    kept->text = early[report->thread].texts[i];
    kept->frames = early[report->thread].frames[i];
}

static void send_early(unsigned thread) {
    for (unsigned i = 0; i < early[thread].count; i++) {
        early[thread].at[i].step = (uint32_t)lct_m.depth;
        send(&early[thread].at[i]);
    }
    early[thread].count = 0;
}

static void flush(void) {
    if (!last.waiting) return;
    last.waiting = false;
    size_t size = last.report.size < 8 ? last.report.size : 8;
    last.report.after = 0;
    memcpy(&last.report.after, (const void *)last.report.address, size);
    send(&last.report);
}

/* Is it the current step?  An atomic operation is; a plain access may be. */
static bool is_step(const lct_step_report *r) {
    return r->kind <= LCT_STEP_CAS_FAILED && lct_m.depth > 0 &&
           (r->order || lct_t.events[r->step - 1].address == r->address);
}

/* The order of an atomic operation, and under a weak memory model how old the value is that a step reads. */
static void add_order(lct_step_report *report) {
    report->is_volatile = lct_m.traced_order == LCT_TRACED_VOLATILE;
    report->order = report->is_volatile ? 0 : lct_m.traced_order;
    lct_m.traced_order = 0;
    if (!lct_m.weak || !is_step(report)) return;
    report->newer = lct_m.choices[lct_m.depth - 1];
    if (report->newer) report->newest_step = lct_versions_newest_step(report->address);
}

static void trace(unsigned thread, uint8_t kind, uintptr_t address, uint32_t size, uint64_t before, uint64_t after,
                  uintptr_t pc, const char *text) {
    flush();
    uintptr_t frames[FRAMES];
    size_t count = pc ? lct_call_chain(pc, frames, FRAMES) : 0;
    lct_step_report report = {.step = (uint32_t)lct_m.depth,
                              .thread = thread,
                              .kind = kind,
                              .address = address,
                              .size = size,
                              .before = before,
                              .after = after,
                              .pc = pc,
                              .text = text,
                              .frames = frames,
                              .frame_count = count};
    add_order(&report);
    if (kind == LCT_STEP_WRITE) {
        memcpy(last.frames, frames, sizeof frames);
        last.report = report;
        last.report.frames = last.frames;
        last.report.text = "";
        last.waiting = true;
    } else if (is_early(thread)) keep_early(&report);
    else send(&report);
}

/* A thread that is alone may go round forever without a step of the schedule: a report of all that is useless, and
 * while it is written the loop goes undetected.  The number of reports since the last such step, or the last call. */
static struct {
    uint64_t epoch;
    int32_t depth;
    uint32_t count;
} here LCT_STATE = {0};

static uint32_t count_here(void) {
    if (here.epoch != lct_m.epoch || here.depth != lct_m.depth) here.count = 0;
    here.epoch = lct_m.epoch;
    here.depth = lct_m.depth;
    return here.count < UINT32_MAX ? ++here.count : here.count;
}

void lct_trace_step(uint8_t shown, uintptr_t address, uint32_t size, uint64_t before, uint64_t after, uintptr_t pc,
                    const char *text) {
    enum { MOST = 300 };
    uint32_t count = count_here();
    if (count > MOST) return;
    bool inside = lct_m.in_code;
    lct_m.in_code = false;
    if (count < MOST) trace(lct_m.current, shown, address, size, before, after, pc, text);
    else
        trace(lct_m.current, LCT_STEP_NOTE, 0, 0, 0, 0, pc, "and so on: the steps up to the next switch are not shown");
    lct_m.in_code = inside;
}

void lct_trace_call(unsigned thread, uint16_t name, unsigned count, const int64_t *values) {
    char text[256], list[128];
    lct_values_print(list, sizeof list, count, values);
    snprintf(text, sizeof text, "%s(%s)", lct_r.names[name], list);
    bool inside = lct_m.in_code;
    lct_m.in_code = false;
    trace(thread, LCT_STEP_CALL, 0, 0, 0, 0, 0, text);
    here.count = 0;
    send_early(thread);
    lct_m.in_code = inside;
}

void lct_trace_return(unsigned thread, unsigned count, const int64_t *values) {
    char list[128];
    lct_values_print(list, sizeof list, count, values);
    bool inside = lct_m.in_code;
    lct_m.in_code = false;
    trace(thread, LCT_STEP_RETURN, 0, 0, 0, 0, 0, list);
    lct_m.in_code = inside;
}

void lct_trace_block(uintptr_t address) {
    const lct_block *b = lct_heap_near(address);
    if (!b) return;
    lct_step_report made = {
        .thread = b->made_by, .kind = LCT_STEP_MADE, .address = b->start, .size = b->size, .pc = b->made_at};
    lct_send_step(&made);
    if (b->state != LCT_BLOCK_FREED) return;
    lct_step_report freed = made;
    freed.kind = LCT_STEP_FREED;
    freed.thread = b->freed_by;
    freed.pc = b->freed_at;
    lct_send_step(&freed);
}

void lct_trace_failure(const char *message, uintptr_t pc, uintptr_t address) {
    trace(lct_m.current, LCT_STEP_FAILURE, address, 0, 0, 0, pc, message);
    lct_trace_block(address);
}

void lct_trace_flush(void) { flush(); }
