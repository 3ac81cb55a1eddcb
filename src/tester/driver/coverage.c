#include "tester/driver/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "report/operation.h"

void lcd_coverage_init(lcd_coverage *c) {
    *c = (lcd_coverage){0};
    lc_map64_init(&c->index, NULL);
}

void lcd_coverage_free(lcd_coverage *c) {
    lc_vec_free(NULL, &c->names);
    lc_map64_free(&c->index);
    lc_vec_free(NULL, &c->stages);
}

static bool same(lct_stage_name a, lct_stage_name b) { return lct_stage_pack(a) == lct_stage_pack(b); }

static bool note_name(lcd_coverage *c, lct_stage_name name) {
    for (uint32_t i = 0; i < c->names.count; i++)
        if (same(c->names.at[i], name)) return true;
    return lc_push(NULL, &c->names, name);
}

bool lcd_coverage_stage(lcd_coverage *c, const lcd_msg_stage *s) {
    uint64_t key = s->scenario << 32 | (s->number & UINT32_MAX);
    uint32_t at = lc_map64_get(&c->index, key);
    if (!note_name(c, s->name)) return false;
    if (s->scenario >= c->met) c->met = s->scenario + 1;
    if (at == LC_NOT_MAPPED) {
        at = c->stages.count;
        lcd_stage_sum new = {.scenario = s->scenario, .number = s->number, .name = s->name, .complete = true};
        if (!lc_push(NULL, &c->stages, new)) return false;
        lc_map64_put(&c->index, key, at);
    }
    lcd_stage_sum *sum = &c->stages.at[at];
    sum->executions += s->executions;
    sum->redundant += s->redundant;
    sum->cut += s->cut;
    sum->complete &= s->complete;
    return true;
}

