/* Messages of workers: taken apart as they were put together, equal histories recognized, nonsense refused. */
#include <lince/test.h>
#include <stdlib.h>
#include <string.h>

#include "check/result.h"
#include "tap.h"
#include "target/explore/control.h"
#include "tester/driver/failure.h"
#include "tester/oracle/history_judge.h"

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
    put(m, LCT_MEMORY_TSO);
    put(m, LCT_LISTED);
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
            put(m, 0); /* no option of the operation */
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
    put(&m, 0);
    return m;
}

/* The same as a partial order: for each call and each of so many threads, a digit. */
static made ordered(const char *events, unsigned threads, const char *before) {
    made m = history_of(events);
    m.length--;
    put(&m, threads);
    for (; *before; before++)
        if (*before != ' ') put(&m, (uint64_t)(*before - '0'));
    put(&m, 0);
    return m;
}

/* With links between the beginnings and ends of operations: for each pair a digit. */
static made linked(const char *events, unsigned threads, const char *before, const char *links) {
    made m = ordered(events, threads, before);
    m.at[m.length - 1] = 1;
    for (; *links; links++)
        if (*links != ' ') put(&m, (uint64_t)(*links - '0'));
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
               h.execution.schedule.length == 4 && h.execution.scenario.length == 14 &&
               h.execution.memory == LCT_MEMORY_TSO && h.order_threads == 0,
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
    lcd_failure failure;
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
    expect(lcd_failure_from_message(&failure, &f, "x.c") && strcmp(failure.message, "no thread can go on") == 0 &&
               failure.length == 4 && failure.races.places.count == 2 && failure.races.places.at[1] == 0x405678 &&
               failure.history->ops.count == 1,
           "and kept with all that is needed to run it again");
    expect(strcmp(lcd_failure_name(f.kind), "deadlock") == 0, "by name");
    lcd_failure_free(&failure);
}

static void put_access(made *m, uint64_t thread, uint64_t kind) {
    const uint64_t numbers[] = {0, thread, kind, 0x404000, 8, 0, 3, 0x401000 + thread};
    for (int i = 0; i < 8; i++) put(m, numbers[i]);
    put_text(m, "");
    put(m, 2);
    put(m, 0x401000 + thread);
    put(m, 0x402000);
    put(m, __ATOMIC_RELAXED + 1);
    for (int i = 0; i < 4; i++) put(m, 0);
}

static void test_race(void) {
    made m = {.length = 0};
    lcd_msg_failure f;
    lcd_failure failure;
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
    expect(lcd_failure_from_message(&failure, &f, "x.c") && failure.access_count == 2 &&
               failure.accesses[0].thread == 1 && failure.accesses[1].pc == 0x401002 &&
               failure.accesses[1].frame_count == 2 && failure.accesses[1].frames[1] == 0x402000,
           "and kept with their stacks");
    expect(strcmp(lcd_failure_name(f.kind), "data-race") == 0, "by name");
    lcd_failure_free(&failure);
}

static bool same(made m, made n, const char *a, const char *b) {
    lcd_msg_history g, h;
    lince_text s = {0}, t = {0};
    bool sound = lcd_msg_as_history(said(&m), &other_room, &g) && lcd_msg_as_history(said(&n), &room, &h) &&
                 lcd_msg_canonical(&g, &s) && lcd_msg_canonical(&h, &t);
    bool alike = s.length == t.length && memcmp(lc_text(&s), lc_text(&t), s.length) == 0;
    lc_text_free(&s);
    lc_text_free(&t);
    if (!sound) expect(false, "%s and %s are histories", a, b);
    return alike;
}
static bool equal(const char *a, const char *b) { return same(history_of(a), history_of(b), a, b); }

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

static bool equal_orders(const char *a, const char *before, const char *b, const char *other) {
    return same(ordered(a, 3, before), ordered(b, 3, other), a, b);
}

