/* Kernels: reading grammars, what is wrong with them, and what is wrong with a history that does not belong to one. */
#include "counting/grammar/kernel_parts.h"

#include <stdlib.h>
#include <string.h>

#include "counting/formula/parse.h"
#include "counting/formula/print.h"
#include "counting/grammar/solver.h"
#include "tap.h"

static lc_kernel *parsed(const char *text) {
    lc_kernel *k;
    lince_error error = {0};
    if (!lc_kernel_parse(&k, text, strlen(text), "g", &error)) return k;
    printf("# %s:%lu: %s\n", error.file, error.line, error.message);
    abort();
}

/* ---- mistakes ---- */

static void refused(const char *text, unsigned long line, const char *message) {
    lc_kernel *k;
    lince_error error = {0};
    lince_status status = lc_kernel_parse(&k, text, strlen(text), "g", &error);
    if (!expect(status == LINCE_BAD_INPUT && !k && error.line == line && !strcmp(error.message, message),
                "it is said what is wrong in line %lu: %s", line, message))
        printf("# %lu: %s\n", error.line, error.message);
    lc_kernel_free(k);
}

static void mistakes(void) {
    refused("", 1, "column 1: here should be a rule: NAME -> ... ;");
    refused("S lock() ;", 1, "column 3: here should be ->");
    refused("S -> lock()\n  | 3 ;", 2, "column 5: here should be an operation like lock(), the name of a rule, | or ;");
    refused("S -> lock() |", 1, "column 14: here should be an operation like lock(), the name of a rule, | or ;");
    refused("# a comment\nS -> lock(] ;", 2, "column 11: here should be a value");
    refused("S -> get(1 2) ;", 1, "column 12: here should be , or )");
    refused("S -> get([1 2]) ;", 1, "column 13: here should be , or ]");
    refused("S -> get() => ;", 1, "column 15: here should be a value");
    refused("S -> get() =>", 1, "column 14: a value is missing at the end");
    refused("S -> get(\"a\n\") ;", 1, "column 10: this string has no end");
    refused("S -> get(99999999999999999999) ;", 1, "column 10: this number is too large");
    refused("S -> get([[[[[[[[[1]]]]]]]]]) ;", 1, "column 18: lists are nested too deeply");
    refused("S -> \"lock\" ;", 1, "column 13: here should be parentheses: a name in quotes is that of an operation");
    refused("even exactly S -> ;", 1, "column 14: here should be a colon");
    refused("S -> lock() Held ;\n", 1, "Held has no rule (an operation is written with parentheses: Held())");
    refused("\nlock: S -> a() S ;", 2, "the grammar derives no word: S never terminates");
}

static void names_and_values(void) {
    lc_kernel *k = parsed("S -> \"pop-all\"( ) => ( 1,[2 ,x] ) S | f(-3,\"a, b\") => nil | ;");
    expect(k->grammar.labels.count == 2, "two labels");
    lc_constant first = k->grammar.labels.at[0], second = k->grammar.labels.at[1];
    expect(!strcmp(first.method, "pop-all") && !*first.args && !strcmp(first.results, "1, [2, x]"),
           "values are tidied");
    expect(!strcmp(second.args, "-3, \"a, b\"") && !strcmp(second.results, "nil"), "but strings are left alone");
    lc_kernel_free(k);
}

static void mistakes_in_names(void) {
    static const char *const wrong[] = {
        "queue",          "mutex:n=1",     "semaphore",         "semaphore:n=", "semaphore:n=-1",
        "semaphore:n=17", "semaphore:m=1", "semaphore:n=1,m=2", "mutexes",      "bounded-counter:max=0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lc_kernel *k;
        lince_error error = {0};
        lince_status status = lc_kernel_builtin(&k, wrong[i], &error);
        expect(status == LINCE_BAD_INPUT && !k && error.message[0], "%s is refused: %s", wrong[i], error.message);
    }
    expect(lc_kernel_is_builtin("semaphore:n=3") && !lc_kernel_is_builtin("queue"), "built-in ones are known by name");
}

/* ---- formulas ---- */

static void derives(const char *grammar, uint32_t length, const char *expected) {
    lc_kernel *k = parsed(grammar);
    lc_scope scope;
    lc_budget budget;
    const lc_formula *f;
    lince_error error = {0};
    lince_text text = {0};
    lc_budget_init(&budget, 0);
    lc_scope_init(&scope, length, &budget);
    lince_status status = lc_kernel_violations(&f, &scope, k, NULL, &error);
    if (!status) lc_formula_print(&text, &scope, f, 0, 0);
    if (!expect(!status && !strcmp(lc_text(&text), expected), "%s", grammar)) printf("# %s\n", lc_text(&text));
    lc_text_free(&text);
    lc_scope_free(&scope);
    lc_kernel_free(k);
}

static void formulas(void) {
    derives("S -> ;", 1, "false");
    derives("S -> a() S | ;", 1, "false");
    derives("S -> a() ;", 0, "#(a(), 0, 0) >= 2");
    derives("S exactly: S -> a() a() S | ;", 0, "#(a() => pending, 0, 0) <= 0 and not 2 divides #(a(), 0, 0)");
    derives("S -> open() close() S | ;", 0,
            "#(close(), 0, 0) + #(close() => pending, 0, 0) + 2 <= #(open(), 0, 0) or "
            "#(close(), 0, 0) > #(open(), 0, 0) + #(open() => pending, 0, 0)");
    derives("S exactly: S -> open() close() S | ;", 0,
            "#(open(), 0, 0) > #(close(), 0, 0) + #(close() => pending, 0, 0) or "
            "#(close(), 0, 0) > #(open(), 0, 0) + #(open() => pending, 0, 0)");
}

static void limits(void) {
    lc_kernel *k;
    lince_error error = {0};
    const lc_formula *f;
    lc_scope scope;
    if (lc_kernel_builtin(&k, "bounded-counter:max=4", &error)) abort();
    lc_scope_init(&scope, 3, NULL);
    lc_limits soon = {.deadline = lc_now() + 0.2};
    double before = lc_now();
    lince_status status = lc_kernel_violations(&f, &scope, k, &soon, &error);
    expect(status == LINCE_STOPPED && !f && lc_now() - before < 30, "what takes too long is stopped");
    lc_scope_free(&scope);
    lc_budget little;
    lc_budget_init(&little, 100000);
    lc_scope_init(&scope, 2, &little);
    status = lc_kernel_violations(&f, &scope, k, NULL, &error);
    expect(status == LINCE_OUT_OF_MEMORY && !f, "and what takes too much memory");
    lc_scope_free(&scope);
    expect(atomic_load(&little.used) == 0, "all of it is given back");
    lc_kernel_free(k);
}

int main(void) {
    mistakes();
    mistakes_in_names();
    names_and_values();
    if (lc_solver_exists()) formulas(), limits();
    else tap_skip("built without Z3");
    return tap_end();
}
