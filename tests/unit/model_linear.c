/* The linearizable specification as a transition system: it takes exactly those sequences of calls and returns that the
 * checker of histories calls linearizable. */
#include "tap.h"

#include "meetings.h"

#include "lang/lang.h"
#include "lang/object.h"
#include "model/linear/linear.h"

/* ---- walking ---- */

/* What the specification may be in: a plain subset construction. */
typedef struct hunch {
    lcm_walker *walker;
    LC_VEC(uint32_t) states;
} hunch;

static bool knows(const hunch *h, uint32_t state) {
    for (uint32_t i = 0; i < h->states.count; i++)
        if (h->states.at[i] == state) return true;
    return false;
}

static void take_in(hunch *h, const lcm_moves *moves, bool hidden_only) {
    for (uint32_t i = 0; i < moves->at.count; i++) {
        if (hidden_only && moves->at.at[i].label != LCM_TAU) continue;
        uint32_t state = *lcm_moves_state(moves, i);
        if (!knows(h, state)) lc_push(NULL, &h->states, state);
    }
}

static void close_hunch(hunch *h) {
    lcm_moves moves;
    lcm_moves_init(&moves, 1, NULL);
    for (uint32_t i = 0; i < h->states.count; i++) {
        lcm_moves_clear(&moves);
        h->walker->lts->next(h->walker, &h->states.at[i], &moves);
        take_in(h, &moves, true);
    }
    lcm_moves_free(&moves);
}

static hunch begin(const lcm_lts *lts) {
    hunch h = {.walker = lts->open(lts, NULL)};
    uint32_t first;
    lts->init(h.walker, &first);
    lc_push(NULL, &h.states, first);
    close_hunch(&h);
    return h;
}

static bool step(hunch *h, lcm_label label) {
    lcm_moves moves;
    hunch after = {.walker = h->walker};
    lcm_moves_init(&moves, 1, NULL);
    for (uint32_t i = 0; i < h->states.count; i++) {
        lcm_moves_clear(&moves);
        h->walker->lts->after(h->walker, &h->states.at[i], label, &moves);
        take_in(&after, &moves, false);
    }
    lcm_moves_free(&moves);
    lc_vec_free(NULL, &h->states);
    *h = after;
    close_hunch(h);
    return h->states.count > 0;
}

static void end(hunch *h) {
    lc_vec_free(NULL, &h->states);
    h->walker->lts->close(h->walker);
}

/* ---- a model around a specification ---- */

typedef struct stage {
    lcm_model model;
    lc_instance instance;
    lcm_alphabet alphabet;
    lcm_linear *linear;
} stage;

static bool set_up(stage *s, const char *text, bool points, bool progress, lince_error *error) {
    *s = (stage){0};
    lcm_alphabet_init(&s->alphabet, NULL);
    if (lcm_model_parse(&s->model, "model.lin", text, strlen(text), error) != LINCE_DONE) return false;
    const lcm_assertion *a = &s->model.assertions.at[0];
    const lcm_object *object = lcm_model_object(&s->model, a->specification);
    lince_status status = object ? lcm_object_instance(&s->instance, &s->model, object, error)
                                 : lc_instance_parse(&s->instance, a->specification, NULL, 0, error);
    const lcm_linear_wish wish = {.model = &s->model,
                                  .assertion = a,
                                  .instance = &s->instance,
                                  .alphabet = &s->alphabet,
                                  .points = points,
                                  .progress = progress};
    return status == LINCE_DONE && lcm_linear_make(&s->linear, &wish, error) == LINCE_DONE;
}

static void tear_down(stage *s) {
    lcm_linear_free(s->linear);
    lc_instance_free(&s->instance);
    lcm_alphabet_free(&s->alphabet);
    lcm_model_free(&s->model);
}

static const char CONSTANTS[] = "#define EMPTY -1; #define NONE -2; #define CLOSED -3;\n";

