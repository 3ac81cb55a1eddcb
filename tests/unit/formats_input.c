/* Where histories come from: files, standard input, compressed or not, in which format, in how much memory. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include "formats_support.h"

static const char *format_of(const lince_history *h) {
    if (!h) return "none";
    return h->failed_cas_ran ? "jepsen-log" : h->json ? "jsonl" : h->jepsen ? "edn" : "hist";
}

static void expect_detected(const char *text, const char *format, const char *name) {
    lince_history *h = read_one(LINCE_FORMAT_AUTO, text);
    if (!expect(!strcmp(format_of(h), format), "detected: %s", name))
        printf("# got %s: %lu: %s\n", format_of(h), problem.line, problem.message);
    lince_history_free(h);
}

static void test_detection(void) {
    expect_detected("T1 invoke enq(5)\n", "hist", "an event");
    expect_detected("\n# {:process\n\nspec queue\n", "hist", "a specification after comments");
    expect_detected("---\n", "hist", "a separator");
    expect_detected("", "hist", "nothing");
    expect_detected("\n \n", "hist", "blank lines");
    expect_detected("{\"x invoke a()\n", "hist", "an odd thread");
    expect_detected("#_foo is a comment\nT1 invoke a()\n", "hist", "an odd comment");
    expect_detected("{\"process\":0,\"type\":\"invoke\",\"f\":\"a\"}\n", "jsonl", "a JSON event");
    expect_detected("\n  { \"f\":\"a\",\"process\":0,\"call\":5}\n", "jsonl", "a JSON operation");
    expect_detected("{:process 0 :type :invoke :f :a}", "edn", "an EDN map");
    expect_detected("[\n{:process 0 :type :invoke :f :a}]", "edn", "an EDN vector");
    expect_detected("({:process 0 :type :invoke :f :a})", "edn", "an EDN list");
    expect_detected("; comment\n[]", "edn", "an EDN comment");
    expect_detected("#_{:a 1} []", "edn", "a discarded form");
    expect_detected("#jepsen.history.Op{:process 0 :type :invoke :f :a}", "edn", "a tagged map");
    expect_detected("INFO  jepsen.util - 0\t:invoke\t:read\tnil\n", "jepsen-log", "a log");
    expect_detected("hello\nINFO  starting { x\n# y\n\nINFO  jepsen.util - 0\t:invoke\t:read\tnil", "jepsen-log",
                    "a log that begins otherwise");
    expect_detected("\xef\xbb\xbfT1 invoke enq(5)\n", "hist", "a byte order mark");
    expect_detected("\xef\xbb\xbf{\"process\":0,\"type\":\"invoke\",\"f\":\"a\"}\n", "jsonl",
                    "a byte order mark, then JSON");
    expect_bad(LINCE_FORMAT_AUTO, "[{\"process\": 0}]\n", 1, "expected one JSON object", "a JSON array");
    expect_bad(LINCE_FORMAT_AUTO, "hello world\n", 1, "`invoke`, `return`, `crash` or `fail`", "other text");
    expect_bad(LINCE_FORMAT_AUTO,
               "\x7f"
               "ELF\x02\x01\x01\n",
               1, "control character", "a program");
}

/* ---- files ---- */

static char folder[200];

static const char *path_of(const char *name) {
    static char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(path_of(name), "wb");
    if (!file || fwrite(bytes, 1, size, file) != size) abort();
    fclose(file);
}

/* The events of the first history in a file; NULL: it cannot be read. */
static char *read_file(const char *path, const lince_read_options *options, lince_status *status) {
    lince_reader *reader = NULL;
    lince_history *h = NULL;
    problem = (lince_error){.line = 0};
    *status = lince_reader_open(&reader, path, options ? options : &reading, &problem);
    if (*status == LINCE_DONE) *status = lince_reader_next(reader, &h, &problem);
    char *events = h ? shown(h) : NULL;
    lince_history_free(h);
    if (*status == LINCE_DONE) *status = lince_reader_next(reader, &h, &problem);
    lince_history_free(h);
    lince_reader_close(reader);
    return events;
}

