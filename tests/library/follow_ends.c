/* Streams that are being written while the library follows them: how they come, and how a run ends. */
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "follow.h"

#define FILE_NAME "events.hist"
#define SOCKET    "socket"

static const char begin[] = "spec queue\nT1 invoke enq(1)\nT1 return\nT1 invoke enq(2)\nT1 return\n";
static const char right[] = "T2 invoke deq()\nT2 return 1\n";
static const char wrong[] = "T2 invoke deq()\nT2 return 2\n";

static recorded seen;
static volatile int interrupted;

static void append(const char *text) {
    FILE *file = fopen(FILE_NAME, "a");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(99);
}

static lince_follow_options live(void (*also)(recorded *, const lince_follow_event *)) {
    lince_follow_options o = recording(&seen);
    o.once = false;
    o.interrupt = &interrupted;
    seen.also = also;
    interrupted = 0;
    return o;
}

static lince_follow_result *follow(const char *source, const lince_follow_options *o, const char *what) {
    lince_follow_result *r = NULL;
    lince_error error;
    lince_status status = lince_follow(source, NULL, o, &r, &error);
    if (!expect(status == LINCE_DONE && r, "%s: status %d, %s", what, (int)status, error.message)) exit(1);
    return r;
}

/* ---- files that grow ---- */

/* The rest is written once the beginning was read; the interrupt comes once all of it was. */
static void go_on(recorded *h, const lince_follow_event *event) {
    if (event->kind != LINCE_FOLLOW_PROGRESS) return;
    uint64_t events = event->totals->events;
    if (events == 4 && h->line != 4) {
        append(right);
        h->line = 4;
    }
    if (events == 6) interrupted = 1;
}

static void go_wrong(recorded *h, const lince_follow_event *event) {
    if (event->kind != LINCE_FOLLOW_PROGRESS || h->line == 4) return;
    if (event->totals->events < 4) return;
    append(wrong);
    h->line = 4;
}

static void check_interrupt(void) {
    lince_follow_options o = live(go_on);
    lince_follow_result *r = follow(written(FILE_NAME, begin), &o, "a file that grows, and an interrupt");
    expect(r->verdict == LINCE_VERDICT_OK && r->operations == 3 && r->exactly == 3, "what was read is judged");
    lince_follow_result_free(r);
    o = live(go_wrong);
    r = follow(written(FILE_NAME, begin), &o, "a file that grows, and goes wrong");
    expect(r->verdict == LINCE_VERDICT_VIOLATION && r->violations == 1 && seen.count[LINCE_FOLLOW_VIOLATION] == 1,
           "ends at the violation without an interrupt");
    lince_follow_result_free(r);
    o = live(NULL);
    interrupted = 1;
    r = follow(written(FILE_NAME, begin), &o, "an interrupt before the first event");
    expect(r->verdict == LINCE_VERDICT_OK && r->violations == 0, "ends at once");
    lince_follow_result_free(r);
    unlink(FILE_NAME);
}

static void stop_at_gap(recorded *h, const lince_follow_event *event) {
    (void)h;
    if (event->kind == LINCE_FOLLOW_GAP) interrupted = 1;
}

static void stop_at_violation(recorded *h, const lince_follow_event *event) {
    (void)h;
    if (event->kind == LINCE_FOLLOW_VIOLATION) interrupted = 1;
}

