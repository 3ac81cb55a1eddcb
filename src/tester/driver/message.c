#define _GNU_SOURCE /* memrchr */
#include "tester/driver/message.h"

#include <limits.h>
#include <lince/test.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "check/search/any_client.h"
#include "history/partial_order.h"
#include "target/explore/control.h"
#include "target/explore/value.h"
#include "target/explore/wellformed.h"
#include "tester/driver/message_order.h"

/* ---- the parts of messages ---- */

static uint64_t refuse(lcd_msg *s) {
    s->nonsense = true;
    s->at = s->end;
    return 0;
}

uint64_t lcd_msg_number(lcd_msg *s) {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (s->at >= s->end) return refuse(s);
        uint8_t byte = *s->at++;
        if (shift == 63 && byte > 1) return refuse(s);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return number;
    }
    return refuse(s);
}

/* Anything beyond is nonsense. */
static uint64_t up_to(lcd_msg *s, uint64_t most) {
    uint64_t number = lcd_msg_number(s);
    return number <= most ? number : refuse(s);
}

static int64_t signed_number(lcd_msg *s) {
    uint64_t zigzag = lcd_msg_number(s);
    return (int64_t)(zigzag >> 1 ^ -(zigzag & 1));
}

static lc_span text_of(lcd_msg *s) {
    uint64_t length = lcd_msg_number(s);
    if (length > (uint64_t)(s->end - s->at)) length = refuse(s);
    lc_span text = {(const char *)s->at, length};
    s->at += length;
    return text;
}

static bool over(const lcd_msg *s) { return !s->nonsense && s->at == s->end; }

/* ---- messages ---- */

bool lcd_msg_as_test(lcd_msg s, lcd_msg_test *t) {
    t->name = text_of(&s);
    t->file = text_of(&s);
    t->line = (uint32_t)up_to(&s, UINT32_MAX);
    t->spec = text_of(&s);
    t->criterion = text_of(&s);
    t->model = up_to(&s, 1);
    t->first_unique = signed_number(&s);
    t->order = text_of(&s);
    t->balanced = up_to(&s, 1);
    t->adding = (int32_t)signed_number(&s);
    t->removing = (int32_t)signed_number(&s);
    t->operation_count = (uint32_t)up_to(&s, LCD_MSG_OPERATIONS);
    for (uint32_t i = 0; i < t->operation_count; i++) {
        t->operations[i].name = text_of(&s);
        t->operations[i].arguments = (uint32_t)up_to(&s, LCD_MSG_VALUES);
        for (uint32_t k = 0; k < t->operations[i].arguments; k++) {
            lcd_msg_argument *a = &t->operations[i].argument[k];
            a->kind = (uint32_t)up_to(&s, LCT_ARGUMENT_THREAD);
            a->low = signed_number(&s);
            a->high = signed_number(&s);
        }
    }
    return over(&s) && t->name.length;
}

bool lcd_msg_as_scenario(lcd_msg s, uint64_t *number, lc_span *text) {
    *number = up_to(&s, UINT32_MAX);
    *text = text_of(&s);
    return over(&s);
}

static void take_execution(lcd_msg *s, lcd_msg_execution *e) {
    e->place.scenario = up_to(s, UINT32_MAX);
    e->scenario = text_of(s);
    e->place.stage = up_to(s, UINT32_MAX);
    e->place.task = lcd_msg_number(s);
    e->place.execution = lcd_msg_number(s);
    e->heap = (uint32_t)up_to(s, LCT_HEAP_ALL);
    e->preemptions = (uint32_t)up_to(s, UINT32_MAX);
    e->schedule = text_of(s);
    e->place_count = up_to(s, LCT_PROMOTED_PCS);
    e->places = *s;
    for (uint64_t i = 0; i < e->place_count; i++) (void)lcd_msg_number(s);
    e->begin_count = up_to(s, UINT16_MAX);
    e->begins = *s;
    for (uint64_t i = 0; i < e->begin_count; i++) (void)up_to(s, UINT32_MAX);
    e->memory = (uint32_t)up_to(s, LCT_MEMORY_MODELS - 1);
}

