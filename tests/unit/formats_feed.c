/* Lines one by one: the same as a file in one piece, and what only a stream can have; forgetting what is over. */
#include "formats/feed.h"
#include "formats_support.h"

static lc_feed *feed;
static lince_history *history;
static unsigned long number;

static void begin(lince_format format) {
    lc_feed_free(feed);
    lince_history_free(history);
    feed = lc_feed_new(format);
    history = lc_history_new("text", NULL);
    number = 0;
}

/* A line, which stands between others so that reading too far would be seen. */
static lince_status give(const char *text, lc_fed *fed) {
    char buffer[256];
    int length = snprintf(buffer, sizeof buffer, "%s\nT9 invoke x()\n", text) - (int)strlen("\nT9 invoke x()\n");
    lc_line line = {buffer, buffer + length, ++number};
    problem = (lince_error){.line = 0};
    return lc_feed_line(feed, history, &line, fed, &problem);
}

static bool gives(const char *text, lc_fed wanted, uint32_t events) {
    lc_fed fed;
    return give(text, &fed) == LINCE_DONE && fed == wanted && history->events.count == events;
}

static bool refuses(const char *text, const char *why) {
    lc_fed fed;
    uint32_t before = history->events.count;
    return give(text, &fed) == LINCE_BAD_INPUT && problem.line == number && strstr(problem.message, why) &&
           history->events.count == before;
}

static void test_hist(void) {
    begin(LINCE_FORMAT_AUTO);
    expect(gives("", LC_FED_NOTHING, 0) && gives("  # a comment", LC_FED_NOTHING, 0), "blank lines and comments");
    expect(gives("spec queue", LC_FED_CONTENT, 0) && history->specs.count == 1, "a header is content, but no event");
    expect(gives("T1 invoke enq(5)", LC_FED_CONTENT, 1) && gives("T1 return", LC_FED_CONTENT, 2), "events");
    expect(refuses("T1 return", "no open operation"), "what is wrong is refused, and adds nothing");
    expect(refuses("spec stack", "before the first event"), "a header comes first");
    history->may_introduce = true;
    expect(gives("spec q=stack", LC_FED_CONTENT, 2), "unless somebody begins anew");
    expect(gives("--- # next", LC_FED_SEPARATOR, 2), "a separator");
    expect(gives(" gap ", LC_FED_GAP, 2) && gives("gap# here", LC_FED_NOTHING, 2) == false, "a gap");
    expect(gives("gap invoke enq(1)", LC_FED_CONTENT, 3), "a thread may be called so");
}

static void test_json(void) {
    begin(LINCE_FORMAT_AUTO);
    expect(gives("{\"process\": 0, \"type\": \"invoke\", \"f\": \"enq\", \"value\": 5}", LC_FED_CONTENT, 1) &&
               history->jepsen && history->json,
           "JSON is recognized");
    expect(gives("  ", LC_FED_NOTHING, 1) && gives("{\"type\": \"gap\"}", LC_FED_GAP, 1), "a gap in JSON");
    expect(gives("{\"process\": \"nemesis\", \"type\": \"info\"}", LC_FED_CONTENT, 1), "the nemesis is no event");
    expect(refuses("T1 invoke enq(5)", "one JSON object"), "the format stays");
    expect(refuses("{\"process\": 0, \"f\": \"deq\", \"call\": 1}", "only at the end"), "no whole operations");
    expect(refuses("[1, 2]", "one JSON object") && refuses("{}", "one JSON object"), "nor anything else");
    begin(LINCE_FORMAT_AUTO);
    expect(refuses("{:process 0, :type :invoke}", "neither"), "other formats are not followed");
    begin(LINCE_FORMAT_AUTO);
    expect(gives("\xef\xbb\xbfT1 invoke a()", LC_FED_CONTENT, 1), "a byte order mark is passed over");
}

static void test_order(void) {
    begin(LINCE_FORMAT_HIST);
    expect(refuses("order partial", "only at the end") && refuses("before T1:1 T2:1", "declared"),
           "a partial order cannot be followed");
    begin(LINCE_FORMAT_AUTO);
    expect(refuses("{\"type\": \"partial-order\"}", "only at the end"), "nor in JSON");
}

static void test_torn(void) {
    begin(LINCE_FORMAT_HIST);
    history->torn = true;
    expect(gives("T1 return 5", LC_FED_CONTENT, 0), "behind a gap an end without a beginning is passed over");
    expect(refuses("T1 return 5", "no open operation"), "once");
    expect(gives("T2 invoke deq()", LC_FED_CONTENT, 1) && gives("T2 return 1", LC_FED_CONTENT, 2) &&
               refuses("T2 crash", "no open operation"),
           "and not for a thread that was seen since");
}

static void test_forget(void) {
    lince_text args = {0};
    begin(LINCE_FORMAT_HIST);
    expect(gives("A invoke enq(\"one\")", LC_FED_CONTENT, 1) &&
               gives("B invoke enq([1, \"two\"])", LC_FED_CONTENT, 2) &&
               gives("C invoke cas(\"x\", 3)", LC_FED_CONTENT, 3) && gives("A return", LC_FED_CONTENT, 4),
           "one operation has ended, two are open");
    uint32_t thread = history->ops.at[2].thread, method = history->ops.at[2].method;
    expect(lc_history_forget(history) && history->ops.count == 2 && history->events.count == 2, "the one is forgotten");
    lc_op_print_args(&args, history, &history->ops.at[0]);
    lc_text_puts(&args, " and ");
    lc_op_print_args(&args, history, &history->ops.at[1]);
    expect(!strcmp(lc_text(&args), "[1, \"two\"] and \"x\", 3"), "the others keep their arguments: %s", lc_text(&args));
    expect(history->ops.at[1].thread == thread && history->ops.at[1].method == method, "and their numbers");
    expect(gives("C return true", LC_FED_CONTENT, 3) && gives("B crash", LC_FED_CONTENT, 4) &&
               gives("A invoke deq()", LC_FED_CONTENT, 5),
           "and go on");
    expect(history->ops.at[1].end == 2 && history->ops.at[0].end == 3 && history->ops.at[1].end_line == 5,
           "where they are");
    expect(refuses("A invoke deq()", "still open"), "threads are still known");
    lc_text_free(&args);
}

int main(void) {
    test_hist();
    test_json();
    test_order();
    test_torn();
    test_forget();
    begin(LINCE_FORMAT_HIST);
    lc_feed_free(feed);
    lince_history_free(history);
    return tap_end();
}
