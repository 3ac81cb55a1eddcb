/* Included before everything else while a test is compiled (src/tester/toolchain/compiler.c).
 *
 * gcc expands calls of names such as `__builtin_memset` after it has instrumented the code, so that their accesses are
 * not instrumented; -fno-builtin-memset applies to the name `memset` alone.  libstdc++ calls them like that: in
 * std::fill, std::copy, std::equal and strings.  So here these names become functions of the runtime.  clang
 * instruments them.
 *
 * Constants are still computed by the compiler: in C++ everything that has to be a constant, in C calls with constant
 * arguments, such as `char text[__builtin_strlen("ab")]`.
 *
 * _FORTIFY_SOURCE would bring in more such names, those with `_chk`. */
#pragma GCC system_header
/* clang-format off */
#ifndef LINCE_STD_BUILTINS_H
#define LINCE_STD_BUILTINS_H

#undef _FORTIFY_SOURCE

/* Monitors record nothing, and to look whether they do is no step (lince/monitor.h). */
#define LINCE_MONITOR_IS_OFF 1

#if defined __GNUC__ && !defined __clang__ && !defined __ASSEMBLER__

/* The names themselves, the functions they become, and the symbols of these in the runtime. */
#ifdef __cplusplus
extern "C" {
#if __cplusplus >= 201103L
#define __LINCE_FUNCTION(symbol) noexcept __asm__(symbol)
#else
#define __LINCE_FUNCTION(symbol) throw() __asm__(symbol)
#endif
#else
#define __LINCE_FUNCTION(symbol) __asm__(symbol) __attribute__((__nothrow__))
#endif

void *__lince_memcpy(void *, const void *, __SIZE_TYPE__) __LINCE_FUNCTION("__tsan_memcpy");
void *__lince_memmove(void *, const void *, __SIZE_TYPE__) __LINCE_FUNCTION("__tsan_memmove");
void *__lince_memset(void *, int, __SIZE_TYPE__) __LINCE_FUNCTION("__tsan_memset");
void *__lince_mempcpy(void *, const void *, __SIZE_TYPE__) __LINCE_FUNCTION("lct_bulk_mempcpy");
void __lince_bzero(void *, __SIZE_TYPE__) __LINCE_FUNCTION("lct_bulk_bzero");
void __lince_bcopy(const void *, void *, __SIZE_TYPE__) __LINCE_FUNCTION("lct_bulk_bcopy");
char *__lince_strcpy(char *, const char *) __LINCE_FUNCTION("lct_bulk_strcpy");
char *__lince_stpcpy(char *, const char *) __LINCE_FUNCTION("lct_bulk_stpcpy");
char *__lince_strncpy(char *, const char *, __SIZE_TYPE__) __LINCE_FUNCTION("lct_bulk_strncpy");
char *__lince_strcat(char *, const char *) __LINCE_FUNCTION("lct_bulk_strcat");
char *__lince_strncat(char *, const char *, __SIZE_TYPE__) __LINCE_FUNCTION("lct_bulk_strncat");
int __lince_memcmp(const void *, const void *, __SIZE_TYPE__) __LINCE_FUNCTION("lct_bulk_memcmp");
int __lince_bcmp(const void *, const void *, __SIZE_TYPE__) __LINCE_FUNCTION("lct_bulk_memcmp");
int __lince_strcmp(const char *, const char *) __LINCE_FUNCTION("lct_bulk_strcmp");
int __lince_strncmp(const char *, const char *, __SIZE_TYPE__) __LINCE_FUNCTION("lct_bulk_strncmp");
__SIZE_TYPE__ __lince_strlen(const char *) __LINCE_FUNCTION("lct_bulk_strlen");
#undef __LINCE_FUNCTION

#ifdef __cplusplus
}
#define __LINCE_CALL(name, ...) \
    (__builtin_is_constant_evaluated() ? __builtin_##name(__VA_ARGS__) : __lince_##name(__VA_ARGS__))
/* These are often known, and then nothing is read: the length of "ab". */
#define __LINCE_ASK(name, ...) \
    (__builtin_is_constant_evaluated() || __builtin_constant_p(__builtin_##name(__VA_ARGS__)) \
         ? __builtin_##name(__VA_ARGS__) : __lince_##name(__VA_ARGS__))
#else
#define __LINCE_CALL(name, ...) __lince_##name(__VA_ARGS__)
#define __LINCE_ASK(name, ...) \
    __builtin_choose_expr(__builtin_constant_p(__builtin_##name(__VA_ARGS__)), __builtin_##name(__VA_ARGS__), \
                          __lince_##name(__VA_ARGS__))
#endif

#define __builtin_memcpy(...) __LINCE_CALL(memcpy, __VA_ARGS__)
#define __builtin_memmove(...) __LINCE_CALL(memmove, __VA_ARGS__)
#define __builtin_memset(...) __LINCE_CALL(memset, __VA_ARGS__)
#define __builtin_mempcpy(...) __LINCE_CALL(mempcpy, __VA_ARGS__)
#define __builtin_bzero(...) __LINCE_CALL(bzero, __VA_ARGS__)
#define __builtin_bcopy(...) __LINCE_CALL(bcopy, __VA_ARGS__)
#define __builtin_strcpy(...) __LINCE_CALL(strcpy, __VA_ARGS__)
#define __builtin_stpcpy(...) __LINCE_CALL(stpcpy, __VA_ARGS__)
#define __builtin_strncpy(...) __LINCE_CALL(strncpy, __VA_ARGS__)
#define __builtin_strcat(...) __LINCE_CALL(strcat, __VA_ARGS__)
#define __builtin_strncat(...) __LINCE_CALL(strncat, __VA_ARGS__)
#define __builtin_memcmp(...) __LINCE_ASK(memcmp, __VA_ARGS__)
#define __builtin_bcmp(...) __LINCE_ASK(bcmp, __VA_ARGS__)
#define __builtin_strcmp(...) __LINCE_ASK(strcmp, __VA_ARGS__)
#define __builtin_strncmp(...) __LINCE_ASK(strncmp, __VA_ARGS__)
#define __builtin_strlen(...) __LINCE_ASK(strlen, __VA_ARGS__)

/* The accesses of an intrinsic are found in the instructions that gcc generates for it
 * (src/tester/instrument/gimple.c).  The loads of these few may end up in those of something else. */
#ifdef __x86_64__
#ifdef __cplusplus
extern "C" {
#endif
#define __LINCE_READING(size) \
    void __lince_read##size(const void *) __asm__("__tsan_unaligned_read" #size); \
    static __inline__ __attribute__((__always_inline__, __unused__)) const void *__lince_reading##size(const void *at) { \
        __lince_read##size(at); \
        return at; \
    }
__LINCE_READING(4)
__LINCE_READING(8)
__LINCE_READING(16)
#undef __LINCE_READING
#ifdef __cplusplus
}
#endif
#define __LINCE_READ(size, at) ((__typeof__(at))__lince_reading##size(at))

#define __builtin_ia32_vbroadcastss(at) __builtin_ia32_vbroadcastss(__LINCE_READ(4, at))
#define __builtin_ia32_vbroadcastss256(at) __builtin_ia32_vbroadcastss256(__LINCE_READ(4, at))
#define __builtin_ia32_vbroadcastsd256(at) __builtin_ia32_vbroadcastsd256(__LINCE_READ(8, at))
#define __builtin_ia32_vbroadcastf128_ps256(at) __builtin_ia32_vbroadcastf128_ps256(__LINCE_READ(16, at))
#define __builtin_ia32_vbroadcastf128_pd256(at) __builtin_ia32_vbroadcastf128_pd256(__LINCE_READ(16, at))
#define __builtin_ia32_loadhps(with, at) __builtin_ia32_loadhps(with, __LINCE_READ(8, at))
#define __builtin_ia32_loadlps(with, at) __builtin_ia32_loadlps(with, __LINCE_READ(8, at))
#define __builtin_ia32_loadhpd(with, at) __builtin_ia32_loadhpd(with, __LINCE_READ(8, at))
#define __builtin_ia32_loadlpd(with, at) __builtin_ia32_loadlpd(with, __LINCE_READ(8, at))
#endif

#endif

#endif
