#include "tester/toolchain/build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lince/lince.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/terminal.h"
#include "tester/instrument/assembly.h"
#include "tester/instrument/llvm.h"
#include "tester/instrument/uninstrumented_scan.h"
#include "tester/toolchain/assemble.h"
#include "tester/toolchain/checksum.h"
#include "tester/toolchain/compiler.h"
#include "tester/toolchain/elf_file.h"
#include "tester/toolchain/flags.h"
#include "tester/toolchain/linked.h"
#include "tester/toolchain/redirect.h"
#include "tester/toolchain/refused.h"
#include "tester/toolchain/source_deps.h"
#include "tester/trace/trace.h"

#define ROOM_FOR_PROGRAMS ((uint64_t)500 << 20)

/* ---- one build ---- */

typedef struct build {
    const lcd_sources *sources;
    lcd_places places;
    lcd_compiler compilers[2]; /* by lcd_language; only those that are needed */
    bool needed[2];
    bool model; /* a plug-in with the model, and not the program */
    bool plain; /* nothing is instrumented: that, or a program with real threads */
    lince_text key;
    lcd_source_list source_deps;
    lcd_args objects; /* in the order of the files */
    lince_text warnings;
} build;

static lcd_language language_of(lcd_input_kind kind) {
    return kind == LCD_INPUT_CXX ? LCD_LANGUAGE_CXX : LCD_LANGUAGE_C;
}
static bool is_source(lcd_input_kind kind) { return kind == LCD_INPUT_C || kind == LCD_INPUT_CXX; }

static void free_build(build *b) {
    lcd_places_free(&b->places);
    for (int i = 0; i < 2; i++) lcd_compiler_free(&b->compilers[i]);
    lc_text_free(&b->key);
    lcd_source_deps_free(&b->source_deps);
    lcd_args_free(&b->objects);
    lc_text_free(&b->warnings);
}

static lince_status check_files(build *b, lince_error *error) {
    const char *refused = lcd_flag_refused(&b->sources->flags);
    if (refused)
        return lc_fail(error, "%s sets the input or output of the compiler: leave it out, Lince sets them", refused);
    for (uint32_t i = 0; i < b->sources->files.count; i++) {
        const char *path = b->sources->files.at[i];
        lcd_input_kind kind = lcd_input_kind_of(path);
        if (access(path, R_OK) != 0) return lc_fail_at(error, path, 0, "cannot open: %s", strerror(errno));
        if (kind == LCD_INPUT_OTHER)
            return lc_fail_at(error, path, 0,
                              "this is neither C nor C++ (.c, .cc, .cpp, .cxx), nor an object (.o, .a)");
        if (is_source(kind)) b->needed[language_of(kind)] = true;
        if (kind == LCD_INPUT_OBJECT && lcd_is_cplusplus(path)) b->needed[LCD_LANGUAGE_CXX] = true;
    }
    if (!b->needed[LCD_LANGUAGE_CXX]) b->needed[LCD_LANGUAGE_C] = true; /* to link */
    return LINCE_DONE;
}

static lince_status find_tools(build *b, lince_error *error) {
    lince_status status = lcd_places_find(&b->places, b->sources->home, error);
    for (int i = 0; i < 2 && status == LINCE_DONE; i++)
        if (b->needed[i]) status = lcd_compiler_find(&b->compilers[i], (lcd_language)i, b->sources->cache, error);
    return status;
}

/* ---- the key ---- */

/* A compiler that does not see the terminal needs an option for colours. */
static void add_colours(lcd_args *a) {
    if (lcd_child_is_held() && !lcd_child_is_plain() && lc_terminal_colour(STDERR_FILENO))
        lcd_args_add(a, "-fdiagnostics-color=always");
}

/* clang calls a header beside the test ./queue.h, gcc calls it queue.h; a test goes by the name that it was given. */
static void add_names(lcd_args *a, const build *b) {
    for (uint32_t i = 0; i < b->sources->files.count; i++)
        if (!strncmp(b->sources->files.at[i], "./", 2)) return;
    lcd_args_add(a, "-fmacro-prefix-map=./=");
}

/* The command up to where the file comes; to be run, or as part of a key. */
static void start_compiling(build *b, lcd_args *a, lcd_language language, bool run) {
    const lcd_compiler *c = &b->compilers[language];
    lcd_args_join(a, &c->command);
    if (run) add_colours(a);
    if (b->model || !b->plain) lcd_flags_compiling(a, c, &b->places, !b->model);
    else lcd_flags_compiling_natively(a, c, &b->places);
    if (b->model) lcd_args_split(a, "-fPIC -DLINCE_MODEL -w"); /* the warnings are those of the test itself */
    else lcd_args_add(a, "-Wreturn-type");                     /* a forgotten return gives meaningless results */
    if (c->clang) add_names(a, b);
    lcd_flags_of_user(a, &b->sources->flags, language, false);
}

