#define _GNU_SOURCE
#include "tester/instrument/uninstrumented_warn.h"

#include <string.h>

/* Before each warning in a file; it ends with a zero byte. */
static const char mark[] = "lince:unseen:";

/* A warning about code that was inlined in many places is printed once. */
static void add_line(lince_text *warnings, const char *line) {
    const char *all = lc_text(warnings), *at = strstr(all, line);
    while (at && at > all && at[-1] != '\n') at = strstr(at + 1, line); /* the end of another one */
    if (!at) lc_text_puts(warnings, line);
}

void lcd_warn_uninstrumented(void *context, const lcd_uninstrumented *u) {
    const lcd_uninstrumented_in *where = context;
    lince_text line = {0};
    if (u->atomic) return;
    if (u->line && u->file_length && !u->generated)
        lc_text_printf(&line, "%.*s:%ld", (int)u->file_length, u->file, u->line);
    else lc_text_puts(&line, where->source);
    lc_text_printf(&line, ": %s (%.*s",
                   u->generated ? "the compiler's code for a structure or an intrinsic" : "inline assembly",
                   (int)u->instruction_length, u->instruction);
    if (u->function_length) lc_text_printf(&line, " in %.*s", (int)u->function_length, u->function);
    lc_text_puts(&line, u->varies ? ") gives another result each time, so that nothing can be repeated\n"
                                  : ") is not understood: its accesses to memory are not seen\n");
    for (char *tab = line.at; tab && (tab = strchr(tab, '\t'));) *tab = ' ';
    if (!line.cut) add_line(where->warnings, line.at);
    lc_text_free(&line);
}

void lcd_warn_of_mixed(void *context, lc_span file, uint32_t line) {
    const lcd_uninstrumented_in *where = context;
    lc_text_printf(where->warnings,
                   "%.*s:%u: a structure is passed to a call or assigned from one, or an intrinsic touches memory, "
                   "where something is volatile, too: gcc announces no read or write of it, unless it is in a "
                   "statement of its own\n",
                   (int)file.length, file.at, line);
}

/* ---- in an object ---- */

static void put_escaped(lince_text *t, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) lc_text_printf(t, "\\%03o", (unsigned char)text[i]);
}

void lcd_uninstrumented_record(lince_text *assembly, const char *warnings) {
    if (!*warnings) return;
    lc_text_puts(assembly, "\n\t.section .lince.unseen,\"\",@progbits\n");
    for (size_t length; *warnings; warnings += length + (warnings[length] == '\n')) {
        length = strcspn(warnings, "\n");
        lc_text_puts(assembly, "\t.ascii \"");
        put_escaped(assembly, mark, sizeof mark - 1);
        put_escaped(assembly, warnings, length);
        lc_text_puts(assembly, "\\000\"\n");
    }
}

void lcd_uninstrumented_recall(lince_text *warnings, const void *bytes, size_t size) {
    const char *at = bytes, *end = at + size;
    while (at && (at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1))) {
        at += sizeof mark - 1;
        const char *zero = memchr(at, '\0', (size_t)(end - at));
        if (!zero) return;
        lince_text line = {0};
        lc_text_add(&line, at, (size_t)(zero - at));
        lc_text_putc(&line, '\n');
        if (!line.cut) add_line(warnings, line.at);
        lc_text_free(&line);
        at = zero;
    }
}
