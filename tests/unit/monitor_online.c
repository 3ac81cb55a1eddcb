/* The online checker against the check of the whole history. */
#include <time.h>

#include "../story.h"

#include "../tap.h"
#include "check/result.h"
#include "history/history.h"
#include "monitor/online.h"

typedef struct tally {
    uint32_t wrong, found, missed, false_alarms, late, early, not_whole, gaps_alarms;
} tally;

typedef struct subject {
    const char *spec;
    bool unique;
    bool exact; /* nothing may be missed */
} subject;

static const subject subjects[] = {
    {"queue", true, true},          {"queue", false, false},       {"bag", true, true},
    {"stack", true, false},         {"pqueue", true, true},        {"deque", true, false},
    {"register", false, true},      {"cas-register", false, true}, {"set", false, true},
    {"map", false, true},           {"mutex", false, true},        {"counter", false, true},
    {"semaphore:n=2", false, true}, {"snzi", false, true},         {"queue:capacity=2", false, true},
};

static lince_verdict verdict_of(const maker *m, const story *s, uint32_t *events) {
    lince_history *h = recorded(m, s, s->count);
    lince_specs *specs = lince_specs_new();
    lince_result *r = NULL;
    lince_error error = {0};
    lince_status status = lince_specs_add(specs, m->instance.name, &error);
    if (status == LINCE_DONE) status = lince_check(h, specs, &(lince_check_options){.jobs = 1}, &r, &error);
    assert(status == LINCE_DONE);
    lince_verdict v = lince_result_verdict(r);
    *events = r->violation ? r->violation->prefix_events : 0;
    lince_result_free(r);
    lince_specs_free(specs);
    lince_history_free(h);
    return v;
}

static void feed(lco_online *o, const maker *m, const happening *e) {
    lince_value values[4];
    lince_error error = {0};
    for (uint32_t k = 0; k < e->count; k++) values[k] = lc_value_copy(lco_online_values(o), m->values, e->values[k]);
    bool fine = true;
    switch (e->what) {
    case CALLS: fine = lco_online_call(o, e->thread, e->method, values, e->count, &error); break;
    case RETURNS: fine = lco_online_return(o, e->thread, values, e->count, &error); break;
    case CRASHES: lco_online_crash(o, e->thread); break;
    case FAILS: lco_online_fail(o, e->thread); break;
    case QUIET: break;
    }
    assert(fine);
    (void)fine;
}

static lco_online *online_for(const maker *m, uint32_t window, bool unique) {
    lco_online_options options = {.instance = &m->instance, .length = 2, .window = window, .unique = unique};
    lco_online *o = NULL;
    lince_error error = {0};
    lince_status status = lco_online_new(&o, &options, &error);
    assert(status == LINCE_DONE);
    (void)status;
    return o;
}

/* Events without the quiet moments, as the online checker counts them. */
static uint32_t without_quiet(story *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->at[i].what != QUIET) s->at[kept++] = s->at[i];
    return s->count = kept;
}

/* Where a window is closed although operations are open, something may be missed: hurried by windows of one operation,
 * that happens; with the others it does not. */
static void compare(maker *m, story *s, const subject *about, bool hurried, tally *t) {
    uint32_t prefix;
    without_quiet(s);
    lince_verdict v = verdict_of(m, s, &prefix);
    assert(v != LINCE_VERDICT_UNKNOWN);
    lco_online *o = online_for(m, hurried ? 1 : 4 + below(m, 6), about->unique);
    for (uint32_t i = 0; i < s->count; i++) feed(o, m, &s->at[i]);
    lco_online_flush(o);
    const lco_online_violation *found = lco_online_violated(o);
    t->wrong += v == LINCE_VERDICT_VIOLATION;
    t->found += v == LINCE_VERDICT_VIOLATION && found;
    t->missed += v == LINCE_VERDICT_VIOLATION && !found && !hurried;
    t->false_alarms += v == LINCE_VERDICT_OK && found;
    if (found && v == LINCE_VERDICT_VIOLATION) {
        t->early += found->event + 1 < prefix;
        t->late += found->event + 1 > prefix;
        t->not_whole += !found->whole;
    }
    lco_online_free(o);
}

