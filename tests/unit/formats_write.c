/* Writing: what is written reads back the same. */
#include "formats_support.h"

#include <lince/check.h>

/* To be freed; NULL: not writable, `problem` says why. */
static char *written(const lince_history *h, lince_format format) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    problem = (lince_error){.line = 0};
    lince_status status = lince_history_write(h, format, file, &problem);
    fclose(file);
    if (status == LINCE_DONE) return text;
    free(text);
    return NULL;
}

static void expect_written(const lince_history *h, lince_format format, const char *wanted, const char *name) {
    char *text = h ? written(h, format) : NULL;
    if (!expect(text && !strcmp(text, wanted), "%s", name))
        printf("# wanted:\n%s\n# got:\n%s\n# %s\n", wanted, text ? text : "nothing", problem.message);
    free(text);
}

static void expect_unwritable(const lince_history *h, lince_format format, const char *words, const char *name) {
    char *text = written(h, format);
    if (!expect(!text && strstr(problem.message, words), "%s", name)) printf("# %s\n", problem.message);
    free(text);
}

/* Read as `from`, written as `to`. */
static void expect_rewritten(lince_format from, const char *text, lince_format to, const char *wanted,
                             const char *name) {
    lince_history *h = read_one(from, text);
    expect_written(h, to, wanted, name);
    lince_history_free(h);
}

static const char hist[] =
    "spec q=queue\nspec stack:capacity=3\n"
    "T1 invoke q.enq(5)\n2 invoke cas(-1, \"a\\\"\\\\\\n\\t\\u0001\xc3\xa4\")\nT1 return\n2 return true\n"
    "T1 invoke q.deq()\nT1 return EMPTY\n2 invoke swap([1, [], [nil]])\n2 return 1, \"x\"\nT1 invoke a()\nT1 crash\n"
    "T1 invoke b()\n007 invoke c()\n007 fail\n";
static const char jsonl[] =
    "{\"process\": \"T1\", \"type\": \"invoke\", \"f\": \"enq\", \"object\": \"q\", \"value\": 5}\n"
    "{\"process\": 2, \"type\": \"invoke\", \"f\": \"cas\", \"value\": [-1, \"a\\\"\\\\\\n\\t\\u0001\xc3\xa4\"]}\n"
    "{\"process\": \"T1\", \"type\": \"ok\", \"f\": \"enq\", \"object\": \"q\"}\n"
    "{\"process\": 2, \"type\": \"ok\", \"f\": \"cas\", \"value\": true}\n"
    "{\"process\": \"T1\", \"type\": \"invoke\", \"f\": \"deq\", \"object\": \"q\"}\n"
    "{\"process\": \"T1\", \"type\": \"ok\", \"f\": \"deq\", \"object\": \"q\", \"value\": \"EMPTY\"}\n"
    "{\"process\": 2, \"type\": \"invoke\", \"f\": \"swap\", \"value\": [1, [], [null]]}\n"
    "{\"process\": 2, \"type\": \"ok\", \"f\": \"swap\", \"value\": [1, \"x\"]}\n"
    "{\"process\": \"T1\", \"type\": \"invoke\", \"f\": \"a\"}\n"
    "{\"process\": \"T1\", \"type\": \"info\", \"f\": \"a\"}\n"
    "{\"process\": \"T1\", \"type\": \"invoke\", \"f\": \"b\"}\n"
    "{\"process\": \"007\", \"type\": \"invoke\", \"f\": \"c\"}\n"
    "{\"process\": \"007\", \"type\": \"fail\", \"f\": \"c\"}\n";
static const char edn[] =
    "{:process \"T1\", :type :invoke, :f :enq, :object \"q\", :value 5}\n"
    "{:process 2, :type :invoke, :f :cas, :value [-1 \"a\\\"\\\\\\n\\t\\u0001\xc3\xa4\"]}\n"
    "{:process \"T1\", :type :ok, :f :enq, :object \"q\"}\n"
    "{:process 2, :type :ok, :f :cas, :value true}\n"
    "{:process \"T1\", :type :invoke, :f :deq, :object \"q\"}\n"
    "{:process \"T1\", :type :ok, :f :deq, :object \"q\", :value :EMPTY}\n"
    "{:process 2, :type :invoke, :f :swap, :value [1 [] [nil]]}\n"
    "{:process 2, :type :ok, :f :swap, :value [1 \"x\"]}\n"
    "{:process \"T1\", :type :invoke, :f :a}\n"
    "{:process \"T1\", :type :info, :f :a}\n"
    "{:process \"T1\", :type :invoke, :f :b}\n"
    "{:process \"007\", :type :invoke, :f :c}\n"
    "{:process \"007\", :type :fail, :f :c}\n";