static void test_canonical_orders(void) {
    /* T1 calls a and b, T2 c and d, and nothing else is ordered */
    expect(equal_orders("1(a 1) 1(b 1) 2(c 2) 2(d 2)", "000 010 000 001", "2(c 1(a 2) 1) 2(d 1(b 2) 1)",
                        "000 000 001 010"),
           "of a partial order the sequence of events is nothing");
    expect(!equal_orders("1(a 1) 1(b 1) 2(c 2) 2(d 2)", "000 010 000 001", "2(c 1(a 2) 1) 2(d 1(b 2) 1)",
                         "000 000 011 010"),
           "and what comes before what is everything");
    const made one = linked("1(a 1) 2(c 2)", 3, "000 000", "71 27"),
               two = linked("2(c 2) 1(a 1)", 3, "000 000", "72 17"),
               three = linked("2(c 2) 1(a 1)", 3, "000 000", "71 27");
    expect(same(one, two, "links", "the same") && !same(one, three, "links", "others"),
           "links are those of operations");
    const made intervals = ordered("1(a 1) 1(b 1) 2(c 2) 2(d 2)", 3, "000 010 010 011");
    expect(same(intervals, history_of("1(a 1) 2(c 1(b 2) 2(d 1) 2)"), "a", "a") &&
               !same(intervals, history_of("1(a 1) 2(c 1(b 1) 2) 2(d 2)"), "a", "a"),
           "an order of intervals is that of events");
    expect(!equal_orders("1(a 1)1", "000", "1(a 1)2", "000"), "results count");
    expect(!equal_orders("1(a 1)", "000", "1(a", "000"), "so does whether an operation returned");
    expect(!equal_orders("1(a 1)", "000", "2(a 2)", "000"), "and the thread");
}

static bool is_order(const char *events, unsigned threads, const char *before) {
    made m = ordered(events, threads, before);
    lcd_msg_history h;
    return lcd_msg_as_history(said(&m), &room, &h);
}

static void test_orders(void) {
    made m = ordered("2(c 1(a 2) 1) 2(d 1(b 2) 1)", 3, "000 000 001 010");
    lcd_msg_history h;
    lince_history *real = NULL;
    lince_error error = {0};
    expect(lcd_msg_as_history(said(&m), &room, &h) && h.order_threads == 3 && h.before[10] == 1,
           "a partial order is understood");
    expect(lcd_msg_to_history(&h, "x.c", &real, &error) == LINCE_DONE && lc_comes_before(real, 0, 2) &&
               lc_comes_before(real, 1, 3) && !lc_comes_before(real, 0, 1) && !lc_comes_before(real, 2, 0) &&
               !lc_comes_before(real, 0, 3) && !lc_comes_before(real, 1, 2),
           "and is that of the history");
    lince_history_free(real);
    expect(is_order("1(a 1) 2(b 2)", 3, "000 010"), "one operation before another");
    expect(!is_order("1(a 1) 2(b 2)", 3, "001 010"), "none before itself");
    expect(!is_order("1(a 1) 1(c 1) 2(b 2)", 3, "000 000 000"), "a thread's own are before");
    expect(!is_order("1(a 1) 2(b 2)", 2, "00 01"), "every thread has its number");
    expect(!is_order("1(a 2(b 2)", 3, "000 010"), "what has not returned is before nothing");
    expect(!is_order("1(a 1) 2(b 2)", 3, "000 020"), "no more operations than there are");
    expect(!is_order("0(d 0) 1(a 1) 2(b 2)", 3, "000 100 010"), "and what is before those is before, too");
    expect(!is_order("1(a 2(b 1) 2)", 3, "000 010"), "what is before has returned");
    expect(!is_order("1(a 1) 2(b 2)", 3, "000 01"), "half an order is none");
    expect(!is_order("1(a 1) 2(b 2)", 3, "000 010 0"), "and neither is more");
    m = linked("1(a 1) 2(b 2)", 3, "000 010", "71 07");
    expect(lcd_msg_as_history(said(&m), &room, &h) && h.links && h.operations == 2 && h.links[1] == 1 && !h.psc &&
               h.order_threads == 3,
           "links are understood, and the order stays");
    expect(lcd_msg_to_history(&h, "x.c", &real, &error) == LINCE_DONE && real->order.links.count == 4 &&
               real->order.links.at[0] == 7,
           "and are those of the history");
    lince_history_free(real);
    m = linked("1(a 1) 2(b 2)", 3, "000 010", "71 0");
    expect(!lcd_msg_as_history(said(&m), &room, &h), "half of them are none");
}

