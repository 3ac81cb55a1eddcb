#include "tester/driver/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "report/operation.h"

void lc_coverage_init(lc_coverage *c) {
    *c = (lc_coverage){0};
    lc_map64_init(&c->index, NULL);
}

void lc_coverage_free(lc_coverage *c) {
    lc_vec_free(NULL, &c->names);
    lc_map64_free(&c->index);
    lc_vec_free(NULL, &c->stages);
}

static bool same(lc_stage_name a, lc_stage_name b) { return lc_stage_pack(a) == lc_stage_pack(b); }

static bool note_name(lc_coverage *c, lc_stage_name name) {
    for (uint32_t i = 0; i < c->names.count; i++)
        if (same(c->names.at[i], name)) return true;
    return lc_push(NULL, &c->names, name);
}

bool lc_coverage_stage(lc_coverage *c, const lc_said_stage *s) {
    uint64_t key = s->scenario << 32 | (s->number & UINT32_MAX);
    uint32_t at = lc_map64_get(&c->index, key);
    if (!note_name(c, s->name)) return false;
    if (s->scenario >= c->met) c->met = s->scenario + 1;
    if (at == LC_NOT_MAPPED) {
        at = c->stages.count;
        lc_stage_sum new = {.scenario = s->scenario, .number = s->number, .name = s->name, .complete = true};
        if (!lc_push(NULL, &c->stages, new)) return false;
        lc_map64_put(&c->index, key, at);
    }
    lc_stage_sum *sum = &c->stages.at[at];
    sum->executions += s->executions;
    sum->redundant += s->redundant;
    sum->cut += s->cut;
    sum->complete &= s->complete;
    return true;
}

/* `before; T1 | T2; after`: the part that several threads run, and how many calls the busiest of them makes. */
void lc_coverage_scenario(lc_coverage *c, uint64_t number, lc_span text) {
    const char *at = text.at, *end = at + text.length, *semicolon = memchr(at, ';', text.length);
    if (number >= c->met) c->met = number + 1;
    if (semicolon) at = semicolon + 1;
    uint32_t threads = 1, calls = 0;
    for (; at < end && *at != ';'; at++) {
        if (*at == '|') threads++, calls = 0;
        if (*at == '(' && ++calls > c->calls) c->calls = calls;
    }
    if (threads > c->threads) c->threads = threads;
}

/* ---- what holds for a scenario ---- */

typedef struct holds {
    bool all, sampled, serial, bounded, in_rounds;
    uint64_t bound, rounds;
} holds;

bool lc_stage_is_proof(lc_stage_name name) {
    return name.heap == LC_HEAP_AUTO &&
           (name.kind == LC_DOES_DPOR || name.kind == LC_DOES_EXHAUSTIVE || name.kind == LC_DOES_STATES);
}

static void add(holds *h, const lc_stage_sum *s) {
    if (s->name.heap != LC_HEAP_AUTO) return;
    uint64_t bound = s->name.bound;
    bool sampled = s->name.kind == LC_DOES_PCT || s->name.kind == LC_DOES_RANDOM || s->name.kind == LC_DOES_STRESS;
    if (sampled) h->sampled |= s->executions > 0;
    else if (!s->complete || s->cut) return;
    else if (s->name.kind == LC_DOES_BOUNDED) {
        if (!h->bounded || bound > h->bound) h->bound = bound;
        h->bounded = true;
    } else if (s->name.kind == LC_DOES_ROUNDS) {
        if (!h->in_rounds || bound > h->rounds) h->rounds = bound;
        h->in_rounds = true;
    } else if (s->name.kind == LC_DOES_SERIAL) h->serial = true;
    else h->all |= lc_stage_is_proof(s->name);
}

static lc_cover best(const holds *h, uint64_t *bound) {
    *bound = h->bounded ? h->bound : h->rounds;
    if (h->all) return LC_COVER_ALL;
    if (h->bounded) return LC_COVER_BOUNDED;
    if (h->in_rounds) return LC_COVER_ROUNDS;
    if (h->sampled) return LC_COVER_SAMPLED;
    return h->serial ? LC_COVER_SERIAL : LC_COVER_PART;
}

static uint64_t wanted(const lc_coverage *c) { return c->scenarios.tried > c->met ? c->scenarios.tried : c->met; }

/* Of each scenario that was begun, to be freed; NULL: there is none, or no memory. */
static holds *each_of(const lc_coverage *c) {
    holds *each = c->met && c->met <= UINT32_MAX ? calloc(c->met, sizeof *each) : NULL;
    for (uint32_t i = 0; each && i < c->stages.count; i++) add(&each[c->stages.at[i].scenario], &c->stages.at[i]);
    return each;
}

/* What holds for every scenario that was to be tried; `bound`: of rounds or preemptions. */
static lc_cover least_of(const lc_coverage *c, uint64_t *bound) {
    *bound = 0;
    holds *each = c->scenarios.tried > c->met ? NULL : each_of(c);
    if (!each) return LC_COVER_PART; /* some were not even begun */
    lc_cover least = LC_COVER_ALL;
    for (uint64_t i = 0; i < c->met; i++) {
        uint64_t its_bound;
        lc_cover cover = best(&each[i], &its_bound);
        if (cover < least || (cover == least && its_bound < *bound)) *bound = its_bound;
        if (cover < least) least = cover;
    }
    free(each);
    return least;
}

