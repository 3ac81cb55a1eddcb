/* lince formula: the common properties of an object's wrong histories, as formulas that count. */
#include "cli/formula.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/whole.h"
#include "cli/cli.h"
#include "counting/formula/parse.h"
#include "counting/formula/print.h"
#include "counting/grammar/kernel.h"
#include "counting/patterns/complete.h"
#include "history/counting.h"
#include "lang/object.h"
#include "report/writer.h"

/* ---- which formulas ---- */

static lince_status new_query(lcc_queries *all, const lcc_formula_run *run, const lc_family *family, lcc_query **out,
                              lc_budget *budget) {
    lcc_query *a = *out = lc_allocate(budget, sizeof *a);
    if (!a) return LINCE_OUT_OF_MEMORY;
    *a = (lcc_query){.name = family ? family->name : "formula", .meaning = family ? family->meaning : NULL};
    lc_scope_init(&a->scope, run->length, budget);
    if (lc_push(budget, all, a)) return LINCE_DONE;
    lc_scope_free(&a->scope);
    lc_release(budget, a, sizeof *a);
    return LINCE_OUT_OF_MEMORY;
}

/* One of a family, or the user's own: NULL. */
static lince_status add_one(lcc_queries *all, const lcc_formula_run *run, const lc_family *family,
                            const lc_instance *instance, const lc_limits *limits, lc_budget *budget,
                            lince_error *error) {
    lcc_query *a;
    lince_status status = new_query(all, run, family, &a, budget);
    if (status != LINCE_DONE) return status;
    if (!family) return lc_formula_parse(&a->formula, &a->scope, run->own_name, run->own, run->own_length, error);
    return lc_family_formula(&a->formula, family, &a->scope, instance, limits, error);
}

/* Objects whose sequential histories a grammar describes: the user's, or that of the name. */
static lince_status add_kernel(lcc_queries *all, const lcc_formula_run *run, const char *name, const lc_limits *limits,
                               lc_budget *budget, lince_error *error) {
    static const lc_family family = {.name = "not Psi", .meaning = "no order of the operations explains their numbers"};
    lc_kernel *kernel;
    lcc_query *a;
    lince_status status = name ? lc_kernel_builtin(&kernel, name, error)
                               : lc_kernel_parse(&kernel, run->own, run->own_length, run->own_name, error);
    if (status != LINCE_DONE) return status;
    status = new_query(all, run, &family, &a, budget);
    if (status == LINCE_DONE) status = lc_kernel_violations(&a->formula, &a->scope, kernel, limits, error);
    lc_kernel_free(kernel);
    return status;
}

lince_status lcc_queries_add(lcc_queries *all, const lcc_formula_run *run, const lc_instance *instance,
                             const lc_limits *limits, lc_budget *budget, lince_error *error) {
    if (run->settings.grammar)
        return add_kernel(all, run, run->own ? NULL : run->settings.grammar, limits, budget, error);
    if (run->own) return add_one(all, run, NULL, instance, limits, budget, error);
    if (run->settings.complete || run->settings.patterns) {
        const lc_family *family = lc_complete_family(instance, run->settings.patterns ? LC_BY_PATTERNS : LC_BY_STEPS);
        if (!family)
            return lc_fail(error,
                           "no complete formula is known for %s, only for bag, queue and stack without a capacity",
                           instance->name);
        return add_one(all, run, family, instance, limits, budget, error);
    }
    uint32_t count;
    const lc_family *const *families = lc_families_of(instance, &count);
    if (!count && !instance->plugin && lc_kernel_is_builtin(instance->name))
        return add_kernel(all, run, instance->name, limits, budget, error);
    if (!count)
        return lc_fail(error, "no formulas are known for %s; give one of your own with --formula", instance->name);
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < count && status == LINCE_DONE; i++)
        status = add_one(all, run, families[i], instance, limits, budget, error);
    return status;
}

void lcc_queries_free(lcc_queries *all, lc_budget *budget) {
    for (uint32_t i = 0; i < all->count; i++) {
        lc_scope_free(&all->at[i]->scope);
        lc_release(budget, all->at[i], sizeof *all->at[i]);
    }
    lc_vec_free(budget, all);
}

/* ---- printing them ---- */

/* All of them are one formula, which can be read back: the text in between is comments. */
static void print_text(lince_text *out, const lcc_formula_run *run, const lcc_queries *all) {
    lcr_style style = lcc_output_style(false, 0, LCC_COLOUR_AUTO);
    unsigned width = run->settings.width ? run->settings.width : lcr_style_width(&style);
    for (uint32_t i = 0; i < all->count; i++) {
        const lcc_query *a = all->at[i];
        if (a->meaning) lc_text_printf(out, "// %s: %s\n", a->name, a->meaning);
        bool bracket = all->count > 1;
        lc_text_puts(out, bracket ? (i ? "or (" : "   (") : "");
        lc_formula_print(out, &a->scope, a->formula, width, bracket ? 4 : 0);
        lc_text_puts(out, bracket ? ")\n" : "\n");
    }
}

