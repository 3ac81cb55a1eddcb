/* The frame of the page: what stands before its data and behind it.  The policy forbids everything that comes from
 * elsewhere, so that a page never asks the network for anything, whatever its data says. */
#include "lince/lince.h"

#include <string.h>

#include "report/html.h"
#include "report/html_page.h"
#include "report/words.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; img-src data:\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<link rel=\"icon\" href=\"data:,\">\n<title>";

static const char body[] =
    "</head>\n<body>\n<noscript><p>This page draws what Lince found with a program inside it, and this browser does "
    "not "
    "run programs of pages. <code>lince check</code> and <code>lince show</code> say the same in a terminal.</p>"
    "</noscript>\n<script type=\"application/json\" id=\"data\">\n";

static void put_title(lince_text *out, const char *title) {
    static const lc_style plain = {0};
    lince_text clean = {0};
    lc_put_clean(&clean, &plain, title, strlen(title));
    for (const char *c = lc_text(&clean); *c; c++) {
        if (*c == '&') lc_text_puts(out, "&amp;");
        else if (*c == '<') lc_text_puts(out, "&lt;");
        else lc_text_putc(out, *c);
    }
    out->cut |= clean.cut;
    lc_text_free(&clean);
}

/* As everywhere in the data, `<` is written such that nothing can end the element. */
static void put_member(lince_text *out, const char *key, const char *text) {
    lince_text json = {0};
    lc_writer w = {.out = &json};
    lc_write_text(&w, text);
    lc_text_printf(out, "\"%s\":", key);
    for (const char *c = lc_text(&json); *c; c++) {
        if (*c == '<') lc_text_puts(out, "\\u003c");
        else lc_text_putc(out, *c);
    }
    lc_text_putc(out, ',');
    out->cut |= json.cut;
    lc_text_free(&json);
}

void lc_html_begin(lince_text *out, const char *title, const char *command) {
    lc_text_puts(out, head);
    put_title(out, title);
    lc_text_puts(out, "</title>\n<style>\n");
    lc_text_puts(out, lc_html_style);
    lc_text_puts(out, "</style>\n");
    lc_text_puts(out, body);
    lc_text_putc(out, '{');
    put_member(out, "lince", lince_version());
    put_member(out, "title", title);
    put_member(out, "command", command);
    lc_text_puts(out, "\"sections\":[");
}

void lc_html_end(lince_text *out) {
    lc_text_puts(out, "]}\n</script>\n<script>\n");
    lc_text_puts(out, lc_html_program);
    lc_text_puts(out, "</script>\n</body>\n</html>\n");
}
