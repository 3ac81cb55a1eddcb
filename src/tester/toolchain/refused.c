#include "tester/toolchain/refused.h"

#include <string.h>

#include "base/error.h"
#include "base/whole.h"
#include "tester/toolchain/compiler.h"

static const char forgotten[] = "; does it lack `#include <lince/test.h>`?";

/* It has a test, but does not include the header of tests.  (Another header may; so the message is a question, not a
 * statement.) */
static bool forgets_the_header(const char *path) {
    lince_text text = {0};
    bool forgets = lc_read_whole(&text, path, NULL) == LINCE_DONE && strstr(lc_text(&text), "LINCE_TEST") &&
                   !strstr(lc_text(&text), "lince/test.h");
    lc_text_free(&text);
    return forgets;
}

lince_status lcd_compiler_refused(const char *path, int status, lince_error *error) {
    if (status > 128) return lc_fail_at(error, path, 0, "the compiler was ended by signal %d", status - 128);
    return lc_fail_at(error, path, 0, "the compiler refuses this: see above%s",
                      forgets_the_header(path) ? forgotten : "");
}

static bool wants_static(const lc_words *flags) {
    for (uint32_t i = 0; i < flags->count; i++)
        if (!strcmp(flags->at[i], "-static") || !strcmp(flags->at[i], "-static-pie")) return true;
    return false;
}

/* Sources of C++ together with files that may be C. */
static bool is_mixed(const lc_words *files) {
    bool cplusplus = false, other = false;
    for (uint32_t i = 0; i < files->count; i++)
        if (lcd_input_kind_of(files->at[i]) == LCD_INPUT_CXX) cplusplus = true;
        else other = true;
    return cplusplus && other;
}

lince_status lcd_linker_refused(const lcd_sources *s, lince_error *error) {
    const char *first = s->files.at[0];
    const char *why = "; name all files of the code, and its libraries behind '--' (-lNAME)";
    if (wants_static(&s->flags)) why = ": the runtime of a test stands before a shared libc, so there is no -static";
    else if (forgets_the_header(first)) why = forgotten; /* older C takes unknown names for functions */
    else if (is_mixed(&s->files)) why = "; C functions that C++ calls must be declared as extern \"C\"";
    return lc_fail_at(error, first, 0, "this cannot be linked: see above%s", why);
}
