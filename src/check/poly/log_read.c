/* From the values that reads return to the puts and appends that made them.
 *
 * A value is cut into pieces from the left.  At each place at most one piece may fit; where two do, as one is the
 * beginning of the other, nothing is decided here.  So the pieces of a value are the only ones it can be made of.
 */
#include <string.h>

#include "base/hash.h"
#include "check/explain/describe.h"
#include "check/poly/log.h"

/* The piece that fits at a place of a text: LC_NO_PIECE if nothing does; `several`. */
typedef struct fit {
    uint32_t piece;
    bool several;
} fit;

static fit find_piece(const lc_log *g, const lc_map64 *map, const char *text, size_t length) {
    fit found = {LC_NO_PIECE, false};
    for (uint32_t i = 0; i < g->lengths.count; i++) {
        if (g->lengths.at[i] > length) continue;
        uint32_t piece = lc_map64_get(map, lc_hash_bytes(text, g->lengths.at[i]));
        if (piece == LC_NOT_MAPPED) continue;
        const lc_piece *x = &g->pieces.at[piece];
        if (x->length != g->lengths.at[i] || memcmp(x->text, text, x->length) != 0) continue;
        found.several = found.piece != LC_NO_PIECE;
        found.piece = piece;
        if (found.several) break;
    }
    return found;
}

static lc_outcome ambiguous(lc_log *g) {
    return lc_poly_not_for_me(g->p, "an appended value is the beginning of another one");
}

static lc_outcome from_nowhere(lc_log *g, const lc_shown *r) {
    lc_poly_name(g->p, "a value from nowhere");
    lc_poly_explain_op(g->p, r->op);
    lc_poly_explain(g->p, ": no puts and appends make that value");
    lc_log_blame(g, r->op);
    return lc_log_violated(g);
}

static lc_outcome disagree(lc_log *g, const lc_shown *r, const lc_shown *other) {
    lc_poly_name(g->p, "reads that disagree");
    lc_poly_explain_op(g->p, r->op);
    lc_poly_explain(g->p, " and ");
    lc_poly_explain_op(g->p, other->op);
    lc_poly_explain(g->p, " show different appends after the same beginning, or one of them at two places");
    lc_log_blame(g, r->op);
    lc_log_blame(g, other->op);
    for (uint32_t i = 0; i < g->pieces.count; i++) lc_log_blame(g, g->pieces.at[i].op);
    return lc_log_violated(g);
}

/* ---- one read ---- */

/* The base of a value: a run, and how much of the text is left. */
static lc_outcome find_base(lc_log *g, lc_shown *r, const char *text, size_t length, size_t *rest) {
    const lince_values *values = &g->p->binding->values;
    size_t begin = 0;
    const char *base = "";
    if (lince_value_kind(values, g->init) == LINCE_STRING) base = lince_get_text(values, g->init, &begin);
    fit put = find_piece(g, &g->puts, text, length), append = {LC_NO_PIECE, false};
    if (begin < length && !memcmp(text, base, begin))
        append = find_piece(g, &g->of_appends, text + begin, length - begin);
    if (put.several || append.several || (put.piece != LC_NO_PIECE && append.piece != LC_NO_PIECE)) return ambiguous(g);
    if (put.piece == LC_NO_PIECE && append.piece == LC_NO_PIECE) return from_nowhere(g, r);
    r->run = 0;
    *rest = begin;
    if (put.piece == LC_NO_PIECE) return LC_HOLDS;
    lc_piece *x = &g->pieces.at[put.piece];
    *rest = x->length;
    if (x->run == LC_NO_PIECE) {
        x->run = g->runs.count;
        lc_run fresh = {.put = put.piece, .longest = (uint32_t)(r - g->reads.at)};
        fresh.begin = fresh.end = LC_NO_PIECE;
        if (!lc_push(g->p->budget, &g->runs, fresh)) return lc_poly_halt(g->p, LC_NO_MEMORY);
    }
    r->run = x->run;
    return LC_HOLDS;
}

/* Of the appends with the same text that are in no run the one called last before the read returned: earlier ones were
 * mostly shown by earlier reads.  If there is but one, it is the one. */
static lc_outcome choose_alike(lc_log *g, const lc_shown *r, uint32_t *piece) {
    uint32_t chosen = LC_NO_PIECE;
    if (g->pieces.at[*piece].again == LC_NO_PIECE) {
        uint32_t run = g->pieces.at[*piece].run;
        return run == LC_NO_PIECE ? LC_HOLDS : disagree(g, r, &g->reads.at[g->runs.at[run].longest]);
    }
    for (uint32_t i = *piece; i != LC_NO_PIECE; i = g->pieces.at[i].again)
        if (g->pieces.at[i].run == LC_NO_PIECE && g->pieces.at[i].called < r->returned) chosen = i;
    *piece = chosen;
    return chosen != LC_NO_PIECE ? LC_HOLDS : lc_poly_not_for_me(g->p, lc_poly_repeated);
}

