import { read, write } from '#pwa/store/database/access.ts';
import type { PrivateStore, ReadTx } from '#pwa/store/database/private-store.ts';
import type { EmptiedRow } from '#pwa/store/database/rows.ts';
import { StorageFullError } from '#pwa/store/database/storage-errors.ts';
import { type Command, describeCommand } from '#schema/commands/all-commands.ts';
import type { ProgressEntry } from '#schema/learning/progress.ts';
import { removeImportTexts } from '../import-texts.ts';
import { type OutboxRow, parseOutboxRow } from '../outbox.ts';
import { parseEmptiedRow } from './acknowledged.ts';

/*
 * Acknowledged commands stay on the device for the sync centre, and because a restored server may need them
 * again. The server has them, so they are bounded, and give up their texts when an edit needs the space
 * (docs/why/outbox.md). Unsent commands, and work that the server did not take, are never touched.
 */

/** A smaller command is not worth emptying; the number of rows bounds them. */
const TEXT_BYTES_MIN = 2_048;
const TEXTS_AT_ONCE = 20;
const ROWS_AT_ONCE = 100;
/** How much is left after a removal, so that not every ack causes the next one. */
const REST_SHARE = 0.9;

interface AcknowledgedLimits {
  readonly rows: number;
  /** Of all texts together. */
  readonly textBytes: number;
}

const ACKNOWLEDGED_LIMITS: AcknowledgedLimits = { rows: 5_000, textBytes: 64 * 1024 * 1024 };

/** The size that is stored and indexed with an acknowledged command; none for a small one. */
export function textBytesOf(command: Command): Pick<OutboxRow, 'textBytes'> {
  const apart = command.kind === 'course.import' ? command.args.textCharacters : 0;
  const textBytes = JSON.stringify(command).length + apart;
  return textBytes < TEXT_BYTES_MIN ? {} : { textBytes };
}

/** Empties the oldest texts above the limit, and removes the oldest rows above it. */
export async function boundAcknowledged(
  store: PrivateStore,
  limits: AcknowledgedLimits = ACKNOWLEDGED_LIMITS,
): Promise<void> {
  const sizes = await read(store, () => store.outbox.orderBy('textBytes').keys());
  const bytes = sizes.reduce<number>((sum, size) => sum + Number(size), 0);
  if (bytes > limits.textBytes) await releaseTexts(store, bytes - REST_SHARE * limits.textBytes);
  const orders = await listOrders(store);
  if (orders.length <= limits.rows) return;
  await removeCovered(store, orders.toReversed());
  await removeOldest(store, limits.rows);
}

/**
 * Empties acknowledged commands with a text, oldest first, until they have given up this many bytes. Returns
 * how many they gave up: 0 if there is nothing left.
 */
export async function releaseTexts(store: PrivateStore, bytes: number): Promise<number> {
  let released = 0;
  for (const orders of inPieces(await listOrders(store), TEXTS_AT_ONCE)) {
    if (released >= bytes) break;
    released += await emptyRows(store, orders, bytes - released);
  }
  return released;
}

async function emptyRows(store: PrivateStore, orders: readonly number[], bytes: number): Promise<number> {
  const empty = (isFull: boolean) =>
    write(store, [store.outbox, store.importTexts], async (tx) => {
      let released = 0;
      const emptied: EmptiedRow[] = [];
      for (const row of await readReleasable(tx, orders)) {
        const { textBytes = 0 } = textBytesOf(row.command);
        if (textBytes === 0 || released >= bytes) continue;
        released += textBytes;
        emptied.push(emptiedOf(row));
        await removeImportTexts(tx, row.command);
      }
      if (isFull) await tx.outbox.bulkDelete(emptied.map(({ order }) => order));
      else await tx.table<EmptiedRow>('outbox').bulkPut(emptied);
      return released;
    });
  try {
    return await empty(false);
  } catch (error) {
    // A full disk may have no space even for a smaller row.
    if (error instanceof StorageFullError) return empty(true);
    throw error;
  }
}

/** Returns the part of a row that stays: its line in the sync centre. */
function emptiedOf({ order, id, v, acknowledgedAt, command }: OutboxRow): EmptiedRow {
  return {
    ...{ order, id, v, state: 'acknowledged', acknowledgedAt: acknowledgedAt ?? command.createdAt },
    ...{ sentence: describeCommand(command), command: { kind: command.kind, args: {} } },
  };
}

/** Removes saved progress that a later acknowledged command contains, such as the positions of one video. */
async function removeCovered(store: PrivateStore, newestFirst: readonly number[]): Promise<void> {
  const later = new Map<string, string>();
  for (const orders of inPieces(newestFirst, ROWS_AT_ONCE)) {
    await write(store, [store.outbox], async (tx) => {
      const covered: number[] = [];
      for (const { order, command } of await readReleasable(tx, orders)) {
        if (command.kind !== 'progress.save') continue;
        const fields = command.args.entries.flatMap(listFields);
        if (fields.every(({ key, at }) => (later.get(key) ?? '') >= at)) covered.push(order);
        for (const { key, at } of fields) if (at > (later.get(key) ?? '')) later.set(key, at);
      }
      await tx.outbox.bulkDelete(covered);
    });
  }
}

function listFields({ lessonId, completedAt, positionSeconds, updatedAt }: ProgressEntry) {
  const completion = completedAt === undefined ? [] : [{ key: `completion ${lessonId}`, at: updatedAt }];
  const place = positionSeconds === undefined ? [] : [{ key: `position ${lessonId}`, at: updatedAt }];
  return [...completion, ...place];
}

async function removeOldest(store: PrivateStore, limit: number): Promise<void> {
  const orders = await listOrders(store);
  if (orders.length <= limit) return;
  const surplus = orders.slice(0, orders.length - Math.floor(REST_SHARE * limit));
  for (const piece of inPieces(surplus, ROWS_AT_ONCE)) {
    await write(store, [store.outbox], async (tx) => {
      const rows = await tx.outbox.bulkGet([...piece]);
      const emptied = rows.flatMap((row) => parseEmptiedRow(row) ?? []);
      const old = [...emptied, ...(await readReleasable(tx, piece))];
      await tx.outbox.bulkDelete(old.map(({ order }) => order));
    });
  }
}

/** The acknowledged rows, oldest first; their contents are not read. */
function listOrders(store: PrivateStore): Promise<number[]> {
  return read(store, () => store.outbox.orderBy('acknowledgedAt').primaryKeys());
}

/**
 * The rows that the server certainly has: not the progress that it ignored, and not an edit that the operator
 * discarded after a restore, whose text is here only.
 */
async function readReleasable(tx: ReadTx, orders: readonly number[]): Promise<OutboxRow[]> {
  const rows = (await tx.outbox.bulkGet([...orders])).flatMap((row) => parseOutboxRow(row) ?? []);
  return rows.filter(
    ({ state, notTaken, restore }) =>
      state === 'acknowledged' && notTaken === undefined && restore !== 'dropped',
  );
}

function inPieces<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}
