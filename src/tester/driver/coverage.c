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
    lc_vec_free(NULL, &c->shapes);
    lc_vec_free(NULL, &c->sizes);
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
    sum->blocked += s->blocked;
    sum->excluded += s->excluded;
    sum->complete &= s->complete;
    if (sum->symmetry < s->symmetry) sum->symmetry = s->symmetry;
    return true;
}

/* Without the memory for it the scenario is in no size, and not complete. */
static void note_shape(lcd_coverage *c, uint64_t number, lcd_scenario_shape shape) {
    enum { MOST = 1 << 20 };
    while (c->shapes.count <= number && number < MOST)
        if (!lc_push(NULL, &c->shapes, (lcd_scenario_shape){0})) return;
    if (number < MOST && !c->shapes.at[number].threads) c->shapes.at[number] = shape;
}

/* `before; T1 | T2; after`: the part that several threads run, and how many calls the busiest of them makes. */
void lcd_coverage_scenario(lcd_coverage *c, uint64_t number, lc_span text) {
    const char *at = text.at, *end = at + text.length, *semicolon = memchr(at, ';', text.length);
    if (number >= c->met) c->met = number + 1;
    if (semicolon) at = semicolon + 1;
    uint32_t threads = 1, calls = 0;
    lcd_scenario_shape shape = {.threads = 1};
    for (; at < end && *at != ';'; at++) {
        if (*at == '|') threads++, calls = 0;
        if (*at == '(' && ++calls > shape.calls) shape.calls = calls;
    }
    shape.threads = threads;
    if (shape.calls > c->calls) c->calls = shape.calls;
    if (threads > c->threads) c->threads = threads;
    note_shape(c, number, shape);
}

/* ---- the result of a scenario ---- */

enum { ANY_NUMBER = UINT32_MAX }; /* of choices of old values */

/* Under one memory model.  Graphs with a limited number of old values are bounded by that. */
typedef struct holds {
    bool all, sampled, serial, bounded, in_rounds;
    bool ran, ran_serially; /* some execution came to its end, or all were excluded */
    uint64_t bound, rounds;
} holds;

/* A stage without an execution proves nothing, unless lince_assume has excluded each of them. */
static bool has_run(const lcd_stage_sum *s) { return s->executions || (s->excluded && s->excluded == s->blocked); }

bool lcd_stage_is_proof(lct_stage_name name) {
    return name.heap == LCT_HEAP_AUTO &&
           (name.kind == LCT_DOES_DPOR || name.kind == LCT_DOES_EXHAUSTIVE || name.kind == LCT_DOES_STATES ||
            (name.kind == LCT_DOES_GRAPH && name.bound == ANY_NUMBER));
}

