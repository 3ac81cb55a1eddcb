#define _GNU_SOURCE
#include "tester/instrument/uninstrumented_scan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tester/instrument/assembly.h"
#include "tester/instrument/uninstrumented_warn.h"
#include "tester/toolchain/child.h"
#include "tester/toolchain/elf_file.h"

/* ---- names ---- */

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static bool is_one_of(const char *name, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, list[i]) == 0) return true;
    return false;
}
#define IS_ONE_OF(name, list) is_one_of(name, list, sizeof(list) / sizeof *(list))

/* Functions that make, order or stop threads; functions that only describe or name threads change nothing. */
static bool does_concurrency(const char *name) {
    static const char *const families[] = {"pthread_", "sem_", "mtx_",      "cnd_", "thrd_",
                                           "tss_",     "aio_", "__atomic_", "mq_"};
    static const char *const single[] = {"fork", "vfork", "clone", "clone3", "call_once", "daemon"};
    static const char *const harmless[] = {"pthread_equal",
                                           "pthread_self",
                                           "pthread_setname_np",
                                           "pthread_getname_np",
                                           "pthread_sigmask",
                                           "pthread_atfork",
                                           "pthread_getattr_np",
                                           "pthread_getaffinity_np",
                                           "pthread_setcancelstate",
                                           "pthread_setaffinity_np",
                                           "pthread_getschedparam",
                                           "pthread_setschedparam",
                                           "pthread_setcanceltype",
                                           "pthread_testcancel",
                                           "pthread_getcpuclockid",
                                           "pthread_setconcurrency",
                                           "__atomic_is_lock_free",
                                           "thrd_equal",
                                           "thrd_current"};
    static const char *const descriptions[] = {"pthread_attr_", "pthread_mutexattr_", "pthread_condattr_",
                                               "pthread_rwlockattr_", "pthread_barrierattr_"};
    for (size_t i = 0; i < sizeof descriptions / sizeof *descriptions; i++)
        if (begins(name, descriptions[i])) return false;
    if (IS_ONE_OF(name, harmless)) return false;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (begins(name, families[i])) return true;
    return IS_ONE_OF(name, single);
}

/* The names in the index of an archive, each ended by a zero byte: `!<arch>`, then a member called `/`. */
typedef struct archive_index {
    const char *names;
    size_t size;
} archive_index;

static archive_index index_of(const lcd_elf *archive) {
    enum { MAGIC = 8, HEADER = 60, SIZE_AT = 48 };
    const char *bytes = (const char *)archive->bytes;
    unsigned long size;
    char digits[11] = "";
    if (archive->size < MAGIC + HEADER + 4 || (!begins(bytes, "!<arch>\n") && !begins(bytes, "!<thin>\n")))
        return (archive_index){"", 0};
    memcpy(digits, bytes + MAGIC + SIZE_AT, 10);
    if (bytes[MAGIC] != '/' || bytes[MAGIC + 1] != ' ' || sscanf(digits, "%lu", &size) != 1)
        return (archive_index){"", 0};
    const uint8_t *start = archive->bytes + MAGIC + HEADER;
    uint64_t count = (uint64_t)start[0] << 24 | start[1] << 16 | start[2] << 8 | start[3], skip = 4 + 4 * count;
    if (size > archive->size - MAGIC - HEADER || skip > size) return (archive_index){"", 0};
    return (archive_index){(const char *)start + skip, size - skip};
}

static bool is_indexed(archive_index index, const char *name) {
    size_t length = strlen(name) + 1;
    for (const char *at = index.names, *end = at + index.size; at < end;) {
        const char *zero = memchr(at, '\0', (size_t)(end - at));
        if (!zero) return false;
        if ((size_t)(zero + 1 - at) == length && memcmp(at, name, length) == 0) return true;
        at = zero + 1;
    }
    return false;
}

/* ---- references to library functions ---- */

typedef struct looking {
    lince_text *warnings;
    const char *name;
    archive_index modelled;
    bool instrumented; /* such a reference was found */
} looking;

static bool look_at_symbol(void *context, const char *name, const Elf64_Sym *symbol) {
    looking *l = context;
    if (symbol->st_shndx != SHN_UNDEF) return false;
    if (begins(name, "__tsan_") || begins(name, "__lince_asm_")) l->instrumented = true;
    else if (does_concurrency(name) && !is_indexed(l->modelled, name))
        lc_text_printf(l->warnings,
                       "%s: %s is not modelled: it runs as one step, and its effect on other threads is not seen\n",
                       l->name, name);
    return false;
}

