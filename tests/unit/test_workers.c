/* Workers that misbehave: whatever the program under test does, the command gets a clear answer, and soon.
 *
 * The test is its own worker: with FAKE in the environment it speaks the protocol, well or badly.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lince/test.h>

#include "base/clock.h"
#include "tap.h"
#include "target/explore/control.h"
#include "tester/driver/explore.h"

/* ---- the worker ---- */

static lct_control *block;

static void say_bytes(uint32_t kind, const void *bytes, uint32_t length) {
    lct_message_header header = {kind, length};
    if (write(LCT_MESSAGES_FD, &header, sizeof header) < 0 || write(LCT_MESSAGES_FD, bytes, length) < 0) _exit(9);
}

static void say_text(uint32_t kind, const char *text) {
    uint8_t bytes[200];
    bytes[0] = (uint8_t)strlen(text);
    memcpy(bytes + 1, text, bytes[0]);
    say_bytes(kind, bytes, bytes[0] + 1u);
}

static void say_end(enum lct_worker_end end, const char *why) {
    uint8_t bytes[200];
    bytes[0] = (uint8_t)end;
    bytes[1] = (uint8_t)strlen(why);
    memcpy(bytes + 2, why, bytes[1]);
    say_bytes(LCT_MSG_END, bytes, bytes[1] + 2u);
}

/* A history of two threads, enq(1) by T1 and deq() -> EMPTY by T2.  A second call by T1 may be slipped in, which makes
 * it nonsense. */
static void say_history(bool nonsense) {
    /* The execution is one of scenario `s`, with no preemption and a schedule of two steps. */
    const uint8_t start[] = {
        0, 1,      0,   0,   1,   's', 3,          1, 0,          1,
        0, 2,      1,   2,   0,   0,   0,          0, /* so far the execution; then its events */
        4, 1 << 1, 3,   'e', 'n', 'q', 0,          1, 2,          (uint8_t)(nonsense ? 1 << 1 : 2 << 1),
        3, 'd',    'e', 'q', 0,   0,   1 << 1 | 1, 0, 2 << 1 | 1, 1,
    };
    uint8_t bytes[sizeof start + 11], *at = bytes + sizeof start;
    uint64_t empty = (uint64_t)lince_empty << 1 ^ UINT64_MAX; /* it is negative */
    memcpy(bytes, start, sizeof start);
    for (; empty >= 0x80; empty >>= 7) *at++ = (uint8_t)(empty | 0x80);
    *at++ = (uint8_t)empty;
    *at++ = 0; /* the order of events is that of the history */
    say_bytes(LCT_MSG_HISTORY, bytes, (uint32_t)(at - bytes));
}

/* Seconds.  Whoever waits for what never comes waits very long, so that time tells on a busy machine, too. */
enum { LONG = 100, NOT_LONG = 50 };

static void sleep_forever(void) {
    for (;;) pause();
}

/* Goes on and on, showing signs of life, whatever it is told. */
static void work_forever(void) {
    for (;;) {
        __atomic_fetch_add(&block->progress[0].steps, 1, __ATOMIC_RELAXED);
        usleep(1000);
    }
}

static void work_until_stopped(void) {
    while (!__atomic_load_n(&block->stop, __ATOMIC_RELAXED)) {
        __atomic_fetch_add(&block->progress[0].steps, 1, __ATOMIC_RELAXED);
        usleep(1000);
    }
    say_text(LCT_MSG_WARNING, "as you wish");
    say_end(LCT_WORKER_STOPPED, "");
    _exit(0);
}

static void leave_a_child(void) {
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, 0);
        sleep(LONG);
        _exit(0);
    }
    _exit(4);
}

