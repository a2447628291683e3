import type { Database } from '#sync-server/db/open.ts';
import { untilNextTurn } from '#sync-server/turns/next-turn.ts';
import { type CommandReply, type PreparedCommand, runSingleCommand } from './run-command.ts';
import { type CommandOutcome, runCommandsInOrder } from './run-commands.ts';

interface Waiting {
  readonly command: PreparedCommand;
  readonly resolve: (reply: CommandReply) => void;
  readonly reject: (error: unknown) => void;
}

/** As many as a batch may have. */
const GROUP_MAX = 100;

/**
 * Runs the commands of separate requests. Those that arrive while a transaction is under way share the next one,
 * because the write to the disk at its end takes longer than a command. They are independent, as in a batch
 * without `atomic`: each has its own receipt, and a rejected one does not affect the others. Effect and receipt
 * are on disk when a command's promise resolves.
 */
export class GroupCommit {
  readonly #db: Database;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(db: Database) {
    this.#db = db;
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
      await this.#runGroup(this.#waiting.splice(0, GROUP_MAX));
    }
    this.#isRunning = false;
  }

  async #runGroup(group: readonly Waiting[]): Promise<void> {
    const left = [...group];
    const settle = async (outcomes: readonly CommandOutcome[]) => {
      for (const outcome of outcomes) {
        const one = left.shift();
        if ('reply' in outcome) one?.resolve(outcome.reply);
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
