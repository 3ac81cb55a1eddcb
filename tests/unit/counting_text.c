/* Formulas as text: what is read is what is meant, what is printed reads back the same, and mistakes are named. */
#include <stdlib.h>
#include <string.h>

#include "../same_formula.h"
#include "counting/formula/parse.h"
#include "counting/formula/print.h"
#include "counting_random.h"
#include "tap.h"

/* ---- what is read ---- */

static void prints(uint32_t k, const char *text, const char *expected) {
    lc_scope s;
    lc_scope_init(&s, k, NULL);
    lince_error error = {0};
    const lc_formula *f;
    lince_text out = {0};
    if (lc_formula_parse(&f, &s, "f", text, strlen(text), &error) == LINCE_DONE) lc_formula_print(&out, &s, f, 0, 0);
    else lc_text_printf(&out, "%lu: %s", error.line, error.message);
    char name[80];
    snprintf(name, sizeof name, "%s", text);
    for (char *p = name; *p; p++)
        if (*p == '\n' || *p == '#') *p = *p == '#' ? 'N' : ' '; /* they mean something in TAP */
    if (!expect(strcmp(lc_text(&out), expected) == 0, "%s", name)) printf("# %s\n", lc_text(&out));
    lc_text_free(&out);
    lc_scope_free(&s);
}

static void what_is_read(void) {
    prints(1, "exists x, y. match(x, y) and before(y, x)", "exists x, y. match(x, y) and before(y, x)");
    prints(1, "exists x. forall y. same(x, y) or not adds(x) and empty(y)",
           "exists x. forall y. same(x, y) or not adds(x) and empty(y)");
    prints(1, "(true or false) and exists x. true", "exists x. true");
    prints(1, "not not not exists x. pending(x)", "not exists x. pending(x)");
    prints(1, "exists x. (exists y. same(x, y)) and adds(x)", "exists x. (exists y. same(x, y)) and adds(x)");
    prints(2, "exists x. 3 * #(x, 0, 1) + 1 <= total(x, 0, k) // all of it",
           "exists x. total(x, 0, 2) > 3 * #(x, 0, 1)");
    prints(2, "exists x. #(x, 0, k-1) + 2*(total(x, 1, 1) - 3) != -4",
           "exists x. #(x, 0, 1) + 2 * #(x, 1, 1) - 6 != -4");
    prints(1, "2 divides #(enq(1), 0, 0) + total(deq() => 1, 0, k)",
           "2 divides #(enq(1), 0, 0) + total(deq() => 1, 0, 1)");
    prints(1, "#(deq()=>pending,0,k) = 0 and #(f(-1,\"a b\",[x,2]) => (1,2), 0, 0) >= 1",
           "#(deq() => pending, 0, 1) = 0 and #(f(-1, \"a b\", [x, 2]) => (1, 2), 0, 0) >= 1");
    prints(1, "#(\"push-front\"(1) => (pending), 0, 0) < 1", "#(\"push-front\"(1) => (pending), 0, 0) + 1 <= 1");
    prints(2, "some i in 0..k-1. exists x. #(x, i, i+1) >= 1",
           "(exists x. #(x, 0, 1) >= 1) or (exists x. #(x, 1, 2) >= 1)");
    prints(2, "exists x. all i in 1..k. #(x, i, i) = sum j in 0..i. j * #(x, j, k)",
           "exists x. #(x, 1, 1) = #(x, 1, 2) and #(x, 2, 2) = #(x, 1, 2) + 2 * #(x, 2, 2)");
    prints(0, "(some i in 1..k. nothing_here < i) or all i in 1..k. total(a(), i, i) >= 1",
           "1: column 18: 'nothing_here' is not "
           "known here; define it with `let nothing_here = ...;`");
    prints(0, "(some i in 1..k. total(a(), i, i) >= 1) or all i in 1..k. total(a(), i, i) >= 1", "true");
    prints(2,
           "let begun(x, i) = total(x, 0, k) - total(x, i + 1, k);\nlet one = 1;\n"
           "exists y. begun(y, k) >= one and begun(adding(y), 0) > begun(removing(y), one)",
           "exists y. total(y, 0, 2) >= 1 and total(adding(y), 0, 2) - total(adding(y), 1, 2) > "
           "total(removing(y), 0, 2) - #(removing(y), 2, 2)");
    prints(1, "let twin(x) = exists z. same(x, z);\nexists z. twin(z)", "exists z, z_2. same(z, z_2)");
    prints(1, "exists x. exists x. adds(x)", "exists x, x_2. adds(x_2)");
    prints(1, "exists x. before(adding(x), taking(x))", "exists x. before(adding(x), taking(x))");
}

