/* Former contents of memory, to undo writes, or to determine whether they make a difference. */
#ifndef LC_TARGET_RUNTIME_JOURNAL_H
#define LC_TARGET_RUNTIME_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

enum { LC_JOURNAL_MOST = 128, LC_JOURNAL_BYTES = 16 };

typedef struct lc_journal {
    uint32_t count;
    struct lc_saved_bytes {
        uintptr_t address;
        uint32_t size;
        char was[LC_JOURNAL_BYTES];
    } at[LC_JOURNAL_MOST];
} lc_journal;

/* Before a write.  False: there is no room. */
bool lc_journal_save(lc_journal *, uintptr_t address, uint64_t size);
/* The same if these bytes, taken together, have not been saved yet. */
bool lc_journal_save_once(lc_journal *, uintptr_t address, uint64_t size);
/* Has the last of them changed? */
bool lc_journal_last_changed(const lc_journal *);
/* Is all of it as it was? */
bool lc_journal_unchanged(const lc_journal *);
/* It is to be; the journal is empty then. */
void lc_journal_undo(lc_journal *);
/* Memory in `what` gets its former contents; its present contents are saved in the other journal, which is empty. */
void lc_journal_undo_into(lc_journal *, const lc_journal *what);

static inline uint64_t lc_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}
/* A hash of the differences to the former contents. */
uint64_t lc_journal_hash(const lc_journal *, uint64_t hash);

#endif
