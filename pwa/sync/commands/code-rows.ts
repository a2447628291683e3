import * as v from 'valibot';
import { putCodeBatch, toRow } from '#pwa/store/admin/code-batches.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import type { Command, CommandOf } from '#schema/commands/all-commands.ts';
import { CreateCodeBatchReply } from '#schema/learning/code-batches.ts';

/** The kinds of commands that change batches of codes, codes and access. */
export const CODE_KINDS = [
  'codeBatch.create',
  'codeBatch.update',
  'codeBatch.setRevoked',
  'code.setRevoked',
  'access.setRevoked',
] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

export const isCodeCommand = ({ kind }: Command): boolean => CODE_KINDS.some((one) => one === kind);

interface DrawnAck {
  readonly command: CommandOf<'codeBatch.create'>;
  /** The server's reply. */
  readonly output: unknown;
  /** ISO time. */
  readonly at: string;
}

/**
 * Stores a registered batch with its codes, which stay readable on the device that drew them: the acknowledged command has
 * them no more. For use inside a transaction over the batches and codes.
 */
export async function storeDrawn(tx: Tx, { command, output, at }: DrawnAck): Promise<void> {
  const { batch, codes } = v.parse(CreateCodeBatchReply, output);
  const { redrawn = [] } = command.args;
  const again = redrawn.flatMap((place) => codes[place]?.code ?? []);
  await putCodeBatch(tx, batch, again);
  await tx.adminCodeBatches.update(batch.id, { codesFetchedAt: at });
  const fresh = { uses: 0, revokedAt: null, redemptions: [] };
  const rows = codes.map((code, place) => toRow({ ...code, ...fresh }, { batchId: batch.id, place }));
  await tx.adminBatchCodes.bulkPut(rows);
}
