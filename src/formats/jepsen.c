#include "formats/jepsen.h"

#include <string.h>

#include "base/error.h"
#include "base/unicode.h"
#include "formats/reader.h"

bool lc_jepsen_type_of(lc_span word, lc_jepsen_type *type) {
    static const char *const words[] = {"invoke", "ok", "fail", "info"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == word.length && !memcmp(words[i], word.at, word.length)) {
            *type = (lc_jepsen_type)i;
            return true;
        }
    return false;
}

/* A history keeps names terminated by NUL, and people read them in messages. */
bool lc_jepsen_is_name(lc_span s) {
    for (size_t i = 0; i < s.length; i++)
        if ((unsigned char)s.at[i] < 0x20 || s.at[i] == 0x7f) return false;
    return s.length > 0;
}

const lc_op *lc_jepsen_open_op(const lince_history *h, lc_span process) {
    uint32_t thread = lc_intern_find(&h->threads, process.at, process.length);
    if (thread == LC_NOT_INTERNED || !h->open.at[thread]) return NULL;
    return &h->ops.at[h->open.at[thread] - 1];
}

/* The two items of a pair, or NULL. */
static const lince_value *pair_of(const lince_history *h, lince_value v) {
    if (lince_value_kind(&h->values, v) != LINCE_LIST) return NULL;
    size_t count;
    const lince_value *items = lince_get_items(&h->values, v, &count);
    return count == 2 ? items : NULL;
}

static lince_status invoke(lince_history *h, const lc_jepsen_event *e, lc_span object, lince_value value,
                           lince_error *error) {
    lince_value args = value;
    if (e->key) {
        lince_value both[] = {e->key, value};
        args = lince_tuple(&h->values, both, value == LINCE_NOTHING ? 1 : 2);
    }
    return lc_history_invoke(h, lc_line_number(e->line), e->process, object, e->method, args, error);
}

/* With independent keys the value of an invocation is [key value], and each key is an object of its own. */
static lince_status invoke_independent(lince_history *h, const lc_jepsen_event *e, lince_error *error) {
    const lince_value *pair = e->value == LINCE_NOTHING ? NULL : pair_of(h, e->value);
    if (!pair)
        return lc_fail_at(error, h->file, lc_line_number(e->line),
                          "with independent keys the value of an invocation must be a pair [key value]");
    lince_value value = pair[1];
    lince_text name = {0};
    lc_value_print(&name, &h->values, pair[0]);
    lc_span object = {lc_text(&name), name.length};
    lince_status status = name.cut                     ? LINCE_OUT_OF_MEMORY
                          : !lc_jepsen_is_name(object) ? lc_fail_at(error, h->file, e->line, "the key has no name")
                                                       : invoke(h, e, object, value, error);
    lc_text_free(&name);
    return status;
}

/* The result of a completion; the key of a pair is dropped if it is the invocation's. */
static lince_value result_of(const lince_history *h, const lc_jepsen_event *e, const lc_op *op) {
    const lince_value *pair = e->value == LINCE_NOTHING ? NULL : pair_of(h, e->value);
    if (!pair) return e->value;
    lince_text name = {0};
    lc_value_print(&name, &h->values, pair[0]);
    lc_span object = lc_object_name(h, op);
    bool same = name.length == object.length && !memcmp(lc_text(&name), object.at, object.length);
    lc_text_free(&name);
    return same ? pair[1] : e->value;
}

/* A completion that names another operation than the open one belongs to something that is missing. */
static lince_status check_method(const lince_history *h, const lc_jepsen_event *e, const lc_op *op,
                                 lince_error *error) {
    lc_span method = lc_method_name(h, op);
    if (!e->method.length) return LINCE_DONE;
    if (e->method.length == method.length && !memcmp(e->method.at, method.at, method.length)) return LINCE_DONE;
    return lc_fail_at(error, h->file, e->line, "process %s completes `%s`, but line %u invoked `%s`",
                      lc_excerpt_of(e->process.at, e->process.length).text,
                      lc_excerpt_of(e->method.at, e->method.length).text, op->call_line,
                      lc_excerpt_of(method.at, method.length).text);
}

