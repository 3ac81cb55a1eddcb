/* JSON read back by an independent reader holds what was written. */
#include "tap.h"

#include <jansson.h>

#include "report/writer.h"
#include "report_support.h"

static json_t *parse(const lince_text *text) {
    json_error_t error;
    json_t *root = json_loads(lc_text(text), JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    if (!root) printf("# %s\n# %s\n", error.text, lc_text(text));
    return root;
}

/* Valid UTF-8 only, any character that JSON must escape among it. */
static lince_value random_text(lince_values *pool, uint64_t *seed, bool symbol) {
    lince_text text = {0};
    for (uint32_t length = pick(seed, 12); length--;) {
        uint32_t c = pick(seed, 3) ? pick(seed, 0x80) : pick(seed, 0xD800);
        lc_utf8_put(&text, c);
    }
    lince_value v =
        symbol ? lince_symbol(pool, lc_text(&text), text.length) : lince_string(pool, lc_text(&text), text.length);
    lc_text_free(&text);
    return v;
}

static lince_value random_value(lince_values *pool, uint64_t *seed, unsigned depth) {
    lince_value items[5];
    size_t count;
    switch (pick(seed, depth ? 7 : 6)) {
    case 0: return lince_int(pool, (int64_t)pick(seed, 2000) - 1000);
    case 1: return lince_int(pool, (int64_t)(*seed * 0x9e3779b97f4a7c15u));
    case 2: return lince_int(pool, pick(seed, 2) ? INT64_MIN : INT64_MAX);
    case 3: return LINCE_NIL + pick(seed, LINCE_CLOSED);
    case 4: return random_text(pool, seed, true);
    case 5: return random_text(pool, seed, false);
    default:
        count = pick(seed, 5);
        for (size_t i = 0; i < count; i++) items[i] = random_value(pool, seed, depth - 1);
        return lince_list(pool, items, count);
    }
}

static bool matches(const json_t *json, const lince_values *pool, lince_value v) {
    int64_t n = 0;
    size_t length;
    if (v == LINCE_NIL) return json_is_null(json);
    if (v == LINCE_TRUE) return json_is_true(json);
    if (v == LINCE_FALSE) return json_is_false(json);
    if (lince_get_int(pool, v, &n)) return json_is_integer(json) && json_integer_value(json) == n;
    const char *text = lince_get_text(pool, v, &length);
    if (text)
        return json_is_string(json) && json_string_length(json) == length &&
               !memcmp(json_string_value(json), text, length);
    const lince_value *items = lince_get_items(pool, v, &length);
    if (!json_is_array(json) || json_array_size(json) != length) return false;
    for (size_t i = 0; i < length; i++)
        if (!matches(json_array_get(json, i), pool, items[i])) return false;
    return true;
}

static void test_values(void) {
    uint64_t seed = 3;
    bool same = true;
    lince_values *pool = lince_values_new();
    for (int round = 0; round < 3000 && same; round++) {
        lince_value v = random_value(pool, &seed, 3);
        lince_text text = {0};
        lcr_writer w = {.out = &text};
        lcr_write_json_value(&w, pool, v);
        json_t *json = parse(&text);
        same = json && matches(json, pool, v) && !strchr(lc_text(&text), '\n');
        json_decref(json);
        lc_text_free(&text);
    }
    expect(same, "random values come back as they were");
    lince_values_free(pool);
}

static void test_broken_text(void) {
    lince_text text = {0};
    lcr_writer w = {.out = &text};
    lcr_write_string(&w, "a\xFF\xC3(\xED\xA0\x80z\0\x7F", 10);
    json_t *json = parse(&text);
    expect(json && json_string_length(json) == strlen("a\uFFFD\uFFFD(\uFFFD\uFFFD\uFFFDz") + 2 &&
               !memcmp(json_string_value(json), "a\uFFFD\uFFFD(\uFFFD\uFFFD\uFFFDz\0\x7F", json_string_length(json)),
           "bytes that are not UTF-8 are replaced");
    json_decref(json);
    uint64_t seed = 9;
    bool readable = true;
    for (int round = 0; round < 3000; round++) {
        char bytes[24];
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)pick(&seed, 256);
        lc_text_clear(&text);
        w = (lcr_writer){.out = &text};
        lcr_write_string(&w, bytes, pick(&seed, sizeof bytes));
        json = parse(&text);
        readable &= json_is_string(json);
        json_decref(json);
    }
    expect(readable, "any bytes at all give a string that can be read");
    lc_text_free(&text);
}

