/** Fields of an edit without those that say nothing: `undefined` in an optional field means "not given". */
export type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Leaves out what is `undefined`, so that it overwrites nothing when it is spread. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const left: Given<Fields> = {};
  for (const name of namesOf(fields)) {
    const value = fields[name];
    if (isGiven(value)) left[name] = value;
  }
  return left;
}

/** The names of the fields that an edit gives. */
export function namesOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields).filter((name): name is string & keyof Fields => name in fields);
}

function isGiven<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}
