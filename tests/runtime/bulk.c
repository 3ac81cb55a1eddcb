/* Functions that read and write many bytes do what those of libc do, and say what they read and write. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

#include "heap_support.h"
#include "target/runtime/bulk.h"

/* Declared nowhere: objects are made to call them. */
#define DECLARE(from, to) extern __typeof__(from) to;
#include <strings.h>
#pragma GCC diagnostic ignored "-Wredundant-decls"
LCT_BULK(DECLARE)

static char a[100], b[100];

static void fill(void) {
    memset(a, 'x', sizeof a);
    memset(b, 'y', sizeof b);
    strcpy(a, "left");
    strcpy(b, "leg");
    seen.accesses = 0;
    lct_m.in_code = true;
}

/* The `back`-th access from the end was to these bytes. */
static bool was(unsigned back, const void *at, size_t size, lct_access access) {
    const lct_step *s = &seen.ranges[3 - back];
    return s->address == (uintptr_t)at && s->size == size && s->access == access;
}

static void check(bool right, unsigned accesses, const char *name) {
    lct_m.in_code = false;
    expect(right && seen.accesses == accesses, "%s", name);
    fill();
}

static void test_copies(void) {
    check(__tsan_memcpy(a, b, 10) == a && !memcmp(a, b, 10) && was(1, b, 10, LCT_READ) && was(0, a, 10, LCT_WRITE), 2,
          "memcpy");
    check(__tsan_memmove(a + 1, a, 10) == a + 1 && a[1] == 'l' && was(1, a, 10, LCT_READ) &&
              was(0, a + 1, 10, LCT_WRITE),
          2, "memmove");
    check(__tsan_memset(a, 3, 7) == a && a[6] == 3 && a[7] == 'x' && was(0, a, 7, LCT_WRITE), 1, "memset");
    check(lct_bulk_mempcpy(a, b, 10) == a + 10 && !memcmp(a, b, 10) && was(1, b, 10, LCT_READ) &&
              was(0, a, 10, LCT_WRITE),
          2, "mempcpy");
    lct_bulk_bzero(a, 3);
    check(a[2] == 0 && a[3] == 't' && was(0, a, 3, LCT_WRITE), 1, "bzero");
    lct_bulk_bcopy(b, a, 3);
    check(a[2] == 'g' && was(1, b, 3, LCT_READ) && was(0, a, 3, LCT_WRITE), 2, "bcopy");
    check(__tsan_memcpy(a, b, 0) == a && a[0] == 'l', 0, "nothing is no access");
}

