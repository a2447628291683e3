import type { JsonSchema } from '@valibot/to-json-schema';

const INDENT = '  ';

/**
 * Returns a JSON schema as text that people read, one member of an object a line: `name?: string (1 to 200 characters)`.
 * `?` marks members that may be missing.
 */
export function printShape(schema: JsonSchema | boolean | undefined, indent = ''): string {
  if (schema === undefined || typeof schema === 'boolean') return 'any value';
  if (schema.anyOf !== undefined) {
    const shapes = schema.anyOf.map((one) => printShape(one, indent));
    return [...new Set(shapes)].join(' | ');
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const notes = notesOf(schema);
  const noted = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  if (schema.type === 'array' && !Array.isArray(schema.items))
    return `[${printShape(schema.items, indent)}, …]${noted}`;
  if (schema.type === 'object') return printObject(schema, indent);
  return `${schema.type ?? 'any value'}${noted}`;
}

function printObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  indent: string,
): string {
  const deeper = indent + INDENT;
  const members = Object.entries(properties).map(
    ([name, shape]) => `${name}${required.includes(name) ? '' : '?'}: ${printShape(shape, deeper)}`,
  );
  if (typeof additionalProperties === 'object')
    members.push(`[name]: ${printShape(additionalProperties, deeper)}`);
  if (members.length === 0) return '{}';
  return `{\n${members.map((member) => `${deeper}${member}\n`).join('')}${indent}}`;
}

function notesOf(schema: JsonSchema): string[] {
  const { format, pattern, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  return [
    format,
    rangeOf(minLength, maxLength, ' characters'),
    rangeOf(minimum, maximum, ''),
    rangeOf(minItems, maxItems, ' entries'),
    pattern && `/${pattern}/`,
    schema.default === undefined ? undefined : `otherwise ${JSON.stringify(schema.default)}`,
  ].flatMap((note) => note ?? []);
}

function rangeOf(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  if (max !== undefined) return `at most ${max}${unit}`;
  if (min === 1 && unit !== '') return 'not empty';
  return min === undefined ? undefined : `at least ${min}${unit}`;
}