/* A value by content, behind its mark. */
static void take_content(lcd_msg *s, unsigned depth) {
    uint64_t kind = up_to(s, LCT_VALUE_KINDS - 1);
    if (kind == LCT_VALUE_NUMBER) (void)signed_number(s);
    else if (kind != LCT_VALUE_LIST) (void)text_of(s);
    else if (depth == LCT_VALUE_DEPTH) refuse(s);
    else
        for (uint64_t left = lcd_msg_number(s); left && !s->nonsense; left--)
            if (signed_number(s) == LCT_VALUE_CONTENT) take_content(s, depth + 1);
}

static void take_value(lcd_msg *s, int64_t *value, lc_span *content) {
    *value = signed_number(s);
    const uint8_t *start = s->at;
    if (*value == LCT_VALUE_CONTENT) take_content(s, 0);
    *content = (lc_span){(const char *)start, (size_t)(s->at - start)};
}

static void take_event(lcd_msg *s, lcd_msg_event *e) {
    const uint8_t *start = s->at;
    uint64_t who = up_to(s, 2 * UINT8_MAX + 1);
    *e = (lcd_msg_event){.thread = (uint32_t)(who >> 1), .is_return = who & 1, .operation = {"", 0}};
    if (!e->is_return) e->operation = text_of(s);
    if (!e->is_return && !e->operation.length) refuse(s);
    if (!e->is_return) e->option = (uint32_t)up_to(s, LCT_OP_MAY_ERR);
    e->count = (uint32_t)up_to(s, LCD_MSG_VALUES);
    for (uint32_t i = 0; i < e->count; i++) take_value(s, &e->values[i], &e->contents[i]);
    e->bytes = (lc_span){(const char *)start, (size_t)(s->at - start)};
}

/* A thread has one open operation at a time. */
static bool take_events(lcd_msg *s, lcd_msg_room *room, lcd_msg_history *h) {
    uint8_t open[UINT8_MAX + 1] = {0};
    uint64_t count = lcd_msg_number(s);
    room->events.count = 0;
    for (uint64_t i = 0; i < count && !s->nonsense; i++) {
        lcd_msg_event e;
        take_event(s, &e);
        if (s->nonsense || open[e.thread] != e.is_return) return false;
        open[e.thread] = !e.is_return;
        room->cut |= !lc_push(NULL, &room->events, e);
        if (room->cut) return false;
    }
    h->events = room->events.at;
    h->event_count = room->events.count;
    h->order_threads = 0;
    h->before = h->links = NULL;
    return !s->nonsense;
}

/* Numbers up to a limit, one a byte. */
static bool take_bytes(lcd_msg *s, lcd_msg_room *room, size_t count, uint64_t limit, lcd_msg_bytes *to) {
    to->count = 0;
    for (size_t i = 0; i < count && !s->nonsense; i++) {
        room->cut |= !lc_push(NULL, to, (uint8_t)up_to(s, limit));
        if (room->cut) return false;
    }
    return !s->nonsense;
}

/* The order of the operations, and nothing else is left of the message. */
static bool take_order(lcd_msg *s, lcd_msg_room *room, lcd_msg_history *h) {
    enum { ANY_LINK = LCT_LINK_PAST | LCT_LINK_HB | LCT_LINK_ECO | LCT_LINK_ALL | LCT_LINK_LOCK };
    h->order_threads = (uint32_t)up_to(s, UINT8_MAX);
    h->operations = 0;
    for (uint32_t i = 0; i < h->event_count; i++) h->operations += !h->events[i].is_return;
    if (!take_bytes(s, room, (size_t)h->operations * h->order_threads, UINT8_MAX, &room->before)) return false;
    uint64_t linked = h->order_threads ? up_to(s, 2) : 0;
    size_t pairs = linked ? (size_t)h->operations * h->operations : 0;
    if ((linked && h->operations > LC_CLIENT_OPS) || !take_bytes(s, room, pairs, ANY_LINK, &room->links)) return false;
    h->before = room->before.at;
    h->links = linked && !h->stuck ? room->links.at : NULL; /* waiting is judged by intervals */
    h->psc = linked == 2;
    h->unlinked = h->order_threads && !h->links;
    return over(s) && (!h->order_threads || lcd_msg_settle_order(room, h));
}

