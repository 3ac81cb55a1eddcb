/* Logs that Jepsen printed while it ran.
 *
 *     INFO  jepsen.util - 4	:invoke	:cas	[1 2]
 *
 * Wherever a line has a process, a type and an operation in this order it is an event; all other lines are skipped.
 * In these logs a compare-and-set that failed did run, and did not match.
 */

#include "base/error.h"
#include "base/unicode.h"
#include "formats/edn.h"
#include "formats/jepsen.h"
#include "formats/reader.h"

static lc_span next_word(const char **at, const char *end) {
    while (*at < end && lc_is(**at, LC_BLANK)) (*at)++;
    const char *from = *at;
    while (*at < end && !lc_is(**at, LC_BLANK)) (*at)++;
    return (lc_span){from, (size_t)(*at - from)};
}

static bool is_keyword(lc_span s) { return s.length > 1 && s.at[0] == ':'; }

static lc_span without_colon(lc_span s) { return (lc_span){s.at + 1, s.length - 1}; }

bool lc_log_line_of(const char *at, const char *end, lc_log_line *line) {
    if (end > at && end[-1] == '\r') end--;
    lc_span before = {at, 0}, word;
    while ((word = next_word(&at, end)).length) {
        lc_jepsen_type type;
        int64_t number;
        if (is_keyword(word) && lc_jepsen_type_of(without_colon(word), &type) &&
            (lc_int_of(before, &number) || is_keyword(before))) {
            *line = (lc_log_line){.process = before, .type = word};
            line->method = next_word(&at, end);
            line->rest = (lc_span){at, (size_t)(end - at)};
            return is_keyword(line->method);
        }
        before = word;
    }
    return false;
}

/* The text after the operation: a value, and perhaps an error after it. */
static lince_status read_value(const lince_reader *r, const lc_log_line *line, lc_jepsen_event *event, lince_history *h,
                               lince_error *error) {
    lc_input input = lc_input_over(h->file, event->line, line->rest.at, line->rest.length);
    lc_edn edn = {.input = &input, .values = &h->values, .error = error, .longest = r->options.max_memory};
    lince_status status = lc_edn_next(&edn);
    event->tagged = edn.tuple;
    if (status == LINCE_DONE && edn.kind != LC_EDN_END) status = lc_edn_value(&edn, &event->value);
    if (status == LINCE_DONE && edn.not_a_value[0])
        status = lc_fail_at(error, h->file, event->line, "%s", edn.not_a_value);
    lc_edn_free(&edn);
    return status;
}

static lince_status add_event(const lince_reader *r, const lc_log_line *line, unsigned long number, lince_history *h,
                              lince_error *error) {
    if (is_keyword(line->process)) { /* the nemesis */
        lc_span value = line->rest;
        while (value.length && lc_is(*value.at, LC_BLANK)) value.at++, value.length--;
        lc_jepsen_remark(h, without_colon(line->process), without_colon(line->type), without_colon(line->method),
                         value);
        return LINCE_DONE;
    }
    lc_jepsen_event event = {.line = number,
                             .process = line->process,
                             .object = {"", 0},
                             .method = without_colon(line->method),
                             .value = LINCE_NOTHING};
    bool known = lc_jepsen_type_of(without_colon(line->type), &event.type);
    if (!known || !lc_jepsen_is_name(event.method) || !lc_is_utf8(event.method.at, event.method.length))
        return lc_fail_at(error, h->file, number, "the operation's name is not UTF-8 text");
    lince_status status = LINCE_DONE;
    if (lc_jepsen_uses_value(event.type)) status = read_value(r, line, &event, h, error);
    return status == LINCE_DONE ? lc_jepsen_add(h, &r->options, &event, error) : status;
}

lince_status lc_read_jepsen_log(lince_reader *r, lince_history *h, lince_error *error) {
    bool any_text = false, any_event = false;
    lc_line line;
    lince_status status;
    h->jepsen = h->failed_cas_ran = true;
    while ((status = lc_input_line(&r->input, &line, error)) == LINCE_DONE) {
        lc_log_line log;
        any_text = any_text || line.end > line.at;
        if (!lc_log_line_of(line.at, line.end, &log)) continue;
        any_event = true;
        status = add_event(r, &log, line.number, h, error);
        if (status != LINCE_DONE) return status;
    }
    if (status != LINCE_END) return status;
    r->over = true;
    if (any_event || !any_text) return LINCE_DONE;
    return lc_fail_at(error, h->file, r->input.line - 1,
                      "no operation in this log: expected lines such as `INFO  jepsen.util - 0 :invoke :read nil`");
}
