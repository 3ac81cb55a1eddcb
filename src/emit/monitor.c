#include "emit/monitor.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "emit/conditions.h"
#include "emit/expression.h"

/* A text that nobody can read and no compiler takes gladly. */
enum { LONGEST_ASSERTION = 1 << 20, LONGEST_EXTRA = 1 << 19 };

typedef struct writer {
    lince_text *out;
    const lc_emit_options *options;
    const lc_emit_labels *labels;
    char upper[64];
} writer;

/* C with holes: `@` is the prefix, `$` the prefix in capitals. */
static void put(writer *w, const char *text) {
    for (; *text; text++) {
        if (*text == '@') lc_text_puts(w->out, w->options->prefix);
        else if (*text == '$') lc_text_puts(w->out, w->upper);
        else lc_text_putc(w->out, *text);
    }
}

static void put_label(writer *w, uint32_t label) {
    put(w, "$_");
    lc_emit_label_print(w->out, w->labels, label);
}

/* ---- what a user reads ---- */

/* The functions of a method, as declarations or, for the comment, as calls. */
static void put_call_head(writer *w, uint32_t method) {
    put(w, "int @_");
    lc_emit_method_print(w->out, w->labels, method, false);
    lc_text_puts(w->out, lc_emit_method_takes(w->labels, method) ? "_call(long value)" : "_call(void)");
}

static void put_return_head(writer *w, uint32_t method, bool sentinel) {
    static const char *const parameters[] = {[LC_GIVES_NOTHING] = "(int slot)",
                                             [LC_GIVES_VALUE] = "(int slot, long value)",
                                             [LC_GIVES_BOOL] = "(int slot, int result)"};
    put(w, "void @_");
    lc_emit_method_print(w->out, w->labels, method, false);
    lc_text_puts(w->out, "_return");
    if (sentinel) {
        lc_text_putc(w->out, '_');
        for (const char *c = lc_emit_method_sentinel(w->labels, method); *c; c++)
            lc_text_putc(w->out, (char)tolower((unsigned char)*c));
    }
    lc_text_puts(w->out, sentinel ? "(int slot)" : parameters[lc_emit_method_gives(w->labels, method)]);
}

static void put_declarations(writer *w) {
    for (uint32_t i = 0; i < w->labels->methods.count; i++) {
        uint32_t method = w->labels->methods.at[i];
        put(w, "LINCE_MONITOR_API ");
        put_call_head(w, method);
        put(w, ";\nLINCE_MONITOR_API ");
        put_return_head(w, method, false);
        put(w, ";\n");
        if (!lc_emit_method_sentinel(w->labels, method)) continue;
        put(w, "LINCE_MONITOR_API ");
        put_return_head(w, method, true);
        put(w, ";\n");
    }
    put(w, "LINCE_MONITOR_API void @_reset(void);\n\n");
}

static void put_opening(writer *w, bool exact) {
    const lc_emit_options *o = w->options;
    lc_text_printf(
        w->out,
        "/* A monitor of a %s, written by `%s`.\n"
        " *\n"
        " * It counts operations by what they are and when they were.  Two operations are known to follow each\n"
        " * other if the second began in one of the last %u steps of the history; so k = %u.  After each return it\n"
        " * asserts what must hold if the object is linearizable.  An assertion that fails is a real violation.%s\n"
        " *\n"
        " * Each operation stands between two functions of the monitor.  The first gives a slot, which the second\n"
        " * takes, with the result.  What never returns is left open.\n",
        o->instance->name, o->command, o->length, o->length,
        exact ? "\n * If all hold, the history is linearizable as far as k steps show." : "");
    if (w->labels->object != LC_OBJECT_LOCK)
        lc_text_printf(w->out,
                       " * Values below %u are told apart, all others are one to it; LINCE_MONITOR_CLASS can map them\n"
                       " * otherwise.\n",
                       o->values);
    if (w->labels->object == LC_OBJECT_SET)
        lc_text_printf(w->out, " * Only class %u may have more than one value.\n", o->values);
    if (w->labels->object == LC_OBJECT_REGISTER)
        lc_text_puts(w->out, " * Values that are written must differ from the initial one, which is nil.\n");
    lc_text_puts(
        w->out,
        " *\n"
        " * Macros that may be defined before: LINCE_MONITOR_ASSERT, LINCE_MONITOR_ATOMIC_BEGIN and _END (what\n"
        " * stands between them is one step), LINCE_MONITOR_CLASS, LINCE_MONITOR_API (`static`, for one), and\n"
        " * LINCE_MONITOR_DECLARATIONS for the declarations alone. */\n"
        "/* clang-format off */\n");
}

