/* The language of models: every construct is read, becomes the tree it should, and can be printed and read again. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "../print_model.h"
#include "lang_tree.h"
#include "tap.h"

static bool parse(lcm_model *m, const char *text, lince_error *error) {
    memset(error, 0, sizeof *error);
    return lcm_model_parse(m, "test.lin", text, strlen(text), error) == LINCE_DONE;
}

/* What it prints is `printed` (NULL: whatever), and that prints as itself. */
static void stable(const char *what, const char *text, const char *printed) {
    lcm_model m, again;
    lince_error error;
    lince_text one = {0}, two = {0}, tree = {0}, tree_again = {0};
    bool read = parse(&m, text, &error);
    if (!expect(read, "%s: read", what)) printf("# %lu: %s\n", error.line, error.message);
    if (read) {
        print_model(&one, &m);
        bool read_again = parse(&again, lc_text(&one), &error);
        if (!expect(read_again, "%s: what is printed can be read", what))
            printf("# %lu: %s\n# %s\n", error.line, error.message, lc_text(&one));
        if (read_again) {
            print_model(&two, &again);
            tree_model(&tree, &m);
            tree_model(&tree_again, &again);
        }
        if (!expect(!strcmp(lc_text(&tree), lc_text(&tree_again)), "%s: and means the same", what))
            printf("# %s\n# %s\n", lc_text(&tree), lc_text(&tree_again));
        bool same = !strcmp(lc_text(&one), lc_text(&two)) && (!printed || !strcmp(lc_text(&one), printed));
        if (!expect(same, "%s: and prints as it should", what))
            printf("# once:\n%s# twice:\n%s", lc_text(&one), lc_text(&two));
        lcm_model_free(&again);
    }
    lcm_model_free(&m);
    lc_text_free(&one);
    lc_text_free(&two);
    lc_text_free(&tree);
    lc_text_free(&tree_again);
}

/* ---- each construct ---- */

/* As PAT lets people write it. */
static void test_other_spellings(void) {
    stable("Stop()", "P() = a -> Stop(); Q() = a -> Skip();", "P() = a -> Stop;\nQ() = a -> Skip;\n");
    stable("steps without a name", "var x; P() = {x = 1} -> (b -> Stop [] {x = 2;} -> Stop);",
           "var x = 0;\nP() = tau{x = 1;} -> (b -> Stop [] tau{x = 2;} -> Stop);\n");
    stable("channels are hidden", "channel c 1; channel d[2] 0; P() = c!1 -> d[0]!1 -> P(); Q() = P() \\ {c, d, a};",
           NULL);
    stable("G and F", "P() = a -> P(); #assert P() |= G F a;", "P() = a -> P();\n#assert P() |= []<>a;\n");
    stable("events called G and F", "P() = G -> F -> X -> P(); #assert P() |= G(G -> X F) && F(F U X);",
           "P() = G -> F -> X -> P();\n#assert P() |= [](G -> X F) && <>(F U X);\n");
    stable("events in quotes", "channel c 1; P() = c!1 -> P(); #assert P() |= []<>\"c!1\";",
           "channel c 1;\nP() = c!1 -> P();\n#assert P() |= []<>c!1;\n");
}

static void test_data(void) {
    stable("nothing", "", "");
    stable("comments", "// one\n/* two\n three */ var x; // four", "var x = 0;\n");
    stable("constants", "#define N 2; #define M (N + 1) * 2; enum {red, green}; var x = M;",
           "#define red 0;\n#define green 1;\n#define N 2;\n#define M 6;\nvar x = 6;\n");
    stable("constants before they are defined", "#define A B + 1; #define B 1;", "#define A 2;\n#define B 1;\n");
    stable("least number", "#define L -2147483648; #define G 2147483647;",
           "#define L -2147483648;\n#define G 2147483647;\n");
    stable(
        "variables",
        "#define N 2; var x; var y = 3; var z:{1..5}; var w:{0..5} = 4; var A[N]; var B[N][3]; var C[N]:{0..3} = "
        "[1(N)];"
        "var D = [0(3),1]; var E = [1..3, 7, 3..1];",
        "#define N 2;\nvar x = 0;\nvar y = 3;\nvar z:{1..5} = 1;\nvar w:{0..5} = 4;\nvar A[2] = [0(2)];\n"
        "var B[2][3] = [0(6)];\nvar C[2]:{0..3} = [1(2)];\nvar D[4] = [0(3), 1];\nvar E[7] = [1, 2, 3, 7, 3, 2, 1];\n");
    stable("channels", "#define N 3; channel a 0; channel b N; channel c[N] 1;",
           "#define N 3;\nchannel a 0;\nchannel b 3;\nchannel c[3] 1;\n");
}

