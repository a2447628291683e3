import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { byName } from '#schema/entities/by-name.ts';
import { isTurnOver, letOthersIn } from '../turns/next-turn.ts';
import { directConnectionOf } from './connections/direct-connections.ts';
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
  return (db, values) => {
    const kind = kindOf(db);
    const query = compiled.get(kind) ?? build(db, (name) => sql`${new Placeholder(name)}`).compile();
    compiled.set(kind, query);
    const parameters = query.parameters.map((parameter): unknown =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    return runCompiled(db, { ...query, parameters });
  };
}

const kindOf = (db: Db): unknown => db.getExecutor().adapter.constructor;

async function runCompiled<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  if (isTurnOver()) await letOthersIn();
  const result = directConnectionOf(db)?.run<Row>(query) ?? (await db.getExecutor().executeQuery<Row>(query));
  return result.rows;
}
