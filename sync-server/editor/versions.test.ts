import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ErrorBody } from '#schema/messages/error-body.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { editorForTest } from './editor-for-test.ts';

const Conflict = v.object({
  ...ErrorBody.entries,
  current: v.looseObject({ id: v.string(), version: v.number() }),
});

const rows = [
  ['courses/tides', { title: 'Ebb and flow' }, endpoints.getAdminCourse.output.entries.course],
  ['modules/tides-module-1', { title: 'Neaps' }, endpoints.updateModule.output.entries.module],
  ['lessons/tides-lesson-1', { title: 'Springs' }, endpoints.updateLesson.output.entries.lesson],
] as const;

describe.each(rows)('editing %s', (path, body, Entity) => {
  it('succeeds on the version that it was based on', async () => {
    const { send } = await editorForTest();
    const response = await send('PUT', path, { body, ifMatch: '"1"' });
    expect(response.status).toBe(200);
    expect(response.header('ETag')).toBe('"2"');
  });

  it('succeeds without a version', async () => {
    const { send } = await editorForTest();
    for (const title of ['A', 'B']) expect((await send('PUT', path, { body: { title } })).status).toBe(200);
  });

  it("is rejected after another user's edit, with the whole current entity", async () => {
    const { send } = await editorForTest();
    await send('PUT', path, { body, ifMatch: '"1"' });
    const response = await send('PUT', path, { body: { title: 'Mine' }, ifMatch: '"1"' });
    expect(response.status).toBe(412);
    const refusal = response.read(Conflict);
    expect(refusal).toMatchObject({ code: 'version_conflict', error: serverMessages.versionConflict });
    expect(refusal.current).toMatchObject({ ...body, version: 2 });
    expect(v.is(Entity, refusal.current)).toBe(true);
  });

  it('includes the lessons in the current entity', async () => {
    const { send } = await editorForTest();
    const { current } = (await send('PUT', path, { body, ifMatch: '"7"' })).read(Conflict);
    if (!path.startsWith('lessons')) expect(JSON.stringify(current)).toContain('Slack water');
  });

  it('leaves a receipt when it is rejected, so a repeat is rejected alike', async () => {
    const { send, newKey } = await editorForTest();
    const key = newKey();
    const first = await send('PUT', path, { body, ifMatch: '"9"', key });
    expect([first.status, first.header('Receipt')]).toEqual([412, key]);
    const second = await send('PUT', path, { body, ifMatch: '"9"', key });
    expect([second.status, second.header('Idempotency-Replayed')]).toEqual([412, 'true']);
    expect(second.read(Conflict).current).toEqual(first.read(Conflict).current);
  });

  it("returns the receipt's reply to a repeat although the version has changed since", async () => {
    const { send, newKey } = await editorForTest();
    const sent = { body, ifMatch: '"1"', key: newKey() };
    await send('PUT', path, sent);
    await send('PUT', path, { body: { title: 'Later' } });
    const repeat = await send('PUT', path, sent);
    expect([repeat.status, repeat.header('Idempotency-Replayed')]).toEqual([200, 'true']);
    expect(repeat.text).toContain(body.title);
  });

  it('rejects a malformed version', async () => {
    const { send } = await editorForTest();
    const response = await send('PUT', path, { body, ifMatch: '1' });
    expect([response.status, response.refusal.code]).toEqual([400, 'version_malformed']);
  });
});

describe('deleting', () => {
  it.each([
    'courses/winds',
    'modules/tides-module-1',
    'lessons/tides-lesson-1',
    'resources/tides-lesson-1-resource',
  ])('%s honours the version too', async (path) => {
    const { send } = await editorForTest();
    const refused = await send('DELETE', path, { ifMatch: '"2"' });
    expect(refused.status).toBe(412);
    expect(refused.read(Conflict).current.version).toBe(1);
    expect((await send('DELETE', path, { ifMatch: '"1"' })).text).toBe('{"success":true}');
    expect((await send('DELETE', path)).status).toBe(404);
  });

  it('returns the first reply to a repeat with the same key', async () => {
    const { send, newKey } = await editorForTest();
    const key = newKey();
    for (const replayed of [null, 'true']) {
      const response = await send('DELETE', 'lessons/tides-lesson-1', { key });
      expect([response.status, response.header('Idempotency-Replayed')]).toEqual([200, replayed]);
    }
  });
});

describe('receipts of edits', () => {
  it('stay small however large the course is', async () => {
    const { send, server, newKey } = await editorForTest();
    const content = `<p>${'tide '.repeat(100_000)}</p>`;
    await send('PUT', 'lessons/tides-lesson-1', { body: { content } });
    for (const path of ['courses/tides', 'modules/tides-module-1']) {
      const response = await send('PUT', path, { body: { title: 'Ebb' }, key: newKey() });
      expect(response.bytes.byteLength).toBeGreaterThan(400_000);
    }
    const receipts = await server.deps.db.selectFrom('receipts').select('body').execute();
    expect(receipts).toHaveLength(2);
    for (const { body } of receipts) expect(body.length).toBeLessThan(2_000);
  });
});