static void test_expressions(void) {
    stable(
        "all operators",
        "var x; var y; var A[2][2]; P() = [x + y * 2 - -3 == (x - (y - 1)) / 2 % 5 && !(x < 1 || y >= 2) && x <= 1] e "
        "-> "
        "[x & 1 | y << 2 >> 1 xor 3] [A[x][y + 1] > 1 ? x != 1 : true] Stop;",
        "var x = 0;\nvar y = 0;\nvar A[2][2] = [0(4)];\nP() = [x + y * 2 - (-3) == (x - (y - 1)) / 2 % 5 && !(x < 1 || "
        "y >= 2) && x <= 1] e -> [x & 1 | y << 2 >> 1 xor 3] [(A[x][y + 1] > 1) ? x != 1 : 1] Stop;\n");
    stable("negation", "var x; P() = [!x == 1] [-x - -(-x) == - 3] e.-1.(-x) -> Stop;",
           "var x = 0;\nP() = [(!x) == 1] [-x - -(-x) == (-3)] e.-1.(-x) -> Stop;\n");
    stable("channels asked",
           "channel c 3; channel d[2] 1; P() = [call(cfull, c) || call(cempty, d[1]) || call(ccount, c) > 1 "
           "|| call(csize, c) == 3 || call(cpeek, c) == 1] c!1 -> Stop;",
           NULL);
    stable("macros",
           "#define goal (x == 5 && y); var x; var y; P(z) = [goal || z == 1] Stop; #assert P(1) reaches goal;",
           "var x = 0;\nvar y = 0;\nP(z) = [x == 5 && y || z == 1] Stop;\n#assert P(1) reaches x == 5 && y;\n");
}

static void test_statements(void) {
    stable("statements",
           "var x; var A[3]; P(i) = e.i{x = 1; A[i] = x; x++; A[0]--; x += 2; x -= i; if (x > 2) {x = 0;} else if (x) "
           "x = 2; "
           "else {x = 3} while (x < 3) { x++; } var t = x; var u[3]; u[1] = t; {var t = 2; x = t;} x = t;} -> Stop;",
           "var x = 0;\nvar A[3] = [0(3)];\nP(i) = e.i{x = 1; A[i] = x; x = x + 1; A[0] = A[0] - 1; x = x + 2; x = x - "
           "i; if "
           "(x > 2) {x = 0;} else {if (x) {x = 2;} else {x = 3;}} while (x < 3) {x = x + 1;} var t = x; var u[3]; u[1] "
           "= t; "
           "{var t = 2; x = t;} x = t;} -> Stop;\n");
    stable("an empty block", "P() = e{} -> tau{} -> Stop;", "P() = e{} -> tau{} -> Stop;\n");
}

