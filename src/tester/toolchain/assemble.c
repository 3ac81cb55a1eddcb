#include "tester/toolchain/assemble.h"

#include <errno.h>
#include <string.h>

#include "base/atomic_file.h"
#include "base/error.h"
#include "tester/instrument/assembly.h"
#include "tester/instrument/gimple.h"
#include "tester/instrument/llvm.h"
#include "tester/instrument/uninstrumented_warn.h"
#include "tester/toolchain/elf_file.h"
#include "tester/toolchain/flags.h"

static bool begins(const char *word, const char *with) { return strncmp(word, with, strlen(with)) == 0; }

lince_status lcd_compile_plainly(const lcd_args *command, const char *source, const char *object, int *status,
                                 lince_error *error) {
    lcd_args a = {0};
    lcd_args_join(&a, command);
    lcd_args_split(&a, "-c -o");
    lcd_args_add(&a, object);
    lcd_args_add(&a, source);
    lince_status run = lcd_run_child(&a, LCD_CHILD_LOUD, NULL, status, error);
    lcd_args_free(&a);
    return run;
}

static bool begins_one_of(const char *word, const char *const *list) {
    for (; *list; list++)
        if (begins(word, *list)) return true;
    return false;
}

/* These request a product that is no object of ours. */
static bool is_for_something_else(const char *flag) {
    static const char *const flags[] = {"-emit-llvm", "-m32", NULL};
    bool other_language = begins(flag, "-x") && strcmp(flag, "-xc") != 0 && strcmp(flag, "-xc++") != 0;
    return begins_one_of(flag, flags) || other_language;
}

/* These make more than an object, or have it count how often it is run, which is not the code under test. */
static bool has_other_products(const char *flag) {
    static const char *const flags[] = {"-gsplit-dwarf",   "-save-temps", "--save-temps", "--coverage", "-coverage",
                                        "-ftest-coverage", "-fprofile-",  "-fdump-",      NULL};
    return begins_one_of(flag, flags);
}

static bool has(const lcd_args *command, bool (*is)(const char *flag)) {
    for (uint32_t i = 0; i < command->list.count; i++)
        if (is(command->list.at[i])) return true;
    return false;
}

static bool has_flag(const lcd_args *command, const char *flag) {
    for (uint32_t i = 0; i < command->list.count; i++)
        if (begins(command->list.at[i], flag)) return true;
    return false;
}

/* A list of dependencies is to name the object, and to be named after it. */
static void add_dependencies(lcd_args *a, const lcd_args *command, const char *object) {
    if (!has_flag(command, "-MD") && !has_flag(command, "-MMD")) return;
    const char *slash = strrchr(object, '/'), *dot = strrchr(slash ? slash : object, '.');
    if (!has_flag(command, "-MF"))
        lcd_args_addf(a, "-MF%.*s.d", dot ? (int)(dot - object) : (int)strlen(object), object);
    if (has_flag(command, "-MT") || has_flag(command, "-MQ")) return;
    lcd_args_add(a, "-MQ");
    lcd_args_add(a, object);
}

/* One object that is being made. */
typedef struct making {
    const lcd_args *command;
    const lcd_compiler *compiler;
    const char *source, *object;
    const char *report; /* file to which gcc reports the accesses it instruments; NULL: no report */
    lince_text *warnings;
    size_t warned_before; /* of other sources */
    int *status;          /* of the compiler */
    lince_error *error;
} making;

/* A product that no longer depends on the source has no dependencies, and another language. */
static void add_command(lcd_args *a, const making *m, bool from_source) {
    if (from_source) {
        lcd_args_join(a, m->command);
        add_dependencies(a, m->command, m->object);
        return;
    }
    for (uint32_t i = 0; i < m->command->list.count; i++) {
        const char *word = m->command->list.at[i];
        bool two = lcd_flag_takes_next(word) && i + 1 < m->command->list.count;
        if (!begins(word, "-M") && !begins(word, "-x")) {
            lcd_args_add(a, word);
            if (two) lcd_args_add(a, m->command->list.at[i + 1]);
        }
        i += two;
    }
    lcd_args_split(a, "-Xclang -disable-llvm-passes"); /* they were run, and with them the instrumentation */
}

/* From the source, or from code of LLVM, to one of the forms that come after it.  With -flto there would be none of
 * them, and with a red zone a function may keep something below the stack pointer, where calls are to be put. */
