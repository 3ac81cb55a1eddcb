/* Testing concurrent code: the declarations of a test file for `lince test`.
 *
 * A test declares the operations of an object and its specification.  Lince generates scenarios, runs the real code
 * under every interleaving that matters and checks each history:
 *
 *     #include <lince/test.h>
 *     #include "queue.h"
 *
 *     static struct queue q;
 *     static void setup(void) { queue_init(&q); }
 *     static void enq(long v) { queue_enq(&q, v); }
 *     static long deq(void) { long v; return queue_deq(&q, &v) ? v : lince_empty; }
 *
 *     LINCE_TEST(queue) {
 *         lince_test_spec("queue");
 *         lince_test_setup(setup);
 *         lince_test_op("enq", enq, lince_unique);
 *         lince_test_op("deq", deq);
 *         lince_test_size(3, 2);
 *     }
 *
 * A scenario can also be written exactly, as text (lince_test_scenario) or as functions (lince_test_thread); and any
 * program with a `main` is a test if its interesting calls are between lince_op_begin and lince_op_end.
 *
 * The body of LINCE_TEST describes the test and runs once; its calls may be in any order.  This header needs nothing
 * but libc and works in C11 and C++11; the additions for C++ are in <lince/test_cxx.h>.
 */
#ifndef LINCE_TEST_H
#define LINCE_TEST_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Results that are not numbers; in a history they are the symbols EMPTY, nil, NONE, CLOSED, ok, true and false.  (A
 * function that returns `bool` gives true and false by itself.)  As an int they are INT_MIN + 1 and so on: compilers
 * warn of `return lince_empty;` there, and not of `return (int)lince_empty;`, which means the same. */
#define lince_symbol_value(n) ((long)(LONG_MIN + 0x80000000L + (n)))
#define lince_nil             lince_symbol_value(1)
#define lince_true            lince_symbol_value(2)
#define lince_false           lince_symbol_value(3)
#define lince_ok              lince_symbol_value(4)
#define lince_empty           lince_symbol_value(5)
#define lince_none            lince_symbol_value(6)
#define lince_closed          lince_symbol_value(7)

/* Values by content, as arguments and results of operations: equal contents are equal values.  A string, which
 * histories show in quotes; a symbol, which they show without; a list of up to 16 values, such as the members of a
 * struct: `return lince_list_value(item.id, lince_string_value(item.name));`.  (Operations whose functions take or
 * return `const char *` have strings by themselves.)  They mean the same in operations and in models, whose states may
 * contain them. */
long lince_string_value(const char *text); /* NULL: nil */
long lince_string_value_of(const char *bytes, size_t length);
long lince_symbol_named(const char *name);
long lince_list_value_of(int count, const long *items);
#ifndef __cplusplus
#define lince_list_value(...)                                                                                          \
    lince_list_value_of((int)(sizeof((long[]){__VA_ARGS__}) / sizeof(long)), (const long[]){__VA_ARGS__})
#endif
/* The characters of a string or a symbol; NULL: the value is neither.  They stay. */
const char *lince_value_text(long value);
/* How many characters or items there are; -1: the value is a number. */
int lince_value_length(long value);
/* An item of a list; nil: there is none. */
long lince_value_item(long list, int index);

/* ---- describing a test ---- */

/* Its body describes the test, and may make the object, too.  It runs once in each process, as code under test: every
 * execution starts from the memory that it leaves behind, wherever that is. */
#define LINCE_TEST(name)                                                                                               \
    static void lince_describe_##name(void);                                                                           \
    __attribute__((constructor)) static void lince_register_##name(void) {                                             \
        lince_test_register(#name, __FILE__, __LINE__, lince_describe_##name);                                         \
    }                                                                                                                  \
    static void lince_describe_##name(void)

/* The specification and criterion, as for --spec and --criterion of `lince check`.  Without a specification the
 * object's sequential behaviour is the specification: an operation may return every result that it returns when the
 * operations run one after another. */
void lince_test_spec(const char *spec);
void lince_test_criterion(const char *criterion);

