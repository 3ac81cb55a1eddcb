/* lince cc, lince c++: the user's compiler for a build system, with the flags that `lince test` needs added.
 *
 * A command that only compiles gets the flags of instrumentation.  One that links a program gets the runtime.  One that
 * does both at once is done in two steps, because instrumentation must not reach the linker, which would add a runtime
 * of its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "target/explore/control.h"
#include "tester/toolchain/assemble.h"
#include "tester/toolchain/compiler.h"
#include "tester/toolchain/flags.h"
#include "tester/toolchain/redirect.h"

/* The request that a command line makes to a compiler. */
typedef struct request {
    bool nothing; /* there is no file at all, as in `cc --version` */
    bool links;
    bool program; /* and not a shared library or a larger object */
    bool sources; /* are among the files */
    bool objects; /* are made of sources, and nothing else */
    bool input;   /* the source comes from there, not from a file */
} request;

static bool is_one_of(const char *word, const char *const *list) {
    for (; *list; list++)
        if (strcmp(word, *list) == 0) return true;
    return false;
}

static bool prevents_linking(const char *word) {
    static const char *const flags[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-###", NULL};
    return is_one_of(word, flags);
}

static bool makes_no_program(const char *word) {
    static const char *const flags[] = {"-shared", "--shared", "-r", NULL};
    return is_one_of(word, flags);
}

/* The language that `-x` gives the file with this number; NULL: none, its name decides. */
static const char *language_of(char **argv, int which) {
    const char *language = NULL;
    for (int i = 1; i < which; i++) {
        if (strncmp(argv[i], "-x", 2) == 0) language = argv[i][2] ? argv[i] + 2 : argv[i + 1];
        if (lcd_flag_takes_next(argv[i])) i++;
    }
    return language && strcmp(language, "none") != 0 ? language : NULL;
}

static bool is_source(char **argv, int which) {
    static const char *const languages[] = {"c", "c++", NULL};
    const char *language = language_of(argv, which);
    if (argv[which][0] == '-') return false;
    if (language) return is_one_of(language, languages);
    lcd_input_kind kind = lcd_input_kind_of(argv[which]);
    return kind == LCD_INPUT_C || kind == LCD_INPUT_CXX;
}

static const char *named_output(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "-o", 2) == 0 && (argv[i][2] || i + 1 < argc))
            return argv[i][2] ? argv[i] + 2 : argv[i + 1];
    return NULL;
}

static request understand(int argc, char **argv) {
    request a = {.nothing = true, .links = true, .program = true};
    bool compiles = false, does_else = false;
    unsigned sources = 0, others = 0;
    for (int i = 1; i < argc; i++) {
        if (prevents_linking(argv[i])) {
            a.links = false;
            if (strcmp(argv[i], "-c") == 0) compiles = true;
            else does_else = true;
        }
        if (makes_no_program(argv[i])) a.program = false;
        if (lcd_flag_takes_next(argv[i])) i++;
        else if (argv[i][0] != '-' || !argv[i][1]) {
            a.input |= argv[i][0] == '-';
            if (is_source(argv, i)) sources++;
            else others++;
        }
    }
    a.nothing = !sources && !others;
    a.input &= a.links || (compiles && !does_else);
    a.sources = sources;
    a.objects = compiles && !does_else && !others && (sources == 1 || (sources && !named_output(argc, argv)));
    return a;
}

/* The tools of one call. */
typedef struct wrapping {
    lcd_cache cache;
    lcd_places places;
    lcd_compiler compiler;
    bool many;                     /* threads: LINCE_THREADS selects the larger runtime */
    char *draft;                   /* for objects */
    const volatile int *interrupt; /* work under way is finished or given up, and cleared away, before we end */
} wrapping;

enum { ENDED_BY_INTERRUPT = 130 };

static int report(lince_status status, const lince_error *error) {
    return status == LINCE_DONE ? LCC_EXIT_OK : lcc_report_failure(status, error);
}

