import { setImmediate as untilImmediate } from 'node:timers/promises';
import { LIST_MAX } from '#sync-server/db/list-lengths.ts';
import type { Database } from '#sync-server/db/open.ts';
import type { CommandReply, Joinable } from './command.ts';
import { runSingleCommand } from './run-command.ts';

interface Waiting {
  readonly command: Joinable;
  readonly resolve: (reply: Promise<CommandReply>) => void;
}

/** One reads and writes while the commit of another waits for the disk. */
const GROUPS_MAX = 2;

/**
 * Runs commands of different users together on PostgreSQL, where each statement is a round trip: those that arrive in
 * one turn, or while others are under way, share one transaction and its statements. They are independent: one that is
 * refused, or was sent before, runs alone, and so does each of them after an error. Effect and receipt are on disk when a
 * command's promise resolves.
 */
export class JointCommits {
  readonly #db: Database;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Rejects with the error of a command that leaves no receipt. */
  run(command: Joinable): Promise<CommandReply> {
    return new Promise((resolve) => {
      this.#waiting.push({ command, resolve });
      if (this.#running < GROUPS_MAX) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#running += 1;
    await untilImmediate();
    for (let group = this.#takeGroup(); group.length > 0; group = this.#takeGroup()) await this.#run(group);
    this.#running -= 1;
  }

  /** The first command that waits, and those after it with the same work. */
  #takeGroup(): Waiting[] {
    const work = this.#waiting[0]?.command.joint.work;
    const end = this.#waiting.findIndex(({ command }, n) => n >= LIST_MAX || command.joint.work !== work);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #run(group: readonly Waiting[]): Promise<void> {
    const commands = group.map(({ command }) => command);
    const work = commands[0]?.joint.work;
    // An error may be that of one command: each reports its own.
    const replies = (await work?.run(this.#db, commands).catch(() => null)) ?? [];
    for (const [n, { command, resolve }] of group.entries()) {
      const reply = replies[n] ?? null;
      resolve(reply === null ? runSingleCommand(this.#db, command) : Promise.resolve(reply));
    }
  }
}
