/* Programs that monitor what they use: right objects and wrong ones, with real threads and the library as it is. */
#include <lince/monitor.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "tap.h"

enum { THREADS = 3, EACH = 20000, ROOM = THREADS * EACH };

/* A queue behind a lock.  If `wrong`, every thousandth element that is removed is not the first one. */
static struct {
    pthread_mutex_t lock;
    long at[ROOM];
    unsigned first, end, removed;
    bool wrong;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};
static lince_monitor *m;
static int enq, deq;

static void add(long value) {
    lince_call(m, enq, value);
    pthread_mutex_lock(&queue.lock);
    queue.at[queue.end++ % ROOM] = value;
    pthread_mutex_unlock(&queue.lock);
    lince_return(m);
}

static long take_out(void) {
    if (queue.first == queue.end) return lince_empty;
    unsigned from = queue.first;
    if (queue.wrong && ++queue.removed % 1000 == 0 && queue.end - queue.first > 1) from++;
    long value = queue.at[from % ROOM];
    if (from != queue.first) queue.at[from % ROOM] = queue.at[queue.first % ROOM];
    queue.first++;
    return value;
}

static void removes(void) {
    lince_call(m, deq);
    pthread_mutex_lock(&queue.lock);
    long value = take_out();
    pthread_mutex_unlock(&queue.lock);
    lince_return(m, value);
}

static void *use(void *number) {
    for (long i = 1; i <= EACH; i++) {
        add((long)(intptr_t)number * EACH + i);
        if (i > 5) removes(); /* so that it is never empty for long */
    }
    return NULL;
}

