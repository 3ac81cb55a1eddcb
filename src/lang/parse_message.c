/* Processes: sending and receiving. */
#include "lang/parse.h"

/* A message with arrays is told from one without by how many numbers it has. */
static void check_shapes(lcm_parser *p, const lcm_token *at, uint32_t channel, uint32_t count) {
    for (uint32_t i = 0; i < p->shapes.count; i++)
        if (p->shapes.at[i].channel == channel && p->shapes.at[i].numbers == count)
            lcm_fail(p, at, "this message has as many numbers, %u, as one of '%s' with an array: use two channels",
                     count, p->model->channels.at[channel].name);
}

static void settle_arity(lcm_parser *p, const lcm_token *at, uint32_t channel, uint32_t arity) {
    lcm_channel *c = &p->model->channels.at[channel];
    if (arity > LCM_ARITY_MAX) lcm_fail(p, at, "a message has at most %d values", LCM_ARITY_MAX);
    if (c->lengths && !lcm_message_varies(c) && c->arity != arity)
        lcm_remark_at(p, lcm_place_of(at),
                      "a message of '%s' has %u value%s elsewhere, and %u here; an input waits for messages of its own "
                      "length",
                      c->name, c->arity, c->arity == 1 ? "" : "s", arity);
    c->lengths |= 1u << arity;
    if (c->arity < arity) c->arity = arity;
}

/* ---- arrays ---- */

uint32_t lcm_array_named(const lcm_parser *p, const lcm_token *t) {
    const lcm_bound *b = lcm_bound_name(p, t);
    if (b) return b->kind == LCM_B_INPUT ? b->cells : 0;
    if (p->data[t->name].kind != LCM_M_VARIABLE) return 0;
    const lcm_variable *v = &p->model->variables.at[p->data[t->name].index];
    return v->dimensions ? v->cells : 0;
}

static lcm_expr *parse_whole(lcm_parser *p) {
    const lcm_token *t = lcm_take(p);
    lcm_bound *b = lcm_bound_name(p, t);
    lcm_expr *e = lcm_expr_new(p, t, b ? LCM_E_PARAM : LCM_E_GLOBAL);
    e->name = lcm_name(p, t);
    e->index = b ? b->index : p->data[t->name].index;
    if (b) e->number = (int32_t)b->cells, b->uses++;
    return e;
}

static uint32_t width_of(const lcm_shape *shape, uint32_t i) {
    return shape && i < shape->count ? shape->widths[i] : 1;
}

static void settle_widths(lcm_parser *p, lcm_process *process, const lcm_shape *shape) {
    if (!shape) return;
    process->widths = lcm_keep(p, shape->widths, shape->count, sizeof *shape->widths);
}

static bool ends_pattern(const lcm_token *t) {
    return lcm_token_is(t, ".") || lcm_token_is(t, "->") || lcm_token_is(t, "{") || t->kind == LCM_T_END;
}

static bool is_name(const lcm_token *t) { return t->kind == LCM_T_NAME && !lcm_reserved(t); }

static bool name_alone(const lcm_parser *p) { return is_name(lcm_peek(p)) && ends_pattern(lcm_ahead(p, 1)); }

static void parse_sent(lcm_parser *p, lcm_process *process) {
    lcm_list args = {0};
    const lcm_token *first = lcm_peek(p);
    uint32_t cells[LCM_ARITY_MAX + 1] = {0};
    do {
        uint32_t whole = name_alone(p) ? lcm_array_named(p, lcm_peek(p)) : 0;
        if (args.count <= LCM_ARITY_MAX) cells[args.count] = whole ? whole : 1;
        lcm_list_add(p, &args, whole ? parse_whole(p) : lcm_parse_additive(p));
    } while (lcm_accept(p, "."));
    const lcm_shape *shape = lcm_shape_of(p, process->index, args.count);
    for (uint32_t i = 0; i < args.count && i < LCM_ARITY_MAX; i++)
        if (cells[i] != width_of(shape, i))
            lcm_fail(p, first,
                     "value %u of this message is %s, and an array of %u elsewhere: '%s' needs messages alike", i + 1,
                     cells[i] == 1 ? "a number" : "an array", width_of(shape, i),
                     p->model->channels.at[process->index].name);
    process->arg_count = args.count;
    process->args = (lcm_expr **)args.at;
    settle_widths(p, process, shape);
}

/* ---- received values ----
 *
 * In `c?p.q...` each pattern is a name by itself or an expression.  An expression must be equal to the value sent, else
 * the input is not enabled.  A name by itself is such an expression if it has a value already: a parameter, an index,
 * a name that an input around this one has received, a constant.  Any other name receives the value.  PAT means the
 * same, for it substitutes values for names before a process takes its steps, in the patterns of `c?` as well, and
 * only a name that is left is bound (ChannelInput.ClearConstant, MoveOneStep and SyncInput in PAT's sources).
 *
 * A variable of the whole model is no value before its process runs: there, as in PAT, `c?x` receives and hides the
 * variable.  PAT refuses variables in larger expressions, here their values are those at the moment when the input is
 * taken. */

