import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findDraft } from '#pwa/store/account/drafts.ts';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import { readConfirmedUser, readKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueSupport, SUPPORT_DRAFT } from '#pwa/sync/enqueue/request-support.ts';
import { enqueueProfile, fieldsDrafts } from '#pwa/sync/enqueue/update-fields.ts';
import { discardCommand, retryCommand } from '#pwa/sync/outbox/outbox.ts';
import { exportOutbox, importOutbox } from '#pwa/sync/outbox/outbox-file.ts';
import { saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { sendCommand } from '#pwa/sync/replay/send.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { faults } from '../testing/network.ts';
import { openPage } from '../testing/page.ts';
import { pullAll } from '../testing/pull-world.ts';
import { alice, arrive, drainLater, openWorld, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.alice);
});

const question = {
  name: 'Alice',
  email: 'alice@example.org',
  subject: 'access',
  message: 'My code does not work.',
} as const;
const request = (message: string = question.message) =>
  enqueueSupport(knownUserId(), { request: { ...question, message }, replaces: null });

const requestsOnServer = () =>
  world.server.deps.db.selectFrom('supportRequests').select(['id', 'userId', 'message']).execute();

async function userOnServer() {
  const reply = await world.server.request(endpoints.me.path, { as: world.server.people.alice });
  return reply.read(endpoints.me.output).user;
}

/** On Alice's other device. */
async function renameElsewhere(name: string): Promise<void> {
  const path = endpoints.updateProfile.path.replace(':userId', 'alice');
  const { status } = await world.server.request(path, {
    as: world.server.people.alice,
    method: 'PUT',
    body: { name },
  });
  expect(status).toBe(200);
}

/** The smallest valid picture: one red pixel. */
const IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('a request to support', () => {
  it('written offline is stored and arrives once under its command id', async () => {
    world.network.isDown = true;
    const id = await request();
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'waiting' });
    world.network.isDown = false;
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
    expect(await requestsOnServer()).toEqual([{ id, userId: 'alice', message: question.message }]);
  });

  it.each(Object.entries(faults))('arrives once after the network fault %s', async (_, fault) => {
    const id = await request();
    world.network.plan = [fault, fault];
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
    expect(await requestsOnServer()).toHaveLength(1);
  });

  it('does not wait for another one that cannot be sent', async () => {
    const first = await request('First');
    world.network.planInside.set(first, { status: 500, body: null });
    const second = await request('Second');
    const ports = { now: Date.now };
    await drainLater(store, ports);
    expect(await findCommand(store, first)).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(await findCommand(store, second)).toMatchObject({ state: 'acknowledged' });
  });

  it('replaces its draft in one step', async () => {
    await saveDraft(knownUserId(), SUPPORT_DRAFT, question);
    vi.spyOn(store.database.Table.prototype, 'add').mockRejectedValueOnce(new Error('the disk'));
    await expect(request()).rejects.toThrow('the disk');
    expect(await findDraft(store, SUPPORT_DRAFT)).toEqual(question);
    await request();
    expect(await findDraft(store, SUPPORT_DRAFT)).toBeNull();
  });
});