/* Makes the object.  Runs once; every execution starts from the memory it leaves behind.  If it starts threads that go
 * on after it, such as the workers of a pool, they belong to the object: every execution begins with the setup, and
 * they may wait for work when all is done. */
void lince_test_setup(void (*)(void));
/* Runs alone after all threads have ended, in every execution; it may call operations.  Threads of the setup have
 * nothing left to do by then, and can be joined here. */
void lince_test_finally(void (*)(void));
/* Must return true in every state in which no operation is running and no thread of the setup has anything to do. */
void lince_test_invariant(bool (*)(void));

/* Operations may wait also where the specification has them return that there is nothing, such as EMPTY or false: `deq`
 * of a queue that waits, judged by `queue`.  Where the specification itself has no step for an operation, as for `lock`
 * of a lock that is held, the operation may wait anyway.  It is an error if one waits that the specification lets
 * return something else by then.  Without a specification, operations may wait forever. */
void lince_test_blocking(void);

/* Claims about progress, which are checked.  Lock-free: under every schedule some operation ends after finitely many
 * steps, also if threads stop forever in the middle of theirs.  Obstruction-free: a thread that runs alone ends its
 * operation. */
void lince_test_lock_free(void);
void lince_test_obstruction_free(void);
/* Memory that an execution allocates, does not free and has no pointer to at its end is a failure.  (Without this it is
 * a warning.) */
void lince_test_no_leaks(void);

/* How many threads call how many operations each (default: 2 and 2).  All scenarios up to this size are tried as far
 * as the budget goes, smaller ones first. */
void lince_test_size(int threads, int calls);
/* Generated scenarios call `removes` as often as `adds`: elements that the threads lack are added before them, elements
 * that they leave behind are removed after them, so that an element that the object has lost or put out of order is
 * always noticed.  Under quasi linearizability it is so anyway, if it is clear which operations these are. */
void lince_test_balanced(const char *adds, const char *removes);
/* In which order each thread of a generated scenario calls operations, as a regular expression of their names: "enrol
 * sync* resign", "(lock unlock)*".  Each thread completes the expression.  Behind `name=RESULT` a thread goes on if the
 * call returned that, behind `name!=RESULT` if it returned anything else: "(trylock=true unlock | trylock=false)*",
 * "(receive!=CLOSED)*".  A call for which there is no place after the results so far is not made.  Without a protocol
 * any operation may follow any, unless the specification (mutex, rwlock, snzi) implies one. */
void lince_test_protocol(const char *text);
/* Exactly this scenario: the calls of each thread, separated by `|`; calls before `;` or after a second `;` run alone,
 * before and after: "push(1); pop() push(2) | pop(); pop() pop()".  Several make several scenarios. */
void lince_test_scenario(const char *text);
/* A thread of a scenario of your own; the operations it calls stand between lince_op_begin and lince_op_end.  All
 * threads given in one test run together. */
void lince_test_thread(void (*)(void));

/* The values of an argument: a number not used before, the number of the calling thread (as lince_thread_number returns
 * it: the thread's identity for the object), or each from `low` to `high`. */
typedef struct lince_argument {
    int unique; /* 1: not used before, 2: the thread's; 3 and 4: an option of the operation */
    long low, high;
} lince_argument;
#ifdef __cplusplus
#define lince_argument_of(u, l, h) (lince_argument{(u), (l), (h)})
#else
#define lince_argument_of(u, l, h) ((lince_argument){(u), (l), (h)})
#endif
#define lince_unique           lince_argument_of(1, 0, 0)
#define lince_thread_id        lince_argument_of(2, 0, 0)
#define lince_range(low, high) lince_argument_of(0, (low), (high))

/* Options of an operation, behind its arguments.  They matter while another operation overlaps it (it is contended):
 * lince_may_fail lets it return false, EMPTY, NONE or nil then, without a reason, and it has not happened: `steal`,
 * `try_lock`, `try_push`.  lince_may_err lets it return anything: a `size` that is only exact at rest. */
