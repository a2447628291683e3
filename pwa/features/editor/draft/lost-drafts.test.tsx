import { waitFor } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { MemoryCaches } from '#pwa/downloads/testing/memory-caches.ts';
import { updateCanary } from '#pwa/store/account/canary.ts';
import { listDrafts } from '#pwa/store/account/drafts.ts';
import { leavePrivateStore, openPrivateStore } from '#pwa/store/database/private-store.ts';
import { UnsentCopier } from '#pwa/sync/copy/unsent-copier.ts';
import { deleteDatabase } from '#pwa/testing/device.ts';
import { openDevice } from '#pwa/testing/screens/device.ts';
import { draftCourse, openEditor } from '#pwa/testing/screens/open-editor.ts';

it('The editor begins with the drafts of a database that the browser has lost', async () => {
  vi.stubGlobal('caches', new MemoryCaches());
  const device = await openDevice('admin', [draftCourse()]);
  const first = await openEditor(device);
  await first.fill(first.field('Title'), 'Tides and currents');
  first.close();
  await waitFor(async () =>
    expect(JSON.stringify(await listDrafts(openPrivateStore('admin'), ''))).toContain('Tides and currents'),
  );
  await updateCanary(openPrivateStore('admin'));
  await new UnsentCopier().copy();
  leavePrivateStore('admin');
  await deleteDatabase('carrel-user-admin');

  const second = await openEditor(device);
  expect(second.field('Title').value).toBe('Tides and currents');
});
