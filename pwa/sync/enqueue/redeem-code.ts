import * as v from 'valibot';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import { ActivateInput, normalizeCode } from '#schema/learning/activation.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';

/**
 * Queues a code whose course is not known and returns the command's id for `findCommand`. Codes of several
 * courses may wait side by side; the same code is not queued twice, and replaces its own refused command.
 *
 * @throws {SpokenError} 'Please enter an activation code'
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueCode(authorId: string, code: string): Promise<string> {
  const input = v.safeParse(ActivateInput, { activationCode: code });
  if (!input.success) throw new UserFacingError(input.issues[0].message);
  const args = input.output;
  const id = await changeOutbox(authorId, (store) =>
    write(store, [store.outbox], async (tx) => {
      const unsent = await listUnsent(tx);
      const twins = unsent.filter((row) => isSameCode(row, args.activationCode));
      const underWay = twins.find(({ state }) => state !== 'refused');
      if (underWay !== undefined) return underWay.id;
      await tx.outbox.bulkDelete(twins.map(({ order }) => order));
      return appendCommand(tx, (envelope) => ({ ...envelope, kind: 'code.redeem', args }));
    }),
  );
  requestReplay('eager');
  return id;
}

function isSameCode({ command }: OutboxRow, code: string): boolean {
  return command.kind === 'code.redeem' && normalizeCode(command.args.activationCode) === normalizeCode(code);
}
