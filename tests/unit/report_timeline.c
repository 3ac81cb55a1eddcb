/* The drawing: some pictures as they must look, and, for random histories, a picture read back tells exactly which
 * operations overlap. */
#include "tap.h"

#include "report_support.h"

static bool draws(const lcr_style *style, const lince_history *h, const lcr_drawing *drawing, const char *wanted) {
    lince_text text = {0};
    lcr_draw_timeline(&text, style, h, drawing);
    bool same = !strcmp(lc_text(&text), wanted);
    if (!same) printf("# got\n%s# wanted\n%s", lc_text(&text), wanted);
    lc_text_free(&text);
    return same;
}

static const char queue[] =
    "T1 invoke enq(1)\nT2 invoke enq(2)\nT1 return\nT3 invoke deq()\nT1 invoke deq()\nT2 return\n"
    "T1 return 2\nT10 invoke enq(3)\nT10 crash\nT10 invoke enq(4)\nT10 fail\n";

static void test_pictures(void) {
    lince_history *h = history_of("q.hist", queue);
    lcr_shown_list all = {0};
    lcr_show_all(&all, h);
    lcr_drawing drawing = {.ops = all.at, .count = all.count};
    lcr_style style = {.width = 100}, ascii = {.width = 100, .ascii = true}, narrow = {.width = 40};
    expect(draws(&style, h, &drawing,
                 "T1   ├─ enq(1) ─┤ ├─ deq() → 2 ─┤\n"
                 "T2   ├─ enq(2) ────┤\n"
                 "T3                ├─ deq() ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌⋯\n"
                 "T10                               ├─ enq(3) ─× ├─ enq(4) ─✗\n"),
           "a history in one picture, threads in natural order");
    expect(draws(&ascii, h, &drawing,
                 "T1   |- enq(1) -| |- deq() -> 2 -|\n"
                 "T2   |- enq(2) ----|\n"
                 "T3                |- deq() .................................>\n"
                 "T10                                |- enq(3) -x |- enq(4) -!\n"),
           "the same in ASCII");
    expect(draws(&narrow, h, &drawing,
                 "T1   ├─ enq(1) ─┤ ├─ deq() → 2 ─┤\n"
                 "T2   ├─ enq(2) ────┤\n"
                 "T3                ├─ deq() ╌╌╌╌╌╌┄\n"
                 "\n"
                 "T3   ┄╌ deq() ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌⋯\n"
                 "T10  ├─ enq(3) ─× ├─ enq(4) ─✗\n"),
           "a narrow one is broken where the fewest bars are torn");

    lcr_shown some[] = {{.op = 0, .open = true}, {.op = 1}, {.op = 3, .mark = LCR_MARK_CULPRIT}};
    uint32_t order[] = {1, 0, 3};
    lcr_drawing conflict = {.ops = some, .count = 3, .order = order, .order_count = 3, .indent = 4};
    expect(draws(&style, h, &conflict,
                 "    T1  ├─ enq(1) ╌⋯ ├─ deq() → 2 ─┤\n"
                 "    T2  ├─ enq(2) ────┤\n"
                 "    order: T2 enq(2), T1 enq(1), T1 deq() → 2\n"),
           "an end that is not shown leaves the bar open until the thread goes on");
    style.colour = true;
    conflict.order = NULL;
    expect(draws(&style, h, &conflict,
                 "    \033[36mT1\033[0m  \033[2m├─\033[0m enq(1) \033[2m╌⋯\033[0m "
                 "\033[31m├─\033[0m \033[31mdeq() → 2\033[0m \033[31m─┤\033[0m\n"
                 "    \033[36mT2\033[0m  \033[2m├─\033[0m enq(2) \033[2m────┤\033[0m\n"),
           "the culprit is red");
    style.colour = false;
    conflict.max_rows = 1;
    expect(draws(&style, h, &conflict,
                 "    T1  ├─ enq(1) ╌⋯ ├─ deq() → 2 ─┤\n"
                 "    … and 1 more row\n"),
           "rows beyond the limit are counted, the culprit's stays");
    expect(draws(&style, h, &(lcr_drawing){0}, ""), "nothing is drawn of nothing");
    lc_vec_free(NULL, &all);
    lince_history_free(h);
}

