/* Objects of models as specifications: the same verdicts as the built-in ones on random histories, right and wrong; and
 * what goes wrong. */
#include "tap.h"

#include "meetings.h"

#include "lang/lang.h"
#include "lang/object.h"

/* ---- objects, each beside the specification that is built in ---- */

static const struct {
    const char *builtin, *text;
} twins[] = {
    {"queue",
     "object Queue { var q : seq;\n"
     "  op enq(v) { require v != EMPTY; q = append(q, v); }\n"
     "  op deq() { if (length(q) == 0) { return EMPTY; } var x = first(q); q = butfirst(q); return x; } }"},
    {"stack",
     "object Stack { var s : seq;\n"
     "  op push(v) { s = prepend(s, v); }\n"
     "  op pop() { if (length(s) == 0) { return EMPTY; } var x = s[0]; s = butfirst(s); return x; } }"},
    {"stack",
     "object Stack { var s : seq;\n" /* the other way round */
     "  op push(v) { s = append(s, v); }\n"
     "  op pop() { if (length(s) == 0) { return EMPTY; } var x = last(s); s = butlast(s); return x; } }"},
    {"register", "object Register { var r = nil;  op read() { return r; }  op write(v) { r = v; } }"},
    {"cas-register",
     "object Cas { var r = nil;\n"
     "  op read() { return r; }  op write(v) { r = v; }\n"
     "  op cas(old, new) { if (r == old) { r = new; return true; } return false; } }"},
    {"counter",
     "object Counter { var n = 0;\n"
     "  op inc() { n++; }  op dec() { n--; }  op add(k) { n += k; }  op get() { return n; }\n"
     "  op fetch_add(k) { var old = n; n = n + k; return old; } }"},
    {"set",
     "object Set { var s : seq;\n"
     "  op add(v) { if (contains(s, v)) { return false; } s = insert(s, v); return true; }\n"
     "  op remove(v) { var there = contains(s, v); s = remove(s, v); return there; }\n"
     "  op contains(v) { return contains(s, v); } }"},
    {"bag",
     "object Bag { var b : seq;\n"
     "  op put(v) { b = insert(b, v); }\n"
     "  op take() { if (length(b) == 0) { return EMPTY; } any x : b; b = remove(b, x); return x; } }"},
    {"mutex",
     "object Lock { var held:{0..1} = 0;\n"
     "  op lock() { require held == 0; held = 1; }  op unlock() { require held == 1; held = 0; }\n"
     "  op trylock() { if (held == 1) { return false; } held = 1; return true; } }"},
    {"semaphore:n=2",
     "object Semaphore { var n = 2;\n"
     "  op wait() { require n > 0; n--; }  op post() { n++; }\n"
     "  op trywait() { var ok = n > 0; if (ok) { n--; } return ok; } }"},
    {"pqueue",
     "object Heap { var h : seq;\n"
     "  op insert(v) { h = insert(h, v); }\n"
     "  op delmin() { if (length(h) == 0) { return EMPTY; } var x = first(h); h = butfirst(h); return x; } }"},
    {"queue:capacity=2",
     "object Ring { var a[2]; var from:{0..1} = 0; var n:{0..2} = 0;\n"
     "  op enq(v) { if (n == 2) { return false; } a[(from + n) % 2] = v; n++; return true; }\n"
     "  op deq() { if (n == 0) { return EMPTY; }\n"
     "             var x = a[from]; a[from] = 0; from = (from + 1) % 2; n--; return x; } }"},
    {"snzi",
     "object Snzi { var n = 0;\n"
     "  op arrive() { n++; }  op depart() { require n > 0; n--; }  op query() { return n > 0; } }"},
};
enum { TWINS = sizeof twins / sizeof *twins };

static bool read_object(const char *text, lcm_model *model, lc_instance *instance, lince_error *error) {
    *instance = (lc_instance){0};
    if (lcm_model_parse(model, "model.lin", text, strlen(text), error) != LINCE_DONE) return false;
    return lcm_object_instance(instance, model, &model->objects.at[0], error) == LINCE_DONE;
}