static void expect_file(const char *path, const char *events, const char *name) {
    lince_status status;
    char *is = read_file(path, NULL, &status);
    if (!expect(status == LINCE_END && is && !strcmp(is, events), "%s", name))
        printf("# got %d %s (%lu: %s)\n", status, is ? is : "nothing", problem.line, problem.message);
    free(is);
}

static void expect_unreadable(const char *path, const char *words, const char *name) {
    lince_status status;
    free(read_file(path, NULL, &status));
    bool right = status == LINCE_BAD_INPUT && !strcmp(problem.file, path) && strstr(problem.message, words);
    if (!expect(right, "%s", name)) printf("# got %d %s: %s\n", status, problem.file, problem.message);
}

static const char queue[] = "T1 invoke enq(5)\nT2 invoke deq()\nT1 return\nT2 return 5\n";
static const char queue_events[] = "T1 enq(5); T2 deq(); T1 ->; T2 -> 5";

static void test_files(void) {
    put_file("queue", queue, strlen(queue));
    expect_file(path_of("queue"), queue_events, "a file");
    expect_unreadable(path_of("missing"), "cannot open: No such file", "a file that is not there");
    expect_unreadable(folder, "a directory", "a directory");
    if (chmod(path_of("queue"), 0) || !access(path_of("queue"), R_OK)) tap_skip("this user can read every file");
    else expect_unreadable(path_of("queue"), "cannot open: Permission denied", "a file that may not be read");
    chmod(path_of("queue"), 0600);
}

static size_t zip(char *out, size_t room, const char *text) {
    size_t size = ZSTD_compress(out, room, text, strlen(text), 3);
    if (ZSTD_isError(size)) abort();
    return size;
}

static void test_zstd(void) {
    char zipped[1024];
    size_t size = zip(zipped, sizeof zipped, "T1 invoke enq(5)\nT2 invo");
    put_file("one", zipped, size);
    expect_unreadable(path_of("one"), "found `invo`", "what was compressed may be malformed");
    size += zip(zipped + size, sizeof zipped - size, "ke deq()\nT1 return\nT2 return 5\n");
    put_file("two", zipped, size);
    expect_file(path_of("two"), queue_events, "compressed in two frames");
    for (size_t cut = 1; cut <= 3; cut++) {
        put_file("cut", zipped, size - cut);
        expect_unreadable(path_of("cut"), "damaged: it ends in the middle", "a compressed file that was cut off");
    }
    put_file("head", zipped, 5);
    expect_unreadable(path_of("head"), "damaged", "one of which little is left");
    zipped[size / 4] ^= 0x55;
    zipped[size / 4 + 1] ^= 0x55;
    put_file("damaged", zipped, size);
    lince_status status;
    free(read_file(path_of("damaged"), NULL, &status));
    expect(status == LINCE_BAD_INPUT, "a compressed file that was damaged");
    memcpy(zipped + zip(zipped, sizeof zipped, queue), "rest", 4);
    put_file("rest", zipped, zip(zipped, sizeof zipped, queue) + 4);
    expect_unreadable(path_of("rest"), "damaged", "something behind the compressed data");
}

/* Much text in little data: the lines are read as they come. */
static void test_long_zstd(void) {
    enum { LINES = 40000 };
    lince_text text = {0};
    for (int i = 0; i < LINES; i++) lc_text_puts(&text, i % 2 ? "T1 return 7\n" : "T1 invoke add(7)\n");
    size_t room = ZSTD_compressBound(text.length);
    char *zipped = malloc(room);
    size_t size = zip(zipped, room, lc_text(&text));
    lince_history *h[1];
    size_t count;
    reading.format = LINCE_FORMAT_AUTO;
    lince_status status = read_all(zipped, size, h, 1, &count);
    expect(status == LINCE_END && count == 1 && h[0]->ops.count == LINES / 2, "a long compressed history");
    if (count) lince_history_free(h[0]);
    free(zipped);
    lc_text_free(&text);
}

/* ---- standard input ---- */

