# Data races.  Both accesses are told, also one that is no step, with all who called them.
= published.c
#include <lince/test.h>
#include <stdatomic.h>
struct { long text[2]; } message; /* not static: a compiler that knows all its values may make it smaller */
static atomic_int there;
static void fill(long value) { message.text[1] = value; }
static void send(void) { fill(42); atomic_store_explicit(&there, 1, memory_order_relaxed); }
static void receive(void) { if (atomic_load_explicit(&there, memory_order_acquire)) lince_assert(message.text[1] == 42); }
LINCE_TEST(published) { lince_test_thread(send); lince_test_thread(receive); }
= two.c
#include <lince/test.h>
int a, b;
static void one(void) {
    a = 1;
    b = 1;
}
static void other(void) {
    a = 2;
    b = 2;
}
LINCE_TEST(two) { lince_test_thread(one); lince_test_thread(other); }
= hidden.c
#include <lince/test.h>
int ready, data;
static void use(void) { data++; __asm__ volatile(".byte 0xf0, 0xff, 0x00 /* lock incl (%%rax) */" : : "a"(&ready) : "memory"); }
LINCE_TEST(hidden) { lince_test_thread(use); lince_test_thread(use); }
$ lince test published.c | sed -e '/^$/d' -e '/To see/d'
published.c: published: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
  Scenario: threads
  data race: T2 reads what T1 wrote, and nothing orders the two.
  T1: write message.text[1] (8 bytes, not atomic)
    published.c:5         fill
    published.c:6         send
  T2: read message.text[1] (8 bytes, not atomic)
    published.c:7         receive
  T1's store of there (published.c:6) is relaxed, and releases nothing.
  T1{any}T2
{any}write message.text[1] (8 bytes){any}
{any}store there: 0 → 1{any}
{any}
{any}load there = 1{any}
{any}read message.text[1] (8 bytes){any}
  T2: data race: T2 reads what T1 wrote, and nothing orders the two
    (published.c:7)
? 0

