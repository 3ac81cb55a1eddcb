/* Events that are hidden though no process does them.  That is no mistake by itself: sets that several models share
 * name more than each of them does.  But if a process does an event of almost the same name, which the set does not
 * hide, it was probably meant. */
#include <ctype.h>
#include <string.h>

#include "base/spelling.h"
#include "lang/parse.h"

void lcm_note_hiding(lcm_parser *p, const lcm_process *hiding) { lcm_add(p, &p->hidings, hiding); }

static const char *text_of(const lcm_parser *p, uint32_t event) { return p->model->event_names.at[event]; }

/* A label of a channel, `c[0]!`, begins with its name. */
static bool is_of_channel(const lcm_parser *p, const char *text) {
    size_t length = strcspn(text, "[!?");
    for (uint32_t i = 0; i < p->model->channels.count; i++) {
        const char *name = p->model->channels.at[i].name;
        if (strlen(name) == length && !memcmp(name, text, length)) return true;
    }
    return false;
}

/* `request1` and `request2` are two of many. */
static bool differ_in_digits_only(const char *a, const char *b) {
    for (;; a++, b++) {
        while (isdigit((unsigned char)*a)) a++;
        while (isdigit((unsigned char)*b)) b++;
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

static bool hides(const lcm_process *hiding, uint32_t event) {
    for (uint32_t i = 0; i < hiding->event_count; i++)
        if (hiding->events[i].name == event) return true;
    return false;
}

static bool is_done(const lcm_parser *p, uint32_t event) {
    return p->does.at[event] || is_of_channel(p, text_of(p, event)) || !strcmp(text_of(p, event), "terminate");
}

static void look_at(lcm_parser *p, const lcm_process *hiding, const lcm_event *event) {
    if (is_done(p, event->name)) return;
    lc_nearest near = {.word = text_of(p, event->name)};
    for (uint32_t i = 0; i < p->does.count; i++)
        if (p->does.at[i] && !hides(hiding, i) && !differ_in_digits_only(near.word, text_of(p, i)))
            lc_nearest_offer(&near, text_of(p, i));
    if (near.best)
        lcm_remark_at(p, event->place, "no process does '%s', which is hidden here; did you mean '%s'?", near.word,
                      near.best);
}

void lcm_look_at_hidings(lcm_parser *p) {
    for (uint32_t i = 0; i < p->hidings.count; i++)
        for (uint32_t k = 0; k < p->hidings.at[i]->event_count; k++)
            look_at(p, p->hidings.at[i], &p->hidings.at[i]->events[k]);
}
