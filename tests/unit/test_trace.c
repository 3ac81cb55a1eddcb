/* Trace files: what is written reads back the same; what is not as we write it is refused with its line. */
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report_support.h"
#include "tester/trace/sign.h"
#include "tester/trace/trace.h"

static const char *const right =
    "lince trace 1\n"
    "test queue\n"
    "file queue.c\n"
    "program 00000000deadbeef\n"
    "source 0123456789abcdef src/queue.c\n"
    "scenario enq(1); deq() | deq()\n"
    "heap fifo\n"
    "plain always\n"
    "retry off\n"
    "freed-memory ignored\n"
    "leaks failures\n"
    "allowed 40\n"
    "calls apart\n"
    "spurious 2\n"
    "claim lock-free\n"
    "loops 3\n"
    "random-choices 3\n"
    "seed 18446744073709551615\n"
    "max-steps 1000\n"
    "stack 65536\n"
    "data-races ignored\n"
    "memory rc11\n"
    "stacks shared\n"
    "race 0x401000 0x402000\n"
    "place 0x401000 0x402abc\n"
    "schedule T0 T1x5 T127 c0 c127 T1x2\n"
    "end\n";

static bool same(const lcd_trace *a, const lcd_trace *b) {
    bool equal = a->files.count == b->files.count && a->flags.count == b->flags.count && a->program == b->program &&
                 a->stacks_shared == b->stacks_shared && a->places.count == b->places.count &&
                 a->schedule.count == b->schedule.count && !memcmp(&a->config, &b->config, sizeof a->config);
    for (uint32_t i = 0; equal && i < a->files.count; i++) equal = !strcmp(a->files.at[i], b->files.at[i]);
    for (uint32_t i = 0; equal && i < a->flags.count; i++) equal = !strcmp(a->flags.at[i], b->flags.at[i]);
    for (uint32_t i = 0; equal && i < a->places.count; i++) equal = a->places.at[i] == b->places.at[i];
    equal = equal && a->sources.count == b->sources.count;
    for (uint32_t i = 0; equal && i < a->sources.count; i++)
        equal = !strcmp(a->sources.at[i].path, b->sources.at[i].path) && a->sources.at[i].hash == b->sources.at[i].hash;
    return equal && (!a->schedule.count || !memcmp(a->schedule.at, b->schedule.at, a->schedule.count));
}

static void test_reading(void) {
    lcd_trace t;
    lince_error error = {.message = ""};
    lince_text text = {0};
    expect(lcd_trace_parse(&t, "x.trace", right, strlen(right), &error) == LINCE_DONE, "a trace is read %s",
           error.message);
    static const uint8_t schedule[] = {0, 1, 1, 1, 1, 1, 127, 0x80, 0xff, 1, 1};
    const lct_config *c = &t.config;
    expect(!strcmp(c->test, "queue") && !strcmp(c->scenario, "enq(1); deq() | deq()") && c->heap == LCT_HEAP_FIFO &&
               c->plain == LCT_PLAIN_ALWAYS && c->retry == LCT_RETRY_OFF && c->no_use_after_free == 1 &&
               c->call_steps == 1 && c->leaks == 1 && c->allowed == 40 && c->spurious == 2 &&
               c->claim == LCT_CLAIM_LOCK_FREE && c->loops == 3 && c->random_choices == 3 && c->seed == UINT64_MAX &&
               c->max_steps == 1000 && c->stack_bytes == 65536 && c->no_data_races == 1 && c->race[0] == 0x401000 &&
               c->race[1] == 0x402000,
           "with its settings");
    expect(t.files.count == 1 && !strcmp(t.files.at[0], "queue.c") && !t.flags.count && t.program == 0xdeadbeef &&
               t.stacks_shared && t.places.count == 2 && t.places.at[1] == 0x402abc,
           "its program");
    expect(t.schedule.count == sizeof schedule && !memcmp(t.schedule.at, schedule, sizeof schedule), "and its steps");
    lcd_trace_print(&text, &t);
    expect(!strcmp(lc_text(&text), right), "it is written as it was");
    lc_text_free(&text);
    lcd_trace_free(&t);
}

/* A line of the right one replaced, or (NULL) everything. */
enum { LAST = 1000 };

/* `where`: the line that is refused, counted from the one that is replaced; LAST: the last one. */
static void refuse(const char *line, const char *by, unsigned long where, const char *why) {
    lcd_trace t;
    lince_error error = {.message = ""};
    lince_text text = {0};
    const char *at = strstr(right, line);
    if (at) lc_text_add(&text, right, (size_t)(at - right));
    lc_text_puts(&text, by);
    if (at) lc_text_puts(&text, at + strlen(line));
    const char *end = where == LAST ? right + strlen(right) - 1 : at;
    where = where == LAST ? 0 : where + 1;
    for (const char *c = right; at && c < end; c++) where += *c == '\n';
    lince_status status = lcd_trace_parse(&t, "x.trace", lc_text(&text), text.length, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, why) && error.line == where &&
               !strcmp(error.file, "x.trace"),
           "x.trace:%lu: %s", error.line, error.message);
    lcd_trace_free(&t);
    lc_text_free(&text);
}

