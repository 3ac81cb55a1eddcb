#include "tester/oracle/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/intern.h"
#include "base/text.h"
#include "check/driver/blocked.h"
#include "check/driver/misuse.h"
#include "check/result.h"
#include "check/search/any_client.h"
#include "history/partial_order.h"
#include "tester/oracle/golden.h"
#include "tester/oracle/inclusion.h"
#include "tester/oracle/orders.h"

/* The histories that are allowed in one scenario. */
typedef struct oracle_kind {
    lcd_golden *golden;
    lcd_references *references;
    lince_specs *specs;          /* made of the golden histories when they are needed; NULL: not yet */
    lc_intern known;             /* names of operations in `specs` */
    uint64_t allowed, different; /* histories that came; those of them that were new to the golden ones */
    uint64_t orders;             /* that were run to judge by */
    bool complete;
} oracle_kind;

struct lcd_oracle {
    lcd_oracle_kind by;
    const lince_specs *specs;
    bool exact;       /* they state where operations wait */
    uint64_t partial; /* histories that were not judged, see lcd_oracle_counts */
    lcd_client_counts clients;
    lc_intern scenarios;          /* by text */
    LC_VEC(oracle_kind) measures; /* a scenario each */
    lc_intern operations;         /* to be known everywhere */
    lcd_orders orders;            /* finds the histories that are allowed in orders other than those of the threads */
};

lcd_oracle *lcd_oracle_new(lcd_oracle_kind by, const lince_specs *specs) {
    lcd_oracle *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->by = by;
    s->specs = specs;
    lc_intern_init(&s->scenarios, NULL);
    lc_intern_init(&s->operations, NULL);
    lc_intern_init(&s->orders.callable, NULL);
    return s;
}

static void free_measure(oracle_kind *m) {
    lcd_golden_free(m->golden);
    lcd_references_free(m->references);
    lince_specs_free(m->specs);
    lc_intern_free(&m->known);
}

void lcd_oracle_free(lcd_oracle *s) {
    if (!s) return;
    for (uint32_t i = 0; i < s->measures.count; i++) free_measure(&s->measures.at[i]);
    lc_vec_free(NULL, &s->measures);
    lc_intern_free(&s->scenarios);
    lc_intern_free(&s->operations);
    lc_intern_free(&s->orders.callable);
    free(s);
}

lcd_oracle_kind lcd_oracle_kind_of(const lcd_oracle *s) { return s->by; }
void lcd_oracle_set_exact(lcd_oracle *s) { s->exact = true; }
void lcd_oracle_tune(lcd_oracle *s, const lc_tuning *tuning) { s->orders.tuning = *tuning; }

bool lcd_oracle_know(lcd_oracle *s, lc_span operation) {
    return lc_intern_add(&s->operations, operation.at, operation.length) != LC_NOT_INTERNED;
}

bool lcd_oracle_can_call(lcd_oracle *s, lc_span operation) {
    return lc_intern_add(&s->orders.callable, operation.at, operation.length) != LC_NOT_INTERNED;
}

void lcd_oracle_set_runner(lcd_oracle *s, lcd_run_orders *run, void *context) {
    s->orders.run = run;
    s->orders.context = context;
}

static oracle_kind *find(lcd_oracle *s, lc_span scenario) {
    uint32_t number = lc_intern_find(&s->scenarios, scenario.at, scenario.length);
    return number == LC_NOT_INTERNED ? NULL : &s->measures.at[number];
}

static oracle_kind *find_or_add(lcd_oracle *s, lc_span scenario) {
    uint32_t number = lc_intern_add(&s->scenarios, scenario.at, scenario.length);
    if (number == LC_NOT_INTERNED) return NULL;
    if (number < s->measures.count) return &s->measures.at[number];
    oracle_kind m = {.golden = s->by == LCD_ORACLE_REFERENCE ? NULL : lcd_golden_new(),
                     .references = s->by == LCD_ORACLE_REFERENCE ? lcd_references_new() : NULL};
    lc_intern_init(&m.known, NULL);
    if ((!m.golden && !m.references) || !lc_push(NULL, &s->measures, m)) {
        free_measure(&m);
        return NULL;
    }
    return &s->measures.at[number];
}