/* A random partial order of up to 8 operations of 3 threads: all pairs of the history are ordered as in the message. */
static bool keeps_order(bool *intervals) {
    enum { OPS = 8, COLUMNS = 4 };
    unsigned thread[OPS], nth[OPS], count = 1 + (unsigned)rand() % OPS, calls[COLUMNS] = {0},
                                    before[OPS][COLUMNS] = {{0}};
    char events[200] = "", *end = events;
    made m;
    for (unsigned i = 0; i < count; i++) {
        thread[i] = 1 + (unsigned)rand() % 3;
        nth[i] = calls[thread[i]]++;
        for (unsigned k = 0; k < i; k++) {
            if (thread[k] != thread[i] && rand() % 4) continue;
            if (before[i][thread[k]] <= nth[k]) before[i][thread[k]] = nth[k] + 1;
            for (unsigned t = 0; t < COLUMNS; t++)
                if (before[i][t] < before[k][t]) before[i][t] = before[k][t];
        }
        end += sprintf(end, "%s%u(a %u %u)", i ? " " : "", thread[i], i, thread[i]);
    }
    m = history_of(events);
    m.at[m.length - 1] = COLUMNS;
    for (unsigned i = 0; i < count; i++)
        for (unsigned t = 0; t < COLUMNS; t++) put(&m, before[i][t]);
    put(&m, 0);
    lcd_msg_history h;
    lince_history *real = NULL;
    lince_error error = {0};
    bool good = lcd_msg_as_history(said(&m), &room, &h) && lcd_msg_to_history(&h, "x.c", &real, &error) == LINCE_DONE;
    *intervals = good && !h.order_threads;
    for (uint32_t i = 0; good && i < count; i++)
        for (uint32_t k = 0; k < count; k++) { /* the argument is the number of the operation */
            int64_t a = 0, b = 0;
            good &= lince_get_int(&real->values, real->ops.at[i].args, &a) &&
                    lince_get_int(&real->values, real->ops.at[k].args, &b) && a < OPS && b < OPS;
            good = good && lc_comes_before(real, i, k) == (nth[a] < before[b][thread[a]]);
        }
    lince_history_free(real);
    return good;
}

static void test_random_orders(void) {
    unsigned kept = 0, of_intervals = 0;
    srand(2);
    for (int i = 0; i < 20000; i++) {
        bool intervals;
        kept += keeps_order(&intervals);
        of_intervals += intervals;
    }
    expect(kept == 20000 && of_intervals > 4000 && of_intervals < 16000, "%u orders are kept, %u of them by intervals",
           kept, of_intervals);
}

/* ---- judging ---- */

static lince_specs *queue;

/* Sends a history of T1 and T2 to a history judge. */
static bool is_wrong(lcd_judge *j, const char *events, const char *before) {
    made m = ordered(events, 3, before);
    lcd_msg_history h;
    lince_error error = {0};
    bool wrong = false;
    bool sound = lcd_msg_as_history(said(&m), &room, &h) && lcd_judge_history(j, &h, &wrong, &error) == LINCE_DONE;
    if (!sound) expect(false, "%s is judged %s", events, error.message);
    return wrong;
}

static lcd_judge judge_by(lince_criterion criterion, lcd_oracle *standard) {
    lcd_judge j;
    lcd_judge_init(&j, standard, "x.c");
    j.options = (lince_check_options){.criterion = criterion, .factors = "1", .jobs = 1};
    return j;
}

/* enq(1) and enq(2) by T1, and two removals by T2; nothing else is ordered. */
#define TWO_AND_TWO "000 010 000 001"

