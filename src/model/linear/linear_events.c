/* Which events of a model are calls, returns and points of an object's operations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/order.h"
#include "base/spelling.h"
#include "model/linear/linear_parts.h"

/* ---- names ---- */

static const char CALLS[] = "_inv", RESPONDS[] = "_res", TAKES_EFFECT[] = "_lin";

/* The length of the name before the suffix; 0: it has another. */
static size_t length_before(const char *name, const char *suffix) {
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && !strcmp(name + length - tail, suffix) ? length - tail : 0;
}

static lcm_word *find_word(lcm_linear *l, const char *name, size_t length) {
    for (uint32_t i = 0; i < l->words.count; i++)
        if (strlen(l->words.at[i].name) == length && !memcmp(l->words.at[i].name, name, length)) return &l->words.at[i];
    return NULL;
}

static uint32_t name_with(lcm_linear *l, const char *name, const char *suffix) {
    lince_text text = {0};
    lc_text_printf(&text, "%s%s", name, suffix);
    uint32_t number = text.cut ? LC_NOT_INTERNED : lcm_alphabet_name(l->lts.alphabet, lc_text(&text));
    lc_text_free(&text);
    return number;
}

static lince_status add_word(lcm_linear *l, const char *name, size_t length, uint32_t row) {
    if (find_word(l, name, length)) return LINCE_DONE;
    lcm_word w = {.name = strndup(name, length), .row = row, .point = LC_NOT_INTERNED};
    if (!w.name) return LINCE_OUT_OF_MEMORY;
    w.call = name_with(l, w.name, CALLS);
    w.response = name_with(l, w.name, RESPONDS);
    if (w.call == LC_NOT_INTERNED || w.response == LC_NOT_INTERNED || !lc_push(l->budget, &l->words, w)) {
        free(w.name);
        return LINCE_OUT_OF_MEMORY;
    }
    return LINCE_DONE;
}

static bool has_operation(const lcm_object *o, const char *name, size_t length) {
    for (uint32_t i = 0; i < o->operation_count; i++)
        if (strlen(o->operations[i].name) == length && !memcmp(o->operations[i].name, name, length)) return true;
    return false;
}

/* A built-in operation, or a specification that cannot be parsed, for which another check reports the error. */
static bool may_have_operation(const char *specification, const char *name, size_t length) {
    lc_instance instance = {0};
    lince_error ignored = {0};
    if (lc_instance_parse(&instance, specification, NULL, 0, &ignored) != LINCE_DONE) return true;
    bool has = lc_spec_method(instance.spec, name, length) != LC_NO_METHOD;
    lc_instance_free(&instance);
    return has;
}

/* Is this name an operation, just of something else that the model speaks of? */
static bool is_of_another(const lcm_linear *l, const char *name, size_t length) {
    const lcm_model *m = l->model;
    for (uint32_t i = 0; i < m->objects.count; i++)
        if (has_operation(&m->objects.at[i], name, length)) return true;
    for (uint32_t i = 0; i < m->assertions.count; i++) {
        const char *other = m->assertions.at[i].specification;
        bool declared = false;
        for (uint32_t k = 0; other && k < m->objects.count; k++) declared |= !strcmp(m->objects.at[k].name, other);
        if (other && !declared && may_have_operation(other, name, length)) return true;
    }
    return false;
}

static lince_status no_such_operation(const lcm_linear *l, const char *event, size_t length, lince_error *error) {
    const lince_spec *spec = l->instance->spec;
    char *name = strndup(event, length);
    if (!name) return LINCE_OUT_OF_MEMORY;
    lc_nearest nearest = {.word = name};
    for (uint32_t i = 0; i < spec->method_count; i++) lc_nearest_offer(&nearest, spec->methods[i].name);
    lince_status status =
        lc_fail_at(error, l->model->file, l->assertion->place.line, "%s has no operation %s, which %s calls%s%s%s",
                   l->instance->name, name, event, nearest.best ? ": did you mean " : "",
                   nearest.best ? nearest.best : "", nearest.best ? "?" : "");
    free(name);
    return status;
}