bool lcd_oracle_allow(lcd_oracle *s, lc_span scenario, const lince_history *h) {
    oracle_kind *m = find_or_add(s, scenario);
    if (!m) return false;
    m->allowed++;
    lince_specs_free(m->specs);
    m->specs = NULL;
    if (!m->golden) return lcd_references_add(m->references, h);
    size_t before = lcd_golden_size(m->golden);
    bool added = lcd_golden_add(m->golden, h);
    m->different += lcd_golden_size(m->golden) > before;
    return added;
}

bool lcd_oracle_complete(lcd_oracle *s, lc_span scenario) {
    oracle_kind *m = find_or_add(s, scenario);
    if (m) m->complete = true;
    return m;
}

bool lcd_oracle_ready(lcd_oracle *s, lc_span scenario) {
    const oracle_kind *m = find(s, scenario);
    return s->by != LCD_ORACLE_ITSELF || (m && m->complete);
}

bool lcd_oracle_empty(lcd_oracle *s, lc_span scenario) {
    const oracle_kind *m = find(s, scenario);
    return s->by != LCD_ORACLE_SPEC && (!m || !m->allowed);
}

/* ---- judging ---- */

static lince_status find_stuck(const lcd_oracle *, const lince_history *, const lince_check_options *, lince_verdict *,
                               lince_text *why, lince_error *);

static bool says_where_to_wait(const lcd_oracle *s) {
    for (uint32_t i = 0; i < s->specs->list.count; i++)
        if (lc_lets_wait(&s->specs->list.at[i].instance)) return true;
    return false;
}

/* For histories too long to enumerate: synchronization progressibility is the same, except for the cases that only
 * lc_check_blocked excuses. */
static lince_status find_long(lcd_oracle *s, const lince_history *h, const lince_check_options *options, bool exact,
                              lince_verdict *verdict, lcd_waiting *how, lince_error *error) {
    lince_check_options sync = *options;
    sync.criterion = LINCE_SYNC;
    if (h->order.threads) { /* progressibility is about intervals */
        *verdict = LINCE_VERDICT_UNKNOWN;
        s->partial++;
        return LINCE_DONE;
    }
    lince_status status = find_stuck(s, h, &sync, verdict, &how->why, error);
    bool excused = !exact || says_where_to_wait(s);
    if (options->criterion == LINCE_SEQUENTIAL || (*verdict == LINCE_VERDICT_VIOLATION && excused)) {
        *verdict = LINCE_VERDICT_UNKNOWN;
        lc_text_clear(&how->why);
    }
    return status;
}

/* Of operations that take effect one by one. */
static lince_status find_blocked(lcd_oracle *s, const lince_history *h, const lince_check_options *options,
                                 bool declared, lince_verdict *verdict, lcd_waiting *how, lince_error *error) {
    bool says = says_where_to_wait(s);
    lc_blocked_rules rules = {.exact = s->exact || says || !declared,
                              .program_order = options->criterion == LINCE_SEQUENTIAL,
                              .init = options->init};
    lc_blocked found;
    lince_status status = lc_check_blocked(h, s->specs, &rules, &found, error);
    if (status == LINCE_DONE && found.wrong) {
        const lc_op *op = &h->ops.at[found.op];
        lc_span thread = lc_thread_name(h, op);
        *verdict = LINCE_VERDICT_VIOLATION;
        how->lets_wait = says || found.lets_wait;
        lc_text_printf(&how->why, "%.*s waits forever in ", (int)thread.length, thread.at);
        lc_op_print(&how->why, h, op);
        lc_text_puts(&how->why, found.taken ? ", which has taken effect" : ", though by now it could return");
        if (found.result.length) lc_text_printf(&how->why, " %s", lc_text(&found.result));
    }
    if (status == LINCE_DONE && found.undecided) status = find_long(s, h, options, rules.exact, verdict, how, error);
    lc_text_free(&found.result);
    return status;
}

