/* Declarations of data: enums, variables, channels. */
#include "lang/parse.h"

void lcm_parse_enum(lcm_parser *p, const lcm_item *item) {
    p->next = item->first + 1;
    lcm_expect(p, "{", "after enum");
    int32_t number = 0;
    do {
        uint32_t at = p->next;
        const lcm_token *name = lcm_expect_name(p, "the name of a constant");
        lcm_meaning *m = &p->data[name->name];
        if (m->kind != LCM_M_NOTHING)
            lcm_fail(p, name, "'%s' is declared already, in line %u", lcm_name(p, name), p->tokens.at[m->first].line);
        *m = (lcm_meaning){.kind = LCM_M_CONSTANT, .first = at, .number = number};
        lcm_add(p, &p->model->constants, (lcm_constant){.name = lcm_name(p, name), .number = number++});
    } while (lcm_accept(p, ","));
    lcm_expect(p, "}", "after the names of an enum");
    lcm_expect(p, ";", "after an enum");
}

/* ---- variables ---- */

static void parse_extents(lcm_parser *p, lcm_variable *v) {
    v->cells = 1;
    while (lcm_accept(p, "[")) {
        const lcm_token *at = lcm_peek(p);
        if (v->dimensions == LCM_DIMENSIONS_MAX)
            lcm_fail(p, at, "an array has at most %d dimensions", LCM_DIMENSIONS_MAX);
        int32_t extent = lcm_parse_constant(p, "the length of an array");
        if (extent < 1 || extent > LCM_CELLS_MAX || (int64_t)v->cells * extent > LCM_CELLS_MAX)
            lcm_fail(p, at, "an array has 1 to %d elements", LCM_CELLS_MAX);
        v->cells *= (uint32_t)extent;
        v->extent[v->dimensions++] = (uint32_t)extent;
        lcm_expect(p, "]", "after the length of an array");
    }
}

void lcm_parse_range(lcm_parser *p, int32_t *low, int32_t *high) {
    const lcm_token *at = lcm_peek(p);
    *low = lcm_parse_constant(p, "the least value of a variable");
    lcm_expect(p, "..", "between the least and the greatest value");
    *high = lcm_parse_constant(p, "the greatest value of a variable");
    lcm_expect(p, "}", "after the range of a variable");
    if (*low > *high) lcm_fail(p, at, "there is no value from %d to %d", *low, *high);
}

static void parse_type(lcm_parser *p, lcm_variable *v) {
    if (!lcm_accept(p, ":")) return;
    lcm_expect(p, "{", "before the range of a variable, as in `var x:{0..5};`");
    v->ranged = true;
    lcm_parse_range(p, &v->low, &v->high);
}

typedef struct initial {
    int32_t *at;
    uint32_t count, room;
} initial;

static void add_initial(lcm_parser *p, const lcm_token *at, const lcm_variable *v, initial *list, int32_t value) {
    if (v->ranged && (value < v->low || value > v->high))
        lcm_fail(p, at, "%d is not in the range of '%s', which is %d to %d", value, v->name, v->low, v->high);
    if (list->count == LCM_CELLS_MAX) lcm_fail(p, at, "an array has 1 to %d elements", LCM_CELLS_MAX);
    if (list->count == list->room) {
        uint32_t room = list->room ? list->room * 2 : 8;
        int32_t *bigger = lcm_new(p, room * sizeof *bigger);
        for (uint32_t i = 0; i < list->count; i++) bigger[i] = list->at[i];
        list->at = bigger;
        list->room = room;
    }
    list->at[list->count++] = value;
}

/* 7, 0(3): three times 0, 1..4: 1, 2, 3, 4, or downwards. */
static void parse_initial_element(lcm_parser *p, const lcm_variable *v, initial *list) {
    const lcm_token *at = lcm_peek(p);
    if (lcm_sees(p, "[")) lcm_fail(p, at, "all elements stand in one list, the last subscript running fastest");
    int32_t value = lcm_parse_constant(p, "an initial value");
    if (lcm_accept(p, "(")) {
        const lcm_token *often = lcm_peek(p);
        int32_t times = lcm_parse_constant(p, "how often a value is repeated");
        if (times < 0) lcm_fail(p, often, "a value cannot be repeated %d times", times);
        while (times-- > 0) add_initial(p, at, v, list, value);
        lcm_expect(p, ")", "after how often a value is repeated");
    } else if (lcm_accept(p, "..")) {
        int32_t last = lcm_parse_constant(p, "an initial value");
        for (int64_t n = value; value <= last ? n <= last : n >= last; n += value <= last ? 1 : -1)
            add_initial(p, at, v, list, (int32_t)n);
    } else add_initial(p, at, v, list, value);
}

