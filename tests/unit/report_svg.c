/* SVG: well-formed, complete, and the bars lie as the operations do. */
#include "tap.h"

#include "report_support.h"

/* Do the tags nest, are attributes quoted, is there no stray `&` or `<`? */
static bool well_formed(const char *at) {
    char stack[16][24];
    unsigned depth = 0;
    bool any = false;
    for (; *at; at++) {
        if (*at == '&') {
            static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
            bool known = false;
            for (int i = 0; i < 4; i++) known |= !strncmp(at, entities[i], strlen(entities[i]));
            if (!known) return false;
        }
        if (*at != '<') continue;
        const char *end = strchr(at, '>');
        if (!end || (any && !depth)) return false;
        any = true;
        bool closing = at[1] == '/', empty = end[-1] == '/';
        const char *name = at + 1 + closing;
        size_t length = strcspn(name, " />\n"), quotes = 0;
        for (const char *p = at; p < end; p++) quotes += *p == '"';
        if (!length || length > 23 || quotes % 2) return false;
        if (closing) {
            if (!depth || strlen(stack[depth - 1]) != length || memcmp(stack[depth - 1], name, length) != 0)
                return false;
            depth--;
        } else if (!empty) {
            if (depth == 16) return false;
            memcpy(stack[depth], name, length);
            stack[depth++][length] = '\0';
        }
        at = end;
    }
    return any && !depth;
}

static unsigned occurrences(const char *text, const char *word) {
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word)) count++;
    return count;
}

static void test_culprit(void) {
    lince_history *h = history_of("a<b>.hist",
                                  "T&1 invoke enq(\"<\")\nT&1 return\nT2 invoke deq()\nT2 return \"&\"\n"
                                  "T3 invoke deq()\n");
    lcr_shown shown[] = {{.op = 0, .open = true}, {.op = 1, .mark = LCR_MARK_CULPRIT}, {.op = 2, .mark = LCR_MARK_DIM}};
    lince_text text = {0};
    lcr_report_svg(&text, h, &(lcr_drawing){.ops = shown, .count = 3});
    const char *svg = lc_text(&text);
    expect(well_formed(svg), "names and values are escaped");
    expect(strstr(svg, "<title>a&lt;b&gt;.hist</title>") && strstr(svg, ">T&amp;1</text>") &&
               strstr(svg, ">enq(&quot;&lt;&quot;)</text>") && strstr(svg, ">deq() → &quot;&amp;&quot;</text>"),
           "names and values are there");
    expect(occurrences(svg, "<g class=\"bar open\">") == 1 && occurrences(svg, "<g class=\"bar culprit\">") == 1 &&
               occurrences(svg, "<g class=\"bar dim open\">") == 1,
           "marks become classes");
    expect(strstr(svg, "<title>T2 deq() → &quot;&amp;&quot;, line 3 to 4</title>"), "the pointer shows the lines");
    expect(strstr(svg, "@media (prefers-color-scheme:dark)"), "dark pages are thought of");
    expect(!strstr(svg, "href") && !strstr(svg, "@import") && !strstr(svg, "<script"), "it needs nothing else");
    lc_text_free(&text);
    lcr_report_svg(&text, h, NULL);
    expect(occurrences(lc_text(&text), "<g class=\"bar") == 3, "without a drawing everything is drawn");
    lc_text_free(&text);
    lince_history_free(h);
    lince_history *empty = history_of("", "");
    lcr_report_svg(&text, empty, NULL);
    expect(well_formed(lc_text(&text)) && !occurrences(lc_text(&text), "<g "), "an empty history is an empty page");
    lc_text_free(&text);
    lince_history_free(empty);
}

/* The horizontal extent of each filling, in the order of the text. */
static uint32_t read_bars(const char *svg, unsigned (*bars)[2], uint32_t room) {
    uint32_t count = 0;
    for (const char *at = svg; (at = strstr(at, "<path class=\"fill\" d=\"")) && count < room; count++) {
        at += strlen("<path class=\"fill\" d=\"");
        unsigned least = UINT32_MAX, most = 0;
        for (const char *end = strchr(at, '"'); at < end; at++) {
            unsigned x = *at == 'H' || *at == 'M' || *at == 'L' ? (unsigned)strtoul(at + 1, NULL, 10) : 0;
            if (!x) continue;
            if (x < least) least = x;
            if (x > most) most = x;
        }
        bars[count][0] = least, bars[count][1] = most;
    }
    return count;
}

/* A short history fits into one system, where its bars are written row by row: with a thread for each operation, named
 * by its number, in the order of the calls. */
static void test_positions(void) {
    uint64_t seed = 77;
    bool exact = true, sound = true;
    for (int round = 0; round < 1000; round++) {
        lince_history *h = lc_history_new("p.hist", NULL);
        uint32_t open[8], opened = 0, started = 0, wanted = 2 + pick(&seed, 5);
        while (started < wanted || opened) {
            char name[16];
            lince_error error;
            if (started < wanted && (!opened || pick(&seed, 2))) {
                open[opened++] = started;
                snprintf(name, sizeof name, "%u", started++);
                lc_history_invoke(h, 0, lc_span_of(name), lc_span_of(""), lc_span_of("f"), LINCE_NOTHING, &error);
            } else {
                uint32_t which = pick(&seed, opened);
                snprintf(name, sizeof name, "%u", open[which]);
                lc_history_return(h, 0, lc_span_of(name), LINCE_NOTHING, &error);
                open[which] = open[--opened];
            }
        }
        lince_text text = {0};
        unsigned bars[8][2];
        lcr_report_svg(&text, h, NULL);
        sound &= well_formed(lc_text(&text)) && read_bars(lc_text(&text), bars, 8) == wanted;
        for (uint32_t a = 0; sound && a < wanted; a++)
            for (uint32_t b = 0; b < wanted; b++) {
                /* Round corners reach beyond the straight lines that were read. */
                bool drawn = bars[a][1] + 12 < bars[b][0];
                exact &= drawn == (h->ops.at[a].end < h->ops.at[b].call);
            }
        lc_text_free(&text);
        lince_history_free(h);
    }
    expect(sound, "random histories give well-formed pictures with a bar for each operation");
    expect(exact, "bars overlap exactly when the operations do");
}

static void test_anything(void) {
    uint64_t seed = 78;
    bool sound = true;
    for (int round = 0; round < 200 && sound; round++) {
        lince_history *h = random_history(&seed, 1 + pick(&seed, 9), 2 + pick(&seed, 300), true);
        lince_text text = {0};
        lcr_report_svg(&text, h, NULL);
        sound = well_formed(lc_text(&text)) && occurrences(lc_text(&text), "<g class=\"bar") >= h->ops.count;
        lc_text_free(&text);
        lince_history_free(h);
    }
    expect(sound, "long histories of every kind are well-formed and complete");
}

int main(void) {
    test_culprit();
    test_positions();
    test_anything();
    return tap_end();
}
