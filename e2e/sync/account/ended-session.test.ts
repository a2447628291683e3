import { beforeEach, describe, expect, it } from 'vitest';
import { knownUserId, listItems } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { type Fault, faults } from '../testing/network.ts';
import { openPage, reload, unsentOf } from '../testing/page.ts';
import { alice, bob, openWorld, progressOnServer, type World } from '../testing/world.ts';

const PATH = endpoints.signOut.path;
const PENDING = 'carrel.endTickets';
let world: World;

beforeEach(async () => {
  world = await openWorld();
});

const tokenHere = (): string => localStorage.getItem('token') ?? '';

/** Whether the server still accepts a token. */
async function isAccepted(token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await world.server.request(endpoints.getProgress.path, { headers })).status === 200;
}

const untilReported = () => waitFor(() => expect(listItems()[PENDING]).toBeUndefined());

/** Signs Alice in, and out again offline. Returns her former token. */
async function signOutOffline(page: Awaited<ReturnType<typeof openPage>>): Promise<string> {
  await page.session.login(alice);
  const token = tokenHere();
  world.network.isDown = true;
  expect(await page.session.signOut(knownUserId(), 'discardUnsent')).toEqual({ done: true });
  expect(page.session.currentSession.get()).toEqual({ state: 'signedOut' });
  expect(await isAccepted(token)).toBe(true);
  return token;
}

describe('signing out', () => {
  it('ends the session at the server at once when it is reachable', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const token = tokenHere();
    await page.session.signOut(knownUserId(), 'ifNothingUnsent');
    await waitFor(async () => expect(await isAccepted(token)).toBe(false));
    await untilReported();
  });

  it('offline works at once, and ends the session at the next start, without a login', async () => {
    const page = await openPage();
    const token = await signOutOffline(page);
    page.close();
    const offline = await openPage();
    offline.close();
    expect(await isAccepted(token)).toBe(true);
    world.network.isDown = false;
    const next = await openPage();
    await untilReported();
    expect(await isAccepted(token)).toBe(false);
    expect(next.session.currentSession.get()).toEqual({ state: 'signedOut' });
    const reports = world.network.seen.filter(({ path }) => path === PATH);
    expect(reports.map((report) => report.token)).toEqual([null]);
  });

  it('is reported although another user signed in meanwhile, whose session continues', async () => {
    const page = await openPage();
    const token = await signOutOffline(page);
    world.network.isDown = false;
    world.network.planAt.set(PATH, faults.requestLost);
    await page.session.login(bob);
    const next = await reload(page);
    await untilReported();
    expect(await isAccepted(token)).toBe(false);
    expect(next.session.currentSession.get()).toMatchObject({ state: 'signedIn', user: { id: 'bob' } });
    expect(await isAccepted(tokenHere())).toBe(true);
  });

  it.each<[string, Fault]>([
    ['the reply is lost', faults.replyLost],
    ['the server fails', faults.error500],
    ['a captive portal responds', faults.captivePortal],
    ['an older server does not know the call', { status: 404, body: '{"error":"No","code":"not_found"}' }],
  ])('is reported again when %s', async (_, fault) => {
    const page = await openPage();
    const token = await signOutOffline(page);
    world.network.isDown = false;
    world.network.planAt.set(PATH, fault);
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(world.network.planAt.has(PATH)).toBe(false));
    expect(listItems()[PENDING]).toBeDefined();
    await reload(page);
    await untilReported();
    expect(await isAccepted(token)).toBe(false);
  });

  it('is reported when the page crashed in the middle of it', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const token = tokenHere();
    page.close();
    const { noteDeparture } = await import('#pwa/store/account/departure-notes.ts');
    noteDeparture({ userId: 'alice', unsent: 'discard' });
    const next = await openPage();
    expect(next.session.currentSession.get()).toEqual({ state: 'signedOut' });
    await untilReported();
    expect(await isAccepted(token)).toBe(false);
  });

  it('of several users offline is reported for each of them', async () => {
    const page = await openPage();
    const tokens = [];
    for (const person of [alice, bob]) {
      await page.session.login(person);
      tokens.push(tokenHere());
      world.network.isDown = true;
      await page.session.signOut(knownUserId(), 'discardUnsent');
      world.network.isDown = false;
      world.network.planAt.set(PATH, faults.requestLost);
    }
    world.network.planAt.clear();
    await reload(page);
    await untilReported();
    expect(await Promise.all(tokens.map(isAccepted))).toEqual([false, false]);
  });
});

describe('a device', () => {
  it('has one session at a time, and no id before the first login', async () => {
    const page = await openPage();
    expect(listItems()['carrel.device']).toBeUndefined();
    await page.session.login(alice);
    const older = tokenHere();
    // Without the ticket, so only the device's id identifies the older session.
    for (const key of ['token', 'carrel.endTicket']) localStorage.removeItem(key);
    const next = await reload(page);
    expect(next.session.currentSession.get()).toMatchObject({ state: 'expired' });
    await next.session.login(alice);
    expect(await isAccepted(older)).toBe(false);
    expect(await isAccepted(tokenHere())).toBe(true);
  });
});

describe('a session ended from elsewhere', () => {
  it('loses nothing: drafts, outbox and progress stay, and are sent after the same user’s login', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const activation = { courseId: 'tides', courseTitle: 'Reading the tides', code: 'TIDES-CODE-1' };
    await page.outbox.enqueueActivation('alice', activation);
    await waitFor(async () => expect(await unsentOf(page)).toEqual([]));
    world.network.isDown = true;
    await page.progress.recordProgress('alice', 'tides-lesson-1', { isCompleted: true });
    const store = page.store.openPrivateStore('alice');
    const { findProgress } = await import('#pwa/store/account/progress.ts');
    const { putDraft } = await import('#pwa/store/account/drafts.ts');
    await putDraft(store, 'support', { message: 'Between you and me' });
    const { admin } = world.server.people;
    await world.server.request('/api/admin/users/alice/sessions', { method: 'DELETE', as: admin });
    world.network.isDown = false;

    let next = await reload(page);
    await waitFor(() =>
      expect(next.session.currentSession.get()).toMatchObject({ state: 'expired', user: { id: 'alice' } }),
    );
    const held = next.store.openPrivateStore('alice');
    expect(await unsentOf(next)).toMatchObject([{ command: { kind: 'progress.save' } }]);
    expect(await findProgress(held, 'tides-lesson-1')).toMatchObject({ completedAt: expect.any(String) });
    expect(JSON.stringify(await held.drafts.toArray())).toContain('Between you and me');

    next = await reload(next);
    await next.session.login(alice);
    await waitFor(async () => expect(await unsentOf(next)).toEqual([]));
    const entries = await progressOnServer(world, { ...world.server.people.alice, token: tokenHere() });
    expect(entries).toMatchObject([{ lessonId: 'tides-lesson-1', completedAt: expect.any(String) }]);
    expect(await next.store.openPrivateStore('alice').drafts.count()).toBe(1);
  });
});
