import type { Trx } from './transaction.ts';

/**
 * Rows that a transaction reads by one statement for several of its commands, before the first of them runs. A command
 * takes the row that it may change; a later command reads that row again.
 */
export class PrefetchedRows<Row> {
  readonly #list: (trx: Trx, ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>;
  readonly #rows = new WeakMap<object, Map<string, Row>>();

  /** @param list returns those of the rows that exist, by id */
  constructor(list: (trx: Trx, ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>) {
    this.#list = list;
  }

  async read(trx: Trx, ids: readonly string[]): Promise<void> {
    this.#rows.set(trx.getExecutor(), new Map(await this.#list(trx, ids)));
  }

  /** Undefined for a row that was not read, or may have changed since. */
  take(trx: Trx, id: string): Row | undefined {
    const rows = this.#rows.get(trx.getExecutor());
    const row = rows?.get(id);
    rows?.delete(id);
    return row;
  }

  /** Any of the rows may have changed. */
  forget(trx: Trx): void {
    this.#rows.delete(trx.getExecutor());
  }
}

/** The row that one command changes. */
export interface PrefetchedRow {
  readonly rows: PrefetchedRows<unknown>;
  readonly id: string;
}
