/* Trace files: whatever is read can be written, and then reads back the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties.h"
#include "tester/trace/trace.h"

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lcd_trace trace, again;
    lince_error error = {.message = ""};
    lince_status status = lcd_trace_parse(&trace, "fuzz", (const char *)bytes, size, &error);
    must(status == LINCE_DONE || status == LINCE_BAD_INPUT, "a trace or an error");
    last_status = status == LINCE_DONE ? LINCE_END : status;
    if (status == LINCE_DONE) {
        lince_text first = {0}, second = {0};
        lcd_trace_print(&first, &trace);
        must(lcd_trace_parse(&again, "again", first.at, first.length, &error) == LINCE_DONE, "it reads back");
        lcd_trace_print(&second, &again);
        must(first.length == second.length && !memcmp(first.at, second.at, first.length), "it reads back the same");
        lcd_trace_free(&again);
        lc_text_free(&first);
        lc_text_free(&second);
    } else {
        must(error.message[0] && error.line && !strcmp(error.file, "fuzz"), "an error has a message and a line");
    }
    lcd_trace_free(&trace);
    return 0;
}
