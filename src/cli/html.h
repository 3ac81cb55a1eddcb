/* --html: a page that is put together section by section, and written when all is done.
 *
 * A page is to be opened by a browser, so it has a largest size.  Violations come first: correct histories are drawn
 * only as long as there are not too many of them, then they are listed, in the end counted.
 */
#ifndef LC_CLI_HTML_H
#define LC_CLI_HTML_H

#include <stdatomic.h>
#include <stdint.h>

#include <lince/error.h>

#include "base/options.h"
#include "base/text.h"

typedef struct lc_html_file {
    const char *path; /* NULL: no page, and all functions below do nothing */
    const char *kind; /* of its sections: the command */
    bool unjudged;    /* histories are only drawn, and none is said to be ok */
    lince_text text;
    uint32_t sections;
    size_t well, brief;                   /* bytes of sections of correct histories, of sections without history */
    uint64_t omitted_well, omitted_wrong; /* sections that there was no room for at all */
    atomic_bool full;                     /* no history that is well will be drawn any more; other threads may look */
} lc_html_file;                           /* starts empty when zeroed */

/* It is named after the files it is about; the words are those of the command line: the command first. */
void lc_html_file_begin(lc_html_file *, const char *path, const lc_words *files, int count, char **words);
/* Takes the section over. */
void lc_html_file_add(lc_html_file *, lince_text *section);
/* One of two sections with the same content, with the history and without; takes both over. */
void lc_html_file_choose(lc_html_file *, lince_text *section, lince_text *brief, bool well);
/* Writes the page so far; not for standard output. */
lince_status lc_html_file_show(lc_html_file *, lince_error *);
/* Nothing can be added any more. */
lince_status lc_html_file_write(lc_html_file *, lince_error *);
/* The same; returns an exit status, and has reported errors. */
int lc_html_file_finish(lc_html_file *);
void lc_html_file_free(lc_html_file *);

/* The option that cannot be together with --html; NULL: none. */
const char *lc_html_conflict(const char *html, bool json, const char *junit);
/* Is the page what is to be found on standard output, and nothing else? */
bool lc_html_is_output(const char *html);

/* Why a history is not on the page, or only its conflict: it is too long. */
extern const char lc_html_left_out[], lc_html_cut_short[];
enum { LC_HTML_OPS_MOST = 4000000 }; /* a history that is longer is left out */

#endif
