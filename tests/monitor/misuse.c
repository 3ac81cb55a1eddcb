/* Programs that use a monitor wrongly: they are told, and go on. */
#include <lince/monitor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"

/* What is said on standard error goes to a file meanwhile. */
static FILE *heard;
static int kept;

static void listen(void) {
    heard = tmpfile();
    fflush(stderr);
    kept = dup(STDERR_FILENO);
    if (!heard || kept < 0 || dup2(fileno(heard), STDERR_FILENO) < 0) abort();
}

static const char *what_was_said(void) {
    static char said[4096];
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(heard);
    said[fread(said, 1, sizeof said - 1, heard)] = 0;
    fclose(heard);
    for (const char *line = said; *line; line += strcspn(line, "\n") + 1)
        printf("# %.*s\n", (int)strcspn(line, "\n"), line);
    return said;
}

static unsigned lines(const char *text) {
    unsigned count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

static void use(lince_monitor *m) {
    int enq = lince_monitor_method(m, "enq");
    lince_call(m, enq, 5);
    lince_return(m);
    lince_monitor_on(m);
    lince_monitor_off(m);
}

static void test_missing(void) {
    lince_error error = {.message = ""};
    lince_monitor_figures figures = {.events = 7};
    lince_monitor *none = lince_monitor_new(&(lince_monitor_options){.spec = "quue"}, &error);
    expect(!none && strstr(error.message, "did you mean queue"), "a misspelt specification makes no monitor");
    listen();
    expect(lince_monitor_method(none, "enq") == -1, "without a monitor there are no methods");
    use(none);
    expect(!lince_monitor_is_on(none), "nothing is recorded");
    expect(lince_monitor_poll(none) && lince_monitor_flush(none), "nothing is wrong");
    lince_monitor_read(none, &figures);
    expect(figures.events == 0, "nothing happened");
    expect(lince_monitor_free(none, &figures), "nothing is given back");
    const char *said = what_was_said();
    expect(strstr(said, "lince: lince_monitor_method: there is no monitor") && lines(said) == 1, "that is told, once");
}

/* Programs that were compiled with an older or a newer header. */
static void test_size(void) {
    lince_error error = {.message = ""};
    struct {
        lince_monitor_options options;
        uint64_t more;
    } later = {.options = {.size = sizeof later, .spec = "queue", .quiet = true, .no_thread = true}};
    lince_monitor_options sized = LINCE_MONITOR_OPTIONS_INIT, small = {.size = 8};
    sized.spec = "queue";
    sized.quiet = true;
    lince_monitor *m = lince_monitor_new(&sized, &error);
    expect(m && lince_monitor_free(m, NULL), "LINCE_MONITOR_OPTIONS_INIT");
    m = lince_monitor_new(&later.options, &error);
    expect(m && lince_monitor_free(m, NULL), "a later struct that asks for nothing new");
    later.more = 1;
    expect(!lince_monitor_new(&later.options, &error) &&
               strstr(error.message, "lince_monitor_options has a field set that this library, older than"),
           "and one that does");
    expect(!lince_monitor_new(&small, &error) && strstr(error.message, "the size of lince_monitor_options is 8"),
           "a size that no version had");
}

static void test_method(void) {
    lince_monitor *m = lince_monitor_new(&(lince_monitor_options){.spec = "queue"}, NULL);
    listen();
    expect(lince_monitor_method(m, NULL) == -1 && lince_monitor_method(m, "frob") == -1, "there are no such methods");
    const char *said = what_was_said();
    expect(strstr(said, "queue has no operation NULL (") && strstr(said, "queue has no operation frob (it has "),
           "both are told");
    listen();
    lince_monitor_free(m, NULL);
    what_was_said();
}

static void test_freed(void) {
    lince_monitor *m = lince_monitor_new(&(lince_monitor_options){.spec = "queue", .quiet = true}, NULL);
    use(m);
    expect(lince_monitor_free(m, NULL), "nothing was wrong");
    listen();
    expect(lince_monitor_free(m, NULL), "who frees it twice does no harm");
    expect(strstr(what_was_said(), "freed before"), "and is told");
}

static void test_order(void) {
    lince_monitor *m = lince_monitor_new(&(lince_monitor_options){.spec = "queue", .quiet = true}, NULL);
    lince_monitor_figures figures;
    lince_return(m, 5); /* nobody called */
    lince_return(m);
    lince_call(m, 4711);
    lince_return(m);
    lince_call(m, -1, 1, 2, 3);
    lince_return(m, 1, 2, 3);
    expect(lince_monitor_free(m, &figures), "returns without calls and methods that there are not are no violation");
    expect(figures.gaps > 0, "they are gaps");
}

int main(void) {
    test_missing();
    test_size();
    test_method();
    test_freed();
    test_order();
    return tap_end();
}
