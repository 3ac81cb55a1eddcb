"""A headless Chromium, driven over its debugging pipe with nothing but the standard library."""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def find():
    """The browser, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One browser with one page. What it complained about is in `complaints`, what it asked the network for in
    `requests`."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="lince-page-")
        self.complaints, self.requests = [], []
        self.number, self.answers, self.buffer, self.loaded = 0, {}, b"", False
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()

        def pipes():  # the browser reads from 3 and writes to 4
            spare = os.dup(to_write)
            os.dup2(os.dup(to_read), 3)
            os.dup2(spare, 4)

        options = ["--headless=new", "--remote-debugging-pipe", "--user-data-dir=" + self.folder, "--no-first-run",
                   "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb", "--disable-extensions",
                   "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
                   "--disable-dev-shm-usage", "--no-sandbox"]  # the pages are our own, and containers allow none
        self.process = subprocess.Popen([program, *options, "about:blank"], preexec_fn=pipes, pass_fds=(3, 4),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        start_new_session=True)
        os.close(to_read)
        os.close(to_write)
        targets = self.call("Target.getTargets", session=None)["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        self.session = None
        self.session = self.call("Target.attachToTarget", session=None, targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(domain + ".enable")

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    # ---- talking ----

    def receive(self, seconds):
        """The next message, or None when there was none in time."""
        until = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.from_browser], [], [], left)[0]:
                return None
            data = os.read(self.from_browser, 1 << 20)
            if not data:
                raise RuntimeError("the browser has gone")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(a.get("value", a.get("description"))) for a in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def call(self, method, session="own", seconds=30, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session == "own":
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_browser, data):]
        until = time.monotonic() + seconds
        while True:
            answer = self.receive(until - time.monotonic())
            if answer is None:
                raise RuntimeError("no answer to " + method)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.note(answer)

    # ---- what a person does ----

    def open(self, path):
        self.loaded, self.complaints, self.requests = False, [], []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        until = time.monotonic() + 30
        while not self.loaded:
            message = self.receive(until - time.monotonic())
            if message is None:
                raise RuntimeError("the page does not load")
            self.note(message)
        self.settle_layout()

    def run(self, script):
        """What a script in the page says."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def settle(self):
        """Until everything asked for is drawn: what was asked for before this is drawn before this."""
        self.run("new Promise(requestAnimationFrame)")

    def settle_layout(self):
        """Sizes are noticed after a frame, and drawn in the next."""
        self.settle()
        self.settle()

    def size(self, width, height, density=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=density,
                  mobile=False)
        self.settle_layout()

    def media(self, scheme="light", motion="reduce", kind=""):
        self.call("Emulation.setEmulatedMedia", media=kind, features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}])
        self.settle_layout()

    CODES = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
             " ": 32, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34}

    def key(self, key, shift=False, settle=True):
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else None)
        code = self.CODES[key] if key in self.CODES else ord(key.upper()) if key.isalnum() else 0
        event = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        down = {"type": "keyDown" if text else "rawKeyDown", **({"text": text} if text else {})}
        self.call("Input.dispatchKeyEvent", **event, **down)
        self.call("Input.dispatchKeyEvent", **event, type="keyUp")
        if settle:
            self.settle()

    def type(self, text):
        for key in text:
            self.key(key, settle=False)
        self.settle()

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def hover(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.settle()

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)
        self.settle()

    def drag(self, x0, y0, x1, y1):
        self.mouse("mouseMoved", x0, y0)
        self.mouse("mousePressed", x0, y0, button="left", clickCount=1)
        for k in range(1, 5):
            self.mouse("mouseMoved", x0 + (x1 - x0) * k / 4, y0 + (y1 - y0) * k / 4, button="left", buttons=1)
        self.mouse("mouseReleased", x1, y1, button="left", clickCount=1)
        self.settle()

    def pinch(self, x, y, before, after):
        """Two fingers, so far apart."""
        def fingers(apart):
            return [{"x": x - apart / 2, "y": y, "id": 1}, {"x": x + apart / 2, "y": y, "id": 2}]
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=fingers(before))
        for k in range(1, 6):
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=fingers(before + (after - before) * k / 5))
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.call("Emulation.setTouchEmulationEnabled", enabled=False)
        self.settle()

    def swipe(self, x0, y0, x1, y1):
        """One finger."""
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x0, "y": y0}])
        for k in range(1, 9):
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x0 + (x1 - x0) * k / 8, "y": y0 + (y1 - y0) * k / 8}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.call("Emulation.setTouchEmulationEnabled", enabled=False)
        self.settle()

    def wheel(self, x, y, down, shift=False):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=down, modifiers=8 if shift else 0)
        self.settle()

    def press(self, label):
        """Clicks the button of this label, which must be visible."""
        box = self.run("""(() => {
            const all = [...document.querySelectorAll("button, label, summary, [role=option]")];
            const one = all.find(e => (e.getAttribute("aria-label") || e.textContent).trim() === %s && e.offsetParent);
            if (!one) return null;
            one.scrollIntoView({block: "center"});
            const box = one.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        })()""" % json.dumps(label))
        if not box:
            raise RuntimeError("there is no button %r" % label)
        self.settle()
        self.click(*box)

    def text(self, selector):
        return self.run("(document.querySelector(%s) || {}).innerText" % json.dumps(selector))

    def view(self):
        return self.run("lince.view()")

    def screenshot(self, path, whole=False):
        more = {}
        if whole:
            box = self.call("Page.getLayoutMetrics")["cssContentSize"]
            more = {"captureBeyondViewport": True, "clip": {**box, "scale": 1}}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png", **more)["data"]))