/* Where verifiers differ.  A monitor inside a test of Lince is one step by itself, and nothing in it is watched. */
static void put_macros(writer *w) {
    put(w,
        "#ifndef LINCE_MONITOR_API\n"
        "#define LINCE_MONITOR_API\n"
        "#endif\n");
    put_declarations(w);
    put(w,
        "#ifndef LINCE_MONITOR_DECLARATIONS\n"
        "#ifndef LINCE_MONITOR_ASSERT\n"
        "#if defined __CPROVER\n"
        "#define LINCE_MONITOR_ASSERT(name) __CPROVER_assert(name, #name)\n"
        "#elif defined LINCE_MONITOR_SVCOMP\n"
        "extern void __VERIFIER_assert(int);\n"
        "#define LINCE_MONITOR_ASSERT(name) __VERIFIER_assert(name)\n"
        "#else\n"
        "#include <assert.h>\n"
        "#define LINCE_MONITOR_ASSERT(name) assert(name)\n"
        "#endif\n"
        "#endif\n"
        "#ifndef LINCE_MONITOR_ATOMIC_BEGIN\n"
        "#if defined __CPROVER\n"
        "#define LINCE_MONITOR_ATOMIC_BEGIN() __CPROVER_atomic_begin()\n"
        "#define LINCE_MONITOR_ATOMIC_END() __CPROVER_atomic_end()\n"
        "#elif defined LINCE_MONITOR_SVCOMP\n"
        "extern void __VERIFIER_atomic_begin(void);\n"
        "extern void __VERIFIER_atomic_end(void);\n"
        "#define LINCE_MONITOR_ATOMIC_BEGIN() __VERIFIER_atomic_begin()\n"
        "#define LINCE_MONITOR_ATOMIC_END() __VERIFIER_atomic_end()\n"
        "#elif defined LINCE_TEST_H\n"
        "#define LINCE_MONITOR_ATOMIC_BEGIN() lince_atomic_begin(@_n, sizeof @_n)\n"
        "#define LINCE_MONITOR_ATOMIC_END() lince_atomic_end()\n"
        "#else\n"
        "static volatile int @_lock;\n"
        "#define LINCE_MONITOR_ATOMIC_BEGIN()                                                                        "
        "\\\n"
        "    do {                                                                                                    "
        "\\\n"
        "    } while (__sync_lock_test_and_set(&@_lock, 1))\n"
        "#define LINCE_MONITOR_ATOMIC_END() __sync_lock_release(&@_lock)\n"
        "#endif\n"
        "#endif\n"
        "#ifdef LINCE_TEST_H\n"
        "#define $_PLAIN __attribute__((no_sanitize(\"thread\")))\n"
        "#else\n"
        "#define $_PLAIN\n"
        "#endif\n\n");
}

/* ---- counters ---- */

static void put_labels(writer *w) {
    put(w, "enum {\n");
    for (uint32_t i = 0; i < w->labels->at.count; i++) {
        put(w, "    ");
        put_label(w, i);
        put(w, ",\n");
    }
    put(w, "    $_LABELS\n};\n\n");
}

