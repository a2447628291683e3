import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { importedId, importedQuizId } from '#schema/courses/imported-id.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { editorForTest } from './editor-for-test.ts';

const itOnSqlite = onSqlite(it);

const COURSE = '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a41';
const [ONE, TWO] = [importedId(COURSE, 1), importedId(COURSE, 2)];
const EBB = importedId(ONE, 1);
const FLOOD = importedId(TWO, 2);
const LINES = { 'Content-Type': 'application/x-ndjson' };

const lesson = (title: string, position: string, resources: readonly object[] = []) => ({
  ...{ title, description: '', duration: 5, type: 'text', videoUrl: null, position, resources },
});
const link = { title: 'Tables', type: 'link', url: 'https://tides.example.org/', position: 'a0' };
const course = {
  ...{ id: COURSE, title: 'Seas', description: 'About', instructor: 'Mara', thumbnail: null },
  previewContent: '',
  modules: [
    { title: 'One', description: '', position: 'a0', lessons: [lesson('Ebb', 'a0', [link])] },
    { title: 'Two', description: '', position: 'a1', lessons: [lesson('Tide', 'a0'), lesson('Flood', 'a1')] },
  ],
};
const EBB_TEXT = { lessonId: EBB, content: '<p onclick="x()">It falls.</p>' };
const texts = [EBB_TEXT, { lessonId: FLOOD, content: '<p>It rises.</p>' }];
const question = {
  ...{ kind: 'one', prompt: '<p>Which?</p>', points: 2, explanation: 'The moon.', position: 'a0' },
  choices: '[{"id":"b","text":"Ebb"},{"id":"a","text":"Flood"}]',
  key: '{"right":["b"]}',
};
const quiz = (fields: object) => ({
  ...{ use: 'test', title: 'Final', passPercent: 75, attemptsMax: null, scoreRule: 'last', isShuffled: 1 },
  ...{ release: 'score', isRequired: 0, position: 'a0', questions: [question], ...fields },
});
const withQuiz = (fields: object) => inLines(course, [{ ...EBB_TEXT, quizzes: [quiz(fields)] }]);
const inLines = (head: object, lines: readonly object[]) =>
  [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');

async function importForTest() {
  const world = await editorForTest();
  const { server, newKey } = world;
  const send = (raw: string | Uint8Array<ArrayBuffer>, options: { key?: string; headers?: object } = {}) =>
    server.request('/api/admin/imported-courses', {
      ...{ method: 'POST', as: server.people.admin, key: options.key ?? newKey(), raw },
      headers: { ...LINES, ...options.headers },
    });
  const countRows = async () => {
    const tables = [
      ...(['courses', 'modules', 'lessons', 'lessonContents', 'resources', 'revisions'] as const),
      ...(['quizzes', 'questions', 'questionVersions'] as const),
    ];
    const rows = await Promise.all(
      tables.map((table) => server.deps.db.selectFrom(table).selectAll().execute()),
    );
    return rows.map(({ length }) => length);
  };
  return { ...world, send, countRows };
}

describe('an imported course', () => {
  it('is created whole, unpublished, with sanitised texts and links under ids that the device knows', async () => {
    const { send, getCourse, changesOf } = await importForTest();
    const reply = (await send(inLines(course, texts))).read(endpoints.importCourse.output);
    expect(reply.course).toMatchObject({ id: COURSE, title: 'Seas', status: 'unpublished', version: 1 });
    const { modules } = await getCourse(COURSE);
    expect(modules.map(({ id, title }) => [id, title])).toEqual([
      [ONE, 'One'],
      [TWO, 'Two'],
    ]);
    const lessons = modules.flatMap((module) => module.lessons);
    expect(lessons.map(({ id, title, content, version }) => [id, title, content, version])).toEqual([
      [EBB, 'Ebb', '<p>It falls.</p>', 1],
      [importedId(TWO, 1), 'Tide', '', 1],
      [FLOOD, 'Flood', '<p>It rises.</p>', 1],
    ]);
    expect(lessons[0]?.resources).toMatchObject([{ ...link, id: importedId(EBB, 1) }]);
    const ids = (await changesOf('lesson')).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([EBB, FLOOD]));
  });

  it('has its quizzes with their first versions and sanitised questions, under ids that the device knows', async () => {
    const { send, server, changesOf } = await importForTest();
    const { db } = server.deps;
    const prompt = '<p onclick="x()">What?</p>';
    const only = { ...question, prompt: '<script>only</script>' };
    const quizzes = [quiz({ questions: [{ ...question, prompt }, only, question] })];
    expect((await send(inLines(course, [{ ...EBB_TEXT, quizzes }]))).status).toBe(200);
    const quizId = importedQuizId(EBB, 1);
    const [first, third] = [importedId(quizId, 1), importedId(quizId, 3)];
    const { questions: _, ...fields } = quiz({});
    expect(await db.selectFrom('quizzes').selectAll().execute()).toEqual([
      { ...fields, id: quizId, lessonId: EBB, version: 1 },
    ]);
    const rows = await db.selectFrom('questions').selectAll().orderBy('id').execute();
    const stored = [
      { ...question, prompt: '<p>What?</p>', id: first, quizId, version: 1 },
      { ...question, id: third, quizId, version: 1 },
    ];
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(expect.arrayContaining(stored));
    const versions = await db.selectFrom('questionVersions').selectAll().execute();
    const seen = stored.map(({ id: questionId, position: __, ...one }) => ({ ...one, questionId }));
    expect(versions).toHaveLength(2);
    expect(versions).toEqual(expect.arrayContaining(seen));
    expect((await changesOf('quiz')).map(({ id }) => id)).toEqual([quizId]);
    expect((await changesOf('question')).map(({ id }) => id).sort()).toEqual([first, third].sort());
  });

  it('is the same in one piece of JSON, as a program may send it', async () => {
    const { send, getCourse } = await importForTest();
    const headers = { 'Content-Type': 'application/json' };
    expect((await send(JSON.stringify({ ...course, texts }), { headers })).status).toBe(200);
    expect((await getCourse(COURSE)).modules[1]?.lessons[1]?.content).toBe('<p>It rises.</p>');
  });

  it('is created once: a repeat, compressed or with other spaces, gets the receipt', async () => {
    const { send, newKey, countRows } = await importForTest();
    const key = newKey();
    const body = inLines(course, texts);
    expect((await send(body, { key })).status).toBe(200);
    const counts = await countRows();
    const compressed = new Uint8Array(gzipSync(body.replace('{', '{ ')));
    const again = await send(compressed, { key, headers: { 'Content-Encoding': 'gzip' } });
    expect([again.status, again.header('Receipt'), again.header('Idempotency-Replayed')]).toEqual([
      ...[200, key, 'true'],
    ]);
    expect((await send(inLines(course, []), { key })).status).toBe(422);
    expect((await send(body)).refusal.code).toBe('id_taken');
    expect(await countRows()).toEqual(counts);
  });

  it.each<[string, number, string]>([
    ['whose last link is no address', 400, inLines(withLink({ url: 'javascript:x()' }), texts)],
    ['with a text of no lesson', 400, inLines(course, [...texts, { lessonId: 'none', content: '' }])],
    [
      'whose text is nested too deeply',
      400,
      inLines(course, [{ lessonId: EBB, content: '<b>'.repeat(600) }]),
    ],
    ['with a position that is none', 400, inLines(withLink({ position: 'z' }), texts)],
    ['with a question without a right answer', 400, withQuiz({ questions: [{ ...question, key: '{}' }] })],
    ['with a quiz beyond a limit', 400, withQuiz({ passPercent: 101 })],
    [
      'with a question at a position that is none',
      400,
      withQuiz({ questions: [{ ...question, position: 'z' }] }),
    ],
    ['whose last line is cut off', 400, inLines(course, texts).slice(0, -4)],
    ['without a first line', 400, ''],
    ['whose first line is a list', 400, '[]\n'],
    [
      'with a line beyond its limit',
      413,
      inLines(course, [{ lessonId: EBB, content: 'x'.repeat(5_000_000) }]),
    ],
  ])('%s is refused, and nothing of it exists', async (_, status, body) => {
    const { send, countRows } = await importForTest();
    const before = await countRows();
    const reply = await send(body);
    expect(reply.status).toBe(status);
    expect(await countRows()).toEqual(before);
  });

  itOnSqlite('does not exist at all when its transaction fails midway', async () => {
    const { send, countRows, server, newKey } = await importForTest();
    const before = await countRows();
    const key = newKey();
    const { db } = server.deps;
    await sql`create trigger noRoom before insert on resources begin select raise(abort, 'no room'); end`.execute(
      db,
    );
    expect((await send(inLines(course, texts), { key })).status).toBe(500);
    await sql`drop trigger noRoom`.execute(db);
    expect(await countRows()).toEqual(before);
    expect((await send(inLines(course, texts), { key })).status).toBe(200);
  });

  it('of many texts is read and stored in turns: other requests are served meanwhile', async () => {
    const { send, server } = await importForTest();
    const many = Array.from({ length: 20 }, (_, at) => lesson(`L${at}`, `a${at + 10}`.slice(0, 2)));
    const modules = [{ title: 'One', description: '', position: 'a0', lessons: many }];
    const content = '<p>It falls and rises.</p>'.repeat(300);
    const lines = many.map((_one, at) => ({ lessonId: importedId(ONE, at + 1), content }));
    let isDone = false;
    let served = 0;
    const sent = send(inLines({ ...course, modules }, lines)).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      expect((await server.request('/api/courses')).status).toBe(200);
      served += 1;
    }
    expect((await sent).status).toBe(200);
    expect(served).toBeGreaterThan(5);
  });
});

function withLink(fields: object) {
  const [one, ...others] = course.modules;
  const lessons = [lesson('Ebb', 'a0', [{ ...link, ...fields }])];
  return { ...course, modules: [...others, { ...one, lessons }] };
}