static void parse_initial(lcm_parser *p, lcm_variable *v) {
    const lcm_token *at = lcm_peek(p);
    initial list = {0};
    if (!lcm_sees(p, "[")) {
        if (v->dimensions) lcm_fail(p, at, "the initial value of an array is a list, as in `[0(%u)]`", v->cells);
        add_initial(p, at, v, &list, lcm_parse_constant(p, "an initial value"));
        v->initial = list.at;
        return;
    }
    lcm_take(p);
    do parse_initial_element(p, v, &list);
    while (lcm_accept(p, ","));
    lcm_expect(p, "]", "after the initial values");
    if (!list.count) lcm_fail(p, at, "an array has 1 to %d elements", LCM_CELLS_MAX);
    if (!v->dimensions) {
        v->dimensions = 1;
        v->extent[0] = v->cells = list.count;
    }
    if (list.count != v->cells)
        lcm_fail(p, at, "'%s' has %u elements, and here are %u initial values", v->name, v->cells, list.count);
    v->initial = list.at;
}

static void count_cells(lcm_parser *p, const lcm_item *item, const lcm_variable *v) {
    lcm_expect(p, ";", "after a variable");
    p->cells += v->cells;
    if (p->cells > LCM_CELLS_MAX)
        lcm_fail(p, &p->tokens.at[item->first], "the variables of a model have at most %d elements in all",
                 LCM_CELLS_MAX);
    p->data[p->tokens.at[item->first + 1].name].busy = false;
}

void lcm_parse_variable(lcm_parser *p, const lcm_item *item) {
    lcm_variable *v = &p->model->variables.at[item->index];
    p->next = item->first + 2;
    if (v->type != LCM_NUMBERS) {
        lcm_parse_collection(p, v);
        count_cells(p, item, v);
        return;
    }
    parse_extents(p, v);
    parse_type(p, v);
    if (lcm_accept(p, "=")) parse_initial(p, v);
    else {
        int32_t value = !v->ranged || (v->low <= 0 && v->high >= 0) ? 0 : v->low;
        v->initial = lcm_new(p, v->cells * sizeof *v->initial);
        for (uint32_t i = 0; i < v->cells; i++) v->initial[i] = value;
    }
    count_cells(p, item, v);
}

/* ---- channels ---- */

void lcm_parse_channel(lcm_parser *p, const lcm_item *item) {
    lcm_channel *c = &p->model->channels.at[item->index];
    p->next = item->first + 2;
    if (lcm_accept(p, "[")) {
        const lcm_token *at = lcm_peek(p);
        int32_t extent = lcm_parse_constant(p, "the number of channels");
        if (extent < 1 || extent > LCM_CHANNELS_MAX)
            lcm_fail(p, at, "an array of channels has 1 to %d of them", LCM_CHANNELS_MAX);
        c->extent = (uint32_t)extent;
        lcm_expect(p, "]", "after the number of channels");
        if (lcm_sees(p, "["))
            lcm_fail(p, lcm_peek(p), "an array of channels has one dimension; write `channel %s[N * M] 1;`", c->name);
    }
    const lcm_token *at = lcm_peek(p);
    if (lcm_sees(p, ";"))
        lcm_fail(p, at, "give the number of messages that fit into '%s', as in `channel %s 1;`", c->name, c->name);
    int32_t capacity = lcm_parse_constant(p, "the capacity of a channel");
    if (capacity < 0 || capacity > LCM_CAPACITY_MAX)
        lcm_fail(p, at, "a channel holds 0 to %d messages", LCM_CAPACITY_MAX);
    c->capacity = (uint32_t)capacity;
    lcm_expect(p, ";", "after a channel");
}
