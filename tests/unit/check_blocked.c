/* Operations that wait for ever: which may, and which could return. */
#include "check/blocked.h"

#include "formats_support.h"

static const struct {
    const char *spec;   /* `exact`: nothing, EMPTY or the like, must be returned where it can */
    const char *events; /* `invoke` is left out, `->` stands for `return` */
    const char *wrong;  /* the operation that should go on, and what it could return; NULL: all may wait */
} cases[] = {
    {"mutex", "A lock(); A ->; B lock()", NULL},
    {"mutex", "A lock(); A ->; B lock(); A unlock(); A ->", "lock()"},
    {"mutex", "A lock(); A ->; A unlock(); B lock()", "unlock()"}, /* which nothing keeps from returning */
    {"mutex", "A lock(); A ->; A unlock(); A ->; B lock(); C lock(); C ->", NULL},
    {"queue", "A deq()", NULL}, /* it would return EMPTY */
    {"queue", "A deq(); B enq(5); B ->", "deq() 5"},
    {"queue", "A deq(); B enq(5); C deq(); C -> 5; B ->", NULL},
    {"queue", "A deq(); B enq(5); B ->; C enq(6); C ->; D deq(); D -> 5", "deq() 6"},
    {"queue", "A enq(1)", "enq(1)"},
    {"queue:capacity=1", "A enq(1); A -> true; B enq(2)", NULL},
    {"queue:capacity=1", "A enq(1); A -> true; B enq(2); C deq(); C -> 1", "enq(2) true"},
    {"semaphore:n=0", "A wait(); B wait(); C post(); C ->; A ->", NULL},
    {"semaphore:n=0", "A wait(); B wait(); C post(); C ->; C post(); C ->; A ->", "wait()"},
    /* B came before A, or else it would have found something. */
    {"stack:capacity=1", "A push(1); B pop(); A -> true; B -> EMPTY; C push(2)", NULL},
    {"stack:capacity=1", "B pop(); B -> EMPTY; A push(1); A -> true; D pop(); C push(2)", "pop() 1"},
    /* Objects are looked at one by one. */
    {"a=mutex b=mutex", "A a.lock(); A ->; B b.lock(); B ->; A b.lock(); B a.lock()", NULL},
    {"a=mutex b=mutex", "A a.lock(); A ->; B b.lock(); B ->; A b.lock(); B b.unlock(); B ->", "b.lock()"},
    /* What A took can be explained only by B's operation, which waits: nothing is said. */
    {"queue", "B enq(5); A deq(); A -> 5; C deq()", NULL},
    {"exact queue", "A deq()", "deq() EMPTY"},
    {"exact queue:capacity=1", "A enq(1); A -> true; B enq(2)", "enq(2) false"},
    {"exact mutex", "A lock(); A ->; B lock()", NULL},
};
enum { CASES = sizeof cases / sizeof *cases };

/* As lines of a history file.  To be freed. */
static char *lines_of(const char *events) {
    lince_text out = {0};
    for (const char *c = events; *c; c++) {
        if (c == events || c[-1] == ';') {
            while (*c == ' ') c++;
            for (; *c != ' '; c++) lc_text_putc(&out, *c);
            bool returns = !strncmp(c, " ->", 3);
            lc_text_puts(&out, returns ? " return" : " invoke ");
            if (returns) c += 2;
        } else {
            lc_text_putc(&out, *c == ';' ? '\n' : *c);
        }
    }
    lc_text_putc(&out, '\n');
    return out.at;
}

static void add_specs(lince_specs *specs, const char *list) {
    char text[64];
    snprintf(text, sizeof text, "%s", list);
    for (char *rest = NULL, *one = strtok_r(text, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
        if (lince_specs_add(specs, one, &problem) != LINCE_DONE) abort();
}

static void judge(unsigned i) {
    lince_specs *specs = lince_specs_new();
    char *lines = lines_of(cases[i].events);
    lince_history *h = read_one(LINCE_FORMAT_HIST, lines);
    if (!h) abort();
    bool exact = !strncmp(cases[i].spec, "exact ", 6);
    add_specs(specs, cases[i].spec + (exact ? 6 : 0));
    lc_blocked found;
    lince_text told = {0};
    lince_status status = lc_check_blocked(h, specs, exact, LINCE_NO_VALUE, &found, &problem);
    if (found.wrong) {
        lc_op_print(&told, h, &h->ops.at[found.op]);
        if (found.result.length) lc_text_printf(&told, " %s", lc_text(&found.result));
    }
    const char *wanted = cases[i].wrong ? cases[i].wrong : "";
    if (!expect(status == LINCE_DONE && !strcmp(lc_text(&told), wanted), "%s: %s", cases[i].spec, cases[i].events))
        printf("# status %d, told: %s\n", (int)status, lc_text(&told));
    lc_text_free(&told);
    lc_text_free(&found.result);
    lince_specs_free(specs);
    lince_history_free(h);
    free(lines);
}

int main(void) {
    for (unsigned i = 0; i < CASES; i++) judge(i);
    return tap_end();
}
