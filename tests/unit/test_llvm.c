/* Code of LLVM as clang writes it: before which accesses a call is put, and what it says. */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "tester/instrument/llvm.h"

/* A line in a function that is instrumented, unless `group` says otherwise.  `stays`: all that was there is still
 * there. */
static lince_text rewrite_in(const char *line, const char *pointers, const char *group, bool stays) {
    lince_text in = {0}, out = {0};
    lc_text_printf(&in,
                   "@llvm.used = appending global [1 x ptr] [%s@tsan.module_ctor to i8*)]\n"
                   "define void @f() %s !dbg !1 {\n  %%2 = alloca i64\n%s\n  ret void\n}\n"
                   "attributes #0 = { nounwind sanitize_thread uwtable }\nattributes #1 = { nounwind }\n",
                   pointers, group, line);
    if (lcd_llvm_rewrite(in.at, in.length, &out) != LINCE_DONE) exit(2);
    if (stays && out.length && !strstr(out.at, line)) exit(2);
    lc_text_free(&in);
    return out;
}

static const char untyped[] = "ptr ", typed[] = "i8* bitcast (void ()* ";

static void becomes(const char *line, const char *pointers, const char *call) {
    lince_text out = rewrite_in(line, pointers, "#0", true);
    expect(call ? out.length && strstr(out.at, call) : !out.length, "%.*s%s", (int)strcspn(line, "\n"), line,
           call ? "" : ": as it is");
    lc_text_free(&out);
}

static void replaced(const char *line, const char *by) {
    lince_text out = rewrite_in(line, untyped, "#0", false);
    expect(out.length && strstr(out.at, by) && !strstr(out.at, line), "%s is replaced", line);
    lc_text_free(&out);
}

static void test_widths(void) {
    becomes(
        "  %5 = load x86_fp80, ptr %4, align 16, !dbg !33", untyped,
        "  %lince.0 = bitcast ptr %4 to ptr\n  call void @__tsan_read_range(ptr %lince.0, i64 16), !dbg !33\n  %5 =");
    becomes("  store x86_fp80 0xK40008000000000000000, ptr @g, align 16", untyped,
            "@__tsan_write_range(ptr %lince.0, i64 16)\n");
    becomes("  store <8 x i32> <i32 1, i32 2>, ptr @g, align 32", untyped,
            "bitcast ptr @g to ptr\n  call void @__tsan_write_range(ptr %lince.0, i64 32)");
    becomes("  %1 = load <3 x float>, ptr @g", untyped, "@__tsan_read_range(ptr %lince.0, i64 12)");
    becomes("  %1 = load <3 x ptr>, ptr @g", untyped, "@__tsan_read_range(ptr %lince.0, i64 24)");
    becomes("  store i24 %9, ptr getelementptr inbounds (%struct.s, ptr @g, i64 0, i32 1), align 4", untyped,
            "bitcast ptr getelementptr inbounds (%struct.s, ptr @g, i64 0, i32 1) to ptr\n"
            "  call void @__tsan_write_range(ptr %lince.0, i64 3)");
    becomes("  %1 = load i20, ptr @g", untyped, "i64 3)");
    becomes("  %1 = load volatile i40, ptr @g", untyped, "@__tsan_read_range(ptr %lince.0, i64 5)");
    becomes("  %1 = load volatile x86_fp80, ptr @g", untyped, "call void @__tsan_volatile_read16(ptr %lince.0)\n");
    becomes("  store { i64, [2 x i8] } %1, ptr @g", untyped,
            "  %lince.0.end = getelementptr { i64, [2 x i8] }, ptr null, i64 1\n"
            "  %lince.0.size = ptrtoint ptr %lince.0.end to i64\n"
            "  call void @__tsan_write_range(ptr %lince.0, i64 %lince.0.size)");
    becomes("  %1 = load <vscale x 4 x i32>, ptr @g", untyped, "i64 %lince.0.size)");
    becomes("  store x86_fp80 %2, ptr %3", untyped, "\ndeclare void @__tsan_write_range(ptr, i64)\n");
}

static void test_types_of_pointers(void) {
    becomes("  %1 = load i24, i24* bitcast (%struct.bits* @b to i24*), align 4", typed,
            "  %lince.0 = bitcast i24* bitcast (%struct.bits* @b to i24*) to i8*\n"
            "  call void @__tsan_read_range(i8* %lince.0, i64 3)");
    becomes(
        "  store %\"a, b\" %1, %\"a, b\"* %2", typed,
        "getelementptr %\"a, b\", %\"a, b\"* null, i64 1\n  %lince.0.size = ptrtoint %\"a, b\"* %lince.0.end to i64\n");
    becomes("  store void (i8*, i64)* %1, void (i8*, i64)** %2", typed, NULL);
    becomes("  store %struct.s* %1, %struct.s** %2", typed, NULL);
    becomes("  call void @take(%struct.s* noundef byval(%struct.s) align 8 @s)", typed,
            "  %lince.0 = bitcast %struct.s* @s to i8*\n");
}

