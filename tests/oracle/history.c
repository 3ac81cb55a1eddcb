/* Building, cutting and printing the oracle's histories. */
#include <assert.h>
#include <string.h>

#include "oracle.h"

const model_method *oracle_method(const history *h, const op *o) {
    return &h->objects[o->object].model->methods[o->method];
}

int oracle_args(const history *h, const op *o) { return (int)strlen(oracle_method(h, o)->takes); }

bool oracle_returned(const history *h, const op *o) { return o->end != NEVER && h->events[o->end].what == RETURN; }

bool oracle_failed(const history *h, const op *o) { return o->end != NEVER && h->events[o->end].what == FAIL; }

int oracle_invoke(history *h, int thread, int object, int method, const value *args) {
    assert(h->op_count < MOST_OPS && h->event_count < MOST_EVENTS);
    op *o = &h->ops[h->op_count];
    *o = (op){.thread = thread, .object = object, .method = method, .result = NOTHING, .end = NEVER};
    for (int i = 0; i < oracle_args(h, o); i++) o->args[i] = args[i];
    o->call = h->times[h->event_count] = h->event_count;
    h->events[h->event_count++] = (event){h->op_count, INVOKE};
    return h->op_count++;
}

void oracle_end(history *h, int number, what how, value result) {
    assert(h->event_count < MOST_EVENTS && h->ops[number].end == NEVER && how != INVOKE);
    h->ops[number].end = h->times[h->event_count] = h->event_count;
    h->ops[number].result = how == RETURN ? result : NOTHING;
    h->events[h->event_count++] = (event){number, how};
}

void oracle_renumber(history *h) {
    history old = *h;
    int number[MOST_OPS], count = 0;
    for (int i = 0; i < h->event_count; i++) {
        event *e = &h->events[i];
        if (e->what == INVOKE) {
            number[e->op] = count;
            h->ops[count] = old.ops[e->op];
            h->ops[count].call = i;
            h->ops[count++].end = NEVER;
        } else {
            h->ops[number[e->op]].end = i;
        }
        e->op = number[e->op];
    }
    assert(count == h->op_count);
}

/* The events for which `stays` is set, of the operations in `keep`, renumbered. */
static history select_events(const history *h, unsigned keep, const bool *stays, int *number) {
    history part = *h;
    part.op_count = part.event_count = 0;
    for (int i = 0; i < h->op_count; i++) {
        number[i] = part.op_count;
        if (keep & 1u << i) part.ops[part.op_count++] = h->ops[i];
    }
    for (int i = 0; i < h->event_count; i++)
        if (stays[i] && keep & 1u << h->events[i].op) {
            part.times[part.event_count] = h->times[i];
            part.events[part.event_count++] = (event){number[h->events[i].op], h->events[i].what};
        }
    oracle_renumber(&part);
    return part;
}

history oracle_prefix(const history *h, int events) {
    bool stays[MOST_EVENTS];
    unsigned keep = 0;
    int number[MOST_OPS];
    for (int i = 0; i < h->event_count; i++) stays[i] = i < events;
    for (int i = 0; i < h->op_count; i++)
        if (h->ops[i].call < events && !(oracle_failed(h, &h->ops[i]) && h->ops[i].end < events)) keep |= 1u << i;
    return select_events(h, keep, stays, number);
}

history oracle_part(const history *h, unsigned keep, unsigned forget, int *number) {
    bool stays[MOST_EVENTS];
    for (int i = 0; i < h->event_count; i++)
        stays[i] = h->events[i].what == INVOKE || !(forget & 1u << h->events[i].op);
    return select_events(h, keep, stays, number);
}

/* Printing. */

static int letters(value string) {
    int count = 0;
    for (int rest = string - STRING; rest; rest /= 3) count++;
    return count;
}

value oracle_concat(value a, value b) {
    int left = a - STRING;
    for (int i = letters(b); i > 0; i--) left *= 3;
    return STRING + left + (b - STRING);
}

static void print_letters(FILE *out, int digits) {
    if (!digits) return;
    print_letters(out, digits / 3);
    fputc(digits % 3 == 1 ? 'a' : 'b', out);
}

int oracle_results(value v, value results[2]) {
    results[0] = v;
    if (v < PAIR || v >= STRING) return v != NOTHING;
    results[0] = (v - PAIR) / 100;
    results[1] = (v - PAIR) % 100;
    return 2;
}

void oracle_print_value(FILE *out, value v) {
    static const char *const symbols[] = {"", "nil", "true", "false", "EMPTY", "NONE", "CLOSED"};
    if (v >= STRING) {
        fputc('"', out);
        print_letters(out, v - STRING);
        fputc('"', out);
    } else if (v >= NOTHING) {
        fputs(symbols[v - NOTHING], out);
    } else {
        fprintf(out, "%d", v);
    }
}

static void print_call(FILE *out, const history *h, const op *o) {
    const char *object = h->objects[o->object].name;
    fprintf(out, "%s%s%s(", object ? object : "", object ? "." : "", oracle_method(h, o)->name);
    for (int i = 0; i < oracle_args(h, o); i++) {
        fputs(i ? ", " : "", out);
        oracle_print_value(out, o->args[i]);
    }
    fputs(")\n", out);
}

void oracle_print_history(FILE *out, const history *h) {
    for (int i = 0; i < h->object_count; i++)
        fprintf(out, "spec %s%s%s\n", h->objects[i].name ? h->objects[i].name : "", h->objects[i].name ? "=" : "",
                h->objects[i].model->name);
    if (h->init != NIL) {
        fputs("# to be checked with --init ", out);
        oracle_print_value(out, h->init);
        fputc('\n', out);
    }
    for (int i = 0; i < h->event_count; i++) {
        static const char *const words[] = {"invoke ", "return", "crash", "fail"};
        const op *o = &h->ops[h->events[i].op];
        fprintf(out, "T%d %s", o->thread + 1, words[h->events[i].what]);
        if (h->events[i].what == INVOKE) {
            print_call(out, h, o);
            continue;
        }
        value results[2];
        int count = h->events[i].what == RETURN ? oracle_results(o->result, results) : 0;
        for (int k = 0; k < count; k++) {
            fputc(' ', out);
            oracle_print_value(out, results[k]);
        }
        fputc('\n', out);
    }
}
