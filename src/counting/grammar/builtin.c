/* The kernels that are built in: the same objects as the specifications of these names, and a counter with a limit. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "counting/grammar/kernel_parts.h"

enum { MOST_LEVELS = 16 };

static void mutex(lince_text *out, long parameter) {
    (void)parameter;
    lc_text_puts(out,
                 "mutex: Free -> Free Free | Take Held unlock() | ;\n"
                 "       Take -> lock() | trylock() => true ;\n"
                 "       Held -> Held trylock() => false | ;\n");
}

static void rwlock(lince_text *out, long parameter) {
    (void)parameter;
    lc_text_puts(out,
                 "rwlock: Free -> Free Free | wrlock() wrunlock() | rdlock() Read rdunlock() | ;\n"
                 "        Read -> Read Read | rdlock() Read rdunlock() | ;\n");
}

/* Up goes above where it began and comes back; only at zero trywait fails. */
static void semaphore(lince_text *out, long n) {
    lc_text_puts(out, "semaphore: Start ->");
    for (long i = 0; i < n; i++) lc_text_puts(out, " Up Down");
    lc_text_puts(out,
                 " Zero ;\n"
                 "           Zero -> Zero Zero | trywait() => false | post() Up Down | ;\n"
                 "           Up -> Up Up | post() Up Down | ;\n"
                 "           Down -> wait() | trywait() => true ;\n");
}

/* One symbol a value: the operations from there on until it is there again, never below. */
static void bounded_counter(lince_text *out, long max) {
    lc_text_puts(out, "bounded_counter:\n");
    for (long i = 0; i <= max; i++) {
        lc_text_printf(out, "    At%ld -> At%ld At%ld | get() => %ld", i, i, i, i);
        if (i < max) lc_text_printf(out, " | inc() At%ld dec()", i + 1);
        lc_text_puts(out, " | ;\n");
    }
}

static const struct builtin {
    const char *name, *parameter; /* NULL: none */
    long least;
    void (*write)(lince_text *, long);
} builtins[] = {
    {"bounded-counter", "max", 1, bounded_counter},
    {"mutex", NULL, 0, mutex},
    {"rwlock", NULL, 0, rwlock},
    {"semaphore", "n", 0, semaphore},
};
enum { BUILTINS = sizeof builtins / sizeof *builtins };

static const struct builtin *find(const char *name) {
    size_t length = strcspn(name, ":");
    for (size_t i = 0; i < BUILTINS; i++)
        if (strlen(builtins[i].name) == length && !memcmp(builtins[i].name, name, length)) return &builtins[i];
    return NULL;
}

bool lc_kernel_is_builtin(const char *name) { return find(name); }

/* `max=3` behind the colon. */
static bool read_parameter(const struct builtin *b, const char *name, long *value) {
    const char *at = strchr(name, ':');
    if (!b->parameter) return *value = 0, !at;
    size_t length = strlen(b->parameter);
    if (!at || strncmp(at + 1, b->parameter, length) || at[length + 1] != '=') return false;
    const char *digits = at + length + 2;
    char *end;
    if (!*digits || strspn(digits, "0123456789") != strlen(digits) || strlen(digits) > 9) return false;
    *value = strtol(digits, &end, 10);
    return *value >= b->least && *value <= MOST_LEVELS;
}

lince_status lc_kernel_text(lince_text *out, const char *name, lince_error *error) {
    const struct builtin *b = find(name);
    long value;
    if (!b)
        return lc_fail(
            error, "%.100s has no built-in grammar; bounded-counter:max=N, mutex, rwlock and semaphore:n=N have", name);
    if (!read_parameter(b, name, &value)) {
        if (!b->parameter) return lc_fail(error, "%.100s: %s has no parameters here", name, b->name);
        return lc_fail(error, "%.100s: the grammar of %s needs %s, a number from %ld to %d: %s:%s=2", name, b->name,
                       b->parameter, b->least, MOST_LEVELS, b->name, b->parameter);
    }
    b->write(out, value);
    return LINCE_DONE;
}
