/* The data that rank 0 sends to the other ranks before the work begins. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/ranks/shards.h"

bool lcc_shards_agree(lcc_ranks *ranks, bool mine) {
    lc_ranks all = ranks->group(ranks->context, 1);
    size_t *sizes = malloc(all.size * sizeof *sizes);
    bool *answers = NULL, agreed = true;
    if (!sizes) ranks->give_up(ranks->context);
    all.exchange(all.context, &mine, sizeof mine, (void **)&answers, sizes);
    for (uint32_t i = 0; i < all.size; i++) agreed = agreed && answers[i];
    free(answers);
    free(sizes);
    return agreed;
}

/* ---- files ---- */

/* Each file as whether it is a plain one, and its path, terminated. */
static void list_files(lince_text *out, const lck_files *files) {
    for (uint32_t i = 0; i < files->list.count; i++) {
        lc_text_putc(out, files->list.at[i].plain ? '+' : '-');
        lc_text_add(out, files->list.at[i].path, strlen(files->list.at[i].path) + 1);
    }
}

void lcc_shards_files(lcc_ranks *ranks, lck_files *files) {
    lince_text list = {0};
    if (ranks->rank == 0) list_files(&list, files);
    if (list.cut) ranks->give_up(ranks->context);
    void *bytes = list.at;
    size_t size = list.length;
    ranks->broadcast(ranks->context, &bytes, &size);
    const char *at = bytes, *end = at + size;
    while (ranks->rank != 0 && at < end) {
        lck_file file = {.path = strdup(at + 1), .plain = *at == '+'};
        if (!file.path || !lc_push(NULL, &files->list, file)) ranks->give_up(ranks->context);
        at += strlen(at) + 1;
    }
    free(bytes);
}

/* ---- standard input ---- */

/* All of it; false: it cannot be read. */
static bool read_input(lince_text *out, const volatile int *interrupt) {
    char piece[1 << 16];
    while (!lc_is_interrupted(interrupt)) {
        struct pollfd wanted = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&wanted, 1, 50) <= 0) continue;
        ssize_t got = read(STDIN_FILENO, piece, sizeof piece);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (got == 0) return true;
        lc_text_add(out, piece, (size_t)got);
        if (out->cut) return false;
    }
    return true;
}

lck_input_text *lcc_shards_input(lcc_ranks *ranks, lck_files *files, const volatile int *interrupt) {
    if (files->list.count != 1 || !lck_is_standard_input(files->list.at[0].path)) return NULL;
    lince_text text = {0};
    if (ranks->rank == 0) {
        bool read = read_input(&text, interrupt);
        lc_text_putc(&text, !read ? '-' : lc_is_interrupted(interrupt) ? '!' : '+');
    }
    if (text.cut) ranks->give_up(ranks->context);
    void *bytes = text.at;
    size_t size = text.length;
    ranks->broadcast(ranks->context, &bytes, &size);
    char how = ((char *)bytes)[--size];
    lck_input_text *input = how == '-' ? NULL : malloc(sizeof *input);
    if (how != '-' && !input) ranks->give_up(ranks->context);
    if (!input) {
        free(bytes);
        return NULL;
    }
    *input = (lck_input_text){.bytes = bytes, .size = size, .stopped = how == '!'};
    files->list.at[0].plain = true;
    return input;
}

void lcc_input_text_free(lck_input_text *input) {
    if (!input) return;
    free(input->bytes);
    free(input);
}
