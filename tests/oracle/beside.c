/* Objects of a declared kind with operations besides those of the kind, such as a queue that counts its calls.
 *
 *     beside [--seed N] [--count N]
 *
 * The object has the step function of a built-in specification, and in its state the number of all calls so far.
 * `audit` returns that number, and `wipe` empties the object.  So both falsify the facts that follow from the kind:
 * even an operation that changes nothing in a queue changes the state here.  On random histories
 *
 *   - without these operations, verdict and algorithm must be those of the built-in specification,
 *   - with them, the verdict must be that of the same object without a declaration, which is searched.
 *
 * Some of the latter must be wrong though they would be right without the two operations, or right though they would be
 * wrong: else the test would not distinguish the two.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "check/result.h"
#include "spec/specs.h"

enum { MOST_METHODS = 8, MOST_OPS = 14, THREADS = 3, MODULUS = 3 };

/* ---- the object ---- */

static lc_instance inner; /* the built-in specification */
static uint32_t audit_row, wipe_row;

typedef struct forwarding {
    lince_step *to;
    uint64_t calls;
    bool initial; /* no call returns anything */
} forwarding;

static void forward(void *context, const void *state, size_t size, const lince_results *results) {
    forwarding *f = context;
    char *more = lince_scratch(f->to, sizeof f->calls + size);
    memcpy(more, &f->calls, sizeof f->calls);
    if (size) memcpy(more + sizeof f->calls, state, size);
    lince_emit(f->to, more, sizeof f->calls + size, f->initial ? NULL : results);
}

static void begin(lince_step *s) {
    lc_runner r;
    lc_runner_init(&r, &inner, s->values, LINCE_NO_VALUE);
    lc_run_init(&r, forward, &(forwarding){s, 0, true});
    lc_runner_free(&r);
}

static void step(lince_step *s) {
    uint64_t calls;
    memcpy(&calls, s->state, sizeof calls);
    const char *state = (const char *)s->state + sizeof calls;
    size_t size = s->size - sizeof calls;
    lince_results returned = {{LINCE_NO_VALUE}};
    if (s->calls->method == audit_row) {
        returned.at[0] = lince_int(s->values, (int64_t)calls);
        lince_emit(s, s->state, s->size, &returned);
    } else if (s->calls->method == wipe_row) {
        begin(s);
    } else {
        uint64_t aligned[64];
        lc_runner r;
        if (size > sizeof aligned) abort();
        if (size) memcpy(aligned, state, size);
        lc_runner_init(&r, &inner, s->values, LINCE_NO_VALUE);
        lc_run_next(&r, aligned, size, s->calls, 1, forward, &(forwarding){s, (calls + 1) % MODULUS, false});
        lc_runner_free(&r);
    }
}

typedef struct object {
    lince_method methods[MOST_METHODS + 2];
    lince_spec spec;
} object;

static void make(object *o, bool declared) {
    const lince_spec *of = inner.spec;
    uint32_t count = of->method_count;
    if (count > MOST_METHODS) abort();
    audit_row = count, wipe_row = count + 1;
    for (uint32_t i = 0; i < count; i++) {
        const lince_method *m = &of->methods[i];
        o->methods[i] = (lince_method){.name = m->name,
                                       .args_min = m->args_min,
                                       .args_max = m->args_max,
                                       .results_min = m->results_min,
                                       .results_max = m->results_max};
    }
    o->methods[audit_row] = (lince_method){.name = "audit", .results_min = 1, .results_max = 1};
    o->methods[wipe_row] = (lince_method){.name = "wipe"};
    o->spec = (lince_spec){.abi = LINCE_SPEC_ABI,
                           .name = "beside",
                           .methods = o->methods,
                           .method_count = count + 2,
                           .is = declared ? of->is : LINCE_IS_OTHER,
                           .size = inner.size,
                           .init = begin,
                           .next = step};
}

/* ---- random histories ---- */

static uint64_t random_state;

static uint32_t below(uint32_t count) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32) % count;
}

/* Successors of a step, of which one is chosen. */
typedef struct choice {
    uint32_t count;
    size_t size;
    char state[512];
    lince_results results;
} choice;

static void choose(void *context, const void *state, size_t size, const lince_results *results) {
    choice *c = context;
    if (size > sizeof c->state) abort();
    if (below(++c->count)) return;
    c->size = size;
    if (size) memcpy(c->state, state, size);
    c->results = *results;
}

typedef struct open_op {
    uint32_t method, argc;
    lince_value args[LINCE_ARGS_MAX];
    lince_results results;
    bool open, done;
} open_op;

static const char *const thread_names[THREADS] = {"A", "B", "C"};