/* Events between two quiet moments are lost: whatever was right is not wrong for that. */
static void lose(maker *m, story *s, const subject *about, tally *t) {
    lco_online *o = online_for(m, 1 + below(m, 6), about->unique);
    bool hole = false;
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->at[i].what == QUIET) {
            if (hole) lco_online_gap(o);
            hole = !hole && chance(m, 40);
        } else if (!hole) {
            feed(o, m, &s->at[i]);
        }
    }
    if (!hole) lco_online_flush(o);
    t->gaps_alarms += lco_online_violated(o) != NULL;
    lco_online_free(o);
}

/* By counting classes of values: nothing that is right is called wrong, and some of what is wrong is seen. */
static void try_classes(const char *spec, uint32_t rounds) {
    static story s;
    uint32_t wrong = 0, found = 0, alarms = 0;
    for (uint32_t i = 0; i < rounds; i++) {
        maker m;
        uint32_t prefix;
        maker_init(&m, spec, i, chance(&(maker){.random = i}, 50));
        tell_story(&m, &s, 10 + below(&m, 60), 1 + below(&m, THREADS), chance(&m, 20) ? 3 : 0);
        if (chance(&m, 70)) damage(&m, &s);
        without_quiet(&s);
        lince_verdict v = verdict_of(&m, &s, &prefix);
        lco_online_options options = {.instance = &m.instance, .length = below(&m, 4), .classes = 1 + below(&m, 8)};
        lco_online *o = NULL;
        lince_status status = lco_online_new(&o, &options, &(lince_error){0});
        assert(status == LINCE_DONE);
        for (uint32_t k = 0; k < s.count; k++) feed(o, &m, &s.at[k]);
        bool seen = lco_online_violated(o);
        wrong += v == LINCE_VERDICT_VIOLATION;
        found += v == LINCE_VERDICT_VIOLATION && seen;
        alarms += v == LINCE_VERDICT_OK && seen;
        lco_online_free(o);
        maker_free(&m);
    }
    expect(!alarms, "%s in classes: no false alarm (%u)", spec, alarms);
    expect(found * 10 > wrong, "%s in classes: %u of %u violations found", spec, found, wrong);
}

/* After a gap a removal that finds nothing says that nothing is inside only if nobody else was there all the time. */
static void try_anchors(const char *spec, uint32_t classes) {
    for (int early = 0; early < 2; early++) {
        maker m;
        maker_init(&m, spec, 1, true);
        uint32_t add = 0, remove = 1;
        for (uint32_t i = 0; i < m.instance.spec->method_count; i++) {
            if (m.instance.spec->methods[i].role == LINCE_ROLE_ADD) add = i;
            if (m.instance.spec->methods[i].role == LINCE_ROLE_REMOVE) remove = i;
        }
        lco_online_options options = {.instance = &m.instance, .length = 2, .window = 1, .classes = classes};
        lco_online *o = NULL;
        lince_status status = lco_online_new(&o, &options, &(lince_error){0});
        assert(status == LINCE_DONE);
        happening adds = {CALLS, 0, add, 1, {lince_int(m.values, 1)}}, added = {RETURNS, 0, add, 0, {0}};
        happening removes = {CALLS, 1, remove, 0, {0}}, nothing = {RETURNS, 1, remove, 1, {LINCE_EMPTY}};
        happening removed = {RETURNS, 1, remove, 1, {lince_int(m.values, 1)}};
        lco_online_gap(o);
        feed(o, &m, early ? &adds : &removes);
        feed(o, &m, early ? &removes : &adds);
        feed(o, &m, &added); /* while nothing is found */
        feed(o, &m, &nothing);
        feed(o, &m, &removes);
        feed(o, &m, &removed);
        lco_online_flush(o);
        expect(!lco_online_violated(o), "%s%s: what is added %s nothing is found is inside then", spec,
               classes ? " in classes" : "", early ? "before and while" : "while");
        lco_online_free(o);
        maker_free(&m);
    }
}