/* Another append of the run, or the one known to be there.  `last` is the one before. */
static lc_outcome take_append(lc_log *g, lc_shown *r, uint32_t piece, uint32_t *last) {
    lc_run *run = &g->runs.at[r->run];
    uint32_t next = *last == LC_NO_PIECE ? run->begin : g->pieces.at[*last].next;
    r->place++;
    if (next == LC_NO_PIECE) {
        lc_outcome outcome = choose_alike(g, r, &piece);
        if (outcome != LC_HOLDS) return outcome;
        g->pieces.at[piece].run = r->run;
        g->pieces.at[piece].place = ++run->count;
        *(run->end == LC_NO_PIECE ? &run->begin : &g->pieces.at[run->end].next) = piece;
        run->end = next = piece;
        run->longest = (uint32_t)(r - g->reads.at);
    }
    *last = next;
    return g->pieces.at[next].alike == g->pieces.at[piece].alike ? LC_HOLDS
                                                                 : disagree(g, r, &g->reads.at[run->longest]);
}

static lc_outcome read_text(lc_log *g, lc_shown *r) {
    size_t length, at = 0;
    uint32_t last = LC_NO_PIECE;
    const char *text = lince_get_text(&g->p->binding->values, r->value, &length);
    lc_outcome outcome = find_base(g, r, text, length, &at);
    while (outcome == LC_HOLDS && at < length) {
        fit f = find_piece(g, &g->of_appends, text + at, length - at);
        if (f.several) return ambiguous(g);
        if (f.piece == LC_NO_PIECE) return from_nowhere(g, r);
        outcome = take_append(g, r, f.piece, &last);
        at += g->pieces.at[f.piece].length;
    }
    return outcome;
}

static lc_outcome read_value(lc_log *g, lc_shown *r) {
    uint32_t same = lc_map64_get(&g->known, r->value);
    r->run = r->place = 0;
    if (r->value == g->init) return LC_HOLDS;
    if (same != LC_NOT_MAPPED) {
        r->run = g->reads.at[same].run;
        r->place = g->reads.at[same].place;
        return LC_HOLDS;
    }
    lc_map64_put(&g->known, r->value, (uint32_t)(r - g->reads.at));
    if (lince_value_kind(&g->p->binding->values, r->value) != LINCE_STRING) return from_nowhere(g, r);
    return read_text(g, r);
}

/* ---- the pieces ---- */

static bool note_length(lc_log *g, size_t length) {
    for (uint32_t i = 0; i < g->lengths.count; i++)
        if (g->lengths.at[i] == length) return true;
    return lc_push(g->p->budget, &g->lengths, (uint32_t)length);
}

static lc_outcome enter_piece(lc_log *g, uint32_t piece) {
    lc_piece *x = &g->pieces.at[piece];
    lc_map64 *map = x->puts ? &g->puts : &g->of_appends;
    uint64_t hash = lc_hash_bytes(x->text, x->length);
    uint32_t same = lc_map64_get(map, hash);
    x->alike = same == LC_NOT_MAPPED ? piece : same;
    x->next = x->again = LC_NO_PIECE;
    if (same == LC_NOT_MAPPED) {
        lc_map64_put(map, hash, piece);
        return note_length(g, x->length) ? LC_HOLDS : lc_poly_halt(g->p, LC_NO_MEMORY);
    }
    const lc_piece *first = &g->pieces.at[same];
    if (x->puts || first->length != x->length || memcmp(first->text, x->text, x->length) != 0)
        return lc_poly_not_for_me(g->p, lc_poly_repeated);
    while (g->pieces.at[same].again != LC_NO_PIECE) same = g->pieces.at[same].again;
    g->pieces.at[same].again = piece;
    g->repeated = true;
    return LC_HOLDS;
}

static lc_outcome enter_pieces(lc_log *g) {
    enum { MOST_LENGTHS = 64 };
    for (uint32_t i = 0; i < g->pieces.count; i++) {
        lc_outcome outcome = enter_piece(g, i);
        if (outcome != LC_HOLDS) return outcome;
    }
    if (g->lengths.count > MOST_LENGTHS) return ambiguous(g);
    return lc_exhausted(g->p->budget) ? lc_poly_halt(g->p, LC_NO_MEMORY) : LC_HOLDS;
}

/* Appends that are alike and in the same run are there in the order of their calls. */
static void sort_alike(lc_log *g) {
    for (uint32_t i = 0; i < g->pieces.count && g->repeated; i++)
        for (uint32_t k = g->pieces.at[i].again; k != LC_NO_PIECE; k = g->pieces.at[k].again) {
            lc_piece *x = &g->pieces.at[i], *y = &g->pieces.at[k];
            if (x->run == LC_NO_PIECE || x->run != y->run || x->place < y->place) continue;
            uint32_t place = x->place;
            x->place = y->place;
            y->place = place;
        }
}

lc_outcome lc_log_read(lc_log *g) {
    lc_outcome outcome = enter_pieces(g);
    for (uint32_t i = 0; i < g->reads.count && outcome == LC_HOLDS; i++) {
        if (lc_poly_limit_reached(g->p)) return LC_HALTED;
        outcome = read_value(g, &g->reads.at[i]);
    }
    sort_alike(g);
    return outcome;
}
