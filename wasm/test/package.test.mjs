// The package as it is installed: its files, its types, in a bundle; and that the benchmark runs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const WASM = fileURLToPath(new URL("..", import.meta.url));
const tool = (name) => join(WASM, "node_modules/.bin", name);
const MODULES = ["ufsecp.wasm", "ufsecp-lanes.wasm", "ufsecp-tiny.wasm"];
const folder = mkdtempSync(join(tmpdir(), "ufsecp-package-"));
const installed = join(folder, "node_modules/ufsecp");

/** What a command prints; all of it is in the error if it fails. */
function run(command, ...args) {
    try {
        return execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
    } catch (error) {
        error.message += `\n${error.stdout}${error.stderr}`;
        throw error;
    }
}

before(() => {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: WASM });
    const [archive] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    mkdirSync(installed, { recursive: true });
    run("tar", "-xzf", archive, "-C", installed, "--strip-components=1");
});
after(() => rmSync(folder, { recursive: true, force: true }));

const CONSUMER = `
import { load, loadSync, Status, UfsecpError, type Bytes, type Ufsecp } from "ufsecp";
import type { Module, Source, VerifyOptions } from "ufsecp";
import { viemRecovery, type Hex } from "ufsecp/ethereum";
import { verifyEvents } from "ufsecp/nostr";

const u: Ufsecp = await load();
const options: VerifyOptions = { lowS: true };
const key = u.seckeyGenerate();
const hash = u.sha256(new Uint8Array(1));
const { signature, recid }: { signature: Bytes; recid: number } =
    u.ecdsaSignRecoverable(hash, key);
const verdict: boolean = u.ecdsaVerify(signature, hash, u.pubkeyCreate(key), options);
const address: Promise<Hex> = viemRecovery(u).recoverAddress({
    hash,
    signature: Uint8Array.from([...signature, 27 + recid]),
});
const none: Uint8Array<ArrayBuffer> = verifyEvents(u, []);
const { output } = u.taprootOutputKey(u.xonlyCreate(key).xonly, null);
const all: Bytes[] = [key, hash, signature, output];
const own: Uint8Array<ArrayBuffer>[] = [...all, u.taprootOutputSeckey(key, null)];
own.push(u.ecdsaSign(hash, key, null), u.ecdsaSignRecoverable(hash, key, null).signature);
const { pubkeys, ok } = u.pubkeyCreateBatch(key);
own.push(pubkeys, ok);
const sources = (module: Module): Source[] => [module, "file.wasm", new URL("file:///f"), key];
const again = (): Ufsecp[] => [loadSync(u.module), loadSync(key), loadSync(key.buffer)];
// @ts-expect-error a text is no key
const wrong = () => u.pubkeyCreate("00");
try {
    wrong();
} catch (error) {
    const status = (error as UfsecpError).status;
    console.log(verdict, (await address).length, none.length, status === Status.MISUSE);
    console.log(own.length, sources(u.module).length, again.length);
}
`;

test("the files of the package", () => {
    const names = readdirSync(installed, { recursive: true }).sort();
    for (const name of ["index", "input", "nostr", "ethereum"]) {
        assert.ok(names.includes(join("dist", `${name}.js`)), name);
        assert.ok(names.includes(join("dist", `${name}.d.ts`)), name);
        // TypeScript before 5.7 has no Uint8Array<...>.
        const types = readFileSync(join(installed, "dist", `${name}.d.ts`), "utf8");
        assert.doesNotMatch(types.replaceAll(/\/\*[^]*?\*\//g, ""), /Uint8Array</);
    }
    for (const name of [...MODULES, "LICENSE"]) {
        assert.ok(names.includes(join("dist", name)), name);
    }
    assert.ok(!names.some((name) => /test|node_modules|\.c$|\.mts$/.test(name)), `${names}`);
});

test("a program in TypeScript compiles against its types and runs", () => {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "consumer.ts"), CONSUMER);
    const strict = ["--strict", "--noUnusedLocals", "--target", "es2022", "--module", "nodenext"];
    // The types of Node, which come with ethers.
    const node = ["--types", "node", "--typeRoots", join(WASM, "node_modules/@types")];
    for (const host of [
        ["--lib", "es2022,dom"],
        ["--lib", "es2022", ...node],
    ]) {
        run(tool("tsc"), ...strict, "--skipLibCheck", "false", ...host, "consumer.ts");
        assert.equal(run(process.execPath, "consumer.js"), "true 42 0 true\n9 4 0\n");
    }
    // Without the types of any host.
    writeFileSync(join(folder, "bare.ts"), 'export { load } from "ufsecp";\n');
    const bare = ["--lib", "es2022", "--skipLibCheck", "false"];
    run(tool("tsc"), ...strict, ...bare, "--noEmit", "bare.ts");
});