static void put_counters(writer *w) {
    lc_text_printf(w->out, "enum { %s_K = %u, %s_SLOTS = %u };\n\n", w->upper, w->options->length, w->upper,
                   w->options->slots);
    put_labels(w);
    put(w,
        "/* So many operations have this label and the interval [from, to]; what is open ends with $_K. */\n"
        "static int @_n[$_LABELS][$_K + 1][$_K + 1];\n"
        "#define $_N(label, from, to) @_n[$_##label][from][to]\n"
        "static int @_length;                 /* steps, $_K at most */\n"
        "static int @_returned;               /* since the last call: then the next one begins a step */\n"
        "static int @_used[$_SLOTS + 1];  /* an operation is open there; the last is for what is too much */\n"
        "static int @_open[$_SLOTS + 1];  /* with this label, */\n"
        "static int @_class[$_SLOTS + 1]; /* this argument, */\n"
        "static int @_from[$_SLOTS + 1];  /* called in this step */\n\n");
    if (w->labels->object == LC_OBJECT_LOCK) return;
    put(w, "#ifndef LINCE_MONITOR_CLASS\n");
    lc_text_printf(w->out,
                   "#define LINCE_MONITOR_CLASS(value) ((value) >= 0 && (value) < %u ? (int)(value) : %u)\n#endif\n\n",
                   w->labels->values, w->labels->values);
}

