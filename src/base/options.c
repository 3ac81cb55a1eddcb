#include "base/options.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/spelling.h"
#include "base/text.h"

enum { NAME_ROOM = 64 };

static void spell(const char *member, char *buffer, size_t size) {
    assert(strlen(member) < size);
    size_t i = 0;
    for (; member[i] && i + 1 < size; i++) buffer[i] = member[i] == '_' ? '-' : member[i];
    buffer[i] = '\0';
}

void lc_option_name(const lc_option *o, char *buffer, size_t size) { spell(o->member, buffer, size); }

size_t lc_option_offers(const lc_option *o) {
    assert(lc_option_has_words(o));
    return strcspn(o->value, ";");
}

/* Values.  Each returns a description of the error in the text, as the end of "'TEXT' is ...", or NULL. */

static const char *read_number(const char *text, unsigned *number) {
    const char *wrong = "not a number";
    if (!*text || text[strspn(text, "0123456789")]) return wrong;
    errno = 0;
    unsigned long long all = strtoull(text, NULL, 10);
    if (errno || all > UINT_MAX) return "too large";
    *number = (unsigned)all;
    return NULL;
}

/* A decimal fraction and where it ends; strtod alone would take hexadecimal numbers, infinities and signs as well. */
static bool read_decimal(const char *text, double *number, const char **end) {
    size_t length = strspn(text, "0123456789.");
    if (length == 0 || length > 32) return false;
    char digits[33];
    memcpy(digits, text, length);
    digits[length] = '\0';
    char *stop;
    *number = strtod(digits, &stop);
    *end = text + length;
    return stop == digits + length;
}

bool lc_read_seconds(const char *text, double *seconds) {
    const char *end;
    return read_decimal(text, seconds, &end) && !*end;
}

static const char *read_size(const char *text, size_t *size) {
    const char *wrong = "not a size (write a number of bytes, or 500M, 4G)";
    static const char units[] = "KMGT";
    double number;
    const char *end;
    if (!read_decimal(text, &number, &end)) return wrong;
    if (*end && strchr(units, *end & ~0x20)) {
        number *= (double)((uint64_t)1 << 10 * (strchr(units, *end & ~0x20) - units + 1));
        end++;
    }
    if (*end) return wrong;
    if (number >= (double)((uint64_t)1 << 63)) return "too large";
    *size = (size_t)number;
    return NULL;
}

/* Is this one of the words between bars?  The value of a word that is not available yet may carry parameters. */
static bool find_word(const char *words, const char *end, const char *text, size_t length, unsigned *index) {
    for (unsigned i = 0; words < end; i++) {
        size_t this = strcspn(words, "|;"), upto_colon = strcspn(words, ":") + 1;
        size_t word = upto_colon < this ? upto_colon : this;
        if (word == length && memcmp(words, text, length) == 0) {
            *index = i;
            return true;
        }
        words += this + 1;
    }
    return false;
}

/* `auto, hist or edn` */
static void list_words(lince_text *t, const char *words, const char *end) {
    while (words < end) {
        size_t length = strcspn(words, "|;");
        const char *next = words + length + 1;
        lc_text_add(t, words, length);
        if (next < end) lc_text_puts(t, memchr(next, '|', (size_t)(end - next)) ? ", " : " or ");
        words = next;
    }
}

/* `length` of the text is the word itself. */
static lince_status read_choice(const lc_option *o, const char *name, const char *text, size_t length, unsigned *index,
                                lince_error *error) {
    const char *end = o->value + lc_option_offers(o);
    unsigned unused;
    if (find_word(o->value, end, text, length, index)) return LINCE_DONE;
    bool later = *end && find_word(end + 1, end + strlen(end), text, strcspn(text, ":"), &unused);
    lince_text offers = {0};
    list_words(&offers, o->value, end);
    lc_fail(error, "--%s: '%s' is %s; choose %s", name, text,
            later ? "not available in this version" : "not one of its values", lc_text(&offers));
    lc_text_free(&offers);
    return LINCE_BAD_INPUT;
}

/* A word with a colon is looked for with it, and is to be followed by something. */
static lince_status read_variant(const lc_option *o, const char *name, const char *text, lc_option_VARIANT *variant,
                                 lince_error *error) {
    size_t length = strcspn(text, ":");
    bool with = text[length];
    lince_status status = read_choice(o, name, text, length + with, &variant->index, error);
    variant->with = with ? text + length + 1 : NULL;
    if (status == LINCE_DONE && with && !*variant->with)
        return lc_fail(error, "--%s: something must follow the colon of '%s'", name, text);
    return status;
}

/* A file without a name is never intended; it is a variable of a script that is not set. */
static const char *read_name(const lc_option *o, const char *text) {
    return *text || !o->value || strcmp(o->value, "FILE") != 0 ? NULL : "not the name of a file";
}

static lince_status set_value(const lc_option *o, void *settings, const char *text, lince_error *error) {
    void *member = (char *)settings + o->offset;
    const char *wrong = NULL;
    char name[NAME_ROOM];
    lc_option_name(o, name, sizeof name);
    switch (o->kind) {
    case LC_OPTION_FLAG:
    case LC_OPTION_HELP: *(bool *)member = true; break;
    case LC_OPTION_TEXT:
    case LC_OPTION_OUTPUT:
        wrong = read_name(o, text);
        *(const char **)member = text;
        break;
    case LC_OPTION_LIST:
        wrong = read_name(o, text);
        if (!lc_push(NULL, (lc_words *)member, text)) return LINCE_OUT_OF_MEMORY;
        break;
    case LC_OPTION_NUMBER:
    case LC_OPTION_LIMIT: wrong = read_number(text, member); break;
    case LC_OPTION_SECONDS: wrong = lc_read_seconds(text, member) ? NULL : "not a number of seconds"; break;
    case LC_OPTION_SIZE: wrong = read_size(text, member); break;
    case LC_OPTION_CHOICE: return read_choice(o, name, text, strlen(text), member, error);
    case LC_OPTION_VARIANT: return read_variant(o, name, text, member, error);
    }
    if (wrong) return lc_fail(error, "--%s: '%s' is %s", name, text, wrong);
    return LINCE_DONE;
}