static void add(holds *h, const lcd_stage_sum *s) {
    if (!has_run(s)) return;
    *(s->name.kind == LCT_DOES_SERIAL ? &h->ran_serially : &h->ran) = true;
    if (s->name.heap != LCT_HEAP_AUTO) return;
    uint64_t bound = s->name.bound;
    bool sampled = s->name.kind == LCT_DOES_PCT || s->name.kind == LCT_DOES_RANDOM || s->name.kind == LCT_DOES_STRESS;
    bool old_values = s->name.kind == LCT_DOES_GRAPH && s->name.memory != LCT_MEMORY_SC && bound != ANY_NUMBER;
    if (sampled) h->sampled |= s->executions > 0;
    else if (!s->complete || s->cut) return;
    else if (s->name.kind == LCT_DOES_BOUNDED || old_values) {
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

/* Of each scenario that was begun, to be freed; NULL: there is none, or no memory. */
static holds *each_of(const lcd_coverage *c, uint32_t model) {
    holds *each = c->met && c->met <= UINT32_MAX ? calloc(c->met, sizeof *each) : NULL;
    for (uint32_t i = 0; each && i < c->stages.count; i++)
        if (c->stages.at[i].name.memory == model) add(&each[c->stages.at[i].scenario], &c->stages.at[i]);
    return each;
}

/* ---- sizes ---- */

bool lcd_coverage_size(lcd_coverage *c, const lcd_msg_size *s) {
    return c->sizes.count == LCD_SIZES || lc_push(NULL, &c->sizes, *s);
}

void lcd_coverage_unjudged(lcd_coverage *c, uint64_t scenario) {
    if (scenario < c->shapes.count) c->shapes.at[scenario].unjudged = true;
}

static bool contains(const lcd_msg_size *s, const lcd_scenario_shape *shape) {
    return shape->threads && shape->threads <= s->threads && shape->calls <= s->calls;
}

static bool contains_size(const lcd_msg_size *s, const lcd_msg_size *smaller) {
    return smaller->threads <= s->threads && smaller->calls <= s->calls;
}

/* Schedules; where only graphs of a weaker model were explored, these. */
static uint32_t main_model(const lcd_coverage *c) {
    for (uint32_t model = 0; model < LCT_MEMORY_MODELS; model++)
        if (lcd_coverage_has(c, model)) return model;
    return LCT_MEMORY_SC;
}

/* Is the scenario in one of these sizes that is complete? */
static bool is_in_whole(const lcd_size_cover *sizes, uint32_t count, const lcd_scenario_shape *shape) {
    for (uint32_t i = 0; i < count; i++)
        if (sizes[i].whole && contains(&sizes[i].size, shape)) return true;
    return false;
}

/* A scenario is counted in the first of the sizes that is not complete, so of those with all of its scenarios. */
static lcd_size_cover size_cover(const lcd_coverage *c, const holds *each, const lcd_size_cover *before,
                                 uint32_t count) {
    lcd_size_cover s = {.size = c->sizes.at[count]};
    uint64_t met = 0, complete = 0, known = 0;
    for (uint32_t i = 0; i < c->shapes.count; i++) {
        const lcd_scenario_shape *shape = &c->shapes.at[i];
        if (!contains(&s.size, shape)) continue;
        met++;
        complete += i < c->met && each && each[i].all && !shape->unjudged;
        known += is_in_whole(before, count, shape);
    }
    s.whole = !s.size.sampled && complete == s.size.all;
    s.all = s.size.all == UINT64_MAX ? UINT64_MAX : s.size.all - known;
    s.complete = complete - known;
    return s;
}

uint32_t lcd_coverage_sizes(const lcd_coverage *c, lcd_size_cover sizes[LCD_SIZES]) {
    if (!c->sizes.count) return 0;
    holds *each = each_of(c, main_model(c));
    for (uint32_t i = 0; i < c->sizes.count; i++) sizes[i] = size_cover(c, each, sizes, i);
    free(each);
    return c->sizes.count;
}

bool lcd_coverage_has_size(const lcd_coverage *c) {
    lcd_size_cover sizes[LCD_SIZES];
    return lcd_coverage_sizes(c, sizes) && sizes[0].whole;
}

/* The scenarios that statements are about. */
typedef struct claim {
    lcd_size_cover sizes[LCD_SIZES];
    uint32_t count; /* 0: all scenarios */
} claim;

static claim claim_of(const lcd_coverage *c) {
    claim k;
    k.count = lcd_coverage_sizes(c, k.sizes);
    if (k.count && !k.sizes[0].whole) k.count = 1, k.sizes[0].whole = true;
    return k;
}

static bool is_claimed(const lcd_coverage *c, const claim *k, uint64_t scenario) {
    if (!k->count) return true;
    return scenario < c->shapes.count && is_in_whole(k->sizes, k->count, &c->shapes.at[scenario]);
}

bool lcd_coverage_is_claimed(const lcd_coverage *c, uint64_t scenario) {
    claim k = claim_of(c);
    return is_claimed(c, &k, scenario);
}

/* How many scenarios they are. */
static uint64_t wanted(const lcd_coverage *c) {
    claim k = claim_of(c);
    uint64_t count = 0;
    if (!k.count) return c->scenarios.tried > c->met ? c->scenarios.tried : c->met;
    for (uint64_t i = 0; i < c->shapes.count; i++) count += is_claimed(c, &k, i);
    return count;
}

/* Some of them were not even begun. */
static bool lacks_scenarios(const lcd_coverage *c) {
    if (c->sizes.count) return !lcd_coverage_has_size(c) && wanted(c) < c->sizes.at[0].all;
    return c->scenarios.tried > c->met;
}

/* The coverage that holds for every scenario that was to be tried; `bound`: of rounds, preemptions or old values. */
static lcd_cover least_of(const lcd_coverage *c, uint32_t model, uint64_t *bound) {
    *bound = 0;
    holds *each = lacks_scenarios(c) ? NULL : each_of(c, model);
    if (!each) return LCD_COVER_PART;
    claim k = claim_of(c);
    lcd_cover least = LCD_COVER_ALL;
    for (uint64_t i = 0; i < c->met; i++) {
        if (!is_claimed(c, &k, i)) continue;
        uint64_t its_bound;
        lcd_cover cover = best(&each[i], &its_bound);
        if (cover < least || (cover == least && its_bound < *bound)) *bound = its_bound;
        if (cover < least) least = cover;
    }
    free(each);
    return least;
}

bool lcd_coverage_has(const lcd_coverage *c, uint32_t model) {
    for (uint32_t i = 0; i < c->names.count; i++)
        if (c->names.at[i].memory == model && c->names.at[i].kind != LCT_DOES_SERIAL) return true;
    return false;
}

/* Only serial executions were tried, but for other heaps. */
static bool is_serial(const lcd_coverage *c, uint32_t model) {
    for (uint32_t i = 0; i < c->names.count; i++) {
        const lct_stage_name *n = &c->names.at[i];
        if (n->memory == model && n->kind != LCT_DOES_SERIAL && n->heap == LCT_HEAP_AUTO) return false;
    }
    return true;
}

bool lcd_coverage_is_vacuous(const lcd_coverage *c, bool sampled) {
    uint32_t model = main_model(c);
    bool serially = is_serial(c, model), some = false, all = true;
    holds *each = each_of(c, model);
    claim k = claim_of(c);
    for (uint64_t i = 0; i < c->met && each; i++) {
        if (!is_claimed(c, &k, i)) continue;
        bool ran = each[i].ran || (serially && each[i].ran_serially);
        some |= ran;
        all &= ran;
    }
    free(each);
    return !some || (!sampled && !all);
}

bool lcd_coverage_is_complete(const lcd_coverage *c, uint32_t model) {
    uint64_t bound;
    return least_of(c, model, &bound) == LCD_COVER_ALL;
}

bool lcd_coverage_is_proven(const lcd_coverage *c, uint32_t model, uint64_t scenario) {
    for (uint32_t i = 0; i < c->stages.count; i++) {
        const lcd_stage_sum *s = &c->stages.at[i];
        bool whole = lcd_stage_is_proof(s->name) && s->complete && !s->cut && has_run(s);
        if (whole && s->scenario == scenario && s->name.memory == model) return true;
    }
    return false;
}

/* Graphs that are explored beside the schedules of `auto`: the verdict states how many there were. */
static bool is_beside(const lcd_coverage *c, lct_stage_name name) {
    return name.kind == LCT_DOES_GRAPH && name.memory != LCT_MEMORY_SC && lcd_coverage_has(c, LCT_MEMORY_SC);
}

/* If one stage was complete, it covered the executions that other stages cut off, except with another heap or another
 * memory model. */
uint64_t lcd_coverage_cut(const lcd_coverage *c) {
    uint64_t cut = 0;
    claim k = claim_of(c);
    for (uint32_t model = 0; model < LCT_MEMORY_MODELS; model++) {
        holds *each = each_of(c, model);
        for (uint32_t i = 0; i < c->stages.count; i++) {
            const lcd_stage_sum *s = &c->stages.at[i];
            if (s->name.memory != model || is_beside(c, s->name) || !is_claimed(c, &k, s->scenario)) continue;
            if (!each || !each[s->scenario].all || s->name.heap != LCT_HEAP_AUTO) cut += s->cut;
        }
        free(each);
    }
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
        total.blocked += s->blocked;
        if (total.symmetry < s->symmetry) total.symmetry = s->symmetry;
        total.scenarios++;
        total.complete += s->complete;
    }
    return total;
}

bool lcd_coverage_graphs(const lcd_coverage *c, uint32_t model, lcd_stage_total *total) {
    const lct_stage_name *last = NULL;
    for (uint32_t i = 0; i < c->names.count; i++) {
        const lct_stage_name *name = &c->names.at[i];
        bool graphs = name->memory == model && name->kind == LCT_DOES_GRAPH;
        if (graphs && (!last || name->bound > last->bound)) last = name;
    }
    if (last) *total = lcd_coverage_total(c, *last);
    return last;
}

/* The stage of graphs that has all that is to be counted; false: it is spread over several stages. */
static bool only_graphs(const lcd_coverage *c, lcd_stage_total *last) {
    *last = (lcd_stage_total){.executions = 0};
    for (uint32_t i = 0; i < c->names.count; i++)
        if (c->names.at[i].kind != LCT_DOES_GRAPH && c->names.at[i].kind != LCT_DOES_SERIAL) return false;
    for (uint32_t model = 0; model < LCT_MEMORY_MODELS; model++) (void)lcd_coverage_graphs(c, model, last);
    return last->executions || last->blocked;
}

uint64_t lcd_coverage_executions(const lcd_coverage *c, uint64_t all) {
    lcd_stage_total last;
    return only_graphs(c, &last) ? last.executions : all;
}

uint64_t lcd_coverage_blocked(const lcd_coverage *c, uint64_t all) {
    lcd_stage_total last;
    return only_graphs(c, &last) ? last.blocked : all;
}

/* ---- words ---- */

const char *lcd_memory_name(uint32_t model) {
    static const char *const names[] = {[LCT_MEMORY_SC] = "sc",
                                        [LCT_MEMORY_TSO] = "tso",
                                        [LCT_MEMORY_RC11] = "rc11",
                                        [LCT_MEMORY_C11] = "c11",
                                        [LCT_MEMORY_AUTO] = "auto"};
    return names[model];
}

void lcd_stage_words(lince_text *t, lct_stage_name name) {
    static const char *const heaps[] = {
        [LCT_HEAP_SHARED] = "shared", [LCT_HEAP_FIFO] = "fifo", [LCT_HEAP_NEVER] = "never", [LCT_HEAP_ALL] = NULL};
    static const char *const kinds[LCT_STAGE_KINDS] = {
        [LCT_DOES_SERIAL] = "serial",      [LCT_DOES_GUIDED] = "guided",
        [LCT_DOES_BOUNDED] = "preemption", [LCT_DOES_ROUNDS] = "round",
        [LCT_DOES_DPOR] = "dpor",          [LCT_DOES_PCT] = "pct",
        [LCT_DOES_RANDOM] = "random",      [LCT_DOES_EXHAUSTIVE] = "exhaustive",
        [LCT_DOES_STATES] = "states",      [LCT_DOES_GRAPH] = "graphs",
        [LCT_DOES_STRESS] = "stress"};
    if (name.memory != LCT_MEMORY_SC) lc_text_printf(t, "%s: ", lcd_memory_name(name.memory));
    if (heaps[name.heap]) lc_text_printf(t, "heap %s: ", heaps[name.heap]);
    bool counted = name.kind == LCT_DOES_BOUNDED || name.kind == LCT_DOES_ROUNDS;
    if (counted) lc_text_printf(t, "%u ", name.bound);
    lc_text_puts(t, kinds[name.kind]);
    if (counted && name.bound != 1) lc_text_putc(t, 's');
    if (name.kind == LCT_DOES_GRAPH && name.bound != ANY_NUMBER)
        lc_text_printf(t, " with up to %u old value%s", name.bound, name.bound == 1 ? "" : "s");
}

static void put_size(lince_text *t, const lcd_msg_size *s) { lc_text_printf(t, "%ux%u", s->threads, s->calls); }

/* Those that no other complete size contains. */
static void put_whole_sizes(lince_text *t, const lcd_size_cover *sizes, uint32_t count) {
    const lcd_msg_size *last = NULL;
    unsigned put = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool within = false;
        for (uint32_t k = 0; k < count; k++)
            within |= k != i && sizes[k].whole && contains_size(&sizes[k].size, &sizes[i].size);
        if (!sizes[i].whole || within) continue;
        if (last) {
            if (put++) lc_text_puts(t, ", ");
            put_size(t, last);
        }
        last = &sizes[i].size;
    }
    if (put) lc_text_puts(t, " and ");
    put_size(t, last);
    lc_text_puts(t, " threads x calls");
}

