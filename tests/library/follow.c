/* Following files through the library: verdicts, events, options. */
#include "follow.h"

#define FILE_NAME "events.hist"

static const char right[] =
    "spec queue\n"
    "T1 invoke enq(1)\nT1 return\nT1 invoke enq(2)\nT2 invoke deq()\nT1 return\nT2 return 1\n";
static const char two[] =
    "spec queue\n"
    "T1 invoke bad.enq(1)\nT1 return\nT1 invoke good.enq(1)\nT2 invoke bad.deq()\nT1 return\n"
    "T2 return EMPTY\nT1 invoke good.deq()\nT1 return 1\nT1 invoke bad.deq()\nT1 return 1\n";

static recorded seen;

/* Follows a file of this text.  The result is to be freed. */
static lince_follow_result *follow(const char *text, const lince_specs *specs, const lince_follow_options *o,
                                   lince_status expected, const char *what) {
    lince_follow_result *r = NULL;
    lince_error error;
    lince_status status = lince_follow(written(FILE_NAME, text), specs, o, &r, &error);
    unlink(FILE_NAME);
    if (!expect(status == expected && r, "%s: status %d, %s", what, (int)status, error.message)) exit(1);
    return r;
}

static void finds(const char *text, const lince_specs *specs, const lince_follow_options *o, lince_verdict verdict,
                  const char *what) {
    lince_follow_result *r = follow(text, specs, o, LINCE_DONE, what);
    bool told = (seen.count[LINCE_FOLLOW_VIOLATION] > 0) == (verdict == LINCE_VERDICT_VIOLATION);
    expect(r->verdict == verdict && (told || !o->on_event), "%s: verdict %d", what, (int)r->verdict);
    lince_follow_result_free(r);
}

/* ---- verdicts ---- */

static void check_right(void) {
    lince_follow_options o = recording(&seen);
    lince_follow_result *r = follow(right, NULL, &o, LINCE_DONE, "a right queue");
    expect(r->verdict == LINCE_VERDICT_OK && !r->violations && !r->gaps, "it is right");
    expect(r->operations == 3 && r->exactly == 3 && r->events == 6 && r->histories == 1, "its counts");
    expect(r->criterion == LINCE_LINEARIZABLE && !strcmp(r->specification, "queue") && r->memory > 0, "and names");
    expect(seen.events == 1 && seen.order[0] == LINCE_FOLLOW_OPENED, "it is opened");
    expect(seen.count[LINCE_FOLLOW_PROGRESS] && seen.totals.events == 6, "counts come on the way");
    lince_follow_result_free(r);
}

static void check_two_objects(void) {
    lince_follow_options o = recording(&seen);
    o.keep_going = true;
    lince_follow_result *r = follow(two, NULL, &o, LINCE_DONE, "one of two queues is wrong");
    expect(r->verdict == LINCE_VERDICT_VIOLATION && r->violations == 1 && r->events == 10, "one violation");
    expect(seen.count[LINCE_FOLLOW_EXPLAINING] == 1 && seen.count[LINCE_FOLLOW_VIOLATION] == 1 &&
               seen.order[1] == LINCE_FOLLOW_EXPLAINING && seen.order[2] == LINCE_FOLLOW_VIOLATION && seen.events == 3,
           "in the order of events");
    expect(!strcmp(seen.object, "bad") && seen.line == 7, "of this object, in line %lu", seen.line);
    expect(seen.reason[0] && seen.exact && seen.criterion == LINCE_LINEARIZABLE, "because: %s", seen.reason);
    expect(seen.excerpt == 2 && seen.conflict == 2 && seen.related == 2, "shown by its two operations: %zu, %zu, %zu",
           seen.excerpt, seen.conflict, seen.related);
    expect(!seen.malformed, "every event names its file, and progress has counts");
    lince_follow_result_free(r);
    o = recording(&seen);
    r = follow(two, NULL, &o, LINCE_DONE, "without keep_going");
    expect(r->violations == 1 && r->events == 6, "it ends at the violation: %d events", (int)r->events);
    lince_follow_result_free(r);
}

