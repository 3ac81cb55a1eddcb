/* The histories of files: events, verdicts, totals, and how a run ends early. */
#include "api.h"

#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sum.h"

/* ---- files in a directory of their own ---- */

#define RIGHT "T1 invoke enq(1)\nT1 return\nT1 invoke deq()\nT1 return 1\n"
#define WRONG "T1 invoke enq(1)\nT1 return\nT1 invoke deq()\nT1 return EMPTY\n"

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    if (!file || fputs(text, file) < 0 || fclose(file)) abort();
}

/* Every third history is a violation. */
static void write_many(const char *name, int count) {
    FILE *file = fopen(name, "w");
    if (!file) abort();
    fputs("spec queue\n", file);
    for (int i = 1; i <= count; i++) fprintf(file, "%s%s", i > 1 ? "---\n" : "", i % 3 ? RIGHT : WRONG);
    if (fclose(file)) abort();
}

/* ---- a history that takes longer than any test has time ---- */

/* All additions overlap, each leads to another sum, and no sum is the one that is read: 2 to the 40 states. */
static void write_hard(const char *name) {
    enum { THREADS = 40 };
    FILE *file = fopen(name, "w");
    if (!file) abort();
    for (int i = 0; i < THREADS; i++) fprintf(file, "T%d invoke sum_add(%lld)\n", i, 1LL << i);
    fputs("reader invoke sum_get()\nreader return -1\n", file);
    for (int i = 0; i < THREADS; i++) fprintf(file, "T%d return\n", i);
    if (fclose(file)) abort();
}

static lince_specs *sums(void) {
    lince_specs *specs = lince_specs_new();
    if (!specs || lince_specs_add_own(specs, NULL, &sum_spec, NULL)) abort();
    return specs;
}

/* ---- events ---- */

enum { MOST = 4096 };
typedef struct seen {
    pthread_t caller;
    bool elsewhere; /* a callback came from another thread */
    int events, progress, files, verdicts, malformed;
    char log[MOST]; /* a letter for each event but progress and LINCE_CHECK_VIOLATED */
    size_t length;
    lince_reason reason; /* of the last unknown verdict */
    size_t operations;   /* of the last history */
    size_t conflict;     /* operations of the last result */
    lince_error error;   /* the last */
    bool misplaced;      /* a number, a path or a place is not the next one */
    uint32_t number, file;
    const char *const *paths;
    /* The event that sets the interrupt. */
    int interrupt_at_verdict;
    bool interrupt_at_progress;
    volatile int interrupt;
} seen;

static void log_letter(seen *s, char letter) {
    if (s->length + 1 < MOST) s->log[s->length++] = letter;
}

static void note_verdict(seen *s, const lince_check_event *e) {
    static const char letters[] = {'+', '-', '?'};
    lince_verdict verdict = lince_result_verdict(e->result);
    s->verdicts++;
    log_letter(s, letters[verdict]);
    if (verdict == LINCE_VERDICT_UNKNOWN) s->reason = lince_result_reason(e->result);
    s->operations = lince_history_operations(e->history);
    lince_result_conflict(e->result, &s->conflict);
    s->misplaced |= e->number != ++s->number || (e->number > 1 && !e->several);
}

static void on_event(void *context, const lince_check_event *e) {
    seen *s = context;
    s->events++;
    s->elsewhere |= !pthread_equal(pthread_self(), s->caller);
    if (s->paths) s->misplaced |= strcmp(e->path, s->paths[e->file]) != 0;
    switch (e->kind) {
    case LINCE_CHECK_FILE:
        s->files++;
        s->number = 0;
        s->misplaced |= e->file != s->file++;
        log_letter(s, 'F');
        break;
    case LINCE_CHECK_PROGRESS:
        s->progress++;
        s->misplaced |= e->files_done > e->files;
        if (s->interrupt_at_progress && e->operations)
            __atomic_store_n(&s->interrupt, 1, __ATOMIC_RELAXED); /* it is being checked */
        s->misplaced |= e->operations && strcmp(e->longest, e->path) != 0;
        break;
    case LINCE_CHECK_VIOLATED: s->misplaced |= e->number != s->number + 1; break;
    case LINCE_CHECK_VERDICT:
        note_verdict(s, e);
        if (s->verdicts == s->interrupt_at_verdict) __atomic_store_n(&s->interrupt, 1, __ATOMIC_RELAXED);
        break;
    case LINCE_CHECK_ERROR:
        s->malformed++;
        s->error = *e->error;
        log_letter(s, '!');
        break;
    }
}