/* Of operations that take effect together: synchronization progressibility.  It is the same for every criterion that
 * reduces such an object to something else. */
static lince_status find_stuck(const lcd_oracle *s, const lince_history *h, const lince_check_options *given,
                               lince_verdict *verdict, lince_text *why, lince_error *error) {
    lince_check_options options = *given;
    lince_result *result = NULL;
    if (options.criterion == LINCE_TWO_STEP) options.criterion = LINCE_SYNC;
    options.progress = true;
    lince_status status = lc_check_tuned(h, s->specs, &options, &s->orders.tuning, NULL, &result, error);
    if (status == LINCE_DONE) *verdict = lince_result_verdict(result);
    if (status == LINCE_DONE && *verdict == LINCE_VERDICT_VIOLATION) {
        const lc_violation *v = result->violation;
        const char *reason = v && v->reason ? v->reason : "operations wait forever though they could synchronize";
        size_t length = strlen(reason);
        lc_text_add(why, reason, length && reason[length - 1] == '.' ? length - 1 : length);
    }
    lince_result_free(result);
    return status;
}

bool lcd_oracle_lets_wait(const lcd_oracle *s, lince_criterion criterion) {
    return s->by == LCD_ORACLE_SPEC && criterion != LINCE_QUASI && criterion != LINCE_REFINE;
}

lince_status lcd_oracle_blocked(lcd_oracle *s, const lince_history *h, const lince_check_options *options,
                                bool declared, lince_verdict *verdict, lcd_waiting *how, lince_error *error) {
    *verdict = LINCE_VERDICT_OK;
    if (s->by != LCD_ORACLE_SPEC) return LINCE_DONE;
    switch (options->criterion) {
    case LINCE_SEQUENTIAL:
    case LINCE_LINEARIZABLE: return find_blocked(s, h, options, declared, verdict, how, error);
    case LINCE_SYNC:
    case LINCE_TWO_STEP:
    case LINCE_INTERVAL: how->lets_wait = true; return find_stuck(s, h, options, verdict, &how->why, error);
    case LINCE_QUASI:
    case LINCE_REFINE: break;
    }
    return LINCE_DONE;
}

/* `q.enq` */
static bool know_name(oracle_kind *m, const char *bytes, size_t length, bool *new) {
    if (lc_intern_find(&m->known, bytes, length) != LC_NOT_INTERNED) return true;
    char name[256];
    if (length >= sizeof name) return true; /* such a name is in no history that ran */
    memcpy(name, bytes, length);
    name[length] = '\0';
    *new = true;
    return lc_intern_add(&m->known, bytes, length) != LC_NOT_INTERNED && lcd_golden_know(m->golden, name);
}

/* The specification has every operation that occurs. */
static bool know_all(lcd_oracle *s, oracle_kind *m, const lince_history *h, bool *new) {
    for (uint32_t i = 0; i < s->operations.items.count; i++) {
        const lc_interned *name = lc_intern_get(&s->operations, i);
        if (!know_name(m, name->bytes, name->size, new)) return false;
    }
    for (uint32_t i = 0; i < h->ops.count; i++) {
        lince_text name = {0};
        lc_span object = lc_object_name(h, &h->ops.at[i]), method = lc_method_name(h, &h->ops.at[i]);
        if (object.length) lc_text_printf(&name, "%.*s.", (int)object.length, object.at);
        lc_text_add(&name, method.at, method.length);
        bool known = !name.cut && know_name(m, lc_text(&name), name.length, new);
        lc_text_free(&name);
        if (!known) return false;
    }
    return true;
}

static lince_status specify(lcd_oracle *s, oracle_kind *m, const lince_history *h, lince_error *error) {
    bool new = !m->specs;
    if (!know_all(s, m, h, &new)) return LINCE_OUT_OF_MEMORY;
    if (!new) return LINCE_DONE;
    lince_specs_free(m->specs);
    m->specs = lince_specs_new();
    return m->specs ? lcd_golden_specify(m->golden, m->specs, error) : LINCE_OUT_OF_MEMORY;
}

