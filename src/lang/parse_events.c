/* Processes: events, messages, sets of events, indices. */
#include <stdio.h>
#include <string.h>

#include "lang/parse.h"

uint32_t lcm_event_number(lcm_parser *p, const char *text, size_t length) {
    uint32_t number = lc_intern_add(&p->events, text, length);
    if (number == LC_NOT_INTERNED) lcm_fail_memory(p);
    if (number < p->model->event_names.count) return number;
    char *name = lcm_new(p, length + 1);
    memcpy(name, text, length);
    lcm_add(p, &p->model->event_names, name);
    lcm_add(p, &p->does, 0);
    return number;
}

static void add_arg(lcm_parser *p, lcm_list *args, lcm_expr *arg) {
    if (args->count == LCM_ARITY_MAX)
        lcm_fail(p, lcm_peek(p), "an event or a message has at most %d values", LCM_ARITY_MAX);
    lcm_list_add(p, args, arg);
}

static lcm_event event_of(const lcm_token *t, uint32_t name, const lcm_list *args) {
    return (lcm_event){.name = name, .count = args->count, .args = (lcm_expr **)args->at, .place = lcm_place_of(t)};
}

lcm_event lcm_parse_event(lcm_parser *p) {
    const lcm_token *t = lcm_expect_name(p, "an event");
    lcm_list args = {0};
    while (lcm_accept(p, ".")) add_arg(p, &args, lcm_parse_additive(p));
    uint32_t name = lcm_event_number(p, t->at, t->length);
    p->does.at[name] |= 1u << args.count;
    return event_of(t, name, &args);
}

/* ---- sets ---- */

static lcm_expr *parse_set_arg(lcm_parser *p) {
    if (lcm_accept(p, "*")) return NULL;
    return lcm_parse_constant_expr(p, "the value of an event of a set");
}

/* `c!` alone is for all messages. */
static bool sees_value(const lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    if (t->kind == LCM_T_NUMBER || lcm_sees(p, "(") || lcm_sees(p, "-") || lcm_sees(p, "*")) return true;
    if (t->kind != LCM_T_NAME) return false;
    return lcm_bound_name(p, t) || p->data[t->name].kind != LCM_M_NOTHING;
}

/* Labels of channels: c.1, c!1, c?1, c[2]!1. */
static uint32_t parse_channel_label(lcm_parser *p, const lcm_token *t, lcm_list *args) {
    char text[256], subscript[16] = "";
    const lcm_channel *channel = &p->model->channels.at[p->data[t->name].index];
    if (channel->extent) {
        lcm_expect(p, "[", "because this is an array of channels");
        const lcm_token *at = lcm_peek(p);
        int32_t i = lcm_parse_constant(p, "the subscript of a channel in a set of events");
        if (i < 0 || (uint32_t)i >= channel->extent)
            lcm_fail(p, at, "the channels of '%s' are numbered 0 to %u", channel->name, channel->extent - 1);
        lcm_expect(p, "]", "after the subscript");
        snprintf(subscript, sizeof subscript, "[%d]", i);
    }
    const char *way = lcm_accept(p, "!") ? "!" : lcm_accept(p, "?") ? "?" : "";
    if (*way && sees_value(p)) add_arg(p, args, parse_set_arg(p));
    snprintf(text, sizeof text, "%s%s%s", channel->name, subscript, way);
    return lcm_event_number(p, text, strlen(text));
}

void lcm_channel_labels(lcm_parser *p, const lcm_token *t, lcm_list *events) {
    const lcm_channel *channel = &p->model->channels.at[p->data[t->name].index];
    const char *const met[] = {"", NULL}, *const buffered[] = {"!", "?", NULL};
    char text[256], subscript[16] = "";
    for (uint32_t i = 0; i < (channel->extent ? channel->extent : 1); i++) {
        if (channel->extent) snprintf(subscript, sizeof subscript, "[%u]", i);
        for (const char *const *way = channel->capacity ? buffered : met; *way; way++) {
            snprintf(text, sizeof text, "%s%s%s", channel->name, subscript, *way);
            lcm_event event = {.name = lcm_event_number(p, text, strlen(text)), .place = lcm_place_of(t)};
            lcm_list_add(p, events, lcm_keep(p, &event, 1, sizeof event));
        }
    }
}

lcm_event lcm_parse_event_set(lcm_parser *p) {
    const lcm_token *t = lcm_expect_name(p, "an event");
    lcm_list args = {0};
    bool channel = p->data[t->name].kind == LCM_M_CHANNEL;
    uint32_t name = channel ? parse_channel_label(p, t, &args) : lcm_event_number(p, t->at, t->length);
    while (lcm_accept(p, ".")) add_arg(p, &args, parse_set_arg(p));
    return event_of(t, name, &args);
}

/* ---- indices ---- */

uint32_t lcm_bind_slot(lcm_parser *p, const lcm_token *name, lcm_bound_kind kind) {
    if (!p->definition)
        lcm_fail(p, name, "give this process a name first, `Name() = ...;`, and speak of that in the assertion");
    uint32_t slot = p->slots.count;
    if (slot == LCM_NAMES_MAX) lcm_fail(p, name, "this process has too many names; %d are the most", LCM_NAMES_MAX);
    lcm_add(p, &p->slots, lcm_name(p, name));
    lcm_bind(p, (lcm_bound){.kind = kind, .name = name->name, .index = slot});
    return slot;
}

static lcm_index parse_index(lcm_parser *p) {
    static const char what[] = "the values of an index";
    lcm_index index = {0};
    const lcm_token *name = lcm_expect_name(p, "the name of an index");
    lcm_expect(p, ":", "after the name of an index");
    lcm_expect(p, "{", "before the values of an index");
    lcm_expr *first = lcm_parse_constant_expr(p, what);
    if (lcm_accept(p, "..")) {
        index.first = first;
        index.last = lcm_parse_constant_expr(p, what);
        if (first->kind == LCM_E_NUMBER && index.last->kind == LCM_E_NUMBER &&
            (int64_t)index.last->number - first->number >= LCM_INDEX_MAX)
            lcm_fail(p, name, "an index has at most %d values", LCM_INDEX_MAX);
    } else {
        lcm_list values = {0};
        lcm_list_add(p, &values, first);
        while (lcm_accept(p, ",")) lcm_list_add(p, &values, lcm_parse_constant_expr(p, what));
        index.count = values.count;
        index.values = (lcm_expr **)values.at;
    }
    lcm_expect(p, "}", "after the values of an index");
    index.slot = lcm_bind_slot(p, name, LCM_B_CONSTANT);
    return index;
}

lcm_index *lcm_parse_indices(lcm_parser *p, uint32_t *count) {
    lcm_index all[16];
    uint32_t n = 0;
    do {
        if (n == sizeof all / sizeof *all) lcm_fail(p, lcm_peek(p), "16 indices are the most");
        all[n++] = parse_index(p);
    } while (lcm_accept(p, ";"));
    lcm_expect(p, "@", "after the values of an index");
    *count = n;
    return lcm_keep(p, all, n, sizeof *all);
}