static void test_numbers(void) {
    lince_text text = {0};
    lcr_writer w = {.out = &text};
    lcr_write_open(&w, '[');
    lcr_write_seconds(&w, 0.00021);
    lcr_write_seconds(&w, 12.5);
    lcr_write_seconds(&w, 0.0 / 0.0);
    lcr_write_seconds(&w, -1);
    lcr_write_count(&w, UINT64_C(9007199254740993));
    lcr_write_close(&w, ']');
    expect(!strcmp(lc_text(&text), "[0.000210,12.500000,0.000000,0.000000,9007199254740993]"), "numbers are exact");
    lc_text_free(&text);
}

static lince_history *two_threads(void) {
    return history_of("q\"1\".hist",
                      "T1 invoke q.enq(1, x)\nT2 invoke deq()\nT1 return\nT2 return 2, EMPTY\n"
                      "T1 invoke deq()\nT1 crash\n");
}

static bool equals(json_t *json, const char *text) {
    json_error_t error;
    json_t *wanted = json_loads(text, JSON_DECODE_ANY, &error);
    bool same = wanted && json_equal(json, wanted);
    if (!same) {
        char *got = json_dumps(json, JSON_ENCODE_ANY);
        printf("# got    %s\n# wanted %s\n", got, text);
        free(got);
    }
    json_decref(wanted);
    json_decref(json);
    return same;
}

static const char op_0[] =
    "{\"op\":0,\"process\":\"T1\",\"object\":\"q\",\"f\":\"enq\",\"args\":[1,\"x\"],\"ret\":[],"
    "\"call\":0,\"return\":2,\"line\":1}";
/* The same where its return does not matter. */
static const char pending_0[] =
    "{\"op\":0,\"process\":\"T1\",\"object\":\"q\",\"f\":\"enq\",\"args\":[1,\"x\"],\"ret\":null,"
    "\"call\":0,\"return\":null,\"line\":1}";
static const char op_1[] =
    "{\"op\":1,\"process\":\"T2\",\"f\":\"deq\",\"args\":[],\"ret\":[2,\"EMPTY\"],\"call\":1,\"return\":3,\"line\":2}";
static const char op_2[] =
    "{\"op\":2,\"process\":\"T1\",\"f\":\"deq\",\"args\":[],\"ret\":null,\"call\":4,\"return\":null,\"line\":5}";

static void test_correct(void) {
    lince_history *h = two_threads();
    char spec[] = "queue";
    lince_result r = {.spec = spec, .algorithm = "search", .operations = 3, .seconds = 0.5, .memory = 4096};
    r.statistics.configurations = 17;
    const uint32_t order[] = {2, 0, 1};
    for (uint32_t i = 0; i < 3; i++) lc_push(NULL, &r.witness, order[i]);
    lince_text text = {0}, wanted = {0};
    lcr_report_json(&text, h, 4, &r);
    lc_text_printf(&wanted,
                   "{\"file\":\"q\\\"1\\\".hist\",\"history\":4,\"spec\":\"queue\",\"criterion\":\"linearizable\","
                   "\"verdict\":\"ok\",\"operations\":3,\"algorithm\":\"search\",\"seconds\":0.5,\"memory_bytes\":4096,"
                   "\"witness\":[%s,%s,%s],\"violation\":null,\"unknown_reason\":null,\"explain_seconds\":0.0,"
                   "\"statistics\":{\"partitions\":0,\"polynomial\":0,\"by_width\":0,\"searched\":0,"
                   "\"configurations\":17,\"revisits\":0,\"states\":0,\"steps\":0,"
                   "\"window\":0}}",
                   op_2, op_0, op_1);
    expect(equals(parse(&text), lc_text(&wanted)), "a correct history with its order");
    expect(text.length && strchr(lc_text(&text), '\n') == text.at + text.length - 1, "it is one line");
    lc_text_clear(&text);
    r.verdict = LINCE_VERDICT_UNKNOWN;
    r.why_unknown = LINCE_REASON_MEMORY;
    lcr_report_json(&text, h, 1, &r);
    json_t *json = parse(&text);
    expect(!strcmp(json_string_value(json_object_get(json, "verdict")), "unknown") &&
               !strcmp(json_string_value(json_object_get(json, "unknown_reason")), "memory") &&
               json_is_null(json_object_get(json, "witness")),
           "an unknown verdict says why, and has no order");
    json_decref(json);
    lc_vec_free(NULL, &r.witness);
    lc_text_free(&text);
    lc_text_free(&wanted);
    lince_history_free(h);
}

