/* Processes: operators between them, from the loosest to the tightest, and the contents of brackets. */

#include "base/spelling.h"
#include "lang/parse.h"
#include "lang/processes.h"

enum { INTERRUPT = LCM_LEVEL_INTERRUPT, HIDE = LCM_LEVEL_HIDE, SEQUENCE = LCM_LEVEL_SEQUENCE };

static lcm_process *parse_level(lcm_parser *, unsigned level);

lcm_process *lcm_process_new(lcm_parser *p, const lcm_token *at, lcm_process_kind kind) {
    lcm_process *process = lcm_make(p, lcm_process);
    process->kind = kind;
    process->place = lcm_place_of(at);
    return process;
}

static void process_of(lcm_parser *p, lcm_process *process, uint32_t count, lcm_process *const *of) {
    process->count = count;
    process->of = lcm_keep(p, of, count, sizeof *of);
}

static lcm_process *of_one(lcm_parser *p, lcm_process *process, lcm_process *of) {
    process_of(p, process, 1, &of);
    return process;
}

static lcm_process *of_two(lcm_parser *p, lcm_process *process, lcm_process *one, lcm_process *two) {
    process_of(p, process, 2, (lcm_process *[]){one, two});
    return process;
}

/* Inside brackets a `;` never ends the definition, and no condition of `case` can follow. */
static lcm_process *parse_inside(lcm_parser *p, const char *close, const char *where) {
    bool in_case = p->in_case;
    p->in_case = false;
    p->inside++;
    lcm_deeper(p, LCM_NEST);
    lcm_process *process = lcm_parse_process(p);
    p->depth -= LCM_NEST;
    p->inside--;
    p->in_case = in_case;
    lcm_expect(p, close, where);
    return process;
}

/* ---- if, case, atomic ---- */

static lcm_process *parse_braces(lcm_parser *p, const char *where) {
    lcm_expect(p, "{", where);
    return parse_inside(p, "}", "after the process");
}

static lcm_process *parse_if(lcm_parser *p, lcm_process_kind kind) {
    const lcm_token *at = lcm_take(p);
    lcm_process *process = lcm_process_new(p, at, kind);
    lcm_expect(p, "(", "before the condition");
    process->condition = lcm_parse_expr(p);
    lcm_expect(p, ")", "after the condition");
    lcm_process *yes = parse_braces(p, "before the process"), *no = NULL;
    if (kind == LCM_P_IFB) {
        if (lcm_sees(p, "else")) lcm_fail(p, lcm_peek(p), "ifb waits until its condition holds: it has no else");
        return of_one(p, process, yes);
    }
    if (lcm_accept(p, "else")) {
        lcm_deeper(p, LCM_NEST);
        if (lcm_sees(p, "{")) no = parse_braces(p, "after else");
        else if (lcm_sees(p, "if")) no = parse_if(p, LCM_P_IF);
        else if (lcm_sees(p, "ifa")) no = parse_if(p, LCM_P_IFA);
        else if (lcm_sees(p, "ifb")) no = parse_if(p, LCM_P_IFB);
        else lcm_expect(p, "{", "after else");
        p->depth -= LCM_NEST;
    }
    return of_two(p, process, yes, no);
}

static lcm_process *parse_case(lcm_parser *p) {
    lcm_process *process = lcm_process_new(p, lcm_take(p), LCM_P_CASE);
    lcm_list conditions = {0}, of = {0};
    bool in_case = p->in_case, over = false;
    p->inside++;
    lcm_expect(p, "{", "after case");
    lcm_deeper(p, LCM_NEST);
    while (!lcm_accept(p, "}")) {
        if (over) lcm_fail(p, lcm_peek(p), "default comes last: nothing behind it is ever chosen");
        over = lcm_accept(p, "default");
        lcm_list_add(p, &conditions, over ? NULL : lcm_parse_expr(p));
        lcm_expect(p, ":", "after a condition of case");
        p->in_case = true;
        lcm_list_add(p, &of, lcm_parse_process(p));
    }
    p->depth -= LCM_NEST;
    p->inside--;
    p->in_case = in_case;
    if (!of.count)
        lcm_fail(p, lcm_peek(p), "a case needs at least one condition, as in `case { x > 0 : P default : Q }`");
    process->conditions = (lcm_expr **)conditions.at;
    process->count = of.count;
    process->of = (lcm_process **)of.at;
    return process;
}