static void test_refusing(void) {
    const char *none = "no such line";
    refuse(none, "", 0, "empty");
    refuse(none, "int main(void) {\n", 0, "not a trace");
    refuse("trace 1", "trace 2", 0, "version 2");
    refuse("trace 1", "trace x", 0, "not a trace");
    refuse("test queue\n", "", LAST, "no line `test`");
    refuse("test queue", "test", 0, "says nothing");
    refuse("test queue", "tests queue", 0, "no line `tests`");
    refuse("test queue\n", "test queue\ntest queue\n", 1, "second line `test`");
    refuse("heap fifo\n", "heap fifo\nheap fifo\n", 1, "second line `heap`");
    refuse("heap fifo", "heap fif", 0, "one of auto, lifo, fifo");
    refuse("heap fifo", "heap", 0, "one of auto, lifo, fifo");
    refuse("heap fifo", "heap fifo never", 0, "one of auto, lifo, fifo");
    refuse("heap fifo", "heap  fifo", 0, "one of auto, lifo, fifo");
    refuse("spurious 2", "spurious -2", 0, "must be a number");
    refuse("spurious 2", "spurious 4294967296", 0, "must be a number");
    refuse("seed 18446744073709551615", "seed 18446744073709551616", 0, "must be a number");
    refuse("program 00000000deadbeef", "program deadbeef", 0, "16 digits");
    refuse("program 00000000deadbeef", "program 00000000DEADBEEF", 0, "16 digits");
    refuse("stacks shared", "stacks own", 0, "shared only");
    refuse("race 0x401000 0x402000", "race 0x401000", 0, "two places");
    refuse("race 0x401000 0x402000", "race 0x401000 0x402000 0x403000", 0, "two places");
    refuse("race 0x401000 0x402000", "race x", 0, "no place");
    refuse("place 0x401000", "place 401000", 0, "no place");
    refuse("place 0x401000", "place 0x", 0, "no place");
    refuse("source 0123456789abcdef ", "source 0123456789abcde ", 0, "16 digits");
    refuse("source 0123456789abcdef src/queue.c", "source 0123456789abcdef", 0, "the name of a file");
    refuse("\nend\n", "\nevent 1 T1\nend\n", 1, "a word such as load");
    refuse("\nend\n", "\nevent 1 T1 lod | load x\nend\n", 1, "a word such as load");
    refuse("\nend\n", "\nevent 1 T128 load | load x\nend\n", 1, "T and a number");
    refuse("\nend\n", "\nevent | T1 load\nend\n", 1, "must be a number");
    refuse("\nend\n", "\nevent\nend\n", 1, "must be a number");
    refuse("\nend\n", "\nevents-of 5\nend\n", 1, "`events-of` must be 16 digits");
    refuse("T1x5", "T128", 0, "`T128` is no step");
    refuse("T1x5", "T1x0", 0, "no step");
    refuse("T1x5", "T", 0, "no step");
    refuse("T1x5", "x", 0, "no step");
    refuse("T1x5", "T1x", 0, "no step");
    refuse("T1x5", "T1x5x5", 0, "no step");
    refuse("T1x5", "T1x9999999", 0, "too many");
    refuse("c127", "c128", 0, "no step");
    refuse("c127", "c1x2", 0, "no step");
    refuse("T0 T1x5", "T0  T1x5", 0, "missing");
    refuse("T1x2\n", "T1x2 \n", 0, "missing");
    refuse("file queue.c", "file queue\\", 0, "after `\\`");
    refuse("file queue.c", "file queue\\x0", 0, "after `\\`");
    refuse("file queue.c", "file queue\\x00", 0, "after `\\`");
    refuse("file queue.c", "file queue\r", 0, "control character");
    refuse("\nend\n", "\nend", 1, "no end");
    refuse("\nend\n", "\n", 1, "cut off");
    refuse("\nend\n", "\nend\n\n", 2, "behind `end`");
    char *long_name = malloc(5000);
    memset(long_name, 'x', 4999);
    long_name[4999] = '\0';
    lince_text line = {0};
    lc_text_printf(&line, "scenario %s", long_name);
    refuse("scenario enq(1); deq() | deq()", lc_text(&line), 0, "too long");
    lc_text_free(&line);
    free(long_name);
}

