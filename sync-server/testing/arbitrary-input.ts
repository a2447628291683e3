import fc from 'fast-check';
import * as v from 'valibot';
import { anyCharacter } from '#schema/testing/any-character.ts';
import { PASSWORD } from './people.ts';

const address = fc.constantFrom('https://tides.example.org/a', '');
/**
 * Fields whose rules JSON Schema cannot express, or whose valid values are too rare to generate at random.
 */
const likely: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  url: address,
  videoUrl: address,
  video_url: address,
  thumbnail: fc.constantFrom('https://tides.example.org/a.webp', '', null, '/media/thumbnails/a-1280.webp'),
  position: fc.constantFrom('a0', 'a5', 'Zz', 'a1V'),
  email: fc.constantFrom('alice@example.org', 'admin@example.org', 'erin@example.org', ' DORA@Example.org'),
  password: fc.constantFrom(PASSWORD, 'not this one', '🔑'.repeat(8)),
  currentPassword: fc.constantFrom(PASSWORD, 'not this one'),
  newPassword: fc.constantFrom('a desk by the window', '🔑'.repeat(8)),
  lessonId: fc.constantFrom('tides-lesson-1', 'winds-lesson-2', 'none'),
  id: fc.uuid(),
};

/** The supported subset of a printed JSON Schema. */
interface Shape {
  readonly type?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: unknown;
  readonly pattern?: string | undefined;
  readonly format?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
}

const Shape = v.looseObject({
  type: v.optional(v.string()),
  enum: v.optional(v.array(v.unknown())),
  anyOf: v.optional(v.array(v.unknown())),
  properties: v.optional(v.record(v.string(), v.unknown())),
  required: v.optional(v.array(v.string())),
  pattern: v.optional(v.string()),
  format: v.optional(v.string()),
  minLength: v.optional(v.number()),
  maxLength: v.optional(v.number()),
  minItems: v.optional(v.number()),
});

/** Inputs that conform to a JSON Schema, as far as it describes them. */
export function arbitraryOf(schema: unknown): fc.Arbitrary<unknown> {
  const shape: Shape = v.is(Shape, schema) ? schema : {};
  if ('const' in shape) return fc.constant(shape.const);
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum);
  if (shape.anyOf !== undefined) return fc.oneof(...shape.anyOf.map(arbitraryOf));
  switch (shape.type) {
    case 'object':
      return arbitraryObject(shape);
    case 'array':
      return fc.array(arbitraryOf(shape.items), { minLength: shape.minItems ?? 0, maxLength: 4 });
    case 'string':
      return arbitraryString(shape);
    case 'number':
    case 'integer':
      return fc.oneof(fc.nat(1_000), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom(...hostileValues);
  }
}

function arbitraryObject(shape: Shape): fc.Arbitrary<unknown> {
  const model = Object.entries(shape.properties ?? {}).map(
    ([name, inner]) => [name, likely[name] ?? arbitraryOf(inner)] as const,
  );
  return fc.record(Object.fromEntries(model), { requiredKeys: [...(shape.required ?? [])] });
}

function arbitraryString(shape: Shape): fc.Arbitrary<string> {
  if (shape.format === 'email') return fc.emailAddress();
  if (shape.format === 'uuid') return fc.uuid();
  if (shape.format === 'date-time') return arbitraryDate.map((date) => date.toISOString());
  if (shape.pattern !== undefined) return fc.stringMatching(new RegExp(shape.pattern, 'u'));
  const minLength = shape.minLength ?? 0;
  const maxLength = Math.min(shape.maxLength ?? 40, Math.max(40, minLength));
  return fc.oneof(
    fc.string({ minLength, maxLength, unit: anyCharacter }),
    fc.webUrl({ validSchemes: ['https'] }),
  );
}

const arbitraryDate = fc.date({
  noInvalidDate: true,
  min: new Date('1970-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
});

/** Values that have broken parsers, databases and pages. */
export const hostileValues: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  2 ** 53,
  -0,
  true,
  [],
  {},
  [[[[[]]]]],
  { toString: 'x', valueOf: 1, constructor: { prototype: { polluted: true } } },
  '\u0000',
  '\ud800',
  '\u202e\u200b\ufeff',
  '😀'.repeat(100),
  "' or 1=1 --",
  '%00%2e%2e%2f',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<'.repeat(5_000),
  '<div>'.repeat(2_000),
  '&'.repeat(5_000),
  'a@'.repeat(2_000),
  '-'.repeat(10_000),
  'https://user:pass@host.example/',
  'https://[::1]/',
  'https://x\u0000.example',
  '/media/'.concat('f'.repeat(32), '?expires=1'),
  'data:image/png;base64,AAAA',
  '2026-02-31T25:61:61.000Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(70_000),
];

/** The input with one of its values replaced or dropped, or with one added. */
export function spoil(input: unknown, seed: number, value: unknown): unknown {
  if (typeof input !== 'object' || input === null) return value;
  if (Array.isArray(input)) {
    if (input.length === 0) return [value];
    const at = seed % input.length;
    return input.map((item, i) => (i === at ? spoil(item, seed >> 2, value) : item));
  }
  const entries = Object.entries(input);
  const at = seed % (entries.length + 1);
  const target = entries[at];
  if (target === undefined)
    return JSON.parse(`{"__proto__":{"polluted":true},"extra":${JSON.stringify(value)}}`);
  const [name, inner] = target;
  if (seed % 5 === 0) return Object.fromEntries(entries.filter(([key]) => key !== name));
  const isDeep = typeof inner === 'object' && inner !== null && seed % 2 === 0;
  return { ...input, [name]: isDeep ? spoil(inner, seed >> 2, value) : value };
}
