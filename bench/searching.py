"""What the search of models costs by itself, on a system that is written in C."""

from costs import Table, commands, count, heading, seconds
from refinement import fields


def searching(tools, _):
    heading("Models: the search itself", "Treiber's stack as a height, with its steps written in C, against a "
            "specification that allows everything: what is left is the search. `next` is what such a step costs without "
            "it, a state takes W words for each process; `bytes` is what holds states, pairs and the way to them, `peak` "
            "everything.")
    commands("search PROCESSES HEIGHT W JOBS")
    table = Table("PROCESSES", "HEIGHT", "W", "JOBS", "states", "transitions", "CPU", "transitions a CPU second",
                  "ns a transition", "next", "bytes a state", "peak")
    rows = [(3, 3, 1, 1), (3, 3, 1, 2)] if tools.quick else [(4, 3, 1, 1), (5, 3, 1, 1), (5, 3, 2, 1), (5, 3, 1, 2)]
    for row in rows:
        said = {name: float(values[0]) for name, values in fields(tools, "search", *row).items()}
        table.row(*row, count(int(said["states"])), count(int(said["transitions"])), seconds(said["cpu"]),
                  count(round(said["transitions"] / max(said["cpu"], 1e-6))),
                  "%.0f" % (1e9 * said["cpu"] / said["transitions"]), "%.0f" % said["next"], "%.1f" % said["store"],
                  "%.1f" % said["peak"])
