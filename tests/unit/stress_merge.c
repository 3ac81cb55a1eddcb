/* Histories made of what real threads write down, and their time stamps. */
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/stamp.h"
#include "tap.h"
#include "target/stress/board.h"
#include "target/stress/merge.h"

static lct_merged merged;

static void start(unsigned threads) {
    lct_b->thread_count = LCT_RUN_THREADS;
    lct_board_clear();
    lct_b->thread_count = threads;
}

static void add(unsigned thread, bool returns, uint64_t at, int64_t value) {
    lct_run_log *log = &lct_b->logs[thread];
    log->events[log->count++] = (lct_run_event){.at = at, .returns = returns, .count = 1, .values = {value}};
}

static void op(unsigned thread, uint64_t call, uint64_t ret) {
    add(thread, false, call, 1);
    add(thread, true, ret, 2);
}

/* `1( 2( 1) 2)`: calls and returns by thread. */
static const char *order(void) {
    static char text[1024];
    text[0] = 0;
    lct_merge(&merged);
    for (uint32_t i = 0; i < merged.length; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%u%c", i ? " " : "", merged.log[i].thread,
                 merged.log[i].returns ? ')' : '(');
    return text;
}

static lct_digest digest(const char *scenario) {
    lct_merge(&merged);
    return lct_merged_digest(&merged, scenario);
}

static bool same(lct_digest a, lct_digest b) { return a.a == b.a && a.b == b.b; }

static void orders(void) {
    start(3);
    op(1, 10, 20), op(2, 30, 40);
    expect(!strcmp(order(), "1( 1) 2( 2)"), "one after the other: %s", order());
    start(3);
    op(1, 10, 30), op(2, 20, 40);
    expect(!strcmp(order(), "1( 2( 1) 2)"), "overlapping: %s", order());
    start(3);
    op(1, 10, 30), op(2, 30, 40);
    expect(!strcmp(order(), "1( 2( 1) 2)"), "what touches overlaps: %s", order());
    start(3);
    op(2, 10, 30), op(1, 30, 40);
    expect(!strcmp(order(), "2( 1( 2) 1)"), "whoever is first: %s", order());
    start(3);
    op(1, 10, 20), add(1, false, 21, 1), op(2, 20, 22);
    expect(!strcmp(order(), "1( 2( 1) 1( 2)"), "open operations: %s", order());
}

static void digests(void) {
    start(3);
    op(1, 10, 30), op(2, 20, 40);
    lct_digest first = digest("s");
    start(3);
    op(1, 21, 50), op(2, 20, 40);
    expect(same(first, digest("s")), "the same interval order has the same number");
    expect(!same(first, digest("t")), "but not in another scenario");
    start(3);
    op(1, 10, 20), op(2, 30, 40);
    expect(!same(first, digest("s")), "another order has another one");
    start(3);
    op(1, 10, 30), add(2, false, 20, 1), add(2, true, 40, 3);
    expect(!same(first, digest("s")), "and so has another result");
}

/* Whatever the code under test has done to the board. */
static void nonsense(void) {
    start(3);
    op(1, 20, 10);
    expect(!strcmp(order(), "1("), "time that runs backwards ends a log: %s", order());
    start(3);
    add(1, true, 10, 0);
    expect(!strcmp(order(), ""), "a return without a call: %s", order());
    start(3);
    op(1, 10, 20);
    lct_b->logs[1].events[0].name = 60000;
    expect(!strcmp(order(), ""), "a name that does not exist: %s", order());
    start(3);
    lct_b->logs[1].count = lct_b->thread_count = UINT32_MAX;
    lct_merge(&merged);
    expect(merged.length <= LCT_MERGED, "counts beyond all bounds");
    start(3);
    lct_b->began = 15;
    op(1, 10, 20);
    lct_merge(&merged);
    expect(merged.off, "something before the start: processors do not agree");
    start(3);
    lct_b->began = 5, lct_b->ended = 19;
    op(1, 10, 20);
    lct_merge(&merged);
    expect(!merged.off, "a thread that has not ended may go on");
    lct_b->logs[1].ended = 1;
    lct_merge(&merged);
    expect(merged.off, "one that has ended may not");
}

/* Two threads pass a turn to each other.  What one does then is before what the other does next: two calls, two
 * returns, and so on.  A call may have a stamp that is too early, even before that of a return that caused it, for that
 * claims less than is true.  But no return may seem to be before what caused it. */
enum { TURNS = 20000 };
static unsigned turn;
static uint64_t stamps[TURNS];

static void *pass(void *argument) {
    unsigned self = (unsigned)(uintptr_t)argument;
    uint64_t last = 0;
    for (unsigned i = self; i < TURNS; i += 2) {
        while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != i) sched_yield();
        stamps[i] = last = i % 4 < 2 ? lc_stamp_call(last) : lc_stamp_return(last);
        __atomic_store_n(&turn, i + 1, __ATOMIC_RELEASE);
    }
    return NULL;
}

static void stamps_follow(const char *clock) {
    pthread_t threads[2];
    unsigned backwards = 0, forwards = 0;
    turn = 0;
    for (uintptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, pass, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (unsigned i = 2; i < TURNS; i++) backwards += i % 4 >= 2 && stamps[i] < stamps[i - 1];
    for (unsigned i = 4; i < TURNS; i += 4) forwards += stamps[i] > stamps[i - 1];
    printf("# %u of %u calls are seen to follow a return\n", forwards, TURNS / 4 - 1);
    expect(!backwards, "no return is before what caused it, by %s", clock);
    expect(forwards > TURNS / 8, "and calls that follow returns are seen to do so");
    expect(lc_stamp_call(0) > 0 && lc_stamp_call(lc_stamp_return(0)) > stamps[0], "stamps of one thread increase");
}

/* The message is written without memory, and the exit status is the one that the command knows. */
static void no_memory(void) {
    int ends[2], how = 0;
    char said[100] = "";
    pid_t pid = pipe(ends) == 0 ? fork() : -1;
    if (!pid) {
        dup2(ends[1], STDERR_FILENO);
        lct_reserve((size_t)1 << 60);
        _exit(0);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], said, sizeof said);
    waitpid(pid, &how, 0);
    static const char wanted[] = "lince: out of memory\n";
    expect(length == (ssize_t)strlen(wanted) && !memcmp(said, wanted, strlen(wanted)), "no memory: %.*s",
           (int)strcspn(said, "\n"), said);
    expect(WIFEXITED(how) && WEXITSTATUS(how) == 71, "no memory: exit status %d", WEXITSTATUS(how));
}

int main(void) {
    lct_board_make();
    expect(lct_board_name("enq") == 0 && lct_board_name("deq") == 1 && lct_board_name("enq") == 0, "names");
    char name[2 * LCT_OP_NAME];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = 0;
    expect(lct_board_name(name) == LCT_RUN_NAMES, "a name that is too long");
    orders();
    digests();
    nonsense();
    no_memory();
    lc_stamp_init();
    stamps_follow(lc_stamp_counts ? "the processor's counter" : "the kernel");
    lc_stamp_doubt();
    stamps_follow("the kernel");
    return tap_end();
}
