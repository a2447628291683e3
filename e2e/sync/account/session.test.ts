import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tokenSubject } from '#pwa/api/token.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { createStorage } from '#pwa/testing/fake-storage.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { faults } from '../testing/network.ts';
import { openPage, reload, unsentOf } from '../testing/page.ts';
import { alice, bob, openWorld, type World } from '../testing/world.ts';

const activation = { courseId: 'tides', courseTitle: 'Reading the tides', code: 'TIDES-CODE-1' };
let world: World;

beforeEach(async () => {
  world = await openWorld();
});

async function endSessions() {
  await inTransaction(world.server.deps.db, (trx) =>
    trx.updateTable('users').set({ tokenVersion: 99 }).execute(),
  );
}

describe('signing in', () => {
  it('trims and lower-cases the email, stores the token and knows the user', async () => {
    const page = await openPage();
    expect(page.session.currentSession.get()).toEqual({ state: 'signedOut' });
    const user = await page.session.login({ ...alice, email: '  ALICE@example.org ' });
    expect(user.id).toBe('alice');
    expect(page.session.currentSession.get()).toEqual({ state: 'signedIn', user, isVerified: true });
    expect(localStorage.getItem('token')).toMatch(/^ey/);
  });

  it('registers a new user with a trimmed name', async () => {
    const page = await openPage();
    const user = await page.session.register({
      name: '  Dora  ',
      email: 'Dora@Example.org',
      password: PASSWORD,
    });
    expect(user).toMatchObject({ name: 'Dora', email: 'dora@example.org', role: 'user' });
  });

  it.each([
    ['a wrong password', { ...alice, password: 'wrong' }, 'Invalid email or password'],
    ['an unknown email', { ...alice, email: 'nobody@example.org' }, 'Invalid email or password'],
  ])('fails with the server’s sentence for %s and signs no one out', async (_, input, sentence) => {
    const page = await openPage();
    await page.session.login(bob);
    await expect(page.session.login(input)).rejects.toThrow(sentence);
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn', user: { id: 'bob' } });
  });

  it('rejects learners at the admin login', async () => {
    const page = await openPage();
    await expect(page.session.adminLogin(alice)).rejects.toThrow('Invalid admin credentials');
    const admin = { email: 'admin@example.org', password: PASSWORD };
    expect((await page.session.adminLogin(admin)).role).toBe('admin');
  });

  it.each([
    ['', 'No data in response'],
    ['<html>', 'No data in response'],
    ['{"user":{}}', 'No token in response data'],
    ['{"token":"t"}', 'No user in response data'],
  ])('fails for the reply %j with “%s”', async (body, sentence) => {
    const page = await openPage();
    world.network.plan = [{ status: 200, body }];
    await expect(page.session.login(alice)).rejects.toThrow(sentence);
    expect(page.session.currentSession.get()).toEqual({ state: 'signedOut' });
  });

  it('reports an admin login that returns a learner', async () => {
    const page = await openPage();
    const user = { id: 'a', name: 'A', email: 'a@b.c', role: 'user', avatar: null, activatedCourses: [] };
    world.network.plan = [{ status: 200, body: JSON.stringify({ token: 't', user }) }];
    await expect(page.session.adminLogin(alice)).rejects.toThrow('User is not an admin');
  });

  it.each([
    [401, 'Invalid email or password'],
    [500, 'Failed to login'],
  ])('falls back to its own sentence for a bare %d', async (status, sentence) => {
    const page = await openPage();
    world.network.plan = [{ status, body: '' }];
    await expect(page.session.login(alice)).rejects.toMatchObject({
      message: sentence,
      isServerSentence: false,
    });
  });

  it('reports a network failure when there is no reply', async () => {
    const page = await openPage();
    world.network.isDown = true;
    await expect(page.session.login(alice)).rejects.toMatchObject({
      status: 0,
      message: 'Network error - check if the server is running',
    });
  });
});