static lince_value draw_value(lince_history *h) {
    lince_values *v = lince_history_values(h);
    return inner.is == LINCE_IS_MAP && !below(2) ? lince_string(v, "a", 1) : lince_int(v, 1 + below(3));
}

static void invoke(lince_history *h, uint32_t thread, const object *o, open_op *x, bool besides) {
    lince_error error;
    uint32_t rows = o->spec.method_count - (besides ? 0 : 2);
    *x = (open_op){.method = besides && !below(3) ? audit_row + below(2) : below(rows), .open = true};
    const lince_method *m = &o->methods[x->method];
    x->argc = m->args_min + below(m->args_max - m->args_min + 1u);
    for (uint32_t i = 0; i < x->argc; i++)
        x->args[i] = inner.is == LINCE_IS_MAP && strcmp(m->name, "append") != 0
                         ? lince_int(lince_history_values(h), 1 + below(2))
                         : draw_value(h);
    if (!strcmp(m->name, "append")) x->args[1] = lince_string(lince_history_values(h), "b", 1);
    if (lince_invoke(h, thread_names[thread], NULL, m->name, x->args, x->argc, &error) != LINCE_DONE) abort();
}

/* The operation takes effect; false: it has no step. */
static bool take_effect(lc_runner *r, choice *now, open_op *x) {
    lince_call call = {.method = x->method, .argc = x->argc, .args = x->args};
    choice next = {0};
    lc_run_next(r, now->state, now->size, &call, 1, choose, &next);
    if (!next.count) return false;
    x->results = next.results;
    x->done = true;
    *now = next;
    return true;
}

/* Mostly a correct history; in three of four a result is replaced by that of another operation of the same method. */
static lince_history *draw(const object *o, const lc_instance *instance, bool besides) {
    lince_history *h = lince_history_new();
    lc_runner r;
    choice now = {0};
    open_op ops[THREADS] = {0};
    lince_results last[MOST_METHODS + 2];
    bool returned[MOST_METHODS + 2] = {false}, mistake = below(4);
    lince_error error;
    if (!h) abort();
    lc_runner_init(&r, instance, lince_history_values(h), LINCE_NO_VALUE);
    lc_run_init(&r, choose, &now);
    for (uint32_t begun = 0, steps = 0; steps < 200; steps++) {
        uint32_t t = below(THREADS);
        open_op *x = &ops[t];
        if (!x->open && begun < MOST_OPS) {
            invoke(h, t, o, x, besides);
            begun++;
        } else if (x->open && !x->done) (void)take_effect(&r, &now, x);
        else if (x->open) {
            lince_results out = x->results;
            if (mistake && returned[x->method] && !below(2)) out = last[x->method], mistake = false;
            last[x->method] = x->results;
            returned[x->method] = true;
            size_t count = 0;
            while (count < LINCE_RESULTS_MAX && out.at[count] != LINCE_NO_VALUE) count++;
            if (lince_return(h, thread_names[t], out.at, count, &error) != LINCE_DONE) abort();
            x->open = false;
        }
    }
    lc_runner_free(&r);
    return h;
}

/* ---- verdicts ---- */

typedef struct answer {
    lince_verdict verdict;
    char algorithm[32];
} answer;

static answer ask(const lince_history *h, const lince_specs *specs, lince_criterion criterion) {
    lince_check_options options = {.criterion = criterion,
                                   .factors = criterion == LINCE_QUASI    ? "1"
                                              : criterion == LINCE_REFINE ? "2"
                                                                          : NULL,
                                   .jobs = 1};
    lince_result *result = NULL;
    lince_error error = {0};
    answer a = {.verdict = LINCE_VERDICT_UNKNOWN};
    if (lince_check(h, specs, &options, &result, &error) == LINCE_DONE) {
        a.verdict = lince_result_verdict(result);
        snprintf(a.algorithm, sizeof a.algorithm, "%s", result->algorithm);
    } else fprintf(stderr, "# %s\n", error.message);
    lince_result_free(result);
    return a;
}

/* The same history without the operations besides the kind. */
static lince_history *without(const lince_history *h, const object *o) {
    lince_history *to = lince_history_new();
    FILE *file = tmpfile();
    char line[256], thread[8], name[32];
    bool out[THREADS] = {false};
    lince_error error;
    (void)o;
    if (!to || !file || lince_history_write(h, LINCE_FORMAT_HIST, file, &error) != LINCE_DONE) abort();
    rewind(file);
    FILE *rest = tmpfile();
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%7s invoke %31[a-z]", thread, name) == 2)
            out[*thread - 'A'] = !strcmp(name, "audit") || !strcmp(name, "wipe");
        if (!out[*line - 'A']) fputs(line, rest);
    }
    fclose(file);
    lince_history_free(to);
    rewind(rest);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(rest));
    fflush(rest);
    lince_reader *reader;
    lince_read_options options = LINCE_READ_OPTIONS_INIT;
    options.format = LINCE_FORMAT_HIST;
    options.allow_empty = true;
    to = NULL;
    if (lince_reader_open(&reader, path, &options, &error) == LINCE_DONE) {
        if (lince_reader_next(reader, &to, &error) != LINCE_DONE) to = NULL;
        lince_reader_close(reader);
    }
    fclose(rest);
    return to;
}

