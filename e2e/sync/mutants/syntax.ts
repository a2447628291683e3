import { parseSync } from 'oxc-parser';

/** A node of a syntax tree, of any type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Parses TypeScript. Parentheses are not part of the tree. */
export function parseCode(file: string, code: string): Node | undefined {
  const { program, errors } = parseSync(file, code, { preserveParens: false });
  return errors.length === 0 ? program : undefined;
}

export function isNode(value: unknown): value is Node {
  return isFields(value) && typeof value.type === 'string' && typeof value.start === 'number';
}

/** Whether two parts of syntax trees are equal, wherever and in whatever format they are written. */
export function isSameSyntax(one: unknown, other: unknown): boolean {
  if (!isFields(one) || !isFields(other)) return one === other;
  const fields = fieldsOf(one);
  return (
    fields.length === fieldsOf(other).length &&
    fields.every((field) => isSameSyntax(one[field], other[field]))
  );
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** `{ a: a }` is `{ a }`, and the raw text of a literal is its format. */
function fieldsOf(part: Fields): string[] {
  const ignored = ['start', 'end', 'shorthand', ...(part.type === 'Literal' ? ['raw'] : [])];
  return Object.keys(part).filter((field) => !ignored.includes(field));
}
