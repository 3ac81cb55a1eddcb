/* Messages: each is taken apart here by a decoder that knows nothing but what control.h says of them. */
#include "target/explore/control.h"
#include "target/explore/message.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "scenario_support.h"

/* ---- receiving ---- */

static uint8_t *received;
static size_t received_size, at;
static int pipe_ends[2];
static pthread_t reader;

static bool slow; /* the reader: so that the writer has to wait */

/* Alarms are for the writer. */
static void *read_all(void *unused) {
    (void)unused;
    size_t room = 0;
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    for (int i = 0;; i++) {
        if (slow && i < 20) usleep(2000);
        if (received_size == room) received = realloc(received, room = room ? room * 2 : 1 << 16);
        ssize_t n = read(pipe_ends[0], received + received_size, room - received_size);
        if (n <= 0) return NULL;
        received_size += (size_t)n;
    }
}

static void listen(void) {
    if (pipe(pipe_ends) != 0 || dup2(pipe_ends[1], LCT_MESSAGES_FD) < 0) exit(99);
    close(pipe_ends[1]);
    received_size = at = 0;
    pthread_create(&reader, NULL, read_all, NULL);
}

static void hang_up(void) {
    close(LCT_MESSAGES_FD);
    pthread_join(reader, NULL);
    close(pipe_ends[0]);
}

/* ---- decoding ---- */

static size_t end; /* of the message */
static bool good;

static void open_message(uint32_t kind) {
    lct_message_header header = {0};
    good = received_size - at >= sizeof header;
    if (good) memcpy(&header, received + at, sizeof header);
    at += sizeof header;
    end = at + header.length;
    good = good && header.kind == kind && end <= received_size;
}

static uint64_t number(void) {
    uint64_t n = 0;
    for (unsigned shift = 0; at < end; shift += 7) {
        uint8_t byte = received[at++];
        n |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return n;
    }
    good = false;
    return 0;
}

static void is_number(uint64_t wanted) { good &= number() == wanted; }

static void is_signed(int64_t wanted) {
    uint64_t n = number();
    good &= (n & 1 ? -(int64_t)(n >> 1) - 1 : (int64_t)(n >> 1)) == wanted;
}

static void is_bytes(const void *wanted, size_t length) {
    is_number(length);
    good = good && end - at >= length && memcmp(received + at, wanted, length) == 0;
    at += length;
}

static void is_text(const char *wanted) { is_bytes(wanted, strlen(wanted)); }

static void close_message(const char *what) {
    expect(good && at == end, "%s", what);
    at = end;
}

/* ---- what is said ---- */

static void enq(long v) { (void)v; }
static long deq(void) { return 0; }
static long state;

LINCE_TEST(queue) {
    lince_test_op("enq", enq);
    lince_test_op("deq", deq);
    lince_test_spec("queue");
    lince_test_model(&state, sizeof state);
    lince_test_model_op("enq", enq);
    lince_test_model_op("deq", deq);
}
LINCE_TEST(bare) { lince_test_op("deq", deq); }

enum { LONG_PATH = 3000000 };

static uint8_t path[LONG_PATH];
static const uint64_t plain[] = {0x401234, 1ull << 63};
static lct_log_entry log_entries[5];
static lct_identity identity = {
    .scenario = 300, .text = "enq(1) | deq()", .stage = 8, .task = 1ull << 40, .number = 127};

static void is_identity(void) {
    is_number(300);
    is_text("enq(1) | deq()");
    is_number(8);
    is_number(1ull << 40);
    is_number(127);
    is_number(LCT_HEAP_FIFO);
    is_number(3);
    is_bytes(identity.path, identity.length);
    is_number(2), is_number(0x401234), is_number(1ull << 63);
    is_number(2), is_number(0), is_number(200), is_number(LCT_MEMORY_RC11), is_number(LCT_LISTED);
}

