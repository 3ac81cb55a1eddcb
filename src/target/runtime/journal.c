#include "target/runtime/journal.h"

#include <string.h>

#include "target/runtime/assert.h"

typedef struct lct_saved_bytes saved;

static bool save(lct_journal *j, uintptr_t address, uint32_t size) {
    if (j->count == LCT_JOURNAL_MOST) return false;
    saved *s = &j->at[j->count++];
    s->address = address;
    s->size = size;
    memcpy(s->was, (const void *)address, size);
    return true;
}

static bool has(const lct_journal *j, uintptr_t address, uint32_t size) {
    for (const saved *s = j->at; s < j->at + j->count; s++)
        if (s->address == address && s->size == size) return true;
    return false;
}

static uint32_t some_of(uint64_t size) { return size < LCT_JOURNAL_BYTES ? (uint32_t)size : LCT_JOURNAL_BYTES; }

bool lct_journal_save(lct_journal *j, uintptr_t address, uint64_t size) {
    for (uint32_t some; size; size -= some, address += some)
        if (!save(j, address, some = some_of(size))) return false;
    return true;
}

bool lct_journal_save_once(lct_journal *j, uintptr_t address, uint64_t size) {
    for (uint32_t some; size; size -= some, address += some) {
        some = some_of(size);
        if (!has(j, address, some) && !save(j, address, some)) return false;
    }
    return true;
}

static bool differs(const saved *s) { return memcmp(s->was, (const void *)s->address, s->size) != 0; }

bool lct_journal_last_changed(const lct_journal *j) { return differs(&j->at[j->count - 1]); }

/* Was it the first time that this byte was written?  A later copy is not the original value. */
static bool is_oldest(const lct_journal *j, const saved *s, uintptr_t byte) {
    for (const saved *o = j->at; o < s; o++)
        if (byte - o->address < o->size) return false;
    return true;
}

bool lct_journal_unchanged(const lct_journal *j) {
    for (const saved *s = j->at; s < j->at + j->count; s++)
        for (uint32_t i = 0; i < s->size; i++)
            if (s->was[i] != *(const char *)(s->address + i) && is_oldest(j, s, s->address + i)) return false;
    return true;
}

bool lct_journal_has_some(const lct_journal *j, uintptr_t address, uint32_t size) {
    for (const saved *s = j->at; s < j->at + j->count; s++)
        if (s->address < address + size && address < s->address + s->size) return true;
    return false;
}

/* The oldest copy of a byte is the original value. */
bool lct_journal_was(const lct_journal *j, uintptr_t address, uint32_t size, const unsigned char *value) {
    for (uint32_t i = 0; i < size; i++) {
        const saved *s = j->at;
        while (s < j->at + j->count && address + i - s->address >= s->size) s++;
        if (s == j->at + j->count || (unsigned char)s->was[address + i - s->address] != value[i]) return false;
    }
    return true;
}

void lct_journal_undo(lct_journal *j) {
    while (j->count) {
        const saved *s = &j->at[--j->count];
        memcpy((void *)s->address, s->was, s->size);
    }
}

void lct_journal_undo_into(lct_journal *j, const lct_journal *what) {
    assert(!j->count);
    for (const saved *s = what->at + what->count; s-- > what->at;) {
        save(j, s->address, s->size);
        memcpy((void *)s->address, s->was, s->size);
    }
}

uint64_t lct_journal_hash(const lct_journal *j, uint64_t hash) {
    for (const saved *s = j->at; s < j->at + j->count; s++) {
        if (!differs(s)) continue;
        uint64_t now[LCT_JOURNAL_BYTES / 8] = {0};
        memcpy(now, (const void *)s->address, s->size);
        hash = lct_mix(lct_mix(lct_mix(hash, s->address), now[0]), now[1]);
    }
    return hash;
}

__extension__ typedef unsigned __int128 product;

/* Two words at a time, by one long multiplication. */
static inline uint64_t fold(uint64_t hash, const char *at) {
    uint64_t words[2];
    memcpy(words, at, sizeof words);
    product p = (product)(hash ^ words[0]) * (words[1] ^ 0x9e3779b97f4a7c15u);
    return (uint64_t)p ^ (uint64_t)(p >> 64);
}

/* In two lanes, because each multiplication waits for the one before. */
uint64_t lct_mix_words(uint64_t hash, const char *at, const char *end) {
    enum { WORD = sizeof(uint64_t) };
    uint64_t other = ~hash, word;
    for (; end - at >= 4 * WORD; at += 4 * WORD) {
        hash = fold(hash, at);
        other = fold(other, at + 2 * WORD);
    }
    for (; end - at >= WORD; at += WORD) {
        memcpy(&word, at, WORD);
        hash = lct_mix(hash, word);
    }
    return lct_mix(hash, other);
}