static void test_processes(void) {
    stable("definitions", "P = a -> Q; Q() = b -> R(1, 2); R(i, j) = Skip; Q2() = P(); Q();",
           "P() = a -> Q();\nQ() = b -> R(1, 2);\nR(i, j) = Skip;\nQ2() = P(); Q();\n");
    stable(
        "precedence", "P() = a -> P; Q() ||| b -> P || c -> Q() [] P <> Q [*] P interrupt Q \\ {a, b.0}; Q = Stop;",
        "P() = a -> P(); Q() ||| b -> P() || c -> Q() [] P() <> Q() [*] P() interrupt Q() \\ {a, b.0};\nQ() = Stop;\n");
    stable("precedence of guards and prefixes", "var x; P() = [x > 1] a -> b -> P() [] Skip;",
           "var x = 0;\nP() = [x > 1] a -> b -> P() [] Skip;\n");
    stable("parentheses stay", "P() = a -> (P() ||| Stop) || (P() || Stop) || ((P(); P()); P()) \\ {a} \\ {b};",
           "P() = a -> (P() ||| Stop) || (P() || Stop) || (P(); P()); P() \\ {a, b};\n");
    stable(
        "branches",
        "var x; P() = if (x == 1) {P()} else if (x) {Stop} else {Skip}; ifa (x) {a -> P()}; ifb (x > 2) {P()}; if (x) "
        "{Q}; "
        "case { x == 1 : P() x == 2 : a -> Q (x == 3) : Q !x : Stop default : Skip }; atomic {a -> Skip}; Q = Stop;",
        "var x = 0;\nP() = if (x == 1) {P()} else {if (x) {Stop} else {Skip}}; ifa (x) {a -> P()}; ifb (x > 2) {P()}; "
        "if (x) "
        "{Q()}; case { x == 1 : (P()) x == 2 : (a -> Q()) x == 3 : (Q()) !x : (Stop) default : (Skip) }; atomic {a -> "
        "Skip};\nQ() = Stop;\n");
    stable("indices",
           "#define N 2; P(i) = Stop; Q(i) = |||x:{0..N-1}@P(x) || P(i); R = P(1) ||| |||x:{0,2,5};y:{x..i}@P(x+y);"
           "#define i 7; S(n) = |||{n+1}@P(n) || (||x:{0..1}@P(x)) || ([]x:{0..1}@P(x)) || (<>x:{1}@P(x)) || "
           "[*]x:{1}@P(x);",
           "#define N 2;\n#define i 7;\nP(i) = Stop;\nQ(i) = |||x:{0..1}@P(x) || P(i);\nR() = P(1) ||| "
           "(|||x:{0,2,5};y:{x..i}@P(x + y));\nS(n) = |||{n + 1}@P(n) || (||x:{0..1}@P(x)) || ([]x:{0..1}@P(x)) || "
           "(<>x:{1}@P(x)) || ([*]x:{1}@P(x));\n");
    stable("messages",
           "#define K 4; var g; channel c 1; channel d[3] 0; P(i) = c!1.(i+1) -> d[i]!i+1 -> c?x.3 -> c?K.(x+1) -> "
           "c?[x > 2 && y "
           "< x]x.y{g = x;} -> d[x]?x -> d[0]?-1 -> c?g.i -> e.g -> Stop;",
           "#define K 4;\nvar g = 0;\nchannel c 1;\nchannel d[3] 0;\nP(i) = c!1.(i + 1) -> d[i]!(i + 1) -> c?x.3 -> "
           "c?K.(x + 1) -> "
           "c?[x > 2 && y < x]x.y{g = x;} -> d[x]?x -> d[0]?-1 -> c?g.i -> e.g -> Stop;\n");
    stable("names with a value in inputs",
           "#define K 4; var g; channel c 1; P(i) = c?i.i -> c?i+1.K-1 -> c?x.(i) -> c?x.i*2 -> ([]k:{0..1}@c?k.x -> "
           "Stop) "
           "[] c?(g).g+1 -> c?-i.-1 -> Stop;",
           "#define K 4;\nvar g = 0;\nchannel c 1;\nP(i) = c?i.i -> c?(i + 1).3 -> c?x.i -> c?x.(i * 2) -> "
           "([]k:{0..1}@c?k.x -> Stop) [] c?(g).(g + 1) -> c?(-i).-1 -> Stop;\n");
    stable("alphabets",
           "#define N 2; P(i) = Stop; #alphabet P {e, f.0, x:{0..N-1}@g.x.i, x:{0..1};y:{0..x}@h.y, z:{3..1}@k.z}; Q = "
           "Stop; "
           "#alphabet Q {};",
           "#define N 2;\nP(i) = Stop;\n#alphabet P {e, f.0, x:{0..1}@g.x.i, x:{0..1};y:{0..x}@h.y, "
           "z:{3..1}@k.z};\nQ() = Stop;\n"
           "#alphabet Q {};\n");
    stable("hiding channels", "channel c 1; channel d[2] 0; P() = c!1 -> d[1]?x -> P() \\ {c!1, c?, c, d[1].3, e.*.1};",
           NULL);
}

static void test_objects(void) {
    stable("a queue",
           "object Queue { var q : seq; op enq(v) { q = append(q, v); } op deq() { if (length(q) == 0) { return EMPTY; "
           "} var x = "
           "first(q); q = butfirst(q); return x; } }",
           "object Queue {\n    var q : seq;\n    op enq(v) {q = append(q, v);}\n    op deq() {if (length(q) == 0) "
           "{return "
           "EMPTY;} var x = first(q); q = butfirst(q); return x;}\n}\n");
    stable("a lock and a bag",
           "object Lock { var held = 0;  op lock() { require held == 0; held = 1; }  op unlock() { require held == 1; "
           "held = 0; } }"
           "object Bag { var b : seq;  op put(v) { b = insert(b, v); }  op take() { if (length(b) == 0) { return "
           "EMPTY; } any x : "
           "b; b = remove(b, x); return x; } op some() { any x : {0..3}; return x, b[0]; } };",
           NULL);
    stable("fields",
           "#define N 3; object O { var A[N] = [1, 2, EMPTY]; var n:{0..5} = 2; var q : seq = [1, nil]; var B[2] = 7;"
           "op f() { A[0] = A[1] + N; return true, [], last(q), butlast(prepend(q, 1)), contains(q, 2); } }",
           NULL);
    stable("a channel",
           "object Channel { op send(x); op receive();  together send(x), receive() { return receive x; } }",
           "object Channel {\n    op send(x);\n    op receive();\n    together send(x), receive() {return 2 x;}\n}\n");
    stable("an exchanger", "object E { together ex(a), ex(b) { return 1 b; return 2 a; } op ex(x); }",
           "object E {\n    op ex(x);\n    together ex(a), ex(b) {return 1 b; return 2 a;}\n}\n");
}

