/* The text has one instruction a line (`invoke` has two).  New values have names, so that the numbers of the other
 * values stay.
 *
 *     %5 = load x86_fp80, ptr %4, align 16, !dbg !33
 *
 * becomes
 *
 *     %lince.0 = bitcast ptr %4 to ptr
 *     call void @__tsan_read_range(ptr %lince.0, i64 16), !dbg !33
 *     %5 = load x86_fp80, ptr %4, align 16, !dbg !33
 *
 * and up to clang 14, whose pointers have types, the same with `x86_fp80* %4` and `i8*`.  An access to a variable on
 * the thread's own stack is announced as well, though clang would omit it: the runtime lets it pass.
 */
#define _GNU_SOURCE
#include "tester/instrument/llvm.h"

#include <ctype.h>

#include "base/span.h"
#include "base/vec.h"

enum { LONG_DOUBLE = 16 }; /* bytes, as gcc counts them; LLVM does not count those that are never used */

typedef enum announcement { READ, WRITE, VOLATILE_READ, VOLATILE_WRITE, ANNOUNCEMENTS } announcement;
static const char *const functions[] = {
    [READ] = "__tsan_read_range",
    [WRITE] = "__tsan_write_range",
    /* Only a long double: the runtime has no such function for wider or narrower accesses, nor does gcc. */
    [VOLATILE_READ] = "__tsan_volatile_read16",
    [VOLATILE_WRITE] = "__tsan_volatile_write16",
};

/* Intrinsics that read the cycle counter: the runtime has functions of the same type. */
static const struct {
    const char *name, *type, *ours;
} clocks[] = {{"@llvm.readcyclecounter(", "i64", "@__lince_rdtsc("},
              {"@llvm.x86.rdtsc(", "i64", "@__lince_rdtsc("},
              {"@llvm.x86.rdtscp(", "{ i64, i32 }", "@__lince_rdtscp("}};
enum { CLOCKS = sizeof clocks / sizeof *clocks };

typedef struct rewriting {
    lince_text *out;
    lc_span all;
    const char *copied;        /* the text before it has been written */
    const char *bytes;         /* the type of a pointer to anything */
    LC_VEC(bool) seeing;       /* by number of attribute group: functions with it are instrumented */
    LC_VEC(lc_span) variables; /* of the function, on its stack */
    lc_span before;            /* the line before this one */
    uint32_t names;            /* given to new values */
    bool used[ANNOUNCEMENTS], clock_used[CLOCKS], changed, failed;
} rewriting;

/* ---- types ---- */

static unsigned long number_of(lc_span s) {
    unsigned long n = 0;
    for (size_t i = 0; i < s.length && isdigit((unsigned char)s.at[i]) && n < 1ul << 30; i++)
        n = 10 * n + (unsigned long)(s.at[i] - '0');
    return n;
}

/* How much of a text comes before a character, or before the end of a bracket that it is in, or is there at all. */
static size_t length_before(lc_span s, char end) {
    int depth = 0;
    for (size_t i = 0; i < s.length; i++) {
        if (s.at[i] == '"')
            for (i++; i < s.length && s.at[i] != '"';) i++;
        else if (strchr("([{<", s.at[i])) depth++;
        else if (strchr(")]}>", s.at[i]) && depth-- == 0) return i;
        else if (s.at[i] == end && depth == 0) return i;
    }
    return s.length;
}
static lc_span part_of(lc_span s) { return (lc_span){s.at, length_before(s, ',')}; }
static lc_span word_of(lc_span s) { return (lc_span){s.at, length_before(s, ' ')}; }

/* The type that a text begins with. */
static lc_span type_of(lc_span s) {
    lc_span type = word_of(s);
    bool function = type.length + 1 < s.length && s.at[type.length + 1] == '('; /* `void (i32)*` */
    return function ? (lc_span){"i8*", 3} : type;
}

