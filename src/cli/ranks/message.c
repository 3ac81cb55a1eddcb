#include "cli/ranks/message.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTS = 7 };

/* In front of a message; its texts follow.  All ranks run the same program on the same kind of machine. */
typedef struct header {
    lcc_message_kind kind;
    uint32_t file, count;
    lck_pool_event event;
    lck_answer about;
    bool cut[TEXTS];
    uint64_t lengths[TEXTS];
} header;

static lince_text *text_of(lcc_answer *a, unsigned i) {
    lince_text *texts[TEXTS] = {&a->line, &a->details, &a->explanation, &a->excerpt, &a->plain, &a->section, &a->brief};
    return texts[i];
}

void lcc_message_send(lcc_ranks *ranks, uint32_t to, const lcc_rank_message *m) {
    lcc_answer answer = m->answer;
    header h = {.kind = m->kind, .file = m->file, .count = m->count, .event = m->event, .about = answer.about};
    lince_text bytes = {0};
    for (unsigned i = 0; i < TEXTS; i++) {
        h.lengths[i] = text_of(&answer, i)->length;
        h.cut[i] = text_of(&answer, i)->cut;
    }
    lc_text_add(&bytes, (const char *)&h, sizeof h);
    for (unsigned i = 0; i < TEXTS; i++) lc_text_add(&bytes, lc_text(text_of(&answer, i)), h.lengths[i]);
    if (bytes.cut) { /* then at least that */
        for (unsigned i = 0; i < TEXTS; i++) h.lengths[i] = 0, h.cut[i] = true;
        ranks->send(ranks->context, to, &h, sizeof h);
    } else ranks->send(ranks->context, to, bytes.at, bytes.length);
    lc_text_free(&bytes);
}

lcc_rank_message *lcc_message_receive(lcc_ranks *ranks, uint32_t *from) {
    header h;
    size_t size;
    char *bytes = ranks->receive(ranks->context, from, &size);
    if (!bytes) return NULL;
    lcc_rank_message *m = malloc(sizeof *m);
    if (!m) ranks->give_up(ranks->context);
    assert(m && size >= sizeof h);
    memcpy(&h, bytes, sizeof h);
    *m = (lcc_rank_message){.size = size, .kind = h.kind, .file = h.file, .count = h.count, .event = h.event};
    m->answer = (lcc_answer){.about = h.about};
    const char *at = bytes + sizeof h;
    for (unsigned i = 0; i < TEXTS; at += h.lengths[i++]) {
        lince_text *t = text_of(&m->answer, i);
        lc_text_add(t, at, h.lengths[i]);
        t->cut |= h.cut[i];
    }
    free(bytes);
    return m;
}

void lcc_message_free(lcc_rank_message *m) {
    if (!m) return;
    lcc_answer_free(&m->answer);
    free(m);
}