static lince_status judge_orders(lcd_oracle *s, oracle_kind *m, const lince_history *h,
                                 const lince_check_options *options, lince_verdict *verdict, lince_result **result,
                                 lince_error *error) {
    bool new = false;
    if (!know_all(s, m, h, &new)) return LINCE_OUT_OF_MEMORY;
    lince_specs_free(m->specs);
    m->specs = NULL;
    return lcd_orders_judge(&s->orders, m->golden, &m->orders, h, options, verdict, result, error);
}

typedef struct receiver {
    lcd_oracle *oracle;
    lc_span scenario;
} receiver;

static bool on_scenario(void *context, const lince_history *h) {
    const receiver *r = context;
    return lcd_oracle_allow(r->oracle, r->scenario, h);
}

/* A scenario that the other object has not run yet.  `*complete`: now it has. */
static lince_status run_scenario(lcd_oracle *s, lc_span scenario, bool *complete, lince_error *error) {
    lince_text text = {0};
    receiver to = {s, scenario};
    lince_error inner = {0};
    lc_text_add(&text, scenario.at, scenario.length);
    lc_text_putc(&text, '\0');
    lince_status status = text.cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
    if (s->by != LCD_ORACLE_GOLDEN || !s->orders.run) status = LINCE_BAD_INPUT;
    else if (status == LINCE_DONE)
        status = s->orders.run(s->orders.context, (lc_span){text.at, text.length}, on_scenario, &to, complete, &inner);
    lc_text_free(&text);
    if (status == LINCE_DONE && *complete && !find_or_add(s, scenario)) return LINCE_OUT_OF_MEMORY;
    if (status != LINCE_BAD_INPUT) return status;
    return lc_fail(error, "the object that it is compared with has no such scenario: %.*s%s%s", (int)scenario.length,
                   scenario.at, *inner.message ? ": " : "", inner.message);
}

/* Is there something that callers have to see to?  And do all operations take effect one by one? */
static bool has_duties(const lcd_oracle *s) {
    bool some = false;
    for (uint32_t i = 0; i < s->specs->list.count; i++) {
        const lc_instance *instance = &s->specs->list.at[i].instance;
        if (lc_spec_is_sync(instance->spec)) return false;
        for (uint32_t k = 0; k < instance->spec->method_count; k++) some |= lc_is_duty(instance, k);
    }
    return some;
}

lince_status lcd_oracle_misuse(const lcd_oracle *s, const lince_history *h, const lince_check_options *options,
                               bool open, lince_text *why, lince_error *error) {
    lince_criterion c = options->criterion;
    bool covered = c == LINCE_LINEARIZABLE || c == LINCE_SEQUENTIAL || c == LINCE_SYNC;
    if (s->by != LCD_ORACLE_SPEC || !covered || !has_duties(s)) return LINCE_DONE;
    lc_misuse found;
    lc_misuse_rules rules = {.program_order = c == LINCE_SEQUENTIAL, .open = open, .init = options->init};
    lince_status status = lc_check_misuse(h, s->specs, &rules, &found, error);
    if (status != LINCE_DONE || !found.found) return status;
    const lc_op *op = &h->ops.at[found.op];
    lc_op_print(why, h, op);
    lc_text_printf(why, " by %.*s is called where the specification has no step for it",
                   (int)lc_thread_name(h, op).length, lc_thread_name(h, op).at);
    return status;
}

/* Criteria other than these are defined on orders of intervals. */
static bool takes_partial_orders(const lcd_oracle *s, lince_criterion criterion) {
    if (s->by == LCD_ORACLE_REFERENCE || (criterion != LINCE_LINEARIZABLE && criterion != LINCE_SEQUENTIAL))
        return false;
    for (uint32_t i = 0; s->by == LCD_ORACLE_SPEC && i < s->specs->list.count; i++)
        if (lc_spec_is_sync(s->specs->list.at[i].instance.spec)) return false;
    return true;
}

