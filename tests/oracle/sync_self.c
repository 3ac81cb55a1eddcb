/* Is the oracle for synchronization objects itself right, and would the random tests notice a mistake? */
#include <string.h>

#include "../tap.h"
#include "sync.h"

static history read_history(const char *name, const char *text, bool *understood) {
    history h;
    oracle_begin(sync_scenario(name), &h);
    *understood = oracle_read_history(&h, text);
    return h;
}

static void test_known(void) {
    for (const sync_known *k = sync_knowns; k->text; k++) {
        bool understood;
        history h = read_history(k->scenario, k->text, &understood);
        expect(understood && sync_holds(&h, false) == k->holds && sync_holds(&h, true) == k->progresses, "%s: %s",
               k->scenario, k->what);
    }
}

/* ---- operations that take effect one by one ---- */

/* There synchronization linearizability is linearizability (section 4), for which there is another oracle. */
static void test_linearizability(void) {
    enum { COUNT = 3000 };
    for (const scenario *s = sync_scenarios; s->name; s++) {
        bool one_by_one = true;
        for (int i = 0; i < MOST_OBJECTS && s->objects[i].model; i++)
            one_by_one = one_by_one && !oracle_model(s->objects[i].model)->meet;
        if (!one_by_one) continue;
        int differ = 0;
        for (uint64_t seed = 1; seed <= COUNT; seed++) {
            history h;
            sync_generate(s, seed, &h);
            if (seed % 2) oracle_blur_times(&h, seed);
            differ += sync_holds(&h, false) != oracle_holds(&h, LINEARIZABLE);
        }
        expect(!differ, "%s: the same as linearizability", s->name);
    }
}

/* ---- time ---- */

static void test_times(void) {
    static const int touching[] = {0, 1, 1, 2};
    bool understood;
    history others =
        read_history("channel", "T1 invoke send(1)\nT1 return\nT2 invoke receive()\nT2 return 1\n", &understood);
    history same =
        read_history("channel", "T1 invoke send(1)\nT1 return\nT1 invoke receive()\nT1 return 1\n", &understood);
    bool apart = sync_holds(&others, false);
    /* at one time calls come before returns */
    event moved = others.events[1];
    others.events[1] = others.events[2], others.events[2] = moved;
    same.events[1] = same.events[2], same.events[2] = (event){0, RETURN};
    oracle_renumber(&others);
    oracle_renumber(&same);
    memcpy(others.times, touching, sizeof touching);
    memcpy(same.times, touching, sizeof touching);
    expect(!apart && sync_holds(&others, true), "operations that touch may meet");
    expect(!sync_holds(&same, false), "unless they are of one thread");

    int lost = 0, won = 0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        history h, blurred;
        sync_generate(sync_scenario("abc"), seed, &h);
        blurred = h;
        oracle_blur_times(&blurred, seed);
        lost += sync_holds(&h, false) && !sync_holds(&blurred, false);
        won += !sync_holds(&h, false) && sync_holds(&blurred, false);
    }
    expect(lost == 0 && won > 0, "blurred times make %d of 2000 histories right, never the reverse", won);
}

/* ---- witnesses ---- */

