import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverMessages } from '#schema/messages/server-messages.ts';
// Not by a relative path, which vite.config.ts replaces.
import { startThread } from '#sync-server/threads/start-thread.ts';
import { addLesson, sendBatch } from '../sync/sync-for-test.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { HtmlCleaner } from './html-cleaner.ts';
import { sanitizeLessonHtml } from './lesson-html.ts';

const htmlOf = (characters: number): string => {
  const line = '<p onclick="x()">The <b>tide</b> turns.</p>';
  return line.repeat(Math.ceil(characters / line.length));
};
const LONG = htmlOf(70_000);
const MEGABYTE = htmlOf(1_000_000);

function cleanerForTest(): HtmlCleaner {
  const cleaner = new HtmlCleaner();
  onTestFinished(() => cleaner.close());
  return cleaner;
}

/** How many turns the event loop of this thread takes until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return turns;
}

describe('long lesson HTML', () => {
  it('is sanitised off the main thread, with the same result as short HTML', async () => {
    const cleaner = cleanerForTest();
    // The thread is started before anything is counted.
    expect(await cleaner.clean(LONG)).toBe(sanitizeLessonHtml(LONG));
    const work = cleaner.clean(MEGABYTE);
    expect(cleaner.waitingCount).toBe(1);
    // Sanitised on this thread, it would be done after one turn.
    expect(await turnsDuring(work)).toBeGreaterThan(20);
    expect(await work).not.toContain('onclick');
  });

  it('is sanitised by a thread that is loaded from the sources, as in development', async () => {
    const thread = startThread('html-worker');
    onTestFinished(async () => void (await thread.terminate()));
    thread.postMessage({ id: 1, html: LONG });
    expect(await once(thread, 'message')).toEqual([{ id: 1, clean: sanitizeLessonHtml(LONG) }]);
  });

  it('is rejected with Retry-After when too many wait, and those that wait are sanitised', async () => {
    const cleaner = cleanerForTest();
    const waiting = Array.from({ length: 16 }, () => cleaner.clean(LONG));
    await expect(cleaner.clean(LONG)).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '5' } });
    const short = await cleaner.clean('<p>short</p>');
    expect(short).toBe('<p>short</p>');
    const done = await Promise.all(waiting);
    expect(new Set(done).size).toBe(1);
    expect(cleaner.waitingCount).toBe(0);
  });

  it('is sanitised by a new thread when one has ended', async () => {
    const cleaner = cleanerForTest();
    const lost = expect(cleaner.clean(LONG)).rejects.toThrow('has ended');
    await cleaner.close();
    await lost;
    expect(await cleaner.clean(LONG)).toBe(sanitizeLessonHtml(LONG));
  });

  it.each(['short', 'long'])(
    'that is nested too deeply is rejected with 400 and leaves a receipt (%s)',
    async (length) => {
      const server = await serverForTest();
      const content = '<b>'.repeat(600) + (length === 'long' ? LONG : '');
      const options = { as: server.people.admin, key: randomUUID(), method: 'PUT', body: { content } };
      const response = await server.request('/api/admin/lessons/tides-lesson-1', options);
      expect([response.status, response.refusal.error]).toEqual([400, serverMessages.lessonNestedTooDeep]);
      expect(response.header('Receipt')).toBe(options.key);
    },
  );

  it('does not block the writes of other users, and is stored sanitised', async () => {
    const server = await serverForTest();
    const { admin, alice } = server.people;
    const order: string[] = [];
    const edit = server
      .request('/api/admin/lessons/tides-lesson-1', { as: admin, method: 'PUT', body: { content: MEGABYTE } })
      .then(({ status }) => order.push(`edit ${status}`));
    const updatedAt = '2026-11-21T07:00:00.000Z';
    const entries = [{ lessonId: 'tides-lesson-1', positionSeconds: 1, updatedAt }];
    const save = server
      .request('/api/progress', { as: alice, method: 'PUT', body: { entries } })
      .then(({ status }) => order.push(`progress ${status}`));
    await Promise.all([edit, save]);
    expect(order).toEqual(['progress 200', 'edit 200']);
    const { content } = await server.deps.db
      .selectFrom('lessonContents')
      .select('content')
      .where('lessonId', '=', 'tides-lesson-1')
      .executeTakeFirstOrThrow();
    expect(content.length).toBeGreaterThan(500_000);
    expect(content).not.toContain('onclick');
  });

  it('may be part of an atomic batch', async () => {
    const server = await serverForTest();
    const call = addLesson('ebb');
    const { responses } = await sendBatch(
      server,
      [{ ...call, body: { id: 'ebb', title: 'Ebb', content: LONG } }, addLesson('flow')],
      { as: server.people.admin, atomic: true },
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });
});
