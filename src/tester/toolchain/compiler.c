/* Which flags, and why:
 *
 *   -fsanitize=thread                  every access calls the runtime; when compiling only, as linking would bring the
 *                                      sanitizer's own runtime
 *   -O1                                fast, and still close to the source
 *   -fno-optimize-sibling-calls        the last call of a function was made from there, also if it does not come back
 *   -fno-builtin-mem...                gcc would copy and clear memory inline, uninstrumented
 *   -include builtins.h                the same where it is called by names like __builtin_memcpy
 *   vectorize-loops, vectorize-slp     accesses that clang combines would be one step
 *   tsan-instrument-func-entry-exit=0  calls of functions are of no use here
 *   tsan-instrument-read-before-write  clang would leave out the read of `x++`
 *   trap-unreachable                   code that clang takes to be impossible, and leaves out, would end in the next
 *                                      function
 *   -fmacro-prefix-map=./=             clang calls a header beside the test ./queue.h, gcc calls it queue.h
 *   tsan-distinguish-volatile          volatile accesses are no plain ones, but like relaxed atomics
 *   -mcx16                             atomics of 16 bytes without a library
 *   -no-pie                            addresses are the same in every process; behind the user's flags, as hardened
 *                                      builds pass -pie
 *   --wrap=main                        the runtime starts, and `main` is a test
 *   -rdynamic                          names of functions for reports
 */
#include "tester/toolchain/compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"

/* Flags that a compiler may refuse, each as one row; those of the other compiler are not tried. */
enum { FOR_GCC = 1, FOR_CLANG = 2, FOR_BOTH = 3 };
static const struct {
    unsigned compilers;
    const char *flags;
} wanted[] = {
    {FOR_GCC, "--param tsan-instrument-func-entry-exit=0"},
    {FOR_CLANG, "-mllvm -tsan-instrument-func-entry-exit=0"},
    {FOR_CLANG, "-mllvm -tsan-instrument-read-before-write=1"},
    {FOR_GCC, "--param tsan-distinguish-volatile=1"},
    {FOR_CLANG, "-mllvm -tsan-distinguish-volatile=1"},
    {FOR_CLANG, "-Qunused-arguments"},
    {FOR_CLANG, "-mllvm -trap-unreachable"},
    {FOR_GCC, "-Wno-tsan"}, /* it warns of fences, which are supported here */
    {FOR_CLANG, "-mllvm -vectorize-loops=0 -mllvm -vectorize-slp=0"},
    {FOR_BOTH, "-mcx16"},
};
enum { WANTED = sizeof wanted / sizeof *wanted };

/* The answers of the compiler: one line of a file in the cache, `gcc` or `clang`, the flags taken as a mask, and
 * whether -no-pie is. */
typedef struct facts {
    char name[8];
    unsigned taken, no_pie;
} facts;

/* ---- queries ---- */

/* A query of a compiler, in a directory of its own. */
typedef struct query {
    const lcd_compiler *compiler;
    lince_text source, product;
} query;

static bool answers(const query *q, const char *flags, const char *more, bool makes_product, lince_text *out) {
    lcd_args a = {0};
    lince_error error = {0};
    int status = 1;
    lcd_args_join(&a, &q->compiler->command);
    lcd_args_split(&a, flags);
    lcd_args_split(&a, more);
    if (makes_product) {
        lcd_args_add(&a, "-o");
        lcd_args_add(&a, lc_text(&q->product));
    }
    lcd_args_add(&a, lc_text(&q->source));
    lince_status run = lcd_run_child(&a, LCD_CHILD_ALONE, out, &status, &error);
    lcd_args_free(&a);
    return run == LINCE_DONE && status == 0;
}