static lince_status translate(const making *m, const char *from, const char *form, const char *to) {
    lcd_args a = {0};
    add_command(&a, m, from == m->source);
    lcd_args_add(&a, "-fno-lto");
#if defined(__x86_64__)
    lcd_args_add(&a, "-mno-red-zone");
#endif
    lcd_args_split(&a, form);
    if (m->report) {
        /* The accesses it reports are found again by their places in the source, also if -g0 is given. */
        lcd_args_split(&a, "-g -gas-loc-support");
        lcd_args_addf(&a, "-fdump-tree-tsan-lineno-uid=%s", m->report);
        lcd_args_addf(&a, "-fdump-tree-tsan0-lineno-uid=%s", m->report); /* that is its name without optimization */
    }
    lcd_args_add(&a, "-o");
    lcd_args_add(&a, to);
    lcd_args_add(&a, from);
    lince_status run = lcd_run_child(&a, LCD_CHILD_LOUD, NULL, m->status, m->error);
    lcd_args_free(&a);
    return run;
}

/* Adds the accesses that clang leaves out. */
static lince_status rewrite_code(const making *m, const char *code, bool *has_assembly) {
    lcd_elf file; /* or another kind of file */
    lince_text text = {0};
    lcd_elf_open(&file, code);
    if (!file.bytes) return lc_fail_at(m->error, code, 0, "cannot be read");
    lince_status status = lcd_llvm_rewrite((const char *)file.bytes, file.size, &text);
    lcd_uninstrumented_in where = {m->warnings, m->source};
    if (text.length) lcd_llvm_uninstrumented(text.at, text.length, lcd_warn_uninstrumented, &where);
    else lcd_llvm_uninstrumented((const char *)file.bytes, file.size, lcd_warn_uninstrumented, &where);
    *has_assembly = lcd_llvm_has_assembly((const char *)file.bytes, file.size);
    lcd_elf_close(&file);
    if (status == LINCE_DONE && text.length) status = lc_write_file(code, &text, m->error);
    lc_text_free(&text);
    return status;
}

#if defined(__x86_64__)

/* The flags that matter to the assembler. */
static void add_assembler_flags(lcd_args *a, const lcd_args *command, const lcd_compiler *c) {
    static const char *const flags[] = {
        "-m", "-Wa,", "--target=", "-B", "--sysroot", "-fintegrated-as", "-fno-integrated-as", "-no-integrated-as"};
    for (uint32_t i = c->command.list.count; i < command->list.count; i++) {
        const char *flag = command->list.at[i];
        bool two = lcd_flag_takes_next(flag) && i + 1 < command->list.count, kept = false;
        if (two) kept = !strcmp(flag, "-Xassembler") || !strcmp(flag, "-target");
        else
            for (size_t n = 0; n < sizeof flags / sizeof *flags && !kept; n++) kept = begins(flag, flags[n]);
        if (kept) lcd_args_add(a, flag);
        if (kept && two) lcd_args_add(a, command->list.at[i + 1]);
        i += two;
    }
    /* clang warns of its own output: not every header that it names there comes with a checksum. */
    if (c->clang) lcd_args_split(a, "-Qunused-arguments -Wa,--no-warn");
}

static lince_status run_assembler(const making *m, const char *assembly) {
    lcd_args a = {0};
    lcd_args_join(&a, &m->compiler->command);
    add_assembler_flags(&a, m->command, m->compiler);
    lcd_args_split(&a, "-c -o");
    lcd_args_add(&a, m->object);
    lcd_args_add(&a, assembly);
    lince_status run = lcd_run_child(&a, LCD_CHILD_LOUD, NULL, m->status, m->error);
    lcd_args_free(&a);
    return run;
}

