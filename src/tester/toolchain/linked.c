#include "tester/toolchain/linked.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/hash.h"
#include "tester/toolchain/elf_file.h"

lince_status lcd_key_file(lince_text *key, const char *path, lince_error *error) {
    lcd_elf file; /* or another kind of file */
    struct stat about;
    lcd_elf_open(&file, path);
    bool read = file.bytes && stat(path, &about) == 0;
    if (read) {
        lc_text_printf(key, "%s %016llx", path, (unsigned long long)lc_hash_bytes(file.bytes, file.size));
        /* A thin archive names its objects and does not hold them. */
        bool thin = file.size > 8 && memcmp(file.bytes, "!<thin>", 7) == 0;
        if (thin) lc_text_printf(key, " %lld %ld", (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
        lc_text_putc(key, '\n');
    }
    lcd_elf_close(&file);
    return read ? LINCE_DONE : lc_fail_at(error, path, 0, "cannot be read");
}

static bool add_if_there(lince_text *key, const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && lcd_key_file(key, path, NULL) == LINCE_DONE;
}

/* `a:b:c` */
static void add_directories(lcd_args *directories, const char *list, size_t length) {
    for (const char *end = list + length; list < end;) {
        size_t name = strcspn(list, ":\n");
        if (name > (size_t)(end - list)) name = (size_t)(end - list);
        if (name) lcd_args_addf(directories, "%.*s", (int)name, list);
        list += name + 1;
    }
}

/* Those of the compiler itself, which it prints as `libraries: =/usr/lib/gcc/:/usr/lib/`. */
static void query_directories(lcd_args *directories, const lcd_compiler *compiler) {
    static const char label[] = "libraries: =";
    lcd_args a = {0};
    lince_text msg = {0};
    int status = 0;
    lcd_args_join(&a, &compiler->command);
    lcd_args_add(&a, "-print-search-dirs");
    (void)lcd_run_child(&a, LCD_CHILD_ALONE, &msg, &status, NULL);
    const char *list = strstr(lc_text(&msg), label);
    if (list) list += strlen(label), add_directories(directories, list, strcspn(list, "\n"));
    lc_text_free(&msg);
    lcd_args_free(&a);
}

/* In the first directory that has it; of two forms both, for it depends on other flags which of them is taken. */
static bool add_library(lince_text *key, const lcd_args *directories, const char *name) {
    bool found = false;
    for (uint32_t i = 0; i < directories->list.count && !found; i++)
        for (int form = 0; form < (*name == ':' ? 1 : 2); form++) {
            lince_text path = {0};
            if (*name == ':') lc_text_printf(&path, "%s/%s", directories->list.at[i], name + 1);
            else lc_text_printf(&path, "%s/lib%s.%s", directories->list.at[i], name, form ? "a" : "so");
            found |= add_if_there(key, lc_text(&path));
            lc_text_free(&path);
        }
    return found;
}

/* A word that is a file, or has some between its commas: `-Wl,--whole-archive,queue.a`. */
static void add_files(lince_text *key, const char *word) {
    if (*word == '@') word++; /* a file with more of them */
    if (*word != '-') (void)add_if_there(key, word);
    if (strncmp(word, "-Wl,", 4) != 0) return;
    for (word += 4; *word; word += strspn(word, ",=")) {
        size_t length = strcspn(word, ",=");
        char *part = strndup(word, length);
        if (part) (void)add_if_there(key, part);
        free(part);
        word += length;
    }
}

/* The value of a flag, which stands in the same word or is the next one; NULL: it is another flag. */
static const char *value_of(const lc_words *flags, uint32_t i, const char *flag) {
    const char *word = flags->at[i];
    if (strncmp(word, flag, strlen(flag)) != 0) return NULL;
    if (word[strlen(flag)]) return word + strlen(flag);
    return i + 1 < flags->count ? flags->at[i + 1] : NULL;
}

void lcd_key_flags(lince_text *key, const lc_words *flags, const lcd_compiler *compiler) {
    lcd_args near = {0}, far = {0};
    const char *more = getenv("LIBRARY_PATH"), *value;
    for (uint32_t i = 0; i < flags->count; i++) {
        add_files(key, flags->at[i]);
        if ((value = value_of(flags, i, "-L"))) lcd_args_add(&near, value);
    }
    if (more) add_directories(&near, more, strlen(more));
    for (uint32_t i = 0; i < flags->count; i++) {
        value = value_of(flags, i, "-l");
        if (!value || add_library(key, &near, value)) continue;
        if (!far.list.count) query_directories(&far, compiler);
        (void)add_library(key, &far, value);
    }
    key->cut |= near.cut || far.cut;
    lcd_args_free(&near);
    lcd_args_free(&far);
}