static void is_log(void) {
    is_number(5);
    is_number(1 << 1), is_text("enq"), is_number(0), is_number(1), is_signed(-1);
    is_number(15 << 1), is_text("deq"), is_number(0), is_number(0);
    is_number(1 << 1 | 1), is_number(0);
    is_number(15 << 1 | 1), is_number(1), is_signed(lince_empty);
    is_number(0 << 1), is_text("enq"), is_number(0), is_number(3), is_signed(INT64_MIN), is_signed(INT64_MAX),
        is_signed(64);
}

static void prepare(void) {
    uint16_t e = lct_name("enq", false), d = lct_name("deq", false);
    log_entries[0] = (lct_log_entry){.thread = 1, .count = 1, .name = e, .values = {-1}};
    log_entries[1] = (lct_log_entry){.thread = 15, .name = d};
    log_entries[2] = (lct_log_entry){.thread = 1, .returns = true};
    log_entries[3] = (lct_log_entry){.thread = 15, .returns = true, .count = 1, .values = {lince_empty}};
    log_entries[4] = (lct_log_entry){.thread = 0, .count = 3, .name = e, .values = {INT64_MIN, INT64_MAX, 64}};
    for (size_t i = 0; i < LONG_PATH; i++) path[i] = (uint8_t)(i * i >> 3);
    identity.heap = LCT_HEAP_FIFO;
    identity.preemptions = 3;
    identity.path = path;
    identity.length = 300;
    identity.plain = plain;
    identity.plain_count = 2;
    static const uint32_t begins[] = {0, 200};
    identity.begins = begins;
    identity.begin_count = 2;
    identity.memory = LCT_MEMORY_RC11;
    identity.listed = LCT_LISTED;
}

static const lct_history_order total = {0};
/* Of the three calls of the log, the third comes after the first of main's and T1's. */
static const lct_history_order partial = {
    .threads = 2, .before = (const uint8_t[]){0, 0, 0, 0, 1, 200}, .operations = 3};
static const lct_history_order linked = {.threads = 1,
                                         .before = (const uint8_t[]){0, 1, 2},
                                         .links = (const uint8_t[]){7, 0, 1, 2, 7, 4, 8, 15, 7},
                                         .psc = true,
                                         .operations = 3};

static const lct_test *describe(const char *name) { return lct_describe((unsigned)lct_test_find(name)); }

static void say_all(void) {
    lct_send_test(describe("queue"));
    lct_send_test(describe("bare"));
    lct_send_scenario(128, "deq() | deq()");
    lct_send_scenarios(UINT64_MAX, 2518, true, 6);
    lct_send_history(true, false, NULL, &identity, log_entries, 5, &partial);
    lct_send_history(true, false, NULL, &identity, log_entries, 5, &linked);
    identity.length = 0;
    lct_send_history(
        false, LCT_ALL_WAIT,
        &(lct_failure_report){.kind = LCT_FAILS_DEADLOCK, .message = "m", .doubt = "d", .thread = 3, .pc = 9},
        &identity, log_entries, 0, &total);
    lct_send_failure(
        &(lct_failure_report){.kind = LCT_FAILS_CRASH, .message = "oh", .thread = 2, .pc = UINT64_MAX, .address = 8},
        &identity, log_entries, 5);
    lct_send_failure(&(lct_failure_report){.kind = LCT_FAILS_LIMIT, .message = "", .doubt = "why"}, &identity, NULL, 0);
    const lct_step_report access = {0, 3, LCT_STEP_READ, 0x1000, 8, 0, 7, 0x401000, NULL, (uintptr_t[]){500}, 1, 0, 0,
                                    0, 0, false};
    lct_send_failure(&(lct_failure_report){.kind = LCT_FAILS_RACE, .accesses = &access, .access_count = 1}, &identity,
                     NULL, 0);
    lct_send_stage(&(lct_stage_report){
        1, 2, {LCT_DOES_BOUNDED, LCT_HEAP_FIFO, LCT_MEMORY_C11, 300}, 3, 4, true, 16384, 2, 1, LCT_SYMMETRY_NAMES});
    lct_send_warning("careful");
    lct_send_warning("very careful");
    lct_send_warning("careful");
    lct_send_step(&(lct_step_report){7, 3, LCT_STEP_CAS, 0x1000, 8, 1, 2, 0x401000, "x", (uintptr_t[]){5, 600}, 2,
                                     __ATOMIC_ACQUIRE + 1, 300, 4, UINT64_MAX, true});
    lct_send_step(&(lct_step_report){.kind = LCT_STEP_READ});
    lct_send_thread(&(lct_thread_report){3, LCT_THREAD_WAITS, LCT_STEP_ACQUIRE, 0x1000, 8, 0x401000, "enq",
                                         (uintptr_t[]){5, 600}, 2});
    lct_send_graph("W x 1");
    lct_send_end(LCT_WORKER_MISTAKE, "tired");
    lct_send_end(LCT_WORKER_DONE, NULL);
}