static lince_status add_words(lcm_linear *l, lince_error *error) {
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < l->model->event_names.count && status == LINCE_DONE; i++) {
        const char *event = l->model->event_names.at[i];
        size_t length = length_before(event, CALLS);
        if (!length) length = length_before(event, RESPONDS);
        if (!length) continue;
        uint32_t row = lc_spec_method(l->instance->spec, event, length);
        if (row != LC_NO_METHOD) status = add_word(l, event, length, row);
        else if (length_before(event, CALLS) && !is_of_another(l, event, length))
            status = no_such_operation(l, event, length, error);
    }
    return status;
}

/* ---- points ---- */

static lince_status add_point(lcm_linear *l, const lcm_point *p, lince_error *error) {
    const char *event = l->model->event_names.at[p->event], *operation = p->operation;
    size_t length = operation ? strlen(operation) : length_before(event, TAKES_EFFECT);
    if (!operation) operation = event;
    if (!length)
        return lc_fail_at(error, l->model->file, p->place.line,
                          "whose point is %s?  Call it OP_lin, or write `%s = OP` for an operation OP", event, event);
    uint32_t row = lc_spec_method(l->instance->spec, operation, length);
    bool found = false;
    for (uint32_t i = 0; i < l->words.count; i++) {
        lcm_word *w = &l->words.at[i];
        if (w->row != row) {
            if (w->point == lcm_alphabet_name(l->lts.alphabet, event))
                return lc_fail_at(error, l->model->file, p->place.line,
                                  "%s is the point of %s and of another operation: use an event for each", event,
                                  w->name);
            continue;
        }
        if (w->point != LC_NOT_INTERNED)
            return lc_fail_at(error, l->model->file, p->place.line, "%s has two events as its point: give one",
                              w->name);
        w->point = lcm_alphabet_name(l->lts.alphabet, event);
        found = true;
    }
    if (found) return LINCE_DONE;
    return lc_fail_at(error, l->model->file, p->place.line,
                      "%.*s, whose point is to be %s, is no operation that is called", (int)length, operation, event);
}

/* ---- how they are used ---- */

typedef struct survey {
    lcm_linear *linear;
    bool *visited; /* definitions */
    uint32_t calls;
    lince_status status;
    lince_error *error;
} survey;

static bool within(uint32_t count, uint32_t least, uint32_t most) { return count >= least && count <= most; }

/* Behind the process: nothing, or arguments and results. */
static bool fits_point(const lince_method *m, uint32_t count) {
    return count == 0 || within(count, m->args_min + m->results_min, m->args_max + m->results_max);
}

static void misfit(survey *s, const lcm_word *w, const lcm_event *e, lcm_event_role role) {
    const lcm_linear *l = s->linear;
    const lince_method *m = &l->instance->spec->methods[w->row];
    uint32_t least = role == LCM_CALL ? m->args_min : m->results_min,
             most = role == LCM_CALL ? m->args_max : m->results_max;
    const char *name = l->model->event_names.at[e->name];
    if (role == LCM_POINT)
        s->status = lc_fail_at(s->error, l->model->file, e->place.line,
                               "%s has %u value%s: a point has the process, and behind it all arguments and results of "
                               "%s, or nothing, and always the same",
                               name, e->count, e->count == 1 ? "" : "s", w->name);
    else
        s->status =
            lc_fail_at(s->error, l->model->file, e->place.line,
                       "%s has %u value%s: it needs the process and behind it %u%s %s of %s of %s", name, e->count,
                       e->count == 1 ? "" : "s", most, most > least ? " or fewer" : "",
                       role == LCM_CALL ? (most == 1 ? "argument" : "arguments") : (most == 1 ? "result" : "results"),
                       w->name, l->instance->name);
}

