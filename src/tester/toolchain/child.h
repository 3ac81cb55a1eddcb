/* Other programs that the command runs to their end: compilers, and tools that read object files. */
#ifndef LC_TESTER_TOOLCHAIN_CHILD_H
#define LC_TESTER_TOOLCHAIN_CHILD_H

#include <stdatomic.h>

#include <lince/error.h>

#include "base/options.h"
#include "base/text.h"

/* A command line that owns its words. */
typedef struct lcd_args {
    LC_VEC(char *) list;
    bool cut; /* memory ran out: a word is missing */
} lcd_args;

void lcd_args_add(lcd_args *, const char *word);
void lcd_args_addf(lcd_args *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lcd_args_split(lcd_args *, const char *words); /* at blanks */
void lcd_args_join(lcd_args *, const lcd_args *more);
void lcd_args_free(lcd_args *);
/* As execvp wants it; valid until something is added.  NULL: memory ran out. */
char **lcd_args_vector(lcd_args *);
/* The same for a person to type again, quoted where a shell needs it. */
void lcd_args_print(lince_text *, const lcd_args *);

/* A directory for temporary files: an interrupted compiler may leave some behind.  NULL: there can be none, and it goes
 * without. */
char *lcd_scratch_make(void);
void lcd_scratch_remove(char *); /* and frees it; may be NULL */

typedef enum lcd_child_voice {
    LCD_CHILD_LOUD,     /* both its streams are printed */
    LCD_CHILD_CAPTURED, /* its standard output is kept, its standard error is printed */
    LCD_CHILD_ALONE     /* its standard output is kept, its standard error is dropped */
} lcd_child_voice;

/* How the lines that children of this process print on standard error get there.  They are held back until a child has
 * ended, and then given to `print`; unless `holds` returns false, for then the child may use standard error itself.
 * Before this is called they are held back and dropped. */
typedef struct lcd_child_printer {
    void (*print)(const lince_text *lines, void *context);
    bool (*holds)(void *context);
    void *context;
    bool plain;                    /* no colours, even on a terminal */
    const volatile int *interrupt; /* ends children when it is set; NULL: lc_interrupted() does */
} lcd_child_printer;
/* For children that this thread starts; returns the previous printer. */
lcd_child_printer lcd_child_print_by(lcd_child_printer);
bool lcd_child_interrupted(void); /* see `interrupt` */
/* See `holds`, and `plain`. */
bool lcd_child_is_held(void);
bool lcd_child_is_plain(void);

/* Waits for it to end.  `status` is its exit status, or 128 + the signal that ended it.  LINCE_BAD_INPUT: it could not
 * be started, with the reason in the error.  `out` may be NULL. */
lince_status lcd_run_child(lcd_args *, lcd_child_voice, lince_text *out, int *status, lince_error *);

/* The same for one without output that may be ended early, with all the processes it has started: after so many
 * seconds, or when `stop` is set.  Then `status` is 128 + SIGKILL.  Its temporary files are made in the directory
 * `scratch`, because it has no time to delete them. */
lince_status lcd_run_child_for(lcd_args *, const char *scratch, double seconds, const atomic_bool *stop, int *status,
                               lince_error *);

#endif