static lince_verdict judge(const lince_history *h, const lc_instance *instance, lince_criterion criterion,
                           lince_error *error) {
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_check_options options = {.jobs = 1, .no_explanation = true, .criterion = criterion};
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    bool pushed = lc_specs_lend(specs, instance);
    assert(pushed);
    (void)pushed;
    if (lince_check(h, specs, &options, &result, error) == LINCE_DONE) verdict = lince_result_verdict(result);
    lince_result_free(result);
    lince_specs_free(specs);
    return verdict;
}

/* What the objects above leave out. */
static bool has_peek(const lince_spec *spec) {
    for (uint32_t i = 0; i < spec->method_count; i++)
        if (!strcmp(spec->methods[i].name, "peek")) return true;
    return false;
}

static void test_twin(const char *builtin, const char *text) {
    enum { ROUNDS = 300 };
    static story s;
    lcm_model model;
    lc_instance object;
    lince_error error = {0};
    uint32_t verdicts[3] = {0}, wrong = 0;
    if (!expect(read_object(text, &model, &object, &error), "%s can be read %s", builtin, error.message)) return;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        maker m;
        maker_init(&m, builtin, round * 7919 + 17, round % 3 == 0);
        m.no_peeks = has_peek(m.instance.spec);
        tell_story(&m, &s, 4 + round % 24, 1 + round % THREADS, round % 5 == 0 ? 10 : 0);
        if (round % 2) damage(&m, &s);
        lince_history *h = recorded(&m, &s, s.count);
        lince_criterion criterion = round % 7 == 0 ? LINCE_SEQUENTIAL : LINCE_LINEARIZABLE;
        lince_verdict theirs = judge(h, &m.instance, criterion, &error), ours = judge(h, &object, criterion, &error);
        verdicts[theirs]++;
        wrong += theirs != ours;
        lince_history_free(h);
        maker_free(&m);
    }
    expect(!wrong && !*error.message, "%s: %u of %d verdicts differ (%s)", builtin, wrong, ROUNDS, error.message);
    expect(verdicts[LINCE_VERDICT_OK] > ROUNDS / 3 && verdicts[LINCE_VERDICT_UNKNOWN] == 0, "%s: right histories",
           builtin);
    bool can_fail = strcmp(builtin, "mutex") && strcmp(builtin, "semaphore:n=2");
    if (can_fail) expect(verdicts[LINCE_VERDICT_VIOLATION] > 5, "%s: wrong histories", builtin);
    lc_instance_free(&object);
    lcm_model_free(&model);
}

/* A lock has nothing to be damaged but its order. */
static void test_two_holders(void) {
    lcm_model model;
    lc_instance object;
    lince_error error = {0};
    bool read = read_object(
        "object Lock { var held = 0;  op lock() { require held == 0; held = 1; }\n"
        "  op unlock() { require held == 1; held = 0; } }",
        &model, &object, &error);
    lince_history *h = lince_history_new();
    lince_invoke(h, "A", NULL, "lock", NULL, 0, &error);
    lince_return(h, "A", NULL, 0, &error);
    lince_invoke(h, "B", NULL, "lock", NULL, 0, &error);
    expect(read && judge(h, &object, LINCE_LINEARIZABLE, &error) == LINCE_VERDICT_OK, "one holds the lock, one waits");
    lince_return(h, "B", NULL, 0, &error);
    expect(judge(h, &object, LINCE_LINEARIZABLE, &error) == LINCE_VERDICT_VIOLATION, "two hold the lock");
    lince_history_free(h);
    lc_instance_free(&object);
    lcm_model_free(&model);
}

/* ---- operations that wait for each other ---- */