#define lince_may_fail lince_argument_of(3, 0, 0)
#define lince_may_err  lince_argument_of(4, 0, 0)

/* lince_test_op(NAME, FUNCTION, ARGUMENTS..., OPTIONS...): an operation.  The function takes up to three arguments and
 * returns nothing, a bool, an int, a long or a `const char *`.  Arguments are all `int` or all `long`, or some of them
 * `const char *`, which is given the digits of a number.  Behind them there may be one `int *`, `long *` or
 * `const char **` for a result: with a bool, `bool deq(long *v)`, the operation returns it, or EMPTY instead of false.
 * Where there are more results, the function calls lince_also_returns for each further one before it returns, or
 * returns a list.  An argument that is not described is unique; the keys of a `map` and the members of a `set` are from
 * 1 to 2. In C++ an operation may be anything that can be called, with values of most types: see <lince/test_cxx.h>. */
#ifndef __cplusplus
#define lince_test_op(name, function, ...)                                                                             \
    lince_test_add_op((name), (void (*)(void))(function), lince_shape(function), lince_arguments(__VA_ARGS__))
#endif

/* The specification as sequential code in the test file: operations with the names and types of the real ones that work
 * on one plain variable, whose bytes are the state (no pointers; unused parts must not keep old values).  It starts as
 * the variable is at the start of the program.  lince_choose makes it nondeterministic; lince_retry, or an assert that
 * fails, means that the operation cannot happen in this state.  Compiled once more for the checker, which is another
 * process. */
void lince_test_model(void *state, size_t size);
#ifndef __cplusplus
#define lince_test_model_op(name, function)                                                                            \
    lince_test_add_model_op((name), (void (*)(void))(function), lince_shape(function))
#endif

/* The kind of the model, if it is one of these: "bag", "counter", "deque", "map", "mutex", "pqueue", "queue",
 * "queue:capacity=4", "register", "rwlock", "semaphore:n=2", "set", "snzi", "stack", "stack:capacity=4".  Histories are
 * then decided as fast as with the built-in specification of that name.  The operations have its names (`lince specs
 * queue` lists them), or lince_test_model_as names the one that each of them is.  The declaration is compared with the
 * behaviour of the model; a difference ends the test with an error. */
void lince_test_model_is(const char *what);
void lince_test_model_as(const char *name, const char *operation); /* ("hang_up", "enq") */

/* The same for operations that wait for each other and take effect together.  A function is given the parties of a
 * meeting, in the order in which lince_test_model_meet names their operations, and sets their results:
 *
 *     static void pass(lince_party *p) { lince_returns(&p[1], p[0].args[0]); }
 *     ...
 *         lince_test_model_meet(pass, "send", "receive");
 *
 * Several of them are several ways to meet.  An operation may also have a lince_test_model_op: its effect if it meets
 * no other operation, such as giving up.  lince_retry, a failed assert and lince_choose mean the same as above; where
 * there is something to remember, it is in the variable of lince_test_model, which may be left out here.
 *
 * lince_test_model_group(FUNCTION, NAME, LEAST, MOST): at least and at most so many of one operation meet, such as all
 * that wait at a barrier.  Which of them comes first must make no difference. */
typedef struct lince_party {
    long args[3];
    int of; /* how many meet */
    int result_count;
    long results[3];
} lince_party;
/* A result of one of them, in the order of its results. */
static inline void lince_returns(lince_party *party, long value) {
    if (party->result_count < 3) party->results[party->result_count] = value;
    party->result_count++;
}
#ifndef __cplusplus
#define lince_test_model_meet(function, ...) lince_test_add_meet((function), __VA_ARGS__, (const char *)0)
#endif
void lince_test_model_group(void (*)(lince_party *), const char *name, int least, int most);

/* ---- inside the code under test ---- */

/* The call and the return of an operation: lince_op_begin("q.enq", 5), lince_op_end().  Up to three arguments, up to
 * three results. */
