/* Intrinsics in the code of LLVM whose accesses are not announced: those of one processor, and those with a mask, where
 * the number of bytes they touch is known only at run time.
 *
 *     %6 = call <8 x i32> @llvm.x86.avx2.maskload.d.256(i8* %4, <8 x i32> %5), !dbg !582
 */

#include "base/span.h"
#include "tester/instrument/llvm.h"

static bool contains_one_of(lc_span name, const char *const *list) {
    for (; *list; list++)
        if (lc_span_contains(name, *list)) return true;
    return false;
}

static bool is_varying(lc_span name) {
    static const char *const chance[] = {"x86.rd", "readcyclecounter", NULL};
    static const char *const steady[] = {"x86.rdfsbase", "x86.rdgsbase", "x86.rdpkru", "x86.rdssp", NULL};
    return contains_one_of(name, chance) && !contains_one_of(name, steady);
}

/* Their argument is an address that they do not read or write, or whose access llvm.c announces. */
static bool is_harmless(lc_span name) {
    static const char *const list[] = {"clflush", "clwb",    "cldemote",    "prefetch", "monitor",
                                       "mxcsr",   ".ldu.dq", "directstore", "movnt.dq", NULL};
    return contains_one_of(name, list);
}

/* Up to clang 14 a type that ends in `*`, since then the word `ptr`. */
static bool has_pointer(lc_span arguments) {
    return lc_span_contains(arguments, "* ") || lc_span_contains(arguments, "ptr ");
}

/* `@name(`, from where the line has it on. */
static lc_span name_of(lc_span at) {
    size_t length = 0;
    while (length < at.length && at.at[length] != '(') length++;
    return (lc_span){at.at, length};
}

static void take_call(lc_span line, lc_span function, lcd_on_uninstrumented tell, void *context) {
    lc_span call = lc_span_find(line, " @llvm.");
    if (!call.length) return;
    lc_span name = name_of(lc_span_from(call, 2)); /* without the sign */
    lc_span arguments = lc_span_from(call, 2 + name.length);
    bool varies = is_varying(name);
    bool touches = (lc_span_begins(name, "llvm.x86.") || lc_span_begins(name, "llvm.masked.")) && !is_harmless(name) &&
                   has_pointer(arguments);
    if (varies || touches)
        tell(context, &(lcd_uninstrumented){.instruction = name.at,
                                            .instruction_length = name.length,
                                            .function = function.at,
                                            .function_length = function.length,
                                            .varies = varies,
                                            .generated = true});
}

void lcd_llvm_uninstrumented(const char *text, size_t length, lcd_on_uninstrumented tell, void *context) {
    lc_span function = {"", 0};
    for (lc_span rest = {text, length}; rest.length;) {
        const char *end = memchr(rest.at, '\n', rest.length);
        lc_span line = {rest.at, end ? (size_t)(end - rest.at) : rest.length};
        rest = lc_span_from(rest, line.length + (end != NULL));
        if (lc_span_begins(line, "define ")) {
            lc_span at = lc_span_find(line, " @");
            function = at.length ? name_of(lc_span_from(at, 2)) : at;
        } else if (lc_span_contains(line, "call ")) take_call(line, function, tell, context);
    }
}
