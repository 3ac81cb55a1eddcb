/* The steps of an execution, a column a thread, with the source and the memory beside them. */
(function (lince) {
    "use strict";

    const { element } = lince;
    const [WIDTH_LEAST, WIDTH_MOST] = [12, 48]; /* columns of characters that a thread's column should have */
    const PLACE_MOST = 24;
    const [COLUMN, GAP] = [9, 0.8]; /* em: a thread's column at least, and the gap between columns */

    const NEAR = 200; /* steps away */
    const alarming = new Set(["failure", "blocked"]);

    const threadName = (thread) => (thread ? "T" + thread : "main");
    const shortFile = (file) => lince.clean(file).replace(/.*\//, "");

    const placeOf = (step) => {
        const line = ":" + step.line;
        return lince.abridge(shortFile(step.file), PLACE_MOST - line.length) + line;
    };

    /* Per step, the threads that are inside an operation. */
    function insides(steps) {
        let inside = new Set();
        return steps.map((step) => {
            if (step.kind === "call") inside = new Set(inside).add(step.thread);
            const now = inside;
            if (step.kind === "return") {
                inside = new Set(inside);
                inside.delete(step.thread);
            }
            return now;
        });
    }

    /* The threads that wait in the end, with the awaited objects: as steps that do not happen. */
    function waits(section) {
        const failure = section.result && section.result.failure;
        return lince
            .list(failure && failure.waiting)
            .filter((one) => one && typeof one.thread === "number")
            .map((one) => {
                const owners = lince.list(one.by).map((owner) => threadName(owner.thread));
                const name = one.name ? " " + lince.text(one.name) : "";
                const text =
                    one.for === "loop"
                        ? "waits in a loop" + (name && ", where it reads" + name)
                        : !name && owners.length
                          ? "waits for the end of " + owners.join(" and ")
                          : "waits for the " +
                            lince.text(one.for) +
                            name +
                            (owners.length ? ", which " + owners.join(" and ") + " took" : "");
                return { ...lince.list(one.stack)[0], thread: one.thread, kind: "blocked", text };
            });
    }

    const isBlamed = (step) => alarming.has(step.kind) || step.racing === true;

    /* The operations in which it fails without any order to speak of: those that race, wait forever, or break, or take
     * effect at another point than declared. */
    lince.failingOps = function (section) {
        const steps = lince.list(section.steps).filter((step) => step && typeof step === "object");
        const now = new Map(); /* by thread: the operation under way */
        const blamed = new Set();
        for (const step of [...steps, ...waits(section)]) {
            if (step.kind === "call") now.set(step.thread, step.op);
            if (isBlamed(step)) blamed.add(step.op ?? now.get(step.thread));
            if (step.kind === "return") now.delete(step.thread);
        }
        const violation = section.result && section.result.violation;
        if (violation && violation.kind === "points") blamed.add((lince.list(section.model_steps).at(-1) || {}).op);
        return [...blamed].filter((op) => typeof op === "number").sort((a, b) => a - b);
    };

    /* The step at which it goes wrong: one marked so, else the return that nothing explains, else the last one. */
    function failingStep(steps, eventOf, failsAt) {
        const said = steps.findIndex((step) => alarming.has(step.kind));
        if (said >= 0) return said;
        const wrong = failsAt === null ? -1 : steps.findIndex((_, i) => eventOf(i) === failsAt);
        return wrong >= 0 ? wrong : steps.length - 1;
    }

    /* The command that goes as far as a step: it counts the visible steps. */
    function replayTo(section, steps) {
        const replay = section.result && section.result.replay;
        if (typeof replay !== "string" || !replay) return null;
        return function (at) {
            const last = steps.slice(0, at + 1).findLast((step) => step.step > 0);
            return replay + (last ? " --step " + last.step : "");
        };
    }

    function Source(sources) {
        const known = sources && typeof sources === "object" ? sources : {};
        const title = element("p.file");
        const code = element("ol.code", { tabindex: "0", "aria-label": "source" });
        const panel = element("div.source", { hidden: !Object.keys(known).length }, title, code);
        let shown = null;
        return {
            element: panel,
            go(step, exactly) {
                const source = Object.hasOwn(known, step.file) ? known[step.file] : null;
                code.querySelector("[aria-current]")?.removeAttribute("aria-current");
                code.querySelector(".near")?.classList.remove("near");
                if (!source) return;
                const first = Number(source.first) || 1;
                if (shown !== step.file) {
                    shown = step.file;
                    code.replaceChildren(
                        ...lince
                            .list(source.lines)
                            .map((line, k) =>
                                element("li", { "data-line": first + k }, lince.text(line).replace(/\t/g, "    ")),
                            ),
                    );
                }
                title.replaceChildren(
                    lince.name(shortFile(step.file)),
                    step.function ? element("span.soft", null, " in ", lince.name(step.function)) : "",
                );
                const line = code.children[step.line - first];
                if (!line) return;
                if (exactly) line.setAttribute("aria-current", "true");
                else line.classList.add("near");
                code.scrollTop = line.offsetTop - code.clientHeight / 2;
            },
        };
    }

    lince.Interleaving = function (section, t) {
        const taken = lince.list(section.steps).filter((step) => step && typeof step === "object");
        if (!taken.length) return null;
        const steps = [...taken, ...waits(section)];
        const threads = [...new Set(steps.map((step) => step.thread))].sort((a, b) => a - b);
        const column = new Map(threads.map((thread, k) => [thread, k + 2]));
        const inside = insides(steps);
        const cells = lince.cells(steps);
        const guide = (thread, within) =>
            element("span.guide" + (within ? ".inside" : ""), {
                style: "grid-column:" + column.get(thread),
                "aria-hidden": "true",
            });

        /* The operation of the history that a step belongs to, and the event that it is. */
        const opOf = (i) => (t && typeof steps[i].op === "number" && steps[i].op < t.h.count ? steps[i].op : null);
        const eventOf = (i) => {
            const op = opOf(i);
            if (op === null) return null;
            if (steps[i].kind === "call") return t.h.call[op];
            return steps[i].kind === "return" && t.h.end[op] >= 0 ? t.h.end[op] : null;
        };

        const where = (i) =>
            i < taken.length ? "step " + (i + 1) + " of " + taken.length : "after step " + taken.length;

        const source = Source(section.sources);
        const stepper = lince.Stepper({
            count: steps.length,
            memory: "memory",
            failing:
                lince.verdict(section) === "violation" ? failingStep(steps, eventOf, t ? t.h.failsAt : null) : null,
            failure: "failure",
            changes: (i) => cells[i],
            who: (i) => threadName(steps[i].thread),
            where,
            line: (i) =>
                [i + 1, threadName(steps[i].thread), lince.clean(steps[i].text), steps[i].file ? placeOf(steps[i]) : ""]
                    .join("\t")
                    .trimEnd(),
            again: replayTo(section, steps),
            say: (i) => where(i) + ", " + threadName(steps[i].thread) + ": " + lince.clean(steps[i].text),
            row(i) {
                const step = steps[i];
                const edge = step.kind === "call" || step.kind === "return";
                return element(
                    "div.step" + (edge ? ".edge" : "") + (isBlamed(step) ? ".alarming" : ""),
                    null,
                    element("span.number", null, i < taken.length ? String(i + 1) : ""),
                    ...threads
                        .filter((thread) => thread !== step.thread)
                        .map((thread) => guide(thread, inside[i].has(thread))),
                    element(
                        "span.text" + (edge || !inside[i].has(step.thread) ? "" : ".inside"),
                        { style: "grid-column:" + column.get(step.thread) },
                        lince.name(step.text),
                    ),
                    element(
                        "span.place",
                        { style: "grid-column:" + (threads.length + 2), title: step.file && lince.clean(step.file) },
                        step.file ? placeOf(step) : "",
                    ),
                );
            },
            head: lince.stepHead(
                ...threads.map((thread) =>
                    element("span", { style: "grid-column:" + column.get(thread) }, threadName(thread)),
                ),
            ),
            between(i) {
                if (!i || steps[i].thread === steps[i - 1].thread || steps[i].kind === "blocked") return null;
                const over = steps[i - 1].kind === "return" ? steps[i - 1].thread : null;
                const [a, b] = [column.get(steps[i - 1].thread), column.get(steps[i].thread)];
                return element(
                    "div.switch",
                    { "aria-hidden": "true" },
                    ...threads.map((thread) => guide(thread, thread !== over && inside[i - 1].has(thread))),
                    element("span.arrow" + (a < b ? ".right" : ".left"), {
                        style: "grid-column:" + Math.min(a, b) + "/" + Math.max(a, b),
                    }),
                );
            },
        });
        /* A call has no source line: it gets that of its thread's next step.  A return gets that of the last step. */
        const placed = function (at) {
            const here = (step) => step.thread === steps[at].thread && step.file;
            const [after, before] = [steps.slice(at, at + NEAR), steps.slice(Math.max(0, at - NEAR), at)];
            return steps[at].kind === "return"
                ? before.findLast(here) || after.find(here)
                : after.find(here) || before.findLast(here);
        };
        stepper.listeners.push((at) => {
            const near = placed(at);
            source.go(near || steps[at], near === steps[at]);
        });

        if (t) lince.follow(stepper, t, lince.stepPositions(t.h, steps.length, eventOf), opOf, steps.length);
        const widest = (some, text) => some.reduce((most, step) => Math.max(most, lince.columns(text(step))), 0);
        const share = (thread) => {
            const mine = steps.filter((step) => step.thread === thread && !alarming.has(step.kind));
            return Math.max(
                WIDTH_LEAST,
                Math.min(
                    WIDTH_MOST,
                    widest(mine, (step) => lince.text(step.text)),
                ),
            );
        };
        const shares = threads.map(share);
        const place = widest(steps, (step) => (step.file ? placeOf(step) : ""));
        const columns =
            "--columns:" +
            shares.map((one) => "minmax(" + COLUMN + "em," + (one + 2) + "fr)").join(" ") +
            ";--place:" +
            place +
            "ch;--least:" +
            (threads.length * (COLUMN + GAP) + GAP + 1) +
            "em";
        const panel = element(
            "section.stepping.interleaving",
            null,
            element("div.title", null, element("h2", null, "The interleaving"), stepper.controls),
            lince.beside(
                element("div.sheet", { style: columns }, stepper.list),
                [stepper.memory, source.element],
                shares.reduce((sum, one) => sum + one + 5, place),
            ),
            lince.Graph(taken, threads, threadName, stepper),
        );
        return { element: panel, stepper };
    };
})(window.lince);
