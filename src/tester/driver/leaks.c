#include "tester/driver/leaks.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "target/explore/control.h"

/* The innermost place that is of the user; else the innermost one. */
static bool place_of(lc_lines *lines, uint64_t pc, const char **file, int *line, const char **function) {
    if (!lines) return false;
    for (unsigned depth = 0; lc_lines_inlined(lines, pc, depth, file, line, function); depth++)
        if (!lc_lines_is_system(*file)) return true;
    return lc_lines_find(lines, pc, file, line, function);
}

static int by_place(const void *a, const void *b) {
    const lc_said_loss *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return LC_ORDER(x->pc, y->pc);
}

/* In an order that does not depend on who was first. */
static lc_said_loss *sorted(const lc_trial *t) {
    size_t size = t->losses.count * sizeof *t->losses.at;
    lc_said_loss *copy = malloc(size + 1);
    if (copy && size) {
        memcpy(copy, t->losses.at, size);
        qsort(copy, t->losses.count, sizeof *copy, by_place);
    }
    return copy;
}

void lc_tell_losses(const lc_trial *t, lc_lines *lines, void (*warn)(lc_span, void *), void *context) {
    static const char *const words[] = {
        [LC_LOSS_MEMORY] =
            "memory allocated here is lost at the end (--leaks makes this a failure, --allow leak hides it)",
        [LC_LOSS_THREAD] = "a thread created here is neither joined nor detached"};
    lc_said_loss *losses = sorted(t);
    for (uint32_t i = 0; losses && i < t->losses.count; i++) {
        const char *file, *function;
        int line;
        lince_text text = {0};
        if (place_of(lines, losses[i].pc, &file, &line, &function)) lc_text_printf(&text, "%s:%d: ", file, line);
        lc_text_puts(&text, words[losses[i].kind]);
        warn((lc_span){lc_text(&text), text.length}, context);
        lc_text_free(&text);
    }
    free(losses);
}

static void write_kind(lc_writer *w, const char *key, uint32_t kind, const lc_said_loss *losses, uint32_t count,
                       lc_lines *lines) {
    lc_field_open(w, key, '[');
    for (uint32_t i = 0; losses && i < count; i++) {
        const char *file = NULL, *function = NULL;
        int line = 0;
        if (losses[i].kind != kind) continue;
        bool known = place_of(lines, losses[i].pc, &file, &line, &function);
        lc_write_open(w, '{');
        lc_field_text(w, "file", known ? file : NULL);
        lc_write_key(w, "line");
        if (known) lc_write_int(w, line);
        else lc_write_null(w);
        lc_field_text(w, "function", known ? function : NULL);
        lc_write_close(w, '}');
    }
    lc_write_close(w, ']');
}

void lc_losses_json(lc_writer *w, const lc_trial *t, lc_lines *lines) {
    lc_said_loss *losses = sorted(t);
    write_kind(w, "leaks", LC_LOSS_MEMORY, losses, t->losses.count, lines);
    write_kind(w, "unjoined", LC_LOSS_THREAD, losses, t->losses.count, lines);
    free(losses);
}
