// Lists the imports of each file, types and dynamic imports included. Paths are relative to the project's
// root.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../programs.mjs';

const SOURCE = /\.(tsx?|mjs|js)$/;
const ALIAS = /^#(?=[a-z-]+\/)/;

/**
 * @typedef {{ from: string, to: string, request?: string }} Import `to` is a file of the project, `node:…`, or
 * the name of a package; `request` is the text of the import.
 */

/** @returns {Import[]} the imports of all sources below the folders. Throws on a file that cannot be parsed. */
export function readImports(folders) {
  return folders
    .flatMap((folder) => listSources(folder))
    .flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** @returns {string[]} the source files below a folder. */
export function listSources(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => posix.join(posix.relative(root, entry.parentPath), entry.name));
}

/** @returns {Import[]} the imports of one source text. */
export function importsOf(file, text) {
  const { module } = parse(file, text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      literalIn(text.slice(start, end)),
    ),
  ];
  return [...new Set(requests)].map((request) => ({ from: file, to: resolve(file, request), request }));
}

/** The syntax tree of a source text. Throws on one that cannot be parsed. */
export function parse(file, text) {
  const result = parseSync(file, text);
  if (result.errors.length > 0) throw new Error(`${file} cannot be parsed: ${result.errors[0].message}`);
  return result;
}

const literalIn = (expression) => /^['"]([^'"]+)['"]$/.exec(expression)?.[1] ?? [];

function resolve(file, request) {
  const path = request.replace(/\?.*$/, '');
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  if (ALIAS.test(path)) return path.replace(ALIAS, '');
  return path.startsWith('node:') ? path : packageOf(path);
}

const packageOf = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/');
