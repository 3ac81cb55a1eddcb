#include "tester/orders/sites.h"

#include <string.h>

void lcd_sites_init(lcd_sites *s, lcd_lines *lines) { *s = (lcd_sites){.lines = lines}; }

void lcd_sites_free(lcd_sites *s) {
    lc_vec_free(NULL, &s->at);
    lc_vec_free(NULL, &s->places);
    lcd_listings_free(&s->listings);
}

/* The one with the most frames: the callers of a function that passes on its order are sites of their own. */
static const lcd_site_place *find_place(const lcd_sites *s, const uint64_t *frames, uint32_t count) {
    const lcd_site_place *best = NULL;
    for (uint32_t i = 0; i < s->places.count; i++) {
        const lcd_site_place *p = &s->places.at[i];
        bool same = p->frame_count <= count && !memcmp(p->frames, frames, p->frame_count * sizeof *frames);
        if (same && (!best || p->frame_count > best->frame_count)) best = p;
    }
    return best;
}

/* The code of the standard library that performs or passes on the calls of its users; lince/std has some of it. */
static bool is_library(const char *file) { return lcd_lines_is_standard(file) || strstr(file, "/lince/std/"); }

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

/* Inline assembly is mostly in functions of headers, and the place is where these are called. */
static bool is_header(const char *file) {
    return lcd_lines_is_system(file) || ends_with(file, ".h") || ends_with(file, ".hpp") || ends_with(file, ".hh");
}

/* Goes outwards, through inlined functions and callers, to where the order is written. */
static bool find_site(lcd_sites *s, lcd_site *site, lcd_site_place *place, const uint64_t *frames, uint32_t count) {
    bool found = false, assembly = site->form == LCD_FORM_ASSEMBLY;
    for (uint32_t f = 0; f < count && f < LCT_OVERRIDE_FRAMES; f++) {
        lcd_site at = *site;
        place->frames[f] = frames[f];
        for (unsigned d = 0; lcd_lines_inlined(s->lines, frames[f], d, &at.file, &at.line, &at.function); d++) {
            if (is_library(at.file)) continue;
            at.column = lcd_lines_column(s->lines, frames[f], d);
            if (assembly && found && is_header(at.file)) continue;
            if (found) lcd_spell_call(&at.spelling, &s->listings, at.file, at.line, at.column);
            else if (site->form == LCD_FORM_PLAIN) lcd_spell_access(&at.spelling, &s->listings, at.file, at.line);
            else lcd_spell(&at.spelling, &s->listings, at.file, at.line, at.column, (lcd_site_kind)site->kind);
            if (found && !assembly && !at.spelling.found)
                return true; /* the caller names no order: the function is the place */
            *site = at;
            place->frame_count = (uint8_t)(f + 1);
            if (assembly ? !is_header(at.file) : !at.spelling.passes_on) return true;
            found = true;
        }
    }
    return found;
}

static bool same_site(const lcd_site *a, const lcd_site *b) {
    return a->line == b->line && a->column == b->column && a->kind == b->kind && !strcmp(a->file, b->file);
}

static uint32_t number_of(lcd_sites *s, const lcd_site *site) {
    for (uint32_t i = 0; i < s->at.count; i++)
        if (same_site(&s->at.at[i], site)) return i;
    return lc_push(NULL, &s->at, *site) ? s->at.count - 1 : LCD_NO_SITE;
}

uint32_t lcd_sites_add(lcd_sites *s, const uint64_t *frames, uint32_t count, lcd_site_use use) {
    const lcd_site_place *known = find_place(s, frames, count);
    uint32_t number = known ? known->site : LCD_NO_SITE;
    if (!known) {
        lcd_site site = {.kind = use.kind, .form = use.form, .order = LCD_NO_ORDER, .failure = LCD_NO_ORDER};
        lcd_site_place place = {.frame_count = 0};
        if (!s->lines || !find_site(s, &site, &place, frames, count)) return LCD_NO_SITE;
        number = place.site = number_of(s, &site);
        if (number == LCD_NO_SITE || !lc_push(NULL, &s->places, place)) return LCD_NO_SITE;
        s->grown = true;
    }
    lcd_site *site = &s->at.at[number];
    uint8_t *seen = use.failed ? &site->failure : &site->order;
    if (*seen == LCD_NO_ORDER) *seen = use.order;
    site->varies |= !s->changed && *seen != use.order;
    return number;
}
