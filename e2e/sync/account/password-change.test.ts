import { beforeEach, describe, expect, it, vi } from 'vitest';
import { UserReply } from '#schema/account/profile.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { openPage } from '../testing/page.ts';
import { alice, openWorld, type World } from '../testing/world.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld();
});

describe('a password change', () => {
  const input = { currentPassword: PASSWORD, newPassword: 'a new lamp on the desk' };

  it('continues with the new token here, and ends the session elsewhere', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const elsewhere = localStorage.getItem('token');
    await page.session.changePassword(input);
    expect(localStorage.getItem('token')).not.toBe(elsewhere);
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn', isVerified: true });
    const here = await world.server.request('/api/auth/me', {
      headers: { Authorization: `Bearer ${localStorage.getItem('token')}` },
    });
    expect(here.read(UserReply).user.id).toBe('alice');
    const there = await world.server.request('/api/auth/me', {
      headers: { Authorization: `Bearer ${elsewhere}` },
    });
    expect(there.status).toBe(401);
  });

  it('continues with the new token if another request of the old one is refused before the reply arrives', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const token = localStorage.getItem('token');
    const { exchange } = await import('#pwa/api/exchange.ts');
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      const reply = await world.network.fetch(path, init);
      if (path === '/api/users/alice/password') await exchange(endpoints.me, { token });
      return reply;
    });
    await page.session.changePassword(input);
    expect(localStorage.getItem('token')).not.toBeNull();
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn', isVerified: true });
  });

  it('leaves a user signed out who signed out before the reply arrives', async () => {
    const page = await openPage();
    await page.session.login(alice);
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      const reply = await world.network.fetch(path, init);
      if (path === '/api/users/alice/password') await page.session.signOut('alice', 'keepUnsent');
      return reply;
    });
    await page.session.changePassword(input);
    expect(localStorage.getItem('token')).toBeNull();
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedOut' });
  });

  it('with a wrong password reports it and signs no one out', async () => {
    const page = await openPage();
    await page.session.login(alice);
    await expect(page.session.changePassword({ ...input, currentPassword: 'wrong' })).rejects.toThrow(
      'Current password is incorrect',
    );
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn' });
  });

  it.each([
    [401, 'Current password is incorrect'],
    [403, 'You do not have permission to update this password'],
    [404, 'User not found'],
    [500, 'Failed to update password'],
  ])('falls back to the catalogue’s sentence for a bare %d', async (status, sentence) => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.planAt.set('/api/users/alice/password', { status, body: '' });
    await expect(page.session.changePassword(input)).rejects.toThrow(sentence);
  });

  it('offline changes nothing and says why', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await expect(page.session.changePassword(input)).rejects.toThrow(
      'Network error - check if the server is running',
    );
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn' });
  });
});
