/* What is wrong with a model: where, why, and what was meant. */
#include <string.h>

#include "../print_model.h"
#include "lang/lang.h"
#include "tap.h"

static const struct {
    const char *text;
    unsigned line, column;
    const char *message; /* a part of it */
} rows[] = {
    /* words */
    {"var x = 1 ~ 2;", 1, 11, "'~' means nothing in a model"},
    {"var x\n  = \x01;", 2, 5, "a byte 1 means nothing in a model"},
    {"var x = 2147483648;", 1, 9, "the largest is 2147483647"},
    {"var x = 99999999999999999999;", 1, 9, "the largest is 2147483647"},
    {"var 2x;", 1, 5, "a name does not begin with a digit"},
    {"/* never\n ends", 1, 1, "this comment does not end"},
    {"P() = (a -> Skip;\nQ() = Stop;", 1, 7, "this '(' is never closed"},
    {"P() = a -> Skip);", 1, 16, "')' closes nothing"},
    {"P() = {a -> Skip);", 1, 17, "')' does not close the '{' of line 1, column 7"},
    /* the top level */
    {"variable x;", 1, 1, "a declaration belongs here"},
    {"chanel c 1;", 1, 1, "did you mean 'channel'?"},
    {"#assrt P() deadlockfree;", 1, 2, "there is no #assrt; did you mean #assert?"},
    {"#pragma 3;", 1, 2, "behind # comes define, alphabet or assert"},
    {"var if;", 1, 5, "'if' is a word of the language and cannot be the name of a variable"},
    {"var x", 1, 6, "the model ends where ';' belongs"},
    {"var x; var x;", 1, 12, "'x' is declared already, in line 1"},
    {"#define x 1;\n\nvar x;", 3, 5, "'x' is declared already, in line 1"},
    {"enum {a, b}; enum {c, a};", 1, 23, "'a' is declared already, in line 1"},
    {"P() = Stop;\nP(i) = Stop;", 2, 1, "the process 'P' is defined already, in line 1"},
    {"object O {op f() {}} object O {op f() {}}", 1, 29, "the object 'O' is declared already"},
    /* constants, variables, channels */
    {"#define A B; #define B A;", 1, 24, "'A' is defined by itself"},
    {"#define A 1/0;", 1, 12, "this divides by zero"},
    {"#define A 2147483647 + 1;", 1, 22, "the result does not fit into 32 bits"},
    {"#define A -(-2147483648);", 1, 11, "the result does not fit into 32 bits"},
    {"#define A 1 << 40;", 1, 13, "shifted by 0 to 31 bits, not by 40"},
    {"#define LIMIT 4; var x = LIMTI;", 1, 26, "'LIMTI' is not declared; did you mean 'LIMIT'?"},
    {"var A[0];", 1, 7, "an array has 1 to 1000000 elements"},
    {"var A[1001][1000];", 1, 13, "an array has 1 to 1000000 elements"},
    {"var A[600000]; var B[600000];", 1, 16, "at most 1000000 elements in all"},
    {"var A[2][2][2][2][2];", 1, 19, "at most 4 dimensions"},
    {"var n = 2; var A[n];", 1, 18, "'n' is a variable; a constant belongs here"},
    {"var x:{5..2};", 1, 8, "there is no value from 5 to 2"},
    {"var x:{0..2} = 3;", 1, 16, "3 is not in the range of 'x', which is 0 to 2"},
    {"var A[3] = [0, 1];", 1, 12, "'A' has 3 elements, and here are 2 initial values"},
    {"var A[3] = 0;", 1, 12, "a list, as in `[0(3)]`"},
    {"var A = [0(-1)];", 1, 12, "cannot be repeated -1 times"},
    {"var A = [0(2000000)];", 1, 10, "1 to 1000000 elements"},
    {"var A = [0..2147483647];", 1, 10, "1 to 1000000 elements"},
    {"channel c;", 1, 10, "give the number of messages that fit into 'c'"},
    {"channel c -1;", 1, 11, "holds 0 to 100000 messages"},
    {"channel c[0] 1;", 1, 11, "1 to 10000 of them"},
    {"var A[2][2] = [[1, 2], [3, 4]];", 1, 16, "all elements stand in one list"},
    {"channel c[2][2] 1;", 1, 13, "an array of channels has one dimension"},
    /* what people know from elsewhere */
    {"#include \"x.csp\";", 1, 2, "there is no #include; a model is one file"},
    {"#import \"PAT.Lib.DBM\";", 1, 2, "the library 'PAT.Lib.DBM' cannot be imported"},
    {"#import \"PAT.Lib.Set;\nvar x;", 1, 10, "'\"' belongs behind the name of a library"},
    {"P() = assert(x > 0);", 1, 14, "'x' is not declared"},
    {"var<Set> s;", 1, 5, "write `#import \"PAT.Lib.Set\";` before this"},
    {"#import \"PAT.Lib.Set\";\nvar<Sat> s;", 2, 5, "there is no type 'Sat'; did you mean 'Set'?"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s[2];", 2, 11, "there are no arrays of collections"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s = 1;", 2, 14, "a collection begins empty"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s;\nP() = [s > 1] a -> P();", 3, 8, "'s' is a set and no number"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s;\nP() = a{s.Ad(1);} -> P();", 3, 11,
     "a set has no method 'Ad'; did you mean 'Add'?"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s;\nP() = a{s.Add();} -> P();", 3, 15, "a value belongs here"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s;\nP() = a{s.Add(1, 2);} -> P();", 3, 16, "Add takes 1 argument, not more"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s;\nP() = [s.Add(1)] a -> P();", 3, 8,
     "Add changes 's', which only a statement"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s;\nP() = a{s.Union(s, s);} -> P();", 3, 9,
     "Union makes a set and changes none"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s;\nvar x;\nP() = a{s = s.Union(s, x);} -> P();", 4, 24,
     "a variable that is a set belongs here"},
    {"#import \"PAT.Lib.Queue\";\nvar<Queue> q;\nvar x;\nP() = a{x = q.Dequeue();} -> P();", 4, 13,
     "Dequeue returns nothing"},
    {"#import \"PAT.Lib.Set\";\nvar<Set> s;\nP() = a{s$Field = 1;} -> P();", 3, 11,
     "only lists have something behind '$'"},
    {"var x;\nP() = a{x = call(ArrayMax, x);} -> P();", 2, 18, "write `#import \"PAT.Lib.Array\";` for 'ArrayMax'"},
    {"var x;\nP() = a{x = call(Max, x);} -> P();", 2, 24, "Max takes 2 arguments, and here are 1"},
    {"P() = [#Q() > 0] a -> P();", 1, 9, "there is no process 'Q' to be counted"},
    {"channel c 0; var A[3]; var B[4];\nP() = c!A -> c!B -> P();", 2, 16, "'c' needs messages alike"},
    {"channel c 0; var A[3];\nP() = c!A -> c!1 -> P();", 2, 16, "value 1 of this message is a number"},
    {"channel c 0; var A[3];\nP() = c!A -> c?3 -> P();", 2, 18, "is an array where it is sent"},
    {"channel c 0; var A[2];\nP() = c!A -> c!1.2 -> P();", 2, 14,
     "this message has as many numbers, 2, as one of 'c' with an array"},
    {"var A[2]; var B[3];\nP() = a{A = B;} -> P();", 2, 13, "an array keeps its length"},
    {"var x;\nP() = a{if (x > 0) var t = 1; x = t;} -> P();", 2, 35, "'t' is not declared"},
    {"#define max(a, b) (a > b ? a : b); P() = e.call(max, 1) -> Stop;", 1, 49, "'max' takes 2 arguments, not 1"},
    {"#define max(a, b) (a > b ? a : b); P() = e.max -> Stop;", 1, 44, "used as in `call(max, 1, 2)`"},
    {"#define two(a, a) a; P() = e.call(two, 1, 2) -> Stop;", 1, 16, "there is a parameter 'a' already"},
    {"var x; #define up {x = 1}; P() = [up] a -> Stop;", 1, 19, "these are statements"},
    {"var x; #define f(a) {x = a; call(f, 1)}; P() = a{call(f, 2)} -> Stop;", 1, 34, "'f' is defined by itself"},
    {"var x; #define set(a) {a = 1}; P() = a{call(set, x)} -> Stop;", 1, 24, "is a parameter of the process"},
    {"P() = a -> STOP;", 1, 12, "there is no process 'STOP'; write `Stop`"},
    {"P() = a -> Wait[3]; P();", 1, 12, "models have no clock"},
    {"P() = (a -> Skip) timeout[3] (b -> Skip);", 1, 19, "models have no clock"},
    {"P() = pcase { [0.5] : Stop [0.5] : Skip };", 1, 7, "models have no probabilities"},
    {"P() = pcase { 1 : Stop 2 : Skip };", 1, 7, "models have no probabilities"},
    {"P() = wf(a) -> P();", 1, 7, "--fairness weak"},
    {"var x; P() = [x = 1] a -> P();", 1, 17, "`==` compares"},
    {"var x; P() = [x and x] a -> P();", 1, 17, "write `&&`"},
    {"P() = a -> P();\n#assert P() |= [](a => a);", 2, 21, "write `->`"},
    {"var x; P() = a -> P(); #assert P() reaches x == 1 with least(x);", 1, 56, "`with min(x)` or `with max(x)`"},
    {"var x; P() = a -> P(); #assert P() reaches x == 1 with min x;", 1, 60, "'('"},
    /* names and arrays */
    {"var count; P() = [cuont > 1] Stop;", 1, 19, "did you mean 'count'?"},
    {"P() = [zz > 1] Stop;", 1, 8, "'zz' is not declared; write `var zz = 0;`"},
    {"var A[3]; P() = [A == 1] Stop;", 1, 18, "'A' is an array: it needs 1 subscript, as in `A[0]`"},
    {"var A[3][3]; P() = [A[1] == 1] Stop;", 1, 21, "it needs 2 subscripts"},
    {"var A[3]; P() = [A[1][2] == 1] Stop;", 1, 22, "'A' has 1 subscript, not more"},
    {"var x; P() = [x[1]] Stop;", 1, 16, "'x' is not an array"},
    {"channel c 1; P() = [c > 1] Stop;", 1, 21, "'c' is a channel and has no value"},
    {"P() = [P > 1] Stop;", 1, 8, "'P' is a process and has no value"},
    {"P() = [length(x) > 1] Stop;", 1, 8, "only objects have functions"},
    {"P() = [call(cfool, c)] Stop;", 1, 13, "channels answer to cfull"},
    {"channel ack 1; P() = [call(cfull, akc)] Stop;", 1, 35, "no channel 'akc'; did you mean 'ack'?"},
    {"P() = [1 +] Stop;", 1, 11, "a value belongs here, not ']'"},
    {"P() = [[1]] Stop;", 1, 8, "a list belongs only to arrays"},
    {"var x; #define g (x > 1); P(x) = [g] Stop;", 1, 19, "this #define is used where 'x' means something else"},
    /* statements */
    {"#define N 1; P() = e{N = 2;} -> Stop;", 1, 22, "'N' is a constant and cannot be assigned to"},
    {"P(i) = e{i = 2;} -> Stop;", 1, 10, "'i' is a parameter of the process and cannot be assigned to"},
    {"channel c 1; P() = c?x{x++;} -> Stop;", 1, 24, "'x' is a parameter of the process"},
    {"var x; P() = e{x == 2;} -> Stop;", 1, 18, "'=' belongs here, to assign to 'x', not '=='"},
    {"var x; P() = e{x = 2 x = 3;} -> Stop;", 1, 22, "';' belongs here, after an assignment"},
    {"P() = e{return 1;} -> Stop;", 1, 9, "'return' belongs to the operations of objects"},
    {"P() = e{any x : {0..3};} -> Stop;", 1, 9, "'any' belongs to the operations of objects"},
    {"P() = e{require 1;} -> Stop;", 1, 9, "'require' belongs to the operations of objects"},
    {"var x; P() = e{{var t = 1;} x = t;} -> Stop;", 1, 33, "'t' is not declared"},
    {"P() = e{var t[0];} -> Stop;", 1, 15, "1 to 1000000 elements"},
    {"P() = e{1;} -> Stop;", 1, 9, "a statement belongs here, not '1'"},
    /* processes */
    {"P() = a;", 1, 7, "there is no process 'a'; define it, `a() = ...;`, or if it is an event"},
    {"Process() = Proces();", 1, 13, "did you mean 'Process'?"},
    {"P() = a -> Skp;", 1, 12, "did you mean 'Skip'?"},
    {"P(i) = P();", 1, 8, "'P' takes 1 argument, not 0"},
    {"P() = P(1, 2);", 1, 7, "'P' takes 0 arguments, not 2"},
    {"P(i, i) = Stop;", 1, 6, "there is a parameter 'i' already"},
    {"P() = a -> ;", 1, 12, "a process belongs here, not ';'"},
    {"P() = a{} Stop;", 1, 11, "'->' belongs here, after an event"},
    {"P() = a -> Stop", 1, 16, "the model ends where ';' belongs"},
    {"P() = a -> Stop Q() = Stop;", 1, 17, "';' belongs here, after the definition of a process"},
    {"var x; P() = |||i:{0..x}@Stop;", 1, 23, "must be constant when the process begins; 'x' changes while it runs"},
    {"channel c 1; P() = c?n -> (|||i:{0..n}@Stop);", 1, 37, "'n' changes while it runs"},
    {"P() = |||i:{0..100000}@Stop;", 1, 10, "an index has at most 100000 values"},
    {"P() = |||i:{-2147483648..2147483647}@Stop;", 1, 10, "an index has at most 100000 values"},
    {"var x; P() = |||{x}@Stop;", 1, 18, "the number of copies must be constant"},
    {"P() = []{..}@Stop;", 1, 10, "only '|||' can have any number of copies"},
    {"var x; P() = Stop \\ {e.x};", 1, 24, "must be constant"},
    {"P() = ifb (1) {Stop} else {Stop};", 1, 22, "ifb waits until its condition holds"},
    {"P() = if (1) Stop;", 1, 14, "'{' belongs here"},
    {"P() = case { default : Stop 1 : Skip };", 1, 29, "default comes last"},
    {"P() = case { };", 1, 15, "at least one condition"},
    {"P() = c!1 -> Stop;", 1, 7, "there is no channel 'c'; write `channel c 1;`"},
    {"channel c 1; P() = c?x.x -> Stop;", 1, 24, "'x' is received twice"},
    {"channel c 1; P() = c?x -> Stop; Q() = e.x -> Stop;", 1, 41, "'x' is not declared"},
    {"channel c[2] 1; P() = c!1 -> Stop;", 1, 23, "choose one, as in `c[0]`"},
    {"channel c 1; P() = c[0]!1 -> Stop;", 1, 20, "is one channel and has no subscripts"},
    {"channel c[2] 1; P() = Stop \\ {c[2]!};", 1, 33, "numbered 0 to 1"},
    {"#alphabet Prcess {a}; Process() = Stop;", 1, 11, "did you mean 'Process'?"},
    {"#alphabet Q {a}; P() = Stop;", 1, 11, "there is no process 'Q' that could have an alphabet"},
    {"P() = Stop; #alphabet P {a}; #alphabet P {b};", 1, 40, "'P' has an alphabet already"},
    {"P() = a.1.2.3.4.5.6.7.8.9.10.11.12.13 -> Stop;", 1, 39, "at most 12 values"},
    /* objects */
    {"object O {}", 1, 8, "'O' has no operations"},
    {"object O;", 1, 9, "'{' belongs here"},
    {"object O { foo }", 1, 12, "an object consists of var, op and together"},
    {"object O { var x; var x; op f() {} }", 1, 23, "'x' is declared already in this object"},
    {"object O { op f() {} op f() {} }", 1, 25, "the operation 'f' is declared already"},
    {"object O { op f(); }", 1, 15, "'f' never takes effect"},
    {"object O { op f(x, x) {} }", 1, 20, "there is a parameter 'x' already"},
    {"object O { op f() { if (1) { return 1; } return 1, 2; } }", 1, 42,
     "'f' has returned 1 result before, and 2 here"},
    {"object O { op f() { if (1) { return; } return 1; } }", 1, 40, "'f' has returned 0 results before, and 1 here"},
    {"object O { op send(x); op f(); together snd(x), f() {} }", 1, 41, "no operation 'snd'; did you mean 'send'?"},
    {"object O { op f(x); op g(); together f(), g() {} }", 1, 38, "'f' takes 1 argument, not 0"},
    {"object O { op f(); op g(); together f(), g() { return h 1; } }", 1, 55, "these results lack an owner"},
    {"object O { op f(); together f(), f() { return f 1; } }", 1, 47, "'f' takes part 2 times"},
    {"object O { op f(); together f(), f() { return 3 1; } }", 1, 47, "numbered 1 to 2"},
    {"var x; object O { op f() { return x; } }", 1, 35,
     "'x' belongs to the model; an object sees its own declarations only"},
    {"object O { op f() { return lenght(x); } }", 1, 28, "did you mean 'length'?"},
    {"object O { var q : seq; op f() { return append(q); } }", 1, 41, "append takes 2 arguments, not 1"},
    {"object O { var n = 1; op f() { return n[0]; } }", 1, 40, "'n' is not an array"},
    {"object O { var A[2]; op f() { return A; } }", 1, 38, "'A' is an array"},
    {"object O { var q : seq = 1; op f() {} }", 1, 26, "it begins with a list"},
    {"object O { var q = [1]; op f() {} }", 1, 20, "declare it as `var q : seq`"},
    {"object O { var x = 1; var y = x; op f() {} }", 1, 31, "must be a constant"},
    {"object O { var x:{0..3} = 4; op f() {} }", 1, 27, "not in the range of 'x'"},
    {"object O { op f() { return x; } }", 1, 28, "'x' is not declared"},
    /* assertions */
    {"P() = Stop; #assert P() deadlokfree;", 1, 25, "did you mean 'deadlockfree'?"},
    {"P() = Stop; #assert P() foo;", 1, 25, "a property belongs here"},
    {"P(i) = Stop; #assert P() deadlockfree;", 1, 22, "'P' takes 1 argument, not 0"},
    {"P(i) = Stop; #assert P(i) deadlockfree;", 1, 24, "'i' is not declared"},
    {"P() = Stop; #assert (|||i:{0..1}@P()) deadlockfree;", 1, 25, "give this process a name first"},
    {"object Queue {op f() {}} P() = Stop; #assert P() linearizes Queu;", 1, 61, "did you mean 'Queue'?"},
    {"P() = Stop; #assert P() progresses Foo;", 1, 36, "there is no object 'Foo'; declare it"},
    {"P() = Stop; #assert P() refines<X> P();", 1, 33, "there is no refines<X>"},
    {"P() = Stop; #assert P() deadlockfree", 1, 37, "the model ends where ';' belongs"},
    {"P() = eat.1 -> Stop; #assert P() |= [] aet.1;", 1, 40, "no process does 'aet'; did you mean 'eat'?"},
    {"P() = eat.1 -> Stop; #assert P() |= [] eat;", 1, 40, "'eat' has 1 value where it happens, and 0 here"},
    {"P() = eat.1 -> Stop; #assert P() |= [] eat.*;", 1, 40, "write `eat.0 || eat.1`"},
    {"channel c 1; P() = c!1 -> Stop; #assert P() |= [] c!;", 1, 51, "'c' has 1 value where it happens, and 0 here"},
    {"P() = Stop; #assert P() |= [](1 == );", 1, 36, "a value belongs here"},
    {"P() = Stop; #assert P() |= [] ();", 1, 32, "a value belongs here"},
    {"object S {op push() {}} P() = a -> Stop; #assert P() linearizes S at points {a = psh};", 1, 82,
     "'S' has no operation 'psh'; did you mean 'push'?"},
    {"object S {op push() {}} P() = a -> Stop; #assert P() linearizes S at points {a};", 1, 78, "name the operation"},
    {"object S {op push() {}} P() = a -> Stop; #assert P() linearizes S at points {b = push};", 1, 78,
     "no process does 'b'"},
};

