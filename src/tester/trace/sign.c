#define _GNU_SOURCE /* getrandom */
#include "tester/trace/sign.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- SipHash ---- */

static uint64_t rotate(uint64_t x, unsigned by) { return x << by | x >> (64 - by); }

static void rounds(uint64_t v[4], int count) {
    while (count--) {
        v[0] += v[1], v[1] = rotate(v[1], 13) ^ v[0], v[0] = rotate(v[0], 32);
        v[2] += v[3], v[3] = rotate(v[3], 16) ^ v[2];
        v[0] += v[3], v[3] = rotate(v[3], 21) ^ v[0];
        v[2] += v[1], v[1] = rotate(v[1], 17) ^ v[2], v[2] = rotate(v[2], 32);
    }
}

/* Little-endian on every machine. */
static uint64_t word(const uint8_t *at, size_t count) {
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) value |= (uint64_t)at[i] << 8 * i;
    return value;
}

uint64_t lcd_siphash(const uint8_t key[16], const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    uint64_t k[] = {word(key, 8), word(key + 8, 8)};
    uint64_t v[] = {k[0] ^ 0x736f6d6570736575, k[1] ^ 0x646f72616e646f6d, k[0] ^ 0x6c7967656e657261,
                    k[1] ^ 0x7465646279746573};
    for (size_t left = size;; at += 8, left -= 8) {
        bool last = left < 8;
        uint64_t m = word(at, last ? left : 8) | (last ? (uint64_t)size << 56 : 0);
        v[3] ^= m;
        rounds(v, 2);
        v[0] ^= m;
        if (last) break;
    }
    v[2] ^= 0xff;
    rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ---- the key ---- */

enum { KEY = 16 }; /* bytes */

/* One that another user can read or has put there is none. */
static bool read_key(const char *path, uint8_t key[KEY]) {
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    bool good = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
                !(about.st_mode & 077) && about.st_size == KEY && read(file, key, KEY) == KEY;
    if (file >= 0) close(file);
    return good;
}

/* Two processes that make one at the same time get the same one: the first link counts. */
static void make_key(const char *path) {
    lince_text temporary = {0};
    uint8_t key[KEY];
    lc_text_printf(&temporary, "%s-XXXXXX", path);
    int file = temporary.cut || getrandom(key, sizeof key, 0) != KEY ? -1 : mkostemp(temporary.at, O_CLOEXEC);
    if (file >= 0) {
        if (write(file, key, sizeof key) == KEY) (void)!link(temporary.at, path);
        close(file);
        unlink(temporary.at);
    }
    lc_text_free(&temporary);
}

static bool find_key(const lcd_cache *cache, bool make, uint8_t key[KEY]) {
    if (!cache->root || cache->temporary) return false;
    char *path = lcd_cache_file(cache, "keys", "traces");
    bool found = path && read_key(path, key);
    if (path && !found && make) {
        make_key(path);
        found = read_key(path, key);
    }
    free(path);
    return found;
}

/* ---- signing ---- */

/* Each word with its length, so that two lists with the same bytes differ. */
static void add_word(lince_text *text, const char *bytes) { lc_text_printf(text, "%zu:%s", strlen(bytes), bytes); }

/* Flags may name files as seen from here. */
static bool add_all(lince_text *text, const lcd_trace *t) {
    bool good = t->files.count;
    for (uint32_t i = 0; i < t->files.count && good; i++) {
        char *real = realpath(t->files.at[i], NULL);
        good = real != NULL;
        if (real) add_word(text, real);
        free(real);
    }
    char here[PATH_MAX];
    if (good && t->flags.count) {
        good = getcwd(here, sizeof here) != NULL;
        if (good) add_word(text, here);
    }
    for (uint32_t i = 0; i < t->flags.count; i++) add_word(text, t->flags.at[i]);
    return good && !text->cut;
}

static uint64_t sign(const lcd_trace *t, const lcd_cache *cache, bool make) {
    uint8_t key[KEY];
    lince_text text = {0};
    uint64_t signature = 0;
    if (add_all(&text, t) && find_key(cache, make, key)) {
        signature = lcd_siphash(key, lc_text(&text), text.length);
        if (!signature) signature = 1;
    }
    lc_text_free(&text);
    return signature;
}

uint64_t lcd_trace_sign(const lcd_trace *t, const lcd_cache *cache) { return sign(t, cache, true); }

bool lcd_trace_is_own(const lcd_trace *t) {
    lcd_cache cache;
    lince_error error = {0};
    bool own = false;
    if (!t->signature) return false;
    if (lcd_cache_open(&cache, &error) == LINCE_DONE) own = sign(t, &cache, false) == t->signature;
    lcd_cache_close(&cache, false);
    return own;
}
