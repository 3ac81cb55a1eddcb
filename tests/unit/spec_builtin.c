/* The built-in specifications, step by step: what each must allow, what it must not, and what it leaves open. */
#include "tap.h"

#include "spec_script.h"

typedef struct trial {
    const char *spec, *init, *script;
} trial;

static const trial right[] = {
    {"register", NULL, "@nil;read()=nil;read()#0;write(5)=;@5;read()?5;read()#nil;write(\"a\")=;read()=\"a\";read()#a"},
    {"register", "7", "read()=7;read()#nil;get()=7;set(8)=;load()=8"},
    {"register", "\"\"", "read()=\"\""},
    {"cas-register", NULL, "cas(nil, 1)=true;cas(nil, 1)#true;cas(0, 2)=false;cas(0, 2)?false;@1;cas(1, 2)?true"},
    {"cas-register", "0", "cas(0, 0)=true;@0;write(3)=;compare_and_set(3, 4)=true;read()=4;cas(4, 5)#false"},
    {"counter", NULL, "get()=0;inc()=;inc()=;dec()=;@1;add(-5)=;get()=-4;read()#4;fetch_add(10)=-4;get()?6"},
    {"counter", "9", "get()=0"}, /* it is no register */
    {"counter", NULL, "add(9223372036854775807)=;inc()!;fetch_add(1)!;add(0)=;dec()=;inc()=;get()=9223372036854775807"},
    {"counter", NULL,
     "add(-9223372036854775807)=;dec()=;dec()!;get()=-9223372036854775808;add(-1)!;fetch_add(1)?"
     "-9223372036854775808"},
    {"counter", NULL, "add(x)!;add(\"1\")!;fetch_add(nil)!;get()=0"},
    {"queue", NULL,
     "@[];deq()=EMPTY;deq()?EMPTY;enq(1)=;enq(2)=;enq(1)=;@[1, 2, 1];deq()#2;deq()#EMPTY;deq()?1;deq()=1;"
     "deq()=2;deq()=1;deq()=EMPTY"},
    {"queue", NULL, "peek()=EMPTY;enq(1)=;enq(2)=;peek()?1;peek()#2;front()=1;@[1, 2];deq()=1;first()=2"},
    {"queue", NULL, "enqueue(a)=;offer(b)=;push(c)=;dequeue()=a;poll()=b;pop()=c;@[]"},
    {"queue", NULL, "enq(EMPTY)!;enq(\"EMPTY\")=;deq()=\"EMPTY\";enq(nil)=;deq()=nil"},
    {"queue:capacity=2", NULL,
     "enq(1)=true;enq(2)#false;enq(2)?true;enq(2)=true;enq(3)?false;enq(3)#true;enq(3)=false;"
     "@[1, 2];deq()=1;enq(4)=true;@[2, 4]"},
    {"queue:capacity=0", NULL, "enq(1)=;enq(1)#true;deq()=1"},
    {"stack", NULL, "pop()=EMPTY;push(1)=;push(2)=;@[1, 2];pop()#1;pop()?2;pop()=2;pop()=1;pop()?EMPTY"},
    {"stack", NULL, "peek()?EMPTY;push(1)=;push(2)=;peek()?2;top()=2;@[1, 2];pop()=2;peek()=1"},
    {"stack", NULL, "push(EMPTY)!;try_push(7)=;try_pop()=7"},
    {"stack:capacity=1", NULL, "push(1)=true;push(2)=false;push(2)#true;pop()=1;push(2)?true;pop()?EMPTY"},
    {"deque", NULL,
     "push_front(1)=;push_back(2)=;push_front(3)=;@[3, 1, 2];pop_back()?2;pop_front()?3;pop_front()#2;"
     "pop_back()=2;pop_front()=3;pop_back()=1;pop_front()=EMPTY;pop_back()=EMPTY"},
    {"deque", NULL, "push_front(EMPTY)!;push_back(EMPTY)!;addLast(1)=;addLast(2)=;pollFirst()=1;removeLast()=2"},
    {"pqueue", NULL,
     "delmin()=EMPTY;insert(3)=;insert(1)=;insert(2)=;@[1, 2, 3];delmin()#2;delmin()?1;delmin()=1;"
     "delmin()=2;insert(0)=;deleteMin()=0;delmin()=3;delmin()?EMPTY"},
    {"pqueue", NULL,
     "insert(2, a)=;insert(1, c)=;insert(1, b)=;insert(1, b)=;@[1: b, 1: b, 1: c, 2: a];delmin()?b|c;"
     "delmin()#a;delmin()=b;delmin()?b|c;delmin()=c;delmin()?b;delmin()=b;delmin()=a"},
    {"pqueue", NULL,
     "insert(5, 5)=;insert(5)=;delmin()?5;insert(-1, \"z\")=;delmin()?\"z\";insert(1, EMPTY)!;insert(EMPTY)!"},
    {"pqueue", NULL,
     "peek()=EMPTY;insert(2)=;insert(1, a)=;insert(1, b)=;peek()?a|b;peek()#2;peek()=b;@[1: a, 1: b, 2];delmin()=a;"
     "find_min()=b"},
    {"pqueue", NULL, "insert(\"b\", 1)=;insert(\"a\", 2)=;insert(10, 3)=;delmin()=3;delmin()=2;delmin()=1"},
    {"set", NULL,
     "contains(1)=false;remove(1)=false;remove(1)#true;add(1)=true;add(1)=false;add(1)#true;contains(1)?true;"
     "contains(2)?false;@{1};remove(1)?true;remove(1)=true;contains(1)=false;@{}"},
    {"set", NULL,
     "insert(\"b\")=true;insert(a)=true;insert(3)=true;insert(-3)=true;@{-3, 3, a, \"b\"};delete(3)=true;"
     "has(3)=false;member(a)=true"},
    {"bag", NULL,
     "take()=EMPTY;take()?EMPTY;put(2)=;put(1)=;put(2)=;@{1, 2, 2};take()?1|2;take()#EMPTY;take()#3;take()=2;"
     "take()?1|2;take()=2;take()?1;take()=1;take()=EMPTY;put(EMPTY)!"},
    {"map", NULL,
     "get(a)=nil;put(a, 1)=;get(a)?1;get(a)#nil;get(b)=nil;put(b, 2)=;put(a, 3)=;@{a: 3, b: 2};del(a)=true;"
     "del(a)=false;del(a)#true;get(a)=nil;@{b: 2}"},
    {"map", NULL,
     "cas(a, 0, 1)=false;cas(a, nil, 1)?true;cas(a, nil, 1)=true;cas(a, nil, 2)?false;cas(a, 1, 2)=true;@{a: 2}"},
    {"map", NULL,
     "append(k, \"x\")=;append(k, \"yz\")=;get(k)=\"xyz\";get(k)#xyz;append(k, \"\")=;@{k: \"xyz\"};"
     "append(k, 1)!;append(k, sym)!;put(k, 1)=;append(k, \"x\")!;del(k)=true;append(k, \"q\")=;get(k)=\"q\""},
    {"map", "\"\"", "get(k)=\"\";get(k)#nil;append(k, \"a\")=;get(k)=\"a\";del(k)?true;cas(j, \"\", 1)=true"},
    {"map", "\"in\"", "append(k, \"it\")=;get(k)=\"init\""},
    {"map", "0", "get(k)=0;append(k, \"a\")=;get(k)=\"a\";cas(j, 0, 0)=true;del(j)=true;del(j)=false"},
    {"mutex", NULL,
     "@free;unlock()!;lock()=;@held;lock()!;trylock()?false;trylock()=false;trylock()#true;unlock()=;trylock()?"
     "true;trylock()=true;@held;release()=;acquire()=;acquire()!"},
    {"rwlock", NULL,
     "@free;rdunlock()!;wrunlock()!;rdlock()=;@1 reader;rdlock()=;@2 readers;wrlock()!;wrunlock()!;rdunlock()=;"
     "rdunlock()=;rdunlock()!;wrlock()=;@1 writer;rdlock()!;wrlock()!;rdunlock()!;wrunlock()=;@free"},
    {"semaphore:n=2", NULL,
     "@2;wait()=;trywait()?true;trywait()=true;wait()!;trywait()=false;trywait()#true;@0;post()=;post()=;"
     "post()=;@3;wait()=;p()=;v()=;signal()=;@3"},
    {"semaphore:n=0", NULL, "wait()!;acquire()!;release()=;acquire()="},
    {"snzi", NULL,
     "query()=false;depart()!;arrive()=;arrive()=;query()?true;query()#false;depart()=;query()=true;@1 present;"
     "depart()=;query()=false;depart()!"},
};