static void test_formats(void) {
    expect_rewritten(LINCE_FORMAT_HIST, hist, LINCE_FORMAT_HIST, hist, "hist to hist");
    expect_rewritten(LINCE_FORMAT_HIST, hist, LINCE_FORMAT_JSONL, jsonl, "hist to jsonl");
    expect_rewritten(LINCE_FORMAT_HIST, hist, LINCE_FORMAT_EDN, edn, "hist to edn");
    expect_rewritten(LINCE_FORMAT_JSONL, jsonl, LINCE_FORMAT_JSONL, jsonl, "jsonl to jsonl");
    expect_rewritten(LINCE_FORMAT_JSONL, jsonl, LINCE_FORMAT_EDN, edn, "jsonl to edn: sentinels become symbols");
    expect_rewritten(LINCE_FORMAT_EDN, edn, LINCE_FORMAT_EDN, edn, "edn to edn");
    expect_rewritten(LINCE_FORMAT_EDN, edn, LINCE_FORMAT_JSONL, jsonl, "edn to jsonl");
    expect_rewritten(LINCE_FORMAT_EDN,
                     "{:process 0 :type :invoke :f :cas :value [1 2]}{:process 0 :type :ok :f :cas :value [1 2]}"
                     "{:process 0 :type :invoke :f :get :key :k :value nil}",
                     LINCE_FORMAT_HIST, "style jepsen\n0 invoke cas([1, 2])\n0 return [1, 2]\n0 invoke get(k, nil)\n",
                     "edn to hist keeps Jepsen's style");
    expect_rewritten(LINCE_FORMAT_HIST, "style jepsen\n0 invoke get(k, nil)\n", LINCE_FORMAT_EDN,
                     "{:process 0, :type :invoke, :f :get, :key :k, :value nil}\n", "a key stays a key");
    static const char log[] =
        "0\t:invoke\t:cas\t[1 2]\n0\t:fail\t:cas\t[1 2]\n0\t:invoke\t:read\tnil\n0\t:fail\t:read\tnil\n";
    expect_rewritten(LINCE_FORMAT_JEPSEN_LOG, log, LINCE_FORMAT_HIST,
                     "style jepsen-log\n0 invoke cas([1, 2])\n0 fail\n0 invoke read(nil)\n0 fail\n", "a log to hist");
    expect_rewritten(
        LINCE_FORMAT_JEPSEN_LOG, log, LINCE_FORMAT_EDN,
        "{:process 0, :type :invoke, :f :cas, :value [1 2]}\n{:process 0, :type :ok, :f :cas, :value false}\n"
        "{:process 0, :type :invoke, :f :read, :value nil}\n{:process 0, :type :fail, :f :read}\n",
        "a log to edn: a cas that ran returned false");
    expect_rewritten(LINCE_FORMAT_JSONL, "{\"process\": 0, \"type\": \"invoke\", \"f\": \"my op\"}", LINCE_FORMAT_EDN,
                     "{:process 0, :type :invoke, :f \"my op\"}\n", "a name that cannot be a keyword");
    expect_rewritten(LINCE_FORMAT_HIST, "", LINCE_FORMAT_HIST, "", "an empty history");
}

