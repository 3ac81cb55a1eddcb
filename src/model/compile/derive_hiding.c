/* Which of the steps that were derived are in a set of events, and hiding those. */
#include <stdlib.h>
#include <string.h>

#include "model/compile/derive.h"

/* A step at an array of channels has the name `c!`; which of them it is, `c[1]!`, may depend on the state.  True: the
 * pattern is about one of them, and `when` is the condition that it is this one, or LCM_NO_SYMBOL for always. */
static bool is_about(lcm_builder *b, const lcm_derived *d, const lcm_pattern *p, lcm_symbol *when) {
    lcm_alphabet *alphabet = b->system->alphabet;
    *when = LCM_NO_SYMBOL;
    if (d->subscript == LCM_NO_SYMBOL) return p->name == d->name;
    const char *array = b->model->channels.at[d->channel].name, *one = lcm_alphabet_name_text(alphabet, p->name);
    size_t length = strlen(array);
    if (strncmp(one, array, length) || one[length] != '[') return false;
    char *behind;
    long element = strtol(one + length + 1, &behind, 10);
    if (*behind != ']' || strcmp(behind + 1, lcm_alphabet_name_text(alphabet, d->name) + length)) return false;
    lcm_symbol same = lcm_symbol_binary(b, LCM_O_EQUAL, d->subscript, lcm_symbol_number(b, (int32_t)element), d->place);
    int32_t n;
    if (!lcm_symbol_is_number(b, same, &n)) *when = same;
    else if (!n) return false;
    return true;
}

lcm_certainty lcm_derived_in_set(lcm_builder *b, const lcm_derived *d, uint32_t set, lcm_symbol *when) {
    const lcm_system *s = b->system;
    lcm_event_set in = s->sets.at[set];
    lcm_symbol any = LCM_NO_SYMBOL; /* belongs to one of the patterns so far */
    for (uint32_t i = 0; i < in.count; i++) {
        const lcm_pattern *p = &s->patterns.at[in.first + i];
        lcm_symbol equal;
        if (!is_about(b, d, p, &equal) || (p->count != LCM_ANY_COUNT && p->count != d->count)) continue;
        bool differs = false;
        for (uint32_t k = 0; p->count != LCM_ANY_COUNT && k < d->count && !differs; k++) {
            if (p->any >> k & 1) continue;
            lcm_symbol same =
                lcm_symbol_binary(b, LCM_O_EQUAL, d->numbers[k], lcm_symbol_number(b, p->numbers[k]), d->place);
            int32_t n;
            if (!lcm_symbol_is_number(b, same, &n)) equal = lcm_symbol_and(b, equal, same);
            else differs = n == 0;
        }
        if (differs) continue;
        if (equal == LCM_NO_SYMBOL) return LCM_ALWAYS;
        any = any == LCM_NO_SYMBOL ? equal : lcm_symbol_binary(b, LCM_O_OR, any, equal, d->place);
    }
    *when = any;
    return any == LCM_NO_SYMBOL ? LCM_NEVER : LCM_MAYBE;
}

void lcm_derivation_hide(lcm_builder *b, lcm_derivation *out, uint32_t from, uint32_t set) {
    uint32_t end = out->count;
    for (uint32_t i = from; i < end; i++) {
        lcm_derived d = out->at[i];
        if (d.hidden || (d.kind != LCM_ACT_EVENT && d.kind != LCM_ACT_PUT && d.kind != LCM_ACT_GET)) continue;
        lcm_symbol when;
        lcm_certainty hidden = lcm_derived_in_set(b, &d, set, &when);
        if (hidden == LCM_NEVER) continue;
        if (hidden == LCM_MAYBE) {
            lcm_derived shown = d;
            shown.guard = lcm_symbol_and(b, d.guard, lcm_symbol_not(b, when));
            d.guard = lcm_symbol_and(b, d.guard, when);
            lcm_gather(b, out, shown);
        }
        d.hidden = true;
        out->at[i] = d;
    }
}