static void test_assertions(void) {
    stable(
        "properties",
        "#define g (x == 1); var x; P(i) = a -> Skip; #assert P(1) deadlockfree; #assert P(1) divergencefree; #assert "
        "P(1) "
        "deterministic; #assert P(1) nonterminating; #assert P(2) reaches g; #assert P(1) reaches x > 1 || x < 0; // "
        "expect: "
        "violation\n#assert P(1) refines P(2); #assert P(1) refines<T> P(2); #assert P(1) refines<F> (P(2) \\ {a}); "
        "#assert "
        "P(1) refines<FD> P(2); // expect: ok",
        "var x = 0;\nP(i) = a -> Skip;\n#assert P(1) deadlockfree;\n#assert P(1) divergencefree;\n#assert P(1) "
        "deterministic;\n#assert P(1) nonterminating;\n#assert P(2) reaches x == 1;\n#assert P(1) reaches x > 1 || x < "
        "0; // "
        "expect: violation\n#assert P(1) refines P(2);\n#assert P(1) refines P(2);\n#assert P(1) refines<F> (P(2) \\ "
        "{a});\n#assert P(1) refines<FD> P(2); // expect: ok\n");
    stable(
        "objects",
        "object Stack { op push(v) {} op pop() { return 1; } } P = push_lin -> take -> Skip; #assert P() linearizes "
        "Stack; "
        "#assert P() linearizes Stack at points {push_lin, take = pop}; #assert P() progresses Stack; #assert P() "
        "linearizes "
        "queue:capacity=2;",
        "object Stack {\n    op push(v) {}\n    op pop() {return 1;}\n}\nP() = push_lin -> take -> Skip;\n#assert P() "
        "linearizes Stack;\n#assert P() linearizes Stack at points {push_lin = push, take = pop};\n#assert P() "
        "progresses "
        "Stack;\n#assert P() linearizes queue:capacity=2;\n");
    stable(
        "formulas",
        "#define g (x == 1); var x; var y; channel c 1; P = a -> b.1 -> c!1 -> P; #assert P |= [](a -> <>b.1); "
        "#assert P |= []<> "
        "g && !a || X b.0 U a R b.2; #assert P |= (x + 1) * 2 > y && y < 2 && a -> c!1 <-> true; #assert P |= [](x == "
        "1 && !(y == 2) "
        "|| g) V !x; #assert P |= (x > 1 ? y : 2) && true || terminate && b.3;",
        "var x = 0;\nvar y = 0;\nchannel c 1;\nP() = a -> b.1 -> c!1 -> P();\n#assert P() |= [](a -> "
        "<>b.1);\n#assert P() |= "
        "([]<>(x == 1) && !a) || (X b.0 U (a R b.2));\n#assert P() |= ((((x + 1) * 2 > y && y < 2) && a) -> c!1) <-> "
        "true;\n"
        "#assert P() |= [](x == 1 && !(y == 2) || x == 1) R (!x);\n#assert P() |= (((x > 1) ? y : 2) && 1) || "
        "(terminate && "
        "b.3);\n");
}

/* All models that come with the program. */
static void test_examples(void) {
    const char *folder = getenv("LINCE_MODELS");
    DIR *directory = folder ? opendir(folder) : NULL;
    unsigned count = 0;
    if (!directory) {
        expect(!folder, "there is a folder of models");
        return;
    }
    for (struct dirent *entry; (entry = readdir(directory));) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".lin")) continue;
        lcm_model m;
        lince_error error = {0};
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (lcm_model_read(&m, path, &error) == LINCE_DONE) stable(entry->d_name, m.text, NULL);
        else expect(false, "%s:%lu: %s", entry->d_name, error.line, error.message);
        lcm_model_free(&m);
        count++;
    }
    closedir(directory);
    expect(count > 20, "%u models come with the program", count);
}

int main(void) {
    test_examples();
    test_other_spellings();
    test_data();
    test_expressions();
    test_statements();
    test_processes();
    test_objects();
    test_assertions();
    return tap_end();
}
