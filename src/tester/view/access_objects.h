/* The objects in the memory of a trace that have no name: blocks allocated or freed during it, and around everything
 * else the targets of pointers seen in memory. */
#ifndef LC_TESTER_VIEW_ACCESS_OBJECTS_H
#define LC_TESTER_VIEW_ACCESS_OBJECTS_H

#include "base/vec.h"
#include "tester/view/interleaving_view.h"

typedef struct lcd_accessed_object {
    uint64_t low, size; /* at least 1 */
    size_t born, died;  /* steps; 0 and SIZE_MAX: before and after all */
    uint32_t letter;    /* + 1; 0: not mentioned yet */
    uint32_t primes;    /* how many had this place before */
    lcd_type type;      /* 0: unknown */
} lcd_accessed_object;

typedef struct lcd_objects {
    LC_VEC(lcd_accessed_object) list;  /* by low, then born */
    uint64_t lowest, highest, largest; /* addresses outside are in none; the largest size */
} lcd_objects;

/* Begins with nothing.  `named` returns whether an address belongs to a variable and so to no object.  False: out of
 * memory. */
bool lcd_objects_find(lcd_objects *, const lcd_trace_step *, size_t count,
                      bool (*named)(void *context, uint64_t address), void *context);
void lcd_objects_free(lcd_objects *);

/* The object that has, or last had, this address when the step is taken; NULL: none. */
lcd_accessed_object *lcd_object_at(const lcd_objects *, size_t step, uint64_t address);

/* Has its address anything to do with memory? */
bool lcd_step_has_location(const lcd_trace_step *);
/* Is it an access, with what was there before and after it? */
bool lcd_step_has_values(const lcd_trace_step *);

#endif
