#define _GNU_SOURCE
#include "model/compile/labels.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/order.h"

void lcm_alphabet_init(lcm_alphabet *a, lc_budget *budget) {
    pthread_mutex_init(&a->lock, NULL);
    lc_intern_init(&a->names, budget);
    lc_intern_init(&a->labels, budget);
    /* In this order their numbers are LCM_TAU and LCM_TICK. */
    lcm_alphabet_label(a, lcm_alphabet_name(a, "tau"), NULL, 0);
    lcm_alphabet_label(a, lcm_alphabet_name(a, "terminate"), NULL, 0);
}

void lcm_alphabet_free(lcm_alphabet *a) {
    lc_intern_free(&a->names);
    lc_intern_free(&a->labels);
    pthread_mutex_destroy(&a->lock);
}

uint32_t lcm_alphabet_name(lcm_alphabet *a, const char *name) {
    pthread_mutex_lock(&a->lock);
    uint32_t number = lc_intern_add(&a->names, name, strlen(name) + 1);
    pthread_mutex_unlock(&a->lock);
    return number;
}

lcm_label lcm_alphabet_label(lcm_alphabet *a, uint32_t name, const int32_t *numbers, uint32_t count) {
    assert(count <= LCM_LABEL_MAX);
    int32_t key[LCM_LABEL_MAX + 1] = {(int32_t)name};
    if (count > 0) memcpy(key + 1, numbers, count * sizeof *numbers);
    pthread_mutex_lock(&a->lock);
    lcm_label label = lc_intern_add(&a->labels, key, (count + 1) * sizeof *key);
    pthread_mutex_unlock(&a->lock);
    return label;
}

uint32_t lcm_label_parts(lcm_alphabet *a, lcm_label label, uint32_t *name, int32_t numbers[LCM_LABEL_MAX]) {
    pthread_mutex_lock(&a->lock);
    lc_interned found = *lc_intern_get(&a->labels, label);
    pthread_mutex_unlock(&a->lock);
    const int32_t *key = found.bytes;
    uint32_t count = found.size / (uint32_t)sizeof *key - 1;
    *name = (uint32_t)key[0];
    memcpy(numbers, key + 1, count * sizeof *key);
    return count;
}

const char *lcm_alphabet_name_text(lcm_alphabet *a, uint32_t name) {
    pthread_mutex_lock(&a->lock);
    const char *text = lc_intern_get(&a->names, name)->bytes;
    pthread_mutex_unlock(&a->lock);
    return text;
}

void lcm_numbers_print(const char *name, const int32_t *numbers, uint32_t count, lince_text *out) {
    bool sends = *name && strchr("!?", name[strlen(name) - 1]);
    for (uint32_t i = 0; i < count; i++) lc_text_printf(out, "%s%d", i || !sends ? "." : "", numbers[i]);
}

void lcm_label_print(lcm_alphabet *a, lcm_label label, lince_text *out) {
    uint32_t name;
    int32_t numbers[LCM_LABEL_MAX];
    uint32_t count = lcm_label_parts(a, label, &name, numbers);
    lc_text_puts(out, lcm_alphabet_name_text(a, name));
    lcm_numbers_print(lcm_alphabet_name_text(a, name), numbers, count, out);
}

void lcm_label_cache_init(lcm_label_cache *c, lcm_alphabet *alphabet) {
    memset(c, 0, sizeof *c);
    c->alphabet = alphabet;
}

lcm_label lcm_label_cached(lcm_label_cache *c, uint32_t name, const int32_t *numbers, uint32_t count) {
    enum { KEPT = sizeof c->at[0].numbers / sizeof *numbers, PLACES = sizeof c->at / sizeof *c->at };
    if (count > KEPT) return lcm_alphabet_label(c->alphabet, name, numbers, count);
    uint64_t hash = lc_mix(name, count);
    for (uint32_t i = 0; i < count; i++) hash = lc_mix(hash, (uint32_t)numbers[i]);
    for (uint32_t at = hash % PLACES, tries = 0; tries < 8; at = (at + 1) % PLACES, tries++) {
        if (c->at[at].label == LCM_TAU) {
            lcm_label label = lcm_alphabet_label(c->alphabet, name, numbers, count);
            if (label == LC_NOT_INTERNED) return label;
            c->at[at].hash = hash, c->at[at].label = label, c->at[at].name = name, c->at[at].count = count;
            if (count > 0) memcpy(c->at[at].numbers, numbers, count * sizeof *numbers);
            return label;
        }
        if (c->at[at].hash == hash && c->at[at].name == name && c->at[at].count == count &&
            (count == 0 || memcmp(c->at[at].numbers, numbers, count * sizeof *numbers) == 0))
            return c->at[at].label;
    }
    return lcm_alphabet_label(c->alphabet, name, numbers, count);
}

static int by_parts(const void *a, const void *b, void *context) {
    lcm_alphabet *alphabet = context;
    uint32_t names[2], counts[2];
    int32_t numbers[2][LCM_LABEL_MAX];
    counts[0] = lcm_label_parts(alphabet, *(const lcm_label *)a, &names[0], numbers[0]);
    counts[1] = lcm_label_parts(alphabet, *(const lcm_label *)b, &names[1], numbers[1]);
    int order = strcmp(lcm_alphabet_name_text(alphabet, names[0]), lcm_alphabet_name_text(alphabet, names[1]));
    for (uint32_t i = 0; order == 0 && i < counts[0] && i < counts[1]; i++)
        order = LC_ORDER(numbers[0][i], numbers[1][i]);
    return order ? order : LC_ORDER(counts[0], counts[1]);
}

void lcm_labels_sort(lcm_alphabet *alphabet, lcm_label *labels, uint32_t *count) {
    uint32_t kept = 0;
    if (*count > 1) qsort_r(labels, *count, sizeof *labels, by_parts, alphabet);
    for (uint32_t i = 0; i < *count; i++)
        if (i == 0 || labels[i] != labels[i - 1]) labels[kept++] = labels[i];
    *count = kept;
}
