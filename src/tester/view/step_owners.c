/* A thread's calls are its operations, one after the other.  Where a step calls another operation than the history, the
 * rest of that thread is unknown: the execution is another one. */
#include "tester/view/step_owners.h"

#include <stdlib.h>
#include <string.h>

#include "target/explore/control.h"
#include "tester/view/interleaving_sheet.h"

typedef struct caller {
    unsigned thread;
    uint32_t number; /* of the thread in the history; LC_NEVER: it is not in it, or took a different path */
    uint32_t next;   /* operations before this one are past */
    uint32_t open;   /* the operation it is in, or LC_NEVER */
} caller;

struct lcd_step_owners {
    const lince_history *history;
    LC_VEC(caller) callers;
};

lcd_step_owners *lcd_step_owners_new(const lince_history *h) {
    lcd_step_owners *o = calloc(1, sizeof *o);
    if (o) o->history = h;
    return o;
}

void lcd_step_owners_free(lcd_step_owners *o) {
    if (!o) return;
    lc_vec_free(NULL, &o->callers);
    free(o);
}

static caller *caller_of(lcd_step_owners *o, unsigned thread) {
    char room[16];
    for (uint32_t i = 0; i < o->callers.count; i++)
        if (o->callers.at[i].thread == thread) return &o->callers.at[i];
    const char *name = lcd_sheet_thread(thread, room, sizeof room);
    uint32_t number = lc_intern_find(&o->history->threads, name, strlen(name));
    if (!lc_push(NULL, &o->callers, (caller){thread, number == LC_NOT_INTERNED ? LC_NEVER : number, 0, LC_NEVER}))
        return NULL;
    return &o->callers.at[o->callers.count - 1];
}

static bool is_call_of(const lince_history *h, uint32_t op, const char *text) {
    lc_span method = lc_method_name(h, &h->ops.at[op]);
    return strlen(text) > method.length && !memcmp(text, method.at, method.length) && text[method.length] == '(';
}

static void begin(const lince_history *h, caller *c, const char *text) {
    while (c->next < h->ops.count && h->ops.at[c->next].thread != c->number) c->next++;
    if (c->next < h->ops.count && is_call_of(h, c->next, text)) c->open = c->next++;
    else c->number = c->open = LC_NEVER;
}

uint32_t lcd_step_owner(lcd_step_owners *o, const lcd_trace_step *s) {
    caller *c = o->history ? caller_of(o, s->thread) : NULL;
    if (!c || c->number == LC_NEVER) return LC_NEVER;
    if (s->kind == LCT_STEP_CALL) begin(o->history, c, s->text);
    uint32_t owner = c->open;
    if (s->kind == LCT_STEP_RETURN) c->open = LC_NEVER;
    return owner;
}