/* A process that does everything once, so that it is known what its events look like. */
static void write_model(lince_text *out, const lince_spec *spec, const char *name, const char *object) {
    lc_text_printf(out, "%s%s\nP() = ", CONSTANTS, object);
    for (uint32_t i = 0; i < spec->method_count; i++) {
        const lince_method *m = &spec->methods[i];
        lc_text_printf(out, "%s_inv.0", m->name);
        lc_text_repeat(out, ".0", m->args_min);
        lc_text_printf(out, " -> %s_res.0", m->name);
        lc_text_repeat(out, ".0", m->results_max);
        lc_text_puts(out, " -> ");
    }
    lc_text_printf(out, "Skip;\n#assert P() linearizes %s;\n", name);
}

static int32_t number_of(const lince_values *values, lince_value v) {
    int64_t n;
    if (lince_get_int(values, v, &n)) return (int32_t)n;
    return v == LINCE_TRUE ? 1 : v == LINCE_FALSE ? 0 : v == LINCE_EMPTY ? -1 : v == LINCE_NONE ? -2 : -3;
}

static lcm_label label_of(stage *s, const maker *m, const happening *e) {
    lince_text name = {0};
    int32_t numbers[LCM_LABEL_MAX] = {(int32_t)e->thread};
    lc_text_printf(&name, "%s_%s", m->instance.spec->methods[e->method].name, e->what == CALLS ? "inv" : "res");
    for (uint32_t i = 0; i < e->count; i++) numbers[1 + i] = number_of(m->values, e->values[i]);
    lcm_label label =
        lcm_alphabet_label(&s->alphabet, lcm_alphabet_name(&s->alphabet, lc_text(&name)), numbers, 1 + e->count);
    lc_text_free(&name);
    return label;
}

static lince_verdict judge(const lince_history *h, const lc_instance *instance) {
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {0};
    lince_check_options options = {.jobs = 1, .no_explanation = true};
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    if (!lc_specs_lend(specs, instance)) return verdict;
    if (lince_check(h, specs, &options, &result, &error) == LINCE_DONE) verdict = lince_result_verdict(result);
    lince_result_free(result);
    lince_specs_free(specs);
    return verdict;
}

/* ---- the same as the checker ---- */

typedef struct tally {
    uint32_t verdicts[3], differ, history_differs;
} tally;

static void compare(stage *s, const maker *m, const story *told, tally *t) {
    lince_history *h = recorded(m, told, told->count);
    lince_verdict verdict = judge(h, &m->instance);
    hunch x = begin(lcm_linear_lts(s->linear));
    lcm_path path = {.words = 1, .loop = UINT32_MAX};
    bool accepted = true;
    for (uint32_t i = 0; i < told->count && accepted; i++) {
        if (told->at[i].what == QUIET) continue;
        lcm_label label = label_of(s, m, &told->at[i]);
        accepted = step(&x, label);
        lc_push(NULL, &path.moves, (lcm_move){.label = label});
    }
    lince_history *again = lcm_linear_history(s->linear, &path);
    t->verdicts[verdict]++;
    t->differ += accepted != (verdict == LINCE_VERDICT_OK);
    t->history_differs += !again || judge(again, &m->instance) != verdict;
    lince_history_free(again);
    lince_history_free(h);
    lc_vec_free(NULL, &path.moves);
    end(&x);
}

