/* The part of a monitor that a user reads: its purpose, the names that can be defined, and its functions. */
#include <ctype.h>

#include "emit/monitor_parts.h"

void lc_emit_put(lc_emit_writer *w, const char *text) {
    for (; *text; text++) {
        if (*text == '@') lc_text_puts(w->out, w->options->prefix);
        else if (*text == '$') lc_text_puts(w->out, w->upper);
        else lc_text_putc(w->out, *text);
    }
}

/* The functions of a method, as declarations or, for the comment, as calls. */
void lc_emit_put_call_head(lc_emit_writer *w, uint32_t method) {
    lc_emit_put(w, "int @_");
    lc_emit_method_print(w->out, w->labels, method, false);
    lc_text_puts(w->out, lc_emit_method_takes(w->labels, method) ? "_call(long value)" : "_call(void)");
}

void lc_emit_put_return_head(lc_emit_writer *w, uint32_t method, bool sentinel) {
    static const char *const parameters[] = {[LC_GIVES_NOTHING] = "(int slot)",
                                             [LC_GIVES_VALUE] = "(int slot, long value)",
                                             [LC_GIVES_BOOL] = "(int slot, int result)"};
    lc_emit_put(w, "void @_");
    lc_emit_method_print(w->out, w->labels, method, false);
    lc_text_puts(w->out, "_return");
    if (sentinel) {
        lc_text_putc(w->out, '_');
        for (const char *c = lc_emit_method_sentinel(w->labels, method); *c; c++)
            lc_text_putc(w->out, (char)tolower((unsigned char)*c));
    }
    lc_text_puts(w->out, sentinel ? "(int slot)" : parameters[lc_emit_method_gives(w->labels, method)]);
}

static void put_declarations(lc_emit_writer *w) {
    for (uint32_t i = 0; i < w->labels->methods.count; i++) {
        uint32_t method = w->labels->methods.at[i];
        lc_emit_put(w, "LINCE_MONITOR_API ");
        lc_emit_put_call_head(w, method);
        lc_emit_put(w, ";\nLINCE_MONITOR_API ");
        lc_emit_put_return_head(w, method, false);
        lc_emit_put(w, ";\n");
        if (!lc_emit_method_sentinel(w->labels, method)) continue;
        lc_emit_put(w, "LINCE_MONITOR_API ");
        lc_emit_put_return_head(w, method, true);
        lc_emit_put(w, ";\n");
    }
    lc_emit_put(w, "LINCE_MONITOR_API void @_reset(void);\n\n");
}

void lc_emit_put_opening(lc_emit_writer *w, bool exact) {
    const lc_emit_options *o = w->options;
    lc_text_printf(
        w->out,
        "/* A monitor of a %s, written by `%s`.\n"
        " *\n"
        " * It counts operations by label and interval.  Two operations are known to follow each\n"
        " * other if the second began in one of the last %u steps of the history; so k = %u.  After each return it\n"
        " * asserts conditions that hold if the object is linearizable.  An assertion that fails is a real "
        "violation.%s\n"
        " *\n"
        " * Each operation stands between two functions of the monitor.  The first gives a slot, which the second\n"
        " * takes, with the result.  An operation that never returns is left open.\n",
        o->instance->name, o->command, o->length, o->length,
        exact ? "\n * If all hold, the history is linearizable as far as k steps show." : "");
    if (w->labels->object != LC_OBJECT_LOCK)
        lc_text_printf(
            w->out,
            " * Values below %u are distinguished, all other ones count as one; LINCE_MONITOR_CLASS can map them\n"
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
void lc_emit_put_macros(lc_emit_writer *w) {
    lc_emit_put(w,
                "#ifndef LINCE_MONITOR_API\n"
                "#define LINCE_MONITOR_API\n"
                "#endif\n");
    put_declarations(w);
    lc_emit_put(
        w,
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
        "#define $_NOTE(...) lince_note(__VA_ARGS__)\n"
        "#else\n"
        "#define $_PLAIN\n"
        "#define $_NOTE(...) (void)0\n"
        "#endif\n\n");
}
