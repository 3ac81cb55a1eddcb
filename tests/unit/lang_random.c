/* Random models that use all of the language: each is read, printed and read again as the same tree; and what is left
 * of it when something is cut out, doubled or cut off is read or refused, with a place, and never worse. */
#include <string.h>

#include "../print_model.h"
#include "lang_tree.h"
#include "tap.h"

enum { MODELS = 500, DEPTH = 5 };

static uint64_t state = 88172645463325252u;

static unsigned below(unsigned bound) { /* xorshift64* */
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * 0x2545f4914f6cdd1du >> 33) % bound);
}

static bool once_in(unsigned n) { return below(n) == 0; }

/* The model has: constants K, L; a macro; enum red, green; variables x, y, g, h, A[3], B[2][2], of which only h is
 * hidden by what is bound; channels c (2 values, holds 1), d[2] (1 value, both meet); processes P0(), P1(i), P2(i, j);
 * events a, b, e.  Inside a process: what is bound. */
typedef struct writer {
    lince_text to;
    const char *bound[64];
    unsigned count, rigid; /* the first `rigid` of them are constant in the process */
    bool object;
} writer;

static void put(writer *w, const char *text) {
    lc_text_puts(&w->to, text);
    if (once_in(60)) lc_text_puts(&w->to, "/* a comment; with { */");
    if (once_in(8)) lc_text_puts(&w->to, once_in(3) ? "\n" : " ");
}

