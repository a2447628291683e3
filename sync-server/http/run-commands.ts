import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError } from './api-error.ts';
import {
  type CommandReply,
  type PreparedCommand,
  runCommand,
  runSingleCommand,
  unguarded,
} from './run-command.ts';

/** Others wait for the database meanwhile: a transaction that several commands share ends after so long. */
const TRANSACTION_MAX_MS = 50;

/** What became of a command: its reply, or why there is none. */
export type CommandOutcome = { readonly reply: CommandReply } | { readonly error: unknown };

/**
 * Runs commands in their order, each for itself: what one is refused does not touch the others. Several share
 * a transaction, because it is the commit that costs; all outcomes are on the disk when this resolves.
 * They run unguarded as long as nothing is refused. A refusal takes the transaction back, and those in it run
 * again, each in a savepoint; an error that is no ApiError does so too, and they run again one by one.
 */
export async function runCommandsInOrder(
  db: Database,
  commands: readonly PreparedCommand[],
): Promise<CommandOutcome[]> {
  const outcomes: CommandOutcome[] = [];
  while (outcomes.length < commands.length) {
    const rest = commands.slice(outcomes.length);
    const done = await runWithoutRefusal(db, rest)
      .catch(() => runGuarded(db, rest))
      .catch(() => null);
    outcomes.push(...(done ?? (await runOneByOne(db, rest))));
  }
  return outcomes;
}

const runGuarded = (db: Database, commands: readonly PreparedCommand[]): Promise<CommandOutcome[]> =>
  inTransaction(db, (trx) => runWhileShort(commands, (command) => runCommand(trx, command)));

/** Rejects, with nothing done, when one of them is refused. */
function runWithoutRefusal(db: Database, commands: readonly PreparedCommand[]): Promise<CommandOutcome[]> {
  return inTransaction(db, (trx) =>
    runWhileShort(commands, async (command) => {
      const reply = await runCommand(trx, command, unguarded);
      // What a receipt repeats has written nothing.
      if (!isSuccess(reply) && !reply.isReplayed) throw new Error('A command was refused');
      return reply;
    }),
  );
}

type Run = (command: PreparedCommand) => Promise<CommandReply>;

async function runWhileShort(commands: readonly PreparedCommand[], run: Run): Promise<CommandOutcome[]> {
  const startedMs = performance.now();
  const outcomes: CommandOutcome[] = [];
  for (const command of commands) {
    outcomes.push(await run(command).then(toReply, orRefusal));
    if (performance.now() - startedMs > TRANSACTION_MAX_MS) break;
  }
  return outcomes;
}

async function runOneByOne(db: Database, commands: readonly PreparedCommand[]): Promise<CommandOutcome[]> {
  const outcomes: CommandOutcome[] = [];
  for (const command of commands) {
    outcomes.push(await runSingleCommand(db, command).then(toReply, (error: unknown) => ({ error })));
  }
  return outcomes;
}

const toReply = (reply: CommandReply): CommandOutcome => ({ reply });

/** A refusal without a receipt wrote nothing, so the transaction can go on; anything else ends it. */
function orRefusal(error: unknown): CommandOutcome {
  if (error instanceof ApiError) return { error };
  throw error;
}

/** What became of commands that belong together; `failed` is the index of the one that undid them all. */
export interface AtomicOutcome {
  readonly outcomes: readonly CommandOutcome[];
  readonly failed: number | null;
}

/**
 * Runs commands in one transaction: all of them succeed, or none was done and none leaves a receipt. Those
 * whose receipts are there from an earlier time count as what they were then. Rejects, with nothing done,
 * with an error that is no ApiError.
 */
export async function runAllOrNone(
  db: Database,
  commands: readonly PreparedCommand[],
): Promise<AtomicOutcome> {
  const outcomes: CommandOutcome[] = [];
  try {
    await inTransaction(db, async (trx) => {
      for (const command of commands) {
        const outcome = await runCommand(trx, command, unguarded).then(toReply, orRefusal);
        if (!isDone(outcome)) throw new Undone(outcome);
        outcomes.push(outcome);
      }
    });
    return { outcomes, failed: null };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const failed = outcomes.length;
    return { outcomes: commands.map((_, i) => (i === failed ? error.outcome : undone())), failed };
  }
}

const isSuccess = ({ status }: CommandReply): boolean => status >= 200 && status < 300;
const isDone = (outcome: CommandOutcome): boolean => 'reply' in outcome && isSuccess(outcome.reply);

const undone = (): CommandOutcome => ({ error: new ApiError('batch_undone') });

/** Thrown to take the transaction back; the outcome is that of the one because of which. */
class Undone extends Error {
  readonly outcome: CommandOutcome;

  constructor(outcome: CommandOutcome) {
    super('undone');
    this.outcome = 'reply' in outcome ? { reply: { ...outcome.reply, receipt: null } } : outcome;
  }
}