static bool is_pointer(lc_span type) {
    return lc_span_begins(type, "ptr") || (type.length && type.at[type.length - 1] == '*');
}

/* Of a scalar, 0: it is none. */
static unsigned long bits_of(lc_span type) {
    static const struct {
        const char *name;
        unsigned bits;
    } floats[] = {{"half", 16}, {"bfloat", 16}, {"float", 32}, {"double", 64}, {"fp128", 128}, {"ppc_fp128", 128}};
    if (is_pointer(type)) return 64;
    if (lc_span_is(type, "x86_fp80")) return 8 * LONG_DOUBLE;
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if (lc_span_is(type, floats[i].name)) return floats[i].bits;
    return type.length > 1 && type.at[0] == 'i' ? number_of(lc_span_from(type, 1)) : 0;
}

/* `<8 x i32>`: its bits in memory; 0: it is something else, or unknown. */
static unsigned long bits_of_vector(lc_span type) {
    if (type.length < 2 || type.at[0] != '<' || !isdigit((unsigned char)type.at[1])) return 0;
    lc_span element = lc_span_find(type, " x ");
    if (element.length < 4) return 0;
    element = lc_span_from(element, 3);
    element.length--;
    return number_of(lc_span_from(type, 1)) * bits_of(element);
}

/* 0: the size depends on LLVM, and it is unknown whether the access is instrumented.  Then it may be announced
 * twice. */
static unsigned long size_of(lc_span type) {
    unsigned long bits = is_pointer(type) ? 64 : bits_of(type);
    if (!bits) bits = bits_of_vector(type);
    return (bits + 7) / 8;
}

static bool is_instrumented(lc_span type) {
    unsigned long size = size_of(type);
    return size && size <= 16 && !(size & (size - 1)) && !lc_span_is(type, "x86_fp80");
}

/* ---- one access ---- */

static void copy_up_to(rewriting *r, const char *end) {
    lc_text_add(r->out, r->copied, (size_t)(end - r->copied));
    r->copied = end;
}

/* `!dbg !33`, which is its place in the source. */
static void put_place(rewriting *r, lc_span line) {
    lc_span place = lc_span_find(line, ", !dbg !");
    size_t length = 8;
    if (!place.length) return;
    while (length < place.length && isdigit((unsigned char)place.at[length])) length++;
    lc_text_add(r->out, place.at, length);
}

/* The size as an operand; the pointer's type is that of a pointer to `type`. */
static void put_size(rewriting *r, lc_span type, uint32_t name) {
    const char *star = strcmp(r->bytes, "ptr") == 0 ? NULL : "*";
    lc_text_printf(r->out, "  %%lince.%u.end = getelementptr ", name);
    lc_text_add(r->out, type.at, type.length);
    lc_text_puts(r->out, ", ");
    if (star) lc_text_add(r->out, type.at, type.length);
    lc_text_printf(r->out, "%s null, i64 1\n  %%lince.%u.size = ptrtoint ", star ? star : "ptr", name);
    if (star) lc_text_add(r->out, type.at, type.length);
    lc_text_printf(r->out, "%s %%lince.%u.end to i64\n", star ? star : "ptr", name);
}

/* `pointer` is a value with its type. */
static void announce(rewriting *r, announcement what, lc_span line, lc_span type, lc_span pointer) {
    if (lc_span_contains(pointer, "addrspace(")) return; /* not instrumented, at any width */
    uint32_t name = r->names++;
    unsigned long size = size_of(type);
    copy_up_to(r, line.at);
    lc_text_printf(r->out, "  %%lince.%u = bitcast ", name);
    lc_text_add(r->out, pointer.at, pointer.length);
    lc_text_printf(r->out, " to %s\n", r->bytes);
    if (!size) put_size(r, type, name);
    lc_text_printf(r->out, "  call void @%s(%s %%lince.%u", functions[what], r->bytes, name);
    if (what >= VOLATILE_READ) lc_text_puts(r->out, ")");
    else if (size) lc_text_printf(r->out, ", i64 %lu)", size);
    else lc_text_printf(r->out, ", i64 %%lince.%u.size)", name);
    put_place(r, line);
    lc_text_puts(r->out, "\n");
    r->used[what] = r->changed = true;
}