static void print_json(lince_text *out, const lcc_formula_run *run, const lcc_queries *all) {
    lcr_writer w = {.out = out};
    lcr_write_open(&w, '{');
    lcr_field_text(&w, "spec", run->spec_text);
    lcr_field_count(&w, "length", run->length);
    lcr_field_open(&w, "formulas", '[');
    for (uint32_t i = 0; i < all->count; i++) {
        const lcc_query *a = all->at[i];
        lince_text text = {0};
        lc_formula_print(&text, &a->scope, a->formula, 0, 0);
        lcr_write_open(&w, '{');
        lcr_field_text(&w, "name", a->name);
        lcr_field_text(&w, "meaning", a->meaning);
        lcr_field_text(&w, "formula", lc_text(&text));
        lcr_write_close(&w, '}');
        out->cut |= text.cut;
        lc_text_free(&text);
    }
    lcr_write_close(&w, ']');
    lcr_write_close(&w, '}');
    lc_text_putc(out, '\n');
}

static int print_formulas(const lcc_formula_run *run) {
    lc_budget budget;
    lc_budget_init(&budget, run->settings.max_memory);
    lcc_queries all = {0};
    lince_error error = {0};
    const lc_instance *instance = run->spec_text ? &run->specs->list.at[0].instance : NULL;
    lc_limits limits = {.interrupt = run->interrupt};
    if (run->settings.timeout > 0) limits.deadline = lc_now() + run->settings.timeout;
    if (!run->settings.quiet) lcc_spinner_start("making the formula");
    lince_status status = lcc_queries_add(&all, run, instance, &limits, &budget, &error);
    lcc_spinner_stop();
    lince_text out = {0};
    if (status == LINCE_DONE && run->settings.json) print_json(&out, run, &all);
    else if (status == LINCE_DONE) print_text(&out, run, &all);
    if (out.cut) status = LINCE_OUT_OF_MEMORY;
    if (!run->settings.quiet) lcc_put(&out);
    lc_text_free(&out);
    lcc_queries_free(&all, &budget);
    if (status == LINCE_STOPPED)
        return lcc_complain("a limit was reached before the formula was made"), LCC_EXIT_UNKNOWN;
    return status == LINCE_DONE ? LCC_EXIT_OK : lcc_report_failure(status, &error);
}

/* ---- the command ---- */

/* The values of --formula and --grammar: a file if there is one of this name, else the formula or grammar itself. */
static lince_status read_own(lcc_formula_run *run, const char *given, const char *what, lince_error *error) {
    struct stat about;
    run->own_name = what;
    if (stat(given, &about) != 0) {
        run->own = strdup(given);
        run->own_length = strlen(given);
        return run->own ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    }
    run->own_name = given;
    lince_text text = {0};
    lince_status status = lc_read_whole(&text, given, error);
    if (status != LINCE_DONE) return lc_text_free(&text), status;
    run->own_length = text.length;
    run->own = text.at ? text.at : strdup("");
    return LINCE_DONE;
}

static bool read_length(const char *text, uint32_t *length) {
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    *length = (uint32_t)n;
    return *text >= '0' && *text <= '9' && !*end && n <= LC_MOST_LENGTH;
}

static int use(lcc_formula_run *run, const lc_words *operands) {
    bool checks = run->settings.check.count;
    lince_error error = {0};
    if (operands->count == 0 || operands->count > 2)
        return lcc_complain("formula: name a specification and a length, as in 'lince formula queue 2'");
    const char *length = operands->at[operands->count - 1];
    if (operands->count == 1 && !(*length >= '0' && *length <= '9'))
        return lcc_complain("formula: name the length after the specification, as in 'lince formula %s 2'", length);
    if (!read_length(length, &run->length))
        return lcc_complain("formula: the length k is a number from 0 to %u, not '%s'", LC_MOST_LENGTH, length);
    const lc_words *specs = &run->settings.spec;
    const char *formula = run->settings.formula, *grammar = run->settings.grammar;
    if (formula && grammar) return lcc_complain("formula: give --formula or --grammar, not both");
    if (operands->count == 1 && !checks && !formula && !grammar && !specs->count)
        return lcc_complain("formula: name a specification before the length, as in 'lince formula queue %s'", length);
    if ((formula || grammar) && (run->settings.complete || run->settings.patterns))
        return lcc_complain(
            "formula: --complete and --patterns are formulas of their own; use one of --formula, --grammar, "
            "--complete and --patterns");
    lince_status status = LINCE_DONE;
    if (formula) status = read_own(run, formula, "formula", &error);
    else if (grammar && !lc_kernel_is_builtin(grammar)) status = read_own(run, grammar, "grammar", &error);
    if (operands->count == 2) run->spec_text = operands->at[0];
    else if (specs->count) run->spec_text = specs->at[0];
    run->specs = lcm_specs_new();
    if (status == LINCE_DONE && !run->specs) status = LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE && operands->count == 2) status = lince_specs_add(run->specs, run->spec_text, &error);
    for (uint32_t i = 0; i < specs->count && status == LINCE_DONE; i++)
        status = lince_specs_add(run->specs, specs->at[i], &error);
    if (status != LINCE_DONE) return lcc_report_failure(status, &error);
    run->interrupt = lcc_catch_interrupts();
    if (!checks) return print_formulas(run);
    int exit = LCC_EXIT_OK;
    for (uint32_t i = 0; i < run->settings.check.count; i++)
        exit = lcc_worse_exit(exit, lcc_formula_check(run, run->settings.check.at[i]));
    return exit;
}

int lcc_cmd_formula(int argc, char **argv) {
    lcc_formula_run run = {0};
    lc_words operands = {0};
    int status = LCC_EXIT_OK;
    if (lcc_read_options(argc, argv, &run.settings, &operands, &status)) status = use(&run, &operands);
    lince_specs_free(run.specs);
    free(run.own);
    lc_options_free(&lcc_formula_set, &run.settings, &operands);
    return status;
}
