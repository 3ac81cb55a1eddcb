# From files to a program.
= counter.h
#include <stdatomic.h>
void counter_inc(void);
long counter_get(void);
= counter_impl.c
#include "counter.h"
static atomic_long n;
void counter_inc(void) { atomic_fetch_add(&n, STEP); }
long counter_get(void) { return atomic_load(&n); }
= counter.c
#include "counter.h"
#include <lince/test.h>
LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("inc", counter_inc);
    lince_test_op("get", counter_get);
    lince_test_size(2, 1);
}
$ lince test counter.c counter_impl.c -- -DSTEP=1
counter.c: counter: ok — {any}
? 0

$ lince test counter.c counter_impl.c -- -DSTEP=2 | head -n 1
counter.c: counter: violation — not linearizable as a counter ({any})
? 0

# A program that could be anywhere in memory, as those of hardened builds, is linked to a fixed place: it has names and lines.
$ for f in '-DSTEP=2' '-DSTEP=2 -fPIE -pie'; do lince test counter.c counter_impl.c -- $f | grep -o -m 1 'add n: 0 → 2.*'; done
add n: 0 → 2{any}counter_impl.c:3{any}
add n: 0 → 2{any}counter_impl.c:3{any}
? 0
$ lince cc -DSTEP=2 -fPIE -pie -o hardened counter.c counter_impl.c && lince test ./hardened | grep -o -m 1 'add n: 0 → 2.*'
add n: 0 → 2{any}counter_impl.c:3{any}
? 0

# What the compiler says goes through unchanged.
$ LC_ALL=C lince test counter.c counter_impl.c
...
counter_impl.c:3:47: error: {any}STEP{any}
...
lince: counter_impl.c: the compiler refuses this: see above
? 2

$ lince test counter.c 2>&1 | sed '/^lince/!d'
lince: counter.c: this cannot be linked: see above; name all files of the code, and its libraries behind '--' (-lNAME)
? 0

$ sed '/test.h/d' counter.c > bare.c; for flag in -Werror -w; do lince test bare.c counter_impl.c -- -DSTEP=1 -std=gnu11 $flag; done 2>&1 | sed '/^lince/!d' | sort -u
lince: bare.c: the compiler refuses this: see above; does it lack `#include <lince/test.h>`?
lince: bare.c: this cannot be linked: see above; does it lack `#include <lince/test.h>`?
? 0

$ lince test counter.c counter_impl.c -- -DSTEP=1 -static 2>&1 | sed '/^lince/!d'
lince: counter.c: this cannot be linked: see above: the runtime of a test stands before a shared libc, so there is no -static
? 0

$ lince test nothing.c
lince: nothing.c: cannot open: No such file or directory
? 2

$ touch notes.txt; lince test notes.txt
lince: notes.txt: this is neither C nor C++ (.c, .cc, .cpp, .cxx), nor an object (.o, .a)
? 2

$ CC=no-such-compiler lince test counter.c
lince: the compiler no-such-compiler is not there: install one (on Debian: apt install gcc libc6-dev), or set CC
? 2

$ CC=true lince test counter.c
lince: true does not work as a compiler: set CC to one that does
? 2

$ LINCE_HOME=/nonexistent lince test counter.c
lince: LINCE_HOME: there is no include/lince/test.h with a lib/liblince-test.a in /nonexistent
? 2

# Nothing is compiled twice, unless something has changed.
= count
#!/bin/sh
case " $* " in *" -c "*) echo "$@" >> calls ;; esac
exec cc "$@"
$ chmod +x count; export CC=$PWD/count; run() { : > calls; lince test -q counter.c counter_impl.c -- -DSTEP=$1; wc -l < calls; }; run 1 >/dev/null; run 1; run 2; run 1; echo '/* */' >> counter.h; run 1; echo 'static int other;' >> counter.h; run 1; run 1
0
2
0
0
2
0
? 0

# Neither is it linked twice, unless something of what the flags name has: a library, wherever it is found, or a file.
= libs
try() { lince test -q counter.c -- "$@"; echo $?; }
for step in 1 2; do
    lince cc -DSTEP=$step -c counter_impl.c && ar rcs libcounter.a counter_impl.o
    echo $(try -L. -lcounter; try -L . -l counter; try -l:libcounter.a -L$PWD; LIBRARY_PATH=$PWD try -lcounter
        try libcounter.a; try -Wl,--whole-archive,libcounter.a,--no-whole-archive)
