import type { Database } from '#sync-server/db/open.ts';
import { hasScopes, inSavepoint, inScope, inTransaction, type Trx } from '#sync-server/db/transaction.ts';
import { findSessionUser } from '#sync-server/sessions/session-queries.ts';
import { ApiError } from '../reply/api-error.ts';
import type { CommandReply, PreparedCommand } from './command.ts';
import { findReceipt, insertReceipt } from './receipt-queries.ts';

/**
 * Runs one command in a transaction of its own. Effect and receipt are on disk when it resolves. On PostgreSQL it runs
 * without a savepoint first, which costs two round trips, and with one if it is refused.
 */
export async function runSingleCommand(db: Database, command: PreparedCommand): Promise<CommandReply> {
  if (hasScopes(db)) return runInScope(db, command);
  return inTransaction(db, (trx) => runCommand(trx, command));
}

async function runInScope(db: Database, command: PreparedCommand): Promise<CommandReply> {
  const run = (guard: Guard) =>
    inScope(db, command.scope ?? 'whole', async (trx) => {
      const reply = await runCommand(trx, command, guard);
      // A reply from a receipt has written nothing.
      if (guard === unguarded && reply.status >= 400 && !reply.isReplayed) throw new Refused();
      return reply;
    });
  return run(unguarded).catch((error: unknown) => {
    if (error instanceof Refused) return run(inSavepoint);
    throw error;
  });
}

/** Thrown to roll back the writes of a refused command. */
class Refused extends Error {}

/** Isolates the work of one command from the others of its transaction. */
export type Guard = <T>(trx: Trx, work: () => Promise<T>) => Promise<T>;

/**
 * For commands whose transaction is rolled back as a whole when one of them is rejected. SQLite copies every
 * page that is changed within a savepoint, which is expensive for a hundred commands.
 */
export const unguarded: Guard = (_, work) => work();

/**
 * Runs a command inside an open transaction (several may share one):
 * 1. The caller is authorised; an error is thrown and leaves no receipt.
 * 2. The receipt is looked up; a repeat gets the stored first reply, and the same key for another command is
 *    rejected (422) without changing the receipt. A receipt without a body says that the command may run again,
 *    for its reply. A command that an earlier epoch acknowledged may end here.
 * 3. The work runs in a savepoint (or under another `guard`), so a rejection rolls its writes back.
 * 4. Effect and receipt, also of a rejection, are committed together. A 403, 429 or 5xx leaves no receipt: it
 *    depends on the user's role, their rate or the server's state, which may change.
 * An error other than ApiError is rethrown and rolls the whole transaction back: no receipt.
 */
export async function runCommand(
  trx: Trx,
  command: PreparedCommand,
  guard: Guard = inSavepoint,
): Promise<CommandReply> {
  const { key, session, fingerprint } = command;
  const { userId } = session;
  command.authorise(await findSessionUser(trx, session));
  const stored = key === null ? undefined : await findReceipt(trx, userId, key);
  if (stored !== undefined) {
    if (stored.fingerprint !== fingerprint) throw new ApiError('idempotency_key_reused');
    if (stored.body === EMPTY) {
      return replyTo(await attempt(trx, command, guard), key, true);
    }
    return { status: stored.status, body: stored.body, receipt: key, isReplayed: true };
  }
  await command.admitAgain?.(trx);
  const attempted = await attempt(trx, command, guard);
  const { status, stored: body } = attempted;
  if (key !== null && leavesReceipt(status)) {
    const createdAt = command.now.toISOString();
    await insertReceipt(trx, { userId, key, fingerprint, status, body, createdAt });
  }
  return replyTo(attempted, key, false);
}

/** The reply to an executed command. */
function replyTo({ status, body }: Attempted, key: string | null, isReplayed: boolean): CommandReply {
  return { status, body, receipt: leavesReceipt(status) ? key : null, isReplayed };
}

/** Whether a reply with this status is valid for every repeat of the command. */
export const leavesReceipt = (status: number): boolean => status !== 403 && status !== 429 && status < 500;

/** The body of a receipt whose command may run again. */
const EMPTY = '';

/** An executed command. */
interface Attempted {
  readonly status: number;
  /** JSON text of the reply. */
  readonly body: string;
  /** The body of the receipt. */
  readonly stored: string;
}

async function attempt(trx: Trx, command: PreparedCommand, guard: Guard): Promise<Attempted> {
  try {
    const output = await guard(trx, () => command.execute(trx));
    return attemptedOf(command, 200, output);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return attemptedOf(command, error.status, error.toBody(command.requestId));
  }
}

/** The reply with this body, and what the receipt stores of it. */
function attemptedOf(command: PreparedCommand, status: number, reply: unknown): Attempted {
  const { trimReceipt } = command;
  const body = JSON.stringify(reply);
  if (command.mayRunAgain?.() === true) return { status, body, stored: EMPTY };
  const isTrimmed = trimReceipt !== undefined && typeof reply === 'object' && reply !== null;
  return { status, body, stored: isTrimmed ? JSON.stringify(trimReceipt(reply)) : body };
}
