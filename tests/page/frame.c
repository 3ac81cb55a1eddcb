/* Puts sections into the frame of the page: frame TITLE <SECTIONS >PAGE, where the sections are JSON with commas
 * between them, and `<` in them is written as it is in every page. */
#include <stdio.h>

#include "report/html.h"

int main(int argc, char **argv) {
    lince_text page = {0};
    lcr_html_begin(&page, argc > 1 ? argv[1] : "test", "lince check --html page.html <b>it</b>");
    for (int c; (c = getchar()) != EOF;) {
        if (c == '<') lc_text_puts(&page, "\\u003c");
        else lc_text_putc(&page, (char)c);
    }
    lcr_html_end(&page);
    fwrite(lc_text(&page), 1, page.length, stdout);
    bool cut = page.cut;
    lc_text_free(&page);
    return cut || fflush(stdout) ? 1 : 0;
}
