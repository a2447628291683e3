import * as v from 'valibot';
import type { FieldValues, MergeRule } from '../merge.ts';

interface Fact {
  /** The field as people call it. */
  readonly label: string;
  readonly merge: MergeRule;
}

/** An editable row: its fields, what people call them and how edits of them join. */
export interface Entity<Fields extends v.ObjectEntries = v.ObjectEntries> {
  readonly name: EntityName;
  /** Parses changes: any of the fields. */
  readonly changes: PartialOf<Fields>;
  readonly facts: Readonly<Record<keyof Fields, Fact>>;
  /** The editable fields that a row of the server gives; throws when one has another type. */
  readonly readValues: (row: unknown) => FieldValues;
  /** Parses the row as the server has it; null when it is no row of this kind. */
  readonly parseRow: (row: unknown) => EditedRow | null;
}

/** A row as the server has it: its version, and the values of its editable fields. */
export interface EditedRow {
  readonly version: number;
  readonly fields: FieldValues;
}

export type EntityName = 'course' | 'module' | 'lesson' | 'resource';

type PartialOf<Fields extends v.ObjectEntries> = v.SchemaWithPartial<
  v.ObjectSchema<Fields, undefined>,
  undefined
>;

const Version = v.object({ version: v.number() });
const Values: v.GenericSchema<unknown, FieldValues> = v.record(
  v.string(),
  v.union([v.string(), v.number(), v.null()]),
);

export function defineEntity<const Fields extends v.ObjectEntries>(
  name: EntityName,
  fields: Fields,
  facts: Readonly<Record<keyof Fields, Fact>>,
): Entity<Fields> {
  const all = v.object(fields);
  const changes = v.partial(all);
  return {
    name,
    changes,
    facts,
    readValues: (row) => v.parse(Values, v.parse(changes, row)),
    parseRow: (row) => {
      const version = v.safeParse(Version, row);
      const own = v.safeParse(all, row);
      if (!version.success || !own.success) return null;
      return { version: version.output.version, fields: v.parse(Values, own.output) };
    },
  };
}
