/* The page read back by an independent reader holds the history that was written, whatever is in it. */
#include "tap.h"

#include <jansson.h>
#include <math.h>

#include "report/html.h"
#include "report_support.h"

/* ---- a page, and what is in it ---- */

/* The data alone ends where a browser thinks it does: at the first `</script`. */
static json_t *data_of(const lince_text *page) {
    static const char mark[] = "type=\"application/json\"";
    const char *at = page->at ? strstr(page->at, mark) : NULL;
    const char *begin = at ? strchr(at, '>') : NULL, *end = begin ? strstr(begin, "</script") : NULL;
    json_error_t error;
    if (!end) return NULL;
    json_t *root = json_loadb(begin + 1, (size_t)(end - begin - 1), JSON_ALLOW_NUL, &error);
    if (!root) printf("# %s\n", error.text);
    return root;
}

static bool is_safe(const lince_text *section) {
    lince_text page = {0};
    lcr_html_add(&page, section, true);
    bool safe = !memchr(lc_text(&page), '<', page.length);
    lc_text_free(&page);
    return safe;
}

static json_t *page_with(const lince_text *sections, size_t count, const char *title) {
    lince_text page = {0};
    lcr_html_begin(&page, title, "lince check '</script><!--'");
    for (size_t i = 0; i < count; i++) lcr_html_add(&page, &sections[i], i == 0);
    lcr_html_end(&page);
    json_t *root = data_of(&page);
    lc_text_free(&page);
    return root;
}

static const json_t *member(const json_t *object, const char *key, size_t i) {
    return json_array_get(json_object_get(object, key), i);
}

static json_int_t number(const json_t *object, const char *key, size_t i) {
    const json_t *n = member(object, key, i);
    return json_is_integer(n) ? json_integer_value(n) : -99;
}

/* ---- odd histories ---- */

static const char *const odd[] = {"T1",       "</script>", "<!--", "\"",    "\\",           "a\nb", "\x01",
                                  "\xff\xfe", "日本",      "",     "&amp;", "\xe2\x80\xae", "{}",   "'"};
enum { ODD = sizeof odd / sizeof *odd };

static lince_value odd_value(lince_values *pool, uint64_t *seed) {
    const char *text = odd[pick(seed, ODD)];
    switch (pick(seed, 4)) {
    case 0: return lince_int(pool, (int64_t)pick(seed, 100) - 50);
    case 1: return lince_string(pool, "x\0y", 3);
    case 2: return lince_symbol(pool, text, strlen(text));
    default: return lince_string(pool, text, strlen(text));
    }
}

static lince_history *odd_history(uint64_t *seed) {
    lince_history *h = lc_history_new(odd[pick(seed, ODD)], NULL);
    lince_error error;
    uint32_t events = pick(seed, 60);
    bool lines = pick(seed, 2), open[ODD] = {false};
    h->remarks.wanted = pick(seed, 2);
    for (uint32_t i = 1; i <= events; i++) {
        uint32_t t = pick(seed, ODD), line = lines ? i : 0;
        lc_span name = lc_span_of(odd[t]);
        lince_value values[3];
        uint32_t count = pick(seed, 4);
        for (uint32_t k = 0; k < count && k < 3; k++) values[k] = odd_value(&h->values, seed);
        lince_value payload = lince_tuple(&h->values, values, count < 3 ? count : 3);
        if (pick(seed, 9) == 0) lc_remark_next(h, lc_span_of(odd[pick(seed, ODD)]));
        if (!open[t])
            lc_history_invoke(h, line, name, lc_span_of(odd[pick(seed, ODD)]), lc_span_of(odd[pick(seed, ODD)]),
                              payload, &error);
        else if (pick(seed, 5) < 4) lc_history_return(h, line, name, payload, &error);
        else lc_history_end(h, line, name, pick(seed, 2) ? LC_CRASH : LC_FAIL, &error);
        open[t] = !open[t];
        if (pick(seed, 3) == 0) lc_remark_time(h, (double)i * 0.5);
        if (pick(seed, 9) == 0) lc_remark_last(h, lc_span_of(odd[pick(seed, ODD)]));
    }
    return h;
}

/* ---- are they the same? ---- */

