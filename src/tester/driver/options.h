/* The options of `lince test`.  See base/options.h for the columns. */
#ifndef LC_TESTER_DRIVER_OPTIONS_H
#define LC_TESTER_DRIVER_OPTIONS_H

#include "base/common_options.h"

/* clang-format off */

/* The order of the words is that of lince_criterion. */
#define LCD_TEST_OPTIONS(X, S)                                                                                          \
    X(S, LIST,    spec,           's', "SPEC",   NULL, "the specification of the object, as for `lince check`; overrides that of the test")                                           \
    X(S, VARIANT, criterion,      'c', "linearizable|sequential|quasi:FACTORS|sync|two-step|interval|refine:K",        \
                                                       NULL, "the correctness criterion (else that of the test, or "   \
                                                       "linearizable)")                                                \
    X(S, TEXT,    init,            0,  "VALUE",  NULL, "the initial value of registers and absent keys of maps")       \
    X(S, TEXT,    golden,          0,  "FILE",   NULL, "allow the results of the object in FILE when its operations "  \
                                                       "run one after another, in the same scenarios")                 \
    X(S, TEXT,    reference,       0,  "FILE",   NULL, "allow the results that the object in FILE, which need not be atomic, "     \
                                                       "does in the same scenarios")                                   \
    X(S, FLAG,    list,           'l', NULL,     NULL, "list the tests and run none")                                  \
    X(S, TEXT,    filter,          0,  "NAME",   NULL, "run only the tests with this name, which may hold `*` and `?`")\
    X(S, TEXT,    scenario,        0,  "TEXT",   NULL, "instead of the test's scenarios only this one: "               \
                                                       "`push(1); pop() | push(2) pop(); pop()`")                      \
    X(S, OUTPUT,  histories,       0,  "FILE",   NULL, "write all distinct histories here, as `lince check` reads "    \
                                                       "them")                                                         \
    X(S, LIST,    allow,           0,  "KIND,...", NULL, "failures that are none: deadlock, leak, use-after-free, "    \
                                                       "... (the manual page lists them)")                             \
    X(S, FLAG,    leaks,           0,  NULL,     NULL, "memory that is lost is a failure, not a warning")              \
    X(S, FLAG,    keep,            0,  NULL,     NULL, "print where the compiled program is")

#define LCD_TEST_FOUND_OPTIONS(X, S)                                                                                   \
    X(S, TEXT,    replay,          0,  "FILE",   NULL, "replay a trace, and show every step")                          \
    X(S, NUMBER,  step,            0,  "N",      NULL, "with --replay: only up to step N; then show where every "      \
                                                       "thread stands")                                                \
    X(S, FLAG,    gdb,             0,  NULL,     NULL, "with --replay: under the debugger gdb, which stops where "     \
                                                       "threads take turns")                                           \
    X(S, OUTPUT,  trace,           0,  "FILE",   NULL, "write the trace of a failure, or of the replay, with "         \
                                                       "all events here (else into the cache)")                        \
    X(S, FLAG,    all_failures,    0,  NULL,     NULL, "go on after the first failure, and list all of them")          \
    X(S, FLAG,    first_failure,   0,  NULL,     NULL, "do not explore a test further after a data race, a leak or "   \
                                                       "a wrong access to memory")                                     \
    X(S, SECONDS, shrink,          0,  "SECONDS", "5", "how long to look for a smaller failure than the one found")    \
    X(S, FLAG,    no_shrink,       0,  NULL,     NULL, "show the failure as it was found")                            \
    X(S, FLAG,    fix,             0,  NULL,     NULL, "after a failure find the cheapest stronger memory orders "     \
                                                       "that repair it, and print a patch")                            \
    X(S, FLAG,    relax,           0,  NULL,     NULL, "after `ok` find memory orders that are stronger than the "     \
                                                       "scenarios need, and print a patch")

