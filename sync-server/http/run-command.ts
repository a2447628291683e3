import type { Database } from '../db/open.ts';
import { inSavepoint, inTransaction, type Trx } from '../db/transaction.ts';
import { ApiError } from './api-error.ts';
import { findReceipt, insertReceipt } from './receipt-queries.ts';

/** One command, ready to run: read, authorised, its body parsed as JSON but not yet judged. */
export interface PreparedCommand {
  readonly userId: string;
  /** The Idempotency-Key, or null: then it runs each time it is sent. */
  readonly key: string | null;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly now: Date;
  /**
   * Judges the caller, before a receipt is looked up: nobody reads by repeating what they once were allowed.
   * Throws ApiError.
   */
  readonly judge: (trx: Trx) => Promise<void>;
  /** Judges the input and does the work; what it returns is the body of the 200. Awaits only the database. */
  readonly execute: (trx: Trx) => Promise<unknown>;
}

/** The reply to a command. `receipt` is its key when the receipt is (or was) written. */
export interface CommandReply {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  readonly receipt: string | null;
  readonly isReplayed: boolean;
}

/** One command in a transaction of its own. Resolved means durable: effect and receipt are on the disk. */
export function runSingleCommand(db: Database, command: PreparedCommand): Promise<CommandReply> {
  return inTransaction(db, (trx) => runCommand(trx, command));
}

/** Runs the work of one command apart from the others of its transaction. */
export type Guard = <T>(trx: Trx, work: () => Promise<T>) => Promise<T>;

/**
 * For commands whose transaction is taken back when one of them is refused: what that one wrote goes with it.
 * SQLite copies every page that is changed within a savepoint, which a hundred commands pay dearly for.
 */
export const unguarded: Guard = (_, work) => work();

/**
 * Runs a command inside an open transaction (several may share one):
 * 1. the caller is judged; a refusal is thrown and leaves no receipt;
 * 2. the receipt is looked up; a repeat gets the stored first reply,
 *    and the same key for something else is refused (422) without touching the receipt;
 * 3. the work runs in a savepoint (or under another `guard`), so that a refusal takes its writes back;
 * 4. effect and receipt, a refusal's too, are committed together. A 403, 429 or 5xx leaves no receipt: it says
 *    nothing about the command that still holds when the person's role, their pace or the server has changed.
 * An error that is no ApiError passes through and takes the whole transaction back: no receipt.
 */
export async function runCommand(
  trx: Trx,
  command: PreparedCommand,
  guard: Guard = inSavepoint,
): Promise<CommandReply> {
  const { key, userId, fingerprint } = command;
  await command.judge(trx);
  const stored = key === null ? undefined : await findReceipt(trx, userId, key);
  if (stored !== undefined) {
    if (stored.fingerprint !== fingerprint) throw new ApiError('idempotency_key_reused');
    return { status: stored.status, body: stored.body, receipt: key, isReplayed: true };
  }
  const { status, body } = await attempt(trx, command, guard);
  if (!leavesReceipt(status)) return { status, body, receipt: null, isReplayed: false };
  if (key !== null) {
    const createdAt = command.now.toISOString();
    await insertReceipt(trx, { userId, key, fingerprint, status, body, createdAt });
  }
  return { status, body, receipt: key, isReplayed: false };
}

/** Whether a reply with this status holds for every repeat of the command. */
export const leavesReceipt = (status: number): boolean => status !== 403 && status !== 429 && status < 500;

async function attempt(
  trx: Trx,
  command: PreparedCommand,
  guard: Guard,
): Promise<{ status: number; body: string }> {
  try {
    const output = await guard(trx, () => command.execute(trx));
    return { status: 200, body: JSON.stringify(output) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: JSON.stringify(error.toBody(command.requestId)) };
  }
}