static void check_stop(void) {
    lince_follow_options o = live(stop_at_gap);
    written(FILE_NAME, begin);
    append("gap\n");
    append(right);
    lince_follow_result *r = follow(FILE_NAME, &o, "a callback that stops at a gap");
    expect(r->events == 4 && r->gaps == 1 && r->exactly == 2 && r->verdict == LINCE_VERDICT_UNKNOWN,
           "nothing behind it is read: %d events", (int)r->events);
    lince_follow_result_free(r);
    written(FILE_NAME, begin);
    append("T2 invoke deq()\nT2 return 2\ngap\n");
    o = live(stop_at_gap);
    r = follow(FILE_NAME, &o, "a violation before the gap");
    expect(r->verdict == LINCE_VERDICT_VIOLATION, "is reported");
    lince_follow_result_free(r);
    o = live(stop_at_violation);
    o.keep_going = true;
    written(FILE_NAME, begin);
    append(wrong);
    append(begin + strlen("spec queue\n"));
    r = follow(FILE_NAME, &o, "a callback that stops at a violation");
    expect(r->events == 6 && r->violations == 1, "although the options go on: %d events", (int)r->events);
    lince_follow_result_free(r);
    unlink(FILE_NAME);
}

static void appear(recorded *h, const lince_follow_event *event) {
    if (event->kind == LINCE_FOLLOW_PROGRESS && !h->count[LINCE_FOLLOW_OPENED] && h->line != 4) {
        h->line = 4;
        written(FILE_NAME, begin);
    }
    if (event->kind == LINCE_FOLLOW_PROGRESS && event->totals->events == 4) interrupted = 1;
}

static void check_waiting(void) {
    lince_follow_options o = live(appear);
    o.follow = true;
    lince_follow_result *r = follow(FILE_NAME, &o, "a file that is not there yet");
    expect(r->events == 4 && seen.count[LINCE_FOLLOW_OPENED] == 1, "is opened when it is");
    lince_follow_result_free(r);
    unlink(FILE_NAME);
}

static void replace(recorded *h, const lince_follow_event *event) {
    if (event->kind != LINCE_FOLLOW_PROGRESS) return;
    uint64_t events = event->totals->events;
    if (events == 4 && h->line != 4) {
        h->line = 4;
        written("next", right);
        if (rename("next", FILE_NAME)) exit(99);
    }
    if (events == 6) interrupted = 1;
}

static void check_replaced(void) {
    lince_follow_options o = live(replace);
    lince_follow_result *r = follow(written(FILE_NAME, begin), &o, "a file that is replaced");
    expect(r->verdict == LINCE_VERDICT_OK && r->exactly == 3 && seen.count[LINCE_FOLLOW_NOTE] == 1,
           "goes on in the new one, with a note: %s", seen.text);
    lince_follow_result_free(r);
    unlink(FILE_NAME);
}

static void stop_at_statistics(recorded *h, const lince_follow_event *event) {
    (void)h;
    if (event->kind != LINCE_FOLLOW_STATISTICS || event->totals->events < 4) return;
    interrupted = 1;
}

static void check_clock(void) {
    lince_follow_options o = live(stop_at_statistics);
    o.statistics = 0.01;
    lince_follow_result *r = follow(written(FILE_NAME, begin), &o, "statistics");
    expect(seen.count[LINCE_FOLLOW_STATISTICS] > 0 && r->operations == 2, "come by the clock");
    lince_follow_result_free(r);
    o = live(NULL);
    o.timeout = 0.01;
    r = follow(FILE_NAME, &o, "a limit on time");
    expect(r->verdict == LINCE_VERDICT_UNKNOWN && r->reason == LINCE_REASON_TIMEOUT, "leaves the verdict unknown");
    lince_follow_result_free(r);
    unlink(FILE_NAME);
}

/* ---- pipes and sockets ---- */

static void *write_pipe(void *text) {
    FILE *pipe = fopen(FILE_NAME, "w");
    if (!pipe || fputs(begin, pipe) < 0 || fputs(text, pipe) < 0 || fclose(pipe) != 0) exit(99);
    return NULL;
}

static void through_pipe(const char *text, lince_verdict verdict, const char *what) {
    pthread_t writer;
    lince_follow_options o = live(NULL);
    if (mkfifo(FILE_NAME, 0600) || pthread_create(&writer, NULL, write_pipe, (void *)text)) exit(99);
    lince_follow_result *r = follow(FILE_NAME, &o, what);
    pthread_join(writer, NULL);
    expect(r->verdict == verdict && r->operations == 3, "it ends with its writer: %d", (int)r->verdict);
    lince_follow_result_free(r);
    unlink(FILE_NAME);
}

