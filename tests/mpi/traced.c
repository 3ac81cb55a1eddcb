/* A counter that takes its time and writes down, in the file $LINCE_TRACE, which process asked: for tests of who works.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lince/spec.h>

static void start(lince_step *s) {
    const int64_t zero = 0;
    lince_emit(s, &zero, sizeof zero, NULL);
}

static void note_process(void) {
    const char *path = getenv("LINCE_TRACE");
    int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0666) : -1;
    char line[32];
    int length = snprintf(line, sizeof line, "%ld\n", (long)getpid());
    if (file < 0) return;
    if (write(file, line, (size_t)length) != length) abort();
    close(file);
}

static void next(lince_step *s) {
    int64_t n;
    memcpy(&n, s->state, sizeof n);
    note_process();
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    n++;
    lince_results results = {{lince_int(s->values, n)}};
    lince_emit(s, &n, sizeof n, &results);
}

static const lince_method methods[] = {{.name = "inc", .results_min = 1, .results_max = 1}};

__attribute__((visibility("default"))) extern const lince_spec lince_plugin;
const lince_spec lince_plugin = {.abi = LINCE_SPEC_ABI,
                                 .name = "traced",
                                 .summary = "inc() → n",
                                 .methods = methods,
                                 .method_count = 1,
                                 .init = start,
                                 .next = next};
