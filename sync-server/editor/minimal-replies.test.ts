import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { editorForTest } from './editor-for-test.ts';

const MINIMAL = { Prefer: 'return=minimal' };
const HTML = `<p>${'tide '.repeat(2_000)}</p>`;

describe('an edit with Prefer: return=minimal', () => {
  it('of a course returns its own fields, without its lessons and codes', async () => {
    const { send } = await editorForTest();
    const edit = { body: { title: 'Tides and winds' }, headers: MINIMAL };
    const reply = await send('PUT', 'courses/tides', edit);
    expect([reply.header('Preference-Applied'), reply.header('Vary')]).toEqual([
      'return=minimal',
      'Authorization, Prefer',
    ]);
    expect(reply.header('ETag')).toBe('"2"');
    const { course } = JSON.parse(reply.text);
    expect(course).toMatchObject({ id: 'tides', title: 'Tides and winds', version: 2 });
    for (const name of ['modules', 'activationCodes', 'codeStats', 'enrollmentCount']) {
      expect(course).not.toHaveProperty(name);
    }
    expect(v.safeParse(endpoints.updateCourse.minimal ?? v.never(), { course }).success).toBe(true);
  });

  it('of a module returns it without its lessons', async () => {
    const { send } = await editorForTest();
    const reply = await send('PUT', 'modules/tides-module-1', { body: { title: 'Low' }, headers: MINIMAL });
    const { module } = JSON.parse(reply.text);
    expect(module).toMatchObject({ id: 'tides-module-1', title: 'Low', version: 2 });
    expect(module).not.toHaveProperty('lessons');
  });

  it('of a lesson returns its HTML only where the server changed it', async () => {
    const { send } = await editorForTest();
    const edit = async (body: object) =>
      JSON.parse((await send('PUT', 'lessons/tides-lesson-1', { body, headers: MINIMAL })).text).lesson;
    expect(await edit({ title: 'Slack' })).not.toHaveProperty('content');
    expect(await edit({ content: HTML })).not.toHaveProperty('content');
    expect(await edit({ content: `${HTML}<script>alert(1)</script>` })).toMatchObject({ content: HTML });
  });

  it('leaves a small receipt, from which a repeat without Prefer gets the full reply', async () => {
    const { server, send, newKey } = await editorForTest();
    const key = newKey();
    const body = { content: HTML };
    const first = await send('PUT', 'lessons/tides-lesson-1', { body, key, headers: MINIMAL });
    const stored = await server.deps.db.selectFrom('receipts').select('body').executeTakeFirstOrThrow();
    expect(stored.body.length).toBeLessThan(2_000);
    const again = await send('PUT', 'lessons/tides-lesson-1', { body, key, headers: MINIMAL });
    expect(again.text).toBe(first.text);
    const full = await send('PUT', 'lessons/tides-lesson-1', { body, key });
    expect(full.header('Idempotency-Replayed')).toBe('true');
    expect(full.header('Preference-Applied')).toBeNull();
    expect(full.read(endpoints.updateLesson.output).lesson.content).toBe(HTML);
  });

  it('replies minimally from a receipt that was left without Prefer', async () => {
    const { send, newKey } = await editorForTest();
    const key = newKey();
    const body = { content: HTML };
    await send('PUT', 'lessons/tides-lesson-1', { body, key });
    const again = await send('PUT', 'lessons/tides-lesson-1', { body, key, headers: MINIMAL });
    expect(JSON.parse(again.text).lesson).not.toHaveProperty('content');
    expect(again.text.length).toBeLessThan(2_000);
  });

  it('completes the HTML of an edit of other fields for a repeat without Prefer', async () => {
    const { send, newKey } = await editorForTest();
    const key = newKey();
    const edit = { body: { title: 'Slack' }, key };
    await send('PUT', 'lessons/tides-lesson-1', { ...edit, headers: MINIMAL });
    const full = await send('PUT', 'lessons/tides-lesson-1', edit);
    expect(full.read(endpoints.updateLesson.output).lesson.content).toContain('Slack water');
  });

  it('that is outdated returns the fields of the current course, without its lessons', async () => {
    const { send } = await editorForTest();
    const edit = { body: { title: 'Mine' }, ifMatch: '"9"', headers: MINIMAL };
    const reply = await send('PUT', 'courses/tides', edit);
    expect(reply.status).toBe(412);
    expect(reply.refusal.current).toMatchObject({ id: 'tides', version: 1 });
    expect(reply.refusal.current).not.toHaveProperty('modules');
  });

  it('that adds codes returns the first of them', async () => {
    const { send } = await editorForTest();
    const codes = Array.from({ length: 500 }, (_, n) => `CODE-${n}`);
    const reply = await send('POST', 'courses/winds/upload-codes', { body: { codes }, headers: MINIMAL });
    const { allCodes, added, codeStats } = reply.read(endpoints.uploadCodes.output);
    expect([allCodes.length, added, codeStats.unused]).toEqual([20, 500, 503]);
  });
});
