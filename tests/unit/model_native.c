/* Native code takes the steps that the interpreter takes.  With arguments: for the models in these files. */
#include <stdlib.h>

#include "native_support.h"
#include "tap.h"
#include "verifier/compile.h"

static lcm_native_maker maker;

/* What is to happen in the states of a model, so that a comparison of nothing is noticed. */
typedef struct hopes {
    uint32_t states;
    bool fails, reduces;
} hopes;

static void compare_process(const char *what, const lcm_model *m, const lcm_process *process,
                            const lcm_expr *const *conditions, uint32_t count, const hopes *h) {
    static const struct {
        const char *name;
        bool reduce, keep_dead;
    } ways[] = {{"plain", false, true}, {"dead values reset", false, false}, {"reduced", true, false}};
    bool *unseen = calloc(m->event_names.count + 1, sizeof *unseen);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        twins t;
        const lcm_system_wish wish = {.model = m,
                                      .process = process,
                                      .conditions = conditions,
                                      .condition_count = count,
                                      .reduce = ways[i].reduce,
                                      .seen = ways[i].reduce ? unseen : NULL,
                                      .keep_dead = ways[i].keep_dead};
        const char *wrong = compare_twins(&t, wish, &maker);
        if (!wrong && h && t.states < h->states && !ways[i].reduce) wrong = "too few states";
        if (!wrong && h && h->fails != (t.failures > 0)) wrong = "fails, or does not";
        if (!wrong && h && t.refused) wrong = "is refused";
        if (!wrong && h && h->reduces && ways[i].reduce && t.reduced >= t.steps) wrong = "no reduction";
        expect(!wrong, "%s, %s: %u states, %llu steps, %u fail%s%s", what, ways[i].name, t.states,
               (unsigned long long)t.steps, t.failures, wrong ? ": " : "", wrong ? wrong : "");
    }
    free(unseen);
}

static void compare_model(const char *what, const lcm_model *m, const hopes *h) {
    for (uint32_t i = 0; i < m->assertions.count; i++) {
        const lcm_assertion *a = &m->assertions.at[i];
        const lcm_expr *condition = a->condition;
        compare_process(what, m, a->process, &condition, a->kind == LCM_A_REACHES, h);
        if (a->other) compare_process(what, m, a->other, NULL, 0, NULL);
    }
}

static void compare_text(const char *what, const char *text, hopes h) {
    lcm_model m;
    lince_error error = {0};
    bool read = lcm_model_parse(&m, "test.lin", text, strlen(text), &error) == LINCE_DONE;
    if (read) compare_model(what, &m, &h);
    else expect(false, "%s: %s", what, error.message);
    lcm_model_free(&m);
}

static void compare_file(const char *path) {
    lcm_model m;
    lince_error error = {0};
    const char *slash = strrchr(path, '/');
    if (lcm_model_read(&m, path, &error) == LINCE_DONE) compare_model(slash ? slash + 1 : path, &m, NULL);
    else expect(false, "%s: %s", path, error.message);
    lcm_model_free(&m);
}