static void mistakes(void) {
    prints(1, "adds(x)",
           "1: column 6: nothing is called 'x' here; bind it with `exists x.`, or write a label as `x()`");
    prints(1, "exists x.\n  total(x, 0, 2) >= 1",
           "2: column 3: the interval [0, 2] does not lie between 0 and the length k = 1");
    prints(1, "exists x. #(x, 0, 1)", "1: column 11: a number is no formula; compare it, as in `... >= 1`");
    prints(1, "exists x. adds(x) + 1 > 0", "1: column 19: '+' is too much; the formula is complete before it");
    prints(1, "exists x. (adds(x)) + 1 > 0", "1: column 11: a number belongs here, such as `#(x, 0, 1)` or `3`");
    prints(1, "exists x. addds(x)", "1: column 11: 'addds' is not known; did you mean 'adds'?");
    prints(1, "exists x. same(x)",
           "1: column 17: ',' belongs here, because this predicate is about two labels, not ')'");
    prints(1, "exists k. adds(k)", "1: column 8: 'k' is a word of the language and cannot be a name");
    prints(1, "exists x. adds(adding(x))",
           "1: column 16: adding(...) can be counted and compared with `before`; 'adds' is about one label");
    prints(1, "exists x. #(x, 0, 0) * #(x, 0, 1) > 0", "1: column 11: only a number can be multiplied by a count");
    prints(1, "exists x. #(x, #(x, 0, 0), 1) > 0",
           "1: column 16: this number must be known before anything is counted");
    prints(1, "exists x. total(all(x), 0, 1) > 0",
           "1: column 17: 'all' is a word of the language; a method of that name is written \"all\"(...)");
    prints(1, "exists x. #(x, 0, 1) > 99999999999999999999",
           "1: column 24: this number is too large; the largest is 2^63 - 1");
    prints(1, "exists x. #(x, 0, 1) > 9223372036854775807", "1: column 22: this number is too large");
    prints(1, "0 divides #(a(), 0, 0)", "1: column 1: the divisor is a number above 0, as in `2 divides #(x, 0, 0)`");
    prints(1, "let f = f; f", "1: column 9: 'f' is not known here; define it with `let f = ...;`");
    prints(1, "exists x. adds(x) and", "1: column 22: something is missing at the end of the formula");
    prints(1, "#(a(\"x), 0, 0) > 0", "1: column 5: this string does not end; close it with \"");
    prints(1, "a ? b", "1: column 3: '?' means nothing in a formula");
    prints(1, "", "1: column 1: something is missing at the end of the formula");
    prints(1, "1 < sum i in 0..1000000000. #(a(), 0, 0)", "1: column 5: this sum has more than 8192 summands");
    prints(1, "some i in 0..1000000000. #(a(), 0, 0) < i",
           "1: column 39: spelled out, the formula is too large; use smaller ranges or length");
}

static void too_deep(void) {
    lince_text t = {0};
    for (int i = 0; i < 100000; i++) lc_text_puts(&t, i % 2 ? "(" : "not ");
    lc_scope s;
    lc_scope_init(&s, 1, NULL);
    lince_error error = {0};
    const lc_formula *f;
    expect(lc_formula_parse(&f, &s, "f", t.at, t.length, &error) == LINCE_BAD_INPUT && strstr(error.message, "deep"),
           "what is nested too deeply is refused");
    lc_scope_free(&s);
    lc_text_free(&t);
}

/* ---- there and back again ---- */

static bool comes_back(uint32_t i) {
    lc_scope s, t;
    uint32_t k = below(4);
    lc_scope_init(&s, k, NULL);
    lc_scope_init(&t, k, NULL);
    /* Names may be given twice, and be none. */
    static const char *const names[] = {"x", "y", "x", "all"};
    for (uint32_t v = 0; v < VARIABLES; v++) (void)lc_scope_variable(&s, names[v]);
    const lc_formula *f = random_formula(&s, 0, 6), *g = NULL;
    lince_text out = {0};
    lc_formula_print(&out, &s, f, i % 3 ? 20 + below(100) : 0, below(8));
    lince_error error = {0};
    lince_status status = lc_formula_parse(&g, &t, "f", lc_text(&out), out.length, &error);
    bool same = status == LINCE_DONE && same_formula(&s, f, &t, g);
    if (!same) printf("# %s\n# %s\n", lc_text(&out), error.message);
    lc_text_free(&out);
    lc_scope_free(&s);
    lc_scope_free(&t);
    return same;
}

static void differ(const char *one, const char *other) {
    lc_scope s;
    lc_scope_init(&s, 1, NULL);
    lince_error error;
    const lc_formula *f = NULL, *g = NULL;
    if (lc_formula_parse(&f, &s, "f", one, strlen(one), &error) ||
        lc_formula_parse(&g, &s, "g", other, strlen(other), &error))
        abort();
    expect(!same_formula(&s, f, &s, g), "they are told apart (%zu, %zu)", strlen(one), strlen(other));
    lc_scope_free(&s);
}

static void layout(void) {
    lc_scope s;
    lc_scope_init(&s, 2, NULL);
    const char *text =
        "exists x, y. match(x, y) and (some i in 0..k. total(x, 0, i) > 2 * #(y, i, k)) and not exists z. "
        "same(x, z) and pending(z) and before(x, z)";
    lince_error error;
    const lc_formula *f;
    if (lc_formula_parse(&f, &s, "f", text, strlen(text), &error)) abort();
    lince_text out = {0};
    lc_formula_print(&out, &s, f, 60, 0);
    expect(strcmp(lc_text(&out),
                  "exists x, y.\n"
                  "  match(x, y)\n"
                  "  and (#(x, 0, 0) > 2 * #(y, 0, 2)\n"
                  "    or total(x, 0, 1) > 2 * #(y, 1, 2)\n"
                  "    or total(x, 0, 2) > 2 * #(y, 2, 2))\n"
                  "  and (not exists z.\n"
                  "      same(x, z) and pending(z) and before(x, z))") == 0,
           "long formulas are broken at their connectives");
    lc_text_free(&out);
    lc_scope_free(&s);
}

int main(void) {
    what_is_read();
    mistakes();
    too_deep();
    layout();
    uint32_t count = 0, wanted = 20000;
    for (uint32_t i = 0; i < wanted; i++) count += comes_back(i);
    expect(count == wanted, "%u of %u random formulas come back as they were", count, wanted);
    differ("exists x. exists y. before(x, y)", "exists x. exists y. before(y, x)");
    differ("#(a(), 0, 0) <= 1", "#(a(), 0, 0) <= 2");
    differ("#(a(), 0, 0) <= 1", "#(a() => pending, 0, 0) <= 1");
    differ("exists x. #(x, 0, 0) <= 1", "exists x. #(adding(x), 0, 0) <= 1");
    return tap_end();
}
