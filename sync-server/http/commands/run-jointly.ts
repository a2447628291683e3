import { findSessionUsers } from '#sync-server/auth/session/session-queries.ts';
import { recordChanges } from '#sync-server/db/changes/changes-queries.ts';
import type { Database } from '#sync-server/db/open.ts';
import { scopeOfPersons } from '#sync-server/db/scope.ts';
import { inScope, type Trx } from '#sync-server/db/transaction.ts';
import { ApiError } from '../reply/api-error.ts';
import { insertReceipts, listReceived } from './receipt-queries.ts';
import {
  attemptedOf,
  type CommandReply,
  type JointCommand,
  type PreparedCommand,
  replyTo,
} from './run-command.ts';

/** A command with its part that runs together with others. */
export type Joinable = PreparedCommand & { readonly joint: JointCommand };

export const isJoinable = (command: PreparedCommand): command is Joinable => command.joint !== undefined;

/**
 * Runs commands with the same work in one transaction, whose scope is all their users. Each step is one statement for
 * all of them. Returns the reply of each; null for one that has to run alone: it is refused, or has a receipt, or the
 * same key as one before it. Rejects, with no effect, on an error.
 */
export function runJointly(
  db: Database,
  commands: readonly Joinable[],
): Promise<readonly (CommandReply | null)[]> {
  const scope = scopeOfPersons(commands.map(({ userId }) => userId));
  return inScope(db, scope, async (trx) => {
    const accepted = await accept(trx, commands);
    const replies = await execute(trx, accepted);
    return commands.map((command) => replies.get(command) ?? null);
  });
}

async function accept(trx: Trx, commands: readonly Joinable[]): Promise<Joinable[]> {
  const users = await findSessionUsers(
    trx,
    commands.map(({ joint }) => joint.session),
  );
  const received = await listReceived(
    trx,
    commands.map(({ userId, joint }) => ({ userId, key: joint.key })),
  );
  return commands.filter(({ joint }, n) => {
    if (received.has(joint.key) || !isAccepted(() => joint.accept(users[n]))) return false;
    received.add(joint.key);
    return true;
  });
}

function isAccepted(accepts: () => boolean): boolean {
  try {
    return accepts();
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

async function execute(trx: Trx, commands: readonly Joinable[]): Promise<Map<Joinable, CommandReply>> {
  const [first] = commands;
  if (first === undefined) return new Map();
  const { outputs, changes } = await first.joint.work.run(
    trx,
    commands.map(({ joint }) => joint),
  );
  const attempts = commands.map((command, n) => attemptedOf(command, 200, outputs[n]));
  const receipts = commands.map(({ userId, fingerprint, now, joint: { key } }, n) => {
    return {
      userId,
      key,
      fingerprint,
      status: 200,
      body: attempts[n]?.stored ?? '',
      createdAt: now.toISOString(),
    };
  });
  await insertReceipts(trx, receipts);
  await recordChanges(trx, first.now.toISOString(), changes);
  return new Map(
    commands.flatMap((command, n) => {
      const attempted = attempts[n];
      return attempted === undefined ? [] : [[command, replyTo(attempted, command.key, false)]];
    }),
  );
}