/* A name that had a value before this input, and how often that value was used up to here. */
typedef struct match {
    const lcm_token *name;
    uint32_t bound, uses;
} match;

/* `call(cpeek, c)`: the names in it are no values. */
static bool in_question(const lcm_token *t) { return lcm_token_is(t - 1, "(") && lcm_token_is(t - 2, "call"); }

static bool is_constant(const lcm_parser *p, const lcm_token *t) {
    return p->data[t->name].kind == LCM_M_CONSTANT || p->data[t->name].kind == LCM_M_MACRO;
}

/* A name that only this input could give a value has none in its expressions. */
static void check_values(lcm_parser *p) {
    for (const lcm_token *t = lcm_peek(p); !ends_pattern(t); t++)
        if (is_name(t) && p->data[t->name].kind == LCM_M_NOTHING && !lcm_bound_name(p, t) && !in_question(t))
            lcm_fail(p, t,
                     "'%s' has no value here: a name receives only by itself, as in `c?%s`; an expression of it is "
                     "compared in a guard, as in `c?[v == %s + 1]%s.v`",
                     lcm_name(p, t), lcm_name(p, t), lcm_name(p, t), lcm_name(p, t));
}

/* `c?(x)` with a variable x means something else in PAT. */
static void remark_variable_alone(lcm_parser *p, const lcm_token *open) {
    const lcm_token *t = open + 1;
    bool alone = lcm_token_is(open, "(") && is_name(t) && lcm_token_is(t + 1, ")") && ends_pattern(t + 2);
    if (!alone || lcm_bound_name(p, t) || p->data[t->name].kind != LCM_M_VARIABLE) return;
    lcm_remark_at(p, lcm_place_of(open),
                  "`(%s)` waits for the value of the variable '%s', but in PAT it receives any value; "
                  "`c?[v == %s]v` means the same in both",
                  lcm_name(p, t), lcm_name(p, t), lcm_name(p, t));
}

static lcm_expr *parse_pattern(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    if (t->kind == LCM_T_END) lcm_fail(p, t, "the model ends where the received values belong");
    if (t->kind == LCM_T_SIGN && !lcm_sees(p, "(") && !lcm_sees(p, "-"))
        lcm_fail(p, t, "a name, a constant or an expression is received here, not '%.*s'", lcm_token_shown(t), t->at);
    check_values(p);
    remark_variable_alone(p, t);
    return lcm_parse_additive(p);
}

/* The value that a name has already, as a pattern; NULL: the name receives. */
static lcm_expr *parse_match(lcm_parser *p, lcm_list *matches) {
    const lcm_token *t = lcm_peek(p);
    lcm_bound *bound = lcm_bound_name(p, t);
    if (!bound && is_constant(p, t)) return lcm_parse_additive(p);
    if (!bound) return NULL;
    lcm_expr *e = bound->cells && bound->kind == LCM_B_INPUT ? parse_whole(p) : lcm_parse_additive(p);
    match m = {.name = t, .bound = (uint32_t)(bound - p->bound.at), .uses = --bound->uses}; /* this is none */
    lcm_list_add(p, matches, lcm_keep(p, &m, 1, sizeof m));
    return e;
}

static void remark_hidden_variable(lcm_parser *p, const lcm_token *name) {
    lcm_meaning *m = &p->data[name->name];
    if (m->kind != LCM_M_VARIABLE || m->remarked) return;
    m->remarked = true;
    lcm_remark_at(p, lcm_place_of(name),
                  "`?%s` receives any value, and hides the variable '%s' from here on without changing it; use "
                  "another name, or compare with it in a guard, as in `c?[v == %s]v`",
                  lcm_name(p, name), lcm_name(p, name), lcm_name(p, name));
}

/* An array takes as many slots as it has cells; the name means the first. */
static uint32_t bind_array(lcm_parser *p, const lcm_token *name, uint32_t cells) {
    uint32_t first = lcm_bind_slot(p, name, LCM_B_INPUT);
    p->bound.at[p->bound.count - 1].cells = cells;
    for (uint32_t i = 1; i < cells; i++) lcm_add(p, &p->slots, lcm_name(p, name));
    if (p->slots.count > LCM_NAMES_MAX)
        lcm_fail(p, name, "this process has too many names; %d are the most", LCM_NAMES_MAX);
    return first;
}

static uint32_t bind(lcm_parser *p, const lcm_list *names, uint32_t i, uint32_t width) {
    const lcm_token *name = names->at[i];
    if (!name) return LCM_NOTHING;
    for (uint32_t j = 0; j < i; j++)
        if (names->at[j] && ((const lcm_token *)names->at[j])->name == name->name)
            lcm_fail(p, name, "'%s' is received twice; use two names and compare them in a guard", lcm_name(p, name));
    remark_hidden_variable(p, name);
    return width > 1 ? bind_array(p, name, width) : lcm_bind_slot(p, name, LCM_B_INPUT);
}

