import { describe, expect, it } from 'vitest';
import { login, register } from '#pwa/session/session.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-fields.ts';
import { enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { pullAll } from '../testing/pull-world.ts';
import { backUp } from '../testing/restore-world.ts';
import { activationsOnServer, drainLater, openWorld, type World } from '../testing/world.ts';

/* Dana signs up and works; then the server's database is restored from a backup from before that. */

const dana = { name: 'Dana Pike', email: 'dana@example.org', password: 'a lamp on every desk' };

async function signUpAndWork(): Promise<{ world: World; id: string }> {
  const world = await openWorld();
  const restore = await backUp(world);
  const { id } = await register(dana);
  const store = openPrivateStore(id);
  const pullNow = () => pullAll(store, { onNewEpoch: requeueAcknowledged });
  await pullNow();
  await enqueueActivation(id, { courseId: 'tides', courseTitle: 'Tides', code: 'TIDES-CODE-1' });
  await drainLater(store);
  await recordProgress(id, 'tides-lesson-1', { isCompleted: true });
  await drainLater(store);
  await restore(null);
  // Work that the server never received, and whose session has ended.
  await enqueueProfile(id, { name: 'Dana the Second' });
  await drainLater(store);
  expect((await listUnsent(store)).map(({ state }) => state)).toEqual(['paused']);
  return { world, id };
}

describe('an account that a restore has lost', () => {
  it('gets its id back when its user signs up again on the device, and the work there arrives', async () => {
    const { world, id } = await signUpAndWork();
    expect((await register(dana)).id).toBe(id);
    const store = openPrivateStore(knownUserId());
    const pullNow = () => pullAll(store, { onNewEpoch: requeueAcknowledged });
    await pullNow();
    await drainLater(store);
    await pullNow();
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await activationsOnServer(world)).toEqual([`${id} tides`]);
    const { db } = world.server.deps;
    const progress = await db.selectFrom('progress').select(['userId', 'lessonId']).execute();
    expect(progress).toEqual([{ userId: id, lessonId: 'tides-lesson-1' }]);
    const row = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst();
    expect(row?.name).toBe('Dana the Second');
  });

  it('is named by a login on the device, and by no other', async () => {
    const { world } = await signUpAndWork();
    const { name: _, ...credentials } = dana;
    const failure = await login(credentials).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 401, code: 'account_lost' });
    const accountProof = readKnownUser()?.accountProof;
    const codeOf = async (body: object) =>
      (await world.server.request('/api/auth/login', { body: { ...credentials, ...body } })).refusal.code;
    expect(await codeOf({})).toBe('wrong_credentials');
    expect(await codeOf({ accountProof: `${accountProof}x` })).toBe('wrong_credentials');
    expect(await codeOf({ accountProof, email: 'erin@example.org' })).toBe('wrong_credentials');
    // Somebody else has the email now.
    await world.server.request('/api/auth/register', { body: dana });
    expect(await codeOf({ accountProof, password: 'not this one' })).toBe('wrong_credentials');
  });

  it('is not given to a user of the device who signs up with another email', async () => {
    const { id } = await signUpAndWork();
    const other = await register({ ...dana, email: 'erin@example.org' });
    expect(other.id).not.toBe(id);
  });

  it('is not given back while it exists, or for another email', async () => {
    const world = await openWorld();
    const { id } = await register(dana);
    const accountProof = readKnownUser()?.accountProof;
    const signUp = (email: string) =>
      world.server.request('/api/auth/register', { body: { ...dana, email, accountProof } });
    await (await backUp(world))(null);
    const taken = await signUp(dana.email);
    expect([taken.status, taken.refusal.code]).toEqual([400, 'email_taken']);
    const reply = await signUp('erin@example.org');
    expect([reply.status, JSON.parse(reply.text).user.id === id]).toEqual([200, false]);
  });
});
