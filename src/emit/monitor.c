#include "emit/monitor.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emit/conditions.h"
#include "emit/expression.h"
#include "emit/monitor_parts.h"

/* A text that no person can read and no compiler takes gladly. */
enum { LONGEST_ASSERTION = 1 << 20, LONGEST_EXTRA = 1 << 18, LONG_LINE = 80 };

static void put_label(lc_emit_writer *w, uint32_t label) {
    lc_emit_put(w, "$_");
    lc_emit_label_print(w->out, w->labels, label);
}

/* ---- counters ---- */

static void put_labels(lc_emit_writer *w) {
    lc_emit_put(w, "enum {\n");
    for (uint32_t i = 0; i < w->labels->at.count; i++) {
        lc_emit_put(w, "    ");
        put_label(w, i);
        lc_emit_put(w, ",\n");
    }
    lc_emit_put(w, "    $_LABELS\n};\n\n");
}

static void put_counters(lc_emit_writer *w) {
    lc_text_printf(w->out, "enum { %s_K = %u, %s_SLOTS = %u };\n\n", w->upper, w->options->length, w->upper,
                   w->options->slots);
    put_labels(w);
    lc_emit_put(w,
                "/* So many operations have this label and the interval [from, to]; an open one ends with $_K. */\n"
                "static int @_n[$_LABELS][$_K + 1][$_K + 1];\n"
                "#define $_N(label, from, to) @_n[$_##label][from][to]\n"
                "static int @_length;                 /* steps, $_K at most */\n"
                "static int @_returned;               /* since the last call: then the next one begins a step */\n"
                "static int @_used[$_SLOTS + 1];  /* an operation is open there; the last is for all beyond that */\n"
                "static int @_open[$_SLOTS + 1];  /* with this label, */\n"
                "static int @_class[$_SLOTS + 1]; /* this argument, */\n"
                "static int @_from[$_SLOTS + 1];  /* called in this step */\n\n");
    if (w->labels->object == LC_OBJECT_LOCK) return;
    lc_emit_put(w, "#ifndef LINCE_MONITOR_CLASS\n");
    lc_text_printf(w->out,
                   "#define LINCE_MONITOR_CLASS(value) ((value) >= 0 && (value) < %u ? (int)(value) : %u)\n#endif\n\n",
                   w->labels->values, w->labels->values);
}

/* The first step becomes one with that before it, and all later steps move up. */
static void put_shift(lc_emit_writer *w) {
    lc_emit_put(w,
                "$_PLAIN static void @_forget(void) {\n"
                "    int label, i, j;\n"
                "    for (label = 0; label < $_LABELS; label++)\n"
                "        for (i = 0; i <= $_K; i++)\n"
                "            for (j = 0; j <= $_K; j++) {\n"
                "                int n = 0;\n"
                "                if (@_is_open(label)) {\n"
                "                    if (j < $_K) continue;\n"
                "                    if (i < $_K) n += @_n[label][i + 1][j];\n"
                "                    if (i == 0) n += @_n[label][0][j];\n"
                "                } else {\n"
                "                    if (j < i) continue;\n"
                "                    if (j < $_K) n += @_n[label][i + 1][j + 1];\n"
                "                    if (j < $_K && i == 0) n += @_n[label][0][j + 1];\n"
                "                    if (j == 0) n += @_n[label][0][0];\n"
                "                }\n"
                "                @_n[label][i][j] = n;\n"
                "            }\n"
                "    for (i = 0; i < $_SLOTS; i++)\n"
                "        if (@_from[i] > 0) @_from[i]--;\n"
                "}\n\n");
}

static void put_is_open(lc_emit_writer *w) {
    bool first = true;
    lc_emit_put(w, "$_PLAIN static int @_is_open(int label) {\n    return ");
    for (uint32_t i = 0; i < w->labels->at.count; i++) {
        if (!lc_emit_label_pending(w->labels, i)) continue;
        lc_emit_put(w, first ? "label == " : " ||\n           label == ");
        put_label(w, i);
        first = false;
    }
    lc_emit_put(w, ";\n}\n\n");
}

/* ---- assertions ---- */

/* A sum of many counters takes several lines. */
static void put_sum(lc_emit_writer *w, uint32_t number, const char *text) {
    size_t column = 0;
    lc_text_printf(w->out, "    int s%" PRIu32 " = ", number);
    for (; *text; text++, column++) {
        if (*text == ' ' && column > LONG_LINE && (text[1] == '+' || text[1] == '-')) {
            lc_text_puts(w->out, "\n            ");
            column = 0;
        }
        lc_text_putc(w->out, *text);
    }
    lc_text_puts(w->out, ";\n");
}