static void put_one(writer *w, const char *const *of, unsigned count) { put(w, of[below(count)]); }
#define PUT_ONE(w, ...)                                                                                                \
    put_one(w, (const char *const[]){__VA_ARGS__}, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

static void write_expr(writer *, unsigned depth);

static void write_number(writer *w) {
    lc_text_printf(&w->to, once_in(6) ? "-%u" : "%u", below(5));
    put(w, " ");
}

static void write_name(writer *w) {
    if (w->count && !once_in(3)) {
        put(w, w->bound[below(w->count)]);
        return;
    }
    if (w->object) PUT_ONE(w, "n ", "q ", "F[1] ", "EMPTY ", "nil ", "true ", "K ");
    else PUT_ONE(w, "x ", "y ", "h ", "A[1] ", "B[x][1] ", "K ", "green ", "big ", "true ");
}

static void write_expr(writer *w, unsigned depth) {
    if (!depth || once_in(4)) {
        if (once_in(2)) write_number(w);
        else write_name(w);
        return;
    }
    switch (below(9)) {
    case 0:
        put(w, "(");
        write_expr(w, depth - 1);
        put(w, ")");
        return;
    case 1:
        PUT_ONE(w, "!", "- ", "!!");
        write_expr(w, depth - 1);
        return;
    case 2:
        write_expr(w, depth - 1);
        put(w, " ? ");
        write_expr(w, depth - 1);
        put(w, " : ");
        write_expr(w, depth - 1);
        return;
    case 3:
        if (w->object) PUT_ONE(w, "length(q)", "append(q, n)", "[n, 2]", "[]", "contains(butfirst(q), 1)");
        else PUT_ONE(w, "call(cfull, c)", "call(ccount, d[y])", "A[x + 1]", "B[1][A[0]]");
        return;
    default:
        write_expr(w, depth - 1);
        PUT_ONE(w, " || ", " && ", " xor ", " | ", " & ", " == ", " != ", " < ", " <= ", " > ", " >= ", " + ", " - ",
                " * ");
        write_expr(w, depth - 1);
        return;
    }
}

static void write_parenthesised(writer *w, unsigned depth) {
    put(w, "(");
    write_expr(w, depth);
    put(w, ")");
}

/* Constant once the process is instantiated. */
static void write_rigid(writer *w) {
    if (w->rigid && once_in(2)) put(w, w->bound[below(w->rigid)]);
    else PUT_ONE(w, "0", "1", "K", "K - 1", "(L * 2)");
}

/* ---- statements ---- */

static void write_block(writer *, unsigned depth);

static void write_target(writer *w, unsigned depth) {
    if (w->object) PUT_ONE(w, "n", "q", "F[1]");
    else if (once_in(3)) {
        put(w, "A[");
        write_expr(w, depth / 2);
        put(w, "]");
    } else PUT_ONE(w, "x", "y", "B[0][1]");
}

static void write_statement(writer *w, unsigned depth) {
    switch (depth ? below(9) : 0) {
    case 1:
        put(w, "if ");
        write_parenthesised(w, depth - 1);
        write_block(w, depth - 1);
        if (once_in(2)) put(w, " else ");
        else return;
        if (once_in(2)) write_statement(w, depth - 1);
        else write_block(w, depth - 1);
        return;
    case 2:
        put(w, "while ");
        write_parenthesised(w, depth - 1);
        write_block(w, depth - 1);
        return;
    case 3: write_block(w, depth - 1); return;
    case 4:
        put(w, w->object ? "n" : "x");
        PUT_ONE(w, "++;", "--;", "+= 2;", "-= y0;", "= -1;");
        return;
    case 5:
        if (!w->object) break;
        PUT_ONE(w, "require n > 1;", "any z : q;", "any z : {0..n};");
        return;
    default: break;
    }
    write_target(w, depth);
    put(w, " = ");
    write_expr(w, depth);
    put(w, ";");
}

/* `y0` is declared first, so that it can always be used. */
static void write_block(writer *w, unsigned depth) {
    unsigned count = w->count;
    put(w, "{ var y0 = ");
    write_expr(w, 1);
    put(w, ";");
    if (w->count < 60) w->bound[w->count++] = "y0 ";
    for (unsigned i = below(4); i > 0; i--) write_statement(w, depth);
    if (once_in(4)) put(w, "var many[3]; many[y0] = many[1];");
    w->count = count;
    put(w, "}");
}

/* ---- processes ---- */

static void write_process(writer *, unsigned depth);

static void write_event_set(writer *w) {
    PUT_ONE(w, "a", "b.0", "e.*.1", "c!", "c?1.K", "d[1].2", "d[0]");
    if (once_in(3)) {
        put(w, ", e.");
        write_rigid(w);
    }
}

/* Binds as it goes; the caller forgets. */
static void write_prefix(writer *w, unsigned depth) {
    switch (below(8)) {
    case 0: put(w, "tau"); break;
    case 1:
        put(w, "c!");
        write_parenthesised(w, 1);
        put(w, ".K");
        break;
    case 2:
        put(w, "d[y]!");
        write_number(w);
        break;
    case 3:
        put(w, once_in(2) ? "c?[u > 1 && v < x]u.v" : "c?u.v");
        w->bound[w->count++] = "u ";
        w->bound[w->count++] = "v ";
        break;
    case 4:
        put(w, "d[K - 1]?h");
        w->bound[w->count++] = "h ";
        break;
    case 5: PUT_ONE(w, "c?K.3", "c?-1.(x + 1)", "d[1]?red"); break;
    default:
        PUT_ONE(w, "a", "b", "e", "e.1", "b.-1");
        if (once_in(2)) {
            put(w, ".");
            write_parenthesised(w, 1);
        }
        break;
    }
    if (once_in(3)) write_block(w, depth > 2 ? 2 : depth);
    put(w, " -> ");
}

static void write_reference(writer *w) {
    unsigned which = below(3);
    lc_text_printf(&w->to, "P%u", which);
    if (!which && once_in(2)) return;
    put(w, "(");
    for (unsigned i = 0; i < which; i++) {
        if (i) put(w, ", ");
        write_expr(w, 1);
    }
    put(w, ")");
}

/* An index is rigid: it must not come behind what was received, for `bound` has the rigid ones first. */
static void write_indexed(writer *w, unsigned depth) {
    unsigned count = w->count, rigid = w->rigid;
    bool brackets = !once_in(5);
    if (brackets) put(w, "(");
    bool any = once_in(8);
    if (any) put(w, "|||{..}@");
    else PUT_ONE(w, "|||", "||", "[]", "<>", "[*]");
    if (any) {
    } else if (w->rigid < w->count || once_in(3)) {
        put(w, "{");
        write_rigid(w);
        put(w, "}@");
    } else {
        put(w, once_in(2) ? "k:{0.." : "k:{3, K};l:{k..");
        write_rigid(w);
        put(w, "}@");
        if (brackets) w->bound[w->count++] = "k ";
        if (brackets) w->rigid++;
    }
    if (brackets) put(w, "(");
    write_process(w, depth - 1);
    w->count = count;
    w->rigid = rigid;
    if (brackets) put(w, "))");
}

static void write_braced(writer *w, unsigned depth) {
    put(w, "{");
    write_process(w, depth - 1);
    put(w, "}");
}

static void write_branch(writer *w, unsigned depth) {
    const char *word = ((const char *const[]){"if ", "ifa ", "ifb "})[below(3)];
    put(w, word);
    write_parenthesised(w, 2);
    write_braced(w, depth);
    if (word[2] == 'b' || once_in(3)) return;
    put(w, " else ");
    if (once_in(3)) write_branch(w, depth - 1 ? depth - 1 : 1);
    else write_braced(w, depth);
}

static void write_case(writer *w, unsigned depth) {
    put(w, "case { ");
    for (unsigned i = 1 + below(3); i > 0; i--) {
        put(w, once_in(2) ? "x" : "(y)");
        put(w, " == 1 : ");
        write_process(w, depth - 1);
        put(w, " ");
    }
    if (once_in(2)) put(w, "default : Skip");
    put(w, "}");
}

static void write_process(writer *w, unsigned depth) {
    unsigned count = w->count;
    switch (depth && w->count < 50 ? below(13) : 20) {
    case 0: write_indexed(w, depth); break;
    case 1: write_branch(w, depth); break;
    case 2: write_case(w, depth); break;
    case 3:
        put(w, "atomic ");
        write_braced(w, depth);
        break;
    case 4:
        put(w, "[");
        write_expr(w, 3);
        put(w, "]");
        write_process(w, depth - 1);
        break;
    case 5:
        put(w, "(");
        write_process(w, depth - 1);
        put(w, ")");
        break;
    case 6:
        put(w, "(");
        write_process(w, depth - 1);
        put(w, " \\ {");
        write_event_set(w);
        put(w, "})");
        break;
    case 7:
    case 8:
    case 9:
        write_process(w, depth - 1);
        PUT_ONE(w, " ||| ", " || ", " [] ", " <> ", " [*] ", " interrupt ", "; ");
        w->count = count;
        write_process(w, depth - 1);
        break;
    case 10:
    case 11:
    case 12: { /* what is bound is known only as far as the prefix reaches */
        write_prefix(w, depth);
        bool brackets = w->count > count || once_in(2);
        if (brackets) put(w, "(");
        write_process(w, depth - 1);
        if (brackets) put(w, ")");
        break;
    }
    default:
        if (once_in(3)) PUT_ONE(w, "Stop", "Skip");
        else write_reference(w);
    }
    w->count = count;
}

/* ---- all of it ---- */

static void write_formula(writer *w, unsigned depth) {
    switch (depth ? below(5) : 4) {
    case 0:
    case 1:
        PUT_ONE(w, "[]", "<>", "!", "X ");
        write_formula(w, depth - 1);
        return;
    case 2:
        put(w, "(");
        write_formula(w, depth - 1);
        PUT_ONE(w, " && ", " || ", " -> ", " <-> ", " U ", " R ", " V ");
        write_formula(w, depth - 1);
        put(w, ")");
        return;
    case 3:
        write_formula(w, depth - 1);
        PUT_ONE(w, " && ", " || ", " -> ", " <-> ", " U ", " R ");
        write_formula(w, depth - 1);
        return;
    default:
        if (once_in(2))
            PUT_ONE(w, "a", "b.1", "e.1.K", "c!1.-1", "c?1.2", "d[1].1", "big", "true", "false", "terminate");
        else write_parenthesised(w, 3);
    }
}

static void write_object(writer *w) {
    w->object = true;
    w->count = 0;
    put(w, "object O { var q : seq = [1, EMPTY]; var n:{0..5} = 1; var F[2]; op f(v) ");
    w->bound[w->count++] = "v ";
    write_block(w, 3);
    w->count = 0;
    put(w, " op g() { var y0 = 1; ");
    write_statement(w, 2);
    put(w, "return ");
    write_expr(w, 2);
    put(w, ", EMPTY; } op h(v); together h(s), f(v), h(t) { var y0 = v; return 3 s; return 1 ");
    write_expr(w, 1);
    put(w, "; ");
    write_statement(w, 2);
    put(w, "} }\n");
    w->object = false;
}

static void write_model(writer *w) {
    put(w, "#define K 2; #define L (K + 1) * 2; enum {red, green}; #define big (g > 2 || A[0] && g != L);\n");
    if (once_in(4)) put(w, "#define EMPTY -1;");
    put(w, "var x; var y:{0..5} = 3; var g; var h; var A = [0(2), 1]; var B[2][2]; channel c 1; channel d[K] 0;\n");
    if (once_in(2)) write_object(w);
    put(w, "All() = a -> b.1 -> e.1.2 -> c!1.2 -> d[0]!1 -> Stop;\n"); /* so that formulas may speak of all */
    for (unsigned i = 0; i < 3; i++) {
        w->count = 0;
        if (i > 0) w->bound[w->count++] = "i ";
        if (i > 1) w->bound[w->count++] = "j ";
        w->rigid = w->count;
        put(w, ((const char *const[]){"P0 = ", "P1(i) = ", "P2(i, j) = "})[i]);
        write_process(w, DEPTH);
        put(w, ";\n");
    }
    w->count = w->rigid = 0;
    if (once_in(3)) put(w, "#alphabet P2 {a, b.i, k:{0..i};l:{k,3}@e.k.l, k:{1}@e.k};\n");
    put(w, "#assert P1(K) |= ");
    write_formula(w, 4);
    put(w, ";\n#assert P0 reaches ");
    write_expr(w, 3);
    put(w,
        "; // expect: ok\n#assert P0() refines<FD> (P2(1, 2); P0) \\ {a}; #assert P0 linearizes O at points {a = "
        "f};\n");
    if (once_in(9)) put(w, "#assert P0 deadlockfree; #assert P0 progresses queue:capacity=2;");
}

/* True: it was read, and is what is printed of it. */
static bool same_when_printed(const char *text, size_t length, lince_error *error) {
    lcm_model m, again;
    lince_text printed = {0}, one = {0}, two = {0};
    bool read = lcm_model_parse(&m, "random", text, length, error) == LINCE_DONE, same = false;
    if (read) {
        print_model(&printed, &m);
        tree_model(&one, &m);
        if (lcm_model_parse(&again, "printed", lc_text(&printed), printed.length, error) == LINCE_DONE)
            tree_model(&two, &again);
        same = !strcmp(lc_text(&one), lc_text(&two));
        if (!same)
            printf("# %lu: %s\n%s\n%s\n%s\n", error->line, error->message, lc_text(&printed), lc_text(&one),
                   lc_text(&two));
        lcm_model_free(&again);
    }
    lcm_model_free(&m);
    lc_text_free(&printed);
    lc_text_free(&one);
    lc_text_free(&two);
    return same;
}

/* A model, or an error with a place. */
static bool decent(const char *text, size_t length) {
    lcm_model m;
    lince_error error = {0};
    lcm_place place;
    lince_status status = lcm_model_parse(&m, "damaged", text, length, &error);
    bool well = status == LINCE_DONE || (status == LINCE_BAD_INPUT && lcm_error_place(&error, &place));
    lcm_model_free(&m);
    return well;
}

static bool survives_damage(const char *text, size_t length) {
    lince_text damaged = {0};
    bool well = true;
    for (unsigned i = 0; i < 10 && well; i++) {
        unsigned from = below((unsigned)length), size = below(20);
        if (size > length - from) size = (unsigned)(length - from);
        well = decent(text, from); /* cut off */
        lc_text_clear(&damaged);
        lc_text_add(&damaged, text, from);
        if (once_in(2)) lc_text_add(&damaged, text + from, size);
        else from += size;
        lc_text_add(&damaged, text + from, length - from);
        well = well && decent(lc_text(&damaged), damaged.length);
    }
    lc_text_free(&damaged);
    return well;
}

int main(void) {
    unsigned read = 0, refused = 0, survived = 0;
    for (unsigned i = 0; i < MODELS; i++) {
        writer w = {.to = {0}};
        lince_error error = {0};
        write_model(&w);
        if (!strstr(lc_text(&w.to), "object O")) {
            char *at = strstr(w.to.at, " #assert P0 linearizes O");
            if (at) *at = 0;
            w.to.length = strlen(w.to.at);
        }
        if (same_when_printed(lc_text(&w.to), w.to.length, &error)) read++;
        else if (strstr(error.message, "does not fit")) refused++; /* a constant is too large */
        else printf("# %lu: %s\n%s\n", error.line, error.message, lc_text(&w.to));
        survived += survives_damage(lc_text(&w.to), w.to.length);
        lc_text_free(&w.to);
    }
    expect(read + refused == MODELS && refused < MODELS / 10, "%u of %d models print as what they are", read, MODELS);
    expect(survived == MODELS, "%u of %d survive damage", survived, MODELS);
    return tap_end();
}
