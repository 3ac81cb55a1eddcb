/* Processes: sending and receiving. */
#include "lang/parse.h"

static void settle_arity(lcm_parser *p, const lcm_token *at, uint32_t channel, uint32_t arity) {
    lcm_channel *c = &p->model->channels.at[channel];
    if (c->arity && c->arity != arity)
        lcm_fail(p, at, "a message of '%s' has %u value%s elsewhere, and %u here; it must be as many everywhere",
                 c->name, c->arity, c->arity == 1 ? "" : "s", arity);
    if (arity > LCM_ARITY_MAX) lcm_fail(p, at, "a message has at most %d values", LCM_ARITY_MAX);
    c->arity = arity;
}

static void parse_sent(lcm_parser *p, lcm_process *process) {
    lcm_list args = {0};
    do lcm_list_add(p, &args, lcm_parse_additive(p));
    while (lcm_accept(p, "."));
    process->arg_count = args.count;
    process->args = (lcm_expr **)args.at;
}

/* A name binds, unless it is a constant; anything else must be equal. */
static bool binds_here(const lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    if (t->kind != LCM_T_NAME || lcm_reserved(t)) return false;
    if (lcm_bound_name(p, t)) return true;
    return p->data[t->name].kind != LCM_M_CONSTANT && p->data[t->name].kind != LCM_M_MACRO;
}

static lcm_expr *parse_pattern(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    if (t->kind == LCM_T_END) lcm_fail(p, t, "the model ends where what is received belongs");
    if (lcm_sees(p, "(") || lcm_sees(p, "-") || t->kind != LCM_T_SIGN) return lcm_parse_additive(p);
    lcm_fail(p, t, "a name, a constant or an expression in parentheses is received here, not '%.*s'",
             lcm_token_shown(t), t->at);
}

/* The guard stands before the names it is about: it is read when they are known. */
static void parse_received(lcm_parser *p, lcm_process *process) {
    uint32_t guard = 0, back;
    if (lcm_sees(p, "[")) {
        guard = p->next + 1;
        p->next = lcm_peek(p)->match + 1;
    }
    lcm_list args = {0}, names = {0};
    do {
        bool binds = binds_here(p);
        lcm_list_add(p, &names, binds ? (void *)lcm_take(p) : NULL);
        lcm_list_add(p, &args, binds ? NULL : parse_pattern(p));
    } while (lcm_accept(p, "."));
    process->arg_count = args.count;
    process->args = (lcm_expr **)args.at;
    process->binds = lcm_new(p, args.count * sizeof *process->binds);
    for (uint32_t i = 0; i < args.count; i++) {
        const lcm_token *name = names.at[i];
        for (uint32_t j = 0; name && j < i; j++)
            if (names.at[j] && ((const lcm_token *)names.at[j])->name == name->name)
                lcm_fail(p, name, "'%s' is received twice; use two names and compare them in a guard",
                         lcm_name(p, name));
        process->binds[i] = name ? lcm_bind_slot(p, name, LCM_B_INPUT) : LCM_NOTHING;
    }
    if (!guard) return;
    back = p->next;
    p->next = guard;
    process->condition = lcm_parse_expr(p);
    lcm_expect(p, "]", "after the guard of what is received");
    p->next = back;
}

/* What it binds stays bound: the caller ends that. */
lcm_process *lcm_parse_channel_use(lcm_parser *p) {
    const lcm_token *t = lcm_expect_name(p, "the name of a channel");
    uint32_t channel = lcm_channel_named(p, t);
    lcm_process *process = lcm_process_new(p, t, LCM_P_SEND);
    process->index = channel;
    bool array = p->model->channels.at[channel].extent != 0;
    if (array != lcm_sees(p, "["))
        lcm_fail(p, t,
                 array ? "'%s' is an array of channels: say which one, as in `%s[0]`"
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
        parse_received(p, process);
    }
    settle_arity(p, t, channel, process->arg_count);
    return process;
}
