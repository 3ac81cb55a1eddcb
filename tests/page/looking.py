"""Somebody who looks at pages, and what he sees."""

import os

import browser
import sections


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def ok(self, fine, name, why=""):
        self.count += 1
        self.failed += not fine
        print("%s %d - %s" % ("ok" if fine else "not ok", self.count, name))
        if not fine and why != "":
            print("#   " + str(why).replace("\n", "\n#   "))

    def same(self, got, wanted, name):
        self.ok(got == wanted, name, "got %r instead of %r" % (got, wanted))


class Reader:
    """Somebody who looks at pages."""

    def __init__(self, tap, folder, frame, shots):
        self.tap, self.folder, self.frame, self.shots = tap, folder, frame, shots
        self.browser = browser.Browser(browser.find())

    def open(self, name, what):
        self.path = os.path.join(self.folder, name + ".html")
        sections.page(self.frame, self.path, what, "page <i>of</i> " + name)
        self.browser.open(self.path)
        return self.browser

    def content(self, name):
        """No errors, no network, and a picture for those who want to look."""
        outside = [r for r in self.browser.requests if not r.startswith(("file://" + self.path, "data:"))]
        self.tap.same(self.browser.complaints + outside, [], name + ": no complaints, and nothing from elsewhere")
        if self.shots:
            self.browser.screenshot(os.path.join(self.shots, name.replace(" ", "-") + ".png"), whole=True)


def timeline(b):
    return b.view()["timeline"]


def middle(b, op):
    at = b.run("lince.view().at(%d)" % op)
    return (at["x0"] + at["x1"]) / 2, at["y"]


def pixel(b, x, y):
    """The colour of the time line there, in the window's pixels."""
    return b.run("""(() => {
        const canvas = document.querySelector("canvas.timeline"), box = canvas.getBoundingClientRect();
        const unit = canvas.width / box.width, one = document.createElement("canvas").getContext("2d");
        one.drawImage(canvas, (%f - box.left) * unit, (%f - box.top) * unit, 1, 1, 0, 0, 1, 1);
        return [...one.getImageData(0, 0, 1, 1).data];
    })()""" % (x, y))[:3]