/* Two operations of one thread that touch in one instant, as a reader of time stamps leaves them. */
static void test_touching_operations(void) {
    lince_history *h =
        history_of("t.jsonl", "T1 invoke a()\nT2 invoke x()\nT3 invoke b()\nT1 return\nT2 return\nT3 return\n");
    h->ops.at[2].thread = h->ops.at[0].thread;
    lc_push(h->budget, &h->ties, (lc_tie){2, 0});
    lcr_shown_list all = {0};
    lcr_show_all(&all, h);
    expect(draws(&(lcr_style){0}, h, &(lcr_drawing){.ops = all.at, .count = all.count},
                 "T1  ├─ a() ─┤\n"
                 "    ├─ b() ─┤\n"
                 "T2  ├─ x() ─┤\n"),
           "operations of one thread that touch get a row each");
    lc_vec_free(NULL, &all);
    lince_history_free(h);
}

static void test_objects_and_names(void) {
    lince_history *h = history_of("o.hist",
                                  "worker-number-17 invoke q.enq(1)\nworker-number-17 return\n"
                                  "w2 invoke q.deq()\nw2 return \"zażółć gęślą jaźń and a long tail\"\n");
    lcr_shown_list all = {0};
    lcr_show_all(&all, h);
    lcr_drawing drawing = {.ops = all.at, .count = all.count};
    expect(draws(&(lcr_style){0}, h, &drawing,
                 "w2                         ├─ deq() → \"zażó…a long tail\" ─┤\n"
                 "worker…er-17  ├─ enq(1) ─┤\n"),
           "one object is not named; long names and labels lose their middle");
    lince_history *two = history_of("o.hist", "T1 invoke q.enq(1)\nT1 return\nT1 invoke r.enq(2)\nT1 return\n");
    lcr_show_all(&all, two);
    drawing = (lcr_drawing){.ops = all.at, .count = all.count};
    expect(draws(&(lcr_style){0}, two, &drawing, "T1  ├─ q.enq(1) ─┤ ├─ r.enq(2) ─┤\n"), "two objects are named");
    lc_vec_free(NULL, &all);
    lince_history_free(h);
    lince_history_free(two);
}

/* Reading a picture back. */

typedef struct piece {
    uint32_t thread, system, from, to;
    bool torn_left, torn_right, endless;
    uint32_t end_sign;
    char label[400];
} piece;

typedef struct pieces {
    LC_VEC(piece) list;
    size_t widest;
    bool sound;
} pieces;

enum { BEGIN = 0x251C, END = 0x2524, TORN = 0x2504, OPEN_END = 0x22EF, CRASH = 0xD7, FAIL = 0x2717, SECOND_HALF = 0 };

static bool ends_bar(uint32_t c) { return c == END || c == TORN || c == OPEN_END || c == CRASH || c == FAIL; }

static void read_row(pieces *p, const char *line, uint32_t system) {
    uint32_t codes[1200], count = 0, at;
    const char *end = line + strlen(line);
    while (line < end && count < 1199) {
        codes[count++] = lc_utf8_next(&line, end);
        if (lc_utf8_columns(codes[count - 1]) == 2) codes[count++] = SECOND_HALF;
    }
    if (count > p->widest) p->widest = count;
    uint32_t thread = 0;
    for (at = 1; codes[0] == 'T' && at < count && codes[at] >= '0' && codes[at] <= '9'; at++)
        thread = thread * 10 + codes[at] - '0';
    while (at < count) {
        if (codes[at] == ' ') {
            at++;
            continue;
        }
        piece found = {.thread = thread, .system = system, .from = at, .torn_left = codes[at] == TORN};
        if (codes[at] != BEGIN && codes[at] != TORN) p->sound = false;
        lince_text label = {0};
        for (at++; at < count && !ends_bar(codes[at]); at++)
            if (codes[at] != SECOND_HALF) lc_utf8_put(&label, codes[at]);
        if (at == count) p->sound = false;
        else found.end_sign = codes[at];
        found.to = at++;
        found.torn_right = found.end_sign == TORN;
        found.endless = found.end_sign == OPEN_END;
        const char *text = lc_text(&label), *first = strchr(text, ' '), *last = strrchr(text, ' ');
        if (!first || last <= first || (size_t)(last - first) > sizeof found.label) p->sound = false;
        else memcpy(found.label, first + 1, (size_t)(last - first - 1));
        lc_text_free(&label);
        lc_push(NULL, &p->list, found);
    }
}

