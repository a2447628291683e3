import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';

type ColumnType = 'text' | 'bigint' | 'double precision';

/**
 * A table of the rows of a list, which is one value: JSON. Only for what runs on PostgreSQL alone: one text for any number
 * of rows stays prepared.
 */
export function rowsOf<Row extends object, Alias extends string>(
  json: RawBuilder<string>,
  alias: Alias,
  types: { readonly [Name in keyof Row]: ColumnType },
): AliasedRawBuilder<Row, Alias> {
  const columns = Object.entries<ColumnType>(types).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
  );
  return sql<Row>`json_to_recordset(${json}::json)`.as<Alias>(sql`${sql.ref(alias)}(${sql.join(columns)})`);
}
