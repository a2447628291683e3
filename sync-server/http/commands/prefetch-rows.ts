import type { PrefetchedRows } from '#sync-server/db/prefetched-rows.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import type { PreparedCommand } from './command.ts';

/** Few, because a lesson may have a text of megabytes. */
const PREFETCHED_MAX = 16;

/** Reads the rows that consecutive commands of one kind change, by one statement. */
export class RowPrefetch {
  readonly #trx: Trx;
  readonly #commands: readonly PreparedCommand[];
  /** The index after the last command whose row was read. */
  #end = 0;
  #rows: PrefetchedRows<unknown> | undefined;

  constructor(trx: Trx, commands: readonly PreparedCommand[]) {
    this.#trx = trx;
    this.#commands = commands;
  }

  async before(command: PreparedCommand): Promise<void> {
    const start = this.#commands.indexOf(command);
    const rows = command.prefetches?.rows;
    if (rows === undefined || start < this.#end) return;
    const next = this.#commands.slice(start, start + PREFETCHED_MAX);
    const other = next.findIndex(({ prefetches }) => prefetches?.rows !== rows);
    const same = other === -1 ? next : next.slice(0, other);
    this.#end = start + same.length;
    this.#rows = rows;
    await rows.read(
      this.#trx,
      same.flatMap(({ prefetches }) => prefetches?.id ?? []),
    );
  }

  /** A command of another kind may change any row. */
  after({ prefetches }: PreparedCommand): void {
    if (prefetches === undefined) this.#rows?.forget(this.#trx);
  }
}
