import type { ProfileInput } from '#schema/profile.ts';
import { write } from '../store/access.ts';
import { writePendingProfile } from '../store/known-user.ts';
import { type OutboxRow, readUnsent } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';

/**
 * Shows the person as their unsent profile commands have them, the later word on top. Call it after each
 * change of such a command, and at start, where a page may have died before it came to this.
 */
export function showPendingProfile(store: PrivateStore): Promise<void> {
  // A write transaction although it only reads: two tabs that come here together take turns, and the
  // one that saw the newer outbox has the last word.
  return write(store, [store.outbox], async () => {
    writePendingProfile(store.userId, pendingProfile(await readUnsent(store)));
  });
}

/** What waits to be sent of one's profile. A refused change is not shown as if it were true. */
function pendingProfile(unsent: readonly OutboxRow[]): ProfileInput {
  const fields: ProfileInput = {};
  for (const { command, state } of unsent) {
    if (command.kind === 'profile.update' && state !== 'refused') Object.assign(fields, command.args);
  }
  return fields;
}
