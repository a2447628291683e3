import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#sync-server/db/open.ts';
import { getPosition } from '#sync-server/epoch/run-queries.ts';
import { untilNextTurn } from '#sync-server/turns/next-turn.ts';
import type { CommandReply, PreparedCommand } from './command.ts';
import { runSingleCommand } from './run-command.ts';
import { type CommandOutcome, runCommandsInOrder } from './run-commands.ts';

interface Waiting {
  readonly command: PreparedCommand;
  readonly resolve: (reply: CommandReply) => void;
  readonly reject: (error: unknown) => void;
}

/** As many as a batch may have. */
const GROUP_MAX = 100;
/** As many reads between two groups mean that others wait for this process. */
const READS_MIN = 8;
/** While others wait, the pause after a group is so many times as long as the group took, */
const PAUSE_FACTOR = 9;
/** but no longer than this. */
const PAUSE_MAX_MS = 40;

/**
 * Runs the commands of separate requests. Those that arrive while a transaction is under way share the next one,
 * because the write to the disk at its end takes longer than a command. They are independent, as in a batch
 * without `atomic`: each has its own receipt, and a rejected one does not affect the others. Effect and receipt
 * are on disk when a command's promise resolves.
 *
 * A commit waits for the disk on this thread. So while the process is read from, groups begin at some distance from
 * each other, and more commands share each of them.
 */
export class GroupCommit {
  readonly #db: Database;
  readonly #wait: (ms: number) => Promise<unknown>;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;
  /** Since the last group began. */
  #reads = 0;
  #tookMs = 0;
  #endedMs = Number.NEGATIVE_INFINITY;

  constructor(db: Database, pause: (ms: number) => Promise<unknown> = wait) {
    this.#db = db;
    this.#wait = pause;
  }

  /** A request that only reads has arrived. */
  noteRead(): void {
    this.#reads += 1;
  }

  /** Rejects with the error of a command that leaves no receipt. */
  run(command: PreparedCommand): Promise<CommandReply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ command, resolve, reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // Requests that arrived with the first one join it.
      await untilNextTurn();
      await this.#letReadersIn();
      const startedMs = performance.now();
      await this.#runGroup(this.#waiting.splice(0, GROUP_MAX));
      this.#endedMs = performance.now();
      this.#tookMs = this.#endedMs - startedMs;
    }
    this.#isRunning = false;
  }

  async #letReadersIn(): Promise<void> {
    const isReadFrom = this.#reads >= READS_MIN;
    this.#reads = 0;
    if (!isReadFrom) return;
    const pauseMs = Math.min(this.#tookMs * PAUSE_FACTOR, PAUSE_MAX_MS);
    const leftMs = this.#endedMs + pauseMs - performance.now();
    if (leftMs > 0) await this.#wait(leftMs);
  }

  async #runGroup(group: readonly Waiting[]): Promise<void> {
    const left = [...group];
    const settle = async (outcomes: readonly CommandOutcome[]) => {
      // Once for all of them: each of their acks contains it.
      const read = outcomes.some(hasReceipt) ? { position: await getPosition(this.#db) } : {};
      for (const outcome of outcomes) {
        const one = left.shift();
        if ('reply' in outcome) one?.resolve({ ...outcome.reply, ...read });
        else one?.reject(outcome.error);
      }
      return true;
    };
    const [command, ...others] = group.map((one) => one.command);
    try {
      if (command === undefined) return;
      if (others.length > 0) await runCommandsInOrder(this.#db, [command, ...others], settle);
      else await settle([{ reply: await runSingleCommand(this.#db, command) }]);
    } catch (error) {
      for (const { reject } of left) reject(error);
    }
  }
}

const hasReceipt = (outcome: CommandOutcome): boolean => 'reply' in outcome && outcome.reply.receipt !== null;