/* What a script must notice: else those above show nothing. */
static const trial wrong[] = {
    {"queue", NULL, "enq(1)=;enq(2)=;deq()=2"},
    {"queue", NULL, "enq(1)=;deq()#1"},
    {"queue", NULL, "deq()!"},
    {"bag", NULL, "put(1)=;put(2)=;take()?1"},
    {"bag", NULL, "put(1)=;take()?1|2"},
    {"queue", NULL, "@[1]"},
    {"queue", NULL, "enq(1)=true"},
    {"queue", NULL, "back()=EMPTY"},
    {"mutex", NULL, "unlock()="},
};

static void test_scripts(void) {
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        walker w;
        walker_start(&w, right[i].spec, right[i].init);
        bool holds = walk(&w, right[i].script);
        expect(holds, "%s, script %zu %s", right[i].spec, i + 1, w.fault);
        walker_end(&w);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        walker w;
        walker_start(&w, wrong[i].spec, wrong[i].init);
        expect(!walk(&w, wrong[i].script), "%s: the mistake in `%s` is seen", wrong[i].spec, wrong[i].script);
        walker_end(&w);
    }
}

/* ---- the tables ---- */

static void test_tables(void) {
    lince_error error = {0};
    for (size_t i = 0; i < lc_builtin_spec_count; i++) {
        const lince_spec *spec = lc_builtin_specs[i];
        expect(lc_spec_validate(spec, &error) == LINCE_DONE, "the table of %s is sound %s", spec->name, error.message);
        expect(spec->print || spec->traits & LINCE_STATELESS, "a state of %s can be shown", spec->name);
        if (i) expect(strcmp(lc_builtin_specs[i - 1]->name, spec->name) < 0, "%s stands in its place", spec->name);
        int64_t given[LC_PARAMS_MAX] = {1};
        const lince_spec *variant = lc_builtin_variant(spec, given);
        if (variant == spec) continue;
        expect(lc_spec_validate(variant, &error) == LINCE_DONE, "so is the one of %s with a parameter %s", spec->name,
               error.message);
        expect(!(variant->traits & LINCE_DROPPABLE_VALUES) && spec->traits & LINCE_DROPPABLE_VALUES,
               "%s is an unbounded container only without it", spec->name);
    }
}

