import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction } from '../db/transaction.ts';
import { editorForTest } from './editor-for-test.ts';

const MINIMAL = { Prefer: 'return=minimal' };
const HTML = `<p>${'tide '.repeat(20_000)}</p>`;
const UNSAFE = `${HTML}<script>alert(1)</script>`;
const LESSON = 'lessons/tides-lesson-1';

async function receiptsForTest() {
  const editor = await editorForTest();
  const largest = async () => {
    const rows = await editor.server.deps.db.selectFrom('receipts').select('body').execute();
    return Math.max(...rows.map(({ body }) => body.length));
  };
  return { ...editor, largest };
}

describe('the receipt of a lesson with long HTML', () => {
  it.each([
    ['a whole reply', {}],
    ['a minimal reply', MINIMAL],
  ])(
    'is small, also where the server changed the HTML, and its repeat returns the same: %s',
    async (_, headers) => {
      const { send, newKey, largest } = await receiptsForTest();
      const edit = { body: { content: UNSAFE }, key: newKey(), headers };
      const first = await send('PUT', LESSON, edit);
      expect(JSON.parse(first.text).lesson.content).toBe(HTML);
      expect(await largest()).toBeLessThan(1_000);
      const again = await send('PUT', LESSON, edit);
      expect(again.header('Idempotency-Replayed')).toBe('true');
      expect(JSON.parse(again.text)).toEqual(JSON.parse(first.text));
    },
  );

  it('returns the HTML of its own command, although the lesson has another by now', async () => {
    const { send, newKey } = await receiptsForTest();
    const edit = { body: { content: UNSAFE }, key: newKey(), headers: MINIMAL };
    const first = await send('PUT', LESSON, edit);
    await send('PUT', LESSON, { body: { content: '<p>Later</p>' } });
    expect((await send('PUT', LESSON, edit)).text).toBe(first.text);
  });

  it('of a new lesson is small too', async () => {
    const { send, newKey, largest } = await receiptsForTest();
    const body = { id: 'new-lesson', title: 'New', content: HTML };
    const edit = { body, key: newKey() };
    const first = await send('POST', 'modules/tides-module-1/lessons', edit);
    expect(await largest()).toBeLessThan(1_000);
    const again = await send('POST', 'modules/tides-module-1/lessons', edit);
    expect(JSON.parse(again.text)).toEqual(JSON.parse(first.text));
  });
});

describe('the receipt of an outdated edit of a lesson', () => {
  async function outdated() {
    const world = await receiptsForTest();
    await world.send('PUT', LESSON, { body: { content: HTML } });
    const edit = { body: { content: '<p>Mine</p>' }, key: world.newKey(), ifMatch: '"1"' };
    const first = await world.send('PUT', LESSON, edit);
    expect([first.status, first.refusal.current]).toMatchObject([412, { version: 2, content: HTML }]);
    return { ...world, edit, first };
  }

  it('is small, and its repeat returns the lesson as it is now: fields and HTML of one version', async () => {
    const { send, edit, first, largest } = await outdated();
    expect(await largest()).toBeLessThan(1_000);
    const again = await send('PUT', LESSON, edit);
    expect([again.status, again.header('Idempotency-Replayed')]).toEqual([412, 'true']);
    expect(again.refusal.current).toEqual(first.refusal.current);
    await send('PUT', LESSON, { body: { title: 'Later', content: '<p>Later</p>' } });
    const later = await send('PUT', LESSON, { ...edit, headers: MINIMAL });
    expect([later.status, later.header('ETag')]).toEqual([412, '"3"']);
    expect(later.refusal.current).toMatchObject({ version: 3, title: 'Later', content: '<p>Later</p>' });
  });

  it('says that the lesson was deleted since, and leaves it deleted', async () => {
    const { send, edit } = await outdated();
    await send('DELETE', LESSON, {});
    const again = await send('PUT', LESSON, edit);
    expect([again.status, again.refusal.code]).toEqual([404, 'lesson_not_found']);
  });
});

it('the receipt of a changed role has no picture, and its repeat returns it', async () => {
  const { server, newKey, largest } = await receiptsForTest();
  const avatar = `data:image/webp;base64,${'A'.repeat(100_000)}`;
  await inTransaction(server.deps.db, (trx) =>
    trx.updateTable('users').set({ avatar }).where('id', '=', 'bob').execute(),
  );
  const role = { as: server.people.admin, method: 'PUT', key: newKey(), body: { role: 'admin' } };
  const first = await server.request('/api/admin/users/bob/role', role);
  expect(first.read(endpoints.setRole.output).user.avatar).toBe(avatar);
  expect(await largest()).toBeLessThan(1_000);
  expect((await server.request('/api/admin/users/bob/role', role)).text).toBe(first.text);
});
