/* Histories: building them, refusing what makes no sense, reading and writing. */
#include "api.h"

#include <unistd.h>

/* ---- files ---- */

static char path[4096];

static void make_path(void) {
    const char *directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/lince-histories-XXXXXX", directory && *directory ? directory : "/tmp");
    int fd = mkstemp(path);
    if (fd < 0) abort();
    close(fd);
}

static void put_file(const char *content) {
    FILE *file = fopen(path, "w");
    if (!file || fputs(content, file) < 0 || fclose(file)) abort();
}

static lince_status write_file(const lince_history *h, lince_format format, lince_error *error) {
    FILE *file = fopen(path, "w");
    if (!file) abort();
    lince_status status = lince_history_write(h, format, file, error);
    if (fclose(file)) abort();
    return status;
}

/* To be freed. */
static char *get_file(void) {
    enum { ROOM = 1 << 16 };
    char *content = calloc(1, ROOM);
    FILE *file = fopen(path, "r");
    if (!content || !file) abort();
    fread(content, 1, ROOM - 1, file);
    fclose(file);
    return content;
}

/* ---- building ---- */

static bool says(const lince_error *error, const char *words) {
    if (!strstr(error->message, words)) printf("# %s\n", error->message);
    return !*error->file && error->line == 0 && strstr(error->message, words);
}

static void test_building(void) {
    lince_history *h = lince_history_new();
    lince_error error = {.message = ""};
    lince_value five = number(h, 5);
    expect(lince_history_operations(h) == 0, "a new history is empty");
    expect(lince_return(h, "T1", NULL, 0, &error) == LINCE_BAD_INPUT && says(&error, "T1 returns, but has no open"),
           "a return without a call is refused");
    expect(lince_crash(h, "T1", &error) == LINCE_BAD_INPUT && says(&error, "T1 crashes, but has no open"),
           "so is a crash");
    expect(lince_fail(h, "T1", &error) == LINCE_BAD_INPUT && says(&error, "T1 fails, but has no open"),
           "so is a failure");
    expect(lince_invoke(h, "T1", NULL, "enq", &five, 1, &error) == LINCE_DONE && lince_history_operations(h) == 1,
           "an operation is called");
    expect(lince_invoke(h, "T1", NULL, "deq", NULL, 0, &error) == LINCE_BAD_INPUT && says(&error, "thread T1 invokes"),
           "a second call of the same thread is refused");
    expect(!strstr(error.message, "line 0"), "without lines the message names none");
    expect(lince_invoke(h, "T1", NULL, "deq", NULL, 0, NULL) == LINCE_BAD_INPUT, "an error need not be asked for");
    expect(lince_invoke(h, "T2", "q", "enq", &five, 1, &error) == LINCE_DONE, "another thread may call meanwhile");
    expect(lince_return(h, "T1", NULL, 0, &error) == LINCE_DONE && lince_crash(h, "T2", &error) == LINCE_DONE,
           "one returns, the other crashes");
    expect(lince_return(h, "T1", NULL, 0, &error) == LINCE_BAD_INPUT, "nothing returns twice");
    expect(lince_return(h, "T2", NULL, 0, &error) == LINCE_BAD_INPUT, "nothing returns after a crash");
    expect(lince_invoke(h, "T2", "q", "deq", NULL, 0, &error) == LINCE_DONE &&
               lince_fail(h, "T2", &error) == LINCE_DONE,
           "a thread goes on after a crash, and fails");
    expect(lince_history_operations(h) == 3, "refused events leave no operation behind");
    lince_history_free(h);
    lince_history_free(NULL);
}

/* What is refused must not be found in the history afterwards. */
static void test_no_trace(void) {
    lince_history *h = lince_history_new();
    lince_error error = {.message = ""};
    begin(h, "T1", "deq", LINCE_NO_VALUE);
    expect(lince_invoke(h, "T1", NULL, "no such thing", NULL, 0, NULL) == LINCE_BAD_INPUT, "a second call is refused");
    end(h, "T1", LINCE_EMPTY);
    expect(write_file(h, LINCE_FORMAT_HIST, &error) == LINCE_DONE, "its method is not part of the history %s",
           error.message);
    lince_history_free(h);
}

static void test_memory(void) {
    lince_history *h = lince_history_new();
    size_t before = lince_history_memory(h);
    for (int i = 0; i < 10000; i++) whole(h, "T1", "enq", number(h, i), LINCE_NO_VALUE);
    size_t used = lince_history_memory(h) - before;
    expect(lince_history_operations(h) == 10000 && used >= 10000 * 40 && used < 10000 * 200,
           "10000 operations take %zu bytes", used);
    lince_history_free(h);
}

/* ---- writing and reading ---- */

/* Everything a history can hold, and what `.hist` makes of it. */
static const char everything[] =
    "T1 invoke enq(5)\n"
    "client-2 invoke q.put(-9223372036854775808, \"a \\\"b\\\"\\n\")\n"
    "T1 return\n"
    "client-2 return [1, [], EMPTY], true\n"
    "T1 invoke deq()\n"
    "client-2 invoke q.take(red)\n"
    "T1 crash\n"
    "client-2 fail\n"
    "T1 invoke deq()\n";