static void test_seldom(void) {
    check(lct_bulk_memccpy(a, b, 'e', 9) == a + 2 && was(1, b, 2, LCT_READ) && was(0, a, 2, LCT_WRITE), 2, "memccpy");
    check(lct_bulk_stpncpy(a, b, 9) == a + 3 && was(1, b, 4, LCT_READ) && was(0, a, 9, LCT_WRITE), 2, "stpncpy");
    lct_bulk_explicit_bzero(a, 2);
    check(!a[1] && a[2] == 'f' && was(0, a, 2, LCT_WRITE), 1, "explicit_bzero");
    lct_bulk_swab(b, a, 3);
    check(a[0] == 'e' && a[2] == 'f' && was(1, b, 2, LCT_READ) && was(0, a, 2, LCT_WRITE), 2, "swab: whole pairs");
    check(lct_bulk_memrchr(a, 'e', 4) == a + 1 && was(0, a + 1, 3, LCT_READ), 1, "memrchr: from the end");
    check(!lct_bulk_memrchr(a, 'y', 4) && was(0, a, 4, LCT_READ), 1, "memrchr: all, in vain");
    check(lct_bulk_rawmemchr(a, 't') == a + 3 && was(0, a, 4, LCT_READ), 1, "rawmemchr");
    check(lct_bulk_memmem(a, 9, "ft", 2) == a + 2 && was(1, a, 4, LCT_READ), 2, "memmem: up to what was found");
    check(!lct_bulk_memmem(a, 9, "tt", 2) && was(1, a, 9, LCT_READ), 2, "memmem: all, in vain");
    check(lct_bulk_strcasestr(a, "EF") == a + 1 && was(1, a, 3, LCT_READ), 2, "strcasestr");
    check(lct_bulk_strcasecmp(a, b) < 0 && was(1, a, 3, LCT_READ) && was(0, b, 3, LCT_READ), 2, "strcasecmp");
    check(lct_bulk_strcasecmp(a, "LEFT") == 0 && was(1, a, 5, LCT_READ), 2, "strcasecmp: up to the end");
    check(lct_bulk_strncasecmp(a, b, 2) == 0 && was(1, a, 2, LCT_READ), 2, "strncasecmp: no further");
    check(lct_bulk_strcoll(a, b) < 0 && was(1, a, 5, LCT_READ) && was(0, b, 4, LCT_READ), 2, "strcoll");
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wformat-truncation"
#pragma GCC diagnostic ignored "-Wformat-overflow"
#endif
/* With the same arguments for all; `most` is how much of the text is read, 0: it is not looked at. */
static void prints(const char *format, size_t most) {
    char line[100];
    int length = snprintf(line, sizeof line, format, b, 2, 7L);
    bool same = lct_bulk_snprintf(a, sizeof a, format, b, 2, 7L) == length && strcmp(a, line) == 0;
    check(same && (!most || was(1, b, most, LCT_READ)), 1 + (most != 0), format);
}

static void test_printed(void) {
    prints("%s", 4);
    prints("a%%b%m%s", 4);
    prints("%-+ #09s.", 4);
    prints("%9.2s", 2);
    prints("%.3s", 3);
    prints("%.9s", 4);
    prints("%.0s", 0);
    prints("%.s", 0);
    prints("%s %d", 4);
    prints("%s %hhd %jd", 4);
    prints("%1$s %2$d", 4);
    prints("%2$d %1$.2s", 2);
    prints("%1$.*2$s", 2);
    prints("%1$*2$s", 4);
    prints("%2$d %3$ld %1$s", 4);
    prints("%p", 0);
    prints("%s %y", 0);      /* nobody knows what that takes */
    prints("%3$ld %1$s", 0); /* nor this: the second may be of any type */
    prints("%1$d %1$s", 0);  /* it has two types */
    prints("%99$s", 0);
    check(lct_bulk_snprintf(a, 50, "%s %", b) == -1, 0, "half a conversion");
    check(lct_bulk_snprintf(a, 50, "%s %99999999999999999999d", b, 1) == -1, 0, "a width that is too large");
    long double wide = 1;
    check(lct_bulk_snprintf(a, 50, "%Lf %f %*d %lld %zu %c %.*s", wide, 2.0, 3, 4, 5LL, (size_t)6, 'c', 1, b) > 0 &&
              was(1, b, 1, LCT_READ),
          2, "behind arguments of all types");
    check(lct_bulk_snprintf(a, 50, "%.*s", -1, b) == 3 && was(1, b, 4, LCT_READ), 2, "a precision that is none");
    check(lct_bulk_snprintf(a, 50, "%s", (char *)NULL) == 6, 1, "no text");
    check(lct_bulk_snprintf(a, 50, "%ls", L"abc") == 3 && seen.ranges[2].size == 4 * sizeof(wchar_t), 2, "wide");
    int count = 0;
    short few = 0;
    check(lct_bulk_snprintf(a, 50, "ab%n", &count) == 2 && count == 2 && was(1, &count, 4, LCT_WRITE), 2, "%%n");
    check(lct_bulk_snprintf(a, 50, "ab%hn", &few) == 2 && few == 2 && was(1, &few, 2, LCT_WRITE), 2, "%%hn");
}
#pragma GCC diagnostic pop

static void test_streams(void) {
    FILE *none = fopen("/dev/null", "w");
    int file = fileno(none);
    fill();
    check(lct_bulk_fprintf(none, "%d%s", 1, b) == 4 && was(0, b, 4, LCT_READ), 1, "fprintf");
    check(lct_bulk_dprintf(file, "%d%s", 1, b) == 4 && was(0, b, 4, LCT_READ), 1, "dprintf");
    check(lct_bulk_fputs(b, none) >= 0 && was(0, b, 4, LCT_READ), 1, "fputs");
    check(lct_bulk_fwrite(b, 2, 3, none) == 3 && was(0, b, 6, LCT_READ), 1, "fwrite");
    b[0] = '#'; /* a comment in what this prints */
    check(lct_bulk_puts(b) >= 0 && was(0, b, 4, LCT_READ), 1, "puts");
    b[0] = '#';
    check(lct_bulk_printf("%s\n", b) == 4 && was(0, b, 4, LCT_READ), 1, "printf");
    lct_m.in_code = false;
    fclose(none);
    fill();
}

static void test_looks(void) {
    check(lct_bulk_memcmp(a, b, 10) < 0 && was(1, a, 3, LCT_READ) && was(0, b, 3, LCT_READ), 2,
          "memcmp: up to the difference");
    check(lct_bulk_memcmp(a, a, 10) == 0 && was(0, a, 10, LCT_READ), 2, "memcmp: up to the end");
    check(lct_bulk_memchr(a, 'f', 10) == a + 2 && was(0, a, 3, LCT_READ), 1, "memchr: up to what was found");
    check(!lct_bulk_memchr(a, 'q', 10) && was(0, a, 10, LCT_READ), 1, "memchr: up to the end");
}

static void test_texts(void) {
    check(lct_bulk_strlen(a) == 4 && was(0, a, 5, LCT_READ), 1, "strlen");
    check(lct_bulk_strnlen(a, 3) == 3 && was(0, a, 3, LCT_READ), 1, "strnlen: not all");
    check(lct_bulk_strnlen(a, 30) == 4 && was(0, a, 5, LCT_READ), 1, "strnlen: all");
    check(lct_bulk_strcpy(a, b) == a && !strcmp(a, "leg") && was(1, b, 4, LCT_READ) && was(0, a, 4, LCT_WRITE), 2,
          "strcpy");
    check(lct_bulk_stpcpy(a, b) == a + 3 && !strcmp(a, "leg") && was(1, b, 4, LCT_READ) && was(0, a, 4, LCT_WRITE), 2,
          "stpcpy");
    check(lct_bulk_strncpy(a, b, 6) == a && !memcmp(a, "leg\0\0\0x", 7) && was(1, b, 4, LCT_READ) &&
              was(0, a, 6, LCT_WRITE),
          2, "strncpy");
    check(lct_bulk_strcat(a, b) == a && !strcmp(a, "leftleg") && was(2, a, 5, LCT_READ) && was(1, b, 4, LCT_READ) &&
              was(0, a + 4, 4, LCT_WRITE),
          3, "strcat");
    check(lct_bulk_strncat(a, b, 2) == a && !strcmp(a, "leftle") && was(2, a, 5, LCT_READ) && was(1, b, 2, LCT_READ) &&
              was(0, a + 4, 3, LCT_WRITE),
          3, "strncat");
    check(lct_bulk_strcmp(a, b) < 0 && was(1, a, 3, LCT_READ) && was(0, b, 3, LCT_READ), 2,
          "strcmp: up to the difference");
    check(lct_bulk_strcmp(a, a) == 0 && was(0, a, 5, LCT_READ), 2, "strcmp: up to the end");
    check(lct_bulk_strncmp(a, b, 2) == 0 && was(0, b, 2, LCT_READ), 2, "strncmp");
    check(lct_bulk_strchr(a, 'e') == a + 1 && was(0, a, 2, LCT_READ), 1, "strchr: up to what was found");
    check(!lct_bulk_strchr(a, 'q') && was(0, a, 5, LCT_READ), 1, "strchr: up to the end");
}

static void test_printing(void) {
    seen.accesses = 0;
    strcpy(a, "left");
    strcpy(b, "leg");
    check(lct_bulk_strrchr(a, 'e') == a + 1 && was(0, a, 5, LCT_READ), 1, "strrchr");
    check(lct_bulk_strstr(a, "ef") == a + 1 && was(1, a, 3, LCT_READ), 2, "strstr: up to what was found");
    check(!lct_bulk_strstr(a, b) && was(1, a, 5, LCT_READ) && was(0, b, 4, LCT_READ), 2, "strstr: up to the end");
    check(lct_bulk_snprintf(a, 3, "%d", 1234) == 4 && !strcmp(a, "12") && was(0, a, 3, LCT_WRITE), 1, "snprintf: cut");
    check(lct_bulk_snprintf(a, 9, "%d", 1234) == 4 && !strcmp(a, "1234") && was(0, a, 5, LCT_WRITE), 1, "snprintf");
    check(lct_bulk_sprintf(a, "%s!", b) == 4 && !strcmp(a, "leg!") && was(1, b, 4, LCT_READ) && was(0, a, 5, LCT_WRITE),
          2, "sprintf");
}

static void test_numbers(void) {
    char *end;
    seen.accesses = 0;
    strcpy(a, " 12x");
    errno = 0;
    check(lct_bulk_strtol(a, &end, 10) == 12 && end == a + 3 && was(1, a, 4, LCT_READ) && was(0, &end, 8, LCT_WRITE), 2,
          "strtol");
    strcpy(a, "99999999999999999999");
    check(lct_bulk_strtoul(a, NULL, 10) == ULONG_MAX && errno == ERANGE && was(0, a, 21, LCT_READ), 1,
          "strtoul: errno");
    strcpy(a, "1.5");
    check(lct_bulk_strtod(a, NULL) > 1.4 && was(0, a, 4, LCT_READ), 1, "strtod");
    check(lct_bulk_atoi(a) == 0 && was(0, a, 1, LCT_READ), 1, "atoi: nothing is there");
    int number = 0;
    strcpy(a, "7 8");
    check(lct_bulk_sscanf(a, "%d", &number) == 1 && number == 7 && was(0, a, 4, LCT_READ), 1, "sscanf: the text");
    check(lct_bulk_strspn(a, "lfe") == 3 && was(1, a, 4, LCT_READ), 2, "strspn");
    check(lct_bulk_strcspn(a, "t") == 3 && was(1, a, 4, LCT_READ), 2, "strcspn");
    check(lct_bulk_strpbrk(a, "ft") == a + 2 && was(1, a, 3, LCT_READ), 2, "strpbrk");
}

static void test_wide(void) {
    static wchar_t w[10] = L"abc", v[10] = L"abd";
    check(lct_bulk_wcslen(w) == 3 && was(0, w, 16, LCT_READ), 1, "wcslen");
    check(lct_bulk_wmemcmp(w, v, 8) < 0 && was(1, w, 12, LCT_READ) && was(0, v, 12, LCT_READ), 2, "wmemcmp");
    check(lct_bulk_wmemchr(w, L'b', 8) == w + 1 && was(0, w, 8, LCT_READ), 1, "wmemchr");
    check(lct_bulk_wmemcpy(w, v, 3) == w && w[2] == L'd' && was(1, v, 12, LCT_READ) && was(0, w, 12, LCT_WRITE), 2,
          "wmemcpy");
    check(lct_bulk_wmemset(w, L'x', 2) == w && w[1] == L'x' && was(0, w, 8, LCT_WRITE), 1, "wmemset");
}

static int by_value(const void *left, const void *right) {
    return *(const unsigned char *)left - *(const unsigned char *)right;
}

static void test_sorting(void) {
    seen.accesses = 0;
    strcpy(a, "badc");
    lct_bulk_qsort(a, 4, 1, by_value);
    check(!strcmp(a, "abcd") && was(1, a, 4, LCT_READ) && was(0, a, 4, LCT_WRITE), 2, "qsort");
}

static void test_elsewhere(void) {
    lct_m.in_code = false;
    __tsan_memcpy(a, b, 10);
    expect(seen.accesses == 0, "who is not under test does not say anything");
    char *block = NULL;
    AS_THREAD(1) block = malloc(20);
    lct_m.current = 2;
    expect(FAILURE_OF(__tsan_memset(block, 0, 21)) == LCT_FAILS_OVERFLOW && strstr(seen.message, "T2 writes 21 bytes"),
           "bounds are checked: %s", seen.message);
    expect(FAILURE_OF(__tsan_memcpy(a, block + 10, 11)) == LCT_FAILS_OVERFLOW &&
               strstr(seen.message, "T2 reads 11 bytes"),
           "in both directions: %s", seen.message);
}

int main(void) {
    lct_heap_init(LCT_HEAP_LIFO);
    fill();
    test_copies();
    test_printed();
    test_streams();
    test_looks();
    test_seldom();
    test_texts();
    test_printing();
    test_numbers();
    test_wide();
    test_sorting();
    test_elsewhere();
    return tap_end();
}
