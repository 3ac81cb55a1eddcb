/* JSON lines with one event a line. */
#include "formats_support.h"

#define JSONL LINCE_FORMAT_JSONL

static void test_events(void) {
    expect_reads(
        JSONL,
        "{\"process\": 0, \"type\": \"invoke\", \"f\": \"enq\", \"value\": 5}\n"
        "{\"process\": 1, \"type\": \"invoke\", \"f\": \"deq\", \"value\": null, \"time\": 1.5, \"index\": 1}\n"
        "{\"process\": 0, \"type\": \"ok\", \"f\": \"enq\", \"value\": 5}\n"
        "{\"process\": 1, \"type\": \"info\", \"f\": \"deq\", \"value\": 1.5, \"error\": {\"a\": []}}\n"
        "{\"process\": 1, \"type\": \"invoke\", \"f\": \"enq\", \"value\": 6}\n"
        "{\"process\": 1, \"type\": \"fail\"}\n",
        "0 enq(5); 1 deq(nil); 0 -> 5; 1 crash; 1 enq(6); 1 fail", "invoke, ok, info and fail");
    expect_reads(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"cas\",\"object\":\"r\",\"value\":[1,2]}\n",
                 "0 r.cas([1, 2])", "an object, and an array of several arguments");
    expect_reads(JSONL,
                 "{\"process\":-1,\"type\":\"invoke\",\"f\":\"a\"}\n\n  \r\n"
                 "{\"process\":\"T 1\",\"type\":\"invoke\",\"f\":\"b\",\"object\":null}\r\n",
                 "-1 a(); T 1 b()", "processes are integers or strings; blank lines and Windows line ends");
    expect_reads(
        JSONL,
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"w\",\"value\":[true,false,null,\"EMPTY\",-3,[],\"\\u00e4\"]}",
        "0 w([true, false, nil, \"EMPTY\", -3, [], \"\xc3\xa4\"])", "values of all kinds");
    expect_reads(JSONL,
                 "{\"process\":0,\"type\":\"invoke\",\"f\":\"put\",\"key\":\"k\",\"value\":\"v\"}\n"
                 "{\"process\":0,\"type\":\"ok\",\"f\":\"put\",\"key\":\"k\",\"value\":\"v\"}\n"
                 "{\"process\":0,\"type\":\"invoke\",\"f\":\"del\",\"key\":7}\n",
                 "0 put(\"k\", \"v\"); 0 -> \"v\"; 0 del(7)", "a key is the first argument");
    expect_reads(
        JSONL,
        "{\"process\":\"nemesis\",\"type\":\"info\",\"f\":\"start\",\"value\":{}}\n"
        "{\"process\":\"nemesis\",\"type\":\"invoke\",\"f\":\"a\"}\n{\"process\":\"nemesis\",\"type\":\"info\"}\n",
        "nemesis a(); nemesis crash", "what Jepsen's nemesis does is skipped, but not a client of that name");
    expect_reads(JSONL, "", "", "an empty file is an empty history");
}

static void test_representation(void) {
    lince_history *h = read_one(JSONL,
                                "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":[1,2]}\n"
                                "{\"process\":0,\"type\":\"ok\",\"f\":\"a\"}\n");
    expect(h && h->jepsen && h->json && !h->failed_cas_ran, "payloads follow Jepsen's habits");
    if (!h) return;
    expect(lince_value_kind(&h->values, h->ops.at[0].args) == LINCE_LIST, "an array stays one value");
    expect(h->ops.at[0].results == LINCE_NOTHING, "an absent value is nothing");
    expect(h->ops.at[0].call_line == 1 && h->ops.at[0].end_line == 2, "lines are kept");
    lince_history_free(h);
    h = read_one(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"put\",\"key\":1,\"value\":[2,3]}\n");
    expect(h && lince_value_kind(&h->values, h->ops.at[0].args) == LINCE_TUPLE, "a key and a value are a tuple");
    lince_history_free(h);
}