/* The first step becomes one with that before it, and all others move up. */
static void put_shift(writer *w) {
    put(w,
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

static void put_is_open(writer *w) {
    bool first = true;
    put(w, "$_PLAIN static int @_is_open(int label) {\n    return ");
    for (uint32_t i = 0; i < w->labels->at.count; i++) {
        if (!lc_emit_label_pending(w->labels, i)) continue;
        put(w, first ? "label == " : " ||\n           label == ");
        put_label(w, i);
        first = false;
    }
    put(w, ";\n}\n\n");
}

/* ---- assertions ---- */

static lince_status put_assertion(writer *w, const lc_conditions *all, const lc_condition *c, lince_error *error) {
    const lc_constant *unknown;
    lince_text expression = {0};
    lince_status status = LINCE_DONE;
    if (lc_expression_print(&expression, w->labels, w->upper, &all->scope, c->holds,
                            c->extra ? LONGEST_EXTRA : LONGEST_ASSERTION, &unknown))
        lc_text_printf(w->out, "    int %s =\n        %s;\n    LINCE_MONITOR_ASSERT(%s);\n", c->name,
                       lc_text(&expression), c->name);
    else if (c->extra) lc_text_printf(w->out, "    /* %s: too long to be spelled out */\n", c->name);
    else {
        assert(!unknown);
        snprintf(error->message, sizeof error->message,
                 "the assertions of %s with --k %u and --values %u are too long; choose smaller numbers",
                 w->options->instance->name, w->options->length, w->options->values);
        status = LINCE_BAD_INPUT;
    }
    w->out->cut |= expression.cut;
    lc_text_free(&expression);
    return status;
}

static lince_status put_check(writer *w, const lc_conditions *all, lince_error *error) {
    lince_status status = LINCE_DONE;
    put(w, "$_PLAIN static void @_check(void) {\n");
    for (uint32_t i = 0; i < all->at.count && status == LINCE_DONE; i++)
        status = put_assertion(w, all, &all->at.at[i], error);
    put(w, "}\n\n");
    return status;
}

/* ---- calls and returns ---- */

static void put_events(writer *w) {
    put(w,
        "$_PLAIN static int @_call(int label, int argument) {\n"
        "    int slot = 0, i, there_is_room_for_more_operations;\n"
        "    LINCE_MONITOR_ATOMIC_BEGIN();\n"
        "    if (@_returned) {\n"
        "        if (@_length < $_K) @_length++;\n");
    put(w, w->options->length ? "        else @_forget();\n" : "");
    put(w,
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
static uint32_t first_label(const writer *w, uint32_t method, lc_emit_outcome outcome) {
    for (uint32_t i = 0; i < w->labels->at.count; i++)
        if (w->labels->at.at[i].method == method && w->labels->at.at[i].outcome == outcome) return i;
    assert(!"every method has labels for all its outcomes");
    return 0;
}

static void put_return_body(writer *w, uint32_t method, lc_emit_outcome outcome) {
    put(w, " {\n    @_return(slot, ");
    if (outcome == LC_OUT_TRUE) {
        lc_text_puts(w->out, "result ? ");
        put_label(w, first_label(w, method, LC_OUT_TRUE));
        lc_text_puts(w->out, " : ");
        put_label(w, first_label(w, method, LC_OUT_FALSE));
    } else put_label(w, first_label(w, method, outcome));
    if (outcome == LC_OUT_VALUE) lc_text_puts(w->out, " + LINCE_MONITOR_CLASS(value)");
    lc_text_printf(w->out, ", %d);\n}\n", lc_emit_method_takes(w->labels, method));
}

static void put_method(writer *w, uint32_t method) {
    static const lc_emit_outcome outcomes[] = {
        [LC_GIVES_NOTHING] = LC_OUT_NOTHING, [LC_GIVES_VALUE] = LC_OUT_VALUE, [LC_GIVES_BOOL] = LC_OUT_TRUE};
    put(w, "\n$_PLAIN LINCE_MONITOR_API ");
    put_call_head(w, method);
    put(w, " {\n    return @_call(");
    put_label(w, first_label(w, method, LC_OUT_PENDING));
    put(w, lc_emit_method_takes(w->labels, method) ? ", LINCE_MONITOR_CLASS(value));\n}\n" : ", 0);\n}\n");
    put(w, "$_PLAIN LINCE_MONITOR_API ");
    put_return_head(w, method, false);
    put_return_body(w, method, outcomes[lc_emit_method_gives(w->labels, method)]);
    if (!lc_emit_method_sentinel(w->labels, method)) return;
    put(w, "$_PLAIN LINCE_MONITOR_API ");
    put_return_head(w, method, true);
    put_return_body(w, method, LC_OUT_SENTINEL);
}

static lince_status put_all(writer *w, lince_error *error) {
    lc_conditions conditions;
    lince_status status = LINCE_OUT_OF_MEMORY;
    if (lc_conditions_make(&conditions, w->labels, w->options->length)) {
        put_opening(w, conditions.exact);
        put_macros(w);
        put_counters(w);
        if (w->options->length) put_is_open(w);
        if (w->options->length) put_shift(w);
        status = put_check(w, &conditions, error);
    }
    if (status == LINCE_DONE) {
        put_events(w);
        for (uint32_t i = 0; i < w->labels->methods.count; i++) put_method(w, w->labels->methods.at[i]);
        put(w, "#endif\n");
        if (w->out->cut) status = LINCE_OUT_OF_MEMORY;
    }
    lc_conditions_free(&conditions);
    return status;
}

lince_status lc_emit_monitor(lince_text *out, const lc_emit_options *options, lince_error *error) {
    assert(options->length <= LC_EMIT_MOST_LENGTH && options->values <= LC_EMIT_MOST_VALUES);
    assert(options->slots >= 1 && options->slots <= LC_EMIT_MOST_SLOTS);
    lc_emit_labels labels;
    writer w = {.out = out, .options = options, .labels = &labels};
    size_t length = strlen(options->prefix);
    assert(length < sizeof w.upper);
    for (size_t i = 0; i < length; i++) w.upper[i] = (char)toupper((unsigned char)options->prefix[i]);
    lince_status status = lc_emit_labels_init(&labels, options->instance, options->values, error);
    if (status == LINCE_DONE) status = put_all(&w, error);
    lc_emit_labels_free(&labels);
    return status;
}