static const struct {
    const char *builtin, *text;
} meetings[] = {
    {"channel", "object Channel { op send(x); op receive();  together send(x), receive() { return receive x; } }"},
    {"channel", "object Channel { op send(x); op receive();  together receive(), send(x) { return receive x; } }"},
    {"exchanger",
     "object Exchanger { op exchange(x);\n"
     "  together exchange(a), exchange(b) { return 1 b; return 2 a; } }"},
    {"barrier:n=3", "object Barrier { op sync();  together sync(), sync(), sync() { } }"},
    {"counter-channel",
     "object Numbered { var n = 0;  op send(x); op receive();\n"
     "  together send(x), receive() { n++; return send n; return receive x, n; } }"},
    {"timeout-channel",
     "object Impatient { op send(x) { return false; }  op receive() { return NONE; }\n"
     "  together send(x), receive() { return send true; return receive x; } }"},
    {"abc",
     "object Abc { op a(x); op b(y); op c(z);\n"
     "  together a(x), b(y), c(z) { return a y, z; return b x, z; return c x, y; } }"},
};
enum { MEETINGS = sizeof meetings / sizeof *meetings };

static void test_meeting(const char *builtin, const char *text) {
    enum { ROUNDS = 200 };
    static story s;
    lcm_model model;
    lc_instance object;
    lince_error error = {0};
    uint32_t verdicts[3] = {0}, wrong = 0;
    if (!expect(read_object(text, &model, &object, &error), "%s can be read %s", builtin, error.message)) return;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        crowd c = {0};
        maker_init(&c.m, builtin, round * 104729 + 5, false);
        tell_meetings(&c, &s, 4 + round % 16);
        if (round % 2 && s.count) {
            damage(&c.m, &s);
            if (round % 4 == 3) hurry(&c.m, &s);
        }
        lince_history *h = recorded(&c.m, &s, s.count);
        lince_verdict theirs = judge(h, &c.m.instance, LINCE_LINEARIZABLE, &error);
        lince_verdict ours = judge(h, &object, LINCE_LINEARIZABLE, &error);
        verdicts[theirs]++;
        wrong += theirs != ours || judge(h, &object, LINCE_TWO_STEP, &error) != ours;
        lince_history_free(h);
        maker_free(&c.m);
    }
    expect(!wrong && !*error.message, "%s: %u of %d verdicts differ (%s)", builtin, wrong, ROUNDS, error.message);
    expect(verdicts[LINCE_VERDICT_OK] > ROUNDS / 3 && verdicts[LINCE_VERDICT_VIOLATION] > 5, "%s: %u right, %u wrong",
           builtin, verdicts[LINCE_VERDICT_OK], verdicts[LINCE_VERDICT_VIOLATION]);
    lc_instance_free(&object);
    lcm_model_free(&model);
}

/* ---- what is seen without running it ---- */

static void test_table(void) {
    lcm_model model;
    lc_instance o;
    lince_error error = {0};
    bool read = read_object(
        "object O { var n = 0; var s : seq;\n"
        "  op look() { return n; }\n"
        "  op put(a, b) { if (a == b) { return 1, 2; } s = append(s, a); }\n"
        "  op local() { var t[2]; t[1] = 5; return t[1]; } }",
        &model, &o, &error);
    if (!expect(read, "an object of many kinds %s", error.message)) return;
    const lince_method *m = o.spec->methods;
    expect(m[0].pure && !m[1].pure && m[2].pure, "what assigns no variable of the object is pure");
    expect(m[1].args_min == 2 && m[1].args_max == 2 && m[1].results_min == 0 && m[1].results_max == 2,
           "arguments and results are counted");
    expect(o.spec->arity_max == 0 && !lc_spec_is_sync(o.spec), "they take effect one by one");
    lince_values *values = lince_values_new();
    lc_runner runner;
    lince_text text = {0};
    lc_runner_init(&runner, &o, values, LINCE_NO_VALUE);
    static const uint32_t start[2] = {0x80000003u, 0}; /* the number 3, and no elements */
    lc_run_print(&runner, start, sizeof start, &text);
    expect(!strcmp(lc_text(&text), "{n: 3, s: []}"), "a state is printed: %s", lc_text(&text));
    lc_text_free(&text);
    lc_runner_free(&runner);
    lince_values_free(values);
    lc_instance_free(&o);
    lcm_model_free(&model);
}

