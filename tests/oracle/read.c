/* Reading values and histories, as far as the tests write them. */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

static bool read_string(const char *text, size_t length, value *v) {
    if (length < 2 || text[length - 1] != '"') return false;
    *v = STRING;
    for (size_t i = 1; i + 1 < length; i++) {
        if (text[i] != 'a' && text[i] != 'b') return false;
        *v = oracle_concat(*v, STRING + (text[i] == 'a' ? 1 : 2));
    }
    return true;
}

bool oracle_read_value(const char *text, size_t length, value *v) {
    static const struct {
        const char *name;
        value is;
    } symbols[] = {{"nil", NIL},     {"true", TRUE}, {"false", FALSE},
                   {"EMPTY", EMPTY}, {"NONE", NONE}, {"CLOSED", CLOSED}};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strlen(symbols[i].name) == length && !memcmp(symbols[i].name, text, length)) {
            *v = symbols[i].is;
            return true;
        }
    if (length && *text == '"') return read_string(text, length, v);
    char digits[8] = "", *rest;
    if (!length || length >= sizeof digits) return false;
    memcpy(digits, text, length);
    long number = strtol(digits, &rest, 10);
    *v = (value)number;
    return !*rest && labs(number) < NOTHING;
}

/* `1, 2` into at most three values; -1 if it is something else. */
static int read_values(const char *text, size_t length, value *values) {
    int count = 0;
    while (length) {
        size_t part = 0;
        while (part < length && text[part] != ',') part++;
        if (count == 3 || !oracle_read_value(text, part, &values[count++])) return -1;
        if (part < length) part++;
        while (part < length && text[part] == ' ') part++;
        text += part;
        length -= part;
    }
    return count;
}

/* The object and the method of `name` that takes so many arguments. */
static bool find_method(const history *h, const char *name, size_t length, int args, int *object, int *method) {
    const char *dot = memchr(name, '.', length);
    size_t prefix = dot ? (size_t)(dot - name) : 0, skip = dot ? prefix + 1 : 0;
    for (*object = 0; *object < h->object_count; ++*object) {
        const char *its_name = h->objects[*object].name ? h->objects[*object].name : "";
        if (strlen(its_name) != prefix || memcmp(its_name, name, prefix) != 0) continue;
        const model_method *methods = h->objects[*object].model->methods;
        for (*method = 0; *method < 6 && methods[*method].name; ++*method)
            if (strlen(methods[*method].name) == length - skip &&
                !memcmp(methods[*method].name, name + skip, length - skip) &&
                (int)strlen(methods[*method].takes) == args)
                return true;
    }
    return false;
}

static bool read_call(history *h, int thread, const char *text, size_t length) {
    const char *open = memchr(text, '(', length);
    value args[3];
    int object, method;
    if (!open || text[length - 1] != ')') return false;
    int count = read_values(open + 1, length - 2 - (size_t)(open - text), args);
    if (count < 0 || !find_method(h, text, (size_t)(open - text), count, &object, &method)) return false;
    oracle_invoke(h, thread, object, method, args);
    return true;
}

/* The last operation of a thread is the one that can be open. */
static bool read_end(history *h, int thread, what how, const char *text, size_t length) {
    value result = NOTHING, second;
    const char *blank = memchr(text, ' ', length);
    size_t first = blank ? (size_t)(blank - text) : length;
    if (length && !oracle_read_value(text, first, &result)) return false;
    if (blank && !oracle_read_value(blank + 1, length - first - 1, &second)) return false;
    if (blank) result = oracle_pair(result, second);
    for (int i = h->op_count - 1; i >= 0; i--)
        if (h->ops[i].thread == thread) {
            if (h->ops[i].end == NEVER) oracle_end(h, i, how, result);
            return h->ops[i].end == h->event_count - 1;
        }
    return false;
}

static bool read_line(history *h, const char *line, size_t length) {
    int thread, used = 0;
    char word[16];
    if (sscanf(line, "T%d %15s%n", &thread, word, &used) != 2 || (size_t)used > length) return false;
    while ((size_t)used < length && line[used] == ' ') used++;
    const char *rest = line + used;
    length -= (size_t)used;
    if (!strcmp(word, "invoke")) return read_call(h, thread - 1, rest, length);
    if (!strcmp(word, "return")) return read_end(h, thread - 1, RETURN, rest, length);
    if (!strcmp(word, "crash")) return read_end(h, thread - 1, CRASH, rest, length);
    return !strcmp(word, "fail") && read_end(h, thread - 1, FAIL, rest, length);
}

bool oracle_read_history(history *h, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (length && !read_line(h, text, length)) return false;
        text += length + (text[length] == '\n');
    }
    return true;
}
