/* `.hist` text: each sentence about it, and each way it can be malformed. */
#include "formats_support.h"

#define HIST LINCE_FORMAT_HIST

static void test_events(void) {
    expect_reads(
        HIST,
        "T1 invoke enq(5)\nT2 invoke deq()\nT1 return\nT2 return 5\nT2 invoke q.deq()      # of q\n"
        "T2 return EMPTY\nT3 invoke enq(7)\nT3 crash\nT4 invoke enq(9)\nT4 fail\n",
        "T1 enq(5); T2 deq(); T1 ->; T2 -> 5; T2 q.deq(); T2 -> EMPTY; T3 enq(7); T3 crash; T4 enq(9); T4 fail",
        "the example of the contract");
    expect_reads(HIST, "# a comment\n\n   \n\t# another\nT1 invoke a() # third\n", "T1 a()",
                 "comments and blank lines are ignored");
    expect_reads(HIST, "T1 invoke enq(1)\nT1 crash\nT1 invoke enq(2)\nT1 return\n",
                 "T1 enq(1); T1 crash; T1 enq(2); T1 ->", "after a crash a thread may invoke again");
    expect_reads(HIST, "\"/weird\\thread! invoke a()\n42 invoke b()\nT#1 invoke c()\n\xc3\xa4 invoke d()\n",
                 "\"/weird\\thread! a(); 42 b(); T#1 c(); \xc3\xa4 d()", "a thread is any token without white space");
    expect_reads(HIST, "T1 invoke a.b.deq(1)\n", "T1 a.b.deq(1)", "an object and a method");
    expect_reads(HIST, "T1 invoke deq\nT1 return\n", "T1 deq(); T1 ->", "parentheses may be left out");
    expect_reads(HIST, "T1 invoke cas(1, 2)\nT1 return 3, 4\nT1 invoke cas ( 1,2 )\nT1 return 3 4\n",
                 "T1 cas(1, 2); T1 -> 3, 4; T1 cas(1, 2); T1 -> 3, 4", "several arguments and results");
    expect_reads(HIST, "  T1\t invoke   enq( 5 )  \r\n\tT1 return\t\r\n", "T1 enq(5); T1 ->",
                 "white space and Windows line ends");
    expect_reads(HIST, "T1 invoke a()\nT1 return 1", "T1 a(); T1 -> 1", "the last line may lack its end");
    expect_reads(HIST, "spec invoke a()\nspec return\nstyle invoke b()\n--- invoke c()\n",
                 "spec a(); spec ->; style b(); --- c()", "threads may be called `spec`, `style` and `---`");
    expect_reads(HIST, "", "", "an empty file is an empty history");
    expect_reads(HIST, "# nothing\n\n", "", "so is a file of comments");
}

static void test_representation(void) {
    lince_history *h = read_one(HIST, "T1 invoke q.cas(1, 2)\nT2 invoke q.deq()\nT1 return [1, 2]\n");
    expect(h && !h->jepsen && !h->failed_cas_ran && !h->json, "payloads are exact");
    if (!h) return;
    const lc_op *cas = &h->ops.at[0], *deq = &h->ops.at[1];
    lc_span object = lc_object_name(h, cas), method = lc_method_name(h, cas);
    expect(object.length == 1 && *object.at == 'q' && method.length == 3 && !memcmp(method.at, "cas", 3),
           "a name is split at its last dot");
    expect(lince_value_kind(&h->values, cas->args) == LINCE_TUPLE, "two arguments are a tuple");
    expect(deq->args == LINCE_NOTHING, "no arguments are the empty tuple");
    expect(lince_value_kind(&h->values, cas->results) == LINCE_LIST, "one list as a result is a list");
    expect(cas->call_line == 1 && cas->end_line == 3 && deq->call_line == 2 && deq->end_line == 0, "lines are kept");
    expect(deq->end == LC_NEVER && deq->results == LINCE_NO_VALUE, "an operation open at the end is pending");
    expect(!strcmp(h->file, "text") && h->number == 1 && h->first_line == 1, "the history knows where it is from");
    lince_history_free(h);
}