static void look_at_event(survey *s, const lcm_event *e) {
    lcm_linear *l = s->linear;
    uint32_t name = lcm_alphabet_name(l->lts.alphabet, l->model->event_names.at[e->name]);
    for (uint32_t i = 0; i < l->words.count && s->status == LINCE_DONE; i++) {
        lcm_word *w = &l->words.at[i];
        const lince_method *m = &l->instance->spec->methods[w->row];
        lcm_event_role role = name == w->call ? LCM_CALL : name == w->response ? LCM_RESPONSE : LCM_OTHER_EVENT;
        if (name == w->point && l->points) role = LCM_POINT;
        if (role == LCM_OTHER_EVENT) continue;
        bool with, without;
        if (role == LCM_POINT) {
            with = e->count && fits_point(m, e->count - 1);
            without = fits_point(m, e->count);
            if (!w->at_point) w->at_point = e;
            if (w->at_point->count != e->count) with = without = false;
        } else {
            uint32_t least = role == LCM_CALL ? m->args_min : m->results_min;
            uint32_t most = role == LCM_CALL ? m->args_max : m->results_max;
            with = e->count && within(e->count - 1, least, most);
            without = within(e->count, least, most);
            s->calls += role == LCM_CALL;
            w->returns |= role == LCM_RESPONSE;
        }
        if (!with && !without) misfit(s, w, e, role);
        if (with && !without) w->seen_with = e;
        if (without && !with) w->seen_without = e;
    }
}

static void look_at(survey *s, const lcm_process *p) {
    if (!p || s->status != LINCE_DONE) return;
    if (p->kind == LCM_P_PREFIX) look_at_event(s, &p->event);
    if (p->kind == LCM_P_REFERENCE && !s->visited[p->index]) {
        s->visited[p->index] = true;
        look_at(s, s->linear->model->definitions.at[p->index].body);
    }
    for (uint32_t i = 0; i < p->count; i++) look_at(s, p->of[i]);
}

static lince_status decide_processes(lcm_linear *l, lince_error *error) {
    for (uint32_t i = 0; i < l->words.count; i++) {
        lcm_word *w = &l->words.at[i];
        if (w->seen_with && w->seen_without) {
            const lcm_event *later =
                w->seen_with->place.line > w->seen_without->place.line ? w->seen_with : w->seen_without;
            bool with = later == w->seen_with;
            const char *name = l->model->event_names.at[later->name];
            if (with)
                return lc_fail_at(error, l->model->file, later->place.line,
                                  "%s has the process behind its name, but in line %u there is none: name it in all "
                                  "events of %s, or in none",
                                  name, w->seen_without->place.line, w->name);
            return lc_fail_at(
                error, l->model->file, later->place.line,
                "%s has no process behind its name, only %s of %s of %s, but in line %u there is one: name "
                "it in all events of %s, or in none",
                name, length_before(name, CALLS) ? "the arguments" : "the results", w->name, l->instance->name,
                w->seen_with->place.line, w->name);
        }
        w->with_process = !w->seen_without;
        w->point_is_bare = w->at_point && w->at_point->count == w->with_process;
    }
    return LINCE_DONE;
}

static void mark_seen(lcm_linear *l) {
    for (uint32_t i = 0; i < l->model->event_names.count; i++) {
        uint32_t name = lcm_alphabet_name(l->lts.alphabet, l->model->event_names.at[i]);
        for (uint32_t k = 0; k < l->words.count; k++) {
            const lcm_word *w = &l->words.at[k];
            bool seen = name == w->call || name == w->response || (l->points && name == w->point);
            l->seen[i] |= seen;
            l->returns[i] |= name == w->response;
            if (seen) l->owners[i] = w->with_process ? LCM_NUMBERED : k;
        }
    }
}

lince_status lcm_linear_find_words(lcm_linear *l, lince_error *error) {
    const lcm_model *m = l->model;
    lince_status status = add_words(l, error);
    for (uint32_t i = 0; l->points && i < l->assertion->point_count && status == LINCE_DONE; i++)
        status = add_point(l, &l->assertion->points[i], error);
    if (status != LINCE_DONE) return status;
    survey s = {.linear = l, .visited = calloc(m->definitions.count + 1, sizeof(bool)), .error = error};
    l->seen = calloc(m->event_names.count + 1, sizeof *l->seen);
    l->returns = calloc(m->event_names.count + 1, sizeof *l->returns);
    l->owners = calloc(m->event_names.count + 1, sizeof *l->owners);
    if (s.visited && l->seen && l->returns && l->owners) look_at(&s, l->assertion->process);
    else s.status = LINCE_OUT_OF_MEMORY;
    free(s.visited);
    if (s.status != LINCE_DONE) return s.status;
    if (!s.calls) {
        const lince_method *first = &l->instance->spec->methods[0];
        return lc_fail_at(error, m->file, l->assertion->place.line,
                          "this process calls no operation of %s: calls are events such as %s%s.p%s, for process p",
                          l->instance->name, first->name, CALLS, first->args_max ? ".v" : "");
    }
    status = decide_processes(l, error);
    if (status == LINCE_DONE) mark_seen(l);
    return status;
}

