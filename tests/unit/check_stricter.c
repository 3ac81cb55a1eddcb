/* A history that orders more operations is the stricter one: where it is correct, or its operations wait rightly, a
 * history with the same operations and less order is and they do.  So among the histories of equivalent schedules those
 * with the most order decide (target/explore/interval_orders.h).  Random short histories, each compared with those in
 * which a return changes places with the call behind it. */
#include <lince/check.h>

#include "check/driver/blocked.h"
#include "formats_support.h"

enum { THREADS = 4, EVENTS = 12 };

typedef struct row {
    const char *spec;
    lince_criterion criterion;
    const char *factors;
    bool progress; /* or, of operations that take effect one by one: those that wait may */
    struct {
        const char *name;
        char argument, result; /* v: a value, b: true or false, e: a value or EMPTY, x: two values; 0: none */
    } methods[3];
} row;

#define QUEUE                                                                                                          \
    {                                                                                                                  \
        {"enq", 'v', 0}, { "deq", 0, 'e' }                                                                             \
    }
#define CHANNEL                                                                                                        \
    {                                                                                                                  \
        {"send", 'v', 0}, { "receive", 0, 'v' }                                                                        \
    }
static const row rows[] = {
    {"queue", LINCE_LINEARIZABLE, NULL, false, QUEUE},
    {"queue", LINCE_LINEARIZABLE, NULL, true, QUEUE},
    {"stack", LINCE_SEQUENTIAL, NULL, false, {{"push", 'v', 0}, {"pop", 0, 'e'}}},
    {"mutex", LINCE_LINEARIZABLE, NULL, true, {{"lock", 0, 0}, {"unlock", 0, 0}, {"trylock", 0, 'b'}}},
    {"rwlock", LINCE_LINEARIZABLE, NULL, true, {{"rdlock", 0, 0}, {"rdunlock", 0, 0}, {"wrlock", 0, 0}}},
    {"semaphore:n=1", LINCE_LINEARIZABLE, NULL, true, {{"wait", 0, 0}, {"post", 0, 0}, {"trywait", 0, 'b'}}},
    {"queue", LINCE_QUASI, "1", false, QUEUE},
    {"queue", LINCE_QUASI, "enq=0,deq=1", false, QUEUE},
    {"stack", LINCE_QUASI, "1", false, {{"push", 'v', 0}, {"pop", 0, 'e'}}},
    {"channel", LINCE_SYNC, NULL, false, CHANNEL},
    {"channel", LINCE_SYNC, NULL, true, CHANNEL},
    {"channel", LINCE_TWO_STEP, NULL, false, CHANNEL},
    {"barrier:n=2", LINCE_SYNC, NULL, true, {{"sync", 0, 0}}},
    {"exchanger", LINCE_SYNC, NULL, true, {{"exchange", 'v', 'v'}}},
    {"closeable-channel", LINCE_SYNC, NULL, true, {{"send", 'v', 'c'}, {"receive", 0, 'd'}, {"close", 0, 0}}},
    {"timeout-channel", LINCE_SYNC, NULL, true, {{"send", 'v', 'b'}, {"receive", 0, 'n'}}},
    {"terminating-queue:n=2", LINCE_SYNC, NULL, true, {{"enqueue", 'v', 0}, {"dequeue", 0, 'n'}}},
    {"signal",
     LINCE_INTERVAL,
     NULL,
     true,
     {{"signal_up_and_wait", 0, 0}, {"wait_for_signal_up", 0, 0}, {"signal_down", 0, 0}}},
};

