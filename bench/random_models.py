"""`lince model` and the reference on random models: how many there are, what they say, and how long it takes."""

import json
import os
import subprocess
import sys

from costs import Failed, Table, commands, count, heading, seconds

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def random_models(tools, _):
    models, seed = (20, 1000) if tools.quick else (5000, 0)  # the first of all are compiled, too
    heading("Models: random ones", "%s small models, each with several assertions, judged by lince with all switches, "
            "with none and with some that are drawn, and by a reference that builds graphs and subsets as they are "
            "defined. Counted as different: another verdict, a counterexample that is longer or is none, a missed error "
            "of the model, another exit status." % count(models))
    commands("tests/models/compare.py --figures --count %d --seed %d lince" % (models, seed))
    done = subprocess.run([sys.executable, os.path.join(SOURCE, "tests", "models", "compare.py"), "--figures", "--count",
                           str(models), "--seed", str(seed), tools.names["lince"]], capture_output=True, text=True, check=False)
    try:
        said = json.loads(done.stdout)
    except ValueError:
        raise Failed("random_models: %s" % done.stderr) from None
    table = Table("models", "assertions: hold", "do not", "fail", "answers of lince", "different", "reference: time",
                  "lince: time", "all, side by side")
    table.row(count(said["models"]), *[count(said.get(kind, 0)) for kind in ("ok", "violation", "fails")],
              count(said["answers"]), count(said["wrong"]), seconds(said["reference"]), seconds(said["lince"]),
              seconds(said["wall"]))
    if said["wrong"]:
        raise Failed("random_models: lince and the reference differ")
