# What goes through the documents sees what is wrong in them. (Their `$` is a `%` here.)
= right.text
See [itself](right.md#a-title), `lince check` and `--spec`, and `a.hist`:

# A title

And `a.hist`:

```text a.hist
spec queue
T1 invoke deq()
T1 return EMPTY
```

```console
% lince check a.hist
a.hist: ok — linearizable as a queue (1 operation, 17.5 ms)
% cat a.hist
...
T1 return EMPTY
% lince check --quiet \
    a.hist
```

```c from code.c
int a;
...
int c;
```
= code.c
int a;
int b;
int c;
$ sed 's/^%/$/' right.text > right.md; "$SOURCE/tests/docs" "$(command -v lince)" . right.md
ok 1 - right.md:7: it is said that this is a.hist
ok 2 - right.md:14: lince check a.hist
ok 3 - right.md:16: cat a.hist
ok 4 - right.md:19: lince check --quiet \     a.hist
ok 5 - right.md:23: quoted from code.c
ok 6 - right.md:1: leads somewhere: right.md\#a-title
ok 7 - right.md:1: there is a command check
ok 8 - right.md:1: there is an option --spec
1..8
? 0

= wrong.text
See [nothing](nowhere.md), [no such](wrong.md#place), `lince chekc` and `--sepc`.

    $ a command that nobody runs

```text b.hist
spec queue
T1 invoke deq()
T1 return 1
```

```console
% lince check b.hist
b.hist: ok — linearizable as a queue (1 operation, 0.1 ms)
% cat b.hist
...
```

```c from code.c
int a;
int c;
```

```c
int what;
```

```sh
rm something
```
$ sed 's/^%/$/' wrong.text > wrong.md; "$SOURCE/tests/docs" "$(command -v lince)" . wrong.md | grep -v '^# '
not ok 1 - wrong.md:5: it is said that this is b.hist
not ok 2 - wrong.md:12: lince check b.hist
not ok 3 - wrong.md:14: a command whose output may be anything shows nothing
ok 4 - wrong.md:14: cat b.hist
not ok 5 - wrong.md:18: quoted from code.c
not ok 6 - wrong.md:23: what is this block? it is neither run nor compared
not ok 7 - wrong.md:27: only what builds and installs is not run
not ok 8 - wrong.md:1: leads somewhere: nowhere.md
not ok 9 - wrong.md:1: leads somewhere: wrong.md\#place
not ok 10 - wrong.md:1: there is a command chekc
not ok 11 - wrong.md:1: there is an option --sepc
not ok 12 - wrong.md:3: a command outside of a block is not run
1..12
? 0

# And with --accept it mends what commands print.
$ "$SOURCE/tests/docs" --accept "$(command -v lince)" . wrong.md > /dev/null; sed -n '13p' wrong.md
b.hist: violation — not linearizable as a queue (1 operation, {time})
? 0
