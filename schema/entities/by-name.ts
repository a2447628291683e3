/** Returns an object with these names, and the value of `valueFor` for each. */
export function byName<Shape extends object>(
  names: readonly (keyof Shape)[],
  valueFor: <Name extends keyof Shape>(name: Name) => Shape[Name],
): Shape {
  const part: Partial<Shape> = {};
  for (const name of names) part[name] = valueFor(name);
  if (!isWhole(part, names)) throw new Error('The object lacks some of its names');
  return part;
}

const isWhole = <Shape extends object>(
  part: Partial<Shape>,
  names: readonly (keyof Shape)[],
): part is Shape => names.every((name) => name in part);

/** Returns the members of a row that have these names. */
export const pick = <Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> => byName<Pick<Row, Name>>(names, (name) => row[name]);
