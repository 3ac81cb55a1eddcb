/* The commands, and running the one given. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <lince/lince.h>

#include "base/spelling.h"
#include "base/terminal.h"
#include "cli/cli.h"
#include "tester/driver/options.h"

const lcc_command lcc_commands[] = {
    {"check", "FILE...", "check recorded histories against a specification", &lcc_check_set, lcc_cmd_check, false},
    {"test", "FILE... [-- COMPILER FLAGS]", "run tests of C or C++ code under all interleavings", &lcd_test_set,
     lcc_cmd_test, false},
    {"cc", "ARGUMENTS...", "compile C as the compiler would, for 'lince test'", &lcc_foreign_set, lcc_cmd_cc, false},
    {"c++", "ARGUMENTS...", "compile C++ as the compiler would, for 'lince test'", &lcc_foreign_set, lcc_cmd_cxx,
     false},
    {"model", "FILE", "check the assertions of a model, or step through it", &lcc_model_set, lcc_cmd_model, false},
    {"monitor", "[FILE | unix:PATH]", "follow events while they are written, report the first violation",
     &lcc_monitor_set, lcc_cmd_monitor, false},
    {"show", "FILE", "draw a history, or print it in another format", &lcc_show_set, lcc_cmd_show, false},
    {"formula", "[SPEC] K", "print or evaluate formulas that see violations by counting", &lcc_formula_set,
     lcc_cmd_formula, false},
    {"emit", "", "write C that watches an object, for verifiers of C", &lcc_emit_set, lcc_cmd_emit, false},
    {"specs", "[NAME | FILE.lin]...", "list the built-in specifications, or the objects of models", &lcc_plain_set,
     lcc_cmd_specs, false},
    {"help", "[NAME]", "explain a command or a topic", &lcc_plain_set, lcc_cmd_help, false},
    {"complete", "bash|zsh|fish", "print a completion script for a shell", &lcc_plain_set, lcc_cmd_complete, true},
    {"man", "[PAGE]", "print the source of a manual page", &lcc_plain_set, lcc_cmd_man, true},
};
const size_t lcc_command_count = sizeof lcc_commands / sizeof *lcc_commands;

const lcc_command *lcc_find_command(const char *name) {
    for (size_t i = 0; i < lcc_command_count; i++)
        if (strcmp(lcc_commands[i].name, name) == 0) return &lcc_commands[i];
    return NULL;
}

/* The kind of a file, as far as its name shows, and the command that takes it. */
typedef struct file_kind {
    const char *ending, *what, *command;
} file_kind;

static const file_kind file_kinds[] = {
    {".c", "C", "test"},
    {".cc", "C++", "test"},
    {".cpp", "C++", "test"},
    {".cxx", "C++", "test"},
    {".lin", "a model", "model"},
    {".hist", "a history", "check"},
    {".edn", "a history", "check"},
    {".jsonl", "a history", "check"},
    {".trace", "a trace", "test --replay"},
};

static const file_kind *kind_of_file(const char *path) {
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof file_kinds / sizeof *file_kinds; i++)
        if (strcmp(dot, file_kinds[i].ending) == 0) return &file_kinds[i];
    return NULL;
}

static bool takes(const char *command, const file_kind *kind) {
    bool histories = !strcmp(command, "show") || !strcmp(command, "monitor");
    return strcmp(kind->command, histories ? "check" : command) == 0;
}

/* The user mistook the command: the error of its reader about the file would explain nothing.  By the name alone,
 * because several processes that read the same options must come to the same end, with any files on the disk of
 * each. */
static bool are_for_others(const char *command, const lc_words *operands, int *status) {
    static const char *const readers[] = {"check", "show", "monitor", "test", "model"};
    bool reads = false;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) reads |= !strcmp(command, readers[i]);
    for (uint32_t i = 0; reads && i < operands->count; i++) {
        const char *path = operands->at[i];
        const file_kind *kind = kind_of_file(path);
        if (!kind || takes(command, kind)) continue;
        *status =
            lcc_complain("%s: this is %s, going by its name: 'lince %s' is for that", path, kind->what, kind->command);
        return true;
    }
    return false;
}

bool lcc_read_options(int argc, char **argv, void *settings, lc_words *operands, int *status) {
    const lcc_command *command = lcc_find_command(argv[0]);
    lince_error error = {0};
    lince_status read = lc_options_read(command->options, settings, operands, argc, argv, &error);
    if (read == LINCE_DONE) {
        lcc_outputs_name(command->options, settings);
        return !are_for_others(command->name, operands, status);
    }
    if (read == LINCE_END) {
        lince_text help = {0};
        lcc_help_command(&help, command, lc_terminal_width(STDOUT_FILENO));
        lcc_put(&help);
        lc_text_free(&help);
        *status = LCC_EXIT_OK;
    } else *status = lcc_report_failure(read, &error);
    return false;
}

static int unknown_command(const char *name) {
    lc_nearest nearest = {.word = name};
    if (name[0] == '-' && name[1]) {
        lc_nearest_offer(&nearest, "--help");
        lc_nearest_offer(&nearest, "--version");
        if (nearest.best) return lcc_complain("unknown option %s; did you mean %s?", name, nearest.best);
        return lcc_complain("unknown option %s; 'lince help' lists the commands", name);
    }
    for (size_t i = 0; i < lcc_command_count; i++) lc_nearest_offer(&nearest, lcc_commands[i].name);
    if (nearest.best) return lcc_complain("'%s' is not a command; did you mean '%s'?", name, nearest.best);
    const file_kind *kind = kind_of_file(name);
    if (access(name, R_OK) == 0)
        return lcc_complain("'%s' is not a command; did you mean 'lince %s %s'?", name, kind ? kind->command : "check",
                            name);
    return lcc_complain("'%s' is not a command; 'lince help' lists them", name);
}

static const char *command_word = "lince";

const char *lcc_command_word(void) { return command_word; }

int lcc_run_command(int argc, char **argv) {
    if (argc && strchr(argv[0], '/')) command_word = argv[0];
    if (argc < 2) {
        lince_text help = {0};
        lcc_help_overview(&help, lc_terminal_width(STDERR_FILENO));
        fputs(lc_text(&help), stderr);
        lc_text_free(&help);
        return LCC_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("lince %s\n", lince_version());
        return LCC_EXIT_OK;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        static char help_command[] = "help";
        return lcc_cmd_help(1, (char *[]){help_command, NULL});
    }
    const lcc_command *command = lcc_find_command(name);
    return command ? command->run(argc - 1, argv + 1) : unknown_command(name);
}
