/* The deciders for registers, sets, locks, counters and semaphores against the search, on random small histories.
 *
 *     check_poly_simple [HISTORIES [FIRST]]
 *
 * A history comes from a simulated object whose operations take effect some time between call and return; some objects
 * lie now and then.  Each is judged as it is, and again with events cut off, returns taken away and operations left
 * out. What holds must come with an order that the specification allows, what is violated with a core that is violated.
 */
#include <lince/lince.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/poly/poly.h"
#include "spec/specs.h"
#include "tap.h"

enum { MOST_OPS = 60, FEW_OPS = 10, MOST_EVENTS = 2 * MOST_OPS, MOST_THREADS = 4 };

static uint64_t random_state;

static unsigned below(unsigned n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((random_state >> 33) % n);
}
static bool chance(unsigned percent) { return below(100) < percent; }

static void must(lince_status status) {
    if (status != LINCE_DONE) abort();
}

/* ---- simulated objects ---- */

typedef struct call {
    const char *method;
    lince_value args[2];
    unsigned argc;
    lince_value result; /* or LINCE_NO_VALUE */
} call;

typedef struct thing {
    lince_values *values;
    int64_t number;       /* the state of most */
    lince_value value[2]; /* of a register, or the keys of a map */
    int64_t way;          /* of a counter: 0 is both */
    int64_t fresh;        /* the last value written */
    bool repeats, odd;
} thing;

typedef struct subject {
    const char *name, *spec;
    bool by_key;
    void (*draw)(thing *, call *);
    bool (*act)(thing *, call *); /* false: not now */
    lince_value (*lie)(thing *);
    unsigned decided; /* of a hundred histories: at least so many */
} subject;

static lince_value number(thing *o, int64_t n) { return lince_int(o->values, n); }
static lince_value any_number(thing *o) {
    return chance(2) ? LINCE_NIL : number(o, (int64_t)below(5) * (o->way ? o->way : 1));
}
static lince_value any_bool(thing *o) { return o->odd && chance(5) ? LINCE_NIL : lince_bool(chance(50)); }

static void draw_register(thing *o, call *c) {
    *c = (call){.method = "read"};
    if (chance(50)) return;
    bool again = o->repeats && chance(30);
    *c = (call){.method = "write", .argc = 1};
    c->args[0] = again && chance(30) ? LINCE_NIL : number(o, again ? 1 + below(3) : ++o->fresh);
}
static void draw_cas_register(thing *o, call *c) {
    draw_register(o, c);
    if (o->repeats && chance(5)) *c = (call){.method = "cas", .argc = 2, .args = {number(o, 1), number(o, 2)}};
}
static bool act_register(thing *o, call *c) {
    if (!strcmp(c->method, "read")) c->result = o->value[0];
    else if (c->argc == 1) o->value[0] = c->args[0];
    else {
        c->result = lince_bool(o->value[0] == c->args[0]);
        if (c->result == LINCE_TRUE) o->value[0] = c->args[1];
    }
    return true;
}
static lince_value lie_register(thing *o) {
    return chance(20) ? LINCE_NIL : number(o, 1 + below((unsigned)o->fresh + 2));
}

static void draw_map(thing *o, call *c) {
    draw_register(o, c);
    c->args[1] = c->args[0];
    c->args[0] = number(o, o->repeats && chance(50));
    c->method = c->argc++ ? "put" : "get";
}
static bool act_map(thing *o, call *c) {
    lince_value *v = &o->value[c->args[0] == number(o, 1)];
    if (c->argc == 1) c->result = *v;
    else *v = c->args[1];
    return true;
}

static void draw_set(thing *o, call *c) {
    static const char *const methods[] = {"add", "remove", "contains"};
    *c = (call){.method = methods[below(3)], .argc = 1, .args = {number(o, below(o->repeats ? 2 : 1))}};
}
static bool act_set(thing *o, call *c) {
    bool adds = !strcmp(c->method, "add"), looks = !strcmp(c->method, "contains");
    int64_t bit = c->args[0] == number(o, 1) ? 2 : 1, in = o->number & bit;
    c->result = lince_bool(looks || !adds ? in : !in);
    if (!looks) o->number = adds ? o->number | bit : o->number & ~bit;
    return true;
}