done
$ sh libs
0 0 0 0 0 0
1 1 1 1 1 1
? 0

# Two at once, with an empty cache.
$ rm -rf .cache; for i in 1 2 3; do lince test -q counter.c counter_impl.c -- -DSTEP=1 & done; wait; ls .cache/lince/programs | wc -l; lince test -q counter.c counter_impl.c -- -DSTEP=1
1
? 0

# A cache that cannot be had is no reason to fail.
$ touch file; XDG_CACHE_HOME=$PWD/file TMPDIR=$PWD lince test -q counter.c counter_impl.c -- -DSTEP=1
? 0

$ lince test --keep counter.c counter_impl.c -- -DSTEP=1 | sed -n '1s/.*: //p' | xargs -I{} sh -c '{} 2>&1 | sed "s/^[^:]*//; s/test .*/test PROGRAM/"'
: built for 'lince test', which runs it: lince test PROGRAM
? 0

# C++, and both together.
= both.cc
extern "C" {
#include "count_c.h"
}
#include <lince/test.h>
LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_size(2, 1);
}
= count_c.h
void inc(void);
long get(void);
= count_c.c
#include "count_c.h"
static _Atomic long n;
void inc(void) { n++; }
long get(void) { return n; }
$ lince test both.cc count_c.c -- -std=c++17 -std=c11 -Werror
both.cc: counter: ok — {any}
? 0

# Objects, archives, programs, as a build system makes them.
= Makefile
program: both.o count_c.o
	$(CXX) -o $@ $^
at_once: both.cc count_c.c
	$(CC) -c count_c.c -o other.o && $(CXX) -o $@ both.cc other.o -lm
lib.a: count_c.o
	$(AR) rc $@ $<
lib.so: count_c.c
	$(CC) -shared -fPIC -o $@ $<
$ make -s CC='lince cc' CXX='lince c++' program at_once lib.a lib.so && lince test ./program && lince test ./at_once && lince test both.cc count_c.o && lince test both.cc lib.a
both.cc: counter: ok — {any}
both.cc: counter: ok — {any}
both.cc: counter: ok — {any}
both.cc: counter: ok — {any}
? 0

$ ./program; lince test ./program both.cc; lince test /bin/true
./program: built for 'lince test', which runs it: lince test ./program
lince: ./program: a program stands alone: nothing can be linked to it
lince: /bin/true: this program was not linked for testing: make it with 'lince cc'
? 2

# What stands where lince would leave its orders must be lince's, and of this version.
= size.c
#include <target/explore/control.h>
#include <stdio.h>
int main(void) { return printf("%zu", sizeof(lct_control)) < 0; }
= orders.py
import os, struct, sys
MINE, SIZE = 0x1ce7e57, int(os.popen("${CC:-cc} -I$SOURCE/src -I$SOURCE/include size.c -o size && ./size").read())
for name, text in ("short", b""), ("of others", struct.pack("II", 7, SIZE)), ("another version", struct.pack("II", MINE, 8)):
    with open("orders", "wb") as file:
        file.write(text)
        file.truncate(0 if name == "short" else 1 << 26)
    orders = os.open("orders", os.O_RDWR)
    os.dup2(orders, 198)
    print(name, os.spawnl(os.P_WAIT, sys.argv[1], "program"), flush=True)
$ python3 orders.py ./program
program: built for 'lince test', which runs it: lince test program
short 2
program: built for 'lince test', which runs it: lince test program
of others 2
program: built for 'lince test', which runs it: lince test program
another version 2
? 0

$ lince cc --version | head -n 1 > a; ${CC:-cc} --version | head -n 1 > b; cmp a b; lince cc -c nothing.c 2>/dev/null; echo $?
1
? 0

