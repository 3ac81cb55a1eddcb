/* Grammars of kernels: an error says where, and what is read can be asked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "logic/kernel.h"
#include "properties.h"

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

/* A kernel allows nothing at all if it is closed under prefixes, and an answer about a few operations comes in time. */
static void ask(const lc_kernel *k) {
    lc_kernel_count counts[3];
    lc_limits limits = {.deadline = lc_now() + 0.05};
    uint32_t count = 0;
    lc_kernel_verdict nothing = lc_kernel_searches(k, NULL, 0, 1, &limits);
    must(nothing != LC_KERNEL_FORBIDS || !lc_kernel_is_prefix_closed(k), "the empty word is a prefix");
    for (; count < 3 && count < lc_kernel_label_count(k); count++) {
        lc_constant label = lc_kernel_label_at(k, count);
        must(lc_kernel_label(k, &label) == count, "labels are found again");
        counts[count] = (lc_kernel_count){count, 0, count % 2, 1 + count};
    }
    (void)lc_kernel_searches(k, counts, count, 1, &limits);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lc_kernel *k;
    lince_error error = {.message = ""};
    lince_status status = lc_kernel_parse(&k, (const char *)bytes, size, "fuzz", &error);
    must(status == LINCE_DONE || status == LINCE_BAD_INPUT, "a kernel or an error");
    last_status = status == LINCE_DONE ? LINCE_END : status;
    if (status == LINCE_DONE) ask(k);
    else must(error.message[0] && error.line && !strcmp(error.file, "fuzz"), "an error has a message and a line");
    lc_kernel_free(k);
    return 0;
}