static uint64_t seed = 5;
static unsigned below(unsigned n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

typedef struct event {
    int thread;
    bool returns;
    char text[48];
} event;

static void put_value(char *to, size_t size, char kind) {
    static const struct {
        char kind;
        const char *instead;
    } other[] = {{'e', "EMPTY"}, {'n', "NONE"}, {'d', "CLOSED"}};
    *to = 0;
    if (kind == 'b') snprintf(to, size, "%s", below(3) ? "true" : "false");
    else if (kind == 'c') snprintf(to, size, "%s", below(2) ? "CLOSED" : "");
    else if (kind) snprintf(to, size, "%u", 1 + below(2));
    for (unsigned i = 0; i < sizeof other / sizeof *other; i++)
        if (other[i].kind == kind && !below(3)) snprintf(to, size, "%s", other[i].instead);
}

static unsigned draw(const row *r, event *events) {
    int open[THREADS] = {-1, -1, -1, -1};
    unsigned count = 0, wanted = 4 + below(EVENTS - 3), methods = 0;
    while (methods < 3 && r->methods[methods].name) methods++;
    for (unsigned turn = 0; turn < 4 * EVENTS && count < wanted; turn++) {
        int t = (int)below(THREADS);
        char value[16];
        bool returns = open[t] >= 0;
        if (returns && below(3) == 0) continue;
        unsigned m = returns ? (unsigned)open[t] : below(methods);
        put_value(value, sizeof value, returns ? r->methods[m].result : r->methods[m].argument);
        events[count] = (event){.thread = t, .returns = returns};
        if (returns) snprintf(events[count].text, sizeof events->text, "T%d return %s", t, value);
        else snprintf(events[count].text, sizeof events->text, "T%d invoke %s(%s)", t, r->methods[m].name, value);
        open[t] = returns ? -1 : (int)m;
        count++;
    }
    return count;
}

static bool may_wait(const lince_history *h, const lince_specs *specs, const row *r) {
    lc_blocked found = {0};
    lc_blocked_rules rules = {.exact = true, .program_order = r->criterion == LINCE_SEQUENTIAL, .init = LINCE_NO_VALUE};
    if (lc_check_blocked(h, specs, &rules, &found, &problem) != LINCE_DONE || found.undecided) abort();
    lc_text_free(&found.result);
    return !found.wrong;
}

static bool is_right(const row *r, const lince_specs *specs, const event *events, unsigned count) {
    lince_text text = {0};
    lince_result *result = NULL;
    bool by_one = r->criterion == LINCE_LINEARIZABLE || r->criterion == LINCE_SEQUENTIAL;
    lince_check_options options = {.criterion = r->criterion,
                                   .factors = r->factors,
                                   .progress = r->progress && !by_one,
                                   .jobs = 1,
                                   .no_explanation = true};
    for (unsigned i = 0; i < count; i++) lc_text_printf(&text, "%s\n", events[i].text);
    lince_history *h = read_one(LINCE_FORMAT_HIST, lc_text(&text));
    if (!h || lince_check(h, specs, &options, &result, &problem) != LINCE_DONE) {
        printf("Bail out! %s: %s\n%s", r->spec, problem.message, lc_text(&text));
        abort();
    }
    bool right = lince_result_verdict(result) == LINCE_VERDICT_OK;
    if (right && r->progress && by_one) right = may_wait(h, specs, r);
    lince_result_free(result);
    lince_history_free(h);
    lc_text_free(&text);
    return right;
}

static void try_row(const row *r, unsigned turns) {
    lince_specs *specs = lince_specs_new();
    unsigned right = 0, wrong = 0, weaker_only = 0, differ = 0;
    if (!specs || lince_specs_add(specs, r->spec, &problem) != LINCE_DONE) abort();
    for (unsigned turn = 0; turn < turns; turn++) {
        event events[EVENTS + 1];
        unsigned count = draw(r, events);
        bool strict = is_right(r, specs, events, count);
        right += strict;
        for (unsigned i = 0; i + 1 < count; i++) {
            event a = events[i], b = events[i + 1];
            if (!a.returns || b.returns || a.thread == b.thread) continue;
            events[i] = b, events[i + 1] = a;
            bool weak = is_right(r, specs, events, count);
            events[i] = a, events[i + 1] = b;
            differ += strict && !weak;
            weaker_only += weak && !strict;
            wrong += !weak;
        }
    }
    lince_specs_free(specs);
    expect(!differ && right > turns / 1000 && wrong > turns / 100 &&
               (weaker_only || r->criterion == LINCE_SEQUENTIAL), /* which has no order in time */
           "%s, criterion %d%s%s%s: %u right; %u of less order wrong, %u right though more order is wrong; %u differ",
           r->spec, (int)r->criterion, r->factors ? ":" : "", r->factors ? r->factors : "",
           r->progress ? ", waiting" : "", right, wrong, weaker_only, differ);
}

int main(int argc, char **argv) {
    unsigned turns = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 5000;
    if (argc > 2) seed = strtoull(argv[2], NULL, 10);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) try_row(&rows[i], turns);
    return tap_end();
}
