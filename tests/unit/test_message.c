/* Messages of workers: taken apart as they were put together, equal histories recognised, nonsense refused. */
#include <lince/test.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "target/explore/control.h"
#include "tester/driver/failure.h"

/* ---- putting messages together ---- */

typedef struct made {
    uint8_t at[512];
    size_t length;
} made;

static void put(made *m, uint64_t n) {
    for (; n >= 0x80; n >>= 7) m->at[m->length++] = (uint8_t)(n | 0x80);
    m->at[m->length++] = (uint8_t)n;
}
static void put_signed(made *m, int64_t n) { put(m, (uint64_t)n << 1 ^ (n < 0 ? UINT64_MAX : 0)); }
static void put_text(made *m, const char *text) {
    put(m, strlen(text));
    memcpy(m->at + m->length, text, strlen(text));
    m->length += strlen(text);
}
static lcd_msg_room room, other_room;
static lcd_msg said(const made *m) { return (lcd_msg){m->at, m->at + m->length, false}; }

static void put_execution(made *m, uint64_t task, uint64_t number) {
    put(m, 2);
    put_text(m, "enq(1) | deq()");
    put(m, 8);
    put(m, task);
    put(m, number);
    put(m, LCT_HEAP_LIFO);
    put(m, 1);
    put_text(m, "\1\1\2\2");
    put(m, 2);
    put(m, 0x401234);
    put(m, 0x405678);
    put(m, 2);
    put(m, 0);
    put(m, 3);
}

/* `1(enq 5`, `2(q.deq`, `1)`, `2)-7`: calls and returns, separated by blanks. */
static void put_events(made *m, const char *events) {
    char copy[200], *rest;
    size_t count = *events ? 1 : 0;
    for (const char *c = events; *c; c++)
        count += *c == ' ' && (c[1] >= '0' && c[1] <= '9') && c[2] && strchr("()", c[2]);
    put(m, count);
    snprintf(copy, sizeof copy, "%s", events);
    for (char *word = strtok_r(copy, " ", &rest); word;) {
        char *next = strtok_r(NULL, " ", &rest);
        bool more = next && !(next[1] && strchr("()", next[1]));
        uint64_t thread = (uint64_t)(word[0] - '0');
        put(m, thread << 1 | (word[1] == ')'));
        if (word[1] == '(') {
            put_text(m, word + 2);
            put(m, more);
            if (more) put_signed(m, atol(next));
        } else {
            put(m, word[2] != 0);
            if (word[2]) put_signed(m, strcmp(word + 2, "EMPTY") ? atol(word + 2) : lince_empty);
        }
        word = more ? strtok_r(NULL, " ", &rest) : next;
    }
}

static made history_of(const char *events) {
    made m = {.length = 0};
    put(&m, 0);
    put(&m, 1);
    put(&m, 0);
    put_execution(&m, 7, 3);
    put_events(&m, events);
    return m;
}

/* ---- tests ---- */

static void test_history(void) {
    made m = history_of("1(enq 5 2(q.deq 1) 2)-7 0(deq 0)EMPTY");
    lcd_msg_history h;
    lince_history *real = NULL;
    lince_error error = {0};
    if (!expect(lcd_msg_as_history(said(&m), &room, &h), "a history is understood")) return;
    expect(!h.serial && h.complete && h.event_count == 6, "its head");
    expect(h.execution.place.task == 7 && h.execution.place.execution == 3 && h.execution.place.stage == 8 &&
               h.execution.schedule.length == 4 && h.execution.scenario.length == 14,
           "its execution");
    lince_status status = lcd_msg_to_history(&h, "x.c", &real, &error);
    lince_text text = {0};
    for (uint32_t i = 0; status == LINCE_DONE && i < real->ops.count; i++) {
        lc_span thread = lc_thread_name(real, &real->ops.at[i]);
        lc_text_printf(&text, "%.*s ", (int)thread.length, thread.at);
        lc_op_print(&text, real, &real->ops.at[i]);
        lc_text_puts(&text, " ");
        lc_op_print_results(&text, real, &real->ops.at[i]);
        lc_text_puts(&text, "; ");
    }
    expect(strcmp(lc_text(&text), "T1 enq(5) ; T2 q.deq() -7; main deq() EMPTY; ") == 0, "as a history: %s",
           lc_text(&text));
    lc_text_free(&text);
    lince_history_free(real);
}