static pieces read_picture(char *picture) {
    pieces p = {.sound = true};
    uint32_t system = 0;
    for (char *line = picture, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        if (*line) read_row(&p, line, system);
        else system++;
    }
    return p;
}

/* Puts the pieces of each operation together, in the order of the drawing's operations. */
static bool join(const pieces *p, const lince_history *h, const lcr_drawing *drawing, piece *whole) {
    LC_VEC(piece) joined = {0};
    bool sound = p->sound;
    for (uint32_t i = 0; i < p->list.count; i++) {
        piece bar = p->list.at[i];
        if (bar.torn_left) continue;
        for (uint32_t k = i + 1; bar.torn_right && k < p->list.count; k++) {
            const piece *next = &p->list.at[k];
            if (!next->torn_left || next->thread != bar.thread || next->system != bar.system + 1) continue;
            sound &= !strcmp(next->label, bar.label);
            bar.system = next->system, bar.to = next->to, bar.torn_right = next->torn_right;
            bar.endless = next->endless, bar.end_sign = next->end_sign;
        }
        sound &= !bar.torn_right;
        /* From here on both ends count columns over all systems. */
        bar.to += bar.system * 10000;
        bar.from += p->list.at[i].system * 10000;
        lc_push(NULL, &joined, bar);
    }
    sound &= joined.count == drawing->count;
    for (uint32_t i = 0; sound && i < drawing->count; i++) {
        lc_span name = lc_thread_name(h, &h->ops.at[drawing->ops[i].op]);
        uint32_t thread = 0, best = UINT32_MAX;
        for (size_t k = 1; k < name.length; k++) thread = thread * 10 + (uint32_t)(name.at[k] - '0'); /* T12 */
        for (uint32_t k = 0; k < joined.count; k++)
            if (joined.at[k].thread == thread && (best == UINT32_MAX || joined.at[k].from < joined.at[best].from))
                best = k;
        if (best == UINT32_MAX) {
            sound = false;
            break;
        }
        whole[i] = joined.at[best];
        joined.at[best].thread = UINT32_MAX;
    }
    lc_vec_free(NULL, &joined);
    return sound;
}

static bool label_fits(const piece *bar, const lince_history *h, const lcr_shown *shown, bool objects, bool endless) {
    lince_text label = {0};
    lcr_style style = {0};
    lc_op copy = h->ops.at[shown->op];
    lc_op_print(&label, h, &copy);
    size_t skip = objects ? 0 : lc_object_name(h, &copy).length;
    if (skip) skip++;
    if (!endless && copy.results != LINCE_NO_VALUE && copy.results != LINCE_NOTHING) {
        lc_text_puts(&label, " → ");
        lc_payload_print(&label, &h->values, copy.results);
    }
    /* Where half of a wide character was left over, the label is shorter than it might be, at either side of the cut.
     */
    bool same = false;
    for (size_t spare = 0; spare <= 2 && !same; spare++) {
        lince_text wanted = {0};
        lcr_put_short(&wanted, &style, label.at + skip, label.length - skip, lcr_columns(bar->label) + spare);
        same = !strcmp(lc_text(&wanted), bar->label);
        lc_text_free(&wanted);
    }
    lc_text_free(&label);
    return same;
}

static bool signs_fit(const piece *bar, const lince_history *h, const lcr_shown *shown) {
    static const uint32_t signs[] = {[LC_INVOKE] = OPEN_END, [LC_RETURN] = END, [LC_CRASH] = CRASH, [LC_FAIL] = FAIL};
    return bar->end_sign == (shown->open ? OPEN_END : signs[lc_op_outcome(h, &h->ops.at[shown->op])]);
}

static bool several_objects(const lince_history *h, const lcr_drawing *drawing) {
    for (uint32_t i = 1; i < drawing->count; i++)
        if (lc_object_name(h, &h->ops.at[drawing->ops[i].op]).length !=
            lc_object_name(h, &h->ops.at[drawing->ops[0].op]).length)
            return true;
    return false;
}

