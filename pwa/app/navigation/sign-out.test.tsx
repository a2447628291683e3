import { screen } from '@testing-library/dom';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { MemoryCaches } from '#pwa/downloads/testing/memory-caches.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { UnsentCopier } from '#pwa/sync/copy/unsent-copier.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-profile.ts';
import { deleteDatabase, knownUserId } from '#pwa/testing/device.ts';
import { openDevice } from '#pwa/testing/screens/device.ts';
import { renderElement } from '#pwa/testing/screens/render-element.ts';
import { SignOut } from './sign-out.tsx';

it('offers unsent work that only its copy has, because the browser has lost the database', async () => {
  vi.stubGlobal('caches', new MemoryCaches());
  await openDevice('alice');
  await refreshUser();
  await enqueueProfile('alice', { name: 'Alice Ash' });
  await new UnsentCopier().copy();
  openPrivateStore('alice').database.close({ disableAutoOpen: false });
  await deleteDatabase('carrel-user-alice');
  renderElement(
    <MemoryRouter>
      <SignOut onStay={() => undefined} />
    </MemoryRouter>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Sign out with unsent work?' });
  expect(dialog.textContent).toContain('Alice Ash');
  expect(knownUserId()).toBe('alice');
});