static void test_sections(void) {
    static const char text[] =
        "spec q=queue\nspec s=stack:capacity=2\nT1 invoke q.enq(1)\n---\nT1 invoke q.enq(2)\n"
        "---  # separates\nspec file.lin#Queue\nT1 invoke enq(3)\n---\n---\nT1 invoke enq(4)\n---\n\n#\n";
    lince_history *h[8];
    size_t count;
    reading.format = HIST;
    lince_status status = read_all(text, strlen(text), h, 8, &count);
    expect(status == LINCE_END && count == 5, "`---` separates histories, and may also end the last one");
    if (count != 5) return;
    bool numbered = true;
    for (uint32_t i = 0; i < count; i++) numbered = numbered && h[i]->number == i + 1;
    expect(numbered, "histories are numbered from 1");
    expect(h[1]->first_line == 5 && h[2]->first_line == 7, "and know their first lines");
    expect(h[0]->specs.count == 2 && !strcmp(h[0]->specs.at[0].object, "q") && !strcmp(h[0]->specs.at[0].spec, "queue"),
           "`spec OBJECT=NAME` names the specification of one object");
    expect(!strcmp(h[0]->specs.at[1].spec, "stack:capacity=2") && h[0]->specs.at[1].line == 2, "with parameters");
    expect(h[1]->specs.count == 2 && !strcmp(h[1]->specs.at[1].object, "s"),
           "a history without `spec` lines takes those of the one before");
    expect(h[2]->specs.count == 1 && !*h[2]->specs.at[0].object && !strcmp(h[2]->specs.at[0].spec, "file.lin#Queue"),
           "one with its own does not; `#` inside the name is no comment");
    expect(h[3]->ops.count == 0 && h[3]->specs.count == 1 && h[4]->specs.count == 1, "an empty history passes them on");
    expect_shown(h[4], "T1 enq(4)", "threads start afresh in every history");
    for (size_t i = 0; i < count; i++) lince_history_free(h[i]);
    lince_history *barrier = read_one(HIST, "spec barrier:n=3\n");
    expect(barrier && !*barrier->specs.at[0].object && !strcmp(barrier->specs.at[0].spec, "barrier:n=3"),
           "an equals sign behind a colon belongs to a parameter");
    lince_history_free(barrier);
}

static void test_style(void) {
    lince_history *h =
        read_one(HIST, "style jepsen\n0 invoke cas([1, 2])\n0 return [1, 2]\n0 invoke get(\"k\", nil)\n");
    expect(h && h->jepsen && !h->failed_cas_ran, "`style jepsen`");
    lince_history_free(h);
    h = read_one(HIST, "style jepsen-log\n---\n0 invoke a()\n");
    expect(h && h->jepsen && h->failed_cas_ran, "`style jepsen-log`");
    lince_history_free(h);
    expect_bad(HIST, "style modern\n", 1, "styles are", "an unknown style");
    expect_bad(HIST, "0 invoke a()\nstyle jepsen\n", 2, "before the first event", "a style too late");
    expect_bad(HIST, "style jepsen\n0 invoke a(1, 2, 3)\n", 2, "Jepsen's style", "three arguments in that style");
}

/* Which operations come before which, `ab ac`: operations are letters in the order of their calls. */
static bool has_order(const char *text, const char *pairs) {
    lince_history *h = read_one(HIST, text);
    lince_text out = {0};
    for (uint32_t a = 0; h && a < h->ops.count; a++)
        for (uint32_t b = 0; b < h->ops.count; b++)
            if (lc_comes_before(h, a, b)) lc_text_printf(&out, "%s%c%c", out.length ? " " : "", 'a' + a, 'a' + b);
    bool same = h && h->order.threads && !strcmp(lc_text(&out), pairs);
    lc_text_free(&out);
    lince_history_free(h);
    return same;
}

