# Results for CI systems.
= two.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void inc(void) { atomic_fetch_add(&n, 1); }
static void careless(void) { atomic_store(&n, atomic_load(&n) + 1); }
static long get(void) { return atomic_load(&n); }
static void claim(void) { lince_assert(n < 2 && "<&>]]>\"'¢CONTROL"); }
LINCE_TEST(right) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
}
LINCE_TEST(wrong) {
    lince_test_spec("counter");
    lince_test_op("inc", careless);
    lince_test_op("get", get);
}
LINCE_TEST(claims) {
    lince_test_op("inc", inc);
    lince_test_op("claim", claim);
    lince_test_scenario("inc(); inc() | claim()");
}
= read.py
import sys
import xml.etree.ElementTree as xml

root = xml.parse(sys.argv[1]).getroot()
for element in [root] + list(root):
    print(element.tag, element.get("name"), *(element.get(key) for key in ("tests", "failures", "errors", "skipped")))
    assert float(element.get("time")) >= 0
for suite in root:
    cases = list(suite)
    assert int(suite.get("tests")) == len(cases) and "T" in suite.get("timestamp")
    assert int(suite.get("failures")) == sum(c.find("failure") is not None for c in cases)
    assert int(suite.get("errors")) == sum(c.find("error") is not None for c in cases)
    for case in cases:
        assert case.tag == "testcase" and float(case.get("time")) >= 0
        print(case.get("classname"), case.get("name"), end=":")
        for child in case:
            lines = [line for line in (child.text or "").split("\n") if line]
            print("", child.tag, child.get("type"), "|", child.get("message"), "|", len(lines) > 5, end="")
        print()
$ sed 's/CONTROL/\x01\x1b\xff/' two.c > 'we<ird>&"q".c'; lince test --junit out.xml 'we<ird>&"q".c' > plain 2> warnings; echo $?; python3 read.py out.xml
1
testsuites lince 3 2 0 0
testsuite we<ird>&"q".c 3 2 0 0
we<ird>&"q" right: system-out None | None | False
we<ird>&"q" wrong: failure violation | not linearizable as a counter | True
we<ird>&"q" claims: failure assertion | {any}:7: assertion `n < 2 && "<&>]]>\"'¢{any}"` does not hold | True
? 0

# It has the plain report, whatever is printed.
$ lince test -q --junit quiet.xml two.c; lince test --json --junit json.xml two.c > out.json; for f in quiet json; do python3 -c "import sys, xml.etree.ElementTree as xml; print(xml.parse(sys.argv[1]).find('.//failure').text)" $f.xml | grep -c -e 'Scenario: ' -e 'To see it again' -e 'load n = 0'; done; wc -l < out.json
4
4
3
? 0

$ mkdir -p src/deep; cp two.c src/deep/two.c; lince test -q --filter right --junit out.xml ./src/deep/two.c; python3 read.py out.xml
testsuites lince 1 0 0 0
testsuite ./src/deep/two.c 1 0 0 0
src.deep.two right: system-out None | None | False
? 0

# What is not known is an error.
$ lince test -q --filter right --max-executions 2 --junit out.xml two.c; echo $?; python3 read.py out.xml
3
testsuites lince 1 0 1 0
testsuite two.c 1 0 1 0
two right: error unknown | the limit of executions was reached | False
? 0

# So is what cannot be tried at all.
$ echo nonsense > bad.c; lince test -q --junit out.xml bad.c 2>/dev/null; echo $?; python3 read.py out.xml; lince test -q --filter none --junit out.xml two.c; echo $?; python3 read.py out.xml
2
testsuites lince 1 0 1 0
testsuite bad.c 1 0 1 0
bad build: error error | the compiler refuses this: see above | False
lince: no test is called 'none', only right, wrong, claims
2
testsuites lince 1 0 1 0
testsuite two.c 1 0 1 0
two build: error error | there is no test of this name | False
? 0

# An interrupt leaves a whole file: what was known, and what was not begun.
= endless.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int a[4];
static void many(void) {
    for (int i = 0; i < 40; i++) atomic_fetch_add(&a[i % 4], i);
}
LINCE_TEST(first) {
    lince_test_op("many", many);
    lince_test_scenario("many() | many() | many() | many()");
}
LINCE_TEST(second) {
    lince_test_op("many", many);
    lince_test_scenario("many() | many()");
}
$ lince test --list endless.c > list; lince test -q --max-executions 0 --strategy exhaustive --junit out.xml endless.c & sleep 2; kill -TERM $!; wait $!; echo $?; python3 read.py out.xml; ls out.xml*
3
testsuites lince 2 0 1 1
testsuite endless.c 2 0 1 1
endless first: error unknown | interrupted | False
endless second: skipped None | interrupted before it began | False
out.xml
? 0

$ lince test --junit no/such/out.xml --filter right -q two.c; lince test --junit out.xml --list two.c; lince test --junit - --json two.c
lince: cannot write no/such/out.xml: No such file or directory
lince: --junit and --list exclude each other
lince: --junit - and --json exclude each other
? 2