static lince_check_files_options recording(seen *s) {
    *s = (seen){.caller = pthread_self()};
    lince_check_files_options options = LINCE_CHECK_FILES_OPTIONS_INIT;
    options.on_event = on_event;
    options.context = s;
    options.interrupt = &s->interrupt;
    return options;
}

typedef struct outcome {
    lince_status status;
    lince_check_files_result totals;
    lince_error error;
} outcome;

#define RUN(options, ...) run((options), (const char *const[]){__VA_ARGS__, NULL})

static outcome run(const lince_check_files_options *options, const char *const *paths) {
    outcome o = {.totals = {.verdict = LINCE_VERDICT_UNKNOWN}};
    lince_check_files_result *result;
    size_t count = 0;
    while (paths[count]) count++;
    o.status = lince_check_files(paths, count, options, &result, &o.error);
    if (result) o.totals = *result;
    lince_check_files_result_free(result);
    return o;
}

/* ---- verdicts ---- */

static void test_several_files(void) {
    static const char *const names[] = {"right.hist", "wrong.hist", "other.jsonl", NULL};
    seen s;
    lince_specs *queue = specs_of("queue");
    write_file("right.hist", "spec queue\n" RIGHT);
    write_file("wrong.hist", "spec queue\n" WRONG);
    write_file("other.jsonl",
               "{\"process\": 0, \"type\": \"invoke\", \"f\": \"enq\", \"value\": 5}\n"
               "{\"process\": 0, \"type\": \"ok\", \"f\": \"enq\", \"value\": 5}\n"
               "{\"process\": 0, \"type\": \"invoke\", \"f\": \"deq\", \"value\": null}\n"
               "{\"process\": 0, \"type\": \"ok\", \"f\": \"deq\", \"value\": 5}\n");
    for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
        lince_check_files_options options = recording(&s);
        options.specs = queue;
        options.jobs = jobs;
        s.paths = names;
        outcome o = run(&options, names);
        expect(o.status == LINCE_DONE && !strcmp(s.log, "F+F-F+"), "%u jobs: three files, one wrong: %s", jobs, s.log);
        expect(o.totals.verdict == LINCE_VERDICT_VIOLATION && o.totals.files == 3 && o.totals.ok == 2 &&
                   o.totals.violations == 1 && !o.totals.unknown && !o.totals.malformed && o.totals.operations == 6,
               "%u jobs: the totals", jobs);
        expect(!s.elsewhere && !s.misplaced, "%u jobs: events come in order, from the calling thread", jobs);
    }
    outcome o = RUN(NULL, "right.hist");
    expect(o.status == LINCE_DONE && o.totals.verdict == LINCE_VERDICT_OK && o.totals.ok == 1, "without options");
    o = RUN(NULL, "wrong.hist");
    expect(o.status == LINCE_DONE && o.totals.verdict == LINCE_VERDICT_VIOLATION, "a violation without options");
    lince_specs_free(queue);
}

/* Whatever thread is done first. */
static void test_many_histories(void) {
    enum { HISTORIES = 400 };
    static char logs[2][MOST];
    write_many("many.hist", HISTORIES);
    for (unsigned i = 0; i < 2; i++) {
        seen s;
        lince_check_files_options options = recording(&s);
        options.jobs = i ? 4 : 1;
        outcome o = RUN(&options, "many.hist", "many.hist", "wrong.hist");
        expect(o.status == LINCE_DONE && s.verdicts == 2 * HISTORIES + 1 && !s.misplaced && !s.elsewhere,
               "%u jobs: each history in its turn", options.jobs);
        expect(o.totals.violations == 2 * (HISTORIES / 3) + 1 &&
                   o.totals.ok + o.totals.violations == (uint64_t)s.verdicts,
               "%u jobs: the wrong ones are found", options.jobs);
        memcpy(logs[i], s.log, MOST);
    }
    expect(!strcmp(logs[0], logs[1]) && !strncmp(logs[0], "F++-++-", 7), "the order of the events is the same");
}