static void draw_mutex(thing *o, call *c) {
    static const char *const methods[] = {"lock", "trylock", "unlock"};
    (void)o;
    *c = (call){.method = methods[below(3)]};
}
static bool act_mutex(thing *o, call *c) {
    bool lies = o->odd && chance(10);
    if (c->method[0] == 't') {
        c->result = lince_bool(!o->number);
    } else if (o->number != (c->method[0] == 'u') && !lies) {
        return false;
    }
    o->number = c->method[0] != 'u';
    return true;
}

static void draw_counter(thing *o, call *c) {
    int64_t way = o->way ? o->way : chance(50) ? 1 : -1;
    switch (below(4)) {
    case 0: *c = (call){.method = way > 0 ? "inc" : "dec"}; break;
    case 1: *c = (call){.method = "add", .argc = 1, .args = {number(o, way)}}; break;
    case 2: *c = (call){.method = "fetch_add", .argc = 1, .args = {number(o, way)}}; break;
    default: *c = (call){.method = "get"};
    }
}
static bool act_counter(thing *o, call *c) {
    int64_t n = c->method[0] == 'd' ? -1 : 1;
    if (c->argc) lince_get_int(o->values, c->args[0], &n);
    if (c->method[0] == 'g' || c->method[0] == 'f') c->result = number(o, o->number);
    if (c->method[0] != 'g' && !(o->odd && chance(5))) o->number += n;
    return true;
}

static void draw_semaphore(thing *o, call *c) {
    static const char *const methods[] = {"wait", "post", "wait", "post", "trywait"};
    (void)o;
    *c = (call){.method = methods[below(5)]};
}
static bool act_semaphore(thing *o, call *c) {
    bool lies = o->odd && chance(25);
    if (c->method[0] == 'p') {
        o->number++;
        return true;
    }
    if (c->method[0] == 't') c->result = lince_bool(o->number > -1);
    else if (o->number < 0 && !lies) return false;
    if (o->number >= 0 || lies) o->number--;
    return true;
}