/* The text of a source after preprocessing: itself and all it includes. */
static lince_status add_preprocessed(build *b, const char *path, lcd_language language, lince_error *error) {
    lcd_args a = {0};
    lince_text text = {0};
    int status = 0;
    start_compiling(b, &a, language, false);
    lcd_args_print(&b->key, &a);
    lcd_args_free(&a);
    start_compiling(b, &a, language, true);
    lcd_args_split(&a, "-E -w"); /* compiling prints it again */
    lcd_args_add(&a, path);
    lince_status run = lcd_run_child(&a, LCD_CHILD_CAPTURED, &text, &status, error);
    lc_text_printf(&b->key, " %s %016llx\n", path, (unsigned long long)lc_hash_bytes(lc_text(&text), text.length));
    if (!b->model) lcd_source_deps(&b->source_deps, lc_text(&text), b->places.include);
    lcd_args_free(&a);
    lc_text_free(&text);
    return run == LINCE_DONE && status ? lcd_compiler_refused(path, status, error) : run;
}

static lcd_language language_of_linker(const build *b) {
    return b->needed[LCD_LANGUAGE_CXX] ? LCD_LANGUAGE_CXX : LCD_LANGUAGE_C;
}

static const lcd_compiler *linker(const build *b) { return &b->compilers[language_of_linker(b)]; }

static const char *linked_with(const build *b) {
    if (b->model) return b->places.model;
    return b->plain ? b->places.stress : b->sources->many ? b->places.many : b->places.runtime;
}

static lince_status make_key(build *b, lince_error *error) {
    char *here = getcwd(NULL, 0); /* debug information names the directory */
    lc_text_printf(&b->key, "lince %s in %s%s, assembly %d, llvm %d\n", lince_version(), here ? here : "?",
                   b->model   ? ", model"
                   : b->plain ? ", stress"
                              : "",
                   LCD_ASSEMBLY_REVISION, LCD_LLVM_REVISION);
    free(here);
    for (int i = 0; i < 2; i++) lc_text_printf(&b->key, "%016llx\n", (unsigned long long)b->compilers[i].identity);
    for (uint32_t i = 0; i < b->sources->flags.count; i++) lc_text_printf(&b->key, "%s\n", b->sources->flags.at[i]);
    lcd_key_flags(&b->key, &b->sources->flags, linker(b));
    lince_status status = lcd_key_file(&b->key, linked_with(b), error);
    for (uint32_t i = 0; i < b->sources->files.count && status == LINCE_DONE; i++) {
        const char *path = b->sources->files.at[i];
        lcd_input_kind kind = lcd_input_kind_of(path);
        status =
            is_source(kind) ? add_preprocessed(b, path, language_of(kind), error) : lcd_key_file(&b->key, path, error);
    }
    return status == LINCE_DONE && b->key.cut ? LINCE_OUT_OF_MEMORY : status;
}

/* ---- making it ---- */

static lince_status compile(build *b, const char *directory, uint32_t number, lince_error *error) {
    const char *path = b->sources->files.at[number];
    lcd_language language = language_of(lcd_input_kind_of(path));
    lcd_args a = {0};
    int status = 0;
    start_compiling(b, &a, language, true);
    lcd_args_addf(&b->objects, "%s/%u.o", directory, number);
    if (b->objects.cut) return lcd_args_free(&a), LINCE_OUT_OF_MEMORY;
    const char *object = b->objects.list.at[b->objects.list.count - 1];
    lince_status run = b->plain
                           ? lcd_compile_plainly(&a, path, object, &status, error)
                           : lcd_make_object(&a, &b->compilers[language], path, object, &b->warnings, &status, error);
    lcd_args_free(&a);
    if (run != LINCE_DONE || status) return run == LINCE_DONE ? lcd_compiler_refused(path, status, error) : run;
    return b->plain ? LINCE_DONE : lcd_redirect_object(object, error);
}

