/* Queues, stacks, priority queues and bags.  Each step takes constant time, or the height of a heap. */
#include "simulation.h"

static uint32_t length_of(const simulation *s) { return s->items_end - s->items_from + s->window_count; }

static bool choose_to_add(simulation *s) { return below(s, 100) < (s->length && length_of(s) >= s->length ? 25 : 50); }

/* A value that is left behind has been overtaken by all that came after it.  So a relaxed container is emptied at the
 * end: only removals are called as soon as there are just enough operations left for that, with some to spare because
 * those that are under way may still find nothing.  From then on none does while there is something to come. */
static bool is_drained(simulation *s) {
    int64_t left = (int64_t)s->operations - s->op_count;
    int64_t values = (int64_t)length_of(s) + s->adding - s->removing;
    if (s->relaxed && left <= values + s->threads) s->draining = true;
    return s->draining;
}

static bool choose(simulation *s, operation *o, method add, method take) {
    o->method = !is_drained(s) && choose_to_add(s) ? add : take;
    if (o->method == add) o->args[0] = draw_value(s);
    *(o->method == add ? &s->adding : &s->removing) += 1;
    return true;
}

static bool choose_or_look(simulation *s, operation *o, method add, method take) {
    if (!s->observers || below(s, 100) >= s->observers) return choose(s, o, add, take);
    o->method = PEEK;
    return true;
}

bool choose_queue(simulation *s, operation *o) { return choose_or_look(s, o, ENQ, DEQ); }
bool choose_stack(simulation *s, operation *o) { return choose_or_look(s, o, PUSH, POP); }
bool choose_pqueue(simulation *s, operation *o) { return choose_or_look(s, o, INSERT, DELMIN); }
bool choose_bag(simulation *s, operation *o) { return choose(s, o, PUT_IN, TAKE); }

void heap_insert(simulation *s, value v) {
    uint32_t at = s->items_end++;
    for (; at && s->items[(at - 1) / 2] > v; at = (at - 1) / 2) s->items[at] = s->items[(at - 1) / 2];
    s->items[at] = v;
}

value heap_remove(simulation *s) {
    value least = s->items[0], v = s->items[--s->items_end];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < s->items_end; at = child) {
        if (child + 1 < s->items_end && s->items[child + 1] < s->items[child]) child++;
        if (s->items[child] >= v) break;
        s->items[at] = s->items[child];
    }
    s->items[at] = v;
    return least;
}

static value take_any(simulation *s) {
    uint32_t at = below(s, s->items_end);
    value v = s->items[at];
    s->items[at] = s->items[--s->items_end];
    return v;
}

static value removed(simulation *s, method m) {
    if (!length_of(s)) return EMPTY;
    if (s->relaxed) return removed_of_relaxed(s, m);
    switch (m) {
    case DEQ: return s->items[s->items_from++];
    case POP: return s->items[--s->items_end];
    case DELMIN: return heap_remove(s);
    default: return take_any(s);
    }
}

/* Not of a relaxed one. */
static value next_to_go(const simulation *s) {
    if (!length_of(s)) return EMPTY;
    if (s->object->choose == choose_stack) return s->items[s->items_end - 1];
    return s->items[s->object->choose == choose_queue ? s->items_from : 0];
}

bool act_on_container(simulation *s, operation *o) {
    if (o->method == PEEK) {
        o->result = next_to_go(s);
        return true;
    }
    bool adds = o->method == ENQ || o->method == PUSH || o->method == PUT_IN || o->method == INSERT;
    if (!adds && s->draining && s->adding && !length_of(s)) return false;
    *(adds ? &s->adding : &s->removing) -= 1;
    switch (o->method) {
    case ENQ:
    case PUSH:
    case PUT_IN: s->items[s->items_end++] = o->args[0]; break;
    case INSERT:
        if (s->relaxed) relaxed_insert(s, o->args[0]);
        else heap_insert(s, o->args[0]);
        break;
    default: o->result = removed(s, o->method); break;
    }
    return true;
}
