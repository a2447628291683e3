import { expect, it } from 'vitest';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { describeDatabase, releasedPrivateStore, releasedVersions } from '#pwa/testing/released-stores.ts';

it('the fixtures of released stores include the current version: a new version has to be added there', async () => {
  await resetDevice();
  await signInAs(alice).database.open();
  const { name, ...released } = releasedPrivateStore(alice.id, releasedVersions.length);
  expect(await describeDatabase(name)).toEqual(released);
});
