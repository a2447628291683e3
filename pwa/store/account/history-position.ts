import type { ReadTx, Tx } from '../database/private-store.ts';

/*
 * The server's position in its history that came with the last ack, signed and opaque. The device shows it with
 * its next requests, so a server that was restored since notices (docs/why/restore.md).
 */

const KEY = 'historyPosition';

/**
 * Null before the first ack, and where the server sends none. For use inside a transaction over the state.
 */
export async function readHistoryPosition(tx: ReadTx): Promise<string | null> {
  const row = await tx.state.get(KEY);
  return typeof row?.value === 'string' ? row.value : null;
}

/** For use inside a transaction over the state. */
export async function writeHistoryPosition(tx: Tx, position: string): Promise<void> {
  await tx.state.put({ key: KEY, value: position });
}