static void test_constructs(void) {
    compare_text(
        "side by side",
        "var x = 0; P(i) = a.i{x = x + i;} -> b.i.x -> Skip; S() = (P(1) ||| P(2) ||| P(3)); end{x = 0;} -> Skip;"
        "#assert S() reaches x == 6;",
        (hopes){.states = 20});
    compare_text(
        "arithmetic",
        "var x = 7; var y = -3; var z; var w; var A[2][3];"
        "P() = [x != 0] a{z = x / y; w = x % y; z = z + (x * y - -x); w = w + (x << 2) + (y >> 1);} ->"
        "  b.(x & 6).(x | 8).(x xor y).(!x)"
        "  {A[1][x % 3] = z; A[x % 2][2] = w; x = A[1][1] + A[1][2]; x = x > 40 || x < -40 ? 5 : x;} ->"
        "  c.x{var i = 0; var s; while (i < 3) {s = s + A[1][i]; A[0][i] = s % 4; i = i + 1;} y = s % 9 - 5;} -> P();"
        "#assert P() reaches y > 3 && x >= 5;",
        (hopes){.states = 6});
    compare_text("quotients and remainders",
                 "var x = -9; var y = -3; var q; var r; P() = [y < 4] a{"
                 "  if (y != 0) {q = x / y; r = x % y;} x = x + 1; if (x > 9) {x = -9; y = y + 1;}} -> P();"
                 "#assert P() reaches r < 0;",
                 (hopes){.states = 100});
    compare_text("choices",
                 "var x = 0; P() = a{x = 1;} -> P() [] ([x == 1] b -> P() <> c{x = 0;} -> P());"
                 "Q() = ifa (x == 1) {d -> Q()} else {if (x == 0) {e -> Q()} else {f -> Skip}};"
                 "R() = case {x == 1 : g -> R()  default : h -> R()}; T() = ifb (x == 1) {k{x = 2;} -> Skip}; T();"
                 "S() = P() ||| Q() ||| R() ||| (T() interrupt (i -> Skip)); #assert S() deadlockfree;",
                 (hopes){.states = 30, .reduces = true});
    compare_text("alphabets",
                 "P(i) = a.i -> b -> P(i) [] c.i -> Skip; Q() = a.0 -> Q() [] a.1 -> Q() [] b -> Q();"
                 "S() = (P(0) || P(1) || Q()) \\ {a.0}; #assert S() deadlockfree;",
                 (hopes){.states = 4});
    compare_text("channels where both sides meet",
                 "var got; channel c 0; channel d[2] 0; P(i) = c!i.(i + 1) -> d[i]?x -> P(i);"
                 "Q() = c?x.y{got = x;} -> d[x]!y -> Q() [] c?[x > 5]x.2 -> Skip;"
                 "S() = P(0) ||| P(1) ||| Q(); #assert S() deadlockfree;",
                 (hopes){.states = 3});
    compare_text("buffers",
                 "channel c 2; channel d[2] 1; var n; P(i) = c!i.n{n = (n + 1) % 3;} -> d[i]!n -> P(i);"
                 "Q() = c?x.y -> (d[x]?z{n = call(ccount, c);} -> Q() [] [call(cempty, c)] e.y -> Q());"
                 "S() = P(0) ||| P(1) ||| Q(); #assert S() reaches call(cfull, c);",
                 (hopes){.states = 50});
    compare_text(
        "inputs that compare",
        "channel c 2; channel d 0; var n; P(i) = c!i.(n % 3){n = (n + 1) % 3;} -> d!n -> P(i);"
        "Q(k) = c?k.y -> (d?y -> e.y -> Q(1 - k) [] d?z -> Q(z % 2)) [] c?x.k+1 -> (d?x -> Q(x) [] d?x+1 -> Q(k));"
        "S() = P(0) ||| P(1) ||| Q(0); #assert S() deadlockfree;",
        (hopes){.states = 50});
    compare_text(
        "a case without a true branch, and interruptions that are not seen",
        "var x = 0;"
        "P() = (case {x == 1 : a{x = 2;} -> Skip  x == 2 : b{x = 0;} -> Skip}); c{x = (x + 1) % 3;} -> P();"
        "Q() = tau{x = 1;} -> ((d -> Skip) interrupt (tau{x = 0;} -> if (x == 2) {e -> Skip} else {Stop})); Q();"
        "S() = (P() interrupt Q()) ||| P(); #assert S() deadlockfree;",
        (hopes){.states = 30});
    compare_text("atomic",
                 "var x; P(i) = a.i -> atomic{b.i{x = x + 1;} -> c.i{x = x - 1;} -> Skip}; P(i);"
                 "S() = P(0) ||| P(1) ||| P(2); #assert S() reaches x > 1;",
                 (hopes){.states = 10});
    compare_text("termination, and forks in forks",
                 "var x; P(i) = a.i -> Skip [] [x == 1] Skip; Q() = (P(0) ||| P(1)); b{x = 1 - x;} -> Q();"
                 "#assert Q() ||| (b -> (P(2) ||| P(5)); c -> Skip) ||| P(3) deadlockfree; #assert P(4) deadlockfree;",
                 (hopes){.states = 2});
    compare_text("registers",
                 "P(i, j) = [i < 6] a.i.j -> P(i + 1, (j * 3) % 7) [] [i > 0] b.(i + j) -> P(i - 1, j);"
                 "#assert P(0, 1) deadlockfree; #assert P(3, 2) ||| P(1, 1) deadlockfree;",
                 (hopes){.states = 20});
    compare_text("many numbers in a label, and many labels",
                 "var x; P() = a.x.(x + 1).(x * 2).(x % 3).(x / 2).x{x = (x + 1) % 50;} -> b.(x * x).x.x.x -> P();"
                 "#assert P() deadlockfree;",
                 (hopes){.states = 100});
    compare_text(
        "more words than are copied one by one",
        "var A[120]:{0..255}; var i:{0..119}; P() = a.i{A[i] = A[i] + i; i = (i + 7) % 120;} -> P()"
        " [] [i == 0 && A[0] == 0] b{A[119] = 1; A[3] = A[119] + A[i + 1];} -> P(); #assert P() reaches A[7] > 5;",
        (hopes){.states = 100, .fails = true});
}

