import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { knownUserId, listItems, resetDevice } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { openPage } from '../testing/page.ts';
import { alice, bob, openWorld, type World } from '../testing/world.ts';

const PATH = endpoints.resumeSession.path;
let world: World;
/** The browser's cookie for this origin. */
let cookie: string | null;

beforeEach(async () => {
  world = await openWorld();
  cookie = null;
  vi.stubGlobal('fetch', fetchLikeABrowser);
  showAs('standalone');
});

/** Sends the page's origin, and the cookie for its path. */
async function fetchLikeABrowser(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Origin', 'http://localhost');
  if (cookie !== null && path === PATH) headers.set('Cookie', cookie);
  const response = await world.network.fetch(path, { ...init, headers: Object.fromEntries(headers) });
  const given = response.headers.get('Set-Cookie');
  if (given !== null) cookie = given.includes('Max-Age=0') ? null : (given.split(';')[0] ?? null);
  return response;
}

function showAs(mode: 'standalone' | 'browser'): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(display-mode: ${mode})` }));
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** Retains the browser's cookies and clears its storage, the initial state of a home-screen app. */
async function installOnHomeScreen(): Promise<void> {
  await resetDevice();
}

const countRequests = (method: string) =>
  world.network.seen.filter((one) => one.path === PATH && one.method === method).length;

describe('a home-screen app at its first start', () => {
  it('continues the session of the browser that installed it, before any guard runs', async () => {
    const browser = await openPage();
    await browser.session.login(alice);
    browser.close();
    await installOnHomeScreen();
    const app = await openPage({ isStarted: false });
    const states: string[] = [];
    app.session.currentSession.subscribe(() => states.push(app.session.currentSession.get().state));
    await app.session.startSession();
    expect(app.session.currentSession.get()).toMatchObject({ state: 'signedIn', user: { id: 'alice' } });
    expect(states).not.toContain('signedOut');
    expect(localStorage.getItem('token')).toMatch(/^ey/);
  });

  it('is signed out if the browser was', async () => {
    const app = await openPage();
    expect(app.session.currentSession.get()).toEqual({ state: 'signedOut' });
    expect(countRequests('POST')).toBe(1);
  });

  it('asks for a login when the server is unreachable', async () => {
    const browser = await openPage();
    await browser.session.login(alice);
    browser.close();
    await installOnHomeScreen();
    world.network.isDown = true;
    const app = await openPage();
    expect(app.session.currentSession.get()).toEqual({ state: 'signedOut' });
  });

  it('does not restore a session ended by a password change', async () => {
    const browser = await openPage();
    await browser.session.login(alice);
    browser.close();
    await inTransaction(world.server.deps.db, (trx) =>
      trx.updateTable('users').set({ tokenVersion: 9 }).execute(),
    );
    await installOnHomeScreen();
    const app = await openPage();
    expect(app.session.currentSession.get()).toEqual({ state: 'signedOut' });
    expect(cookie).toBeNull();
  });
});

describe('a page in the browser', () => {
  it('never requests a session: visitors cost no request', async () => {
    showAs('browser');
    const page = await openPage();
    expect(page.session.currentSession.get()).toEqual({ state: 'signedOut' });
    expect(countRequests('POST')).toBe(0);
  });
});

describe('a sign-out', () => {
  it('leaves no cookie behind', async () => {
    const page = await openPage();
    await page.session.login(alice);
    expect(cookie).not.toBeNull();
    await page.session.signOut(knownUserId(), 'ifNothingUnsent');
    await waitFor(() => expect(cookie).toBeNull());
    await waitFor(() => expect(listItems()['carrel.handover']).toBe('ended'));
  });

  it('offline is not reverted by a cookie that could not be removed yet', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    expect(await page.session.signOut(knownUserId(), 'discardUnsent')).toEqual({ done: true });
    page.close();
    expect(cookie).not.toBeNull();

    const offline = await openPage();
    expect(offline.session.currentSession.get()).toEqual({ state: 'signedOut' });
    offline.close();
    world.network.isDown = false;
    const online = await openPage();
    expect(online.session.currentSession.get()).toEqual({ state: 'signedOut' });
    expect(countRequests('POST')).toBe(1);
    await waitFor(() => expect(cookie).toBeNull());
    expect(countRequests('DELETE')).toBe(1);
  });

  it('is not reverted when the page crashed in the middle of it', async () => {
    const page = await openPage();
    await page.session.login(alice);
    page.close();
    const { noteDeparture } = await import('#pwa/store/account/departure-notes.ts');
    const { forbidHandover } = await import('#pwa/session/sign-out/handover.ts');
    forbidHandover();
    noteDeparture({ userId: 'alice', unsent: 'discard' });
    const next = await openPage();
    expect(next.session.currentSession.get()).toEqual({ state: 'signedOut' });
    await waitFor(() => expect(cookie).toBeNull());
  });

  it('is sent to the server after reconnecting', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.session.signOut(knownUserId(), 'discardUnsent');
    world.network.isDown = false;
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(cookie).toBeNull());
  });

  it('is not reverted even by a cookie renewed in the meantime', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const late = cookie;
    await page.session.signOut(knownUserId(), 'ifNothingUnsent');
    await waitFor(() => expect(listItems()['carrel.handover']).toBe('ended'));
    page.close();
    cookie = late;
    const next = await openPage();
    expect(next.session.currentSession.get()).toEqual({ state: 'signedOut' });
  });

  it('allows the next user, whose own cookie is valid again', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.session.signOut(knownUserId(), 'discardUnsent');
    world.network.isDown = false;
    await page.session.login(bob);
    page.close();
    expect(listItems()['carrel.handover']).toBeUndefined();
    await installOnHomeScreen();
    const app = await openPage();
    expect(app.session.currentSession.get()).toMatchObject({ state: 'signedIn', user: { id: 'bob' } });
  });
});