lince_status lc_two_styles(lince_error *error, const char *file, unsigned long line) {
    return lc_fail_at(
        error, file, line,
        "the first invocation of this history has `args`, so all of them have `args`, and what they return is "
        "`ret`; here is a `value` or `key` instead");
}

/* ---- tagged tuples ---- */

typedef struct splitting {
    lince_history *history;
    const lc_jepsen_event *tagged;
    lince_error *error;
} splitting;

/* An operation that was read before it was known that its values are pairs. */
static bool give_key(void *context, uint32_t number, lince_text *name) {
    const splitting *s = context;
    lince_history *h = s->history;
    lc_op *op = &h->ops.at[number];
    const lince_value *pair = pair_of(h, op->args);
    if (pair) lc_value_print(name, &h->values, pair[0]);
    if (!pair || !lc_jepsen_is_name((lc_span){lc_text(name), name->length})) {
        lc_fail_at(
            s->error, h->file, op->call_line,
            "the value of an invocation must be a pair [key value], for line %lu has a tuple of independent keys",
            s->tagged->line);
        return false;
    }
    lince_value key = pair[0];
    op->args = pair[1];
    const lince_value *result = op->results == LINCE_NO_VALUE ? NULL : pair_of(h, op->results);
    if (result && result[0] == key) op->results = result[1];
    return true;
}

/* Jepsen prints some tuples of independent keys with their tag and some without.  One tag is enough: all values are
 * such tuples, those that were read before as well. */
static lince_status split_by_key(lince_history *h, const lc_jepsen_event *e, lince_error *error) {
    splitting s = {h, e, error};
    h->independent = true;
    lince_status status = lc_history_move(h, give_key, &s);
    return status == LINCE_STOPPED ? LINCE_BAD_INPUT : status;
}

static lince_status add(lince_history *h, const lince_read_options *options, const lc_jepsen_event *e,
                        lince_error *error) {
    if (options->independent && !h->independent) h->independent = true;
    if (e->tagged && !h->independent) {
        lince_status status = split_by_key(h, e, error);
        if (status != LINCE_DONE) return status;
    }
    if (e->type == LC_JEPSEN_INVOKE)
        return h->independent ? invoke_independent(h, e, error) : invoke(h, e, e->object, e->value, error);
    const lc_op *op = lc_jepsen_open_op(h, e->process);
    if (op) { /* otherwise adding the event reports the error */
        lince_status status = check_method(h, e, op, error);
        if (status != LINCE_DONE) return status;
    }
    uint32_t line = lc_line_number(e->line);
    if (e->type == LC_JEPSEN_OK) {
        lince_value result = h->independent && op ? result_of(h, e, op) : e->value;
        return lc_history_return(h, line, e->process, result, error);
    }
    return lc_history_end(h, line, e->process, e->type == LC_JEPSEN_INFO ? LC_CRASH : LC_FAIL, error);
}

lince_status lc_jepsen_add(lince_history *h, const lince_read_options *options, const lc_jepsen_event *e,
                           lince_error *error) {
    lince_status status = add(h, options, e, error);
    if (status == LINCE_DONE && e->has_time) lc_remark_time(h, e->time);
    return status;
}

void lc_jepsen_remark(lince_history *h, lc_span who, lc_span type, lc_span what, lc_span value) {
    lince_text text = {0};
    if (!h->remarks.wanted) return;
    lc_text_add(&text, who.at, who.length);
    lc_text_putc(&text, ':');
    bool usual = type.length == 4 && !memcmp(type.at, "info", 4);
    const lc_span rest[] = {usual ? (lc_span){"", 0} : type, what, value};
    for (size_t i = 0; i < 3; i++) {
        bool nothing = !rest[i].length || (i == 2 && rest[i].length == 3 && !memcmp(rest[i].at, "nil", 3));
        if (nothing) continue;
        lc_text_putc(&text, ' ');
        lc_text_add(&text, rest[i].at, rest[i].length);
    }
    lc_remark_next(h, (lc_span){lc_text(&text), text.length});
    lc_text_free(&text);
}