typedef struct subject {
    object declared, plain;
    lince_specs *builtin, *with_kind, *without_kind;
    uint64_t ok, violations, matters;
} subject;

static const char *compare(subject *s, lince_history *h, bool besides) {
    static const lince_criterion criteria[] = {LINCE_LINEARIZABLE, LINCE_SEQUENTIAL, LINCE_QUASI, LINCE_REFINE};
    for (size_t i = 0; i < sizeof criteria / sizeof *criteria; i++) {
        answer given = ask(h, s->with_kind, criteria[i]);
        answer right = ask(h, besides ? s->without_kind : s->builtin, criteria[i]);
        if (given.verdict != right.verdict || given.verdict == LINCE_VERDICT_UNKNOWN) return "another verdict";
        if (!besides && strcmp(given.algorithm, right.algorithm) != 0) return "another algorithm";
        s->ok += right.verdict == LINCE_VERDICT_OK;
        s->violations += right.verdict == LINCE_VERDICT_VIOLATION;
    }
    if (!besides) return NULL;
    lince_history *rest = without(h, &s->declared);
    if (rest)
        s->matters +=
            ask(rest, s->builtin, LINCE_LINEARIZABLE).verdict != ask(h, s->without_kind, LINCE_LINEARIZABLE).verdict;
    lince_history_free(rest);
    return NULL;
}

static void run(const char *name, uint64_t seed, uint64_t count) {
    lince_error error = {0};
    subject s = {.builtin = lince_specs_new(), .with_kind = lince_specs_new(), .without_kind = lince_specs_new()};
    lc_instance plain;
    if (lc_instance_parse(&inner, name, NULL, 0, &error) != LINCE_DONE) abort();
    make(&s.declared, true);
    make(&s.plain, false);
    bool fine = lince_specs_add(s.builtin, name, &error) == LINCE_DONE &&
                lince_specs_add_own(s.with_kind, NULL, &s.declared.spec, &error) == LINCE_DONE &&
                lince_specs_add_own(s.without_kind, NULL, &s.plain.spec, &error) == LINCE_DONE &&
                lc_instance_of(&plain, &s.plain.spec, &error) == LINCE_DONE;
    if (!expect(fine, "%s with further operations is taken %s", name, error.message)) return;
    for (int besides = 0; besides < 2; besides++) {
        const char *fault = NULL;
        uint64_t done = 0;
        while (done < count && !fault) {
            random_state = (seed + done++) * 0x9e3779b97f4a7c15 + 1;
            for (int i = 0; i < 8; i++) (void)below(2);
            lince_history *h = draw(&s.declared, &plain, besides);
            fault = compare(&s, h, besides);
            if (fault) (void)lince_history_write(h, LINCE_FORMAT_HIST, stderr, &error);
            lince_history_free(h);
        }
        expect(!fault, "%s %s: %" PRIu64 " histories%s%s", name, besides ? "with them" : "without them", done,
               fault ? ": " : "", fault ? fault : "");
        if (fault) fprintf(stderr, "# failed with --seed %" PRIu64 " --count 1\n", seed + done - 1);
    }
    expect(count < 50 || (s.ok && s.violations), "right and wrong ones: %" PRIu64 ", %" PRIu64, s.ok, s.violations);
    expect(count < 50 || s.matters, "in %" PRIu64 " of them the further operations decide", s.matters);
    lc_instance_free(&plain);
    lc_instance_free(&inner);
    lince_specs_free(s.builtin);
    lince_specs_free(s.with_kind);
    lince_specs_free(s.without_kind);
}

int main(int argc, char **argv) {
    static const char *const names[] = {
        "bag",          "counter", "deque",         "map", "mutex", "pqueue", "queue",           "queue:capacity=2",
        "cas-register", "rwlock",  "semaphore:n=2", "set", "snzi",  "stack",  "stack:capacity=2"};
    uint64_t seed = 1, count = 300;
    for (int i = 1; i + 1 < argc; i += 2)
        *(strcmp(argv[i], "--seed") ? &count : &seed) = strtoull(argv[i + 1], NULL, 10);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) run(names[i], seed, count);
    return tap_end();
}
