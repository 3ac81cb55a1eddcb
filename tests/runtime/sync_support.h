/* Small programs with threads, of which every schedule is tried: what can come out of them?
 *
 * A program calls `outcome` with a number when it is done.  `comes_out` explores it exhaustively and with reduction,
 * and expects exactly these results both times: numbers in order, then words for failures (`deadlock`, `misuse`, ...).
 */
#ifndef LC_TESTS_SYNC_SUPPORT_H
#define LC_TESTS_SYNC_SUPPORT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

void outcome(long value);
void comes_out(const char *name, void (*body)(void), const char *results);
/* The same with a setup that runs once, and the memory it leaves behind at the start of each execution, also of all
 * that is explored later. */
void prepared_comes_out(const char *name, void (*setup)(void), void (*body)(void), const char *results);
/* The same with reduction alone, for what has too many schedules. */
void reduced_comes_out(const char *name, void (*body)(void), const char *results);
/* Reduction, and search by states, find exactly what exhaustive search finds, whatever that is, histories of operations
 * included; threads that are stuck count with the `state` they are in.  False: it does not, or there is too much to
 * search. */
bool agrees(void (*body)(void), long (*state)(void), unsigned limit);
/* Is a data race found by exhaustive search (if `all`), by reduction, by trying up to two preemptions?  One bit each,
 * then one if anything else came out, and one for search by states; where that is not for it, as reduction says. */
unsigned races_in(void (*body)(void), bool all);
/* Reduction comes to an end, and finds whatever so many random executions do: for what never ends without it. */
bool covers(void (*body)(void), unsigned samples);
/* And the message of the last failure contains this. */
void message_has(const char *part);

/* The failure was in this function. */
void happened_in(void (*function)(void));

/* As the options of `lince test`. */
void allow_spurious(unsigned count);
void allow_random(unsigned choices);
void allow_early(unsigned count);

/* A fact, for what is not explored. */
void fact(bool holds, const char *name);

/* At the start and the end of main. */
void begin_tests(void);
int end_tests(void);

#ifdef __cplusplus
}
#endif

#endif
