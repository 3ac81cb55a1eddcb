/* The steps of an execution, a column a thread, with the source and the memory beside them. */
(function (lince) {
    "use strict";

    const { element } = lince;
    const [WIDTH_LEAST, WIDTH_MOST] = [12, 48]; /* columns of characters that a thread's column asks for */
    const PLACE_MOST = 28;
    const alarming = new Set(["failure", "blocked"]);

    const threadName = (thread) => (thread ? "T" + thread : "main");
    const shortFile = (file) => lince.clean(file).replace(/.*\//, "");

    const placeOf = (step) => shortFile(step.file) + ":" + step.line;

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
                code.scrollTop = line.offsetTop - code.clientHeight / 2;
            },
        };
    }

    lince.Interleaving = function (section, t) {
        const steps = lince.list(section.steps).filter((step) => step && typeof step === "object");
        if (!steps.length) return null;
        const threads = [...new Set(steps.map((step) => step.thread))].sort((a, b) => a - b);
        const column = new Map(threads.map((thread, k) => [thread, k + 2]));
        const inside = insides(steps);
        const changes = (i) => {
            if (Array.isArray(steps[i].cells)) return steps[i].cells.filter(Array.isArray);
            return steps[i].name && steps[i].before !== steps[i].after
                ? [[steps[i].name, steps[i].before, steps[i].after]]
                : [];
        };
        const guide = (thread, i) =>
            element("span.guide" + (inside[i].has(thread) ? ".inside" : ""), {
                style: "grid-column:" + column.get(thread),
                "aria-hidden": "true",
            });

        const source = Source(section.sources);
        const stepper = lince.Stepper({
            count: steps.length,
            memory: "memory",
            changes,
            who: (i) => threadName(steps[i].thread),
            number: (i) => i + 1,
            say: (i) => "step " + (i + 1) + ", " + threadName(steps[i].thread) + ": " + lince.clean(steps[i].text),
            row(i) {
                const step = steps[i];
                const edge = step.kind === "call" || step.kind === "return";
                return element(
                    "div.step" + (edge ? ".edge" : "") + (alarming.has(step.kind) ? ".alarming" : ""),
                    null,
                    element("span.number", null, String(i + 1)),
                    ...threads.filter((thread) => thread !== step.thread).map((thread) => guide(thread, i)),
                    element(
                        "span.text" + (edge || !inside[i].has(step.thread) ? "" : ".inside"),
                        { style: "grid-column:" + column.get(step.thread) },
                        lince.name(step.text),
                    ),
                    element(
                        "span.place",
                        { style: "grid-column:" + (threads.length + 2) },
                        step.file ? placeOf(step) : "",
                    ),
                );
            },
            between(i) {
                if (!i || steps[i].thread === steps[i - 1].thread) return null;
                const [a, b] = [column.get(steps[i - 1].thread), column.get(steps[i].thread)];
                return element(
                    "div.switch",
                    { "aria-hidden": "true" },
                    ...threads.map((thread) => guide(thread, i - 1)),
                    element("span.arrow" + (a < b ? ".right" : ".left"), {
                        style: "grid-column:" + Math.min(a, b) + "/" + Math.max(a, b),
                    }),
                );
            },
        });
        /* A call stands nowhere in the source: what its thread does next does. */
        const placed = (at) => steps.slice(at, at + 200).find((step) => step.thread === steps[at].thread && step.file);
        stepper.listeners.push((at) => {
            const near = placed(at);
            source.go(near || steps[at], near === steps[at]);
        });

        if (t) {
            const opOf = (i) => (typeof steps[i].op === "number" && steps[i].op < t.h.count ? steps[i].op : null);
            const eventOf = (i) => {
                const op = opOf(i);
                if (op === null) return null;
                if (steps[i].kind === "call") return t.h.call[op];
                return steps[i].kind === "return" && t.h.end[op] >= 0 ? t.h.end[op] : null;
            };
            lince.follow(stepper, t, lince.stepPositions(t.h, steps.length, eventOf), opOf, steps.length);
        }
        const widest = (some, text) => some.reduce((most, step) => Math.max(most, lince.columns(text(step))), 0);
        const share = (thread) => {
            const mine = steps.filter((step) => step.thread === thread);
            return Math.max(
                WIDTH_LEAST,
                Math.min(
                    WIDTH_MOST,
                    widest(mine, (step) => lince.text(step.text)),
                ),
            );
        };
        const place = Math.min(
            PLACE_MOST,
            widest(steps, (step) => (step.file ? placeOf(step) : "")),
        );
        const columns =
            "--columns:" + threads.map((t) => "minmax(9em," + share(t) + "fr)").join(" ") + ";--place:" + place + "ch";
        const head = element(
            "div.step.head",
            null,
            element("span.number"),
            ...threads.map((thread) =>
                element("span", { style: "grid-column:" + column.get(thread) }, threadName(thread)),
            ),
        );
        const panel = element(
            "section.stepping.interleaving",
            null,
            element("div.title", null, element("h2", null, "The interleaving"), stepper.controls),
            element(
                "div.beside",
                null,
                element("div.sheet", { style: columns }, head, stepper.list),
                element("div.aside", null, stepper.memory || "", source.element),
            ),
        );
        return { element: panel, stepper };
    };
})(window.lince);
