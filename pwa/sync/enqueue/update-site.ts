import { removeDraftRow } from '#pwa/store/account/drafts.ts';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { SiteInput } from '#schema/site/site-input.ts';
import { showPendingProfile } from '../commands/pending-profile.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { hasLeft } from '../outbox/outbox-rows.ts';
import { requestReplay } from '../outbox/signal.ts';

/** The draft that a queued change of the site replaces. */
export const SITE_DRAFT = 'site';

/**
 * Queues a change of the site's settings and shows it at once on this device; returns the command's id for `findCommand`.
 * It joins a change that was never sent, and replaces refused ones, whose fields the form offered again.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueSite(authorId: string, fields: SiteInput): Promise<string> {
  const id = await changeOutbox(authorId, (store) =>
    write(store, [store.outbox, store.drafts], async (tx) => {
      const rows = (await listUnsent(tx)).filter(({ command }) => command.kind === 'site.update');
      await tx.outbox.bulkDelete(rows.filter(({ state }) => state === 'refused').map(({ order }) => order));
      await removeDraftRow(tx, SITE_DRAFT);
      const open = joined(rows.at(-1), fields);
      if (open === null) {
        return appendCommand(tx, (envelope) => ({ ...envelope, kind: 'site.update', args: fields }));
      }
      await tx.outbox.put(open);
      return open.id;
    }).then(async (commandId) => {
      await showPendingProfile(store);
      return commandId;
    }),
  );
  requestReplay('eager');
  return id;
}

/** The last command with the new fields, if it was never attempted. */
function joined(row: OutboxRow | undefined, fields: SiteInput): OutboxRow | null {
  if (row?.command.kind !== 'site.update' || row.state !== 'waiting' || hasLeft(row)) return null;
  const { command } = row;
  return { ...row, command: { ...command, args: { ...command.args, ...fields } } };
}