/* ---- what goes wrong ---- */

/* `wanted`: the message; "": a violation; NULL: all is well. */
static void test_failure(const char *body, const char *wanted, unsigned long line) {
    lince_text text = {0};
    lcm_model model;
    lc_instance object;
    lince_error error = {0};
    lc_text_printf(&text, "object O {\n  var n:{0..3} = 0; var s : seq; var a[2];\n  op f(x) {\n    %s\n  }\n}\n",
                   body);
    if (!expect(read_object(lc_text(&text), &model, &object, &error), "%s: %s", body, error.message)) return;
    lince_history *h = lince_history_new();
    lince_value seven = lince_int(lince_history_values(h), 7);
    lince_invoke(h, "A", NULL, "f", &seven, 1, &error);
    lince_return(h, "A", &seven, strstr(body, "return") ? 1 : 0, &error);
    lince_verdict verdict = judge(h, &object, LINCE_LINEARIZABLE, &error);
    bool as_wanted = wanted && !*wanted ? verdict == LINCE_VERDICT_VIOLATION
                     : wanted           ? verdict == LINCE_VERDICT_UNKNOWN && strstr(error.message, wanted) &&
                                    error.line == line && !strcmp(error.file, "model.lin")
                              : verdict == LINCE_VERDICT_OK;
    expect(as_wanted, "%s: %s (line %lu)", body, error.message, error.line);
    lince_history_free(h);
    lc_instance_free(&object);
    lcm_model_free(&model);
    lc_text_free(&text);
}

static void test_failures(void) {
    test_failure("return x;", NULL, 0);
    test_failure("return first(s);", "first of an empty sequence", 4);
    test_failure("return butlast(s);", "butlast of an empty sequence", 4);
    test_failure("require length(s) > 0; s = butfirst(s); return x;", "", 0); /* not enabled: a violation */
    test_failure("return x / n;", "division by zero", 4);
    test_failure("return x % (x - 7);", "division by zero", 4);
    test_failure("return a[x];", "a[7] does not exist: a has 2 elements", 4);
    test_failure("a[0 - 1] = x; return x;", "a[-1] does not exist", 4);
    test_failure("return s[0];", "s[0] does not exist: s has 0 elements", 4);
    test_failure("n = x; return x;", "n leaves its range {0..3}: it would be 7", 4);
    test_failure("return x + EMPTY;", "a number is needed here, and this is EMPTY", 4);
    test_failure("if (nil) { n = 1; } return x;", "a condition is needed here, and nil is", 4);
    test_failure("return length(x);", "a sequence is needed here, and this is 7", 4);
    test_failure("while (n == 0) { n = 0; } return x;", "this loop does not end", 4);
    test_failure("var k = 1; while (true) { k = k * 2; } return x;", "no room in 64 bits", 4);
    test_failure("any y : x; return y;", "`any` is followed by a sequence", 4);
    test_failure("any y : {5..9}; return y;", NULL, 0);
    test_failure("any y : [1, 7, 7]; return y;", NULL, 0);
    test_failure("var t[3]; t[2] = x; s = append(s, t[2]); return s[0];", NULL, 0);
    test_failure("var k = 0; while (k < x) { k++; } return k;", NULL, 0);
    test_failure("return x > 3 && !(x == nil) ? (x | 2) & 15 : x;", NULL, 0);
}

int main(void) {
    for (size_t i = 0; i < TWINS; i++) test_twin(twins[i].builtin, twins[i].text);
    test_two_holders();
    for (size_t i = 0; i < MEETINGS; i++) test_meeting(meetings[i].builtin, meetings[i].text);
    test_table();
    test_failures();
    return tap_end();
}
