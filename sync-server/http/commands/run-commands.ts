import type { Database } from '#sync-server/db/open.ts';
import { isOnPostgres } from '#sync-server/db/postgres/is-on-postgres.ts';
import { type Scope, unionOf } from '#sync-server/db/scope.ts';
import { inScope, type Trx } from '#sync-server/db/transaction.ts';
import { ApiError } from '../reply/api-error.ts';
import type { CommandReply, PreparedCommand } from './command.ts';
import { runCommand, runSingleCommand, unguarded } from './run-command.ts';

/** Other requests wait for the database meanwhile, so a shared transaction ends after this time. */
const TRANSACTION_MAX_MS = 50;
/** On PostgreSQL reads do not wait, and each query takes a round trip. */
const TRANSACTION_MAX_MS_BY_SCOPE = 250;

/** The outcome of a command: its reply, or the error in place of one. */
export type CommandOutcome = { readonly reply: CommandReply } | { readonly error: unknown };

/**
 * Receives the outcomes of consecutive commands, those of one transaction, before the next one begins; returns
 * whether the others are to run.
 */
type Deliver = (outcomes: readonly CommandOutcome[]) => Promise<boolean>;

/**
 * Runs commands in order and independently: a rejected one does not affect the others. Several share a
 * transaction, because the commit is the expensive part; all outcomes are on disk when this resolves.
 * Fewer outcomes than commands are returned when `deliver` stopped it: the rest did not run.
 * They run without savepoints as long as none is rejected. A rejection rolls the transaction back, and its
 * commands run again, each in a savepoint; after an error other than ApiError they run again one by one.
 */
export async function runCommandsInOrder(
  db: Database,
  commands: readonly PreparedCommand[],
  deliver: Deliver = async () => true,
): Promise<CommandOutcome[]> {
  const outcomes: CommandOutcome[] = [];
  while (outcomes.length < commands.length) {
    const rest = commands.slice(outcomes.length);
    const done = await runWithoutRefusal(db, rest)
      .catch(() => runGuarded(db, rest))
      .catch(() => null);
    const latest = done ?? (await runOneByOne(db, rest));
    outcomes.push(...latest);
    if (!(await deliver(latest))) break;
  }
  return outcomes;
}

const scopeOf = (commands: readonly PreparedCommand[]): Scope =>
  unionOf(commands.map(({ scope = 'whole' }) => scope));

const runGuarded = (db: Database, commands: readonly PreparedCommand[]): Promise<CommandOutcome[]> =>
  inScope(db, scopeOf(commands), (trx) =>
    runWhileShort(trx, commands, (command) => runCommand(trx, command)),
  );

/** Rejects, with no effect, when one of them is rejected. */
function runWithoutRefusal(db: Database, commands: readonly PreparedCommand[]): Promise<CommandOutcome[]> {
  return inScope(db, scopeOf(commands), (trx) =>
    runWhileShort(trx, commands, async (command) => {
      const reply = await runCommand(trx, command, unguarded);
      // A reply from a receipt has written nothing.
      if (!isSuccess(reply) && !reply.isReplayed) throw new Error('A command was refused');
      return reply;
    }),
  );
}

type Run = (command: PreparedCommand) => Promise<CommandReply>;

async function runWhileShort(
  trx: Trx,
  commands: readonly PreparedCommand[],
  run: Run,
): Promise<CommandOutcome[]> {
  const startedMs = performance.now();
  const maxMs = isOnPostgres(trx) ? TRANSACTION_MAX_MS_BY_SCOPE : TRANSACTION_MAX_MS;
  const outcomes: CommandOutcome[] = [];
  for (const command of commands) {
    outcomes.push(await run(command).then(toReply, orRefusal));
    if (performance.now() - startedMs > maxMs) break;
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

/** A rejection without a receipt wrote nothing, so the transaction can continue; any other error ends it. */
function orRefusal(error: unknown): CommandOutcome {
  if (error instanceof ApiError) return { error };
  throw error;
}

/** The outcomes of an atomic batch; `failed` is the index of the command that caused the rollback. */
export interface AtomicOutcome {
  readonly outcomes: readonly CommandOutcome[];
  readonly failed: number | null;
}

/**
 * Runs commands in one transaction: all of them succeed, or none has an effect or leaves a receipt. Commands
 * with an earlier receipt count with its outcome. Rejects, with no effect, on an error other than ApiError.
 */
export async function runAllOrNone(
  db: Database,
  commands: readonly PreparedCommand[],
): Promise<AtomicOutcome> {
  const outcomes: CommandOutcome[] = [];
  try {
    await inScope(db, scopeOf(commands), async (trx) => {
      for (const command of commands) {
        const run = runCommand(trx, command, unguarded);
        const outcome = await run.then(toReply, orRefusal);
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

/** Thrown to roll the transaction back; holds the outcome of the command that caused it. */
class Undone extends Error {
  readonly outcome: CommandOutcome;

  constructor(outcome: CommandOutcome) {
    super('undone');
    this.outcome = 'reply' in outcome ? { reply: { ...outcome.reply, receipt: null } } : outcome;
  }
}
