#include "coherent.h"

#include <string.h>

typedef struct story {
    const history *h;
    const lc_violation *v;
    oracle_criterion *holds;
    const void *context;
    history conflict;
    int number[MOST_OPS]; /* of an operation, in the conflict; -1: it is not there */
    int culprit;          /* in the conflict; -1: there is none */
    bool sharper;         /* the criterion sees more of a shorter history */
} story;

static bool holds(const story *s, const history *h) { return s->holds(h, s->context); }

/* The history without its last event: an operation that fails there is pending then. */
static bool holds_before_its_end(const story *s, const history *h) {
    int number[MOST_OPS], last = h->event_count - 1;
    unsigned keep = 0, open = 0;
    for (int i = 0; i < h->op_count; i++) {
        if (h->ops[i].call < last) keep |= 1u << i;
        if (h->ops[i].end >= last) open |= 1u << i;
    }
    history before = oracle_part(h, keep, open, number);
    return holds(s, &before);
}

bool oracle_conflict(const history *h, const lc_violation *v, history *conflict, int *number) {
    unsigned keep = 0, pending = 0;
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        const lc_conflict_op *c = &v->conflict.at[i];
        if (c->op >= (uint32_t)h->op_count || (i && c->op <= v->conflict.at[i - 1].op)) return false;
        if (c->failed != (oracle_failed(h, &h->ops[c->op]) && !c->pending)) return false;
        keep |= 1u << c->op;
        if (c->pending) pending |= 1u << c->op;
    }
    *conflict = oracle_part(h, keep, pending, number);
    for (int i = 0; i < h->op_count; i++)
        if (!(keep & 1u << i)) number[i] = -1;
    return keep;
}

/* ---- the culprit is there, and nothing later ---- */

static const char *time_fault(story *s) {
    const history *h = s->h;
    int length = (int)s->v->prefix_events;
    if (length < 1 || length > h->event_count) return "the failing prefix is not one of the history";
    int last = h->events[length - 1].op;
    if ((uint32_t)last != s->v->culprit) return "the culprit is not the operation at which the prefix ends";
    s->culprit = s->number[last];
    if (s->culprit < 0) return "the conflict lacks the operation at which the prefix ends";
    for (uint32_t i = 0; i < s->v->conflict.count; i++) {
        const lc_conflict_op *c = &s->v->conflict.at[i];
        const op *o = &h->ops[c->op];
        if (o->call >= length) return "the conflict has an operation that was called after the prefix";
        if (!c->pending && o->end >= length) return "the conflict has a return after the prefix";
        if (c->pending && c->instead) return "a pending operation could have returned something else";
    }
    const event *end = &s->conflict.events[s->conflict.event_count - 1];
    if (end->op != s->culprit || end->what == INVOKE) return "the conflict does not end where the prefix does";
    return NULL;
}

/* ---- it fails at that event, and nothing can be spared ---- */

/* A reduction leaves a correct history, or at least one that does not fail at the same event, where less is forgotten
 * of a shorter one. */
static bool leaves_another(void *context, const history *left) {
    const story *s = context;
    return holds(s, left) || (s->sharper && !holds_before_its_end(s, left));
}

static bool is_minimal(story *s, const history *conflict, int pinned, bool keep_returns) {
    return oracle_reductions(conflict, pinned, keep_returns, leaves_another, s);
}

/* Is there a pending operation that neither explains the others nor must be reckoned with, whichever returns are taken
 * away? */
static bool has_needless(story *s) {
    const history *c = &s->conflict;
    unsigned all = (1u << c->op_count) - 1;
    int number[MOST_OPS];
    for (int i = 0; i < c->op_count; i++) {
        if (c->ops[i].end != NEVER) continue;
        history left = oracle_part(c, all & ~(1u << i), 0, number);
        if (holds_before_its_end(s, &left) && is_minimal(s, &left, number[s->culprit], false)) return true;
    }
    return false;
}

static const char *conflict_fault(story *s) {
    const history *c = &s->conflict;
    bool pinned = s->culprit >= 0 && oracle_returned(c, &c->ops[s->culprit < 0 ? 0 : s->culprit]);
    if (holds(s, c)) return "the operations of the conflict alone do not fail";
    if (s->culprit >= 0 && !holds_before_its_end(s, c)) return "the operations of the conflict alone fail earlier";
    if (!s->v->minimal) return NULL;
    if (!is_minimal(s, c, pinned ? s->culprit : -1, s->v->pattern)) return "the conflict is called minimal, but can be reduced";
    if (pinned && has_needless(s)) return "the conflict has a pending operation that does not matter";
    return NULL;
}

/* ---- the sentence ---- */

static void print_call(char *text, size_t size, const history *h, const op *o) {
    FILE *out = fmemopen(text, size, "w");
    const char *object = h->objects[o->object].name;
    fprintf(out, "%s%s%s(", object ? object : "", object ? "." : "", oracle_method(h, o)->name);
    for (int i = 0; i < oracle_args(h, o); i++) {
        if (i) fputs(", ", out);
        oracle_print_value(out, o->args[i]);
    }
    fputc(')', out);
    fclose(out);
}

/* Does the sentence name the operation?  As `enq(1) by T1`, or `deq() → 1 by T1`. */
static bool is_named(const char *reason, const history *h, const op *o) {
    char call[200] = "", thread[20];
    print_call(call, sizeof call, h, o);
    snprintf(thread, sizeof thread, " by T%d", o->thread + 1);
    for (const char *at = reason; (at = strstr(at, call)); at++) {
        if (at > reason && at[-1] != ' ') continue;
        const char *by = strstr(at, " by T");
        if (by && !strncmp(by, thread, strlen(thread)) && (by[strlen(thread)] < '0' || by[strlen(thread)] > '9'))
            return true;
    }
    return false;
}

static bool alike(const history *h, const op *a, const op *b) {
    if (a->thread != b->thread || a->object != b->object || a->method != b->method) return false;
    for (int i = 0; i < oracle_args(h, a); i++)
        if (a->args[i] != b->args[i]) return false;
    return true;
}

static const char *reason_fault(const story *s) {
    const history *h = s->h;
    if (!s->v->reason) return "there is no reason";
    for (int i = 0; i < h->op_count; i++) {
        if (s->number[i] >= 0 || !is_named(s->v->reason, h, &h->ops[i])) continue;
        bool meant = false; /* another, of the conflict, that is called the same */
        for (int k = 0; k < h->op_count; k++) meant |= s->number[k] >= 0 && alike(h, &h->ops[i], &h->ops[k]);
        if (!meant) return "the sentence names an operation that is not in the conflict";
    }
    return NULL;
}

const char *oracle_coherence_fault(const history *h, const lc_violation *v, oracle_criterion *by, const void *context,
                                   bool sharper) {
    story s = {.h = h, .v = v, .holds = by, .context = context, .culprit = -1, .sharper = sharper};
    if (!oracle_conflict(h, v, &s.conflict, s.number))
        return "the conflict is empty, out of order, or not of this history";
    const char *fault = v->has_prefix ? time_fault(&s) : NULL;
    if (!fault) fault = conflict_fault(&s);
    return fault ? fault : reason_fault(&s);
}