static void test_failure(void) {
    made m = {.length = 0};
    lcd_msg_failure f;
    lcd_failure flaw;
    put(&m, LCT_FAILS_DEADLOCK);
    put_text(&m, "no thread can go on");
    put(&m, 2);
    put(&m, 0x401000);
    put(&m, UINT64_MAX);
    put(&m, 1);
    put_text(&m, "perhaps");
    put(&m, 0);
    put_execution(&m, 1, 1);
    put_events(&m, "1(lock");
    expect(lcd_msg_as_failure(said(&m), &room, &f) && f.kind == LCT_FAILS_DEADLOCK && f.thread == 2 &&
               f.pc == 0x401000 && f.address == UINT64_MAX && f.doubt.length == 7,
           "a failure is understood");
    expect(lcd_failure_from_message(&flaw, &f, "x.c") && strcmp(flaw.message, "no thread can go on") == 0 &&
               flaw.length == 4 && flaw.races.places.count == 2 && flaw.races.places.at[1] == 0x405678 &&
               flaw.history->ops.count == 1,
           "and kept with all that is needed to run it again");
    expect(strcmp(lcd_failure_name(f.kind), "deadlock") == 0, "by name");
    lcd_failure_free(&flaw);
}

static void put_access(made *m, uint64_t thread, uint64_t kind) {
    const uint64_t numbers[] = {0, thread, kind, 0x404000, 8, 0, 3, 0x401000 + thread};
    for (int i = 0; i < 8; i++) put(m, numbers[i]);
    put_text(m, "");
    put(m, 2);
    put(m, 0x401000 + thread);
    put(m, 0x402000);
}

static void test_race(void) {
    made m = {.length = 0};
    lcd_msg_failure f;
    lcd_failure flaw;
    put(&m, LCT_FAILS_RACE);
    put_text(&m, "data race");
    for (int i = 0; i < 4; i++) put(&m, 0);
    put_text(&m, "");
    put(&m, 2);
    put_access(&m, 1, LCT_STEP_WRITE);
    put_access(&m, 2, LCT_STEP_LOAD);
    put_execution(&m, 1, 1);
    put_events(&m, "1(lock");
    expect(lcd_msg_as_failure(said(&m), &room, &f) && f.access_count == 2 && f.accesses[1].kind == LCT_STEP_LOAD,
           "the accesses of a race are understood");
    expect(lcd_failure_from_message(&flaw, &f, "x.c") && flaw.access_count == 2 && flaw.accesses[0].thread == 1 &&
               flaw.accesses[1].pc == 0x401002 && flaw.accesses[1].frame_count == 2 &&
               flaw.accesses[1].frames[1] == 0x402000,
           "and kept with their stacks");
    expect(strcmp(lcd_failure_name(f.kind), "data-race") == 0, "by name");
    lcd_failure_free(&flaw);
}

static bool equal(const char *a, const char *b) {
    made m = history_of(a), n = history_of(b);
    lcd_msg_history g, h;
    lince_text s = {0}, t = {0};
    bool sound = lcd_msg_as_history(said(&m), &other_room, &g) && lcd_msg_as_history(said(&n), &room, &h) &&
                 lcd_msg_canonical(&g, &s) && lcd_msg_canonical(&h, &t);
    bool same = s.length == t.length && memcmp(lc_text(&s), lc_text(&t), s.length) == 0;
    lc_text_free(&s);
    lc_text_free(&t);
    if (!sound) expect(false, "%s and %s are histories", a, b);
    return same;
}

static void test_canonical(void) {
    expect(equal("1(a 2(b 1) 2)", "2(b 1(a 2) 1)"), "the order of calls among themselves, and of returns, is nothing");
    expect(!equal("1(a 1) 2(b 2)", "1(a 2(b 1) 2)"), "a return before a call is something");
    expect(!equal("1(a 1) 2(b 2)", "2(b 2) 1(a 1)"), "and so is who comes first");
    expect(!equal("1(a 1 2(b 1) 2)", "1(a 2 2(b 1) 2)"), "arguments count");
    expect(!equal("1(a 1)1", "1(a 1)2"), "results count");
    expect(!equal("1(a 1)", "2(a 2)"), "threads count");
    expect(!equal("1(a", "1(a 1)"), "so does whether an operation returned");
    expect(equal("3(c 1(a 2(b 3) 2) 1) 1(d 2(e", "1(a 2(b 3(c 1) 2) 3) 2(e 1(d"), "many at once");
}