static void test_ties(void) {
    static const char tied[] =
        "{\"process\": 0, \"f\": \"a\", \"args\": [1], \"call\": 0.5, \"return\": 5}\n"
        "{\"process\": 1, \"f\": \"x\", \"object\": \"o\", \"call\": 2, \"return\": 3, \"ret\": [[], null]}\n"
        "{\"process\": 0, \"f\": \"b\", \"call\": 5}\n"
        "{\"process\": 0, \"f\": \"c\", \"call\": 5, \"return\": 1e3}\n";
    static const char again[] =
        "{\"process\": 0, \"f\": \"a\", \"args\": [1], \"ret\": [], \"call\": 0, \"return\": 1}\n"
        "{\"process\": 1, \"f\": \"x\", \"object\": \"o\", \"args\": [], \"ret\": [[], null], \"call\": 0, \"return\": "
        "0}\n"
        "{\"process\": 0, \"f\": \"b\", \"args\": [], \"call\": 1}\n"
        "{\"process\": 0, \"f\": \"c\", \"args\": [], \"ret\": [], \"call\": 1, \"return\": 1}\n";
    expect_rewritten(LINCE_FORMAT_JSONL, tied, LINCE_FORMAT_JSONL, again, "operations that touch keep their times");
    expect_rewritten(LINCE_FORMAT_JSONL, again, LINCE_FORMAT_JSONL, again, "and again");
    lince_history *h = read_one(LINCE_FORMAT_JSONL, tied);
    expect_unwritable(h, LINCE_FORMAT_HIST, "touch in one instant", "hist cannot say that");
    expect_unwritable(h, LINCE_FORMAT_EDN, "touch in one instant", "nor can edn");
    lince_history_free(h);
}

/* A history of one operation. */
static lince_history *history_of(const char *thread, const char *object, const char *method, const char *symbol) {
    lince_history *h = lince_history_new();
    lince_value arg = lince_symbol(lince_history_values(h), symbol, strlen(symbol));
    if (lince_invoke(h, thread, object, method, &arg, 1, NULL) != LINCE_DONE) abort();
    return h;
}

static void expect_all(const char *thread, const char *object, const char *method, const char *symbol, bool in_hist,
                       bool in_jsonl, bool in_edn, const char *name) {
    static const lince_format formats[] = {LINCE_FORMAT_HIST, LINCE_FORMAT_JSONL, LINCE_FORMAT_EDN};
    bool wanted[] = {in_hist, in_jsonl, in_edn};
    lince_history *h = history_of(thread, object, method, symbol);
    char *events = shown(h);
    for (int i = 0; i < 3; i++) {
        char *text = written(h, formats[i]);
        lince_history *again = text ? read_one(formats[i], text) : NULL;
        char *read = shown(again);
        bool same = again && (!strcmp(events, read) || formats[i] == LINCE_FORMAT_JSONL);
        expect((text != NULL) == wanted[i] && same == wanted[i], "%s in %s", name,
               i == 0   ? "hist"
               : i == 1 ? "jsonl"
                        : "edn");
        free(text);
        free(read);
        lince_history_free(again);
    }
    free(events);
    lince_history_free(h);
}

static void test_unwritable(void) {
    expect_all("T 1", NULL, "a", "x", false, true, true, "a thread with a blank");
    expect_all("#1", NULL, "a", "x", false, true, true, "a thread like a comment");
    expect_all("T1", "o p", "a", "x", false, true, true, "an object with a blank");
    expect_all("T1", "[1, 2]", "a", "x", false, true, true, "an object with brackets");
    expect_all("T1", "\"k\"", "a", "x", true, true, true, "an object with quotes");
    expect_all("T1", NULL, "a.b", "x", false, true, true, "a method with a dot");
    expect_all("T1", "a.b", "c", "x", true, true, true, "an object with a dot");
    expect_all("T1", NULL, "nil", "x", true, true, true, "a method called nil");
    expect_all("T1", NULL, "a", "5", false, true, true, "a symbol like a number");
    expect_all("T1", NULL, "a", "x y", false, true, false, "a symbol with a blank");
    expect_all("T1", NULL, "a", "x#y", false, true, true, "a symbol with a `#`");
    expect_all("T1", NULL, "a", ":x", true, true, true, "a symbol with a colon");
    expect_all("T1", NULL, "a", "\xff", false, false, false, "a symbol that is not UTF-8");
    expect_all("T\n", NULL, "a", "x", false, false, false, "a thread with a line end");
    lince_history *h = history_of("T1", NULL, "a", "x");
    expect_unwritable(h, LINCE_FORMAT_JEPSEN_LOG, "hist, jsonl or edn", "logs are not written");
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        expect(lince_history_write(h, LINCE_FORMAT_HIST, full, &problem) == LINCE_BAD_INPUT &&
                   strstr(problem.message, "cannot write"),
               "a full disk");
        fclose(full);
    } else {
        tap_skip("no /dev/full here");
    }
    lince_history_free(h);
}

