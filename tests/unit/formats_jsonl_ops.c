/* JSON lines with one operation a line and time stamps. */
#include "formats_support.h"

#define JSONL LINCE_FORMAT_JSONL

/* `{"process": P, "f": F, ...}` for each line, the rest as given. */
#define OP(process, f, rest) "{\"process\": " process ", \"f\": \"" f "\", " rest "}\n"

static void test_order(void) {
    expect_reads(JSONL, OP("0", "deq", "\"args\": [], \"ret\": [5], \"call\": 12, \"return\": 40"), "0 deq(); 0 -> 5",
                 "the example of the contract");
    expect_reads(JSONL,
                 OP("1", "b", "\"args\": [1, 2], \"ret\": [3, 4], \"call\": 5, \"return\": 9")
                     OP("0", "a", "\"args\": [[1]], \"ret\": [], \"call\": 1, \"return\": 7"),
                 "0 a([1]); 1 b(1, 2); 0 ->; 1 -> 3, 4", "events are sorted by time");
    expect_reads(JSONL,
                 OP("0", "a", "\"call\": 1, \"return\": 5") OP("1", "b", "\"call\": 5, \"return\": 6")
                     OP("2", "c", "\"call\": 7, \"return\": 7"),
                 "0 a(); 1 b(); 0 ->; 1 ->; 2 c(); 2 ->", "at equal times calls come before returns");
    expect_reads(JSONL,
                 OP("0", "a", "\"call\": -0.5, \"return\": 9007199254740993")
                     OP("1", "b", "\"call\": 9007199254740993.5e0, \"return\": 1e300")
                         OP("2", "c", "\"call\": -1, \"return\": 0"),
                 "2 c(); 0 a(); 2 ->; 0 ->; 1 b(); 1 ->", "integers and reals are compared exactly");
    expect_reads(JSONL,
                 OP("\"x\"", "a", "\"object\": \"q\", \"call\": 1") OP("1", "b", "\"call\": 2, \"return\": null"),
                 "x q.a(); 1 b()", "an absent or null return is pending");
    expect_reads(JSONL,
                 OP("0", "a", "\"call\": 1, \"ret\": [5]") OP("1", "b", "\"call\": 2, \"return\": 3")
                     OP("0", "c", "\"call\": 4, \"return\": 5"),
                 "0 a(); 1 b(); 1 ->; 0 crash; 0 c(); 0 ->", "a process that calls again has crashed before");
    expect_reads(JSONL, OP("0", "a", "\"call\": 5") OP("0", "b", "\"call\": 5, \"return\": 5"),
                 "0 a(); 0 crash; 0 b(); 0 ->", "also in the same instant");
    expect_reads(JSONL, OP("0", "late", "\"call\": 10, \"return\": 20") OP("0", "early", "\"call\": 1, \"return\": 5"),
                 "0 early(); 0 ->; 0 late(); 0 ->", "lines of a process need not be in order where times tell it");
    expect_reads(JSONL, OP("0", "a", "\"args\": 5, \"ret\": \"x\", \"call\": 1, \"return\": 2"), "0 a(5); 0 -> \"x\"",
                 "a value that is no array is one argument");
}

static void test_ties(void) {
    lince_history *h =
        read_one(JSONL, OP("0", "a", "\"call\": 1, \"return\": 5") OP("0", "b", "\"call\": 5, \"return\": 5")
                            OP("1", "x", "\"call\": 5, \"return\": 8") OP("0", "c", "\"call\": 5, \"return\": 9"));
    expect_shown(h, "0 a(); 0 b(); 1 x(); 0 c(); 0 ->; 0 ->; 1 ->; 0 ->", "operations of a process may touch");
    if (!h) return;
    expect(h->ties.count == 2 && h->ties.at[0].op == 1 && h->ties.at[0].before == 0 && h->ties.at[1].op == 3 &&
               h->ties.at[1].before == 1,
           "they are ordered all the same");
    expect(!h->jepsen && h->json, "payloads are exact, strings may be sentinels");
    expect(h->ops.at[2].call_line == 3 && h->ops.at[2].end_line == 3, "lines are kept");
    lince_history_free(h);
    h = read_one(JSONL, OP("0", "a", "\"call\": 1, \"return\": 5") OP("0", "b", "\"call\": 5")
                            OP("0", "c", "\"call\": 5, \"return\": 6"));
    expect(h && h->ties.count == 2 && h->ties.at[0].op == 1 && h->ties.at[0].before == 0 && h->ties.at[1].op == 2 &&
               h->ties.at[1].before == 0,
           "a pending operation between two that touch does not separate them");
    lince_history_free(h);
    h = read_one(JSONL, OP("0", "a", "\"call\": 1, \"return\": 5") OP("0", "b", "\"call\": 5.5, \"return\": 6"));
    expect(h && h->ties.count == 0, "operations that do not touch are not tied");
    lince_history_free(h);
}

