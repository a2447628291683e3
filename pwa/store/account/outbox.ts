import * as v from 'valibot';
import type { CommandKind } from '#schema/commands/all-commands.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, readAtOnce } from '../database/access.ts';
import type { PrivateStore, Reader, ReadTx } from '../database/private-store.ts';
import { OutboxRow, type OutboxState } from '../database/rows.ts';
import { readPullState } from './pull-state.ts';

export type { OutboxRow, OutboxState };

/** The state of sent work. Every other, also that of a refused command, comes after it in the order of an index. */
const SENT = 'acknowledged' satisfies OutboxState;
const AFTER_ALL_STATES = '\uffff';

/** The rows that are not acknowledged, also those that only a newer version of the app can read. */
export const unsentRows = ({ outbox }: Reader) => outbox.where('state').above(SENT);

/** As {@link unsentRows}, of a kind or of a lesson. */
const unsentWith = ({ outbox }: Reader, field: 'kind' | 'args.lessonId', value: string) =>
  outbox.where(`[command.${field}+state]`).between([value, SENT], [value, AFTER_ALL_STATES], false);

const FIRST_ERROR_STATUS = 400;

/** Returns the sentence with which the server refused a command or put it off; null if it has not. */
export function serverProblemOf({
  lastStatus,
  lastProblem,
  isBlocked,
}: Pick<OutboxRow, 'lastStatus' | 'lastProblem' | 'isBlocked'>): string | null {
  return (lastStatus ?? 0) >= FIRST_ERROR_STATUS && isBlocked !== true ? lastProblem : null;
}

/** Returns one command with its state; null if it was discarded or never existed. */
export function findCommand(store: PrivateStore, id: string): Promise<OutboxRow | null> {
  return read(store, async () => parseOutboxRow(await store.outbox.get({ id })));
}

/** Returns the row at an order of the outbox: a merged or retried edit keeps its order under another id. */
export function findCommandAt(store: PrivateStore, order: number): Promise<OutboxRow | null> {
  return read(store, async () => parseOutboxRow(await store.outbox.get(order)));
}

/**
 * Returns every command that has not been acknowledged, or those of some kinds, in the order of entry. Only they are read: a
 * screen that shows one kind costs nothing while a long queue of others is sent.
 */
export async function listUnsent(store: Reader, kinds?: readonly CommandKind[]): Promise<OutboxRow[]> {
  if (kinds === undefined) return toReadable(await read(store, () => unsentRows(store).toArray()));
  const found = await readAtOnce(store, [store.outbox], (tx) =>
    Promise.all(kinds.map((kind) => unsentWith(tx, 'kind', kind).toArray())),
  );
  return toReadable(found.flat());
}

/**
 * Returns the acknowledged commands whose effect was not pulled yet, in the order of entry: the stored rows do not show
 * it, so they are laid over them as unsent ones are. Read together with the rows, in one transaction over the outbox and
 * the state, it is never behind them.
 */
export async function listUnpulled(tx: Reader, kind?: CommandKind): Promise<OutboxRow[]> {
  const { reached = -1 } = await readPullState(tx);
  return toReadable(await tx.outbox.where('ackSequence').above(reached).toArray(), kind);
}

/** Returns the commands that are laid over the stored rows: unsent ones and those of {@link listUnpulled}. */
export async function listEffective(store: Reader, kind?: CommandKind): Promise<OutboxRow[]> {
  const [unpulled, unsent] = await readAtOnce(store, [store.outbox, store.state], (tx) =>
    Promise.all([listUnpulled(tx, kind), listUnsent(tx, kind && [kind])]),
  );
  return [...unpulled, ...unsent].sort(byOrder);
}

/**
 * Returns the commands of some kinds that are laid over rows which no pull contains, in the order of entry: those
 * acknowledged since the rows were requested, which the reply may lack, and unsent ones.
 *
 * @param requestedAt ISO time; null for rows that no whole reply has
 */
export async function listUnfetched(
  store: Reader,
  requestedAt: string | null,
  kinds: readonly CommandKind[],
): Promise<OutboxRow[]> {
  const [acknowledged, unsent] = await readAtOnce(store, [store.outbox], (tx) =>
    Promise.all([
      Promise.all(kinds.map((kind) => tx.outbox.where({ 'command.kind': kind, state: SENT }).toArray())),
      listUnsent(tx, kinds),
    ]),
  );
  const since = acknowledged
    .flat()
    .filter(
      ({ acknowledgedAt, restore }) => (acknowledgedAt ?? '') >= (requestedAt ?? '') && restore !== 'dropped',
    );
  return [...toReadable(since), ...unsent].sort(byOrder);
}

/**
 * Returns the unsent commands on a lesson and its resources, in the order of entry. For use inside a transaction
 * over the outbox.
 */
export async function listUnsentOfLesson(tx: ReadTx, lessonId: string): Promise<OutboxRow[]> {
  return toReadable(await unsentWith(tx, 'args.lessonId', lessonId).toArray());
}

/** Returns those that this version can read, or those of a kind, in the order of entry. */
function toReadable(rows: readonly OutboxRow[], kind?: CommandKind): OutboxRow[] {
  const wanted = kind === undefined ? rows : rows.filter(({ command }) => command.kind === kind);
  const readable = wanted.map(parseOutboxRow).filter((row) => row !== null);
  return readable.sort(byOrder);
}

const byOrder = (a: OutboxRow, b: OutboxRow): number => a.order - b.order;

/** The front of the queue, in the order of entry. */
export interface Front {
  readonly rows: OutboxRow[];
  /** There are no rows after it. */
  readonly isAll: boolean;
  /** There are rows in it that only a newer version of the app can read. */
  readonly hasNewer: boolean;
}

/**
 * The front of {@link listUnsent}: up to `count` waiting rows, and all others between them. For use inside a
 * transaction over the outbox.
 */
export async function readUnsentFront(tx: ReadTx, count: number): Promise<Front> {
  const [waiting, others] = await Promise.all([
    tx.outbox.where({ state: 'waiting' }).limit(count).toArray(),
    tx.outbox.where('state').between(SENT, 'waiting', false).toArray(),
  ]);
  const last = waiting.length < count ? undefined : waiting.at(-1);
  const between = others.filter(({ order }) => last === undefined || order < last.order);
  const stored = [...waiting, ...between];
  const rows = toReadable(stored);
  return { rows, isAll: last === undefined, hasNewer: rows.length < stored.length };
}

/** Returns how many commands are unsent, including those that only a newer version of the app can read. */
export function countUnsent(store: Reader): Promise<number> {
  return read(store, () => unsentRows(store).count());
}

/**
 * Parses a row. One that a newer version wrote is null: it is neither sent (parts of it would be lost) nor
 * removed, and waits for the newer app.
 */
export function parseOutboxRow(row: unknown): OutboxRow | null {
  const parsed = v.safeParse(OutboxRow, row);
  return parsed.success && parsed.output.v <= FORMAT_VERSION ? parsed.output : null;
}