static void test_judging(void) {
    queue = lince_specs_new();
    lcd_oracle *standard = lcd_oracle_new(LCD_ORACLE_SPEC, queue);
    if (!expect(queue && standard && lince_specs_add(queue, "queue", NULL) == LINCE_DONE, "a queue")) return;
    lcd_judge j = judge_by(LINCE_LINEARIZABLE, standard);
    expect(!is_wrong(&j, "1(enq 1 1) 2(deq 2)EMPTY", "000 000") && is_wrong(&j, "1(enq 1 1) 2(deq 2)EMPTY", "000 010"),
           "an order of intervals is that of happens-before, not of events");
    expect(j.failures.count == 1 && j.failures.at[0].memory == LCT_MEMORY_TSO &&
               !j.failures.at[0].history->order.threads,
           "the failure has its memory model");
    lcd_judge_free(&j);
    j = judge_by(LINCE_LINEARIZABLE, standard);
    expect(!is_wrong(&j, "1(enq 1 1) 1(enq 2 1) 2(deq 2)1 2(deq 2)2", TWO_AND_TWO) &&
               is_wrong(&j, "1(enq 1 1) 1(enq 2 1) 2(deq 2)2 2(deq 2)1", TWO_AND_TWO) && j.judged == 2,
           "and so is one that is none of intervals");
    expect(is_wrong(&j, "2(deq 2)2 1(enq 1 1) 1(enq 2 1) 2(deq 2)1", "000 000 010 001") && j.judged == 2,
           "which is judged once");
    lince_verdict verdict;
    lince_result *result = NULL;
    lince_error error = {0};
    expect(j.failures.count == 1 && lcd_judge_explain(&j, &j.failures.at[0], &verdict, &result, &error) == LINCE_DONE &&
               verdict == LINCE_VERDICT_VIOLATION && result->violation->conflict.count == 4 &&
               strstr(result->violation->reason, "happens-before"),
           "and explained");
    lince_result_free(result);
    lcd_judge_free(&j);
    j = judge_by(LINCE_QUASI, standard);
    expect(!is_wrong(&j, "1(enq 1 1) 1(enq 2 1) 2(deq 2)2 2(deq 2)1", TWO_AND_TWO) && j.unknown &&
               lcd_oracle_count(standard).partial == 1,
           "criteria about intervals do not judge it");
    lcd_judge_free(&j);
    lcd_oracle_free(standard);
    lince_specs_free(queue);
}

/* The four operations one after another: those of T1 take the places of this set. */
static bool send_serial(lcd_judge *j, unsigned places) {
    char events[200] = "", *end = events;
    int added = 0, removed = 0;
    for (int i = 0; i < 4; i++) {
        if (places >> i & 1) end += sprintf(end, "%s1(enq %d 1)", i ? " " : "", ++added);
        else if (removed < added) end += sprintf(end, "%s2(deq 2)%d", i ? " " : "", ++removed);
        else end += sprintf(end, "%s2(deq 2)EMPTY", i ? " " : "");
    }
    made m = history_of(events);
    lcd_msg_history h;
    lince_error error = {0};
    bool wrong = false;
    m.at[0] = 1;
    return lcd_msg_as_history(said(&m), &room, &h) && h.serial &&
           lcd_judge_history(j, &h, &wrong, &error) == LINCE_DONE && !wrong;
}

/* Without a specification the serial executions of the scenario decide. */
static void test_judging_by_itself(void) {
    lcd_oracle *standard = lcd_oracle_new(LCD_ORACLE_ITSELF, NULL);
    if (!expect(standard, "an object")) return;
    lcd_judge j = judge_by(LINCE_LINEARIZABLE, standard);
    lcd_execution_place place;
    lince_error error = {0};
    bool wrong = false, sent = true;
    for (unsigned places = 0; places < 16; places++)
        if (__builtin_popcount(places) == 2) sent &= send_serial(&j, places);
    sent &= lcd_judge_complete(&j, lc_span_of("enq(1) | deq()"), &wrong, &place, &error) == LINCE_DONE && !wrong;
    expect(sent, "its serial executions");
    expect(!is_wrong(&j, "1(enq 1 1) 1(enq 2 1) 2(deq 2)EMPTY 2(deq 2)1", TWO_AND_TWO) &&
               !is_wrong(&j, "1(enq 1 1) 1(enq 2 1) 2(deq 2)1 2(deq 2)2", TWO_AND_TWO) &&
               is_wrong(&j, "1(enq 1 1) 1(enq 2 1) 2(deq 2)2 2(deq 2)1", TWO_AND_TWO) &&
               is_wrong(&j, "1(enq 1 1) 1(enq 2 1) 2(deq 2)EMPTY 2(deq 2)EMPTY", "000 010 010 011") && !j.unknown,
           "are the measure of partial orders, too");
    lcd_judge_free(&j);
    lcd_oracle_free(standard);
}