static void test_errors(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lcm_model m;
        lince_error e = {0};
        lcm_place place = {0, 0};
        lince_status status = lcm_model_parse(&m, "t.lin", rows[i].text, strlen(rows[i].text), &e);
        bool right = status == LINCE_BAD_INPUT && lcm_error_place(&e, &place) && place.line == rows[i].line &&
                     place.column == rows[i].column && strstr(e.message, rows[i].message) && !strcmp(e.file, "t.lin");
        if (!expect(right, "%s", rows[i].message))
            printf("# %s\n# status %d, %lu: %s\n", rows[i].text, status, e.line, e.message);
        lcm_model_free(&m);
    }
}

/* ---- what is too large ---- */

/* `times` of `piece` between the two others; does reading it end with this message (NULL: well)? */
static void test_size(const char *what, const char *before, const char *piece, unsigned times, const char *after,
                      const char *message) {
    lince_text text = {0}, printed = {0};
    lince_error e = {0};
    lcm_model m;
    lc_text_puts(&text, before);
    lc_text_repeat(&text, piece, times);
    lc_text_puts(&text, after);
    lince_status status = lcm_model_parse(&m, "t.lin", lc_text(&text), text.length, &e);
    bool right = message ? status == LINCE_BAD_INPUT && strstr(e.message, message) : status == LINCE_DONE;
    if (!expect(right, "%s", what)) printf("# status %d, %lu: %s\n", status, e.line, e.message);
    if (status == LINCE_DONE) print_model(&printed, &m);
    lcm_model_free(&m);
    lc_text_free(&text);
    lc_text_free(&printed);
}