static lince_status compile_all(build *b, const char *directory, lince_error *error) {
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < b->sources->files.count && status == LINCE_DONE; i++) {
        const char *path = b->sources->files.at[i];
        lcd_input_kind kind = lcd_input_kind_of(path);
        if (is_source(kind)) status = compile(b, directory, i, error);
        else lcd_args_add(&b->objects, path);
        if (status != LINCE_DONE || b->plain) continue;
        if (kind == LCD_INPUT_ARCHIVE) lcd_uninstrumented_archive(&b->warnings, path);
        else if (b->objects.list.count)
            lcd_uninstrumented_object(&b->warnings, b->objects.list.at[b->objects.list.count - 1], path,
                                      linked_with(b));
    }
    return status == LINCE_DONE && b->objects.cut ? LINCE_OUT_OF_MEMORY : status;
}

static lince_status link_all(build *b, const char *product, lince_error *error) {
    const lcd_compiler *c = linker(b);
    lcd_args a = {0};
    int status = 0;
    lcd_args_join(&a, &c->command);
    add_colours(&a);
    /* Its own functions come first, also where the C library has one of the same name. */
    if (b->model) lcd_args_split(&a, "-shared -fPIC -g -pthread -Wl,-Bsymbolic");
    else lcd_flags_linking_before(&a, c);
    lcd_args_add(&a, "-o");
    lcd_args_add(&a, product);
    lcd_args_join(&a, &b->objects);
    lcd_flags_of_user(&a, &b->sources->flags, language_of_linker(b), true);
    if (b->model) {
        lcd_args_add(&a, "-Wl,--whole-archive");
        lcd_args_add(&a, b->places.model);
        lcd_args_split(&a, "-Wl,--no-whole-archive -lm");
    } else if (b->plain) lcd_flags_linking_natively(&a, c, &b->places);
    else lcd_flags_linking_after(&a, c, linked_with(b));
    lince_status run = lcd_run_child(&a, LCD_CHILD_LOUD, NULL, &status, error);
    lcd_args_free(&a);
    return run == LINCE_DONE && status ? lcd_linker_refused(b->sources, error) : run;
}

static bool write_warnings(const build *b, const char *directory) {
    lince_text path = {0};
    lc_text_printf(&path, "%s/warnings", directory);
    FILE *file = path.cut ? NULL : fopen(path.at, "w");
    bool written = file && fwrite(lc_text(&b->warnings), 1, b->warnings.length, file) == b->warnings.length;
    if (file && fclose(file) != 0) written = false;
    lc_text_free(&path);
    return written;
}

/* Fills the directory of an entry: the product, its seal and the warnings. */
static lince_status fill(build *b, const char *directory, const char *name, lince_error *error) {
    lince_text product = {0};
    lc_text_printf(&product, "%s/%s", directory, name);
    lince_status status = compile_all(b, directory, error);
    if (status == LINCE_DONE) status = link_all(b, lc_text(&product), error);
    if (status == LINCE_DONE && !b->plain) lcd_uninstrumented_program(&b->warnings, lc_text(&product));
    if (status == LINCE_DONE && !(write_warnings(b, directory) && lcd_checksum_write(directory, name)))
        status = lc_fail(error, "cannot write into %s: %s", directory, strerror(errno));
    for (uint32_t i = 0; i < b->sources->files.count; i++)
        if (is_source(lcd_input_kind_of(b->sources->files.at[i]))) {
            lince_text object = {0};
            lc_text_printf(&object, "%s/%u.o", directory, i);
            (void)unlink(lc_text(&object));
            lc_text_free(&object);
        }
    lc_text_free(&product);
    return status;
}