/* False: it cannot even do without them. */
static bool probe_flags(const query *q, unsigned compilers, facts *f) {
    static const char compiling[] = "-fsanitize=thread -c -Werror";
    lince_text all = {0};
    for (unsigned i = 0; i < WANTED; i++)
        if (wanted[i].compilers & compilers) lc_text_printf(&all, "%s ", wanted[i].flags);
    bool together = answers(q, compiling, lc_text(&all), true, NULL);
    lc_text_free(&all);
    f->taken = 0;
    for (unsigned i = 0; i < WANTED; i++)
        if (wanted[i].compilers & compilers && (together || answers(q, compiling, wanted[i].flags, true, NULL)))
            f->taken |= 1u << i;
    return together || answers(q, compiling, "", true, NULL);
}

static lince_status query_all(const query *q, lcd_language language, facts *f, lince_error *error) {
    const char *name = q->compiler->command.list.at[0];
    lince_text macros = {0};
    bool works = answers(q, "-dM -E", "", false, &macros) && strstr(lc_text(&macros), "#define __STDC");
    bool clang = strstr(lc_text(&macros), "#define __clang__ ") != NULL;
    lc_text_free(&macros);
    if (!works)
        return lc_fail(error, "%s does not work as a compiler: set %s to one that does", name,
                       language == LCD_LANGUAGE_CXX ? "CXX" : "CC");
    snprintf(f->name, sizeof f->name, "%s", clang ? "clang" : "gcc");
    if (!probe_flags(q, clang ? FOR_CLANG : FOR_GCC, f))
        return answers(q, "-c", "", true, NULL)
                   ? lc_fail(error, "%s does not take -fsanitize=thread; gcc 12 and clang 14 do", name)
                   : lc_fail(error, "%s cannot compile a file of one line: is there room for temporary files?", name);
    f->no_pie = answers(q, "-no-pie", "", true, NULL);
    return LINCE_DONE;
}

static lince_status run_query(const lcd_compiler *c, lcd_language language, const lcd_cache *cache, facts *f,
                              lince_error *error) {
    query q = {.compiler = c};
    char *unfinished = lcd_cache_begin(cache, "tools", 0, error);
    if (!unfinished) return LINCE_BAD_INPUT;
    lc_text_printf(&q.source, "%s/empty.%s", unfinished, language == LCD_LANGUAGE_CXX ? "cc" : "c");
    lc_text_printf(&q.product, "%s/empty.o", unfinished);
    lince_text program = {0};
    lc_text_puts(&program, "int main(void) { return 0; }\n");
    lince_status status = lc_write_file(lc_text(&q.source), &program, error);
    if (status == LINCE_DONE) status = query_all(&q, language, f, error);
    lc_text_free(&program);
    lc_text_free(&q.source);
    lc_text_free(&q.product);
    lcd_cache_drop(unfinished);
    return status;
}

/* ---- remembering ---- */

static bool recall(const char *path, facts *f) {
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file) return false;
    bool known = fscanf(file, "%7s %u %u", f->name, &f->taken, &f->no_pie) == 3;
    fclose(file);
    return known;
}

static void remember(const char *path, const facts *f) {
    if (lcd_child_interrupted()) return; /* and so was the compiler, so its answer is void */
    lince_text line = {0};
    lince_error error = {0};
    lc_text_printf(&line, "%s %u %u\n", f->name, f->taken, f->no_pie);
    if (path && !line.cut) (void)lc_write_file(path, &line, &error); /* else it is queried again */
    lc_text_free(&line);
}

/* ---- finding ---- */

/* Where a command is that was named without a directory. */
static char *which(const char *name) {
    const char *path = getenv("PATH");
    if (strchr(name, '/') || !path) return realpath(name, NULL);
    while (*path) {
        size_t length = strcspn(path, ":");
        lince_text file = {0};
        lc_text_printf(&file, "%.*s/%s", length ? (int)length : 1, length ? path : ".", name);
        char *real = !file.cut && access(file.at, X_OK) == 0 ? realpath(file.at, NULL) : NULL;
        lc_text_free(&file);
        if (real) return real;
        path += length + (path[length] == ':');
    }
    return NULL;
}

/* By name, place, time and size, as a query of its version takes longer than compiling a small file; and by the
 * query. */
