/* Former contents of memory, to undo writes, or to determine whether they make a difference. */
#ifndef LC_TARGET_RUNTIME_JOURNAL_H
#define LC_TARGET_RUNTIME_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

enum { LCT_JOURNAL_MOST = 128, LCT_JOURNAL_BYTES = 16 };

typedef struct lct_journal {
    uint32_t count;
    struct lct_saved_bytes {
        uintptr_t address;
        uint32_t size;
        char was[LCT_JOURNAL_BYTES];
    } at[LCT_JOURNAL_MOST];
} lct_journal;

/* Before a write.  False: there is no room. */
bool lct_journal_save(lct_journal *, uintptr_t address, uint64_t size);
/* The same if these bytes, taken together, have not been saved yet. */
bool lct_journal_save_once(lct_journal *, uintptr_t address, uint64_t size);
/* Has the last of them changed? */
bool lct_journal_last_changed(const lct_journal *);
/* Is all of it as it was? */
bool lct_journal_unchanged(const lct_journal *);
/* Were some of these bytes saved?  And if so, were all of them, and were they like this before? */
bool lct_journal_has_some(const lct_journal *, uintptr_t address, uint32_t size);
bool lct_journal_was(const lct_journal *, uintptr_t address, uint32_t size, const unsigned char *value);
/* It is to be; the journal is empty then. */
void lct_journal_undo(lct_journal *);
/* Memory in `what` gets its former contents; its present contents are saved in the other journal, which is empty. */
void lct_journal_undo_into(lct_journal *, const lct_journal *what);

static inline uint64_t lct_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}
/* Whole words of memory; the rest is left out. */
uint64_t lct_mix_words(uint64_t hash, const char *at, const char *end);
/* A hash of the differences to the former contents. */
uint64_t lct_journal_hash(const lct_journal *, uint64_t hash);

#endif
