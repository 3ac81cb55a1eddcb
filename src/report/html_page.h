/* The style sheet and the program of the page, as texts: the files of src/report/page one behind the other. */
#ifndef LC_REPORT_HTML_PAGE_H
#define LC_REPORT_HTML_PAGE_H

extern const char lcr_html_style[], lcr_html_program[];

#endif
