#include "tester/orders/explore_change.h"

#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "tester/driver/reproduce.h"
#include "tester/oracle/choose_oracle.h"

void lcd_change_explorer_init(lcd_change_explorer *s, lcd_test_run *run, const lct_config *config, double deadline) {
    *s = (lcd_change_explorer){.run = run, .config = *config, .deadline = deadline};
    lcd_sites_init(&s->sites, lcd_test_run_lines(run));
}

void lcd_change_explorer_free(lcd_change_explorer *s) {
    for (uint32_t i = 0; i < s->failing.count; i++) lcd_event_graph_free(&s->failing.at[i].graph);
    lc_vec_free(NULL, &s->failing);
    lc_vec_free(NULL, &s->refuted);
    lcd_sites_free(&s->sites);
    lc_text_free(&s->coverage);
}

static bool is_late(const lcd_change_explorer *s) {
    return (s->deadline > 0 && lc_now() >= s->deadline) || lc_is_interrupted(s->run->session->interrupt);
}

/* ---- graphs ---- */

/* Does the graph exist with the change?  If that cannot be decided: yes. */
static bool exists(lcd_change_explorer *s, const lcd_failing *f, const lcd_change *c) {
    lcd_event_graph changed;
    bool enough = lcd_change_graph(&changed, &f->graph, &s->sites, c);
    bool answer = !enough || lcd_graph_exists(&changed, f->memory, &enough);
    if (!enough) s->spent = true;
    lcd_event_graph_free(&changed);
    return answer || !enough;
}

/* The failure is replayed with the same overrides.  One of an interleaving is replayed under rc11, where it reads the
 * newest values as well, so that its versions are known.  A graph that the axioms forbid although it was executed has
 * more order than there is: it is not kept. */
static void learn(lcd_change_explorer *s, const lcd_failure *f, const lct_config *config, const lcd_change *c) {
    lcd_failure copy = *f;
    lct_config own = *config;
    lcd_replayed replayed;
    lcd_failing found = {.memory = f->memory};
    lcd_event_graph_init(&found.graph);
    bool race = lcd_failure_of_order(f->kind) && f->access_count == 2;
    s->changes_nothing = f->memory == LCT_MEMORY_SC && !race;
    if (!lc_push(NULL, &s->refuted, *c)) s->spent = true;
    if (s->changes_nothing) return;
    if (copy.memory == LCT_MEMORY_SC) copy.memory = LCT_MEMORY_RC11;
    copy.access_count = 0; /* any race will do: under rc11 an allocation races where a write did */
    own.orders = 1;
    s->sites.changed = c->count > 0;
    bool good = lcd_replay_failure(&replayed, s->run, &own, &copy) &&
                lcd_graph_of_steps(&found.graph, &replayed, &s->sites, &s->config);
    if (good && (found.graph.race[0] >= 0) == race && exists(s, &found, c) && lc_push(NULL, &s->failing, found)) {
        lcd_replayed_free(&replayed);
        return;
    }
    lcd_event_graph_free(&found.graph);
    lcd_replayed_free(&replayed);
}

void lcd_change_explorer_learn(lcd_change_explorer *s, const lcd_failure *f) {
    static const lcd_change none = {.count = 0};
    learn(s, f, &s->config, &none);
}

bool lcd_change_explorer_refute(lcd_change_explorer *s, const lcd_change *c, const lcd_failing **by) {
    *by = NULL;
    for (uint32_t i = s->failing.count; i-- > 0;)
        if (exists(s, &s->failing.at[i], c)) {
            *by = &s->failing.at[i];
            return true;
        }
    for (uint32_t i = 0; i < s->refuted.count; i++)
        if (lcd_change_is_within(c, &s->refuted.at[i], &s->sites)) return true;
    return false;
}

/* ---- exploring ---- */

static lcd_site_kind kind_of(uint32_t weaker) {
    switch (weaker) {
    case LCT_WEAKER_LOAD:
    case LCT_WEAKER_VOLATILE_LOAD:
    case LCT_WEAKER_PLAIN_LOAD:
    case LCT_WEAKER_ASSEMBLY_LOAD: return LCD_SITE_LOAD;
    case LCT_WEAKER_STORE:
    case LCT_WEAKER_VOLATILE_STORE:
    case LCT_WEAKER_PLAIN_STORE:
    case LCT_WEAKER_ASSEMBLY_STORE: return LCD_SITE_STORE;
    case LCT_WEAKER_RMW: return LCD_SITE_UPDATE;
    case LCT_WEAKER_CAS:
    case LCT_WEAKER_CAS_FAILED: return LCD_SITE_COMPARE;
    case LCT_WEAKER_FENCE: return LCD_SITE_FENCE;
    default: return LCD_SITE_KINDS;
    }
}

