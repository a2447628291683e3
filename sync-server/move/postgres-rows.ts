import type pg from 'pg';
import { slicesOf } from '../db/slices-of.ts';
import { type MovedDatabase, parseRow, ROWS_AT_ONCE, type Row } from './rows.ts';
import { quoted, type TableShape } from './table-shape.ts';

/** Values that one statement may have. */
const VALUES_MAX = 60_000;

/** A PostgreSQL database, which no server writes meanwhile. */
export class PostgresRows implements MovedDatabase {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async *readRows({ name, columns, key }: TableShape): AsyncGenerator<readonly Row[]> {
    await this.#client.query('begin isolation level repeatable read read only');
    try {
      await this.#client.query(
        `declare moved no scroll cursor for select ${quoted(columns)} from "${name}" order by ${quoted(key)}`,
      );
      for (;;) {
        const text = `fetch ${ROWS_AT_ONCE} from moved`;
        const { rows } = await this.#client.query({ text, rowMode: 'array' });
        if (rows.length === 0) return;
        yield rows.map(parseRow);
      }
    } finally {
      await this.#client.query('rollback');
    }
  }

  async insertRows({ name, columns }: TableShape, rows: readonly Row[]): Promise<void> {
    const most = Math.floor(VALUES_MAX / columns.length);
    for (const some of slicesOf(rows, most)) {
      const places = some.map(
        (_, row) => `(${columns.map((__, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
      );
      await this.#client.query(
        `insert into "${name}" (${quoted(columns)}) values ${places.join(', ')} on conflict do nothing`,
        some.flat(),
      );
    }
  }

  async countRows({ name }: TableShape): Promise<number> {
    const { rows } = await this.#client.query({ text: `select count(*) from "${name}"`, rowMode: 'array' });
    return Number(rows[0]?.[0]);
  }
}
