// Runs a WASI program in Node: node run_wasi.mjs PROGRAM.wasm ARGUMENTS
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const wasi = new WASI({
    version: 'preview1', args: process.argv.slice(2), env: process.env, preopens: { '/': '/' },
    returnOnExit: true,
});
const program = await WebAssembly.compile(readFileSync(process.argv[2]));
process.exitCode = wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