describe('a profile change', () => {
  it('is shown at once, also after its ack, and has the server’s value once that is pulled', async () => {
    world.network.isDown = true;
    const id = await enqueueProfile(knownUserId(), { name: 'Alice Marsh', avatar: IMAGE });
    await drainLater(store);
    expect(readKnownUser()).toMatchObject({ name: 'Alice Marsh', avatar: IMAGE });
    expect(readConfirmedUser()?.name).not.toBe('Alice Marsh');
    world.network.isDown = false;
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
    const onServer = await userOnServer();
    expect(onServer.name).toBe('Alice Marsh');
    expect(onServer.avatar).toMatch(/^data:image\/jpeg/);
    expect(readKnownUser()).toMatchObject({ name: 'Alice Marsh', avatar: IMAGE });
    await pullAll(store);
    expect(readConfirmedUser()).toEqual(onServer);
    expect(readKnownUser()).toEqual(onServer);
  });

  it.each(Object.entries(faults))('is applied once after the network fault %s', async (_, fault) => {
    const id = await enqueueProfile(knownUserId(), { name: 'Alice Marsh' });
    world.network.plan = [fault, fault];
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
    const receipts = await world.server.deps.db
      .selectFrom('receipts')
      .select(['key', 'status'])
      .where('userId', '=', 'alice')
      .execute();
    expect(receipts).toEqual([{ key: id, status: 200 }]);
    expect(readKnownUser()?.name).toBe('Alice Marsh');
  });

  it('coalesces with an unsent one, and the latest values are sent', async () => {
    world.network.isDown = true;
    const first = await enqueueProfile(knownUserId(), { name: 'Al' });
    expect(await enqueueProfile(knownUserId(), { avatar: IMAGE })).toBe(first);
    expect(await enqueueProfile(knownUserId(), { name: 'Ali' })).toBe(first);
    expect(readKnownUser()).toMatchObject({ name: 'Ali', avatar: IMAGE });
    world.network.isDown = false;
    await drainLater(store);
    expect(await userOnServer()).toMatchObject({ name: 'Ali', avatar: expect.any(String) });
    expect(world.network.seen).toHaveLength(1);
  });

  it('waits for one that may have arrived, and the later value wins', async () => {
    await enqueueProfile(knownUserId(), { name: 'Al' });
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await enqueueProfile(knownUserId(), { name: 'Ali' });
    expect(readKnownUser()?.name).toBe('Ali');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect((await userOnServer()).name).toBe('Ali');
    expect(readKnownUser()?.name).toBe('Ali');
  });

  it('is not reapplied when an old command gets only its receipt', async () => {
    await enqueueProfile(knownUserId(), { name: 'Al' });
    const text = await exportOutbox(store);
    await drainLater(store);
    await renameElsewhere('Ali');
    await pullAll(store);
    await store.database.outbox.clear();
    await importOutbox(text);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(readKnownUser()?.name).toBe('Ali');
  });

  it('that is acknowledged late does not overwrite newer pulled values', async () => {
    await pullAll(store);
    await enqueueProfile(knownUserId(), { name: 'Al' });
    await drainLater(store, {
      send: async (command, token) => {
        const reply = await sendCommand(command, token);
        await renameElsewhere('Ali');
        await pullAll(store);
        return reply;
      },
    });
    expect(await listUnsent(store)).toEqual([]);
    expect(readKnownUser()?.name).toBe('Ali');
  });

  it('that is refused is no longer shown, retains the sent values, and allows the next one', async () => {
    const before = readKnownUser()?.name;
    const avatar = 'data:image/png;base64,AAAA';
    const id = await enqueueProfile(knownUserId(), { name: 'Al', avatar });
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({
      state: 'refused',
      lastProblem: 'Failed to process image. Please try a different image.',
      command: { args: { name: 'Al', avatar } },
    });
    expect(readKnownUser()).toMatchObject({ name: before, avatar: null });
    const next = await enqueueProfile(knownUserId(), { name: 'Al', avatar: IMAGE });
    await drainLater(store);
    expect(await findCommand(store, id)).toBeNull();
    expect(await findCommand(store, next)).toMatchObject({ state: 'acknowledged' });
  });

  it('is reverted when discarded, and applied again when retried', async () => {
    const before = readKnownUser()?.name;
    world.network.isDown = true;
    await discardCommand(await enqueueProfile(knownUserId(), { name: 'Al' }));
    expect(readKnownUser()?.name).toBe(before);
    const id = await enqueueProfile(knownUserId(), { name: 'Ali' });
    const row = await findCommand(store, id);
    if (row !== null) await store.database.outbox.put({ ...row, state: 'refused', attempts: 1 });
    await retryCommand(id);
    expect(readKnownUser()?.name).toBe('Ali');
  });

  it('replaces its draft, and retains courses unlocked meanwhile', async () => {
    await saveDraft(knownUserId(), fieldsDrafts['profile.update'], { name: 'Al', avatar: null });
    await enqueueProfile(knownUserId(), { name: 'Al' });
    expect(await findDraft(store, fieldsDrafts['profile.update'])).toBeNull();
    const path = '/api/courses/tides/activate';
    const body = { activationCode: 'TIDES-CODE-1' };
    await world.server.request(path, { as: world.server.people.alice, body });
    const known = (await userOnServer()).activatedCourses;
    const { writeKnownUser } = await import('#pwa/store/database/known-user.ts');
    const confirmed = readConfirmedUser();
    if (confirmed !== null) writeKnownUser({ ...confirmed, activatedCourses: known });
    await drainLater(store);
    expect(readKnownUser()).toMatchObject({ name: 'Al', activatedCourses: ['tides'] });
  });
});