/* The events of a trace count as long as nobody has changed what is run. */
static void events_count(lince_text *trace, const char *what, const char *by, bool count) {
    lcd_trace t;
    lince_error error = {.message = ""};
    lince_text text = {0};
    const char *at = strstr(lc_text(trace), what);
    if (at) lc_text_add(&text, lc_text(trace), (size_t)(at - lc_text(trace)));
    lc_text_printf(&text, "%s%s", by, at ? at + strlen(what) : "");
    bool read = lcd_trace_parse(&t, "x.trace", lc_text(&text), text.length, &error) == LINCE_DONE;
    expect(at && read && lcd_trace_is_followed(&t) == count, "%s instead of %s: events %s %s", by, what,
           count ? "count" : "do not count", error.message);
    lcd_trace_free(&t);
    lc_text_free(&text);
}

static void test_events(void) {
    lcd_trace t, again;
    lince_error error = {.message = ""};
    lince_text text = {0};
    expect(lcd_trace_parse(&t, "x.trace", right, strlen(right), &error) == LINCE_DONE && !lcd_trace_is_followed(&t),
           "without events there is nothing to follow");
    expect(lcd_trace_steps(&t) == 9, "a choice is no step");
    lc_text_puts(&t.event_lines,
                 "event 0 T0 malloc | malloc(8) = A | main x.c:1\n"
                 "event 1 T1 call | push(1)\n"
                 "event 3 T2 cas-failed | CAS x | fails\n"
                 "event 3 T127 failure\n");
    lcd_trace_print(&text, &t);
    expect(lcd_trace_parse(&again, "x.trace", lc_text(&text), text.length, &error) == LINCE_DONE &&
               again.events.count == 4 && again.events.at[2].step == 3 && again.events.at[2].thread == 2 &&
               again.events.at[2].kind == LCT_STEP_CAS_FAILED && again.events.at[3].kind == LCT_STEP_FAILURE,
           "events are read %s", error.message);
    lcd_trace_free(&again);
    lcd_trace_free(&t);
    events_count(&text, "file queue.c", "file other.c", true);
    events_count(&text, "program 00000000deadbeef", "program 00000000deadbeee", true);
    events_count(&text, "T1x5", "T1x4", false);
    events_count(&text, "c127", "c126", false);
    events_count(&text, "heap fifo", "heap lifo", false);
    events_count(&text, "seed 18446744073709551615", "seed 1", false);
    events_count(&text, "place 0x401000", "place 0x401001", false);
    lc_text_free(&text);
}

static char *random_text(uint64_t *seed, char *room, size_t size) {
    static const char bytes[] = "ab \\\n\t\"'é~/-=x";
    size_t length = 1 + pick(seed, (uint32_t)size - 1);
    for (size_t i = 0; i < length; i++) room[i] = bytes[pick(seed, sizeof bytes - 1)];
    room[length] = '\0';
    return room;
}

static void fill(lcd_trace *t, uint64_t *seed) {
    char text[64];
    lcd_trace_init(t);
    random_text(seed, t->config.test, 20);
    if (pick(seed, 2)) random_text(seed, t->config.scenario, 60);
    for (uint32_t i = pick(seed, 4); i; i--) lcd_trace_add_file(t, random_text(seed, text, sizeof text));
    for (uint32_t i = pick(seed, 4); i; i--) lcd_trace_add_flag(t, pick(seed, 9) ? random_text(seed, text, 20) : "");
    t->config.heap = pick(seed, 4);
    t->config.plain = pick(seed, 3);
    t->config.retry = pick(seed, 2);
    t->config.call_steps = pick(seed, 2);
    t->config.no_use_after_free = pick(seed, 2);
    t->config.leaks = pick(seed, 2);
    t->config.allowed = pick(seed, 1 << 20);
    t->config.no_data_races = pick(seed, 2);
    if (pick(seed, 2)) t->config.race[0] = 1 + pick(seed, 1 << 20), t->config.race[1] = 1 + pick(seed, 1 << 20);
    t->config.seed = *seed;
    t->config.max_steps = pick(seed, 100000);
    t->program = pick(seed, 2) ? *seed : 0;
    t->stacks_shared = pick(seed, 2);
    for (uint32_t i = pick(seed, 3); i; i--) lcd_trace_add_source(t, random_text(seed, text, 20), *seed);
    uint8_t schedule[600];
    size_t length = pick(seed, sizeof schedule);
    for (size_t i = 0; i < length; i++)
        schedule[i] = i && pick(seed, 3) ? schedule[i - 1]
                      : pick(seed, 8)    ? (uint8_t)pick(seed, 128)
                                         : (uint8_t)(0x80 | pick(seed, 128));
    uint64_t places[40];
    for (size_t i = 0; i < 40; i++) places[i] = pick(seed, 1 << 30);
    expect(lcd_trace_set_schedule(t, schedule, length) && lcd_trace_set_places(t, places, pick(seed, 40)), "a trace");
}

