// The package in a real browser without a window: vectors in a page, a worker, and the demo.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";

import { loadSync } from "ufsecp";
import { checks, VECTORS } from "./checks.mjs";

const ROOT = new URL("../../", import.meta.url);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };
Object.assign(TYPES, { ".json": "application/json", ".wasm": "application/wasm" });
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
const browser = BROWSERS.find((name) => {
    try {
        return execFileSync(name, ["--version"], { stdio: ["ignore", "pipe", "ignore"] });
    } catch {
        return false;
    }
});
const skip = browser ? false : "chromium is not installed";

let reported;
const modules = new Set(); // that a browser asked for
const throwing = '<script type="module">throw new Error("planted")</script>';
const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (request.method === "POST") {
        let text = "";
        request.on("data", (part) => (text += part));
        request.on("end", () => reported(JSON.parse(text)));
        return response.end();
    }
    try {
        let body = readFileSync(new URL(`.${pathname}`, ROOT));
        if (pathname.endsWith(".wasm")) modules.add(pathname.match(/[^/]*$/)[0]);
        if (pathname.endsWith("/browser.html") && request.url.endsWith("?planted")) {
            body = body.toString().replace(/<script type="module">[^]*<\/script>/, throwing);
        }
        response.setHeader("content-type", TYPES[extname(pathname)] ?? "text/plain");
        response.end(body);
    } catch {
        response.writeHead(404).end();
    }
});
before(() => new Promise((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => server.close());

/** What the page reports, first of all that goes wrong. */
async function browse(query) {
    const profile = mkdtempSync(join(tmpdir(), "ufsecp-browser-"));
    const url = `http://127.0.0.1:${server.address().port}/wasm/test/browser.html${query}`;
    const args = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
    const child = spawn(browser, [...args, url], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (part) => (said += part));
    const ended = new Promise((resolve) => child.on("exit", resolve));
    try {
        return await new Promise((resolve, reject) => {
            reported = resolve;
            ended.then(() => reject(new Error(`the browser ended: ${said.slice(-1000)}`)));
            const late = () => reject(new Error(`no report in 120 s: ${said.slice(-1000)}`));
            setTimeout(late, 120_000).unref();
        });
    } finally {
        child.kill();
        await ended;
        // Its other processes may write there for some seconds more.
        await rm(profile, { recursive: true, force: true, maxRetries: 20 });
    }
}

test("vectors in a page, a worker and the demo", { skip }, async (t) => {
    const { error, lanes, counts, verdicts, demo } = await browse("");
    assert.equal(error, undefined);
    assert.deepEqual([...modules], [lanes ? "ufsecp-lanes.wasm" : "ufsecp.wasm"]);
    t.diagnostic(`${[...modules]}`);
    const vectors = Object.fromEntries(
        VECTORS.map((name) => [
            name,
            JSON.parse(readFileSync(new URL(`test/vectors/${name}.json`, ROOT), "utf8")),
        ]),
    );
    const here = checks(loadSync(), vectors).map(([name, run]) => [name, run()]);
    assert.deepEqual(counts, Object.fromEntries(here));
    t.diagnostic(`${Object.values(counts).reduce((a, b) => a + b)} answers compared`);
    assert.deepEqual(verdicts, [true, false]);
    assert.deepEqual(demo.signed, ["valid", "valid"]);
    assert.deepEqual(demo.spoiled, ["not valid", "not valid"]);
    assert.equal(demo.bars, demo.timings.length);
    assert.ok(demo.bars >= 8);
    for (const [name, us] of demo.timings) {
        assert.ok(us > 0 && us < 1e6, `${name}: ${us}`);
        t.diagnostic(`${name}: ${us.toFixed(1)} us`);
    }
});

test("a page that throws is seen", { skip }, async () => {
    const { error } = await browse("?planted");
    assert.match(error, /planted/);
});
