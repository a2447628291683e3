import { beforeEach, expect, it } from 'vitest';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import type { PrivateStore } from './private-store.ts';
import { readTogether } from './read-together.ts';

beforeEach(resetDevice);

const keyOf = (at: number) => `k${String(at).padStart(3, '0')}`;

async function storeOf(count: number): Promise<PrivateStore> {
  const store = signInAs(alice);
  await store.database.state.bulkPut(
    Array.from({ length: count }, (_, at) => ({ key: keyOf(at), value: at })),
  );
  return store;
}

it.each([
  ['that are close together', [4, 2, 3, 5]],
  ['that are far apart', [90, 1, 40]],
  ['of which some do not exist', [98, 99, 100, 101]],
  ['of none', []],
])('rows %s are all found', async (_, places) => {
  const store = await storeOf(100);
  const keys = places.map(keyOf);
  const found = new Set((await readTogether(store.state, keys)).map(({ key }) => key));
  for (const place of places) expect(found.has(keyOf(place))).toBe(place < 100);
});
