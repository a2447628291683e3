import { expect, it, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { openPage } from '../testing/page.ts';
import { alice, openWorld } from '../testing/world.ts';

it('a pull for a screen that opens while edits are being sent follows the last of them', async () => {
  const { network } = await openWorld();
  const page = await openPage();
  await page.session.login(alice);
  const store = page.store.findPrivateStore();
  if (store === null) throw new Error('Nobody is signed in');
  const { pullNow } = await import('#pwa/sync/pull/pull-run.ts');
  // After the pulls that the login began.
  await pullNow(store);
  let send = () => {};
  const isSendable = new Promise<void>((resolve) => {
    send = resolve;
  });
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'PUT') await isSendable;
    requests.push(path.split('?')[0] ?? '');
    return network.fetch(path, init);
  });
  const { enqueueProfile } = await import('#pwa/sync/enqueue/update-fields.ts');
  await enqueueProfile('alice', { name: 'Alice Marsh' });
  await waitFor(async () => expect(await store.outbox.where('state').equals('sending').count()).toBe(1));
  const isPulled = pullNow(store);
  // A pull that had started would have read its cursor and sent its request by now.
  for (let reads = 0; reads < 20; reads += 1) await store.state.count();
  send();
  await isPulled;
  expect(requests.slice(0, 2)).toEqual(['/api/users/alice', '/api/sync']);
});
