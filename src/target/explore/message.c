#include "target/explore/message.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/explore/value.h"

/* The message being made: its header, then its content.  Room doubles when it is used up. */
static struct {
    char *at;
    size_t size, length;
} out LCT_STATE = {0};

/* Hashes of the warnings printed so far; when there is no room left, all further ones are printed. */
enum { WARNINGS = 64 };
static struct {
    unsigned count;
    uint64_t hashes[WARNINGS];
} warned LCT_STATE = {0};

static char *room(size_t size) {
    if (size > out.size - out.length) {
        size_t larger = out.size ? out.size * 2 : 1 << 16;
        while (larger - out.length < size) larger *= 2;
        char *moved = lct_reserve(larger);
        if (out.at) {
            memcpy(moved, out.at, out.length);
            lct_unreserve(out.at, out.size);
        }
        out.at = moved;
        out.size = larger;
    }
    return out.at + out.length;
}

static void put_bytes(const void *bytes, size_t length) {
    if (length) memcpy(room(length), bytes, length);
    out.length += length;
}

static void put_number(uint64_t n) {
    uint8_t *at = (uint8_t *)room(10);
    for (; n >= 0x80; n >>= 7, out.length++) *at++ = (uint8_t)(n | 0x80);
    *at = (uint8_t)n;
    out.length++;
}

static void put_signed(int64_t n) { put_number((uint64_t)n << 1 ^ (n < 0 ? UINT64_MAX : 0)); }

static void put_text(const char *text) {
    size_t length = text ? strlen(text) : 0;
    put_number(length);
    put_bytes(text, length);
}

static void begin(enum lct_message kind) {
    lct_message_header header = {.kind = (uint32_t)kind};
    out.length = 0;
    put_bytes(&header, sizeof header);
}

/* The code under test must not notice: errno stays as it was. */
static void send(void) {
    uint32_t length = (uint32_t)(out.length - sizeof(lct_message_header));
    memcpy(out.at + offsetof(lct_message_header, length), &length, sizeof length);
    int saved = errno;
    for (size_t written = 0; written < out.length;) {
        ssize_t n = write(LCT_MESSAGES_FD, out.at + written, out.length - written);
        if (n >= 0) written += (size_t)n;
        else if (errno != EINTR) _exit(72); /* there is no reader */
    }
    errno = saved;
}

/* ---- common parts of several messages ---- */

static void put_identity(const lct_identity *id) {
    put_number(id->scenario);
    put_text(id->text);
    put_number(id->stage);
    put_number(id->task);
    put_number(id->number);
    put_number(id->heap);
    put_number(id->preemptions);
    put_number(id->length);
    put_bytes(id->path, id->length);
    put_number(id->plain_count);
    for (size_t i = 0; i < id->plain_count; i++) put_number(id->plain[i]);
    put_number(id->begin_count);
    for (size_t i = 0; i < id->begin_count; i++) put_number(id->begins[i]);
    put_number(id->memory);
}

/* Contents stand in place of their numbers, which are this process's. */
static void put_value(int64_t value) {
    const lct_value *v = lct_value_of(value);
    if (!v && value != LCT_VALUE_CONTENT) {
        put_signed(value);
        return;
    }
    put_signed(LCT_VALUE_CONTENT);
    put_number(v ? v->kind : LCT_VALUE_NUMBER);
    if (!v) put_signed(value);
    else if (v->kind != LCT_VALUE_LIST) {
        put_number(v->size);
        put_bytes(v->content, v->size);
    } else {
        put_number((uint64_t)lince_value_length(value));
        for (int i = 0; i < lince_value_length(value); i++) put_value(lince_value_item(value, i));
    }
}

static void put_events(const lct_log_entry *log, size_t length) {
    put_number(length);
    for (size_t i = 0; i < length; i++) {
        const lct_log_entry *e = &log[i];
        put_number((uint64_t)e->thread << 1 | e->returns);
        if (!e->returns) {
            put_text(lct_r.names[e->name]);
            put_number(lct_r.options[e->name]);
        }
        put_number(e->count);
        for (unsigned k = 0; k < e->count; k++) put_value(e->values[k]);
    }
}

static void put_frames(const uintptr_t *frames, size_t count) {
    put_number(count);
    for (size_t i = 0; i < count; i++) put_number(frames[i]);
}

static void put_step(const lct_step_report *step) {
    put_number(step->step);
    put_number(step->thread);
    put_number(step->kind);
    put_number(step->address);
    put_number(step->size);
    put_number(step->before);
    put_number(step->after);
    put_number(step->pc);
    put_text(step->text);
    put_frames(step->frames, step->frame_count);
    put_number(step->order);
    put_number(step->newer);
    put_number(step->newest_step);
    put_number(step->more);
    put_number(step->is_volatile);
}

/* ---- the messages ---- */