/* ---- instructions ---- */

/* Most inline assembly there is announced to the runtime. */
#if defined(__x86_64__)
enum { UNDERSTOOD = 1 };
#else
enum { UNDERSTOOD = 0 };
#endif

/* Does it only order what is around it?  The top of the stack belongs to the thread. */
static bool is_fence(const char *instruction) { return strstr(instruction, "$0x0,") && strstr(instruction, "(%rsp)"); }

/* An atomic instruction as objdump writes it; in instrumented code it stands in inline assembly only. */
static bool is_atomic(const char *instruction) {
    static const char *const arm[] = {"ldxr",  "ldaxr", "stxr", "stlxr", "ldxp",  "ldaxp", "stxp",
                                      "stlxp", "cas",   "swp",  "ldadd", "ldclr", "ldset", "ldeor"};
#if defined(__x86_64__)
    (void)arm;
    return (begins(instruction, "lock ") && !is_fence(instruction)) ||
           (begins(instruction, "xchg ") && strchr(instruction, '('));
#else
    for (size_t i = 0; i < sizeof arm / sizeof *arm; i++)
        if (begins(instruction, arm[i])) return true;
    return false;
#endif
}

/* A function while its instructions go by. */
typedef struct scanned {
    char function[200], instruction[80];
    bool atomic, told; /* `told`: the runtime is informed, by lince_atomic_begin */
    bool announced;    /* so is the next instruction, see target/runtime/assembly.h */
} scanned;

static void finish_function(lince_text *warnings, const char *name, scanned *s) {
    if (s->atomic && !s->told)
        lc_text_printf(warnings,
                       "%s: %s has an atomic instruction that is not seen (%s): use the compiler's atomics, or put it "
                       "between lince_atomic_begin and lince_atomic_end%s\n",
                       name, s->function, s->instruction,
                       UNDERSTOOD ? "" : "; inline assembly is understood on x86-64 only");
    *s = (scanned){.atomic = false};
}

static void scan_line(lince_text *warnings, const char *name, scanned *s, const char *line) {
    const char *open = strchr(line, '<'), *close = strrchr(line, '>'), *tab = strchr(line, '\t');
    if (isxdigit((unsigned char)*line) && open && close) {
        finish_function(warnings, name, s);
        snprintf(s->function, sizeof s->function, "%.*s", (int)(close - open - 1), open + 1);
    } else if (strstr(line, ": R_")) {
        if (strstr(line, "\tlince_atomic_begin")) s->told = true;
        else if (strstr(line, "\t__lince_asm_point")) s->announced = true;
    } else if (tab) {
        const char *instruction = tab + 1;
        bool between = begins(instruction, "nopl ") || begins(instruction, "pop ");
        if (!s->atomic && !s->announced && is_atomic(instruction)) {
            s->atomic = true;
            snprintf(s->instruction, sizeof s->instruction, "%.*s", (int)strcspn(instruction, "\n#"), instruction);
            size_t end = strlen(s->instruction);
            while (end && s->instruction[end - 1] == ' ') s->instruction[--end] = '\0';
        }
        if (!between) s->announced = false;
    }
}

static void scan_instructions(lince_text *warnings, const char *object, const char *name) {
    lcd_args a = {0};
    lince_text listing = {0};
    lince_error error = {0};
    int status = 1;
    lcd_args_split(&a, "objdump -drC --no-show-raw-insn");
    lcd_args_add(&a, object);
    /* Without objdump this is not looked for. */
    if (lcd_run_child(&a, LCD_CHILD_ALONE, &listing, &status, &error) == LINCE_DONE && status == 0) {
        scanned s = {.atomic = false};
        char *rest = NULL;
        for (char *line = listing.at ? strtok_r(listing.at, "\n", &rest) : NULL; line;
             line = strtok_r(NULL, "\n", &rest))
            scan_line(warnings, name, &s, line);
        finish_function(warnings, name, &s);
    }
    lc_text_free(&listing);
    lcd_args_free(&a);
}

/* Is there a chance to find something?  Most code has no byte sequence that even looks like an atomic instruction. */
static bool may_be_atomic(const lcd_elf *e) {
#if defined(__x86_64__)
    for (size_t i = 0; e->header && i < e->header->e_shnum; i++) {
        const Elf64_Shdr *s = lcd_elf_section(e, i);
        if (!s || s->sh_type != SHT_PROGBITS || !(s->sh_flags & SHF_EXECINSTR)) continue;
        const uint8_t *at = e->bytes + s->sh_offset, *end = at + s->sh_size;
        for (; at + 1 < end; at++)
            if (*at == 0xf0 || ((*at & 0xfe) == 0x86 && at[1] < 0xc0)) return true;
    }
    return false;
#else
    return e->header != NULL;
#endif
}

