#include "tester/view/failure_context.h"

#include <string.h>

#include "base/text.h"
#include "report/words.h"
#include "target/explore/control.h"
#include "tester/view/failure_context_parts.h"
#include "tester/view/interleaving_sheet.h"

enum { INDENT = 2, DEEPER = 6, THREADS = LCT_THREADS_MANY };

bool lcd_step_is_detail(unsigned kind) {
    return kind == LCT_STEP_BLOCKED || kind == LCT_STEP_MADE || kind == LCT_STEP_FREED;
}

/* ---- the contents of the report ---- */

bool lcd_failure_context_begin(lcd_failure_context *d, const lcd_trace_step *steps, size_t count, lcd_lines *lines) {
    *d = (lcd_failure_context){steps, count, lines, lcd_names_new(steps, count, lines)};
    return d->names;
}

void lcd_failure_context_end(lcd_failure_context *d) { lcd_names_free(d->names); }

bool lcd_blocked_has_object(const lcd_trace_step *s) { return s->size != 0; }

lcd_thread_set lcd_blocked_by(const lcd_trace_step *s) { return (lcd_thread_set)s->more << 64 | s->before; }

static lcd_thread_set only(unsigned thread) { return (lcd_thread_set)1 << thread; }

static unsigned first_of(lcd_thread_set set) {
    unsigned thread = 0;
    while (!(set >> thread & 1)) thread++;
    return thread;
}

unsigned lcd_take_thread(lcd_thread_set *set) {
    unsigned thread = first_of(*set);
    *set &= ~only(thread);
    return thread;
}

const lcd_trace_step *lcd_failure_context_taken(const lcd_failure_context *d, unsigned thread, uint64_t address) {
    for (size_t i = d->count; i-- > 0;) {
        const lcd_trace_step *s = &d->steps[i];
        if (s->thread == thread && s->address == address && (s->kind == LCT_STEP_ACQUIRE || s->kind == LCT_STEP_TRY))
            return s;
    }
    return NULL;
}

const lcd_trace_step *lcd_failure_context_call(const lcd_failure_context *d, const lcd_trace_step *about) {
    unsigned kind = about->kind == LCT_STEP_MADE ? LCT_STEP_MALLOC : LCT_STEP_FREE;
    for (size_t i = d->count; i-- > 0;) {
        const lcd_trace_step *s = &d->steps[i];
        if (s->kind == kind && s->address == about->address && s->thread == about->thread && s->pc == about->pc)
            return s;
    }
    return about;
}

unsigned lcd_failure_context_circle(const lcd_failure_context *d, unsigned *threads) {
    lcd_thread_set waits_for[THREADS] = {0};
    for (size_t i = 0; i < d->count; i++)
        if (d->steps[i].kind == LCT_STEP_BLOCKED && d->steps[i].thread < THREADS)
            waits_for[d->steps[i].thread] = lcd_blocked_by(&d->steps[i]);
    /* A thread that waits for no waiting thread is removed, repeatedly: then every thread that is left leads to a
     * circle. */
    for (bool changed = true; changed;) {
        lcd_thread_set waiting = 0;
        changed = false;
        for (unsigned t = 0; t < THREADS; t++)
            if (waits_for[t]) waiting |= only(t);
        for (unsigned t = 0; t < THREADS; t++) {
            changed |= (waits_for[t] & waiting) != waits_for[t];
            waits_for[t] &= waiting;
        }
    }
    lcd_thread_set seen = 0;
    unsigned at = 0, count = 0;
    while (at < THREADS && !waits_for[at]) at++;
    if (at == THREADS) return 0;
    for (; !(seen >> at & 1); at = first_of(waits_for[at])) seen |= only(at);
    unsigned first = at;
    do {
        threads[count++] = at;
        at = first_of(waits_for[at]);
    } while (at != first && count < LCD_CIRCLE);
    return count;
}

/* ---- frames ---- */

static bool nth_frame(const lcd_failure_context *d, const lcd_trace_step *s, bool users, unsigned number,
                      const char **file, int *line, const char **function) {
    size_t count = s->frame_count ? s->frame_count : 1;
    for (size_t i = 0; d->lines && i < count; i++) {
        uint64_t pc = s->frame_count ? s->frames[i] : s->pc;
        for (unsigned depth = 0; lcd_lines_inlined(d->lines, pc, depth, file, line, function); depth++)
            if ((!users || !lcd_lines_is_system(*file)) && !number--) return true;
    }
    return false;
}

bool lcd_failure_context_frame(const lcd_failure_context *d, const lcd_trace_step *s, unsigned number,
                               const char **file, int *line, const char **function) {
    bool users = nth_frame(d, s, true, 0, file, line, function);
    return nth_frame(d, s, users, number, file, line, function);
}

/* ---- for people ---- */

