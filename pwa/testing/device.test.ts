import { expect, it } from 'vitest';
import { updateCanary } from '#pwa/store/account/canary.ts';
import { listDatabases, listItems, resetDevice, signInAs } from './device.ts';
import { alice } from './people.ts';

it.each([0, 1, 2, 3, 5, 8])('a new device has nothing of work that began %d turns before', async (turns) => {
  await resetDevice();
  const store = signInAs(alice);
  await updateCanary(store);
  const ended = updateCanary(store).catch(() => undefined);
  for (let turn = 0; turn < turns; turn += 1) await listDatabases();
  await resetDevice();
  await ended;
  expect([listItems(), await listDatabases()]).toEqual([{}, []]);
});
