import { expect, it } from 'vitest';
import { findPullState } from '#pwa/store/account/pull-state.ts';
import { conflictDraftId } from '#pwa/sync/conflicts/decide.ts';
import { activationRow } from '#pwa/testing/rows.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { openPage } from '../testing/page.ts';
import { alice, openWorld } from '../testing/world.ts';

it('an app that starts removes acknowledged edits of two months ago and copies that serve no edit', async () => {
  await openWorld();
  const before = await openPage();
  await before.session.login(alice);
  const store = before.store.findPrivateStore();
  if (store === null) throw new Error('Nobody is signed in');
  // The first pull offers what was acknowledged before it.
  await waitFor(async () => expect((await findPullState(store)).epoch).not.toBeNull());
  const acknowledgedAt = new Date(Date.now() - 60 * 24 * 60 * 60_000).toISOString();
  const old = activationRow(1, 'course-1', { state: 'acknowledged', attempts: 1, acknowledgedAt });
  await store.database.outbox.put(old);
  await store.database.drafts.put({
    id: conflictDraftId(old.id),
    value: {},
    updatedAt: acknowledgedAt,
    v: 1,
  });
  before.close();
  await openPage();
  await waitFor(async () => {
    expect(await store.outbox.count()).toBe(0);
    expect(await store.drafts.count()).toBe(0);
  });
});
