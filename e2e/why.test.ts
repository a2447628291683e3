import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'docs/why');
/** Of a page, and of all together, as `wc -w` counts. */
const PAGE_MAX = 1_500;
const ALL_MAX = 18_000;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pages = readdirSync(FOLDER).map((name) => `docs/why/${name}`);
const lengthOf = (text: string) => (text.match(/\S+/g) ?? []).length;

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  const slug = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  return new Set(headings.map(slug));
}

/** The links of a document to pages of this repository that are missing, or lack the section. */
function findBroken(path: string): string[] {
  const links = [...read(path).matchAll(/\]\(([^)\s:]*\.md)?(?:#([^)\s]+))?\)/g)];
  return links.flatMap(([link, page = '', anchor]) => {
    const target = page === '' ? path : relative(ROOT, join(ROOT, dirname(path), page));
    const isFound = existsSync(join(ROOT, target)) && (anchor === undefined || anchorsOf(target).has(anchor));
    return isFound ? [] : [`${path}: ${link}`];
  });
}

describe('the pages of docs/why', () => {
  it('stay short', () => {
    const lengths = pages.map((page) => ({ page, length: lengthOf(read(page)) }));
    expect(lengths.filter(({ length }) => length > PAGE_MAX)).toEqual([]);
    expect(lengths.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(ALL_MAX);
  });

  it('are all in the index', () => {
    const index = read('docs/why/README.md');
    const names = pages.map((page) => page.replace('docs/why/', '')).filter((name) => name !== 'README.md');
    expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});

/** The files below a folder whose names end so. */
const listFiles = (folder: string, ends: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.test(name))
    .map((name) => join(folder, name));

describe('links', () => {
  it('of documents lead to pages and sections that exist', () => {
    const documents = ['README.md', 'CONTRIBUTING.md', ...listFiles('docs', /\.md$/)];
    expect(documents.flatMap(findBroken)).toEqual([]);
  });

  it('of comments lead to pages that exist', () => {
    const folders = ['.ci', 'bench', 'e2e', 'interchange', 'pwa', 'schema', 'sync-server', 'tools'];
    const sources = folders.flatMap((folder) => listFiles(folder, /\.(ts|tsx|mjs|css)$/));
    const named = sources.flatMap((path) => [...read(path).matchAll(/docs\/why\/\w+\.md/g)].map(String));
    expect([...new Set(named)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
