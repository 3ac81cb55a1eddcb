/* refine(k) on longer histories of objects of any kind, in which much of what is old is left out.
 *
 *     refine_any [COUNT [SPEC]]
 *
 * A specification is run by several threads, and then a result is changed.  After every return, A_k is made as the
 * representation of the prefix with its intervals weakened, and the history that this is again is checked exactly; the
 * first return after which that fails must be the one at which Lince says that refine(k) fails.
 */
#include "../story.h"

#include "../tap.h"
#include "../weakened.h"
#include "check/result.h"

/* Where nothing is ordered, those that are not decided in polynomial time are soon too hard: so fewer events, and of
 * containers no value twice. */
static const struct kind {
    const char *spec;
    uint32_t events;
} kinds[] = {{"register", 120}, {"set", 120},  {"mutex", 120},          {"counter", 100}, {"semaphore:n=1", 100},
             {"queue", 44},     {"stack", 44}, {"pqueue", 44},          {"map", 44},      {"cas-register", 36},
             {"snzi", 40},      {"deque", 36}, {"queue:capacity=2", 36}};
static const char *const lengths[] = {"0", "1", "2", "4"};
enum { LENGTHS = sizeof lengths / sizeof *lengths, FEW = 44 };

static bool too_hard; /* to be decided in this test */

static uint32_t judge(const lince_history *h, const maker *m, const char *length, bool *violated) {
    lince_check_options options = {.jobs = 1, .no_explanation = !length, .timeout = length ? 10 : 0.05};
    lince_specs *all = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {0};
    if (length) options.criterion = LINCE_REFINE, options.factors = length;
    lince_status status = lince_specs_add(all, m->instance.name, &error);
    if (status == LINCE_DONE) status = lince_check(h, all, &options, &result, &error);
    assert(status == LINCE_DONE);
    too_hard = too_hard || lince_result_verdict(result) == LINCE_VERDICT_UNKNOWN;
    *violated = lince_result_verdict(result) == LINCE_VERDICT_VIOLATION;
    uint32_t events = result->violation ? result->violation->prefix_events : 0;
    lince_result_free(result);
    lince_specs_free(all);
    return events;
}

/* Is A_k of the first events wrong? */
static bool is_wrong(const maker *m, const story *s, uint32_t events, uint32_t k) {
    bool wrong;
    lince_history *h = recorded(m, s, events), *weak = weakened_history(h, k);
    judge(weak, m, NULL, &wrong);
    lince_history_free(weak);
    lince_history_free(h);
    return wrong;
}

static uint32_t first_wrong(const maker *m, const story *s, uint32_t k) {
    for (uint32_t events = 1; events <= s->count && !too_hard; events++)
        if (s->at[events - 1].what == RETURNS && is_wrong(m, s, events, k)) return events;
    return 0;
}

static void without_quiet(story *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->at[i].what != QUIET) s->at[kept++] = s->at[i];
    s->count = kept;
}

static void test_kind(const struct kind *kind, uint32_t rounds) {
    const char *spec = kind->spec;
    static story s;
    uint32_t differ = 0, violations = 0, found[LENGTHS] = {0};
    for (uint32_t i = 0; i < rounds && !differ; i++) {
        maker m;
        bool violated, any;
        too_hard = false;
        maker_init(&m, spec, i, kind->events == FEW || i % 2);
        tell_story(&m, &s, kind->events, 2 + below(&m, 2), 0);
        damage(&m, &s);
        without_quiet(&s);
        lince_history *h = recorded(&m, &s, s.count);
        judge(h, &m, NULL, &violated);
        for (uint32_t n = 0; n < LENGTHS && violated; n++) {
            uint32_t wanted = first_wrong(&m, &s, (uint32_t)atoi(lengths[n]));
            uint32_t got = too_hard ? 0 : judge(h, &m, lengths[n], &any);
            if (too_hard) break;
            found[n] += wanted > 0;
            if (got == wanted) continue;
            printf("# seed %u, refine:%s: event %u, not %u\n", i, lengths[n], got, wanted);
            lince_history_write(h, LINCE_FORMAT_HIST, stderr, &(lince_error){0});
            differ++;
        }
        violations += violated && !too_hard;
        lince_history_free(h);
        maker_free(&m);
    }
    expect(!differ, "%s: of %u violations refine(0, 1, 2, 4) sees %u, %u, %u, %u", spec, violations, found[0], found[1],
           found[2], found[3]);
    expect(violations >= rounds / 12, "%s: enough of %u histories are wrong", spec, rounds);
}

int main(int argc, char **argv) {
    uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 60;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (argc < 3 || !strcmp(argv[2], kinds[i].spec)) test_kind(&kinds[i], rounds);
    return tap_end();
}
