#include "subject.h"

#include <string.h>

static bool all_alike(const scenario *s) {
    for (int i = 1; i < MOST_OBJECTS && s->objects[i].model; i++)
        if (strcmp(s->objects[i].model, s->objects[0].model) != 0) return false;
    return true;
}

static lince_specs *specs_of(const scenario *s, const char *parameter) {
    lince_specs *specs = lince_specs_new();
    lince_error error = {0};
    bool done = specs;
    for (int i = 0; done && i < MOST_OBJECTS && s->objects[i].model; i++) {
        char text[128];
        /* Objects that are all alike need be specified only once. */
        if (s->objects[i].object && !all_alike(s))
            snprintf(text, sizeof text, "%s=%s%s", s->objects[i].object, s->objects[i].model, parameter);
        else snprintf(text, sizeof text, "%s%s", s->objects[i].model, parameter);
        if (i == 0 || !all_alike(s)) done = lince_specs_add(specs, text, &error) == LINCE_DONE;
    }
    if (done) return specs;
    fprintf(stderr, "%s: specification refused: %s\n", s->name, error.message);
    lince_specs_free(specs);
    return NULL;
}

lince_specs *oracle_lince_specs(const scenario *s) { return specs_of(s, ""); }

lince_specs *oracle_lince_specs_init(const scenario *s) {
    char parameter[64] = ":init=";
    size_t length = strlen(parameter);
    FILE *out = fmemopen(parameter + length, sizeof parameter - length, "w");
    if (!out) return NULL;
    oracle_print_value(out, s->init);
    fclose(out);
    return specs_of(s, parameter);
}

lince_value oracle_lince_value(lince_values *values, value v) {
    switch (v) {
    case NIL: return lince_symbol(values, "nil", 3);
    case TRUE: return lince_symbol(values, "true", 4);
    case FALSE: return lince_symbol(values, "false", 5);
    case EMPTY: return lince_symbol(values, "EMPTY", 5);
    case NONE: return lince_symbol(values, "NONE", 4);
    case CLOSED: return lince_symbol(values, "CLOSED", 6);
    }
    if (v < NOTHING) return lince_int(values, v);
    char letters[32];
    size_t at = sizeof letters;
    for (int rest = v - STRING; rest; rest /= 3) letters[--at] = rest % 3 == 1 ? 'a' : 'b';
    return lince_string(values, letters + at, sizeof letters - at);
}

lince_status oracle_feed(lince_history *to, const history *h, const event *e, const char *group, lince_error *error) {
    const op *o = &h->ops[e->op];
    lince_values *values = lince_history_values(to);
    lince_value args[3], returned[2];
    value results[2];
    int count;
    char thread[32];
    snprintf(thread, sizeof thread, "%sT%d", group, o->thread + 1);
    switch (e->what) {
    case INVOKE:
        for (int i = 0; i < oracle_args(h, o); i++) args[i] = oracle_lince_value(values, o->args[i]);
        return lince_invoke(to, thread, h->objects[o->object].name, oracle_method(h, o)->name, args,
                            (size_t)oracle_args(h, o), error);
    case RETURN:
        count = oracle_results(o->result, results);
        for (int i = 0; i < count; i++) returned[i] = oracle_lince_value(values, results[i]);
        return lince_return(to, thread, returned, (size_t)count, error);
    case CRASH: return lince_crash(to, thread, error);
    default: return lince_fail(to, thread, error);
    }
}

lince_history *oracle_lince_history(const history *h) {
    lince_history *to = lince_history_new();
    lince_error error = {0};
    for (int i = 0; to && i < h->event_count; i++)
        if (oracle_feed(to, h, &h->events[i], "", &error) != LINCE_DONE) {
            fprintf(stderr, "event %d of the history refused: %s\n", i + 1, error.message);
            lince_history_free(to);
            return NULL;
        }
    return to;
}
