/* lince emit: writes C that watches an object, for verifiers of C. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/emit_options.h"
#include "emit/monitor.h"

enum { LONGEST_PREFIX = 40 };

static bool is_name(const char *text) {
    if (!isalpha((unsigned char)*text) && *text != '_') return false;
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_') return false;
    return strlen(text) <= LONGEST_PREFIX;
}

/* The errors in the options; 0: none. */
static int complain_about(const lcc_emit_settings *s, const lc_words *operands) {
    if (operands->count)
        return lcc_complain("emit: '%s' is too much; the object is named by --monitor", operands->at[0]);
    if (!s->monitor) return lcc_complain("emit: name a specification: --monitor SPEC, such as --monitor queue");
    if (s->k > LC_EMIT_MOST_LENGTH)
        return lcc_complain("--k %u: more than %u steps are too many to spell out", s->k, LC_EMIT_MOST_LENGTH);
    if (s->values > LC_EMIT_MOST_VALUES)
        return lcc_complain("--values %u: more than %u are too many; map values to classes with LINCE_MONITOR_CLASS",
                            s->values, LC_EMIT_MOST_VALUES);
    if (s->slots < 1 || s->slots > LC_EMIT_MOST_SLOTS)
        return lcc_complain("--slots %u: give a number from 1 to %u", s->slots, LC_EMIT_MOST_SLOTS);
    if (!is_name(s->prefix))
        return lcc_complain("--prefix %s: give a name as in C, of %d characters at most", s->prefix, LONGEST_PREFIX);
    return 0;
}

/* The specification as it was understood, so that nothing a user wrote can end the comment it stands in. */
static void print_command(lince_text *out, const lc_instance *instance, const lcc_emit_settings *s) {
    lc_text_printf(out, "lince emit --monitor %s", instance->spec->name);
    for (uint32_t i = 0; i < instance->spec->param_count; i++)
        if (instance->params[i] != instance->spec->params[i].otherwise || instance->spec->params[i].required)
            lc_text_printf(out, ":%s=%" PRId64, instance->spec->params[i].name, instance->params[i]);
    lc_text_printf(out, " --k %u --values %u --slots %u", s->k, s->values, s->slots);
    if (strcmp(s->prefix, "lince_m") != 0) lc_text_printf(out, " --prefix %s", s->prefix);
}

static lince_status emit(const lcc_emit_settings *s, lince_error *error) {
    lc_instance instance;
    lince_text text = {0}, command = {0};
    lince_status status = lc_instance_parse(&instance, s->monitor, NULL, 0, error);
    if (status != LINCE_DONE) return status;
    print_command(&command, &instance, s);
    const lc_emit_options options = {.instance = &instance,
                                     .length = s->k,
                                     .values = s->values,
                                     .slots = s->slots,
                                     .prefix = s->prefix,
                                     .command = lc_text(&command)};
    status = lc_emit_monitor(&text, &options, error);
    if (status == LINCE_DONE) status = lc_write_file(s->output, &text, error);
    lc_text_free(&command);
    lc_text_free(&text);
    lc_instance_free(&instance);
    return status;
}

int lcc_cmd_emit(int argc, char **argv) {
    lcc_emit_settings settings = {0};
    lc_words operands = {0};
    int status = LCC_EXIT_OK;
    if (lcc_read_options(argc, argv, &settings, &operands, &status)) {
        lince_error error = {0};
        status = complain_about(&settings, &operands);
        if (!status) (void)lcc_outputs_ready(&lcc_emit_set, &settings, &operands, &status);
        lince_status done = status ? LINCE_DONE : emit(&settings, &error);
        if (done != LINCE_DONE) status = lcc_report_failure(done, &error);
    }
    lc_options_free(&lcc_emit_set, &settings, &operands);
    return status;
}