static void run(bool wrong) {
    pthread_t threads[THREADS];
    queue.first = queue.end = queue.removed = 0;
    queue.wrong = wrong;
    for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, use, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

static struct {
    unsigned violations, gaps;
    bool exact, dumped, has_history;
    char reason[300];
} told;

static void on_violation(void *context, const lince_monitor_violation *v) {
    told.violations += context == &told;
    told.exact = v->exact;
    told.dumped = v->dump != NULL;
    told.has_history = strstr(v->history, "\nspec queue\n") && strstr(v->history, " invoke deq()\n");
    snprintf(told.reason, sizeof told.reason, "%s", v->reason);
}
static void on_gap(void *context, const lince_monitor_gap *gap) {
    printf("# gap: %s\n", gap->cause);
    told.gaps += context == &told && *gap->cause;
}

static const char *dump;

static lince_monitor *watch(const char *spec, double settle) {
    lince_error error = {0};
    lince_monitor_options options = {.spec = spec,
                                     .buffer = 1 << 17, /* for all of it: nothing gets lost */
                                     .unique = true,
                                     .quiet = true,
                                     .dump = dump,
                                     .settle = settle,
                                     .on_violation = on_violation,
                                     .on_gap = on_gap,
                                     .context = &told};
    memset(&told, 0, sizeof told);
    m = lince_monitor_new(&options, &error);
    if (!m) printf("# %s\n", error.message);
    enq = lince_monitor_method(m, "enq");
    deq = lince_monitor_method(m, "dequeue");
    return m;
}

static void test_queue(void) {
    enum { ATTEMPTS = 5 };
    lince_monitor_figures f;
    bool right = true, gap = true;
    /* On a busy machine a thread may stand still for so long that there is a gap. */
    for (int i = 0; i < ATTEMPTS && right && gap; i++) {
        watch("queue", 0);
        run(false);
        right = lince_monitor_free(m, &f) && told.violations == 0 && !f.violated;
        gap = f.gaps || told.gaps;
        printf("# %llu operations, %llu exactly, %llu gaps\n", (unsigned long long)f.operations,
               (unsigned long long)f.exactly, (unsigned long long)f.gaps);
        if ((f.gaps == 0) != (told.gaps == 0)) break;
    }
    expect(right, "a right queue is right");
    expect(f.operations == 2 * ROOM - 5 * THREADS && f.exactly == f.operations && f.gaps == 0 && told.gaps == 0,
           "all of its operations are checked, exactly");
    watch("queue", 0);
    run(true);
    right = lince_monitor_free(m, &f);
    printf("# %s\n", told.reason);
    expect(!right && f.violated && told.violations == 1 && told.exact, "a wrong one is not, and that is told once");
    expect(told.has_history && told.dumped, "with the recent history");
}

/* A disk without room: files of this process stay small. */
static void test_no_room(const char *path) {
    struct rlimit before, none;
    getrlimit(RLIMIT_FSIZE, &before);
    none = (struct rlimit){.rlim_cur = 10, .rlim_max = before.rlim_max};
    FILE *file = fopen(path, "w"); /* what was there stays */
    bool kept = file && fputs("before", file) >= 0;
    if (file) fclose(file);
    char part[4096], text[16] = "";
    snprintf(part, sizeof part, "%s.part", path);
    signal(SIGXFSZ, SIG_IGN);
    watch("queue", 0);
    setrlimit(RLIMIT_FSIZE, &none);
    run(true);
    (void)lince_monitor_free(m, NULL);
    setrlimit(RLIMIT_FSIZE, &before);
    file = fopen(path, "r");
    kept = kept && file && fgets(text, sizeof text, file) && !strcmp(text, "before");
    if (file) fclose(file);
    expect(told.violations == 1 && told.has_history && !told.dumped, "a history that cannot be written is told");
    expect(kept && access(part, F_OK) != 0, "nothing is written in part");
}

static atomic_bool stop;
static double longest[THREADS]; /* seconds for an operation and what is around it */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *use_on(void *number) {
    double before = now(), after;
    for (long i = 1; !stop; i++, before = after) {
        if (i % 2) add((long)(intptr_t)number << 40 | i);
        else removes();
        after = now();
        if (after - before > longest[(intptr_t)number]) longest[(intptr_t)number] = after - before;
    }
    return NULL;
}

static void test_switched(void) {
    lince_monitor_figures f;
    pthread_t threads[THREADS];
    struct timespec while_off = {0, 20000000}, while_on = {0, 700000000};
    const double settle = 0.5;
    watch("queue", settle);
    queue.first = queue.end = 0;
    queue.wrong = false;
    for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, use_on, (void *)i);
    for (int i = 0; i < 3; i++) {
        nanosleep(&while_off, NULL);
        lince_monitor_off(m);
        nanosleep(&while_off, NULL);
        lince_monitor_on(m);
        nanosleep(&while_on, NULL);
    }
    stop = true;
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    bool right = lince_monitor_free(m, &f);
    printf("# %llu operations, %llu gaps\n", (unsigned long long)f.operations, (unsigned long long)f.gaps);
    if (!right) printf("# %s\n", told.reason);
    bool promised = true;
    for (int i = 0; i < THREADS; i++) {
        printf("# an operation took %.3f s\n", longest[i]);
        promised = promised && longest[i] < settle;
    }
    expect(f.gaps > 0 && told.gaps == f.gaps, "switching it off and on leaves gaps");
    if (promised) expect(right, "after which a right queue is right");
    else tap_skip("the machine is so busy that an operation took longer than was promised");
}

/* Objects whose operations have several values. */
static void test_values(void) {
    lince_monitor_figures f;
    lince_monitor_options options = {.spec = "map", .no_thread = true, .quiet = true};
    for (int wrong = 0; wrong < 2; wrong++) {
        m = lince_monitor_new(&options, NULL);
        int put = lince_monitor_method(m, "put"), get = lince_monitor_method(m, "get"),
            cas = lince_monitor_method(m, "cas");
        lince_call(m, get, 7);
        lince_return(m, lince_nil);
        lince_call(m, put, 7, 1l << 40);
        lince_return(m);
        lince_call(m, cas, 7, 1l << 40, -3);
        lince_return(m, lince_truth(!wrong));
        lince_call(m, get, 7);
        lince_return(m, wrong ? 1l << 40 : -3);
        expect(lince_monitor_flush(m) == !wrong, "a map that is %s", wrong ? "wrong" : "right");
        lince_monitor_free(m, &f);
        expect(f.operations == 4 && f.gaps == 0, "all of it");
    }
}