/* clang does not announce accesses to a variable on the stack whose address does not escape.  But it checks that for
 * the address at hand, which may be that of a member, and not of the variable.  `pointer` has its type before it. */
static bool is_forgotten(const rewriting *r, lc_span pointer) {
    static const char *const calls[] = {"@__tsan_read", "@__tsan_write", "@__tsan_unaligned_", "@__tsan_vptr_"};
    const char *value = memrchr(pointer.at, ' ', pointer.length);
    if (!value || value[1] != '%') return false; /* constants */
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (lc_span_contains(r->before, calls[i])) return false;
    lc_span name = lc_span_from(pointer, (size_t)(value + 1 - pointer.at));
    for (uint32_t i = 0; i < r->variables.count; i++) {
        lc_span v = r->variables.at[i];
        if (v.length == name.length && memcmp(v.at, name.at, v.length) == 0) return false;
    }
    return true;
}

/* `load volatile T, ptr %p, ...` or `store T %v, ptr %p, ...`, behind the first word. */
static void take_access(rewriting *r, lc_span line, lc_span rest, bool writes) {
    bool is_volatile = lc_span_begins(rest, "volatile ");
    if (is_volatile) rest = lc_span_from(rest, 9);
    lc_span type = part_of(rest);
    if (lc_span_begins(rest, "atomic ") || type.length + 2 > rest.length) return;
    lc_span pointer = part_of(lc_span_from(rest, type.length + 2));
    if (writes) type = type_of(type);
    if (is_instrumented(type) && (is_volatile || !is_forgotten(r, pointer))) return;
    bool volatile_kind = is_volatile && lc_span_is(type, "x86_fp80");
    announce(r, (volatile_kind ? VOLATILE_READ : READ) + writes, line, type, pointer);
}

/* ---- arguments by value ---- */

/* The value at the end of `ptr noundef byval(T) align 8 @s`, of which the caller passes the part behind `byval(T)`. */
static lc_span argument_of(lc_span rest) {
    static const char *const constants[] = {"getelementptr ", "bitcast ", "inttoptr "};
    for (rest = lc_span_trim(part_of(rest)); rest.length;) {
        if (strchr("%@", rest.at[0])) return rest;
        for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
            if (lc_span_begins(rest, constants[i])) return rest;
        rest = lc_span_trim(lc_span_from(rest, word_of(rest).length));
    }
    return rest;
}

/* An access to a `type`, by an argument of which the caller passes the part behind its type. */
static void take_argument(rewriting *r, announcement what, lc_span line, lc_span type, lc_span pointed, lc_span rest) {
    lc_span value = argument_of(rest);
    lince_text pointer = {0};
    if (strcmp(r->bytes, "ptr") != 0) lc_text_printf(&pointer, "%.*s*", (int)pointed.length, pointed.at);
    else lc_text_puts(&pointer, r->bytes);
    lc_text_printf(&pointer, " %.*s", (int)value.length, value.at);
    if (pointer.cut) r->failed = true;
    else if (value.length) announce(r, what, line, type, (lc_span){pointer.at, pointer.length});
    lc_text_free(&pointer);
}

