import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { ReadTx } from '#pwa/store/database/private-store.ts';
import { BLANKED_CODE } from '#schema/commands/define/blanked-code.ts';

/**
 * An acknowledged batch as it was sent: its codes, which are blanked in the command, are among the codes of the device.
 * Unchanged for other commands, and if the device does not have all of them. For use inside a transaction over the codes.
 */
export async function refillCodes(tx: ReadTx, row: OutboxRow): Promise<OutboxRow> {
  const { command } = row;
  if (command.kind !== 'codeBatch.create' || !command.args.codes.includes(BLANKED_CODE)) return row;
  const { batchId, codes } = command.args;
  const stored = await tx.adminBatchCodes
    .where('[batchId+place]')
    .between([batchId, 0], [batchId, codes.length], true, false)
    .toArray();
  if (stored.length < codes.length) return row;
  return {
    ...row,
    command: { ...command, args: { ...command.args, codes: stored.map(({ code }) => code) } },
  };
}
