/* Follows a log of events while it is being written, up to Ctrl-C, and prints each violation as it happens.
 *
 *     $ cc -o follow_log follow_log.c $(pkg-config --cflags --libs lince)
 *     $ cat shop.hist | ./follow_log -
 *     -:9: orders is no queue:
 *     T1 invoke enq(1)
 *     T1 return
 *     T1 invoke enq(2)
 *     T1 return
 *     T2 invoke deq()
 *     T2 return 2
 *     -:14: a gap: the stream marks missing events here
 *     5 operations of 8 checked, 1 gap, 1 violation */
#include <lince/lince.h>
#include <signal.h>
#include <stdio.h>

static volatile int interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static void on_violation(const lince_follow_violation *v) {
    printf("%s:%lu: %s is no %s:\n", v->file, v->line, v->object ? v->object : "this", v->specification);
    if (v->excerpt) lince_history_write(v->excerpt, LINCE_FORMAT_HIST, stdout, NULL);
}

static void on_event(void *context, const lince_follow_event *event) {
    (void)context;
    if (event->kind == LINCE_FOLLOW_VIOLATION) on_violation(event->violation);
    if (event->kind == LINCE_FOLLOW_GAP) printf("%s:%lu: a gap: %s\n", event->file, event->line, event->text);
    if (event->kind == LINCE_FOLLOW_NOTE) printf("%s: %s\n", event->file, event->text);
    if (event->kind != LINCE_FOLLOW_PROGRESS) fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: follow_log FILE|unix:PATH|-\n"), 2;
    lince_follow_options options = LINCE_FOLLOW_OPTIONS_INIT;
    lince_follow_result *r;
    lince_error error;
    signal(SIGINT, on_interrupt);
    options.keep_going = true;
    options.interrupt = &interrupted;
    options.on_event = on_event;
    lince_status status = lince_follow(argv[1], NULL, &options, &r, &error);
    if (status == LINCE_DONE)
        printf("%d operations of %d checked, %d gap%s, %d violation%s\n", (int)r->exactly, (int)r->operations,
               (int)r->gaps, r->gaps == 1 ? "" : "s", (int)r->violations, r->violations == 1 ? "" : "s");
    else fprintf(stderr, "follow_log: %s:%lu: %s\n", error.file, error.line, error.message);
    int verdict = status == LINCE_DONE ? (int)r->verdict : 2;
    lince_follow_result_free(r);
    return verdict;
}