/* ---- references ---- */

static uint32_t process_named(lcm_parser *p, const lcm_token *t) {
    if (p->processes[t->name] != LCM_NOTHING) return p->processes[t->name];
    lc_nearest near = {.word = lcm_name(p, t)};
    if (lcm_foreign_keyword(t)) lcm_fail(p, t, "there is no process '%s'; %s", near.word, lcm_foreign_keyword(t));
    for (uint32_t i = 0; i < p->model->definitions.count; i++)
        lc_nearest_offer(&near, p->model->definitions.at[i].name);
    lc_nearest_offer(&near, "Stop");
    lc_nearest_offer(&near, "Skip");
    if (near.best) lcm_fail(p, t, "there is no process '%s'; did you mean '%s'?", near.word, near.best);
    lcm_fail(p, t,
             "there is no process '%s'; define it, `%s() = ...;`, or if it is an event write its process, `%s -> Skip`",
             near.word, near.word, near.word);
}

static lcm_process *parse_reference(lcm_parser *p) {
    const lcm_token *t = lcm_take(p);
    lcm_process *process = lcm_process_new(p, t, LCM_P_REFERENCE);
    process->index = process_named(p, t);
    uint32_t wanted = p->model->definitions.at[process->index].param_count;
    lcm_list args = {0};
    /* `case { a : P (b) : Q }`: the text after P is the next condition. */
    bool next_condition = p->in_case && !wanted && !lcm_token_is(lcm_ahead(p, 1), ")");
    if (!next_condition && lcm_accept(p, "(")) {
        lcm_deeper(p, LCM_NEST);
        if (!lcm_sees(p, ")")) {
            do lcm_list_add(p, &args, lcm_parse_expr(p));
            while (lcm_accept(p, ","));
        }
        p->depth -= LCM_NEST;
        lcm_expect(p, ")", "after the arguments");
    }
    if (args.count != wanted)
        lcm_fail(p, t, "'%s' takes %u argument%s, not %u", lcm_name(p, t), wanted, wanted == 1 ? "" : "s", args.count);
    process->arg_count = args.count;
    process->args = (lcm_expr **)args.at;
    return process;
}

/* ---- with an index ---- */

/* The operator that stands here in front of `x:{...}@` or `{N}@`, or none. */
static unsigned indexed_here(const lcm_parser *p) {
    for (unsigned level = 0; level < LCM_LEVEL_INTERRUPT; level++) {
        if (!lcm_sees(p, lcm_level_signs[level])) continue;
        const lcm_token *t = lcm_ahead(p, 1);
        if (lcm_token_is(t, "{") || (t->kind == LCM_T_NAME && lcm_token_is(lcm_ahead(p, 2), ":"))) return level;
    }
    return LCM_LEVEL_INTERRUPT;
}

static lcm_process *parse_indexed(lcm_parser *p, unsigned level) {
    lcm_process *process = lcm_process_new(p, lcm_take(p), lcm_level_kinds[level]);
    uint32_t scope = p->bound.count;
    if (lcm_accept(p, "{")) {
        if (lcm_sees(p, "..") && process->kind != LCM_P_INTERLEAVE)
            lcm_fail(p, lcm_peek(p), "only '|||' can have any number of copies; write how many there are");
        process->any_number = lcm_accept(p, "..");
        if (!process->any_number) process->copies = lcm_parse_constant_expr(p, "the number of copies");
        lcm_expect(p, "}", "after the number of copies");
        lcm_expect(p, "@", "before the process to copy");
    } else process->indices = lcm_parse_indices(p, &process->index_count);
    lcm_deeper(p, LCM_NEST);
    lcm_process *of = parse_level(p, level);
    p->depth -= LCM_NEST;
    p->bound.count = scope;
    return of_one(p, process, of);
}

/* ---- the tightest level ---- */

static lcm_process *parse_prefix(lcm_parser *);