static void test_witness(void) {
    bool understood;
    history h = read_history("channel",
                             "T1 invoke send(1)\nT2 invoke receive()\nT3 invoke send(2)\nT1 return\nT2 return 1\n"
                             "T3 crash\nT2 invoke receive()\nT2 return 2\nT1 invoke send(3)\nT1 fail\n"
                             "T1 invoke send(4)\n",
                             &understood);
    static const struct {
        const char *what;
        unsigned order[6], ends[4];
        int count, groups;
        bool right;
    } claims[] = {
        {"two pairs", {0, 1, 2, 3}, {2, 4}, 4, 2, true},
        {"the order within a pair means nothing", {1, 0, 3, 2}, {2, 4}, 4, 2, true},
        {"the pairs in the wrong order", {2, 3, 0, 1}, {2, 4}, 4, 2, false},
        {"one that returned is missing", {0, 1}, {2}, 2, 1, false},
        {"an operation twice", {0, 1, 0, 3}, {2, 4}, 4, 2, false},
        {"a failed operation", {0, 1, 4, 3}, {2, 4}, 4, 2, false},
        {"those who do not overlap", {2, 1, 0, 3}, {2, 4}, 4, 2, false},
        {"an operation that is not there", {0, 1, 6, 3}, {2, 4}, 4, 2, false},
        {"all four at once", {0, 1, 2, 3}, {4}, 4, 1, false},
        {"one by one", {0, 1, 2, 3}, {1, 2, 3, 4}, 4, 4, false},
        {"a group of none", {0, 1, 2, 3}, {2, 2, 4}, 4, 3, false},
        {"groups that are not all", {0, 1, 2, 3}, {2}, 4, 1, false},
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        expect(understood && !sync_witness_fault(&h, false, claims[i].order, claims[i].count, claims[i].ends,
                                                 claims[i].groups) == claims[i].right,
               "witness: %s", claims[i].what);
    static const unsigned order[] = {0, 1, 2, 3}, ends[] = {2, 4};
    expect(!sync_witness_fault(&h, true, order, 4, ends, 2), "witness: with progress, if nobody can go on");
    h = read_history("channel", "T1 invoke send(1)\nT2 invoke receive()\nT3 invoke send(2)\nT4 invoke receive()\n",
                     &understood);
    expect(!sync_witness_fault(&h, false, order, 0, ends, 0) && sync_witness_fault(&h, true, order, 0, ends, 0),
           "witness: without progress nothing need happen");
    expect(!sync_witness_fault(&h, false, order, 4, ends, 2) && sync_witness_fault(&h, true, order, 4, ends, 2),
           "witness: with progress those who met have returned");
}

/* ---- would a mistake show? ---- */

/* Histories that nearly all hold, or nearly all fail, test nothing; each run of the generator is the same. */
static void test_balance(void) {
    enum { COUNT = 2000 };
    for (const scenario *s = sync_scenarios; s->name; s++) {
        int safe = 0, live = 0, wrong_way = 0, open = 0, crashed = 0, failed = 0;
        for (uint64_t seed = 1; seed <= COUNT; seed++) {
            history h;
            sync_generate(s, seed, &h);
            bool holds = sync_holds(&h, false), progresses = sync_holds(&h, true);
            safe += holds;
            live += progresses;
            wrong_way += progresses && !holds;
            for (int i = 0; i < h.op_count; i++) {
                const op *o = &h.ops[i];
                open += o->end == NEVER;
                failed += oracle_failed(&h, o);
                crashed += o->end != NEVER && h.events[o->end].what == CRASH;
            }
        }
        int always = !strcmp(s->name, "barrier:n=1"); /* where one may return at any time */
        expect((always || (35 * COUNT <= 100 * safe && 100 * safe <= 70 * COUNT)) && 30 * COUNT <= 100 * live &&
                   live + COUNT / 30 < safe && !wrong_way,
               "%s: %d %% hold, %d %% with progress", s->name, safe * 100 / COUNT, live * 100 / COUNT);
        expect(open > COUNT / 4 && crashed > COUNT / 8 && failed > COUNT / 20,
               "%s: %d operations open, %d crashed, %d failed", s->name, open, crashed, failed);
    }
}

static void test_mutants(void) {
    enum { COUNT = 1000 };
    for (const sync_mutant *m = sync_mutants; m->model; m++) {
        model wrong = *oracle_model(m->model);
        wrong.meet = m->meet;
        if (m->together) wrong.together = m->together;
        int told_apart[2] = {0};
        for (uint64_t seed = 1; seed <= COUNT; seed++) {
            history h, other;
            sync_generate(sync_scenario(m->model), seed, &h);
            other = h;
            other.objects[0].model = &wrong;
            for (int progress = 0; progress < 2; progress++)
                told_apart[progress] += sync_holds(&h, progress) != sync_holds(&other, progress);
        }
        expect(told_apart[0] && told_apart[1], "%s where %s: told apart by %d and %d of %d", m->model, m->mistake,
               told_apart[0], told_apart[1], COUNT);
    }
    for (const model *m = sync_models; m->name; m++) {
        const sync_mutant *some = sync_mutants;
        while (some->model && strcmp(some->model, m->name) != 0) some++;
        expect(some->model, "%s has a mutant", m->name);
    }
}

int main(void) {
    test_known();
    test_linearizability();
    test_times();
    test_witness();
    test_balance();
    test_mutants();
    return tap_end();
}
