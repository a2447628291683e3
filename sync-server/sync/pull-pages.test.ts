import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { PULL_MAX_CHARACTERS } from '#schema/limits.ts';
import type { Change } from '#schema/sync/pull.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { activate, edit, labels, pull, pullAll } from './sync-for-test.ts';

describe('pages', () => {
  it('are in order, none empty, without duplicates or omissions', async () => {
    const server = await serverForTest({
      courses: [fixtureCourse({ lessonCount: 40 }), fixtureCourse({ id: 'winds' })],
    });
    const { alice } = server.people;
    await activate(server, alice);
    const whole = await pullAll(server, alice);
    const paged = await pullAll(server, alice, { limit: 7 });
    expect(paged.pages).toBe(Math.ceil(whole.changes.length / 7));
    expect(labels(paged.changes)).toEqual(labels(whole.changes));
    expect(paged.changes).toEqual(whole.changes);
  });

  it('end early when their lessons are large', async () => {
    const server = await serverForTest();
    const content = `<p>${'x'.repeat(Math.floor(PULL_MAX_CHARACTERS / 5))}</p>`;
    for (const n of [1, 2, 3, 4]) await edit(server, `lessons/tides-lesson-${n}`, { content });
    const more = ['a', 'b', 'c'].map((id) => ({ id, content }));
    for (const body of more) {
      await server.request('/api/admin/modules/tides-module-1/lessons', { as: server.people.admin, body });
    }
    const { changes, pages } = await pullAll(server, server.people.admin);
    expect(pages).toBe(2);
    expect(labels(changes).filter((label) => label.startsWith('lesson'))).toHaveLength(7);
  });

  it('end at the size that the device asks for, and hold one change at least', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    for (const n of [1, 2, 3, 4]) {
      await edit(server, `lessons/tides-lesson-${n}`, { content: `<p>${'x'.repeat(90_000)}</p>` });
    }
    const whole = await pullAll(server, admin);
    expect(whole.pages).toBe(1);
    for (const characters of [1, 64 * 1024, 200_000]) {
      const paged = await pullAll(server, admin, { characters });
      expect(paged.changes).toEqual(whole.changes);
      expect(paged.pages).toBeGreaterThanOrEqual(characters === 200_000 ? 2 : 4);
    }
    expect((await pullAll(server, admin, { characters: 10 ** 9 })).pages).toBe(1);
  });

  it('end at the size of all their rows, not of HTML alone', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const description = 'x'.repeat(19_000);
    for (const n of [1, 2, 3, 4]) await edit(server, `lessons/tides-lesson-${n}`, { description });
    await edit(server, 'modules/tides-module-1', { description });
    await edit(server, 'modules/tides-module-2', { description });
    let page = await pull(server, admin, { characters: 64 * 1024 });
    const pages = [page];
    while (page.more) {
      page = await pull(server, admin, { characters: 64 * 1024, cursor: page.cursor });
      pages.push(page);
    }
    expect(pages.length).toBeGreaterThan(1);
    for (const { changes } of pages) expect(JSON.stringify(changes).length).toBeLessThan(66_000);
  });

  it('of a learner without courses omit what the courses contain at the start, and no later change', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await server.request('/api/courses/tides/activate', {
      as: alice,
      body: { activationCode: 'TIDES-CODE-1' },
    });
    const entries = [1, 2, 3].map((n) => ({
      ...{ lessonId: `tides-lesson-${n}`, completedAt: server.clock.now().toISOString() },
      updatedAt: server.clock.now().toISOString(),
    }));
    await server.request('/api/progress', { method: 'PUT', as: alice, body: { entries } });
    const options = { without: 'courses', limit: 2 } as const;
    const first = await pull(server, alice, options);
    await edit(server, 'lessons/tides-lesson-2', { title: 'Two' });
    const rest = await pullAll(server, alice, { ...options, cursor: first.cursor });
    const kinds = [...first.changes, ...rest.changes].map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['user', 'activation', 'progress', 'course', 'lesson']));
    expect(labels(rest.changes).filter((label) => label.startsWith('lesson'))).toEqual([
      'lesson tides-lesson-2',
    ]);
    const { admin } = server.people;
    const all = await pullAll(server, admin);
    expect((await pullAll(server, admin, { without: 'courses' })).changes).toEqual(all.changes);
  });

  it.each(['0', '501', '-1', '1.5', 'many'])('reject a limit of %s', async (limit) => {
    const server = await serverForTest();
    const response = await server.request(`/api/sync?limit=${limit}`, { as: server.people.alice });
    expect([response.status, response.refusal.code]).toEqual([400, 'invalid_input']);
  });

  it('skip no change during twenty concurrent writes', { timeout: 240_000 }, async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const seen = new Map<string, Change>();
    let cursor = (await pullAll(server, admin)).cursor;
    let isWriting = true;
    // A pull without a change to find only keeps the writers waiting.
    const written = new EventEmitter();
    const write = async (writer: number) => {
      for (let n = 0; n < 10; n += 1) {
        const id = `w${writer}-${n}`;
        const path = '/api/admin/modules/tides-module-1/lessons';
        await server.request(path, { as: admin, body: { id, title: id } });
        written.emit('change');
        if (n % 3 === 0) await edit(server, `lessons/${id}`, { title: `${id} again` });
        if (n % 4 === 0) await edit(server, `lessons/${id}`);
        written.emit('change');
      }
    };
    const writers = Promise.all(Array.from({ length: 20 }, (_, writer) => write(writer))).then(() => {
      isWriting = false;
      written.emit('change');
    });
    const follow = async () => {
      const page = await pull(server, admin, { cursor, limit: 5 });
      for (const change of page.changes) if (change.kind === 'lesson') seen.set(change.id, change);
      cursor = page.cursor;
      return page.more;
    };
    while (isWriting) if (!(await follow()) && isWriting) await once(written, 'change');
    await writers;
    while (await follow());
    const rows = await server.deps.db
      .selectFrom('lessons')
      .select(['id', 'title'])
      .where('id', 'like', 'w%')
      .execute();
    const known = [...seen.values()].flatMap((change) => ('data' in change ? [change.data] : []));
    expect(known.map((data) => 'title' in data && `${data.id}: ${data.title}`).sort()).toEqual(
      rows.map(({ id, title }) => `${id}: ${title}`).sort(),
    );
    expect(seen.size).toBe(200);
  });
});