static void test_round_trip(void) {
    uint64_t seed = 77;
    bool equal = true, narrow = true;
    for (int i = 0; i < 40; i++) {
        lcd_trace t, again;
        lince_text text = {0};
        lince_error error = {.message = ""};
        fill(&t, &seed);
        lcd_trace_print(&text, &t);
        lince_status status = lcd_trace_parse(&again, "again", lc_text(&text), text.length, &error);
        equal &= status == LINCE_DONE && same(&t, &again);
        if (status != LINCE_DONE) printf("# %lu: %s\n", error.line, error.message);
        for (const char *line = lc_text(&text), *end; (end = strchr(line, '\n')); line = end + 1)
            if (!strncmp(line, "schedule", 8) || !strncmp(line, "place", 5)) narrow &= end - line <= 100;
        lcd_trace_free(&t);
        lcd_trace_free(&again);
        lc_text_free(&text);
    }
    expect(equal, "what is written reads back the same");
    expect(narrow, "in lines of 100 columns");
    lcd_trace t;
    lcd_trace_init(&t);
    expect(lcd_trace_set_schedule(&t, (const uint8_t[]){1, 127}, 2), "each byte is a thread, or a choice");
    lcd_trace_free(&t);
}

static void test_config(void) {
    lct_config c = {.mode = LCT_MODE_EXPLORE, .jobs = 7, .heap = LCT_HEAP_NEVER, .seed = 5, .test = "x"},
               back = {.jobs = 3};
    lcd_trace t;
    lcd_trace_init(&t);
    lcd_trace_from_config(&t, &c);
    expect(!t.config.jobs && !t.config.mode && t.config.heap == LCT_HEAP_NEVER, "how to search is not part of a trace");
    lcd_trace_to_config(&t, &back);
    expect(back.jobs == 3 && back.heap == LCT_HEAP_NEVER && back.seed == 5 && !strcmp(back.test, "x"),
           "and is left alone when it is used");
    lcd_trace_free(&t);
}

static void test_files(void) {
    char path[] = "/tmp/lince-trace-XXXXXX";
    int file = mkstemp(path);
    lince_error error = {.message = ""};
    lcd_trace t, again;
    if (!expect(file >= 0 && !close(file), "a file")) return;
    expect(lcd_trace_parse(&t, "x", right, strlen(right), &error) == LINCE_DONE, "a trace");
    expect(lcd_trace_write(&t, path, &error) == LINCE_DONE, "is written %s", error.message);
    expect(lcd_trace_read(&again, path, &error) == LINCE_DONE && same(&t, &again), "and read %s", error.message);
    lcd_trace_free(&again);
    uint64_t first = 0, second = 0;
    expect(lcd_trace_fingerprint(path, &first) && lcd_trace_fingerprint(path, &second) && first == second && first,
           "a file has a fingerprint");
    t.config.seed++;
    expect(lcd_trace_write(&t, path, &error) == LINCE_DONE && lcd_trace_fingerprint(path, &second) && first != second,
           "and another one when it has changed");
    unlink(path);
    expect(!lcd_trace_fingerprint(path, &first) && !lcd_trace_fingerprint("/tmp", &first), "what is no file has none");
    expect(lcd_trace_read(&again, path, &error) == LINCE_BAD_INPUT && strstr(error.message, "cannot be opened") &&
               !strcmp(error.file, path),
           "%s: %s", error.file, error.message);
    lcd_trace_free(&again);
    expect(lcd_trace_read(&again, "/tmp", &error) == LINCE_BAD_INPUT, "%s: %s", error.file, error.message);
    lcd_trace_free(&again);
    expect(lcd_trace_write(&t, "/no/such/place/x.trace", &error) == LINCE_BAD_INPUT, "%s", error.message);
    lcd_trace_free(&t);
}

/* The vectors of the paper's authors: the key is 00 01 .. 0f, and so are the bytes. */
static void test_siphash(void) {
    uint8_t bytes[16];
    for (int i = 0; i < 16; i++) bytes[i] = (uint8_t)i;
    expect(lcd_siphash(bytes, bytes, 0) == 0x726fdb47dd0e0e31, "SipHash of nothing");
    expect(lcd_siphash(bytes, bytes, 8) == 0x93f5f5799a932462, "SipHash of one word");
    expect(lcd_siphash(bytes, bytes, 15) == 0xa129ca6149be45e5, "SipHash of 15 bytes");
}

int main(void) {
    test_siphash();
    test_reading();
    test_refusing();
    test_events();
    test_round_trip();
    test_config();
    test_files();
    return tap_end();
}