static uint64_t identity_of(const lcd_compiler *c) {
    lince_text text = {0};
    struct stat about;
    lcd_args_print(&text, &c->command);
    for (uint32_t i = 0; i < c->command.list.count; i++) { /* `ccache gcc` is both */
        char *path = c->command.list.at[i][0] == '-' ? NULL : which(c->command.list.at[i]);
        if (path && stat(path, &about) == 0)
            lc_text_printf(&text, "\n%s %lld %ld %lld", path, (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec,
                           (long long)about.st_size);
        free(path);
    }
    for (unsigned i = 0; i < WANTED; i++) lc_text_printf(&text, "\n%s", wanted[i].flags); /* the query */
    uint64_t hash = lc_hash_bytes(lc_text(&text), text.length);
    lc_text_free(&text);
    return hash;
}

static void take_facts(lcd_compiler *c, const facts *f) {
    c->clang = strcmp(f->name, "clang") == 0;
    c->no_pie = f->no_pie;
    lcd_args_add(&c->seeing, "-fsanitize=thread");
    for (unsigned i = 0; i < WANTED; i++)
        if (f->taken & 1u << i) lcd_args_split(&c->seeing, wanted[i].flags);
}

/* `make CC='lince cc'` declares to every program, also to us, that we are the compiler. */
static bool is_ourselves(const char *command) {
    char word[4096], *self = realpath("/proc/self/exe", NULL);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(command, " \t"), command);
    char *path = which(word);
    bool same = self && path && strcmp(self, path) == 0;
    free(self);
    free(path);
    return same;
}

/* The user's compiler, from the first of these variables that names another program than ourselves. */
static const char *named_compiler(bool cxx) {
    const char *const variables[] = {cxx ? "LINCE_CXX" : "LINCE_CC", cxx ? "CXX" : "CC"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *named = getenv(variables[i]);
        if (!named) continue;
        named += strspn(named, " \t");
        if (*named && !is_ourselves(named)) return named;
    }
    return cxx ? "c++" : "cc";
}

lince_status lcd_compiler_locate(lcd_compiler *c, lcd_language language, lince_error *error) {
    *c = (lcd_compiler){0};
    bool cxx = language == LCD_LANGUAGE_CXX;
    lcd_args_split(&c->command, named_compiler(cxx));
    if (c->command.cut) return LINCE_OUT_OF_MEMORY;
    char *there = which(c->command.list.at[0]);
    if (!there)
        return lc_fail(error, "the compiler %s is not there: install one (on Debian: apt install %s), or set %s",
                       c->command.list.at[0], cxx ? "g++" : "gcc libc6-dev", cxx ? "CXX" : "CC");
    free(there);
    c->identity = identity_of(c);
    return LINCE_DONE;
}

lince_status lcd_compiler_find(lcd_compiler *c, lcd_language language, const lcd_cache *cache, lince_error *error) {
    lince_status status = lcd_compiler_locate(c, language, error);
    if (status != LINCE_DONE) return status;
    facts f = {.taken = 0};
    char file[24];
    snprintf(file, sizeof file, "%s-%016llx", language == LCD_LANGUAGE_CXX ? "cxx" : "cc",
             (unsigned long long)c->identity);
    char *path = lcd_cache_file(cache, "tools", file);
    if (!recall(path, &f)) {
        status = run_query(c, language, cache, &f, error);
        if (status == LINCE_DONE) remember(path, &f);
    }
    free(path);
    if (status == LINCE_DONE) take_facts(c, &f);
    return status;
}

void lcd_compiler_free(lcd_compiler *c) {
    lcd_args_free(&c->command);
    lcd_args_free(&c->seeing);
}

/* ---- flags ---- */

static void add_common(lcd_args *a, const lcd_compiler *c) {
    lcd_args_split(a, "-g -pthread");
    if (c->clang) lcd_args_add(a, "-Qunused-arguments");
}

