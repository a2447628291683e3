import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { byName } from '#schema/entities/by-name.ts';
import { isTurnOver, letOthersIn } from '../turns/next-turn.ts';
import { directConnectionOf } from './connections/direct-connections.ts';
import type { Db } from './open.ts';
import type { Trx } from './transaction.ts';

/** A placeholder for a value in a compiled query. */
class Placeholder {
  readonly name: PropertyKey;
  /** Which of the rows of a list has the value. */
  readonly index: number;

  constructor(name: PropertyKey, index: number) {
    this.name = name;
    this.index = index;
  }
}

/** The placeholder of a named value in a query that is compiled once. */
export type ValueOf<Values extends object> = <Name extends keyof Values>(
  name: Name,
) => RawBuilder<Values[Name]>;

/** The placeholders of several values, by name. */
export const valuesOf = <Values extends object, Name extends keyof Values>(
  value: ValueOf<Values>,
  names: readonly Name[],
) => byName<{ [N in Name]: RawBuilder<Values[N]> }>(names, value);

/**
 * Returns a query that is compiled at its first use and then run with other values; it returns its rows. For the
 * few queries of every edit, where building the SQL costs as much as running it. The SQL that `build` returns may
 * depend only on the kind of database. A query that writes is built from a `Trx` and needs one to run.
 */
export function compiledOnce<Values extends object, Row, Connection extends Db = Db>(
  build: (db: Connection, value: ValueOf<Values>) => Compilable<Row>,
): (db: Connection, values: Values) => Promise<Row[]> {
  const queryOf = queryOnce(build);
  return (db, values) => runCompiled(db, queryOf(db, values));
}

/**
 * As {@link compiledOnce}, for a write whose result is not needed. On PostgreSQL the transaction continues before the write
 * is done, which saves a round trip. If it fails, the transaction fails, or the savepoint in which it was sent.
 */
export function writtenOnce<Values extends object>(
  build: (trx: Trx, value: ValueOf<Values>) => Compilable,
): (trx: Trx, values: Values) => Promise<unknown> {
  const queryOf = queryOnce(build);
  return (trx, values) => {
    const query = queryOf(trx, values);
    const connection = directConnectionOf(trx);
    if (connection?.send === undefined) return runCompiled(trx, query);
    connection.send(query);
    return Promise.resolve();
  };
}

/** As {@link compiledOnce}, without running it: returns the query with its values. */
export function queryOnce<Values extends object, Row, Connection extends Db = Db>(
  build: (db: Connection, value: ValueOf<Values>) => Compilable<Row>,
): (db: Connection, values: Values) => CompiledQuery<Row> {
  const compiled = new Map<unknown, CompiledQuery<Row>>();
  return (db, values) => {
    const kind = kindOf(db);
    const query = compiled.get(kind) ?? build(db, placeholdersOf(0)).compile();
    compiled.set(kind, query);
    return withValues(query, (placeholder) => Reflect.get(values, placeholder.name));
  };
}

/**
 * As {@link compiledOnce}, for a list of values, compiled once for each length. Let there be few lengths
 * (db/list-lengths.ts): PostgreSQL prepares each of them on each connection.
 */
export function compiledForLists<Values extends object, Row, Connection extends Db = Db>(
  build: (db: Connection, rows: readonly ValueOf<Values>[]) => Compilable<Row>,
): (db: Connection, rows: readonly Values[]) => Promise<Row[]> {
  const compiled = new Map<unknown, Map<number, CompiledQuery<Row>>>();
  return async (db, rows) => {
    const lengths = compiled.get(kindOf(db)) ?? new Map<number, CompiledQuery<Row>>();
    compiled.set(kindOf(db), lengths);
    const query =
      lengths.get(rows.length) ??
      build(
        db,
        rows.map((_, n) => placeholdersOf(n)),
      ).compile();
    lengths.set(rows.length, query);
    return runCompiled(
      db,
      withValues(query, ({ name, index }) => Reflect.get(rows[index] ?? {}, name)),
    );
  };
}

const kindOf = (db: Db): unknown => db.getExecutor().adapter.constructor;

const placeholdersOf =
  <Values extends object>(index: number): ValueOf<Values> =>
  (name) =>
    sql`${new Placeholder(name, index)}`;

const withValues = <Row>(
  query: CompiledQuery<Row>,
  valueAt: (placeholder: Placeholder) => unknown,
): CompiledQuery<Row> => ({
  ...query,
  parameters: query.parameters.map((parameter): unknown =>
    parameter instanceof Placeholder ? valueAt(parameter) : parameter,
  ),
});

async function runCompiled<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  if (isTurnOver()) await letOthersIn();
  const result = directConnectionOf(db)?.run(query) ?? db.getExecutor().executeQuery<Row>(query);
  const { rows } = result instanceof Promise ? await result : result;
  return rows;
}
