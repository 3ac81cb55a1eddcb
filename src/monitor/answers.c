#include "monitor/answers.h"

/* In the order of seats, so that equal lists have equal bytes. */
typedef struct answer {
    uint32_t seat;
    lince_value value;
} answer;

void lco_answers_init(lc_intern *lists, lc_budget *budget) {
    lc_intern_init(lists, budget);
    (void)lc_intern_add(lists, "", 0);
}

static const answer *list_of(const lc_intern *lists, uint32_t list, uint32_t *count) {
    if (list == LCO_NO_ANSWERS) return *count = 0, NULL;
    const lc_interned *bytes = lc_intern_get(lists, list);
    *count = bytes->size / (uint32_t)sizeof(answer);
    return bytes->bytes;
}

lince_value lco_answer_of(const lc_intern *lists, uint32_t list, uint32_t seat) {
    uint32_t count;
    const answer *at = list_of(lists, list, &count);
    for (uint32_t i = 0; i < count; i++)
        if (at[i].seat == seat) return at[i].value;
    return LINCE_NO_VALUE;
}

uint32_t lco_answers_with(lc_intern *lists, uint32_t list, uint32_t seat, lince_value value) {
    answer made[LCO_MOST_SEATS + 1];
    uint32_t count, kept = 0, i = 0;
    const answer *at = list_of(lists, list, &count);
    while (i < count && at[i].seat < seat) made[kept++] = at[i++];
    if (value != LINCE_NO_VALUE) made[kept++] = (answer){seat, value};
    for (; i < count; i++)
        if (at[i].seat != seat) made[kept++] = at[i];
    uint32_t number = lc_intern_add(lists, made, kept * sizeof *made);
    return number == LC_NOT_INTERNED ? LCO_NO_ANSWERS : number;
}
