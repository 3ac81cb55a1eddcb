/* The fields that actions read and write, derived from their code.
 *
 * A subscript that is not known may mean any cell of its array.  Reductions and the search for dead variables rest on
 * this, so it may list too much, never too little. */
#include <stdlib.h>
#include <string.h>

#include "model/compile/slots.h"

typedef struct fields {
    bool *read, *written;
} fields;

/* All cells of the variable or channel that a field belongs to. */
static void mark_all(const lcm_system *s, uint32_t field, bool *marks) {
    const lcm_field *f = &s->fields.at[field];
    uint32_t i = field;
    while (i > 0 && s->fields.at[i - 1].kind == f->kind && s->fields.at[i - 1].owner == f->owner) i--;
    for (; i < s->fields.count && s->fields.at[i].kind == f->kind && s->fields.at[i].owner == f->owner; i++)
        marks[i] = true;
}

static void scan(const lcm_system *s, uint32_t at, fields *f) {
    if (at == LCM_NO_CODE) return;
    for (const uint32_t *p = s->code.words.at + at; *p != LCM_I_END; p += 1 + lcm_operand_count[*p]) {
        switch ((lcm_instruction)*p) {
        case LCM_I_LOAD: f->read[p[1]] = true; break;
        case LCM_I_LOAD_AT: mark_all(s, p[1], f->read); break;
        case LCM_I_STORE:
        case LCM_I_SET: f->written[p[1]] = true; break;
        case LCM_I_STORE_AT: mark_all(s, p[1], f->written); break;
        case LCM_I_ASK:
        case LCM_I_MAKE:
            if (p[1] != LCM_NO_FIELD) mark_all(s, p[1], f->read);
            if (p[2] != LCM_NO_FIELD) mark_all(s, p[2], f->read);
            break;
        case LCM_I_KEEP: mark_all(s, p[1], f->written); break;
        case LCM_I_CHANGE:
        case LCM_I_SHIFT_DOWN:
        case LCM_I_SHIFT_DOWN_AT:
            mark_all(s, p[1], f->read);
            mark_all(s, p[1], f->written);
            break;
        default: break;
        }
    }
}

void lcm_mark_reads(const lcm_system *s, uint32_t code, bool *marks) {
    for (const uint32_t *p = s->code.words.at + code; *p != LCM_I_END; p += 1 + lcm_operand_count[*p]) {
        if (*p == LCM_I_LOAD) marks[p[1]] = true;
        if (*p == LCM_I_LOAD_AT || *p == LCM_I_ASK) mark_all(s, p[1], marks);
        if (*p == LCM_I_ASK && p[2] != LCM_NO_FIELD) mark_all(s, p[2], marks);
    }
}

static uint32_t *list(lcm_builder *b, const bool *marks, uint32_t *count) {
    uint32_t n = 0, all = b->system->fields.count;
    for (uint32_t i = 0; i < all; i++) n += marks[i];
    uint32_t *found = lc_arena_take(&b->system->texts, (n + 1) * sizeof *found);
    if (!found) lcm_no_memory(b);
    *count = 0;
    for (uint32_t i = 0; i < all; i++)
        if (marks[i]) found[(*count)++] = i;
    return found;
}

void lcm_find_access(lcm_builder *b) {
    lcm_system *s = b->system;
    uint32_t count = s->fields.count;
    fields f = {lcm_room(b, count + 1), lcm_room(b, count + 1)};
    for (uint32_t i = 0; i < s->actions.count; i++) {
        lcm_action *a = &s->actions.at[i];
        lcm_mind_limits(b);
        memset(f.read, 0, count);
        memset(f.written, 0, count);
        scan(s, a->guard, &f);
        scan(s, a->subscript, &f);
        scan(s, a->numbers, &f);
        scan(s, a->effect, &f);
        a->reads = list(b, f.read, &a->read_count);
        a->writes = list(b, f.written, &a->write_count);
    }
}