bool lcm_linear_lacks_return(const lcm_linear *l, const lcm_word *w, char *name, size_t room, const char **meant) {
    if (w->returns) return false;
    snprintf(name, room, "%s%s", w->name, RESPONDS);
    lc_nearest near = {.word = name};
    for (uint32_t i = 0; i < l->model->event_names.count; i++)
        if (!l->seen[i]) lc_nearest_offer(&near, l->model->event_names.at[i]);
    *meant = near.best;
    return true;
}

void lcm_linear_free_words(lcm_linear *l) {
    for (uint32_t i = 0; i < l->words.count; i++) free(l->words.at[i].name);
    lc_vec_free(l->budget, &l->words);
    free(l->seen);
    free(l->returns);
    free(l->owners);
}

/* ---- labels ---- */

lcm_event_meaning lcm_linear_meaning(const lcm_linear *l, lcm_label label) {
    lcm_event_meaning m = {0};
    uint32_t name;
    int32_t numbers[LCM_LABEL_MAX];
    if (label <= LCM_TICK) return m;
    uint32_t count = lcm_label_parts(l->lts.alphabet, label, &name, numbers);
    for (uint32_t i = 0; i < l->words.count && m.role == LCM_OTHER_EVENT; i++) {
        const lcm_word *w = &l->words.at[i];
        m.role = name == w->call                 ? LCM_CALL
                 : name == w->response           ? LCM_RESPONSE
                 : l->points && name == w->point ? LCM_POINT
                                                 : LCM_OTHER_EVENT;
        m.word = w;
    }
    if (m.role == LCM_OTHER_EVENT || count < m.word->with_process) return (lcm_event_meaning){0};
    if (m.word->with_process) m.process = numbers[0];
    m.count = count - m.word->with_process;
    memcpy(m.numbers, numbers + m.word->with_process, m.count * sizeof *numbers);
    return m;
}

int lcm_compare_lanes(const lcm_event_meaning *a, const lcm_event_meaning *b) {
    if (a->word->with_process != b->word->with_process) return a->word->with_process ? -1 : 1;
    if (a->word->with_process) return LC_ORDER(a->process, b->process);
    return LC_ORDER(a->word->row, b->word->row);
}

static lcm_label make_label(lcm_linear *l, uint32_t name, const lcm_event_meaning *call, bool arguments,
                            const int32_t *results, uint32_t count) {
    int32_t numbers[1 + LINCE_ARGS_MAX + LINCE_RESULTS_MAX];
    uint32_t used = 0;
    if (call->word->with_process) numbers[used++] = call->process;
    for (uint32_t i = 0; arguments && i < call->count; i++) numbers[used++] = call->numbers[i];
    for (uint32_t i = 0; i < count; i++) numbers[used++] = results[i];
    if (used > LCM_LABEL_MAX) {
        lcm_linear_fail(l, "events of %s have more than %d values", call->word->name, LCM_LABEL_MAX);
        return LCM_NO_LABEL;
    }
    return lcm_alphabet_label(l->lts.alphabet, name, numbers, used);
}

lcm_label lcm_linear_response(lcm_linear *l, const lcm_event_meaning *call, const int32_t *results, uint32_t count) {
    return make_label(l, call->word->response, call, false, results, count);
}

lcm_label lcm_linear_point(lcm_linear *l, const lcm_event_meaning *call, const int32_t *results, uint32_t count) {
    bool bare = call->word->point_is_bare;
    return make_label(l, call->word->point, call, !bare, results, bare ? 0 : count);
}
