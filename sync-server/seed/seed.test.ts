import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SessionReply } from '#schema/account/user.ts';
import { flattenLessons } from '#schema/courses/course.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { findProblem, readChoices, readKey } from '#schema/quizzes/question-content.ts';
import { createApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { openDeps } from '../open-deps.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TestResponse, toRequestInit } from '../testing/test-request.ts';
import { seedDatabase } from './seed-database.ts';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720">
  <rect width="1280" height="720" fill="#14614a"/>
</svg>`;

const courseJson = {
  id: 'knots',
  title: 'Twelve knots',
  description: 'Rope that holds and rope that lets go.',
  instructor: 'Pia Roth',
  previewContent: 'What one learns.',
  cover: 'cover.svg',
  modules: [
    {
      id: 'knots-module-1',
      title: 'Loops',
      description: '',
      lessons: [
        {
          id: 'knots-lesson-01',
          title: 'The bowline',
          description: 'A loop that never slips.',
          duration: 6,
          type: 'video',
          video: 'media/bowline.mp4',
          content: 'lessons/01.html',
          questions: 'questions/01.json',
          resources: [
            { id: 'knots-resource-1', type: 'pdf', title: 'A sheet', file: 'media/sheet.pdf' },
            { id: 'knots-resource-2', type: 'link', title: 'More', url: 'https://knots.example.org/' },
          ],
        },
      ],
    },
  ],
};

const asked = { prompt: '<p>Which?</p>', explanation: 'So it is.' };
const quizzesJson = [
  {
    ...{ use: 'test', title: 'Knots', passPercent: 80, isRequired: true },
    questions: [
      { kind: 'one', ...asked, right: 'A bowline', wrong: ['A granny knot'] },
      {
        kind: 'match',
        ...asked,
        pairs: [
          ['A bowline', 'A loop'],
          ['A bend', 'Two ropes'],
        ],
      },
      { kind: 'order', ...asked, lines: ['Up the hole', 'Round the tree'] },
      { kind: 'number', ...asked, value: '3', tolerance: '0.5' },
    ],
  },
];

const files: Readonly<Record<string, string>> = {
  'course.json': JSON.stringify(courseJson),
  'cover.svg': SVG,
  'figures/loop.svg': SVG,
  'lessons/01.html':
    '<h2 id="a">Up the hole</h2><figure><img src="figures/loop.svg" alt="A loop" width="720" height="405"></figure><script>alert(1)</script>',
  'questions/01.json': JSON.stringify(quizzesJson),
  'media/bowline.mp4': 'a video of a bowline',
  'media/sheet.pdf': '%PDF a sheet',
};

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-seed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with the course in it, with some of its files changed or (null) left out. */
function courseFolder(changes: Readonly<Record<string, string | null>> = {}): string {
  const seedFolder = folderForTest();
  for (const [name, text] of Object.entries({ ...files, ...changes })) {
    if (text === null) continue;
    mkdirSync(dirname(join(seedFolder, 'knots', name)), { recursive: true });
    writeFileSync(join(seedFolder, 'knots', name), text);
  }
  return seedFolder;
}

/** The server on a data folder, before its seed. */
async function open(overrides: Partial<Config>) {
  const config = { ...readConfig({}), dataFolder: folderForTest(), ...overrides };
  const { deps, close } = await openDeps(config, pino({ enabled: false }), new TestClock());
  onTestFinished(close);
  const app = createApp(deps);
  const request = async (path: string, options?: Parameters<typeof toRequestInit>[0]) =>
    TestResponse.of(await app.request(path, toRequestInit(options)));
  return { deps, request, dataFolder: config.dataFolder };
}

describe('the first start', () => {
  it('creates an admin with a generated password, who can sign in', async () => {
    const { deps, request } = await open({ seed: 'none' });
    const firstStart = await seedDatabase(deps);
    expect(firstStart?.admin.email).toBe('admin@carrel.local');
    expect(firstStart?.admin.generatedPassword?.length).toBeGreaterThanOrEqual(20);
    const body = { email: firstStart?.admin.email, password: firstStart?.admin.generatedPassword };
    const response = await request('/api/auth/admin/login', { body });
    expect(response.read(SessionReply).user.requiredStep).toBe('password');
    expect(firstStart?.courses).toEqual([]);
  });

  it('uses the configured admin, and does not repeat the password', async () => {
    const adminPassword = 'chosen by the operator';
    const { deps, request } = await open({ seed: 'none', adminEmail: 'boss@example.org', adminPassword });
    const firstStart = await seedDatabase(deps);
    expect(firstStart?.admin).toEqual({ email: 'boss@example.org', generatedPassword: null });
    const body = { email: 'boss@example.org', password: adminPassword };
    const response = await request('/api/auth/admin/login', { body });
    expect(response.read(SessionReply).user.requiredStep).toBeUndefined();
  });

  it('inserts the course with its text, figures, video, document, cover and codes', async () => {
    const { deps, request, dataFolder } = await open({
      seedFolder: courseFolder(),
      adminPassword: 'chosen by me',
    });
    const firstStart = await seedDatabase(deps);
    const codes = firstStart?.courses[0]?.codes ?? [];
    expect(new Set(codes).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^CARREL(-[2-9A-HJKMNP-TV-Z]{4}){3}$/);

    const login = { email: 'admin@carrel.local', password: 'chosen by me' };
    const { token } = (await request('/api/auth/login', { body: login })).read(endpoints.login.output);
    const headers = { Authorization: `Bearer ${token}` };
    const activated = await request('/api/courses/knots/activate', {
      headers,
      body: { activationCode: codes[0] },
    });
    expect(activated.status).toBe(200);
    const { course } = (await request('/api/courses/knots/content', { headers })).read(
      endpoints.getCourseContent.output,
    );
    const [lesson] = flattenLessons(course);
    expect(lesson?.content).toMatch(
      /^<h2>Up the hole<\/h2><figure><img src="data:image\/svg\+xml,[^"]+" alt="A loop" width="720" height="405" \/><\/figure>$/,
    );
    const video = await request(lesson?.videoUrl ?? '');
    expect([video.text, video.header('Content-Type')]).toEqual(['a video of a bowline', 'video/mp4']);
    const sheet = await request(lesson?.resources[0]?.url ?? '');
    expect([sheet.text, sheet.header('Content-Type')]).toEqual(['%PDF a sheet', 'application/pdf']);
    expect(lesson?.resources[1]?.url).toBe('https://knots.example.org/');

    const wide = await request(course.thumbnail ?? '');
    const narrow = await request((course.thumbnail ?? '').replace('-1280.webp', '-640.webp'));
    const sizes = [await sharp(wide.bytes).metadata(), await sharp(narrow.bytes).metadata()];
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 1280, 720],
      ['webp', 640, 360],
    ]);
    expect(readdirSync(join(dataFolder, 'media')).every((name) => /^[0-9a-f]{32}$/.test(name))).toBe(true);
    expect(readdirSync(dataFolder)).not.toContain('seeding');
  });

  it('inserts practice and tests, whose choices have random ids', async () => {
    const { deps } = await open({ seedFolder: courseFolder() });
    await seedDatabase(deps);
    const quizzes = await deps.db.selectFrom('quizzes').selectAll().execute();
    expect(quizzes).toMatchObject([
      { lessonId: 'knots-lesson-01', use: 'test', title: 'Knots', passPercent: 80, isRequired: 1 },
    ]);
    const questions = await deps.db.selectFrom('questions').selectAll().orderBy('position').execute();
    expect(questions.map((question) => [question.kind, findProblem(question)])).toEqual([
      ...[
        ['one', null],
        ['match', null],
        ['order', null],
        ['number', null],
      ],
    ]);
    const [one] = questions;
    const choices = readChoices(one ?? { choices: '' });
    expect(choices.map(({ text }) => text)).toEqual(['A bowline', 'A granny knot']);
    expect(one && readKey(one)).toEqual({ right: [choices[0]?.id] });
    expect(choices[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
    const changes = await deps.db
      .selectFrom('changes')
      .select('kind')
      .where('kind', '=', 'question')
      .execute();
    expect(changes).toHaveLength(4);
  });

  it('happens once: a second start changes nothing', async () => {
    const { deps } = await open({ seedFolder: courseFolder() });
    expect(await seedDatabase(deps)).not.toBeNull();
    expect(await seedDatabase(deps)).toBeNull();
    expect(await deps.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  it('by two processes at once creates one admin', async () => {
    const { deps, dataFolder } = await open({ seed: 'none' });
    const other = await open({ seed: 'none', dataFolder });
    const both = await Promise.all([seedDatabase(deps), seedDatabase(other.deps)]);
    expect(both.filter((firstStart) => firstStart !== null)).toHaveLength(1);
    expect(await deps.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });
});

describe('a course with errors', () => {
  it.each<[string, Record<string, string | null>, RegExp]>([
    [
      'a question without a right answer',
      {
        'questions/01.json': JSON.stringify([
          { use: 'practice', title: 'Knots', questions: [{ kind: 'number', ...asked, value: 'three' }] },
        ]),
      },
      /questions\/01\.json of the course in knots: Write the right answer as a number/,
    ],
    ['no JSON', { 'course.json': '{' }, /course\.json in knots is not valid JSON/],
    [
      'a missing video',
      { 'media/bowline.mp4': null },
      /knots names files that do not exist: media\/bowline\.mp4/,
    ],
    ['a missing figure', { 'figures/loop.svg': null }, /shows figures\/loop\.svg, which does not exist/],
    ['a missing title', { 'course.json': JSON.stringify({ ...courseJson, title: '' }) }, /title: /],
    [
      'a path that leaves its folder',
      { 'course.json': JSON.stringify({ ...courseJson, cover: '../cover.svg' }) },
      /cover: /,
    ],
  ])('(%s) reports the error and leaves the database empty', async (_, changes, sentence) => {
    const { deps } = await open({ seedFolder: courseFolder(changes) });
    await expect(seedDatabase(deps)).rejects.toThrow(sentence);
    expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([]);
    expect(await deps.db.selectFrom('courses').select('id').execute()).toEqual([]);
  });

  it('leaves the database empty when the last row cannot be written, and the next start succeeds', async () => {
    const twice = courseFolder();
    mkdirSync(join(twice, 'sails'));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(twice, 'sails', name)), { recursive: true });
      writeFileSync(join(twice, 'sails', name), content);
    }
    const { deps, dataFolder } = await open({ seedFolder: twice });
    await expect(seedDatabase(deps)).rejects.toThrow(/UNIQUE/);
    expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([]);
    const next = await open({ seedFolder: courseFolder(), dataFolder });
    expect((await seedDatabase(next.deps))?.courses).toHaveLength(1);
  });
});