static void test_specs(void) {
    static const char *const wrong[][2] = {
        {"a=b", "queue"}, {"a:b", "queue"}, {"", "x=queue"}, {"a b", "queue"}, {"", "a b"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lince_history *h = lince_history_new();
        lc_history_name_spec(h, 1, lc_span_of(wrong[i][0]), lc_span_of(wrong[i][1]), NULL);
        expect_unwritable(h, LINCE_FORMAT_HIST, "specification", "a specification that would be read as another");
        lince_history_free(h);
    }
}

static void test_large(void) {
    enum { OPERATIONS = 20000 };
    lince_text text = {0};
    for (int i = 0; i < OPERATIONS; i++) lc_text_printf(&text, "T%d invoke enq(%d)\nT%d return\n", i % 8, i, i % 8);
    expect_rewritten(LINCE_FORMAT_HIST, lc_text(&text), LINCE_FORMAT_HIST, lc_text(&text), "a large history");
    lc_text_free(&text);
}

/* ---- verdicts ---- */

static const char *one_of(uint64_t *seed, const char *const *words, unsigned count) {
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return words[(*seed >> 33) % count];
}
#define ONE_OF(seed, words) one_of(seed, words, sizeof words / sizeof *words)

/* -1: the history does not fit the specification. */
static int verdict_of(const lince_history *h, const char *spec) {
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    int verdict = -1;
    if (h && lince_specs_add(specs, spec, NULL) == LINCE_DONE &&
        lince_check(h, specs, NULL, &result, NULL) == LINCE_DONE)
        verdict = (int)lince_result_verdict(result);
    lince_result_free(result);
    lince_specs_free(specs);
    return verdict;
}

/* Operations whose results are right or wrong, above all such as Jepsen's words have for other things. */
static void test_verdicts(void) {
    static const struct {
        const char *spec, *calls[6];
    } objects[] = {
        {"stack:capacity=1", {"push(1)", "push([1, 2])", "push(nil)", "push(true)", "pop()", "pop()"}},
        {"queue:capacity=1", {"enq(1)", "enq(2)", "enq(false)", "enq(\"a\")", "deq()", "deq()"}},
        {"set", {"add(1)", "add(true)", "remove(1)", "remove(true)", "contains(1)", "contains(true)"}},
        {"map", {"put(1, 2)", "put(1, 1)", "get(1)", "del(1)", "cas(1, 1, 2)", "get(2)"}},
        {"cas-register", {"write(1)", "cas(1, 2)", "cas(nil, 1)", "read()", "read()", "write(nil)"}},
        {"mutex", {"lock()", "unlock()", "try_lock()", "try_lock()", "try_lock()", "unlock()"}},
    };
    static const char *const results[] = {"", "", "1", "2", "nil", "true", "false", "1, 2", "[1, 2]", "EMPTY", "\"a\""};
    static const lince_format formats[] = {LINCE_FORMAT_JSONL, LINCE_FORMAT_EDN};
    enum { ROUNDS = 3000 };
    uint64_t seed = 20261116;
    unsigned count[2] = {0}, differ = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const char *spec = objects[round % 6].spec;
        char text[400] = "";
        for (int i = 0; i < 1 + round % 3; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "T invoke %s\nT return %s\n",
                     ONE_OF(&seed, objects[round % 6].calls), ONE_OF(&seed, results));
        lince_history *h = read_one(LINCE_FORMAT_HIST, text);
        int verdict = verdict_of(h, spec);
        for (int f = 0; f < 2 && verdict >= 0; f++) {
            char *other = written(h, formats[f]);
            lince_history *again = other ? read_one(formats[f], other) : NULL;
            count[verdict == LINCE_VERDICT_VIOLATION]++;
            if (verdict_of(again, spec) != verdict && differ++ < 3)
                printf("# %s was judged %d, not %d:\n%s%s", spec, verdict_of(again, spec), verdict, text, other);
            lince_history_free(again);
            free(other);
        }
        lince_history_free(h);
    }
    expect(!differ && count[0] > 200 && count[1] > 200, "%u right and %u wrong histories stay so (%u do not)", count[0],
           count[1], differ);
}

int main(void) {
    test_formats();
    test_ties();
    test_unwritable();
    test_verdicts();
    test_specs();
    test_large();
    return tap_end();
}