/* Does the picture say of each two operations what the history says? */
static bool order_fits(const piece *whole, const lince_history *h, const lcr_drawing *drawing) {
    for (uint32_t i = 0; i < drawing->count; i++) {
        const lc_op *a = &h->ops.at[drawing->ops[i].op];
        bool endless = drawing->ops[i].open || a->end == LC_NEVER;
        for (uint32_t k = 0; k < drawing->count; k++) {
            const lc_op *b = &h->ops.at[drawing->ops[k].op];
            bool before = !endless && a->end < b->call;
            bool drawn = !whole[i].endless && whole[i].to < whole[k].from;
            if (before != drawn) return false;
        }
    }
    return true;
}

static bool picture_fits(const lince_history *h, const lcr_drawing *drawing, unsigned width, unsigned *systems) {
    lince_text text = {0};
    lcr_draw_timeline(&text, &(lcr_style){.width = width}, h, drawing);
    char *copy = strdup(lc_text(&text));
    pieces p = read_picture(copy);
    piece *whole = calloc(drawing->count + 1, sizeof *whole);
    bool fits = p.widest <= width && join(&p, h, drawing, whole) && order_fits(whole, h, drawing);
    bool objects = several_objects(h, drawing);
    for (uint32_t i = 0; fits && i < drawing->count; i++) {
        const lcr_shown *shown = &drawing->ops[i];
        fits = signs_fit(&whole[i], h, shown) &&
               label_fits(&whole[i], h, shown, objects, shown->open || h->ops.at[shown->op].end == LC_NEVER);
    }
    if (!fits) printf("# width %u\n%s", width, lc_text(&text));
    *systems = p.list.count ? p.list.at[p.list.count - 1].system + 1 : 0;
    free(copy);
    free(whole);
    lc_vec_free(NULL, &p.list);
    lc_text_free(&text);
    return fits;
}

static void test_reading_back(void) {
    uint64_t seed = 20240229;
    bool single = true, broken = true, partly = true;
    unsigned systems, most_systems = 0;
    for (int round = 0; round < 1000 && single && broken && partly; round++) {
        lince_history *h = random_history(&seed, 1 + pick(&seed, 14), 2 + pick(&seed, 60), false);
        lcr_shown_list all = {0}, some = {0};
        lcr_show_all(&all, h);
        for (uint32_t i = 0; i < all.count; i++)
            if (pick(&seed, 3)) lc_push(NULL, &some, (lcr_shown){.op = i, .open = !pick(&seed, 4)});
        lcr_drawing everything = {.ops = all.at, .count = all.count}, part = {.ops = some.at, .count = some.count};
        single = picture_fits(h, &everything, 1100, &systems) && systems <= 1;
        broken = picture_fits(h, &everything, 40 + pick(&seed, 100), &systems);
        if (systems > most_systems) most_systems = systems;
        partly = picture_fits(h, &part, pick(&seed, 2) ? 40 + pick(&seed, 20) : 300, &systems);
        lc_vec_free(NULL, &all);
        lc_vec_free(NULL, &some);
        lince_history_free(h);
    }
    expect(single, "a picture in one piece shows exactly which operations overlap");
    expect(broken, "and so does one broken into systems");
    expect(partly, "and one of some operations, some of them without end");
    expect(most_systems > 5, "pictures were really broken, into up to %u systems", most_systems);
}

static void test_widths(void) {
    uint64_t seed = 5;
    bool narrow = true, plain = true;
    for (int round = 0; round < 300; round++) {
        lince_history *h = random_history(&seed, 1 + pick(&seed, 30), 2 + pick(&seed, 200), true);
        lcr_style style = {.width = pick(&seed, 150), .ascii = pick(&seed, 2), .colour = pick(&seed, 2)};
        lcr_shown_list all = {0};
        lince_text text = {0};
        lcr_show_all(&all, h);
        lcr_draw_timeline(&text, &style, h,
                          &(lcr_drawing){.ops = all.at, .count = all.count, .indent = pick(&seed, 12)});
        for (char *c = text.at; style.ascii && c && *c; c++) plain &= (unsigned char)*c < 0x80;
        for (char *line = strtok(text.at, "\n"); line; line = strtok(NULL, "\n"))
            narrow &= lcr_columns(line) <= lcr_style_width(&style);
        lc_text_free(&text);
        lc_vec_free(NULL, &all);
        lince_history_free(h);
    }
    expect(narrow, "no line is wider than the terminal");
    expect(plain, "an ASCII drawing holds nothing but ASCII");
}

int main(void) {
    test_pictures();
    test_touching_operations();
    test_objects_and_names();
    test_reading_back();
    test_widths();
    return tap_end();
}