/* Arrays are received by names, or compared with those received before. */
static void check_widths(lcm_parser *p, const lcm_process *process, const lcm_token *at, const lcm_shape *shape) {
    for (uint32_t i = 0; i < process->arg_count; i++) {
        const lcm_expr *e = process->args[i];
        uint32_t width = e && e->kind == LCM_E_PARAM && e->number && !e->count ? (uint32_t)e->number : 1;
        if (!e || width == width_of(shape, i)) continue;
        lcm_fail(p, at, "value %u of this message is %s where it is sent; receive it with a name", i + 1,
                 width_of(shape, i) > 1 ? "an array" : "a number");
    }
}

/* The guard stands before the names it is about: it is read when they are known. */
static void parse_received(lcm_parser *p, lcm_process *process, lcm_list *matches) {
    uint32_t guard = 0, back;
    if (lcm_sees(p, "[")) {
        guard = p->next + 1;
        p->next = lcm_peek(p)->match + 1;
    }
    lcm_list args = {0}, names = {0};
    do {
        bool alone = name_alone(p);
        lcm_expr *pattern = alone ? parse_match(p, matches) : parse_pattern(p);
        lcm_list_add(p, &names, pattern ? NULL : (void *)lcm_take(p));
        lcm_list_add(p, &args, pattern);
    } while (lcm_accept(p, "."));
    process->arg_count = args.count;
    process->args = (lcm_expr **)args.at;
    process->binds = lcm_new(p, args.count * sizeof *process->binds);
    const lcm_shape *shape = lcm_shape_of(p, process->index, args.count);
    check_widths(p, process, lcm_peek(p), shape);
    for (uint32_t i = 0; i < args.count; i++) process->binds[i] = bind(p, &names, i, width_of(shape, i));
    settle_widths(p, process, shape);
    if (!guard) return;
    back = p->next;
    p->next = guard;
    process->condition = lcm_parse_expr(p);
    lcm_expect(p, "]", "after the guard of the receive");
    p->next = back;
}

/* `c?me.x.me` cannot be meant to receive twice into one name. */
static bool is_repeated(const lcm_list *matches, const match *m) {
    for (uint32_t i = 0; i < matches->count; i++) {
        const match *other = matches->at[i];
        if (other != m && other->bound == m->bound) return true;
    }
    return false;
}

/* Where a value is used behind an input that has compared it, the author may have meant to receive a new one.
 * Comparing an index is the usual intention: `[]k:{0..2}@c?k -> P(k)`. */
static void remark_matches(lcm_parser *p, const lcm_list *matches) {
    for (uint32_t i = 0; i < matches->count; i++) {
        const match *m = matches->at[i];
        lcm_bound *b = &p->bound.at[m->bound];
        bool index = b->kind == LCM_B_CONSTANT && b->index >= p->definition->param_count;
        if (b->uses == m->uses || b->remarked || index || is_repeated(matches, m)) continue;
        b->remarked = true;
        const char *name = lcm_name(p, m->name);
        lcm_remark_at(p, lcm_place_of(m->name),
                      "'%s' %s, so `?%s` waits for this value; use another name to receive any value, or write "
                      "`?(%s)` if this is meant",
                      name, b->kind == LCM_B_INPUT ? "was received before" : "is a parameter", name, name);
    }
}

static lcm_process *parse_channel_use(lcm_parser *p, lcm_list *matches) {
    const lcm_token *t = lcm_expect_name(p, "the name of a channel");
    uint32_t channel = lcm_channel_named(p, t);
    lcm_process *process = lcm_process_new(p, t, LCM_P_SEND);
    process->index = channel;
    bool array = p->model->channels.at[channel].extent != 0;
    if (array != lcm_sees(p, "["))
        lcm_fail(p, t,
                 array ? "'%s' is an array of channels: choose one, as in `%s[0]`"
                       : "'%s' is one channel and has no subscripts; write `channel %s[2] 1;` for several",
                 lcm_name(p, t), lcm_name(p, t));
    if (lcm_accept(p, "[")) {
        process->subscript = lcm_parse_expr(p);
        lcm_expect(p, "]", "after the number of a channel");
    }
    if (lcm_accept(p, "!")) parse_sent(p, process);
    else {
        lcm_expect(p, "?", "or '!', after a channel");
        process->kind = LCM_P_RECEIVE;
        parse_received(p, process, matches);
    }
    const lcm_shape *shape = process->widths ? lcm_shape_of(p, channel, process->arg_count) : NULL;
    if (!shape) check_shapes(p, t, channel, process->arg_count);
    settle_arity(p, t, channel, shape ? shape->numbers : process->arg_count);
    return process;
}

lcm_process *lcm_parse_message(lcm_parser *p) {
    uint32_t scope = p->bound.count;
    lcm_list matches = {0};
    lcm_process *process = lcm_parse_after_step(p, parse_channel_use(p, &matches));
    remark_matches(p, &matches);
    p->bound.count = scope;
    return process;
}