/* Finding options. */

static bool names(const char *member, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((member[i] == '_' ? '-' : member[i]) != text[i]) return false;
    return member[length] == '\0';
}

typedef bool matches(const lc_option *, const char *text, size_t length);
static bool by_name(const lc_option *o, const char *text, size_t length) { return names(o->member, text, length); }
static bool by_letter(const lc_option *o, const char *text, size_t length) {
    (void)length;
    return o->letter && o->letter == *text;
}

static const lc_option *find(const lc_option_set *set, matches *fits, const char *text, size_t length) {
    for (size_t g = 0; g < set->count; g++)
        for (size_t i = 0; i < set->groups[g].count; i++)
            if (fits(&set->groups[g].rows[i], text, length)) return &set->groups[g].rows[i];
    return NULL;
}

/* Reading the arguments one after the other. */

typedef struct reading {
    const char *command;
    const lc_option_set *set;
    void *settings;
    char **next; /* the argument after this one; NULL ends them */
    lince_error *error;
} reading;

static lince_status unknown(const reading *r, const char *text, size_t length) {
    const lc_option_set *set = r->set;
    char word[NAME_ROOM], name[NAME_ROOM];
    size_t copied = length < sizeof word ? length : sizeof word - 1;
    memcpy(word, text, copied);
    word[copied] = '\0';
    lc_nearest nearest = {.word = word};
    for (size_t g = 0; g < set->count; g++)
        for (size_t i = 0; i < set->groups[g].count; i++) lc_nearest_offer(&nearest, set->groups[g].rows[i].member);
    if (!nearest.best)
        return lc_fail(r->error, "unknown option --%.*s; 'lince %s --help' lists them", (int)length, text, r->command);
    spell(nearest.best, name, sizeof name);
    return lc_fail(r->error, "unknown option --%.*s; did you mean --%s?", (int)length, text, name);
}

static lince_status take(reading *r, const lc_option *o, const char *value) {
    if (o->kind == LC_OPTION_HELP) return LINCE_END;
    if (lc_option_takes_value(o) && !value) {
        value = *r->next;
        char name[NAME_ROOM];
        lc_option_name(o, name, sizeof name);
        if (!value) return lc_fail(r->error, "--%s needs a value", name);
        r->next++;
    }
    return set_value(o, r->settings, value, r->error);
}

static lince_status read_long(reading *r, const char *text) {
    size_t length = strcspn(text, "=");
    const char *value = text[length] ? text + length + 1 : NULL;
    const lc_option *o = find(r->set, by_name, text, length);
    if (!o) return unknown(r, text, length);
    if (value && !lc_option_takes_value(o)) return lc_fail(r->error, "--%.*s takes no value", (int)length, text);
    return take(r, o, value);
}

/* `-qv` is two flags; the value of `-j 4` may follow without a space. */
static lince_status read_letters(reading *r, const char *letters) {
    while (*letters) {
        const lc_option *o = find(r->set, by_letter, letters, 1);
        if (!o) return lc_fail(r->error, "unknown option -%c; 'lince %s --help' lists them", *letters, r->command);
        letters++;
        bool with_value = lc_option_takes_value(o);
        lince_status status = take(r, o, with_value && *letters ? letters : NULL);
        if (status != LINCE_DONE || with_value) return status;
    }
    return LINCE_DONE;
}

static lince_status set_defaults(const lc_option_set *set, void *settings, lince_error *error) {
    for (size_t g = 0; g < set->count; g++)
        for (size_t i = 0; i < set->groups[g].count; i++) {
            const lc_option *o = &set->groups[g].rows[i];
            if (o->kind == LC_OPTION_LIMIT || lc_option_has_words(o)) /* its first member, if it has several */
                *(unsigned *)((char *)settings + o->offset) = LC_UNSAID;
            lince_status status = o->otherwise ? set_value(o, settings, o->otherwise, error) : LINCE_DONE;
            assert(status == LINCE_DONE);
            if (status != LINCE_DONE) return status;
        }
    return LINCE_DONE;
}

lince_status lc_options_read(const lc_option_set *set, void *settings, lc_words *operands, int argc, char **argv,
                             lince_error *error) {
    assert(argc >= 1 && argv[argc] == NULL);
    reading r = {argv[0], set, settings, argv + 1, error};
    (void)argc;
    lince_status status = set_defaults(set, settings, error);
    bool options_over = false;
    while (status == LINCE_DONE && *r.next) {
        const char *argument = *r.next++;
        if (options_over || argument[0] != '-' || !argument[1]) {
            if (!lc_push(NULL, operands, argument)) status = LINCE_OUT_OF_MEMORY;
        } else if (strcmp(argument, "--") == 0) options_over = true;
        else status = argument[1] == '-' ? read_long(&r, argument + 2) : read_letters(&r, argument + 1);
    }
    return status;
}

void lc_options_free(const lc_option_set *set, void *settings, lc_words *operands) {
    for (size_t g = 0; g < set->count; g++)
        for (size_t i = 0; i < set->groups[g].count; i++) {
            const lc_option *o = &set->groups[g].rows[i];
            if (o->kind != LC_OPTION_LIST) continue;
            lc_words *list = (lc_words *)((char *)settings + o->offset);
            lc_vec_free(NULL, list);
        }
    lc_vec_free(NULL, operands);
}
