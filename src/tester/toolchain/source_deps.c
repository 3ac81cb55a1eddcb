/* A preprocessor marks the origin of each part of its text, in lines `# 12 "queue.h" 1`, with a 3 at the end if that is
 * a file of the system. */
#include "tester/toolchain/source_deps.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tester/trace/trace.h"

enum { MOST = 200 }; /* files; no more are searched */

static bool is_known(const lcd_source_list *list, const char *path) {
    for (uint32_t i = 0; i < list->count; i++)
        if (!strcmp(list->at[i].path, path)) return true;
    return false;
}

/* clang calls a header beside the test ./queue.h, gcc calls it queue.h. */
static void shorten(char *name) {
    while (name[0] == '.' && name[1] == '/' && name[2] != '/') memmove(name, name + 2, strlen(name + 2) + 1);
}

/* The name in a line's quotes, and the text behind them; NULL: there is none. */
static char *name_in(const char *line, const char *end, const char **behind) {
    const char *quote = memchr(line, '"', (size_t)(end - line));
    if (!quote) return NULL;
    char *name = malloc((size_t)(end - quote)), *to = name;
    for (const char *c = quote + 1; name && c < end; c++) {
        if (*c == '"') {
            *to = '\0';
            *behind = c + 1;
            shorten(name);
            return name;
        }
        if (*c == '\\' && c + 1 < end) c++;
        *to++ = *c;
    }
    free(name);
    return NULL;
}

static bool is_users(const char *name, const char *behind, const char *end, const char *ours) {
    size_t length = strlen(ours);
    bool system = memchr(behind, '3', (size_t)(end - behind));
    return !system && *name && *name != '<' && (strncmp(name, ours, length) != 0 || name[length] != '/');
}

static void add(lcd_source_list *list, char *name) {
    uint64_t hash;
    bool kept = !is_known(list, name) && list->count < MOST && lcd_trace_fingerprint(name, &hash) &&
                lc_push(NULL, list, ((lcd_source_file){name, hash}));
    if (!kept) free(name);
}

void lcd_source_deps(lcd_source_list *list, const char *text, const char *ours) {
    for (const char *next; *text; text = next) {
        const char *end = strchr(text, '\n');
        if (!end) end = text + strlen(text);
        next = *end ? end + 1 : end;
        if (text[0] != '#' || text[1] != ' ' || !isdigit((unsigned char)text[2])) continue;
        const char *behind;
        char *name = name_in(text, end, &behind);
        if (name && is_users(name, behind, end, ours)) add(list, name);
        else free(name);
    }
}

void lcd_source_deps_free(lcd_source_list *list) {
    for (uint32_t i = 0; i < list->count; i++) free(list->at[i].path);
    lc_vec_free(NULL, list);
}
