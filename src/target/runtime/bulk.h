/* Functions of libc that read or write many bytes for their caller.
 *
 * For the code under test they are accesses like any other.  libc itself and this runtime call them all the time, so
 * they are not replaced as such: calls in objects of the code under test are given other names before linking,
 *
 *     objcopy --redefine-sym memcpy=__tsan_memcpy ... FILE.o
 *
 * and newer clangs make such calls by themselves.  LCT_BULK lists the names.  bulk.c has those for memory and texts,
 * and bulk_seldom.c more of them, bulk_numbers.c those that read numbers, bulk_print.c those that print, bulk_wide.c
 * those for wide characters.
 */
#ifndef LC_TARGET_RUNTIME_BULK_H
#define LC_TARGET_RUNTIME_BULK_H

/* X(name in the program, name here) */
#define LCT_BULK(X)                                                                                                    \
    X(memcpy, __tsan_memcpy)                                                                                           \
    X(memmove, __tsan_memmove)                                                                                         \
    X(memset, __tsan_memset)                                                                                           \
    X(mempcpy, lct_bulk_mempcpy)                                                                                       \
    X(memcmp, lct_bulk_memcmp)                                                                                         \
    X(bcmp, lct_bulk_memcmp)                                                                                           \
    X(memchr, lct_bulk_memchr)                                                                                         \
    X(bzero, lct_bulk_bzero)                                                                                           \
    X(bcopy, lct_bulk_bcopy)                                                                                           \
    X(strlen, lct_bulk_strlen)                                                                                         \
    X(strnlen, lct_bulk_strnlen)                                                                                       \
    X(strcpy, lct_bulk_strcpy)                                                                                         \
    X(stpcpy, lct_bulk_stpcpy)                                                                                         \
    X(strncpy, lct_bulk_strncpy)                                                                                       \
    X(strcat, lct_bulk_strcat)                                                                                         \
    X(strncat, lct_bulk_strncat)                                                                                       \
    X(strcmp, lct_bulk_strcmp)                                                                                         \
    X(strncmp, lct_bulk_strncmp)                                                                                       \
    X(strchr, lct_bulk_strchr)                                                                                         \
    X(strrchr, lct_bulk_strrchr)                                                                                       \
    X(strstr, lct_bulk_strstr)                                                                                         \
    X(strspn, lct_bulk_strspn)                                                                                         \
    X(strcspn, lct_bulk_strcspn)                                                                                       \
    X(strpbrk, lct_bulk_strpbrk)                                                                                       \
    X(sprintf, lct_bulk_sprintf)                                                                                       \
    X(snprintf, lct_bulk_snprintf)                                                                                     \
    X(vsprintf, lct_bulk_vsprintf)                                                                                     \
    X(vsnprintf, lct_bulk_vsnprintf)                                                                                   \
    X(printf, lct_bulk_printf)                                                                                         \
    X(fprintf, lct_bulk_fprintf)                                                                                       \
    X(dprintf, lct_bulk_dprintf)                                                                                       \
    X(vprintf, lct_bulk_vprintf)                                                                                       \
    X(vfprintf, lct_bulk_vfprintf)                                                                                     \
    X(vdprintf, lct_bulk_vdprintf)                                                                                     \
    X(puts, lct_bulk_puts)                                                                                             \
    X(fputs, lct_bulk_fputs)                                                                                           \
    X(fwrite, lct_bulk_fwrite)                                                                                         \
    X(strtol, lct_bulk_strtol)                                                                                         \
    X(strtoul, lct_bulk_strtoul)                                                                                       \
    X(strtoll, lct_bulk_strtoll)                                                                                       \
    X(strtoull, lct_bulk_strtoull)                                                                                     \
    X(strtof, lct_bulk_strtof)                                                                                         \
    X(strtod, lct_bulk_strtod)                                                                                         \
    X(strtold, lct_bulk_strtold)                                                                                       \
    X(atoi, lct_bulk_atoi)                                                                                             \
    X(atol, lct_bulk_atol)                                                                                             \
    X(atoll, lct_bulk_atoll)                                                                                           \
    X(atof, lct_bulk_atof)                                                                                             \
    X(sscanf, lct_bulk_sscanf)                                                                                         \
    X(vsscanf, lct_bulk_vsscanf)                                                                                       \
    X(wmemcpy, lct_bulk_wmemcpy)                                                                                       \
    X(wmemmove, lct_bulk_wmemmove)                                                                                     \
    X(wmemset, lct_bulk_wmemset)                                                                                       \
    X(wmemcmp, lct_bulk_wmemcmp)                                                                                       \
    X(wmemchr, lct_bulk_wmemchr)                                                                                       \
    X(wcslen, lct_bulk_wcslen)                                                                                         \
    X(memccpy, lct_bulk_memccpy)                                                                                       \
    X(stpncpy, lct_bulk_stpncpy)                                                                                       \
    X(explicit_bzero, lct_bulk_explicit_bzero)                                                                         \
    X(swab, lct_bulk_swab)                                                                                             \
    X(memrchr, lct_bulk_memrchr)                                                                                       \
    X(rawmemchr, lct_bulk_rawmemchr)                                                                                   \
    X(memmem, lct_bulk_memmem)                                                                                         \
    X(strcasestr, lct_bulk_strcasestr)                                                                                 \
    X(strcasecmp, lct_bulk_strcasecmp)                                                                                 \
    X(strncasecmp, lct_bulk_strncasecmp)                                                                               \
    X(strcoll, lct_bulk_strcoll)                                                                                       \
    X(qsort, lct_bulk_qsort)

/* The same under the names that headers of glibc give them. */
#define LCT_BULK_ALIASES(X)                                                                                            \
    X(__isoc99_sscanf, lct_bulk_sscanf)                                                                                \
    X(__isoc99_vsscanf, lct_bulk_vsscanf)                                                                              \
    X(__isoc23_sscanf, lct_bulk_sscanf)                                                                                \
    X(__isoc23_vsscanf, lct_bulk_vsscanf)                                                                              \
    X(__isoc23_strtol, lct_bulk_strtol)                                                                                \
    X(__isoc23_strtoul, lct_bulk_strtoul)                                                                              \
    X(__isoc23_strtoll, lct_bulk_strtoll)                                                                              \
    X(__isoc23_strtoull, lct_bulk_strtoull)

#endif