/* The order of the words is that of lct_strategy_kind, lct_memory_model, lcd_sync_choice, lct_heap_policy, lct_plain_mode, lct_claim, lct_retry_mode, lct_symmetry and lct_merging. */
#define LCD_TEST_EXPLORE_OPTIONS(X, S)                                                                                 \
    X(S, CHOICE,  strategy,       'S', "default|bounded|dpor|rounds|pct|random|serial|exhaustive|states|stress", "default",  \
                                                       "which interleavings to try: few preemptions first, then all "  \
                                                       "that differ; or one of these alone")                           \
    X(S, LIMIT,   preemptions,    'p', "N",      NULL, "bounded: at most N preemptions (default: 0, 1, 2, ...)")       \
    X(S, NUMBER,  rounds,          0,  "N",      "2",  "rounds: at most N rounds")                                     \
    X(S, NUMBER,  depth,           0,  "N",      "3",  "pct: bugs of this depth")                                      \
    X(S, NUMBER,  seed,            0,  "N",      "1",  "of everything random")                                         \
    X(S, TEXT,    budget,          0,  "SECONDS", NULL, "a test that declares no size grows, 2x2, 3x1, 2x3 threads x "  \
                                                       "calls and so on, for so much processor time (default: 10); "   \
                                                       "0: it stays at 2x2")                                           \
    X(S, LIMIT,   max_executions,  0,  "N",      NULL, "answer `unknown` after so many executions of a test; 0: no "   \
                                                       "limit")                                                        \
    X(S, NUMBER,  max_steps,       0,  "N",      "20000", "cut executions that have more steps")                       \
    X(S, CHOICE,  memory,          0,  "sc|tso|rc11|c11|auto", "auto", "memory model: sequential consistency, that "   \
                                                       "of x86, or of C11 in two readings; `auto`: the first, and "    \
                                                       "what the code calls for where it asks for less")               \
    X(S, CHOICE,  sync,            0,  "auto|none|values|insertions|removals|both|all", "auto", "what operations "     \
                                                       "synchronize under weak memory, besides their results: the "    \
                                                       "insertion of a value and its removal; also insertions, "       \
                                                       "removals, both among themselves; each with all later ones; "   \
                                                       "`auto`: values, of containers and channels")                   \
    X(S, FLAG,    graphs,          0,  NULL,     NULL, "explore execution graphs, not schedules, under `sc`, too")     \
    X(S, CHOICE,  heap,            0,  "auto|lifo|fifo|never|shared|all", "auto",                                      \
                                                       "which freed memory malloc gives out first: a thread's latest " \
                                                       "or oldest, none, the latest of any thread; each of them; or those that make a difference")                                           \
    X(S, CHOICE,  plain,           0,  "racing|never|always", "racing", "which accesses that are not atomic may be "   \
                                                       "interrupted")                                                  \
    X(S, CHOICE,  claim,           0,  "none|obstruction-free|lock-free", "none", "the progress of operations: each can end alone, or one of them always ends (a test may declare it)") \
    X(S, NUMBER,  spurious,        0,  "N",      NULL, "condition variables may wake up, and weak exchanges "          \
                                                       "fail, for no reason, N times each thread")                     \
    X(S, NUMBER,  random_choices,  0,  "N",      NULL, "rand() is one of 0 to N-1, all tried (else seeded)")           \
    X(S, SIZE,    stack,           0,  "SIZE",   "256K", "room for the stack of a thread")                             \
    X(S, SECONDS, stuck_after,     0,  "SECONDS", "0.1", "stress: give up threads that have slept for so long, "       \
                                                       "where the system does not report the reason of their wait")

/* For testing reductions and measuring their effect, and for the odd program. */
#define LCD_TEST_TUNING_OPTIONS(X, S)                                                                                  \
    X(S, CHOICE,  retry,             0, "auto|off", "auto", "recognize loops that wait for something to change")       \
    X(S, CHOICE,  symmetry,          0, "off|equal|names", "off", "execution graphs that differ in the names of equal threads are explored once; `names`: also of threads whose unique arguments, numbers or addresses differ")       \
    X(S, CHOICE,  merging,           0, "auto|off|always|checked", "off", "reduction does not explore a state twice: in large scenarios, or from the first execution on; `checked`: it explores some all the same, and compares")       \
    X(S, FLAG,    history_edges,     0, NULL,    NULL, "calls and returns create dependencies also where their "       \
                                                       "order is judged, and need not be explored")                    \
    X(S, FLAG,    no_history_edges,  0, NULL,    NULL, "calls and returns create no dependency: fewer executions, "    \
                                                       "and not all histories")                                        \
    X(S, FLAG,    no_deduplication,  0, NULL,    NULL, "judge a history each time it comes, and under quasi "          \
                                                       "linearizability also the continuations of a configuration")    \
    X(S, FLAG,    no_use_after_free, 0, NULL,    NULL, "let the program use memory that it has freed")                 \
    X(S, FLAG,    no_snapshots,      0, NULL,    NULL, "run every execution from its start")                           \
    X(S, FLAG,    no_data_races,     0, NULL,    NULL, "let threads access memory that nothing orders their "          \
                                                       "accesses to")                                                  \
    X(S, FLAG,    genmc_readings,    0, NULL,    NULL, "read the C11 memory model as GenMC 0.11 does, to compare "     \
                                                       "numbers of execution graphs")                                  \
    X(S, OUTPUT,  graphs_to,         0, "FILE",  NULL, "write each execution graph here, a line each: the test, the "  \
                                                       "memory model and the graph")                                   \
    X(S, SECONDS, patience,          0, "SECONDS", "20", "give up a program that shows no sign of life for so long")

/* clang-format on */

typedef struct lcd_test_settings {
    LCD_TEST_OPTIONS(LC_OPTION_MEMBER, )
    LCD_TEST_FOUND_OPTIONS(LC_OPTION_MEMBER, )
    LCD_TEST_EXPLORE_OPTIONS(LC_OPTION_MEMBER, )
    LCD_TEST_TUNING_OPTIONS(LC_OPTION_MEMBER, )
    LC_COMMON_OPTIONS(LC_OPTION_MEMBER, )
    LC_EVERY_OPTIONS(LC_OPTION_MEMBER, )
} lcd_test_settings;

extern const lc_option_set lcd_test_set;

#endif