static void check_keys(void) {
    lince_follow_options o = recording(&seen);
    finds("spec map\nT1 invoke put(a, 1)\nT1 return\nT1 invoke put(b, 2)\nT1 return\nT1 invoke get(a)\nT1 return 2\n",
          NULL, &o, LINCE_VERDICT_VIOLATION, "a wrong key");
    expect(seen.related && seen.related < 3, "operations on other keys are unrelated: %zu", seen.related);
}

static void check_meeting(void) {
    lince_follow_options o = recording(&seen);
    lince_follow_result *r = follow("spec channel\nT1 invoke send(1)\nT2 invoke receive()\nT1 return\nT2 return 1\n",
                                    NULL, &o, LINCE_DONE, "operations that meet");
    expect(r->verdict == LINCE_VERDICT_OK && r->criterion == LINCE_SYNC, "are right");
    lince_follow_result_free(r);
    finds("spec channel\nT1 invoke send(1)\nT1 return\nT2 invoke receive()\nT2 return 1\n", NULL, &o,
          LINCE_VERDICT_VIOLATION, "operations that cannot have met");
    expect(seen.criterion == LINCE_SYNC, "violate that");
}

/* ---- gaps and malformed lines ---- */

static void check_gaps(void) {
    lince_follow_options o = recording(&seen);
    lince_follow_result *r = follow("spec queue\nT1 invoke enq(1)\nT1 return\ngap\nT1 invoke deq()\nT1 return 2\n",
                                    NULL, &o, LINCE_DONE, "a gap");
    expect(r->verdict == LINCE_VERDICT_UNKNOWN && r->reason == LINCE_REASON_NONE && r->gaps == 1, "no more is certain");
    expect(seen.count[LINCE_FOLLOW_GAP] == 1 && seen.line == 4 && strstr(seen.text, "missing"), "it is an event");
    lince_follow_result_free(r);
    o = recording(&seen);
    finds("spec queue\nT1 invoke enq(1)\nT1 return\nT1 invoke deq()\nT1 return 2\n", NULL, &o, LINCE_VERDICT_VIOLATION,
          "the same without the gap");
    o = recording(&seen);
    finds(
        "spec queue\ngap\nT1 invoke deq()\nT1 return EMPTY\nT1 invoke enq(1)\nT1 return\nT1 invoke deq()\n"
        "T1 return EMPTY\n",
        NULL, &o, LINCE_VERDICT_VIOLATION, "behind a gap");
    o = recording(&seen);
    finds("spec queue\nT1 invoke enq(1)\nT1 ret", NULL, &o, LINCE_VERDICT_UNKNOWN, "an incomplete line at the end");
    expect(seen.count[LINCE_FOLLOW_GAP] == 1 && strstr(seen.text, "incomplete"), "is a gap: %s", seen.text);
}

static void check_malformed(void) {
    static const char text[] = "spec queue\nT1 invoke enq(1)\nT1 return\nT1 jumps\nT1 invoke deq()\nT1 return 1\n";
    lince_follow_options o = recording(&seen);
    lince_follow_result *r = NULL;
    lince_error error;
    lince_status status = lince_follow(written(FILE_NAME, text), NULL, &o, &r, &error);
    expect(status == LINCE_BAD_INPUT && error.line == 4 && !strcmp(error.file, FILE_NAME) && error.message[0],
           "a malformed line: %s:%lu: %s", error.file, error.line, error.message);
    expect(seen.count[LINCE_FOLLOW_ERROR] == 1 && seen.line == 4 && !strcmp(seen.text, error.message) &&
               seen.order[seen.events - 1] == LINCE_FOLLOW_ERROR,
           "it is an event, and the last one");
    expect(r && r->verdict == LINCE_VERDICT_UNKNOWN && r->events == 2, "there are counts up to then");
    lince_follow_result_free(r);
    o = recording(&seen);
    o.skip_bad_lines = true;
    r = follow(text, NULL, &o, LINCE_DONE, "a malformed line that is skipped");
    expect(r->verdict == LINCE_VERDICT_UNKNOWN && r->gaps == 1 && r->events == 4 && seen.line == 4, "is a gap");
    lince_follow_result_free(r);
    o = recording(&seen);
    r = follow("spec queue\nT1 invoke enq(1)\nT1 return\nT1 invoke deq()\nT1 return 2\nT1 jumps\n", NULL, &o,
               LINCE_DONE, "a malformed line behind a violation");
    expect(r->violations == 1 && seen.count[LINCE_FOLLOW_VIOLATION] == 1, "the violation is reported");
    lince_follow_result_free(r);
}