static void understand_all(void) {
    const lct_test *t = describe("queue");
    open_message(LCT_MSG_TEST);
    is_text("queue"), is_text(t->file), is_number((uint64_t)t->line), is_text("queue"), is_text(""), is_number(1);
    is_number(2), is_text(""), is_number(0), is_number(0), is_number(2), is_number(2), is_text("enq"), is_number(1),
        is_number(1), is_number(0), is_number(0), is_text("deq");
    is_number(0);
    close_message("a test with a model");
    t = describe("bare");
    open_message(LCT_MSG_TEST);
    is_text("bare"), is_text(t->file), is_number((uint64_t)t->line), is_text(""), is_text(""), is_number(0);
    is_number(2), is_text(""), is_number(0), is_number(1), is_number(0), is_number(1), is_text("deq"), is_number(0);
    close_message("a test that says little");

    open_message(LCT_MSG_SCENARIO);
    is_number(128), is_text("deq() | deq()");
    close_message("a scenario");
    open_message(LCT_MSG_SCENARIOS);
    is_number(UINT64_MAX), is_number(2518), is_number(1), is_number(6);
    close_message("how many there are");

    open_message(LCT_MSG_HISTORY);
    is_number(1), is_number(0), is_number(0);
    identity.length = 300;
    is_identity(), is_log();
    is_number(2), is_number(0), is_number(0), is_number(0), is_number(0), is_number(1), is_number(200), is_number(0);
    close_message("a history that is a partial order");
    open_message(LCT_MSG_HISTORY);
    is_number(1), is_number(0), is_number(0), is_identity(), is_log();
    is_number(1), is_number(0), is_number(1), is_number(2), is_number(2);
    for (int i = 0; i < 9; i++) is_number(linked.links[i]);
    close_message("one with links");
    identity.length = 0;
    open_message(LCT_MSG_HISTORY);
    is_number(0), is_number(2), is_number(LCT_FAILS_DEADLOCK + 1), is_text("m"), is_text("d"), is_number(3),
        is_number(9), is_identity(), is_number(0), is_number(0);
    close_message("an empty one, in which threads wait");

    open_message(LCT_MSG_FAILURE);
    is_number(LCT_FAILS_CRASH), is_text("oh"), is_number(2), is_number(UINT64_MAX), is_number(8);
    is_number(0), is_text(""), is_number(0), is_identity(), is_log();
    close_message("a failure");
    open_message(LCT_MSG_FAILURE);
    is_number(LCT_FAILS_LIMIT), is_text(""), is_number(0), is_number(0), is_number(0);
    is_number(1), is_text("why"), is_number(0), is_identity(), is_number(0);
    close_message("a doubtful one");
    open_message(LCT_MSG_FAILURE);
    is_number(LCT_FAILS_RACE), is_text(""), is_number(0), is_number(0), is_number(0), is_number(0), is_text("");
    is_number(1), is_number(0), is_number(3), is_number(LCT_STEP_READ), is_number(0x1000), is_number(8);
    is_number(0), is_number(7), is_number(0x401000), is_text(""), is_number(1), is_number(500), is_number(0),
        is_number(0), is_number(0), is_number(0), is_number(0), is_identity(), is_number(0);
    close_message("one with an access");

    open_message(LCT_MSG_STAGE);
    is_number(1), is_number(2), is_number(LCT_DOES_BOUNDED), is_number(LCT_HEAP_FIFO), is_number(300),
        is_number(LCT_MEMORY_C11);
    is_number(3), is_number(4), is_number(1), is_number(16384), is_number(2), is_number(1),
        is_number(LCT_SYMMETRY_NAMES);
    close_message("a stage");
    open_message(LCT_MSG_WARNING);
    is_text("careful");
    close_message("a warning");
    open_message(LCT_MSG_WARNING);
    is_text("very careful");
    close_message("another, but none twice");

    open_message(LCT_MSG_STEP);
    is_number(7), is_number(3), is_number(LCT_STEP_CAS), is_number(0x1000), is_number(8), is_number(1), is_number(2);
    is_number(0x401000), is_text("x"), is_number(2), is_number(5), is_number(600);
    is_number(__ATOMIC_ACQUIRE + 1), is_number(300), is_number(4), is_number(UINT64_MAX), is_number(1);
    close_message("a step");
    open_message(LCT_MSG_STEP);
    is_number(0), is_number(0), is_number(LCT_STEP_READ), is_number(0), is_number(0), is_number(0), is_number(0);
    is_number(0), is_text(""), is_number(0), is_number(0), is_number(0), is_number(0), is_number(0), is_number(0);
    close_message("a step of which little is known");
    open_message(LCT_MSG_THREAD);
    is_number(3), is_number(LCT_THREAD_WAITS), is_number(LCT_STEP_ACQUIRE), is_number(0x1000), is_number(8);
    is_number(0x401000), is_text("enq"), is_number(2), is_number(5), is_number(600);
    close_message("where a thread stands");
    open_message(LCT_MSG_GRAPH);
    is_text("W x 1");
    close_message("an execution graph");
    open_message(LCT_MSG_END);
    is_number(LCT_WORKER_MISTAKE), is_text("tired");
    close_message("an early end");
    open_message(LCT_MSG_END);
    is_number(LCT_WORKER_DONE), is_text("");
    close_message("the end");
    expect(at == received_size, "nothing else");
}