/* Counts what `method(a, b) → x or y` in a summary says, and compares it with the row. */
static bool agrees(const char *text, const lince_method *m) {
    size_t name = strlen(m->name);
    if (strncmp(text, m->name, name) || text[name] != '(') return false;
    unsigned args = text[name + 1] != ')';
    const char *p = text + name + 1;
    for (; *p != ')'; p++) args += *p == ',';
    bool returns = !strncmp(p + 1, " →", strlen(" →"));
    return args >= m->args_min && args <= m->args_max && returns == (m->results_max > 0);
}

/* What follows a comma but is no call: a second result, or words. */
static bool is_more(const char *p) { return p[strcspn(p, ",( →")] != '('; }

static bool summary_agrees(const lince_spec *spec) {
    uint32_t row = 0;
    for (const char *p = spec->summary; *p;) {
        if (row < spec->method_count && agrees(p, &spec->methods[row])) row++;
        else if (row == 0 || !(is_more(p) || agrees(p, &spec->methods[row - 1])))
            return false; /* another way to call it */
        int depth = 0;
        while (*p && !(depth == 0 && (*p == ',' || !strncmp(p, " or insert", 10))))
            depth += (*p == '(') - (*p == ')'), p++;
        p += *p == ',' ? 2 : *p ? 4 : 0;
    }
    return row == spec->method_count;
}

