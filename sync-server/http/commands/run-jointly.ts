import type { CompiledQuery } from 'kysely';
import { toSessionUser } from '#sync-server/auth/session/session-queries.ts';
import type { Change } from '#sync-server/db/changes/noted-edits.ts';
import type { Database } from '#sync-server/db/open.ts';
import { scopeOfPersons } from '#sync-server/db/scope.ts';
import type { ReceiptRow } from '#sync-server/db/tables.ts';
import { inJointScope, type Trx } from '#sync-server/db/transaction.ts';
import { type PositionRow, toPosition } from '#sync-server/sync/epoch/run-queries.ts';
import { ApiError } from '../reply/api-error.ts';
import type { CommandReply, Joinable, JointCommand } from './command.ts';
import { sentCommandsOf, toSentCommands } from './receipt-queries.ts';
import { attemptedOf, replyTo } from './run-command.ts';

/** The work of commands, as `JointHandler` describes it. */
interface Work<Row, Values> {
  readonly read: (commands: readonly JointCommand[]) => CompiledQuery<Row>;
  readonly run: (commands: readonly JointCommand[], rows: readonly Row[]) => Result<Values>;
  readonly commit: (trx: Trx, written: Written<Values>) => CompiledQuery<PositionRow>;
}

interface Result<Values> {
  readonly outputs: readonly unknown[];
  readonly changes: readonly Change[];
  readonly values: Values;
}

interface Written<Values> extends Pick<Result<Values>, 'changes' | 'values'> {
  readonly receipts: readonly ReceiptRow[];
  readonly at: string;
}

type SentRow = ReturnType<typeof sentCommandsOf> extends CompiledQuery<infer Row> ? Row : never;

/**
 * Runs commands with the same work in one transaction, whose scope is all their users, by two round trips: one statement
 * each for the locks, for what authorises them, for the rows of the work, for all that is written, and for the commit.
 * Returns the reply of each; null for one that has to run alone: it is refused, or has a receipt, or the same key as one
 * before it. Rejects, with no effect, on an error.
 */
export function runJointly<Row, Values>(
  db: Database,
  commands: readonly Joinable[],
  work: Work<Row, Values>,
): Promise<readonly (CommandReply | null)[]> {
  const persons = scopeOfPersons(commands.map(({ session }) => session.userId)).persons;
  const joint = commands.map((command) => command.joint);
  const sent = toSentCommands(commands.map(({ session, joint: { key } }) => ({ ...session, key })));
  const reads = [sentCommandsOf(db, sent), work.read(joint)] as const;
  return inJointScope(db, persons, reads, async (trx, [users, rows], commit) => {
    const accepted = accept(commands, users);
    const replies = new Map<Joinable, CommandReply>();
    const [first] = accepted;
    if (first !== undefined) {
      const { outputs, changes, values } = work.run(
        accepted.map((command) => command.joint),
        rows,
      );
      const attempts = accepted.map((command, n) => attemptedOf(command, 200, outputs[n]));
      const receipts = accepted.map((command, n) => receiptOf(command, attempts[n]?.stored ?? ''));
      const at = first.now.toISOString();
      const [row] = await commit(work.commit(trx, { values, receipts, changes, at }));
      const position = toPosition(row);
      for (const [n, command] of accepted.entries()) {
        const attempted = attempts[n];
        if (attempted) replies.set(command, { ...replyTo(attempted, command.key, false), position });
      }
    }
    return commands.map((command) => replies.get(command) ?? null);
  });
}

function accept(commands: readonly Joinable[], rows: readonly SentRow[]): Joinable[] {
  const byIndex = new Map(rows.map((row) => [row.n, row]));
  const received = new Set<string>();
  for (const { receivedKey } of rows) if (receivedKey !== null) received.add(receivedKey);
  return commands.filter(({ session, joint }, n) => {
    const row = byIndex.get(n);
    const found = row && toSessionUser(row, session.sessionId);
    if (received.has(joint.key) || !isAccepted(() => joint.accept(found))) return false;
    received.add(joint.key);
    return true;
  });
}

function isAccepted(accept: () => void): boolean {
  try {
    accept();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const receiptOf = ({ session, joint, fingerprint, now }: Joinable, body: string): ReceiptRow => ({
  ...{ userId: session.userId, key: joint.key, fingerprint },
  ...{ status: 200, body, createdAt: now.toISOString() },
});