describe('reopening the app', () => {
  it('knows the user at once and verifies them', async () => {
    const page = await openPage();
    await page.session.login(alice);
    page.close();
    const next = await openPage({ isStarted: false });
    expect(next.session.currentSession.get()).toMatchObject({
      state: 'signedIn',
      user: { id: 'alice' },
      isVerified: false,
    });
    await next.session.startSession();
    expect(next.session.currentSession.get()).toMatchObject({ state: 'signedIn', isVerified: true });
  });

  it.each(['requestLost', 'error500', 'badGateway', 'captivePortal', 'emptyReply', 'tooMany'] as const)(
    'stays signed in when the reply is %s, and verifies the user after reconnecting',
    async (fault) => {
      const page = await openPage();
      await page.session.login(alice);
      page.close();
      world.network.planAt.set('/api/auth/me', faults[fault]);
      const next = await openPage({ isStarted: false });
      await next.session.startSession();
      expect(next.session.currentSession.get()).toMatchObject({ state: 'signedIn', isVerified: false });
      dispatchEvent(new Event('online'));
      await waitFor(() => expect(next.session.currentSession.get()).toMatchObject({ isVerified: true }));
    },
  );

  it('stays loading, not signed out, while the user of a token is being requested', async () => {
    localStorage.setItem('token', world.server.people.alice.token);
    const page = await openPage({ isStarted: false });
    expect(page.session.currentSession.get()).toEqual({ state: 'loading' });
    await page.session.startSession();
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn', user: { id: 'alice' } });
  });
});

describe('a session that ends', () => {
  it('removes the token, retains the user and the stored data, and pauses their work', async () => {
    let page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation(knownUserId(), activation);
    await endSessions();
    world.network.isDown = false;
    page = await reload(page);
    expect(page.session.currentSession.get()).toMatchObject({ state: 'expired', user: { id: 'alice' } });
    expect(localStorage.getItem('token')).toBeNull();
    expect(await unsentOf(page)).toHaveLength(1);
    await waitFor(() => expect(page.status.syncStatus.get()).toMatchObject({ kind: 'paused', unsent: 1 }));
  });

  it('sends the same work after the same user’s login', async () => {
    const page = await openPage();
    await page.session.login(alice);
    await endSessions();
    await page.outbox.enqueueActivation(knownUserId(), activation);
    await waitFor(() => expect(page.session.currentSession.get().state).toBe('expired'));
    await page.session.login(alice);
    await waitFor(async () => expect(await unsentOf(page)).toEqual([]));
    expect(page.session.currentSession.get()).toMatchObject({ user: { activatedCourses: ['tides'] } });
  });

  it('is not ended by a late 401 of an older token', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const { exchange } = await import('#pwa/api/exchange.ts');
    const { endpoints } = await import('#schema/endpoints/endpoints.ts');
    await exchange(endpoints.me, { token: 'an.older.token' });
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn' });
  });
});

describe('two users on one device', () => {
  it('A’s unsent work is neither sent with B’s token nor shown to B, and is sent when A returns', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation(knownUserId(), activation);
    await page.progress.recordProgress(knownUserId(), 'stars-lesson-1', { isCompleted: true });
    world.network.isDown = false;
    await endSessions();
    await page.session.startSession();
    world.network.seen.length = 0;
    await page.session.login(bob);
    await waitFor(() => expect(page.status.syncStatus.get()).toMatchObject({ kind: 'sent', unsent: 0 }));
    expect(await unsentOf(page)).toEqual([]);
    expect(() => page.store.openPrivateStore('alice')).toThrow();
    const senders = world.network.seen
      .filter(({ key }) => key !== null)
      .map(({ token }) => tokenSubject(token ?? ''));
    expect(senders).not.toContain('bob');
    await page.session.login(alice);
    await waitFor(async () => expect(await unsentOf(page)).toEqual([]));
    const activations = await world.server.deps.db.selectFrom('activations').selectAll().execute();
    expect(activations).toMatchObject([{ userId: 'alice', courseId: 'tides' }]);
  });
});

describe('what a tab stores for its user', () => {
  const codeTyped = async () => {
    const { codeDraft } = await import('#pwa/features/activation/code-draft.ts');
    return codeDraft('tides');
  };
  const showTab = (storage: Storage) => vi.stubGlobal('sessionStorage', storage);

  it('is not shown to the next user, although the tab was on another site while the first signed out', async () => {
    const [tab, otherTab] = [createStorage(), createStorage()];
    showTab(tab);
    const first = await openPage();
    await first.session.login(alice);
    (await codeTyped()).write('TIDES-CODE-1');
    first.close();
    showTab(otherTab);
    const other = await openPage();
    await other.session.signOut('alice', 'discardUnsent');
    await other.session.login(bob);
    other.close();
    showTab(tab);
    await openPage();
    expect((await codeTyped()).read()).toBeNull();
  });

  it('is there after a reload, and what a visitor typed is there after the login', async () => {
    showTab(createStorage());
    const visitor = await openPage();
    (await codeTyped()).write('TIDES-CODE-1');
    await visitor.session.login(alice);
    await reload(visitor);
    expect((await codeTyped()).read()).toBe('TIDES-CODE-1');
  });
});