static int run(lcd_args *a) {
    lince_error error = {0};
    int status = 0;
    lince_status ran = lcd_run_child(a, LCD_CHILD_LOUD, NULL, &status, &error);
    return ran == LINCE_DONE ? status : report(ran, &error);
}

/* Becomes the compiler. */
static int become(lcd_args *a) {
    char **vector = lcd_args_vector(a);
    if (vector) execvp(vector[0], vector);
    return lcc_complain("cannot run the compiler");
}

static int redirect(const char *object) {
    lince_error error = {0};
    return report(lcd_redirect_object(object, &error), &error);
}

/* Does it name an output or an input?  We pass these ourselves. */
static bool is_about_files(const char *word) {
    return (word[0] != '-' || !word[1]) || strncmp(word, "-o", 2) == 0 || strncmp(word, "-x", 2) == 0 ||
           strcmp(word, "-c") == 0;
}

static void print_warnings(const lince_text *warnings) {
    const char *at = lc_text(warnings);
    for (size_t length; *at; at += length + (at[length] == '\n')) {
        length = strcspn(at, "\n");
        fprintf(stderr, "lince: %.*s\n", (int)length, at);
    }
}

/* One source of several, compiled by itself: all arguments but those that name other inputs, libraries or the output.
 */
static int compile_one(const wrapping *w, int argc, char **argv, int which, const char *object) {
    lcd_args a = {0};
    lince_text warnings = {0};
    lince_error error = {0};
    int status = 0;
    lcd_args_join(&a, &w->compiler.command);
    lcd_flags_compiling(&a, &w->compiler, &w->places, true);
    for (int i = 1; i < argc; i++) {
        bool value = lcd_flag_takes_next(argv[i]) && i + 1 < argc;
        if (!is_about_files(argv[i])) {
            lcd_args_add(&a, argv[i]);
            if (value) lcd_args_add(&a, argv[i + 1]);
        }
        i += value;
    }
    const char *language = language_of(argv, which);
    if (language) lcd_args_addf(&a, "-x%s", language);
    lince_status made = lcd_make_object(&a, &w->compiler, argv[which], object, &warnings, &status, &error);
    print_warnings(&warnings);
    lc_text_free(&warnings);
    lcd_args_free(&a);
    if (made != LINCE_DONE) return report(made, &error);
    if (!status) status = redirect(object);
    return !status && lc_is_interrupted(w->interrupt) ? ENDED_BY_INTERRUPT : status;
}

/* The object that a source is compiled to by default. */
static void print_object_of(lince_text *object, const char *source) {
    const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source, *dot = strrchr(name, '.');
    lc_text_printf(object, "%.*s.o", dot ? (int)(dot - name) : (int)strlen(name), name);
}

/* Makes the objects of a command line with -c and only sources. */
static int compile_objects(const wrapping *w, int argc, char **argv) {
    const char *named = named_output(argc, argv);
    int status = 0;
    for (int i = 1; i < argc && !status; i++) {
        lince_text object = {0};
        if (lcd_flag_takes_next(argv[i])) i++;
        else if (is_source(argv, i)) {
            if (named) lc_text_puts(&object, named);
            else print_object_of(&object, argv[i]);
            status = object.cut ? lcc_complain("out of memory") : compile_one(w, argc, argv, i, object.at);
        }
        lc_text_free(&object);
    }
    return status;
}

/* Compiles the sources and puts the command line of linking together, with objects in their places. */
static int compile_all(wrapping *w, int argc, char **argv, lcd_args *linking) {
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "-x", 2) == 0) i += !argv[i][2];
        else if (lcd_flag_takes_next(argv[i]) && i + 1 < argc) {
            lcd_args_add(linking, argv[i]);
            lcd_args_add(linking, argv[++i]);
        } else if (argv[i][0] != '-' && is_source(argv, i)) {
            char object[4200];
            snprintf(object, sizeof object, "%s/%d.o", w->draft, i);
            int status = compile_one(w, argc, argv, i, object);
            if (status) return status;
            lcd_args_add(linking, object);
        } else if (argv[i][0] != '-' && language_of(argv, i)) { /* assembly, for example */
            lcd_args_addf(linking, "-x%s", language_of(argv, i));
            lcd_args_add(linking, argv[i]);
            lcd_args_add(linking, "-xnone");
        } else lcd_args_add(linking, argv[i]);
    }
    return 0;
}