static const subject subjects[] = {
    {"a register", "register", true, draw_register, act_register, lie_register, 60},
    {"a register with cas", "cas-register", true, draw_cas_register, act_register, lie_register, 60},
    {"keys of a map", "map", true, draw_map, act_map, lie_register, 60},
    {"a map that is not split", "map", false, draw_map, act_map, lie_register, 60},
    {"keys of a set", "set", true, draw_set, act_set, any_bool, 100},
    {"a set that is not split", "set", false, draw_set, act_set, any_bool, 50},
    {"a lock", "mutex", true, draw_mutex, act_mutex, any_bool, 100},
    {"a counter", "counter", true, draw_counter, act_counter, any_number, 60},
    {"a semaphore", "semaphore:n=1", true, draw_semaphore, act_semaphore, any_bool, 60},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static void simulate(const subject *s, lince_history *h, lince_value init) {
    static const char *const names[MOST_THREADS] = {"T1", "T2", "T3", "T4"};
    enum { IDLE, CALLED, DONE } at[MOST_THREADS] = {IDLE};
    call calls[MOST_THREADS];
    thing o = {.values = lince_history_values(h), .value = {init, init}};
    lince_error error;
    o.repeats = chance(30);
    o.odd = chance(75);
    o.way = (int64_t)below(5) / 2 - 1 ? 1 : chance(50) ? -1 : 0;
    unsigned threads = 2 + below(MOST_THREADS - 1), left = 1 + below(chance(90) ? FEW_OPS : MOST_OPS),
             lies = o.odd ? 10 + below(40) : 0;
    for (int round = 0; round < 8 * MOST_OPS; round++) {
        unsigned t = below(threads);
        call *c = &calls[t];
        if (at[t] == IDLE && left) {
            s->draw(&o, c);
            must(lince_invoke(h, names[t], NULL, c->method, c->args, c->argc, &error));
            at[t] = CALLED;
            left--;
        } else if (at[t] == CALLED && s->act(&o, c)) {
            at[t] = DONE;
        } else if (at[t] == DONE || (at[t] == CALLED && chance(4))) {
            if (c->result && chance(lies)) c->result = s->lie(&o);
            if (at[t] == CALLED || chance(6)) must(lince_crash(h, names[t], &error));
            else must(lince_return(h, names[t], &c->result, c->result != LINCE_NO_VALUE, &error));
            at[t] = IDLE;
        }
    }
}

/* ---- judging ---- */

typedef struct trial {
    lc_binding binding;
    lc_budget budget;
    lc_search search;
    lc_poly poly;
    char state[256];
    size_t size;
    bool moved;
} trial;

typedef struct tally {
    unsigned judged, decided, violated, wrong;
} tally;

static void take_state(void *context, const void *state, size_t size, const lince_results *results) {
    trial *t = context;
    (void)results;
    if (size > sizeof t->state) abort();
    if (size) memcpy(t->state, state, size);
    t->size = size;
    t->moved = true;
}

static uint32_t place_of(const lc_part *part, uint32_t op, lc_event_kind kind) {
    for (uint32_t i = 0; i < part->event_count; i++)
        if (part->events[i] == lc_make_event(op, kind)) return i;
    return LC_NEVER;
}

/* Is the order one of operations of the part, each once, all that returned among them, and in the order of time? */
static const char *order_fault(const trial *t, const lc_part *part) {
    const uint32_t *order = t->poly.order.at;
    uint32_t returned = 0;
    for (uint32_t i = 0; i < t->poly.order.count; i++) {
        if (place_of(part, order[i], LC_INVOKE) == LC_NEVER) return "a stranger in the order";
        returned += place_of(part, order[i], LC_RETURN) != LC_NEVER;
        for (uint32_t j = 0; j < i; j++) {
            if (order[i] == order[j]) return "an operation twice in the order";
            if (place_of(part, order[i], LC_RETURN) < place_of(part, order[j], LC_INVOKE)) return "against real time";
        }
    }
    for (uint32_t i = 0; i < part->event_count; i++)
        if (lc_event_what(part->events[i]) == LC_RETURN) returned--;
    return returned ? "an operation that returned is missing" : NULL;
}

/* Does the specification allow it? */
static const char *replay_fault(trial *t, const lc_part *part) {
    lc_binding *b = &t->binding;
    lc_runner runner;
    lc_runner_init(&runner, b->objects.at[part->object].instance, &b->values, b->init);
    t->moved = false;
    lc_run_init(&runner, take_state, t);
    for (uint32_t i = 0; i < t->poly.order.count && t->moved; i++) {
        uint32_t op = t->poly.order.at[i], label = lc_label_op(b, op);
        if (place_of(part, op, LC_RETURN) == LC_NEVER) label = lc_pending_label(b, label);
        lc_call c;
        lc_label_call(&b->labels.at[label], &c);
        _Alignas(max_align_t) char state[sizeof t->state];
        memcpy(state, t->state, sizeof state);
        t->moved = false;
        lc_run_next(&runner, state, t->size, &c.call, 1, take_state, t);
    }
    lc_runner_free(&runner);
    return t->moved ? NULL : "the specification does not allow the order";
}

static const char *core_fault(trial *t, const lc_part *part) {
    lc_event events[MOST_EVENTS];
    lc_part core = *part;
    uint32_t members = 0;
    core.events = events;
    core.event_count = 0;
    if (!t->poly.reason.length) return "no reason";
    for (uint32_t i = 0; i < part->event_count; i++)
        for (uint32_t j = 0; j < t->poly.core.count; j++)
            if (t->poly.core.at[j] == lc_event_op(part->events[i])) {
                events[core.event_count++] = part->events[i];
                members += lc_event_what(part->events[i]) == LC_INVOKE;
            }
    if (members != t->poly.core.count) return "the core is not a set of operations of the part";
    return lc_linearize(&t->search, &core) == LC_VIOLATED ? NULL : "the core alone is not violated";
}

static void show(const trial *t, const lc_part *part, const char *fault) {
    printf("# %s: %s\n", fault, lc_text(&t->poly.reason));
    for (uint32_t i = 0; i < part->event_count; i++) {
        const lc_op *op = &t->binding.history->ops.at[lc_event_op(part->events[i])];
        lince_text line = {0};
        if (lc_event_what(part->events[i]) == LC_INVOKE) lc_op_print(&line, t->binding.history, op);
        else lc_op_print_results(&line, t->binding.history, op);
        printf("#   %.*s %s %s\n", (int)lc_thread_name(t->binding.history, op).length,
               lc_thread_name(t->binding.history, op).at,
               lc_event_what(part->events[i]) == LC_INVOKE ? "calls" : "returns", lc_text(&line));
        lc_text_free(&line);
    }
}

/* With too little memory the answer may be that, never another one. */
static const char *poor_fault(trial *t, const lc_part *part, lc_outcome expected) {
    lc_budget budget;
    lc_budget_init(&budget, 1 + below(1000));
    lc_poly poor;
    lc_poly_init(&poor, &t->binding, &(lc_limits){0}, &budget);
    lc_outcome outcome = lc_poly_decide(&poor, part);
    bool wrong = outcome == LC_HALTED ? poor.halt != LC_NO_MEMORY : outcome != expected;
    lc_poly_free(&poor);
    return wrong ? "another answer with less memory" : NULL;
}

static const char *fault_of(trial *t, const lc_part *part, lc_outcome poly) {
    const char *fault = poor_fault(t, part, poly);
    if (fault || poly == LC_UNDECIDED) return fault;
    if (lc_linearize(&t->search, part) != poly) return poly == LC_HOLDS ? "wrongly holds" : "wrongly violated";
    if (poly == LC_VIOLATED) return core_fault(t, part);
    fault = order_fault(t, part);
    return fault ? fault : replay_fault(t, part);
}

static void judge(trial *t, const lc_part *part, tally *sum) {
    lc_outcome poly = lc_poly_decide(&t->poly, part);
    sum->judged++;
    sum->decided += poly != LC_UNDECIDED;
    sum->violated += poly == LC_VIOLATED;
    const char *fault = fault_of(t, part, poly);
    if (fault && sum->wrong++ < 3) show(t, part, fault);
}

/* The part with some events cut off, some returns taken away, some operations left out. */
static void judge_less(trial *t, const lc_part *part, tally *sum) {
    lc_event events[MOST_EVENTS];
    lc_part less = *part;
    uint64_t gone = 0, pending = 0; /* bit sets */
    for (unsigned i = 0; i < MOST_OPS; i++) {
        gone |= (uint64_t)chance(15) << i;
        pending |= (uint64_t)chance(15) << i;
    }
    uint32_t cut = 1 + below(part->event_count);
    less.events = events;
    less.event_count = 0;
    for (uint32_t i = 0; i < cut; i++) {
        uint64_t bit = (uint64_t)1 << lc_event_op(part->events[i]);
        if (gone & bit || (pending & bit && lc_event_what(part->events[i]) == LC_RETURN)) continue;
        events[less.event_count++] = part->events[i];
    }
    judge(t, &less, sum);
}

static const lc_instance *find_instance(const void *specs, lc_span object) { return lc_specs_find(specs, object); }

static void judge_history(const subject *s, const lince_specs *specs, tally *sum) {
    trial t = {.size = 0};
    lc_limits limits = {0};
    lince_error error;
    lince_history *h = lince_history_new();
    lince_value init = chance(30) ? lince_int(lince_history_values(h), 2) : LINCE_NO_VALUE;
    lc_bind_options options = {.lookup = find_instance, .context = specs, .init = init, .limits = &limits};
    simulate(s, h, init != LINCE_NO_VALUE ? init : LINCE_NIL);
    lc_parts parts;
    lc_budget_init(&t.budget, 0);
    must(lc_bind(&t.binding, h, &options, &t.budget, &error));
    if (!lc_split(&parts, &t.binding, s->by_key, &t.budget)) abort();
    lc_search_init(&t.search, &t.binding, &(lc_tuning){0}, &limits, &t.budget);
    lc_poly_init(&t.poly, &t.binding, &limits, &t.budget);
    for (uint32_t i = 0; i < parts.parts.count; i++) {
        judge(&t, &parts.parts.at[i], sum);
        for (int k = 0; k < 3; k++) judge_less(&t, &parts.parts.at[i], sum);
    }
    lc_poly_free(&t.poly);
    lc_search_free(&t.search);
    lc_parts_free(&parts);
    lc_binding_free(&t.binding);
    lince_history_free(h);
    if (atomic_load(&t.budget.used)) sum->wrong++;
}

int main(int argc, char **argv) {
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1500,
                  first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    for (unsigned i = 0; i < SUBJECTS; i++) {
        const subject *s = &subjects[i];
        lince_specs *specs = lince_specs_new();
        lince_error error;
        tally sum = {0};
        must(lince_specs_add(specs, s->spec, &error));
        for (unsigned long k = 0; k < count; k++) {
            random_state = (first + k) * 0x9e3779b97f4a7c15u + i;
            judge_history(s, specs, &sum);
        }
        lince_specs_free(specs);
        bool enough = sum.decided >= sum.judged / 100 * s->decided && sum.violated > sum.decided / 10 &&
                      sum.violated < sum.decided - sum.decided / 10;
        expect(!sum.wrong && enough, "%s: %u wrong, %u judged, %u decided, %u violated", s->name, sum.wrong, sum.judged,
               sum.decided, sum.violated);
    }
    return tap_end();
}
