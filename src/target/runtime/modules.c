#define _GNU_SOURCE
#include "target/runtime/modules.h"

#include <link.h>
#include <string.h>

#include "target/runtime/machine.h"

typedef struct range {
    uintptr_t low, size;
} range;

enum { SYSTEM = 16 };
static struct {
    range system[SYSTEM];
    unsigned count;
} ranges LCT_STATE = {0};
lct_program_range lct_program LCT_STATE = {0};

/* The parts of glibc and musl. */
static bool is_system_name(const char *path) {
    static const char *const names[] = {"ld-",      "ld64.",      "ld.so",   "libc.",      "libc-",
                                        "libm.",    "libm-",      "libdl.",  "libpthread", "librt.",
                                        "librt-",   "libresolv.", "libnss_", "libnsl.",    "libanl",
                                        "libutil.", "libmvec",    "libdl-",  "linux-vdso", "linux-gate"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0) return true;
    return false;
}

typedef struct collection {
    lct_module *at;
    unsigned count;
} collection;

static void add_segment(lct_module *m, uintptr_t start, uintptr_t size, bool writable) {
    if (start < m->low) m->low = start;
    if (start + size > m->high) m->high = start + size;
    if (!writable) return;
    if (!m->start || start < (uintptr_t)m->start) m->start = (char *)start;
    if (start + size > (uintptr_t)m->end) m->end = (char *)start + size;
}

static int add_module(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    collection *c = context;
    if (c->count == LCT_MODULES) return 1;
    lct_module *m = &c->at[c->count];
    *m = (lct_module){
        .low = UINTPTR_MAX, .is_program = c->count == 0, .is_system = c->count && is_system_name(info->dlpi_name)};
    c->count++;
    uintptr_t sealed = 0; /* read-only once it is relocated */
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD) add_segment(m, start, p->p_memsz, p->p_flags & PF_W);
        if (p->p_type == PT_GNU_RELRO) sealed = start + p->p_memsz;
        if (p->p_type == PT_TLS) {
            m->tls = info->dlpi_tls_data;
            m->tls_module = info->dlpi_tls_modid;
            m->tls_size = p->p_memsz;
            m->initial = (const char *)start;
            m->initial_size = p->p_filesz;
        }
    }
    if (sealed > (uintptr_t)m->start && sealed <= (uintptr_t)m->end) m->start = (char *)sealed;
    return 0;
}

unsigned lct_modules(lct_module *at) {
    collection c = {.at = at};
    dl_iterate_phdr(add_module, &c);
    return c.count;
}

void lct_modules_learn(void) {
    lct_module all[LCT_MODULES];
    unsigned count = lct_modules(all);
    ranges.count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (all[i].is_program) lct_program = (lct_program_range){all[i].low, all[i].high - all[i].low};
        else if (all[i].is_system && ranges.count < SYSTEM)
            ranges.system[ranges.count++] = (range){all[i].low, all[i].high - all[i].low};
    }
}

bool lct_is_system(uintptr_t pc) {
    for (unsigned i = 0; i < ranges.count; i++)
        if (pc - ranges.system[i].low < ranges.system[i].size) return true;
    return false;
}