static void test_independent(void) {
    reading.independent = true;
    expect_reads(JSONL,
                 "{\"process\":0,\"type\":\"invoke\",\"f\":\"write\",\"value\":[\"x\",5]}\n"
                 "{\"process\":1,\"type\":\"invoke\",\"f\":\"cas\",\"value\":[7,[1,2]]}\n"
                 "{\"process\":0,\"type\":\"ok\",\"f\":\"write\",\"value\":[\"x\",5]}\n"
                 "{\"process\":1,\"type\":\"ok\",\"f\":\"cas\",\"value\":[1,2]}\n",
                 "0 \"x\".write(5); 1 7.cas([1, 2]); 0 -> 5; 1 -> [1, 2]",
                 "independent keys are objects; a completion without its key keeps going");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"write\",\"value\":5}", 1, "[key value]",
               "an invocation without its key");
    reading.independent = false;
}

static void test_malformed(void) {
    expect_bad(JSONL, "\n{\"process\":0,\"type\":\"invoke\",\"f\":\"a\"", 2, "expected one JSON object",
               "a truncated object");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a", 1, "expected one JSON object",
               "a truncated string");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\"} x", 1, "expected one JSON object",
               "text behind it");
    expect_bad(JSONL, "[{\"process\":0,\"type\":\"invoke\",\"f\":\"a\"}]", 1, "expected one JSON object", "an array");
    expect_bad(JSONL, "5", 1, "expected one JSON object", "a number");
    expect_bad(JSONL, "{\"process\":0,\"process\":1,\"type\":\"invoke\",\"f\":\"a\"}", 1, "duplicate", "a field twice");
    expect_bad(JSONL, "{\"process\":0,\"f\":\"a\"}", 1, "\"type\"", "neither an event nor an operation");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"call\":1,\"f\":\"a\"}", 1, "\"type\"", "both at once");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"start\",\"f\":\"a\"}", 1, "\"invoke\", \"ok\"", "an unknown type");
    expect_bad(JSONL, "{\"process\":0,\"type\":1,\"f\":\"a\"}", 1, "must be a string", "a type that is none");
    expect_bad(JSONL, "{\"type\":\"invoke\",\"f\":\"a\"}", 1, "no \"process\"", "no process");
    expect_bad(JSONL, "{\"process\":1.5,\"type\":\"invoke\",\"f\":\"a\"}", 1, "wrong \"process\"", "half a process");
    expect_bad(JSONL, "{\"process\":\"\",\"type\":\"invoke\",\"f\":\"a\"}", 1, "wrong \"process\"", "an empty process");
    expect_bad(JSONL, "{\"process\":\"a\\u0000\",\"type\":\"invoke\",\"f\":\"a\"}", 1, "wrong \"process\"",
               "NUL in it");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\"}", 1, "an invocation needs", "no operation");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\\nb\"}", 1, "control character",
               "a line end in a name");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"object\":5}", 1, "\"object\"",
               "a numeric object");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":1.5}", 1, "64 bits", "a real number");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":1e3}", 1, "64 bits", "an exponent");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":9223372036854775808}", 1, "integer",
               "an integer of more than 64 bits");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":[{}]}", 1, "an object is not a value",
               "an object as a value");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"\xff\"}", 1, "decode", "invalid UTF-8");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":\"\\x\"}", 1, "escape", "a bad escape");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"ok\",\"f\":\"a\"}", 1, "no open operation", "a completion alone");
    expect_bad(JSONL,
               "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\"}\n{\"process\":0,\"type\":\"invoke\",\"f\":\"a\"}", 2,
               "line 1", "a second invocation");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\"}\n{\"process\":0,\"type\":\"ok\",\"f\":\"b\"}", 2,
               "line 1 invoked `a`", "a completion of something else");
    expect_bad(JSONL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\"}\n{\"process\":0,\"f\":\"b\",\"call\":1}", 2,
               "either events", "both shapes in one file");
}

static void test_depth(void) {
    for (int depth = 64; depth <= 65; depth++) {
        char text[400];
        int length = snprintf(text, sizeof text, "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":");
        memset(text + length, '[', (size_t)depth);
        memset(text + length + depth, ']', (size_t)depth);
        snprintf(text + length + 2 * depth, 3, "}\n");
        lince_history *h = read_one(JSONL, text);
        expect((h != NULL) == (depth <= 64) && (h || strstr(problem.message, "nested")), "arrays %d deep", depth);
        lince_history_free(h);
    }
}

int main(void) {
    test_events();
    test_representation();
    test_independent();
    test_malformed();
    test_depth();
    return tap_end();
}
