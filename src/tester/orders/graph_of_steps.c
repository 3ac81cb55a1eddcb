/* The graph of an execution, from the steps of its replay.
 *
 * Threads, locks and the like order the steps before and behind them; here each release of an object happens before all
 * later acquires of it.  That can be more than there is (a reader's unlock does not order other readers), which makes a
 * forbidden graph of one that is not; so each repair is explored.  Fences of inline assembly are no
 * steps, so that there is no graph of a program with inline assembly.
 */
#include <stdlib.h>
#include <string.h>

#include "target/explore/control.h"
#include "tester/driver/replay.h"
#include "tester/orders/event_graph.h"
#include "tester/orders/sites.h"

typedef struct maker {
    lcd_event_graph *g;
    const lcd_replayed *r;
    lcd_sites *sites;
    int32_t *by_step;    /* of each step of the schedule, from 1: the event of its access */
    int32_t *by_version; /* of each version, from 1: the event that wrote it */
    uint32_t steps;
    bool assembly, races, enough; /* races: they are no failures */
} maker;

static const lcd_version_access *access_of(const maker *m, const lcd_trace_step *s) {
    for (uint32_t i = 0; i < m->r->versions.accesses.count; i++)
        if (m->r->versions.accesses.at[i].step == s->step) return &m->r->versions.accesses.at[i];
    return NULL;
}

static void push(maker *m, lcd_event e) { m->enough = m->enough && lc_push(NULL, &m->g->events, e); }

static uint32_t last(const maker *m) { return m->g->events.count - 1; }

static lcd_site_kind site_kind(const lcd_trace_step *s) {
    switch (s->kind) {
    case LCT_STEP_READ:
    case LCT_STEP_LOAD: return LCD_SITE_LOAD;
    case LCT_STEP_WRITE:
    case LCT_STEP_STORE: return LCD_SITE_STORE;
    case LCT_STEP_CAS:
    case LCT_STEP_CAS_FAILED: return LCD_SITE_COMPARE;
    case LCT_STEP_FENCE: return LCD_SITE_FENCE;
    default: return LCD_SITE_UPDATE;
    }
}

static uint8_t event_kind(const lcd_trace_step *s) {
    switch (s->kind) {
    case LCT_STEP_READ:
    case LCT_STEP_LOAD:
    case LCT_STEP_CAS_FAILED: return LCD_EVENT_LOAD;
    case LCT_STEP_WRITE:
    case LCT_STEP_STORE: return LCD_EVENT_STORE;
    case LCT_STEP_FENCE: return LCD_EVENT_FENCE;
    default: return LCD_EVENT_UPDATE;
    }
}

static uint32_t site_of(maker *m, const lcd_trace_step *s) {
    bool native = m->assembly && !s->order && s->kind >= LCT_STEP_LOAD;
    bool plain = !s->order && s->kind < LCT_STEP_LOAD && (s->is_volatile || m->races);
    if (!m->sites || (!s->order && !native && !plain)) return LCD_NO_SITE;
    lcd_site_use use = {.kind = (uint8_t)site_kind(s),
                        .form = plain    ? LCD_FORM_PLAIN
                                : native ? LCD_FORM_ASSEMBLY
                                         : LCD_FORM_ATOMIC,
                        .order = s->order ? (uint8_t)(s->order - 1) : LCD_NO_ORDER,
                        .failed = s->kind == LCT_STEP_CAS_FAILED};
    return lcd_sites_add(m->sites, s->frames, (uint32_t)s->frame_count, use);
}

static bool synchronizes(const lcd_trace_step *s) { return s->kind >= LCT_STEP_ACQUIRE && s->kind <= LCT_STEP_EXIT; }

static void add_fence(maker *m, uint32_t thread) {
    push(m, (lcd_event){.kind = LCD_EVENT_FENCE,
                        .order = __ATOMIC_SEQ_CST,
                        .thread = thread,
                        .site = LCD_NO_SITE,
                        .step = UINT32_MAX,
                        .source = LCD_NO_EVENT,
                        .older = LCD_NO_EVENT});
}

static bool is_locked(const lcd_trace_step *s) {
    return event_kind(s) == LCD_EVENT_UPDATE || s->kind == LCT_STEP_CAS_FAILED;
}

static bool accesses(const lcd_trace_step *s) { return s->kind <= LCT_STEP_CAS_FAILED; }

/* The kernel has a full barrier in futex calls.  The load with which a futex call looks at the value is the only one
 * without an order, where there is no inline assembly. */
