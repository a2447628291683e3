import { screen } from '@testing-library/dom';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MemoryCaches } from '#pwa/downloads/testing/memory-caches.ts';
import { paths } from '#pwa/paths.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { UnsentCopier } from '#pwa/sync/copy/unsent-copier.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-fields.ts';
import { startSync } from '#pwa/sync/start.ts';
import { syncStatus } from '#pwa/sync/status/status.ts';
import { watchStatus } from '#pwa/sync/status/watch-status.ts';
import { deleteDatabase, knownUserId } from '#pwa/testing/device.ts';
import { openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { renderElement } from '#pwa/testing/screens/render-element.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { SignOut } from './sign-out.tsx';

const renderSignOut = () =>
  renderElement(
    <MemoryRouter>
      <SignOut onStay={() => undefined} />
    </MemoryRouter>,
  );

it('offers unsent work that only its copy has, because the browser has lost the database', async () => {
  vi.stubGlobal('caches', new MemoryCaches());
  await openDevice('alice');
  await refreshUser();
  await enqueueProfile('alice', { name: 'Alice Ash' });
  await new UnsentCopier().copy();
  openPrivateStore('alice').database.close({ disableAutoOpen: false });
  await deleteDatabase('carrel-user-alice');
  renderSignOut();
  const dialog = await screen.findByRole('dialog', { name: 'Sign out with unsent work?' });
  expect(dialog.textContent).toContain('Alice Ash');
  expect(knownUserId()).toBe('alice');
});

it.each([
  ['once it has arrived', 0],
  ['also after changes that the browser has lost', 2],
])('sends a refused edit again and signs out %s', async (_, lost) => {
  const { network, server } = await openDevice('alice');
  onTestFinished(startSync());
  const requestId = crypto.randomUUID();
  const refusal = { error: 'This name is not allowed', code: 'invalid_input', requestId };
  network.planAt.set('/api/users/alice', { status: 400, body: JSON.stringify(refusal) });
  await enqueueProfile('alice', { name: 'Alice Ash' });
  await waitFor(() => expect(syncStatus.get().refused).toBe(1));
  watchStatus(lost);
  await waitFor(() => expect(syncStatus.get()).toMatchObject({ refused: 1, lost }));
  renderSignOut();
  (await screen.findByRole('button', { name: 'Send now and sign out' })).click();
  await waitFor(() => expect(knownUserId()).toBe(''));
  const user = await server.deps.db.selectFrom('users').select('name').where('id', '=', 'alice').execute();
  expect(user).toEqual([{ name: 'Alice Ash' }]);
});

it('goes to the front page at once, however long the files take', async () => {
  let release = () => {};
  const removed = new Promise<void>((resolve) => {
    release = resolve;
  });
  onTestFinished(release);
  class SlowDisk extends MemoryCaches {
    override async delete(name: string) {
      await removed;
      return super.delete(name);
    }
  }
  vi.stubGlobal('caches', new SlowDisk());
  const { user } = await renderScreen(paths.dashboard, await openLearner());
  await user.click(await screen.findByRole('button', { name: /^Account of/ }));
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { level: 1, name: /^Your desk in the library/ });
  expect(location.pathname).toBe(paths.home);
  expect(knownUserId()).toBe('');
});