/* Runs `expect_file` with "-" while another process writes the bytes in small pieces. */
static void expect_piped(const char *bytes, size_t size, const char *events, const char *name) {
    int ends[2], was = dup(STDIN_FILENO);
    if (pipe(ends)) abort();
    pid_t writer = fork();
    if (writer == 0) {
        close(ends[0]);
        for (size_t i = 0; i < size; i += 7) {
            size_t piece = size - i < 7 ? size - i : 7;
            if (write(ends[1], bytes + i, piece) != (ssize_t)piece) _exit(1);
        }
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    expect_file("-", events, name);
    waitpid(writer, NULL, 0);
    if (was >= 0) {
        dup2(was, STDIN_FILENO);
        close(was);
    }
}

static void test_stdin(void) {
    char zipped[1024];
    expect_piped(queue, strlen(queue), queue_events, "`-` is standard input");
    expect_piped(zipped, zip(zipped, sizeof zipped, queue), queue_events, "compressed, too");
    expect_piped("", 0, "", "standard input may be empty");
    expect(fcntl(STDIN_FILENO, F_GETFD) != -1, "reading leaves standard input open");
}

/* ---- limits ---- */

static void test_memory(void) {
    enum { OPERATIONS = 100000 };
    lince_text text = {0};
    for (int i = 0; i < OPERATIONS; i++) lc_text_printf(&text, "T%d invoke enq(%d)\nT%d return\n", i % 8, i, i % 8);
    lince_history *h = read_one(LINCE_FORMAT_HIST, lc_text(&text));
    expect(h && h->ops.count == OPERATIONS && atomic_load(&h->budget->peak) <= 64 * (size_t)OPERATIONS,
           "an operation takes at most 64 bytes while it is read");
    expect(h && atomic_load(&h->budget->used) <= 41 * (size_t)OPERATIONS, "and 40 afterwards");
    lince_history_free(h);

    reading.max_memory = 1 << 20;
    h = read_one(LINCE_FORMAT_HIST, lc_text(&text));
    size_t count;
    lince_status status = read_all(lc_text(&text), text.length, &h, 1, &count);
    expect(status == LINCE_OUT_OF_MEMORY && count == 0 && strstr(problem.message, "memory"),
           "a limit that is too small");
    reading.max_memory = 64 * OPERATIONS;
    h = read_one(LINCE_FORMAT_HIST, lc_text(&text));
    expect(h != NULL, "a limit that is large enough");
    lince_history_free(h);
    reading.max_memory = 0;

    lc_text_clear(&text);
    lc_text_puts(&text, "T1 invoke enq(\"");
    lc_text_repeat(&text, "0123456789", 100000);
    lc_text_puts(&text, "\")\n");
    h = read_one(LINCE_FORMAT_HIST, lc_text(&text));
    expect(h && h->ops.count == 1, "a very long line");
    lince_history_free(h);
    reading.max_memory = 1 << 18;
    status = read_all(lc_text(&text), text.length, &h, 1, &count);
    expect(status == LINCE_OUT_OF_MEMORY, "a very long line and a limit");
    reading.max_memory = 0;
    lc_text_free(&text);
}

static void test_after_failure(void) {
    static const char text[] = "T1 return\n---\nT1 invoke a()\n";
    lince_reader *reader;
    lince_history *h;
    lince_error error;
    bool opened = lc_reader_open_bytes(&reader, "text", text, strlen(text), NULL, &error) == LINCE_DONE;
    lince_status first = lince_reader_next(reader, &h, &error), second = lince_reader_next(reader, &h, NULL);
    expect(opened && first == LINCE_BAD_INPUT && second == LINCE_END && !h, "after a failure nothing more is read");
    lince_reader_close(reader);
    opened = lc_reader_open_bytes(&reader, "text", text, strlen(text), NULL, NULL) == LINCE_DONE;
    expect(opened && lince_reader_next(reader, &h, NULL) == LINCE_BAD_INPUT, "nobody needs to ask why");
    lince_reader_close(reader);
    lince_reader_close(NULL);
}

int main(void) {
    const char *scratch = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/lince-formats-XXXXXX", scratch ? scratch : P_tmpdir);
    if (!mkdtemp(folder)) return 2;
    test_detection();
    test_files();
    test_zstd();
    test_long_zstd();
    test_stdin();
    test_memory();
    test_after_failure();
    char command[300];
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command)) return 2;
    return tap_end();
}