static bool has_barrier(const maker *m, const lcd_trace_step *s) {
    bool looks = s->kind == LCT_STEP_LOAD && !s->order && !m->assembly;
    bool locked = m->assembly && accesses(s) && !s->order && is_locked(s);
    return looks || locked || (synchronizes(s) && !strncmp(s->text, "futex", strlen("futex")));
}

static uint8_t order_of(const maker *m, const lcd_trace_step *s) {
    if (s->order) return (uint8_t)(s->order - 1);
    if (!m->assembly || !accesses(s)) return __ATOMIC_RELAXED;
    return is_locked(s) ? __ATOMIC_SEQ_CST : event_kind(s) == LCD_EVENT_LOAD ? __ATOMIC_ACQUIRE : __ATOMIC_RELEASE;
}

static void add_step(maker *m, uint32_t index) {
    const lcd_trace_step *s = &m->r->steps.at[index];
    if (has_barrier(m, s)) add_fence(m, s->thread);
    const lcd_version_access *a = s->kind <= LCT_STEP_CAS_FAILED && s->step ? access_of(m, s) : NULL;
    lcd_event e = {.order = order_of(m, s),
                   .thread = s->thread,
                   .site = LCD_NO_SITE,
                   .step = index,
                   .source = LCD_NO_EVENT,
                   .older = LCD_NO_EVENT};
    if (a && m->by_step[s->step] == LCD_NO_EVENT) {
        uint32_t version = a->source ? a->source : a->result;
        e.kind = event_kind(s);
        e.locked = is_locked(s);
        e.location = m->r->versions.versions.at[version - 1].location;
        e.source = (int32_t)a->source; /* versions, until all events are known */
        e.older = (int32_t)a->result;
        e.site = site_of(m, s);
        push(m, e);
        m->by_step[s->step] = (int32_t)last(m);
        if (a->result) m->by_version[a->result] = (int32_t)last(m);
        if (has_barrier(m, s) && e.locked) add_fence(m, s->thread);
    } else if (s->kind == LCT_STEP_FENCE) {
        e.kind = LCD_EVENT_FENCE;
        e.site = site_of(m, s);
        push(m, e);
    } else if (synchronizes(s) || s->racing) {
        e.kind = LCD_EVENT_OTHER;
        e.drains = synchronizes(s);
        push(m, e);
    }
}

/* Plain writes of memory that is accessed by atomic operations, too: their threads make them right behind a step. */
static void add_plain(maker *m, uint32_t thread, uint32_t from, uint32_t to) {
    const lcd_msg_versions *v = &m->r->versions;
    for (uint32_t i = 0; i < v->versions.count; i++) {
        const lcd_version *n = &v->versions.at[i];
        if (!n->plain || n->thread != thread || n->step < from || n->step >= to) continue;
        push(m, (lcd_event){.kind = LCD_EVENT_STORE,
                            .order = LCD_PLAIN,
                            .thread = thread,
                            .location = n->location,
                            .site = LCD_NO_SITE,
                            .step = UINT32_MAX,
                            .source = LCD_NO_EVENT,
                            .older = (int32_t)i + 1});
        m->by_version[i + 1] = (int32_t)last(m);
    }
}

static void add_events(maker *m) {
    const lcd_trace_step *steps = m->r->steps.at;
    for (uint32_t i = 0; i < m->r->steps.count && m->enough; i++) {
        uint32_t next = i + 1, until = UINT32_MAX;
        add_step(m, i);
        while (next < m->r->steps.count && steps[next].thread != steps[i].thread) next++;
        if (next < m->r->steps.count) until = steps[next].step;
        add_plain(m, steps[i].thread, steps[i].step, until);
    }
}

/* From numbers of versions to events. */
static bool link_events(maker *m) {
    const lcd_msg_versions *v = &m->r->versions;
    for (uint32_t i = 0; i < m->g->events.count; i++) {
        lcd_event *e = &m->g->events.at[i];
        if (e->kind > LCD_EVENT_UPDATE) continue;
        uint32_t source = e->source > 0 ? (uint32_t)e->source : 0, own = e->older > 0 ? (uint32_t)e->older : 0;
        uint32_t older = own ? v->versions.at[own - 1].older : 0;
        e->source = source ? m->by_version[source] : LCD_NO_EVENT;
        e->older = older ? m->by_version[older] : LCD_NO_EVENT;
        if ((source && e->source < 0 && v->versions.at[source - 1].step) ||
            (older && e->older < 0 && v->versions.at[older - 1].step))
            return false; /* the write of a step that was not reported */
    }
    return true;
}

/* ---- order by other means ---- */

static void relate(maker *m, int32_t before, int32_t after) {
    if (before < 0 || after < 0) return;
    m->enough = m->enough && lc_push(NULL, &m->g->edges, (lcd_event_edge){before, after});
}