#define PARTIAL   "order partial\n"
#define TWO(a, b) a " invoke a()\n" a " return\n" b " invoke b()\n" b " return\n"

static void test_order(void) {
    expect(has_order(PARTIAL TWO("T1", "T2"), ""), "with `order partial` the order of lines means nothing");
    expect(has_order(PARTIAL TWO("T1", "T1"), "ab"), "but within a thread");
    expect(has_order(PARTIAL TWO("T1", "T2") "before T1:1 T2:1\n", "ab"), "`before` orders two operations");
    expect(has_order("before invoke a()\norder invoke b()\n", "") == false &&
               has_order(PARTIAL "before invoke a()\n", ""),
           "threads may be called `before` and `order`");
    expect(has_order(PARTIAL "before a:b:1 c:1 # now\n", "") == false, "both are there by then");
    expect(has_order(PARTIAL TWO("a:b", "1:2") "  before  a:b:1\t1:2:1 # so\n", "ab"), "a thread may have colons");
    expect(
        has_order(PARTIAL TWO("T1", "T2") TWO("T2", "T3") "before T2:2 T3:1\nbefore T1:1 T2:1\n", "ab ac ad bc bd cd"),
        "the order is transitive, through threads too");
    expect(
        has_order(PARTIAL TWO("T1", "T2") "T2 invoke c()\nT2 crash\nT2 invoke d()\nbefore T1:1 T2:2\n", "ac ad bc bd"),
        "an operation that crashed comes before none, but what comes before it comes before later ones");
    expect(has_order(PARTIAL TWO("T1", "T1") "T2 invoke c()\nbefore T1:2 T2:1\n", "ab ac bc"),
           "what a thread did earlier comes before, too");
    expect_bad(HIST, "order total\n", 1, "can only be declared to be `partial`", "another order");
    expect_bad(HIST, "order partial now\n", 1, "nothing can follow an order", "text after an order");
    expect_bad(HIST, TWO("T1", "T2") PARTIAL, 5, "before the first event", "an order too late");
    expect_bad(HIST, TWO("T1", "T2") "before T1:1 T2:1\n", 5, "before the first event",
               "an edge without a declaration");
    expect_bad(HIST, PARTIAL TWO("T1", "T2") "before T1:1\n", 6, "as in `before T1:1 T2:1`", "one operation");
    expect_bad(HIST, PARTIAL TWO("T1", "T2") "before T1:1 T2:x\n", 6, "as in `before T1:1 T2:1`", "no number");
    expect_bad(HIST, PARTIAL TWO("T1", "T2") "before T1:1 T2\n", 6, "as in `before T1:1 T2:1`", "a thread alone");
    expect_bad(HIST, PARTIAL TWO("T1", "T2") "before T1:1 T2:1 T3:1\n", 6, "nothing can follow", "three operations");
    expect_bad(HIST, PARTIAL TWO("T1", "T2") "before T1:1 T3:1\n", 6, "T3 has no operation so far",
               "an unknown thread");
    expect_bad(HIST, PARTIAL TWO("T1", "T2") "before T1:2 T2:1\n", 6, "T1 has no operation 2", "an unknown operation");
    expect_bad(HIST, PARTIAL TWO("T1", "T2") "before T1:0 T2:1\n", 6, "numbered from 1", "the operation 0");
    expect_bad(HIST, PARTIAL TWO("T1", "T2") "before T2:1 T1:1\n", 6, "has not returned when a() is called (line 2)",
               "an edge against the lines");
    expect_bad(HIST, PARTIAL TWO("T1", "T2") "before T1:1 T1:1\n", 6, "has not returned", "an operation before itself");
    expect_bad(HIST, PARTIAL "T1 invoke a()\nT1 crash\nT2 invoke b()\nbefore T1:1 T2:1\n", 5, "has not returned",
               "an edge from an operation that crashed");
}

