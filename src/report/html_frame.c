/* The frame of the page: the text before its data and behind it.  The policy forbids all external resources, so that a
 * page never accesses the network, for any data. */
#include <lince/lince.h>
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
    "</head>\n<body>\n<noscript><p>This page draws the findings of Lince with a program inside it, and this browser "
    "does not run the programs of pages. Without <code>--html</code>, the same command prints them in a "
    "terminal.</p></noscript>\n<script type=\"application/json\" id=\"data\">\n";

static void put_title(lince_text *out, const char *title) {
    static const lcr_style plain = {0};
    lince_text clean = {0};
    lcr_put_clean(&clean, &plain, title, strlen(title));
    lcr_put_markup(out, lc_text(&clean));
    out->cut |= clean.cut;
    lc_text_free(&clean);
}

static void put_data_head(lince_text *out, const char *title, const char *command) {
    lince_text json = {0};
    lcr_writer w = {.out = &json};
    lcr_write_open(&w, '{');
    lcr_write_key(&w, "lince");
    lcr_write_text(&w, lince_version());
    lcr_write_key(&w, "title");
    lcr_write_text(&w, title);
    lcr_write_key(&w, "command");
    lcr_write_text(&w, command);
    lcr_write_key(&w, "sections");
    lcr_write_open(&w, '[');
    lcr_html_add(out, &json, true);
    lc_text_free(&json);
}

void lcr_html_begin(lince_text *out, const char *title, const char *command) {
    lc_text_puts(out, head);
    put_title(out, title);
    lc_text_puts(out, "</title>\n<style>\n");
    lc_text_puts(out, lcr_html_style);
    lc_text_puts(out, "</style>\n");
    lc_text_puts(out, body);
    put_data_head(out, title, command);
}

void lcr_html_end(lince_text *out) {
    lc_text_puts(out, "]}\n</script>\n<script>\n");
    lc_text_puts(out, lcr_html_program);
    lc_text_puts(out, "</script>\n</body>\n</html>\n");
}