static void check_standard_input(void) {
    int ends[2], before = dup(STDIN_FILENO);
    lince_follow_options o = live(NULL);
    if (pipe(ends) || write(ends[1], begin, strlen(begin)) < 0 || write(ends[1], wrong, strlen(wrong)) < 0) exit(99);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    lince_follow_result *r = follow("-", &o, "standard input");
    expect(r->verdict == LINCE_VERDICT_VIOLATION, "with a violation");
    lince_follow_result_free(r);
    if (before >= 0) dup2(before, STDIN_FILENO);
    close(before);
}

static int connected(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = SOCKET};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) exit(99);
    return fd;
}

/* Clients in this thread: their bytes wait in the socket.  Then `text` comes from the second one. */
static const char *second;

static void write_clients(recorded *h, const lince_follow_event *event) {
    static int one, two;
    if (event->kind == LINCE_FOLLOW_OPENED && h->count[LINCE_FOLLOW_OPENED] == 1) {
        one = connected();
        if (write(one, begin, strlen(begin)) < 0) exit(99);
    }
    if (event->kind != LINCE_FOLLOW_PROGRESS) return;
    uint64_t events = event->totals->events;
    if (events == 4 && h->line != 4) {
        h->line = 4;
        close(one);
        two = connected();
        if (write(two, second, strlen(second)) < 0) exit(99);
        close(two);
    }
    if (events == 6 && !h->count[LINCE_FOLLOW_VIOLATION]) interrupted = 1;
}

static void through_socket(const char *text, bool separate, lince_verdict verdict, const char *what) {
    lince_follow_options o = live(write_clients);
    second = text;
    o.separate = separate;
    lince_follow_result *r = follow("unix:" SOCKET, &o, what);
    expect(r->verdict == verdict && r->operations == 3 && seen.count[LINCE_FOLLOW_OPENED] == 3,
           "the socket and two clients: %d, %d operations", (int)r->verdict, (int)r->operations);
    expect(access(SOCKET, F_OK) != 0, "the socket is gone");
    lince_follow_result_free(r);
}

/* ---- threads ---- */

static void *follow_silently(void *place) {
    lince_follow_options o = LINCE_FOLLOW_OPTIONS_INIT;
    lince_follow_result *r;
    o.once = true;
    lince_status status = lince_follow(FILE_NAME, NULL, &o, &r, NULL);
    bool good = status == LINCE_DONE && r->verdict == LINCE_VERDICT_VIOLATION;
    lince_follow_result_free(r);
    return good ? place : NULL;
}

static void check_threads(void) {
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int good = 0;
    written(FILE_NAME, begin);
    append(wrong);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, follow_silently, &seen) != 0) exit(99);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        good += result != NULL;
    }
    expect(good == THREADS, "%d of several threads at the same time have their verdict", good);
    unlink(FILE_NAME);
}

int main(void) {
    char directory[] = "/tmp/lince-follow-XXXXXX";
    enter_directory(directory);
    check_interrupt();
    check_stop();
    check_waiting();
    check_replaced();
    check_clock();
    through_pipe(right, LINCE_VERDICT_OK, "a pipe");
    through_pipe(wrong, LINCE_VERDICT_VIOLATION, "a pipe with a violation");
    check_standard_input();
    through_socket(right, false, LINCE_VERDICT_OK, "a socket");
    through_socket(wrong, false, LINCE_VERDICT_VIOLATION, "a socket with a violation");
    through_socket("spec queue\nT2 invoke deq()\nT2 return EMPTY\n", true, LINCE_VERDICT_OK,
                   "clients with objects of their own");
    through_socket("spec queue\nT2 invoke deq()\nT2 return 1\n", true, LINCE_VERDICT_VIOLATION,
                   "and what is right with one object is wrong there");
    check_threads();
    leave_directory(directory);
    return tap_end();
}