static lince_history *build_everything(void) {
    lince_history *h = lince_history_new();
    lince_values *values = lince_history_values(h);
    lince_value list[] = {number(h, 1), lince_list(values, NULL, 0), LINCE_EMPTY};
    lince_value args[] = {number(h, INT64_MIN), lince_string(values, "a \"b\"\n", 6)};
    lince_value results[] = {lince_list(values, list, 3), LINCE_TRUE};
    lince_value red = lince_symbol(values, "red", 3);
    begin(h, "T1", "enq", number(h, 5));
    lince_invoke(h, "client-2", "q", "put", args, 2, NULL);
    end(h, "T1", LINCE_NO_VALUE);
    lince_return(h, "client-2", results, 2, NULL);
    begin(h, "T1", "deq", LINCE_NO_VALUE);
    lince_invoke(h, "client-2", "q", "take", &red, 1, NULL);
    lince_crash(h, "T1", NULL);
    lince_fail(h, "client-2", NULL);
    begin(h, "T1", "deq", LINCE_NO_VALUE);
    return h;
}

static lince_history *read_only_history(const lince_read_options *options) {
    lince_reader *reader;
    lince_history *h = NULL, *second = NULL;
    lince_error error = {.message = ""};
    if (lince_reader_open(&reader, path, options, &error) != LINCE_DONE ||
        lince_reader_next(reader, &h, &error) != LINCE_DONE) {
        printf("# %s\n", error.message);
    } else if (lince_reader_next(reader, &second, &error) != LINCE_END || second) {
        printf("# there is another history, or what follows cannot be read\n");
        lince_history_free(second);
        lince_history_free(h);
        h = NULL;
    }
    lince_reader_close(reader);
    return h;
}

/* Written, read, and written again: the two texts are the same. */
static void test_round_trip(lince_format format, const char *name) {
    lince_history *h = build_everything();
    lince_error error = {.message = ""};
    expect(write_file(h, format, &error) == LINCE_DONE, "a history is written as %s %s", name, error.message);
    char *first = get_file();
    if (format == LINCE_FORMAT_HIST) expect(!strcmp(first, everything), "as it should be");
    lince_history *again = read_only_history(NULL);
    if (expect(again != NULL, "%s is recognized and read", name)) {
        expect(lince_history_operations(again) == lince_history_operations(h), "all operations are there");
        write_file(again, format, NULL);
        char *second = get_file();
        expect(!strcmp(first, second), "and nothing was lost on the way");
        free(second);
    }
    free(first);
    lince_history_free(again);
    lince_history_free(h);
}

static void test_unwritable(void) {
    lince_history *h = lince_history_new();
    lince_error error = {.message = ""};
    begin(h, "T 1", "deq", LINCE_NO_VALUE);
    put_file("");
    expect(write_file(h, LINCE_FORMAT_HIST, &error) == LINCE_BAD_INPUT && strstr(error.message, "T 1"),
           "a blank in a thread's name: %s", error.message);
    char *content = get_file();
    expect(!*content, "nothing is half-written");
    free(content);
    expect(write_file(h, LINCE_FORMAT_JSONL, &error) == LINCE_DONE, "JSON has room for it");
    expect(write_file(h, LINCE_FORMAT_AUTO, &error) == LINCE_BAD_INPUT &&
               write_file(h, LINCE_FORMAT_JEPSEN_LOG, &error) == LINCE_BAD_INPUT,
           "formats that are only read: %s", error.message);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        expect(lince_history_write(h, LINCE_FORMAT_JSONL, full, &error) == LINCE_BAD_INPUT, "a full disk: %s",
               error.message);
        fclose(full);
    } else {
        tap_skip("there is no /dev/full");
    }
    lince_history_free(h);
}

static void test_several(void) {
    put_file("spec queue\nT1 invoke enq(1)\nT1 return\n---\nT1 invoke deq()\nT1 return 7\n");
    lince_reader *reader;
    lince_history *first = NULL, *second = NULL, *third = NULL;
    lince_error error = {.message = ""};
    expect(lince_reader_open(&reader, path, NULL, &error) == LINCE_DONE, "a file of two histories is opened");
    expect(lince_reader_next(reader, &first, &error) == LINCE_DONE && lince_history_operations(first) == 1,
           "the first");
    expect(lince_reader_next(reader, &second, &error) == LINCE_DONE && lince_history_operations(second) == 1,
           "the second");
    expect(lince_reader_next(reader, &third, &error) == LINCE_END && !third, "there is no third");
    expect(lince_reader_next(reader, &third, &error) == LINCE_END && !third, "and it stays so");
    lince_reader_close(reader);
    lince_reader_close(NULL);
    expect(judged_ok(first, NULL, NULL) && judged_wrong(second, NULL, NULL),
           "they outlive the reader and know their specification");
    lince_history_free(first);
    lince_history_free(second);
}

