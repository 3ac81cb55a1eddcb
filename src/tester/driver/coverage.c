#include "tester/driver/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/operation.h"

void lc_coverage_init(lc_coverage *c) {
    *c = (lc_coverage){0};
    lc_intern_init(&c->names, NULL);
    lc_map64_init(&c->index, NULL);
}

void lc_coverage_free(lc_coverage *c) {
    lc_intern_free(&c->names);
    lc_map64_free(&c->index);
    lc_vec_free(NULL, &c->stages);
}

bool lc_coverage_stage(lc_coverage *c, const lc_said_stage *s) {
    uint64_t key = s->scenario << 32 | (s->number & UINT32_MAX);
    uint32_t at = lc_map64_get(&c->index, key), name = lc_intern_add(&c->names, s->name.at, s->name.length);
    if (name == LC_NOT_INTERNED) return false;
    if (s->scenario >= c->met) c->met = s->scenario + 1;
    if (at == LC_NOT_MAPPED) {
        at = c->stages.count;
        lc_stage_sum new = {.scenario = s->scenario, .number = s->number, .name = name, .complete = true};
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

static void add(holds *h, const lc_stage_sum *s, const char *name) {
    unsigned long bound;
    char word[16] = "";
    bool counted = sscanf(name, "%lu %15s", &bound, word) == 2;
    if (strcmp(name, "pct") == 0 || strcmp(name, "random") == 0 || strcmp(name, "stress") == 0)
        h->sampled |= s->executions > 0;
    else if (!s->complete || s->cut) return;
    else if (counted && strncmp(word, "preemption", 10) == 0) {
        if (!h->bounded || bound > h->bound) h->bound = bound;
        h->bounded = true;
    } else if (counted && strncmp(word, "round", 5) == 0) {
        if (!h->in_rounds || bound > h->rounds) h->rounds = bound;
        h->in_rounds = true;
    } else if (strcmp(name, "serial") == 0) h->serial = true;
    else if (strcmp(name, "dpor") == 0 || strcmp(name, "exhaustive") == 0 || strcmp(name, "states") == 0) h->all = true;
}

static lc_cover best(const holds *h, uint64_t *bound) {
    *bound = h->bounded ? h->bound : h->rounds;
    if (h->all) return LC_COVER_ALL;
    if (h->bounded) return LC_COVER_BOUNDED;
    if (h->in_rounds) return LC_COVER_ROUNDS;
    if (h->sampled) return LC_COVER_SAMPLED;
    return h->serial ? LC_COVER_SERIAL : LC_COVER_PART;
}

/* Names are copied into the intern table without an end. */
static const char *name_of(const lc_coverage *c, uint32_t number, char *buffer, size_t size) {
    const lc_interned *name = lc_intern_get(&c->names, number);
    snprintf(buffer, size, "%.*s", (int)name->size, (const char *)name->bytes);
    return buffer;
}

static uint64_t wanted(const lc_coverage *c) { return c->scenarios.tried > c->met ? c->scenarios.tried : c->met; }

/* Of each scenario that was begun, to be freed; NULL: there is none, or no memory. */
static holds *each_of(const lc_coverage *c) {
    holds *each = c->met && c->met <= UINT32_MAX ? calloc(c->met, sizeof *each) : NULL;
    for (uint32_t i = 0; each && i < c->stages.count; i++) {
        char name[64];
        add(&each[c->stages.at[i].scenario], &c->stages.at[i], name_of(c, c->stages.at[i].name, name, sizeof name));
    }
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
        char name[64];
        bool other_heap = strncmp(name_of(c, s->name, name, sizeof name), "heap ", 5) == 0;
        if (!each || !each[s->scenario].all || other_heap) cut += s->cut;
    }
    free(each);
    return cut;
}

lc_stage_total lc_coverage_total(const lc_coverage *c, uint32_t name) {
    const lc_interned *text = lc_intern_get(&c->names, name);
    lc_stage_total total = {.name = text->bytes, .length = text->size};
    for (uint32_t i = 0; i < c->stages.count; i++) {
        const lc_stage_sum *s = &c->stages.at[i];
        if (s->name != name) continue;
        total.executions += s->executions;
        total.redundant += s->redundant;
        total.cut += s->cut;
        total.scenarios++;
        total.complete += s->complete;
    }
    return total;
}

/* ---- words ---- */

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

void lc_coverage_name(lince_text *t, const lc_coverage *c) {
    uint64_t bound;
    lc_cover cover = least_of(c, &bound);
    if (c->scenarios.sampled && cover == LC_COVER_ALL) cover = LC_COVER_SAMPLED;
    switch (cover) {
    case LC_COVER_ALL: lc_text_puts(t, "exhaustive"); break;
    case LC_COVER_BOUNDED: lc_text_printf(t, "bounded:%llu", (unsigned long long)bound); break;
    case LC_COVER_ROUNDS: lc_text_printf(t, "rounds:%llu", (unsigned long long)bound); break;
    case LC_COVER_SERIAL: lc_text_puts(t, "serial"); break;
    case LC_COVER_SAMPLED: lc_text_puts(t, "sampled"); break;
    case LC_COVER_PART: lc_text_puts(t, "partial"); break;
    }
}
