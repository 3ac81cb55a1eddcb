# Malformed input: exit status 2, one line on standard error that says where and what, and no verdict on it.

= malformed.py
import subprocess
import sys


def judge(name, content, line, *arguments):
    """Complains unless lince does, with the line that is wrong (0: any)."""
    with open(name, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    done = subprocess.run(["lince", "check", *arguments, name], capture_output=True, timeout=50)
    first = b"lince: %s:%s" % (name.encode(), b"%d: " % line if line else b"")
    said = done.stderr
    good = (done.returncode == 2 and not done.stdout and said.startswith(first) and len(said) > len(first) + 8
            and said.count(b"\n") == 1 and said.endswith(b"\n") and not any(c < 32 and c != 10 for c in said))
    said.decode()  # whatever was in the file, the message is text
    if not good:
        print(content[:200], done.returncode, done.stdout[:200], said[:200])
    return good


def judge_all(name, before, cases, after, line, *arguments):
    cases = [c if isinstance(c, bytes) else c.encode() for c in cases]
    print(sum(judge(name, before + c + after, line, *arguments) for c in cases), "of", len(cases), "refused")

# What is no event.
= lines.py
from malformed import *

CASES = r"""
T1
T1 wait
T1 retrun
T1 invoke
T1 return,
T1 return 1,
T1 return ,1
T1 return [1
T1 return [1,,2]
T1 return [1 2]
T1 return "a
T1 return "a\q"
T1 return "a\u12"
T1 return "a\ud800"
T1 return "a\udc00\ud800"
T1 return "a"b
T1 return 12a
T1 return 1 )
T1 return 1:2
T1 return 9223372036854775808
T1 return -9223372036854775809
T1 return 123456789012345678901234567890
T1 return 0x10
T1 return 1.0
T1 crash now
T1 fail 3
T2 invoke enq(
T2 invoke enq(1
T2 invoke enq(1,)
T2 invoke enq(,1)
T2 invoke enq(1 2)
T2 invoke enq(1))
T2 invoke enq(1) return
T2 invoke (1)
T2 invoke q.(1)
T2 invoke .enq(1)
spec queue
spec
---- 
--- T1
T1 invoke deq()
T2 return
T2 return 1
T2 crash
T2 fail
""".strip("\n").split("\n")
# Something else is wrong later on; the first is said.
judge_all("bad.hist", b"spec queue\nT1 invoke enq(1)\n", CASES, b"\nT9 return\n", 3)
$ python3 lines.py
45 of 45 refused
? 0

# Bytes that are no text: control characters, NUL, and what is not UTF-8 (stray, overlong, surrogate, too large, cut).
= bytes.py
from malformed import *

BYTES = [b"\0", b"\1", b"\x7f", b"\xff", b"\x80", b"\xc3(", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"]
CASES = [b"T1 return " + b for b in BYTES] + [b'T1 return "' + b + b'"' for b in BYTES if b != b"\x7f"] + [
    b + b"T1 return" for b in BYTES] + [b"T2 invoke enq" + b + b"(1)" for b in BYTES]
judge_all("bad.hist", b"spec queue\nT1 invoke enq(1)\n", CASES, b"\n", 3)
STRINGS = [b for b in BYTES if b != b"\x7f"]
judge_all("bad.jsonl", b'{"process": 0, "type": "invoke", "f": "enq", "value": "', STRINGS, b'"}\n', 1, "--spec", "queue")
judge_all("bad.edn", b'{:process 0, :type :invoke, :f :enq, :value "', [b for b in STRINGS if b >= b"\x80"], b'"}\n', 1,
          "--spec", "queue")
$ python3 bytes.py
39 of 39 refused
9 of 9 refused
7 of 7 refused
? 0

# Wrong for the specification: said with the line of the call, or of the return.
= meaning.py
from malformed import *

CALLS = "enq() enq(1,2) enqq(1) deq(1) a.enqq(1) Enq(1) enq([1],[2])".split()
judge_all("bad.hist", b"spec queue\nT1 invoke enq(1)\nT2 invoke ", CALLS, b"\n", 3)
RESULTS = ["7", "1, 2", "[1]", "false", "nil", '"ok"']
judge_all("bad.hist", b"spec queue\nT1 invoke enq(3)\nT1 return ", RESULTS, b"\n", 3)
judge_all("bad.hist", b"spec queue\nT1 invoke deq()\nT1 return ", ["", "1, 2", "EMPTY EMPTY"], b"\n", 3)
$ python3 meaning.py
7 of 7 refused
6 of 6 refused
3 of 3 refused
? 0

# Every proper beginning of a JSON or EDN event is refused, or is a whole history by chance (the empty one).
= truncated.py
from malformed import *

JSON = '{"process": 0, "type": "invoke", "f": "enq", "value": [1, "a\\u00e9"]}'
EDN = '{:process 0, :type :invoke, :f :write, :value [1 "a\\u00e9" (nil)]}'
VECTOR = "[" + EDN + "\n" + EDN.replace("invoke", "ok") + "]"
for name, text, spec in ("bad.jsonl", JSON, "bag"), ("bad.edn", EDN, "register"), ("bad.edn", VECTOR, "register"):
    bad = sum(judge(name, text[:n], 0, "--spec", spec, "--format", name[4:]) for n in range(1, len(text)))
    print(bad == len(text) - 1)
$ python3 truncated.py
True
True
True
? 0

# Deep nesting is refused, not followed until the stack ends; moderate nesting is fine.
= deep.py
from malformed import *

for depth in 100000, 1000000:
    opens, closes = "[" * depth, "]" * depth
    judge("bad.hist", "spec register\nT1 invoke write(%s1%s)\n" % (opens, closes), 2)
    judge("bad.hist", "spec register\nT1 invoke write(%s\n" % opens, 2)
    judge("bad.jsonl", '{"process": 0, "type": "invoke", "f": "write", "value": %s1%s}\n' % (opens, closes), 1, "--spec", "register")
    judge("bad.jsonl", '{"process": 0, "type": "invoke", "f": "write", "value": %s1' % opens, 1, "--spec", "register")
    judge("bad.jsonl", '{"a":' * depth, 1, "--spec", "register")
    judge("bad.edn", "{:process 0, :type :invoke, :f :write, :value %s1%s}\n" % (opens, closes), 1, "--spec", "register")
    judge("bad.edn", "{:process 0, :type :invoke, :f :write, :other %s1%s}\n" % ("{:a " * depth, "}" * depth), 1, "--spec", "register")
    judge("bad.edn", "#_ " * depth, 1, "--spec", "register", "--format", "edn")
    judge("bad.edn", "(" * depth, 1, "--spec", "register")
    judge("bad.log", "INFO  jepsen.util - 0 :invoke :write %s1%s\n" % (opens, closes), 1, "--spec", "register")
$ python3 deep.py
? 0

= nested.hist
spec register
T1 invoke write([[[[[[[[[[1]]]]]]]]]])
T1 return
T1 invoke read()
T1 return [[[[[[[[[[1]]]]]]]]]]
$ lince check -q nested.hist; lince check --init "$(printf '%100000s' | tr ' ' '[')" nested.hist
lince: {any}
? 2

# Random bytes, and random lines of words that look like events: never a verdict by accident, never anything but 2.
= random-bytes.py
import random
from malformed import *

random.seed(20)
for round in range(30):
    judge("bad.hist", b"\xfe" + random.randbytes(random.randrange(1, 3000)), 0)
for format in "hist", "jsonl", "edn", "jepsen-log":
    for round in range(15):
        judge("bad.hist", b"!" + random.randbytes(random.randrange(1, 300)), 0, "--format", format)
$ python3 random-bytes.py
? 0

= random-words.py
import random
import subprocess

WORDS = ["T1", "T2", "invoke", "return", "crash", "fail", "enq(1)", "deq()", "1", "EMPTY", "\n", "\n", "[", '"', "#", "(", "{", ":process", "spec", "queue"]
random.seed(21)
seen = {}
for round in range(150):
    text = " ".join(random.choice(WORDS) for _ in range(random.randrange(1, 12)))
    done = subprocess.run(["lince", "check", "--spec", "queue", "-"], input=text.encode(), capture_output=True, timeout=50)
    # A verdict on what is a history, otherwise a message; never both, never neither.
    if done.returncode not in (0, 1, 2) or bool(done.stdout) != (done.returncode != 2) or bool(done.stderr) != (done.returncode == 2):
        print(repr(text), done)
    seen[done.returncode] = True
print(2 in seen)
$ python3 random-words.py
True
? 0

# A file that is none of the formats, and what was compressed but cut.
$ echo 'Dear reader' > letter.hist; lince check letter.hist
lince: letter.hist:1: {any}
? 2

$ { echo spec queue; seq -f 'T%g invoke enq(1)' 1000; } | zstd -q > cut.zst; lince check -q cut.zst; head -c 100 cut.zst > short.zst; lince check -q short.zst
lince: short.zst:{any}
? 2

# A name that is wrong for the format it is said to have.
$ printf 'spec queue\nT1 invoke enq(1)\n' > h; for f in jsonl edn; do lince check --format $f h; done
lince: h:1: {any}
lince: h:1: {any}
? 2

$ printf '{"process": 0, "type": "invoke", "f": "enq", "value": 1}\n' > j; lince check --format hist j
lince: j:1: {any}
? 2

# An array of events is no lines of JSON.
= array.json
[{"process": 0, "type": "invoke", "f": "enq", "value": 1},
 {"process": 0, "type": "ok", "f": "enq", "value": 1}]
$ lince check --spec queue array.json; tr -d '\n' < array.json | lince check --spec queue -
lince: array.json:1: expected one JSON object in this line, found the beginning of an array: 'jq -c .[]' writes what is in one a line each
lince: -:1: expected one JSON object in this line, found the beginning of an array: 'jq -c .[]' writes what is in one a line each
? 2