void lcd_msg_room_free(lcd_msg_room *room) {
    lc_vec_free(NULL, &room->events);
    lc_vec_free(NULL, &room->before);
    lc_vec_free(NULL, &room->links);
    lc_vec_free(NULL, &room->spare);
    lc_vec_free(NULL, &room->calls);
}

bool lcd_msg_as_history(lcd_msg s, lcd_msg_room *room, lcd_msg_history *h) {
    h->whole = s;
    h->serial = up_to(&s, 1);
    uint64_t complete = up_to(&s, 2);
    h->complete = complete == 1;
    h->stuck = complete == 2;
    uint64_t kind = up_to(&s, LCT_FAILURES);
    h->judged = kind;
    if (kind) {
        h->failure.kind = (uint32_t)kind - 1;
        h->failure.message = text_of(&s);
        h->failure.doubt = text_of(&s);
        h->failure.thread = (uint32_t)up_to(&s, UINT8_MAX);
        h->failure.pc = lcd_msg_number(&s);
    }
    take_execution(&s, &h->execution);
    return take_events(&s, room, h) && take_order(&s, room, h);
}

static uint32_t take_frames(lcd_msg *s, uint64_t *frames) {
    uint32_t count = (uint32_t)up_to(s, LCD_MSG_FRAMES);
    for (uint32_t i = 0; i < count; i++) frames[i] = lcd_msg_number(s);
    return count;
}

static void take_step(lcd_msg *s, lcd_msg_step *t) {
    t->step = (uint32_t)up_to(s, UINT32_MAX);
    t->thread = (uint32_t)up_to(s, UINT8_MAX);
    t->kind = (uint32_t)up_to(s, LCT_STEP_KINDS - 1);
    t->address = lcd_msg_number(s);
    t->size = lcd_msg_number(s);
    t->before = lcd_msg_number(s);
    t->after = lcd_msg_number(s);
    t->pc = lcd_msg_number(s);
    t->text = text_of(s);
    t->frame_count = take_frames(s, t->frames);
    t->order = (uint32_t)up_to(s, __ATOMIC_SEQ_CST + 1);
    t->newer = (uint32_t)up_to(s, UINT32_MAX);
    t->newest_step = (uint32_t)up_to(s, UINT32_MAX);
    t->more = lcd_msg_number(s);
    t->is_volatile = up_to(s, 1);
}

bool lcd_msg_as_failure(lcd_msg s, lcd_msg_room *room, lcd_msg_failure *f) {
    f->kind = (uint32_t)up_to(&s, LCT_FAILURES - 1);
    f->message = text_of(&s);
    f->thread = (uint32_t)up_to(&s, UINT8_MAX);
    f->pc = lcd_msg_number(&s);
    f->address = lcd_msg_number(&s);
    bool doubtful = up_to(&s, 1);
    f->doubt = text_of(&s);
    if (!doubtful) f->doubt.length = 0;
    f->access_count = (uint32_t)up_to(&s, 2);
    for (uint32_t i = 0; i < f->access_count; i++) take_step(&s, &f->accesses[i]);
    f->history.whole = s;
    f->history.serial = f->history.complete = f->history.stuck = false;
    take_execution(&s, &f->history.execution);
    return take_events(&s, room, &f->history) && over(&s);
}