/* The directory that holds the product; it may have been there already. */
static lince_status make(build *b, const char *kind, const char *name, char **directory, lince_error *error) {
    const lcd_cache *cache = b->sources->cache;
    lince_status status = check_files(b, error);
    if (status == LINCE_DONE) status = find_tools(b, error);
    if (status == LINCE_DONE && (b->plain || b->sources->many) &&
        (!linked_with(b) || access(linked_with(b), R_OK) != 0))
        status = lc_fail(error, "%s is not there: it is needed for %s", linked_with(b) ? linked_with(b) : "an archive",
                         b->model   ? "a model in a test"
                         : b->plain ? "--strategy stress"
                                    : "a test with so many threads");
    if (status == LINCE_DONE) status = make_key(b, error);
    if (status != LINCE_DONE) return status;
    uint64_t key = lc_hash_bytes(b->key.at, b->key.length);
    *directory = lcd_cache_find(cache, kind, key);
    if (*directory && lcd_checksum_matches(*directory, name)) return LINCE_DONE;
    if (*directory) lcd_cache_forget(cache, kind, key);
    free(*directory);
    *directory = NULL;
    char *unfinished = lcd_cache_begin(cache, kind, key, error);
    if (!unfinished) return LINCE_BAD_INPUT;
    status = fill(b, unfinished, name, error);
    if (status != LINCE_DONE) {
        lcd_cache_drop(unfinished);
        return status;
    }
    *directory = lcd_cache_settle(cache, kind, key, unfinished);
    lcd_cache_trim(cache, kind, ROOM_FOR_PROGRAMS);
    return *directory ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* A compiler that was interrupted with us has no complaint. */
static lince_status make_or_stop(build *b, const char *kind, const char *name, char **directory, lince_error *error) {
    lince_status status = make(b, kind, name, directory, error);
    return status == LINCE_BAD_INPUT && lcd_child_interrupted() ? LINCE_STOPPED : status;
}

/* ---- the products ---- */

static void read_warnings(lcd_program *p, const char *directory) {
    lince_text path = {0};
    char bytes[4096];
    lc_text_printf(&path, "%s/warnings", directory);
    FILE *file = path.cut ? NULL : fopen(path.at, "r");
    for (size_t count; file && (count = fread(bytes, 1, sizeof bytes, file)) > 0;)
        lc_text_add(&p->warnings, bytes, count);
    if (file) fclose(file);
    lc_text_free(&path);
}

static bool take_fingerprint(lcd_program *p) { return lcd_trace_fingerprint(p->path, &p->fingerprint); }

/* A program that was linked with `lince cc`. */
static lince_status take_program(lcd_program *p, const char *path, lince_error *error) {
    lcd_elf program;
    lcd_elf_open(&program, path);
    bool good = lcd_elf_defines(&program, "lince_test_register");
    lcd_elf_close(&program);
    if (!good) return lc_fail_at(error, path, 0, "this program was not linked for testing: make it with 'lince cc'");
    p->path = realpath(path, NULL);
    p->linked_before = p->kept = true;
    if (!p->path || !take_fingerprint(p)) return lc_fail_at(error, path, 0, "cannot be read");
    lcd_uninstrumented_program(&p->warnings, p->path);
    return LINCE_DONE;
}

static bool is_program(const char *path) {
    lcd_elf e;
    if (lcd_input_kind_of(path) != LCD_INPUT_OTHER) return false;
    lcd_elf_open(&e, path);
    bool runs = lcd_elf_is_program(&e);
    lcd_elf_close(&e);
    return runs;
}

lince_status lcd_build_program(lcd_program *p, const lcd_sources *sources, lince_error *error) {
    *p = (lcd_program){0};
    for (uint32_t i = 0; i < sources->files.count; i++) {
        if (!is_program(sources->files.at[i])) continue;
        if (sources->stress)
            return lc_fail_at(error, sources->files.at[i], 0,
                              "--strategy stress needs the sources: this program was linked for another one");
        if (sources->files.count == 1) return take_program(p, sources->files.at[0], error);
        return lc_fail_at(error, sources->files.at[i], 0, "a program stands alone: nothing can be linked to it");
    }
    build b = {.sources = sources, .plain = sources->stress};
    char *directory = NULL;
    lince_status status = make_or_stop(&b, "programs", "program", &directory, error);
    if (status == LINCE_DONE) {
        lince_text path = {0};
        lc_text_printf(&path, "%s/program", directory);
        p->path = path.at;
        p->kept = !sources->cache->temporary;
        p->many = sources->many && !sources->stress;
        read_warnings(p, directory);
        p->sources = b.source_deps;
        b.source_deps = (lcd_source_list){0};
        if (path.cut) status = LINCE_OUT_OF_MEMORY;
        else if (!take_fingerprint(p)) status = lc_fail_at(error, p->path, 0, "cannot be read");
    }
    free(directory);
    free_build(&b);
    return status;
}

void lcd_program_free(lcd_program *p) {
    free(p->path);
    lc_text_free(&p->warnings);
    lcd_source_deps_free(&p->sources);
    *p = (lcd_program){0};
}

lince_status lcd_build_model(char **path, const lcd_sources *sources, lince_error *error) {
    build b = {.sources = sources, .model = true, .plain = true};
    char *directory = NULL;
    lince_status status = make_or_stop(&b, "models", "model.so", &directory, error);
    *path = NULL;
    if (status == LINCE_DONE) {
        lince_text file = {0};
        lc_text_printf(&file, "%s/model.so", directory);
        *path = file.at;
        if (file.cut) status = LINCE_OUT_OF_MEMORY;
    }
    free(directory);
    free_build(&b);
    return status;
}
