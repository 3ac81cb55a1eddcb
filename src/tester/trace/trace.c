/* Making traces and writing them down. */
#include "tester/trace/trace.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "tester/toolchain/source_deps.h"
#include "tester/trace/trace_keys.h"

enum { FOLD = 100 }; /* columns */

void lcd_trace_init(lcd_trace *t) { *t = (lcd_trace){.program = 0}; }

void lcd_trace_free(lcd_trace *t) {
    for (uint32_t i = 0; i < t->files.count; i++) free(t->files.at[i]);
    for (uint32_t i = 0; i < t->flags.count; i++) free(t->flags.at[i]);
    lc_vec_free(NULL, &t->files);
    lc_vec_free(NULL, &t->flags);
    lc_vec_free(NULL, &t->places);
    lc_vec_free(NULL, &t->schedule);
    lcd_source_deps_free(&t->sources);
    lc_vec_free(NULL, &t->events);
    lc_text_free(&t->event_lines);
}

bool lcd_trace_add_file(lcd_trace *t, const char *file) {
    char *copy = strdup(file);
    if (copy && lc_push(NULL, &t->files, copy)) return true;
    free(copy);
    return false;
}

bool lcd_trace_add_flag(lcd_trace *t, const char *flag) {
    char *copy = strdup(flag);
    if (copy && lc_push(NULL, &t->flags, copy)) return true;
    free(copy);
    return false;
}

bool lcd_trace_add_source(lcd_trace *t, const char *path, uint64_t hash) {
    char *copy = strdup(path);
    if (copy && lc_push(NULL, &t->sources, ((lcd_source_file){copy, hash}))) return true;
    free(copy);
    return false;
}

uint32_t lcd_trace_steps(const lcd_trace *t) {
    uint32_t steps = 0;
    for (uint32_t i = 0; i < t->schedule.count; i++) steps += !(t->schedule.at[i] & 0x80);
    return steps;
}

bool lcd_trace_set_schedule(lcd_trace *t, const uint8_t *schedule, size_t length) {
    _Static_assert(LCD_TRACE_THREADS == 0x80, "each byte is a thread or a choice");
    if (length > sizeof((lct_control *)0)->schedule || !lc_reserve(NULL, &t->schedule, (uint32_t)length)) return false;
    if (length) memcpy(t->schedule.at, schedule, length);
    t->schedule.count = (uint32_t)length;
    return true;
}

bool lcd_trace_set_places(lcd_trace *t, const uint64_t *places, size_t count) {
    if (count > LCT_PROMOTED_PCS || !lc_reserve(NULL, &t->places, (uint32_t)count)) return false;
    if (count) memcpy(t->places.at, places, count * sizeof *places);
    t->places.count = (uint32_t)count;
    return true;
}

static void copy_config(lct_config *to, const lct_config *from) {
    for (size_t i = 0; i < LCD_TRACE_KEYS; i++)
        lcd_trace_set(to, &lcd_trace_keys[i], lcd_trace_get(from, &lcd_trace_keys[i]));
    memcpy(to->test, from->test, sizeof to->test);
    memcpy(to->scenario, from->scenario, sizeof to->scenario);
    memcpy(to->race, from->race, sizeof to->race);
}

void lcd_trace_from_config(lcd_trace *t, const lct_config *config) { copy_config(&t->config, config); }
void lcd_trace_to_config(const lcd_trace *t, lct_config *config) { copy_config(config, &t->config); }

bool lcd_trace_fingerprint(const char *program, uint64_t *hash) {
    int file = open(program, O_RDONLY | O_CLOEXEC);
    struct stat about;
    bool read = file >= 0 && !fstat(file, &about) && S_ISREG(about.st_mode) && about.st_size > 0;
    if (read) {
        void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        read = bytes != MAP_FAILED;
        if (read) {
            *hash = lc_hash_bytes(bytes, (size_t)about.st_size);
            if (!*hash) *hash = 1; /* 0 means that it is not known */
            munmap(bytes, (size_t)about.st_size);
        }
    }
    if (file >= 0) close(file);
    return read;
}

/* ---- writing ---- */

/* Any text fits into a line; a character that would end it, or be lost at its ends, is written as \xNN. */
static void put_text(lince_text *out, const char *key, const char *value) {
    size_t length = strlen(value);
    lc_text_printf(out, "%s ", key);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)value[i];
        bool edge = c == ' ' && (i == 0 || i + 1 == length);
        if (c < ' ' || c == 0x7f || c == '\\' || edge) lc_text_printf(out, "\\x%02x", c);
        else lc_text_putc(out, (char)c);
    }
    lc_text_putc(out, '\n');
}