/* The sums it mentions are added to `sums`; `kept` is how many of them were mentioned by the printed assertions. */
static lince_status put_assertion(lc_emit_writer *w, lince_text *out, lc_intern *sums, uint32_t *kept,
                                  const lc_conditions *all, const lc_condition *c, lince_error *error) {
    const lc_constant *unknown;
    lince_text expression = {0};
    lince_status status = LINCE_DONE;
    if (lc_expression_print(&expression, sums, w->labels, w->upper, &all->scope, c->holds,
                            c->extra ? LONGEST_EXTRA : LONGEST_ASSERTION, &unknown)) {
        lc_text_printf(out, "    int %s =\n        %s;\n    LINCE_MONITOR_ASSERT(%s);\n", c->name, lc_text(&expression),
                       c->name);
        *kept = sums->items.count;
    } else if (c->extra) lc_text_printf(out, "    /* %s: too long to be spelled out */\n", c->name);
    else {
        assert(!unknown);
        snprintf(error->message, sizeof error->message,
                 "the assertions of %s with --k %u and --values %u are too long; choose smaller numbers",
                 w->options->instance->name, w->options->length, w->options->values);
        status = LINCE_BAD_INPUT;
    }
    out->cut |= expression.cut;
    lc_text_free(&expression);
    return status;
}

static lince_status put_check(lc_emit_writer *w, const lc_conditions *all, lince_error *error) {
    lince_status status = LINCE_DONE;
    lince_text assertions = {0};
    lc_intern sums;
    uint32_t kept = 0;
    lc_intern_init(&sums, NULL);
    for (uint32_t i = 0; i < all->at.count && status == LINCE_DONE; i++) {
        assert(!all->at.at[i].extra || i == all->at.count - 1); /* an assertion left out leaves no sums behind */
        status = put_assertion(w, &assertions, &sums, &kept, all, &all->at.at[i], error);
    }
    lc_emit_put(w, "$_PLAIN static void @_check(void) {\n");
    for (uint32_t i = 0; i < kept; i++) put_sum(w, i, lc_intern_get(&sums, i)->bytes);
    lc_text_puts(w->out, lc_text(&assertions));
    lc_emit_put(w, "}\n\n");
    w->out->cut |= assertions.cut;
    lc_text_free(&assertions);
    lc_intern_free(&sums);
    return status;
}

/* ---- calls and returns ---- */

static void put_events(lc_emit_writer *w) {
    lc_emit_put(w,
                "$_PLAIN static int @_call(int label, int argument) {\n"
                "    int slot = 0, i, there_is_room_for_more_operations;\n"
                "    LINCE_MONITOR_ATOMIC_BEGIN();\n"
                "    if (@_returned) {\n"
                "        if (@_length < $_K) @_length++;\n");
    lc_emit_put(w, w->options->length ? "        else @_forget();\n" : "");
    lc_emit_put(w,
                "    }\n"
                "    @_returned = 0;\n"
                "    for (i = 0; i < $_SLOTS; i++)\n"
                "        if (slot == i && @_used[i]) slot++;\n"
                "    there_is_room_for_more_operations = slot < $_SLOTS;\n"
                "    LINCE_MONITOR_ASSERT(there_is_room_for_more_operations); /* see --slots */\n"
                "    @_used[slot] = 1;\n"
                "    @_open[slot] = label + argument;\n"
                "    @_class[slot] = argument;\n"
                "    @_from[slot] = @_length;\n"
                "    @_n[label + argument][@_length][$_K]++;\n"
                "    LINCE_MONITOR_ATOMIC_END();\n"
                "    return slot;\n"
                "}\n\n"
                "$_PLAIN static void @_return(int slot, int label, int by_argument) {\n"
                "    LINCE_MONITOR_ATOMIC_BEGIN();\n"
                "    if (by_argument) label += @_class[slot];\n"
                "    @_n[@_open[slot]][@_from[slot]][$_K]--;\n"
                "    @_n[label][@_from[slot]][@_length]++;\n"
                "    @_used[slot] = 0;\n"
                "    @_returned = 1;\n"
                "    @_check();\n"
                "    LINCE_MONITOR_ATOMIC_END();\n"
                "}\n\n"
                "$_PLAIN LINCE_MONITOR_API void @_reset(void) {\n"
                "    int i, j, label;\n"
                "    for (label = 0; label < $_LABELS; label++)\n"
                "        for (i = 0; i <= $_K; i++)\n"
                "            for (j = 0; j <= $_K; j++) @_n[label][i][j] = 0;\n"
                "    for (i = 0; i < $_SLOTS; i++) @_used[i] = 0;\n"
                "    @_length = 0;\n"
                "    @_returned = 0;\n"
                "}\n");
}

/* The first label of a method with an outcome: those of the other classes follow. */
static uint32_t first_label(const lc_emit_writer *w, uint32_t method, lc_emit_outcome outcome) {
    for (uint32_t i = 0; i < w->labels->at.count; i++)
        if (w->labels->at.at[i].method == method && w->labels->at.at[i].outcome == outcome) return i;
    assert(!"every method has labels for all its outcomes");
    return 0;
}

