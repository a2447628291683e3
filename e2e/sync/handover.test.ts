import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endpoints } from '#schema/endpoints.ts';
import { listItems, resetDevice, whoIsHere } from '../../pwa/testing/device.ts';
import { inTransaction } from '../../sync-server/db/transaction.ts';
import { openPage } from './page.ts';
import { alice, bob, openWorld, type World } from './world.ts';

const PATH = endpoints.resumeSession.path;
let world: World;
/** What the browser keeps for this origin beside its storage. */
let cookie: string | null;

beforeEach(async () => {
  world = await openWorld();
  cookie = null;
  vi.stubGlobal('fetch', fetchLikeABrowser);
  showAs('standalone');
});

/** Says where the page is, and carries the cookie along to its path. */
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

/** The browser's cookies are there, its storage is not: what a home-screen app begins with. */
async function installOnHomeScreen(): Promise<void> {
  await resetDevice();
}

const asked = (method: string) =>
  world.network.seen.filter((one) => one.path === PATH && one.method === method).length;

describe('a home-screen app at its first start', () => {
  it('goes on with the session of the browser that installed it, signed in before any guard looks', async () => {
    const browser = await openPage();
    await browser.session.login(alice);
    browser.close();
    await installOnHomeScreen();
    const app = await openPage({ isStarted: false });
    const states: string[] = [];
    app.session.subscribeSession(() => states.push(app.session.getSession().state));
    await app.session.startSession();
    expect(app.session.getSession()).toMatchObject({ state: 'signedIn', user: { id: 'alice' } });
    expect(states).not.toContain('signedOut');
    expect(localStorage.getItem('token')).toMatch(/^ey/);
  });

  it('is nobody’s where nobody had signed in', async () => {
    const app = await openPage();
    expect(app.session.getSession()).toEqual({ state: 'signedOut' });
    expect(asked('POST')).toBe(1);
  });

  it('asks for a login when nobody answers', async () => {
    const browser = await openPage();
    await browser.session.login(alice);
    browser.close();
    await installOnHomeScreen();
    world.network.isDown = true;
    const app = await openPage();
    expect(app.session.getSession()).toEqual({ state: 'signedOut' });
  });

  it('does not bring back a session that a change of password ended', async () => {
    const browser = await openPage();
    await browser.session.login(alice);
    browser.close();
    await inTransaction(world.server.deps.db, (trx) =>
      trx.updateTable('users').set({ tokenVersion: 9 }).execute(),
    );
    await installOnHomeScreen();
    const app = await openPage();
    expect(app.session.getSession()).toEqual({ state: 'signedOut' });
    expect(cookie).toBeNull();
  });
});

describe('a page in the browser', () => {
  it('never asks: visitors cost no request', async () => {
    showAs('browser');
    const page = await openPage();
    expect(page.session.getSession()).toEqual({ state: 'signedOut' });
    expect(asked('POST')).toBe(0);
  });
});

describe('whoever signed out', () => {
  it('leaves no cookie behind', async () => {
    const page = await openPage();
    await page.session.login(alice);
    expect(cookie).not.toBeNull();
    await page.session.signOut(whoIsHere(), 'ifNothingUnsent');
    await vi.waitFor(() => expect(cookie).toBeNull());
    await vi.waitFor(() => expect(listItems()['carrel.handover']).toBe('ended'));
  });

  it('without a network is not brought back by the cookie that could not be taken away yet', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    expect(await page.session.signOut(whoIsHere(), 'discardUnsent')).toEqual({ done: true });
    page.close();
    expect(cookie).not.toBeNull();

    const offline = await openPage();
    expect(offline.session.getSession()).toEqual({ state: 'signedOut' });
    offline.close();
    world.network.isDown = false;
    const online = await openPage();
    expect(online.session.getSession()).toEqual({ state: 'signedOut' });
    expect(asked('POST')).toBe(1);
    await vi.waitFor(() => expect(cookie).toBeNull());
    expect(asked('DELETE')).toBe(1);
  });

  it('is not brought back either when the page died in the middle of it', async () => {
    const page = await openPage();
    await page.session.login(alice);
    page.close();
    const { noteDeparture } = await import('../../pwa/store/departure-notes.ts');
    const { forbidHandover } = await import('../../pwa/session/handover.ts');
    forbidHandover();
    noteDeparture({ userId: 'alice', unsent: 'discard' });
    const next = await openPage();
    expect(next.session.getSession()).toEqual({ state: 'signedOut' });
    await vi.waitFor(() => expect(cookie).toBeNull());
  });

  it('is told to the server as soon as the line is back', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.session.signOut(whoIsHere(), 'discardUnsent');
    world.network.isDown = false;
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(cookie).toBeNull());
  });

  it('is not brought back even by a cookie that was renewed behind their back', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const late = cookie;
    await page.session.signOut(whoIsHere(), 'ifNothingUnsent');
    await vi.waitFor(() => expect(listItems()['carrel.handover']).toBe('ended'));
    page.close();
    cookie = late;
    const next = await openPage();
    expect(next.session.getSession()).toEqual({ state: 'signedOut' });
  });

  it('makes room for the next person, whose own cookie counts again', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.session.signOut(whoIsHere(), 'discardUnsent');
    world.network.isDown = false;
    await page.session.login(bob);
    page.close();
    expect(listItems()['carrel.handover']).toBeUndefined();
    await installOnHomeScreen();
    const app = await openPage();
    expect(app.session.getSession()).toMatchObject({ state: 'signedIn', user: { id: 'bob' } });
  });
});
