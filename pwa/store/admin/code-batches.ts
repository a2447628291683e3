import type { BatchCode, CodeBatch } from '#schema/learning/code-batches.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, readAtOnce, write } from '../database/access.ts';
import type { AdminBatchCodeRow, AdminCodeBatchRow } from '../database/admin-rows.ts';
import type { PrivateStore, Reader, Tx } from '../database/private-store.ts';
import { noteFetched } from './admin.ts';

/*
 * Batches of activation codes as last received from the server: all batches, and the codes of those that were opened
 * or drawn on this device.
 */

/** Rows per request of {@link listCodesOf}: few enough that a slow device takes less than a frame for them. */
const CODES_AT_ONCE = 500;
/** After every place. */
const LAST_PLACE = Number.POSITIVE_INFINITY;

/** Newest first. */
export function listCodeBatches(store: Reader): Promise<AdminCodeBatchRow[]> {
  return read(store, async () => (await store.adminCodeBatches.toArray()).sort(byAge));
}

export function findCodeBatch(store: Reader, id: string): Promise<AdminCodeBatchRow | undefined> {
  return read(store, () => store.adminCodeBatches.get(id));
}

/** The codes of a batch in their order, read in many short transactions: there may be 200,000. */
export async function listCodesOf(store: PrivateStore, batchId: string): Promise<BatchCode[]> {
  const codes: AdminBatchCodeRow[] = [];
  for (;;) {
    const after = codes.at(-1)?.place ?? -1;
    const rows = await readAtOnce(store, [store.adminBatchCodes], ({ adminBatchCodes }) =>
      adminBatchCodes
        .where('[batchId+place]')
        .between([batchId, after], [batchId, LAST_PLACE], false, true)
        .limit(CODES_AT_ONCE)
        .toArray(),
    );
    codes.push(...rows);
    if (rows.length < CODES_AT_ONCE) return codes;
  }
}

/** The codes of a batch from one place on, in their order. */
export function listCodesAt(
  store: PrivateStore,
  batchId: string,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<BatchCode[]> {
  return readAtOnce(store, [store.adminBatchCodes], ({ adminBatchCodes }) =>
    adminBatchCodes
      .where('[batchId+place]')
      .between([batchId, first], [batchId, first + count], true, false)
      .toArray(),
  );
}

/** Stores a page of batches. */
export function putCodeBatchesPage(store: PrivateStore, batches: readonly CodeBatch[]): Promise<void> {
  return write(store, [store.adminCodeBatches], async (tx) => {
    for (const batch of batches) await putCodeBatch(tx, batch);
  });
}

/** Stores a batch, and what this device knows of it besides; for use inside a transaction over the batches. */
export async function putCodeBatch(tx: Tx, batch: CodeBatch, redrawn?: readonly string[]): Promise<void> {
  const known = await tx.adminCodeBatches.get(batch.id);
  await tx.adminCodeBatches.put({
    ...batch,
    redrawn: redrawn ?? known?.redrawn ?? [],
    codesFetchedAt: known?.codesFetchedAt ?? null,
    v: FORMAT_VERSION,
  });
}

/**
 * After the last page: removes the batches that no page had, with their codes, and notes the age of the list. One that
 * this device registered since the request stays.
 */
export function finishCodeBatches(
  store: PrivateStore,
  listed: ReadonlySet<string>,
  requestedAt: string,
): Promise<void> {
  const { adminCodeBatches, adminBatchCodes, state } = store;
  return write(store, [adminCodeBatches, adminBatchCodes, state], async (tx) => {
    for (const { id, codesFetchedAt } of await tx.adminCodeBatches.toArray()) {
      if (listed.has(id) || (codesFetchedAt ?? '') >= requestedAt) continue;
      await tx.adminCodeBatches.delete(id);
      await ofBatch(tx, id).delete();
    }
    await noteFetched(tx, 'codes', requestedAt);
  });
}

interface CodePage {
  readonly batchId: string;
  /** The place of the first code. */
  readonly place: number;
}

/** Stores a page of a batch's codes. */
export function putBatchCodes(
  store: PrivateStore,
  codes: readonly BatchCode[],
  { batchId, place }: CodePage,
): Promise<void> {
  return write(store, [store.adminBatchCodes], async (tx) => {
    const rows = codes.map((code, at) => toRow(code, { batchId, place: place + at }));
    await tx.adminBatchCodes.bulkPut(rows);
  });
}

/** After the last page: removes codes beyond it, and notes the age of the others. */
export function finishBatchCodes(
  store: PrivateStore,
  { batchId, count }: { readonly batchId: string; readonly count: number },
  requestedAt: string,
): Promise<void> {
  return write(store, [store.adminCodeBatches, store.adminBatchCodes], async (tx) => {
    await tx.adminBatchCodes
      .where('[batchId+place]')
      .between([batchId, count], [batchId, LAST_PLACE], true, true)
      .delete();
    await tx.adminCodeBatches.update(batchId, { codesFetchedAt: requestedAt });
  });
}

export const toRow = (code: BatchCode, { batchId, place }: CodePage): AdminBatchCodeRow => ({
  ...code,
  batchId,
  place,
  v: FORMAT_VERSION,
});

const ofBatch = (tx: Tx, batchId: string) =>
  tx.adminBatchCodes.where('[batchId+place]').between([batchId, 0], [batchId, LAST_PLACE], true, true);

function byAge(a: CodeBatch, b: CodeBatch): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
