# shellcheck shell=sh
# What the tests of this folder share: a directory of its own, and points of TAP.

count=0 failed=0
# point NAME COMMAND...: a test that the command succeeds; what it prints is shown if it does not
point() {
    name=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/point.log" 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        sed 's/^/# /' "$work/point.log"
        failed=$((failed + 1))
    fi
}

# says STATUS PATTERN COMMAND...
says() {
    expected=$1 pattern=$2
    shift 2
    "$@" >"$work/output" 2>&1
    status=$?
    cat "$work/output"
    [ $status -eq "$expected" ] && grep -q -e "$pattern" "$work/output"
}

skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}

finish() {
    echo "1..$count"
    [ $failed -eq 0 ]
}

# The blank is on purpose.
work=$(mktemp -d "${TMPDIR:-/tmp}/lince packaging.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