static void misbehave(const char *how) {
#define IS(word) (strcmp(how, word) == 0)
    if (IS("well")) {
        say_text(LCT_MSG_WARNING, "a warning");
        say_history(false);
        say_end(LCT_WORKER_DONE, "");
    } else if (IS("mistake")) say_end(LCT_WORKER_MISTAKE, "queue.c:3: no such thing");
    else if (IS("spent")) say_end(LCT_WORKER_SPENT, "");
    else if (IS("crash")) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    } else if (IS("killed")) raise(SIGKILL);
    else if (IS("exit")) _exit(3);
    else if (IS("nothing")) _exit(0);
    else if (IS("kind")) say_bytes(77, "", 0);
    else if (IS("huge")) {
        lct_message_header header = {LCT_MSG_WARNING, UINT32_MAX};
        if (write(LCT_MESSAGES_FD, &header, sizeof header) < 0) _exit(9);
        sleep_forever();
    } else if (IS("half")) {
        lct_message_header header = {LCT_MSG_WARNING, 100};
        if (write(LCT_MESSAGES_FD, &header, sizeof header) < 0) _exit(9);
    } else if (IS("text"))
        say_bytes(LCT_MSG_WARNING,
                  "\x7f"
                  "x",
                  2);
    else if (IS("surplus"))
        say_bytes(LCT_MSG_WARNING,
                  "\x01"
                  "xy",
                  3);
    else if (IS("number")) say_bytes(LCT_MSG_SCENARIO, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x00", 11);
    else if (IS("history")) say_history(true);
    else if (IS("hang")) sleep_forever();
    else if (IS("hang at end")) {
        say_end(LCT_WORKER_DONE, "");
        sleep_forever();
    } else if (IS("closed")) {
        close(LCT_MESSAGES_FD);
        work_forever();
    } else if (IS("child")) leave_a_child();
    else if (IS("deaf")) work_forever();
    else if (IS("obedient")) work_until_stopped();
    else if (IS("words after the end")) {
        say_end(LCT_WORKER_DONE, "");
        say_text(LCT_MSG_WARNING, "one more thing");
    }
    _exit(0);
}

/* ---- the command's side ---- */

typedef struct seen {
    unsigned warnings, histories;
    char operation[8];
    bool empty;
} seen;

static lince_status hear_warning(lcd_exploration *x, lc_span text, lince_error *error) {
    (void)text, (void)error;
    ((seen *)x->context)->warnings++;
    return LINCE_DONE;
}

static lince_status hear_history(lcd_exploration *x, const lcd_msg_history *said, lince_error *error) {
    lince_history *h = NULL;
    seen *s = x->context;
    if (lcd_msg_to_history(said, "fake", &h, error) == LINCE_DONE) s->histories++;
    if (h && h->ops.count == 2) {
        lc_span name = lc_method_name(h, &h->ops.at[1]);
        snprintf(s->operation, sizeof s->operation, "%.*s", (int)name.length, name.at);
        s->empty = h->ops.at[1].results == LINCE_EMPTY;
    }
    lince_history_free(h);
    return LINCE_DONE;
}

typedef struct outcome {
    lince_status status;
    lince_error error;
    lcd_ending ending;
    lcd_received death;
    seen seen;
    double seconds;
} outcome;

static outcome explore_for(const char *how, unsigned jobs, double timeout, double patience) {
    static const lcd_listener listener = {.warning = hear_warning, .history = hear_history};
    lct_config config = {.mode = LCT_MODE_EXPLORE, .jobs = jobs};
    outcome o = {.error = {.line = 0}};
    double started = lc_now();
    lcd_exploration x = {.plan = {.program = "/proc/self/exe", .config = &config, .patience = patience},
                         .listener = &listener,
                         .context = &o.seen,
                         .deadline = timeout > 0 ? started + timeout : 0};
    setenv("FAKE", how, 1);
    o.status = lcd_explore(&x, &o.error);
    o.ending = x.ending;
    o.death = x.death;
    o.seconds = lc_now() - started;
    lcd_exploration_free(&x);
    return o;
}

static outcome explore(const char *how, unsigned jobs, double timeout) { return explore_for(how, jobs, timeout, LONG); }

