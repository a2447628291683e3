import * as v from 'valibot';
import type { FieldValues, MergeRule } from '../editor/merge.ts';

export interface FieldRule {
  /** The user-facing label of the field. */
  readonly label: string;
  readonly merge: MergeRule;
  /** The user types a `text`, and enters or chooses another `value`; null for one that no screen shows as such. */
  readonly input: 'text' | 'value' | null;
  /** The most characters of a text, or the highest number, that the server accepts. */
  readonly max?: number;
}

type RulesOf<Fields extends v.ObjectEntries> = Readonly<Record<keyof Fields, FieldRule>>;

/** An editable row: its fields, their user-facing labels, merge rules and limits. */
export interface Entity<
  Fields extends v.ObjectEntries = v.ObjectEntries,
  Defaulted extends keyof Fields = keyof Fields,
  Rules extends RulesOf<Fields> = RulesOf<Fields>,
> {
  /** The kind of row. */
  readonly name: string;
  /** The schema of each field, for the shapes that contain all of them. */
  readonly fields: Fields;
  readonly fieldNames: readonly (keyof Fields & string)[];
  /** The fields that a new row may omit, with their default values. */
  readonly defaults: Readonly<Pick<ValuesOf<Fields>, Defaulted>>;
  /** Parses changes: any of the fields. */
  readonly changes: PartialOf<Fields>;
  readonly fieldRules: Rules;
  /** The editable fields of a server row; throws when one has the wrong type. */
  readonly readValues: (row: unknown) => FieldValues;
  /** Parses a row from the server; null when it is not of this kind. */
  readonly parseRow: (row: unknown) => EditedRow | null;
}

/** A row from the server: its version, and the values of its editable fields. */
export interface EditedRow {
  readonly version: number;
  readonly fields: FieldValues;
}

type ValuesOf<Fields extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Fields, undefined>>;

/** The fields of a row of an entity. */
export type FieldsOf<E> =
  E extends Entity<infer Fields, infer _Defaulted, infer _Rules> ? ValuesOf<Fields> : never;

/** One input per field of an entity: a field without its limits does not compile. */
export type InputsOf<Fields> = { readonly [Name in keyof Fields]-?: v.GenericSchema };

type PartialOf<Fields extends v.ObjectEntries> = v.SchemaWithPartial<
  v.ObjectSchema<Fields, undefined>,
  undefined
>;

const Version = v.object({ version: v.number() });
const Values: v.GenericSchema<unknown, FieldValues> = v.record(
  v.string(),
  v.union([v.string(), v.number(), v.null()]),
);

/** Returns the names of an object schema's entries. */
export function namesOf<Entries extends v.ObjectEntries>(entries: Entries): (keyof Entries & string)[] {
  const isName = (key: string): key is keyof Entries & string => key in entries;
  return Object.keys(entries).filter(isName);
}

export function defineEntity<
  const Fields extends v.ObjectEntries,
  const Rules extends RulesOf<Fields>,
  Defaulted extends keyof Fields,
>(
  name: string,
  fields: Fields,
  fieldRules: Rules,
  defaults: Readonly<Pick<ValuesOf<Fields>, Defaulted>>,
): Entity<Fields, Defaulted, Rules> {
  const all = v.object(fields);
  const changes = v.partial(all);
  return {
    name,
    fields,
    fieldNames: namesOf(fields),
    defaults,
    changes,
    fieldRules,
    readValues: (row) => v.parse(Values, v.parse(changes, row)),
    parseRow: (row) => {
      const version = v.safeParse(Version, row);
      const own = v.safeParse(all, row);
      if (!version.success || !own.success) return null;
      return { version: version.output.version, fields: v.parse(Values, own.output) };
    },
  };
}
