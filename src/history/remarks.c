/* Content of a file beside its events, for displaying the history. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "history/history.h"

enum {
    TEXT_MOST = 1000,     /* bytes of a remark; the full text is in the file */
    BYTES_MOST = 4 << 20, /* of all remarks */
    LIST_MOST = 1 << 16,
    TIMES_MOST = 1 << 23 /* events; longer histories are never drawn */
};

/* As much of a text as is kept, without half a character at its end. */
static size_t kept(lc_span text) {
    size_t length = text.length;
    if (length <= TEXT_MOST) return length;
    for (length = TEXT_MOST; length && ((unsigned char)text.at[length] & 0xC0) == 0x80;) length--;
    return length;
}

static void add(lince_history *h, uint32_t at, uint32_t thread, lc_span text) {
    lc_remarks *r = &h->remarks;
    if (!r->wanted || !text.length) return;
    uint32_t length = (uint32_t)kept(text);
    bool room = r->list.count < LIST_MOST && r->bytes.count + length <= BYTES_MOST &&
                lc_reserve(NULL, &r->bytes, r->bytes.count + length) &&
                lc_push(NULL, &r->list, (lc_remark){at, thread, r->bytes.count, length});
    if (!room || length < text.length) r->left_out = true;
    if (!room) return;
    memcpy(r->bytes.at + r->bytes.count, text.at, length);
    r->bytes.count += length;
}

void lc_remark_next(lince_history *h, lc_span text) { add(h, h->events.count, LC_NEVER, text); }

void lc_remark_more(lince_history *h, lc_span text) {
    lc_remarks *r = &h->remarks;
    lc_remark *last = r->list.count ? &r->list.at[r->list.count - 1] : NULL;
    if (!r->wanted) return;
    if (!last || last->at != h->events.count || last->thread != LC_NEVER) {
        lc_remark_next(h, text);
        return;
    }
    if (last->length + 1 + text.length > TEXT_MOST || r->bytes.count + 1 + text.length > BYTES_MOST ||
        !lc_reserve(NULL, &r->bytes, r->bytes.count + 1 + (uint32_t)text.length)) {
        r->left_out = true;
        return;
    }
    assert(last->text + last->length == r->bytes.count);
    r->bytes.at[r->bytes.count++] = '\n';
    if (text.length) memcpy(r->bytes.at + r->bytes.count, text.at, text.length);
    r->bytes.count += (uint32_t)text.length;
    last->length += 1 + (uint32_t)text.length;
}

void lc_remark_last(lince_history *h, lc_span text) {
    if (!h->events.count) return;
    uint32_t at = h->events.count - 1;
    add(h, at, h->ops.at[lc_event_op(h->events.at[at])].thread, text);
}

void lc_remark_time(lince_history *h, double time) {
    lc_remarks *r = &h->remarks;
    if (!r->wanted || !h->events.count) return;
    while (r->times.count < h->events.count)
        if (r->times.count >= TIMES_MOST || !lc_push(NULL, &r->times, NAN)) {
            r->left_out = true;
            return;
        }
    r->times.at[h->events.count - 1] = time;
}

lc_span lc_remark_text(const lince_history *h, const lc_remark *r) {
    assert(r->text + r->length <= h->remarks.bytes.count);
    return (lc_span){h->remarks.bytes.at + r->text, r->length};
}

double lc_event_time(const lince_history *h, uint32_t position) {
    return position < h->remarks.times.count ? h->remarks.times.at[position] : NAN;
}