$ lince test --json published.c | grep -o '"failure":{"kind":"data-race"\|"accesses":\[{"thread":1,"kind":"write","atomic":false,"name":"message.text\[1\]","size":8'
"failure":{"kind":"data-race"
"accesses":[{"thread":1,"kind":"write","atomic":false,"name":"message.text[1]","size":8
? 0

# Every interleaving is as it should be.
$ lince test --no-data-races --memory sc published.c
published.c: published: ok — no failure: {any}
? 0

# Under weak memory the accesses are relaxed atomics then.
$ lince test --no-data-races published.c | head -n 1
published.c: published: violation under rc11 — an assertion failed: published.c:7: {any}
? 0

# A trace finds it again, and one of several the right one.
$ lince test --trace p.trace published.c >/dev/null
? 1
$ grep -c '^race 0x' p.trace
1
? 0

$ lince test --replay p.trace | head -n 1
published.c: published: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
? 0

$ lince test --no-data-races --replay p.trace | head -n 1
published.c: published: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
? 0

# Each pair of places once.
$ lince test --all-failures two.c | grep -e violation -e Also -e 'two.c:'
two.c: two: violation — data race: T2 writes what T1 wrote, and nothing orders the two ({any} 2 failures, {any})
    two.c:4               one
    two.c:8               other
  write a (4 bytes)                     two.c:4  a = 1;
                     write a (4 bytes)  two.c:8  a = 2;
  T2: data race: T2 writes what T1 wrote, and nothing orders the two (two.c:8)
  Also: data race: T2 writes what T1 wrote, and nothing orders the two (two.c:5
    and two.c:9), in threads
? 0

# What cannot be seen may be what orders them.
$ lince test hidden.c 2>/dev/null | grep -A1 'false alarm'
  This may be a false alarm: the two may be ordered by code that cannot be seen,
  which the warnings name
? 0

# Where it happened is told with the accesses, and not once more behind the steps; where a block comes from is.
$ lince test --first-failure "$SOURCE/subjects/wrong/treiber_aba.c" | grep -e 'T2: free' -e 'failed:' -e allocated
  T2: free A (16 bytes)
  main allocated the block A:
? 0

# What the compiler could write out instead of calling a function is seen as well.
= literals.c
#include <lince/test.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char line[64];
static void copies(void) { strcpy(line, "ab"); }
static void prints(void) { sprintf(line, "abc"); }
static void numbers(void) { snprintf(line, sizeof line, "%d", lince_thread_number()); }
static void duplicates(void) {
    char *copy = strdup(line);
    lince_note("%s", copy);
    free(copy);
}
static void compares(void) { lince_note("%d", memcmp(line, "abcd", 4) == 0); }
#define PAIR(a, b)                                                                                                     \
    LINCE_TEST(a##_##b) {                                                                                              \
        lince_test_thread(a);                                                                                          \
        lince_test_thread(b);                                                                                          \
    }
PAIR(copies, duplicates) PAIR(prints, duplicates) PAIR(numbers, numbers) PAIR(copies, compares) PAIR(compares, duplicates)
$ lince test literals.c | grep -o ': [a-z_]*: [a-z]* — [a-z ]*'
: copies_duplicates: violation — data race
: prints_duplicates: violation — data race
: numbers_numbers: violation — data race
: copies_compares: violation — data race
: compares_duplicates: ok — no failure
? 0

# What is printed is read: by way of memory, of the heap or of a stream, and only as much as the format says.
= printed.c
#define _GNU_SOURCE
#include <lince/test.h>
#include <stdio.h>
#include <stdlib.h>
static char text[16] = "abc";
static FILE *none;
static int count;
static void sets(void) { text[1] = 'x'; }
static void counts(void) { count = 1; }
static void formats(void) { char line[64]; lince_note("%d", snprintf(line, sizeof line, "%5d %s", 1, text)); }
static void formats_some(void) { char line[64]; lince_note("%d", snprintf(line, sizeof line, "%.1s", text)); }
static void formats_by_place(void) { char line[64]; lince_note("%d", sprintf(line, "%2$d %1$s", text, 5)); }
static void duplicates(void) { char *copy; if (asprintf(&copy, "<%s>", text) > 0) free(copy); }
static void streams(void) { fprintf(none, "%s\n", text); }
static void puts_it(void) { fputs(text, none); }
static void notes_length(void) { char line[64]; lince_note("%d", sprintf(line, "ab%n", &count)); }
static void open_none(void) { none = fopen("/dev/null", "w"); }
#define PAIR(a, b) LINCE_TEST(a) { lince_test_setup(open_none); lince_test_thread(a); lince_test_thread(b); }
PAIR(formats, sets) PAIR(formats_some, sets) PAIR(formats_by_place, sets) PAIR(duplicates, sets) PAIR(streams, sets)
PAIR(puts_it, sets) PAIR(notes_length, counts)
$ lince test printed.c -- -w 2>&1 | grep -o ': [a-z_]*: [a-z]* — [a-z ]*'
: formats: violation — data race
: formats_some: ok — no failure
: formats_by_place: violation — data race
: duplicates: violation — data race
: streams: violation — data race
: puts_it: violation — data race
: notes_length: violation — data race
? 0

# What compilers write out themselves is seen: what is called by names such as __builtin_memset, with constant sizes,
# also by the standard library; with more optimization, and with _FORTIFY_SOURCE.
= written_out.c
#include <lince/test.h>
#include <stdlib.h>
#include <string.h>
char text[48], other[48];
static char length[__builtin_strlen("abc")]; /* still a constant */
_Static_assert(__builtin_memcmp("a", "b", 1) < 0 && sizeof length == 3, "");
#define RACE(name, ...)                                                              \
    static void name##_does(void) { __VA_ARGS__; }                                   \
    static void name##_meets(void) { for (int i = 0; i < 48; i++) text[i] = 'a'; }   \
    LINCE_TEST(name) { lince_test_thread(name##_does); lince_test_thread(name##_meets); }
static volatile int result;
RACE(copies, __builtin_memcpy(text, other, 13))
RACE(moves, __builtin_memmove(text + 1, text, 3))
RACE(fills, __builtin_memset(text, 0, 24))
RACE(clears, memset(text, 0, 13))
RACE(compares, result = __builtin_memcmp(text, "abcdefghijk", 11) == 0)
RACE(puts_text, __builtin_strcpy(text, "abc"))
RACE(adds_text, strncat(text, "ab", 2))
RACE(numbers, result = atoi(text))
RACE(asks_text, result = strcmp(text, "abc") == 0)
static int words[32];
static void adds(void) { int sum = 0; for (int i = 0; i < 32; i++) sum += words[i]; result = sum; }
static void sets(void) { words[7] = 1; }
LINCE_TEST(vectors) { lince_test_thread(adds); lince_test_thread(sets); }
= written_out.cc
#include <lince/test.h>
#include <algorithm>
#include <string>
#include <string_view>
static unsigned char bytes[24], others[24];
static std::string text = "long enough not to stand in the object";
static_assert(std::string_view("abc").find('c') == 2 && std::string_view("ab").compare("ab") == 0, "");
constexpr void not_yet(char *at) { if (at) __builtin_memset(at, 0, 8); }
static void fill() { std::fill(bytes, bytes + 24, 0); }
static void copy() { std::copy(bytes, bytes + 24, others); }
static void equal() { if (std::equal(bytes, bytes + 24, others)) not_yet((char *)others); }
static void assign() { text = "abc"; }
static void look() { if (text == "abcd") not_yet(&text[0]); }
LINCE_TEST(fill_copy) { lince_test_thread(fill); lince_test_thread(copy); }
LINCE_TEST(fill_equal) { lince_test_thread(fill); lince_test_thread(equal); }
static std::wstring wide = L"abc";
static void change_wide() { wide[1] = L'z'; }
static void look_wide() { if (wide == L"abd") not_yet(&text[0]); }
LINCE_TEST(wide_strings) { lince_test_thread(change_wide); lince_test_thread(look_wide); }
LINCE_TEST(strings) { lince_test_thread(assign); lince_test_thread(look); }
$ for f in -O1 -O2 '-O2 -D_FORTIFY_SOURCE=2' -O3; do lince test --no-shrink written_out.c -- -w $f | grep -c 'violation — data race'; done
10
10
10
10
? 0

$ for f in -std=c++17 '-std=c++17 -O2' -std=c++20; do lince test --no-shrink written_out.cc -- $f | grep -c 'violation — data race'; done
4
4
4
? 0

# Accesses of unusual width, which clang does not instrument, and what lies beside them.
= width.c
#include <lince/test.h>
#include <pthread.h>
struct { unsigned a : 20, b : 4; unsigned char beside; } three;
struct __attribute__((packed)) { unsigned long a : 40; unsigned char beside; } five;
typedef int eight __attribute__((vector_size(32)));
eight wide;
long double ten;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#define INC(name, with) static void inc_##name(void) { LOCK(pthread_mutex_lock(&mutex)); with; LOCK(pthread_mutex_unlock(&mutex)); }
#define GET(name, what) static long get_##name(void) { LOCK(pthread_mutex_lock(&mutex)); long n = (long)(what); LOCK(pthread_mutex_unlock(&mutex)); return n; }
#define TEST(name, with, what) INC(name, with) GET(name, what) LINCE_TEST(name) { lince_test_spec("counter"); lince_test_op("inc", inc_##name); lince_test_op("get", get_##name); lince_test_size(2, 1); }
TEST(three, three.a++, three.a)
TEST(five, five.a++, five.a)
TEST(ten, ten++, ten)
TEST(wide, wide += 1, wide[7])
static void inc_beside(void) { five.beside++; three.beside++; }
LINCE_TEST(beside) { lince_test_thread(inc_three); lince_test_thread(inc_beside); }
$ CC=$(command -v clang || echo ${CC:-cc}); export CC; lince test width.c -- '-DLOCK(x)=' | grep -o '^width.c: [a-z]*: [a-z]* — [a-z ]*'; lince test width.c -- '-DLOCK(x)=x' | grep -o '^width.c: [a-z]*: [a-z]*'
width.c: three: violation — data race
width.c: five: violation — data race
width.c: ten: violation — data race
width.c: wide: violation — data race
width.c: beside: ok — no failure
width.c: three: ok
width.c: five: ok
width.c: ten: ok
width.c: wide: ok
width.c: beside: ok
? 0

# Structures that are passed by value or assigned from a call, which neither gcc nor clang instruments: in registers, in
# memory, by several instructions and by one.
= by_value.c
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef LOCKED
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)
#else
#define LOCK
#define UNLOCK
#endif
#define TEST(name, ...)                                                                                                \
    struct name { __VA_ARGS__; } v_##name, *p_##name = &v_##name;                                                      \
    __attribute__((noinline)) static struct name next_##name(struct name v) { v.a++; return v; }                       \
    __attribute__((noinline)) static long get_##name(struct name v) { return (long)v.a; }                              \
    static void reads_##name(void) { LOCK; lince_assert(get_##name(*p_##name) <= 1); UNLOCK; }                         \
    static void writes_##name(void) { LOCK; *p_##name = next_##name((struct name){.a = 0}); UNLOCK; }                  \
    static void sets_##name(void) { LOCK; v_##name.a = 1; UNLOCK; }                                                    \
    LINCE_TEST(name) { lince_test_thread(writes_##name); lince_test_thread(reads_##name); }                            \
    LINCE_TEST(w_##name) { lince_test_thread(writes_##name); lince_test_thread(writes_##name); }                       \
    LINCE_TEST(r_##name) { lince_test_thread(sets_##name); lince_test_thread(reads_##name); }
TEST(one, char a)
TEST(three, char a, b[2])
TEST(pair, long a, b)
TEST(doubles, double a, b)
TEST(mixed, float a; long b)
TEST(ten, long double a)
TEST(large, long a, b, c)
TEST(huge, long a, b[50])
$ for f in -O1 -O0 -O2; do lince test by_value.c -- $f | grep -c 'violation — data race'; lince test by_value.c -- $f -DLOCKED | tail -n 1; done
24
24 ok, 0 violations, 0 unknown
24
24 ok, 0 violations, 0 unknown
24
24 ok, 0 violations, 0 unknown
? 0

# The same on the stack of a thread that has told another one where they are.
= by_value_own.c
#include <lince/test.h>
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef LOCKED
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)
#else
#define LOCK
#define UNLOCK
#endif
#define TEST(name, ...)                                                                                                \
    struct name { __VA_ARGS__; };                                                                                      \
    __attribute__((noinline)) static struct name next_##name(struct name v) { v.a++; return v; }                       \
    __attribute__((noinline)) static long get_##name(struct name v) { return (long)v.a; }                              \
    static void *sets_##name(void *v) { LOCK; ((struct name *)v)->a = 1; UNLOCK; return NULL; }                        \
    static void reads_##name(void) {                                                                                   \
        struct name v = {.a = 0};                                                                                      \
        pthread_t t;                                                                                                   \
        pthread_create(&t, NULL, sets_##name, &v);                                                                     \
        LOCK; lince_assert(get_##name(v) <= 1); UNLOCK;                                                                \
        pthread_join(t, NULL);                                                                                         \
    }                                                                                                                  \
    static void writes_##name(void) {                                                                                  \
        struct name v = {.a = 0};                                                                                      \
        pthread_t t;                                                                                                   \
        pthread_create(&t, NULL, sets_##name, &v);                                                                     \
        LOCK; v = next_##name((struct name){.a = 0}); UNLOCK;                                                          \
        pthread_join(t, NULL);                                                                                         \
    }                                                                                                                  \
    LINCE_TEST(r_##name) { lince_test_thread(reads_##name); }                                                          \
    LINCE_TEST(w_##name) { lince_test_thread(writes_##name); }
TEST(one, char a)
TEST(three, char a, b[2])
TEST(pair, long a, b)
TEST(doubles, double a, b)
TEST(mixed, float a; long b)
TEST(ten, long double a)
TEST(large, long a, b, c)
TEST(huge, long a, b[50])
$ for f in -O1 -O0 -O2; do lince test by_value_own.c -- $f | grep -c 'violation — data race'; lince test by_value_own.c -- $f -DLOCKED | tail -n 1; done
16
16 ok, 0 violations, 0 unknown
16
16 ok, 0 violations, 0 unknown
16
16 ok, 0 violations, 0 unknown
? 0

# Each such access is a step that loses updates, and what is told of it is like any other; a volatile one beside it is not
# taken for a plain one.
= pair.c
#include <lince/test.h>
struct pair { int a, b; } pair;
struct pair const none;
volatile int flag;
__attribute__((noinline)) static struct pair next(struct pair p) { p.a++; p.b--; return p; }
__attribute__((noinline)) static int sum(struct pair p, int more) { return p.a + p.b + more; }
static void inc(void) {
    pair = next(pair);
}
static void check(void) { lince_assert(pair.a == 2); }
static void raise_it(void) { flag = 1; }
static void look(void) {
    lince_assert(sum(none, flag) < 2);
}
LINCE_TEST(lost) { lince_test_thread(inc); lince_test_thread(inc); lince_test_finally(check); }
LINCE_TEST(flag) { lince_test_thread(raise_it); lince_test_thread(look); }
$ lince test --no-data-races --filter lost pair.c 2>/dev/null | grep -v '^$' | sed '/To see/d'
pair.c: lost: violation — an assertion failed: pair.c:10: assertion `pair.a == 2` does not hold ({any})
...
{any}write pair{any}pair.c:8{any}
...
  main: pair.c:10: assertion `pair.a == 2` does not hold
? 0
$ lince test --filter lost pair.c 2>/dev/null | grep -A1 'not atomic'
  T1: write pair (8 bytes, not atomic)
    pair.c:8              inc
  T2: read pair (8 bytes, not atomic)
    pair.c:8              inc
? 0
$ lince test --filter flag pair.c 2>/dev/null
pair.c: flag: ok — no failure: {any}
? 0

# Structures by value also where a name, or a text, looks like something else in what gcc reports.
= named.c
#include <lince/test.h>
struct pair { long a, b, c; } pair, pair_1;
__attribute__((noinline)) long return_pair(struct pair p) { lince_assert(p.a < 2); return p.b; }
__attribute__((noinline)) long take(const char *text, struct pair p) { lince_assert(p.a < *text); return p.b; }
static void set(void) { pair.a = pair_1.a = 1; }
static void registers(void) { take("a", pair_1); }
static void statement(void) { return_pair(pair); }
static void assignment(void) { take("a = (b", pair); }
LINCE_TEST(registers) { lince_test_thread(set); lince_test_thread(registers); }
LINCE_TEST(statement) { lince_test_thread(set); lince_test_thread(statement); }
LINCE_TEST(assignment) { lince_test_thread(set); lince_test_thread(assignment); }
$ lince test named.c -- -fno-ipa-cp 2>/dev/null | grep -c 'violation — data race'
3
? 0

# Intrinsics that touch memory, which gcc does not announce at all and clang not all of them.  How much the last ones
# touch is not known while compiling: they are named, and the verdict says that it is not about them.
= intrinsics.c
#include <lince/test.h>
#ifdef __x86_64__
#include <immintrin.h>
#include <pthread.h>
union { int i[16]; long long l[8]; double d[8]; float f[16]; char c[64]; __m128i v; __m256i y; } u, w;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
volatile int sink;
int one = 1;
#ifdef LOCKED
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)
#else
#define LOCK
#define UNLOCK
#endif
#define TEST(name, set, body, other) \
    __attribute__((noinline, target(set))) static void do_##name(void) { LOCK; body; UNLOCK; } \
    static void other_##name(void) { LOCK; other; UNLOCK; } \
    LINCE_TEST(name) { lince_test_thread(do_##name); lince_test_thread(other_##name); }
#define WRITES(name, set, body) TEST(name, set, body, sink = u.i[0])
#ifndef MASKED
WRITES(si32, "sse2", _mm_stream_si32(u.i, one))
WRITES(si64, "sse2", _mm_stream_si64(u.l, one))
WRITES(si128, "sse2", _mm_stream_si128(&u.v, _mm_set1_epi32(one)))
WRITES(pd, "sse2", _mm_stream_pd(u.d, _mm_set1_pd(one)))
WRITES(ps, "sse2", _mm_stream_ps(u.f, _mm_set1_ps(one)))
WRITES(si256, "avx2", _mm256_stream_si256(&u.y, _mm256_set1_epi32(one)))
WRITES(storel, "sse2", _mm_storel_pi((__m64 *)u.l, _mm_set1_ps(one)))
WRITES(carry, "sse2", _addcarry_u64(0, one, 2, (unsigned long long *)u.l))
TEST(stream_load, "sse4.1", w.v = _mm_stream_load_si128(&u.v), u.i[0] = 1)
TEST(lddqu, "sse3", w.v = _mm_lddqu_si128(&u.v), u.i[0] = 1)
TEST(loadh, "sse2", _mm_storeu_ps(w.f, _mm_loadh_pi(_mm_set1_ps(one), (__m64 *)u.l)), u.i[0] = 1)
TEST(broadcast, "avx", sink = (int)_mm256_cvtss_f32(_mm256_broadcast_ss(u.f)), u.i[0] = 1)
#else
WRITES(maskmov, "sse2", _mm_maskmoveu_si128(_mm_set1_epi32(one), _mm_set1_epi8(-1), u.c))
WRITES(maskstore, "avx2", _mm256_maskstore_epi32(u.i, _mm256_set1_epi32(-one), _mm256_set1_epi32(one)))
TEST(gather, "avx2", __m128i v = _mm_i32gather_epi32(u.i, _mm_set1_epi32(one), 4); w.v = v, u.i[0] = 1)
#endif
#endif
$ for f in -O1 -O0 -O2 -Os; do if grep -qs avx2 /proc/cpuinfo; then lince test --no-shrink intrinsics.c -- $f | grep -c 'violation — data race'; lince test intrinsics.c -- $f -DLOCKED | tail -n 1; else printf '12\n12 ok, 0 violations, 0 unknown\n'; fi; done
12
12 ok, 0 violations, 0 unknown
12
12 ok, 0 violations, 0 unknown
12
12 ok, 0 violations, 0 unknown
12
12 ok, 0 violations, 0 unknown
? 0

$ if grep -qs avx2 /proc/cpuinfo; then lince test intrinsics.c -- -DMASKED 2>&1 | grep -c 'do_[a-z]*) is not understood\|ok — .*, except of the code that the warnings name'; else echo 6; fi
6
? 0

# A member of a structure on the stack of a thread that has told another one where it is.
= member.c
#include <lince/test.h>
#include <pthread.h>
struct s { int a, b, c[10]; };
static volatile int sink;
static void *sets_member(void *p) { ((struct s *)p)->b = 5; return 0; }
static void *sets_element(void *p) { ((struct s *)p)->c[3] = 5; return 0; }
static void *adds(void *p) { __atomic_fetch_add(&((struct s *)p)->b, 1, __ATOMIC_SEQ_CST); return 0; }
static void member(void) { struct s v = {0}; pthread_t t; pthread_create(&t, 0, sets_member, &v); sink = v.b; pthread_join(t, 0); }
static void element(void) { struct s v = {0}; pthread_t t; pthread_create(&t, 0, sets_element, &v); v.c[3] = 1; pthread_join(t, 0); }
static void joined(void) { struct s v = {0}; pthread_t t; pthread_create(&t, 0, adds, &v); v.c[3] = 1; pthread_join(t, 0); sink = v.b + v.c[3]; }
LINCE_TEST(member) { lince_test_thread(member); }
LINCE_TEST(element) { lince_test_thread(element); }
LINCE_TEST(joined) { lince_test_thread(joined); }
$ for cc in gcc clang; do if ! $cc --version >/dev/null 2>&1; then cc=cc; fi; for f in -O0 -O1 -O2; do CC=$cc lince test --no-shrink member.c -- $f | grep -o '^member.c: .* — [a-z ]*'; done; done | sort | uniq -c
      6 member.c: element: violation — data race
      6 member.c: joined: ok — no failure
      6 member.c: member: violation — data race
? 0

# What fails before it is known that accesses race begins with the data race when it is run again: that is what is told.
= meet.c
#include <lince/test.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int count = 2, sense;
static int slot[2];
static void meet(int *mine) {
    *mine = !*mine;
    if (atomic_fetch_sub(&count, 1) == 1) {
        atomic_store(&count, 2);
        atomic_store(&sense, *mine);
    } else
        while (atomic_load(&sense) != *mine) sched_yield();
}
static void go(int i) {
    int sense = 0;
    for (int round = 1; round <= 2; round++) {
        slot[i] = round;
        meet(&sense);
        lince_assert(slot[!i] == round); /* there should be a second meet() after this */
    }
}
static void left(void) { go(0); }
static void right(void) { go(1); }
LINCE_TEST(barrier) {
    lince_test_thread(left);
    lince_test_thread(right);
}
$ lince test --first-failure meet.c | grep -v '^  To see'
meet.c: barrier: violation — data race: T1 reads what T2 wrote, and nothing orders the two ({any})
  Scenario: threads

  data race: T1 reads what T2 wrote, and nothing orders the two.

  T2: write slot[1] (4 bytes, not atomic)
    meet.c:17             go
    meet.c:23             right
  T1: read slot[1] (4 bytes, not atomic)
    meet.c:19             go
    meet.c:22             left

  T1                      T2
  subtract count: 2 → 1                            meet.c:8
  load sense = 0                                   meet.c:12
  sched_yield                                      meet.c:12
  load sense = 0                                   meet.c:12
  sched_yield                                      meet.c:12
  └───────────────────────→
                          subtract count: 1 → 0    meet.c:8
                          store count: 0 → 2       meet.c:9
                          store sense: 0 → 1       meet.c:10
                          write slot[1] (4 bytes)  meet.c:17
                          subtract count: 2 → 1    meet.c:8
                          load sense = 1           meet.c:12
                          sched_yield              meet.c:12
                          load sense = 1           meet.c:12
                          sched_yield              meet.c:12
  ←───────────────────────┘
  load sense = 1                                   meet.c:12
  read slot[1] (4 bytes)                           meet.c:19
  T1: data race: T1 reads what T2 wrote, and nothing orders the two (meet.c:19)

? 0
$ lince test --allow data-race meet.c | head -1
meet.c: barrier: violation — an assertion failed: meet.c:19: assertion `slot[!i] == round` does not hold ({any})
? 0

# Whatever has a letter has the same one in all that is told.
$ lince test --first-failure $SOURCE/subjects/wrong/ms_queue_frees.c | grep -oE 'T[12]: (load|free) .*|load [A-Z]+[.]next = [A-Z]|free\([A-Z]\)|the block .'
T1: load B.next (8 bytes, atomic)
T2: free B (16 bytes)
load B.next = N
load B.next = A
load B.next = A
free(B)
the block B
? 0