/* ---- options ---- */

static void check_specs(void) {
    static const char text[] =
        "T1 invoke enq(1)\nT1 return\nT1 invoke enq(2)\nT1 return\nT1 invoke deq()\nT1 return 2\n";
    lince_follow_options o = recording(&seen);
    lince_specs *queue = lince_specs_new(), *bag = lince_specs_new();
    if (lince_specs_add(queue, "queue", NULL) || lince_specs_add(bag, "bag", NULL)) exit(99);
    finds(text, queue, &o, LINCE_VERDICT_VIOLATION, "a specification of the caller");
    o = recording(&seen);
    finds("spec queue\nT1 invoke put(1)\nT1 return\nT1 invoke put(2)\nT1 return\nT1 invoke take()\nT1 return 2\n", bag,
          &o, LINCE_VERDICT_OK, "has precedence over that of the stream");
    o = recording(&seen);
    lince_follow_result *r = follow(text, NULL, &o, LINCE_BAD_INPUT, "no specification at all");
    lince_follow_result_free(r);
    lince_specs_free(queue);
    lince_specs_free(bag);
}

static void light_init(lince_step *step) {
    const bool on = false;
    lince_emit(step, &on, sizeof on, NULL);
}

static void light_next(lince_step *step) {
    const bool on = !*(const bool *)step->state;
    lince_results results = {.at = {lince_bool(on)}};
    lince_emit(step, &on, sizeof on, &results);
}

/* A specification without a name that could be read again: the excerpt is checked against the same one. */
static void check_own_spec(void) {
    static const lince_method press = {.name = "press", .results_min = 1, .results_max = 1};
    static const lince_spec light = {.abi = LINCE_SPEC_ABI,
                                     .name = "light",
                                     .methods = &press,
                                     .method_count = 1,
                                     .init = light_init,
                                     .next = light_next};
    lince_specs *specs = lince_specs_new();
    lince_error error = {.message = ""};
    if (lince_specs_add_own(specs, NULL, &light, &error) != LINCE_DONE) printf("# %s\n", error.message), exit(99);
    lince_follow_options o = recording(&seen);
    finds("T1 invoke press()\nT1 return true\nT1 invoke press()\nT1 return false\n", specs, &o, LINCE_VERDICT_OK,
          "a specification of the program's own");
    o = recording(&seen);
    finds("T1 invoke press()\nT1 return true\nT1 invoke press()\nT1 return true\n", specs, &o, LINCE_VERDICT_VIOLATION,
          "and a violation of it");
    expect(seen.excerpt == 2 && seen.conflict > 0, "which is explained: %zu", seen.conflict);
    lince_specs_free(specs);
}

static void check_meaning(void) {
    static const char reads[] = "spec register\nT1 invoke read()\nT1 return 7\n";
    static const char fails[] = "spec semaphore:n=1\nT1 invoke trywait()\nT1 fail\n";
    static const char json[] =
        "{\"process\": 0, \"type\": \"invoke\", \"f\": \"deq\", \"value\": null}\n"
        "{\"process\": 0, \"type\": \"ok\", \"f\": \"deq\", \"value\": \"EMPTY\"}\n";
    const char *const methods[] = {"trywait"};
    lince_follow_options o = recording(&seen);
    finds(reads, NULL, &o, LINCE_VERDICT_VIOLATION, "a register begins with nil");
    o = recording(&seen);
    o.init = "7";
    finds(reads, NULL, &o, LINCE_VERDICT_OK, "or as `init` has it");
    o = recording(&seen);
    finds(fails, NULL, &o, LINCE_VERDICT_OK, "an operation that failed did not happen");
    o = recording(&seen);
    o.fail_returns = methods;
    o.fail_returns_count = 1;
    finds(fails, NULL, &o, LINCE_VERDICT_VIOLATION, "or it returned false");
    o = recording(&seen);
    lince_specs *specs = lince_specs_new();
    if (lince_specs_add(specs, "queue", NULL)) exit(99);
    o.format = LINCE_FORMAT_JSONL;
    finds(json, specs, &o, LINCE_VERDICT_OK, "JSON lines");
    o.format = LINCE_FORMAT_HIST;
    lince_follow_result_free(follow(json, specs, &o, LINCE_BAD_INPUT, "which are no .hist text"));
    lince_specs_free(specs);
}