static void test_malformed(void) {
    expect_bad(HIST, "T1 invoke enq(1)\n# x\nT1 invoke enq(2)\n", 3, "line 1", "a second invoke of a thread");
    expect_bad(HIST, "T1 return 5\n", 1, "no open operation", "a return without an invoke");
    expect_bad(HIST, "T1 invoke a()\nT1 return\nT1 crash\n", 3, "no open operation", "a crash after a return");
    expect_bad(HIST, "\nT1 starts enq(5)\n", 2, "`invoke`, `return`, `crash` or `fail`", "an unknown word");
    expect_bad(HIST, "T1\n", 1, "found the end of the line", "a thread alone");
    expect_bad(HIST, "T1 invoke\n", 1, "an operation such as", "no operation");
    expect_bad(HIST, "T1 invoke enq(5\n", 1, "`,` or `)`", "no closing parenthesis");
    expect_bad(HIST, "T1 invoke enq(5]\n", 1, "`,` or `)`", "the wrong closing bracket");
    expect_bad(HIST, "T1 invoke enq5)\n", 1, "nothing can follow an operation", "no opening parenthesis");
    expect_bad(HIST, "T1 invoke enq 5\n", 1, "but arguments in parentheses, as in `enq(5)`", "no parentheses");
    expect_bad(HIST, "T1 invoke enq(5) 6\n", 1, "nothing can follow an operation", "text after the operation");
    expect_bad(HIST, "T1 invoke enq(1 2)\n", 1, "`,` or `)`", "arguments without a comma");
    expect_bad(HIST, "T1 invoke enq(1,)\n", 1, "a value", "a comma without a value");
    expect_bad(HIST, "T1 invoke enq(,1)\n", 1, "a value", "a comma first");
    expect_bad(HIST, "T1 invoke q.()\n", 1, "a dot stands between", "an object without a method");
    expect_bad(HIST, "T1 invoke .deq()\n", 1, "a dot stands between", "a method without its object");
    expect_bad(HIST, "T1 invoke a()\nT1 return 5,\n", 2, "a value", "a result missing");
    expect_bad(HIST, "T1 invoke a()\nT1 return \"a\"\"b\"\n", 2, "a blank after a value", "results without a blank");
    expect_bad(HIST, "T1 invoke a()\nT1 crash now\n", 2, "nothing can follow", "text after `crash`");
    expect_bad(HIST, "T1 invoke a()\nspec queue\n", 2, "before the first event", "a specification too late");
    expect_bad(HIST, "spec queue\nspec stack\n", 2, "line 1", "two specifications of one object");
    expect_bad(HIST, "spec\n", 1, "a specification such as", "no specification");
    expect_bad(HIST, "spec queue stack\n", 1, "nothing can follow a specification", "two in one line");
    expect_bad(HIST, "spec q=\n", 1, "spec q=queue", "an object without a specification");
    expect_bad(HIST, "T1 invoke a()\nT2 invoke \x01()\n", 2, "control character", "a control character");
    expect_bad(HIST, "T1 invoke a(\"\x01\")\n", 1, "control character", "one in a string");
    expect_bad(HIST, "T1 invoke a()\nT1 return \xff\n", 2, "not UTF-8", "invalid UTF-8");
    expect_bad(HIST, "T1 invoke a(\"\xc3\")\n", 1, "not UTF-8", "half a character");
    expect_bad(HIST, "---\nT1 invoke a()\n---\nT1 return\n", 4, "no open operation", "a return in the wrong history");
}

static void test_nul(void) {
    static const char text[] = "T1 invoke a()\nT1 \0return\n";
    lince_history *h[1];
    size_t count;
    reading.format = HIST;
    lince_status status = read_all(text, sizeof text - 1, h, 1, &count);
    expect(status == LINCE_BAD_INPUT && problem.line == 2 && strstr(problem.message, "control character"),
           "malformed: a NUL byte");
}

int main(void) {
    test_events();
    test_representation();
    test_sections();
    test_style();
    test_order();
    test_malformed();
    test_nul();
    return tap_end();
}
