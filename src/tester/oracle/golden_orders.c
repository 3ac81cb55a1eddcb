/* Sequential histories of calls in any order.
 *
 * Phase 1 of the Round-Up paper takes for spec(o) the sequential histories of the test program, and so do we for
 * linearizability: an order that time allows keeps the order of each thread's calls, and in such an order the program
 * ran.  But definition 4 wants a permutation in spec(o), the legal histories of the object, and a permutation need not
 * keep the order of a thread.  For a stack the calls push(1) push(2) push(3) pop()=1 pop()=2 pop()=3 of one thread are
 * 1-quasi linearizable because of push(2) push(1) pop()=1 push(3) pop()=3 pop()=2, where no operation is more than one
 * place away from its own, and no run of the program has push(2) before push(1).  Nor can a result that takes another
 * order occur in the histories of the program: these are the "out-of-thin-air" events of section V.D, which the paper
 * keeps away by demanding as many removals as additions.  (The stack shows that this is not enough.)
 *
 * So the thread that makes a call does not matter: operations are compared by method, arguments and results.  And the
 * results of the object in orders that the program does not have are found by running it, in those orders that a check
 * needs.  The states of the specification are the nodes of the trie, not merged, because a node is a sequence of calls
 * that can be run.  If a check needs a call that never ran at a node, the specification gives no step but records the
 * question.  If the check finds a violation though there are questions, they are answered and it is done again.  An
 * order that it found is one that ran, so `ok` is right at once; a violation without a question is one for spec(o) as a
 * whole.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "tester/oracle/golden_parts.h"

/* ---- the specification ---- */

static void init(lince_step *step) {
    const uint32_t root = LCD_GOLDEN_ROOT;
    lince_emit(step, &root, sizeof root, NULL);
}

/* False: out of memory. */
static bool write_down(lcd_golden_object *o, uint32_t node, const lince_step *step) {
    const lince_call *call = step->calls;
    lcd_golden *g = o->golden;
    lince_value args[LINCE_ARGS_MAX];
    for (size_t i = 0; i < call->argc; i++) {
        args[i] = lc_value_copy(&g->values, step->values, call->args[i]);
        if (args[i] == LINCE_NO_VALUE) return false;
    }
    lcd_golden_question q = {.node = node, .row = call->method, .args = lince_tuple(&g->values, args, call->argc)};
    if (q.args == LINCE_NO_VALUE || !lc_reserve(NULL, &o->fates, o->questions.items.count + 1)) return false;
    uint32_t number = lc_intern_add(&o->questions, &q, sizeof q);
    if (number == LC_NOT_INTERNED) return false;
    if (number == o->fates.count) o->fates.at[o->fates.count++] = LCD_GOLDEN_CLOSED;
    if (o->fates.at[number] != LCD_GOLDEN_CLOSED) return true;
    if (!lc_push(NULL, &g->open, (lcd_golden_open){o, number})) return false;
    o->fates.at[number] = LCD_GOLDEN_OPEN;
    return true;
}

static void next(lince_step *step) {
    lcd_golden_object *o = lcd_golden_object_of(step);
    assert(step->count == 1 && step->size == sizeof(uint32_t));
    uint32_t node = *(const uint32_t *)step->state;
    bool known = false;
    for (uint32_t c = o->nodes.at[node].child; c != LCD_GOLDEN_NONE; c = o->nodes.at[c].sibling) {
        if (!lcd_golden_is_call(step, &o->nodes.at[c].in)) continue;
        known = true;
        lcd_golden_follow(step, &o->nodes.at[c].in, c);
    }
    if (!known && !write_down(o, node, step)) lc_step_out_of_memory(step);
}

static void put_call(lince_text *out, const lcd_golden_object *o, uint32_t row, lince_value args) {
    const lc_interned *name = lc_intern_get(&o->methods, row);
    if (*o->name) lc_text_printf(out, "%s.", o->name);
    lc_text_printf(out, "%.*s(", (int)name->size, (const char *)name->bytes);
    lc_payload_print(out, &o->golden->values, args);
    lc_text_putc(out, ')');
}

