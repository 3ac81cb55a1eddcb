/* A frame for the data, until there is a better one. */
#include <string.h>

#include "report/html.h"

void lc_html_begin(lince_text *out, const char *title, const char *command) {
    lc_text_puts(out, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<script type=\"application/json\" id=\"data\">\n");
    lince_text head = {0};
    lc_writer w = {.out = &head};
    lc_write_open(&w, '{');
    lc_write_key(&w, "title");
    lc_write_text(&w, title);
    lc_write_key(&w, "command");
    lc_write_text(&w, command);
    lc_write_key(&w, "sections");
    lc_write_open(&w, '[');
    lc_html_add(out, &head, true);
    lc_text_free(&head);
}

void lc_html_end(lince_text *out) { lc_text_puts(out, "]}\n</script>\n"); }
