// The names of files and identifiers: refuses parts that have a plain technical term (docs/glossary.md).
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Visitor } from 'oxc-parser';
import { root } from '../programs.mjs';
import { listSources, parse } from './imports.mjs';

/** The refused parts of names, and what to write instead. `keptFile` has two parts, `kept` and `file`. */
const REFUSED = new Map([
  ['aside', 'rejected text'],
  ['behind', 'successors'],
  ['ahead', 'dependencies'],
  ['bite', 'apply'],
  ['bring', 'download, fetch'],
  ['brings', 'downloads, fetches'],
  ['brought', 'downloaded, fetched'],
  ['desk', 'editor context, dashboard model, lesson page'],
  ['door', 'admin login'],
  ['doubted', 'untrusted'],
  ['dress', 'standard headers'],
  ['dressed', 'standard headers'],
  ['fate', 'outcome'],
  ['film', 'video'],
  ['films', 'videos'],
  ['frozen', 'bfcache'],
  ['heal', 'quiesce'],
  ['heals', 'quiesces'],
  ['keep', 'save, store, cache, download'],
  ['keeper', 'store, cache'],
  ['keeping', 'saving, caching'],
  ['keeps', 'saves, stores'],
  ['kept', 'saved, cached, downloaded, offline copy'],
  ['ledger', 'server db'],
  ['lives', 'simulation runs'],
  ['looks', 'visual'],
  ['mend', 'repair'],
  ['mending', 'repair'],
  ['mends', 'repairs'],
  ['mishap', 'action error'],
  ['overlook', 'index the outbox'],
  ['patience', 'timeout'],
  ['shelf', 'cached file'],
  ['slot', 'placeholder'],
  ['spoken', 'user-facing'],
  ['strays', 'orphans'],
  ['stray', 'orphan'],
  ['teeth', 'mutants'],
  ['tooth', 'mutant'],
  ['told', 'received, reported'],
  ['touched', 'user interaction'],
  ['trip', 'offline readiness'],
  ['truth', 'invariants'],
  ['verdict', 'resolution'],
  ['verdicts', 'resolutions'],
  ['wake', 'request, notify'],
  ['wire', 'proxy'],
  ['witness', 'oracle'],
  ['word', 'text, value, label'],
  ['words', 'texts, labels, message'],
]);

/** Names that stay, by where: what is stored or sent, and other people's interfaces. */
const ALLOWED = [
  // IndexedDB: tables and fields of released versions.
  [/^(pwa|e2e|bench)\//, ['keptAt', 'touchedAt']],
  [/^pwa\/store\/(account\/pull-state|pull-page)\.ts$/, ['kept']],
  [/^(pwa\/search|bench\/search)/, ['words']],
  // SQL column.
  [/^sync-server\/(db|personal-data|uploads)\//, ['touchedAt']],
  // history.state of open tabs.
  [/^pwa\//, ['keepScroll', 'keepsScroll']],
  // HTML, the browser, Node and packages.
  [
    /^/,
    ['aside', 'bringToFront', 'diffWordsWithSpace', 'keepAlive', 'keepAliveTimeout', 'KEEP_ALIVE_TIMEOUT_MS'],
  ],
  // Terms of the field.
  [/^(sync-server|e2e)\//, ['keepData', 'roundTripMs']],
];

/** @returns {string[]} the lower-case parts of a name in camelCase, PascalCase, kebab-case or SNAKE_CASE. */
export function partsOf(name) {
  return name
    .replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.toLowerCase())
    .filter((part) => part !== '');
}

/** The refused part of a name in a file, or undefined. */
export function findRefused(file, name) {
  if (ALLOWED.some(([place, names]) => place.test(file) && names.includes(name))) return undefined;
  return partsOf(name).find((part) => REFUSED.has(part));
}

/** @returns {Set<string>} every identifier of a source text. */
export function namesIn(file, text) {
  const names = new Set();
  const add = ({ name }) => names.add(name);
  new Visitor({ Identifier: add, JSXIdentifier: add, PrivateIdentifier: add }).visit(
    parse(file, text).program,
  );
  return names;
}

/** One line for each refused name of a file. */
export function findRefusedNames(file, text) {
  return [basename(file).replace(/\..*$/, ''), ...namesIn(file, text)].flatMap((name) => {
    const part = findRefused(file, name);
    return part === undefined ? [] : [`${file}: ${name} has "${part}", write ${REFUSED.get(part)}`];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = ['schema', 'interchange', 'pwa', 'sync-server', 'e2e', 'bench', 'tools', '.ci'].flatMap(
    listSources,
  );
  const found = files.flatMap((file) => findRefusedNames(file, readFileSync(join(root, file), 'utf8')));
  process.stdout.write(
    `${[`names of ${files.length} files, ${found.length} refused`, ...found].join('\n')}\n`,
  );
  process.exit(found.length === 0 ? 0 : 1);
}
