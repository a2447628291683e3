import * as v from 'valibot';
import { putCodeBatch, toRow } from '#pwa/store/admin/code-batches.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import type { Command, CommandOf } from '#schema/commands/all-commands.ts';
import { CodeBatchReply, CodeReply, CreateCodeBatchReply } from '#schema/learning/code-batches.ts';

/** The kinds of commands that change batches of codes, codes and access. */
export type CodeKind =
  | 'codeBatch.create'
  | 'codeBatch.update'
  | 'codeBatch.setRevoked'
  | 'code.setRevoked'
  | 'access.setRevoked';
export type CodeCommand = CommandOf<CodeKind>;

interface CodeAck<K extends CodeKind> {
  readonly command: CommandOf<K>;
  /** The server's reply. */
  readonly output: unknown;
  /** ISO time. */
  readonly at: string;
}

const byKind: { readonly [K in CodeKind]: (tx: Tx, ack: CodeAck<K>) => Promise<unknown> } = {
  'codeBatch.create': storeBatch,
  'codeBatch.update': replaceBatch,
  'codeBatch.setRevoked': replaceBatch,
  'code.setRevoked': replaceCode,
  'access.setRevoked': markAccess,
};

export function isCodeCommand(command: Command): command is CodeCommand {
  return command.kind in byKind;
}

/** Applies an ack to the batches and codes on this device; for use inside a transaction over them. */
export function applyCodeAck<K extends CodeKind>(tx: Tx, ack: CodeAck<K>): Promise<unknown> {
  return byKind[ack.command.kind](tx, ack);
}

/** The codes stay readable on the device that drew them: the acknowledged command has them no more. */
async function storeBatch(tx: Tx, { command, output, at }: CodeAck<'codeBatch.create'>): Promise<void> {
  const { batch, codes } = v.parse(CreateCodeBatchReply, output);
  const { redrawn = [] } = command.args;
  const again = redrawn.flatMap((place) => codes[place]?.code ?? []);
  await putCodeBatch(tx, batch, again);
  await tx.adminCodeBatches.update(batch.id, { codesFetchedAt: at });
  const fresh = { uses: 0, revokedAt: null, redemptions: [] };
  const rows = codes.map((code, place) => toRow({ ...code, ...fresh }, { batchId: batch.id, place }));
  await tx.adminBatchCodes.bulkPut(rows);
}

async function replaceBatch(tx: Tx, { output }: Pick<CodeAck<CodeKind>, 'output'>): Promise<void> {
  const { batch } = v.parse(CodeBatchReply, output);
  const known = await tx.adminCodeBatches.get(batch.id);
  // A repeat returns an old receipt.
  if (known !== undefined && known.version <= batch.version) await putCodeBatch(tx, batch);
}

async function replaceCode(tx: Tx, { output }: CodeAck<'code.setRevoked'>): Promise<void> {
  const { code } = v.parse(CodeReply, output);
  await tx.adminBatchCodes.update(code.id, code);
}

async function markAccess(tx: Tx, { command: { args }, at }: CodeAck<'access.setRevoked'>): Promise<void> {
  if (args.codeId === null) return;
  const row = await tx.adminBatchCodes.get(args.codeId);
  if (row === undefined) return;
  const redemptions = row.redemptions.map((redemption) =>
    redemption.userId === args.userId ? { ...redemption, undoneAt: args.revoked ? at : null } : redemption,
  );
  await tx.adminBatchCodes.put({ ...row, redemptions });
}