/* ---- objects, archives, programs ---- */

static void not_instrumented(lince_text *warnings, const char *name) {
    lc_text_printf(warnings,
                   "%s was not compiled for testing: nothing in it is seen, and it runs as one step; "
                   "compile it with 'lince cc'\n",
                   name);
}

void lcd_uninstrumented_object(lince_text *warnings, const char *object, const char *name, const char *runtime) {
    lcd_elf e, archive;
    lcd_elf_open(&e, object);
    lcd_elf_open(&archive, runtime);
    looking l = {.warnings = warnings, .name = name, .modelled = index_of(&archive)};
    lcd_elf_symbols(&e, look_at_symbol, &l);
    if (e.header && !l.instrumented) not_instrumented(warnings, name);
    else if (may_be_atomic(&e)) scan_instructions(warnings, object, name);
    lcd_elf_close(&archive);
    lcd_elf_close(&e);
}

/* Does the name of an entry of the runtime occur in it? */
static bool is_instrumented(const lcd_elf *e) {
    static const char *const marks[] = {"__tsan_", "__lince_asm_"};
    bool seen = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks && !seen; i++)
        seen = memmem(e->bytes, e->size, marks[i], strlen(marks[i])) != NULL;
    return seen;
}

void lcd_uninstrumented_archive(lince_text *warnings, const char *path) {
    lcd_elf archive;
    lcd_elf_open(&archive, path);
    if (archive.bytes && !is_instrumented(&archive)) not_instrumented(warnings, path);
    lcd_elf_close(&archive);
}

/* A library that the loader will find here was compiled for testing.  (Other libraries may have been, too, but are hard
 * to find.)
 */
static bool is_known_library(lince_text *warnings, const char *name) {
    const char *path = getenv("LD_LIBRARY_PATH");
    while (path && *path) {
        size_t length = strcspn(path, ":;");
        char file[4096];
        snprintf(file, sizeof file, "%.*s/%s", (int)length, path, name);
        lcd_elf e;
        lcd_elf_open(&e, file);
        bool known = e.bytes && is_instrumented(&e);
        if (known) lcd_uninstrumented_recall(warnings, e.bytes, e.size);
        lcd_elf_close(&e);
        if (known) return true;
        path += length + (path[length] != '\0');
    }
    return false;
}

static bool look_at_library(void *context, const char *name) {
    static const char *const known[] = {
        "libc.so",      "libm.so",      "libpthread.so",      "libdl.so",     "librt.so",
        "ld-linux",     "libstdc++.so", "libgcc_s.so",        "libatomic.so", "libc++.so",
        "libc++abi.so", "libunwind.so", "liblince-monitor.so" /* which is not called, see target/runtime/monitor.c */};
    lince_text *warnings = context;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (begins(name, known[i])) return false;
    if (is_known_library(warnings, name)) return false;
    lc_text_printf(warnings, "%s was not compiled for testing: nothing in it is seen, and it runs as one step\n", name);
    return false;
}

void lcd_uninstrumented_program(lince_text *warnings, const char *program) {
    lcd_elf e;
    lcd_elf_open(&e, program);
    lcd_elf_needed(&e, look_at_library, warnings);
    if (e.bytes) lcd_uninstrumented_recall(warnings, e.bytes, e.size); /* recorded when its objects were compiled */
    lcd_elf_close(&e);
}

bool lcd_has_assembly(const char *program) {
    lcd_elf e;
    lcd_elf_open(&e, program);
    bool has = e.bytes && memmem(e.bytes, e.size, LCD_ASSEMBLY_SECTION, sizeof LCD_ASSEMBLY_SECTION - 1);
    lcd_elf_close(&e);
    return has;
}

static bool is_personality(void *context, const char *name, const Elf64_Sym *symbol) {
    (void)context, (void)symbol;
    return begins(name, "__gxx_personality") || begins(name, "_ZSt") || begins(name, "_ZNSt") || begins(name, "_Zn") ||
           begins(name, "_Zd") || begins(name, "__cxa_guard");
}

bool lcd_is_cplusplus(const char *object) {
    lcd_elf e;
    lcd_elf_open(&e, object);
    bool found = lcd_elf_symbols(&e, is_personality, NULL);
    lcd_elf_close(&e);
    return found;
}
