#include "target/stress/choose.h"

#include "target/explore/control.h"
#include "target/explore/generate.h"

enum { SLOTS = 2 * LCT_SCENARIOS };

/* Numbers of generated scenarios, by a hash of their texts: the same one gets the same number again. */
typedef struct numbers {
    uint32_t count;
    struct {
        uint64_t hash; /* 0: free */
        uint32_t number;
    } at[SLOTS];
} numbers;

static struct {
    const lct_test *test;
    const char *only; /* NULL: all */
    uint32_t written; /* scenarios that are not generated */
    uint64_t turn;
    uint64_t seed;
    uint64_t all;
    bool generating;
    lct_scenario one;
    char text[LCT_SCENARIO_TEXT];
    lct_generator *generator;
    numbers *numbers;
} now;

bool lct_choose_start(const lct_test *test, const char *only, uint64_t seed, char *error, size_t size) {
    now.test = test;
    now.only = *only ? only : test->program ? "main" : NULL;
    now.seed = seed;
    now.generating = test->generates && !now.only;
    now.written = now.only ? 1 : test->scenario_count + (test->thread_count > 0);
    now.all = now.written;
    if (now.only && !lct_scenario_parse(test, now.only, &now.one, error, size)) return false;
    if (!now.generating) return true;
    now.generator = lct_reserve(sizeof *now.generator);
    now.numbers = lct_reserve(sizeof *now.numbers);
    lct_generator_start(now.generator, test, 0, LCT_GENERATE_RANDOM, seed);
    now.all = now.generator->all > UINT64_MAX - now.all ? UINT64_MAX : now.generator->all + now.all;
    return true;
}

uint64_t lct_choose_count(void) { return now.all; }

static const lct_scenario *written(uint32_t number) {
    char error[LCT_SCENARIO_ERROR];
    const char *text = number < now.test->scenario_count ? now.test->scenarios[number] : "threads";
    if (now.only) return &now.one;
    bool parsed = lct_scenario_parse(now.test, text, &now.one, error, sizeof error);
    assert(parsed); /* or it would be among the test's mistakes */
    return parsed ? &now.one : NULL;
}

/* When the generator has no more scenarios, it starts again with another seed. */
static const lct_scenario *generated(void) {
    const lct_scenario *s = lct_generator_next(now.generator);
    if (s) return s;
    lct_generator_start(now.generator, now.test, 0, LCT_GENERATE_RANDOM, ++now.seed);
    s = lct_generator_next(now.generator);
    assert(s); /* there is at least one of each size */
    return s;
}

/* FNV-1a. */
static uint64_t hash(const char *text) {
    uint64_t h = 0xcbf29ce484222325u;
    for (; *text; text++) h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h ? h : 1;
}

/* When the numbers are used up, all further texts share the last one. */
static uint32_t number_of(const char *text) {
    uint64_t h = hash(text);
    uint32_t i = (uint32_t)h & (SLOTS - 1), most = LCT_SCENARIOS - now.written - 1;
    while (now.numbers->at[i].hash && now.numbers->at[i].hash != h) i = (i + 1) & (SLOTS - 1);
    if (!now.numbers->at[i].hash && now.numbers->count < most) {
        now.numbers->at[i].hash = h;
        now.numbers->at[i].number = now.numbers->count++;
    }
    return now.written + (now.numbers->at[i].hash ? now.numbers->at[i].number : most);
}

const lct_scenario *lct_choose_next(uint32_t *number, const char **text) {
    uint64_t turn = now.turn++;
    const lct_scenario *s;
    bool own = !now.generating || (now.written && turn % 2 == 0);
    *number = own ? (uint32_t)((now.generating ? turn / 2 : turn) % now.written) : 0;
    s = own ? written(*number) : generated();
    lct_scenario_print(now.test, s, now.text, sizeof now.text);
    if (!own) *number = number_of(now.text);
    *text = now.text;
    return s;
}