static void check_refine(void) {
    lince_follow_options o = recording(&seen);
    o.criterion = LINCE_REFINE;
    o.has_length = true;
    o.length = 3;
    o.classes = 4; /* only counts, so nothing is decided exactly */
    lince_follow_result *r = follow(right, NULL, &o, LINCE_DONE, "the last steps alone");
    expect(r->verdict == LINCE_VERDICT_OK && r->criterion == LINCE_REFINE && r->length == 3 && r->by_length == 3,
           "are enough for refine");
    lince_follow_result_free(r);
    o.criterion = LINCE_LINEARIZABLE;
    finds(right, NULL, &o, LINCE_VERDICT_UNKNOWN, "and not for linearizability");
    o = recording(&seen);
    o.classes = 4;
    finds("spec queue\nT1 invoke deq()\nT1 return 1\n", NULL, &o, LINCE_VERDICT_VIOLATION, "a violation of refine");
    expect(!seen.exact, "is said to be one");
}

static void refused(const char *file, const lince_follow_options *o, const char *why, const char *what) {
    lince_follow_result *r;
    lince_error error;
    lince_status status = lince_follow(file, NULL, o, &r, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, why), "%s: %s", what, error.message);
    lince_follow_result_free(r);
}

static void check_refused(void) {
    struct {
        lince_follow_options known;
        char later[16];
    } newer = {.known = recording(&seen)};
    lince_follow_options o = recording(&seen);
    lince_error error;
    refused("nowhere.hist", NULL, "No such file", "a file that is not there");
    refused(".", NULL, "directory", "a directory");
    refused(NULL, NULL, "no source", "no source");
    expect(lince_follow(FILE_NAME, NULL, NULL, NULL, &error) == LINCE_BAD_INPUT, "no place for the result");
    refused(written(FILE_NAME, ""), &o, "no event", "an empty file");
    expect(seen.count[LINCE_FOLLOW_ERROR] == 1, "is an error");
    o.allow_empty = true;
    finds("", NULL, &o, LINCE_VERDICT_OK, "an empty file that is allowed");
    written(FILE_NAME, right);
    o = recording(&seen);
    o.follow = true;
    refused(FILE_NAME, &o, "exclude each other", "options that exclude each other");
    o = recording(&seen);
    o.criterion = LINCE_QUASI;
    refused(FILE_NAME, &o, "criterion", "a criterion that cannot be followed");
    o = recording(&seen);
    o.format = LINCE_FORMAT_EDN;
    refused(FILE_NAME, &o, "stream", "a format that cannot be followed");
    o = recording(&seen);
    o.has_length = true;
    o.length = 100000;
    refused(FILE_NAME, &o, "length", "a length that is too large");
    o = recording(&seen);
    o.init = "\"text\"";
    refused(FILE_NAME, &o, "init", "an initial value that checkers cannot share");
    newer.known.size = sizeof newer;
    finds(right, NULL, &newer.known, LINCE_VERDICT_OK, "a newer program");
    newer.later[3] = 1;
    refused(FILE_NAME, &newer.known, "has a field set", "that sets a newer field");
    o.size = 8;
    refused(FILE_NAME, &o, "size", "a size that no version had");
    unlink(FILE_NAME);
    lince_follow_result_free(NULL);
}

int main(void) {
    char directory[] = "/tmp/lince-follow-XXXXXX";
    enter_directory(directory);
    check_right();
    check_two_objects();
    check_keys();
    check_meeting();
    check_gaps();
    check_malformed();
    check_specs();
    check_own_spec();
    check_meaning();
    check_refine();
    check_refused();
    leave_directory(directory);
    return tap_end();
}