/* What crashed before a gap may still happen after it. */
static void try_crashes(bool unique) {
    maker m;
    maker_init(&m, "queue", 1, true);
    lco_online *o = online_for(&m, 1, unique);
    uint32_t enq = lc_spec_method(m.instance.spec, "enq", 3), deq = lc_spec_method(m.instance.spec, "deq", 3);
    happening script[] = {{CALLS, 2, deq, 0, {0}},
                          {CRASHES, 2, 0, 0, {0}},
                          {CALLS, 3, enq, 1, {lince_int(m.values, 9)}},
                          {CRASHES, 3, 0, 0, {0}},
                          {QUIET, 0, 0, 0, {0}},
                          {CALLS, 1, deq, 0, {0}},
                          {RETURNS, 1, deq, 1, {LINCE_EMPTY}},
                          {CALLS, 1, deq, 0, {0}},
                          {RETURNS, 1, deq, 1, {lince_int(m.values, 9)}},
                          {CALLS, 0, enq, 1, {lince_int(m.values, 1)}},
                          {RETURNS, 0, enq, 0, {0}},
                          {CALLS, 0, enq, 1, {lince_int(m.values, 2)}},
                          {RETURNS, 0, enq, 0, {0}},
                          {CALLS, 1, deq, 0, {0}},
                          {RETURNS, 1, deq, 1, {lince_int(m.values, 2)}}};
    for (size_t i = 0; i < sizeof script / sizeof *script; i++)
        if (script[i].what == QUIET) lco_online_gap(o);
        else feed(o, &m, &script[i]);
    lco_online_flush(o);
    expect(!lco_online_violated(o), "what crashed before a gap can take effect after it%s", unique ? ", unique" : "");
    lco_online_free(o);
    maker_free(&m);
}

static void try(const subject *about, uint32_t rounds) {
    tally t = {0};
    static story s;
    for (uint32_t i = 0; i < rounds; i++) {
        maker m;
        maker_init(&m, about->spec, i, about->unique);
        m.fails = chance(&m, 20) ? 20 : 0;
        m.no_peeks = about->exact && about->unique; /* who looks, or never comes back, says more than is kept */
        tell_story(&m, &s, 10 + below(&m, 40), 1 + below(&m, THREADS), !m.no_peeks && chance(&m, 20) ? 3 : 0);
        bool correct = chance(&m, 40);
        if (correct) lose(&m, &s, about, &t);
        else damage(&m, &s);
        compare(&m, &s, about, chance(&m, 20), &t);
        maker_free(&m);
    }
    const char *values = about->unique ? "each value once" : "few values";
    expect(!t.false_alarms, "%s, %s: no false alarm (%u)", about->spec, values, t.false_alarms);
    expect(!t.gaps_alarms, "%s, %s: none after a gap (%u)", about->spec, values, t.gaps_alarms);
    expect(t.found * 2 > t.wrong && t.wrong > rounds / 20, "%s, %s: %u of %u violations found", about->spec, values,
           t.found, t.wrong);
    if (about->exact) expect(!t.missed, "%s, %s: none missed (%u)", about->spec, values, t.missed);
    printf("# certain earlier than the smallest prefix: %u, later: %u; excerpt not a violation by itself: %u\n",
           t.early, t.late, t.not_whole);
}

/* Somebody uses a stack some hundred times a second, which is too often to be silent and too seldom to fill windows.
 * How long until a violation is told is counted in operations, a hundredth of a second each. */
static void try_slowly(bool somebody_waits) {
    maker m;
    maker_init(&m, "stack", 1, true);
    uint32_t push = lc_spec_method(m.instance.spec, "push", 4), pop = lc_spec_method(m.instance.spec, "pop", 3);
    lco_online *o = online_for(&m, 0, true);
    lince_error error = {0};
    lince_values *values = lco_online_values(o);
    uint32_t n = 0;
    if (somebody_waits) lco_online_call(o, 1, pop, NULL, 0, &error);
    for (; n < 500 && !lco_online_violated(o); n++) {
        lince_value value = lince_int(values, n == 10 ? 1000 : n);
        bool wrong = n == 10;
        lco_online_call(o, 0, wrong ? pop : push, &value, !wrong, &error);
        lco_online_return(o, 0, &value, wrong, &error);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    expect(n < 250, "what is wrong is told soon, although few operations come%s (after %u)",
           somebody_waits ? " and somebody waits" : "", n);
    lco_online_free(o);
    maker_free(&m);
}

int main(int argc, char **argv) {
    uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 2000;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (argc < 3 || !strcmp(argv[2], subjects[i].spec)) try(&subjects[i], rounds);
    if (argc < 3) {
        try_crashes(false);
        try_crashes(true);
        try_anchors("queue", 0);
        try_anchors("queue", 8);
        try_anchors("stack", 0);
        try_classes("queue", rounds);
        try_classes("stack", rounds);
        try_slowly(false);
        try_slowly(true);
    }
    return tap_end();
}
