/* What may stand behind --spec and behind `quasi:`, a line each: a specification and factors, or errors with a
 * message. */
#include <lince/lince.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/quasi/factors.h"
#include "properties.h"
#include "spec/specs.h"

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

static bool read_spec(const char *text, const char *factors) {
    lince_error error = {0};
    lince_specs *set = lince_specs_new();
    must(set, "there is memory");
    lince_status status = lince_specs_add(set, text, &error);
    must(status == LINCE_DONE || status == LINCE_BAD_INPUT, "a specification or an error");
    must(status == LINCE_DONE || error.message[0], "an error of a specification has a message");
    if (status == LINCE_DONE) {
        lc_factors read = {0};
        const lince_spec *spec = set->list.at[0].instance.spec;
        if (lc_factors_parse(&read, factors, &error) == LINCE_DONE) {
            lc_span unknown = lc_factors_unknown(&read, &spec, 1);
            must(unknown.length <= strlen(factors), "a name is within the text");
            for (uint32_t i = 0; i < spec->method_count; i++) (void)lc_factors_of(&read, spec, i);
        } else must(error.message[0], "an error of factors has a message");
        /* The same object twice is one too many. */
        must(lince_specs_add(set, text, &error) == LINCE_BAD_INPUT, "twice is once too often");
    }
    lince_specs_free(set);
    return status == LINCE_DONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1);
    if (!text) abort();
    if (size) memcpy(text, bytes, size);
    text[size] = '\0';
    char *factors = strchr(text, '\n');
    if (factors) *factors++ = '\0';
    /* A path would be loaded as a plug-in, and run. */
    bool good = !strchr(text, '/') && read_spec(text, factors ? factors : "1");
    last_status = good ? LINCE_END : LINCE_BAD_INPUT;
    free(text);
    return 0;
}