static lcm_process *parse_guard(lcm_parser *p) {
    lcm_process *process = lcm_process_new(p, lcm_take(p), LCM_P_GUARD);
    process->condition = lcm_parse_expr(p);
    lcm_expect(p, "]", "after a guard");
    lcm_deeper(p, 1);
    lcm_process *of = parse_prefix(p);
    p->depth--;
    return of_one(p, process, of);
}

/* `assert(x > 0)`: ends if the condition holds, else the model is wrong. */
static lcm_process *parse_assert(lcm_parser *p) {
    const lcm_token *at = lcm_take(p);
    lcm_process *process = lcm_process_new(p, at, LCM_P_GUARD);
    lcm_expect(p, "(", "after assert");
    process->condition = lcm_expr_unary(p, at, LCM_O_ASSERT, lcm_parse_expr(p));
    lcm_expect(p, ")", "after the condition");
    return of_one(p, process, lcm_process_new(p, at, LCM_P_SKIP));
}

lcm_process *lcm_parse_after_step(lcm_parser *p, lcm_process *process) {
    if (lcm_sees(p, "{")) {
        p->locals.count = 0;
        process->block = lcm_parse_block(p);
    }
    lcm_expect(p, "->", "after an event");
    lcm_deeper(p, 1);
    lcm_process *of = parse_prefix(p);
    p->depth--;
    return of_one(p, process, of);
}

static lcm_process *parse_event_prefix(lcm_parser *p) {
    const lcm_token *at = lcm_peek(p);
    lcm_process *process = lcm_process_new(p, at, lcm_sees(p, "tau") ? LCM_P_TAU : LCM_P_PREFIX);
    if (process->kind == LCM_P_TAU) lcm_take(p);
    else process->event = lcm_parse_event(p);
    return lcm_parse_after_step(p, process);
}

static bool channel_here(const lcm_parser *p) {
    const lcm_token *t = lcm_ahead(p, 1);
    if (lcm_token_is(t, "?")) return true;
    if (lcm_token_is(t, "!")) return !p->in_case || p->data[lcm_peek(p)->name].kind == LCM_M_CHANNEL;
    return lcm_token_is(t, "[") && p->data[lcm_peek(p)->name].kind == LCM_M_CHANNEL;
}

static bool starts_statement(const lcm_token *t) { return t->kind != LCM_T_NUMBER && !lcm_token_is(t, "["); }

static lcm_process *parse_named(lcm_parser *p) {
    const lcm_token *t = lcm_ahead(p, 1);
    if (channel_here(p)) return lcm_parse_message(p);
    if (lcm_token_is(t, "{") && lcm_foreign_keyword(lcm_peek(p)) && !starts_statement(lcm_ahead(p, 2)))
        process_named(p, lcm_peek(p)); /* `pcase { [0.5] : P`, which would be an event */
    if (lcm_token_is(t, ".") || lcm_token_is(t, "{") || lcm_token_is(t, "->")) return parse_event_prefix(p);
    return parse_reference(p);
}

/* `Stop`, and also `Stop()`. */
static lcm_process *parse_end(lcm_parser *p, lcm_process_kind kind) {
    lcm_process *process = lcm_process_new(p, lcm_take(p), kind);
    if (lcm_sees(p, "(") && lcm_token_is(lcm_ahead(p, 1), ")")) p->next += 2;
    return process;
}