/* Without a report nothing was instrumented. */
static lince_status read_report(const making *m, lcd_gimple_places *places) {
    lcd_elf file;
    if (!m->report) return LINCE_DONE;
    lcd_elf_open(&file, m->report);
    lcd_uninstrumented_in where = {m->warnings, m->source};
    bool fine = !file.bytes || lcd_gimple_read(places, (const char *)file.bytes, file.size, lcd_warn_of_mixed, &where);
    lcd_elf_close(&file);
    return fine ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status rewrite_assembly(const making *m, const char *assembly) {
    lcd_elf file;
    lince_text text = {0};
    lcd_gimple_places places = {0};
    lcd_elf_open(&file, assembly);
    if (!file.bytes) return lc_fail_at(m->error, assembly, 0, "cannot be read");
    lcd_uninstrumented_in where = {m->warnings, m->source};
    lince_status status = read_report(m, &places);
    if (status == LINCE_DONE)
        status =
            lcd_assembly_rewrite((const char *)file.bytes, file.size, &places, &text, lcd_warn_uninstrumented, &where);
    const char *warned = lc_text(m->warnings) + m->warned_before;
    if (*warned && !text.length) lc_text_add(&text, (const char *)file.bytes, file.size);
    lcd_uninstrumented_record(&text, warned);
    if (status == LINCE_DONE && text.cut) status = LINCE_OUT_OF_MEMORY;
    lcd_elf_close(&file);
    if (status == LINCE_DONE && text.length) status = lc_write_file(assembly, &text, m->error);
    lc_vec_free(NULL, &places);
    lc_text_free(&text);
    return status;
}

static lince_status finish(making *m, const char *from, bool has_assembly, const char *scratch) {
    if (!has_assembly && m->warnings->length == m->warned_before) return translate(m, from, "-c", m->object);
    lince_text assembly = {0}, report = {0};
    lc_text_printf(&assembly, "%s/lince.s", scratch);
    lc_text_printf(&report, "%s/lince.gimple", scratch);
    if (!m->compiler->clang) m->report = lc_text(&report);
    lince_status done = assembly.cut || report.cut ? LINCE_OUT_OF_MEMORY : translate(m, from, "-S", assembly.at);
    if (done == LINCE_DONE && !*m->status) done = rewrite_assembly(m, assembly.at);
    if (done == LINCE_DONE && !*m->status) done = run_assembler(m, assembly.at);
    lc_text_free(&assembly);
    lc_text_free(&report);
    return done;
}

#else

static lince_status finish(making *m, const char *from, bool has_assembly, const char *scratch) {
    (void)has_assembly, (void)scratch;
    return translate(m, from, "-c", m->object);
}

#endif

static lince_status make_object(making *m) {
    /* Not beside the object, which may be /dev/null or have a name that is as long as names can be. */
    char *scratch = lcd_scratch_make();
    if (!scratch) return lc_fail(m->error, "cannot make a directory for temporary files: %s", strerror(errno));
    lince_text code = {0};
    lc_text_printf(&code, "%s/lince.ll", scratch);
    lince_status done = code.cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
    bool clang = m->compiler->clang, has_assembly = true; /* with gcc that is known when there is some */
    *m->status = 0;
    if (done == LINCE_DONE && clang) {
        done = translate(m, m->source, "-S -emit-llvm", code.at);
        if (done == LINCE_DONE && !*m->status) done = rewrite_code(m, code.at, &has_assembly);
    }
    if (done == LINCE_DONE && !*m->status) done = finish(m, clang ? code.at : m->source, has_assembly, scratch);
    lcd_scratch_remove(scratch);
    lc_text_free(&code);
    return done;
}

/* The command of the compiler without the flags that have other products, and those whose lines are not found. */
static void add_without_products(lcd_args *a, const lcd_args *command, const lcd_compiler *c) {
    for (uint32_t i = 0; i < command->list.count; i++) {
        const char *word = command->list.at[i];
        bool users = i >= c->command.list.count;
        if (!users || !(has_other_products(word) || begins(word, "-gstabs"))) lcd_args_add(a, word);
    }
}

/* The other products, under the names that the compiler gives them; its warnings are printed when the object is
 * made. */
static lince_status make_products(const lcd_args *command, const char *source, const char *object, int *status,
                                  lince_error *error) {
    lcd_args a = {0};
    lcd_args_join(&a, command);
    lcd_args_add(&a, "-w");
    lince_status done = lcd_compile_plainly(&a, source, object, status, error);
    lcd_args_free(&a);
    return done;
}

lince_status lcd_make_object(const lcd_args *command, const lcd_compiler *c, const char *source, const char *object,
                             lince_text *warnings, int *status, lince_error *error) {
    if (has(command, is_for_something_else)) return lcd_compile_plainly(command, source, object, status, error);
    lince_status done = LINCE_DONE;
    lcd_args a = {0};
    *status = 0;
    if (has(command, has_other_products)) done = make_products(command, source, object, status, error);
    add_without_products(&a, command, c);
    making m = {&a, c, source, object, NULL, warnings, warnings->length, status, error};
    if (done == LINCE_DONE && !*status) done = a.cut ? LINCE_OUT_OF_MEMORY : make_object(&m);
    lcd_args_free(&a);
    return done;
}