/* What fails is told by the interpreter, and the other steps are there. */
static void test_failures(void) {
    compare_text("a division by zero",
                 "var x = 2; var y; P() = a.x{y = 6 / x; x = x - 1;} -> P(); S() = P() ||| (b -> Stop); #assert S() "
                 "deadlockfree;",
                 (hopes){.states = 4, .fails = true});
    compare_text("an index out of range",
                 "var x; var A[3]; P() = a{A[x] = 1; x = x + 1;} -> P() [] b -> P(); #assert P() reaches A[x] == 1;",
                 (hopes){.states = 4, .fails = true});
    compare_text("a range left", "var x:{0..2}; P() = a{x = x + 1;} -> P() [] b -> P(); #assert P() reaches x == 3;",
                 (hopes){.states = 3, .fails = true});
    compare_text("an overflow", "var x = 1; P() = a{x = x * 65536;} -> P(); #assert P() reaches x == 5;",
                 (hopes){.states = 2, .fails = true});
    compare_text("a loop that does not end",
                 "var x; P() = a{while (x == 0) {x = 0;}} -> P() [] b -> Skip; #assert P() deadlockfree;",
                 (hopes){.states = 2, .fails = true});
    compare_text("a guard that fails, of one who receives",
                 "var x = 1; channel c 0; P() = c!1 -> P() [] a{x = 0;} -> P(); Q() = c?[4 / x > y]y -> Q();"
                 "#assert P() ||| Q() deadlockfree;",
                 (hopes){.states = 2, .fails = true});
    compare_text("values without room, for a moment and for good",
                 "var x; var y; P() = a{x = y * 1000; x = x - y * 1000;} -> P() [] [y < 300] b{y = y + 1;} -> P();"
                 "#assert P() reaches y == 300;",
                 (hopes){.states = 301});
    compare_text("the ends of the range of numbers",
                 "var x; P() = a{x = -2147483647 - 1;} -> b{x = x / 2;} -> c{x = x % -1;} -> d{x = 2147483647;} -> P();"
                 "#assert P() reaches x == -2147483647 - 1;",
                 (hopes){.states = 4});
}

/* That a comparison notices something at all. */
static char *make_wrong(void *context, const lince_text *text, bool anew, const atomic_bool *stop, lince_text *why) {
    static const char right[] = "c->labels[0]", wrong[] = "c->labels[1]";
    lince_text copy = {0};
    lc_text_puts(&copy, lc_text(text));
    char *at = strstr(copy.at, right);
    if (at) memcpy(at, wrong, strlen(wrong));
    char *path = maker.make(context, &copy, anew, stop, why);
    lc_text_free(&copy);
    return path;
}

static void test_wrong(void) {
    static const char text[] = "var x; P() = a{x = 1;} -> b{x = 0;} -> P(); #assert P() deadlockfree;";
    lcm_model m;
    lince_error error = {0};
    twins t;
    lcm_native_maker spoiler = maker;
    spoiler.make = make_wrong;
    if (lcm_model_parse(&m, "test.lin", text, strlen(text), &error) == LINCE_DONE) {
        const char *wrong =
            compare_twins(&t, (lcm_system_wish){.model = &m, .process = m.assertions.at[0].process}, &spoiler);
        expect(wrong && strcmp(wrong, "other steps") == 0, "a wrong label is noticed");
    }
    lcm_model_free(&m);
}

int main(int argc, char **argv) {
    lcv_compiler compiler;
    lcv_compiler_init(&compiler);
    maker = lcv_compiler_maker(&compiler, true);
    if (argc > 1)
        for (int i = 1; i < argc; i++) compare_file(argv[i]);
    else {
        test_constructs();
        test_failures();
        test_wrong();
    }
    lcv_compiler_free(&compiler);
    return tap_end();
}