static int link_all(wrapping *w, const request *wish, int argc, char **argv) {
    lcd_args a = {0};
    lince_error error = {0};
    int status = 0;
    lcd_args_join(&a, &w->compiler.command);
    if (wish->program) lcd_flags_linking_before(&a, &w->compiler);
    if (wish->sources) w->draft = lcd_cache_begin(&w->cache, "tools", 0, &error);
    if (wish->sources && !w->draft) status = lcc_report_error(&error);
    else status = compile_all(w, argc, argv, &a);
    if (wish->program) lcd_flags_linking_after(&a, &w->compiler, w->many ? w->places.many : w->places.runtime);
    if (!status) status = a.cut ? lcc_complain("out of memory") : run(&a);
    lcd_args_free(&a);
    lcd_cache_drop(w->draft);
    return status;
}

/* The compiler alone, with or without flags of ours before those it is given. */
static int pass_on(const wrapping *w, int argc, char **argv, bool seeing) {
    lcd_args a = {0};
    lcd_args_join(&a, &w->compiler.command);
    if (seeing) lcd_flags_compiling(&a, &w->compiler, &w->places, true);
    const char *object = NULL;
    for (int i = 1; i < argc; i++) {
        lcd_args_add(&a, argv[i]);
        if (seeing && strcmp(argv[i], "-c") == 0) object = named_output(argc, argv);
    }
    int status = !object ? become(&a) : a.cut ? lcc_complain("out of memory") : run(&a);
    if (object && !status) status = redirect(object);
    lcd_args_free(&a);
    return status;
}

/* The command links a program again that turns out to need the larger runtime; but not one that is linked here.  False:
 * the variable has no meaning. */
static bool read_threads(bool *many) {
    const char *text = getenv("LINCE_THREADS");
    *many = false;
    if (!text || !*text) return true;
    char *end;
    long threads = strtol(text, &end, 10);
    *many = threads >= LCT_THREADS_FEW;
    return !*end && threads >= 1 && threads < LCT_THREADS_MANY;
}

static int wrap(int argc, char **argv, lcd_language language) {
    request wish = understand(argc, argv);
    if (wish.input)
        return lcc_complain("the code under test cannot come from standard input: write it to a file first");
    lcd_child_print_by((lcd_child_printer){.print = lcc_print_meanwhile, .holds = lcc_spinner_runs});
    wrapping w = {.interrupt = lcc_catch_interrupts()};
    lince_error error = {0};
    if (!read_threads(&w.many))
        return lcc_complain("LINCE_THREADS must be a number from 1 to %d", LCT_THREADS_MANY - 1);
    lince_status status = lcd_cache_open(&w.cache, &error);
    if (status == LINCE_DONE) status = lcd_places_find(&w.places, NULL, &error);
    if (status == LINCE_DONE) status = lcd_compiler_find(&w.compiler, language, &w.cache, &error);
    /* A compiler that was interrupted with us has no complaint. */
    bool interrupted = status == LINCE_BAD_INPUT && lc_is_interrupted(w.interrupt);
    int result = interrupted ? ENDED_BY_INTERRUPT : report(status, &error);
    if (status == LINCE_DONE)
        result = wish.links && !wish.nothing ? link_all(&w, &wish, argc, argv)
                 : wish.objects              ? compile_objects(&w, argc, argv)
                                             : pass_on(&w, argc, argv, !wish.nothing);
    lcd_compiler_free(&w.compiler);
    lcd_places_free(&w.places);
    lcd_cache_close(&w.cache, false);
    return result;
}

int lcc_cmd_cc(int argc, char **argv) { return wrap(argc, argv, LCD_LANGUAGE_C); }
int lcc_cmd_cxx(int argc, char **argv) { return wrap(argc, argv, LCD_LANGUAGE_CXX); }
