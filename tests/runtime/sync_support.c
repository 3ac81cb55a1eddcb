#define _GNU_SOURCE
#include "sync_support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "target/explore/tree.h"
#include "target/runtime/calls.h"
#include "target/runtime/crash.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/image.h"
#include "target/runtime/machine.h"
#include "target/runtime/stack.h"
#define TAP_STATE LC_STATE
#include "../tap.h"

enum { RESULTS = 4096, LIMIT = 400000, STEPS = 2000 };

typedef struct results {
    long values[RESULTS];
    unsigned count, failures;
    bool stuck, too_long, silent;
    unsigned executions;
    long value; /* of the current execution */
    bool has_value;
    char message[512];
    uintptr_t pc;
} results;

static results seen LC_STATE = {0}, other LC_STATE = {0};
static long (*state_of)(void) LC_STATE = NULL;
static unsigned limit LC_STATE = LIMIT;
static bool stops LC_STATE = false; /* at the first failure */

void outcome(long value) {
    seen.value = value;
    seen.has_value = true;
}

static void report_failure(int kind, uintptr_t pc, uintptr_t address, const char *message) {
    (void)address;
    seen.pc = pc;
    seen.failures |= 1u << kind;
    snprintf(seen.message, sizeof seen.message, "%s", message);
}

static void note(long value) {
    unsigned i = 0;
    while (i < seen.count && seen.values[i] < value) i++;
    if (i < seen.count && seen.values[i] == value) return;
    if (seen.count == RESULTS) return;
    memmove(&seen.values[i + 1], &seen.values[i], (seen.count - i) * sizeof *seen.values);
    seen.values[i] = value;
    seen.count++;
}

static void account(void) {
    switch (lc_m.outcome) {
    case LC_COMPLETE:
        if (state_of) note(seen.value + (long)lc_record_digest().a);
        else if (seen.has_value) note(seen.value);
        else seen.silent = true;
        break;
    case LC_STUCK:
        seen.stuck = true;
        if (state_of) note(state_of() + (long)lc_record_digest().a);
        break;
    case LC_TOO_LONG: seen.too_long = true; break;
    case LC_REDUNDANT: return;
    default: break;
    }
    seen.executions++;
}

static void explore(const lc_strategy *strategy, void (*body)(void)) {
    lc_racy_forget();
    do {
        lc_racy_apply();
        memset(&seen, 0, sizeof seen);
        bool more = true;
        for (lc_tree_begin(strategy); more && !lc_t.new_races; more = strategy->next()) {
            seen.has_value = false;
            lc_tree_run(body);
            if ((stops && seen.failures) || lc_t.gave_up) return;
            if (!lc_t.new_races) account();
            if (seen.executions >= limit) break;
        }
    } while (lc_t.new_races);
}

/* By states; false: that is not for this one. */
static bool explore_states(void (*body)(void)) {
    bool all_plain = lc_m.all_plain;
    lc_m.all_plain = !lc_t.races;
    explore(&lc_states, body);
    lc_m.all_plain = all_plain;
    return !lc_t.gave_up;
}

static const char *in_words(char *text, size_t size) {
    static const char *const kinds[] = {"crash",
                                        "assertion",
                                        "invariant",
                                        "deadlock",
                                        "endless",
                                        "spinning",
                                        "exit",
                                        "exception",
                                        "use-after-free",
                                        "double-free",
                                        "bad-free",
                                        "misuse",
                                        "nondeterminism",
                                        "limit",
                                        [LC_FAILS_RACE] = "data-race",
                                        [LC_FAILS_UNSUPPORTED] = "unsupported"};
    size_t length = 0;
    text[0] = '\0';
#define ADD(...) length += (size_t)snprintf(text + length, size - length, __VA_ARGS__)
    for (unsigned i = 0; i < seen.count; i++) ADD("%s%ld", length ? " " : "", seen.values[i]);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i] && seen.failures >> i & 1) ADD("%s%s", length ? " " : "", kinds[i]);
    if (seen.stuck) ADD("%sstuck", length ? " " : "");
    if (seen.too_long) ADD("%stoo-long", length ? " " : "");
    if (seen.silent) ADD("%ssilent", length ? " " : "");
    return text;
}

