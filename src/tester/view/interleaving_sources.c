/* The source around the steps of an execution, for the page. */
#include <string.h>

#include "report/writer.h"
#include "tester/source/source_text.h"
#include "tester/view/failure_context.h"
#include "tester/view/interleaving_view.h"
#include "tester/view/step_places.h"

enum { AROUND = 12, LINES_MOST = 4000 /* of a file */ };

typedef struct stretch {
    const char *file;
    int first, last;
} stretch;

typedef LC_VEC(stretch) stretches;

static bool reach(stretches *all, const char *file, int line) {
    for (uint32_t i = 0; i < all->count; i++) {
        stretch *s = &all->at[i];
        if (strcmp(s->file, file)) continue;
        if (line < s->first && s->last - line < LINES_MOST) s->first = line;
        if (line > s->last && line - s->first < LINES_MOST) s->last = line;
        return true;
    }
    return lc_push(NULL, all, (stretch){file, line, line});
}

static void write_stretch(lcr_writer *w, lcd_listings *listings, const stretch *s) {
    int first = s->first > AROUND ? s->first - AROUND : 1;
    size_t length;
    const char *at;
    if (!lcd_listing_whole_line(listings, s->file, first, &length)) return; /* it is not there any more */
    lcr_write_key(w, s->file);
    lcr_write_open(w, '{');
    lcr_write_key(w, "first");
    lcr_write_int(w, first);
    lcr_write_key(w, "lines");
    lcr_write_open(w, '[');
    for (int line = first; line <= s->last + AROUND; line++) {
        if (!(at = lcd_listing_whole_line(listings, s->file, line, &length))) break;
        lcr_write_string(w, at, length);
    }
    lcr_write_close(w, ']');
    lcr_write_close(w, '}');
}

void lcd_interleaving_sources(lince_text *out, const lcd_trace_step *steps, size_t count, lcd_lines *lines) {
    lcr_writer w = {.out = out};
    lcd_step_places *places = lcd_step_places_new(lines, steps, count);
    stretches all = {0};
    lcd_listings listings = {0};
    for (size_t i = 0; places && i < count; i++) {
        const char *file, *function;
        int line;
        if (lcd_step_is_detail(steps[i].kind) || !lcd_step_places_find(places, &steps[i], &file, &line, &function))
            continue;
        if (!reach(&all, file, line)) out->cut = true;
    }
    lcr_write_open(&w, '{');
    for (uint32_t i = 0; i < all.count; i++) write_stretch(&w, &listings, &all.at[i]);
    lcr_write_close(&w, '}');
    if (!places) out->cut = true;
    lc_vec_free(NULL, &all);
    lcd_listings_free(&listings);
    lcd_step_places_free(places);
}