bool lcd_msg_as_stage(lcd_msg s, lcd_msg_stage *g) {
    g->scenario = up_to(&s, UINT32_MAX);
    g->number = up_to(&s, UINT32_MAX);
    g->name.kind = (uint8_t)up_to(&s, LCT_STAGE_KINDS - 1);
    g->name.heap = (uint8_t)up_to(&s, LCT_HEAP_ALL);
    g->name.bound = (uint32_t)up_to(&s, UINT32_MAX);
    g->name.memory = (uint8_t)up_to(&s, LCT_MEMORY_MODELS - 1);
    g->executions = lcd_msg_number(&s);
    g->redundant = lcd_msg_number(&s);
    g->complete = up_to(&s, 1);
    g->cut = lcd_msg_number(&s);
    g->blocked = lcd_msg_number(&s);
    return over(&s);
}

bool lcd_msg_as_scenarios(lcd_msg s, lcd_msg_scenarios *c) {
    c->all = lcd_msg_number(&s);
    c->tried = lcd_msg_number(&s);
    c->sampled = up_to(&s, 1);
    c->complete = lcd_msg_number(&s);
    return over(&s);
}

bool lcd_msg_as_size(lcd_msg s, lcd_msg_size *z) {
    z->threads = (uint32_t)up_to(&s, UINT32_MAX);
    z->calls = (uint32_t)up_to(&s, UINT32_MAX);
    z->all = lcd_msg_number(&s);
    z->sampled = up_to(&s, 1);
    return over(&s);
}

bool lcd_msg_as_text(lcd_msg s, lc_span *text) {
    *text = text_of(&s);
    return over(&s);
}

bool lcd_msg_as_end(lcd_msg s, lcd_msg_end *e) {
    e->end = (enum lct_worker_end)up_to(&s, LCT_WORKER_ENDS - 1);
    e->why = text_of(&s);
    return over(&s);
}

bool lcd_msg_as_leak(lcd_msg s, lcd_msg_leak *l) {
    l->kind = (uint32_t)up_to(&s, LCT_LEAK_THREAD);
    l->pc = lcd_msg_number(&s);
    l->count = lcd_msg_number(&s);
    l->bytes = lcd_msg_number(&s);
    return over(&s);
}

bool lcd_msg_as_weaker(lcd_msg s, lcd_msg_weaker *w) {
    w->kind = (uint32_t)up_to(&s, LCT_WEAKER_KINDS - 1);
    w->order = (uint32_t)up_to(&s, __ATOMIC_SEQ_CST);
    w->pc = lcd_msg_number(&s);
    w->address = lcd_msg_number(&s);
    w->frame_count = take_frames(&s, w->frames);
    return over(&s);
}

bool lcd_msg_as_versions(lcd_msg s, lcd_msg_versions *v) {
    v->accesses.count = v->versions.count = 0;
    for (uint64_t left = lcd_msg_number(&s); left && !s.nonsense; left--) {
        lcd_version_access a = {.step = (uint32_t)up_to(&s, UINT32_MAX)};
        a.source = (uint32_t)up_to(&s, UINT32_MAX);
        a.result = (uint32_t)up_to(&s, UINT32_MAX);
        if (!lc_push(NULL, &v->accesses, a)) return false;
    }
    for (uint64_t left = lcd_msg_number(&s); left && !s.nonsense; left--) {
        lcd_version n = {.location = (uint32_t)up_to(&s, UINT32_MAX)};
        n.older = (uint32_t)up_to(&s, UINT32_MAX);
        n.step = (uint32_t)up_to(&s, UINT32_MAX);
        n.thread = (uint32_t)up_to(&s, UINT8_MAX);
        n.plain = up_to(&s, 1);
        if (!lc_push(NULL, &v->versions, n)) return false;
    }
    return over(&s);
}

