/* Where in the text something is: the line, and a caret below the column. */
#include <stdio.h>
#include <string.h>

#include "lang/lang.h"

enum { SHOWN = 120 }; /* bytes of a line */

bool lcm_error_place(const lince_error *error, lcm_place *place) {
    unsigned column;
    if (!error->line || sscanf(error->message, "column %u:", &column) != 1) return false;
    *place = (lcm_place){(uint32_t)error->line, column};
    return true;
}

/* The second and later bytes of a letter beyond ASCII: they take no place of their own. */
static bool goes_on(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

void lcm_model_show_place(lince_text *to, const char *text, size_t length, lcm_place place) {
    const char *line = text, *end = text + length;
    for (uint32_t n = 1; n < place.line; n++) {
        const char *next = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
        if (!next) return;
        line = next + 1;
    }
    const char *line_end = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    if (!line_end) line_end = end;
    if (!place.column || place.column > (size_t)(line_end - line) + 1) return;
    const char *caret = line + place.column - 1;
    /* Of a line that is very long, the part around the caret. */
    if (caret - line > SHOWN) line = caret - SHOWN / 2;
    if (line_end - line > SHOWN * 2) line_end = line + SHOWN * 2;
    while (line < caret && goes_on(*line)) line++;
    while (line_end > caret && line_end < end && goes_on(*line_end)) line_end--;
    lc_text_puts(to, "    ");
    for (const char *c = line; c < line_end; c++)
        lc_text_putc(to, *c == '\t' || ((unsigned char)*c >= ' ' && *c != 127) ? *c : ' ');
    lc_text_puts(to, "\n    ");
    for (const char *c = line; c < caret; c++)
        if (!goes_on(*c)) lc_text_putc(to, *c == '\t' ? '\t' : ' ');
    lc_text_puts(to, "^\n");
}
