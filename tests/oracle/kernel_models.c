#include "kernel_models.h"

#include <stdlib.h>
#include <string.h>

static bool is(const char *a, const char *b) { return !strcmp(a, b); }
static int64_t only_if(bool enabled, int64_t state) { return enabled ? state : NOT_ENABLED; }

static int64_t mutex(int64_t held, const char *method, const char *result) {
    if (is(method, "lock")) return only_if(!held, 1);
    if (is(method, "unlock")) return only_if(held, 0);
    return only_if(is(result, held ? "false" : "true"), 1);
}

/* The number of readers, or -1. */
static int64_t rwlock(int64_t state, const char *method, const char *result) {
    (void)result;
    if (is(method, "rdlock")) return only_if(state >= 0, state + 1);
    if (is(method, "rdunlock")) return only_if(state > 0, state - 1);
    if (is(method, "wrlock")) return only_if(state == 0, -1);
    return only_if(state == -1, 0);
}

static int64_t semaphore(int64_t value, const char *method, const char *result) {
    if (is(method, "post")) return value + 1;
    if (is(method, "trywait") && is(result, "false")) return only_if(value == 0, 0);
    return only_if(value > 0, value - 1);
}

static int64_t counter_of_two(int64_t value, const char *method, const char *result) {
    if (is(method, "inc")) return only_if(value < 2, value + 1);
    if (is(method, "dec")) return only_if(value > 0, value - 1);
    return only_if(value == atoi(result), value);
}

static int64_t brackets(int64_t depth, const char *method, const char *result) {
    (void)result;
    return is(method, "push") ? depth + 1 : only_if(depth > 0, depth - 1);
}

/* Digits 1 and 2 to the base of 3, the top last. */
static int64_t stack_of_two(int64_t state, const char *method, const char *result) {
    (void)result;
    int64_t value = method[strlen(method) - 1] - '0';
    if (!strncmp(method, "push", 4)) return state * 3 + value;
    return only_if(state % 3 == value, state / 3);
}

static int64_t ticks(int64_t state, const char *method, const char *result) {
    (void)method, (void)result;
    return !state;
}
static bool is_even(int64_t state) { return state == 0; }

/* a b b a b b ... */
static int64_t triples(int64_t state, const char *method, const char *result) {
    (void)result;
    return only_if(is(method, "a") == (state == 0), (state + 1) % 3);
}

/* Either two of one and one of the other, in this order, again and again. */
static int64_t mixtures(int64_t state, const char *method, const char *result) {
    (void)result;
    bool a = is(method, "a");
    switch (state) {
    case 0: return a ? 1 : 2;
    case 1: return only_if(a, 3);
    case 2: return only_if(!a, 4);
    case 3: return only_if(!a, 0);
    default: return only_if(a, 0);
    }
}

static int64_t flag(int64_t set, const char *method, const char *result) {
    if (is(method, "set")) return only_if(!set, 1);
    return only_if(atoi(result) == set, set);
}

static const kernel_model models[] = {
    {.name = "mutex", .spec = "mutex", .next = mutex},
    {.name = "rwlock", .spec = "rwlock", .next = rwlock},
    {.name = "semaphore:n=0", .spec = "semaphore:n=0", .next = semaphore},
    {.name = "semaphore:n=2", .spec = "semaphore:n=2", .initial = 2, .next = semaphore},
    {.name = "bounded-counter:max=2", .next = counter_of_two},
    {.name = "brackets", .grammar = "brackets: S -> push() S pop() S | ;", .next = brackets},
    {.name = "two-brackets", .grammar = "S -> S S | push1() S pop1() | push2() S pop2() | ;", .next = stack_of_two},
    {.name = "automaton",
     .grammar = "mutex: F -> lock() H | trylock() => true H | ;\n"
                "       H -> unlock() F | trylock() => false H | ;",
     .spec = "mutex",
     .next = mutex},
    {.name = "plain-lock", .grammar = "S -> lock() unlock() S | lock() | ;", .spec = "mutex", .next = mutex},
    {.name = "even", .grammar = "even exactly: S -> tick() tick() S | ;", .next = ticks, .accepts = is_even},
    {.name = "triples", .grammar = "S -> a() b() b() S | ;", .next = triples},
    {.name = "mixtures",
     .grammar = "mixtures exactly: S -> a() a() b() S | b() b() a() S | ;",
     .next = mixtures,
     .accepts = is_even},
    {.name = "flag",
     .grammar = "S -> Before set() After ; Before -> get() => 0 Before | ; After -> After get() => 1 | ;",
     .next = flag},
    /* Grammars that are not those of the objects. */
    {.name = "wrong-mutex",
     .grammar = "S -> S S | lock() unlock() | trylock() => true unlock() | trylock() => false | ;",
     .spec = "mutex",
     .wrong = true,
     .next = mutex},
    {.name = "wrong-rwlock",
     .grammar = "S -> S S | wrlock() S wrunlock() | R | ; R -> R R | rdlock() R rdunlock() | ;",
     .spec = "rwlock",
     .wrong = true,
     .next = rwlock},
    {.name = "wrong-semaphore",
     .grammar = "S -> Up Down Zero ; Zero -> Zero Zero | trywait() => false | post() Up Down | ;"
                "Up -> Up Up | post() Up Down | ; Down -> wait() | trywait() => true ;",
     .spec = "semaphore:n=2",
     .wrong = true,
     .initial = 2,
     .next = semaphore},
    {.name = "wrong-even",
     .grammar = "even: S -> tick() tick() S | ;",
     .wrong = true,
     .next = ticks,
     .accepts = is_even},
};

const kernel_model *kernel_model_named(const char *name) {
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (is(models[i].name, name)) return &models[i];
    return NULL;
}