test("the text is as prettier writes it", () => {
    const files = ["src", "test", "demo", "bench.mjs"].map((name) => join(WASM, name));
    execFileSync(tool("prettier"), ["--check", ...files], { cwd: WASM, stdio: "pipe" });
});

test("the programs of the README run", () => {
    const text = readFileSync(join(WASM, "README.md"), "utf8");
    const programs = [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map((match) => match[1]);
    assert.ok(programs.length >= 3);
    for (const program of programs) {
        writeFileSync(join(folder, "program.mjs"), program);
        assert.equal(run(process.execPath, "program.mjs"), "");
    }
});

test("the README names every method, and the sizes that the files have", async () => {
    const text = readFileSync(join(WASM, "README.md"), "utf8");
    const { Ufsecp } = await import(pathToFileURL(join(installed, "dist/index.js")));
    const silent = ["constructor", "version", "statusText"];
    for (const name of Object.getOwnPropertyNames(Ufsecp.prototype)) {
        assert.ok(silent.includes(name) || text.includes(`\`${name}\``), name);
    }
    for (const name of MODULES) {
        const size = gzipSync(readFileSync(join(installed, "dist", name)), { level: 9 }).length;
        const stated = Number(text.match(`\`${name}\` \\| ([0-9,]+) `)[1].replaceAll(",", ""));
        assert.ok(
            Math.abs(size / stated - 1) < 0.05,
            `${name} has ${size}, the README says ${stated}`,
        );
    }
});

test("a bundle for browsers needs nothing of Node", async () => {
    writeFileSync(
        join(folder, "page.js"),
        'export { load } from "ufsecp"; export { verifyEvent } from "ufsecp/nostr";',
    );
    const args = ["--bundle", "--format=esm", "--platform=browser", "--outfile=page.mjs"];
    run(tool("esbuild"), "page.js", ...args);
    assert.doesNotMatch(readFileSync(join(folder, "page.mjs"), "utf8"), /^import|import\("/m);
    const page = await import(pathToFileURL(join(folder, "page.mjs")));
    const u = await page.load(readFileSync(join(installed, "dist/ufsecp.wasm")));
    assert.equal(u.sha256(new Uint8Array(0))[0], 0xe3);
    assert.equal(page.verifyEvent(u, {}), false);
});

test("the benchmark runs, and says how many times as fast as noble it is", (t) => {
    const bench = join(WASM, "bench.mjs");
    const { rows } = JSON.parse(run(process.execPath, bench, "--quick", "--json"));
    assert.ok(rows.length >= 12);
    for (const { title, microseconds, ratios } of rows) {
        assert.ok(microseconds > 0, title);
        for (const [low, middle, high] of Object.values(ratios)) {
            assert.ok(low <= middle && middle <= high && low > 0, title);
        }
    }
    const [, middle] = rows[0].ratios["@noble/secp256k1"];
    t.diagnostic(`${rows[0].title}: ${middle.toFixed(1)} times noble`);
    assert.throws(() => run(process.execPath, bench, "--fast"), { status: 2 });
});