static void test_spec(const char *builtin, const char *name, const char *object, bool together) {
    enum { ROUNDS = 150 };
    static story told;
    lince_error error = {0};
    lc_instance table;
    stage s;
    lince_text text = {0};
    tally t = {0};
    bool fine = lc_instance_parse(&table, builtin, NULL, 0, &error) == LINCE_DONE;
    if (fine) write_model(&text, table.spec, name, object);
    fine = fine && set_up(&s, lc_text(&text), false, false, &error);
    if (!expect(fine, "%s as a transition system %s", name, error.message)) return;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        crowd c = {0};
        maker_init(&c.m, builtin, round * 7919 + 3, false);
        if (together) tell_meetings(&c, &told, 4 + round % 12);
        else tell_story(&c.m, &told, 4 + round % 16, 1 + round % THREADS, 0);
        if (round % 2 && told.count) damage(&c.m, &told);
        for (uint32_t i = 0; together && round % 4 == 3 && i < 8; i++) hurry(&c.m, &told);
        compare(&s, &c.m, &told, &t);
        maker_free(&c.m);
    }
    lcm_linear_failed(s.linear, &error);
    expect(!t.differ && !*error.message, "%s: %u of %d answers differ from the checker's (%s)", name, t.differ, ROUNDS,
           error.message);
    expect(!t.history_differs, "%s: %u histories made of runs are judged otherwise", name, t.history_differs);
    expect(t.verdicts[LINCE_VERDICT_OK] > ROUNDS / 3 && t.verdicts[LINCE_VERDICT_VIOLATION] > 2,
           "%s: %u right, %u wrong", name, t.verdicts[LINCE_VERDICT_OK], t.verdicts[LINCE_VERDICT_VIOLATION]);
    tear_down(&s);
    lc_instance_free(&table);
    lc_text_free(&text);
}

/* ---- events ---- */

static void test_events(const char *title, const char *process, const char *wanted, unsigned long line) {
    static const char object[] = "object Pair { var a = 0;  op put(x, y) { a = x + y; }  op get() { return a; } }\n";
    lince_text text = {0};
    lince_error error = {0};
    stage s;
    lc_text_printf(&text, "%s%s", object, process);
    bool fine = set_up(&s, lc_text(&text), strstr(process, "points") != NULL, false, &error);
    expect(wanted ? !fine && strstr(error.message, wanted) && error.line == line : fine, "%s: %s (line %lu)", title,
           error.message, error.line);
    tear_down(&s);
    lc_text_free(&text);
}

static void test_all_events(void) {
    test_events("with processes",
                "P(i) = put_inv.i.1.2 -> put_res.i -> get_inv.i -> get_res.i.3 -> P(i);\n"
                "#assert P(0) linearizes Pair;",
                NULL, 0);
    test_events("without processes",
                "P() = put_inv.1.2 -> put_res -> get_inv -> get_res.3 -> P();\n"
                "#assert P() linearizes Pair;",
                NULL, 0);
    test_events("too few arguments", "P() = put_inv.0 -> Skip;\n#assert P() linearizes Pair;",
                "put_inv has 1 value: it needs the process and behind it 2 arguments of put of Pair", 2);
    test_events("too many results", "P() = get_inv.0 ->\nget_res.0.1.2 -> Skip;\n#assert P() linearizes Pair;",
                "get_res has 3 values", 3);
    test_events("with and without", "P() = put_inv.1.2 ->\nput_res.0 -> Skip;\n#assert P() linearizes Pair;",
                "put_res has the process behind its name, but in line 2 there is none", 3);
    test_events("nothing is called", "P() = a -> Skip;\n#assert P() linearizes Pair;",
                "this process calls no operation of Pair: calls are events such as put_inv.p.v", 3);
    test_events("misspelt", "P() = put_inv.0.1.2 -> put_res.0 -> gett_inv.0 -> Skip;\n#assert P() linearizes Pair;",
                "Pair has no operation gett, which gett_inv calls: did you mean get?", 3);
    test_events("points",
                "P() = put_inv.0.1.2 -> put_lin.0.1.2 -> put_res.0 -> get_inv.0 -> look.0 -> get_res.0.3 -> P();\n"
                "#assert P() linearizes Pair at points {put_lin, look = get};",
                NULL, 0);
    test_events("a point with too few",
                "P() = put_inv.0.1.2 -> put_lin.0.1.2.3 -> put_res.0 -> Skip;\n"
                "#assert P() linearizes Pair at points {put_lin};",
                "put_lin has 4 values: a point has the process, and behind it all", 2);
    test_events("a point of what is not called",
                "P() = put_inv.0.1.2 -> look.0 -> put_res.0 -> Skip;\n"
                "#assert P() linearizes Pair at points {look = get};",
                "get, whose point is to be look, is no operation that is called", 3);
}