describe('a page closed with an unsent change', () => {
  it('shows the change again, whatever the server returns, and sends it', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.planAt.set('/api/users/alice', 'requestLost');
    const { enqueueProfile: enqueue } = await import('#pwa/sync/enqueue/update-fields.ts');
    world.network.isDown = true;
    await enqueue(knownUserId(), { name: 'Alice Marsh' });
    page.close();
    world.network.isDown = false;
    // The server still returns the old name for the current user.
    const next = await openPage({ isStarted: false });
    await next.session.startSession();
    expect(next.session.currentSession.get()).toMatchObject({
      isVerified: true,
      user: { name: 'Alice Marsh' },
    });
    expect((await userOnServer()).name).not.toBe('Alice Marsh');
    const stop = next.sync.startSync();
    await waitFor(async () => expect((await userOnServer()).name).toBe('Alice Marsh'));
    await waitFor(() => expect(localStorage.getItem('carrel.user.pending')).toBeNull());
    stop();
  });

  it('shows the change only to the same user after a sign-out and login', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    const { enqueueProfile: enqueue } = await import('#pwa/sync/enqueue/update-fields.ts');
    await enqueue(knownUserId(), { name: 'Alice Marsh' });
    await page.session.signOut(knownUserId(), 'keepUnsent');
    world.network.isDown = false;
    world.network.planAt.set('/api/users/alice', 'requestLost');
    await page.session.login({ ...alice, email: 'bob@example.org' });
    expect(page.session.currentSession.get()).toMatchObject({ user: { id: 'bob', name: 'bob Ashdown' } });
    await page.session.signOut(knownUserId(), 'ifNothingUnsent');
    await page.session.login(alice);
    world.network.isDown = true;
    await waitFor(() =>
      expect(page.session.currentSession.get()).toMatchObject({ user: { name: 'Alice Marsh' } }),
    );
  });

  it('stores no change of a user who is forgotten meanwhile', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    const { enqueueProfile: enqueue } = await import('#pwa/sync/enqueue/update-fields.ts');
    await enqueue(knownUserId(), { name: 'Alice Marsh' });
    const store = page.store.openPrivateStore('alice');
    const { forgetKnownUser } = await import('#pwa/store/database/known-user.ts');
    const { showPendingProfile } = await import('#pwa/sync/commands/pending-profile.ts');
    const shown = showPendingProfile(store);
    forgetKnownUser();
    await shown.catch(() => undefined);
    expect(localStorage.getItem('carrel.user.pending')).toBeNull();
  });

  it('removes the change when the user signs out', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    const { enqueueProfile: enqueue } = await import('#pwa/sync/enqueue/update-fields.ts');
    await enqueue(knownUserId(), { name: 'Alice Marsh' });
    await page.session.signOut(knownUserId(), 'discardUnsent');
    expect(JSON.stringify({ ...localStorage })).not.toContain('Marsh');
    expect(localStorage.getItem('carrel.user.pending')).toBeNull();
  });
});
