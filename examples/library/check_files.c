/* Checks recorded histories, and prints the operations that conflict where a history is not correct.
 *
 *     $ cc -o check_files check_files.c $(pkg-config --cflags --libs lince)
 *     $ ./check_files queue-right.hist queue-wrong.hist
 *     queue-right.hist: history 1: ok
 *     queue-wrong.hist: history 1: violation
 *     spec queue
 *     T1 invoke enq(2)
 *     T1 return
 *     T3 invoke enq(3)
 *     T3 return
 *     T2 invoke deq()
 *     T2 return 3
 *     2 files, 1 violation */
#include <inttypes.h>
#include <lince/lince.h>

static void print_conflict(const lince_check_event *event) {
    lince_history *conflict;
    lince_error error;
    if (lince_violation_excerpt(event->history, NULL, event->result, &conflict, &error) ||
        lince_history_write(conflict, LINCE_FORMAT_HIST, stdout, &error))
        fprintf(stderr, "check_files: %s\n", error.message);
    lince_history_free(conflict);
}

static void on_event(void *context, const lince_check_event *event) {
    static const char *const words[] = {"ok", "violation", "unknown"};
    (void)context;
    switch (event->kind) {
    case LINCE_CHECK_VERDICT:
        printf("%s: history %" PRIu32 ": %s\n", event->path, event->number, words[lince_result_verdict(event->result)]);
        if (lince_result_verdict(event->result) == LINCE_VERDICT_VIOLATION) print_conflict(event);
        break;
    case LINCE_CHECK_ERROR: printf("%s:%lu: %s\n", event->path, event->error->line, event->error->message); break;
    default: break;
    }
}

int main(int argc, char **argv) {
    lince_check_files_options options = LINCE_CHECK_FILES_OPTIONS_INIT;
    lince_check_files_result *result;
    lince_error error;
    options.on_event = on_event;
    lince_status status = lince_check_files((const char *const *)argv + 1, (size_t)argc - 1, &options, &result, &error);
    if (result)
        printf("%" PRIu64 " files, %" PRIu64 " violation%s\n", result->files, result->violations,
               result->violations == 1 ? "" : "s");
    if (status != LINCE_DONE) fprintf(stderr, "check_files: %s\n", error.message);
    int verdict = status == LINCE_DONE ? (int)result->verdict : 2;
    lince_check_files_result_free(result);
    return verdict;
}