/* ---- what it says along the way ---- */

static lcm_label event(stage *s, const char *name, uint32_t count, const int32_t *numbers) {
    return lcm_alphabet_label(&s->alphabet, lcm_alphabet_name(&s->alphabet, name), numbers, count);
}
#define EVENT(stage, name, ...)                                                                                        \
    event(stage, name, sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t), (int32_t[]){__VA_ARGS__})

static void test_points(void) {
    static const char text[] =
        "#define EMPTY -1;\n"
        "P(i) = push_inv.i.1 -> push_lin.i.1 -> push_res.i -> pop_inv.i -> pop_lin.i.1 -> pop_res.i.1 -> P(i);\n"
        "#assert P(0) linearizes stack at points {push_lin, pop_lin};";
    lince_error error = {0};
    stage s;
    if (!expect(set_up(&s, text, true, false, &error), "a stack with points %s", error.message)) return;
    hunch x = begin(lcm_linear_lts(s.linear));
    bool taken = step(&x, EVENT(&s, "push_inv", 0, 7)) && step(&x, EVENT(&s, "pop_inv", 1));
    expect(taken && x.states.count == 1, "nothing is hidden");
    taken = step(&x, EVENT(&s, "push_lin", 0, 7)) && step(&x, EVENT(&s, "pop_lin", 1, 7));
    expect(taken && x.states.count == 1, "they take effect at their points");
    expect(step(&x, EVENT(&s, "pop_res", 1, 7)) && step(&x, EVENT(&s, "push_res", 0)), "and return");
    end(&x);
    x = begin(lcm_linear_lts(s.linear));
    step(&x, EVENT(&s, "push_inv", 0, 7));
    expect(!step(&x, EVENT(&s, "push_res", 0)), "nobody returns before his point");
    end(&x);
    x = begin(lcm_linear_lts(s.linear));
    step(&x, EVENT(&s, "push_inv", 0, 7));
    expect(!step(&x, EVENT(&s, "push_lin", 0, 8)), "a point has the arguments of the call");
    end(&x);
    x = begin(lcm_linear_lts(s.linear));
    step(&x, EVENT(&s, "pop_inv", 0));
    expect(!step(&x, EVENT(&s, "pop_lin", 0, 3)), "a point has the right results");
    end(&x);
    expect(!lcm_linear_failed(s.linear, &error), "all of which is no error");
    tear_down(&s);
}

/* The stable states of a hunch: how many, and how many labels they insist on at most and at least. */
static uint32_t insisted(const hunch *h, uint32_t *least, uint32_t *most) {
    uint32_t stable = 0;
    lcm_moves moves;
    lcm_moves_init(&moves, 1, NULL);
    *least = UINT32_MAX, *most = 0;
    for (uint32_t i = 0; i < h->states.count; i++) {
        bool hidden = false;
        lcm_moves_clear(&moves);
        h->walker->lts->next(h->walker, &h->states.at[i], &moves);
        for (uint32_t k = 0; k < moves.at.count; k++) hidden |= moves.at.at[k].label == LCM_TAU;
        if (hidden) continue;
        stable++;
        if (moves.at.count < *least) *least = moves.at.count;
        if (moves.at.count > *most) *most = moves.at.count;
    }
    lcm_moves_free(&moves);
    return stable;
}

