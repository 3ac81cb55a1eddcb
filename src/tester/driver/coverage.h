/* Coverage: how much of the behaviour was tried, in honest words. */
#ifndef LC_TESTER_DRIVER_COVERAGE_H
#define LC_TESTER_DRIVER_COVERAGE_H

#include "base/map64.h"
#include "base/text.h"
#include "tester/driver/message.h"

typedef enum lcd_cover {
    LCD_COVER_PART,    /* some interleavings, without a better bound */
    LCD_COVER_SAMPLED, /* some, chosen at random on request */
    LCD_COVER_SERIAL,  /* all in which operations do not overlap */
    LCD_COVER_ROUNDS,  /* all with up to so many rounds */
    LCD_COVER_BOUNDED, /* all with up to so many preemptions */
    LCD_COVER_ALL      /* all that differ */
} lcd_cover;

/* A stage of one scenario, added up over workers. */
typedef struct lcd_stage_sum {
    uint64_t scenario, number;
    uint64_t executions, redundant, cut, blocked, excluded;
    lct_stage_name name;
    uint32_t symmetry; /* an lct_symmetry */
    bool complete;
} lcd_stage_sum;

/* How large a scenario is, and whether some of its histories could not be judged. */
typedef struct lcd_scenario_shape {
    uint32_t threads, calls;
    bool unjudged;
} lcd_scenario_shape;

/* A size of a test that grows.  Scenarios that smaller sizes contain, of which all are complete, are not counted again.
 */
typedef struct lcd_size_cover {
    lcd_msg_size size;
    uint64_t all; /* scenarios, UINT64_MAX: more than can be counted */
    uint64_t complete;
    bool whole; /* all of them are, and those of the smaller sizes */
} lcd_size_cover;
enum { LCD_SIZES = 16 };

typedef struct lcd_coverage {
    LC_VEC(lct_stage_name) names; /* each once, in the order in which they came */
    LC_VEC(lcd_stage_sum) stages;
    lc_map64 index; /* of stages, by scenario and number */
    lcd_msg_scenarios scenarios;
    uint32_t threads, calls;           /* of the largest scenario met */
    uint64_t met;                      /* scenarios: 1 + the highest number */
    LC_VEC(lcd_scenario_shape) shapes; /* by number, as far as their texts have come */
    LC_VEC(lcd_msg_size) sizes;        /* of a test that grows, in the order in which they were explored */
} lcd_coverage;

void lcd_coverage_init(lcd_coverage *);
void lcd_coverage_free(lcd_coverage *);
bool lcd_coverage_stage(lcd_coverage *, const lcd_msg_stage *); /* false: out of memory, as below */
void lcd_coverage_scenario(lcd_coverage *, uint64_t number, lc_span text);
bool lcd_coverage_size(lcd_coverage *, const lcd_msg_size *);
void lcd_coverage_unjudged(lcd_coverage *, uint64_t scenario); /* some of its histories */

/* Some scenario, or if they are `sampled` each of them, has no execution that came to its end, and not because
 * lince_assume has excluded all: nothing was checked there. */
bool lcd_coverage_is_vacuous(const lcd_coverage *, bool sampled);

/* The sizes of a test that grows; their number, 0: it does not.  What else is stated about coverage is about the
 * scenarios of complete sizes, or if none is complete of the first. */
uint32_t lcd_coverage_sizes(const lcd_coverage *, lcd_size_cover sizes[LCD_SIZES]);
/* Does the test grow, and is a size complete; is this scenario in one? */
bool lcd_coverage_has_size(const lcd_coverage *);
bool lcd_coverage_is_claimed(const lcd_coverage *, uint64_t scenario);
/* `2x2 and 3x1 threads x calls, 12 of 60 scenarios of 2x3` */
void lcd_coverage_size_words(lince_text *, const lcd_coverage *);

uint64_t lcd_coverage_cut(const lcd_coverage *); /* executions that were too long, and that nothing else covers */

/* The coverage of every scenario, under every memory model that was explored; `bound`: of rounds or preemptions. */
lcd_cover lcd_coverage_of(const lcd_coverage *, uint64_t *bound);
/* Under sequential consistency: `all interleavings of 12 scenarios up to 2 threads x 2 calls`.  Nothing if only weaker
 * models were explored. */
void lcd_coverage_words(lince_text *, const lcd_coverage *);
/* Under weaker models: `; under rc11: 812 execution graphs, all of the same scenarios`, or nothing. */
void lcd_coverage_weak_words(lince_text *, const lcd_coverage *);

/* `rc11` */
const char *lcd_memory_name(uint32_t model);
/* Was a memory model explored, apart from serial executions; only weaker ones than sequential consistency; one to its
 * end, for every scenario, or for this one? */
bool lcd_coverage_has(const lcd_coverage *, uint32_t model);
bool lcd_coverage_is_weak(const lcd_coverage *);
bool lcd_coverage_is_complete(const lcd_coverage *, uint32_t model);
bool lcd_coverage_is_proven(const lcd_coverage *, uint32_t model, uint64_t scenario);
/* `exhaustive`, `bounded:2`, `rounds:2`, `serial`, `sampled` or `partial`, for scripts. */
void lcd_coverage_name(lince_text *, const lcd_coverage *);
/* Executions by name of stage, for statistics. */
typedef struct lcd_stage_total {
    lct_stage_name name;
    uint64_t executions, redundant, cut, blocked, scenarios, complete;
    uint32_t symmetry; /* an lct_symmetry: one was explored of the graphs that differ in these names */
} lcd_stage_total;
lcd_stage_total lcd_coverage_total(const lcd_coverage *, lct_stage_name);
/* Of the last stage of execution graphs under a memory model; false: there is none. */
bool lcd_coverage_graphs(const lcd_coverage *, uint32_t model, lcd_stage_total *);
/* Each execution once: if there are only stages of graphs, the last of them has those of the ones before.  `all`: of
 * all stages. */
uint64_t lcd_coverage_executions(const lcd_coverage *, uint64_t all);
/* The same for those that were blocked: a thread waits for a value that it has not read, or lince_assume dropped it. */
uint64_t lcd_coverage_blocked(const lcd_coverage *, uint64_t all);
/* Does a complete stage of this name show that nothing else can happen? */
bool lcd_stage_is_proof(lct_stage_name);
/* `dpor`, `2 preemptions`, `heap fifo: dpor`, `rc11: graphs` */
void lcd_stage_words(lince_text *, lct_stage_name);

#endif