static void test_list(void) {
    for (size_t i = 0; i < lc_builtin_spec_count; i++) {
        int64_t given[LC_PARAMS_MAX] = {1};
        const lince_spec *spec = lc_builtin_specs[i], *variant = lc_builtin_variant(spec, given);
        expect(summary_agrees(spec), "the summary of %s agrees with its table", spec->name);
        if (variant != spec) expect(summary_agrees(variant), "and that of %s with a parameter", spec->name);
    }
    lince_text out = {0};
    lc_specs_list(&out);
    static const char *const lines[] = {
        "\nqueue                                enq(v), deq() → v or EMPTY, peek() → v or EMPTY\n",
        "\nqueue:capacity=N                     enq(v) → true or false, deq() → v or EMPTY, peek() → v or EMPTY\n",
        "\nsemaphore:n=N                        wait(), trywait() → true or false, post()\n",
        ("\npqueue                               insert(v) or insert(priority, v), delmin() → v or EMPTY, peek() → v "
         "or EMPTY\n"),
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        expect(strstr(lc_text(&out), lines[i]), "the list has the line `%.*s`", (int)strlen(lines[i]) - 2,
               lines[i] + 1);
    size_t count = 0;
    for (const char *p = lc_text(&out); *p; p++) count += *p == '\n';
    expect(count == lc_builtin_spec_count + 6, "one line each, and one more for each with optional parameters: %zu",
           count);
    lc_text_free(&out);
}

/* ---- states ---- */

/* Two ways that lead to the same state, or to states that differ. */
static const struct {
    const char *spec, *init, *one, *other;
    bool same;
} ways[] = {
    {"set", NULL, "add(1)=true;add(2)=true", "add(2)=true;add(1)=true", true},
    {"set", NULL, "add(1)=true;remove(1)=true", "", true},
    {"bag", NULL, "put(1)=;put(2)=;put(1)=", "put(2)=;put(1)=;put(1)=", true},
    {"bag", NULL, "put(1)=", "put(1)=;put(1)=", false},
    {"pqueue", NULL, "insert(1, a)=;insert(1, b)=", "insert(1, b)=;insert(1, a)=", true},
    {"pqueue", NULL, "insert(1, 1)=", "insert(1)=", true},
    {"pqueue", NULL, "insert(1, a)=", "insert(2, a)=", false},
    {"map", NULL, "put(a, 1)=;put(b, 2)=", "put(b, 3)=;put(a, 1)=;put(b, 2)=", true},
    {"map", NULL, "put(a, nil)=", "", false}, /* del tells */
    {"map", "0", "cas(a, 0, 0)=true", "put(a, 0)=", true},
    {"map", NULL, "append(a, \"x\")=;append(a, \"y\")=", "put(a, \"xy\")=", true},
    {"map", NULL, "put(a, 1)=;del(a)=true", "", true},
    {"queue", NULL, "enq(1)=;enq(2)=", "enq(2)=;enq(1)=", false},
    {"queue", NULL, "enq(1)=;deq()=1", "", true},
    {"deque", NULL, "push_front(2)=;push_front(1)=", "push_back(1)=;push_back(2)=", true},
    {"deque", NULL, "push_front(1)=;push_front(2)=", "push_back(1)=;push_back(2)=", false},
    {"counter", NULL, "inc()=;inc()=;dec()=", "add(1)=", true},
    {"rwlock", NULL, "rdlock()=", "wrlock()=", false},
    {"register", NULL, "write(1)=", "write(\"1\")=", false},
};

static void test_states(void) {
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        walker w;
        walker_start(&w, ways[i].spec, ways[i].init);
        states start = w.now;
        bool walked = walk(&w, ways[i].one);
        states first = w.now;
        w.now = start;
        walked = walked && walk(&w, ways[i].other) && first.count == 1 && w.now.count == 1;
        expect(walked && same_state(&first.at[0], &w.now.at[0]) == ways[i].same, "%s: `%s` and `%s` %s", ways[i].spec,
               ways[i].one, ways[i].other, ways[i].same ? "end alike" : "differ");
        walker_end(&w);
    }
}

int main(void) {
    test_scripts();
    test_tables();
    test_list();
    test_states();
    return tap_end();
}