bool lcd_oracle_takes_clients(const lcd_oracle *s, lince_criterion criterion) {
    return criterion == LINCE_LINEARIZABLE && takes_partial_orders(s, criterion);
}

/* For any client; the edges of one for which the history is a violation become part of its order.  `decided`: it is
 * none. */
static lince_status judge_clients(lcd_oracle *s, const lince_specs *specs, lince_history *h,
                                  const lince_check_options *options, bool *decided, lince_error *error) {
    lc_any_client c;
    lince_status status = lc_check_any_client(&c, h, specs, options, error);
    *decided = status == LINCE_DONE && c.outcome == LC_HOLDS;
    s->clients.unsure += *decided && c.unsure;
    s->clients.visited += c.visited;
    h->order.locked = c.locked;
    for (uint32_t i = 0; i < c.edges.count && c.outcome == LC_VIOLATED && status == LINCE_DONE; i++)
        if (!lc_history_add_client(h, c.edges.at[i].first, c.edges.at[i].second)) status = LINCE_OUT_OF_MEMORY;
    lc_any_client_free(&c);
    return status;
}

lince_status lcd_oracle_judge(lcd_oracle *s, lc_span scenario, lince_history *h, const lince_check_options *options,
                              lince_verdict *verdict, lince_result **result, lince_error *error) {
    *result = NULL;
    *verdict = LINCE_VERDICT_OK;
    if (!h->ops.count) return LINCE_DONE;
    if (h->order.threads && !takes_partial_orders(s, options->criterion)) {
        *verdict = LINCE_VERDICT_UNKNOWN;
        s->partial++;
        return LINCE_DONE;
    }
    const lince_specs *specs = s->specs;
    if (s->by != LCD_ORACLE_SPEC) {
        oracle_kind *m = find(s, scenario);
        lince_status status = LINCE_DONE;
        if (!m && s->by != LCD_ORACLE_ITSELF) {
            bool complete = false;
            status = run_scenario(s, scenario, &complete, error);
            if (status != LINCE_DONE) return status;
            if (!complete) *verdict = LINCE_VERDICT_UNKNOWN;
            m = complete ? find(s, scenario) : NULL;
        }
        if (!m || !m->allowed) return LINCE_DONE;
        if (s->by == LCD_ORACLE_REFERENCE) {
            size_t nearest;
            bool allowed = lcd_references_allow(m->references, h, &nearest);
            if (!allowed && lcd_references_failed(m->references)) return LINCE_OUT_OF_MEMORY;
            *verdict = allowed ? LINCE_VERDICT_OK : LINCE_VERDICT_VIOLATION;
            return LINCE_DONE;
        }
        if (options->criterion == LINCE_QUASI) return judge_orders(s, m, h, options, verdict, result, error);
        status = specify(s, m, h, error);
        if (status != LINCE_DONE) return status;
        specs = m->specs;
    }
    bool decided = false;
    lince_status status = LINCE_DONE;
    if (h->order.links.count && !h->order.clients.count) status = judge_clients(s, specs, h, options, &decided, error);
    if (status != LINCE_DONE || decided) return status;
    status = lc_check_tuned(h, specs, options, &s->orders.tuning, NULL, result, error);
    if (status == LINCE_DONE) *verdict = lince_result_verdict(*result);
    return status;
}

bool lcd_oracle_wavers(const lcd_oracle *s) {
    for (uint32_t i = 0; i < s->measures.count; i++)
        if (s->measures.at[i].golden && lcd_golden_wavers(s->measures.at[i].golden)) return true;
    return false;
}

lcd_client_counts lcd_oracle_clients(const lcd_oracle *s) { return s->clients; }

lcd_oracle_counts lcd_oracle_count(const lcd_oracle *s) {
    lcd_oracle_counts c = {
        .unanswered = s->orders.unanswered, .partial = s->partial, .clients_unsure = s->clients.unsure};
    for (uint32_t i = 0; i < s->measures.count; i++) {
        const oracle_kind *m = &s->measures.at[i];
        c.orders += m->orders;
        c.serial += m->allowed;
        c.different += m->different;
    }
    return c;
}
