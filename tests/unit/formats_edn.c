/* Jepsen's EDN. */
#include "formats_support.h"

#define EDN LINCE_FORMAT_EDN

static void test_events(void) {
    expect_reads(EDN,
                 "{:process 0, :type :invoke, :f :read, :value nil, :time 1, :index 0}\n"
                 "{:process 0, :type :ok, :f :read, :value 5, :time 2, :index 1}\n",
                 "0 read(nil); 0 -> 5", "a map a line");
    expect_reads(
        EDN,
        "[{:process 4, :type :invoke, :f :write, :value 2}\n {:process 4,\n  :type :ok\n :f :write\n  :value 2}\n"
        " {:process 22  :type :invoke, :f :read, :value 3}]\n\n",
        "4 write(2); 4 -> 2; 22 read(3)", "a vector of maps over many lines, commas or not");
    expect_reads(EDN, "({:process 1 :type :invoke :f :cas :value [1 2]}{:process 1 :type :ok :f :cas :value (1 2)})",
                 "1 cas([1, 2]); 1 -> [1, 2]", "lists wrap like vectors");
    expect_reads(EDN,
                 "{:process 1 :type :invoke :f :a}{:process 1 :type :info :f :a :value :timed-out}\n"
                 "{:process 2 :type :invoke :f :b :value 1}{:process 2 :type :fail :f :b :value {:why 1.5}}",
                 "1 a(); 1 crash; 2 b(1); 2 fail", ":info is a crash, :fail a failure, whatever their values");
    expect_reads(
        EDN,
        "{:process :nemesis, :type :info, :f :start, :value {:a #{1 2}}}\n{:value 1.5 :type :info :process :nemesis}\n"
        "{:process :admin :type :invoke}{:process 3 :type :invoke :f :read}",
        "3 read()", ":nemesis and other keywords are skipped");
    expect_reads(EDN, "; one\n[; two {\n {:process 1 ; three }\n :type :invoke :f :a}]; four", "1 a()", "comments");
}

static void test_forms(void) {
    expect_reads(EDN, "#_ {:x 1} [#_#_ 1 2 {:process 1 #_ :type :type :invoke #_[a {b c}] :f :a} #_{}]\n", "1 a()",
                 "discarded forms");
    expect_reads(EDN, "#jepsen.history.Op{:index 0, :process 1, :type :invoke, :f :a, :value #x/y [1 #z 2]}",
                 "1 a([1, 2])", "tags are dropped");
    expect_reads(EDN,
                 "{:process 1 :type :invoke :f :a :value [nil true false :k :n/k sym -5 +5 7N \"s\" \\c \\newline "
                 "#inst \"t\" ()]}",
                 "1 a([nil, true, false, k, n/k, sym, -5, 5, 7, \"s\", \"c\", \"newline\", \"t\", []])",
                 "values of all kinds");
    expect_reads(EDN, "{:process 1 :type :invoke :f :a :value \"a \\\"b\\\"\\n\\u00e4 ; {\n\"}",
                 "1 a(\"a \\\"b\\\"\\n\xc3\xa4 ; {\\n\")", "strings with escapes and line ends");
    expect_reads(
        EDN,
        "{:process 1 :type :invoke :f :a :time 1.5e3 :error [:x \"y\" {:z #{1}}] :exception {:via [{:at [a.b c nil]}]}"
        " :d #\"re\" :e ##Inf :g 1/2 :h 99999999999999999999 \"str\" 1 [1] 2}",
        "1 a()", "other keys may hold anything");
    expect_reads(
        EDN,
        "{:process 0 :type :invoke :f :get :key \"k\" :value nil}{:process 0 :type :ok :f :get :key \"k\" :value \"\"}"
        "{:process 0 :type :invoke :f :del :key :k}",
        "0 get(\"k\", nil); 0 -> \"\"; 0 del(k)", ":key is the first argument");
    expect_reads(
        EDN, "{:process \"T 1\" :type \"invoke\" :f \"my op\" :object \"q\"}{:process 2 :type :invoke :f a :object :r}",
        "T 1 q.my op(); 2 r.a()", "processes that are strings, and objects");
    expect_reads(EDN, "", "", "an empty file is an empty history");
    expect_reads(EDN, " [] ", "", "so is an empty vector");
}