# Inline assembly is seen, in whatever is made: on x86-64.
= asm_inc.c
#ifdef __x86_64__
#define INC(at) __asm__ volatile("lock; incl %0" : "+m"(at) : : "memory", "cc")
#define GET(at, to) __asm__ volatile("movl %1, %0" : "=r"(to) : "m"(at) : "memory")
#else
#define INC(at) __atomic_add_fetch(&(at), 1, 5)
#define GET(at, to) ((to) = __atomic_load_n(&(at), 5))
#endif
static int n;
void asm_inc(void) {
#ifdef LOOSE
    int old;
    GET(n, old);
    n = old + 1;
#else
    INC(n);
#endif
}
int asm_get(void) { int v; GET(n, v); return v; }
= asm_test.c
#include <lince/test.h>
void asm_inc(void);
int asm_get(void);
LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("inc", asm_inc);
    lince_test_op("get", asm_get);
    lince_test_scenario("; inc() | inc(); get()");
}
$ lince test -S dpor asm_test.c asm_inc.c; lince test asm_test.c asm_inc.c -- -DLOOSE | head -n 1
asm_test.c: counter: ok — linearizable as a counter: 2 executions, 2 histories, all interleavings ({any})
asm_test.c: counter: violation — {any}
? 0

$ lince cc -c asm_inc.c && lince test -S dpor asm_test.c asm_inc.o && lince cc -shared -fPIC -o libinc.so asm_inc.c && LD_LIBRARY_PATH=. lince test -S dpor asm_test.c -- -L. -linc 2>/dev/null
asm_test.c: counter: ok — linearizable as a counter: 2 executions, 2 histories, all interleavings ({any})
asm_test.c: counter: ok — linearizable as a counter: 2 executions, 2 histories, all interleavings ({any})
? 0

$ lince test -S dpor asm_test.c asm_inc.c -- -O2 -flto -mred-zone && mkdir out && lince cc -O2 -flto -MMD -c asm_inc.c -o out/x.o && tr -d '\\\n' < out/x.d | sed 's| *[^ ]*/std/builtins.h *$||' && echo && ls out && lince test -S dpor asm_test.c out/x.o
asm_test.c: counter: ok — linearizable as a counter: 2 executions, 2 histories, all interleavings ({any})
out/x.o: asm_inc.c
x.d
x.o
asm_test.c: counter: ok — linearizable as a counter: 2 executions, 2 histories, all interleavings ({any})
? 0

$ lince cc -c asm_inc.c asm_test.c && lince cc -o asm_program asm_inc.o asm_test.o && lince test -S dpor ./asm_program; lince cc -c asm_inc.c -Dint=+ 2>/dev/null; echo $?; ls *.s
asm_test.c: counter: ok — linearizable as a counter: 2 executions, 2 histories, all interleavings ({any})
1
ls: cannot access '*.s': No such file or directory
? 2

# What cannot be seen is named.
= blind.c
#include <lince/test.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
static long n, m;
#ifdef __x86_64__
static void asm_inc(void) { __asm__ volatile(".intel_syntax noprefix; lock inc qword ptr [%0]; .att_syntax" : : "r"(&n)); }
static void told_inc(void) {
    lince_atomic_begin(&m, sizeof m);
    __asm__ volatile(".intel_syntax noprefix; lock inc qword ptr [%0]; .att_syntax" : : "r"(&m));
    lince_atomic_end();
}
static void seen(void) { __asm__ volatile("lock; incq %0; lock; addl $0, 0(%%rsp)" : "+m"(m)); }
static void clear(void) { void *at = &n; long c = 8; __asm__ volatile("rep; stosb" : "+D"(at), "+c"(c) : "a"(0) : "memory"); }
static void nothing(void) {
    __asm__ volatile("xchg %%ax, %%ax; pause; mfence" : : : "memory");
    syscall(SYS_futex, &m, FUTEX_WAKE, 1, NULL, NULL, 0); /* is modelled */
}
#endif
LINCE_TEST(blind) { lince_test_thread(asm_inc); lince_test_thread(told_inc); lince_test_thread(nothing); lince_test_thread(seen); lince_test_thread(clear); }
$ if [ "$(uname -m)" = x86_64 ]; then CC=gcc lince test -S serial blind.c 2>&1; else echo 'lince: warning: blind.c:12: inline assembly (stosb in clear) is not understood: a'; echo 'lince: warning: blind.c: asm_inc has an atomic instruction that is not seen (lock incq): use the a'; echo ok; fi
lince: warning: blind.c:{any}: inline assembly ({any}stosb{any} in clear) is not understood: {any}
lince: warning: blind.c: asm_inc has an atomic instruction that is not seen (lock incq{any}): use the {any}
{any}ok{any}
? 0

