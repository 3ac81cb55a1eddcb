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

typedef struct lcc_html_file {
    const char *path; /* NULL: no page, and all functions below do nothing */
    const char *kind; /* of its sections: the command */
    bool unjudged;    /* histories are only drawn, and none has a verdict */
    lince_text text;
    uint32_t sections;
    size_t well, brief;                   /* bytes of sections of correct histories, of sections without history */
    uint64_t omitted_well, omitted_wrong; /* sections that there was no room for at all */
    atomic_bool full;                     /* no history that is well will be drawn any more; other threads may look */
} lcc_html_file;                          /* starts empty when zeroed */

/* It is named after the files it is about; the words are those of the command line: the command first. */
void lcc_html_file_begin(lcc_html_file *, const char *path, const lc_words *files, int count, char **words);
/* Takes the section over. */
void lcc_html_file_add(lcc_html_file *, lince_text *section);
/* One of two sections with the same content, with the history and without; takes both over. */
void lcc_html_file_choose(lcc_html_file *, lince_text *section, lince_text *brief, bool well);
/* Writes the page so far; not for standard output. */
lince_status lcc_html_file_show(lcc_html_file *, lince_error *);
/* Nothing can be added any more. */
lince_status lcc_html_file_write(lcc_html_file *, lince_error *);
/* The same; returns an exit status, and has reported errors. */
int lcc_html_file_finish(lcc_html_file *);
void lcc_html_file_free(lcc_html_file *);

/* The option that cannot be together with --html; NULL: none. */
const char *lcc_html_conflict(const char *html, bool json, const char *junit);
/* Is the page what is to be found on standard output, and nothing else? */
bool lcc_html_is_output(const char *html);

/* Why a history is not on the page, or only its conflict: it is too long. */
extern const char lcc_html_left_out[], lcc_html_cut_short[];
enum { LCC_HTML_OPS_MOST = 4000000 }; /* a history that is longer is left out */

#endif
