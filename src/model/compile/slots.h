/* From terms to slots, locations and drafts of actions: all that is known before the fields have places. */
#ifndef LC_MODEL_COMPILE_SLOTS_H
#define LC_MODEL_COMPILE_SLOTS_H

#include "model/compile/derive.h"

/* A slot comes to stand at a location, its registers set to these symbols (of the slot that takes the step). */
typedef struct lcm_entry {
    uint32_t slot, location;
    lcm_symbols set_to;
} lcm_entry;
typedef LC_VEC(lcm_entry) lcm_entries;

typedef struct lcm_draft {
    lcm_derived step;
    uint32_t slot, location;
    bool joint;
    bool clears; /* the slots below are left behind */
    lcm_entries entries;
} lcm_draft;
typedef LC_VEC(lcm_draft) lcm_drafts;

/* The surroundings of a slot. */
typedef struct lcm_surroundings {
    bool parallel, atomic;
    uint32_t alphabets, index, count;
    LC_VEC(uint32_t) hides; /* the sets hidden of it and of slots beside it, from inside out */
} lcm_surroundings;

typedef struct lcm_structure {
    LC_VEC(lcm_surroundings) around; /* of each slot */
    lc_intern families;              /* slots below a slot with these surroundings */
    LC_VEC(uint32_t) family_first;   /* of each: where in system->children */
    lc_intern places;                /* (slot, term) to location: keys */
    LC_VEC(uint32_t) place_location;
    LC_VEC(uint64_t) work;  /* slot << 32 | location: not looked at yet */
    LC_VEC(lcm_term) terms; /* of each place, in the order of `places` */
    lcm_drafts drafts;
    lcm_entries start;
    bool started; /* `start` is complete: what is entered now is entered by a step */
} lcm_structure;

void lcm_structure_make(lcm_builder *, lcm_structure *, const lcm_system_wish *);
/* The steps of a place, as further drafts. */
void lcm_structure_explore(lcm_builder *, lcm_structure *, uint32_t slot, uint32_t place);
void lcm_structure_free(lcm_structure *);

/* Fields, code and actions: the rest of the way. */
void lcm_emit_all(lcm_builder *, lcm_structure *, const lcm_system_wish *);

/* The drafts from this one on, which belong to a location without actions and to new forks: their fields have places.
 */
void lcm_emit_more(lcm_builder *, const lcm_structure *, uint32_t from);

/* The fields that each action reads and writes. */
void lcm_find_access(lcm_builder *);
/* The fields that code reads. */
void lcm_mark_reads(const lcm_system *, uint32_t code, bool *marks);
void lcm_find_ample(lcm_builder *, const lcm_system_wish *);
/* Variables that only one slot uses, and that it will not read before it has written them, are reset. */
void lcm_find_dead(lcm_builder *);

#endif
