# The scripts that watch over the house notice what they are there for.
$ mkdir -p src/base src/report src/cli src/attic include/lince
? 0

= src/base/a.h
#include <stdio.h>
#include <jansson.h>
#include "history/history.h"
= src/report/b.c
#include "base/a.h"
#include "check/result.h"
#include "check/search/linearize.h"
= src/cli/c.c
#include "d.h"
#include <lince/lince.h>
= src/attic/old.c
#include "base/a.h"
= include/lince/lince.h
#include "base/a.h"
$ "$SOURCE/tests/layering" . | grep -v '^ok'
not ok 1 - src/attic is a room of the house
#   add it to the table in tests/layering
not ok 2 - src/base includes only what it may
#   src/base/a.h:3: base may not include history/history.h
not ok 3 - src/cli includes only what it may
#   src/cli/c.c:1: "d.h" does not say which room it is in
not ok 4 - src/report includes only what it may
#   src/report/b.c:3: of check, report may include only check/result.h
not ok 5 - the public headers need nothing but libc
#   include/lince/lince.h:1: a public header includes base/a.h
not ok 6 - jansson is used in src/formats only
#   src/base/a.h:2: jansson.h belongs in src/formats
1..8
? 0

$ "$SOURCE/tests/layering" . > /dev/null
? 1

# The summary counts the points of every program, and programs that die.
= log.json
{"name": "good", "stdout": "ok 1 - a\nok 2 # SKIP not here\n1..2\n", "result": "OK", "returncode": 0}
{"name": "plain", "stdout": "", "result": "OK", "returncode": 0}
$ "$SOURCE/tests/summary" --log plain log.json 0
2 passed, 0 failed, 1 skipped
? 0

$ "$SOURCE/tests/summary" --log plain log.json 1
plain: meson test ended with status 1
2 passed, 1 failed, 1 skipped
? 1

# Several parts come to one line; a part that did not run is a failure, or a note.
$ "$SOURCE/tests/summary" --log plain log.json 0 --log asan log.json 0 --note 'clang: skipped: clang is not installed'
clang: skipped: clang is not installed
4 passed, 0 failed, 2 skipped
? 0

$ "$SOURCE/tests/summary" --log plain log.json 0 --problem 'asan: the build failed'
asan: the build failed
2 passed, 1 failed, 1 skipped
? 1

= log.json
{"name": "bad", "stdout": "ok 1 - a\nnot ok 2 - b\n# because\n1..2\n", "stderr": "oh", "result": "FAIL", "returncode": 1}
{"name": "dies", "stdout": "ok 1 - a\n", "result": "ERROR", "returncode": -11}
{"name": "forgets", "stdout": "ok 1 - a\n1..2\n", "result": "OK", "returncode": 0}
{"name": "slow", "stdout": "", "result": "TIMEOUT", "returncode": -15, "duration": 900.2}
{"name": "hangs", "stdout": "ok 1 - a\n", "result": "INTERRUPT", "returncode": -15, "duration": 100.0}
$ "$SOURCE/tests/summary" --log plain log.json 1

==== plain: bad failed
not ok 2 - b
# because
1..2
oh

==== plain: dies failed: signal 11 ended it


==== plain: forgets failed: it planned 2 points and ran 1
1..2


==== plain: slow failed: it took too long: it was ended after 900 s


==== plain: hangs failed: it was still running when the time was up, after 100 s

4 passed, 5 failed
? 1

$ "$SOURCE/tests/summary" --log plain nothing.json 0
plain: no test ran
0 passed, 1 failed
? 1

# The runner of these files tells right from wrong. (A | keeps it from taking the inner file for its own.)
= quoted.t
|$ echo it took 3.5 ms
|it took {time}
|? 0
|$ echo a; echo b; echo c
|a
|...
|? 0
|$ echo wrong; exit 3
|right
|? 0
$ sed 's/^|//' quoted.t > try.t; "$SOURCE/tests/cli/run" "$(command -v lince)" try.t
ok 1 - try.t: echo it took 3.5 ms
ok 2 - try.t: echo a; echo b; echo c
not ok 3 - try.t: echo wrong; exit 3
# line 8: $ echo wrong; exit 3
# expected:
#   right
#   ? 0
# got:
#   wrong
#   ? 3
1..3
? 1

$ "$SOURCE/tests/cli/run" --accept "$(command -v lince)" try.t > /dev/null; tail -n 3 try.t | sed 's/^/|/'; "$SOURCE/tests/cli/run" "$(command -v lince)" try.t | tail -n 1
|$ echo wrong; exit 3
|wrong
|? 3
1..3
? 0