/* `before; T1 | T2; after`: the part that several threads run, and how many calls the busiest of them makes. */
void lcd_coverage_scenario(lcd_coverage *c, uint64_t number, lc_span text) {
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

/* ---- the result of a scenario ---- */

typedef struct holds {
    bool all, sampled, serial, bounded, in_rounds;
    uint64_t bound, rounds;
} holds;

bool lcd_stage_is_proof(lct_stage_name name) {
    return name.heap == LCT_HEAP_AUTO &&
           (name.kind == LCT_DOES_DPOR || name.kind == LCT_DOES_EXHAUSTIVE || name.kind == LCT_DOES_STATES);
}

static void add(holds *h, const lcd_stage_sum *s) {
    if (s->name.heap != LCT_HEAP_AUTO) return;
    uint64_t bound = s->name.bound;
    bool sampled = s->name.kind == LCT_DOES_PCT || s->name.kind == LCT_DOES_RANDOM || s->name.kind == LCT_DOES_STRESS;
    if (sampled) h->sampled |= s->executions > 0;
    else if (!s->complete || s->cut) return;
    else if (s->name.kind == LCT_DOES_BOUNDED) {
        if (!h->bounded || bound > h->bound) h->bound = bound;
        h->bounded = true;
    } else if (s->name.kind == LCT_DOES_ROUNDS) {
        if (!h->in_rounds || bound > h->rounds) h->rounds = bound;
        h->in_rounds = true;
    } else if (s->name.kind == LCT_DOES_SERIAL) h->serial = true;
    else h->all |= lcd_stage_is_proof(s->name);
}

static lcd_cover best(const holds *h, uint64_t *bound) {
    *bound = h->bounded ? h->bound : h->rounds;
    if (h->all) return LCD_COVER_ALL;
    if (h->bounded) return LCD_COVER_BOUNDED;
    if (h->in_rounds) return LCD_COVER_ROUNDS;
    if (h->sampled) return LCD_COVER_SAMPLED;
    return h->serial ? LCD_COVER_SERIAL : LCD_COVER_PART;
}

static uint64_t wanted(const lcd_coverage *c) { return c->scenarios.tried > c->met ? c->scenarios.tried : c->met; }

/* Of each scenario that was begun, to be freed; NULL: there is none, or no memory. */
static holds *each_of(const lcd_coverage *c) {
    holds *each = c->met && c->met <= UINT32_MAX ? calloc(c->met, sizeof *each) : NULL;
    for (uint32_t i = 0; each && i < c->stages.count; i++) add(&each[c->stages.at[i].scenario], &c->stages.at[i]);
    return each;
}

/* The coverage that holds for every scenario that was to be tried; `bound`: of rounds or preemptions. */
static lcd_cover least_of(const lcd_coverage *c, uint64_t *bound) {
    *bound = 0;
    holds *each = c->scenarios.tried > c->met ? NULL : each_of(c);
    if (!each) return LCD_COVER_PART; /* some were not even begun */
    lcd_cover least = LCD_COVER_ALL;
    for (uint64_t i = 0; i < c->met; i++) {
        uint64_t its_bound;
        lcd_cover cover = best(&each[i], &its_bound);
        if (cover < least || (cover == least && its_bound < *bound)) *bound = its_bound;
        if (cover < least) least = cover;
    }
    free(each);
    return least;
}

/* If one stage was complete, it covered the executions that other stages cut off, except with another heap. */
uint64_t lcd_coverage_cut(const lcd_coverage *c) {
    uint64_t cut = 0;
    holds *each = each_of(c);
    for (uint32_t i = 0; i < c->stages.count; i++) {
        const lcd_stage_sum *s = &c->stages.at[i];
        if (!each || !each[s->scenario].all || s->name.heap != LCT_HEAP_AUTO) cut += s->cut;
    }
    free(each);
    return cut;
}

lcd_stage_total lcd_coverage_total(const lcd_coverage *c, lct_stage_name name) {
    lcd_stage_total total = {.name = name};
    for (uint32_t i = 0; i < c->stages.count; i++) {
        const lcd_stage_sum *s = &c->stages.at[i];
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

void lcd_stage_words(lince_text *t, lct_stage_name name) {
    static const char *const heaps[] = {
        [LCT_HEAP_SHARED] = "shared", [LCT_HEAP_FIFO] = "fifo", [LCT_HEAP_NEVER] = "never", [LCT_HEAP_ALL] = NULL};
    static const char *const kinds[LCT_STAGE_KINDS] = {
        [LCT_DOES_SERIAL] = "serial",      [LCT_DOES_GUIDED] = "guided",
        [LCT_DOES_BOUNDED] = "preemption", [LCT_DOES_ROUNDS] = "round",
        [LCT_DOES_DPOR] = "dpor",          [LCT_DOES_PCT] = "pct",
        [LCT_DOES_RANDOM] = "random",      [LCT_DOES_EXHAUSTIVE] = "exhaustive",
        [LCT_DOES_STATES] = "states",      [LCT_DOES_STRESS] = "stress"};
    if (heaps[name.heap]) lc_text_printf(t, "heap %s: ", heaps[name.heap]);
    bool counted = name.kind == LCT_DOES_BOUNDED || name.kind == LCT_DOES_ROUNDS;
    if (counted) lc_text_printf(t, "%u ", name.bound);
    lc_text_puts(t, kinds[name.kind]);
    if (counted && name.bound != 1) lc_text_putc(t, 's');
}

static void put_scenarios(lince_text *t, const lcd_coverage *c) {
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

void lcd_coverage_words(lince_text *t, const lcd_coverage *c) {
    uint64_t bound;
    switch (least_of(c, &bound)) {
    case LCD_COVER_ALL: lc_text_puts(t, "all interleavings"); break;
    case LCD_COVER_BOUNDED:
        lc_text_printf(t, "all interleavings with up to %llu preemption%s", (unsigned long long)bound,
                       bound == 1 ? "" : "s");
        break;
    case LCD_COVER_ROUNDS:
        lc_text_printf(t, "all interleavings in up to %llu round%s", (unsigned long long)bound, bound == 1 ? "" : "s");
        break;
    case LCD_COVER_SERIAL: lc_text_puts(t, "all serial executions"); break;
    case LCD_COVER_SAMPLED: lc_text_puts(t, "coverage: sampled"); return;
    case LCD_COVER_PART: lc_text_puts(t, "a part of the interleavings"); break;
    }
    put_scenarios(t, c);
}

lcd_cover lcd_coverage_of(const lcd_coverage *c, uint64_t *bound) {
    lcd_cover cover = least_of(c, bound);
    return c->scenarios.sampled && cover == LCD_COVER_ALL ? LCD_COVER_SAMPLED : cover;
}

void lcd_coverage_name(lince_text *t, const lcd_coverage *c) {
    uint64_t bound;
    switch (lcd_coverage_of(c, &bound)) {
    case LCD_COVER_ALL: lc_text_puts(t, "exhaustive"); break;
    case LCD_COVER_BOUNDED: lc_text_printf(t, "bounded:%llu", (unsigned long long)bound); break;
    case LCD_COVER_ROUNDS: lc_text_printf(t, "rounds:%llu", (unsigned long long)bound); break;
    case LCD_COVER_SERIAL: lc_text_puts(t, "serial"); break;
    case LCD_COVER_SAMPLED: lc_text_puts(t, "sampled"); break;
    case LCD_COVER_PART: lc_text_puts(t, "partial"); break;
    }
}