static void test_by_value(void) {
    becomes("  tail call void @take(ptr noundef nonnull byval(%struct.s) align 8 @s, i32 1) #8, !dbg !4", untyped,
            "bitcast ptr @s to ptr\n  %lince.0.end = getelementptr %struct.s, ptr null, i64 1\n"
            "  %lince.0.size = ptrtoint ptr %lince.0.end to i64\n"
            "  call void @__tsan_read_range(ptr %lince.0, i64 %lince.0.size), !dbg !4\n");
    becomes(
        "  %2 = call i32 @take(ptr byval({ i64, i64, i64 }) captures(none) %1, ptr byval(%s) align 8 getelementptr "
        "(%s, ptr @s, i64 2))",
        untyped, "  %lince.1 = bitcast ptr getelementptr (%s, ptr @s, i64 2) to ptr\n");
    becomes("  invoke void @take(ptr byval(%s) align 8 %1)\n          to label %2 unwind label %3, !dbg !77", untyped,
            "i64 %lince.0.size), !dbg !77\n  invoke");
    becomes("  call void @take(ptr byval(%s) align 8 poison)", untyped, NULL);
}

/* The address of a member or an element is not that of the variable, of which clang should have asked who knows it. */
static void test_forgotten(void) {
    becomes("  %5 = load i32, ptr %4, align 4, !dbg !3", untyped,
            "call void @__tsan_read_range(ptr %lince.0, i64 4), !dbg !3\n  %5 =");
    becomes("  store i64 %5, i64* %4, align 8", typed, "@__tsan_write_range(i8* %lince.0, i64 8)\n");
    becomes("  call void @__tsan_read4(ptr %4)\n  %5 = load i32, ptr %4", untyped, NULL);
    becomes("  call void @__tsan_unaligned_write4(ptr %4)\n  store i32 %5, ptr %4", untyped, NULL);
    becomes("  %5 = load volatile i32, ptr %4", untyped, NULL);
    becomes("  %5 = load atomic i32, ptr %4 seq_cst, align 4", untyped, NULL);
    becomes("  %5 = load i32, ptr @g", untyped, NULL);
    becomes("  %5 = load i32, ptr %2", untyped, NULL);
    becomes("  %p.addr = alloca ptr, align 8\n  store ptr %p, ptr %p.addr", untyped, NULL);
    becomes("  alloca i8\n  %5 = load i32, ptr @g", untyped, NULL);
}

static void test_leftover(void) {
    static const char call[] = "  %2 = call i128 @__tsan_atomic128_load(ptr @v, i32 5), !dbg !4\n",
                      other[] = "  ret void\n";
    static const char load[] = "  %3 = load atomic i128, ptr @v seq_cst, align 16, !dbg !4";
    static const char narrow[] = "  %3 = load atomic i64, ptr @v seq_cst, align 8";
    static const struct {
        const char *before, *line, *instead;
    } rows[] = {{call, load, "!dbg !4\n  %3 = bitcast i128 %2 to i128\n  ret void\n}"},
                {other, load, NULL},
                {call, narrow, NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lince_text in = {0}, out = {0};
        lc_text_printf(&in,
                       "@llvm.used = [ptr @tsan.module_ctor]\ndefine void @f() #0 {\n%s%s\n  ret void\n}\n"
                       "attributes #0 = { nounwind sanitize_thread uwtable }\n",
                       rows[i].before, rows[i].line);
        if (lcd_llvm_rewrite(in.at, in.length, &out) != LINCE_DONE) exit(2);
        bool good = rows[i].instead ? out.length && strstr(out.at, rows[i].instead) && !strstr(out.at, "load atomic")
                                    : !out.length;
        expect(good, "a load whose place a call has taken: %zu", i);
        lc_text_free(&in);
        lc_text_free(&out);
    }
}

static void test_rest(void) {
    static const char *const usual[] = {"  %1 = load i1, ptr %2",
                                        "  %1 = load i64, ptr %2",
                                        "  store i128 %1, ptr %2",
                                        "  store <2 x i64> %1, ptr %2",
                                        "  store <4 x i1> %1, ptr %2",
                                        "  store ptr %1, ptr %2",
                                        "  store double 0.0, ptr %2",
                                        "  store half %1, ptr %2",
                                        "  store fp128 %1, ptr %2",
                                        "  %1 = load x86_fp80, ptr addrspace(257) %2",
                                        "  %1 = load",
                                        "  store x86_fp80",
                                        "  %1 = fadd x86_fp80 %2, %3",
                                        "  call void @take(ptr byval("};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) becomes(usual[i], untyped, NULL);
    lince_text out = rewrite_in("  store x86_fp80 %1, ptr %2", untyped, "#1", true);
    expect(!out.length, "code that is not to be instrumented is not");
    lc_text_free(&out);
    static const char plain[] =
        "define void @f() #0 {\n  store i24 %1, ptr %2\n}\nattributes #0 = { sanitize_thread }\n";
    expect(lcd_llvm_rewrite(plain, sizeof plain - 1, &out) == LINCE_DONE && !out.length, "nor is a file without any");
    static const char assembly[] = "  call void asm sideeffect \"\", \"\"()";
    expect(lcd_llvm_has_assembly(assembly, sizeof assembly - 1), "inline assembly");
    expect(!lcd_llvm_has_assembly(plain, sizeof plain - 1), "and none");
}

