#include "tester/toolchain/flags.h"

#include <string.h>

static bool is_one_of(const char *flag, const char *const *list) {
    for (; *list; list++)
        if (strcmp(flag, *list) == 0) return true;
    return false;
}

bool lcd_flag_takes_next(const char *flag) {
    static const char *const flags[] = {"-o",
                                        "-I",
                                        "-D",
                                        "-U",
                                        "-L",
                                        "-l",
                                        "-x",
                                        "-T",
                                        "-u",
                                        "-z",
                                        "-MF",
                                        "-MT",
                                        "-MQ",
                                        "-MJ",
                                        "-include",
                                        "-imacros",
                                        "-isystem",
                                        "-iquote",
                                        "-isysroot",
                                        "-idirafter",
                                        "-Xlinker",
                                        "-Xassembler",
                                        "-Xpreprocessor",
                                        "-Xclang",
                                        "-mllvm",
                                        "--param",
                                        "-target",
                                        "-aux-info",
                                        "-wrapper",
                                        "-dumpdir",
                                        "-dumpbase",
                                        "-dumpbase-ext",
                                        NULL};
    return is_one_of(flag, flags);
}

const char *lcd_flag_refused(const lc_words *flags) {
    static const char *const refused[] = {"-c",   "-S",         "-E", "-o", "-x", "-M", "-MM", "-fsyntax-only",
                                          "-###", "-emit-llvm", NULL};
    for (uint32_t i = 0; i < flags->count; i++) {
        if (is_one_of(flags->at[i], refused)) return flags->at[i];
        i += lcd_flag_takes_next(flags->at[i]);
    }
    return NULL;
}

static bool is_for_linker(const char *flag) {
    return flag[0] != '-' || !strncmp(flag, "-l", 2) || !strncmp(flag, "-L", 2) || !strncmp(flag, "-Wl,", 4) ||
           !strcmp(flag, "-Xlinker") || !strcmp(flag, "-u") || !strcmp(flag, "-z") || !strcmp(flag, "-T");
}

/* `-std=c++20` is not for C, nor `-std=c17` for C++. */
static bool is_for_other_language(const char *flag, lcd_language language) {
    if (strncmp(flag, "-std=", 5) != 0) return false;
    return (strstr(flag, "++") != NULL) != (language == LCD_LANGUAGE_CXX);
}

void lcd_flags_of_user(lcd_args *a, const lc_words *flags, lcd_language language, bool linking) {
    for (uint32_t i = 0; i < flags->count; i++) {
        const char *flag = flags->at[i], *value = NULL;
        if (lcd_flag_takes_next(flag) && i + 1 < flags->count) value = flags->at[++i];
        if ((!linking && is_for_linker(flag)) || is_for_other_language(flag, language)) continue;
        lcd_args_add(a, flag);
        if (value) lcd_args_add(a, value);
    }
}