static void test_refusals(void) {
    lince_error error = {0};
    lince_monitor_options options = {0};
    expect(!lince_monitor_new(&options, &error) && strstr(error.message, "needs a specification"), "%s", error.message);
    options.spec = "quue";
    expect(!lince_monitor_new(&options, &error) && strstr(error.message, "queue"), "%s", error.message);
    options.spec = "channel";
    expect(!lince_monitor_new(&options, &error) && strstr(error.message, "wait for each other"), "%s", error.message);
    options.spec = "queue";
    options.quiet = true;
    m = lince_monitor_new(&options, &error);
    expect(m && lince_monitor_method(m, "peel") == -1, "methods have names");
    lince_monitor_free(m, NULL);
    lince_monitor_free(NULL, NULL);
}

/* What standard error gets while `act` runs. */
static const char *said_by(void (*act)(void)) {
    static char text[8192];
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    if (!file || before < 0 || dup2(fileno(file), STDERR_FILENO) < 0) return "";
    act();
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void no_spec(void) { m = lince_monitor_new(&(lince_monitor_options){.spec = "quue", .name = "jobs"}, NULL); }
static void no_spec_quietly(void) {
    m = lince_monitor_new(&(lince_monitor_options){.spec = "quue", .quiet = true}, NULL);
}

enum { MISTAKES = 100 };
static lince_monitor_figures mistaken;
static void wrong_name(void) {
    m = lince_monitor_new(&(lince_monitor_options){.spec = "queue", .name = "jobs", .no_thread = true}, NULL);
    int put = lince_monitor_method(m, "putt");
    for (int i = 0; i < MISTAKES; i++) {
        lince_call(m, put, i);
        lince_return(m);
    }
    lince_monitor_free(m, &mistaken);
}

/* Mistakes of the program are told to people even if it does not ask, and do not drown them. */
static void test_messages(void) {
    const char *text = said_by(no_spec);
    expect(!m && strstr(text, "lince: jobs: ") && strstr(text, "did you mean queue"), "why there is none: %s", text);
    text = said_by(no_spec_quietly);
    expect(!m && !*text, "nothing to those who want it quiet");
    text = said_by(wrong_name);
    expect(strstr(text, "queue has no operation putt (it has enq, deq, peek)"), "a wrong name");
    unsigned lines = 0;
    for (const char *at = text; (at = strstr(at, "gap: ")); at++) lines++;
    expect(mistaken.gaps == MISTAKES && lines == 8 + 3, "%u lines of %u gaps", lines, (unsigned)mistaken.gaps);
}

/* Several objects, more than a thread has room for in its table. */
static void test_many(void) {
    enum { MANY = 20 };
    lince_monitor *many[MANY];
    lince_monitor_figures f;
    bool all = true;
    for (int i = 0; i < MANY; i++)
        many[i] = lince_monitor_new(&(lince_monitor_options){.spec = "counter", .quiet = true, .buffer = 64}, NULL);
    int inc = lince_monitor_method(many[0], "inc");
    for (int n = 0; n < 20; n++)
        for (int i = 0; i < MANY; i++) {
            lince_call(many[i], inc);
            lince_return(many[i]);
        }
    for (int i = 0; i < MANY; i++) {
        bool right = lince_monitor_free(many[i], &f);
        all = all && right && f.operations == 20 && f.buffers == 1;
    }
    expect(all, "a thread uses many objects");
}

int main(int argc, char **argv) {
    test_refusals();
    test_messages();
    dump = argc > 1 ? argv[1] : "/dev/null";
    test_queue();
    if (argc > 1) test_no_room(dump);
    test_switched();
    test_values();
    test_many();
    return tap_end();
}