static lcd_site_form form_of(uint32_t weaker) {
    switch (weaker) {
    case LCT_WEAKER_ASSEMBLY_LOAD:
    case LCT_WEAKER_ASSEMBLY_STORE: return LCD_FORM_ASSEMBLY;
    case LCT_WEAKER_VOLATILE_LOAD:
    case LCT_WEAKER_VOLATILE_STORE:
    case LCT_WEAKER_PLAIN_LOAD:
    case LCT_WEAKER_PLAIN_STORE: return LCD_FORM_PLAIN;
    default: return LCD_FORM_ATOMIC;
    }
}

/* Places that were executed for the first time.  True: one belongs to a site of the change, which was not changed
 * there. */
static bool add_places(lcd_change_explorer *s, const lcd_test_run *t, const lcd_change *c) {
    uint32_t before = s->sites.places.count;
    bool missed = false;
    s->sites.changed = c->count > 0;
    for (uint32_t i = 0; i < t->weaker.count; i++) {
        const lcd_msg_weaker *w = &t->weaker.at[i];
        lcd_site_form form = form_of(w->kind);
        lcd_site_use use = {.kind = (uint8_t)kind_of(w->kind),
                            .form = (uint8_t)form,
                            .order = form == LCD_FORM_ATOMIC ? (uint8_t)w->order : LCD_NO_ORDER,
                            .failed = w->kind == LCT_WEAKER_CAS_FAILED};
        if (use.kind < LCD_SITE_KINDS) lcd_sites_add(&s->sites, w->frames, w->frame_count, use);
    }
    for (uint32_t i = before; i < s->sites.places.count; i++)
        for (uint32_t k = 0; k < c->count; k++) missed |= c->at[k].site == s->sites.places.at[i].site;
    return missed;
}

static void prepare(const lcd_change_explorer *s, lcd_test_run *t) {
    const lcd_test_run *outer = s->run;
    lcd_test_run_borrow(t, outer, s->deadline);
    t->parties = outer->parties;
    t->waits = outer->waits;
    t->specs = outer->specs;
}

static void note_coverage(lcd_change_explorer *s, const lcd_test_run *t) {
    lc_text_clear(&s->coverage);
    lcd_coverage_words(&s->coverage, &t->coverage);
    lcd_coverage_weak_words(&s->coverage, &t->coverage);
}

static lcd_change_outcome explore(lcd_change_explorer *s, const lcd_change *c, uint32_t memory, bool *missed) {
    lct_config config = s->config;
    config.memory = memory;
    lcd_test_run t;
    lince_error error = {0};
    config.orders = 1;
    config.all_failures = 0;
    config.send_graphs = 0;
    prepare(s, &t);
    lince_status status = lcd_change_overrides(&config, &s->sites, c) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) status = lcd_oracle_fill(&t, &config, (lc_span){"", 0}, s->deadline, &error);
    if (status == LINCE_DONE && t.unsure == LCD_SURE)
        status = lcd_test_run_explore(&t, &config, NULL, s->deadline, &error);
    s->explored++;
    s->executions = t.view.executions;
    *missed = add_places(s, &t, c);
    lcd_change_outcome outcome = LCD_CHANGE_UNDECIDED;
    const lcd_failure *f = t.failure;
    s->unsure = t.unsure != LCD_SURE                       ? t.unsure
                : f && f->kind == LCT_FAILS_NONDETERMINISM ? LCD_UNSURE_STATE
                                                           : LCD_SURE;
    if (status == LINCE_DONE && f && !f->doubt && !lcd_failure_is_limit(f->kind) && !lcd_failure_is_mistake(f->kind) &&
        f->kind != LCD_FAILURE_DEATH) {
        outcome = LCD_CHANGE_FAILS;
        if (!*missed) learn(s, f, &config, c);
    } else if (status == LINCE_DONE && !f && t.unsure == LCD_SURE) {
        outcome = LCD_CHANGE_HOLDS;
        note_coverage(s, &t);
    }
    lcd_test_run_free_found(&t);
    return outcome;
}

static lcd_change_outcome explore_under(lcd_change_explorer *s, const lcd_change *c, uint32_t memory) {
    bool missed = true;
    lcd_change_outcome outcome = LCD_CHANGE_UNDECIDED;
    for (uint32_t before = UINT32_MAX; missed && s->sites.places.count != before;) {
        if (is_late(s) || s->spent) return LCD_CHANGE_UNDECIDED;
        before = s->sites.places.count;
        outcome = explore(s, c, memory, &missed);
        if (missed) before = UINT32_MAX;
    }
    return outcome;
}

lcd_change_outcome lcd_explore_change(lcd_change_explorer *s, const lcd_change *c) {
    return explore_under(s, c, s->config.memory);
}

lcd_change_outcome lcd_explore_unchanged(lcd_change_explorer *s) {
    static const lcd_change none = {.count = 0};
    bool interleaved = s->config.memory == LCT_MEMORY_AUTO;
    lcd_change_outcome outcome = interleaved ? explore_under(s, &none, LCT_MEMORY_RC11) : LCD_CHANGE_UNDECIDED;
    return s->failing.count ? outcome : explore_under(s, &none, s->config.memory);
}