static void test_representation(void) {
    lince_history *h =
        read_one(EDN, "[\n{:process 1 :type :invoke :f :a :value [1 2]}\n\n{:process 1\n :type :ok :f :a}]");
    expect(h && h->jepsen && !h->json && !h->failed_cas_ran, "payloads follow Jepsen's habits");
    if (!h) return;
    expect(lince_value_kind(&h->values, h->ops.at[0].args) == LINCE_LIST, "a vector stays one value");
    expect(h->ops.at[0].results == LINCE_NOTHING, "an absent value is nothing");
    expect(h->ops.at[0].call_line == 2 && h->ops.at[0].end_line == 4, "lines are kept");
    lince_history_free(h);
}

static void test_independent(void) {
    reading.independent = true;
    expect_reads(EDN,
                 "{:process 0 :type :invoke :f :write :value [:x 5]}{:process 1 :type :invoke :f :read :value [1 nil]}"
                 "{:process 0 :type :ok :f :write :value [:x 5]}{:process 1 :type :ok :f :read :value [2 7]}",
                 "0 x.write(5); 1 1.read(nil); 0 -> 5; 1 -> [2, 7]",
                 "independent keys are objects; a pair with another key is a value");
    expect_bad(EDN, "\n{:process 0 :type :invoke :f :write :value [1 2 3]}", 2, "[key value]", "a key and two values");
    reading.independent = false;
}

static void test_malformed(void) {
    expect_bad(EDN, "[{:process 0 :type :invoke :f :read}\n\n", 3, "within the `[` of line 1",
               "a vector that does not end");
    expect_bad(EDN, "[\n{:process 0 :type\n:invoke", 3, "within the `{` of line 2", "a map that does not end");
    expect_bad(EDN, "{:process 0 :value [1\n2", 2, "within the `[` of line 1", "a value that does not end");
    expect_bad(EDN, "{:process 0\n :value \"abc}", 2, "no closing quote", "a string that does not end");
    expect_bad(EDN, "[{:process 0 :type :invoke :f :read})", 1, "expected an event", "the wrong bracket");
    expect_bad(EDN, "{:process 0 :value (1 2]}", 1, "expected `)`", "the wrong bracket in a value");
    expect_bad(EDN, "{:process 0 :type ]", 1, "has no value", "the wrong bracket in a map");
    expect_bad(EDN, "{:process 0]", 1, "expected `}`", "the wrong bracket after it");
    expect_bad(EDN, "{:process 0 :type :invoke :f}", 1, "has no value", "a key without a value");
    expect_bad(EDN, "{:process 0 :process 1}", 1, "a second :process", "a key twice");
    expect_bad(EDN, "\n42", 2, "expected an event", "a number");
    expect_bad(EDN, "[[{}]]", 1, "expected an event", "a vector in a vector");
    expect_bad(EDN, "]", 1, "expected an event", "a bracket too many");
    expect_bad(EDN, "{}", 1, "no :process", "an empty map");
    expect_bad(EDN, "{:process 1.5 :type :invoke :f :a}", 1, ":process is not", "half a process");
    expect_bad(EDN, "{:process nil :type :invoke :f :a}", 1, ":process is not", "no process");
    expect_bad(EDN, "{:process 0 :type :begin :f :a}", 1, ":invoke, :ok, :fail or :info", "an unknown type");
    expect_bad(EDN, "{:process 0 :f :a}", 1, ":invoke, :ok, :fail or :info", "no type");
    expect_bad(EDN, "{:process 0 :type :invoke}", 1, "needs an operation", "no operation");
    expect_bad(EDN, "{:process 0 :type :invoke :f 5}", 1, "operation", "a number as the operation");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a :object 1.5}", 1, ":object must be", "a number as the object");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a\n:value 1.5}", 2, "64 bits", "a real number");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a :value 1/2}", 1, "64 bits", "a ratio");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a :value [1 9223372036854775808]}", 1, "64 bits", "a large number");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a :value ##NaN}", 1, "64 bits", "not a number");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a :value {:a 1}}", 1, "a map is not a value", "a map as a value");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a :key #{1}}", 1, "a set is not a value", "a set as a key");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a :value \"\\x\"}", 1, "unknown escape", "a bad escape");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a :value \"\xff\"}", 1, "not UTF-8", "invalid UTF-8 in a string");
    expect_bad(EDN, "{:process 0 :type :invoke :f :\xff}", 1, "not UTF-8", "invalid UTF-8 in a word");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a\x01}", 1, "control character", "a control character");
    expect_bad(EDN, "{:process 0 :type :invoke :f \"a\\nb\"}", 1, "control character", "a line end in a name");
    expect_bad(EDN, "{:process 0 :x \\\n}", 1, "a backslash must be", "a backslash at the end of a line");
    expect_bad(EDN, "#", 1, "`#` at the end", "a lone `#`");
    expect_bad(EDN, "[#_]", 1, "without a form", "nothing to discard");
    expect_bad(EDN, "{:process 0 :type :ok :f :a}", 1, "no open operation", "a completion alone");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a}\n{:process 0 :type :invoke :f :a}", 2, "line 1",
               "a second invocation");
    expect_bad(EDN, "{:process 0 :type :invoke :f :a}\n{:process 0 :type :ok :f :b}", 2, "line 1 invoked `a`",
               "a completion of something else");
}

