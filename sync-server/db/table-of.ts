import { type RawBuilder, sql } from 'kysely';
import type { ValueOf } from './compiled-once.ts';

/** A table of texts in a query: rows that are looked up, by more than one column. */
export function tableOf<Values extends object, Name extends keyof Values & string>(
  rows: readonly ValueOf<Values>[],
  names: readonly Name[],
): RawBuilder<Pick<Values, Name>> {
  const selects = rows.map((value) => {
    const columns = names.map((name) => sql`${value(name)} as ${sql.ref(name)}`);
    return sql`select ${sql.join(columns)}`;
  });
  return sql`(${sql.join(selects, sql` union all `)})`;
}