/* Where one stage was complete, what others did not get to the end of was seen in it; except with another heap. */
uint64_t lc_coverage_cut(const lc_coverage *c) {
    uint64_t cut = 0;
    holds *each = each_of(c);
    for (uint32_t i = 0; i < c->stages.count; i++) {
        const lc_stage_sum *s = &c->stages.at[i];
        if (!each || !each[s->scenario].all || s->name.heap != LC_HEAP_AUTO) cut += s->cut;
    }
    free(each);
    return cut;
}

lc_stage_total lc_coverage_total(const lc_coverage *c, lc_stage_name name) {
    lc_stage_total total = {.name = name};
    for (uint32_t i = 0; i < c->stages.count; i++) {
        const lc_stage_sum *s = &c->stages.at[i];
        if (!same(s->name, name)) continue;
        total.executions += s->executions;
        total.redundant += s->redundant;
        total.cut += s->cut;
        total.scenarios++;
        total.complete += s->complete;
    }
    return total;
}

/* ---- words ---- */

void lc_stage_words(lince_text *t, lc_stage_name name) {
    static const char *const heaps[] = {
        [LC_HEAP_SHARED] = "shared", [LC_HEAP_FIFO] = "fifo", [LC_HEAP_NEVER] = "never", [LC_HEAP_ALL] = NULL};
    static const char *const kinds[LC_STAGE_KINDS] = {
        [LC_DOES_SERIAL] = "serial",      [LC_DOES_GUIDED] = "guided",
        [LC_DOES_BOUNDED] = "preemption", [LC_DOES_ROUNDS] = "round",
        [LC_DOES_DPOR] = "dpor",          [LC_DOES_PCT] = "pct",
        [LC_DOES_RANDOM] = "random",      [LC_DOES_EXHAUSTIVE] = "exhaustive",
        [LC_DOES_STATES] = "states",      [LC_DOES_STRESS] = "stress"};
    if (heaps[name.heap]) lc_text_printf(t, "heap %s: ", heaps[name.heap]);
    bool counted = name.kind == LC_DOES_BOUNDED || name.kind == LC_DOES_ROUNDS;
    if (counted) lc_text_printf(t, "%u ", name.bound);
    lc_text_puts(t, kinds[name.kind]);
    if (counted && name.bound != 1) lc_text_putc(t, 's');
}

static void put_scenarios(lince_text *t, const lc_coverage *c) {
    uint64_t count = wanted(c);
    if (count < 2 && !c->scenarios.sampled) return;
    lc_text_puts(t, " of ");
    lc_put_number(t, count);
    lc_text_puts(t, " scenarios");
    if (c->threads > 1 && c->calls)
        lc_text_printf(t, " up to %u threads x %u call%s", c->threads, c->calls, c->calls == 1 ? "" : "s");
    if (!c->scenarios.sampled) return;
    lc_text_puts(t, ", a sample of ");
    if (c->scenarios.all == UINT64_MAX) lc_text_puts(t, "very many");
    else lc_put_number(t, c->scenarios.all);
    if (c->scenarios.complete)
        lc_text_printf(t, " with all of up to %llu call%s", (unsigned long long)c->scenarios.complete,
                       c->scenarios.complete == 1 ? "" : "s");
}

void lc_coverage_words(lince_text *t, const lc_coverage *c) {
    uint64_t bound;
    switch (least_of(c, &bound)) {
    case LC_COVER_ALL: lc_text_puts(t, "all interleavings"); break;
    case LC_COVER_BOUNDED:
        lc_text_printf(t, "all interleavings with up to %llu preemption%s", (unsigned long long)bound,
                       bound == 1 ? "" : "s");
        break;
    case LC_COVER_ROUNDS:
        lc_text_printf(t, "all interleavings in up to %llu round%s", (unsigned long long)bound, bound == 1 ? "" : "s");
        break;
    case LC_COVER_SERIAL: lc_text_puts(t, "all serial executions"); break;
    case LC_COVER_SAMPLED: lc_text_puts(t, "coverage: sampled"); return;
    case LC_COVER_PART: lc_text_puts(t, "a part of the interleavings"); break;
    }
    put_scenarios(t, c);
}

lc_cover lc_coverage_of(const lc_coverage *c, uint64_t *bound) {
    lc_cover cover = least_of(c, bound);
    return c->scenarios.sampled && cover == LC_COVER_ALL ? LC_COVER_SAMPLED : cover;
}

void lc_coverage_name(lince_text *t, const lc_coverage *c) {
    uint64_t bound;
    switch (lc_coverage_of(c, &bound)) {
    case LC_COVER_ALL: lc_text_puts(t, "exhaustive"); break;
    case LC_COVER_BOUNDED: lc_text_printf(t, "bounded:%llu", (unsigned long long)bound); break;
    case LC_COVER_ROUNDS: lc_text_printf(t, "rounds:%llu", (unsigned long long)bound); break;
    case LC_COVER_SERIAL: lc_text_puts(t, "serial"); break;
    case LC_COVER_SAMPLED: lc_text_puts(t, "sampled"); break;
    case LC_COVER_PART: lc_text_puts(t, "partial"); break;
    }
}
