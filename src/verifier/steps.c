#include "verifier/steps.h"

#include <string.h>

static const char *keep(lcv_steps *s, lince_text *text) {
    char *copy = lc_arena_take(&s->arena, text->length + 1);
    s->cut |= !copy || text->cut;
    if (copy) memcpy(copy, lc_text(text), text->length + 1);
    lc_text_clear(text);
    return copy ? copy : "";
}

static void add_step(lcv_steps *s, lcm_walker *w, const uint32_t *from, const lcm_move *move, const uint32_t *to,
                     lince_text *text) {
    const lcm_lts *lts = w->lts;
    lcv_step step = {.hidden = move->label == LCM_TAU, .failing = !to, .changes = ""};
    lts->print_actor(w, from, move, text);
    step.process = keep(s, text);
    lts->print_move(w, from, move, text);
    step.event = keep(s, text);
    if (to) {
        lts->print_state(w, from, to, text);
        step.changes = keep(s, text);
    }
    if (!lc_push(NULL, &s->at, step)) s->cut = true;
}

void lcv_steps_make(lcv_steps *s, const lcm_lts *lts, const lcm_finding *f) {
    const lcm_path *path = &f->path;
    *s = (lcv_steps){.loop = path->loop, .first = "", .last = ""};
    lc_arena_init(&s->arena, NULL);
    if (!path->states.count) {
        s->loop = UINT32_MAX;
        return;
    }
    lcm_walker *w = lts->open(lts, NULL);
    if (!w) {
        s->cut = true;
        return;
    }
    lince_text text = {0};
    for (uint32_t i = 0; i < path->moves.count; i++)
        add_step(s, w, lcm_path_state(path, i), &path->moves.at[i], lcm_path_state(path, i + 1), &text);
    const uint32_t *end = lcm_path_state(path, path->moves.count);
    if (f->answer == LCM_BROKEN && f->failure.move.label != LCM_NO_LABEL)
        add_step(s, w, end, &f->failure.move, NULL, &text);
    lts->print_state(w, NULL, lcm_path_state(path, 0), &text);
    s->first = keep(s, &text);
    lts->print_state(w, NULL, end, &text);
    s->last = keep(s, &text);
    lc_text_free(&text);
    lts->close(w);
}

void lcv_steps_free(lcv_steps *s) {
    lc_vec_free(NULL, &s->at);
    lc_arena_free(&s->arena);
}

bool lcv_change_next(const char **rest, lcv_change *change) {
    const char *at = *rest + strspn(*rest, ", ");
    if (!*at) return false;
    unsigned depth = 0;
    const char *equals = NULL, *end = at;
    for (; *end && (depth || *end != ','); end++) {
        if (strchr("[({", *end)) depth++;
        else if (strchr("])}", *end) && depth) depth--;
        else if (!depth && !equals && !strncmp(end, " = ", 3)) equals = end;
    }
    *rest = end;
    *change = (lcv_change){.name = at, .name_length = (size_t)((equals ? equals : end) - at)};
    if (equals) change->value = equals + 3, change->value_length = (size_t)(end - change->value);
    return true;
}