/* Intrinsics that touch a known number of bytes, at their first argument; all other ones are reported. */
static void take_intrinsic(rewriting *r, lc_span line, lc_span call) {
    static const struct {
        const char *name, *pointed; /* the type of the pointer, as long as pointers have one */
        lc_span type;
        announcement what;
    } intrinsics[] = {
        {"@llvm.x86.sse3.ldu.dq(", "i8", {"i128", 4}, READ},
        {"@llvm.x86.avx.ldu.dq.256(", "i8", {"i256", 4}, READ},
        {"@llvm.x86.mmx.movnt.dq(", "x86_mmx", {"i64", 3}, WRITE},
        {"@llvm.x86.directstore32(", "i8", {"i32", 3}, WRITE},
        {"@llvm.x86.directstore64(", "i8", {"i64", 3}, WRITE},
    };
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
        lc_span at = lc_span_find(call, intrinsics[i].name);
        if (!at.length) continue;
        at = lc_span_from(at, strlen(intrinsics[i].name));
        lc_span pointed = {intrinsics[i].pointed, strlen(intrinsics[i].pointed)};
        take_argument(r, intrinsics[i].what, line, intrinsics[i].type, pointed, lc_span_from(at, word_of(at).length));
    }
}

static void take_clock(rewriting *r, lc_span call) {
    for (int i = 0; i < CLOCKS; i++) {
        lc_span at = lc_span_find(call, clocks[i].name);
        if (!at.length) continue;
        copy_up_to(r, at.at);
        lc_text_puts(r->out, clocks[i].ours);
        r->copied = at.at + strlen(clocks[i].name);
        r->clock_used[i] = r->changed = true;
    }
}

static void take_call(rewriting *r, lc_span line, lc_span call) {
    static const char word[] = " byval(";
    if (lc_span_contains(call, "@llvm.")) take_clock(r, call);
    if (lc_span_contains(call, "@llvm.x86.")) take_intrinsic(r, line, call);
    for (lc_span at = lc_span_find(call, word); at.length; at = lc_span_find(at, word)) {
        at = lc_span_from(at, sizeof word - 1);
        lc_span type = part_of(at);
        if (type.length + 1 >= at.length) return;
        take_argument(r, READ, line, type, type, lc_span_from(at, type.length + 1));
    }
}

/* ---- lines ---- */

static lc_span take_line(lc_span *rest) {
    const char *end = memchr(rest->at, '\n', rest->length);
    lc_span line = {rest->at, end ? (size_t)(end - rest->at) : rest->length};
    *rest = lc_span_from(*rest, line.length + (end != NULL));
    return line;
}

/* clang leaves an atomic load where it was when a call has taken its place.  Its result is not used; but one of 16
 * bytes is an instruction that also writes, without a callback.
 *
 *     %2 = call i128 @__tsan_atomic128_load(ptr @v, i32 5)
 *     %3 = load atomic i128, ptr @v seq_cst, align 16
 */
static void take_leftover(rewriting *r, lc_span line) {
    lc_span before = r->before;
    lc_span value = lc_span_find(line, " = load atomic "), call = lc_span_find(before, " = ");
    if (!value.length || !call.length || !lc_span_contains(call, "call i128 @__tsan_atomic128_load(")) return;
    if (!lc_span_contains(value, " i128, ")) return;
    copy_up_to(r, value.at);
    lc_text_puts(r->out, " = bitcast i128 ");
    before = lc_span_trim((lc_span){before.at, before.length - call.length});
    lc_text_add(r->out, before.at, before.length);
    lc_text_puts(r->out, " to i128");
    r->copied = line.at + line.length;
    r->changed = true;
}

static void take_instruction(rewriting *r, lc_span line, lc_span next) {
    lc_span code = lc_span_trim(line);
    if (code.length && code.at[0] == '%') {
        lc_span value = lc_span_find(code, " = ");
        code = value.length ? lc_span_from(value, 3) : code;
    }
    lc_span name = lc_span_trim(line);
    if (lc_span_begins(code, "alloca ") && code.at > name.at) {
        name.length = (size_t)(code.at - name.at) - 3;
        if (!lc_push(NULL, &r->variables, name)) r->failed = true;
    } else if (lc_span_begins(code, "load ")) take_access(r, line, lc_span_from(code, 5), false);
    else if (lc_span_begins(code, "store ")) take_access(r, line, lc_span_from(code, 6), true);
    else if (lc_span_begins(code, "invoke ")) {
        line.length = (size_t)(next.at + next.length - line.at); /* where it comes from stands on the second line */
        take_call(r, line, code);
    } else if (lc_span_begins(code, "call ") || lc_span_begins(code, "tail call ") ||
               lc_span_begins(code, "notail call ") || lc_span_begins(code, "musttail call "))
        take_call(r, line, code);
}

