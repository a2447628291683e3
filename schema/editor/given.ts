/** Fields of an edit: omitted when not given, and never `undefined`. */
export type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Removes `undefined` fields, so spreading the result overwrites nothing. */
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
