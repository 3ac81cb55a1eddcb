/* Messages of programs under test, which may be wrong in any way: whatever they say is taken apart or refused, and a
 * history that is accepted is one that can be checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "history/partial_order.h"
#include "properties.h"
#include "tester/driver/message.h"

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

static lcd_msg_room room;

/* Nothing in the order of operations changes; numbers may. */
static void check_intervals(lince_history *h) {
    uint64_t before = 0, after = 0;
    for (uint32_t i = 0; i < h->ops.count; i++)
        for (uint32_t k = 0; k < h->ops.count; k++) before += lc_comes_before(h, i, k);
    must(lc_history_become_intervals(h), "memory");
    for (uint32_t i = 0; i < h->ops.count; i++)
        for (uint32_t k = 0; k < h->ops.count; k++) after += lc_comes_before(h, i, k);
    must(before == after, "intervals have the same order");
}

static bool check_history(lcd_msg msg) {
    lcd_msg_history h;
    if (!lcd_msg_as_history(msg, &room, &h)) return false;
    lince_history *history = NULL;
    lince_text one = {0}, two = {0};
    lince_error error = {0};
    lince_status status = lcd_msg_to_history(&h, "fuzz", &history, &error);
    must(status == LINCE_DONE || (status == LINCE_BAD_INPUT && error.message[0]), "a history or a reason");
    must(status == LINCE_DONE || !history, "no history with an error");
    if (status == LINCE_DONE) {
        must(lcd_msg_canonical(&h, &one) && lcd_msg_canonical(&h, &two), "it has a canonical form");
        must(one.length == two.length && (!one.length || !memcmp(one.at, two.at, one.length)), "always the same");
        must(!h.order_threads == !history->order.threads, "it has the order of the message");
        for (uint32_t i = 0; i < history->ops.count && i < 64; i++)
            for (uint32_t k = 0; k < history->ops.count && k < 64; k++)
                must(!lc_comes_before(history, i, k) || !lc_comes_before(history, k, i), "which has no cycle");
        check_intervals(history);
    }
    lince_history_free(history);
    lc_text_free(&one);
    lc_text_free(&two);
    return status == LINCE_DONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lcd_msg msg = {bytes, bytes + size, false};
    lc_span text;
    uint64_t number;
    lcd_msg_test test;
    lcd_msg_failure failure;
    lcd_msg_stage stage;
    lcd_msg_scenarios scenarios;
    lcd_msg_leak loss;
    lcd_msg_weaker weaker;
    lcd_msg_step step;
    lcd_msg_thread thread;
    bool good = check_history(msg);
    if (lcd_msg_as_scenario(msg, &number, &text)) must(text.length <= size, "a scenario is within the message");
    if (lcd_msg_as_text(msg, &text)) must(text.length <= size, "a text is within the message");
    if (lcd_msg_as_step(msg, &step)) must(step.order <= __ATOMIC_SEQ_CST + 1, "a memory order has a name");
    if (lcd_msg_as_step(msg, &step)) must(step.frame_count <= LCD_MSG_FRAMES, "a stack has room");
    if (lcd_msg_as_thread(msg, &thread)) must(thread.frame_count <= LCD_MSG_FRAMES, "a stack has room");
    (void)lcd_msg_as_test(msg, &test);
    (void)lcd_msg_as_failure(msg, &room, &failure);
    if (lcd_msg_as_stage(msg, &stage))
        must(stage.name.kind < LCT_STAGE_KINDS && stage.name.memory < LCT_MEMORY_MODELS,
             "a stage has a kind and a model");
    lcd_msg_end end;
    if (lcd_msg_as_end(msg, &end)) must(end.end < LCT_WORKER_ENDS, "a worker has an end");
    (void)lcd_msg_as_scenarios(msg, &scenarios);
    (void)lcd_msg_as_leak(msg, &loss);
    if (lcd_msg_as_weaker(msg, &weaker)) must(weaker.frame_count <= LCD_MSG_FRAMES, "a stack has room");
    lcd_msg_room_free(&room);
    room = (lcd_msg_room){.cut = false};
    last_status = good ? LINCE_END : LINCE_BAD_INPUT;
    return 0;
}
