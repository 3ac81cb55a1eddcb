"""The collections of real histories: where they are, how they are to be read, and what is known about them."""

import glob
import os

import judging

ETCD_OK = "002 005 007 018 025 031 038 045 048 049 051 053 056".split()

# By how many places Scal's queues move operations, history by history: a digit each.
SCAL_SMALLEST = {
    "bkq": "0002000100101011310030004100103011011110",
    "dq": "0010012011110000130111100110100001101000",
    "msq": "0000000000000000000000000000000000000000",
    "rdq": "0000011000100000000000100000100000000000",
    "ukq": "2000011200010000101232131111110100000301",
}


class Collection:
    """Files, the options to check them with, and the verdict on each history of each file in turn."""

    def __init__(self, name, files, options, expected, model, symbols=False, smallest=None):
        self.name, self.files, self.options, self.object = name, files, options, model
        self.expected = [verdict for path in files for verdict in expected(path)]
        self.smallest = [k for path in files for k in smallest(path)] if smallest else None  # quasi factors
        self.symbols = symbols  # in the verdict's JSON, where both look alike: are strings symbols?


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split()


def etcd(path):
    number = os.path.basename(path)[len("etcd_"):-len(".log")]
    return ["ok" if number in ETCD_OK else "violation"]


def kv(path):
    return ["ok" if path.endswith("-ok.txt") else "violation"]


def knossos(path):
    return ["ok" if os.path.basename(os.path.dirname(path)) == "good" else "violation"]


def scal(path):
    return lines_of(path[:-len(".hist")] + ".expected")


def scal_smallest(path):
    return list(SCAL_SMALLEST[os.path.basename(path)[:-len(".hist")]])


def collections(data):
    def files(*patterns):
        return sorted(path for pattern in patterns for path in glob.glob(os.path.join(data, pattern)))

    mutexes = files("knossos/*/mutex-*.edn")
    registers = [path for path in files("knossos/*/*.edn") if path not in mutexes]
    return [
        Collection("etcd", files("etcd/etcd_*.log"), ["--spec", "cas-register"], etcd, judging.Register),
        Collection("kv", files("kv/*.txt"), ["--spec", "map", "--init", '""'], kv, judging.Map),
        Collection("knossos", registers, ["--spec", "cas-register"], knossos, judging.Register),
        Collection("knossos-mutex", mutexes, ["--spec", "mutex"], knossos, judging.Mutex),
        Collection("scal-queues", files("scal-queues/*.hist"), ["--spec", "queue"], scal, judging.Queue, symbols=True,
                   smallest=scal_smallest),
    ]