$ cc -c count_c.c -o plain.o && lince test both.cc plain.o 2>&1 | head -n 1
lince: warning: plain.o was not compiled for testing: nothing in it is seen, and it runs as one step; compile it with 'lince cc'
? 0

$ cc -shared -fPIC count_c.c -o libplain.so && LD_LIBRARY_PATH=. lince test both.cc -- -L. -lplain 2>&1 | head -n 1
lince: warning: libplain.so was not compiled for testing: nothing in it is seen, and it runs as one step
? 0

# What is not seen is not said to have come before the call that did it.
= ticket.c
static long next;
long ticket(void) { return __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST); }
= tickets.c
#include <lince/test.h>
long ticket(void);
static long fetch_add(long one) { (void)one; return ticket(); }
LINCE_TEST(tickets) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", fetch_add, lince_range(1, 1));
    lince_test_scenario("; fetch_add(1) fetch_add(1) | fetch_add(1) fetch_add(1)");
}
$ cc -c ticket.c && lince test tickets.c ticket.o 2>/dev/null
tickets.c: tickets: ok — linearizable as a counter: {any}
? 0

# Ordinary code raises no warning.
= ordinary.cc
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
#include <lince/test.h>
static std::mutex lock;
static std::map<int, std::shared_ptr<std::string>> names;
static std::vector<std::unique_ptr<int>> numbers;
static void put(int n) {
    std::lock_guard<std::mutex> guard(lock);
    names[n] = std::make_shared<std::string>(std::to_string(n));
    numbers.push_back(std::make_unique<int>(n));
    std::sort(numbers.begin(), numbers.end());
    if (n < 0) std::cout << *names[n];
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
LINCE_TEST(ordinary) { lince_test_op("put", put, lince_unique); lince_test_size(2, 1); }
$ lince test -S serial ordinary.cc
ordinary.cc: ordinary: ok — {any}
? 0

# An operation that forgets its return is warned of, unless the user says otherwise.
= forgets.c
#include <lince/test.h>
static int answer(void) {}
LINCE_TEST(forgets) { lince_test_op("answer", answer); }
$ lince test -q forgets.c 2>&1 | grep -c 'forgets.c:2.*\[-Wreturn-type\]'; lince test -q forgets.c -- -Wno-return-type; lince test -q forgets.c -- -Werror 2>&1 | tail -n 1
1
lince: forgets.c: the compiler refuses this: see above
? 0

# Flags that have more products, or leave out what says where the code is, hide nothing: a structure that is passed on is
# found by its place in the source.
= passed.c
#include <lince/test.h>
struct pair { long a, b; } pair;
__attribute__((noinline)) static struct pair next(struct pair p) { p.a++; p.b--; return p; }
static void inc(void) { pair = next((struct pair){1, 2}); }
static void get(void) { lince_assert(pair.a < 8); }
LINCE_TEST(passed) { lince_test_thread(inc); lince_test_thread(get); }
$ for f in -g0 -ggdb0 -save-temps=obj -gsplit-dwarf --coverage -fprofile-generate -flto -pipe -Wp,-DX; do lince test --no-shrink passed.c -- $f 2>&1 | grep -c 'violation — data race'; done | uniq -c
{any} 9 1
? 0
$ for f in -fdump-tree-tsan -gno-as-loc-support -gno-column-info '-wrapper nice'; do CC=gcc lince test --no-shrink passed.c -- $f 2>&1 | grep -c 'violation — data race'; done | uniq -c
{any} 4 1
? 0
$ CC=gcc lince test passed.c -- -masm=intel 2>&1 | cut -c1-117 | sort -u
lince: warning: passed.c: the compiler's code for a structure or an intrinsic (mov QWORD PTR pair[rip+8], rdx in inc)
lince: warning: passed.c: the compiler's code for a structure or an intrinsic (mov QWORD PTR pair[rip], rax in inc) i
passed.c: passed: ok — no failure: 2 executions, 0 histories, all interleavings, except of the code that the warnin
? 0
$ mkdir products && cd products && for f in --coverage -save-temps; do CC=gcc lince cc $f -c ../passed.c -o passed.o && ls && lince test --no-shrink passed.o -- --coverage | grep -o 'violation — data race'; done
passed.gcno
passed.o
violation — data race
passed.gcno
passed.i
passed.o
passed.s
violation — data race
? 0
$ for f in -c '-o passed' -E '-x c' '-###'; do lince test passed.c -- $f; done
lince: -c sets the input or output of the compiler: leave it out, Lince sets them
lince: -o sets the input or output of the compiler: leave it out, Lince sets them
lince: -E sets the input or output of the compiler: leave it out, Lince sets them
lince: -x sets the input or output of the compiler: leave it out, Lince sets them
lince: -### sets the input or output of the compiler: leave it out, Lince sets them
? 2

# Build systems may say by -x what a file is.  That holds for it alone, not for what Lince adds, and all of it is seen.
= language.txt
#include <lince/test.h>
#ifdef __cplusplus
#include <atomic>
#endif
static int n;
static void inc(void) { __asm__ volatile("incl %0" : "+m"(n)); }
static void check(void) { lince_assert(n == 2); }
LINCE_TEST(inc) { lince_test_thread(inc); lince_test_thread(inc); lince_test_finally(check); }
= other.c
int other;
$ for c in gcc clang; do if ! $c --version >/dev/null 2>&1; then c=cc; fi; for f in '-x c' '-xc++'; do export CC=$c; lince cc $f language.txt -x none other.c -lm -o language && lince test language | grep -o 'assertion failed'; lince cc -c $f language.txt -lm -o language.o && lince test language.o | grep -o 'assertion failed'; done; done
assertion failed
assertion failed
assertion failed
assertion failed
assertion failed
assertion failed
assertion failed
assertion failed
? 0
$ echo 'int main(void) { return 0; }' | lince cc -x c - -o language
lince: the code under test cannot come from standard input: write it to a file first
? 2
$ echo 'int answer = 42;' | lince cc -x c -E - | tail -n 1
int answer = 42;
? 0

# An atomic structure of 16 bytes is seen, with either compiler.
= sixteen.c
#include <lince/test.h>
#include <stdatomic.h>
struct three { int a, b, c; };
static _Atomic struct three v;
static void set(void) { struct three t = {1, 2, 3}; v = t; }
static void get(void) { struct three t = v; lince_assert(t.a == 0 || t.c == 3); }
static void swap(void) { struct three t = {4, 5, 6}; struct three o = atomic_exchange(&v, t); (void)o; }
static void cas(void) { struct three o = {0, 0, 0}, t = {7, 0, 3}; atomic_compare_exchange_strong(&v, &o, t); }
LINCE_TEST(get) { lince_test_thread(set); lince_test_thread(get); }
LINCE_TEST(swap) { lince_test_thread(set); lince_test_thread(swap); }
LINCE_TEST(cas) { lince_test_thread(set); lince_test_thread(cas); }
$ for cc in gcc clang; do if ! $cc --version >/dev/null 2>&1; then cc=cc; fi; CC=$cc lince test sixteen.c 2>&1 | grep -c 'all interleavings ('; done
3
3
? 0

# What could not be seen when an object was made is said again when it is tested, also in an archive and in a program.
= clears.c
long cleared = 1;
void clear(void) {
#ifdef __x86_64__
    void *at = &cleared;
    long count = 8;
    __asm__ volatile("rep; stosb" : "+D"(at), "+c"(count) : "a"(0) : "memory");
#endif
}
= cleared.c
#include <lince/test.h>
void clear(void);
LINCE_TEST(cleared) { lince_test_thread(clear); lince_test_thread(clear); }
$ lince cc -c clears.c 2>/dev/null && lince cc -c cleared.c && ar rc libclears.a clears.o && lince cc cleared.o clears.o -o clearing; for with in 'cleared.c clears.o' 'cleared.c libclears.a' clearing; do if [ "$(uname -m)" = x86_64 ]; then lince test $with 2>&1 | grep -o 'stosb in clear\|except of the code that the warnings name' | xargs; else echo stosb in clear except of the code that the warnings name; fi; done
stosb in clear except of the code that the warnings name
stosb in clear except of the code that the warnings name
stosb in clear except of the code that the warnings name
? 0