void lcd_coverage_size_words(lince_text *t, const lcd_coverage *c) {
    lcd_size_cover sizes[LCD_SIZES];
    uint32_t count = lcd_coverage_sizes(c, sizes);
    if (!count) return;
    if (sizes[0].whole) put_whole_sizes(t, sizes, count);
    for (uint32_t i = 0; i < count; i++) {
        const lcd_size_cover *s = &sizes[i];
        if (s->whole) continue;
        if (i) lc_text_puts(t, ", ");
        lc_put_number(t, s->complete);
        lc_text_puts(t, " of ");
        if (s->all == UINT64_MAX) lc_text_puts(t, "very many");
        else lc_put_number(t, s->all);
        lc_text_puts(t, s->all == 1 ? " scenario of " : " scenarios of ");
        put_size(t, &s->size);
    }
}

static void put_scenarios(lince_text *t, const lcd_coverage *c) {
    uint64_t count = wanted(c);
    if (c->sizes.count) {
        lc_text_puts(t, lcd_coverage_has_size(c) ? " of " : ", complete for ");
        lcd_coverage_size_words(t, c);
        return;
    }
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

bool lcd_coverage_is_weak(const lcd_coverage *c) {
    bool weak = false;
    for (uint32_t model = LCT_MEMORY_SC + 1; model < LCT_MEMORY_MODELS; model++) weak |= lcd_coverage_has(c, model);
    return weak && !lcd_coverage_has(c, LCT_MEMORY_SC);
}

/* The word for executions under sequential consistency: they are schedules, unless only graphs were explored. */
static const char *executions_of(const lcd_coverage *c) {
    bool graphs = false;
    for (uint32_t i = 0; i < c->names.count; i++) {
        const lct_stage_name *name = &c->names.at[i];
        if (name->memory != LCT_MEMORY_SC || name->kind == LCT_DOES_SERIAL) continue;
        if (name->kind != LCT_DOES_GRAPH) return "interleavings";
        graphs = true;
    }
    return graphs ? "execution graphs" : "interleavings";
}

/* Symmetry leaves out graphs, and may rest on what the user knows of the code. */
static void put_symmetry(lince_text *t, uint32_t symmetry) {
    if (symmetry == LCT_SYMMETRY_EQUAL) lc_text_puts(t, " up to the names of equal threads");
    if (symmetry == LCT_SYMMETRY_NAMES)
        lc_text_puts(
            t, " up to the names of equal threads, of their unique values and of their memory (--symmetry names)");
}

void lcd_coverage_words(lince_text *t, const lcd_coverage *c) {
    uint64_t bound;
    lcd_stage_total graphs;
    const char *executions = executions_of(c);
    if (lcd_coverage_is_weak(c)) return;
    switch (least_of(c, LCT_MEMORY_SC, &bound)) {
    case LCD_COVER_ALL:
        lc_text_printf(t, "all %s", executions);
        put_symmetry(t, lcd_coverage_graphs(c, LCT_MEMORY_SC, &graphs) ? graphs.symmetry : LCT_SYMMETRY_OFF);
        break;
    case LCD_COVER_BOUNDED:
        lc_text_printf(t, "all interleavings with up to %llu preemption%s", (unsigned long long)bound,
                       bound == 1 ? "" : "s");
        break;
    case LCD_COVER_ROUNDS:
        lc_text_printf(t, "all interleavings in up to %llu round%s", (unsigned long long)bound, bound == 1 ? "" : "s");
        break;
    case LCD_COVER_SERIAL: lc_text_puts(t, "all serial executions"); break;
    case LCD_COVER_SAMPLED: lc_text_puts(t, "coverage: sampled"); return;
    case LCD_COVER_PART: lc_text_printf(t, "a part of the %s", executions); break;
    }
    put_scenarios(t, c);
}

/* `812 execution graphs`, of the last stage, or of that with so many old values; where there are none, executions of
 * all its stages. */
static void put_weak_count(lince_text *t, const lcd_coverage *c, uint32_t model, lcd_cover cover, uint64_t bound) {
    lcd_stage_total total = {.executions = 0};
    bool graphs = lcd_coverage_graphs(c, model, &total);
    if (graphs && cover == LCD_COVER_BOUNDED) {
        total.name.bound = (uint32_t)bound;
        total = lcd_coverage_total(c, total.name);
    }
    for (uint32_t i = 0; i < c->names.count && !graphs; i++)
        if (c->names.at[i].memory == model) total.executions += lcd_coverage_total(c, c->names.at[i]).executions;
    lc_put_number(t, total.executions);
    lc_text_printf(t, graphs ? " execution graph%s" : " execution%s", total.executions == 1 ? "" : "s");
    put_symmetry(t, total.symmetry);
}

/* A reason why graphs are missing that the user can do something about. */
static void put_weak_cut(lince_text *t, const lcd_coverage *c, uint32_t model) {
    lcd_stage_total total;
    if (!lcd_coverage_graphs(c, model, &total) || !total.cut) return;
    lc_text_puts(t, ", because ");
    lc_put_number(t, total.cut);
    lc_text_puts(t, total.cut == 1 ? " execution was" : " executions were");
    lc_text_puts(t, " too long (does a loop write in every round?)");
}

static void put_weak(lince_text *t, const lcd_coverage *c, uint32_t model, bool alone) {
    uint64_t bound, complete = 0;
    claim k = claim_of(c);
    holds *each = each_of(c, model);
    lc_text_printf(t, "under %s: ", lcd_memory_name(model));
    lcd_cover cover = least_of(c, model, &bound);
    put_weak_count(t, c, model, cover, bound);
    for (uint64_t i = 0; i < c->met && each; i++) complete += each[i].all && is_claimed(c, &k, i);
    free(each);
    if (cover == LCD_COVER_SAMPLED) {
        lc_text_puts(t, ", sampled");
        return;
    }
    if (cover != LCD_COVER_ALL && complete) {
        lc_text_puts(t, ", complete for ");
        lc_put_number(t, complete);
        lc_text_puts(t, " of ");
        lc_put_number(t, wanted(c));
        lc_text_puts(t, " scenarios");
        put_weak_cut(t, c, model);
        return;
    }
    lc_text_puts(t, cover == LCD_COVER_ALL || cover == LCD_COVER_BOUNDED ? ", all" : ", a part");
    if (cover == LCD_COVER_BOUNDED)
        lc_text_printf(t, " with up to %llu old value%s", (unsigned long long)bound, bound == 1 ? "" : "s");
    if (alone && (wanted(c) > 1 || c->scenarios.sampled)) {
        if (cover == LCD_COVER_PART) lc_text_puts(t, " of those");
        put_scenarios(t, c);
    } else if (wanted(c) > 1) {
        if (cover == LCD_COVER_PART) lc_text_puts(t, " of those");
        lc_text_puts(t, " of the same scenarios");
    } else if (cover != LCD_COVER_BOUNDED) lc_text_puts(t, cover == LCD_COVER_ALL ? " there are" : " of them");
    if (cover == LCD_COVER_PART) put_weak_cut(t, c, model);
}

void lcd_coverage_weak_words(lince_text *t, const lcd_coverage *c) {
    bool alone = lcd_coverage_is_weak(c);
    for (uint32_t model = LCT_MEMORY_SC + 1; model < LCT_MEMORY_MODELS; model++) {
        if (!lcd_coverage_has(c, model)) continue;
        if (!alone) lc_text_puts(t, "; ");
        put_weak(t, c, model, alone);
        alone = false;
    }
}

/* A model weaker than sequential consistency has all executions of that, so it need not be explored by itself. */
lcd_cover lcd_coverage_of(const lcd_coverage *c, uint64_t *bound) {
    lcd_cover cover = lcd_coverage_is_weak(c) ? LCD_COVER_ALL : least_of(c, LCT_MEMORY_SC, bound);
    for (uint32_t model = LCT_MEMORY_SC + 1; model < LCT_MEMORY_MODELS; model++) {
        uint64_t old_values;
        if (!lcd_coverage_has(c, model)) continue;
        lcd_cover weak = least_of(c, model, &old_values);
        if (weak == LCD_COVER_BOUNDED) weak = LCD_COVER_PART;
        if (weak < cover) cover = weak;
    }
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