/* The calls that lead to a node. */
static void put_path(lince_text *out, const lcd_golden_object *o, uint32_t node) {
    if (node == LCD_GOLDEN_ROOT) return;
    put_path(out, o, o->nodes.at[node].parent);
    put_call(out, o, o->nodes.at[node].in.row, o->nodes.at[node].in.args);
    lc_text_putc(out, ' ');
}

static void print(lince_step *step, lince_text *out) {
    uint32_t node = *(const uint32_t *)step->state;
    lince_print(out, node == LCD_GOLDEN_ROOT ? "{nothing ran" : "{after: ");
    put_path(out, lcd_golden_object_of(step), node);
    lince_print(out, "}");
}

lince_status lcd_golden_specify_orders(lcd_golden *g, lince_specs *set, lince_error *error) {
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; status == LINCE_DONE && i < g->objects.count; i++) {
        lcd_golden_object *o = g->objects.at[i];
        if (!lcd_golden_describe(o, &o->orders)) return LINCE_OUT_OF_MEMORY;
        o->made = false; /* the table of methods may have moved */
        o->orders.summary = "the results of the operations one after another, in any order";
        o->orders.init = init;
        o->orders.next = next;
        o->orders.print = print;
        status = lince_specs_add_own(set, *o->name ? o->name : NULL, &o->orders, error);
    }
    return status;
}

/* ---- questions ---- */

static const lcd_golden_question *question_of(const lcd_golden_open *open) {
    return lc_intern_get(&open->object->questions, open->question)->bytes;
}

size_t lcd_golden_questions(lcd_golden *g, bool forget) {
    size_t count = g->open.count;
    for (size_t i = 0; forget && i < count; i++)
        g->open.at[i].object->fates.at[g->open.at[i].question] = LCD_GOLDEN_CLOSED;
    if (forget) g->open.count = 0;
    return count;
}

static bool is_callable(const lcd_golden_object *o, uint32_t row, const lc_intern *callable) {
    lince_text name = {0};
    const lc_interned *method = lc_intern_get(&o->methods, row);
    if (*o->name) lc_text_printf(&name, "%s.", o->name);
    lc_text_add(&name, method->bytes, method->size);
    bool found = !name.cut && lc_intern_find(callable, lc_text(&name), name.length) != LC_NOT_INTERNED;
    lc_text_free(&name);
    return found;
}

static bool can_be_run(const lcd_golden_object *o, const lcd_golden_question *q, const lc_intern *callable) {
    bool can = is_callable(o, q->row, callable);
    for (uint32_t n = q->node; can && n != LCD_GOLDEN_ROOT; n = o->nodes.at[n].parent)
        can = is_callable(o, o->nodes.at[n].in.row, callable);
    return can;
}

typedef LC_VEC(lcd_golden_question) calls; /* the nodes do not matter */

/* Takes one such call out. */
static void take_out(calls *list, uint32_t row, lince_value args) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->at[i].row != row || list->at[i].args != args) continue;
        list->count--;
        memmove(&list->at[i], &list->at[i + 1], (list->count - i) * sizeof *list->at);
        return;
    }
}

/* The calls of an object in a history that can be run; false: out of memory. */
static bool list_calls(calls *list, lcd_golden_object *o, const lince_history *h, const lc_intern *callable) {
    list->count = 0;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        const lc_op *op = &h->ops.at[i];
        lc_span object = lc_object_name(h, op), method = lc_method_name(h, op);
        if (object.length != strlen(o->name) || memcmp(object.at, o->name, object.length) != 0) continue;
        uint32_t row = lc_intern_find(&o->methods, method.at, method.length);
        if (row == LC_NOT_INTERNED || lc_op_outcome(h, op) == LC_FAIL || !is_callable(o, row, callable)) continue;
        lince_value args = lc_value_copy(&o->golden->values, &h->values, op->args);
        if (args == LINCE_NO_VALUE || !lc_push(NULL, list, (lcd_golden_question){0, row, args})) return false;
    }
    return true;
}