void lcd_msg_versions_free(lcd_msg_versions *v) {
    lc_vec_free(NULL, &v->accesses);
    lc_vec_free(NULL, &v->versions);
}

bool lcd_msg_as_step(lcd_msg s, lcd_msg_step *t) {
    take_step(&s, t);
    return over(&s);
}

bool lcd_msg_as_thread(lcd_msg s, lcd_msg_thread *t) {
    t->thread = (uint32_t)up_to(&s, UINT8_MAX);
    t->state = (uint32_t)up_to(&s, LCT_THREAD_FAILED);
    t->kind = (uint32_t)up_to(&s, LCT_STEP_FAILURE);
    t->address = lcd_msg_number(&s);
    t->size = lcd_msg_number(&s);
    t->pc = lcd_msg_number(&s);
    t->call = text_of(&s);
    t->frame_count = take_frames(&s, t->frames);
    return over(&s);
}

int lcd_place_compare(const lcd_execution_place *a, const lcd_execution_place *b) {
    const uint64_t x[] = {a->task, a->stage, a->execution, a->scenario};
    const uint64_t y[] = {b->task, b->stage, b->execution, b->scenario};
    for (int i = 0; i < 4; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* ---- histories ---- */

_Static_assert((int)LCT_LINK_PAST == (int)LC_LINK_PAST && (int)LCT_LINK_HB == (int)LC_LINK_HB &&
                   (int)LCT_LINK_ECO == (int)LC_LINK_ECO && (int)LCT_LINK_ALL == (int)LC_LINK_ALL &&
                   (int)LCT_LINK_LOCK == (int)LC_LINK_LOCK,
               "links are the same in programs under test");

/* Some numbers are symbols: see <lince/test.h>. */
static lince_value value_of(lince_values *pool, int64_t number) {
    uint64_t symbol = (uint64_t)number - (uint64_t)lince_symbol_value(0);
    if (symbol >= LINCE_NIL && symbol <= LINCE_CLOSED) return (lince_value)symbol;
    return lince_int(pool, number);
}
_Static_assert(LINCE_NIL == 1 && LINCE_TRUE == 2 && LINCE_FALSE == 3 && LINCE_OK == 4 && LINCE_EMPTY == 5 &&
                   LINCE_NONE == 6 && LINCE_CLOSED == 7,
               "symbols have the numbers that <lince/test.h> gives them");

static lince_value content_of(lince_values *pool, lcd_msg *s);

static lince_value list_of(lince_values *pool, lcd_msg *s) {
    LC_VEC(lince_value) items = {0};
    bool made = true;
    for (uint64_t left = lcd_msg_number(s); left && made; left--) {
        int64_t number = signed_number(s);
        lince_value item = number == LCT_VALUE_CONTENT ? content_of(pool, s) : value_of(pool, number);
        made = item != LINCE_NO_VALUE && lc_push(NULL, &items, item);
    }
    lince_value list = made ? lince_list(pool, items.at, items.count) : LINCE_NO_VALUE;
    lc_vec_free(NULL, &items);
    return list;
}

/* It was read before, and is in order. */
static lince_value content_of(lince_values *pool, lcd_msg *s) {
    uint64_t kind = lcd_msg_number(s);
    if (kind == LCT_VALUE_NUMBER) return lince_int(pool, signed_number(s));
    if (kind == LCT_VALUE_LIST) return list_of(pool, s);
    lc_span text = text_of(s);
    return kind == LCT_VALUE_STRING ? lince_string(pool, text.at, text.length)
                                    : lince_symbol(pool, text.at, text.length);
}

static lince_value value_of_event(lince_values *pool, const lcd_msg_event *e, uint32_t i) {
    if (e->values[i] != LCT_VALUE_CONTENT) return value_of(pool, e->values[i]);
    const uint8_t *at = (const uint8_t *)e->contents[i].at;
    lcd_msg s = {.at = at, .end = at + e->contents[i].length};
    return content_of(pool, &s);
}

enum { NAME = 16 };
static void name_thread(char name[NAME], uint32_t thread) {
    if (thread) snprintf(name, NAME, "T%u", thread);
    else snprintf(name, NAME, "main");
}

/* ---- options of operations ---- */

static bool is_failure(const lcd_msg_event *e) {
    static const long failures[] = {lince_false, lince_empty, lince_none, lince_nil};
    for (size_t i = 0; e->count == 1 && i < sizeof failures / sizeof *failures; i++)
        if (e->values[0] == failures[i]) return true;
    return false;
}

/* The event that ends the operation called at `from`; the number of events: it has none. */
static uint32_t end_of(const lcd_msg_history *msg, uint32_t from) {
    uint32_t i = from + 1;
    while (i < msg->event_count && msg->events[i].thread != msg->events[from].thread) i++;
    return i;
}

/* The first operation comes before the second, called at these events; each is its thread's n-th. */
static bool precedes(const lcd_msg_history *msg, uint32_t first, uint32_t nth, uint32_t second, uint32_t second_op) {
    if (!msg->order_threads) return end_of(msg, first) < second;
    return msg->before[(size_t)second_op * msg->order_threads + msg->events[first].thread] > nth;
}

/* Does another operation overlap the one called at this event? */
static bool is_contended(const lcd_msg_history *msg, uint32_t call) {
    uint32_t counts[UINT8_MAX + 1] = {0}, op = 0, own_op = 0, own_nth = 0;
    for (uint32_t i = 0; i <= call; i++) {
        if (msg->events[i].is_return) continue;
        own_nth = counts[msg->events[i].thread]++;
        own_op = op++;
    }
    memset(counts, 0, sizeof counts);
    op = 0;
    for (uint32_t i = 0; i < msg->event_count; i++) {
        if (msg->events[i].is_return) continue;
        uint32_t nth = counts[msg->events[i].thread]++, number = op++;
        if (i != call && !precedes(msg, i, nth, call, own_op) && !precedes(msg, call, own_nth, i, number)) return true;
    }
    return false;
}

/* The operation that ends here is one that has not happened, because its option lets it do what it did. */
static bool is_left_out(const lcd_msg_history *msg, uint32_t end) {
    uint32_t call = end;
    do call--;
    while (msg->events[call].thread != msg->events[end].thread);
    uint32_t option = msg->events[call].option;
    return option != LCT_OP_JUDGED && (option == LCT_OP_MAY_ERR || is_failure(&msg->events[end])) &&
           is_contended(msg, call);
}

static lince_status add_event(lince_history *h, const lcd_msg_history *msg, uint32_t at, lince_error *error) {
    const lcd_msg_event *e = &msg->events[at];
    lince_value values[LCD_MSG_VALUES];
    char name[NAME];
    name_thread(name, e->thread);
    for (uint32_t i = 0; i < e->count; i++) {
        values[i] = value_of_event(&h->values, e, i);
        if (values[i] == LINCE_NO_VALUE) return LINCE_OUT_OF_MEMORY;
    }
    lince_value payload = lince_tuple(&h->values, values, e->count);
    if (e->is_return && is_left_out(msg, at)) return lc_history_end(h, 0, lc_span_of(name), LC_FAIL, error);
    if (e->is_return) return lc_history_return(h, 0, lc_span_of(name), payload, error);
    lc_span object = {"", 0}, method = e->operation;
    const char *dot = memrchr(method.at, '.', method.length);
    if (dot) {
        object = (lc_span){method.at, (size_t)(dot - method.at)};
        method = (lc_span){dot + 1, method.length - object.length - 1};
    }
    return lc_history_invoke(h, 0, lc_span_of(name), object, method, payload, error);
}

/* The columns of the message are threads of the program, those of the history its own. */
static bool take_order_over(lince_history *h, const lcd_msg_history *msg) {
    uint32_t threads = h->threads.items.count;
    uint8_t *before = calloc((size_t)h->ops.count * threads + 1, 1);
    for (uint32_t t = 0; before && t < msg->order_threads; t++) {
        char name[NAME];
        name_thread(name, t);
        uint32_t column = lc_intern_find(&h->threads, name, strlen(name));
        for (uint32_t i = 0; column != LC_NOT_INTERNED && i < h->ops.count; i++)
            before[(size_t)i * threads + column] = msg->before[(size_t)i * msg->order_threads + t];
    }
    bool taken = before && lc_history_set_order(h, before);
    free(before);
    for (uint32_t i = 0; taken && msg->links && i < msg->operations * msg->operations; i++)
        taken = lc_push(h->budget, &h->order.links, msg->links[i]);
    h->order.psc = msg->psc;
    return taken;
}

lince_status lcd_msg_to_history(const lcd_msg_history *msg, const char *file, lince_history **out, lince_error *error) {
    lince_history *h = *out = lc_history_new(file, NULL);
    lince_status status = h ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    if (h) h->program = true;
    for (uint32_t i = 0; i < msg->event_count && status == LINCE_DONE; i++) status = add_event(h, msg, i, error);
    if (status == LINCE_DONE && msg->order_threads && !take_order_over(h, msg)) status = LINCE_OUT_OF_MEMORY;
    if (status != LINCE_DONE) {
        lince_history_free(h);
        *out = NULL;
    }
    return status;
}

static int by_thread(const void *a, const void *b) {
    uint32_t s = (*(const lcd_msg_event *const *)a)->thread, t = (*(const lcd_msg_event *const *)b)->thread;
    return LC_ORDER(s, t);
}

/* Threads one after the other, each call with the operations before it and its links.  No number of an event begins
 * with these signs. */
static bool put_partial_order(const lcd_msg_history *msg, lince_text *out) {
    LC_VEC(uint32_t) calls = {0}; /* operations by thread; each has the number of its call */
    for (uint32_t t = 0; t < msg->order_threads; t++)
        for (uint32_t i = 0, op = 0; i < msg->event_count; i++) {
            if (msg->events[i].thread == t && !msg->events[i].is_return) out->cut |= !lc_push(NULL, &calls, op);
            op += !msg->events[i].is_return;
        }
    lc_text_puts(out, msg->psc ? "\xff\xfe" : "\xff\xff");
    for (uint32_t t = 0; t < msg->order_threads; t++)
        for (uint32_t i = 0, op = 0; i < msg->event_count; i++) {
            const lcd_msg_event *e = &msg->events[i];
            if (e->thread == t) lc_text_add(out, e->bytes.at, e->bytes.length);
            if (e->thread == t && !e->is_return) {
                lc_text_add(out, (const char *)msg->before + (size_t)op * msg->order_threads, msg->order_threads);
                for (uint32_t k = 0; msg->links && k < calls.count; k++)
                    lc_text_putc(out, (char)msg->links[op * msg->operations + calls.at[k]]);
            }
            op += !e->is_return;
        }
    lc_vec_free(NULL, &calls);
    return !out->cut;
}

bool lcd_msg_canonical(const lcd_msg_history *msg, lince_text *out) {
    if (msg->order_threads) return put_partial_order(msg, out);
    const lcd_msg_event *run[UINT8_MAX + 1]; /* each thread has at most one event in a run of calls or of returns */
    for (uint32_t i = 0, count; i < msg->event_count; i += count) {
        const lcd_msg_event *first = &msg->events[i];
        for (count = 0; i + count < msg->event_count && first[count].is_return == first->is_return; count++)
            run[count] = &first[count];
        qsort(run, count, sizeof *run, by_thread);
        for (uint32_t k = 0; k < count; k++) lc_text_add(out, run[k]->bytes.at, run[k]->bytes.length);
    }
    return !out->cut;
}
