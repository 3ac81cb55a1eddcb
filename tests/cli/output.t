# Output that cannot be written is an error, not a success.
$ lince help > /dev/full
lince: cannot write to standard output: No space left on device
? 2

$ lince specs > /dev/full
lince: cannot write to standard output: No space left on device
? 2

$ lince --version >&-
lince: cannot write to standard output: Bad file descriptor
? 2

# A reader that has seen enough ends lince in silence; where it may not be ended, it says why.
$ (lince help formats; echo $? > status) | :; sleep 0.1; cat status
{number}
? 0

$ sh -c 'trap "" PIPE; (sleep 0.1; lince help formats; echo "exit $?" >&2) | :'
lince: cannot write to standard output: Broken pipe
exit 2
? 0

# The first SIGTERM (or Ctrl-C) asks for what is known, the second one ends lince.
$ mkfifo slow; sleep 4 > slow 2>&1 & lince check --spec queue slow & sleep 0.5; kill -TERM $!; wait $! 2>/dev/null; echo $?
slow: unknown — interrupted (0 operations, {time})
3
? 0