static void test_step(void) {
    made m = {.length = 0};
    lcd_msg_step t;
    put_access(&m, 1, LCT_STEP_LOAD);
    m.length -= 5;
    put(&m, __ATOMIC_ACQUIRE + 1), put(&m, 2), put(&m, 5), put(&m, 9), put(&m, 1);
    expect(lcd_msg_as_step(said(&m), &t) && t.order == __ATOMIC_ACQUIRE + 1 && t.newer == 2 && t.newest_step == 5 &&
               t.more == 9 && t.is_volatile,
           "a step that reads an old value");
    m.at[m.length - 5] = __ATOMIC_SEQ_CST + 2;
    expect(!lcd_msg_as_step(said(&m), &t), "there is no such memory order");
}

static void test_stage(void) {
    made m = {.length = 0};
    lcd_msg_stage g;
    const uint64_t numbers[] = {1, 2, LCT_DOES_GRAPH,    LCT_HEAP_AUTO, UINT32_MAX, LCT_MEMORY_RC11, 812, 3, 1, 0,
                                2, 1, LCT_SYMMETRY_EQUAL};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put(&m, numbers[i]);
    expect(lcd_msg_as_stage(said(&m), &g) && g.name.kind == LCT_DOES_GRAPH && g.name.memory == LCT_MEMORY_RC11 &&
               g.name.bound == UINT32_MAX && g.executions == 812 && g.complete && g.blocked == 2 && g.excluded == 1 &&
               g.symmetry == LCT_SYMMETRY_EQUAL,
           "a stage of execution graphs");
    m.at[9] = LCT_MEMORY_MODELS;
    expect(!lcd_msg_as_stage(said(&m), &g), "there is no such memory model");
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
    expect(lcd_msg_as_weaker(said(&m), &w) && w.order == __ATOMIC_SEQ_CST,
           "one with seq_cst, where all orders are wanted");
    m.at[1] = __ATOMIC_SEQ_CST + 1;
    expect(!lcd_msg_as_weaker(said(&m), &w), "an order that there is not");
    made v = {.length = 0};
    lcd_msg_versions versions = {0};
    const uint64_t numbers[] = {1, 3, 1, 2, /* step 3 reads the first, writes the second */
                                2, 7, 0, 0, 0, 0, 7, 1, 3, 2, 1};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put(&v, numbers[i]);
    expect(lcd_msg_as_versions(said(&v), &versions) && versions.accesses.count == 1 && versions.versions.count == 2 &&
               versions.accesses.at[0].step == 3 && versions.accesses.at[0].source == 1 &&
               versions.accesses.at[0].result == 2 && versions.versions.at[1].location == 7 &&
               versions.versions.at[1].older == 1 && versions.versions.at[1].step == 3 &&
               versions.versions.at[1].thread == 2 && versions.versions.at[1].plain && !versions.versions.at[0].plain,
           "versions, and the step that accesses them");
    v.length--;
    expect(!lcd_msg_as_versions(said(&v), &versions), "versions that are cut off are none");
    lcd_msg_versions_free(&versions);
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
    put(&m, 0);
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
    const made kinds[] = {history_of("1(enq 5 2(q.deq 1) 2)-7 0(deq 0)EMPTY"),
                          ordered("1(enq 5 2(q.deq 1) 2)-7 1(deq 1)EMPTY 2(enq 6 2)", 3, "000 000 010 001")};
    unsigned refused = 0, understood = 0;
    srand(1);
    for (int i = 0; i < 20000; i++) {
        const made whole = kinds[i % 2];
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
    test_canonical_orders();
    test_orders();
    test_random_orders();
    test_judging();
    test_judging_by_itself();
    test_step();
    test_stage();
    test_loss();
    test_weaker();
    test_stuck();
    test_order();
    test_damaged();
    lcd_msg_room_free(&room);
    lcd_msg_room_free(&other_room);
    return tap_end();
}
