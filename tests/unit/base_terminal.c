/* What the environment says about the terminal. */
#define _GNU_SOURCE
#include "base/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "tap.h"

/* The near end of a new pseudo-terminal, so many columns wide; -1 if there are none here. */
static int open_terminal(unsigned short columns) {
    int far = posix_openpt(O_RDWR | O_NOCTTY);
    if (far < 0 || grantpt(far) != 0 || unlockpt(far) != 0) return -1;
    int near = open(ptsname(far), O_RDWR | O_NOCTTY);
    struct winsize size = {.ws_col = columns, .ws_row = 24};
    if (near >= 0) ioctl(near, TIOCSWINSZ, &size);
    return near;
}

static void test_width(int terminal, int other) {
    unsetenv("COLUMNS");
    expect(lc_terminal_width(other) == 80, "without a terminal, 80 columns");
    if (terminal >= 0) expect(lc_terminal_width(terminal) == 123, "as wide as the terminal");
    else tap_skip("no pseudo-terminals here");
    setenv("COLUMNS", "66", 1);
    expect(lc_terminal_width(terminal) == 66, "COLUMNS wins");
    setenv("COLUMNS", "wide", 1);
    expect(lc_terminal_width(other) == 80, "unless it is nonsense");
    setenv("COLUMNS", "0", 1);
    expect(lc_terminal_width(other) == 80, "or zero");
}

static void test_colour(int terminal, int other) {
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    expect(!lc_terminal_colour(other), "no colour in a file");
    if (terminal < 0) {
        tap_skip("no pseudo-terminals here");
        return;
    }
    expect(lc_terminal_colour(terminal), "colour on a terminal");
    setenv("NO_COLOR", "", 1);
    expect(lc_terminal_colour(terminal), "an empty NO_COLOR means nothing");
    setenv("NO_COLOR", "1", 1);
    expect(!lc_terminal_colour(terminal), "NO_COLOR is honoured");
    setenv("CLICOLOR_FORCE", "1", 1);
    expect(!lc_terminal_colour(terminal), "and counts for more than CLICOLOR_FORCE");
    setenv("NO_COLOR", "", 1);
    expect(lc_terminal_colour(other), "which gives colour to files");
    setenv("CLICOLOR_FORCE", "0", 1);
    expect(!lc_terminal_colour(other), "unless it is 0");
    unsetenv("CLICOLOR_FORCE");
    unsetenv("NO_COLOR");
    setenv("TERM", "dumb", 1);
    expect(!lc_terminal_colour(terminal), "a dumb terminal has none");
}

static void utf8(const char *all, const char *ctype, const char *lang, bool wanted) {
    setenv("LC_ALL", all, 1);
    setenv("LC_CTYPE", ctype, 1);
    setenv("LANG", lang, 1);
    expect(lc_terminal_utf8() == wanted, "LC_ALL='%s' LC_CTYPE='%s' LANG='%s': %s", all, ctype, lang,
           wanted ? "UTF-8" : "not UTF-8");
}

int main(void) {
    int terminal = open_terminal(123), other = open("/dev/null", O_RDWR);
    test_width(terminal, other);
    test_colour(terminal, other);
    utf8("", "", "", false);
    utf8("", "", "en_GB.UTF-8", true);
    utf8("", "", "C.utf8", true);
    utf8("", "UTF-8", "C", true);
    utf8("C", "", "en_GB.UTF-8", false);
    utf8("", "de_DE.ISO-8859-1", "en_GB.UTF-8", false);
    utf8("de_DE.UTF-8@euro", "", "", true);
    utf8("UTF-88", "", "", false);
    return tap_end();
}
