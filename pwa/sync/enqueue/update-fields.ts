import { removeDraftRow } from '#pwa/store/account/drafts.ts';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { ProfileInput } from '#schema/account/profile.ts';
import type { CommandBodyOf } from '#schema/commands/all-commands.ts';
import type { SiteInput } from '#schema/site/site-input.ts';
import { showPendingProfile } from '../commands/pending-profile.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { hasLeft } from '../outbox/outbox-rows.ts';
import { requestReplay } from '../outbox/signal.ts';

/** A form whose fields are shown changed at once, and sent by one command. */
export type FieldsKind = 'profile.update' | 'site.update';

/** The draft of each form, which a queued change replaces. */
export const fieldsDrafts: Readonly<Record<FieldsKind, string>> = {
  'profile.update': 'profile',
  'site.update': 'site',
};

/** Queues a change of the user's own name or picture. See {@link enqueueFields}. */
export const enqueueProfile = (authorId: string, args: ProfileInput): Promise<string> =>
  enqueueFields(authorId, { kind: 'profile.update', args });

/** Queues a change of the site's settings. See {@link enqueueFields}. */
export const enqueueSite = (authorId: string, args: SiteInput): Promise<string> =>
  enqueueFields(authorId, { kind: 'site.update', args });

/**
 * Queues a change of fields and shows it at once on this device; returns the command's id for `findCommand`. It joins a
 * change that was never sent, and replaces refused ones, whose fields the form offered again.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
async function enqueueFields(authorId: string, body: CommandBodyOf<FieldsKind>): Promise<string> {
  const id = await changeOutbox(authorId, (store) =>
    write(store, [store.outbox, store.drafts], async (tx) => {
      const rows = await listUnsent(tx, [body.kind]);
      await tx.outbox.bulkDelete(rows.filter(({ state }) => state === 'refused').map(({ order }) => order));
      await removeDraftRow(tx, fieldsDrafts[body.kind]);
      const open = joined(rows.at(-1), body);
      if (open === null) return appendCommand(tx, (envelope) => ({ ...envelope, ...body }));
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

/** The last command with the new fields, if it was never attempted: the server may hold a receipt for one that was sent. */
function joined(row: OutboxRow | undefined, body: CommandBodyOf<FieldsKind>): OutboxRow | null {
  if (row?.state !== 'waiting' || hasLeft(row)) return null;
  const { command } = row;
  if (command.kind === 'profile.update' && body.kind === command.kind)
    return { ...row, command: { ...command, args: { ...command.args, ...body.args } } };
  if (command.kind === 'site.update' && body.kind === command.kind)
    return { ...row, command: { ...command, args: { ...command.args, ...body.args } } };
  return null;
}