/* A line of the trace, for tests of Lince: `call enq(1)`, `return of deq: EMPTY`. */
static void put_note(lc_emit_writer *w, uint32_t method, bool call, lc_emit_outcome outcome) {
    bool shown = call ? lc_emit_method_takes(w->labels, method) : outcome == LC_OUT_VALUE || outcome == LC_OUT_TRUE;
    lc_emit_put(w, "    $_NOTE(\"");
    lc_text_printf(w->out, "%s %s", call ? "call" : "return of", w->options->instance->spec->methods[method].name);
    if (call) lc_text_puts(w->out, shown ? "(%ld)\", value);\n" : "()\");\n");
    else if (outcome == LC_OUT_VALUE) lc_text_puts(w->out, ": %ld\", value);\n");
    else if (outcome == LC_OUT_TRUE) lc_text_puts(w->out, ": %s\", result ? \"true\" : \"false\");\n");
    else if (outcome == LC_OUT_SENTINEL)
        lc_text_printf(w->out, ": %s\");\n", lc_emit_method_sentinel(w->labels, method));
    else lc_text_puts(w->out, "\");\n");
}

static void put_return_body(lc_emit_writer *w, uint32_t method, lc_emit_outcome outcome) {
    lc_emit_put(w, " {\n");
    put_note(w, method, false, outcome);
    lc_emit_put(w, "    @_return(slot, ");
    if (outcome == LC_OUT_TRUE) {
        lc_text_puts(w->out, "result ? ");
        put_label(w, first_label(w, method, LC_OUT_TRUE));
        lc_text_puts(w->out, " : ");
        put_label(w, first_label(w, method, LC_OUT_FALSE));
    } else put_label(w, first_label(w, method, outcome));
    if (outcome == LC_OUT_VALUE) lc_text_puts(w->out, " + LINCE_MONITOR_CLASS(value)");
    lc_text_printf(w->out, ", %d);\n}\n", lc_emit_method_takes(w->labels, method));
}

static void put_method(lc_emit_writer *w, uint32_t method) {
    static const lc_emit_outcome outcomes[] = {
        [LC_GIVES_NOTHING] = LC_OUT_NOTHING, [LC_GIVES_VALUE] = LC_OUT_VALUE, [LC_GIVES_BOOL] = LC_OUT_TRUE};
    lc_emit_put(w, "\n$_PLAIN LINCE_MONITOR_API ");
    lc_emit_put_call_head(w, method);
    lc_emit_put(w, " {\n    int slot = @_call(");
    put_label(w, first_label(w, method, LC_OUT_PENDING));
    lc_emit_put(w, lc_emit_method_takes(w->labels, method) ? ", LINCE_MONITOR_CLASS(value));\n" : ", 0);\n");
    put_note(w, method, true, LC_OUT_PENDING);
    lc_emit_put(w, "    return slot;\n}\n$_PLAIN LINCE_MONITOR_API ");
    lc_emit_put_return_head(w, method, false);
    put_return_body(w, method, outcomes[lc_emit_method_gives(w->labels, method)]);
    if (!lc_emit_method_sentinel(w->labels, method)) return;
    lc_emit_put(w, "$_PLAIN LINCE_MONITOR_API ");
    lc_emit_put_return_head(w, method, true);
    put_return_body(w, method, LC_OUT_SENTINEL);
}

static lince_status put_all(lc_emit_writer *w, lince_error *error) {
    lc_conditions conditions;
    lince_status status = LINCE_OUT_OF_MEMORY;
    if (lc_conditions_make(&conditions, w->labels, w->options->length)) {
        lc_emit_put_opening(w, conditions.exact);
        lc_emit_put_macros(w);
        put_counters(w);
        if (w->options->length) put_is_open(w);
        if (w->options->length) put_shift(w);
        status = put_check(w, &conditions, error);
    }
    if (status == LINCE_DONE) {
        put_events(w);
        for (uint32_t i = 0; i < w->labels->methods.count; i++) put_method(w, w->labels->methods.at[i]);
        lc_emit_put(w, "#endif\n");
        if (w->out->cut) status = LINCE_OUT_OF_MEMORY;
    }
    lc_conditions_free(&conditions);
    return status;
}

lince_status lc_emit_monitor(lince_text *out, const lc_emit_options *options, lince_error *error) {
    assert(options->length <= LC_EMIT_MOST_LENGTH && options->values <= LC_EMIT_MOST_VALUES);
    assert(options->slots >= 1 && options->slots <= LC_EMIT_MOST_SLOTS);
    lc_emit_labels labels;
    lc_emit_writer w = {.out = out, .options = options, .labels = &labels};
    size_t length = strlen(options->prefix);
    assert(length < sizeof w.upper);
    for (size_t i = 0; i < length; i++) w.upper[i] = (char)toupper((unsigned char)options->prefix[i]);
    lince_status status = lc_emit_labels_init(&labels, options->instance, options->values, error);
    if (status == LINCE_DONE) status = put_all(&w, error);
    lc_emit_labels_free(&labels);
    return status;
}