static volatile sig_atomic_t alarm_count;
static void on_alarm(int signal) { alarm_count += signal == SIGALRM; }

/* Far more than fits into the pipe and into the buffer, while a timer interrupts. */
static void check_long(void) {
    struct sigaction action = {.sa_handler = on_alarm};
    sigaction(SIGALRM, &action, NULL);
    struct itimerval often = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
    identity.length = LONG_PATH;
    slow = true;
    listen();
    setitimer(ITIMER_REAL, &often, NULL);
    errno = EDOM;
    lct_send_history(false, true, NULL, &identity, log_entries, 5, &total);
    bool kept = errno == EDOM;
    lct_send_end(LCT_WORKER_DONE, "");
    setitimer(ITIMER_REAL, &never, NULL);
    hang_up();
    open_message(LCT_MSG_HISTORY);
    is_number(0), is_number(1), is_number(0), is_identity(), is_log(), is_number(0);
    close_message("a long history");
    open_message(LCT_MSG_END);
    is_number(LCT_WORKER_DONE), is_text("");
    close_message("what comes after it");
    expect(alarm_count > 0 && kept, "interruptions go unnoticed, and errno stays as it was");
}

int main(void) {
    prepare();
    listen();
    say_all();
    hang_up();
    understand_all();
    check_long();
    free(received);
    return tap_end();
}
