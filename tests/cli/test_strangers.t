# A trace is data: no file or flag that a stranger's trace names is used.  A command of his would make the file `owned`.
= lost.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef EVIL
static __attribute__((constructor)) void evil(void) { if (system("touch owned")) abort(); }
#endif
static atomic_long n;
static void inc(void) { atomic_store(&n, atomic_load(&n) + 1); }
static long get(void) { return atomic_load(&n); }
LINCE_TEST(lost) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("; inc() | inc(); get()");
}
= steps
scenario ; inc() | inc(); get()
heap lifo
plain racing
schedule T1 T2x2 T1 T0
end
= try
#!/bin/sh
# try LINE...: replays a stranger's trace with these lines in it, alone and with the file named
(echo lince trace 1; echo test lost; printf '%s\n' "$@"; cat steps) > hostile.trace
lince test --replay hostile.trace 2>&1; echo "$?"
lince test --replay hostile.trace lost.c 2>&1 | head -n 1
ls owned 2>/dev/null; rm -f owned
$ sh ./try 'file lost.c' 'flag -wrapper' 'flag touch,owned'
lince: hostile.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of lost.c, compiled with flags, of which those that you trust belong behind '--': -wrapper touch,owned
2
lost.c: lost: violation — not linearizable as a counter (1 execution, 1 history, {time})
? 0

# No flag, neither those that run a command or touch other files nor harmless ones.
$ for flag in -fplugin=./evil.so -specs=evil -B. @flags -DEVIL '-Dinc=EVIL' -Wl,--wrap=x -Wp,-DEVIL -Xlinker -include/dev/null -I. -L. -lx -dumpdirowned -fdump-tree-all -save-temps -oowned -MDowned -g -O2; do sh ./try 'file lost.c' "flag $flag"; done | sed "s/.*behind '--': /refused: /; s/ (1 exec.*//" | sort | uniq -c | sed 's/^ *//'
20 2
20 lost.c: lost: violation — not linearizable as a counter
1 refused: -B.
1 refused: -DEVIL
1 refused: -Dinc=EVIL
1 refused: -I.
1 refused: -L.
1 refused: -MDowned
1 refused: -O2
1 refused: -Wl,--wrap=x
1 refused: -Wp,-DEVIL
1 refused: -Xlinker
1 refused: -dumpdirowned
1 refused: -fdump-tree-all
1 refused: -fplugin=./evil.so
1 refused: -g
1 refused: -include/dev/null
1 refused: -lx
1 refused: -oowned
1 refused: -save-temps
1 refused: -specs=evil
1 refused: @flags
? 0

# Nor another file, nor a program.
$ (echo '#define EVIL'; cat lost.c) > evil.c; sh ./try 'file evil.c'; printf '#!/bin/sh\ntouch owned\n' > program; chmod +x program; sh ./try 'file ./program' | head -n 1; sh ./try 'seed 1' | head -n 1
lince: hostile.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of evil.c
2
lost.c: lost: violation — not linearizable as a counter (1 execution, 1 history, {time})
lince: hostile.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of ./program
lince: hostile.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it
? 0

# One's own traces need no more words, also with an edited schedule; and the flags are those they were made with.
$ lince test -q --trace own.trace lost.c -- -DMINE -include stdio.h; lince test -q --replay own.trace; echo $?; sed 's/^schedule.*/schedule T1x2 T2x2 T0/' own.trace > edited.trace; lince test -q --replay edited.trace; echo $?
1
0
? 0