#ifndef __cplusplus
#define lince_op_begin(name, ...) lince_op_begins((name), lince_count(__VA_ARGS__), lince_longs(__VA_ARGS__))
#define lince_op_end(...)         lince_op_ends(lince_count(__VA_ARGS__), lince_longs(__VA_ARGS__))
#endif

/* One more result of the operation that runs, behind its return value: `lince_also_returns(n); return x;` gives x, n.
 * There are at most three in all.  It means something in operations of a test and of a model alike. */
void lince_also_returns(long value);

/* A number from 0 to n - 1: all are tried. */
int lince_choose(int n);
/* 0 for the calls that run alone, 1, 2, ... for the threads of a scenario in their order, or in the order they were
 * created. */
int lince_thread_number(void);
/* Declares that the thread starts over because of the values it read: it need not continue before they have changed. */
void lince_retry(void);
/* The code between the two is one access to the `size` bytes at `address`: for atomics the compiler cannot see, such as
 * inline assembly. */
void lince_atomic_begin(const volatile void *address, size_t size);
void lince_atomic_end(void);
/* A failure of the test if the condition does not hold; assert() does the same. */
#define lince_assert(condition) ((condition) ? (void)0 : lince_failed(#condition, __FILE__, __LINE__))
/* Executions in which the condition does not hold are of no interest: the thread goes no further, and once no other
 * thread can go on, the execution is dropped.  It is no failure, and counts as blocked, not as an execution.  (Steps
 * that other threads could have taken before the thread came here still count.) */
#define lince_assume(condition) ((condition) ? (void)0 : lince_dropped(#condition, __FILE__, __LINE__))
/* A line of the trace of a failure, as printf. */
void lince_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- used by the macros ---- */

void lince_test_register(const char *name, const char *file, int line, void (*describe)(void));
void lince_failed(const char *condition, const char *file, int line);
void lince_dropped(const char *condition, const char *file, int line);

/* How a function is called: the kinds of its result and its arguments.  `texts` has a bit for each argument that is a
 * text; `out` is the kind of the result that it has a pointer for, behind its arguments. */
enum { LINCE_SHAPE_VOID, LINCE_SHAPE_BOOL, LINCE_SHAPE_INT, LINCE_SHAPE_LONG, LINCE_SHAPE_TEXT };
#define lince_shape_of(result, wide, count) ((result) | (wide) << 3 | (count) << 4)
#define lince_shape_texts(texts)            ((texts) << 6)
#define lince_shape_out(out)                ((out) << 9)

typedef struct lince_argument_list {
    int count;
    lince_argument at[4];
} lince_argument_list;
typedef struct lince_long_list {
    long at[4];
} lince_long_list;

void lince_test_add_op(const char *name, void (*function)(void), int shape, lince_argument_list);
void lince_test_add_model_op(const char *name, void (*function)(void), int shape);
void lince_test_add_meet(void (*)(lince_party *), ...) __attribute__((sentinel));
/* The same for a function object; it returns its result as it is in a history.  `values`: its arguments, as they are in
 * a history; NULL: they are the numbers. */
typedef long lince_test_call(void *object, const long *arguments);
typedef void lince_test_values(const long *arguments, long *values);
void lince_test_add_call(const char *name, lince_test_call *, lince_test_values *values, void *object, int shape,
                         lince_argument_list);
/* The value itself if it is a string; else the digits of a number. */
long lince_value_as_string(long value);
/* A number, also one that is written as a symbol because it has a fraction. */
double lince_value_number(long value);
/* A text for a parameter, which stays; and memory that an argument was made in, whose loss is no leak. */
const char *lince_text_argument(long value);
void lince_is_argument(void *block);
void lince_test_add_model_call(const char *name, lince_test_call *, void *object, int shape);
void lince_op_begins(const char *name, int count, lince_long_list);
void lince_op_ends(int count, lince_long_list);

#ifdef __cplusplus
}
#include <lince/test_cxx.h>
#else
int lince_unfit_function(void)
    __attribute__((error("an operation takes up to three arguments, all int or all long, or const char *, "
                         "and returns void, bool, int, long or const char *: put a function around it")));