static void test_malformed(void) {
    expect_bad(JSONL, OP("0", "a", "\"call\": 1, \"return\": 5") "\n" OP("0", "b", "\"call\": 4, \"return\": 6"), 3,
               "line 1", "operations of one process that overlap");
    expect_bad(JSONL, OP("0", "a", "\"call\": 4, \"return\": 6") OP("0", "b", "\"call\": 1, \"return\": 5"), 2,
               "line 1", "the same in the other order");
    expect_bad(JSONL, OP("0", "a", "\"call\": 5, \"return\": 9") OP("0", "b", "\"call\": 5, \"return\": 5"), 2,
               "line 1", "a tie against the order of the lines");
    expect_bad(JSONL, OP("0", "a", "\"call\": 1, \"return\": 9") OP("0", "b", "\"call\": 5"), 2, "line 1",
               "a pending one within another");
    expect_bad(JSONL, OP("0", "a", "\"call\": 5, \"return\": 4"), 1, "returns before its call",
               "a return before the call");
    expect_bad(JSONL, OP("0", "a", "\"call\": 5, \"return\": 4.75"), 1, "returns before its call", "by a fraction");
    expect_bad(JSONL, OP("0", "a", "\"call\": \"5\""), 1, "must be numbers", "a call time that is no number");
    expect_bad(JSONL, OP("0", "a", "\"call\": null"), 1, "must be numbers", "no call time");
    expect_bad(JSONL, OP("0", "a", "\"call\": 5, \"return\": []"), 1, "must be numbers", "a return time that is none");
    expect_bad(JSONL, OP("0", "", "\"call\": 5"), 1, "no operation", "no operation");
    expect_bad(JSONL, OP("0", "a", "\"args\": [1.5], \"call\": 5"), 1, "64 bits", "a real argument");
    expect_bad(JSONL, OP("0", "a", "\"ret\": [{}], \"call\": 5, \"return\": 6"), 1, "not a value",
               "an object as a result");
    expect_bad(JSONL, OP("0", "a", "\"call\": 5") "{\"process\": 0, \"type\": \"ok\"}\n", 2, "either events",
               "both shapes in one file");
}

/* Many operations in random order come out in order, and each where its line was. */
static void test_many(void) {
    enum { COUNT = 2000 };
    static int order[COUNT];
    uint64_t state = 7;
    for (int i = 0; i < COUNT; i++) order[i] = i;
    for (int i = COUNT - 1; i > 0; i--) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        int j = (int)((state >> 33) % (uint64_t)(i + 1)), other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
    lince_text text = {0};
    for (int i = 0; i < COUNT; i++)
        lc_text_printf(&text, OP("%d", "a", "\"args\": [%d], \"ret\": [%d], \"call\": %d, \"return\": %d"),
                       order[i] % 10, order[i], -order[i], 10 * order[i], 10 * order[i] + 55);
    lince_history *h = read_one(JSONL, lc_text(&text));
    bool right = h && h->ops.count == COUNT && h->events.count == 2 * COUNT;
    for (uint32_t i = 0; right && i < COUNT; i++) {
        int64_t arg = -1, result = 1;
        const lc_op *op = &h->ops.at[i];
        right = lince_get_int(&h->values, op->args, &arg) && arg == i &&
                lince_get_int(&h->values, op->results, &result) && result == -arg &&
                (int)arg == order[op->call_line - 1] && op->end > op->call &&
                (i == 0 || op->end > h->ops.at[i - 1].end);
    }
    expect(right, "%d operations in disorder", COUNT);
    lince_history_free(h);
    lc_text_free(&text);
}

int main(void) {
    test_order();
    test_ties();
    test_malformed();
    test_many();
    return tap_end();
}
