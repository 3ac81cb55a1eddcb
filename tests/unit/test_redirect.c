/* Names of undefined functions are changed in an object, and nothing else. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tap.h"
#include "tester/toolchain/elf_file.h"
#include "tester/toolchain/redirect.h"

static const char SUBJECT[] =
    "#include <string.h>\n"
    "char *strcat(char *to, const char *from) { (void)from; return to; }\n" /* its own */
    "static char a[1000], b[1000];\n"
    "int main(int n, char **v) { memcpy(a, b, (size_t)n); memset(a, n, (size_t)n);\n"
    "  return (int)strlen(v[0] + n) - (strcat(a, b) == a); }\n";
static const char OTHERS[] =
    "#include <string.h>\n"
    "void *__tsan_memcpy(void *to, const void *from, size_t n) { return memmove(to, from, n); }\n"
    "void *__tsan_memset(void *to, int c, size_t n) { (void)c, (void)n; return to; }\n"
    "size_t lct_bulk_strlen(const char *s) { (void)s; return 43; }\n";

static char directory[] = "/tmp/lince-redirect-XXXXXX";

static const char *path(const char *name) {
    static char text[2][100];
    static int which;
    which = !which;
    snprintf(text[which], sizeof text[which], "%s/%s", directory, name);
    return text[which];
}

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(path(name), "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(2);
}

static int run(const char *format, ...) {
    char command[1000], *at = command;
    va_list args;
    at += snprintf(at, sizeof command, "cd %s && ", directory);
    va_start(args, format);
    vsnprintf(at, sizeof command - (size_t)(at - command), format, args);
    va_end(args);
    int status = system(command);
    return status == -1 || !WIFEXITED(status) ? -1 : WEXITSTATUS(status);
}

typedef struct wanted {
    const char *name;
    bool defined;
} wanted;

static bool matches(void *context, const char *name, const Elf64_Sym *symbol) {
    const wanted *w = context;
    return strcmp(name, w->name) == 0 && (symbol->st_shndx != SHN_UNDEF) == w->defined;
}

static bool has(const char *object, const char *name, bool defined) {
    lcd_elf e;
    wanted w = {name, defined};
    lcd_elf_open(&e, path(object));
    bool found = lcd_elf_symbols(&e, matches, &w);
    lcd_elf_close(&e);
    return found;
}

static off_t size_of(const char *name) {
    struct stat about;
    return stat(path(name), &about) == 0 ? about.st_size : -1;
}

static bool redirect(const char *object) {
    lince_error error = {0};
    return lcd_redirect_object(object, &error) == LINCE_DONE;
}

static void test(const char *compiler) {
    if (run("%s --version >/dev/null 2>&1", compiler) != 0) {
        tap_skip(compiler);
        return;
    }
    int compiled = run("%s -fno-builtin -g -c subject.c && %s -fno-builtin -c others.c", compiler, compiler);
    expect(compiled == 0 && has("subject.o", "memcpy", false), "%s: compiled", compiler);
    expect(redirect(path("subject.o")), "%s: changed", compiler);
    expect(!has("subject.o", "memcpy", false) && has("subject.o", "__tsan_memcpy", false) &&
               has("subject.o", "__tsan_memset", false) && has("subject.o", "lct_bulk_strlen", false),
           "%s: calls go elsewhere", compiler);
    expect(has("subject.o", "strcat", true) && has("subject.o", "main", true), "%s: what it defines keeps its name",
           compiler);
    off_t size = size_of("subject.o");
    expect(redirect(path("subject.o")) && size_of("subject.o") == size, "%s: the second time nothing is left",
           compiler);
    expect(run("%s subject.o others.o -o subject && ./subject", compiler) == 42, "%s: and it can be linked and run",
           compiler);
}

int main(void) {
    if (!mkdtemp(directory)) return 2;
    write_file("subject.c", SUBJECT);
    write_file("others.c", OTHERS);
    test("cc");
    test("clang");
    write_file("text.o", "this is no object");
    off_t size = size_of("text.o");
    expect(redirect(path("text.o")) && size_of("text.o") == size, "what is no object stays as it is");
    expect(redirect(path("missing.o")), "nor is there anything to do in a file that is missing");
    run("rm -rf %s", directory);
    return tap_end();
}
