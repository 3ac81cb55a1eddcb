/* A section of the page: the verdict and why, the time line with its tools, and its tables. */
(function (lince) {
    "use strict";

    const { element } = lince;
    const TYPING = 120; /* milliseconds after a key before a search begins */

    lince.verdict = function (section) {
        const verdict = section.result && section.result.verdict;
        if (["ok", "violation", "unknown"].includes(verdict)) return verdict;
        return section.kind === "show" ? "shown" : "unknown";
    };
    const words = { ok: "ok", violation: "violation", unknown: "unknown", shown: "history" };
    const signs = { ok: "✓", violation: "✗", unknown: "?", shown: "·" };
    lince.sign = (verdict) => element("span.sign." + verdict, { "aria-hidden": "true" }, signs[verdict]);
    lince.verdictWord = (verdict) => words[verdict];

    /* Notes that end in a command, or in code for a test, offer it to be copied; those of several lines
     * are laid out already. */
    const offers = ["To see it again: ", "To test it from now on: "];
    const commands = /\blince(?:-mpi)? (?:check|test|model|monitor|show|formula) /;
    function note(text) {
        if (text.includes("\n")) {
            const lines = text.split("\n").flatMap((line) => [lince.clean(line), "\n"]);
            return element("li", null, element("pre", null, ...lines));
        }
        const offer = offers.find((words) => text.startsWith(words));
        const from = offer ? offer.length : text.search(commands);
        if (from < 0) return element("li", null, lince.phrase(text));
        const wanted = text.slice(from);
        return element(
            "li",
            null,
            lince.clean(text.slice(0, from)),
            element("code", null, lince.phrase(wanted)),
            " ",
            lince.copyButton(wanted),
        );
    }

    /* The headline of a crash or a race is its reason. */
    const repeats = (section) => lince.text(section.headline).endsWith(lince.text(section.reason).replace(/\.$/, ""));

    function heading(section) {
        const verdict = lince.verdict(section);
        const notes = lince.list(section.notes).filter((text) => typeof text === "string" && text);
        const unread = section.kind !== "show" && !section.result;
        return element(
            "header.found." + verdict,
            { "data-verdict": verdict },
            element("h1", null, lince.name(section.title)),
            element(
                "p.verdict",
                null,
                verdict === "shown"
                    ? null
                    : element("strong", null, lince.sign(verdict), unread ? "not checked" : words[verdict]),
                section.headline
                    ? element("span.headline", null, verdict === "shown" ? "" : " — ", lince.phrase(section.headline))
                    : null,
                " ",
                section.summary ? element("span.soft", null, lince.clean(section.summary)) : null,
            ),
            section.reason && !repeats(section) ? element("p.reason", null, lince.phrase(section.reason)) : null,
            notes.length ? element("ul.notes", null, ...notes.map(note)) : null,
        );
    }

    /* ---- the tools above a time line ---- */

    function Search(t) {
        const key = lince
            .list(t.h.data.keys)
            .map((one) => lince.clean(one).replace(/"/g, ""))
            .find((one) => /^\S{1,12}$/.test(one));
        const example = [
            "thread:" + (t.h.threads.find((name) => /^\S{1,12}$/.test(name)) || "T1"),
            t.h.objects.length > 1 ? "object:" + t.h.objects.find((name) => name) : "",
            key ? "key:" + key : "value:3",
        ];
        const field = element("input", {
            type: "search",
            placeholder: "search, or " + example.filter((word) => word).join(" "),
            "aria-label": "search for words, or filter by thread:, object:, method:, key:, value: or is:",
            spellcheck: "false",
            autocomplete: "off",
        });
        const found = element("output.found-count");
        const hide = element("input", { type: "checkbox", change: () => t.setHide(hide.checked) });
        const hiding = element("label.hiding", { hidden: true }, hide, "hide the rest");
        let timer = 0;
        const ask = () => {
            window.clearTimeout(timer);
            timer = 0;
            t.search(field.value);
        };
        field.addEventListener("input", () => {
            window.clearTimeout(timer);
            timer = window.setTimeout(ask, TYPING);
        });
        field.addEventListener("keydown", (event) => {
            if (event.key === "Enter") {
                if (timer) ask();
                t.nextMatch(event.shiftKey ? -1 : 1);
            } else if (event.key === "Escape") {
                field.value = "";
                ask();
                t.canvas.focus();
            } else return;
            event.preventDefault();
            event.stopPropagation();
        });
        t.on("query", () => {
            const query = t.query;
            hiding.hidden = !query || !query.passes;
            hide.checked = t.hide;
            const number = query ? query.matches.length : 0;
            found.textContent = !query
                ? ""
                : t.match >= 0
                  ? (t.match + 1).toLocaleString("en") + " of " + number.toLocaleString("en")
                  : number
                    ? number.toLocaleString("en") + " found"
                    : "nothing found";
        });
        t.setQuery = function (text) {
            field.value = text;
            ask();
        };
        t.toggleFilter = (kind, value) => t.setQuery(lince.toggleFilter(field.value, kind, value));
        t.focusSearch = function () {
            field.focus();
            field.select();
        };
        return [field, found, hiding];
    }

    function modes(t) {
        if (!t.h.times) return null;
        const made = ["order", "time"].map((mode) => {
            const one = lince.button(
                mode === "order" ? "order" : "time",
                mode === "order" ? "by order of events (t)" : "by recorded time (t)",
                () => t.setMode(mode),
            );
            const tell = () => one.setAttribute("aria-pressed", String(t.mode === mode));
            t.on("mode", tell);
            tell();
            return one;
        });
        return element("span.group", { role: "group", "aria-label": "the axis of events" }, ...made);
    }

    function onlyConflict(t) {
        const text = "is:culprit";
        const made = lince.button("only the conflict", "show the operations in conflict alone (x)", () =>
            t.onlyConflict(),
        );
        t.onlyConflict = function () {
            const on = !(t.hide && t.query && t.query.text === text);
            t.hide = on;
            t.setQuery(on ? text : "");
            if (!on) t.rearrange();
            t.fit(true);
        };
        t.on("query", () =>
            made.setAttribute("aria-pressed", String(Boolean(t.hide && t.query && t.query.text === text))),
        );
        made.setAttribute("aria-pressed", "false");
        return made;
    }

    function tools(t) {
        const culprits = t.h.culprits.length > 0;
        return element(
            "div.tools",
            { role: "toolbar", "aria-label": "time line" },
            element("span.group.searching", null, ...Search(t)),
            element("span.room"),
            modes(t),
            element(
                "span.group",
                null,
                lince.button("−", "zoom out (-)", () => t.zoom(1 / 1.5)),
                lince.button("+", "zoom in (+)", () => t.zoom(1.5)),
                lince.button("fit", "show everything (0)", () => t.fit()),
            ),
            culprits &&
                element(
                    "span.group",
                    null,
                    lince.button("to the conflict", "to the conflict (c)", () => t.toConflict()),
                    onlyConflict(t),
                ),
        );
    }

    lince.Section = function (section) {
        const main = element("main", { id: "main", tabindex: "-1" }, heading(section));
        const made = { element: main, timeline: null, stepper: null, start() {} };
        const history = section.history && typeof section.history === "object" ? lince.History(section.history) : null;
        if (history && !history.culprits.length) {
            lince.blame(history, lince.failingOps(section));
            history.failing = true;
        }
        if (history && history.count) {
            const t = (made.timeline = lince.Timeline(history));
            const details = lince.Details(t);
            main.append(
                element(
                    "section.drawing",
                    { "aria-label": "time line" },
                    tools(t),
                    t.overview.canvas,
                    t.frame,
                    details,
                ),
            );
            made.start = () => t.start();
        } else if (history) main.append(element("p.soft.nothing", null, "The history has no operations."));
        const parts = [lince.Interleaving(section, made.timeline), lince.ModelSteps(section, made.timeline)].filter(
            (p) => p,
        );
        for (const part of parts) main.append(part.element);
        made.stepper = parts.length ? parts[0].stepper : null;
        if (made.timeline) {
            const violated = lince.verdict(section) === "violation";
            main.append(
                ...[
                    lince.Conflict(made.timeline),
                    lince.Order(made.timeline, violated, lince.text(section.result && section.result.criterion)),
                    lince.Remarks(made.timeline),
                ].filter((part) => part),
            );
        }
        return made;
    };
})(window.lince);
