import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { UserReply } from '#schema/account/profile.ts';
import { AVATAR_LONGEST_SIDE_PX } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { RequestOptions } from '../testing/test-request.ts';
import type { TestServer } from '../testing/test-server.ts';

const KEY = '0190f5a0-0000-7000-8000-000000000001';

const save = (server: TestServer, body: unknown, options: RequestOptions = {}) =>
  server.request('/api/users/alice', { method: 'PUT', as: server.people.alice, body, ...options });

const me = async (server: TestServer) =>
  (await server.request('/api/auth/me', { as: server.people.alice })).read(UserReply).user;

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 80, b: 20, alpha: 0.5 } } });

const asUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const bytesOf = (url: string | null) => Buffer.from((url ?? '').split(',')[1] ?? '', 'base64');

describe('the user’s own profile', () => {
  it('accepts a new name, trimmed, and returns the user', async () => {
    const server = await serverForTest();
    const response = await save(server, { name: '  Alice Quill ' });
    expect(response.status).toBe(200);
    expect(response.read(UserReply).user).toMatchObject({ id: 'alice', name: 'Alice Quill', avatar: null });
    expect(await me(server)).toMatchObject({ name: 'Alice Quill' });
  });

  it('changes only name and picture, whatever other fields are sent', async () => {
    const server = await serverForTest();
    const before = await me(server);
    const raw = `{"name":"Alice","role":"admin","email":"x@example.org","id":"bob","activatedCourses":["tides"],
      "tokenVersion":9,"passwordHash":"x","avatarSmall":"x","createdAt":"1999","__proto__":{"role":"admin"}}`;
    const headers = { 'Content-Type': 'application/json' };
    const options = { method: 'PUT', as: server.people.alice, raw, headers };
    expect((await server.request('/api/users/alice', options)).status).toBe(200);
    expect(await me(server)).toEqual({ ...before, name: 'Alice' });
    expect((await server.request('/api/admin/users', { as: server.people.alice })).status).toBe(403);
  });

  it.each([
    ['empty', { name: '   ' }, 'name'],
    ['too long', { name: 'x'.repeat(201) }, 'name'],
    ['not a text', { name: 7 }, 'name'],
    ['a picture from elsewhere', { avatar: 'https://example.org/me.jpg' }, 'avatar'],
    ['a drawing that could run', { avatar: 'data:image/svg+xml;base64,PHN2Zz4=' }, 'avatar'],
  ])('rejects a value that is %s and names the field', async (_, body, field) => {
    const server = await serverForTest();
    const response = await save(server, body);
    expect(response.status).toBe(400);
    expect(Object.keys(response.refusal.fields ?? {})).toEqual([field]);
  });

  it('is accessible to its owner only: other and unknown ids are forbidden, before anything is read', async () => {
    const server = await serverForTest();
    const { bob, admin } = server.people;
    for (const as of [bob, admin]) {
      const response = await save(server, { name: 7 }, { as });
      expect(response.status).toBe(403);
      expect(response.refusal).toMatchObject({ error: messages.profileForbidden, code: 'profile_forbidden' });
    }
    const options = { method: 'PUT', as: bob, body: { name: 'Bob' } };
    for (const id of ['nobody', 'a%20b', 'x'.repeat(200)]) {
      expect((await server.request(`/api/users/${id}`, options)).status).toBe(403);
    }
    expect((await server.request('/api/users/alice', { method: 'PUT', body: {} })).status).toBe(401);
  });

  it('is saved once for a repeated command, whose receipt contains no picture', async () => {
    const server = await serverForTest();
    const avatar = asUrl(await image(50, 50).png().toBuffer());
    const first = await save(server, { name: 'First', avatar }, { key: KEY });
    expect(first.header('Receipt')).toBe(KEY);
    expect(first.read(UserReply).user.avatar).toMatch(/^data:image\/jpeg/);
    await save(server, { name: 'Second' });
    const repeat = await save(server, { name: 'First', avatar }, { key: KEY });
    expect(repeat.header('Idempotency-Replayed')).toBe('true');
    expect(repeat.text).toBe(first.text);
    expect((await me(server)).name).toBe('Second');
    const receipts = await server.deps.db.selectFrom('receipts').selectAll().execute();
    expect(receipts[0]?.body).not.toContain('data:image');
  });

  it('leaves a receipt of a rejection, but none of a forbidden call', async () => {
    const server = await serverForTest();
    const refused = await save(server, { name: '' }, { key: KEY });
    expect([refused.status, refused.header('Receipt')]).toEqual([400, KEY]);
    const forbidden = await save(server, { name: 'x' }, { key: KEY, as: server.people.bob });
    expect([forbidden.status, forbidden.header('Receipt')]).toEqual([403, null]);
  });

  it('is among the changes that devices pull', async () => {
    const server = await serverForTest();
    await save(server, { name: 'Alice' });
    const changes = await server.deps.db.selectFrom('changes').selectAll().orderBy('sequence').execute();
    expect(changes.at(-1)).toMatchObject({ kind: 'user', id: 'alice', userId: 'alice' });
  });
});

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('sent as %s becomes a JPEG of at most 400 px', async (format) => {
    const server = await serverForTest();
    const bytes = await image(900, 300).toFormat(format).toBuffer();
    const response = await save(server, { avatar: asUrl(bytes, `image/${format}`) });
    const { avatar } = response.read(UserReply).user;
    const stored = await sharp(bytesOf(avatar)).metadata();
    expect(stored).toMatchObject({ format: 'jpeg', width: AVATAR_LONGEST_SIDE_PX, height: 133 });
    expect((await me(server)).avatar).toBe(avatar);
  });

  it('is rotated upright and loses the camera’s metadata', async () => {
    const server = await serverForTest();
    const bytes = await image(200, 100)
      .withExif({ IFD0: { Copyright: 'where alice lives' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(bytes.toString('latin1')).toContain('where alice lives');
    const { user } = (await save(server, { avatar: asUrl(bytes, 'image/jpeg') })).read(UserReply);
    const stored = bytesOf(user.avatar);
    expect(await sharp(stored).metadata()).toMatchObject({ width: 100, height: 200 });
    expect(stored.toString('latin1')).not.toContain('where alice lives');
  });

  it('may have another stated type than its bytes, as long as they are an image', async () => {
    const server = await serverForTest();
    const bytes = await image(10, 10).webp().toBuffer();
    expect((await save(server, { avatar: asUrl(bytes, 'image/jpeg') })).status).toBe(200);
  });

  it.each([
    ['a text', Buffer.from('<script>alert(1)</script>')],
    ['a drawing in disguise', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an image cut in half', null],
    ['an image of too many pixels', undefined],
  ])('is rejected when it is %s, and nothing is changed', async (_, given) => {
    const server = await serverForTest();
    const whole = await image(300, 300).png({ compressionLevel: 0 }).toBuffer();
    const huge = () => sharp({ create: { width: 5_000, height: 4_000, channels: 3, background: '#fff' } });
    const bytes = given ?? (given === null ? whole.subarray(0, 5_000) : await huge().png().toBuffer());
    const response = await save(server, { name: 'Alice', avatar: asUrl(bytes) });
    expect(response.status).toBe(400);
    expect(response.refusal.error).toBe(messages.avatarUnreadable);
    expect(await me(server)).toMatchObject({ name: 'alice Ashdown', avatar: null });
  });

  it('is removed when null is sent, and stays when the field is absent', async () => {
    const server = await serverForTest();
    await save(server, { avatar: asUrl(await image(9, 9).png().toBuffer()) });
    await save(server, { name: 'Alice' });
    expect((await me(server)).avatar).not.toBeNull();
    await save(server, { avatar: null });
    expect((await me(server)).avatar).toBeNull();
  });
});
