#include "tester/driver/leaks.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "target/explore/control.h"

/* The innermost place that is of the user; else the innermost one. */
static bool place_of(lcd_lines *lines, uint64_t pc, const char **file, int *line, const char **function) {
    if (!lines) return false;
    for (unsigned depth = 0; lcd_lines_inlined(lines, pc, depth, file, line, function); depth++)
        if (!lcd_lines_is_system(*file)) return true;
    return lcd_lines_find(lines, pc, file, line, function);
}

static int by_place(const void *a, const void *b) {
    const lcd_msg_leak *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return LC_ORDER(x->pc, y->pc);
}

/* Sorted, so that the order does not depend on which worker reported first. */
static lcd_msg_leak *sorted(const lcd_test_run *t) {
    size_t size = t->leaks.count * sizeof *t->leaks.at;
    lcd_msg_leak *copy = malloc(size + 1);
    if (copy && size) {
        memcpy(copy, t->leaks.at, size);
        qsort(copy, t->leaks.count, sizeof *copy, by_place);
    }
    return copy;
}

void lcd_print_leaks(const lcd_test_run *t, lcd_lines *lines, void (*warn)(lc_span, void *), void *context) {
    static const char *const words[] = {
        [LCT_LEAK_MEMORY] =
            "memory allocated here is lost at the end (--leaks makes this a failure, --allow leak hides it)",
        [LCT_LEAK_THREAD] = "a thread created here is neither joined nor detached"};
    lcd_msg_leak *leaks = sorted(t);
    for (uint32_t i = 0; leaks && i < t->leaks.count; i++) {
        const char *file, *function;
        int line;
        lince_text text = {0};
        if (place_of(lines, leaks[i].pc, &file, &line, &function)) lc_text_printf(&text, "%s:%d: ", file, line);
        lc_text_puts(&text, words[leaks[i].kind]);
        warn((lc_span){lc_text(&text), text.length}, context);
        lc_text_free(&text);
    }
    free(leaks);
}

static void write_kind(lcr_writer *w, const char *key, uint32_t kind, const lcd_msg_leak *leaks, uint32_t count,
                       lcd_lines *lines) {
    lcr_field_open(w, key, '[');
    for (uint32_t i = 0; leaks && i < count; i++) {
        const char *file = NULL, *function = NULL;
        int line = 0;
        if (leaks[i].kind != kind) continue;
        bool known = place_of(lines, leaks[i].pc, &file, &line, &function);
        lcr_write_open(w, '{');
        lcr_field_text(w, "file", known ? file : NULL);
        lcr_write_key(w, "line");
        if (known) lcr_write_int(w, line);
        else lcr_write_null(w);
        lcr_field_text(w, "function", known ? function : NULL);
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
}

void lcd_leaks_json(lcr_writer *w, const lcd_test_run *t, lcd_lines *lines) {
    lcd_msg_leak *leaks = sorted(t);
    write_kind(w, "leaks", LCT_LEAK_MEMORY, leaks, t->leaks.count, lines);
    write_kind(w, "unjoined", LCT_LEAK_THREAD, leaks, t->leaks.count, lines);
    free(leaks);
}
