#include "target/stress/choose.h"

#include "target/explore/control.h"
#include "target/explore/generate.h"

enum { SLOTS = 2 * LC_SCENARIOS };

/* Numbers of generated scenarios, by a hash of their texts: the same one gets the same number again. */
typedef struct numbers {
    uint32_t count;
    struct {
        uint64_t hash; /* 0: free */
        uint32_t number;
    } at[SLOTS];
} numbers;

static struct {
    const lc_test *test;
    const char *only; /* NULL: nothing was asked for */
    uint32_t written; /* scenarios that are not generated */
    uint64_t turn;
    uint64_t seed;
    uint64_t all;
    bool generating;
    lc_scenario one;
    char text[LC_SCENARIO_TEXT];
    lc_generator *generator;
    numbers *numbers;
} now;

bool lc_choose_start(const lc_test *test, const char *only, uint64_t seed, char *error, size_t size) {
    now.test = test;
    now.only = *only ? only : test->program ? "main" : NULL;
    now.seed = seed;
    now.generating = test->generates && !now.only;
    now.written = now.only ? 1 : test->scenario_count + (test->thread_count > 0);
    now.all = now.written;
    if (now.only && !lc_scenario_parse(test, now.only, &now.one, error, size)) return false;
    if (!now.generating) return true;
    now.generator = lc_reserve(sizeof *now.generator);
    now.numbers = lc_reserve(sizeof *now.numbers);
    lc_generator_start(now.generator, test, 0, LC_GENERATE_RANDOM, seed);
    now.all = now.generator->all > UINT64_MAX - now.all ? UINT64_MAX : now.generator->all + now.all;
    return true;
}

uint64_t lc_choose_count(void) { return now.all; }

static const lc_scenario *written(uint32_t number) {
    char error[LC_SCENARIO_ERROR];
    const char *text = number < now.test->scenario_count ? now.test->scenarios[number] : "threads";
    if (now.only) return &now.one;
    bool parsed = lc_scenario_parse(now.test, text, &now.one, error, sizeof error);
    assert(parsed); /* or it would be among the test's mistakes */
    return parsed ? &now.one : NULL;
}

/* When the generator has no more, others come with another seed. */
static const lc_scenario *generated(void) {
    const lc_scenario *s = lc_generator_next(now.generator);
    if (s) return s;
    lc_generator_start(now.generator, now.test, 0, LC_GENERATE_RANDOM, ++now.seed);
    s = lc_generator_next(now.generator);
    assert(s); /* there is at least one of each size */
    return s;
}

/* FNV-1a. */
static uint64_t hash(const char *text) {
    uint64_t h = 0xcbf29ce484222325u;
    for (; *text; text++) h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h ? h : 1;
}

/* When numbers are used up, the last stands for all others. */
static uint32_t number_of(const char *text) {
    uint64_t h = hash(text);
    uint32_t i = (uint32_t)h & (SLOTS - 1), most = LC_SCENARIOS - now.written - 1;
    while (now.numbers->at[i].hash && now.numbers->at[i].hash != h) i = (i + 1) & (SLOTS - 1);
    if (!now.numbers->at[i].hash && now.numbers->count < most) {
        now.numbers->at[i].hash = h;
        now.numbers->at[i].number = now.numbers->count++;
    }
    return now.written + (now.numbers->at[i].hash ? now.numbers->at[i].number : most);
}

const lc_scenario *lc_choose_next(uint32_t *number, const char **text) {
    uint64_t turn = now.turn++;
    const lc_scenario *s;
    bool own = !now.generating || (now.written && turn % 2 == 0);
    *number = own ? (uint32_t)((now.generating ? turn / 2 : turn) % now.written) : 0;
    s = own ? written(*number) : generated();
    lc_scenario_print(now.test, s, now.text, sizeof now.text);
    if (!own) *number = number_of(now.text);
    *text = now.text;
    return s;
}