/* Bytes that are not UTF-8 are replaced, so they are told apart by their places, not by what they are. */
static bool is_text(const json_t *json, const char *bytes, size_t count) {
    lince_text text = {0};
    lcr_writer w = {.out = &text};
    lcr_write_string(&w, bytes, count);
    json_error_t error;
    json_t *same = json_loads(lc_text(&text), JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    bool equal = same && json_equal(same, json);
    json_decref(same);
    lc_text_free(&text);
    return equal;
}

static bool is_span(const json_t *json, lc_span span) { return is_text(json, span.at, span.length); }

static bool same_payloads(const json_t *j, const lince_history *h, uint32_t i) {
    lince_text args = {0}, results = {0};
    lc_op_print_args(&args, h, &h->ops.at[i]);
    lc_op_print_results(&results, h, &h->ops.at[i]);
    const json_t *result = member(j, "results", i);
    bool same = is_text(member(j, "args", i), lc_text(&args), args.length) &&
                (results.length ? is_text(result, lc_text(&results), results.length) : json_is_null(result));
    lc_text_free(&args);
    lc_text_free(&results);
    return same;
}

static bool same_time(const json_t *json, double time) {
    return isnan(time) ? json_is_null(json) : json_is_number(json) && json_number_value(json) == time;
}

static bool same_operation(const json_t *j, const lince_history *h, uint32_t i) {
    static const char letters[] = "orcf";
    const lc_op *op = &h->ops.at[i];
    const char *outcomes = json_string_value(json_object_get(j, "outcome"));
    bool times = json_object_get(j, "call_time"), lines = json_object_get(j, "call_line");
    double end = op->end == LC_NEVER ? NAN : lc_event_time(h, op->end);
    return is_span(member(j, "threads", (size_t)number(j, "thread", i)), lc_thread_name(h, op)) &&
           is_span(member(j, "objects", (size_t)number(j, "object", i)), lc_object_name(h, op)) &&
           is_span(member(j, "methods", (size_t)number(j, "method", i)), lc_method_name(h, op)) &&
           number(j, "call", i) == op->call &&
           number(j, "end", i) == (op->end == LC_NEVER ? -1 : (json_int_t)op->end) &&
           outcomes[i] == letters[lc_op_outcome(h, op)] && same_payloads(j, h, i) &&
           (!lines || (number(j, "call_line", i) == op->call_line && number(j, "end_line", i) == op->end_line)) &&
           (lines || !op->call_line) &&
           (!times || (same_time(member(j, "call_time", i), lc_event_time(h, op->call)) &&
                       same_time(member(j, "end_time", i), end))) &&
           times == (h->remarks.times.count > 0);
}

static bool same_remarks(const json_t *j, const lince_history *h) {
    const json_t *all = json_object_get(j, "annotations");
    if (json_array_size(all) != h->remarks.list.count) return false;
    for (uint32_t i = 0; i < h->remarks.list.count; i++) {
        const lc_remark *r = &h->remarks.list.at[i];
        const json_t *a = json_array_get(all, i), *thread = json_object_get(a, "thread");
        if (json_integer_value(json_object_get(a, "at")) != r->at ||
            !is_span(json_object_get(a, "text"), lc_remark_text(h, r)) ||
            (r->thread == LC_NEVER ? !json_is_null(thread) : json_integer_value(thread) != r->thread))
            return false;
    }
    return true;
}

static bool same_history(const json_t *j, const lince_history *h) {
    static const char *const columns[] = {"thread", "object", "method", "args", "results", "call", "end"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (json_array_size(json_object_get(j, columns[i])) != h->ops.count) return false;
    if (json_string_length(json_object_get(j, "outcome")) != h->ops.count) return false;
    for (uint32_t i = 0; i < h->ops.count; i++)
        if (!same_operation(j, h, i)) return false;
    return same_remarks(j, h);
}

static void random_histories(void) {
    enum { RUNS = 400, AT_ONCE = 3 };
    uint64_t seed = 20261116;
    unsigned wrong = 0, unsafe = 0, differ = 0;
    for (unsigned run = 0; run < RUNS; run++) {
        lince_history *h[AT_ONCE];
        lince_text sections[AT_ONCE] = {{0}};
        for (unsigned i = 0; i < AT_ONCE; i++) {
            h[i] = odd_history(&seed);
            lcr_html_shown(&sections[i], h[i], i, NULL);
            unsafe += !is_safe(&sections[i]);
        }
        json_t *root = page_with(sections, AT_ONCE, h[0]->file);
        const json_t *list = json_object_get(root, "sections");
        wrong += json_array_size(list) != AT_ONCE;
        for (unsigned i = 0; root && i < AT_ONCE; i++)
            wrong += !same_history(json_object_get(json_array_get(list, i), "history"), h[i]);
        /* This test can tell histories apart. */
        differ += !same_history(json_object_get(json_array_get(list, 0), "history"), h[1]);
        for (unsigned i = 0; i < AT_ONCE; i++) {
            lince_history_free(h[i]);
            lc_text_free(&sections[i]);
        }
        json_decref(root);
    }
    expect(!unsafe, "nothing in a history can end the data of a page (%u do)", unsafe);
    expect(!wrong, "%u random histories are on their pages as they are (%u are not)", RUNS * AT_ONCE, wrong);
    expect(differ > RUNS / 2, "and another history is told from them (%u times)", differ);
}

/* ---- what was found ---- */

static const char five[] =
    "T1 invoke enq(1)\nT1 return\nT2 invoke enq(2)\nT2 return\nT3 invoke deq()\nT3 return 2\n"
    "T1 invoke deq()\n";

static json_t *section_of(const lcr_html_checked_history *c) {
    lince_text section = {0};
    lcr_html_checked(&section, c);
    json_t *root = page_with(&section, 1, "five.hist");
    json_t *found = json_incref(json_array_get(json_object_get(root, "sections"), 0));
    json_decref(root);
    lc_text_free(&section);
    return found;
}

static bool is_json(const json_t *json, const char *text) {
    json_error_t error;
    json_t *wanted = json_loads(text, JSON_DECODE_ANY, &error);
    bool same = wanted && json_equal(json, wanted);
    if (!same) {
        char *found = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);
        printf("# wanted %s, found %s\n", text, found ? found : "nothing");
        free(found);
    }
    json_decref(wanted);
    return same;
}

static void violations(void) {
    lince_history *h = history_of("five.hist", five);
    char one[] = "1", reason[] = "2 left before 1", state[] = "[1, 2]", spec[] = "queue";
    lc_conflict_op conflict[] = {{.op = 0}, {.op = 1}, {.op = 2, .instead = one}};
    uint32_t deepest[] = {0, 1, 3}, groups[] = {1, 3};
    lc_violation v = {.has_prefix = true,
                      .prefix_events = 6,
                      .smallest = true,
                      .culprit = 2,
                      .reason = reason,
                      .state = state,
                      .deepest = {deepest, 3, 3},
                      .deepest_groups = {groups, 2, 2},
                      .conflict = {conflict, 3, 3},
                      .minimal = false};
    const lince_result r = {.verdict = LINCE_VERDICT_VIOLATION, .spec = spec, .operations = 4, .violation = &v};
    lcr_html_checked_history c = {.history = h, .result = &r};
    json_t *s = section_of(&c), *j = json_object_get(s, "history");
    expect(is_json(json_object_get(j, "culprits"), "[0, 1, 2]"), "the conflict");
    expect(is_json(json_object_get(j, "instead"), "{\"2\": \"1\"}"), "what it could have returned");
    expect(is_json(json_object_get(j, "fails_at"), "5"), "where it fails");
    expect(is_json(json_object_get(j, "order"), "[[0], [1, 3]]"), "the deepest order, in groups");
    expect(is_json(json_object_get(j, "state"), "\"[1, 2]\""), "the state it leaves");
    expect(is_json(json_object_get(s, "reason"), "\"2 left before 1.\""), "the reason, as a sentence");
    expect(is_json(json_object_get(s, "headline"), "\"not linearizable as a queue\""), "the headline");
    expect(is_json(json_object_get(s, "notes"),
                   "[\"It fails after 6 of 7 events, in line 6: the return of T3 deq() → 2.\", \"Perhaps not all "
                   "operations of the conflict are needed; lince check --thorough takes the time to find out.\"]"),
           "what else the terminal says, without glue");
    const json_t *result = json_object_get(s, "result");
    expect(is_json(json_object_get(result, "verdict"), "\"violation\"") && !json_object_get(result, "witness"),
           "the result has the verdict, and leaves the order to the history");
    json_decref(s);

    /* Too long for a page: the conflict instead. */
    lince_history *excerpt = history_of("five.hist",
                                        "T1 invoke enq(1)\nT1 return\nT2 invoke enq(2)\nT2 return\n"
                                        "T3 invoke deq()\nT3 return 2\n");
    c.left_out = "too long";
    c.excerpt = excerpt;
    s = section_of(&c), j = json_object_get(s, "history");
    expect(json_array_size(json_object_get(j, "call")) == 3 && is_json(json_object_get(j, "culprits"), "[0, 1, 2]") &&
               is_json(json_object_get(j, "instead"), "{\"2\": \"1\"}"),
           "of a history that is left out, what conflicts is there");
    json_decref(s);
    lince_history *open = history_of("five.hist",
                                     "T1 invoke enq(1)\nT1 return\nT2 invoke enq(2)\nT2 crash\n"
                                     "T3 invoke deq()\nT3 return 2\n");
    conflict[1].pending = true;
    c.excerpt = open;
    s = section_of(&c), j = json_object_get(s, "history");
    expect(is_json(json_object_get(j, "culprits"), "[0, 1, 2]") && is_json(json_object_get(j, "pending"), "[1]") &&
               is_json(json_object_get(j, "outcome"), "\"rcr\"") &&
               is_json(json_object_get(j, "instead"), "{\"2\": \"1\"}"),
           "also whose result plays no part in it");
    json_decref(s);
    lince_history_free(open);
    c.excerpt = NULL;
    s = section_of(&c);
    const json_t *notes = json_object_get(s, "notes");
    expect(json_is_null(json_object_get(s, "history")) &&
               is_json(json_array_get(notes, json_array_size(notes) - 1), "\"too long\""),
           "or nothing, and that is said");
    json_decref(s);
    lince_history_free(excerpt);
    lince_history_free(h);
}

static void orders(void) {
    lince_history *h = history_of("five.hist", five);
    char spec[] = "queue";
    uint32_t witness[] = {1, 0, 2}, groups[] = {2, 3};
    lc_displaced moved[] = {{.op = 0, .real = 1, .legal = 3}, {.op = 1, .real = 2, .legal = 1}};
    lince_result r = {.verdict = LINCE_VERDICT_OK,
                      .spec = spec,
                      .operations = 4,
                      .witness = {witness, 3, 3},
                      .groups = {groups, 2, 2},
                      .quasi = {.moved = {moved, 2, 2}}};
    lince_value keys[] = {lince_int(&h->values, 7), LINCE_NO_VALUE, LINCE_NO_VALUE, LINCE_NO_VALUE};
    lcr_html_checked_history c = {.history = h, .result = &r, .keys = keys, .several = true};
    json_t *s = section_of(&c), *j = json_object_get(s, "history");
    expect(is_json(json_object_get(j, "order"), "[[1, 0], [2]]"), "those that took effect together are one group");
    expect(is_json(json_object_get(j, "moved"), "{\"0\": 2, \"1\": -1}"), "who is later and who is earlier");
    expect(is_json(json_object_get(j, "keys"), "[\"7\", null, null, null]"), "the keys there are");
    expect(is_json(json_object_get(j, "culprits"), "[]") && is_json(json_object_get(j, "fails_at"), "null"),
           "nobody is to blame");
    expect(is_json(json_object_get(s, "title"), "\"five.hist#1\""), "which of several histories it is");
    json_decref(s);
    keys[0] = LINCE_NO_VALUE;
    r.groups.count = r.witness.count = 0;
    s = section_of(&c), j = json_object_get(s, "history");
    expect(!json_object_get(j, "keys") && json_is_null(json_object_get(j, "order")), "no keys, no order: not there");
    json_decref(s);
    lince_history_free(h);
}

/* ---- remarks ---- */

static void remarks(void) {
    enum { LONG = 5000, MANY = 100000 };
    lince_error error;
    lince_history *h = lc_history_new("", NULL);
    lc_remark_next(h, lc_span_of("nobody wants it"));
    expect(!h->remarks.list.count && !h->remarks.left_out, "remarks that nobody wants are not kept");
    h->remarks.wanted = true;
    size_t before = lince_history_memory(h);
    char *text = malloc(LONG);
    memset(text, 'x', LONG);
    memcpy(text + 999, "é", 2);
    lc_remark_next(h, (lc_span){text, LONG});
    expect(h->remarks.list.at[0].length == 999 && h->remarks.left_out,
           "one that is too long is cut between characters");
    lc_remark_more(h, lc_span_of("more"));
    expect(h->remarks.list.count == 1 && h->remarks.list.at[0].length == 999, "and nothing is added to it");
    for (uint32_t i = 0; i < MANY; i++) lc_remark_next(h, lc_span_of("again"));
    expect(h->remarks.list.count == 65536, "there is an end to their number");
    expect(lince_history_memory(h) == before, "they are on nobody's budget");
    lc_history_invoke(h, 0, lc_span_of("T"), lc_span_of(""), lc_span_of("f"), LINCE_NOTHING, &error);
    lc_remark_time(h, 1e300);
    expect(lc_event_time(h, 0) == 1e300 && isnan(lc_event_time(h, 1)), "times of events");
    free(text);
    lince_history_free(h);
}

int main(void) {
    random_histories();
    violations();
    orders();
    remarks();
    return tap_end();
}