static void test_good(void) {
    outcome o = explore("well", 1, 0);
    expect(o.status == LINCE_DONE && o.ending == LCD_ENDED, "a worker that does all there is");
    expect(o.seen.warnings == 1 && o.seen.histories == 1, "everything it says is heard");
    expect(strcmp(o.seen.operation, "deq") == 0 && o.seen.empty, "a history arrives as it was, symbols as symbols");
    o = explore("well", 8, 0);
    expect(o.ending == LCD_ENDED && o.seen.warnings == 8 && o.seen.histories == 8, "eight of them at once");
    o = explore("spent", 2, 0);
    expect(o.status == LINCE_DONE && o.ending == LCD_ENDED_SPENT, "a budget that is spent is no mistake");
    o = explore("mistake", 2, 0);
    expect(o.status == LINCE_BAD_INPUT && strcmp(o.error.message, "queue.c:3: no such thing") == 0,
           "a mistake of the test is an error: %s", o.error.message);
    o = explore("words after the end", 1, 0);
    expect(o.ending == LCD_ENDED && o.seen.warnings == 0, "nothing is heard after the end");
    o = explore("hang at end", 2, 0);
    expect(o.ending == LCD_ENDED && o.seconds < NOT_LONG, "who has said the last word is not waited for");
}

static void dies(const char *how, lcd_death death, const char *words, double patience) {
    for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
        outcome o = explore_for(how, jobs, 0, patience);
        expect(o.status == LINCE_DONE && o.ending == LCD_ENDED_DEATH && o.death.death == death &&
                   strstr(o.death.why, words) && o.seconds < NOT_LONG,
               "%s, %u jobs: %s (%.1f s)", how, jobs, o.death.why, o.seconds);
    }
}

static void test_deaths(void) {
    dies("crash", LCD_DEATH_SIGNAL, "died: Segmentation fault", LONG);
    dies("killed", LCD_DEATH_KILLED, "killed", LONG);
    dies("exit", LCD_DEATH_EXIT, "exit status 3", LONG);
    dies("nothing", LCD_DEATH_EXIT, "exit status 0", LONG);
    dies("half", LCD_DEATH_EXIT, "exit status 0", LONG);
    dies("child", LCD_DEATH_EXIT, "exit status 4", LONG);
    const char *const nonsense[] = {"kind", "huge", "text", "surplus", "number", "history"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
        dies(nonsense[i], LCD_DEATH_NONSENSE, "without meaning", LONG);
    dies("hang", LCD_DEATH_SILENCE, "no sign of life for 0.8 s", 0.8);
}

static void test_stopping(void) {
    outcome o = explore("obedient", 2, 0.3);
    expect(o.ending == LCD_ENDED_TIME && o.seen.warnings == 2, "a time limit stops those who listen (%.1f s)",
           o.seconds);
    o = explore("deaf", 2, 0.3);
    expect(o.ending == LCD_ENDED_TIME && o.seconds < NOT_LONG, "and, two seconds later, those who do not (%.1f s)",
           o.seconds);
    o = explore("closed", 1, 0.3);
    expect(o.seconds < NOT_LONG, "one that hangs up and goes on is ended, too (%.1f s)", o.seconds);
}

static void test_impossible(void) {
    lct_config config = {.jobs = 1};
    lince_error error = {0};
    lcd_exploration x = {.plan = {.program = "/nonexistent", .config = &config, .patience = 1},
                         .listener = &(lcd_listener){.warning = hear_warning}};
    lince_status status = lcd_explore(&x, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, "cannot run /nonexistent"),
           "a program that is not there: %s", error.message);
    lcd_exploration_free(&x);
}

/* No process of ours is left: neither running nor waiting to be buried. */
static void test_clean(void) { expect(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "no worker is left behind"); }

int main(void) {
    const char *fake = getenv("FAKE");
    if (fake) {
        block = mmap(NULL, sizeof *block, PROT_READ | PROT_WRITE, MAP_SHARED, LCT_CONTROL_FD, 0);
        if (block == MAP_FAILED || block->magic != LCT_CONTROL_MAGIC || block->size != sizeof *block) _exit(8);
        misbehave(fake);
    }
    test_good();
    test_deaths();
    test_stopping();
    test_impossible();
    test_clean();
    return tap_end();
}