static void test_results(void) {
    seen s;
    lince_check_files_options options = recording(&s);
    RUN(&options, "wrong.hist");
    expect(s.operations == 2 && s.conflict == 2, "a violation comes with its history and its conflict");
    options = recording(&s);
    options.no_explanation = true;
    RUN(&options, "wrong.hist");
    expect(!strcmp(s.log, "F-") && s.conflict == 0, "or without an explanation");
    options = recording(&s);
    write_file("stale.hist", "spec queue\nT1 invoke enq(1)\nT1 return\nT2 invoke deq()\nT2 return EMPTY\n");
    options.criterion = LINCE_SEQUENTIAL;
    outcome o = RUN(&options, "stale.hist");
    expect(o.totals.verdict == LINCE_VERDICT_OK, "a criterion");
    o = RUN(NULL, "stale.hist");
    expect(o.totals.verdict == LINCE_VERDICT_VIOLATION, "and the default, which differs");
}

static void test_initial_value(void) {
    static const char *const cas[] = {"cas"};
    lince_check_files_options options = LINCE_CHECK_FILES_OPTIONS_INIT;
    write_file("seven.hist", "spec register\nT1 invoke read()\nT1 return 7\n");
    outcome o = RUN(&options, "seven.hist");
    expect(o.totals.verdict == LINCE_VERDICT_VIOLATION, "a register that was never written");
    options.init = "7";
    o = RUN(&options, "seven.hist");
    expect(o.totals.verdict == LINCE_VERDICT_OK, "and one that holds 7 at first");
    options.init = "(";
    o = RUN(&options, "seven.hist");
    expect(o.status == LINCE_BAD_INPUT && strstr(o.error.message, "init: "), "no value: %s", o.error.message);
    options.init = NULL;
    write_file("cas.hist", "spec cas-register\nT1 invoke cas(nil, 1)\nT1 fail\n");
    o = RUN(&options, "cas.hist");
    expect(o.totals.verdict == LINCE_VERDICT_OK, "an operation that did not happen");
    options.fail_returns = cas;
    options.fail_returns_count = 1;
    o = RUN(&options, "cas.hist");
    expect(o.totals.verdict == LINCE_VERDICT_VIOLATION, "and one that returned false");
}

/* ---- input ---- */

static void test_malformed(void) {
    for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
        seen s;
        lince_check_files_options options = recording(&s);
        options.jobs = jobs;
        write_file("bad.hist", "spec queue\n" RIGHT "---\nT1 invoke enq(1)\nnonsense\n---\n" WRONG);
        outcome o = RUN(&options, "bad.hist", "nowhere.hist", "wrong.hist");
        expect(o.status == LINCE_BAD_INPUT && !strcmp(s.log, "F+!F!F-"), "%u jobs: other files are checked: %s", jobs,
               s.log);
        expect(!strcmp(o.error.file, "bad.hist") && o.error.line == 8, "%u jobs: the first error, line %lu: %s", jobs,
               o.error.line, o.error.message);
        expect(!strcmp(s.error.file, "nowhere.hist"), "%u jobs: and the other one: %s", jobs, s.error.message);
        expect(o.totals.malformed == 2 && o.totals.ok == 1 && o.totals.violations == 1, "%u jobs: the totals", jobs);
        expect(!s.misplaced, "%u jobs: the numbers of the histories", jobs);
    }
    seen s;
    lince_check_files_options options = recording(&s);
    write_file("empty.hist", "# nothing\n");
    outcome o = RUN(&options, "empty.hist");
    expect(o.status == LINCE_BAD_INPUT && o.totals.verdict == LINCE_VERDICT_UNKNOWN, "no event: %s", o.error.message);
    options.allow_empty = true;
    o = RUN(&options, "empty.hist");
    expect(o.status == LINCE_DONE && o.totals.ok == 1, "unless that is allowed: %s", o.error.message);
    write_file("unnamed.hist", RIGHT);
    o = RUN(NULL, "unnamed.hist");
    expect(o.status == LINCE_BAD_INPUT && o.totals.malformed == 1, "no specification: %s", o.error.message);
}

static void test_directory(void) {
    seen s;
    lince_check_files_options options = recording(&s);
    if (mkdir("some", 0700) || mkdir("some/more", 0700) || mkdir("none", 0700)) abort();
    write_file("some/b.hist", "spec queue\n" WRONG);
    write_file("some/more/a.hist", "spec queue\n" RIGHT);
    write_file("some/notes", "no history");
    outcome o = RUN(&options, "some");
    expect(o.status == LINCE_DONE && !strcmp(s.log, "F-F+") && o.totals.files == 2, "a directory: %s", s.log);
    options = recording(&s);
    o = RUN(&options, "none", "right.hist");
    expect(o.status == LINCE_BAD_INPUT && !strcmp(s.log, "F!F+"), "an empty one: %s", o.error.message);
}

/* ---- an early end ---- */

