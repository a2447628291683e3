import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction } from '../db/transaction.ts';
import { editorForTest } from '../editor/editor-for-test.ts';
import { findProjectRoot } from '../project-root.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';

const itOnSqlite = onSqlite(it);

const AT = '2026-11-21T07:55:00.000Z';

async function historyForTest() {
  const editor = await editorForTest();
  const { server } = editor;
  const request = (path: string) => server.request(path, { as: server.people.admin });
  const lessonHistory = async (id: string) =>
    (await request(`/api/admin/lessons/${id}/history`)).read(endpoints.listLessonHistory.output).revisions;
  const audit = async (query = '') =>
    (await request(`/api/admin/audit${query}`)).read(endpoints.listAudit.output).revisions;
  return { ...editor, request, lessonHistory, audit };
}

describe('the history of a lesson', () => {
  it('contains who changed what, when it was made and received, on which version, and both texts', async () => {
    const { send, lessonHistory } = await historyForTest();
    const body = { title: 'Low water', content: '<p>New</p>' };
    await send('PUT', 'lessons/tides-lesson-1', { body, ifMatch: '"1"', headers: { 'Made-At': AT } });
    const [revision] = await lessonHistory('tides-lesson-1');
    expect(revision).toMatchObject({
      ...{
        kind: 'update',
        entity: 'lesson',
        courseId: 'tides',
        title: 'Low water',
        userName: 'admin Ashdown',
      },
      ...{ madeAt: AT, baseVersion: 1, version: 2 },
      after: body,
    });
    expect(Object.keys(revision?.before ?? {}).sort()).toEqual(['content', 'title']);
  });

  it('omits edits that changed nothing, were rejected, or were repeated', async () => {
    const { send, lessonHistory } = await historyForTest();
    const key = '019aa000-0000-7000-8000-000000000001';
    const edit = { body: { title: 'Low water' }, key };
    await send('PUT', 'lessons/tides-lesson-1', edit);
    await send('PUT', 'lessons/tides-lesson-1', edit);
    await send('PUT', 'lessons/tides-lesson-1', { body: { title: 'Low water' } });
    await send('PUT', 'lessons/tides-lesson-1', { body: { title: 'Other' }, ifMatch: '"1"' });
    expect(await lessonHistory('tides-lesson-1')).toHaveLength(1);
  });

  it('corrects a clock that runs ahead', async () => {
    const { send, lessonHistory } = await historyForTest();
    const headers = { 'Made-At': '2099-01-01T00:00:00.000Z' };
    await send('PUT', 'lessons/tides-lesson-1', { body: { title: 'Low water' }, headers });
    const [revision] = await lessonHistory('tides-lesson-1');
    expect(revision?.madeAt).toBe(revision?.receivedAt);
  });

  it('survives the lesson, which is stored whole also when its module is deleted', async () => {
    const { send, lessonHistory, getCourse } = await historyForTest();
    const lesson = (await getCourse('tides')).modules[0]?.lessons[0];
    await send('DELETE', 'modules/tides-module-1', {});
    const [revision] = await lessonHistory('tides-lesson-1');
    expect(revision).toMatchObject({ kind: 'delete', version: null, after: {} });
    expect(revision?.before.content).toBe(lesson?.content);
  });

  it('stores the text that lost in a conflict', async () => {
    const { server, lessonHistory } = await historyForTest();
    const body = {
      ...{ courseId: 'tides', entity: 'lesson', entityId: 'tides-lesson-1', entityTitle: 'Ebb' },
      fields: { content: '<p>Mine</p>' },
    };
    await server.request('/api/admin/history', { as: server.people.admin, body });
    expect(await lessonHistory('tides-lesson-1')).toMatchObject([
      { kind: 'aside', after: { content: '<p>Mine</p>' } },
    ]);
  });

  it('is returned page by page', async () => {
    const { send, request } = await historyForTest();
    for (let n = 0; n < 52; n += 1) await send('PUT', 'lessons/tides-lesson-1', { body: { title: `T${n}` } });
    const path = '/api/admin/lessons/tides-lesson-1/history';
    const first = (await request(path)).read(endpoints.listLessonHistory.output);
    const rest = (await request(`${path}?before=${first.revisions.at(-1)?.id}`)).read(
      endpoints.listLessonHistory.output,
    );
    expect([first.revisions.length, first.more, rest.revisions.length, rest.more]).toEqual([
      50,
      true,
      2,
      false,
    ]);
    expect(first.revisions[0]?.title).toBe('T51');
    expect(rest.revisions.at(-1)?.title).toBe('T0');
  });

  it('ends a page early when its texts are long, and continues on the next one', async () => {
    const { send, request } = await historyForTest();
    const texts = ['a', 'b', 'c'].map((letter) => `<p>${letter.repeat(1_000_000)}</p>`);
    for (const content of texts) await send('PUT', 'lessons/tides-lesson-1', { body: { content } });
    const path = '/api/admin/lessons/tides-lesson-1/history';
    const first = (await request(path)).read(endpoints.listLessonHistory.output);
    expect(first.revisions.map(({ after }) => after.content)).toEqual([texts[2], texts[1]]);
    expect(first.more).toBe(true);
    const rest = (await request(`${path}?before=${first.revisions.at(-1)?.id}`)).read(
      endpoints.listLessonHistory.output,
    );
    expect(rest.revisions.map(({ after }) => after.content)).toEqual([texts[0]]);
    expect(rest.more).toBe(false);
  });
});