static void test_sizes(void) {
    static const char deep[] = "nested too deeply", high[] = "this expression is too long";
    lince_text many = {0};
    test_size("parentheses of processes", "P() = ", "(", 100000, "", "never closed");
    for (unsigned i = 0; i < 10000; i++) lc_text_putc(&many, ')');
    lc_text_puts(&many, ";");
    lince_text few = {0}, process = {0}, value = {0}, formula = {0};
    lc_text_printf(&process, "Stop%s", lc_text(&many));
    lc_text_printf(&few, "Stop%s", lc_text(&many) + 10000 - 150);
    lc_text_printf(&value, "1%s", lc_text(&many));
    lc_text_printf(&formula, "a%s", lc_text(&many));
    test_size("many parentheses of processes", "P() = ", "(", 10000, lc_text(&process), deep);
    test_size("many parentheses of expressions", "#define A ", "(", 10000, lc_text(&value), deep);
    test_size("many parentheses of formulas", "P() = a -> Stop; #assert P() |= ", "(", 10000, lc_text(&formula), deep);
    test_size("150 parentheses", "P() = ", "(", 150, lc_text(&few), NULL);
    test_size("many prefixes", "P() = ", "a -> ", 10000, "Stop;", deep);
    test_size("1900 prefixes", "P() = ", "a -> ", 1900, "Stop;", NULL);
    test_size("many guards", "P() = ", "[1] ", 10000, "Stop;", deep);
    test_size("many in sequence", "P() = ", "Skip; ", 10000, "Stop;", deep);
    test_size("many interrupts", "P() = ", "Skip interrupt ", 10000, "Stop;", deep);
    test_size("many choices", "P() = ", "Skip [] ", 100000, "Stop;", NULL);
    test_size("many times hidden", "P() = Stop ", "\\ {a}", 10000, ";", NULL);
    test_size("many else", "P() = Stop; Q() = ", "if (1) {Stop} else ", 10000, "{Stop};", deep);
    test_size("a long sum", "var x; P() = [", "x + ", 10000, "1] Stop;", high);
    test_size("a sum of 400", "var x; P() = [", "x + ", 400, "1] Stop;", NULL);
    test_size("many negations", "var x; P() = [", "!", 10000, "x] Stop;", deep);
    test_size("many questions", "var x; P() = [", "x ? 1 : ", 10000, "x] Stop;", deep);
    test_size("many always", "P() = a -> Stop; #assert P() |= ", "[]", 10000, "a;", deep);
    test_size("many and", "P() = a -> Stop; #assert P() |= ", "a && ", 10000, "a;", deep);
    test_size("many blocks", "P() = a", "{", 10000, "", "never closed");
    test_size("many statements", "var x; P() = a{", "x = x + 1; ", 10000, "} -> Stop;", NULL);
    test_size("many if", "var x; P() = a{", "if (x) ", 10000, "x = 1;} -> Stop;", deep);
    test_size("many definitions", "", "#assert P() deadlockfree; ", 10000, "P() = Stop;", NULL);
    lc_text_clear(&many);
    for (unsigned i = 0; i < 40; i++) lc_text_printf(&many, "#define a%u a%u + a%u;", i, i + 1, i + 1);
    lc_text_puts(&many, "var x; #define a40 x;");
    test_size("macros that double 40 times", lc_text(&many), "", 0, "P() = [a0] Stop;", "too large");
    lc_text_free(&many);
    lc_text_free(&few);
    lc_text_free(&process);
    lc_text_free(&value);
    lc_text_free(&formula);
}

