/* The built-in specifications for people. */
#include "base/text.h"
#include "spec/spec.h"

/* `queue`, `semaphore:n=N`, and with the parameters one may leave out `queue:capacity=N`. */
static void print_name(lince_text *out, const lince_spec *spec, bool with_optional) {
    lc_text_puts(out, spec->name);
    lc_params_print(out, spec, with_optional, ":");
}

typedef struct line {
    const lince_spec *spec; /* its summary lists the operations */
    bool with_optional;
} line;

/* A specification takes one line, and another one if it has optional parameters. */
static unsigned lines_of(const lince_spec *spec, line lines[2]) {
    int64_t given[LC_PARAMS_MAX] = {0};
    bool optional = spec->traits & LINCE_HAS_INIT;
    for (uint32_t i = 0; i < spec->param_count; i++) {
        given[i] = 1;
        optional |= !spec->params[i].required;
    }
    lines[0] = (line){spec, false};
    lines[1] = (line){lc_builtin_variant(spec, given), true};
    return optional ? 2 : 1;
}

static size_t name_width(const line *l) {
    lince_text name = {0};
    print_name(&name, l->spec, l->with_optional);
    size_t width = name.length;
    lc_text_free(&name);
    return width;
}

void lc_specs_list(lince_text *out) {
    line lines[2];
    size_t widest = 0;
    for (size_t i = 0; i < lc_builtin_spec_count; i++)
        for (unsigned j = 0, count = lines_of(lc_builtin_specs[i], lines); j < count; j++) {
            size_t width = name_width(&lines[j]);
            if (width > widest) widest = width;
        }
    for (size_t i = 0; i < lc_builtin_spec_count; i++)
        for (unsigned j = 0, count = lines_of(lc_builtin_specs[i], lines); j < count; j++) {
            print_name(out, lines[j].spec, lines[j].with_optional);
            lc_text_repeat(out, " ", widest + 2 - name_width(&lines[j]));
            lc_text_printf(out, "%s\n", lines[j].spec->summary);
        }
}