/* clang-format off */
#define lince_shape(f)                                                                                                 \
    _Generic((f), lince_shapes_of(void, LINCE_SHAPE_VOID), lince_shapes_of(_Bool, LINCE_SHAPE_BOOL),                   \
             lince_shapes_of(int, LINCE_SHAPE_INT), lince_shapes_of(long, LINCE_SHAPE_LONG),                           \
             lince_shapes_of(const char *, LINCE_SHAPE_TEXT), lince_shapes_of(char *, LINCE_SHAPE_TEXT),               \
             lince_shapes_to(_Bool, LINCE_SHAPE_BOOL), lince_shapes_to(void, LINCE_SHAPE_VOID),                        \
             default: lince_unfit_function())
#define lince_shapes_of(R, r)                                                                                          \
    R (*)(void): lince_shape_of(r, 0, 0), lince_shapes_with(R, r, int, 0), lince_shapes_with(R, r, long, 1),           \
    R (*)(const char *): lince_shape_of(r, 1, 1) | lince_shape_texts(1),                                               \
    R (*)(const char *, const char *): lince_shape_of(r, 1, 2) | lince_shape_texts(3),                                 \
    R (*)(const char *, const char *, const char *): lince_shape_of(r, 1, 3) | lince_shape_texts(7)
#define lince_shapes_with(R, r, A, wide)                                                                               \
    R (*)(A): lince_shape_of(r, wide, 1), R (*)(A, A): lince_shape_of(r, wide, 2),                                     \
    R (*)(A, A, A): lince_shape_of(r, wide, 3),                                                                        \
    R (*)(const char *, A): lince_shape_of(r, wide, 2) | lince_shape_texts(1),                                         \
    R (*)(A, const char *): lince_shape_of(r, wide, 2) | lince_shape_texts(2),                                         \
    R (*)(const char *, A, A): lince_shape_of(r, wide, 3) | lince_shape_texts(1),                                      \
    R (*)(A, const char *, A): lince_shape_of(r, wide, 3) | lince_shape_texts(2),                                      \
    R (*)(const char *, const char *, A): lince_shape_of(r, wide, 3) | lince_shape_texts(3),                           \
    R (*)(A, A, const char *): lince_shape_of(r, wide, 3) | lince_shape_texts(4),                                      \
    R (*)(const char *, A, const char *): lince_shape_of(r, wide, 3) | lince_shape_texts(5),                           \
    R (*)(A, const char *, const char *): lince_shape_of(r, wide, 3) | lince_shape_texts(6)
#define lince_shapes_to(R, r)                                                                                          \
    lince_shapes_into(R, r, int *, LINCE_SHAPE_INT), lince_shapes_into(R, r, long *, LINCE_SHAPE_LONG),                \
    lince_shapes_into(R, r, const char **, LINCE_SHAPE_TEXT)
#define lince_shapes_into(R, r, O, o)                                                                                  \
    R (*)(O): lince_shape_of(r, 1, 0) | lince_shape_out(o), R (*)(int, O): lince_shape_of(r, 0, 1) | lince_shape_out(o), \
    R (*)(long, O): lince_shape_of(r, 1, 1) | lince_shape_out(o),                                                      \
    R (*)(const char *, O): lince_shape_of(r, 1, 1) | lince_shape_texts(1) | lince_shape_out(o)
/* clang-format on */
/* The first element is there so that the list is never empty. */
#define lince_arguments(...)                                                                                           \
    ((lince_argument_list){(int)(sizeof((lince_argument[]){{0, 0, 0}, ##__VA_ARGS__}) / sizeof(lince_argument)) - 1,   \
                           {__VA_ARGS__}})
#define lince_longs(...) ((lince_long_list){{__VA_ARGS__}})
#define lince_count(...) ((int)(sizeof((long[]){0, ##__VA_ARGS__}) / sizeof(long)) - 1)
#endif

#endif
