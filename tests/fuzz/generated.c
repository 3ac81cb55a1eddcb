/* What compilers generate, in any state: code of LLVM, assembly, and gcc's report of what it instrumented.  Calls are
 * put between what is there, and nothing else changes; a text may be all three. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties.h"
#include "tester/instrument/assembly.h"
#include "tester/instrument/llvm.h"

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

/* Were calls put into a text, and is all of it still there? */
static bool has_calls(lc_span text, const lince_text *out, const char *call) {
    size_t found = 0;
    for (size_t i = 0; i < out->length && found < text.length; i++) found += out->at[i] == text.at[found];
    return found == text.length && lc_span_contains((lc_span){out->at, out->length}, call);
}

static bool check_code(lc_span text) {
    lince_text out = {0};
    must(lcd_llvm_rewrite(text.at, text.length, &out) == LINCE_DONE, "code is rewritten");
    bool changed = out.length > 0;
    if (changed) must(has_calls(text, &out, "%lince.0 = bitcast"), "calls are put into code");
    (void)lcd_llvm_has_assembly(text.at, text.length);
    lc_text_free(&out);
    return changed;
}

/* What is told of is within the text. */
static void check_part(const lc_span *text, const char *at, size_t length) {
    must(!length || (at >= text->at && at + length <= text->at + text->length), "what is told of is in the text");
}

static void on_unseen(void *context, const lcd_uninstrumented *u) {
    check_part(context, u->instruction, u->instruction_length);
    check_part(context, u->function, u->function_length);
    check_part(context, u->file, u->file_length);
}

static void on_mixed(void *context, lc_span file, uint32_t line) {
    (void)line;
    check_part(context, file.at, file.length);
}

static bool check_report(lc_span text, lcd_gimple_places *places) {
    must(lcd_gimple_read(places, text.at, text.length, on_mixed, &text), "a report is read");
    for (uint32_t i = 0; i < places->count; i++) {
        uint32_t line = (uint32_t)(places->at[i] >> 32), column = (uint32_t)places->at[i];
        must(!i || places->at[i - 1] < places->at[i], "places are in order");
        must(lcd_gimple_has(places, line, column) && lcd_gimple_has(places, line, 0), "a place is found again");
    }
    return places->count > 0;
}

static bool check_assembly(lc_span text, const lcd_gimple_places *places) {
    lince_text out = {0};
    must(lcd_assembly_rewrite(text.at, text.length, places, &out, on_unseen, &text) == LINCE_DONE,
         "assembly is rewritten");
    bool changed = out.length > 0;
    if (changed) must(has_calls(text, &out, "__lince_asm_point"), "calls are put into assembly");
    lc_text_free(&out);
    return changed;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *exact = malloc(size ? size : 1); /* so that a sanitizer knows where it ends */
    if (!exact) abort();
    if (size) memcpy(exact, bytes, size);
    lc_span text = {exact, size};
    lcd_gimple_places places = {0};
    bool code = check_code(text), report = check_report(text, &places), assembly = check_assembly(text, &places);
    last_status = code || report || assembly ? LINCE_END : LINCE_BAD_INPUT;
    lc_vec_free(NULL, &places);
    free(exact);
    return 0;
}
