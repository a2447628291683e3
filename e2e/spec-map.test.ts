import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findRoute } from '#pwa/paths.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type * as limits from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { builtSentences } from './spec-sentences.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The routes (spec map, section 2). */
const routes = [
  '/',
  '/courses',
  '/library',
  '/courses/{courseId}',
  '/courses/{courseId}/activate',
  '/courses/{courseId}/learn',
  '/login',
  '/admin/login',
  '/signup',
  '/forgot-password',
  '/verify-otp',
  '/reset-password',
  '/dashboard',
  '/profile',
  '/support',
  '/admin/dashboard',
  '/admin/workspace',
  '/admin/users',
  '/admin/courses/{courseId}',
];

/** The constants (spec map, section 9) that the code uses. */
const constants: readonly (keyof typeof limits)[] = [
  'REQUEST_TIMEOUT_MS',
  'PASSWORD_MIN_CHARACTERS',
  'RESET_CODE_LIFETIME_SECONDS',
  'ACTIVATION_REDIRECT_MS',
  'ACTIVATION_RELOAD_MS',
  'RESET_REDIRECT_MS',
  'AVATAR_FILE_MAX_BYTES',
  'AVATAR_LONGEST_SIDE_PX',
  'AVATAR_JPEG_QUALITY',
  'CODE_FILE_MAX_BYTES',
  'VIDEO_MAX_BYTES',
  'RECOMMENDED_COURSES_MAX',
  'LOW_CODES',
  'SUCCESS_MESSAGE_MS',
  'MOBILE_BREAKPOINT_PX',
  'CODES_SHOWN_STORED',
  'CODES_SHOWN_EXTRACTED',
  'VIDEO_URL_MESSAGE_MS',
];

const COMMENTS = /^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, texts = '']) => texts);

/** The rows of a table: the literal requirement, and the paths of files and tests. */
const readRows = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| § ') && !line.startsWith('| promise '))
    .map((line) => {
      const cells = line.split('|').slice(1, -1);
      const [tests, files] = [quoted(cells.at(-1)), quoted(cells.at(-2))];
      return { line, required: quoted(cells.slice(0, -2).join()), files, tests };
    });

const map = readFileSync(join(ROOT, 'docs/spec-map.md'), 'utf8');
const builtRows = readRows(map);
const builtTexts = new Set(builtRows.flatMap(({ required }) => required));
const missingFrom = (texts: ReadonlySet<string>, required: readonly string[]) =>
  required.filter((one) => !texts.has(one));

describe('the map of the specification', () => {
  it('has a file and a test for each requirement', () => {
    expect(builtRows.length).toBeGreaterThan(100);
    const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
    const bare = builtRows.filter(({ files, tests }) => files.length === 0 || !tests.some(isTest));
    expect(bare.map(({ line }) => line)).toEqual([]);
  });

  it('names only files that exist', () => {
    const named = builtRows.flatMap(({ files, tests }) => [...files, ...tests]);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('has every route, and the app defines each', () => {
    expect(missingFrom(builtTexts, routes)).toEqual([]);
    expect(routes.filter((route) => findRoute(route.replace('{courseId}', 'course-1')) === null)).toEqual([]);
  });

  it('has every call', () => {
    const calls = Object.values(endpoints).map(
      ({ method, path }) => `${method} ${path.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(missingFrom(builtTexts, calls)).toEqual([]);
  });

  it('has every constant', () => {
    expect(missingFrom(builtTexts, constants)).toEqual([]);
  });
});

/** The shipped sources below a folder, without comments, tests and test helpers. */
function readSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)testing\//.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8').replace(COMMENTS, ''));
}

describe('the sentences', () => {
  const sources = ['pwa', 'sync-server', 'schema'].flatMap(readSources).join('\n');

  it('of the catalogue are all used', () => {
    const names = [
      ...Object.keys(messages).map((name) => `messages.${name}`),
      ...Object.keys(adminMessages).map((name) => `adminMessages.${name}`),
      ...Object.keys(serverMessages).map((name) => `serverMessages.${name}`),
    ];
    const silent = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
    expect(silent).toEqual([]);
  });

  it('fixed by the specification exist verbatim', () => {
    // Compares whole literals where nothing was cut out, so a shorter sentence does not match inside a longer
    // one.
    const isThere = (sentence: string) =>
      sources.includes(`'${sentence}'`) || sources.includes(`>${sentence}<`) || holdsPart(sentence);
    expect(builtSentences.filter((sentence) => !isThere(sentence))).toEqual([]);
  });

  const holdsPart = (sentence: string) =>
    (/^[^A-Z]/.test(sentence) || sentence === 'Try Again') && sources.includes(sentence);
});
