/* Shared by the files of versions: lists of them (versions.c), and accesses to them (versions_access.c). */
#ifndef LC_TARGET_RUNTIME_VERSIONS_PARTS_H
#define LC_TARGET_RUNTIME_VERSIONS_PARTS_H

#include "target/runtime/versions.h"

/* The location of an atomic access, which is made if there is none. */
uint32_t lct_version_location(uintptr_t address, uint32_t size, uintptr_t pc);
/* The value of a location whose bytes from `low` on are replaced. */
lct_word lct_version_replaced(lct_word whole, const lct_atomic_location *, uintptr_t low, uint32_t size, lct_word by);
/* A new version behind `older`; rank 0: a new one. */
uint32_t lct_version_append(uint32_t location, uint32_t older, uint64_t rank, unsigned flags);
/* The versions that coherence permits. */
void lct_version_candidates(lct_weak_access *);
/* By the current step. */
void lct_version_is_read(uint32_t version);

#endif
