/* lince specs: the built-in specifications, or the objects of models, one line each; and where the command finds them.
 */
#include "spec/specs.h"

#include <string.h>

#include "base/error.h"
#include "base/spelling.h"
#include "cli/cli.h"
#include "lang/lang.h"
#include "lang/object.h"
#include "report/words.h"

static lince_status list_objects(lince_text *out, const char *path, lince_error *error) {
    lcm_model model;
    lince_status status = lcm_model_read(&model, path, error);
    for (uint32_t i = 0; status == LINCE_DONE && i < model.objects.count; i++) {
        lc_instance instance;
        status = lcm_object_instance(&instance, &model, &model.objects.at[i], error);
        if (status != LINCE_DONE) break;
        lc_text_printf(out, "%s#%s  %s\n", path, instance.name, instance.spec->summary);
        lc_instance_free(&instance);
    }
    lcm_model_free(&model);
    return status;
}

/* The lines of a built-in specification: `queue` and `queue:capacity=N`. */
static bool list_named(lince_text *out, const char *name) {
    lince_text all = {0};
    size_t length = strlen(name), before = out->length;
    lc_specs_list(&all);
    for (const char *at = lc_text(&all); *at;) {
        size_t line = strcspn(at, "\n") + 1;
        if (strcspn(at, ": ") == length && !memcmp(at, name, length)) lc_text_add(out, at, line);
        at += line;
    }
    out->cut |= all.cut;
    lc_text_free(&all);
    return out->length > before || out->cut;
}

/* As the terminal can show it: a line each, `NAME  SUMMARY`, whose summaries go on below where they began. */
static void put_list(const lince_text *list) {
    const lcr_style style = lcc_output_style(false, 0, LCC_COLOUR_AUTO);
    lince_text out = {.cut = list->cut};
    for (const char *at = lc_text(list); *at;) {
        lince_text line = {0};
        size_t length = strcspn(at, "\n");
        lcr_put_clean(&line, &style, at, length);
        at += length + (at[length] == '\n');
        const char *gap = strstr(lc_text(&line), "  ");
        if (style.wrap && gap) {
            size_t summary = (size_t)(gap - line.at) + strspn(gap, " ");
            for (size_t i = 0; i < summary; i++)
                if (line.at[i] == ' ') line.at[i] = LCR_GLUE;
            lcr_put_wrapped(&out, &style, line.at, 0, summary < lcr_style_width(&style) / 2 ? (unsigned)summary : 4);
        } else lc_text_printf(&out, "%s\n", lc_text(&line));
        lc_text_free(&line);
    }
    lcc_put(&out);
    lc_text_free(&out);
}

static lince_status unknown(const char *name, lince_error *error) {
    lc_nearest nearest = {.word = name};
    for (size_t i = 0; i < lc_builtin_spec_count; i++) lc_nearest_offer(&nearest, lc_builtin_specs[i]->name);
    if (nearest.best)
        return lc_fail(error, "specs: there is no specification called '%s'; did you mean '%s'?", name, nearest.best);
    return lc_fail(error, "specs: '%s' is neither a specification, as 'lince specs' lists them, nor FILE.lin", name);
}

int lcc_cmd_specs(int argc, char **argv) {
    lc_words operands = {0};
    lince_text list = {0};
    lince_error error = {0};
    int exit;
    if (!lcc_read_operands(argc, argv, &operands, SIZE_MAX, &exit)) return exit;
    lince_status status = LINCE_DONE;
    if (!operands.count) lc_specs_list(&list);
    for (uint32_t i = 0; i < operands.count && status == LINCE_DONE; i++) {
        if (lcm_object_resolver.claims(operands.at[i])) status = list_objects(&list, operands.at[i], &error);
        else if (!list_named(&list, operands.at[i])) status = unknown(operands.at[i], &error);
    }
    if (status == LINCE_DONE) put_list(&list);
    lc_text_free(&list);
    lc_vec_free(NULL, &operands);
    return status == LINCE_DONE ? LCC_EXIT_OK : lcc_report_failure(status, &error);
}
