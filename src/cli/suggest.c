/* What to do next: one line below a violation, for people.  Programs and pipes never get it. */
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

void lc_suggest_page(int status, const lc_style *style, int count, char **words) {
    if (status != LC_EXIT_VIOLATION || !lc_terminal_has_width(STDOUT_FILENO) || reads_standard_input(count, words))
        return;
    lince_text line = {0};
    lc_text_printf(&line, "\nTo see it in a browser: ");
    lc_colour_on(&line, style, LC_BOLD);
    lc_put_shell_word(&line, lc_command_word());
    lc_text_printf(&line, " %s --html page.html", words[0]);
    for (int i = 1; i < count; i++) {
        lc_text_putc(&line, ' ');
        lc_put_shell_word(&line, words[i]);
    }
    lc_colour_off(&line, style, LC_BOLD);
    lc_text_putc(&line, '\n');
    lc_put(&line);
    lc_text_free(&line);
}