void lct_send_test(const lct_test *test) {
    begin(LCT_MSG_TEST);
    put_text(test->name);
    put_text(test->file);
    put_number((uint64_t)test->line);
    put_text(test->spec);
    put_text(test->criterion);
    put_number(test->model || test->meet_count);
    put_signed(test->first_unique);
    put_text(test->order);
    put_number(test->balanced);
    put_signed(test->adding);
    put_signed(test->removing);
    put_number(test->op_count);
    for (unsigned i = 0; i < test->op_count; i++) {
        const lct_test_op *op = &test->ops[i];
        put_text(op->name);
        put_number(op->count);
        for (unsigned k = 0; k < op->count; k++) {
            put_number((uint64_t)op->arguments[k].unique);
            put_signed(op->arguments[k].low);
            put_signed(op->arguments[k].high);
        }
    }
    send();
}

void lct_send_scenario(uint32_t number, const char *text) {
    begin(LCT_MSG_SCENARIO);
    put_number(number);
    put_text(text);
    send();
}

void lct_send_history(bool serial, enum lct_completeness complete, const lct_failure_report *stuck,
                      const lct_identity *id, const lct_log_entry *log, size_t length, const lct_history_order *order) {
    begin(LCT_MSG_HISTORY);
    put_number(serial);
    put_number(complete);
    put_number(stuck ? stuck->kind + 1 : 0);
    if (stuck) {
        put_text(stuck->message);
        put_text(stuck->doubt);
        put_number(stuck->thread);
        put_number(stuck->pc);
    }
    put_identity(id);
    put_events(log, length);
    put_number(order->threads);
    for (size_t i = 0; i < order->operations * order->threads; i++) put_number(order->before[i]);
    if (order->threads) put_number(!order->links ? 0 : order->psc ? 2 : 1);
    for (size_t i = 0; order->links && i < order->operations * order->operations; i++) put_number(order->links[i]);
    send();
}

void lct_send_failure(const lct_failure_report *failure, const lct_identity *id, const lct_log_entry *log,
                      size_t length) {
    begin(LCT_MSG_FAILURE);
    put_number(failure->kind);
    put_text(failure->message);
    put_number(failure->thread);
    put_number(failure->pc);
    put_number(failure->address);
    put_number(failure->doubt != NULL);
    put_text(failure->doubt);
    put_number(failure->access_count);
    for (size_t i = 0; i < failure->access_count; i++) put_step(&failure->accesses[i]);
    put_identity(id);
    put_events(log, length);
    send();
}

void lct_send_stage(const lct_stage_report *stage) {
    begin(LCT_MSG_STAGE);
    put_number(stage->scenario);
    put_number(stage->stage);
    put_number(stage->name.kind);
    put_number(stage->name.heap);
    put_number(stage->name.bound);
    put_number(stage->name.memory);
    put_number(stage->executions);
    put_number(stage->redundant);
    put_number(stage->complete);
    put_number(stage->cut);
    put_number(stage->blocked);
    send();
}

void lct_send_scenarios(uint64_t all, uint64_t given, bool sampled, unsigned complete) {
    begin(LCT_MSG_SCENARIOS);
    put_number(all);
    put_number(given);
    put_number(sampled);
    put_number(complete);
    send();
}

void lct_send_size(unsigned threads, unsigned calls, uint64_t all, bool sampled) {
    begin(LCT_MSG_SIZE);
    put_number(threads);
    put_number(calls);
    put_number(all);
    put_number(sampled);
    send();
}

/* FNV-1a. */
static uint64_t hash(const char *text) {
    uint64_t h = 0xcbf29ce484222325u;
    for (; *text; text++) h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h;
}

void lct_send_warning(const char *text) {
    uint64_t h = hash(text);
    for (unsigned i = 0; i < warned.count; i++)
        if (warned.hashes[i] == h) return;
    if (warned.count < WARNINGS) warned.hashes[warned.count++] = h;
    begin(LCT_MSG_WARNING);
    put_text(text);
    send();
}

void lct_send_step(const lct_step_report *step) {
    begin(LCT_MSG_STEP);
    put_step(step);
    send();
}

void lct_send_thread(const lct_thread_report *thread) {
    begin(LCT_MSG_THREAD);
    put_number(thread->thread);
    put_number(thread->state);
    put_number(thread->kind);
    put_number(thread->address);
    put_number(thread->size);
    put_number(thread->pc);
    put_text(thread->call);
    put_frames(thread->frames, thread->frame_count);
    send();
}

void lct_send_leak(uint32_t kind, uint64_t pc, uint64_t count, uint64_t bytes) {
    begin(LCT_MSG_LEAK);
    put_number(kind);
    put_number(pc);
    put_number(count);
    put_number(bytes);
    send();
}

void lct_send_weaker(const lct_weaker_report *w) {
    begin(LCT_MSG_WEAKER);
    put_number(w->kind);
    put_number(w->order);
    put_number(w->pc);
    put_number(w->address);
    put_frames(w->frames, w->frame_count);
    send();
}

void lct_send_numbers(enum lct_message kind, const uint64_t *numbers, size_t count) {
    begin(kind);
    for (size_t i = 0; i < count; i++) put_number(numbers[i]);
    send();
}

void lct_send_graph(const char *text) {
    begin(LCT_MSG_GRAPH);
    put_text(text);
    send();
}

void lct_send_end(enum lct_worker_end end, const char *why) {
    begin(LCT_MSG_END);
    put_number(end);
    put_text(why);
    send();
}
