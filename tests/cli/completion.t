# The completion script works in bash.
= try
. ./lince.bash
try() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); _lince; echo "${COMPREPLY[@]}"; }
$ lince complete bash > lince.bash && bash -n lince.bash
? 0

$ bash -c '. ./try; try lince sh; try lince --ver; try lince ""'
show
--version
check test cc c++ model monitor show formula emit specs help --help --version
? 0

$ bash -c '. ./try; try lince check --crit; try lince check --no-p; try lince show --s'
--criterion
--no-partition
--svg
? 0

$ bash -c '. ./try; try lince check --criterion s; try lince check --criterion = l; try lince check --format ='
sequential sync
linearizable
auto hist jsonl edn jepsen-log
? 0

$ bash -c '. ./try; try lince check -s sem; try lince help cr'
semaphore
criteria
? 0

# Files where files are wanted, also with blanks in their names.
$ touch 'a b.hist' && bash -c '. ./try; try lince check a; try lince show --svg a; try lince check --timeout a'
a b.hist
a b.hist

? 0

$ lince complete zsh | head -n 1; lince complete fish | grep -c 'seen_subcommand_from show'
#compdef lince
{number}
? 0

$ if command -v zsh >/dev/null; then lince complete zsh > _lince; zsh -n _lince; fi
? 0

$ if command -v fish >/dev/null; then lince complete fish > lince.fish; fish --no-execute lince.fish; fi
? 0

$ lince complete tcsh
lince: complete: name a shell: bash, zsh or fish
? 2