typedef struct told {
    unsigned count, varying;
    char last[100];
} told;

static void note(void *context, const lcd_uninstrumented *u) {
    told *t = context;
    t->count++;
    t->varying += u->varies;
    snprintf(t->last, sizeof t->last, "%.*s in %.*s", (int)u->instruction_length, u->instruction,
             (int)u->function_length, u->function);
}

static void test_intrinsics(void) {
    becomes("  %2 = call <16 x i8> @llvm.x86.sse3.ldu.dq(i8* bitcast (%union.u* @a to i8*)) #17, !dbg !6", typed,
            "bitcast i8* bitcast (%union.u* @a to i8*) to i8*\n"
            "  call void @__tsan_read_range(i8* %lince.0, i64 16), !dbg !6\n");
    becomes("  call void @llvm.x86.directstore32(ptr nonnull %1, i32 %2)", untyped,
            "@__tsan_write_range(ptr %lince.0, i64 4)\n");
    becomes("  call void @llvm.x86.mmx.movnt.dq(x86_mmx* %3, x86_mmx %7)", typed,
            "bitcast x86_mmx* %3 to i8*\n  call void @__tsan_write_range(i8* %lince.0, i64 8)");
    replaced("  %6 = tail call i64 @llvm.x86.rdtsc()", "  %6 = tail call i64 @__lince_rdtsc()\n");
    replaced("  %6 = call { i64, i32 } @llvm.x86.rdtscp() #3", "  %6 = call { i64, i32 } @__lince_rdtscp() #3\n");
    replaced("  %6 = call i64 @llvm.readcyclecounter()", "\ndeclare i64 @__lince_rdtsc()\n");
    static const struct {
        const char *line, *last;
        unsigned count, varying;
    } rows[] = {
        {"  call void @llvm.masked.store.v8i32.p0v8i32(<8 x i32> %1, <8 x i32>* %2, i32 1, <8 x i1> %3)",
         "llvm.masked.store.v8i32.p0v8i32 in f", 1, 0},
        {"  %6 = call <8 x i32> @llvm.x86.avx2.maskload.d.256(ptr nonnull %1, <8 x i32> %5) #17",
         "llvm.x86.avx2.maskload.d.256 in f", 1, 0},
        {"  %6 = tail call i64 @llvm.x86.rdtsc()", "llvm.x86.rdtsc in f", 1, 1},
        {"  %6 = call i64 @llvm.readcyclecounter()", "llvm.readcyclecounter in f", 1, 1},
        {"  %6 = call i64 @llvm.x86.rdfsbase.64()", "", 0, 0},
        {"  call void @llvm.x86.sse2.clflush(ptr %1)", "", 0, 0},
        {"  %3 = call i32 @llvm.x86.sse42.crc32.32.32(i32 0, i32 %2) #17", "", 0, 0},
        {"  call void @llvm.x86.directstore32(ptr %1, i32 %2)", "", 0, 0},
        {"  call void @llvm.memcpy.p0.p0.i64(ptr %1, ptr %2, i64 8, i1 false)", "", 0, 0},
        {"  call void @llvm.masked", "", 0, 0},
        {"declare void @llvm.x86.fxsave(ptr)", "", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        told t = {.count = 0};
        lince_text in = {0};
        lc_text_printf(&in, "define internal void @f() #0 {\n%s\n}\n", rows[i].line);
        lcd_llvm_uninstrumented(in.at, in.length, note, &t);
        expect(t.count == rows[i].count && t.varying == rows[i].varying && strcmp(t.last, rows[i].last) == 0, "told:%s",
               rows[i].line);
        lc_text_free(&in);
    }
}

int main(void) {
    test_intrinsics();
    test_widths();
    test_types_of_pointers();
    test_by_value();
    test_forgotten();
    test_leftover();
    test_rest();
    return tap_end();
}
