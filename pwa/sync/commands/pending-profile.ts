import { type PendingSite, writePendingSite } from '#pwa/device/site.ts';
import { listEffective, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import { readConfirmedUser, writePendingProfile } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { ProfileInput } from '#schema/account/profile.ts';
import { paletteOf } from '#schema/site/palette.ts';
import type { SiteInput } from '#schema/site/site-input.ts';

/**
 * Shows the user, and the site, with the commands applied in order that are unsent, or whose effect was not pulled yet.
 * Call it after each change of such a command, after a pull, and at start, because a page may have died before it got
 * here.
 */
export function showPendingProfile(store: PrivateStore): Promise<void> {
  // A write transaction although it only reads: two tabs that get here together take turns, and the one that
  // saw the newer outbox writes last.
  return write(store, [store.outbox, store.state], async (tx) => {
    const effective = await listEffective(tx);
    // A drain may end after its user has signed out: nothing of theirs is stored then.
    if (readConfirmedUser()?.id !== store.userId) return;
    writePendingProfile(store.userId, pendingProfile(effective));
    writePendingSite(pendingSite(effective));
  });
}

/** The changes of the profile. A refused one is not shown as if it had been saved. */
function pendingProfile(effective: readonly OutboxRow[]): ProfileInput {
  const fields: ProfileInput = {};
  for (const { command, state } of effective) {
    if (command.kind === 'profile.update' && state !== 'refused') Object.assign(fields, command.args);
  }
  return fields;
}

/** The changes of the site, with the colours that they lead to. */
function pendingSite(effective: readonly OutboxRow[]): PendingSite {
  const fields: SiteInput = {};
  for (const { command, state } of effective) {
    if (command.kind === 'site.update' && state !== 'refused') Object.assign(fields, command.args);
  }
  return fields.colour === undefined ? fields : { ...fields, palette: paletteOf(fields.colour) };
}