/* A failure ends an execution before all that could happen in it was seen: reduction then need not find the rest. */
static bool as_expected(const lc_strategy *strategy, const char *expected) {
    char text[512];
    if (strcmp(in_words(text, sizeof text), expected) == 0) return true;
    if (!strategy->race || !seen.failures || seen.stuck || seen.too_long || seen.silent) return false;
    const char *word = strpbrk(expected, "abcdefghijklmnopqrstuvwxyz"),
               *found = strpbrk(text, "abcdefghijklmnopqrstuvwxyz");
    return word && found && strcmp(word, found) == 0;
}

static void compare(const char *name, const lc_strategy *strategy, void (*body)(void), const char *expected) {
    if (strategy != &lc_states) explore(strategy, body);
    else if (!explore_states(body)) return;
    char text[512];
    bool good = as_expected(strategy, expected);
    expect(good, "%s: %s after %u executions (stage kind %d)", name, expected, seen.executions, (int)strategy->kind);
    if (!good) printf("# came out: %s\n# last failure: %s\n", in_words(text, sizeof text), seen.message);
    if (seen.executions >= LIMIT) printf("# stopped after %d executions\n", LIMIT);
}

static void nothing(void) {}

static void prepare(void (*setup)(void)) {
    lc_image_restore();
    lc_heap_reset();
    lc_tree_begin(&lc_serial);
    lc_machine_run(setup);
    lc_calls_mark();
    lc_heap_mark();
    lc_image_take();
}

void prepared_comes_out(const char *name, void (*setup)(void), void (*body)(void), const char *expected) {
    prepare(setup);
    compare(name, &lc_exhaustive, body, expected);
    compare(name, &lc_states, body, expected);
    compare(name, &lc_dpor, body, expected);
}

void comes_out(const char *name, void (*body)(void), const char *expected) {
    prepared_comes_out(name, nothing, body, expected);
}

void reduced_comes_out(const char *name, void (*body)(void), const char *expected) {
    prepare(nothing);
    compare(name, &lc_dpor, body, expected);
}

static bool is_same(const char *how) {
    bool same = seen.count == other.count && seen.failures == other.failures && seen.stuck == other.stuck &&
                memcmp(seen.values, other.values, seen.count * sizeof *seen.values) == 0;
    if (!same)
        printf("# %u results of %u executions, failures %x; %s %u of %u, failures %x\n", other.count, other.executions,
               other.failures, how, seen.count, seen.executions, seen.failures);
    return same;
}

/* All there is; false: that is too much. */
static bool explore_all(void (*body)(void)) {
    explore(&lc_exhaustive, body);
    other = seen;
    return seen.executions < limit && seen.count < RESULTS && !seen.too_long;
}

bool agrees(void (*body)(void), long (*state)(void), unsigned most) {
    bool same = true;
    state_of = state;
    limit = most;
    prepare(nothing);
    if (explore_all(body)) {
        explore(&lc_dpor, body);
        same = is_same("with reduction");
        lc_m.all_plain = true; /* with which there are more histories */
        if (explore_all(body) && explore_states(body)) same = is_same("by states") && same;
        lc_m.all_plain = false;
    }
    state_of = NULL;
    limit = LIMIT;
    return same;
}

unsigned races_in(void (*body)(void), bool all) {
    static const lc_strategy *const strategies[] = {&lc_exhaustive, &lc_dpor, &lc_bounded};
    unsigned found = 0;
    lc_t.races = true;
    lc_t.bound = 2;
    prepare(nothing);
    for (unsigned i = all ? 0 : 1; i < 3; i++) {
        stops = true;
        explore(strategies[i], body);
        stops = false;
        if (seen.failures >> LC_FAILS_RACE & 1) found |= 1u << i;
        if (seen.failures & ~(1u << LC_FAILS_RACE) || seen.stuck || seen.too_long) found |= 8;
    }
    stops = true;
    bool known = explore_states(body);
    stops = false;
    if (known ? seen.failures >> LC_FAILS_RACE & 1 : found & 2) found |= 16;
    lc_t.races = false;
    return found;
}