/* ---- showing the place ---- */

static void shows(const char *text, uint32_t line, uint32_t column, const char *wanted) {
    lince_text shown = {0};
    lcm_model_show_place(&shown, text, strlen(text), (lcm_place){line, column});
    if (!expect(!strcmp(lc_text(&shown), wanted), "line %u, column %u is shown", line, column))
        printf("# %s\n", lc_text(&shown));
    lc_text_free(&shown);
}

static void test_places(void) {
    shows("abc\ndef\n", 2, 2, "    def\n     ^\n");
    shows("abc", 1, 4, "    abc\n       ^\n");
    shows("\tx\ty", 1, 4, "    \tx\ty\n    \t \t^\n");
    shows("\xc3\xa9 x", 1, 4, "    \xc3\xa9 x\n      ^\n");
    shows(
        "a\x01"
        "b",
        1, 3, "    a b\n      ^\n");
    shows("abc", 2, 1, "");
    shows("abc", 1, 9, "");
    shows("", 1, 1, "    \n    ^\n");
    lince_text line = {0}, shown = {0};
    lc_text_repeat(&line, "0123456789", 100000);
    lcm_model_show_place(&shown, lc_text(&line), line.length, (lcm_place){1, 500005});
    const char *caret = strchr(lc_text(&shown), '^');
    expect(shown.length < 1000 && caret &&
               strchr(lc_text(&shown), '\n')[caret - strchr(lc_text(&shown), '\n') - 1] == ' ',
           "of a long line a part is shown");
    lc_text_free(&line);
    lc_text_free(&shown);
}

static void test_files(void) {
    lcm_model m;
    lince_error e = {0};
    expect(lcm_model_read(&m, "/nowhere/model.lin", &e) == LINCE_BAD_INPUT && !strcmp(e.file, "/nowhere/model.lin") &&
               strstr(e.message, "No such file"),
           "a file that is not there");
    lcm_model_free(&m);
    expect(lcm_model_read(&m, "/", &e) == LINCE_BAD_INPUT, "a folder is no model");
    lcm_model_free(&m);
}

int main(void) {
    test_errors();
    test_sizes();
    test_places();
    test_files();
    return tap_end();
}