static void test_weaker(void) {
    made m = {0};
    lcd_msg_weaker w;
    put(&m, LCT_WEAKER_CAS);
    put(&m, __ATOMIC_ACQ_REL);
    put(&m, 0x401000);
    put(&m, 0x404000);
    put(&m, 1);
    expect(!lcd_msg_as_weaker(said(&m), &w), "a place whose stack is cut off is none");
    put(&m, 0x401000);
    expect(lcd_msg_as_weaker(said(&m), &w) && w.kind == LCT_WEAKER_CAS && w.order == __ATOMIC_ACQ_REL &&
               w.pc == 0x401000 && w.address == 0x404000 && w.frame_count == 1 && w.frames[0] == 0x401000,
           "a place with a weaker order");
    m.at[1] = __ATOMIC_SEQ_CST;
    expect(!lcd_msg_as_weaker(said(&m), &w), "seq_cst is not weaker");
    m.at[1] = __ATOMIC_RELAXED;
    m.at[0] = LCT_WEAKER_KINDS;
    expect(!lcd_msg_as_weaker(said(&m), &w), "a kind that there is not");
}

static void test_loss(void) {
    made m = {.length = 0};
    lcd_msg_leak l;
    put(&m, LCT_LEAK_THREAD);
    put(&m, 0x401000);
    put(&m, 2);
    expect(!lcd_msg_as_leak(said(&m), &l), "a loss that is cut off is none");
    put(&m, 48);
    expect(lcd_msg_as_leak(said(&m), &l) && l.kind == LCT_LEAK_THREAD && l.pc == 0x401000 && l.count == 2 &&
               l.bytes == 48,
           "what was lost, and where it was made");
    m.at[0] = LCT_LEAK_THREAD + 1;
    expect(!lcd_msg_as_leak(said(&m), &l), "nothing else is lost");
}

/* Complete, not complete, stuck; and nothing else. */
static void test_stuck(void) {
    made m = history_of("1(a");
    lcd_msg_history h;
    m.at[1] = 2;
    expect(lcd_msg_as_history(said(&m), &room, &h) && h.stuck && !h.complete, "a history in which nobody could go on");
    m.at[1] = 0;
    expect(lcd_msg_as_history(said(&m), &room, &h) && !h.stuck && !h.complete, "is not one that was cut off");
    m.at[1] = 3;
    expect(!lcd_msg_as_history(said(&m), &room, &h), "there is no other kind");
    m = (made){.length = 0};
    put(&m, 0), put(&m, 2), put(&m, LCT_FAILS_DEADLOCK + 1), put_text(&m, "they wait"), put_text(&m, ""), put(&m, 2);
    put(&m, 7);
    put_execution(&m, 7, 3);
    put_events(&m, "1(a");
    expect(lcd_msg_as_history(said(&m), &room, &h) && h.judged && h.failure.kind == LCT_FAILS_DEADLOCK &&
               lc_span_is(h.failure.message, "they wait") && !h.failure.doubt.length && h.failure.thread == 2 &&
               h.failure.pc == 7,
           "the failure that it is comes with it");
}

static void test_order(void) {
    const lcd_execution_place a = {.task = 1, .stage = 9, .execution = 9}, b = {.task = 2},
                              c = {.task = 2, .execution = 1};
    expect(lcd_place_compare(&a, &b) < 0 && lcd_place_compare(&c, &b) > 0 && lcd_place_compare(&a, &a) == 0,
           "what one worker alone would meet first comes first");
}

/* Whatever is changed in a message, it is understood or refused, and never read beyond its end. */
static void test_damaged(void) {
    const made whole = history_of("1(enq 5 2(q.deq 1) 2)-7 0(deq 0)EMPTY");
    unsigned refused = 0, understood = 0;
    srand(1);
    for (int i = 0; i < 20000; i++) {
        size_t length = whole.length - (size_t)(i % 3 ? 0 : rand() % (int)whole.length);
        uint8_t *bytes = malloc(length ? length : 1); /* of exactly this size, so that a sanitizer sees the end */
        memcpy(bytes, whole.at, length);
        for (int k = rand() % 4; k > 0 && length; k--) bytes[rand() % (int)length] = (uint8_t)rand();
        lcd_msg_history h;
        lince_text text = {0};
        if (lcd_msg_as_history((lcd_msg){bytes, bytes + length, false}, &room, &h)) {
            lince_history *real = NULL;
            lince_error error = {0};
            understood++;
            lcd_msg_canonical(&h, &text);
            lcd_msg_to_history(&h, "x.c", &real, &error);
            lince_history_free(real);
        } else refused++;
        lc_text_free(&text);
        free(bytes);
    }
    expect(refused > 5000 && understood > 1000, "%u damaged messages refused, %u understood", refused, understood);
}

int main(void) {
    test_history();
    test_failure();
    test_race();
    test_canonical();
    test_loss();
    test_weaker();
    test_stuck();
    test_order();
    test_damaged();
    lcd_msg_room_free(&room);
    lcd_msg_room_free(&other_room);
    return tap_end();
}