static void test_depth(void) {
    static const char *const beginnings[] = {"{:process 0 :type :invoke :f :a :value ",
                                             "{:process 0 :type :invoke :f :a :x "};
    for (int i = 0; i < 4; i++) {
        int depth = 64 + i / 2;
        char text[400];
        int length = snprintf(text, sizeof text, "%s", beginnings[i % 2]);
        memset(text + length, '[', (size_t)depth);
        memset(text + length + depth, ']', (size_t)depth);
        snprintf(text + length + 2 * depth, 3, "}\n");
        lince_history *h = read_one(EDN, text);
        expect((h != NULL) == (depth <= 64) && (h || strstr(problem.message, "nested")), "vectors %d deep%s", depth,
               i % 2 ? " that are skipped" : "");
        lince_history_free(h);
    }
    char discards[402] = "";
    for (int i = 0; i < 200; i++) memcpy(discards + 2 * i, "#_", 3);
    expect_bad(EDN, discards, 1, "nested", "two hundred discards");
}

static void test_nul(void) {
    static const char text[] = "{:process 0 :type :invoke\n:f :a :value \"a\0b\"}";
    lince_history *h[1];
    size_t count;
    reading.format = EDN;
    lince_status status = read_all(text, sizeof text - 1, h, 1, &count);
    expect(status == LINCE_BAD_INPUT && problem.line == 2 && strstr(problem.message, "NUL"), "malformed: a NUL byte");
}

/* A history on one long line, longer than any buffer at first. */
static void test_long_line(void) {
    enum { COUNT = 20000 };
    lince_text text = {0};
    lc_text_putc(&text, '[');
    for (int i = 0; i < COUNT; i++)
        lc_text_printf(&text, "{:process %d, :type :%s, :f :w, :value \"%0*d\"} ", i / 2 % 7, i % 2 ? "ok" : "invoke",
                       i % 50, i);
    lc_text_putc(&text, ']');
    lince_history *h = read_one(LINCE_FORMAT_AUTO, lc_text(&text));
    expect(h && h->jepsen && h->ops.count == COUNT / 2 && h->events.count == COUNT, "a long line");
    lince_history_free(h);
    lc_text_free(&text);
}

int main(void) {
    test_events();
    test_forms();
    test_representation();
    test_independent();
    test_malformed();
    test_depth();
    test_nul();
    test_long_line();
    return tap_end();
}
