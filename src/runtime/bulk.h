/* Functions of libc that read or write many bytes for their caller.
 *
 * For the code under test they are accesses like any other.  libc itself and this runtime call them all the time, so
 * they are not replaced as such: calls in objects of the code under test are given other names before linking,
 *
 *     objcopy --redefine-sym memcpy=__tsan_memcpy ... FILE.o
 *
 * and newer clangs make such calls by themselves.  LC_BULK lists the names.
 */
#ifndef LC_RUNTIME_BULK_H
#define LC_RUNTIME_BULK_H

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
    X(sprintf, lc_bulk_sprintf)                                                                                        \
    X(snprintf, lc_bulk_snprintf)                                                                                      \
    X(vsprintf, lc_bulk_vsprintf)                                                                                      \
    X(vsnprintf, lc_bulk_vsnprintf)                                                                                    \
    X(qsort, lc_bulk_qsort)

#endif