static void put_key(lince_text *out, const lct_config *config, const lcd_trace_key *key) {
    uint64_t value = lcd_trace_get(config, key);
    if (key->new && !value) return;
    if (key->words) lc_text_printf(out, "%s %s\n", key->name, key->words[value]);
    else lc_text_printf(out, "%s %" PRIu64 "\n", key->name, value);
}

/* A list goes on in the next line, behind the key again. */
typedef struct list {
    lince_text *out;
    const char *key;
    size_t start; /* of the line; 0: none was begun */
} list;

static void put_item(list *l, const char *item) {
    if (!l->start || l->out->length - l->start + 1 + strlen(item) > FOLD) {
        if (l->start) lc_text_putc(l->out, '\n');
        l->start = l->out->length;
        lc_text_puts(l->out, l->key);
    }
    lc_text_printf(l->out, " %s", item);
}

static void put_schedule(lince_text *out, const lcd_trace *t) {
    list l = {.out = out, .key = "schedule"};
    for (uint32_t i = 0, next; i < t->schedule.count; i = next) {
        uint8_t step = t->schedule.at[i];
        char item[32];
        next = i + 1;
        if (step & 0x80) {
            snprintf(item, sizeof item, "c%u", step & 0x7fu);
        } else {
            while (next < t->schedule.count && t->schedule.at[next] == step) next++;
            int length = snprintf(item, sizeof item, "T%u", step);
            if (next - i > 1) snprintf(item + length, sizeof item - (size_t)length, "x%" PRIu32, next - i);
        }
        put_item(&l, item);
    }
    if (l.start) lc_text_putc(out, '\n');
}

static void put_places(lince_text *out, const lcd_trace *t) {
    list l = {.out = out, .key = "place"};
    for (uint32_t i = 0; i < t->places.count; i++) {
        char item[32];
        snprintf(item, sizeof item, "0x%" PRIx64, t->places.at[i]);
        put_item(&l, item);
    }
    if (l.start) lc_text_putc(out, '\n');
}

/* The settings that determine the execution, apart from the program. */
static void put_execution(lince_text *out, const lcd_trace *t) {
    if (*t->config.scenario) put_text(out, "scenario", t->config.scenario);
    for (size_t i = 0; i < LCD_TRACE_KEYS; i++) put_key(out, &t->config, &lcd_trace_keys[i]);
    if (t->stacks_shared) lc_text_puts(out, "stacks shared\n");
    if (t->config.race[0])
        lc_text_printf(out, "race 0x%" PRIx64 " 0x%" PRIx64 "\n", t->config.race[0], t->config.race[1]);
    put_places(out, t);
    put_schedule(out, t);
}

static uint64_t hash_execution(const lcd_trace *t) {
    lince_text text = {0};
    put_execution(&text, t);
    uint64_t hash = lc_hash_bytes(lc_text(&text), text.length);
    lc_text_free(&text);
    return hash;
}

bool lcd_trace_is_followed(const lcd_trace *t) { return t->events.count && t->events_of == hash_execution(t); }

void lcd_trace_print(lince_text *out, const lcd_trace *t) {
    lc_text_puts(out, LCD_TRACE_FIRST_LINE "\n");
    put_text(out, "test", t->config.test);
    for (uint32_t i = 0; i < t->files.count; i++) put_text(out, "file", t->files.at[i]);
    for (uint32_t i = 0; i < t->flags.count; i++) put_text(out, "flag", t->flags.at[i]);
    if (t->signature) lc_text_printf(out, "signature %016" PRIx64 "\n", t->signature);
    if (t->program) lc_text_printf(out, "program %016" PRIx64 "\n", t->program);
    for (uint32_t i = 0; i < t->sources.count; i++) {
        char key[32];
        snprintf(key, sizeof key, "source %016" PRIx64, t->sources.at[i].hash);
        put_text(out, key, t->sources.at[i].path);
    }
    put_execution(out, t);
    if (t->event_lines.length) lc_text_printf(out, "events-of %016" PRIx64 "\n", hash_execution(t));
    lc_text_add(out, lc_text(&t->event_lines), t->event_lines.length);
    out->cut |= t->event_lines.cut;
    lc_text_puts(out, "end\n");
}

lince_status lcd_trace_write(const lcd_trace *t, const char *path, lince_error *error) {
    lince_text text = {0};
    lcd_trace_print(&text, t);
    lince_status status = text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(path, &text, error);
    lc_text_free(&text);
    return status;
}
