import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { EncodedBody } from '../http/reply/encoded-body.ts';

/** One file of the built app, in memory. */
export interface AppFile {
  readonly body: EncodedBody;
  readonly contentType: string;
  /** Whether compression is worthwhile; images and fonts are already compressed. */
  readonly isText: boolean;
}

/** By path below the origin, such as `/assets/main-1a2b.js`. */
export type AppFiles = ReadonlyMap<string, AppFile>;

export const HTML_TYPE = 'text/html; charset=utf-8';

const textTypes: Readonly<Record<string, string>> = {
  '.html': HTML_TYPE,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const binaryTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * Reads the built app once, at startup. A request then only looks its path up in a map: no spelling can reach
 * a file that is not in it, and hidden files, source maps and unknown types are not in it. Copies compressed
 * at build time (`.br`, `.gz`) are used where they exist beside a file.
 */
export function loadAppFiles(folder: string): AppFiles {
  const files = new Map<string, AppFile>();
  if (!existsSync(folder)) return files;
  for (const path of listFiles(folder)) {
    const contentType = textTypes[extname(path)] ?? binaryTypes[extname(path)];
    if (contentType === undefined) continue;
    const br = readIfThere(`${path}.br`);
    const gzip = readIfThere(`${path}.gz`);
    const body = new EncodedBody(read(path), { ...(br && { br }), ...(gzip && { gzip }) });
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(address, { body, contentType, isText: extname(path) in textTypes });
  }
  return files;
}

function* listFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else if (entry.isFile()) yield path;
  }
}

const read = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));

const readIfThere = (path: string): Uint8Array<ArrayBuffer> | undefined =>
  existsSync(path) ? read(path) : undefined;
