// serve.mjs — a server of files for this machine, which sends them compressed: serve.mjs FOLDER PORT. The tests of the
// page use it too.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.gz': 'application/gzip',
    '.wasm': 'application/wasm',
};
const AS_THEY_ARE = ['.png', '.gz'];
const WAYS = { br: brotliCompressSync, gzip: gzipSync };

/** Serves the files of a folder; port 0 is any that is free. Returns { address, close }. */
export async function serve(folder, port = 0) {
    const kept = new Map(); // what was compressed already: a file is compressed once, however often it is asked for
    const compressed = (file, way) => {
        const key = `${way} ${file} ${statSync(file).mtimeMs}`;
        if (!kept.has(key)) kept.set(key, WAYS[way](readFileSync(file)));
        return kept.get(key);
    };
    const server = createServer((request, response) => {
        const name = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
        const file = join(folder, name.endsWith('/') ? `${name}index.html` : name);
        if (!existsSync(file) || statSync(file).isDirectory()) {
            response.writeHead(404).end();
            return;
        }
        const type = extname(file),
            taken = (request.headers['accept-encoding'] ?? '').split(',').map((each) => each.trim().split(';')[0]);
        const way = AS_THEY_ARE.includes(type) ? undefined : Object.keys(WAYS).find((each) => taken.includes(each));
        const headers = { 'content-type': TYPES[type] ?? 'application/octet-stream', vary: 'accept-encoding' };
        if (way) headers['content-encoding'] = way;
        const body = way ? compressed(file, way) : readFileSync(file);
        response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
    });
    await new Promise((done) => server.listen(port, '127.0.0.1', done));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

if (argv[1] === fileURLToPath(import.meta.url)) await serve(argv[2], Number(argv[3]));