void lcd_flags_compiling(lcd_args *a, const lcd_compiler *c, const lcd_places *places, bool instrumented) {
    add_common(a, c);
    lcd_args_split(a, "-O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls");
    if (instrumented) {
        lcd_args_join(a, &c->seeing);
        /* Code that the compiler expands in place of a call is no longer instrumented. */
        static const char *const called[] = {"memcpy", "memset",  "memmove", "mempcpy", "memcmp", "bcmp",
                                             "bzero",  "strcpy",  "stpcpy",  "strncpy", "strcat", "strncat",
                                             "strcmp", "strncmp", "sprintf", "snprintf"};
        for (size_t i = 0; i < sizeof called / sizeof *called; i++) lcd_args_addf(a, "-fno-builtin-%s", called[i]);
        lcd_args_addf(a, "-include%s/lince/std/builtins.h", places->include);
    }
    lcd_args_addf(a, "-I%s", places->include);
    lcd_args_addf(a, "-I%s/lince/std", places->include); /* headers that stand before those of the standard library */
}

void lcd_flags_compiling_natively(lcd_args *a, const lcd_compiler *c, const lcd_places *places) {
    add_common(a, c);
    lcd_args_add(a, "-O2");
    lcd_args_addf(a, "-I%s", places->include);
}

void lcd_flags_linking_before(lcd_args *a, const lcd_compiler *c) { add_common(a, c); }

void lcd_flags_linking_after(lcd_args *a, const lcd_compiler *c, const char *runtime) {
    if (c->no_pie) lcd_args_add(a, "-no-pie");
    /* Nothing is recorded for monitors, see target/runtime/monitor.c. */
    static const char *const monitor[] = {"new",   "free", "method", "on",          "off",      "poll",
                                          "flush", "read", "called", "called_with", "returned", "returned_with"};
    for (size_t i = 0; i < sizeof monitor / sizeof *monitor; i++)
        lcd_args_addf(a, "-Wl,--wrap=lince_monitor_%s", monitor[i]);
    lcd_args_split(a, "-Wl,--wrap=main -rdynamic -Wl,--whole-archive");
    lcd_args_add(a, runtime);
    lcd_args_split(a, "-Wl,--no-whole-archive -lpthread -ldl -lm");
}

/* The functions that src/target/stress/shake.c wraps. */
void lcd_flags_linking_natively(lcd_args *a, const lcd_compiler *c, const lcd_places *places) {
    static const char *const wrapped[] = {"main",
                                          "pthread_create",
                                          "pthread_mutex_lock",
                                          "pthread_mutex_trylock",
                                          "pthread_mutex_unlock",
                                          "pthread_cond_wait",
                                          "pthread_cond_timedwait",
                                          "pthread_cond_signal",
                                          "pthread_cond_broadcast",
                                          "pthread_rwlock_rdlock",
                                          "pthread_rwlock_wrlock",
                                          "pthread_rwlock_unlock",
                                          "sem_wait",
                                          "sem_timedwait",
                                          "sem_post",
                                          "mtx_lock",
                                          "mtx_unlock",
                                          "cnd_wait",
                                          "cnd_signal",
                                          "cnd_broadcast"};
    if (c->no_pie) lcd_args_add(a, "-no-pie");
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) lcd_args_addf(a, "-Wl,--wrap=%s", wrapped[i]);
    lcd_args_split(a, "-rdynamic -Wl,--whole-archive");
    lcd_args_add(a, places->stress);
    lcd_args_split(a, "-Wl,--no-whole-archive -lpthread -ldl -lm");
}

lcd_input_kind lcd_input_kind_of(const char *path) {
    static const struct {
        const char *suffix;
        lcd_input_kind kind;
    } kinds[] = {{".c", LCD_INPUT_C},     {".cc", LCD_INPUT_CXX}, {".cpp", LCD_INPUT_CXX},  {".cxx", LCD_INPUT_CXX},
                 {".c++", LCD_INPUT_CXX}, {".C", LCD_INPUT_CXX},  {".cp", LCD_INPUT_CXX},   {".CPP", LCD_INPUT_CXX},
                 {".i", LCD_INPUT_C},     {".ii", LCD_INPUT_CXX}, {".o", LCD_INPUT_OBJECT}, {".a", LCD_INPUT_ARCHIVE}};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(dot, kinds[i].suffix) == 0) return kinds[i].kind;
    return LCD_INPUT_OTHER;
}
