/* The next step: one line below a violation, for people.  Programs and pipes never get it. */
#include <string.h>
#include <unistd.h>

#include "base/terminal.h"
#include "cli/check/excerpt.h"
#include "cli/cli.h"

static bool reads_standard_input(int count, char **words) {
    for (int i = 1; i < count; i++)
        if (strcmp(words[i], "-") == 0) return true;
    return false;
}

void lcc_suggest_page(int status, const lcr_style *style, int count, char **words) {
    if (status != LCC_EXIT_VIOLATION || !lc_terminal_has_width(STDOUT_FILENO) || reads_standard_input(count, words))
        return;
    lince_text line = {0};
    lc_text_printf(&line, "\nTo see it in a browser: ");
    lcr_colour_on(&line, style, LCR_BOLD);
    lcc_put_shell_word(&line, lcc_command_word());
    lc_text_printf(&line, " %s --html page.html", words[0]);
    for (int i = 1; i < count; i++) {
        lc_text_putc(&line, ' ');
        lcc_put_shell_word(&line, words[i]);
    }
    lcr_colour_off(&line, style, LCR_BOLD);
    lc_text_putc(&line, '\n');
    lcc_put(&line);
    lc_text_free(&line);
}