static void test_interrupt(void) {
    seen s;
    lince_specs *specs = sums();
    for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
        lince_check_files_options options = recording(&s);
        options.jobs = jobs;
        options.specs = specs;
        s.interrupt_at_progress = true;
        outcome o = RUN(&options, "hard.hist");
        expect(o.status == LINCE_DONE && !strcmp(s.log, "F?") && s.reason == LINCE_REASON_INTERRUPT,
               "%u jobs: an interrupt ends a check: %s", jobs, s.log);
        expect(s.operations == 41 && o.totals.unknown == 1 && o.totals.verdict == LINCE_VERDICT_UNKNOWN,
               "%u jobs: with a verdict", jobs);
        options = recording(&s);
        options.jobs = jobs;
        options.interrupt = &(int){1};
        o = RUN(&options, "many.hist", "right.hist", "wrong.hist");
        expect(o.status == LINCE_DONE && !strcmp(s.log, "F?F?F?") && s.reason == LINCE_REASON_INTERRUPT,
               "%u jobs: before anything is read: %s", jobs, s.log);
    }
    lince_check_files_options options = recording(&s);
    options.specs = specs;
    options.timeout = 0.2;
    outcome o = RUN(&options, "hard.hist", "hard.hist");
    expect(o.status == LINCE_DONE && !strcmp(s.log, "F?F?") && s.reason == LINCE_REASON_TIMEOUT,
           "a limit on time is a verdict, and no interrupt: %s", s.log);
    options = recording(&s);
    options.max_memory = 1;
    o = RUN(&options, "right.hist");
    expect(o.status == LINCE_DONE && !strcmp(s.log, "F?") && s.reason == LINCE_REASON_MEMORY, "so is one on memory");
    options = recording(&s);
    s.interrupt_at_verdict = 1;
    o = RUN(&options, "right.hist");
    expect(o.status == LINCE_DONE && !strcmp(s.log, "F+"), "an interrupt that comes too late changes nothing");
    write_file("easy.hist", "T1 invoke sum_get()\nT1 return 0\n");
    options = recording(&s);
    options.specs = specs;
    s.interrupt_at_verdict = 1;
    o = RUN(&options, "easy.hist", "hard.hist");
    expect(o.status == LINCE_DONE && !strcmp(s.log, "F+F?") && s.reason == LINCE_REASON_INTERRUPT && o.totals.ok == 1 &&
               o.totals.unknown == 1,
           "one that on_event sets ends the rest: %s", s.log);
    lince_specs_free(specs);
}

/* ---- use ---- */

static void test_misuse(void) {
    lince_error error = {.message = ""};
    const char *const paths[] = {"right.hist", NULL};
    lince_check_files_result *result = (lince_check_files_result *)&error;
    expect(lince_check_files(NULL, 1, NULL, &result, &error) == LINCE_BAD_INPUT &&
               strstr(error.message, "lince_check_files is given no paths") && !result,
           "no paths: %s", error.message);
    expect(lince_check_files(paths, 0, NULL, &result, &error) == LINCE_BAD_INPUT &&
               strstr(error.message, "is given no file"),
           "no file: %s", error.message);
    expect(lince_check_files(paths, 2, NULL, &result, &error) == LINCE_BAD_INPUT && strstr(error.message, "path 1"),
           "a path that is not there: %s", error.message);
    expect(lince_check_files(paths, 1, NULL, NULL, &error) == LINCE_BAD_INPUT &&
               strstr(error.message, "is given no place for the result"),
           "no place for the result: %s", error.message);
    expect(lince_check_files(paths, 1, NULL, &result, NULL) == LINCE_DONE && result->ok == 1,
           "the error may be missing");
    lince_check_files_result_free(result);
    lince_check_files_result_free(NULL);
    struct {
        lince_check_files_options known;
        uint64_t later;
    } newer = {.known = {.size = sizeof newer}};
    expect(lince_check_files(paths, 1, &newer.known, &result, &error) == LINCE_DONE, "a later struct");
    lince_check_files_result_free(result);
    newer.later = 1;
    expect(lince_check_files(paths, 1, &newer.known, &result, &error) == LINCE_BAD_INPUT &&
               strstr(error.message, "lince_check_files_options has a field set"),
           "with a field that is not known: %s", error.message);
    newer.known.size = 8;
    expect(lince_check_files(paths, 1, &newer.known, &result, &error) == LINCE_BAD_INPUT, "%s", error.message);
}

