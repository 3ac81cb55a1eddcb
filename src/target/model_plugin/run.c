/* Running the user's functions.
 *
 * A function that gives up leaves by longjmp.  One that crashes ends the checker, which could not go on; but it does so
 * with a message that names the function at fault. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "target/model_plugin/model.h"

enum { CHOICES = 256 };

static struct {
    pthread_mutex_t lock; /* holds for all of this, and for the users' variables */
    jmp_buf out;
    const lct_model *model;
    const lct_model_work *work;
    long more[LCT_MODEL_RESULTS];
    unsigned more_count;
    struct {
        int value, of;
    } choices[CHOICES];
    unsigned made, planned; /* in this attempt; that repeat those of the last one */
} now = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local volatile bool runs;

bool lct_model_runs(void) { return runs; }

void lct_model_give_up(void) { longjmp(now.out, 1); }

int lct_model_choose(int n) {
    if (n < 2 || now.made == CHOICES) return 0;
    if (now.made == now.planned) {
        now.choices[now.planned].value = 0;
        now.choices[now.planned++].of = n;
    }
    return now.choices[now.made++].value;
}

void lct_model_also(long value) {
    if (now.more_count < LCT_MODEL_RESULTS) now.more[now.more_count] = value;
    now.more_count++;
}

unsigned lct_model_more(long values[LCT_MODEL_RESULTS]) {
    memcpy(values, now.more, sizeof now.more);
    return now.more_count;
}

/* On to the next row of choices, with the last one that can be another. */
static bool choose_otherwise(void) {
    for (now.planned = now.made; now.planned; now.planned--)
        if (++now.choices[now.planned - 1].value < now.choices[now.planned - 1].of) return true;
    return false;
}

/* ---- crashes ---- */

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static struct sigaction before[CRASHES];

static void put_text(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static void put_number(int n) {
    char digits[12], *at = digits + sizeof digits - 1;
    *at = '\0';
    do *--at = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    put_text(at);
}

/* In a signal handler little is allowed. */
static void complain(int signal) {
    if (!runs) { /* not ours: let it happen again, as if we were not here */
        for (int i = 0; i < CRASHES; i++)
            if (crashes[i] == signal) sigaction(signal, &before[i], NULL);
        return;
    }
    put_text("lince: ");
    put_text(now.model->file);
    put_text(":");
    put_number(now.model->line);
    put_text(": the model of test ");
    put_text(now.model->test);
    put_text(" crashes in its operation ");
    put_text(now.work->name);
    put_text(": try it alone, in a program of its own\n");
    _exit(2);
}

static void watch(void) {
    struct sigaction action = {.sa_handler = complain};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &action, &before[i]);
}

static void stop_watching(void) {
    for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &before[i], NULL);
}

/* ---- attempts ---- */

/* False: it gave up.  Nothing here may live in a register across the call. */
static __attribute__((noinline)) bool attempt(const lct_model_work *work) {
    runs = true;
    bool returned = !setjmp(now.out);
    if (returned) work->body(work->context);
    runs = false;
    return returned;
}

void lct_model_run(lince_step *step, const lct_model *m, const lct_model_work *work) {
    pthread_mutex_lock(&now.lock);
    watch();
    now.model = m;
    now.work = work;
    now.planned = 0;
    do {
        now.made = now.more_count = 0;
        if (m->size) memcpy(m->state, step->state, m->size);
        if (work->begin) work->begin(work->context);
        if (attempt(work)) work->outcome(step, m, work->context);
    } while (choose_otherwise());
    stop_watching();
    pthread_mutex_unlock(&now.lock);
}
