#include "tester/source/source_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST = 8 << 20 };

struct lcd_listing {
    char *name;
    char *bytes; /* NULL: it cannot be read */
    size_t size;
    LC_VEC(uint32_t) lines; /* where each begins */
};

static char *read_whole(const char *name, size_t *size) {
    struct stat about;
    if (stat(name, &about) || !S_ISREG(about.st_mode) || about.st_size <= 0 || about.st_size > LARGEST) return NULL;
    FILE *file = fopen(name, "rb");
    char *bytes = file ? malloc((size_t)about.st_size) : NULL;
    *size = bytes ? fread(bytes, 1, (size_t)about.st_size, file) : 0;
    if (file) fclose(file);
    return bytes;
}

static lcd_listing *load(lcd_listings *s, const char *name) {
    lcd_listing *f = calloc(1, sizeof *f);
    if (!f || !(f->name = strdup(name)) || !lc_push(NULL, &s->files, f)) {
        if (f) free(f->name);
        free(f);
        return NULL;
    }
    f->bytes = read_whole(name, &f->size);
    for (size_t i = 0; f->bytes && i < f->size; i++)
        if ((i == 0 || f->bytes[i - 1] == '\n') && !lc_push(NULL, &f->lines, (uint32_t)i)) break;
    return f;
}

static lcd_listing *find(lcd_listings *s, const char *name) {
    for (uint32_t i = 0; i < s->files.count; i++)
        if (!strcmp(s->files.at[i]->name, name)) return s->files.at[i];
    return load(s, name);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

const char *lcd_listing_whole_line(lcd_listings *s, const char *name, int line, size_t *length) {
    const lcd_listing *f = find(s, name);
    if (!f || line < 1 || (uint32_t)line > f->lines.count) return NULL;
    const char *at = f->bytes + f->lines.at[line - 1], *end = memchr(at, '\n', f->size - f->lines.at[line - 1]);
    if (!end) end = f->bytes + f->size;
    while (at < end && is_blank(end[-1])) end--;
    *length = (size_t)(end - at);
    return at;
}

const char *lcd_listing_line(lcd_listings *s, const char *name, int line, size_t *length) {
    const char *at = lcd_listing_whole_line(s, name, line, length);
    for (; at && *length && is_blank(*at); at++) --*length;
    return at;
}

void lcd_listings_free(lcd_listings *s) {
    for (uint32_t i = 0; i < s->files.count; i++) {
        lcd_listing *f = s->files.at[i];
        lc_vec_free(NULL, &f->lines);
        free(f->bytes);
        free(f->name);
        free(f);
    }
    lc_vec_free(NULL, &s->files);
}