static bool has_seen(long value) {
    for (unsigned i = 0; i < seen.count; i++)
        if (seen.values[i] == value) return true;
    return false;
}

/* At each step anybody. */
static int choose_any(uint32_t depth, lc_node *node) {
    static uint64_t state LC_STATE = 1;
    (void)depth;
    state = state * 6364136223846793005u + 1442695040888963407u;
    lc_mask among = node->enabled;
    for (unsigned skip = (unsigned)(state >> 33) % (unsigned)__builtin_popcount(among); skip; skip--)
        among &= (lc_mask)(among - 1);
    return __builtin_ctz(among);
}

static bool next_any(void) {
    lc_tree_restart();
    return true;
}

static const lc_strategy sampling = {.kind = LC_DOES_RANDOM, .clocks = true, .choose = choose_any, .next = next_any};

bool covers(void (*body)(void), unsigned samples) {
    prepare(nothing);
    limit = samples;
    explore(&sampling, body);
    other = seen;
    limit = LIMIT;
    explore(&lc_dpor, body);
    bool all = !seen.too_long && seen.executions < LIMIT && seen.stuck >= other.stuck &&
               (seen.failures | other.failures) == seen.failures;
    /* So many results that not all were kept say nothing. */
    for (unsigned i = 0; i < other.count && seen.count < RESULTS; i++) all = all && has_seen(other.values[i]);
    if (!all)
        printf("# %u results of %u executions%s; with reduction %u of %u%s\n", other.count, other.executions,
               other.stuck ? ", stuck" : "", seen.count, seen.executions, seen.too_long ? ", too long" : "");
    return all;
}

void fact(bool holds, const char *name) { expect(holds, "%s", name); }

void message_has(const char *part) {
    if (!expect(strstr(seen.message, part) != NULL, "it says: %s", part)) printf("# but: %s\n", seen.message);
}

void happened_in(void (*function)(void)) {
    bool near = seen.pc - (uintptr_t)function < 100;
    if (!expect(near, "it says where"))
        printf("# at %#zx, not in %#zx\n", (size_t)seen.pc, (size_t)(uintptr_t)function);
}

void allow_spurious(unsigned count) { lc_calls.spurious = count; }
void allow_random(unsigned choices) { lc_calls.random_choices = choices; }
void allow_early(unsigned count) { lc_calls.early = count; }

/* In place of the command, which watches executions from outside: a timer of this program's own, which no code under
 * test here can notice. */
static unsigned given_up(void) {
    enum { TICKS = 8 };
    static uint64_t epoch LC_STATE = 0;
    static int32_t depth LC_STATE = 0;
    static unsigned ticks LC_STATE = 0;
    if (epoch != lc_m.epoch || depth != lc_m.depth) ticks = 0;
    epoch = lc_m.epoch;
    depth = lc_m.depth;
    return ++ticks >= TICKS ? LC_GIVEN_UP_ENDLESS : LC_GIVEN_UP_NOT;
}

static void watch(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = LC_WATCH_SIGNAL};
    struct itimerspec tick = {{0, 100000000}, {0, 100000000}};
    timer_t timer;
    if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0) timer_settime(timer, 0, &tick, NULL);
}

void begin_tests(void) {
    lc_tree_install();
    lc_explorer.report_failure = report_failure;
    lc_explorer.given_up = given_up;
    lc_calls_init();
    lc_heap_init(LC_HEAP_LIFO);
    lc_machine_init(128 * 1024, STEPS);
    lc_image_init();
    lc_tree_init(STEPS);
    lc_record_init();
    lc_retry_init();
    lc_crash_init();
    lc_stack_init();
    watch();
    lc_m.plain = true;
    lc_t.loops = true;
    lc_t.history_edges = true;
    lc_heap_mark();
    lc_image_take();
}

int end_tests(void) { return tap_end(); }
