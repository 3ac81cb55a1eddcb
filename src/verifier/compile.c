/* From generated text to a shared object.
 *
 * It is kept in the cache under a key of its sources, so that the second time no compiler is needed.  A file beside it
 * holds a checksum, for loading a shared object that a full disk or a crash has truncated would end the program. */
#include "verifier/compile.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "tester/toolchain/checksum.h"
#include "tester/toolchain/compiler.h"

/* Beyond -O1 compiling takes twice as long and the steps take the same. */
static const char kind[] = "models", flags[] = "-O1 -w -shared -fPIC -x c";
static const double PATIENCE = 0.3; /* seconds of a search that the interpreter does alone */
enum { CACHE_MAX = 64 << 20, LIMIT = 120 };

void lcv_compiler_init(lcv_compiler *c) {
    *c = (lcv_compiler){.limit = LIMIT};
    pthread_mutex_init(&c->lock, NULL);
}

void lcv_compiler_free(lcv_compiler *c) {
    if (c->opened) lcd_cache_close(&c->cache, false);
    pthread_mutex_destroy(&c->lock);
}

/* Several systems may be compiled at once. */
static bool open_cache(lcv_compiler *c, lince_error *error) {
    pthread_mutex_lock(&c->lock);
    if (!c->opened) c->opened = lcd_cache_open(&c->cache, error) == LINCE_DONE;
    bool opened = c->opened;
    pthread_mutex_unlock(&c->lock);
    return opened;
}

/* ---- the contents of an entry ---- */

static char *path_in(const char *directory, const char *name) {
    lince_text path = {0};
    lc_text_printf(&path, "%s/%s", directory, name);
    if (path.cut) lc_text_free(&path);
    return path.at;
}

/* The shared object in a directory, if it is whole.  Frees the directory's path. */
static char *whole_object(char *directory) {
    char *object = directory && lcd_checksum_matches(directory, "model.so") ? path_in(directory, "model.so") : NULL;
    free(directory);
    return object;
}

/* ---- compiling ---- */

/* In a directory of its own. */
static bool compile(const lcv_compiler *c, const lcd_compiler *compiler, const char *directory, const lince_text *text,
                    const atomic_bool *stop, lince_text *why) {
    char *source = path_in(directory, "model.c"), *object = path_in(directory, "model.so");
    lince_error error = {0};
    lcd_args args = {0};
    int status = 1;
    lcd_args_join(&args, &compiler->command);
    lcd_args_split(&args, flags);
    if (source && object) {
        lcd_args_add(&args, source);
        lcd_args_add(&args, "-o");
        lcd_args_add(&args, object);
    }
    bool well = source && object && lc_write_file(source, text, &error) == LINCE_DONE &&
                lcd_run_child_for(&args, directory, c->limit, stop, &status, &error) == LINCE_DONE;
    if (!well) lc_text_puts(why, error.message[0] ? error.message : "out of memory");
    else if (status == 128 + SIGKILL) lc_text_puts(why, "the compiler takes too long");
    else if (status != 0) lc_text_printf(why, "the compiler fails with status %d", status);
    else if (!lcd_checksum_write(directory, "model.so")) lc_text_puts(why, "the compiled code cannot be written");
    if (source) (void)unlink(source);
    lcd_args_free(&args);
    free(source);
    free(object);
    return why->length == 0 && !why->cut;
}

static char *compile_anew(lcv_compiler *c, uint64_t key, const lince_text *text, const atomic_bool *stop,
                          lince_text *why) {
    lcd_compiler compiler = {0};
    lince_error error = {0};
    char *object = NULL, *draft = NULL;
    if (lcd_compiler_locate(&compiler, LCD_LANGUAGE_C, &error) == LINCE_DONE)
        draft = lcd_cache_begin(&c->cache, kind, key, &error);
    if (!draft) lc_text_puts(why, error.message[0] ? error.message : "out of memory");
    else if (!compile(c, &compiler, draft, text, stop, why)) lcd_cache_drop(draft);
    else {
        object = whole_object(lcd_cache_settle(&c->cache, kind, key, draft));
        if (!object) lc_text_puts(why, "the compiled code is not there");
        lcd_cache_trim(&c->cache, kind, CACHE_MAX);
    }
    lcd_compiler_free(&compiler);
    return object;
}

/* Any compiler's code is as good as another's, as long as it is for this kind of machine. */
static uint64_t key_of(const lince_text *text) {
    struct utsname machine;
    uint64_t key = lc_mix(lc_hash_bytes(lc_text(text), text->length), lc_hash_bytes(flags, sizeof flags));
    return uname(&machine) == 0 ? lc_mix(key, lc_hash_bytes(machine.machine, strlen(machine.machine))) : key;
}

static char *make(void *context, const lince_text *text, bool anew, const atomic_bool *stop, lince_text *why) {
    lcv_compiler *c = context;
    lince_error error = {0};
    uint64_t key = key_of(text);
    if (!open_cache(c, &error)) {
        lc_text_puts(why, error.message[0] ? error.message : "out of memory");
        return NULL;
    }
    char *entry = lcd_cache_find(&c->cache, kind, key);
    bool there = entry != NULL;
    char *found = whole_object(entry);
    if (found && !anew) return found;
    if (there) lcd_cache_forget(&c->cache, kind, key);
    free(found);
    return compile_anew(c, key, text, stop, why);
}

lcm_native_maker lcv_compiler_maker(lcv_compiler *c, bool always) {
    return (lcm_native_maker){.make = make, .context = c, .delay = always ? 0 : PATIENCE, .waits = always};
}
