#include "report/alike.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/words.h"

/* The value that was returned, as it is written, and without the quotes of a string. */
typedef struct looks {
    lince_kind kind;
    const char *written, *bare;
    size_t length; /* of the bare text */
    bool nothing;  /* a number that often means nothing */
} looks;

static const char *const kinds[] = {[LINCE_INT] = "number", [LINCE_SYMBOL] = "symbol", [LINCE_STRING] = "string"};

static looks looks_of(const char *written) {
    size_t length = strlen(written);
    if (*written == '"' && length > 1) return (looks){LINCE_STRING, written, written + 1, length - 2, false};
    char *end;
    (void)strtoll(written, &end, 10);
    return (looks){*written && !*end ? LINCE_INT : LINCE_SYMBOL, written, written, length, false};
}

static bool is(const looks *l, const char *word) {
    return l->length == strlen(word) && !strncasecmp(l->bare, word, l->length);
}

/* Does the value mean that there is nothing? */
static bool is_nothing(const looks *l) {
    return l->nothing || !l->length || is(l, "nil") || is(l, "null") || is(l, "none") || is(l, "empty");
}

static bool spelt_alike(const looks *a, const looks *b) {
    return a->length == b->length && !strncasecmp(a->bare, b->bare, a->length) && strcmp(a->written, b->written);
}

static void put(lince_text *out, const lcr_style *style, const looks *was, const looks *meant) {
    lince_text text = {0};
    lc_text_printf(&text, "The %s %s is not the %s %s; if that was meant, write %s", kinds[was->kind], was->written,
                   kinds[meant->kind], meant->written, meant->written);
    bool empty = was->nothing && is(meant, "empty"), nil = was->nothing && is(meant, "nil");
    if (empty || nil) lc_text_printf(&text, " (in a test: return lince_%s)", nil ? "nil" : "empty");
    lc_text_putc(&text, '.');
    if (nil)
        lc_text_printf(
            &text,
            " If it is the initial value of a register or map, declare it: register:init=%s, map:init=%s, or "
            "--init=%s for all.",
            was->written, was->written, was->written);
    lcr_put_clean(out, style, lc_text(&text), text.length);
    out->cut |= text.cut;
    lc_text_free(&text);
}

/* Is this the value meant?  A user that wrote 0 or 1 where a truth belongs meant one of the two. */
static bool is_meant(const looks *was, looks *meant) {
    bool truth = was->kind != LINCE_SYMBOL && (is(was, "0") || is(was, "1"));
    if (truth && (is(meant, "true") || is(meant, "false"))) {
        *meant = looks_of(is(was, "1") ? "true" : "false");
        return true;
    }
    return spelt_alike(was, meant) || (is_nothing(was) && is_nothing(meant) && strcmp(was->written, meant->written));
}

/* The results it could have returned are text: `1, 2 or EMPTY`. */
static bool meant_instead(lince_text *out, const lcr_style *style, const looks *was, const char *instead) {
    lince_text word = {0};
    bool found = false;
    while (*instead && !found) {
        size_t length = *instead == '"' ? strlen(instead) : strcspn(instead, ", ");
        lc_text_clear(&word);
        lc_text_add(&word, instead, length);
        looks meant = looks_of(lc_text(&word));
        found = is_meant(was, &meant);
        if (found) put(out, style, was, &meant);
        instead += length;
        instead += strspn(instead, ", ");
    }
    lc_text_free(&word);
    return found;
}

/* Did any operation pass an argument with similar text? */
static void meant_argument(lince_text *out, const lcr_style *style, const lince_history *h, const looks *was) {
    lince_text word = {0};
    for (uint32_t i = 0; i < h->ops.count; i++) {
        size_t count;
        const lince_value *args = lc_payload_items(&h->values, &h->ops.at[i].args, &count);
        for (size_t k = 0; k < count; k++) {
            lince_kind kind = lince_value_kind(&h->values, args[k]);
            if (kind == was->kind || kind > LINCE_STRING) continue;
            lc_text_clear(&word);
            lc_value_print(&word, &h->values, args[k]);
            looks meant = looks_of(lc_text(&word));
            if (!spelt_alike(was, &meant)) continue;
            put(out, style, was, &meant);
            lc_text_free(&word);
            return;
        }
    }
    lc_text_free(&word);
}

/* ---- pairs ---- */

/* The first of the two items of a pair, LINCE_NO_VALUE: it is none. */
static lince_value first_of_pair(const lince_history *h, lince_value v) {
    size_t count;
    if (v == LINCE_NO_VALUE || lince_value_kind(&h->values, v) != LINCE_LIST) return LINCE_NO_VALUE;
    const lince_value *items = lince_get_items(&h->values, v, &count);
    return count == 2 ? items[0] : LINCE_NO_VALUE;
}

/* Is every value a pair, with the same first item in an invocation and its result?  A `cas` alone takes a pair anyway,
 * and repeats it. */
static bool has_only_pairs(const lince_history *h) {
    bool any = false;
    if (!h->jepsen || h->independent) return false;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        const lc_op *op = &h->ops.at[i];
        lince_value key = first_of_pair(h, op->args);
        if (key == LINCE_NO_VALUE) return false;
        if (lc_op_outcome(h, op) != LC_RETURN) continue;
        if (first_of_pair(h, op->results) != key) return false;
        lc_span method = lc_method_name(h, op);
        any = any || method.length != 3 || memcmp(method.at, "cas", 3) != 0;
    }
    return any;
}

void lcr_put_alike(lince_text *out, const lcr_style *style, const lince_history *h, const lc_violation *v) {
    if (has_only_pairs(h)) {
        lc_text_puts(
            out, "Every value is a pair: if its first item is one of Jepsen's independent keys, use --independent.");
        return;
    }
    if (v->culprit >= h->ops.count) return;
    lince_value result = h->ops.at[v->culprit].results;
    if (result == LINCE_NO_VALUE || lince_value_kind(&h->values, result) > LINCE_STRING) return;
    const char *instead = NULL;
    for (uint32_t i = 0; i < v->conflict.count; i++)
        if (v->conflict.at[i].op == v->culprit) instead = v->conflict.at[i].instead;
    lince_text written = {0};
    lc_value_print(&written, &h->values, result);
    looks was = looks_of(lc_text(&written));
    was.kind = lince_value_kind(&h->values, result); /* a symbol may look like anything */
    /* An operation that returns this on an object of its own, without any other operation. */
    was.nothing = was.kind == LINCE_INT && v->conflict.count == 1 && (is(&was, "0") || is(&was, "-1"));
    if (!instead || !meant_instead(out, style, &was, instead)) meant_argument(out, style, h, &was);
    lc_text_free(&written);
}