const TEXT = Array.from({ length: 1_500 }, (_, n) => `<p>Tide ${n * 7_919} turns at noon.</p>`).join('\n');
const LESSON = '/api/admin/lessons/tides-lesson-1/history';

/** Saves the text again and again, each time with another word in one of its paragraphs. */
async function saveOften(send: Awaited<ReturnType<typeof historyForTest>>['send'], times: number) {
  const texts = Array.from({ length: times }, (_, n) => TEXT.replace('7919 turns', `7919 ebbs ${n}`));
  for (const content of texts) await send('PUT', 'lessons/tides-lesson-1', { body: { content } });
  return texts;
}

describe('the HTML in the history', () => {
  it('is stored as the difference from the text before, and read as it was', {
    timeout: 240_000,
  }, async () => {
    const { send, server, lessonHistory } = await historyForTest();
    const texts = await saveOften(send, 30);
    const revisions = await lessonHistory('tides-lesson-1');
    expect(revisions.map(({ after }) => after.content)).toEqual(texts.toReversed());
    expect(revisions.map(({ before }) => before.content).slice(0, -1)).toEqual(
      texts.slice(0, -1).toReversed(),
    );
    const { bytes } = await server.deps.db
      .selectFrom('revisionTexts')
      .select(sql<number>`sum(length(packed))`.as('bytes'))
      .executeTakeFirstOrThrow();
    expect(bytes).toBeLessThan(3 * TEXT.length);
  });

  it('is stored once for all revisions that have it', async () => {
    const { send, server } = await historyForTest();
    for (const content of ['<p>A</p>', '<p>B</p>', '<p>A</p>', '<p>B</p>'])
      await send('PUT', 'lessons/tides-lesson-1', { body: { content } });
    await send('DELETE', 'modules/tides-module-1', {});
    const texts = await server.deps.db
      .selectFrom('revisionTexts')
      .select('digest')
      .where('characters', '=', '<p>A</p>'.length)
      .execute();
    expect(texts).toHaveLength(2);
  });

  it('is omitted from a list on request, and returned with one revision', async () => {
    const { send, request, audit } = await historyForTest();
    const texts = await saveOften(send, 3);
    await send('PUT', 'lessons/tides-lesson-1', { body: { title: 'Ebb' } });
    const reply = await request(`${LESSON}?without=html`);
    expect(reply.text.length).toBeLessThan(3_000);
    const { revisions, more } = reply.read(endpoints.listLessonHistory.output);
    expect(more).toBe(false);
    const [titled, last] = revisions;
    expect(titled).not.toHaveProperty('omittedCharacters');
    expect(last).toMatchObject({
      before: { content: '' },
      after: { content: '' },
      omittedCharacters: 2 * (texts[2]?.length ?? 0),
    });
    const one = await request(`/api/admin/history/${last?.id}`);
    const { revision } = one.read(endpoints.getRevision.output);
    expect([revision.before.content, revision.after.content]).toEqual([texts[1], texts[2]]);
    expect(revision).not.toHaveProperty('omittedCharacters');
    expect((await audit()).find(({ id }) => id === last?.id)).toEqual(last);
  });

  it('is not read for a list: eight versions of a megabyte are a small reply', async () => {
    const { send, request } = await historyForTest();
    const long = `<p>${'tide '.repeat(180_000)}</p>`;
    for (let n = 0; n < 8; n += 1)
      await send('PUT', 'lessons/tides-lesson-1', { body: { content: `<p>${n}</p>${long}` } });
    const reply = await request(`${LESSON}?without=html`);
    expect(reply.read(endpoints.listLessonHistory.output).revisions).toHaveLength(8);
    expect(reply.text.length).toBeLessThan(8_000);
  });

  itOnSqlite(
    'is removed from old versions as docs/operations.md says, and later versions are read as before',
    async () => {
      const docs = readFileSync(join(findProjectRoot(), 'docs', 'operations.md'), 'utf8');
      const [, update = '', remove = ''] =
        /"(update revisions set beforeText[^;]*);\s*(delete from revisionTexts[^"]*)"/.exec(docs) ?? [];
      const { send, server, lessonHistory } = await historyForTest();
      const { db } = server.deps;
      const texts = await saveOften(send, 20);
      const read = async () =>
        (await lessonHistory('tides-lesson-1')).map(({ after }) => after.content ?? null);
      const times = await db.selectFrom('revisions').select('id').orderBy('id').execute();
      const old = times.slice(0, 18).map(({ id }) => id);
      await inTransaction(db, (trx) =>
        trx
          .updateTable('revisions')
          .set({ receivedAt: '2025-01-01T00:00:00.000Z' })
          .where('id', 'in', old)
          .execute(),
      );
      const count = async () => (await db.selectFrom('revisionTexts').select('digest').execute()).length;
      const before = await count();
      await sql.raw(update).execute(db);
      await sql.raw(remove).execute(db);
      expect(await read()).toEqual([...texts.slice(18).toReversed(), ...old.map(() => null)]);
      expect(await count()).toBeLessThan(before);
    },
  );

  it('of an unknown revision is not found', async () => {
    const { request } = await historyForTest();
    expect((await request('/api/admin/history/none')).status).toBe(404);
  });
});

describe('the list of admin actions', () => {
  it('has one revision per command, filtered by course on request, and neither HTML nor codes', async () => {
    const { send, server, audit } = await historyForTest();
    await send('POST', 'courses/tides/modules', { body: { title: 'Slack' } });
    await send('PUT', 'lessons/tides-lesson-1', { body: { content: '<p>SECRET-TEXT</p>' } });
    await send('POST', 'courses/tides/upload-codes', { body: { codes: ['SECRET-CODE-9'] } });
    const role = { as: server.people.admin, method: 'PUT', body: { role: 'admin' } } as const;
    await server.request('/api/admin/users/bob/role', role);
    const all = await audit();
    expect(all.map(({ kind, entity }) => `${kind} ${entity}`)).toEqual([
      'update user',
      'create codes',
      'update lesson',
      'create module',
    ]);
    expect(JSON.stringify(all)).not.toMatch(/SECRET/);
    expect((await audit('?courseId=tides')).map(({ entity }) => entity)).not.toContain('user');
    expect(await audit('?courseId=stars')).toEqual([]);
    expect(await audit('?userId=admin')).toHaveLength(4);
    expect(await audit('?userId=bob')).toEqual([]);
  });
});