static void test_violation(void) {
    lince_history *h = two_threads();
    char object[] = "q", key[] = "7", reason[] = "because", instead[] = "1", state[] = "[1]", nameless[] = "";
    lc_violation v = {
        .object = object, .key = key, .has_prefix = true, .prefix_events = 4, .smallest = true, .culprit = 1};
    v.reason = reason, v.pattern = "a pattern", v.state = state, v.minimal = true;
    lc_push(NULL, &v.conflict, (lc_conflict_op){.op = 0, .pending = true});
    lc_push(NULL, &v.conflict, (lc_conflict_op){.op = 1, .instead = instead});
    lc_push(NULL, &v.deepest, 0);
    lince_result r = {.verdict = LINCE_VERDICT_VIOLATION, .violation = &v};
    lince_text text = {0}, wanted = {0};
    lcr_report_json(&text, h, 1, &r);
    lc_text_printf(&wanted,
                   "{\"object\":\"q\",\"key\":\"7\",\"reason\":\"because\",\"pattern\":\"a "
                   "pattern\",\"prefix_events\":4,\"smallest\":true,"
                   "\"line\":4,\"culprit\":1,"
                   "\"conflict\":[%.*s,\"pending\":true,\"instead\":null},%.*s,\"pending\":false,\"instead\":\"1\"}],"
                   "\"deepest\":[0],\"state\":\"[1]\",\"minimal\":true}",
                   (int)strlen(pending_0) - 1, pending_0, (int)strlen(op_1) - 1, op_1);
    json_t *json = parse(&text);
    expect(equals(json_incref(json_object_get(json, "violation")), lc_text(&wanted)), "a violation in full");
    expect(json_is_null(json_object_get(json, "witness")) && json_is_null(json_object_get(json, "spec")),
           "a violation has no order");
    json_decref(json);

    v.object = nameless, v.key = v.state = NULL, v.has_prefix = v.minimal = false, v.culprit = LC_NEVER,
    v.pattern = NULL;
    v.conflict.count = v.deepest.count = 0;
    lc_text_clear(&text);
    lcr_report_json(&text, h, 1, &r);
    json = parse(&text);
    expect(equals(json_incref(json_object_get(json, "violation")),
                  "{\"object\":null,\"key\":null,\"reason\":\"because\",\"pattern\":null,\"prefix_events\":null,"
                  "\"smallest\":false,"
                  "\"line\":null,"
                  "\"culprit\":null,\"conflict\":[],\"deepest\":[],\"state\":null,\"minimal\":false}"),
           "a violation of which little is known");
    json_decref(json);
    lc_vec_free(NULL, &v.conflict);
    lc_vec_free(NULL, &v.deepest);
    lc_text_free(&text);
    lc_text_free(&wanted);
    lince_history_free(h);
}

int main(void) {
    test_values();
    test_broken_text();
    test_numbers();
    test_correct();
    test_violation();
    return tap_end();
}
