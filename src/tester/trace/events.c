#include "tester/trace/events.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "target/explore/control.h"
#include "tester/view/access_names.h"

enum { THREADS = 256 };

/* A trace has no control characters. */
static void put_plain(lince_text *out, const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == 0x7f) lc_text_printf(out, "\\x%02x", c);
        else lc_text_putc(out, (char)c);
    }
}

static void put_stack(lince_text *out, const lcd_trace_step *s, lcd_lines *lines) {
    const char *file, *function, *between = " | ";
    int line;
    for (size_t i = 0; lines && i < s->frame_count; i++)
        for (unsigned depth = 0; lcd_lines_inlined(lines, s->frames[i], depth, &file, &line, &function); depth++) {
            const char *slash = strrchr(file, '/');
            if (lcd_lines_is_system(file)) continue;
            lc_text_puts(out, between);
            put_plain(out, function);
            lc_text_putc(out, ' ');
            put_plain(out, slash ? slash + 1 : file);
            lc_text_printf(out, ":%d", line);
            between = " < ";
        }
}

void lcd_events_print(lince_text *out, const lcd_trace_step *steps, size_t count, lcd_lines *lines) {
    const char *calls[THREADS] = {NULL};
    lcd_names *names = lcd_names_new(steps, count, lines);
    lince_text words = {0};
    for (size_t i = 0; names && i < count; i++) {
        const lcd_trace_step *s = &steps[i];
        const char **call = &calls[s->thread % THREADS];
        if (s->kind == LCT_STEP_CALL) *call = s->text;
        lcd_step_words(&words, names, steps, i, *call);
        if (s->kind == LCT_STEP_RETURN) *call = NULL;
        lc_text_printf(out, "event %" PRIu32 " T%u %s | ", s->step, s->thread, lcd_step_name(s->kind));
        put_plain(out, lc_text(&words));
        put_stack(out, s, lines);
        lc_text_putc(out, '\n');
        lc_text_clear(&words);
    }
    out->cut |= !names || words.cut;
    lc_text_free(&words);
    lcd_names_free(names);
}