static void test_progress(void) {
    static const char text[] =
        "object Channel { op send(x); op receive();\n"
        "  together send(x), receive() { return receive x; } }\n"
        "P() = send_inv.0.1 -> send_res.0 -> receive_inv.0 -> receive_res.0.1 -> P();\n"
        "#assert P() progresses Channel;";
    lince_error error = {0};
    stage s;
    uint32_t least, most, count;
    if (!expect(set_up(&s, text, false, true, &error), "a channel and its progress %s", error.message)) return;
    hunch x = begin(lcm_linear_lts(s.linear));
    step(&x, EVENT(&s, "send_inv", 1, 4));
    count = insisted(&x, &least, &most);
    expect(count == 1 && most == 0, "who is alone may wait");
    step(&x, EVENT(&s, "send_inv", 2, 5));
    step(&x, EVENT(&s, "receive_inv", 3));
    count = insisted(&x, &least, &most);
    expect(count == 4 && least == 1 && most == 1, "one of four must return, no matter who: %u, %u to %u", count, least,
           most);
    step(&x, EVENT(&s, "send_res", 2));
    count = insisted(&x, &least, &most);
    expect(count == 1 && least == 1, "then it is known who it was");
    step(&x, EVENT(&s, "receive_res", 3, 5));
    count = insisted(&x, &least, &most);
    expect(count == 1 && most == 0, "and who is left may wait");
    expect(!step(&x, EVENT(&s, "send_res", 1)), "but not return");
    end(&x);
    tear_down(&s);
}

/* What is no answer. */
static void test_failures(void) {
    static const char text[] =
        "object Odd { op f() { return BLUE; }  op g(x) { return 1 / x; } }\n"
        "P() = f_inv.0 -> f_res.0.1 -> g_inv.0.1 -> g_res.0.1 -> Skip;\n"
        "#assert P() linearizes Odd;";
    static const struct {
        const char *event, *then, *wanted;
        unsigned long line;
    } rows[] = {
        {"f_inv", NULL, "f of Odd may return BLUE here, which is no number in this model: add `#define BLUE -1;`", 3},
        {"g_inv", NULL, "division by zero", 1},
        {"g_res", NULL, "g returns in process 0 without having been called", 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lince_error error = {0};
        stage s;
        if (!expect(set_up(&s, text, false, false, &error), "an odd object %s", error.message)) return;
        hunch x = begin(lcm_linear_lts(s.linear));
        expect(!lcm_linear_failed(s.linear, &error), "nothing is wrong yet");
        step(&x, rows[i].event[0] == 'f' ? EVENT(&s, rows[i].event, 0) : EVENT(&s, rows[i].event, 0, 0));
        expect(lcm_linear_failed(s.linear, &error) && strstr(error.message, rows[i].wanted) &&
                   error.line == rows[i].line,
               "%s: %s (line %lu)", rows[i].event, error.message, error.line);
        end(&x);
        tear_down(&s);
    }
    lince_error error = {0};
    stage s;
    if (!set_up(&s, text, false, false, &error)) return;
    hunch x = begin(lcm_linear_lts(s.linear));
    step(&x, EVENT(&s, "g_inv", 2, 1));
    step(&x, EVENT(&s, "g_inv", 2, 1));
    expect(lcm_linear_failed(s.linear, &error) &&
               strstr(error.message, "g is called in process 2 while g there has not"),
           "twice: %s", error.message);
    end(&x);
    tear_down(&s);
}

static const char channel[] =
    "object Channel { op send(x); op receive();  together send(x), receive() { return receive x; } }\n";

int main(void) {
    static const char bag[] =
        "object Bag { var b : seq;  op put(v) { b = insert(b, v); }\n"
        "  op take() { if (length(b) == 0) { return EMPTY; }\n"
        "              any x : b; b = remove(b, x); return x; } }";
    static const char barter[] =
        "object Barter { op exchange(x);\n"
        "  together exchange(a), exchange(b) { return 1 b; return 2 a; } }";
    test_spec("queue", "queue", "", false);
    test_spec("stack", "stack", "", false);
    test_spec("queue:capacity=2", "queue:capacity=2", "", false);
    test_spec("set", "set", "", false);
    test_spec("counter", "counter", "", false);
    test_spec("bag", "Bag", bag, false);
    test_spec("channel", "Channel", channel, true);
    test_spec("exchanger", "Barter", barter, true);
    test_spec("barrier:n=2", "barrier:n=2", "", true);
    test_all_events();
    test_points();
    test_progress();
    test_failures();
    return tap_end();
}