static void *check_in_thread(void *context) {
    seen s;
    lince_check_files_options options = recording(&s);
    outcome o = RUN(&options, "many.hist", "wrong.hist");
    *(bool *)context = o.status == LINCE_DONE && o.totals.violations == 134 && !s.elsewhere && !s.misplaced;
    return NULL;
}

static void test_threads(void) {
    pthread_t threads[2];
    bool good[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, check_in_thread, &good[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    expect(good[0] && good[1], "two runs at a time");
}

/* ---- excerpts ---- */

static void test_excerpt(void) {
    lince_history *h = wrong_queue(), *cut = NULL, *small = lince_history_new();
    lince_specs *queue = specs_of("queue"), *stack = specs_of("stack");
    lince_result *wrong = NULL, *right = NULL;
    lince_error error = {.message = ""};
    lince_check(h, queue, NULL, &wrong, NULL);
    lince_status status = lince_violation_excerpt(h, queue, wrong, &cut, &error);
    expect(status == LINCE_DONE && lince_history_operations(cut) == 3, "the operations that conflict: %s",
           error.message);
    expect(judged_wrong(cut, queue, NULL), "are a violation by themselves");
    lince_history_free(cut);
    lince_history *fine = right_queue();
    lince_check(fine, queue, NULL, &right, NULL);
    expect(lince_violation_excerpt(fine, queue, right, &cut, &error) == LINCE_BAD_INPUT && !cut &&
               strstr(error.message, "the verdict is ok"),
           "a history that is correct has none: %s", error.message);
    whole(small, "T1", "enq", number(small, 1), LINCE_NO_VALUE);
    expect(lince_violation_excerpt(small, queue, wrong, &cut, &error) == LINCE_BAD_INPUT && !cut &&
               strstr(error.message, "another history"),
           "nor has another history: %s", error.message);
    expect(lince_violation_excerpt(h, stack, wrong, &cut, &error) == LINCE_BAD_INPUT && !cut,
           "other specifications: %s", error.message);
    expect(lince_violation_excerpt(NULL, queue, wrong, &cut, &error) == LINCE_BAD_INPUT &&
               lince_violation_excerpt(h, queue, NULL, &cut, &error) == LINCE_BAD_INPUT &&
               lince_violation_excerpt(h, queue, wrong, NULL, &error) == LINCE_BAD_INPUT,
           "nothing");
    lince_result_free(wrong);
    lince_result_free(right);
    lince_history_free(h);
    lince_history_free(small);
    lince_history_free(fine);
    lince_specs_free(queue);
    lince_specs_free(stack);
}

/* A .hist file can name neither of these threads as they are. */
static void test_excerpt_names(void) {
    lince_history *h = lince_history_new(), *cut = NULL, *read = NULL;
    lince_specs *queue = specs_of("queue");
    lince_result *wrong = NULL;
    lince_reader *reader = NULL;
    whole(h, "a thread", "enq", number(h, 1), LINCE_NO_VALUE);
    whole(h, "another thread", "deq", LINCE_NO_VALUE, LINCE_EMPTY);
    FILE *file = fopen("excerpt.hist", "w");
    lince_check(h, queue, NULL, &wrong, NULL);
    bool plain = lince_history_write(h, LINCE_FORMAT_HIST, file, NULL) == LINCE_DONE;
    bool good = lince_violation_excerpt(h, queue, wrong, &cut, NULL) == LINCE_DONE &&
                lince_history_write(cut, LINCE_FORMAT_HIST, file, NULL) == LINCE_DONE;
    fclose(file);
    expect(!plain && good, "an excerpt can be written where its history cannot");
    good = lince_reader_open(&reader, "excerpt.hist", NULL, NULL) == LINCE_DONE &&
           lince_reader_next(reader, &read, NULL) == LINCE_DONE;
    expect(good && judged_wrong(read, NULL, NULL), "and read, with its specification");
    lince_reader_close(reader);
    lince_history_free(read);
    lince_history_free(cut);
    lince_history_free(h);
    lince_result_free(wrong);
    lince_specs_free(queue);
}

int main(void) {
    char directory[] = "/tmp/lince-checker.XXXXXX";
    if (!mkdtemp(directory) || chdir(directory)) return 99;
    write_hard("hard.hist");
    test_several_files();
    test_many_histories();
    test_results();
    test_initial_value();
    test_malformed();
    test_directory();
    test_interrupt();
    test_misuse();
    test_threads();
    test_excerpt();
    test_excerpt_names();
    if (system("rm -r \"$PWD\"")) return 99;
    return tap_end();
}