# A signature is for these flags, these files and this place.
$ mkdir -p elsewhere; (echo '#define EVIL'; cat lost.c) > elsewhere/lost.c; cp own.trace elsewhere; sed 's/^flag -DMINE/flag -DEVIL/' own.trace > flag.trace; sed 's/^file lost.c/file evil.c/' own.trace > file.trace; sed 's/^flag -DMINE//;/^$/d' own.trace > less.trace; sed 's/^signature 0/signature 1/;t;s/^signature ./signature 0/' own.trace > forged.trace; grep -v ^signature own.trace > unsigned.trace; for t in flag file less forged unsigned; do lince test -q --replay $t.trace; echo $?; done; (cd elsewhere && lince test -q --replay own.trace; echo $?; ls owned 2>/dev/null); ls owned 2>/dev/null
lince: flag.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of lost.c, compiled with flags, of which those that you trust belong behind '--': -DEVIL -include stdio.h
2
lince: file.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of evil.c, compiled with flags, of which those that you trust belong behind '--': -DMINE -include stdio.h
2
lince: less.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of lost.c, compiled with flags, of which those that you trust belong behind '--': -include stdio.h
2
lince: forged.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of lost.c, compiled with flags, of which those that you trust belong behind '--': -DMINE -include stdio.h
2
lince: unsigned.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of lost.c, compiled with flags, of which those that you trust belong behind '--': -DMINE -include stdio.h
2
lince: own.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of lost.c, compiled with flags, of which those that you trust belong behind '--': -DMINE -include stdio.h
2
? 2

# A key that other users can read, or that is a link, counts for nothing.
$ key="$XDG_CACHE_HOME/lince/keys/traces"; stat -c '%a %s' "$key"; chmod 644 "$key"; lince test -q --replay own.trace; echo $?; chmod 600 "$key"; lince test -q --replay own.trace; echo $?; mv "$key" "$key.0"; ln -s "$key.0" "$key"; lince test -q --replay own.trace; echo $?; rm "$key"; lince test -q --replay own.trace; echo $?; lince test -q --trace own.trace lost.c; lince test -q --replay own.trace; echo $?
600 16
lince: own.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of lost.c, compiled with flags, of which those that you trust belong behind '--': -DMINE -include stdio.h
2
1
lince: own.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of lost.c, compiled with flags, of which those that you trust belong behind '--': -DMINE -include stdio.h
2
lince: own.trace: this trace was not written by you in this place, so the files to compile and run must be named behind it; it is of lost.c, compiled with flags, of which those that you trust belong behind '--': -DMINE -include stdio.h
2
1
? 0

# Where the sources have changed since, that is told; also where the trace does not know the program.
$ echo 'int later;' >> lost.c; lince test --replay own.trace lost.c 2>&1 >/dev/null; grep -v ^program own.trace > other.trace; lince test --replay other.trace lost.c 2>&1 >/dev/null
lince: warning: the program has changed since the trace was written: lost.c; it is followed as long as its steps are the same
lince: warning: the program has changed since the trace was written: lost.c; it is followed as long as its steps are the same
? 1

# Names are not printed as they are where a terminal would obey them.
$ sh ./try 'file \x1b]0;owned\x07.c' 'flag \x1b[2J' | tr -cd '\033\007' | wc -c; (grep -v ^end other.trace; echo 'source 0123456789abcdef \x1b]0;owned\x07.h'; echo end) > odd.trace; lince test --replay odd.trace lost.c 2>&1 >/dev/null | tr -cd '\033\007' | wc -c
0
0
? 0

# Histories are data as well: they name no plug-in and no model, and their values are no markup.
= page.hist
spec queue
T1 invoke enq("</script><script>alert(1)</script>")
T1 return
T1 invoke deq()
T1 return "<img src=x onerror=alert(1)>"
$ for s in ./evil.so evil.lin#Q /tmp/evil.so; do printf 'spec %s\nT1 invoke enq(1)\nT1 return\n' "$s" > plug.hist; lince check plug.hist 2>&1; done; lince check -q --html page.html page.hist; grep -c -e '<script>alert' -e '<img src=x' page.html; lince show --svg picture.svg page.hist >/dev/null 2>&1; grep -c -e '<script>alert' -e '<img src=x' picture.svg
lince: plug.hist:1: a history cannot bring a plug-in along: name ./evil.so with --spec, if you trust it
lince: plug.hist:1: a history can name built-in specifications only: name evil.lin#Q with --spec
lince: plug.hist:1: a history cannot bring a plug-in along: name /tmp/evil.so with --spec, if you trust it
0
0
? 1