static const char *base_of(const char *file) {
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

static void put_times(lince_text *out, const lcr_style *style, int *times) {
    if (*times) lc_text_printf(out, "%*s%s %d times more\n", DEEPER, "", lcr_style_glyphs(style)->ellipsis, *times);
    *times = 0;
}

static void put_frames(lince_text *out, const lcr_style *style, const lcd_failure_context *d, const lcd_trace_step *s) {
    const char *file, *function, *last_file = NULL;
    int line, last_line = 0, times = 0;
    for (unsigned i = 0; lcd_failure_context_frame(d, s, i, &file, &line, &function); i++) {
        bool again = last_file && line == last_line && !strcmp(file, last_file);
        last_file = file;
        last_line = line;
        if (again && ++times) continue; /* it calls itself */
        put_times(out, style, &times);
        lince_text text = {0};
        lc_text_printf(&text, "at %s:%d", base_of(file), line);
        if (function) lc_text_printf(&text, " in %s", function);
        lc_text_repeat(out, " ", DEEPER);
        lcr_colour_on(out, style, LCR_DIM);
        lcr_put_short(out, style, lc_text(&text), text.length, lcr_style_width(style) - DEEPER);
        lcr_colour_off(out, style, LCR_DIM);
        lc_text_putc(out, '\n');
        out->cut |= text.cut;
        lc_text_free(&text);
    }
    put_times(out, style, &times);
}

static void put_thread(lince_text *out, unsigned thread) {
    char room[16];
    lc_text_puts(out, lcd_sheet_thread(thread, room, sizeof room));
}

static void put_line(lince_text *out, const lcr_style *style, lince_text *raw) {
    lince_text clean = {0};
    lcr_put_clean(&clean, style, lc_text(raw), raw->length);
    lcr_put_wrapped(out, style, lc_text(&clean), INDENT, 2);
    out->cut |= raw->cut || clean.cut;
    lc_text_free(&clean);
    lc_text_free(raw);
}

static bool has_ended(const lcd_failure_context *d, unsigned thread) {
    for (size_t i = 0; i < d->count; i++)
        if (d->steps[i].kind == LCT_STEP_EXIT && d->steps[i].thread == thread) return true;
    return false;
}

/* `, which T2 took at list.c:31 and T3 has` */
static void put_owners(lince_text *out, const lcd_failure_context *d, const lcd_trace_step *s) {
    lcd_thread_set left = lcd_blocked_by(s);
    for (const char *before = ", which "; left; before = " and ") {
        unsigned thread = lcd_take_thread(&left);
        const lcd_trace_step *taken = lcd_failure_context_taken(d, thread, s->address);
        const char *file, *function;
        int line;
        lc_text_puts(out, before);
        put_thread(out, thread);
        if (taken && lcd_failure_context_frame(d, taken, 0, &file, &line, &function))
            lc_text_printf(out, " took at %s:%d", base_of(file), line);
        else lc_text_puts(out, " has");
        if (has_ended(d, thread)) lc_text_puts(out, " and kept when it ended");
    }
}

static void put_blocked(lince_text *out, const lcd_failure_context *d, size_t step) {
    const lcd_trace_step *s = &d->steps[step];
    put_thread(out, s->thread);
    if (!strcmp(s->text, "loop")) {
        lc_text_puts(out, " waits in a loop");
        if (lcd_blocked_has_object(s)) lc_text_puts(out, ", where it reads ");
        if (lcd_blocked_has_object(s)) lcd_names_location(d->names, out, step);
        return;
    }
    if (!lcd_blocked_has_object(s)) {
        const char *before = " waits for the end of ";
        for (lcd_thread_set left = lcd_blocked_by(s); left; before = " and ") {
            lc_text_puts(out, before);
            put_thread(out, lcd_take_thread(&left));
        }
        return;
    }
    if (!strcmp(s->text, "message")) {
        lc_text_puts(out, " waits for a message");
        return;
    }
    lc_text_printf(out, " waits for the %s ", s->text);
    lcd_names_location(d->names, out, step);
    put_owners(out, d, s);
    if (s->after) lc_text_printf(out, ", where %u of %u have arrived", (unsigned)(s->after >> 32), (unsigned)s->after);
}

static void put_block(lince_text *out, const lcd_failure_context *d, size_t step) {
    const lcd_trace_step *s = &d->steps[step];
    put_thread(out, s->thread);
    lc_text_puts(out, s->kind == LCT_STEP_MADE ? " allocated the block " : " freed the block ");
    lcd_names_object(d->names, out, step, s->address);
}

static void put_circle(lince_text *out, const lcr_style *style, const lcd_failure_context *d) {
    unsigned circle[LCD_CIRCLE], count = lcd_failure_context_circle(d, circle);
    if (count < 2) return;
    lince_text text = {0};
    lc_text_puts(&text, "They wait in a circle: ");
    for (unsigned i = 0; i < count; i++) {
        if (i) lc_text_puts(&text, ", ");
        put_thread(&text, circle[i]);
        lc_text_puts(&text, " for ");
        put_thread(&text, circle[(i + 1) % count]);
    }
    lc_text_putc(&text, '.');
    put_line(out, style, &text);
}

/* The step of the failure shows where it is; its callers are worth more lines if there are any. */
static bool has_callers(const lcd_failure_context *d, const lcd_trace_step *s) {
    const char *file, *function;
    int line;
    return s->kind == LCT_STEP_FAILURE && lcd_failure_context_frame(d, s, 1, &file, &line, &function);
}

void lcd_failure_context_print(lince_text *out, const lcr_style *style, const lcd_trace_step *steps, size_t count,
                               lcd_lines *lines, bool where) {
    lcd_failure_context d;
    if (!lcd_failure_context_begin(&d, steps, count, lines)) {
        out->cut = true;
        return;
    }
    bool first = true;
    for (size_t i = 0; i < count; i++) {
        const lcd_trace_step *s = &steps[i];
        bool callers = where && has_callers(&d, s);
        if (!callers && !lcd_step_is_detail(s->kind)) continue;
        if (first) lc_text_putc(out, '\n');
        first = false;
        lince_text text = {0};
        if (callers) put_thread(&text, s->thread);
        if (callers) lc_text_puts(&text, " failed");
        else if (s->kind == LCT_STEP_BLOCKED) put_blocked(&text, &d, i);
        else put_block(&text, &d, i);
        lc_text_putc(&text, ':');
        put_line(out, style, &text);
        put_frames(out, style, &d,
                   s->kind == LCT_STEP_MADE || s->kind == LCT_STEP_FREED ? lcd_failure_context_call(&d, s) : s);
    }
    put_circle(out, style, &d);
    lcd_failure_context_end(&d);
}