static void test_bad_files(void) {
    lince_reader *reader = (lince_reader *)path; /* anything but NULL */
    lince_history *h = (lince_history *)path;
    lince_error error = {.message = ""};
    expect(lince_reader_open(&reader, "/no/such/file", NULL, &error) == LINCE_BAD_INPUT && !reader &&
               !strcmp(error.file, "/no/such/file") && error.line == 0 && *error.message,
           "a file that is not there: %s", error.message);
    expect(lince_reader_open(&reader, "/no/such/file", NULL, NULL) == LINCE_BAD_INPUT, "also without an error");
    put_file("T1 invoke enq(1)\nT1 invoke enq(2)\n");
    expect(lince_reader_open(&reader, path, NULL, &error) == LINCE_DONE, "a malformed file is opened");
    expect(lince_reader_next(reader, &h, &error) == LINCE_BAD_INPUT && !h && !strcmp(error.file, path) &&
               error.line == 2 && strstr(error.message, "line 1"),
           "but not read: %s", error.message);
    expect(lince_reader_next(reader, &h, &error) == LINCE_END && !h, "after that there is nothing more");
    lince_reader_close(reader);
}

static bool stop_third_time(void *context) { return ++*(int *)context == 3; }

static void test_stop(void) {
    FILE *file = fopen(path, "w");
    for (int i = 0; file && i < 1000000; i++) fprintf(file, "T invoke enq(%d)\nT return\n", i);
    if (!file || fclose(file)) abort();
    int asked = 0;
    lince_read_options options = {.stop = stop_third_time, .context = &asked};
    lince_reader *reader;
    lince_history *h = NULL;
    lince_error error = {.message = ""};
    lince_status status = lince_reader_open(&reader, path, &options, &error);
    if (status == LINCE_DONE) status = lince_reader_next(reader, &h, &error);
    expect(status == LINCE_STOPPED && !h && asked == 3, "reading stops when it is told to (%d)", asked);
    lince_history_free(h);
    lince_reader_close(reader);
}

static void test_options(void) {
    lince_read_options options = {.format = LINCE_FORMAT_EDN};
    lince_reader *reader;
    lince_history *h = NULL;
    lince_error error = {.message = ""};
    put_file("T1 invoke enq(1)\n");
    bool opened = lince_reader_open(&reader, path, &options, &error) == LINCE_DONE;
    expect(opened && lince_reader_next(reader, &h, &error) == LINCE_BAD_INPUT,
           "a format that was asked for is used: %s", error.message);
    lince_reader_close(reader);

    FILE *file = fopen(path, "w");
    for (int i = 0; file && i < 10000; i++) fprintf(file, "T%d invoke enq(\"%d\")\n", i, i);
    if (!file || fclose(file)) abort();
    options = (lince_read_options){.max_memory = 100000};
    opened = lince_reader_open(&reader, path, &options, &error) == LINCE_DONE;
    expect(opened && lince_reader_next(reader, &h, &error) == LINCE_OUT_OF_MEMORY && !h && *error.message,
           "a limit on memory holds: %s", error.message);
    lince_reader_close(reader);

    put_file(
        "{:process 0, :type :invoke, :f :write, :value [x 1]}\n{:process 0, :type :ok, :f :write, :value [x 1]}\n"
        "{:process 1, :type :invoke, :f :read, :value [y nil]}\n{:process 1, :type :ok, :f :read, :value [y nil]}\n");
    options = (lince_read_options){.independent = true};
    lince_specs *registers = specs_of("register");
    h = read_only_history(&options);
    expect(h && judged_ok(h, registers, NULL), "independent keys are objects");
    lince_history_free(h);
    h = read_only_history(NULL);
    expect(h && judged_wrong(h, registers, NULL), "but only if that is asked for");
    lince_history_free(h);
    lince_specs_free(registers);
}

static void test_standard_input(void) {
    put_file(everything);
    lince_reader *reader = NULL;
    lince_history *h = NULL;
    lince_error error = {.message = ""};
    if (!freopen(path, "r", stdin)) abort();
    expect(lince_reader_open(&reader, "-", NULL, &error) == LINCE_DONE &&
               lince_reader_next(reader, &h, &error) == LINCE_DONE && lince_history_operations(h) == 5,
           "`-` is standard input %s", error.message);
    lince_reader_close(reader);
    lince_history_free(h);
}

int main(void) {
    make_path();
    test_building();
    test_no_trace();
    test_memory();
    test_round_trip(LINCE_FORMAT_HIST, "hist");
    test_round_trip(LINCE_FORMAT_JSONL, "jsonl");
    test_round_trip(LINCE_FORMAT_EDN, "edn");
    test_unwritable();
    test_several();
    test_bad_files();
    test_options();
    test_stop();
    test_standard_input();
    unlink(path);
    return tap_end();
}
