#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* 0: unknown. */
static unsigned width_in_environment(int fd) {
    const char *columns = getenv("COLUMNS");
    if (columns) {
        char *end;
        long width = strtol(columns, &end, 10);
        if (*columns && !*end && width > 0 && width <= 10000) return (unsigned)width;
    }
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

unsigned lc_terminal_width(int fd) {
    unsigned width = width_in_environment(fd);
    return width ? width : 80;
}

bool lc_terminal_has_width(int fd) { return isatty(fd) && width_in_environment(fd); }

bool lc_terminal_colour(int fd) {
    const char *no_colour = getenv("NO_COLOR"), *forced = getenv("CLICOLOR_FORCE"), *kind = getenv("TERM");
    if (no_colour && *no_colour) return false;
    if (forced && *forced && strcmp(forced, "0") != 0) return true;
    return kind && *kind && strcmp(kind, "dumb") != 0 && isatty(fd);
}

/* The name of the locale decides; the C library would need the locale to be installed, which it often is not in a
 * container whose terminal prints UTF-8 all the same. */
bool lc_terminal_utf8(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *locale = getenv(variables[i]);
        if (!locale || !*locale) continue;
        const char *codes = strrchr(locale, '.');
        codes = codes ? codes + 1 : locale;
        size_t length = strcspn(codes, "@");
        return (length == 5 && strncasecmp(codes, "UTF-8", 5) == 0) ||
               (length == 4 && strncasecmp(codes, "UTF8", 4) == 0);
    }
    return false;
}
