/* Is this queue correct?  Two threads log their operations on it, and the library checks the log.
 *
 *     $ cc -pthread -o queue_log queue_log.c $(pkg-config --cflags --libs lince)
 *     $ ./queue_log
 *     402 operations: ok, an order explains them
 *     $ ./queue_log broken
 *     6 operations: violation, no order explains these
 *       main: enq(1)
 *       T1: deq() = 1
 *       T2: deq() = 1 */
#include <lince/lince.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "little_queue.h"

static little_queue queue;
static lince_history *history;
static char shown[512][32]; /* each operation by its number in the history */
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

/* Does and logs one operation: enq(added), or deq() if that is 0.  It enters the log before it begins and again when it
 * has ended; while it runs the log is not locked, or operations would never overlap. */
static int operate(const char *thread, int added) {
    pthread_mutex_lock(&log_lock);
    char *text = shown[lince_history_operations(history)];
    lince_value value = lince_int(lince_history_values(history), added);
    if (lince_invoke(history, thread, NULL, added ? "enq" : "deq", &value, added ? 1 : 0, NULL)) abort();
    pthread_mutex_unlock(&log_lock);

    int removed = added ? 0 : dequeue(&queue);
    if (added) enqueue(&queue, added);

    pthread_mutex_lock(&log_lock);
    value = lince_int(lince_history_values(history), removed);
    if (lince_return(history, thread, &value, added ? 0 : 1, NULL)) abort();
    snprintf(text, sizeof *shown, added ? "%s: enq(%d)" : "%s: deq() = %d", thread, added + removed);
    pthread_mutex_unlock(&log_lock);
    return removed;
}

static void *work(void *thread) { /* it adds as often as it removes, so the queue is never empty */
    for (int rounds = queue.broken ? 1 : 100; rounds > 0; rounds--) operate(thread, operate(thread, 0) + 2);
    return NULL;
}

static void run_threads(void) {
    pthread_t threads[2];
    operate("main", 1), operate("main", 2);
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, (void *)(i ? "T2" : "T1"));
        if (queue.broken) sem_wait(&queue.has_read); /* both, before either may remove */
    }
    sem_post(&queue.may_remove), sem_post(&queue.may_remove);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
    start_queue(&queue, argc > 1 && !strcmp(argv[1], "broken"));
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {.message = "out of memory"};
    history = lince_history_new();
    run_threads();
    if (lince_specs_add(specs, "queue", &error) || lince_check(history, specs, NULL, &result, &error)) {
        fprintf(stderr, "queue_log: %s\n", error.message);
        return 3;
    }
    static const char *const says[] = {"ok, an order explains them", "violation, no order explains these", "unknown"};
    const lince_verdict verdict = lince_result_verdict(result);
    printf("%zu operations: %s\n", lince_history_operations(history), says[verdict]);
    size_t count;
    const uint32_t *conflict = lince_result_conflict(result, &count); /* none, unless it is a violation */
    for (size_t i = 0; i < count; i++) printf("  %s\n", shown[conflict[i]]);
    lince_result_free(result);
    lince_specs_free(specs);
    lince_history_free(history);
    return (int)verdict;
}