static int32_t first_of(const maker *m, uint32_t thread) {
    for (uint32_t i = 0; i < m->g->events.count; i++)
        if (m->g->events.at[i].thread == thread) return (int32_t)i;
    return LCD_NO_EVENT;
}

static int32_t last_of(const maker *m, uint32_t thread, uint32_t before) {
    for (uint32_t i = before; i-- > 0;)
        if (m->g->events.at[i].thread == thread) return (int32_t)i;
    return LCD_NO_EVENT;
}

static const lcd_trace_step *step_of(const maker *m, uint32_t event) {
    uint32_t step = m->g->events.at[event].step;
    return step < m->r->steps.count ? &m->r->steps.at[step] : NULL;
}

static bool takes(unsigned kind) { return kind == LCT_STEP_ACQUIRE || kind == LCT_STEP_TRY || kind == LCT_STEP_WAIT; }
static bool gives(unsigned kind) {
    return kind == LCT_STEP_RELEASE || kind == LCT_STEP_SIGNAL || kind == LCT_STEP_WAIT;
}

static void relate_object(maker *m, uint32_t event) {
    const lcd_trace_step *s = step_of(m, event);
    for (uint32_t i = 0; i < event; i++) {
        const lcd_trace_step *before = step_of(m, i);
        if (before && m->g->events.at[i].kind == LCD_EVENT_OTHER && before->address == s->address &&
            before->size == s->size && gives(before->kind))
            relate(m, (int32_t)i, (int32_t)event);
    }
}

/* The threads of a test are started by its main thread after all that this does before, and it goes on after their
 * ends. */
static void relate_threads(maker *m) {
    for (uint32_t t = 1; t < LCT_THREADS_MANY; t++) {
        int32_t first = first_of(m, t), created = LCD_NO_EVENT, joined = LCD_NO_EVENT;
        if (first < 0) continue;
        for (uint32_t i = 0; i < m->g->events.count; i++) {
            const lcd_trace_step *s = step_of(m, i);
            if (!s || s->address != t) continue;
            if (s->kind == LCT_STEP_CREATE) created = (int32_t)i;
            if (s->kind == LCT_STEP_JOIN) joined = (int32_t)i;
        }
        if (created < 0 && t) created = last_of(m, 0, (uint32_t)first);
        relate(m, created, first);
        relate(m, joined >= 0 ? last_of(m, t, (uint32_t)joined) : LCD_NO_EVENT, joined);
    }
}

static void relate_all(maker *m) {
    relate_threads(m);
    for (uint32_t i = 0; i < m->g->events.count; i++) {
        const lcd_trace_step *s = step_of(m, i);
        if (s && m->g->events.at[i].kind == LCD_EVENT_OTHER && takes(s->kind)) relate_object(m, i);
    }
}

int32_t lcd_graph_event_of(const lcd_event_graph *g, uint32_t step) {
    for (uint32_t i = 0; i < g->events.count; i++)
        if (g->events.at[i].step == step) return (int32_t)i;
    return LCD_NO_EVENT;
}

static bool note_race(maker *m) {
    if (m->r->failure.access_count < 2) return true;
    for (int i = 0; i < 2; i++) m->g->race[i] = lcd_graph_event_of(m->g, (uint32_t)m->r->accesses[i]);
    return m->g->race[0] >= 0 && m->g->race[1] >= 0;
}

bool lcd_graph_of_steps(lcd_event_graph *g, const lcd_replayed *r, lcd_sites *sites, const lct_config *config) {
    maker m = {
        .g = g, .r = r, .sites = sites, .assembly = config->assembly, .races = config->no_data_races, .enough = true};
    lcd_event_graph_init(g);
    for (uint32_t i = 0; i < r->steps.count; i++)
        if (r->steps.at[i].step > m.steps) m.steps = r->steps.at[i].step;
    m.by_step = malloc((m.steps + 1) * sizeof *m.by_step);
    m.by_version = malloc((r->versions.versions.count + 1) * sizeof *m.by_version);
    m.enough = m.by_step && m.by_version;
    for (uint32_t i = 0; m.enough && i <= m.steps; i++) m.by_step[i] = LCD_NO_EVENT;
    for (uint32_t i = 0; m.enough && i <= r->versions.versions.count; i++) m.by_version[i] = LCD_NO_EVENT;
    if (m.enough) add_events(&m);
    bool good = m.enough && link_events(&m);
    if (good) relate_all(&m);
    free(m.by_step);
    free(m.by_version);
    return good && m.enough && note_race(&m);
}