static lcm_process *parse_prefix(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    if (lcm_sees(p, "Stop")) return parse_end(p, LCM_P_STOP);
    if (lcm_sees(p, "Skip")) return parse_end(p, LCM_P_SKIP);
    if (lcm_sees(p, "{")) return lcm_parse_after_step(p, lcm_process_new(p, t, LCM_P_TAU));
    if (lcm_sees(p, "tau")) return parse_event_prefix(p);
    if (lcm_sees(p, "if")) return parse_if(p, LCM_P_IF);
    if (lcm_sees(p, "ifa")) return parse_if(p, LCM_P_IFA);
    if (lcm_sees(p, "ifb")) return parse_if(p, LCM_P_IFB);
    if (lcm_sees(p, "case")) return parse_case(p);
    if (lcm_sees(p, "[")) return parse_guard(p);
    if (lcm_sees(p, "atomic")) {
        lcm_take(p);
        return of_one(p, lcm_process_new(p, t, LCM_P_ATOMIC), parse_braces(p, "after atomic"));
    }
    if (lcm_accept(p, "(")) return parse_inside(p, ")", "after the process");
    if (lcm_sees(p, "assert") && lcm_token_is(lcm_ahead(p, 1), "(") && p->processes[t->name] == LCM_NOTHING)
        return parse_assert(p);
    unsigned level = indexed_here(p);
    if (level < LCM_LEVEL_INTERRUPT) return parse_indexed(p, level);
    if (t->kind == LCM_T_NAME && !lcm_reserved(t)) return parse_named(p);
    if (t->kind == LCM_T_END) lcm_fail(p, t, "the model ends where a process belongs");
    lcm_fail(p, t, "a process belongs here, not '%.*s'", lcm_token_shown(t), t->at);
}

/* ---- the levels above ---- */

static bool goes_on(const lcm_parser *p) {
    return lcm_sees(p, ";") && (p->inside || (!p->assertion && !lcm_starts_declaration(p, p->next + 1)));
}

static lcm_process *parse_right(lcm_parser *p, lcm_process_kind kind, unsigned level, lcm_process *left) {
    const lcm_token *at = lcm_take(p);
    lcm_deeper(p, 1);
    lcm_process *right = parse_level(p, level);
    p->depth--;
    return of_two(p, lcm_process_new(p, at, kind), left, right);
}

/* `c` alone is all there is to see of a channel. */
static void parse_hidden(lcm_parser *p, lcm_list *events) {
    const lcm_token *t = lcm_peek(p);
    bool alone = t->kind == LCM_T_NAME && (lcm_token_is(lcm_ahead(p, 1), ",") || lcm_token_is(lcm_ahead(p, 1), "}"));
    if (alone && p->data[t->name].kind == LCM_M_CHANNEL) {
        lcm_take(p);
        lcm_channel_labels(p, t, events);
        return;
    }
    lcm_event event = lcm_parse_event_set(p);
    lcm_list_add(p, events, lcm_keep(p, &event, 1, sizeof event));
}

/* Hiding once more hides more: one list holds all. */
static lcm_process *parse_hiding(lcm_parser *p, lcm_process *of) {
    lcm_process *process = lcm_process_new(p, lcm_peek(p), LCM_P_HIDE);
    lcm_list events = {0};
    while (lcm_accept(p, "\\")) {
        lcm_expect(p, "{", "before the events to be hidden");
        if (!lcm_sees(p, "}")) {
            do parse_hidden(p, &events);
            while (lcm_accept(p, ","));
        }
        lcm_expect(p, "}", "after the events to be hidden");
    }
    process->event_count = events.count;
    process->events = lcm_new(p, events.count * sizeof *process->events);
    for (uint32_t i = 0; i < events.count; i++) process->events[i] = *(lcm_event *)events.at[i];
    lcm_note_hiding(p, process);
    return of_one(p, process, of);
}

static lcm_process *parse_level(lcm_parser *p, unsigned level) {
    if (level > SEQUENCE) return parse_prefix(p);
    const lcm_token *at = lcm_peek(p);
    lcm_process *first = parse_level(p, level + 1);
    if (level == SEQUENCE) return goes_on(p) ? parse_right(p, LCM_P_SEQUENCE, level, first) : first;
    if (level == HIDE) return lcm_sees(p, "\\") ? parse_hiding(p, first) : first;
    if (level == INTERRUPT) return lcm_sees(p, "interrupt") ? parse_right(p, LCM_P_INTERRUPT, level, first) : first;
    if (!lcm_sees(p, lcm_level_signs[level])) return first;
    lcm_list of = {0};
    lcm_list_add(p, &of, first);
    while (lcm_accept(p, lcm_level_signs[level])) lcm_list_add(p, &of, parse_level(p, level + 1));
    lcm_process *process = lcm_process_new(p, at, lcm_level_kinds[level]);
    process->count = of.count;
    process->of = (lcm_process **)of.at;
    return process;
}

lcm_process *lcm_parse_process(lcm_parser *p) { return parse_level(p, 0); }