/* The rest of a run: the other calls of the history. */
static void put_rest(lince_text *out, lcd_golden_object *o, const lcd_golden_question *q, calls *rest) {
    take_out(rest, q->row, q->args);
    for (uint32_t n = q->node; n != LCD_GOLDEN_ROOT; n = o->nodes.at[n].parent)
        take_out(rest, o->nodes.at[n].in.row, o->nodes.at[n].in.args);
    for (uint32_t i = 0; i < rest->count; i++) {
        lc_text_putc(out, ' ');
        put_call(out, o, rest->at[i].row, rest->at[i].args);
    }
}

void lcd_golden_runs(lcd_golden *g, const lince_history *h, const lc_intern *callable, bool fully, size_t room,
                     lince_text *out, size_t *count) {
    calls rest = {0};
    *count = 0;
    while (*count < g->open.count && !out->cut) {
        const lcd_golden_open *open = &g->open.at[*count];
        lcd_golden_object *o = open->object;
        const lcd_golden_question q = *question_of(open);
        size_t before = out->length;
        if (!can_be_run(o, &q, callable)) break;
        put_path(out, o, q.node);
        put_call(out, o, q.row, q.args);
        if (fully && list_calls(&rest, o, h, callable)) put_rest(out, o, &q, &rest);
        lc_text_putc(out, '\0');
        if (out->length > room) {
            out->length = before;
            break;
        }
        ++*count;
    }
    lc_vec_free(NULL, &rest);
}

static int by_call(const void *a, const void *b) {
    return memcmp(&((const lcd_golden_question *)a)->row, &((const lcd_golden_question *)b)->row,
                  sizeof(lcd_golden_question) - offsetof(lcd_golden_question, row));
}

/* The next order of the calls, by `by_call`; equal ones are not distinguished. */
static bool next_order(calls *list) {
    lcd_golden_question *at = list->at;
    uint32_t i = list->count - 1, k = i;
    while (i > 0 && by_call(&at[i - 1], &at[i]) >= 0) i--;
    if (!i) return false;
    while (by_call(&at[i - 1], &at[k]) >= 0) k--;
    lcd_golden_question swap = at[i - 1];
    at[i - 1] = at[k];
    at[k] = swap;
    for (k = list->count - 1; i < k; i++, k--) swap = at[i], at[i] = at[k], at[k] = swap;
    return true;
}

void lcd_golden_all_runs(lcd_golden *g, const lince_history *h, const lc_intern *callable, size_t room, lince_text *out,
                         size_t *count) {
    calls list = {0};
    *count = 0;
    if (g->objects.count == 1 && list_calls(&list, g->objects.at[0], h, callable) && list.count) {
        qsort(list.at, list.count, sizeof *list.at, by_call);
        do {
            for (uint32_t i = 0; i < list.count; i++) {
                if (i) lc_text_putc(out, ' ');
                put_call(out, g->objects.at[0], list.at[i].row, list.at[i].args);
            }
            lc_text_putc(out, '\0');
            ++*count;
        } while (out->length <= room && !out->cut && next_order(&list));
    }
    if (out->length > room) {
        lc_text_clear(out);
        *count = 0;
    }
    lc_vec_free(NULL, &list);
}

static bool is_answered(const lcd_golden_open *open) {
    const lcd_golden_object *o = open->object;
    const lcd_golden_question *q = question_of(open);
    for (uint32_t c = o->nodes.at[q->node].child; c != LCD_GOLDEN_NONE; c = o->nodes.at[c].sibling)
        if (o->nodes.at[c].in.row == q->row && o->nodes.at[c].in.args == q->args) return true;
    return false;
}

size_t lcd_golden_settle(lcd_golden *g, size_t count, bool give_up) {
    assert(count <= g->open.count);
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        lcd_golden_open open = g->open.at[i];
        bool answered = is_answered(&open);
        if (!answered && !give_up) g->open.at[left++] = open;
        else open.object->fates.at[open.question] = answered ? LCD_GOLDEN_CLOSED : LCD_GOLDEN_GIVEN_UP;
    }
    memmove(&g->open.at[left], &g->open.at[count], (g->open.count - count) * sizeof *g->open.at);
    g->open.count -= (uint32_t)(count - left);
    return left;
}
