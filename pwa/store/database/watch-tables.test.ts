import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { putDraft } from '../account/drafts.ts';
import { openPrivateStore, type Tables } from './private-store.ts';
import { watchTables } from './watch-tables.ts';

beforeEach(async () => {
  await resetDevice();
  signInAs(alice);
  // A new database is reported as a change of every table.
  await changeOther();
});

/** Returns a function that returns how often a change of the table was reported. */
function countChanges(table: keyof Tables): () => number {
  let changes = 0;
  onTestFinished(
    watchTables([table], () => {
      changes += 1;
    }),
  );
  return () => changes;
}

/** Changes another table, and waits until that is reported: what came before it has been. */
async function changeOther(): Promise<void> {
  const countOthers = countChanges('state');
  await openPrivateStore(alice.id).database.state.put({ key: 'other', value: 1 });
  await waitFor(() => expect(countOthers()).toBeGreaterThan(0));
}

it('reports a change of a watched table, and none of another', async () => {
  const count = countChanges('drafts');
  await changeOther();
  expect(count()).toBe(0);
  await putDraft(openPrivateStore(alice.id), 'editor/c1/title', 'Half a title');
  await waitFor(() => expect(count()).toBeGreaterThan(0));
});

it('reports nothing for a transaction that wrote nothing', async () => {
  const count = countChanges('drafts');
  const { database } = openPrivateStore(alice.id);
  await database.transaction('rw', database.drafts, () => database.drafts.bulkDelete([]));
  await changeOther();
  expect(count()).toBe(0);
});
