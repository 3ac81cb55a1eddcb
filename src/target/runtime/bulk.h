/* Functions of libc that read or write many bytes for their caller.
 *
 * For the code under test they are accesses like any other.  libc itself and this runtime call them all the time, so
 * they are not replaced as such: calls in objects of the code under test are given other names before linking,
 *
 *     objcopy --redefine-sym memcpy=__tsan_memcpy ... FILE.o
 *
 * and newer clangs make such calls by themselves.  LC_BULK lists the names.  bulk.c has those for memory and texts, and
 * bulk_seldom.c more of them, bulk_numbers.c those that read numbers, bulk_print.c those that print, bulk_wide.c those
 * for wide characters.
 */
#ifndef LC_TARGET_RUNTIME_BULK_H
#define LC_TARGET_RUNTIME_BULK_H

/* X(name in the program, name here) */
#define LC_BULK(X)                                                                                                     \
    X(memcpy, __tsan_memcpy)                                                                                           \
    X(memmove, __tsan_memmove)                                                                                         \
    X(memset, __tsan_memset)                                                                                           \
    X(mempcpy, lc_bulk_mempcpy)                                                                                        \
    X(memcmp, lc_bulk_memcmp)                                                                                          \
    X(bcmp, lc_bulk_memcmp)                                                                                            \
    X(memchr, lc_bulk_memchr)                                                                                          \
    X(bzero, lc_bulk_bzero)                                                                                            \
    X(bcopy, lc_bulk_bcopy)                                                                                            \
    X(strlen, lc_bulk_strlen)                                                                                          \
    X(strnlen, lc_bulk_strnlen)                                                                                        \
    X(strcpy, lc_bulk_strcpy)                                                                                          \
    X(stpcpy, lc_bulk_stpcpy)                                                                                          \
    X(strncpy, lc_bulk_strncpy)                                                                                        \
    X(strcat, lc_bulk_strcat)                                                                                          \
    X(strncat, lc_bulk_strncat)                                                                                        \
    X(strcmp, lc_bulk_strcmp)                                                                                          \
    X(strncmp, lc_bulk_strncmp)                                                                                        \
    X(strchr, lc_bulk_strchr)                                                                                          \
    X(strrchr, lc_bulk_strrchr)                                                                                        \
    X(strstr, lc_bulk_strstr)                                                                                          \
    X(strspn, lc_bulk_strspn)                                                                                          \
    X(strcspn, lc_bulk_strcspn)                                                                                        \
    X(strpbrk, lc_bulk_strpbrk)                                                                                        \
    X(sprintf, lc_bulk_sprintf)                                                                                        \
    X(snprintf, lc_bulk_snprintf)                                                                                      \
    X(vsprintf, lc_bulk_vsprintf)                                                                                      \
    X(vsnprintf, lc_bulk_vsnprintf)                                                                                    \
    X(printf, lc_bulk_printf)                                                                                          \
    X(fprintf, lc_bulk_fprintf)                                                                                        \
    X(dprintf, lc_bulk_dprintf)                                                                                        \
    X(vprintf, lc_bulk_vprintf)                                                                                        \
    X(vfprintf, lc_bulk_vfprintf)                                                                                      \
    X(vdprintf, lc_bulk_vdprintf)                                                                                      \
    X(puts, lc_bulk_puts)                                                                                              \
    X(fputs, lc_bulk_fputs)                                                                                            \
    X(fwrite, lc_bulk_fwrite)                                                                                          \
    X(strtol, lc_bulk_strtol)                                                                                          \
    X(strtoul, lc_bulk_strtoul)                                                                                        \
    X(strtoll, lc_bulk_strtoll)                                                                                        \
    X(strtoull, lc_bulk_strtoull)                                                                                      \
    X(strtof, lc_bulk_strtof)                                                                                          \
    X(strtod, lc_bulk_strtod)                                                                                          \
    X(strtold, lc_bulk_strtold)                                                                                        \
    X(atoi, lc_bulk_atoi)                                                                                              \
    X(atol, lc_bulk_atol)                                                                                              \
    X(atoll, lc_bulk_atoll)                                                                                            \
    X(atof, lc_bulk_atof)                                                                                              \
    X(sscanf, lc_bulk_sscanf)                                                                                          \
    X(vsscanf, lc_bulk_vsscanf)                                                                                        \
    X(wmemcpy, lc_bulk_wmemcpy)                                                                                        \
    X(wmemmove, lc_bulk_wmemmove)                                                                                      \
    X(wmemset, lc_bulk_wmemset)                                                                                        \
    X(wmemcmp, lc_bulk_wmemcmp)                                                                                        \
    X(wmemchr, lc_bulk_wmemchr)                                                                                        \
    X(wcslen, lc_bulk_wcslen)                                                                                          \
    X(memccpy, lc_bulk_memccpy)                                                                                        \
    X(stpncpy, lc_bulk_stpncpy)                                                                                        \
    X(explicit_bzero, lc_bulk_explicit_bzero)                                                                          \
    X(swab, lc_bulk_swab)                                                                                              \
    X(memrchr, lc_bulk_memrchr)                                                                                        \
    X(rawmemchr, lc_bulk_rawmemchr)                                                                                    \
    X(memmem, lc_bulk_memmem)                                                                                          \
    X(strcasestr, lc_bulk_strcasestr)                                                                                  \
    X(strcasecmp, lc_bulk_strcasecmp)                                                                                  \
    X(strncasecmp, lc_bulk_strncasecmp)                                                                                \
    X(strcoll, lc_bulk_strcoll)                                                                                        \
    X(qsort, lc_bulk_qsort)

/* The same under the names that headers of glibc give them. */
#define LC_BULK_ALIASES(X)                                                                                             \
    X(__isoc99_sscanf, lc_bulk_sscanf)                                                                                 \
    X(__isoc99_vsscanf, lc_bulk_vsscanf)                                                                               \
    X(__isoc23_sscanf, lc_bulk_sscanf)                                                                                 \
    X(__isoc23_vsscanf, lc_bulk_vsscanf)                                                                               \
    X(__isoc23_strtol, lc_bulk_strtol)                                                                                 \
    X(__isoc23_strtoul, lc_bulk_strtoul)                                                                               \
    X(__isoc23_strtoll, lc_bulk_strtoll)                                                                               \
    X(__isoc23_strtoull, lc_bulk_strtoull)

#endif