/* `define ... @f() #3 !dbg !8 {` */
static bool is_seeing(const rewriting *r, lc_span line) {
    for (size_t i = line.length; i-- > 1;)
        if (line.at[i] == '#' && line.at[i - 1] == ' ') {
            unsigned long group = number_of(lc_span_from(line, i + 1));
            return group < r->seeing.count && r->seeing.at[group];
        }
    return false;
}

/* `attributes #3 = { ... sanitize_thread ... }`; the groups are numbered from 0 on, and stand in this order. */
static void take_groups(rewriting *r) {
    static const char word[] = "\nattributes #";
    for (lc_span at = lc_span_find(r->all, word); at.length; at = lc_span_find(at, word)) {
        at = lc_span_from(at, sizeof word - 1);
        lc_span rest = at, line = take_line(&rest);
        unsigned long group = number_of(at);
        if (group > r->all.length) continue; /* no source has so many */
        while (r->seeing.count <= group && !r->failed)
            if (!lc_push(NULL, &r->seeing, false)) r->failed = true;
        if (!r->failed) r->seeing.at[group] = lc_span_contains(line, " sanitize_thread ");
    }
}

static void take_all(rewriting *r) {
    bool inside = false;
    for (lc_span rest = r->all; rest.length && !r->failed;) {
        lc_span line = take_line(&rest), next = rest;
        if (lc_span_begins(line, "define ")) {
            inside = is_seeing(r, line);
            r->variables.count = 0;
        } else if (lc_span_begins(line, "}")) inside = false;
        else if (inside) {
            take_instruction(r, line, take_line(&next));
            take_leftover(r, line);
        }
        r->before = line;
    }
}

static void put_declarations(rewriting *r) {
    for (int i = 0; i < ANNOUNCEMENTS; i++) {
        lince_text name = {0};
        lc_text_printf(&name, "@%s(", functions[i]);
        if (r->used[i] && !lc_span_contains(r->all, lc_text(&name)))
            lc_text_printf(r->out, "\ndeclare void %s%s%s)\n", lc_text(&name), r->bytes,
                           i < VOLATILE_READ ? ", i64" : "");
        lc_text_free(&name);
    }
    for (int i = 0; i < CLOCKS; i++) {
        bool same = i && !strcmp(clocks[i].ours, clocks[i - 1].ours) && r->clock_used[i - 1];
        if (r->clock_used[i] && !same) lc_text_printf(r->out, "\ndeclare %s %s)\n", clocks[i].type, clocks[i].ours);
    }
}

lince_status lcd_llvm_rewrite(const char *text, size_t length, lince_text *out) {
    rewriting r = {.out = out, .all = {text, length}, .copied = text};
    /* Every file that was instrumented has this. */
    if (!lc_span_contains(r.all, "@tsan.module_ctor")) return LINCE_DONE;
    r.bytes = lc_span_contains(r.all, "ptr @tsan.module_ctor") ? "ptr" : "i8*";
    take_groups(&r);
    take_all(&r);
    if (r.changed) {
        copy_up_to(&r, text + length);
        put_declarations(&r);
    }
    lc_vec_free(NULL, &r.seeing);
    lc_vec_free(NULL, &r.variables);
    return r.failed || out->cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}

bool lcd_llvm_has_assembly(const char *text, size_t length) {
    return lc_span_contains((lc_span){text, length}, " asm ");
}
