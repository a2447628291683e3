import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { byName } from '#schema/entities/by-name.ts';
import { isTurnOver, letOthersIn } from '../turns/next-turn.ts';
import { directFileOf } from './connections/direct-files.ts';
import type { Db } from './open.ts';

/** A placeholder for a value in a compiled query. */
class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
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
  const compiled = new Map<unknown, CompiledQuery<Row>>();
  return async (db, values) => {
    const kind = db.getExecutor().adapter.constructor;
    const query = compiled.get(kind) ?? build(db, (name) => sql`${new Placeholder(name)}`).compile();
    compiled.set(kind, query);
    const parameters = query.parameters.map((parameter): unknown =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    if (isTurnOver()) await letOthersIn();
    const file = directFileOf(db);
    if (file !== undefined) return file.run<Row>({ sql: query.sql, parameters }).rows;
    const { rows } = await db.getExecutor().executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
